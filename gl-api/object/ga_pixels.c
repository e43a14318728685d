/* ga_pixels.c: glPixelStore, the layout of pixels in memory, and pixel buffer objects as that memory. */
#include "gl-api/object/ga_pixels.h"

#include <math.h>
#include <string.h>

#include "ga_entry.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"

void ga_pixel_store_init(struct ga_pixel_store *store)
{
   *store = (struct ga_pixel_store){ .alignment = 4 };
}

/* Sums and products stop at UINT64_MAX. */
static uint64_t add(uint64_t a, uint64_t b)
{
   uint64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
   uint64_t product;
   return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

struct ga_pixel_layout ga_pixel_layout(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels,
                                       uint32_t width, uint32_t height, unsigned dims)
{
   const bool bits = pixels->type == GL_BITMAP;
   struct ga_pixel_layout layout = { 0 };
   uint64_t pixel_B = pipe_format_block_size_B(pixels->client_format);
   uint64_t alignment = (uint64_t)store->alignment, skipped = (uint64_t)store->skip_pixels;
   uint64_t row_pixels = store->row_length ? (uint64_t)store->row_length : width;
   uint64_t rows = dims == 3 && store->image_height ? (uint64_t)store->image_height : height;
   layout.stride_B = ((bits ? (row_pixels + 7) / 8 : row_pixels * pixel_B) + alignment - 1) / alignment * alignment;
   layout.image_B = multiply(rows, layout.stride_B);
   layout.skip_B = add(multiply((uint64_t)store->skip_rows, layout.stride_B), bits ? 0 : skipped * pixel_B);
   if (dims == 3)
      layout.skip_B = add(layout.skip_B, multiply((uint64_t)store->skip_images, layout.image_B));
   if (width && height)
      layout.end_B = add(layout.skip_B, add(multiply(height - 1, layout.stride_B), bits ? (skipped + width + 7) / 8 : width * pixel_B));
   return layout;
}

struct ga_pixel_extent ga_pixel_extent(const struct pipe_box *box, unsigned dims)
{
   const uint32_t width = (uint32_t)box->width, height = (uint32_t)box->height, depth = (uint32_t)box->depth;
   if (dims == 2 && depth != 1) /* a command of two dimensions has layers for 1D arrays only */
      return (struct ga_pixel_extent){ width, depth, 1 };
   return (struct ga_pixel_extent){ width, height, depth };
}

struct ga_pixel_layout ga_pixel_box_layout(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels,
                                           const struct pipe_box *box, unsigned dims)
{
   const struct ga_pixel_extent extent = ga_pixel_extent(box, dims);
   struct ga_pixel_layout layout = ga_pixel_layout(store, pixels, extent.width, extent.rows, dims);
   layout.slice_B = extent.images == (uint32_t)box->depth ? layout.image_B : layout.stride_B;
   layout.end_B = ga_pixel_layout_end_B(&layout, extent.images);
   return layout;
}

struct ga_pixel_layout ga_block_layout(const struct ga_pixel_store *store, enum pipe_format format, uint32_t width, uint32_t height,
                                       unsigned dims)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   uint64_t block_B = pipe_format_block_size_B(format), row_B = pipe_format_stride_B(format, width), rows = pipe_format_rows(format, height);
   struct ga_pixel_layout layout = { .stride_B = row_B };
   uint64_t image_rows = rows, skip_rows = 0, skip_images = 0;
   if (store->block_B && store->block_width) {
      block_B = (uint64_t)store->block_B;
      layout.skip_B = (uint64_t)(store->skip_pixels / store->block_width) * block_B;
      if (store->row_length)
         layout.stride_B = ((uint64_t)store->row_length + desc->block_width - 1) / desc->block_width * block_B;
      if (dims > 1 && store->block_height) {
         skip_rows = (uint64_t)(store->skip_rows / store->block_height);
         if (dims > 2 && store->image_height)
            image_rows = ((uint64_t)store->image_height + desc->block_height - 1) / desc->block_height;
         if (dims > 2 && store->block_depth)
            skip_images = (uint64_t)(store->skip_images / store->block_depth);
      }
   }
   layout.image_B = multiply(image_rows, layout.stride_B);
   layout.skip_B = add(layout.skip_B, add(multiply(skip_rows, layout.stride_B), multiply(skip_images, layout.image_B)));
   if (width && height)
      layout.end_B = add(layout.skip_B, add(multiply(rows - 1, layout.stride_B), row_B));
   return layout;
}

