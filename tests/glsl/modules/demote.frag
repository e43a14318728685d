// expect_result: pass
// glsl_version: 4.50
#version 450
#extension GL_EXT_demote_to_helper_invocation: require
uniform sampler2D s;
in vec2 at;
out vec4 o;
void main() { if (at.x > 0.5) demote; o = helperInvocationEXT() ? vec4(0.0) : texture(s, at); }
