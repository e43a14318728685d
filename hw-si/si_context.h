/* si_context.h: the state of a context: bound objects, dirty bits, the registers last emitted, the command stream. One thread
 * at a time uses a context, and no other context reads it. */
#ifndef SI_CONTEXT_H
#define SI_CONTEXT_H

#include "si_cs.h"
#include "si_resource.h"
#include "si_screen.h"
#include "si_state.h"

#define SI_HW_COUNT (SI_HW_CS + 1) /* enum si_hw_stage */

enum si_atom {
#define SI_ATOM(name, emit, max_dw) SI_ATOM_##name,
#include "si_dirty.def"
#undef SI_ATOM
   SI_ATOM_COUNT
};
enum si_dirty {
#define SI_ATOM(name, emit, max_dw) SI_DIRTY_##name = 1 << SI_ATOM_##name,
#include "si_dirty.def"
#undef SI_ATOM
   SI_DIRTY_ALL = (1 << SI_ATOM_COUNT) - 1
};
#define SI_DIRTY_HW(hw) ((uint32_t)SI_DIRTY_LS << (hw)) /* code of a hardware stage: atoms in the order of enum si_hw_stage */
_Static_assert(SI_ATOM_PS - SI_ATOM_LS == SI_HW_PS - SI_HW_LS, "atoms LS..PS are in the order of enum si_hw_stage");
/* Most dwords that a step emits. si_cs_begin reserves SI_DRAW_DW; si_draw_rect emits less than a draw. */
enum si_max_dw {
   SI_ATOMS_DW = 0
#define SI_ATOM(name, emit, max_dw) + (max_dw)
#include "si_dirty.def"
#undef SI_ATOM
   ,
   SI_CACHE_FLUSH_DW = 2 + 2 + 6 + 2 + 5 + 2,
   SI_SGPRS_DW = 16 + 8 * 2,     /* of a stage: every second register in a separate packet */
   SI_DRAW_REGS_DW = 3 + 3 + 3 + 3 + 3 + 2 + 3,
   SI_DRAW_PACKET_DW = 4 + 2 + 3 + 2 + 10 + 2 * 2, /* indirect, with PIPELINESTAT_STOP and START */
   SI_OVERFLOW_QUERIES_DW = 64,  /* pausing (or resuming) all of them; begin_query refuses more */
   SI_STREAMOUT_DW = 12 + 4 * (4 + 6) + 4 + SI_OVERFLOW_QUERIES_DW, /* beginning or ending it */
   SI_DRAW_DW = SI_CACHE_FLUSH_DW + SI_ATOMS_DW + SI_HW_COUNT * SI_SGPRS_DW + SI_DRAW_REGS_DW + SI_DRAW_PACKET_DW +
                SI_STREAMOUT_DW,
   SI_PREAMBLE_DW = 256,
   SI_QUERIES_DW = 4096,         /* begins or ends of all active queries together; begin_query refuses more */
};

/* Pending waits, cache flushes and invalidates; emitted before the next commands (si_flush.c). */
enum si_flush {
   SI_FLUSH_CB = 1 << 0,         /* write back and invalidate the colour caches */
   SI_FLUSH_DB = 1 << 1,         /* and those of depth and stencil */
   SI_INV_ICACHE = 1 << 2, SI_INV_KCACHE = 1 << 3, SI_INV_L1 = 1 << 4, SI_INV_L2 = 1 << 5,
   SI_WAIT_PS = 1 << 6, SI_WAIT_VS = 1 << 7, SI_WAIT_CS = 1 << 8,
   SI_WAIT_PFP = 1 << 9,         /* index and indirect data are fetched ahead by the PFP */
};

/* PA_SC_EDGERULE as radeonsi has it: which edge a sample belongs to that lies on it, by the direction of y. */
#define SI_EDGERULE_TOP 0xaa99aaaa
#define SI_EDGERULE_BOTTOM 0xaaa6995a

/* ---- bindings ---- */
#define SI_NUM_BUFFERS (SI_NUM_CONST_BUFFERS + SI_NUM_SHADER_BUFFERS)

struct si_stage {                /* of the API */
   struct si_shader *shader;

