/* pipe.h: the pipe interface, which a driver (hw-si) implements and state/ and gl-api call.
 *
 * The vocabulary is Gallium's. No GLenum and no hardware word appears here. The plain value structs live in
 * pipe_types.h; formats in the generated pipe_format.h.
 *
 * Threading. Every pipe_screen method may be called from any thread at any time. A pipe_context belongs to one thread at
 * a time (the caller serialises). Objects made by a context (constant state objects, sampler views, surfaces, queries,
 * transfers) are used with that context only. pipe_resource and pipe_fence belong to the screen and may be shared between
 * its contexts; their reference counts are atomic.
 *
 * Ownership. "create" returns an object that the caller owns and gives back with the matching "delete"/"destroy"/unref.
 * "set" and "bind" calls with counted objects (resources, views, surfaces) take their own reference; constant state
 * objects are not counted: the caller keeps them alive until they are unbound, then deletes them. Passing NULL unbinds.
 * Value structs are copied before a call returns; no pointer to them is kept.
 *
 * Optional methods. A method marked [caps.x] may be NULL when that capability is false (or 0), and is not called then; all
 * others are always there.
 *
 * Errors. A create call that fails returns NULL and leaves no object (out of memory, or a combination that
 * is_format_supported refused). Other calls return void: their arguments were validated by the caller. A device that
 * was lost keeps accepting calls, does nothing and says so through get_reset_status.
 *
 * Coordinates are in texels, in blocks where a comment says so; y counts from the first row in memory. Sizes named _B are
 * bytes. A "layer" is an array layer, a cube face (layer = 6 * cube + face) or a 3D slice.
 */
#ifndef PIPE_H
#define PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state/pipe_types.h"

struct pipe_screen;
struct pipe_context;
struct pipe_transfer;

/* ---- screen ----------------------------------------------------------------------------------------------------- */

struct pipe_screen_impl {
   void (*destroy)(struct pipe_screen *screen);

   /* May a resource of this format and target be made and used as `bind` says (all bits at once)? */
   bool (*is_format_supported)(struct pipe_screen *screen, enum pipe_format format, enum pipe_texture_target target,
                               unsigned samples, unsigned bind);

   /* NULL: out of memory, or over the memory budget. Contents are undefined. The reference count starts at 1. */
   struct pipe_resource *(*resource_create)(struct pipe_screen *screen, const struct pipe_resource_template *tmpl);
   /* Imports a buffer object of another process or API. Does not take ownership of handle->fd. Returns NULL and
    * writes one line to `why` (why_size_B bytes, always terminated) when the object does not hold what the handle
    * claims: every offset, stride and size is checked against the real object here. */
   struct pipe_resource *(*resource_from_handle)(struct pipe_screen *screen, const struct pipe_resource_template *tmpl,
                                                 const struct pipe_handle *handle, char *why, size_t why_size_B);
   /* [caps.has_user_memory] A buffer in memory of the application, whose first byte is at the start of a page; CPU and GPU access the
    * same bytes. The memory is never replaced, and exists until the resource is destroyed. NULL: `why` has a line. */
   struct pipe_resource *(*resource_from_memory)(struct pipe_screen *screen, const struct pipe_resource_template *tmpl, void *memory,
                                                 char *why, size_t why_size_B);
   /* Memory objects [caps.dmabuf_import]. fd stays the caller's. NULL with a line in `why`: fd is not memory of this device, or the
    * object behind it has less than size_B bytes. */
   struct pipe_memory_object *(*memory_from_fd)(struct pipe_screen *screen, int fd, uint64_t size_B, char *why, size_t why_size_B);
   void (*memory_destroy)(struct pipe_screen *screen, struct pipe_memory_object *mem); /* called by pipe_memory_unref at zero */
   /* A buffer or an image at offset_B of the memory, with the contents that are there; PIPE_BIND_LINEAR: an image in rows. *out has the
    * reference, and `why` the reason of another result than PIPE_MEMORY_OK. */
   enum pipe_memory_result (*resource_from_memory_object)(struct pipe_screen *screen, const struct pipe_resource_template *tmpl,
                                                          struct pipe_memory_object *mem, uint64_t offset_B,
                                                          struct pipe_resource **out, char *why, size_t why_size_B);
   /* Exports. The caller owns handle->fd. Makes the resource shareable in place (its address does not change).
    * `ctx` may be NULL; when given, work pending in it that touches the resource is flushed first. */
   bool (*resource_get_handle)(struct pipe_screen *screen, struct pipe_context *ctx, struct pipe_resource *res,
                               struct pipe_handle *handle, char *why, size_t why_size_B);
   /* Called by pipe_resource_unref at zero. */
   void (*resource_destroy)(struct pipe_screen *screen, struct pipe_resource *res);

