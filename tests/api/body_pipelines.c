/* body_pipelines.c: program pipeline objects: EXT_separate_shader_objects for OpenGL ES; OpenGL 4.6, 7.4. Stages of several programs
 * with separate uniforms, interfaces by name and by location, effects of a new link, errors and queries. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"

static PFNGLGENPROGRAMPIPELINESEXTPROC gen;
static PFNGLDELETEPROGRAMPIPELINESEXTPROC delete_pipelines;
static PFNGLBINDPROGRAMPIPELINEEXTPROC bind;
static PFNGLISPROGRAMPIPELINEEXTPROC is_pipeline;
static PFNGLUSEPROGRAMSTAGESEXTPROC use_stages;
static PFNGLACTIVESHADERPROGRAMEXTPROC set_active;
static PFNGLCREATESHADERPROGRAMVEXTPROC create;
static PFNGLPROGRAMPARAMETERIEXTPROC parameter;
static PFNGLGETPROGRAMPIPELINEIVEXTPROC get;
static PFNGLGETPROGRAMPIPELINEINFOLOGEXTPROC get_log;
static PFNGLVALIDATEPROGRAMPIPELINEEXTPROC validate;
static PFNGLPROGRAMUNIFORM1FEXTPROC uniform_1f;
static PFNGLPROGRAMUNIFORM4FEXTPROC uniform_4f;
static PFNGLPROGRAMUNIFORM1IEXTPROC uniform_1i;

/* OpenGL has the commands without a suffix. */
static void *command(const char *name, const char *suffix)
{
   char text[64];
   snprintf(text, sizeof(text), "%s%s", name, suffix);
   void *found = (void *)eglGetProcAddress(text);
   if (!found)
      api_fail("%s is missing", text);
   return found;
}

static void load_named(const char *suffix)
{
   gen = command("glGenProgramPipelines", suffix);
   delete_pipelines = command("glDeleteProgramPipelines", suffix);
   bind = command("glBindProgramPipeline", suffix);
   is_pipeline = command("glIsProgramPipeline", suffix);
   use_stages = command("glUseProgramStages", suffix);
   set_active = command("glActiveShaderProgram", suffix);
   create = command("glCreateShaderProgramv", suffix);
   parameter = command("glProgramParameteri", suffix);
   get = command("glGetProgramPipelineiv", suffix);
   get_log = command("glGetProgramPipelineInfoLog", suffix);
   validate = command("glValidateProgramPipeline", suffix);
   uniform_1f = command("glProgramUniform1f", suffix);
   uniform_4f = command("glProgramUniform4f", suffix);
   uniform_1i = command("glProgramUniform1i", suffix);
}

static void load(void)
{
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_separate_shader_objects"))
      api_skip("GL_EXT_separate_shader_objects");
   load_named("EXT");
}

static GLuint single(GLenum stage, const char *source)
{
   const GLuint program = create(stage, 1, &source);
   GLint linked = 0, separable = 0;
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramiv(program, GL_PROGRAM_SEPARABLE_EXT, &separable);
   if (!linked || !separable) {
      char log[1000] = "";
      glGetProgramInfoLog(program, sizeof(log), NULL, log);
      api_fail("a program of one shader: linked %d, separable %d: %s", linked, separable, log);
   }
   return program;
}

static GLuint pipeline_of(GLuint vertex, GLuint fragment)
{
   GLuint pipeline;
   gen(1, &pipeline);
   use_stages(pipeline, GL_VERTEX_SHADER_BIT_EXT, vertex);
   use_stages(pipeline, GL_FRAGMENT_SHADER_BIT_EXT, fragment);
   return pipeline;
}

static GLint location(GLuint program, const char *name)
{
   const GLint at = glGetUniformLocation(program, name);
   if (at < 0)
      api_fail("no uniform %s", name);
   return at;
}

/* ---- mixing ------------------------------------------------------------------------------------------------------------------ */

/* Names sort in another order than they are declared, and differently in the two shaders. */
#define INTERFACE_OUT "flat out ivec2 numbers; out vec3 across; out float zoom[2];\n"
#define INTERFACE_IN "in float zoom[2]; flat in ivec2 numbers; in vec3 across;\n"

