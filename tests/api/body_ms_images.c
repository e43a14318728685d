/* body_ms_images.c: images of multisampled textures (OpenGL 4.6, 8.26; GLSL 4.60, 8.12): loads, stores and atomics of each sample. */
#include <math.h>
#include <string.h>

#include "api_test.h"

enum { SAMPLES = 4, LAYERS = 3 };

static const char vertex[] = "#version 430\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static GLuint make_texture(GLenum target, GLenum format)
{
   GLuint texture;
   GLint most = 0;
   glGetIntegerv(GL_MAX_IMAGE_SAMPLES, &most);
   if (most < SAMPLES)
      api_skip("images of 4 samples");
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   if (target == GL_TEXTURE_2D_MULTISAMPLE)
      glTexStorage2DMultisample(target, SAMPLES, format, API_SIZE, API_SIZE, GL_TRUE);
   else
      glTexStorage3DMultisample(target, SAMPLES, format, API_SIZE, API_SIZE, LAYERS, GL_TRUE);
   return texture;
}

static void dispatch(const char *source)
{
   GLint linked = 0;
   char log[1000] = "";
   const GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &source);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof(log), NULL, log);
   if (!linked)
      api_fail("%s", log);
   glUseProgram(program);
   glDispatchCompute(API_SIZE / 8, API_SIZE / 8, 1);
}

/* Column x shows sample x & 3. */
static void show(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      rgba[i][0] = (uint8_t)lrint(x * 8);
      rgba[i][1] = (uint8_t)lrint(y * 8);
      rgba[i][2] = (uint8_t)lrint((x & 3) * 85);
      rgba[i][3] = 255;
   }
}

/* Stores of a compute shader, read as a texture. */
static void draw_stores(void)
{
   const GLuint texture = make_texture(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8);
   glBindImageTexture(2, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
   dispatch("#version 430\nlayout(local_size_x = 8, local_size_y = 8) in; layout(binding = 2) writeonly uniform image2DMS image;\n"
            "void main() { ivec2 at = ivec2(gl_GlobalInvocationID.xy); if (imageSize(image) == ivec2(32))\n"
            "   for (int s = 0; s < 4; s++) imageStore(image, at, s, vec4(vec2(at) * 8.0, s * 85, 255) / 255.0); }");
   glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
   api_program(vertex, NULL, "#version 430\nuniform sampler2DMS t; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); color = texelFetch(t, at, at.x & 3); }");
   api_rectangle(-1, -1, 1, 1);
}

/* Samples that were rendered, read as an image. */
static void draw_loads(void)
{
   GLint window;
   GLuint target;
   const GLuint texture = make_texture(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &window);
   glGenFramebuffers(1, &target);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, texture, 0);
   api_program(vertex, NULL, "#version 430\nout vec4 color;\n"
               "void main() { color = vec4(floor(gl_FragCoord.xy) * 8.0, gl_SampleID * 85, 255) / 255.0; }");
   api_rectangle(-1, -1, 1, 1);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)window);
   glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   glBindImageTexture(1, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   api_program(vertex, NULL, "#version 430\nlayout(rgba8, binding = 1) readonly uniform image2DMS image; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); color = imageLoad(image, at, at.x & 3); }");
   api_rectangle(-1, -1, 1, 1);
}

/* Atomics on an array of layers, of which a unit shows one. Sample s of layer l counts 1 + s + 4 * l three times. */
static void draw_atomics(void)
{
   const GLuint texture = make_texture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_R32UI);
   glBindImageTexture(0, texture, 0, GL_TRUE, 0, GL_READ_WRITE, GL_R32UI);
   dispatch("#version 430\nlayout(local_size_x = 8, local_size_y = 8) in; layout(r32ui, binding = 0) uniform uimage2DMSArray image;\n"
            "void main() { for (int l = 0; l < 3; l++) for (int s = 0; s < 4; s++)\n"
            "   imageStore(image, ivec3(gl_GlobalInvocationID.xy, l), s, uvec4(7u)); }");
   glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   for (unsigned i = 0; i < 3; i++) {
      dispatch("#version 430\nlayout(local_size_x = 8, local_size_y = 8) in; layout(r32ui, binding = 0) uniform uimage2DMSArray image;\n"
               "void main() { if (imageSize(image) == ivec3(32, 32, 3)) for (int l = 0; l < 3; l++) for (int s = 0; s < 4; s++)\n"
               "   imageAtomicAdd(image, ivec3(gl_GlobalInvocationID.xy, l), s, uint(1 + s + 4 * l)); }");
      glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   }
   glBindImageTexture(3, texture, 0, GL_FALSE, 1, GL_READ_ONLY, GL_R32UI);
   api_program(vertex, NULL, "#version 430\nlayout(r32ui, binding = 3) readonly uniform uimage2DMS one; out vec4 color;\n"
               "layout(r32ui, binding = 0) readonly uniform uimage2DMSArray all;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); uint s = uint(at.x & 3);\n"
               "   bool first = imageLoad(one, at, int(s)).r == 7u + 3u * (5u + s);\n"
               "   bool last = imageLoad(all, ivec3(at, 2), int(s)).r == 7u + 3u * (9u + s);\n"
               "   color = vec4(first, last, 0, 1); }");
   api_rectangle(-1, -1, 1, 1);
}

static void atomics(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[]){255, 255, 0, 255}, 4);
}

const struct api_body api_bodies_ms_images[] = {
   {"ms-image-stores", CORE, 43, 0, 0, draw_stores, show},
   {"ms-image-loads", CORE, 43, 0, 0, draw_loads, show},
   {"ms-image-atomics", CORE, 43, 0, 0, draw_atomics, atomics},
   {0},
};
