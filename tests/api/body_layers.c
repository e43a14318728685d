/* body_layers.c: layered attachments (OpenGL 4.5, 9.8): depth with stencil at every level of a 2D array and a cube map, attachments
 * with different numbers of layers. Every level and layer has different values. */
#include <stdio.h>
#include <string.h>

#include "api_texels.h"

enum { SIZE = 16, LAYERS = 6, LEVELS = 5 };

/* The expected value of each texel of a level and layer after the clear and the draw, in steps of 1/255. */
static unsigned depth_of(unsigned level, unsigned layer)
{
   return 20 + level * 40 + layer * 3;
}

static unsigned stencil_of(unsigned level, unsigned layer)
{
   return 7 + level * 43 + layer * 5;
}

static GLuint save_framebuffer(void)
{
   GLint name;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &name);
   return (GLuint)name;
}

static void begin_target(GLuint texture, int level)
{
   GLuint fbo;
   const int size = SIZE >> level;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, texture, level);
   glDrawBuffers(1, &(const GLenum){GL_NONE});
   glViewport(0, 0, size, size);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("level %d is incomplete", level);
}

/* One invocation for each layer: its triangle covers the layer, with the layer's depth. */
static const char all_layers[] =
   "#version 330\n"
   "layout(triangles) in; layout(triangle_strip, max_vertices = 18) out; uniform float base; out float shade;\n"
   "void main() { for (int layer = 0; layer < 6; layer++) {\n"
   "  for (int i = 0; i < 3; i++) {\n"
   "    gl_Layer = layer; shade = float(layer);\n"
   "    gl_Position = vec4(gl_in[i].gl_Position.xy, (base + float(layer) * 3.0) / 255.0 * 2.0 - 1.0, 1.0); EmitVertex(); }\n"
   "  EndPrimitive(); } }";

/* The clear sets all layers of a level to one value, single layers then get their stencil, a draw of all layers their depth. */
static void fill_level(GLuint texture, GLenum target, int level, GLuint program)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   begin_target(texture, level);
   glClearDepth(1.0);
   glClearStencil((GLint)stencil_of((unsigned)level, 0) - 1);
   glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   for (int layer = 1; layer < LAYERS; layer++) {
      const GLint value = (GLint)stencil_of((unsigned)level, (unsigned)layer) - 1;
      if (target == GL_TEXTURE_CUBE_MAP)
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, (GLenum)(GL_TEXTURE_CUBE_MAP_POSITIVE_X + layer), texture, level);
      else
         glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, texture, level, layer);
      glClearBufferiv(GL_STENCIL, 0, &value);
   }
   glFramebufferTexture(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, texture, level);
   glUseProgram(program);
   glUniform1f(glGetUniformLocation(program, "base"), (float)depth_of((unsigned)level, 0));
   glEnable(GL_DEPTH_TEST);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_ALWAYS, 0, 0xff);
   glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glDisable(GL_DEPTH_TEST);
   glDisable(GL_STENCIL_TEST);
}

/* Row y of the picture shows layer y % 6, column x level x % 5: depth in the lower half, stencil in the upper. All texels of the
 * level and layer must be equal: red is their value, green is 1 if they are. Each level is sampled by itself. */
static void show(GLenum target)
{
   char fragment[2000];
   const bool cube = target == GL_TEXTURE_CUBE_MAP;
   snprintf(fragment, sizeof(fragment),
            "#version 330\nuniform %s d; uniform u%s s; uniform int only; uniform int upper; out vec4 color;\n"
            "vec3 at(int x, int y, int size, int layer) {\n"
            "  vec2 st = (vec2(x, y) + 0.5) / float(size), c = st * 2.0 - 1.0;\n"
            "  return %s; }\n"
            "void main() {\n"
            "  int level = int(gl_FragCoord.x) %% 5, layer = int(gl_FragCoord.y) %% 6, size = 16 >> level; bool same = true;\n"
            "  if (level != only) discard;\n"
            "  vec4 first = vec4(-1.0);\n"
            "  for (int y = 0; y < size; y++) for (int x = 0; x < size; x++) {\n"
            "    vec3 p = at(x, y, size, layer);\n"
            "    float v = upper == 0 ? textureLod(d, p, 0.0).r : float(textureLod(s, p, 0.0).r) / 255.0;\n"
            "    if (first.r < 0.0) first = vec4(v); else same = same && first.r == v; }\n"
            "  color = vec4(first.r, same ? 1.0 : 0.0, 0.0, 1.0); }",
            cube ? "samplerCube" : "sampler2DArray", cube ? "samplerCube" : "sampler2DArray",
            cube ? "layer == 0 ? vec3(1.0, -c.y, -c.x) : layer == 1 ? vec3(-1.0, -c.y, c.x)"
                   ": layer == 2 ? vec3(c.x, 1.0, c.y) : layer == 3 ? vec3(c.x, -1.0, -c.y)"
                   ": layer == 4 ? vec3(c.x, -c.y, 1.0) : vec3(-c.x, -c.y, -1.0)"
                 : "vec3(st, float(layer))");
   const GLuint program = api_program(vertex, NULL, fragment);
   glViewport(0, 0, API_SIZE, API_SIZE);
   glUniform1i(glGetUniformLocation(program, "d"), 0);
   glUniform1i(glGetUniformLocation(program, "s"), 1);
   for (int upper = 0; upper < 2; upper++) {
      glUniform1i(glGetUniformLocation(program, "upper"), upper);
      glTexParameteri(target, GL_DEPTH_STENCIL_TEXTURE_MODE, upper ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT);
      glActiveTexture(upper ? GL_TEXTURE1 : GL_TEXTURE0);
      for (int level = 0; level < LEVELS; level++) {
         glTexParameteri(target, GL_TEXTURE_BASE_LEVEL, level);
         glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, level);
         glUniform1i(glGetUniformLocation(program, "only"), level);
         api_rectangle(-1, upper ? 0 : -1, 1, upper ? 1 : 0);
      }
   }
}