   /* flags: enum pipe_context_flag. NULL: out of memory. */
   struct pipe_context *(*context_create)(struct pipe_screen *screen, unsigned flags);

   /* True when the fence signalled within timeout_ns (0 = ask only, UINT64_MAX = forever). */
   bool (*fence_wait)(struct pipe_screen *screen, struct pipe_fence *fence, uint64_t timeout_ns);
   /* A sync file that signals with the fence; the caller owns it. -1: this device has none to give. */
   int (*fence_get_fd)(struct pipe_screen *screen, struct pipe_fence *fence);
   /* Takes no ownership of fd. NULL: not a sync file. */
   struct pipe_fence *(*fence_from_fd)(struct pipe_screen *screen, int fd);
   void (*fence_destroy)(struct pipe_screen *screen, struct pipe_fence *fence);

   /* Semaphores of other APIs [caps.has_semaphores]. fd stays the caller's. NULL: it is none of this device. */
   struct pipe_semaphore *(*semaphore_from_fd)(struct pipe_screen *screen, int fd);
   /* [caps.has_bindless_texture] Of pipe_context_impl.create_texture_handle and create_image_handle. Commands that were recorded while
    * it was resident may still use it. */
   void (*delete_handle)(struct pipe_screen *screen, uint64_t handle);
   void (*semaphore_destroy)(struct pipe_screen *screen, struct pipe_semaphore *semaphore);

   /* Compiles the likely variants of shaders that are linked together (entries may be NULL) on the calling thread, which
    * may be a worker: no context is involved. Later shaders with the same content find this machine code while it is
    * kept. False with a message in `why` when machine code cannot be made. */
   bool (*compile_shaders)(struct pipe_screen *screen, const struct pipe_shader_state *const states[PIPE_SHADER_TYPES], char *why,
                           size_t why_size_B);

   /* Sizes of the memory and its unused parts at this moment. */
   void (*query_memory)(struct pipe_screen *screen, struct pipe_memory_info *info);
   /* Nanoseconds of the device's clock. */
   uint64_t (*get_timestamp_ns)(struct pipe_screen *screen);
   /* For eglQueryDmaBufModifiers: fills up to max modifiers, returns how many exist; 0 = format not shareable. */
   unsigned (*get_modifiers)(struct pipe_screen *screen, enum pipe_format format, uint64_t *modifiers, unsigned max);
};

struct pipe_screen {
   const struct pipe_screen_impl *impl;
   struct pipe_caps caps;          /* constant after creation */
   const char *name;             /* GL_RENDERER, e.g. "gloam simulated GPU (polaris10, 2 threads, AVX-512)" */
   uint8_t device_uuid[16], driver_uuid[16];
};

/* ---- context ---------------------------------------------------------------------------------------------------- */

struct pipe_context_impl {
   void (*destroy)(struct pipe_context *ctx); /* everything made by ctx was deleted before; waits for nothing */

