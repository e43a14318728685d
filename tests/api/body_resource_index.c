/* body_resource_index.c: indices into arrays of samplers, images, uniform and storage blocks that differ between invocations
 * which run together, as renderers that batch draws have them. GLSL leaves them undefined (GLSL 4.60, 4.1.7); each invocation
 * gets its resource, textures their level of detail, and atomics count each invocation once. The limits of samplers. */
#include <stdio.h>
#include <string.h>

#include "api_compute.h"
#include "api_desktop.h"

enum { TEXTURES = 8, BLOCKS = 6, IMAGES = 4 };

static const char plain_vs[] = "#version 430 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Texture i is 32, 64 or 128 texels wide; texels have the numbers of the texture and of the level. */
static void make_textures(void)
{
   static uint8_t texels[128 * 128][4];
   for (unsigned i = 0; i < TEXTURES; i++) {
      GLuint texture;
      glGenTextures(1, &texture);
      glActiveTexture(GL_TEXTURE0 + i);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
      for (unsigned level = 0, size = 32u << i % 3; size; level++, size /= 2) {
         for (unsigned k = 0; k < size * size; k++)
            memcpy(texels[k], (const uint8_t[]){(uint8_t)(i * 20 + 10), (uint8_t)(level * 30 + 15), 0, 255}, 4);
         glTexImage2D(GL_TEXTURE_2D, (GLint)level, GL_RGBA8, (GLsizei)size, (GLsizei)size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      }
   }
   glActiveTexture(GL_TEXTURE0);
}

static void set_units(GLuint program)
{
   GLint units[TEXTURES];
   for (GLint i = 0; i < TEXTURES; i++)
      units[i] = i;
   glUniform1iv(glGetUniformLocation(program, "t"), TEXTURES, units);
}

#define INDEX "int n = (int(gl_FragCoord.x) * 3 + int(gl_FragCoord.y) * 5) & 7;\n"

/* One texel of a texture of 32 texels per pixel: levels 0, 1, 2 by the size. In blue what other functions find. */
static void draw_samplers(void)
{
   make_textures();
   const GLuint program = api_program(plain_vs, NULL,
      "#version 430 core\nuniform sampler2D t[8]; out vec4 color;\n"
      "bool near(vec4 a, vec4 b) { return distance(a, b) < 0.001; }\nvoid main() { " INDEX
      "vec2 at = gl_FragCoord.xy / 32.0; color = texture(t[n], at); vec4 same = color;\n"
      "int size = textureSize(t[n], 0).x, level = n % 3;\n"
      "bool good = size == 32 << level && textureQueryLevels(t[n]) == 6 + level && textureQueryLod(t[n], at).x == float(level)\n"
      "&& near(textureLod(t[n], at, float(level)), same) && near(texelFetch(t[n], ivec2(1), level), same)\n"
      "&& near(textureGrad(t[n], at, vec2(1.0 / 32.0, 0.0), vec2(0.0, 1.0 / 32.0)), same)\n"
      "&& near(textureProj(t[n], vec3(at, 1.0)), same) && near(textureGather(t[n], at, 0), vec4(same.x))\n"
      "&& near(textureOffset(t[n], at, ivec2(1)), same) && texture(t[n], at, 1.0).y > same.y; if (good) color.z = 1.0; }");
   set_units(program);
   api_rectangle(-1, -1, 1, 1);
}

/* As draw_samplers(), in a branch of which half of each quad takes part, with derivatives that are given. */
static void draw_branches(void)
{
   make_textures();
   const GLuint program = api_program(plain_vs, NULL,
      "#version 430 core\nuniform sampler2D t[8]; out vec4 color; vec4 look(int k, vec2 at) { return textureGrad(t[k], at,"
      " vec2(1.0 / 32.0, 0.0), vec2(0.0, 1.0 / 32.0)); }\nvoid main() { " INDEX "vec2 at = gl_FragCoord.xy / 32.0;\n"
      "if ((int(gl_FragCoord.x) & 1) == 0) { for (int k = 0; k <= n; k++) color = look(k, at); } else color = look(n, at);\n"
      "color.z = 1.0; }");
   set_units(program);
   api_rectangle(-1, -1, 1, 1);
}

static void samplers(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned n = (i % API_SIZE * 3 + i / API_SIZE * 5) & 7;
      memcpy(rgba[i], (const uint8_t[]){(uint8_t)(n * 20 + 10), (uint8_t)(n % 3 * 30 + 15), 255, 255}, 4);
   }
}

