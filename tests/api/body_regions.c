/* body_regions.c: every region of every target through the commands that write, clear, copy and read a part of a level (OpenGL 4.5, 8.6,
 * 8.11.4, 8.20, 8.21, 18.3.2), by target and by name. A copy of the texels is kept and changed as the specification says, and compared
 * with the levels after each command; a command that raises an error changes nothing. */
#include <stdio.h>

#include "api_regions.h"

struct texture {
   const struct shape *shape;
   GLuint name;
   uint32_t texel[2][REGION_TEXELS]; /* of each level, in the order of glGetTextureImage */
   unsigned turn;
};

static uint8_t memory[1 << 16]; /* that commands read pixels from */
static GLuint source_buffer;    /* framebuffer that commands copy from */
static uint32_t source[32][32];

static unsigned texels_of(const struct texture *t, unsigned level)
{
   return (unsigned)(shape_size(t->shape, level, 0) * shape_size(t->shape, level, 1) * shape_size(t->shape, level, 2));
}

static uint32_t *texel_at(struct texture *t, unsigned level, int x, int y, int z)
{
   return &t->texel[level][(z * shape_size(t->shape, level, 1) + y) * shape_size(t->shape, level, 0) + x];
}

static uint32_t random_texel(void)
{
   return api_random(1 << 16) << 16 | api_random(1 << 16);
}

/* Fills a level with random texels, by the simplest command. */
static void fill(struct texture *t, unsigned level)
{
   const struct shape *s = t->shape;
   for (unsigned i = 0; i < texels_of(t, level); i++)
      t->texel[level][i] = random_texel();
   const int w = shape_size(s, level, 0), h = shape_size(s, level, 1), d = shape_size(s, level, 2);
   if (s->dims == 1)
      glTextureSubImage1D(t->name, (GLint)level, 0, w, GL_RGBA, GL_UNSIGNED_BYTE, t->texel[level]);
   else if (s->dims == 2)
      glTextureSubImage2D(t->name, (GLint)level, 0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, t->texel[level]);
   else
      glTextureSubImage3D(t->name, (GLint)level, 0, 0, 0, w, h, d, GL_RGBA, GL_UNSIGNED_BYTE, t->texel[level]);
   api_expect_error(GL_NO_ERROR, "filling a texture");
}

