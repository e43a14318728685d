/* Framebuffers: completeness as rows of facts, renderbuffers, names, deletion, what reaches the pipe. */
#include "ga_test.h"
#include "gl-api/object/ga_fbo_complete.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

/* ---- completeness ------------------------------------------------------------------------------------------------------ */

#define IMG(w, h, img) {.attached = true, .exists = true, .renderable = true, .width = w, .height = h, .image = img}

static const char image_a, image_b;

static const struct { const char *what; struct ga_fbo_facts facts; GLenum status; } rows[] = {
   {"surfaceless", {.window = true}, GL_FRAMEBUFFER_UNDEFINED},
   {"window", {.window = true, .has_drawable = true}, GL_FRAMEBUFFER_COMPLETE},
   {"nothing attached", {0}, GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT},
   {"nothing attached, default size", {.default_size = true}, GL_FRAMEBUFFER_COMPLETE},
   {"nothing attached, default size, draw buffer", {.default_size = true, .draw_missing = true}, GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER},
   {"colour", {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a)}}, GL_FRAMEBUFFER_COMPLETE},
   {"depth only", {.att = {[GA_ATT_DEPTH] = IMG(4, 4, &image_a)}}, GL_FRAMEBUFFER_COMPLETE},
   {"stencil only", {.att = {[GA_ATT_STENCIL] = IMG(4, 4, &image_a)}}, GL_FRAMEBUFFER_COMPLETE},
   {"no image", {.att = {[GA_ATT_COLOR0] = {.attached = true}}}, GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"no depth image", {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_DEPTH] = {.attached = true}}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"level outside", {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_COLOR0].level_outside = true}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"levels missing", {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_COLOR0].levels_missing = true}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"faces missing", {.att = {[GA_ATT_DEPTH] = IMG(4, 4, &image_a), [GA_ATT_DEPTH].faces_missing = true}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"colour format",
    {.att = {[GA_ATT_COLOR0] = {.attached = true, .exists = true, .width = 4, .height = 4, .image = &image_a}}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"depth format",
    {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a),
             [GA_ATT_DEPTH] = {.attached = true, .exists = true, .width = 4, .height = 4, .image = &image_b}}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
   {"sizes, ES 2.0",
    {.equal_sizes = true, .att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_DEPTH] = IMG(4, 5, &image_b)}},
    GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT},
   {"sizes, ES 3.0 and GL", {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_DEPTH] = IMG(4, 5, &image_b)}},
    GL_FRAMEBUFFER_COMPLETE},
   {"packed depth and stencil",
    {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_DEPTH] = IMG(4, 4, &image_b),
             [GA_ATT_STENCIL] = IMG(4, 4, &image_b)}},
    GL_FRAMEBUFFER_COMPLETE},
   {"separate depth and stencil",
    {.att = {[GA_ATT_DEPTH] = IMG(4, 4, &image_a), [GA_ATT_STENCIL] = IMG(4, 4, &image_b)}},
    GL_FRAMEBUFFER_UNSUPPORTED},
   {"samples",
    {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a),
             [GA_ATT_COLOR0 + 1] = {.attached = true, .exists = true, .renderable = true, .width = 4, .height = 4,
                                    .samples = 4, .image = &image_b}}},
    GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE},
   {"fixed sample locations",
    {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a),
             [GA_ATT_COLOR0 + 1] = {.attached = true, .exists = true, .renderable = true, .width = 4, .height = 4,
                                    .fixed_locations = true, .image = &image_b}}},
    GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE},
   {"read buffer", {.read_missing = true, .att = {[GA_ATT_DEPTH] = IMG(4, 4, &image_a)}}, GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER},
   {"layers",
    {.att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a),
             [GA_ATT_DEPTH] = {.attached = true, .exists = true, .renderable = true, .layered = true, .width = 4,
                               .height = 4, .image = &image_b}}},
    GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS},
   /* The first rule that is broken counts. */
   {"no image and sizes",
    {.equal_sizes = true, .att = {[GA_ATT_COLOR0] = IMG(4, 4, &image_a), [GA_ATT_DEPTH] = {.attached = true}}},
    GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT},
};

static void completeness(void **state)
{
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const char *why = NULL;
      GLenum status = ga_fbo_complete(&rows[i].facts, &why);
      if (status != rows[i].status)
         fail_msg("%s: %s", rows[i].what, ga_enum_name(status));
      assert_true(why && *why);
   }
}

