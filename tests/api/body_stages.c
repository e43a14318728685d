/* body_stages.c: shader stages: geometry shaders whose invocations emit different numbers of vertices (OpenGL ES 3.2, 11.3);
 * a triangle of desktop OpenGL. */
#include <string.h>

#include "api_test.h"

/* Invocation n emits a strip of n + 3 vertices: a bar from column 8 n on, 2 wide for each pair of vertices but the first. An odd
 * last vertex is emitted after the loop. */
static void draw_instanced(void)
{
   static const GLfloat origin[] = {-1, -1, 0, 1};
   api_program("#version 320 es\nin vec4 pos; void main() { gl_Position = pos; }",
               "#version 320 es\nlayout(points, invocations = 3) in; layout(triangle_strip, max_vertices = 5) out;\n"
               "void vertex(float x, float y) {\n"
               "   gl_Position = gl_in[0].gl_Position + vec4(x / 16.0, y / 16.0, 0.0, 0.0);\n"
               "   EmitVertex();\n"
               "}\n"
               "void main() {\n"
               "   int n = gl_InvocationID + 3;\n"
               "   float x = float(gl_InvocationID) * 8.0;\n"
               "   for (int i = 0; i + 1 < n; i += 2) { vertex(x + float(i), 0.0); vertex(x + float(i), 32.0); }\n"
               "   if (n % 2 == 1) vertex(x + float(n - 1), 0.0);\n"
               "}\n",
               "#version 320 es\nout mediump vec4 color; void main() { color = vec4(1.0); }");
   api_vertices(origin, sizeof(origin));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_POINTS, 0, 1);
}

/* A triangle's hypotenuse: x = x0 + 2 - 2 y / 32. No texel's centre lies on it. */
static void reference_instanced(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double x = i % API_SIZE + 0.5, y = i / API_SIZE + 0.5, slope = 2 - 2 * y / 32;
      bool first = x < slope, second = x > 8 && x < 10, third = x > 16 && x < 18 + slope;
      memset(rgba[i], first || second || third ? 255 : 0, 4);
   }
}

static void draw_core(void)
{
   api_program("#version 330 core\nin vec4 pos; void main() { gl_Position = pos; }", NULL,
               "#version 330 core\nout vec4 color; void main() { color = vec4(floor(gl_FragCoord.xy) / 255.0, 1.0, 1.0); }");
   api_rectangle(-0.5f, -1, 1, 0.5f);
}

static void reference_core(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i % API_SIZE >= 8 && i / API_SIZE < 24)
         memcpy(rgba[i], (uint8_t[]){(uint8_t)(i % API_SIZE), (uint8_t)(i / API_SIZE), 255, 255}, 4);
}

const struct api_body api_bodies_stages[] = {
   {"geometry-instances", GLES, 32, 0, 0, draw_instanced, reference_instanced},
   {"core-triangle", CORE, 33, 0, 0, draw_core, reference_core},
   {0},
};
