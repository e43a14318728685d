/* ga_readpix.c: ReadPixels and ReadnPixels. OpenGL ES reads colour, and depth and stencil with extensions of NV. */
#include "ga_entry.h"
#include "gl-api/object/ga_pixel_read.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/object/ga_format.h"

/* OpenGL ES: the pair that images with these components always have (ES 3.0, 4.3.2), the implementation's pair, and what
 * EXT_read_format_bgra adds. GL_NO_ERROR: fine. */
static GLenum check_format_es(struct ga_context *ctx, const struct ga_format *image, GLenum format, GLenum type)
{
   static const struct { GLenum components, format, type; } pairs[] = {
      { GL_UNSIGNED_NORMALIZED, GL_RGBA, GL_UNSIGNED_BYTE }, { GL_SIGNED_NORMALIZED, GL_RGBA, GL_BYTE },
      { GL_FLOAT, GL_RGBA, GL_FLOAT }, { GL_INT, GL_RGBA_INTEGER, GL_INT }, { GL_UNSIGNED_INT, GL_RGBA_INTEGER, GL_UNSIGNED_INT },
   };
   GLenum native_format, native_type, components = ga_format_component_type(image);
   ga_fbo_read_format(ctx, ctx->read_fbo, &native_format, &native_type);
   if (format == native_format && type == native_type)
      return GL_NO_ERROR;
   for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
      if (components == pairs[i].components && format == pairs[i].format && type == pairs[i].type)
         return GL_NO_ERROR;
   /* EXT_texture_norm16, EXT_render_snorm */
   if (image->red == 16 && format == GL_RGBA &&
       type == (components == GL_UNSIGNED_NORMALIZED ? GL_UNSIGNED_SHORT : components == GL_SIGNED_NORMALIZED ? GL_SHORT : GL_NONE))
      return GL_NO_ERROR;
   if (components == GL_UNSIGNED_NORMALIZED && format == GL_BGRA && (type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_SHORT_4_4_4_4_REV ||
                             type == GL_UNSIGNED_SHORT_1_5_5_5_REV))
      return GL_NO_ERROR;
   return ga_format_pixels_error(ctx, format, type);
}

/* Pairs of NV_read_depth, NV_read_stencil and NV_read_depth_stencil ("Obtaining Pixels from the Framebuffer"): whether the type is
 * one of the format, and whether it is for depth in floats. */
static const struct depth_pair { GLenum format, type; bool floats, packed; } depth_pairs[] = {
   { GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, false, false }, { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, false, false },
   { GL_DEPTH_COMPONENT, GL_FLOAT, true, false },
   { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8, false, true }, { GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, false, true },
   { GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, true, true }, { GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, false, false },
};

/* OpenGL ES reads pixels of this format from depth or stencil. */
static bool reads_depth_stencil(const struct ga_context *ctx, GLenum format)
{
   switch (format) {
   case GL_DEPTH_COMPONENT: return ga_has(ctx, GA_FEATURE_read_depth);
   case GL_STENCIL_INDEX: return ga_has(ctx, GA_FEATURE_read_stencil);
   case GL_DEPTH_STENCIL: return ga_has(ctx, GA_FEATURE_read_depth_stencil);
   default: return false;
   }
}

static GLenum check_depth_stencil_es(struct ga_context *ctx, const struct ga_format *image, GLenum format, GLenum type)
{
   for (unsigned i = 0; i < sizeof(depth_pairs) / sizeof(depth_pairs[0]); i++) {
      const struct depth_pair *pair = &depth_pairs[i];
      if (pair->format != format || pair->type != type || (pair->packed && !ga_has(ctx, GA_FEATURE_read_depth_stencil)))
         continue;
      if (format == GL_STENCIL_INDEX)
         return image->stencil ? GL_NO_ERROR : GL_INVALID_OPERATION;
      const bool there = image->depth && (format != GL_DEPTH_STENCIL || image->stencil);
      return there && pair->floats == (ga_format_component_type(image) == GL_FLOAT) ? GL_NO_ERROR : GL_INVALID_OPERATION;
   }
   return GL_INVALID_ENUM;
}

static GLenum check_format(struct ga_context *ctx, const struct ga_format *image, GLenum format, GLenum type)
{
   if (ga_has(ctx, GA_FEATURE_es) && reads_depth_stencil(ctx, format))
      return check_depth_stencil_es(ctx, image, format, type);
   if (ga_has(ctx, GA_FEATURE_es))
      return check_format_es(ctx, image, format, type);
   return ga_format_desktop_can_read(ctx, image, format) ? GL_NO_ERROR : GL_INVALID_OPERATION;
}

/* The image that pixels of this format come from. */
static enum ga_attachment_index source_of(GLenum format)
{
   switch (format) {
   case GL_DEPTH_COMPONENT: case GL_DEPTH_STENCIL: return GA_ATT_DEPTH;
   case GL_STENCIL_INDEX: return GA_ATT_STENCIL;
   default: return GA_ATT_READ_BUFFER;
   }
}

