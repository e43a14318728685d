/* test_state_tables.c: the state tables of OpenGL ES 2.0 (chapter 6.2) after each setter, and the state of new objects. */
#include "pixel_test.h"

/* ---- setters ----------------------------------------------------------------------------------- */

static void expect_state(GLenum name, const char *what, unsigned count, const GLfloat *wanted)
{
   GLfloat f[4];
   GLint i[4];
   GLboolean b[4];
   glGetFloatv(name, f);
   glGetIntegerv(name, i);
   glGetBooleanv(name, b);
   for (unsigned k = 0; k < count; k++) {
      if (f[k] != wanted[k])
         fail_msg("%s: value %u is %g, not %g", what, k, f[k], wanted[k]);
      assert_int_equal(b[k], wanted[k] != 0);
      /* glGetIntegerv maps colours and depths to the full range of integers and rounds other values (6.1.2). */
      bool spread = name == GL_BLEND_COLOR || name == GL_COLOR_CLEAR_VALUE || name == GL_DEPTH_RANGE ||
                    name == GL_DEPTH_CLEAR_VALUE;
      double rounded = (double)wanted[k] + (wanted[k] < 0 ? -0.5 : 0.5);
      if (!spread && i[k] != (GLint)rounded)
         fail_msg("%s: value %u is %d as an integer", what, k, i[k]);
      if (spread && ((double)i[k] < (double)wanted[k] * 2147483647.0 - 200 ||
                     (double)i[k] > (double)wanted[k] * 2147483647.0 + 200))
         fail_msg("%s: value %u is %d as an integer", what, k, i[k]);
   }
}

