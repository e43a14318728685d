/* body_multiview.c: OVR_multiview and OVR_multiview2: draws and clears of all views, gl_ViewID_OVR in vertex and fragment shaders,
 * instances and indirect draws, completeness, queries and errors. */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

#ifndef GL_MAX_VIEWS_OVR
#define GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_NUM_VIEWS_OVR 0x9630
#define GL_MAX_VIEWS_OVR 0x9631
#define GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_BASE_VIEW_INDEX_OVR 0x9632
#define GL_FRAMEBUFFER_INCOMPLETE_VIEW_TARGETS_OVR 0x9633
#endif

enum { SIZE = 8, LAYERS = 5, FIRST = 1, VIEWS = 3 };
static GLuint array_texture, outer;
static const uint8_t zeros[LAYERS][SIZE][SIZE][4];

static void attach(GLenum point, GLuint texture, GLint first, GLsizei views)
{
   ((void (*)(GLenum, GLenum, GLuint, GLint, GLint, GLsizei))eglGetProcAddress("glFramebufferTextureMultiviewOVR"))(
      GL_FRAMEBUFFER, point, texture, 0, first, views);
}

static GLuint make_array(GLenum format)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, format, SIZE, SIZE, LAYERS);
   return texture;
}

/* Binds a framebuffer with the views FIRST .. FIRST + VIEWS - 1 of an array of zeros. */
static void begin(void)
{
   GLint bound = 0;
   GLuint framebuffer;
   api_require("GL_OVR_multiview2");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
   outer = (GLuint)bound;
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   array_texture = make_array(GL_RGBA8);
   glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, SIZE, SIZE, LAYERS, GL_RGBA, GL_UNSIGNED_BYTE, zeros);
   attach(GL_COLOR_ATTACHMENT0, array_texture, FIRST, VIEWS);
   glViewport(0, 0, SIZE, SIZE);
}

static void read_layer(GLint layer, uint8_t texels[SIZE * SIZE][4])
{
   GLuint framebuffer;
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, array_texture, 0, layer);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glDeleteFramebuffers(1, &framebuffer);
}

static void expect_layer(const char *what, GLint layer, unsigned x, unsigned y, const uint8_t wanted[4])
{
   uint8_t texels[SIZE * SIZE][4];
   read_layer(layer, texels);
   const uint8_t *got = texels[y * SIZE + x];
   if (memcmp(got, wanted, 4))
      api_fail("%s: layer %d, texel %u %u: %u %u %u %u, not %u %u %u %u", what, layer, x, y, got[0], got[1], got[2], got[3], wanted[0],
               wanted[1], wanted[2], wanted[3]);
   api_checked();
}

/* A program of ESSL 3.00 or GLSL 3.30 for `views`; bodies are of main(). */
static GLuint make_program(int views, const char *vertex_body, const char *fragment_body)
{
   char vertex[1024], fragment[1024], version[64];
   GLint is_es = strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES", 9) == 0;
   snprintf(version, sizeof version, "#version %s\n#extension GL_OVR_multiview2 : require\n", is_es ? "300 es" : "330");
   snprintf(vertex, sizeof vertex, "%slayout(num_views = %d) in;\nlayout(location = 0) in vec2 pos; flat out highp uint id;\n"
            "void main() { id = gl_ViewID_OVR; gl_Position = vec4(pos, 0.0, 1.0); %s }", version, views, vertex_body);
   snprintf(fragment, sizeof fragment, "%sprecision highp float; flat in highp uint id; out vec4 c;\nvoid main() { %s }", version,
            fragment_body);
   return api_program(vertex, NULL, fragment);
}

/* Two triangles over the left half of the viewport. */
static void bind_left_half(void)
{
   static const GLfloat corners[12] = { -1, -1, 0, -1, -1, 1, -1, 1, 0, -1, 0, 1 };
   api_vertices(corners, sizeof corners);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
}

/* ---- draws ------------------------------------------------------------------------------------------------------------------ */

static const uint8_t zero[4] = { 0, 0, 0, 0 }, clear_color[4] = { 0, 0, 255, 255 };

