/* test_desktop.c: state and errors of desktop OpenGL 3.3 core on the recording pipe. */
#include "ga_test.h"

#include "gl-api/derive/ga_derive.h"

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct ga_context *core = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   ga_make_current(core, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = core;
   return 0;
}

static GLint get(struct ga_context *ctx, GLenum pname)
{
   GLint value[4] = {-77, -77, -77, -77};
   GL(GetIntegerv, pname, value);
   return value[0];
}

/* ---- state ------------------------------------------------------------------------------------------------------------------- */

static void initial_values(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const struct { GLenum name; GLint value; } rows[] = { /* GL 3.3, tables 6.7 ff. */
      {GL_POINT_SIZE, 1}, {GL_PROGRAM_POINT_SIZE, 0}, {GL_POINT_FADE_THRESHOLD_SIZE, 1},
      {GL_POINT_SPRITE_COORD_ORIGIN, GL_UPPER_LEFT}, {GL_LINE_SMOOTH, 0}, {GL_POLYGON_MODE, GL_FILL}, {GL_POLYGON_SMOOTH, 0},
      {GL_POLYGON_OFFSET_POINT, 0}, {GL_POLYGON_OFFSET_LINE, 0}, {GL_MULTISAMPLE, 1}, {GL_SAMPLE_ALPHA_TO_ONE, 0},
      {GL_SAMPLE_MASK, 0}, {GL_COLOR_LOGIC_OP, 0}, {GL_LOGIC_OP_MODE, GL_COPY}, {GL_FRAMEBUFFER_SRGB, 0}, {GL_DEPTH_CLAMP, 0},
      {GL_DRAW_BUFFER, GL_BACK}, {GL_READ_BUFFER, GL_BACK}, {GL_PRIMITIVE_RESTART, 0}, {GL_PRIMITIVE_RESTART_INDEX, 0},
      {GL_PROVOKING_VERTEX, GL_LAST_VERTEX_CONVENTION}, {GL_CLAMP_READ_COLOR, GL_FIXED_ONLY}, {GL_LINE_SMOOTH_HINT, GL_DONT_CARE},
      {GL_POLYGON_SMOOTH_HINT, GL_DONT_CARE}, {GL_TEXTURE_COMPRESSION_HINT, GL_DONT_CARE}, {GL_STEREO, 0}, {GL_DOUBLEBUFFER, 1},
      {GL_MAX_SAMPLE_MASK_WORDS, 1}, {GL_CONTEXT_PROFILE_MASK, GL_CONTEXT_CORE_PROFILE_BIT}, {GL_MAJOR_VERSION, 3},
      {GL_MINOR_VERSION, 3}, {GL_BLEND_SRC, GL_ONE}, {GL_BLEND_DST, GL_ZERO},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      if (get(ctx, rows[i].name) != rows[i].value)
         print_error("%s is %d\n", ga_enum_name(rows[i].name), get(ctx, rows[i].name));
      assert_int_equal(get(ctx, rows[i].name), rows[i].value);
      assert_gl_error(GL_NO_ERROR);
   }
   GLdouble range[2] = {-1, -1};
   GL(DepthRange, 0.1, 3.0);
   GL(GetDoublev, GL_DEPTH_RANGE, range);
   assert_true(range[0] == 0.1 && range[1] == 1.0);
   GL(ClearDepth, 0.3);
   GL(GetDoublev, GL_DEPTH_CLEAR_VALUE, range);
   assert_true(range[0] == 0.3);
   GLint mask = 0;
   GL(SampleMaski, 0, 0x5);
   GL(GetIntegeri_v, GL_SAMPLE_MASK_VALUE, 0, &mask);
   assert_int_equal(mask, 5);
   GL(GetIntegeri_v, GL_SAMPLE_MASK_VALUE, 1, &mask);
   assert_gl_error(GL_INVALID_VALUE);
}

