/* body_es_names.c: extensions that bring features of OpenGL to OpenGL ES: viewports by index (OES_viewport_array), clears of
 * textures (EXT_clear_texture), formats of images (NV_image_formats), interpolation without perspective, integer functions in the
 * shading language 3.00 (MESA_shader_integer_functions), the last level of textures in ES 2.0 (APPLE_texture_max_level),
 * framebuffers whose rows begin at the top (MESA_framebuffer_flip_y). */
#include <string.h>

#include "api_test.h"

#define VERTEX_300 "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }"

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

/* ---- GL_OES_viewport_array ----------------------------------------------------------------------------------------------- */

/* Viewport i is square i of 4 x 4, each of 8 x 8 texels; odd ones have a scissor test that leaves out the column on the left. */
static void set_viewports(void)
{
   const PFNGLVIEWPORTARRAYVOESPROC viewport_array = (PFNGLVIEWPORTARRAYVOESPROC)eglGetProcAddress("glViewportArrayvOES");
   const PFNGLVIEWPORTINDEXEDFOESPROC viewport = (PFNGLVIEWPORTINDEXEDFOESPROC)eglGetProcAddress("glViewportIndexedfOES");
   const PFNGLVIEWPORTINDEXEDFVOESPROC viewport_v = (PFNGLVIEWPORTINDEXEDFVOESPROC)eglGetProcAddress("glViewportIndexedfvOES");
   const PFNGLSCISSORARRAYVOESPROC scissor_array = (PFNGLSCISSORARRAYVOESPROC)eglGetProcAddress("glScissorArrayvOES");
   const PFNGLSCISSORINDEXEDOESPROC scissor = (PFNGLSCISSORINDEXEDOESPROC)eglGetProcAddress("glScissorIndexedOES");
   const PFNGLSCISSORINDEXEDVOESPROC scissor_v = (PFNGLSCISSORINDEXEDVOESPROC)eglGetProcAddress("glScissorIndexedvOES");
   const PFNGLDEPTHRANGEARRAYFVOESPROC range_array = (PFNGLDEPTHRANGEARRAYFVOESPROC)eglGetProcAddress("glDepthRangeArrayfvOES");
   const PFNGLDEPTHRANGEINDEXEDFOESPROC range = (PFNGLDEPTHRANGEINDEXEDFOESPROC)eglGetProcAddress("glDepthRangeIndexedfOES");
   const PFNGLGETFLOATI_VOESPROC get_floats = (PFNGLGETFLOATI_VOESPROC)eglGetProcAddress("glGetFloati_vOES");
   GLfloat viewports[16][4], ranges[16][2], value[4];
   GLint boxes[16][4], limit = 0, integers[4];
   glGetIntegerv(GL_MAX_VIEWPORTS_OES, &limit);
   if (limit < 16)
      api_fail("%d viewports", limit);
   for (int i = 0; i < 16; i++) {
      const int x = i % 4 * 8, y = i / 4 * 8;
      memcpy(viewports[i], (GLfloat[4]){(GLfloat)x, (GLfloat)y, 8, 8}, sizeof(viewports[i]));
      memcpy(ranges[i], (GLfloat[2]){(GLfloat)i / 16.0f, (GLfloat)(15 - i) / 16.0f}, sizeof(ranges[i]));
      memcpy(boxes[i], (GLint[4]){x + 1, y, 7, 8}, sizeof(boxes[i]));
   }
   viewport_array(0, 5, viewports[0]);
   viewport(5, viewports[5][0], viewports[5][1], 8, 8);
   viewport_v(6, viewports[6]);
   viewport_array(7, 9, viewports[7]);
   range_array(0, 15, ranges[0]);
   range(15, ranges[15][0], ranges[15][1]);
   scissor_array(0, 14, boxes[0]);
   scissor(14, boxes[14][0], boxes[14][1], 7, 8);
   scissor_v(15, boxes[15]);
   for (GLuint i = 1; i < 16; i += 2)
      glEnablei(GL_SCISSOR_TEST, i);
   api_expect("the scissor test of viewport 3", glIsEnabledi(GL_SCISSOR_TEST, 3), GL_TRUE);
   api_expect("the scissor test of viewport 4", glIsEnabledi(GL_SCISSOR_TEST, 4), GL_FALSE);
   get_floats(GL_DEPTH_RANGE, 3, value);
   api_expect("16 x a depth range", (long)(value[1] * 16), 12);
   get_floats(GL_VIEWPORT, 6, value);
   api_expect("x of a viewport", (long)value[0], 16);
   glGetIntegeri_v(GL_SCISSOR_BOX, 14, integers);
   api_expect("x of a scissor box", integers[0], 17);
   api_expect_error(GL_NO_ERROR, "commands of viewports");
   range(16, 0, 1);
   api_expect_error(GL_INVALID_VALUE, "a depth range of viewport 16");
   range_array(1, 16, ranges[0]);
   api_expect_error(GL_INVALID_VALUE, "depth ranges up to viewport 16");
   glEnablei(GL_DEPTH_TEST, 1);
   api_expect_error(GL_INVALID_ENUM, "the depth test of a viewport");
}

