/* body_storage.c: buffer objects of OpenGL 4 as extensions of 3.3: persistent maps, clears, vertex buffer bindings, runs of bindings
 * (ARB_buffer_storage, ARB_map_buffer_alignment, ARB_clear_buffer_object, ARB_vertex_attrib_binding, ARB_multi_bind). Bytes are random, and each
 * picture shows the bytes of a model in C. */
#include <string.h>

#include "api_test.h"
#include "api_desktop.h"

enum { BYTES = API_TEXELS * 4 };

static uint8_t model[BYTES];           /* expected contents of the colour buffer */
static uint8_t picture[API_TEXELS][4]; /* expected picture */

static void reference(uint8_t rgba[API_TEXELS][4])
{
   memcpy(rgba, picture, sizeof(picture));
}

static void fill(uint8_t *to, unsigned bytes)
{
   for (unsigned i = 0; i < bytes; i++)
      to[i] = (uint8_t)api_random(256);
}

static const char vertex_text[] = "#version 330\nlayout(location = 0) in vec2 pos; layout(location = 1) in vec4 val; out vec4 v;"
                                  "void main() { gl_Position = vec4(pos, 0.0, 1.0); v = val; }",
                  fragment_text[] = "#version 330\nin vec4 v; out vec4 color; void main() { color = v; }";

static void center(unsigned i, GLfloat xy[2])
{
   xy[0] = (GLfloat)(i % API_SIZE + 0.5) / API_SIZE * 2 - 1;
   xy[1] = (GLfloat)(i / API_SIZE + 0.5) / API_SIZE * 2 - 1;
}

/* The point of each texel at attribute 0 out of a separate buffer, its colour at attribute 1 out of the given buffer. */
static void use_colors(GLuint colors)
{
   static GLfloat centers[API_TEXELS][2];
   for (unsigned i = 0; i < API_TEXELS; i++)
      center(i, centers[i]);
   api_program(vertex_text, NULL, fragment_text);
   api_vertices(centers, sizeof(centers));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glBindBuffer(GL_ARRAY_BUFFER, colors);
   glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
}

static void draw_row(unsigned row)
{
   glDrawArrays(GL_POINTS, (GLint)(row * API_SIZE), API_SIZE);
   memcpy(picture[row * API_SIZE], &model[row * API_SIZE * 4], API_SIZE * 4);
}

/* ---- persistent maps --------------------------------------------------------------------------------------------------------- */

static void check_map(const uint8_t *map, const char *after)
{
   for (unsigned i = 0; i < BYTES; i++)
      if (map[i] != model[i])
         api_fail("byte %u of the map is %u after %s, not %u", i, map[i], after, model[i]);
}

static void wait_for_gpu(void)
{
   GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   if (glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, UINT64_MAX) == GL_WAIT_FAILED)
      api_fail("a fence cannot be waited for");
   glDeleteSync(sync);
}

/* The map stays while commands read and write the buffer. */
static void draw_persistent(void)
{
   const GLbitfield access = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
   GLuint colors, spare;
   uint8_t bytes[64];
   api_require("GL_ARB_buffer_storage");
   fill(model, BYTES);
   glGenBuffers(1, &colors);
   glBindBuffer(GL_ARRAY_BUFFER, colors);
   glBufferStorage(GL_ARRAY_BUFFER, BYTES, model, access | GL_DYNAMIC_STORAGE_BIT);
   uint8_t *map = glMapBufferRange(GL_ARRAY_BUFFER, 0, BYTES, access);
   if (!map)
      api_fail("no persistent map");
   glGenBuffers(1, &spare);
   glBindBuffer(GL_COPY_READ_BUFFER, spare);
   glBufferData(GL_COPY_READ_BUFFER, sizeof(bytes), NULL, GL_DYNAMIC_DRAW);
   check_map(map, "glBufferStorage");
   use_colors(colors);
   for (unsigned row = 0; row < API_SIZE; row++) {
      const unsigned offset = api_random(BYTES / 4 - 16) * 4;
      switch (row % 4) {
      case 0: /* the CPU writes once the GPU has read */
         wait_for_gpu();
         fill(&model[offset], 64);
         memcpy(&map[offset], &model[offset], 64);
         break;
      case 1: /* new bytes in command order: the earlier draw shows the old ones */
         fill(model, BYTES);
         glBufferSubData(GL_ARRAY_BUFFER, 0, BYTES, model);
         break;
      case 2:
         fill(bytes, 64);
         glBufferSubData(GL_COPY_READ_BUFFER, 0, 64, bytes);
         glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, offset, 64);
         memcpy(&model[offset], bytes, 64);
         break;
      default: /* pixels that were drawn */
         glBindBuffer(GL_PIXEL_PACK_BUFFER, colors);
         glReadPixels(0, (GLint)row - 3, 16, 1, GL_RGBA, GL_UNSIGNED_BYTE, (void *)(uintptr_t)offset);
         glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
         memcpy(&model[offset], picture[(row - 3) * API_SIZE], 64);
      }
      draw_row(row);
      wait_for_gpu();
      check_map(map, row % 4 == 0 ? "a write of the CPU" : row % 4 == 1 ? "glBufferSubData" : row % 4 == 2 ? "a copy" : "glReadPixels");
   }
   if (!glUnmapBuffer(GL_ARRAY_BUFFER))
      api_fail("the contents were lost");
}

