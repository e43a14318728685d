/* body_regions_compressed.c: every region of compressed images through glCompressedTexSubImage*, glCompressedTextureSubImage* and
 * glGetCompressedTextureSubImage (OpenGL 4.5, 8.7 and 8.11.4). Regions are counted in blocks of 4 x 4 texels of GL_COMPRESSED_RED_RGTC1;
 * the last blocks of level 1 extend beyond the image. A copy of the blocks is kept and compared after each command. */
#include <stdio.h>

#include "api_regions.h"

enum { BLOCK = 4, BLOCKS = 4 * 3 * 12 };

static const struct shape shapes[] = {
   {GL_TEXTURE_2D, 2, {16, 12, 1}, 2, 2},
   {GL_TEXTURE_2D_ARRAY, 3, {16, 12, 5}, 2, 2},
   {GL_TEXTURE_CUBE_MAP, 3, {12, 12, 6}, 2, 2},
   {GL_TEXTURE_CUBE_MAP_ARRAY, 3, {12, 12, 12}, 2, 2},
};

struct texture {
   const struct shape *shape;
   struct shape blocks[2];  /* of each level, its size in blocks */
   GLuint name;
   uint64_t block[2][BLOCKS];
   unsigned turn;
};

static uint8_t memory[1 << 14];

static uint64_t *block_at(struct texture *t, unsigned level, int x, int y, int z)
{
   return &t->block[level][(z * t->blocks[level].size[1] + y) * t->blocks[level].size[0] + x];
}

static unsigned count(const struct texture *t, unsigned level)
{
   return (unsigned)(t->blocks[level].size[0] * t->blocks[level].size[1] * t->blocks[level].size[2]);
}

static void compare(struct texture *t, unsigned level, const char *what)
{
   static uint64_t got[BLOCKS];
   glGetCompressedTextureImage(t->name, (GLint)level, sizeof(got), got);
   for (unsigned i = 0; i < count(t, level); i++)
      if (got[i] != t->block[level][i])
         api_fail("%s: block %u of level %u is %016llx, not %016llx", what, i, level, (unsigned long long)got[i],
                  (unsigned long long)t->block[level][i]);
}

static void expect(struct texture *t, unsigned level, const char *what, const struct region *r, GLenum error)
{
   char text[160];
   snprintf(text, sizeof(text), "%s of 0x%x level %u, blocks (%d, %d, %d) %d x %d x %d", what, t->shape->target, level, r->at[0], r->at[1],
            r->at[2], r->size[0], r->size[1], r->size[2]);
   api_expect_error(error, text);
   compare(t, level, text);
}

/* In texels, up to the edge of the level. */
static struct region texels_of(const struct texture *t, unsigned level, const struct region *blocks)
{
   struct region r = *blocks;
   for (unsigned d = 0; d < 2; d++) {
      const bool far = r.size[d] > 1000 || r.size[d] < -1000 || r.at[d] > 1000 || r.at[d] < -1000;
      if (far) { /* of complete blocks */
         r.at[d] &= ~(BLOCK - 1);
         r.size[d] &= ~(BLOCK - 1);
         continue;
      }
      r.at[d] *= BLOCK;
      r.size[d] *= BLOCK;
      const int end = shape_size(t->shape, level, d);
      if (blocks->at[d] + blocks->size[d] == t->blocks[level].size[d] && blocks->size[d] > 0)
         r.size[d] = end - r.at[d];
      else if (blocks->at[d] == t->blocks[level].size[d] && !blocks->size[d])
         r.at[d] = end / BLOCK * BLOCK; /* an empty region at the last block that is complete */
   }
   return r;
}

