/* test_extensions.c: pixels of extensions of OpenGL ES 2.0: float textures, sized formats, half-float vertices, depth from the
 * fragment shader, explicit levels of detail, multiple colour buffers, dual-source blending. */
#include <math.h>

#include "pixel_test.h"

static void expect(const uint8_t *rgba, float r, float g, float b, float a, const char *what)
{
   const float wanted[4] = {r, g, b, a};
   pixel_expect(rgba, wanted, what);
}

static GLuint make_texture(GLenum min_filter, GLenum mag_filter)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, min_filter);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, mag_filter);
   return name;
}

/* ---- float textures -------------------------------------------------------------------------------------------------------- */

static const char sample_vs[] = "attribute vec4 pos; void main() { gl_Position = pos; }";
static const char sample_fs[] = "precision highp float; uniform sampler2D s; uniform vec2 at; uniform vec4 scale, bias;\n"
                                "void main() { gl_FragColor = texture2D(s, at) * scale + bias; }";

static GLuint sample_program;

/* Draws scale * texel + bias. */
static const uint8_t *sample(float s, float t, const float *scale, const float *bias)
{
   glUniform2f(glGetUniformLocation(sample_program, "at"), s, t);
   glUniform4fv(glGetUniformLocation(sample_program, "scale"), 1, scale);
   glUniform4fv(glGetUniformLocation(sample_program, "bias"), 1, bias);
   pixel_rectangle(-1, -1, 1, 1, 0);
   return pixel_read(4, 4);
}

static const struct { GLenum format; const char *name; int components; uint8_t r, g, b, a; } bases[] = {
   {GL_RGBA, "RGBA", 4, 0, 1, 2, 3}, {GL_RGB, "RGB", 3, 0, 1, 2, 5}, {GL_ALPHA, "ALPHA", 1, 4, 4, 4, 0},
   {GL_LUMINANCE, "LUMINANCE", 1, 0, 0, 0, 5}, {GL_LUMINANCE_ALPHA, "LUMINANCE_ALPHA", 2, 0, 0, 0, 1},
};

/* For finite values that a half-float represents exactly. */
static uint16_t half(float value)
{
   uint32_t bits;
   memcpy(&bits, &value, sizeof bits);
   return value == 0 ? 0 : (uint16_t)((bits >> 16 & 0x8000) | (((bits >> 23 & 0xff) - 112) << 10) | (bits >> 13 & 0x3ff));
}

static void upload(GLenum format, bool halves, GLint level, int size, const float *values, unsigned count)
{
   uint16_t packed[64];
   for (unsigned i = 0; i < count; i++)
      packed[i] = half(values[i]);
   glTexImage2D(GL_TEXTURE_2D, level, (GLint)format, size, 1, 0, format, halves ? GL_HALF_FLOAT_OES : GL_FLOAT,
                halves ? (const void *)packed : values);
}

/* Texels keep values far outside 0 .. 1. The linear filter half way between two texels, and the next level, give their mean. */
static void float_textures(void **state)
{
   static const float left[4] = {-6, 1024, 0.5f, 3}, right[4] = {2, -512, 1.5f, -1};
   sample_program = pixel_program(sample_vs, sample_fs);
   for (unsigned h = 0; h < 2; h++)
      for (unsigned k = 0; k < sizeof(bases) / sizeof(bases[0]); k++) {
         const int n = bases[k].components;
         const uint8_t from[4] = {bases[k].r, bases[k].g, bases[k].b, bases[k].a};
         float texels[8], a[6] = {0}, b[6] = {0};
         char what[64];
         for (int i = 0; i < n; i++) {
            texels[i] = a[i] = left[i];
            texels[n + i] = b[i] = right[i];
         }
         a[4] = b[4] = 0; /* components that the base format lacks */
         a[5] = b[5] = 1;
         GLuint name = make_texture(GL_LINEAR, GL_LINEAR);
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
         upload(bases[k].format, h, 0, 2, texels, (unsigned)(2 * n));
         assert_int_equal(glGetError(), GL_NO_ERROR);
         for (unsigned place = 0; place < 4; place++) {
            float scale[4], bias[4], t = place == 1 ? 0.5f : place == 2 ? 1 : place == 3 ? 0.5f : 0, wanted[4];
            if (place == 3) { /* level 1, of one texel */
               glGenerateMipmap(GL_TEXTURE_2D);
               glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
            }
            for (int c = 0; c < 4; c++) {
               /* Scales the range between the two texels to 0.2 .. 0.8. */
               float low = a[from[c]] < b[from[c]] ? a[from[c]] : b[from[c]], range = fabsf(a[from[c]] - b[from[c]]) + 1;
               float value = a[from[c]] * (1 - t) + b[from[c]] * t;
               scale[c] = 0.6f / range;
               bias[c] = 0.2f - low * scale[c];
               wanted[c] = value * scale[c] + bias[c];
            }
            snprintf(what, sizeof what, "%s %s at %.1f", h ? "half" : "float", bases[k].name, t);
            pixel_expect(sample(place == 1 || place == 3 ? 0.5f : place == 2 ? 0.9f : 0.1f, 0.5f, scale, bias), wanted, what);
         }
         glDeleteTextures(1, &name);
      }
   glDeleteProgram(sample_program);
}