   /* Constant buffers, then shader buffers, as V#, and the references that keep them alive. Masks have a bit per slot. */
   uint32_t buffers[SI_NUM_BUFFERS * 4];
   struct pipe_resource *buffer_res[SI_NUM_BUFFERS];
   struct { uint32_t offset_B, size_B; } buffer_range[SI_NUM_BUFFERS];
   uint64_t buffer_mask;         /* slots with a resource */
   uint64_t buffer_writable;
   uint64_t buffers_listed;      /* slots whose resource is in the submission's buffer list */

   /* Constants given as user memory: a cached copy of them, streamed to the GPU at the first draw that reads them. */
   struct { uint8_t *data; uint32_t size_B, capacity_B; } user[SI_NUM_CONST_BUFFERS];
   uint32_t user_mask;           /* slots that hold such a copy */
   uint32_t user_dirty;          /* slots whose copy was not streamed in this submission */

   uint32_t textures[SI_TEXTURE_SET_DW];
   struct pipe_sampler_view *view[SI_NUM_SAMPLERS];
   struct si_sampler *sampler[SI_NUM_SAMPLERS];
   uint32_t view_mask;
   uint32_t yuv_mask;                           /* slots whose view has planes */
   uint16_t yuv[SI_NUM_SAMPLERS];               /* SI_YUV_KEY */
   uint32_t magnify_to_half;                    /* slots whose sampler has it */
   uint32_t compare_zero[4];                    /* per component: slots whose sampler has it */
   uint32_t srgb_fetch[4];                      /* per component of a texel in the shader: slots with skip_srgb where it is sRGB */
   struct pipe_image_view image[SI_NUM_SHADER_IMAGES]; /* resource referenced */
   uint32_t image_mask;
   bool buffers_dirty, textures_dirty;
   uint8_t buffers_uploaded, textures_uploaded; /* slots in the uploaded sets; textures: images follow the samplers */
   uint32_t buffers_va, textures_va;            /* their addresses */
};

#define SI_MAX_USER_SGPRS 16
struct si_user_sgprs { uint32_t value[SI_MAX_USER_SGPRS]; uint16_t valid, dirty; };

/* ---- hardware stages (si_stages.c) ---- */
#define SI_STAGE_OFF 0xff

struct si_stage_map {
   uint8_t api[SI_HW_COUNT];     /* enum pipe_shader_type that runs in a hardware stage, or SI_STAGE_OFF */
   bool copy;                    /* VS runs the copy shader of the geometry shader */
};

struct si_hw {
   struct si_variant *variant;   /* chosen at the last update of shaders; NULL: the stage is off */
   struct si_code *code;         /* of the variant */
   struct si_user_sgprs sgprs;
};

struct si_framebuffer {
   struct pipe_framebuffer_state state; /* surfaces referenced */
   uint32_t target_mask;         /* nibble per bound buffer, all channels */
   uint32_t spi_normal, spi_blend, spi_alpha, spi_blend_alpha; /* export formats, nibble per buffer */
   uint8_t int8_mask, int10_mask, blendable_mask, bound_mask;
   uint8_t emitted_count;        /* colour buffers whose registers hold something: unbound ones must be cleared */
};

struct si_streamout {
   struct pipe_stream_output_target *target[PIPE_MAX_SO_BUFFERS]; /* referenced */
   uint32_t start_B[PIPE_MAX_SO_BUFFERS]; /* in the buffer, where targets begin that do not append */
   uint8_t mask, append;         /* bit per target */
   bool active;                  /* begun in this submission */
   bool enabled;                 /* the VGT counts primitives, with or without targets */
   unsigned generated_queries;   /* active ones of PIPE_QUERY_PRIMITIVES_GENERATED */
   uint32_t overflow_dw;         /* that one half of all active overflow queries takes */
};

/* NULL until a draw needs them: geometry shaders (si_rings.c), tessellation (si_tess.c). */
struct si_rings { struct ws_bo *esgs, *gsvs, *offchip, *factors; };

struct si_tess {                 /* of draws of patches */
   unsigned patches;             /* of a threadgroup */
   uint32_t layout;              /* enum si_tess_layout */
   uint32_t ls_hs_config, tf_param, reuse_depth, ls_lds_size; /* registers, and LDS_SIZE of RSRC2_LS */
   bool uses_primitive_id;       /* any shader of the draw */
};