static void make(struct texture *t, const struct shape *s)
{
   t->shape = s;
   t->turn = 0;
   glCreateTextures(s->target, 1, &t->name);
   if (s->dims == 1)
      glTextureStorage1D(t->name, (GLsizei)s->levels, GL_RGBA8, s->size[0]);
   else if (s->dims == 2 || s->target == GL_TEXTURE_CUBE_MAP)
      glTextureStorage2D(t->name, (GLsizei)s->levels, GL_RGBA8, s->size[0], s->size[1]);
   else
      glTextureStorage3D(t->name, (GLsizei)s->levels, GL_RGBA8, s->size[0], s->size[1], s->size[2]);
   glTextureParameteri(t->name, GL_TEXTURE_MIN_FILTER, s->levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
   for (unsigned level = 0; level < s->levels; level++)
      fill(t, level);
}

static void compare(struct texture *t, unsigned level, const char *what, const struct region *r)
{
   static uint32_t got[REGION_TEXELS];
   glGetTextureImage(t->name, (GLint)level, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(got), got);
   for (unsigned i = 0; i < texels_of(t, level); i++)
      if (got[i] != t->texel[level][i])
         api_fail("%s of 0x%x level %u, (%d, %d, %d) %d x %d x %d: texel %u is 0x%08x, not 0x%08x", what, t->shape->target, level,
                  r ? r->at[0] : 0, r ? r->at[1] : 0, r ? r->at[2] : 0, r ? r->size[0] : 0, r ? r->size[1] : 0, r ? r->size[2] : 0, i, got[i],
                  t->texel[level][i]);
}

static void expect(struct texture *t, unsigned level, const char *what, const struct region *r, GLenum error)
{
   char text[160];
   snprintf(text, sizeof(text), "%s of 0x%x level %u, (%d, %d, %d) %d x %d x %d", what, t->shape->target, level, r->at[0], r->at[1], r->at[2],
            r->size[0], r->size[1], r->size[2]);
   api_expect_error(error, text);
   compare(t, level, what, r);
}

static GLenum error_of(enum region_kind kind, GLenum outside)
{
   return kind == REGION_INSIDE ? GL_NO_ERROR : kind == REGION_OUTSIDE ? outside : GL_INVALID_VALUE;
}

/* ---- writing ---- */

/* A command of two dimensions has no images: a face by target, or the layers of a 1D array, which are rows. */
static bool has_images(const struct texture *t, bool named)
{
   return t->shape->dims == 3 && (named || t->shape->target != GL_TEXTURE_CUBE_MAP);
}

/* Pixels lie densely in memory, or between others of larger images. The byte at which texel (x, y, z) of a region begins. */
static unsigned offset_B(const struct texture *t, unsigned level, bool dense, bool images, const struct region *r, int x, int y, int z)
{
   const struct shape *s = t->shape;
   const unsigned row = dense ? (unsigned)r->size[0] : (unsigned)shape_size(s, level, 0) + 3;
   const unsigned rows = dense || !images ? (unsigned)r->size[1] : (unsigned)shape_size(s, level, 1) + 2;
   const unsigned skip = dense ? 0 : 2 + row * (1 + (images ? rows : 0));
   return 4 * (skip + (unsigned)x + row * ((unsigned)y + rows * (unsigned)z));
}

static void set_unpack(const struct texture *t, unsigned level, bool dense)
{
   glPixelStorei(GL_UNPACK_ROW_LENGTH, dense ? 0 : shape_size(t->shape, level, 0) + 3);
   glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, dense ? 0 : shape_size(t->shape, level, 1) + 2);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, dense ? 0 : 2);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, dense ? 0 : 1);
   glPixelStorei(GL_UNPACK_SKIP_IMAGES, dense ? 0 : 1);
}

static void write_texels(struct texture *t, unsigned level, bool dense, bool images, const struct region *r)
{
   for (int z = 0; z < r->size[2]; z++)
      for (int y = 0; y < r->size[1]; y++)
         for (int x = 0; x < r->size[0]; x++)
            memcpy(texel_at(t, level, r->at[0] + x, r->at[1] + y, r->at[2] + z), memory + offset_B(t, level, dense, images, r, x, y, z), 4);
}

static void upload(const struct texture *t, unsigned level, bool named, const struct region *r, const void *data)
{
   const struct shape *s = t->shape;
   const GLint l = (GLint)level;
   const GLenum format = GL_RGBA, type = GL_UNSIGNED_BYTE;
   if (s->dims == 1 && named)
      glTextureSubImage1D(t->name, l, r->at[0], r->size[0], format, type, data);
   else if (s->dims == 1)
      glTexSubImage1D(s->target, l, r->at[0], r->size[0], format, type, data);
   else if (s->dims == 2 && named)
      glTextureSubImage2D(t->name, l, r->at[0], r->at[1], r->size[0], r->size[1], format, type, data);
   else if (s->dims == 2)
      glTexSubImage2D(s->target, l, r->at[0], r->at[1], r->size[0], r->size[1], format, type, data);
   else if (named)
      glTextureSubImage3D(t->name, l, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], format, type, data);
   else if (s->target == GL_TEXTURE_CUBE_MAP)
      glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)r->at[2], l, r->at[0], r->at[1], r->size[0], r->size[1], format, type, data);
   else
      glTexSubImage3D(s->target, l, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], format, type, data);
}

/* A cube map by target has no region of several faces. */
static bool is_face(const struct texture *t, const struct region *r)
{
   return t->shape->target != GL_TEXTURE_CUBE_MAP || (r->size[2] == 1 && r->at[2] >= 0 && r->at[2] < 6);
}

