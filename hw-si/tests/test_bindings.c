/* Bindings of buffers and textures: a draw's uploads and buffer list, renamed buffers, ranges that were written. */
#include "null_setup.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"

/* Uploads the descriptors of a shader that reads these slots, as a draw does. */
static void use(struct setup *s, uint32_t const_buffers, uint32_t shader_buffers, uint32_t samplers, uint32_t images)
{
   struct si_shader shader = {.info = {.const_buffers_used = const_buffers, .shader_buffers_used = shader_buffers,
                                       .samplers_used = samplers, .images_used = images}};

   assert_true(si_cs_begin(si_context(s->ctx)));
   assert_true(si_upload_descriptors(si_context(s->ctx), PIPE_SHADER_FRAGMENT, SI_HW_PS, &shader));
}

static struct si_stage *fragment(struct setup *s)
{
   return &si_context(s->ctx)->stage[PIPE_SHADER_FRAGMENT];
}

/* Descriptor of a buffer slot as the GPU reads it, and the address in it. */
static const uint32_t *uploaded_buffer(struct setup *s, unsigned slot)
{
   return (const uint32_t *)null_ws_at(s->ws, fragment(s)->buffers_va) + 4 * slot;
}

static const uint32_t *uploaded_texture(struct setup *s, unsigned slot)
{
   return (const uint32_t *)null_ws_at(s->ws, fragment(s)->textures_va) + SI_TEXTURE_SLOT_DW * slot;
}

static uint64_t desc_va(const uint32_t *desc)
{
   return desc[0] | (uint64_t)G_008F04_BASE_ADDRESS_HI(desc[1]) << 32;
}

/* A buffer that only the second of two shaders reads is in the submission's list, although no binding changed between. */
static void test_list_of_second_shader(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *a = make_buffer(&s, 256, PIPE_BIND_CONSTANT_BUFFER);
   struct pipe_resource *b = make_buffer(&s, 256, PIPE_BIND_CONSTANT_BUFFER);
   struct pipe_constant_buffer ca = {.buffer = a, .size_B = 256}, cb = {.buffer = b, .size_B = 256};
   s.ctx->impl->set_constant_buffer(s.ctx, PIPE_SHADER_FRAGMENT, 5, &ca);
   s.ctx->impl->set_constant_buffer(s.ctx, PIPE_SHADER_FRAGMENT, 3, &cb);
   use(&s, 1 << 5, 0, 0, 0);
   use(&s, 1 << 3, 0, 0, 0);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_true(null_ws_listed(s.ws, si_resource(a)->va));
   assert_true(null_ws_listed(s.ws, si_resource(b)->va));
   use(&s, 1 << 3, 0, 0, 0); /* the next submission has another list */
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_false(null_ws_listed(s.ws, si_resource(a)->va));
   assert_true(null_ws_listed(s.ws, si_resource(b)->va));
   pipe_resource_unref(a);
   pipe_resource_unref(b);
   end(&s);
}

/* A slot that was never bound reads (0, 0, 0, 1), also when another shader has uploaded the set before. */
static void test_empty_texture(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   use(&s, 0, 0, 1 << 5, 0);
   use(&s, 0, 0, 1 << 3, 0);
   assert_int_equal(G_008F1C_DST_SEL_W(uploaded_texture(&s, 3)[3]), V_008F1C_SQ_SEL_1);
   assert_int_equal(G_008F1C_TYPE(uploaded_texture(&s, 3)[3]), V_008F1C_SQ_RSRC_IMG_1D);
   end(&s);
}