/* A patch of a draw, and its share of the memory of a threadgroup. */
struct si_tess_patch { unsigned in_points, out_points, lds_B, offchip_B; bool uses_primitive_id; };

/* State that IA_MULTI_VGT_PARAM depends on. */
#define SI_GS_PER_ES 128      /* VGT_GS_PER_ES */
#define SI_GS_PRIMGROUP 64    /* primitives of a group with a geometry shader */
struct si_multi_vgt {
   bool has_gs, has_tess, tess_uses_primitive_id;
   unsigned patches;             /* of a threadgroup, with tessellation */
};

/* Handles that are resident in a context (si_bindless.c). */
struct si_resident { struct si_handle *handle; uint32_t usage; /* of its memory */ };
struct si_residents {
   struct si_resident *at;
   unsigned count, capacity;
   unsigned listed;              /* of the first ones: their memory is in the submission's buffer list */
   struct si_handle **left;      /* not resident any more, but recorded commands may use them */
   unsigned left_count;
   unsigned moved;               /* si_handle_table.moved when their descriptors were compared with their resources */
};

struct si_query;

struct si_context {
   struct pipe_context base;
   struct si_screen *screen;
   struct ws_device *ws;
   struct ws_ctx *ws_ctx;
   uint32_t id;                  /* see struct si_resource.user */
   unsigned flags;
   struct pipe_debug_callback debug;
   bool lost;

   struct si_cs cs;
   struct si_rename rename[2];   /* in video memory, in system memory */
   uint32_t renamed_B;           /* by recorded commands' buffers, of these */
   uint32_t dirty;               /* enum si_dirty */
   uint32_t flush;               /* enum si_flush, pending */
   bool shaders_dirty;           /* a key of the draws' shaders may have changed */
   bool compute_dirty;           /* that of the compute shader */
   uint8_t stippled_faces;       /* enum pipe_face: faces of the draw's polygons that are filled and stippled (si_set_polygon_prims) */
   bool edge_flags;              /* vertices of the draw have edge flags; likewise */
   bool smooth;                  /* the draw's lines or polygons are antialiased by coverage (si_set_smooth_prims): */
   uint8_t smooth_faces;         /* enum pipe_face: polygons with these faces */
   bool smooth_points;           /* the draw's points are antialiased by their coordinate */
   float prim_width_px;          /* the widest point or line of the draw; 0 for filled polygons (si_viewport.c) */
   bool targets_written;         /* something was drawn since the targets were last flushed */
   bool writes_dcc;              /* a target of this submission has DCC: flushes write its keys back */
   bool has_plain_dcc;           /* the plain bytes of an image with DCC were bound: draws look for them */
   struct pipe_fence *last_fence;
   struct ws_fence *wait[8];     /* the next submission starts after these */
   unsigned wait_count;

   struct si_blend *blend;
   struct si_dsa *dsa;
   struct si_raster *raster;
   struct si_velems *velems;
   struct si_framebuffer fb;
   float blend_color[4];
   uint8_t stencil_ref[2];
   bool shade_samples;           /* shading runs for every sample */
   uint32_t sample_mask;
   struct pipe_sample_locations locations;
   float clip_planes[8][4];
   uint32_t poly_stipple[32];    /* rows of set_polygon_stipple */
   unsigned patch_vertices;
   float tess_outer[4], tess_inner[2];
   struct pipe_viewport_state viewport[PIPE_MAX_VIEWPORTS];
   struct pipe_scissor_state scissor[PIPE_MAX_VIEWPORTS];
   struct pipe_window_rectangles window_rectangles;
   struct pipe_vertex_buffer vb[PIPE_MAX_VERTEX_BUFFERS];
   bool vertex_dirty;
   uint32_t vertex_va;
   struct si_streamout so;
   struct si_rings rings;
   struct si_tess tess;
   bool all_viewports;           /* the last vertex stage writes gl_ViewportIndex */
   bool single_primitive_draw;   /* of the last draw: see pipe_draw_info */
   bool strip_adjacency;         /* the draw's primitives are PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY */
   struct si_stage stage[PIPE_SHADER_TYPES];
   struct si_residents residents;
   struct si_stage_map map;      /* of the shaders bound at the last update */
   uint32_t stages_en;           /* VGT_SHADER_STAGES_EN of the map */
   uint32_t multi_vgt;           /* IA_MULTI_VGT_PARAM of the map */
   struct si_hw hw[SI_HW_COUNT];
   bool internal_dirty;          /* clip planes, positions of samples, stream-output buffers or rings changed */
   uint32_t internal_va;         /* enum si_internal_slot; uploaded when one of these is used */

