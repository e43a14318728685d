/* Addresses, budget, page table, and memory that leaves and enters the process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "winsys/sim/mem/mem_heap.h"

#define MB (1024ull * 1024)

static void ranges(void **state)
{
   struct sim_range_set s;
   assert_true(sim_range_init(&s, 0x1000, 0x10000));
   uint64_t a = sim_range_take(&s, 0x1000, 0x1000), b = sim_range_take(&s, 0x1000, 0x4000);
   assert_int_equal(a, 0x1000);
   assert_int_equal(b, 0x4000);
   assert_int_equal(sim_range_take(&s, 0x2000, 0x1000), 0x2000); /* the hole that alignment left */
   assert_true(sim_range_take(&s, 0x20000, 0x1000) == UINT64_MAX);
   sim_range_release(&s, 0x2000, 0x2000);
   sim_range_release(&s, a, 0x1000);
   sim_range_release(&s, b, 0x1000);
   assert_int_equal(s.count, 1); /* coalesced */
   assert_int_equal(s.extents[0].start, 0x1000);
   assert_int_equal(s.extents[0].size, 0x10000);
   assert_int_equal(sim_range_take(&s, 0x10000, 0x1000), 0x1000);
   assert_int_equal(s.count, 0);
   sim_range_finish(&s);
}

static void access_outside_mappings_is_refused(void **state)
{
   struct sim_heap *h = sim_heap_create(64 * MB);
   struct sim_mem *m = sim_heap_mem(h);
   struct sim_block b;
   assert_true(sim_heap_alloc(h, 3 * 4096 - 5, 1, 0, &b));
   assert_non_null(sim_mem_ptr(m, b.va, b.range_B, SIM_MEM_READ | SIM_MEM_WRITE));
   assert_int_equal(m->fault_count, 0);
   assert_null(sim_mem_ptr(m, b.va + b.range_B - 4, 8, SIM_MEM_READ));
   assert_null(sim_mem_ptr(m, b.va - 1, 1, SIM_MEM_READ));
   assert_null(sim_mem_ptr(m, 0, 4, SIM_MEM_WRITE));
   assert_null(sim_mem_ptr(m, UINT64_MAX - 1, 4, SIM_MEM_WRITE));
   assert_null(sim_mem_ptr(m, m->size_B - 4, 8, SIM_MEM_READ));
   assert_int_equal(m->fault_count, 5);
   assert_int_equal(m->fault_va, b.va + b.range_B - 4 + 1);
   sim_heap_free(h, &b);
   sim_heap_destroy(h);
}

static void budget_and_zones(void **state)
{
   struct sim_heap *h = sim_heap_create(8 * MB);
   struct sim_block low, high, more;
   assert_true(sim_heap_alloc(h, 2 * MB, 256, SIM_HEAP_LOW_4G, &low));
   assert_true(low.va < 1ull << 32);
   assert_true(sim_heap_alloc(h, 5 * MB, 256, 0, &high));
   assert_true(high.va >= 1ull << 32);
   assert_false(sim_heap_alloc(h, 2 * MB, 256, 0, &more));
   assert_int_equal(sim_heap_used_B(h), 7 * MB);
   uint8_t *p = sim_heap_mem(h)->base + high.va;
   memset(p, 0xaa, 5 * MB);
   sim_heap_free(h, &high);
   assert_true(sim_heap_alloc(h, 5 * MB, 256, 0, &high));
   p = sim_heap_mem(h)->base + high.va;
   for (unsigned i = 0; i < 5 * MB; i += 509)
      assert_int_equal(p[i], 0);
   sim_heap_free(h, &high);
   assert_true(sim_heap_alloc(h, 100, 1, 0, &high)); /* small blocks are cleared by hand */
   p = sim_heap_mem(h)->base + high.va;
   p[0] = 1;
   sim_heap_free(h, &high);
   assert_true(sim_heap_alloc(h, 100, 1, 0, &high));
   assert_int_equal(p[0], 0);
   sim_heap_free(h, &high);
   sim_heap_free(h, &low);
   assert_int_equal(sim_heap_used_B(h), 0);
   sim_heap_destroy(h);
}