static void draw_views(void)
{
   static const struct { GLuint count, instances, first, base_instance; } arguments = { 6, 1, 0, 0 };
   GLuint buffer;
   begin();
   api_expect("status", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   /* View v is two pixels further to the right; both stages see its number. */
   make_program(VIEWS, "gl_Position.x += float(gl_ViewID_OVR) * 0.5;", "c = vec4(float(id) / 5.0, float(gl_ViewID_OVR) / 15.0, 1.0, 1.0);");
   bind_left_half();
   glDrawArrays(GL_TRIANGLES, 0, 6);
   for (GLint layer = 0; layer < LAYERS; layer++) {
      const int v = layer - FIRST;
      const bool is_view = v >= 0 && v < VIEWS;
      const uint8_t drawn[4] = { (uint8_t)(51 * v), (uint8_t)(17 * v), 255, 255 };
      for (unsigned x = 0; x < SIZE; x++)
         expect_layer("draw", layer, x, 3, !is_view ? zero : (int)x >= 2 * v && (int)x < 2 * v + 4 ? drawn : clear_color);
   }
   /* Instances add; an indirect draw, where there is one, adds once more. */
   make_program(VIEWS, "", "c = vec4(0.0, 0.0, 0.2 * float(gl_ViewID_OVR + 1u), 0.0);");
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   bind_left_half();
   glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 1);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
   const bool indirect = glGetError() == GL_NO_ERROR;
   if (indirect) {
      glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arguments, &arguments, GL_STATIC_DRAW);
      glDrawArraysIndirect(GL_TRIANGLES, NULL);
      glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
   }
   glDisable(GL_BLEND);
   for (int v = 0; v < VIEWS; v++) {
      const uint8_t once[4] = { 0, 0, (uint8_t)(51 * (v + 1)), 255 };
      uint8_t twice[4] = { 0, 0, (uint8_t)(once[2] * (v == 2 ? 1 : 2)), 255 };
      if (v == 2)
         twice[2] = 255;
      expect_layer("instances", FIRST + v, 0, 0, indirect ? twice : once);
   }
   api_expect_error(GL_NO_ERROR, "multiview draws");
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
}

/* Depth of each view, and glClearBuffer*. */
static void draw_depth(void)
{
   begin();
   attach(GL_DEPTH_ATTACHMENT, make_array(GL_DEPTH_COMPONENT24), FIRST, VIEWS);
   api_expect("status", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){ 0, 0, 1, 1 });
   glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){ 0.5f });
   glEnable(GL_DEPTH_TEST);
   make_program(VIEWS, "gl_Position.z = float(gl_ViewID_OVR) * 0.5 - 0.5;", "c = vec4(1.0, 0.0, 0.0, 1.0);"); /* depth 0.25, 0.5, 0.75 */
   bind_left_half();
   glDrawArrays(GL_TRIANGLES, 0, 6);
   glDisable(GL_DEPTH_TEST);
   for (int v = 0; v < VIEWS; v++) {
      static const uint8_t red[4] = { 255, 0, 0, 255 };
      expect_layer("depth", FIRST + v, 1, 1, v == 0 ? red : clear_color);
      expect_layer("depth", FIRST + v, 6, 1, clear_color);
   }
   expect_layer("depth", 0, 1, 1, zero);
   api_expect_error(GL_NO_ERROR, "multiview depth");
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
}

/* ---- state and errors ----------------------------------------------------------------------------------------------------- */

static GLint attachment_value(GLenum point, GLenum pname)
{
   GLint value = -1;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, pname, &value);
   return value;
}

static bool compiles(GLenum stage, const char *source)
{
   GLint ok = 0;
   const GLuint shader = glCreateShader(stage);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   glDeleteShader(shader);
   return ok;
}

static void check_language(void)
{
   static const char *const wrong[] = { "layout(num_views = 0) in;", "layout(num_views = 100) in;",
                                        "layout(num_views = 2) in; layout(num_views = 3) in;", "layout(num_views = 2) out;" };
   char source[256];
   const bool es = strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES", 9) == 0;
   const char *version = es ? "300 es" : "330", *enable = "#extension GL_OVR_multiview : enable\n";
   for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      snprintf(source, sizeof source, "#version %s\n%s%s void main() { gl_Position = vec4(0.0); }", version, enable, wrong[i]);
      if (compiles(GL_VERTEX_SHADER, source))
         api_fail("%s compiles", wrong[i]);
   }
   snprintf(source, sizeof source, "#version %s\nvoid main() { gl_Position = vec4(gl_ViewID_OVR); }", version);
   if (compiles(GL_VERTEX_SHADER, source))
      api_fail("gl_ViewID_OVR is there without the extension");
   snprintf(source, sizeof source, "#version %s\n%slayout(num_views = 2) in; layout(num_views = 2) in;\n"
            "void main() { gl_Position = vec4(gl_ViewID_OVR == 1u ? 1.0 : 0.0); }", version, enable);
   if (!compiles(GL_VERTEX_SHADER, source))
      api_fail("a shader for two views does not compile");
}

