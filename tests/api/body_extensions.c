/* body_extensions.c: commands that extensions add to OpenGL ES 3.0: colour numbers of fragment outputs (EXT_blend_func_extended),
 * base vertices of instanced and ranged draws (OES_draw_elements_base_vertex), and texture functions and layouts that extensions add
 * to ESSL 3.00. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <EGL/egl.h>

#include "api_test.h"

static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static GLuint compile(GLuint program, GLenum stage, const char *source)
{
   GLuint shader = glCreateShader(stage);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glAttachShader(program, shader);
   return shader;
}

static void require(bool ok, const char *what)
{
   if (!ok)
      api_fail("%s", what);
}

/* Outputs without a location get one from the linker, of index 0. */
static void check_automatic_outputs(void)
{
   static const char fragment[] = "#version 300 es\n#extension GL_EXT_blend_func_extended : require\n"
                                  "precision highp float; out vec4 one, two[2];\n"
                                  "void main() { one = vec4(0.1); two[0] = vec4(0.2); two[1] = vec4(0.3); }";
   PFNGLGETFRAGDATAINDEXEXTPROC get_index = (PFNGLGETFRAGDATAINDEXEXTPROC)eglGetProcAddress("glGetFragDataIndexEXT");
   GLuint program = glCreateProgram();
   GLint linked;
   compile(program, GL_VERTEX_SHADER, vertex);
   compile(program, GL_FRAGMENT_SHADER, fragment);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   require(linked, "outputs without locations do not link");
   GLint one = glGetFragDataLocation(program, "one"), two = glGetFragDataLocation(program, "two");
   require(one >= 0 && two >= 0 && (one < two || one > two + 1), "locations of outputs overlap");
   require(get_index(program, "one") == 0 && get_index(program, "two") == 0, "indices of outputs without a location");
   glDeleteProgram(program);
}

static void draw_second_source(void)
{
   static const char fragment[] = "#version 300 es\n#extension GL_EXT_blend_func_extended : require\n"
                                  "precision highp float; out vec4 first, second;\n"
                                  "void main() { first = vec4(1.0, 0.8, 0.6, 0.4); second = vec4(gl_FragCoord.xy / 32.0, 0.5, 1.0); }";
   PFNGLBINDFRAGDATALOCATIONINDEXEDEXTPROC bind_indexed =
      (PFNGLBINDFRAGDATALOCATIONINDEXEDEXTPROC)eglGetProcAddress("glBindFragDataLocationIndexedEXT");
   PFNGLBINDFRAGDATALOCATIONEXTPROC bind = (PFNGLBINDFRAGDATALOCATIONEXTPROC)eglGetProcAddress("glBindFragDataLocationEXT");
   PFNGLGETFRAGDATAINDEXEXTPROC get_index = (PFNGLGETFRAGDATAINDEXEXTPROC)eglGetProcAddress("glGetFragDataIndexEXT");
   GLuint program = glCreateProgram();
   GLint linked;
   compile(program, GL_VERTEX_SHADER, vertex);
   GLuint shader = compile(program, GL_FRAGMENT_SHADER, fragment);
   bind_indexed(program, 0, 2, "second");
   api_expect_error(GL_INVALID_VALUE, "index 2");
   bind_indexed(program, 1, 1, "second");
   api_expect_error(GL_INVALID_VALUE, "a second source of draw buffer 1");
   bind(program, 64, "first");
   api_expect_error(GL_INVALID_VALUE, "draw buffer 64");
   bind(program, 0, "gl_first");
   api_expect_error(GL_INVALID_OPERATION, "a reserved name");
   bind(shader, 0, "first");
   api_expect_error(GL_INVALID_OPERATION, "a shader");
   bind_indexed(program, 0, 1, "second");
   bind(program, 0, "first");
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   if (!linked) {
      char log[1000] = "";
      glGetProgramInfoLog(program, sizeof(log), NULL, log);
      api_fail("the program does not link: %s", log);
   }
   require(get_index(program, "first") == 0 && get_index(program, "second") == 1 && get_index(program, "third") == -1, "indices");
   require(glGetFragDataLocation(program, "second") == 0, "location");
   check_automatic_outputs();
   glUseProgram(program);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC1_COLOR_EXT, GL_ZERO);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_BLEND);
}

static void second_source(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const double first[4] = {1, 0.8, 0.6, 0.4}, second[4] = {(x + 0.5) / 32, (y + 0.5) / 32, 0.5, 1};
         for (unsigned c = 0; c < 4; c++)
            rgba[y * API_SIZE + x][c] = (uint8_t)(first[c] * second[c] * 255 + 0.5);
      }
}

