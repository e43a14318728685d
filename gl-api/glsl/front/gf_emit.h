/* gf_emit.h: private to the emitter: typed tree to SPIR-V. gf_spv.c keeps the module's sections, types and constants;
 * gf_emit.c variables and functions; gf_emit_expr.c, gf_emit_call.c expressions; gf_emit_stmt.c control flow. */
#ifndef GF_EMIT_H
#define GF_EMIT_H

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include "gf_parser.h"

enum gf_section { GF_NAMES, GF_DECORATIONS, GF_GLOBALS, GF_VARIABLES /* of a function */, GF_BODY, GF_FUNCTIONS,
                  GF_SECTION_COUNT };
struct gf_words { uint32_t *at; unsigned count, room; };

/* Memory layouts: values; uniforms outside blocks, which the linker lays out (bools are words, samplers and images are objects);
 * uniform and buffer blocks with offsets and strides (samplers and images are handles, uvec2: ARB_bindless_texture). */
enum gf_pack { GF_PACK_NONE, GF_PACK_LOOSE, GF_PACK_STD140, GF_PACK_STD430, GF_PACK_MASK /* uint64_t as uvec4: a ballot */ };
struct gf_mem { uint8_t pack; bool row_major; uint8_t handles; /* enum gf_handles: these are handles in uniforms outside blocks, too */ };

/* An l-value: a pointer, a chain of indices, and components of the vector at its end. */
struct gf_place {
   uint32_t base;
   SpvStorageClass storage;
   struct gf_words chain;
   const struct gf_type *type;  /* type at the end of the chain */
   struct gf_mem mem;
   uint8_t image_format;
   uint8_t swizzle[4], components; /* components 0: all of it */
};

struct gf_emit {
   struct gf_ctx *c;
   struct gf_parser *p;
   struct gf_words section[GF_SECTION_COUNT];
   uint32_t next_id, ext450;
   struct gf_words capabilities;
   struct { struct gf_instance **at; unsigned count, room; } instances; /* of functions, in the order of their calls */
   bool lists_all;              /* SPIR-V 1.4: entry points list all variables, storage blocks have their own storage class */
   bool handles;                /* samplers or images are made of handles, or the other way */
   uint8_t image_format;        /* format of the next image type */
   uint32_t block;              /* label of the current block */
   bool open;                   /* ... has no terminator yet */
   uint32_t break_label, continue_label;
   const struct gf_expr *held;  /* "a op= b": a's l-value, evaluated before its value is used */
   struct gf_place held_place;
};

/* A function in the module. SPIR-V image types contain the format, which GLSL parameters may omit (4.60 4.4.7): each combination
 * of formats is a separate function. */
struct gf_instance { struct gf_instance *next; struct gf_function *function; uint32_t id; uint8_t *formats; };

_Noreturn void gf_lack(struct gf_emit *e, const char *what); /* reports a construct that the emitter does not implement */

/* ---- gf_spv.c ---- */
uint32_t gf_id(struct gf_emit *e);
void gf_put(struct gf_emit *e, enum gf_section s, SpvOp op, const uint32_t *operands, unsigned count);
#define GF_PUT(e, s, op, ...) gf_put(e, s, op, (const uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4)
uint32_t gf_result(struct gf_emit *e, SpvOp op, uint32_t type, const uint32_t *operands, unsigned count);
#define GF_OP(e, op, type, ...) gf_result(e, op, type, (const uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4)
void gf_push_text(struct gf_emit *e, struct gf_words *w, const char *text);
void gf_put_name(struct gf_emit *e, uint32_t id, const char *name);
void gf_put_member_name(struct gf_emit *e, uint32_t id, uint32_t member, const char *name);
uint32_t *gf_slot(struct gf_emit *e, const void *key, size_t size_B); /* the storage of an id */
void gf_label(struct gf_emit *e, uint32_t label);
void gf_branch(struct gf_emit *e, uint32_t label); /* nothing when the block is closed */
uint32_t gf_type_id(struct gf_emit *e, const struct gf_type *t);
uint32_t gf_pointer_id(struct gf_emit *e, uint32_t type, SpvStorageClass storage);
uint32_t gf_opaque_type_id(struct gf_emit *e, const struct gf_type *t);      /* a sampler or image object, not a handle */
uint32_t gf_image_type_id(struct gf_emit *e, const struct gf_type *t);       /* a sampler's image */
uint32_t gf_attachment_type_id(struct gf_emit *e, enum gf_base sampled);     /* an input attachment */
uint8_t gf_image_format(const struct gf_layouts *l);
uint32_t gf_pair_type_id(struct gf_emit *e, uint32_t a, uint32_t b);         /* the struct of two results */
void gf_capability(struct gf_emit *e, SpvCapability capability);             /* the module needs it */
bool gf_has_capability(const struct gf_emit *e, SpvCapability capability);
uint32_t gf_function_type(struct gf_emit *e, const uint32_t *words, unsigned count);
uint32_t gf_constant_composite(struct gf_emit *e, uint32_t type, const struct gf_words *parts);
uint32_t gf_constant(struct gf_emit *e, const struct gf_type *t, const union gf_scalar **at);
uint32_t gf_constant_u32(struct gf_emit *e, const struct gf_type *scalar, uint32_t bits);
uint32_t gf_local(struct gf_emit *e, const struct gf_type *t, const char *name);

