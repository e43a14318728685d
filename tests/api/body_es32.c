/* body_es32.c: extensions of the shading language 3.10 that contexts of OpenGL ES 3.2 have, with their names and without: geometry and
 * tessellation shaders, sizes of points in them, the extension pack; values that OpenGL ES 3.2 adds. */
#include <string.h>

#include "api_capture.h"

#define ES31 "#version 310 es\n"
#define REQUIRE(extension) ES31 "#extension " extension " : require\nprecision highp float;\n"
#define FRAGMENT ES31 "precision highp float; in vec4 tint; out vec4 color; void main() { color = tint; }"
/* Vertex i of 1024 is the centre of pixel i. */
#define VERTEX(statements)                                                                                                       \
   ES31 "void main() { gl_Position = vec4((vec2(gl_VertexID % 32, gl_VertexID / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n" statements "}"

struct sources { const char *vertex, *control, *evaluation, *geometry, *fragment; };

/* A linked and used program. */
static GLuint use(const struct sources *s)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, s->vertex);
   if (s->control)
      api_attach(program, GL_TESS_CONTROL_SHADER, s->control);
   if (s->evaluation)
      api_attach(program, GL_TESS_EVALUATION_SHADER, s->evaluation);
   if (s->geometry)
      api_attach(program, GL_GEOMETRY_SHADER, s->geometry);
   api_attach(program, GL_FRAGMENT_SHADER, s->fragment);
   api_link(program);
   return program;
}

static void expect_at(uint8_t rgba[API_TEXELS][4], unsigned i, unsigned r, unsigned g, unsigned b)
{
   rgba[i][0] = (uint8_t)r;
   rgba[i][1] = (uint8_t)g;
   rgba[i][2] = (uint8_t)b;
   rgba[i][3] = 255;
}

static void no_arrays(void)
{
   GLuint name;
   glGenVertexArrays(1, &name);
   glBindVertexArray(name);
}

/* ---- GL_OES_geometry_shader, GL_EXT_geometry_shader ---- */

/* A point becomes a triangle over its pixel and the one to its left, of two invocations. */
#define GEOMETRY(extension)                                                                                                      \
   REQUIRE(extension) "layout(points, invocations = 2) in; layout(triangle_strip, max_vertices = 3) out; out vec4 tint;\n"       \
   "void main() { vec4 p = gl_in[0].gl_Position; p.x -= float(gl_InvocationID) / 16.0; vec2 d = vec2(0.03, 0.05);\n"           \
   "  vec4 c = vec4(float(gl_InvocationID) * 100.0, float(gl_PrimitiveIDIn) / 4.0, 40.0, 255.0) / 255.0;\n"                      \
   "  tint = c; gl_Position = p + vec4(-d.x, -d.x, 0, 0); EmitVertex();\n"                                                       \
   "  tint = c; gl_Position = p + vec4(d.x, -d.x, 0, 0); EmitVertex();\n"                                                        \
   "  tint = c; gl_Position = p + vec4(0, d.y, 0, 0); EmitVertex(); }"

static void draw_geometry(const char *extension, const char *geometry)
{
   GLuint query, generated = 0, mipmapped, framebuffer;
   GLint value = 0, outer = 0;
   api_require(extension);
   use(&(struct sources){.vertex = VERTEX(""), .geometry = geometry, .fragment = FRAGMENT});
   no_arrays();
   glGenQueries(1, &query);
   glBeginQuery(GL_PRIMITIVES_GENERATED_EXT, query);
   for (GLint i = 1; i < API_TEXELS; i += 4)
      glDrawArrays(GL_POINTS, i, 1);
   glEndQuery(GL_PRIMITIVES_GENERATED_EXT);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &generated);
   api_expect("generated primitives", (long)generated, API_TEXELS / 4 * 2);
   glDrawArrays(GL_LINES, 0, 2);
   api_expect_error(GL_INVALID_OPERATION, "lines for a shader of points");
   glGetIntegerv(GL_LAYER_PROVOKING_VERTEX_EXT, &value);
   if (value != GL_FIRST_VERTEX_CONVENTION_EXT && value != GL_LAST_VERTEX_CONVENTION_EXT && value != GL_UNDEFINED_VERTEX_EXT)
      api_fail("the vertex of the layer is 0x%x", (unsigned)value);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenTextures(1, &mipmapped);
   glBindTexture(GL_TEXTURE_2D_ARRAY, mipmapped);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 4, 4, 3);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, mipmapped, 1);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_LAYERED_EXT, &value);
   api_expect("a layered attachment", value, GL_TRUE);
   glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, mipmapped, 2);
   api_expect_error(GL_INVALID_VALUE, "a level that the texture lacks");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

static void draw_geometry_oes(void) { draw_geometry("GL_OES_geometry_shader", GEOMETRY("GL_OES_geometry_shader")); }
static void draw_geometry_ext(void) { draw_geometry("GL_EXT_geometry_shader", GEOMETRY("GL_EXT_geometry_shader")); }

static void reference_geometry(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 1; i < API_TEXELS; i += 4) {
      expect_at(rgba, i, 0, 0, 40);
      expect_at(rgba, i - 1, 100, 0, 40);
   }
}

/* ---- sizes of points ---- */