/* The pointer minus the offset has the alignment that the implementation states, whether the buffer is in use or not. */
static void draw_alignment(void)
{
   GLint align = 0;
   GLuint colors;
   api_require("GL_ARB_map_buffer_alignment");
   glGetIntegerv(GL_MIN_MAP_BUFFER_ALIGNMENT, &align);
   if (align < 64)
      api_fail("GL_MIN_MAP_BUFFER_ALIGNMENT is %d", align);
   fill(model, BYTES);
   glGenBuffers(1, &colors);
   glBindBuffer(GL_ARRAY_BUFFER, colors);
   glBufferData(GL_ARRAY_BUFFER, BYTES, model, GL_DYNAMIC_DRAW);
   use_colors(colors);
   for (unsigned row = 0; row < API_SIZE; row++) {
      static const GLbitfield flags[] = {GL_MAP_INVALIDATE_RANGE_BIT, 0, GL_MAP_READ_BIT, GL_MAP_UNSYNCHRONIZED_BIT};
      const unsigned offset = api_random(BYTES - 64), bytes = 1 + api_random(64);
      if (row % 4 == 3)
         glFinish();
      uint8_t *map = glMapBufferRange(GL_ARRAY_BUFFER, offset & ~3u, bytes, GL_MAP_WRITE_BIT | flags[row % 4]);
      if (!map || ((uintptr_t)map - (offset & ~3u)) % (unsigned)align)
         api_fail("a map at offset %u has address %p", offset & ~3u, (void *)map);
      fill(&model[offset & ~3u], bytes);
      memcpy(map, &model[offset & ~3u], bytes);
      glUnmapBuffer(GL_ARRAY_BUFFER);
      draw_row(row);
   }
}

/* ---- clears ------------------------------------------------------------------------------------------------------------------ */

/* Pixels whose bytes are those of the texel. */
static const struct { GLenum internal, format, type; unsigned bytes; } plain[] = {
   {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1}, {GL_R8I, GL_RED_INTEGER, GL_BYTE, 1}, {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1},
   {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, 2}, {GL_R16, GL_RED, GL_UNSIGNED_SHORT, 2}, {GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, 2},
   {GL_R16I, GL_RED_INTEGER, GL_SHORT, 2}, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4}, {GL_RG16, GL_RG, GL_UNSIGNED_SHORT, 4},
   {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 4}, {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 4},
   {GL_R32I, GL_RED_INTEGER, GL_INT, 4}, {GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, 4},
   {GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, 8}, {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, 8},
   {GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, 8}, {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16},
   {GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, 16},
};
/* Pixels that are converted. */
static const struct { GLenum internal, format, type; unsigned bytes; uint8_t pixel[16], texel[16]; } converted[] = {
   {GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, 4, {1, 2, 3, 4}, {3, 2, 1, 4}},
   {GL_RGBA8, GL_RGB, GL_UNSIGNED_BYTE, 4, {9, 8, 7}, {9, 8, 7, 255}},
   {GL_R8, GL_RGBA, GL_UNSIGNED_BYTE, 1, {77, 1, 2, 3}, {77}},
   {GL_RG8, GL_RED, GL_FLOAT, 2, {0, 0, 0x80, 0x3f}, {255, 0}},             /* 1.0 */
   {GL_RGBA32F, GL_RED, GL_UNSIGNED_BYTE, 16, {255}, {0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f}},
   {GL_R16F, GL_RED, GL_FLOAT, 2, {0, 0, 0, 0x40}, {0, 0x40}},              /* 2.0 */
   {GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 8, {5, 6, 7, 8}, {5, 0, 6, 0, 7, 0, 8, 0}},
};
enum { PLAIN = sizeof(plain) / sizeof(plain[0]), CONVERTED = sizeof(converted) / sizeof(converted[0]) };