   /* Registers written by draws, as last emitted; ~0 before the first. */
   struct { uint32_t prim, multi_vgt, stages_en, restart_en, restart_index, instances, index_type, line_stipple; bool restart_known; } last;
   /* The packet of the last draw, while it may take more vertices (si_draw_join.c). end: of the packet; NULL: it may not. */
   struct si_join { uint32_t *end, *count_dw, first, count; enum pipe_prim_type mode; bool predicate; } join;
   uint32_t db_shader_control;   /* of the bound pixel shader variant */
   uint32_t spi_map[32], spi_map_count; /* as last emitted; count ~0: unknown */

   struct si_scratch { struct ws_bo *bo; uint32_t wave_B, tmpring_size; } scratch, compute_scratch; /* bo NULL until a shader needs it */
   bool dispatched;              /* waves of a compute shader may run: none was waited for since the last dispatch */

   uint8_t *spare_staging;       /* of the last image map: fresh memory costs a page fault every 4 KB */
   size_t spare_staging_B;
   struct si_transfer *spare_transfer; /* of the last map that ended: programs map buffers between draws */

   struct si_query *active_queries;
   uint32_t query_end_dw;        /* that ending all of them emits */
   unsigned occlusion_count;     /* active counting queries */
   unsigned statistics_count;    /* active queries of pipeline statistics */
   struct si_query *render_cond;
   bool render_cond_inverted, render_cond_wait;
   bool predicate_set;           /* SET_PREDICATION was emitted for render_cond in this submission */
   unsigned internal_draw;       /* inside a blit: occlusion queries and pipeline statistics do not count */

};

static inline struct si_context *si_context(struct pipe_context *ctx)
{
   return (struct si_context *)ctx;
}

/* A part of the key of the stage's shader may have changed. */
static inline void si_key_changed(struct si_context *ctx, const struct si_stage *st)
{
   if (st == &ctx->stage[PIPE_SHADER_COMPUTE])
      ctx->compute_dirty = true;
   else
      ctx->shaders_dirty = true;
}

static inline void *si_upload_alloc(struct si_context *ctx, uint32_t size_B, uint32_t align_B, uint64_t *va)
{
   struct si_cs *cs = &ctx->cs;
   uint32_t at = (cs->upload_used_B + align_B - 1) & ~(align_B - 1);

   if (!cs->upload || at + size_B > cs->upload->size_B)
      return si_upload_alloc_slow(ctx, size_B, align_B, va);
   cs->upload_used_B = at + size_B;
   *va = cs->upload->bo->va + at;
   return cs->upload->map + at;
}

/* si_rename.c */
/* Memory for the new content of a small buffer, with references to both for the caller. bo NULL: the buffer needs its own, or there is
 * none. */
struct si_part { struct si_part_chunk *chunk; struct ws_bo *bo; uint64_t offset_B; };
struct si_part si_rename_memory(struct si_context *ctx, const struct si_resource *res);
void si_rename_finish(struct si_context *ctx);
/* si_context.c */
struct pipe_context *si_context_create(struct pipe_screen *screen, unsigned flags);
void si_message(struct si_context *ctx, enum pipe_debug_type type, const char *format, ...)
   __attribute__((format(printf, 3, 4)));
