/* db.c: registers to db_state. Depth and stencil are separate planes of the same shape. The tests are in db_test.c; HTILE
 * is expanded (meta.h) and then of no further interest.
 * Known gaps: linear surfaces (the hardware has none either). */
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/db/db_layout.h"

#include <math.h>
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/surf/meta.h"
#include "winsys/sim/core/regs.h"

PX_DEFINE_OPS(db_ops, db_ops_avx512)

#define REG(name) sim_ctx_reg(regs, R_##name)
#define REG_FLOAT(name) sim_ctx_float(regs, R_##name)

bool db_plane_layout(const struct tile_chip *chip, uint32_t info, unsigned el_B, unsigned log2_samples, unsigned tile_index,
                     unsigned tile_split, struct tile_surf *s)
{
   if (chip->gfx_level < 7)
      return tile_from_index(chip, tile_index, el_B, log2_samples, s) && s->mode != TILE_LINEAR;
   *s = (struct tile_surf){ .el_B = el_B, .log2_samples = log2_samples };
   tile_set_micro(s, TILE_MICRO_DEPTH);
   s->pipe_config = G_02803C_PIPE_CONFIG(info); /* of 1D too: HTILE's */
   s->log2_pipes = tile_log2_pipes(s->pipe_config);
   switch (G_02803C_ARRAY_MODE(info)) {
   case V_02803C_ARRAY_1D_TILED_THIN1:
      s->mode = TILE_1D;
      return true;
   case V_02803C_ARRAY_2D_TILED_THIN1: {
      uint32_t row_B = 1024u << (chip->gb_addr_config >> 28 & 3);
      s->mode = TILE_2D;
      s->split_B = 64u << tile_split;
      s->split_B = s->split_B < row_B ? s->split_B : row_B;
      s->log2_bank_w = G_02803C_BANK_WIDTH(info);
      s->log2_bank_h = G_02803C_BANK_HEIGHT(info);
      s->log2_aspect = G_02803C_MACRO_TILE_ASPECT(info);
      s->log2_banks = 1 + G_02803C_NUM_BANKS(info);
      tile_adjust_2d(chip, s);
      return true;
   }
   default:
      return false;
   }
}

/* Checks that the plane's slices are mapped. 0 or the address at fault. */
static bool plane_map(struct sim_mem *mem, const struct sim_regs *regs, uint64_t read_va, uint64_t write_va, bool writes,
                      unsigned slices, struct db_plane *p)
{
   uint32_t size = REG(028058_DB_DEPTH_SIZE);
   struct tile_surf *s = &p->surf;
   s->pitch_el = (G_028058_PITCH_TILE_MAX(size) + 1) * 8;
   s->height_el = (G_028058_HEIGHT_TILE_MAX(size) + 1) * 8;
   s->slice_B = ((uint64_t)G_02805C_SLICE_TILE_MAX(REG(02805C_DB_DEPTH_SLICE)) + 1) * 64 * s->el_B << s->log2_samples;
   if (s->mode == TILE_2D) {
      if (s->pitch_el % tile_macro_w_el(s) || s->height_el % tile_macro_h_el(s))
         return false;
      tile_take_swizzle(s, &read_va);
      tile_take_swizzle(s, &write_va);
      s->map = tile_map_find(s);
   }
   uint64_t one_B = (uint64_t)s->pitch_el * s->height_el * s->el_B << s->log2_samples;
   if (one_B > s->slice_B)
      s->slice_B = one_B;
   uint64_t size_B = s->slice_B * (slices - 1) + one_B;
   if (!sim_mem_mapped(mem, read_va, size_B, SIM_MEM_READ)) {
      sim_mem_fault(mem, read_va, SIM_MEM_READ);
      return false;
   }
   if (writes && !sim_mem_mapped(mem, write_va, size_B, SIM_MEM_WRITE)) {
      sim_mem_fault(mem, write_va, SIM_MEM_WRITE);
      return false;
   }
   p->read = mem->base + read_va;
   p->write = mem->base + write_va;
   return true;
}

enum { EXPAND_Z = 1 << 8, EXPAND_S = 1 << 9, EXPAND_ALL = EXPAND_Z | EXPAND_S }; /* bits of `expanded` */

