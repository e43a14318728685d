/* ga_internalformat_query.c: queries of ARB_internalformat_query2: properties of an internal format at a target (GL 4.6, 22.3).
 * Every target and every internal format may be queried; a format that a target cannot have is unsupported. */
#include "gl-api/command/ga_internalformat.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_image_unit.h"
#include "state/pipe_format_pack.h"

#define NO_TARGET (-1)

struct query {
   struct ga_context *ctx;
   int target;                      /* enum ga_texture_target; NO_TARGET: renderbuffers */
   const struct ga_target_traits *traits; /* NULL: renderbuffers */
   GLenum internal_format;          /* as given */
   const struct ga_format *format;  /* NULL: the target does not have it */
};

/* ---- formats of targets ---------------------------------------------------------------------------------------------------- */

static bool targets_offered(struct ga_context *ctx, int target)
{
   return target != GA_TEX_EXTERNAL && ga_target_offered(ctx, (enum ga_texture_target)target);
}

static bool renderable(const struct query *q)
{
   return ga_format_color_renderable(q->ctx, q->format) || ga_format_depth_renderable(q->ctx, q->format) ||
          ga_format_stencil_renderable(q->ctx, q->format);
}

/* The image that the target gets of the internal format; NULL: none. */
static const struct ga_format *find_format(const struct query *q)
{
   if (q->target == NO_TARGET)
      return ga_format_renderbuffer(q->ctx, q->internal_format);
   if (!targets_offered(q->ctx, q->target))
      return NULL;
   if (q->target == GA_TEX_BUFFER)
      return ga_texture_buffer_format(q->ctx, q->internal_format) ? ga_format_sized(q->ctx, q->internal_format) : NULL;
   const struct ga_format *format = ga_format_desktop_image(q->ctx, q->internal_format);
   if (!format)
      format = ga_format_compressed(q->ctx, q->internal_format);
   if (!format || !ga_teximage_target_has(q->ctx, q->traits, format))
      return NULL;
   const struct query with = { q->ctx, q->target, q->traits, q->internal_format, format };
   const bool compressed = format->compressed || ga_format_is_generic_compressed(q->internal_format);
   return q->traits->multisample && (compressed || !renderable(&with)) ? NULL : format;
}

static bool is_color(const struct query *q)
{
   return !ga_format_is_depth_stencil(q->format);
}

static bool is_integer(const struct query *q)
{
   return pipe_format_is_pure_int(q->format->st) || q->format->base_format == GL_STENCIL_INDEX;
}

static bool is_srgb(const struct query *q)
{
   return pipe_format_is_srgb(q->format->st);
}

/* ---- support: GL_FULL_SUPPORT or GL_NONE --------------------------------------------------------------------------------------- */

static bool is_texture(const struct query *q)
{
   return q->target != NO_TARGET;
}

/* Textures that samplers filter or compare; buffers and multisample textures are fetched only. */
static bool has_sampler(const struct query *q)
{
   return q->traits && q->traits->faces && !q->traits->multisample;
}

static bool is_target(const struct query *q)
{
   return renderable(q) && (!q->traits || q->traits->attach);
}

static bool is_layered_target(const struct query *q)
{
   return is_target(q) && q->traits && (q->traits->array || q->traits->dims == 3 || q->traits->faces > 1);
}

static bool blends(const struct query *q)
{
   return is_target(q) && ga_format_color_renderable(q->ctx, q->format) &&
          (ga_format_bind(q->ctx->screen, q->format, false) & PIPE_BIND_BLENDABLE);
}

static bool has_levels(const struct query *q)
{
   return q->traits && q->traits->mipmaps;
}

static bool generates_levels(const struct query *q)
{
   return has_levels(q) && (!q->format->compressed || pipe_compressed_from(q->format->blocks)) && !q->format->stencil && !is_integer(q);
}

static bool reads_srgb(const struct query *q)
{
   return is_texture(q) && is_srgb(q);
}

static bool toggles_srgb(const struct query *q)
{
   return reads_srgb(q) && ga_has(q->ctx, GA_FEATURE_texture_srgb_decode);
}

static bool writes_srgb(const struct query *q)
{
   return is_target(q) && is_srgb(q);
}

static bool filters(const struct query *q)
{
   return has_sampler(q) && !is_integer(q) && ga_format_filterable(q->ctx, q->format);
}

