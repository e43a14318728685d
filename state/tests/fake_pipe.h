/* fake_pipe.h: a pipe context for tests without a driver. Resources are plain memory (every level and layer linear), transfers
 * are pointers into it, copies are done by the CPU; state calls are written down as text, one line each, so that a test can
 * compare what reached "the driver". Deleting something that is bound, leaking and unknown objects fail the test. */
#ifndef FAKE_PIPE_H
#define FAKE_PIPE_H

#include <stdatomic.h>
#include "state/pipe.h"

struct fake_resource {
   struct pipe_resource base;
   uint8_t *data;
   size_t level_offset_B[16], layer_stride_B[16];
   uint32_t stride_B[16];
   bool busy; /* a map with PIPE_MAP_DONTBLOCK fails */
};

struct fake_screen {
   struct pipe_screen base;
   atomic_int resources;             /* alive */
   atomic_bool fence_pending;        /* fences are not signalled until a wait without limit */
   int fail_after;                   /* allocations that still succeed; negative: all */
   uint64_t refused[8];              /* bit per enum pipe_format: is_format_supported says no */
   void (*on_create)(void *data);    /* called in the next resource_create, as another thread that runs meanwhile; then NULL */
   void *on_create_data;
};

struct fake_context {
   struct pipe_context base;
   struct fake_screen *screen;
   char log[1 << 16];                /* lines of calls since fake_clear_log */
   size_t log_length;
   int objects;                      /* constant state objects, views, surfaces alive */
   struct pipe_vertex_buffer vb[PIPE_MAX_VERTEX_BUFFERS];
   struct pipe_vertex_element element[PIPE_MAX_ATTRIBS];
   unsigned element_count;
   struct pipe_framebuffer_state fb;
   struct pipe_stream_output_target *so_target[PIPE_MAX_SO_BUFFERS];
   uint32_t so_vertices;               /* of each target */
   unsigned so_count;
   struct pipe_sampler_view *view[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   struct pipe_sampler_state sampler[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   struct pipe_draw_info draw;         /* the last one */
   struct pipe_clear_info clear;
   struct pipe_blit_info blit;
   uint8_t constants[PIPE_SHADER_TYPES][256];       /* slot 0, from user memory */
   uint8_t state_constants[PIPE_SHADER_TYPES][256]; /* slot PIPE_CONST_SLOT_STATE, from user memory */
   union pipe_query_result query_result; /* of every query */
   bool counts_primitives;             /* queries do */
   unsigned paused, draw_paused;       /* kinds of queries (PIPE_QUERIES_*): now, at the last draw */
   bool query_pending;                 /* results are not there yet, unless waited for */
   enum pipe_reset_status reset;       /* what get_reset_status answers */
   struct pipe_debug_callback debug;
};

/* cmocka's assertions work on the test's own thread only. On other threads a failed check of this pipe is kept in *failure, the
 * first one, for the test to report; the call that failed does nothing. NULL: none is kept any more. */
struct fake_failure { char text[200]; };   /* empty: nothing failed */
void fake_keep_failure(struct fake_failure *failure);

struct fake_screen *fake_screen_create(void);
void fake_screen_destroy(struct fake_screen *screen); /* fails the test when resources are alive */
void fake_clear_log(struct fake_context *ctx);
static inline struct fake_context *fake_context(struct pipe_context *ctx) { return (struct fake_context *)ctx; }
static inline struct fake_resource *fake_resource(struct pipe_resource *res) { return (struct fake_resource *)res; }
/* Address of texel block (x, y) of a level and layer. */
uint8_t *fake_texel(struct pipe_resource *res, unsigned level, unsigned layer, unsigned x, unsigned y);

#endif
