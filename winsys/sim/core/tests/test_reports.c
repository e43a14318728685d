/* test_reports.c: what the machine says of commands that no hardware would take: packets, with the address where each lies, end
 * the commands; registers that the database does not have, with their offset, are said and that is all. Runs with
 * GLOAM_DEBUG=sim, which says it on stderr. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw-si/hwdb/hw_chips.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/core/sim_gpu.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
enum { IB_VA = 1 << 20, SIZE_B = 1 << 16, BEFORE_DW = 3 };

enum { GFX, COMPUTE };
/* The packet lies at 0x10000c. `lost`: the reason why commands end; otherwise what is said while they go on. */
static const struct row {
   const char *chip; uint8_t ring; bool lost; uint32_t dw[7]; unsigned count; const char *text;
} rows[] = {
   { "polaris10", GFX, true, { 0xc000fe00, 0 }, 2, "unknown packet 0xfe at 0x10000c" },
   { "polaris10", COMPUTE, true, { 0xc000fe00, 0 }, 2, "unknown packet 0xfe at 0x10000c" },
   { "pitcairn", GFX, true, { 0xc0027900, 0x242, 4, 4 }, 4, "unknown packet 0x79 at 0x10000c" }, /* SET_UCONFIG_REG */
   { "polaris10", COMPUTE, true, { 0xc0012d00, 3, 2 }, 3, "DRAW_INDEX_AUTO at 0x10000c is for graphics rings" },
   { "polaris10", GFX, true, { 0xc0002d00, 3 }, 2, "DRAW_INDEX_AUTO at 0x10000c has 1 body dwords" },
   { "polaris10", GFX, false, { 0xc0016900, 0x3ff, 7 }, 3, "unknown register 0x28ffc <- 0x7" },
   { "polaris10", GFX, false, { 0xc0017600, 0x3ff, 7 }, 3, "unknown register 0xbffc <- 0x7" },
   { "polaris10", GFX, false, { 0xc0017900, 0x7ff, 7 }, 3, "unknown register 0x31ffc <- 0x7" },
   { "pitcairn", GFX, false, { 0xc0016800, 0xbff, 7 }, 3, "unknown register 0xaffc <- 0x7" },
   { "polaris10", GFX, false, { 0xc0026900, 0x3ff, 7, 8 }, 4, "write to 0x29000 beyond the registers of SET_CONTEXT_REG" },
   { "polaris10", COMPUTE, false, { 0xc0017600, 0x008, 7 }, 3, "graphics register 0xb020 on a compute ring" },
   { "polaris10", GFX, false, { 0xc0033700, 0, 0x28ffc / 4, 0, 7 }, 5, "unknown register 0x28ffc <- 0x7" },   /* WRITE_DATA */
   { "polaris10", GFX, false, { 0xc0033700, 0, 0x40000 / 4, 0, 7 }, 5, "WRITE_DATA to unknown register 0x40000" },
   { "polaris10", GFX, false, { 0xc0044000, 5, 7, 0, 0x28ffc / 4, 0 }, 6, "unknown register 0x28ffc <- 0x7" }, /* COPY_DATA */
   { "polaris10", GFX, false, { 0xc0044000, 5, 7, 0, 0x40000 / 4, 0 }, 6, "COPY_DATA to unknown register 0x40000" },
   { "polaris10", GFX, false, { 0xc0055000, 2u << 29, 7, 0, 0x40000, 0, 8 | 1 << 27 }, 7, "DMA to unknown register 0x40000" },
   { "polaris10", COMPUTE, false, { 0xc0055000, 2u << 29, 7, 0, 0x31ffc, 0, 8 | 1 << 27 }, 7, "DMA to unknown register 0x32000" },
   { "pitcairn", GFX, false, { 0xc0044100, 7, 2u << 29, 0x30000 - 4, 0, 4 | 1 << 27 }, 6, "DMA to unknown register 0x2fffc" },
   { "polaris10", GFX, false, { 0xc0017900, 0x800, 7 }, 3, "unknown register 0x32000 <- 0x7" },
   { "polaris10", GFX, false, { 0xc0017900, 0x2000, 7 }, 3, "unknown register 0x38000 <- 0x7" },
   { "polaris10", GFX, false, { 0xc0017900, 0x1fff, 7 }, 3, "unknown register 0x37ffc <- 0x7" },
   { "polaris10", GFX, false, { 0xc0017900, 0x1808, 7 }, 3, NULL }, /* CP_PERFMON_CNTL */
   { "polaris10", GFX, false, { 0xc0016900, 0x290, 7 }, 3, NULL }, /* VGT_GS_MODE: nothing to be said */
};

/* Runs the row's packet after a NOP of three dwords; returns the text on stderr. */
static bool run(const struct row *r, char *why, size_t why_B, char *said, size_t said_B)
{
   struct sim_mem mem;
   assert_true(sim_mem_init(&mem, 1ull << 30) && sim_mem_commit(&mem, IB_VA, SIZE_B));
   sim_mem_set_access(&mem, IB_VA, SIZE_B, SIM_MEM_READ | SIM_MEM_WRITE);
   struct sim_gpu *gpu = sim_gpu_create(hw_chip_find(r->chip), &mem);
   assert_non_null(gpu);
   if (r->ring == COMPUTE)
      sim_gpu_set_compute(gpu);
   uint32_t *ib = (uint32_t *)(void *)(mem.base + IB_VA);
   ib[0] = 0xc0011000;
   memcpy(ib + BEFORE_DW, r->dw, sizeof r->dw);
   FILE *file = tmpfile();
   int old = dup(STDERR_FILENO);
   assert_true(file && old >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
   bool done = sim_gpu_run(gpu, IB_VA, BEFORE_DW + r->count, why, why_B);
   dup2(old, STDERR_FILENO);
   close(old);
   rewind(file);
   said[fread(said, 1, said_B - 1, file)] = 0;
   fclose(file);
   sim_gpu_destroy(gpu);
   sim_mem_finish(&mem);
   return done;
}

/* A packet that goes on and on is not said again and again. */
static bool once(const char *said, const char *text)
{
   const char *found = strstr(said, text);
   const char *dma = found ? strstr(found, "DMA to") : NULL;
   return found && !(dma && strstr(dma + 1, "DMA to"));
}

static void reports(void **state)
{
   (void)state;
   for (unsigned i = 0; i < COUNT(rows); i++) {
      char why[200] = "", said[4096];
      bool done = run(&rows[i], why, sizeof why, said, sizeof said);
      const char *text = rows[i].lost ? why : said;
      if (done == rows[i].lost || (rows[i].text ? !once(text, rows[i].text) : strstr(said, "register") != NULL))
         fail_msg("row %u: %s: '%s' '%s', expected '%s'", i, done ? "goes on" : "lost", why, said,
                  rows[i].text ? rows[i].text : "nothing");
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(reports) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
