/* test_textures.c: pixels of textures: each format sampled, rendered to and read back; incomplete textures; filters and wrap
 * modes at exact coordinates; mipmaps, cube maps, copies, ETC1, uploads between draws. */
#include "pixel_test.h"

static const char vertex_shader[] =
   "attribute vec4 pos; varying vec2 t; void main() { gl_Position = pos; t = pos.xy * 0.5 + 0.5; }";
static const char fragment_shader[] = "precision highp float; varying vec2 t; uniform sampler2D s; uniform vec4 st;\n"
                                      "void main() { gl_FragColor = texture2D(s, t * st.xy + st.zw); }";

static GLint transform;

static void use_texture_program(void)
{
   GLuint program = pixel_program(vertex_shader, fragment_shader);
   transform = glGetUniformLocation(program, "st");
   glUniform4f(transform, 1, 1, 0, 0);
}

static void draw(void)
{
   glClearColor(0.25f, 0.25f, 0.25f, 0.25f);
   glClear(GL_COLOR_BUFFER_BIT);
   pixel_rectangle(-1, -1, 1, 1, 0);
}

/* Samples the texture at (s, t). */
static const uint8_t *sample(float s, float t)
{
   glUniform4f(transform, 0, 0, s, t);
   draw();
   glUniform4f(transform, 1, 1, 0, 0);
   return pixel_read(3, 3);
}

static void expect_bytes(const uint8_t *rgba, int r, int g, int b, int a, const char *what)
{
   const float wanted[4] = {r / 255.0f, g / 255.0f, b / 255.0f, a / 255.0f};
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

/* One texel in client memory and its sampled value. */
static const struct {
   const char *name;
   GLenum format, type;
   unsigned size_B;
   uint8_t bytes[4];
   uint8_t rgba[4];
   bool renderable;
} formats[] = {
   {"RGBA8", GL_RGBA, GL_UNSIGNED_BYTE, 4, {10, 20, 30, 40}, {10, 20, 30, 40}, true},
   {"RGB8", GL_RGB, GL_UNSIGNED_BYTE, 3, {10, 20, 30}, {10, 20, 30, 255}, true},
   {"BGRA8", GL_BGRA_EXT, GL_UNSIGNED_BYTE, 4, {10, 20, 30, 40}, {30, 20, 10, 40}, true},
   {"ALPHA8", GL_ALPHA, GL_UNSIGNED_BYTE, 1, {10}, {0, 0, 0, 10}, false},
   {"LUMINANCE8", GL_LUMINANCE, GL_UNSIGNED_BYTE, 1, {10}, {10, 10, 10, 255}, false},
   {"LUMINANCE8_ALPHA8", GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, 2, {10, 20}, {10, 10, 10, 20}, false},
   {"RGB565", GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2, {0x1f, 0x84}, {132, 130, 255, 255}, true},
   {"RGBA4", GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2, {0x34, 0x12}, {17, 34, 51, 68}, true},
   {"RGB5_A1", GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2, {0x3f, 0x80}, {132, 0, 255, 255}, true},
   {"DEPTH16", GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 2, {0, 0x80}, {128, 128, 128, 255}, false},
   {"DEPTH24", GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 4, {0, 0, 0, 0x40}, {64, 64, 64, 255}, false},
   {"DEPTH24_STENCIL8", GL_DEPTH_STENCIL_OES, GL_UNSIGNED_INT_24_8_OES, 4, {9, 0, 0, 0x20}, {32, 32, 32, 255}, false},
};

static void every_format(void **state)
{
   use_texture_program();
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST), fbo;
   glGenFramebuffers(1, &fbo);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
      const uint8_t *rgba = formats[f].rgba;
      uint8_t texels[5 * 7 * 4];
      for (unsigned i = 0; i < 5 * 7; i++)
         memcpy(texels + i * formats[f].size_B, formats[f].bytes, formats[f].size_B);
      glTexImage2D(GL_TEXTURE_2D, 0, formats[f].format, 5, 7, 0, formats[f].format, formats[f].type, texels);
      draw();
      expect_bytes(pixel_read(7, 7), rgba[0], rgba[1], rgba[2], rgba[3], formats[f].name);

      /* Attached, read back, cleared, read back. */
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
      bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
      if (complete != formats[f].renderable)
         fail_msg("%s: framebuffer %s", formats[f].name, complete ? "complete" : "not complete");
      if (complete) {
         expect_bytes(pixel_read(4, 6), rgba[0], rgba[1], rgba[2], rgba[3], formats[f].name);
         glClearColor(1, 0, 1, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         expect_bytes(pixel_read(0, 0), 255, 0, 255, 255, formats[f].name);
      }
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
   }
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &name);
}

