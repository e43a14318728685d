/* glslang_judge.h: what glslang says of a shader: a cross-check while developing (-Dglslang=true), no part of the product. */
#ifndef GLSLANG_JUDGE_H
#define GLSLANG_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "state/pipe_types.h"

/* es: what a source without #version is. link: main(), bodies and recursion count, too. *log: malloc'ed or NULL. */
bool glslang_judge(enum pipe_shader_type stage, const char *source, bool es, bool link, char **log);

#endif
