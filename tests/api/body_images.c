/* body_images.c: ARB_shader_image_load_store, ARB_shader_image_size: texels that shaders store, load and change, of every target, format
 * and stage; units without an image; early fragment tests; errors. */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

static const char vertex_source[] = "#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
#define HEADER "#version 330\n#extension GL_ARB_shader_image_load_store : require\n#extension GL_ARB_shader_image_size : enable\n" \
               "out vec4 color;\n"
/* The pixel and its number. */
#define MAIN "void main() { ivec2 p = ivec2(gl_FragCoord.xy); int i = p.y * 32 + p.x; color = vec4(0.0);\n"

static void begin(void)
{
   api_require("GL_ARB_shader_image_load_store");
   api_require("GL_ARB_shader_image_size");
}

static void check(const char *what, GLenum expected)
{
   const GLenum error = glGetError();
   if (expected != GL_NO_ERROR)
      api_checked();
   if (error != expected)
      api_fail("%s: error 0x%x instead of 0x%x", what, error, expected);
}

static void draw_with(const char *fragment)
{
   api_program(vertex_source, NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
}

/* ---- targets ---- */

static const struct target {
   const char *name, *type, *coordinate;
   GLenum target;
   GLsizei width, height, depth; /* 0: glTexStorage has no such argument */
   GLint level;
   bool layered;
   GLint layer;
} targets[] = {
   {"1d", "image1D", "i", GL_TEXTURE_1D, 1024, 0, 0, 0, false, 0},
   {"2d", "image2D", "p", GL_TEXTURE_2D, 32, 32, 0, 0, false, 3 /* has no effect */},
   {"3d", "image3D", "ivec3(i % 16, i / 16 % 8, i / 128)", GL_TEXTURE_3D, 16, 8, 8, 0, true, 0},
   {"rect", "image2DRect", "p", GL_TEXTURE_RECTANGLE, 32, 32, 0, 0, false, 0},
   {"cube", "imageCube", "ivec3(i % 16, i / 16 % 16, i / 256)", GL_TEXTURE_CUBE_MAP, 16, 16, 0, 0, true, 0},
   {"1d-array", "image1DArray", "p", GL_TEXTURE_1D_ARRAY, 32, 32, 0, 0, true, 0},
   {"2d-array", "image2DArray", "ivec3(i % 16, i / 16 % 16, i / 256)", GL_TEXTURE_2D_ARRAY, 16, 16, 4, 0, true, 0},
   {"cube-array", "imageCubeArray", "ivec3(i % 16, i / 16 % 16, i / 256 + 7)", GL_TEXTURE_CUBE_MAP_ARRAY, 16, 16, 12, 0, true, 0},
   {"buffer", "imageBuffer", "i", GL_TEXTURE_BUFFER, 1024, 0, 0, 0, false, 0},
   {"layer", "image2D", "p", GL_TEXTURE_2D_ARRAY, 32, 32, 3, 0, false, 1},
   {"face", "image2D", "p", GL_TEXTURE_CUBE_MAP, 32, 32, 0, 0, false, 4},
   {"slice", "image2D", "p", GL_TEXTURE_3D, 32, 32, 3, 0, false, 2},
   {"level", "image2D", "p", GL_TEXTURE_2D, 64, 64, 0, 1, false, 0},
   {"level-3d", "image3D", "ivec3(i % 16, i / 16 % 8, i / 128)", GL_TEXTURE_3D, 32, 16, 16, 1, true, 0},
   {"level-layer", "image2D", "p", GL_TEXTURE_2D_ARRAY, 64, 64, 4, 1, false, 2},
   {"level-slice", "image2D", "p", GL_TEXTURE_3D, 64, 64, 8, 1, false, 3},
};

static void make_texture(const struct target *t, GLenum format)
{
   GLuint texture, buffer;
   glGenTextures(1, &texture);
   glBindTexture(t->target, texture);
   if (t->target == GL_TEXTURE_BUFFER) {
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_TEXTURE_BUFFER, buffer);
      glBufferData(GL_TEXTURE_BUFFER, t->width * 16, NULL, GL_DYNAMIC_COPY);
      glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
   } else if (!t->height) {
      desktop.TexStorage1D(t->target, t->level + 1, format, t->width);
   } else if (!t->depth) {
      glTexStorage2D(t->target, t->level + 1, format, t->width, t->height);
   } else {
      glTexStorage3D(t->target, t->level + 1, format, t->width, t->height, t->depth);
   }
   glBindImageTexture(0, texture, t->level, t->layered, t->layer, GL_READ_WRITE, format);
   check("a binding", GL_NO_ERROR);
}

