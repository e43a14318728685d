/* Draw and read buffers, clears of one buffer, attachment queries and invalidation of OpenGL ES 3.0, on a context of
 * GLOAM_FORCE_VERSION=es30: values, errors by table, what reaches the pipe. */
#include "ga_test.h"

#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_fbo.h"

struct world { void *test; struct ga_context *ctx; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   w->ctx = ga_test_forced_context(t, t->ctx, GA_API_ES2, "es30");
   ga_make_current(w->ctx, &t->drawable, &t->drawable);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->test;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

#define CONTEXT struct ga_context *ctx = ((struct world *)*state)->ctx
enum { BAD = 0x1234 };

static GLuint renderbuffer(struct ga_context *ctx, GLenum format, GLsizei width, GLsizei height)
{
   GLuint rb;
   GL(GenRenderbuffers, 1, &rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GL(RenderbufferStorage, GL_RENDERBUFFER, format, width, height);
   return rb;
}

static GLuint framebuffer(struct ga_context *ctx, GLenum target)
{
   GLuint name;
   GL(GenFramebuffers, 1, &name);
   GL(BindFramebuffer, target, name);
   return name;
}

static GLint get(struct ga_context *ctx, GLenum name)
{
   GLint value = -1;
   GL(GetIntegerv, name, &value);
   return value;
}

static GLint parameter(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum pname)
{
   GLint value = -77; /* stays where an error is raised */
   GL(GetFramebufferAttachmentParameteriv, target, attachment, pname, &value);
   return value;
}

static void bindings(void **state)
{
   CONTEXT;
   GLuint draw = framebuffer(ctx, GL_DRAW_FRAMEBUFFER), read = framebuffer(ctx, GL_READ_FRAMEBUFFER);
   assert_int_equal(get(ctx, GL_DRAW_FRAMEBUFFER_BINDING), draw);
   assert_int_equal(get(ctx, GL_READ_FRAMEBUFFER_BINDING), read);
   GL(FramebufferRenderbuffer, GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT3, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 4, 4));
   assert_int_equal(GL(CheckFramebufferStatus, GL_READ_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   /* A new framebuffer reads attachment 0, which is not there. */
   uint8_t pixels[4 * 4 * 4];
   assert_int_equal(get(ctx, GL_READ_BUFFER), GL_COLOR_ATTACHMENT0);
   GL(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(ReadBuffer, GL_COLOR_ATTACHMENT3);
   GL(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_NO_ERROR);
   GL(ReadBuffer, GL_NONE);
   GL(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_INVALID_OPERATION);
   /* The window's read buffer is a state of its own. */
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
   assert_int_equal(get(ctx, GL_READ_BUFFER), GL_BACK);
   GL(DeleteFramebuffers, 1, &read);
   assert_gl_error(GL_NO_ERROR);
}

/* One attachment is as wide, another as high as the area that both have. */
static void mixed_sizes(void **state)
{
   CONTEXT;
   framebuffer(ctx, GL_FRAMEBUFFER);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 20, 6));
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGB565, 9, 30));
   GL(DrawBuffers, 2, (GLenum[]){GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1});
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_int_equal(ctx->st.fb.width, 9);
   assert_int_equal(ctx->st.fb.height, 6);
   assert_gl_error(GL_NO_ERROR);
}

static void depth_stencil_attachment(void **state)
{
   CONTEXT;
   framebuffer(ctx, GL_FRAMEBUFFER);
   GLuint rb = renderbuffer(ctx, GL_DEPTH24_STENCIL8, 8, 8), depth = renderbuffer(ctx, GL_DEPTH_COMPONENT16, 8, 8);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), rb);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), rb);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), rb);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), -77);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), -77);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
   assert_gl_error(GL_NO_ERROR);
}

