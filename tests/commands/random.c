/* random.c: calls of random commands with random arguments, for the address sanitizer and for assertions. Arguments are such that
 * each call is legal C: pointers are to memory of 64 MB, client arrays are always in buffers, and sizes are small.
 *    gl_random es|core|compat CALLS [SEED]
 * Exit: 0, 77 the context is not offered. A signal is reported with the seed and the call. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "commands_gl.h"

enum { ARENA_B = 64 << 20, SPREAD_B = 1 << 20, NAMES = 13, KEPT = 4, CALLS_PER_CONTEXT = 4000 };

static struct gl_commands gl;
static uint8_t *input, *output;
static uint32_t state;
static const char *call = "none";
static unsigned long number;
static uint32_t seed;
static GLsync syncs[8];

static uint32_t pick(uint32_t n)
{
   state ^= state << 13;
   state ^= state >> 17;
   state ^= state << 5;
   return state % n;
}

/* ---- arguments ------------------------------------------------------------------------------------------------------------------- */

static const char texts[][128] = {"tint", "Block", "position", "color", "main", "none", "gl_Position", "stored[0]", "#version 320 es\n"
   "void main() { gl_Position = vec4(1); }", "#version 450\nvoid main() { gl_Position = vec4(1); }", "#version 450\n{", "captured"};
static const char *text_list[64];
static const void *pointer_list[64];
static GLuint spare_names[64], kept_names[64];
static GLenum enum_list[64];

static GLuint uint_value(void)
{
   return pick(8) ? pick(NAMES) : pick(2) ? 0xffffffffu : pick(1000);
}

static GLint int_value(void)
{
   static const GLint values[] = {0, 1, 2, 3, 4, 5, 8, 16, 63, 64, -1, -2, 0x7fffffff, -0x7fffffff - 1, 1000, 32};
   return values[pick(pick(3) ? 8 : 16)];
}

static GLint size_value(void)
{
   static const GLint values[] = {1, 4, 2, 3, 8, 0, 16, 7, 33, 64, -1, 32};
   return values[pick(pick(3) ? 8 : 12)];
}

static double real_value(void)
{
   static const double values[] = {0, 1, 0.5, -1, 2, 1e30, -1e30, 1e-40, 16, 255};
   return values[pick(10)];
}

static GLint bound(GLenum binding)
{
   GLint name = 0;
   gl.GetIntegerv(binding, &name);
   return name;
}

static const void *input_pointer(void)
{
   return input + pick(SPREAD_B / 16) * 16;
}

static void *output_pointer(void)
{
   return output + pick(SPREAD_B / 16) * 16;
}

/* An offset into a bound buffer, or memory. */
static const void *buffer_pointer(GLenum binding)
{
   return bound(binding) ? (const void *)(uintptr_t)pick(256) : input_pointer();
}

static const void *array_pointer(void)
{
   if (!bound(GL_ARRAY_BUFFER_BINDING))
      gl.BindBuffer(GL_ARRAY_BUFFER, 1 + pick(KEPT));
   return (const void *)(uintptr_t)pick(256);
}

static GLenum one_of(const GLenum *list, unsigned count);

static const GLenum *enums(const GLenum *list, unsigned count)
{
   for (unsigned i = 0; i < 64; i++)
      enum_list[i] = one_of(list, count);
   return enum_list;
}

static GLbitfield bits(const GLenum *list, unsigned count)
{
   GLbitfield value = 0;
   for (unsigned n = pick(4); n; n--)
      value |= list[pick(count)];
   return pick(16) ? value : uint_value();
}

static void on_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *text, const void *user)
{
   (void)source, (void)type, (void)id, (void)severity, (void)length, (void)text, (void)user;
}

static GLsync sync_value(void)
{
   GLsync *one = &syncs[pick(8)];
   if (!*one && pick(2))
      *one = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   return pick(8) ? *one : (GLsync)input_pointer();
}