static void set_store(const struct texture *t, unsigned level, bool pack, bool dense)
{
   const bool in = !pack;
   glPixelStorei(in ? GL_UNPACK_COMPRESSED_BLOCK_WIDTH : GL_PACK_COMPRESSED_BLOCK_WIDTH, dense ? 0 : BLOCK);
   glPixelStorei(in ? GL_UNPACK_COMPRESSED_BLOCK_HEIGHT : GL_PACK_COMPRESSED_BLOCK_HEIGHT, dense ? 0 : BLOCK);
   glPixelStorei(in ? GL_UNPACK_COMPRESSED_BLOCK_DEPTH : GL_PACK_COMPRESSED_BLOCK_DEPTH, dense ? 0 : 1);
   glPixelStorei(in ? GL_UNPACK_COMPRESSED_BLOCK_SIZE : GL_PACK_COMPRESSED_BLOCK_SIZE, dense ? 0 : 8);
   glPixelStorei(in ? GL_UNPACK_ROW_LENGTH : GL_PACK_ROW_LENGTH, dense ? 0 : BLOCK * (t->blocks[level].size[0] + 1));
   glPixelStorei(in ? GL_UNPACK_IMAGE_HEIGHT : GL_PACK_IMAGE_HEIGHT, dense ? 0 : BLOCK * (t->blocks[level].size[1] + 2));
   glPixelStorei(in ? GL_UNPACK_SKIP_PIXELS : GL_PACK_SKIP_PIXELS, dense ? 0 : BLOCK);
   glPixelStorei(in ? GL_UNPACK_SKIP_ROWS : GL_PACK_SKIP_ROWS, dense ? 0 : 2 * BLOCK);
   glPixelStorei(in ? GL_UNPACK_SKIP_IMAGES : GL_PACK_SKIP_IMAGES, dense ? 0 : 1);
}

static unsigned offset_B(const struct texture *t, unsigned level, bool dense, bool images, const struct region *r, int x, int y, int z)
{
   const unsigned row = (unsigned)(dense ? r->size[0] : t->blocks[level].size[0] + 1);
   const unsigned rows = (unsigned)(dense || !images ? r->size[1] : t->blocks[level].size[1] + 2);
   const unsigned skip = dense ? 0 : 1 + row * (2 + (images ? rows : 0));
   return 8 * (skip + (unsigned)x + row * ((unsigned)y + rows * (unsigned)z));
}

static void upload(const struct texture *t, unsigned level, bool named, const struct region *r, GLenum format, GLsizei size_B, const void *data)
{
   const struct shape *s = t->shape;
   const GLint l = (GLint)level;
   if (s->dims == 2 && named)
      glCompressedTextureSubImage2D(t->name, l, r->at[0], r->at[1], r->size[0], r->size[1], format, size_B, data);
   else if (s->dims == 2)
      glCompressedTexSubImage2D(s->target, l, r->at[0], r->at[1], r->size[0], r->size[1], format, size_B, data);
   else if (named)
      glCompressedTextureSubImage3D(t->name, l, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], format, size_B, data);
   else if (s->target == GL_TEXTURE_CUBE_MAP)
      glCompressedTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)r->at[2], l, r->at[0], r->at[1], r->size[0], r->size[1], format,
                                size_B, data);
   else
      glCompressedTexSubImage3D(s->target, l, r->at[0], r->at[1], r->at[2], r->size[0], r->size[1], r->size[2], format, size_B, data);
}

static GLsizei size_of(const struct region *r, enum region_kind kind)
{
   return kind == REGION_INSIDE ? 8 * r->size[0] * r->size[1] * r->size[2] : 8;
}