/* Each pixel stores a texel, and another draw loads it. */
static void draw_target(const struct target *t)
{
   char source[800];
   begin();
   make_texture(t, GL_RGBA8);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   snprintf(source, sizeof(source), HEADER "layout(rgba8) uniform writeonly %s t;\n" MAIN
            "imageStore(t, %s, vec4(p, i / 4 %% 256, 255) / vec4(31.0, 31.0, 255.0, 255.0)); }", t->type, t->coordinate);
   draw_with(source);
   glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   snprintf(source, sizeof(source), HEADER "layout(rgba8) uniform readonly %s t;\n" MAIN "color = imageLoad(t, %s); }", t->type, t->coordinate);
   draw_with(source);
   check("draws", GL_NO_ERROR);
}

static void reference_target(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      rgba[i][0] = (uint8_t)(i % 32 * 255 / 31.0 + 0.5);
      rgba[i][1] = (uint8_t)(i / 32 * 255 / 31.0 + 0.5);
      rgba[i][2] = (uint8_t)(i / 4 % 256);
      rgba[i][3] = 255;
   }
}

#define TARGETS(T) T(0) T(1) T(2) T(3) T(4) T(5) T(6) T(7) T(8) T(9) T(10) T(11) T(12) T(13) T(14) T(15)
#define TARGET(i) static void draw_target##i(void) { draw_target(&targets[i]); }
TARGETS(TARGET)

/* imageSize of every target. */
static void draw_sizes(void)
{
   static const char *const components[] = {"ivec4(s, 0, 0, 0)", "ivec4(s, 0, 0)", "ivec4(s, 0)"};
   char source[800];
   begin();
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
      const struct target *t = &targets[i];
      const bool one = t->type[5] == 'B' || (t->type[5] == '1' && t->type[7] == 0);
      const bool three = t->type[5] == '3' || (t->type[5] == '2' && t->type[7] == 'A') || (t->type[5] == 'C' && t->type[9] == 'A');
      make_texture(t, GL_R32UI);
      snprintf(source, sizeof(source), HEADER "layout(r32ui) uniform u%s t;\n" MAIN
               "%s s = imageSize(t); ivec4 v = %s; color = vec4(v.x %% 256, v.y, v.z, v.x / 256) / 255.0; }",
               t->type, one ? "int" : three ? "ivec3" : "ivec2", components[one ? 0 : three ? 2 : 1]);
      glScissor((GLint)i % 8 * 4, (GLint)i / 8 * 4, 4, 4);
      draw_with(source);
   }
   check("draws", GL_NO_ERROR);
}

/* The size of the level; of an array of cube maps, cubes; of a buffer texture of 32-bit texels, four for each of 16 bytes. */
static void reference_sizes(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned cell = i / API_SIZE / 4 * 8 + i % API_SIZE / 4;
      if (cell >= sizeof(targets) / sizeof(targets[0]))
         continue;
      const struct target *t = &targets[cell];
      const bool volume = !strcmp(t->type, "image3D"), layers = strstr(t->type, "Array");
      const unsigned width = (unsigned)(t->target == GL_TEXTURE_BUFFER ? t->width * 4 : t->width >> t->level);
      rgba[i][0] = (uint8_t)(width % 256);
      rgba[i][1] = (uint8_t)(t->height >> t->level);
      rgba[i][2] = (uint8_t)(volume ? t->depth >> t->level : !layers ? 0 : strstr(t->type, "Cube") ? t->depth / 6 : t->depth);
      rgba[i][3] = (uint8_t)(width / 256);
   }
}