static void clear_range(GLenum internal, GLenum format, GLenum type, unsigned texel_B, const uint8_t *pixel, const uint8_t *texel)
{
   const unsigned texels = BYTES / texel_B, first = api_random(texels), count = 1 + api_random(texels - first);
   const bool all = api_random(8) == 0;
   if (all)
      glClearBufferData(GL_ARRAY_BUFFER, internal, format, type, pixel);
   else
      glClearBufferSubData(GL_ARRAY_BUFFER, internal, first * texel_B, count * texel_B, format, type, pixel);
   for (unsigned i = all ? 0 : first; i < (all ? texels : first + count); i++)
      memcpy(&model[i * texel_B], texel, texel_B);
}

static void draw_clears(void)
{
   static uint8_t bytes[BYTES];
   static const uint8_t zeros[16];
   GLuint colors;
   api_require("GL_ARB_clear_buffer_object");
   fill(model, BYTES);
   glGenBuffers(1, &colors);
   glBindBuffer(GL_ARRAY_BUFFER, colors);
   glBufferData(GL_ARRAY_BUFFER, BYTES, model, GL_STATIC_DRAW);
   use_colors(colors);
   for (unsigned i = 0; i < PLAIN + CONVERTED + 7; i++) {
      uint8_t pixel[16];
      fill(pixel, 16);
      if (i < PLAIN)
         clear_range(plain[i].internal, plain[i].format, plain[i].type, plain[i].bytes, pixel, pixel);
      else if (i < PLAIN + CONVERTED)
         clear_range(converted[i - PLAIN].internal, converted[i - PLAIN].format, converted[i - PLAIN].type,
                     converted[i - PLAIN].bytes, converted[i - PLAIN].pixel, converted[i - PLAIN].texel);
      else
         clear_range(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, NULL, zeros);
      draw_row(i);
      glGetBufferSubData(GL_ARRAY_BUFFER, 0, BYTES, bytes);
      if (memcmp(bytes, model, BYTES))
         api_fail("clear %u leaves other bytes", i);
      fill(model, BYTES); /* in a random part, new bytes */
      const unsigned at = api_random(BYTES);
      memcpy(model, bytes, at);
      glBufferSubData(GL_ARRAY_BUFFER, at, BYTES - at, &model[at]);
   }
}

/* ---- vertex buffer bindings --------------------------------------------------------------------------------------------------- */

struct vertex { uint8_t unused[12], color[4]; GLfloat xy[2]; };

/* Two attributes of one binding point, bindings that are moved by an offset, an attribute per instance. */
static void draw_bindings(void)
{
   enum { FIRST = 7, BINDING = 5, INSTANCES = 4 };
   static struct vertex vertices[API_SIZE * (API_SIZE - INSTANCES)];
   static uint8_t instances[INSTANCES][8];
   static const GLfloat first_rows[API_SIZE][2];
   GLuint buffer[3], array;
   GLfloat xy[API_SIZE][2];
   api_require("GL_ARB_vertex_attrib_binding");
   api_require("GL_ARB_multi_bind");
   api_program(vertex_text, NULL, fragment_text);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(3, buffer);
   fill((uint8_t *)vertices, sizeof(vertices));
   for (unsigned i = 0; i < API_SIZE * (API_SIZE - INSTANCES); i++) {
      center(i + INSTANCES * API_SIZE, vertices[i].xy);
      memcpy(picture[i + INSTANCES * API_SIZE], vertices[i].color, 4);
   }
   glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
   glVertexAttribFormat(0, 2, GL_FLOAT, GL_FALSE, 16);
   glVertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 12);
   glVertexAttribBinding(0, BINDING);
   glVertexAttribBinding(1, BINDING);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glBindVertexBuffer(BINDING, buffer[0], 0, sizeof(struct vertex));
   glDrawArrays(GL_POINTS, 0, FIRST);
   glBindVertexBuffer(BINDING, buffer[0], FIRST * sizeof(struct vertex), sizeof(struct vertex));
   glDrawArrays(GL_POINTS, 0, API_SIZE * (API_SIZE - INSTANCES) - FIRST);

   /* A row of points per instance: the row comes from the viewport, the colour from the instance. */
   for (unsigned x = 0; x < API_SIZE; x++) {
      center(x, xy[x]);
      xy[x][1] = first_rows[x][1];
   }
   fill((uint8_t *)instances, sizeof(instances));
   glBindBuffer(GL_ARRAY_BUFFER, buffer[1]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(xy), xy, GL_STATIC_DRAW);
   glBindBuffer(GL_ARRAY_BUFFER, buffer[2]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(instances), instances, GL_STATIC_DRAW);
   glVertexAttribFormat(0, 2, GL_FLOAT, GL_FALSE, 0);
   glVertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 1);
   glVertexAttribBinding(0, 2);
   glVertexAttribBinding(1, 3);
   glVertexBindingDivisor(3, 2); /* draws of 2 instances see one element */
   for (unsigned i = 0; i < INSTANCES; i++) {
      glViewport(0, (GLint)i, API_SIZE, 1);
      const GLintptr offsets[2] = {0, i * 8 + 3};
      const GLsizei strides[2] = {8, 8};
      glBindVertexBuffers(2, 2, &buffer[1], offsets, strides);
      glDrawArraysInstanced(GL_POINTS, 0, API_SIZE, 2);
      for (unsigned x = 0; x < API_SIZE; x++)
         memcpy(picture[i * API_SIZE + x], &instances[i][4], 4);
   }
   glBindVertexBuffers(2, 2, NULL, NULL, NULL);
   GLint name = -1, stride = -1;
   glGetIntegeri_v(GL_VERTEX_BINDING_BUFFER, 2, &name);
   glGetIntegeri_v(GL_VERTEX_BINDING_STRIDE, 3, &stride);
   if (name != 0 || stride != 16)
      api_fail("an unbound binding point has buffer %d and stride %d", name, stride);
}

