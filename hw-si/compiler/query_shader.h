/* query_shader.h: the part of the driver's own pixel shaders that writes the result of a query. Private to this folder. */
#ifndef SI_QUERY_SHADER_H
#define SI_QUERY_SHADER_H

#include "hw-si/compiler/spv_llvm.h"

void sl_query_result(struct sl *s, const struct si_blit_ps_key *key);

#endif