   /* Constant state objects: create once, bind often, delete when unbound. */
   void *(*create_blend)(struct pipe_context *ctx, const struct pipe_blend_state *state);
   void (*bind_blend)(struct pipe_context *ctx, void *cso);
   void (*delete_blend)(struct pipe_context *ctx, void *cso);
   void *(*create_depth_stencil_alpha)(struct pipe_context *ctx, const struct pipe_depth_stencil_alpha_state *state);
   void (*bind_depth_stencil_alpha)(struct pipe_context *ctx, void *cso);
   void (*delete_depth_stencil_alpha)(struct pipe_context *ctx, void *cso);
   void *(*create_rasterizer)(struct pipe_context *ctx, const struct pipe_rasterizer_state *state);
   void (*bind_rasterizer)(struct pipe_context *ctx, void *cso);
   void (*delete_rasterizer)(struct pipe_context *ctx, void *cso);
   void *(*create_sampler)(struct pipe_context *ctx, const struct pipe_sampler_state *state);
   void (*bind_samplers)(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count, void **csos);
   void (*delete_sampler)(struct pipe_context *ctx, void *cso);
   void *(*create_vertex_elements)(struct pipe_context *ctx, unsigned count, const struct pipe_vertex_element *elements);
   void (*bind_vertex_elements)(struct pipe_context *ctx, void *cso);
   void (*delete_vertex_elements)(struct pipe_context *ctx, void *cso);
   /* `shader` is SPIR-V that obeys the interface conventions of pipe_types.h (struct pipe_shader_state). Creation is cheap
    * and does not fail on content: machine code is made at the first draw (or by prepare_shaders). A shader that cannot
    * be compiled loses its draws and reports through the debug callback. */
   void *(*create_shader)(struct pipe_context *ctx, const struct pipe_shader_state *shader);
   void (*bind_shader)(struct pipe_context *ctx, enum pipe_shader_type stage, void *cso);
   void (*delete_shader)(struct pipe_context *ctx, void *cso);
   /* Compiles the most likely variant of each bound-together shader now (glLinkProgram time). Entries may be NULL.
    * False with a message in `why` when machine code cannot be made. */
   bool (*prepare_shaders)(struct pipe_context *ctx, void *csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B);

   /* Small state. */
   void (*set_blend_color)(struct pipe_context *ctx, const float rgba[4]);
   void (*set_stencil_ref)(struct pipe_context *ctx, const uint8_t front_back[2]);
   void (*set_sample_mask)(struct pipe_context *ctx, uint32_t mask);
   void (*set_min_samples)(struct pipe_context *ctx, unsigned samples);
   /* Planes of pipe_rasterizer_state.clip_plane_enable for positions, where the last vertex stage writes no clip distances. */
   void (*set_clip_planes)(struct pipe_context *ctx, const float planes[8][4]);
   void (*set_viewports)(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_viewport_state *vp);
   void (*set_scissors)(struct pipe_context *ctx, unsigned start, unsigned count, const struct pipe_scissor_state *sc);
   /* Of draws; clears and blits have their rectangles in `info`. Initially no fragment is discarded. */
   void (*set_window_rectangles)(struct pipe_context *ctx, const struct pipe_window_rectangles *rectangles);
   void (*set_patch_vertices)(struct pipe_context *ctx, unsigned count);
   /* Levels of patches that are drawn without a tessellation control shader (GL 4.6, 11.2.2). */
   void (*set_tess_levels)(struct pipe_context *ctx, const float outer[4], const float inner[2]);
   /* [caps.has_polygon_stipple] 32 rows from the bottom; bit 31 of a row is the leftmost pixel (GL compatibility, 14.6.2). */
   void (*set_polygon_stipple)(struct pipe_context *ctx, const uint32_t pattern[32]);
   /* Standard position of a sample in its pixel, 0..1 from the upper left corner. samples: 1..caps.max_samples; index < samples. */
   void (*get_sample_position)(struct pipe_context *ctx, unsigned samples, unsigned index, float xy[2]);

   /* [caps.has_sample_locations] Initially the standard ones. Images hold the depth of each sample: it does not change with the locations,
    * and other commands read it as it was drawn. */
   void (*set_sample_locations)(struct pipe_context *ctx, const struct pipe_sample_locations *locations);

