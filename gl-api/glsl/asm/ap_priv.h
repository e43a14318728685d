/* ap_priv.h: shared by the files of the assembler: tokens, the program, the parser. */
#ifndef AP_PRIV_H
#define AP_PRIV_H

#include <setjmp.h>

#include "gl-api/glsl/asm/ap_asm.h"
#include "gl-api/glsl/asm/ap_op.def"
#include "gl-api/glsl/link.h"
#include "gl-api/glsl/state_constants.h"

/* ---- the program ----------------------------------------------------------------------------------------------------------- */

enum ap_op {
#define OP(name, targets, kind, sources) AP_##name,
   AP_OPS(OP)
#undef OP
   AP_OP_COUNT
};
enum ap_kind { AP_KIND_VECTOR, AP_KIND_SCALAR, AP_KIND_ADDRESS, AP_KIND_KILL, AP_KIND_SWIZZLE, AP_KIND_TEXTURE };
#define AP_ON_V (1 << AP_VERTEX)
#define AP_ON_F (1 << AP_FRAGMENT)
#define AP_ON_VF (AP_ON_V | AP_ON_F)
struct ap_op_info { const char *name; uint8_t targets, kind, sources; };
extern const struct ap_op_info ap_ops[AP_OP_COUNT];

enum ap_file { AP_FILE_TEMP, AP_FILE_ATTRIB, AP_FILE_PARAM, AP_FILE_RESULT, AP_FILE_ADDRESS };

/* Attributes of fragments; those of vertices have the locations of link.h: 0 to 15 and enum glsl_attrib. */
enum ap_fragment_attrib { AP_IN_COLOR0, AP_IN_COLOR1, AP_IN_FOG, AP_IN_POSITION, AP_IN_TEX_COORD0,
   AP_IN_COUNT = AP_IN_TEX_COORD0 + GLSL_MAX_TEXTURE_COORDS };
enum ap_result { AP_OUT_POSITION, AP_OUT_FRONT0, AP_OUT_FRONT1, AP_OUT_BACK0, AP_OUT_BACK1, AP_OUT_FOG, AP_OUT_POINT_SIZE,
   AP_OUT_TEX_COORD0, AP_OUT_VERTEX_COUNT = AP_OUT_TEX_COORD0 + GLSL_MAX_TEXTURE_COORDS,
   AP_OUT_DEPTH = 0, AP_OUT_COLOR0, AP_OUT_FRAGMENT_COUNT = AP_OUT_COLOR0 + AP_MAX_DRAW_BUFFERS };
#define AP_MAX_RESULTS AP_OUT_VERTEX_COUNT

/* Components 0 to 3; the extended swizzle has constants, too. */
enum { AP_SWIZZLE_ZERO = 4, AP_SWIZZLE_ONE };

struct ap_src {
   uint8_t file;                    /* enum ap_file */
   bool relative;                   /* an element of an array by the address register */
   int32_t index;                   /* parameters: in ap_program.param; relative: added to the address register */
   uint32_t array;                  /* relative: in ap_program.array */
   uint8_t swizzle[4], negate;      /* negate: bit per component */
};
struct ap_dst { uint8_t file, mask; int32_t index; };
struct ap_inst {
   uint8_t op;                      /* enum ap_op */
   bool saturate;
   uint8_t unit, texture;           /* enum ap_texture_target */
   struct ap_dst dst;
   struct ap_src src[3];
};

/* Elements of the list of parameters that one PARAM array binds. */
struct ap_array { uint32_t first, count; bool relative; };

struct ap_program {
   enum ap_target target;
   struct ap_inst *inst;
   unsigned inst_count, inst_room;
   struct ap_param *param;          /* bindings in the order of the source, constants included */
   unsigned param_count, param_room;
   uint32_t *slot;                  /* by parameter: its vector in the constant buffer; AP_NO_SLOT: constant or unused */
   struct ap_param *used;           /* by vector of the constant buffer */
   unsigned used_count;
   struct ap_array *array;
   unsigned array_count, array_room;
   struct ap_counts counts;
   uint32_t inputs;                 /* bit per attribute that is read */
   uint32_t results;                /* bit per result that is written */
   uint8_t texture[AP_MAX_TEXTURE_UNITS]; /* enum ap_texture_target of the units that are sampled */
   bool position_invariant, draw_buffers, upper_left, integer_center;
   bool fixed_stages;               /* the colour sum and the fog of ap_variant follow */
   uint8_t fog;                     /* enum ap_fog */
   uint32_t fog_param;              /* state.fog.params, followed by state.fog.color */
};
#define AP_NO_SLOT UINT32_MAX

