/* mesh.c: renders a lit, textured, depth-tested torus knot over a floor without a window and writes a PNG.
 *   mesh OUT.png [WIDTH HEIGHT] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"

#define RINGS 256
#define SIDES 24

static const char vertex_source[] =
   "attribute vec3 position;\n"
   "attribute vec3 normal;\n"
   "attribute vec2 texcoord;\n"
   "uniform mat4 projection, view;\n"
   "varying vec3 v_normal, v_position;\n"
   "varying vec2 v_texcoord;\n"
   "void main()\n"
   "{\n"
   "   vec4 eye = view * vec4(position, 1.0);\n"
   "   v_position = eye.xyz;\n"
   "   v_normal = mat3(view[0].xyz, view[1].xyz, view[2].xyz) * normal;\n"
   "   v_texcoord = texcoord;\n"
   "   gl_Position = projection * eye;\n"
   "}\n";

static const char fragment_source[] =
   "precision highp float;\n"
   "uniform sampler2D image;\n"
   "uniform vec3 light, tint;\n"
   "varying vec3 v_normal, v_position;\n"
   "varying vec2 v_texcoord;\n"
   "void main()\n"
   "{\n"
   "   vec3 n = normalize(v_normal), l = normalize(light - v_position), e = normalize(-v_position);\n"
   "   float diffuse = max(dot(n, l), 0.0);\n"
   "   float shine = pow(max(dot(reflect(-l, n), e), 0.0), 32.0);\n"
   "   vec3 base = tint * texture2D(image, v_texcoord).rgb;\n"
   "   gl_FragColor = vec4(base * (0.15 + 0.85 * diffuse) + vec3(0.4 * shine), 1.0);\n"
   "}\n";

struct vertex { float position[3], normal[3], texcoord[2]; };

static void knot_point(float t, float p[3])
{
   float r = 2.0f + cosf(3.0f * t);
   p[0] = r * cosf(2.0f * t);
   p[1] = r * sinf(2.0f * t);
   p[2] = sinf(3.0f * t) * 1.2f;
}

static void cross(const float a[3], const float b[3], float out[3])
{
   out[0] = a[1] * b[2] - a[2] * b[1];
   out[1] = a[2] * b[0] - a[0] * b[2];
   out[2] = a[0] * b[1] - a[1] * b[0];
}

static void normalise(float v[3])
{
   float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
   for (int i = 0; i < 3; i++)
      v[i] /= length;
}

/* A tube around a (2,3) torus knot. Returns the number of indices. */
static GLsizei make_knot(struct vertex *vertices, GLushort *indices)
{
   const float tau = 6.28318530718f;
   for (int ring = 0; ring <= RINGS; ring++) {
      float t = tau * (float)ring / RINGS, here[3], next[3], along[3], side[3], up[3];
      knot_point(t, here);
      knot_point(t + 0.01f, next);
      for (int i = 0; i < 3; i++)
         along[i] = next[i] - here[i];
      normalise(along);
      cross(along, (const float[3]){0, 0, 1}, side);
      normalise(side);
      cross(side, along, up);
      for (int s = 0; s <= SIDES; s++) {
         float a = tau * (float)s / SIDES, c = cosf(a), d = sinf(a);
         struct vertex *v = &vertices[ring * (SIDES + 1) + s];
         for (int i = 0; i < 3; i++) {
            v->normal[i] = c * side[i] + d * up[i];
            v->position[i] = here[i] + 0.55f * v->normal[i];
         }
         v->texcoord[0] = 24.0f * (float)ring / RINGS;
         v->texcoord[1] = 2.0f * (float)s / SIDES;
      }
   }
   GLsizei n = 0;
   for (int ring = 0; ring < RINGS; ring++)
      for (int s = 0; s < SIDES; s++) {
         GLushort a = (GLushort)(ring * (SIDES + 1) + s), b = (GLushort)(a + SIDES + 1);
         const GLushort quad[6] = {a, b, (GLushort)(a + 1), (GLushort)(a + 1), b, (GLushort)(b + 1)};
         for (int i = 0; i < 6; i++)
            indices[n++] = quad[i];
      }
   return n;
}