   void (*set_framebuffer)(struct pipe_context *ctx, const struct pipe_framebuffer_state *fb);
   /* A constant buffer may also come as `user` memory (cb->user_data), which is read before the call returns. Slot 0 is the
    * default uniform block. False: out of memory for a copy of user memory, and the slot is unbound; other calls succeed. */
   bool (*set_constant_buffer)(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned slot,
                               const struct pipe_constant_buffer *cb);
   void (*set_vertex_buffers)(struct pipe_context *ctx, unsigned start, unsigned count,
                              const struct pipe_vertex_buffer *buffers);
   void (*set_sampler_views)(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                             struct pipe_sampler_view **views);
   /* Shaders may write the buffers of writable_mask (bit i: buffers[i]). */
   void (*set_shader_buffers)(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                              const struct pipe_shader_buffer *buffers, uint32_t writable_mask);
   void (*set_shader_images)(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                             const struct pipe_image_view *images);
   /* Stream output [caps.has_stream_output]. offsets_B[i] = ~0u appends where the target stopped; a new
    * target begins at its start. */
   void (*set_stream_output_targets)(struct pipe_context *ctx, unsigned count, struct pipe_stream_output_target **targets,
                                     const uint32_t *offsets_B);
   struct pipe_stream_output_target *(*create_so_target)(struct pipe_context *ctx, struct pipe_resource *buffer, uint32_t offset_B,
                                                         uint32_t size_B);
   void (*so_target_destroy)(struct pipe_context *ctx, struct pipe_stream_output_target *target);
   /* Vertices in the target; waits for the draws that captured them. False: the context is lost. */
   bool (*so_target_vertices)(struct pipe_context *ctx, struct pipe_stream_output_target *target, uint32_t *count);
   struct pipe_sampler_view *(*create_sampler_view)(struct pipe_context *ctx, struct pipe_resource *res,
                                                    const struct pipe_view_template *tmpl);
   void (*sampler_view_destroy)(struct pipe_context *ctx, struct pipe_sampler_view *view);
   /* [caps.has_bindless_texture] Handles by which shaders access textures and images without slots: values of 64 bits, other than 0,
    * valid in all contexts of the screen. They keep a reference of the resource; its memory is not replaced any more. view NULL:
    * an empty texture. 0: out of memory, or a view of several planes. */
   uint64_t (*create_texture_handle)(struct pipe_context *ctx, struct pipe_sampler_view *view, const struct pipe_sampler_state *sampler);
   uint64_t (*create_image_handle)(struct pipe_context *ctx, const struct pipe_image_view *image);
   /* Shaders of this context may use the handle, from now on or no more. access: enum pipe_image_access of an image handle. False:
    * out of memory. */
   bool (*make_handle_resident)(struct pipe_context *ctx, uint64_t handle, unsigned access, bool resident);
   struct pipe_surface *(*create_surface)(struct pipe_context *ctx, struct pipe_resource *res,
                                          const struct pipe_view_template *tmpl);
   void (*surface_destroy)(struct pipe_context *ctx, struct pipe_surface *surface);

   /* Drawing. The index buffer travels in `info`. All state was bound before. A fragment shader that reads the bound colour buffers,
    * or blends by an advanced equation, sees the results of earlier draws. */
   void (*draw)(struct pipe_context *ctx, const struct pipe_draw_info *info);
   /* [caps.has_compute] */
   void (*launch_grid)(struct pipe_context *ctx, const struct pipe_grid_info *info);
   /* Clears bound attachments, honouring the masks and the scissor in `info` (not the bound blend, depth or scissor
    * state): GL's glClear is one call. */
   void (*clear)(struct pipe_context *ctx, const struct pipe_clear_info *info);
   void (*clear_render_target)(struct pipe_context *ctx, struct pipe_surface *dst, const union pipe_color_union *color,
                               unsigned x, unsigned y, unsigned width, unsigned height);
   void (*clear_depth_stencil)(struct pipe_context *ctx, struct pipe_surface *dst, unsigned buffers, double depth,
                               unsigned stencil, unsigned x, unsigned y, unsigned width, unsigned height);

