/* test_legacy.c: state, errors and draws of the compatibility profile (OpenGL 2.1) on the recording pipe. */
#include "ga_test_row.h"

#include <pthread.h>

#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_legacy.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct ga_context *compat = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl21");
   ga_make_current(compat, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = compat;
   return 0;
}

/* ---- errors ---------------------------------------------------------------------------------------------------------------- */

static void errors(void **state)
{
   CONTEXT;
   const GLfloat four[4] = {200, 1, 1, 1};
   ROW(INVALID_ENUM, Begin, GL_PATCHES);
   ROW(INVALID_OPERATION, End);
   ROW(INVALID_ENUM, MatrixMode, GL_COLOR);
   ROW(STACK_UNDERFLOW, PopMatrix);
   ROW(STACK_UNDERFLOW, PopAttrib);
   ROW(STACK_UNDERFLOW, PopClientAttrib);
   ROW(INVALID_VALUE, Frustum, -1, 1, -1, 1, 0, 1);
   ROW(INVALID_VALUE, Frustum, -1, -1, -1, 1, 1, 2);
   ROW(INVALID_VALUE, Ortho, -1, 1, 1, 1, 1, 2);
   ROW(INVALID_ENUM, Lightf, GL_LIGHT0 + 8, GL_SPOT_CUTOFF, 10);
   ROW(INVALID_ENUM, Lightf, GL_LIGHT0, GL_POSITION, 10);
   ROW(INVALID_VALUE, Lightf, GL_LIGHT0, GL_SPOT_CUTOFF, 91);
   ROW(INVALID_VALUE, Lightf, GL_LIGHT0, GL_SPOT_EXPONENT, 129);
   ROW(INVALID_VALUE, Lightf, GL_LIGHT0, GL_LINEAR_ATTENUATION, -1);
   ROW(INVALID_ENUM, LightModeli, GL_LIGHT_MODEL_COLOR_CONTROL, GL_SMOOTH);
   ROW(INVALID_ENUM, Materialf, GL_FRONT, GL_AMBIENT, 1);
   ROW(INVALID_ENUM, Materialfv, GL_LEFT, GL_AMBIENT, four);
   ROW(INVALID_VALUE, Materialfv, GL_FRONT, GL_SHININESS, four);
   ROW(INVALID_ENUM, ColorMaterial, GL_FRONT, GL_SHININESS);
   ROW(INVALID_ENUM, ShadeModel, GL_FILL);
   ROW(INVALID_ENUM, Fogi, GL_FOG_MODE, GL_FLAT);
   ROW(INVALID_VALUE, Fogf, GL_FOG_DENSITY, -1);
   ROW(INVALID_ENUM, Fogf, GL_FOG_COLOR, 1);
   ROW(INVALID_ENUM, AlphaFunc, GL_ZERO, 0);
   ROW(INVALID_ENUM, ClipPlane, GL_CLIP_PLANE0 + 8, (GLdouble[4]){0});
   ROW(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_CLAMP);
   ROW(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB);
   ROW(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_OPERAND0_ALPHA, GL_SRC_COLOR);
   ROW(INVALID_VALUE, TexEnvf, GL_TEXTURE_ENV, GL_RGB_SCALE, 3);
   ROW(INVALID_ENUM, TexGeni, GL_R, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
   ROW(INVALID_ENUM, TexGeni, GL_TEXTURE, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
   ROW(INVALID_VALUE, VertexPointer, 1, GL_FLOAT, 0, NULL);
   ROW(INVALID_ENUM, VertexPointer, 2, GL_UNSIGNED_BYTE, 0, NULL);
   ROW(INVALID_VALUE, ColorPointer, 4, GL_FLOAT, -1, NULL);
   ROW(INVALID_ENUM, NormalPointer, GL_UNSIGNED_BYTE, 0, NULL);
   ROW(INVALID_ENUM, EnableClientState, GL_TEXTURE_2D);
   ROW(INVALID_ENUM, ClientActiveTexture, GL_TEXTURE0 + 8);
   ROW(INVALID_ENUM, InterleavedArrays, GL_FLOAT, 0, NULL);
   ROW(INVALID_VALUE, InterleavedArrays, GL_V2F, -1, NULL);
   ROW(INVALID_VALUE, NewList, 0, GL_COMPILE);
   ROW(INVALID_ENUM, NewList, 1, GL_FILL);
   ROW(INVALID_OPERATION, EndList);
   ROW(INVALID_VALUE, GenLists, -1);
   ROW(INVALID_VALUE, DeleteLists, 1, -1);
   ROW(INVALID_ENUM, CallLists, 1, GL_DOUBLE, four);
   ROW(INVALID_VALUE, CallLists, -1, GL_FLOAT, four);
   ROW(INVALID_VALUE, PointParameterf, GL_POINT_SIZE_MIN, -1);
   ROW(INVALID_ENUM, PointParameterf, GL_POINT_DISTANCE_ATTENUATION, 1);
   ROW(INVALID_VALUE, Bitmap, -1, 1, 0, 0, 0, 0, NULL);
   ROW(INVALID_VALUE, DrawPixels, 1, -1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_ENUM, DrawPixels, 1, 1, GL_RGBA8, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_ENUM, DrawPixels, 1, 1, GL_RGBA, GL_DOUBLE, NULL);
   ROW(INVALID_VALUE, CopyPixels, 0, 0, -1, 1, GL_COLOR);
   ROW(INVALID_ENUM, CopyPixels, 0, 0, 1, 1, GL_RGBA);
   GL(ActiveTexture, GL_TEXTURE0 + 8);
   ROW(INVALID_OPERATION, TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   ROW(INVALID_OPERATION, TexGeni, GL_S, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
   ROW(INVALID_OPERATION, Enable, GL_TEXTURE_2D);
   GL(MatrixMode, GL_TEXTURE);
   ROW(INVALID_OPERATION, PushMatrix);
}

/* Between glBegin and glEnd only commands for vertices are there. */
static void inside(void **state)
{
   CONTEXT;
   GL(Begin, GL_TRIANGLES);
   assert_null(ctx->dispatch->Enable);
   assert_null(ctx->dispatch->GetIntegerv);
   assert_null(ctx->dispatch->DrawArrays);
   assert_non_null(ctx->dispatch->Vertex3f);
   assert_non_null(ctx->dispatch->Materialfv);
   assert_non_null(ctx->dispatch->CallList);
   assert_non_null(ctx->dispatch->ArrayElement);
   GL(Begin, GL_POINTS);
   GL(End);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_non_null(ctx->dispatch->Enable);
}

/* ---- matrices -------------------------------------------------------------------------------------------------------------- */

static void matrices(void **state)
{
   CONTEXT;
   GLfloat m[16], inverse[16];
   GLint depth;
   for (int i = 1; i < GA_MODELVIEW_DEPTH; i++)
      GL(PushMatrix);
   assert_gl_error(GL_NO_ERROR);
   GL(PushMatrix);
   assert_gl_error(GL_STACK_OVERFLOW);
   GL(GetIntegerv, GL_MODELVIEW_STACK_DEPTH, &depth);
   assert_int_equal(depth, GA_MODELVIEW_DEPTH);
   GL(Translatef, 1, 2, 3);
   GL(Rotatef, 90, 0, 0, 2);
   GL(Scalef, 2, 4, 8);
   GL(GetFloatv, GL_MODELVIEW_MATRIX, m);
   static const GLfloat wanted[16] = {0, 2, 0, 0, -4, 0, 0, 0, 0, 0, 8, 0, 1, 2, 3, 1};
   for (unsigned i = 0; i < 16; i++)
      assert_float_equal(m[i], wanted[i], 1e-5f);
   ga_matrix_invert(inverse, m);
   ga_matrix_multiply(m, inverse, m);
   for (unsigned i = 0; i < 16; i++)
      assert_float_equal(m[i], (GLfloat)(i % 5 == 0), 1e-5f);
   /* In place, of a projection. */
   GLfloat projection[16] = {2, 0, 0, 0, 0, 3, 0, 0, 0.5f, 0, -1.5f, -1, 0, 0, -2, 0}, product[16];
   memcpy(inverse, projection, sizeof(inverse));
   ga_matrix_invert(inverse, inverse);
   ga_matrix_multiply(product, inverse, projection);
   for (unsigned i = 0; i < 16; i++)
      assert_float_equal(product[i], (GLfloat)(i % 5 == 0), 1e-5f);
   memcpy(inverse, wanted, sizeof(inverse));
   ga_matrix_invert(inverse, inverse);
   ga_matrix_multiply(product, inverse, wanted);
   for (unsigned i = 0; i < 16; i++)
      assert_float_equal(product[i], (GLfloat)(i % 5 == 0), 1e-5f);
   GL(GetFloatv, GL_TRANSPOSE_MODELVIEW_MATRIX, m);
   assert_true(m[3] == 1 && m[7] == 2 && m[11] == 3);
   GL(PopMatrix);
   GL(GetFloatv, GL_MODELVIEW_MATRIX, m);
   assert_true(ga_matrix_is_identity(m));
   const GLfloat zero[16] = {0};
   ga_matrix_invert(inverse, zero);
   assert_true(ga_matrix_is_identity(inverse));
}

/* ---- state ----------------------------------------------------------------------------------------------------------------- */

/* Positions and planes go through the matrix of the time. */
static void eye_coordinates(void **state)
{
   CONTEXT;
   GLfloat v[4];
   GLdouble plane[4];
   GL(Translatef, 1, 0, 0);
   GL(Lightfv, GL_LIGHT0, GL_POSITION, (GLfloat[4]){1, 2, 3, 1});
   GL(Lightfv, GL_LIGHT0, GL_SPOT_DIRECTION, (GLfloat[3]){1, 2, 3});
   GL(ClipPlane, GL_CLIP_PLANE0, (GLdouble[4]){1, 0, 0, 5});
   GL(LoadIdentity);
   GL(GetLightfv, GL_LIGHT0, GL_POSITION, v);
   assert_true(v[0] == 2 && v[1] == 2 && v[3] == 1);
   GL(GetLightfv, GL_LIGHT0, GL_SPOT_DIRECTION, v);
   assert_true(v[0] == 1 && v[2] == 3);
   GL(GetClipPlane, GL_CLIP_PLANE0, plane);
   assert_true(plane[0] == 1 && plane[3] == 4);
   GLint color[4];
   GL(Lightiv, GL_LIGHT0, GL_DIFFUSE, (GLint[4]){INT32_MAX, 0, 0, INT32_MAX});
   GL(GetLightiv, GL_LIGHT0, GL_DIFFUSE, color);
   assert_int_equal(color[0], INT32_MAX);
}

static void color_material(void **state)
{
   CONTEXT;
   GLfloat v[4];
   GL(Enable, GL_COLOR_MATERIAL);
   GL(Color3f, 0.25f, 0.5f, 1);
   GL(GetMaterialfv, GL_BACK, GL_DIFFUSE, v);
   assert_true(v[0] == 0.25f && v[2] == 1);
   GL(Materialfv, GL_FRONT, GL_AMBIENT, (GLfloat[4]){0}); /* without effect */
   GL(GetMaterialfv, GL_FRONT, GL_AMBIENT, v);
   assert_true(v[0] == 0.25f);
   GL(Disable, GL_COLOR_MATERIAL);
   GL(Color3f, 0, 0, 0);
   GL(GetMaterialfv, GL_FRONT, GL_AMBIENT, v);
   assert_true(v[0] == 0.25f);
}

static void attribute_stacks(void **state)
{
   CONTEXT;
   GLint value[4];
   GLfloat color[4];
   GLuint texture;
   GL(GenTextures, 1, &texture);
   GL(PushAttrib, GL_ALL_ATTRIB_BITS);
   GL(Color4f, 0, 0.5f, 0, 0);
   GL(BindTexture, GL_TEXTURE_2D, texture);
   GL(TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_DECAL);
   GL(Enable, GL_LIGHT3);
   GL(Enable, GL_TEXTURE_2D);
   GL(Viewport, 1, 2, 3, 4);
   GL(PopAttrib);
   GL(GetFloatv, GL_CURRENT_COLOR, color);
   assert_true(color[0] == 1 && color[3] == 1);
   GL(GetIntegerv, GL_TEXTURE_BINDING_2D, value);
   assert_int_equal(value[0], 0);
   GL(GetTexEnviv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, value);
   assert_int_equal(value[0], GL_MODULATE);
   assert_false(GL(IsEnabled, GL_LIGHT3));
   assert_false(GL(IsEnabled, GL_TEXTURE_2D));
   GL(GetIntegerv, GL_VIEWPORT, value);
   assert_int_equal(value[2], 64);
   GL(PushClientAttrib, GL_CLIENT_ALL_ATTRIB_BITS);
   GL(PixelStorei, GL_UNPACK_ALIGNMENT, 1);
   GL(EnableClientState, GL_COLOR_ARRAY);
   GL(ColorPointer, 3, GL_FLOAT, 12, color);
   GL(PopClientAttrib);
   GL(GetIntegerv, GL_UNPACK_ALIGNMENT, value);
   assert_int_equal(value[0], 4);
   GL(GetIntegerv, GL_COLOR_ARRAY_SIZE, value);
   assert_int_equal(value[0], 4);
   assert_false(GL(IsEnabled, GL_COLOR_ARRAY));
   assert_gl_error(GL_NO_ERROR); /* the command of GL 2.1, table 6.6 */
}

/* ---- lists ----------------------------------------------------------------------------------------------------------------- */

static void lists(void **state)
{
   CONTEXT;
   GLint value;
   const GLuint first = GL(GenLists, 2);
   assert_true(first && GL(IsList, first) && GL(IsList, first + 1));
   GL(NewList, first, GL_COMPILE);
   GL(ShadeModel, GL_FLAT);
   GL(MatrixMode, GL_FILL); /* its error is that of the execution */
   GL(GetIntegerv, GL_LIST_INDEX, &value);
   assert_int_equal(value, (GLint)first);
   GL(NewList, first, GL_COMPILE);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EndList);
   GL(GetIntegerv, GL_SHADE_MODEL, &value);
   assert_int_equal(value, GL_SMOOTH);
   assert_gl_error(GL_NO_ERROR);
   GL(CallList, first);
   assert_gl_error(GL_INVALID_ENUM);
   GL(GetIntegerv, GL_SHADE_MODEL, &value);
   assert_int_equal(value, GL_FLAT);
   GL(NewList, first + 1, GL_COMPILE_AND_EXECUTE);
   GL(ShadeModel, GL_SMOOTH);
   GL(CallList, first + 1); /* its contents are those before */
   GL(EndList);
   GL(GetIntegerv, GL_SHADE_MODEL, &value);
   assert_int_equal(value, GL_SMOOTH);
   GL(CallList, first + 1); /* nested to the limit */
   GL(DeleteLists, first, 2);
   assert_false(GL(IsList, first));
   GL(CallList, first);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- draws ----------------------------------------------------------------------------------------------------------------- */

static void immediate(void **state)
{
   CONTEXT;
   fake_clear_log(ga_test_pipe(ctx));
   GL(Begin, GL_QUADS);
   GL(Vertex2f, 0, 0);
   GL(Color3f, 1, 0, 0); /* vertices before it have the colour before it */
   GL(Vertex2f, 1, 0);
   const struct ga_immediate *im = &ctx->legacy->immediate;
   assert_int_equal(im->v.count, 2);
   assert_int_equal(im->v.mask, 1 | 1 << GLSL_ATTRIB_COLOR);
   assert_true(im->v.data[5] == 1 && im->v.data[8 + 4] == 1 && im->v.data[8 + 5] == 0);
   GL(Vertex2f, 1, 1);
   GL(Vertex2f, 0, 1);
   GL(End);
   assert_gl_error(GL_NO_ERROR);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "draw"));
   assert_non_null(ctx->legacy->fixed[PIPE_SHADER_VERTEX]);
   const struct ga_exec *before = ctx->legacy->fixed[PIPE_SHADER_VERTEX];
   GL(Translatef, 1, 0, 0); /* a constant, no program */
   GL(Rectf, 0, 0, 1, 1);
   assert_ptr_equal(ctx->legacy->fixed[PIPE_SHADER_VERTEX], before);
   GL(Enable, GL_LIGHTING);
   GL(Rectf, 0, 0, 1, 1);
   assert_ptr_not_equal(ctx->legacy->fixed[PIPE_SHADER_VERTEX], before);
   GL(Disable, GL_LIGHTING);
   GL(Rectf, 0, 0, 1, 1);
   assert_ptr_equal(ctx->legacy->fixed[PIPE_SHADER_VERTEX], before); /* from the cache */
   GL(Begin, GL_TRIANGLES);
   GL(End); /* no vertices */
   assert_gl_error(GL_NO_ERROR);
}

/* A key that has not changed is not looked up in the share group: its lock may be held by another thread. */
static void same_key(void **state)
{
   CONTEXT;
   GLuint textures[2];
   const GLubyte texel[4] = {255, 0, 0, 255};
   GL(GenTextures, 2, textures);
   for (unsigned i = 0; i < 2; i++) {
      GL(BindTexture, GL_TEXTURE_2D, textures[i]);
      GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   }
   GL(Enable, GL_TEXTURE_2D);
   GL(Rectf, 0, 0, 1, 1);
   const struct ga_exec *vertex = ctx->legacy->fixed[PIPE_SHADER_VERTEX], *fragment = ctx->legacy->fixed[PIPE_SHADER_FRAGMENT];
   struct ga_fixed_cache *cache = ctx->share->fixed;
   ctx->share->fixed = NULL; /* a look-up would compile again */
   GL(BindTexture, GL_TEXTURE_2D, textures[0]);
   GL(Rectf, 0, 0, 1, 1);
   assert_ptr_equal(ctx->legacy->fixed[PIPE_SHADER_VERTEX], vertex);
   assert_ptr_equal(ctx->legacy->fixed[PIPE_SHADER_FRAGMENT], fragment);
   assert_null(ctx->share->fixed);
   ctx->share->fixed = cache;
   assert_gl_error(GL_NO_ERROR);
}

static unsigned programs_derived;
static bool count_programs(struct ga_context *ctx, const char *operation)
{
   programs_derived++;
   return ga_legacy_hooks.derive_programs(ctx, operation);
}

/* A mutex that the thread may hold while a draw runs: where the draw takes it, too, it is not held any more afterwards. */
static void hold(pthread_mutex_t *lock)
{
   pthread_mutexattr_t attr;
   pthread_mutexattr_init(&attr);
   pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
   pthread_mutex_destroy(lock);
   pthread_mutex_init(lock, &attr);
   pthread_mutexattr_destroy(&attr);
   pthread_mutex_lock(lock);
}

/* Another texture of the same kind between draws derives no program and takes no lock of the share group in the draw; one of another base
 * format derives the programs. */
static void texture_binds(void **state)
{
   CONTEXT;
   struct ga_legacy_hooks hooks = ga_legacy_hooks;
   static const GLenum formats[4] = {GL_RGBA, GL_RGBA, GL_RGB, GL_LUMINANCE_ALPHA};
   GLuint textures[4];
   GL(GenTextures, 4, textures);
   GL(Enable, GL_TEXTURE_2D);
   for (unsigned i = 0; i < 4; i++) {
      GL(BindTexture, GL_TEXTURE_2D, textures[i]);
      GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)formats[i], 1, 1, 0, formats[i], GL_UNSIGNED_BYTE, "\377\377\377\377");
      GL(Rectf, 0, 0, 1, 1);
   }
   GL(BindTexture, GL_TEXTURE_2D, textures[0]);
   GL(Rectf, 0, 0, 1, 1);
   hooks.derive_programs = count_programs;
   ctx->hooks = &hooks;
   programs_derived = 0;
   for (unsigned i = 0; i < 3; i++) {
      GL(BindTexture, GL_TEXTURE_2D, textures[i == 0 ? 1 : i == 1 ? 3 : 0]); /* RGBA, luminance and alpha: equal programs */
      hold(&ctx->share->textures.lock);
      hold(&ctx->share->shaders.lock);
      fake_clear_log(ga_test_pipe(ctx));
      GL(Rectf, 0, 0, 1, 1);
      assert_non_null(strstr(ga_test_pipe(ctx)->log, "set_sampler_views"));
      assert_non_null(strstr(ga_test_pipe(ctx)->log, "draw "));
      assert_int_equal(pthread_mutex_unlock(&ctx->share->textures.lock), 0);
      assert_int_equal(pthread_mutex_unlock(&ctx->share->shaders.lock), 0);
   }
   assert_int_equal(programs_derived, 0);
   GL(BindTexture, GL_TEXTURE_2D, textures[2]);
   GL(Rectf, 0, 0, 1, 1);
   assert_true(programs_derived > 0);
   programs_derived = 0;
   GL(BindTexture, GL_TEXTURE_2D, 0); /* incomplete */
   GL(Rectf, 0, 0, 1, 1);
   assert_true(programs_derived > 0);
   programs_derived = 0;
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(Rectf, 0, 0, 1, 1);
   assert_true(programs_derived > 0);
   ctx->hooks = &ga_legacy_hooks;
   assert_gl_error(GL_NO_ERROR);
}

