/* body_depth_layers.c: depth in layers of 2D arrays and faces of cube maps (OpenGL ES 3.0, 3.8.3 and 4.4.2): uploaded, cleared and drawn
 * as depth buffers, sampled. All texels differ between layers and levels. */
#include <stddef.h>
#include <string.h>

#include "api_test.h"

enum { SIZE = 8, LAYERS = 6, LEVELS = 2, SHOWN = LAYERS * SIZE * SIZE };

/* Depth as 16 bits, by layer or face, of level 0 and of level 1. */
static uint16_t depth[LEVELS][LAYERS][SIZE * SIZE];

static int size_of(int level)
{
   return SIZE >> level;
}

static void init(void)
{
   for (int level = 0; level < LEVELS; level++)
      for (int layer = 0; layer < LAYERS; layer++)
         for (int i = 0; i < SIZE * SIZE; i++)
            depth[level][layer][i] = (uint16_t)(api_random(256) * 257);
}

static void parameters(GLenum target)
{
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Rows 0 to 11 of the picture: the texels of level 0, layer by layer. Rows 16 to 18: those of level 1. */
static void show(const char *declaration, const char *expression)
{
   static const char body[] =
      "out vec4 color;\n"
      "void main() {\n"
      "   int i = int(gl_FragCoord.y) * 32 + int(gl_FragCoord.x), level = i / 512, size = 8 >> level;\n"
      "   int layer = i % 512 / (size * size), x = i % size, y = i / size % size;\n"
      "   if (layer >= 6) discard;\n"
      "   vec2 st = (vec2(x, y) + 0.5) / float(size);\n";
   char fragment[2000] = "#version 300 es\nprecision highp float; precision highp int;\n";
   strcat(strcat(fragment, declaration), body);
   strcat(fragment, expression);
   GLuint program = api_program(vertex, NULL, fragment);
   glUniform1i(glGetUniformLocation(program, "t"), 0);
   api_rectangle(-1, -1, 1, 1);
}

static void show_array(void)
{
   show("uniform highp sampler2DArray t;\n", "   color = vec4(textureLod(t, vec3(st, layer), float(level)).r);\n}");
}

/* The direction of (s, t) of a face: table 3.21. */
static void show_cube(void)
{
   show("uniform highp samplerCube t;\n",
        "   vec2 c = st * 2.0 - 1.0;\n"
        "   vec3 d = layer == 0 ? vec3(1.0, -c.y, -c.x) : layer == 1 ? vec3(-1.0, -c.y, c.x)\n"
        "          : layer == 2 ? vec3(c.x, 1.0, c.y) : layer == 3 ? vec3(c.x, -1.0, -c.y)\n"
        "          : layer == 4 ? vec3(c.x, -c.y, 1.0) : vec3(-c.x, -c.y, -1.0);\n"
        "   color = vec4(textureLod(t, d, float(level)).r);\n}");
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int level = 0; level < LEVELS; level++) {
      int texels = size_of(level) * size_of(level);
      for (int i = 0; i < LAYERS * texels; i++)
         memset(rgba[level * API_TEXELS / 2 + i], (depth[level][i / texels][i % texels] + 128) / 257, 4);
   }
}

/* ---- uploads ------------------------------------------------------------------------------------------------------------------ */

static void draw_array_upload(void)
{
   GLuint name;
   init();
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D_ARRAY, name);
   parameters(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, LEVELS, GL_DEPTH_COMPONENT16, SIZE, SIZE, LAYERS);
   for (int level = 0; level < LEVELS; level++)
      for (int layer = LAYERS - 1; layer >= 0; layer--)
         glTexSubImage3D(GL_TEXTURE_2D_ARRAY, level, 0, 0, layer, size_of(level), size_of(level), 1, GL_DEPTH_COMPONENT,
                         GL_UNSIGNED_SHORT, depth[level][layer]);
   show_array();
}

