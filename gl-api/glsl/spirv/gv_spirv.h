/* gv_spirv.h: shaders in SPIR-V (OpenGL 4.6, 7.2.1): an application's module becomes a struct glsl_module, as a source does in
 * the GLSL front end. Any words are accepted; a module that breaks a rule gives an error in the log. docs/spirv.md. */
#ifndef GV_SPIRV_H
#define GV_SPIRV_H

#include "gl-api/glsl/front/glsl_front.h"

struct gv_constant { uint32_t index, value; }; /* SpecId and the bits of its value */

enum gv_result {
   GV_DONE,         /* *module is NULL when the module cannot be used: *log has the reason */
   GV_NO_ENTRY,     /* the module has no entry point of this name for the stage */
   GV_NO_CONSTANT,  /* it has no specialization constant of an index: *log names it */
   GV_NO_MEMORY,
};

/* *log (malloc'ed) belongs to the caller; NULL without memory. A module that cannot be read is GV_DONE without *module. */
enum gv_result glsl_specialize(enum pipe_shader_type stage, const uint32_t *words, size_t word_count, const char *entry,
                               const struct gv_constant *constants, unsigned constant_count, const struct glsl_limits *limits,
                               struct glsl_module **module, char **log);

/* Extensions of SPIR-V that modules may use: the name of an index, or NULL. */
const char *gv_extension(unsigned index);
unsigned gv_extension_count(void);

#endif
