#version 450
/* Uniforms by location, blocks by binding, a block between the stages. */
layout(location = 0) in vec2 pos;
struct Shape { float scale; vec2 shift[2]; bool flip; };
layout(location = 4) uniform mat4 transform;
layout(location = 10) uniform Shape shape;
layout(location = 20) uniform bool raised = true;
layout(std140, binding = 3) uniform Tints { mat3 mixing; vec4 tint[3]; } tints[2];
layout(location = 2) out Varyings { vec4 color; flat int number; vec2 at; } v;
vec2 place(in vec2 p, inout float k)
{
   k += 1.0;
   if (shape.flip)
      return -p * shape.scale + shape.shift[1];
   return p * shape.scale + shape.shift[0];
}
void main()
{
   float k = 0.0;
   vec2 p = place(pos, k);
   gl_Position = transform * vec4(p, 0.0, 1.0);
   v.color = vec4(tints[1].mixing * tints[0].tint[int(k)].rgb, tints[1].tint[2].a);
   if (!raised)
      v.color = vec4(0.0);
   v.number = gl_VertexID < 0 ? 0 : 3 + gl_InstanceID;
   v.at = pos * 0.5 + 0.5;
}
