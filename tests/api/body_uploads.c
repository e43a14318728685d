/* body_uploads.c: uploads that a driver can do in different ways: into an idle image, into one that draws are using, from a pixel buffer
 * that the GPU has just written, and with a conversion. check_ways.py counts the ways that gloam reports for "upload-ways". */
#include <stdlib.h>
#include <string.h>

#include "api_test.h"

enum { SIZE = 16 };

/* Texel (x, y) of tile `tile`. */
static void texel(unsigned tile, unsigned x, unsigned y, uint8_t out[4])
{
   out[0] = (uint8_t)(tile * 50 + x);
   out[1] = (uint8_t)(x * 13 + y * 3 + tile);
   out[2] = (uint8_t)(y * 15);
   out[3] = tile == 3 ? 255 : (uint8_t)(200 + x);
}

static void fill(unsigned tile, unsigned components, uint8_t *out)
{
   for (unsigned i = 0; i < SIZE * SIZE; i++) {
      uint8_t value[4];
      texel(tile, i % SIZE, i / SIZE, value);
      memcpy(out + i * components, value, components);
   }
}

static GLuint make_texture(GLenum format)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexStorage2D(GL_TEXTURE_2D, 1, format, SIZE, SIZE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

static void draw_tile(GLint place, unsigned tile)
{
   const int x = (int)(tile % 2 * SIZE), y = (int)(tile / 2 * SIZE);
   glUniform2i(place, x, y);
   api_rectangle((float)x / 16 - 1, (float)y / 16 - 1, (float)(x + SIZE) / 16 - 1, (float)(y + SIZE) / 16 - 1);
}

static void draw_ways(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform highp sampler2D tex; uniform ivec2 place; out vec4 color;\n"
                                  "void main() { color = texelFetch(tex, ivec2(gl_FragCoord.xy) - place, 0); }";
   uint8_t texels[SIZE * SIZE * 4];
   GLuint buffer[2];
   const GLint place = glGetUniformLocation(api_program(vertex, NULL, fragment), "place");
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   make_texture(GL_RGBA8);
   fill(0, 4, texels);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels); /* idle */
   draw_tile(place, 0);
   fill(1, 4, texels);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels); /* the draw before uses it */
   draw_tile(place, 1);
   make_texture(GL_RGBA8);
   fill(2, 4, texels);
   glGenBuffers(2, buffer);
   glBindBuffer(GL_COPY_READ_BUFFER, buffer[0]);
   glBufferData(GL_COPY_READ_BUFFER, sizeof(texels), texels, GL_STATIC_DRAW);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer[1]);
   glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof(texels) + 4, NULL, GL_STREAM_COPY);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_PIXEL_UNPACK_BUFFER, 0, 4, sizeof(texels));
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, (void *)4);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   draw_tile(place, 2);
   make_texture(GL_RGB8);
   fill(3, 3, texels);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGB, GL_UNSIGNED_BYTE, texels);
   draw_tile(place, 3);
}

static void ways(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++)
         texel(y / SIZE * 2 + x / SIZE, x % SIZE, y % SIZE, rgba[y * API_SIZE + x]);
}

/* Each row of the picture is a row of a texture between two uploads: the draws before and after an upload into an image that is in use
 * see their own texels. Boxes with complete blocks of 8x8 texels, without, and up to the edge. */
static const struct { GLenum internal, format; unsigned components; } busy_formats[] = {
   { GL_R8, GL_RED, 1 }, { GL_RG8, GL_RG, 2 }, { GL_RGBA8, GL_RGBA, 4 }, { GL_RGBA16F, GL_RGBA, 4 }, { GL_RGBA32F, GL_RGBA, 4 },
};
static const struct { int x, y, w, h; } busy_boxes[] = { { 0, 0, 30, 21 }, { 8, 8, 16, 8 }, { 5, 3, 10, 9 }, { 8, 0, 22, 21 }, { 9, 9, 3, 1 } };
enum { BUSY_FORMATS = sizeof(busy_formats) / sizeof(busy_formats[0]), BUSY_BOXES = sizeof(busy_boxes) / sizeof(busy_boxes[0]),
       BUSY_W = 30, BUSY_H = 21, BUSY_ROW = 9 /* every box has texels of it */ };