static void visit_upload(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   for (unsigned named = 0; named < 2; named++) {
      const bool dense = t->turn++ % 2;
      if (!named && !is_face(t, r))
         continue;
      for (unsigned i = 0; i < 64; i++)
         memory[api_random(sizeof(memory))]++;
      set_unpack(t, level, dense);
      upload(t, level, named, r, memory);
      set_unpack(t, level, true);
      if (kind == REGION_INSIDE)
         write_texels(t, level, dense, has_images(t, named), r);
      expect(t, level, named ? "glTextureSubImage" : "glTexSubImage", r, error_of(kind, GL_INVALID_VALUE));
   }
}

/* The same from a pixel buffer, which is a byte too small for the command, or large enough. */
static void visit_buffer(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   GLuint buffer;
   const unsigned texels = kind == REGION_INSIDE ? (unsigned)(r->size[0] * r->size[1] * r->size[2]) : 0;
   if (!texels)
      return;
   const bool dense = t->turn++ % 2;
   const unsigned end_B = offset_B(t, level, dense, has_images(t, true), r, r->size[0] - 1, r->size[1] - 1, r->size[2] - 1) + 4;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
   for (unsigned small = 0; small < 2; small++) {
      glBufferData(GL_PIXEL_UNPACK_BUFFER, 8 + end_B - small, NULL, GL_STREAM_DRAW);
      glBufferSubData(GL_PIXEL_UNPACK_BUFFER, 8, end_B - small, memory);
      set_unpack(t, level, dense);
      upload(t, level, true, r, (const void *)8);
      set_unpack(t, level, true);
      if (!small)
         write_texels(t, level, dense, has_images(t, true), r);
      expect(t, level, "glTextureSubImage from a buffer", r, small ? GL_INVALID_OPERATION : GL_NO_ERROR);
   }
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   glDeleteBuffers(1, &buffer);
}

/* ---- copies from the framebuffer ---- */

static void copy_pixels(const struct texture *t, unsigned level, bool named, const struct region *r, int x, int y)
{
   const struct shape *s = t->shape;
   const GLint l = (GLint)level;
   if (s->dims == 1 && named)
      glCopyTextureSubImage1D(t->name, l, r->at[0], x, y, r->size[0]);
   else if (s->dims == 1)
      glCopyTexSubImage1D(s->target, l, r->at[0], x, y, r->size[0]);
   else if (s->dims == 2 && named)
      glCopyTextureSubImage2D(t->name, l, r->at[0], r->at[1], x, y, r->size[0], r->size[1]);
   else if (s->dims == 2)
      glCopyTexSubImage2D(s->target, l, r->at[0], r->at[1], x, y, r->size[0], r->size[1]);
   else if (named)
      glCopyTextureSubImage3D(t->name, l, r->at[0], r->at[1], r->at[2], x, y, r->size[0], r->size[1]);
   else if (s->target == GL_TEXTURE_CUBE_MAP)
      glCopyTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)r->at[2], l, r->at[0], r->at[1], x, y, r->size[0], r->size[1]);
   else
      glCopyTexSubImage3D(s->target, l, r->at[0], r->at[1], r->at[2], x, y, r->size[0], r->size[1]);
}

static void visit_copy(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   if (r->size[2] != 1) /* the command's depth is 1 */
      return;
   glBindFramebuffer(GL_READ_FRAMEBUFFER, source_buffer);
   for (unsigned named = 0; named < 2; named++) {
      const int x0 = (int)api_random(16), y0 = (int)api_random(20);
      if (!named && !is_face(t, r))
         continue;
      copy_pixels(t, level, named, r, x0, y0);
      for (int y = 0; kind == REGION_INSIDE && y < r->size[1]; y++)
         for (int x = 0; x < r->size[0]; x++)
            *texel_at(t, level, r->at[0] + x, r->at[1] + y, r->at[2]) = source[y0 + y][x0 + x];
      expect(t, level, named ? "glCopyTextureSubImage" : "glCopyTexSubImage", r, error_of(kind, GL_INVALID_VALUE));
   }
}