static const char vertex_a[] =
   "#version 300 es\nlayout(location = 0) in vec2 pos;" INTERFACE_OUT
   "uniform vec4 place; uniform float value;\n"
   "void main() { gl_Position = vec4(pos * place.xy + place.zw, 0.0, 1.0); numbers = ivec2(3, 5); across = vec3(pos, value);\n"
   "  zoom[0] = 0.25; zoom[1] = value; }";
static const char vertex_b[] =
   "#version 300 es\nlayout(location = 0) in vec2 pos;" INTERFACE_OUT
   "layout(std140) uniform Place { vec4 place; float value; };\n"
   "void main() { gl_Position = vec4(pos * place.xy + place.zw, 0.0, 1.0); numbers = ivec2(7, 2); across = vec3(value, pos);\n"
   "  zoom[0] = value; zoom[1] = 0.5; }";
/* Numbers and elements that do not vary over the picture leave the reference simple. */
static const char fragment_a[] =
   "#version 300 es\nprecision highp float; precision highp int;" INTERFACE_IN
   "uniform sampler2D image; uniform float value; out vec4 color;\n"
   "void main() { color = vec4(float(numbers.x) / 8.0, zoom[0], value, 1.0) + texture(image, vec2(0.5)) + 0.0 * across.xyzz; }";
static const char fragment_b[] =
   "#version 300 es\nprecision highp float; precision highp int;" INTERFACE_IN
   "layout(std140) uniform Value { float unused; float value; }; uniform sampler2D image; out vec4 color;\n"
   "void main() { color = vec4(zoom[1], float(numbers.y) / 8.0, value, 1.0) + texture(image, vec2(0.5)) + 0.0 * across.xyzz; }";

/* A texture of one colour at a unit. */
static void make_texture(GLenum unit, GLubyte alpha_free_blue)
{
   const GLubyte texel[4] = {0, 0, alpha_free_blue, 0};
   GLuint texture;
   glGenTextures(1, &texture);
   glActiveTexture(unit);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
}

static void make_block(GLuint binding, const GLfloat value[8])
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, binding, buffer);
   glBufferData(GL_UNIFORM_BUFFER, 8 * sizeof(GLfloat), value, GL_STATIC_DRAW);
}

/* The four combinations, each in a quarter of the picture that its vertex program's values say. */
static void draw_mixed(void)
{
   load();
   const GLuint vertex[2] = {single(GL_VERTEX_SHADER, vertex_a), single(GL_VERTEX_SHADER, vertex_b)};
   const GLuint fragment[2] = {single(GL_FRAGMENT_SHADER, fragment_a), single(GL_FRAGMENT_SHADER, fragment_b)};
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   make_texture(GL_TEXTURE2, 51);
   make_texture(GL_TEXTURE5, 102);
   make_block(3, (const GLfloat[8]){0.125f, 0.375f});
   glUniformBlockBinding(vertex[1], glGetUniformBlockIndex(vertex[1], "Place"), 4);
   glUniformBlockBinding(fragment[1], glGetUniformBlockIndex(fragment[1], "Value"), 3);
   uniform_1f(vertex[0], location(vertex[0], "value"), 0.75f);
   uniform_1f(fragment[0], location(fragment[0], "value"), 0.25f);
   uniform_1i(fragment[0], location(fragment[0], "image"), 2);
   uniform_1i(fragment[1], location(fragment[1], "image"), 5);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (unsigned i = 0; i < 4; i++) {
      const GLfloat x = i & 1 ? 0.5f : -0.5f, y = i & 2 ? 0.5f : -0.5f;
      const GLuint pipeline = pipeline_of(vertex[i & 1], fragment[i >> 1]);
      bind(pipeline);
      if (i & 1) {
         make_block(4, (const GLfloat[8]){0.5f, 0.5f, x, y, 0.625f});
      } else { /* glUniform sets values of the active program */
         set_active(pipeline, vertex[0]);
         glUniform4f(location(vertex[0], "place"), 0.5f, 0.5f, x, y);
      }
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   }
}

