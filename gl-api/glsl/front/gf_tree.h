/* gf_tree.h: the parser's tree: symbols, expressions with types (and values of constants), statements. */
#ifndef GF_TREE_H
#define GF_TREE_H

#include "gf_type.h"

/* ---- qualifiers ---- */

enum gf_storage { GF_S_NONE, GF_S_CONST, GF_S_IN, GF_S_OUT, GF_S_INOUT, GF_S_ATTRIBUTE, GF_S_VARYING, GF_S_UNIFORM,
                  GF_S_BUFFER,
                  GF_S_SHARED, GF_S_PAYLOAD /* taskPayloadSharedEXT */, GF_S_COUNT };
enum gf_interp { GF_I_NONE, GF_I_SMOOTH, GF_I_FLAT, GF_I_NOPERSPECTIVE };
enum gf_precision { GF_P_NONE, GF_P_LOW, GF_P_MEDIUM, GF_P_HIGH };
enum gf_memory { GF_M_COHERENT = 1, GF_M_VOLATILE = 2, GF_M_RESTRICT = 4, GF_M_READONLY = 8, GF_M_WRITEONLY = 16 };

enum gf_layout {
#define GF_LAYOUT(id, ...) GF_L_##id,
#include "gf_layout.def"
#undef GF_LAYOUT
   GF_L_COUNT,
};
#define GF_L_BIT(id) (UINT64_C(1) << ((GF_L_##id) & 63))

struct gf_layouts { uint64_t set[3]; int *value; /* GF_L_COUNT values; NULL: none given */ };
static inline bool gf_has_layout(const struct gf_layouts *l, unsigned id) { return l->set[id / 64] >> (id % 64) & 1; }
static inline bool gf_layout_is_only(const struct gf_layouts *l, unsigned id)
{
   for (unsigned i = 0; i < 3; i++) {
      if (l->set[i] != (i == id / 64 ? UINT64_C(1) << (id % 64) : 0))
         return false;
   }
   return true;
}

struct gf_qual {
   struct gf_loc loc;
   uint8_t storage, interp, precision, memory;
   bool is_const, centroid, sample, patch, per_primitive, invariant, precise, subroutine;
   bool any_aux, has_layout, explicit_storage;
   bool fetches;                 /* a fragment output that starts with the destination colour: "inout" */
   struct gf_layouts layout;
   struct { struct gf_symbol **at; unsigned count, room; } sub_types; /* subroutine(a, b) */
};

/* ---- symbols ---- */

enum gf_symbol_kind { GF_SYM_VAR, GF_SYM_FUNCTION, GF_SYM_STRUCT, GF_SYM_TAKEN /* an undeclared name */ };

struct gf_member {
   struct gf_name *name;
   const struct gf_type *type;
   struct gf_qual qual;
   struct gf_loc loc;
   int offset;
   int elements;                 /* unsized arrays: size by the constant indices used */
   bool row_major, used;
};
struct gf_record {
   const char *name;
   struct gf_member *members;
   unsigned count;
   struct gf_qual qual;          /* of a block */
   struct gf_type *type;
   unsigned depth, parts;        /* structs within structs; members of members */
   bool builtin, std430;
   unsigned unit;                /* the shader that declares it */
};

/* Opaque types whose values a uniform holds as handles: layout(bindless_sampler), layout(bindless_image). */
enum gf_handles { GF_SAMPLER_HANDLES = 1, GF_IMAGE_HANDLES = 2 };
struct gf_symbol {
   struct gf_name *name;
   struct gf_symbol *shadowed;   /* the declaration that this one hides */
   struct gf_symbol *in_scope;   /* next of the same scope */
   uint8_t kind;
   bool builtin, used, assigned, redeclared, sized_late, loop_counter;
   bool unnamed;                 /* the variable of a block without instance name */
   unsigned level;               /* scope depth: 0 is built-in */
   struct gf_loc loc;
   const struct gf_type *type;   /* variables; structs */
   struct gf_qual qual;
   const struct gf_value *value; /* constants */
   struct gf_expr *init;
   int block_member;             /* of a block without instance name: the member; else -1 */
   struct gf_symbol *block;      /* the hidden variable of that block */
   int counter_offset_B;         /* atomic counters */
   int max_index;                /* unsized arrays: the highest constant index used */
   struct gf_function *functions;/* overloads */
   unsigned gate;                /* built-in rows: number + 1 */
   int8_t default_buffer, default_stream; /* values of the last "layout(xfb_buffer = 1, stream = 2) out;"; -1: none */
   uint32_t id, storage;         /* for the emitter: pointer and storage class */
   uint32_t attachment;          /* the first of the input attachments with the destination's values; 0: none */
   uint8_t image_format;         /* format of images */
   uint8_t handles;              /* enum gf_handles: of uniforms outside blocks */
   struct gf_symbol *same;       /* the global of another shader that this one aliases; NULL: none */
};

