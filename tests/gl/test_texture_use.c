/* test_texture_use.c: bytes of textures are written while draws read them, and read back, by 1, 2 and 16 contexts of a share group on as
 * many threads; and with hostile numbers of levels. Meson runs it with several numbers of the simulated GPU's threads. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#define FUNCTIONS(X) \
   X(PFNGLCREATESHADERPROC, glCreateShader) X(PFNGLSHADERSOURCEPROC, glShaderSource) X(PFNGLCOMPILESHADERPROC, glCompileShader) \
   X(PFNGLCREATEPROGRAMPROC, glCreateProgram) X(PFNGLATTACHSHADERPROC, glAttachShader) X(PFNGLLINKPROGRAMPROC, glLinkProgram) \
   X(PFNGLGETPROGRAMIVPROC, glGetProgramiv) X(PFNGLUSEPROGRAMPROC, glUseProgram) X(PFNGLGETERRORPROC, glGetError) \
   X(PFNGLCREATETEXTURESPROC, glCreateTextures) X(PFNGLTEXTURESTORAGE2DPROC, glTextureStorage2D) \
   X(PFNGLTEXTURESTORAGE3DPROC, glTextureStorage3D) X(PFNGLTEXTURESUBIMAGE2DPROC, glTextureSubImage2D) \
   X(PFNGLTEXTURESUBIMAGE3DPROC, glTextureSubImage3D) X(PFNGLGETTEXTURESUBIMAGEPROC, glGetTextureSubImage) \
   X(PFNGLGETTEXTUREIMAGEPROC, glGetTextureImage) X(PFNGLGETTEXTURELEVELPARAMETERIVPROC, glGetTextureLevelParameteriv) \
   X(PFNGLTEXTUREPARAMETERIPROC, glTextureParameteri) X(PFNGLGENERATETEXTUREMIPMAPPROC, glGenerateTextureMipmap) \
   X(PFNGLBINDTEXTUREPROC, glBindTexture) X(PFNGLTEXIMAGE2DPROC, glTexImage2D) X(PFNGLBINDTEXTUREUNITPROC, glBindTextureUnit) \
   X(PFNGLDELETETEXTURESPROC, glDeleteTextures) X(PFNGLCREATEFRAMEBUFFERSPROC, glCreateFramebuffers) \
   X(PFNGLNAMEDFRAMEBUFFERTEXTUREPROC, glNamedFramebufferTexture) X(PFNGLBINDFRAMEBUFFERPROC, glBindFramebuffer) \
   X(PFNGLVIEWPORTPROC, glViewport) X(PFNGLDRAWARRAYSPROC, glDrawArrays) X(PFNGLCREATEVERTEXARRAYSPROC, glCreateVertexArrays) \
   X(PFNGLBINDVERTEXARRAYPROC, glBindVertexArray) X(PFNGLREADPIXELSPROC, glReadPixels) X(PFNGLPIXELSTOREIPROC, glPixelStorei) \
   X(PFNGLUNIFORM4IPROC, glUniform4i) \
   X(PFNGLCREATEBUFFERSPROC, glCreateBuffers) X(PFNGLNAMEDBUFFERDATAPROC, glNamedBufferData) X(PFNGLBINDBUFFERPROC, glBindBuffer) \
   X(PFNGLGETNAMEDBUFFERSUBDATAPROC, glGetNamedBufferSubData) X(PFNGLDELETEBUFFERSPROC, glDeleteBuffers)
#define POINTER(type, name) static type name;
FUNCTIONS(POINTER)

#define COUNT(a) (sizeof(a) / sizeof *(a))

static EGLDisplay display;
static EGLContext first;

static EGLContext make_context(EGLContext share)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
   return eglBindAPI(EGL_OPENGL_API) ? eglCreateContext(display, EGL_NO_CONFIG_KHR, share, attribs) : EGL_NO_CONTEXT;
}

static int setup(void **state)
{
   (void)state;
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   assert_true(eglInitialize(display, NULL, NULL));
   first = make_context(EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, first));
#define LOAD(type, name) assert_non_null(name = (type)eglGetProcAddress(#name));
   FUNCTIONS(LOAD)
   return 0;
}

static int teardown(void **state)
{
   (void)state;
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(display, first);
   return !eglTerminate(display);
}

/* ---- a draw that reads texels ------------------------------------------------------------------------------------------ */

enum { TARGET = 32 };