static void mixed(uint8_t rgba[API_TEXELS][4])
{
   static const double numbers[2][2] = {{3, 5}, {7, 2}}, zoom[2][2] = {{0.25, 0.75}, {0.625, 0.5}};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned v = i % API_SIZE >= API_SIZE / 2, f = i / API_SIZE >= API_SIZE / 2;
      const double a[4] = {numbers[v][0] / 8, zoom[v][0], 0.25 + 51 / 255.0, 1}, b[4] = {zoom[v][1], numbers[v][1] / 8, 0.375 + 102 / 255.0, 1};
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)((f ? b : a)[c] * 255 + 0.5);
   }
}

/* ---- locations ---------------------------------------------------------------------------------------------------------------- */

/* The fragment shader reads two outputs under other names. OpenGL ES 3.1, 7.4.1: a third one that it does not read is an error of draws. */
static void draw_located(void)
{
   GLint major = 0, minor = 0;
   load();
   glGetIntegerv(GL_MAJOR_VERSION, &major);
   glGetIntegerv(GL_MINOR_VERSION, &minor);
   const GLuint vertex = single(GL_VERTEX_SHADER,
      "#version 300 es\n#extension GL_EXT_separate_shader_objects : require\nlayout(location = 0) in vec2 pos;\n"
      "layout(location = 3) out vec2 c; layout(location = 1) flat out ivec3 b;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); b = ivec3(1, 2, 3); c = pos * 0.5 + 0.5; }");
   const GLuint fragment = single(GL_FRAGMENT_SHADER,
      "#version 300 es\n#extension GL_EXT_separate_shader_objects : require\nprecision highp float; precision highp int;\n"
      "layout(location = 1) flat in ivec3 x; layout(location = 3) in vec2 y; out vec4 color;\n"
      "void main() { color = vec4(y, float(x.z) / 4.0, 1.0); }");
   bind(pipeline_of(vertex, fragment));
   api_rectangle(-1, -1, 1, 1);
   const GLuint more = single(GL_VERTEX_SHADER,
      "#version 300 es\n#extension GL_EXT_separate_shader_objects : require\nlayout(location = 0) in vec2 pos;\n"
      "layout(location = 3) out vec2 c; layout(location = 1) flat out ivec3 b; layout(location = 0) out vec4 a;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); a = vec4(9.0); b = ivec3(1, 2, 3); c = pos * 0.5 + 0.5; }");
   bind(pipeline_of(more, fragment));
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(major * 10 + minor >= 31 ? GL_INVALID_OPERATION : GL_NO_ERROR, "an output that no input reads");
}

static void located(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      rgba[i][0] = (uint8_t)((i % API_SIZE + 0.5) / API_SIZE * 255 + 0.5);
      rgba[i][1] = (uint8_t)((i / API_SIZE + 0.5) / API_SIZE * 255 + 0.5);
      rgba[i][2] = 191;
      rgba[i][3] = 255;
   }
}

/* ---- errors and queries -------------------------------------------------------------------------------------------------------- */

static const char plain_vertex[] = "#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char red_fragment[] = "#version 300 es\nprecision highp float; uniform float red; out vec4 color;\n"
                                   "void main() { color = vec4(red, 0.0, 0.0, 1.0); }";
static const char green_fragment[] = "#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }";

static GLint value_of(GLuint pipeline, GLenum pname)
{
   GLint value = -1;
   get(pipeline, pname, &value);
   return value;
}

static void check_names(GLuint vertex)
{
   GLuint names[2] = {0};
   GLint bound = -1;
   gen(-1, names);
   api_expect_error(GL_INVALID_VALUE, "a negative count");
   delete_pipelines(-1, names);
   api_expect_error(GL_INVALID_VALUE, "a negative count");
   gen(2, names);
   api_expect("a name without an object", is_pipeline(names[0]), GL_FALSE);
   bind(names[0]);
   api_expect("an object", is_pipeline(names[0]), GL_TRUE);
   glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING_EXT, &bound);
   api_expect("the bound object", bound, (GLint)names[0]);
   bind(names[1] + 100);
   api_expect_error(GL_INVALID_OPERATION, "a name that was not generated");
   use_stages(names[1] + 100, GL_VERTEX_SHADER_BIT_EXT, vertex);
   api_expect_error(GL_INVALID_OPERATION, "stages of a name that was not generated");
   use_stages(names[1], GL_VERTEX_SHADER_BIT_EXT, vertex);
   api_expect("an object that stages made", is_pipeline(names[1]), GL_TRUE);
   delete_pipelines(2, names);
   glGetIntegerv(GL_PROGRAM_PIPELINE_BINDING_EXT, &bound);
   api_expect("the binding of a deleted object", bound, 0);
   api_expect("a deleted object", is_pipeline(names[0]), GL_FALSE);
   api_expect_error(GL_NO_ERROR, "names");
}