/* ---- objects ------------------------------------------------------------------------------------------------------------ */

static GLuint renderbuffer(struct ga_context *ctx, GLenum format, GLsizei width, GLsizei height)
{
   GLuint rb;
   GL(GenRenderbuffers, 1, &rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GL(RenderbufferStorage, GL_RENDERBUFFER, format, width, height);
   return rb;
}

static GLuint framebuffer(struct ga_context *ctx)
{
   GLuint name;
   GL(GenFramebuffers, 1, &name);
   GL(BindFramebuffer, GL_FRAMEBUFFER, name);
   return name;
}

static void attach(struct ga_context *ctx, GLenum attachment, GLuint rb)
{
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, rb);
}

static void names(void **state)
{
   CONTEXT;
   GLuint fbo[2], rb;
   GLint v;
   GL(GenFramebuffers, 2, fbo);
   assert_false(GL(IsFramebuffer, fbo[0])); /* not until it is bound */
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo[0]);
   assert_true(GL(IsFramebuffer, fbo[0]));
   assert_false(GL(IsFramebuffer, 0));
   GL(BindFramebuffer, GL_FRAMEBUFFER, 1000); /* ES 2.0: any name will do */
   assert_true(GL(IsFramebuffer, 1000));
   GL(DeleteFramebuffers, 1, (GLuint[]){1000});
   GL(GetIntegerv, GL_FRAMEBUFFER_BINDING, &v);
   assert_int_equal(v, 0);
   assert_ptr_equal(ctx->draw_fbo, ctx->window_fbo);
   GL(DeleteFramebuffers, 3, (GLuint[]){0, fbo[0], 12345});
   assert_false(GL(IsFramebuffer, fbo[0]));

   GL(GenRenderbuffers, 1, &rb);
   assert_false(GL(IsRenderbuffer, rb));
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   assert_true(GL(IsRenderbuffer, rb));
   GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &v);
   assert_int_equal(v, GL_RGBA4); /* table 6.17 */
   GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE, &v);
   assert_int_equal(v, 0);
   GL(DeleteRenderbuffers, 1, &rb);
   GL(GetIntegerv, GL_RENDERBUFFER_BINDING, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);
}

static void status_follows_attachments(void **state)
{
   CONTEXT;
   framebuffer(ctx);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   GLuint color = renderbuffer(ctx, GL_RGB565, 16, 8);
   attach(ctx, GL_COLOR_ATTACHMENT0, color);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GLint v;
   GL(GetIntegerv, GL_GREEN_BITS, &v);
   assert_int_equal(v, 6);
   GL(GetIntegerv, GL_DEPTH_BITS, &v);
   assert_int_equal(v, 0);
   GL(GetIntegerv, GL_IMPLEMENTATION_COLOR_READ_TYPE, &v);
   assert_int_equal(v, GL_UNSIGNED_SHORT_5_6_5);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
      GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &v);
   assert_int_equal(v, color);

   GLuint depth = renderbuffer(ctx, GL_DEPTH_COMPONENT16, 16, 8);
   attach(ctx, GL_DEPTH_ATTACHMENT, depth);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   /* New storage of an attached object is noticed. */
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 16, 9);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT);
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 0, 8);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 16, 8);
   attach(ctx, GL_DEPTH_ATTACHMENT, color);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   /* Deleting detaches from the bound framebuffer. */
   GL(DeleteRenderbuffers, 1, &color);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
      GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
   assert_int_equal(v, GL_NONE);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   assert_gl_error(GL_NO_ERROR);
}

/* A deleted renderbuffer stays attached to framebuffers that are not bound (4.4.2.2). */
static void unbound_framebuffers_keep_deleted_objects(void **state)
{
   CONTEXT;
   GLuint fbo = framebuffer(ctx), rb = renderbuffer(ctx, GL_RGB565, 16, 8);
   attach(ctx, GL_COLOR_ATTACHMENT0, rb);
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
   GL(DeleteRenderbuffers, 1, &rb);
   assert_false(GL(IsRenderbuffer, rb));
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
}

static GLuint texture(struct ga_context *ctx, GLenum target, GLsizei width, GLsizei height)
{
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, target, name);
   for (unsigned face = 0; face < (target == GL_TEXTURE_2D ? 1 : 6); face++)
      GL(TexImage2D, target == GL_TEXTURE_2D ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, width,
         height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   return name;
}

