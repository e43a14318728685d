/* ga_assembly.h: program objects of ARB_vertex_program and ARB_fragment_program, and environment parameters. Objects belong to the
 * share group; share->assembly.lock guards their fields, and no lock is held while a program is compiled. */
#ifndef GA_ASSEMBLY_H
#define GA_ASSEMBLY_H

#include "gl-api/glsl/asm/ap_asm.h"
#include "gl-api/legacy/ga_legacy.h"

#define GA_ASSEMBLY_MATRIX_DEPTH 4

/* An executable of a program with the state that its module depends on. */
struct ga_assembly_variant { struct ga_assembly_variant *next; struct ap_variant key; struct ga_exec *exec; /* counted */ };

/* A source that loaded; counted, as contexts draw with it while another one loads the next. Immutable but for the variants. */
struct ga_assembly_code {
   atomic_int refs;
   struct ap_program *program;
   struct ga_assembly_variant *variants; /* under share->assembly.lock */
};

struct ga_assembly {
   GLuint name;                     /* 0: the default program of a context */
   atomic_int refs;                 /* the name, and each context where it is bound */
   enum ap_target target;
   char *source;                    /* malloc'ed; NULL: none was loaded */
   GLint length;
   struct ga_assembly_code *code;   /* counted; NULL: no valid program is loaded */
   GLfloat (*local)[4];             /* AP_MAX_LOCALS; NULL: all are zero */
   atomic_uint seqno, local_seqno;  /* of code, of local */
};

/* State of a context, in struct ga_legacy. */
struct ga_assembly_state {
   bool enabled[AP_TARGETS];        /* GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB */
   struct ga_assembly *bound[AP_TARGETS], *none[AP_TARGETS]; /* counted; never NULL. none: those with the name 0 */
   GLfloat env[AP_TARGETS][AP_MAX_ENV][4];
   GLint error_position;            /* -1: none */
   char error_text[sizeof(((struct ap_error *)0)->text)];
   struct ga_matrix_stack matrix[AP_MAX_MATRICES];
   GLfloat matrices[AP_MAX_MATRICES][GA_ASSEMBLY_MATRIX_DEPTH][16];
   struct ga_assembly_code *code[AP_TARGETS]; /* counted: that the last derived draw uses; NULL: another source of the stage */
   unsigned seqno[AP_TARGETS], local_seqno[AP_TARGETS]; /* of the bound programs then */
   GLfloat (*block[AP_TARGETS])[4]; /* the constant buffer: AP_MAX_PARAMS vectors; NULL: not used yet */
};

/* ---- ga_assembly.c ---- */
bool ga_assembly_init(struct ga_legacy *l);           /* false: out of memory */
void ga_assembly_finish(struct ga_context *ctx);
struct ga_assembly_code *ga_assembly_code_ref(struct ga_assembly_code *code);
void ga_assembly_code_unref(struct ga_assembly_code *code); /* NULL is fine */
/* The target of a command. False: GL_INVALID_ENUM was raised. */
bool ga_assembly_target(struct ga_context *ctx, GLenum target, enum ap_target *which, const char *command);

/* ---- ga_assembly_draw.c ---- */
/* The program is the source of its stage, unless a shader of GLSL is. */
bool ga_assembly_is_enabled(const struct ga_context *ctx, enum ap_target target);
/* The executable of the bound program, with a reference for the caller. NULL: the error was raised. */
struct ga_exec *ga_assembly_exec(struct ga_context *ctx, enum ap_target target, const char *operation);
/* The stage has another source: the context drops what it keeps of the program. */
void ga_assembly_unused(struct ga_context *ctx, enum ap_target target);

#endif
