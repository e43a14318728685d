/* Images of every dimension on the recording pipe, at the level of operations: the table of targets, extents of levels, and for
 * 1D, 3D, array and cube targets storage, uploads, completeness, mipmaps and attachments. Sequence numbers: a texture that another
 * context changes dirties only the contexts that use it. */
#include "ga_test.h"

#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

static void test_table(void **state)
{
   for (int target = 0; target < GA_TEX_TARGET_COUNT; target++) {
      const struct ga_target_traits *t = &ga_target_table[target];
      unsigned face = 7;
      assert_int_equal(ga_target_of_name(t->name), target);
      assert_int_equal(ga_target_of_image(t->name, &face), t->faces == 1 ? target : -1);
      assert_true(t->dims >= 1 && t->dims <= 3 && !(t->mipmaps && t->multisample));
      for (unsigned kind = 0; kind < 4; kind++) {
         bool shadow;
         if (t->sampler[kind] == GL_NONE)
            continue;
         assert_int_equal(ga_target_of_sampler(t->sampler[kind], &shadow), target);
         assert_int_equal(shadow, kind == 1);
      }
   }
   unsigned face;
   bool shadow;
   assert_int_equal(ga_target_of_image(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, &face), GA_TEX_CUBE);
   assert_int_equal(face, 5);
   assert_int_equal(ga_target_of_name(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z), -1);
   assert_int_equal(ga_target_of_sampler(GL_FLOAT_VEC4, &shadow), -1);
   /* Types that a mapping to a few targets would lose. */
   assert_int_equal(ga_target_of_sampler(GL_UNSIGNED_INT_SAMPLER_3D, &shadow), GA_TEX_3D);
   assert_int_equal(ga_target_of_sampler(GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY, &shadow), GA_TEX_2D_MS_ARRAY);
   assert_int_equal(ga_target_of_sampler(GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW, &shadow), GA_TEX_CUBE_ARRAY);
   assert_true(shadow);
}

static void expect_extent(struct ga_extent e, uint32_t width, uint32_t height, uint32_t depth, uint32_t layers)
{
   assert_true(ga_extent_equal(e, (struct ga_extent){ width, height, depth, layers }));
}

static void test_extents(void **state)
{
   const struct ga_target_traits *t = ga_target_table;
   expect_extent(ga_target_extent(&t[GA_TEX_1D_ARRAY], 20, 5, 1), 20, 1, 1, 5);
   expect_extent(ga_target_extent(&t[GA_TEX_2D_ARRAY], 20, 6, 5), 20, 6, 1, 5);
   expect_extent(ga_target_extent(&t[GA_TEX_3D], 20, 6, 5), 20, 6, 5, 1);
   expect_extent(ga_extent_minify(&t[GA_TEX_3D], (struct ga_extent){ 20, 6, 5, 1 }, 2), 5, 1, 1, 1);
   expect_extent(ga_extent_minify(&t[GA_TEX_3D], (struct ga_extent){ 4, 6, 50, 1 }, 3), 1, 1, 6, 1);
   expect_extent(ga_extent_minify(&t[GA_TEX_2D_ARRAY], (struct ga_extent){ 20, 6, 1, 5 }, 2), 5, 1, 1, 5);
   expect_extent(ga_extent_minify(&t[GA_TEX_1D_ARRAY], (struct ga_extent){ 20, 1, 1, 5 }, 4), 1, 1, 1, 5);
   expect_extent(ga_extent_magnify(&t[GA_TEX_3D], (struct ga_extent){ 5, 1, 1, 1 }, 2), 20, 4, 4, 1);
   expect_extent(ga_extent_magnify(&t[GA_TEX_1D_ARRAY], (struct ga_extent){ 5, 1, 1, 3 }, 2), 20, 1, 1, 3);
   assert_int_equal(ga_extent_last_level(&t[GA_TEX_3D], (struct ga_extent){ 4, 6, 50, 1 }), 5);
   assert_int_equal(ga_extent_last_level(&t[GA_TEX_2D_ARRAY], (struct ga_extent){ 4, 6, 1, 50 }), 2);
   assert_int_equal(ga_extent_last_level(&t[GA_TEX_1D_ARRAY], (struct ga_extent){ 64, 1, 1, 500 }), 6);
   assert_int_equal(ga_extent_last_level(&t[GA_TEX_RECT], (struct ga_extent){ 64, 64, 1, 1 }), 0);
}