/* glBegin raises the errors of state, and nothing has begun then. */
static void begin_errors(void **state)
{
   CONTEXT;
   GLuint framebuffer;
   GL(Rectf, 0, 0, 1, 1);
   GL(GenFramebuffers, 1, &framebuffer);
   GL(BindFramebuffer, GL_FRAMEBUFFER, framebuffer); /* without attachments */
   fake_clear_log(ga_test_pipe(ctx));
   for (unsigned i = 0; i < 2; i++) {
      GL(Begin, GL_TRIANGLES);
      assert_gl_error(GL_INVALID_FRAMEBUFFER_OPERATION);
      assert_false(ctx->legacy->immediate.inside);
      GL(End);
      assert_gl_error(GL_INVALID_OPERATION);
   }
   GL(Rectf, 0, 0, 1, 1);
   assert_gl_error(GL_INVALID_FRAMEBUFFER_OPERATION);
   assert_null(strstr(ga_test_pipe(ctx)->log, "draw "));
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
   GL(Begin, GL_TRIANGLES);
   GL(End);
   assert_gl_error(GL_NO_ERROR);
   GL(Rectf, 0, 0, 1, 1);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "draw "));
}

/* Programs without shaders link and leave all to fixed functions (GL 2.1, 2.15.2). */
static void empty_program(void **state)
{
   CONTEXT;
   GLint value = 0;
   const GLuint program = GL(CreateProgram);
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &value);
   assert_true(value);
   GL(UseProgram, program);
   GL(Rectf, 0, 0, 1, 1);
   assert_gl_error(GL_NO_ERROR);
   assert_non_null(ctx->legacy->fixed[PIPE_SHADER_VERTEX]);
   GL(GetIntegerv, GL_MAX_CLIP_PLANES, &value);
   assert_int_equal(value, GLSL_MAX_CLIP_PLANES);
}