/* Values of the compatibility profile do not exist. */
static void removed_values(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const GLenum values[] = {GL_RED_BITS, GL_ALIASED_POINT_SIZE_RANGE, GL_FOG, GL_MATRIX_MODE, GL_LIGHTING, GL_MAX_TEXTURE_UNITS,
                                   GL_GENERATE_MIPMAP_HINT, GL_ALPHA_TEST, GL_EXTENSIONS,
                                   GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION};
   static const GLenum caps[] = {GL_ALPHA_TEST, GL_TEXTURE_2D, GL_LIGHTING, GL_LINE_STIPPLE, GL_POINT_SPRITE, GL_VERTEX_ARRAY};
   for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
      assert_int_equal(get(ctx, values[i]), -77);
      assert_gl_error(GL_INVALID_ENUM);
   }
   for (unsigned i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
      GL(Enable, caps[i]);
      assert_gl_error(GL_INVALID_ENUM);
      GL(IsEnabled, caps[i]);
      assert_gl_error(GL_INVALID_ENUM);
   }
}

static void setter_errors(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GL(PointSize, 0.0f);
   assert_gl_error(GL_INVALID_VALUE);
   GL(PolygonMode, GL_FRONT, GL_LINE);
   assert_gl_error(GL_INVALID_ENUM);
   GL(PolygonMode, GL_FRONT_AND_BACK, GL_LINES);
   assert_gl_error(GL_INVALID_ENUM);
   GL(LogicOp, GL_CLEAR - 1);
   assert_gl_error(GL_INVALID_ENUM);
   GL(ProvokingVertex, GL_FLAT);
   assert_gl_error(GL_INVALID_ENUM);
   GL(ClampColor, GL_CLAMP_VERTEX_COLOR, GL_TRUE);
   assert_gl_error(GL_INVALID_ENUM);
   GL(ClampColor, GL_CLAMP_READ_COLOR, GL_LINEAR);
   assert_gl_error(GL_INVALID_ENUM);
   GL(PointParameteri, GL_POINT_SIZE_MIN, 1);
   assert_gl_error(GL_INVALID_ENUM);
   GL(PointParameterf, GL_POINT_SPRITE_COORD_ORIGIN, (GLfloat)GL_LOWER_LEFT + 0.5f);
   assert_gl_error(GL_INVALID_VALUE);
   GL(PointParameterf, GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
   assert_gl_error(GL_NO_ERROR);
   GL(SampleMaski, 1, 1);
   assert_gl_error(GL_INVALID_VALUE);
   assert_int_equal(get(ctx, GL_POINT_SIZE), 1);
   assert_int_equal(get(ctx, GL_POLYGON_MODE), GL_FILL);
   assert_int_equal(get(ctx, GL_POINT_SPRITE_COORD_ORIGIN), GL_LOWER_LEFT);
}

/* Wide lines are deprecated: forward-compatible contexts have none. */
static void wide_lines(void **state)
{
   struct ga_test *t = *state;
   const struct ga_context_desc desc = {.api = GA_API_CORE, .major = 3, .minor = 3, .forward_compatible = true};
   enum ga_create_result result;
   setenv("GLOAM_FORCE_VERSION", "gl33", 1);
   struct ga_context *ctx = ga_context_create(&t->screen->base, &desc, NULL, &result);
   unsetenv("GLOAM_FORCE_VERSION");
   assert_non_null(ctx);
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(LineWidth, 1.5f);
   assert_gl_error(GL_INVALID_VALUE);
   GL(LineWidth, 0.5f);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(get(ctx, GL_CONTEXT_FLAGS), GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
   ctx = t->ctx;
   GL(LineWidth, 1.5f);
   assert_gl_error(GL_NO_ERROR);
}

/* KHR_parallel_shader_compile and ARB_parallel_shader_compile. */
static void shader_compiler_threads(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLint status = 0;
   const GLuint program = GL(CreateProgram);
   assert_int_equal(get(ctx, GL_MAX_SHADER_COMPILER_THREADS_KHR), -1);
   GL(MaxShaderCompilerThreadsKHR, 2);
   assert_int_equal(get(ctx, GL_MAX_SHADER_COMPILER_THREADS_ARB), 2);
   GL(GetProgramiv, program, GL_COMPLETION_STATUS_ARB, &status);
   assert_int_equal(status, GL_TRUE);
   GL(DeleteProgram, program);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- draw buffers -------------------------------------------------------------------------------------------------------------- */

static void window_buffers(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const struct { GLenum buffer, draw, read; } rows[] = {
      {GL_NONE, 0, 0}, {GL_BACK, 0, 0}, {GL_FRONT, 0, 0}, {GL_LEFT, 0, 0}, {GL_FRONT_LEFT, 0, 0}, {GL_BACK_LEFT, 0, 0},
      {GL_RIGHT, GL_INVALID_OPERATION, GL_INVALID_OPERATION}, {GL_BACK_RIGHT, GL_INVALID_OPERATION, GL_INVALID_OPERATION},
      {GL_FRONT_AND_BACK, 0, 0}, {GL_COLOR_ATTACHMENT0, GL_INVALID_OPERATION, GL_INVALID_OPERATION},
      {GL_COLOR, GL_INVALID_ENUM, GL_INVALID_ENUM},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GL(DrawBuffer, rows[i].buffer);
      assert_gl_error(rows[i].draw);
      if (rows[i].draw == GL_NO_ERROR)
         assert_int_equal(get(ctx, GL_DRAW_BUFFER), rows[i].buffer);
      GL(ReadBuffer, rows[i].buffer);
      assert_gl_error(rows[i].read);
   }
   static const GLenum back_left[2] = {GL_NONE, GL_BACK_LEFT}, back[2] = {GL_BACK, GL_NONE}, front[1] = {GL_FRONT};
   GL(DrawBuffers, 2, back_left);
   assert_gl_error(GL_NO_ERROR);
   GL(DrawBuffers, 2, back);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(DrawBuffers, 1, back);
   assert_gl_error(GL_NO_ERROR);
   GL(DrawBuffers, 1, front);
   assert_gl_error(GL_INVALID_ENUM);
   GLint type = 0;
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
   assert_int_equal(type, GL_FRAMEBUFFER_DEFAULT);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_BACK_RIGHT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &type);
   assert_int_equal(type, GL_NONE);
   assert_gl_error(GL_NO_ERROR);
}

/* Without ARB_ES2_compatibility each draw buffer and the read buffer need an image (GL 3.3, 4.4.4). */
static void incomplete_buffers(void **state)
{
   struct ga_test *t = *state;
   for (unsigned compatible = 0; compatible < 2; compatible++) {
      if (!compatible)
         setenv("GLOAM_DISABLE", "es2_compatibility", 1);
      struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
      unsetenv("GLOAM_DISABLE");
      GLuint fbo, rb;
      ga_make_current(ctx, &t->drawable, &t->drawable);
      GL(GenFramebuffers, 1, &fbo);
      GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
      GL(GenRenderbuffers, 1, &rb);
      GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
      GL(RenderbufferStorage, GL_RENDERBUFFER, GL_RGBA8, 8, 8);
      GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, rb);
      const GLenum complete = GL_FRAMEBUFFER_COMPLETE;
      assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), compatible ? complete : GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER);
      GL(DrawBuffer, GL_COLOR_ATTACHMENT1);
      assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), compatible ? complete : GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER);
      GL(ReadBuffer, GL_COLOR_ATTACHMENT1);
      assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), complete);
      GL(DrawBuffer, GL_NONE);
      GL(ReadBuffer, GL_NONE);
      assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), complete);
      assert_gl_error(GL_NO_ERROR);
      ga_make_current(t->ctx, &t->drawable, &t->drawable);
      ga_context_destroy(ctx);
   }
}

