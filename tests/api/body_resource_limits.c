/* body_resource_limits.c: limits of the resources of a stage: each stage reads as many as its limit, and one more does not link. The
 * stage computes the colour of each of the 32 x 32 texels from the texel's number. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api_compute.h"

#define ES "#version 320 es\nprecision highp float;\nprecision highp int;\nprecision highp image2D;\n"
#define CORE_45 "#version 450 core\n"

/* The stages whose limits bodies reach. COMPUTE writes words that a fragment shader shows. */
enum stage { VERTEX, CONTROL, EVALUATION, GEOMETRY, FRAGMENT, COMPUTE, STAGES };
static const char *const stage_names[STAGES] = { "vertex", "tessellation control", "tessellation evaluation", "geometry", "fragment",
                                                 "compute" };

/* ---- programs: declarations and `vec4 value(int n)` are put into one stage -------------------------------------------------- */

struct text { char at[1 << 15]; size_t length; };

__attribute__((format(printf, 2, 3))) static void add(struct text *t, const char *format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   t->length += (size_t)vsnprintf(t->at + t->length, sizeof t->at - t->length, format, arguments);
   va_end(arguments);
   if (t->length >= sizeof t->at)
      api_fail("the shader is too long");
}

/* refused: the shader need not compile; then its log is added there. */
static void attach(GLuint program, GLenum type, const char *header, const char *value, const char *main, struct text *refused)
{
   static struct text t;
   char log[1024] = "";
   const char *const at = t.at;
   t.length = 0;
   add(&t, "%s%s%s", header, value, main);
   if (!refused) {
      api_attach(program, type, t.at);
      return;
   }
   const GLuint shader = glCreateShader(type);
   glShaderSource(shader, 1, &at, NULL);
   glCompileShader(shader);
   glGetShaderInfoLog(shader, sizeof log, NULL, log);
   add(refused, "%s", log);
   glAttachShader(program, shader);
   glDeleteShader(shader);
}

/* A point for each texel. The fragment shader gets its number: Mesa's drivers compute gl_FragCoord with constants of their own, for
 * which a full default block has no room. */
static const char vertex_main[] = "flat out vec4 color;\nNUMBER(flat out int number;)\nvoid main() {\n"
   "   gl_Position = vec4((vec2(gl_VertexID % 32, gl_VertexID / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n"
   "   gl_PointSize = 1.0;\n   color = VALUE(gl_VertexID);\n   NUMBER(number = gl_VertexID;)\n}\n";
static const char control_main[] = "layout(vertices = 1) out;\nflat in vec4 color[];\npatch out vec4 patch_color;\nvoid main() {\n"
   "   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n   patch_color = color[0] + VALUE(gl_PrimitiveID);\n"
   "   gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 1.0;\n"
   "   gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;\n}\n";
static const char evaluation_main[] = "layout(quads, point_mode) in;\npatch in vec4 patch_color;\nflat out vec4 color;\nvoid main() {\n"
   "   gl_Position = gl_in[0].gl_Position;\n   SIZE\n   color = patch_color + VALUE(gl_PrimitiveID);\n}\n";
static const char geometry_main[] = "layout(points) in;\nlayout(points, max_vertices = 1) out;\nflat in vec4 color[];\n"
   "flat out vec4 shown;\nvoid main() {\n   gl_Position = gl_in[0].gl_Position;\n   SIZE\n"
   "   shown = color[0] + VALUE(gl_PrimitiveIDIn);\n   EmitVertex();\n}\n";
static const char fragment_main[] = "flat in vec4 SHOWN;\nNUMBER(flat in int number;)\nlayout(location = 0) out vec4 c;\n"
   "void main() { c = SHOWN + VALUE(number); }\n";

