/* body_share.c: objects of a share group (OpenGL ES 2.0, appendix C): the second context creates, changes and deletes them, the
 * first one uses them. Share groups of contexts of OpenGL and of OpenGL ES, with each kind of shared object in both directions. */
#include <string.h>

#include "api_test.h"

static const uint8_t colors[3][4] = {{10, 20, 30, 255}, {200, 100, 50, 255}, {1, 254, 128, 255}};

static GLuint texture_of(const uint8_t *color)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, color);
   return name;
}

/* Lower third: a texture and a program of the second context. Middle: the texture after the second context changed it, which
 * counts once it is bound again (C.3). Upper: a texture that the second context deleted while the first has it bound (C.2). */
static void draw(void)
{
   GLuint kept = texture_of(colors[2]);
   api_use_second(true);
   GLuint program = api_program("attribute vec4 pos; void main() { gl_Position = pos; }", NULL,
                                "precision mediump float; uniform sampler2D t;"
                                "void main() { gl_FragColor = texture2D(t, vec2(0.5)); }");
   GLuint made = texture_of(colors[0]);
   glFinish();
   api_use_second(false);
   glUseProgram(program);
   glBindTexture(GL_TEXTURE_2D, made);
   api_rectangle(-1, -1, 1, -0.375f);
   api_use_second(true);
   glBindTexture(GL_TEXTURE_2D, made);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, colors[1]);
   glFinish();
   api_use_second(false);
   glBindTexture(GL_TEXTURE_2D, made);
   api_rectangle(-1, -0.375f, 1, 0.375f);
   glBindTexture(GL_TEXTURE_2D, kept);
   api_use_second(true);
   glDeleteTextures(1, &kept);
   glDeleteProgram(program);
   api_use_second(false);
   api_rectangle(-1, 0.375f, 1, 1);
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], colors[i / API_SIZE < 10 ? 0 : i / API_SIZE < 22 ? 1 : 2], 4);
}

/* ---- contexts of OpenGL and of OpenGL ES (EGL 1.5, 3.7.1) ---------------------------------------------------------------------- */

/* Sources in the language of OpenGL ES or of OpenGL. */
static GLuint compile(GLenum stage, bool es, const char *body)
{
   const char *const parts[] = {es ? "#version 300 es\nprecision highp float;\n" : "#version 330\n", body};
   const GLuint shader = glCreateShader(stage);
   GLint ok = 0;
   glShaderSource(shader, 2, parts, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   api_expect("GL_COMPILE_STATUS", ok, GL_TRUE);
   return shader;
}

static const char vertex_body[] = "layout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char fragment_body[] = "uniform sampler2D t; uniform vec4 scale; layout(location = 0) out vec4 color;\n"
                                    "void main() { color = texture(t, vec2(0.5)) * scale; }";

static GLint link(GLuint program, GLuint vertex, GLuint fragment)
{
   GLint ok = 0;
   glAttachShader(program, vertex);
   glAttachShader(program, fragment);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   return ok;
}

struct shared {
   bool es; /* made by the context of OpenGL ES */
   GLuint texture, buffer, renderbuffer, sampler, vertex, fragment, program;
   GLsync sync;
};

static const GLfloat lower_left[8] = {-1, -1, 0, -1, -1, 0, 0, 0}, lower_right[8] = {0, -1, 1, -1, 0, 0, 1, 0},
                     upper_left[8] = {-1, 0, 0, 0, -1, 1, 0, 1}, upper_right[8] = {0, 0, 1, 0, 0, 1, 1, 1};

/* One object of each kind that a share group has. The renderbuffer holds colors[1]. */
static struct shared make_shared(bool es)
{
   struct shared s = {.es = es};
   GLuint fbo;
   s.texture = texture_of(colors[0]);
   glGenBuffers(1, &s.buffer);
   glBindBuffer(GL_ARRAY_BUFFER, s.buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(lower_left), lower_left, GL_DYNAMIC_DRAW);
   glGenSamplers(1, &s.sampler);
   glSamplerParameteri(s.sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenRenderbuffers(1, &s.renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, s.renderbuffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, s.renderbuffer);
   glClearColor(colors[1][0] / 255.0f, colors[1][1] / 255.0f, colors[1][2] / 255.0f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   s.vertex = compile(GL_VERTEX_SHADER, es, vertex_body);
   s.fragment = compile(GL_FRAGMENT_SHADER, es, fragment_body);
   s.program = glCreateProgram();
   api_expect("GL_LINK_STATUS", link(s.program, s.vertex, s.fragment), GL_TRUE);
   glUseProgram(s.program);
   glUniform4f(glGetUniformLocation(s.program, "scale"), 1, 1, 1, 1);
   s.sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   glFlush();
   return s;
}

static void expect_names(const struct shared *s, bool exist)
{
   api_expect("glIsTexture", glIsTexture(s->texture), exist);
   api_expect("glIsBuffer", glIsBuffer(s->buffer), exist);
   api_expect("glIsRenderbuffer", glIsRenderbuffer(s->renderbuffer), exist);
   api_expect("glIsSampler", glIsSampler(s->sampler), exist);
   api_expect("glIsSync", glIsSync(s->sync), exist);
}

static void expect_pixel(const char *what, const uint8_t *wanted)
{
   uint8_t got[4];
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned c = 0; c < 4; c++)
      api_expect(what, got[c], wanted[c]);
}

/* The attributes are the current context's own, in whatever vertex array object it has bound. */
static void draw_from(GLuint buffer)
{
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void draw_rectangle(const GLfloat corners[8])
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, 8 * sizeof(GLfloat), corners, GL_STATIC_DRAW);
   draw_from(buffer);
   glDeleteBuffers(1, &buffer);
}

/* The current context uses the objects that the other one has made. */
static void use_shared(const struct shared *s, GLuint target)
{
   GLuint read_fbo;
   expect_names(s, true);
   const GLenum waited = glClientWaitSync(s->sync, 0, 10000000000ull);
   if (waited != GL_ALREADY_SIGNALED && waited != GL_CONDITION_SATISFIED)
      api_fail("glClientWaitSync: 0x%x", waited);
   glGenFramebuffers(1, &read_fbo);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, read_fbo);
   glFramebufferRenderbuffer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, s->renderbuffer);
   expect_pixel("the shared renderbuffer", colors[1]);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, target);
   glDeleteFramebuffers(1, &read_fbo);
   glBindBuffer(GL_COPY_READ_BUFFER, s->buffer);
   const GLfloat *map = glMapBufferRange(GL_COPY_READ_BUFFER, 0, sizeof(lower_left), GL_MAP_READ_BIT);
   if (!map || memcmp(map, lower_left, sizeof(lower_left)) != 0)
      api_fail("the shared buffer has other bytes");
   glUnmapBuffer(GL_COPY_READ_BUFFER);
   glUseProgram(s->program);
   glBindTexture(GL_TEXTURE_2D, s->texture);
   glBindSampler(0, s->sampler);
   draw_from(s->buffer);
   /* Shaders of the other API's language are linked by its rules, and not together with shaders of this one. */
   const GLuint linked = glCreateProgram(), mixed = glCreateProgram();
   api_expect("GL_LINK_STATUS of the other API's shaders", link(linked, s->vertex, s->fragment), GL_TRUE);
   glUseProgram(linked);
   glUniform4f(glGetUniformLocation(linked, "scale"), 0.5f, 0.5f, 0.5f, 1);
   draw_rectangle(lower_right);
   const GLuint own = compile(GL_FRAGMENT_SHADER, !s->es, fragment_body);
   api_expect("GL_LINK_STATUS of shaders of two languages", link(mixed, s->vertex, own), GL_FALSE);
   glDeleteShader(own);
   glDeleteProgram(mixed);
   glDeleteProgram(linked);
   /* Changes that the other context sees: a uniform, texels, bytes of a buffer. */
   glUseProgram(s->program);
   glUniform4f(glGetUniformLocation(s->program, "scale"), 0.25f, 1, 0.25f, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, colors[2]);
   glBindBuffer(GL_ARRAY_BUFFER, s->buffer);
   glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(upper_left), upper_left);
   glFinish();
}

