/* hazard_draw.c: memory that a draw or a dispatch accesses: targets and indices from registers and packets, all else from the
 * descriptors that its programs load (hw-si/stream follows them). A range is an upper bound: all levels and slices of a view, all
 * records of a buffer. */
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "winsys/sim/base/grow.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/core/packet.h"
#include "winsys/sim/hazard/hazard_int.h"
#include "winsys/sim/surf/meta.h"
#include "winsys/sim/tc/tc_int.h"

#define UNSIZED_B UINT32_MAX /* a buffer of this size or larger has no known size */

static const void *read_memory(void *user, uint64_t va, uint64_t size_B)
{
   struct sim_mem *mem = user;
   return sim_mem_check(mem, va, size_B, SIM_MEM_READ) ? mem->base + va : NULL;
}

/* Descriptors of a program with these user data: the same in many draws. */
static const struct stream_uses *trace(struct sim_hazard *h, uint64_t code_va, const uint32_t *data, unsigned count)
{
   uint32_t hash = (uint32_t)(code_va >> 8) * 0x9e3779b1u;
   for (unsigned i = 0; i < count; i++)
      hash = (hash ^ data[i]) * 0x85ebca6bu;
   struct hz_trace *t = &h->trace[hash >> 16 & (HZ_TRACES - 1)];
   if (t->valid && t->code_va == code_va && t->count == count && !memcmp(t->data, data, 4 * count))
      return &t->uses;
   struct stream_memory mem = { read_memory, h->gpu->mem };
   stream_trace(h->gpu->gfx_level, &mem, code_va, data, count, &t->uses);
   t->code_va = code_va;
   t->count = count;
   memcpy(t->data, data, 4 * count);
   t->valid = true;
   return &t->uses;
}

/* ---- the list of a draw's accesses --------------------------------------------------------------------------------------- */

enum { WRITES = 1u << 31 }; /* in `running`, of this list only */

static void add(struct sim_hazard *h, const char *name, enum hz_unit unit, uint64_t start, uint64_t size_B, uint32_t running,
                bool writes)
{
   if (!size_B || size_B >= UNSIZED_B)
      return;
   struct hz_access *access = sim_grow(h->access, h->num_access, &h->cap_access, sizeof *access);
   if (!access)
      return;
   h->access = access;
   h->access[h->num_access++] = (struct hz_access){ name, unit, start, start + size_B, running | (writes ? WRITES : 0), false,
                                                    (uint8_t)h->stage };
}

/* Stores that a later stage of the same draw reads (rings, off-chip tessellation buffers): hardware synchronises them. */
static bool is_handed_on(const struct sim_hazard *h, const struct hz_access *a)
{
   for (unsigned i = 0; i < h->num_access && a->stage < STREAM_STAGE_VS; i++) {
      const struct hz_access *r = &h->access[i];
      if (!(r->running & WRITES) && r->unit == HZ_L1 && r->stage > a->stage && r->start < a->end && a->start < r->end)
         return true;
   }
   return false;
}

static void perform(struct sim_hazard *h)
{
   unsigned kept = 0;
   for (unsigned i = 0; i < h->num_access; i++)
      if (!(h->access[i].running & WRITES) || h->access[i].unit != HZ_L1 || !is_handed_on(h, &h->access[i]))
         h->access[kept++] = h->access[i];
   h->num_access = kept;
   for (unsigned pass = 0; pass < 4; pass++) /* check reads, check writes, note reads, note writes */
      for (unsigned i = 0; i < h->num_access; i++) {
         struct hz_access a = h->access[i];
         bool writes = a.running & WRITES;
         a.running &= ~(uint32_t)WRITES;
         if (writes != (pass & 1))
            continue;
         if (pass == 0)
            hz_check_read(h, &a);
         else if (pass == 1)
            hz_check_write(h, &a);
         else if (pass == 2)
            hz_note_read(h, &a);
         else
            hz_note_write(h, &a);
      }
   h->num_access = 0;
}

/* ---- descriptors ----------------------------------------------------------------------------------------------------------- */

