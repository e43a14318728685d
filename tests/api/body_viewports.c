/* body_viewports.c: ARB_viewport_array, ARB_fragment_layer_viewport and ARB_shader_viewport_layer_array on OpenGL 3.3: viewports,
 * scissor boxes and depth ranges by index, chosen by geometry and vertex shaders. */
#include <string.h>

#include "api_test.h"

/* ---- viewports of 16 squares ---------------------------------------------------------------------------------------------- */

/* Viewport i is square i of 4 x 4, each of 8 x 8 texels. */
static GLfloat left_of(unsigned i) { return (GLfloat)(i % 4 * 8); }
static GLfloat bottom_of(unsigned i) { return (GLfloat)(i / 4 * 8); }

static void set_viewports(void)
{
   GLfloat viewports[16][4];
   GLdouble ranges[16][2];
   for (unsigned i = 0; i < 16; i++) {
      memcpy(viewports[i], (GLfloat[4]){left_of(i), bottom_of(i), 8, 8}, sizeof(viewports[i]));
      memcpy(ranges[i], (GLdouble[2]){i / 16.0, (15 - i) / 16.0}, sizeof(ranges[i]));
   }
   glViewportArrayv(0, 16, viewports[0]);
   glDepthRangeArrayv(0, 16, ranges[0]);
   /* By the commands for one viewport. */
   glViewportIndexedf(5, left_of(5) + 2, bottom_of(5) + 1, 5, 6);
   glViewportIndexedfv(6, (GLfloat[4]){left_of(6), bottom_of(6), 3, 4});
   glDepthRangeIndexed(7, 0.25, 0.75);
   /* Odd viewports have scissor tests; box i leaves out a column on the left and i / 4 rows at the top. */
   GLint boxes[16][4];
   for (unsigned i = 0; i < 16; i++)
      memcpy(boxes[i], (GLint[4]){(GLint)left_of(i) + 1, (GLint)bottom_of(i), 7, 8 - (GLint)i / 4}, sizeof(boxes[i]));
   glScissorArrayv(0, 16, boxes[0]);
   glScissorIndexed(1, 8, 0, 2, 2);
   glScissorIndexedv(3, (GLint[4]){24, 3, 8, 2});
   for (GLuint i = 1; i < 16; i += 2)
      glEnablei(GL_SCISSOR_TEST, i);
   for (GLuint i = 0; i < 16; i++)
      if (glIsEnabledi(GL_SCISSOR_TEST, i) != (i & 1))
         api_fail("scissor test %u", i);
}

static bool inside(unsigned i, unsigned x, unsigned y)
{
   const unsigned u = x % 8, v = y % 8;
   if (i == 5 && (u < 2 || u >= 7 || v < 1 || v >= 7))
      return false;
   if (i == 6 && (u >= 3 || v >= 4))
      return false;
   if (i == 1)
      return u < 2 && v < 2;
   if (i == 3)
      return v == 3 || v == 4;
   return !(i & 1) || (u >= 1 && v < 8 - i / 4);
}

/* Depth 0 in clip coordinates is the middle of the range; the second half of the primitives lies at 0.5. */
static void reference_squares(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const unsigned i = y / 8 * 4 + x / 8;
         double n = i / 16.0, f = (15 - i) / 16.0;
         if (i == 7) {
            n = 0.25;
            f = 0.75;
         }
         if (inside(i, x, y)) {
            uint8_t *texel = rgba[y * API_SIZE + x];
            texel[0] = (uint8_t)(i * 16);
            texel[1] = (uint8_t)((n + (f - n) * 0.75) * 255 + 0.5);
            texel[2] = (uint8_t)(255 - i * 16);
            texel[3] = 255;
         }
      }
}

static void draw_geometry(void)
{
   static const char vs[] = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }";
   static const char gs[] = "#version 330 core\n#extension GL_ARB_viewport_array : require\n"
      "layout(points) in; layout(triangle_strip, max_vertices = 64) out; flat out float which;\n"
      "void main() { for (int i = 0; i < 16; i++) { for (int n = 0; n < 4; n++) {\n"
      "  which = float(i); gl_ViewportIndex = i;\n"
      "  gl_Position = vec4(float(n & 1) * 2.0 - 1.0, float(n & 2) - 1.0, 0.5, 1.0); EmitVertex(); } EndPrimitive(); } }";
   static const char fs[] = "#version 330 core\nflat in float which; out vec4 color;\n"
      "void main() { color = vec4(which * 16.0 / 255.0, gl_FragCoord.z, 1.0 - which * 16.0 / 255.0, 1.0); }";
   api_require("GL_ARB_viewport_array");
   api_program(vs, gs, fs);
   api_vertices("", 1);
   set_viewports();
   glDrawArrays(GL_POINTS, 0, 1);
}