static uint8_t busy_value(unsigned format, unsigned box, unsigned x, unsigned y, unsigned channel)
{
   return (uint8_t)(format * 31 + box * 47 + x * 5 + y * 11 + channel * 17 + 1);
}

static void upload_box(unsigned format, unsigned box)
{
   static float as_floats[BUSY_W * BUSY_H * 4];
   static uint8_t as_bytes[BUSY_W * BUSY_H * 4];
   const int w = busy_boxes[box].w, h = busy_boxes[box].h;
   const unsigned components = busy_formats[format].components;
   const bool is_float = busy_formats[format].internal == GL_RGBA16F || busy_formats[format].internal == GL_RGBA32F;
   for (int i = 0; i < w * h; i++)
      for (unsigned c = 0; c < components; c++) {
         const uint8_t value = busy_value(format, box, (unsigned)(busy_boxes[box].x + i % w), (unsigned)(busy_boxes[box].y + i / w), c);
         as_bytes[(unsigned)i * components + c] = value;
         as_floats[(unsigned)i * components + c] = (float)value / 255;
      }
   glTexSubImage2D(GL_TEXTURE_2D, 0, busy_boxes[box].x, busy_boxes[box].y, w, h, busy_formats[format].format,
                   is_float ? GL_FLOAT : GL_UNSIGNED_BYTE, is_float ? (const void *)as_floats : as_bytes);
}

static void draw_busy(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform highp sampler2D tex; out vec4 color;\n"
                                  "void main() { color = texelFetch(tex, ivec2(int(gl_FragCoord.x), 9), 0); }";
   api_program(vertex, NULL, fragment);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned f = 0; f < BUSY_FORMATS; f++) {
      GLuint name;
      glGenTextures(1, &name);
      glBindTexture(GL_TEXTURE_2D, name);
      glTexStorage2D(GL_TEXTURE_2D, 1, busy_formats[f].internal, BUSY_W, BUSY_H);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      for (unsigned b = 0; b < BUSY_BOXES; b++) {
         const float y = (float)(f * BUSY_BOXES + b) / 16 - 1;
         upload_box(f, b);
         api_rectangle(-1, y, (float)BUSY_W / 16 - 1, y + 1.0f / 16);
      }
   }
}

static void busy(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned f = 0; f < BUSY_FORMATS; f++) {
      uint8_t row[BUSY_W][4] = { { 0 } };
      for (unsigned b = 0; b < BUSY_BOXES; b++) {
         for (unsigned x = 0; x < BUSY_W; x++)
            for (unsigned c = 0; c < 4 && (int)x >= busy_boxes[b].x && (int)x < busy_boxes[b].x + busy_boxes[b].w; c++)
               row[x][c] = c < busy_formats[f].components ? busy_value(f, b, x, BUSY_ROW, c) : c == 3 ? 255 : 0;
         memcpy(rgba[(f * BUSY_BOXES + b) * API_SIZE], row, sizeof(row));
      }
   }
}

/* Formats of each size of texel go from a buffer that the GPU has written into 3D, array and cube images, and back into a buffer; the
 * picture shows the bytes that returned. */
static const struct { GLenum target, internal, format, type, read_format, read_type; unsigned bytes; } trips[] = {
   { GL_TEXTURE_2D_ARRAY, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 1 },
   { GL_TEXTURE_3D, GL_RG8, GL_RG, GL_UNSIGNED_BYTE, GL_RG, GL_UNSIGNED_BYTE, 2 },
   { GL_TEXTURE_CUBE_MAP, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE, 4 },
   { GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE, 4 },
   { GL_TEXTURE_2D_ARRAY, GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 8 },
   { GL_TEXTURE_3D, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16 },
};
enum { TRIPS = sizeof(trips) / sizeof(trips[0]), WIDTH = 8, HEIGHT = 4, SLICES = 6, ROW = WIDTH + 3, OFFSET_TEXELS = 5 };

