/* test_mipmaps.c: every texel of every level and face. Each texel has a different colour (a hash of face, level and
 * position), so a texel from another face, level or position is detected. glGenerateMipmap is compared with a linear filter at the
 * middle of each destination texel (ES 2.0, 3.7.11: a 2 x 2 box filter where the size is even), level by level. Uploads,
 * subimages and copies are read back by fragment shaders, vertex shaders and framebuffers.
 *
 * GLOAM_TEST_ALL_SIZES=1 in the environment: all base sizes from 1 to 300 in place of a selection. */
#include <math.h>

#include "pixel_test.h"

enum { MAX_EDGE = 300, MAX_LEVELS = 9, TARGET_EDGE = 2 * MAX_EDGE };

struct format {
   const char *name;
   GLenum format, type;
   unsigned pixel_B;
   float step[4]; /* between two values of a channel, in 1/255; 0: the channel is 0 or 1 */
};

static const struct format formats[] = {
   {"RGBA8", GL_RGBA, GL_UNSIGNED_BYTE, 4, {1, 1, 1, 1}},
   {"RGB8", GL_RGB, GL_UNSIGNED_BYTE, 3, {1, 1, 1, 0}},
   {"RGBA4", GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2, {17, 17, 17, 17}},
   {"RGB5_A1", GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2, {255.f / 31, 255.f / 31, 255.f / 31, 255}},
   {"RGB565", GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2, {255.f / 31, 255.f / 63, 255.f / 31, 0}},
   {"ALPHA8", GL_ALPHA, GL_UNSIGNED_BYTE, 1, {0, 0, 0, 1}},
   {"LUMINANCE8", GL_LUMINANCE, GL_UNSIGNED_BYTE, 1, {1, 1, 1, 0}},
   {"LUMINANCE8_ALPHA8", GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, 2, {1, 1, 1, 1}},
};
enum { FORMATS = sizeof(formats) / sizeof(formats[0]) };

/* RGBA8 texels of one face and level as a shader sees them. */
struct image {
   int width, height;
   uint8_t rgba[MAX_EDGE * MAX_EDGE][4];
};

/* ---- data ---------------------------------------------------------------------------------------------------------------- */

static uint32_t hash(uint32_t face, uint32_t level, uint32_t x, uint32_t y)
{
   uint32_t v = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ (face * 16 + level + 1) * 0xc2b2ae3du;
   v = (v ^ v >> 15) * 0x2c1b3c6du;
   v = (v ^ v >> 12) * 0x297a2d39u;
   return v ^ v >> 15;
}

static uint8_t expand(uint32_t bits, unsigned count)
{
   uint32_t max = (1u << count) - 1;
   return (uint8_t)((bits * 510 + max) / (2 * max));
}

/* One pixel in memory, and the colour that ES 2.0 (3.6.2, table 3.4) gives it. */
static void make_pixel(const struct format *f, uint32_t v, uint8_t *out, uint8_t rgba[4])
{
   uint16_t half = (uint16_t)v;
   rgba[0] = rgba[1] = rgba[2] = 0;
   rgba[3] = 255;
   memcpy(out, f->pixel_B == 2 ? (void *)&half : (void *)&v, f->pixel_B);
   switch (f->type == GL_UNSIGNED_BYTE ? f->format : f->type) {
   case GL_RGBA: memcpy(rgba, out, 4); break;
   case GL_RGB: memcpy(rgba, out, 3); break;
   case GL_ALPHA: rgba[3] = out[0]; break;
   case GL_LUMINANCE: rgba[0] = rgba[1] = rgba[2] = out[0]; break;
   case GL_LUMINANCE_ALPHA:
      rgba[0] = rgba[1] = rgba[2] = out[0];
      rgba[3] = out[1];
      break;
   case GL_UNSIGNED_SHORT_4_4_4_4:
      for (int c = 0; c < 4; c++)
         rgba[c] = expand(half >> (12 - 4 * c) & 15, 4);
      break;
   case GL_UNSIGNED_SHORT_5_5_5_1:
      for (int c = 0; c < 3; c++)
         rgba[c] = expand(half >> (11 - 5 * c) & 31, 5);
      rgba[3] = half & 1 ? 255 : 0;
      break;
   case GL_UNSIGNED_SHORT_5_6_5:
      rgba[0] = expand(half >> 11, 5);
      rgba[1] = expand(half >> 5 & 63, 6);
      rgba[2] = expand(half & 31, 5);
      break;
   default: fail();
   }
}