/* Float textures are not colour-renderable without a further extension. Sub-images can be replaced. */
static void float_texture_rules(void **state)
{
   static const float one[4] = {4, 3, 2, 1}, scale[4] = {0.2f, 0.2f, 0.2f, 0.2f}, zero[4];
   GLuint fbo, name = make_texture(GL_NEAREST, GL_NEAREST);
   sample_program = pixel_program(sample_vs, sample_fs);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_FLOAT, NULL);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 1, 1, 1, GL_RGBA, GL_FLOAT, one);
   expect(sample(0.6f, 0.4f, scale, zero), 0.8f, 0.6f, 0.4f, 0.2f, "part of a float texture");
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &name);
}

/* ---- sized formats --------------------------------------------------------------------------------------------------------- */

/* OES_required_internalformat: uploads and framebuffer copies are converted to the sized format. */
static void sized_formats(void **state)
{
   static const float one[4] = {1, 1, 1, 1}, zero[4];
   static const struct { GLenum internal, format; uint8_t bytes[4]; float rgba[4], copied[4]; } rows[] = {
#define C {0.2f, 0.4f, 0.6f, 0.8f}
      {GL_RGBA8_OES, GL_RGBA, {51, 102, 153, 204}, C, C},
      {GL_RGBA4, GL_RGBA, {51, 102, 153, 204}, C, C},
      {GL_RGB5_A1, GL_RGBA, {255, 0, 255, 255}, {1, 0, 1, 1}, {6 / 31.0f, 12 / 31.0f, 19 / 31.0f, 1}},
      {GL_RGB8_OES, GL_RGB, {51, 102, 153}, {0.2f, 0.4f, 0.6f, 1}, {0.2f, 0.4f, 0.6f, 1}},
      {GL_RGB565, GL_RGB, {255, 0, 255}, {1, 0, 1, 1}, {6 / 31.0f, 25 / 63.0f, 19 / 31.0f, 1}},
      {GL_ALPHA8_EXT, GL_ALPHA, {51}, {0, 0, 0, 0.2f}, {0, 0, 0, 0.8f}},
      {GL_LUMINANCE8_EXT, GL_LUMINANCE, {51}, {0.2f, 0.2f, 0.2f, 1}, {0.2f, 0.2f, 0.2f, 1}},
      {GL_LUMINANCE8_ALPHA8_EXT, GL_LUMINANCE_ALPHA, {51, 102}, {0.2f, 0.2f, 0.2f, 0.4f}, {0.2f, 0.2f, 0.2f, 0.8f}},
      {GL_LUMINANCE4_ALPHA4_OES, GL_LUMINANCE_ALPHA, {51, 102}, {0.2f, 0.2f, 0.2f, 0.4f}, {0.2f, 0.2f, 0.2f, 0.8f}},
#undef C
   };
   sample_program = pixel_program(sample_vs, sample_fs);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char what[32];
      snprintf(what, sizeof what, "row %u", i);
      GLuint name = make_texture(GL_NEAREST, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)rows[i].internal, 1, 1, 0, rows[i].format, GL_UNSIGNED_BYTE, rows[i].bytes);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      pixel_expect(sample(0.5f, 0.5f, one, zero), rows[i].rgba, what);
      glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
      glClear(GL_COLOR_BUFFER_BIT);
      glCopyTexImage2D(GL_TEXTURE_2D, 0, rows[i].internal, 0, 0, 4, 4, 0);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      pixel_expect(sample(0.5f, 0.5f, one, zero), rows[i].copied, what);
      glDeleteTextures(1, &name);
   }
}