/* Two instances of a quad at base vertex 4 on the left, a range at base vertex 8 on the right. */
static void draw_base_vertices(void)
{
   static const char instanced[] = "#version 300 es\nin vec2 pos; flat out int v;\n"
                                   "void main() { gl_Position = vec4(pos + vec2(0.0, float(gl_InstanceID)), 0.0, 1.0);\n"
                                   "v = gl_VertexID + 16 * gl_InstanceID; }";
   static const char fragment[] = "#version 300 es\nprecision highp float; flat in int v; out vec4 color;\n"
                                  "void main() { color = vec4(float(v) * 8.0 / 255.0, 1.0, 0.0, 1.0); }";
   static const GLfloat corners[] = {9, 9, 9, 9, 9, 9, 9, 9, -1, -1, 0, -1, -1, 0, 0, 0, 0, -1, 1, -1, 0, 1, 1, 1};
   static const GLubyte indices[] = {0, 1, 2, 3};
   PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXOESPROC draw_instanced =
      (PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXOESPROC)eglGetProcAddress("glDrawElementsInstancedBaseVertexOES");
   PFNGLDRAWRANGEELEMENTSBASEVERTEXOESPROC draw_range =
      (PFNGLDRAWRANGEELEMENTSBASEVERTEXOESPROC)eglGetProcAddress("glDrawRangeElementsBaseVertexOES");
   GLuint elements;
   api_program(instanced, NULL, fragment);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(1, &elements);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   draw_range(GL_TRIANGLE_STRIP, 3, 0, 4, GL_UNSIGNED_BYTE, NULL, 8);
   api_expect_error(GL_INVALID_VALUE, "an end before the start");
   draw_instanced(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL, -1, 4);
   api_expect_error(GL_INVALID_VALUE, "a negative count of instances");
   draw_instanced(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL, 2, 4);
   draw_range(GL_TRIANGLE_STRIP, 0, 3, 4, GL_UNSIGNED_BYTE, NULL, 8);
}

/* gl_VertexID contains the base vertex (OES_draw_elements_base_vertex); the last vertex of a triangle gives flat values. */
static void base_vertices(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const bool right = x >= API_SIZE / 2;
         const unsigned width = API_SIZE / 2, height = right ? API_SIZE : API_SIZE / 2;
         const double s = (x % width + 0.5) / width, t = (y % height + 0.5) / height;
         const unsigned instance = right ? 0 : y / height, last = s + t > 1 ? 3 : 2;
         const uint8_t wanted[4] = {(uint8_t)(8 * ((right ? 8 : 4) + last + 16 * instance)), 255, 0, 255};
         memcpy(rgba[y * API_SIZE + x], wanted, 4);
      }
}

/* ---- EXT_texture_mirror_clamp_to_edge ------------------------------------------------------------------------------------------ */

enum { MIRRORED_TEXELS = 8 };

/* Coordinates from -2 to 2 on each axis: those between -1 and 0 are mirrored, those beyond 1 are at the edge. */
static void draw_mirror_clamp(void)
{
   GLubyte texels[MIRRORED_TEXELS][MIRRORED_TEXELS][4];
   GLuint texture;
   api_require("GL_EXT_texture_mirror_clamp_to_edge");
   for (unsigned y = 0; y < MIRRORED_TEXELS; y++)
      for (unsigned x = 0; x < MIRRORED_TEXELS; x++)
         memcpy(texels[y][x], (const GLubyte[4]){(GLubyte)(x * 32), (GLubyte)(y * 32), 200, 255}, 4);
   api_program("attribute vec2 pos; varying vec2 at; void main() { gl_Position = vec4(pos, 0.0, 1.0); at = pos * 2.0; }", NULL,
               "precision highp float; varying vec2 at; uniform sampler2D image; void main() { gl_FragColor = texture2D(image, at); }");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, MIRRORED_TEXELS, MIRRORED_TEXELS, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE_EXT);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRROR_CLAMP_TO_EDGE_EXT);
   api_rectangle(-1, -1, 1, 1);
}

static unsigned mirrored(unsigned texel)
{
   const double s = fabs((texel + 0.5) / API_SIZE * 4 - 2) * MIRRORED_TEXELS;
   return s >= MIRRORED_TEXELS ? MIRRORED_TEXELS - 1 : (unsigned)s;
}

static void mirror_clamp(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const uint8_t wanted[4] = {(uint8_t)(mirrored(i % API_SIZE) * 32), (uint8_t)(mirrored(i / API_SIZE) * 32), 200, 255};
      memcpy(rgba[i], wanted, 4);
   }
}