#define ENUM(count, group) one_of(group, count)
#define ENUM_LIST(count, group) enums(group, count)
#define ANY_ENUM() every_enum[pick(sizeof(every_enum) / sizeof(every_enum[0]))]
#define BITS(count, group) bits(group, count)
#define UINT() uint_value()
#define INT() int_value()
#define SIZE() size_value()
#define OFFSET() size_value()
#define SMALL() pick(9)
#define BOOLEAN() (GLboolean)pick(2)
#define REAL() real_value()
#define SYNC() sync_value()
#define TIMEOUT() (pick(2) ? 0 : 1000)
#define IMAGE() (void *)input_pointer()
#define STRING() texts[pick(sizeof(texts) / sizeof(texts[0]))]
#define STRING_LIST() text_list
#define POINTER_LIST() pointer_list
#define INPUT() input_pointer()
#define OUTPUT() output_pointer()
#define ELEMENT_POINTER() buffer_pointer(GL_ELEMENT_ARRAY_BUFFER_BINDING)
#define INDIRECT_POINTER() buffer_pointer(GL_DRAW_INDIRECT_BUFFER_BINDING)
#define ARRAY_POINTER() array_pointer()
#define PIXELS() buffer_pointer(GL_PIXEL_UNPACK_BUFFER_BINDING)
#define PACKED() (bound(GL_PIXEL_PACK_BUFFER_BINDING) ? (void *)(uintptr_t)pick(256) : output_pointer())
#define VERTEX_ARRAY() pick(KEPT)
#define KEPT_BUFFER() (1 + pick(KEPT))
#define KEPT_NAMES kept_names
#define SPARE_NAMES spare_names
#define CALLBACK() (pick(2) ? on_message : NULL)

#include "random_calls.h"

static GLenum one_of(const GLenum *list, unsigned count)
{
   return pick(8) ? list[pick(count)] : ANY_ENUM();
}

struct random_call { const char *name; void (*call)(void); };
static const struct random_call commands[] = {
#define C(name) {"gl" #name, call_##name},
   COMMAND_NAMES(C)
#undef C
};

/* ---- contexts -------------------------------------------------------------------------------------------------------------------- */

static void attach(GLuint program, GLenum type, const char *version, const char *source)
{
   const char *both[] = {version, source};
   const GLuint shader = gl.CreateShader(type);
   gl.ShaderSource(shader, 2, both, NULL);
   gl.CompileShader(shader);
   gl.AttachShader(program, shader);
}

static void make_programs(const char *version)
{
   const GLuint draw = gl.CreateProgram(), compute = gl.CreateProgram();
   const char *varyings[] = {"captured"};
   attach(draw, GL_VERTEX_SHADER, version, "layout(location = 0) in vec4 position; out vec4 captured;"
      "void main() { gl_Position = position; captured = position; gl_PointSize = 1.0; }");
   attach(draw, GL_FRAGMENT_SHADER, version, "layout(binding = 1) uniform Block { vec4 member; };"
      "layout(std430, binding = 1) buffer Storage { vec4 stored[4]; }; uniform sampler2D s; uniform vec4 tint; in vec4 captured;"
      "layout(location = 0) out vec4 color; void main() { color = texture(s, captured.xy) + tint + member + stored[0]; }");
   gl.TransformFeedbackVaryings(draw, 1, varyings, GL_INTERLEAVED_ATTRIBS);
   gl.LinkProgram(draw);
   gl.UseProgram(draw);
   attach(compute, GL_COMPUTE_SHADER, version, "layout(local_size_x = 4) in; layout(std430, binding = 1) buffer Storage { vec4 stored[4]; };"
      "layout(rgba8, binding = 0) uniform highp writeonly image2D i; void main() { stored[gl_LocalInvocationID.x] = vec4(1);"
      "imageStore(i, ivec2(gl_GlobalInvocationID.xy), vec4(1)); }");
   gl.LinkProgram(compute);
}

