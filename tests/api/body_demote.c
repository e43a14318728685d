/* body_demote.c: EXT_demote_to_helper_invocation: a demoted invocation goes on for the derivatives of its neighbours and has no other
 * effect. INTEL_blackhole_render: commands are checked and have no effect. */
#include <stddef.h>

#include "api_test.h"

#define HEAD_ES "#version 310 es\n#extension GL_EXT_demote_to_helper_invocation : require\nprecision highp float;\n" \
                "#ifndef GL_EXT_demote_to_helper_invocation\n#error no macro\n#endif\n"
#define HEAD_GL "#version 430\n#extension GL_EXT_demote_to_helper_invocation : require\n"
/* Of each quad the left pixels are demoted. Derivatives that follow still see them, stores to memory and colours do not come from them. */
#define BODY \
   "layout(std430, binding = 0) buffer B { uint stores, helpers; };\nout vec4 c;\n" \
   "void main() {\n" \
   "   float x = gl_FragCoord.x * gl_FragCoord.x;\n" \
   "   bool before = helperInvocationEXT();\n" \
   "   if ((int(gl_FragCoord.x) & 1) == 0)\n      demote;\n" \
   "   bool after = helperInvocationEXT();\n" \
   "   float d = dFdx(after ? x : 2.0 * x);\n" \
   "   atomicAdd(stores, 1u);\n" \
   "   if (after || before)\n      atomicAdd(helpers, 1u);\n" \
   "   c = vec4(d / 4096.0, after ? 1.0 : 0.0, before ? 1.0 : 0.0, 1.0);\n" \
   "}\n"

static void draw_demote(const char *vertex, const char *fragment)
{
   const GLuint zeros[2] = {0, 0};
   GLuint buffer, got[2] = {7, 7};
   api_require("GL_EXT_demote_to_helper_invocation");
   api_program(vertex, NULL, fragment);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
   glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(zeros), zeros, GL_DYNAMIC_COPY);
   glClearColor(0, 0, 1, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   api_rectangle(-1, -1, 1, 1);
   glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
   const GLuint *bytes = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, sizeof(got), GL_MAP_READ_BIT);
   if (!bytes)
      api_fail("the buffer is not mapped");
   got[0] = bytes[0];
   got[1] = bytes[1];
   glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
   api_expect("stores", got[0], API_TEXELS / 2);
   api_expect("stores of helpers", got[1], 0);
}

static void draw_demote_es(void)
{
   draw_demote("#version 310 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", HEAD_ES BODY);
}

static void draw_demote_gl(void)
{
   draw_demote("#version 430\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", HEAD_GL BODY);
}

static void reference_demote(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      const double right = x + 0.5, left = x - 0.5;
      rgba[i][0] = x & 1 ? (uint8_t)((2 * right * right - left * left) / 4096 * 255 + 0.5) : 0;
      rgba[i][1] = 0;
      rgba[i][2] = x & 1 ? 0 : 255;
      rgba[i][3] = x & 1 ? 255 : 0;
   }
}

/* ---- INTEL_blackhole_render ----------------------------------------------------------------------------------------------------- */

static void draw_blackhole(const char *vertex, const char *fragment, const char *compute)
{
   const GLuint zero = 0;
   GLuint buffer, texture, framebuffer, got = 7;
   GLint bound;
   api_require("GL_INTEL_blackhole_render");
   api_expect("at first", glIsEnabled(GL_BLACKHOLE_RENDER_INTEL), GL_FALSE);
   const GLuint program = api_program(vertex, NULL, fragment), computes = glCreateProgram();
   api_attach(computes, GL_COMPUTE_SHADER, compute);
   api_link(computes);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
   glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(zero), &zero, GL_DYNAMIC_COPY);
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);

   glEnable(GL_BLACKHOLE_RENDER_INTEL);
   api_expect("after glEnable", glIsEnabled(GL_BLACKHOLE_RENDER_INTEL), GL_TRUE);
   glUseProgram(program);
   api_rectangle(-1, -1, 1, 1);
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){1, 0, 0, 1});
   glBlitFramebuffer(0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glUseProgram(computes);
   glDispatchCompute(4, 1, 1);
   api_expect_error(GL_NO_ERROR, "commands without effect");
   glDrawArrays(0x1234, 0, 3);
   api_expect_error(GL_INVALID_ENUM, "a draw of no mode");
   glDisable(GL_BLACKHOLE_RENDER_INTEL);

   glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glDispatchCompute(2, 1, 1);
   glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
   const GLuint *bytes = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, sizeof(got), GL_MAP_READ_BIT);
   if (!bytes)
      api_fail("the buffer is not mapped");
   got = *bytes;
   glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
   api_expect("work groups", got, 2);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
}

#define PASS "in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }"
#define RED "out vec4 c; void main() { c = vec4(1.0, 0.0, 0.0, 1.0); }"
#define COUNT_GROUPS "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer B { uint n; }; void main() { atomicAdd(n, 1u); }"

static void draw_blackhole_es(void)
{
   draw_blackhole("#version 310 es\n" PASS, "#version 310 es\nprecision highp float;\n" RED, "#version 310 es\n" COUNT_GROUPS);
}

static void draw_blackhole_gl(void)
{
   draw_blackhole("#version 430\n" PASS, "#version 430\n" RED, "#version 430\n" COUNT_GROUPS);
}

static void reference_blackhole(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool blitted = i % API_SIZE < 8 && i / API_SIZE < 8;
      rgba[i][0] = 0;
      rgba[i][1] = blitted ? 0 : 255;
      rgba[i][2] = blitted ? 255 : 0;
      rgba[i][3] = 255;
   }
}

const struct api_body api_bodies_demote[] = {
   {"demote-es", GLES, 31, 1, 0, draw_demote_es, reference_demote},
   {"demote-gl", CORE, 43, 1, 0, draw_demote_gl, reference_demote},
   {"blackhole-es", GLES, 31, 0, 0, draw_blackhole_es, reference_blackhole},
   {"blackhole-gl", CORE, 43, 0, 0, draw_blackhole_gl, reference_blackhole},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
