/* ga_pixels.c: glPixelStore and the layout of pixels in client memory. */
#include "gl-api/command/ga_pixels.h"

#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"

void ga_pixel_store_init(struct ga_pixel_store *store)
{
   *store = (struct ga_pixel_store){ .alignment = 4 };
}

struct ga_pixel_layout ga_pixel_layout(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels,
                                       uint32_t width, uint32_t height, unsigned dims)
{
   struct ga_pixel_layout layout = { 0 };
   uint64_t pixel_B = pipe_format_block_size_B(pixels->meaning);
   uint64_t alignment = (uint64_t)store->alignment;
   uint64_t row_pixels = store->row_length ? (uint64_t)store->row_length : width;
   uint64_t rows = dims == 3 && store->image_height ? (uint64_t)store->image_height : height;
   layout.stride_B = (row_pixels * pixel_B + alignment - 1) / alignment * alignment;
   layout.image_B = rows * layout.stride_B;
   layout.skip_B = (uint64_t)store->skip_rows * layout.stride_B + (uint64_t)store->skip_pixels * pixel_B;
   if (dims == 3)
      layout.skip_B += (uint64_t)store->skip_images * layout.image_B;
   if (width && height)
      layout.end_B = layout.skip_B + (height - 1) * layout.stride_B + width * pixel_B;
   return layout;
}

/* The parameters of this context: EXT_unpack_subimage adds the skips of unpacking to ES 2.0, ES 3.0 has them for both
 * directions. */
static GLint *store_field(struct ga_context *ctx, GLenum pname)
{
   bool unpack = ga_has(ctx, GA_FEATURE_unpack_subimage), pack = ga_has(ctx, GA_FEATURE_pack_subimage);
   bool images = ga_has(ctx, GA_FEATURE_unpack_3d);
   switch (pname) {
   case GL_PACK_ALIGNMENT: return &ctx->pack.alignment;
   case GL_UNPACK_ALIGNMENT: return &ctx->unpack.alignment;
   case GL_UNPACK_ROW_LENGTH: return unpack ? &ctx->unpack.row_length : NULL;
   case GL_UNPACK_SKIP_ROWS: return unpack ? &ctx->unpack.skip_rows : NULL;
   case GL_UNPACK_SKIP_PIXELS: return unpack ? &ctx->unpack.skip_pixels : NULL;
   case GL_UNPACK_IMAGE_HEIGHT: return images ? &ctx->unpack.image_height : NULL;
   case GL_UNPACK_SKIP_IMAGES: return images ? &ctx->unpack.skip_images : NULL;
   case GL_PACK_ROW_LENGTH: return pack ? &ctx->pack.row_length : NULL;
   case GL_PACK_SKIP_ROWS: return pack ? &ctx->pack.skip_rows : NULL;
   case GL_PACK_SKIP_PIXELS: return pack ? &ctx->pack.skip_pixels : NULL;
   default: return NULL;
   }
}

void ga_PixelStorei(struct ga_context *ctx, GLenum pname, GLint param)
{
   GLint *field = store_field(ctx, pname);
   if (!field) {
      ga_error(ctx, GL_INVALID_ENUM, "glPixelStorei: no such parameter: %s", ga_enum_name(pname));
      return;
   }
   bool alignment = pname == GL_PACK_ALIGNMENT || pname == GL_UNPACK_ALIGNMENT;
   if (alignment ? param != 1 && param != 2 && param != 4 && param != 8 : param < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glPixelStorei: %s is %d, must be %s", ga_enum_name(pname), param,
               alignment ? "1, 2, 4 or 8" : "at least 0");
      return;
   }
   *field = param;
}
