/* ga_target.c: the table of texture targets and the arithmetic of extents (GL 4.6, 8.14.3). */
#include "gl-api/object/ga_target.h"

#define ALWAYS GA_TARGET_IN_ALL_VERSIONS

const struct ga_target_traits ga_target_table[GA_TEX_TARGET_COUNT] = {
   [GA_TEX_1D] = { .feature = GA_FEATURE_texture_1d,
      .name = GL_TEXTURE_1D, .proxy = GL_PROXY_TEXTURE_1D, .dims = 1, .faces = 1, .mipmaps = true,
      .limit = GA_LIMIT_2D, .attach = GA_ATTACH_1D, .pipe = PIPE_TEXTURE_1D,
      .sampler = { GL_SAMPLER_1D, GL_SAMPLER_1D_SHADOW, GL_INT_SAMPLER_1D, GL_UNSIGNED_INT_SAMPLER_1D } },
   [GA_TEX_2D] = { .feature = ALWAYS,
      .name = GL_TEXTURE_2D, .proxy = GL_PROXY_TEXTURE_2D, .dims = 2, .faces = 1, .mipmaps = true,
      .limit = GA_LIMIT_2D, .attach = GA_ATTACH_2D, .pipe = PIPE_TEXTURE_2D,
      .sampler = { GL_SAMPLER_2D, GL_SAMPLER_2D_SHADOW, GL_INT_SAMPLER_2D, GL_UNSIGNED_INT_SAMPLER_2D } },
   [GA_TEX_3D] = { .feature = GA_FEATURE_texture_3d,
      .name = GL_TEXTURE_3D, .proxy = GL_PROXY_TEXTURE_3D, .dims = 3, .faces = 1, .mipmaps = true,
      .limit = GA_LIMIT_3D, .attach = GA_ATTACH_3D | GA_ATTACH_LAYER, .pipe = PIPE_TEXTURE_3D,
      .sampler = { GL_SAMPLER_3D, GL_NONE, GL_INT_SAMPLER_3D, GL_UNSIGNED_INT_SAMPLER_3D } },
   [GA_TEX_CUBE] = { .feature = ALWAYS,
      .name = GL_TEXTURE_CUBE_MAP, .proxy = GL_PROXY_TEXTURE_CUBE_MAP, .dims = 2, .faces = 6, .square = true,
      .mipmaps = true, .limit = GA_LIMIT_CUBE, .attach = GA_ATTACH_2D | GA_ATTACH_LAYER, .pipe = PIPE_TEXTURE_CUBE,
      .sampler = { GL_SAMPLER_CUBE, GL_SAMPLER_CUBE_SHADOW, GL_INT_SAMPLER_CUBE, GL_UNSIGNED_INT_SAMPLER_CUBE } },
   [GA_TEX_1D_ARRAY] = { .feature = GA_FEATURE_texture_array,
      .name = GL_TEXTURE_1D_ARRAY, .proxy = GL_PROXY_TEXTURE_1D_ARRAY, .dims = 1, .faces = 1, .array = true,
      .mipmaps = true, .limit = GA_LIMIT_2D, .attach = GA_ATTACH_LAYER, .pipe = PIPE_TEXTURE_1D_ARRAY,
      .sampler = { GL_SAMPLER_1D_ARRAY, GL_SAMPLER_1D_ARRAY_SHADOW, GL_INT_SAMPLER_1D_ARRAY,
                   GL_UNSIGNED_INT_SAMPLER_1D_ARRAY } },
   [GA_TEX_2D_ARRAY] = { .feature = GA_FEATURE_texture_array,
      .name = GL_TEXTURE_2D_ARRAY, .proxy = GL_PROXY_TEXTURE_2D_ARRAY, .dims = 2, .faces = 1, .array = true,
      .mipmaps = true, .limit = GA_LIMIT_2D, .attach = GA_ATTACH_LAYER, .pipe = PIPE_TEXTURE_2D_ARRAY,
      .sampler = { GL_SAMPLER_2D_ARRAY, GL_SAMPLER_2D_ARRAY_SHADOW, GL_INT_SAMPLER_2D_ARRAY,
                   GL_UNSIGNED_INT_SAMPLER_2D_ARRAY } },
   [GA_TEX_CUBE_ARRAY] = { .feature = GA_FEATURE_texture_cube_map_array,
      .name = GL_TEXTURE_CUBE_MAP_ARRAY, .proxy = GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, .dims = 2, .faces = 1,
      .array = true, .square = true, .mipmaps = true, .limit = GA_LIMIT_CUBE, .attach = GA_ATTACH_LAYER,
      .pipe = PIPE_TEXTURE_CUBE_ARRAY,
      .sampler = { GL_SAMPLER_CUBE_MAP_ARRAY, GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW, GL_INT_SAMPLER_CUBE_MAP_ARRAY,
                   GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY } },
   [GA_TEX_RECT] = { .feature = GA_FEATURE_texture_rectangle,
      .name = GL_TEXTURE_RECTANGLE, .proxy = GL_PROXY_TEXTURE_RECTANGLE, .dims = 2, .faces = 1, .clamps = true,
      .limit = GA_LIMIT_2D, .attach = GA_ATTACH_2D, .pipe = PIPE_TEXTURE_RECT,
      .sampler = { GL_SAMPLER_2D_RECT, GL_SAMPLER_2D_RECT_SHADOW, GL_INT_SAMPLER_2D_RECT, GL_UNSIGNED_INT_SAMPLER_2D_RECT } },
   [GA_TEX_BUFFER] = { .feature = GA_FEATURE_texture_buffer,
      .name = GL_TEXTURE_BUFFER, .dims = 1, .limit = GA_LIMIT_2D, .pipe = PIPE_BUFFER,
      .sampler = { GL_SAMPLER_BUFFER, GL_NONE, GL_INT_SAMPLER_BUFFER, GL_UNSIGNED_INT_SAMPLER_BUFFER } },
   [GA_TEX_2D_MS] = { .feature = GA_FEATURE_texture_multisample,
      .name = GL_TEXTURE_2D_MULTISAMPLE, .proxy = GL_PROXY_TEXTURE_2D_MULTISAMPLE, .dims = 2, .faces = 1,
      .multisample = true, .limit = GA_LIMIT_2D, .attach = GA_ATTACH_2D, .pipe = PIPE_TEXTURE_2D,
      .sampler = { GL_SAMPLER_2D_MULTISAMPLE, GL_NONE, GL_INT_SAMPLER_2D_MULTISAMPLE,
                   GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE } },
   [GA_TEX_2D_MS_ARRAY] = { .feature = GA_FEATURE_texture_multisample_array,
      .name = GL_TEXTURE_2D_MULTISAMPLE_ARRAY, .proxy = GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY, .dims = 2,
      .faces = 1, .array = true, .multisample = true, .limit = GA_LIMIT_2D, .attach = GA_ATTACH_LAYER,
      .pipe = PIPE_TEXTURE_2D_ARRAY,
      .sampler = { GL_SAMPLER_2D_MULTISAMPLE_ARRAY, GL_NONE, GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY,
                   GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY } },
   [GA_TEX_EXTERNAL] = { .feature = GA_FEATURE_egl_image_external,
      .name = GL_TEXTURE_EXTERNAL_OES, .dims = 2, .faces = 1, .clamps = true, .limit = GA_LIMIT_2D,
      .pipe = PIPE_TEXTURE_2D, .sampler = { GL_SAMPLER_EXTERNAL_OES } },
};