/* Transform feedback does not capture draws of several views. */
static void check_feedback(void)
{
   static const char *const names[] = { "id" };
   GLuint buffer;
   const GLuint program = make_program(2, "", "c = vec4(1.0);");
   glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 64, NULL, GL_STREAM_READ);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArrays(GL_TRIANGLES, 0, 6);
   api_expect_error(GL_INVALID_OPERATION, "a draw that is captured");
   glEndTransformFeedback();
   glDrawArrays(GL_TRIANGLES, 0, 6);
   api_expect_error(GL_NO_ERROR, "a draw after the capture");
}

static void draw_errors(void)
{
   uint8_t pixel[4];
   GLint most = 0, active = -1;
   begin();
   check_language();
   glGetIntegerv(GL_MAX_VIEWS_OVR, &most);
   if (most < 2)
      api_fail("GL_MAX_VIEWS_OVR is %d", most);
   api_expect("views", attachment_value(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_NUM_VIEWS_OVR), VIEWS);
   api_expect("first view", attachment_value(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_BASE_VIEW_INDEX_OVR), FIRST);
   api_expect("layer", attachment_value(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER), FIRST);
   attach(GL_COLOR_ATTACHMENT0, array_texture, 0, 0);
   api_expect_error(GL_INVALID_VALUE, "no views");
   attach(GL_COLOR_ATTACHMENT0, array_texture, 0, most + 1);
   api_expect_error(GL_INVALID_VALUE, "too many views");
   attach(GL_COLOR_ATTACHMENT0, array_texture, -1, 2);
   api_expect_error(GL_INVALID_VALUE, "a negative view");
   /* The program is for as many views as the framebuffer. */
   const GLuint program = make_program(2, "", "c = vec4(1.0);");
   bind_left_half();
   glDrawArrays(GL_TRIANGLES, 0, 6);
   api_expect_error(GL_INVALID_OPERATION, "a draw with another number of views");
   glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &active);
   api_expect("active uniforms", active, 0);
   attach(GL_COLOR_ATTACHMENT0, array_texture, FIRST, 2);
   glDrawArrays(GL_TRIANGLES, 0, 6);
   api_expect_error(GL_NO_ERROR, "a draw");
   check_feedback();
   /* Reads are of one view. */
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   api_expect_error(GL_INVALID_FRAMEBUFFER_OPERATION, "glReadPixels of two views");
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, outer);
   glBlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   api_expect_error(GL_INVALID_FRAMEBUFFER_OPERATION, "glBlitFramebuffer of two views");
   glDrawArrays(GL_TRIANGLES, 0, 6);
   api_expect_error(GL_INVALID_OPERATION, "a program of two views without them");
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
   /* Completeness. */
   GLuint framebuffer;
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   attach(GL_COLOR_ATTACHMENT0, array_texture, LAYERS - 1, 2);
   api_expect("a view without a layer", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   attach(GL_COLOR_ATTACHMENT0, array_texture, 0, 2);
   attach(GL_COLOR_ATTACHMENT0 + 1, make_array(GL_RGBA8), 0, 3);
   api_expect("other views", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_VIEW_TARGETS_OVR);
   glDrawArrays(GL_TRIANGLES, 0, 6);
   api_expect_error(GL_INVALID_FRAMEBUFFER_OPERATION, "a draw to an incomplete framebuffer");
   attach(GL_COLOR_ATTACHMENT0 + 1, 0, 0, 3);
   api_expect("detached", attachment_value(GL_COLOR_ATTACHMENT0 + 1, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), GL_NONE);
   api_expect("one attachment", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, array_texture, 0, 2);
   api_expect("a layer", attachment_value(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_NUM_VIEWS_OVR), 0);
   api_expect_error(GL_NO_ERROR, "completeness");
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
}

/* glBlitFramebuffer writes to the first view. */
static void draw_blit(void)
{
   GLuint source, framebuffer;
   begin();
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glGenTextures(1, &source);
   glBindTexture(GL_TEXTURE_2D, source);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIZE, SIZE);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, zeros);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, source, 0);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   for (int v = 0; v < VIEWS; v++)
      expect_layer("blit", FIRST + v, 2, 2, v == 0 ? zero : clear_color);
   api_expect_error(GL_NO_ERROR, "blit");
   glBindFramebuffer(GL_FRAMEBUFFER, outer);
}

const struct api_body api_bodies_multiview[] = {
   { "multiview-draws", GLES, 30, 0, 0, draw_views },
   { "core-multiview-draws", CORE, 33, 0, 0, draw_views },
   { "multiview-depth", GLES, 30, 0, 0, draw_depth },
   { "core-multiview-depth", CORE, 33, 0, 0, draw_depth },
   { "multiview-errors", GLES, 30, 0, 0, draw_errors },
   { "compat-multiview-errors", COMPATIBILITY, 33, 0, 0, draw_errors },
   { "multiview-blit", GLES, 30, 0, 0, draw_blit },
   { NULL },
};