/* ---- EXT_texture_query_lod --------------------------------------------------------------------------------------------------- */

/* Stripes of 4 columns: texels of level 0 per pixel, filter, range of levels of detail. */
static const struct lod_row { double texels; GLenum filter; int min_lod, max_lod; } lod_rows[] = {
   {2, GL_LINEAR_MIPMAP_LINEAR, -8, 8}, {8, GL_LINEAR_MIPMAP_LINEAR, -8, 8}, {0.5, GL_LINEAR_MIPMAP_LINEAR, -8, 8},
   {64, GL_LINEAR_MIPMAP_LINEAR, -8, 8}, {8, GL_LINEAR_MIPMAP_LINEAR, -8, 2}, {2, GL_LINEAR_MIPMAP_LINEAR, 3, 8},
   {5, GL_NEAREST_MIPMAP_NEAREST, -8, 8}, {4, GL_LINEAR, -8, 8}};

/* Red: the level that is accessed; green: the computed level of detail. */
static void draw_query_lod(void)
{
   static const char fragment[] = "#version 300 es\n#extension GL_EXT_texture_query_lod : require\n"
                                  "precision highp float; uniform sampler2D image; uniform float scale; out vec4 color;\n"
                                  "void main() { vec2 lod = textureQueryLOD(image, gl_FragCoord.xy * scale);"
                                  " color = vec4((lod + 2.0) / 10.0, 0.0, 1.0); }";
   GLuint texture;
   api_require("GL_EXT_texture_query_lod");
   const GLuint program = api_program(vertex, NULL, fragment);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 5, GL_RGBA8, 16, 16);
   for (unsigned i = 0; i < 8; i++) {
      glUniform1f(glGetUniformLocation(program, "scale"), (GLfloat)(lod_rows[i].texels / 16));
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)lod_rows[i].filter);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, lod_rows[i].min_lod);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, lod_rows[i].max_lod);
      api_rectangle((GLfloat)i / 4 - 1, -1, (GLfloat)(i + 1) / 4 - 1, 1);
   }
}

static void query_lod(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const struct lod_row *row = &lod_rows[i % API_SIZE / 4];
      const double lod = log2(row->texels);
      double level = fmin(fmax(lod, row->min_lod), row->max_lod);
      level = fmin(fmax(level, 0), 4);
      level = row->filter == GL_LINEAR ? 0 : row->filter == GL_NEAREST_MIPMAP_NEAREST ? ceil(level + 0.5) - 1 : level;
      rgba[i][0] = (uint8_t)lrint((level + 2) / 10 * 255);
      rgba[i][1] = (uint8_t)lrint((lod + 2) / 10 * 255);
      rgba[i][3] = 255;
   }
}

/* ---- EXT_texture_shadow_lod -------------------------------------------------------------------------------------------------- */

