/* test_jit_buf.c: buffer loads and stores of host code against the interpreter: descriptors of every kind, at the edges of their
 * range and of mapped memory, on random lanes and addresses. Registers, all of memory and the number of faults must be the same.
 * usage: test_sim_jit_buf [6 | 7 | 8]   the generation whose encodings are run */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/gcn/gcn_tables.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/tests/sq_rig.h"

#define DATA_VA (SQ_RIG_VA + 0x10000)
#define DATA_B 0x10000u /* to the end of what is mapped */
#define COUNT(a) (sizeof(a) / sizeof *(a))
enum { VDATA = 8, SRSRC = 4, SOFFSET = 8 };

static unsigned gfx = 8;
static uint32_t vgpr[2][256][64], exports[SQ_EXP_COUNT][4][64];
static uint8_t before[DATA_B], after[DATA_B];

static int setup(void **state)
{
   (void)state;
   sq_jit_options = SQ_JIT_KEEP_REGISTERS;
   return sq_rig_init(gfx, 0x10000 + DATA_B);
}

static bool number_of(unsigned op, uint32_t *number)
{
   const struct gcn_op_table *table = &gcn_op_tables[gfx - 6][GCN_MUBUF];
   for (*number = 0; *number < table->count; ++*number)
      if (table->ops[*number] == op)
         return true;
   return false;
}

/* ---- one wave ----------------------------------------------------------------------------------------------------------- */

/* Of every kind that there is, the range often ending where memory does. */
static void descriptor(uint32_t rsrc[4])
{
   static const uint16_t strides[] = { 0, 4, 8, 12, 16, 20, 36, 0x3fff };
   static const uint32_t formats[] = { 4 << 15 | 7 << 12, 11 << 15 | 7 << 12, 13 << 15 | 7 << 12, 14 << 15 | 4 << 12, 10 << 15 | 0 << 12,
                                       1 << 15 | 5 << 12, 8 << 15 | 1 << 12, 5 << 15 | 7 << 12, 13 << 15 | 0 << 12, 15 << 15 };
   const uint32_t size_B = sq_below(2) ? 1 + sq_below(700) : 4096 + sq_below(8192);
   const uint32_t stride = strides[sq_below(COUNT(strides))], kind = sq_below(8);
   uint64_t base = sq_below(2) ? DATA_VA + sq_below(64) : DATA_VA + DATA_B - size_B + (sq_below(4) ? 0 : sq_below(16) - 8);
   rsrc[2] = stride && (gfx < 8 || sq_below(2)) ? size_B / stride + sq_below(2) : size_B;
   rsrc[3] = 0xfac | formats[sq_below(COUNT(formats))];
   if (!sq_below(4))
      rsrc[3] ^= sq_below(0x1000);
   rsrc[1] = stride << 16;
   if (kind <= 2) { /* swizzled: scratch, rings */
      rsrc[1] = 1u << 31 | (kind ? 0 : stride << 16);
      rsrc[2] = kind && sq_below(2) ? UINT32_MAX : rsrc[2];
      rsrc[3] = (rsrc[3] & 0xfff) | sq_below(4) << 19 |
                (sq_below(3) ? 1 + 2 * sq_below(2) : sq_below(4)) << 21 | (sq_below(4) ? 1u << 23 : 0);
      base = DATA_VA + sq_below(3) * 4096 + sq_below(2) * sq_below(64);
   } else if (kind == 3) {
      rsrc[3] = (rsrc[3] & 0xfff) | 1u << 23;
   } else if (kind == 4 && !sq_below(4)) {
      for (unsigned i = 0; i < 4; i++)
         rsrc[i] = sq_next();
      base = (uint64_t)(rsrc[1] & 0xffff) << 32 | rsrc[0];
   } else if (kind == 5 && !sq_below(4)) { /* much more than is mapped */
      rsrc[2] = sq_next();
   }
   rsrc[0] = (uint32_t)base;
   rsrc[1] |= (uint32_t)(base >> 32) & 0xffff;
}

/* Indices or offsets in order, of a few values, near each other, near 2^32, or anywhere. */
static void addresses(uint32_t row[64], uint32_t scale)
{
   static const uint32_t starts[] = { 0, 0, 1, 4, 20, 400, 0xfffffff0, 0x7fffffff, 0x20000000 };
   const uint32_t kind = sq_below(6), start = starts[sq_below(COUNT(starts))], pitch = sq_below(3) ? scale : scale * sq_below(5);
   for (unsigned i = 0; i < 64; i++)
      row[i] = kind == 0 ? sq_next() : kind == 1 ? sq_below(200) : kind == 2 ? start + scale * sq_below(20) : start + pitch * i;
   if (kind == 5) /* all but one */
      row[sq_below(64)] = sq_next();
}

static void random_wave(struct sq_wave *w, bool idxen)
{
   static const uint64_t masks[] = { UINT64_MAX, UINT64_MAX, 0x5555555555555555, 0x00ff3c0180f0c3a5, 0, 0x8000000100010000, 2 };
   uint32_t rsrc[4];
   descriptor(rsrc);
   memcpy(&w->sgpr[SRSRC], rsrc, sizeof rsrc);
   w->sgpr[SOFFSET] = sq_below(3) ? 0 : sq_below(3) ? 4 * sq_below(64) : sq_below(2) ? sq_below(5000) : sq_next();
   w->exec = (sq_below(4) ? masks[sq_below(COUNT(masks))] : (uint64_t)sq_next() << 32 | sq_next()) & sq_first_lanes(w->lanes);
   for (unsigned r = 0; r < 16; r++)
      for (unsigned i = 0; i < 64; i++)
         vgpr[0][r][i] = sq_next();
   addresses(vgpr[0][0], idxen ? 1 : 4);
   addresses(vgpr[0][1], 4);
   memcpy(vgpr[1], vgpr[0], sizeof vgpr[0]);
   for (unsigned i = 0; i < DATA_B / 4; i++)
      memcpy(before + 4 * i, &(uint32_t){ sq_next() }, 4);
}

