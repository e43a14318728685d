/* random_objects.c: the objects that a context of gl_random begins with: programs, buffers, vertex arrays, textures, framebuffers and others,
 * such that most commands with random arguments are legal. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

const GLenum texture_targets[10] = {GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_MULTISAMPLE,
   GL_TEXTURE_BUFFER, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_2D, GL_TEXTURE_1D, GL_TEXTURE_2D};

GLenum texture_target(unsigned i)
{
   return api == ES1 && i != 3 ? GL_TEXTURE_2D : texture_targets[i];
}

/* The shader's source is these texts, one after the other, up to the first NULL. */
#define MAX_TEXTS 6
static void attach(GLuint program, GLenum type, const char *const texts[MAX_TEXTS])
{
   GLsizei count = 0;
   while (count < MAX_TEXTS && texts[count])
      count++;
   const GLuint shader = gl.CreateShader(type);
   gl.ShaderSource(shader, count, texts, NULL);
   gl.CompileShader(shader);
   gl.AttachShader(program, shader);
}

/* The fragment shader reads two uniforms of each type that glUniform* sets. */
static void make_programs(const char *version, const struct random_uniforms *uniforms)
{
   const GLuint draw = gl.CreateProgram(), compute = gl.CreateProgram();
   const char *varyings[] = {"captured"};
   attach(draw, GL_VERTEX_SHADER, (const char *const[MAX_TEXTS]){version, "layout(location = 0) in vec4 position; out vec4 captured;"
      "void main() { gl_Position = position; captured = position; gl_PointSize = 1.0; }"});
   attach(draw, GL_FRAGMENT_SHADER, (const char *const[MAX_TEXTS]){version,
      "layout(binding = 1) uniform Block { vec4 member; }; layout(std430, binding = 1) buffer Storage { vec4 stored[4]; };"
      "layout(location = 200) uniform sampler2D s; layout(location = 201) uniform int which; in vec4 captured;", uniforms->declared,
      "layout(location = 0) out vec4 color;"
      "void main() { color = texture(s, captured.xy) + member + stored[0] + vec4(", uniforms->sum, "); }"});
   gl.TransformFeedbackVaryings(draw, 1, varyings, GL_INTERLEAVED_ATTRIBS);
   gl.LinkProgram(draw);
   gl.UseProgram(draw);
   attach(compute, GL_COMPUTE_SHADER, (const char *const[MAX_TEXTS]){version,
      "layout(local_size_x = 4) in; layout(std430, binding = 1) buffer Storage { vec4 stored[4]; };"
      "layout(rgba8, binding = 0) uniform highp writeonly image2D i; void main() { stored[gl_LocalInvocationID.x] = vec4(1);"
      "imageStore(i, ivec2(gl_GlobalInvocationID.xy), vec4(1)); }"});
   gl.LinkProgram(compute);
   GLint linked = 0;
   gl.GetProgramiv(draw, GL_LINK_STATUS, &linked);
   if (!linked) {
      char log[1000] = "";
      gl.GetProgramInfoLog(draw, sizeof(log), NULL, log);
      printf("the program does not link: %s\n", log);
      exit(1);
   }
}

/* The conventional arrays of the bound vertex array object, of the bound buffer. */
static void make_conventional_arrays(void)
{
   gl.VertexPointer(4, GL_FLOAT, 16, NULL);
   gl.NormalPointer(GL_FLOAT, 16, NULL);
   gl.ColorPointer(4, GL_FLOAT, 16, NULL);
   if (api == COMPAT) {
      gl.SecondaryColorPointer(3, GL_FLOAT, 16, NULL);
      gl.FogCoordPointer(GL_FLOAT, 16, NULL);
      gl.IndexPointer(GL_FLOAT, 16, NULL);
      gl.EdgeFlagPointer(16, NULL);
   } else {
      gl.PointSizePointerOES(GL_FLOAT, 16, NULL);
   }
   for (GLenum unit = 8; unit-- > 0;) {
      gl.ClientActiveTexture(GL_TEXTURE0 + unit);
      gl.TexCoordPointer(4, GL_FLOAT, 16, NULL);
   }
}

/* Every array of vertex array objects 0 to 3, in OpenGL ES 1.1 of 0, comes from a buffer that is never deleted. */
static void make_arrays(void)
{
   GLuint names[KEPT];
   gl.GenBuffers(KEPT, names);
   for (GLuint i = 1; i <= KEPT; i++) {
      gl.BindBuffer(GL_ARRAY_BUFFER, i);
      gl.BufferData(GL_ARRAY_BUFFER, 4096, input, GL_DYNAMIC_COPY);
   }
   if (api == ES1) {
      gl.BindBuffer(GL_ARRAY_BUFFER, 1);
      make_conventional_arrays();
      return;
   }
   gl.GenVertexArrays(KEPT - 1, names);
   for (GLuint array = KEPT; array-- > 0;) {
      gl.BindVertexArray(array);
      for (GLuint i = 0; i < 16; i++) {
         gl.BindVertexBuffer(i, 1, 0, 16);
         gl.VertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, 16, NULL);
      }
      if (api == COMPAT)
         make_conventional_arrays();
   }
}

