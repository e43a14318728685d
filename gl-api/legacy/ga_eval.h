/* ga_eval.h: maps of evaluators, for their state (ga_eval.c) and their evaluation (ga_eval_mesh.c). */
#ifndef GA_EVAL_H
#define GA_EVAL_H

#include "gl-api/legacy/ga_legacy.h"

unsigned ga_map_components(unsigned kind);
const GLfloat *ga_map_points(const struct ga_map *map, unsigned kind);

#endif
