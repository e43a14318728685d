/* body_gpu_shader4_lookups.c: each texture function of EXT_gpu_shader4, of each sampler type, in fragment and vertex shaders. A texel of an
 * image has its place and level as its value; of a depth image they are one number, which the reference value equals. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GLSL "#version 110\n#extension GL_EXT_gpu_shader4 : require\n"

/* Coordinates of texel n of eight, or of four, at the lower left pixel of a cell; the next pixel has the next texel. */
#define FRAGMENT_COORDINATES "#define X(n) ((float(n) + gl_FragCoord.x - org.x) / 8.0)\n#define Y(n) ((float(n) + gl_FragCoord.y - org.y) / 4.0)\n"
#define VERTEX_COORDINATES "#define X(n) ((float(n) + 0.5) / 8.0)\n#define Y(n) ((float(n) + 0.5) / 4.0)\n"

enum { BIAS = 1, LOD = 2, GRAD = 4, OFFSET = 8, MAX_CALLS = 48 };

/* A texture target. Levels are 8 (x 4 (x 4)) texels, those of cube maps 8 x 8. coordinate: of texel `place` of level 0; it is texel
 * `below` of level 1. `offset` is the offset's value, `step` what it adds to a place. grad: derivatives of level 1. proj: the coordinates
 * times two with a last component of 2. */
struct dim {
   const char *name;
   GLenum target;
   unsigned size[3], arrayed, has;
   const char *coordinate, *proj[2], *grad, *offset, *fetch, *fetch_below;
   unsigned place[3], below[3];
   int step[3];
   GLenum type[3], shadow_type; /* of GetActiveUniform: float, int, unsigned */
   const char *shadow, *shadow_proj;
   unsigned shadow_has;
};

