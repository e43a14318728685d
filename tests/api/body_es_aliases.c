/* body_es_aliases.c: functions of OpenGL ES 3.0 and of OpenGL that extensions bring to OpenGL ES 2.0: sync objects (APPLE_sync), sampler
 * objects (MESA_sampler_objects), reads of texels that the draw before wrote (NV_texture_barrier), mipmaps of the unsized sRGB formats
 * (NV_generate_mipmap_sRGB). */
#include <string.h>

#include "api_test.h"

static const char vertex[] = "attribute vec2 pos; varying vec2 at; void main() { gl_Position = vec4(pos, 0.0, 1.0); at = pos * 0.5 + 0.5; }";

static void fill(uint8_t rgba[API_TEXELS][4], unsigned first_row, unsigned rows, unsigned r, unsigned g, unsigned b)
{
   for (unsigned i = first_row * API_SIZE; i < (first_row + rows) * API_SIZE; i++)
      memcpy(rgba[i], (uint8_t[4]){(uint8_t)r, (uint8_t)g, (uint8_t)b, 255}, 4);
}

/* Bound, with texels of GL_UNSIGNED_BYTE. */
static GLuint nearest_texture(GLenum format, GLsizei width, GLsizei height, const void *texels)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, format, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

/* ---- GL_APPLE_sync --------------------------------------------------------------------------------------------------------- */

static void draw_sync(void)
{
   const PFNGLFENCESYNCAPPLEPROC fence = (PFNGLFENCESYNCAPPLEPROC)eglGetProcAddress("glFenceSyncAPPLE");
   const PFNGLISSYNCAPPLEPROC is_sync = (PFNGLISSYNCAPPLEPROC)eglGetProcAddress("glIsSyncAPPLE");
   const PFNGLDELETESYNCAPPLEPROC delete_sync = (PFNGLDELETESYNCAPPLEPROC)eglGetProcAddress("glDeleteSyncAPPLE");
   const PFNGLCLIENTWAITSYNCAPPLEPROC client_wait = (PFNGLCLIENTWAITSYNCAPPLEPROC)eglGetProcAddress("glClientWaitSyncAPPLE");
   const PFNGLWAITSYNCAPPLEPROC wait = (PFNGLWAITSYNCAPPLEPROC)eglGetProcAddress("glWaitSyncAPPLE");
   const PFNGLGETINTEGER64VAPPLEPROC get64 = (PFNGLGETINTEGER64VAPPLEPROC)eglGetProcAddress("glGetInteger64vAPPLE");
   const PFNGLGETSYNCIVAPPLEPROC get = (PFNGLGETSYNCIVAPPLEPROC)eglGetProcAddress("glGetSyncivAPPLE");
   GLint value = 0;
   GLint64 timeout = 0;
   GLsizei length = 0;
   api_require("GL_APPLE_sync");
   api_program(vertex, NULL, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }");
   api_rectangle(-1, -1, 1, 1);
   const GLsync sync = fence(GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE, 0);
   api_expect("glIsSyncAPPLE", is_sync(sync), GL_TRUE);
   get(sync, GL_OBJECT_TYPE_APPLE, 1, &length, &value);
   api_expect("GL_OBJECT_TYPE_APPLE", value, GL_SYNC_FENCE_APPLE);
   api_expect("its length", length, 1);
   get(sync, GL_SYNC_CONDITION_APPLE, 1, NULL, &value);
   api_expect("GL_SYNC_CONDITION_APPLE", value, GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE);
   const GLenum result = client_wait(sync, GL_SYNC_FLUSH_COMMANDS_BIT_APPLE, 60000000000ull);
   if (result != GL_CONDITION_SATISFIED_APPLE && result != GL_ALREADY_SIGNALED_APPLE)
      api_fail("glClientWaitSyncAPPLE returns %#x", result);
   get(sync, GL_SYNC_STATUS_APPLE, 1, NULL, &value);
   api_expect("GL_SYNC_STATUS_APPLE", value, GL_SIGNALED_APPLE);
   wait(sync, 0, GL_TIMEOUT_IGNORED_APPLE);
   get64(GL_MAX_SERVER_WAIT_TIMEOUT_APPLE, &timeout);
   if (timeout <= 0)
      api_fail("GL_MAX_SERVER_WAIT_TIMEOUT_APPLE is not above zero");
   delete_sync(sync);
   api_expect_error(GL_NO_ERROR, "commands of APPLE_sync");
   api_expect("glIsSyncAPPLE of a deleted sync object", is_sync(sync), GL_FALSE);
   client_wait(sync, 0, 0);
   api_expect_error(GL_INVALID_VALUE, "glClientWaitSyncAPPLE of a deleted sync object");
   fence(GL_SYNC_FENCE_APPLE, 0);
   api_expect_error(GL_INVALID_ENUM, "glFenceSyncAPPLE, GL_SYNC_FENCE_APPLE");
   fence(GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE, 1);
   api_expect_error(GL_INVALID_VALUE, "glFenceSyncAPPLE, flags 1");
}

static void reference_sync(uint8_t rgba[API_TEXELS][4])
{
   fill(rgba, 0, API_SIZE, 0, 255, 0);
}

/* ---- GL_MESA_sampler_objects ----------------------------------------------------------------------------------------------- */

