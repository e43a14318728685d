/* simple_spirv.h: the smallest vertex and fragment shader, for tests of the driver. */
#ifndef SIMPLE_SPIRV_H
#define SIMPLE_SPIRV_H

#include <stdint.h>

#define OP(words, opcode) ((uint32_t)(words) << 16 | (opcode))

/* gl_Position = the attribute of location 0. */
static const uint32_t vertex_spirv[] = {
   0x07230203, 0x00010000, 0, 16, 0,
   OP(2, 17), 1,                                /* OpCapability Shader */
   OP(3, 14), 0, 1,                             /* OpMemoryModel Logical GLSL450 */
   OP(7, 15), 0, 1, 0x6e69616d, 0, 2, 3,        /* OpEntryPoint Vertex %1 "main" %2 %3 */
   OP(4, 71), 2, 30, 0, OP(4, 71), 3, 11, 0,    /* OpDecorate %2 Location 0, %3 BuiltIn Position */
   OP(2, 19), 4, OP(3, 33), 5, 4,               /* void, function */
   OP(3, 22), 6, 32, OP(4, 23), 7, 6, 4,        /* float, vec4 */
   OP(4, 32), 8, 1, 7, OP(4, 32), 9, 3, 7,      /* pointers: Input, Output */
   OP(4, 59), 8, 2, 1, OP(4, 59), 9, 3, 3,      /* OpVariable */
   OP(5, 54), 4, 1, 0, 5, OP(2, 248), 10,       /* OpFunction, OpLabel */
   OP(4, 61), 7, 11, 2, OP(3, 62), 3, 11,       /* OpLoad, OpStore */
   OP(1, 253), OP(1, 56),                       /* OpReturn, OpFunctionEnd */
};

/* Colour 0 = (1, 1, 1, 1). */
static const uint32_t fragment_spirv[] = {
   0x07230203, 0x00010000, 0, 16, 0,
   OP(2, 17), 1, OP(3, 14), 0, 1,
   OP(6, 15), 4, 1, 0x6e69616d, 0, 3,           /* OpEntryPoint Fragment %1 "main" %3 */
   OP(3, 16), 1, 7,                             /* OpExecutionMode OriginUpperLeft */
   OP(4, 71), 3, 30, 0,
   OP(2, 19), 4, OP(3, 33), 5, 4, OP(3, 22), 6, 32, OP(4, 23), 7, 6, 4, OP(4, 32), 9, 3, 7,
   OP(4, 43), 6, 12, 0x3f800000, OP(7, 44), 7, 13, 12, 12, 12, 12, /* 1.0, vec4(1.0) */
   OP(4, 59), 9, 3, 3,
   OP(5, 54), 4, 1, 0, 5, OP(2, 248), 10, OP(3, 62), 3, 13, OP(1, 253), OP(1, 56),
};

#endif
