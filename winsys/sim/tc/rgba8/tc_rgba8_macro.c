/* tc_rgba8_macro.c: tc_rgba8.h for macro-tiled images. Compiled once per instruction set (px_ops.h). */
#define TC_SOURCE TC_SOURCE_MACRO
#define TC_RGBA8 PX(tc_rgba8_macro)
#include "winsys/sim/tc/rgba8/tc_rgba8.h"
