/* fuzz_pm4.c: the input's dwords as a command buffer. The header chooses generation, ring, and how many threads there are. The
 * memory is as the tests of packets have it (draw_rig.h): commands at 1 MB, everything else after them, reachable by what
 * the commands write there themselves; a few programs are there from the start. Results are ignored: for any input
 * the machine must stop by itself, and in time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "winsys/sim/tests/fuzz/fuzz_unit.h"
#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/hwdb/hw_regs_table.h"
#include "hw-si/pm4/pm4.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/core/sim_gpu.h"

#include "winsys/sim/tests/draw_rig.h"

#define IB_VA 0x100000ull
#define WORK_VA 0x200000ull
#define WORK_B 0x330000u
#define WATCHDOG_NS 20000000u
/* Of CPU time. The machine promises a small multiple of the watchdog; sanitizers are slow, and slower beside other processes. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__) /* libFuzzer's build */
#define LIMIT_NS 30000000000ull
#else
#define LIMIT_NS (8ull * SIM_STREAM_TIME * WATCHDOG_NS)
#endif

static struct sim_mem mem;
static struct sim_gpu *gpus[3][2][2]; /* by generation; one thread, or two; ring */

static const struct { unsigned at_B; const uint32_t *code; size_t size_B; } programs[] = {
   { RIG_VS_B, rig_vs, sizeof rig_vs }, { RIG_PS_B, rig_ps, sizeof rig_ps }, { RIG_ENDLESS_B, rig_endless, sizeof rig_endless },
};

static struct sim_gpu *machine(uint8_t header)
{
   static const char *const chips[] = { "pitcairn", "bonaire", "polaris10" };
   unsigned level = header % 8 < 6 ? 2 : header % 8 - 6, threads = header >> 3 & 1, compute = header >> 4 == 15;
   struct sim_gpu **gpu = &gpus[level][threads][compute];
   if (!mem.base) {
      setenv("GLOAM_SIM_EXEC", "interp", 1); /* fuzz_shader.c is for the other */
      if (!sim_mem_init(&mem, 1ull << 30) || !sim_mem_commit(&mem, IB_VA, WORK_VA + WORK_B - IB_VA))
         exit(2);
      sim_mem_set_access(&mem, IB_VA, FUZZ_MAX_B, SIM_MEM_READ | SIM_MEM_WRITE);
      sim_mem_set_access(&mem, WORK_VA, WORK_B, SIM_MEM_READ | SIM_MEM_WRITE);
   }
   if (!*gpu) {
      setenv("GLOAM_THREADS", threads ? "2" : "1", 1);
      *gpu = sim_gpu_create(hw_chip_find(chips[level]), &mem);
      if (!*gpu)
         exit(2);
      (*gpu)->watchdog_ns = WATCHDOG_NS;
      if (compute)
         sim_gpu_set_compute(*gpu);
   }
   return *gpu;
}

static uint64_t cpu_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   if (size < FUZZ_HEADER_B + 4 || size > FUZZ_MAX_B)
      return 0;
   struct sim_gpu *gpu = machine(data[0]);
   size_t dw = (size - FUZZ_HEADER_B) / 4;
   memset(mem.base + IB_VA, 0, FUZZ_MAX_B);
   memset(mem.base + WORK_VA, 0, WORK_B);
   memcpy(mem.base + IB_VA, data + FUZZ_HEADER_B, 4 * dw);
   for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++)
      memcpy(mem.base + WORK_VA + programs[i].at_B, programs[i].code, programs[i].size_B);
   char why[160];
   uint64_t start = cpu_ns();
   bool done = sim_gpu_run(gpu, IB_VA, (uint32_t)dw, why, sizeof why);
   if (cpu_ns() - start > LIMIT_NS) {
      fprintf(stderr, "ran for %.1f s (%s)\n", (double)(cpu_ns() - start) * 1e-9, done ? "done" : why);
      abort();
   }
   if (!done && memchr(why, 0, sizeof why) == why)
      abort(); /* lost without a reason */
   return 0;
}

/* ---- packets that make sense ------------------------------------------------------------------------------------------ */

static uint32_t address(uint64_t *random)
{
   static const uint32_t bases[] = { (uint32_t)WORK_VA, (uint32_t)WORK_VA + 0x1000, (uint32_t)WORK_VA + 0x101000,
                                     (uint32_t)WORK_VA + 0x141000, (uint32_t)IB_VA };
   return bases[fuzz_random(random) % 5] + (fuzz_random(random) % 3 ? fuzz_random(random) % 64 * 4 : 0);
}

static uint32_t value(uint64_t *random)
{
   uint32_t kind = fuzz_random(random) % 8;
   return kind == 0 ? address(random) : kind == 1 ? address(random) >> 8 : fuzz_number(random);
}

static unsigned register_write(uint64_t *random, unsigned opcode, uint32_t *dw)
{
   const struct hw_reg_space *space = &hw_reg_spaces[2];
   uint32_t start = pm4_reg_space_start(opcode), end = pm4_reg_space_end(opcode), offset = 0;
   for (unsigned tries = 0; tries < 200 && (offset < start || offset >= end); tries++)
      offset = space->regs[fuzz_random(random) % space->reg_count].offset;
   if (offset < start || offset >= end)
      offset = start + fuzz_random(random) % ((end - start) / 4) * 4;
   unsigned n = fuzz_random(random) % 3 ? 1 : 1 + fuzz_random(random) % 8;
   dw[0] = PKT3(opcode, n, 0);
   dw[1] = (offset - start) / 4;
   for (unsigned i = 0; i < n; i++)
      dw[2 + i] = value(random);
   return 2 + n;
}

unsigned fuzz_unit(uint64_t *random, uint32_t *dw)
{
   const struct pm4_packet_info *info = &pm4_packets[fuzz_random(random) % pm4_packet_count];
   if (fuzz_random(random) % 4 == 0) {
      static const uint8_t spaces[] = { PKT3_SET_CONTEXT_REG, PKT3_SET_CONTEXT_REG, PKT3_SET_SH_REG, PKT3_SET_UCONFIG_REG };
      return register_write(random, spaces[fuzz_random(random) % 4], dw);
   }
   if (pm4_reg_space_start(info->opcode))
      return register_write(random, info->opcode, dw);
   unsigned n = info->min_words + (fuzz_random(random) % 4 ? 0 : fuzz_random(random) % 8);
   if (!n)
      n = 1;
   dw[0] = PKT3(info->opcode, n - 1, fuzz_random(random) % 8 == 0) | (fuzz_random(random) % 8 == 0 ? 2 : 0);
   for (unsigned i = 0; i < n; i++) {
      const char *name = i < info->num_words ? pm4_words[info->first_word + i].name : "";
      dw[1 + i] = strstr(name, "_HI") ? 0 : strstr(name, "_LO") ? address(random) : value(random);
      for (unsigned k = 0; i < info->num_words && k < pm4_words[info->first_word + i].num_fields; k++) {
         const struct pm4_field *f = &pm4_fields[pm4_words[info->first_word + i].first_field + k];
         uint32_t mask = (uint32_t)(((2ull << (f->hi - f->lo)) - 1) << f->lo);
         dw[1 + i] = (dw[1 + i] & ~mask) | (fuzz_number(random) << f->lo & mask);
      }
   }
   return 1 + n;
}

unsigned fuzz_unit_size(const uint32_t *dw, size_t count)
{
   return dw[0] >> 30 == 3 ? (dw[0] >> 16 & 0x3fff) + 2 : 1;
}