/* ---- formats ---- */

static const struct { GLenum format; const char *name; char kind; } formats[] = {
   {GL_RGBA32F, "rgba32f", 'f'}, {GL_RGBA16F, "rgba16f", 'f'}, {GL_RG32F, "rg32f", 'f'}, {GL_RG16F, "rg16f", 'f'},
   {GL_R11F_G11F_B10F, "r11f_g11f_b10f", 'f'}, {GL_R32F, "r32f", 'f'}, {GL_R16F, "r16f", 'f'}, {GL_RGBA32UI, "rgba32ui", 'u'},
   {GL_RGBA16UI, "rgba16ui", 'u'}, {GL_RGB10_A2UI, "rgb10_a2ui", 'u'}, {GL_RGBA8UI, "rgba8ui", 'u'}, {GL_RG32UI, "rg32ui", 'u'},
   {GL_RG16UI, "rg16ui", 'u'}, {GL_RG8UI, "rg8ui", 'u'}, {GL_R32UI, "r32ui", 'u'}, {GL_R16UI, "r16ui", 'u'}, {GL_R8UI, "r8ui", 'u'},
   {GL_RGBA32I, "rgba32i", 'i'}, {GL_RGBA16I, "rgba16i", 'i'}, {GL_RGBA8I, "rgba8i", 'i'}, {GL_RG32I, "rg32i", 'i'},
   {GL_RG16I, "rg16i", 'i'}, {GL_RG8I, "rg8i", 'i'}, {GL_R32I, "r32i", 'i'}, {GL_R16I, "r16i", 'i'}, {GL_R8I, "r8i", 'i'},
   {GL_RGBA16, "rgba16", 'f'}, {GL_RGB10_A2, "rgb10_a2", 'f'}, {GL_RGBA8, "rgba8", 'f'}, {GL_RG16, "rg16", 'f'}, {GL_RG8, "rg8", 'f'},
   {GL_R16, "r16", 'f'}, {GL_R8, "r8", 'f'}, {GL_RGBA16_SNORM, "rgba16_snorm", 'f'}, {GL_RGBA8_SNORM, "rgba8_snorm", 'f'},
   {GL_RG16_SNORM, "rg16_snorm", 'f'}, {GL_RG8_SNORM, "rg8_snorm", 'f'}, {GL_R16_SNORM, "r16_snorm", 'f'}, {GL_R8_SNORM, "r8_snorm", 'f'},
};

static void draw_formats(unsigned first, unsigned count)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 32, 0, 0, false, 0};
   char source[800];
   begin();
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = first; i < first + count && i < sizeof(formats) / sizeof(formats[0]); i++) {
      const char prefix[2] = {formats[i].kind == 'f' ? 0 : formats[i].kind, 0};
      const char *const vector = formats[i].kind == 'f' ? "vec4" : formats[i].kind == 'u' ? "uvec4" : "ivec4";
      make_texture(&square, formats[i].format);
      glScissor((GLint)i % 8 * 4, (GLint)i / 8 * 4, 4, 4);
      snprintf(source, sizeof(source), HEADER "layout(%s) uniform writeonly %simage2D t;\n" MAIN
               "imageStore(t, p, %s(%s)); }", formats[i].name, prefix, vector,
               formats[i].kind == 'f' ? "vec4(p.x % 4, p.y % 4, p.x % 4 + p.y % 4, 3) / 8.0" : "p.x * 3, p.y * 3, p.x + p.y, 3");
      draw_with(source);
      glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
      snprintf(source, sizeof(source), HEADER "layout(%s) uniform readonly %simage2D t;\n" MAIN
               "color = vec4(imageLoad(t, p))%s; }", formats[i].name, prefix, formats[i].kind == 'f' ? "" : " / 127.0");
      draw_with(source);
      check(formats[i].name, GL_NO_ERROR);
   }
}