/* Depth as float: values outside of 0 to 1 are clamped. */
static void upload_floats(GLenum internal_format)
{
   GLuint name;
   init();
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D_ARRAY, name);
   parameters(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, LEVELS, internal_format, SIZE, SIZE, LAYERS);
   for (int level = 0; level < LEVELS; level++)
      for (int layer = 0; layer < LAYERS; layer++) {
         float values[SIZE * SIZE];
         struct { float depth; uint32_t stencil; } packed[SIZE * SIZE];
         int size = size_of(level);
         for (int i = 0; i < size * size; i++) {
            float z = (float)depth[level][layer][i] / 32768.0f - 0.5f;
            values[i] = packed[i].depth = z;
            packed[i].stencil = 255;
            depth[level][layer][i] = (uint16_t)((z < 0 ? 0 : z > 1 ? 1 : z) * 65535 + 0.5f);
         }
         if (internal_format == GL_DEPTH_COMPONENT32F)
            glTexSubImage3D(GL_TEXTURE_2D_ARRAY, level, 0, 0, layer, size, size, 1, GL_DEPTH_COMPONENT, GL_FLOAT, values);
         else
            glTexSubImage3D(GL_TEXTURE_2D_ARRAY, level, 0, 0, layer, size, size, 1, GL_DEPTH_STENCIL,
                            GL_FLOAT_32_UNSIGNED_INT_24_8_REV, packed);
      }
   show_array();
}

static void draw_float_upload(void) { upload_floats(GL_DEPTH_COMPONENT32F); }
static void draw_float_packed(void) { upload_floats(GL_DEPTH32F_STENCIL8); }

static void draw_cube_upload(void)
{
   GLuint name;
   init();
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_CUBE_MAP, name);
   parameters(GL_TEXTURE_CUBE_MAP);
   glTexStorage2D(GL_TEXTURE_CUBE_MAP, LEVELS, GL_DEPTH_COMPONENT16, SIZE, SIZE);
   for (int level = 0; level < LEVELS; level++)
      for (int face = 0; face < LAYERS; face++)
         glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, level, 0, 0, size_of(level), size_of(level),
                         GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, depth[level][face]);
   show_cube();
}

/* ---- depth buffers ------------------------------------------------------------------------------------------------------------ */

/* Clears each texel of the attached image on the left, draws those on the right. */
static void fill(int level, int layer)
{
   GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
   int size = size_of(level);
   if (status != GL_FRAMEBUFFER_COMPLETE)
      api_fail("level %d, layer %d: status 0x%x", level, layer, status);
   glViewport(0, 0, size, size);
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < size * size; i++) {
      float value = depth[level][layer][i] / 65535.0f;
      glScissor(i % size, i / size, 1, 1);
      if (i % size < size / 2) {
         glClearDepthf(value);
         glClear(GL_DEPTH_BUFFER_BIT);
      } else {
         glDepthRangef(value, value);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      }
   }
   glDisable(GL_SCISSOR_TEST);
   glDepthRangef(0, 1);
}

static void draw_targets(GLenum target, GLenum format, void (*attach)(GLuint name, GLenum point, int level, int layer))
{
   GLuint name, fbo;
   GLint picture;
   bool stencil = format == GL_DEPTH24_STENCIL8;
   init();
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &picture);
   glGenTextures(1, &name);
   glBindTexture(target, name);
   parameters(target);
   if (target == GL_TEXTURE_CUBE_MAP)
      glTexStorage2D(target, LEVELS, format, SIZE, SIZE);
   else
      glTexStorage3D(target, LEVELS, format, SIZE, SIZE, LAYERS);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   api_program(vertex, NULL, "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1.0); }");
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_ALWAYS);
   api_vertices((const GLfloat[]){-1, -1, 1, -1, -1, 1, 1, 1}, 32);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (int level = 0; level < LEVELS; level++)
      for (int layer = 0; layer < LAYERS; layer++) {
         attach(name, stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT, level, layer);
         fill(level, layer);
      }
   glDisable(GL_DEPTH_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture);
   glViewport(0, 0, API_SIZE, API_SIZE);
   if (target == GL_TEXTURE_CUBE_MAP)
      show_cube();
   else
      show_array();
}

