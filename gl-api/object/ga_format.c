/* ga_format.c: look-ups in the tables of ga_format.csv. They are short and searched when images are specified, not when they are
 * drawn with, so each search is linear. */
#include "gl-api/object/ga_format.h"

#include "gl-api/object/ga_palette.h"
#include "gl-api/object/ga_ycbcr.h"

/* ---- what a context may do with a format ------------------------------------------------------------------------------------ */

bool ga_format_gate_open(const struct ga_context *ctx, const struct ga_format_gate *gate)
{
   for (unsigned i = 0; i < sizeof(gate->any) / sizeof(gate->any[0]) && gate->any[i]; i++) {
      if (gate->any[i] == GA_FORMAT_ALWAYS || ga_has(ctx, (enum ga_feature)(gate->any[i] - 1)))
         return true;
   }
   return false;
}

/* Open in some context. */
static bool gate_exists(const struct ga_format_gate *gate)
{
   return gate->any[0] != 0;
}

bool ga_format_texturable(const struct ga_context *ctx, const struct ga_format *format)
{
   return ga_format_gate_open(ctx, &format->texture);
}

bool ga_format_filterable(const struct ga_context *ctx, const struct ga_format *format)
{
   return ga_format_gate_open(ctx, &format->filter);
}

bool ga_format_reducible(const struct ga_format *format)
{
   return (format->base_format == GL_RED || format->depth) && !format->compressed && !pipe_format_is_pure_int(format->st);
}

bool ga_format_is_depth_stencil(const struct ga_format *format)
{
   return format->depth || format->stencil;
}

bool ga_format_color_renderable(const struct ga_context *ctx, const struct ga_format *format)
{
   return !ga_format_is_depth_stencil(format) && ga_format_gate_open(ctx, &format->render);
}

bool ga_format_depth_renderable(const struct ga_context *ctx, const struct ga_format *format)
{
   return format->depth && ga_format_gate_open(ctx, &format->render);
}

bool ga_format_stencil_renderable(const struct ga_context *ctx, const struct ga_format *format)
{
   return format->stencil && ga_format_gate_open(ctx, &format->render);
}

GLenum ga_format_component_type(const struct ga_format *format)
{
   const struct pipe_format_channel *channel = pipe_format_first_channel(format->st);
   if (format->base_format == GL_STENCIL_INDEX || pipe_format_is_pure_uint(format->st))
      return GL_UNSIGNED_INT;
   if (pipe_format_is_pure_sint(format->st))
      return GL_INT;
   if (channel->type == PIPE_CHANNEL_FLOAT)
      return GL_FLOAT;
   return channel->type == PIPE_CHANNEL_SIGNED ? GL_SIGNED_NORMALIZED : GL_UNSIGNED_NORMALIZED;
}

unsigned ga_format_component_bits(const struct ga_format *format)
{
   const uint8_t bits[] = {format->red, format->green, format->blue, format->luminance, format->intensity, format->alpha, format->depth,
                           format->stencil};
   for (unsigned i = 0; i < sizeof(bits); i++)
      if (bits[i])
         return bits[i];
   return 0;
}

/* ---- what the device keeps -------------------------------------------------------------------------------------------------- */

static unsigned render_bind(const struct ga_format *format)
{
   return ga_format_is_depth_stencil(format) ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
}

unsigned ga_format_bind(struct pipe_screen *screen, const struct ga_format *format, bool sampled)
{
   unsigned bind = sampled ? PIPE_BIND_SAMPLER_VIEW : 0;
   unsigned more = render_bind(format);
   if (screen->impl->is_format_supported(screen, format->st, PIPE_TEXTURE_2D, 0, bind | more))
      bind |= more;
   more = PIPE_BIND_BLENDABLE;
   if (bind & PIPE_BIND_RENDER_TARGET && screen->impl->is_format_supported(screen, format->st, PIPE_TEXTURE_2D, 0, bind | more))
      bind |= more;
   return bind;
}

unsigned ga_format_sample_counts(const struct ga_context *ctx, const struct ga_format *format, GLint counts[GA_MAX_SAMPLE_COUNTS])
{
   struct pipe_screen *screen = ctx->screen;
   unsigned n = 0;
   /* OpenGL ES 3.0 has no multisampled integer images; later versions do. */
   if (pipe_format_is_pure_int(format->st) && !ga_has(ctx, GA_FEATURE_texture_multisample))
      return 0;
   for (unsigned samples = (unsigned)ctx->limits.max_samples; samples > 1 && n < GA_MAX_SAMPLE_COUNTS; samples--)
      if (screen->impl->is_format_supported(screen, format->st, PIPE_TEXTURE_2D, samples, render_bind(format)))
         counts[n++] = (GLint)samples;
   return n;
}

