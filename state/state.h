/* state.h: the pipe interface. What a driver (hw-si) implements and what state/ and gl-api call.
 *
 * The vocabulary is Gallium's. No GLenum and no hardware word appears here. The plain value structs live in
 * st_types.h; formats in the generated st_format.h.
 *
 * Threading. Every st_screen method may be called from any thread at any time. An st_context belongs to one thread at
 * a time (the caller serialises). Objects made by a context (constant state objects, sampler views, surfaces, queries,
 * transfers) are used with that context only. st_resource and st_fence belong to the screen and may be shared between
 * its contexts; their reference counts are atomic.
 *
 * Ownership. "create" returns an object that the caller owns and gives back with the matching "delete"/"destroy"/unref.
 * "set" and "bind" calls with counted objects (resources, views, surfaces) take their own reference; constant state
 * objects are not counted: the caller keeps them alive until they are unbound, then deletes them. Passing NULL unbinds.
 * Value structs are copied before a call returns; no pointer to them is kept.
 *
 * Errors. A create call that fails returns NULL and leaves nothing behind (out of memory, or a combination that
 * is_format_supported refused). Other calls return void: their arguments were validated by the caller. A device that
 * was lost keeps accepting calls, does nothing and says so through get_reset_status.
 *
 * Coordinates are in texels (blocks are mentioned where they matter), y counts from the first row in memory. Sizes named
 * _B are bytes. A "layer" is an array layer, a cube face (layer = 6 * cube + face) or a 3D slice.
 */
#ifndef ST_STATE_H
#define ST_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state/st_types.h"

struct st_screen;
struct st_context;
struct st_transfer;

/* ---- screen ----------------------------------------------------------------------------------------------------- */

struct st_screen_impl {
   void (*destroy)(struct st_screen *screen);

   /* May a resource of this format and target be made and used as `bind` says (all bits at once)? */
   bool (*is_format_supported)(struct st_screen *screen, enum st_format format, enum st_target target,
                               unsigned samples, unsigned bind);

   /* NULL: out of memory, or over the memory budget. Contents are undefined. The reference count starts at 1. */
   struct st_resource *(*resource_create)(struct st_screen *screen, const struct st_resource_template *tmpl);
   /* Imports a buffer object of another process or API. Does not take ownership of handle->fd. Returns NULL and
    * writes one line to `why` (why_size_B bytes, always terminated) when the object does not hold what the handle
    * claims: every offset, stride and size is checked against the real object here. */
   struct st_resource *(*resource_from_handle)(struct st_screen *screen, const struct st_resource_template *tmpl,
                                               const struct st_handle *handle, char *why, size_t why_size_B);
   /* Exports. The caller owns handle->fd. Makes the resource shareable in place (its address does not change).
    * `ctx` may be NULL; when given, work pending in it that touches the resource is flushed first. */
   bool (*resource_get_handle)(struct st_screen *screen, struct st_context *ctx, struct st_resource *res,
                               struct st_handle *handle, char *why, size_t why_size_B);
   /* Called by st_resource_unref at zero. */
   void (*resource_destroy)(struct st_screen *screen, struct st_resource *res);

   /* flags: enum st_context_flag. NULL: out of memory. */
   struct st_context *(*context_create)(struct st_screen *screen, unsigned flags);

   /* True when the fence signalled within timeout_ns (0 = ask only, UINT64_MAX = forever). */
   bool (*fence_wait)(struct st_screen *screen, struct st_fence *fence, uint64_t timeout_ns);
   /* A sync file that signals with the fence; the caller owns it. -1: this device has none to give. */
   int (*fence_get_fd)(struct st_screen *screen, struct st_fence *fence);
   /* Takes no ownership of fd. NULL: not a sync file. */
   struct st_fence *(*fence_from_fd)(struct st_screen *screen, int fd);
   void (*fence_destroy)(struct st_screen *screen, struct st_fence *fence);

   /* Nanoseconds of the device's clock. */
   uint64_t (*get_timestamp_ns)(struct st_screen *screen);
   /* For eglQueryDmaBufModifiers: fills up to max modifiers, returns how many exist; 0 = format not shareable. */
   unsigned (*get_modifiers)(struct st_screen *screen, enum st_format format, uint64_t *modifiers, unsigned max);
};

struct st_screen {
   const struct st_screen_impl *impl;
   struct st_caps caps;          /* constant after creation */
   const char *name;             /* GL_RENDERER, e.g. "gloam simulated GPU (polaris10, 2 threads, AVX-512)" */
   uint8_t device_uuid[16], driver_uuid[16];
};

/* ---- context ---------------------------------------------------------------------------------------------------- */

struct st_context_impl {
   void (*destroy)(struct st_context *ctx); /* everything made by ctx was deleted before; waits for nothing */

