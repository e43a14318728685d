// expect_result: pass
// glsl_version: 4.60
#version 460
#extension GL_KHR_shader_subgroup_basic: require
#extension GL_KHR_shader_subgroup_vote: require
#extension GL_KHR_shader_subgroup_ballot: require
#extension GL_KHR_shader_subgroup_arithmetic: require
#extension GL_KHR_shader_subgroup_shuffle: require
#extension GL_KHR_shader_subgroup_shuffle_relative: require
#extension GL_KHR_shader_subgroup_clustered: require
#extension GL_KHR_shader_subgroup_quad: require
layout(local_size_x = 128) in;
layout(std430) buffer S { uint u; uvec4 m; vec4 v; ivec3 i; dvec2 d; };
void main()
{
   bool odd = (gl_SubgroupInvocationID & 1u) != 0u;
   u = gl_NumSubgroups + gl_SubgroupID + gl_SubgroupSize;
   m = gl_SubgroupEqMask | gl_SubgroupGeMask ^ gl_SubgroupGtMask + gl_SubgroupLeMask - gl_SubgroupLtMask;
   subgroupBarrier();
   subgroupMemoryBarrier();
   subgroupMemoryBarrierBuffer();
   subgroupMemoryBarrierShared();
   subgroupMemoryBarrierImage();
   if (subgroupElect() || subgroupAll(odd) && subgroupAny(odd) || subgroupAllEqual(v) || subgroupAllEqual(bvec2(odd)))
      m += subgroupBallot(odd);
   odd = subgroupInverseBallot(m) && subgroupBallotBitExtract(m, u);
   u += subgroupBallotBitCount(m) + subgroupBallotInclusiveBitCount(m) + subgroupBallotExclusiveBitCount(m) +
      subgroupBallotFindLSB(m) + subgroupBallotFindMSB(m);
   v = subgroupBroadcast(v, 3) + subgroupBroadcastFirst(v);
   v += subgroupAdd(v) + subgroupInclusiveMul(v) - subgroupExclusiveMin(v) + subgroupClusteredMax(v, 8);
   i = subgroupAnd(i) ^ subgroupInclusiveOr(i) ^ subgroupExclusiveXor(i) ^ subgroupClusteredMin(i, 2u);
   odd = subgroupOr(odd) && subgroupClusteredXor(odd, 16);
   d = subgroupExclusiveAdd(d) * subgroupMax(d.x);
   v += subgroupShuffle(v, u) + subgroupShuffleXor(v, 5u) - subgroupShuffleXor(v, u) + subgroupShuffleUp(v, 1) * subgroupShuffleDown(v, u);
   v += subgroupQuadBroadcast(v, 2) + subgroupQuadSwapHorizontal(v) * subgroupQuadSwapVertical(v) - subgroupQuadSwapDiagonal(v);
   if (odd)
      u += m.x;
}
