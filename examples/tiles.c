/* tiles.c: one very large square picture, rendered in tiles by any number of processes, also on several machines (tiles.sh). Every
 * tile is a file; a task that is repeated overwrites it with the same bytes.
 *   tiles render FOLDER SIZE TILE FIRST[-LAST]   tiles FIRST to LAST, counted by rows from the top left corner
 *   tiles missing FOLDER SIZE TILE               the numbers of tiles that have no file, one a line
 *   tiles stitch FOLDER SIZE TILE OUT.ppm        the picture from all tiles
 * SIZE is a multiple of TILE, both in pixels. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

#define TRIANGLES 3000
#define MAX_TILE 8192

static const char vertex_source[] =
   "attribute vec3 position;\n"
   "attribute vec3 color;\n"
   "uniform vec3 window;\n" /* scale and offset of the tile in the picture */
   "varying vec3 v_color;\n"
   "void main()\n"
   "{\n"
   "   v_color = color;\n"
   "   gl_Position = vec4(position.xy * window.x + window.yz, position.z, 1.0);\n"
   "}\n";

static const char fragment_source[] =
   "precision highp float;\n"
   "uniform vec3 origin;\n" /* of the tile, in pixels of the picture, and the picture's size */
   "varying vec3 v_color;\n"
   "void main()\n"
   "{\n"
   "   vec2 p = (gl_FragCoord.xy + origin.xy) / origin.z - 0.5;\n"
   "   float rings = 0.5 + 0.5 * sin(400.0 * length(p) + 9.0 * sin(30.0 * p.x) * cos(25.0 * p.y));\n"
   "   gl_FragColor = vec4(v_color * (0.6 + 0.4 * rings), 1.0);\n"
   "}\n";

struct vertex { float position[3], color[3]; };

/* 0 to 1 in steps of 1/65536. No function of libm, whose last bit differs between machines. */
static float random_value(uint32_t *state)
{
   *state = *state * 1664525u + 1013904223u;
   return (float)(*state >> 16) / 65536.0f;
}

static void make_triangles(struct vertex *v)
{
   uint32_t state = 1;
   for (int t = 0; t < TRIANGLES; t++) {
      const float x = random_value(&state) * 2.4f - 1.2f, y = random_value(&state) * 2.4f - 1.2f, z = random_value(&state) * 2.0f - 1.0f;
      for (int corner = 0; corner < 3; corner++, v++) {
         v->position[0] = x + random_value(&state) * 0.25f - 0.125f;
         v->position[1] = y + random_value(&state) * 0.25f - 0.125f;
         v->position[2] = z;
         for (int c = 0; c < 3; c++)
            v->color[c] = random_value(&state);
      }
   }
}

/* ---- files ---- */

struct job { const char *folder; int size, tile, columns; };

static void tile_path(const struct job *job, int number, char path[4096], const char *suffix)
{
   snprintf(path, 4096, "%s/tile_%07d.ppm%s", job->folder, number, suffix);
}

/* The file appears under its name when it is complete: a task that ends early leaves none. */
static void write_tile(const struct job *job, int number, const unsigned char *rgba)
{
   char path[4096], part[4096], suffix[32];
   snprintf(suffix, sizeof(suffix), ".%ld.part", (long)getpid());
   tile_path(job, number, part, suffix);
   tile_path(job, number, path, "");
   FILE *f = fopen(part, "wb");
   if (!f)
      die("%s: %s", part, strerror(errno));
   fprintf(f, "P6\n%d %d\n255\n", job->tile, job->tile);
   for (int y = job->tile - 1; y >= 0; y--) /* glReadPixels returns the bottom row first */
      for (int x = 0; x < job->tile; x++)
         fwrite(rgba + ((size_t)y * (size_t)job->tile + (size_t)x) * 4, 1, 3, f);
   const int failed = ferror(f);
   if (fclose(f) || failed || rename(part, path))
      die("%s: %s", path, strerror(errno));
}

static int missing(const struct job *job)
{
   char path[4096];
   int count = 0;
   for (int i = 0; i < job->columns * job->columns; i++) {
      tile_path(job, i, path, "");
      if (access(path, R_OK)) {
         printf("%d\n", i);
         count++;
      }
   }
   return count;
}