static void incomplete_is_opaque_black(void **state)
{
   static const uint8_t texels[4 * 4 * 4] = {0};
   use_texture_program();
   draw(); /* texture 0, never specified */
   expect_bytes(pixel_read(3, 3), 0, 0, 0, 255, "no image");
   GLuint name = make_texture(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   draw();
   expect_bytes(pixel_read(3, 3), 0, 0, 0, 255, "levels missing");
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   draw();
   expect_bytes(pixel_read(3, 3), 0, 0, 0, 0, "complete");
   glDeleteTextures(1, &name);
}

static void filters_and_wrapping(void **state)
{
   static const uint8_t two[2 * 4] = {0, 0, 0, 255, 255, 255, 255, 255}; /* black, white */
   static const struct { GLenum wrap, filter; float s; int value; } rows[] = {
      {GL_REPEAT, GL_NEAREST, 0.25f, 0}, {GL_REPEAT, GL_NEAREST, 0.75f, 255}, {GL_REPEAT, GL_NEAREST, 1.25f, 0},
      {GL_REPEAT, GL_NEAREST, -0.25f, 255}, {GL_CLAMP_TO_EDGE, GL_NEAREST, 7.0f, 255}, {GL_CLAMP_TO_EDGE, GL_NEAREST, -7.0f, 0},
      {GL_MIRRORED_REPEAT, GL_NEAREST, 1.25f, 255}, {GL_MIRRORED_REPEAT, GL_NEAREST, -0.25f, 0},
      {GL_CLAMP_TO_EDGE, GL_LINEAR, 0.5f, 128}, {GL_CLAMP_TO_EDGE, GL_LINEAR, 0.25f, 0},
      {GL_CLAMP_TO_EDGE, GL_LINEAR, 0.375f, 64}, {GL_REPEAT, GL_LINEAR, 0.0f, 128}, {GL_REPEAT, GL_LINEAR, 1.125f, 64},
      {GL_MIRRORED_REPEAT, GL_LINEAR, 1.0f, 255},
   };
   use_texture_program();
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, two);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char what[32];
      snprintf(what, sizeof(what), "row %u", i);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, rows[i].wrap);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, rows[i].filter);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, rows[i].filter);
      expect_bytes(sample(rows[i].s, 0.5f), rows[i].value, rows[i].value, rows[i].value, 255, what);
   }
   glDeleteTextures(1, &name);
}

static void mipmaps(void **state)
{
   uint8_t texels[16][4];
   for (unsigned i = 0; i < 16; i++)
      memcpy(texels[i], ((uint8_t[4]){i * 16, 255 - i * 16, 100, 255}), 4);
   use_texture_program();
   GLuint name = make_texture(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGenerateMipmap(GL_TEXTURE_2D);
   glViewport(0, 0, 2, 2);
   draw();
   expect_bytes(pixel_read(0, 0), 40, 215, 100, 255, "level 1, lower left");
   expect_bytes(pixel_read(1, 1), 200, 55, 100, 255, "level 1, upper right");
   glViewport(0, 0, 1, 1);
   draw();
   expect_bytes(pixel_read(0, 0), 120, 135, 100, 255, "level 2");
   /* Levels specified in any order, one of them first with a wrong size. */
   static const uint8_t red[4] = {255, 0, 0, 255},
                        green[4 * 4] = {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255};
   GLuint other = make_texture(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 2, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, red);
   glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   draw();
   expect_bytes(pixel_read(0, 0), 0, 0, 0, 255, "level 1 has the wrong size");
   glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
   draw();
   expect_bytes(pixel_read(0, 0), 255, 0, 0, 255, "level 2");
   glViewport(0, 0, 2, 2);
   draw();
   expect_bytes(pixel_read(1, 0), 0, 255, 0, 255, "level 1");
   glViewport(0, 0, 4, 4);
   draw();
   expect_bytes(pixel_read(1, 2), 144, 111, 100, 255, "level 0");
   glViewport(0, 0, SIZE, SIZE);
   glDeleteTextures(1, &name);
   glDeleteTextures(1, &other);
}

static void cube_faces(void **state)
{
   static const float directions[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
   GLuint name, program = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
      "precision highp float; uniform samplerCube s; uniform vec3 d; void main() { gl_FragColor = textureCube(s, d); }");
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_CUBE_MAP, name);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned face = 0; face < 6; face++) {
      uint8_t texels[4 * 4 * 3];
      for (unsigned i = 0; i < 16; i++)
         memcpy(texels + i * 3, ((uint8_t[3]){face * 40, 100, 200}), 3);
      draw();
      expect_bytes(pixel_read(3, 3), 0, 0, 0, 255, "faces missing");
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, texels);
   }
   for (unsigned face = 0; face < 6; face++) {
      glUniform3fv(glGetUniformLocation(program, "d"), 1, directions[face]);
      draw();
      expect_bytes(pixel_read(3, 3), face * 40, 100, 200, 255, "face");
   }
   glDeleteTextures(1, &name);
}