/* Makes what HTILE says is cleared so in memory, in all slices of the view. */
static void expand(struct sim_mem *mem, const struct sim_regs *regs, const struct db_state *db, const struct db_plane *p,
                   enum meta_plane plane)
{
   struct meta_surf s = { &p->surf, (uint64_t)(p->read - mem->base), db->slice_start, db->slices };
   float z = REG_FLOAT(02802C_DB_DEPTH_CLEAR);
   uint32_t clear = G_028028_CLEAR(REG(028028_DB_STENCIL_CLEAR));
   if (plane != META_STENCIL) {
      float limited = z > 0 ? z < 1 ? z : 1 : 0;
      clear = db->zformat == DB_Z32F ? REG(02802C_DB_DEPTH_CLEAR)
                                     : (uint32_t)lrintf(limited * (db->zformat == DB_Z16 ? 65535.0f : 16777215.0f));
   }
   meta_expand_htile(mem, &s, (uint64_t)REG(028014_DB_HTILE_DATA_BASE) << 8,
                     G_028ABC_TC_COMPATIBLE(REG(028ABC_DB_HTILE_SURFACE)), plane, clear);
}

static void stencil_face(uint32_t refmask, unsigned func, unsigned fail, unsigned zpass, unsigned zfail,
                         struct db_stencil *s)
{
   *s = (struct db_stencil){ .func = func, .fail = fail, .zpass = zpass, .zfail = zfail,
      .ref = G_028430_STENCILTESTVAL(refmask), .mask = G_028430_STENCILMASK(refmask),
      .write_mask = G_028430_STENCILWRITEMASK(refmask), .op_val = G_028430_STENCILOPVAL(refmask) };
}

static bool face_writes(const struct db_stencil *s)
{
   return s->write_mask && (s->fail || s->zpass || s->zfail);
}

static bool may_run_early(const struct sim_regs *regs, bool writes, bool counts)
{
   uint32_t shader = REG(02880C_DB_SHADER_CONTROL);
   if (G_02880C_Z_EXPORT_ENABLE(shader) || G_02880C_STENCIL_TEST_VAL_EXPORT_ENABLE(shader))
      return false;
   if (G_02880C_DEPTH_BEFORE_SHADER(shader))
      return true;
   if (G_02880C_Z_ORDER(shader) == V_02880C_LATE_Z)
      return false;
   /* A pixel that the shader may still drop must not have been written or counted. */
   bool drops = G_02880C_KILL_ENABLE(shader) || G_02880C_MASK_EXPORT_ENABLE(shader) ||
                G_02880C_COVERAGE_TO_MASK_ENABLE(shader) ||
                G_028B70_ALPHA_TO_MASK_ENABLE(REG(028B70_DB_ALPHA_TO_MASK));
   return !(drops && (writes || counts));
}

void db_state_init(struct db_state *db, struct sim_mem *mem, const struct sim_regs *regs, unsigned gfx_level,
                   const uint32_t *gb_tile_mode, const uint32_t *gb_macrotile_mode, uint32_t gb_addr_config,
                   struct db_info *info, uint32_t *expanded)
{
   struct tile_chip chip = { gfx_level, gb_tile_mode, gb_macrotile_mode, gb_addr_config };
   uint32_t z_info = REG(028040_DB_Z_INFO), s_info = REG(028044_DB_STENCIL_INFO);
   uint32_t control = REG(028800_DB_DEPTH_CONTROL), ops = REG(02842C_DB_STENCIL_CONTROL);
   uint32_t view = REG(028008_DB_DEPTH_VIEW), render = REG(028000_DB_RENDER_CONTROL);
   uint32_t count = REG(028004_DB_COUNT_CONTROL);
   uint32_t no_meta = EXPAND_ALL;
   if (!expanded || !G_028040_TILE_SURFACE_ENABLE(z_info))
      expanded = &no_meta;

   memset(db, 0, sizeof(*db));
   db->ops = db_ops();
   db->zformat = G_028040_FORMAT(z_info);
   db->log2_samples = G_028040_NUM_SAMPLES(z_info);
   bool has_z = db->zformat != DB_Z_NONE, has_s = G_028044_FORMAT(s_info);
   db->slice_start = G_028008_SLICE_START(view);
   unsigned last_slice = G_028008_SLICE_MAX(view);
   db->slices = (last_slice > db->slice_start ? last_slice : db->slice_start) + 1u;