#define GEOMETRY_POINTS(geometry, extension)                                                                                     \
   ES31 "#extension " geometry " : require\n#extension " extension " : require\nprecision highp float;\n"                        \
   "layout(points) in; layout(points, max_vertices = 1) out; out vec4 tint;\n"                                                   \
   "void main() { gl_Position = gl_in[0].gl_Position + vec4(0.0625, 0.0625, 0.0, 0.0); tint = vec4(0.0, 1.0, 1.0, 1.0);\n"       \
   "  gl_PointSize = gl_in[0].gl_PointSize + 2.0; EmitVertex(); }"

static void draw_geometry_points(const char *extension, const char *geometry)
{
   api_require(extension);
   use(&(struct sources){.vertex = VERTEX("gl_PointSize = 2.0;"), .geometry = geometry, .fragment = FRAGMENT});
   no_arrays();
   for (GLint y = 3; y < 32; y += 8)
      for (GLint x = 3; x < 32; x += 8)
         glDrawArrays(GL_POINTS, 32 * y + x, 1);
}

static void draw_geometry_points_oes(void)
{
   draw_geometry_points("GL_OES_geometry_point_size", GEOMETRY_POINTS("GL_OES_geometry_shader", "GL_OES_geometry_point_size"));
}

static void draw_geometry_points_ext(void)
{
   draw_geometry_points("GL_EXT_geometry_point_size", GEOMETRY_POINTS("GL_EXT_geometry_shader", "GL_EXT_geometry_point_size"));
}

/* ---- GL_OES_tessellation_shader, GL_EXT_tessellation_shader ---- */

#define CONTROL(extension)                                                                                                       \
   REQUIRE(extension) "layout(vertices = 1) out; patch out vec4 shade;\n"                                                        \
   "void main() { gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position; shade = vec4(float(gl_PatchVerticesIn) * 50.0,\n"  \
   "    float(gl_PrimitiveID) + 10.0, 60.0, 255.0) / 255.0;\n"                                                                   \
   "  for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = 2.0; gl_TessLevelInner[0] = gl_TessLevelInner[1] = 2.0; }"
/* A quad over three pixels of each direction. */
#define EVALUATION(extension)                                                                                                    \
   REQUIRE(extension) "layout(quads, equal_spacing, ccw) in; patch in vec4 shade; out vec4 tint;\n"                              \
   "void main() { gl_Position = gl_in[0].gl_Position + vec4((gl_TessCoord.xy - 0.5) * 3.0 / 16.0, 0.0, 0.0); tint = shade; }"

static void draw_tessellation(const char *extension, const char *control, const char *evaluation)
{
   GLint value = 0;
   api_require(extension);
   const GLuint program =
      use(&(struct sources){.vertex = VERTEX(""), .control = control, .evaluation = evaluation, .fragment = FRAGMENT});
   no_arrays();
   glPatchParameteri(GL_PATCH_VERTICES_EXT, 0);
   api_expect_error(GL_INVALID_VALUE, "patches without vertices");
   glPatchParameteri(GL_PATCH_VERTICES_EXT, 2);
   glGetIntegerv(GL_PATCH_VERTICES_EXT, &value);
   api_expect("vertices of a patch", value, 2);
   glGetProgramiv(program, GL_TESS_GEN_MODE_EXT, &value);
   api_expect("the mode of tessellation", value, GL_QUADS_EXT);
   glGetProgramiv(program, GL_TESS_CONTROL_OUTPUT_VERTICES_EXT, &value);
   api_expect("vertices after the control shader", value, 1);
   for (GLint y = 2; y < 32; y += 4)
      glDrawArrays(GL_PATCHES_EXT, 32 * y + 2, 8);
   glDrawArrays(GL_POINTS, 0, 1);
   api_expect_error(GL_INVALID_OPERATION, "points for tessellation");
}

static void draw_tessellation_oes(void)
{
   draw_tessellation("GL_OES_tessellation_shader", CONTROL("GL_OES_tessellation_shader"), EVALUATION("GL_OES_tessellation_shader"));
}

static void draw_tessellation_ext(void)
{
   draw_tessellation("GL_EXT_tessellation_shader", CONTROL("GL_EXT_tessellation_shader"), EVALUATION("GL_EXT_tessellation_shader"));
}

/* Points out of isolines' vertices, with the size that the vertex shader gave, and a bounding box, which is a hint. */
#define CONTROL_POINTS(tessellation, extension, box)                                                                             \
   ES31 "#extension " tessellation " : require\n#extension " extension " : require\n"                                            \
   "#extension GL_EXT_primitive_bounding_box : require\nprecision highp float; layout(vertices = 1) out;\n"                      \
   "void main() { gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;\n"                                                 \
   "  gl_out[gl_InvocationID].gl_PointSize = gl_in[0].gl_PointSize + 1.0; " box "[0] = vec4(-1.0); " box "[1] = vec4(1.0);\n"    \
   "  gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = 1.0; }"
#define EVALUATION_POINTS(tessellation, extension)                                                                               \
   ES31 "#extension " tessellation " : require\n#extension " extension " : require\nprecision highp float;\n"                    \
   "layout(isolines, point_mode) in; out vec4 tint;\n"                                                                           \
   "void main() { gl_Position = gl_in[0].gl_Position + vec4(0.0625, 0.0625, 0.0, 0.0); tint = vec4(0.0, 1.0, 1.0, 1.0);\n"       \
   "  gl_PointSize = gl_in[0].gl_PointSize + 1.0; }"

