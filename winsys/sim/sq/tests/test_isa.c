/* test_isa.c: every scalar and vector operation against its formula in plain C (isa_*.c): in each encoding it has, with each
 * modifier the encoding takes, on edge cases and all four denormal modes, on the interpreter and on host code of 16, 32 and
 * 64 lanes. An operation of the table without a formula fails the test, unless `elsewhere` says what tests it.
 * usage: test_sim_isa [6 | 7 | 8]   the generation whose encodings are run */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "hw-si/gcn/gcn_tables.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/sq/tests/isa.h"
#include "winsys/sim/tests/sq_rig.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"

#define CODE_VA SQ_RIG_VA
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define PER_PROGRAM 20
#define OLD_BASE 20 /* first destination register */

static unsigned gfx = 8;
static uint32_t vgpr[256][64], exports[SQ_EXP_COUNT][4][64];

static int setup(void **state)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS; /* the tests look at registers afterwards */
   return sq_rig_init(gfx, 0x100000);
}

/* ---- edge cases ------------------------------------------------------------------------------------------------------- */

static const uint32_t f32_edges[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffc00000, 1,
   0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3effffff, 0x40490fdb, 0xc0200000,
   0x4b000001,
   0x4f000000, 0xcf000001, 0x4f800000, 0x43800000, 0x477fe000, 0x33000001, 0x3fc00000, 0x7e800000, 0xc2fe0000 };
static const uint32_t i32_edges[] = { 0, 1, 2, 0xffffffff, 0x80000000, 0x7fffffff, 31, 32, 33, 63, 64, 8, 0x00080008, 0x007f0020,
                                      0x00200000,
   0x12345678, 0xdeadbeef, 0xffff, 0x10000, 0x00800000, 0xff7fffff, 0x3ff, 0x0c0d0402, 0x00ff00ff };
static const uint32_t f16_edges[] = { 0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e01, 0xfe00, 1, 0x8001, 0x3ff, 0x83ff, 0x400,
                                      0x7bff,
   0xfbff, 0x3800, 0x37ff, 0x4248, 0xc100, 0x6400, 0x5bff, 0xdeaf3c01, 0x12340200, 0xffff0000 };
static const uint64_t f64_edges[] = { 0, 1ull << 63, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
                                      0xfff0000000000000,
   0x7ff8000000000001, 0xfff8000000000000, 1, 0x800fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff, 0x3fe0000000000000,
   0x400921fb54442d18, 0xc004000000000000, 0x4330000000000001, 0x41e0000000000000, 0xc1e0000000200000, 0x41f0000000000000,
   0x38100000ffffffff, 0x47f0000000000000, 0x7b10000000000000, 0x1230000000000000, 0x3fdfffffffffffff };
static const uint64_t i64_edges[] = { 0, 1, UINT64_MAX, 1ull << 63, INT64_MAX, 0xffffffff, 1ull << 32, 0x80000000,
                                      0x123456789abcdef0,
   0xdeadbeefcafe0000, 0x0001000200030004, 0xff00ff00ff00ff00, 31, 63, 0x8000000000000001, 0xfffffffe00000001 };

static uint64_t edge(enum gcn_type type, unsigned i, unsigned *count)
{
#define PICK(list) (*count = COUNT(list), list[i % COUNT(list)])
   switch (type) {
   case GCN_T_F32: return PICK(f32_edges);
   case GCN_T_F16: case GCN_T_I16: case GCN_T_U16: case GCN_T_B16: return PICK(f16_edges);
   case GCN_T_F64: return PICK(f64_edges);
   case GCN_T_I64: case GCN_T_U64: case GCN_T_B64: case GCN_T_B128: case GCN_T_S2: return PICK(i64_edges);
   default: return PICK(i32_edges);
   }
}

static bool is_float(enum gcn_type type) { return type == GCN_T_F16 || type == GCN_T_F32 || type == GCN_T_F64; }

/* Sources of case n: every pair, thirds in turn. */
static void pick_case(const struct gcn_op_info *info, unsigned n, uint64_t s[3])
{
   unsigned n0 = 1, n1 = 1, n2;
   s[0] = edge(info->num_src > 0 ? info->src[0] : GCN_T_B32, n, &n0);
   s[1] = edge(info->num_src > 1 ? info->src[1] : GCN_T_B32, n / n0, &n1);
   s[2] = edge(info->num_src > 2 ? info->src[2] : GCN_T_B32, 7 * n + n / n0 + n / n0 / n1, &n2);
}

/* ---- one instruction in a program ------------------------------------------------------------------------------------- */

struct variant {
   const struct isa_row *row;
   const struct gcn_op_info *info;
   uint32_t code[2];
   struct gcn_inst inst;
   bool via_vcc;
   char text[160];
};