   db->zfunc = G_028800_ZFUNC(control);
   db->z_test = G_028800_Z_ENABLE(control) && has_z;
   db->z_clear = G_028000_DEPTH_CLEAR_ENABLE(render);
   db->z_write = db->z_test && G_028800_Z_WRITE_ENABLE(control) && !G_028008_Z_READ_ONLY(view);
   db->bounds_test = G_028800_DEPTH_BOUNDS_ENABLE(control) && has_z;
   db->bounds_min = REG_FLOAT(028020_DB_DEPTH_BOUNDS_MIN);
   db->bounds_max = REG_FLOAT(028024_DB_DEPTH_BOUNDS_MAX);
   db->clear_depth = REG_FLOAT(02802C_DB_DEPTH_CLEAR);
   db->stencil_clear_value = G_028028_CLEAR(REG(028028_DB_STENCIL_CLEAR));
   db->stencil_clear = G_028000_STENCIL_CLEAR_ENABLE(render);
   db->clamp = !G_02800C_DISABLE_VIEWPORT_CLAMP(REG(02800C_DB_RENDER_OVERRIDE));
   for (unsigned v = 0; v < 16; v++) {
      db->zmin[v] = sim_ctx_float(regs, R_0282D0_PA_SC_VPORT_ZMIN_0 + 8 * v);
      db->zmax[v] = sim_ctx_float(regs, R_0282D4_PA_SC_VPORT_ZMAX_0 + 8 * v);
   }

   db->stencil_test = G_028800_STENCIL_ENABLE(control) && has_s;
   stencil_face(REG(028430_DB_STENCILREFMASK), G_028800_STENCILFUNC(control), G_02842C_STENCILFAIL(ops),
                G_02842C_STENCILZPASS(ops), G_02842C_STENCILZFAIL(ops), &db->face[0]);
   if (G_028800_BACKFACE_ENABLE(control))
      stencil_face(REG(028434_DB_STENCILREFMASK_BF), G_028800_STENCILFUNC_BF(control), G_02842C_STENCILFAIL_BF(ops),
                   G_02842C_STENCILZPASS_BF(ops), G_02842C_STENCILZFAIL_BF(ops), &db->face[1]);
   else
      db->face[1] = db->face[0];
   db->stencil_write = db->stencil_test && !G_028008_STENCIL_READ_ONLY(view) &&
                       (face_writes(&db->face[0]) || face_writes(&db->face[1]));

   db->z_copy = has_z && G_028000_DEPTH_COPY(render);
   db->s_copy = has_s && G_028000_STENCIL_COPY(render);
   db->copy_covered = G_028000_COPY_CENTROID(render);
   db->copy_sample = G_028000_COPY_SAMPLE(render);
   bool z_used = db->z_test || db->bounds_test;
   if (z_used || db->z_copy || (has_z && G_028000_DEPTH_COMPRESS_DISABLE(render))) {
      unsigned el_B = db->zformat == DB_Z16 ? 2 : 4;
      uint64_t read = (uint64_t)REG(028048_DB_Z_READ_BASE) << 8, write = (uint64_t)REG(028050_DB_Z_WRITE_BASE) << 8;
      bool found = db_plane_layout(&chip, REG(02803C_DB_DEPTH_INFO), el_B, db->log2_samples, G_028040_TILE_MODE_INDEX(z_info),
                                   G_028040_TILE_SPLIT(z_info), &db->z.surf) &&
                   plane_map(mem, regs, read, write, db->z_write, db->slices, &db->z);
      db->pass_none |= z_used && !found;
      db->z_copy &= found;
      if (found && !(*expanded & EXPAND_Z))
         expand(mem, regs, db, &db->z, has_s ? META_DEPTH_WITH_STENCIL : META_DEPTH);
      *expanded |= EXPAND_Z;
   }
   if (db->stencil_test || db->s_copy || (has_s && G_028000_STENCIL_COMPRESS_DISABLE(render))) {
      uint64_t read = (uint64_t)REG(02804C_DB_STENCIL_READ_BASE) << 8;
      uint64_t write = (uint64_t)REG(028054_DB_STENCIL_WRITE_BASE) << 8;
      bool found = db_plane_layout(&chip, REG(02803C_DB_DEPTH_INFO), 1, db->log2_samples, G_028044_TILE_MODE_INDEX(s_info),
                                   G_028044_TILE_SPLIT(s_info), &db->s.surf) &&
                   plane_map(mem, regs, read, write, db->stencil_write, db->slices, &db->s);
      db->pass_none |= db->stencil_test && !found;
      db->s_copy &= found;
      if (found && !(*expanded & EXPAND_S) && !G_028044_TILE_STENCIL_DISABLE(s_info))
         expand(mem, regs, db, &db->s, META_STENCIL);
      *expanded |= EXPAND_S;
   }
   db->pass_all = !z_used && !db->stencil_test;

