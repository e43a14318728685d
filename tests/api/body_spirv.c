/* body_spirv.c: shaders in SPIR-V (ARB_gl_spirv, OpenGL 4.6): all stages, uniforms and blocks by location and binding,
 * specialization constants, storage, transform feedback, and queries of programs whose resources have no names. spirv/ has the
 * sources of the modules. */
#include <math.h>
#include <string.h>

#include "api_compute.h"
#include "spirv_modules.h"

#ifndef GL_SHADER_BINARY_FORMAT_SPIR_V
#define GL_SHADER_BINARY_FORMAT_SPIR_V 0x9551
#define GL_SPIR_V_BINARY 0x9552
#endif

static void (*specialize)(GLuint, const char *, GLuint, const GLuint *, const GLuint *);

static void find_commands(void)
{
   specialize = (void (*)(GLuint, const char *, GLuint, const GLuint *, const GLuint *))eglGetProcAddress("glSpecializeShader");
   if (!specialize)
      api_fail("no glSpecializeShader");
}

static GLuint make_shader(GLenum stage, const uint32_t *words, size_t size_B)
{
   const GLuint shader = glCreateShader(stage);
   glShaderBinary(1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, words, (GLsizei)size_B);
   api_expect_error(GL_NO_ERROR, "glShaderBinary");
   return shader;
}

static void attach(GLuint program, GLenum stage, const uint32_t *words, size_t size_B, const GLuint *indices,
                   const GLuint *values, GLuint count)
{
   const GLuint shader = make_shader(stage, words, size_B);
   GLint ok;
   char log[2000] = "";
   specialize(shader, "main", count, indices, values);
   api_expect_error(GL_NO_ERROR, "glSpecializeShader");
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   glGetShaderInfoLog(shader, sizeof(log), NULL, log);
   if (!ok)
      api_fail("the module of stage 0x%x: %s", stage, log);
   glAttachShader(program, shader);
   glDeleteShader(shader);
}

#define ATTACH(program, stage, name) attach(program, stage, spirv_##name, sizeof(spirv_##name), NULL, NULL, 0)

static uint8_t channel(float x) { return (uint8_t)lrintf(fminf(fmaxf(x, 0), 1) * 255); }

static void put(uint8_t *texel, float r, float g, float b, float a)
{
   texel[0] = channel(r);
   texel[1] = channel(g);
   texel[2] = channel(b);
   texel[3] = channel(a);
}

/* ---- vertex and fragment shaders ---------------------------------------------------------------------------------------- */

static void uniform_block(GLuint binding, const float *data, GLsizeiptr size_B)
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, binding, buffer);
   glBufferData(GL_UNIFORM_BUFFER, size_B, data, GL_STATIC_DRAW);
}

/* Blocks, uniforms and a square for shading.vert, whose colour is 0.75, 0.25, 0.5, 1. */
static void shading_vertices(void)
{
   /* mat3 of columns of 16 bytes, then vec4[3] */
   static const float first[24] = {[12] = 1, 0, 0, 0, 0.25f, 0.5f, 0.75f, 0};
   static const float second[24] = {0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, [20] = 0, 0, 0, 1};
   static const float transform[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
   uniform_block(3, first, sizeof(first));
   uniform_block(4, second, sizeof(second));
   glUniformMatrix4fv(4, 1, GL_FALSE, transform);
   glUniform1f(10, 0.5f);
   glUniform2f(11, 0, 0);
   glUniform2f(12, 0, 0);
   glUniform1i(13, 0);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "shading");
}

static void draw_shading(void)
{
   static const uint8_t picture[4] = {51, 102, 0, 255};
   GLuint textures[2];
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, shading_vert);
   ATTACH(program, GL_FRAGMENT_SHADER, shading_frag);
   api_link(program);
   glGenTextures(2, textures);
   glActiveTexture(GL_TEXTURE5);
   glBindTexture(GL_TEXTURE_2D, textures[0]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_2D_ARRAY, textures[1]);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_DEPTH_COMPONENT32F, 1, 1, 1);
   glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 1, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, (const float[]){0.75f});
   glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   shading_vertices();
}

