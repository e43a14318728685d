/* si_resource.h: buffers and textures. A resource owns one buffer object or a slice of one. Textures carry their layout.
 * A depth/stencil texture has two planes, which the depth unit requires; only maps interleave them (si_zs_pack.c).
 *
 * Pending use. A map waits for submitted commands of all contexts and for recorded commands of its own context. Commands
 * that another context has recorded but not flushed do not count: OpenGL requires the writer to flush first.
 *
 * Renaming. A buffer whose content is discarded completely gets new memory instead of a wait, but only while a single
 * context has ever bound it (`user`): descriptors in other contexts would keep the old address. */
#ifndef SI_RESOURCE_H
#define SI_RESOURCE_H

#include "si_screen.h"

struct si_context;
struct si_part_chunk;

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
   _Atomic uint64_t written_at_B;  /* images: si_screen.moved_B when the CPU last wrote at least half of it; 0: never */
   uint32_t valid_start_B, valid_end_B; /* buffers: bytes outside were never written, so maps need no wait there */
   uint32_t desc_seq;              /* counts changes of address and layout: descriptors packed before are out of date */
   struct si_part_chunk *part;     /* buffers: the chunk that the memory is a part of, counted; NULL: it has its own */
   bool is_buffer, is_shared;
   bool is_unmapped;               /* an image in video memory: the CPU works on copies (si_image_map.c) */
   bool is_pinned;                 /* mapped persistently, or of the application: the memory is never replaced */
   bool has_depth_plane, has_stencil_plane;
   struct surf_layout surf;        /* colour or depth plane */
   struct surf_layout stencil;     /* stencil plane, when the format has one */
   uint64_t stencil_offset_B;      /* from the start of the resource */
   uint64_t dcc_offset_B;          /* of the keys of an imported image that has DCC (si_dcc.c); 0: it has none */
   bool dcc_alpha_on_msb;          /* the keys' alpha is the highest component */
};

static inline struct si_resource *si_resource(struct pipe_resource *res)
{
   return (struct si_resource *)res;
}

/* The CPU or a command writes the bytes [start_B, end_B) of a buffer. Called by maps and copies when they write, and by
 * bindings that shaders write through (storage buffers, images, stream output) when they are bound. */
static inline void si_buffer_written(struct si_resource *res, uint64_t start_B, uint64_t end_B)
{
   if (end_B > res->base.t.width)
      end_B = res->base.t.width;
   if (start_B < res->valid_start_B)
      res->valid_start_B = (uint32_t)start_B;
   if (end_B > res->valid_end_B)
      res->valid_end_B = (uint32_t)end_B;
}

/* si_resource.c */
struct pipe_resource *si_resource_create(struct pipe_screen *screen, const struct pipe_resource_template *tmpl);
struct pipe_resource *si_resource_from_memory(struct pipe_screen *screen, const struct pipe_resource_template *tmpl, void *memory,
                                              char *why, size_t why_size_B);
bool si_resource_get_handle(struct pipe_screen *screen, struct pipe_context *ctx, struct pipe_resource *res,
                            struct pipe_handle *handle, char *why, size_t why_size_B);
void si_resource_destroy(struct pipe_screen *screen, struct pipe_resource *res);
unsigned si_get_modifiers(struct pipe_screen *screen, enum pipe_format format, uint64_t *modifiers, unsigned max);
/* For si_import.c: a resource without memory, with a reference (NULL: no memory); its layout (false with a reason); its memory, whose
 * reference is taken over. */
struct si_resource *si_resource_new(struct si_screen *screen, const struct pipe_resource_template *tmpl);
bool si_layout_texture(struct si_screen *screen, struct si_resource *res, enum surf_mode mode, bool display, uint32_t fixed_pitch_el,
                       const char **why);
void si_resource_set_bo(struct si_resource *res, struct ws_bo *bo, uint64_t offset_B);
uint8_t *si_resource_map(struct si_resource *res); /* never waits; NULL: no memory */
/* New memory for a buffer; false leaves the old one. */
bool si_resource_rename(struct si_context *ctx, struct si_resource *res);
/* The chunk that a buffer's memory is a part of (si_rename.c); NULL is fine. Any thread. share: another context uses the buffer. */
void si_part_unref(struct si_part_chunk *chunk);
void si_part_share(struct si_part_chunk *chunk);
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

/* si_import.c */
struct pipe_resource *si_resource_from_handle(struct pipe_screen *screen, const struct pipe_resource_template *tmpl,
                                              const struct pipe_handle *handle, char *why, size_t why_size_B);
struct pipe_memory_object *si_memory_from_fd(struct pipe_screen *screen, int fd, uint64_t size_B, char *why, size_t why_size_B);
void si_memory_destroy(struct pipe_screen *screen, struct pipe_memory_object *mem);
enum pipe_memory_result si_resource_from_memory_object(struct pipe_screen *screen, const struct pipe_resource_template *tmpl,
                                                       struct pipe_memory_object *mem, uint64_t offset_B, struct pipe_resource **out,
                                                       char *why, size_t why_size_B);

/* si_image_map.c: slices of a level for the CPU, in the image's memory or in a copy of it. The caller waits for the image before, and
 * needs_content: as the GPU has left it. Addresses in a plane are plane[] + surf_address(). False: no memory, or a lost context. */
struct si_image_map {
   uint8_t *plane[2];              /* colour or depth; stencil beside depth */
   struct si_resource *res;
   struct pipe_resource *staging;  /* NULL: mapped directly */
   uint64_t start_B[2], size_B[2]; /* of the slices in each plane */
};
bool si_image_map(struct si_context *ctx, struct si_resource *res, unsigned level, unsigned z, unsigned depth, bool needs_content,
                  struct si_image_map *m);
void si_image_unmap(struct si_context *ctx, struct si_image_map *m, bool written); /* written: the image gets the copy */

/* si_zs_pack.c: one row of a combined format from and to the planes' rows (either plane may be NULL). */
void si_zs_interleave(enum pipe_format format, void *dst, const void *z, const uint8_t *s, unsigned count);
void si_zs_split(enum pipe_format format, const void *src, void *z, uint8_t *s, unsigned count);
/* Bytes per element of the depth plane; 0: none. */
unsigned si_z_plane_bytes(enum pipe_format format);

#endif
