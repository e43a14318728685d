#version 450
layout(triangles, equal_spacing, ccw) in;
layout(location = 1) in vec2 corner[];
layout(location = 3) patch in vec4 tone;
layout(location = 5) out vec4 color;
in gl_PerVertex { vec4 gl_Position; } gl_in[gl_MaxPatchVertices];
out gl_PerVertex { vec4 gl_Position; };
void main()
{
   gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y +
                 gl_in[2].gl_Position * gl_TessCoord.z;
   color = tone + vec4(corner[0] * gl_TessCoord.x + corner[1] * gl_TessCoord.y + corner[2] * gl_TessCoord.z, 0.0, 0.0);
}