int ga_target_of_name(GLenum name)
{
   for (int i = 0; i < GA_TEX_TARGET_COUNT; i++) {
      if (ga_target_table[i].name == name)
         return i;
   }
   return -1;
}

int ga_target_of_image(GLenum name, unsigned *face)
{
   *face = 0;
   if (name >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && name <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
      *face = name - GL_TEXTURE_CUBE_MAP_POSITIVE_X;
      return GA_TEX_CUBE;
   }
   int target = ga_target_of_name(name);
   return target >= 0 && ga_target_table[target].faces == 1 ? target : -1;
}

int ga_target_of_sampler(GLenum type, bool *shadow)
{
   for (int i = 0; i < GA_TEX_TARGET_COUNT; i++) {
      for (unsigned kind = 0; kind < 4; kind++) {
         if (type == GL_NONE || ga_target_table[i].sampler[kind] != type)
            continue;
         *shadow = kind == 1;
         return i;
      }
   }
   return -1;
}

bool ga_target_offered(const struct ga_context *ctx, enum ga_texture_target target)
{
   const struct ga_target_traits *traits = &ga_target_table[target];
   if (traits->dims == 1 && traits->faces && !ga_has(ctx, GA_FEATURE_texture_1d))
      return false;
   return traits->feature == ALWAYS || ga_has(ctx, (enum ga_feature)traits->feature);
}

