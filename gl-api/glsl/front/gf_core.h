/* gf_core.h: basics of the front end: the arena, interned names, source positions, messages, tokens and the compilation (struct
 * gf_ctx). There is no global state; freeing the arena frees the compilation. */
#ifndef GF_CORE_H
#define GF_CORE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl-api/glsl/front/glsl_front.h"

#define GF_COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- arena: never returns NULL; beyond its cap the compilation ends (gf_give_up) ---- */

struct gf_ctx;
struct gf_arena_block;
struct gf_arena { struct gf_arena_block *blocks; size_t used_B, cap_B; };

void *gf_alloc(struct gf_ctx *c, size_t size_B); /* zeroed */
#define GF_NEW(c, type) ((type *)gf_alloc(c, sizeof(type)))
char *gf_printf(struct gf_ctx *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void gf_give_up(struct gf_ctx *c); /* out of memory, or too deep: ends the compilation */
void gf_arena_finish(struct gf_arena *a);

/* A list that grows in the arena: struct { T *at; unsigned count, room; }. The old storage is not freed. */
void *gf_grow(struct gf_ctx *c, void *at, unsigned count, unsigned *room, size_t item_B);
#define GF_PUSH(c, list, item) do { \
      if ((list)->count == (list)->room) \
         (list)->at = gf_grow(c, (list)->at, (list)->count, &(list)->room, sizeof(*(list)->at)); \
      (list)->at[(list)->count++] = (item); \
   } while (0)

/* ---- names: one object per spelling; equal names are equal pointers ---- */

struct gf_macro;
struct gf_symbol;
struct gf_name {
   struct gf_name *next;       /* in its hash bucket */
   struct gf_macro *macro;
   struct gf_symbol *symbol;   /* innermost declaration */
   struct gf_symbol *builtin;  /* built-in functions of this name, after the first lookup */
   const struct gf_keyword *keyword; /* NULL: no keyword of any version */
   unsigned length;
   uint32_t hash;
   uint32_t id;                /* the emitter finds types and constants by name */
   char text[];
};
struct gf_name *gf_intern(struct gf_ctx *c, const char *text, size_t length);
struct gf_name *gf_intern_z(struct gf_ctx *c, const char *text);

/* ---- messages ---- */

/* source: a number of a source string, or GF_PATH_SOURCE plus the index of a path (gf_include.c). */
#define GF_PATH_SOURCE 0xc0000000u
struct gf_loc { uint32_t source, line, col; };
struct gf_path { struct gf_name *name; struct gf_loc from; }; /* of the #include or #line in a source string that leads to it */

struct gf_loc gf_outer_loc(const struct gf_ctx *c, struct gf_loc at); /* in a source string: that of the #include */
const char *gf_loc_text(struct gf_ctx *c, struct gf_loc at);          /* "0:12", "\"/path\":12" */