#define VIEWPORT_STAGE                                                                                                           \
   "#version 310 es\n#extension GL_EXT_geometry_shader : require\n#extension GL_OES_viewport_array : require\n"                  \
   "precision highp float; precision highp int;\n"
#define VIEWPORT_GEOMETRY(layout)                                                                                                \
   VIEWPORT_STAGE layout "layout(triangle_strip, max_vertices = 64) out; flat out int number;\n"                                 \
   "void main() { for (int i = 0; i < 64; i++) { number = i / 4 + 16 * gl_InvocationID; gl_ViewportIndex = i / 4;\n"             \
   "  gl_Position = vec4(float(i & 1) * 2.0 - 1.0, float(i & 2) - 1.0, 0.5, 1.0); EmitVertex();\n"                               \
   "  if (i % 4 == 3) EndPrimitive(); } }"
static const char viewport_vertex[] = "#version 310 es\nvoid main() { gl_Position = vec4(0.0); }";

static void draw_viewports(void)
{
   api_require("GL_OES_viewport_array");
   api_program(viewport_vertex, VIEWPORT_GEOMETRY("layout(points) in;"),
               VIEWPORT_STAGE "flat in int number; out vec4 color;\n"
               "void main() { color = vec4(float(gl_ViewportIndex) * 16.0 / 255.0, gl_FragCoord.z,\n"
               "  gl_ViewportIndex == number && gl_MaxViewports >= 16 ? 1.0 : 0.0, 1.0); }");
   api_vertices("", 1);
   set_viewports();
   glDrawArrays(GL_POINTS, 0, 1);
}

static void reference_viewports(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned t = 0; t < API_TEXELS; t++) {
      const unsigned x = t % API_SIZE, y = t / API_SIZE, i = y / 8 * 4 + x / 8;
      const double n = i / 16.0, f = (15 - i) / 16.0;
      if (!(i & 1) || x % 8)
         expect_at(rgba, t, i * 16, (unsigned)((n + (f - n) * 0.75) * 255 + 0.5), 255);
   }
}

/* The same viewports, of two invocations whose primitives are drawn in order and read the framebuffer. */
static void draw_viewports_fetch(void)
{
   api_require("GL_OES_viewport_array");
   api_require("GL_EXT_shader_framebuffer_fetch");
   api_program(viewport_vertex, VIEWPORT_GEOMETRY("layout(points, invocations = 2) in;"),
               "#version 310 es\n#extension GL_EXT_shader_framebuffer_fetch : require\n"
               "#extension GL_EXT_geometry_shader : require\nprecision highp float; flat in int number; inout vec4 color;\n"
               "void main() { int v = int(color.r * 255.0 + 0.5); color = vec4(float((v * 3 + number) % 251) / 255.0,\n"
               "  gl_FragCoord.z, 0.0, 1.0); }");
   api_vertices("", 1);
   set_viewports();
   glDrawArrays(GL_POINTS, 0, 1);
}

static void reference_viewports_fetch(uint8_t rgba[API_TEXELS][4])
{
   reference_viewports(rgba);
   for (unsigned t = 0; t < API_TEXELS; t++) {
      const unsigned x = t % API_SIZE, y = t / API_SIZE, i = y / 8 * 4 + x / 8;
      if (rgba[t][3])
         expect_at(rgba, t, (i * 3 + i + 16) % 251, rgba[t][1], 0);
   }
}

/* ---- GL_EXT_clear_texture ------------------------------------------------------------------------------------------------ */