/* The vertex shader chooses, and the fragment shader reads the choice. */
static void draw_vertex(void)
{
   static const char vs[] = "#version 430 core\n#extension GL_ARB_shader_viewport_layer_array : require\n"
      "void main() { gl_ViewportIndex = gl_InstanceID;\n"
      "  gl_Position = vec4(float(gl_VertexID & 1) * 2.0 - 1.0, float(gl_VertexID & 2) - 1.0, 0.5, 1.0); }";
   static const char fs[] = "#version 430 core\n#extension GL_ARB_fragment_layer_viewport : require\nout vec4 color;\n"
      "void main() { float which = float(gl_ViewportIndex) * 16.0 / 255.0;\n"
      "  color = vec4(which, gl_FragCoord.z, 1.0 - which, gl_Layer == 0 ? 1.0 : 0.5); }";
   api_require("GL_ARB_shader_viewport_layer_array");
   api_require("GL_ARB_fragment_layer_viewport");
   api_program(vs, NULL, fs);
   api_vertices("", 1);
   set_viewports();
   glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 16);
}

/* ---- values --------------------------------------------------------------------------------------------------------------- */

static void expect_floats(GLenum pname, GLuint index, unsigned count, const GLfloat *wanted)
{
   GLfloat value[4] = {-1, -1, -1, -1};
   glGetFloati_v(pname, index, value);
   api_expect_error(GL_NO_ERROR, "glGetFloati_v");
   for (unsigned i = 0; i < count; i++)
      if (value[i] != wanted[i])
         api_fail("value %u of 0x%x, index %u: %g, not %g", i, pname, index, (double)value[i], (double)wanted[i]);
}

static void draw_values(void)
{
   GLfloat bounds[2];
   GLint viewports = 0, bits = -1, dims[2], integers[4];
   GLdouble range[2];
   api_require("GL_ARB_viewport_array");
   glGetIntegerv(GL_MAX_VIEWPORTS, &viewports);
   glGetIntegerv(GL_VIEWPORT_SUBPIXEL_BITS, &bits);
   glGetFloatv(GL_VIEWPORT_BOUNDS_RANGE, bounds);
   glGetIntegerv(GL_MAX_VIEWPORT_DIMS, dims);
   api_expect_error(GL_NO_ERROR, "limits");
   if (viewports < 16 || bits < 0 || bounds[0] > -16384 || bounds[1] < 16383)
      api_fail("limits: %d viewports, %d bits, from %g to %g", viewports, bits, (double)bounds[0], (double)bounds[1]);
   /* A command without index sets all; values are clamped. */
   glViewport(1, 2, 30, 40);
   expect_floats(GL_VIEWPORT, 15, 4, (GLfloat[4]){1, 2, 30, 40});
   glViewportIndexedf(3, 1.25f, -2.5f, 10.75f, 11);
   expect_floats(GL_VIEWPORT, 3, 4, (GLfloat[4]){1.25f, -2.5f, 10.75f, 11});
   expect_floats(GL_VIEWPORT, 2, 4, (GLfloat[4]){1, 2, 30, 40});
   glGetIntegeri_v(GL_VIEWPORT, 3, integers);
   if (integers[0] != 1 || integers[2] != 11 || integers[3] != 11)
      api_fail("a viewport as integers: %d, %d x %d", integers[0], integers[2], integers[3]);
   glViewportIndexedf(0, -1e9f, 1e9f, 1e9f, 1e9f);
   expect_floats(GL_VIEWPORT, 0, 4, (GLfloat[4]){bounds[0], bounds[1], (GLfloat)dims[0], (GLfloat)dims[1]});
   glDepthRange(0.125, 0.5);
   glDepthRangeIndexed(4, -3, 7);
   glGetDoublei_v(GL_DEPTH_RANGE, 4, range);
   if (range[0] != 0 || range[1] != 1)
      api_fail("a clamped depth range: %g to %g", range[0], range[1]);
   glGetDoublei_v(GL_DEPTH_RANGE, 5, range);
   if (range[0] != 0.125 || range[1] != 0.5)
      api_fail("a depth range: %g to %g", range[0], range[1]);
   glScissor(3, 4, 5, 6);
   glScissorIndexed(9, -1, -2, 0, 7);
   expect_floats(GL_SCISSOR_BOX, 9, 4, (GLfloat[4]){-1, -2, 0, 7});
   expect_floats(GL_SCISSOR_BOX, 10, 4, (GLfloat[4]){3, 4, 5, 6});
   glEnable(GL_SCISSOR_TEST);
   glDisablei(GL_SCISSOR_TEST, 0);
   if (glIsEnabled(GL_SCISSOR_TEST) || !glIsEnabledi(GL_SCISSOR_TEST, 15))
      api_fail("scissor tests");
   glEnablei(GL_SCISSOR_TEST, 7);
   glDisable(GL_SCISSOR_TEST);
   if (glIsEnabledi(GL_SCISSOR_TEST, 7))
      api_fail("glDisable leaves the scissor test of viewport 7 enabled");
   api_expect_error(GL_NO_ERROR, "setters");
}

