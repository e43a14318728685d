/* body_buffers.c: writes to a buffer between draws that read it: ranges mapped with every access flag, copies, new data (ES 3.0,
 * 2.9; EXT_map_buffer_range). Each draw shows the contents at its time, whatever is written afterwards. */
#include <string.h>

#include "api_test.h"

enum { BYTES = API_TEXELS * 4, SPARE = 512 };

static uint8_t model[BYTES];                /* expected contents of the colour buffer */
static uint8_t picture[API_TEXELS][4];      /* expected picture */
static PFNGLMAPBUFFERRANGEPROC map_range;
static PFNGLFLUSHMAPPEDBUFFERRANGEPROC flush_range;
static PFNGLUNMAPBUFFERPROC unmap;
static GLuint colors, spare;

static void fill(uint8_t *to, unsigned bytes)
{
   for (unsigned i = 0; i < bytes; i++)
      to[i] = (uint8_t)api_random(256);
}

/* A random range of texels. */
static unsigned range(unsigned *bytes)
{
   unsigned start = api_random(API_TEXELS), end = start + 1 + api_random(API_TEXELS - start);
   *bytes = (end - start) * 4;
   return start * 4;
}

static uint8_t *map(unsigned offset, unsigned bytes, GLbitfield access)
{
   uint8_t *at = map_range(GL_ARRAY_BUFFER, offset, bytes, access);
   if (!at)
      api_fail("no map of %u bytes at %u, access 0x%x", bytes, offset, access);
   return at;
}

static void write_map(unsigned offset, unsigned bytes, GLbitfield access)
{
   fill(&model[offset], bytes);
   memcpy(map(offset, bytes, access), &model[offset], bytes);
}

static void unmap_colors(void)
{
   if (!unmap(GL_ARRAY_BUFFER))
      api_fail("the contents were lost");
}

static void map_write(void)
{
   static const GLbitfield flags[] = {0, GL_MAP_INVALIDATE_RANGE_BIT};
   unsigned bytes, offset = range(&bytes);
   write_map(offset, bytes, GL_MAP_WRITE_BIT | flags[api_random(2)]);
   unmap_colors();
}