bool ga_block_store_check(struct ga_context *ctx, const char *command, const struct ga_pixel_store *store, unsigned dims)
{
   const bool rows = dims > 1 && store->block_height, images = dims > 2 && store->block_depth;
   if (!store->block_B || !store->block_width ||
       (!(store->skip_pixels % store->block_width) && !(rows && store->skip_rows % store->block_height) &&
        !(images && store->skip_images % store->block_depth)))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the skipped pixels and rows end inside a compressed block", command);
   return false;
}

uint64_t ga_pixel_layout_end_B(const struct ga_pixel_layout *layout, uint32_t slices)
{
   return slices && layout->end_B ? add(layout->end_B, multiply(slices - 1, layout->image_B)) : 0;
}

/* ---- pixel buffer objects --------------------------------------------------------------------------------------------------- */

unsigned ga_pixel_type_size_B(GLenum type)
{
   switch (type) {
   case GL_BYTE: case GL_UNSIGNED_BYTE: case GL_BITMAP: case GL_UNSIGNED_BYTE_3_3_2: case GL_UNSIGNED_BYTE_2_3_3_REV:
      return 1;
   case GL_SHORT: case GL_UNSIGNED_SHORT: case GL_HALF_FLOAT: case GL_HALF_FLOAT_OES: case GL_UNSIGNED_SHORT_5_6_5:
   case GL_UNSIGNED_SHORT_4_4_4_4: case GL_UNSIGNED_SHORT_5_5_5_1: case GL_UNSIGNED_SHORT_4_4_4_4_REV:
   case GL_UNSIGNED_SHORT_1_5_5_5_REV: case GL_UNSIGNED_SHORT_5_6_5_REV: case GL_UNSIGNED_SHORT_8_8_MESA:
   case GL_UNSIGNED_SHORT_8_8_REV_MESA: return 2;
   default: return 4;
   }
}

void ga_pixel_swap_bytes(uint8_t *data, size_t count, unsigned datum_B)
{
   for (size_t i = 0; i < count; i++, data += datum_B) {
      if (datum_B == 2) {
         const uint8_t low = data[0];
         data[0] = data[1];
         data[1] = low;
      } else {
         uint32_t v;
         memcpy(&v, data, 4);
         v = __builtin_bswap32(v);
         memcpy(data, &v, 4);
      }
   }
}

bool ga_pixel_memory_check(struct ga_context *ctx, const char *command, struct ga_buffer *buffer, const void *pointer,
                           uint64_t end_B, unsigned datum_B)
{
   if (!buffer)
      return true;
   const struct ga_buffer_state state = ga_buffer_state(ctx, buffer);
   pipe_resource_unref(state.resource);
   const uint64_t offset_B = (uintptr_t)pointer;
   if (state.blocked)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped", command, buffer->name);
   else if (offset_B % datum_B)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: offset %llu is not a multiple of %u", command, (unsigned long long)offset_B,
               datum_B);
   else if (end_B && (end_B > state.size_B || offset_B > state.size_B - end_B))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes at offset %llu are not inside buffer %u of %llu bytes", command,
               (unsigned long long)end_B, (unsigned long long)offset_B, buffer->name, (unsigned long long)state.size_B);
   else
      return true;
   return false;
}

bool ga_pixel_memory_get(struct ga_context *ctx, const char *command, struct ga_buffer *buffer, const void *pointer,
                         uint64_t end_B, unsigned usage, struct ga_pixel_memory *out)
{
   *out = (struct ga_pixel_memory){ .data = buffer || !end_B ? NULL : (uint8_t *)(uintptr_t)pointer, .pipe = ctx->st.pipe };
   if (!buffer || !end_B)
      return true;
   const struct ga_buffer_state state = ga_buffer_state(ctx, buffer);
   const uint64_t offset_B = (uintptr_t)pointer;
   out->resource = state.resource;
   /* Another context may have replaced the storage since the check. */
   if (state.resource && end_B <= state.size_B && offset_B <= state.size_B - end_B) {
      const struct pipe_box box = { (int32_t)offset_B, 0, 0, (int32_t)end_B, 1, 1 };
      out->data = out->pipe->impl->transfer_map(out->pipe, state.resource, 0, usage, &box, &out->transfer);
   }
   if (!out->data)
      ga_oom(ctx, command);
   return out->data != NULL;
}

void ga_pixel_memory_release(struct ga_pixel_memory *memory)
{
   if (memory->transfer && memory->data)
      memory->pipe->impl->transfer_unmap(memory->pipe, memory->transfer);
   pipe_resource_unref(memory->resource);
}

/* ---- glPixelStore ----------------------------------------------------------------------------------------------------------- */

/* The parameters of this context: EXT_unpack_subimage adds the skips of unpacking to ES 2.0, ES 3.0 has them for both
 * directions. */
