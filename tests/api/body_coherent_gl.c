/* body_coherent_gl.c: fragment shaders of OpenGL that read what earlier primitives of the same draw wrote: modes that OpenGL ES lacks,
 * both provoking vertices, strips of geometry shaders, gl_LastFragData of GLSL 1.20, blending. Every triangle, quad and polygon
 * covers the viewport, every line a row of it, so that only the order of primitives and their vertices decide a texel. */
#include <string.h>

#include "api_desktop.h"

#define FETCH "GL_EXT_shader_framebuffer_fetch"
#define ENABLE "#extension " FETCH " : require\n"

enum { QUADS = 7, QUAD_STRIP, POLYGON, LINES_ADJACENCY, LINE_STRIP_ADJACENCY, TRIANGLES_ADJACENCY, TRIANGLE_STRIP_ADJACENCY };
enum { SIZE = 8, ROW = 3, VERTICES = 24, PERIOD = 12 /* of all corners */, INSTANCES = 2,
        RESTART = 0xffff, FIRST_CONVENTION = 0x8E4D, LAST_CONVENTION = 0x8E4E };

static void provoke(bool first)
{
   ((void (*)(GLenum))eglGetProcAddress("glProvokingVertex"))(first ? FIRST_CONVENTION : LAST_CONVENTION);
}

/* Binds a framebuffer of SIZE x SIZE texels of RGBA8UI, cleared to zero, and returns the framebuffer before. */
static GLuint integer_target(void)
{
   GLint outer = 0;
   GLuint texture, framebuffer;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8UI, SIZE, SIZE);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearBufferuiv(GL_COLOR, 0, (const GLuint[]){ 0, 0, 0, 0 });
   glViewport(0, 0, SIZE, SIZE);
   return (GLuint)outer;
}

static void expect_texels(const char *what, bool line, const uint8_t wanted[4])
{
   uint8_t got[SIZE][SIZE][4];
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, got);
   for (unsigned i = 0; i < SIZE * SIZE; i++) {
      const uint8_t *texel = got[i / SIZE][i % SIZE], none[4] = { 0 };
      if (memcmp(texel, line && i / SIZE != ROW ? none : wanted, 4))
         api_fail("%s: texel %u is %u %u %u %u, not %u %u %u %u", what, i, texel[0], texel[1], texel[2], texel[3], wanted[0], wanted[1],
                  wanted[2], wanted[3]);
   }
   api_checked();
}

/* ---- modes ------------------------------------------------------------------------------------------------------------------ */

/* A mode, and primitive i of it (OpenGL 4.6 compatibility, tables 10.1 and 13.2): it begins at vertex i * step, the first one needs
 * `least` vertices, and provoking are those at `first` or `last` after its begin. */
struct mode { GLenum mode; const char *name; bool line; unsigned step, least, first, last; };
static const struct mode modes[] = {
   { GL_TRIANGLES, "triangles", false, 3, 3, 0, 2 },
   { GL_TRIANGLE_STRIP, "triangle strip", false, 1, 3, 0, 2 },
   { QUADS, "quads", false, 4, 4, 0, 3 },
   { QUAD_STRIP, "quad strip", false, 2, 4, 0, 3 },
   { POLYGON, "polygon", false, 1, 3, 0, 0 },
   { LINES_ADJACENCY, "lines with adjacency", true, 4, 4, 1, 2 },
   { LINE_STRIP_ADJACENCY, "line strip with adjacency", true, 1, 4, 1, 2 },
   { TRIANGLES_ADJACENCY, "triangles with adjacency", false, 6, 6, 0, 4 },
   { TRIANGLE_STRIP_ADJACENCY, "triangle strip with adjacency", false, 2, 6, 0, 4 },
};

/* Corners of a triangle or of a quad over the viewport, or ends of a row; vertices between those of a primitive lie elsewhere. */
static void place(const struct mode *m, GLfloat xy[VERTICES][2])
{
   static const GLfloat triangle[3][2] = { { -1, -1 }, { 3, -1 }, { -1, 3 } };
   static const GLfloat quad[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }, strip[4][2] = { { -1, -1 }, { -1, 1 }, { 1, -1 },
                                                                                                    { 1, 1 } };
   const bool spread = m->mode == TRIANGLES_ADJACENCY || m->mode == TRIANGLE_STRIP_ADJACENCY;
   for (unsigned i = 0; i < VERTICES; i++) {
      const GLfloat ends[2] = { i % 2 ? 1.5f : -1.5f, (ROW + 0.5f) * 2 / SIZE - 1 };
      const GLfloat *at = m->line ? ends : m->mode == QUADS ? quad[i % 4] : m->mode == QUAD_STRIP ? strip[i % 4]
                        : m->mode == POLYGON ? quad[i % PERIOD < 3 ? i % PERIOD : 3] : triangle[i / (spread ? 2 : 1) % 3];
      memcpy(xy[i], at, sizeof xy[i]);
   }
}