static uint8_t trip_byte(unsigned trip, unsigned slice, unsigned i)
{
   return (uint8_t)(trip * 71 + slice * 29 + i * 7 + i / 16 * 3);
}

static void send(unsigned t, GLuint source, GLuint unpack)
{
   static uint8_t bytes[(OFFSET_TEXELS + ROW * HEIGHT * SLICES) * 16];
   const unsigned texel_B = trips[t].bytes;
   for (unsigned i = 0; i < sizeof(bytes); i++)
      bytes[i] = 0xee;
   for (unsigned slice = 0; slice < SLICES; slice++)
      for (unsigned i = 0; i < WIDTH * HEIGHT * texel_B; i++) {
         const unsigned texel = i / texel_B, at = OFFSET_TEXELS + (slice * HEIGHT + texel / WIDTH) * ROW + texel % WIDTH;
         bytes[at * texel_B + i % texel_B] = trip_byte(t, slice, i);
      }
   glBindBuffer(GL_COPY_READ_BUFFER, source);
   glBufferData(GL_COPY_READ_BUFFER, sizeof(bytes), bytes, GL_STATIC_DRAW);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, unpack);
   glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof(bytes), NULL, GL_STREAM_COPY);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_PIXEL_UNPACK_BUFFER, 0, 0, sizeof(bytes));
   glPixelStorei(GL_UNPACK_ROW_LENGTH, ROW);
   const void *at = (void *)(uintptr_t)(OFFSET_TEXELS * texel_B);
   const GLenum target = trips[t].target;
   if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
      glTexSubImage3D(target, 0, 0, 0, 0, WIDTH, HEIGHT, SLICES, trips[t].format, trips[t].type, at);
   for (unsigned slice = 0; slice < SLICES && (target == GL_TEXTURE_2D || target == GL_TEXTURE_CUBE_MAP); slice++) {
      if (target == GL_TEXTURE_2D && slice < SLICES - 1)
         continue;
      at = (void *)(uintptr_t)((OFFSET_TEXELS + slice * HEIGHT * ROW) * texel_B);
      glTexSubImage2D(target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + slice, 0, 0, 0, WIDTH, HEIGHT, trips[t].format,
                      trips[t].type, at);
   }
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static void receive(unsigned t, GLuint texture, GLuint pack, uint8_t *out)
{
   const GLenum target = trips[t].target;
   if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, SLICES - 1);
   else
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, texture, 0);
   const GLsizeiptr size_B = WIDTH * HEIGHT * 16 + 64;
   glBindBuffer(GL_PIXEL_PACK_BUFFER, pack);
   glBufferData(GL_PIXEL_PACK_BUFFER, size_B, NULL, GL_STREAM_READ);
   glReadPixels(0, 0, WIDTH, HEIGHT, trips[t].read_format, trips[t].read_type, (void *)(uintptr_t)(3 * trips[t].bytes));
   const uint8_t *map = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, size_B, GL_MAP_READ_BIT);
   if (!map)
      api_fail("the pixel buffer is not mapped");
   memcpy(out, map + 3 * trips[t].bytes, WIDTH * HEIGHT * trips[t].bytes);
   glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

