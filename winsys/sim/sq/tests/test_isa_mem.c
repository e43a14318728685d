/* test_isa_mem.c: operations on memory, each against plain C: LDS, buffers, pointers: loads and stores of every width, every
 * atomic in every form; which part of the texture unit an image operation asks for. Interpreter and host code. An operation
 * of these encodings without a row fails the test, unless `elsewhere` says why.
 * usage: test_sim_isa_mem [6 | 7 | 8]   the generation whose encodings are run */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/gcn/gcn_tables.h"
#include "winsys/sim/sq/tests/isa.h"
#include "winsys/sim/tests/sq_rig.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_image.h"

#define CODE_VA SQ_RIG_VA
#define DATA_VA 0x110000ull
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define STRIDE 32 /* bytes per lane */

static unsigned gfx = 8;
static uint32_t vgpr[256][64], exports[SQ_EXP_COUNT][4][64];
static uint8_t lds[64 * STRIDE + 8192], before[sizeof lds];
static bool tested[GCN_OP_COUNT];

static int setup(void **state)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS; /* the tests look at registers afterwards */
   return sq_rig_init(gfx, 0x100000);
}

static const struct gcn_op_table *table_of(enum gcn_enc enc) { return &gcn_op_tables[gfx - 6][enc]; }

static bool exists(unsigned op)
{
   const struct gcn_op_table *table = table_of((enum gcn_enc)gcn_op_infos[op].enc);
   for (unsigned i = 0; i < table->count; i++)
      if (table->ops[i] == op)
         return true;
   return false;
}

static unsigned number_of(enum gcn_enc enc, unsigned op)
{
   const struct gcn_op_table *table = table_of(enc);
   for (unsigned i = 0; i < table->count; i++)
      if (table->ops[i] == op)
         return i;
   fail_msg("%s is not there", gcn_op_infos[op].name);
   return 0;
}

/* First dwords of encodings. Image and FLAT operations lie the same on all generations. */
static uint32_t ds(unsigned op) { return 0x36u << 26 | number_of(GCN_DS, op) << (gfx >= 8 ? 17 : 18); }
static uint32_t mubuf(unsigned op) { return 0x38u << 26 | number_of(GCN_MUBUF, op) << 18; }

/* Data at s16 from base s0, and an offset in bytes, or M0. */
static void smem(uint32_t code[2], unsigned op, uint32_t offset, bool m0)
{
   if (gfx >= 8) {
      code[0] = 0x30u << 26 | number_of(GCN_SMEM, op) << 18 | (m0 ? 0 : 1 << 17) | 16 << 6;
      code[1] = m0 ? GCN_SRC_M0 : offset;
   } else { /* SMRD counts dwords */
      code[0] = 0x18u << 27 | number_of(GCN_SMEM, op) << 22 | 16 << 15 | (m0 ? GCN_SRC_M0 : 1 << 8 | offset / 4);
      code[1] = 0;
   }
}

static const uint64_t values[] = { 0, 1, 5, 0x80000000, 0x7fffffff, 0xffffffff, 0x3f800000, 0xbf800000, 0x7fc00000,
                                   0x0000ffff80008180,
   1ull << 63, INT64_MAX, UINT64_MAX, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff8000000000000, 0x123456789abcdef0,
   0x80000001fffffffe };

/* Each row runs on all of these. */
static const struct { uint8_t lanes; bool jit; } engines[] = {
   { 16, false }, { 32, false }, { 64, false }, { 16, true }, { 32, true }, { 64, true } };

enum where { IN_LDS, IN_BUFFER, BY_POINTER };
static uint8_t *memory_of(enum where where) { return where == IN_LDS ? lds : mem.base + DATA_VA; }

static uint32_t lds_base; /* of the addresses in LDS */

/* Runs one instruction: v0 (v[0:1] for pointers) address of the lane, v[4:7] and v[8:11] data, results in v[12:15]. */
static struct sq_wave run(const uint32_t code[2], enum where where, unsigned lanes, bool jit, uint64_t exec, uint32_t m0)
{
   struct gcn_inst inst;
   uint32_t program[3] = { code[0], code[1], 0xbf810000 };
   assert_true(gcn_decode(gfx, code, 2, 0, &inst));
   program[inst.size_B / 4] = 0xbf810000;
   memcpy(mem.base + CODE_VA, program, sizeof program);
   sq_cache_invalidate(cache);
   const struct sq_program *p = sq_program_get(cache, CODE_VA, SQ_CS, 0xf0u << 12);
   struct sq_wave w = { .lanes = lanes, .exec = exec & sq_first_lanes(lanes), .vgpr = vgpr, .mem = &mem, .exp = exports, .tc = tc,
                        .lds = lds, .lds_B = sizeof lds };
   /* V#: bytes from DATA_VA, number format FLOAT of 32_32_32_32, X Y Z W */
   uint32_t rsrc[4] = { (uint32_t)DATA_VA, 0, sizeof lds, 14u << 15 | 7u << 12 | 0xfac };
   memcpy(w.sgpr, rsrc, sizeof rsrc);
   for (unsigned i = 16; i < 32; i++)
      w.sgpr[i] = 0xab000000 + i;
   w.sgpr[GCN_SRC_M0] = m0;
   for (unsigned lane = 0; lane < 64; lane++) {
      uint64_t address = STRIDE * lane + (where == BY_POINTER ? DATA_VA : where == IN_LDS ? lds_base : 0);
      vgpr[0][lane] = (uint32_t)address;
      vgpr[1][lane] = (uint32_t)(address >> 32);
      for (unsigned k = 0; k < 12; k++) { /* data 0, data 1, old results */
         uint64_t v = values[(lane * 7 + k / 2 * 5 + lane / 9) % COUNT(values)];
         vgpr[4 + k][lane] = (uint32_t)(v >> 32 * (k & 1));
      }
   }
   for (unsigned i = 0; i < sizeof before / 8; i++)
      memcpy(before + 8 * i, &values[i * 5 / 4 % COUNT(values)], 8);
   memcpy(memory_of(where), before, sizeof before);
   enum sq_result r = jit ? sq_run_jit(p, &w) : sq_run_interp(p, &w);
   if (r != SQ_DONE)
      fail_msg("%s: %s", gcn_op_infos[inst.op].name, w.fault.text);
   tested[inst.op] = true;
   return w;
}

