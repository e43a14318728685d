/* si_blitter.h: rectangles, which clears, copies, blits and results of queries are drawn with. */
#ifndef SI_BLITTER_H
#define SI_BLITTER_H

#include "si_context.h"

/* si_query_result.c: a result that a pixel shader writes into a buffer. params: without dst and blocks. */
struct si_query_write {
   const struct si_query *query;
   struct pipe_resource *buffer;
   uint32_t offset_B, size_B;
   struct si_query_params params;
};
/* Uploads what the shader reads, and waits for the samples. False: no memory. */
bool si_emit_query_samples(struct si_context *ctx, const struct si_query_write *write);

/* si_blitter.c: rectangles */
struct si_rect {
   struct si_surface *cb[PIPE_MAX_COLOR_BUFS], *zs;
   unsigned cb_count;
   uint32_t width, height;             /* of the targets */
   int x0, y0, x1, y1;
   uint32_t target_mask;               /* colour channels to write, nibble per buffer */
   bool write_depth, write_stencil;
   uint8_t stencil_ref, stencil_writemask;
   float depth;
   enum si_blit_vs vs_kind;
   uint8_t sample;                     /* number of the only sample to write, plus 1; 0: all */
   bool layered;
   unsigned layers;
   uint32_t attrib[6];                 /* colour (4) or texture coordinates (6) */
   struct si_blit_ps_key ps;
   const uint32_t *texture;            /* T# and S# of slot 0, 16 dwords, or NULL; ps.scaled: then struct si_blit_scale [2]; ps.one_sample: then the
                                          number of the sample */
   struct si_resource *texture_res;
   bool scissor_enable;
   struct pipe_scissor_state scissor;
   bool predicate;                     /* obeys the render condition */
   const struct si_query_write *query_write; /* ps.kind SI_BLIT_PS_QUERY; else NULL */
   bool decompress_dcc;                /* of cb[0], instead of drawing */
   bool resolve;                       /* cb[0]'s samples into cb[1], instead of drawing */
};
bool si_draw_rect(struct si_context *ctx, const struct si_rect *rect);

/* si_blit_pass.c: false: a format is not possible, or no memory. */
struct si_blit_pass {
   struct si_resource *src, *dst;
   enum pipe_format src_format, dst_format;
   unsigned src_level, dst_level, dst_layer;
   enum si_blit_dst part;              /* one of its values */
   bool linear, texel_fetch;           /* texel_fetch: without a filter */
   bool scaled;                        /* texel_fetch of the texels that `scale` gives for x and y */
   struct si_blit_scale scale[2];
   int dst_x0, dst_y0, dst_x1, dst_y1; /* texels; x0 < x1, y0 < y1 */
   float src_x0, src_y0, src_x1, src_y1, src_z; /* texels; mirrored when x0 > x1; z: layer, or depth of 3D textures */
   uint8_t color_mask;
   uint8_t sample;                     /* number of the only sample to copy, plus 1; 0: resolve, or all samples alike */
   bool alpha_one;                     /* alpha reads as 1 */
   bool predicate;
   bool scissor_enable;
   struct pipe_scissor_state scissor;
};
bool si_draw_blit_pass(struct si_context *ctx, const struct si_blit_pass *pass);

#endif
