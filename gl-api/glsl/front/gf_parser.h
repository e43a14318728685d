/* gf_parser.h: private to the parser's files. One recursive-descent pass builds the typed tree and checks each rule where its
 * construct is parsed. */
#ifndef GF_PARSER_H
#define GF_PARSER_H

#include "gf_lex.h"
#include "gf_tree.h"

struct gf_scope {
   struct gf_scope *outer;
   struct gf_symbol *symbols;
   uint8_t precision[GF_TY_COUNT]; /* of basic types, as set by precision statements; 0: none */
};

enum { GF_BUILT_IN_STRUCTS = 8 };
struct gf_parser {
   struct gf_ctx *c;
   struct gf_token t;              /* current */
   struct gf_token ahead[3];
   unsigned ahead_count, depth, level;
   struct gf_scope *scope;

   struct gf_function *function;   /* being defined */
   bool saw_return;
   unsigned loops, breakables;
   struct gf_switch *in_switch;

   /* layout defaults: "layout(...) uniform;" and the like, by enum gf_storage */
   struct gf_layouts defaults[GF_S_COUNT];
   int gs_input_vertices, tcs_vertices;   /* 0: not known yet */
   int mesh_vertices, mesh_primitives;    /* the most that a mesh shader writes; 0: not known yet */
   struct { struct gf_symbol **at; unsigned count,
            room; } globals; /* in order of declaration, used built-ins included */
   struct { struct gf_function **at; unsigned count, room; } functions; /* with or without a body */
   struct { struct gf_function **at; unsigned count, room; } subroutines; /* in order of definition */
   struct { struct gf_record **at; unsigned count, room; } blocks;
   struct { struct { int from, to; } *at; unsigned count,
            room; } counters; /* atomic counters' bytes: binding << 20 | offset */
   int counter_next[64];
   struct { const struct gf_name **at; unsigned count, room; } deprecated; /* words with a warning already */
   bool any_precise;               /* something is declared precise */
   bool coord_redeclared, coord_used;
   bool wrote_frag_color, wrote_frag_data, wrote_output, wrote_clip_distance, wrote_clip_vertex;
   bool interlock_begin;
   bool reads_coherently;          /* destination colours, without layout(noncoherent) */
   bool in_parameters;
   const char *redeclaring;        /* the built-in that is being redeclared */
   unsigned interlock;             /* beginInvocationInterlock seen, endInvocationInterlock seen */
   int gs_explicit;                /* declared size of geometry inputs */
   int xfb_stride[4];              /* declared; 0: not */
   bool xfb_mode;                  /* a layout of transform feedback was used */
   struct { struct { int buffer, from, to; bool wide; struct gf_loc at; } *at; unsigned count, room; } xfb;
   bool in_layout;                 /* reserved words are identifiers in this context */
   const struct gf_type *built_in_struct[GF_BUILT_IN_STRUCTS]; /* of built-in uniforms; NULL: not made yet */
};

/* ---- tokens (gf_parser.c) ---- */
void gf_advance(struct gf_parser *p);
const struct gf_token *gf_peek(struct gf_parser *p, unsigned n);  /* n = 1: after the current */
bool gf_accept(struct gf_parser *p, unsigned kind);
void gf_expect(struct gf_parser *p, unsigned kind);
bool gf_is_keyword(const struct gf_parser *p, enum gf_keyword_id id);
bool gf_accept_keyword(struct gf_parser *p, enum gf_keyword_id id);
_Noreturn void gf_syntax_error(struct gf_parser *p, const char *expected);  /* at the current token */
void gf_enter(struct gf_parser *p);  /* bounded recursion */
void gf_leave(struct gf_parser *p);
void gf_parse(struct gf_ctx *c);

