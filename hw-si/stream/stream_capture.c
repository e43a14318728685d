/* stream_capture.c: reads captured submissions (written by winsys/sim/machine/capture.c). The file is mapped; its tables are checked
 * against the file's size before use. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream.h"

#define PAGE_B 4096u

static const char *check_runs(struct stream_capture *c)
{
   uint64_t at = sizeof c->header + (uint64_t)c->header.run_count * sizeof *c->run, last = 0;
   if (at > c->map_B)
      return "shorter than its table";
   c->run = malloc(c->header.run_count * sizeof *c->run + 1);
   c->data = calloc(c->header.run_count + 1u, sizeof *c->data);
   if (!c->run || !c->data)
      return "no memory";
   memcpy(c->run, (const uint8_t *)c->map + sizeof c->header, c->header.run_count * sizeof *c->run);
   for (uint32_t i = 0; i < c->header.run_count; i++) {
      const struct stream_capture_run *run = &c->run[i];
      if (run->va < last || run->va % PAGE_B || run->size_B % PAGE_B || run->va + run->size_B < run->va)
         return "runs overlap or are not whole pages";
      last = run->va + run->size_B;
      if (!(run->flags & STREAM_RUN_DATA))
         continue;
      if (run->size_B > c->map_B - at)
         return "shorter than its runs";
      c->data[i] = (const uint8_t *)c->map + at;
      at += run->size_B;
   }
   return NULL;
}

const char *stream_capture_open(struct stream_capture *c, const char *path)
{
   *c = (struct stream_capture){ 0 };
   int fd = open(path, O_RDONLY | O_CLOEXEC);
   struct stat st;
   if (fd < 0)
      return strerror(errno);
   const char *why = "no capture";
   if (fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof c->header) {
      c->map_B = (size_t)st.st_size;
      c->map = mmap(NULL, c->map_B, PROT_READ, MAP_PRIVATE, fd, 0);
      if (c->map == MAP_FAILED)
         c->map = NULL;
   }
   close(fd);
   if (c->map) {
      memcpy(&c->header, c->map, sizeof c->header);
      bool ours = !memcmp(c->header.magic, STREAM_CAPTURE_MAGIC, 8) && c->header.version == 1 &&
                  memchr(c->header.chip, 0, sizeof c->header.chip);
      why = ours ? check_runs(c) : why;
   }
   if (why)
      stream_capture_close(c);
   return why;
}

void stream_capture_close(struct stream_capture *c)
{
   free(c->run);
   free(c->data);
   if (c->map)
      munmap(c->map, c->map_B);
   *c = (struct stream_capture){ 0 };
}

/* The run that holds the address, or run_count. */
static uint32_t find_run(const struct stream_capture *c, uint64_t va)
{
   uint32_t low = 0, high = c->header.run_count;
   while (low < high) {
      uint32_t mid = (low + high) / 2;
      if (c->run[mid].va + c->run[mid].size_B > va)
         high = mid;
      else
         low = mid + 1;
   }
   return low < c->header.run_count && c->run[low].va <= va ? low : c->header.run_count;
}

/* Runs without data are read from one page of zeros, which is enough for any descriptor or instruction. */
static const void *read_memory(void *user, uint64_t va, uint64_t size_B)
{
   static const uint8_t zeros[PAGE_B];
   const struct stream_capture *c = user;
   uint32_t i = find_run(c, va);
   if (i == c->header.run_count || size_B > c->run[i].va + c->run[i].size_B - va)
      return NULL; /* ranges over several runs are not supported; command buffers and descriptors do not need them */
   if (!c->data[i])
      return size_B <= PAGE_B ? zeros : NULL;
   return c->data[i] + (va - c->run[i].va);
}

struct stream_memory stream_capture_memory(const struct stream_capture *c)
{
   return (struct stream_memory){ read_memory, (void *)(uintptr_t)c };
}