/* Level l of layer n has the depth (1 + l + 4 n) / 10. How many of nine references pass says which one was read. */
static void depth_level(GLenum target, GLint level, GLsizei size, unsigned layers)
{
   GLfloat depth[2 * 8 * 8];
   for (unsigned i = 0; i < layers * (unsigned)(size * size); i++)
      depth[i] = (GLfloat)(1 + level + 4 * (int)(i / (unsigned)(size * size))) / 10;
   if (target == GL_TEXTURE_2D_ARRAY)
      glTexSubImage3D(target, level, 0, 0, 0, size, size, (GLsizei)layers, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
   else
      glTexSubImage2D(target, level, 0, 0, size, size, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
}

static void depth_texture(GLenum unit, GLenum target)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glActiveTexture(unit);
   glBindTexture(target, texture);
   if (target == GL_TEXTURE_2D_ARRAY)
      glTexStorage3D(target, 4, GL_DEPTH_COMPONENT32F, 8, 8, 2);
   else
      glTexStorage2D(target, 4, GL_DEPTH_COMPONENT32F, 8, 8);
   for (GLint level = 0; level < 4; level++)
      for (unsigned face = 0; face < (target == GL_TEXTURE_2D_ARRAY ? 1 : 6); face++)
         depth_level(target == GL_TEXTURE_2D_ARRAY ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, level, 8 >> level,
                     target == GL_TEXTURE_2D_ARRAY ? 2 : 1);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   glTexParameteri(target, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
}

static const struct { const char *call; unsigned passes; } shadow_calls[] = {
   {"textureLod(layers, vec4(at, 1.0, r), 2.0)", 7}, {"texture(layers, vec4(at, 1.0, r), 1.0)", 6},
   {"textureLod(cube, vec4(1.0, at * 0.1, r), 3.0)", 4}, {"textureOffset(layers, vec4(at, 1.0, r), ivec2(1, 0))", 5},
   {"textureOffset(layers, vec4(at, 0.0, r), ivec2(0, -1), 2.0)", 3}, {"textureLodOffset(layers, vec4(at, 0.0, r), 3.0, ivec2(-1, 1))", 4},
   {"textureLod(cube, vec4(at * 0.1, -1.0, r), 0.0)", 1}, {"textureLod(layers, vec4(at, 0.0, r), 1.0)", 2}};

static void draw_shadow_lod(void)
{
   api_require("GL_EXT_texture_shadow_lod");
   depth_texture(GL_TEXTURE0, GL_TEXTURE_2D_ARRAY);
   depth_texture(GL_TEXTURE1, GL_TEXTURE_CUBE_MAP);
   for (unsigned i = 0; i < 8; i++) {
      char fragment[800];
      snprintf(fragment, sizeof(fragment), "#version 300 es\n#extension GL_EXT_texture_shadow_lod : require\n"
               "precision highp float; uniform highp sampler2DArrayShadow layers; uniform highp samplerCubeShadow cube;\n"
               "out vec4 color; void main() { vec2 at = gl_FragCoord.xy / 8.0; float sum = 0.0;\n"
               "  for (int i = 0; i < 9; i++) { float r = (float(i) + 0.5) / 10.0; sum += %s; }\n"
               "  color = vec4(sum / 10.0, 0.0, 0.0, 1.0); }", shadow_calls[i].call);
      const GLuint program = api_program(vertex, NULL, fragment);
      glUniform1i(glGetUniformLocation(program, "cube"), 1);
      api_rectangle((GLfloat)i / 4 - 1, -1, (GLfloat)(i + 1) / 4 - 1, 1);
   }
   glActiveTexture(GL_TEXTURE0);
}

static void shadow_lod(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      rgba[i][0] = (uint8_t)(shadow_calls[i % API_SIZE / 4].passes * 255 / 10.0 + 0.5);
      rgba[i][3] = 255;
   }
}

/* ---- EXT_conservative_depth --------------------------------------------------------------------------------------------------- */

/* The layout qualifier changes no result: a quad at depth 0.5 whose shader writes 0.5 plus or minus a part of x, against depth 0.5. */
static void draw_conservative_depth(void)
{
   static const char *const layouts[] = {"depth_greater", "depth_less", "depth_any", "depth_unchanged"};
   GLuint depth;
   api_require("GL_EXT_conservative_depth");
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   glClearDepthf(0.625f);
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   for (unsigned i = 0; i < 4; i++) {
      char fragment[400];
      snprintf(fragment, sizeof(fragment), "#version 300 es\n#extension GL_EXT_conservative_depth : require\n"
               "layout(%s) out highp float gl_FragDepth; precision highp float; uniform float slope; out vec4 color;\n"
               "void main() { gl_FragDepth = gl_FragCoord.z + slope * gl_FragCoord.x / 32.0; color = vec4(gl_FragDepth, 1.0, 0.0, 1.0); }",
               layouts[i]);
      const GLuint program = api_program(vertex, NULL, fragment);
      glUniform1f(glGetUniformLocation(program, "slope"), i == 3 ? 0.0f : i == 1 ? -0.5f : 0.5f);
      api_rectangle(-1, (GLfloat)i / 2 - 1, 1, (GLfloat)(i + 1) / 2 - 1);
   }
   glDisable(GL_DEPTH_TEST);
}

static void conservative_depth(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned row = i / API_SIZE / 8;
      const double depth = 0.5 + (row == 3 ? 0 : row == 1 ? -0.5 : 0.5) * (i % API_SIZE + 0.5) / 32;
      if (depth >= 0.625)
         continue;
      rgba[i][0] = (uint8_t)lrint(depth * 255);
      rgba[i][1] = rgba[i][3] = 255;
   }
}

const struct api_body api_bodies_extensions[] = {
   {"mirror-clamp", GLES, 20, 0, 0, draw_mirror_clamp, mirror_clamp},
   {"query-lod", GLES, 30, 2, 0, draw_query_lod, query_lod},
   {"shadow-lod", GLES, 30, 1, 0, draw_shadow_lod, shadow_lod},
   {"conservative-depth", GLES, 30, 1, 0, draw_conservative_depth, conservative_depth},
   {"second-source", GLES, 30, 1, 0, draw_second_source, second_source},
   {"base-vertices", GLES, 30, 0, 3 * API_SIZE, draw_base_vertices, base_vertices},
   {0},
};
