#version 450
/* The members of the block of shading.vert, as variables. */
layout(location = 2) in vec4 color;
layout(location = 3) flat in int number;
layout(location = 4) in vec2 at;
layout(location = 0) out vec4 result;
void main() { result = vec4(color.rg, float(number) * 0.25, at.x > 0.5 ? 1.0 : 0.5); }