static void draw_clear(void)
{
   static const uint8_t blue[4] = {10, 20, 200, 255}, grey[1] = {77};
   static const GLuint number[1] = {40};
   static const float depth = 0.75f, floats[4] = {10 / 255.0f, 20 / 255.0f, 200 / 255.0f, 1.0f};
   const PFNGLCLEARTEXIMAGEEXTPROC clear = (PFNGLCLEARTEXIMAGEEXTPROC)eglGetProcAddress("glClearTexImageEXT");
   const PFNGLCLEARTEXSUBIMAGEEXTPROC clear_part = (PFNGLCLEARTEXSUBIMAGEEXTPROC)eglGetProcAddress("glClearTexSubImageEXT");
   api_require("GL_EXT_clear_texture");
   const GLuint layers = new_texture(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 16, 16, 4);
   clear(layers, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   clear_part(layers, 0, 3, 2, 1, 8, 9, 1, GL_RGBA, GL_UNSIGNED_BYTE, blue);
   clear_part(layers, 0, 3, 2, 2, 8, 9, 1, GL_RGBA, GL_FLOAT, floats);
   glActiveTexture(GL_TEXTURE1);
   const GLuint depths = new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, 16, 16);
   clear(depths, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
   glActiveTexture(GL_TEXTURE2);
   const GLuint luminance = new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 16, 16, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, NULL);
   clear(luminance, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, grey);
   glActiveTexture(GL_TEXTURE3);
   const GLuint integers = new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 16, 16);
   clear(integers, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, number);
   api_expect_error(GL_NO_ERROR, "clears");
   clear(integers, 0, GL_RED, GL_UNSIGNED_BYTE, blue);
   api_expect_error(GL_INVALID_OPERATION, "an integer texture, cleared with colours");
   clear(depths, 0, GL_RGBA, GL_FLOAT, &depth);
   api_expect_error(GL_INVALID_OPERATION, "a depth texture, cleared with colours");
   clear_part(layers, 0, 9, 0, 0, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, blue);
   api_expect_error(GL_INVALID_OPERATION, "a region that the image does not contain");
   const GLuint program = api_program(VERTEX_300, NULL,
      "#version 300 es\nprecision highp float; precision highp usampler2D; precision highp sampler2DArray; out vec4 c;\n"
      "uniform sampler2DArray t; uniform highp sampler2D d, l; uniform usampler2D n;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy), low = at % 16;\n"
      "  c = at.y < 16 ? texelFetch(t, ivec3(low, at.x / 16 * 2), 0) : at.x >= 16 ? texelFetch(t, ivec3(low, 1), 0)\n"
      "  : vec4(texelFetch(d, low, 0).r, texelFetch(l, low, 0).r, float(texelFetch(n, low, 0).r) / 255.0, 1.0); }");
   glUniform1i(glGetUniformLocation(program, "d"), 1);
   glUniform1i(glGetUniformLocation(program, "l"), 2);
   glUniform1i(glGetUniformLocation(program, "n"), 3);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_clear(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE % 16, y = i / API_SIZE % 16, part = i / API_SIZE / 16 * 2 + i % API_SIZE / 16;
      if (part == 2)
         expect_at(rgba, i, 0, 77, 40);
      else if (part && x >= 3 && x < 11 && y >= 2 && y < 11) /* layers 1 and 2 */
         expect_at(rgba, i, 10, 20, 200);
   }
}

/* ---- GL_NV_image_formats ------------------------------------------------------------------------------------------------- */

