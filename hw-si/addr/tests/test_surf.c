/* Compares layouts and addresses with 210 surfaces on five chips that AMD's address library computed
 * (tiling_vectors.json), and tile_copy.c with surf_address(). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/addr/surf.h"
#include "hw-si/addr/tile_runs.h"
#include "util/ut_cpu.h"

struct test_level {
   uint64_t offset_B;
   uint32_t pitch, height;
   uint64_t slice_B;
   uint32_t base_align_B;
   enum surf_mode mode;
   uint8_t tile_index, banks, bank_w, bank_h, aspect;
   const uint64_t (*addr)[5];
   unsigned addr_count;
};

struct test_vector {
   unsigned device;
   const char *kind;
   uint32_t width, height, layers;
   uint8_t bytes_per_el, samples;
   const struct test_level *levels;
   unsigned level_count;
};

#include "surf_vectors.inc"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void request_of(const struct test_vector *v, struct surf_request *req)
{
   *req = (struct surf_request){
      .width_px = v->width, .height_px = v->height, .slices = v->layers, .levels = v->level_count,
      .samples = v->samples, .bytes_per_el = v->bytes_per_el, .block_w_px = 1, .block_h_px = 1,
   };
   req->cls = strstr(v->kind, "depth") ? SURF_DEPTH : strstr(v->kind, "stencil") ? SURF_STENCIL : SURF_COLOR;
   req->mode = strstr(v->kind, "linear") ? SURF_LINEAR : strstr(v->kind, "_1d") ? SURF_1D : SURF_2D;
   req->display = strstr(v->kind, "display") != NULL;
}

static void test_layout_and_addresses(void **state)
{
   unsigned addresses = 0;
   (void)state;

   for (unsigned i = 0; i < COUNT(vectors); i++) {
      const struct test_vector *v = &vectors[i];
      struct surf_request req;
      struct surf_layout s;
      const char *why;

      request_of(v, &req);
      assert_true(surf_layout(&devices[v->device].chip, &req, &s, &why));
      for (unsigned l = 0; l < v->level_count; l++) {
         const struct test_level *e = &v->levels[l];
         if (s.level[l].mode != e->mode || s.level[l].pitch_el != e->pitch || s.level[l].height_el != e->height ||
             s.level[l].slice_B != e->slice_B || s.level[l].offset_B != e->offset_B ||
             s.level[l].tile_index != e->tile_index)
            fail_msg("%s %s %ux%u bpe %u samples %u level %u: mode %d pitch %u height %u slice %llu offset %llu tile %u, "
                     "expected mode %d pitch %u height %u slice %llu offset %llu tile %u",
                     devices[v->device].name, v->kind, v->width, v->height, v->bytes_per_el, v->samples, l,
                     s.level[l].mode, s.level[l].pitch_el, s.level[l].height_el, (unsigned long long)s.level[l].slice_B,
                     (unsigned long long)s.level[l].offset_B, s.level[l].tile_index, e->mode, e->pitch, e->height,
                     (unsigned long long)e->slice_B, (unsigned long long)e->offset_B, e->tile_index);
         if (e->mode == SURF_2D) {
            assert_int_equal(s.tile.banks, e->banks);
            assert_int_equal(s.tile.bank_w, e->bank_w);
            assert_int_equal(s.tile.bank_h, e->bank_h);
            assert_int_equal(s.tile.aspect, e->aspect);
            assert_true(s.align_B >= e->base_align_B);
         }
         /* surf_address() is relative to the image, the vectors are relative to the level. */
         for (unsigned a = 0; a < e->addr_count; a++, addresses++) {
            const uint64_t *p = e->addr[a];
            uint64_t got = surf_address(&s, l, p[0], p[1], p[2], p[3]);
            if (got != p[4] && got - e->offset_B != p[4])
               fail_msg("%s %s bpe %u level %u (%u,%u,%u,%u): %llu, expected %llu", devices[v->device].name, v->kind,
                        v->bytes_per_el, l, (unsigned)p[0], (unsigned)p[1], (unsigned)p[2], (unsigned)p[3],
                        (unsigned long long)got, (unsigned long long)p[4]);
         }
      }
   }
   assert_int_equal(addresses, 6210);
}

