/* tess_fixed.c: the driver's control shader in HS, for programs without one (OpenGL 4.6, 11.2.1): compiled from the interface of
 * the evaluation shader. One lane per control point passes on the vertex outputs that the evaluation shader reads; user SGPRs hold
 * the context's default levels. */
#include "hw-si/compiler/tess.h"

static void declare(struct sl *s)
{
   sl_declare_hs(s, SI_SGPR_TCS_FIXED_COUNT);
}

static void load_inputs(struct sl *s)
{
   (void)s;
}

static LLVMValueRef default_level(struct sl *s, unsigned location, unsigned element)
{
   unsigned first = SI_SGPR_TCS_LEVELS + (location == PIPE_PATCH_TESS_LEVEL_INNER ? 4 : 0);
   return s->arg[first + element];
}

static void store_dword(struct sl *s, const struct sl_vertex_dword *at, LLVMValueRef v)
{
   LLVMValueRef to_B = sl_mad_i32(s, sl_offchip_dw(s, at, sl_tess_layout(s, SI_TESS_OUT_POINTS)), 4, NULL);
   sl_buffer_store_dword(s, s->tess->offchip, v, to_B, s->tess->offchip_offset, SL_GLC);
}

/* Other values of patches have no writer. */
static void store_levels(struct sl *s)
{
   static const struct { uint8_t location, count; } levels[] = { { PIPE_PATCH_TESS_LEVEL_OUTER, 4 },
                                                                  { PIPE_PATCH_TESS_LEVEL_INNER, 2 } };
   for (unsigned l = 0; l < 2; l++) {
      if (!(s->key->tess.patch_locations & 1ull << levels[l].location))
         continue;
      for (unsigned i = 0; i < levels[l].count; i++) {
         struct sl_vertex_dword at = { .dword = 4u * levels[l].location + i };
         store_dword(s, &at, default_level(s, levels[l].location, i));
      }
   }
}

static void end(struct sl *s)
{
   s->tess->offchip = sl_internal_desc(s, SI_INTERNAL_OFFCHIP);
   for (uint64_t left = s->key->tess.vertex_locations; left; left &= left - 1) {
      for (unsigned i = 0; i < 4; i++) {
         struct sl_vertex_dword at = { .vertex = s->tess->invocation, .dword = 4 * (unsigned)__builtin_ctzll(left) + i };
         store_dword(s, &at, sl_load_control_input(s, &at));
      }
   }
   sl_end_patch(s, store_levels, default_level);
}

const struct sl_stage_ops sl_fixed_tcs_ops = {
   .name = "fixed control shader", .api_stage = PIPE_SHADER_TESS_EVAL, .hw_stage = SI_HW_HS, .no_body = true,
   .declare = declare, .load_inputs = load_inputs, .load_input = sl_load_control_input, .end = end, .finish = sl_finish_hs,
};