static bool reduces(const struct query *q)
{
   return has_sampler(q) && !q->traits->multisample && ga_format_reducible(q->format);
}

static bool is_geometry_texture(const struct query *q)
{
   return is_texture(q) && ga_has(q->ctx, GA_FEATURE_geometry_shader);
}

static bool is_tessellation_texture(const struct query *q)
{
   return is_texture(q) && ga_has(q->ctx, GA_FEATURE_tessellation_shader);
}

static bool is_compute_texture(const struct query *q)
{
   return is_texture(q) && ga_has(q->ctx, GA_FEATURE_compute_shader);
}

static bool compares(const struct query *q)
{
   return has_sampler(q) && q->format->depth && q->traits->sampler[1] != GL_NONE;
}

static bool gathers(const struct query *q)
{
   return has_sampler(q) && q->traits->dims == 2 && ga_has(q->ctx, GA_FEATURE_texture_gather);
}

/* The reference of textureGather is an argument that ARB_gpu_shader5 adds. */
static bool gathers_comparisons(const struct query *q)
{
   return gathers(q) && compares(q) && ga_has(q->ctx, GA_FEATURE_gpu_shader5);
}

static bool is_depth_texture(const struct query *q)
{
   return is_texture(q) && q->format->depth;
}

static bool is_stencil_texture(const struct query *q)
{
   return is_texture(q) && q->format->stencil;
}

/* glClearBufferData takes the formats of buffer textures. */
static bool clears_buffers(const struct query *q)
{
   return q->target == GA_TEX_BUFFER && ga_has(q->ctx, GA_FEATURE_clear_buffer_object);
}

static bool never(const struct query *q)
{
   (void)q;
   return false;
}

static bool is_viewable(const struct query *q)
{
   return q->traits && q->traits->faces && ga_has(q->ctx, GA_FEATURE_texture_view);
}

static bool is_clearable(const struct query *q)
{
   return q->traits && q->traits->faces && !q->format->compressed && ga_has(q->ctx, GA_FEATURE_clear_texture);
}

/* Textures whose images shaders load and store. */
static bool is_image(const struct query *q)
{
   return is_texture(q) && ga_has(q->ctx, GA_FEATURE_shader_image_load_store) &&
          ga_image_format(q->ctx, q->format->internal_format);
}

static bool is_atomic_image(const struct query *q)
{
   return is_image(q) && (q->format->internal_format == GL_R32I || q->format->internal_format == GL_R32UI ||
                          q->format->internal_format == GL_R32F);
}

static const struct { GLenum pname; bool (*holds)(const struct query *q); } supports[] = {
   {GL_FRAMEBUFFER_RENDERABLE, is_target},
   {GL_FRAMEBUFFER_RENDERABLE_LAYERED, is_layered_target},
   {GL_FRAMEBUFFER_BLEND, blends},
   {GL_READ_PIXELS, is_target},
   {GL_MANUAL_GENERATE_MIPMAP, generates_levels},
   {GL_AUTO_GENERATE_MIPMAP, never},
   {GL_SRGB_READ, reads_srgb},
   {GL_SRGB_WRITE, writes_srgb},
   {GL_SRGB_DECODE_ARB, toggles_srgb},
   {GL_FILTER, filters},
   {GL_TEXTURE_REDUCTION_MODE_ARB, reduces},
   {GL_VERTEX_TEXTURE, is_texture},
   {GL_TESS_CONTROL_TEXTURE, is_tessellation_texture},
   {GL_TESS_EVALUATION_TEXTURE, is_tessellation_texture},
   {GL_GEOMETRY_TEXTURE, is_geometry_texture},
   {GL_FRAGMENT_TEXTURE, is_texture},
   {GL_COMPUTE_TEXTURE, is_compute_texture},
   {GL_TEXTURE_SHADOW, compares},
   {GL_TEXTURE_GATHER, gathers},
   {GL_TEXTURE_GATHER_SHADOW, gathers_comparisons},
   {GL_SHADER_IMAGE_LOAD, is_image},
   {GL_SHADER_IMAGE_STORE, is_image},
   {GL_SHADER_IMAGE_ATOMIC, is_atomic_image},
   {GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_TEST, is_depth_texture},
   {GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_TEST, is_stencil_texture},
   {GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_WRITE, is_depth_texture},
   {GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_WRITE, is_stencil_texture},
   {GL_CLEAR_BUFFER, clears_buffers},
   {GL_TEXTURE_VIEW, is_viewable},
   {GL_CLEAR_TEXTURE, is_clearable},
};

