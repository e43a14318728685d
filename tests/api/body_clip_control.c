/* body_clip_control.c: origin and depth range of clip coordinates. EXT_clip_control; OpenGL 4.6, 13.7, 13.8 and 14.6.1: an upper
 * left origin mirrors what is drawn, but neither facing nor gl_FragCoord nor gl_PointCoord; a depth range of zero to one clips at
 * zero and maps it to the near value. */
#include <math.h>
#include <string.h>

#include "api_test.h"

enum { PART = API_SIZE / 2, POINT_SIZE = 4 };
static const double point_x = -0.5, point_y = 0.75;

/* The combination of a quarter of the picture. */
static bool is_upper_left(unsigned part)
{
   return part & 1;
}

static bool is_zero_to_one(unsigned part)
{
   return part >> 1;
}

static void draw(void)
{
   PFNGLCLIPCONTROLEXTPROC clip_control = (PFNGLCLIPCONTROLEXTPROC)eglGetProcAddress("glClipControlEXT");
   GLint origin = 0, depth = 0;
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_clip_control") || !clip_control)
      api_fail("GL_EXT_clip_control is not offered");
   glGetIntegerv(GL_CLIP_ORIGIN_EXT, &origin);
   glGetIntegerv(GL_CLIP_DEPTH_MODE_EXT, &depth);
   if (origin != GL_LOWER_LEFT_EXT || depth != GL_NEGATIVE_ONE_TO_ONE_EXT)
      api_fail("initial values 0x%x, 0x%x", origin, depth);
   clip_control(GL_LOWER_LEFT_EXT, GL_UPPER_LEFT_EXT);
   if (glGetError() != GL_INVALID_ENUM)
      api_fail("an origin as the depth mode is accepted");

   /* Red: depth; green: row; blue: facing, or for points the row within the point. The depth is the clip x coordinate. */
   GLuint program = api_program("attribute vec2 pos; uniform float z; void main()"
                                "{ gl_Position = vec4(pos, z + pos.x, 1.0); gl_PointSize = 4.0; }", NULL,
                                "precision highp float; uniform float point; void main()"
                                "{ float blue = gl_FrontFacing ? 1.0 : 0.0;"
                                "  gl_FragColor = vec4(gl_FragCoord.z, gl_FragCoord.y / 32.0, mix(blue, gl_PointCoord.y, point), 1.0); }");
   const GLfloat vertices[] = {-1, -1, 1, -1, -1, 0.5f, 1, 0.5f, (GLfloat)point_x, (GLfloat)point_y};
   api_vertices(vertices, sizeof(vertices));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDepthRangef(0.25f, 0.75f);
   glEnable(GL_CULL_FACE);
   for (unsigned part = 0; part < 4; part++) {
      glViewport((int)(part & 1) * PART, (int)(part >> 1) * PART, PART, PART);
      clip_control(is_upper_left(part) ? GL_UPPER_LEFT_EXT : GL_LOWER_LEFT_EXT,
                   is_zero_to_one(part) ? GL_ZERO_TO_ONE_EXT : GL_NEGATIVE_ONE_TO_ONE_EXT);
      glUniform1f(glGetUniformLocation(program, "point"), 0);
      glUniform1f(glGetUniformLocation(program, "z"), 0);
      glFrontFace(GL_CCW);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFrontFace(GL_CW); /* culled, or it overwrites the first */
      glUniform1f(glGetUniformLocation(program, "z"), 0.1f);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glUniform1f(glGetUniformLocation(program, "point"), 1);
      glUniform1f(glGetUniformLocation(program, "z"), 0.75f); /* 0.25 at the point */
      glDrawArrays(GL_POINTS, 4, 1);
   }
}

static uint8_t channel(double value)
{
   return (uint8_t)lrint(value * 255);
}

static double window_depth(unsigned part, double z)
{
   return 0.25 + 0.5 * (is_zero_to_one(part) ? z : (z + 1) / 2);
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned px = i % API_SIZE, py = i / API_SIZE, part = px / PART + 2 * (py / PART);
      double sign = is_upper_left(part) ? -1 : 1;
      double x = (px % PART + 0.5) * 2 / PART - 1, y = sign * ((py % PART + 0.5) * 2 / PART - 1);
      /* From the point's centre, in pixels of the window. */
      double dx = px % PART + 0.5 - (point_x + 1) * PART / 2, dy = py % PART + 0.5 - (sign * point_y + 1) * PART / 2;
      if (fabs(dx) < POINT_SIZE / 2.0 && fabs(dy) < POINT_SIZE / 2.0) {
         const uint8_t texel[4] = {channel(window_depth(part, 0.25)), channel((py + 0.5) / API_SIZE),
                                   channel(0.5 - dy / POINT_SIZE), 255};
         memcpy(rgba[i], texel, 4);
      } else if (y < 0.5 && x > (is_zero_to_one(part) ? 0 : -1)) {
         const uint8_t texel[4] = {channel(window_depth(part, x)), channel((py + 0.5) / API_SIZE), 255, 255};
         memcpy(rgba[i], texel, 4);
      }
   }
}

const struct api_body api_bodies_clip_control[] = {{"clip-control", GLES, 20, 1, 0, draw, reference}, {0}};
