/* test_stress.c: contexts of one share group on several threads, to be run under the address and thread sanitizers as well.
 * loading_and_rendering orders its commands as the specification asks. everything_at_once uses the same few objects without any
 * order: results are undefined, but nothing may crash, leak or end in a corrupt list (ES 2.0, appendix C);
 * GLOAM_STRESS_MS: its duration (300). */
#include "ga_test.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { THREADS = 4, NAMES = 6 };

/* Handed between threads through atomics only: names may be stale, as an application's would be. */
static _Atomic GLuint texture[NAMES], buffer[NAMES], renderbuffer[NAMES], shader[NAMES], program[NAMES];
static atomic_bool stop;

static unsigned next(uint32_t *seed)
{
   *seed = *seed * 1664525u + 1013904223u;
   return *seed >> 16;
}

static const char *const sources[] = {
   "attribute vec4 p;uniform mat4 m;varying vec2 v;void main(){gl_Position=m*p;v=p.xy;}",
   "attribute vec4 p,q;varying vec2 v;void main(){gl_Position=p+q;v=p.zw;}",
   "precision mediump float;uniform sampler2D s,t;varying vec2 v;void main(){gl_FragColor=texture2D(s,v)+texture2D(t,v);}",
   "precision mediump float;uniform vec4 c[3];varying vec2 v;void main(){gl_FragColor=c[1]+v.xyxy;}",
   "void main(){ syntax error",
};

static void shaders(struct ga_context *ctx, uint32_t *seed)
{
   unsigned slot = next(seed) % NAMES;
   GLuint s = shader[slot], p = program[next(seed) % NAMES];
   char text[64];
   GLint value;
   switch (next(seed) % 10) {
   case 0:
      GL(DeleteShader, s);
      shader[slot] = GL(CreateShader, slot & 1 ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      break;
   case 1:
   case 2: {
      const GLchar *source = sources[next(seed) % 5];
      GL(ShaderSource, s, 1, &source, NULL);
      GL(CompileShader, s);
      break;
   }
   case 3: GL(AttachShader, p, s); break;
   case 4: GL(DetachShader, p, s); break;
   case 5:
      GL(GetShaderiv, s, GL_INFO_LOG_LENGTH, &value);
      GL(GetShaderInfoLog, s, sizeof text, NULL, text);
      GL(GetShaderSource, s, sizeof text, NULL, text);
      break;
   case 6: GL(IsShader, s); break;
   case 7: GL(ObjectLabel, GL_SHADER, s, -1, "a shader"); break;
   default: GL(CompileShader, s); break;
   }
}

static void programs(struct ga_context *ctx, uint32_t *seed)
{
   static const GLfloat matrix[16];
   unsigned slot = next(seed) % NAMES;
   GLuint p = program[slot], names[4];
   GLsizei count;
   char text[64];
   GLint value;
   GLenum type;
   switch (next(seed) % 12) {
   case 0:
      GL(DeleteProgram, p);
      program[slot] = GL(CreateProgram);
      break;
   case 1:
   case 2: GL(LinkProgram, p); break;
   case 3:
   case 4: GL(UseProgram, p); break;
   case 5:
      GL(GetProgramiv, p, GL_ACTIVE_UNIFORM_MAX_LENGTH, &value);
      GL(GetProgramInfoLog, p, sizeof text, NULL, text);
      GL(GetAttachedShaders, p, 4, &count, names);
      break;
   case 6:
      GL(GetActiveUniform, p, 0, sizeof text, NULL, &value, &type, text);
      GL(GetActiveAttrib, p, 0, sizeof text, NULL, &value, &type, text);
      break;
   case 7:
      value = GL(GetUniformLocation, p, "s");
      GL(Uniform1i, value, 1);
      value = GL(GetUniformLocation, p, "m");
      GL(UniformMatrix4fv, value, 1, GL_FALSE, matrix);
      break;
   case 8: GL(BindAttribLocation, p, next(seed) % 8, next(seed) & 1 ? "p" : "q"); break;
   case 9: GL(ValidateProgram, p); break;
   case 10: GL(GetUniformfv, p, 0, (GLfloat[16]){ 0 }); break;
   default: GL(Uniform4f, 0, 1, 2, 3, 4); break;
   }
}

static void textures(struct ga_context *ctx, uint32_t *seed)
{
   static const uint8_t texels[32 * 32 * 4];
   unsigned slot = next(seed) % NAMES, level = next(seed) % 3;
   GLuint name = texture[slot];
   GLsizei size = 1 << next(seed) % 6;
   GLint value;
   switch (next(seed) % 12) {
   case 0:
      GL(DeleteTextures, 1, &name);
      GL(GenTextures, 1, &name);
      texture[slot] = name;
      break;
   case 1:
   case 2:
      GL(ActiveTexture, GL_TEXTURE0 + next(seed) % 2);
      GL(BindTexture, GL_TEXTURE_2D, name);
      break;
   case 3:
   case 4: GL(TexImage2D, GL_TEXTURE_2D, level, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels); break;
   case 5:
      GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB, size, size, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, texels);
      break;
   case 6: GL(TexSubImage2D, GL_TEXTURE_2D, level, 0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, texels); break;
   case 7: GL(GenerateMipmap, GL_TEXTURE_2D); break;
   case 8:
      GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, next(seed) & 1 ? GL_LINEAR : GL_NEAREST_MIPMAP_LINEAR);
      GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &value);
      break;
   case 9: GL(CopyTexImage2D, GL_TEXTURE_2D, level, GL_RGBA, 0, 0, size, size, 0); break;
   case 10: GL(CopyTexSubImage2D, GL_TEXTURE_2D, level, 0, 0, 0, 0, size, size); break;
   default: GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0); break;
   }
}