static void export_keeps_address_and_contents(void **state)
{
   char why[128] = "";
   struct sim_heap *h = sim_heap_create(64 * MB), *other = sim_heap_create(64 * MB);
   struct sim_block a, b, in;
   assert_true(sim_heap_alloc(h, 10000, 4096, 0, &a));
   assert_true(sim_heap_alloc(h, 10000, 4096, 0, &b));
   uint8_t *pa = sim_heap_mem(h)->base + a.va, *pb = sim_heap_mem(h)->base + b.va;
   memset(pa, 0x11, 10000);
   memset(pb, 0x22, 10000);
   int fd = sim_heap_export(h, &a, false, why, sizeof why);
   if (fd < 0)
      fail_msg("export: %s", why);
   assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
   assert_int_equal(pa[9999], 0x11);
   assert_int_equal(lseek(fd, 0, SEEK_END), 12288);
   assert_true(sim_heap_import(other, fd, &in, why, sizeof why));
   assert_int_equal(in.size_B, 12288);
   uint8_t *pi = sim_heap_mem(other)->base + in.va;
   assert_int_equal(pi[0], 0x11);
   pi[5] = 0x33;
   assert_int_equal(pa[5], 0x33);        /* one memory */
   assert_int_equal(pb[0], 0x22);        /* the neighbour is not part of it */
   assert_int_equal(sim_heap_used_B(other), 0);
   close(fd);
   uint64_t va = a.va;
   sim_heap_free(h, &a);
   assert_int_equal(pi[5], 0x33);        /* the importer's copy lives on */
   assert_true(sim_heap_alloc(h, 10000, 4096, 0, &a));
   assert_int_equal(a.va, va);
   assert_int_equal(pa[5], 0);
   pa[5] = 1;
   assert_int_equal(pi[5], 0x33);        /* and is no longer ours */
   sim_heap_free(h, &a);
   sim_heap_free(h, &b);
   sim_heap_free(other, &in);
   sim_heap_destroy(h);
   sim_heap_destroy(other);
}

static uint64_t resident_B(const uint8_t *pages, size_t size_B)
{
   static unsigned char in_core[256 * MB / 4096];
   uint64_t sum_B = 0;
   assert_int_equal(mincore((void *)pages, size_B, in_core), 0);
   for (size_t i = 0; i < size_B / 4096; i++)
      sum_B += in_core[i] & 1 ? 4096 : 0;
   return sum_B;
}

/* A freed block serves the next one of its size whose contents are undefined; all others are zero. A limit of 64 MB stays. */
static void freed_blocks_serve_undefined_ones(void **state)
{
   struct sim_heap *h = sim_heap_create(256 * MB);
   uint8_t *base = sim_heap_mem(h)->base;
   struct sim_block a, b, c, many[40];
   assert_true(sim_heap_alloc(h, MB, 4096, 0, &a) && sim_heap_alloc(h, 8192, 4096, 0, &b));
   memset(base + a.va, 0x5a, MB);
   memset(base + b.va, 0x5a, 8192);
   const uint64_t va = a.va;
   sim_heap_free(h, &a);
   sim_heap_free(h, &b);
   assert_int_equal(sim_heap_used_B(h), 0);
   assert_false(sim_mem_check(sim_heap_mem(h), va, 1, SIM_MEM_READ));
   assert_true(sim_heap_alloc(h, 2 * MB, 4096, SIM_HEAP_UNDEFINED, &a) && sim_heap_alloc(h, MB, 4096, 0, &b));
   assert_int_not_equal(b.va, va);
   for (size_t i = 0; i < MB; i++)
      assert_true(!base[a.va + i] && !base[b.va + i]);
   assert_true(sim_heap_alloc(h, MB, 4096, SIM_HEAP_UNDEFINED, &c));
   assert_int_equal(c.va, va);
   assert_int_equal(base[c.va + MB - 1], 0x5a);
   assert_true(sim_mem_check(sim_heap_mem(h), c.va, MB, SIM_MEM_READ | SIM_MEM_WRITE));
   sim_heap_free(h, &a), sim_heap_free(h, &b), sim_heap_free(h, &c);
   assert_true(sim_heap_alloc(h, 8192, 4096, SIM_HEAP_UNDEFINED, &a));
   for (size_t i = 0; i < 8192; i++)
      assert_int_equal(base[a.va + i], 0); /* small ones are cleared when they are freed */
   sim_heap_free(h, &a);
   uint64_t low = UINT64_MAX, high = 0;
   for (unsigned i = 0; i < 40; i++) {
      assert_true(sim_heap_alloc(h, 5 * MB, 4096, SIM_HEAP_UNDEFINED, &many[i]));
      memset(base + many[i].va, 1, 5 * MB);
      low = many[i].va < low ? many[i].va : low;
      high = many[i].va + 5 * MB > high ? many[i].va + 5 * MB : high;
   }
   assert_true(high - low <= 256 * MB);
   for (unsigned i = 0; i < 40; i++)
      sim_heap_free(h, &many[i]);
   assert_in_range(resident_B(base + low, high - low), 1, 64 * MB);
   assert_true(sim_heap_alloc(h, 200 * MB, 4096, 0, &a));
   for (size_t i = 0; i < 200 * MB; i += 4096)
      assert_int_equal(base[a.va + i], 0);
   sim_heap_free(h, &a);
   sim_heap_destroy(h);
}