static void attach_layer(GLuint name, GLenum point, int level, int layer)
{
   glFramebufferTextureLayer(GL_FRAMEBUFFER, point, name, level, layer);
}

static void attach_face(GLuint name, GLenum point, int level, int face)
{
   glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, name, level);
}

static void draw_array_targets(void) { draw_targets(GL_TEXTURE_2D_ARRAY, GL_DEPTH_COMPONENT16, attach_layer); }
static void draw_array_packed(void) { draw_targets(GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, attach_layer); }
static void draw_cube_targets(void) { draw_targets(GL_TEXTURE_CUBE_MAP, GL_DEPTH_COMPONENT24, attach_face); }

/* Stencil beside depth: each texel of each layer and level is cleared to its value, which the stencil test then turns into colours,
 * bit by bit. */
static void draw_array_stencil(void)
{
   GLuint name[2], fbo;
   GLint picture;
   init();
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &picture);
   glGenTextures(2, name);
   for (int i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D_ARRAY, name[i]);
      parameters(GL_TEXTURE_2D_ARRAY);
      glTexStorage3D(GL_TEXTURE_2D_ARRAY, LEVELS, i ? GL_RGBA8 : GL_DEPTH24_STENCIL8, SIZE, SIZE, LAYERS);
   }
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   GLuint program = api_program(vertex, NULL, "#version 300 es\nprecision highp float; uniform float value; out vec4 color;\n"
                                              "void main() { color = vec4(value); }");
   api_vertices((const GLfloat[]){-1, -1, 1, -1, -1, 1, 1, 1}, 32);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (int pass = 0; pass < 2; pass++)
      for (int i = 0; i < LEVELS * LAYERS; i++) {
         int level = i / LAYERS, layer = i % LAYERS, size = size_of(level);
         attach_layer(name[0], GL_DEPTH_STENCIL_ATTACHMENT, level, layer);
         attach_layer(name[1], GL_COLOR_ATTACHMENT0, level, layer);
         glViewport(0, 0, size, size);
         glEnable(GL_SCISSOR_TEST);
         for (int t = 0; pass == 0 && t < size * size; t++) {
            glScissor(t % size, t / size, 1, 1);
            glClearStencil(depth[level][layer][t] / 257);
            glClear(GL_STENCIL_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
         }
         glDisable(GL_SCISSOR_TEST);
         glEnable(GL_STENCIL_TEST);
         glEnable(GL_BLEND);
         glBlendFunc(GL_ONE, GL_ONE);
         for (unsigned bit = 1; pass == 1 && bit < 256; bit *= 2) {
            glStencilFunc(GL_EQUAL, (GLint)bit, bit);
            glUniform1f(glGetUniformLocation(program, "value"), (float)bit / 255);
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
         }
         glDisable(GL_STENCIL_TEST);
         glDisable(GL_BLEND);
      }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture);
   glViewport(0, 0, API_SIZE, API_SIZE);
   show_array();
}

const struct api_body api_bodies_depth_layers[] = {
   {"depth-array-upload", GLES, 30, 1, 0, draw_array_upload, reference},
   {"depth-float-upload", GLES, 30, 1, 0, draw_float_upload, reference},
   {"depth-float-packed", GLES, 30, 1, 0, draw_float_packed, reference},
   {"depth-cube-upload", GLES, 30, 1, 0, draw_cube_upload, reference},
   {"depth-array-targets", GLES, 30, 1, 0, draw_array_targets, reference},
   {"depth-array-packed", GLES, 30, 1, 0, draw_array_packed, reference},
   {"depth-array-stencil", GLES, 30, 1, 0, draw_array_stencil, reference},
   {"depth-cube-targets", GLES, 30, 1, 0, draw_cube_targets, reference},
   {0}};
