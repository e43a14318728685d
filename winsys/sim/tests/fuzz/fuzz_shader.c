/* fuzz_shader.c: the input's dwords as a program, run by the interpreter and, if the header says so, by host code, with
 * registers that point at a buffer, an image and a sampler. Both must end by themselves, and give the same results: exports,
 * registers, LDS and memory. Not compared: runs that end with the watchdog, and programs that read a clock.
 *
 * Header: stage, FLOAT_MODE and the like, lanes and EXEC, flags (1: host code, too; 2: denormals among the values; 4: not in a
 * group; 8: no second launch after a barrier), then the seed of the values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "winsys/sim/tests/fuzz/fuzz_unit.h"
#include "hw-si/gcn/gcn_tables.h"
#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_env.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_check.h"
#include "winsys/sim/sq/sq_internal.h"
#include "winsys/sim/sq/sq_math.h"
#include "winsys/sim/tc/tc.h"
#include "winsys/sim/tests/sq_run_jit.h"

#define CODE_VA 0x100000ull
#define DATA_VA 0x200000ull
#define DATA_B 0x8000u
#define LDS_B 4096
#define DEADLINE_NS 20000000u
#define LIMIT_NS 20000000000ull
#define MAX_TURNS 64        /* barriers that a wave may stop at */
#define PROGRAMS_PER_CACHE 64

struct registers { uint32_t vgpr[256][64], exp[SQ_EXP_COUNT][4][64]; };

static struct sim_mem mem;
static struct tc_cache *tc;
static struct sq_cache *cache;
static unsigned programs;
static struct registers both[2];
static uint8_t lds[2][LDS_B], data_start[DATA_B], data_after[2][DATA_B];
static struct sq_attr attr[SQ_MAX_ATTRS];

/* The chip whose machine code it is (GLOAM_SIM_CHIP). */
static const struct hw_chip *fuzzed_chip(void)
{
   static const struct hw_chip *chip;
   if (!chip && !(chip = hw_chip_find(ut_env_str(UT_ENV_SIM_CHIP))))
      exit(2);
   return chip;
}

static unsigned generation(void) { return fuzzed_chip()->gfx_level; }

static void prepare(void)
{
   const struct hw_chip *chip = fuzzed_chip();
   if (!mem.base) {
      if (!sim_mem_init(&mem, 1ull << 30) || !sim_mem_commit(&mem, CODE_VA, FUZZ_MAX_B) || !sim_mem_commit(&mem, DATA_VA, DATA_B))
         exit(2);
      sim_mem_set_access(&mem, CODE_VA, FUZZ_MAX_B, SIM_MEM_READ);
      sim_mem_set_access(&mem, DATA_VA, DATA_B, SIM_MEM_READ | SIM_MEM_WRITE);
      tc = tc_cache_create(&mem, chip->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config);
      if (!tc)
         exit(2);
      sq_jit_options = SQ_JIT_KEEP_REGISTERS;
   }
   if (programs++ % PROGRAMS_PER_CACHE == 0) { /* a JIT that LLVM failed several times compiles nothing any more */
      sq_cache_destroy(cache);
      cache = sq_cache_create(&mem);
      if (!cache)
         exit(2);
      sq_cache_set_gfx_level(cache, chip->gfx_level);
   }
}

static uint32_t random_value(uint64_t *random, bool denormals)
{
   uint32_t r = fuzz_random(random);
   switch (fuzz_random(random) % 4) {
   case 0: return r % 256;
   case 1: return sq_f2u((float)(int32_t)r * 0x1p-28f);
   case 2: return r;
   default: return denormals ? r & 0x807fffff : r % DATA_B;
   }
}