/* ---- clears ---- */

static void visit_clear(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   const uint32_t value = random_texel();
   glClearTexSubImage(t->name, (GLint)level, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], GL_RGBA, GL_UNSIGNED_BYTE,
                      &value);
   for (int z = 0; kind == REGION_INSIDE && z < r->size[2]; z++)
      for (int y = 0; y < r->size[1]; y++)
         for (int x = 0; x < r->size[0]; x++)
            *texel_at(t, level, r->at[0] + x, r->at[1] + y, r->at[2] + z) = value;
   expect(t, level, "glClearTexSubImage", r, error_of(kind, GL_INVALID_OPERATION));
}

/* ---- reading ---- */

static void visit_read(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   static uint32_t got[REGION_TEXELS + 1];
   struct texture *t = data;
   const unsigned texels = kind == REGION_INSIDE ? (unsigned)(r->size[0] * r->size[1] * r->size[2]) : 0;
   /* The height and depth of regions of fewer dimensions are 1; a row or slice less is an error there. */
   memset(got, 0x5a, sizeof(got));
   glGetTextureSubImage(t->name, (GLint)level, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], GL_RGBA, GL_UNSIGNED_BYTE,
                        (GLsizei)(4 * (texels ? texels : 1)), got);
   expect(t, level, "glGetTextureSubImage", r, error_of(kind, GL_INVALID_VALUE));
   for (unsigned i = 0; i <= texels; i++) {
      const unsigned w = texels ? (unsigned)r->size[0] : 1, h = texels ? (unsigned)r->size[1] : 1;
      const uint32_t wanted = i == texels ? 0x5a5a5a5a : *texel_at(t, level, r->at[0] + (int)(i % w), r->at[1] + (int)(i / w % h),
                                                                    r->at[2] + (int)(i / w / h));
      if (got[i] != wanted)
         api_fail("glGetTextureSubImage of 0x%x level %u: texel %u of %u is 0x%08x, not 0x%08x", t->shape->target, level, i, texels, got[i], wanted);
   }
   if (!texels)
      return;
   glGetTextureSubImage(t->name, (GLint)level, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], GL_RGBA, GL_UNSIGNED_BYTE,
                        (GLsizei)(4 * texels - 1), got);
   api_expect_error(GL_INVALID_OPERATION, "glGetTextureSubImage into too little memory");
}

/* ---- copies between images ---- */

static struct texture other;

/* z counts layers of 1D arrays, too. */
static void copy_image(const struct texture *to, unsigned level, const int to_at[3], const struct texture *from, const int from_at[3],
                       const int size[3])
{
   const bool rows = to->shape->target == GL_TEXTURE_1D_ARRAY;
   const int y = rows ? 2 : 1, z = rows ? 1 : 2;
   glCopyImageSubData(from->name, from->shape->target, (GLint)level, from_at[0], from_at[y], from_at[z], to->name, to->shape->target,
                      (GLint)level, to_at[0], to_at[y], to_at[z], size[0], size[y], size[z]);
}

static void visit_copy_image(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   static const int corner[3];
   for (unsigned side = 0; side < 2; side++) {
      const int *to = side ? corner : r->at, *from = side ? r->at : corner;
      copy_image(t, level, to, &other, from, r->size);
      for (int z = 0; kind == REGION_INSIDE && z < r->size[2]; z++)
         for (int y = 0; y < r->size[1]; y++)
            for (int x = 0; x < r->size[0]; x++)
               *texel_at(t, level, to[0] + x, to[1] + y, to[2] + z) = *texel_at(&other, level, from[0] + x, from[1] + y, from[2] + z);
      expect(t, level, side ? "glCopyImageSubData from" : "glCopyImageSubData to", r, error_of(kind, GL_INVALID_VALUE));
   }
}

/* ---- invalidation ---- */

