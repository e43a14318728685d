/* gf_front.h: the door of our own GLSL front end: source in, verdict, messages and (as far as docs/glsl.md says)
 * SPIR-V out. Any bytes may come in; the answer comes in bounded time and memory. */
#ifndef GF_FRONT_H
#define GF_FRONT_H

#include "gl-api/glsl/glsl_front.h"

struct gf_options {
   bool es;              /* what a source without #version is: ESSL 1.00, else GLSL 1.10 */
   unsigned max_gl, max_es; /* newest versions taken; 0: all */
   bool compat;          /* versions without a profile word are of the compatibility profile */
   const char *without;  /* extensions that are not there: "GL_a GL_b"; may be NULL */
   bool link_alone;      /* also check what only this shader can fail at link: bodies of called functions, recursion */
   bool check_only;      /* no SPIR-V */
};

struct gf_result {
   bool ok;
   bool es;
   unsigned version;
   char *log;            /* malloc'ed; NULL only without memory */
   char *lacks;          /* malloc'ed or NULL: what the emitter does not know yet, when ok and still without SPIR-V */
   uint32_t *spirv;      /* malloc'ed; NULL: check_only, a failure, or lacks */
   size_t spirv_words;
};

bool gf_compile(enum st_stage stage, const char *source, size_t length, const struct gf_options *options,
                struct gf_result *result); /* false: out of memory */

#endif
