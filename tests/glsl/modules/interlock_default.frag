// expect_result: pass
// glsl_version: 4.50
#version 450
#extension GL_NV_fragment_shader_interlock: require
void main() { beginInvocationInterlockNV(); endInvocationInterlockNV(); }