/* A used program whose pixel (x, y) is texel (x, y) of at.xy on, layer at.z, level at.w; 0: it does not link. */
static GLuint fetch_program(bool layered)
{
   char fs[500];
   snprintf(fs, sizeof(fs), "#version 450\nuniform sampler2D%s t; layout(location = 0) uniform ivec4 at; out vec4 c;\n"
            "void main() { ivec2 p = ivec2(gl_FragCoord.xy) + at.xy; c = texelFetch(t, %s, at.w); }",
            layered ? "Array" : "", layered ? "ivec3(p, at.z)" : "p");
   const char *texts[] = {"#version 450\nvoid main() { gl_Position = vec4(ivec2(gl_VertexID & 1, gl_VertexID >> 1) * 4 - 1, 0, 1); }", fs};
   const GLenum stages[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
   const GLuint program = glCreateProgram();
   GLint linked = 0;
   for (unsigned i = 0; i < 2; i++) {
      const GLuint shader = glCreateShader(stages[i]);
      glShaderSource(shader, 1, &texts[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
   }
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glUseProgram(program);
   return linked ? program : 0;
}

static GLuint bind_target(void)
{
   GLuint vao, fbo, texture;
   glCreateVertexArrays(1, &vao);
   glBindVertexArray(vao);
   glCreateTextures(GL_TEXTURE_2D, 1, &texture);
   glTextureStorage2D(texture, 1, GL_RGBA8, TARGET, TARGET);
   glCreateFramebuffers(1, &fbo);
   glNamedFramebufferTexture(fbo, GL_COLOR_ATTACHMENT0, texture, 0);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glViewport(0, 0, TARGET, TARGET);
   return texture;
}

/* ---- uploads while in use, by threads ---------------------------------------------------------------------------------- */

/* Each thread has a strip of rows of every level that is tested; level 1's are complete tiles, too. */
enum { MAX_THREADS = 16, ROUNDS = 12, WIDTH = 64, STRIP = 16, LEVELS = 2, LAYERS = 3, MAX_B = WIDTH * STRIP * 16 };

static const struct form { GLenum internal, format, type; unsigned texel_B; bool layered; } forms[] = {
   {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, false}, {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1, false},
   {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16, true},       {GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, 4, true},
};

struct worker {
   pthread_t thread;
   unsigned number;
   const GLuint *textures; /* one per form; shared */
   const char *failure;
};

struct box { int x, y, w, h; };

static float value_of(const struct worker *w, unsigned round, unsigned x, unsigned y)
{
   return (float)((w->number * 37 + round * 11 + x * 3 + y * 5) % 251);
}

/* Texels of a box of a level; x and y count from the strip's corner. */
static void fill(const struct worker *w, const struct form *f, unsigned round, const struct box *box, uint8_t *texels)
{
   for (int y = 0; y < box->h; y++)
      for (int x = 0; x < box->w; x++, texels += f->texel_B) {
         const float value = value_of(w, round, (unsigned)(box->x + x), (unsigned)(box->y + y));
         const float all[4] = {value / 255, 0, value / 255, 1};
         if (f->type == GL_FLOAT)
            memcpy(texels, all, sizeof(all));
         else
            for (unsigned c = 0; c < f->texel_B; c++)
               texels[c] = c == 1 ? 0 : c == 3 ? 255 : (uint8_t)value;
      }
}

static void upload(const struct worker *w, const struct form *f, GLuint texture, int level, int layer, const struct box *box, unsigned round,
                   GLuint buffer)
{
   uint8_t *texels = malloc(MAX_B);
   const int y = (int)w->number * (STRIP >> level) + box->y;
   const void *source = texels;
   fill(w, f, round, box, texels);
   if (buffer) {
      glNamedBufferData(buffer, (GLsizeiptr)box->w * box->h * f->texel_B, texels, GL_STREAM_DRAW);
      glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
      source = NULL;
   }
   if (f->layered)
      glTextureSubImage3D(texture, level, box->x, y, layer, box->w, box->h, 1, f->format, f->type, source);
   else
      glTextureSubImage2D(texture, level, box->x, y, box->w, box->h, f->format, f->type, source);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   free(texels);
}

static bool pull(const struct worker *w, const struct form *f, GLuint texture, int level, int layer, const struct box *box, unsigned round,
                 GLuint buffer)
{
   uint8_t *texels = calloc(1, MAX_B), *expected = malloc(MAX_B);
   const GLsizei size_B = (GLsizei)((unsigned)(box->w * box->h) * f->texel_B);
   if (buffer) {
      glNamedBufferData(buffer, size_B, NULL, GL_STREAM_READ);
      glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
   }
   glGetTextureSubImage(texture, level, box->x, (int)w->number * (STRIP >> level) + box->y, layer, box->w, box->h, 1, f->format, f->type,
                        size_B, buffer ? NULL : texels);
   if (buffer)
      glGetNamedBufferSubData(buffer, 0, size_B, texels);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   fill(w, f, round, box, expected);
   const bool equal = !memcmp(texels, expected, (size_t)size_B);
   free(texels);
   free(expected);
   return equal;
}

/* The pixels that the draw made before the second upload. */
static bool drawn(const struct worker *w, const struct box *box, unsigned round)
{
   uint8_t pixels[TARGET][TARGET][4];
   glReadPixels(0, 0, TARGET, TARGET, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   for (int y = 0; y < box->h; y++)
      for (int x = 0; x < box->w && x < TARGET; x++)
         if (pixels[y][x][0] != (uint8_t)value_of(w, round, (unsigned)x, (unsigned)y))
            return false;
   return true;
}

static const char *use(const struct worker *w)
{
   const GLuint programs[2] = {fetch_program(false), fetch_program(true)};
   GLuint buffer;
   if (!programs[0] || !programs[1])
      return "a program does not link";
   bind_target();
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   glCreateBuffers(1, &buffer);
   for (unsigned round = 0; round < ROUNDS; round++)
      for (unsigned i = 0; i < COUNT(forms) * LEVELS; i++) {
         const struct form *f = &forms[i / LEVELS];
         const GLuint texture = w->textures[i / LEVELS], staging = round & 1 ? buffer : 0;
         const int level = (int)(i % LEVELS), layer = f->layered ? (int)round % LAYERS : 0;
         const struct box all = {0, 0, WIDTH >> level, STRIP >> level}, part = {3, 2, 21, 5};
         upload(w, f, texture, level, layer, &all, 2 * round, staging);
         glUseProgram(programs[f->layered]);
         glBindTextureUnit(0, texture);
         glUniform4i(0, 0, (GLint)w->number * (STRIP >> level), layer, level);
         for (unsigned draw = 0; draw < 4; draw++)
            glDrawArrays(GL_TRIANGLES, 0, 3);
         if (round & 2) /* complete tiles, or parts of them */
            upload(w, f, texture, level, layer, &part, 2 * round + 1, staging);
         else
            upload(w, f, texture, level, layer, &all, 2 * round + 1, staging);
         if (!pull(w, f, texture, level, layer, round & 2 ? &part : &all, 2 * round + 1, staging))
            return "bytes of another upload";
         if (!drawn(w, &all, 2 * round))
            return "a draw reads bytes of another upload";
      }
   glDeleteBuffers(1, &buffer);
   return glGetError() == GL_NO_ERROR ? NULL : "a GL error";
}

static void *run(void *data)
{
   struct worker *w = data;
   const EGLContext context = make_context(first);
   w->failure = eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) ? use(w) : "eglMakeCurrent fails";
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(display, context);
   return NULL;
}

static void use_by_threads(void **state)
{
   static const unsigned counts[] = {1, 2, MAX_THREADS};
   (void)state;
   for (unsigned c = 0; c < COUNT(counts); c++) {
      struct worker workers[MAX_THREADS];
      GLuint textures[COUNT(forms)];
      const int height = (int)counts[c] * STRIP;
      for (unsigned f = 0; f < COUNT(forms); f++) {
         glCreateTextures(forms[f].layered ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D, 1, &textures[f]);
         if (forms[f].layered)
            glTextureStorage3D(textures[f], LEVELS, forms[f].internal, WIDTH, height, LAYERS);
         else
            glTextureStorage2D(textures[f], LEVELS, forms[f].internal, WIDTH, height);
      }
      for (unsigned i = 0; i < counts[c]; i++) {
         workers[i] = (struct worker){.number = i, .textures = textures};
         assert_int_equal(pthread_create(&workers[i].thread, NULL, run, &workers[i]), 0);
      }
      for (unsigned i = 0; i < counts[c]; i++)
         pthread_join(workers[i].thread, NULL);
      for (unsigned i = 0; i < counts[c]; i++)
         if (workers[i].failure)
            fail_msg("thread %u of %u: %s", i, counts[c], workers[i].failure);
      glDeleteTextures(COUNT(forms), textures);
      assert_int_equal(glGetError(), GL_NO_ERROR);
   }
}

/* ---- hostile numbers of levels ----------------------------------------------------------------------------------------- */

static void hostile_storage(void **state)
{
   static const struct { GLsizei levels; GLenum error; } rows[] = { /* OpenGL 4.6, 8.19 */
      {0, GL_INVALID_VALUE}, {-1, GL_INVALID_VALUE}, {INT32_MIN, GL_INVALID_VALUE}, {7, GL_INVALID_OPERATION}, {16, GL_INVALID_OPERATION},
      {33, GL_INVALID_OPERATION}, {INT32_MAX, GL_INVALID_OPERATION}, {6, GL_NO_ERROR}};
   GLuint textures[2];
   (void)state;
   glCreateTextures(GL_TEXTURE_2D, 1, &textures[0]);
   glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &textures[1]);
   for (unsigned i = 0; i < COUNT(rows); i++) {
      glTextureStorage2D(textures[0], rows[i].levels, GL_RGBA8, 32, 32);
      assert_int_equal(glGetError(), rows[i].error);
      glTextureStorage3D(textures[1], rows[i].levels, GL_RGBA8, 32, 32, 4);
      assert_int_equal(glGetError(), rows[i].error);
   }
   glDeleteTextures(2, textures);
}

/* Texel (0, 0) of level 0 as texelFetch() of a draw returns it. */
static uint32_t fetch(GLuint texture, int level)
{
   uint32_t pixel = 0;
   glBindTextureUnit(0, texture);
   glUniform4i(0, 0, 0, 0, level);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
   return pixel;
}

/* Levels of commands beyond the storage: errors, and no byte is written. A base level beyond it is clamped (8.17). */
static void hostile_levels(void **state)
{
   static const GLint levels[] = {-1, INT32_MIN, 15, 16, 31, 1000, INT32_MAX}, bases[] = {0, 5, 6, 15, 1000, INT32_MAX};
   uint8_t texels[32 * 32 * 4], before[sizeof(texels)];
   GLuint texture, mutable_texture;
   (void)state;
   assert_int_not_equal(fetch_program(false), 0);
   const GLuint target = bind_target();
   glCreateTextures(GL_TEXTURE_2D, 1, &texture);
   glTextureStorage2D(texture, 6, GL_RGBA8, 32, 32);
   for (int level = 0; level < 6; level++) {
      memset(texels, 10 * level + 7, sizeof(texels));
      glTextureSubImage2D(texture, level, 0, 0, 32 >> level, 32 >> level, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   memset(before, 0xee, sizeof(before));
   for (unsigned i = 0; i < COUNT(levels); i++) {
      memset(texels, 0xee, sizeof(texels));
      glTextureSubImage2D(texture, levels[i], 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      glGetTextureImage(texture, levels[i], GL_RGBA, GL_UNSIGNED_BYTE, sizeof(texels), texels);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      glGetTextureSubImage(texture, levels[i], 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(texels), texels);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      assert_memory_equal(texels, before, sizeof(before));
   }
   for (unsigned b = 0; b < COUNT(bases); b++)
      for (unsigned m = 0; m < COUNT(bases); m++) {
         const int base = bases[b] < 5 ? bases[b] : 5, top = bases[m] < 5 ? bases[m] : 5;
         glTextureParameteri(texture, GL_TEXTURE_BASE_LEVEL, bases[b]);
         glTextureParameteri(texture, GL_TEXTURE_MAX_LEVEL, bases[m]);
         if (top >= base)
            assert_int_equal(fetch(texture, 0), 0x01010101u * (uint32_t)(10 * base + 7));
         else
            fetch(texture, 0); /* undefined, but no access outside */
         fetch(texture, INT32_MAX);
         fetch(texture, -1);
      }
   glTextureParameteri(texture, GL_TEXTURE_BASE_LEVEL, -1);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glTextureParameteri(texture, GL_TEXTURE_MAX_LEVEL, INT32_MIN);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   /* Images at both ends of the allowed levels, none between. */
   glCreateTextures(GL_TEXTURE_2D, 1, &mutable_texture);
   glBindTexture(GL_TEXTURE_2D, mutable_texture);
   glTexImage2D(GL_TEXTURE_2D, 14, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, before);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (unsigned b = 0; b < COUNT(bases); b++) {
      glTextureParameteri(mutable_texture, GL_TEXTURE_BASE_LEVEL, bases[b]);
      glTextureParameteri(mutable_texture, GL_TEXTURE_MAX_LEVEL, INT32_MAX);
      fetch(mutable_texture, 0);
      glTextureSubImage2D(mutable_texture, 0, 0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, before);
      memset(texels, 0, sizeof(texels));
      glGetTextureImage(mutable_texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(texels), texels);
      assert_memory_equal(texels, before, sizeof(texels));
   }
   while (glGetError() != GL_NO_ERROR)
      ;
   glTextureParameteri(mutable_texture, GL_TEXTURE_BASE_LEVEL, 0);
   glGenerateTextureMipmap(mutable_texture);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_int_equal(fetch(mutable_texture, 5), 0xeeeeeeee);
   glDeleteTextures(3, (GLuint[]){texture, mutable_texture, target});
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(hostile_storage), cmocka_unit_test(hostile_levels), cmocka_unit_test(use_by_threads)};
   return cmocka_run_group_tests(tests, setup, teardown);
}