static void shading_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const float x = (float)(i % API_SIZE) + 0.5f, y = (float)(i / API_SIZE) + 0.5f, u = x / API_SIZE, v = y / API_SIZE;
      float r = 0.75f, g = 0.25f, b = 0.5f;
      switch (i / API_SIZE / 8) {
      case 0: r = 1; break;
      case 1: g = 0.25f; b = 0.2f; break;
      case 2: b = 0.2f; break;
      default:
         if (u >= 0.5f) {
            r = 0.5f;
            b = 0.75f;
         }
      }
      if (u > 0.9f && v < 0.1f)
         memset(rgba[i], 0, 4);
      else
         put(rgba[i], r, g, b, 1);
   }
}

/* ---- blocks that match variables -------------------------------------------------------------------------------------- */

static void draw_loose(void)
{
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, shading_vert);
   ATTACH(program, GL_FRAGMENT_SHADER, loose_frag);
   api_link(program);
   shading_vertices();
}

static void loose_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      put(rgba[i], 0.75f, 0.25f, 0.75f, i % API_SIZE >= API_SIZE / 2 ? 1 : 0.5f);
}

static void draw_blocks(void)
{
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, shading_vert);
   ATTACH(program, GL_GEOMETRY_SHADER, blocks_geom);
   ATTACH(program, GL_FRAGMENT_SHADER, loose_frag);
   api_link(program);
   shading_vertices();
}

static void blocks_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      put(rgba[i], 0.25f, 0.75f, 0.5f, i / API_SIZE >= API_SIZE / 2 ? 1 : 0.5f);
}

/* ---- specialization constants ------------------------------------------------------------------------------------------- */

static void constants(const GLuint *indices, const GLuint *values, GLuint count)
{
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, plain_vert);
   attach(program, GL_FRAGMENT_SHADER, spirv_constants_frag, sizeof(spirv_constants_frag), indices, values, count);
   api_link(program);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "constants");
}

static void draw_defaults(void) { constants(NULL, NULL, 0); }

static void draw_constants(void)
{
   const float level = 0.75f;
   GLuint indices[] = {8, 3, 7, 9}, values[] = {1, 3, 0, 0x10};
   memcpy(&values[2], &level, sizeof(level));
   constants(indices, values, 4);
}

static void constants_reference(uint8_t rgba[API_TEXELS][4], float level, int count, bool on, unsigned mask)
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const bool right = i % API_SIZE >= API_SIZE / 2, upper = i / API_SIZE >= API_SIZE / 2;
      const float last = (float)(count * 2 - 1) * 0.125f, other = count * 2 > 5 ? 1.0f : (float)count * 0.125f;
      put(rgba[i], level, right ? other : last, upper ? (float)(mask >> 1) * 0.0625f : on, 1);
   }
}

static void defaults_picture(uint8_t rgba[API_TEXELS][4]) { constants_reference(rgba, 0.25f, 2, false, 6); }
static void constants_picture(uint8_t rgba[API_TEXELS][4]) { constants_reference(rgba, 0.75f, 3, true, 0x10); }

/* ---- all stages before fragments ---------------------------------------------------------------------------------------- */

static void draw_stages(void)
{
   static const float corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, -1}, {1, 1}, {-1, 1}};
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, plain_vert);
   ATTACH(program, GL_TESS_CONTROL_SHADER, stages_tesc);
   ATTACH(program, GL_TESS_EVALUATION_SHADER, stages_tese);
   ATTACH(program, GL_GEOMETRY_SHADER, stages_geom);
   ATTACH(program, GL_FRAGMENT_SHADER, stages_frag);
   api_link(program);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glPatchParameteri(GL_PATCH_VERTICES, 3);
   glDrawArrays(GL_PATCHES, 0, 6);
   api_expect_error(GL_NO_ERROR, "stages");
}

static void stages_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      if (x < 8 || x >= 24 || y < 8 || y >= 24)
         continue;
      put(rgba[i], ((float)y - 7.5f) / 16, 0.5f, ((float)x - 7.5f) / 16, 1);
   }
}