static unsigned value_of(unsigned vertex, unsigned instance) { return vertex * 7 + 1 + instance * 50; }

/* The texel after the primitives of a run: c = c * 5 + value of the provoking vertex. */
static void shade_run(const struct mode *m, const GLushort *index, unsigned count, unsigned instance, bool first, bool quads_follow,
                      unsigned *primitive_id, uint8_t c[4])
{
   for (unsigned i = 0; count >= m->least && i <= (m->mode == POLYGON ? 0 : (count - m->least) / m->step); i++) {
      const unsigned begin = i * m->step, odd = i % 2;
      unsigned provoking = begin + m->first;
      bool front = true;
      if (m->mode == QUADS || m->mode == QUAD_STRIP ? !first || !quads_follow : !first)
         provoking = begin + m->last;
      if (m->mode == GL_TRIANGLE_STRIP || m->mode == TRIANGLE_STRIP_ADJACENCY)
         front = !odd; /* corners of consecutive triangles turn the same way, and odd ones are turned over */
      if (m->mode == QUAD_STRIP)
         front = odd;
      const unsigned v = value_of(index[provoking], instance), add[4] = { v, v * 3, front, *primitive_id };
      for (unsigned k = 0; k < 4; k++)
         c[k] = (uint8_t)(c[k] * 5 + add[k]);
      ++*primitive_id;
   }
}

static const char mode_vertex[] = "#version 330\nlayout(location = 0) in vec2 pos; flat out uint v;\n"
   "void main() { gl_Position = vec4(pos, 0.0, 1.0); v = uint(gl_VertexID * 7 + 1 + gl_InstanceID * 50); }";
static const char mode_fragment[] = "#version 330\n" ENABLE "flat in uint v; inout uvec4 c;\n"
   "void main() { c = (c * 5u + uvec4(v, v * 3u, gl_FrontFacing ? 1u : 0u, uint(gl_PrimitiveID))) & 255u; }";

static void draw_mode(const struct mode *m, bool first)
{
   enum { LONG = 13, SHORT = 7 };
   GLushort index[LONG + 1 + SHORT];
   GLfloat xy[VERTICES][2];
   GLuint buffer;
   GLboolean follow = GL_TRUE;
   uint8_t wanted[4] = { 0 };
   for (unsigned i = 0; i < LONG + 1 + SHORT; i++)
      index[i] = (GLushort)(i == LONG ? RESTART : i < LONG ? i : i - LONG - 1 + PERIOD);
   if (m->mode >= QUADS && m->mode <= POLYGON)
      glGetBooleanv(0x8E4C /* GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION */, &follow);
   place(m, xy);
   api_vertices(xy, sizeof xy);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof index, index, GL_STATIC_DRAW);
   provoke(first);
   glClearBufferuiv(GL_COLOR, 0, (const GLuint[]){ 0, 0, 0, 0 });
   glDrawElementsInstanced(m->mode, LONG + 1 + SHORT, GL_UNSIGNED_SHORT, NULL, INSTANCES);
   api_expect_error(GL_NO_ERROR, m->name);
   for (unsigned instance = 0; instance < INSTANCES; instance++) {
      unsigned id = 0;
      shade_run(m, index, LONG, instance, first, follow, &id, wanted);
      shade_run(m, index + LONG + 1, SHORT, instance, first, follow, &id, wanted);
   }
   expect_texels(m->name, m->line, wanted);
   provoke(false);
}

static void draw_modes(bool legacy)
{
   api_require(FETCH);
   const GLuint outer = integer_target();
   api_program(mode_vertex, NULL, mode_fragment);
   glEnable(0x8F9D /* GL_PRIMITIVE_RESTART */);
   desktop.PrimitiveRestartIndex(RESTART);
   for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
      if (!legacy && modes[i].mode >= QUADS && modes[i].mode <= POLYGON)
         continue;
      draw_mode(&modes[i], false);
      draw_mode(&modes[i], true);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
}

static void draw_core_modes(void) { draw_modes(false); }
static void draw_legacy_modes(void) { draw_modes(true); }

/* ---- geometry shaders ------------------------------------------------------------------------------------------------------- */

