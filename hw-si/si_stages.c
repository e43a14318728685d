/* si_stages.c: which shader runs in which hardware stage. VS is always the last vertex stage: it exports positions and
 * parameters. The stages before it depend on the API stages that are bound:
 *
 *    bound                          LS      HS        ES        GS        VS          PS
 *    vertex                         -       -         -         -         vertex      fragment
 *    vertex, geometry               -       -         vertex    geometry  copy        fragment
 *    vertex, tessellation           vertex  control   -         -         evaluation  fragment
 *    vertex, tessellation, geometry vertex  control   evaluation geometry copy        fragment
 *
 * Without a control shader, HS runs the driver's own, which is compiled from the evaluation shader's interface.
 * The copy shader is the driver's own: it reads the geometry shader's vertices from the GSVS ring and exports them. A
 * compute shader runs in CS, alone. */
#include "si_context.h"

#include "hw_regs.h"

struct si_stage_map si_map_stages(uint32_t bound)
{
   struct si_stage_map map;
   bool tess = bound >> PIPE_SHADER_TESS_EVAL & 1, gs = bound >> PIPE_SHADER_GEOMETRY & 1;
   enum pipe_shader_type last = tess ? PIPE_SHADER_TESS_EVAL : PIPE_SHADER_VERTEX; /* before the geometry shader */

   for (unsigned hw = 0; hw < SI_HW_COUNT; hw++)
      map.api[hw] = SI_STAGE_OFF;
   map.copy = gs;
   if (bound >> PIPE_SHADER_COMPUTE & 1) {
      map.api[SI_HW_CS] = PIPE_SHADER_COMPUTE;
      return map;
   }
   if (tess) {
      map.api[SI_HW_LS] = PIPE_SHADER_VERTEX;
      map.api[SI_HW_HS] = bound >> PIPE_SHADER_TESS_CTRL & 1 ? PIPE_SHADER_TESS_CTRL : PIPE_SHADER_TESS_EVAL;
   }
   if (gs) {
      map.api[SI_HW_ES] = last;
      map.api[SI_HW_GS] = PIPE_SHADER_GEOMETRY;
   }
   map.api[SI_HW_VS] = gs ? PIPE_SHADER_GEOMETRY : last;
   map.api[SI_HW_PS] = PIPE_SHADER_FRAGMENT;
   return map;
}

enum si_hw_stage si_vertex_hw(const struct si_stage_map *map)
{
   return map->api[SI_HW_LS] == PIPE_SHADER_VERTEX   ? SI_HW_LS
          : map->api[SI_HW_ES] == PIPE_SHADER_VERTEX ? SI_HW_ES : SI_HW_VS;
}

uint32_t si_shader_stages_en(const struct si_stage_map *map)
{
   bool tess = map->api[SI_HW_LS] != SI_STAGE_OFF, gs = map->api[SI_HW_GS] != SI_STAGE_OFF;
   uint32_t v = 0;

   if (tess)
      v |= S_028B54_LS_EN(V_028B54_LS_STAGE_ON) | S_028B54_HS_EN(1) | S_028B54_DYNAMIC_HS(1);
   if (gs)
      v |= S_028B54_ES_EN(tess ? V_028B54_ES_STAGE_DS : V_028B54_ES_STAGE_REAL) | S_028B54_GS_EN(1) |
           S_028B54_VS_EN(V_028B54_VS_STAGE_COPY_SHADER);
   else if (tess)
      v |= S_028B54_VS_EN(V_028B54_VS_STAGE_DS);
   return v;
}
