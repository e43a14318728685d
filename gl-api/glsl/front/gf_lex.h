/* gf_lex.h: keywords. */
#ifndef GF_LEX_H
#define GF_LEX_H

#include "gf_type.h"

enum gf_keyword_id {
   GF_K_ATTRIBUTE, GF_K_BREAK, GF_K_BUFFER, GF_K_CASE, GF_K_CENTROID, GF_K_COHERENT, GF_K_CONST, GF_K_CONTINUE,
   GF_K_DEFAULT, GF_K_DEMOTE, GF_K_DISCARD, GF_K_DO, GF_K_ELSE, GF_K_FALSE, GF_K_FLAT, GF_K_FOR, GF_K_HIGHP, GF_K_IF,
   GF_K_IN, GF_K_INOUT, GF_K_INVARIANT, GF_K_LAYOUT, GF_K_LOWP, GF_K_MEDIUMP, GF_K_NOPERSPECTIVE, GF_K_OUT,
   GF_K_PATCH, GF_K_PAYLOAD, GF_K_PER_PRIMITIVE, GF_K_PRECISE,
   GF_K_PRECISION, GF_K_READONLY, GF_K_RESERVED, GF_K_RESTRICT, GF_K_RETURN, GF_K_SAMPLE,
   GF_K_SHARED, GF_K_SMOOTH, GF_K_STRUCT, GF_K_SUBROUTINE, GF_K_SWITCH, GF_K_TRUE, GF_K_UNIFORM, GF_K_UNSIGNED,
   GF_K_VARYING, GF_K_VOLATILE, GF_K_WHILE, GF_K_WRITEONLY,
   GF_K_TYPE,
};

struct gf_keyword {
   const char *text;
   uint8_t id;                  /* enum gf_keyword_id */
   const struct gf_type *type;  /* GF_K_TYPE */
   struct { uint16_t gl, gl_last, es, es_last; } reserved; /* first 0: in no version; last 0: in all later ones */
   struct gf_gate gate;
};

void gf_lex_start(struct gf_ctx *c);

#endif
