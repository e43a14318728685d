/* body_glsl_extensions.c: extensions of the shading language that add functions: the four texels of AMD_texture_texture4. */
#include <stddef.h>

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

const struct api_body api_bodies_glsl_extensions[] = {
   {"glsl-texture4", COMPATIBILITY, 21, 0, 0, draw_texture4, reference_texture4},
   {"glsl-texture4-gate", COMPATIBILITY, 21, 0, 0, draw_texture4_gate, NULL},
   {0}};