/* A strip of four triangles over the viewport from each of two points. */
static void draw_strips(void)
{
   static const char vertex[] = "#version 330\nvoid main() { gl_Position = vec4(0.0); }";
   static const char geometry[] = "#version 330\nlayout(points) in; layout(triangle_strip, max_vertices = 6) out; flat out uint v;\n"
      "void main() { for (int i = 0; i < 6; i++) {\n"
      "  gl_Position = vec4(i % 3 == 1 ? 3.0 : -1.0, i % 3 == 2 ? 3.0 : -1.0, 0.0, 1.0);\n"
      "  v = uint(i * 7 + 1 + gl_PrimitiveIDIn * 50); gl_PrimitiveID = i * 3 + gl_PrimitiveIDIn; EmitVertex(); } }";
   api_require(FETCH);
   const GLuint outer = integer_target();
   api_program(vertex, geometry, mode_fragment);
   api_vertices("", 1);
   for (unsigned first = 0; first < 2; first++) {
      uint8_t wanted[4] = { 0 };
      provoke(first);
      glClearBufferuiv(GL_COLOR, 0, (const GLuint[]){ 0, 0, 0, 0 });
      glDrawArrays(GL_POINTS, 0, 2);
      for (unsigned i = 0; i < 8; i++) {
         const unsigned vertex_of = i % 4 + (first ? 0 : 2), v = value_of(vertex_of, i / 4);
         const unsigned add[4] = { v, v * 3, i % 2 == 0, vertex_of * 3 + i / 4 };
         for (unsigned k = 0; k < 4; k++)
            wanted[k] = (uint8_t)(wanted[k] * 5 + add[k]);
      }
      expect_texels(first ? "strip, first vertex" : "strip, last vertex", false, wanted);
   }
   provoke(false);
   api_expect_error(GL_NO_ERROR, "strips of geometry shaders");
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
}

/* ---- GLSL 1.20, and blending ------------------------------------------------------------------------------------------------ */

/* Two rectangles over the picture, of the colours 0.5, 0.25, 1 and 0.75, 0.5, 0.25. */
static void draw_rectangles(void)
{
   static const GLfloat color[2][3] = { { 0.5f, 0.25f, 1 }, { 0.75f, 0.5f, 0.25f } };
   GLfloat data[12][5];
   for (unsigned i = 0; i < 12; i++) {
      const unsigned corner = i % 6 < 3 ? i % 3 : 5 - i % 6 + 1; /* 0 1 2, 3 2 1 */
      data[i][0] = corner % 2 ? 1 : -1;
      data[i][1] = corner / 2 ? 1 : -1;
      memcpy(data[i] + 2, color[i / 6], sizeof color[0]);
   }
   api_vertices(data, sizeof data);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof data[0], NULL);
   glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof data[0], (const void *)8);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(GL_TRIANGLES, 0, 12);
   glDisableVertexAttribArray(1);
}

static void fill(uint8_t rgba[API_TEXELS][4], double r, double g, double b)
{
   const double c[3] = { r, g, b };
   for (unsigned i = 0; i < API_TEXELS; i++) {
      for (unsigned k = 0; k < 3; k++)
         rgba[i][k] = (uint8_t)(c[k] * 255 + 0.5);
      rgba[i][3] = 255;
   }
}

static void draw_last_frag_data(void)
{
   api_require(FETCH);
   api_program("#version 120\nattribute vec2 pos; attribute vec3 val; varying vec3 color;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); color = val; }", NULL,
               "#version 120\n" ENABLE "varying vec3 color;\n"
               "void main() { gl_FragColor = vec4(1.0 - mix(gl_LastFragData[0].rgb, color, 0.5), 1.0); }");
   draw_rectangles();
   api_expect_error(GL_NO_ERROR, "gl_LastFragData");
}

/* 1 - (1 - (0 + s) / 2 + t) / 2 */
static void last_frag_data_reference(uint8_t rgba[API_TEXELS][4])
{
   fill(rgba, 0.25, 0.3125, 0.625);
}

static void draw_blend(void)
{
   api_require("GL_KHR_blend_equation_advanced_coherent");
   if (!glIsEnabled(GL_BLEND_ADVANCED_COHERENT_KHR))
      api_fail("GL_BLEND_ADVANCED_COHERENT_KHR is not enabled initially");
   api_program("#version 330\nlayout(location = 0) in vec2 pos; layout(location = 1) in vec3 val; out vec3 color;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); color = val; }", NULL,
               "#version 330\n#extension GL_KHR_blend_equation_advanced : require\n"
               "layout(blend_support_exclusion) out; in vec3 color; out vec4 c; void main() { c = vec4(color, 1.0); }");
   glEnable(GL_BLEND);
   glBlendEquation(GL_EXCLUSION);
   draw_rectangles();
   glDisable(GL_BLEND);
   glBlendEquation(GL_FUNC_ADD);
   api_expect_error(GL_NO_ERROR, "coherent blending");
}

/* s + t - 2 s t of both colours */
static void blend_reference(uint8_t rgba[API_TEXELS][4])
{
   fill(rgba, 0.5, 0.5, 0.75);
}

const struct api_body api_bodies_coherent_gl[] = {
   { "core-coherent-modes", CORE, 33, 0, 0, draw_core_modes },
   { "compat-coherent-modes", COMPATIBILITY, 33, 0, 0, draw_legacy_modes },
   { "core-coherent-strips", CORE, 33, 0, 0, draw_strips },
   { "compat-coherent-last-frag-data", COMPATIBILITY, 21, 2, 0, draw_last_frag_data, last_frag_data_reference },
   { "core-coherent-blend", CORE, 33, 2, 0, draw_blend, blend_reference },
   { NULL },
};