/* A 200x200 RGBA32I render target, as radeonsi programs it: TILE_MAX 24 and 624. */
static void test_render_integer_case(void **state)
{
   (void)state;
   for (unsigned d = 0; d < COUNT(devices); d++) {
      struct surf_request req = {.mode = SURF_1D, .width_px = 200, .height_px = 200, .slices = 1, .levels = 1,
                                 .samples = 1, .bytes_per_el = 16, .block_w_px = 1, .block_h_px = 1};
      struct surf_layout s;
      const char *why;
      assert_true(surf_layout(&devices[d].chip, &req, &s, &why));
      assert_int_equal(s.level[0].pitch_el / 8 - 1, 24);
      assert_int_equal(s.level[0].pitch_el * s.level[0].height_el / 64 - 1, 624);
   }
}

static void check_copy(const struct surf_layout *s, unsigned level, const struct surf_box *box, unsigned gap_B)
{
   size_t stride = box->width * s->bytes_per_el + gap_B, slice = stride * box->height;
   uint8_t *image = aligned_alloc(64, (s->size_B + 63) & ~UINT64_C(63)), *rows = malloc(slice * box->depth), *back = malloc(slice * box->depth);

   memset(image, 0xee, s->size_B);
   memset(back, 0, slice * box->depth);
   for (size_t i = 0; i < slice * box->depth; i++)
      rows[i] = (uint8_t)(i * 7 + i / 251);
   surf_write(s, level, image, box, rows, stride, slice, gap_B & 1);
   for (uint32_t z = 0; z < box->depth; z++)
      for (uint32_t y = 0; y < box->height; y++)
         for (uint32_t x = 0; x < box->width; x++)
            assert_memory_equal(image + surf_address(s, level, box->x + x, box->y + y, box->z + z, 0),
                                rows + z * slice + y * stride + x * s->bytes_per_el, s->bytes_per_el);
   size_t touched = 0;
   for (size_t i = 0; i < s->size_B; i++)
      touched += image[i] != 0xee;
   assert_true(touched <= (size_t)box->width * box->height * box->depth * s->bytes_per_el);
   surf_read(s, level, image, box, back, stride, slice);
   for (uint32_t z = 0; z < box->depth; z++)
      for (uint32_t y = 0; y < box->height; y++)
         assert_memory_equal(back + z * slice + y * stride, rows + z * slice + y * stride, box->width * s->bytes_per_el);
   memset(back, 0, slice * box->depth);
   surf_read(s, level, image, box, back + (box->height - 1) * stride, -(ptrdiff_t)stride, slice); /* rows descend */
   for (uint32_t z = 0; z < box->depth; z++)
      for (uint32_t y = 0; y < box->height; y++)
         assert_memory_equal(back + z * slice + (box->height - 1 - y) * stride, rows + z * slice + y * stride,
                             box->width * s->bytes_per_el);
   free(image);
   free(rows);
   free(back);
}

static void test_tile_copy(void **state)
{
   static const struct surf_box boxes[] = {{0, 0, 0, 61, 43, 2}, {3, 5, 1, 21, 19, 1}, {8, 8, 0, 16, 16, 2},
                                           {60, 42, 0, 1, 1, 1}, {7, 7, 0, 2, 2, 1}, {0, 8, 0, 61, 8, 1}};
   (void)state;
   for (unsigned mode = SURF_LINEAR; mode <= SURF_2D; mode++)
      for (unsigned bpe = 1; bpe <= 16; bpe *= 2)
         for (unsigned levels = 1; levels <= 3; levels += 2) {
            struct surf_request req = {.mode = mode, .width_px = 61 << (levels / 2), .height_px = 43 << (levels / 2),
                                       .slices = 2, .levels = levels, .samples = 1, .bytes_per_el = bpe, .block_w_px = 1,
                                       .block_h_px = 1};
            struct surf_layout s;
            const char *why;
            assert_true(surf_layout(&devices[2].chip, &req, &s, &why));
            for (unsigned b = 0; b < COUNT(boxes); b++)
               check_copy(&s, levels / 2, &boxes[b], 5);
         }
}