/* Pixels of a rectangle of an image, in the format's own layout; their colours go into *image. */
static const uint8_t *make_pixels(const struct format *f, uint32_t seed, int face, int level, int x0, int y0, int width,
                                  int height, struct image *image)
{
   static uint8_t pixels[MAX_EDGE * MAX_EDGE * 4];
   for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
         make_pixel(f, hash((uint32_t)face + seed * 8, (uint32_t)level, (uint32_t)(x0 + x), (uint32_t)(y0 + y)),
                    pixels + (size_t)(y * width + x) * f->pixel_B, image->rgba[(y0 + y) * image->width + x0 + x]);
   return pixels;
}

static int minify(int size, int level)
{
   return size >> level ? size >> level : 1;
}

static int last_level(int width, int height)
{
   int last = 0;
   while ((width > height ? width : height) >> (last + 1))
      last++;
   return last;
}

static GLenum face_target(GLenum target, int face)
{
   return target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face;
}

static int face_count(GLenum target)
{
   return target == GL_TEXTURE_2D ? 1 : 6;
}

static GLuint make_texture(GLenum target)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   return name;
}

/* ---- reading back -------------------------------------------------------------------------------------------------------- */

static GLuint target_fbo, target_texture, read_fbo;
static GLuint fragment_program[2], vertex_program[2]; /* 2D, cube */
static uint8_t drawn[TARGET_EDGE * TARGET_EDGE * 4];

/* ES 2.0 table 3.21, from a face and (s, t) in 0 .. 1 to a direction. */
#define FACE_DIRECTION \
   "vec3 to_direction(float face, vec2 st) { vec2 c = st * 2.0 - 1.0;\n" \
   "   return face < 0.5 ? vec3(1.0, -c.y, -c.x) : face < 1.5 ? vec3(-1.0, -c.y, c.x) : face < 2.5 ? vec3(c.x, 1.0, c.y) :\n" \
   "          face < 3.5 ? vec3(c.x, -1.0, -c.y) : face < 4.5 ? vec3(c.x, -c.y, 1.0) : vec3(-c.x, -c.y, -1.0); }\n"

/* A texel is drawn as 2 x 2 pixels, sampled at 1/4 and 3/4 of it: a quad never leaves the face, and the level of detail is
 * log2(size of level 0 / size of this level) - 1, which the bias corrects. */
static const char *fragment_texel(bool cube)
{
   return cube ? "#define TEXEL(st) textureCube(tex, to_direction(face, st), bias)\nuniform samplerCube tex;\n"
               : "#define TEXEL(st) texture2D(tex, st, bias)\nuniform sampler2D tex;\n";
}