static void draw_tessellation_points(const char *extension, const char *control, const char *evaluation)
{
   api_require(extension);
   use(&(struct sources){.vertex = VERTEX("gl_PointSize = 2.0;"), .control = control, .evaluation = evaluation, .fragment = FRAGMENT});
   no_arrays();
   glPatchParameteri(GL_PATCH_VERTICES_EXT, 1);
   for (GLint y = 3; y < 32; y += 8)
      for (GLint x = 3; x < 32; x += 8)
         glDrawArrays(GL_PATCHES_EXT, 32 * y + x, 1);
}

static void draw_tessellation_points_oes(void)
{
   draw_tessellation_points("GL_OES_tessellation_point_size",
                            CONTROL_POINTS("GL_OES_tessellation_shader", "GL_OES_tessellation_point_size", "gl_BoundingBoxEXT"),
                            EVALUATION_POINTS("GL_OES_tessellation_shader", "GL_OES_tessellation_point_size"));
}

static void draw_tessellation_points_ext(void)
{
   draw_tessellation_points("GL_EXT_tessellation_point_size",
                            CONTROL_POINTS("GL_EXT_tessellation_shader", "GL_EXT_tessellation_point_size", "gl_BoundingBoxEXT"),
                            EVALUATION_POINTS("GL_EXT_tessellation_shader", "GL_EXT_tessellation_point_size"));
}

static void reference_points(uint8_t rgba[API_TEXELS][4])
{
   /* Centres of squares of four pixels: half a pixel right of and above those of pixels 3, 11 and so on. */
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i % API_SIZE % 8 >= 2 && i % API_SIZE % 8 < 6 && i / API_SIZE % 8 >= 2 && i / API_SIZE % 8 < 6)
         expect_at(rgba, i, 0, 255, 255);
}

static void reference_tessellation(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 2; y < 32; y += 4)
      for (unsigned patch = 0; patch < 4; patch++)
         for (unsigned k = 0; k < 9; k++)
            expect_at(rgba, 32 * (y - 1 + k / 3) + 2 * patch + 1 + k % 3, 100, 10 + patch, 60);
}

/* ---- GL_ANDROID_extension_pack_es31a ---- */

/* One #extension for blocks, geometry shaders, sample variables and atomics of images. */
static void draw_pack(void)
{
   GLuint counter;
   api_require("GL_ANDROID_extension_pack_es31a");
   use(&(struct sources){
      .vertex = ES31 "#extension GL_ANDROID_extension_pack_es31a : require\nout Block { vec4 tint; } block;\n"
                "void main() { gl_Position = vec4((vec2(gl_VertexID % 32, gl_VertexID / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n"
                "  block.tint = vec4(float(gl_VertexID % 32) * 8.0, float(gl_VertexID / 32) * 8.0, 0.0, 255.0) / 255.0; }",
      .geometry = REQUIRE("GL_ANDROID_extension_pack_es31a") "layout(points) in; layout(points, max_vertices = 1) out;\n"
                  "in Block { vec4 tint; } block[]; out vec4 tint;\n"
                  "void main() { gl_Position = gl_in[0].gl_Position; tint = block[0].tint; EmitVertex(); }",
      .fragment = REQUIRE("GL_ANDROID_extension_pack_es31a") "in vec4 tint; out vec4 color;\n"
                  "layout(r32ui, binding = 0) uniform highp uimage2D counter;\n"
                  "void main() { imageAtomicAdd(counter, ivec2(0), uint(gl_SampleID) + 1u); color = tint; }"});
   no_arrays();
   glGenTextures(1, &counter);
   glBindTexture(GL_TEXTURE_2D, counter);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 1, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, &(GLuint){0});
   glBindImageTexture(0, counter, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
   GLuint framebuffer, got[4] = {0};
   GLint outer;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, counter, 0);
   glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, got);
   api_expect("fragments", (long)got[0], API_TEXELS);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
}

static void reference_pack(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE * 8, i / API_SIZE * 8, 0);
}

/* ---- values, and the language without #extension ---- */

