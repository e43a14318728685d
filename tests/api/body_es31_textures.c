/* body_es31_textures.c: extensions of OpenGL ES 3.1 that OpenGL ES 3.2 contains: buffer textures, cube map arrays, views, stencil
 * textures, arrays of multisampled images, blocks between stages, implicit conversions, bounding boxes. */
#include <string.h>

#include "api_test.h"

#define VERSION "#version 310 es\n"

static const char vertex[] = VERSION "in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static void expect_at(uint8_t rgba[API_TEXELS][4], unsigned i, unsigned r, unsigned g, unsigned b)
{
   rgba[i][0] = (uint8_t)r;
   rgba[i][1] = (uint8_t)g;
   rgba[i][2] = (uint8_t)b;
   rgba[i][3] = 255;
}

static GLuint new_texture(GLenum target)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return name;
}

/* Of a command that has the suffix of both vendors. */
static void (*command(const char *name, const char *suffix))(void)
{
   char full[80];
   strcpy(full, name);
   strcat(full, suffix);
   void (*found)(void) = eglGetProcAddress(full);
   if (!found)
      api_fail("%s has no address", full);
   return found;
}

/* ---- GL_OES_texture_buffer, GL_EXT_texture_buffer ---- */

static void draw_buffer(const char *suffix, const char *extension, const char *fragment)
{
   float texels[16 + 3 * API_SIZE];
   GLuint buffer, texture;
   GLint value = 0;
   api_require(extension);
   void (*range)(GLenum, GLenum, GLuint, GLintptr, GLsizeiptr) =
      (void (*)(GLenum, GLenum, GLuint, GLintptr, GLsizeiptr))command("glTexBufferRange", suffix);
   void (*all)(GLenum, GLenum, GLuint) = (void (*)(GLenum, GLenum, GLuint))command("glTexBuffer", suffix);
   glGetIntegerv(GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT_EXT, &value);
   if (value < 1 || value > 256 || value % 4)
      api_fail("an alignment of %d", value);
   const unsigned skip = (unsigned)value / 4 > 16 ? 0 : (unsigned)value / 4;
   memset(texels, 0, sizeof(texels));
   for (unsigned i = 0; i < 3 * API_SIZE; i++)
      texels[skip + i] = (float)(i * 2) / 255;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TEXTURE_BUFFER_EXT, buffer);
   glBufferData(GL_TEXTURE_BUFFER_EXT, sizeof(texels), texels, GL_STATIC_DRAW);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_BUFFER_EXT, texture);
   all(GL_TEXTURE_BUFFER_EXT, GL_RGB32F, buffer);
   range(GL_TEXTURE_BUFFER_EXT, GL_RGB32F, buffer, (GLintptr)skip * 4, 3 * API_SIZE * 4);
   glGetTexLevelParameteriv(GL_TEXTURE_BUFFER_EXT, 0, GL_TEXTURE_BUFFER_SIZE_EXT, &value);
   api_expect("the size of the range", value, 3 * API_SIZE * 4);
   glGetIntegerv(GL_TEXTURE_BINDING_BUFFER_EXT, &value);
   api_expect("the bound texture", value, (GLint)texture);
   all(GL_TEXTURE_BUFFER_EXT, GL_RGB8, buffer);
   api_expect_error(GL_INVALID_ENUM, "a buffer texture of RGB8");
   api_program(vertex, NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
}

#define FETCH(extension)                                                                                                         \
   VERSION "#extension " extension " : require\nprecision highp float;\nuniform highp samplerBuffer t; out vec4 color;\n"        \
           "void main() { color = textureSize(t) == 32 ? vec4(texelFetch(t, int(gl_FragCoord.x)).rgb, 1.0) : vec4(0.0); }"

static void draw_buffer_oes(void) { draw_buffer("OES", "GL_OES_texture_buffer", FETCH("GL_OES_texture_buffer")); }
static void draw_buffer_ext(void) { draw_buffer("EXT", "GL_EXT_texture_buffer", FETCH("GL_EXT_texture_buffer")); }

static void reference_buffer(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      expect_at(rgba, i, 6 * x, 6 * x + 2, 6 * x + 4);
   }
}