static void map_invalidate(void)
{
   write_map(0, BYTES, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
   unmap_colors();
}

static void map_unsynchronized(void)
{
   unsigned bytes, offset = range(&bytes);
   glFinish();
   write_map(offset, bytes, GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
   unmap_colors();
}

/* Writes parts of the range and flushes those only. */
static void map_flush(void)
{
   unsigned bytes, offset = range(&bytes);
   uint8_t *at = map(offset, bytes, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
   for (unsigned part = 0; part + 16 <= bytes; part += 16 + api_random(64) * 4) {
      fill(&model[offset + part], 16);
      memcpy(at + part, &model[offset + part], 16);
      flush_range(GL_ARRAY_BUFFER, part, 16);
   }
   unmap_colors();
}

static void map_read_write(void)
{
   unsigned bytes, offset = range(&bytes);
   uint8_t *at = map(offset, bytes, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
   if (memcmp(at, &model[offset], bytes))
      api_fail("a mapped range shows other bytes");
   for (unsigned i = 0; i < bytes; i += 1 + api_random(9))
      at[i] = model[offset + i] = (uint8_t)~model[offset + i];
   unmap_colors();
}

static void map_read(void)
{
   unsigned bytes, offset = range(&bytes);
   if (memcmp(map(offset, bytes, GL_MAP_READ_BIT), &model[offset], bytes))
      api_fail("a range mapped for reading shows other bytes");
   unmap_colors();
}

static void sub_data(void)
{
   unsigned bytes, offset = range(&bytes);
   fill(&model[offset], bytes);
   glBufferSubData(GL_ARRAY_BUFFER, offset, bytes, &model[offset]);
}

static void new_data(void)
{
   static const GLenum usages[] = {GL_STREAM_DRAW, GL_STATIC_DRAW, GL_DYNAMIC_DRAW};
   fill(model, BYTES);
   glBufferData(GL_ARRAY_BUFFER, BYTES, api_random(2) ? model : NULL, usages[api_random(3)]);
   glBufferSubData(GL_ARRAY_BUFFER, 0, BYTES, model);
}

static void copy_within(void)
{
   unsigned bytes = 4 * (1 + api_random(API_TEXELS / 2)), from = api_random(BYTES / 2 - bytes + 1);
   unsigned to = BYTES / 2 + api_random(BYTES / 2 - bytes + 1);
   glBindBuffer(GL_COPY_WRITE_BUFFER, colors);
   glCopyBufferSubData(GL_ARRAY_BUFFER, GL_COPY_WRITE_BUFFER, from, to, bytes);
   memcpy(&model[to], &model[from], bytes);
}

static void copy_from_other(void)
{
   uint8_t bytes[SPARE];
   unsigned count = api_random(SPARE + 1), from = api_random(SPARE - count + 1), to = api_random(BYTES - count + 1);
   fill(bytes, SPARE);
   glBindBuffer(GL_COPY_READ_BUFFER, spare);
   glBufferData(GL_COPY_READ_BUFFER, SPARE, bytes, GL_STREAM_COPY);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, from, to, count);
   memcpy(&model[to], &bytes[from], count);
}

static void (*const writes[])(void) = {map_write, map_invalidate, map_unsynchronized, map_flush, map_read_write, map_read, sub_data,
                                       new_data, copy_within, copy_from_other};

/* The point of each texel at attribute 0, its colour at attribute 1. */
static void set_up(void)
{
   static GLfloat centers[API_TEXELS][2];
   for (unsigned i = 0; i < API_TEXELS; i++) {
      centers[i][0] = (GLfloat)(i % API_SIZE + 0.5) / API_SIZE * 2 - 1;
      centers[i][1] = (GLfloat)(i / API_SIZE + 0.5) / API_SIZE * 2 - 1;
   }
   api_program("attribute vec2 pos; attribute vec4 val; varying vec4 v;"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_PointSize = 1.0; v = val; }", NULL,
               "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }");
   api_vertices(centers, sizeof(centers));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glGenBuffers(1, &spare);
   glGenBuffers(1, &colors);
   glBindBuffer(GL_ARRAY_BUFFER, colors);
   new_data();
   glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
}

static void draw_with(unsigned kinds)
{
   set_up();
   for (unsigned step = 0; step < 4 * API_SIZE; step++) {
      const unsigned first = step % API_SIZE * API_SIZE;
      writes[api_random(kinds)]();
      glDrawArrays(GL_POINTS, (GLint)first, API_SIZE);
      memcpy(picture[first], &model[first * 4], API_SIZE * 4);
   }
}

static void draw(void)
{
   map_range = glMapBufferRange;
   flush_range = glFlushMappedBufferRange;
   unmap = glUnmapBuffer;
   draw_with(sizeof(writes) / sizeof(writes[0]));
}

static void draw_extension(void)
{
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_map_buffer_range"))
      api_fail("GL_EXT_map_buffer_range is missing");
   map_range = (PFNGLMAPBUFFERRANGEPROC)eglGetProcAddress("glMapBufferRangeEXT");
   flush_range = (PFNGLFLUSHMAPPEDBUFFERRANGEPROC)eglGetProcAddress("glFlushMappedBufferRangeEXT");
   unmap = (PFNGLUNMAPBUFFERPROC)eglGetProcAddress("glUnmapBufferOES");
   draw_with(8); /* ES 2.0 has no copies */
}

/* ---- draws while buffers are mapped ---------------------------------------------------------------------------------------- */

enum { STRIPS = 8, STRIP_ROWS = API_SIZE / STRIPS };
static const uint8_t strip_drawn[STRIPS] = {1, 1, 0, 1, 0, 1, 1, 1};

static void write_color(unsigned strip)
{
   GLfloat *at = glMapBufferRange(GL_ARRAY_BUFFER, 0, 16 * sizeof(*at), GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
   if (!at)
      api_fail("no map for strip %u", strip);
   for (unsigned i = 0; i < 16; i++)
      at[i] = i % 4 == 3 ? 1 : i % 4 == 2 ? (GLfloat)(255 - 20 * strip) / 255 : (GLfloat)(20 * strip + 30) / 255;
}

static void draw_strip(GLint place, unsigned strip, bool indexed)
{
   glUniform1f(place, (GLfloat)strip);
   if (indexed)
      glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL);
   else
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* A map of an array or of indices that has not ended is an error of the draw (ES 3.2, 6.3.2), of another buffer none. */
static void draw_mapped(void)
{
   static const char vertex[] = "#version 300 es\nin vec4 color; uniform float strip; out vec4 c;\n"
                                "void main() { c = color; vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
                                "gl_Position = vec4(at.x * 2.0 - 1.0, (strip + at.y) / 4.0 - 1.0, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; in vec4 c; out vec4 o; void main() { o = c; }";
   static const GLushort indices[] = {0, 1, 2, 3};
   GLuint name[4];
   const GLuint program = api_program(vertex, NULL, fragment);
   const GLint place = glGetUniformLocation(program, "strip");
   const GLuint array = (GLuint)glGetAttribLocation(program, "color");
   glGenBuffers(4, name);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, name[0]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   for (unsigned i = 1; i < 4; i++) {
      glBindBuffer(i == 1 ? GL_ARRAY_BUFFER : GL_COPY_WRITE_BUFFER, name[i]);
      glBufferData(i == 1 ? GL_ARRAY_BUFFER : GL_COPY_WRITE_BUFFER, 64, NULL, GL_STREAM_DRAW);
   }
   glVertexAttribPointer(array, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(array);
   write_color(0);
   glUnmapBuffer(GL_ARRAY_BUFFER);
   draw_strip(place, 0, false);
   glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 64, GL_MAP_WRITE_BIT); /* stays mapped, and is read by no draw */
   write_color(1);
   glUnmapBuffer(GL_ARRAY_BUFFER);
   draw_strip(place, 1, false);
   api_expect_error(GL_NO_ERROR, "a draw while another buffer is mapped");
   write_color(2);
   draw_strip(place, 2, false);
   api_expect_error(GL_INVALID_OPERATION, "a draw while its array is mapped");
   glUnmapBuffer(GL_ARRAY_BUFFER);
   write_color(3);
   glUnmapBuffer(GL_ARRAY_BUFFER);
   draw_strip(place, 3, false);
   glDeleteBuffers(1, &name[3]); /* mapped */
   glMapBufferRange(GL_ELEMENT_ARRAY_BUFFER, 0, 8, GL_MAP_READ_BIT);
   draw_strip(place, 4, true);
   api_expect_error(GL_INVALID_OPERATION, "a draw while its indices are mapped");
   glUnmapBuffer(GL_ELEMENT_ARRAY_BUFFER);
   write_color(5);
   glUnmapBuffer(GL_ARRAY_BUFFER);
   draw_strip(place, 5, true);
   api_expect_error(GL_NO_ERROR, "a draw after the maps of its buffers");
   write_color(6);
   glUnmapBuffer(GL_ARRAY_BUFFER);
   glBindBuffer(GL_COPY_WRITE_BUFFER, name[2]);
   glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 64, GL_MAP_WRITE_BIT);
   draw_strip(place, 6, false);
   glUnmapBuffer(GL_COPY_WRITE_BUFFER);
   write_color(7);
   glUnmapBuffer(GL_ARRAY_BUFFER);
   draw_strip(place, 7, true);
   api_expect_error(GL_NO_ERROR, "draws at the end");
}

static void mapped_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned strip = i / API_SIZE / STRIP_ROWS;
      const uint8_t color[4] = {(uint8_t)(20 * strip + 30), (uint8_t)(20 * strip + 30), (uint8_t)(255 - 20 * strip), 255};
      if (strip_drawn[strip])
         memcpy(rgba[i], color, 4);
   }
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   memcpy(rgba, picture, sizeof(picture));
}

const struct api_body api_bodies_buffers[] = {
   {"buffers-written-between-draws", GLES, 30, 0, 0, draw, reference},
   {"buffers-mapped-by-extension", GLES, 20, 0, 0, draw_extension, reference},
   {"buffers-mapped-at-draws", GLES, 30, 1, 0, draw_mapped, mapped_reference},
   {0}
};
