/* body_legacy_sampling.c: comparisons of depth textures in the compatibility profile: the functions of GLSL 1.10 have a vector that
 * GL_DEPTH_TEXTURE_MODE orders, those of GLSL 1.30 a float, fixed functions a texel. */
#include <stdio.h>
#include <string.h>

#include "legacy_reference.h"
#include <GL/gl.h>

#define GL_DEPTH_TEXTURE_MODE 0x884B
#define GL_TEXTURE_FILTER_CONTROL 0x8500
#define COUNT(array) (sizeof array / sizeof array[0])

enum { CELL = 4, MODES = 4 };

/* A source of texels in a row of cells, with the comparison by the texture's parameters or by a sampler object. */
static const struct source {
   const char *text;  /* an expression of GLSL, or NULL: fixed functions */
   const char *version;
   GLenum target;
   bool sampler;
} sources[] = {
   {"shadow1D(one, vec3(0.5, 0.9, ref))", "110", GL_TEXTURE_1D, false},
   {"shadow2D(two, vec3(0.5, 0.5, ref))", "120", GL_TEXTURE_2D, false},
   {"shadow1DProj(one, vec4(1.0, 9.0, 2.0 * ref, 2.0))", "130", GL_TEXTURE_1D, true},
   {"shadow2DProj(two, vec4(1.0, 1.0, 2.0 * ref, 2.0), 0.0)", "110", GL_TEXTURE_2D, true},
   {"vec4(texture(two, vec3(0.5, 0.5, ref)))", "130", GL_TEXTURE_2D, false},
   {"vec4(texture(two, vec3(0.5, 0.5, ref)))", "130", GL_TEXTURE_2D, true},
   {NULL, NULL, GL_TEXTURE_2D, false},
   {NULL, NULL, GL_TEXTURE_2D, true},
};
static const GLenum modes[MODES] = {GL_LUMINANCE, GL_INTENSITY, GL_ALPHA, GL_RED};

