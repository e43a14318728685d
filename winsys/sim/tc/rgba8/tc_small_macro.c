/* tc_small_macro.c: tc_small.h for macro-tiled images. Compiled once per instruction set (px_ops.h). */
#define TC_SOURCE TC_SOURCE_MACRO
#define TC_SMALL PX(tc_small_macro)
#include "winsys/sim/tc/rgba8/tc_small.h"
