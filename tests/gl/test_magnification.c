/* test_magnification.c: the level of detail at which magnification ends (ES 2.0, 3.7.8). It is 0.5 when the filter for
 * magnification is linear and the filter for minification takes the nearest texel of a level, else 0. Both sides of the limit are
 * sampled by every built-in function that finds a level of detail, in 2D and cube maps, and compared with a reference in C. */
#include <math.h>

#include "pixel_test.h"

enum { EDGE = 4, LEVELS = 3 };

/* Red, green and blue of the texels along s; all rows are the same. */
static const uint8_t texels[LEVELS][EDGE][3] = {
   {{0, 200, 10}, {80, 140, 20}, {160, 60, 70}, {240, 30, 200}}, {{30, 100, 255}, {200, 220, 90}}, {{120, 10, 130}}};

/* S is the coordinate, which moves by 2^lod texels of level 0 from pixel to pixel. */
static const struct form {
   const char *sample;
   bool cube, vertex;
} forms[] = {
   {"texture2D(map, coord(lod))", false, false},
   {"texture2D(map, coord(lod - 1.0), 1.0)", false, false},
   {"texture2DProj(map, vec3(coord(lod) * 2.0, 2.0))", false, false},
   {"texture2DLodEXT(map, S, lod)", false, false},
   {"texture2DGradEXT(map, S, vec2(0.25 * exp2(lod), 0.0), vec2(0.0, 0.25 * exp2(lod)))", false, false},
   {"texture2DLod(map, S, lod)", false, true},
   {"textureCube(map, direction(coord(lod)))", true, false},
   {"textureCube(map, direction(coord(lod - 1.0)), 1.0)", true, false},
   {"textureCubeLodEXT(map, direction(S), lod)", true, false},
   {"textureCubeGradEXT(map, direction(S), vec3(0.0, 0.0, -0.5 * exp2(lod)), vec3(0.0, -0.5 * exp2(lod), 0.0))", true, false},
   {"textureCubeLod(map, direction(S), lod)", true, true},
};

/* Sampled at s = 1.75 / 4: a quarter of the way from texel 1 to texel 2 of level 0, in texel 0 of level 1. */
static void reference(GLint min_filter, GLint mag_filter, float lod, float *rgb)
{
   bool nearest = min_filter == GL_NEAREST_MIPMAP_NEAREST || min_filter == GL_NEAREST_MIPMAP_LINEAR;
   float limit = nearest && mag_filter == GL_LINEAR ? 0.5f : 0;
   float base = ceilf(lod + 0.5f) - 1, weight = 0; /* NEAREST_MIPMAP_NEAREST */
   if (min_filter == GL_NEAREST_MIPMAP_LINEAR || min_filter == GL_LINEAR_MIPMAP_LINEAR) {
      base = floorf(lod);
      weight = lod - base;
   }
   for (int c = 0; c < 3; c++) {
      float at[2];
      bool magnified = lod <= limit, linear = magnified ? mag_filter == GL_LINEAR : !nearest;
      for (int i = 0; i < 2; i++) {
         int level = magnified ? 0 : (int)base + i < LEVELS ? (int)base + i : LEVELS - 1;
         float x = 1.75f / (float)(1 << level) - 0.5f, low = floorf(x), part = x - low;
         int last = (EDGE >> level) - 1, left = low < 0 ? 0 : (int)low, right = (int)low + 1 > last ? last : (int)low + 1;
         at[i] = linear ? (float)texels[level][left][c] * (1 - part) + (float)texels[level][right][c] * part
                        : (float)texels[level][(int)(x + 0.5f)][c];
      }
      rgb[c] = magnified ? at[0] : at[0] * (1 - weight) + at[1] * weight;
   }
}

static void upload(GLenum target)
{
   for (int level = 0; level < LEVELS; level++) {
      uint8_t rgba[EDGE * EDGE * 4];
      int size = EDGE >> level;
      for (int i = 0; i < size * size; i++) {
         memcpy(rgba + i * 4, texels[level][i % size], 3);
         rgba[i * 4 + 3] = 255;
      }
      glTexImage2D(target, level, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   }
}

static GLuint make_program(const struct form *form)
{
   static const char common[] = "uniform float lod;\n"
      "const vec2 S = vec2(0.4375, 0.375);\n"
      "vec3 direction(vec2 st) { return vec3(1.0, 1.0 - 2.0 * st.y, 1.0 - 2.0 * st.x); }\n"; /* face +x, table 3.21 */
   char sampling[1000], vertex[2000], fragment[2000];
   snprintf(sampling, sizeof sampling, "%suniform %s map;\n", common, form->cube ? "samplerCube" : "sampler2D");
   if (form->vertex) {
      snprintf(vertex, sizeof vertex, "%sattribute vec4 pos; varying vec4 v; void main() { gl_Position = pos; v = %s; }", sampling,
               form->sample);
      return pixel_program(vertex, "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   }
   snprintf(fragment, sizeof fragment, "#extension GL_EXT_shader_texture_lod : require\nprecision highp float;\n%s"
            "vec2 coord(float level) { return S + (gl_FragCoord.xy - 3.5) * 0.25 * exp2(level); }\n"
            "void main() { gl_FragColor = %s; }", sampling, form->sample);
   return pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }", fragment);
}

static void magnification_ends(void **state)
{
   static const GLint min_filters[] = {GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_NEAREST,
                                       GL_LINEAR_MIPMAP_LINEAR};
   static const GLint mag_filters[] = {GL_LINEAR, GL_NEAREST};
   static const float lods[] = {-0.75f, 0.125f, 0.375f, 0.625f, 0.875f, 1.25f};
   GLuint map[2];
   glGenTextures(2, map);
   glBindTexture(GL_TEXTURE_2D, map[0]);
   glBindTexture(GL_TEXTURE_CUBE_MAP, map[1]);
   upload(GL_TEXTURE_2D);
   for (GLenum face = 0; face < 6; face++)
      upload(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face);
   for (unsigned f = 0; f < sizeof forms / sizeof forms[0]; f++) {
      GLenum target = forms[f].cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
      GLuint program = make_program(&forms[f]);
      GLint lod = glGetUniformLocation(program, "lod");
      for (unsigned i = 0; i < 4 * 2 * 6; i++) {
         GLint min = min_filters[i % 4], mag = mag_filters[i / 4 % 2];
         float at = lods[i / 8], wanted[3];
         glTexParameteri(target, GL_TEXTURE_MIN_FILTER, min);
         glTexParameteri(target, GL_TEXTURE_MAG_FILTER, mag);
         glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
         glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
         glUniform1f(lod, at);
         pixel_rectangle(-1, -1, 1, 1, 0);
         const uint8_t *got = pixel_read(3, 3);
         reference(min, mag, at, wanted);
         for (int c = 0; c < 3; c++)
            if (fabsf((float)got[c] - wanted[c]) > 2.0f)
               fail_msg("%s, minification 0x%x, magnification 0x%x, lod %g: %d %d %d instead of %g %g %g", forms[f].sample, min,
                        mag, (double)at, got[0], got[1], got[2], (double)wanted[0], (double)wanted[1], (double)wanted[2]);
      }
      glDeleteProgram(program);
   }
   glDeleteTextures(2, map);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

int main(void)
{
   const struct CMUnitTest tests[] = {PIXEL_TEST_ES20(magnification_ends)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
