#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 5) in vec4 color[];
layout(location = 0) out vec4 shade;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
out gl_PerVertex { vec4 gl_Position; };
void main()
{
   for (int i = 0; i < gl_in.length(); i++) {
      gl_Position = vec4(gl_in[i].gl_Position.xy * 0.5, 0.0, 1.0);
      shade = color[i].gbra;
      EmitVertex();
   }
   EndPrimitive();
}