/* si_flush.c */
void si_submit(struct si_context *ctx);
void si_submit_to_wait(struct si_context *ctx); /* the caller waits for it next */
/* The GPU has executed all that this context has submitted. */
bool si_is_idle(const struct si_context *ctx);
/* After a draw, a dispatch or a copy: submits a long stream, one that keeps much memory, and one that an idle GPU can begin with. */
static inline void si_submit_when_full(struct si_context *ctx)
{
   const uint32_t dw = ctx->cs.total_dw + ctx->cs.buf.count;
   if (dw > SI_CS_FLUSH_DW || ctx->renamed_B > SI_CS_RENAMED_B || (ctx->cs.bos_B > SI_CS_FLUSH_B && dw > SI_CS_FEW_DW) ||
       ctx->cs.bos_B > ctx->screen->base.caps.video_memory_B / SI_CS_SHARE ||
       (++ctx->cs.draws % SI_CS_IDLE_DRAWS == 0 && si_is_idle(ctx)))
      si_submit(ctx);
}
void si_emit_cache_flush(struct si_context *ctx);
/* CB and DB are not coherent with TC: flushes them, so that shaders, copies and the CPU read the bound targets' texels. */
void si_flush_targets(struct si_context *ctx);
/* The draw's pixel shader reads the framebuffer: by framebuffer fetch, or to blend. */
static inline bool si_reads_targets(const struct si_context *ctx, const struct si_shader *shader)
{
   return shader->state.stage == PIPE_SHADER_FRAGMENT &&
          (shader->info.reads_targets || (ctx->blend && ctx->blend->state.equation));
}
void si_set_context_lost(struct si_context *ctx, int error);
/* Submits this context's commands that conflict with `usage` of the resource, then waits for the GPU. False: busy, and block
 * is false. */
bool si_wait_resource(struct si_context *ctx, struct si_resource *res, uint32_t usage, bool block);
/* Likewise, for at most timeout_ns. False: still busy. */
bool si_wait_resource_for(struct si_context *ctx, struct si_resource *res, uint32_t usage, uint64_t timeout_ns);
bool si_resource_idle(struct si_context *ctx, struct si_resource *res, uint32_t usage);
/* si_debug.c */
void si_debug_dump(struct si_context *ctx, const struct ws_submit *submit);
/* si_preamble.c */
void si_emit_preamble(struct si_context *ctx);

/* The methods of pipe_context_impl: si_draw() is its draw, and so on. */
#define SI_METHOD(name) __typeof__(*((struct pipe_context_impl *)0)->name) si_##name;
#include "si_methods.def"
#undef SI_METHOD
void si_set_smooth_prims(struct si_context *ctx, enum pipe_prim_type mode);
void si_set_polygon_prims(struct si_context *ctx, enum pipe_prim_type mode);
void si_set_wide_prims(struct si_context *ctx, enum pipe_prim_type mode);

#define SI_ATOM(name, emit, max_dw) void emit(struct si_context *ctx);
#include "si_dirty.def"
#undef SI_ATOM
void si_emit_atoms(struct si_context *ctx);

/* si_fb.c, si_cb.c, si_db.c */
bool si_init_cb_surface(struct si_context *ctx, struct si_surface *surf);
bool si_init_db_surface(struct si_context *ctx, struct si_surface *surf);
void si_emit_cb(struct si_context *ctx, unsigned index, const struct si_surface *surf);
void si_emit_db(struct si_context *ctx, const struct si_surface *surf);
/* Emits targets other than the bound ones, for blits; the FRAMEBUFFER atom becomes dirty. */
void si_emit_targets(struct si_context *ctx, struct si_surface *const *cbufs, unsigned count, struct si_surface *zs,
                     uint32_t width, uint32_t height);
void si_fb_release(struct si_context *ctx);

/* si_bufdesc.c, si_texdesc.c */
void si_make_buffer_desc(const struct si_screen *screen, uint64_t va, uint32_t size_B, uint32_t stride_B, uint32_t word3,
                         uint32_t desc[4]);
uint32_t si_raw_buffer_word3(void);
uint32_t si_format_buffer_word3(const struct si_screen *screen, enum pipe_format format, const uint8_t swizzle[4]);
bool si_make_target_desc(const struct si_screen *screen, const struct pipe_surface *surface, bool stencil, uint32_t desc[8]);
/* The first layer of the surface alone, without the rows that pad it. */
bool si_make_slice_desc(const struct si_screen *screen, const struct pipe_surface *surface, uint32_t desc[8]);
bool si_make_texture_desc(const struct si_screen *screen, const struct si_resource *res, const struct pipe_view_template *t,
                          uint32_t desc[8]);
/* T# of a texture view or V# of a buffer view, for the resource's present address and layout. False: no such format. */
bool si_make_view_desc(const struct si_screen *screen, const struct si_resource *res, const struct pipe_view_template *t,
                       uint32_t desc[8]);