/* Coordinates to 2: the sampler object of the lower half stops at the edge, the texture of the upper half repeats. */
static void draw_samplers(void)
{
   static const uint8_t texels[2][4] = {{255, 0, 0, 255}, {0, 0, 255, 255}};
   GLuint sampler;
   GLint value = 0;
   GLfloat number = 0;
   api_require("GL_MESA_sampler_objects");
   api_program(vertex, NULL, "uniform sampler2D t; varying mediump vec2 at; void main() { gl_FragColor = texture2D(t, at * 2.0); }");
   nearest_texture(GL_RGBA, 2, 1, texels);
   glGenSamplers(1, &sampler);
   api_expect("glIsSampler", glIsSampler(sampler), GL_TRUE);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glSamplerParameterf(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glSamplerParameteriv(sampler, GL_TEXTURE_WRAP_S, (GLint[]){GL_CLAMP_TO_EDGE});
   glSamplerParameterfv(sampler, GL_TEXTURE_WRAP_T, (GLfloat[]){GL_CLAMP_TO_EDGE});
   glGetSamplerParameteriv(sampler, GL_TEXTURE_WRAP_S, &value);
   api_expect("GL_TEXTURE_WRAP_S", value, GL_CLAMP_TO_EDGE);
   glGetSamplerParameterfv(sampler, GL_TEXTURE_MAG_FILTER, &number);
   api_expect("GL_TEXTURE_MAG_FILTER", (long)number, GL_NEAREST);
   glBindSampler(0, sampler);
   glGetIntegerv(GL_SAMPLER_BINDING, &value);
   api_expect("GL_SAMPLER_BINDING", value, (long)sampler);
   api_rectangle(-1, -1, 1, 0);
   glDeleteSamplers(1, &sampler);
   glGetIntegerv(GL_SAMPLER_BINDING, &value);
   api_expect("GL_SAMPLER_BINDING after glDeleteSamplers", value, 0);
   api_rectangle(-1, 0, 1, 1);
   api_expect_error(GL_NO_ERROR, "commands of sampler objects");
   glBindSampler(0, sampler);
   api_expect_error(GL_INVALID_OPERATION, "a deleted sampler object");
}

static void reference_samplers(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned texel = i % API_SIZE / (API_SIZE / 4);
      const bool red = i < API_TEXELS / 2 ? texel == 0 : texel % 2 == 0;
      memcpy(rgba[i], red ? (uint8_t[]){255, 0, 0, 255} : (uint8_t[]){0, 0, 255, 255}, 4);
   }
}

/* ---- GL_NV_texture_barrier ------------------------------------------------------------------------------------------------- */

/* Three draws into the texture that each reads, at its own texel; the result is drawn to the framebuffer of the test. */
static void draw_barrier(void)
{
   static const uint8_t zeros[API_TEXELS][4];
   void (*barrier)(void) = (void (*)(void))eglGetProcAddress("glTextureBarrierNV");
   GLint previous;
   GLuint framebuffer;
   api_require("GL_NV_texture_barrier");
   const GLuint texture = nearest_texture(GL_RGBA, API_SIZE, API_SIZE, zeros);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &previous);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   const GLuint program = api_program(vertex, NULL,
                                      "precision highp float; uniform sampler2D t; uniform vec4 more; varying vec2 at;\n"
                                      "void main() { gl_FragColor = texture2D(t, at) + more; }");
   for (int i = 0; i < 3; i++) {
      glUniform4f(glGetUniformLocation(program, "more"), 50 / 255.0f, (float)i * 30 / 255.0f, 0, 1.0f / 3);
      api_rectangle(-1, -1, 1, 1);
      barrier();
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)previous);
   glUniform4f(glGetUniformLocation(program, "more"), 0, 0, 0, 0);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "glTextureBarrierNV");
}

static void reference_barrier(uint8_t rgba[API_TEXELS][4])
{
   fill(rgba, 0, API_SIZE, 150, 90, 0);
}

/* ---- GL_NV_generate_mipmap_sRGB -------------------------------------------------------------------------------------------- */

/* Level 1 of a channel that is 0 in two texels and 255 in two: the mean in linear space. Lower half: GL_SRGB_ALPHA_EXT, upper: GL_SRGB_EXT. */
static void draw_mipmap_srgb(void)
{
   static const uint8_t rgba[4][4] = {{0, 0, 255, 255}, {255, 0, 255, 255}, {0, 255, 255, 255}, {255, 255, 255, 255}};
   static const uint8_t rgb[4][3] = {{0, 0, 255}, {0, 0, 255}, {255, 0, 255}, {255, 0, 255}};
   api_require("GL_NV_generate_mipmap_sRGB");
   api_require("GL_EXT_sRGB");
   api_program(vertex, NULL, "uniform sampler2D t; varying mediump vec2 at; void main() { gl_FragColor = texture2D(t, at * 128.0); }");
   for (int i = 0; i < 2; i++) {
      nearest_texture(i ? GL_SRGB_EXT : GL_SRGB_ALPHA_EXT, 2, 2, i ? (const void *)rgb : rgba);
      glGenerateMipmap(GL_TEXTURE_2D);
      api_expect_error(GL_NO_ERROR, "glGenerateMipmap of an sRGB format");
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
      api_rectangle(-1, (float)i - 1, 1, (float)i);
   }
}

static void reference_mipmap_srgb(uint8_t rgba[API_TEXELS][4])
{
   fill(rgba, 0, API_SIZE / 2, 128, 128, 255);
   fill(rgba, API_SIZE / 2, API_SIZE / 2, 128, 0, 255);
}

const struct api_body api_bodies_es_aliases[] = {
   {"es2-sync", GLES, 20, 0, 0, draw_sync, reference_sync},
   {"es2-samplers", GLES, 20, 0, 0, draw_samplers, reference_samplers},
   {"es2-texture-barrier", GLES, 20, 1, 0, draw_barrier, reference_barrier},
   {"es2-mipmap-srgb", GLES, 20, 2, 0, draw_mipmap_srgb, reference_mipmap_srgb},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