static unsigned op_number(enum gcn_enc enc, unsigned op, bool *found)
{
   const struct gcn_op_table *table = &gcn_op_tables[gfx - 6][enc];
   for (unsigned i = 0; i < table->count; i++)
      if (table->ops[i] == op) {
         *found = true;
         return i;
      }
   *found = false;
   return 0;
}

/* The short encoding that an operation has on this generation; VOP3 if it has none. */
static enum gcn_enc short_encoding(unsigned op)
{
   static const enum gcn_enc encodings[] = { GCN_VOP1, GCN_VOP2, GCN_VOPC };
   bool found = false;
   for (unsigned i = 0; i < COUNT(encodings); i++) {
      op_number(encodings[i], op, &found);
      if (found)
         return encodings[i];
   }
   return GCN_VOP3;
}

static uint32_t s_mov_b64(unsigned sdst, unsigned ssrc)
{
   bool found;
   return 0xbe800000 | sdst << 16 | op_number(GCN_SOP1, GCN_S_MOV_B64, &found) << 8 | ssrc;
}

enum { FORM_SHORT, FORM_VOP3, FORM_SDWA, FORM_CONSTANT };
/* Extra bits: of the second dword for SDWA, of both for VOP3; the constant's code. */
static const struct { uint8_t form; uint32_t w0, w1; } valu_forms[] = {
   { FORM_SHORT, 0, 0 },
   { FORM_VOP3, 0, 0 },
   { FORM_VOP3, 0, 1u << 29 }, { FORM_VOP3, 0, 7u << 29 }, { FORM_VOP3, 0, 3u << 29 }, /* neg */
   { FORM_VOP3, 1 << 8, 0 }, { FORM_VOP3, 7 << 8, 0 }, { FORM_VOP3, 3 << 8, 1u << 29 }, /* abs */
   { FORM_VOP3, 1 << 15, 0 }, { FORM_VOP3, 0, 1 << 27 }, { FORM_VOP3, 0, 2 << 27 }, { FORM_VOP3, 1 << 15, 3 << 27 },
   { FORM_SDWA, 0, 5 << 16 | 2 << 24 | 5 << 8 | 2 << 11 }, /* WORD_1, BYTE_2 to WORD_1, preserve */
   { FORM_SDWA, 0, 1 << 16 | 4 << 24 | 1 << 8 | 1 << 11 }, /* BYTE_1, WORD_0 to BYTE_1, sign */
   { FORM_SDWA, 0, 6 << 16 | 6 << 24 | 0 << 8 },           /* all bytes, to BYTE_0, zeros */
   { FORM_SDWA, 0, 4 << 16 | 3 << 24 | 6 << 8 | 1 << 19 | 1 << 27 }, /* sign-extended parts */
   { FORM_SDWA, 0, 6 << 16 | 6 << 24 | 6 << 8 | 1 << 20 | 1 << 29 }, /* -a, |b| */
   { FORM_CONSTANT, 240, 0 }, { FORM_CONSTANT, 193, 0 }, { FORM_CONSTANT, 248, 0 }, { FORM_CONSTANT, 247, 0 },
   { FORM_CONSTANT, 255, 0xc0a01234 },
};

/* Registers: sources in v0, v4, v8; destination of place k in v[OLD_BASE + 4 * k]; masks read: VCC and s[12:13]. */
static bool make_valu(struct variant *v, const struct isa_row *row, unsigned form_index, unsigned place)
{
   const struct gcn_op_info *info = &gcn_op_infos[row->op];
   uint32_t w0 = valu_forms[form_index].w0, w1 = valu_forms[form_index].w1;
   unsigned form = valu_forms[form_index].form, vdst = OLD_BASE + 4 * place, sdst = 20 + 2 * place;
   enum gcn_enc short_enc = short_encoding(row->op);
   bool native = short_enc != GCN_VOP3, found;
   bool madk = row->op == GCN_V_MADMK_F32 || row->op == GCN_V_MADAK_F32 || row->op == GCN_V_MADMK_F16 ||
      row->op == GCN_V_MADAK_F16;
   unsigned number = op_number(form == FORM_VOP3 ? GCN_VOP3 : short_enc, row->op, &found);
   memset(v, 0, sizeof *v);
   if (!found || (form != FORM_VOP3 && !native))
      return false;
   if (form == FORM_VOP3) {
      if (gfx < 8 && w0 & 1 << 15) { /* CLAMP lies elsewhere, where the second destination is if there is one */
         if (info->num_dst > 1)
            return false;
         w0 ^= 1 << 15 | 1 << 11;
      }
      bool mask_only = info->dst[0] == GCN_T_MASK;
      v->code[0] = 0x34u << 26 | number << (gfx >= 8 ? 16 : 17) | (mask_only ? sdst : vdst) | w0 |
         (info->num_dst > 1 ? sdst << 8 : 0);
      v->code[1] = w1;
      for (unsigned i = 0; i < info->num_src; i++)
         v->code[1] |= (info->src[i] == GCN_T_MASK ? 12u : 256 + 4 * i) << 9 * i;
   } else {
      unsigned src0 = form == FORM_SDWA ? GCN_SRC_SDWA : form == FORM_CONSTANT ? w0 : GCN_SRC_VGPR0;
      unsigned src1 = info->num_src > 1 ? row->op == GCN_V_MADMK_F32 || row->op == GCN_V_MADMK_F16 ? 8 : 4 : 0;
      v->code[0] = short_enc == GCN_VOP1   ? 0x3fu << 25 | vdst << 17 | number << 9 | src0
                   : short_enc == GCN_VOP2 ? number << 25 | vdst << 17 | src1 << 9 | src0
                                           : 0x3eu << 25 | number << 17 | src1 << 9 | src0;
      v->code[1] = madk ? 0x40490fdb : form == FORM_SHORT ? 0 : w1; /* SDWA: source v0 */
   }
   v->row = row;
   v->info = info;
   if (!gcn_decode(gfx, v->code, 2, 0, &v->inst) || v->inst.op != row->op || (madk && form == FORM_SDWA))
      return false;
   v->via_vcc = form != FORM_VOP3 && (info->dst[0] == GCN_T_MASK || info->num_dst > 1);
   gcn_print(gfx, &v->inst, v->text, sizeof v->text);
   return true;
}

