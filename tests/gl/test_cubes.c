/* test_cubes.c: cube maps: the face and texel that a direction selects (OpenGL ES 2.0 table 3.21), also near edges and corners;
 * filters, which read texels of one face only (3.7.5); levels of detail; completeness. A reference in C gives the values. */
#include <math.h>

#include "pixel_test.h"

enum { EDGE = 4 };

static GLuint cube;
static GLenum wraps[2] = {GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE};
static GLint direction;

/* Each texel has a unique colour: red is the face, green s, blue t. */
static void texel(int face, int s, int t, uint8_t *rgba)
{
   rgba[0] = (uint8_t)(face * 40 + 20);
   rgba[1] = (uint8_t)(s * 80);
   rgba[2] = (uint8_t)(t * 80);
   rgba[3] = 255;
}

static void make_cube(GLenum filter)
{
   direction = glGetUniformLocation(pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                                                  "precision highp float; uniform samplerCube c; uniform vec3 d; void "
                                                  "main() { gl_FragColor = textureCube(c, d); }"),
                                    "d");
   glGenTextures(1, &cube);
   glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
   for (int face = 0; face < 6; face++) {
      uint8_t texels[EDGE * EDGE * 4];
      for (int i = 0; i < EDGE * EDGE; i++)
         texel(face, i % EDGE, i / EDGE, texels + i * 4);
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_RGBA, EDGE, EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   texels);
   }
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, (GLint)filter);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, (GLint)filter);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, (GLint)wraps[0]);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, (GLint)wraps[1]);
}

/* Table 3.21: the major axis, and s and t in 0 .. 1. */
static int face_of(const float *d, double *s, double *t)
{
   double x = d[0], y = d[1], z = d[2], ax = fabs(x), ay = fabs(y), az = fabs(z), sc, tc, ma;
   int face;
   if (ax >= ay && ax >= az) {
      face = x >= 0 ? 0 : 1;
      sc = x >= 0 ? -z : z;
      tc = -y;
      ma = ax;
   } else if (ay >= az) {
      face = y >= 0 ? 2 : 3;
      sc = x;
      tc = y >= 0 ? z : -z;
      ma = ay;
   } else {
      face = z >= 0 ? 4 : 5;
      sc = z >= 0 ? x : -x;
      tc = -y;
      ma = az;
   }
   *s = (sc / ma + 1) / 2;
   *t = (tc / ma + 1) / 2;
   return face;
}

static int clamp_texel(int i)
{
   return i < 0 ? 0 : i >= EDGE ? EDGE - 1 : i;
}

/* Coordinates outside the face wrap inside the same face (3.7.5): a selected face is sampled as a 2D image. */
static int wrap_texel(int i, GLenum wrap)
{
   int k = ((i % (2 * EDGE)) + 2 * EDGE) % (2 * EDGE);
   return wrap == GL_CLAMP_TO_EDGE ? clamp_texel(i) : wrap == GL_REPEAT ? k % EDGE : k < EDGE ? k : 2 * EDGE - 1 - k;
}

/* Linear filter of 3.7.7 inside one face. */
static void linear(int face, double s, double t, float *rgba)
{
   double u = s * EDGE - 0.5, v = t * EDGE - 0.5;
   int i = (int)floor(u), j = (int)floor(v);
   double a = u - i, b = v - j;
   for (int c = 0; c < 4; c++) {
      uint8_t q[4][4];
      for (int k = 0; k < 4; k++)
         texel(face, wrap_texel(i + k % 2, wraps[0]), wrap_texel(j + k / 2, wraps[1]), q[k]);
      rgba[c] =
         (float)(((1 - a) * (1 - b) * q[0][c] + a * (1 - b) * q[1][c] + (1 - a) * b * q[2][c] + a * b * q[3][c]) / 255);
   }
}