/* ---- compute ------------------------------------------------------------------------------------------------------------ */

static void draw_compute(void)
{
   static const uint32_t zeros[17];
   uint32_t data[17], counters[2];
   GLuint texture;
   find_commands();
   const GLuint program = glCreateProgram();
   attach(program, GL_COMPUTE_SHADER, spirv_work_comp, sizeof(spirv_work_comp), (const GLuint[]){1}, (const GLuint[]){16}, 1);
   api_link(program);
   const GLuint storage = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 2, sizeof(zeros), zeros);
   const GLuint counter = api_compute_buffer(GL_ATOMIC_COUNTER_BUFFER, 0, 8, zeros);
   GLint size[3];
   glGetProgramiv(program, GL_COMPUTE_WORK_GROUP_SIZE, size);
   api_expect("work group size", size[0] * 100 + size[1] * 10 + size[2], 1611);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
   glBindImageTexture(3, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
   glUniform1ui(0, 2);
   glDispatchCompute(1, 1, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   api_expect_error(GL_NO_ERROR, "compute");
   glBindBuffer(GL_SHADER_STORAGE_BUFFER, storage);
   glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof(data), data);
   api_expect("total", data[0], 120);
   for (unsigned i = 0; i < 16; i++)
      api_expect("value", data[1 + i], (long)(16 * 2 + 120 + i));
   glBindBuffer(GL_ATOMIC_COUNTER_BUFFER, counter);
   glGetBufferSubData(GL_ATOMIC_COUNTER_BUFFER, 0, sizeof(counters), counters);
   api_expect("counter", counters[1], 16);
   GLuint framebuffer;
   GLint drawn;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glBlitFramebuffer(0, 0, 4, 4, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)drawn);
}

static void compute_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      put(rgba[i], (float)(i % API_SIZE / 8 + i / API_SIZE / 8 * 4) / 15, 0, 1, 1);
}

/* Integers of 64 bits (ARB_gpu_shader_int64): storage, a uniform, an operation on a specialization constant. */
static void draw_wide(void)
{
   static const int64_t values[8] = {0, 1, -1, 3, INT64_C(1) << 40, -(INT64_C(7) << 33), INT64_MAX, INT64_MIN};
   PFNGLUNIFORM1I64ARBPROC set = (PFNGLUNIFORM1I64ARBPROC)eglGetProcAddress("glUniform1i64ARB");
   api_require("GL_ARB_gpu_shader_int64");
   find_commands();
   for (unsigned specialized = 0; specialized < 2; specialized++) {
      const int64_t start = INT64_C(-0x1234567890), factor = specialized ? 5 : INT64_C(1) << 40;
      uint64_t got[8];
      const GLuint program = glCreateProgram();
      attach(program, GL_COMPUTE_SHADER, spirv_wide_spvasm, sizeof(spirv_wide_spvasm), (const GLuint[]){3}, (const GLuint[]){5}, specialized);
      api_link(program);
      const GLuint storage = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 2, sizeof(values), values);
      set(0, start);
      glDispatchCompute(1, 1, 1);
      api_read_words(storage, (uint32_t *)(void *)got, 16);
      for (unsigned i = 0; i < 8; i++)
         api_expect("a value of 64 bits", got[i] == (uint64_t)values[i] * (uint64_t)factor * 3 + (uint64_t)start, 1);
   }
   api_expect_error(GL_NO_ERROR, "64 bits");
}

/* ---- transform feedback ------------------------------------------------------------------------------------------------- */

