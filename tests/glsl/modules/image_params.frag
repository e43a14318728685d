// expect_result: pass
// glsl_version: 4.50
#version 450
// A parameter without a format takes images of several, at any depth of calls.
layout(rgba8) uniform image2D a;
layout(rgba32f) uniform image2D b[2];
layout(r32f) uniform image2D c;
vec4 inner(image2D i, ivec2 at) { return imageLoad(i, at); }
vec4 outer(image2D i, image2D k) { imageStore(k, ivec2(1), vec4(0.5)); return inner(i, ivec2(0)) + inner(k, ivec2(2)); }
out vec4 o;
void main() { o = outer(a, b[1]) + outer(b[0], c) + outer(a, b[1]) + vec4(imageAtomicExchange(c, ivec2(0), 1.0)); }