/* Its compute shader, or the graphics stages that `stage` needs. refused: as for attach(). */
static GLuint make_program(const char *header, enum stage stage, const char *value, struct text *refused)
{
   static const char none[] = "\n#define VALUE(n) vec4(0.0)\n", own[] = "\n#define VALUE(n) value(n)\n";
   static char head[512];
   const GLuint program = glCreateProgram();
   const bool tessellation = stage == CONTROL || stage == EVALUATION;
   snprintf(head, sizeof head, "%s#define SIZE %s\n#define SHOWN %s\n#define NUMBER(declaration) %s\n", header,
            header[9] == '4' ? "gl_PointSize = 1.0;" : "", stage == GEOMETRY ? "shown" : "color", stage == FRAGMENT ? "declaration" : "");
   static struct text t;
   t.length = 0;
   add(&t, "%s%s", value, own);
   if (stage == COMPUTE) {
      attach(program, GL_COMPUTE_SHADER, head, t.at, "layout(local_size_x = 64) in;\n"
             "layout(std430, binding = 0) buffer Words { uint word[]; };\nvoid main() {\n"
             "   int n = int(gl_GlobalInvocationID.x);\n   word[n] = packUnorm4x8(VALUE(n));\n}\n", refused);
      return program;
   }
   attach(program, GL_VERTEX_SHADER, head, stage == VERTEX ? t.at : none, vertex_main, refused);
   if (tessellation) {
      attach(program, GL_TESS_CONTROL_SHADER, head, stage == CONTROL ? t.at : none, control_main, refused);
      attach(program, GL_TESS_EVALUATION_SHADER, head, stage == EVALUATION ? t.at : none, evaluation_main, refused);
   }
   if (stage == GEOMETRY)
      attach(program, GL_GEOMETRY_SHADER, head, t.at, geometry_main, refused);
   attach(program, GL_FRAGMENT_SHADER, head, stage == FRAGMENT ? t.at : none, fragment_main, refused);
   return program;
}

/* Draws or computes the picture with the program in use, and compares it with `wanted`. */
static void expect_picture(enum stage stage, const uint8_t wanted[API_TEXELS][4], const char *what)
{
   static uint8_t got[API_TEXELS][4];
   if (stage == COMPUTE) {
      const GLuint words = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof got, NULL);
      glDispatchCompute(API_TEXELS / 64, 1, 1);
      api_read_words(words, (uint32_t *)(void *)got, API_TEXELS);
      glDeleteBuffers(1, &words);
   } else {
      static const GLfloat black[4];
      GLuint array;
      glGenVertexArrays(1, &array);
      glBindVertexArray(array);
      if (stage == CONTROL || stage == EVALUATION)
         glPatchParameteri(GL_PATCH_VERTICES, 1);
      glClearBufferfv(GL_COLOR, 0, black);
      glDrawArrays(stage == CONTROL || stage == EVALUATION ? GL_PATCHES : GL_POINTS, 0, API_TEXELS);
      glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
      glClearBufferfv(GL_COLOR, 0, black); /* implementations with other limits have other pictures */
      glDeleteVertexArrays(1, &array);
   }
   api_expect_error(GL_NO_ERROR, what);
   for (unsigned p = 0; p < API_TEXELS; p++)
      if (memcmp(got[p], wanted[p], 4))
         api_fail("%s in the %s shader: texel %u is %u %u %u %u, not %u %u %u %u", what, stage_names[stage], p, got[p][0], got[p][1],
                  got[p][2], got[p][3], wanted[p][0], wanted[p][1], wanted[p][2], wanted[p][3]);
   api_checked();
}

/* The program does not link, with a message; shaders of layouts beyond a limit do not even compile. */
static void expect_refused(const char *header, enum stage stage, const char *value, const char *what)
{
   static struct text logs;
   char log[1024] = "";
   GLint linked = GL_TRUE;
   logs.length = 0;
   const GLuint program = make_program(header, stage, value, &logs);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof log, NULL, log);
   if (linked || (!log[0] && !logs.length))
      api_fail("%s in the %s shader: %s", what, stage_names[stage], linked ? "links" : "does not link, without a message");
   glDeleteProgram(program);
   api_checked();
}

static GLint limit(GLenum pname, GLint least, const char *name)
{
   GLint value = 0;
   glGetIntegerv(pname, &value);
   api_expect_error(GL_NO_ERROR, name);
   if (value < least)
      api_fail("%s is %d, less than %d", name, value, least);
   return value;
}