/* Directions to all sides, of lengths far from 1. None lies on a border between faces or texels, where both sides are right. */
static void directions(GLenum filter)
{
   uint32_t seed = 3;
   make_cube(filter);
   for (int n = 0; n < 1500; n++) {
      static const float lengths[] = {1, 1e-3f, 1e4f, 7, 0.25f};
      float d[3], wanted[4];
      double s, t;
      char what[120];
      for (int i = 0; i < 3; i++) {
         seed = seed * 1664525 + 1013904223;
         d[i] = ((float)(seed >> 8) / (1 << 23) - 1) * lengths[n % 5];
      }
      if (n % 4 == 0) /* close to an edge of the cube */
         d[n / 4 % 3] = d[(n / 4 + 1) % 3] * (n % 8 ? 1.002f : 0.998f) * (n % 16 < 8 ? 1 : -1);
      int face = face_of(d, &s, &t);
      double us = s * EDGE, ut = t * EDGE;
      if (filter == GL_NEAREST && (fabs(us - round(us)) < 1e-3 || fabs(ut - round(ut)) < 1e-3))
         continue;
      snprintf(what, sizeof what, "direction %g %g %g: face %d at %.3f, %.3f", d[0], d[1], d[2], face, s, t);
      if (filter == GL_NEAREST) {
         uint8_t rgba[4];
         texel(face, (int)us, (int)ut, rgba);
         for (int i = 0; i < 4; i++)
            wanted[i] = (float)rgba[i] / 255;
      } else {
         linear(face, s, t, wanted);
      }
      glUniform3fv(direction, 1, d);
      pixel_rectangle(-1, -1, 1, 1, 0);
      /* Weights have 8 bits: between neighbours that differ by 240, half a step of the weight on each axis is about 1/255. */
      const uint8_t *p = pixel_read(3, 3);
      for (int i = 0; i < 4; i++)
         if (fabsf((float)p[i] - wanted[i] * 255) > (filter == GL_LINEAR ? 1.6f : 0.1f))
            fail_msg("%s: channel %d is %d, not %.2f", what, i, p[i], wanted[i] * 255);
   }
   glDeleteTextures(1, &cube);
}

static void nearest_directions(void **state)
{
   directions(GL_NEAREST);
}

static void linear_directions(void **state)
{
   static const GLenum modes[] = {GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE};
   for (int i = 0; i < 9; i++) {
      wraps[0] = modes[i % 3];
      wraps[1] = modes[i / 3];
      directions(GL_LINEAR); /* without CLAMP_TO_EDGE, the last mode, which other tests use */
   }
}

/* A quad across the edge between +X and +Z: the pixels on each side have texels of that side's face, never a mixture. */
static void seams(void **state)
{
   static const struct { float d[4][3]; } quads[] = { /* corners: left bottom, right bottom, left top, right top */
      {{{1, -0.2f, 0.6f}, {0.6f, -0.2f, 1}, {1, 0.2f, 0.6f}, {0.6f, 0.2f, 1}}},
      {{{-0.3f, 1, 0.7f}, {0.3f, 1, 0.7f}, {-0.3f, 0.7f, 1}, {0.3f, 0.7f, 1}}},
      {{{-1, -0.7f, -0.1f}, {-0.7f, -1, -0.1f}, {-1, -0.7f, 0.1f}, {-0.7f, -1, 0.1f}}},
   };
   make_cube(GL_LINEAR);
   pixel_program("attribute vec4 pos, val; varying vec3 d; void main() { gl_Position = pos; d = val.xyz; }",
                 "precision highp float; uniform samplerCube c; varying vec3 d; void main() { gl_FragColor = "
                 "textureCube(c, d); }");
   for (unsigned q = 0; q < sizeof(quads) / sizeof(quads[0]); q++) {
      static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
      glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, quads[q].d);
      glEnableVertexAttribArray(0);
      glEnableVertexAttribArray(1);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      for (int y = 0; y < SIZE; y++)
         for (int x = 0; x < SIZE; x++) {
            float d[3], wanted[4], a = ((float)x + 0.5f) / SIZE, b = ((float)y + 0.5f) / SIZE;
            double s, t;
            char what[80];
            for (int i = 0; i < 3; i++)
               d[i] = quads[q].d[0][i] + (quads[q].d[1][i] - quads[q].d[0][i]) * a +
                      (quads[q].d[2][i] - quads[q].d[0][i]) * b;
            int face = face_of(d, &s, &t);
            float gap[3] = {fabsf(fabsf(d[0]) - fabsf(d[1])), fabsf(fabsf(d[1]) - fabsf(d[2])),
                            fabsf(fabsf(d[0]) - fabsf(d[2]))};
            if (gap[0] < 1e-4f || gap[1] < 1e-4f || gap[2] < 1e-4f)
               continue;
            linear(face, s, t, wanted);
            snprintf(what, sizeof what, "quad %u, pixel %d, %d", q, x, y);
            pixel_expect(pixel_read(x, y), wanted, what);
         }
   }
   glDeleteTextures(1, &cube);
}

