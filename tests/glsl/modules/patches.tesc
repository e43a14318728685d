// expect_result: pass
// glsl_version: 4.00
#version 400
layout(vertices = 3) out;
in vec4 a[];
out vec4 b[];
patch out vec4 c;
void main()
{
   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * float(gl_in.length());
   b[gl_InvocationID] = a[gl_InvocationID];
   c = vec4(gl_PatchVerticesIn);
   gl_TessLevelOuter[0] = 1.0;
}
