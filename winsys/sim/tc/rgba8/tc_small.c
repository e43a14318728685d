/* tc_small.c: tc_small.h for images in linear or micro-tiled layout. Compiled once per instruction set (px_ops.h). */
#define TC_SOURCE TC_SOURCE_PLAIN
#define TC_SMALL PX(tc_small)
#include "winsys/sim/tc/rgba8/tc_small.h"