/* ---- GL_OES_texture_cube_map_array, GL_EXT_texture_cube_map_array ---- */

enum { CUBES = 3, FACE = 32 };

static void cube_color(unsigned level, unsigned layer, uint8_t out[4])
{
   out[0] = (uint8_t)(level * 40 + 30);
   out[1] = (uint8_t)(layer / 6 * 80 + 10);
   out[2] = (uint8_t)(layer % 6 * 40 + 20);
   out[3] = 255;
}

/* A face in half of its size: level 1. Its layer is 0 or, beyond the left and lower edge, below it: there quads have lanes that are not
 * drawn. */
static void draw_cubes(const char *extension, const char *fragment)
{
   static uint8_t texels[6 * CUBES * FACE * FACE][4];
   api_require(extension);
   new_texture(GL_TEXTURE_CUBE_MAP_ARRAY_EXT);
   glTexParameteri(GL_TEXTURE_CUBE_MAP_ARRAY_EXT, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexStorage3D(GL_TEXTURE_CUBE_MAP_ARRAY_EXT, 6, GL_RGBA8, FACE, FACE, 6 * CUBES);
   for (unsigned level = 0; level < 6; level++) {
      const unsigned size = FACE >> level;
      for (unsigned i = 0; i < 6 * CUBES * size * size; i++)
         cube_color(level, i / (size * size), texels[i]);
      glTexSubImage3D(GL_TEXTURE_CUBE_MAP_ARRAY_EXT, (GLint)level, 0, 0, 0, (GLsizei)size, (GLsizei)size, 6 * CUBES, GL_RGBA,
                      GL_UNSIGNED_BYTE, texels);
   }
   api_program(vertex, NULL, fragment);
   glViewport(1, 1, 15, 15);
   api_rectangle(-1, -1, 1, 1);
   glViewport(0, 0, API_SIZE, API_SIZE);
}

/* Face 3, -y. The layer at the lower left pixel is -0.4, and 0.4 less at each pixel beside it to the left or below. */
#define CUBE(extension)                                                                                                          \
   VERSION "#extension " extension " : require\nprecision highp float;\nuniform highp samplerCubeArray t; out vec4 color;\n"     \
           "void main() { vec2 at = gl_FragCoord.xy - vec2(1.5); vec2 c = at / 8.0 - 0.9;\n"                                     \
           "  float layer = min(at.x, at.y) * 0.4 - 0.4; color = texture(t, vec4(c.x, -1.0, -c.y, min(layer, 2.4))); }"

static void draw_cubes_oes(void) { draw_cubes("GL_OES_texture_cube_map_array", CUBE("GL_OES_texture_cube_map_array")); }
static void draw_cubes_ext(void) { draw_cubes("GL_EXT_texture_cube_map_array", CUBE("GL_EXT_texture_cube_map_array")); }

static void reference_cubes(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t layers[16] = {0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
   for (unsigned y = 0; y < 15; y++) {
      for (unsigned x = 0; x < 15; x++) {
         const unsigned least = x < y ? x : y;
         cube_color(1, 6u * layers[least] + 3, rgba[(y + 1) * API_SIZE + x + 1]);
      }
   }
}

/* ---- GL_OES_texture_view, GL_EXT_texture_view ---- */

static void draw_view(const char *suffix, const char *extension)
{
   static uint32_t texels[4][API_TEXELS];
   GLuint view;
   GLint value = 0;
   api_require(extension);
   void (*texture_view)(GLuint, GLenum, GLuint, GLenum, GLuint, GLuint, GLuint, GLuint) =
      (void (*)(GLuint, GLenum, GLuint, GLenum, GLuint, GLuint, GLuint, GLuint))command("glTextureView", suffix);
   const GLuint array = new_texture(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_R32UI, API_SIZE, API_SIZE, 4);
   for (unsigned layer = 0; layer < 4; layer++)
      for (unsigned i = 0; i < API_TEXELS; i++)
         texels[layer][i] = 0xff000000u | layer * 60 << 16 | i / API_SIZE * 8 << 8 | i % API_SIZE * 8;
   glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, API_SIZE, API_SIZE, 4, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
   glGenTextures(1, &view);
   texture_view(view, GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 2, 1);
   api_expect_error(GL_NO_ERROR, "a view of layer 2");
   glBindTexture(GL_TEXTURE_2D, view);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_VIEW_MIN_LAYER_EXT, &value);
   api_expect("the first layer of the view", value, 2);
   glGenTextures(1, &view);
   texture_view(view, GL_TEXTURE_2D, array, GL_RGBA16F, 0, 1, 2, 1);
   api_expect_error(GL_INVALID_OPERATION, "a view of another size of texels");
   api_program(vertex, NULL, VERSION "precision highp float; uniform sampler2D t; out vec4 color;\n"
                                     "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void draw_view_oes(void) { draw_view("OES", "GL_OES_texture_view"); }
static void draw_view_ext(void) { draw_view("EXT", "GL_EXT_texture_view"); }

static void reference_view(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE * 8, i / API_SIZE * 8, 120);
}

/* ---- GL_OES_texture_stencil8 ---- */

static void draw_stencil(void)
{
   uint8_t texels[API_TEXELS];
   api_require("GL_OES_texture_stencil8");
   for (unsigned i = 0; i < API_TEXELS; i++)
      texels[i] = (uint8_t)(i * 7);
   new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_STENCIL_INDEX8, API_SIZE, API_SIZE, 0, GL_STENCIL_INDEX_OES, GL_UNSIGNED_BYTE, texels);
   api_expect_error(GL_NO_ERROR, "an image of stencil");
   glGenerateMipmap(GL_TEXTURE_2D);
   api_expect_error(GL_INVALID_OPERATION, "mipmaps of stencil");
   api_program(vertex, NULL, VERSION "precision highp float; uniform highp usampler2D t; out vec4 color;\n"
               "void main() { color = vec4(vec3(float(texelFetch(t, ivec2(gl_FragCoord.xy), 0).r) / 255.0), 1.0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_stencil(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i * 7, i * 7, i * 7);
}

/* ---- GL_OES_texture_storage_multisample_2d_array ---- */

static void draw_samples(void)
{
   GLuint framebuffer;
   GLint window = 0;
   api_require("GL_OES_texture_storage_multisample_2d_array");
   void (*storage)(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean) =
      (void (*)(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLsizei, GLboolean))command("glTexStorage3DMultisample", "OES");
   GLuint texture;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &window);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY_OES, texture);
   storage(GL_TEXTURE_2D_MULTISAMPLE_ARRAY_OES, 4, GL_RGBA8, API_SIZE, API_SIZE, 3, GL_TRUE);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   for (GLint layer = 0; layer < 3; layer++) {
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
      glClearColor((float)(layer * 80) / 255, 20.0f / 255, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)window);
   api_program(vertex, NULL, VERSION "#extension GL_OES_texture_storage_multisample_2d_array : require\nprecision highp float;\n"
               "uniform highp sampler2DMSArray t; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); color = texelFetch(t, ivec3(at, at.x / 11), at.y % 4);\n"
               "  if (textureSize(t) != ivec3(32, 32, 3)) color = vec4(0.0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_samples(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE / 11 * 80, 20, 0);
}

/* ---- GL_OES_shader_io_blocks, GL_EXT_shader_io_blocks ---- */

#define BLOCK_VERTEX(extension)                                                                                                  \
   VERSION "#extension " extension " : require\nin vec2 pos;\n"                                                                 \
           "out Pair { smooth vec2 at; flat int one; vec2 more; } pair;\n"                                                      \
           "void main() { gl_Position = vec4(pos, 0.0, 1.0); pair.at = pos * 16.0 + 16.0; pair.more = vec2(3.0);\n"          \
           "  pair.one = 12; }"
#define BLOCK_FRAGMENT(extension)                                                                                                \
   VERSION "#extension " extension " : require\nprecision highp float;\n"                                                        \
           "in Pair { smooth vec2 at; flat int one; vec2 more; } pair; out vec4 color;\n"                                       \
           "void main() { color = vec4(floor(pair.at.x) * 7.0, floor(pair.at.y) * 5.0,\n"                                  \
           "                           float(pair.one) + pair.more.x, 255.0) / 255.0; }"

static void draw_blocks(const char *extension, const char *vertex_text, const char *fragment)
{
   api_require(extension);
   api_program(vertex_text, NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_blocks_oes(void)
{
   draw_blocks("GL_OES_shader_io_blocks", BLOCK_VERTEX("GL_OES_shader_io_blocks"), BLOCK_FRAGMENT("GL_OES_shader_io_blocks"));
}

static void draw_blocks_ext(void)
{
   draw_blocks("GL_EXT_shader_io_blocks", BLOCK_VERTEX("GL_EXT_shader_io_blocks"), BLOCK_FRAGMENT("GL_EXT_shader_io_blocks"));
}

static void reference_blocks(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE * 7, i / API_SIZE * 5, 15);
}

/* ---- GL_EXT_shader_implicit_conversions ---- */

/* int to uint and float, vectors as well, in operators and as arguments. */
static void draw_conversions(void)
{
   api_require("GL_EXT_shader_implicit_conversions");
   api_program(vertex, NULL, VERSION "#extension GL_EXT_shader_implicit_conversions : require\nprecision highp float;\n"
               "out vec4 color; float twice(float a) { return 2 * a; }\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); uvec2 u = at; vec2 f = at; uint big = u.x + at.y;\n"
               "  color = vec4(twice(at.x), f.y * 3, float(big), 255) / 255.0; }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_conversions(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE * 2, i / API_SIZE * 3, i % API_SIZE + i / API_SIZE);
}

/* ---- GL_OES_primitive_bounding_box, GL_EXT_primitive_bounding_box ---- */

static void draw_box(const char *suffix, const char *extension)
{
   static const GLfloat first[8] = {-1, -1, -1, 1, 1, 1, 1, 1}, given[8] = {-1, -2, -3, 0.5f, 1, 2, 3, 4};
   GLfloat box[8];
   api_require(extension);
   typedef void (*box_command)(GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat);
   box_command set = (box_command)command("glPrimitiveBoundingBox", suffix);
   glGetFloatv(GL_PRIMITIVE_BOUNDING_BOX_EXT, box);
   for (unsigned i = 0; i < 8; i++)
      api_expect("the initial box", (long)box[i], (long)first[i]);
   set(given[0], given[1], given[2], given[3], given[4], given[5], given[6], given[7]);
   glGetFloatv(GL_PRIMITIVE_BOUNDING_BOX_EXT, box);
   for (unsigned i = 0; i < 8; i++)
      api_expect("twice the box", (long)(2 * box[i]), (long)(2 * given[i]));
   api_program(vertex, NULL, VERSION "precision highp float; out vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void draw_box_oes(void) { draw_box("OES", "GL_OES_primitive_bounding_box"); }
static void draw_box_ext(void) { draw_box("EXT", "GL_EXT_primitive_bounding_box"); }

static void reference_box(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, 0, 255, 0);
}

const struct api_body api_bodies_es31_textures[] = {
   {"es31-oes-buffer-texture", GLES, 31, 0, 0, draw_buffer_oes, reference_buffer},
   {"es31-ext-buffer-texture", GLES, 31, 0, 0, draw_buffer_ext, reference_buffer},
   {"es31-oes-cube-array", GLES, 31, 0, 0, draw_cubes_oes, reference_cubes},
   {"es31-ext-cube-array", GLES, 31, 0, 0, draw_cubes_ext, reference_cubes},
   {"es31-oes-view", GLES, 31, 0, 0, draw_view_oes, reference_view},
   {"es31-ext-view", GLES, 31, 0, 0, draw_view_ext, reference_view},
   {"es31-stencil-texture", GLES, 31, 0, 0, draw_stencil, reference_stencil},
   {"es31-sample-array", GLES, 31, 0, 0, draw_samples, reference_samples},
   {"es31-oes-io-blocks", GLES, 31, 0, 0, draw_blocks_oes, reference_blocks},
   {"es31-ext-io-blocks", GLES, 31, 0, 0, draw_blocks_ext, reference_blocks},
   {"es31-conversions", GLES, 31, 0, 0, draw_conversions, reference_conversions},
   {"es31-oes-bounding-box", GLES, 31, 0, 0, draw_box_oes, reference_box},
   {"es31-ext-bounding-box", GLES, 31, 0, 0, draw_box_ext, reference_box},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
