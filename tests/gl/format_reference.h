/* format_reference.h: the texel formats of OpenGL ES 3.0 (tables 3.2, 3.3, 3.4, 3.12 and 3.13) and their conversions (3.8.3, 2.1.3,
 * 2.1.4, 2.1.6), computed in double. Nothing here comes from the implementation. */
#ifndef FORMAT_REFERENCE_H
#define FORMAT_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES3/gl3.h>

enum kind { UNORM, SNORM, SRGB, FLOAT, PACKED_FLOAT, SHARED_EXPONENT, UINT, SINT, DEPTH, DEPTH_FLOAT };

/* Whether a framebuffer with the format is complete: MAY depends on an extension. */
enum render { NO, YES, MAY };

struct format_row {
   GLenum internal, format, type;
   const char *name;
   enum kind kind;      /* of the stored components */
   uint8_t bits[4];     /* of the stored components R, G, B, A; of depth in [0], of stencil in [1] */
   enum render render;
};

/* The components of a texel. Integers are exact. Depth in c[0], stencil in c[1]. */
struct texel { double c[4]; };

extern const struct format_row format_rows[];
extern const unsigned format_row_count;

unsigned format_size_B(GLenum format, GLenum type); /* of a texel in client memory */

/* Random bytes of a texel in client memory: numbers are finite and, in depth, between 0 and 1. */
void format_random(GLenum format, GLenum type, uint8_t *texel, uint32_t *seed);

/* The texel in client memory as RGBA, luminance expanded, absent components 0 and 1. */
struct texel format_decode(GLenum format, GLenum type, const uint8_t *texel);

/* The result of a fetch from an image of the row, after the GL has written the texel, and the tolerance of each component. With
 * `drawn` a fragment shader wrote the value, and the tolerance is that of a draw. */
struct texel format_stored(const struct format_row *row, struct texel texel, bool drawn, struct texel *tolerance);

/* A value for a fragment shader to write: beyond 0 and 1 for normalised formats, in range for integers. */
struct texel format_random_color(const struct format_row *row, uint32_t *seed);

bool format_is_integer(const struct format_row *row);
bool format_is_depth(const struct format_row *row);
double format_to_srgb(double linear);
uint32_t format_next(uint32_t *seed); /* a random number of 32 bits */

#endif