static uint64_t constant(unsigned code, uint32_t literal, enum gcn_type type)
{
   static const double values[] = { 0.5, -0.5, 1, -1, 2, -2, 4, -4, 0.15915494309189532 };
   bool half = type == GCN_T_F16 || type == GCN_T_I16 || type == GCN_T_U16 || type == GCN_T_B16;
   bool wide = type == GCN_T_F64 || type == GCN_T_B64 || type == GCN_T_I64 || type == GCN_T_U64;
   if (code == GCN_SRC_LITERAL)
      return type == GCN_T_F64 ? (uint64_t)literal << 32 : type == GCN_T_I64 ? (uint64_t)(int64_t)(int32_t)literal : literal;
   if (code >= GCN_SRC_F_0_5) {
      double x = values[code - GCN_SRC_F_0_5];
      return wide ? code == GCN_SRC_F_INV2PI ? 0x3fc45f306dc9c882 : isa_bits64(x) : half ? isa_half_bits(x) : isa_bits((float)x);
   }
   return code <= GCN_SRC_INT64 ? code - GCN_SRC_INT0 : (uint64_t)((int64_t)GCN_SRC_INT64 - (int64_t)code);
}

static uint64_t part(uint64_t x, unsigned sel, bool sext)
{
   switch (sel) {
   case 0: case 1: case 2: case 3: x = x >> 8 * sel & 255; return sext ? (uint32_t)(int8_t)x : x;
   case 4: case 5: x = x >> 16 * (sel - 4) & 65535; return sext ? (uint32_t)(int16_t)x : x;
   default: return x;
   }
}

static uint64_t with_sign(uint64_t x, enum gcn_type type, bool abs, bool neg)
{
   uint64_t sign = type == GCN_T_F64 ? 1ull << 63 : type == GCN_T_F16 ? 0x8000 : 0x80000000;
   x = abs ? x & ~sign : x;
   return neg ? x ^ sign : x;
}

/* OMOD and CLAMP of a float result. */
static uint64_t modified(const struct isa_vec *v, const struct gcn_inst *inst, enum gcn_type type, uint64_t bits)
{
   static const double scale[4] = { 1, 2, 4, 0.5 };
   unsigned denorm = type == GCN_T_F32 ? v->denorm32 : v->denorm16;
   double x = type == GCN_T_F64 ? isa_double(bits) : type == GCN_T_F16 ? (double)isa_half((uint32_t)bits) :
      (double)isa_float((uint32_t)bits);
   /* Minimum and maximum let denormals through, what follows does not. */
   double smallest = type == GCN_T_F64 ? 0x1p-1022 : type == GCN_T_F16 ? 0x1p-14 : 0x1p-126;
   bool scales = inst->omod && !(denorm & 2);
   if (!(denorm & 1) && fabs(x) < smallest && (scales || type != GCN_T_F16))
      x = scales || inst->clamp ? copysign(0, x) : x;
   if (scales) {
      x *= scale[inst->omod];
      if (type == GCN_T_F16)
         x = (double)isa_half(isa_half_bits(x));
      if (fabs(x) < smallest) /* where the rounding is not looked at: tiny before it */
         x = copysign(0, x);
   }
   if (inst->clamp) /* DX10_CLAMP: a NaN becomes zero */
      x = isnan(x) || x <= 0 ? 0 : x > 1 ? 1 : x;
   return type == GCN_T_F64 ? isa_bits64(x) : type == GCN_T_F16 ? isa_half_bits(x) : isa_bits((float)x);
}