/* The vertex shader picks a texture and a block for each vertex of four strips. */
static void draw_vertices(void)
{
   uint32_t value = 0;
   make_textures();
   const GLuint program = api_program(
      "#version 430 core\nlayout(binding = 0) uniform U { uint value; } u[4]; uniform sampler2D t[8]; flat out vec4 v;\n"
      "void main() { int k = gl_VertexID / 6, c = gl_VertexID % 6; vec2 p = vec2(c == 1 || c == 2 || c == 4, c == 2 || c > 3);\n"
      "gl_Position = vec4((p.x + float(k)) * 0.5 - 1.0, p.y * 2.0 - 1.0, 0.0, 1.0);\n"
      "v = vec4(textureLod(t[k], vec2(0.5), 0.0).xy, float(u[k].value) / 255.0, 1.0); }", NULL,
      "#version 430 core\nflat in vec4 v; out vec4 color; void main() { color = v; }");
   set_units(program);
   for (unsigned i = 0; i < 4; i++) {
      value = 50 + i * 10;
      api_compute_buffer(GL_UNIFORM_BUFFER, i, 4, &value);
   }
   api_vertices("", 1);
   glDrawArrays(GL_TRIANGLES, 0, 24);
}

static void vertices(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned k = i % API_SIZE / 8;
      memcpy(rgba[i], (const uint8_t[]){(uint8_t)(k * 20 + 10), 15, (uint8_t)(50 + k * 10), 255}, 4);
   }
}

/* Storage and uniform blocks in a compute shader: loads, stores, atomics, lengths, copies from block to block. */
static void draw_blocks(void)
{
   enum { INVOCATIONS = 192 };
   uint32_t data[BLOCKS][4 + 64], got[4 + 64];
   GLuint names[BLOCKS];
   for (unsigned i = 0; i < BLOCKS; i++) {
      const uint32_t uniform_[4] = {1000 * i + 7};
      memset(data[i], 0, sizeof(data[i]));
      data[i][1] = 100 * i + 3;
      names[i] = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, i, (4 + 16 + (GLsizeiptr)i) * 4, data[i]);
      api_compute_buffer(GL_UNIFORM_BUFFER, i, 16, uniform_);
   }
   const uint32_t none[INVOCATIONS] = {0};
   uint32_t results[INVOCATIONS];
   const GLuint out = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 7, sizeof(none), none);
   api_compute_program(
      "#version 430 core\nlayout(local_size_x = 64) in;\n"
      "layout(std430, binding = 0) buffer B { uint count, value, highest, copied; uint list[]; } b[6];\n"
      "layout(std140, binding = 0) uniform U { uint value; } u[6]; layout(std430, binding = 7) buffer R { uint results[]; };\n"
      "void main() { uint id = gl_GlobalInvocationID.x, k = (id * 5u + id / 7u) % 6u, other = (k + 1u + id % 3u) % 6u;\n"
      "uint before = atomicAdd(b[k].count, 1u); atomicMax(b[k].highest, id); b[k].copied = b[other].value;\n"
      "bool good = before < 192u && b[k].value == k * 100u + 3u && uint(b[k].list.length()) == 16u + k\n"
      "&& u[k].value == k * 1000u + 7u && u[other].value + b[k].value == other * 1000u + k * 100u + 10u;\n"
      "results[id] = good ? k + 1u : 99u; }");
   glDispatchCompute(INVOCATIONS / 64, 1, 1);
   api_read_words(out, results, INVOCATIONS);
   for (unsigned k = 0; k < BLOCKS; k++) {
      unsigned count = 0, highest = 0;
      for (unsigned id = 0; id < INVOCATIONS; id++)
         if ((id * 5 + id / 7) % 6 == k) {
            count++;
            highest = id;
            api_expect("an invocation's values", results[id], k + 1);
         }
      api_read_words(names[k], got, 4);
      api_expect("atomicAdd", got[0], count);
      api_expect("atomicMax", got[2], highest);
      if (got[3] % 100 != 3 || got[3] / 100 >= BLOCKS || got[3] / 100 == k)
         api_fail("block %u has the copy %u", k, got[3]);
   }
}

