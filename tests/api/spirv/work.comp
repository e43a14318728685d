#version 450
/* Storage blocks, shared memory, counters, images, atomic operations; the work group's size is a specialization constant. */
layout(local_size_x_id = 1) in;
layout(std430, binding = 2) buffer Data { uint total; uint value[]; } data;
layout(binding = 0, offset = 4) uniform atomic_uint counter;
layout(binding = 3, rgba8) uniform writeonly image2D picture;
layout(location = 0) uniform uint start;
shared uint sums[64];
void main()
{
   uint i = gl_LocalInvocationIndex;
   sums[i] = start + i;
   barrier();
   if (i == 0u)
      for (uint k = 1u; k < gl_WorkGroupSize.x; k++)
         sums[0] += sums[k];
   barrier();
   data.value[i] = sums[0] + i;
   atomicAdd(data.total, i);
   atomicCounterIncrement(counter);
   imageStore(picture, ivec2(int(i) % 4, int(i) / 4), vec4(float(i) / 15.0, 0.0, 1.0, 1.0));
   if (i == 0u && data.value.length() != 16)
      data.total = 1000u;
}
