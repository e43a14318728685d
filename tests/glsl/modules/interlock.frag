// expect_result: pass
// glsl_version: 4.50
#version 450
#extension GL_ARB_fragment_shader_interlock: require
layout(sample_interlock_ordered) in;
layout(rgba8) uniform image2D im;
void main()
{
   beginInvocationInterlockARB();
   imageStore(im, ivec2(gl_FragCoord.xy), imageLoad(im, ivec2(gl_FragCoord.xy)) + vec4(0.1));
   endInvocationInterlockARB();
}