/* ---- scopes (gf_scope.c) ---- */
void gf_push_scope(struct gf_parser *p);
void gf_pop_scope(struct gf_parser *p);
struct gf_symbol *gf_lookup(struct gf_parser *p, struct gf_name *name);  /* NULL: undeclared */
/* The function (a name before "(") or other declaration that a name refers to. */
struct gf_symbol *gf_find(struct gf_parser *p, struct gf_name *name, bool function);
bool gf_functions_apart(const struct gf_parser *p);
struct gf_symbol *gf_declare(struct gf_parser *p, struct gf_name *name, enum gf_symbol_kind kind, struct gf_loc at);
struct gf_symbol *gf_symbol_new(struct gf_parser *p, struct gf_name *name, enum gf_symbol_kind kind, struct gf_loc at);
unsigned gf_default_precision(struct gf_parser *p, const struct gf_type *t);
void gf_deprecated(struct gf_parser *p, const struct gf_name *name, struct gf_loc at); /* warns once per shader */
void gf_check_name(struct gf_parser *p, struct gf_name *name, struct gf_loc at);

/* ---- built-ins (gf_builtin_func.c, gf_builtin_var.c, gf_builtin_block.c): made when first named ---- */
struct gf_function *gf_builtin_functions(struct gf_parser *p, struct gf_name *name); /* NULL: none */
bool gf_builtin_function_exists(struct gf_ctx *c, const char *name);
struct gf_symbol *gf_builtin_variable(struct gf_parser *p, struct gf_name *name);
/* gl_PerVertex, gl_MeshPerVertexEXT or gl_MeshPerPrimitiveEXT with the members that the shader's version and extensions give. */
struct gf_type *gf_built_in_block(struct gf_parser *p, const char *name);
bool gf_is_built_in_block(const struct gf_ctx *c, const char *name);
/* The emitter computes the clip distances of gl_ClipVertex (gf_emit_clip.c): their variables count as used. */
void gf_need_clip_distances(struct gf_parser *p);

/* ---- expressions (gf_expr.c, gf_operator.c, gf_call.c) ---- */
struct gf_expr *gf_expression(struct gf_parser *p);   /* with commas */
struct gf_expr *gf_assignment(struct gf_parser *p);
struct gf_expr *gf_conditional(struct gf_parser *p);  /* the grammar of constant expressions */
bool gf_constant_int(struct gf_parser *p, int *value, const char *what);
struct gf_expr *gf_initializer(struct gf_parser *p, const struct gf_type *type);
struct gf_expr *gf_new_expr(struct gf_parser *p, enum gf_op op, struct gf_loc at, const struct gf_type *type);
struct gf_expr *gf_variable(struct gf_parser *p, struct gf_symbol *s, struct gf_loc at);
bool gf_check_lvalue(struct gf_parser *p, struct gf_expr *e, struct gf_loc at, const char *what);
void gf_check_readable(struct gf_parser *p, struct gf_expr *e);
struct gf_symbol *gf_root(struct gf_expr *e);         /* the variable that an l-value is a part of; NULL */
unsigned gf_memory_of(const struct gf_expr *e);       /* memory qualifiers along the way */

struct gf_expr *gf_unary_op(struct gf_parser *p, enum gf_op op, struct gf_expr *e, struct gf_loc at);
struct gf_expr *gf_binary_op(struct gf_parser *p, enum gf_op op, struct gf_expr *a, struct gf_expr *b,
                             struct gf_loc at);
struct gf_expr *gf_assign_op(struct gf_parser *p, int op, struct gf_expr *a, struct gf_expr *b, struct gf_loc at);
struct gf_expr *gf_select_op(struct gf_parser *p, struct gf_expr *k, struct gf_expr *a, struct gf_expr *b,
                             struct gf_loc at);
struct gf_expr *gf_index_op(struct gf_parser *p, struct gf_expr *a, struct gf_expr *i, struct gf_loc at);
struct gf_expr *gf_field_op(struct gf_parser *p, struct gf_expr *a, struct gf_name *name, struct gf_loc at);
struct gf_expr *gf_length_op(struct gf_parser *p, struct gf_expr *a, struct gf_loc at);