static void bad_descriptors_are_refused_with_a_reason(void **state)
{
   struct sim_heap *h = sim_heap_create(64 * MB);
   struct sim_block b;
   char why[128];
   int unsealed = memfd_create("x", MFD_ALLOW_SEALING), growing = memfd_create("x", MFD_ALLOW_SEALING);
   int empty = memfd_create("x", MFD_ALLOW_SEALING), null = open("/dev/null", O_RDWR), pipes[2];
   assert_int_equal(ftruncate(unsealed, 8192), 0);
   assert_int_equal(ftruncate(growing, 5000), 0);
   assert_int_equal(fcntl(growing, F_ADD_SEALS, F_SEAL_SHRINK), 0);
   assert_int_equal(fcntl(empty, F_ADD_SEALS, F_SEAL_SHRINK), 0);
   assert_int_equal(pipe(pipes), 0);
   const struct { int fd; const char *text; } rows[] = {
      { unsealed, "F_SEAL_SHRINK" }, { empty, "empty" }, { null, "neither" }, { pipes[0], "neither" }, { -1, "descriptor" },
      { 9999, "descriptor" },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      why[0] = '\0';
      assert_false(sim_heap_import(h, rows[i].fd, &b, why, sizeof why));
      if (!strstr(why, rows[i].text))
         fail_msg("row %u: %s", i, why);
   }
   assert_true(sim_heap_import(h, growing, &b, why, sizeof why));
   assert_int_equal(b.size_B, 5000);
   assert_int_equal(sim_heap_mem(h)->base[b.va + 4999], 0);
   sim_heap_free(h, &b);
   /* Sealed against writing: readable for the GPU, not writable. */
   assert_int_equal(fcntl(growing, F_ADD_SEALS, F_SEAL_WRITE), 0);
   assert_true(sim_heap_import(h, growing, &b, why, sizeof why));
   assert_true(sim_mem_check(sim_heap_mem(h), b.va, 8192, SIM_MEM_READ));
   assert_false(sim_mem_check(sim_heap_mem(h), b.va, 8192, SIM_MEM_WRITE));
   sim_heap_free(h, &b);
   close(unsealed), close(growing), close(empty), close(null), close(pipes[0]), close(pipes[1]);
   sim_heap_destroy(h);
}

struct counter { struct sim_deferred deferred; unsigned times; };

static void count_resolve(struct sim_deferred *deferred)
{
   ((struct counter *)deferred)->times++;
}