static GLuint make_checker(void)
{
   static GLubyte pixels[64][64][3];
   for (int y = 0; y < 64; y++)
      for (int x = 0; x < 64; x++)
         for (int c = 0; c < 3; c++)
            pixels[y][x][c] = (GLubyte)(((x / 16 + y / 16) & 1 ? 255 : 110) - (c == 2 ? 30 : 0) - ((x ^ y) & 7) * 3);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 64, 64, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   glGenerateMipmap(GL_TEXTURE_2D);
   return texture;
}

static void set_attribs(const struct vertex *base)
{
   static const GLint sizes[3] = {3, 3, 2};
   const char *at = (const char *)base;
   for (GLuint i = 0; i < 3; i++) {
      glVertexAttribPointer(i, sizes[i], GL_FLOAT, GL_FALSE, sizeof(struct vertex), at);
      glEnableVertexAttribArray(i);
      at += sizes[i] * (GLint)sizeof(float);
   }
}

int main(int argc, char **argv)
{
   if (argc != 2 && argc != 4)
      die("usage: %s OUT.png [WIDTH HEIGHT]", argv[0]);
   int width = argc == 4 ? atoi(argv[2]) : 800, height = argc == 4 ? atoi(argv[3]) : 600;
   EGLDisplay dpy = open_display();
   EGLContext ctx = make_context(dpy);
   printf("%s, %s\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));

   make_target(width, height);
   GLuint program = make_program(vertex_source, fragment_source,
                                 (const char *const[]){"position", "normal", "texcoord", NULL});
   glUseProgram(program);
   float aspect = (float)width / (float)height, f = 1.8f, near = 1.0f, far = 30.0f;
   const GLfloat projection[16] = {f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1,
                                   0, 0, 2 * far * near / (near - far), 0};
   const float c = cosf(-0.9f), s = sinf(-0.9f); /* tilted towards the viewer */
   const GLfloat view[16] = {1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0.4f, -8.5f, 1};
   glUniformMatrix4fv(glGetUniformLocation(program, "projection"), 1, GL_FALSE, projection);
   glUniformMatrix4fv(glGetUniformLocation(program, "view"), 1, GL_FALSE, view);
   glUniform3f(glGetUniformLocation(program, "light"), 3.0f, 5.0f, 2.0f);
   GLint tint = glGetUniformLocation(program, "tint");
   make_checker();

   static struct vertex knot[(RINGS + 1) * (SIDES + 1)];
   static GLushort indices[RINGS * SIDES * 6];
   GLsizei count = make_knot(knot, indices);
   GLuint buffers[2];
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(knot), knot, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);

   glEnable(GL_DEPTH_TEST);
   glClearColor(0.08f, 0.10f, 0.14f, 1.0f);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);

   set_attribs(NULL);
   glEnable(GL_CULL_FACE);
   glUniform3f(tint, 1.0f, 0.62f, 0.30f);
   glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, NULL);

   /* The floor's vertices are a client array, which ES 2.0 allows. */
   static const struct vertex floor_quad[4] = {
      {{-6, -6, -2.2f}, {0, 0, 1}, {0, 0}}, {{6, -6, -2.2f}, {0, 0, 1}, {8, 0}},
      {{-6, 6, -2.2f}, {0, 0, 1}, {0, 8}}, {{6, 6, -2.2f}, {0, 0, 1}, {8, 8}}};
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   set_attribs(floor_quad);
   glDisable(GL_CULL_FACE);
   glUniform3f(tint, 0.45f, 0.60f, 0.75f);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   if (glGetError())
      die("a GL command failed");
   write_png(argv[1], width, height);

   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(dpy, ctx);
   eglTerminate(dpy);
   return 0;
}
