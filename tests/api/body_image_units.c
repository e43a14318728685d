/* body_image_units.c: every level of every target as an image, with all layers and with each alone, of textures and of views
 * (OpenGL 4.5, 8.18 and 8.26): imageSize, loads, stores and atomics. A copy of the texels says what shaders find and leave. */
#include <stdio.h>

#include "api_regions.h"

enum { MAX_TEXELS = 250 * 180 * 3, MAX_LEVELS = 8 };

/* Sizes that are neither powers of two nor multiples of tiles; the large ones are of macro tiles. */
static const struct shape shapes[] = {
   {GL_TEXTURE_1D, 1, {20, 1, 1}, 5, 1},
   {GL_TEXTURE_1D_ARRAY, 2, {20, 5, 1}, 5, 1},
   {GL_TEXTURE_2D, 2, {20, 12, 1}, 5, 2},
   {GL_TEXTURE_RECTANGLE, 2, {20, 12, 1}, 1, 2},
   {GL_TEXTURE_CUBE_MAP, 3, {12, 12, 6}, 4, 2},
   {GL_TEXTURE_2D_ARRAY, 3, {20, 12, 5}, 5, 2},
   {GL_TEXTURE_CUBE_MAP_ARRAY, 3, {12, 12, 12}, 4, 2},
   {GL_TEXTURE_3D, 3, {20, 12, 6}, 5, 3},
   {GL_TEXTURE_3D, 3, {4, 4, 4}, 1, 3},
   {GL_TEXTURE_3D, 3, {1, 30, 9}, 5, 3},
   {GL_TEXTURE_2D_ARRAY, 3, {250, 180, 3}, 2, 2},
   {GL_TEXTURE_3D, 3, {250, 180, 3}, 2, 3},
};

static const struct format { GLenum name; const char *layout; uint32_t mask; } formats[] = {
   {GL_R32UI, "r32ui", 0xffffffff}, {GL_R8UI, "r8ui", 0xff}, {GL_RGBA32UI, "rgba32ui", 0xffffffff},
};

struct texture {
   const struct shape *shape;
   const struct format *format;
   GLuint name;
   uint32_t *texel[MAX_LEVELS]; /* in the order of glGetTextureImage; the red component */
};

/* The image of a unit: a texture or a view; level and layer are those of the texture. */
struct image {
   struct texture *t;
   GLuint name;
   unsigned min_level, min_layer;
   unsigned level;
   int layer;            /* of the image; -1: all */
   int size[3], start;   /* in the dimensions of the shader's image; start: of z in the texture */
};

enum { LOAD_STORE, ATOMIC, MODES };
struct type { const char *name; unsigned dims; };

static GLuint buffer;
static GLint margin;

static uint32_t *texel_at(const struct texture *t, unsigned level, int x, int y, int z)
{
   return &t->texel[level][(z * shape_size(t->shape, level, 1) + y) * shape_size(t->shape, level, 0) + x];
}

/* The shader's image type. A layer of anything is of one or two dimensions. */
static struct type type_of(GLenum target, bool layered)
{
   switch (target) {
   case GL_TEXTURE_1D: return (struct type){"uimage1D", 1};
   case GL_TEXTURE_1D_ARRAY: return layered ? (struct type){"uimage1DArray", 2} : (struct type){"uimage1D", 1};
   case GL_TEXTURE_RECTANGLE: return (struct type){"uimage2DRect", 2};
   case GL_TEXTURE_2D: return (struct type){"uimage2D", 2};
   case GL_TEXTURE_CUBE_MAP: return layered ? (struct type){"uimageCube", 3} : (struct type){"uimage2D", 2};
   case GL_TEXTURE_CUBE_MAP_ARRAY: return layered ? (struct type){"uimageCubeArray", 3} : (struct type){"uimage2D", 2};
   case GL_TEXTURE_2D_ARRAY: return layered ? (struct type){"uimage2DArray", 3} : (struct type){"uimage2D", 2};
   default: return layered ? (struct type){"uimage3D", 3} : (struct type){"uimage2D", 2};
   }
}