/* Constants in user memory survive submissions without a read of streaming memory: that is overwritten here. */
static void test_user_constants(void **state)
{
   struct setup s;
   uint32_t data[64];
   struct pipe_constant_buffer cb = {.user_data = data, .size_B = sizeof(data)};
   (void)state;
   begin(&s, "polaris10");
   for (unsigned i = 0; i < 64; i++)
      data[i] = 0x1000 + i;
   s.ctx->impl->set_constant_buffer(s.ctx, PIPE_SHADER_FRAGMENT, 0, &cb);
   use(&s, 1, 0, 0, 0);
   uint64_t va = desc_va(uploaded_buffer(&s, 0));
   assert_memory_equal(null_ws_at(s.ws, va), data, sizeof(data));
   s.ctx->impl->flush(s.ctx, NULL, 0);
   memset(null_ws_at(s.ws, va), 0xee, sizeof(data));
   use(&s, 1, 0, 0, 0);
   assert_memory_equal(null_ws_at(s.ws, desc_va(uploaded_buffer(&s, 0))), data, sizeof(data));
   use(&s, 1, 0, 0, 0); /* nothing changed: nothing is streamed again */
   va = desc_va(uploaded_buffer(&s, 0));
   data[0] = 7;
   s.ctx->impl->set_constant_buffer(s.ctx, PIPE_SHADER_FRAGMENT, 0, &cb);
   use(&s, 1, 0, 0, 0);
   assert_true(desc_va(uploaded_buffer(&s, 0)) != va);
   assert_memory_equal(null_ws_at(s.ws, desc_va(uploaded_buffer(&s, 0))), data, sizeof(data));
   end(&s);
}

/* Gives a buffer new memory, as a map that discards all of it does while the GPU is busy. */
static void rename_buffer(struct setup *s, struct pipe_resource *res)
{
   struct pipe_box box = {0, 0, 0, (int)res->t.width, 1, 1};
   uint64_t before = si_resource(res)->va;
   struct pipe_transfer *t;

   s->ws->busy = true;
   assert_non_null(s->ctx->impl->transfer_map(s->ctx, res, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE_RESOURCE, &box, &t));
   s->ctx->impl->transfer_unmap(s->ctx, t);
   s->ws->busy = false;
   assert_true(si_resource(res)->va != before);
}

/* Every kind of descriptor follows a buffer to its new memory: of bindings, and of a view that is bound again later. */
static void test_renamed_buffer(void **state)
{
   struct setup s;
   struct pipe_view_template vt = {.target = PIPE_BUFFER, .format = PIPE_FORMAT_R32_FLOAT, .buffer_offset_B = 256,
                                   .buffer_size_B = 512, .swizzle = {0, 1, 2, 3}};
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_buffer(&s, 1024, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHADER_BUFFER);
   uint8_t zero[1024] = {0};
   s.ctx->impl->buffer_subdata(s.ctx, res, 0, sizeof(zero), zero);
   struct pipe_sampler_view *view = s.ctx->impl->create_sampler_view(s.ctx, res, &vt), *none = NULL;
   struct pipe_shader_buffer sb = {.buffer = res, .offset_B = 64, .size_B = 128};
   struct pipe_image_view image = {.resource = res, .format = PIPE_FORMAT_R32_FLOAT, .buffer_offset_B = 512,
                                   .buffer_size_B = 256, .access = PIPE_IMAGE_ACCESS_READ};
   s.ctx->impl->set_sampler_views(s.ctx, PIPE_SHADER_FRAGMENT, 2, 1, &view);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 1, 1, &sb, 0);
   s.ctx->impl->set_shader_images(s.ctx, PIPE_SHADER_FRAGMENT, 3, 1, &image);
   rename_buffer(&s, res);
   use(&s, 0, 1 << 1, 1 << 2, 1 << 3);
   assert_int_equal(desc_va(uploaded_texture(&s, 2)), si_resource(res)->va + 256);
   assert_int_equal(desc_va(uploaded_buffer(&s, SI_NUM_CONST_BUFFERS + 1)), si_resource(res)->va + 64);
   assert_int_equal(desc_va(uploaded_texture(&s, SI_NUM_SAMPLERS) + 3 * 8), si_resource(res)->va + 512);
   s.ctx->impl->set_sampler_views(s.ctx, PIPE_SHADER_FRAGMENT, 2, 1, &none);
   rename_buffer(&s, res);
   s.ctx->impl->set_sampler_views(s.ctx, PIPE_SHADER_FRAGMENT, 2, 1, &view);
   use(&s, 0, 0, 1 << 2, 0);
   assert_int_equal(desc_va(uploaded_texture(&s, 2)), si_resource(res)->va + 256);
   s.ctx->impl->set_sampler_views(s.ctx, PIPE_SHADER_FRAGMENT, 2, 1, &none);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 1, 1, NULL, 0);
   s.ctx->impl->set_shader_images(s.ctx, PIPE_SHADER_FRAGMENT, 3, 1, NULL);
   pipe_sampler_view_unref(view);
   pipe_resource_unref(res);
   end(&s);
}