static GLint *store_field(struct ga_context *ctx, GLenum pname)
{
   const bool unpack = ga_has(ctx, GA_FEATURE_unpack_subimage), pack = ga_has(ctx, GA_FEATURE_pack_subimage);
   const bool blocks = ga_has(ctx, GA_FEATURE_compressed_pixel_storage);
   const bool unpack_3d = ga_has(ctx, GA_FEATURE_unpack_3d), pack_3d = ga_has(ctx, GA_FEATURE_pack_3d);
   switch (pname) {
   case GL_PACK_ALIGNMENT: return &ctx->pack.alignment;
   case GL_UNPACK_ALIGNMENT: return &ctx->unpack.alignment;
   case GL_UNPACK_ROW_LENGTH: return unpack ? &ctx->unpack.row_length : NULL;
   case GL_UNPACK_SKIP_ROWS: return unpack ? &ctx->unpack.skip_rows : NULL;
   case GL_UNPACK_SKIP_PIXELS: return unpack ? &ctx->unpack.skip_pixels : NULL;
   case GL_UNPACK_IMAGE_HEIGHT: return unpack_3d ? &ctx->unpack.image_height : NULL;
   case GL_UNPACK_SKIP_IMAGES: return unpack_3d ? &ctx->unpack.skip_images : NULL;
   case GL_PACK_IMAGE_HEIGHT: return pack_3d ? &ctx->pack.image_height : NULL;
   case GL_PACK_SKIP_IMAGES: return pack_3d ? &ctx->pack.skip_images : NULL;
   case GL_PACK_ROW_LENGTH: return pack ? &ctx->pack.row_length : NULL;
   case GL_PACK_SKIP_ROWS: return pack ? &ctx->pack.skip_rows : NULL;
   case GL_PACK_SKIP_PIXELS: return pack ? &ctx->pack.skip_pixels : NULL;
   case GL_PACK_COMPRESSED_BLOCK_WIDTH: return blocks ? &ctx->pack.block_width : NULL;
   case GL_PACK_COMPRESSED_BLOCK_HEIGHT: return blocks ? &ctx->pack.block_height : NULL;
   case GL_PACK_COMPRESSED_BLOCK_DEPTH: return blocks ? &ctx->pack.block_depth : NULL;
   case GL_PACK_COMPRESSED_BLOCK_SIZE: return blocks ? &ctx->pack.block_B : NULL;
   case GL_UNPACK_COMPRESSED_BLOCK_WIDTH: return blocks ? &ctx->unpack.block_width : NULL;
   case GL_UNPACK_COMPRESSED_BLOCK_HEIGHT: return blocks ? &ctx->unpack.block_height : NULL;
   case GL_UNPACK_COMPRESSED_BLOCK_DEPTH: return blocks ? &ctx->unpack.block_depth : NULL;
   case GL_UNPACK_COMPRESSED_BLOCK_SIZE: return blocks ? &ctx->unpack.block_B : NULL;
   default: return NULL;
   }
}

static bool *bool_field(struct ga_context *ctx, GLenum pname)
{
   const bool bytes = ga_has(ctx, GA_FEATURE_pixel_store_bytes);
   switch (pname) {
   case GL_PACK_SWAP_BYTES: return bytes ? &ctx->pack.swap_bytes : NULL;
   case GL_PACK_LSB_FIRST: return bytes ? &ctx->pack.lsb_first : NULL;
   case GL_UNPACK_SWAP_BYTES: return bytes ? &ctx->unpack.swap_bytes : NULL;
   case GL_UNPACK_LSB_FIRST: return bytes ? &ctx->unpack.lsb_first : NULL;
   case GL_PACK_INVERT_MESA: return ga_has(ctx, GA_FEATURE_pack_invert) ? &ctx->pack.invert_y : NULL;
   case GL_PACK_REVERSE_ROW_ORDER_ANGLE: return ga_has(ctx, GA_FEATURE_pack_reverse_row_order) ? &ctx->pack.invert_y : NULL;
   default: return NULL;
   }
}

void ga_PixelStorei(struct ga_context *ctx, GLenum pname, GLint param)
{
   bool *flag = bool_field(ctx, pname);
   if (flag) {
      *flag = param != 0;
      return;
   }
   GLint *field = store_field(ctx, pname);
   if (!field) {
      ga_error(ctx, GL_INVALID_ENUM, "glPixelStorei: parameter %s is not accepted by this command", ga_enum_name(pname));
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

void ga_PixelStoref(struct ga_context *ctx, GLenum pname, GLfloat param)
{
   bool *flag = bool_field(ctx, pname);
   if (flag)
      *flag = param != 0;
   else
      ga_PixelStorei(ctx, pname, (GLint)roundf(param)); /* whatever the rounding mode of the application */
}