bool gf_converts(struct gf_parser *p, const struct gf_type *from, const struct gf_type *to); /* implicitly; equal too */
struct gf_expr *gf_convert(struct gf_parser *p, struct gf_expr *e,
                           const struct gf_type *to); /* a legal conversion */
struct gf_expr *gf_construct(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args, unsigned count,
                             struct gf_loc at);
struct gf_expr *gf_call(struct gf_parser *p, struct gf_name *name, struct gf_expr **args, unsigned count,
                        struct gf_loc at);

/* ---- which qualifiers a declaration takes (gf_legal.c) ---- */
enum gf_decl_kind { GF_D_PLAIN, GF_D_CONST, GF_D_INPUT, GF_D_OUTPUT, GF_D_ATTRIBUTE, GF_D_VARYING, GF_D_UNIFORM, GF_D_SHARED,
                    GF_D_PAYLOAD, GF_D_PARAMETER, GF_D_RESULT, GF_D_MEMBER, GF_D_DEFAULT, GF_D_UNIFORM_BLOCK, GF_D_BUFFER_BLOCK,
                    GF_D_INPUT_BLOCK, GF_D_OUTPUT_BLOCK, GF_D_UNIFORM_MEMBER, GF_D_BUFFER_MEMBER, GF_D_INPUT_MEMBER, GF_D_OUTPUT_MEMBER };
enum gf_decl_kind gf_kind_of_storage(const struct gf_qual *q);             /* of a variable */
enum gf_decl_kind gf_kind_of_block(const struct gf_qual *q, bool member);  /* q: of the block */
/* An error for each qualifier that the kind does not take in this stage; storage qualifiers apart. `type` may be NULL. */
void gf_check_qualifiers(struct gf_parser *p, const struct gf_qual *q, enum gf_decl_kind kind, const struct gf_type *type,
                         struct gf_loc at);

/* ---- declarations (gf_qual.c, gf_layout*.c, gf_decl.c, gf_declare.c, gf_block.c, gf_function.c) ---- */
bool gf_starts_type(struct gf_parser *p);             /* a qualifier or a type's name comes next */
void gf_qualifiers(struct gf_parser *p, struct gf_qual *q);
void gf_layout_list(struct gf_parser *p, struct gf_qual *q);
/* A built-in variable of this stage, declared or not, whatever the shader enables. NULL: there is none of this name. */
struct gf_symbol *gf_builtin_without_gate(struct gf_parser *p, const char *text);
uint8_t gf_views(const struct gf_parser *p); /* that a vertex shader is for (OVR_multiview), at least 1 */
uint16_t gf_blend_equations(const struct gf_parser *p); /* bit per enum pipe_blend_equation */
void gf_layout_default(struct gf_parser *p, struct gf_qual *q);   /* "layout(...) in;" */
void gf_xfb_note(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block, int buffer, struct gf_loc at);
int gf_xfb_buffer(const struct gf_parser *p, const struct gf_qual *q); /* of a variable or a block */
int gf_xfb_limit_B(const struct gf_parser *p);        /* the largest stride */
void gf_xfb_check(struct gf_parser *p);
void gf_check_member_overlap(struct gf_parser *p, const struct gf_record *r); /* a block of inputs or outputs */
void gf_layout_check(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block,
                     bool member, struct gf_loc at);
/* A block array takes a run of bindings; its size follows the members. */
void gf_layout_check_block_array(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, struct gf_loc at);
const struct gf_type *gf_type_specifier(struct gf_parser *p, struct gf_qual *q);  /* with its brackets */
const struct gf_type *gf_brackets(struct gf_parser *p, const struct gf_type *type);
const struct gf_type *gf_struct_specifier(struct gf_parser *p);
void gf_check_array(struct gf_parser *p, const struct gf_type *type, struct gf_loc at);
void gf_check_precision(struct gf_parser *p, struct gf_qual *q, const struct gf_type *type, struct gf_loc at);
struct gf_stmt *gf_declaration(struct gf_parser *p, bool global);
void gf_check_empty(struct gf_parser *p, struct gf_qual *q, const struct gf_type *type, struct gf_loc at); /* "flat in int;" */
void gf_counter_offset(struct gf_parser *p, const struct gf_qual *q, struct gf_loc at);
struct gf_symbol *gf_declare_variable(struct gf_parser *p, struct gf_qual *q, const struct gf_type *type,
                                      struct gf_name *name,
                                      struct gf_loc at, bool global);