static void attachment_values(void **state)
{
   CONTEXT;
   static const struct { GLenum format, attachment; GLint size[6]; GLenum type; } rows[] = {
      { GL_RGBA8, GL_COLOR_ATTACHMENT0, {8, 8, 8, 8, 0, 0}, GL_UNSIGNED_NORMALIZED },
      { GL_RGB565, GL_COLOR_ATTACHMENT0 + 7, {5, 6, 5, 0, 0, 0}, GL_UNSIGNED_NORMALIZED },
      { GL_DEPTH_COMPONENT16, GL_DEPTH_ATTACHMENT, {0, 0, 0, 0, 16, 0}, GL_UNSIGNED_NORMALIZED },
      { GL_DEPTH24_STENCIL8, GL_DEPTH_ATTACHMENT, {0, 0, 0, 0, 24, 8}, GL_UNSIGNED_NORMALIZED },
      { GL_STENCIL_INDEX8, GL_STENCIL_ATTACHMENT, {0, 0, 0, 0, 0, 8}, GL_UNSIGNED_INT },
   };
   static const GLenum sizes[6] = { GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
      GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE,
      GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      framebuffer(ctx, GL_FRAMEBUFFER);
      GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, rows[i].attachment, GL_RENDERBUFFER, renderbuffer(ctx, rows[i].format, 4, 4));
      for (unsigned s = 0; s < 6; s++)
         assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, rows[i].attachment, sizes[s]), rows[i].size[s]);
      assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, rows[i].attachment, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE), rows[i].type);
      assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, rows[i].attachment, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING), GL_LINEAR);
      assert_gl_error(GL_NO_ERROR);
   }
   /* The window: RGBA8, depth 24, stencil 8. */
   static const GLenum buffer[3] = { GL_BACK, GL_DEPTH, GL_STENCIL };
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
   for (unsigned i = 0; i < 3; i++)
      assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, buffer[i], GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_FRAMEBUFFER_DEFAULT);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE), 8);
   assert_int_equal(parameter(ctx, GL_FRAMEBUFFER, GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), 24);
   assert_gl_error(GL_NO_ERROR);
}

static void clears(void **state)
{
   CONTEXT;
   const struct pipe_clear_info *clear = &ga_test_pipe(ctx)->clear;
   framebuffer(ctx, GL_FRAMEBUFFER);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 4, 4));
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT2, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 4, 4));
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
      renderbuffer(ctx, GL_DEPTH24_STENCIL8, 4, 4));
   GL(DrawBuffers, 3, (GLenum[]){GL_NONE, GL_NONE, GL_COLOR_ATTACHMENT2});
   GL(ClearBufferfv, GL_COLOR, 2, (GLfloat[]){0.25f, 0.5f, 0.75f, 1});
   assert_int_equal(clear->buffers, PIPE_CLEAR_COLOR0 << 2);
   assert_true(clear->color[2].f[1] == 0.5f && clear->color[2].f[3] == 1);
   GL(ClearBufferfi, GL_DEPTH_STENCIL, 0, 7.0f, 0x1ff);
   assert_int_equal(clear->buffers, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL);
   assert_true(clear->depth == 1.0 && clear->stencil == 0xff);
   GL(ClearBufferfv, GL_DEPTH, 0, (GLfloat[]){0.5f});
   assert_int_equal(clear->buffers, PIPE_CLEAR_DEPTH);
   GL(ClearBufferiv, GL_STENCIL, 0, (GLint[]){3});
   assert_true(clear->buffers == PIPE_CLEAR_STENCIL && clear->stencil == 3);
   GL(ClearBufferuiv, GL_COLOR, 2, (GLuint[]){1, 2, 3, 0xffffffff});
   assert_true(clear->buffers == PIPE_CLEAR_COLOR0 << 2 && clear->color[2].ui[3] == 0xffffffff);
   /* A draw buffer of GL_NONE is not cleared. */
   GL(ClearBufferiv, GL_COLOR, 0, (GLint[]){1, 2, 3, 4});
   assert_int_equal(clear->buffers, PIPE_CLEAR_COLOR0 << 2);
   assert_gl_error(GL_NO_ERROR);
}