/* ---- runs of uniform buffer bindings ------------------------------------------------------------------------------------------ */

static void draw_runs(void)
{
   enum { BLOCKS = 8, FIRST = 3 };
   GLint align = 0;
   GLuint buffer[BLOCKS];
   GLintptr offsets[BLOCKS];
   GLsizeiptr sizes[BLOCKS];
   api_require("GL_ARB_multi_bind");
   glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &align);
   if (align < 1 || 256 % align)
      api_fail("GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT is %d", align);
   GLuint program = api_program("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 330\nlayout(std140) uniform Block { vec4 c; } b[8]; out vec4 color;\n"
      "void main() { switch (int(gl_FragCoord.y) / 4) { case 0: color = b[0].c; break; case 1: color = b[1].c; break;\n"
      "case 2: color = b[2].c; break; case 3: color = b[3].c; break; case 4: color = b[4].c; break;\n"
      "case 5: color = b[5].c; break; case 6: color = b[6].c; break; default: color = b[7].c; } }");
   glGenBuffers(BLOCKS, buffer);
   for (unsigned i = 0; i < BLOCKS; i++) {
      char name[] = "Block[0]";
      GLfloat values[1024];
      name[6] = (char)('0' + i);
      glUniformBlockBinding(program, glGetUniformBlockIndex(program, name), FIRST + i);
      for (unsigned k = 0; k < 1024; k++)
         values[k] = (GLfloat)api_random(256) / 255;
      offsets[i] = (GLintptr)api_random(4) * 256;
      sizes[i] = 16 + 16 * (GLsizeiptr)api_random(3);
      glBindBuffer(GL_ARRAY_BUFFER, buffer[i]);
      glBufferData(GL_ARRAY_BUFFER, sizeof(values), values, GL_STATIC_DRAW);
      for (unsigned texel = 0; texel < 4 * API_SIZE; texel++)
         for (unsigned c = 0; c < 4; c++) /* the second run binds blocks 2 and 3 to their start */
            picture[i * 4 * API_SIZE + texel][c] = (uint8_t)(values[(i == 2 || i == 3 ? 0 : offsets[i] / 4) + c] * 255 + 0.5f);
   }
   glBindBuffersRange(GL_UNIFORM_BUFFER, FIRST, BLOCKS, buffer, offsets, sizes);
   glBindBuffersBase(GL_UNIFORM_BUFFER, FIRST + 2, 2, &buffer[2]);
   api_rectangle(-1, -1, 1, 1);
   GLint generic = -1, name = -1;
   glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &generic);
   if (generic != 0)
      api_fail("the generic binding point became %d", generic);
   glBindBuffersBase(GL_UNIFORM_BUFFER, FIRST, BLOCKS, NULL);
   glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, FIRST + 7, &name);
   if (name != 0)
      api_fail("a run of no buffers leaves %d", name);
}

const struct api_body api_bodies_storage[] = {
   {"storage-persistent", CORE, 33, 0, 0, draw_persistent, reference},
   {"storage-alignment", CORE, 33, 0, 0, draw_alignment, reference},
   {"storage-clears", CORE, 33, 0, 0, draw_clears, reference},
   {"storage-vertex-bindings", CORE, 33, 0, 0, draw_bindings, reference},
   {"storage-runs", CORE, 33, 0, 0, draw_runs, reference},
   {0}
};