static void check_state(GLuint pipeline, GLuint vertex, GLuint fragment)
{
   char log[100] = "?";
   GLsizei length = -1;
   api_expect("vertex", value_of(pipeline, GL_VERTEX_SHADER), (GLint)vertex);
   api_expect("fragment", value_of(pipeline, GL_FRAGMENT_SHADER), (GLint)fragment);
   api_expect("active", value_of(pipeline, GL_ACTIVE_PROGRAM_EXT), 0);
   api_expect("validated at first", value_of(pipeline, GL_VALIDATE_STATUS), GL_FALSE);
   validate(pipeline);
   api_expect("validated", value_of(pipeline, GL_VALIDATE_STATUS), GL_TRUE);
   get_log(pipeline, sizeof(log), &length, log);
   api_expect("the log's length", length, (GLint)strlen(log));
   set_active(pipeline, fragment);
   api_expect("active", value_of(pipeline, GL_ACTIVE_PROGRAM_EXT), (GLint)fragment);
   get(pipeline, GL_TEXTURE_2D, &length);
   api_expect_error(GL_INVALID_ENUM, "a parameter");
   get_log(pipeline, -1, NULL, log);
   api_expect_error(GL_INVALID_VALUE, "a negative size");
   get_log(pipeline + 100, sizeof(log), NULL, log);
   api_expect_error(GL_INVALID_VALUE, "the log of no pipeline");
}

static void check_programs(GLuint pipeline, GLuint vertex)
{
   const GLuint together = api_program(plain_vertex, NULL, red_fragment), unlinked = glCreateProgram();
   const char *broken = "#version 300 es\nvoid main() { gl_Position = 1; }";
   GLint linked = 1;
   glUseProgram(0);
   use_stages(pipeline, GL_FRAGMENT_SHADER_BIT_EXT, vertex);
   api_expect("the program of a stage for which it has no code", value_of(pipeline, GL_FRAGMENT_SHADER), 0);
   use_stages(pipeline, 0x40000000, vertex);
   api_expect_error(GL_INVALID_VALUE, "a stage that does not exist");
   use_stages(pipeline, GL_VERTEX_SHADER_BIT_EXT, together);
   api_expect_error(GL_INVALID_OPERATION, "stages of a program that is not separable");
   use_stages(pipeline, GL_VERTEX_SHADER_BIT_EXT, unlinked);
   api_expect_error(GL_INVALID_OPERATION, "stages of a program that is not linked");
   use_stages(pipeline, GL_VERTEX_SHADER_BIT_EXT, 12345);
   api_expect_error(GL_INVALID_VALUE, "stages of no program");
   set_active(pipeline, unlinked);
   api_expect_error(GL_INVALID_OPERATION, "a program that is not linked is active");
   parameter(together, GL_PROGRAM_SEPARABLE_EXT, 2);
   api_expect_error(GL_INVALID_VALUE, "neither true nor false");
   api_expect("a program of a type that does not exist", (GLint)create(GL_TEXTURE_2D, 1, &broken), 0);
   api_expect_error(GL_INVALID_ENUM, "a type of shader");
   api_expect("a program of -1 strings", (GLint)create(GL_VERTEX_SHADER, -1, &broken), 0);
   api_expect_error(GL_INVALID_VALUE, "a count of strings");
   const GLuint program = create(GL_VERTEX_SHADER, 1, &broken);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   api_expect("the link of what does not compile", linked, GL_FALSE);
   glGetProgramiv(program, GL_INFO_LOG_LENGTH, &linked);
   if (linked < 2)
      api_fail("the program's log lacks the shader's");
   /* A program draws with all of its stages or with none. */
   parameter(together, GL_PROGRAM_SEPARABLE_EXT, GL_TRUE);
   glLinkProgram(together);
   use_stages(pipeline, GL_FRAGMENT_SHADER_BIT_EXT, together);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a draw with a part of a program");
   validate(pipeline);
   api_expect("a pipeline with a part of a program", value_of(pipeline, GL_VALIDATE_STATUS), GL_FALSE);
}

