/* gf_emit_group.c: functions of subgroups and of ordered sections: ballots, votes, the clock, helper invocations, ordered sections
 * of fragment shaders (ARB_shader_ballot, ARB_shader_group_vote, ARB_shader_clock, ARB_fragment_shader_interlock,
 * EXT_demote_to_helper_invocation). */
#include "gf_emit.h"

#include <string.h>

static const struct { const char *name; SpvOp op; SpvCapability capability; } rows[] = {
   { "anyInvocation", SpvOpSubgroupAnyKHR, SpvCapabilitySubgroupVoteKHR },
   { "anyInvocationARB", SpvOpSubgroupAnyKHR, SpvCapabilitySubgroupVoteKHR },
   { "anyInvocationEXT", SpvOpSubgroupAnyKHR, SpvCapabilitySubgroupVoteKHR },
   { "allInvocations", SpvOpSubgroupAllKHR, SpvCapabilitySubgroupVoteKHR },
   { "allInvocationsARB", SpvOpSubgroupAllKHR, SpvCapabilitySubgroupVoteKHR },
   { "allInvocationsEXT", SpvOpSubgroupAllKHR, SpvCapabilitySubgroupVoteKHR },
   { "allInvocationsEqual", SpvOpSubgroupAllEqualKHR, SpvCapabilitySubgroupVoteKHR },
   { "allInvocationsEqualARB", SpvOpSubgroupAllEqualKHR, SpvCapabilitySubgroupVoteKHR },
   { "allInvocationsEqualEXT", SpvOpSubgroupAllEqualKHR, SpvCapabilitySubgroupVoteKHR },
   { "readFirstInvocationARB", SpvOpSubgroupFirstInvocationKHR, SpvCapabilitySubgroupBallotKHR },
   { "readInvocationARB", SpvOpSubgroupReadInvocationKHR, SpvCapabilitySubgroupBallotKHR },
   { "ballotARB", SpvOpSubgroupBallotKHR, SpvCapabilitySubgroupBallotKHR },
   { "clockARB", SpvOpReadClockKHR, SpvCapabilityShaderClockKHR },
   { "clock2x32ARB", SpvOpReadClockKHR, SpvCapabilityShaderClockKHR },
   { "clock2x32EXT", SpvOpReadClockKHR, SpvCapabilityShaderClockKHR },
   { "helperInvocationEXT", SpvOpIsHelperInvocationEXT, SpvCapabilityDemoteToHelperInvocationEXT },
   { "beginInvocationInterlockARB", SpvOpBeginInvocationInterlockEXT, SpvCapabilityShader },
   { "beginInvocationInterlockNV", SpvOpBeginInvocationInterlockEXT, SpvCapabilityShader },
   { "endInvocationInterlockARB", SpvOpEndInvocationInterlockEXT, SpvCapabilityShader },
   { "endInvocationInterlockNV", SpvOpEndInvocationInterlockEXT, SpvCapabilityShader },
};

/* The execution mode of the shader, by default pixel_interlock_ordered (ARB_fragment_shader_interlock, 4.4.1.3). */
static void interlock(struct gf_emit *e)
{
   const struct gf_layouts *in = &e->p->defaults[GF_S_IN];
   const bool sample = gf_has_layout(in, GF_L_sample_interlock_ordered) || gf_has_layout(in, GF_L_sample_interlock_unordered);
   gf_capability(e, sample ? SpvCapabilityFragmentShaderSampleInterlockEXT : SpvCapabilityFragmentShaderPixelInterlockEXT);
}

bool gf_emit_group(struct gf_emit *e, struct gf_expr *x, uint32_t *id)
{
   const char *name = x->callee->symbol->name->text;
   unsigned i = 0;
   while (i < GF_COUNT(rows) && strcmp(rows[i].name, name) != 0)
      i++;
   if (i == GF_COUNT(rows))
      return false;
   gf_capability(e, rows[i].capability);
   if (x->type->base == GF_VOID) {
      interlock(e);
      gf_put(e, GF_BODY, rows[i].op, NULL, 0);
      return true;
   }
   uint32_t w[2];
   unsigned n = 0;
   while (n < x->arg_count && n < 2) {
      w[n] = gf_value_of(e, x->args[n]);
      n++;
   }
   const uint32_t type = gf_type_id(e, x->type);
   if (rows[i].op == SpvOpReadClockKHR) {
      *id = GF_OP(e, rows[i].op, type, gf_constant_u32(e, GF_T(uint), SpvScopeSubgroup));
   } else if (rows[i].op == SpvOpSubgroupBallotKHR) {
      const uint32_t mask = gf_result(e, rows[i].op, gf_type_id(e, GF_T(uvec4)), w, n);
      *id = GF_OP(e, SpvOpBitcast, type, GF_OP(e, SpvOpVectorShuffle, gf_type_id(e, GF_T(uvec2)), mask, mask, 0, 1));
   } else {
      *id = gf_result(e, rows[i].op, type, w, n);
   }
   return true;
}