static void visit_invalidate(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   const bool empty = !r->size[0] || !r->size[1] || !r->size[2];
   glInvalidateTexSubImage(t->name, (GLint)level, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2]);
   if (kind != REGION_INSIDE || empty) {
      expect(t, level, "glInvalidateTexSubImage", r, error_of(kind, GL_INVALID_VALUE));
      return;
   }
   api_expect_error(GL_NO_ERROR, "glInvalidateTexSubImage");
   fill(t, level);
   compare(t, level, "filling after glInvalidateTexSubImage", r);
}

/* ---- errors that are not those of a region ---- */

static void check_levels(struct texture *t)
{
   static const GLint levels[] = {-1, 30, INT_MAX, INT_MIN};
   const struct region one = {{0, 0, 0}, {1, 1, 1}};
   const uint32_t value = 0;
   for (unsigned i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
      upload(t, (unsigned)levels[i], true, &one, memory);
      api_expect_error(GL_INVALID_VALUE, "glTextureSubImage of no level");
      upload(t, (unsigned)levels[i], false, &one, memory);
      api_expect_error(GL_INVALID_VALUE, "glTexSubImage of no level");
      copy_pixels(t, (unsigned)levels[i], true, &one, 0, 0);
      api_expect_error(GL_INVALID_VALUE, "glCopyTextureSubImage of no level");
      glGetTextureSubImage(t->name, levels[i], 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4, memory);
      api_expect_error(GL_INVALID_VALUE, "glGetTextureSubImage of no level");
      glInvalidateTexSubImage(t->name, levels[i], 0, 0, 0, 1, 1, 1);
      api_expect_error(GL_INVALID_VALUE, "glInvalidateTexSubImage of no level");
      copy_image(t, (unsigned)levels[i], one.at, &other, one.at, one.size);
      api_expect_error(GL_INVALID_VALUE, "glCopyImageSubData of no level");
   }
   glClearTexImage(t->name, 0, 0x1234, GL_UNSIGNED_BYTE, &value);
   api_expect_error(GL_INVALID_ENUM, "glClearTexImage with no format");
   glClearTexImage(t->name, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, &value);
   api_expect_error(GL_INVALID_OPERATION, "glClearTexImage with integers");
   glClearTexSubImage(t->name, 0, 0, 0, 0, 1, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &value);
   api_expect_error(GL_INVALID_OPERATION, "glClearTexSubImage with depth");
   for (unsigned level = 0; level < t->shape->levels; level++)
      compare(t, level, "commands with errors", NULL);
}

/* Faces 0 to 2 have images, the others none: a command that needs one of those raises an error and changes no face. */
static void check_missing_faces(void)
{
   static uint32_t texels[3][64], got[64];
   const uint32_t value = 0x01020304;
   GLuint name;
   glCreateTextures(GL_TEXTURE_CUBE_MAP, 1, &name);
   glBindTexture(GL_TEXTURE_CUBE_MAP, name);
   for (unsigned i = 0; i < 3 * 64; i++)
      texels[i / 64][i % 64] = random_texel();
   for (unsigned face = 0; face < 3; face++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[face]);
   glClearTexImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, &value);
   api_expect_error(GL_INVALID_OPERATION, "glClearTexImage of missing faces");
   glClearTexSubImage(name, 0, 0, 0, 2, 8, 8, 2, GL_RGBA, GL_UNSIGNED_BYTE, &value);
   api_expect_error(GL_INVALID_OPERATION, "glClearTexSubImage of a missing face");
   glTextureSubImage3D(name, 0, 0, 0, 0, 8, 8, 6, GL_RGBA, GL_UNSIGNED_BYTE, memory);
   api_expect_error(GL_INVALID_OPERATION, "glTextureSubImage3D of missing faces");
   glCopyTextureSubImage3D(name, 0, 0, 0, 3, 0, 0, 8, 8);
   api_expect_error(GL_INVALID_OPERATION, "glCopyTextureSubImage3D of a missing face");
   glGetTextureSubImage(name, 0, 0, 0, 0, 8, 8, 6, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(memory), memory);
   api_expect_error(GL_INVALID_OPERATION, "glGetTextureSubImage of missing faces");
   for (unsigned face = 0; face < 3; face++) {
      glGetTexImage(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, GL_UNSIGNED_BYTE, got);
      if (memcmp(got, texels[face], sizeof(got)))
         api_fail("a command that raised an error changed face %u", face);
   }
   glDeleteTextures(1, &name);
}