static void make_texture(GLenum target)
{
   static const GLfloat depth = 0.5f;
   glBindTexture(target, 0);
   if (target == GL_TEXTURE_1D)
      glTexImage1D(target, 0, GL_DEPTH_COMPONENT24, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
   else
      glTexImage2D(target, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static GLuint make_sampler(void)
{
   GLuint sampler;
   glGenSamplers(1, &sampler);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   return sampler;
}

static GLuint make_program(const struct source *s)
{
   char fragment[512];
   snprintf(fragment, sizeof fragment, "#version %s\nuniform sampler1DShadow one; uniform sampler2DShadow two; uniform float ref;\n"
            "void main() { gl_FragColor = %s; }", s->version, s->text);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_FRAGMENT_SHADER, fragment);
   api_link(program);
   return program;
}

/* A cell with this reference, which fixed functions take from the third coordinate. */
static void cell(unsigned x, unsigned y, GLfloat ref)
{
   glTexCoord3f(0.5f, 0.5f, ref);
   glRectf((GLfloat)(CELL * x), (GLfloat)(CELL * y), (GLfloat)(CELL * x + CELL), (GLfloat)(CELL * y + CELL));
}

static void draw_shadow_modes(void)
{
   const GLuint sampler = make_sampler();
   legacy_window_coordinates();
   make_texture(GL_TEXTURE_1D);
   make_texture(GL_TEXTURE_2D);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   glColor4f(0.2f, 0.4f, 0.6f, 0.8f);
   for (unsigned i = 0; i < COUNT(sources); i++) {
      const struct source *s = &sources[i];
      const GLuint program = s->text ? make_program(s) : 0;
      glUseProgram(program);
      glTexParameteri(s->target, GL_TEXTURE_COMPARE_MODE, s->sampler ? GL_NONE : GL_COMPARE_REF_TO_TEXTURE);
      glBindSampler(0, s->sampler ? sampler : 0);
      (s->text ? glDisable : glEnable)(GL_TEXTURE_2D);
      for (unsigned mode = 0; mode < MODES; mode++) {
         glTexParameteri(s->target, GL_DEPTH_TEXTURE_MODE, (GLint)modes[mode]);
         for (unsigned fails = 0; fails < 2; fails++) {
            const GLfloat ref = fails ? 0.75f : 0.25f;
            if (program)
               glUniform1f(glGetUniformLocation(program, "ref"), ref);
            cell(2 * mode + fails, i, ref);
         }
      }
   }
}

/* OpenGL 4.6 compatibility, 8.23.1 and tables 16.1 and 16.2; GLSL 1.30, 8.7. */
static void shadow_texel(const struct source *s, GLenum mode, double d, double out[4])
{
   const double color[4] = {0.2, 0.4, 0.6, 0.8};
   const bool vector = s->text && strncmp(s->text, "shadow", 6) == 0;
   const bool zero = mode == GL_RED || mode == GL_ALPHA;
   for (unsigned c = 0; c < 4; c++)
      out[c] = d;
   if (s->text && !vector)
      return;
   out[0] = mode == GL_ALPHA ? 0 : d;
   out[1] = out[2] = zero ? 0 : d;
   out[3] = mode == GL_LUMINANCE || mode == GL_RED ? 1 : d;
   if (vector)
      return;
   for (unsigned c = 0; c < 3 && mode == GL_ALPHA; c++)
      out[c] = color[c];
   if (mode == GL_LUMINANCE || mode == GL_RED)
      out[3] = color[3];
}

static void reference_shadow_modes(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE / CELL, y = i / API_SIZE / CELL;
      double texel[4];
      shadow_texel(&sources[y], modes[x / 2], x % 2 ? 0 : 1, texel);
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(texel[c] * 255 + 0.5);
   }
}

/* ---- bias of the level of detail of a unit that only shaders sample (OpenGL 4.6 compatibility, 8.14) ------------------------------------ */

/* A texel of the base level for each texel of the window. */
static void half_of_window(GLfloat y)
{
   glBegin(GL_QUADS);
   for (unsigned i = 0; i < 4; i++) {
      const GLfloat x = i == 1 || i == 2 ? API_SIZE : 0, up = i / 2 ? API_SIZE / 2 : 0;
      glTexCoord2f(x / 2, up / 2);
      glVertex2f(x, y + up);
   }
   glEnd();
}

static void draw_unit_bias(void)
{
   static const uint8_t levels[2][4][4] = {{{255, 0, 0, 255}, {255, 0, 0, 255}, {255, 0, 0, 255}, {255, 0, 0, 255}}, {{0, 255, 0, 255}}};
   const GLuint program = glCreateProgram();
   GLfloat bias = -1;
   api_attach(program, GL_FRAGMENT_SHADER, "uniform sampler2D tex; void main() { gl_FragColor = texture2D(tex, gl_TexCoord[0].st); }");
   api_link(program);
   glUniform1i(glGetUniformLocation(program, "tex"), 9);
   legacy_window_coordinates();
   glActiveTexture(GL_TEXTURE9);
   for (GLint i = 0; i < 2; i++)
      glTexImage2D(GL_TEXTURE_2D, i, GL_RGBA8, 2 >> i, 2 >> i, 0, GL_RGBA, GL_UNSIGNED_BYTE, levels[i]);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   half_of_window(0);
   glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1);
   glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
   api_expect("the bias of unit 9", (long)bias, 1);
   half_of_window(API_SIZE / 2);
}

static void reference_unit_bias(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){i < API_TEXELS / 2 ? 255 : 0, i < API_TEXELS / 2 ? 0 : 255, 0, 255}, 4);
}

#define BODY(name, version, tolerance, few, draw, reference) {name, COMPATIBILITY, version, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_sampling[] = {
   BODY("legacy-shadow-modes", 33, 1, 0, draw_shadow_modes, reference_shadow_modes),
   BODY("legacy-unit-bias", 33, 1, 0, draw_unit_bias, reference_unit_bias),
   {0},
};