static void make_framebuffers(void)
{
   GLuint renderbuffers[2], framebuffers[2];
   gl.GenFramebuffers(2, framebuffers);
   gl.GenRenderbuffers(2, renderbuffers);
   for (unsigned i = 0; i < 2; i++) {
      gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
      gl.RenderbufferStorage(GL_RENDERBUFFER, i ? GL_RGBA8 : GL_DEPTH24_STENCIL8, 16, 16);
      gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffers[i]);
      gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 8, 0);
      gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffers[0]);
      gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffers[0]);
   }
}

static void make_es1_images(void)
{
   GLuint names[10];
   gl.GenTextures(10, names);
   for (unsigned i = 0; i < 10; i++) {
      gl.BindTexture(texture_target(i), names[i]);
      const bool cube = texture_target(i) == GL_TEXTURE_CUBE_MAP;
      for (GLenum face = 0; face < (cube ? 6 : 1); face++)
         gl.TexImage2D(cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   }
   make_framebuffers();
}

/* Textures are immutable in unit 0; the default ones of the other units are not. */
static void make_images(void)
{
   GLuint names[10];
   gl.GenTextures(10, names);
   for (unsigned i = 0; i < 10; i++) {
      if (api == ES && texture_targets[i] == GL_TEXTURE_1D)
         continue;
      gl.BindTexture(texture_targets[i], names[i]);
      if (texture_targets[i] == GL_TEXTURE_2D)
         gl.TexStorage2D(GL_TEXTURE_2D, 3, GL_RGBA8, 16, 16);
   }
   gl.TexStorage3D(GL_TEXTURE_3D, 1, GL_RGBA8, 8, 8, 8);
   gl.TexStorage2D(GL_TEXTURE_CUBE_MAP, 1, GL_RGBA16F, 8, 8);
   gl.TexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   if (api != ES)
      gl.TexStorage1D(GL_TEXTURE_1D, 1, GL_RGBA8, 16);
   gl.TexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 4);
   gl.TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, 1);
   gl.TexStorage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 1, GL_RGBA8, 8, 8, 6);
   gl.BindImageTexture(0, 1, 0, GL_FALSE, 0, GL_READ_WRITE, GL_RGBA8);
   gl.ActiveTexture(GL_TEXTURE1);
   gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   for (GLenum face = 0; face < 6; face++)
      gl.TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.TexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   if (api != ES)
      gl.TexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   make_framebuffers();
}

static void make_others(void)
{
   GLuint names[KEPT];
   gl.GenSamplers(3, names);
   for (unsigned i = 0; i < 3; i++)
      gl.BindSampler(i + 1, names[i]);
   gl.GenQueries(KEPT, names);
   for (unsigned i = 0; i < KEPT; i++) {
      gl.BeginQuery(GL_ANY_SAMPLES_PASSED, names[i]);
      gl.EndQuery(GL_ANY_SAMPLES_PASSED);
   }
   gl.GenProgramPipelines(2, names);
   for (unsigned i = 0; i < 2; i++)
      gl.BindProgramPipeline(names[i]);
   gl.BindProgramPipeline(0);
   gl.GenTransformFeedbacks(2, names);
   for (unsigned i = 2; i-- > 0;) {
      gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, names[i]);
      gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 4);
   }
   static const GLenum others[] = {GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER};
   for (unsigned i = 0; i < 2; i++)
      gl.BindBuffer(others[i], 3 + i);
   static const GLenum targets[] = {GL_ATOMIC_COUNTER_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER};
   for (unsigned i = 0; i < 3; i++)
      for (GLuint n = 0; n < 4; n++)
         gl.BindBufferBase(targets[i], n, 1 + i);
   for (GLuint list = gl.GenLists(3); list && list <= 3; list++) {
      gl.NewList(list, GL_COMPILE);
      gl.EndList();
   }
}

void random_make_objects(const struct random_uniforms *uniforms)
{
   make_arrays();
   if (api == ES1) {
      make_es1_images();
      return;
   }
   make_images();
   make_others();
   make_programs(api == ES ? "#version 320 es\nprecision highp float;\n" : "#version 450\n#extension GL_ARB_gpu_shader_int64 : require\n", uniforms);
}
