/* bench.h: workloads of gloam-bench, one table per theme, and their helpers. prepare() is called once, then run() repeatedly;
 * run() returns the number of units of work done. Workloads are plain OpenGL ES 2.0 or 3.0, OpenGL 3.3 core, or OpenGL's
 * compatibility profile, without code for any implementation. */
#ifndef GLOAM_BENCH_H
#define GLOAM_BENCH_H

#include <stdbool.h>
#include <stdio.h>

#include <GLES3/gl3.h>

#define BENCH_CORE 100 /* added to versions of the core profile of OpenGL */
#define BENCH_COMPATIBILITY 200 /* a context of OpenGL without attributes */

/* Rates are printed in `unit`, after multiplication by `scale`. once: a single run() is measured, without warm-up. warm_cache: with
 * shader caches on disk that another process has filled; they are switched off otherwise. */
struct bench_workload {
   const char *name, *unit;
   double scale;
   void (*prepare)(void);
   double (*run)(void); /* NULL: the time from nothing to the first pixel read back */
   int once;
   int version; /* of OpenGL ES, 30: 3.0; 0: 2.0; BENCH_CORE + 33: OpenGL 3.3 core; BENCH_COMPATIBILITY */
   int variant; /* for prepare() and run(), in bench_current */
   int warm_cache;
};
extern const struct bench_workload *bench_current; /* the one that this process runs */
/* Each table ends with a row whose name is NULL. */
extern const struct bench_workload bench_fragment[], bench_geometry[], bench_memory[], bench_commands[],
                                   bench_sampling[], bench_targets[], bench_transfers[], bench_core[], bench_compute[],
                                   bench_legacy[], bench_updates[];

#define BENCH_W 1920
#define BENCH_H 1080

/* bench_gl.c. Failures end the process with a message. */
double bench_now(void);
void bench_fail(const char *what);
void bench_open_context(int version);
GLuint bench_program(const char *vs, const char *fs); /* attributes p, n, m are 0, 1, 2 */
/* Binds a framebuffer with an RGBA texture, and with 16-bit depth if `depth` is not 0. */
void bench_target(int width, int height, int depth);
/* The same with a colour format of OpenGL ES 3.0. */
void bench_target_es30(GLenum internal, int width, int height, int depth);
extern const GLfloat bench_quad[8];
extern const char bench_quad_vs[]; /* position p, coordinate v from 0 to 1 */
void bench_use_quad(const char *fs);
void bench_use_quad_es30(const char *fs); /* the same for a #version 300 es shader */
void bench_checker(int size, GLenum min_filter); /* binds a texture */
void bench_fill_prepare(void);                   /* a quad of one colour */

/* bench_cores.c: throughput of two CPUs together, relative to one of them alone: 2 on two cores, about 1 on two threads of one
 * core. 0: unknown. Takes some 5 ms. */
double bench_cores(const int cpu[2]);

/* bench_report.c: a run's figures as JSON. `renderer`: GL_VENDOR, GL_RENDERER and GL_VERSION of A and B. Rates are in the workload's
 * unit; ratio is A to B, low and high are its quartiles. */
struct bench_result { const struct bench_workload *workload; double rate[2], ratio, low, high; bool is_first; };
void bench_report_begin(FILE *to, const char *const renderer[2], int rounds, double seconds);
void bench_report_row(FILE *to, const struct bench_result *r);
void bench_report_end(FILE *to);

/* bench_mesh.c: (columns + 1) x (rows + 1) vertices over the square from -1 to 1 */
struct bench_vertex { GLfloat p[3], n[3], m[2]; };
struct bench_mesh { GLuint vertices, indices; GLsizei num_indices; };
/* `shape` computes p[2] and n from p[0] and p[1]. The mesh has rows [first, first + rows) of a grid of `of` rows: 16-bit indices
 * allow 65536 vertices per mesh. */
struct bench_mesh bench_mesh_make(int columns, int first, int rows, int of, void (*shape)(struct bench_vertex *v));
void bench_mesh_use(const struct bench_mesh *m);

#endif
