// expect_result: pass
// glsl_version: 4.30
#version 430
#extension GL_ARB_compute_variable_group_size: require
layout(local_size_variable) in;
layout(std430) buffer S { uvec3 n; };
void main() { n = gl_LocalGroupSizeARB; }
