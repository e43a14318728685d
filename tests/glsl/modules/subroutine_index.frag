// expect_result: pass
// glsl_version: 4.30
#version 430
subroutine float func(int i);
layout(index = 1) subroutine(func) float a(int i) { return float(i); }
subroutine(func) float b(int i) { return 2.0; }
layout(index = 0) subroutine(func) float c(int i) { if (i > 1) return 3.0; discard; }
layout(location = 2) subroutine uniform func f;
layout(location = 0) out vec4 o;
void main() { for (int i = 0; i < 3; i++) o += vec4(f(i) > 1.0 && f(i + 1) > 0.0 ? 1.0 : f(2)); }