static bool is_nan(enum gcn_type type, uint64_t bits)
{
   return type == GCN_T_F64 ? isnan(isa_double(bits)) : type == GCN_T_F16 ? isnan(isa_half((uint32_t)bits))
          : type == GCN_T_F32 ? isnan(isa_float((uint32_t)bits)) : false;
}

static bool close_enough(const struct isa_row *row, enum gcn_type type, uint64_t got, uint64_t want)
{
   if (got == want)
      return true;
   if (!(row->ulp > 0 || row->absolute > 0) || is_nan(type, got) || is_nan(type, want))
      return false;
   double a, b;
   if (type == GCN_T_F64)
      a = isa_double(got), b = isa_double(want);
   else if (type == GCN_T_F16)
      a = (double)isa_half((uint32_t)got), b = (double)isa_half((uint32_t)want);
   else
      a = (double)isa_float((uint32_t)got), b = (double)isa_float((uint32_t)want);
   if (fabs(a - b) <= (double)row->absolute)
      return true;
   int64_t sign = type == GCN_T_F64 ? INT64_MIN : type == GCN_T_F16 ? 0x8000 : 0x80000000ll;
   int64_t distance = (int64_t)got - (int64_t)want; /* of the same sign, neighbours differ by one */
   return !((int64_t)(got ^ want) & sign) && (double)(distance < 0 ? -distance : distance) <= (double)row->ulp;
}

/* ---- vector operations ------------------------------------------------------------------------------------------------ */

struct expectation { struct isa_vec v; uint64_t d[2]; bool compare; };

static struct expectation expect(const struct variant *p, unsigned n, unsigned lane, uint64_t mask, unsigned denorm)
{
   const struct gcn_inst *inst = &p->inst;
   struct expectation e = { .compare = true };
   struct isa_vec *v = &e.v;
   uint64_t s[3];
   pick_case(p->info, n, s);
   v->lane = lane;
   v->carry = mask >> lane & 1;
   v->old = s[2];
   v->denorm32 = v->denorm16 = (uint8_t)denorm;
   v->s2_hi = ~s[2];
   for (unsigned i = 0; i < p->info->num_src && i < 3; i++) {
      enum gcn_type type = p->info->src[i];
      unsigned code = inst->src[i].code;
      uint64_t x = s[i];
      if (code < GCN_SRC_VGPR0 && type != GCN_T_MASK)
         x = constant(code, inst->literal, type);
      if (inst->is_sdwa && i < 2)
         x = part(x, inst->sdwa.src_sel[i], inst->sdwa.src_sext >> i & 1);
      if (is_float(type) || type == GCN_T_B32)
         x = with_sign(x, type, inst->abs >> i & 1, inst->neg >> i & 1);
      v->s[i] = x;
   }
   enum gcn_type type = p->info->num_dst ? p->info->dst[0] : GCN_T_NONE;
   bool modifies = is_float(type) && (inst->omod || inst->clamp);
   v->clamp = inst->clamp && !is_float(type);
   p->row->ref(v);
   if (modifies)
      v->d = modified(v, inst, type, v->d);
   v->d = isa_canonical(type, v->d);
   e.d[0] = v->d;
   e.d[1] = v->d_hi;
   if (inst->is_sdwa && type != GCN_T_MASK) {
      unsigned sel = inst->sdwa.dst_sel, bits = sel < 4 ? 8 : sel < 6 ? 16 : 32, shift = sel < 4 ? 8 * sel : sel < 6 ?
         16 * (sel - 4) : 0;
      uint32_t ones = bits == 32 ? UINT32_MAX : (1u << bits) - 1, r = ((uint32_t)v->d & ones) << shift;
      if (inst->sdwa.dst_unused == 2)
         r |= (uint32_t)v->old & ~(ones << shift);
      else if (inst->sdwa.dst_unused == 1 && bits < 32)
         r = (uint32_t)((int32_t)((uint32_t)v->d << (32 - bits)) >> (32 - bits)) << shift;
      e.compare = bits == 32 || !(p->row->ulp > 0 || p->row->absolute > 0);
      e.d[0] = r;
   }
   e.compare = e.compare && !v->any;
   return e;
}

static void put64(unsigned reg, unsigned lane, uint64_t x)
{
   vgpr[reg][lane] = (uint32_t)x;
   vgpr[reg + 1][lane] = (uint32_t)(x >> 32);
}

static uint64_t get64(unsigned reg, unsigned lane) { return vgpr[reg][lane] | (uint64_t)vgpr[reg + 1][lane] << 32; }

static unsigned shown;
static unsigned last_op[2]; /* of the complaint before, by engine: one is enough */

