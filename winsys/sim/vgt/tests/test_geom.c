/* Draws that are large enough to be worked on in slices by several threads: each must leave the picture that the same
 * primitives leave when they are drawn as lists in small pieces. Also draws that would take for ever. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define RIG_SIZE 64
#include "winsys/sim/tests/draw_rig.h"

#define BACK 0x11223344u
#define VERTICES 4000
#define INDICES 15000
#define RESTART 0xffffu
#define PIECE 996 /* a multiple of 1, 2 and 3 */

static struct ws_bo *index_bo, *list_bo;
static uint16_t *index_map;
static uint32_t *list_map;

static uint32_t random_below(uint32_t n)
{
   static uint32_t seed = 99;
   seed = seed * 1664525u + 1013904223u;
   return (uint32_t)((uint64_t)seed * n >> 32);
}

/* Vertices with near numbers are near each other, so that most primitives are small. */
static void begin_rig(const char *threads)
{
   setenv("GLOAM_THREADS", threads, 1);
   rig_init(&rig);
   unsetenv("GLOAM_THREADS");
   index_bo = rig_buffer(&rig, 1 << 20);
   list_bo = rig_buffer(&rig, 1 << 20);
   index_map = rig.dev->impl->bo_map(index_bo);
   list_map = rig.dev->impl->bo_map(list_bo);
   for (unsigned i = 0; i < VERTICES; i++) {
      float x = 4 + (float)(i % 16) + (float)random_below(1000) * 0.002f,
         y = 4 + (float)(i / 16 % 16) + (float)random_below(1000) * 0.002f;
      rig.vertex[i] = rig_at(x, y, (i * 2654435761u) | 0xff000000u);
   }
}

static void end_rig(void)
{
   rig.dev->impl->bo_unref(index_bo);
   rig.dev->impl->bo_unref(list_bo);
   rig_finish(&rig);
}

static void begin_draws(void)
{
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028644_SPI_PS_INPUT_CNTL_0, S_028644_FLAT_SHADE(1));
}

static uint64_t run_and_hash(void)
{
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_true(rig_count(&rig, BACK) < RIG_SIZE * RIG_SIZE - 200);
   uint64_t hash = 14695981039346656037u;
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++)
      hash = (hash ^ rig.pixel[i]) * 1099511628211u;
   return hash;
}

static void make_indices(bool restarts)
{
   uint32_t at = 0;
   for (unsigned i = 0; i < INDICES; i++) {
      at = random_below(100) ? at + 1 + random_below(3) : random_below(VERTICES);
      if (at >= VERTICES)
         at = 0;
      /* Short strips, and in the middle one that is longer than a slice. */
      bool ends = restarts && (i < 3000 || i > 10000) && random_below(20) == 0;
      index_map[i] = (uint16_t)(ends ? RESTART : at);
   }
}

/* One strip [first, end) as a list, by the book (provoking corner last). Returns the new number of list indices. */
static uint32_t expand(unsigned prim_type, const uint16_t *i, uint32_t n, uint32_t out)
{
   uint32_t *l = list_map;
   for (uint32_t k = 0; k < n; k++) {
      switch (prim_type) {
      case V_008958_DI_PT_TRILIST:
         if (k % 3 == 2)
            l[out++] = i[k - 2], l[out++] = i[k - 1], l[out++] = i[k];
         break;
      case V_008958_DI_PT_TRISTRIP:
         if (k >= 2)
            l[out++] = i[k & 1 ? k - 1 : k - 2], l[out++] = i[k & 1 ? k - 2 : k - 1], l[out++] = i[k];
         break;
      case V_008958_DI_PT_TRIFAN:
         if (k >= 2)
            l[out++] = i[0], l[out++] = i[k - 1], l[out++] = i[k];
         break;
      case V_008958_DI_PT_QUADLIST:
         if (k % 4 == 3) {
            l[out++] = i[k - 3], l[out++] = i[k - 2], l[out++] = i[k];
            l[out++] = i[k - 2], l[out++] = i[k - 1], l[out++] = i[k];
         }
         break;
      case V_008958_DI_PT_TRILIST_ADJ:
         if (k % 6 == 5)
            l[out++] = i[k - 5], l[out++] = i[k - 3], l[out++] = i[k - 1];
         break;
      case V_008958_DI_PT_LINELIST:
         if (k & 1)
            l[out++] = i[k - 1], l[out++] = i[k];
         break;
      case V_008958_DI_PT_LINELOOP:
      case V_008958_DI_PT_LINESTRIP:
         if (k)
            l[out++] = i[k - 1], l[out++] = i[k];
         if (prim_type == V_008958_DI_PT_LINELOOP && k && k + 1 == n)
            l[out++] = i[k], l[out++] = i[0];
         break;
      default:
         l[out++] = i[k];
      }
   }
   return out;
}

static const struct { unsigned type, list; const char *name; } types[] = {
   { V_008958_DI_PT_POINTLIST, V_008958_DI_PT_POINTLIST, "points" },
   { V_008958_DI_PT_LINELIST, V_008958_DI_PT_LINELIST, "lines" },
   { V_008958_DI_PT_LINESTRIP, V_008958_DI_PT_LINELIST, "line strips" },
   { V_008958_DI_PT_LINELOOP, V_008958_DI_PT_LINELIST, "line loops" },
   { V_008958_DI_PT_TRILIST, V_008958_DI_PT_TRILIST, "triangles" },
   { V_008958_DI_PT_TRISTRIP, V_008958_DI_PT_TRILIST, "triangle strips" },
   { V_008958_DI_PT_TRIFAN, V_008958_DI_PT_TRILIST, "triangle fans" },
   { V_008958_DI_PT_QUADLIST, V_008958_DI_PT_TRILIST, "quads" },
   { V_008958_DI_PT_TRILIST_ADJ, V_008958_DI_PT_TRILIST, "triangles with adjacency" },
};

