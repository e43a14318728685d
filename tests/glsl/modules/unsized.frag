// expect_result: pass
// glsl_version: 4.30
#version 430
// Sizes that constant indices give: of a variable, of members of blocks; the last of a buffer block stays open.
layout(std430) buffer S { float first[4]; vec4 second; float rest[]; };
layout(std140) uniform U { vec4 a[]; mat3 b; };
in I { vec4 varied[]; } i;
uniform bool flags[2] = bool[2](true, false);
uniform struct { bool k; float f; } st = { true, 2.0 };
out vec4 o;
void main()
{
   float local[];
   local[2] = rest[first.length()] + float(rest.length());
   o = first[3] * second + a[5] * b[0].x + i.varied[1] + vec4(local[2] + float(local.length()));
   if (flags[1] == st.k)
      discard;
}