static bool is_supported(struct pipe_screen *screen, const struct ga_format *format)
{
   unsigned bind = 0;
   if (gate_exists(&format->texture))
      bind |= PIPE_BIND_SAMPLER_VIEW;
   if (gate_exists(&format->render))
      bind |= render_bind(format);
   return screen->impl->is_format_supported(screen, format->st, PIPE_TEXTURE_2D, 0, bind);
}

/* Candidates of one name are adjacent. For a device that supports none of them it is the last, the most common one; creating the
 * resource fails then. */
static const struct ga_format *choose(struct pipe_screen *screen, unsigned first)
{
   GLenum name = ga_format_table[first].internal_format;
   unsigned i = first;
   while (!is_supported(screen, &ga_format_table[i]) && i + 1 < ga_format_count &&
          ga_format_table[i + 1].internal_format == name)
      i++;
   return &ga_format_table[i];
}

/* A type of pixels in some version of GL: in the wrong place it is INVALID_OPERATION, not INVALID_ENUM. Clients of
 * EXT_texture_format_BGRA8888 and its neighbours rely on that. */
static bool is_pixel_type(GLenum type)
{
   switch (type) {
   case GL_BYTE: case GL_SHORT: case GL_INT: case GL_UNSIGNED_BYTE: case GL_UNSIGNED_SHORT: case GL_UNSIGNED_INT:
   case GL_FLOAT: case GL_HALF_FLOAT: case GL_HALF_FLOAT_OES: case GL_UNSIGNED_SHORT_5_6_5:
   case GL_UNSIGNED_SHORT_4_4_4_4: case GL_UNSIGNED_SHORT_5_5_5_1: case GL_UNSIGNED_SHORT_4_4_4_4_REV:
   case GL_UNSIGNED_SHORT_1_5_5_5_REV: case GL_UNSIGNED_INT_2_10_10_10_REV: case GL_UNSIGNED_INT_24_8:
   case GL_UNSIGNED_INT_10F_11F_11F_REV: case GL_UNSIGNED_INT_5_9_9_9_REV: case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
      return true;
   default: return false;
   }
}

/* Names of pixels in some version of OpenGL ES. */
static bool is_pixel_format(GLenum format)
{
   switch (format) {
   case GL_RED: case GL_RG: case GL_RGB: case GL_RGBA: case GL_ALPHA: case GL_LUMINANCE: case GL_LUMINANCE_ALPHA: case GL_BGRA:
   case GL_RED_INTEGER: case GL_RG_INTEGER: case GL_RGB_INTEGER: case GL_RGBA_INTEGER: case GL_DEPTH_COMPONENT:
   case GL_DEPTH_STENCIL: return true;
   default: return false;
   }
}

GLenum ga_format_pixels_error(const struct ga_context *ctx, GLenum format, GLenum type)
{
   if (ga_has(ctx, GA_FEATURE_es))
      return is_pixel_format(format) && is_pixel_type(type) ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
   GLenum error = ga_format_desktop_pixels_error(ctx, format, type);
   return error == GL_NO_ERROR ? GL_INVALID_OPERATION : error;
}

/* storage: with the rows that only images of TexStorage have. */
static const struct ga_format *legal_format(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type, bool storage,
                                            GLenum *error, const char **why)
{
   bool known_internal = false, known_format = false, known_type = is_pixel_type(type);
   for (unsigned i = 0; i < ga_format_legal_count; i++) {
      const struct ga_format_legal *row = &ga_format_legal_table[i];
      if ((row->storage && !storage) || !ga_format_gate_open(ctx, &row->gate) ||
          !ga_format_texturable(ctx, &ga_format_table[row->image]))
         continue;
      known_internal |= row->internal_format == internal_format;
      known_format |= row->format == format;
      if (row->internal_format == internal_format && row->format == format && row->type == type)
         return choose(ctx->screen, row->image);
   }
   /* OES_packed_depth_stencil: DEPTH_STENCIL pixels go into no other image, whatever it is called. OpenGL ES 1.1 has no such images. */
   known_format |= format == GL_DEPTH_STENCIL && ga_has(ctx, GA_FEATURE_packed_depth_stencil);
   known_internal |= format == GL_DEPTH_STENCIL && ga_has(ctx, GA_FEATURE_depth_stencil_texture);
   /* Formats with palettes are legal names that this command does not take. */
   known_format |= ga_is_paletted(ctx, format);
   *error = !known_format || !known_type ? GL_INVALID_ENUM : !known_internal ? GL_INVALID_VALUE : GL_INVALID_OPERATION;
   *why = !known_format ? "no such pixel format" : !known_type ? "no such pixel type" :
          !known_internal ? "no such internal format" : "format and type are not accepted for this internal format";
   return NULL;
}