/* ---- vertices -------------------------------------------------------------------------------------------------------------- */

static void half_float_vertices(void **state)
{
   static const float value[4] = {0.25f, 0.5f, 0.75f, 0.125f};
   uint16_t data[4 * 4];
   pixel_flat_program();
   for (GLint size = 1; size <= 4; size++) {
      float wanted[4] = {0, 0, 0, 1};
      for (int v = 0; v < 4; v++)
         for (int c = 0; c < size; c++) {
            data[v * size + c] = half(value[c]);
            wanted[c] = value[c];
         }
      const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
      glVertexAttribPointer(1, size, GL_HALF_FLOAT_OES, GL_TRUE, 0, data); /* `normalized` has no effect on floats */
      glEnableVertexAttribArray(0);
      glEnableVertexAttribArray(1);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      pixel_expect(pixel_read(2, 5), wanted, "half-float attribute");
   }
   glVertexAttribPointer(1, 4, 0x140B /* GL_HALF_FLOAT */, GL_FALSE, 0, data); /* the value of OpenGL ES 3.0 */
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
}

/* ---- fragment shaders ------------------------------------------------------------------------------------------------------ */

static void frag_depth(void **state)
{
   static const char fs[] =
      "#extension GL_EXT_frag_depth : require\nprecision highp float; uniform float z; uniform vec4 c;\n"
      "void main() { gl_FragColor = c; if (z >= 0.0) gl_FragDepthEXT = z; else gl_FragDepthEXT = gl_FragCoord.z; }";
   static const struct { float vertex_z, z; bool passes; } draws[] = {
      {0.9f, 0.25f, true}, {-0.9f, 0.75f, false}, {-0.2f, -1, true}, {0.2f, -1, false}, {0, 0.499f, true}, {0, 0.501f, false},
   };
   GLuint program = pixel_program(sample_vs, fs);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   for (unsigned i = 0; i < sizeof(draws) / sizeof(draws[0]); i++) {
      glClearDepthf(0.5f);
      glClearColor(0, 0, 0, 0);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glUniform1f(glGetUniformLocation(program, "z"), draws[i].z);
      glUniform4f(glGetUniformLocation(program, "c"), 1, 0, 1, 1);
      pixel_rectangle(-1, -1, 1, 1, draws[i].vertex_z);
      if ((pixel_read(3, 3)[0] == 255) != draws[i].passes)
         fail_msg("draw %u %s", i, draws[i].passes ? "failed the test" : "passed the test");
   }
   /* Later draws are tested against the written depth. */
   glClear(GL_DEPTH_BUFFER_BIT);
   glUniform1f(glGetUniformLocation(program, "z"), 0.1f);
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_flat_program();
   pixel_fill(0, 1, 0, 1, -0.7f); /* depth 0.15 */
   expect(pixel_read(3, 3), 1, 0, 1, 1, "behind the depth written");
   pixel_fill(0, 1, 0, 1, -0.9f); /* depth 0.05 */
   expect(pixel_read(3, 3), 0, 1, 0, 1, "in front of the depth written");
}

