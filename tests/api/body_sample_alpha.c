/* body_sample_alpha.c: coverage by alpha and alpha replaced by one (OpenGL 4.6, 14.9.3). The alpha is that of the first output,
 * whether a buffer takes it or not; where draw buffer zero has integers, neither acts. */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

enum { BANDS = 4, BAND = API_SIZE / BANDS, SAMPLES = 4 };

static const char vertex[] = "#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.5, 1.0); }";

static GLuint renderbuffer(GLenum format)
{
   GLuint name;
   glGenRenderbuffers(1, &name);
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, SAMPLES, format, API_SIZE, API_SIZE);
   return name;
}

/* A framebuffer with an image at color attachment 1 and, where its format is not 0, at attachment 0, becomes current. */
static GLuint framebuffer(GLenum first)
{
   static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   if (first)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(first));
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_RENDERBUFFER, renderbuffer(GL_RGBA8));
   glDrawBuffers(2, buffers);
   glClearBufferfv(GL_COLOR, 1, (const GLfloat[]){0, 0, 1, 0});
   return fbo;
}

/* Left of the middle the first output's alpha is 0, right of it 1; that of the second one is 0.4. */
static GLuint halves(const char *type)
{
   char source[400];
   snprintf(source, sizeof(source), "#version 330\nlayout(location = 0) out %s first; layout(location = 1) out vec4 second;\n"
            "void main() { int right = int(gl_FragCoord.x) / 16; first = %s(right); second = vec4(1.0, 0.2, 0.0, 0.4); }", type, type);
   return api_program(vertex, NULL, source);
}

static void resolve_band(GLuint from, GLuint to, int band)
{
   glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
   glReadBuffer(GL_COLOR_ATTACHMENT1);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
   glBlitFramebuffer(0, band * BAND, API_SIZE, (band + 1) * BAND, 0, band * BAND, API_SIZE, (band + 1) * BAND, GL_COLOR_BUFFER_BIT,
                     GL_NEAREST);
   glDeleteFramebuffers(1, &from);
}

/* Coverage by alpha, from below: nothing at draw buffer zero, a buffer that is not written, integers, and both operations at once. */
static void draw_buffer_zero(void)
{
   GLint target;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   halves("vec4");
   glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   GLuint fbo = framebuffer(0);
   api_rectangle(-1, -1, 1, 1);
   resolve_band(fbo, (GLuint)target, 0);
   fbo = framebuffer(GL_RGBA8);
   glColorMaski(0, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   api_rectangle(-1, -1, 1, 1);
   glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   resolve_band(fbo, (GLuint)target, 1);
   glEnable(GL_SAMPLE_ALPHA_TO_ONE);
   fbo = framebuffer(GL_RGBA8);
   api_rectangle(-1, -1, 1, 1);
   resolve_band(fbo, (GLuint)target, 3);
   halves("ivec4");
   fbo = framebuffer(GL_RGBA8I);
   api_rectangle(-1, -1, 1, 1);
   resolve_band(fbo, (GLuint)target, 2);
   glDisable(GL_SAMPLE_ALPHA_TO_ONE);
   glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

static void reference_buffer_zero(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned band = i / API_SIZE / BAND;
      const bool drawn = i % API_SIZE >= API_SIZE / 2 || band == 2;
      memcpy(rgba[i], drawn ? (const uint8_t[4]){255, 51, 0, band == 3 ? 255 : 102} : (const uint8_t[4]){0, 0, 255, 0}, 4);
   }
}

/* Without any color buffer the alpha decides which samples' depths are written. */
static void draw_depth_alone(void)
{
   GLint target;
   GLuint fbo, query, passed = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   halves("vec4");
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer(GL_DEPTH_COMPONENT24));
   glDrawBuffer(GL_NONE);
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   glDepthFunc(GL_EQUAL);
   glGenQueries(1, &query);
   glBeginQuery(GL_SAMPLES_PASSED, query);
   api_rectangle(-1, -1, 1, 1);
   glEndQuery(GL_SAMPLES_PASSED);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
   api_expect("samples with the depth that was drawn", passed, SAMPLES * API_TEXELS / 2);
   glDisable(GL_DEPTH_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

/* Without any image queries count the samples that the alpha leaves, and fragments that are not discarded. */
static void draw_no_image(void)
{
   GLint target;
   GLuint fbo, query, passed = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, API_SIZE);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, API_SIZE);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, SAMPLES);
   glGenQueries(1, &query);
   for (unsigned i = 0; i < 2; i++) {
      if (i)
         api_program(vertex, NULL, "#version 330\nvoid main() { if (gl_FragCoord.x < 16.0) discard; }");
      else
         halves("vec4");
      if (!i)
         glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
      glBeginQuery(GL_SAMPLES_PASSED, query);
      api_rectangle(-1, -1, 1, 1);
      glEndQuery(GL_SAMPLES_PASSED);
      glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
      glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed);
      api_expect(i ? "samples that are not discarded" : "samples that the alpha leaves", passed, SAMPLES * API_TEXELS / 2);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

const struct api_body api_bodies_sample_alpha[] = {
   {"sample-alpha-buffer-zero", CORE, 33, 1, 0, draw_buffer_zero, reference_buffer_zero},
   {"sample-alpha-depth", CORE, 33, 1, 0, draw_depth_alone, NULL},
   {"sample-alpha-no-image", CORE, 43, 1, 0, draw_no_image, NULL},
   {0},
};