/* ---- the default block ------------------------------------------------------------------------------------------------------ */

/* Mesa's drivers have 16384 components; the least limits are 1024 and less. */
enum { COMPONENTS = 16384 };
static const GLenum component_limits[STAGES] = { GL_MAX_VERTEX_UNIFORM_COMPONENTS, GL_MAX_TESS_CONTROL_UNIFORM_COMPONENTS,
   GL_MAX_TESS_EVALUATION_UNIFORM_COMPONENTS, GL_MAX_GEOMETRY_UNIFORM_COMPONENTS, GL_MAX_FRAGMENT_UNIFORM_COMPONENTS,
   GL_MAX_COMPUTE_UNIFORM_COMPONENTS };

/* The element of an array of `count` that texel n shows: the first and the last are among them. */
static unsigned element(unsigned n, unsigned count) { return n * (count - 1) / (API_TEXELS - 1); }

static void element_color(uint8_t c[4], unsigned i)
{
   memcpy(c, (const uint8_t[4]){ (uint8_t)(i & 255), (uint8_t)(i >> 8), (uint8_t)(i * 7), 255 }, 4);
}

/* vec4 a[N] and four floats, which are the limit. */
static void vectors_of(const char *header, enum stage stage, GLint components)
{
   static uint8_t wanted[API_TEXELS][4];
   static GLfloat a[COMPONENTS * 4];
   static struct text t;
   const GLint n = components / 4 - 1;
   t.length = 0;
   add(&t, "uniform vec4 a[%d];\nuniform vec2 b;\nuniform float d, e;\n"
       "vec4 value(int n) { return a[n * %d / %d] + vec4(b[n & 1] + d + e, 0.0, 0.0, 0.0); }\n", n, n - 1, API_TEXELS - 1);
   const GLuint program = make_program(header, stage, t.at, NULL);
   api_link(program);
   for (GLint i = 0; i < n; i++) {
      uint8_t c[4];
      element_color(c, (unsigned)i);
      for (unsigned k = 0; k < 4; k++)
         a[4 * i + (GLint)k] = (GLfloat)c[k] / 255;
   }
   glUniform4fv(glGetUniformLocation(program, "a"), n, a);
   glUniform2f(glGetUniformLocation(program, "b"), 1 / 255.0f, 2 / 255.0f);
   glUniform1f(glGetUniformLocation(program, "d"), 3 / 255.0f);
   glUniform1f(glGetUniformLocation(program, "e"), -4 / 255.0f);
   for (unsigned p = 0; p < API_TEXELS; p++) {
      element_color(wanted[p], element(p, (unsigned)n));
      wanted[p][0] = (uint8_t)(wanted[p][0] == 255 ? 255 : wanted[p][0] + (p & 1));
   }
   expect_picture(stage, (const uint8_t(*)[4])wanted, "vectors");
   glUseProgram(0);
   glDeleteProgram(program);
   t.length = 0;
   add(&t, "uniform vec4 a[%d];\nuniform vec2 b;\nuniform float d, e, f;\n"
       "vec4 value(int n) { return a[n * %d / %d] + vec4(b[n & 1] + d + e + f, 0.0, 0.0, 0.0); }\n", n, n - 1, API_TEXELS - 1);
   expect_refused(header, stage, t.at, "a component more");
}

static void draw_es_vectors(void)
{
   for (enum stage stage = VERTEX; stage < STAGES; stage++)
      vectors_of(ES, stage, limit(component_limits[stage], COMPONENTS, "uniform components"));
   api_expect("GL_MAX_VERTEX_UNIFORM_VECTORS", limit(GL_MAX_VERTEX_UNIFORM_VECTORS, 0, ""),
              limit(GL_MAX_VERTEX_UNIFORM_COMPONENTS, 0, "") / 4);
   api_expect("GL_MAX_FRAGMENT_UNIFORM_VECTORS", limit(GL_MAX_FRAGMENT_UNIFORM_VECTORS, 0, ""),
              limit(GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, 0, "") / 4);
}