/* Samples copies of parts of a gradient in the window. */
static void copies(void **state)
{
   static const struct { GLenum format; uint8_t rgba[4]; } rows[] = {
      {GL_RGBA, {3, 5, 70, 128}}, {GL_RGB, {3, 5, 70, 255}}, {GL_LUMINANCE, {3, 3, 3, 255}}, {GL_ALPHA, {0, 0, 0, 128}},
      {GL_LUMINANCE_ALPHA, {3, 3, 3, 128}},
   };
   GLuint gradient = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
      "precision highp float; void main() { gl_FragColor = vec4(floor(gl_FragCoord.xy) / 255.0, 70.0 / 255.0, 128.0 / 255.0); }");
   use_texture_program();
   GLint program;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const uint8_t *w = rows[i].rgba;
      glUseProgram(gradient);
      pixel_rectangle(-1, -1, 1, 1, 0);
      glCopyTexImage2D(GL_TEXTURE_2D, 0, rows[i].format, 2, 4, 4, 4, 0); /* texel (1, 1) is pixel (3, 5) */
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 3, 3, 3, 5, 1, 1);          /* and so is (3, 3) */
      glUseProgram(program);
      expect_bytes(sample(1.5f / 4, 1.5f / 4), w[0], w[1], w[2], w[3], "copied");
      expect_bytes(sample(3.5f / 4, 3.5f / 4), w[0], w[1], w[2], w[3], "copied in part");
   }
   glDeleteTextures(1, &name);
}

static void etc1(void **state)
{
   /* Left half red with +2, right half blue with +47. */
   static const uint8_t block[8] = {0xf0, 0x00, 0x0f, 7 << 2};
   use_texture_program();
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 8, block);
   expect_bytes(sample(0.1f, 0.5f), 255, 2, 2, 255, "left");
   expect_bytes(sample(0.9f, 0.5f), 47, 47, 255, 255, "right");
   glDeleteTextures(1, &name);
}

/* Uploads between draws of one submission: each draw sees the texels of its place in the command stream. */
static void uploads_keep_their_order(void **state)
{
   use_texture_program();
   GLuint name = make_texture(GL_NEAREST, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glClear(GL_COLOR_BUFFER_BIT);
   for (unsigned i = 0; i < SIZE; i++) {
      const uint8_t texel[4] = {i * 30, 255 - i * 30, i, 255};
      if (i % 2)
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      else
         glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
      pixel_rectangle(i * 2.0f / SIZE - 1, -1, (i + 1) * 2.0f / SIZE - 1, 1, 0);
   }
   for (unsigned i = 0; i < SIZE; i++)
      expect_bytes(pixel_read(i, 3), i * 30, 255 - i * 30, i, 255, "column");
   glDeleteTextures(1, &name);
}

#define T(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {
      T(every_format), T(incomplete_is_opaque_black), T(filters_and_wrapping), T(mipmaps), T(cube_faces), T(copies), T(etc1),
      T(uploads_keep_their_order),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
