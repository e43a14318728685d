/* si_compile.h: from a finished LLVM function to a binary: shared by SPIR-V shaders and the driver's own. Private. */
#ifndef SI_COMPILE_PRIVATE_H
#define SI_COMPILE_PRIVATE_H

#include "hw-si/compiler/llvm_target.h"
#include "hw-si/compiler/spv_llvm.h"

struct si_compiler {
   struct si_llvm_pool *pool;
   int gfx;
   bool fma_is_fast;
};

/* One compile: `build` fills the function in s (types are made, no function yet). The rest is verification, passes, code
 * generation and reading the object. Thread-safe; false with `why`. */
typedef void (*si_build)(struct sl *s, const void *data);
bool si_compile_function(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                         const struct si_compile_options *opt, enum si_hw_stage stage);


/* si_compile without the cache. */
bool si_compile_spirv(struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                      const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B);

#endif
