/* body_objects.c: program binaries, sync objects and queries of OpenGL ES 3.0 (2.11.5, 2.13, 5.2, 6.1.8). */
#include <stdlib.h>
#include <string.h>

#include "api_test.h"

static void expect_error(const char *what, GLenum wanted)
{
   api_expect(what, (long)glGetError(), (long)wanted);
}

/* ---- program binaries: the program and its interface, without its uniforms' values ------------------------------------------ */

static const char binary_vertex[] = "#version 300 es\nin vec4 pos; in vec4 val; out vec2 v;\n"
                                    "void main() { gl_Position = pos; v = pos.xy * 0.5 + 0.5; }";
static const char binary_fragment[] = "#version 300 es\nprecision highp float;\nin vec2 v; out vec4 c; uniform float scale[2];\n"
                                      "uniform mat2 turn;\nvoid main() { c = vec4(turn * v, scale[1], 1.0); }";

static GLint linked(GLuint program)
{
   GLint status;
   glGetProgramiv(program, GL_LINK_STATUS, &status);
   return status;
}

/* Its uniforms have no values yet. */
static void draw_program(GLuint program)
{
   const GLfloat turn[] = {0, 1, 1, 0};
   GLfloat value = 9;
   glUseProgram(program);
   const GLint scale = glGetUniformLocation(program, "scale[1]");
   glGetUniformfv(program, scale, &value);
   api_expect("an initial value", value == 0.0f, true);
   api_expect("attribute", glGetAttribLocation(program, "pos"), 0);
   glUniform1f(scale, 0.6f);
   glUniformMatrix2fv(glGetUniformLocation(program, "turn"), 1, GL_FALSE, turn);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_binary(void)
{
   GLint formats = 0, length = 0, hint = 9;
   GLsizei written = 0;
   GLenum format = 0;
   const GLuint made = api_program(binary_vertex, NULL, binary_fragment), loaded = glCreateProgram(), empty = glCreateProgram();
   glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
   glUniform1f(glGetUniformLocation(made, "scale[1]"), 0.25f);
   glGetProgramiv(made, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, &hint);
   api_expect("hint", hint, GL_FALSE);
   glProgramParameteri(made, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
   glLinkProgram(made);
   glGetProgramiv(made, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, &hint);
   api_expect("hint", hint, GL_TRUE);
   glGetProgramiv(made, GL_PROGRAM_BINARY_LENGTH, &length);
   if (!formats) { /* none is allowed, too */
      api_expect("length", length, 0);
      draw_program(made);
      return;
   }
   GLubyte *bytes = malloc((size_t)length);
   glGetProgramBinary(made, length - 1, &written, &format, bytes);
   expect_error("too small", GL_INVALID_OPERATION);
   glGetProgramBinary(empty, length, &written, &format, bytes);
   expect_error("not linked", GL_INVALID_OPERATION);
   glGetProgramBinary(made, length, &written, &format, bytes);
   api_expect("length", written, length);

   glProgramBinary(loaded, 0x1234, bytes, written);
   expect_error("format", GL_INVALID_ENUM);
   api_expect("after an error", linked(loaded), GL_FALSE);
   glProgramBinary(loaded, format, bytes, written / 2);
   expect_error("half of it", GL_NO_ERROR);
   api_expect("half of it", linked(loaded), GL_FALSE);
   glProgramBinary(loaded, format, bytes, written);
   expect_error("loaded", GL_NO_ERROR);
   api_expect("loaded", linked(loaded), GL_TRUE);
   glProgramParameteri(loaded, GL_PROGRAM_BINARY_LENGTH, GL_TRUE);
   expect_error("parameter", GL_INVALID_ENUM);
   glProgramParameteri(loaded, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, 2);
   expect_error("value", GL_INVALID_VALUE);
   free(bytes);
   glDeleteProgram(made);

   draw_program(loaded);
}

static void reference_binary(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      const double x = (i % API_SIZE + 0.5) / API_SIZE, y = (i / API_SIZE + 0.5) / API_SIZE;
      const uint8_t texel[4] = {(uint8_t)(y * 255 + 0.5), (uint8_t)(x * 255 + 0.5), 153, 255};
      memcpy(rgba[i], texel, 4);
   }
}

/* ---- sync objects: another context sees what was drawn before the fence ------------------------------------------------------ */

static GLint sync_value(GLsync sync, GLenum pname)
{
   GLint value[2] = {0x77, 0x77};
   GLsizei length = 0;
   glGetSynciv(sync, pname, 2, &length, value);
   api_expect("number of values", length, 1);
   api_expect("after the value", value[1], 0x77);
   return value[0];
}

static void check_sync_errors(GLsync sync)
{
   GLint value = 0x77;
   GLsizei length = 0x77;
   api_expect("condition", glFenceSync(GL_SYNC_STATUS, 0) == NULL, true);
   expect_error("condition", GL_INVALID_ENUM);
   api_expect("flags", glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1) == NULL, true);
   expect_error("flags", GL_INVALID_VALUE);
   api_expect("a number", glIsSync((GLsync)(uintptr_t)&value), GL_FALSE);
   api_expect("no sync object", glClientWaitSync((GLsync)(uintptr_t)&value, 0, 0), GL_WAIT_FAILED);
   expect_error("no sync object", GL_INVALID_VALUE);
   glWaitSync((GLsync)(uintptr_t)&value, 0, GL_TIMEOUT_IGNORED);
   expect_error("no sync object", GL_INVALID_VALUE);
   glDeleteSync((GLsync)(uintptr_t)&value);
   expect_error("no sync object", GL_INVALID_VALUE);
   glDeleteSync(NULL);
   expect_error("NULL", GL_NO_ERROR);
   api_expect("wait flags", glClientWaitSync(sync, 2, 0), GL_WAIT_FAILED);
   expect_error("wait flags", GL_INVALID_VALUE);
   glWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED);
   expect_error("server wait flags", GL_INVALID_VALUE);
   glWaitSync(sync, 0, 1);
   expect_error("server wait timeout", GL_INVALID_VALUE);
   glGetSynciv(sync, GL_SYNC_FENCE, 1, &length, &value);
   expect_error("a parameter", GL_INVALID_ENUM);
   glGetSynciv(sync, GL_SYNC_STATUS, -1, &length, &value);
   expect_error("a count", GL_INVALID_VALUE);
   api_expect("after errors", value, 0x77);
}

