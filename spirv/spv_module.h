/* spv_module.h: a SPIR-V module as tables by id: definitions, names, decorations, entry points, functions and blocks.
 * The reader accepts any words: an accepted module can be walked without further bounds checks, as described per call.
 * It checks the shape of the module (types, constants, variables, blocks), not the meaning of function bodies. A leaf:
 * depends on nothing of this project. Little-endian hosts only (literal strings are used in place). */
#ifndef SPV_MODULE_H
#define SPV_MODULE_H

#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPV_NO_MEMBER UINT32_MAX
#define SPV_NONE UINT32_MAX

/* One instruction. w[0] is the opcode word. */
struct spv_inst {
   const uint32_t *w;
   uint32_t at;    /* word index in the module */
   uint16_t op;    /* SpvOp */
   uint16_t count; /* words */
};

/* Word k of an instruction, 0 (never a valid id) where it has fewer. */
static inline uint32_t spv_w(const struct spv_inst *in, unsigned k)
{
   return k < in->count ? in->w[k] : 0;
}

struct spv_id {
   uint32_t at;               /* word index of the defining instruction; 0: the id is not defined */
   uint16_t op;               /* SpvOp that defines it */
   uint32_t type;             /* result type id, 0 where there is none */
   uint32_t parts;            /* types: how many type nodes a walk through it visits; bounded, so recursion is cheap */
   const char *name;          /* OpName, or NULL */
   uint32_t first_decoration; /* chain through spv_decoration.next; SPV_NONE ends it */
   uint32_t first_member_name;
};

struct spv_decoration {
   uint32_t target, member; /* member SPV_NO_MEMBER: the id itself */
   uint32_t decoration;     /* SpvDecoration */
   const uint32_t *literal; /* its operands */
   uint32_t literal_count;
   uint32_t at;             /* word index of the instruction */
   uint32_t next;
};

struct spv_member_name {
   uint32_t member;
   const char *name;
   uint32_t next;
};

struct spv_entry_point {
   uint32_t model, function; /* SpvExecutionModel, id of an OpFunction */
   const char *name;
   const uint32_t *interface;
   uint32_t interface_count;
};

struct spv_block {
   uint32_t label;
   uint32_t first_at; /* first instruction after OpLabel */
   uint32_t term_at;  /* the terminator */
   uint32_t merge_at; /* OpSelectionMerge / OpLoopMerge before the terminator, or 0 */
};

struct spv_function {
   uint32_t id, at, end_at; /* OpFunction, OpFunctionEnd */
   uint32_t result_type, type;
   uint32_t first_param_at, param_count;
   uint32_t first_block, block_count; /* into spv_module.block; block_count >= 1 */
};

struct spv_module {
   const uint32_t *words; /* owned by the caller */
   size_t word_count;
   uint32_t bound;        /* ids are 1 .. bound-1 */
   uint32_t version;
   struct spv_id *id;     /* [bound] */
   struct spv_decoration *decoration;
   struct spv_member_name *member_name;
   struct spv_entry_point *entry;
   struct spv_function *function;
   struct spv_block *block;
   uint32_t *variable;    /* ids of module-scope variables, in order */
   uint32_t decoration_count, member_name_count, entry_count, function_count, block_count, variable_count;
   uint32_t glsl_ext;     /* id of the GLSL.std.450 import, or 0 */
   uint32_t types_at;     /* where the decorations end: first type, constant, variable or function */
   bool no_memory;        /* after a failed spv_module_init: an allocation failed, and the same words may be read later */
};

/* Reads `words` (kept by reference until spv_module_finish). False: `why` has the reason and nothing is allocated. */
bool spv_module_init(struct spv_module *m, const uint32_t *words, size_t word_count, char *why, size_t why_size_B);
void spv_module_finish(struct spv_module *m);

/* Walks instructions: start with *at = 5 (the first) or any instruction's index; false at the end. */
#define SPV_FIRST_AT 5
bool spv_next(const struct spv_module *m, uint32_t *at, struct spv_inst *in);
struct spv_inst spv_inst_at(const struct spv_module *m, uint32_t at);
/* The definition of an id; op 0 (OpNop) where it is undefined or out of range. */
struct spv_inst spv_def(const struct spv_module *m, uint32_t id);

/* ---- types ---------------------------------------------------------------------------------------------------------
 * Of a module that was read: component types are defined before the composite types that use them, so recursion ends. */
enum spv_kind { SPV_KIND_NONE, SPV_KIND_VOID, SPV_KIND_BOOL, SPV_KIND_INT, SPV_KIND_FLOAT, SPV_KIND_VECTOR, SPV_KIND_MATRIX,
                SPV_KIND_ARRAY, SPV_KIND_RUNTIME_ARRAY, SPV_KIND_STRUCT, SPV_KIND_POINTER, SPV_KIND_IMAGE, SPV_KIND_SAMPLER,
                SPV_KIND_SAMPLED_IMAGE, SPV_KIND_FUNCTION };

struct spv_type {
   enum spv_kind kind;
   uint32_t id;
   uint32_t width;          /* int, float: bits */
   bool is_signed;
   uint32_t element;        /* vector, matrix (a vector), array, pointer, sampled image (an image), image (sampled type) */
   uint32_t count;          /* components, columns, elements, members */
   const uint32_t *members; /* struct members, function parameters */
   uint32_t storage;        /* pointer: SpvStorageClass */
   uint32_t dim, depth, arrayed, ms, sampled, format; /* image */
};
struct spv_type spv_type_of(const struct spv_module *m, uint32_t type_id);
/* Pointee type of a pointer-typed id (a variable); kind NONE when the id is not a pointer. */
struct spv_type spv_pointee(const struct spv_module *m, uint32_t pointer_id);
bool spv_is_atomic(uint32_t op); /* with a result, of the memory that its third word points to */
bool spv_is_opaque(enum spv_kind kind); /* image, sampler, sampled image */

/* Value of a scalar integer constant (also OpSpecConstant's default). */
bool spv_const_u32(const struct spv_module *m, uint32_t id, uint32_t *value);

/* ---- decorations --------------------------------------------------------------------------------------------------- */
/* First decoration of a kind on an id or a member; NULL: absent. */
const struct spv_decoration *spv_find_decoration(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t decoration);
bool spv_has_decoration(const struct spv_module *m, uint32_t id, uint32_t decoration);
/* First literal of a decoration; default_value: the decoration is absent. */
uint32_t spv_decoration_value(const struct spv_module *m, uint32_t id, uint32_t decoration, uint32_t default_value);
uint32_t spv_member_decoration_value(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t decoration,
                                     uint32_t default_value);
/* Never NULL: "" where there is no name. */
const char *spv_name(const struct spv_module *m, uint32_t id);
const char *spv_member_name(const struct spv_module *m, uint32_t struct_id, uint32_t member);

const struct spv_entry_point *spv_find_entry(const struct spv_module *m, uint32_t model); /* the first of that model */
const struct spv_function *spv_find_function(const struct spv_module *m, uint32_t id);
/* OpExecutionMode of an entry point's function: its instruction index, or 0. */
uint32_t spv_find_execution_mode(const struct spv_module *m, uint32_t function, uint32_t mode);

#endif