/* ---- extents -------------------------------------------------------------------------------------------------------------- */

struct ga_extent ga_target_extent(const struct ga_target_traits *traits, uint32_t width, uint32_t height, uint32_t depth)
{
   if (traits->array)
      return traits->dims == 1 ? (struct ga_extent){ width, 1, 1, height } : (struct ga_extent){ width, height, 1, depth };
   return (struct ga_extent){ width, height, depth, 1 };
}

struct pipe_box ga_target_box(const struct ga_target_traits *traits, int x, int y, int z, int width, int height, int depth)
{
   if (traits->array && traits->dims == 1)
      return (struct pipe_box){ x, 0, y, width, 1, height };
   return (struct pipe_box){ x, y, z, width, height, depth };
}

static uint32_t shrink(uint32_t size, unsigned levels)
{
   return size >> levels || !size ? size >> levels : 1;
}

struct ga_extent ga_extent_minify(const struct ga_target_traits *traits, struct ga_extent base, unsigned levels)
{
   return (struct ga_extent){ shrink(base.width, levels), traits->dims > 1 ? shrink(base.height, levels) : base.height,
                              traits->dims > 2 ? shrink(base.depth, levels) : base.depth, base.layers };
}

/* Saturates: the result is compared with limits far below. */
static uint32_t grow(uint32_t size, unsigned levels)
{
   return (uint64_t)size << levels > UINT32_MAX ? UINT32_MAX : size << levels;
}

struct ga_extent ga_extent_magnify(const struct ga_target_traits *traits, struct ga_extent extent, unsigned levels)
{
   return (struct ga_extent){ grow(extent.width, levels), traits->dims > 1 ? grow(extent.height, levels) : extent.height,
                              traits->dims > 2 ? grow(extent.depth, levels) : extent.depth, extent.layers };
}

unsigned ga_extent_last_level(const struct ga_target_traits *traits, struct ga_extent base)
{
   uint32_t largest = base.width;
   if (traits->dims > 1 && base.height > largest)
      largest = base.height;
   if (traits->dims > 2 && base.depth > largest)
      largest = base.depth;
   return traits->mipmaps && largest ? 31 - (unsigned)__builtin_clz(largest) : 0;
}

static bool span_inside(int32_t at, int32_t size, uint32_t limit)
{
   return at >= 0 && size >= 0 && (int64_t)at + size <= (int64_t)limit;
}

bool ga_extent_contains(struct ga_extent extent, const struct pipe_box *box)
{
   return span_inside(box->x, box->width, extent.width) && span_inside(box->y, box->height, extent.height) &&
          span_inside(box->z, box->depth, ga_extent_slices(extent));
}

/* ---- limits --------------------------------------------------------------------------------------------------------------- */

static uint32_t size_limit(const struct ga_context *ctx, const struct ga_target_traits *traits)
{
   GLint limit = traits->limit == GA_LIMIT_CUBE ? ctx->limits.max_cube_size :
                 traits->limit == GA_LIMIT_3D ? ctx->limits.max_3d_size : ctx->limits.max_texture_size;
   return limit > 0 ? (uint32_t)limit : 0;
}

unsigned ga_target_last_level(const struct ga_context *ctx, const struct ga_target_traits *traits)
{
   uint32_t size = size_limit(ctx, traits);
   unsigned last = traits->mipmaps && size ? 31 - (unsigned)__builtin_clz(size) : 0;
   return last < GA_MAX_TEXTURE_LEVELS ? last : GA_MAX_TEXTURE_LEVELS - 1;
}

bool ga_target_allows(const struct ga_context *ctx, const struct ga_target_traits *traits, unsigned level,
                      struct ga_extent extent)
{
   uint32_t limit = size_limit(ctx, traits) >> level;
   uint32_t layers = traits->array && ctx->limits.max_array_layers > 0 ? (uint32_t)ctx->limits.max_array_layers : 1;
   return extent.width <= limit && (traits->dims < 2 || extent.height <= limit) && (traits->dims < 3 || extent.depth <= limit) &&
          extent.layers <= layers;
}
