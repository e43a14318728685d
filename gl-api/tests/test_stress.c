/* test_stress.c: contexts of one share group on four threads, all at work on the same few objects without telling each other:
 * what they see is undefined, but nothing may crash, leak or end in a corrupt list (ES 2.0, appendix C). Run it under the
 * address and thread sanitizers. GLOAM_STRESS_MS: how long (300). */
#include "ga_test.h"

#include <pthread.h>
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

static void *work(void *data)
{
   static void (*const kinds[])(struct ga_context *, uint32_t *) = { shaders, programs, textures, framebuffers, buffers };
   struct ga_context *ctx = data;
   uint32_t seed = (uint32_t)(uintptr_t)ctx * 2654435761u;
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
   struct ga_context *ctx[THREADS];
   pthread_t thread[THREADS];
   for (unsigned i = 0; i < THREADS; i++)
      ctx[i] = ga_test_context(t, t->ctx);
   for (unsigned i = 0; i < THREADS; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, work, ctx[i]), 0);
   nanosleep(&(struct timespec){ duration / 1000, duration % 1000 * 1000000 }, NULL);
   stop = true;
   for (unsigned i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
   for (unsigned i = 0; i < THREADS; i++)
      ga_context_destroy(ctx[i]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(everything_at_once, ga_test_setup, ga_test_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