static void draw_core_vectors(void)
{
   for (enum stage stage = VERTEX; stage < STAGES; stage++)
      vectors_of(CORE_45, stage, limit(component_limits[stage], COMPONENTS, "uniform components"));
}

/* An array of as many floats as components: one uniform of the greatest size. */
static void draw_core_floats(void)
{
   static uint8_t wanted[API_TEXELS][4];
   static GLfloat a[COMPONENTS * 4];
   static struct text t;
   const GLint n = limit(GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, COMPONENTS, "uniform components");
   if (n > COMPONENTS * 4)
      api_fail("GL_MAX_FRAGMENT_UNIFORM_COMPONENTS is %d", n);
   add(&t, "uniform float a[%d];\n"
       "vec4 value(int n) { uint i = uint(a[n * %d / %d]); return vec4(i & 255u, i >> 8, (i * 7u) & 255u, 255) / 255.0; }\n", n, n - 1,
       API_TEXELS - 1);
   for (GLint i = 0; i < n; i++)
      a[i] = (GLfloat)i;
   for (unsigned p = 0; p < API_TEXELS; p++)
      element_color(wanted[p], element(p, (unsigned)n));
   const GLuint program = make_program(CORE_45, FRAGMENT, t.at, NULL);
   api_link(program);
   glUniform1fv(glGetUniformLocation(program, "a"), n, a);
   expect_picture(FRAGMENT, (const uint8_t(*)[4])wanted, "floats");
   glUniform1f(glGetUniformLocation(program, "a[0]") + n - 1, 77); /* the last location of the array */
   element_color(wanted[API_TEXELS - 1], 77);
   expect_picture(FRAGMENT, (const uint8_t(*)[4])wanted, "the last float");
}

/* The last location, for a uniform alone and for the last element of an array, and one beyond. */
static void locations(const char *header)
{
   static uint8_t wanted[API_TEXELS][4];
   static struct text t;
   const GLint n = limit(GL_MAX_UNIFORM_LOCATIONS, 81920, "GL_MAX_UNIFORM_LOCATIONS");
   t.length = 0;
   add(&t, "layout(location = %d) uniform vec4 last;\nlayout(location = %d) uniform float a[7];\nuniform vec4 other;\n"
       "vec4 value(int n) { return last + other * a[6] + vec4(0.0, a[n & 1], 0.0, 0.0); }\n", n - 1, n - 8);
   const GLuint program = make_program(header, FRAGMENT, t.at, NULL);
   api_link(program);
   api_expect("location of 'last'", glGetUniformLocation(program, "last"), n - 1);
   api_expect("location of 'a[6]'", glGetUniformLocation(program, "a[6]"), n - 2);
   api_expect("location of 'other'", glGetUniformLocation(program, "other"), 0);
   glUniform4f(n - 1, 10 / 255.0f, 0, 0, 1);
   glUniform1f(n - 2, 2);
   glUniform1f(n - 7, 30 / 255.0f);
   glUniform4f(0, 0, 0, 20 / 255.0f, 0);
   for (unsigned p = 0; p < API_TEXELS; p++)
      memcpy(wanted[p], (const uint8_t[4]){ 10, p & 1 ? 30 : 0, 40, 255 }, 4);
   expect_picture(FRAGMENT, (const uint8_t(*)[4])wanted, "locations");
   glUniform4f(n, 0, 0, 0, 0);
   api_expect_error(GL_INVALID_OPERATION, "a location beyond the last");
   t.length = 0;
   add(&t, "layout(location = %d) uniform float a[2];\nvec4 value(int n) { return vec4(a[n & 1]); }\n", n - 1);
   expect_refused(header, FRAGMENT, t.at, "an array beyond the last location");
}

static void draw_es_locations(void) { locations(ES); }
static void draw_core_locations(void) { locations(CORE_45); }

/* ---- blocks, counters, images and textures: texel n shows resource n modulo their number ------------------------------------- */

