/* test_nans.c: the bits of NaNs that shaders make, stored in buffers and float targets: the same for each class of arithmetic, whatever the
 * operands' payloads, the engine, the number of lanes, the host's instructions and the number of threads. Moves keep bits. OpenGL leaves
 * these bits open; gloam promises equal bytes (docs/glsl.md). Meson runs it with each engine and instruction set. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#define FUNCTIONS(X) \
   X(PFNGLCREATESHADERPROC, glCreateShader) X(PFNGLSHADERSOURCEPROC, glShaderSource) X(PFNGLCOMPILESHADERPROC, glCompileShader) \
   X(PFNGLCREATEPROGRAMPROC, glCreateProgram) X(PFNGLATTACHSHADERPROC, glAttachShader) X(PFNGLLINKPROGRAMPROC, glLinkProgram) \
   X(PFNGLGETPROGRAMIVPROC, glGetProgramiv) X(PFNGLGETSHADERINFOLOGPROC, glGetShaderInfoLog) X(PFNGLUSEPROGRAMPROC, glUseProgram) \
   X(PFNGLDELETEPROGRAMPROC, glDeleteProgram) X(PFNGLCREATEBUFFERSPROC, glCreateBuffers) \
   X(PFNGLNAMEDBUFFERDATAPROC, glNamedBufferData) X(PFNGLBINDBUFFERBASEPROC, glBindBufferBase) \
   X(PFNGLGETNAMEDBUFFERSUBDATAPROC, glGetNamedBufferSubData) X(PFNGLDELETEBUFFERSPROC, glDeleteBuffers) \
   X(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute) X(PFNGLMEMORYBARRIERPROC, glMemoryBarrier) X(PFNGLGETERRORPROC, glGetError) \
   X(PFNGLCREATETEXTURESPROC, glCreateTextures) X(PFNGLTEXTURESTORAGE2DPROC, glTextureStorage2D) \
   X(PFNGLTEXTURESUBIMAGE2DPROC, glTextureSubImage2D) X(PFNGLTEXTUREPARAMETERIPROC, glTextureParameteri) \
   X(PFNGLBINDTEXTUREUNITPROC, glBindTextureUnit) X(PFNGLDELETETEXTURESPROC, glDeleteTextures) \
   X(PFNGLCREATEFRAMEBUFFERSPROC, glCreateFramebuffers) X(PFNGLNAMEDFRAMEBUFFERTEXTUREPROC, glNamedFramebufferTexture) \
   X(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer) X(PFNGLVIEWPORTPROC, glViewport) X(PFNGLDRAWARRAYSPROC, glDrawArrays) \
   X(PFNGLCREATEVERTEXARRAYSPROC, glCreateVertexArrays) X(PFNGLBINDVERTEXARRAYPROC, glBindVertexArray) \
   X(PFNGLGETTEXTUREIMAGEPROC, glGetTextureImage) X(PFNGLENABLEPROC, glEnable) X(PFNGLDISABLEPROC, glDisable) \
   X(PFNGLBLENDFUNCPROC, glBlendFunc) X(PFNGLUNIFORM1UIPROC, glUniform1ui) X(PFNGLDELETEFRAMEBUFFERSPROC, glDeleteFramebuffers)
#define POINTER(type, name) static type name;
FUNCTIONS(POINTER)

#define COUNT(a) (sizeof(a) / sizeof *(a))
enum { INVOCATIONS = 256, SIZE = 64, NAN_32 = 0x7fc00000, INPUTS = 4 };

static int setup(void **state)
{
   (void)state;
   static const EGLint attribs[] = { EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 6, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE };
   EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   assert_true(eglInitialize(display, NULL, NULL));
   assert_true(eglBindAPI(EGL_OPENGL_API));
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   assert_ptr_not_equal(context, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
#define LOAD(type, name) assert_non_null(name = (type)eglGetProcAddress(#name));
   FUNCTIONS(LOAD)
   GLuint vao;
   glCreateVertexArrays(1, &vao);
   glBindVertexArray(vao);
   return 0;
}

static GLuint program_of(unsigned count, const GLenum *stages, const char *const *texts)
{
   GLuint program = glCreateProgram();
   GLint linked = 0;
   for (unsigned i = 0; i < count; i++) {
      char log[1000] = "";
      GLuint shader = glCreateShader(stages[i]);
      glShaderSource(shader, 1, &texts[i], NULL);
      glCompileShader(shader);
      glGetShaderInfoLog(shader, sizeof log, NULL, log);
      if (log[0])
         print_message("%s", log);
      glAttachShader(program, shader);
   }
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   assert_true(linked);
   glUseProgram(program);
   return program;
}

/* NaNs of both signs, quiet and signalling ones. */
static uint32_t some_nan(unsigned i)
{
   uint32_t r = i * 2654435761u + 12345;
   return (r & 0x80000000) | 0x7f800000 | ((r >> 5 & 0x7fffff) | 1);
}