/* The stored values in the channels of the format; 0, 0 and 1 in the others. All values but those of two bits of alpha are within the
 * tolerance. */
static void reference_formats(unsigned first, unsigned count, uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, cell = y / 4 * 8 + x / 4;
      if (cell < first || cell >= first + count || cell >= sizeof(formats) / sizeof(formats[0]))
         continue;
      const char *name = formats[cell].name;
      const bool is_float = formats[cell].kind == 'f', three = !strncmp(name, "r11f", 4), packed = !strncmp(name, "rgb10", 5);
      const unsigned channels = packed || !strncmp(name, "rgba", 4) ? 4 : three ? 3 : name[1] == 'g' ? 2 : 1;
      const double stored[4] = {is_float ? x % 4 / 8.0 : x * 3, is_float ? y % 4 / 8.0 : y * 3,
                                is_float ? (x % 4 + y % 4) / 8.0 : x + y, is_float ? (packed ? 1 / 3.0 : 3 / 8.0) : 3};
      for (unsigned c = 0; c < 4; c++) {
         const double value = c < channels ? stored[c] : c == 3;
         rgba[i][c] = (uint8_t)((is_float ? value : value / 127) * 255 + 0.5);
      }
   }
}

static void reference_formats_1(uint8_t rgba[API_TEXELS][4]) { reference_formats(0, 13, rgba); }
static void reference_formats_2(uint8_t rgba[API_TEXELS][4]) { reference_formats(13, 13, rgba); }
static void reference_formats_3(uint8_t rgba[API_TEXELS][4]) { reference_formats(26, 13, rgba); }

static void draw_formats_1(void) { draw_formats(0, 13); }
static void draw_formats_2(void) { draw_formats(13, 13); }
static void draw_formats_3(void) { draw_formats(26, 13); }

/* ---- atomics ---- */

/* All pixels change the texels of row 0 in ways whose order does not matter, and each its own texel of the rows above. */
static void draw_atomics(const char *type, const char *kind, bool buffer)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 33, 0, 0, false, 0};
   static const struct target line = {"", "", "", GL_TEXTURE_BUFFER, 32 * 33, 0, 0, 0, false, 0};
   char source[1800];
   GLuint clear = 5;
   begin();
   make_texture(buffer ? &line : &square, kind[0] == 'u' ? GL_R32UI : GL_R32I);
   if (buffer) {
      static GLuint texels[32 * 33];
      for (unsigned i = 0; i < 32 * 33; i++)
         texels[i] = clear;
      glBufferSubData(GL_TEXTURE_BUFFER, 0, sizeof(texels), texels);
   } else {
      static GLuint texels[33][32];
      for (unsigned i = 0; i < 32 * 33; i++)
         texels[i / 32][i % 32] = clear;
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 33, GL_RED_INTEGER, kind[0] == 'u' ? GL_UNSIGNED_INT : GL_INT, texels);
   }
   snprintf(source, sizeof(source), HEADER "layout(r32%s) coherent uniform %s t;\n#define AT(x, y) %s\n" MAIN
            "%s v = %s(i);\n"
            "imageAtomicAdd(t, AT(0, 0), v); imageAtomicMin(t, AT(1, 0), v - %s(3)); imageAtomicMax(t, AT(2, 0), v);\n"
            "imageAtomicAnd(t, AT(3, 0), ~(v & %s(1))); imageAtomicOr(t, AT(4, 0), v); imageAtomicXor(t, AT(5, 0), v);\n"
            "%s a = imageAtomicExchange(t, AT(p.x, p.y + 1), v);\n"                     /* 5 */
            "%s b = imageAtomicCompSwap(t, AT(p.x, p.y + 1), v, v + %s(p.x));\n"        /* v */
            "%s c = imageAtomicCompSwap(t, AT(p.x, p.y + 1), v - %s(1), %s(9));\n"      /* v + x */
            "color = vec4(a, b & %s(255), (c - b) * %s(8), 255) / 255.0; }",
            kind[0] == 'u' ? "ui" : "i", type, buffer ? "((y) * 32 + (x))" : "ivec2(x, y)", kind, kind, kind, kind, kind, kind, kind,
            kind, kind, kind, kind, kind);
   draw_with(source);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   check("atomics", GL_NO_ERROR);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 6, 1);
   snprintf(source, sizeof(source), HEADER "layout(r32%s) uniform %s t;\n#define AT(x, y) %s\n" MAIN
            "%s v = imageLoad(t, AT(p.x, 0)).x; color = vec4(v & %s(255), v >> 8 & %s(255), v >> 16 & %s(255), 255) / 255.0; }",
            kind[0] == 'u' ? "ui" : "i", type, buffer ? "((y) * 32 + (x))" : "ivec2(x, y)", kind, kind, kind, kind);
   draw_with(source);
   check("draws", GL_NO_ERROR);
}