/* declaration: with the number of the resource and its binding; expression: with the number. more: is added to each. */
static void resources(struct text *t, unsigned count, unsigned first, const char *declaration, const char *expression, const char *more)
{
   t->length = 0;
   for (unsigned k = 0; k < count; k++) {
      for (const char *at = declaration; *at; at++)
         *at == '#' ? add(t, "%u", k) : *at == '@' ? add(t, "%u", first + k) : add(t, "%c", *at);
      add(t, "\n");
   }
   add(t, "uniform vec4 zero;\nvec4 value(int n) {\n   int k = n %% %u;\n   vec4 v = zero + vec4(%s);\n", count, more);
   for (unsigned k = 0; k < count; k++) {
      add(t, "   if (k == %u) v += ", k);
      for (const char *at = expression; *at; at++)
         *at == '#' ? add(t, "%u", k) : add(t, "%c", *at);
      add(t, ";\n");
   }
   add(t, "   return v;\n}\n");
}

/* As many as the limit show their colours; one more is refused. */
static void expect_resources(const char *header, enum stage stage, unsigned count, unsigned first, const char *declaration,
                             const char *expression, const char *what)
{
   static uint8_t wanted[API_TEXELS][4];
   static struct text t;
   resources(&t, count, first, declaration, expression, stage == COMPUTE ? "0.0" : "gl_DepthRange.far - 1.0");
   const GLuint program = make_program(header, stage, t.at, NULL);
   api_link(program);
   for (unsigned p = 0; p < API_TEXELS; p++)
      element_color(wanted[p], p % count * 5 + 1);
   expect_picture(stage, (const uint8_t(*)[4])wanted, what);
   glUseProgram(0);
   glDeleteProgram(program);
   resources(&t, count + 1, 0, declaration, expression, "0.0");
   expect_refused(header, stage, t.at, what);
}

/* Words of colours, `stride_B` apart. */
static GLuint color_buffer(GLenum target, unsigned count, unsigned stride_B, bool floats)
{
   static uint8_t bytes[1 << 16];
   GLuint buffer;
   for (unsigned k = 0; k < count; k++) {
      uint8_t c[4];
      element_color(c, k * 5 + 1);
      for (unsigned i = 0; floats && i < 4; i++)
         memcpy(bytes + k * stride_B + 4 * i, &(GLfloat){ (GLfloat)c[i] / 255 }, 4);
      if (!floats)
         memcpy(bytes + k * stride_B, c, 4);
   }
   glGenBuffers(1, &buffer);
   glBindBuffer(target, buffer);
   glBufferData(target, count * stride_B, bytes, GL_STATIC_DRAW);
   return buffer;
}

static void blocks(const char *header)
{
   static const GLenum names[STAGES] = { GL_MAX_VERTEX_UNIFORM_BLOCKS, GL_MAX_TESS_CONTROL_UNIFORM_BLOCKS,
      GL_MAX_TESS_EVALUATION_UNIFORM_BLOCKS, GL_MAX_GEOMETRY_UNIFORM_BLOCKS, GL_MAX_FRAGMENT_UNIFORM_BLOCKS,
      GL_MAX_COMPUTE_UNIFORM_BLOCKS };
   const unsigned bindings = (unsigned)limit(GL_MAX_UNIFORM_BUFFER_BINDINGS, 90, "GL_MAX_UNIFORM_BUFFER_BINDINGS");
   limit(GL_MAX_COMBINED_UNIFORM_BLOCKS, 75, "GL_MAX_COMBINED_UNIFORM_BLOCKS");
   for (enum stage stage = VERTEX; stage < STAGES; stage++) {
      const unsigned count = (unsigned)limit(names[stage], 15, "uniform blocks"), first = bindings - count;
      const GLuint buffer = color_buffer(GL_UNIFORM_BUFFER, count, 256, true);
      for (unsigned k = 0; k < count; k++)
         glBindBufferRange(GL_UNIFORM_BUFFER, first + k, buffer, k * 256, 16);
      expect_resources(header, stage, count, first, "layout(std140, binding = @) uniform B# { vec4 v; } b#;", "b#.v", "uniform blocks");
      glDeleteBuffers(1, &buffer);
   }
   glBindBufferBase(GL_UNIFORM_BUFFER, bindings, 0);
   api_expect_error(GL_INVALID_VALUE, "a binding beyond the last");
}