static void draw_depth_stencil(GLenum target, GLenum format)
{
   api_require("GL_ARB_stencil_texturing");
   const GLuint shown = save_framebuffer(), texture = new_texture(target);
   if (target == GL_TEXTURE_CUBE_MAP)
      glTexStorage2D(target, LEVELS, format, SIZE, SIZE);
   else
      glTexStorage3D(target, LEVELS, format, SIZE, SIZE, LAYERS);
   const GLuint program = api_program(vertex, all_layers, "#version 330\nin float shade; void main() { if (shade < 0.0) discard; }");
   for (int level = 0; level < LEVELS; level++)
      fill_level(texture, target, level, program);
   glBindFramebuffer(GL_FRAMEBUFFER, shown);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(target, texture);
   show(target);
}

static void draw_array(void) { draw_depth_stencil(GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8); }
static void draw_array_float(void) { draw_depth_stencil(GL_TEXTURE_2D_ARRAY, GL_DEPTH32F_STENCIL8); }
static void draw_cube(void) { draw_depth_stencil(GL_TEXTURE_CUBE_MAP, GL_DEPTH24_STENCIL8); }

static void reference_depth_stencil(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned level = i % API_SIZE % 5, y = i / API_SIZE, layer = y % 6;
      rgba[i][0] = (uint8_t)(y < 16 ? depth_of(level, layer) : stencil_of(level, layer));
      rgba[i][1] = rgba[i][3] = 255;
      rgba[i][2] = 0;
   }
}

/* ---- different numbers of layers ------------------------------------------------------------------------------------------ */

/* A clear reaches all layers of each attachment: three of one, seven of the other, and of a view the four that it has. */
static void draw_unequal(void)
{
   static const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0.5f, 1}, blue[4] = {0, 0.25f, 1, 1};
   static const uint8_t start[9 * 8 * 8][4];
   static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
   static const int layers[3] = {3, 7, 9};
   api_require("GL_ARB_texture_view");
   const GLuint shown = save_framebuffer();
   GLuint fbo, view, texture[3];
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned i = 0; i < 3; i++) {
      glActiveTexture(GL_TEXTURE0 + i);
      texture[i] = new_texture(GL_TEXTURE_2D_ARRAY);
      glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 8, layers[i]);
      glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 8, 8, layers[i], GL_RGBA, GL_UNSIGNED_BYTE, start);
      if (i < 2)
         glFramebufferTexture(GL_FRAMEBUFFER, buffers[i], texture[i], 0);
   }
   glGenTextures(1, &view);
   desktop.TextureView(view, GL_TEXTURE_2D_ARRAY, texture[2], GL_RGBA8, 0, 1, 2, 4);
   glFramebufferTexture(GL_FRAMEBUFFER, buffers[2], view, 0);
   glDrawBuffers(3, buffers);
   glClearBufferfv(GL_COLOR, 0, red);
   glClearBufferfv(GL_COLOR, 1, green);
   glClearBufferfv(GL_COLOR, 2, blue);
   glBindFramebuffer(GL_FRAMEBUFFER, shown);
   const GLuint program = api_program(vertex, NULL,
      "#version 330\nuniform sampler2DArray t[3]; out vec4 color;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); ivec3 p = ivec3(at % 8, at.x / 8);\n"
      "  color = at.y < 8 ? texelFetch(t[0], ivec3(p.xy, min(p.z, 2)), 0)\n"
      "        : at.y < 16 ? texelFetch(t[1], p + ivec3(0, 0, 3), 0)\n"
      "        : texelFetch(t[2], ivec3(p.xy, at.x / 4 % 8), 0); }");
   glUniform1iv(glGetUniformLocation(program, "t"), 3, (const GLint[]){0, 1, 2});
   api_rectangle(-1, -1, 1, 1);
}

