/* Depth and stencil against a one-pixel reference, for every format, function and operation; all instruction sets. */
#include "winsys/sim/tests/px_test.h"

#include <math.h>

#include "hw_regs.h"
#include "util/ut_cpu.h"

#include "winsys/sim/core/regs.h"

#define MEM_B 0x30000u
#define S_VA (PX_VA + 0x20000)
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

enum layout { L_1D, L_2D, L_1D_4X };

static void test_all(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   mem = px_mem_create(MEM_B);
   unsigned quads_in[3] = { 0 };
   for (unsigned round = 0; round < 1500; round++) {
      unsigned zf = 1 + round % 3, layout = round / 3 % 3, log2s = layout == L_1D_4X ? 2 : 0;
      bool two_d = layout == L_2D;
      unsigned pitch = two_d ? 256 : 32, height = two_d ? 128 : 32, el = zf == 1 ? 2 : 4;
      memset(&regs, 0, sizeof(regs));
      uint32_t macro = chip->gb_macrotile_mode[0];
      set(R_028040_DB_Z_INFO, S_028040_FORMAT(zf) | S_028040_NUM_SAMPLES(log2s) |
          S_028040_TILE_SPLIT(round & 256 ? 2 : 0)); /* 256 bytes: a tile is contiguous */
      set(R_028044_DB_STENCIL_INFO, S_028044_FORMAT(1));
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

      static uint8_t before[MEM_B], after[PX_TABLES][MEM_B];
      for (unsigned i = 0; i < 0x20000 / el; i++) {
         float f = px_randf(0, 1);
         uint32_t v = zf == 3 ? fmt_bits(f) : px_rand() % 5 * (zf == 1 ? 0x3fffu : 0x3fffffu) | (zf == 2 ? px_rand() << 24 : 0);
         memcpy(mem->base + PX_VA + i * el, &v, el);
      }
      for (unsigned i = 0; i < 0x10000; i++)
         mem->base[S_VA + i] = px_rand() & 1 ? (uint8_t)px_rand() : (uint8_t)((round & 1 ? rm : rmb) + (px_rand() & 1));
      memcpy(before, mem->base + PX_VA, MEM_B);

      struct db_state db;
      struct db_info info;
      unsigned lanes = 16u << px_rand() % 3, x = (px_rand() & 3) * 8, y = (px_rand() & 3) * 8,
         sample = px_rand() & ((1u << log2s) - 1);
      uint64_t mask = ((uint64_t)px_rand() << 32 | px_rand()) & (lanes == 64 ? ~0ull : (1ull << lanes) - 1);
      uint64_t passed[PX_TABLES] = { 0 };
      if (round & 16)
         mask = lanes == 64 ? ~0ull : (1ull << lanes) - 1;
      bool front = px_rand() & 1, ref_row = !(px_rand() & 3);
      float z[64];
      uint8_t refs[64];
      for (unsigned l = 0; l < 64; l++) {
         z[l] = px_rand() & 3 ? px_randf(-0.1f, 1.1f) : (float)(px_rand() % 5) * 0.25f;
         refs[l] = (uint8_t)px_rand();
      }
      bool plane = round & 32;
      struct db_z_plane planes = { px_randf(-0.1f, 1), px_randf(-0.02f, 0.02f), px_randf(-0.02f, 0.02f), px_randf(-20, 40),
                                   px_randf(-20, 40), 0.5f, 0.25f, round & 64 ? 0 : px_randf(-0.01f, 0.01f) };
      for (unsigned l = 0; l < 64 && plane; l++) {
         float dx = (float)(x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4)) + planes.at_x - planes.ref_x;
         float dy = (float)(y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4)) + planes.at_y - planes.ref_y;
         z[l] = planes.z + (planes.dz_dx * dx + planes.dz_dy * dy) + planes.offset;
      }
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct db_ops *ops = db_ops_of(isa);
         if (!ops)
            continue;
         memcpy(mem->base + PX_VA, before, MEM_B);
         db_state_init(&db, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         db.test = ops->db_test;
         passed[isa] = db_test(&db, x, y, 0, sample, lanes, mask, plane ? NULL : z, &planes, ref_row ? refs : 0, front);
         memcpy(after[isa], mem->base + PX_VA, MEM_B);
         if (plane && lanes == 64 && !sample && !ref_row && round & 128) { /* with another block in one call: it is not touched */
            struct db_block some[3] = { { x, y, mask }, { x ^ 8, y, 0 }, { 4096, y, mask } };
            memcpy(mem->base + PX_VA, before, MEM_B);
            db_test_blocks(&db, some, 3, 0, &planes, front);
            assert_int_equal(some[0].mask, passed[isa]);
            assert_int_equal(some[1].mask, 0);
            assert_true(!some[2].mask || !info.active);
            assert_memory_equal(mem->base + PX_VA, after[isa], MEM_B);
         }
         if (plane && lanes == 64 && !sample && info.quads && !db.pass_all) { /* the same pixels as quads */
            struct db_quads quads;
            for (unsigned n = 0; n < DB_MAX_QUADS; n++) {
               quads.x[n] = x + 2 * (n & 1) + (n & 4);
               quads.y[n] = y + (n & 2) + (n >> 1 & 4);
            }
            memcpy(mem->base + PX_VA, before, MEM_B);
            db.test_quads = ops->db_quads;
            assert_int_equal(db_test_quads(&db, &quads, DB_MAX_QUADS, 0, mask, &planes), passed[isa]);
            assert_memory_equal(mem->base + PX_VA, after[isa], MEM_B);
            quads_in[layout]++;
         }
         assert_int_equal(passed[isa], passed[0]);
         assert_memory_equal(after[isa], after[0], MEM_B);
      }
      assert_int_equal(mem->fault_count, 0);

      /* the reference, pixel by pixel; afterwards every other byte must be as before */
      bool back = !front && G_028800_BACKFACE_ENABLE(control);
      unsigned sfunc = back ? G_028800_STENCILFUNC_BF(control) : G_028800_STENCILFUNC(control);
      unsigned op_fail = ops >> (back ? 12 : 0) & 15, op_zpass = ops >> (back ? 16 : 4) & 15,
         op_zfail = ops >> (back ? 20 : 8) & 15;
      uint32_t m = back ? rmb : rm;
      for (unsigned l = 0; l < lanes; l++) {
         unsigned px = x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), py = y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4);
         uint8_t *zp = before + tile_offset_B(&db.z.surf, px, py, 0, sample);
         uint8_t *sp = before + (S_VA - PX_VA) + tile_offset_B(&db.s.surf, px, py, 0, sample);
         if (!(control & 2) && !(control & 8))
            zp = 0;
         if (!(mask >> l & 1))
            continue;
         double zv = fmin(fmax(z[l], zmin), zmax), units = zf == 1 ? 65535 : 16777215;
         uint32_t raw = 0, coded = 0;
         bool ok = true;
         if (zp) {
            memcpy(&raw, zp, el);
            float f = fmaxf(fminf(z[l], zmax), zmin);
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
         assert_int_equal(passed[0] >> l & 1, pass);
      }
      assert_int_equal(passed[0] & ~mask, 0);
      assert_memory_equal(after[0], before, MEM_B);
   }
   assert_true(quads_in[L_1D] && quads_in[L_2D]);
   /* unmapped surface: nothing passes, a fault is recorded */
   struct db_state db;
   struct db_info info;
   set(R_028800_DB_DEPTH_CONTROL, 2);
   set(R_028048_DB_Z_READ_BASE, 0x10);
   mem->fault_count = 0;
   float z[64] = { 0 };
   db_state_init(&db, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
   assert_true(info.active && mem->fault_count == 1);
   assert_int_equal(db_test(&db, 0, 0, 0, 0, 16, 0xffff, z, NULL, 0, true), 0);
   px_mem_destroy(mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_all) };
   return cmocka_run_group_tests(tests, 0, 0);
}
