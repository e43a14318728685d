/* bench_geometry.c: vertex-bound, triangle-bound and depth-only workloads. */
#include <math.h>
#include <stddef.h>

#include "bench.h"

/* ---- lit, textured meshes: 80,000 triangles of 26 pixels, and 3,200 triangles of 650 pixels ---- */

static struct bench_mesh mesh;

static void hill(struct bench_vertex *v)
{
   float r = v->p[0] * v->p[0] + v->p[1] * v->p[1];
   v->p[2] = 0.4f * (1 - r) * (1 - r);
   v->n[0] = 1.6f * v->p[0] * (1 - r);
   v->n[1] = 1.6f * v->p[1] * (1 - r);
   v->n[2] = 1;
}

static void prepare_lit(int grid)
{
   bench_target(BENCH_W, BENCH_H, 1);
   bench_checker(256, GL_LINEAR_MIPMAP_LINEAR);
   mesh = bench_mesh_make(grid, 0, grid, grid, hill);
   bench_mesh_use(&mesh);
   glUseProgram(bench_program(
      "attribute vec3 p, n; varying vec3 vn, vp; varying vec2 vt;\n"
      "void main() { vn = n; vp = p; vt = p.xy * 2.0; gl_Position = vec4(p.x, p.y * 0.7 + p.z, p.y * 0.3, 1.2 + p.y * 0.3); }",
      "precision highp float; varying vec3 vn, vp; varying vec2 vt; uniform sampler2D t;\n"
      "void main() { vec3 n = normalize(vn), l = normalize(vec3(0.4, 0.6, 1.5) - vp);\n"
      "float d = max(dot(n, l), 0.0), s = pow(max(dot(reflect(-l, n), vec3(0.0, 0.0, 1.0)), 0.0), 24.0);\n"
      "gl_FragColor = vec4(texture2D(t, vt).rgb * (0.2 + 0.8 * d) + 0.3 * s, 1.0); }"));
   glEnable(GL_DEPTH_TEST);
}

static void mesh_prepare(void) { prepare_lit(200); }
static void lit_prepare(void) { prepare_lit(40); }

static double mesh_run(void)
{
   for (int i = 0; i < 4; i++) {
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glDrawElements(GL_TRIANGLES, mesh.num_indices, GL_UNSIGNED_SHORT, NULL);
   }
   glFinish();
   return 4;
}

/* ---- 500,000 lit triangles of one to four pixels, some of them occluded ---- */

#define TRI_COLUMNS 500
#define TRI_ROWS 500
#define TRI_PARTS 4
static struct bench_mesh tri_part[TRI_PARTS];

static void waves(struct bench_vertex *v)
{
   float x = v->p[0] * 9, y = v->p[1] * 7;
   v->p[2] = 0.12f * sinf(x) * cosf(y);
   v->n[0] = -0.12f * 9 * cosf(x) * cosf(y);
   v->n[1] = 0.12f * 7 * sinf(x) * sinf(y);
   v->n[2] = 1;
}

static void triangles_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 1);
   for (int i = 0; i < TRI_PARTS; i++)
      tri_part[i] = bench_mesh_make(TRI_COLUMNS, i * TRI_ROWS / TRI_PARTS, TRI_ROWS / TRI_PARTS, TRI_ROWS, waves);
   glUseProgram(bench_program(
      "attribute vec3 p, n; varying vec3 vn;\n"
      "void main() { vn = n; float w = 1.5 + p.y * 0.4; "
      "gl_Position = vec4(p.x * 1.2, p.y + p.z * 1.4, (0.5 + p.y * 0.4) * w, w); }",
      "precision mediump float; varying vec3 vn;\n"
      "void main() { float d = max(dot(normalize(vn), vec3(0.36, 0.48, 0.8)), 0.0);\n"
      "gl_FragColor = vec4(vec3(0.8, 0.6, 0.4) * d + 0.1, 1.0); }"));
   glEnable(GL_DEPTH_TEST);
}

static double triangles_run(void)
{
   double done = 0;
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   for (int i = 0; i < TRI_PARTS; i++) {
      bench_mesh_use(&tri_part[i]);
      glDrawElements(GL_TRIANGLES, tri_part[i].num_indices, GL_UNSIGNED_SHORT, NULL);
      done += tri_part[i].num_indices / 3;
   }
   glFinish();
   return done;
}

/* ---- 63,000 vertices with four bones and eight lights each, on a target of 256x256 ---- */

#define SKIN_COLUMNS 250
#define SKIN_ROWS 250
static struct bench_mesh skin;