/* Each face can be a render target. A cube map is complete when all six faces agree (3.7.10). */
static void faces_as_targets(void **state)
{
   GLuint fbo;
   make_cube(GL_NEAREST);
   GLint program;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   GLuint flat = pixel_flat_program();
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glViewport(0, 0, EDGE, EDGE);
   for (GLenum face = 0; face < 6; face++) {
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, cube, 0);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      const uint8_t *old = pixel_read(3, 1);
      uint8_t wanted[4];
      texel((int)face, 3, 1, wanted);
      assert_memory_equal(old, wanted, 4);
      pixel_fill((float)face / 5, 1, 0.5f, 1, 0);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glViewport(0, 0, SIZE, SIZE);
   glUseProgram((GLuint)program);
   for (int face = 0; face < 6; face++) {
      float d[3] = {0.3f, 0.2f, -0.1f};
      d[face / 2] = face % 2 ? -1 : 1;
      glUniform3fv(direction, 1, d);
      pixel_rectangle(-1, -1, 1, 1, 0);
      pixel_expect(pixel_read(1, 1), (float[]){(float)face / 5, 1, 0.5f, 1}, "rendered face");
   }
   glDeleteProgram(flat);
   glDeleteTextures(1, &cube);
}

static void completeness(void **state)
{
   static const uint8_t texels[8 * 8 * 4] = {0};
   static const struct {
      const char *name;
      GLenum face;
      GLint level;
      GLenum format, type;
      GLsizei width, height;
      bool mipmaps, complete;
   } rows[] = {
      {"as made", GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, GL_UNSIGNED_BYTE, EDGE, EDGE, false, true},
      {"larger face", GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, GL_UNSIGNED_BYTE, 8, 8, false, false},
      {"other format", GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGB, GL_UNSIGNED_BYTE, EDGE, EDGE, false, false},
      {"other type", GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, EDGE, EDGE, false, false},
      {"no face", GL_TEXTURE_CUBE_MAP_POSITIVE_Z, 0, GL_RGBA, GL_UNSIGNED_BYTE, 0, 0, false, false},
      {"all levels", GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, GL_RGBA, GL_UNSIGNED_BYTE, EDGE / 2, EDGE / 2, true, true},
      {"level 1 of a face has the wrong size", GL_TEXTURE_CUBE_MAP_POSITIVE_Y, 1, GL_RGBA, GL_UNSIGNED_BYTE, 1, 1, true,
       false},
      {"level 1 of a face has another format", GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 1, GL_RGB, GL_UNSIGNED_BYTE, 2, 2, true,
       false},
      {"level 2 of a face is missing", GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 2, GL_RGBA, GL_UNSIGNED_BYTE, 0, 0, true, false},
      {"a level beyond the last", GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 3, GL_RGB, GL_UNSIGNED_BYTE, 8, 8, true, true},
      {"levels are broken but not asked for", GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 1, GL_RGB, GL_UNSIGNED_BYTE, 1, 1, false,
       true},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      make_cube(GL_NEAREST);
      if (rows[i].mipmaps) {
         glGenerateMipmap(GL_TEXTURE_CUBE_MAP);
         glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
      }
      glTexImage2D(rows[i].face, rows[i].level, (GLint)rows[i].format, rows[i].width, rows[i].height, 0, rows[i].format,
                   rows[i].type, texels);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      glUniform3f(direction, 0.1f, -0.2f, 1);
      if (rows[i].face == GL_TEXTURE_CUBE_MAP_POSITIVE_Z)
         glUniform3f(direction, 0.1f, 1, 0.2f);
      pixel_rectangle(-1, -1, 1, 1, 0);
      bool black = pixel_read(2, 2)[0] == 0;
      if (black == rows[i].complete)
         fail_msg("%s: %s", rows[i].name, black ? "incomplete" : "complete");
      glDeleteTextures(1, &cube);
   }
   /* Faces are square; any size is allowed (OES_texture_npot). */
   make_cube(GL_LINEAR);
   glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 4, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glCopyTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 0, 0, 4, 5, 0);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glTexImage2D(GL_TEXTURE_CUBE_MAP, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGenerateMipmap(GL_TEXTURE_CUBE_MAP); /* not cube complete: 3.7.11 */
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glDeleteTextures(1, &cube);
}

