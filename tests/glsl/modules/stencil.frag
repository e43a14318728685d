// expect_result: pass
// glsl_version: 4.50
#version 450
#extension GL_ARB_shader_stencil_export: require
#extension GL_ARB_post_depth_coverage: require
layout(post_depth_coverage) in;
void main() { gl_FragStencilRefARB = gl_SampleMaskIn[0]; }