   /* Copies. Neither touches the bound 3D state as seen by the caller. copy_region: same block size in bytes and number
    * of samples on both sides, blocks and samples are copied unchanged, no overlap. Coordinates are texels of each side; blocks
    * at the edge of a level need not be full. blit: scaling, format conversion, resolve, mask, scissor. Without a filter a
    * pixel gets the texel at the exact position of its centre, rounded down; with one, texels beyond the level's edge are the
    * edge's. A multisampled source is averaged; integers, depth and stencil come from sample 0. */
   void (*resource_copy_region)(struct pipe_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                                unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                                const struct pipe_box *src_box);
   void (*blit)(struct pipe_context *ctx, const struct pipe_blit_info *info);
   /* Levels base_level + 1 to last_level, each from the level before it through a linear filter; of depth-stencil formats depth alone. */
   void (*generate_mipmap)(struct pipe_context *ctx, struct pipe_resource *res, enum pipe_format view_format,
                           unsigned base_level, unsigned last_level, unsigned first_layer, unsigned last_layer);
   void (*clear_buffer)(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                        const void *value, unsigned value_size_B);
   /* Copies between rows of a buffer and a texture by the GPU, in command order, converting the format as blit does
    * (pixel buffer objects). The caller checked that the rows lie in the buffer. False: not possible for these formats,
    * or out of memory; nothing has changed, the caller copies through maps. */
   bool (*copy_buffer_to_texture)(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy);
   bool (*copy_texture_to_buffer)(struct pipe_context *ctx, const struct pipe_buffer_texture_copy *copy);

   /* Transfers. map returns the address of the box's first block and fills *transfer; NULL: out of memory, lost
    * device, or PIPE_MAP_DONTBLOCK would have blocked. Waits for the GPU unless PIPE_MAP_UNSYNCHRONIZED. Rows are
    * (*transfer)->stride_B apart, layers layer_stride_B. unmap makes writes visible to later commands of this context
    * and frees the transfer. Several maps of one resource may be alive. A map of a buffer may be unmapped through another
    * context of the screen, and outlives the context that made it. */
   void *(*transfer_map)(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, unsigned usage,
                         const struct pipe_box *box, struct pipe_transfer **transfer);
   void (*transfer_flush_region)(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *rel_box);
   void (*transfer_unmap)(struct pipe_context *ctx, struct pipe_transfer *transfer);
   /* Copies bytes in, in command order, without waiting: the streaming path. */
   void (*buffer_subdata)(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                          const void *data);
   void (*texture_subdata)(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                           const void *data, unsigned stride_B, uint64_t layer_stride_B);
   /* Copies the texels of a box to the caller's memory, as a map for reading would show them. A negative stride stores rows
    * upwards in memory. False: no memory, or the context is lost. */
   bool (*texture_read)(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                        void *data, ptrdiff_t stride_B, uint64_t layer_stride_B);