static void textures(void **state)
{
   CONTEXT;
   struct fake_context *pipe = ga_test_pipe(ctx);
   GLint v;
   GLuint fbo = framebuffer(ctx), tex = texture(ctx, GL_TEXTURE_2D, 16, 16), cube = texture(ctx, GL_TEXTURE_CUBE_MAP, 8, 8);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, cube, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, tex, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, -1);
   assert_gl_error(GL_INVALID_VALUE);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 20);
   assert_gl_error(GL_INVALID_VALUE);

   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, cube, 0);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
      GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE, &v);
   assert_int_equal(v, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_int_equal(pipe->fb.cbufs[0]->t.first_layer, 3);
   assert_true(ctx->st.fb.width == 8 && ctx->st.fb.height == 8);

   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
      GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE, &v);
   assert_int_equal(v, 0);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
      GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &v);
   assert_int_equal(v, tex);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_int_equal(ctx->st.fb.width, 16);
   assert_gl_error(GL_NO_ERROR);

   /* The image is defined anew while attached: another size, then a format that cannot be drawn to, then gone. */
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 32, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_true(ctx->st.fb.width == 32 && ctx->st.fb.height == 4);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_LUMINANCE, 32, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_INVALID_FRAMEBUFFER_OPERATION);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(DeleteTextures, 1, &tex);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   /* Deleted while attached to a framebuffer that is not bound. */
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_Z, cube, 0);
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
   GL(DeleteTextures, 1, &cube);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- what the pipe sees ---------------------------------------------------------------------------------------------------- */

