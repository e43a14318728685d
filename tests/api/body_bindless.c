/* body_bindless.c: handles of textures and images (ARB_bindless_texture): in uniforms, blocks, attributes and varyings, through functions
 * and selections, different ones within a wave; units in place of handles; images; residency; textures that come and go. */
#include <stdio.h>
#include <string.h>

#include "api_compute.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GLSL "#version 430\n#extension GL_ARB_bindless_texture : require\n"
#define COMMANDS(C) \
   C(GLuint64, GetTextureHandleARB, (GLuint)) \
   C(GLuint64, GetTextureSamplerHandleARB, (GLuint, GLuint)) \
   C(void, MakeTextureHandleResidentARB, (GLuint64)) \
   C(void, MakeTextureHandleNonResidentARB, (GLuint64)) \
   C(GLuint64, GetImageHandleARB, (GLuint, GLint, GLboolean, GLint, GLenum)) \
   C(void, MakeImageHandleResidentARB, (GLuint64, GLenum)) \
   C(void, MakeImageHandleNonResidentARB, (GLuint64)) \
   C(void, UniformHandleui64ARB, (GLint, GLuint64)) \
   C(void, UniformHandleui64vARB, (GLint, GLsizei, const GLuint64 *)) \
   C(GLboolean, IsTextureHandleResidentARB, (GLuint64)) \
   C(GLboolean, IsImageHandleResidentARB, (GLuint64)) \
   C(void, VertexAttribL1ui64ARB, (GLuint, GLuint64)) \
   C(void, VertexAttribLPointer, (GLuint, GLint, GLenum, GLsizei, const void *))

static struct {
#define C(type, name, parameters) type (*name) parameters;
   COMMANDS(C)
#undef C
} ext;

static void need(void)
{
   api_require("GL_ARB_bindless_texture");
#define C(type, name, parameters) ext.name = (type (*) parameters)eglGetProcAddress("gl" #name);
   COMMANDS(C)
#undef C
}

static const char vertex[] = GLSL "layout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0, 1); }";

/* A texture of 2 x 2 texels of one colour, which its number gives. */
static void color_of(unsigned i, uint8_t rgba[4])
{
   const uint8_t c[4] = {(uint8_t)(i * 37 + 11), (uint8_t)(i * 91 + 5), (uint8_t)(i * 53 + 7), 255};
   memcpy(rgba, c, 4);
}

static GLuint texture_of(unsigned i)
{
   uint8_t texels[4][4];
   GLuint name;
   for (unsigned k = 0; k < 4; k++)
      color_of(i, texels[k]);
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   return name;
}

static GLuint64 resident(GLuint texture)
{
   const GLuint64 handle = ext.GetTextureHandleARB(texture);
   ext.MakeTextureHandleResidentARB(handle);
   return handle;
}