/* The colour of a level is level / 4. */
static void texture_lod(void **state)
{
   static const struct { const char *call; float value; } calls[] = {
      {"texture2DLodEXT(s, vec2(0.5), 0.0)", 0},           {"texture2DLodEXT(s, vec2(0.5), 2.0)", 0.5f},
      {"texture2DLodEXT(s, vec2(0.5), 9.0)", 1},           {"texture2DProjLodEXT(s, vec3(0.5), 1.0)", 0.25f},
      {"texture2DProjLodEXT(s, vec4(0.5), 3.0)", 0.75f},   {"textureCubeLodEXT(cube, vec3(1.0, 0.0, 0.0), 1.0)", 0.25f},
      {"texture2DGradEXT(s, vec2(0.5), vec2(0.25, 0.0), vec2(0.0))", 0.5f}, /* 4 texels of 16 a pixel: level 2 */
      {"texture2DGradEXT(s, vec2(0.5), vec2(0.0), vec2(0.0, 0.5))", 0.75f},
      {"texture2DGradEXT(s, vec2(0.5), vec2(0.0625, 0.0), vec2(0.0))", 0},
      {"texture2DProjGradEXT(s, vec3(0.5, 0.5, 1.0), vec2(0.125, 0.0), vec2(0.0))", 0.25f},
      {"texture2DProjGradEXT(s, vec4(1.0, 1.0, 0.0, 2.0), vec2(0.25, 0.0), vec2(0.0))", 0.5f},
      {"textureCubeGradEXT(cube, vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, 0.5), vec3(0.0))", 0.5f}, /* half a unit: 4 of 16 texels */
      {"textureCubeGradEXT(cube, vec3(0.0, 1.0, 0.0), vec3(0.0), vec3(1.0, 0.0, 0.0))", 0.75f},
   };
   uint8_t texels[16 * 16 * 4];
   GLuint names[2];
   glGenTextures(2, names);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_CUBE_MAP, names[1]);
   glActiveTexture(GL_TEXTURE0);
   glBindTexture(GL_TEXTURE_2D, names[0]);
   for (int level = 0; level <= 4; level++) {
      memset(texels, level * 255 / 4, sizeof texels);
      glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA, 16 >> level, 16 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      for (GLenum face = 0; face < 6; face++) {
         glActiveTexture(GL_TEXTURE1);
         glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, GL_RGBA, 16 >> level, 16 >> level, 0, GL_RGBA,
                      GL_UNSIGNED_BYTE, texels);
         glActiveTexture(GL_TEXTURE0);
      }
   }
   for (unsigned u = 0; u < 2; u++) {
      glActiveTexture(GL_TEXTURE0 + u);
      glTexParameteri(u ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
      glTexParameteri(u ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   }
   for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
      char fs[512];
      snprintf(fs, sizeof fs, "#extension GL_EXT_shader_texture_lod : require\nprecision highp float;\n"
               "uniform sampler2D s; uniform samplerCube cube; void main() { gl_FragColor = %s; }", calls[i].call);
      GLuint program = pixel_program(sample_vs, fs);
      glUniform1i(glGetUniformLocation(program, "cube"), 1);
      pixel_rectangle(-1, -1, 1, 1, 0);
      expect(pixel_read(3, 3), calls[i].value, calls[i].value, calls[i].value, calls[i].value, calls[i].call);
      glDeleteProgram(program);
   }
   glActiveTexture(GL_TEXTURE0);
   glDeleteTextures(2, names);
}

/* ---- multiple colour buffers ----------------------------------------------------------------------------------------------- */

#define BUFFERS 4

static PFNGLDRAWBUFFERSEXTPROC draw_buffers;
static GLuint targets[BUFFERS], target_fbo;

static void make_targets(void)
{
   draw_buffers = (PFNGLDRAWBUFFERSEXTPROC)eglGetProcAddress("glDrawBuffersEXT");
   glGenFramebuffers(1, &target_fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, target_fbo);
   for (unsigned i = 0; i < BUFFERS; i++) {
      targets[i] = make_texture(GL_NEAREST, GL_NEAREST);
      GLenum format = i == 2 ? GL_RGB : GL_RGBA, type = i == 3 ? GL_UNSIGNED_SHORT_4_4_4_4 : GL_UNSIGNED_BYTE;
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, SIZE, SIZE, 0, format, type, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_TEXTURE_2D, targets[i], 0);
   }
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

static void select_buffers(unsigned mask)
{
   GLenum names[BUFFERS];
   for (unsigned i = 0; i < BUFFERS; i++)
      names[i] = mask >> i & 1 ? GL_COLOR_ATTACHMENT0 + i : GL_NONE;
   draw_buffers(BUFFERS, names);
}