/* ---- current values ------------------------------------------------------------------------------------------------------------ */

static void assert_current(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   GLfloat v[4];
   GLdouble d[4];
   GL(GetVertexAttribfv, 3, GL_CURRENT_VERTEX_ATTRIB, v);
   GL(GetVertexAttribdv, 3, GL_CURRENT_VERTEX_ATTRIB, d);
   const GLfloat wanted[4] = {x, y, z, w};
   for (unsigned i = 0; i < 4; i++) {
      assert_true(v[i] == wanted[i]);
      assert_true(d[i] == wanted[i]);
   }
   assert_gl_error(GL_NO_ERROR);
}

static void current_values(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const GLshort s[4] = {1, -2, 300, -32768};
   static const GLdouble d[4] = {0.5, -1.5, 2.25, 1e10};
   static const GLbyte b[4] = {-128, -127, 0, 127};
   static const GLubyte ub[4] = {0, 51, 255, 102};
   static const GLushort us[4] = {0, 65535, 13107, 1};
   static const GLuint ui[4] = {0, 0xffffffff, 0x80000000, 7};
   static const GLint in[4] = {INT32_MIN, INT32_MAX, 0, -5};
   GL(VertexAttrib1s, 3, 7);
   assert_current(ctx, 7, 0, 0, 1);
   GL(VertexAttrib2sv, 3, s);
   assert_current(ctx, 1, -2, 0, 1);
   GL(VertexAttrib3s, 3, 4, 5, 6);
   assert_current(ctx, 4, 5, 6, 1);
   GL(VertexAttrib4sv, 3, s);
   assert_current(ctx, 1, -2, 300, -32768);
   GL(VertexAttrib3dv, 3, d);
   assert_current(ctx, 0.5f, -1.5f, 2.25f, 1);
   GL(VertexAttrib4d, 3, 1, 2, 3, 4);
   assert_current(ctx, 1, 2, 3, 4);
   GL(VertexAttrib4bv, 3, b);
   assert_current(ctx, -128, -127, 0, 127);
   GL(VertexAttrib4Nbv, 3, b);
   assert_current(ctx, -1, -1, 0, 1);
   GL(VertexAttrib4Nubv, 3, ub);
   assert_current(ctx, 0, 0.2f, 1, 0.4f);
   GL(VertexAttrib4Nub, 3, 255, 0, 51, 204);
   assert_current(ctx, 1, 0, 0.2f, 0.8f);
   GL(VertexAttrib4Nusv, 3, us);
   assert_current(ctx, 0, 1, 0.2f, (GLfloat)(1 / 65535.0));
   GL(VertexAttrib4Nsv, 3, s);
   assert_current(ctx, (GLfloat)(1 / 32767.0), (GLfloat)(-2 / 32767.0), (GLfloat)(300 / 32767.0), -1);
   GL(VertexAttrib4uiv, 3, ui);
   assert_current(ctx, 0, 4294967296.0f, 2147483648.0f, 7);
   GL(VertexAttrib4Nuiv, 3, ui);
   assert_current(ctx, 0, 1, (GLfloat)(2147483648.0 / 4294967295.0), (GLfloat)(7 / 4294967295.0));
   GL(VertexAttrib4Niv, 3, in);
   assert_current(ctx, -1, 1, 0, (GLfloat)(-5 / 2147483647.0));
   /* fields from the lowest bits: 1, -1, -512, -2 as signed, 1, 1023, 512, 2 as unsigned */
   const GLuint packed = 1u | 0x3ffu << 10 | 0x200u << 20 | 2u << 30;
   GL(VertexAttribP4ui, 3, GL_INT_2_10_10_10_REV, GL_FALSE, packed);
   assert_current(ctx, 1, -1, -512, -2);
   GL(VertexAttribP4uiv, 3, GL_INT_2_10_10_10_REV, GL_TRUE, &packed);
   assert_current(ctx, (GLfloat)(1 / 511.0), (GLfloat)(-1 / 511.0), -1, -1);
   GL(VertexAttribP3ui, 3, GL_UNSIGNED_INT_2_10_10_10_REV, GL_FALSE, packed);
   assert_current(ctx, 1, 1023, 512, 1);
   GL(VertexAttribP2ui, 3, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, packed);
   assert_current(ctx, (GLfloat)(1 / 1023.0), 1, 0, 1);
   GL(VertexAttribP1ui, 3, GL_UNSIGNED_INT, GL_TRUE, packed);
   assert_gl_error(GL_INVALID_ENUM);
   GL(VertexAttribP1ui, 99, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, packed);
   assert_gl_error(GL_INVALID_VALUE);
   GL(VertexAttrib1d, 99, 1);
   assert_gl_error(GL_INVALID_VALUE);
   GLint got[4];
   GL(VertexAttribI3i, 3, -1, 2, -3);
   GL(GetVertexAttribIiv, 3, GL_CURRENT_VERTEX_ATTRIB, got);
   assert_true(got[0] == -1 && got[1] == 2 && got[2] == -3 && got[3] == 1);
   GL(VertexAttribI4bv, 3, b);
   GL(GetVertexAttribIiv, 3, GL_CURRENT_VERTEX_ATTRIB, got);
   assert_true(got[0] == -128 && got[1] == -127 && got[2] == 0 && got[3] == 127);
   GL(VertexAttribI4usv, 3, us);
   GL(GetVertexAttribIiv, 3, GL_CURRENT_VERTEX_ATTRIB, got);
   assert_true(got[0] == 0 && got[1] == 65535 && got[2] == 13107 && got[3] == 1);
   GL(VertexAttribI2uiv, 3, ui);
   GL(GetVertexAttribIiv, 3, GL_CURRENT_VERTEX_ATTRIB, got);
   assert_true(got[0] == 0 && got[1] == -1 && got[2] == 0 && got[3] == 1);
}