/* imageSize of a cube map is that of a face, of an array of them the number of cubes (GLSL 4.50, 8.12). */
static GLuint make_program(struct type type, const struct format *format, unsigned mode)
{
   static const char *const at[] = {"", "p.x", "p.xy", "p"};
   char source[1600];
   const bool face = !strcmp(type.name, "uimageCube"), cubes = !strcmp(type.name, "uimageCubeArray");
   snprintf(source, sizeof(source),
            "#version 450\n"
            "layout(local_size_x = 4, local_size_y = 4) in;\n"
            "layout(%s, binding = 2) uniform %s img;\n"
            "layout(std430, binding = 0) buffer Out { ivec4 size; uint loaded[]; };\n"
            "layout(location = 0) uniform ivec3 extent;\n"
            "layout(location = 1) uniform ivec3 margin;\n"
            "layout(location = 2) uniform uint mask;\n"
            "void main()\n"
            "{\n"
            "   ivec3 p = ivec3(gl_GlobalInvocationID) - margin;\n"
            "   ivec3 whole = extent + 2 * margin;\n"
            "   if (any(greaterThanEqual(p, extent + margin)))\n"
            "      return;\n"
            "   int i = ((p.z + margin.z) * whole.y + p.y + margin.y) * whole.x + p.x + margin.x;\n"
            "   %s s = imageSize(img);\n"
            "   if (i == 0)\n"
            "      size = ivec4(%s);\n"
            "   %s\n"
            "}\n",
            format->layout, type.name, face || type.dims == 2 ? "ivec2" : type.dims == 1 ? "int" : "ivec3",
            face ? "s, 6, 0" : type.dims == 1 ? "s, 1, 1, 0" : type.dims == 2 ? "s, 1, 0" : cubes ? "s.xy, s.z * 6, 0" : "s, 0",
            mode == ATOMIC ? "loaded[i] = imageAtomicAdd(img, @, 77u + uint(i));"
                           : "loaded[i] = imageLoad(img, @).x; imageStore(img, @, uvec4(uint(i) * 13u + 5u & mask));");
   for (char *c; (c = strchr(source, '@'));) {
      char rest[400];
      snprintf(rest, sizeof(rest), "%s", c + 1);
      snprintf(c, sizeof(source) - (size_t)(c - source), "%s%s", at[type.dims], rest);
   }
   const GLuint program = glCreateProgram();
   api_attach(program, GL_COMPUTE_SHADER, source);
   api_link(program);
   return program;
}

static void compare(const struct texture *t, const char *what)
{
   static uint32_t got[MAX_TEXELS];
   for (unsigned level = 0; level < t->shape->levels; level++) {
      const int w = shape_size(t->shape, level, 0), h = shape_size(t->shape, level, 1), d = shape_size(t->shape, level, 2);
      glGetTextureImage(t->name, (GLint)level, GL_RED_INTEGER, GL_UNSIGNED_INT, sizeof(got), got);
      for (int i = 0; i < w * h * d; i++)
         if (got[i] != t->texel[level][i])
            api_fail("%s: level %u texel (%d, %d, %d) is %u, not %u", what, level, i % w, i / w % h, i / w / h, got[i], t->texel[level][i]);
   }
}