static void expect_texel(const char *what, int x, int y, unsigned i)
{
   uint8_t got[4], wanted[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   color_of(i, wanted);
   if (memcmp(got, wanted, 4))
      api_fail("%s: %u %u %u %u, not %u %u %u %u", what, got[0], got[1], got[2], got[3], wanted[0], wanted[1], wanted[2], wanted[3]);
   api_checked();
}

static void draw_expect(const char *what, unsigned i)
{
   api_rectangle(-1, -1, 1, 1);
   expect_texel(what, 5, 9, i);
}

/* Uniforms refer to units when a program was linked, and to handles once these were given; samplers of different kinds of use. */
static void draw_uniforms(void)
{
   GLint value = -1, size;
   GLenum type;
   char name[40];
   need();
   const GLuint program = api_program(vertex, NULL, GLSL
      "layout(bindless_sampler) uniform; struct S { float x; sampler2D t; };\n"
      "layout(binding = 2) uniform sampler2D one; uniform sampler2D more[2][3]; uniform S s[2]; layout(bound_sampler) uniform sampler2D tied;\n"
      "uniform int which; uniform ivec2 at; out vec4 c;\n"
      "void main() { c = which == 0 ? texture(one, vec2(0)) : which == 1 ? texture(more[at.x][at.y], vec2(0)) : which == 2 ?\n"
      "texture(s[at.x].t, vec2(0)) : texture(tied, vec2(0)); }");
   const GLint one = glGetUniformLocation(program, "one"), tied = glGetUniformLocation(program, "tied"),
      which = glGetUniformLocation(program, "which"), at = glGetUniformLocation(program, "at");
   for (GLuint i = 0; i < 4; i++) { /* units */
      glActiveTexture(GL_TEXTURE0 + i);
      texture_of(i);
   }
   draw_expect("layout(binding = 2)", 2);
   glUniform1i(one, 3);
   draw_expect("unit 3", 3);
   glGetUniformiv(program, one, &value);
   api_expect("the unit", value, 3);
   glActiveTexture(GL_TEXTURE3);
   texture_of(9);
   draw_expect("another texture of unit 3", 9);
   glActiveTexture(GL_TEXTURE7);
   ext.UniformHandleui64ARB(one, resident(texture_of(20)));
   draw_expect("a handle", 20);
   glUniform1i(one, 1);
   draw_expect("a unit again", 1);
   for (int x = 0; x < 2; x++) {
      for (int y = 0; y < 3; y++) {
         snprintf(name, sizeof(name), "more[%d][%d]", x, y);
         ext.UniformHandleui64ARB(glGetUniformLocation(program, name), resident(texture_of(30 + (unsigned)(3 * x + y))));
      }
      snprintf(name, sizeof(name), "s[%d].t", x);
      ext.UniformHandleui64ARB(glGetUniformLocation(program, name), resident(texture_of(40 + (unsigned)x)));
   }
   glUniform1i(which, 1);
   glUniform2i(at, 1, 2);
   draw_expect("an element", 35);
   glUniform1i(which, 2);
   draw_expect("a member", 41);
   glUniform1i(which, 3);
   glUniform1i(tied, 2);
   draw_expect("a sampler of units", 2);
   ext.UniformHandleui64ARB(tied, 1);
   api_expect_error(GL_INVALID_OPERATION, "a handle for a sampler of units");
   const GLchar *names[1] = {"one"};
   GLuint index;
   glGetUniformIndices(program, 1, names, &index);
   glGetActiveUniform(program, index, sizeof(name), NULL, &size, &type, name);
   api_expect("type", type, GL_SAMPLER_2D);
}

enum { MANY = 64 };

/* A handle for each texel, from a uniform block: each wave has many. The texel in column x and row y has texture (x + y) % MANY. */
static void draw_blocks(void)
{
   GLuint64 handles[MANY];
   need();
   api_program(vertex, NULL, GLSL "layout(std140, binding = 3) uniform B { uvec4 pairs[32]; sampler2D first; } b;\n"
      "layout(std430, binding = 1) buffer D { sampler2D all[]; } d;\n"
      "out vec4 c; vec4 look(sampler2D t) { return texture(t, vec2(0.5)); }\n"
      "void main() { int i = int(gl_FragCoord.x) + int(gl_FragCoord.y); sampler2D t = d.all[i % 64];\n"
      "   if (i % 2 == 1) { uvec4 p = b.pairs[i % 64 / 2]; t = sampler2D(p.zw); }\n"
      "   if (i % 64 == 2) t = b.first;\n"
      "   c = uvec2(t) == uvec2(d.all[i % 64]) ? look(t) : vec4(1); }");
   for (unsigned i = 0; i < MANY; i++)
      handles[i] = resident(texture_of(i));
   GLuint64 words[MANY + 2] = {0};
   memcpy(words, handles, sizeof(handles));
   words[MANY] = handles[2];
   api_compute_buffer(GL_UNIFORM_BUFFER, 3, sizeof(words), words);
   api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof(handles), handles);
   api_rectangle(-1, -1, 1, 1);
   for (int y = 0; y < API_SIZE; y += 3)
      for (int x = 0; x < API_SIZE; x += 5)
         expect_texel("texel", x, y, (unsigned)(x + y) % MANY);
}