/* Kernels of one instruction set, with stores past the caches and without: the bytes are those of surf_micro_B(), rows aligned or not. */
static void check_runs(const struct tile_ops *ops, unsigned size, uint32_t tiles, size_t skip_B)
{
   enum { TILES = 33, BYTES = TILES * 64 * 16 };
   static _Alignas(64) uint8_t memory[BYTES + 64], out[BYTES + 128], expected[BYTES], written[BYTES];
   const struct surf_layout s = {.bytes_per_el = (uint8_t)(1 << size), .samples = 1, .tile.micro_mode = 1};
   const size_t row_B = (size_t)tiles * 8 << size, tile_B = 64u << size;
   uint8_t *rows = memory + skip_B, *back = out + skip_B;

   assert_true(tiles <= TILES);
   for (unsigned i = 0; i < BYTES; i++)
      rows[i] = (uint8_t)(i * 7 + i / 251);
   memset(expected, 0xee, BYTES);
   for (uint32_t y = 0; y < 8; y++)
      for (uint32_t x = 0; x < 8 * tiles; x++)
         memcpy(expected + x / 8 * tile_B + surf_micro_B(&s, x, y, 0), rows + y * row_B + ((size_t)x << size), 1u << size);
   for (unsigned stream = 0; stream < 2; stream++) {
      memset(written, 0xee, BYTES);
      ops->write[size](written, rows, (ptrdiff_t)row_B, tiles, stream);
      tile_stores_done();
      assert_memory_equal(written, expected, BYTES);
      memset(out, 0xee, sizeof(out));
      if (stream)
         tile_read_stream(ops, size, expected, back, (ptrdiff_t)row_B, tiles);
      else
         ops->read[size](expected, back, (ptrdiff_t)row_B, tiles);
      tile_stores_done();
      assert_memory_equal(back, rows, 8 * row_B);
      for (size_t i = 0; i < 64; i++)
         assert_true((i >= skip_B || out[i] == 0xee) && back[8 * row_B + i] == 0xee);
   }
}

static void test_runs(void **state)
{
   const struct tile_ops *sets[3] = {&tile_ops_base};
   unsigned count = 1;
   (void)state;
#if defined(__x86_64__)
   if (ut_cpu_isa() >= UT_ISA_AVX2)
      sets[count++] = &tile_ops_avx2;
   if (ut_cpu_isa() >= UT_ISA_AVX512)
      sets[count++] = &tile_ops_avx512;
#endif
   assert_ptr_equal(tile_ops(), sets[count - 1]);
   for (unsigned set = 0; set < count; set++)
      for (unsigned size = 0; size < 5; size++)
         for (uint32_t tiles = 1; tiles <= 33; tiles += tiles < 9 ? 1 : 8)
            for (unsigned skip_B = 0; skip_B < 64; skip_B += 19)
               check_runs(sets[set], size, tiles, skip_B);
}

/* Large images, of which some hosts have non-temporal stores, with every size of element and rows aligned to 16 bytes and not. */
static void test_large_copy(void **state)
{
   static const struct surf_box boxes[] = {{0, 0, 0, 1000, 600, 1}, {8, 8, 0, 992, 590, 1}, {5, 3, 0, 991, 597, 1}};
   struct surf_request req = {.mode = SURF_1D, .width_px = 1000, .height_px = 600, .slices = 1, .levels = 1, .samples = 1,
                              .block_w_px = 1, .block_h_px = 1};
   struct surf_layout s;
   const char *why;
   (void)state;
   for (req.bytes_per_el = 1; req.bytes_per_el <= 16; req.bytes_per_el *= 2) {
      req.width_px = req.bytes_per_el < 4 ? 4000 : 1000; /* more than 2 MB */
      assert_true(surf_layout(&devices[2].chip, &req, &s, &why));
      for (unsigned b = 0; b < COUNT(boxes); b++)
         for (unsigned gap_B = 0; gap_B <= 8; gap_B += 4) {
            struct surf_box box = boxes[b];
            box.width += req.width_px - 1000;
            check_copy(&s, 0, &box, gap_B);
         }
   }
}

