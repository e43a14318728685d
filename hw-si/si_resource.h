/* si_resource.h: buffers and textures. A resource owns one buffer object or a slice of one. Textures carry their layout;
 * a depth/stencil texture has two planes, as the depth unit wants them, and is interleaved only for the CPU
 * (si_zs_pack.c).
 *
 * Pending use. Commands of a context that was not flushed are that context's affair: maps wait for what was submitted
 * plus what the mapping context recorded. A program that shares a resource between contexts flushes the writer first, as
 * the APIs above ask of it.
 *
 * Renaming. A buffer whose whole content is discarded gets new memory instead of a wait, but only while a single context
 * has ever bound it (`user`): another context's descriptors would go on pointing at the old memory. */
#ifndef SI_RESOURCE_H
#define SI_RESOURCE_H

#include "si_screen.h"

struct si_context;

#define SI_USER_NONE 0u
#define SI_USER_MANY UINT32_MAX

struct si_resource {
   struct pipe_resource base;
   struct ws_bo *bo;               /* changes only by renaming */
   uint64_t va;                    /* of the first byte of the resource */
   uint64_t offset_B;              /* in bo */
   uint64_t size_B;
   uint8_t *_Atomic map;           /* address of the first byte, or NULL until mapped first */
   _Atomic uint32_t user;          /* id of the only context that bound it, or SI_USER_* */
   uint32_t valid_start_B, valid_end_B; /* buffers: bytes outside were never written, so maps need no wait there */
   uint32_t layout_seq;            /* counts changes of layout: packed descriptors of older ones are stale */
   bool is_buffer, is_shared;
   bool has_depth_plane, has_stencil_plane;
   struct surf_layout surf;        /* colour or depth plane */
   struct surf_layout stencil;     /* stencil plane, when the format has one */
   uint64_t stencil_offset_B;      /* from the start of the resource */
};

static inline struct si_resource *si_resource(struct pipe_resource *res)
{
   return (struct si_resource *)res;
}

/* si_resource.c */
struct pipe_resource *si_resource_create(struct pipe_screen *screen, const struct pipe_resource_template *tmpl);
struct pipe_resource *si_resource_from_handle(struct pipe_screen *screen, const struct pipe_resource_template *tmpl,
                                              const struct pipe_handle *handle, char *why, size_t why_size_B);
bool si_resource_get_handle(struct pipe_screen *screen, struct pipe_context *ctx, struct pipe_resource *res,
                            struct pipe_handle *handle, char *why, size_t why_size_B);
void si_resource_destroy(struct pipe_screen *screen, struct pipe_resource *res);
unsigned si_get_modifiers(struct pipe_screen *screen, enum pipe_format format, uint64_t *modifiers, unsigned max);
uint8_t *si_resource_map(struct si_resource *res); /* never waits; NULL: no memory */
/* New memory for a buffer; false leaves the old one. */
bool si_resource_rename(struct si_resource *res);
void si_resource_use(struct si_resource *res, const struct si_context *ctx);
static inline unsigned si_level_width(const struct pipe_resource *res, unsigned level)
{
   return surf_max_u32(1, res->t.width >> level);
}
static inline unsigned si_level_height(const struct pipe_resource *res, unsigned level)
{
   return surf_max_u32(1, res->t.height >> level);
}
/* Layers, faces or 3D slices of a level. */
unsigned si_level_layers(const struct pipe_resource *res, unsigned level);

/* si_transfer.c */
void *si_transfer_map(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, unsigned usage,
                      const struct pipe_box *box, struct pipe_transfer **transfer);
void si_transfer_flush_region(struct pipe_context *ctx, struct pipe_transfer *transfer, const struct pipe_box *rel_box);
void si_transfer_unmap(struct pipe_context *ctx, struct pipe_transfer *transfer);
void si_buffer_subdata(struct pipe_context *ctx, struct pipe_resource *res, uint32_t offset_B, uint32_t size_B,
                       const void *data);
void si_texture_subdata(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box,
                        const void *data, unsigned stride_B, uint64_t layer_stride_B);
bool si_texture_read(struct pipe_context *ctx, struct pipe_resource *res, unsigned level, const struct pipe_box *box, void *data,
                     ptrdiff_t stride_B, uint64_t layer_stride_B);
void si_invalidate_resource(struct pipe_context *ctx, struct pipe_resource *res);

/* si_zs_pack.c: one row of a combined format from and to the planes' rows (either plane may be NULL). */
void si_zs_interleave(enum pipe_format format, void *dst, const void *z, const uint8_t *s, unsigned count);
void si_zs_split(enum pipe_format format, const void *src, void *z, uint8_t *s, unsigned count);
/* Bytes per element of the depth plane; 0: none. */
unsigned si_z_plane_bytes(enum pipe_format format);

#endif
