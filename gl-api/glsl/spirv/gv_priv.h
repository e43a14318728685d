/* gv_priv.h: shared by the files of gl-api/glsl/spirv. */
#ifndef GV_PRIV_H
#define GV_PRIV_H

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/spirv/gv_spirv.h"
#include "spirv/spv_edit.h"
#include "spirv/spv_layout.h"
#include "spirv/spv_module.h"

#define GV_MAX_WORDS (4u << 20)   /* of a module: 16 MiB */
#define GV_WHY 256

/* A module while it is translated. A failure is recorded once; the steps after it do nothing. */
struct gv {
   enum pipe_shader_type stage;
   const struct glsl_limits *limits;
   const uint32_t *words;   /* the application's; instructions have been checked when gv_check returned true */
   uint32_t word_count, bound;
   uint32_t entry;          /* function of the entry point */
   uint32_t entry_at;       /* its OpEntryPoint */
   bool failed, no_memory;
   char why[GV_WHY];
};

void gv_fail(struct gv *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads the instruction at word *at and goes to the next one; false at the end. */
static inline bool gv_next(const uint32_t *words, uint32_t count, uint32_t *at, struct spv_inst *in)
{
   if (*at >= count)
      return false;
   *in = (struct spv_inst){ .w = words + *at, .at = *at, .op = words[*at] & 0xffff, .count = (uint16_t)(words[*at] >> 16) };
   *at += in->count;
   return true;
}

/* ---- shapes of instructions (gv_op.c) ---- */
/* Calls `use` with each operand that is an id but the result. False: the words do not have the shape of the instruction, which
 * *why says; NULL there: the instruction is none that a module of OpenGL may contain. use NULL: checks only. */
typedef void (*gv_use_function)(void *data, uint32_t id);
bool gv_operands(const struct spv_inst *in, gv_use_function use, void *data, const char **why);
bool gv_has_result(uint16_t op);
/* The result id of an instruction with the shape of its opcode; 0: it has none. */
uint32_t gv_result_id(const struct spv_inst *in);

/* ---- steps ---- */
bool gv_check(struct gv *g);                       /* gv_check.c */
enum gv_result gv_find_entry(struct gv *g, const char *name);
/* The module without debugging instructions, other entry points and specialization constants, malloc'ed (gv_specialize.c).
 * *result: GV_NO_CONSTANT where an index is none of the module's. */
uint32_t *gv_specialize(struct gv *g, const struct gv_constant *constants, unsigned constant_count, size_t *word_count,
                        enum gv_result *result);
/* The specialized module with inputs and outputs instead of blocks of them, malloc'ed (gv_blocks.c); NULL: it has none, or *g
 * failed. */
uint32_t *gv_split_blocks(struct gv *g, const uint32_t *words, size_t word_count, size_t *new_count);
/* An input or output that is an array over the vertices of a primitive or a patch. */
bool gv_is_per_vertex(const struct gv *g, const struct spv_module *m, uint32_t id);
/* Sizes, bindings, locations and other numbers of the specialized module that have limits (gv_limits.c). */
bool gv_check_limits(struct gv *g, const struct spv_module *m);
/* Module and side table for the linker (gv_module.c); NULL after a failure. */
struct glsl_module *gv_make_module(struct gv *g, const uint32_t *words, size_t word_count);

/* ---- constants (gv_fold.c) ---- */
/* The specialized module as it is written: definitions of ids by word index. */
struct gv_out {
   struct gv *g;
   uint32_t *words;
   uint32_t count, size;
   uint32_t *at;            /* [at_size]: definition of an id, 0: none yet */
   uint32_t at_size, bound;
};
/* Appends an instruction (its count is the size of `words`) and notes its result. */
void gv_put(struct gv_out *o, const uint32_t *words, uint32_t count, uint32_t result);
uint32_t gv_new_id(struct gv_out *o);
struct spv_inst gv_out_def(const struct gv_out *o, uint32_t id); /* OpNop: not defined (yet) */
/* Writes the value of an OpSpecConstantOp as constants. */
void gv_fold(struct gv_out *o, const struct spv_inst *in);

#endif
