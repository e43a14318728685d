/* ga_pixels.h: memory of pixel transfers: how glPixelStore lays it out, and whether it is the client's or a buffer's. */
#ifndef GA_PIXELS_H
#define GA_PIXELS_H

#include "gl-api/context/ga_context.h"

struct ga_buffer;
struct ga_pixel_format;

struct ga_pixel_layout {
   uint64_t skip_B;   /* from the application's pointer to the first pixel */
   uint64_t stride_B; /* between rows */
   uint64_t image_B;  /* between images */
   uint64_t slice_B;  /* between slices or layers of a box */
   uint64_t end_B;    /* from the pointer to the end of the last pixel of the first image, or of a box; 0 for an empty image */
};                    /* UINT64_MAX: beyond any memory */

/* Slices of width x height pixels (GL 4.6, 8.4.4.1; ES 2.0, 3.6.2 with EXT_unpack_subimage). dims: of the command; IMAGE_HEIGHT
 * and SKIP_IMAGES apply to 3. GL_BITMAP: SKIP_PIXELS counts bits of each row and is not part of skip_B. */
struct ga_pixel_layout ga_pixel_layout(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels,
                                       uint32_t width, uint32_t height, unsigned dims);
/* How the texels of a box lie in memory. Layers of a 1D array are rows there, slices and other layers are images. */
struct ga_pixel_extent { uint32_t width, rows, images; };
struct ga_pixel_extent ga_pixel_extent(const struct pipe_box *box, unsigned dims);
/* The layout of a box; end_B includes the last slice or layer. */
struct ga_pixel_layout ga_pixel_box_layout(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels,
                                           const struct pipe_box *box, unsigned dims);
/* The same for slices of compressed blocks (GL 4.6, 8.7): skipped blocks, and rows longer than the image's, where the parameters
 * GL_(UN)PACK_COMPRESSED_BLOCK_* enable it. dims: of the command. */
struct ga_pixel_layout ga_block_layout(const struct ga_pixel_store *store, enum pipe_format format, uint32_t width, uint32_t height,
                                       unsigned dims);
/* Complete blocks are skipped. False: GL_INVALID_OPERATION was raised. */
bool ga_block_store_check(struct ga_context *ctx, const char *command, const struct ga_pixel_store *store, unsigned dims);
/* From the pointer to the end of the last of `slices` slices; 0: nothing. */
uint64_t ga_pixel_layout_end_B(const struct ga_pixel_layout *layout, uint32_t slices);

/* Memory that a command reads pixels from or writes them to: the client's, or a mapped part of a pixel buffer object. */
struct ga_pixel_memory {
   uint8_t *data;                 /* NULL: no pixels are transferred */
   struct pipe_context *pipe;
   struct pipe_transfer *transfer; /* of the buffer; NULL: client memory */
   struct pipe_resource *resource; /* counted */
};
#define GA_HELD_PIXELS __attribute__((cleanup(ga_pixel_memory_release)))
void ga_pixel_memory_release(struct ga_pixel_memory *memory);

/* Bytes 0 .. end_B of the memory that `pointer` means for a command: an offset where `buffer` (the binding of
 * GL_PIXEL_UNPACK_BUFFER or GL_PIXEL_PACK_BUFFER) is not NULL. datum_B: the offset's alignment; 1: any. usage: PIPE_MAP_*.
 * check raises GL_INVALID_OPERATION for an offset out of place and for a mapped buffer (GL 4.6, 6.3, 8.4.1 and 18.2.8).
 * get maps, after check; the caller releases *out. False: the error was raised. */
bool ga_pixel_memory_check(struct ga_context *ctx, const char *command, struct ga_buffer *buffer, const void *pointer,
                           uint64_t end_B, unsigned datum_B);
bool ga_pixel_memory_get(struct ga_context *ctx, const char *command, struct ga_buffer *buffer, const void *pointer,
                         uint64_t end_B, unsigned usage, struct ga_pixel_memory *out);
/* Reverses the bytes of each datum. */
void ga_pixel_swap_bytes(uint8_t *data, size_t count, unsigned datum_B);
/* Bytes of a datum of this type: a component, or a packed pixel. */
unsigned ga_pixel_type_size_B(GLenum type);

void ga_pixel_store_init(struct ga_pixel_store *store);

#endif
