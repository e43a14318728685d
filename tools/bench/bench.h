/* bench.h: what the files of gloam-bench share: the workloads, by theme, and helpers for them. A workload is a row:
 * prepare once, then run again and again; a run returns how many units it did. All are plain OpenGL ES 2.0, the same for
 * every implementation that is measured. */
#ifndef GLOAM_BENCH_H
#define GLOAM_BENCH_H

#include <GLES2/gl2.h>

/* unit and scale: how rates are printed. once: one run is the measurement, without one before to warm up. */
struct bench_workload {
   const char *name, *unit;
   double scale;
   void (*prepare)(void);
   double (*run)(void); /* NULL: the time from nothing to the first pixel read back */
   int once;
};
/* Each ends with a row without a name. */
extern const struct bench_workload bench_fragment[], bench_geometry[], bench_memory[], bench_commands[];

#define BENCH_W 1920
#define BENCH_H 1080

/* bench_gl.c. What fails ends the process with a message. */
double bench_now(void);
void bench_fail(const char *what);
void bench_open_context(void);
GLuint bench_program(const char *vs, const char *fs); /* attributes p, n, m are 0, 1, 2 */
/* A framebuffer with an RGBA texture, and 16-bit depth if asked for. */
void bench_target(int width, int height, int depth);
extern const GLfloat bench_quad[8];
extern const char bench_quad_vs[]; /* position p, coordinate v from 0 to 1 */
void bench_use_quad(const char *fs);
void bench_checker(int size, GLenum min_filter); /* a texture, bound */
void bench_fill_prepare(void);                   /* a quad of one colour */

/* bench_cores.c: what two CPUs do at the same time, in times of what one of them does alone: 2 on two cores, and about 1 when they
 * are two threads of one. 0: cannot be told. Takes some 5 ms. */
double bench_cores(const int cpu[2]);

/* bench_mesh.c: (columns + 1) x (rows + 1) vertices over the square from -1 to 1 */
struct bench_vertex { GLfloat p[3], n[3], m[2]; };
struct bench_mesh { GLuint vertices, indices; GLsizei num_indices; };
/* shape fills p[2] and n for p[0] and p[1]; rows [first, first + rows) of `of` lie in this mesh: 16-bit indices end at 65536
 * vertices. */
struct bench_mesh bench_mesh_make(int columns, int first, int rows, int of, void (*shape)(struct bench_vertex *v));
void bench_mesh_use(const struct bench_mesh *m);

#endif
