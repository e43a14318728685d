/* capture.c: GLOAM_CAPTURE=FOLDER writes every submission, before it runs, to a file of its own, with all memory that is
 * mapped then (stream.h has the format; pages of zeros take no room). All users of the machine are captured: our
 * driver in its own process, and any driver on the render-node stand-in. Nothing is created where the folder does not exist. */
#include "winsys/sim/machine/capture.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw-si/stream/stream.h"
#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "winsys/sim/base/grow.h"
#include "winsys/sim/mem/mem.h"

_Static_assert(STREAM_RUN_READ == SIM_MEM_READ && STREAM_RUN_WRITE == SIM_MEM_WRITE, "a page's access is a run's flags");

#define PAGE_B (1u << SIM_PAGE_SHIFT)

struct runs { struct stream_capture_run *run; uint32_t count; size_t capacity; bool failed; };

static bool is_zero(const uint8_t *p)
{
   return !p[0] && !memcmp(p, p + 1, PAGE_B - 1);
}

static void add_page(struct runs *r, uint64_t va, uint32_t flags)
{
   struct stream_capture_run *last = r->count ? &r->run[r->count - 1] : NULL;
   if (last && last->va + last->size_B == va && last->flags == flags) {
      last->size_B += PAGE_B;
      return;
   }
   struct stream_capture_run *run = sim_grow(r->run, r->count, &r->capacity, sizeof *run);
   r->failed |= !run;
   if (!run)
      return;
   r->run = run;
   r->run[r->count++] = (struct stream_capture_run){ .va = va, .size_B = PAGE_B, .flags = flags };
}

/* The table of pages is itself mostly untouched memory: the kernel lists the parts that are in use. */
static void collect(const struct sim_mem *mem, struct runs *r)
{
   uint64_t table_B = mem->size_B >> SIM_PAGE_SHIFT;
   size_t parts = (table_B + PAGE_B - 1) / PAGE_B;
   unsigned char *resident = malloc(parts);
   bool known = resident && mincore(mem->page, table_B, resident) == 0;
   for (size_t part = 0; part < parts && !r->failed; part++) {
      if (known && !(resident[part] & 1))
         continue;
      for (uint64_t page = part * PAGE_B; page < (part + 1) * PAGE_B && page < table_B; page++) {
         uint32_t flags = mem->page[page];
         uint64_t va = page << SIM_PAGE_SHIFT;
         if (flags)
            add_page(r, va, flags | (is_zero(mem->base + va) ? 0 : STREAM_RUN_DATA));
      }
   }
   free(resident);
}

static bool write_all(FILE *f, const struct sim_mem *mem, const struct stream_capture_header *header, const struct runs *r)
{
   bool ok = fwrite(header, sizeof *header, 1, f) == 1 && fwrite(r->run, sizeof *r->run, r->count, f) == r->count;
   for (uint32_t i = 0; ok && i < r->count; i++)
      if (r->run[i].flags & STREAM_RUN_DATA)
         ok = fwrite(mem->base + r->run[i].va, r->run[i].size_B, 1, f) == 1;
   return ok;
}

static char *folder;

static void read_folder(void)
{
   const char *text = ut_env_str(UT_ENV_CAPTURE);
   folder = *text ? strdup(text) : NULL;
}

void sim_capture(const struct sim_mem *mem, const char *chip, bool compute_ring, uint64_t ib_va, uint32_t ib_dw)
{
   static atomic_uint next;
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, read_folder);
   if (!folder)
      return;
   unsigned number = atomic_fetch_add(&next, 1);
   struct stream_capture_header header = { .version = 1, .ib_dw = ib_dw, .compute_ring = compute_ring, .ib_va = ib_va,
                                           .number = number };
   memcpy(header.magic, STREAM_CAPTURE_MAGIC, sizeof(header.magic));
   struct runs runs = { 0 };
   char path[4096];
   snprintf(header.chip, sizeof header.chip, "%s", chip);
   snprintf(path, sizeof path, "%s/%07d-%06u.cap", folder, (int)getpid(), number);
   FILE *f = fopen(path, "wb");
   bool ok = f != NULL;
   if (f) {
      collect(mem, &runs);
      header.run_count = runs.count;
      ok = !runs.failed && write_all(f, mem, &header, &runs);
      ok &= fclose(f) == 0;
      if (!ok)
         unlink(path);
   }
   if (!ok)
      ut_log("capture", "cannot write %s: %s", path, strerror(errno));
   free(runs.run);
}
