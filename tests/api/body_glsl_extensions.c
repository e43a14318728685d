/* body_glsl_extensions.c: extensions of the shading language that add functions: the four texels of AMD_texture_texture4; loads
 * from images without a declared format (EXT_shader_image_load_formatted); min(), max() and clamp() of integers in GLSL 1.10. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- AMD_texture_texture4 ---- */

static const GLenum single[][3] = { /* internal format, format, GL_DEPTH_TEXTURE_MODE */
   {GL_LUMINANCE8, GL_LUMINANCE, 0}, {GL_INTENSITY8, GL_LUMINANCE, 0}, {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_LUMINANCE},
   {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_INTENSITY}};

static unsigned texel4(unsigned x, unsigned y) { return (x & 7) * 8 + (y & 7) * 13 + 10; }

static void draw_texture4(void)
{
   uint8_t data[8][8];
   const unsigned rows = API_SIZE / COUNT(single);
   api_require("GL_AMD_texture_texture4");
   for (unsigned i = 0; i < 64; i++)
      data[i / 8][i % 8] = (uint8_t)texel4(i % 8, i / 8);
   const GLuint program = api_program(
      "#version 120\nattribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 120\n#extension GL_AMD_texture_texture4 : require\n"
      "#ifndef GL_AMD_texture_texture4\n#error no macro\n#endif\n"
      "uniform sampler2D s; void main() { gl_FragColor = texture4(s, floor(gl_FragCoord.xy) / 8.0); }");
   glUseProgram(program);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < COUNT(single); i++) {
      GLuint texture;
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      /* The four texels are those of linear filters, whatever the filter is. */
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, i & 1 ? GL_NEAREST : GL_LINEAR);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, i & 1 ? GL_NEAREST : GL_LINEAR);
      if (single[i][2])
         glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE_ARB, (GLint)single[i][2]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)single[i][0], 8, 8, 0, single[i][1], GL_UNSIGNED_BYTE, data);
      glScissor(0, (GLint)(i * rows), API_SIZE, (GLsizei)rows);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
}

/* Equation 3.26a: red is the texel (i0, j1), green (i1, j1), blue (i1, j0), alpha (i0, j0), where the coordinate is a corner of them. */
static void reference_texture4(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      rgba[i][0] = (uint8_t)texel4(x - 1, y);
      rgba[i][1] = (uint8_t)texel4(x, y);
      rgba[i][2] = (uint8_t)texel4(x, y - 1);
      rgba[i][3] = (uint8_t)texel4(x - 1, y - 1);
   }
}

/* The function exists with the extension alone. */
static void draw_texture4_gate(void)
{
   static const char source[] = "#version 120\nuniform sampler2D s; void main() { gl_FragColor = texture4(s, vec2(0.5)); }";
   const GLchar *text = source;
   GLint ok = 1;
   api_require("GL_AMD_texture_texture4");
   const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
   glShaderSource(shader, 1, &text, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   api_expect("texture4() without #extension compiles", ok, 0);
   glDeleteShader(shader);
}

/* ---- EXT_shader_image_load_formatted ---- */

/* One image variable and one program for textures of all formats: a load has the components that the format of the image unit has, converted
 * as by a lookup. Unsigned and signed integers have variables of their own. */
static const struct { GLenum internal, format, type; uint8_t data[16]; float wanted[4]; } loads[] = {
   {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, {0, 51, 102, 255}, {0, 0.2f, 0.4f, 1}},
   {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, {51, 102}, {0.2f, 0.4f, 0, 1}},
   {GL_R8, GL_RED, GL_UNSIGNED_BYTE, {153}, {0.6f, 0, 0, 1}},
   {GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, {127, 0, 127, 127}, {1, 0, 1, 1}},
   {GL_R32F, GL_RED, GL_FLOAT, {0, 0, 0, 0x3f}, {0.5f, 0, 0, 1}},
   {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, {0, 0x38, 0, 0x34, 0, 0x3c, 0, 0}, {0.5f, 0.25f, 1, 0}},
   {GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, {0xff, 3, 0, 0xc0}, {1, 0, 0, 1}},
   {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, {0xc0, 3, 0, 0}, {1, 0, 0, 1}},
};

static void draw_load_formatted(void)
{
   api_require("GL_EXT_shader_image_load_formatted");
   const GLuint program = api_program(
      "#version 420\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 420\n#extension GL_EXT_shader_image_load_formatted : require\n"
      "layout(binding = 0) uniform readonly image2D plane; layout(binding = 1) uniform uimage2D whole; out vec4 color;\n"
      "vec4 from(readonly image2D i, ivec2 at) { return imageLoad(i, at); }\n"
      "void main() { color = from(plane, ivec2(gl_FragCoord.xy) % 2) + vec4(imageLoad(whole, ivec2(0)).x) / 255.0; }");
   GLuint textures[2];
   static const uint8_t zero[4], one[4] = {1};
   glGenTextures(2, textures);
   glBindTexture(GL_TEXTURE_2D, textures[1]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8UI, 1, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, zero);
   glBindImageTexture(1, textures[1], 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8UI);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glUseProgram(program);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < COUNT(loads); i++) {
      glBindTexture(GL_TEXTURE_2D, textures[0]);
      glTexStorage2D(GL_TEXTURE_2D, 1, loads[i].internal, 2, 2);
      for (int k = 0; k < 4; k++)
         glTexSubImage2D(GL_TEXTURE_2D, 0, k & 1, k >> 1, 1, 1, loads[i].format, loads[i].type, loads[i].data);
      glBindImageTexture(0, textures[0], 0, GL_FALSE, 0, GL_READ_ONLY, loads[i].internal);
      glScissor(0, (GLint)i * 4, API_SIZE, 4);
      api_rectangle(-1, -1, 1, 1);
      glDeleteTextures(1, textures);
      glGenTextures(1, textures);
   }
   glBindTexture(GL_TEXTURE_2D, textures[1]);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, one);
   glScissor(0, 0, 1, 1); /* without a texture in the unit a load is 0 */
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_SCISSOR_TEST);
}