/* The left half is drawn red, then the fragment program is linked with another shader; a link that fails changes nothing. */
static void draw_relinked(void)
{
   load();
   const GLuint vertex = single(GL_VERTEX_SHADER, plain_vertex), fragment = single(GL_FRAGMENT_SHADER, red_fragment);
   const GLuint pipeline = pipeline_of(vertex, fragment);
   glUniform1f(0, 1);
   api_expect_error(GL_INVALID_OPERATION, "a uniform of no program");
   bind(pipeline);
   api_expect_error(GL_NO_ERROR, "pipelines");
   check_state(pipeline, vertex, fragment);
   glUniform1f(location(fragment, "red"), 1);
   api_rectangle(-1, -1, 0, 1);
   const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
   const char *source = green_fragment;
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glAttachShader(fragment, shader);
   glLinkProgram(fragment);
   api_rectangle(0, -1, 1, 0);
   source = "#version 300 es\nbroken";
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glLinkProgram(fragment);
   api_rectangle(0, 0, 1, 1);
   api_expect_error(GL_NO_ERROR, "draws");
   use_stages(pipeline, GL_FRAGMENT_SHADER_BIT_EXT, fragment);
   api_expect_error(GL_INVALID_OPERATION, "stages of a program whose last link failed");
   check_programs(pipeline, vertex);
   bind(0);
   check_names(vertex);
}

static void relinked(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      rgba[i][i % API_SIZE >= API_SIZE / 2] = 255;
      rgba[i][3] = 255;
   }
}

/* ---- separate stages ----------------------------------------------------------------------------------------------------------- */

/* Without a fragment program colours are undefined and depth is written: the draw in the left half hides the farther green one. */
static void draw_without_fragment(void)
{
   GLuint renderbuffer[2], fbo;
   GLint target;
   load();
   const char *source = "#version 300 es\nlayout(location = 0) in vec2 pos; uniform float depth;\n"
                        "void main() { gl_Position = vec4(pos, depth, 1.0); }";
   const GLuint vertex = single(GL_VERTEX_SHADER, source), fragment = single(GL_FRAGMENT_SHADER, green_fragment);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glGenRenderbuffers(2, renderbuffer);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, i ? GL_DEPTH_COMPONENT24 : GL_RGBA8, API_SIZE, API_SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer[i]);
   }
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
   bind(pipeline_of(vertex, 0));
   uniform_1f(vertex, location(vertex, "depth"), -0.5f);
   api_rectangle(-1, -1, 0, 1);
   glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   bind(pipeline_of(vertex, fragment));
   uniform_1f(vertex, location(vertex, "depth"), 0.5f);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "draws");
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

static void without_fragment(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i % API_SIZE >= API_SIZE / 2)
         rgba[i][1] = rgba[i][3] = 255;
}

/* The lower half with a geometry program between vertex and fragment programs, the upper half without. Inputs match by location and
 * by name. An interface that does not match is not an error in OpenGL. */
