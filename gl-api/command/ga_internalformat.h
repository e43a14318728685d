/* ga_internalformat.h: queries about internal formats. */
#ifndef GA_INTERNALFORMAT_H
#define GA_INTERNALFORMAT_H

#include "gl-api/object/ga_format.h"

/* A parameter of an internal format at a target, as ARB_internalformat_query2 answers it; *count: how many values it has.
 * GL_INVALID_ENUM: there is no such target or parameter. */
GLenum ga_internalformat_query(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                               GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count);

/* GL_NUM_TILING_TYPES_EXT and GL_TILING_TYPES_EXT (EXT_memory_object), in the same way. */
GLenum ga_internalformat_tilings(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                                 GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count);

/* GL_NUM_SURFACE_COMPRESSION_FIXED_RATES_EXT and GL_SURFACE_COMPRESSION_EXT (EXT_texture_storage_compression), in the same way. */
GLenum ga_internalformat_fixed_rates(struct ga_context *ctx, GLenum target, GLenum internal_format, GLenum pname,
                                     GLint64 values[GA_MAX_SAMPLE_COUNTS], unsigned *count);

#endif