static void draw_atomics_uint(void) { draw_atomics("uimage2D", "uint", false); }
static void draw_atomics_int(void) { draw_atomics("iimage2D", "int", false); }
static void draw_atomics_buffer(void) { draw_atomics("uimageBuffer", "uint", true); }

static void reference_row(uint8_t rgba[API_TEXELS][4], unsigned x, uint32_t v)
{
   const uint8_t pixel[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), 255};
   for (unsigned c = 0; c < 4; c++)
      rgba[x][c] = pixel[c];
}

static void reference_atomics(bool is_signed, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const uint8_t pixel[4] = {5, (uint8_t)i, (uint8_t)(i % 32 * 8), 255};
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = pixel[c];
   }
   const uint32_t results[6] = {5 + 1023 * 1024 / 2, is_signed ? (uint32_t)-3 : 0, 1023, 4, 1023, 5};
   for (unsigned x = 0; x < 6; x++)
      reference_row(rgba, x, results[x]);
}

static void reference_atomics_uint(uint8_t rgba[API_TEXELS][4]) { reference_atomics(false, rgba); }
static void reference_atomics_int(uint8_t rgba[API_TEXELS][4]) { reference_atomics(true, rgba); }

/* ---- stages ---- */

/* Vertices and primitives store what they are, the fragments of another draw show it. */
static void draw_stages(void)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 32, 0, 0, false, 0};
   static GLfloat points[512][2];
   begin();
   make_texture(&square, GL_R32UI);
   for (unsigned i = 0; i < 512; i++)
      points[i][0] = points[i][1] = 0.5f;
   api_vertices(points, sizeof(points));
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   api_program("#version 330\n#extension GL_ARB_shader_image_load_store : require\n"
               "layout(location = 0) in vec2 pos; layout(r32ui) uniform uimage2D t; flat out int id;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); id = gl_VertexID;\n"
               "   imageStore(t, ivec2(gl_VertexID % 32, gl_VertexID / 32), uvec4(gl_VertexID % 256 + 1)); }",
               "#version 330\n#extension GL_ARB_shader_image_load_store : require\n"
               "layout(points) in; layout(points, max_vertices = 1) out; layout(r32ui) uniform uimage2D t; flat in int id[];\n"
               "void main() { imageAtomicAdd(t, ivec2(id[0] % 32, 16 + id[0] / 32), uint(gl_PrimitiveIDIn % 200));\n"
               "   gl_Position = vec4(2.0); EmitVertex(); }",
               "#version 330\nout vec4 color; void main() { color = vec4(1.0); }");
   static const GLuint zero[32][32];
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 32, GL_RED_INTEGER, GL_UNSIGNED_INT, zero);
   glDrawArrays(GL_POINTS, 0, 512);
   glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
   glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   draw_with("#version 330\nuniform usampler2D s; out vec4 color;\n"
             "void main() { color = vec4(texelFetch(s, ivec2(gl_FragCoord.xy), 0).x) / 255.0; }");
   check("draws", GL_NO_ERROR);
}

static void reference_stages(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(i < 512 ? (i % 256 + 1 > 255 ? 255 : i % 256 + 1) : (i - 512) % 200);
}

/* ---- units without an image; texels outside of one ---- */