/* Least limits of OpenGL ES 3.2, tables 21.40 to 21.50. */
static const struct { GLenum name; const char *text; GLint least; } limits[] = {
#define LIMIT(name, least) {GL_##name, #name, least}
   LIMIT(MAX_TEXTURE_BUFFER_SIZE, 65536), LIMIT(MAX_FRAMEBUFFER_LAYERS, 256), LIMIT(MAX_COLOR_TEXTURE_SAMPLES, 1),
   LIMIT(MAX_COMBINED_TEXTURE_IMAGE_UNITS, 96), LIMIT(MAX_COMBINED_UNIFORM_BLOCKS, 24), LIMIT(MAX_UNIFORM_BUFFER_BINDINGS, 72),
   LIMIT(MAX_TESS_GEN_LEVEL, 64), LIMIT(MAX_PATCH_VERTICES, 32), LIMIT(MAX_TESS_CONTROL_UNIFORM_COMPONENTS, 1024),
   LIMIT(MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS, 16), LIMIT(MAX_TESS_CONTROL_OUTPUT_COMPONENTS, 64),
   LIMIT(MAX_TESS_PATCH_COMPONENTS, 120), LIMIT(MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, 2048),
   LIMIT(MAX_TESS_CONTROL_INPUT_COMPONENTS, 64), LIMIT(MAX_TESS_CONTROL_UNIFORM_BLOCKS, 12),
   LIMIT(MAX_TESS_EVALUATION_UNIFORM_COMPONENTS, 1024), LIMIT(MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS, 16),
   LIMIT(MAX_TESS_EVALUATION_OUTPUT_COMPONENTS, 64), LIMIT(MAX_TESS_EVALUATION_INPUT_COMPONENTS, 64),
   LIMIT(MAX_TESS_EVALUATION_UNIFORM_BLOCKS, 12), LIMIT(MAX_GEOMETRY_UNIFORM_COMPONENTS, 1024),
   LIMIT(MAX_GEOMETRY_UNIFORM_BLOCKS, 12), LIMIT(MAX_GEOMETRY_INPUT_COMPONENTS, 64), LIMIT(MAX_GEOMETRY_OUTPUT_COMPONENTS, 64),
   LIMIT(MAX_GEOMETRY_OUTPUT_VERTICES, 256), LIMIT(MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, 1024),
   LIMIT(MAX_GEOMETRY_TEXTURE_IMAGE_UNITS, 16), LIMIT(MAX_GEOMETRY_SHADER_INVOCATIONS, 32),
   LIMIT(MAX_VERTEX_OUTPUT_COMPONENTS, 64), LIMIT(MAX_FRAGMENT_INPUT_COMPONENTS, 60), LIMIT(MAX_FRAGMENT_IMAGE_UNIFORMS, 4),
   LIMIT(MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, 4), LIMIT(MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS, 1),
   LIMIT(MAX_FRAGMENT_ATOMIC_COUNTERS, 8), LIMIT(FRAGMENT_INTERPOLATION_OFFSET_BITS, 4), LIMIT(MAX_DEBUG_MESSAGE_LENGTH, 1),
   LIMIT(MAX_DEBUG_GROUP_STACK_DEPTH, 64), LIMIT(MAX_LABEL_LENGTH, 256),
#undef LIMIT
};

static void draw_values(void)
{
   GLfloat range[2] = {0, 0}, step = -1;
   GLint value = -1;
   for (unsigned i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
      value = -1;
      glGetIntegerv(limits[i].name, &value);
      if (value < limits[i].least)
         api_fail("%s is %d, not at least %d", limits[i].text, value, limits[i].least);
   }
   glGetFloatv(GL_MULTISAMPLE_LINE_WIDTH_RANGE, range);
   glGetFloatv(GL_MULTISAMPLE_LINE_WIDTH_GRANULARITY, &step);
   if (range[0] > 1 || range[1] < 1 || step < 0)
      api_fail("widths of multisampled lines: %f to %f by %f", range[0], range[1], step);
   glGetIntegerv(GL_CONTEXT_FLAGS, &value);
   api_expect_error(GL_NO_ERROR, "values of OpenGL ES 3.2");
   use(&(struct sources){
      .vertex = "#version 320 es\nin vec2 pos; out Block { vec2 at; } block;\n"
                "void main() { gl_Position = vec4(pos, 0.0, 1.0); block.at = pos * 16.0 + 16.0; }",
      .geometry = "#version 320 es\nprecision highp float; layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;\n"
                  "in Block { vec2 at; } block[]; out Block { vec2 at; } next;\n"
                  "void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; next.at = block[i].at; EmitVertex(); } }",
      .fragment = "#version 320 es\nprecision highp float; in Block { vec2 at; } next; out vec4 color;\n"
                  "void main() { color = vec4(floor(next.at) * 5.0, fma(2.0, 3.0, 4.0), 255.0) / 255.0; }"});
   api_rectangle(-1, -1, 1, 1);
}

static void reference_values(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE * 5, i / API_SIZE * 5, 10);
}

