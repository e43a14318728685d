// expect_result: pass
// glsl_version: 4.50
#version 450
#extension GL_NV_shader_atomic_float: require
#extension GL_INTEL_shader_atomic_float_minmax: require
#extension GL_NV_shader_atomic_int64: require
#extension GL_ARB_gpu_shader_int64: require
layout(local_size_x = 1) in;
layout(std430) buffer S { float f; uint64_t l; uvec4 v; };
shared float g;
layout(r32f) uniform image2D im;
void main()
{
   float x = atomicAdd(f, 1.0) + atomicMin(f, 2.0) + atomicMax(g, 3.0) + atomicExchange(g, 4.0) + imageAtomicAdd(im, ivec2(0), 1.0);
   l = atomicAdd(l, 1ul) + atomicMax(l, uint64_t(x)) + atomicCompSwap(l, 1ul, 2ul);
   atomicOr(v.y, 1u);
}