static uint64_t at(const uint8_t *p, unsigned address, unsigned size)
{
   uint64_t v = 0;
   memcpy(&v, p + address, size);
   return v;
}

static uint64_t pair(unsigned reg, unsigned lane, unsigned size)
{
   return vgpr[reg][lane] | (size > 4 ? (uint64_t)vgpr[reg + 1][lane] << 32 : 0);
}

static void expect(unsigned op, const char *what, unsigned lane, uint64_t got, uint64_t want)
{
   if (got != want)
      fail_msg("%s, lane %u, %s: %#llx, expected %#llx", gcn_op_infos[op].name, lane, what, (unsigned long long)got,
               (unsigned long long)want);
}

/* ---- atomics ---------------------------------------------------------------------------------------------------------- */

/* m: memory, a and b: data, of `size` bytes; s*: signed. */
struct values { uint64_t m, a, b; int64_t sm, sa; unsigned size; };
#define FM isa_float((uint32_t)x->m)
#define FA isa_float((uint32_t)x->a)
#define DM isa_double(x->m)
#define DA isa_double(x->a)

/* DS: name, type, size, value stored. Each also as *_rtn_*; both lists: also as *_src2_*, where b is nothing. */
#define DS_SRC2(X) \
   X(ADD, U32, 4, x->m + x->a) X(SUB, U32, 4, x->m - x->a) X(RSUB, U32, 4, x->a - x->m) \
   X(INC, U32, 4, x->m >= x->a ? 0 : x->m + 1) \
   X(DEC, U32, 4, x->m == 0 || x->m > x->a ? x->a : x->m - 1) X(MIN, I32, 4, x->sm < x->sa ? x->m : x->a) \
   X(MAX, I32, 4, x->sm > x->sa ? x->m : x->a) X(MIN, U32, 4, x->m < x->a ? x->m : x->a) \
   X(MAX, U32, 4, x->m > x->a ? x->m : x->a) \
   X(AND, B32, 4, x->m & x->a) X(OR, B32, 4, x->m | x->a) X(XOR, B32, 4, x->m ^ x->a) \
   X(MIN, F32, 4, isnan(FM) ? x->a : isnan(FA) || FM < FA || (FM == FA && signbit(FM)) ? x->m : x->a) \
   X(MAX, F32, 4, isnan(FM) ? x->a : isnan(FA) || FM > FA || (FM == FA && !signbit(FM)) ? x->m : x->a) \
   X(ADD, U64, 8, x->m + x->a) X(SUB, U64, 8, x->m - x->a) X(RSUB, U64, 8, x->a - x->m) \
   X(INC, U64, 8, x->m >= x->a ? 0 : x->m + 1) \
   X(DEC, U64, 8, x->m == 0 || x->m > x->a ? x->a : x->m - 1) X(MIN, I64, 8, x->sm < x->sa ? x->m : x->a) \
   X(MAX, I64, 8, x->sm > x->sa ? x->m : x->a) X(MIN, U64, 8, x->m < x->a ? x->m : x->a) \
   X(MAX, U64, 8, x->m > x->a ? x->m : x->a) \
   X(AND, B64, 8, x->m & x->a) X(OR, B64, 8, x->m | x->a) X(XOR, B64, 8, x->m ^ x->a) \
   X(MIN, F64, 8, isnan(DM) ? x->a : isnan(DA) || DM < DA || (DM == DA && signbit(DM)) ? x->m : x->a) \
   X(MAX, F64, 8, isnan(DM) ? x->a : isnan(DA) || DM > DA || (DM == DA && !signbit(DM)) ? x->m : x->a)
#define DS_PLAIN(X) \
   X(MSKOR, B32, 4, (x->m & ~x->a) | x->b) X(CMPST, B32, 4, x->m == x->a ? x->b : x->m) X(CMPST, F32, 4, FM == FA ? x->b : x->m) \
   X(MSKOR, B64, 8, (x->m & ~x->a) | x->b) X(CMPST, B64, 8, x->m == x->a ? x->b : x->m) X(CMPST, F64, 8, DM == DA ? x->b : x->m)
#define DS_RTN(X) \
   X(WRXCHG, B32, 4, x->a) X(WRXCHG, B64, 8, x->a) X(WRAP, B32, 4, x->m >= x->a ? x->m - x->a : x->m + x->b)
/* Memory: buffer_, flat_; each also _x2. b is compared. */
#define GLOBAL(X) \
   X(SWAP, x->a) X(CMPSWAP, x->m == x->b ? x->a : x->m) X(ADD, x->m + x->a) X(SUB, x->m - x->a) \
   X(SMIN, x->sm < x->sa ? x->m : x->a) \
   X(UMIN, x->m < x->a ? x->m : x->a) X(SMAX, x->sm > x->sa ? x->m : x->a) X(UMAX, x->m > x->a ? x->m : x->a) \
   X(AND, x->m & x->a) \
   X(OR, x->m | x->a) X(XOR, x->m ^ x->a) X(INC, x->m >= x->a ? 0 : x->m + 1) X(DEC, x->m == 0 || x->m > x->a ? x->a : x->m - 1)
/* The same before GFX8. Of a NaN memory keeps what it has. */
#define VALUE(bits) (x->size == 4 ? (double)isa_float((uint32_t)(bits)) : isa_double(bits))
#define OLDER(X) \
   X(FCMPSWAP, VALUE(x->m) == VALUE(x->b) ? x->a : x->m) X(FMIN, VALUE(x->a) < VALUE(x->m) ? x->a : x->m) \
   X(FMAX, VALUE(x->a) > VALUE(x->m) ? x->a : x->m)

struct atomic { uint16_t op, size; uint8_t form; uint64_t (*value)(const struct values *x); };
enum { FORM_PLAIN, FORM_RTN, FORM_SRC2 };

#define FUNCTION(name, type, size, e) static uint64_t name##_##type(const struct values *x) { return (e); }
DS_SRC2(FUNCTION) DS_PLAIN(FUNCTION) DS_RTN(FUNCTION)
#define GFUNCTION(name, e) static uint64_t global_##name(const struct values *x) { return (e); }
GLOBAL(GFUNCTION)
OLDER(GFUNCTION)
GFUNCTION(RSUB, x->a - x->m)