/* The language's constants are the values that glGetIntegerv returns, vectors a quarter of the components. */
static const struct { GLenum name; const char *constant; GLint divisor; } constants[] = {
#define CONSTANT(name, constant, divisor) {GL_MAX_##name, #constant, divisor}
   CONSTANT(VERTEX_ATTRIBS, gl_MaxVertexAttribs, 1), CONSTANT(VERTEX_UNIFORM_VECTORS, gl_MaxVertexUniformVectors, 1),
   CONSTANT(VERTEX_OUTPUT_COMPONENTS, gl_MaxVertexOutputVectors, 4), CONSTANT(FRAGMENT_INPUT_COMPONENTS, gl_MaxFragmentInputVectors, 4),
   CONSTANT(VERTEX_TEXTURE_IMAGE_UNITS, gl_MaxVertexTextureImageUnits, 1),
   CONSTANT(COMBINED_TEXTURE_IMAGE_UNITS, gl_MaxCombinedTextureImageUnits, 1),
   CONSTANT(TEXTURE_IMAGE_UNITS, gl_MaxTextureImageUnits, 1), CONSTANT(FRAGMENT_UNIFORM_VECTORS, gl_MaxFragmentUniformVectors, 1),
   CONSTANT(DRAW_BUFFERS, gl_MaxDrawBuffers, 1), CONSTANT(SAMPLES, gl_MaxSamples, 1),
   CONSTANT(PROGRAM_TEXEL_OFFSET, gl_MaxProgramTexelOffset, 1), CONSTANT(IMAGE_UNITS, gl_MaxImageUnits, 1),
   CONSTANT(VERTEX_IMAGE_UNIFORMS, gl_MaxVertexImageUniforms, 1), CONSTANT(TESS_CONTROL_IMAGE_UNIFORMS, gl_MaxTessControlImageUniforms, 1),
   CONSTANT(TESS_EVALUATION_IMAGE_UNIFORMS, gl_MaxTessEvaluationImageUniforms, 1),
   CONSTANT(GEOMETRY_IMAGE_UNIFORMS, gl_MaxGeometryImageUniforms, 1), CONSTANT(FRAGMENT_IMAGE_UNIFORMS, gl_MaxFragmentImageUniforms, 1),
   CONSTANT(COMPUTE_IMAGE_UNIFORMS, gl_MaxComputeImageUniforms, 1), CONSTANT(COMBINED_IMAGE_UNIFORMS, gl_MaxCombinedImageUniforms, 1),
   CONSTANT(COMBINED_SHADER_OUTPUT_RESOURCES, gl_MaxCombinedShaderOutputResources, 1),
   CONSTANT(COMPUTE_UNIFORM_COMPONENTS, gl_MaxComputeUniformComponents, 1),
   CONSTANT(COMPUTE_TEXTURE_IMAGE_UNITS, gl_MaxComputeTextureImageUnits, 1),
   CONSTANT(COMPUTE_ATOMIC_COUNTERS, gl_MaxComputeAtomicCounters, 1),
   CONSTANT(COMPUTE_ATOMIC_COUNTER_BUFFERS, gl_MaxComputeAtomicCounterBuffers, 1),
   CONSTANT(TESS_CONTROL_INPUT_COMPONENTS, gl_MaxTessControlInputComponents, 1),
   CONSTANT(TESS_CONTROL_OUTPUT_COMPONENTS, gl_MaxTessControlOutputComponents, 1),
   CONSTANT(TESS_CONTROL_TEXTURE_IMAGE_UNITS, gl_MaxTessControlTextureImageUnits, 1),
   CONSTANT(TESS_CONTROL_UNIFORM_COMPONENTS, gl_MaxTessControlUniformComponents, 1),
   CONSTANT(TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, gl_MaxTessControlTotalOutputComponents, 1),
   CONSTANT(TESS_CONTROL_ATOMIC_COUNTERS, gl_MaxTessControlAtomicCounters, 1),
   CONSTANT(TESS_CONTROL_ATOMIC_COUNTER_BUFFERS, gl_MaxTessControlAtomicCounterBuffers, 1),
   CONSTANT(TESS_EVALUATION_INPUT_COMPONENTS, gl_MaxTessEvaluationInputComponents, 1),
   CONSTANT(TESS_EVALUATION_OUTPUT_COMPONENTS, gl_MaxTessEvaluationOutputComponents, 1),
   CONSTANT(TESS_EVALUATION_TEXTURE_IMAGE_UNITS, gl_MaxTessEvaluationTextureImageUnits, 1),
   CONSTANT(TESS_EVALUATION_UNIFORM_COMPONENTS, gl_MaxTessEvaluationUniformComponents, 1),
   CONSTANT(TESS_EVALUATION_ATOMIC_COUNTERS, gl_MaxTessEvaluationAtomicCounters, 1),
   CONSTANT(TESS_EVALUATION_ATOMIC_COUNTER_BUFFERS, gl_MaxTessEvaluationAtomicCounterBuffers, 1),
   CONSTANT(TESS_PATCH_COMPONENTS, gl_MaxTessPatchComponents, 1), CONSTANT(PATCH_VERTICES, gl_MaxPatchVertices, 1),
   CONSTANT(TESS_GEN_LEVEL, gl_MaxTessGenLevel, 1), CONSTANT(GEOMETRY_INPUT_COMPONENTS, gl_MaxGeometryInputComponents, 1),
   CONSTANT(GEOMETRY_OUTPUT_COMPONENTS, gl_MaxGeometryOutputComponents, 1),
   CONSTANT(GEOMETRY_TEXTURE_IMAGE_UNITS, gl_MaxGeometryTextureImageUnits, 1),
   CONSTANT(GEOMETRY_OUTPUT_VERTICES, gl_MaxGeometryOutputVertices, 1),
   CONSTANT(GEOMETRY_TOTAL_OUTPUT_COMPONENTS, gl_MaxGeometryTotalOutputComponents, 1),
   CONSTANT(GEOMETRY_UNIFORM_COMPONENTS, gl_MaxGeometryUniformComponents, 1),
   CONSTANT(GEOMETRY_ATOMIC_COUNTERS, gl_MaxGeometryAtomicCounters, 1),
   CONSTANT(GEOMETRY_ATOMIC_COUNTER_BUFFERS, gl_MaxGeometryAtomicCounterBuffers, 1),
   CONSTANT(VERTEX_ATOMIC_COUNTERS, gl_MaxVertexAtomicCounters, 1),
   CONSTANT(VERTEX_ATOMIC_COUNTER_BUFFERS, gl_MaxVertexAtomicCounterBuffers, 1),
   CONSTANT(FRAGMENT_ATOMIC_COUNTERS, gl_MaxFragmentAtomicCounters, 1),
   CONSTANT(FRAGMENT_ATOMIC_COUNTER_BUFFERS, gl_MaxFragmentAtomicCounterBuffers, 1),
   CONSTANT(COMBINED_ATOMIC_COUNTERS, gl_MaxCombinedAtomicCounters, 1),
   CONSTANT(COMBINED_ATOMIC_COUNTER_BUFFERS, gl_MaxCombinedAtomicCounterBuffers, 1),
   CONSTANT(ATOMIC_COUNTER_BUFFER_BINDINGS, gl_MaxAtomicCounterBindings, 1),
   CONSTANT(ATOMIC_COUNTER_BUFFER_SIZE, gl_MaxAtomicCounterBufferSize, 1),
#undef CONSTANT
};
enum { CONSTANTS = sizeof(constants) / sizeof(constants[0]) };