/* ---- storage -------------------------------------------------------------------------------------------------------- */

struct shape { enum ga_texture_target target; uint32_t width, height, depth; /* as commands give them */ };

static const struct shape shapes[] = {
   { GA_TEX_1D, 21, 1, 1 }, { GA_TEX_1D_ARRAY, 21, 5, 1 }, { GA_TEX_2D, 12, 21, 1 }, { GA_TEX_2D_ARRAY, 12, 21, 3 },
   { GA_TEX_3D, 12, 6, 21 }, { GA_TEX_3D, 4, 4, 1 }, { GA_TEX_CUBE, 12, 12, 1 }, { GA_TEX_CUBE_ARRAY, 12, 12, 12 },
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static uint32_t value(unsigned face, unsigned level, unsigned slice, unsigned x, unsigned y)
{
   return face * 0x40000000u + level * 0x1000000u + slice * 0x40000u + y * 0x400u + x * 4 + 3;
}

static struct ga_image_spec level_spec(struct ga_context *ctx, const struct ga_target_traits *t, const struct shape *s,
                                       unsigned level)
{
   struct ga_extent base = ga_target_extent(t, s->width, s->height, s->depth);
   return (struct ga_image_spec){ ga_extent_minify(t, base, level), GL_RGBA8, ga_format_sized(ctx, GL_RGBA8), 0 };
}

static void upload_level(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level)
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(tex, face, level, &image));
   const struct ga_extent e = image.extent;
   const unsigned slices = ga_extent_slices(e);
   uint32_t *pixels = malloc((size_t)e.width * e.height * slices * 4), *p = pixels;
   for (unsigned z = 0; z < slices; z++)
      for (unsigned y = 0; y < e.height; y++)
         for (unsigned x = 0; x < e.width; x++)
            *p++ = value(face, level, z, x, y);
   const struct pipe_box box = { 0, 0, 0, (int)e.width, (int)e.height, (int)slices };
   const unsigned dims = tex->traits->dims + tex->traits->array;
   assert_true(ga_teximage_upload(ctx, &image, &box, dims, ga_pixel_format(GL_RGBA, GL_UNSIGNED_BYTE), pixels));
   free(pixels);
}

static void expect_level(struct ga_texture *tex, unsigned face, unsigned level)
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(tex, face, level, &image) && image.resource);
   for (unsigned z = 0; z < ga_extent_slices(image.extent); z++)
      for (unsigned y = 0; y < image.extent.height; y++)
         for (unsigned x = 0; x < image.extent.width; x++) {
            uint32_t got, wanted = value(face, level, z, x, y);
            memcpy(&got, fake_texel(image.resource, image.level, image.layer + z, x, y), 4);
            if (got != wanted)
               fail_msg("%s face %u level %u (%u, %u, %u): 0x%08x, not 0x%08x", ga_enum_name(tex->traits->name), face, level, x,
                        y, z, got, wanted);
         }
}