static void complain(const struct variant *p, const struct isa_vec *v, unsigned jit, unsigned lanes, uint64_t got, uint64_t want)
{
   if (last_op[jit] == p->row->op && shown++)
      return;
   last_op[jit] = p->row->op;
   if (shown++ < 1000)
      print_message("%s: %s, %u lanes, denorm %u: (%#llx %#llx %#llx) gives %#llx, expected %#llx\n", p->text,
                    jit ? "host code" : "interpreter", lanes, v->denorm32, (unsigned long long)v->s[0],
                    (unsigned long long)v->s[1],
                    (unsigned long long)v->s[2], (unsigned long long)got, (unsigned long long)want);
}

static void check_lane(const struct variant *p, unsigned place, const struct expectation *e, unsigned lane, unsigned jit,
                       const struct sq_wave *w, bool active)
{
   unsigned reg = OLD_BASE + 4 * place;
   enum gcn_type type = p->info->dst[0];
   uint64_t mask = w->sgpr[20 + 2 * place] | (uint64_t)w->sgpr[21 + 2 * place] << 32;
   bool has_mask = type == GCN_T_MASK || p->info->num_dst > 1;
   if (has_mask && !e->v.any && (mask >> lane & 1) != (active && e->v.mask))
      complain(p, &e->v, jit, w->lanes, mask >> lane & 1, active && e->v.mask);
   if (type == GCN_T_MASK)
      return;
   unsigned dwords = p->inst.dst[0].dwords;
   uint64_t got = dwords > 1 ? get64(reg, lane) : vgpr[reg][lane];
   if (!active) {
      uint64_t old = dwords > 1 ? e->v.old : (uint32_t)e->v.old;
      if (got != old)
         complain(p, &e->v, jit, w->lanes, got, old);
      return;
   }
   if (e->compare && !close_enough(p->row, p->inst.is_sdwa ? type : type, got, e->d[0]))
      complain(p, &e->v, jit, w->lanes, got, e->d[0]);
   if (dwords == 4 && get64(reg + 2, lane) != e->d[1])
      complain(p, &e->v, jit, w->lanes, get64(reg + 2, lane), e->d[1]);
}

/* All cases of a program's variants, which have the same types of sources. */
static void run_valu(const struct variant *v, unsigned count, const struct sq_program *p, unsigned lanes, unsigned jit,
                     unsigned denorm)
{
   const struct gcn_op_info *info = v[0].info;
   unsigned n0 = 1, n1 = 1, cases;
   edge(info->num_src > 0 ? info->src[0] : GCN_T_B32, 0, &n0);
   if (info->num_src > 1)
      edge(info->src[1], 0, &n1);
   cases = n0 * n1;
   for (unsigned first = 0; first < cases; first += lanes) {
      uint64_t mask = 0x9d2c5680fedcba97ull * (first + 1), exec = sq_first_lanes(lanes) & ~UINT64_C(0x100020008);
      struct sq_wave w = { .lanes = lanes, .exec = exec, .vgpr = vgpr, .mem = &mem, .exp = exports };
      mask &= sq_first_lanes(lanes);
      w.sgpr[12] = w.sgpr[GCN_SRC_VCC_LO] = (uint32_t)mask;
      w.sgpr[13] = w.sgpr[GCN_SRC_VCC_HI] = (uint32_t)(mask >> 32);
      for (unsigned lane = 0; lane < lanes; lane++) {
         uint64_t s[3];
         pick_case(info, first + lane, s);
         for (unsigned i = 0; i < 3; i++)
            put64(4 * i, lane, s[i]);
         put64(10, lane, ~s[2]);
         for (unsigned k = 0; k < count; k++) {
            put64(OLD_BASE + 4 * k, lane, s[2]);
            put64(OLD_BASE + 4 * k + 2, lane, ~s[2]);
         }
      }
      enum sq_result r = jit ? sq_run_jit(p, &w) : sq_run_interp(p, &w);
      if (r != SQ_DONE)
         fail_msg("%s ...: %s", v[0].text, w.fault.text);
      for (unsigned k = 0; k < count; k++)
         for (unsigned lane = 0; lane < lanes; lane++) {
            struct expectation e = expect(&v[k], first + lane, lane, mask, denorm);
            check_lane(&v[k], k, &e, lane, jit, &w, exec >> lane & 1);
         }
   }
}