/* ---- selections (EXT_direct_state_access) ----------------------------------------------------------------------------------- */

/* The next message of the log begins with this. */
static void assert_message(struct ga_context *ctx, const char *beginning)
{
   char text[1000];
   assert_int_equal(GL(GetDebugMessageLog, 1, sizeof(text), NULL, NULL, NULL, NULL, NULL, text), 1);
   text[strlen(beginning)] = 0;
   assert_string_equal(text, beginning);
}

/* Messages name the command that was called, and not the one that does the work, also while a list is executed; nothing stays selected. */
static void selections(void **state)
{
   CONTEXT;
   struct ga_vao *const vao = ctx->vao;
   struct ga_texture *const texture = ctx->unit[0].bound[GA_TEX_2D];
   GL(Enable, GL_DEBUG_OUTPUT);
   ROW(INVALID_OPERATION, MultiTexEnviEXT, GL_TEXTURE0 + 1000, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   assert_message(ctx, "GL_INVALID_OPERATION in glMultiTexEnviEXT: ");
   ROW(INVALID_ENUM, MultiTexEnviEXT, GL_TEXTURE1, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_MIRROR_CLAMP_EXT);
   assert_message(ctx, "GL_INVALID_ENUM in glMultiTexEnviEXT: ");
   ROW(STACK_UNDERFLOW, MatrixPopEXT, GL_TEXTURE1);
   assert_message(ctx, "GL_STACK_UNDERFLOW in glMatrixPopEXT: ");
   ROW(INVALID_VALUE, TextureImage2DEXT, 7, GL_TEXTURE_2D, -1, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_message(ctx, "GL_INVALID_VALUE in glTextureImage2DEXT: ");
   ROW(INVALID_OPERATION, VertexArrayVertexOffsetEXT, 9, 0, 3, GL_FLOAT, 0, 0);
   assert_message(ctx, "GL_INVALID_OPERATION in glVertexArrayVertexOffsetEXT: ");
   GL(NewList, 1, GL_COMPILE);
   GL(MultiTexImage2DEXT, GL_TEXTURE1, GL_TEXTURE_2D, -1, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(EndList);
   assert_gl_error(GL_NO_ERROR);
   GL(CallList, 1);
   assert_gl_error(GL_INVALID_VALUE);
   assert_message(ctx, "GL_INVALID_VALUE in glMultiTexImage2DEXT: ");
   ROW(INVALID_ENUM, MatrixMode, GL_COLOR);
   assert_message(ctx, "GL_INVALID_ENUM in glMatrixMode: ");
   assert_true(GL(IsTexture, 7)); /* the name became that of an object before the error */
   assert_ptr_equal(ctx->vao, vao);
   assert_ptr_equal(ctx->unit[0].bound[GA_TEX_2D], texture);
   assert_int_equal(ctx->active_unit, 0);
   assert_int_equal(ctx->legacy->transform.matrix_mode, GL_MODELVIEW);
   assert_null(ctx->called_as);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(errors), TEST(inside), TEST(matrices), TEST(eye_coordinates), TEST(color_material), TEST(attribute_stacks), TEST(lists),
      TEST(immediate), TEST(same_key), TEST(texture_binds), TEST(begin_errors),
      TEST(empty_program), TEST(selections),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