/* Current values and arrays of attributes, flat varyings; a handle of a sampler object whose border is white. */
static void draw_attributes(void)
{
   static const float quads[12][2] = {{-1, -1}, {0, -1}, {-1, 1}, {-1, 1}, {0, -1}, {0, 1}, {0, -1}, {1, -1}, {0, 1}, {0, 1}, {1, -1}, {1, 1}};
   struct { float at[2]; GLuint64 handle; } v[12];
   GLuint sampler;
   uint8_t got[4];
   need();
   api_program(GLSL "layout(location = 0) in vec2 pos; layout(location = 2) in sampler2D t; flat out sampler2D u;\n"
      "void main() { gl_Position = vec4(pos, 0, 1); u = t; }", NULL,
      GLSL "flat in sampler2D u; out vec4 c; void main() { c = texture(u, vec2(1.9)); }");
   const GLuint64 left = resident(texture_of(3)), right = resident(texture_of(4));
   for (unsigned i = 0; i < 12; i++) {
      memcpy(v[i].at, quads[i], sizeof(v[i].at));
      v[i].handle = i < 6 ? left : right;
   }
   api_vertices(v, sizeof(v));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(v[0]), NULL);
   glEnableVertexAttribArray(0);
   ext.VertexAttribLPointer(2, 1, 0x140F /* GL_UNSIGNED_INT64_ARB */, sizeof(v[0]), (void *)8);
   glEnableVertexAttribArray(2);
   glDrawArrays(GL_TRIANGLES, 0, 12);
   expect_texel("left", 3, 3, 3);
   expect_texel("right", 28, 28, 4);
   glGenSamplers(1, &sampler);
   glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, (const float[4]){1, 1, 1, 1});
   const GLuint64 bordered = ext.GetTextureSamplerHandleARB(texture_of(5), sampler);
   ext.MakeTextureHandleResidentARB(bordered);
   glDisableVertexAttribArray(2);
   ext.VertexAttribL1ui64ARB(2, bordered);
   glDrawArrays(GL_TRIANGLES, 0, 12);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   api_expect("the border", got[0] + got[1] + got[2], 3 * 255);
}

/* Loads, stores and atomics of images of handles, layers among them; GL_READ_ONLY and GL_READ_WRITE residency. */
static void draw_images(void)
{
   GLuint image, layers, sum;
   GLuint64 handle[4];
   uint32_t texels[64];
   need();
   glGenTextures(1, &image);
   glBindTexture(GL_TEXTURE_2D, image);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 8, 8);
   glGenTextures(1, &layers);
   glBindTexture(GL_TEXTURE_2D_ARRAY, layers);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_R32UI, 8, 8, 3);
   glGenTextures(1, &sum);
   glBindTexture(GL_TEXTURE_2D, sum);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 2, 1);
   handle[0] = ext.GetImageHandleARB(image, 0, GL_FALSE, 0, GL_R32UI);
   handle[1] = ext.GetImageHandleARB(layers, 0, GL_FALSE, 2, GL_R32UI);
   handle[2] = ext.GetImageHandleARB(sum, 0, GL_FALSE, 0, GL_R32UI);
   handle[3] = ext.GetImageHandleARB(layers, 0, GL_TRUE, 0, GL_R32UI);
   for (unsigned i = 0; i < 4; i++)
      ext.MakeImageHandleResidentARB(handle[i], i == 3 ? GL_READ_ONLY : GL_READ_WRITE);
   api_compute_buffer(GL_UNIFORM_BUFFER, 0, sizeof(handle), handle);
   static const uint32_t zero[2];
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, zero);
   api_compute_program(GLSL "layout(local_size_x = 8, local_size_y = 8) in;\n"
      "layout(std140, binding = 0) uniform B { layout(r32ui) uimage2D one, layer, sum; layout(r32ui) uimage2DArray all; };\n"
      "void put(writeonly uimage2D i, ivec2 at, uint v) { imageStore(i, at, uvec4(v)); }\n"
      "void main() { ivec2 at = ivec2(gl_LocalInvocationID.xy); uint i = gl_LocalInvocationIndex;\n"
      "   put(one, at, 3u * i); put(layer, at, 5u * i);\n"
      "   imageAtomicAdd(sum, ivec2(0), i); imageAtomicMax(sum, ivec2(1, 0), 7u * i); }");
   glDispatchCompute(1, 1, 1);
   glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   api_compute_program(GLSL "layout(local_size_x = 8, local_size_y = 8) in;\n"
      "layout(std140, binding = 0) uniform B { layout(r32ui) uimage2D one, layer, sum; layout(r32ui) uimage2DArray all; };\n"
      "void main() { ivec2 at = ivec2(gl_LocalInvocationID.xy);\n"
      "   imageStore(one, at, imageLoad(one, at) + imageLoad(all, ivec3(at, 2)) + uint(imageSize(all).z)); }");
   glDispatchCompute(1, 1, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   GLuint fbo, before;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, (GLint *)&before);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image, 0);
   glReadPixels(0, 0, 8, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
   for (unsigned i = 0; i < 64; i++)
      api_expect("texel", texels[i], 8 * i + 3);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, sum, 0);
   glReadPixels(0, 0, 2, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
   api_expect("sum", texels[0], 63 * 64 / 2);
   api_expect("greatest", texels[1], 7 * 63);
   glBindFramebuffer(GL_FRAMEBUFFER, before);
}

