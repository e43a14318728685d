/* ga_assembly.h: program objects of ARB_vertex_program and ARB_fragment_program, shaders of ATI_fragment_shader, and environment
 * parameters. Objects belong to the share group; share->assembly.lock guards their fields, and no lock is held while a program is
 * compiled. */
#ifndef GA_ASSEMBLY_H
#define GA_ASSEMBLY_H

#include "gl-api/glsl/asm/ap_ati.h"
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
   bool enabled[AP_TARGETS];        /* GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB, GL_FRAGMENT_SHADER_ATI */
   struct ga_assembly *bound[AP_TARGETS], *none[AP_TARGETS]; /* counted; never NULL. none: those with the name 0 */
   struct ga_assembly *unselected[AP_TARGETS]; /* bound but for a selection (ga_select.h); NULL: none is selected */
   GLfloat env[AP_TARGETS][AP_MAX_ENV][4]; /* AP_ATI_FRAGMENT: the constants outside of shaders */
   struct ga_ati_definition *ati;   /* between glBeginFragmentShaderATI and glEndFragmentShaderATI (ga_ati_shader.c); NULL: outside */
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
struct ga_assembly_code *ga_assembly_code_create(struct ap_program *program); /* takes over the program. NULL: out of memory */
/* The target of a command. False: GL_INVALID_ENUM was raised. */
bool ga_assembly_target(struct ga_context *ctx, GLenum target, enum ap_target *which, const char *command);
/* The program of a name of the name space, made where the name has none, or for 0 the context's default program. With a reference for the
 * caller. NULL: the error was raised. */
struct ga_assembly *ga_assembly_of_name(struct ga_context *ctx, struct ga_namespace *ns, enum ap_target target, GLuint name,
                                        const char *command);
bool ga_assembly_enabled(const struct ga_context *ctx, enum ap_target target);
void ga_assembly_enable(struct ga_context *ctx, enum ap_target target, bool value);
/* Binds a name of the name space, or 0; an unused one becomes an object. */
void ga_assembly_bind_name(struct ga_context *ctx, struct ga_namespace *ns, enum ap_target target, GLuint name, const char *command);
/* The name is free; where its object is bound in this context, the name 0 is instead. */
void ga_assembly_delete_name(struct ga_context *ctx, struct ga_namespace *ns, GLuint name);
/* The object has this code (NULL: none that is valid) and source. Takes over both. */
void ga_assembly_install(struct ga_context *ctx, struct ga_assembly *p, struct ga_assembly_code *code, char *source, GLint length);

/* ---- ga_assembly_draw.c ---- */
/* The program that is the source of fragments unless a shader of GLSL is: AP_FRAGMENT, or AP_ATI_FRAGMENT where its shader is valid.
 * AP_TARGETS: none. */
enum ap_target ga_assembly_fragment_source(struct ga_context *ctx);
/* The executable of the bound program, with a reference for the caller. NULL: the error was raised. */
struct ga_exec *ga_assembly_exec(struct ga_context *ctx, enum ap_target target, const char *operation);
/* The vertex stage is a program that is not position-invariant: clip planes are off (ARB_vertex_program, 2.14.4.5.1). */
bool ga_assembly_is_unclipped(const struct ga_context *ctx);
/* The stage has another source: the context drops what it keeps of the program. */
void ga_assembly_unused(struct ga_context *ctx, enum ap_target target);

#endif