/* ---- tokens (ap_lex.c) ------------------------------------------------------------------------------------------------------ */

enum ap_token_kind { AP_TOKEN_END, AP_TOKEN_NAME, AP_TOKEN_INTEGER, AP_TOKEN_FLOAT, AP_TOKEN_DOTS, AP_TOKEN_CHAR, AP_TOKEN_BAD };
struct ap_token {
   enum ap_token_kind kind;
   size_t at, length;               /* bytes of the source */
   char character;                  /* AP_TOKEN_CHAR */
   uint32_t integer;                /* AP_TOKEN_INTEGER; UINT32_MAX: larger */
   float number;                    /* AP_TOKEN_INTEGER, AP_TOKEN_FLOAT */
};

struct ap_variable {
   struct ap_variable *next;        /* in its bucket */
   size_t name_at, name_length;
   uint8_t file;                    /* enum ap_file */
   bool is_array;
   uint32_t index;                  /* arrays: of ap_program.array */
};
#define AP_BUCKETS 256

struct ap_parser {
   const char *source;
   size_t length, next;             /* next: byte after the current token */
   struct ap_token token;
   struct ap_program *p;
   const struct ap_limits *limits;
   struct ap_error *error;
   struct ap_variable *bucket[AP_BUCKETS];
   uint32_t bound;                  /* bit per attribute that a declaration or an instruction names */
   bool shadow, precision_fastest, precision_nicest; /* options */
   uint8_t node_written[AP_MAX_TEMPS], node_used[AP_MAX_TEMPS]; /* since the last texture indirection */
   bool loaded;                     /* the whole program was read without an error */
   jmp_buf fail;
};

void ap_next(struct ap_parser *s);
bool ap_is(const struct ap_parser *s, const char *name);      /* the token is this name */
bool ap_is_char(const struct ap_parser *s, char c);
bool ap_take(struct ap_parser *s, const char *name);          /* skips it, if it is there */
bool ap_take_char(struct ap_parser *s, char c);
void ap_expect(struct ap_parser *s, const char *name);
void ap_expect_char(struct ap_parser *s, char c);
uint32_t ap_integer(struct ap_parser *s, const char *of);     /* an integer; `of` names it in messages */
uint32_t ap_index(struct ap_parser *s, const char *of, uint32_t limit); /* an integer below limit */

/* ---- errors and memory (ap_parse.c): they end the parsing ---- */
_Noreturn void ap_fail(struct ap_parser *s, size_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void ap_no_memory(struct ap_parser *s);
_Noreturn void ap_unexpected(struct ap_parser *s, const char *expected);
/* Room for one more element. */
void *ap_grow(struct ap_parser *s, void *array, unsigned count, unsigned *room, size_t size_B);

/* ---- declarations (ap_declare.c) ---- */
struct ap_variable *ap_find(struct ap_parser *s, const struct ap_token *name); /* NULL: not declared */
bool ap_declaration(struct ap_parser *s);                     /* false: the statement is none */
bool ap_is_reserved(const struct ap_parser *s, const char *name, size_t length);

/* ---- bindings (ap_bind.c, ap_state.c) ---- */
uint32_t ap_attrib(struct ap_parser *s);                      /* after "vertex" or "fragment" */
uint32_t ap_result(struct ap_parser *s);                      /* after "result" */
uint32_t ap_add_param(struct ap_parser *s, const struct ap_param *param);
/* "state", "program" or a constant as one vector; its number in the list of parameters. A constant that is a scalar has no sign. */
bool ap_starts_param(const struct ap_parser *s);
uint32_t ap_param_single(struct ap_parser *s, bool is_signed);
/* The same as an element of an array: one or more vectors at the end of the list. */
void ap_param_elements(struct ap_parser *s);
/* After "state". elements: "row[a..b]" and matrices are allowed. *count consecutive parameters from *param on. */
#define AP_MAX_ROWS 4
void ap_state(struct ap_parser *s, bool elements, struct ap_param param[AP_MAX_ROWS], unsigned *count);
void ap_fog_params(struct ap_param param[2]);                 /* state.fog.params, state.fog.color */

/* ---- instructions (ap_inst.c) ---- */
void ap_instruction(struct ap_parser *s);
int ap_find_op(const struct ap_parser *s, const char *name, size_t length, bool *saturate); /* -1: none of the target */

/* ---- the whole program (ap_check.c) ---- */
void ap_check(struct ap_parser *s);

#endif