static const struct dim dims[] = {
   {"1D", GL_TEXTURE_1D, {8, 1, 1}, 0, BIAS | LOD | GRAD | OFFSET, "X(2)", {"vec2(X(2), 1.0) * 2.0", "vec4(X(2), 9.0, 9.0, 1.0) * 2.0"},
    "0.25, 0.0", "1", "2", "1", {2, 0, 0}, {1, 0, 0}, {1, 0, 0}, {GL_SAMPLER_1D, GL_INT_SAMPLER_1D_EXT, GL_UNSIGNED_INT_SAMPLER_1D_EXT},
    GL_SAMPLER_1D_SHADOW, "vec3(X(2), 9.0, R)", "vec4(X(2), 9.0, R, 1.0) * 2.0", BIAS | LOD | GRAD | OFFSET},
   {"2D", GL_TEXTURE_2D, {8, 4, 1}, 0, BIAS | LOD | GRAD | OFFSET, "vec2(X(2), Y(2))",
    {"vec3(X(2), Y(2), 1.0) * 2.0", "vec4(X(2), Y(2), 9.0, 1.0) * 2.0"}, "vec2(0.25, 0.0), vec2(0.0, 0.5)", "ivec2(1, -1)", "ivec2(2, 2)",
    "ivec2(1, 1)", {2, 2, 0}, {1, 1, 0}, {1, -1, 0}, {GL_SAMPLER_2D, GL_INT_SAMPLER_2D_EXT, GL_UNSIGNED_INT_SAMPLER_2D_EXT},
    GL_SAMPLER_2D_SHADOW, "vec3(X(2), Y(2), R)", "vec4(X(2), Y(2), R, 1.0) * 2.0", BIAS | LOD | GRAD | OFFSET},
   {"3D", GL_TEXTURE_3D, {8, 4, 4}, 0, BIAS | LOD | GRAD | OFFSET, "vec3(X(2), Y(2), 0.375)", {"vec4(X(2), Y(2), 0.375, 1.0) * 2.0", NULL},
    "vec3(0.25, 0.0, 0.0), vec3(0.0, 0.5, 0.0)", "ivec3(1, -1, 1)", "ivec3(2, 2, 1)", "ivec3(1, 1, 0)", {2, 2, 1}, {1, 1, 0}, {1, -1, 1},
    {GL_SAMPLER_3D, GL_INT_SAMPLER_3D_EXT, GL_UNSIGNED_INT_SAMPLER_3D_EXT}, 0, NULL, NULL, 0},
   {"Cube", GL_TEXTURE_CUBE_MAP, {8, 8, 1}, 0, BIAS | LOD | GRAD, "vec3(1.0, 1.0 - Y(2), 1.0 - 2.0 * X(2))", {NULL, NULL},
    "vec3(0.0, 0.0, 0.5), vec3(0.0, 0.5, 0.0)", NULL, NULL, NULL, {2, 2, 0}, {1, 1, 0}, {0, 0, 0},
    {GL_SAMPLER_CUBE, GL_INT_SAMPLER_CUBE_EXT, GL_UNSIGNED_INT_SAMPLER_CUBE_EXT}, GL_SAMPLER_CUBE_SHADOW_EXT,
    "vec4(1.0, 1.0 - Y(2), 1.0 - 2.0 * X(2), R)", NULL, GRAD},
   {"1DArray", GL_TEXTURE_1D_ARRAY, {8, 4, 1}, 1, BIAS | LOD | GRAD | OFFSET, "vec2(X(2), 3.0)", {NULL, NULL}, "0.25, 0.0", "1", "ivec2(2, 3)",
    "ivec2(1, 3)", {2, 3, 0}, {1, 3, 0}, {1, 0, 0},
    {GL_SAMPLER_1D_ARRAY_EXT, GL_INT_SAMPLER_1D_ARRAY_EXT, GL_UNSIGNED_INT_SAMPLER_1D_ARRAY_EXT}, GL_SAMPLER_1D_ARRAY_SHADOW_EXT,
    "vec3(X(2), 3.0, R)", NULL, BIAS | LOD | GRAD | OFFSET},
   {"2DArray", GL_TEXTURE_2D_ARRAY, {8, 4, 4}, 2, BIAS | LOD | GRAD | OFFSET, "vec3(X(2), Y(2), 3.0)", {NULL, NULL},
    "vec2(0.25, 0.0), vec2(0.0, 0.5)", "ivec2(1, -1)", "ivec3(2, 2, 3)", "ivec3(1, 1, 3)", {2, 2, 3}, {1, 1, 3}, {1, -1, 0},
    {GL_SAMPLER_2D_ARRAY_EXT, GL_INT_SAMPLER_2D_ARRAY_EXT, GL_UNSIGNED_INT_SAMPLER_2D_ARRAY_EXT}, GL_SAMPLER_2D_ARRAY_SHADOW_EXT,
    "vec4(X(2), Y(2), 3.0, R)", NULL, GRAD | OFFSET},
   {"2DRect", GL_TEXTURE_RECTANGLE, {8, 4, 1}, 0, GRAD | OFFSET, "vec2(X(2) * 8.0, Y(2) * 4.0)",
    {"vec3(X(2) * 8.0, Y(2) * 4.0, 1.0) * 2.0", "vec4(X(2) * 8.0, Y(2) * 4.0, 9.0, 1.0) * 2.0"}, "vec2(1.0, 0.0), vec2(0.0, 1.0)",
    "ivec2(1, -1)", "ivec2(2, 2)", NULL, {2, 2, 0}, {2, 2, 0}, {1, -1, 0},
    {GL_SAMPLER_2D_RECT_ARB, GL_INT_SAMPLER_2D_RECT_EXT, GL_UNSIGNED_INT_SAMPLER_2D_RECT_EXT}, GL_SAMPLER_2D_RECT_SHADOW_ARB,
    "vec3(X(2) * 8.0, Y(2) * 4.0, R)", "vec4(X(2) * 8.0, Y(2) * 4.0, R, 1.0) * 2.0", GRAD | OFFSET},
};

/* The number that is the depth of a texel: reference values between 0 and 1 times 256, without rounding. */
static unsigned depth_of(const struct dim *d, const unsigned place[3], unsigned level)
{
   return place[0] + 8 * place[1] + (d->target == GL_TEXTURE_2D_ARRAY ? 32 : 0) * place[2] + 128 * level + 1;
}