static void framebuffers(struct ga_context *ctx, uint32_t *seed)
{
   unsigned slot = next(seed) % NAMES;
   GLuint name = renderbuffer[slot];
   GLsizei size = 1 << next(seed) % 6;
   uint8_t pixel[4];
   GLint value;
   switch (next(seed) % 8) {
   case 0:
      GL(DeleteRenderbuffers, 1, &name);
      GL(GenRenderbuffers, 1, &name);
      renderbuffer[slot] = name;
      break;
   case 1: GL(BindRenderbuffer, GL_RENDERBUFFER, name); break;
   case 2:
      GL(RenderbufferStorage, GL_RENDERBUFFER, next(seed) & 1 ? GL_RGB565 : GL_RGBA4, size, size);
      GL(GetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &value);
      break;
   case 3: GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name); break;
   case 4: GL(CheckFramebufferStatus, GL_FRAMEBUFFER); break;
   case 5: GL(ReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel); break;
   case 6: GL(Clear, GL_COLOR_BUFFER_BIT); break;
   default: GL(BindFramebuffer, GL_FRAMEBUFFER, next(seed) & 1); break;
   }
}

static void buffers(struct ga_context *ctx, uint32_t *seed)
{
   static const uint8_t data[256];
   unsigned slot = next(seed) % NAMES;
   GLuint name = buffer[slot];
   switch (next(seed) % 8) {
   case 0:
      GL(DeleteBuffers, 1, &name);
      GL(GenBuffers, 1, &name);
      buffer[slot] = name;
      break;
   case 1:
      GL(BindBuffer, GL_ARRAY_BUFFER, name);
      GL(VertexAttribPointer, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      GL(EnableVertexAttribArray, 0);
      break;
   case 2: GL(BufferData, GL_ARRAY_BUFFER, 1 + next(seed) % 256, data, GL_DYNAMIC_DRAW); break;
   case 3: GL(BufferSubData, GL_ARRAY_BUFFER, 0, 64, data); break;
   default: GL(DrawArrays, GL_TRIANGLES, 0, 3); break;
   }
}

struct random_worker { struct ga_context *ctx; struct fake_failure failure; };

static void *work(void *data)
{
   static void (*const kinds[])(struct ga_context *, uint32_t *) = { shaders, programs, textures, framebuffers, buffers };
   struct random_worker *w = data;
   struct ga_context *ctx = w->ctx;
   uint32_t seed = (uint32_t)(uintptr_t)ctx * 2654435761u;
   fake_keep_failure(&w->failure);
   ga_make_current(ctx, NULL, NULL);
   GL(BindFramebuffer, GL_FRAMEBUFFER, 1);
   while (!stop) {
      kinds[next(&seed) % 5](ctx, &seed);
      GL(GetError);
   }
   ga_make_current(NULL, NULL, NULL);
   return NULL;
}

static void everything_at_once(void **state)
{
   struct ga_test *t = *state;
   const char *ms = getenv("GLOAM_STRESS_MS");
   const long duration = ms ? atol(ms) : 300;
   struct random_worker worker[THREADS] = { 0 };
   pthread_t thread[THREADS];
   for (unsigned i = 0; i < THREADS; i++)
      worker[i].ctx = ga_test_context(t, t->ctx);
   for (unsigned i = 0; i < THREADS; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, work, &worker[i]), 0);
   nanosleep(&(struct timespec){ duration / 1000, duration % 1000 * 1000000 }, NULL);
   stop = true;
   for (unsigned i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
   for (unsigned i = 0; i < THREADS; i++)
      ga_context_destroy(worker[i].ctx);
   for (unsigned i = 0; i < THREADS; i++)
      if (worker[i].failure.text[0])
         fail_msg("%s", worker[i].failure.text);
}

/* ---- loaders and renderers ------------------------------------------------------------------------------------------------ */

/* A well-behaved application: four threads load textures and buffers, four draw with them, one program is shared. The queue's
 * lock orders a loader's commands before those of the renderer that takes the objects. */
enum { LOADERS = 4, RENDERERS = 4, ROUNDS = 150, QUEUE = 64 };

struct loaded { GLuint texture, buffer; };

static struct {
   pthread_mutex_t lock;
   struct loaded item[QUEUE];
   unsigned count, loaders_left;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER };

static GLuint shared_program;

struct worker { struct ga_context *ctx; unsigned draws; const char *failure; struct fake_failure fake; };

static struct loaded load(struct ga_context *ctx, unsigned round)
{
   static const uint8_t texels[16 * 16 * 4];
   static const GLfloat corners[8];
   struct loaded item;
   GL(GenTextures, 1, &item.texture);
   GL(BindTexture, GL_TEXTURE_2D, item.texture);
   for (GLsizei level = 0, size = 16; size; level++, size /= 2)
      GL(TexImage2D, GL_TEXTURE_2D, level, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, round & 1 ? GL_LINEAR : GL_NEAREST);
   GL(TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   GL(GenBuffers, 1, &item.buffer);
   GL(BindBuffer, GL_ARRAY_BUFFER, item.buffer);
   GL(BufferData, GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof corners + round), NULL, GL_STATIC_DRAW);
   GL(BufferSubData, GL_ARRAY_BUFFER, 0, sizeof corners, corners);
   GL(Flush);
   return item;
}

static void *run_loader(void *data)
{
   struct worker *w = data;
   struct ga_context *ctx = w->ctx;
   fake_keep_failure(&w->fake);
   ga_make_current(ctx, NULL, NULL);
   for (unsigned round = 0; round < ROUNDS;) {
      const struct loaded item = load(ctx, round);
      bool put = false;
      while (!put) {
         pthread_mutex_lock(&queue.lock);
         if (queue.count < QUEUE) {
            queue.item[queue.count++] = item;
            put = true;
         }
         pthread_mutex_unlock(&queue.lock);
         if (!put)
            sched_yield();
      }
      round++;
   }
   pthread_mutex_lock(&queue.lock);
   queue.loaders_left--;
   pthread_mutex_unlock(&queue.lock);
   w->failure = GL(GetError) == GL_NO_ERROR ? NULL : "an error in a loader";
   ga_make_current(NULL, NULL, NULL);
   return NULL;
}

static void draw_item(struct ga_context *ctx, const struct loaded *item, unsigned round)
{
   GL(UseProgram, shared_program);
   GL(BindTexture, GL_TEXTURE_2D, item->texture);
   GL(BindBuffer, GL_ARRAY_BUFFER, item->buffer);
   GL(VertexAttribPointer, 0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 0);
   GL(DepthRangef, 0.0f, (GLfloat)(round % 8) / 8.0f);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   GL(DrawArrays, GL_TRIANGLE_STRIP, 0, 4);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   GL(DeleteTextures, 1, &item->texture);
   GL(DeleteBuffers, 1, &item->buffer);
}

static void *run_renderer(void *data)
{
   struct worker *w = data;
   struct ga_context *ctx = w->ctx;
   GLuint rb, fbo;
   fake_keep_failure(&w->fake);
   ga_make_current(ctx, NULL, NULL);
   GL(GenRenderbuffers, 1, &rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_RGB565, 8, 8);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   for (bool more = true; more;) {
      struct loaded item = { 0 };
      pthread_mutex_lock(&queue.lock);
      more = queue.count || queue.loaders_left;
      if (queue.count)
         item = queue.item[--queue.count];
      pthread_mutex_unlock(&queue.lock);
      if (item.texture)
         draw_item(ctx, &item, w->draws++);
      else
         sched_yield();
   }
   w->failure = GL(GetError) == GL_NO_ERROR ? NULL : "an error in a renderer";
   GL(DeleteFramebuffers, 1, &fbo);
   GL(DeleteRenderbuffers, 1, &rb);
   ga_make_current(NULL, NULL, NULL);
   return NULL;
}

static GLuint link_shared(struct ga_context *ctx)
{
   static const GLchar *const source[2] = {
      "attribute vec4 p;varying vec2 v;void main(){gl_Position=p*gl_DepthRange.diff;v=p.xy;}",
      "precision mediump float;uniform sampler2D s;varying vec2 v;void main(){gl_FragColor=texture2D(s,v);}",
   };
   GLuint program = GL(CreateProgram);
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = GL(CreateShader, i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      GL(ShaderSource, s, 1, &source[i], NULL);
      GL(CompileShader, s);
      GL(AttachShader, program, s);
      GL(DeleteShader, s);
   }
   GL(LinkProgram, program);
   return program;
}

static void loading_and_rendering(void **state)
{
   struct ga_test *t = *state;
   struct worker worker[LOADERS + RENDERERS];
   pthread_t thread[LOADERS + RENDERERS];
   unsigned draws = 0;
   shared_program = link_shared(t->ctx);
   queue.loaders_left = LOADERS;
   for (unsigned i = 0; i < LOADERS + RENDERERS; i++)
      worker[i] = (struct worker){ .ctx = ga_test_context(t, t->ctx) };
   for (unsigned i = 0; i < LOADERS + RENDERERS; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, i < LOADERS ? run_loader : run_renderer, &worker[i]), 0);
   for (unsigned i = 0; i < LOADERS + RENDERERS; i++) {
      pthread_join(thread[i], NULL);
      draws += worker[i].draws;
      ga_context_destroy(worker[i].ctx);
   }
   for (unsigned i = 0; i < LOADERS + RENDERERS; i++)
      if (worker[i].failure || worker[i].fake.text[0])
         fail_msg("%s", worker[i].fake.text[0] ? worker[i].fake.text : worker[i].failure);
   assert_int_equal(draws, LOADERS * ROUNDS);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(loading_and_rendering, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(everything_at_once, ga_test_setup, ga_test_teardown),
   };
   setenv("CMOCKA_TEST_ABORT", "1", 0); /* a signal in a worker: cmocka prints it and aborts, instead of a silent exit(-1) */
   return cmocka_run_group_tests(tests, NULL, NULL);
}