static void draw_image_formats(void)
{
   static const GLenum formats[3] = {GL_RG8, GL_R16UI, GL_R11F_G11F_B10F};
   static const char compute[] =
      "#version 310 es\n#extension GL_NV_image_formats : require\nlayout(local_size_x = 8, local_size_y = 8) in;\n"
      "layout(rg8, binding = 0) writeonly uniform highp image2D a;\n"
      "layout(r16ui, binding = 1) writeonly uniform highp uimage2D b;\n"
      "layout(r11f_g11f_b10f, binding = 2) writeonly uniform highp image2D c;\n"
      "void main() { ivec2 at = ivec2(gl_GlobalInvocationID.xy); imageStore(a, at, vec4(vec2(at) / 51.0, 0.0, 0.0));\n"
      "  imageStore(b, at, uvec4(at.x * 300 + at.y));\n"
      "  imageStore(c, at, vec4(float(at.x & 3) * 0.25, 0.5, float(at.y) / 32.0, 1.0)); }";
   static const char fragment[] =
      "#version 310 es\n#extension GL_NV_image_formats : require\nprecision highp float; out vec4 color;\n"
      "layout(rg8, binding = 0) readonly uniform highp image2D a; uniform highp usampler2D b; uniform highp sampler2D c;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); uint n = texelFetch(b, at, 0).r; vec3 f = texelFetch(c, at, 0).rgb;\n"
      "  bool same = f == vec3(float(at.x & 3) * 0.25, 0.5, float(at.y) / 32.0) && n == uint(at.x * 300 + at.y);\n"
      "  color = vec4(imageLoad(a, at).rg, same ? 1.0 : 0.0, 1.0); }";
   api_require("GL_NV_image_formats");
   for (GLuint i = 0; i < 3; i++) {
      glActiveTexture(GL_TEXTURE0 + i);
      const GLuint texture = new_texture(GL_TEXTURE_2D);
      glTexStorage2D(GL_TEXTURE_2D, 1, formats[i], 32, 32);
      glBindImageTexture(i, texture, 0, GL_FALSE, 0, i ? GL_WRITE_ONLY : GL_READ_WRITE, formats[i]);
   }
   api_expect_error(GL_NO_ERROR, "images of these formats");
   const GLuint stores = glCreateProgram();
   api_attach(stores, GL_COMPUTE_SHADER, compute);
   api_link(stores);
   glDispatchCompute(4, 4, 1);
   glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
   const GLuint program = api_program("#version 310 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
                                      fragment);
   glUniform1i(glGetUniformLocation(program, "b"), 1);
   glUniform1i(glGetUniformLocation(program, "c"), 2);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_image_formats(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE * 5, i / API_SIZE * 5, 255);
}

/* ---- GL_NV_shader_noperspective_interpolation ---------------------------------------------------------------------------- */

static void draw_noperspective(void)
{
   api_require("GL_NV_shader_noperspective_interpolation");
   api_program("#version 300 es\n#extension GL_NV_shader_noperspective_interpolation : require\nnoperspective out vec2 value;\n"
               "void main() { vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1); float w = gl_VertexID == 1 ? 1.0 : 4.0;\n"
               "  value = at; gl_Position = vec4((at * 2.0 - 1.0) * w, 0.0, w); }", NULL,
               "#version 300 es\n#extension GL_NV_shader_noperspective_interpolation : require\nprecision highp float;\n"
               "noperspective in vec2 value; out vec4 c; void main() { c = vec4(value, 0.0, 1.0); }");
   api_vertices("", 1);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void reference_noperspective(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, (unsigned)((i % API_SIZE + 0.5) / 32 * 255 + 0.5), (unsigned)((i / API_SIZE + 0.5) / 32 * 255 + 0.5),
                0);
}

/* ---- GL_MESA_shader_integer_functions ------------------------------------------------------------------------------------ */

static void draw_integer_functions(void)
{
   api_require("GL_MESA_shader_integer_functions");
   api_program(VERTEX_300, NULL,
      "#version 300 es\n#extension GL_MESA_shader_integer_functions : require\nprecision highp float; precision highp int;\n"
      "out vec4 c;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int i = at.y * 32 + at.x, e, ihigh, ilow; float f = frexp(float(i), e);\n"
      "  uint u = uint(i), carry, borrow, high, low; bool sums = uaddCarry(~u, u + 1u, carry) == 0u && carry == 1u;\n"
      "  sums = sums && usubBorrow(0u, u, borrow) == 0u - u && borrow == (i == 0 ? 0u : 1u);\n"
      "  umulExtended(u << 16, 65536u, high, low); imulExtended(-i - 1, 65536, ihigh, ilow);\n"
      "  sums = sums && high == u && low == 0u && ihigh == -1 && ilow == (-i - 1) * 65536 && ldexp(f, e) == float(i);\n"
      "  int bits = bitfieldInsert(0, i, 7, 9); sums = sums && bitfieldExtract(uint(bits), 7, 9) == (u & 511u);\n"
      "  sums = sums && bitfieldReverse(bitfieldReverse(u)) == u && bitfieldReverse(1u) == 0x80000000u;\n"
      "  c = vec4(float(bitCount(i)), float(findMSB(i) + 1), float(findLSB(i) + 1), sums ? 255.0 : 0.0) / 255.0; }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_integer_functions(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned count = 0, most = 0, least = 0;
      for (unsigned bit = 0; bit < 10; bit++)
         if (i >> bit & 1) {
            count++;
            most = bit + 1;
            least = least ? least : bit + 1;
         }
      expect_at(rgba, i, count, most, least);
   }
}