static void draw_invalid(void)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 32, 0, 0, false, 0};
   GLint name = 0;
   begin();
   make_texture(&square, GL_RGBA8);
   static GLubyte texels[32][32][4];
   for (unsigned i = 0; i < sizeof(texels); i++)
      (&texels[0][0][0])[i] = 51;
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGetIntegerv(GL_TEXTURE_BINDING_2D, &name);
   glBindImageTexture(1, (GLuint)name, 1, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);    /* no such level */
   glBindImageTexture(2, (GLuint)name, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA32F);  /* texels of another size */
   glBindImageTexture(3, 0, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
   const GLuint program = api_program(vertex_source, NULL, HEADER
      "layout(rgba8) uniform image2D t, a, c; layout(rgba32f) uniform image2D b; layout(rgba8) uniform imageBuffer d;\n" MAIN
      "vec4 invalid = imageLoad(a, p) + imageLoad(b, p) + imageLoad(c, p) + imageLoad(d, i);\n"
      "imageStore(a, p, vec4(1.0)); imageStore(b, p, vec4(1.0)); imageStore(c, p, vec4(1.0)); imageStore(d, i, vec4(1.0));\n"
      "imageStore(t, p + ivec2(32, 0), vec4(1.0)); imageStore(t, p - ivec2(0, 32), vec4(1.0));\n"
      "imageStore(t, p + ivec2(1 << 20), vec4(1.0));\n"
      "color = invalid * 0.5 + imageLoad(t, p) * 2.0; }");
   static const char *const names[] = {"t", "a", "b", "c", "d"};
   for (GLint i = 0; i < 5; i++)
      glUniform1i(glGetUniformLocation(program, names[i]), i == 4 ? 0 : i); /* d: an image, not of a buffer texture */
   api_rectangle(-1, -1, 1, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   glUniform1i(glGetUniformLocation(program, "d"), 4);
   api_rectangle(-1, -1, 1, 1);
   check("draws", GL_NO_ERROR);
}

static void reference_invalid(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = 102;
}

/* ---- early fragment tests, discarded fragments, helper invocations ---- */

static const GLfloat early_triangle[3][2] = {{-0.9f, -0.8f}, {0.7f, -0.3f}, {-0.2f, 0.95f}};

/* Counts fragments that run: half of the pixels fail the depth test, and every fourth discards itself after the derivative. */
static void draw_early(void)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 32, 0, 0, false, 0};
   static const GLuint zero[32][32];
   GLuint depth;
   begin();
   make_texture(&square, GL_R32UI);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 32, 32, GL_RED_INTEGER, GL_UNSIGNED_INT, zero);
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glClearDepthf(1);
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   glScissor(16, 0, 16, 32);
   glClearDepthf(0);
   glClear(GL_DEPTH_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   glDepthMask(GL_FALSE);
   for (unsigned early = 0; early < 2; early++) {
      char source[900];
      snprintf(source, sizeof(source), HEADER "%slayout(r32ui) uniform uimage2D t;\n" MAIN
               "float slope = dFdx(float(p.x * p.x));\n"
               "imageAtomicAdd(t, ivec2(p), uint(%u));\n"
               "if ((p.x & 1) == 1 && (p.y & 1) == 1) discard;\n"
               "imageAtomicAdd(t, ivec2(p), slope > 0.0 ? 1u : 100u); }", early ? "layout(early_fragment_tests) in;\n" : "", early ? 8u : 64u);
      draw_with(source);
      glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   }
   glDisable(GL_DEPTH_TEST);
   /* Triangles whose edges have helper invocations. */
   api_program(vertex_source, NULL, HEADER "layout(r32ui) uniform uimage2D t;\n" MAIN
               "float slope = dFdx(float(p.x)); imageAtomicAdd(t, ivec2(p), slope > 0.0 ? 2u : 100u); }");
   api_vertices(early_triangle, sizeof(early_triangle));
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   draw_with(HEADER "layout(r32ui) uniform uimage2D t;\n" MAIN "color = vec4(imageLoad(t, p).x) / 255.0; }");
   check("draws", GL_NO_ERROR);
}

