/* body_tex3d.c: 3D and 2D array textures (OpenGL ES 3.0, 3.8.3 to 3.8.5 and 4.4.2; OES_texture_3D). All texels of all slices, layers
 * and levels differ; a pixel of the picture shows one of them, fetched by its coordinates, or a filtered sample. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "api_test.h"

enum { MAX_LEVELS = 8, MAX_TEXELS = 1024 };

/* A texture as the specification has it. */
struct image { int width, height, depth; uint8_t (*texel)[4]; };
struct model {
   bool array;                      /* depth counts layers, which levels keep */
   int levels;
   struct image image[MAX_LEVELS];
   uint8_t texel[MAX_TEXELS][4];
};
static struct model volume, layers;

static int shrink(int size, int level)
{
   return size >> level ? size >> level : 1;
}

static void model_init(struct model *m, bool array, int width, int height, int depth, int levels)
{
   int at = 0;
   *m = (struct model){.array = array, .levels = levels};
   for (int i = 0; i < levels; i++) {
      struct image *image = &m->image[i];
      *image = (struct image){shrink(width, i), shrink(height, i), array ? depth : shrink(depth, i), &m->texel[at]};
      at += image->width * image->height * image->depth;
   }
   if (at > MAX_TEXELS)
      api_fail("%d texels", at);
   for (int i = 0; i < at; i++)
      for (int c = 0; c < 4; c++)
         m->texel[i][c] = (uint8_t)api_random(256);
}

static uint8_t *texel(const struct image *image, int x, int y, int z)
{
   return image->texel[(z * image->height + y) * image->width + x];
}

static GLenum target_of(const struct model *m)
{
   return m->array ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_3D;
}

static GLuint new_texture(GLenum target, GLenum min_filter, GLenum mag_filter)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)min_filter);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, (GLint)mag_filter);
   return name;
}

/* ---- the picture: one texel after the other, level by level ------------------------------------------------------------------ */