static FILE *open_tile(const struct job *job, int number)
{
   char path[4096];
   int width = 0, height = 0;
   tile_path(job, number, path, "");
   FILE *f = fopen(path, "rb");
   if (!f || fscanf(f, "P6 %d %d 255", &width, &height) != 2 || fgetc(f) != '\n' || width != job->tile || height != job->tile)
      die("%s is not a tile of %d pixels", path, job->tile);
   return f;
}

static void stitch(const struct job *job, const char *path)
{
   FILE *out = fopen(path, "wb"), **row = calloc((size_t)job->columns, sizeof(*row));
   char *pixels = malloc((size_t)job->tile * 3);
   if (!out || !row || !pixels)
      die("%s: %s", path, strerror(errno));
   fprintf(out, "P6\n%d %d\n255\n", job->size, job->size);
   for (int r = 0; r < job->columns; r++) {
      for (int c = 0; c < job->columns; c++)
         row[c] = open_tile(job, r * job->columns + c);
      for (int y = 0; y < job->tile; y++)
         for (int c = 0; c < job->columns; c++)
            if (fread(pixels, 3, (size_t)job->tile, row[c]) != (size_t)job->tile ||
                fwrite(pixels, 3, (size_t)job->tile, out) != (size_t)job->tile)
               die("tile %d is too short, or %s cannot be written", r * job->columns + c, path);
      for (int c = 0; c < job->columns; c++)
         fclose(row[c]);
   }
   if (fclose(out))
      die("%s: %s", path, strerror(errno));
   free(pixels);
   free(row);
}

/* ---- rendering ---- */

static void render(const struct job *job, int first, int last)
{
   static struct vertex vertices[3 * TRIANGLES];
   make_triangles(vertices);
   EGLDisplay dpy = open_display();
   make_context(dpy);
   make_target(job->tile, job->tile);
   const GLuint program = make_program(vertex_source, fragment_source, (const char *const[]){"position", "color", NULL});
   glUseProgram(program);
   const GLint window = glGetUniformLocation(program, "window"), origin = glGetUniformLocation(program, "origin");
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(struct vertex), vertices[0].position);
   glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(struct vertex), vertices[0].color);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glEnable(GL_DEPTH_TEST);
   glClearColor(0.1f, 0.1f, 0.15f, 1.0f);
   unsigned char *pixels = malloc((size_t)job->tile * (size_t)job->tile * 4);
   if (!pixels)
      die("out of memory");
   for (int i = first; i <= last; i++) {
      const int column = i % job->columns, row = job->columns - 1 - i / job->columns; /* row 0 is GL's, at the bottom */
      const float n = (float)job->columns;
      glUniform3f(window, n, n - 1.0f - 2.0f * (float)column, n - 1.0f - 2.0f * (float)row);
      glUniform3f(origin, (float)(column * job->tile), (float)(row * job->tile), (float)job->size);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glDrawArrays(GL_TRIANGLES, 0, 3 * TRIANGLES);
      glReadPixels(0, 0, job->tile, job->tile, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      if (glGetError())
         die("tile %d: a GL command failed", i);
      write_tile(job, i, pixels);
   }
   free(pixels);
   eglTerminate(dpy);
}

int main(int argc, char **argv)
{
   if (argc < 5)
      die("usage: %s render|missing|stitch FOLDER SIZE TILE [FIRST[-LAST] | OUT.ppm]", argv[0]);
   struct job job = {argv[2], atoi(argv[3]), atoi(argv[4]), 0};
   if (job.tile < 1 || job.tile > MAX_TILE || job.size < job.tile || job.size % job.tile)
      die("the size is not a multiple of the tile, or the tile is larger than %d", MAX_TILE);
   job.columns = job.size / job.tile;
   int first = 0, last = 0;
   if (!strcmp(argv[1], "missing") && argc == 5)
      return missing(&job) ? 1 : 0;
   if (!strcmp(argv[1], "stitch") && argc == 6)
      stitch(&job, argv[5]);
   else if (!strcmp(argv[1], "render") && argc == 6 && sscanf(argv[5], "%d-%d", &first, &last) >= 1) {
      last = strchr(argv[5], '-') ? last : first;
      if (first < 0 || last < first || last >= job.columns * job.columns)
         die("there are tiles 0 to %d", job.columns * job.columns - 1);
      render(&job, first, last);
   } else
      die("%s: wrong arguments", argv[1]);
   return 0;
}
