/* glsl_wrap.h: the C face of glsl_wrap.cpp, private to glsl_front.c. */
#ifndef GLSL_WRAP_H
#define GLSL_WRAP_H

#include "gl-api/glsl/glsl_front.h"

#ifdef __cplusplus
extern "C" {
#endif

struct glsl_wrap_job {
   enum st_stage stage;
   const char *source;
   size_t length;
   bool es;
   int default_version;
   const struct glsl_limits *limits;
   size_t stack_B; /* what the calling thread may use; deeper recursion ends the compile with an error */
};

enum glsl_wrap_status { GLSL_WRAP_OK, GLSL_WRAP_ERROR, GLSL_WRAP_NO_MEMORY };

/* All memory malloc'ed and the caller's, also after an error. */
struct glsl_wrap_result {
   enum glsl_wrap_status status;
   char *log;                /* glslang's text, or NULL */
   char *link_log;           /* errors of the whole stage, or NULL; then spirv is NULL */
   uint32_t *spirv;
   size_t spirv_words;
   int version;
   struct glsl_symbol *symbols;
   unsigned symbol_count;
   bool invariant_all;
};

void glsl_wrap_compile(const struct glsl_wrap_job *job, struct glsl_wrap_result *result);

#ifdef __cplusplus
}
#endif

#endif