   /* Constant state objects: create once, bind often, delete when unbound. */
   void *(*create_blend)(struct st_context *ctx, const struct st_blend_state *state);
   void (*bind_blend)(struct st_context *ctx, void *cso);
   void (*delete_blend)(struct st_context *ctx, void *cso);
   void *(*create_dsa)(struct st_context *ctx, const struct st_dsa_state *state);
   void (*bind_dsa)(struct st_context *ctx, void *cso);
   void (*delete_dsa)(struct st_context *ctx, void *cso);
   void *(*create_rasterizer)(struct st_context *ctx, const struct st_rasterizer_state *state);
   void (*bind_rasterizer)(struct st_context *ctx, void *cso);
   void (*delete_rasterizer)(struct st_context *ctx, void *cso);
   void *(*create_sampler)(struct st_context *ctx, const struct st_sampler_state *state);
   void (*bind_samplers)(struct st_context *ctx, enum st_stage stage, unsigned start, unsigned count, void **csos);
   void (*delete_sampler)(struct st_context *ctx, void *cso);
   void *(*create_vertex_elements)(struct st_context *ctx, unsigned count, const struct st_vertex_element *elements);
   void (*bind_vertex_elements)(struct st_context *ctx, void *cso);
   void (*delete_vertex_elements)(struct st_context *ctx, void *cso);
   /* `shader` is SPIR-V that obeys the interface conventions of st_types.h (struct st_shader_state). Creation is cheap
    * and does not fail on content: machine code is made at the first draw (or by prepare_shaders). A shader that cannot
    * be compiled loses its draws and reports through the debug callback. */
   void *(*create_shader)(struct st_context *ctx, const struct st_shader_state *shader);
   void (*bind_shader)(struct st_context *ctx, enum st_stage stage, void *cso);
   void (*delete_shader)(struct st_context *ctx, void *cso);
   /* Compiles the most likely variant of each bound-together shader now (glLinkProgram time). Entries may be NULL.
    * False with a message in `why` when machine code cannot be made. */
   bool (*prepare_shaders)(struct st_context *ctx, void *csos[ST_STAGE_COUNT], char *why, size_t why_size_B);

   /* Small state. */
   void (*set_blend_color)(struct st_context *ctx, const float rgba[4]);
   void (*set_stencil_ref)(struct st_context *ctx, const uint8_t front_back[2]);
   void (*set_sample_mask)(struct st_context *ctx, uint32_t mask);
   void (*set_min_samples)(struct st_context *ctx, unsigned samples);
   void (*set_clip_planes)(struct st_context *ctx, const float planes[8][4]);
   void (*set_viewports)(struct st_context *ctx, unsigned start, unsigned count, const struct st_viewport *vp);
   void (*set_scissors)(struct st_context *ctx, unsigned start, unsigned count, const struct st_scissor *sc);
   void (*set_patch_vertices)(struct st_context *ctx, unsigned count);

   /* Resources. A constant buffer may also come as `user` memory (cb->user_data), which is read before the call
    * returns; slot 0 is the default uniform block. */
   void (*set_framebuffer)(struct st_context *ctx, const struct st_framebuffer_state *fb);
   void (*set_constant_buffer)(struct st_context *ctx, enum st_stage stage, unsigned slot,
                               const struct st_constant_buffer *cb);
   void (*set_vertex_buffers)(struct st_context *ctx, unsigned start, unsigned count,
                              const struct st_vertex_buffer *buffers);
   void (*set_sampler_views)(struct st_context *ctx, enum st_stage stage, unsigned start, unsigned count,
                             struct st_sampler_view **views);
   void (*set_shader_buffers)(struct st_context *ctx, enum st_stage stage, unsigned start, unsigned count,
                              const struct st_shader_buffer *buffers, uint32_t writable_mask);
   void (*set_shader_images)(struct st_context *ctx, enum st_stage stage, unsigned start, unsigned count,
                             const struct st_image_view *images);
   /* offsets_B[i] = ~0u means "append where the target stopped". */
   void (*set_stream_output_targets)(struct st_context *ctx, unsigned count, struct st_so_target **targets,
                                     const uint32_t *offsets_B);
   struct st_so_target *(*create_so_target)(struct st_context *ctx, struct st_resource *buffer, uint32_t offset_B,
                                            uint32_t size_B);
   void (*so_target_destroy)(struct st_context *ctx, struct st_so_target *target);
   struct st_sampler_view *(*create_sampler_view)(struct st_context *ctx, struct st_resource *res,
                                                  const struct st_view_template *tmpl);
   void (*sampler_view_destroy)(struct st_context *ctx, struct st_sampler_view *view);
   struct st_surface *(*create_surface)(struct st_context *ctx, struct st_resource *res,
                                        const struct st_view_template *tmpl);
   void (*surface_destroy)(struct st_context *ctx, struct st_surface *surface);

   /* Drawing. The index buffer travels in `info`. All state was bound before. */
   void (*draw)(struct st_context *ctx, const struct st_draw_info *info);
   void (*launch_grid)(struct st_context *ctx, const struct st_grid_info *info);
   /* Clears bound attachments, honouring the masks and the scissor in `info` (not the bound blend, depth or scissor
    * state): GL's glClear is one call. */
   void (*clear)(struct st_context *ctx, const struct st_clear_info *info);
   void (*clear_render_target)(struct st_context *ctx, struct st_surface *dst, const union st_color *color,
                               unsigned x, unsigned y, unsigned width, unsigned height);
   void (*clear_depth_stencil)(struct st_context *ctx, struct st_surface *dst, unsigned buffers, double depth,
                               unsigned stencil, unsigned x, unsigned y, unsigned width, unsigned height);

