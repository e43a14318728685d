// expect_result: pass
// glsl_version: 4.00
#version 400
in vec4 a, b;
precise out vec4 c;
precise invariant gl_Position;
float f(float x) { precise float y = x * x + 1.0; return y; }
void main() { c = a * b + a; gl_Position = c + vec4(f(a.x)); }