/* ---- gf_emit_stage.c ---- */
void gf_decorate(struct gf_emit *e, const struct gf_symbol *s);
void gf_decorate_block(struct gf_emit *e, uint32_t id, const struct gf_record *r); /* of inputs or outputs */
void gf_emit_head(struct gf_emit *e, struct gf_words *out, uint32_t main_id);

/* ---- gf_emit_clip.c ---- */
bool gf_writes_clip_vertex(struct gf_emit *e);
void gf_emit_clip_distances(struct gf_emit *e);                    /* of gl_ClipVertex, if the shader writes it */

/* ---- gf_emit_fetch.c ---- */
bool gf_is_destination(const struct gf_symbol *s);                 /* gl_LastFragData, gl_LastFragDepthARM, gl_LastFragStencilARM */
void gf_emit_attachments(struct gf_emit *e, struct gf_symbol *s);  /* the input attachments of a variable that needs some */
void gf_use_views(struct gf_emit *e);                               /* before globals are emitted: those of gf_emit_view() */
void gf_emit_view(struct gf_emit *e);                               /* when main() begins: the layer is that of the view */
void gf_emit_fetches(struct gf_emit *e);                           /* when main() begins: the destination's values */

void gf_size_array(struct gf_emit *e, struct gf_symbol *s); /* an unsized variable, with the size that its uses need */
void gf_emit_module(struct gf_parser *p, uint32_t **words, size_t *count);

/* The type of gl_PerVertex has only members that the shader uses: index of a member, and its type with a size. */
unsigned gf_member_slot(const struct gf_type *t, unsigned member);
bool gf_member_is_there(const struct gf_type *t, unsigned member);
const struct gf_type *gf_member_type(struct gf_emit *e, const struct gf_type *t, unsigned member);

/* ---- gf_emit_mem.c ---- */
struct gf_mem gf_mem_of(const struct gf_type *t, SpvStorageClass storage); /* of a variable */
struct gf_mem gf_mem_of_symbol(const struct gf_symbol *s);
bool gf_is_handle(const struct gf_type *t); /* a sampler or image: as a value, a handle */
bool gf_is_object(const struct gf_type *t, const struct gf_place *at); /* a sampler or image in a slot, not a handle */
struct gf_mem gf_mem_of_member(const struct gf_type *t, unsigned member, struct gf_mem m); /* of a struct or block */
uint32_t gf_mem_type_id(struct gf_emit *e, const struct gf_type *t, struct gf_mem m);
uint32_t gf_constant_in_memory(struct gf_emit *e, const struct gf_type *t, struct gf_mem m, const union gf_scalar **at);
uint32_t gf_from_memory(struct gf_emit *e, uint32_t id, const struct gf_type *t, struct gf_mem m);
uint32_t gf_to_memory(struct gf_emit *e, uint32_t id, const struct gf_type *t, struct gf_mem m);

/* ---- expressions ---- */
uint32_t gf_value_of(struct gf_emit *e, struct gf_expr *x);
struct gf_place gf_place_of(struct gf_emit *e, struct gf_expr *x);
struct gf_place gf_one_component(struct gf_emit *e, const struct gf_place *at); /* of a place of one component */
uint32_t gf_load(struct gf_emit *e, const struct gf_place *at);
void gf_store(struct gf_emit *e, const struct gf_place *at, uint32_t value);
uint32_t gf_place_pointer(struct gf_emit *e, const struct gf_place *at);
enum gf_base gf_kind(const struct gf_type *t);   /* GF_FLOAT for double and float alike ... */
uint32_t gf_convert_id(struct gf_emit *e, uint32_t id, const struct gf_type *from, const struct gf_type *to);
uint32_t gf_splat(struct gf_emit *e, uint32_t id, const struct gf_type *have, const struct gf_type *want);
uint32_t gf_binary_id(struct gf_emit *e, enum gf_op op, const struct gf_type *type, uint32_t a,
                      const struct gf_type *at, uint32_t b, const struct gf_type *bt);
uint32_t gf_emit_call(struct gf_emit *e, struct gf_expr *x);
uint32_t gf_instance_id(struct gf_emit *e, struct gf_function *f, const uint8_t *formats); /* NULL: no images */
SpvStorageClass gf_param_storage(struct gf_emit *e, const struct gf_param *a);
uint32_t gf_opaque_of(struct gf_emit *e, struct gf_expr *x);   /* the sampler or image of an expression */
bool gf_emit_group(struct gf_emit *e, struct gf_expr *x, uint32_t *id); /* ballots, votes, clocks, interlocks */
bool gf_emit_subgroup(struct gf_emit *e, struct gf_expr *x, uint32_t *id); /* KHR_shader_subgroup; false: something else */
uint32_t gf_emit_builtin(struct gf_emit *e, struct gf_expr *x);
uint32_t gf_emit_texture(struct gf_emit *e, struct gf_expr *x);
bool gf_emit_order(struct gf_emit *e, struct gf_expr *x);      /* barriers and vertices; false: something else */
uint32_t gf_emit_access(struct gf_emit *e, struct gf_expr *x); /* images, counters, atomics */
uint32_t gf_swizzle_id(struct gf_emit *e, uint32_t id, const struct gf_type *t, const uint8_t *swizzle, unsigned n);
void gf_emit_stmt(struct gf_emit *e, struct gf_stmt *st);

#endif