/* si_sampler.c */
void si_pack_sampler(struct si_screen *screen, const struct pipe_sampler_state *s, struct si_sampler *out);

/* si_bindless.c */
void si_handles_init(struct si_handle_table *table);
void si_handles_finish(struct si_screen *screen);
void si_delete_handle(struct pipe_screen *screen, uint64_t handle);
void si_list_residents(struct si_context *ctx);          /* before a draw or dispatch whose shaders use handles */
void si_begin_residents(struct si_context *ctx);         /* at the start of a submission */
void si_release_residents(struct si_context *ctx);
void si_expand_plain_residents(struct si_context *ctx);
void si_resource_moved(struct si_screen *screen);        /* an image got another place or layout */
void si_update_moved_handles(struct si_context *ctx, unsigned moved);
/* Before commands are recorded that may use handles: resident ones address descriptors of their resource's present place. */
static inline void si_update_residents(struct si_context *ctx)
{
   const unsigned moved = atomic_load_explicit(&ctx->screen->handles.moved, memory_order_acquire);

   if (ctx->residents.count && ctx->residents.moved != moved)
      si_update_moved_handles(ctx, moved);
}

/* si_vertex.c, si_descriptor.c */
void si_null_texture_desc(const struct si_context *ctx, uint32_t desc[8]);
/* T# or V# of an image; one that makes loads return 0 and drops stores, where the device cannot access it. */
void si_make_image_desc(struct si_context *ctx, const struct pipe_image_view *v, uint32_t desc[8]);
void si_write_sampler_flags(struct si_stage *st, unsigned slot); /* in the memory of the slot, for handles of it */
void si_update_srgb(struct si_context *ctx, struct si_stage *st, unsigned slot); /* another sampler is bound */
bool si_upload_vertex_buffers(struct si_context *ctx);
/* Uploads the sets of an API stage that changed and sets their addresses in the SGPRs of the hardware stage. */
bool si_upload_descriptors(struct si_context *ctx, enum pipe_shader_type stage, enum si_hw_stage hw, const struct si_shader *shader);
void si_init_bindings(struct si_context *ctx);
void si_begin_bindings(struct si_context *ctx);  /* at the start of a submission: its buffer list is empty */
void si_release_bindings(struct si_context *ctx);
void si_rebind_buffer(struct si_context *ctx, struct si_resource *res); /* after renaming */
void si_rebind_texture(struct si_context *ctx, struct si_resource *res); /* after a change of layout */
void si_set_sgpr(struct si_context *ctx, enum si_hw_stage hw, unsigned index, uint32_t value);
void si_emit_sgprs(struct si_context *ctx, enum si_hw_stage hw);
void si_forget_sgprs(struct si_context *ctx, enum si_hw_stage hw, uint16_t mask); /* the registers' values become unknown */
uint32_t si_user_data_reg(enum si_hw_stage hw); /* the register of SGPR 0 */

/* si_stages.c. bound: bit per enum pipe_shader_type; with the compute bit, the others do not count. */
struct si_stage_map si_map_stages(uint32_t bound);
enum si_hw_stage si_vertex_hw(const struct si_stage_map *map); /* where the API's vertex shader runs */
uint32_t si_shader_stages_en(const struct si_stage_map *map);

/* si_key.c: the key for the bound state, and the most likely one at link time (ctx may be NULL then). */
/* Shaders of the same program that read the outputs of other stages, or NULL. */
struct si_key_shaders { const struct si_shader *tcs, *tes, *gs, *ps; };
void si_make_key(const struct si_context *ctx, const struct si_shader *shader, const struct si_key_shaders *with,
                 enum si_hw_stage hw, struct si_shader_key *key);
void si_make_likely_key(const struct si_context *ctx, const struct si_shader *shader, const struct si_key_shaders *with,
                        enum si_hw_stage hw, struct si_shader_key *key);

/* si_shader.c, si_shader_regs.c */
bool si_update_shaders(struct si_context *ctx); /* of draws */
bool si_update_compute_code(struct si_context *ctx); /* a compute shader is bound, and valid */
void si_pack_code_address(struct si_code *code);
void si_pack_shader_regs(struct si_code *code, enum si_hw_stage hw);
void si_emit_code_vs(struct si_context *ctx, const struct si_code *vs, bool window_space);
/* Registers and a prefetch of code that draws will use: hardware reads it into L2, the simulated GPU makes host code. False: small
 * code, and chips whose CP DMA does not go through L2. */