/* Fragments whose depth test fails run unless the test is early; helper invocations and those after discard change no image
 * (GLSL 4.60, 8.12; OpenGL 4.5, 14.9). */
static void reference_early(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      const int x = i % API_SIZE, y = i / API_SIZE;
      const float cx = ((float)x + 0.5f) / (API_SIZE / 2) - 1, cy = ((float)y + 0.5f) / (API_SIZE / 2) - 1;
      const int runs_on = !(x % 2 && y % 2), passes = x < API_SIZE / 2;
      int count = 64 + runs_on + (passes ? 8 + runs_on : 0);
      bool inside = true;
      for (unsigned k = 0; k < 3; k++) {
         const GLfloat *a = early_triangle[k], *b = early_triangle[(k + 1) % 3];
         inside &= (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]) > 0;
      }
      count += inside ? 2 : 0;
      memset(rgba[i], count, 4);
   }
}

/* ---- barriers: texels of a framebuffer, of transfers, of vertices ---- */

static void draw_barriers(void)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 32, 0, 0, false, 0};
   static GLubyte back[32][32][4];
   GLuint framebuffer;
   GLint name = 0, outer = 0;
   begin();
   make_texture(&square, GL_RGBA8);
   glGetIntegerv(GL_TEXTURE_BINDING_2D, &name);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, (GLuint)name, 0);
   glClearColor(0.2f, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT); /* read as an image without a barrier */
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   draw_with(HEADER "layout(rgba8) uniform image2D t;\n" MAIN "vec4 v = imageLoad(t, p); imageStore(t, p, v + vec4(0.0, p.x, 0.0, p.y) / 255.0); }");
   glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   draw_with("#version 330\nout vec4 color; void main() { color = vec4(0.0, 0.0, 0.4, 0.0); }");
   glDisable(GL_BLEND);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   draw_with(HEADER "layout(rgba8) uniform image2D t;\n" MAIN "vec4 v = imageLoad(t, p); imageStore(t, p, vec4(v.r * 2.0, v.gba)); }");
   glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
   desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, back);
   api_checked();
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const GLubyte *t = back[i / 32][i % 32];
      if (t[0] != 102 || t[1] != i % 32 || t[2] != 102 || t[3] != i / 32)
         api_fail("texel %u: %u %u %u %u", i, t[0], t[1], t[2], t[3]);
   }
   draw_with(HEADER "layout(rgba8) uniform image2D t;\n" MAIN "color = imageLoad(t, p); }");
   check("draws", GL_NO_ERROR);
}

/* ---- errors ---- */