/* Every array of vertex array objects 0 to 3 comes from a buffer that is never deleted. */
static void make_arrays(void)
{
   GLuint names[KEPT];
   gl.GenBuffers(KEPT, names);
   for (GLuint i = 1; i <= KEPT; i++) {
      gl.BindBuffer(GL_ARRAY_BUFFER, i);
      gl.BufferData(GL_ARRAY_BUFFER, 4096, input, GL_DYNAMIC_COPY);
   }
   gl.GenVertexArrays(KEPT - 1, names);
   for (GLuint array = KEPT; array-- > 0;) {
      gl.BindVertexArray(array);
      for (GLuint i = 0; i < 16; i++) {
         gl.BindVertexBuffer(i, 1, 0, 16);
         gl.VertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, 16, NULL);
      }
      gl.VertexPointer(4, GL_FLOAT, 16, NULL);
      gl.NormalPointer(GL_FLOAT, 16, NULL);
      gl.ColorPointer(4, GL_FLOAT, 16, NULL);
      gl.SecondaryColorPointer(3, GL_FLOAT, 16, NULL);
      gl.FogCoordPointer(GL_FLOAT, 16, NULL);
      gl.IndexPointer(GL_FLOAT, 16, NULL);
      gl.EdgeFlagPointer(16, NULL);
      for (GLenum unit = 8; unit-- > 0;) {
         gl.ClientActiveTexture(GL_TEXTURE0 + unit);
         gl.TexCoordPointer(4, GL_FLOAT, 16, NULL);
      }
   }
}

static void make_images(void)
{
   static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_MULTISAMPLE,
      GL_TEXTURE_BUFFER, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_2D};
   GLuint names[8], framebuffer;
   gl.GenTextures(8, names);
   for (unsigned i = 0; i < 8; i++)
      gl.BindTexture(targets[i], names[i]);
   gl.TexStorage2D(GL_TEXTURE_2D, 3, GL_RGBA8, 16, 16);
   gl.TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.TexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA16F, 8, 8);
   gl.TexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   gl.GenFramebuffers(1, &framebuffer);
   gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[7], 0);
}

static EGLDisplay display;

static EGLContext make_context(const char *api)
{
   const bool es = !strcmp(api, "es");
   const EGLint profile = !strcmp(api, "core") ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
   const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, es ? 3 : 4, EGL_CONTEXT_MINOR_VERSION, es ? 2 : 6,
                             es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE};
   eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
   const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      exit(77);
#define C(name) gl.name = (void *)eglGetProcAddress("gl" #name);
   COMMAND_NAMES(C)
#undef C
   make_arrays();
   make_images();
   make_programs(es ? "#version 320 es\nprecision highp float;\n" : "#version 450\n");
   memset(syncs, 0, sizeof(syncs));
   return context;
}

static void died(int signal)
{
   char text[200];
   const int length = snprintf(text, sizeof(text), "signal %d in %s, call %lu, seed %u\n", signal, call, number, seed);
   if (write(STDOUT_FILENO, text, (size_t)length) < 0)
      _exit(4);
   _exit(3);
}

int main(int argc, char **argv)
{
   if (argc < 3)
      return 2;
   const unsigned long calls = strtoul(argv[2], NULL, 0);
   seed = state = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 1;
#ifndef __SANITIZE_ADDRESS__ /* whose report has the call */
   signal(SIGSEGV, died);
   signal(SIGFPE, died);
   signal(SIGABRT, died);
#endif
   input = mmap(NULL, ARENA_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   output = mmap(NULL, ARENA_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (input == MAP_FAILED || output == MAP_FAILED)
      return 2;
   for (unsigned i = 0; i < 2 * SPREAD_B / sizeof(uint32_t); i++)
      ((uint32_t *)input)[i] = i % 9;
   mprotect(input, ARENA_B, PROT_READ);
   for (unsigned i = 0; i < 64; i++) {
      text_list[i] = texts[i % (sizeof(texts) / sizeof(texts[0]))];
      pointer_list[i] = input + 64 * i;
      spare_names[i] = KEPT + 1 + i % NAMES;
      kept_names[i] = 1 + i % KEPT;
   }
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL))
      return 2;
   for (number = 0; number < calls;) {
      const EGLContext context = make_context(argv[1]);
      for (unsigned i = 0; i < CALLS_PER_CONTEXT && number < calls; i++, number++) {
         const struct random_call *command = &commands[pick(sizeof(commands) / sizeof(commands[0]))];
         call = command->name;
         if (strncmp(call, "glCallList", 10) || !bound(GL_LIST_INDEX)) /* lists in lists take time that grows as a power */
            command->call();
      }
      call = "eglMakeCurrent or eglDestroyContext";
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(display, context);
   }
   eglTerminate(display);
   printf("%lu calls\n", number);
   return 0;
}