static void draw_capture(void)
{
   static const float points[3][2] = {{0.5f, -0.25f}, {1, 2}, {-1, 0.125f}};
   struct { float unused[2], twice[2]; uint32_t number, gap[3]; } got[3];
   float position[3][4];
   GLuint buffers[2];
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, capture_vert);
   api_link(program);
   api_vertices(points, sizeof(points));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(2, buffers);
   for (unsigned i = 0; i < 2; i++) {
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, i ? sizeof(got) : sizeof(position), NULL, GL_DYNAMIC_READ);
   }
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 3);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   api_expect_error(GL_NO_ERROR, "capture");
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(position), position);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[1]);
   glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(got), got);
   for (unsigned i = 0; i < 3; i++) {
      api_expect("number", got[i].number, 7 + (long)i);
      if (got[i].twice[0] != points[i][0] * 2 || got[i].twice[1] != points[i][1] * 2)
         api_fail("vertex %u: captured %f, %f", i, (double)got[i].twice[0], (double)got[i].twice[1]);
      if (position[i][0] != points[i][0] || position[i][1] != points[i][1] || position[i][2] != 0.25f || position[i][3] != 1)
         api_fail("vertex %u: the captured position is another one", i);
   }
}

static void empty_reference(uint8_t rgba[API_TEXELS][4]) { memset(rgba, 0, API_TEXELS * 4); }

/* ---- queries and errors ------------------------------------------------------------------------------------------------- */

static GLint program_value(GLuint program, GLenum pname)
{
   GLint value = -1;
   glGetProgramiv(program, pname, &value);
   return value;
}

static GLint shader_value(GLuint shader, GLenum pname)
{
   GLint value = -1;
   glGetShaderiv(shader, pname, &value);
   return value;
}

static void draw_queries(void)
{
   find_commands();
   const GLuint program = glCreateProgram();
   ATTACH(program, GL_VERTEX_SHADER, shading_vert);
   ATTACH(program, GL_FRAGMENT_SHADER, shading_frag);
   api_link(program);
   api_expect("longest uniform", program_value(program, GL_ACTIVE_UNIFORM_MAX_LENGTH), 1);
   api_expect("longest attribute", program_value(program, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH), 1);
   api_expect("longest block", program_value(program, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH), 1);
   api_expect("blocks", program_value(program, GL_ACTIVE_UNIFORM_BLOCKS), 2);
   api_expect("location of a name", glGetUniformLocation(program, "transform"), -1);
   api_expect("location of no name", glGetUniformLocation(program, ""), -1);
   api_expect("location of an attribute", glGetAttribLocation(program, "pos"), -1);
   api_expect("index of a block", (long)glGetUniformBlockIndex(program, "Tints"), (long)GL_INVALID_INDEX);
   api_expect("index of no name", (long)glGetProgramResourceIndex(program, GL_UNIFORM, ""), (long)GL_INVALID_INDEX);
   /* The matrix, found by its location. */
   static const GLenum properties[] = {GL_LOCATION, GL_TYPE, GL_NAME_LENGTH, GL_BLOCK_INDEX};
   bool found = false;
   GLint count;
   glGetProgramInterfaceiv(program, GL_UNIFORM, GL_ACTIVE_RESOURCES, &count);
   for (GLint i = 0; i < count; i++) {
      GLint values[4];
      char name[16] = "x";
      GLsizei length = 5;
      glGetProgramResourceiv(program, GL_UNIFORM, (GLuint)i, 4, properties, 4, NULL, values);
      glGetProgramResourceName(program, GL_UNIFORM, (GLuint)i, sizeof(name), &length, name);
      api_expect("length of a name", values[2] + length + name[0], 1);
      if (values[0] == 4) {
         api_expect("type", values[1], GL_FLOAT_MAT4);
         api_expect("block", values[3], -1);
         found = true;
      }
   }
   api_expect("the uniform of location 4", found, true);
   GLint unit = -1;
   glGetUniformiv(program, 30, &unit);
   api_expect("unit by Binding", unit, 1);
   api_expect_error(GL_NO_ERROR, "queries");
}

