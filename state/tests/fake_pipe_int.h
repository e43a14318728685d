/* fake_pipe_int.h: what fake_pipe.c and fake_copies.c share. */
#ifndef FAKE_PIPE_INT_H
#define FAKE_PIPE_INT_H

#include "fake_pipe.h"

/* Fails the test, or keeps the failure (fake_keep_failure). */
bool fake_check(bool passed, const char *expression, const char *file, const char *function, int line);
#define FAKE_CHECK(expression) fake_check(expression, #expression, __FILE__, __func__, __LINE__)

/* Writes a line to the log. */
__attribute__((format(printf, 2, 3))) void fake_say(struct pipe_context *ctx, const char *format, ...);

bool fake_may_allocate(struct pipe_screen *screen);
uint32_t fake_minify(uint32_t v, unsigned level);
void fake_lock_texels(void);
void fake_unlock_texels(void);

/* ---- fake_copies.c: methods of the context ---------------------------------------------------------------------------------*/

void fake_resource_copy_region(struct pipe_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                               unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                               const struct pipe_box *box);
bool fake_copy_buffer_to_texture(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy);
bool fake_copy_texture_to_buffer(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy);
void fake_blit(struct pipe_context *ctx, const struct pipe_blit_info *info);
void fake_generate_mipmap(struct pipe_context *ctx, struct pipe_resource *res, enum pipe_format format, unsigned base,
                          unsigned last, unsigned first_layer, unsigned last_layer);
void *fake_transfer_map(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, unsigned usage,
                        const struct pipe_box *box, struct pipe_transfer **transfer);
void fake_transfer_unmap(struct pipe_context *ctx, struct pipe_transfer *transfer);
void fake_transfer_flush_region(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *rel_box);
void fake_buffer_subdata(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                         const void *data);
void fake_clear_buffer(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                       const void *value, unsigned value_size_B);
void fake_texture_subdata(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                          const void *data, unsigned stride_B, uint64_t layer_stride_B);

#endif