static void run_chunk(const struct variant *v, unsigned count, unsigned denorm)
{
   static const unsigned widths[] = { 16, 32, 64 };
   uint32_t code[PER_PROGRAM * 8 + 2];
   unsigned n = 0;
   code[n++] = s_mov_b64(14, GCN_SRC_EXEC_LO);
   for (unsigned k = 0; k < count; k++) {
      memcpy(&code[n], v[k].code, v[k].inst.size_B);
      n += v[k].inst.size_B / 4;
      bool cmpx = gcn_op_infos[v[k].row->op].flags & GCN_FLAG_VCMPX;
      if (v[k].via_vcc || cmpx)
         code[n++] = s_mov_b64(20 + 2 * k, cmpx && !v[k].via_vcc ? GCN_SRC_EXEC_LO : GCN_SRC_VCC_LO);
      if (v[k].via_vcc)
         code[n++] = s_mov_b64(GCN_SRC_VCC_LO, 12);
      if (cmpx)
         code[n++] = s_mov_b64(GCN_SRC_EXEC_LO, 14);
   }
   code[n++] = 0xbf810000;
   memcpy(mem.base + CODE_VA, code, n * 4);
   sq_cache_invalidate(cache);
   const struct sq_program *p = sq_program_get(cache, CODE_VA, SQ_CS, denorm * 0x50u << 12 | 1u << 21);
   /* Every operation in all widths, but not every mode in each. Wide waves on narrow vectors take LLVM long. */
   for (unsigned i = denorm ? 2 : 0; i < 3; i++)
      run_valu(v, count, p, widths[i], 0, denorm);
   unsigned most = ut_cpu_isa() == UT_ISA_AVX512 ? 64 : ut_cpu_isa() == UT_ISA_AVX2 ? 32 : 16;
   for (unsigned i = 0; i < 3; i++)
      if ((denorm == 3 ? i == 1 : denorm == 0 ? i != 1 : i == 0) && widths[i] <= most)
         run_valu(v, count, p, widths[i], 1, denorm);
}

static bool same_sources(const struct gcn_op_info *a, const struct gcn_op_info *b)
{
   return a->num_src == b->num_src && !memcmp(a->src, b->src, sizeof a->src);
}

/* Rows are grouped by the types of their sources, so that one program's variants share inputs. */
static void run_rows(const struct isa_row *rows, unsigned count)
{
   static struct variant v[PER_PROGRAM];
   bool *done = calloc(count, sizeof *done);
   unsigned variants = 0;
   shown = 0;
   for (unsigned i = 0; i < count; i++) {
      const struct gcn_op_info *info = &gcn_op_infos[rows[i].op];
      bool floats = false;
      for (unsigned k = 0; k < info->num_src; k++)
         floats = floats || is_float(info->src[k]);
      floats = floats || (info->num_dst && is_float(info->dst[0]));
      if (done[i])
         continue;
      for (unsigned denorm = 0; denorm < 4; denorm++) {
         unsigned n = 0;
         if (denorm % 3 && (!floats || gfx < 8)) /* one way of flushing for all generations */
            continue;
         if (denorm % 3 && !JIT_HOST_FLUSHES_APART)
            continue;
         for (unsigned k = i; k < count; k++) {
            if (!same_sources(info, &gcn_op_infos[rows[k].op]))
               continue;
            done[k] = true;
            for (unsigned f = 0; f < COUNT(valu_forms); f++) {
               if (!make_valu(&v[n], &rows[k], f, n))
                  continue;
               variants += denorm == 0;
               if (++n == PER_PROGRAM) {
                  run_chunk(v, n, denorm);
                  n = 0;
               }
            }
         }
         if (n)
            run_chunk(v, n, denorm);
      }
   }
   free(done);
   print_message("%u operations, %u forms\n", count, variants);
   if (shown)
      fail_msg("%u differences", shown);
}

static void test_valu(void **state) { run_rows(isa_valu, isa_valu_count); }
static void test_valu16(void **state) { run_rows(isa_valu16, isa_valu16_count); }
static void test_valu64(void **state) { run_rows(isa_valu64, isa_valu64_count); }
static void test_vcmp(void **state) { run_rows(isa_vcmp, isa_vcmp_count); }

/* ---- scalar operations ------------------------------------------------------------------------------------------------ */

static const uint16_t sopk_constants[] = { 0, 1, 0x7fff, 0x8000, 0xffff, 0x20 };

/* Sources s[0:1] and s[2:3], a literal for the second; destination of place k s[20 + 6 * k], after it SCC and EXEC. */
static bool make_salu(struct variant *v, const struct isa_row *row, unsigned form, unsigned place)
{
   const struct gcn_op_info *info = &gcn_op_infos[row->op];
   bool found;
   unsigned number = op_number((enum gcn_enc)info->enc, row->op, &found), sdst = 20 + 6 * place, src1 = form ? GCN_SRC_LITERAL :
      2;
   memset(v, 0, sizeof *v);
   if (!found || form >= (info->enc == GCN_SOPK ? COUNT(sopk_constants) : 2))
      return false;
   switch (info->enc) {
   case GCN_SOP1: v->code[0] = 0x17du << 23 | sdst << 16 | number << 8 | (form ? GCN_SRC_LITERAL : 0); break;
   case GCN_SOP2: v->code[0] = 2u << 30 | number << 23 | sdst << 16 | src1 << 8; break;
   case GCN_SOPC: v->code[0] = 0x17eu << 23 | number << 16 | src1 << 8; break;
   default: v->code[0] = 0xbu << 28 | number << 23 | (info->num_dst ? sdst : 0) << 16 | sopk_constants[form]; break;
   }
   v->code[1] = 0x80040003;
   v->row = row;
   v->info = info;
   if (!gcn_decode(gfx, v->code, 2, 0, &v->inst) || v->inst.op != row->op)
      return false;
   gcn_print(gfx, &v->inst, v->text, sizeof v->text);
   return true;
}