#define ROW(error, name, ...)                                                                  \
   do {                                                                                        \
      GL(name, ##__VA_ARGS__);                                                                 \
      GLenum got_ = ga_GetError(ctx);                                                          \
      if (got_ != GL_##error)                                                                  \
         fail_msg("gl" #name "(" #__VA_ARGS__ "): %s", ga_enum_name(got_));                    \
   } while (0)

static void errors(void **state)
{
   CONTEXT;
   GLint v;
   static const GLenum color = GL_COLOR, color0 = GL_COLOR_ATTACHMENT0, color8 = GL_COLOR_ATTACHMENT8, bad = BAD, depth = GL_DEPTH,
                       both = GL_DEPTH_STENCIL_ATTACHMENT, back = GL_BACK, one[2] = {GL_COLOR_ATTACHMENT1};
   /* the window */
   ROW(INVALID_OPERATION, ReadBuffer, GL_COLOR_ATTACHMENT0);
   ROW(INVALID_ENUM, ReadBuffer, GL_FRONT);
   ROW(INVALID_ENUM, ReadBuffer, BAD);
   ROW(INVALID_OPERATION, DrawBuffers, 1, &color0);
   ROW(INVALID_OPERATION, DrawBuffers, 0, NULL);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &v);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &v);
   ROW(INVALID_ENUM, InvalidateFramebuffer, GL_FRAMEBUFFER, 1, &color0);
   ROW(NO_ERROR, InvalidateFramebuffer, GL_FRAMEBUFFER, 1, &depth);
   ROW(NO_ERROR, ReadBuffer, GL_NONE);
   ROW(NO_ERROR, ReadBuffer, GL_BACK);
   /* a framebuffer object */
   framebuffer(ctx, GL_FRAMEBUFFER);
   ROW(INVALID_OPERATION, ReadBuffer, GL_BACK);
   ROW(INVALID_OPERATION, ReadBuffer, GL_COLOR_ATTACHMENT8);
   ROW(INVALID_ENUM, ReadBuffer, GL_COLOR_ATTACHMENT0 + 32);
   ROW(INVALID_OPERATION, DrawBuffers, 1, &back);
   ROW(INVALID_OPERATION, DrawBuffers, 1, one);
   ROW(INVALID_OPERATION, DrawBuffers, 1, &color8);
   ROW(INVALID_ENUM, DrawBuffers, 1, &bad);
   ROW(INVALID_VALUE, DrawBuffers, -1, one);
   ROW(INVALID_VALUE, DrawBuffers, 9, one);
   ROW(INVALID_ENUM, InvalidateFramebuffer, BAD, 1, &color0);
   ROW(INVALID_ENUM, InvalidateFramebuffer, GL_FRAMEBUFFER, 1, &color);
   ROW(INVALID_OPERATION, InvalidateFramebuffer, GL_FRAMEBUFFER, 1, &color8);
   ROW(INVALID_VALUE, InvalidateFramebuffer, GL_FRAMEBUFFER, -1, &color0);
   ROW(INVALID_VALUE, InvalidateSubFramebuffer, GL_FRAMEBUFFER, 1, &both, 0, 0, -1, 1);
   ROW(INVALID_VALUE, InvalidateSubFramebuffer, GL_FRAMEBUFFER, 1, &both, 0, 0, 1, -1);
   ROW(NO_ERROR, InvalidateSubFramebuffer, GL_FRAMEBUFFER, 1, &both, -5, 0, 1, 1);
   ROW(INVALID_OPERATION, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT8,
       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &v);
   ROW(INVALID_OPERATION, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &v);
   ROW(NO_ERROR, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &v);
   ROW(INVALID_FRAMEBUFFER_OPERATION, ClearBufferfv, GL_COLOR, 0, (GLfloat[4]){0});
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 4, 4));
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &v);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, &v);
   ROW(INVALID_ENUM, ClearBufferiv, GL_DEPTH, 0, (GLint[4]){0});
   ROW(INVALID_ENUM, ClearBufferuiv, GL_STENCIL, 0, (GLuint[4]){0});
   ROW(INVALID_ENUM, ClearBufferfv, GL_STENCIL, 0, (GLfloat[4]){0});
   ROW(INVALID_ENUM, ClearBufferfv, GL_DEPTH_STENCIL, 0, (GLfloat[4]){0});
   ROW(INVALID_ENUM, ClearBufferfi, GL_DEPTH, 0, 0, 0);
   ROW(INVALID_ENUM, ClearBufferiv, GL_BACK, 0, (GLint[4]){0});
   ROW(INVALID_VALUE, ClearBufferiv, GL_COLOR, -1, (GLint[4]){0});
   ROW(INVALID_VALUE, ClearBufferiv, GL_COLOR, 8, (GLint[4]){0});
   ROW(INVALID_VALUE, ClearBufferiv, GL_STENCIL, 1, (GLint[4]){0});
   ROW(INVALID_VALUE, ClearBufferfv, GL_DEPTH, 1, (GLfloat[4]){0});
   ROW(INVALID_VALUE, ClearBufferfi, GL_DEPTH_STENCIL, 1, 0, 0);
   ROW(NO_ERROR, ClearBufferfi, GL_DEPTH_STENCIL, 0, 0, 0); /* neither is there */
}

/* Framebuffers with colour, depth and stencil of these formats for drawing and for reading. */
static void pair(struct ga_context *ctx, GLenum draw_color, GLenum draw_depth, GLenum read_color, GLenum read_depth)
{
   const GLenum targets[2] = {GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER}, color[2] = {draw_color, read_color},
                depth[2] = {draw_depth, read_depth};
   for (unsigned i = 0; i < 2; i++) {
      framebuffer(ctx, targets[i]);
      GL(FramebufferRenderbuffer, targets[i], GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, color[i], 16, 16));
      GL(FramebufferRenderbuffer, targets[i], GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer(ctx, depth[i], 16, 16));
   }
}