/* On hosts with a third cache of any size. */
static void test_past_caches(void **state)
{
   (void)state;
   assert_false(surf_stores_past_caches(1 << 20, SURF_NOT_KNOWN));
   assert_true(surf_stores_past_caches(UINT64_C(1) << 40, SURF_NOT_KNOWN));
   assert_false(surf_stores_past_caches(1 << 20, UINT64_C(1) << 40)); /* small */
   assert_false(surf_stores_past_caches(2 << 20, 0));                  /* in the cache, and fits */
   assert_true(surf_stores_past_caches(2 << 20, UINT64_C(1) << 40));   /* gone from the cache */
   assert_true(surf_stores_past_caches(UINT64_C(1) << 40, 0));         /* does not fit */
}

static void test_refusals(void **state)
{
   struct surf_layout s;
   const char *why;
   const struct surf_request good = {.mode = SURF_1D, .width_px = 4, .height_px = 4, .slices = 1, .levels = 1,
                                     .samples = 1, .bytes_per_el = 4, .block_w_px = 1, .block_h_px = 1};
   struct surf_request bad[6];
   (void)state;

   for (unsigned i = 0; i < COUNT(bad); i++)
      bad[i] = good;
   bad[0].width_px = 16385;
   bad[1].levels = 16;
   bad[2].bytes_per_el = 3;
   bad[3].cls = SURF_DEPTH, bad[3].mode = SURF_LINEAR;
   bad[4].samples = 4, bad[4].levels = 2;
   bad[5].mode = SURF_LINEAR, bad[5].fixed_pitch_el = 3;
   assert_true(surf_layout(&devices[0].chip, &good, &s, &why));
   for (unsigned i = 0; i < COUNT(bad); i++) {
      assert_false(surf_layout(&devices[0].chip, &bad[i], &s, &why));
      assert_non_null(why);
   }
}

/* Heights of compressed levels are those of their texels in blocks, not of the rows of level 0 halved; padded to powers of two. */
static void test_block_levels(void **state)
{
   static const struct { uint32_t height_px; enum surf_mode mode; uint32_t rows[4], height[4]; } rows[] = {
      { 12, SURF_LINEAR, { 3, 2, 1, 1 }, { 4, 2, 1, 1 } },
      { 132, SURF_LINEAR, { 33, 17, 9, 4 }, { 64, 32, 16, 4 } },
      { 132, SURF_1D, { 33, 17, 9, 4 }, { 64, 32, 16, 8 } },
      { 65, SURF_1D, { 17, 8, 4, 2 }, { 32, 8, 8, 8 } },
   };
   (void)state;
   for (unsigned d = 0; d < COUNT(devices); d++)
      for (unsigned i = 0; i < COUNT(rows); i++) {
         struct surf_request req = {.mode = rows[i].mode, .width_px = 4, .height_px = rows[i].height_px, .slices = 1, .levels = 4,
                                    .samples = 1, .bytes_per_el = 8, .block_w_px = 4, .block_h_px = 4};
         struct surf_layout s;
         const char *why;
         assert_true(surf_layout(&devices[d].chip, &req, &s, &why));
         for (unsigned l = 0; l < 4; l++) {
            assert_int_equal(s.level[l].rows_el, rows[i].rows[l]);
            assert_int_equal(s.level[l].height_el, rows[i].height[l]);
         }
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout_and_addresses), cmocka_unit_test(test_render_integer_case),
      cmocka_unit_test(test_tile_copy), cmocka_unit_test(test_large_copy), cmocka_unit_test(test_runs), cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_past_caches),
      cmocka_unit_test(test_block_levels),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
