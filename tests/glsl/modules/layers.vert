// expect_result: pass
// glsl_version: 4.60
#version 460
#extension GL_ARB_shader_viewport_layer_array: require
void main() { gl_Position = vec4(float(gl_BaseVertex + gl_BaseInstance + gl_DrawID)); gl_Layer = gl_InstanceID; gl_ViewportIndex = 1; }