/* The value of constant n, in steps of 1/255 of each byte, at pixel n. */
static void draw_constants(void)
{
   static char fragment[8192];
   uint8_t pixels[API_TEXELS][4];
   strcpy(fragment, "#version 320 es\nprecision highp float; out vec4 color;\nvoid main() { int values[] = int[](");
   for (unsigned i = 0; i < CONSTANTS; i++) {
      strcat(fragment, constants[i].constant);
      strcat(fragment, i + 1 < CONSTANTS ? ", " : ");\n");
   }
   strcat(fragment, "  int i = int(gl_FragCoord.y) * 32 + int(gl_FragCoord.x), v = i < values.length() ? values[i] : 0;\n"
                    "  color = vec4(v % 256, v / 256 % 256, v / 65536, 255) / 255.0; }");
   use(&(struct sources){.vertex = "#version 320 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", .fragment = fragment});
   api_rectangle(-1, -1, 1, 1);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   for (unsigned i = 0; i < CONSTANTS; i++) {
      GLint value = -1;
      glGetIntegerv(constants[i].name, &value);
      api_expect(constants[i].constant, pixels[i][0] | pixels[i][1] << 8 | pixels[i][2] << 16, value / constants[i].divisor);
   }
   glClear(GL_COLOR_BUFFER_BIT);
}

/* ---- what a geometry shader captured, drawn from vertices in client memory (GL_EXT_draw_transform_feedback) ---- */

static void draw_captured(void)
{
   static const char *const names[] = {"gl_Position"};
   GLfloat corners[API_TEXELS][2];
   GLuint feedback, buffer;
   api_require("GL_EXT_draw_transform_feedback");
   PFNGLDRAWTRANSFORMFEEDBACKEXTPROC draw = (PFNGLDRAWTRANSFORMFEEDBACKEXTPROC)eglGetProcAddress("glDrawTransformFeedbackEXT");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, VERTEX(""));
   api_attach(program, GL_GEOMETRY_SHADER,
              REQUIRE("GL_EXT_geometry_shader") "layout(points) in; layout(points, max_vertices = 1) out;\n"
              "void main() { gl_Position = vec4(1.0); if (gl_PrimitiveIDIn % 3 == 0) EmitVertex(); }");
   api_attach(program, GL_FRAGMENT_SHADER, ES31 "out mediump vec4 color; void main() { color = vec4(1.0); }");
   api_link_capturing(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   glGenTransformFeedbacks(1, &feedback);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 16 * API_TEXELS, NULL, GL_DYNAMIC_COPY);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 3 * 100);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   use(&(struct sources){.vertex = ES31 "in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_PointSize = 1.0; }",
                         .fragment = ES31 "out mediump vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }"});
   for (unsigned i = 0; i < API_TEXELS; i++) {
      corners[i][0] = ((float)(i % 32) + 0.5f) / 16 - 1;
      corners[i][1] = ((float)(i / 32) + 0.5f) / 16 - 1;
   }
   GLint current, place;
   glGetIntegerv(GL_CURRENT_PROGRAM, &current);
   place = glGetAttribLocation((GLuint)current, "pos");
   glBindVertexArray(0);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer((GLuint)place, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray((GLuint)place);
   draw(GL_POINTS, feedback);
   glFinish();
}

static void reference_captured(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < 100; i++)
      expect_at(rgba, i, 0, 255, 0);
}

/* ---- coherent reads of the framebuffer after stages that make overlapping primitives (GL_EXT_shader_framebuffer_fetch) ---- */

/* The order of primitives matters: v becomes 3 v + a part of the primitive, modulo 251. */
#define FETCH(part)                                                                                                              \
   ES31 "#extension GL_EXT_shader_framebuffer_fetch : require\n#extension GL_EXT_geometry_shader : require\n"                    \
        "precision highp float; flat in int number; inout vec4 color;\n"                                                        \
        "void main() { ivec3 v = ivec3(color.rgb * 255.0 + 0.5); color = vec4(vec3((v * 3 + " part ") % 251) / 255.0, 1.0); }"

