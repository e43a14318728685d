/* gf_front.h: interface of the GLSL compiler: source to SPIR-V, side tables and messages. Any bytes are accepted; time and memory
 * are bounded. glsl_front.c is its caller. */
#ifndef GF_FRONT_H
#define GF_FRONT_H

#include "gl-api/glsl/front/glsl_front.h"

enum { GF_NO_VERSION = 1 };

struct gf_options {
   bool es;              /* a source without #version is ESSL 1.00, else GLSL 1.10 */
   unsigned max_gl, max_es; /* newest accepted versions; 0: all; GF_NO_VERSION: none of the family */
   bool compat;          /* versions without a profile word are of the compatibility profile */
   const char *without;  /* unavailable extensions: "GL_a GL_b"; may be NULL */
   const char *only;     /* available extensions, if the version allows; NULL: all known ones */
   const char *only_es;  /* those of shaders of OpenGL ES; NULL: as `only` */
   const struct glsl_includes *includes; /* of #include; NULL: there are no named strings */
   const struct glsl_limits *limits; /* values of gl_MaxVertexAttribs etc.; NULL: large defaults */
   bool link_alone;      /* also report link errors of this shader: missing main(), missing bodies of called functions */
   bool link_apart;      /* and keep them in link_log */
   const struct gf_source { const char *text; size_t length; const struct glsl_includes *includes; } *more; /* further shaders of the stage, joined to this one */
   unsigned more_count;
   bool check_only;      /* no SPIR-V, no side tables */
   size_t stack_B;       /* limit of stack use; 0: 256 KiB */
};

struct gf_result {
   bool ok;
   bool no_memory;       /* malloc failed: no result for the shader */
   bool too_deep;        /* stack_B is too small: a larger limit may succeed */
   bool es;
   unsigned version;
   char *log;            /* malloc'ed like all below; NULL only without memory */
   char *link_log;       /* with link_apart: the shader compiles, but linking must fail; else NULL */
   char *lacks;          /* a construct that the emitter does not implement, when ok without SPIR-V; else NULL */
   uint32_t *spirv;      /* NULL: check_only, a failure, lacks or link_log */
   size_t spirv_words;
   struct glsl_symbol *symbols;
   unsigned symbol_count;
   struct glsl_subroutine *subroutines;
   unsigned subroutine_count;
   int32_t xfb_stride[4];
   bool xfb_mode;              /* the shader has layouts of transform feedback */
   bool invariant_all;
   uint16_t blend_equations;   /* bit per enum pipe_blend_equation that layout(blend_support_*) names */
   uint8_t views;              /* of layout(num_views), at least 1 */
   bool reads_coherently;      /* destination colours, as earlier primitives of a draw wrote them */
};

bool gf_compile(enum pipe_shader_type stage, const char *source, size_t length, const struct gf_options *options,
                struct gf_result *result); /* false: out of memory */
void gf_result_finish(struct gf_result *result);

#endif
