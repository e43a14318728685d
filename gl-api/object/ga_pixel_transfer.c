/* ga_pixel_transfer.c: kinds of pixels for pixel transfer, and the formats of their values. */
#include "gl-api/object/ga_pixel_transfer.h"

#include "gl-api/object/ga_format.h"

enum ga_transfer ga_transfer_kind(const struct ga_pixel_format *pixels)
{
   switch (pixels->format) {
   case GL_COLOR_INDEX: return GA_TRANSFER_INDEX;
   case GL_DEPTH_COMPONENT: return GA_TRANSFER_DEPTH;
   case GL_STENCIL_INDEX: return GA_TRANSFER_STENCIL;
   case GL_DEPTH_STENCIL: return GA_TRANSFER_DEPTH_STENCIL;
   default: return pipe_format_is_pure_int(pixels->client_format) ? GA_TRANSFER_NONE : GA_TRANSFER_COLOR; /* EXT_texture_integer */
   }
}

const struct ga_pixel_format *ga_transferred_format(enum ga_transfer kind)
{
   switch (kind) {
   case GA_TRANSFER_DEPTH: return ga_pixel_format(GL_DEPTH_COMPONENT, GL_FLOAT);
   case GA_TRANSFER_STENCIL: return ga_pixel_format(GL_STENCIL_INDEX, GL_UNSIGNED_BYTE);
   case GA_TRANSFER_DEPTH_STENCIL: return ga_pixel_format(GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
   default: return ga_pixel_format(GL_RGBA, GL_FLOAT);
   }
}

unsigned ga_transferred_size_B(enum ga_transfer kind)
{
   return kind == GA_TRANSFER_DEPTH ? 4 : kind == GA_TRANSFER_STENCIL ? 1 : kind == GA_TRANSFER_DEPTH_STENCIL ? 8 : 16;
}
