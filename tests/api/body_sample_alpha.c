/* body_sample_alpha.c: coverage by alpha and alpha replaced by one (OpenGL 4.6, 14.9.3). The alpha is that of the first output,
 * whether a buffer takes it or not; where draw buffer zero has integers, neither acts. */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

#ifndef GL_NV_alpha_to_coverage_dither_control
#define GL_ALPHA_TO_COVERAGE_DITHER_MODE_NV 0x92BF
#define GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV 0x934D
#define GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV 0x934E
#define GL_ALPHA_TO_COVERAGE_DITHER_DISABLE_NV 0x934F
#endif

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

/* The least, greatest and mean number of samples that a fragment of this alpha covers, in parts of 255, of the resolved target. */
struct coverage { unsigned least, most; double mean; };

static struct coverage cover_alpha(GLuint fbo, GLuint target, GLint uniform, float alpha)
{
   static uint8_t texels[API_TEXELS][4];
   struct coverage c = {255, 0, 0};
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glClear(GL_COLOR_BUFFER_BIT);
   glUniform1f(uniform, alpha);
   api_rectangle(-1, -1, 1, 1);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      c.least = texels[i][0] < c.least ? texels[i][0] : c.least;
      c.most = texels[i][0] > c.most ? texels[i][0] : c.most;
      c.mean += texels[i][0] / (255.0 * API_TEXELS);
   }
   return c;
}

/* NV_alpha_to_coverage_dither_control: with dithering the number of samples differs between pixels, and its mean is closer to the alpha;
 * without it all pixels have the same. None and all at the ends. Also with the alpha replaced by one. */
static void draw_dither(void)
{
   GLint target, mode = 0;
   GLuint fbo;
   api_require("GL_NV_alpha_to_coverage_dither_control");
   void (*control)(GLenum) = (void (*)(GLenum))eglGetProcAddress("glAlphaToCoverageDitherControlNV");
   glGetIntegerv(GL_ALPHA_TO_COVERAGE_DITHER_MODE_NV, &mode);
   api_expect("the mode at first", mode, GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV);
   control(GL_DITHER);
   api_expect_error(GL_INVALID_ENUM, "another mode");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer(GL_RGBA8));
   const GLuint program = api_program(vertex, NULL, "#version 330\nuniform float alpha; out vec4 color;\n"
                                      "void main() { color = vec4(1.0, 1.0, 1.0, alpha); }");
   const GLint alpha = glGetUniformLocation(program, "alpha");
   glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   for (unsigned k = 0; k < 4; k++) {
      const bool dither = k & 1;
      unsigned differing = 0;
      (k & 2 ? glEnable : glDisable)(GL_SAMPLE_ALPHA_TO_ONE);
      control(dither ? GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV : GL_ALPHA_TO_COVERAGE_DITHER_DISABLE_NV);
      glGetIntegerv(GL_ALPHA_TO_COVERAGE_DITHER_MODE_NV, &mode);
      api_expect("the mode", mode, dither ? GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV : GL_ALPHA_TO_COVERAGE_DITHER_DISABLE_NV);
      for (unsigned part = 0; part <= 16; part++) {
         const struct coverage c = cover_alpha(fbo, (GLuint)target, alpha, (float)part / 16);
         const double error = c.mean - part / 16.0, allowed = dither ? 0.07 : 0.251;
         differing += c.least != c.most;
         if (error < -allowed || error > allowed || (!dither && c.least != c.most) || (part % 16 == 0 && c.least != c.most))
            api_fail("mode %u: %u/16 covers %u to %u of 255, %g in the mean", k, part, c.least, c.most, c.mean);
      }
      if (dither && differing < 8)
         api_fail("mode %u: pixels differ for %u of 17 alphas", k, differing);
   }
   glDisable(GL_SAMPLE_ALPHA_TO_ONE);
   glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   glClear(GL_COLOR_BUFFER_BIT);
}

const struct api_body api_bodies_sample_alpha[] = {
   {"sample-alpha-dither", CORE, 33, 1, 0, draw_dither, NULL},
   {"sample-alpha-buffer-zero", CORE, 33, 1, 0, draw_buffer_zero, reference_buffer_zero},
   {"sample-alpha-depth", CORE, 33, 1, 0, draw_depth_alone, NULL},
   {"sample-alpha-no-image", CORE, 43, 1, 0, draw_no_image, NULL},
   {0},
};