static void set_registers(struct sq_wave *w, uint64_t *random, bool denormals)
{
   const uint32_t raw[4] = { DATA_VA, 0, DATA_B, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 7 << 12 | 4 << 15 };
   const uint32_t typed[4] = { DATA_VA, 16u << 16 | (fuzz_random(random) & 0x8000ffff), DATA_B / 16,
                               4 | 5 << 3 | 6 << 6 | 7 << 9 | (fuzz_random(random) & 0x1fffff) << 12 };
   const uint32_t image[8] = { DATA_VA >> 8, 10u << 20 | (fuzz_random(random) & 0x3c000000), 31 | 31 << 14,
                               4 | 5 << 3 | 6 << 6 | 7 << 9 | 8 << 20 | 9u << 28, 31 << 13, 0, 0, 0 };
   const uint32_t sampler[4] = { fuzz_random(random) & 0xffff, 0xfff000, fuzz_random(random) & 0x3ff00000, 0 };
   for (unsigned i = 0; i < 102; i++)
      w->sgpr[i] = random_value(random, denormals);
   memcpy(&w->sgpr[0], raw, sizeof raw);
   memcpy(&w->sgpr[4], typed, sizeof typed);
   memcpy(&w->sgpr[8], image, sizeof image);
   memcpy(&w->sgpr[16], sampler, sizeof sampler);
   w->sgpr[20] = DATA_VA;
   w->sgpr[21] = 0;
   w->sgpr[GCN_SRC_VCC_LO] = fuzz_random(random);
   w->sgpr[GCN_SRC_M0] = fuzz_random(random) % 4 ? 0x1000 : fuzz_number(random);
   for (unsigned r = 0; r < 256; r++)
      for (unsigned i = 0; i < w->lanes; i++)
         both[0].vgpr[r][i] = r == 0 ? i : r == 1 ? 4 * i : r >= 2 && r < 10 && r % 2 == 0 ? (uint32_t)DATA_VA + 16 * i : r < 10 ?
            0
                              : random_value(random, denormals);
}

/* Other runs may see another time, other places, and vector registers of lanes that were not launched. */
static bool is_comparable(const struct sq_program *p)
{
   for (uint32_t i = 0; i < p->num_inst; i++) {
      switch (p->inst[i].op) {
      case GCN_S_MEMTIME: case GCN_S_MEMREALTIME: case GCN_S_GETREG_B32:
         return false;
      default:
         break;
      }
   }
   return true;
}

static void print(const struct sq_program *p)
{
   for (uint32_t i = 0; i < p->num_inst; i++) {
      char text[400];
      gcn_print(generation(), &p->inst[i], text, sizeof text);
      fprintf(stderr, "%5x  %s\n", p->inst[i].offset_B, p->inst[i].op == GCN_OP_NONE ? "(refused)" : text);
   }
}

static void differ(const struct sq_program *p, const struct sq_wave w[2], const char *what, unsigned at, unsigned lane,
                   uint64_t got,
                   uint64_t expected)
{
   print(p);
   fprintf(stderr, "%u lanes: %s %u, lane %u: %#llx, expected %#llx\n", w[0].lanes, what, at, lane, (unsigned long long)got,
           (unsigned long long)expected);
   abort();
}

static void compare(const struct sq_program *p, const struct sq_wave w[2])
{
   for (unsigned r = 0; r < 256; r++)
      for (unsigned i = 0; i < w[0].lanes; i++)
         if (both[0].vgpr[r][i] != both[1].vgpr[r][i])
            return differ(p, w, "v", r, i, both[1].vgpr[r][i], both[0].vgpr[r][i]);
   for (unsigned s = 0; s < 102; s++)
      if (w[0].sgpr[s] != w[1].sgpr[s])
         return differ(p, w, "s", s, 0, w[1].sgpr[s], w[0].sgpr[s]);
   for (unsigned t = 0; t < SQ_EXP_COUNT; t++) {
      if (w[0].exp_en[t] != w[1].exp_en[t])
         return differ(p, w, "EN of export", t, 0, w[1].exp_en[t], w[0].exp_en[t]);
      for (unsigned k = 0; k < 4; k++)
         for (unsigned i = 0; i < w[0].lanes; i++)
            if (!sq_check_same_export(t, w[0].exp_compr >> t & 1, both[1].exp[t][k][i], both[0].exp[t][k][i]))
               return differ(p, w, "export", t, i, both[1].exp[t][k][i], both[0].exp[t][k][i]);
   }
   if (w[0].exec != w[1].exec || w[0].exp_valid != w[1].exp_valid || w[0].exp_compr != w[1].exp_compr)
      return differ(p, w, "EXEC or valid lanes", 0, 0, w[1].exec, w[0].exec);
   for (unsigned i = 0; i < LDS_B; i++)
      if (lds[0][i] != lds[1][i])
         return differ(p, w, "LDS byte", i, 0, lds[1][i], lds[0][i]);
   for (unsigned i = 0; i < DATA_B; i++)
      if (data_after[0][i] != data_after[1][i])
         return differ(p, w, "memory", i, 0, data_after[1][i], data_after[0][i]);
}