static void salu_case(const struct gcn_op_info *info, unsigned n, uint64_t s[2])
{
   unsigned n0 = 1, n1 = 1;
   s[0] = edge(info->num_src ? info->src[0] : GCN_T_B32, n, &n0);
   s[1] = edge(info->num_src > 1 ? info->src[1] : GCN_T_B32, n / n0, &n1);
}

static void check_salu(const struct variant *p, unsigned place, unsigned n, bool scc, uint64_t exec, const struct sq_wave *w,
                       unsigned jit)
{
   struct isa_vec v = { .scc = scc, .exec = exec, .new_exec = exec, .old = 0x1122334455667788 };
   const struct gcn_inst *inst = &p->inst;
   const uint32_t *got = &w->sgpr[20 + 6 * place];
   bool sopk = p->info->enc == GCN_SOPK, reads_dst = sopk && p->info->num_dst && p->info->num_src > 1;
   salu_case(p->info, n, v.s);
   for (unsigned i = 0; i < 2 && i < p->info->num_src && !sopk; i++)
      if (inst->src[i].code == GCN_SRC_LITERAL)
         v.s[i] = inst->src[i].dwords == 2 ? (uint64_t)(uint32_t)inst->literal : inst->literal;
   if (sopk)
      v.s[p->info->num_src - 1] = (uint64_t)(int64_t)(int16_t)inst->simm;
   if (reads_dst)
      v.s[0] = v.old;
   p->row->ref(&v);
   unsigned dwords = p->info->num_dst ? inst->dst[0].dwords : 0;
   uint64_t d = dwords == 2 ? got[0] | (uint64_t)got[1] << 32 : got[0], want = v.keeps || !dwords ? v.old : v.d;
   if (dwords < 2)
      want = (uint32_t)want;
   if (d != want)
      complain(p, &v, jit, w->lanes, d, want);
   if (got[2] != v.scc)
      complain(p, &v, jit, w->lanes, 0x5cc0 | got[2], 0x5cc0 | v.scc);
   uint64_t new_exec = got[4] | (uint64_t)got[5] << 32;
   if (new_exec != (v.new_exec & sq_first_lanes(w->lanes)))
      complain(p, &v, jit, w->lanes, new_exec, v.new_exec);
}

static void run_salu(const struct variant *v, unsigned count, const struct sq_program *p, unsigned lanes, unsigned jit)
{
   const struct gcn_op_info *info = v[0].info;
   unsigned n0 = 1, n1 = 1;
   edge(info->num_src ? info->src[0] : GCN_T_B32, 0, &n0);
   if (info->num_src > 1)
      edge(info->src[1], 0, &n1);
   for (unsigned n = 0; n < 2 * n0 * n1; n++) {
      uint64_t exec = 0x9d2c5680fedcba97ull * (n + 1) & sq_first_lanes(lanes), s[2];
      struct sq_wave w = { .lanes = lanes, .exec = exec, .vgpr = vgpr, .mem = &mem, .exp = exports };
      salu_case(info, n / 2, s);
      for (unsigned i = 0; i < 2; i++) {
         w.sgpr[2 * i] = (uint32_t)s[i];
         w.sgpr[2 * i + 1] = (uint32_t)(s[i] >> 32);
      }
      w.sgpr[8] = n & 1;
      for (unsigned k = 0; k < count; k++) {
         w.sgpr[20 + 6 * k] = 0x55667788;
         w.sgpr[21 + 6 * k] = 0x11223344;
      }
      enum sq_result r = jit ? sq_run_jit(p, &w) : sq_run_interp(p, &w);
      if (r != SQ_DONE)
         fail_msg("%s ...: %s", v[0].text, w.fault.text);
      for (unsigned k = 0; k < count; k++)
         check_salu(&v[k], k, n / 2, n & 1, exec, &w, jit);
   }
}

