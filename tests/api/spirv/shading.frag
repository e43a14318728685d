#version 450
layout(location = 2) in Varyings { vec4 color; flat int number; vec2 at; } v;
layout(binding = 5) uniform sampler2D picture;
layout(location = 30, binding = 1) uniform sampler2DArrayShadow shadow;
layout(location = 0) out vec4 color;
float steps(int n)
{
   float sum = 0.0;
   for (int i = 0; i < 8; i++) {
      if (i == n)
         break;
      if ((i & 1) == 1)
         continue;
      sum += 0.125;
   }
   return sum;
}
void main()
{
   float list[4] = float[4](0.0, 0.25, 0.5, 1.0);
   vec4 c = v.color;
   switch (int(gl_FragCoord.y) / 8) {
   case 0: c.r = list[v.number]; break;
   case 1: c.g = steps(v.number); /* and on */
   case 2: c.b = texture(picture, v.at).r; break;
   default: c = mix(c, c.bgra, step(0.5, v.at.x)); break;
   }
   c.a = texture(shadow, vec4(v.at, 0.0, 0.5));
   if (v.at.x > 0.9 && v.at.y < 0.1)
      discard;
   color = c;
}