static void reference_unequal(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 128, 255}, blue[4] = {0, 64, 255, 255};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, layer = x / 4;
      if (y < 16)
         memcpy(rgba[i], y < 8 ? red : green, 4);
      else if (layer >= 2 && layer < 6)
         memcpy(rgba[i], blue, 4);
      else
         memset(rgba[i], 0, 4);
   }
}

/* The vertex shader selects layer and viewport: an instance to the right half of layer 0, one to the left half of layer 1. */
static void draw_vertex_layer(void)
{
   typedef void (*viewport_indexed)(GLuint, GLfloat, GLfloat, GLfloat, GLfloat);
   static const float corner[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
   const viewport_indexed viewport = (viewport_indexed)eglGetProcAddress("glViewportIndexedf");
   GLuint texture, fbo;
   GLint target;
   api_require("GL_AMD_vertex_shader_layer");
   api_require("GL_AMD_vertex_shader_viewport_index");
   api_require("GL_ARB_viewport_array");
   api_program("#version 330\n#extension GL_AMD_vertex_shader_layer : require\n#extension GL_AMD_vertex_shader_viewport_index : require\n"
      "layout(location = 0) in vec2 pos; flat out vec4 shade;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_Layer = gl_InstanceID; gl_ViewportIndex = 1 - gl_InstanceID;\n"
      "   shade = gl_InstanceID == 0 ? vec4(1.0, 0.0, 0.0, 1.0) : vec4(0.0, 1.0, 0.0, 1.0); }", NULL,
      "#version 330\nflat in vec4 shade; out vec4 color; void main() { color = shade; }");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, API_SIZE, API_SIZE, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   api_vertices(corner, sizeof(corner));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   viewport(0, 0, 0, API_SIZE / 2, API_SIZE);
   viewport(1, API_SIZE / 2, 0, API_SIZE / 2, API_SIZE);
   glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 2);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   for (GLint i = 0; i < 2; i++) { /* a quarter of each layer's halves, side by side */
      glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, i);
      glBlitFramebuffer(API_SIZE / 4, 0, 3 * API_SIZE / 4, API_SIZE, i * API_SIZE / 2, 0, (i + 1) * API_SIZE / 2, API_SIZE,
                        GL_COLOR_BUFFER_BIT, GL_NEAREST);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   glViewport(0, 0, API_SIZE, API_SIZE);
}

static void reference_vertex_layer(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned channel[4] = {2, 0, 1, 2}; /* blue, red of layer 0; green, blue of layer 1 */
   for (unsigned i = 0; i < API_TEXELS; i++)
      rgba[i][channel[i % API_SIZE / (API_SIZE / 4)]] = rgba[i][3] = 255;
}

/* GLSL 4.60, 7.1.5: the fragment shader reads the layer that was written, also one that the framebuffer does not have, or 0. */
static void draw_layer_values(void)
{
   static const char vertex[] = "#version 430\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char geometry[] =
      "#version 430\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out; uniform int layer;\n"
      "void main() { for (int i = 0; i < 3; i++) { gl_Layer = layer; gl_Position = gl_in[i].gl_Position; EmitVertex(); } }";
   static const char fragment[] = "#version 430\nuniform int layer; out vec4 color; void main() { color = vec4(gl_Layer == layer); }";
   static const GLint layers[] = {0, 1, 10000, -10000};
   GLuint program = api_program(vertex, geometry, fragment);
   for (unsigned i = 0; i < 4; i++) {
      glUniform1i(glGetUniformLocation(program, "layer"), layers[i]);
      api_rectangle(i & 1 ? 0 : -1, i & 2 ? 0 : -1, i & 1 ? 1 : 0, i & 2 ? 0.5f : 0);
   }
   program = api_program(vertex, NULL, fragment);
   glUniform1i(glGetUniformLocation(program, "layer"), 0);
   api_rectangle(-1, 0.5f, 1, 1);
}

static void layer_values(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 255, API_TEXELS * 4);
}

const struct api_body api_bodies_layers[] = {
   {"layer-values", CORE, 43, 0, 0, draw_layer_values, layer_values},
   {"layers-depth-stencil-array", CORE, 33, 0, 0, draw_array, reference_depth_stencil},
   {"layers-depth-stencil-float", CORE, 33, 0, 0, draw_array_float, reference_depth_stencil},
   {"layers-depth-stencil-cube", CORE, 33, 0, 0, draw_cube, reference_depth_stencil},
   {"layers-unequal", CORE, 33, 1, 0, draw_unequal, reference_unequal},
   {"layers-of-vertices", CORE, 33, 0, 0, draw_vertex_layer, reference_vertex_layer},
   {0},
};