static void expect_written(const struct pipe_resource *res, uint32_t start_B, uint32_t end_B)
{
   const struct si_resource *r = (const struct si_resource *)res;

   assert_int_equal(r->valid_start_B, start_B);
   assert_int_equal(r->valid_end_B, end_B);
}

/* A buffer that shaders may write counts as written there: maps of these bytes wait. The rest needs no wait. */
static void test_written_ranges(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_buffer(&s, 1024, PIPE_BIND_SHADER_BUFFER);
   struct pipe_shader_buffer sb = {.buffer = res, .offset_B = 512, .size_B = 128};
   struct pipe_image_view image = {.resource = res, .format = PIPE_FORMAT_R32_FLOAT, .buffer_offset_B = 256,
                                   .buffer_size_B = 64, .access = PIPE_IMAGE_ACCESS_READ};
   expect_written(res, UINT32_MAX, 0);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &sb, 0);
   s.ctx->impl->set_shader_images(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &image);
   expect_written(res, UINT32_MAX, 0);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &sb, 1);
   expect_written(res, 512, 640);
   image.access = PIPE_IMAGE_ACCESS_WRITE;
   s.ctx->impl->set_shader_images(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &image);
   expect_written(res, 256, 640);
   rename_buffer(&s, res); /* still bound: the map has written all of it, then shaders may write again */
   expect_written(res, 0, 1024);
   sb.size_B = 4096; /* beyond the end */
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &sb, 1);
   expect_written(res, 0, 1024);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, NULL, 0);
   s.ctx->impl->set_shader_images(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, NULL);
   pipe_resource_unref(res);
   end(&s);
}

/* The last slot of storage buffers has a bit of the 64-bit masks. */
static void test_last_slot(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *a = make_buffer(&s, 256, PIPE_BIND_SHADER_BUFFER), *b = make_buffer(&s, 256, PIPE_BIND_SHADER_BUFFER);
   const struct pipe_shader_buffer sb[2] = {{.buffer = a, .size_B = 256}, {.buffer = b, .offset_B = 16, .size_B = 64}};
   const unsigned last = SI_NUM_SHADER_BUFFERS - 1;
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, last - 1, 2, sb, 2);
   use(&s, 0, 1u << last, 0, 0);
   assert_int_equal(desc_va(uploaded_buffer(&s, SI_NUM_CONST_BUFFERS + last)), si_resource(b)->va + 16);
   expect_written(a, UINT32_MAX, 0);
   expect_written(b, 16, 80);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_false(null_ws_listed(s.ws, si_resource(a)->va));
   assert_true(null_ws_listed(s.ws, si_resource(b)->va));
   use(&s, 0, 1u << last, 0, 0);
   rename_buffer(&s, b);
   use(&s, 0, 1u << last, 0, 0);
   assert_int_equal(desc_va(uploaded_buffer(&s, SI_NUM_CONST_BUFFERS + last)), si_resource(b)->va + 16);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, last - 1, 2, NULL, 0);
   pipe_resource_unref(a);
   pipe_resource_unref(b);
   end(&s);
}

/* A writable storage buffer is listed as written. */
static void test_writable_buffer_waits(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_buffer(&s, 1024, PIPE_BIND_SHADER_BUFFER);
   struct pipe_shader_buffer sb = {.buffer = res, .size_B = 1024};
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &sb, 0);
   use(&s, 0, 1, 0, 0);
   assert_int_equal(si_cs_bo_usage(si_context(s.ctx), si_resource(res)->bo), WS_USAGE_READ);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, &sb, 1);
   use(&s, 0, 1, 0, 0);
   assert_int_equal(si_cs_bo_usage(si_context(s.ctx), si_resource(res)->bo), WS_USAGE_READ | WS_USAGE_WRITE);
   s.ctx->impl->set_shader_buffers(s.ctx, PIPE_SHADER_FRAGMENT, 0, 1, NULL, 0);
   pipe_resource_unref(res);
   end(&s);
}