static void counters(const char *header)
{
   static const GLenum names[STAGES] = { GL_MAX_VERTEX_ATOMIC_COUNTER_BUFFERS, GL_MAX_TESS_CONTROL_ATOMIC_COUNTER_BUFFERS,
      GL_MAX_TESS_EVALUATION_ATOMIC_COUNTER_BUFFERS, GL_MAX_GEOMETRY_ATOMIC_COUNTER_BUFFERS, GL_MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS,
      GL_MAX_COMPUTE_ATOMIC_COUNTER_BUFFERS };
   const unsigned bindings = (unsigned)limit(GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, 8, "GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS");
   for (enum stage stage = VERTEX; stage < STAGES; stage++) {
      const unsigned count = (unsigned)limit(names[stage], 8, "atomic counter buffers");
      const GLuint buffer = color_buffer(GL_ATOMIC_COUNTER_BUFFER, count, 64, false);
      for (unsigned k = 0; k < count; k++)
         glBindBufferRange(GL_ATOMIC_COUNTER_BUFFER, bindings - count + k, buffer, k * 64, 4);
      expect_resources(header, stage, count, bindings - count, "layout(binding = @, offset = 0) uniform atomic_uint c#;",
                       "unpackUnorm4x8(atomicCounter(c#))", "atomic counter buffers");
      glDeleteBuffers(1, &buffer);
   }
   glBindBufferBase(GL_ATOMIC_COUNTER_BUFFER, bindings, 0);
   api_expect_error(GL_INVALID_VALUE, "a binding beyond the last");
}

/* A texture of one texel with the colour of resource k. */
static GLuint color_texture(unsigned k)
{
   GLuint texture;
   uint8_t c[4];
   element_color(c, k * 5 + 1);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, c);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return texture;
}