/* ---- yes or no ----------------------------------------------------------------------------------------------------------------- */

static bool is_supported(const struct query *q)
{
   return q->format != NULL;
}

static bool has_depth(const struct query *q)
{
   return q->format->depth > 0;
}

static bool has_stencil(const struct query *q)
{
   return q->format->stencil > 0;
}

static bool renders_color(const struct query *q)
{
   return is_target(q) && ga_format_color_renderable(q->ctx, q->format);
}

static bool renders_depth(const struct query *q)
{
   return is_target(q) && ga_format_depth_renderable(q->ctx, q->format);
}

static bool renders_stencil(const struct query *q)
{
   return is_target(q) && ga_format_stencil_renderable(q->ctx, q->format);
}

static bool is_compressed(const struct query *q)
{
   return q->format->compressed;
}

static const struct { GLenum pname; bool (*holds)(const struct query *q); } flags[] = {
   {GL_INTERNALFORMAT_SUPPORTED, is_supported}, {GL_COLOR_COMPONENTS, is_color}, {GL_DEPTH_COMPONENTS, has_depth},
   {GL_STENCIL_COMPONENTS, has_stencil}, {GL_COLOR_RENDERABLE, renders_color}, {GL_DEPTH_RENDERABLE, renders_depth},
   {GL_STENCIL_RENDERABLE, renders_stencil}, {GL_MIPMAP, has_levels}, {GL_TEXTURE_COMPRESSED, is_compressed},
};

/* ---- numbers and names --------------------------------------------------------------------------------------------------------- */

/* Sizes and types have adjacent numbers: red, green, blue, alpha, depth, stencil; GL_INTERNALFORMAT_SHARED_SIZE follows the sizes. */
static unsigned bits_of(const struct query *q, unsigned component)
{
   const struct ga_format *f = q->format;
   const uint8_t bits[6] = { f->red, f->green, f->blue, f->alpha, f->depth, f->stencil };
   return bits[component];
}

static GLint64 type_of(const struct query *q, unsigned component)
{
   if (!bits_of(q, component))
      return GL_NONE;
   return component == 5 ? GL_UNSIGNED_INT : ga_format_component_type(q->format);
}

enum dimension { WIDTH, HEIGHT, DEPTH, LAYERS };

/* As commands take sizes: layers are the height of 1D arrays and the depth of the others. */
static GLint64 max_size(const struct query *q, enum dimension dimension)
{
   const struct ga_limits *limits = &q->ctx->limits;
   const struct ga_target_traits *t = q->traits;
   if (!t)
      return dimension <= HEIGHT ? limits->max_renderbuffer_size : 0;
   if (!t->faces)
      return dimension == WIDTH ? (GLint64)q->ctx->screen->caps.max_texture_buffer_size : 0;
   if (t->array && (dimension == LAYERS || (unsigned)dimension == t->dims))
      return limits->max_array_layers;
   if ((unsigned)dimension >= t->dims)
      return 0;
   return t->limit == GA_LIMIT_CUBE ? limits->max_cube_size : t->limit == GA_LIMIT_3D ? limits->max_3d_size : limits->max_texture_size;
}

/* All texels, faces and samples of the largest image of a texture, all pixels of a renderbuffer. */
static GLint64 combined_size(const struct query *q)
{
   GLint counts[GA_MAX_SAMPLE_COUNTS];
   GLint64 product = 1;
   for (enum dimension d = WIDTH; d <= DEPTH; d++) {
      const GLint64 size = max_size(q, d);
      product *= size ? size : 1;
   }
   if (q->traits && q->traits->square)
      product *= 6;
   if (q->traits && q->traits->multisample && ga_format_sample_counts(q->ctx, q->format, counts))
      product *= counts[0];
   return product;
}

/* Pixels that hold the components without loss. */
static GLenum pixel_format(const struct query *q)
{
   static const GLenum colors[][2] = {
      {GL_RED, GL_RED_INTEGER}, {GL_RG, GL_RG_INTEGER}, {GL_RGB, GL_RGB_INTEGER}, {GL_RGBA, GL_RGBA_INTEGER},
      {GL_ALPHA, GL_ALPHA_INTEGER}, {GL_LUMINANCE, GL_LUMINANCE_INTEGER_EXT}, {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA_INTEGER_EXT},
   };
   for (unsigned i = 0; i < sizeof(colors) / sizeof(colors[0]); i++)
      if (colors[i][0] == q->format->base_format)
         return colors[i][is_integer(q)];
   return q->format->base_format;
}