/* Images in a fragment shader: loads, stores, atomics, sizes. */
static void draw_images(void)
{
   static uint32_t texels[API_TEXELS], got[API_TEXELS];
   GLuint images[IMAGES];
   for (unsigned i = 0; i < IMAGES; i++) {
      for (unsigned k = 0; k < API_TEXELS; k++)
         texels[k] = i * 1000;
      glGenTextures(1, &images[i]);
      glBindTexture(GL_TEXTURE_2D, images[i]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, API_SIZE, API_SIZE - (GLsizei)i);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, API_SIZE, API_SIZE - (GLsizei)i, GL_RED_INTEGER, GL_UNSIGNED_INT, texels);
      glBindImageTexture(i, images[i], 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
   }
   api_program(plain_vs, NULL, "#version 430 core\nlayout(r32ui, binding = 0) uniform uimage2D m[4]; out vec4 color;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int n = (at.x + at.y * 3) & 3; ivec2 low = ivec2(at.x, at.y & 15);\n"
      "bool good = imageLoad(m[n], ivec2(0, 20)).x == uint(n) * 1000u && imageSize(m[n]).y == 32 - n;\n"
      "imageAtomicAdd(m[n], low, 1u); if (at.y == 31) imageStore(m[n], ivec2(at.x, 25), uvec4(at.x));\n"
      "color = vec4(good, float(n) / 255.0, 0.0, 1.0); }");
   api_rectangle(-1, -1, 1, 1);
   glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
   for (unsigned i = 0; i < IMAGES; i++) {
      glBindTexture(GL_TEXTURE_2D, images[i]);
      desktop.GetTexImage(GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, got);
      for (unsigned k = 0; k < 16 * API_SIZE; k++) {
         const unsigned x = k % API_SIZE, y = k / API_SIZE; /* also the fragment 16 rows above */
         api_expect("atomics of a texel", got[k], i * 1000 + 2 * (((x + y * 3) & 3) == i));
      }
      for (unsigned x = 0; x < API_SIZE; x++)
         api_expect("a stored texel", got[25 * API_SIZE + x], ((x + 93) & 3) == i ? x : i * 1000);
   }
}

static void images(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned n = (i % API_SIZE + i / API_SIZE * 3) & 3;
      memcpy(rgba[i], (const uint8_t[]){255, (uint8_t)n, 0, 255}, 4);
   }
}

/* ---- limits --------------------------------------------------------------------------------------------------------------- */

/* 32 samplers in the vertex and in the fragment shader, each on a different unit up to the last one. */
static void draw_limit(void)
{
   enum { PER_STAGE = 32, COMBINED = 192 };
   GLint fragment = 0, vertex = 0, combined = 0, linked = 1, units[PER_STAGE];
   glGetIntegerv(GL_MAX_TEXTURE_IMAGE_UNITS, &fragment);
   glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &vertex);
   glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &combined);
   api_expect("GL_MAX_TEXTURE_IMAGE_UNITS", fragment, PER_STAGE);
   api_expect("GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS", vertex, PER_STAGE);
   api_expect("GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS", combined, COMBINED);
   for (unsigned unit = 0; unit < COMBINED; unit++) {
      const uint8_t texel[4] = {(uint8_t)unit, 0, 0, 255};
      GLuint texture;
      glGenTextures(1, &texture);
      glActiveTexture(GL_TEXTURE0 + unit);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   }
   const GLuint program = api_program("#version 430 core\nin vec2 pos; uniform sampler2D v[32]; flat out float good;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); good = 1.0; for (int i = 0; i < 32; i++)\n"
      "if (abs(textureLod(v[i], vec2(0.5), 0.0).x * 255.0 - float(160 + i)) > 0.1) good = 0.0; }", NULL,
      "#version 430 core\nuniform sampler2D f[32]; flat in float good; out vec4 color;\n"
      "void main() { int n = int(gl_FragCoord.x); float all = 1.0; for (int i = 0; i < 32; i++)\n"
      "if (abs(texture(f[i], vec2(0.5)).x * 255.0 - float(3 * i)) > 0.1) all = 0.0;\n"
      "color = vec4(texture(f[n], vec2(0.5)).x, good, all, 1.0); }");
   for (GLint i = 0; i < PER_STAGE; i++)
      units[i] = 3 * i;
   glUniform1iv(glGetUniformLocation(program, "f"), PER_STAGE, units);
   for (GLint i = 0; i < PER_STAGE; i++)
      units[i] = 160 + i;
   glUniform1iv(glGetUniformLocation(program, "v"), PER_STAGE, units);
   api_expect_error(GL_NO_ERROR, "units up to the last one");
   api_rectangle(-1, -1, 1, 1);
   glUniform1i(glGetUniformLocation(program, "v"), COMBINED);
   api_expect_error(GL_INVALID_VALUE, "a unit beyond the last one");
   glActiveTexture(GL_TEXTURE0 + COMBINED);
   api_expect_error(GL_INVALID_ENUM, "a unit beyond the last one");
   glActiveTexture(GL_TEXTURE0);
   const GLuint many = glCreateProgram();
   static const char source[] = "#version 430 core\nuniform sampler2D f[33]; out vec4 color; void main() { color = vec4(0.0);\n"
      "for (int i = 0; i < 33; i++) color += texture(f[i], vec2(0.5)); }";
   api_attach(many, GL_VERTEX_SHADER, plain_vs);
   api_attach(many, GL_FRAGMENT_SHADER, source);
   glLinkProgram(many);
   glGetProgramiv(many, GL_LINK_STATUS, &linked);
   api_expect("a shader with 33 samplers links", linked, 0);
}

