/* bench_transfers.c: texels between the application and textures: uploads by format, from client memory and from a pixel buffer;
 * into textures in use; readback into a buffer and with conversion. Rates count the bytes on the application's side. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define COMPRESSED_RGBA_S3TC_DXT5 0x83F3

struct transfer {
   GLenum internal, format, type;
   unsigned texel_B; /* 0: blocks of 16 bytes for 4x4 texels */
};

enum { RGBA8, RGB8, R8, RGB565, HALF, FLOAT, ETC2, S3TC, FROM_BUFFER = 16 };

static const struct transfer uploads[] = {
   [RGBA8] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4}, [RGB8] = {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, 3},
   [R8] = {GL_R8, GL_RED, GL_UNSIGNED_BYTE, 1},        [RGB565] = {GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2},
   [HALF] = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 8},   [FLOAT] = {GL_RGBA32F, GL_RGBA, GL_FLOAT, 16},
   [ETC2] = {GL_COMPRESSED_RGBA8_ETC2_EAC, 0, 0, 0},   [S3TC] = {COMPRESSED_RGBA_S3TC_DXT5, 0, 0, 0},
};

enum { WIDTH = 1024, HEIGHT = 1024, TIMES = 4 };

static const struct transfer *row;
static size_t image_B;
static GLubyte *memory;
static const void *source;

static void upload_prepare(void)
{
   GLuint texture, buffer;
   row = &uploads[bench_current->variant % FROM_BUFFER];
   image_B = row->texel_B ? (size_t)WIDTH * HEIGHT * row->texel_B : (size_t)WIDTH * HEIGHT;
   memory = malloc(image_B);
   for (size_t i = 0; i < image_B; i++)
      memory[i] = (GLubyte)((i * 2654435761u) >> 13);
   for (size_t i = 1; row->type == GL_HALF_FLOAT && i < image_B; i += 2)
      memory[i] &= 0x3b; /* finite */
   for (size_t i = 3; row->type == GL_FLOAT && i < image_B; i += 4)
      memory[i] &= 0x3f;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, row->internal, WIDTH, HEIGHT);
   source = memory;
   if (bench_current->variant >= FROM_BUFFER) {
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_UNPACK_BUFFER, (GLsizeiptr)image_B, memory, GL_STATIC_DRAW);
      source = NULL;
   }
}

static double upload_run(void)
{
   for (int i = 0; i < TIMES; i++)
      if (row->texel_B)
         glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, row->format, row->type, source);
      else
         glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, row->internal, (GLsizei)image_B, source);
   glFinish();
   return (double)TIMES * (double)image_B;
}

/* ---- uploads into a texture that draws use: video, and maps whose tiles arrive one by one ---- */

enum { TILE = 64 };

static void used_prepare(void)
{
   static const GLfloat corner[6] = {-1, -1, -0.9f, -1, -1, -0.9f};
   GLuint buffer;
   bench_target_es30(GL_RGBA8, 256, 256, 0);
   upload_prepare();
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glUseProgram(bench_program("#version 300 es\nin vec2 p; out vec2 v; void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }",
                              "#version 300 es\nprecision mediump float; in vec2 v; uniform sampler2D t; out vec4 c;\n"
                              "void main() { c = texture(t, v); }"));
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(corner), corner, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
}

static double video_run(void)
{
   for (int i = 0; i < TIMES; i++) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, row->format, row->type, source);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return (double)TIMES * (double)image_B;
}

static double tiles_run(void)
{
   glPixelStorei(GL_UNPACK_ROW_LENGTH, WIDTH);
   for (int i = 0; i < 64; i++) {
      glTexSubImage2D(GL_TEXTURE_2D, 0, i % 8 * TILE, i / 8 * TILE, TILE, TILE, row->format, row->type, source);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
   glFinish();
   return 64.0 * TILE * TILE * row->texel_B;
}

/* ---- readback of a framebuffer ---- */

enum { TO_BUFFER, HALF_TO_FLOAT, RGB565_TO_RGBA8 };

static const struct transfer reads[] = {
   [TO_BUFFER] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
   [HALF_TO_FLOAT] = {GL_RGBA16F, GL_RGBA, GL_FLOAT, 16},
   [RGB565_TO_RGBA8] = {GL_RGB565, GL_RGBA, GL_UNSIGNED_BYTE, 4},
};

static void read_prepare(void)
{
   GLuint buffer;
   row = &reads[bench_current->variant];
   image_B = (size_t)WIDTH * HEIGHT * row->texel_B;
   bench_target_es30(row->internal, WIDTH, HEIGHT, 0);
   glClearColor(0.1f, 0.5f, 0.9f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   memory = malloc(image_B);
   if (bench_current->variant == TO_BUFFER) {
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)image_B, NULL, GL_STREAM_READ);
   }
}

static double read_run(void)
{
   for (int i = 0; i < TIMES; i++) {
      glReadPixels(0, 0, WIDTH, HEIGHT, row->format, row->type, bench_current->variant == TO_BUFFER ? NULL : memory);
      if (bench_current->variant != TO_BUFFER)
         continue;
      const void *map = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr)image_B, GL_MAP_READ_BIT);
      if (!map)
         bench_fail("no mapping of the pack buffer");
      memcpy(memory, map, image_B);
      glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
   }
   return (double)TIMES * (double)image_B;
}

#define UPLOAD(name, variant)                                                                                                    \
   {"upload-" name, "GB/s", 1e-9, upload_prepare, upload_run, 0, 30, variant},                                                   \
   {                                                                                                                             \
      "upload-" name "-pbo", "GB/s", 1e-9, upload_prepare, upload_run, 0, 30, (variant) + FROM_BUFFER                            \
   }
#define READ(name, variant)                                                                                                      \
   {                                                                                                                             \
      "read-" name, "GB/s", 1e-9, read_prepare, read_run, 0, 30, variant                                                         \
   }
const struct bench_workload bench_transfers[] = {
   UPLOAD("rgba8", RGBA8),
   UPLOAD("rgb8", RGB8),
   UPLOAD("r8", R8),
   UPLOAD("565", RGB565),
   UPLOAD("half", HALF),
   UPLOAD("float", FLOAT),
   UPLOAD("etc2", ETC2),
   UPLOAD("s3tc", S3TC),
   {"video", "GB/s", 1e-9, used_prepare, video_run, 0, 30, RGBA8},
   {"video-pbo", "GB/s", 1e-9, used_prepare, video_run, 0, 30, RGBA8 + FROM_BUFFER},
   {"video-r8", "GB/s", 1e-9, used_prepare, video_run, 0, 30, R8},
   {"upload-tiles", "GB/s", 1e-9, used_prepare, tiles_run, 0, 30, RGBA8},
   READ("pbo", TO_BUFFER),
   READ("half-float", HALF_TO_FLOAT),
   READ("565-rgba8", RGB565_TO_RGBA8),
   {0},
};