static void reference_load_formatted(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned k = 0; k < 4; k++)
         rgba[i][k] = i == 0 ? 1 : (uint8_t)(loads[i / API_SIZE / 4].wanted[k] * 255 + 0.5f);
}

/* Atomics need a declared format; so do loads without the extension. */
static void draw_load_formatted_gate(void)
{
   static const struct { const char *body; bool extension, compiles; } rows[] = {
      {"uniform image2D i; void main() { imageStore(i, ivec2(0), imageLoad(i, ivec2(1))); }", true, true},
      {"uniform image2D i; void main() { imageStore(i, ivec2(0), vec4(1.0)); }", false, false},
      {"uniform writeonly image2D i; void main() { imageStore(i, ivec2(0), vec4(1.0)); }", false, true},
      {"uniform uimage2D i; void main() { imageAtomicAdd(i, ivec2(0), 1u); }", true, false},
      {"layout(r32ui) uniform uimage2D i; void main() { imageAtomicAdd(i, ivec2(0), 1u); }", true, true},
   };
   api_require("GL_EXT_shader_image_load_formatted");
   for (unsigned i = 0; i < COUNT(rows); i++) {
      char text[400];
      const GLchar *source = text;
      GLint ok;
      snprintf(text, sizeof(text), "#version 420\n%s%s\n", rows[i].extension ? "#extension GL_EXT_shader_image_load_formatted : require\n" : "",
               rows[i].body);
      const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
      glShaderSource(shader, 1, &source, NULL);
      glCompileShader(shader);
      glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
      glDeleteShader(shader);
      api_expect(text, ok, rows[i].compiles);
   }
}

/* ---- GLSL 1.10 ---- */

static void draw_integers(void)
{
   GLuint program = api_program(
      "#version 110\nattribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 110\nuniform int four; void main() { int i = 0; for (int k = 0; k < min(four, 6); k++) i += max(k, 2);\n"
      "gl_FragColor = vec4(i * 10, clamp(four, 1, 3), max(ivec2(1, four), 2)) / 255.0; }");
   glUniform1i(glGetUniformLocation(program, "four"), 4);
   api_rectangle(-1, -1, 1, 1);
   /* In GLSL 1.20 integers are converted to the arguments of the only functions: max(1, 3) / 2 is 1.5. */
   program = api_program(
      "#version 120\nattribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 120\nuniform int four; void main() { gl_FragColor = vec4(max(1, four - 1) / 2 * 100.0 / 255.0); }");
   glUniform1i(glGetUniformLocation(program, "four"), 4);
   api_rectangle(-1, 0, 1, 1);
}

static void reference_integers(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i < API_TEXELS / 2 ? (const uint8_t[4]){90, 3, 2, 4} : (const uint8_t[4]){150, 150, 150, 150}, 4);
}

const struct api_body api_bodies_glsl_extensions[] = {
   {"glsl-texture4", COMPATIBILITY, 21, 0, 0, draw_texture4, reference_texture4},
   {"glsl-texture4-gate", COMPATIBILITY, 21, 0, 0, draw_texture4_gate, NULL},
   {"glsl-load-formatted", CORE, 42, 1, 0, draw_load_formatted, reference_load_formatted},
   {"glsl-load-formatted-gate", CORE, 42, 0, 0, draw_load_formatted_gate, NULL},
   {"glsl-110-integers", COMPATIBILITY, 21, 0, 0, draw_integers, reference_integers},
   {0}};