/* The colour of one attachment, through another framebuffer. */
static const uint8_t *read_target(unsigned i)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, targets[i], 0);
   const uint8_t *rgba = pixel_read(5, 2);
   glBindFramebuffer(GL_FRAMEBUFFER, target_fbo);
   glDeleteFramebuffers(1, &fbo);
   return rgba;
}

static void delete_targets(void)
{
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &target_fbo);
   glDeleteTextures(BUFFERS, targets);
}

/* ESSL 1.00, appendix A.5: the index of gl_FragData need not be constant. Outputs that are not written are undefined. */
static void indexed_fragment_data(void **state)
{
   make_targets();
   GLuint program = pixel_program(sample_vs, "#extension GL_EXT_draw_buffers : require\nprecision highp float; uniform int i;\n"
                                             "void main() { gl_FragData[i] = vec4(0.2, 0.4, 0.6, 0.8); }");
   select_buffers((1 << BUFFERS) - 1);
   for (int i = 0; i < BUFFERS; i++) {
      glUniform1i(glGetUniformLocation(program, "i"), i);
      pixel_rectangle(-1, -1, 1, 1, 0);
      expect(read_target((unsigned)i), 0.2f, 0.4f, 0.6f, i == 2 ? 1 : 0.8f, "gl_FragData[i]");
   }
   delete_targets();
}

static void several_buffers(void **state)
{
   static const float data[BUFFERS][4] = {{0.2f, 0.4f, 0.6f, 0.8f}, {1, 0, 0.2f, 0}, {0.4f, 1, 0.6f, 0.2f}, {0, 0.2f, 1, 0.4f}};
   GLint value;
   make_targets();
   glGetIntegerv(GL_MAX_DRAW_BUFFERS_EXT, &value);
   assert_int_equal(value, 8);
   glGetIntegerv(GL_MAX_COLOR_ATTACHMENTS_NV, &value);
   assert_int_equal(value, 8);
   GLuint each = pixel_program(sample_vs,
                               "#extension GL_EXT_draw_buffers : require\nprecision highp float; uniform vec4 c[4];\n"
                               "void main() { gl_FragData[0] = c[0]; gl_FragData[1] = c[1]; gl_FragData[2] = c[2];\n"
                               "   gl_FragData[3] = c[3]; }");
   GLuint all = pixel_program(sample_vs, "precision highp float; uniform vec4 c[4]; void main() { gl_FragColor = c[1]; }");
   for (unsigned mask = 0; mask < 1 << BUFFERS; mask++)
      for (unsigned broadcast = 0; broadcast < 2; broadcast++) {
         select_buffers((1 << BUFFERS) - 1);
         glClearColor(0.6f, 0.6f, 0.6f, 0.6f);
         glClear(GL_COLOR_BUFFER_BIT);
         select_buffers(mask);
         for (unsigned i = 0; i < BUFFERS; i++) {
            glGetIntegerv(GL_DRAW_BUFFER0_EXT + i, &value);
            assert_int_equal(value, mask >> i & 1 ? GL_COLOR_ATTACHMENT0 + (int)i : GL_NONE);
         }
         GLuint program = broadcast ? all : each;
         glUseProgram(program);
         glUniform4fv(glGetUniformLocation(program, "c"), BUFFERS, data[0]);
         pixel_rectangle(-1, -1, 1, 1, 0);
         for (unsigned i = 0; i < BUFFERS; i++) {
            char what[64];
            const float *c = data[broadcast ? 1 : i];
            bool drawn = mask >> i & 1;
            snprintf(what, sizeof what, "buffer %u of mask %u, %s", i, mask, broadcast ? "gl_FragColor" : "gl_FragData");
            expect(read_target(i), drawn ? c[0] : 0.6f, drawn ? c[1] : 0.6f, drawn ? c[2] : 0.6f,
                   i == 2 ? 1 : drawn ? c[3] : 0.6f, what);
         }
      }
   /* glClear clears the draw buffers only. */
   select_buffers(1 << 1 | 1 << 3);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   expect(read_target(1), 0, 1, 0, 1, "cleared");
   expect(read_target(3), 0, 1, 0, 1, "cleared");
   expect(read_target(0), data[1][0], data[1][1], data[1][2], data[1][3], "not cleared");
   delete_targets();
}

