#version 450
/* Values, sizes and branches by specialization constants. */
layout(constant_id = 3) const int count = 2;
layout(constant_id = 7) const float level = 0.25;
layout(constant_id = 8) const bool on = false;
layout(constant_id = 9) const uint mask = 6u;
const int twice = count * 2;
const bool many = twice > 5;
const ivec2 pair = ivec2(twice, -count);
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main()
{
   float list[twice];
   for (int i = 0; i < twice; i++)
      list[i] = float(i) * 0.125;
   color = vec4(level, list[twice - 1], on ? 1.0 : 0.0, 1.0);
   if (at.x > 0.5)
      color.g = many ? 1.0 : float(pair.x + pair.y) * 0.125;
   if (at.y > 0.5)
      color.b = float(mask >> 1) * 0.0625;
}
