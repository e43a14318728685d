/* tc_run.h: memory, a descriptor cache, and a call of the texture unit on every instruction set the host has, all of which
 * must give the same bits. For test_tc.c and test_tc_fast.c. */
#ifndef TC_RUN_H
#define TC_RUN_H

#include "winsys/sim/tc/tests/tc_ref.h"

#include "util/ut_cpu.h"

#define MEM_B (4u << 20)

static struct sim_mem *mem;
static struct tc_cache *cache;

static inline int setup(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   mem = px_mem_create(MEM_B);
   cache = tc_cache_create(mem, chip->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config);
   return 0;
}

static inline int teardown(void **state)
{
   (void)state;
   tc_cache_destroy(cache);
   px_mem_destroy(mem);
   return 0;
}

static inline void fill_random(void)
{
   uint32_t *p = (uint32_t *)(void *)(mem->base + PX_VA);
   for (unsigned i = 0; i < MEM_B / 4; i++)
      p[i] = px_rand();
}

typedef uint32_t rows[64];
static rows addr[16], data[PX_TABLES][4];

/* Runs on every instruction set the host has; all must agree. Result in data[UT_ISA_BASE]. */
static inline void run(const struct tc_image_inst *inst, const uint32_t *rsrc, const uint32_t *samp, uint64_t exec,
                       unsigned lanes)
{
   for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
      const struct tc_ops *ops = tc_ops_of(isa);
      if (!ops)
         continue;
      memset(data[isa], 0xee, sizeof(data[isa]));
      tc_cache_set_ops(cache, ops);
      tc_image(cache, inst, rsrc, samp, (const uint32_t (*)[64])addr, data[isa], exec, lanes);
      for (unsigned r = 0; r < 4; r++)
         for (unsigned l = 0; l < 64; l++) {
            if (!(exec >> l & 1))
               assert_int_equal(data[isa][r][l], 0xeeeeeeee);
            if (data[isa][r][l] != data[UT_ISA_BASE][r][l])
               print_error("%s: kind %u row %u lane %u of %u, addresses %08x %08x %08x\n", px_ops_of(isa)->name, inst->kind, r, l, lanes,
                           addr[0][l],
                           addr[1][l], addr[2][l]);
            assert_int_equal(data[isa][r][l], data[UT_ISA_BASE][r][l]);
         }
   }
}

static inline void set_f(unsigned row, unsigned lane, float f) { addr[row][lane] = fmt_bits(f); }
static inline double get_f(unsigned row, unsigned lane) { return fmt_float(data[UT_ISA_BASE][row][lane]); }

#endif