static void clear_reaches_the_pipe(void **state)
{
   CONTEXT;
   struct fake_context *pipe = ga_test_pipe(ctx);
   struct ga_test *t = *state;
   GL(ClearColor, 0.25f, 0.5f, 0.75f, 1.0f);
   GL(ClearDepthf, 0.5f);
   GL(ClearStencil, 0x1ff);
   GL(Clear, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   assert_int_equal(pipe->clear.buffers, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL);
   assert_true(pipe->clear.color[0].f[1] == 0.5f && pipe->clear.depth == 0.5);
   assert_int_equal(pipe->clear.stencil, 0xff);
   assert_non_null(strstr(pipe->log, "set_framebuffer 64x48"));
   assert_ptr_equal(pipe->fb.cbufs[0]->resource, t->drawable.color);
   assert_ptr_equal(pipe->fb.zsbuf->resource, t->drawable.depth_stencil);

   /* The depth mask counts even while the test is off; the scissor is clipped to the framebuffer. */
   GL(DepthMask, GL_FALSE);
   GL(Enable, GL_SCISSOR_TEST);
   GL(Scissor, 60, -4, 100, 10);
   GL(Clear, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   assert_int_equal(pipe->clear.buffers, PIPE_CLEAR_COLOR0);
   assert_true(pipe->clear.scissor_enable);
   assert_true(pipe->clear.scissor.minx == 60 && pipe->clear.scissor.maxx == 64);
   assert_true(pipe->clear.scissor.miny == 0 && pipe->clear.scissor.maxy == 6);
   assert_gl_error(GL_NO_ERROR);
}

static void inverted_surface_mirrors(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   t->drawable.y_inverted = true;
   t->drawable.seqno++;
   GL(Viewport, 8, 4, 16, 12);
   GL(Scissor, 0, 2, 64, 10);
   GL(Enable, GL_SCISSOR_TEST);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_true(ctx->st.fb.y_inverted);
   assert_true(ctx->st.viewport[0].scale[1] == -6 && ctx->st.viewport[0].translate[1] == 48 - 10);
   assert_true(ctx->st.scissor[0].miny == 36 && ctx->st.scissor[0].maxy == 46);
   assert_true(ctx->st.raster.front_ccw);
   GL(FrontFace, GL_CW);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_false(ctx->st.raster.front_ccw);
   /* Two reflections: the picture is upright in memory. */
   GL(ClipControl, GL_UPPER_LEFT, GL_ZERO_TO_ONE);
   GL(DepthRangef, 0.25f, 0.75f);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_true(ctx->st.viewport[0].scale[1] == 6 && ctx->st.viewport[0].translate[1] == 48 - 10);
   assert_true(ctx->st.viewport[0].scale[2] == 0.5f && ctx->st.viewport[0].translate[2] == 0.25f);
   assert_true(ctx->st.raster.front_ccw && ctx->st.raster.clip_halfz);
   GL(ClipControl, GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
   /* An object has its first row at the bottom again. */
   framebuffer(ctx);
   attach(ctx, GL_COLOR_ATTACHMENT0, renderbuffer(ctx, GL_RGB565, 64, 48));
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_false(ctx->st.fb.y_inverted);
   assert_true(ctx->st.viewport[0].scale[1] == 6 && ctx->st.viewport[0].translate[1] == 10);
   assert_true(ctx->st.scissor[0].miny == 2 && ctx->st.scissor[0].maxy == 12);
   assert_true(ctx->st.raster.front_ccw);
   assert_gl_error(GL_NO_ERROR);
}

/* Tests against buffers that are not there pass; destination alpha that is not there is 1. */
static void missing_buffers(void **state)
{
   CONTEXT;
   GL(Enable, GL_DEPTH_TEST);
   GL(Enable, GL_STENCIL_TEST);
   GL(Enable, GL_BLEND);
   GL(BlendFunc, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_true(ctx->st.dsa.depth_enable && ctx->st.dsa.stencil[0].enable);
   assert_int_equal(ctx->st.blend.rt[0].rgb_src, PIPE_BLENDFACTOR_DST_ALPHA);
   framebuffer(ctx);
   attach(ctx, GL_COLOR_ATTACHMENT0, renderbuffer(ctx, GL_RGB565, 64, 48));
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_false(ctx->st.dsa.depth_enable || ctx->st.dsa.stencil[0].enable);
   assert_int_equal(ctx->st.blend.rt[0].rgb_src, PIPE_BLENDFACTOR_ONE);
   assert_int_equal(ctx->st.blend.rt[0].rgb_dst, PIPE_BLENDFACTOR_ZERO);
   /* Only the depth half of a packed image is attached: there is no stencil. */
   attach(ctx, GL_DEPTH_ATTACHMENT, renderbuffer(ctx, GL_DEPTH24_STENCIL8, 64, 48));
   GL(Clear, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   assert_true(ctx->st.dsa.depth_enable);
   assert_false(ctx->st.dsa.stencil[0].enable);
   assert_int_equal(ga_test_pipe(ctx)->clear.buffers, PIPE_CLEAR_DEPTH);
   assert_gl_error(GL_NO_ERROR);
}

static void surfaceless(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   ga_make_current(ctx, NULL, NULL);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_UNDEFINED);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_INVALID_FRAMEBUFFER_OPERATION);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_INVALID_FRAMEBUFFER_OPERATION);
   GLint v;
   GL(GetIntegerv, GL_DEPTH_BITS, &v);
   assert_int_equal(v, 0);
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
   /* A context that was first current without a surface has empty rectangles for good. */
   struct ga_context *other = ga_test_context(t, NULL);
   ga_make_current(other, NULL, NULL);
   ga_make_current(other, &t->drawable, &t->drawable);
   ga_GetIntegerv(other, GL_VIEWPORT, (GLint[4]){0});
   assert_true(other->viewport[0][2] == 0.0f);
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(other);
   ga_make_current(ctx, &t->drawable, &t->drawable);
}

/* Memory runs out at every possible point: GL_OUT_OF_MEMORY, and the next try works. */
static void out_of_memory(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   GLuint rb, fbo = framebuffer(ctx);
   GL(GenRenderbuffers, 1, &rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   t->screen->fail_after = 0;
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, 16, 16);
   assert_gl_error(GL_OUT_OF_MEMORY);
   t->screen->fail_after = -1;
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, 16, 16);
   attach(ctx, GL_COLOR_ATTACHMENT0, rb);
   for (int n = 0; n < 20; n++) {
      t->screen->fail_after = n;
      GL(Clear, GL_COLOR_BUFFER_BIT);
      GLenum error = ga_GetError(ctx);
      assert_true(error == GL_NO_ERROR || error == GL_OUT_OF_MEMORY);
   }
   t->screen->fail_after = -1;
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(ctx->draw_fbo->name, fbo);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(completeness), TEST(names), TEST(status_follows_attachments),
      TEST(unbound_framebuffers_keep_deleted_objects), TEST(textures), TEST(clear_reaches_the_pipe),
      TEST(inverted_surface_mirrors),
      TEST(missing_buffers), TEST(surfaceless), TEST(out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