/* ---- textures ---------------------------------------------------------------------------------------------------------------------- */

enum kind { FLOAT, INT, UNSIGNED, DEPTH };

static void image(const struct dim *d, GLenum target, enum kind kind, unsigned level, const unsigned size[3])
{
   static const GLint formats[4] = {GL_RGBA32F, GL_RGBA8I, GL_RGBA8UI, GL_DEPTH_COMPONENT32F};
   static GLfloat texel[8 * 8 * 4][4];
   static GLbyte small[8 * 8 * 4][4];
   static GLfloat depth[8 * 8 * 4];
   unsigned n = 0;
   for (unsigned z = 0; z < size[2]; z++) {
      for (unsigned y = 0; y < size[1]; y++) {
         for (unsigned x = 0; x < size[0]; x++, n++) {
            const unsigned value[4] = {x, y, z, level};
            depth[n] = (GLfloat)depth_of(d, value, level) / 256;
            for (unsigned i = 0; i < 4; i++) {
               texel[n][i] = (GLfloat)value[i];
               small[n][i] = (GLbyte)value[i];
            }
         }
      }
   }
   const GLenum format = kind == FLOAT ? GL_RGBA : kind == DEPTH ? GL_DEPTH_COMPONENT : GL_RGBA_INTEGER;
   const GLenum type = kind == FLOAT || kind == DEPTH ? GL_FLOAT : kind == INT ? GL_BYTE : GL_UNSIGNED_BYTE;
   const void *data = kind == FLOAT ? (const void *)texel : kind == DEPTH ? (const void *)depth : (const void *)small;
   const GLsizei w = (GLsizei)size[0], h = (GLsizei)size[1], z = (GLsizei)size[2];
   if (target == GL_TEXTURE_1D)
      glTexImage1D(target, (GLint)level, formats[kind], w, 0, format, type, data);
   else if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
      glTexImage3D(target, (GLint)level, formats[kind], w, h, z, 0, format, type, data);
   else
      glTexImage2D(target, (GLint)level, formats[kind], w, h, 0, format, type, data);
}