/* ---- buffers, conditions ----------------------------------------------------------------------------------------------------------- */

static void buffer_data(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLuint buffer;
   char got[8] = "";
   GL(GetBufferSubData, GL_ARRAY_BUFFER, 0, 1, got);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(GenBuffers, 1, &buffer);
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer);
   GL(BufferData, GL_ARRAY_BUFFER, 6, "abcdef", GL_STATIC_READ);
   GL(GetBufferSubData, GL_ARRAY_BUFFER, 2, 3, got);
   assert_string_equal(got, "cde");
   assert_gl_error(GL_NO_ERROR);
   GL(GetBufferSubData, GL_ARRAY_BUFFER, 4, 3, got);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetBufferSubData, GL_ARRAY_BUFFER, -1, 3, got);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetBufferSubData, GL_COLOR, 0, 1, got);
   assert_gl_error(GL_INVALID_ENUM);
   assert_non_null(GL(MapBuffer, GL_ARRAY_BUFFER, GL_READ_WRITE));
   GL(GetBufferSubData, GL_ARRAY_BUFFER, 0, 1, got);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_true(GL(UnmapBuffer, GL_ARRAY_BUFFER));
   assert_string_equal(got, "cde");
   GL(DeleteBuffers, 1, &buffer);
}

static void conditions(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLuint ids[2];
   GL(GenQueries, 2, ids);
   GL(BeginConditionalRender, ids[0], GL_QUERY_WAIT); /* generated, not an object */
   assert_gl_error(GL_INVALID_VALUE);
   GL(BeginQuery, GL_SAMPLES_PASSED, ids[0]);
   GL(BeginConditionalRender, ids[0], GL_QUERY_WAIT);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EndQuery, GL_SAMPLES_PASSED);
   GL(EndConditionalRender);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BeginConditionalRender, ids[0], GL_QUERY_WAIT_INVERTED); /* ARB_conditional_render_inverted */
   assert_gl_error(GL_NO_ERROR);
   GL(EndConditionalRender);
   GL(BeginConditionalRender, ids[0], GL_SAMPLES_PASSED);
   assert_gl_error(GL_INVALID_ENUM);
   GL(BeginConditionalRender, ids[0], GL_QUERY_NO_WAIT);
   assert_gl_error(GL_NO_ERROR);
   GL(BeginQuery, GL_SAMPLES_PASSED, ids[0]);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EndConditionalRender);
   GL(BeginQuery, GL_TIME_ELAPSED, ids[1]);
   GL(EndQuery, GL_TIME_ELAPSED);
   GL(BeginConditionalRender, ids[1], GL_QUERY_WAIT);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BeginConditionalRender, ids[0], GL_QUERY_WAIT);
   GL(DeleteQueries, 2, ids); /* teardown ends the condition */
   assert_false(GL(IsQuery, ids[0]));
   assert_gl_error(GL_NO_ERROR);
}

