/* gf_pp.h: private to the preprocessor's files: the scanner (gf_scan.c), macros (gf_macro.c), #if expressions
 * (gf_pp_expr.c) and directives (gf_pp.c). */
#ifndef GF_PP_H
#define GF_PP_H

#include "gf_core.h"

struct gf_tokens { struct gf_token *at; unsigned count, room; };

struct gf_macro {
   struct gf_name *name;
   bool function, predefined, active;
   enum { GF_MACRO_PLAIN, GF_MACRO_LINE, GF_MACRO_FILE } magic;
   struct gf_name **params;
   unsigned param_count;
   struct gf_tokens body;
};

/* A macro replacement or token list, which is read before the text. */
struct gf_frame {
   struct gf_frame *below;
   const struct gf_token *at, *end;
   struct gf_macro *macro; /* active while the frame is open */
   bool fence;             /* reading stops here: an argument that is expanded alone */
};

struct gf_condition { bool taken, active, in_else, outer; struct gf_loc at; };

struct gf_included;
struct gf_pp {
   const char *s, *end, *line_start;
   uint32_t source, line;
   bool line_fresh;        /* only space so far on this line */
   struct gf_frame *frame, *free_frames;
   unsigned depth;
   unsigned produced;      /* tokens so far: macro bombs */
   bool in_directive, any_token;
   bool past_first_token;  /* the parser has received a token */
   bool invariant_all;
   struct { struct gf_condition *at; unsigned count, room; } ifs;
   unsigned ifs_base;      /* conditions that were open before the included string */
   const struct glsl_includes *includes; /* NULL: there are no named strings */
   struct gf_included *included; /* the text after it; NULL: the source itself is read */
   const char *folder;     /* location that has the included string; NULL: as above */
   struct gf_token peeked;
   bool has_peeked;
};

void gf_scan_start(struct gf_ctx *c, const char *text, size_t length);
void gf_scan(struct gf_ctx *c, struct gf_token *t);   /* next raw token of the text, GF_T_NEWLINE included */
bool gf_scan_text(struct gf_ctx *c, const char *text, size_t length, struct gf_loc at, struct gf_token *t);
void gf_skip_line(struct gf_ctx *c);
/* The next token; a path in angle brackets is one, too. True: it is a path in double quotes. */
bool gf_scan_path(struct gf_ctx *c, struct gf_token *t);

void gf_directive_include(struct gf_ctx *c, struct gf_loc at);
bool gf_include_end(struct gf_ctx *c); /* goes on after the #include of the text that has ended; false: it was the source */
uint32_t gf_path_source(struct gf_ctx *c, struct gf_name *path, struct gf_loc from); /* a number for gf_loc.source */
struct gf_name *gf_source_path(const struct gf_ctx *c, uint32_t source); /* NULL: a number of a source string */

void gf_macro_raw(struct gf_ctx *c, struct gf_token *t);      /* next token of frames and text, not expanded */
void gf_macro_expanded(struct gf_ctx *c, struct gf_token *t); /* next token, macros replaced */
void gf_macro_define(struct gf_ctx *c);                       /* the rest of a #define line */
void gf_macro_predefine(struct gf_ctx *c, const char *name, const char *value, int magic);

bool gf_pp_number(struct gf_ctx *c, struct gf_token *t, int64_t *value);
bool gf_pp_condition(struct gf_ctx *c, struct gf_loc at); /* the rest of an #if or #elif line */
bool gf_pp_integer(const char *text, int64_t *value);

#endif