/* The context that made the objects draws with the changed ones into a new texture, which it returns. */
static GLuint draw_changed(const struct shared *s)
{
   GLuint vao, fbo, texture;
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glViewport(0, -2, 4, 4); /* the upper left quarter of clip space covers the 2 x 2 pixels */
   glDisable(GL_DITHER);
   glBindTexture(GL_TEXTURE_2D, s->texture);
   glUseProgram(s->program);
   draw_from(s->buffer);
   glFinish();
   return texture;
}

/* `es`: the other context is one of OpenGL ES. */
static void share_apis(bool es)
{
   GLint target = 0;
   GLuint vao;
   api_use_other_api(true);
   const struct shared s = make_shared(es);
   api_use_other_api(false);
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   use_shared(&s, (GLuint)target);
   api_use_other_api(true);
   const GLuint drawn = draw_changed(&s);
   api_expect_error(GL_NO_ERROR, "the other context");
   /* Names that this context deletes are gone in the other one, whose bindings keep the objects (OpenGL ES 3.0, D.1.2). */
   api_use_other_api(false);
   glBindTexture(GL_TEXTURE_2D, s.texture);
   api_use_other_api(true);
   glDeleteTextures(1, &s.texture);
   glDeleteBuffers(1, &s.buffer);
   glDeleteRenderbuffers(1, &s.renderbuffer);
   glDeleteSamplers(1, &s.sampler);
   glDeleteSync(s.sync);
   glDeleteShader(s.vertex);
   glDeleteShader(s.fragment);
   glDeleteProgram(s.program);
   glUseProgram(0);
   api_use_other_api(false);
   expect_names(&s, false);
   api_expect("GL_DELETE_STATUS of a program in use", (glGetProgramiv(s.program, GL_DELETE_STATUS, &target), target), GL_TRUE);
   draw_rectangle(upper_left);
   glBindTexture(GL_TEXTURE_2D, drawn);
   glUniform4f(glGetUniformLocation(s.program, "scale"), 1, 1, 1, 1);
   draw_rectangle(upper_right);
   glUseProgram(0);
   api_expect("glIsProgram of a deleted program that is no longer used", glIsProgram(s.program), GL_FALSE);
   glDeleteTextures(1, &drawn);
}

static void share_with_es(void) { share_apis(true); }

static void share_with_gl(void) { share_apis(false); }

/* The quarters: the other context's objects; its shaders, linked here; a texture that was deleted there; a texture drawn there. */
static void share_apis_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const bool right = x >= API_SIZE / 2, upper = y >= API_SIZE / 2;
         const uint8_t *color = colors[upper ? 2 : 0];
         uint8_t *texel = rgba[y * API_SIZE + x];
         for (unsigned c = 0; c < 4; c++) {
            const float scale = c == 3 ? 1 : upper ? c == 1 ? 1 : 0.25f : right ? 0.5f : 1;
            texel[c] = (uint8_t)((float)color[c] * scale + 0.5f);
         }
      }
}

const struct api_body api_bodies_share[] = {
   {"share-group", GLES, 20, 0, 0, draw, reference},
   {"share-with-es", CORE, 33, 1, 0, share_with_es, share_apis_reference},
   {"share-with-gl", GLES, 30, 1, 0, share_with_gl, share_apis_reference},
   {0},
};