static void test_salu(void **state)
{
   enum { PLACES = 12 };
   static struct variant v[PLACES];
   static const unsigned widths[] = { 16, 32, 64 };
   unsigned variants = 0;
   shown = 0;
   bool *done = calloc(isa_salu_count, sizeof *done);
   for (unsigned i = 0; i < isa_salu_count; i++) {
      const struct gcn_op_info *info = &gcn_op_infos[isa_salu[i].op];
      unsigned next = i, form = 0;
      while (!done[i] && next < isa_salu_count) { /* programs of operations with the same sources */
         uint32_t code[PLACES * 6 + 2];
         unsigned n = 0, count = 0;
         code[n++] = s_mov_b64(14, GCN_SRC_EXEC_LO);
         for (; next < isa_salu_count && count < PLACES; next++, form = 0) {
            if (!same_sources(info, &gcn_op_infos[isa_salu[next].op]))
               continue;
            done[next] = next > i || done[next];
            for (; form < COUNT(sopk_constants) && count < PLACES; form++) {
               if (!make_salu(&v[count], &isa_salu[next], form, count))
                  continue;
               code[n++] = 0xbf078008; /* s_cmp_lg_u32 s8, 0 */
               memcpy(&code[n], v[count].code, v[count].inst.size_B);
               n += v[count].inst.size_B / 4;
               code[n++] = 0x85008081 | (22 + 6 * count) << 16; /* s_cselect_b32 s, 1, 0 */
               code[n++] = s_mov_b64(24 + 6 * count, GCN_SRC_EXEC_LO);
               code[n++] = s_mov_b64(GCN_SRC_EXEC_LO, 14);
               count++;
            }
            if (form < COUNT(sopk_constants))
               break;
         }
         if (!count)
            break;
         variants += count;
         code[n++] = 0xbf810000;
         memcpy(mem.base + CODE_VA, code, n * 4);
         sq_cache_invalidate(cache);
         const struct sq_program *p = sq_program_get(cache, CODE_VA, SQ_CS, 0xf0u << 12);
         for (unsigned k = 0; k < 6; k++)
            run_salu(v, count, p, widths[k / 2], k & 1);
      }
      done[i] = true;
   }
   free(done);
   print_message("%u operations, %u forms\n", isa_salu_count, variants);
   if (shown)
      fail_msg("%u differences", shown);
}

/* ---- what has no row -------------------------------------------------------------------------------------------------- */

/* Operations tested elsewhere, by the start of their names, and where. */
static const struct { const char *name, *where; } elsewhere[] = {
   { "v_nop", "has no effect" }, { "v_clrexcp", "has no effect" },
   { "v_readfirstlane_b32", "test_isa_lanes.c" }, { "v_readlane_b32", "test_isa_lanes.c" },
   { "v_writelane_b32", "test_isa_lanes.c" }, { "v_movrel", "test_isa_lanes.c" },
   { "v_interp_p1ll_f16", "refused" }, { "v_interp_p1lv_f16", "refused" }, { "v_interp_p2_f16", "refused" },
   { "s_getpc_b64", "test_isa_lanes.c" }, { "s_setpc_b64", "test_isa_lanes.c" }, { "s_swappc_b64", "test_isa_lanes.c" },
   { "s_movrel", "test_isa_lanes.c" }, { "s_set_gpr_idx_", "test_isa_lanes.c" }, { "s_getreg_b32", "test_isa_lanes.c" },
   { "s_setreg_", "test_isa_lanes.c" }, { "s_cbranch_g_fork", "refused" }, { "s_cbranch_i_fork", "refused" },
   { "s_cbranch_join", "refused" }, { "s_rfe_", "refused" }, { "s_setvskip", "refused" },
};

static bool has_row(unsigned op, const struct isa_row *rows, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (rows[i].op == op)
         return true;
   return false;
}

static void test_every_operation(void **state)
{
   unsigned missing = 0;
   for (unsigned enc = GCN_SOP1; enc <= GCN_VOP3; enc++) {
      if (enc == GCN_SOPP || enc == GCN_SMEM)
         continue;
      for (unsigned n = 0; n < gcn_op_tables[gfx - 6][enc].count; n++) {
         unsigned op = gcn_op_tables[gfx - 6][enc].ops[n];
         bool found = op == GCN_OP_NONE || has_row(op, isa_valu, isa_valu_count) || has_row(op, isa_valu16, isa_valu16_count) ||
                      has_row(op, isa_valu64, isa_valu64_count) || has_row(op, isa_vcmp, isa_vcmp_count) ||
                      has_row(op, isa_salu, isa_salu_count);
         for (unsigned i = 0; i < COUNT(elsewhere) && !found; i++)
            found = !strncmp(gcn_op_infos[op].name, elsewhere[i].name, strlen(elsewhere[i].name));
         if (!found && ++missing)
            print_message("no test: %s\n", gcn_op_infos[op].name);
      }
   }
   assert_int_equal(missing, 0);
}

int main(int argc, char **argv)
{
   if (!sq_rig_gfx(argc, argv, &gfx))
      return 2;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_operation),
      cmocka_unit_test(test_valu),
      cmocka_unit_test(test_valu16),
      cmocka_unit_test(test_valu64),
      cmocka_unit_test(test_vcmp),
      cmocka_unit_test(test_salu),
   };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