   /* Queries. index: the vertex stream, or the statistic (enum pipe_statistic). Results: get_query_result returns false when wait is
    * false and the result is not there yet. */
   struct pipe_query *(*create_query)(struct pipe_context *ctx, enum pipe_query_type type, unsigned index);
   void (*destroy_query)(struct pipe_context *ctx, struct pipe_query *query);
   bool (*begin_query)(struct pipe_context *ctx, struct pipe_query *query);
   bool (*end_query)(struct pipe_context *ctx, struct pipe_query *query);
   /* Active queries of these kinds (PIPE_QUERIES_*) do not count until a call without their kind; those that begin meanwhile count.
    * True: some of the kinds are active. */
   bool (*pause_queries)(struct pipe_context *ctx, unsigned kinds);
   bool (*get_query_result)(struct pipe_context *ctx, struct pipe_query *query, bool wait, union pipe_query_result *result);
   /* Writes a result, or whether it is there, into a buffer in command order; nothing waits but the device. A result that the
    * type cannot hold is its largest value. An active query has no result: nothing is written. Out of memory: nothing is written,
    * and the debug callback gets PIPE_DEBUG_NO_MEMORY. */
   void (*get_query_result_buffer)(struct pipe_context *ctx, struct pipe_query *query, enum pipe_query_value value,
                                   enum pipe_query_value_type type, struct pipe_resource *buffer, uint32_t offset_B);
   /* Draws, launch_grid, clear and blits that ask for it (pipe_blit_info) happen only when (result != 0) != inverted.
    * Every other command is executed in any case. query NULL ends conditional rendering. */
   void (*render_condition)(struct pipe_context *ctx, struct pipe_query *query, bool inverted,
                            enum pipe_render_cond_mode mode);

   /* Submits recorded commands. *fence receives a new reference unless fence is NULL. flags: enum pipe_flush_flag. */
   void (*flush)(struct pipe_context *ctx, struct pipe_fence **fence, unsigned flags);
   /* Makes later commands of this context wait for a fence (EGL/GL server wait). */
   void (*fence_server_wait)(struct pipe_context *ctx, struct pipe_fence *fence);
   /* [caps.has_semaphores] Submits recorded commands; the semaphore signals when they and those before are complete. False: out of
    * memory. */
   bool (*semaphore_signal)(struct pipe_context *ctx, struct pipe_semaphore *semaphore);
   /* Makes later commands wait for the signal that was submitted last, and the semaphore unsignalled. False: there is none. */
   bool (*semaphore_wait)(struct pipe_context *ctx, struct pipe_semaphore *semaphore);
   /* Texels drawn to bound targets are visible to later draws that sample them (GL 4.6, 9.3.1). */
   void (*texture_barrier)(struct pipe_context *ctx);
   /* Makes writes of shaders to buffers and images visible to later commands that use them as flags (enum pipe_barrier) say. */
   void (*memory_barrier)(struct pipe_context *ctx, unsigned flags);
   void (*invalidate_resource)(struct pipe_context *ctx, struct pipe_resource *res);
   enum pipe_reset_status (*get_reset_status)(struct pipe_context *ctx);
   /* Messages about performance, shader compilation and loss go here (any thread). */
   void (*set_debug_callback)(struct pipe_context *ctx, const struct pipe_debug_callback *cb);
};

struct pipe_context {
   const struct pipe_context_impl *impl;
   struct pipe_screen *screen;
   int priority; /* that it has: -1, 0, 1. The kernel may grant less than PIPE_CONTEXT_HIGH_PRIORITY */
};

/* ---- reference counting ------------------------------------------------------------------------------------------ */

/* NULL is fine. `ref` returns its argument. The last unref destroys: views and surfaces through the context that made
 * them (so on its thread), resources and fences through their screen (any thread). */
struct pipe_resource *pipe_resource_ref(struct pipe_resource *res);
void pipe_resource_unref(struct pipe_resource *res);
struct pipe_sampler_view *pipe_sampler_view_ref(struct pipe_sampler_view *view);
void pipe_sampler_view_unref(struct pipe_sampler_view *view);
struct pipe_surface *pipe_surface_ref(struct pipe_surface *surface);
void pipe_surface_unref(struct pipe_surface *surface);
struct pipe_stream_output_target *pipe_so_target_ref(struct pipe_stream_output_target *target);
void pipe_so_target_unref(struct pipe_stream_output_target *target);
struct pipe_memory_object *pipe_memory_ref(struct pipe_memory_object *mem);
void pipe_memory_unref(struct pipe_memory_object *mem);
struct pipe_fence *pipe_fence_ref(struct pipe_fence *fence);
void pipe_fence_unref(struct pipe_fence *fence);

#endif