static void draw_sync(void)
{
   GLint64 longest = 0;
   GLuint texture;
   GLubyte texels[API_TEXELS][4];
   for (int i = 0; i < API_TEXELS; i++)
      for (int c = 0; c < 4; c++)
         texels[i][c] = (GLubyte)(i * (c + 3) % 255);
   glGetInteger64v(GL_MAX_SERVER_WAIT_TIMEOUT, &longest);
   api_expect("the longest wait", longest > 0, true);
   api_use_second(true);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   const GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   api_expect("made", glIsSync(sync), GL_TRUE);
   api_expect("type", sync_value(sync, GL_OBJECT_TYPE), GL_SYNC_FENCE);
   api_expect("condition", sync_value(sync, GL_SYNC_CONDITION), GL_SYNC_GPU_COMMANDS_COMPLETE);
   api_expect("flags", sync_value(sync, GL_SYNC_FLAGS), 0);
   glFlush();
   api_use_second(false);
   glWaitSync(sync, 0, GL_TIMEOUT_IGNORED);
   const GLenum waited = glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 10000000000u);
   api_expect("waited", waited == GL_CONDITION_SATISFIED || waited == GL_ALREADY_SIGNALED, true);
   api_expect("again", glClientWaitSync(sync, 0, 0), GL_ALREADY_SIGNALED);
   api_expect("status", sync_value(sync, GL_SYNC_STATUS), GL_SIGNALED);
   check_sync_errors(sync);
   glDeleteSync(sync);
   api_expect("deleted", glIsSync(sync), GL_FALSE);
   const GLuint program = api_program("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", NULL,
                                      "#version 300 es\nprecision highp float; uniform sampler2D t; out vec4 c;\n"
                                      "void main() { c = texelFetch(t, ivec2(gl_FragCoord), 0); }");
   glUseProgram(program);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_sync(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++)
      for (int c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(i * (c + 3) % 255);
}

/* ---- queries ------------------------------------------------------------------------------------------------------------------ */

static GLuint result(GLuint query)
{
   GLuint value = 9, available = 9;
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &value);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
   api_expect("available", available, GL_TRUE);
   return value;
}

static GLint current(GLenum target)
{
   GLint name = 9;
   glGetQueryiv(target, GL_CURRENT_QUERY, &name);
   return name;
}