struct gf_param {
   struct gf_name *name;
   const struct gf_type *type;
   struct gf_qual qual;
   struct gf_symbol *symbol;
   struct gf_loc loc;
};
struct gf_function {
   struct gf_function *next;     /* overload */
   struct gf_symbol *symbol;
   const struct gf_type *result;
   struct gf_qual result_qual;
   struct gf_param *params;
   unsigned param_count;
   bool builtin, deprecated, defined, is_subroutine_type, called;
   int op;                       /* built-ins: enum gf_builtin */
   struct gf_stmt *body;
   struct gf_loc loc;
   struct { struct gf_function **at; unsigned count, room; } callees;
   struct gf_function *definition; /* a declaration within a function (GLSL 1.10): the global function; else NULL */
   uint8_t mark;                 /* recursion check */
   unsigned sub_number;          /* subroutine types: number; subroutines: index (gf_side.c) */
   struct gf_instance *instances; /* of the emitter: one per combination of image formats of the arguments */
};

/* ---- values ---- */

union gf_scalar { double d; int64_t i; uint64_t u; };
struct gf_value { const struct gf_type *type; union gf_scalar at[]; }; /* all scalars of the type, in order */

/* ---- expressions ---- */

enum gf_op {
   GF_ERROR_EXPR, GF_CONSTANT, GF_VAR, GF_MEMBER, GF_INDEX, GF_SWIZZLE, GF_LENGTH,
   GF_PLUS, GF_NEG, GF_NOT, GF_BITNOT, GF_PRE_INC, GF_PRE_DEC, GF_POST_INC, GF_POST_DEC,
   GF_MUL, GF_DIV, GF_MOD, GF_ADD, GF_SUB, GF_SHL, GF_SHR, GF_LT, GF_GT, GF_LE, GF_GE, GF_EQ, GF_NE,
   GF_BITAND, GF_BITXOR, GF_BITOR, GF_AND, GF_XOR, GF_OR,
   GF_ASSIGN, GF_ASSIGN_OP, GF_COND, GF_COMMA, GF_CALL, GF_CONSTRUCT, GF_CONVERT, GF_INIT_LIST,
};

struct gf_expr {
   uint8_t op, sub_op;           /* GF_ASSIGN_OP: which */
   uint8_t precision;
   bool is_method_length;
   struct gf_loc loc;
   const struct gf_type *type;
   const struct gf_value *value; /* a constant expression's */
   struct gf_expr *kid[3];
   struct gf_expr **args;        /* GF_CALL, GF_CONSTRUCT, GF_INIT_LIST */
   unsigned arg_count;
   union {
      struct gf_symbol *symbol;  /* GF_VAR */
      unsigned member;
      uint8_t swizzle[4];
      struct gf_function *callee;
   };
};

/* ---- statements ---- */

enum gf_stmt_kind { GF_ST_EXPR, GF_ST_DECL, GF_ST_BLOCK, GF_ST_IF, GF_ST_FOR, GF_ST_WHILE, GF_ST_DO, GF_ST_SWITCH,
                    GF_ST_CASE,
                    GF_ST_BREAK, GF_ST_CONTINUE, GF_ST_RETURN, GF_ST_DISCARD, GF_ST_DEMOTE };

struct gf_stmt {
   uint8_t kind;
   struct gf_loc loc;
   struct gf_stmt *next;         /* in its list */
   struct gf_expr *expr;         /* expression, condition, case label (NULL: default), returned value */
   struct gf_expr *step;         /* for */
   struct gf_symbol *symbol;     /* declarations: one each */
   struct gf_stmt *init, *body, *other;
};

#endif