   /* Copies. Neither touches the bound 3D state as seen by the caller. copy_region: same block size on both sides,
    * bytes are copied unchanged, no overlap. blit: scaling, format conversion, resolve, mask, scissor. */
   void (*resource_copy_region)(struct st_context *ctx, struct st_resource *dst, unsigned dst_level, unsigned dst_x,
                                unsigned dst_y, unsigned dst_z, struct st_resource *src, unsigned src_level,
                                const struct st_box *src_box);
   void (*blit)(struct st_context *ctx, const struct st_blit_info *info);
   void (*generate_mipmap)(struct st_context *ctx, struct st_resource *res, enum st_format view_format,
                           unsigned base_level, unsigned last_level, unsigned first_layer, unsigned last_layer);
   void (*clear_buffer)(struct st_context *ctx, struct st_resource *res, uint32_t offset_B, uint32_t size_B,
                        const void *value, unsigned value_size_B);

   /* Transfers. map returns the address of the box's first block and fills *transfer; NULL: out of memory, lost
    * device, or ST_MAP_DONTBLOCK would have blocked. Waits for the GPU unless ST_MAP_UNSYNCHRONIZED. Rows are
    * (*transfer)->stride_B apart, layers layer_stride_B. unmap makes writes visible to later commands of this context
    * and frees the transfer. Several maps of one resource may be alive. */
   void *(*transfer_map)(struct st_context *ctx, struct st_resource *res, unsigned level, unsigned usage,
                         const struct st_box *box, struct st_transfer **transfer);
   void (*transfer_flush_region)(struct st_context *ctx, struct st_transfer *transfer, const struct st_box *rel_box);
   void (*transfer_unmap)(struct st_context *ctx, struct st_transfer *transfer);
   /* Copies bytes in, in command order, without waiting: the streaming path. */
   void (*buffer_subdata)(struct st_context *ctx, struct st_resource *res, uint32_t offset_B, uint32_t size_B,
                          const void *data);
   void (*texture_subdata)(struct st_context *ctx, struct st_resource *res, unsigned level, const struct st_box *box,
                           const void *data, unsigned stride_B, uint64_t layer_stride_B);
   /* Copies out what a map for reading shows, without the map's own copy. Rows may go upwards in memory (negative
    * stride). False: no memory, or the context is lost. */
   bool (*texture_read)(struct st_context *ctx, struct st_resource *res, unsigned level, const struct st_box *box,
                        void *data, ptrdiff_t stride_B, uint64_t layer_stride_B);

   /* Queries. Results: get_query_result returns false when wait is false and the result is not there yet. */
   struct st_query *(*create_query)(struct st_context *ctx, enum st_query_type type, unsigned index);
   void (*destroy_query)(struct st_context *ctx, struct st_query *query);
   bool (*begin_query)(struct st_context *ctx, struct st_query *query);
   bool (*end_query)(struct st_context *ctx, struct st_query *query);
   bool (*get_query_result)(struct st_context *ctx, struct st_query *query, bool wait, union st_query_result *result);
   /* query NULL ends conditional rendering. Drawing happens where (result != 0) != inverted. */
   void (*render_condition)(struct st_context *ctx, struct st_query *query, bool inverted,
                            enum st_render_cond_mode mode);

   /* Submits what was recorded. *fence (when asked for) receives a new reference. */
   void (*flush)(struct st_context *ctx, struct st_fence **fence, unsigned flags);
   /* Makes later commands of this context wait for a fence (EGL/GL server wait). */
   void (*fence_server_wait)(struct st_context *ctx, struct st_fence *fence);
   void (*texture_barrier)(struct st_context *ctx);
   void (*memory_barrier)(struct st_context *ctx, unsigned flags);
   void (*invalidate_resource)(struct st_context *ctx, struct st_resource *res);
   enum st_reset_status (*get_reset_status)(struct st_context *ctx);
   /* Messages about performance, shader compilation and loss go here (any thread). */
   void (*set_debug_callback)(struct st_context *ctx, const struct st_debug_callback *cb);
};

struct st_context {
   const struct st_context_impl *impl;
   struct st_screen *screen;
};

/* ---- reference counting ------------------------------------------------------------------------------------------ */

/* NULL is fine. `ref` returns its argument. The last unref destroys: views and surfaces through the context that made
 * them (so on its thread), resources and fences through their screen (any thread). */
struct st_resource *st_resource_ref(struct st_resource *res);
void st_resource_unref(struct st_resource *res);
struct st_sampler_view *st_sampler_view_ref(struct st_sampler_view *view);
void st_sampler_view_unref(struct st_sampler_view *view);
struct st_surface *st_surface_ref(struct st_surface *surface);
void st_surface_unref(struct st_surface *surface);
struct st_so_target *st_so_target_ref(struct st_so_target *target);
void st_so_target_unref(struct st_so_target *target);
struct st_fence *st_fence_ref(struct st_fence *fence);
void st_fence_unref(struct st_fence *fence);

#endif