bool si_prefetch_code(struct si_context *ctx, enum si_hw_stage hw, const struct si_code *code);
void si_emit_code_ps(struct si_context *ctx, const struct si_code *ps);
void si_emit_inputs(struct si_context *ctx, const struct si_code *vs, const struct si_code *ps, bool flatshade, uint32_t sprite_coords);
uint32_t si_cb_shader_mask(uint32_t col_format, uint8_t colors_written, bool broadcast);

/* si_scratch.c: a scratch buffer for the code of all hardware stages; code that has another address in it is placed anew. */
bool si_update_scratch(struct si_context *ctx);
bool si_update_compute_scratch(struct si_context *ctx);
void si_release_scratch(struct si_context *ctx);

/* si_rings.c. update: before a draw; false: no memory. emit: at the start of a submission. */
bool si_update_rings(struct si_context *ctx);
void si_emit_rings(struct si_context *ctx);
void si_make_ring_descs(const struct si_context *ctx, uint32_t desc[SI_INTERNAL_COUNT * 4]);
void si_release_rings(struct si_context *ctx);

/* si_tess.c */
/* Patches of a threadgroup; 0: one patch takes more memory than a threadgroup has. */
unsigned si_tess_group_patches(const struct si_info *info, const struct si_tess_patch *p);
uint32_t si_tf_param(const struct si_shader_info *tes); /* VGT_TF_PARAM */
bool si_update_tess(struct si_context *ctx); /* after the choice of shaders. False: the draw is dropped */
void si_set_tess_sgprs(struct si_context *ctx);
void si_emit_tess_rings(struct si_context *ctx); /* at the start of a submission */
void si_make_tess_descs(const struct si_context *ctx, uint32_t desc[SI_INTERNAL_COUNT * 4]);
void si_release_tess_rings(struct si_context *ctx);
uint32_t si_gsvs_lane_dw(const struct si_gs_info *gs); /* size of one lane of a GS wave in the GSVS ring */

/* si_multi_vgt.c */
uint32_t si_multi_vgt_param(const struct si_info *info, const struct si_multi_vgt *d);

/* si_draw.c. prim: DI_PT_*; multi_vgt: IA_MULTI_VGT_PARAM. */
void si_emit_draw_regs(struct si_context *ctx, unsigned prim, uint32_t multi_vgt, uint32_t stages_en, bool restart,
                       uint32_t restart_index, uint32_t instances);
void si_emit_draw_auto(struct si_context *ctx, uint32_t count, bool predicate);
/* si_draw_join.c. join: the vertices were added to the last draw, and nothing is to be emitted; before SGPRs are emitted. note: after the
 * packet of a draw. */
bool si_join_draw(struct si_context *ctx, const struct pipe_draw_info *info, bool predicate);
void si_note_draw(struct si_context *ctx, const struct pipe_draw_info *info, bool predicate);
void si_emit_index_type(struct si_context *ctx, uint32_t type);
/* An index buffer as the hardware takes it. */
struct si_indices { uint64_t va; uint32_t max_count, type; };

/* si_draw_indirect.c */
void si_emit_draw_indirect(struct si_context *ctx, const struct pipe_draw_info *info, const struct si_indices *ib, bool predicate);

/* si_streamout.c */
void si_update_streamout(struct si_context *ctx); /* before a draw: begins or ends it for the last vertex stage */
void si_end_streamout(struct si_context *ctx);    /* before other primitives, other targets, the end of a submission */
void si_release_streamout(struct si_context *ctx);
void si_make_streamout_descs(const struct si_context *ctx, uint32_t desc[PIPE_MAX_SO_BUFFERS * 4]);
/* Draws as many vertices as the target holds. */
void si_emit_draw_opaque(struct si_context *ctx, struct pipe_stream_output_target *target, bool predicate);