static void draw_trips(void)
{
   GLuint framebuffer, buffer[3];
   GLint outer = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenBuffers(3, buffer);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   for (unsigned t = 0; t < TRIPS; t++) {
      uint8_t got[WIDTH * HEIGHT * 16];
      GLuint texture;
      GLint format = 0, type = 0;
      glGenTextures(1, &texture);
      glBindTexture(trips[t].target, texture);
      if (trips[t].target == GL_TEXTURE_3D || trips[t].target == GL_TEXTURE_2D_ARRAY)
         glTexStorage3D(trips[t].target, 1, trips[t].internal, WIDTH, HEIGHT, SLICES);
      else
         glTexStorage2D(trips[t].target, 1, trips[t].internal, WIDTH, trips[t].target == GL_TEXTURE_2D ? HEIGHT : WIDTH);
      send(t, buffer[0], buffer[1]);
      receive(t, texture, buffer[2], got);
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
      glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
      const bool readable = trips[t].read_format == GL_RGBA || ((GLenum)format == trips[t].read_format && (GLenum)type == trips[t].read_type);
      if (!readable)
         glGetError(); /* this implementation has another pair */
      for (unsigned i = 0; i < WIDTH * HEIGHT * trips[t].bytes && readable; i++)
         if (got[i] != trip_byte(t, SLICES - 1, i))
            api_fail("trip %u: byte %u is %u, not %u", t, i, got[i], trip_byte(t, SLICES - 1, i));
   }
   if (glGetError())
      api_fail("an error");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

/* Textures of a MB and more that are written in turn, all of each and parts, and again after much else was written. */
enum { TURN_TEXTURES = 4, TURN_SIZE = 1024, TURN_STEP = 61, TURN_ROUNDS = 3, TURN_PART = 488 /* of whole tiles and others */ };

static void turn_texel(unsigned round, unsigned texture, unsigned x, unsigned y, uint8_t out[4])
{
   out[0] = (uint8_t)(round * 40 + texture * 10 + x / 8);
   out[1] = (uint8_t)(x * 3 + y * 5 + texture);
   out[2] = (uint8_t)(y * 7 + round);
   out[3] = (uint8_t)(255 - (x ^ y) % 64);
}

static void upload_turn(unsigned round, unsigned texture, unsigned x0, unsigned y0, unsigned size, uint8_t *texels)
{
   for (unsigned i = 0; i < size * size; i++)
      turn_texel(round, texture, x0 + i % size, y0 + i / size, texels + 4 * (size_t)i);
   glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)x0, (GLint)y0, (GLsizei)size, (GLsizei)size, GL_RGBA, GL_UNSIGNED_BYTE, texels);
}

static void draw_turns(void)
{
   static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = "#version 300 es\nprecision highp float; uniform highp sampler2D tex; uniform ivec2 place; out vec4 color;\n"
                                  "void main() { color = texelFetch(tex, (ivec2(gl_FragCoord.xy) - place) * 61, 0); }";
   GLuint texture[TURN_TEXTURES];
   uint8_t *texels = malloc((size_t)TURN_SIZE * TURN_SIZE * 4);
   if (!texels)
      api_fail("no memory");
   const GLint place = glGetUniformLocation(api_program(vertex, NULL, fragment), "place");
   for (unsigned t = 0; t < TURN_TEXTURES; t++) {
      glGenTextures(1, &texture[t]);
      glBindTexture(GL_TEXTURE_2D, texture[t]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, TURN_SIZE, TURN_SIZE);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   }
   for (unsigned round = 0; round < TURN_ROUNDS; round++)
      for (unsigned t = 0; t < TURN_TEXTURES; t++) {
         glBindTexture(GL_TEXTURE_2D, texture[t]);
         upload_turn(round, t, 0, 0, TURN_SIZE, texels);
         if (t & 1)
            upload_turn(round + 1, t, 5, 3, TURN_PART, texels);
         draw_tile(place, t); /* the next round finds it in use, or not any more */
      }
   free(texels);
}

static void turns(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % SIZE * TURN_STEP, y = i / API_SIZE % SIZE * TURN_STEP, t = i / API_SIZE / SIZE * 2 + i % API_SIZE / SIZE;
      const bool part = t & 1 && x >= 5 && x < 5 + TURN_PART && y >= 3 && y < 3 + TURN_PART;
      turn_texel(TURN_ROUNDS - 1 + part, t, x, y, rgba[i]);
   }
}

static void empty(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_uploads[] = {
   {"upload-busy", GLES, 30, 0, 0, draw_busy, busy},
   { "upload-ways", GLES, 30, 1, 0, draw_ways, ways },
   { "upload-trips", GLES, 30, 0, 0, draw_trips, empty },
   { "upload-turns", GLES, 30, 0, 0, draw_turns, turns },
   { 0 },
};