static void blit_errors(void **state)
{
   CONTEXT;
   const GLbitfield all = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
   pair(ctx, GL_RGBA8, GL_DEPTH24_STENCIL8, GL_RGB565, GL_DEPTH24_STENCIL8);
   ROW(INVALID_VALUE, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, 1, GL_NEAREST);
   ROW(INVALID_VALUE, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, all | 0x80000000, GL_NEAREST);
   ROW(INVALID_ENUM, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, all, GL_LINEAR_MIPMAP_LINEAR);
   ROW(INVALID_ENUM, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, 0, 0);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, all, GL_LINEAR);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_STENCIL_BUFFER_BIT, GL_LINEAR);
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, 0, GL_LINEAR);
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, all, GL_NEAREST);
   ROW(NO_ERROR, BlitFramebuffer, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, all,
       GL_NEAREST);
   ROW(NO_ERROR, BlitFramebuffer, INT32_MIN, 0, -1, 4, 0, 1, INT32_MAX, 4, all, GL_NEAREST);
   /* no such buffer on one side: ignored */
   GL(ReadBuffer, GL_COLOR_ATTACHMENT1);
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   GL(ReadBuffer, GL_NONE);
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   GL(FramebufferRenderbuffer, GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
   GL(FramebufferRenderbuffer, GL_READ_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
   ROW(INVALID_FRAMEBUFFER_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, all, GL_NEAREST);
   pair(ctx, GL_RGBA8, GL_DEPTH24_STENCIL8, GL_RGBA8, GL_DEPTH_COMPONENT16);
   GL(FramebufferRenderbuffer, GL_READ_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_DEPTH_BUFFER_BIT, GL_NEAREST); /* formats differ */
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_STENCIL_BUFFER_BIT, GL_NEAREST);
   /* onto itself */
   GL(BindFramebuffer, GL_FRAMEBUFFER, 1);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 16, 16));
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 4, 4, 8, 8, 12, 12, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

/* What the driver gets: the rectangles as they are, and the pixels whose centres have a place in the source. */
static void blit_reaches_the_pipe(void **state)
{
   CONTEXT;
   static const struct { GLint src[4], dst[4]; uint16_t x0, y0, x1, y1; } rows[] = {
      {{0, 0, 16, 16}, {0, 0, 16, 16}, 0, 0, 16, 16},
      {{-4, 0, 12, 16}, {0, 0, 16, 16}, 4, 0, 16, 16},
      {{12, 16, -4, 0}, {0, 0, 16, 16}, 0, 0, 12, 16},
      {{-1, -1, 1, 1}, {0, 0, 16, 10}, 8, 5, 16, 10},
      {{-1, -1, 2, 2}, {0, 0, 16, 10}, 5, 3, 16, 10},  /* a third of 16 is 5.33: centre 5.5 is inside, of 10 3.33: 3.5 */
      {{15, 15, 18, 18}, {16, 0, 0, 16}, 11, 0, 16, 5}, /* from 10.67; 11.5 is inside, 10.5 is not. Up to 5.33 */
      {{0, 0, 4, 4}, {-2, 14, 2, 18}, 0, 14, 2, 16},
   };
   pair(ctx, GL_RGBA8, GL_DEPTH24_STENCIL8, GL_RGBA8, GL_DEPTH24_STENCIL8);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const GLint *s = rows[i].src, *d = rows[i].dst;
      GL(BlitFramebuffer, s[0], s[1], s[2], s[3], d[0], d[1], d[2], d[3], GL_COLOR_BUFFER_BIT, GL_LINEAR);
      const struct pipe_blit_info *info = &ga_test_pipe(ctx)->blit;
      if (info->scissor.minx != rows[i].x0 || info->scissor.miny != rows[i].y0 || info->scissor.maxx != rows[i].x1 ||
          info->scissor.maxy != rows[i].y1)
         fail_msg("row %u: %u %u %u %u", i, info->scissor.minx, info->scissor.miny, info->scissor.maxx, info->scissor.maxy);
      assert_true(info->src.box.x == s[0] && info->src.box.width == s[2] - s[0] && info->dst.box.height == d[3] - d[1]);
      assert_int_equal(info->filter, PIPE_TEX_FILTER_LINEAR);
   }
   assert_gl_error(GL_NO_ERROR);
}