   /* Equal ones pass some tests, and conversion makes depths equal that are not. */
   static const float steps[] = { [DB_Z16] = 1.01f / 65535, [DB_Z24] = 3.0f / 16777215, [DB_Z32F] = 0 };
   bool depth_only = db->z_write && !db->z_clear && !db->stencil_test && !db->bounds_test;
   float lo = db->clamp ? db->zmin[0] : -INFINITY, hi = db->clamp ? db->zmax[0] : INFINITY;
   if (db->zformat != DB_Z32F) {
      lo = fmaxf(lo, 0);
      hi = fminf(hi, 1);
   }
   float nearer = !depth_only || !(lo <= hi) ? 0 : db->zfunc == V_028800_FRAG_LESS || db->zfunc == V_028800_FRAG_LEQUAL ? 1 :
                  db->zfunc == V_028800_FRAG_GREATER || db->zfunc == V_028800_FRAG_GEQUAL ? -1 : 0;

   bool counts = gfx_level < 7 ? !G_028004_ZPASS_INCREMENT_DISABLE(count) : G_028004_ZPASS_ENABLE(count) != 0;
   *info = (struct db_info){ .active = z_used || db->stencil_test || counts, .counts_samples = counts,
      .writes = db->z_write || db->stencil_write, .copies = db->z_copy || db->s_copy,
      .quads = db->pass_all || (db->z_test && !db->bounds_test && !db->stencil_test && !db->log2_samples &&
                                tile_is_contiguous(&db->z.surf)),
      .lines = z_used && !db->pass_none ? tile_lines_of(&db->z.surf, db->z.read, db->slice_start) : (struct tile_lines){ 0 },
      .nearer = nearer, .step = steps[db->zformat], .lo = lo, .hi = hi,
      .early = may_run_early(regs, db->z_write || db->stencil_write, counts), .log2_samples = db->log2_samples };
}

void db_test_blocks(const struct db_state *db, struct db_block *block, unsigned count, unsigned layer,
                    const struct db_z_plane *plane, bool front)
{
   if (db->pass_all)
      return;
   if (db->pass_none)
      for (unsigned n = 0; n < count; n++)
         block[n].mask = 0;
   else
      db->ops->db_blocks(db, block, count, layer, plane, front);
}

void db_test_samples(const struct db_state *db, struct db_samples *block, unsigned count, unsigned layer,
                     const struct db_places *places, const struct db_z_plane *plane, const float *z, const uint8_t *stencil_ref,
                     bool front)
{
   if (db->pass_all)
      return;
   if (db->pass_none)
      for (unsigned n = 0; n < count; n++)
         memset(block[n].cover, 0, sizeof block[n].cover);
   else
      db->ops->db_samples(db, block, count, layer, places, plane, z, stencil_ref, front);
}

static float depth_at(const struct db_state *db, uint64_t offset_B)
{
   uint32_t raw = 0;
   float z;
   memcpy(&raw, db->z.read + offset_B, db->z.surf.el_B);
   switch (db->zformat) {
   case DB_Z16:
      return (float)raw / 65535.0f;
   case DB_Z24:
      return (float)((double)(raw & 0xffffff) / 16777215.0);
   default:
      memcpy(&z, &raw, sizeof z);
      return z;
   }
}

void db_copy_to_color(const struct db_state *db, unsigned x, unsigned y, unsigned layer, unsigned sample,
                      uint32_t (*row)[64])
{
   unsigned last = (1u << db->log2_samples) - 1u, slice = db_slice(db, layer);
   unsigned from = db->copy_covered ? sample : db->copy_sample;
   if (from > last)
      from = last;
   for (unsigned l = 0; l < 64; l++) {
      unsigned px = x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), py = y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4);
      if (db->z_copy && px < db->z.surf.pitch_el && py < db->z.surf.height_el) {
         float z = depth_at(db, tile_offset_B(&db->z.surf, px, py, slice, from));
         memcpy(&row[0][l], &z, sizeof z);
      }
      if (db->s_copy && px < db->s.surf.pitch_el && py < db->s.surf.height_el)
         row[1][l] = db->s.read[tile_offset_B(&db->s.surf, px, py, slice, from)];
   }
}

uint64_t db_test_quads(const struct db_state *db, const struct db_quads *quads, unsigned count, unsigned layer, uint64_t mask,
                       const struct db_z_plane *plane)
{
   if (db->pass_all)
      return mask;
   unsigned slice = db_slice(db, layer);
   if (db->pass_none)
      return 0;
   return db->ops->db_quads(db, quads, count, slice, layer >> 16 & 15, mask, plane);
}