static void limit(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[]){(uint8_t)(i % API_SIZE * 3), 255, 255, 255}, 4);
}

/* Fills a half of the picture with elements of the range 0 .. end, of which indices 0 to 3 occur. */
static void draw_range(GLuint end, unsigned half)
{
   static const GLubyte indices[] = {2, 1, 0, 1, 2, 3};
   const GLfloat left = half ? 0 : -1, right = half ? 1 : 0, corners[] = {left, -1, right, -1, left, 1, right, 1};
   GLuint order;
   api_program(plain_vs, NULL, half ? "#version 430 core\nout vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }"
                                    : "#version 430 core\nout vec4 color; void main() { color = vec4(1.0, 0.0, 0.0, 1.0); }");
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(1, &order);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   glDrawRangeElements(GL_TRIANGLES, 0, end, 6, GL_UNSIGNED_BYTE, NULL);
   api_expect_error(GL_NO_ERROR, "a range beyond the limit");
}

/* Programs multiply these by the size of an element. They are recommendations: a range beyond them is drawn (GL 4.6, 10.4). */
static void draw_elements(void)
{
   static const GLenum names[] = {GL_MAX_ELEMENTS_INDICES, GL_MAX_ELEMENTS_VERTICES};
   for (unsigned i = 0; i < 2; i++) {
      GLint value = 0;
      glGetIntegerv(names[i], &value);
      if (value < 3000 || value > 1 << 21)
         api_fail("0x%x is %d", names[i], value);
      glDrawRangeElements(GL_TRIANGLES, 1, 0, 3, GL_UNSIGNED_BYTE, NULL);
      api_expect_error(GL_INVALID_VALUE, "an end before the start");
      draw_range((GLuint)value + 1, i);
   }
}

static void elements(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i % API_SIZE < API_SIZE / 2 ? (const uint8_t[]){255, 0, 0, 255} : (const uint8_t[]){0, 255, 0, 255}, 4);
}

const struct api_body api_bodies_resource_index[] = {
   {"resource-index-samplers", CORE, 43, 0, 0, draw_samplers, samplers},
   {"resource-index-branches", CORE, 43, 0, 0, draw_branches, samplers},
   {"resource-index-vertices", CORE, 43, 0, 0, draw_vertices, vertices},
   {"resource-index-blocks", CORE, 43, 0, 0, draw_blocks, NULL},
   {"resource-index-images", CORE, 43, 0, 0, draw_images, images},
   {"resource-index-limit", CORE, 43, 0, 0, draw_limit, limit},
   {"range-elements-limits", CORE, 43, 0, 0, draw_elements, elements},
   {0}};