/* ---- bodies ---- */

typedef void visitor(void *data, unsigned level, const struct region *r, enum region_kind kind);

static void make_source(void)
{
   GLuint texture;
   for (unsigned i = 0; i < sizeof(memory); i++)
      memory[i] = (uint8_t)api_random(256);
   for (unsigned i = 0; i < 32 * 32; i++)
      source[i / 32][i % 32] = random_texel();
   glCreateTextures(GL_TEXTURE_2D, 1, &texture);
   glTextureStorage2D(texture, 1, GL_RGBA8, 32, 32);
   glTextureSubImage2D(texture, 0, 0, 0, 32, 32, GL_RGBA, GL_UNSIGNED_BYTE, source);
   glCreateFramebuffers(1, &source_buffer);
   glNamedFramebufferTexture(source_buffer, GL_COLOR_ATTACHMENT0, texture, 0);
}

static void run(visitor *const *visitors, unsigned count, const struct span *spans, unsigned span_count)
{
   static struct texture t;
   make_source();
   for (unsigned i = 0; i < REGION_SHAPES; i++) {
      make(&t, &region_shapes[i]);
      make(&other, &region_shapes[i]);
      glBindTexture(region_shapes[i].target, t.name);
      for (unsigned v = 0; v < count; v++)
         for (unsigned level = 0; level < region_shapes[i].levels; level++)
            regions_of(&region_shapes[i], level, spans, span_count, visitors[v], &t);
      for (unsigned level = 0; level < region_shapes[i].levels; level++) {
         compare(&t, level, "all commands", NULL);
         compare(&other, level, "all commands, the source", NULL);
      }
      glDeleteTextures(2, (GLuint[]){t.name, other.name});
   }
   region_draw();
}

static void write_regions(void)
{
   run((visitor *[]){visit_upload, visit_buffer}, 2, REGIONS(region_spans));
}

static void errors(void)
{
   static struct texture t;
   make_source();
   glBindFramebuffer(GL_READ_FRAMEBUFFER, source_buffer);
   for (unsigned i = 0; i < REGION_SHAPES; i++) {
      make(&t, &region_shapes[i]);
      make(&other, &region_shapes[i]);
      glBindTexture(region_shapes[i].target, t.name);
      check_levels(&t);
      glDeleteTextures(2, (GLuint[]){t.name, other.name});
   }
   check_missing_faces();
   region_draw();
}

static void clear_regions(void)
{
   run((visitor *[]){visit_clear}, 1, REGIONS(region_spans));
}

static void copy_regions(void)
{
   run((visitor *[]){visit_copy, visit_copy_image}, 2, REGIONS(region_spans));
}

static void read_regions(void)
{
   run((visitor *[]){visit_read}, 1, REGIONS(region_spans));
}

static void invalidate_regions(void)
{
   run((visitor *[]){visit_invalidate}, 1, REGIONS(region_spans));
}

static void overflow(void)
{
   run((visitor *[]){visit_upload, visit_clear, visit_copy, visit_copy_image, visit_read, visit_invalidate}, 6, REGIONS(region_overflows));
}

const struct api_body api_bodies_regions[] = {
   {"regions-write", CORE, 45, 1, 0, write_regions, region_reference},
   {"regions-clear", CORE, 45, 1, 0, clear_regions, region_reference},
   {"regions-copy", CORE, 45, 1, 0, copy_regions, region_reference},
   {"regions-read", CORE, 45, 1, 0, read_regions, region_reference},
   {"regions-errors", CORE, 45, 1, 0, errors, region_reference},
   {"regions-invalidate", CORE, 45, 1, 0, invalidate_regions, region_reference},
   {"regions-overflow", CORE, 45, 1, 0, overflow, region_reference},
   {0},
};