/* An access to deferred pages resolves them; a query whether they are mapped, or an access to other pages, does not. */
static void deferred_pages(void **state)
{
   struct sim_mem m;
   struct counter counter = { { count_resolve }, 0 };
   assert_true(sim_mem_init(&m, 1 * MB * 1024));
   assert_true(sim_mem_commit(&m, MB, MB));
   sim_mem_set_access(&m, MB, MB, SIM_MEM_READ | SIM_MEM_WRITE);
   sim_mem_set_access(&m, MB + 8 * 4096, 4096, SIM_MEM_READ);
   unsigned generation = atomic_load(&m.generation);
   pthread_mutex_lock(&m.deferred_lock);
   sim_mem_defer(&m, &counter.deferred, MB + 4096, 10000);
   sim_mem_defer(&m, &counter.deferred, MB + 4096 + 10000, 22000); /* the two share a page */
   pthread_mutex_unlock(&m.deferred_lock);
   assert_int_not_equal(atomic_load(&m.generation), generation); /* caches of results are invalid */
   assert_true(sim_mem_mapped(&m, MB, MB, SIM_MEM_READ));
   assert_true(sim_mem_mapped(&m, MB + 4096, 4096, SIM_MEM_WRITE));
   assert_false(sim_mem_mapped(&m, MB + 8 * 4096, 4, SIM_MEM_WRITE));
   assert_false(sim_mem_check(&m, MB + 8 * 4096, 4, SIM_MEM_WRITE));
   assert_false(sim_mem_check(&m, 3 * MB, 4, SIM_MEM_READ));
   assert_true(sim_mem_check(&m, MB, 4096, SIM_MEM_READ));
   assert_int_equal(counter.times, 0);
   assert_ptr_equal(sim_mem_ptr(&m, MB + 5000, 4, SIM_MEM_READ), m.base + MB + 5000);
   assert_int_equal(counter.times, 1);
   assert_true(sim_mem_check(&m, MB, 4097, SIM_MEM_WRITE));
   assert_int_equal(counter.times, 2);
   sim_mem_set_access(&m, MB + 20 * 4096, 4096, 0); /* no deferred fill there */
   assert_int_equal(counter.times, 2);
   sim_mem_set_access(&m, MB + 2 * 4096, 4096, 0); /* before it goes */
   assert_int_equal(counter.times, 3);
   assert_false(sim_mem_mapped(&m, MB + 2 * 4096, 4, SIM_MEM_READ));
   pthread_mutex_lock(&m.deferred_lock);
   sim_mem_unmark(&m, MB + 4096, 10000);
   sim_mem_unmark(&m, MB + 4096 + 10000, 22000);
   m.deferred = NULL;
   pthread_mutex_unlock(&m.deferred_lock);
   assert_non_null(sim_mem_ptr(&m, MB + 4096, 4, SIM_MEM_READ | SIM_MEM_WRITE));
   assert_non_null(sim_mem_ptr(&m, MB + 8 * 4096, 4, SIM_MEM_READ));
   assert_null(sim_mem_ptr(&m, MB + 8 * 4096, 4, SIM_MEM_WRITE));
   assert_null(sim_mem_ptr(&m, MB + 2 * 4096, 4, SIM_MEM_READ));
   assert_int_equal(counter.times, 3);
   sim_mem_finish(&m);
}

/* Another process of the cgroup has used most of its memory: a large allocation fails although the budget allows it. */
static void cgroup_is_shared(void **state)
{
   char root[] = "/tmp/sim_mem_XXXXXX", path[64], command[64];
   assert_non_null(mkdtemp(root));
   static const struct { const char *name, *text; } files[] = {
      { "list", "0::/\n" }, { "memory.max", "1073741824\n" }, { "memory.current", "1000000000\n" },
   };
   for (unsigned i = 0; i < 3; i++) {
      snprintf(path, sizeof path, "%s/%s", root, files[i].name);
      FILE *f = fopen(path, "w");
      assert_non_null(f);
      fputs(files[i].text, f);
      fclose(f);
   }
   snprintf(path, sizeof path, "%s/list", root);
   const struct ut_cgroups at = { path, root };
   sim_heap_cgroups = &at;
   struct sim_heap *h = sim_heap_create(1024 * MB);
   struct sim_block small, large;
   assert_true(sim_heap_alloc(h, 1 * MB, 4096, 0, &small));
   assert_false(sim_heap_alloc(h, 80 * MB, 4096, 0, &large)); /* 73 MB are left */
   assert_true(sim_heap_alloc(h, 70 * MB, 4096, 0, &large));
   assert_int_equal(sim_heap_used_B(h), 71 * MB);
   sim_heap_cgroups = NULL;
   sim_heap_free(h, &small);
   sim_heap_free(h, &large);
   sim_heap_destroy(h);
   snprintf(command, sizeof command, "rm -r %s", root);
   assert_int_equal(system(command), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranges), cmocka_unit_test(access_outside_mappings_is_refused), cmocka_unit_test(budget_and_zones),
      cmocka_unit_test(export_keeps_address_and_contents), cmocka_unit_test(freed_blocks_serve_undefined_ones),
      cmocka_unit_test(bad_descriptors_are_refused_with_a_reason), cmocka_unit_test(deferred_pages),
      cmocka_unit_test(cgroup_is_shared),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
