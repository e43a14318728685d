/* Depth and stencil against a one-pixel reference, for every format, function and operation; all instruction sets. */
#include "winsys/sim/tests/px_test.h"

#include <math.h>

#include "hw_regs.h"
#include "util/ut_cpu.h"

#include "winsys/sim/core/regs.h"

#define Z_ROOM_B 0x100000u /* 256x128 pixels with 8 samples of 4 bytes */
#define MEM_B (Z_ROOM_B + Z_ROOM_B / 4)
#define S_VA (PX_VA + Z_ROOM_B)
static struct sim_mem *mem;
static struct sim_regs regs;

static void set(uint32_t reg, uint32_t v) { regs.context[(reg - SIM_CONTEXT_START) / 4] = v; }
static void setf(uint32_t reg, float f) { set(reg, fmt_bits(f)); }

struct pixel { double z; uint32_t raw_z; unsigned s; };

static bool cmp(unsigned func, double a, double b)
{
   switch (func) {
   case 0: return false;
   case 1: return a < b;
   case 2: return a == b;
   case 3: return a <= b;
   case 4: return a > b;
   case 5: return a != b;
   case 6: return a >= b;
   default: return true;
   }
}

static unsigned stencil_op(unsigned op, unsigned s, unsigned ref, unsigned val)
{
   switch (op) {
   case V_02842C_STENCIL_KEEP: return s;
   case V_02842C_STENCIL_ZERO: return 0;
   case V_02842C_STENCIL_ONES: return 255;
   case V_02842C_STENCIL_REPLACE_TEST: return ref;
   case V_02842C_STENCIL_REPLACE_OP: return val;
   case V_02842C_STENCIL_ADD_CLAMP: return s + val > 255 ? 255 : s + val;
   case V_02842C_STENCIL_SUB_CLAMP: return s < val ? 0 : s - val;
   case V_02842C_STENCIL_INVERT: return 255 - s;
   case V_02842C_STENCIL_ADD_WRAP: return (s + val) % 256;
   case V_02842C_STENCIL_SUB_WRAP: return (s + 256 - val) % 256;
   case V_02842C_STENCIL_AND: return s & val;
   case V_02842C_STENCIL_OR: return s | val;
   case V_02842C_STENCIL_XOR: return s ^ val;
   case V_02842C_STENCIL_NAND: return 255 & ~(s & val);
   case V_02842C_STENCIL_NOR: return 255 & ~(s | val);
   default: return 255 & ~(s ^ val);
   }
}

/* Bytes of the two surfaces. */
struct surfaces { uint8_t z[Z_ROOM_B], s[Z_ROOM_B / 4]; };
static size_t z_B, s_B;

static void save(struct surfaces *to)
{
   memcpy(to->z, mem->base + PX_VA, z_B);
   memcpy(to->s, mem->base + S_VA, s_B);
}

static void restore(const struct surfaces *from)
{
   memcpy(mem->base + PX_VA, from->z, z_B);
   memcpy(mem->base + S_VA, from->s, s_B);
}

static void assert_surfaces(const struct surfaces *expected, unsigned round, const char *by)
{
   const uint8_t *bytes[2] = { mem->base + PX_VA, mem->base + S_VA }, *want[2] = { expected->z, expected->s };
   const size_t size_B[2] = { z_B, s_B };
   for (unsigned n = 0; n < 2; n++)
      for (size_t i = 0; memcmp(bytes[n], want[n], size_B[n]) && i < size_B[n]; i++)
         if (bytes[n][i] != want[n][i])
            fail_msg("round %u, %s: %s, byte %zu: %#x, not %#x", round, by, n ? "stencil" : "depth", i, bytes[n][i], want[n][i]);
}

static uint64_t lanes_of_some(void)
{
   uint64_t bits = (uint64_t)px_rand() << 32 | px_rand();
   switch (px_rand() & 3) {
   case 0: return ~0ull;
   case 1: return bits & (0xffffull << 16 * (px_rand() & 3));
   default: return bits;
   }
}