/* An image uniform that refers to the last unit, whose texture gets other storage between draws. */
static void draw_image_units(void)
{
   uint8_t texels[3][4];
   GLint units;
   GLuint texture;
   need();
   const GLuint program = api_program(vertex, NULL, GLSL
      "layout(bindless_image, rgba8) readonly uniform image2D i; out vec4 c; void main() { c = imageLoad(i, ivec2(0)); }");
   glGetIntegerv(GL_MAX_IMAGE_UNITS, &units);
   glUniform1i(glGetUniformLocation(program, "i"), units - 1);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glBindImageTexture((GLuint)units - 1, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   for (int width = 1; width <= 3; width++) {
      for (int x = 0; x < width; x++)
         color_of((unsigned)(width + x), texels[x]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      draw_expect("storage of the last unit", (unsigned)width);
   }
}

/* Bound samplers as values: selections and parameters mix them with handles. */
static void draw_values(void)
{
   need();
   const GLuint program = api_program(vertex, NULL, GLSL
      "uniform sampler2D tied[2]; layout(bindless_sampler) uniform sampler2D one; uniform int n; out vec4 c;\n"
      "vec4 look(sampler2D t) { return texture(t, vec2(0)); }\n"
      "void pick(out sampler2D t, int i) { if (i == 0) t = tied[0]; else if (i == 1) t = tied[1]; else t = one; }\n"
      "void main() { sampler2D t; pick(t, int(gl_FragCoord.x) % 3 * n); c = look(t); }");
   const GLint units[2] = {4, 5};
   glUniform1iv(glGetUniformLocation(program, "tied"), 2, units);
   glActiveTexture(GL_TEXTURE4);
   texture_of(1);
   glActiveTexture(GL_TEXTURE5);
   texture_of(2);
   glActiveTexture(GL_TEXTURE0);
   ext.UniformHandleui64ARB(glGetUniformLocation(program, "one"), resident(texture_of(3)));
   glUniform1i(glGetUniformLocation(program, "n"), 1);
   api_rectangle(-1, -1, 1, 1);
   for (int x = 0; x < 6; x++)
      expect_texel("column", x, 4, (unsigned)x % 3 + 1);
}

/* Texels change under a handle: by commands, by drawing; handles of deleted textures are not those of others while draws use them. */
static void draw_changes(void)
{
   uint8_t texel[4];
   GLuint fbo, before;
   need();
   const GLuint program = api_program(vertex, NULL,
      GLSL "layout(bindless_sampler) uniform sampler2D t; out vec4 c; void main() { c = texture(t, vec2(0)); }");
   const GLint t = glGetUniformLocation(program, "t");
   const GLuint texture = texture_of(1);
   const GLuint64 handle = resident(texture);
   ext.UniformHandleui64ARB(t, handle);
   draw_expect("first", 1);
   uint8_t texels[4][4];
   for (unsigned k = 0; k < 4; k++)
      color_of(2, texels[k]);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   draw_expect("glTexSubImage2D", 2);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, (GLint *)&before);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   color_of(3, texel);
   glClearColor(texel[0] / 255.0f, texel[1] / 255.0f, texel[2] / 255.0f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glBindFramebuffer(GL_FRAMEBUFFER, before);
   draw_expect("glClear", 3);
   /* A column for each of many textures, which are deleted at once after the draw. */
   for (unsigned i = 0; i < API_SIZE; i++) {
      const GLuint other = texture_of(100 + i);
      const GLuint64 h = resident(other);
      ext.UniformHandleui64ARB(t, h);
      api_rectangle(-1 + i * 2.0f / API_SIZE, -1, -1 + (i + 1) * 2.0f / API_SIZE, 1);
      glDeleteTextures(1, &other);
      ext.IsTextureHandleResidentARB(h);
      api_expect_error(GL_INVALID_OPERATION, "the handle of a deleted texture");
   }
   for (unsigned i = 0; i < API_SIZE; i++)
      expect_texel("column", (int)i, 7, 100 + i);
   ext.UniformHandleui64ARB(t, handle);
   draw_expect("the first one again", 3);
}

/* Handles are valid in all contexts of the group, and resident in each by itself. */
static void draw_shared(void)
{
   need();
   const GLuint texture = texture_of(6);
   const GLuint64 handle = resident(texture);
   glFinish();
   api_use_second(true);
   api_expect("resident in the other context", ext.IsTextureHandleResidentARB(handle), GL_FALSE);
   api_expect("the same handle", ext.GetTextureHandleARB(texture) == handle, 1);
   ext.MakeTextureHandleNonResidentARB(handle);
   api_expect_error(GL_INVALID_OPERATION, "not resident");
   ext.MakeTextureHandleResidentARB(handle);
   api_expect("resident in the second", ext.IsTextureHandleResidentARB(handle), GL_TRUE);
   api_use_second(false);
   ext.MakeTextureHandleNonResidentARB(handle);
   api_use_second(true);
   api_expect("still resident in the second", ext.IsTextureHandleResidentARB(handle), GL_TRUE);
   api_use_second(false);
   api_expect("resident in the first", ext.IsTextureHandleResidentARB(handle), GL_FALSE);
   api_expect_error(GL_NO_ERROR, "queries");
   ext.MakeTextureHandleResidentARB(handle);
   const GLuint program = api_program(vertex, NULL,
      GLSL "layout(bindless_sampler) uniform sampler2D t; out vec4 c; void main() { c = texture(t, vec2(0)); }");
   ext.UniformHandleui64ARB(glGetUniformLocation(program, "t"), handle);
   draw_expect("after the second context", 6);
}

const struct api_body api_bodies_bindless[] = {
   {"bindless-uniforms", CORE, 43, 0, 0, draw_uniforms, NULL},
   {"bindless-blocks", CORE, 43, 0, 0, draw_blocks, NULL},
   {"bindless-attributes", CORE, 43, 0, 0, draw_attributes, NULL},
   {"bindless-images", CORE, 43, 0, 0, draw_images, NULL},
   {"bindless-image-units", CORE, 43, 0, 0, draw_image_units, NULL},
   {"bindless-values", CORE, 43, 0, 0, draw_values, NULL},
   {"bindless-changes", CORE, 43, 0, 0, draw_changes, NULL},
   {"bindless-shared", CORE, 43, 0, 0, draw_shared, NULL},
   {0}};
