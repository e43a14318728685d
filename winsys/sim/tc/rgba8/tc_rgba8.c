/* tc_rgba8.c: tc_rgba8.h for images in linear or micro-tiled layout. Compiled once per instruction set (px_ops.h). */
#define TC_SOURCE TC_SOURCE_PLAIN
#define TC_RGBA8 PX(tc_rgba8)
#include "winsys/sim/tc/rgba8/tc_rgba8.h"
