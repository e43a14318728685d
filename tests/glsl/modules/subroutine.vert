// expect_result: pass
// glsl_version: 4.00
#version 400
// Two types, a function of both, an array of uniforms, results of every kind, an out parameter.
subroutine vec4 shade(vec4 c, inout float f);
subroutine void tell(float a[2]);
subroutine(shade) vec4 red(vec4 c, inout float f) { f += 1.0; return c.xxxw; }
subroutine(shade) vec4 green(vec4 c, inout float f) { f -= 1.0; return c.yyyw; }
float said;
subroutine(tell) void once(float a[2]) { said = a[0]; }
subroutine(tell) void twice(float a[2]) { said = a[0] + a[1]; }
subroutine uniform shade one, many[3];
subroutine uniform tell telling;
in vec4 color;
uniform int which;
void main()
{
   float f = 0.0;
   vec4 c = one(color, f) + many[which](color, f);
   telling(float[2](f, 2.0));
   gl_Position = c * said * float(many.length());
}