const struct ga_format *ga_format_teximage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                           GLenum *error, const char **why)
{
   return ga_has(ctx, GA_FEATURE_es) ? legal_format(ctx, internal_format, format, type, false, error, why) :
                                       ga_format_desktop_teximage(ctx, internal_format, format, type, error, why);
}

const struct ga_format *ga_format_texsubimage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                              GLenum *error, const char **why)
{
   return ga_has(ctx, GA_FEATURE_es) ? legal_format(ctx, internal_format, format, type, true, error, why) :
                                       ga_format_desktop_teximage(ctx, internal_format, format, type, error, why);
}

/* OpenGL ES: TexImage takes the internal format with some pixels (EXT_texture_storage), or TexStorage alone does. */
const struct ga_format *ga_format_texstorage(struct ga_context *ctx, GLenum internal_format)
{
   const struct ga_format *image = ga_format_sized(ctx, internal_format);
   if (!image || !ga_format_texturable(ctx, image))
      return NULL;
   bool known = image->compressed || (!ga_has(ctx, GA_FEATURE_es) && !ga_format_is_ycbcr(image));
   for (unsigned i = 0; i < ga_format_legal_count && !known; i++)
      known = ga_format_legal_table[i].internal_format == internal_format && ga_format_gate_open(ctx, &ga_format_legal_table[i].gate);
   return known ? image : NULL;
}

/* Of a row of ga_format_compressed_table. NULL: the context or the device lacks it. */
static const struct ga_format *compressed_image(struct ga_context *ctx, unsigned row)
{
   const struct ga_format *format = choose(ctx->screen, ga_format_compressed_table[row].image);
   return ga_format_texturable(ctx, format) && is_supported(ctx->screen, format) ? format : NULL;
}

const struct ga_format *ga_format_compressed(struct ga_context *ctx, GLenum internal_format)
{
   for (unsigned i = 0; i < ga_format_compressed_count; i++) {
      if (ga_format_table[ga_format_compressed_table[i].image].internal_format == internal_format)
         return compressed_image(ctx, i);
   }
   return NULL;
}

const struct ga_format *ga_format_compressed_at(struct ga_context *ctx, unsigned index)
{
   for (unsigned i = 0; i < ga_format_compressed_count; i++) {
      const struct ga_format *format = ga_format_gate_open(ctx, &ga_format_compressed_table[i].listed) ? compressed_image(ctx, i) : NULL;
      if (format && !index--)
         return format;
   }
   return NULL;
}

const struct ga_format *ga_format_sized(struct ga_context *ctx, GLenum sized)
{
   for (unsigned i = 0; i < ga_format_count; i++) {
      if (ga_format_table[i].internal_format == sized)
         return choose(ctx->screen, i);
   }
   return NULL;
}

const struct ga_format *ga_format_copy(struct ga_context *ctx, GLenum internal_format, const struct ga_format *source)
{
   if (!ga_has(ctx, GA_FEATURE_es)) /* not numbers of components (GL 2.1, 3.8.2) */
      return internal_format <= 4 || internal_format == GL_YCBCR_MESA ? NULL : ga_format_desktop_image(ctx, internal_format);
   if (source && source->base_format == internal_format && source->copy_keeps)
      return ga_format_sized(ctx, source->internal_format);
   const bool es3 = ga_has(ctx, GA_FEATURE_sized_internal_formats);
   for (unsigned i = 0; i < ga_format_count; i++) {
      const struct ga_format *row = &ga_format_table[i];
      const bool sized = row->copy_sized && (es3 || !row->copy_sized_es3);
      if (ga_format_texturable(ctx, row) && ((sized && row->internal_format == internal_format) ||
                                             (row->copy_unsized && row->base_format == internal_format)))
         return choose(ctx->screen, i);
   }
   return NULL;
}