/* Of a lane, in a block. */
static unsigned column(unsigned l) { return (l & 1) + (l >> 1 & 2) + (l >> 2 & 4); }
static unsigned row(unsigned l) { return (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4); }

static void test_all(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   mem = px_mem_create(MEM_B);
   unsigned quads_in[2] = { 0 }, rounds[2][4] = { { 0 } };
   static struct surfaces before, after;
   for (unsigned round = 0; round < 4000; round++) {
      unsigned zf = 1 + round % 3, two_d = round / 3 & 1, log2s = px_rand() % 4;
      if (two_d && log2s > 2 && px_rand() & 3)
         log2s = 2; /* the larger ones take long */
      unsigned samples = 1u << log2s, pitch = two_d ? 256 : 32, height = two_d ? 128 : 32, el = zf == 1 ? 2 : 4;
      rounds[two_d][log2s]++;
      z_B = (size_t)pitch * height * el << log2s;
      s_B = (size_t)pitch * height << log2s;
      memset(&regs, 0, sizeof(regs));
      uint32_t macro = chip->gb_macrotile_mode[0];
      set(R_028040_DB_Z_INFO, S_028040_FORMAT(zf) | S_028040_NUM_SAMPLES(log2s) |
          S_028040_TILE_SPLIT(px_rand() & 3)); /* from 256 bytes on, a single-sampled tile is contiguous */
      set(R_028044_DB_STENCIL_INFO, S_028044_FORMAT(1) | S_028044_TILE_SPLIT(px_rand() & 3));
      set(R_02803C_DB_DEPTH_INFO, S_02803C_ARRAY_MODE(two_d ? 4 : 2) | S_02803C_PIPE_CONFIG(12) |
          S_02803C_BANK_WIDTH(macro & 3) | S_02803C_BANK_HEIGHT(macro >> 2 & 3) | S_02803C_MACRO_TILE_ASPECT(macro >> 4 & 3) |
          S_02803C_NUM_BANKS(macro >> 6 & 3));
      set(R_028058_DB_DEPTH_SIZE, S_028058_PITCH_TILE_MAX(pitch / 8 - 1) | S_028058_HEIGHT_TILE_MAX(height / 8 - 1));
      set(R_02805C_DB_DEPTH_SLICE, pitch * height / 64 - 1);
      set(R_028048_DB_Z_READ_BASE, PX_VA >> 8);
      set(R_028050_DB_Z_WRITE_BASE, PX_VA >> 8);
      set(R_02804C_DB_STENCIL_READ_BASE, S_VA >> 8);
      set(R_028054_DB_STENCIL_WRITE_BASE, S_VA >> 8);
      uint32_t control = px_rand() & 0x7007ff, ops = px_rand() & 0xffffff, rm = px_rand(), rmb = px_rand();
      if (round & 64)
         control &= ~1u; /* depth alone, the fast cases */
      set(R_028800_DB_DEPTH_CONTROL, control);
      set(R_02842C_DB_STENCIL_CONTROL, ops);
      set(R_028430_DB_STENCILREFMASK, rm);
      set(R_028434_DB_STENCILREFMASK_BF, rmb);
      float zmin = round & 8 ? 0.25f : 0, zmax = round & 8 ? 0.75f : 1, bmin = 0.2f, bmax = 0.7f;
      setf(R_0282D0_PA_SC_VPORT_ZMIN_0, zmin);
      setf(R_0282D4_PA_SC_VPORT_ZMAX_0, zmax);
      setf(R_028020_DB_DEPTH_BOUNDS_MIN, bmin);
      setf(R_028024_DB_DEPTH_BOUNDS_MAX, bmax);

      for (unsigned i = 0; i < z_B / el; i++) {
         float f = px_randf(0, 1);
         uint32_t v = zf == 3 ? fmt_bits(f) : px_rand() % 5 * (zf == 1 ? 0x3fffu : 0x3fffffu) | (zf == 2 ? px_rand() << 24 : 0);
         memcpy(mem->base + PX_VA + i * el, &v, el);
      }
      for (unsigned i = 0; i < s_B; i++)
         mem->base[S_VA + i] = px_rand() & 1 ? (uint8_t)px_rand() : (uint8_t)((round & 1 ? rm : rmb) + (px_rand() & 1));
      save(&before);

      struct db_state db;
      struct db_info info;
      unsigned x = (px_rand() & 3) * 8, y = (px_rand() & 3) * 8;
      bool front = px_rand() & 1, ref_row = !(px_rand() & 3), plane = round & 32;
      uint64_t cover[DB_MAX_SAMPLES];
      struct db_places places = { .count = px_rand() & 1 ? samples : 2 * samples };
      const bool all = px_rand() & 1;
      for (unsigned s = 0; s < DB_MAX_SAMPLES; s++) {
         cover[s] = all && s ? cover[0] : lanes_of_some();
         places.x[s] = (float)(px_rand() & 15) / 16;
         places.y[s] = (float)(px_rand() & 15) / 16;
      }
      float z[DB_MAX_SAMPLES][64];
      uint8_t refs[64];
      for (unsigned l = 0; l < 64; l++) {
         z[0][l] = px_rand() & 3 ? px_randf(-0.1f, 1.1f) : (float)(px_rand() % 5) * 0.25f;
         refs[l] = (uint8_t)px_rand();
      }
      struct db_z_plane planes = { px_randf(-0.1f, 1), px_randf(-0.02f, 0.02f), px_randf(-0.02f, 0.02f), px_randf(-20, 40),
                                   px_randf(-20, 40), places.x[0], places.y[0], round & 64 ? 0 : px_randf(-0.01f, 0.01f) };
      for (unsigned s = 0; s < samples; s++)
         for (unsigned l = 0; l < 64; l++) {
            float dx = (float)(x + column(l)) + places.x[s] - planes.ref_x;
            float dy = (float)(y + row(l)) + places.y[s] - planes.ref_y;
            z[s][l] = plane ? planes.z + (planes.dz_dx * dx + planes.dz_dy * dy) + planes.offset : z[0][l];
         }
      uint64_t passed[DB_MAX_SAMPLES];
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct db_ops *fn = db_ops_of(isa);
         if (!fn)
            continue;
         restore(&before);
         db_state_init(&db, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         assert_false(db.pass_none);
         db.ops = fn;
         struct db_samples block[2] = { { .x = x, .y = y }, { .x = 4096, .y = y } };
         memcpy(block[0].cover, cover, sizeof cover);
         memcpy(block[1].cover, cover, sizeof cover);
         db_test_samples(&db, block, 2, 0, &places, &planes, plane ? NULL : z[0], ref_row ? refs : NULL, front);
         for (unsigned s = 0; s < places.count && !db.pass_all; s++)
            assert_true(!block[1].cover[s] && (s < samples || !block[0].cover[s]));
         if (isa == UT_ISA_BASE) {
            memcpy(passed, block[0].cover, sizeof passed);
            save(&after);
         }
         assert_memory_equal(passed, block[0].cover, samples * sizeof *passed);
         assert_surfaces(&after, round, px_ops_of(isa)->name);
         if (log2s || !plane || ref_row)
            continue;
         /* The same pixels with another block in one call, which is not touched; and as quads. */
         struct db_block some[3] = { { x, y, cover[0] }, { x ^ 8, y, 0 }, { 4096, y, cover[0] } };
         restore(&before);
         db_test_blocks(&db, some, 3, 0, &planes, front);
         assert_int_equal(some[0].mask, passed[0]);
         assert_int_equal(some[1].mask, 0);
         assert_true(!some[2].mask || !info.active);
         assert_surfaces(&after, round, px_ops_of(isa)->name);
         if (!info.quads || db.pass_all)
            continue;
         struct db_quads quads;
         for (unsigned n = 0; n < DB_MAX_QUADS; n++) {
            quads.x[n] = x + column(4 * n);
            quads.y[n] = y + row(4 * n);
         }
         restore(&before);
         assert_int_equal(db_test_quads(&db, &quads, DB_MAX_QUADS, 0, cover[0], &planes), passed[0]);
         assert_surfaces(&after, round, px_ops_of(isa)->name);
         quads_in[two_d]++;
      }
      assert_int_equal(mem->fault_count, 0);

      /* the reference, element by element; afterwards every other byte must be as before */
      bool back = !front && G_028800_BACKFACE_ENABLE(control);
      unsigned sfunc = back ? G_028800_STENCILFUNC_BF(control) : G_028800_STENCILFUNC(control);
      unsigned op_fail = ops >> (back ? 12 : 0) & 15, op_zpass = ops >> (back ? 16 : 4) & 15,
         op_zfail = ops >> (back ? 20 : 8) & 15;
      uint32_t m = back ? rmb : rm;
      for (unsigned i = 0; i < 64 * samples; i++) {
         const unsigned l = i / samples, sample = i % samples, px = x + column(l), py = y + row(l);
         uint8_t *zp = before.z + tile_offset_B(&db.z.surf, px, py, 0, sample);
         uint8_t *sp = before.s + tile_offset_B(&db.s.surf, px, py, 0, sample);
         if (!(control & 2) && !(control & 8))
            zp = 0;
         if (!(cover[sample] >> l & 1))
            continue;
         double zv = fmin(fmax(z[sample][l], zmin), zmax), units = zf == 1 ? 65535 : 16777215;
         uint32_t raw = 0, coded = 0;
         bool ok = true;
         if (zp) {
            memcpy(&raw, zp, el);
            float f = fmaxf(fminf(z[sample][l], zmax), zmin);
            coded = zf == 3 ? fmt_bits(f) : (uint32_t)rint((float)(zv * units));
         }
         double old = zf == 3 ? fmt_float(raw) : raw & (zf == 1 ? 0xffff : 0xffffff);
         double incoming = zf == 3 ? fmt_float(coded) : coded;
         if (control & 8) { /* bounds */
            double v = zf == 3 ? old : old / units;
            if (fabs(v - bmin) < 1e-6 || fabs(v - bmax) < 1e-6)
               continue;
            ok = v >= bmin && v <= bmax;
         }
         bool zpass = !(control & 2) || cmp(G_028800_ZFUNC(control), incoming, old), spass = true;
         if ((control & 1) && ok) {
            unsigned ref = ref_row ? refs[l] : m & 255, s = *sp, wm = m >> 16 & 255, smask = m >> 8 & 255;
            spass = cmp(sfunc, ref & smask, s & smask);
            unsigned next = stencil_op(!spass ? op_fail : zpass ? op_zpass : op_zfail, s, ref, m >> 24);
            *sp = (uint8_t)((next & wm) | (s & ~wm));
         }
         bool pass = ok && spass && zpass;
         if (pass && (control & 2) && (control & 4)) {
            if (zf == 2)
               coded |= raw & 0xff000000;
            memcpy(zp, &coded, el);
         }
         if ((passed[sample] >> l & 1) != pass)
            fail_msg("round %u: lane %u of sample %u passes: %d", round, l, sample, !pass);
      }
      for (unsigned s = 0; s < samples; s++)
         assert_int_equal(passed[s] & ~cover[s], 0);
      restore(&after);
      assert_surfaces(&before, round, "element by element");
   }
   assert_true(quads_in[0] && quads_in[1]);
   for (unsigned i = 0; i < 8; i++)
      assert_true(rounds[i / 4][i % 4] > 100);
   /* unmapped surface: nothing passes, a fault is recorded */
   struct db_state db;
   struct db_info info;
   set(R_028800_DB_DEPTH_CONTROL, 2);
   set(R_028048_DB_Z_READ_BASE, 0x10);
   mem->fault_count = 0;
   struct db_samples block = { 0, 0, { 0xffff } };
   const struct db_places places = { .count = 1 };
   const struct db_z_plane plane = { 0 };
   db_state_init(&db, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
   assert_true(info.active && mem->fault_count == 1);
   db_test_samples(&db, &block, 1, 0, &places, &plane, NULL, NULL, true);
   assert_int_equal(block.cover[0], 0);
   px_mem_destroy(mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_all) };
   return cmocka_run_group_tests(tests, 0, 0);
}
