/* body_points.c: wide points whose centre lies beyond the viewport. OpenGL ES 2.0, 2.13: the near and the far plane alone clip a
 * point; its part inside the viewport is drawn. */
#include <math.h>
#include <string.h>

#include "api_test.h"

static const GLfloat points[][4] = {{0.02f, 0.01f, 0, 1}, {1.03f, 0.01f, 0, 1}, {-0.97f, -1.03f, 0, 1}, {0.41f, 1.09f, 0, 1},
                                    {-0.5f, -0.5f, 1.01f, 1}, {1.4f, -0.5f, 0, 1}, {-2.1f, 1.1f, 0, 2}};
enum { LEFT = 6, WIDTH = 20, POINT_SIZE = 5 };

static void draw(void)
{
   api_program("attribute vec4 pos; void main() { gl_Position = pos; gl_PointSize = 5.0; }", NULL,
               "precision mediump float; void main() { gl_FragColor = vec4(1.0); }");
   glViewport(LEFT, LEFT, WIDTH, WIDTH);
   api_vertices(points, sizeof(points));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_POINTS, 0, sizeof(points) / sizeof(points[0]));
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned p = 0; p < sizeof(points) / sizeof(points[0]); p++) {
      const GLfloat *v = points[p];
      double x = LEFT + WIDTH * (v[0] / v[3] + 1) / 2, y = LEFT + WIDTH * (v[1] / v[3] + 1) / 2;
      for (unsigned i = 0; i < API_TEXELS && fabsf(v[2]) <= v[3]; i++) {
         unsigned px = i % API_SIZE, py = i / API_SIZE;
         if (px >= LEFT && px < LEFT + WIDTH && py >= LEFT && py < LEFT + WIDTH && fabs(px + 0.5 - x) < POINT_SIZE / 2.0 &&
             fabs(py + 0.5 - y) < POINT_SIZE / 2.0)
            memset(rgba[i], 255, 4);
      }
   }
}

const struct api_body api_bodies_points[] = {{"wide-points", GLES, 20, 0, 0, draw, reference}, {0}};