/* Destination alpha is 1 in the buffer without alpha. */
static void several_buffers_blended(void **state)
{
   make_targets();
   select_buffers((1 << BUFFERS) - 1);
   glClearColor(0, 0, 0, 0.4f);
   glClear(GL_COLOR_BUFFER_BIT);
   pixel_flat_program();
   glEnable(GL_BLEND);
   glBlendFunc(GL_DST_ALPHA, GL_ONE);
   pixel_fill(1, 0.5f, 0, 0, 0);
   expect(read_target(0), 0.4f, 0.2f, 0, 0.4f, "with alpha");
   expect(read_target(1), 0.4f, 0.2f, 0, 0.4f, "with alpha");
   expect(read_target(2), 1, 0.5f, 0, 1, "without alpha");
   expect(read_target(3), 0.4f, 0.2f, 0, 0.4f, "with alpha");
   glDisable(GL_BLEND);
   glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
   pixel_fill(0, 1, 1, 1, 0);
   for (unsigned i = 0; i < BUFFERS; i++)
      expect(read_target(i), 0, i == 2 ? 0.5f : 0.2f, 1, i == 2 ? 1 : 0.4f, "masked");
   delete_targets();
}

/* ---- dual-source blending ----------------------------------------------------------------------------------------- */

static const float source[4] = {0.2f, 0.6f, 1.0f, 0.4f}, second[4] = {0.6f, 0.2f, 0.4f, 0.8f},
                   under[4] = {0.8f, 0.4f, 0.2f, 0.6f};

static float weight(GLenum factor, int c)
{
   switch (factor) {
   case GL_ONE: return 1;
   case GL_SRC1_COLOR_EXT: return second[c];
   case GL_ONE_MINUS_SRC1_COLOR_EXT: return 1 - second[c];
   case GL_SRC1_ALPHA_EXT: return second[3];
   case GL_ONE_MINUS_SRC1_ALPHA_EXT: return 1 - second[3];
   case GL_SRC_ALPHA_SATURATE_EXT: return c == 3 ? 1 : source[3] < 1 - under[3] ? source[3] : 1 - under[3];
   default: return 0;
   }
}

static const char color_fs[] = "#extension GL_EXT_blend_func_extended : require\nprecision highp float; uniform vec4 a, b;\n"
                               "void main() { gl_FragColor = a; gl_SecondaryFragColorEXT = b; }";
static const char data_fs[] = "#extension GL_EXT_blend_func_extended : require\nprecision highp float; uniform vec4 a, b;\n"
                              "void main() { gl_SecondaryFragDataEXT[0] = b; gl_FragData[0] = a; }";

static void second_source(void **state)
{
   static const GLenum factors[] = {GL_ZERO, GL_ONE, GL_SRC1_COLOR_EXT, GL_ONE_MINUS_SRC1_COLOR_EXT, GL_SRC1_ALPHA_EXT,
                                    GL_ONE_MINUS_SRC1_ALPHA_EXT, GL_SRC_ALPHA_SATURATE_EXT};
   const unsigned count = sizeof(factors) / sizeof(factors[0]);
   for (unsigned k = 0; k < 2; k++) {
      GLuint program = pixel_program(sample_vs, k ? data_fs : color_fs);
      glUniform4fv(glGetUniformLocation(program, "a"), 1, source);
      glUniform4fv(glGetUniformLocation(program, "b"), 1, second);
      glClearColor(under[0], under[1], under[2], under[3]);
      glDisable(GL_BLEND);
      glClear(GL_COLOR_BUFFER_BIT);
      pixel_rectangle(-1, -1, 1, 1, 0);
      pixel_expect(pixel_read(1, 1), source, "not blended");
      glEnable(GL_BLEND);
      for (unsigned i = 0; i < count * count; i++) {
         const GLenum sf = factors[i / count], df = factors[i % count];
         float wanted[4];
         char what[64];
         for (int c = 0; c < 4; c++)
            wanted[c] = source[c] * weight(sf, c) + under[c] * weight(df, c);
         snprintf(what, sizeof what, "factors 0x%x 0x%x", sf, df);
         glClear(GL_COLOR_BUFFER_BIT);
         glBlendFunc(sf, df);
         pixel_rectangle(-1, -1, 1, 1, 0);
         pixel_expect(pixel_read(6, 1), wanted, what);
      }
      glClear(GL_COLOR_BUFFER_BIT);
      glBlendFuncSeparate(GL_SRC1_COLOR_EXT, GL_ZERO, GL_ONE, GL_ONE_MINUS_SRC1_ALPHA_EXT);
      pixel_rectangle(-1, -1, 1, 1, 0);
      expect(pixel_read(6, 1), source[0] * second[0], source[1] * second[1], source[2] * second[2],
             source[3] + under[3] * (1 - second[3]), "separate factors");
   }
}