/* si_query.c */
void si_suspend_queries(struct si_context *ctx);
void si_resume_queries(struct si_context *ctx);
/* Overflow queries count only between pause false and pause true. */
void si_pause_overflow_queries(struct si_context *ctx, bool pause);
/* Pipeline statistics do not count between stop true and stop false. */
void si_stop_statistics(struct si_context *ctx, bool stop);
/* Before predicated packets. False: nothing is to be drawn, decided without the GPU. *predicate: packets carry the bit. */
bool si_emit_render_condition(struct si_context *ctx, bool *predicate);

/* si_clear_fill.c: the same as clearing with a rectangle over all of the surface. False: nothing was done. */
bool si_fill_color(struct si_context *ctx, struct si_surface *s, const union pipe_color_union *color, unsigned colormask,
                   unsigned layers);
bool si_fill_depth(struct si_context *ctx, struct si_surface *s, double depth, unsigned layers);
bool si_fill_stencil(struct si_context *ctx, struct si_surface *s, uint8_t stencil, uint8_t writemask, unsigned layers);

/* A copy of a region of an image, recorded as draws. False: these formats cannot be drawn, or there is no memory. */
bool si_copy_region_by_gpu(struct si_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x, unsigned dst_y,
                           unsigned dst_z, struct pipe_resource *src, unsigned src_level, const struct pipe_box *src_box);
/* si_copy.c. si_dma copies from src (NULL: fills with a word), in command order. */
void si_dma(struct si_context *ctx, struct si_resource *dst, uint64_t dst_va, struct ws_bo *src, uint64_t src_or_data,
            uint64_t size_B);
/* Copies rows of row_B bytes. src NULL: from streaming memory of this submission. False: no command buffer. */
bool si_dma_rows(struct si_context *ctx, struct si_resource *dst, uint64_t dst_va, uint64_t dst_stride_B, struct ws_bo *src,
                 uint64_t src_va, uint64_t src_stride_B, uint64_t row_B, uint32_t rows);
void si_copy_buffer(struct si_context *ctx, struct si_resource *dst, uint64_t dst_B, struct si_resource *src,
                    uint64_t src_B, uint64_t size_B);

/* si_tiles.c. Whether the region starts at a tile and ends at the end of a tile or of the level: its tiles hold no other texels. */
bool si_covers_full_tiles(const struct surf_level *l, unsigned x, unsigned y, unsigned width, unsigned height);
/* Complete micro tiles between images of the same size of element, in command order; el is in elements of the source. False: nothing was
 * recorded, as the region has other tiles, or there is no memory. */
bool si_copy_tiles(struct si_context *ctx, struct si_resource *dst, unsigned dst_level, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                   struct si_resource *src, unsigned src_level, const struct surf_box *el);
/* Likewise from rows of the caller, which may change them on return. False: as above; the region is undefined. */
bool si_write_tiles(struct si_context *ctx, struct si_resource *dst, unsigned level, const struct surf_box *el, const uint8_t *rows,
                    size_t stride_B, size_t layer_B);

/* si_workaround.c */
unsigned si_wa_eop_count(const struct si_info *info);
void si_wa_empty_scissor(int *x0, int *y0, int *x1, int *y1);

/* si_dcc.c */
bool si_dcc_applies(const struct si_resource *res, enum pipe_format format); /* views and targets of this format use the keys */
void si_expand_dcc(struct si_context *ctx, struct si_resource *res);         /* nothing unless it has DCC */
void si_expand_plain_targets(struct si_context *ctx, struct si_surface *const *cbufs, unsigned count);
void si_expand_plain_bindings(struct si_context *ctx); /* before a draw or dispatch, if has_plain_dcc */

/* si_msaa.c: registers for this number of samples per pixel, of which those in the mask are written. */
#define SI_SMOOTH_SAMPLES 8 /* of smooth lines and polygons */
/* per_sample: pixel shaders run for each sample. smooth: the target has one sample, primitives cover `samples`. locations: NULL:
 * standard ones. */
void si_emit_samples(struct si_context *ctx, unsigned samples, bool per_sample, bool smooth, uint32_t mask,
                     const struct pipe_sample_locations *locations);
/* The positions of SI_DRIVER_CONST_SAMPLE_POS_B. */
void si_sample_positions(const struct si_context *ctx, float xy[PIPE_SAMPLE_GRID * PIPE_SAMPLE_GRID][PIPE_MAX_SAMPLES][2]);

#endif
