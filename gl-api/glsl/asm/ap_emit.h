/* ap_emit.h: private to the emitter: the module under construction. ap_emit.c has the module, ap_emit_op.c the instructions. */
#ifndef AP_EMIT_H
#define AP_EMIT_H

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include "gl-api/glsl/asm/ap_priv.h"

struct ap_words { uint32_t *at; size_t count, room; };

struct ap_emit {
   const struct ap_program *p;
   const struct ap_variant *variant;
   struct ap_words names, decorations, globals, locals, body; /* in the order of the module, after its head */
   struct ap_words interface, capabilities;
   struct ap_words types;           /* places of the types in `globals` */
   struct ap_words constants;       /* of scalars: type, bits, id */
   struct ap_words symbols;         /* units of samplers */
   uint32_t inputs;                 /* of the program, and those of its fixed stages */
   uint8_t fog;                     /* enum ap_fog */
   uint32_t next_id, ext450, main_id;
   uint32_t t_void, t_float, t_vec2, t_vec3, t_vec4, t_int, t_bool, t_bvec4; /* types */
   uint32_t p_vec4;                 /* a pointer to a vector of the constant buffer */
   uint32_t params;                 /* the constant buffer's variable */
   uint32_t input[32], result[AP_MAX_RESULTS], temp[AP_MAX_TEMPS], address, sampler[AP_MAX_TEXTURE_UNITS],
      sampler_type[AP_MAX_TEXTURE_UNITS];
   bool no_memory;
};

/* ---- ap_emit.c ---- */
uint32_t ap_id(struct ap_emit *e);
void ap_put(struct ap_emit *e, struct ap_words *w, SpvOp op, const uint32_t *operands, size_t count);
#define AP_PUT(e, section, op, ...) \
   ap_put(e, &(e)->section, op, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* An instruction of the body with a result. */
uint32_t ap_result_of(struct ap_emit *e, SpvOp op, uint32_t type, const uint32_t *operands, size_t count);
#define AP_OP(e, op, type, ...) \
   ap_result_of(e, op, type, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
#define AP_EXT(e, number, type, ...) AP_OP(e, SpvOpExtInst, type, (e)->ext450, GLSLstd450##number, __VA_ARGS__)
uint32_t ap_float(struct ap_emit *e, float value);
uint32_t ap_vector(struct ap_emit *e, const float value[4]); /* a vec4 */
uint32_t ap_splat(struct ap_emit *e, float value);  /* a vec4 */
uint32_t ap_param_value(struct ap_emit *e, uint32_t index); /* of ap_program.param; in the body */
uint32_t ap_uniform_slot(struct ap_emit *e, uint32_t index_id); /* the vector of the constant buffer at an index */
uint32_t ap_int(struct ap_emit *e, int32_t value);
/* enum ap_texture_target of a texture instruction or of a unit: that of the variant in place of AP_TEX_ANY. */
uint8_t ap_texture_of(const struct ap_emit *e, uint8_t target, unsigned unit);

/* ---- ap_emit_op.c ---- */
void ap_emit_inst(struct ap_emit *e, const struct ap_inst *inst);

#endif
