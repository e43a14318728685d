/* body_per_sample.c: shading of samples (OES_sample_shading, OES_sample_variables, OES_shader_multisample_interpolation; OpenGL
 * ES 3.2, 13.5): a multisampled picture whose samples differ, resolved to their average. */
#include <math.h>
#include <string.h>

#include "api_test.h"

static const GLint wanted_samples = 4;

static GLuint target, resolved;

/* A multisampled framebuffer becomes the draw framebuffer. */
static void make_samples(void)
{
   GLuint color;
   GLint bound, samples = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
   resolved = (GLuint)bound;
   glGenFramebuffers(1, &target);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, wanted_samples, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glGetIntegerv(GL_SAMPLES, &samples);
   if (samples != wanted_samples)
      api_skip("4 samples");
   glClear(GL_COLOR_BUFFER_BIT);
}

static void resolve(void)
{
   glBindFramebuffer(GL_READ_FRAMEBUFFER, target);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, resolved);
}

/* One triangle: each pixel is covered by all of its samples at once, but where an implementation cuts the triangle in two. */
static void cover(void)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Sample i of a pixel in column x writes if bit i of x is set, into the red channel; green: the mean of the samples' numbers; blue:
 * the number of samples. */
static void draw_ids(void)
{
   api_require("GL_OES_sample_variables");
   make_samples();
   api_program(vertex, NULL, "#version 300 es\n#extension GL_OES_sample_variables : require\nprecision highp float; out vec4 color;\n"
               "void main() { int bit = int(gl_FragCoord.x) >> gl_SampleID & 1;\n"
               "  bool single = gl_SampleMaskIn[0] == 1 << gl_SampleID;\n"
               "  color = vec4(float(bit), float(gl_SampleID) / 3.0, float(gl_NumSamples) / 8.0, single ? 1.0 : 0.0); }");
   cover();
   resolve();
}

static void ids(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE & 15;
      rgba[i][0] = (uint8_t)(__builtin_popcount(x) * 255 / 4.0 + 0.5);
      rgba[i][1] = rgba[i][2] = 128;
      rgba[i][3] = 255;
   }
}

/* gl_SampleMask keeps the samples of the column's bits; the shader runs once per pixel. */
static void draw_mask(void)
{
   api_require("GL_OES_sample_variables");
   make_samples();
   api_program(vertex, NULL, "#version 300 es\n#extension GL_OES_sample_variables : require\nprecision highp float; out vec4 color;\n"
               "void main() { gl_SampleMask[0] = int(gl_FragCoord.x) & 15;\n"
               "  color = vec4(1.0, gl_SampleMaskIn[0] == 15 ? 1.0 : 0.0, 0.0, 1.0); }");
   cover();
   resolve();
}

static void mask(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE & 15;
      rgba[i][0] = rgba[i][1] = rgba[i][3] = (uint8_t)(__builtin_popcount(x) * 255 / 4.0 + 0.5);
   }
}

/* The same mask without samples, where it has no effect; the number of samples is 1 then. */
static void draw_mask_single(void)
{
   api_require("GL_OES_sample_variables");
   api_program(vertex, NULL, "#version 300 es\n#extension GL_OES_sample_variables : require\nprecision highp float; out vec4 color;\n"
               "void main() { gl_SampleMask[0] = int(gl_FragCoord.x) & 15;\n"
               "  color = vec4(1.0, 0.5, gl_NumSamples == 1 && gl_SampleID == 0 ? 0.0 : 1.0, 1.0); }");
   cover();
}

static void mask_single(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[]){255, 128, 0, 255}, 4);
}

/* Each run has the position of its sample: the mean over the samples of the distance from the pixel's centre is 0, of its square
 * is not. The positions agree with gl_FragCoord. The left half is shaded for every sample, the right half for a quarter of them. */
static void draw_shading(void)
{
   GLfloat value = -1;
   api_require("GL_OES_sample_shading");
   PFNGLMINSAMPLESHADINGOESPROC min_shading = (PFNGLMINSAMPLESHADINGOESPROC)eglGetProcAddress("glMinSampleShadingOES");
   make_samples();
   glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE_OES, &value);
   if (value != 0 || glIsEnabled(GL_SAMPLE_SHADING_OES))
      api_fail("sample shading at first: %g", (double)value);
   min_shading(7);
   glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE_OES, &value);
   if (value != 1)
      api_fail("a share of 7 is clamped to %g", (double)value);
   api_program("#version 300 es\nin vec2 pos; out vec2 at; void main() { gl_Position = vec4(pos, 0.0, 1.0); at = pos * 16.0 + 16.0; }",
               NULL, "#version 300 es\nprecision highp float; in vec2 at; out vec4 color;\n"
               "void main() { vec2 d = fract(at) - 0.5; color = vec4(d * d * 4.0, dot(d, d) > 0.01 ? 1.0 : 0.0, 1.0); }");
   glEnable(GL_SAMPLE_SHADING_OES);
   api_rectangle(-1, -1, 0, 1);
   glDisable(GL_SAMPLE_SHADING_OES);
   api_rectangle(0, -1, 1, 1);
   resolve();
}

