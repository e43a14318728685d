/* si_compile.h: from an LLVM function to a binary; used for SPIR-V shaders and for the driver's own. Private to this folder. */
#ifndef SI_COMPILE_PRIVATE_H
#define SI_COMPILE_PRIVATE_H

#include "hw-si/compiler/llvm_target.h"
#include "hw-si/compiler/spv_llvm.h"

struct si_compiler {
   struct si_llvm_pool *pool;
   int gfx;
   bool fma_is_fast;
};

/* One compile: `build` creates the function in the module of s; then verification, passes, code generation and reading the
 * object. Thread-safe. False with a reason in s->why. */
typedef void (*si_build)(struct sl *s, const void *data);
bool si_compile_function(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                         const struct si_compile_options *opt);


/* si_compile without the cache. */
bool si_compile_spirv(struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                      const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B);

#endif
