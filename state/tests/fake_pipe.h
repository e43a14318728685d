/* fake_pipe.h: a pipe context for tests without a driver. Resources are plain memory (every level and layer linear), transfers
 * are pointers into it, copies are done by the CPU; state calls are written down as text, one line each, so that a test can
 * compare what reached "the driver". Deleting something that is bound, leaking and unknown objects fail the test. */
#ifndef FAKE_PIPE_H
#define FAKE_PIPE_H

#include <stdatomic.h>
#include "state/state.h"

struct fake_resource {
   struct st_resource base;
   uint8_t *data;
   size_t level_offset_B[16], layer_stride_B[16];
   uint32_t stride_B[16];
   bool busy; /* a map with ST_MAP_DONTBLOCK fails */
};

struct fake_screen {
   struct st_screen base;
   atomic_int resources;             /* alive */
   int fail_after;                   /* allocations that still succeed; negative: all */
   uint64_t refused[8];              /* bit per enum st_format: is_format_supported says no */
};

struct fake_context {
   struct st_context base;
   struct fake_screen *screen;
   char log[1 << 16];                /* lines of calls since fake_clear_log */
   size_t log_length;
   int objects;                      /* constant state objects, views, surfaces alive */
   struct st_vertex_buffer vb[ST_MAX_VERTEX_BUFFERS];
   struct st_vertex_element element[ST_MAX_ATTRIBS];
   unsigned element_count;
   struct st_framebuffer_state fb;
   struct st_sampler_view *view[ST_STAGE_COUNT][ST_MAX_SAMPLERS];
   struct st_sampler_state sampler[ST_STAGE_COUNT][ST_MAX_SAMPLERS];
   struct st_draw_info draw;         /* the last one */
   struct st_clear_info clear;
   uint8_t constants[ST_STAGE_COUNT][256];
   enum st_reset_status reset;       /* what get_reset_status answers */
   struct st_debug_callback debug;
};

struct fake_screen *fake_screen_create(void);
void fake_screen_destroy(struct fake_screen *screen); /* fails the test when resources are alive */
void fake_clear_log(struct fake_context *ctx);
static inline struct fake_context *fake_context(struct st_context *ctx) { return (struct fake_context *)ctx; }
static inline struct fake_resource *fake_resource(struct st_resource *res) { return (struct fake_resource *)res; }
/* Address of texel block (x, y) of a level and layer. */
uint8_t *fake_texel(struct st_resource *res, unsigned level, unsigned layer, unsigned x, unsigned y);

#endif