/* Levels of textures: those between base and last level of a complete texture can be drawn to. */
static void levels(void **state)
{
   CONTEXT;
   GLuint tex, cube;
   framebuffer(ctx, GL_FRAMEBUFFER);
   GL(GenTextures, 1, &tex);
   GL(BindTexture, GL_TEXTURE_2D, tex);
   for (GLint level = 0; level < 3; level++)
      GL(TexImage2D, GL_TEXTURE_2D, level, GL_RGBA8, 8 >> level, 8 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE); /* the base level */
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 1);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT); /* level 3 is missing */
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 2);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   /* a cube map with one face less, or more */
   GL(GenTextures, 1, &cube);
   GL(BindTexture, GL_TEXTURE_CUBE_MAP, cube);
   for (GLenum face = GL_TEXTURE_CUBE_MAP_POSITIVE_X; face < GL_TEXTURE_CUBE_MAP_NEGATIVE_Z; face++)
      GL(TexImage2D, face, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_Y, cube, 0);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE); /* the base level of a face */
   for (GLenum face = GL_TEXTURE_CUBE_MAP_POSITIVE_X; face < GL_TEXTURE_CUBE_MAP_NEGATIVE_Z; face++)
      for (GLint level = 1; level < 4; level++)
         GL(TexImage2D, face, level, GL_RGBA8, 8 >> level, 8 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_Y, cube, 1);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   for (GLint level = 0; level < 4; level++)
      GL(TexImage2D, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, level, GL_RGBA8, 8 >> level, 8 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   assert_gl_error(GL_NO_ERROR);
}

static void multisample(void **state)
{
   CONTEXT;
   GLuint rb;
   GLint v;
   GL(GenRenderbuffers, 1, &rb);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, GL_RENDERBUFFER, 4, GL_RGBA8, 16, 16); /* none is bound */
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GL(RenderbufferStorageMultisample, GL_RENDERBUFFER, 3, GL_RGBA8, 16, 16);
   GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &v);
   assert_int_equal(v, 4);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, GL_RENDERBUFFER, -1, GL_RGBA8, 16, 16);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, GL_RENDERBUFFER, 4, GL_RGBA8, -1, 16);
   ROW(INVALID_ENUM, RenderbufferStorageMultisample, GL_TEXTURE_2D, 4, GL_RGBA8, 16, 16);
   ROW(INVALID_ENUM, RenderbufferStorageMultisample, GL_RENDERBUFFER, 4, GL_LUMINANCE, 16, 16);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, GL_RENDERBUFFER, get(ctx, GL_MAX_SAMPLES) + 1, GL_RGBA8, 16, 16);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, GL_RENDERBUFFER, 2, GL_RGBA8UI, 16, 16); /* before ES 3.1 */
   GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &v);
   assert_int_equal(v, 4); /* as before the errors */

   framebuffer(ctx, GL_FRAMEBUFFER);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   assert_int_equal(get(ctx, GL_SAMPLES), 4);
   assert_int_equal(get(ctx, GL_SAMPLE_BUFFERS), 1);
   /* sample coverage is a mask of the framebuffer's samples */
   GL(Enable, GL_SAMPLE_COVERAGE);
   GL(SampleCoverage, 0.5f, GL_TRUE);
   assert_true(ga_derive_sample_mask(ctx, "") && ctx->st.sample_mask == ~0u); /* the framebuffer is not derived yet */
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_int_equal(ctx->st.fb.samples, 4);
   assert_true(ga_derive_sample_mask(ctx, ""));
   assert_int_equal(ctx->st.sample_mask, ~3u);
   uint8_t pixels[16 * 16 * 4];
   ROW(INVALID_OPERATION, ReadPixels, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   ROW(INVALID_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 4, 4, 0);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 16, 16));
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE);
   assert_int_equal(get(ctx, GL_SAMPLES), 0);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, 0);
   /* resolves */
   framebuffer(ctx, GL_DRAW_FRAMEBUFFER);
   GL(FramebufferRenderbuffer, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGBA8, 16, 16));
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 16, 16, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 16, 16, 16, 16, 0, 0, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   /* equal components in another order, as window surfaces have them */
   GL(FramebufferRenderbuffer, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_BGRA8_EXT, 16, 16));
   ROW(NO_ERROR, BlitFramebuffer, 0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   GL(FramebufferRenderbuffer, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_SRGB8_ALPHA8, 16, 16));
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   GL(FramebufferRenderbuffer, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(ctx, GL_RGB565, 16, 16));
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   GL(FramebufferRenderbuffer, GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   ROW(INVALID_OPERATION, BlitFramebuffer, 0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(bindings), TEST(mixed_sizes), TEST(depth_stencil_attachment), TEST(attachment_values), TEST(clears), TEST(errors),
      TEST(blit_errors), TEST(blit_reaches_the_pipe), TEST(multisample), TEST(levels),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