/* One dispatch over all texels of the image and `margin` around them. */
static void use(const struct image *image, struct type type, unsigned mode)
{
   static uint32_t out[4 + 300000];
   const struct texture *t = image->t;
   char what[160];
   int whole[3], around[3];
   unsigned count = 1;
   snprintf(what, sizeof(what), "%s %s of 0x%x (%s), %d x %d x %d, level %u of view at level %u, layer %u, layer %d", type.name,
            mode == ATOMIC ? "atomics" : "loads and stores", t->shape->target, t->format->layout, t->shape->size[0], t->shape->size[1],
            t->shape->size[2], image->level, image->min_level, image->min_layer, image->layer);
   for (unsigned d = 0; d < 3; d++) {
      around[d] = d < type.dims ? margin : 0;
      count *= (unsigned)(whole[d] = image->size[d] + 2 * around[d]);
   }
   if (count > 300000)
      api_fail("%s: the buffer is too small", what);
   glBindImageTexture(2, image->name, (GLint)image->level, image->layer < 0, image->layer < 0 ? 0 : image->layer, GL_READ_WRITE,
                      t->format->name);
   glUniform3i(0, image->size[0], image->size[1], image->size[2]);
   glUniform3iv(1, 1, around);
   glUniform1ui(2, t->format->mask);
   glDispatchCompute((GLuint)(whole[0] + 3) / 4, (GLuint)(whole[1] + 3) / 4, (GLuint)whole[2]);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)(16 + 4 * count), out);
   api_expect_error(GL_NO_ERROR, what);
   for (unsigned d = 0; d < 3; d++)
      if ((int)out[d] != image->size[d])
         api_fail("%s: imageSize is %u x %u x %u, not %d x %d x %d", what, out[0], out[1], out[2], image->size[0], image->size[1], image->size[2]);
   for (unsigned i = 0; i < count; i++) {
      const int x = (int)i % whole[0] - around[0], y = (int)i / whole[0] % whole[1] - around[1], z = (int)i / whole[0] / whole[1] - around[2];
      const bool inside = x >= 0 && x < image->size[0] && y >= 0 && y < image->size[1] && z >= 0 && z < image->size[2];
      /* Layers of 1D arrays are rows of the copy. */
      const bool row = t->shape->target == GL_TEXTURE_1D_ARRAY && image->layer >= 0;
      const bool rows = t->shape->target == GL_TEXTURE_1D_ARRAY && image->layer < 0;
      uint32_t *texel = inside ? texel_at(t, image->level + image->min_level, x, row ? image->start : rows ? y + image->start : y,
                                          row || rows ? 0 : z + image->start) : NULL;
      const uint32_t wanted = inside ? *texel : 0;
      if (out[4 + i] != wanted)
         api_fail("%s: (%d, %d, %d) reads %u, not %u", what, x, y, z, out[4 + i], wanted);
      if (inside)
         *texel = (mode == ATOMIC ? wanted + 77 + i : i * 13 + 5) & t->format->mask;
   }
   compare(t, what);
}

/* The image with all layers and each of the layers. first_layer: of the view. */
static void use_level(struct image *image, unsigned layers, const GLuint programs[2][MODES], const struct type types[2])
{
   const struct shape *s = image->t->shape;
   const unsigned level = image->level + image->min_level;
   const unsigned last_dim = s->target == GL_TEXTURE_1D_ARRAY ? 1 : 2;
   const bool has_layers = s->dims == 3 || s->target == GL_TEXTURE_1D_ARRAY;
   for (unsigned mode = 0; mode < (image->t->format->name == GL_R32UI ? MODES : ATOMIC); mode++)
      for (int layer = -1; layer < (has_layers ? (int)layers : 0); layer++) {
         image->layer = layer;
         image->start = (int)image->min_layer + (layer < 0 ? 0 : layer);
         for (unsigned d = 0; d < 3; d++)
            image->size[d] = shape_size(s, level, d);
         if (has_layers)
            image->size[last_dim] = layer < 0 ? (int)layers : 1;
         glUseProgram(programs[layer >= 0][mode]);
         use(image, types[layer >= 0], mode);
      }
}

static void make(struct texture *t, const struct shape *s, const struct format *format)
{
   *t = (struct texture){s, format, 0, {0}};
   glCreateTextures(s->target, 1, &t->name);
   if (s->dims == 1)
      glTextureStorage1D(t->name, (GLsizei)s->levels, format->name, s->size[0]);
   else if (s->dims == 2 || s->target == GL_TEXTURE_CUBE_MAP)
      glTextureStorage2D(t->name, (GLsizei)s->levels, format->name, s->size[0], s->size[1]);
   else
      glTextureStorage3D(t->name, (GLsizei)s->levels, format->name, s->size[0], s->size[1], s->size[2]);
   for (unsigned level = 0; level < s->levels; level++) {
      const int w = shape_size(s, level, 0), h = shape_size(s, level, 1), d = shape_size(s, level, 2);
      t->texel[level] = malloc(sizeof(uint32_t) * (size_t)(w * h * d));
      for (int i = 0; i < w * h * d; i++)
         t->texel[level][i] = (api_random(1 << 16) << 16 | api_random(1 << 16)) & format->mask;
      if (s->dims == 1)
         glTextureSubImage1D(t->name, (GLint)level, 0, w, GL_RED_INTEGER, GL_UNSIGNED_INT, t->texel[level]);
      else if (s->dims == 2)
         glTextureSubImage2D(t->name, (GLint)level, 0, 0, w, h, GL_RED_INTEGER, GL_UNSIGNED_INT, t->texel[level]);
      else
         glTextureSubImage3D(t->name, (GLint)level, 0, 0, 0, w, h, d, GL_RED_INTEGER, GL_UNSIGNED_INT, t->texel[level]);
   }
   api_expect_error(GL_NO_ERROR, "filling a texture");
}