/* Each point becomes three quads over its pixel, in two invocations. */
static void draw_fetch_geometry(void)
{
   GLuint queries[3], buffer, counts[2] = {0};
   GLfloat captured[4 * 18];
   static const char *const names[] = {"gl_Position"};
   api_require("GL_EXT_shader_framebuffer_fetch");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, VERTEX(""));
   api_attach(program, GL_GEOMETRY_SHADER, REQUIRE("GL_EXT_geometry_shader")
              "layout(points, invocations = 2) in; layout(triangle_strip, max_vertices = 12) out; flat out int number;\n"
              "void main() { for (int i = 0; i < 12; i++) { number = i / 4 + 3 * gl_InvocationID; gl_PrimitiveID = 10 + number;\n"
              "  gl_Position = gl_in[0].gl_Position + vec4(vec2(i & 1, i >> 1 & 1) / 16.0 - 1.0 / 32.0, 0.0, 0.0); EmitVertex();\n"
              "  if (i % 4 == 3) EndPrimitive(); } }");
   api_attach(program, GL_FRAGMENT_SHADER, FETCH("ivec3(number + 1, gl_PrimitiveID, 7 * number)"));
   api_link_capturing(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   no_arrays();
   glGenQueries(3, queries);
   glBeginQuery(GL_PRIMITIVES_GENERATED_EXT, queries[0]);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[1]);
   glDrawArrays(GL_POINTS, 0, API_TEXELS - 32);
   glEndQuery(GL_PRIMITIVES_GENERATED_EXT);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   for (unsigned i = 0; i < 2; i++)
      glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &counts[i]);
   api_expect("generated primitives", (long)counts[0], 12 * (API_TEXELS - 32));
   api_expect("samples passed", (long)counts[1], 1);
   /* The last row, while transform feedback captures what has room. */
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof(captured), NULL, GL_DYNAMIC_READ);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[2]);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArrays(GL_POINTS, API_TEXELS - 32, 32);
   glEndTransformFeedback();
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   glGetQueryObjectuiv(queries[2], GL_QUERY_RESULT, &counts[0]);
   api_expect("captured primitives", (long)counts[0], 6);
   const GLfloat *map = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof(captured), GL_MAP_READ_BIT);
   if (!map)
      api_fail("the captured vertices cannot be mapped");
   api_expect("256 x of the first vertex", (long)(256 * map[0]), -256);
   api_expect("256 x of the second vertex", (long)(256 * map[4]), -240);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
}

static void reference_fetch_geometry(uint8_t rgba[API_TEXELS][4])
{
   unsigned v[3] = {0, 0, 0};
   for (unsigned n = 0; n < 6; n++) {
      const unsigned part[3] = {n + 1, 10 + n, 7 * n};
      for (unsigned c = 0; c < 3; c++)
         v[c] = (v[c] * 3 + part[c]) % 251;
   }
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, v[0], v[1], v[2]);
}

/* Three patches over the picture, each of four quads that cover one another. Their order within a patch is not specified. */
static void draw_fetch_tessellation(void)
{
   api_require("GL_EXT_shader_framebuffer_fetch");
   use(&(struct sources){
      .vertex = ES31 "void main() { gl_Position = vec4(0.0); }",
      .control = REQUIRE("GL_EXT_tessellation_shader") "layout(vertices = 1) out;\n"
                 "void main() { gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;\n"
                 "  for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = 2.0; gl_TessLevelInner[0] = gl_TessLevelInner[1] = 2.0; }",
      .evaluation = REQUIRE("GL_EXT_tessellation_shader") "layout(quads) in; flat out int number;\n"
                    "void main() { gl_Position = vec4(abs(gl_TessCoord.xy * 2.0 - 1.0) * 2.0 - 1.0, 0.0, 1.0); number = 3; }",
      .fragment = ES31 "#extension GL_EXT_shader_framebuffer_fetch : require\n#extension GL_EXT_geometry_shader : require\n"
                  "precision highp float; flat in int number; inout vec4 color;\n"
                  "void main() { color += vec4(ivec3(number, gl_PrimitiveID, number + gl_PrimitiveID), 255) / 255.0; }"});
   no_arrays();
   glPatchParameteri(GL_PATCH_VERTICES_EXT, 1);
   glDrawArrays(GL_PATCHES_EXT, 0, 3);
}

static void reference_fetch_tessellation(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, 4 * 9, 4 * 3, 4 * 12);
}

/* An equation of advanced blending without a barrier: four points of a geometry shader. */
static void draw_blend_geometry(void)
{
   api_require("GL_KHR_blend_equation_advanced_coherent");
   use(&(struct sources){
      .vertex = VERTEX(""),
      .geometry = REQUIRE("GL_EXT_geometry_shader") "layout(points) in; layout(points, max_vertices = 4) out; out vec4 tint;\n"
                  "void main() { for (int i = 0; i < 4; i++) { gl_Position = gl_in[0].gl_Position;\n"
                  "  tint = vec4(0.2 * float(i + 1), 0.25, 0.5, 1.0); EmitVertex(); } }",
      .fragment = ES31 "#extension GL_KHR_blend_equation_advanced : require\nprecision highp float; in vec4 tint;\n"
                  "layout(blend_support_multiply) out; out vec4 color; void main() { color = tint; }"});
   no_arrays();
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLEND);
   glBlendEquation(GL_MULTIPLY_KHR);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
   glDisable(GL_BLEND);
}