/* The derivatives on the selected face choose the level. Each level has a unique colour. */
static void levels(void **state)
{
   enum { LARGE = 32 };
   GLint lod_bias = glGetUniformLocation(
      pixel_program("attribute vec4 pos; varying vec2 at; void main() { gl_Position = pos; at = pos.xy; }",
                    "precision highp float; uniform samplerCube c; uniform float b; varying vec2 at;\n"
                    "void main() { gl_FragColor = textureCube(c, vec3(at * 0.25, -1.0), b); }"),
      "b");
   glGenTextures(1, &cube);
   glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
   for (GLenum face = 0; face < 6; face++)
      for (int l = 0; LARGE >> l; l++) {
         static uint8_t texels[LARGE * LARGE * 4];
         memset(texels, l * 50, sizeof texels);
         glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, l, GL_RGBA, LARGE >> l, LARGE >> l, 0, GL_RGBA,
                      GL_UNSIGNED_BYTE, texels);
      }
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   /* at runs over -1 .. 1 in 8 pixels: scale 1 is 32 / 8 = 4 texels a pixel, level 2; 1/4 is level 0. b adds to that.
    */
   for (int b = 0; b <= 5; b++) {
      glUniform1f(lod_bias, (float)b);
      pixel_rectangle(-1, -1, 1, 1, 0);
      pixel_expect(pixel_read(3, 5),
                   (float[]){(float)b * 50 / 255, (float)b * 50 / 255, (float)b * 50 / 255, (float)b * 50 / 255},
                   "bias");
   }
   static const struct {
      float scale, z;
      int level;
   } rows[] = {{1, 1, 2}, {0.5f, 1, 1}, {0.25f, 1, 0}, {1, 4, 0}, {1, -2, 1}, {0.9f, 0.95f, 2}};
   GLuint other = pixel_program("attribute vec4 pos; varying vec2 at; void main() { gl_Position = pos; at = pos.xy; }",
      "precision highp float; uniform samplerCube c; uniform vec3 d; varying vec2 at;\n"
      "void main() { gl_FragColor = textureCube(c, vec3(at * d.x, d.z)); }");
   direction = glGetUniformLocation(other, "d");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char what[40];
      glUniform3f(direction, rows[i].scale, 0, rows[i].z);
      pixel_rectangle(-1, -1, 1, 1, 0);
      snprintf(what, sizeof what, "row %u", i);
      float v = (float)rows[i].level * 50 / 255;
      pixel_expect(pixel_read(3, 4), (float[]){v, v, v, v}, what);
   }
   glDeleteTextures(1, &cube);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      PIXEL_TEST(nearest_directions), PIXEL_TEST_ES20(linear_directions), PIXEL_TEST_ES20(seams),
      PIXEL_TEST(faces_as_targets),   PIXEL_TEST(completeness),           PIXEL_TEST(levels),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