/* A buffer that is written before each draw gets other memory for each, parts of few buffer objects, which later submissions use again;
 * the bytes of earlier draws stay until these have run. */
static void test_updates_between_draws(void **state)
{
   enum { ROUNDS = 8, UPDATES = 128, SIZE_B = 4096 };
   struct setup s;
   static uint8_t data[SIZE_B];
   uint64_t va[UPDATES];
   uint32_t before = 0;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_buffer(&s, SIZE_B, PIPE_BIND_SHADER_BUFFER);
   for (unsigned round = 0; round < ROUNDS; round++) {
      for (unsigned i = 0; i < UPDATES; i++) {
         memset(data, (int)(round + i), sizeof(data));
         s.ctx->impl->buffer_subdata(s.ctx, res, 0, sizeof(data), data);
         assert_true(si_cs_begin(si_context(s.ctx)));
         si_cs_add_bo(si_context(s.ctx), si_resource(res)->bo, WS_USAGE_READ);
         va[i] = si_resource(res)->va;
      }
      for (unsigned i = 0; i < UPDATES; i++) {
         memset(data, (int)(round + i), sizeof(data));
         assert_memory_equal(null_ws_at(s.ws, va[i]), data, sizeof(data));
      }
      s.ctx->impl->flush(s.ctx, NULL, 0);
      if (round == 1)
         before = s.ws->next_unique;
   }
   assert_int_equal(s.ws->next_unique, before);
   pipe_resource_unref(res);
   end(&s);
}

/* Updates far ahead of a GPU that is still busy wait for it: the memory of small buffers does not grow with their number. */
static void test_updates_ahead(void **state)
{
   enum { ROUNDS = 64, UPDATES = 64, SIZE_B = 32 << 10, MOST_B = 16 << 20 };
   struct setup s;
   static uint8_t data[SIZE_B];
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_buffer(&s, SIZE_B, PIPE_BIND_VERTEX_BUFFER);
   const uint32_t before = s.ws->next_unique;
   s.ws->busy = true;
   for (unsigned i = 0; i < ROUNDS * UPDATES; i++) {
      s.ctx->impl->buffer_subdata(s.ctx, res, 0, sizeof(data), data);
      assert_true(si_cs_begin(si_context(s.ctx)));
      si_cs_add_bo(si_context(s.ctx), si_resource(res)->bo, WS_USAGE_READ);
      if (i % UPDATES == UPDATES - 1)
         s.ctx->impl->flush(s.ctx, NULL, 0);
   }
   assert_in_range(s.ws->next_unique - before, 2, MOST_B / (256 << 10));
   pipe_resource_unref(res);
   end(&s);
}

/* An idle GPU begins with a stream that is still short; a busy one gets it when the program flushes. */
static void test_idle_gpu(void **state)
{
   enum { COPIES = 3 * SI_CS_IDLE_DRAWS, SIZE_B = 64 };
   const struct pipe_box box = {0, 0, 0, SIZE_B / 2, 1, 1};
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_buffer(&s, SIZE_B, PIPE_BIND_VERTEX_BUFFER);
   for (unsigned busy = 0; busy < 2; busy++) {
      s.ws->busy = busy;
      s.ctx->impl->flush(s.ctx, NULL, 0);
      const unsigned before = s.ws->submissions;
      for (unsigned i = 0; i < COPIES; i++)
         s.ctx->impl->resource_copy_region(s.ctx, res, 0, SIZE_B / 2, 0, 0, res, 0, &box);
      assert_int_equal(s.ws->submissions - before, busy ? 0 : COPIES / SI_CS_IDLE_DRAWS);
   }
   pipe_resource_unref(res);
   end(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_list_of_second_shader), cmocka_unit_test(test_empty_texture), cmocka_unit_test(test_user_constants),
      cmocka_unit_test(test_renamed_buffer), cmocka_unit_test(test_last_slot), cmocka_unit_test(test_written_ranges), cmocka_unit_test(test_writable_buffer_waits),
      cmocka_unit_test(test_updates_between_draws), cmocka_unit_test(test_updates_ahead), cmocka_unit_test(test_idle_gpu),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