/* EXT_depth_bounds_test, AMD_depth_clamp_separate. */
static void depth_bounds(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLdouble bounds[2] = {7, 7};
   GL(GetDoublev, GL_DEPTH_BOUNDS_EXT, bounds);
   assert_true(bounds[0] == 0.0 && bounds[1] == 1.0);
   GL(DepthBoundsEXT, -1.0, 0.75);
   GL(DepthBoundsEXT, 0.5, 0.25);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetDoublev, GL_DEPTH_BOUNDS_EXT, bounds);
   assert_true(bounds[0] == 0.0 && bounds[1] == 0.75);
   GL(Enable, GL_DEPTH_CLAMP_NEAR_AMD);
   assert_true(GL(IsEnabled, GL_DEPTH_CLAMP));
   assert_false(GL(IsEnabled, GL_DEPTH_CLAMP_FAR_AMD));
   assert_true(ga_update_framebuffer(ctx, "test"));
   assert_true(!ctx->st.raster.depth_clip_near && ctx->st.raster.depth_clip_far);
   GL(Disable, GL_DEPTH_CLAMP);
   assert_false(GL(IsEnabled, GL_DEPTH_CLAMP_NEAR_AMD));
   assert_gl_error(GL_NO_ERROR);
}

/* Vertices come from buffers. Indices in client memory are not an error in the core profile; other implementations draw with them, too. */
static void vertices_in_buffers(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const GLubyte indices[3] = {0, 1, 2};
   GLuint vao;
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(VertexAttribPointer, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(GenVertexArrays, 1, &vao);
   GL(BindVertexArray, vao);
   GL(DrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices);
   assert_gl_error(GL_NO_ERROR);
   GL(VertexAttribPointer, 0, 2, GL_FLOAT, GL_FALSE, 0, indices);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(DrawArrays, GL_QUADS, 0, 4);
   assert_gl_error(GL_INVALID_ENUM);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_NO_ERROR);
}

