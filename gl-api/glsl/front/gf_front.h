/* gf_front.h: the door of our own GLSL front end: source in, verdict, messages, SPIR-V and side tables out. Any bytes may
 * come in; the answer comes in bounded time and memory. gl-api/glsl/glsl_front.c is the product's way in. */
#ifndef GF_FRONT_H
#define GF_FRONT_H

#include "gl-api/glsl/glsl_front.h"

enum { GF_NO_VERSION = 1 };

struct gf_options {
   bool es;              /* what a source without #version is: ESSL 1.00, else GLSL 1.10 */
   unsigned max_gl, max_es; /* newest versions taken; 0: all; GF_NO_VERSION: none of the family */
   bool compat;          /* versions without a profile word are of the compatibility profile */
   const char *without;  /* extensions that are not there: "GL_a GL_b"; may be NULL */
   const char *only;     /* extensions that are there, if their version allows; NULL: all that are known */
   const struct glsl_limits *limits; /* what gl_MaxVertexAttribs and the like are; NULL: generous */
   bool link_alone;      /* also check what only this shader can fail at link: bodies of called functions, main() */
   bool link_apart;      /* ... and keep those errors in link_log */
   const struct gf_source { const char *text; size_t length; } *more; /* further shaders of the stage, joined to this one */
   unsigned more_count;
   bool check_only;      /* no SPIR-V, no side tables */
   size_t stack_B;       /* what may be used of the thread's stack; 0: 256 KiB */
};

struct gf_result {
   bool ok;
   bool no_memory;       /* malloc failed: nothing is said of the shader */
   bool too_deep;        /* given up because stack_B was used up: more of it may help */
   bool es;
   unsigned version;
   char *log;            /* malloc'ed like all below; NULL only without memory */
   char *link_log;       /* with link_apart: it compiles, but cannot be linked; NULL else */
   char *lacks;          /* what the emitter does not know yet, when ok and still without SPIR-V; NULL else */
   uint32_t *spirv;      /* NULL: check_only, a failure, lacks or link_log */
   size_t spirv_words;
   struct glsl_symbol *symbols;
   unsigned symbol_count;
   struct glsl_subroutine *subroutines;
   unsigned subroutine_count;
   int32_t xfb_stride[4];
   bool invariant_all;
};

bool gf_compile(enum pipe_shader_type stage, const char *source, size_t length, const struct gf_options *options,
                struct gf_result *result); /* false: out of memory */
void gf_result_finish(struct gf_result *result);

#endif