/* ---- clears ------------------------------------------------------------------------------------------------------------------ */

/* GL 4.6, 17.4.3: the scissor test of viewport 0 applies to clears, those of others do not. */
static void draw_clear(void)
{
   api_require("GL_ARB_viewport_array");
   glScissorIndexed(0, 4, 5, 6, 7);
   glScissorIndexed(1, 0, 0, 1, 1);
   glEnablei(GL_SCISSOR_TEST, 1);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnablei(GL_SCISSOR_TEST, 0);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void reference_clear(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const bool in = x >= 4 && x < 10 && y >= 5 && y < 12;
         memcpy(rgba[y * API_SIZE + x], in ? (uint8_t[4]){0, 255, 0, 255} : (uint8_t[4]){0, 0, 255, 255}, 4);
      }
}

/* ---- viewports whose edges are not those of pixels ------------------------------------------------------------------------- */

static const GLfloat fractional[][4] = {
   {10.25f, 0.25f, 20, 20}, {10.75f, 2.25f, 5, 5}, {3.6f, 3.6f, 4.6f, 4.6f}, {0.4f, 0.6f, 8, 8}, {1.9f, 1.1f, 0.3f, 0.3f},
   {-3.7f, -2.2f, 9.5f, 30}, {20.3f, 11.9f, 40, 40}, {5, 6, 7, 8},
};

/* One or two triangles larger than the viewport are clipped to it. */
static void draw_large(const GLfloat viewport[4], GLuint framebuffer, bool is_quad)
{
   static const GLfloat corners[] = {-3, -3, 9, -3, -3, 9, -3, -3, 9, -3, -3, 9, 9, -3, 9, 9, -3, 9};
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glClear(GL_COLOR_BUFFER_BIT);
   glViewportIndexedf(0, viewport[0], viewport[1], viewport[2], viewport[3]);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, is_quad ? 3 : 0, is_quad ? 6 : 3);
}

/* OpenGL 4.6, 13.7 and 14.6: of single-sampled targets the pixels whose centres are inside, of others the samples. */
static void draw_fractional(GLint samples)
{
   static uint8_t got[API_TEXELS][4];
   GLint resolved, before[4], real = 0;
   GLuint target, color;
   GLfloat at[16][2] = {{0.5f, 0.5f}};
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &resolved);
   glGetIntegerv(GL_VIEWPORT, before);
   glGenFramebuffers(1, &target);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glGetIntegerv(GL_SAMPLES, &real);
   if (real != samples)
      api_skip("this number of samples");
   for (GLint i = 0; i < samples; i++)
      glGetMultisamplefv(GL_SAMPLE_POSITION, (GLuint)i, at[i]);
   api_program("#version 410 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 410 core\nout vec4 color; void main() { color = vec4(1.0); }");
   for (unsigned k = 0; k < 2 * sizeof(fractional) / sizeof(fractional[0]); k++) {
      const GLfloat *v = fractional[k / 2];
      draw_large(v, target, k & 1);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)resolved);
      glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)resolved);
      glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
      for (int i = 0; i < API_TEXELS; i++) {
         const unsigned count = samples ? (unsigned)samples : 1;
         unsigned inside = 0;
         for (unsigned s = 0; s < count; s++) {
            const float x = (float)(i % API_SIZE) + at[s][0], y = (float)(i / API_SIZE) + at[s][1];
            inside += x > v[0] && x < v[0] + v[2] && y > v[1] && y < v[1] + v[3];
         }
         const int wanted = (int)(inside * 255.0f / (float)count + 0.5f), is = got[i][0];
         if (is < wanted - 1 || is > wanted + 1)
            api_fail("viewport %g, %g, %g x %g: pixel %d, %d is %d, not %d", (double)v[0], (double)v[1], (double)v[2],
                     (double)v[3], i % API_SIZE, i / API_SIZE, is, wanted);
      }
   }
   api_checked();
   glViewport(before[0], before[1], before[2], before[3]);
}

static void draw_fractional_1(void) { draw_fractional(0); }
static void draw_fractional_4(void) { draw_fractional(4); }
static void draw_fractional_8(void) { draw_fractional(8); }

const struct api_body api_bodies_viewports[] = {
   {"viewports-geometry", CORE, 33, 1, 0, draw_geometry, reference_squares},
   {"viewports-vertex", CORE, 43, 1, 0, draw_vertex, reference_squares},
   {"viewports-values", CORE, 33, 0, 0, draw_values, NULL},
   {"viewports-clear", CORE, 33, 0, 0, draw_clear, reference_clear},
   {"viewports-fractional", CORE, 41, 0, 0, draw_fractional_1, NULL},
   {"viewports-fractional-4", CORE, 41, 0, 0, draw_fractional_4, NULL},
   {"viewports-fractional-8", CORE, 41, 0, 0, draw_fractional_8, NULL},
   {0},
};