static void images(const char *header)
{
   static const GLenum names[STAGES] = { GL_MAX_VERTEX_IMAGE_UNIFORMS, GL_MAX_TESS_CONTROL_IMAGE_UNIFORMS,
      GL_MAX_TESS_EVALUATION_IMAGE_UNIFORMS, GL_MAX_GEOMETRY_IMAGE_UNIFORMS, GL_MAX_FRAGMENT_IMAGE_UNIFORMS,
      GL_MAX_COMPUTE_IMAGE_UNIFORMS };
   const unsigned units = (unsigned)limit(GL_MAX_IMAGE_UNITS, 96, "GL_MAX_IMAGE_UNITS");
   limit(GL_MAX_COMBINED_IMAGE_UNIFORMS, 96, "GL_MAX_COMBINED_IMAGE_UNIFORMS");
   limit(GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES, 120, "GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES");
   for (enum stage stage = VERTEX; stage < STAGES; stage++) {
      const unsigned count = (unsigned)limit(names[stage], 16, "image uniforms");
      for (unsigned k = 0; k < count; k++)
         glBindImageTexture(units - count + k, color_texture(k), 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
      expect_resources(header, stage, count, units - count, "layout(binding = @, rgba8) readonly uniform image2D i#;",
                       "imageLoad(i#, ivec2(0))", "images");
   }
   glBindImageTexture(units, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   api_expect_error(GL_INVALID_VALUE, "a unit beyond the last");
}

static void textures(const char *header)
{
   static const GLenum names[STAGES] = { GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, GL_MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS,
      GL_MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS, GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS, GL_MAX_TEXTURE_IMAGE_UNITS,
      GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS };
   const unsigned units = (unsigned)limit(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 160, "GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS");
   for (enum stage stage = VERTEX; stage < STAGES; stage++) {
      const unsigned count = (unsigned)limit(names[stage], 32, "texture units");
      for (unsigned k = 0; k < count; k++) {
         glActiveTexture(GL_TEXTURE0 + units - count + k);
         color_texture(k);
      }
      expect_resources(header, stage, count, units - count, "layout(binding = @) uniform sampler2D t#;", "texelFetch(t#, ivec2(0), 0)",
                       "textures");
   }
   glActiveTexture(GL_TEXTURE0 + units);
   api_expect_error(GL_INVALID_ENUM, "a unit beyond the last");
}

static void draw_es_blocks(void) { blocks(ES); }
static void draw_core_blocks(void) { blocks(CORE_45); }
static void draw_es_counters(void) { counters(ES); }
static void draw_core_counters(void) { counters(CORE_45); }
static void draw_es_images(void) { images(ES); }
static void draw_core_images(void) { images(CORE_45); }
static void draw_es_textures(void) { textures(ES); }
static void draw_core_textures(void) { textures(CORE_45); }

/* ---- values of a patch, and vertices of a geometry shader -------------------------------------------------------------------- */

static const char *const plain_fragment = "flat in vec4 color;\nlayout(location = 0) out vec4 c;\nvoid main() { c = color; }\n";

/* Each patch is a texel, which shows vector n modulo `vectors` of its values. */
static GLuint patch_program(const char *header, unsigned vectors, bool linked)
{
   static char head[512];
   const GLuint program = glCreateProgram();
   snprintf(head, sizeof head, "%s#define SIZE %s\n#define N %u\n#define VALUE(n) vec4(0.0)\n#define NUMBER(declaration)\n", header,
            header[9] == '4' ? "gl_PointSize = 1.0;" : "", vectors);
   attach(program, GL_VERTEX_SHADER, head, "", vertex_main, NULL);
   attach(program, GL_TESS_CONTROL_SHADER, head, "layout(vertices = 1) out;\npatch out vec4 p[N];\n", "void main() {\n"
          "   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
          "   for (int k = 0; k < N; k++)\n      p[k] = vec4(k * 5 + 1, gl_PrimitiveID & 255, k * 3, 255) / 255.0;\n"
          "   gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = 1.0;\n"
          "   gl_TessLevelInner[0] = gl_TessLevelInner[1] = 1.0;\n}\n", NULL);
   attach(program, GL_TESS_EVALUATION_SHADER, head, "layout(quads, point_mode) in;\npatch in vec4 p[N];\nflat out vec4 color;\n",
          "void main() {\n   gl_Position = gl_in[0].gl_Position;\n   SIZE\n   color = p[gl_PrimitiveID % N];\n}\n", NULL);
   attach(program, GL_FRAGMENT_SHADER, head, "", plain_fragment, NULL);
   if (linked)
      api_link(program);
   return program;
}

static void expect_no_link(GLuint program, const char *what)
{
   char log[1024] = "";
   GLint linked = GL_TRUE;
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof log, NULL, log);
   if (linked || !log[0])
      api_fail("%s: %s", what, linked ? "links" : "does not link, without a message");
   api_checked();
}

static void patches(const char *header)
{
   static uint8_t wanted[API_TEXELS][4];
   const unsigned vectors = (unsigned)limit(GL_MAX_TESS_PATCH_COMPONENTS, 120, "GL_MAX_TESS_PATCH_COMPONENTS") / 4;
   patch_program(header, vectors, true);
   for (unsigned p = 0; p < API_TEXELS; p++)
      memcpy(wanted[p], (const uint8_t[4]){ (uint8_t)(p % vectors * 5 + 1), (uint8_t)p, (uint8_t)(p % vectors * 3), 255 }, 4);
   expect_picture(CONTROL, (const uint8_t(*)[4])wanted, "values of a patch");
   expect_no_link(patch_program(header, vectors + 1, false), "a vector more in a patch");
}

/* Points of as many vertices as the limit, of three components each, which are captured. */
static void draw_core_vertices(void)
{
   static GLfloat got[3 * 1024];
   static char geometry[512];
   static const char *const names[] = { "v" };
   const GLint most = limit(GL_MAX_GEOMETRY_OUTPUT_VERTICES, 256, "GL_MAX_GEOMETRY_OUTPUT_VERTICES");
   const GLuint program = glCreateProgram();
   GLuint array, buffer;
   if (most > 1024)
      api_fail("GL_MAX_GEOMETRY_OUTPUT_VERTICES is %d", most);
   snprintf(geometry, sizeof geometry, CORE_45 "layout(points) in;\nlayout(points, max_vertices = %d) out;\nout vec3 v;\n"
            "void main() {\n   for (int k = 0; k < %d; k++) {\n      v = vec3(k * 3, k * 3 + 1, k * 3 + 2);\n      EmitVertex();\n   }\n}\n",
            most, most + 5);
   api_attach(program, GL_VERTEX_SHADER, CORE_45 "void main() { gl_Position = vec4(0.0); }\n");
   api_attach(program, GL_GEOMETRY_SHADER, geometry);
   glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   api_link(program);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof got, NULL, GL_STREAM_READ);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 1);
   glEndTransformFeedback();
   glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, most * 12, got);
   for (GLint i = 0; i < most * 3; i++)
      if (got[i] != (GLfloat)i)
         api_fail("component %d of vertex %d is %g", i % 3, i / 3, (double)got[i]);
   api_expect_error(GL_NO_ERROR, "vertices");
   api_checked();
}

