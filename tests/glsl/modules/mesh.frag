// expect_result: pass
// glsl_version: 4.60
// Inputs of primitives, and a storage block in SPIR-V 1.4 (GLSL_EXT_mesh_shader, 4.3.4).
#version 460
#extension GL_EXT_mesh_shader : require

layout(location = 0) in vec4 color;
layout(location = 1) perprimitiveEXT in vec3 normal;
in Vertex { vec2 uv; flat int k; flat dvec2 wide; };
perprimitiveEXT in Primitive { int id; vec4 tint; mat2 m[2]; } primitive;
layout(std430, binding = 0) buffer Values { vec4 value; uint count; };
layout(binding = 0) uniform atomic_uint groups;
uniform vec4 factor;
out vec4 o;

void main()
{
   atomicAdd(count, atomicCounterIncrement(groups));
   o = color * factor + vec4(normal, 1) + uv.xyxy + float(primitive.id + k + gl_PrimitiveID + gl_Layer) + primitive.tint + value;
}