const struct ga_format *ga_format_renderbuffer(struct ga_context *ctx, GLenum internal_format)
{
   const struct ga_format *format = NULL;
   if (!ga_has(ctx, GA_FEATURE_es)) { /* base formats, too (GL 4.5, 9.2.4) */
      format = internal_format == GL_STENCIL_INDEX ? ga_format_sized(ctx, GL_STENCIL_INDEX8) :
                                                     ga_format_desktop_image(ctx, internal_format);
      if (format && format->base_format != internal_format)
         format = NULL;
   }
   if (!format) /* BGRA counts as a sized format of renderbuffers (EXT_texture_format_BGRA8888, table 4.5) */
      format = ga_format_sized(ctx, internal_format == GL_BGRA ? GL_BGRA8_EXT : internal_format);
   return format && ga_format_gate_open(ctx, &format->renderbuffer) ? format : NULL;
}

unsigned ga_format_samples(const struct ga_context *ctx, const struct ga_format *format, unsigned samples)
{
   unsigned bind = pipe_format_is_depth_or_stencil(format->st) ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
   if (!samples || (pipe_format_is_pure_int(format->st) && ga_has(ctx, GA_FEATURE_es) && !ga_has(ctx, GA_FEATURE_texture_multisample)))
      return 0;
   for (unsigned n = 2; n <= (unsigned)ctx->limits.max_samples; n *= 2)
      if (n >= samples && ctx->screen->impl->is_format_supported(ctx->screen, format->st, PIPE_TEXTURE_2D, n, bind))
         return n;
   return 0;
}

/* Several rows may store one pipe_format. The row with the most bits describes it, rows that every context renders to first: RGBA8,
 * not an RGB8 that fell back to the same storage; R8, not ALPHA8. */
static unsigned describes(const struct ga_format *row)
{
   return row->red + row->green + row->blue + row->alpha + row->depth + row->stencil + row->luminance + row->intensity +
          (row->render.any[0] == GA_FORMAT_ALWAYS ? 1000 : 0);
}

const struct ga_format *ga_format_of_st(enum pipe_format format)
{
   const struct ga_format *best = NULL;
   for (unsigned i = 0; i < ga_format_count; i++) {
      const struct ga_format *row = &ga_format_table[i];
      if (row->st == format && !row->compressed && (!best || describes(row) > describes(best)))
         best = row;
   }
   return best;
}

const struct ga_pixel_format *ga_pixel_format(GLenum format, GLenum type)
{
   for (unsigned i = 0; i < ga_pixel_format_count; i++) {
      if (ga_pixel_format_table[i].format == format && ga_pixel_format_table[i].type == type)
         return &ga_pixel_format_table[i];
   }
   return NULL;
}

unsigned ga_pixel_size_B(GLenum format, GLenum type)
{
   const struct ga_pixel_format *pixels = ga_pixel_format(format, type);
   return pixels ? pipe_format_block_size_B(pixels->client_format) : 0;
}

enum pipe_format ga_format_transferred(enum pipe_format stored, GLenum pixel_format)
{
   if (pixel_format == GL_STENCIL_INDEX && stored == PIPE_FORMAT_Z24_UNORM_S8_UINT)
      return PIPE_FORMAT_X24S8_UINT;
   if (pixel_format == GL_STENCIL_INDEX && stored == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT)
      return PIPE_FORMAT_X32_S8X24_UINT;
   return pipe_format_is_srgb(stored) ? pipe_format_linear(stored) : stored;
}

const uint8_t *ga_format_store_swizzle(const struct ga_format *format)
{
   static const uint8_t alpha[4] = { PIPE_SWIZZLE_W, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1 };
   static const uint8_t luminance_alpha[4] = { PIPE_SWIZZLE_X, PIPE_SWIZZLE_W, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1 };
   static const uint8_t opaque[4] = { PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_1 };
   switch (format->base_format) {
   case GL_ALPHA: return alpha;
   case GL_LUMINANCE_ALPHA: return pipe_format_has_alpha(format->st) ? NULL : luminance_alpha; /* sRGB: alpha is linear */
   /* Kept in a format with alpha: samplers see 1 anyway, framebuffers must. */
   case GL_RGB: return pipe_format_has_alpha(format->st) ? opaque : NULL;
   default: return NULL;
   }
}
