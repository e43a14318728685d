/* Vertex data of every type, size, stride and place, drawn as one point per pixel whose colour comes from it. */
#include "diff.h"

enum { VERTICES = 200, ARRAYS = 4 };

static const struct { GLenum type; unsigned size_B; } types[] = {
   {GL_FLOAT, 4}, {GL_FIXED, 4}, {GL_BYTE, 1}, {GL_UNSIGNED_BYTE, 1}, {GL_SHORT, 2}, {GL_UNSIGNED_SHORT, 2},
};

static uint8_t memory[ARRAYS][1 << 14];
static GLuint buffers[ARRAYS], index_buffer;

/* An element that is not random bits: places, floats without NaN. */
static void store_component(uint8_t *to, unsigned array, GLenum type, unsigned vertex, unsigned component)
{
   if (type == GL_FLOAT) {
      float value = (float)((int)pick(2000) - 1000) / 100.0f;
      if (array == 0)
         value = (float)(component ? vertex * 7 / SIZE % SIZE : vertex * 7 % SIZE);
      memcpy(to, &value, 4);
   } else if (type == GL_FIXED) {
      int32_t value = (int32_t)pick(1 << 20) - (1 << 19);
      memcpy(to, &value, 4);
   }
}

static void set_array(unsigned array, char *what)
{
   unsigned t = array ? pick(6) : 0, size = array ? 1 + pick(4) : 2, element_B = size * types[t].size_B;
   unsigned align_B = types[t].size_B, stride_B = 0, offset_B = pick(16) * align_B, normalized = pick(2);
   if (pick(3))
      stride_B = element_B + pick(5) * align_B;
   unsigned step_B = stride_B ? stride_B : element_B;
   for (unsigned i = 0; i < sizeof(memory[array]); i++)
      memory[array][i] = (uint8_t)pick(256);
   for (unsigned v = 0; v < VERTICES; v++) {
      for (unsigned c = 0; c < size; c++)
         store_component(memory[array] + offset_B + v * step_B + c * types[t].size_B, array, types[t].type, v, c);
   }
   bool enabled = array == 0 || pick(5), in_buffer = pick(2);
   if (enabled) {
      glEnableVertexAttribArray(array);
   } else {
      float x = pick(100) / 10.0f, y = pick(100) / 10.0f;
      unsigned components = pick(4);
      glDisableVertexAttribArray(array);
      if (components == 0)
         glVertexAttrib1f(array, x);
      else if (components == 1)
         glVertexAttrib2f(array, x, y);
      else if (components == 2)
         glVertexAttrib3f(array, x, y, 1.5f);
      else
         glVertexAttrib4f(array, x, y, 2.5f, x + y);
   }
   glBindBuffer(GL_ARRAY_BUFFER, in_buffer ? buffers[array] : 0);
   if (in_buffer)
      glBufferData(GL_ARRAY_BUFFER, sizeof(memory[array]), memory[array], GL_STATIC_DRAW);
   glVertexAttribPointer(array, (GLint)size, types[t].type, (GLboolean)normalized, (GLsizei)stride_B,
                         in_buffer ? (const void *)(uintptr_t)offset_B : memory[array] + offset_B);
   sprintf(what + strlen(what), "[%x x%u normalized %u stride %u offset %u enabled %d buffer %d] ", types[t].type, size,
           normalized, stride_B, offset_B, enabled, in_buffer);
}

static void draw(char *what)
{
   static uint8_t indices8[300];
   static uint16_t indices16[300];
   static uint32_t indices32[300];
   static const struct { GLenum type; unsigned size_B; const void *data; } kinds[] = {
      {GL_UNSIGNED_BYTE, 1, indices8}, {GL_UNSIGNED_SHORT, 2, indices16}, {GL_UNSIGNED_INT, 4, indices32},
   };
   unsigned first = pick(100), count = 1 + pick(90), kind = pick(4), offset = pick(10), in_buffer = pick(2);
   for (unsigned i = 0; i < 300; i++) {
      indices32[i] = first + pick(90);
      indices16[i] = (uint16_t)indices32[i];
      indices8[i] = (uint8_t)indices32[i];
   }
   sprintf(what + strlen(what), "kind %u first %u count %u buffer %u", kind, first, count, in_buffer);
   if (kind == 3) {
      glDrawArrays(GL_POINTS, (GLint)first, (GLsizei)count);
      return;
   }
   uintptr_t offset_B = offset * kinds[kind].size_B;
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, in_buffer ? index_buffer : 0);
   if (in_buffer)
      glBufferData(GL_ELEMENT_ARRAY_BUFFER, 300 * kinds[kind].size_B, kinds[kind].data, GL_STATIC_DRAW);
   glDrawElements(GL_POINTS, (GLsizei)count, kinds[kind].type,
                  in_buffer ? (const void *)offset_B : (const uint8_t *)kinds[kind].data + offset_B);
}

int main(int argc, char **argv)
{
   int steps = diff_open(argc, argv);
   diff_target(GL_RGBA);
   diff_program("attribute vec2 pos; attribute vec4 a, b, c; varying vec4 color;\n"
                "void main() { gl_Position = vec4((pos + 0.5) / 16.0 - 1.0, 0.0, 1.0); gl_PointSize = 1.0;\n"
                "   color = fract((abs(a) * 0.5 + abs(b) * 0.25 + c * 0.1) * 0.37 + 0.001) * 0.9; }",
                "precision highp float; varying vec4 color; void main() { gl_FragColor = color; }");
   glGenBuffers(ARRAYS, buffers);
   glGenBuffers(1, &index_buffer);
   for (int step = 0; step < steps; step++) {
      char what[1024] = "";
      glClear(GL_COLOR_BUFFER_BIT);
      for (unsigned i = 0; i < ARRAYS; i++)
         set_array(i, what);
      draw(what);
      diff_step(step, what);
   }
   return 0;
}