static void make_programs(void)
{
   for (int cube = 0; cube < 2; cube++) {
      char source[2000];
      snprintf(source, sizeof source, "precision highp float;\nuniform float face, bias;\nuniform vec2 size;\n%s%s"
               "void main() { gl_FragColor = TEXEL((floor(gl_FragCoord.xy) * 0.5 + 0.25) / size); }", fragment_texel(cube),
               cube ? FACE_DIRECTION : "");
      fragment_program[cube] = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }", source);
      /* pos: texel number */
      snprintf(source, sizeof source, "attribute vec2 pos;\nuniform float face, level;\nuniform vec2 size;\nvarying vec4 v;\n"
               "uniform %s tex;\n%svoid main() { vec2 st = (pos + 0.5) / size; gl_Position = vec4(st * 2.0 - 1.0, 0.0, 1.0);\n"
               "gl_PointSize = 1.0; v = %s; }", cube ? "samplerCube" : "sampler2D", cube ? FACE_DIRECTION : "",
               cube ? "textureCubeLod(tex, to_direction(face, st), level)" : "texture2DLod(tex, st, level)");
      vertex_program[cube] = pixel_program(source, "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   }
}

static int setup(void **state)
{
   pixel_setup(state);
   make_programs();
   glGenTextures(1, &target_texture);
   glBindTexture(GL_TEXTURE_2D, target_texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, TARGET_EDGE, TARGET_EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &read_fbo);
   glGenFramebuffers(1, &target_fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, target_fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target_texture, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   return 0;
}

static int teardown(void **state)
{
   for (int i = 0; i < 2; i++) {
      glDeleteProgram(fragment_program[i]);
      glDeleteProgram(vertex_program[i]);
   }
   glDeleteFramebuffers(1, &target_fbo);
   glDeleteFramebuffers(1, &read_fbo);
   glDeleteTextures(1, &target_texture);
   return pixel_teardown(state);
}

static void use(GLuint program, int face, int width, int height)
{
   glUseProgram(program);
   glUniform1f(glGetUniformLocation(program, "face"), (float)face);
   glUniform2f(glGetUniformLocation(program, "size"), (float)width, (float)height);
}

static void read_by_fragments(GLenum target, int face, int level, int width0, int height0, struct image *image)
{
   GLuint program = fragment_program[target != GL_TEXTURE_2D];
   float rx = (float)width0 / (float)image->width, ry = (float)height0 / (float)image->height;
   use(program, face, image->width, image->height);
   glUniform1f(glGetUniformLocation(program, "bias"), (float)level - log2f((rx > ry ? rx : ry) * 0.5f));
   glViewport(0, 0, image->width * 2, image->height * 2);
   pixel_rectangle(-1, -1, 1, 1, 0);
   glReadPixels(0, 0, image->width * 2, image->height * 2, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
   for (int y = 0; y < image->height; y++)
      for (int x = 0; x < image->width; x++) {
         const uint8_t *p = drawn + ((size_t)(2 * y) * 2 * (size_t)image->width + (size_t)(2 * x)) * 4;
         memcpy(image->rgba[y * image->width + x], p, 4);
         const uint8_t *others[3] = {p + 4, p + (size_t)image->width * 8, p + (size_t)image->width * 8 + 4};
         for (int i = 0; i < 3; i++)
            assert_memory_equal(p, others[i], 4);
      }
}

static void read_by_vertices(GLenum target, int face, int level, struct image *image)
{
   static GLfloat texels[MAX_EDGE * MAX_EDGE][2];
   GLuint program = vertex_program[target != GL_TEXTURE_2D];
   int count = image->width * image->height;
   for (int i = 0; i < count; i++) {
      texels[i][0] = (float)(i % image->width);
      texels[i][1] = (float)(i / image->width);
   }
   use(program, face, image->width, image->height);
   glUniform1f(glGetUniformLocation(program, "level"), (float)level);
   glViewport(0, 0, image->width, image->height);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, texels);
   glEnableVertexAttribArray(0);
   glDisableVertexAttribArray(1);
   glDrawArrays(GL_POINTS, 0, count);
   glReadPixels(0, 0, image->width, image->height, GL_RGBA, GL_UNSIGNED_BYTE, image->rgba);
}

/* False: the format cannot be rendered to. */
static bool read_by_framebuffer(GLenum target, GLuint texture, int face, int level, struct image *image)
{
   glBindFramebuffer(GL_FRAMEBUFFER, read_fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, face_target(target, face), texture, level);
   bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
   if (complete)
      glReadPixels(0, 0, image->width, image->height, GL_RGBA, GL_UNSIGNED_BYTE, image->rgba);
   glBindFramebuffer(GL_FRAMEBUFFER, target_fbo);
   return complete;
}

/* ---- comparing ----------------------------------------------------------------------------------------------------------- */

struct subject {
   const struct format *format;
   GLenum target;
   int width, height, face, level;
   const char *how;
};

static void expect_image(const struct subject *s, const struct image *got, const struct image *wanted, const float tolerance[4])
{
   for (int i = 0; i < wanted->width * wanted->height; i++)
      for (int c = 0; c < 4; c++) {
         int d = got->rgba[i][c] - wanted->rgba[i][c];
         if ((float)(d < 0 ? -d : d) > tolerance[c])
            fail_msg("%s %s %d x %d, face %d, level %d, %s: texel %d, %d, channel %d is %d, not %d", s->format->name,
                     s->target == GL_TEXTURE_2D ? "2D" : "cube", s->width, s->height, s->face, s->level, s->how,
                     i % wanted->width, i / wanted->width, c, got->rgba[i][c], wanted->rgba[i][c]);
      }
}

/* Each texel of the next level: linear filtering at its middle. */
static void filter(const struct image *from, struct image *to)
{
   for (int y = 0; y < to->height; y++)
      for (int x = 0; x < to->width; x++) {
         double u = (x + 0.5) * from->width / to->width - 0.5, v = (y + 0.5) * from->height / to->height - 0.5;
         int i = (int)floor(u), j = (int)floor(v), i1 = i + 1 < from->width ? i + 1 : i, j1 = j + 1 < from->height ? j + 1 : j;
         double a = u - i, b = v - j;
         for (int c = 0; c < 4; c++)
            to->rgba[y * to->width + x][c] = (uint8_t)lround(
               (1 - b) * ((1 - a) * from->rgba[j * from->width + i][c] + a * from->rgba[j * from->width + i1][c]) +
               b * ((1 - a) * from->rgba[j1 * from->width + i][c] + a * from->rgba[j1 * from->width + i1][c]));
      }
}

/* A filtered value may round to either neighbour in the format; weights have 8 bits. */
static void filter_tolerance(const struct format *f, float tolerance[4])
{
   for (int c = 0; c < 4; c++)
      tolerance[c] = f->step[c] ? f->step[c] + 1 : 0;
}

/* Texels that are not multiples of 1/255 go through a 16-bit float before they are rounded to one. */
static void exact_tolerance(const struct format *f, float tolerance[4])
{
   for (int c = 0; c < 4; c++)
      tolerance[c] = f->step[c] == floorf(f->step[c]) ? 0 : 1;
}

static struct image wanted_image, previous_image, got_image;

static void generate_one(const struct format *f, GLenum target, int width, int height)
{
   GLuint texture = make_texture(target);
   for (int face = 0; face < face_count(target); face++) {
      got_image.width = width;
      got_image.height = height;
      glTexImage2D(face_target(target, face), 0, (GLint)f->format, width, height, 0, f->format, f->type,
                   make_pixels(f, 0, face, 0, 0, 0, width, height, &got_image));
   }
   glGenerateMipmap(target);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (int face = 0; face < face_count(target); face++) {
      float tolerance[4];
      exact_tolerance(f, tolerance);
      for (int level = 0; level <= last_level(width, height); level++) {
         struct subject s = {f, target, width, height, face, level, "generated"};
         wanted_image.width = got_image.width = minify(width, level);
         wanted_image.height = got_image.height = minify(height, level);
         if (level == 0)
            make_pixels(f, 0, face, 0, 0, 0, width, height, &wanted_image);
         else
            filter(&previous_image, &wanted_image);
         read_by_fragments(target, face, level, width, height, &got_image);
         expect_image(&s, &got_image, &wanted_image, tolerance);
         previous_image = got_image;
         filter_tolerance(f, tolerance);
      }
   }
   glDeleteTextures(1, &texture);
}

static const int some_sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 33, 64, 67, 100};
enum { SOME_SIZES = sizeof(some_sizes) / sizeof(some_sizes[0]) };

static bool all_sizes(void)
{
   return getenv("GLOAM_TEST_ALL_SIZES") != NULL;
}

static void generate_cube(void **state)
{
   for (int f = 0; f < FORMATS; f++)
      for (int i = 0; i < (all_sizes() ? MAX_EDGE : SOME_SIZES); i++) {
         int size = all_sizes() ? i + 1 : some_sizes[i];
         if (f == 0 || all_sizes() || size == 5 || size == 16 || size == 33)
            generate_one(&formats[f], GL_TEXTURE_CUBE_MAP, size, size);
      }
}

static void generate_2d(void **state)
{
   static const int some[][2] = {{1, 1}, {2, 1}, {1, 3}, {3, 5}, {16, 4}, {7, 64}, {33, 31}, {100, 3}, {64, 64}, {300, 129}};
   int count = all_sizes() ? MAX_EDGE : (int)(sizeof(some) / sizeof(some[0]));
   for (int f = 0; f < FORMATS; f++)
      for (int i = 0; i < count; i++) {
         int width = all_sizes() ? i + 1 : some[i][0], height = all_sizes() ? (i * 97 + 13) % MAX_EDGE + 1 : some[i][1];
         if (f == 0 || all_sizes() || i < 7)
            generate_one(&formats[f], GL_TEXTURE_2D, width, height);
      }
}

/* ---- images of every level ------------------------------------------------------------------------------------------------ */

static struct image level_image[6][MAX_LEVELS]; /* expected contents of the texture */

static void expect_level(const struct format *f, GLenum target, GLuint texture, int face, int level)
{
   float exact[4];
   const struct image *base = &level_image[face][0], *wanted = &level_image[face][level];
   struct subject s = {f, target, base->width, base->height, face, level, "fragment shader"};
   exact_tolerance(f, exact);
   got_image.width = wanted->width;
   got_image.height = wanted->height;
   read_by_fragments(target, face, level, base->width, base->height, &got_image);
   expect_image(&s, &got_image, wanted, exact);
   s.how = "vertex shader";
   read_by_vertices(target, face, level, &got_image);
   expect_image(&s, &got_image, wanted, exact);
   s.how = "framebuffer";
   if (read_by_framebuffer(target, texture, face, level, &got_image))
      expect_image(&s, &got_image, wanted, exact);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void expect_levels(const struct format *f, GLenum target, GLuint texture)
{
   for (int face = 0; face < face_count(target); face++)
      for (int level = 0; level <= last_level(level_image[face][0].width, level_image[face][0].height); level++)
         expect_level(f, target, texture, face, level);
}

/* Specifies all levels of all faces. Even and odd faces go through the levels in opposite order: a face's small levels may
 * come before the texture's first large one. */
static GLuint upload_levels(const struct format *f, GLenum target, int width, int height)
{
   GLuint texture = make_texture(target);
   int last = last_level(width, height);
   for (int face = 0; face < face_count(target); face++)
      for (int i = 0; i <= last; i++) {
         int level = face % 2 ? last - i : i;
         struct image *image = &level_image[face][level];
         image->width = minify(width, level);
         image->height = minify(height, level);
         glTexImage2D(face_target(target, face), level, (GLint)f->format, image->width, image->height, 0, f->format, f->type,
                      make_pixels(f, 0, face, level, 0, 0, image->width, image->height, image));
      }
   assert_int_equal(glGetError(), GL_NO_ERROR);
   return texture;
}

/* A rectangle inside an image: a corner, an edge or the middle, by the number of the face. */
static void choose_rectangle(const struct image *image, int face, int *x, int *y, int *width, int *height)
{
   *width = (image->width + 1) / 2;
   *height = (image->height + 2) / 3;
   *x = (image->width - *width) * (face % 3) / 2;
   *y = (image->height - *height) * (face % 2);
}

static void replace_parts(const struct format *f, GLenum target)
{
   for (int face = 0; face < face_count(target); face++)
      for (int level = 0; level <= last_level(level_image[face][0].width, level_image[face][0].height); level++) {
         struct image *image = &level_image[face][level];
         int x, y, width, height;
         choose_rectangle(image, face + level, &x, &y, &width, &height);
         glTexSubImage2D(face_target(target, face), level, x, y, width, height, f->format, f->type,
                         make_pixels(f, 1, face, level, x, y, width, height, image));
      }
}

static void uploads(void **state)
{
   static const int sizes[][2] = {{1, 1}, {5, 5}, {16, 16}, {33, 33}, {64, 64}, {7, 30}, {100, 9}};
   for (int f = 0; f < FORMATS; f++)
      for (int i = 0; i < (int)(sizeof(sizes) / sizeof(sizes[0])); i++)
         for (int cube = 0; cube < 2; cube++) {
            GLenum target = cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
            if ((cube && sizes[i][0] != sizes[i][1]) || (f && sizes[i][0] > 60 && !all_sizes()))
               continue;
            GLuint texture = upload_levels(&formats[f], target, sizes[i][0], sizes[i][1]);
            expect_levels(&formats[f], target, texture);
            replace_parts(&formats[f], target);
            expect_levels(&formats[f], target, texture);
            glDeleteTextures(1, &texture);
         }
}

/* CopyTexImage2D into every level of every face from another part of an image, then CopyTexSubImage2D over a part of each. */
static void copies(void **state)
{
   enum { EDGE = 24 };
   const struct format *f = &formats[0];
   static struct image source;
   GLuint from = make_texture(GL_TEXTURE_2D);
   source.width = source.height = MAX_EDGE;
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, MAX_EDGE, MAX_EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                make_pixels(f, 2, 0, 0, 0, 0, MAX_EDGE, MAX_EDGE, &source));
   for (int cube = 0; cube < 2; cube++) {
      GLenum target = cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
      GLuint texture = make_texture(target);
      glBindFramebuffer(GL_FRAMEBUFFER, read_fbo);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, from, 0);
      for (int part = 0; part < 2; part++)
         for (int face = 0; face < face_count(target); face++)
            for (int level = 0; level <= last_level(EDGE, EDGE); level++) {
               struct image *image = &level_image[face][level];
               int x = 0, y = 0, sx = face * 40 + level * 3 + part, sy = level * 30 + face + part;
               int width = image->width = minify(EDGE, level), height = image->height = width;
               if (part) {
                  choose_rectangle(image, face + level, &x, &y, &width, &height);
                  glCopyTexSubImage2D(face_target(target, face), level, x, y, sx, sy, width, height);
               } else {
                  glCopyTexImage2D(face_target(target, face), level, GL_RGBA, sx, sy, width, height, 0);
               }
               for (int row = 0; row < height; row++)
                  memcpy(image->rgba[(y + row) * image->width + x], source.rgba[(sy + row) * MAX_EDGE + sx],
                         (size_t)width * 4);
            }
      assert_int_equal(glGetError(), GL_NO_ERROR);
      glBindFramebuffer(GL_FRAMEBUFFER, target_fbo);
      expect_levels(f, target, texture);
      glDeleteTextures(1, &texture);
   }
   glDeleteTextures(1, &from);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {TEST(generate_cube), TEST(generate_2d), TEST(uploads), TEST(copies)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