static void second_source_rules(void **state)
{
   GLint value;
   glGetIntegerv(GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT, &value);
   assert_int_equal(value, 1);
   GLuint program = pixel_program(sample_vs, color_fs);
   make_targets();
   select_buffers(1 << 0 | 1 << 1);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC1_COLOR_EXT, GL_ONE);
   glGetIntegerv(GL_BLEND_SRC_RGB, &value);
   assert_int_equal(value, GL_SRC1_COLOR_EXT);
   pixel_rectangle(-1, -1, 1, 1, 0);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION); /* two draw buffers; the limit with a second source is one */
   select_buffers(1 << 0);
   pixel_rectangle(-1, -1, 1, 1, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   select_buffers(1 << 0 | 1 << 1);
   glDisable(GL_BLEND);
   pixel_rectangle(-1, -1, 1, 1, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   delete_targets();

   /* A shader that writes both gl_FragColor and gl_FragData fails to compile or to link. */
   static const char *const bodies[] = {"gl_FragColor = a; gl_SecondaryFragDataEXT[0] = a;",
                                        "gl_FragData[0] = a; gl_SecondaryFragColorEXT = a;"};
   for (unsigned i = 0; i < 2; i++) {
      char fs[256];
      snprintf(fs, sizeof fs, "#extension GL_EXT_blend_func_extended : require\nprecision highp float; uniform vec4 a;\n"
               "void main() { %s }", bodies[i]);
      const char *source = fs;
      const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
      glShaderSource(shader, 1, &source, NULL);
      glCompileShader(shader);
      program = glCreateProgram();
      glAttachShader(program, pixel_shader(GL_VERTEX_SHADER, sample_vs));
      glAttachShader(program, shader);
      glLinkProgram(program);
      glGetProgramiv(program, GL_LINK_STATUS, &value);
      assert_false(value);
   }
}

/* Built-ins of an extension exist only under its #extension directive. */
static void directives(void **state)
{
   static const char *const bodies[] = {"gl_FragDepthEXT = 0.5;", "gl_SecondaryFragColorEXT = vec4(0.0);",
                                        "gl_FragColor = texture2DLodEXT(s, vec2(0.0), 0.0);"};
   for (unsigned i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
      char fs[256];
      const char *source = fs;
      GLint ok;
      snprintf(fs, sizeof fs, "precision highp float; uniform sampler2D s; void main() { %s }", bodies[i]);
      GLuint name = glCreateShader(GL_FRAGMENT_SHADER);
      glShaderSource(name, 1, &source, NULL);
      glCompileShader(name);
      glGetShaderiv(name, GL_COMPILE_STATUS, &ok);
      if (ok)
         fail_msg("%s compiles without its directive", bodies[i]);
      glDeleteShader(name);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      PIXEL_TEST(float_textures), PIXEL_TEST(float_texture_rules), PIXEL_TEST_ES20(sized_formats),
      PIXEL_TEST_ES20(half_float_vertices), PIXEL_TEST(frag_depth), PIXEL_TEST(texture_lod), PIXEL_TEST(several_buffers),
      PIXEL_TEST(indexed_fragment_data), PIXEL_TEST(several_buffers_blended), PIXEL_TEST(second_source),
      PIXEL_TEST(second_source_rules), PIXEL_TEST(directives),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