void gf_error(struct gf_ctx *c, struct gf_loc at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void gf_warn(struct gf_ctx *c, struct gf_loc at, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- tokens ---- */

enum gf_token_kind {
   GF_T_EOF, GF_T_NEWLINE, GF_T_BAD,
   GF_T_PATH /* in quotes */, GF_T_IDENT, GF_T_KEYWORD, GF_T_TYPE, GF_T_PP_NUMBER, GF_T_NUMBER,
   /* One character: the character itself, from '!' to '~'. */
   GF_T_FIRST_WIDE = 128,
   GF_T_SHL = 128, GF_T_SHR, GF_T_LE, GF_T_GE, GF_T_EQ, GF_T_NE, GF_T_AND, GF_T_OR, GF_T_XOR, GF_T_INC, GF_T_DEC,
   GF_T_MUL_A, GF_T_DIV_A, GF_T_MOD_A, GF_T_ADD_A, GF_T_SUB_A, GF_T_SHL_A, GF_T_SHR_A, GF_T_AND_A, GF_T_XOR_A,
      GF_T_OR_A,
   GF_T_PASTE, GF_T_PLACE /* an empty macro argument beside ## */,
};

struct gf_token {
   uint8_t kind;
   bool space_before, line_start, no_expand, reserved;
   struct gf_loc loc;
   struct gf_name *name;          /* identifiers, keywords, numbers: the spelling */
   union {
      const struct gf_keyword *keyword;
      const struct gf_type *type; /* GF_T_TYPE, GF_T_NUMBER */
   };
   uint64_t bits;                 /* GF_T_NUMBER: integers as they are, float and double as a double's bits */
};
const char *gf_token_text(struct gf_ctx *c, const struct gf_token *t);

/* ---- extensions and gates (gf_ext.c) ---- */

enum gf_ext {
   GF_EXT_NONE,
#define GF_EXT(name, gl, es, stages, implies) GF_##name,
#include "gf_ext.def"
#undef GF_EXT
   GF_EXT_COUNT,
};

enum { GF_VS = 1 << PIPE_SHADER_VERTEX, GF_TCS = 1 << PIPE_SHADER_TESS_CTRL, GF_TES = 1 << PIPE_SHADER_TESS_EVAL,
       GF_GS = 1 << PIPE_SHADER_GEOMETRY, GF_TASK = 1 << PIPE_SHADER_TASK, GF_MESH = 1 << PIPE_SHADER_MESH,
       GF_FS = 1 << PIPE_SHADER_FRAGMENT, GF_CS = 1 << PIPE_SHADER_COMPUTE, GF_ANY = 0xff };

static inline bool gf_has_work_group(enum pipe_shader_type stage)
{
   return stage == PIPE_SHADER_COMPUTE || stage == PIPE_SHADER_TASK || stage == PIPE_SHADER_MESH;
}

/* When something exists: in desktop versions first..last (last: 0 no end; the compatibility profile keeps it), in ES
 * versions
 * likewise, or because one of the extensions is on. */
struct gf_gate { uint16_t gl, gl_last, es, es_last; uint8_t ext[16]; };

bool gf_open(const struct gf_ctx *c, const struct gf_gate *gate);
bool gf_at_least(const struct gf_ctx *c, unsigned gl, unsigned es); /* 0: never in that family */
bool gf_ext_on(const struct gf_ctx *c, enum gf_ext e);
void gf_ext_start(struct gf_ctx *c);  /* after #version: the available ones */
void gf_ext_directive(struct gf_ctx *c, struct gf_loc at, const char *name, const char *behaviour);
/* "need #version 430 or GL_ARB_x": how the shader can open the gate; follows a plural in messages. */
const char *gf_needs(struct gf_ctx *c, const struct gf_gate *gate);
#define GF_NEEDS(c, ...) gf_needs(c, &(const struct gf_gate){ __VA_ARGS__ })
const char *gf_version_text(struct gf_ctx *c);       /* "GLSL 4.60": the shader's language */
const char *gf_ext_offered(const struct gf_ctx *c, unsigned e); /* its name, or NULL */

/* ---- a compilation ---- */

struct gf_pp;
struct gf_parser;
struct gf_record;
struct gf_options;
struct gf_ctx {
   struct gf_arena arena;
   jmp_buf give_up;
   bool out_of_memory;         /* malloc failed */
   bool too_deep;              /* the stack limit is reached */
   uintptr_t stack_floor;
   const char *lacks;          /* a construct that the emitter does not implement */
   const struct gf_options *options;

   enum pipe_shader_type stage;
   unsigned stage_bit;
   bool es, compat;
   bool version_known;
   unsigned version;
   unsigned ext_epoch;        /* counts #extension lines */
   uint8_t offered[GF_EXT_COUNT], on[GF_EXT_COUNT], warn[GF_EXT_COUNT];

   struct gf_name **names;
   unsigned name_buckets, name_count;

   struct { char *at; unsigned count, room; } log;
   struct { struct gf_path *at; unsigned count, room; } paths;
   const char *link_log;       /* errors that make linking fail */
   struct { struct glsl_symbol *at; unsigned count, room; } symbols; /* the side table */
   struct { struct glsl_subroutine *at; unsigned count, room; } subroutines;
   /* Several shaders of one stage (gf_units.c): the parsed ones, the current one, structs and blocks of all, globals that alias
    * those of another shader. */
   struct { struct gf_parser **at; unsigned count, room; } units;
   unsigned unit, newest;      /* the newest version of the parsed shaders */
   struct { struct gf_record **at; unsigned count, room; } records;
   struct { struct gf_symbol **at; unsigned count, room; } aliases;
   unsigned errors, warnings;
   int braces;                 /* open ones: directives are read one token ahead of the parser */

   struct gf_pp *pp;
   struct gf_parser *parser;
};

/* The preprocessor: sources in, tokens out (gf_pp.c); the lexer on top names keywords, types and numbers (gf_lex.c). */
void gf_pp_start(struct gf_ctx *c, const char *text, size_t length, const struct glsl_includes *includes);
void gf_pp_next(struct gf_ctx *c, struct gf_token *t);
void gf_lex_next(struct gf_ctx *c, struct gf_token *t);
bool gf_pp_pragma_invariant_all(const struct gf_ctx *c);

#endif