/* One more vertex than the limit. */
static void draw_core_vertices_above(void)
{
   static struct text log;
   char text[64];
   const GLuint program = glCreateProgram();
   snprintf(text, sizeof text, "layout(points, max_vertices = %d) out;\n",
            limit(GL_MAX_GEOMETRY_OUTPUT_VERTICES, 256, "GL_MAX_GEOMETRY_OUTPUT_VERTICES") + 1);
   api_attach(program, GL_VERTEX_SHADER, CORE_45 "void main() { gl_Position = vec4(0.0); }\n");
   attach(program, GL_GEOMETRY_SHADER, CORE_45 "layout(points) in;\n", text, "void main() {\n   gl_Position = gl_in[0].gl_Position;\n   EmitVertex();\n}\n", &log);
   if (!log.length)
      api_fail("a vertex more compiles without a message");
   expect_no_link(program, "a vertex more");
}

static void draw_es_patches(void) { patches(ES); }
static void draw_core_patches(void) { patches(CORE_45); }

const struct api_body api_bodies_resource_limits[] = {
   { "resource-limits-vectors", GLES, 32, 0, 0, draw_es_vectors, NULL },
   { "resource-limits-core-vectors", CORE, 45, 0, 0, draw_core_vectors, NULL },
   { "resource-limits-core-floats", CORE, 45, 0, 0, draw_core_floats, NULL },
   { "resource-limits-locations", GLES, 32, 0, 0, draw_es_locations, NULL },
   { "resource-limits-core-locations", CORE, 45, 0, 0, draw_core_locations, NULL },
   { "resource-limits-blocks", GLES, 32, 0, 0, draw_es_blocks, NULL },
   { "resource-limits-core-blocks", CORE, 45, 0, 0, draw_core_blocks, NULL },
   { "resource-limits-counters", GLES, 32, 0, 0, draw_es_counters, NULL },
   { "resource-limits-core-counters", CORE, 45, 0, 0, draw_core_counters, NULL },
   { "resource-limits-images", GLES, 32, 0, 0, draw_es_images, NULL },
   { "resource-limits-core-images", CORE, 45, 0, 0, draw_core_images, NULL },
   { "resource-limits-textures", GLES, 32, 0, 0, draw_es_textures, NULL },
   { "resource-limits-core-textures", CORE, 45, 0, 0, draw_core_textures, NULL },
   { "resource-limits-patches", GLES, 32, 0, 0, draw_es_patches, NULL },
   { "resource-limits-core-patches", CORE, 45, 0, 0, draw_core_patches, NULL },
   { "resource-limits-core-vertices", CORE, 45, 0, 0, draw_core_vertices, NULL },
   { "resource-limits-core-vertices-above", CORE, 45, 0, 0, draw_core_vertices_above, NULL },
   { NULL },
};