/* All levels of all faces, in a given order of levels; then in one miptree; then the base level larger, and back. */
static void specify_and_gather(struct ga_context *ctx, const struct shape *s, bool upwards)
{
   struct ga_texture *tex = ga_texture_create(0, s->target);
   const struct ga_target_traits *t = tex->traits;
   const unsigned last = ga_extent_last_level(t, ga_target_extent(t, s->width, s->height, s->depth));
   unsigned reached;
   for (unsigned i = 0; i <= last; i++)
      for (unsigned face = 0; face < t->faces; face++) {
         unsigned level = upwards ? i : last - i;
         struct ga_image_spec spec = level_spec(ctx, t, s, level);
         assert_true(ga_teximage_define(ctx, tex, face, level, &spec));
         upload_level(ctx, tex, face, level);
         if (i < last)
            assert_int_not_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &reached), GA_COMPLETE);
      }
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &reached), GA_COMPLETE);
   assert_int_equal(reached, last);
   GA_HELD struct pipe_resource *miptree = ga_test_finalize(ctx, tex, last);
   assert_ptr_equal(miptree, tex->miptree);
   assert_int_equal(miptree->t.target, t->pipe);
   assert_int_equal(miptree->t.last_level, last);
   for (unsigned face = 0; face < t->faces; face++)
      for (unsigned level = 0; level <= last; level++) {
         assert_null(ga_teximage_at(tex, face, level)->own);
         expect_level(tex, face, level);
      }
   struct shape larger = { s->target, s->width * 2, t->dims > 1 ? s->height * 2 : s->height,
                           t->dims > 2 ? s->depth * 2 : s->depth };
   struct ga_image_spec spec = level_spec(ctx, t, &larger, 0);
   assert_true(ga_teximage_define(ctx, tex, 0, 0, &spec));
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &reached),
                    t->faces > 1 ? GA_FACE_MISMATCH : last ? GA_LEVEL_MISMATCH : GA_COMPLETE);
   for (unsigned level = 1; level <= last; level++)
      expect_level(tex, t->faces - 1, level);
   ga_texture_unref(ctx, tex);
}

static void test_storage(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < SHAPES; i++) {
      specify_and_gather(ctx, &shapes[i], true);
      specify_and_gather(ctx, &shapes[i], false);
   }
}

/* A box in the middle of an image, with rows, slices and skips of the client's memory larger than the box. */
static void test_subimage(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   const struct shape s = { GA_TEX_3D, 8, 8, 8 };
   struct ga_texture *tex = ga_texture_create(0, s.target);
   struct ga_image_spec spec = level_spec(ctx, tex->traits, &s, 0);
   assert_true(ga_teximage_define(ctx, tex, 0, 0, &spec));
   upload_level(ctx, tex, 0, 0);
   static uint32_t pixels[5][7][9];
   for (unsigned i = 0; i < 5 * 7 * 9; i++)
      ((uint32_t *)pixels)[i] = 0xabc00000u + i;
   ctx->unpack = (struct ga_pixel_store){ .alignment = 4, .row_length = 9, .image_height = 7, .skip_pixels = 2, .skip_rows = 1,
                                          .skip_images = 3 };
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(tex, 0, 0, &image));
   const struct pipe_box box = { 1, 2, 3, 4, 3, 2 };
   assert_true(ga_extent_contains(image.extent, &box));
   assert_false(ga_extent_contains(image.extent, &(struct pipe_box){ 0, 0, 7, 1, 1, 2 }));
   assert_true(ga_teximage_upload(ctx, &image, &box, 3, ga_pixel_format(GL_RGBA, GL_UNSIGNED_BYTE), pixels));
   for (int z = 0; z < 8; z++)
      for (int y = 0; y < 8; y++)
         for (int x = 0; x < 8; x++) {
            bool inside = x >= 1 && x < 5 && y >= 2 && y < 5 && z >= 3 && z < 5;
            uint32_t got, wanted = value(0, 0, (unsigned)z, (unsigned)x, (unsigned)y);
            if (inside)
               wanted = pixels[z - 3 + 3][y - 2 + 1][x - 1 + 2];
            memcpy(&got, fake_texel(image.resource, 0, (unsigned)z, (unsigned)x, (unsigned)y), 4);
            assert_int_equal(got, wanted);
         }
   ga_pixel_store_init(&ctx->unpack);
   ga_texture_unref(ctx, tex);
}