#define SETS(call, name, count, ...)                                                    \
   do {                                                                                 \
      static const GLfloat wanted_[] = {__VA_ARGS__};                                   \
      call;                                                                             \
      assert_int_equal(glGetError(), GL_NO_ERROR);                                      \
      expect_state(GL_##name, #call, count, wanted_);                                   \
   } while (0)

static void set_and_get(void **state)
{
   static const GLenum caps[] = {GL_BLEND,           GL_CULL_FACE,           GL_DEPTH_TEST,
                                 GL_DITHER,          GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE,
                                 GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST,        GL_STENCIL_TEST};
   for (unsigned i = 0; i < sizeof(caps) / sizeof(caps[0]); i++)
      for (int on = 1; on >= 0; on--) {
         (on ? glEnable : glDisable)(caps[i]);
         assert_int_equal(glIsEnabled(caps[i]), on);
         expect_state(caps[i], "capability", 1, (GLfloat[]){(GLfloat)on});
      }
   SETS(glActiveTexture(GL_TEXTURE5), ACTIVE_TEXTURE, 1, GL_TEXTURE5);
   SETS(glActiveTexture(GL_TEXTURE0), ACTIVE_TEXTURE, 1, GL_TEXTURE0);
   SETS(glBlendColor(0.25f, 0.5f, 0.75f, 1), BLEND_COLOR, 4, 0.25f, 0.5f, 0.75f, 1);
   SETS(glBlendColor(-1, 2, 0.5f, 0), BLEND_COLOR, 4, 0, 1, 0.5f, 0);
   SETS(glBlendEquation(GL_FUNC_SUBTRACT), BLEND_EQUATION_RGB, 1, GL_FUNC_SUBTRACT);
   SETS((void)0, BLEND_EQUATION_ALPHA, 1, GL_FUNC_SUBTRACT);
   SETS(glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_REVERSE_SUBTRACT), BLEND_EQUATION_RGB, 1, GL_FUNC_ADD);
   SETS((void)0, BLEND_EQUATION_ALPHA, 1, GL_FUNC_REVERSE_SUBTRACT);
   SETS(glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA), BLEND_SRC_ALPHA, 1, GL_SRC_ALPHA);
   SETS((void)0, BLEND_DST_RGB, 1, GL_ONE_MINUS_SRC_ALPHA);
   SETS(glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_DST_COLOR, GL_CONSTANT_ALPHA), BLEND_SRC_RGB, 1, GL_ONE);
   SETS((void)0, BLEND_DST_RGB, 1, GL_ZERO);
   SETS((void)0, BLEND_SRC_ALPHA, 1, GL_DST_COLOR);
   SETS((void)0, BLEND_DST_ALPHA, 1, GL_CONSTANT_ALPHA);
   SETS(glClearColor(0.125f, 3, -3, 0.5f), COLOR_CLEAR_VALUE, 4, 0.125f, 1, 0, 0.5f);
   SETS(glClearDepthf(0.75f), DEPTH_CLEAR_VALUE, 1, 0.75f);
   SETS(glClearDepthf(7), DEPTH_CLEAR_VALUE, 1, 1);
   SETS(glClearStencil(77), STENCIL_CLEAR_VALUE, 1, 77);
   SETS(glColorMask(0, 1, 0, 7), COLOR_WRITEMASK, 4, 0, 1, 0, 1);
   SETS(glCullFace(GL_FRONT), CULL_FACE_MODE, 1, GL_FRONT);
   SETS(glDepthFunc(GL_GEQUAL), DEPTH_FUNC, 1, GL_GEQUAL);
   SETS(glDepthMask(0), DEPTH_WRITEMASK, 1, 0);
   SETS(glDepthRangef(0.75f, 0.25f), DEPTH_RANGE, 2, 0.75f, 0.25f);
   SETS(glDepthRangef(-1, 5), DEPTH_RANGE, 2, 0, 1);
   SETS(glFrontFace(GL_CW), FRONT_FACE, 1, GL_CW);
   SETS(glHint(GL_GENERATE_MIPMAP_HINT, GL_NICEST), GENERATE_MIPMAP_HINT, 1, GL_NICEST);
   SETS(glLineWidth(2.25f), LINE_WIDTH, 1, 2.25f);
   SETS(glPixelStorei(GL_PACK_ALIGNMENT, 8), PACK_ALIGNMENT, 1, 8);
   SETS(glPixelStorei(GL_UNPACK_ALIGNMENT, 2), UNPACK_ALIGNMENT, 1, 2);
   SETS(glPolygonOffset(-2.25f, 3), POLYGON_OFFSET_FACTOR, 1, -2.25f);
   SETS((void)0, POLYGON_OFFSET_UNITS, 1, 3);
   SETS(glSampleCoverage(0.25f, GL_TRUE), SAMPLE_COVERAGE_VALUE, 1, 0.25f);
   SETS((void)0, SAMPLE_COVERAGE_INVERT, 1, 1);
   SETS(glSampleCoverage(9, GL_FALSE), SAMPLE_COVERAGE_VALUE, 1, 1);
   SETS(glScissor(-3, 4, 5, 600), SCISSOR_BOX, 4, -3, 4, 5, 600);
   SETS(glViewport(-3, 4, 5, 6), VIEWPORT, 4, -3, 4, 5, 6);
   SETS(glStencilFunc(GL_LESS, 3, 0x55), STENCIL_FUNC, 1, GL_LESS);
   SETS((void)0, STENCIL_BACK_VALUE_MASK, 1, 0x55);
   SETS(glStencilFuncSeparate(GL_BACK, GL_GREATER, 5, 0x33), STENCIL_BACK_FUNC, 1, GL_GREATER);
   SETS((void)0, STENCIL_BACK_REF, 1, 5);
   SETS((void)0, STENCIL_REF, 1, 3);
   SETS((void)0, STENCIL_VALUE_MASK, 1, 0x55);
   SETS(glStencilMask(0x0f), STENCIL_BACK_WRITEMASK, 1, 0x0f);
   SETS(glStencilMaskSeparate(GL_FRONT, 0xf0), STENCIL_WRITEMASK, 1, 0xf0);
   SETS((void)0, STENCIL_BACK_WRITEMASK, 1, 0x0f);
   SETS(glStencilOp(GL_INCR, GL_DECR, GL_INVERT), STENCIL_FAIL, 1, GL_INCR);
   SETS((void)0, STENCIL_BACK_PASS_DEPTH_FAIL, 1, GL_DECR);
   SETS((void)0, STENCIL_BACK_PASS_DEPTH_PASS, 1, GL_INVERT);
   SETS(glStencilOpSeparate(GL_FRONT, GL_ZERO, GL_REPLACE, GL_INCR_WRAP), STENCIL_PASS_DEPTH_FAIL, 1, GL_REPLACE);
   SETS((void)0, STENCIL_BACK_FAIL, 1, GL_INCR);
   SETS(glStencilOpSeparate(GL_FRONT_AND_BACK, GL_DECR_WRAP, GL_KEEP, GL_KEEP), STENCIL_BACK_FAIL, 1, GL_DECR_WRAP);
   glColorMask(1, 1, 1, 1);
}