static uint64_t now_ns(clockid_t clock)
{
   struct timespec t;
   clock_gettime(clock, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Turns: how often it stopped at a barrier. */
static enum sq_result run(const struct sq_program *p, struct sq_wave *w, unsigned k, unsigned *turns)
{
   enum sq_result result;
   memcpy(mem.base + DATA_VA, data_start, DATA_B);
   memset(lds[k], 0, LDS_B);
   w->vgpr = both[k].vgpr;
   w->exp = both[k].exp;
   w->lds = lds[k];
   w->deadline_ns = sim_run_ns() + DEADLINE_NS;
   *turns = 0;
   do
      result = k ? sq_run_jit(p, w) : sq_run_interp(p, w);
   while (result == SQ_BARRIER && ++*turns < MAX_TURNS);
   memcpy(data_after[k], mem.base + DATA_VA, DATA_B);
   return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   static const unsigned lane_counts[] = { 64, 16, 32, 8 };
   static const enum sq_stage stages[] = { SQ_CS, SQ_PS, SQ_VS, SQ_GS };
   if (size < FUZZ_HEADER_B + 4 || size > FUZZ_MAX_B - 16)
      return 0;
   prepare();
   uint64_t random = data[4] | data[5] << 8 | data[6] << 16 | (uint64_t)data[7] << 24;
   bool denormals = data[3] & 2;
   for (unsigned i = 0; i < DATA_B; i += 4)
      memcpy(data_start + i, &(uint32_t){ random_value(&random, denormals) }, 4);
   for (size_t i = 0; i < sizeof attr / 4; i++)
      ((float *)attr)[i] = (float)(int)(i % 37) * 0.25f;
   memset(mem.base + CODE_VA, 0, FUZZ_MAX_B);
   memcpy(mem.base + CODE_VA, data + FUZZ_HEADER_B, (size - FUZZ_HEADER_B) & ~(size_t)3);
   memcpy(mem.base + CODE_VA + ((size - FUZZ_HEADER_B) & ~(size_t)3), &(uint32_t){ 0xbf810000 }, 4); /* s_endpgm */
   sq_cache_collect(cache);
   sq_cache_invalidate(cache);

   uint32_t rsrc1 = (uint32_t)(data[1] & 0xf0) << 12 | 1u << 21 | (data[3] & 0x10 ? (uint32_t)(data[1] & 15) << 12 : 0);
   const struct sq_program *p = sq_program_get(cache, CODE_VA, stages[data[0] % 4], rsrc1);
   struct sq_wave w[2] = { { .lanes = lane_counts[data[2] % 4], .mem = &mem, .tc = tc, .attr = attr, .lds_B = LDS_B } };
   w[0].exec = data[2] & 4 ? UINT64_MAX : (uint64_t)fuzz_random(&random) << 32 | fuzz_random(&random);
   w[0].exec &= sq_first_lanes(w[0].lanes);
   w[0].in_group = !(data[3] & 4);
   memset(&both[0], 0, sizeof both[0]);
   set_registers(&w[0], &random, denormals);
   both[1] = both[0];
   w[1] = w[0];
   unsigned turns[2];
   uint64_t start = now_ns(CLOCK_PROCESS_CPUTIME_ID);
   enum sq_result result[2] = { run(p, &w[0], 0, &turns[0]), SQ_DONE };
   if (data[3] & 1) {
      result[1] = run(p, &w[1], 1, &turns[1]);
      bool none = result[1] == SQ_FAULT && !strcmp(w[1].fault.text, "no jit");
      if (none || result[0] == SQ_TIMEOUT || result[1] == SQ_TIMEOUT || !is_comparable(p))
         ;
      else if (result[0] != result[1] || turns[0] != turns[1])
         differ(p, w, "result", turns[1], turns[0], (uint64_t)result[1], (uint64_t)result[0]);
      else if (result[0] == SQ_DONE)
         compare(p, w);
   }
   if (now_ns(CLOCK_PROCESS_CPUTIME_ID) - start > LIMIT_NS) {
      print(p);
      fprintf(stderr, "ran too long\n");
      abort();
   }
   return 0;
}

/* ---- instructions ----------------------------------------------------------------------------------------------------- */

/* An encoding: its fixed bits, the random ones, where the opcode lies and how many bits it has. */
static const struct form { uint32_t fixed, random; uint8_t enc, shift, bits; } forms[] = {
   { 0x17du << 23, 0x007fffff, GCN_SOP1, 8, 8 },   { 0x17eu << 23, 0x007fffff, GCN_SOPC, 16, 7 },
   { 0x17fu << 23, 0x007fffff, GCN_SOPP, 16, 7 },  { 0xbu << 28, 0x0fffffff, GCN_SOPK, 23, 5 },
   { 2u << 30, 0x3fffffff, GCN_SOP2, 23, 7 },      { 0x30u << 26, 0x03ffffff, GCN_SMEM, 18, 8 },
   { 0x3fu << 25, 0x01ffffff, GCN_VOP1, 9, 8 },    { 0x3eu << 25, 0x01ffffff, GCN_VOPC, 17, 8 },
   { 0, 0x7fffffff, GCN_VOP2, 25, 6 },             { 0x34u << 26, 0x03ffffff, GCN_VOP3, 16, 10 },
   { 0x34u << 26, 0x03ffffff, GCN_VOP3, 16, 10 },  { 0x35u << 26, 0x03ffffff, GCN_VINTRP, 16, 2 },
   { 0x36u << 26, 0x03ffffff, GCN_DS, 17, 8 },     { 0x38u << 26, 0x03ffffff, GCN_MUBUF, 18, 7 },
   { 0x3au << 26, 0x03ffffff, GCN_MTBUF, 15, 4 },  { 0x3cu << 26, 0x03ffffff, GCN_MIMG, 18, 7 },
   { 0x37u << 26, 0x03ffffff, GCN_FLAT, 18, 7 },   { 0x31u << 26, 0x03ffffff, GCN_EXP, 0, 0 },
};
/* GFX6 and GFX7, where they differ. */
static const struct form older_forms[] = {
   { 0x18u << 27, 0x07ffffff, GCN_SMEM, 22, 5 },   { 0x34u << 26, 0x03ffffff, GCN_VOP3, 17, 9 },
   { 0x32u << 26, 0x03ffffff, GCN_VINTRP, 16, 2 }, { 0x36u << 26, 0x03ffffff, GCN_DS, 18, 8 },
   { 0x3au << 26, 0x03ffffff, GCN_MTBUF, 16, 3 },  { 0x3eu << 26, 0x03ffffff, GCN_EXP, 0, 0 },
};

static const struct form *form_of(unsigned i)
{
   for (unsigned k = 0; generation() < 8 && k < sizeof older_forms / sizeof older_forms[0]; k++)
      if (older_forms[k].enc == forms[i].enc)
         return &older_forms[k];
   return &forms[i];
}

/* One of few pairs of scalar registers, EXEC and VCC among them: masks. */
static uint32_t few_pairs(uint64_t *random)
{
   static const uint8_t pairs[] = { GCN_SRC_EXEC_LO, GCN_SRC_EXEC_LO, GCN_SRC_VCC_LO, GCN_SRC_VCC_LO, 8, 10, 12, 14 };
   return pairs[fuzz_random(random) % sizeof pairs];
}

/* Few registers, so that instructions read what others wrote; memory through the existing descriptors. */
static void narrow(uint64_t *random, unsigned enc, uint32_t code[3])
{
   if (fuzz_random(random) % 8 == 0)
      return;
   switch (enc) {
   case GCN_SOP1: case GCN_SOP2:
      if (fuzz_random(random) % 4) {
         const uint32_t dst = few_pairs(random);
         code[0] = (code[0] & ~0x7f00ffu) | dst << 16 | few_pairs(random);
      }
      if (enc == GCN_SOP2 && fuzz_random(random) % 2)
         code[0] = (code[0] & ~0xff00u) | few_pairs(random) << 8;
      break;
   case GCN_VOP1: case GCN_VOP2: case GCN_VOPC:
      code[0] &= ~((enc != GCN_VOPC ? 0xfu << 21 : 0) | (enc != GCN_VOP1 ? 0xfu << 13 : 0));
      if (code[0] & 0x100)
         code[0] &= ~0xf0u;
      break;
   case GCN_VOP3:
      code[0] &= ~0xf0u;
      for (unsigned k = 0; k < 3; k++)
         if (code[1] >> (9 * k + 8) & 1)
            code[1] &= ~(0xf0u << 9 * k);
      break;
   case GCN_DS:
      code[1] &= 0x0f0f0f0f;
      code[0] &= 0xffff00ff;
      if (code[0] >> 16 & 1) /* GDS: refused */
         code[0] &= ~(1u << 16);
      break;
   case GCN_MUBUF: case GCN_MTBUF:
      code[1] = (code[1] & 0x00000f0f) | (fuzz_random(random) % 2) << 16 | 0x80u << 24;
      break;
   case GCN_MIMG:
      code[1] = (code[1] & 0x00000f0f) | 2u << 16 | 4u << 21;
      break;
   case GCN_FLAT:
      code[1] = (code[1] & 0x0f000f00) | 2 * (1 + fuzz_random(random) % 4);
      break;
   case GCN_SMEM:
      if (generation() >= 8)
         code[0] = (code[0] & ~63u) | (fuzz_random(random) % 2 ? 10 : 0);
      else
         code[0] = (code[0] & ~(63u << 9)) | (fuzz_random(random) % 2 ? 10 : 0) << 9;
      code[1] &= 0xfff;
      break;
   case GCN_SOPP:
      code[0] = (code[0] & ~0xffffu) | ((fuzz_random(random) % 12 - 3) & 0xffff);
      break;
   default:
      break;
   }
}

unsigned fuzz_unit(uint64_t *random, uint32_t *dw)
{
   struct gcn_inst inst;
   for (unsigned tries = 0; tries < 1000; tries++) {
      const struct form *f = form_of(fuzz_random(random) % (sizeof forms / sizeof forms[0]));
      const struct gcn_op_table *table = &gcn_op_tables[generation() - 6][f->enc];
      uint32_t style = fuzz_random(random), op_bits = ((1u << f->bits) - 1) << f->shift, code[3];
      for (unsigned k = 0; k < 3; k++) {
         code[k] = fuzz_random(random);
         if (style >> k & 1)
            code[k] &= fuzz_random(random) & fuzz_random(random);
      }
      if (!table->count) /* no pointers on GFX6 */
         continue;
      unsigned op = fuzz_random(random) % table->count;
      if (table->ops[op] == GCN_OP_NONE || gcn_op_infos[table->ops[op]].flags & GCN_FLAG_END)
         continue;
      code[0] = f->fixed | (code[0] & f->random & ~op_bits) | (op << f->shift & op_bits);
      narrow(random, f->enc, code);
      if (f->enc == GCN_VOP1 || f->enc == GCN_VOP2 || f->enc == GCN_VOPC) {
         uint32_t special = style >> 8 & 15;
         if (special < 3)
            code[0] = (code[0] & ~511u) | (special < 1 ? GCN_SRC_SDWA : special < 2 ? GCN_SRC_DPP : GCN_SRC_LITERAL);
      }
      if (gcn_decode(generation(), code, 3, 0, &inst)) {
         memcpy(dw, code, inst.size_B);
         return inst.size_B / 4;
      }
   }
   dw[0] = 0xbf800000; /* s_nop 0 */
   return 1;
}

unsigned fuzz_unit_size(const uint32_t *dw, size_t count)
{
   struct gcn_inst inst;
   return gcn_decode(generation(), dw, count < 3 ? (unsigned)count : 3, 0, &inst) ? inst.size_B / 4u : 1;
}
