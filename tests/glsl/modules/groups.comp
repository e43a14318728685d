// expect_result: pass
// glsl_version: 4.60
#version 460
#extension GL_ARB_shader_ballot: require
#extension GL_ARB_shader_group_vote: require
#extension GL_ARB_shader_clock: require
#extension GL_ARB_gpu_shader_int64: require
layout(local_size_x = 64) in;
layout(std430) buffer S { uint u; uint64_t l; uvec2 c; vec4 v; ivec3 i; };
void main()
{
   bool odd = (gl_SubGroupInvocationARB & 1u) != 0u;
   l = ballotARB(odd) & gl_SubGroupEqMaskARB | gl_SubGroupGeMaskARB ^ gl_SubGroupGtMaskARB + gl_SubGroupLeMaskARB - gl_SubGroupLtMaskARB;
   u = gl_SubGroupSizeARB;
   v = readFirstInvocationARB(v) + readInvocationARB(v, 3u);
   i = readFirstInvocationARB(i);
   if (anyInvocation(odd) && allInvocationsARB(odd) || allInvocationsEqual(odd))
      c = clock2x32ARB();
   l += clockARB();
}