static GLenum pixel_type(const struct query *q)
{
   const struct ga_format *f = q->format;
   const unsigned bits = ga_format_component_bits(f);
   switch (f->base_format == GL_DEPTH_STENCIL ? GL_NONE : ga_format_component_type(f)) {
   case GL_NONE: return f->st == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV : GL_UNSIGNED_INT_24_8;
   case GL_FLOAT: return bits == 16 ? GL_HALF_FLOAT : GL_FLOAT;
   case GL_INT: return bits <= 8 ? GL_BYTE : bits <= 16 ? GL_SHORT : GL_INT;
   case GL_SIGNED_NORMALIZED: return bits <= 8 ? GL_BYTE : GL_SHORT;
   default: return bits <= 8 ? GL_UNSIGNED_BYTE : bits <= 16 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
   }
}

static GLenum view_class(const struct query *q)
{
   static const GLenum names[GA_VIEW_LAST + 1] = {
      [GA_VIEW_128] = GL_VIEW_CLASS_128_BITS, [GA_VIEW_96] = GL_VIEW_CLASS_96_BITS, [GA_VIEW_64] = GL_VIEW_CLASS_64_BITS,
      [GA_VIEW_48] = GL_VIEW_CLASS_48_BITS, [GA_VIEW_32] = GL_VIEW_CLASS_32_BITS, [GA_VIEW_24] = GL_VIEW_CLASS_24_BITS,
      [GA_VIEW_16] = GL_VIEW_CLASS_16_BITS, [GA_VIEW_8] = GL_VIEW_CLASS_8_BITS, [GA_VIEW_RGTC1] = GL_VIEW_CLASS_RGTC1_RED,
      [GA_VIEW_RGTC2] = GL_VIEW_CLASS_RGTC2_RG, [GA_VIEW_BPTC_UNORM] = GL_VIEW_CLASS_BPTC_UNORM,
      [GA_VIEW_BPTC_FLOAT] = GL_VIEW_CLASS_BPTC_FLOAT, [GA_VIEW_DXT1_RGB] = GL_VIEW_CLASS_S3TC_DXT1_RGB,
      [GA_VIEW_DXT1_RGBA] = GL_VIEW_CLASS_S3TC_DXT1_RGBA, [GA_VIEW_DXT3] = GL_VIEW_CLASS_S3TC_DXT3_RGBA,
      [GA_VIEW_DXT5] = GL_VIEW_CLASS_S3TC_DXT5_RGBA,
   };
   const enum ga_view_class class = ga_format_view_class(q->format->internal_format);
   return is_viewable(q) && class <= GA_VIEW_LAST ? names[class] : GL_NONE;
}

/* GL 4.6, table 8.26. */
static GLenum image_class(const struct query *q)
{
   static const GLenum classes[4][3] = { /* by components 1, 2, 4; of 32, 16 and 8 bits */
      {GL_IMAGE_CLASS_1_X_32, GL_IMAGE_CLASS_1_X_16, GL_IMAGE_CLASS_1_X_8}, {GL_IMAGE_CLASS_2_X_32, GL_IMAGE_CLASS_2_X_16, GL_IMAGE_CLASS_2_X_8},
      {GL_NONE, GL_NONE, GL_NONE}, {GL_IMAGE_CLASS_4_X_32, GL_IMAGE_CLASS_4_X_16, GL_IMAGE_CLASS_4_X_8},
   };
   const struct ga_format *f = q->format;
   if (f->internal_format == GL_R11F_G11F_B10F)
      return GL_IMAGE_CLASS_11_11_10;
   if (f->internal_format == GL_RGB10_A2 || f->internal_format == GL_RGB10_A2UI)
      return GL_IMAGE_CLASS_10_10_10_2;
   return classes[f->alpha ? 3 : f->green ? 1 : 0][f->red == 32 ? 0 : f->red == 16 ? 1 : 2];
}

static GLenum image_pixel_type(const struct query *q)
{
   switch (q->format->internal_format) {
   case GL_R11F_G11F_B10F: return GL_UNSIGNED_INT_10F_11F_11F_REV;
   case GL_RGB10_A2: case GL_RGB10_A2UI: return GL_UNSIGNED_INT_2_10_10_10_REV;
   default: return pixel_type(q);
   }
}