static unsigned run(const struct sq_program *p, const struct sq_wave *wave, unsigned jit)
{
   struct sq_wave w = *wave;
   const unsigned faults = mem.fault_count;
   w.vgpr = vgpr[jit];
   memcpy(mem.base + DATA_VA, before, DATA_B);
   if ((jit ? sq_run_jit(p, &w) : sq_run_interp(p, &w)) != SQ_DONE)
      fail_msg("engine %u: %s", jit, w.fault.text);
   return mem.fault_count - faults;
}

static void compare(const struct sq_program *p, const struct sq_wave *w, const char *what)
{
   const uint32_t *s = &w->sgpr[SRSRC];
   char text[200];
   snprintf(text, sizeof text, "%s, %u lanes, exec %#llx, V# %08x %08x %08x %08x, soffset %#x, v0 %#x %#x, v1 %#x %#x", what, w->lanes,
            (unsigned long long)w->exec, s[0], s[1], s[2], s[3], w->sgpr[SOFFSET], vgpr[0][0][0], vgpr[0][0][1], vgpr[0][1][0],
            vgpr[0][1][1]);
   const unsigned faults = run(p, w, 0);
   memcpy(after, mem.base + DATA_VA, DATA_B);
   const unsigned got = run(p, w, 1);
   if (got != faults)
      fail_msg("%s: %u faults, expected %u", text, got, faults);
   for (unsigned i = 0; i < DATA_B; i++)
      if (mem.base[DATA_VA + i] != after[i])
         fail_msg("%s: byte %#x: %#x, expected %#x", text, i, mem.base[DATA_VA + i], after[i]);
   for (unsigned r = 0; r < 16; r++)
      for (unsigned i = 0; i < w->lanes; i++)
         if (vgpr[1][r][i] != vgpr[0][r][i])
            fail_msg("%s: v%u lane %u: %#x, expected %#x", text, r, i, vgpr[1][r][i], vgpr[0][r][i]);
}

/* ---- instructions ------------------------------------------------------------------------------------------------------- */

static void compare_waves(unsigned op, unsigned count)
{
   static const uint8_t lanes[] = { 64, 32, 16, 8 };
   static const uint16_t immediates[] = { 0, 4, 12, 4095 };
   uint32_t number;
   if (!number_of(op, &number))
      return;
   for (unsigned form = 0; form < 8; form++) {
      const bool offen = form & 1, idxen = form & 2;
      const uint32_t imm = form & 4 ? immediates[1 + sq_below(3)] : 0;
      const uint32_t code[] = { 0x38u << 26 | number << 18 | (uint32_t)idxen << 13 | (uint32_t)offen << 12 | imm,
                                (uint32_t)SOFFSET << 24 | SRSRC / 4 << 16 | VDATA << 8, 0xbf810000 };
      char what[100];
      snprintf(what, sizeof what, "%s%s%s offset:%u", gcn_op_infos[op].name, idxen ? " idxen" : "", offen ? " offen" : "", imm);
      memcpy(mem.base + SQ_RIG_VA, code, sizeof code);
      sq_cache_invalidate(cache);
      const struct sq_program *p = sq_program_get(cache, SQ_RIG_VA, SQ_CS, 0xf0u << 12);
      for (unsigned n = 0; n < count; n++) {
         struct sq_wave w = { .lanes = lanes[(op + form + n / (count / 2)) % 4], .mem = &mem, .exp = exports, .tc = tc };
         random_wave(&w, idxen);
         compare(p, &w, what);
      }
   }
}

static void test_loads(void **state)
{
   static const uint16_t ops[] = { GCN_BUFFER_LOAD_DWORD, GCN_BUFFER_LOAD_DWORDX2, GCN_BUFFER_LOAD_DWORDX3, GCN_BUFFER_LOAD_DWORDX4,
                                   GCN_BUFFER_LOAD_FORMAT_X, GCN_BUFFER_LOAD_FORMAT_XYZ, GCN_BUFFER_LOAD_FORMAT_XYZW,
                                   GCN_BUFFER_LOAD_UBYTE, GCN_BUFFER_LOAD_SSHORT };
   (void)state;
   for (unsigned i = 0; i < COUNT(ops); i++)
      compare_waves(ops[i], i ? 200 : 600);
}

static void test_stores(void **state)
{
   static const uint16_t ops[] = { GCN_BUFFER_STORE_DWORD, GCN_BUFFER_STORE_DWORDX2, GCN_BUFFER_STORE_DWORDX3, GCN_BUFFER_STORE_DWORDX4,
                                   GCN_BUFFER_STORE_FORMAT_XYZW, GCN_BUFFER_STORE_BYTE };
   (void)state;
   for (unsigned i = 0; i < COUNT(ops); i++)
      compare_waves(ops[i], i ? 200 : 600);
}

int main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_loads), cmocka_unit_test(test_stores) };
   if (!sq_rig_gfx(argc, argv, &gfx))
      return 1;
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
