/* state_constants.h: built-in uniforms whose values are state of the context that draws, not of the program: the bytes of
 * constant buffer PIPE_CONST_SLOT_STATE. The linker decorates the variables with these offsets; each context has its own
 * copy of the values. */
#ifndef GLSL_STATE_CONSTANTS_H
#define GLSL_STATE_CONSTANTS_H

#include <stdint.h>

struct glsl_state_constants {
   float depth_range[4]; /* gl_DepthRange: near, far, far - near, 0 (ESSL 1.00, 7.5) */
   int32_t num_samples, pad[3]; /* gl_NumSamples: of the draw framebuffer, at least 1 (GLSL 4.60, 7.4) */
};

#endif
