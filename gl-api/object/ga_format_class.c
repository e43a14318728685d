/* ga_format_class.c: classes of formats whose texels may be taken for each other's (GL 4.6, table 8.22; ES 3.2, table 16.3). */
#include "gl-api/object/ga_format.h"

/* A class for each size of blocks: the formats are numbered by it. */
static enum ga_view_class astc_class(GLenum internal_format)
{
   if (internal_format >= GL_COMPRESSED_RGBA_ASTC_4x4_KHR && internal_format <= GL_COMPRESSED_RGBA_ASTC_12x12_KHR)
      return GA_VIEW_ASTC_4x4 + (internal_format - GL_COMPRESSED_RGBA_ASTC_4x4_KHR);
   if (internal_format >= GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR && internal_format <= GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR)
      return GA_VIEW_ASTC_4x4 + (internal_format - GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR);
   return GA_VIEW_NONE;
}

enum ga_view_class ga_format_view_class(GLenum internal_format)
{
   switch (internal_format) {
   case GL_RGBA32F: case GL_RGBA32UI: case GL_RGBA32I: return GA_VIEW_128;
   case GL_RGB32F: case GL_RGB32UI: case GL_RGB32I: return GA_VIEW_96;
   case GL_RGBA16F: case GL_RG32F: case GL_RGBA16UI: case GL_RG32UI: case GL_RGBA16I: case GL_RG32I: case GL_RGBA16:
   case GL_RGBA16_SNORM: return GA_VIEW_64;
   case GL_RGB16: case GL_RGB16_SNORM: case GL_RGB16F: case GL_RGB16UI: case GL_RGB16I: return GA_VIEW_48;
   case GL_RG16F: case GL_R11F_G11F_B10F: case GL_R32F: case GL_RGB10_A2UI: case GL_RGBA8UI: case GL_RG16UI: case GL_R32UI:
   case GL_RGBA8I: case GL_RG16I: case GL_R32I: case GL_RGB10_A2: case GL_RGBA8: case GL_RG16: case GL_RGBA8_SNORM:
   case GL_RG16_SNORM: case GL_SRGB8_ALPHA8: case GL_RGB9_E5: return GA_VIEW_32;
   case GL_RGB8: case GL_RGB8_SNORM: case GL_SRGB8: case GL_RGB8UI: case GL_RGB8I: return GA_VIEW_24;
   case GL_R16F: case GL_RG8UI: case GL_R16UI: case GL_RG8I: case GL_R16I: case GL_RG8: case GL_R16: case GL_RG8_SNORM:
   case GL_R16_SNORM: return GA_VIEW_16;
   case GL_R8UI: case GL_R8I: case GL_R8: case GL_R8_SNORM: return GA_VIEW_8;
   case GL_COMPRESSED_RED_RGTC1: case GL_COMPRESSED_SIGNED_RED_RGTC1: return GA_VIEW_RGTC1;
   case GL_COMPRESSED_RG_RGTC2: case GL_COMPRESSED_SIGNED_RG_RGTC2: return GA_VIEW_RGTC2;
   case GL_COMPRESSED_RGBA_BPTC_UNORM: case GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM: return GA_VIEW_BPTC_UNORM;
   case GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT: case GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT: return GA_VIEW_BPTC_FLOAT;
   case GL_RGB_S3TC: case GL_RGB4_S3TC: case GL_COMPRESSED_RGB_S3TC_DXT1_EXT: case GL_COMPRESSED_SRGB_S3TC_DXT1_EXT: return GA_VIEW_DXT1_RGB;
   case GL_COMPRESSED_RGBA_S3TC_DXT1_EXT: case GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT: return GA_VIEW_DXT1_RGBA;
   case GL_RGBA_S3TC: case GL_RGBA4_S3TC:
   case GL_COMPRESSED_RGBA_S3TC_DXT3_EXT: case GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT: return GA_VIEW_DXT3;
   case GL_RGBA_DXT5_S3TC: case GL_RGBA4_DXT5_S3TC:
   case GL_COMPRESSED_RGBA_S3TC_DXT5_EXT: case GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT: return GA_VIEW_DXT5;
   case GL_COMPRESSED_R11_EAC: case GL_COMPRESSED_SIGNED_R11_EAC: return GA_VIEW_EAC_R11;
   case GL_COMPRESSED_RG11_EAC: case GL_COMPRESSED_SIGNED_RG11_EAC: return GA_VIEW_EAC_RG11;
   case GL_COMPRESSED_RGB8_ETC2: case GL_COMPRESSED_SRGB8_ETC2: return GA_VIEW_ETC2_RGB;
   case GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2: case GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2: return GA_VIEW_ETC2_RGBA;
   case GL_COMPRESSED_RGBA8_ETC2_EAC: case GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC: return GA_VIEW_ETC2_EAC_RGBA;
   default: return astc_class(internal_format);
   }
}
