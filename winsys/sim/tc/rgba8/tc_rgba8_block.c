/* tc_rgba8_block.c: tc_rgba8.h for compressed images. Compiled once per instruction set (px_ops.h). */
#define TC_SOURCE TC_SOURCE_BLOCK
#define TC_RGBA8 PX(tc_rgba8_block)
#include "winsys/sim/tc/rgba8/tc_rgba8.h"