/* Tables 6.2, 6.8, 6.15 to 6.17: state of objects after creation and after changes. */
static void objects(void **state)
{
   GLint v;
   GLuint name;
   void *pointer;
#define IS(call, wanted)                                                                                               \
   do {                                                                                                                \
      v = -77;                                                                                                         \
      call;                                                                                                            \
      if (v != (wanted))                                                                                               \
         fail_msg("%s: 0x%x, not 0x%x", #call, v, (unsigned)(wanted));                                                 \
   } while (0)
   glGenTextures(1, &name);
   assert_false(glIsTexture(name));
   for (int cube = 0; cube < 2; cube++) {
      GLenum target = cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
      GLuint tex = name;
      if (cube)
         glGenTextures(1, &tex);
      glBindTexture(target, tex);
      assert_true(glIsTexture(tex));
      IS(glGetIntegerv(cube ? GL_TEXTURE_BINDING_CUBE_MAP : GL_TEXTURE_BINDING_2D, &v), (GLint)tex);
      IS(glGetTexParameteriv(target, GL_TEXTURE_MIN_FILTER, &v), GL_NEAREST_MIPMAP_LINEAR);
      IS(glGetTexParameteriv(target, GL_TEXTURE_MAG_FILTER, &v), GL_LINEAR);
      IS(glGetTexParameteriv(target, GL_TEXTURE_WRAP_S, &v), GL_REPEAT);
      IS(glGetTexParameteriv(target, GL_TEXTURE_WRAP_T, &v), GL_REPEAT);
      glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
      glTexParameterf(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glTexParameteriv(target, GL_TEXTURE_WRAP_S, (GLint[]){GL_MIRRORED_REPEAT});
      glTexParameterfv(target, GL_TEXTURE_WRAP_T, (GLfloat[]){GL_CLAMP_TO_EDGE});
      IS(glGetTexParameteriv(target, GL_TEXTURE_MIN_FILTER, &v), GL_LINEAR_MIPMAP_NEAREST);
      IS(glGetTexParameteriv(target, GL_TEXTURE_MAG_FILTER, &v), GL_NEAREST);
      IS(glGetTexParameteriv(target, GL_TEXTURE_WRAP_S, &v), GL_MIRRORED_REPEAT);
      GLfloat f;
      glGetTexParameterfv(target, GL_TEXTURE_WRAP_T, &f);
      assert_true(f == GL_CLAMP_TO_EDGE);
      glDeleteTextures(1, &tex);
      assert_false(glIsTexture(tex));
      IS(glGetIntegerv(cube ? GL_TEXTURE_BINDING_CUBE_MAP : GL_TEXTURE_BINDING_2D, &v), 0);
   }
   glGenBuffers(1, &name);
   assert_false(glIsBuffer(name));
   glBindBuffer(GL_ARRAY_BUFFER, name);
   assert_true(glIsBuffer(name));
   IS(glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v), 0);
   IS(glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &v), GL_STATIC_DRAW);
   glBufferData(GL_ARRAY_BUFFER, 100, NULL, GL_STREAM_DRAW);
   IS(glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &v), 100);
   IS(glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &v), GL_STREAM_DRAW);
   glVertexAttribPointer(3, 2, GL_SHORT, GL_TRUE, 12, (void *)40);
   glEnableVertexAttribArray(3);
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &v), (GLint)name);
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &v), 1);
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_SIZE, &v), 2);
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &v), 12);
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_TYPE, &v), GL_SHORT);
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &v), 1);
   glGetVertexAttribPointerv(3, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   assert_ptr_equal(pointer, (void *)40);
   glDeleteBuffers(1, &name); /* detaches it from the bound vertex array object as well */
   IS(glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &v), 0);
   IS(glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &v), 0);
   glDisableVertexAttribArray(3);

   glGenRenderbuffers(1, &name);
   assert_false(glIsRenderbuffer(name));
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   assert_true(glIsRenderbuffer(name));
   IS(glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &v), 0);
   IS(glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &v), GL_RGBA4);
   IS(glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE, &v), 0);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 7, 9);
   IS(glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &v), 9);
   IS(glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_GREEN_SIZE, &v), 6);
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   assert_false(glIsFramebuffer(fbo));
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   assert_true(glIsFramebuffer(fbo));
   IS(glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                            &v),
      GL_NONE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
   IS(glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                            &v),
      GL_RENDERBUFFER);
   IS(glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                                            &v),
      (GLint)name);
   glDeleteRenderbuffers(1, &name);
   IS(glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                            &v),
      GL_NONE);
   glDeleteFramebuffers(1, &fbo);
   IS(glGetIntegerv(GL_FRAMEBUFFER_BINDING, &v), 0);

   name = glCreateShader(GL_FRAGMENT_SHADER);
   IS(glGetShaderiv(name, GL_SHADER_TYPE, &v), GL_FRAGMENT_SHADER);
   IS(glGetShaderiv(name, GL_DELETE_STATUS, &v), 0);
   IS(glGetShaderiv(name, GL_COMPILE_STATUS, &v), 0);
   IS(glGetShaderiv(name, GL_INFO_LOG_LENGTH, &v), 0);
   IS(glGetShaderiv(name, GL_SHADER_SOURCE_LENGTH, &v), 0);
   GLuint program = glCreateProgram();
   assert_true(glIsProgram(program) && !glIsShader(program) && glIsShader(name) && !glIsProgram(name));
   static const GLenum zero[] = {GL_DELETE_STATUS,
                                 GL_LINK_STATUS,
                                 GL_VALIDATE_STATUS,
                                 GL_ATTACHED_SHADERS,
                                 GL_INFO_LOG_LENGTH,
                                 GL_ACTIVE_UNIFORMS,
                                 GL_ACTIVE_UNIFORM_MAX_LENGTH,
                                 GL_ACTIVE_ATTRIBUTES,
                                 GL_ACTIVE_ATTRIBUTE_MAX_LENGTH};
   for (unsigned i = 0; i < sizeof(zero) / sizeof(zero[0]); i++)
      IS(glGetProgramiv(program, zero[i], &v), 0);
   glAttachShader(program, name);
   IS(glGetProgramiv(program, GL_ATTACHED_SHADERS, &v), 1);
   glDeleteShader(name);
   IS(glGetShaderiv(name, GL_DELETE_STATUS, &v), 1);
   glDeleteProgram(program);
   assert_false(glIsShader(name));
#undef IS
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

int main(void)
{
   const struct CMUnitTest tests[] = {PIXEL_TEST_ES20(set_and_get), PIXEL_TEST(objects)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
