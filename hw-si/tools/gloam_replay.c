/* gloam_replay.c: executes captured submissions (GLOAM_CAPTURE) on a simulated GPU in this process, each with its captured
 * memory. --without removes packets, for example a cache flush, to show their effect. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "hw-si/stream/stream.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/core/sim_gpu.h"

#define MAX_REMOVED 16
#define MAX_CHAINS 10000

struct packet_list { unsigned opcode[MAX_REMOVED], count; };

static int usage(void)
{
   fputs("usage: gloam-replay [--without PACKET]... CAPTURE...\n"
         "Executes each captured submission and prints a checksum of the memory that the GPU may write.\n"
         "--without removes packets; PACKET is a name as gloam-dump prints it. GLOAM_DEBUG applies.\n"
         "Exit code 1: the stream could not be executed to its end, or GLOAM_DEBUG=hazard reported a hazard.\n", stderr);
   return 2;
}

static bool find_packet(const char *name, unsigned *opcode)
{
   for (unsigned i = 0; i < pm4_packet_count; i++)
      if (!strcmp(pm4_packets[i].name, name)) {
         *opcode = pm4_packets[i].opcode;
         return true;
      }
   return false;
}

static bool load(struct sim_mem *mem, const struct stream_capture *c)
{
   for (uint32_t i = 0; i < c->header.run_count; i++) {
      const struct stream_capture_run *run = &c->run[i];
      if (!sim_mem_commit(mem, run->va, run->size_B))
         return false;
      if (c->data[i])
         memcpy(mem->base + run->va, c->data[i], run->size_B);
      sim_mem_set_access(mem, run->va, run->size_B, run->flags & (STREAM_RUN_READ | STREAM_RUN_WRITE));
   }
   return true;
}

/* Replaces the packets in `out` by NOPs, in called and chained command buffers too. */
static void remove_packets(struct sim_mem *mem, unsigned gfx_level, uint64_t va, uint32_t dw, const struct packet_list *out,
                      unsigned depth)
{
   for (unsigned chains = 0; dw && chains < MAX_CHAINS && depth < 4; chains++) {
      uint32_t *words = sim_mem_check(mem, va, 4ull * dw, SIM_MEM_READ) ? (uint32_t *)(mem->base + va) : NULL;
      struct pm4_iter it;
      if (!words)
         return;
      pm4_iter_init(&it, gfx_level, words, dw);
      dw = 0;
      while (pm4_iter_next(&it)) {
         bool call = it.type == 3 && (it.opcode == PKT3_INDIRECT_BUFFER || it.opcode == PKT3_INDIRECT_BUFFER_SI) &&
            it.body_dw >= 3;
         if (call) {
            uint64_t to = it.body[0] | (uint64_t)(it.body[1] & 0xffff) << 32;
            uint32_t size = PM4_GET_INDIRECT_BUFFER_CONTROL_SIZE_DW(it.body[2]);
            if (PM4_GET_INDIRECT_BUFFER_CONTROL_CHAIN(it.body[2])) {
               va = to;
               dw = size;
            } else {
               remove_packets(mem, gfx_level, to, size, out, depth + 1);
            }
         }
         for (unsigned i = 0; it.type == 3 && i < out->count; i++)
            if (it.opcode == out->opcode[i])
               words[it.offset] = PKT3(PKT3_NOP, it.body_dw - 1, 0);
      }
   }
}

/* FNV-1a over the 64-bit words of all pages that the GPU may write. */
static uint64_t checksum(const struct sim_mem *mem, const struct stream_capture *c)
{
   uint64_t hash = 0xcbf29ce484222325u;
   for (uint32_t i = 0; i < c->header.run_count; i++)
      for (uint64_t at = 0; c->run[i].flags & STREAM_RUN_WRITE && at < c->run[i].size_B; at += 8) {
         uint64_t word;
         memcpy(&word, mem->base + c->run[i].va + at, 8);
         hash = (hash ^ word) * 0x100000001b3u;
      }
   return hash;
}

static bool replay(const char *path, const struct packet_list *out)
{
   struct stream_capture c;
   const char *error = stream_capture_open(&c, path);
   const struct hw_chip *chip = error ? NULL : hw_chip_find(c.header.chip);
   if (!chip) {
      fprintf(stderr, "gloam-replay: %s: %s\n", path, error ? error : "unknown chip");
      return false;
   }
   struct sim_mem mem;
   struct sim_gpu *gpu = NULL;
   uint64_t end = c.header.run_count ? c.run[c.header.run_count - 1].va + c.run[c.header.run_count - 1].size_B : 0,
      size_B = 1ull << 30;
   char why[200] = "no memory";
   bool ok = false;
   while (size_B < end)
      size_B *= 2;
   bool mapped = sim_mem_init(&mem, size_B);
   if (mapped && mem.size_B >= end && load(&mem, &c))
      gpu = sim_gpu_create(chip, &mem);
   if (gpu) {
      if (c.header.compute_ring)
         sim_gpu_set_compute(gpu);
      remove_packets(&mem, chip->gfx_level, c.header.ib_va, c.header.ib_dw, out, 0);
      ok = sim_gpu_run(gpu, c.header.ib_va, c.header.ib_dw, why, sizeof why);
   }
   if (ok)
      printf("%s: %016llx, %u hazards\n", path, (unsigned long long)checksum(&mem, &c), sim_gpu_hazards(gpu));
   else
      fprintf(stderr, "gloam-replay: %s: %s\n", path, why);
   ok &= gpu && !sim_gpu_hazards(gpu);
   sim_gpu_destroy(gpu);
   if (mapped)
      sim_mem_finish(&mem);
   stream_capture_close(&c);
   return ok;
}

int main(int argc, char **argv)
{
   struct packet_list out = { .count = 0 };
   bool ok = true;
   int i = 1;
   for (; i + 1 < argc && !strcmp(argv[i], "--without"); i += 2)
      if (out.count == MAX_REMOVED || !find_packet(argv[i + 1], &out.opcode[out.count++]))
         return usage();
   if (i == argc)
      return usage();
   for (; i < argc; i++)
      ok &= replay(argv[i], &out);
   return ok ? 0 : 1;
}