struct gf_symbol *gf_redeclare_builtin(struct gf_parser *p, struct gf_symbol *s, struct gf_qual *q,
                                       const struct gf_type *type, struct gf_loc at);
void gf_initialize(struct gf_parser *p, struct gf_symbol *s, struct gf_expr *init, bool global);
void gf_place_members(struct gf_parser *p, struct gf_record *r); /* offsets, gf_offset.c */
int gf_align_of(const struct gf_type *t, bool std430, bool row_major);
int64_t gf_size_of(const struct gf_type *t, bool std430, bool row_major);
int64_t gf_stride_of(const struct gf_type *t, bool std430, bool row_major); /* of an array or a matrix */
void gf_block(struct gf_parser *p, struct gf_qual *q, struct gf_name *name, struct gf_loc at);
void gf_function_declaration(struct gf_parser *p, struct gf_qual *q, const struct gf_type *result,
                             struct gf_name *name, struct gf_loc at);
bool gf_same_params(const struct gf_function *a, const struct gf_function *b);
void gf_check_program(struct gf_parser *p);           /* checks at the end of a shader (gf_finish.c) */
void gf_check_early_tests(struct gf_parser *p);          /* in a shader, and in all of a stage */
bool gf_check_recursion(struct gf_parser *p);         /* true: there is some */
void gf_resize_inputs(struct gf_parser *p, int length, unsigned storage, struct gf_loc at);
void gf_resize_mesh(struct gf_parser *p, bool per_primitive, struct gf_loc at); /* the outputs of a mesh shader */
/* Inputs or outputs that have an element per vertex, or per primitive of a mesh. *length: how many; 0: not known yet. */
bool gf_is_arrayed(const struct gf_parser *p, const struct gf_qual *q, int *length);
const char *gf_element_text(const struct gf_qual *q); /* "vertices", "primitives" */
void gf_check_alone(struct gf_parser *p);             /* link errors that do not depend on other shaders */
void gf_list_symbols(struct gf_parser *p);            /* the side table (gf_side.c) */

/* ---- several shaders of one stage (gf_units.c) ---- */
void gf_units_next(struct gf_ctx *c);                 /* between two shaders */
void gf_units_join(struct gf_ctx *c);                 /* after the last one: c->parser is the joined shader */
void gf_units_alias(struct gf_ctx *c);                /* copies ids of globals to their aliases */
struct gf_type *gf_known_record(struct gf_parser *p, struct gf_type *t); /* the equal type of another shader, or t */

struct gf_stmt *gf_compound(struct gf_parser *p, bool new_scope);

/* ---- constants (gf_fold.c, gf_fold_call.c): NULL where something is not constant ---- */
struct gf_value *gf_value_new(struct gf_ctx *c, const struct gf_type *type); /* NULL: too large to keep */
const struct gf_value *gf_fold_unary(struct gf_parser *p, enum gf_op op, const struct gf_value *a);
const struct gf_value *gf_fold_binary(struct gf_parser *p, enum gf_op op, const struct gf_type *type,
                                      const struct gf_value *a, const struct gf_value *b);
const struct gf_value *gf_fold_convert(struct gf_parser *p, const struct gf_value *a, const struct gf_type *to);
const struct gf_value *gf_fold_construct(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args,
                                         unsigned count);
const struct gf_value *gf_fold_part(struct gf_parser *p, const struct gf_value *a, const struct gf_type *type,
                                    unsigned first);
const struct gf_value *gf_fold_call(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args,
                                    const struct gf_type *type);
double gf_round(enum gf_base base, double d); /* to the range of the type */

#endif