/* ---- buffers ---------------------------------------------------------------------------------------------------------- */

/* x, y: NaNs. a: a number, inf: infinity, zero. bits: of the stored result. */
struct result { const char *text; uint32_t bits; };
static const struct result results[] = {
#define F(text) { "floatBitsToUint(" text ")", NAN_32 }
   F("x + a"), F("a + x"), F("x + y"), F("y - x"), F("x * y"), F("x * a"), F("fma(x, a, y)"), F("x * y + a"), F("a * inf - inf"),
   F("inf - inf"), F("inf * zero"), F("zero / zero"), F("x / y"), F("sqrt(x)"), F("sqrt(-a)"), F("inversesqrt(-a)"),
   F("inversesqrt(x)"), F("1.0 / x"), F("sin(x)"), F("cos(x)"), F("sin(inf)"), F("exp2(x)"), F("log2(x)"), F("log2(-a)"), F("exp(x)"),
   F("log(x)"), F("pow(x, a)"), F("fract(x)"), F("floor(x)"), F("ceil(x)"), F("trunc(x)"), F("roundEven(x)"), F("min(x, y)"),
   F("max(x, y)"), F("min(min(x, y), x * a)"), F("max(max(x, y), y * a)"), F("ldexp(x, 3)"), F("mix(x, y, a)"), F("dot(vec3(x, a, y), vec3(a))"),
   F("length(vec2(x, a))"), F("normalize(vec2(a, x)).x"), F("mod(x, a)"), F("float(dx + da)"), F("float(double(inf) - double(inf))"),
   F("unpackHalf2x16(0x7e55u + i % 2u).x"), F("unpackHalf2x16(0xfd01u + i % 2u).x"), F("unpackHalf2x16(packHalf2x16(vec2(x, y))).y"),
   { "packHalf2x16(vec2(x, y))", 0x7e007e00 }, { "packHalf2x16(vec2(x * a, inf - inf))", 0x7e007e00 },
   { "packHalf2x16(vec2(1.0, x + y))", 0x7e003c00 },
   { "packUnorm4x8(vec4(x, y, x + y, inf - inf))", 0 },
   { "uint(x + y)", 0 }, { "uint(isnan(x * a))", 1 }, { "uint(x * a < y) + uint(x * a == x * a)", 0 },
#define D(text) { "unpackDouble2x32(" text ").y", 0x7ff80000 }, { "unpackDouble2x32(" text ").x", 0 }
   D("dx + da"), D("dx * dy"), D("fma(dx, da, dy)"), D("sqrt(dx)"), D("sqrt(-da)"), D("da / (da - da) - da / (da - da)"), D("double(x)"),
   D("min(dx, dy)"), D("floor(dx)"), D("fract(dx)"), D("1.0lf / dx"),
   /* Through moves, selections and loops. */
   F("i % 3u == 0u ? x * a : y + a"), F("vec4(x * a, y * a, x + y, x - y)[i % 4u]"), F("looped(x * a)"),
};

static const char compute_head[] =
   "#version 460\n"
   "layout(local_size_x = 64) in;\n"
   "layout(binding = 0) readonly buffer In { uint given[]; };\n"
   "layout(binding = 1) buffer Out { uint result[]; };\n"
   "layout(binding = 2) buffer Moved { uint moved[]; };\n"
   "shared uint through[64];\n"
   "uint i = gl_GlobalInvocationID.x;\n"
   "float looped(float x) { for (uint k = 0u; k < i % 5u; k++) x = k == 3u ? x : x + float(k); return x; }\n"
   "void main() {\n"
   "  float x = uintBitsToFloat(given[4u * i]), y = uintBitsToFloat(given[4u * i + 1u]);\n"
   "  float a = uintBitsToFloat(given[4u * i + 2u]), inf = uintBitsToFloat(given[4u * i + 3u]), zero = a - a;\n"
   "  double dx = packDouble2x32(uvec2(given[4u * i], given[4u * i + 1u] | 0x7ff00000u));\n"
   "  double dy = packDouble2x32(uvec2(1u, given[4u * i] | 0x7ff80000u)), da = double(a);\n";