#define ROW_PLAIN(name, type, size, e) { GCN_DS_##name##_##type, size, FORM_PLAIN, name##_##type },
#define ROW_RTN(name, type, size, e) { GCN_DS_##name##_RTN_##type, size, FORM_RTN, name##_##type },
#define ROW_SRC2(name, type, size, e) { GCN_DS_##name##_SRC2_##type, size, FORM_SRC2, name##_##type },
static uint64_t write_src2(const struct values *x) { return x->a; }
static uint64_t add_f32(const struct values *x) { return isa_bits(FM + FA); }
static const struct atomic ds_atomics[] = {
   DS_SRC2(ROW_PLAIN) DS_SRC2(ROW_RTN) DS_SRC2(ROW_SRC2) DS_PLAIN(ROW_PLAIN) DS_PLAIN(ROW_RTN) DS_RTN(ROW_RTN)
   { GCN_DS_WRITE_SRC2_B32, 4, FORM_SRC2, write_src2 }, { GCN_DS_WRITE_SRC2_B64, 8, FORM_SRC2, write_src2 },
   { GCN_DS_ADD_F32, 4, FORM_PLAIN, add_f32 }, { GCN_DS_ADD_RTN_F32, 4, FORM_RTN, add_f32 },
   { GCN_DS_ADD_SRC2_F32, 4, FORM_SRC2, add_f32 },
};
#define GROW(name, e) { GCN_BUFFER_ATOMIC_##name, 4, FORM_PLAIN, global_##name }, \
                      { GCN_BUFFER_ATOMIC_##name##_X2, 8, FORM_PLAIN, global_##name },
#define PROW(name, e) { GCN_FLAT_ATOMIC_##name, 4, FORM_PLAIN, global_##name }, \
                      { GCN_FLAT_ATOMIC_##name##_X2, 8, FORM_PLAIN, global_##name },
static const struct atomic buffer_atomics[] = { GLOBAL(GROW) OLDER(GROW) GROW(RSUB, 0) },
   flat_atomics[] = { GLOBAL(PROW) OLDER(PROW) };

static uint64_t masked(uint64_t v, unsigned size) { return size == 4 ? (uint32_t)v : v; }

/* Sums, minima and maxima of floats in LDS have the canonical NaN; exchanges move bits. */
static uint64_t canonical(const struct atomic *row, uint64_t v)
{
   const char *name = gcn_op_infos[row->op].name;
   if (strstr(name, "cmpst"))
      return v;
   return strstr(name, "_f64") ? isa_canonical(GCN_T_F64, v) : strstr(name, "_f32") ? isa_canonical(GCN_T_F32, v) : v;
}

static void check_atomic(const struct atomic *row, enum where where, const uint32_t code[2], bool returns, unsigned lanes,
                         bool jit)
{
   const uint64_t exec = ~UINT64_C(0x40004), size = row->size;
   run(code, where, lanes, jit, exec, UINT32_MAX);
   const uint8_t *now = memory_of(where);
   for (unsigned lane = 0; lane < lanes; lane++) {
      unsigned address = STRIDE * lane + (row->form == FORM_SRC2 ? 0 : 8);
      struct values x = { .m = at(before, address, size), .a = pair(4, lane, size), .size = size };
      /* Pairs are adjacent in memory operations, in separate fields in DS. */
      x.b = where == IN_LDS ? pair(8, lane, size) : pair(4 + size / 4, lane, size);
      if (row->form == FORM_SRC2)
         x.a = at(before, address + 8, size);
      x.sm = size == 4 ? (int32_t)x.m : (int64_t)x.m;
      x.sa = size == 4 ? (int32_t)x.a : (int64_t)x.a;
      bool active = exec >> lane & 1;
      uint64_t want = active ? canonical(row, masked(row->value(&x), size)) : x.m;
      expect(row->op, "memory", lane, at(now, address, size), want);
      if (returns && active)
         expect(row->op, "result", lane, pair(12, lane, size), x.m);
   }
}

static void run_atomics(const struct atomic *rows, unsigned count, enum where where)
{
   for (unsigned i = 0; i < count; i++)
      for (unsigned e = 0; e < COUNT(engines) && exists(rows[i].op); e++) {
         const struct gcn_op_info *info = &gcn_op_infos[rows[i].op];
         unsigned lanes = engines[e].lanes;
         bool k = engines[e].jit;
         uint32_t code[2];
         if (where == IN_LDS) {
            code[0] = ds(rows[i].op) | (rows[i].form == FORM_SRC2 ? 2 : 8); /* two dwords on; offset 8 */
            code[1] = info->num_dst ? 12u << 24 : 0;
            if (rows[i].form != FORM_SRC2)
               code[1] |= 4 << 8 | (info->num_src > 2 ? 8 << 16 : 0);
            check_atomic(&rows[i], where, code, rows[i].form == FORM_RTN, lanes, k);
         } else if (where == IN_BUFFER) { /* v4 is data and result: without and with it */
            code[0] = mubuf(rows[i].op) | 1 << 12 | 8;
            code[1] = 128u << 24 | 4 << 8;
            check_atomic(&rows[i], where, code, false, lanes, k);
            code[0] |= 1 << 14;
            run(code, where, lanes, k, UINT64_MAX, 0);
            for (unsigned lane = 0; lane < lanes; lane++)
               expect(rows[i].op, "result", lane, pair(4, lane, rows[i].size), at(before, STRIDE * lane + 8, rows[i].size));
         } else {
            code[0] = 0x37u << 26 | number_of(GCN_FLAT, rows[i].op) << 18 | 1 << 16;
            code[1] = 12u << 24 | 4 << 8;
            run(code, where, lanes, k, UINT64_MAX, 0);
            for (unsigned lane = 0; lane < lanes; lane++) {
               unsigned size = rows[i].size;
               struct values x = { at(before, STRIDE * lane, size), pair(4, lane, size), pair(4 + size / 4, lane, size), 0, 0,
                                   size };
               x.sm = size == 4 ? (int32_t)x.m : (int64_t)x.m;
               x.sa = size == 4 ? (int32_t)x.a : (int64_t)x.a;
               expect(rows[i].op, "memory", lane, at(memory_of(where), STRIDE * lane, size), masked(rows[i].value(&x), size));
               expect(rows[i].op, "result", lane, pair(12, lane, size), x.m);
            }
         }
      }
}

static void test_ds_atomics(void **state) { run_atomics(ds_atomics, COUNT(ds_atomics), IN_LDS); }
static void test_buffer_atomics(void **state) { run_atomics(buffer_atomics, COUNT(buffer_atomics), IN_BUFFER); }
static void test_flat_atomics(void **state) { run_atomics(flat_atomics, COUNT(flat_atomics), BY_POINTER); }

/* ---- loads and stores ------------------------------------------------------------------------------------------------- */

/* part: bytes of each register's value; apart: distance of the second address in units of `unit` bytes (two-address forms). */
static const struct access { uint16_t op; uint8_t where, part, count; bool sign, store; uint16_t unit; } accesses[] = {
   { GCN_DS_READ_B32, IN_LDS, 4, 1 }, { GCN_DS_READ_B64, IN_LDS, 4, 2 }, { GCN_DS_READ_B96, IN_LDS, 4, 3 },
   { GCN_DS_READ_B128, IN_LDS, 4, 4 }, { GCN_DS_READ_U8, IN_LDS, 1, 1 }, { GCN_DS_READ_I8, IN_LDS, 1, 1, true },
   { GCN_DS_READ_U16, IN_LDS, 2, 1 }, { GCN_DS_READ_I16, IN_LDS, 2, 1, true }, { GCN_DS_WRITE_B8, IN_LDS, 1, 1, false, true },
   { GCN_DS_WRITE_B16, IN_LDS, 2, 1, false, true }, { GCN_DS_WRITE_B32, IN_LDS, 4, 1, false, true },
   { GCN_DS_WRITE_B64, IN_LDS, 4, 2, false, true }, { GCN_DS_WRITE_B96, IN_LDS, 4, 3, false, true },
   { GCN_DS_WRITE_B128, IN_LDS, 4, 4, false, true }, { GCN_DS_READ2_B32, IN_LDS, 4, 1, false, false, 4 },
   { GCN_DS_READ2ST64_B32, IN_LDS, 4, 1, false, false, 256 }, { GCN_DS_READ2_B64, IN_LDS, 4, 2, false, false, 8 },
   { GCN_DS_READ2ST64_B64, IN_LDS, 4, 2, false, false, 512 }, { GCN_DS_WRITE2_B32, IN_LDS, 4, 1, false, true, 4 },
   { GCN_DS_WRITE2_B64, IN_LDS, 4, 2, false, true, 8 }, { GCN_DS_WRITE2ST64_B32, IN_LDS, 4, 1, false, true, 256 },
   { GCN_DS_WRITE2ST64_B64, IN_LDS, 4, 2, false, true, 512 }, { GCN_DS_WRXCHG2_RTN_B32, IN_LDS, 4, 1, false, true, 4 },
   { GCN_DS_WRXCHG2_RTN_B64, IN_LDS, 4, 2, false, true, 8 }, { GCN_DS_WRXCHG2ST64_RTN_B32, IN_LDS, 4, 1, false, true, 256 },
   { GCN_DS_WRXCHG2ST64_RTN_B64, IN_LDS, 4, 2, false, true, 512 },
#define BOTH(name, part, count, sign, store) \
   { GCN_BUFFER_##name, IN_BUFFER, part, count, sign, store }, { GCN_FLAT_##name, BY_POINTER, part, count, sign, store },
   BOTH(LOAD_UBYTE, 1, 1, false, false) BOTH(LOAD_SBYTE, 1, 1, true, false) BOTH(LOAD_USHORT, 2, 1, false, false)
   BOTH(LOAD_SSHORT, 2, 1, true, false) BOTH(LOAD_DWORD, 4, 1, false, false) BOTH(LOAD_DWORDX2, 4, 2, false, false)
   BOTH(LOAD_DWORDX3, 4, 3, false, false) BOTH(LOAD_DWORDX4, 4, 4, false, false) BOTH(STORE_BYTE, 1, 1, false, true)
   BOTH(STORE_SHORT, 2, 1, false, true) BOTH(STORE_DWORD, 4, 1, false, true) BOTH(STORE_DWORDX2, 4, 2, false, true)
   BOTH(STORE_DWORDX3, 4, 3, false, true) BOTH(STORE_DWORDX4, 4, 4, false, true)
};

static void check_access(const struct access *a, unsigned lanes, bool jit)
{
   const struct gcn_op_info *info = &gcn_op_infos[a->op];
   unsigned first = a->where == BY_POINTER ? 0 : a->unit ? a->unit : 8, second = 2u * a->unit;
   uint32_t code[2] = { 0 };
   const uint64_t exec = ~UINT64_C(0x4004);
   switch (a->where) {
   case IN_LDS:
      code[0] = ds(a->op) | (a->unit ? 1 | 2 << 8 : 8);
      code[1] = (info->num_dst ? 12u << 24 : 0) | (info->num_src > 1 ? 4 << 8 : 0) | (info->num_src > 2 ? 8 << 16 : 0);
      break;
   case IN_BUFFER:
      code[0] = mubuf(a->op) | 1 << 12 | 8;
      code[1] = 128u << 24 | (a->store ? 4 : 12) << 8;
      break;
   default:
      code[0] = 0x37u << 26 | number_of(GCN_FLAT, a->op) << 18;
      code[1] = (a->store ? 4 << 8 : 12u << 24);
      break;
   }
   run(code, a->where, lanes, jit, exec, UINT32_MAX);
   static uint8_t want[sizeof before];
   memcpy(want, before, sizeof want);
   for (unsigned lane = 0; lane < lanes; lane++)
      for (unsigned half = 0; half < (a->unit ? 2u : 1u) && exec >> lane & 1; half++)
         for (unsigned k = 0; k < a->count; k++) {
            unsigned address = STRIDE * lane + (half ? second : first) + 4 * k;
            uint32_t v = (uint32_t)at(want, address, a->part); /* lanes one after the other */
            v = !a->sign ? v : a->part == 1 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
            if (info->num_dst)
               expect(a->op, "result", lane, vgpr[12 + half * a->count + k][lane], v);
            if (a->store)
               memcpy(want + address, &vgpr[(half ? 8 : 4) + k][lane], a->part);
         }
   if (memcmp(want, memory_of(a->where), sizeof want))
      fail_msg("%s: memory", info->name);
   for (unsigned lane = 0; lane < lanes; lane++) /* inactive lanes keep what they had */
      if (!(exec >> lane & 1) && !a->store)
         expect(a->op, "inactive", lane, vgpr[12][lane], (uint32_t)values[(lane * 7 + 20 + lane / 9) % COUNT(values)]);
}

static void test_accesses(void **state)
{
   for (unsigned i = 0; i < COUNT(accesses); i++)
      for (unsigned e = 0; e < COUNT(engines) && exists(accesses[i].op); e++)
         check_access(&accesses[i], engines[e].lanes, engines[e].jit);
}

/* Formats: floats as they are, and halves (D16), which take a register each on this chip. */
static void check_components(unsigned op, unsigned components, bool store, bool d16, unsigned lanes)
{
   for (unsigned lane = 0; lane < lanes; lane++)
      for (unsigned k = 0; k < components; k++) {
         uint32_t m = (uint32_t)at(store ? memory_of(IN_BUFFER) : before, STRIDE * lane + 4 * k, 4),
            r = vgpr[(store ? 4 : 12) + k][lane];
         if (store ? isnan(isa_half(r)) && d16 : isnan(isa_float(m)) && d16)
            continue;
         uint32_t want = store ? d16 ? isa_bits(isa_half(r)) : r : d16 ? isa_half_bits((double)isa_float(m)) : m;
         expect(op, "value", lane, store ? m : r, want);
      }
}

static void check_format(enum gcn_enc enc, unsigned op, unsigned components, bool store, bool d16)
{
   if (!exists(op))
      return;
   unsigned n = number_of(enc, op);
   uint32_t code[2] = { enc == GCN_MUBUF ? 0x38u << 26 | n << 18 | 1 << 12
                                         : 0x3au << 26 | 7 << 23 | 14 << 19 | n << (gfx >= 8 ? 15 : 16) | 1 << 12,
                        128u << 24 | (store ? 4u : 12u) << 8 };
   for (unsigned e = 0; e < COUNT(engines); e++) {
      run(code, IN_BUFFER, engines[e].lanes, engines[e].jit, UINT64_MAX, 0);
      check_components(op, components, store, d16, engines[e].lanes);
   }
}

static void test_formats(void **state)
{
#define FOUR(enc, prefix, middle, store, d16) \
   check_format(enc, GCN_##prefix##_##middle##_X, 1, store, d16); \
   check_format(enc, GCN_##prefix##_##middle##_XY, 2, store, d16); \
   check_format(enc, GCN_##prefix##_##middle##_XYZ, 3, store, d16); \
   check_format(enc, GCN_##prefix##_##middle##_XYZW, 4, store, d16);
   FOUR(GCN_MUBUF, BUFFER, LOAD_FORMAT, false, false)
   FOUR(GCN_MUBUF, BUFFER, STORE_FORMAT, true, false)
   FOUR(GCN_MUBUF, BUFFER, LOAD_FORMAT_D16, false, true)
   FOUR(GCN_MUBUF, BUFFER, STORE_FORMAT_D16, true, true)
   FOUR(GCN_MTBUF, TBUFFER, LOAD_FORMAT, false, false)
   FOUR(GCN_MTBUF, TBUFFER, STORE_FORMAT, true, false)
   FOUR(GCN_MTBUF, TBUFFER, LOAD_FORMAT_D16, false, true)
   FOUR(GCN_MTBUF, TBUFFER, STORE_FORMAT_D16, true, true)
}

/* Between buffers and LDS, without VGPRs; status after the data; append and consume. */
static void test_odd_forms(void **state)
{
   static const struct { uint16_t op; uint8_t bytes; bool sign; } loads[] = { { GCN_BUFFER_LOAD_DWORD, 4, false },
      { GCN_BUFFER_LOAD_UBYTE, 1, false }, { GCN_BUFFER_LOAD_SBYTE, 1, true }, { GCN_BUFFER_LOAD_USHORT, 2, false },
      { GCN_BUFFER_LOAD_SSHORT, 2, true } };
   for (unsigned i = 0; i < COUNT(loads); i++) { /* buffer_load_x v0, s[0:3], 0 offen offset:4 lds */
      uint32_t code[2] = { mubuf(loads[i].op) | 1 << 16 | 1 << 12 | 4, 128u << 24 };
      memset(lds, 0xee, sizeof lds);
      run(code, IN_BUFFER, 64, false, 0xf0f, 0x100);
      for (unsigned lane = 0; lane < 12; lane++) {
         uint32_t m = (uint32_t)at(before, STRIDE * lane + 4, loads[i].bytes);
         m = !loads[i].sign ? m : loads[i].bytes == 1 ? (uint32_t)(int8_t)m : (uint32_t)(int16_t)m;
         expect(loads[i].op, "LDS", lane, at(lds, 0x104 + 4 * lane, 4), 0xf0f >> lane & 1 ? m : 0xeeeeeeee);
      }
   }
   for (unsigned i = 0; i < sizeof lds; i++)
      lds[i] = (uint8_t)(i * 7);
   uint32_t store[2] = { 0, 128u << 24 };
   if (exists(GCN_BUFFER_STORE_LDS_DWORD)) {
      store[0] = mubuf(GCN_BUFFER_STORE_LDS_DWORD) | 1 << 16 | 8;
      run(store, IN_BUFFER, 64, false, 0xff, 0x40);
   }
   for (unsigned lane = 0; lane < 64 && store[0]; lane++)
      expect(GCN_BUFFER_STORE_LDS_DWORD, "memory", lane, at(memory_of(IN_BUFFER), 8 + 4 * lane, 4),
             at(lane < 8 ? lds + 0x40 : before, 8 + 4 * lane, 4));
   uint32_t tfe[2] = { mubuf(GCN_BUFFER_LOAD_DWORDX2) | 1 << 12, 128u << 24 | 1 << 23 | 12 << 8 };
   for (unsigned jit = 0; jit < 2; jit++) {
      run(tfe, IN_BUFFER, 16, jit, 0xff, 0);
      for (unsigned lane = 0; lane < 8; lane++) {
         expect(GCN_BUFFER_LOAD_DWORDX2, "with status", lane, pair(12, lane, 8), at(before, STRIDE * lane, 8));
         expect(GCN_BUFFER_LOAD_DWORDX2, "status", lane, vgpr[14][lane], 0);
      }
   }
   for (unsigned k = 0; k < 2; k++) {
      unsigned op = k ? GCN_DS_CONSUME : GCN_DS_APPEND;
      uint32_t code[2] = { ds(op) | 16, 12u << 24 };
      run(code, IN_LDS, 64, false, 0xf0f0f, 0x20);
      uint32_t old = (uint32_t)at(before, 0x30, 4);
      expect(op, "memory", 0, at(lds, 0x30, 4), k ? old - 12 : old + 12);
      expect(op, "result", 16, vgpr[12][16], old);
   }
}

/* Negative addresses in LDS. GFX7 and GFX8 add the offset modulo 2^32, on GFX6 the access is out of range. */
static void test_lds_wraps(void **state)
{
   enum { BACK = 0x100 };
   static const struct { uint16_t op, offset /* BACK bytes, and 4 or one more */; uint8_t dwords, size; bool write; } rows[] = {
      { GCN_DS_READ_B32, BACK + 4, 1, 4 }, { GCN_DS_READ_B64, BACK + 8, 2, 8 }, { GCN_DS_READ_U8, BACK + 3, 1, 1 },
      { GCN_DS_READ2_B32, BACK / 4 | (BACK / 4 + 1) << 8, 2, 8 }, { GCN_DS_WRITE_B32, BACK + 4, 1, 4, true },
      { GCN_DS_WRITE_B64, BACK, 2, 8, true }, { GCN_DS_AND_RTN_B32, BACK + 4, 1, 4 },
   };
   lds_base = -(uint32_t)BACK;
   for (unsigned i = 0; i < COUNT(rows); i++)
      for (unsigned e = 0; e < COUNT(engines); e++) {
         uint32_t code[2] = { ds(rows[i].op) | rows[i].offset, 12u << 24 | 4 << 8 };
         const unsigned begin = rows[i].op == GCN_DS_READ2_B32 ? 0 : rows[i].offset - BACK;
         run(code, IN_LDS, engines[e].lanes, engines[e].jit, UINT64_MAX, UINT32_MAX);
         for (unsigned lane = 0; lane < engines[e].lanes; lane++) {
            const unsigned place = STRIDE * lane + begin;
            const bool inside = gfx >= 7 || STRIDE * lane >= BACK;
            if (rows[i].write)
               expect(rows[i].op, "memory", lane, at(lds, place, rows[i].size),
                      inside ? pair(4, lane, rows[i].size) : at(before, place, rows[i].size));
            else
               expect(rows[i].op, "result", lane, pair(12, lane, rows[i].size), inside ? at(before, place, rows[i].size) : 0);
         }
      }
   lds_base = 0;
}

/* Scalar memory: s[0:1] points to the data, s[0:3] describes them; data or result in s[16:31]. */
static void test_smem(void **state)
{
   static const struct { uint16_t op; uint8_t count; bool store; } rows[] = {
      { GCN_S_LOAD_DWORD, 1 }, { GCN_S_LOAD_DWORDX2, 2 }, { GCN_S_LOAD_DWORDX4, 4 }, { GCN_S_LOAD_DWORDX8, 8 },
      { GCN_S_LOAD_DWORDX16, 16 }, { GCN_S_BUFFER_LOAD_DWORD, 1 }, { GCN_S_BUFFER_LOAD_DWORDX2, 2 },
      { GCN_S_BUFFER_LOAD_DWORDX4, 4 }, { GCN_S_BUFFER_LOAD_DWORDX8, 8 }, { GCN_S_BUFFER_LOAD_DWORDX16, 16 },
      { GCN_S_STORE_DWORD, 1, true }, { GCN_S_STORE_DWORDX2, 2, true }, { GCN_S_STORE_DWORDX4, 4, true },
      { GCN_S_BUFFER_STORE_DWORD, 1, true }, { GCN_S_BUFFER_STORE_DWORDX2, 2, true }, { GCN_S_BUFFER_STORE_DWORDX4, 4, true },
   };
   uint32_t code[2];
   for (unsigned i = 0; i < COUNT(rows); i++)
      for (unsigned k = 0; k < 4 && exists(rows[i].op); k++) { /* constant or M0 as the offset; engines */
         uint32_t offset = k & 1 ? 0x40 : 0x102;
         smem(code, rows[i].op, offset, k & 1);
         struct sq_wave w = run(code, IN_BUFFER, 16, k & 2, 1, 0x43);
         offset &= ~3u;
         for (unsigned d = 0; d < rows[i].count; d++)
            expect(rows[i].op, "dword", d, rows[i].store ? at(memory_of(IN_BUFFER), offset + 4 * d, 4) : w.sgpr[16 + d],
                   rows[i].store ? 0xab000010 + d : at(before, offset + 4 * d, 4));
         for (unsigned d = rows[i].count; d < 16; d++)
            expect(rows[i].op, "register after", d, w.sgpr[16 + d], 0xab000010 + d);
      }
   /* Beyond NUM_RECORDS: zero, and nothing stored. */
   smem(code, GCN_S_BUFFER_LOAD_DWORDX2, 0, true);
   for (unsigned jit = 0; jit < 2; jit++) {
      struct sq_wave w = run(code, IN_BUFFER, 16, jit, 1, sizeof lds - 4);
      expect(GCN_S_BUFFER_LOAD_DWORDX2, "last", 0, w.sgpr[16], at(before, sizeof lds - 4, 4));
      expect(GCN_S_BUFFER_LOAD_DWORDX2, "beyond", 1, w.sgpr[17], 0);
   }
   for (unsigned k = 0; k < (gfx >= 8 ? 2u : 1u); k++) { /* clocks do not stand still, or go back */
      unsigned op = k ? GCN_S_MEMREALTIME : GCN_S_MEMTIME;
      smem(code, op, 0, false);
      uint64_t last = 0;
      for (unsigned i = 0; i < 4; i++) {
         struct sq_wave w = run(code, IN_BUFFER, 16, i & 1, 1, 0);
         uint64_t now = w.sgpr[16] | (uint64_t)w.sgpr[17] << 32;
         if (now <= last)
            fail_msg("%s", gcn_op_infos[op].name);
         last = now;
      }
   }
}

/* ---- images ----------------------------------------------------------------------------------------------------------- */

/* What a sampling opcode asks for lies in its number: 32 + {-, cl, d, d_cl, l, b, b_cl, lz} + 8 compare + 16 offset; gathers
 * from 64 on alike; from 104 on cd, cd_cl + 2 compare + 4 offset (GCN3 ISA document, MIMG opcodes). */
static bool compares(unsigned op) { return op == GCN_IMAGE_ATOMIC_CMPSWAP || op == GCN_IMAGE_ATOMIC_FCMPSWAP; }

static void test_image_requests(void **state)
{
   static const uint8_t lods[8] = { TC_LOD_IMPLICIT, TC_LOD_IMPLICIT, TC_LOD_DERIV, TC_LOD_DERIV, TC_LOD_EXPLICIT, TC_LOD_BIAS,
                                    TC_LOD_BIAS, TC_LOD_ZERO };
   enum { NONE = 255 };
   static const struct { uint8_t number, older, kind, atomic; } others[] = { /* on GFX8; before */
      { 0, 0, TC_LOAD }, { 1, 1, TC_LOAD_MIP }, { 2, 2, TC_LOAD }, { 3, 3, TC_LOAD }, { 4, 4, TC_LOAD_MIP },
      { 5, 5, TC_LOAD_MIP }, { 8, 8, TC_STORE }, { 9, 9, TC_STORE_MIP }, { 10, 10, TC_STORE }, { 11, 11, TC_STORE_MIP },
      { 14, 14, TC_GET_RESINFO }, { 16, 15, TC_ATOMIC, TC_SWAP }, { 17, 16, TC_ATOMIC, TC_CMPSWAP },
      { 18, 17, TC_ATOMIC, TC_ADD }, { 19, 18, TC_ATOMIC, TC_SUB }, { NONE, 19, TC_ATOMIC, TC_RSUB },
      { 20, 20, TC_ATOMIC, TC_SMIN }, { 21, 21, TC_ATOMIC, TC_UMIN }, { 22, 22, TC_ATOMIC, TC_SMAX },
      { 23, 23, TC_ATOMIC, TC_UMAX }, { 24, 24, TC_ATOMIC, TC_AND }, { 25, 25, TC_ATOMIC, TC_OR }, { 26, 26, TC_ATOMIC, TC_XOR },
      { 27, 27, TC_ATOMIC, TC_INC }, { 28, 28, TC_ATOMIC, TC_DEC }, { NONE, 29, TC_ATOMIC, TC_FCMPSWAP },
      { NONE, 30, TC_ATOMIC, TC_FMIN }, { NONE, 31, TC_ATOMIC, TC_FMAX }, { 96, 96, TC_GET_LOD },
   };
   const struct gcn_op_table *table = table_of(GCN_MIMG);
   for (unsigned n = 0; n < table->count; n++) {
      if (table->ops[n] == GCN_OP_NONE)
         continue;
      const char *name = gcn_op_infos[table->ops[n]].name;
      uint32_t code[2] = { 0x3cu << 26 | n << 18 | (compares(table->ops[n]) ? 3 : 1) << 8, 4 << 8 };
      struct gcn_inst inst;
      struct tc_image_inst r;
      assert_true(gcn_decode(gfx, code, 2, 0, &inst));
      if (!sq_image_request(&inst, &r))
         fail_msg("%s", name);
      tested[table->ops[n]] = true;
      bool coarse = n >= 104, sampled = (n >= 32 && n < 96) || coarse;
      if (sampled) {
         unsigned low = coarse ? 2 + (n & 1) : n & 7, c = coarse ? n >> 1 & 1 : n >> 3 & 1, o = coarse ? n >> 2 & 1 : n >> 4 & 1;
         if (r.kind != (n >= 64 && n < 96 ? TC_GATHER4 : TC_SAMPLE) || r.lod != lods[low] || r.compare != c || r.offset != o ||
             r.lod_clamp != (low == 1 || low == 3 || low == 6))
            fail_msg("%s", name);
      } else {
         bool found = false;
         for (unsigned i = 0; i < COUNT(others); i++)
            found = found || ((gfx >= 8 ? others[i].number : others[i].older) == n && others[i].kind == r.kind &&
                              (r.kind != TC_ATOMIC || others[i].atomic == r.atomic));
         if (!found)
            fail_msg("%s", name);
      }
   }
}

/* All operations on a texture, on both engines: registers as tc_image, which has tests of its own (test_tc*.c), leaves them for
 * the request that test_image_requests pins. Addresses are floats between texels, or small integers for those that take them. */
enum { IMAGE_VA = DATA_VA + 0x10000, IMAGE_SIZE = 16, ADDRESS = 16, RESULT = 40 };

static void fill_image_wave(bool integers, bool floats, uint32_t *image)
{
   for (unsigned i = 0; i < IMAGE_SIZE * 64; i++)
      image[i] = floats ? isa_bits((float)(i * 37 % 64) / 64) : i * 2654435761u;
   for (unsigned r = 0; r < 256; r++)
      for (unsigned lane = 0; lane < 64; lane++) {
         float x = (float)((lane * 5 + r * 3) % 64) / 64;
         vgpr[r][lane] = r >= RESULT ? 0x1000 * r + lane : integers ? (lane + r) % 3 : isa_bits(x);
      }
   for (unsigned lane = 0; lane < 64; lane++)
      vgpr[RESULT + 1][lane] = lane & 1 ? 7 : 0x1000 * RESULT; /* compared with; in reach of some */
}

static void test_image_engines(void **state)
{
   static uint32_t want[8][64], after[IMAGE_SIZE * 64];
   uint32_t *image = (uint32_t *)(void *)(mem.base + IMAGE_VA);
   /* T#: 2D, 16x16, 8_8_8_8 unorm, or 32 uint for atomics; linear, one level. S#: bilinear, repeat. */
   uint32_t rsrc[8] = { (uint32_t)(IMAGE_VA >> 8), 10u << 20, 15 | 15 << 14, 9u << 28 | 8 << 20 | 0xfac, 63 << 13, 0, 0, 0 };
   uint32_t samp[4] = { 3 << 12, 0xfffu << 12, 1u << 20 | 1u << 22, 0 };
   const struct gcn_op_table *table = table_of(GCN_MIMG);
   bool varied[128] = { false };
   for (unsigned n = 0; n < table->count; n++) {
      unsigned op = table->ops[n];
      bool atomic = op != GCN_OP_NONE && gcn_op_infos[op].flags & GCN_FLAG_ATOMIC, sampled = n >= 32;
      unsigned dmask = compares(op) ? 3 : atomic || (n >= 64 && n < 96) ? 1 : 15;
      struct gcn_inst inst;
      struct tc_image_inst request;
      if (op == GCN_OP_NONE)
         continue;
      rsrc[1] = (rsrc[1] & 0xffff) | (atomic || (n >= 64 && n < 96 && n & 8) || (sampled && n & 8) ? 4u << 20 : 10u << 20) |
         (atomic ? 4u << 26 : 0);
      if (sampled && n & 8)
         rsrc[1] |= 7u << 26; /* compared: 32-bit floats */
      if (n == 2 || n == 3 || n == 4 || n == 5 || n == 10 || n == 11)
         dmask = 1;
      uint32_t code[3] = { 0x3cu << 26 | n << 18 | dmask << 8 | (atomic ? 1 << 13 : 0), ADDRESS | RESULT << 8 | 0 << 16 | 2 << 21,
                           0xbf810000 };
      assert_true(gcn_decode(gfx, code, 2, 0, &inst) && sq_image_request(&inst, &request));
      if (strstr(gcn_op_infos[op].name, "_pck")) { /* the program sees one raw dword */
         rsrc[1] = (rsrc[1] & 0xffff) | 4u << 20 | (strstr(gcn_op_infos[op].name, "_sgn") ? 5u : 4u) << 26;
      }
      memcpy(mem.base + CODE_VA, code, sizeof code);
      sq_cache_invalidate(cache);
      const struct sq_program *p = sq_program_get(cache, CODE_VA, SQ_PS, 0xf0u << 12);
      for (unsigned e = 0; e < COUNT(engines); e++) {
         uint64_t exec = sq_first_lanes(engines[e].lanes) & ~UINT64_C(0xf000f0);
         fill_image_wave(!sampled, sampled && n & 8, image);
         memcpy(want, vgpr[RESULT], sizeof want);
         tc_image(tc, &request, rsrc, samp, (const uint32_t(*)[64])vgpr[ADDRESS], want, exec, engines[e].lanes);
         memcpy(after, image, sizeof after);
         for (unsigned lane = 1; lane < 16; lane++)
            varied[n] = varied[n] || (want[0][lane] != want[0][0] && exec >> lane & 1);
         fill_image_wave(!sampled, sampled && n & 8, image);
         struct sq_wave w = { .lanes = engines[e].lanes, .exec = exec, .vgpr = vgpr, .mem = &mem, .exp = exports, .tc = tc };
         memcpy(w.sgpr, rsrc, sizeof rsrc);
         memcpy(w.sgpr + 8, samp, sizeof samp);
         enum sq_result r = engines[e].jit ? sq_run_jit(p, &w) : sq_run_interp(p, &w);
         if (r != SQ_DONE)
            fail_msg("%s: %s", gcn_op_infos[op].name, w.fault.text);
         if (memcmp(after, image, sizeof after))
            fail_msg("%s: another image", gcn_op_infos[op].name);
         for (unsigned lane = 0; lane < engines[e].lanes; lane++)
            for (unsigned k = 0; k < 6; k++)
               expect(op, engines[e].jit ? "host code" : "interpreter", lane, vgpr[RESULT + k][lane],
                      exec >> lane & 1 ? want[k][lane] : k == 1 ? lane & 1 ? 7 : 0x1000 * RESULT : 0x1000 * (RESULT + k) + lane);
      }
      if (!varied[n] && n != 14 && n != 96) /* sizes, and the only level */
         fail_msg("%s: the same everywhere", gcn_op_infos[op].name);
   }
}

/* ---- what has no row: runs last --------------------------------------------------------------------------------------- */

static const struct { const char *name, *where; } elsewhere[] = {
   { "ds_gws_", "refused" }, { "ds_ordered_count", "refused" }, { "ds_condxchg32_rtn_b64", "refused" },
   { "ds_swizzle_b32", "test_isa_lanes.c" }, { "ds_permute_b32", "test_isa_lanes.c" }, { "ds_bpermute_b32", "test_isa_lanes.c" },
   { "ds_nop", "has no effect" }, { "buffer_wbinvl1", "has no effect" }, { "s_dcache_", "has no effect" },
   { "s_atc_probe", "has no effect" }, { "exp", "test_sq.c, test_draw.c" },
};

static void test_every_operation(void **state)
{
   unsigned missing = 0;
   for (unsigned enc = GCN_SMEM; enc <= GCN_EXP; enc = enc == GCN_SMEM ? GCN_DS : enc + 1)
      for (unsigned n = 0; n < table_of((enum gcn_enc)enc)->count; n++) {
         unsigned op = table_of((enum gcn_enc)enc)->ops[n];
         bool found = op == GCN_OP_NONE || tested[op];
         for (unsigned i = 0; i < COUNT(elsewhere) && !found; i++)
            found = !strncmp(gcn_op_infos[op].name, elsewhere[i].name, strlen(elsewhere[i].name));
         if (!found && ++missing)
            print_message("no test: %s\n", gcn_op_infos[op].name);
      }
   assert_int_equal(missing, 0);
}

int main(int argc, char **argv)
{
   if (!sq_rig_gfx(argc, argv, &gfx))
      return 2;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ds_atomics), cmocka_unit_test(test_buffer_atomics), cmocka_unit_test(test_flat_atomics),
      cmocka_unit_test(test_accesses), cmocka_unit_test(test_formats), cmocka_unit_test(test_odd_forms),
      cmocka_unit_test(test_lds_wraps), cmocka_unit_test(test_smem),
      cmocka_unit_test(test_image_requests), cmocka_unit_test(test_image_engines), cmocka_unit_test(test_every_operation),
   };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
