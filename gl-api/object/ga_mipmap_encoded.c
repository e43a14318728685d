/* ga_mipmap_encoded.c: mipmaps of images that the device samples and does not render to (GL 4.6, 8.14.4): compressed ones, YCbCr, and shared
 * exponents. The device decodes the base level into another texture and filters that; the CPU encodes each level. */
#include <stdlib.h>

#include "gl-api/object/ga_mipmap.h"
#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_desc.h"
#include "state/pipe_format_pack.h"
#include "state/pipe_format_yuv.h"

/* Levels of a texture, decoded: those of all faces, layer by layer. */
struct decoded {
   struct pipe_resource *res;
   enum pipe_format format;         /* of its texels */
   unsigned levels;
};

/* The texels that an image is encoded from; sRGB codes as such, so that filters see linear values. */
static enum pipe_format texel_format(const struct ga_format *format)
{
   if (ga_format_is_ycbcr(format))
      return PIPE_FORMAT_R8G8B8A8_UNORM;
   if (!format->compressed)
      return PIPE_FORMAT_R32G32B32A32_FLOAT;
   return pipe_format_is_srgb(format->blocks) ? PIPE_FORMAT_R8G8B8A8_SRGB : pipe_compressed_from(format->blocks);
}

static void decode_face(struct ga_context *ctx, const struct ga_image_info *image, unsigned face, const struct decoded *to)
{
   const unsigned slices = ga_extent_slices(image->extent);
   const int width = (int)image->extent.width, height = (int)image->extent.height;
   for (unsigned i = 0; i < slices; i++) {
      struct pipe_blit_info blit = {
         .src = { image->resource, image->level, { 0, 0, (int)(image->layer + i), width, height, 1 }, image->format->st },
         .dst = { to->res, 0, { 0, 0, (int)(face * slices + i), width, height, 1 }, to->format },
         .mask = 0xf,
      };
      ctx->st.pipe->impl->blit(ctx->st.pipe, &blit);
   }
}

/* Texels, rows without padding, into a slice of the image, of which the box is all. False: out of memory. */
static bool encode_slice(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, enum pipe_format texel,
                         const uint8_t *texels)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const unsigned width = (unsigned)box->width, height = (unsigned)box->height;
   const size_t row_B = pipe_format_stride_B(texel, width);
   if (image->format->compressed)
      return ga_teximage_compress(ctx, image, box, texels, row_B);
   const bool ycbcr = ga_format_is_ycbcr(image->format);
   const size_t codes_B = pipe_format_stride_B(ycbcr ? image->format->blocks : image->format->st, width);
   uint8_t *codes = malloc(codes_B * height);
   struct pipe_box place = *box;
   place.z += (int)image->layer;
   bool ok = codes != NULL;
   if (ok && ycbcr) {
      pipe_encode_uyvy_image(codes, codes_B, texels, row_B, width, height);
      ok = ga_teximage_upload_blocks(ctx, image, box, codes, codes_B, 0);
   } else if (ok) {
      pipe_convert_rect(image->format->st, codes, (ptrdiff_t)codes_B, texel, texels, (ptrdiff_t)row_B, width, height, NULL);
      pipe->impl->texture_subdata(pipe, image->resource, image->level, &place, codes, (unsigned)codes_B, 0);
   }
   free(codes);
   return ok;
}

/* Encodes one level of one face. */
static bool encode_face(struct ga_context *ctx, const struct decoded *from, unsigned level, unsigned face, const struct ga_image_info *image)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const unsigned width = image->extent.width, height = image->extent.height, slices = ga_extent_slices(image->extent);
   const size_t row_B = pipe_format_stride_B(from->format, width);
   uint8_t *texels = malloc(row_B * height);
   bool ok = texels;
   for (unsigned i = 0; ok && i < slices; i++) {
      const struct pipe_box box = { 0, 0, (int)(face * slices + i), (int)width, (int)height, 1 };
      const struct pipe_box place = { 0, 0, (int)i, (int)width, (int)height, 1 };
      ok = pipe->impl->texture_read(pipe, from->res, level, &box, texels, (ptrdiff_t)row_B, 0) &&
           encode_slice(ctx, image, &place, from->format, texels);
   }
   free(texels);
   return ok;
}

/* The image of a level, defined as glTexImage would where the texture is not immutable. False: out of memory, or another context
 * replaced the image. */
static bool level_image(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, const struct ga_image_spec *spec,
                        struct ga_image_info *out)
{
   if (!tex->immutable && !ga_teximage_define(ctx, tex, face, level, spec))
      return false;
   return ga_teximage_get(tex, face, level, out) && out->resource && out->format == spec->format &&
          ga_extent_equal(out->extent, spec->extent);
}

static bool generate(struct ga_context *ctx, struct ga_texture *tex, unsigned base, const struct decoded *d, const struct ga_image_spec *spec0)
{
   const unsigned faces = tex->traits->faces;
   for (unsigned face = 0; face < faces; face++) {
      GA_HELD_IMAGE struct ga_image_info image = { 0 };
      if (!ga_teximage_get(tex, face, base, &image) || !image.resource || image.format != spec0->format ||
          !ga_extent_equal(image.extent, spec0->extent))
         return false;
      decode_face(ctx, &image, face, d);
   }
   const unsigned slices = d->res->t.target == PIPE_TEXTURE_3D ? 1 : d->res->t.layers;
   ctx->st.pipe->impl->generate_mipmap(ctx->st.pipe, d->res, d->format, 0, d->levels - 1, 0, slices - 1);
   for (unsigned level = 1; level < d->levels; level++) {
      struct ga_image_spec spec = *spec0;
      spec.extent = ga_extent_minify(tex->traits, spec0->extent, level);
      for (unsigned face = 0; face < faces; face++) {
         GA_HELD_IMAGE struct ga_image_info image = { 0 };
         if (!level_image(ctx, tex, face, base + level, &spec, &image) || !encode_face(ctx, d, level, face, &image))
            return false;
      }
   }
   return true;
}

bool ga_texture_generate_encoded_mipmap(struct ga_context *ctx, struct ga_texture *tex, unsigned base, unsigned last)
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   if (!ga_teximage_get(tex, 0, base, &image) || !image.format)
      return false;
   const struct ga_image_spec spec = { image.extent, image.internal_format, image.format, image.samples, image.fixed_locations };
   const bool volume = tex->traits->dims == 3;
   struct decoded d = { .format = texel_format(image.format), .levels = last - base + 1 };
   const struct pipe_resource_template t = {
      .target = volume ? PIPE_TEXTURE_3D : PIPE_TEXTURE_2D_ARRAY, .format = d.format, .width = spec.extent.width, .height = spec.extent.height,
      .depth = spec.extent.depth, .layers = spec.extent.layers * tex->traits->faces, .last_level = (uint8_t)(last - base),
      .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET,
   };
   GA_HELD struct pipe_resource *res = ctx->screen->impl->resource_create(ctx->screen, &t);
   d.res = res;
   return res && generate(ctx, tex, base, &d, &spec);
}