static void visit_upload(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   struct texture *t = data;
   const struct region texels = texels_of(t, level, r);
   for (unsigned named = 0; named < 2; named++) {
      const bool dense = t->turn++ % 2, is_cube = t->shape->target == GL_TEXTURE_CUBE_MAP, images = t->shape->dims == 3 && (named || !is_cube);
      if (!named && is_cube && (r->size[2] != 1 || r->at[2] < 0 || r->at[2] >= 6))
         continue;
      for (unsigned i = 0; i < 64; i++)
         memory[api_random(sizeof(memory))]++;
      set_store(t, level, false, dense);
      upload(t, level, named, &texels, GL_COMPRESSED_RED_RGTC1, size_of(r, kind), memory);
      set_store(t, level, false, true);
      for (int z = 0; kind == REGION_INSIDE && z < r->size[2]; z++)
         for (int y = 0; y < r->size[1]; y++)
            for (int x = 0; x < r->size[0]; x++)
               memcpy(block_at(t, level, r->at[0] + x, r->at[1] + y, r->at[2] + z), memory + offset_B(t, level, dense, images, r, x, y, z), 8);
      expect(t, level, named ? "glCompressedTextureSubImage" : "glCompressedTexSubImage", r,
             kind == REGION_INSIDE ? GL_NO_ERROR : GL_INVALID_VALUE);
   }
}

static void visit_read(void *data, unsigned level, const struct region *r, enum region_kind kind)
{
   static uint8_t got[sizeof(memory)];
   struct texture *t = data;
   const struct region texels = texels_of(t, level, r);
   const bool dense = t->turn++ % 2, images = t->shape->dims == 3;
   const bool any = kind == REGION_INSIDE && r->size[0] && r->size[1] && r->size[2];
   const unsigned end_B = any ? offset_B(t, level, dense, images, r, r->size[0] - 1, r->size[1] - 1, r->size[2] - 1) + 8 : 8;
   memset(got, 0x5a, sizeof(got));
   for (unsigned small = 0; small < 1u + any; small++) {
      set_store(t, level, true, dense);
      glGetCompressedTextureSubImage(t->name, (GLint)level, texels.at[0], texels.at[1], texels.at[2], texels.size[0], texels.size[1],
                                     texels.size[2], (GLsizei)(end_B - small), got);
      set_store(t, level, true, true);
      expect(t, level, "glGetCompressedTextureSubImage", r,
             kind != REGION_INSIDE ? GL_INVALID_VALUE : small ? GL_INVALID_OPERATION : GL_NO_ERROR);
   }
   for (int z = 0; any && z < r->size[2]; z++)
      for (int y = 0; y < r->size[1]; y++)
         for (int x = 0; x < r->size[0]; x++)
            if (memcmp(block_at(t, level, r->at[0] + x, r->at[1] + y, r->at[2] + z), got + offset_B(t, level, dense, images, r, x, y, z), 8))
               api_fail("glGetCompressedTextureSubImage of 0x%x level %u: block (%d, %d, %d) is another one", t->shape->target, level, x, y, z);
   if (got[any ? end_B : 0] != 0x5a)
      api_fail("glGetCompressedTextureSubImage of 0x%x level %u writes beyond the last block", t->shape->target, level);
}

/* Regions that cut through blocks, sizes and formats of other images. */
static void check_errors(struct texture *t)
{
   static const struct region cuts[] = {
      {{2, 0, 0}, {4, 4, 1}}, {{0, 1, 0}, {4, 4, 1}}, {{0, 0, 0}, {3, 4, 1}}, {{0, 0, 0}, {4, 6, 1}}, {{4, 4, 0}, {1, 4, 1}},
   };
   static const struct region whole = {{0, 0, 0}, {4, 4, 1}};
   static uint8_t got[64];
   const bool three = t->shape->dims == 3;
   for (unsigned i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++)
      for (unsigned named = 0; named < 2; named++) {
         upload(t, 0, named, &cuts[i], GL_COMPRESSED_RED_RGTC1, 8 * ((cuts[i].size[1] + 3) / 4), memory);
         expect(t, 0, "a region that cuts through blocks", &cuts[i], GL_INVALID_OPERATION);
      }
   for (unsigned named = 0; named < 2; named++) {
      upload(t, 0, named, &whole, GL_COMPRESSED_RED_RGTC1, 7, memory);
      expect(t, 0, "imageSize too small", &whole, GL_INVALID_VALUE);
      upload(t, 0, named, &whole, GL_COMPRESSED_RED_RGTC1, 16, memory);
      expect(t, 0, "imageSize too large", &whole, GL_INVALID_VALUE);
      upload(t, 0, named, &whole, GL_COMPRESSED_RED_RGTC1, -8, memory);
      expect(t, 0, "imageSize negative", &whole, GL_INVALID_VALUE);
      upload(t, 0, named, &whole, GL_COMPRESSED_RG_RGTC2, 16, memory);
      expect(t, 0, "blocks of another format", &whole, GL_INVALID_OPERATION);
   }
   if (three) { /* two layers with the size of one */
      const struct region two = {{0, 0, 1}, {4, 4, 2}};
      upload(t, 0, true, &two, GL_COMPRESSED_RED_RGTC1, 8, memory);
      expect(t, 0, "imageSize of one layer", &two, GL_INVALID_VALUE);
   }
   glGetCompressedTextureSubImage(t->name, 0, 2, 0, 0, 4, 4, 1, sizeof(got), got);
   expect(t, 0, "reading through a block", &cuts[0], GL_INVALID_VALUE);
}