static unsigned layers_of(const struct shape *s, unsigned level)
{
   return (unsigned)shape_size(s, level, s->target == GL_TEXTURE_1D_ARRAY ? 1 : 2);
}

/* The levels of a view from level 1 on, of arrays from layer 1, of cube map arrays from the second cube on. */
static void use_view(struct texture *t, const GLuint programs[2][MODES], const struct type types[2])
{
   const struct shape *s = t->shape;
   const bool array = s->target == GL_TEXTURE_1D_ARRAY || s->target == GL_TEXTURE_2D_ARRAY || s->target == GL_TEXTURE_CUBE_MAP_ARRAY;
   const unsigned min_layer = !array ? 0 : s->target == GL_TEXTURE_CUBE_MAP_ARRAY ? 6 : 1;
   const unsigned layers = array ? layers_of(s, 0) - min_layer : s->target == GL_TEXTURE_CUBE_MAP ? 6 : 1;
   GLuint view;
   glGenTextures(1, &view);
   glTextureView(view, s->target, t->name, t->format->name, 1, s->levels - 1, min_layer, layers);
   api_expect_error(GL_NO_ERROR, "glTextureView");
   for (unsigned level = 0; level + 1 < s->levels; level++) {
      struct image image = {t, view, 1, min_layer, level, 0, {0}, 0};
      use_level(&image, s->target == GL_TEXTURE_3D ? layers_of(s, level + 1) : layers, programs, types);
   }
   glDeleteTextures(1, &view);
}

static void run(void)
{
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
   glBufferData(GL_SHADER_STORAGE_BUFFER, 16 + 4 * 300000, NULL, GL_DYNAMIC_READ);
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++)
      for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
         struct texture t;
         GLuint programs[2][MODES] = {{0}};
         const struct type types[2] = {type_of(shapes[i].target, true), type_of(shapes[i].target, false)};
         if (shapes[i].size[0] > 100 && formats[f].name != GL_R32UI)
            continue;
         for (unsigned single = 0; single < 2; single++)
            for (unsigned mode = 0; mode < (formats[f].name == GL_R32UI ? MODES : ATOMIC); mode++)
               programs[single][mode] = make_program(types[single], &formats[f], mode);
         make(&t, &shapes[i], &formats[f]);
         for (unsigned level = 0; level < shapes[i].levels; level++) {
            struct image image = {&t, t.name, 0, 0, level, 0, {0}, 0};
            use_level(&image, layers_of(&shapes[i], level), programs, types);
         }
         if (shapes[i].levels > 1)
            use_view(&t, programs, types);
         for (unsigned n = 0; n < 2 * MODES; n++)
            glDeleteProgram(programs[n / MODES][n % MODES]);
         for (unsigned level = 0; level < shapes[i].levels; level++)
            free(t.texel[level]);
         glDeleteTextures(1, &t.name);
      }
   region_draw();
}

static void inside(void)
{
   margin = 0;
   run();
}

/* Texels around the image read 0, and stores to them have no effect (OpenGL 4.5, 8.26). */
static void outside(void)
{
   margin = 1;
   run();
}

const struct api_body api_bodies_image_units[] = {
   {"image-units", CORE, 45, 1, 0, inside, region_reference},
   {"image-units-outside", CORE, 45, 1, 0, outside, region_reference},
   {0},
};