static void check_query_errors(GLuint used, GLuint unused)
{
   GLuint value = 0x77;
   GLint integer = 0x77;
   glBeginQuery(GL_ANY_SAMPLES_PASSED, 0);
   expect_error("name 0", GL_INVALID_OPERATION);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, 12345);
   expect_error("a name that was not generated", GL_INVALID_OPERATION);
   glBeginQuery(GL_QUERY_RESULT, unused);
   expect_error("target", GL_INVALID_ENUM);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   expect_error("not active", GL_INVALID_OPERATION);
   glBeginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, used);
   expect_error("another target", GL_INVALID_OPERATION);
   glGetQueryObjectuiv(unused, GL_QUERY_RESULT, &value);
   expect_error("never begun", GL_INVALID_OPERATION);
   glGetQueryObjectuiv(used, GL_CURRENT_QUERY, &value);
   expect_error("parameter", GL_INVALID_ENUM);
   glGetQueryiv(GL_ANY_SAMPLES_PASSED, GL_QUERY_RESULT, &integer);
   expect_error("parameter", GL_INVALID_ENUM);
   glGetQueryiv(GL_QUERY_RESULT, GL_CURRENT_QUERY, &integer);
   expect_error("target", GL_INVALID_ENUM);
   glDeleteQueries(-1, &used);
   expect_error("a count", GL_INVALID_VALUE);
   glGenQueries(-1, &value);
   expect_error("a count", GL_INVALID_VALUE);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, used);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, unused);
   expect_error("active", GL_INVALID_OPERATION);
   glBeginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, unused);
   expect_error("the other occlusion query is active", GL_INVALID_OPERATION);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, unused);
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   expect_error("an independent target", GL_NO_ERROR);
   glGetQueryObjectuiv(used, GL_QUERY_RESULT, &value);
   expect_error("the result of an active one", GL_INVALID_OPERATION);
   glEndQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
   expect_error("end of the other", GL_INVALID_OPERATION);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   api_expect("after errors", value == 0x77 && integer == 0x77, true);
}

static void draw_queries(void)
{
   GLuint name[4];
   const GLuint program = api_program("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", NULL,
                                      "#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(0.2, 0.4, 0.6, 1.0); }");
   glUseProgram(program);
   glGenQueries(4, name);
   api_expect("not begun yet", glIsQuery(name[0]), GL_FALSE);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, name[0]);
   api_expect("current", current(GL_ANY_SAMPLES_PASSED), (long)name[0]);
   api_rectangle(-1, -1, 0, 0);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   api_expect("current", current(GL_ANY_SAMPLES_PASSED), 0);
   api_expect("begun", glIsQuery(name[0]), GL_TRUE);
   glBeginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, name[1]);
   api_rectangle(1, 1, 2, 2);
   glEndQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, name[2]);
   api_rectangle(-1, -1, 0, 0);
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   api_expect("samples", result(name[0]), GL_TRUE);
   api_expect("no samples", result(name[1]), GL_FALSE);
   api_expect("nothing is captured", result(name[2]), 0);
   check_query_errors(name[0], name[3]);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, name[0]);
   glDeleteQueries(4, name);
   api_expect("deleted", glIsQuery(name[0]), GL_FALSE);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   glGetError(); /* ended by its deletion or not: both have been specified */
}

/* ---- formats that levels are generated of ----------------------------------------------------------------------------------- */

static const struct level_format { GLint internal; GLenum format, type; bool legal; } level_formats[] = {
   {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, true}, {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, true},
   {GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE, true}, {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, true},
   {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, true}, {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, true}, {GL_R8, GL_RED, GL_UNSIGNED_BYTE, true},
   {GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, true}, {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, true},
   {GL_RGB8_SNORM, GL_RGB, GL_BYTE, false}, {GL_R8I, GL_RED_INTEGER, GL_BYTE, false},
   {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, false}, {GL_RGB9_E5, GL_RGB, GL_FLOAT, false},
   {GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE, false}, {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, false},
};

static void draw_levels(void)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   for (unsigned i = 0; i < sizeof(level_formats) / sizeof(level_formats[0]); i++) {
      const struct level_format *f = &level_formats[i];
      for (GLsizei size = 0; size < 8; size += 4) {
         glTexImage2D(GL_TEXTURE_2D, 0, f->internal, size, size, 0, f->format, f->type, NULL);
         expect_error("an image", GL_NO_ERROR);
         glGenerateMipmap(GL_TEXTURE_2D);
         const GLenum error = glGetError();
         if (error != (f->legal ? GL_NO_ERROR : GL_INVALID_OPERATION))
            api_fail("levels of 0x%x, size %d: error 0x%x", (unsigned)f->internal, size, error);
      }
   }
}

static void reference_nothing(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

static void reference_queries(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int i = 0; i < API_TEXELS; i++)
      if (i % API_SIZE < API_SIZE / 2 && i / API_SIZE < API_SIZE / 2)
         memcpy(rgba[i], (const uint8_t[4]){51, 102, 153, 255}, 4);
}

const struct api_body api_bodies_objects[] = {
   {"program-binary", GLES, 30, 1, 0, draw_binary, reference_binary},
   {"sync-objects", GLES, 30, 0, 0, draw_sync, reference_sync},
   {"mipmap-formats", GLES, 30, 0, 0, draw_levels, reference_nothing},
   {"query-objects", GLES, 30, 0, 0, draw_queries, reference_queries},
   {0}};