/* The standard positions for 4 samples: +-2 and +-6 sixteenths on each axis. Without sample shading the pixel's centre. */
static void shading(uint8_t rgba[API_TEXELS][4])
{
   const double square = (4 + 36) / 2.0 / 256 * 4;
   for (unsigned i = 0; i < API_TEXELS; i++) {
      if (i % API_SIZE < API_SIZE / 2) {
         rgba[i][0] = rgba[i][1] = (uint8_t)lrint(square * 255);
         rgba[i][2] = 255;
      }
      rgba[i][3] = 255;
   }
}

/* interpolateAtSample finds the positions that a `sample` input and gl_SamplePosition have; interpolateAtOffset moves by its
 * offset in pixels, upwards for positive y. */
static void draw_interpolation(void)
{
   GLfloat low = 0, high = 0;
   GLint bits = 0;
   api_require("GL_OES_shader_multisample_interpolation");
   api_require("GL_OES_sample_variables");
   make_samples();
   glGetFloatv(GL_MIN_FRAGMENT_INTERPOLATION_OFFSET_OES, &low);
   glGetFloatv(GL_MAX_FRAGMENT_INTERPOLATION_OFFSET_OES, &high);
   glGetIntegerv(GL_FRAGMENT_INTERPOLATION_OFFSET_BITS_OES, &bits);
   if (low > -0.5f || high < 0.4375f || bits < 4)
      api_fail("offsets from %g to %g, %d bits", (double)low, (double)high, bits);
   api_program("#version 300 es\n#extension GL_OES_shader_multisample_interpolation : require\n"
               "in vec2 pos; out vec2 at; sample out vec2 exact;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); at = exact = pos * 16.0 + 16.0; }", NULL,
               "#version 300 es\n#extension GL_OES_shader_multisample_interpolation : require\n"
               "#extension GL_OES_sample_variables : require\n"
               "precision highp float; in vec2 at; sample in vec2 exact; out vec4 color;\n"
               "void main() { vec2 moved = interpolateAtOffset(at, vec2(0.25, -0.375)) - interpolateAtOffset(at, vec2(0.0));\n"
               "  vec2 difference = abs(interpolateAtSample(at, gl_SampleID) - exact);\n"
               "  vec2 place = abs(fract(exact) - gl_SamplePosition);\n"
               "  color = vec4(moved + 0.5, max(difference.x, difference.y) < 0.001 ? 1.0 : 0.0,"
               " max(place.x, place.y) < 0.001 ? 1.0 : 0.0); }");
   cover();
   resolve();
}

static void interpolation(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      rgba[i][0] = 191;
      rgba[i][1] = 32;
      rgba[i][2] = rgba[i][3] = 255;
   }
}

/* OpenGL 4.6, 14.3.1.1: with GL_MULTISAMPLE disabled sample shading has no effect, and the shader sees one sample, in the pixel's centre. */
static void draw_off(void)
{
   make_samples();
   api_program("#version 400\nin vec2 pos; sample out vec2 at;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); at = pos * 16.0 + 16.0; }", NULL,
               "#version 400\nsample in vec2 at; layout(location = 0) out vec4 color;\n"
               "void main() { vec2 centre = abs(fract(at) - 0.5);\n"
               "  color = vec4(gl_SampleID == 0, gl_SampleMaskIn[0] == 1, gl_SamplePosition == vec2(0.5),"
               " max(centre.x, centre.y) < 0.001); }");
   glDisable(GL_MULTISAMPLE);
   glEnable(GL_SAMPLE_SHADING);
   glMinSampleShading(1);
   cover();
   resolve();
}

static void off(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 255, API_TEXELS * 4);
}

const struct api_body api_bodies_per_sample[] = {
   {"per-sample-ids", GLES, 30, 1, 0, draw_ids, ids},
   {"per-sample-mask", GLES, 30, 1, API_SIZE, draw_mask, mask},
   {"per-sample-mask-single", GLES, 30, 1, 0, draw_mask_single, mask_single},
   {"per-sample-shading", GLES, 30, 2, 0, draw_shading, shading},
   {"per-sample-off", CORE, 40, 0, 0, draw_off, off},
   {"per-sample-interpolation", GLES, 30, 1, 0, draw_interpolation, interpolation},
   {0},
};