static void draw_errors(void)
{
   static const char *const source = "#version 450\nvoid main() { gl_Position = vec4(0); }";
   find_commands();
   const GLuint program = glCreateProgram(), glsl = glCreateShader(GL_VERTEX_SHADER);
   glShaderSource(glsl, 1, &source, NULL);
   const GLuint shader = make_shader(GL_VERTEX_SHADER, spirv_plain_vert, sizeof(spirv_plain_vert));
   const GLuint two[] = {shader, glsl};
   api_expect("binary", shader_value(shader, GL_SPIR_V_BINARY), GL_TRUE);
   api_expect("not compiled", shader_value(shader, GL_COMPILE_STATUS), GL_FALSE);
   glCompileShader(shader);
   api_expect_error(GL_INVALID_OPERATION, "glCompileShader of a module");
   specialize(0xffff, "main", 0, NULL, NULL);
   api_expect_error(GL_INVALID_VALUE, "no shader");
   specialize(program, "main", 0, NULL, NULL);
   api_expect_error(GL_INVALID_OPERATION, "a program");
   specialize(glsl, "main", 0, NULL, NULL);
   api_expect_error(GL_INVALID_OPERATION, "a source");
   specialize(shader, "entry", 0, NULL, NULL);
   api_expect_error(GL_INVALID_VALUE, "no entry point");
   specialize(shader, "main", 1, (const GLuint[]){10}, (const GLuint[]){10});
   api_expect_error(GL_INVALID_VALUE, "no constant");
   glShaderBinary(2, two, GL_SHADER_BINARY_FORMAT_SPIR_V, spirv_plain_vert, sizeof(spirv_plain_vert));
   api_expect_error(GL_INVALID_OPERATION, "two shaders of a stage");
   glShaderBinary(1, &shader, GL_RGBA, spirv_plain_vert, sizeof(spirv_plain_vert));
   api_expect_error(GL_INVALID_ENUM, "format");
   glShaderBinary(-1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, spirv_plain_vert, sizeof(spirv_plain_vert));
   api_expect_error(GL_INVALID_VALUE, "count");
   glAttachShader(program, shader);
   glLinkProgram(program);
   api_expect("not specialized", program_value(program, GL_LINK_STATUS), GL_FALSE);
   specialize(shader, "main", 0, NULL, NULL);
   api_expect_error(GL_NO_ERROR, "specialize");
   api_expect("compiled", shader_value(shader, GL_COMPILE_STATUS), GL_TRUE);
   specialize(shader, "main", 0, NULL, NULL);
   api_expect_error(GL_INVALID_OPERATION, "specialized twice");
   glCompileShader(glsl);
   const GLuint fragment = glCreateShader(GL_FRAGMENT_SHADER);
   glShaderSource(fragment, 1, (const char *const[]){"#version 450\nout vec4 c; void main() { c = vec4(1); }"}, NULL);
   glCompileShader(fragment);
   glAttachShader(program, fragment);
   glLinkProgram(program);
   api_expect("both languages", program_value(program, GL_LINK_STATUS), GL_FALSE);
   glShaderSource(shader, 1, &source, NULL);
   api_expect("a source again", shader_value(shader, GL_SPIR_V_BINARY), GL_FALSE);
   glDeleteShader(glsl);
   glDeleteShader(fragment);
   api_expect_error(GL_NO_ERROR, "errors");
}

const struct api_body api_bodies_spirv[] = {
   {"spirv-shading", CORE, 46, 1, 0, draw_shading, shading_reference},
   {"spirv-loose", CORE, 46, 1, 0, draw_loose, loose_reference},
   {"spirv-blocks", CORE, 46, 1, 0, draw_blocks, blocks_reference},
   {"spirv-defaults", CORE, 46, 1, 0, draw_defaults, defaults_picture},
   {"spirv-constants", CORE, 46, 1, 0, draw_constants, constants_picture},
   {"spirv-stages", CORE, 46, 1, 0, draw_stages, stages_reference},
   {"spirv-compute", CORE, 46, 1, 0, draw_compute, compute_reference},
   {"spirv-wide", CORE, 46, 0, 0, draw_wide, NULL},
   {"spirv-capture", CORE, 46, 0, 0, draw_capture, empty_reference},
   {"spirv-queries", CORE, 46, 0, 0, draw_queries, empty_reference},
   {"spirv-errors", CORE, 46, 0, 0, draw_errors, empty_reference},
   {0},
};