static void test_mipmap(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < SHAPES; i++) {
      struct ga_texture *tex = ga_texture_create(0, shapes[i].target);
      const struct ga_target_traits *t = tex->traits;
      const char *why;
      char wanted[80];
      struct ga_image_spec spec = level_spec(ctx, t, &shapes[i], 0);
      assert_int_equal(ga_texture_generate_mipmap(ctx, tex, &why), GL_INVALID_OPERATION);
      for (unsigned face = 0; face < t->faces; face++)
         assert_true(ga_teximage_define(ctx, tex, face, 0, &spec));
      fake_clear_log(ga_test_pipe(ctx));
      assert_int_equal(ga_texture_generate_mipmap(ctx, tex, &why), GL_NO_ERROR);
      unsigned last = ga_extent_last_level(t, spec.extent), reached;
      snprintf(wanted, sizeof wanted, "generate_mipmap R8G8B8A8_UNORM 0-%u layers 0-%u", last, spec.extent.layers * t->faces - 1);
      assert_non_null(strstr(ga_test_pipe(ctx)->log, wanted));
      assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &reached), GA_COMPLETE);
      assert_int_equal(reached, last);
      assert_true(ga_extent_equal(ga_teximage_at(tex, t->faces - 1, last)->extent, ga_extent_minify(t, spec.extent, last)));
      ga_texture_unref(ctx, tex);
   }
}

static void test_allocate(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   const struct shape s = { GA_TEX_CUBE_ARRAY, 16, 16, 12 };
   struct ga_texture *tex = ga_texture_create(0, s.target);
   struct ga_image_spec spec = level_spec(ctx, tex->traits, &s, 0);
   unsigned last;
   assert_true(ga_texture_allocate(ctx, tex, 5, &spec));
   assert_true(tex->immutable && tex->miptree->t.layers == 12 && tex->miptree->t.last_level == 4);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_COMPLETE);
   assert_int_equal(last, 4);
   ga_texture_unref(ctx, tex);
}

/* Slices, layers and faces as attachments. */
static void test_attachments(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < SHAPES; i++) {
      struct ga_texture *tex = ga_texture_create(0, shapes[i].target);
      const struct ga_target_traits *t = tex->traits;
      struct ga_image_spec spec = level_spec(ctx, t, &shapes[i], 0);
      for (unsigned face = 0; face < t->faces; face++)
         assert_true(ga_teximage_define(ctx, tex, face, 0, &spec));
      struct ga_fbo *fbo = ga_fbo_of_name(ctx, 90);
      struct ga_image_at at;
      unsigned count = t->faces > 1 ? t->faces : ga_extent_slices(spec.extent);
      ga_fbo_attach_texture(ctx, fbo, GA_ATT_COLOR0, tex, 0, count - 1, false);
      assert_true(ga_attachment_image(ctx, fbo, GA_ATT_COLOR0, &at));
      assert_true(at.layer == count - 1 && at.width == spec.extent.width && at.height == spec.extent.height);
      assert_int_equal(ga_fbo_status(ctx, fbo), GL_FRAMEBUFFER_COMPLETE);
      ga_fbo_attach_texture(ctx, fbo, GA_ATT_COLOR0, tex, 0, count, false);
      assert_int_equal(ga_fbo_status(ctx, fbo), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
      ga_fbo_delete_name(ctx, 90);
      ga_texture_unref(ctx, tex);
   }
}

/* ---- sequence numbers ------------------------------------------------------------------------------------------------------ */

static GLuint texture_program(struct ga_context *ctx)
{
   static const char *vs = "attribute vec4 p; void main() { gl_Position = p; }";
   static const char *fs = "precision highp float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.5)); }";
   GLuint program = GL(CreateProgram), shader[2] = { GL(CreateShader, GL_VERTEX_SHADER), GL(CreateShader, GL_FRAGMENT_SHADER) };
   GL(ShaderSource, shader[0], 1, &vs, NULL);
   GL(ShaderSource, shader[1], 1, &fs, NULL);
   for (unsigned i = 0; i < 2; i++) {
      GL(CompileShader, shader[i]);
      GL(AttachShader, program, shader[i]);
      GL(DeleteShader, shader[i]);
   }
   GL(LinkProgram, program);
   GL(UseProgram, program);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

static GLuint make_texture(struct ga_context *ctx, GLsizei size)
{
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, GL_TEXTURE_2D, name);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   return name;
}