static GLint64 number(const struct query *q, GLenum pname)
{
   const struct pipe_format_desc *blocks = q->format->compressed ? pipe_format_desc(q->format->blocks) : NULL;
   if (pname >= GL_INTERNALFORMAT_RED_SIZE && pname <= GL_INTERNALFORMAT_STENCIL_SIZE)
      return bits_of(q, pname - GL_INTERNALFORMAT_RED_SIZE);
   if (pname >= GL_INTERNALFORMAT_RED_TYPE && pname <= GL_INTERNALFORMAT_STENCIL_TYPE)
      return type_of(q, pname - GL_INTERNALFORMAT_RED_TYPE);
   switch (pname) {
   case GL_INTERNALFORMAT_PREFERRED: return q->internal_format;
   case GL_INTERNALFORMAT_SHARED_SIZE: return q->format->st == PIPE_FORMAT_R9G9B9E5_FLOAT ? 5 : 0;
   case GL_MAX_WIDTH: return max_size(q, WIDTH);
   case GL_MAX_HEIGHT: return max_size(q, HEIGHT);
   case GL_MAX_DEPTH: return max_size(q, DEPTH);
   case GL_MAX_LAYERS: return max_size(q, LAYERS);
   case GL_MAX_COMBINED_DIMENSIONS: return combined_size(q);
   case GL_READ_PIXELS_FORMAT: return is_target(q) ? pixel_format(q) : GL_NONE;
   case GL_READ_PIXELS_TYPE: return is_target(q) ? pixel_type(q) : GL_NONE;
   case GL_TEXTURE_IMAGE_FORMAT:
   case GL_GET_TEXTURE_IMAGE_FORMAT: return q->traits && q->traits->faces && !q->traits->multisample ? pixel_format(q) : GL_NONE;
   case GL_TEXTURE_IMAGE_TYPE:
   case GL_GET_TEXTURE_IMAGE_TYPE: return q->traits && q->traits->faces && !q->traits->multisample ? pixel_type(q) : GL_NONE;
   case GL_COLOR_ENCODING: return !is_color(q) ? GL_NONE : is_srgb(q) ? GL_SRGB : GL_LINEAR;
   case GL_TEXTURE_COMPRESSED_BLOCK_WIDTH: return blocks ? blocks->block_width : 0;
   case GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT: return blocks ? blocks->block_height : 0;
   case GL_TEXTURE_COMPRESSED_BLOCK_SIZE: return blocks ? blocks->block_size_B : 0;
   case GL_VIEW_COMPATIBILITY_CLASS: return view_class(q);
   case GL_IMAGE_TEXEL_SIZE: return is_image(q) ? pipe_format_block_size_B(q->format->st) * 8 : 0;
   case GL_IMAGE_COMPATIBILITY_CLASS: return is_image(q) ? image_class(q) : GL_NONE;
   case GL_IMAGE_PIXEL_FORMAT: return is_image(q) ? pixel_format(q) : GL_NONE;
   case GL_IMAGE_PIXEL_TYPE: return is_image(q) ? image_pixel_type(q) : GL_NONE;
   case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE: /* as glGetTexParameter, which takes no buffer textures (GL 4.6, 22.3.2) */
      return is_image(q) && q->traits->faces ? GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE : GL_NONE;
   default: return 0;
   }
}

static bool is_number(GLenum pname)
{
   switch (pname) {
   case GL_INTERNALFORMAT_PREFERRED: case GL_INTERNALFORMAT_SHARED_SIZE: case GL_MAX_WIDTH: case GL_MAX_HEIGHT: case GL_MAX_DEPTH:
   case GL_MAX_LAYERS: case GL_MAX_COMBINED_DIMENSIONS: case GL_READ_PIXELS_FORMAT: case GL_READ_PIXELS_TYPE:
   case GL_TEXTURE_IMAGE_FORMAT: case GL_TEXTURE_IMAGE_TYPE: case GL_GET_TEXTURE_IMAGE_FORMAT: case GL_GET_TEXTURE_IMAGE_TYPE:
   case GL_COLOR_ENCODING: case GL_TEXTURE_COMPRESSED_BLOCK_WIDTH: case GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT:
   case GL_TEXTURE_COMPRESSED_BLOCK_SIZE: case GL_VIEW_COMPATIBILITY_CLASS:
   case GL_IMAGE_TEXEL_SIZE: case GL_IMAGE_COMPATIBILITY_CLASS: case GL_IMAGE_PIXEL_FORMAT: case GL_IMAGE_PIXEL_TYPE:
   case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE: return true;
   default:
      return (pname >= GL_INTERNALFORMAT_RED_SIZE && pname <= GL_INTERNALFORMAT_STENCIL_SIZE) ||
             (pname >= GL_INTERNALFORMAT_RED_TYPE && pname <= GL_INTERNALFORMAT_STENCIL_TYPE);
   }
}