/* ARB_pipeline_statistics_query: targets of stages that the context lacks do not exist. */
static void statistics(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const struct { GLenum target, error; } rows[] = {
      {GL_VERTICES_SUBMITTED, GL_NO_ERROR}, {GL_CLIPPING_OUTPUT_PRIMITIVES, GL_NO_ERROR},
      {GL_TESS_CONTROL_SHADER_PATCHES, GL_INVALID_ENUM}, {GL_TESS_EVALUATION_SHADER_INVOCATIONS, GL_INVALID_ENUM},
      {GL_COMPUTE_SHADER_INVOCATIONS, GL_INVALID_ENUM},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLuint id;
      GL(GenQueries, 1, &id);
      GL(BeginQuery, rows[i].target, id);
      assert_gl_error(rows[i].error);
      GL(EndQuery, rows[i].target);
      assert_gl_error(rows[i].error);
   }
}

/* GL 4.6, 9.2.4 and 9.4: storage of the base formats; the renderbuffer keeps the name and says which bits it got. */
static void base_renderbuffers(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const struct { GLenum format, bits; } rows[] = {
      {GL_RED, GL_RENDERBUFFER_RED_SIZE}, {GL_RG, GL_RENDERBUFFER_GREEN_SIZE}, {GL_RGB, GL_RENDERBUFFER_BLUE_SIZE},
      {GL_RGBA, GL_RENDERBUFFER_ALPHA_SIZE}, {GL_DEPTH_COMPONENT, GL_RENDERBUFFER_DEPTH_SIZE},
      {GL_DEPTH_STENCIL, GL_RENDERBUFFER_STENCIL_SIZE}, {GL_STENCIL_INDEX, GL_RENDERBUFFER_STENCIL_SIZE},
   };
   GLuint name;
   GL(GenRenderbuffers, 1, &name);
   GL(BindRenderbuffer, GL_RENDERBUFFER, name);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLint format = 0, bits = 0;
      GL(RenderbufferStorage, GL_RENDERBUFFER, rows[i].format, 8, 8);
      assert_gl_error(GL_NO_ERROR);
      GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &format);
      assert_int_equal(format, rows[i].format);
      GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, rows[i].bits, &bits);
      assert_true(bits >= 8);
   }
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_LUMINANCE, 8, 8);
   assert_gl_error(GL_INVALID_ENUM);
   GL(DeleteRenderbuffers, 1, &name);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(initial_values), TEST(removed_values), TEST(setter_errors), TEST(wide_lines), TEST(shader_compiler_threads), TEST(window_buffers),
      TEST(incomplete_buffers), TEST(current_values), TEST(buffer_data), TEST(conditions), TEST(vertices_in_buffers), TEST(statistics),
      TEST(base_renderbuffers), TEST(depth_bounds),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