static void reference_blend_geometry(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, 10, 1, 16); /* 255 times 0.2 * 0.4 * 0.6 * 0.8, 0.25^4, 0.5^4 */
}

/* ---- ARB_ES3_2_compatibility ---- */

/* Shaders of ESSL 3.20 in a context of OpenGL, its state, and the bounding box of a control shader of GLSL 4.50. */
static void draw_in_core(void)
{
   api_require("GL_ARB_ES3_2_compatibility");
   void (*const box)(GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat) =
      (void (*)(GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat))eglGetProcAddress("glPrimitiveBoundingBoxARB");
   static const GLfloat initial[8] = {-1, -1, -1, 1, 1, 1, 1, 1}, set[8] = {-2, -3, -4, 5, 2, 3, 4, 6};
   GLfloat values[8] = {0}, range[2] = {0};
   glGetFloatv(GL_PRIMITIVE_BOUNDING_BOX, values);
   api_expect("the initial bounding box differs", memcmp(values, initial, sizeof(initial)), 0);
   box(-2, -3, -4, 5, 2, 3, 4, 6);
   glGetFloatv(GL_PRIMITIVE_BOUNDING_BOX, values);
   api_expect("the bounding box differs from that which was set", memcmp(values, set, sizeof(set)), 0);
   box(-1, -1, -1, 1, 1, 1, 1, 1);
   glGetFloatv(GL_MULTISAMPLE_LINE_WIDTH_RANGE, range);
   api_expect("GL_MULTISAMPLE_LINE_WIDTH_RANGE lacks 1", range[0] > 1 || range[1] < 1, false);
   api_expect_error(GL_NO_ERROR, "state of OpenGL ES 3.2");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "#version 450\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }");
   api_attach(program, GL_TESS_CONTROL_SHADER, "#version 450\n#extension GL_ARB_ES3_2_compatibility : require\n"
      "layout(vertices = 3) out;\nvoid main() {\n"
      "   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
      "   gl_BoundingBox[0] = vec4(-1.0, -1.0, -1.0, 1.0);\n   gl_BoundingBox[1] = vec4(1.0);\n"
      "   gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0;\n}\n");
   api_attach(program, GL_TESS_EVALUATION_SHADER, "#version 450\nlayout(triangles) in;\nvoid main() {\n"
      "   gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position;\n}\n");
   api_attach(program, GL_FRAGMENT_SHADER, "#version 450\nout vec4 color; void main() { color = vec4(0.0, 0.0, 1.0, 1.0); }");
   api_link(program);
   static const GLfloat corners[6] = {-1, -1, 3, -1, -1, 3};
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glPatchParameteri(GL_PATCH_VERTICES, 3);
   glDrawArrays(GL_PATCHES, 0, 3);
   /* fma, textures of cube map arrays and textureGather with any offset are of ESSL 3.20 without an extension */
   api_program("#version 320 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 320 es\nprecision highp float; uniform highp samplerCubeArray unused; out vec4 color;\n"
               "void main() { color = vec4(fma(0.5, 1.0, 0.5), 0.0, gl_SampleID >= 0 ? 0.0 : 1.0, 1.0); }");
   api_rectangle(-1, -1, 0, 1);
}

static void reference_in_core(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i % API_SIZE < API_SIZE / 2 ? (uint8_t[]){255, 0, 0, 255} : (uint8_t[]){0, 0, 255, 255}, 4);
}

const struct api_body api_bodies_es32[] = {
   {"es32-oes-geometry", GLES, 32, 0, 0, draw_geometry_oes, reference_geometry},
   {"es32-ext-geometry", GLES, 32, 0, 0, draw_geometry_ext, reference_geometry},
   {"es32-oes-geometry-points", GLES, 32, 0, 0, draw_geometry_points_oes, reference_points},
   {"es32-ext-geometry-points", GLES, 32, 0, 0, draw_geometry_points_ext, reference_points},
   {"es32-oes-tessellation", GLES, 32, 0, 0, draw_tessellation_oes, NULL},
   {"es32-ext-tessellation", GLES, 32, 0, 0, draw_tessellation_ext, reference_tessellation},
   {"es32-oes-tessellation-points", GLES, 32, 0, 0, draw_tessellation_points_oes, reference_points},
   {"es32-ext-tessellation-points", GLES, 32, 0, 0, draw_tessellation_points_ext, reference_points},
   {"es32-extension-pack", GLES, 32, 0, 0, draw_pack, reference_pack},
   {"es32-values", GLES, 32, 0, 0, draw_values, reference_values},
   {"es32-constants", GLES, 32, 0, 0, draw_constants, NULL},
   {"es32-fetch-geometry", GLES, 32, 0, 0, draw_fetch_geometry, reference_fetch_geometry},
   {"es32-fetch-tessellation", GLES, 32, 0, 0, draw_fetch_tessellation, reference_fetch_tessellation},
   {"es32-blend-geometry", GLES, 32, 2, 0, draw_blend_geometry, reference_blend_geometry},
   {"es32-captured-vertices", GLES, 32, 0, 0, draw_captured, reference_captured},
   {"es32-in-core", CORE, 45, 0, 0, draw_in_core, reference_in_core},
   {NULL, GLES, 0, 0, 0, NULL, NULL},
};