static const char vertex300[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Pixels first .. of the picture show the texels of the bound texture. Returns the number of the next pixel. */
static int show(const struct model *m, int first)
{
   static const char body[] =
      "uniform ivec4 size; uniform int level; out vec4 color;\n"
      "void main() {\n"
      "   int i = int(gl_FragCoord.y) * 32 + int(gl_FragCoord.x) - size.w;\n"
      "   if (i < 0 || i >= size.x * size.y * size.z) discard;\n"
      "   color = texelFetch(t, ivec3(i % size.x, i / size.x % size.y, i / (size.x * size.y)), level);\n"
      "}";
   char fragment[1000] = "#version 300 es\nprecision highp float; precision highp int;\n";
   strcat(fragment, m->array ? "uniform highp sampler2DArray t;\n" : "uniform highp sampler3D t;\n");
   strcat(fragment, body);
   GLuint program = api_program(vertex300, NULL, fragment);
   for (int i = 0; i < m->levels; i++) {
      const struct image *image = &m->image[i];
      glUniform4i(glGetUniformLocation(program, "size"), image->width, image->height, image->depth, first);
      glUniform1i(glGetUniformLocation(program, "level"), i);
      api_rectangle(-1, -1, 1, 1);
      first += image->width * image->height * image->depth;
   }
   if (first > API_TEXELS)
      api_fail("the picture has room for %d texels, not for %d", API_TEXELS, first);
   return first;
}

static int show_in_reference(const struct model *m, int first, uint8_t rgba[API_TEXELS][4])
{
   int count = 0;
   for (int i = 0; i < m->levels; i++)
      count += m->image[i].width * m->image[i].height * m->image[i].depth;
   memcpy(rgba[first], m->texel, (size_t)count * 4);
   return first + count;
}

static void both(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   show_in_reference(&layers, show_in_reference(&volume, 0, rgba), rgba);
}

/* ---- uploads ------------------------------------------------------------------------------------------------------------------ */

/* A box of an image, through glTexSubImage3D. */
static void upload_part(const struct model *m, int level, int x, int y, int z, int width, int height, int depth)
{
   static uint8_t part[MAX_TEXELS][4];
   const struct image *image = &m->image[level];
   for (int i = 0; i < width * height * depth; i++)
      memcpy(part[i], texel(image, x + i % width, y + i / width % height, z + i / (width * height)), 4);
   glTexSubImage3D(target_of(m), level, x, y, z, width, height, depth, GL_RGBA, GL_UNSIGNED_BYTE, part);
}

static void upload_whole(const struct model *m, int level)
{
   const struct image *image = &m->image[level];
   glTexImage3D(target_of(m), level, GL_RGBA8, image->width, image->height, image->depth, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                image->texel);
}

/* Eight adjacent boxes. */
static void upload_in_parts(const struct model *m, int level)
{
   const struct image *image = &m->image[level];
   int xs[3] = {0, image->width / 3, image->width}, ys[3] = {0, image->height / 2, image->height};
   int zs[3] = {0, (image->depth + 1) / 3, image->depth};
   for (int i = 0; i < 8; i++) {
      int x = i & 1, y = i >> 1 & 1, z = i >> 2;
      upload_part(m, level, xs[x], ys[y], zs[z], xs[x + 1] - xs[x], ys[y + 1] - ys[y], zs[z + 1] - zs[z]);
   }
}

static void init_both(void)
{
   model_init(&volume, false, 7, 5, 9, 4);
   model_init(&layers, true, 6, 5, 11, 3);
}

/* Levels in one call, in another order than that of their numbers, and in parts. */
static void draw_images(void)
{
   init_both();
   const struct model *models[2] = {&volume, &layers};
   for (int i = 0, at = 0; i < 2; i++) {
      const struct model *m = models[i];
      new_texture(target_of(m), GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      for (int level = m->levels - 1; level > 0; level--)
         upload_whole(m, level);
      glTexImage3D(target_of(m), 0, GL_RGBA8, m->image[0].width, m->image[0].height, m->image[0].depth, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, NULL);
      upload_in_parts(m, 0);
      at = show(m, at);
   }
}

/* Immutable storage, filled slice by slice and in parts. */
static void draw_storage(void)
{
   init_both();
   const struct model *models[2] = {&layers, &volume};
   for (int i = 1, at = 0; i >= 0; i--) {
      const struct model *m = models[i];
      const struct image *base = &m->image[0];
      new_texture(target_of(m), GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      glTexStorage3D(target_of(m), m->levels, GL_RGBA8, base->width, base->height, base->depth);
      for (int z = 0; z < base->depth; z++)
         upload_part(m, 0, 0, 0, z, base->width, base->height, 1);
      for (int level = 1; level < m->levels; level++)
         upload_in_parts(m, level);
      at = show(m, at);
   }
}

/* ---- rendering and copying ---------------------------------------------------------------------------------------------------- */

static GLuint picture_fbo(void)
{
   GLint name;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &name);
   return (GLuint)name;
}

static void attach(GLuint texture, int level, int layer)
{
   glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, level, layer);
   GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
   if (status != GL_FRAMEBUFFER_COMPLETE)
      api_fail("level %d, layer %d: status 0x%x", level, layer, status);
}

/* Each texel of each layer of each level by a clear of one texel; layers from the last to the first. */
static void draw_targets(void)
{
   init_both();
   GLuint picture = picture_fbo(), fbo, name[2];
   const struct model *models[2] = {&volume, &layers};
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < 2; i++) {
      const struct model *m = models[i];
      name[i] = new_texture(target_of(m), GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      glTexStorage3D(target_of(m), m->levels, GL_RGBA8, m->image[0].width, m->image[0].height, m->image[0].depth);
      for (int level = 0; level < m->levels; level++) {
         const struct image *image = &m->image[level];
         for (int z = image->depth - 1; z >= 0; z--) {
            attach(name[i], level, z);
            for (int t = 0; t < image->width * image->height; t++) {
               const uint8_t *c = texel(image, t % image->width, t / image->width, z);
               glScissor(t % image->width, t / image->width, 1, 1);
               glClearColor(c[0] / 255.0f, c[1] / 255.0f, c[2] / 255.0f, c[3] / 255.0f);
               glClear(GL_COLOR_BUFFER_BIT);
            }
         }
      }
   }
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, picture);
   glBindTexture(GL_TEXTURE_3D, name[0]);
   glBindTexture(GL_TEXTURE_2D_ARRAY, name[1]);
   show(&layers, show(&volume, 0));
}