static void draw_core(void)
{
   load_named("");
#define CORE_330 "#version 330\n#extension GL_ARB_separate_shader_objects : require\n"
   const GLuint vertex = single(GL_VERTEX_SHADER,
      CORE_330 "out gl_PerVertex { vec4 gl_Position; }; layout(location = 0) in vec2 pos; layout(location = 2) out vec3 a; out float level;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); a = vec3(0.25, 0.5, 0.75); level = 1.0; }");
   const GLuint geometry = single(GL_GEOMETRY_SHADER,
      CORE_330 "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;\n"
      "in gl_PerVertex { vec4 gl_Position; } gl_in[]; out gl_PerVertex { vec4 gl_Position; };\n"
      "layout(location = 2) in vec3 b[]; in float level[]; layout(location = 2) out vec3 c; \n"
      "out Extra { float level; } extra;\n"
      "void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; c = b[i].zxy; extra.level = level[i] * 0.5; EmitVertex(); } }");
   const GLuint behind_geometry = single(GL_FRAGMENT_SHADER,
      CORE_330 "layout(location = 2) in vec3 d; in Extra { float level; } extra; out vec4 color; void main() { color = vec4(d, extra.level); }");
   const GLuint behind_vertex = single(GL_FRAGMENT_SHADER,
      CORE_330 "in float level; layout(location = 2) in vec3 e; out vec4 color; void main() { color = vec4(e, level); }");
   const GLuint pipeline = pipeline_of(vertex, behind_geometry);
   use_stages(pipeline, GL_GEOMETRY_SHADER_BIT, geometry);
   bind(pipeline);
   api_rectangle(-1, -1, 1, 0);
   validate(pipeline);
   api_expect("validated", value_of(pipeline, GL_VALIDATE_STATUS), GL_TRUE);
   api_expect("the geometry program", value_of(pipeline, GL_GEOMETRY_SHADER), (GLint)geometry);
   const GLuint headless = pipeline_of(0, behind_geometry);
   use_stages(headless, GL_GEOMETRY_SHADER_BIT, geometry);
   validate(headless);
   api_expect("a geometry program without a vertex program", value_of(headless, GL_VALIDATE_STATUS), GL_FALSE);
   const GLuint open = single(GL_FRAGMENT_SHADER, CORE_330 "in vec2 absent; out vec4 color; void main() { color = absent.xyxy; }");
   bind(pipeline_of(vertex, open));
   api_rectangle(-1, 0, 1, 1);
   api_expect_error(GL_NO_ERROR, "a draw with undefined inputs");
   bind(pipeline_of(vertex, behind_vertex));
   api_rectangle(-1, 0, 1, 1);
   const GLuint flagged = glCreateProgram();
   GLint separable = -1;
   parameter(flagged, GL_PROGRAM_SEPARABLE, GL_TRUE);
   glGetProgramiv(flagged, GL_PROGRAM_SEPARABLE, &separable);
   api_expect("a program that was not linked", separable, GL_FALSE);
   api_expect_error(GL_NO_ERROR, "pipelines");
}

static void core(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t lower[4] = {191, 64, 128, 128}, upper[4] = {64, 128, 191, 255};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i < API_TEXELS / 2 ? lower : upper, 4);
}

/* Blocks match by location where they have one, in one program and between two: the names of the blocks are exchanged. */
static void draw_block_locations(void)
{
   load_named("");
   static const char vertex[] = "#version 440\nout gl_PerVertex { vec4 gl_Position; }; layout(location = 0) in vec2 pos;\n"
      "layout(location = 1) out First { vec4 a; }; layout(location = 2) out Second { vec4 b[2]; } second;\n"
      "layout(location = 5) out Third { vec4 c; } third;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); a = vec4(1.0); second.b[0] = vec4(0.25); second.b[1] = vec4(0.5); third.c = vec4(0.75); }";
   static const char fragment[] = "#version 440\nlayout(location = 2) in First { vec4 b[2]; } first; layout(location = 5) in Second { vec4 c; } second;\n"
      "layout(location = 1) in Third { vec4 a; } third; out vec4 color;\n"
      "void main() { color = vec4(third.a.x, first.b[0].x, first.b[1].x, second.c.x); }";
   glUseProgram(api_program(vertex, NULL, fragment));
   api_rectangle(-1, -1, 0, 1);
   glUseProgram(0);
   const GLuint pipeline = pipeline_of(single(GL_VERTEX_SHADER, vertex), single(GL_FRAGMENT_SHADER, fragment));
   validate(pipeline);
   api_expect("validated", value_of(pipeline, GL_VALIDATE_STATUS), GL_TRUE);
   bind(pipeline);
   api_rectangle(0, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "pipelines");
}

static void block_locations(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){255, 64, 128, 191}, 4);
}

const struct api_body api_bodies_pipelines[] = {
   {"pipeline-mixed", GLES, 30, 1, 0, draw_mixed, mixed},
   {"pipeline-locations", GLES, 30, 1, 0, draw_located, located},
   {"pipeline-relinked", GLES, 30, 0, 0, draw_relinked, relinked},
   {"pipeline-without-fragment", GLES, 30, 0, 0, draw_without_fragment, without_fragment},
   {"pipeline-block-locations", CORE, 44, 1, 0, draw_block_locations, block_locations},
   {"pipeline-core", CORE, 33, 1, 0, draw_core, core},
   {0},
};