static void draw_errors(void)
{
   static const struct target square = {"", "", "", GL_TEXTURE_2D, 32, 32, 0, 0, false, 0};
   GLint units = 0, name = 0, value = 0;
   begin();
   make_texture(&square, GL_RGBA8);
   glGetIntegerv(GL_TEXTURE_BINDING_2D, &name);
   glGetIntegerv(GL_MAX_IMAGE_UNITS, &units);
   if (units < 8)
      api_fail("%d image units", units);
   const GLuint texture = (GLuint)name;
   glBindImageTexture((GLuint)units, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   check("a unit beyond the last one", GL_INVALID_VALUE);
   glBindImageTexture(0, texture, -1, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   check("a negative level", GL_INVALID_VALUE);
   glBindImageTexture(0, texture, 0, GL_FALSE, -1, GL_READ_ONLY, GL_RGBA8);
   check("a negative layer", GL_INVALID_VALUE);
   glBindImageTexture(0, texture + 1000, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   check("no texture", GL_INVALID_VALUE);
   glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_RGBA, GL_RGBA8);
   check("an access", GL_INVALID_ENUM);
   glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGB8);
   check("a format", GL_INVALID_VALUE);
   glGetIntegeri_v(GL_IMAGE_BINDING_NAME, 0, &value);
   if (value != name)
      api_fail("image unit 0 has texture %d", value);
   glBindImageTexture(2, texture, 3, GL_TRUE, 4, GL_WRITE_ONLY, GL_R32F);
   static const struct { GLenum pname; GLint value; } queries[] = {
      {GL_IMAGE_BINDING_LEVEL, 3}, {GL_IMAGE_BINDING_LAYERED, 1}, {GL_IMAGE_BINDING_LAYER, 4}, {GL_IMAGE_BINDING_ACCESS, GL_WRITE_ONLY},
      {GL_IMAGE_BINDING_FORMAT, GL_R32F},
   };
   for (unsigned i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
      glGetIntegeri_v(queries[i].pname, 2, &value);
      if (value != queries[i].value)
         api_fail("query 0x%x: 0x%x", queries[i].pname, value);
   }
   glGetIntegeri_v(GL_IMAGE_BINDING_NAME, (GLuint)units, &value);
   check("a query beyond the last unit", GL_INVALID_VALUE);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, &value);
   if (value != GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE && value != GL_IMAGE_FORMAT_COMPATIBILITY_BY_CLASS)
      api_fail("compatibility 0x%x", value);
   const GLuint program = api_program(vertex_source, NULL, HEADER "layout(rgba8) uniform image2D t[2];\n" MAIN
                                      "imageStore(t[p.x & 1], p, vec4(1.0)); }");
   const GLint units_set[2] = {1, units};
   glUniform1iv(glGetUniformLocation(program, "t"), 2, units_set);
   check("units of which one is beyond the last", GL_INVALID_VALUE);
   glUniform1i(glGetUniformLocation(program, "t[1]"), 5);
   glGetUniformiv(program, glGetUniformLocation(program, "t[1]"), &value);
   if (value != 5)
      api_fail("t[1] has unit %d", value);
   glUniform1f(glGetUniformLocation(program, "t"), 1);
   check("a float", GL_INVALID_OPERATION);
   glMemoryBarrier(1u << 31);
   check("an unknown bit", GL_INVALID_VALUE);
   glDeleteTextures(1, &texture);
   glGetIntegeri_v(GL_IMAGE_BINDING_NAME, 2, &value);
   if (value)
      api_fail("a deleted texture is bound to an image unit");
   check("all", GL_NO_ERROR);
}

#define ROW(name, i) {"images-" name, CORE, 33, 1, 0, draw_target##i, reference_target},
const struct api_body api_bodies_images[] = {
   ROW("1d", 0) ROW("2d", 1) ROW("3d", 2) ROW("rect", 3) ROW("cube", 4) ROW("1d-array", 5) ROW("2d-array", 6) ROW("cube-array", 7)
   ROW("buffer", 8) ROW("layer", 9) ROW("face", 10) ROW("slice", 11) ROW("level", 12) ROW("level-3d", 13) ROW("level-layer", 14)
   ROW("level-slice", 15)
   {"images-sizes", CORE, 33, 0, 0, draw_sizes, reference_sizes},
   {"images-formats-1", CORE, 33, 1, 0, draw_formats_1, reference_formats_1},
   {"images-formats-2", CORE, 33, 1, 0, draw_formats_2, reference_formats_2},
   {"images-formats-3", CORE, 33, 1, 0, draw_formats_3, reference_formats_3},
   {"images-atomics-uint", CORE, 33, 0, 0, draw_atomics_uint, reference_atomics_uint},
   {"images-atomics-int", CORE, 33, 0, 0, draw_atomics_int, reference_atomics_int},
   {"images-atomics-buffer", CORE, 33, 0, 0, draw_atomics_buffer, reference_atomics_uint},
   {"images-stages", CORE, 33, 0, 0, draw_stages, reference_stages},
   {"images-invalid", CORE, 33, 1, 0, draw_invalid, reference_invalid},
   {"images-early", CORE, 33, 0, 0, draw_early, reference_early},
   {"images-barriers", CORE, 33, 1, 0, draw_barriers, NULL},
   {"images-errors", CORE, 33, 0, 0, draw_errors, NULL},
   {0},
};