/* Results and moves of every invocation; the caller's buffers. */
static void test_buffers(void **state)
{
   (void)state;
   static char text[20000];
   static uint32_t given[INVOCATIONS][INPUTS], out[INVOCATIONS][COUNT(results)], moved[INVOCATIONS][4];
   size_t n = (size_t)snprintf(text, sizeof text, "%s", compute_head);
   for (unsigned k = 0; k < COUNT(results); k++)
      n += (size_t)snprintf(text + n, sizeof text - n, "  result[i * %zuu + %uu] = %s;\n", COUNT(results), k, results[k].text);
   snprintf(text + n, sizeof text - n,
            "  moved[4u * i] = floatBitsToUint(x);\n"
            "  moved[4u * i + 1u] = floatBitsToUint(i %% 2u == 0u ? x : y);\n"
            "  through[gl_LocalInvocationID.x] = floatBitsToUint(y); barrier();\n"
            "  moved[4u * i + 2u] = through[63u - gl_LocalInvocationID.x];\n"
            "  float v[4] = float[4](x, y, x, y); moved[4u * i + 3u] = floatBitsToUint(v[i %% 4u]);\n}\n");
   for (unsigned i = 0; i < INVOCATIONS; i++) {
      given[i][0] = some_nan(2 * i);
      given[i][1] = some_nan(2 * i + 1);
      given[i][2] = 0x40400000; /* 3 */
      given[i][3] = 0x7f800000;
   }
   GLuint buffers[3], program = program_of(1, (GLenum[]){ GL_COMPUTE_SHADER }, (const char *[]){ text });
   glCreateBuffers(3, buffers);
   glNamedBufferData(buffers[0], sizeof given, given, GL_STATIC_DRAW);
   glNamedBufferData(buffers[1], sizeof out, NULL, GL_STATIC_READ);
   glNamedBufferData(buffers[2], sizeof moved, NULL, GL_STATIC_READ);
   for (unsigned i = 0; i < 3; i++)
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
   /* Interpreted at first, later by host code: both must leave the same. */
   for (unsigned turn = 0; turn < 400; turn++) {
      glDispatchCompute(INVOCATIONS / 64, 1, 1);
      if (turn % 100 && turn != 399)
         continue;
      glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
      glGetNamedBufferSubData(buffers[1], 0, sizeof out, out);
      glGetNamedBufferSubData(buffers[2], 0, sizeof moved, moved);
      for (unsigned i = 0; i < INVOCATIONS; i++) {
         const uint32_t *x = given[i];
         for (unsigned k = 0; k < COUNT(results); k++)
            if (out[i][k] != results[k].bits)
               fail_msg("%s of %#x and %#x, dispatch %u: %#x, expected %#x", results[k].text, x[0], x[1], turn, out[i][k],
                        results[k].bits);
         const uint32_t want[4] = { x[0], x[i % 2], given[i / 64 * 64 + 63 - i % 64][1], x[i % 2] };
         for (unsigned k = 0; k < 4; k++)
            if (moved[i][k] != want[k])
               fail_msg("move %u: %#x, expected %#x", k, moved[i][k], want[k]);
      }
   }
   glDeleteBuffers(3, buffers);
   glDeleteProgram(program);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* ---- targets ---------------------------------------------------------------------------------------------------------- */

static const char vertex_text[] =
   "#version 460\n"
   "layout(location = 0) uniform uint bits; layout(location = 1) uniform uint deep;\n"
   "out float smooth_nan; flat out float flat_nan; flat out float moved;\n"
   "void main() {\n"
   "  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);\n"
   "  if (deep != 0) gl_Position.z = uintBitsToFloat(bits) * float(gl_VertexID + 2);\n"
   "  moved = uintBitsToFloat(bits); smooth_nan = moved; flat_nan = moved * float(gl_VertexID + 2);\n"
   "}\n";

/* what: 0..3: expressions, colour of all channels. */
static const struct { const char *what, *text; bool keeps, deep; } colours[] = {
   { "arithmetic", "vec4(moved * gl_FragCoord.x, moved + moved * 2.0, sqrt(-gl_FragCoord.y), smooth_nan)", false, false },
   { "flat", "vec4(flat_nan)", false, false },
   { "interpolated", "vec4(smooth_nan, smooth_nan * 2.0, -abs(sin(smooth_nan)) + 1.0, dFdx(smooth_nan))", false, false },
   { "moved", "vec4(moved)", true, false },
   { "filtered", "texture(image, vec2(0.3 + gl_FragCoord.x * 0.001, 0.37))", false, false },
   { "one texel", "texelFetch(image, ivec2(0), 0)", true, false },
   { "depth", "vec4(gl_FragCoord.z)", false, true },
};

static const struct { GLenum format; unsigned channels; bool half; } formats[] = {
   { GL_R32F, 1, false }, { GL_RGBA32F, 4, false }, { GL_RGBA16F, 4, true },
};

static void expect_target(GLuint texture, unsigned f, uint32_t want, const char *what)
{
   static uint32_t pixels[SIZE * SIZE * 4];
   static const GLenum layouts[5] = { 0, GL_RED, 0, 0, GL_RGBA };
   const unsigned values = SIZE * SIZE * formats[f].channels;
   glGetTextureImage(texture, 0, layouts[formats[f].channels], formats[f].half ? GL_HALF_FLOAT : GL_FLOAT, sizeof pixels, pixels);
   for (unsigned i = 0; i < values; i++) {
      const uint32_t got = formats[f].half ? ((const uint16_t *)pixels)[i] : pixels[i];
      if (got != want)
         fail_msg("%s, format %#x, pixel %u, channel %u: %#x, expected %#x", what, formats[f].format, i / formats[f].channels,
                  i % formats[f].channels, got, want);
   }
}

static void test_targets(void **state)
{
   (void)state;
   const uint32_t bits = 0xffc12345; /* quiet, so that a target keeps it */
   uint32_t texels[4 * 4 * 4];
   GLuint image;
   for (unsigned i = 0; i < COUNT(texels); i++)
      texels[i] = i < 4 ? bits : some_nan(i) | 0x400000;
   glCreateTextures(GL_TEXTURE_2D, 1, &image);
   glTextureStorage2D(image, 1, GL_RGBA32F, 4, 4);
   glTextureSubImage2D(image, 0, 0, 0, 4, 4, GL_RGBA, GL_FLOAT, texels);
   glTextureParameteri(image, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glBindTextureUnit(0, image);
   glViewport(0, 0, SIZE, SIZE);
   glBlendFunc(GL_ONE, GL_ONE);
   for (unsigned k = 0; k < COUNT(colours); k++) {
      char text[1000];
      snprintf(text, sizeof text,
               "#version 460\nlayout(binding = 0) uniform sampler2D image; in float smooth_nan; flat in float flat_nan, moved;\n"
               "out vec4 colour; void main() { colour = %s; }\n", colours[k].text);
      GLuint program = program_of(2, (GLenum[]){ GL_VERTEX_SHADER, GL_FRAGMENT_SHADER }, (const char *[]){ vertex_text, text });
      glUniform1ui(0, bits);
      glUniform1ui(1, colours[k].deep);
      for (unsigned f = 0; f < COUNT(formats); f++) {
         GLuint texture, fbo;
         glCreateTextures(GL_TEXTURE_2D, 1, &texture);
         glTextureStorage2D(texture, 1, formats[f].format, SIZE, SIZE);
         glCreateFramebuffers(1, &fbo);
         glNamedFramebufferTexture(fbo, GL_COLOR_ATTACHMENT0, texture, 0);
         glBindFramebuffer(GL_FRAMEBUFFER, fbo);
         for (unsigned turn = 0; turn < 20; turn++) /* at first interpreted */
            glDrawArrays(GL_TRIANGLES, 0, 3);
         expect_target(texture, f, formats[f].half ? 0x7e00 : colours[k].keeps ? bits : NAN_32, colours[k].what);
         glEnable(GL_BLEND);
         glDrawArrays(GL_TRIANGLES, 0, 3);
         glDisable(GL_BLEND);
         expect_target(texture, f, formats[f].half ? 0x7e00 : NAN_32, "blended");
         glDeleteFramebuffers(1, &fbo);
         glDeleteTextures(1, &texture);
      }
      glDeleteProgram(program);
   }
   glDeleteTextures(1, &image);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_buffers), cmocka_unit_test(test_targets) };
   return cmocka_run_group_tests_name("nans", tests, setup, NULL);
}