/* ---- GL_APPLE_texture_max_level ------------------------------------------------------------------------------------------ */

/* Without the levels that follow, a texture of two levels is complete up to either of them. Minified by 2, level 1 is sampled. */
static void draw_max_level(void)
{
   static uint8_t texels[64 * 64][4];
   GLint level = -1;
   api_require("GL_APPLE_texture_max_level");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "attribute vec2 pos; varying vec2 at;\n"
                                         "void main() { gl_Position = vec4(pos, 0.0, 1.0); at = pos * 0.5 + 0.5; }");
   api_attach(program, GL_FRAGMENT_SHADER, "uniform sampler2D t; varying mediump vec2 at;\n"
                                           "void main() { gl_FragColor = texture2D(t, at); }");
   glBindAttribLocation(program, 0, "pos");
   api_link(program);
   new_texture(GL_TEXTURE_2D);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   for (int i = 0; i < 2; i++) {
      for (unsigned t = 0; t < 64 * 64; t++)
         memcpy(texels[t], i ? (uint8_t[4]){0, 255, 0, 255} : (uint8_t[4]){255, 0, 0, 255}, 4);
      glTexImage2D(GL_TEXTURE_2D, i, GL_RGBA, 64 >> i, 64 >> i, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   api_rectangle(-1, -1, 1, 0); /* incomplete: black */
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < 2; i++) {
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL_APPLE, i);
      glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL_APPLE, &level);
      api_expect("the last level", level, i);
      glScissor(16 * i, 16, 16, 16);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL_APPLE, -1);
   api_expect_error(GL_INVALID_VALUE, "a negative level");
}

static void reference_max_level(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i / API_SIZE < 16)
         expect_at(rgba, i, 0, 0, 0);
      else
         expect_at(rgba, i, i % API_SIZE < 16 ? 255 : 0, i % API_SIZE < 16 ? 0 : 255, 0);
}

/* ---- GL_MESA_framebuffer_flip_y ------------------------------------------------------------------------------------------ */

/* A framebuffer whose rows begin at the top: the texture shows them turned around, a blit from it does not. */
static void draw_flip(void)
{
   GLint target = 0, flip = -1;
   GLuint fbo;
   uint8_t texel[4] = {0};
   api_require("GL_MESA_framebuffer_flip_y");
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   const GLuint texture = new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 32, 32);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
   glGetFramebufferParameteriv(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &flip);
   api_expect("the parameter", flip, GL_TRUE);
   api_program(VERTEX_300, NULL, "#version 300 es\nprecision highp float; out vec4 c;\n"
               "void main() { c = vec4(floor(gl_FragCoord.xy) * 4.0 / 255.0, dFdy(gl_FragCoord.y), 1.0); }");
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, 0, 32, 20);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_SCISSOR_TEST);
   glReadPixels(3, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   api_expect("green of the pixel in row 5", texel[1], 20);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   glBlitFramebuffer(0, 0, 16, 32, 16, 0, 32, 32, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   api_program(VERTEX_300, NULL, "#version 300 es\nprecision highp float; uniform highp sampler2D t; out vec4 c;\n"
               "void main() { c = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 0, 1);
   glFramebufferParameteri(GL_FRAMEBUFFER, 0x1234, GL_TRUE);
   api_expect_error(GL_INVALID_ENUM, "no such parameter");
}

static void reference_flip(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE % 16, y = i % API_SIZE < 16 ? 31 - i / API_SIZE : i / API_SIZE;
      expect_at(rgba, i, y < 20 ? x * 4 : 0, y < 20 ? y * 4 : 0, y < 20 ? 255 : 0);
   }
}

const struct api_body api_bodies_es_names[] = {
   {"es-viewports", GLES, 32, 1, 0, draw_viewports, reference_viewports},
   {"es-viewports-fetch", GLES, 32, 1, 0, draw_viewports_fetch, reference_viewports_fetch},
   {"es-clear-texture", GLES, 32, 0, 0, draw_clear, reference_clear},
   {"es-image-formats", GLES, 32, 0, 0, draw_image_formats, reference_image_formats},
   {"es-noperspective", GLES, 30, 1, 0, draw_noperspective, reference_noperspective},
   {"es-integer-functions", GLES, 30, 0, 0, draw_integer_functions, reference_integer_functions},
   {"es-max-level", GLES, 20, 0, 0, draw_max_level, reference_max_level},
   {"es-flip-y", GLES, 31, 0, 0, draw_flip, reference_flip},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
