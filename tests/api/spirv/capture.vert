#version 450
layout(location = 0) in vec2 pos;
layout(xfb_buffer = 1, xfb_stride = 32, xfb_offset = 8, location = 0) out vec2 twice;
layout(xfb_buffer = 1, xfb_offset = 16, location = 1) out uint number;
layout(xfb_buffer = 0, xfb_offset = 0) out gl_PerVertex { layout(xfb_buffer = 0, xfb_offset = 0) vec4 gl_Position; };
void main()
{
   gl_Position = vec4(pos, 0.25, 1.0);
   twice = pos * 2.0;
   number = uint(gl_VertexID) + 7u;
}
