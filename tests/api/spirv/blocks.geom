#version 450
/* The block of shading.vert for each vertex; the output block has its members at other locations. */
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 2) in Varyings { vec4 color; flat int number; vec2 at; } v[];
layout(location = 1) out Passed {
   layout(location = 4) vec2 at;
   layout(location = 2) vec4 color;
   layout(location = 3) flat int number;
} p;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
out gl_PerVertex { vec4 gl_Position; };
void main()
{
   for (int i = 0; i < 3; i++) {
      gl_Position = gl_in[i].gl_Position;
      p.at = v[i].at.yx;
      p.color = v[i].color.grba;
      p.number = v[i].number - 1;
      EmitVertex();
   }
}