static void make(struct texture *t, const struct shape *s)
{
   t->shape = s;
   t->turn = 0;
   glCreateTextures(s->target, 1, &t->name);
   glBindTexture(s->target, t->name);
   if (s->dims == 2 || s->target == GL_TEXTURE_CUBE_MAP)
      glTextureStorage2D(t->name, (GLsizei)s->levels, GL_COMPRESSED_RED_RGTC1, s->size[0], s->size[1]);
   else
      glTextureStorage3D(t->name, (GLsizei)s->levels, GL_COMPRESSED_RED_RGTC1, s->size[0], s->size[1], s->size[2]);
   for (unsigned level = 0; level < s->levels; level++) {
      t->blocks[level] = (struct shape){s->target, s->dims, {1, 1, 1}, 1, 0};
      for (unsigned d = 0; d < 3; d++)
         t->blocks[level].size[d] = d < 2 ? (shape_size(s, level, d) + BLOCK - 1) / BLOCK : s->size[d];
      for (unsigned i = 0; i < count(t, level); i++)
         t->block[level][i] = (uint64_t)api_random(1 << 24) << 40 | (uint64_t)api_random(1 << 24) << 20 | api_random(1 << 20);
      const struct region all = {{0, 0, 0}, {shape_size(s, level, 0), shape_size(s, level, 1), s->size[2]}};
      upload(t, level, true, &all, GL_COMPRESSED_RED_RGTC1, (GLsizei)(8 * count(t, level)), t->block[level]);
      api_expect_error(GL_NO_ERROR, "filling a compressed texture");
      compare(t, level, "filling a compressed texture");
   }
}

static struct texture texture;

/* The spans count blocks, the levels of the shape texels: each level has a shape of blocks. */
static void visit_level(unsigned level, const struct span *spans, unsigned span_count,
                        void (*visit)(void *data, unsigned level, const struct region *r, enum region_kind kind))
{
   struct shape blocks = texture.blocks[level];
   regions_of(&blocks, level, spans, span_count, visit, &texture);
}

static void run(const struct span *spans, unsigned span_count, bool errors)
{
   for (unsigned i = 0; i < sizeof(memory); i++)
      memory[i] = (uint8_t)api_random(256);
   for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
      make(&texture, &shapes[i]);
      for (unsigned level = 0; level < shapes[i].levels; level++) {
         visit_level(level, spans, span_count, visit_upload);
         visit_level(level, spans, span_count, visit_read);
      }
      if (errors)
         check_errors(&texture);
      glDeleteTextures(1, &texture.name);
   }
   region_draw();
}

static void regions(void)
{
   run(REGIONS(region_spans), true);
}

static void overflow(void)
{
   run(REGIONS(region_overflows), false);
}

const struct api_body api_bodies_regions_compressed[] = {
   {"regions-compressed", CORE, 45, 1, 0, regions, region_reference},
   {"regions-compressed-overflow", CORE, 45, 1, 0, overflow, region_reference},
   {0},
};