static void vertex_prepare(void)
{
   bench_target(256, 256, 1);
   skin = bench_mesh_make(SKIN_COLUMNS, 0, SKIN_ROWS, SKIN_ROWS, hill);
   bench_mesh_use(&skin);
   GLuint program = bench_program(
      "attribute vec3 p, n; attribute vec2 m; uniform vec4 bone[48]; uniform vec3 lamp[8]; varying vec3 c;\n"
      "void main() { vec3 q = vec3(0.0), nn = vec3(0.0);\n"
      "for (int i = 0; i < 4; i++) { int b = 3 * int(mod(floor(m.x / 32.0) + floor(m.y / 64.0) * 4.0 + float(i), 16.0)); "
      "float w = 0.4 - 0.1 * float(i);\n"
      "q += w * vec3(dot(bone[b], vec4(p, 1.0)), dot(bone[b + 1], vec4(p, 1.0)), dot(bone[b + 2], vec4(p, 1.0)));\n"
      "nn += w * vec3(dot(bone[b].xyz, n), dot(bone[b + 1].xyz, n), dot(bone[b + 2].xyz, n)); }\n"
      "nn = normalize(nn); c = vec3(0.0);\n"
      "for (int i = 0; i < 8; i++) { vec3 l = lamp[i] - q; float a = inversesqrt(dot(l, l)), d = max(dot(nn, l) * a, 0.0);\n"
      "c += (0.1 * d + 0.2 * pow(d, 16.0)) * abs(sin(l)); }\n"
      "gl_Position = vec4(q.xy * 0.9, q.z * 0.5, 1.0); }",
      "precision mediump float; varying vec3 c; void main() { gl_FragColor = vec4(c, 1.0); }");
   glUseProgram(program);
   GLfloat bones[48][4], lamps[8][3];
   for (int b = 0; b < 16; b++) {
      float s = sinf(0.01f * (float)b), c = cosf(0.01f * (float)b);
      const GLfloat rows[3][4] = { { c, -s, 0, 0.002f * (float)b }, { s, c, 0, 0 }, { 0, 0, 1, 0.01f } };
      for (int i = 0; i < 12; i++)
         bones[3 * b + i / 4][i % 4] = rows[i / 4][i % 4];
   }
   for (int i = 0; i < 8; i++)
      for (int k = 0; k < 3; k++)
         lamps[i][k] = sinf((float)(3 * i + k) * 1.7f) + (k == 2 ? 2.0f : 0.0f);
   glUniform4fv(glGetUniformLocation(program, "bone"), 48, bones[0]);
   glUniform3fv(glGetUniformLocation(program, "lamp"), 8, lamps[0]);
   glEnable(GL_DEPTH_TEST);
}

static double vertex_run(void)
{
   for (int i = 0; i < 4; i++) {
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glDrawElements(GL_TRIANGLES, skin.num_indices, GL_UNSIGNED_SHORT, NULL);
   }
   glFinish();
   return 4.0 * (SKIN_COLUMNS + 1) * (SKIN_ROWS + 1);
}

/* ---- depth only, as in shadow maps and depth prepasses ---- */

#define DEPTH_LAYERS 8
#define DEPTH_COLUMNS 48
#define DEPTH_ROWS 27
static struct bench_mesh depth_large, depth_medium;
static GLint depth_layer;

static void ripples(struct bench_vertex *v)
{
   v->p[2] = 0.01f * sinf(v->p[0] * 40) * cosf(v->p[1] * 30);
   v->n[2] = 1;
}

static void depth_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 1);
   depth_large = bench_mesh_make(2, 0, 2, 2, ripples);
   depth_medium = bench_mesh_make(DEPTH_COLUMNS, 0, DEPTH_ROWS, DEPTH_ROWS, ripples);
   GLuint program = bench_program(
      "attribute vec3 p; uniform vec3 layer; void main() { gl_Position = vec4(p.xy, p.z + layer.x + dot(p.xy, layer.yz), 1.0); }",
      "precision mediump float; void main() { gl_FragColor = vec4(1.0); }");
   glUseProgram(program);
   depth_layer = glGetUniformLocation(program, "layer");
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
}

/* Tilted, intersecting layers, drawn front to back or back to front. */
static void depth_layers(const struct bench_mesh *m, int back_to_front)
{
   bench_mesh_use(m);
   glClear(GL_DEPTH_BUFFER_BIT);
   for (int i = 0; i < DEPTH_LAYERS; i++) {
      float z = (float)(back_to_front ? DEPTH_LAYERS - 1 - i : i) * 0.1f - 0.4f;
      glUniform3f(depth_layer, z, 0.04f * (float)(i % 3 - 1), 0.04f * (float)(i % 5 - 2));
      glDrawElements(GL_TRIANGLES, m->num_indices, GL_UNSIGNED_SHORT, NULL);
   }
}

static double depth_run(void)
{
   depth_layers(&depth_large, 0);
   depth_layers(&depth_large, 1);
   depth_layers(&depth_medium, 0);
   depth_layers(&depth_medium, 1);
   glFinish();
   return 4.0 * DEPTH_LAYERS * BENCH_W * BENCH_H;
}

const struct bench_workload bench_geometry[] = {
   {"lit", "frame/s", 1, lit_prepare, mesh_run, 0},
   {"mesh", "frame/s", 1, mesh_prepare, mesh_run, 0},
   {"triangles", "Mtriangle/s", 1e-6, triangles_prepare, triangles_run, 0},
   {"vertex", "Mvertex/s", 1e-6, vertex_prepare, vertex_run, 0},
   {"depth", "Mpixel/s", 1e-6, depth_prepare, depth_run, 0},
   { 0 },
};