static void make_texture(const struct dim *d, enum kind kind)
{
   GLuint texture;
   const bool rect = d->target == GL_TEXTURE_RECTANGLE;
   glGenTextures(1, &texture);
   glBindTexture(d->target, texture);
   glTexParameteri(d->target, GL_TEXTURE_MIN_FILTER, rect ? GL_NEAREST : GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(d->target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(d->target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(d->target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glTexParameteri(d->target, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
   if (kind == DEPTH) {
      glTexParameteri(d->target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
      glTexParameteri(d->target, GL_TEXTURE_COMPARE_FUNC, GL_EQUAL);
   }
   for (unsigned level = 0; level < (rect ? 1 : 4); level++) {
      unsigned size[3];
      for (unsigned i = 0; i < 3; i++)
         size[i] = d->arrayed == i && i ? d->size[i] : d->size[i] >> level ? d->size[i] >> level : 1;
      if (d->target == GL_TEXTURE_CUBE_MAP) {
         for (unsigned face = 0; face < 6; face++)
            image(d, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, kind, level, size);
      } else {
         image(d, d->target, kind, level, size);
      }
   }
}

/* ---- calls ------------------------------------------------------------------------------------------------------------------------- */

struct calls { char text[MAX_CALLS][160]; unsigned wanted[MAX_CALLS][4], count; };

static void add(struct calls *c, const unsigned wanted[4], const char *format, ...)
{
   va_list list;
   va_start(list, format);
   if (c->count == MAX_CALLS)
      api_fail("more than %u calls", MAX_CALLS);
   vsnprintf(c->text[c->count], sizeof(c->text[0]), format, list);
   va_end(list);
   memcpy(c->wanted[c->count++], wanted, sizeof(c->wanted[0]));
}

static const unsigned yes[4] = {1, 0, 0, 0};

/* The texel at `place` plus the offset's step; of a depth image: the call with R as the texel's value is 1. */
static void lookup(struct calls *c, const struct dim *d, bool shadow, bool below, bool steps, const char *format, ...)
{
   unsigned wanted[4] = {0, 0, 0, below && d->target != GL_TEXTURE_RECTANGLE};
   char text[160], *r;
   va_list list;
   for (unsigned i = 0; i < 3; i++)
      wanted[i] = (below ? d->below[i] : d->place[i]) + (unsigned)(steps ? d->step[i] : 0);
   va_start(list, format);
   vsnprintf(text, sizeof(text), format, list);
   va_end(list);
   if (!shadow) {
      add(c, wanted, "%s", text);
      return;
   }
   r = strstr(text, ", R");
   *r = 0;
   add(c, yes, "%s, %u.0 / 256.0%s", text, depth_of(d, wanted, wanted[3]), r + 3);
   add(c, (const unsigned[4]){0}, "%s, %u.0 / 256.0%s", text, depth_of(d, wanted, wanted[3]) + 1, r + 3);
}

/* With the name's prefix ("texture", "textureProj"), all suffixes of one coordinate. */
static void family(struct calls *c, const struct dim *d, bool shadow, const char *word, const char *p, bool in_vertex)
{
   const char *what = shadow ? "shadow" : "texture";
   const unsigned has = shadow ? d->shadow_has : d->has;
   const bool bias = has & BIAS && !in_vertex;
   const bool rect = d->target == GL_TEXTURE_RECTANGLE;
   lookup(c, d, shadow, false, false, "%s%s%s(s, %s)", what, d->name, word, p);
   if (bias)
      lookup(c, d, shadow, true, false, "%s%s%s(s, %s, 1.0)", what, d->name, word, p);
   if (has & LOD)
      lookup(c, d, shadow, true, false, "%s%s%sLod(s, %s, 1.0)", what, d->name, word, p);
   if (has & GRAD)
      lookup(c, d, shadow, !rect, false, "%s%s%sGrad(s, %s, %s)", what, d->name, word, p, d->grad);
   if (!(has & OFFSET))
      return;
   lookup(c, d, shadow, false, true, "%s%s%sOffset(s, %s, %s)", what, d->name, word, p, d->offset);
   if (bias)
      lookup(c, d, shadow, true, true, "%s%s%sOffset(s, %s, %s, 1.0)", what, d->name, word, p, d->offset);
   if (has & LOD)
      lookup(c, d, shadow, true, true, "%s%s%sLodOffset(s, %s, 1.0, %s)", what, d->name, word, p, d->offset);
   if (has & GRAD)
      lookup(c, d, shadow, !rect, true, "%s%s%sGradOffset(s, %s, %s, %s)", what, d->name, word, p, d->grad, d->offset);
}

static void all_calls(struct calls *c, const struct dim *d, enum kind kind, bool in_vertex)
{
   c->count = 0;
   if (kind == DEPTH) {
      family(c, d, true, "", d->shadow, in_vertex);
      if (d->shadow_proj)
         family(c, d, true, "Proj", d->shadow_proj, in_vertex);
      return;
   }
   family(c, d, false, "", d->coordinate, in_vertex);
   for (unsigned i = 0; i < 2 && d->proj[i]; i++)
      family(c, d, false, "Proj", d->proj[i], in_vertex);
   const bool rect = d->target == GL_TEXTURE_RECTANGLE;
   if (d->fetch) {
      lookup(c, d, false, false, false, "texelFetch%s(s, %s%s)", d->name, d->fetch, rect ? "" : ", 0");
      lookup(c, d, false, false, true, "texelFetch%sOffset(s, %s%s, %s)", d->name, d->fetch, rect ? "" : ", 0", d->offset);
   }
   if (d->fetch_below) {
      lookup(c, d, false, true, false, "texelFetch%s(s, %s, 1)", d->name, d->fetch_below);
      lookup(c, d, false, true, true, "texelFetch%sOffset(s, %s, 1, %s)", d->name, d->fetch_below, d->offset);
   }
   const unsigned n = d->size[2] > 1 ? 3 : d->size[1] > 1 ? 2 : 1;
   static const char *const zeros[4] = {"", ", 0, 0, 0", ", 0, 0", ", 0"};
   unsigned size[4] = {0};
   for (unsigned i = 0; i < n; i++)
      size[i] = rect || (d->arrayed == i && i) ? d->size[i] : d->size[i] / 2;
   add(c, size, "ivec4(textureSize%s(s%s)%s)", d->name, rect ? "" : ", 1", zeros[n]);
}

static void source(char *text, size_t room, const struct calls *c, const char *type, bool in_vertex)
{
   size_t n = (size_t)snprintf(text, room, GLSL "uniform int which; uniform vec2 org; uniform %s s;\n%s%s", type,
                               in_vertex ? "flat varying ivec4 result;\n" : "", in_vertex ? VERTEX_COORDINATES : FRAGMENT_COORDINATES);
   n += (size_t)snprintf(text + n, room - n, "void main() { ivec4 r = ivec4(99);\n");
   for (unsigned i = 0; i < c->count; i++)
      n += (size_t)snprintf(text + n, room - n, "if (which == %u) r = ivec4(%s);\n", i, c->text[i]);
   snprintf(text + n, room - n, in_vertex ? "gl_Position = gl_Vertex; result = r; }" : "gl_FragColor = vec4(r) / 255.0; }");
}

static void run(const struct dim *d, enum kind kind, bool in_vertex)
{
   static const char *const prefix[4] = {"", "i", "u", ""};
   static struct calls c;
   static char text[MAX_CALLS * 200 + 1000];
   char type[40], name[16];
   GLenum reported;
   GLint size;
   snprintf(type, sizeof(type), "%ssampler%s%s", prefix[kind], d->name, kind == DEPTH ? "Shadow" : "");
   all_calls(&c, d, kind, in_vertex);
   source(text, sizeof(text), &c, type, in_vertex);
   make_texture(d, kind);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, in_vertex ? text : "#version 110\nvoid main() { gl_Position = gl_Vertex; }");
   api_attach(program, GL_FRAGMENT_SHADER, !in_vertex ? text :
              GLSL "flat varying ivec4 result; void main() { gl_FragColor = vec4(result) / 255.0; }");
   api_link(program);
   for (GLuint i = 0;; i++) {
      glGetActiveUniform(program, i, sizeof(name), NULL, &size, &reported, name);
      if (glGetError() != GL_NO_ERROR)
         api_fail("no active uniform s");
      if (strcmp(name, "s") == 0)
         break;
   }
   api_expect(type, (long)reported, (long)(kind == DEPTH ? d->shadow_type : d->type[kind]));
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < c.count; i++) {
      const GLint x = (GLint)(i % 16 * 2), y = (GLint)(i / 16 * 2);
      GLubyte got[4];
      glScissor(x, y, 2, 2);
      glUniform1i(glGetUniformLocation(program, "which"), (GLint)i);
      if (!in_vertex)
         glUniform2f(glGetUniformLocation(program, "org"), (GLfloat)x, (GLfloat)y);
      glBegin(GL_TRIANGLE_STRIP);
      for (unsigned v = 0; v < 4; v++)
         glVertex2f(v & 1 ? 1 : -1, v & 2 ? 1 : -1);
      glEnd();
      glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
      const unsigned *wanted = c.wanted[i];
      if (got[0] != wanted[0] || (kind != DEPTH && (got[1] != wanted[1] || got[2] != wanted[2] || got[3] != wanted[3])))
         api_fail("%s of %s in a %s shader: %u %u %u %u, not %u %u %u %u", c.text[i], type, in_vertex ? "vertex" : "fragment", got[0], got[1],
                  got[2], got[3], wanted[0], wanted[1], wanted[2], wanted[3]);
   }
   glDisable(GL_SCISSOR_TEST);
   api_expect_error(GL_NO_ERROR, type);
   glUseProgram(0);
   glDeleteProgram(program);
}

static void run_all(bool in_vertex)
{
   api_require("GL_EXT_gpu_shader4");
   for (unsigned i = 0; i < COUNT(dims); i++) {
      for (enum kind kind = FLOAT; kind <= DEPTH; kind++) {
         if (kind != DEPTH || dims[i].shadow)
            run(&dims[i], kind, in_vertex);
      }
   }
}

static void draw_fragment(void) { run_all(false); }
static void draw_vertex(void) { run_all(true); }

/* Texel 5 and the number of texels of each type of buffer texture. */
static void draw_buffers(void)
{
   static const struct { const char *type; GLenum format, uniform; } rows[3] = {
      {"samplerBuffer", GL_RGBA32F, GL_SAMPLER_BUFFER_EXT}, {"isamplerBuffer", GL_RGBA32I, GL_INT_SAMPLER_BUFFER_EXT},
      {"usamplerBuffer", GL_RGBA32UI, GL_UNSIGNED_INT_SAMPLER_BUFFER_EXT}};
   api_require("GL_EXT_gpu_shader4");
   for (unsigned r = 0; r < 3; r++) {
      union { GLfloat f; GLuint u; } data[12][4];
      char text[512], name[16];
      GLuint buffer, texture;
      GLenum type;
      GLint size;
      GLubyte got[4];
      for (unsigned i = 0; i < 48; i++) {
         if (r == 0)
            data[i / 4][i % 4].f = (GLfloat)i;
         else
            data[i / 4][i % 4].u = i;
      }
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_TEXTURE_BUFFER, buffer);
      glBufferData(GL_TEXTURE_BUFFER, sizeof(data), data, GL_STATIC_DRAW);
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_BUFFER, texture);
      glTexBuffer(GL_TEXTURE_BUFFER, rows[r].format, buffer);
      snprintf(text, sizeof(text), GLSL "uniform %s s; void main() { gl_FragColor = vec4(ivec3(texelFetchBuffer(s, 5).xyw),\n"
               "textureSizeBuffer(s)) / 255.0; }", rows[r].type);
      const GLuint program = glCreateProgram();
      api_attach(program, GL_VERTEX_SHADER, "#version 110\nvoid main() { gl_Position = gl_Vertex; }");
      api_attach(program, GL_FRAGMENT_SHADER, text);
      api_link(program);
      glGetActiveUniform(program, 0, sizeof(name), NULL, &size, &type, name);
      api_expect(rows[r].type, (long)type, (long)rows[r].uniform);
      glBegin(GL_TRIANGLE_STRIP);
      for (unsigned v = 0; v < 4; v++)
         glVertex2f(v & 1 ? 1 : -1, v & 2 ? 1 : -1);
      glEnd();
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
      api_expect("x", got[0], 20);
      api_expect("y", got[1], 21);
      api_expect("w", got[2], 23);
      api_expect("the number of texels", got[3], 12);
      glUseProgram(0);
   }
}

/* The extension's prototype has a level; without one, as the function is above, Mesa and GLSL 1.40 have it. */
static void draw_rect_size(void)
{
   GLubyte got[4];
   GLuint texture;
   api_require("GL_EXT_gpu_shader4");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_RECTANGLE, texture);
   glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "#version 110\nvoid main() { gl_Position = gl_Vertex; }");
   api_attach(program, GL_FRAGMENT_SHADER, GLSL "uniform sampler2DRect s; uniform int level;\n"
              "void main() { gl_FragColor = vec4(textureSize2DRect(s, 0), textureSize2DRect(s, level)) / 255.0; }");
   api_link(program);
   glRecti(-1, -1, 1, 1);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned i = 0; i < 4; i++)
      api_expect("a component of the size", got[i], i & 1 ? 4 : 8);
   glUseProgram(0);
}

const struct api_body api_bodies_gpu_shader4_lookups[] = {
   {"gpu-shader4-fragment-lookups", COMPATIBILITY, 30, 0, 0, draw_fragment, NULL},
   {"gpu-shader4-vertex-lookups", COMPATIBILITY, 30, 0, 0, draw_vertex, NULL},
   {"gpu-shader4-buffers", COMPATIBILITY, 32, 0, 0, draw_buffers, NULL},
   {"gpu-shader4-rect-size", COMPATIBILITY, 30, 0, 0, draw_rect_size, NULL},
   {0},
};
