#version 450
layout(vertices = 3) out;
layout(location = 0) in vec2 at[];
layout(location = 1) out vec2 corner[];
layout(location = 3) patch out vec4 tone;
in gl_PerVertex { vec4 gl_Position; } gl_in[gl_MaxPatchVertices];
out gl_PerVertex { vec4 gl_Position; } gl_out[];
void main()
{
   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
   corner[gl_InvocationID] = at[gl_InvocationID];
   if (gl_InvocationID == 0) {
      tone = vec4(0.0, 0.0, 0.5, 1.0);
      gl_TessLevelInner[0] = 1.0;
      gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1.0;
   }
}
