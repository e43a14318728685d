/* body_stencil_export.c: fragment shaders that give the stencil reference value of each fragment (ARB_shader_stencil_export,
 * AMD_shader_stencil_export): stored by GL_REPLACE, compared, beside depth that the shader writes and fragments that it discards, in each
 * sample of a pixel. */
#include <stddef.h>

#include "api_test.h"

#define HEAD "#version 330 core\n#extension GL_ARB_shader_stencil_export : require\n"
static const char vertex[] = "#version 330 core\nlayout(location = 0) in vec2 pos; uniform float z;\n"
   "void main() { gl_Position = vec4(pos, z, 1.0); }";
static const char color_fs[] = "#version 330 core\nuniform vec4 c; out vec4 color; void main() { color = c; }";

static unsigned stored(unsigned x, unsigned y) { return x == y ? 0 : (x * 8 + (y & 7)) & 255; }

static void attach(GLsizei samples)
{
   GLuint renderbuffer[2];
   glGenRenderbuffers(2, renderbuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer[0]);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer[0]);
   if (samples) {
      glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer[1]);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, API_SIZE, API_SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer[1]);
   }
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("no framebuffer with depth and stencil");
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_STENCIL_TEST);
   glEnable(GL_DEPTH_TEST);
}

static void draw(const char *fragment, float z, float r, float g, float b)
{
   GLuint program = api_program(vertex, NULL, fragment);
   glUniform1f(glGetUniformLocation(program, "z"), z);
   glUniform4f(glGetUniformLocation(program, "c"), r, g, b, 0);
   api_rectangle(-1, -1, 1, 1);
   glDeleteProgram(program);
}

/* Red: the stencil value. Green: 255 where it is above the value of another shader. Blue: 255 where the shader's depth is above 0.5. */
static void draw_passes(void)
{
   glStencilFunc(GL_ALWAYS, 77, 0xff);
   glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
   glDepthFunc(GL_ALWAYS);
   draw(HEAD "out vec4 color; void main() { ivec2 at = ivec2(gl_FragCoord.xy); if (at.x == at.y) discard;\n"
        "gl_FragStencilRefARB = at.x * 8 + (at.y & 7); gl_FragDepth = float(at.y) / 32.0; color = vec4(0.0); }", 0, 0, 0, 0);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   glDepthMask(GL_FALSE);
   for (unsigned bit = 0; bit < 8; bit++) {
      glStencilFunc(GL_EQUAL, 255, 1u << bit);
      draw(color_fs, 0, (float)(1 << bit) / 255, 0, 0);
   }
   glStencilFunc(GL_LESS, 255, 0xff);
   draw("#version 330 core\n#extension GL_AMD_shader_stencil_export : require\n"
        "uniform vec4 c; out vec4 color; void main() { color = c; gl_FragStencilRefAMD = 100; }", 0, 0, 1, 0);
   glStencilFunc(GL_ALWAYS, 0, 0xff);
   glDepthFunc(GL_LESS);
   draw(color_fs, 0, 0, 0, 1);
}

static void draw_export(void)
{
   api_require("GL_ARB_shader_stencil_export");
   api_require("GL_AMD_shader_stencil_export");
   attach(0);
   draw_passes();
}

static void draw_export_samples(void)
{
   GLint target;
   GLuint fbo;
   api_require("GL_ARB_shader_stencil_export");
   api_require("GL_AMD_shader_stencil_export");
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   attach(4);
   draw_passes();
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

static void reference_export(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      rgba[i][0] = (uint8_t)stored(x, y);
      rgba[i][1] = stored(x, y) > 100 ? 255 : 0;
      rgba[i][2] = x == y || y > 16 ? 255 : 0;
   }
}

const struct api_body api_bodies_stencil_export[] = {
   {"stencil-export", CORE, 33, 0, 0, draw_export, reference_export},
   {"stencil-export-samples", CORE, 33, 0, 0, draw_export_samples, reference_export},
   {0}};