/* What a draw derives anew: none, textures, framebuffer. */
static uint32_t rederived(struct ga_context *ctx)
{
   ctx->st.dirty &= ~(uint32_t)(ST_DIRTY_TEXTURES | ST_DIRTY_FRAMEBUFFER);
   assert_true(ga_update_draw(ctx, "test"));
   return ctx->st.dirty & (ST_DIRTY_TEXTURES | ST_DIRTY_FRAMEBUFFER);
}

static void test_loader(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx, *render = t->ctx, *loader = ga_test_context(t, t->ctx);
   GLuint program = texture_program(ctx), used = make_texture(ctx, 4), target = make_texture(ctx, 8), fbo, other, rb[2];
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
   GL(GenRenderbuffers, 2, rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb[0]);
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 8, 8);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[0]);
   GL(BindTexture, GL_TEXTURE_2D, used);
   assert_gl_error(GL_NO_ERROR);
   rederived(render);
   rederived(render);
   assert_int_equal(rederived(render), 0);

   ctx = loader; /* textures and renderbuffers that the other context does not use */
   other = make_texture(ctx, 16);
   for (GLsizei size = 1; size < 64; size *= 2) {
      GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      GL(GenerateMipmap, GL_TEXTURE_2D);
      GL(BindRenderbuffer, GL_RENDERBUFFER, rb[1]);
      GL(RenderbufferStorage, GL_RENDERBUFFER, GL_RGBA4, size, size);
      assert_int_equal(rederived(render), 0);
   }
   GL(BindTexture, GL_TEXTURE_2D, used); /* new texels in the same storage */
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(rederived(render), 0);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 5, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(rederived(render), ST_DIRTY_TEXTURES);
   assert_int_equal(render->st.texture[PIPE_SHADER_FRAGMENT][0].view->resource->t.width, 5);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   assert_int_equal(rederived(render), ST_DIRTY_TEXTURES);
   GL(BindTexture, GL_TEXTURE_2D, target);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB, 8, 8, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(rederived(render), ST_DIRTY_FRAMEBUFFER);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb[0]);
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_DEPTH_COMPONENT24_OES, 8, 8);
   assert_int_equal(rederived(render), ST_DIRTY_FRAMEBUFFER);
   assert_int_equal(rederived(render), 0);

   GL(DeleteTextures, 1, &other);
   ga_context_destroy(loader);
   ctx = render;
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(DeleteFramebuffers, 1, &fbo);
   GL(DeleteRenderbuffers, 2, rb);
   GL(DeleteTextures, 1, &used);
   GL(DeleteTextures, 1, &target);
   GL(DeleteProgram, program);
}

/* Shader keys depend on `magnify_to_half`: a texture that is not complete reads as black, for which the likely variant serves. */
static void test_incomplete_sampler(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   const struct st_texture *slot = &ctx->st.texture[PIPE_SHADER_FRAGMENT][0];
   GLuint program = texture_program(ctx), texture = make_texture(ctx, 4);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR); /* the initial state */
   rederived(ctx);
   assert_null(slot->view);
   assert_false(slot->sampler.magnify_to_half);
   GL(GenerateMipmap, GL_TEXTURE_2D);
   rederived(ctx);
   assert_non_null(slot->view);
   assert_true(slot->sampler.magnify_to_half);
   GL(DeleteTextures, 1, &texture);
   GL(DeleteProgram, program);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {
      T(test_table), T(test_extents), T(test_storage), T(test_subimage), T(test_mipmap), T(test_allocate), T(test_attachments),
      T(test_loader), T(test_incomplete_sampler),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
