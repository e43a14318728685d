/* assembly.c: assembly programs that are broken at random tokens (tests/glsl/fuzz/asm_break.h), through the commands of a compatibility
 * context: a program loads and is drawn with, or its error has a place and a reason and the program before stays.
 *    gl_assembly PROGRAMS [SEED]
 * Exit: 0, 1 a program gave neither, 77 the context is not offered. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands_gl.h"
#include "tests/glsl/fuzz/asm_break.h"

enum { SIZE = 4, MAX_B = 1 << 16, PROGRAMS_PER_READ = 64 };

static struct gl_commands gl;
static uint32_t state;
static char text[MAX_B], broken[MAX_B];
static size_t length;

static uint32_t pick(uint32_t n)
{
   state ^= state << 13;
   state ^= state >> 17;
   state ^= state << 5;
   return state % n;
}

static void died(int signal)
{
   char line[64];
   const int n = snprintf(line, sizeof(line), "signal %d with this program:\n", signal);
   if (write(STDOUT_FILENO, line, (size_t)n) < 0 || write(STDOUT_FILENO, text, length) < 0)
      _exit(4);
   _exit(3);
}

static void fail(const char *reason)
{
   printf("%s:\n%.*s\n", reason, (int)length, text);
   exit(1);
}

/* ---- the context ----------------------------------------------------------------------------------------------------------------- */

/* Units as the programs of asm_break.c sample them. */
static void make_textures(void)
{
   static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_TEXTURE_1D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_2D};
   static uint8_t texels[SIZE * SIZE * SIZE * 4];
   for (unsigned i = 0; i < sizeof(texels); i++)
      texels[i] = (uint8_t)(i * 37);
   for (unsigned i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
      GLuint name;
      gl.ActiveTexture(GL_TEXTURE0 + i);
      gl.GenTextures(1, &name);
      gl.BindTexture(targets[i], name);
      gl.TexParameteri(targets[i], GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      if (i == 5) {
         gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
         gl.TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT16, SIZE, SIZE, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE, texels);
      } else if (targets[i] == GL_TEXTURE_1D) {
         gl.TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      } else if (targets[i] == GL_TEXTURE_3D) {
         gl.TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, SIZE, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      } else if (targets[i] == GL_TEXTURE_CUBE_MAP) {
         for (GLenum face = 0; face < 6; face++)
            gl.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      } else {
         gl.TexImage2D(targets[i], 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      }
   }
}

static bool make_context(void)
{
   static const EGLint attribs[] = {EGL_NONE};
   const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
      return false;
   const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      return false;
#define C(name) gl.name = (void *)eglGetProcAddress("gl" #name);
   COMMAND_NAMES(C)
#undef C
   GLuint renderbuffer, framebuffer;
   gl.GenRenderbuffers(1, &renderbuffer);
   gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
   gl.GenFramebuffers(1, &framebuffer);
   gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
   gl.Viewport(0, 0, SIZE, SIZE);
   make_textures();
   gl.BindProgramARB(GL_VERTEX_PROGRAM_ARB, 1);
   gl.BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 2);
   gl.Enable(GL_VERTEX_PROGRAM_ARB);
   gl.Enable(GL_FRAGMENT_PROGRAM_ARB);
   return gl.GetError() == GL_NO_ERROR;
}

/* ---- programs -------------------------------------------------------------------------------------------------------------------- */

static GLint program_value(GLenum target, GLenum name)
{
   GLint value = -1;
   gl.GetProgramivARB(target, name, &value);
   return value;
}

/* Whether `text` loads. */
static bool load(void)
{
   const GLenum target = text[5] == 'v' ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB;
   const GLint instructions = program_value(target, GL_PROGRAM_INSTRUCTIONS_ARB), bytes = program_value(target, GL_PROGRAM_LENGTH_ARB);
   GLint position = -2;
   gl.ProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)length, text);
   const GLenum error = gl.GetError();
   gl.GetIntegerv(GL_PROGRAM_ERROR_POSITION_ARB, &position);
   const char *reason = (const char *)gl.GetString(GL_PROGRAM_ERROR_STRING_ARB);
   const bool loads = !error;
   if (loads ? position != -1 : error != GL_INVALID_OPERATION || position < 0 || (size_t)position > length || !*reason)
      fail("the error is not that of a program");
   if (loads ? program_value(target, GL_PROGRAM_LENGTH_ARB) != (GLint)length
             : program_value(target, GL_PROGRAM_LENGTH_ARB) != bytes || program_value(target, GL_PROGRAM_INSTRUCTIONS_ARB) != instructions)
      fail("the program is not the one that was loaded last");
   return loads;
}

/* A token of the program after its first line. */
static struct asm_token any_token(void)
{
   return asm_token_at(text, length, length > 11 ? 11 + pick((uint32_t)length - 11) : length);
}

/* Half of the time a number: programs with another one load more often than others. */
static struct asm_token broken_token(void)
{
   struct asm_token token = any_token();
   for (unsigned tries = pick(2) ? 20 : 0; tries && !(token.length && text[token.at] >= '0' && text[token.at] <= '9'); tries--)
      token = any_token();
   return token;
}

static void choose(unsigned program, unsigned breaks)
{
   length = strlen(asm_programs[program]);
   memcpy(text, asm_programs[program], length);
   for (; breaks; breaks--) {
      const size_t n = asm_break(text, length, broken_token(), pick(asm_break_count), broken, sizeof(broken));
      if (n)
         memcpy(text, broken, length = n);
   }
}

static void draw(void)
{
   const uint32_t index = pick(8);
   gl.ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, pick(4), 1, (GLfloat)index, -0.5f, 1e30f);
   gl.ProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, pick(4), 0, 1, (GLfloat)index, -1);
   gl.Begin(pick(2) ? GL_TRIANGLES : GL_POINTS);
   for (unsigned i = 0; i < 3; i++) {
      gl.Normal3f((GLfloat)pick(2000) - 1000, 1, 0); /* of which one program makes an index */
      gl.Vertex2f(i == 1 ? 3 : -1, i == 2 ? 3 : -1);
   }
   gl.End();
   if (gl.GetError())
      fail("a draw with the program raises an error");
}

int main(int argc, char **argv)
{
   uint8_t pixels[SIZE * SIZE * 4];
   unsigned loaded = 0;
   if (argc < 2)
      return 2;
   const unsigned count = (unsigned)strtoul(argv[1], NULL, 0);
   state = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 1;
#ifndef __SANITIZE_ADDRESS__ /* whose report has the place */
   signal(SIGSEGV, died);
   signal(SIGABRT, died);
   signal(SIGFPE, died);
#endif
   if (!make_context())
      return 77;
   for (unsigned i = 0; i < 2 * asm_program_count; i++) { /* both stages have a program in the second half */
      choose(i % asm_program_count, 0);
      if (!load())
         fail("the program does not load");
      if (i >= asm_program_count)
         draw();
   }
   for (unsigned i = 0; i < count; i++) {
      choose(pick(asm_program_count), 1 + (pick(4) ? 0 : pick(3)));
      if (load()) {
         draw();
         loaded++;
      }
      if (i % PROGRAMS_PER_READ == 0)
         gl.ReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   }
   gl.Finish();
   printf("%u of %u programs loaded\n", loaded, count);
   return count < 1000 || loaded >= count / 25 ? 0 : 1;
}