struct stage_facts { const char *code, *pointer, *constants, *buffer, *image, *metadata; uint32_t reads, writes; };
#define STAGE(name, of) \
   [STREAM_STAGE_##name] = { #name " code", #name " pointer", #name " constants", #name " buffer", #name " image", \
                             #name " metadata", HZ_READ_##of, HZ_WRITE_##of }
static const struct stage_facts stages[STREAM_NUM_STAGES] = {
   STAGE(LS, VS), STAGE(HS, VS), STAGE(ES, VS), STAGE(GS, VS), STAGE(VS, VS), STAGE(PS, PS), STAGE(CS, CS),
};

static bool is_tess_factors(const struct sim_hazard *h, uint64_t va)
{
   uint32_t base = stream_reg(&h->regs, h->gpu->gfx_level == 6 ? R_0089B8_VGT_TF_MEMORY_BASE : R_030940_VGT_TF_MEMORY_BASE);
   return va == (uint64_t)base << 8;
}

/* The stage that runs the vertices of the draw. */
static enum stream_stage vertex_stage(const struct sim_hazard *h)
{
   return stream_stage_on(&h->regs, STREAM_STAGE_LS, false) ? STREAM_STAGE_LS :
      stream_stage_on(&h->regs, STREAM_STAGE_ES, false) ? STREAM_STAGE_ES : STREAM_STAGE_VS;
}

/* Reduces the range of a V# to the elements that the vertices and instances of the draw reach. The V# of an uploaded client array
 * begins as far in front of its first vertex as if all vertices had been uploaded, so it covers memory of other buffers (gloam's
 * and radeonsi's: Mesa calls this a signed vertex buffer offset). */
static void clip_to_elements(const struct sim_hazard *h, enum stream_stage stage, const struct stream_use *use, uint32_t stride,
                             uint64_t *va, uint64_t *size_B)
{
   static const uint8_t instance_vgprs[STREAM_NUM_STAGES][2] = { /* divided by the step rate (or 1), not divided */
      [STREAM_STAGE_LS] = { 2, 3 }, [STREAM_STAGE_ES] = { 1, 3 }, [STREAM_STAGE_VS] = { 1, 3 } };
   if (!use->index_vgpr || stage != vertex_stage(h))
      return;
   unsigned vgpr = use->index_vgpr - 1u;
   bool instance = vgpr == instance_vgprs[stage][0] || vgpr == instance_vgprs[stage][1];
   const struct hz_numbers *n = instance ? &h->instances : &h->vertices;
   if ((vgpr && !instance) || !n->known)
      return;
   uint32_t first = n->first + use->index_add, last = n->last + use->index_add;
   if (first > last)
      return;
   uint64_t skip_B = (uint64_t)first * stride, end_B = (uint64_t)last * stride + use->end_B;
   end_B = end_B < *size_B ? end_B : *size_B;
   skip_B = skip_B < end_B ? skip_B : end_B;
   *va += skip_B;
   *size_B = end_B - skip_B;
}

static void add_buffer(struct sim_hazard *h, enum stream_stage stage, const struct stream_use *use)
{
   const struct stage_facts *s = &stages[stage];
   const uint32_t *w = use->word;
   uint64_t va = w[0] | (uint64_t)(w[1] & 0xffff) << 32, size_B = w[2];
   uint32_t stride = w[1] >> 16 & 0x3fff;
   bool swizzle = w[1] >> 31, add_tid = w[3] >> 23 & 1, scalar = use->kind == STREAM_USE_CONSTANTS;
   if (add_tid)
      return; /* rings and scratch: private to the draw */
   if (stride && (h->gpu->gfx_level < 8 || swizzle || scalar))
      size_B *= stride;
   if (stride && !swizzle)
      clip_to_elements(h, stage, use, stride, &va, &size_B);
   if (use->reads)
      add(h, scalar ? s->constants : s->buffer, scalar ? HZ_K : HZ_L1, va, size_B, s->reads, false);
   if (use->writes && !(swizzle && stage < STREAM_STAGE_VS) && !is_tess_factors(h, va))
      add(h, s->buffer, HZ_L1, va, size_B, s->writes, true);
}

/* Slices of a level that the program reads: is their compression known to the texture unit? */
static void check_compression(struct sim_hazard *h, const struct stage_facts *s, const struct stream_uses *uses,
                              const struct tc_img *img, const struct tc_level *lv, bool compressed)
{
   unsigned last = img->last_array < lv->slices ? img->last_array : lv->slices - 1;
   uint64_t va = (uint64_t)(lv->ptr - h->gpu->mem->base);
   if (img->data_format >= FMT_FMASK_FIRST && img->data_format <= FMT_FMASK_LAST)
      hz_fmask_read(h, s->image, va + img->base_array * lv->surf.slice_B, va + (last + 1) * lv->surf.slice_B);
   else
      for (unsigned slice = img->base_array; slice <= last; slice++)
         if (hz_surface_read(h, s->image, uses, &lv->surf, va + slice * lv->surf.slice_B, compressed))
            return;
}

static void add_image(struct sim_hazard *h, const struct stage_facts *s, const struct stream_uses *uses,
                      const struct stream_use *use)
{
   const struct hw_chip *chip = h->gpu->chip;
   const struct tile_chip tiles = { h->gpu->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config };
   uint32_t rsrc[8];
   struct tc_img img;
   memcpy(rsrc, use->word, sizeof rsrc);
   if (use->words < 8)
      memset(rsrc + use->words, 0, 4 * (8u - use->words));
   uint64_t image_va = (uint64_t)rsrc[0] << 8 | (uint64_t)(rsrc[1] & 0xff) << 40, meta_va = (uint64_t)rsrc[7] << 8;
   bool compressed = h->gpu->gfx_level >= 8 && rsrc[6] >> 21 & 1; /* COMPRESSION_EN */
   rsrc[6] &= ~(1u << 21); /* the check must not expand metadata */
   tc_resolve_image(h->gpu->mem, &tiles, rsrc, SIM_MEM_READ, &img);
   for (unsigned l = img.base_level; img.valid && l <= img.last_level; l++) {
      const struct tc_level *lv = &img.level[l];
      unsigned last = img.last_array < lv->slices ? img.last_array : lv->slices - 1;
      unsigned first = img.base_array < last ? img.base_array : last;
      uint64_t va = (uint64_t)(lv->ptr - h->gpu->mem->base) + first * lv->surf.slice_B,
         size_B = (last - first + 1) * lv->surf.slice_B;
      if (use->reads) {
         add(h, s->image, HZ_L1, va, size_B, s->reads, false);
         check_compression(h, s, uses, &img, lv, compressed);
      }
      if (use->writes)
         add(h, s->image, HZ_L1, va, size_B, s->writes, true);
      if (compressed && !lv->surf.depth_order)
         add(h, s->metadata, HZ_L2, meta_va + ((va - image_va) >> 8), size_B >> 8, s->reads, false);
   }
}

static void unset_user_data(struct sim_hazard *h, enum stream_stage stage, const struct stream_uses *uses, unsigned count);

static void add_stage(struct sim_hazard *h, enum stream_stage stage)
{
   const struct stage_facts *s = &stages[stage];
   uint32_t data[16];
   h->stage = stage;
   unsigned count = stream_stage_user_data(&h->regs, stage, data);
   uint64_t code_va = stream_stage_code(&h->regs, stage);
   const struct stream_uses *uses = trace(h, code_va, data, count);
   add(h, s->code, HZ_I, code_va, uses->code_B, s->reads, false);
   for (unsigned i = 0; i < uses->count; i++) {
      const struct stream_use *use = &uses->use[i];
      switch (use->kind) {
      case STREAM_USE_POINTER:
         add(h, s->pointer, HZ_K, use->word[0] | (uint64_t)use->word[1] << 32, use->size_B, s->reads, false);
         break;
      case STREAM_USE_CONSTANTS: case STREAM_USE_BUFFER:
         add_buffer(h, stage, use);
         break;
      case STREAM_USE_IMAGE:
         add_image(h, s, uses, use);
         break;
      default:
         break;
      }
   }
   unset_user_data(h, stage, uses, count);
}

/* ---- targets --------------------------------------------------------------------------------------------------------------- */

static void add_metadata(struct sim_hazard *h, const char *name, enum hz_unit unit, uint64_t va, uint64_t slice_B,
                         uint64_t first, uint64_t count)
{
   va += first * slice_B;
   add(h, name, unit, va, count * slice_B, 0, false);
   add(h, name, unit, va, count * slice_B, 0, true);
}

static void add_colors(struct sim_hazard *h)
{
   const struct stream_regs *r = &h->regs;
   uint32_t mask = stream_reg(r, R_028238_CB_TARGET_MASK) & stream_reg(r, R_02823C_CB_SHADER_MASK);
   if (!G_028808_MODE(stream_reg(r, R_028808_CB_COLOR_CONTROL)))
      return;
   for (unsigned n = 0; n < 8; n++) {
      struct hz_target t;
      if (!(mask >> 4 * n & 15) || !hz_find_target(h, n, &t))
         continue;
      uint64_t count = t.last - t.first + 1;
      add(h, "colour buffer", HZ_CB, t.va + t.first * t.surf.slice_B, count * t.surf.slice_B, 0, true);
      if (t.fmask || t.fast_clear)
         add_metadata(h, "CMASK", HZ_CBM, t.cmask_va, t.cmask_slice_B, t.first, count);
      if (t.fmask)
         add_metadata(h, "FMASK", HZ_CBM, t.fmask_va, t.fmask_slice_B, t.first, count);
      if (t.dcc)
         add_metadata(h, "DCC", HZ_CBM, t.dcc_va, t.surf.slice_B / 256, t.first, count);
   }
}

static void add_plane(struct sim_hazard *h, const char *name, uint32_t base, unsigned bytes, bool reads, bool writes)
{
   const struct stream_regs *r = &h->regs;
   uint32_t view = stream_reg(r, R_028008_DB_DEPTH_VIEW);
   uint64_t slice_B = (uint64_t)(G_02805C_SLICE_TILE_MAX(stream_reg(r, R_02805C_DB_DEPTH_SLICE)) + 1) * 64 * bytes
                      << G_028040_NUM_SAMPLES(stream_reg(r, R_028040_DB_Z_INFO));
   uint64_t first = G_028008_SLICE_START(view), last = G_028008_SLICE_MAX(view), va = ((uint64_t)base << 8) + first * slice_B;
   if (last < first)
      return;
   if (reads)
      add(h, name, HZ_DB, va, (last - first + 1) * slice_B, 0, false);
   if (writes)
      add(h, name, HZ_DB, va, (last - first + 1) * slice_B, 0, true);
}

struct hz_htile hz_htile_of(const struct sim_hazard *h)
{
   const struct stream_regs *r = &h->regs;
   uint32_t z_info = stream_reg(r, R_028040_DB_Z_INFO), size = stream_reg(r, R_028058_DB_DEPTH_SIZE);
   if (!G_028040_TILE_SURFACE_ENABLE(z_info))
      return (struct hz_htile){ 0 };
   struct tile_surf s = { .pitch_el = (G_028058_PITCH_TILE_MAX(size) + 1) * 8,
                          .height_el = (G_028058_HEIGHT_TILE_MAX(size) + 1) * 8 };
   unsigned index = G_028040_TILE_MODE_INDEX(z_info);
   unsigned pipe_config = h->gpu->gfx_level < 7 ? h->gpu->chip->gb_tile_mode[index] >> 6 & 31
                                                : G_02803C_PIPE_CONFIG(stream_reg(r, R_02803C_DB_DEPTH_INFO));
   bool tc_compatible = G_028ABC_TC_COMPATIBLE(stream_reg(r, R_028ABC_DB_HTILE_SURFACE));
   return (struct hz_htile){ .va = (uint64_t)stream_reg(r, R_028014_DB_HTILE_DATA_BASE) << 8,
                             .slice_B = meta_htile_slice_B(&s, tile_log2_pipes(pipe_config), tc_compatible),
                             .tc_compatible = tc_compatible };
}

static void add_depth(struct sim_hazard *h)
{
   static const uint8_t z_B[4] = { 0, 2, 4, 4 };
   const struct stream_regs *r = &h->regs;
   uint32_t control = stream_reg(r, R_028800_DB_DEPTH_CONTROL), view = stream_reg(r, R_028008_DB_DEPTH_VIEW);
   unsigned bytes = z_B[G_028040_FORMAT(stream_reg(r, R_028040_DB_Z_INFO))];
   struct hz_htile htile = hz_htile_of(h);
   if (bytes && G_028800_Z_ENABLE(control))
      add_plane(h, "depth buffer", stream_reg(r, R_028048_DB_Z_READ_BASE), bytes, true, G_028800_Z_WRITE_ENABLE(control) &&
                !G_028008_Z_READ_ONLY(view));
   if (bytes && htile.va && (G_028800_Z_ENABLE(control) || G_028800_STENCIL_ENABLE(control)))
      add_metadata(h, "HTILE", HZ_DBM, htile.va, htile.slice_B, G_028008_SLICE_START(view),
                   G_028008_SLICE_MAX(view) - (uint64_t)G_028008_SLICE_START(view) + 1);
   if (G_028044_FORMAT(stream_reg(r, R_028044_DB_STENCIL_INFO)) && G_028800_STENCIL_ENABLE(control)) {
      uint32_t masks = stream_reg(r, R_028430_DB_STENCILREFMASK);
      add_plane(h, "stencil buffer", stream_reg(r, R_02804C_DB_STENCIL_READ_BASE), 1, true,
                G_028430_STENCILWRITEMASK(masks) && !G_028008_STENCIL_READ_ONLY(view));
   }
}

/* ---- registers that were never written --------------------------------------------------------------------------------- */

static void say_unset(struct sim_hazard *h, unsigned index)
{
   if (h->unset_said[index])
      return;
   h->unset_said[index] = 1;
   hz_report(h, "%s is relied on and was never written", stream_reg_kind(h->gpu->gfx_level, index)->name);
}

static void need(struct sim_hazard *h, uint32_t offset)
{
   int index = stream_reg_index(offset);
   if (index >= 0 && h->regs.known[index] == STREAM_UNKNOWN)
      say_unset(h, (unsigned)index);
}

static void unset_user_data(struct sim_hazard *h, enum stream_stage stage, const struct stream_uses *uses, unsigned count)
{
   static const uint32_t first[STREAM_NUM_STAGES] = { 0xb530, 0xb430, 0xb330, 0xb230, 0xb130, 0xb030, 0xb900 };
   for (unsigned i = 0; i < count; i++)
      if (uses->user_read >> i & 1)
         need(h, first[stage] + 4 * i);
   bool cs = stage == STREAM_STAGE_CS;
   need(h, cs ? R_00B830_COMPUTE_PGM_LO : first[stage] - 0x10);
   need(h, cs ? R_00B834_COMPUTE_PGM_HI : first[stage] - 0x0c);
   need(h, cs ? R_00B848_COMPUTE_PGM_RSRC1 : first[stage] - 0x08);
   need(h, cs ? R_00B84C_COMPUTE_PGM_RSRC2 : first[stage] - 0x04);
   if (G_00B12C_SCRATCH_EN(stream_reg(&h->regs, cs ? R_00B84C_COMPUTE_PGM_RSRC2 : first[stage] - 0x04)))
      need(h, cs ? R_00B860_COMPUTE_TMPRING_SIZE : R_0286E8_SPI_TMPRING_SIZE);
}

/* Registers of CLEAR_STATE that drivers leave to the kernel where they do not use CLEAR_STATE: radeonsi on GFX6 does not write
 * them. */
static bool kernels(uint32_t offset)
{
   static const uint16_t others[] = { /* from 0x28000 on */
      0x01f8, 0x01fc, 0x0248, 0x024c,                 /* COHER_DEST_BASE_2, _3, _0, _1 */
      0x0200, 0x0360, 0x0364, 0x0368,                 /* PA_SC_WINDOW_OFFSET; CP_PERFMON_CNTX_CNTL, CP_RINGID, CP_VMID */
      0x06e8,                                         /* SPI_TMPRING_SIZE: programs with scratch are looked at apart */
      0x07d4, 0x07d8, 0x07dc, 0x07e0, 0x07e4, 0x07e8, /* PA_CL_POINT_*, VGT_DMA_BASE* */
      0x0824, 0x0828, 0x0a0c,                         /* line stipple, of lines that are stippled */
      0x0a10, 0x0a24, 0x0a28, 0x0a2c, 0x0a30, 0x0a34, 0x0a38, 0x0a3c, /* VGT_OUTPUT_PATH_CNTL, VGT_GROUP_* */
      0x0a50, 0x0a70, 0x0aa4,                         /* VGT_ENHANCE, IA_ENHANCE, VGT_INSTANCE_STEP_RATE_1 */
   };
   for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
      if (offset == 0x28000u + others[i])
         return true;
   return false;
}

/* Whether the draw depends on a register of stream output that unset_context() looks at: those of buffers that some stream fills;
 * of a draw whose count comes from stream output, VGT_STRMOUT_DRAW_OPAQUE_*. True for other registers. */
static bool stream_output_reads(const struct sim_hazard *h, const struct cp_packet *p, uint32_t offset)
{
   const uint32_t first = R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0;
   if (offset >= first && offset < first + 4 * 16) {
      uint32_t config = stream_reg(&h->regs, R_028B98_VGT_STRMOUT_BUFFER_CONFIG);
      return config & 0x1111u << (offset - first) / 16;
   }
   if (offset >= R_028B28_VGT_STRMOUT_DRAW_OPAQUE_OFFSET && offset <= R_028B30_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE)
      return p->opcode == PKT3_DRAW_INDEX_AUTO && G_0287F0_USE_OPAQUE(p->body[1]);
   return true;
}

/* Context registers that this draw depends on and that were not written. On GFX7 and later CLEAR_STATE sets all of them. */
static void unset_context(struct sim_hazard *h, const struct cp_packet *p)
{
   unsigned level = h->gpu->gfx_level;
   const struct hw_clear_state *clear = &hw_clear_states[level - 6];
   for (unsigned i = 0; i < clear->count; i++) {
      int index = stream_reg_index(clear->regs[i].offset);
      if (index >= 0 && h->regs.known[index] == STREAM_UNKNOWN && !h->unset_said[index] && !kernels(clear->regs[i].offset) &&
          stream_output_reads(h, p, clear->regs[i].offset) &&
          stream_reg_live(level, &h->regs, (unsigned)index, false))
         say_unset(h, (unsigned)index);
   }
   need(h, level == 6 ? R_008958_VGT_PRIMITIVE_TYPE : R_030908_VGT_PRIMITIVE_TYPE);
   need(h, R_028AA8_IA_MULTI_VGT_PARAM);
}

/* ---- draws -------------------------------------------------------------------------------------------------------------- */

/* The registers into which the command processor puts an indirect draw's arguments. */
static void indirect_registers(struct sim_hazard *h, const struct cp_packet *p, bool multi)
{
   for (unsigned i = 1; i <= (multi ? 3u : 2u); i++) {
      int index = p->body[i] & 0xffff ? stream_reg_index(SIM_SH_START + 4 * (p->body[i] & 0xffff)) : -1;
      if (index >= 0)
         h->regs.known[index] = STREAM_WRITTEN;
   }
}

static const unsigned index_sizes_B[4] = { 2, 4, 1, 0 };

/* Smallest and largest of the indices in memory, without restarts. */
static struct hz_numbers index_range(const struct sim_hazard *h, uint64_t va, uint32_t count)
{
   unsigned size_B = index_sizes_B[h->gpu->cp->index_type & 3];
   const uint8_t *at = size_B && count ? read_memory(h->gpu->mem, va, (uint64_t)count * size_B) : NULL;
   struct hz_numbers n = { .first = UINT32_MAX, .known = at != NULL };
   bool restarts = G_028A94_RESET_EN(stream_reg(&h->regs, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN));
   uint32_t restart = stream_reg(&h->regs, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX);
   if (h->gpu->gfx_level == 8 && size_B && size_B < 4)
      restart &= (1u << 8 * size_B) - 1;
   for (uint32_t i = 0; at && i < count; i++) {
      uint32_t index = 0;
      memcpy(&index, at + (uint64_t)i * size_B, size_B);
      if (restarts && index == restart)
         continue;
      n.first = index < n.first ? index : n.first;
      n.last = index > n.last ? index : n.last;
   }
   return n;
}

/* Sets the numbers of the draw's vertices and instances. Those of indirect draws and of draws whose count comes from stream output
 * are not known. */
static void set_numbers(struct sim_hazard *h, const struct cp_packet *p)
{
   const uint32_t *b = p->body;
   uint32_t offset = stream_reg(&h->regs, R_028408_VGT_INDX_OFFSET);
   h->vertices = h->instances = (struct hz_numbers){ 0 };
   switch (p->opcode) {
   case PKT3_DRAW_INDEX_AUTO:
      if (b[0] && !G_0287F0_USE_OPAQUE(b[1]))
         h->vertices = (struct hz_numbers){ 0, b[0] - 1, true };
      break;
   case PKT3_DRAW_INDEX_2: /* indices after the last readable one are 0 */
      h->vertices = index_range(h, cp_va(b[1], b[2]), b[3] < b[0] ? b[3] : b[0]);
      if (b[0] < b[3])
         h->vertices.first = 0;
      break;
   case PKT3_DRAW_INDEX_OFFSET_2:
      h->vertices = index_range(h, h->gpu->cp->index_base + (uint64_t)b[1] * index_sizes_B[h->gpu->cp->index_type & 3], b[2]);
      break;
   default:
      return;
   }
   h->vertices.first += offset;
   h->vertices.last += offset;
   h->instances = (struct hz_numbers){ 0, h->gpu->cp->num_instances ? h->gpu->cp->num_instances - 1 : 0, true };
}

static void add_indices(struct sim_hazard *h, const struct cp_packet *p)
{
   const struct sim_gpu *gpu = h->gpu;
   const uint32_t *b = p->body;
   unsigned size = index_sizes_B[gpu->cp->index_type & 3];
   switch (p->opcode) {
   case PKT3_DRAW_INDEX_2:
      add(h, "index fetch", HZ_IA, cp_va(b[1], b[2]), (uint64_t)(b[3] < b[0] ? b[3] : b[0]) * size, HZ_READ_VS, false);
      break;
   case PKT3_DRAW_INDEX_OFFSET_2:
      add(h, "index fetch", HZ_IA, gpu->cp->index_base + (uint64_t)b[1] * size, (uint64_t)b[2] * size, HZ_READ_VS, false);
      break;
   case PKT3_DRAW_INDIRECT: case PKT3_DRAW_INDEX_INDIRECT:
      add(h, "indirect draw", HZ_PFP, gpu->cp->indirect_base + b[0], p->opcode == PKT3_DRAW_INDIRECT ? 16 : 20, 0, false);
      indirect_registers(h, p, false);
      break;
   case PKT3_DRAW_INDIRECT_MULTI: case PKT3_DRAW_INDEX_INDIRECT_MULTI:
      add(h, "indirect draw", HZ_PFP, gpu->cp->indirect_base + b[0], (uint64_t)b[4] * b[7], 0, false);
      if (PM4_GET_DRAW_INDIRECT_MULTI_DRAW_ID_REG_COUNT_INDIRECT(b[3]))
         add(h, "count of an indirect draw", HZ_PFP, cp_va(b[5], b[6]), 4, 0, false);
      indirect_registers(h, p, true);
      break;
   default:
      return;
   }
   if (p->opcode == PKT3_DRAW_INDEX_INDIRECT || p->opcode == PKT3_DRAW_INDEX_INDIRECT_MULTI)
      add(h, "index fetch", HZ_IA, gpu->cp->index_base, (uint64_t)gpu->cp->index_count_max * size, HZ_READ_VS, false);
}

void hz_draw(struct sim_hazard *h, const struct cp_packet *p)
{
   set_numbers(h, p);
   add_indices(h, p);
   unset_context(h, p);
   for (unsigned s = STREAM_STAGE_LS; s <= STREAM_STAGE_PS; s++)
      if (stream_stage_on(&h->regs, s, false))
         add_stage(h, s);
   add_colors(h);
   add_depth(h);
   perform(h);
   hz_draw_targets(h);
}

void hz_dispatch(struct sim_hazard *h)
{
   need(h, R_00B81C_COMPUTE_NUM_THREAD_X);
   add_stage(h, STREAM_STAGE_CS);
   perform(h);
}