static void read_image(struct ga_context *ctx, const char *command, const struct ga_read_image *src, GLint x, GLint y,
                       GLsizei width, GLsizei height, GLenum format, GLenum type, int64_t room_B, void *data)
{
   if (src->resource->t.samples > 1) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer is multisampled", command);
      return;
   }
   GLenum error = check_format(ctx, src->format, format, type);
   /* 24 bits of depth and 8 undefined ones: those of the packed format. */
   const bool depth_in_24_8 = format == GL_DEPTH_COMPONENT && type == GL_UNSIGNED_INT_24_8;
   const struct ga_pixel_format *pixels = ga_pixel_format(depth_in_24_8 ? GL_DEPTH_STENCIL : format, type);
   if (error != GL_NO_ERROR || !pixels || !ga_pixel_can_read(src->format, pixels)) {
      ga_error(ctx, error != GL_NO_ERROR ? error : GL_INVALID_OPERATION, "%s: %s/%s cannot be read from a %s framebuffer",
               command, ga_enum_name(format), ga_enum_name(type), ga_enum_name(src->format->internal_format));
      return;
   }
   struct ga_pixel_layout layout = ga_pixel_layout(&ctx->pack, pixels, (uint32_t)width, (uint32_t)height, 2);
   if (room_B >= 0 && layout.end_B > (uint64_t)room_B) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes are needed, bufSize is %lld", command,
               (unsigned long long)layout.end_B, (long long)room_B);
      return;
   }
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   const struct pipe_box box = { x, y, 0, width, height, 1 };
   if (!ga_pixel_memory_check(ctx, command, buffer, data, layout.end_B, ga_pixel_type_size_B(type)) ||
       ga_pixel_read_buffer(ctx, src, &box, pixels, &layout, buffer, (uintptr_t)data) ||
       !ga_pixel_memory_get(ctx, command, buffer, data, layout.end_B, PIPE_MAP_WRITE, &memory))
      return;
   if (memory.data && !ga_pixel_read(ctx, src, x, y, width, height, pixels, &layout, memory.data)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
}

/* GL 4.6, 18.2.6: values of the colour buffer outside of [0, 1], which signed and floating-point components have, are clamped. */
static bool clamps(const struct ga_context *ctx, const struct ga_format *image)
{
   const GLenum components = ga_format_component_type(image);
   if (!ga_has(ctx, GA_FEATURE_read_color_clamp) || ga_format_is_depth_stencil(image))
      return false;
   return components == GL_FLOAT ? ctx->clamp_read_color == GL_TRUE
                                 : components == GL_SIGNED_NORMALIZED && ctx->clamp_read_color != GL_FALSE;
}

/* GL_DEPTH_STENCIL pixels need both buffers (GL 4.6, 18.2.2); ga_fbo_read_image finds the depth buffer. */
static bool has_stencil(struct ga_context *ctx, const char *command, GLenum format)
{
   struct ga_read_image stencil;
   if (format != GL_DEPTH_STENCIL || ga_has(ctx, GA_FEATURE_es))
      return true;
   if (!ga_fbo_read_image(ctx, command, GA_ATT_STENCIL, &stencil))
      return false;
   pipe_resource_unref(stencil.resource);
   return true;
}

static void read_pixels(struct ga_context *ctx, const char *command, GLint x, GLint y, GLsizei width, GLsizei height,
                        GLenum format, GLenum type, int64_t room_B, void *data)
{
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d: a size is negative", command, width, height);
      return;
   }
   struct ga_read_image src;
   const bool es = ga_has(ctx, GA_FEATURE_es);
   GLenum error = es ? GL_NO_ERROR : format == GL_YCBCR_MESA ? GL_INVALID_ENUM : ga_format_desktop_pixels_error(ctx, format, type);
   if (error != GL_NO_ERROR) {
      ga_error(ctx, error, "%s: %s/%s is not a format and type of pixels", command, ga_enum_name(format), ga_enum_name(type));
      return;
   }
   if (!has_stencil(ctx, command, format) ||
       !ga_fbo_read_image(ctx, command, es && !reads_depth_stencil(ctx, format) ? GA_ATT_READ_BUFFER : source_of(format), &src))
      return;
   src.clamp = clamps(ctx, src.format);
   src.clamp_transferred = src.clamp || (ga_format_component_type(src.format) != GL_FLOAT && ctx->clamp_read_color != GL_FALSE);
   src.sum = ctx->legacy != NULL;
   read_image(ctx, command, &src, x, y, width, height, format, type, room_B, data);
   pipe_resource_unref(src.resource);
}

void ga_ReadPixels(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                   void *pixels)
{
   read_pixels(ctx, "glReadPixels", x, y, width, height, format, type, -1, pixels);
}

void ga_ReadnPixels(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                    GLsizei bufSize, void *data)
{
   read_pixels(ctx, "glReadnPixels", x, y, width, height, format, type, bufSize < 0 ? 0 : bufSize, data);
}

/* GL_CLAMP_READ_COLOR is the one target that the core profile has (GL 3.3, 4.3.1). */
void ga_ClampColor(struct ga_context *ctx, GLenum target, GLenum clamp)
{
   GLenum *field = target == GL_CLAMP_READ_COLOR ? &ctx->clamp_read_color : ctx->hooks ? ctx->hooks->clamp_color(ctx, target) : NULL;
   if (!field || (clamp != GL_TRUE && clamp != GL_FALSE && clamp != GL_FIXED_ONLY)) {
      ga_error(ctx, GL_INVALID_ENUM, "glClampColor: %s, %s: one of these is not accepted by this command", ga_enum_name(target),
               ga_enum_name(clamp));
      return;
   }
   *field = clamp;
   ctx->dirty |= GA_DIRTY_RASTER | GA_DIRTY_DEPTH_STENCIL;
}