/* ---- the query ----------------------------------------------------------------------------------------------------------------- */

static unsigned samples(const struct query *q, GLenum pname, GLint64 values[GA_MAX_SAMPLE_COUNTS])
{
   GLint counts[GA_MAX_SAMPLE_COUNTS];
   const bool can = q->format && (!q->traits || q->traits->multisample);
   const unsigned n = can ? ga_format_sample_counts(q->ctx, q->format, counts) : 0;
   for (unsigned i = 0; i < n; i++)
      values[i] = counts[i];
   if (pname == GL_SAMPLES)
      return n;
   values[0] = n;
   return 1;
}

GLenum ga_internalformat_query(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                               GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count)
{
   const int index = target == GL_RENDERBUFFER ? NO_TARGET : ga_target_of_name(target);
   if (target != GL_RENDERBUFFER && (index < 0 || index == GA_TEX_EXTERNAL))
      return GL_INVALID_ENUM;
   if (pname == GL_TEXTURE_REDUCTION_MODE_ARB && !ga_has(ctx, GA_FEATURE_texture_filter_minmax))
      return GL_INVALID_ENUM;
   struct query q = { ctx, index, index < 0 ? NULL : &ga_target_table[index], internal_format, NULL };
   q.format = find_format(&q);
   *count = 1;
   if (pname == GL_SAMPLES || pname == GL_NUM_SAMPLE_COUNTS) {
      *count = samples(&q, pname, values);
      return GL_NO_ERROR;
   }
   for (unsigned i = 0; i < sizeof(supports) / sizeof(supports[0]); i++)
      if (supports[i].pname == pname) {
         values[0] = q.format && supports[i].holds(&q) ? GL_FULL_SUPPORT : GL_NONE;
         return GL_NO_ERROR;
      }
   for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
      if (flags[i].pname == pname) {
         values[0] = q.format && flags[i].holds(&q);
         return GL_NO_ERROR;
      }
   values[0] = q.format ? number(&q, pname) : 0;
   return is_number(pname) ? GL_NO_ERROR : GL_INVALID_ENUM;
}

static bool has_target(struct ga_context *ctx, GLenum target)
{
   const int index = ga_target_of_name(target);
   return index < 0 ? target == GL_RENDERBUFFER : targets_offered(ctx, index);
}

GLenum ga_internalformat_tilings(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                                 GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count)
{
   const int index = ga_target_of_name(target);
   if (!has_target(ctx, target))
      return GL_INVALID_ENUM;
   const struct ga_target_traits *traits = index < 0 ? NULL : &ga_target_table[index];
   const struct ga_format *format = traits ? ga_format_texstorage(ctx, internal_format) : NULL;
   const unsigned tilings = format && ga_teximage_target_has(ctx, traits, format) ? ga_format_tilings(ctx, traits, format) : 0;
   unsigned n = 0;
   if (tilings & GA_TILING_OPTIMAL)
      values[n++] = GL_OPTIMAL_TILING_EXT;
   if (tilings & GA_TILING_LINEAR)
      values[n++] = GL_LINEAR_TILING_EXT;
   if (pname == GL_NUM_TILING_TYPES_EXT)
      values[0] = n;
   *count = pname == GL_NUM_TILING_TYPES_EXT ? 1 : n;
   return GL_NO_ERROR;
}

/* The chips have no compression at a fixed rate: no format has rates. */
GLenum ga_internalformat_fixed_rates(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                                     GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count)
{
   (void)internal_format;
   if (!has_target(ctx, target))
      return GL_INVALID_ENUM;
   values[0] = 0;
   *count = pname == GL_NUM_SURFACE_COMPRESSION_FIXED_RATES_EXT;
   return GL_NO_ERROR;
}