static uint64_t in_pieces(unsigned type, unsigned list)
{
   uint32_t count = 0, start = 0;
   for (uint32_t n = 0; n <= INDICES; n++) {
      if (n < INDICES && index_map[n] != RESTART)
         continue;
      count = expand(type, index_map + start, n - start, count);
      start = n + 1;
   }
   begin_draws();
   for (uint32_t first = 0; first < count; first += PIECE) {
      uint32_t n = count - first < PIECE ? count - first : PIECE;
      rig_draw_indexed(&rig, list, 1, list_bo->va + 4 * (uint64_t)first, n, n);
   }
   return run_and_hash();
}

static uint64_t drawn(unsigned type, unsigned count, unsigned num_instances)
{
   begin_draws();
   pm4_set_context_reg(&rig.pm4, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX, RESTART);
   pm4_set_context_reg(&rig.pm4, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, 1);
   pm4_packet(&rig.pm4, PKT3_NUM_INSTANCES, 1);
   pm4_emit(&rig.pm4, num_instances);
   rig_draw_indexed(&rig, type, 0, index_bo->va, count, count);
   return run_and_hash();
}

static uint64_t at_once(unsigned type)
{
   return drawn(type, INDICES, 1);
}

static void slices_do_not_show(void **state)
{
   static const char *const threads[] = { "1", "4" };
   for (unsigned t = 0; t < 2; t++) {
      begin_rig(threads[t]);
      for (unsigned i = 0; i < 2 * sizeof types / sizeof types[0]; i++) {
         make_indices(i & 1);
         if (in_pieces(types[i / 2].type, types[i / 2].list) != at_once(types[i / 2].type))
            fail_msg("%s, %s threads, restarts %u: another picture", types[i / 2].name, threads[t], i & 1);
      }
      end_rig();
   }
}

/* Slices begin inside of lists that are shorter than a slice can be, far after the last restart. Equal instances leave the
 * picture of one. */
static void short_strips_of_instances(void **state)
{
   enum { COUNT = 5000 };
   begin_rig("2");
   make_indices(false);
   index_map[COUNT - 100] = RESTART;
   for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
      for (unsigned n = 2; n < 10; n++)
         if (drawn(types[i].type, COUNT, n) != drawn(types[i].type, COUNT, 1))
            fail_msg("%s, %u instances: another picture", types[i].name, n);
   end_rig();
}

/* The vertex number is that of the instance and the index together: one draw of many instances against many draws. */
static void instances(void **state)
{
   enum { COUNT = 12, INSTANCES = 3000 };
   begin_rig("3");
   uint32_t *code = rig.dev->impl->bo_map(rig.code);
   memmove(code + (RIG_VS_B + 4) / 4, code + RIG_VS_B / 4, sizeof rig_vs);
   code[RIG_VS_B / 4] = 0x32000700; /* v_add_u32 v0, vcc, v0, v3 */
   for (unsigned i = 0; i < COUNT; i++)
      index_map[i] = (uint16_t)(i * 7 % COUNT);
   begin_draws();
   pm4_packet(&rig.pm4, PKT3_NUM_INSTANCES, 1);
   pm4_emit(&rig.pm4, INSTANCES);
   rig_draw_indexed(&rig, V_008958_DI_PT_TRILIST, 0, index_bo->va, COUNT, COUNT);
   uint64_t hash = run_and_hash();
   uint32_t count = 0;
   for (unsigned n = 0; n < INSTANCES; n++)
      for (unsigned i = 0; i < COUNT; i++)
         list_map[count++] = n + index_map[i];
   begin_draws();
   for (uint32_t first = 0; first < count; first += PIECE) {
      uint32_t n = count - first < PIECE ? count - first : PIECE;
      rig_draw_indexed(&rig, V_008958_DI_PT_TRILIST, 1, list_bo->va + 4 * (uint64_t)first, n, n);
   }
   assert_true(hash == run_and_hash());
   end_rig();
}

/* Billions of vertices end with the watchdog, and the next context draws. */
static void endless_draws(void **state)
{
   setenv("GLOAM_WATCHDOG_MS", "50", 1);
   for (unsigned kind = 0; kind < 3; kind++) {
      begin_rig("2");
      begin_draws();
      if (kind == 0) {
         pm4_packet(&rig.pm4, PKT3_NUM_INSTANCES, 1);
         pm4_emit(&rig.pm4, 0xffffffff);
         rig_draw(&rig, V_008958_DI_PT_TRISTRIP, 4);
      } else if (kind == 1) {
         rig_draw(&rig, V_008958_DI_PT_POINTLIST, 0xffffffff);
      } else {
         pm4_set_context_reg(&rig.pm4, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, 1);
         rig_draw_indexed(&rig, V_008958_DI_PT_TRIFAN, 1, 0xff00000000, 0xffffffff, 0xffffffff);
      }
      assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
      rig.dev->impl->ctx_destroy(rig.ctx);
      rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
      make_indices(false);
      in_pieces(V_008958_DI_PT_TRILIST, V_008958_DI_PT_TRILIST);
      end_rig();
   }
   unsetenv("GLOAM_WATCHDOG_MS");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(slices_do_not_show),
      cmocka_unit_test(short_strips_of_instances),
      cmocka_unit_test(instances),
      cmocka_unit_test(endless_draws),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