/* Layers drawn with a triangle strip: every layer of a level gets the colours of its texels from a 2D texture. */
static void draw_layers(void)
{
   init_both();
   GLuint picture = picture_fbo(), fbo, name[2];
   const struct model *models[2] = {&volume, &layers};
   GLuint program = api_program(vertex300, NULL,
                                "#version 300 es\nprecision highp float; uniform highp sampler2D t; out vec4 color;\n"
                                "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (int i = 0; i < 2; i++) {
      const struct model *m = models[i];
      name[i] = new_texture(target_of(m), GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      for (int level = 0; level < m->levels; level++)
         glTexImage3D(target_of(m), level, GL_RGBA8, m->image[level].width, m->image[level].height, m->image[level].depth, 0,
                      GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      for (int level = 0; level < m->levels; level++) {
         const struct image *image = &m->image[level];
         for (int z = 0; z < image->depth; z++) {
            new_texture(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image->width, image->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                         texel(image, 0, 0, z));
            attach(name[i], level, z);
            glViewport(0, 0, image->width, image->height);
            glUseProgram(program);
            api_rectangle(-1, -1, 1, 1);
         }
      }
   }
   glViewport(0, 0, API_SIZE, API_SIZE);
   glBindFramebuffer(GL_FRAMEBUFFER, picture);
   show(&layers, show(&volume, 0));
}

/* glCopyTexSubImage3D: the framebuffer holds all texels of a level; rectangles of it go into slices, rows at a time for every
 * other slice. */
static void draw_copies(void)
{
   init_both();
   GLuint picture = picture_fbo(), fbo, source;
   const struct model *models[2] = {&volume, &layers};
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (int i = 0; i < 2; i++) {
      const struct model *m = models[i];
      GLenum target = target_of(m);
      new_texture(target, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      glTexStorage3D(target, m->levels, GL_RGBA8, m->image[0].width, m->image[0].height, m->image[0].depth);
      for (int level = 0; level < m->levels; level++) {
         const struct image *image = &m->image[level];
         source = new_texture(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image->width, image->height * image->depth, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                      image->texel);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, source, 0);
         for (int z = 0; z < image->depth; z++) {
            int rows = z % 2 ? 1 : image->height;
            for (int y = 0; y < image->height; y += rows)
               glCopyTexSubImage3D(target, level, 0, y, z, 0, z * image->height + y, image->width, rows);
         }
      }
   }
   glBindFramebuffer(GL_FRAMEBUFFER, picture);
   show(&layers, show(&volume, 0));
}

/* Copies between slices of one texture: the upper slices are those below them, and of the level before. */
static void draw_self_copies(void)
{
   model_init(&volume, false, 6, 8, 8, 4);
   model_init(&layers, true, 6, 8, 8, 4);
   GLuint picture = picture_fbo(), fbo, name;
   struct model *models[2] = {&volume, &layers};
   glGenFramebuffers(1, &fbo);
   for (int i = 0, at = 0; i < 2; i++) {
      struct model *m = models[i];
      struct image *base = &m->image[0], *small = &m->image[1];
      name = new_texture(target_of(m), GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      for (int level = 0; level < m->levels; level++)
         upload_whole(m, level);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      for (int z = 4; z < 8; z++) {
         attach(name, 0, z - 4);
         glCopyTexSubImage3D(target_of(m), 0, 1, 2, z, 0, 0, base->width - 1, base->height - 2);
         for (int y = 2; y < base->height; y++)
            memcpy(texel(base, 1, y, z), texel(base, 0, y - 2, z - 4), (size_t)(base->width - 1) * 4);
         glCopyTexSubImage3D(target_of(m), 1, 0, 0, z % small->depth, 3, 4, small->width, small->height);
         for (int y = 0; y < small->height; y++)
            memcpy(texel(small, 0, y, z % small->depth), texel(base, 3, y + 4, z - 4), (size_t)small->width * 4);
      }
      glBindFramebuffer(GL_FRAMEBUFFER, picture);
      at = show(m, at);
   }
}

/* ---- mipmaps and filters ------------------------------------------------------------------------------------------------------ */

/* Levels of even sizes: the average of 2 x 2 x 2 texels, of a layer 2 x 2. */
static void average(struct model *m, int level)
{
   const struct image *from = &m->image[level - 1], *to = &m->image[level];
   int slices = m->array ? 1 : from->depth / to->depth;
   for (int i = 0; i < to->width * to->height * to->depth; i++) {
      int x = i % to->width, y = i / to->width % to->height, z = i / (to->width * to->height);
      int nx = from->width / to->width, ny = from->height / to->height, count = nx * ny * slices;
      for (int c = 0; c < 4; c++) {
         int sum = 0;
         for (int k = 0; k < count; k++)
            sum += texel(from, x * nx + k % nx, y * ny + k / nx % ny, z * slices + k / (nx * ny))[c];
         to->texel[i][c] = (uint8_t)((sum + count / 2) / count);
      }
   }
}

static void draw_mipmaps(void)
{
   model_init(&volume, false, 8, 4, 16, 5);
   model_init(&layers, true, 8, 4, 7, 4);
   struct model *models[2] = {&volume, &layers};
   for (int i = 0, at = 0; i < 2; i++) {
      struct model *m = models[i];
      new_texture(target_of(m), GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
      upload_whole(m, 0);
      glGenerateMipmap(target_of(m));
      for (int level = 1; level < m->levels; level++)
         average(m, level);
      at = show(m, at);
   }
}

/* Wrapped coordinates and a slice by a fraction: 3D textures filter between slices, arrays round to a layer. */
static void draw_filters(void)
{
   static const char body[] =
      "out vec4 color;\n"
      "void main() {\n"
      "   vec2 at = floor(gl_FragCoord.xy) / 32.0 + vec2(1.0 / 64.0);\n"
      "   color = texture(t, vec3(at * 3.0 - 1.0, SLICE));\n"
      "}";
   init_both();
   const struct model *models[2] = {&volume, &layers};
   for (int i = 0; i < 2; i++) {
      const struct model *m = models[i];
      char fragment[1000] = "#version 300 es\nprecision highp float;\n";
      strcat(fragment, m->array ? "uniform highp sampler2DArray t;\n#define SLICE at.x * 14.0 - 1.5 + 1.0 / 1024.0\n"
                                : "uniform highp sampler3D t;\n#define SLICE at.x * 3.0 - at.y\n");
      strcat(fragment, body);
      new_texture(target_of(m), GL_LINEAR, GL_LINEAR);
      glTexParameteri(target_of(m), GL_TEXTURE_WRAP_S, GL_REPEAT);
      glTexParameteri(target_of(m), GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
      glTexParameteri(target_of(m), GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
      upload_whole(m, 0);
      api_program(vertex300, NULL, fragment);
      api_rectangle(-1, i ? 0 : -1, 1, i ? 1 : 0);
   }
}

enum wrap { REPEAT, MIRROR, CLAMP };

static int wrapped(int i, int n, enum wrap wrap)
{
   int m = ((i % (2 * n)) + 2 * n) % (2 * n);
   if (wrap == CLAMP)
      return i < 0 ? 0 : i >= n ? n - 1 : i;
   return wrap == REPEAT ? m % n : m < n ? m : 2 * n - 1 - m;
}

/* s, t, r in texels. Layers of an array: r is the layer, rounded. */
static void linear_sample(const struct model *m, double s, double t, double r, uint8_t out[4])
{
   const struct image *image = &m->image[0];
   double at[3] = {s - 0.5, t - 0.5, m->array ? floor(r + 0.5) : r - 0.5}, sum[4] = {0};
   for (int k = 0; k < 8; k++) {
      int index[3];
      double weight = 1;
      for (int axis = 0; axis < 3; axis++) {
         double low = floor(at[axis]), fraction = at[axis] - low;
         bool high = k >> axis & 1;
         index[axis] = (int)low + high;
         weight *= high ? fraction : 1 - fraction;
      }
      const uint8_t *c = texel(image, wrapped(index[0], image->width, REPEAT), wrapped(index[1], image->height, MIRROR),
                               wrapped(index[2], image->depth, CLAMP));
      for (int i = 0; i < 4; i++)
         sum[i] += weight * c[i];
   }
   for (int i = 0; i < 4; i++)
      out[i] = (uint8_t)(sum[i] + 0.5);
}

static void reference_filters(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      const struct model *m = i < API_TEXELS / 2 ? &volume : &layers;
      double x = (i % API_SIZE + 0.5) / API_SIZE, y = (i / API_SIZE + 0.5) / API_SIZE;
      double slice = m->array ? x * 14 - 1.5 + 1.0 / 1024 : (x * 3 - y) * m->image[0].depth;
      linear_sample(m, (x * 3 - 1) * m->image[0].width, (y * 3 - 1) * m->image[0].height, slice, rgba[i]);
   }
}

/* ---- compressed layers --------------------------------------------------------------------------------------------------------- */

/* Blocks of one colour each. Levels are specified from the last to the first while the texture's level 0 has another size and
 * format, and the first layers of level 0 are replaced. */
static uint8_t blocks[3 * 5 * 3][8];

static void fill_blocks(struct image *image, int first_layer)
{
   int columns = (image->width + 3) / 4, rows = (image->height + 3) / 4;
   for (int z = first_layer; z < image->depth; z++)
      for (int i = 0; i < columns * rows; i++) {
         unsigned r = api_random(32), g = api_random(64), b = api_random(32), code = r << 11 | g << 5 | b;
         uint8_t *block = blocks[(z - first_layer) * columns * rows + i];
         const uint8_t color[4] = {(uint8_t)(r << 3 | r >> 2), (uint8_t)(g << 2 | g >> 4), (uint8_t)(b << 3 | b >> 2), 255};
         memset(block, 0, 8);
         block[0] = block[2] = (uint8_t)code;
         block[1] = block[3] = (uint8_t)(code >> 8);
         for (int t = 0; t < 16; t++) {
            int x = i % columns * 4 + t % 4, y = i / columns * 4 + t / 4;
            if (x < image->width && y < image->height)
               memcpy(texel(image, x, y, z), color, 4);
         }
      }
}

enum { DXT1 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT };

/* A texture of these layers, level by level. */
static void specify_compressed(int width, int height, int depth, int levels)
{
   memset(&volume, 0, sizeof(volume));
   model_init(&layers, true, width, height, depth, levels);
   new_texture(GL_TEXTURE_2D_ARRAY, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 4, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   for (int level = layers.levels - 1; level >= 0; level--) {
      struct image *image = &layers.image[level];
      int count = (image->width + 3) / 4 * ((image->height + 3) / 4) * image->depth;
      fill_blocks(image, 0);
      glCompressedTexImage3D(GL_TEXTURE_2D_ARRAY, level, DXT1, image->width, image->height, image->depth, 0, count * 8, blocks);
   }
}

static void draw_compressed(void)
{
   specify_compressed(20, 12, 3, 5);
   fill_blocks(&layers.image[0], 1);
   glCompressedTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 1, 20, 12, 2, DXT1, 2 * 15 * 8, blocks);
   show(&layers, 0);
}

/* A level of 66 texels has 17 rows of blocks, more than half of the 33 above it. */
static void draw_compressed_tall(void)
{
   specify_compressed(4, 132, 1, 8);
   show(&layers, 0);
}

/* Layers that are large enough for every tiling mode. Level 1 is specified before level 0, and moves into one miptree with it. */
enum { LARGE_WIDTH = 1024, LARGE_HEIGHT = 512, LARGE_LAYERS = 3 };

static void block_code(int level, int x, int y, int layer, unsigned code[3])
{
   code[0] = (unsigned)(x * 7 + y * 3 + layer * 11 + level) % 32;
   code[1] = (unsigned)(x + y * 13 + layer * 5) % 64;
   code[2] = (unsigned)(x * 3 + y + layer * 17) % 32;
}

static void large_place(int i, int *level, int *x, int *y, int *layer)
{
   *level = i < API_TEXELS / 2 ? 1 : 0;
   *x = i * 37 % (LARGE_WIDTH >> *level);
   *y = i * 101 % (LARGE_HEIGHT >> *level);
   *layer = i % LARGE_LAYERS;
}

static void draw_compressed_large(void)
{
   static uint8_t data[LARGE_LAYERS][LARGE_HEIGHT / 4][LARGE_WIDTH / 4][8];
   new_texture(GL_TEXTURE_2D_ARRAY, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 1);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 4, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   for (int level = 1; level >= 0; level--) {
      int columns = LARGE_WIDTH / 4 >> level, rows = LARGE_HEIGHT / 4 >> level, count = columns * rows * LARGE_LAYERS;
      memset(data, 0, sizeof(data));
      for (int i = 0; i < count; i++) {
         uint8_t *block = &data[0][0][0][0] + 8 * i;
         unsigned c[3];
         block_code(level, i % columns, i / columns % rows, i / (columns * rows), c);
         block[0] = block[2] = (uint8_t)(c[1] << 5 | c[2]);
         block[1] = block[3] = (uint8_t)(c[0] << 3 | c[1] >> 3);
      }
      glCompressedTexImage3D(GL_TEXTURE_2D_ARRAY, level, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, columns * 4, rows * 4, LARGE_LAYERS, 0,
                             count * 8, data);
   }
   api_program(vertex300, NULL,
               "#version 300 es\nprecision highp float; precision highp int; uniform highp sampler2DArray t; out vec4 color;\n"
               "void main() {\n"
               "   int i = int(gl_FragCoord.y) * 32 + int(gl_FragCoord.x), level = i < 512 ? 1 : 0;\n"
               "   color = texelFetch(t, ivec3(i * 37 % (1024 >> level), i * 101 % (512 >> level), i % 3), level);\n"
               "}");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_compressed_large(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      int level, x, y, layer;
      unsigned c[3];
      large_place(i, &level, &x, &y, &layer);
      block_code(level, x / 4, y / 4, layer, c);
      memcpy(rgba[i], (uint8_t[4]){(uint8_t)(c[0] << 3 | c[0] >> 2), (uint8_t)(c[1] << 2 | c[1] >> 4),
                                   (uint8_t)(c[2] << 3 | c[2] >> 2), 255}, 4);
   }
}

/* ---- limits -------------------------------------------------------------------------------------------------------------------- */

/* Textures that are as large as the implementation's limits allow in one direction. A row of the picture for each: 32 texels
 * between the first and the last of that direction. */
enum { LIMIT_X, LIMIT_Y, LIMIT_Z, LIMIT_LAYERS, LIMIT_ARRAY_WIDTH, LIMITS };
static uint8_t limit_texel[LIMITS][32][4];

static void fill_limit(GLuint name, GLenum target, int row, int max)
{
   GLint picture = (GLint)picture_fbo();
   GLuint fbo;
   int axis = row < LIMIT_LAYERS ? row : row == LIMIT_LAYERS ? LIMIT_Z : LIMIT_X;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < 32; i++) {
      int at[3] = {1, 1, 1};
      const uint8_t *c = limit_texel[row][i];
      at[axis] = i * (max - 1) / 31;
      if (i % 2) {
         glTexSubImage3D(target, 0, at[0], at[1], at[2], 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, c);
         continue;
      }
      attach(name, 0, at[2]);
      glScissor(at[0], at[1], 1, 1);
      glClearColor(c[0] / 255.0f, c[1] / 255.0f, c[2] / 255.0f, c[3] / 255.0f);
      glClear(GL_COLOR_BUFFER_BIT);
   }
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture);
}

static void draw_limits(void)
{
   static const GLenum limit_of[LIMITS] = {GL_MAX_3D_TEXTURE_SIZE, GL_MAX_3D_TEXTURE_SIZE, GL_MAX_3D_TEXTURE_SIZE,
                                           GL_MAX_ARRAY_TEXTURE_LAYERS, GL_MAX_TEXTURE_SIZE};
   for (int i = 0; i < LIMITS * 32 * 4; i++)
      (&limit_texel[0][0][0])[i] = (uint8_t)api_random(256);
   for (int row = 0; row < LIMITS; row++) {
      GLenum target = row < LIMIT_LAYERS ? GL_TEXTURE_3D : GL_TEXTURE_2D_ARRAY;
      GLint max;
      glGetIntegerv(limit_of[row], &max);
      bool x = row == LIMIT_X || row == LIMIT_ARRAY_WIDTH, y = row == LIMIT_Y;
      GLuint name = new_texture(target, GL_NEAREST, GL_NEAREST);
      glTexStorage3D(target, 1, GL_RGBA8, x ? max : 2, y ? max : 2, x || y ? 2 : max);
      fill_limit(name, target, row, max);
      char fragment[1000] = "#version 300 es\nprecision highp float; precision highp int;\n";
      strcat(fragment, target == GL_TEXTURE_3D ? "uniform highp sampler3D t;" : "uniform highp sampler2DArray t;");
      strcat(fragment, "uniform ivec3 last; out vec4 color;\n"
                       "void main() { color = texelFetch(t, ivec3(int(gl_FragCoord.x)) * last / 31 + ivec3(equal(last, ivec3(0))), 0); }");
      GLuint program = api_program(vertex300, NULL, fragment);
      glUniform3i(glGetUniformLocation(program, "last"), x ? max - 1 : 0, y ? max - 1 : 0, x || y ? 0 : max - 1);
      glViewport(0, row, API_SIZE, 1);
      api_rectangle(-1, -1, 1, 1);
      glDeleteTextures(1, &name);
   }
}

static void reference_limits(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   memcpy(rgba, limit_texel, sizeof(limit_texel));
}

/* ---- OES_texture_3D ------------------------------------------------------------------------------------------------------------ */

#define OES(type, name) type name = (type)eglGetProcAddress(#name)

/* Nearest samples of both levels of a texture that the commands of the extension made. */
static void draw_oes(void)
{
   OES(PFNGLTEXIMAGE3DOESPROC, glTexImage3DOES);
   OES(PFNGLTEXSUBIMAGE3DOESPROC, glTexSubImage3DOES);
   OES(PFNGLCOPYTEXSUBIMAGE3DOESPROC, glCopyTexSubImage3DOES);
   OES(PFNGLFRAMEBUFFERTEXTURE3DOESPROC, glFramebufferTexture3DOES);
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_OES_texture_3D"))
      api_fail("no OES_texture_3D");
   model_init(&volume, false, 8, 8, 8, 1);
   const struct image *image = &volume.image[0];
   GLuint picture = picture_fbo(), fbo, name = new_texture(GL_TEXTURE_3D_OES, GL_NEAREST, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_3D_OES, GL_TEXTURE_WRAP_R_OES, GL_CLAMP_TO_EDGE);
   glTexImage3DOES(GL_TEXTURE_3D_OES, 0, GL_RGBA, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexSubImage3DOES(GL_TEXTURE_3D_OES, 0, 0, 0, 0, 8, 8, 6, GL_RGBA, GL_UNSIGNED_BYTE, image->texel);
   /* Slice 6 is a copy of slice 1 with slice 2 in a corner, slice 7 is cleared. */
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (int z = 1; z < 3; z++) {
      glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D_OES, name, 0, z);
      int first = z == 1 ? 0 : 3;
      glCopyTexSubImage3DOES(GL_TEXTURE_3D_OES, 0, first, first, 6, first, first, 8 - first, 8 - first);
      for (int y = first; y < 8; y++)
         memcpy(texel(image, first, y, 6), texel(image, first, y, z), (size_t)(8 - first) * 4);
   }
   glFramebufferTexture3DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D_OES, name, 0, 7);
   glClearColor(0, 1, 1, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   for (int i = 0; i < 64; i++)
      memcpy(texel(image, i % 8, i / 8, 7), (uint8_t[4]){0, 255, 255, 0}, 4);
   glBindFramebuffer(GL_FRAMEBUFFER, picture);
   api_program("attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#extension GL_OES_texture_3D : require\n"
               "precision highp float; uniform lowp sampler3D t;\n"
               "void main() {\n"
               "   vec2 at = floor(gl_FragCoord.xy);\n"
               "   float slice = floor(at.x / 8.0) + 4.0 * floor(at.y / 8.0);\n"
               "   gl_FragColor = texture3D(t, vec3(mod(at, 8.0) / 8.0 + vec2(1.0 / 16.0), (slice + 0.5) / 8.0));\n"
               "}");
   api_rectangle(-1, -1, 1, 1);
}

/* Slices beyond the last show the last. */
static void reference_oes(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      int x = i % API_SIZE, y = i / API_SIZE, slice = x / 8 + 4 * (y / 8);
      memcpy(rgba[i], texel(&volume.image[0], x % 8, y % 8, slice < 8 ? slice : 7), 4);
   }
}

const struct api_body api_bodies_tex3d[] = {
   {"tex3d-images", GLES, 30, 0, 0, draw_images, both},
   {"tex3d-storage", GLES, 30, 0, 0, draw_storage, both},
   {"tex3d-targets", GLES, 30, 0, 0, draw_targets, both},
   {"tex3d-layers", GLES, 30, 0, 0, draw_layers, both},
   {"tex3d-copies", GLES, 30, 0, 0, draw_copies, both},
   {"tex3d-self-copies", GLES, 30, 0, 0, draw_self_copies, both},
   {"tex3d-mipmaps", GLES, 30, 6, 0, draw_mipmaps, both},
   {"tex3d-filters", GLES, 30, 2, 0, draw_filters, reference_filters},
   {"tex3d-compressed", GLES, 30, 1, 0, draw_compressed, both},
   {"tex3d-compressed-tall", GLES, 30, 1, 0, draw_compressed_tall, both},
   {"tex3d-compressed-large", GLES, 30, 1, 0, draw_compressed_large, reference_compressed_large},
   {"tex3d-limits", GLES, 30, 0, 0, draw_limits, reference_limits},
   {"tex3d-oes", GLES, 20, 0, 0, draw_oes, reference_oes},
   {0}};
