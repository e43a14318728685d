/* body_polygon_offset.c: an offset of one unit changes the depth of every fragment: depths that differ by the least resolvable
 * difference stay distinct, and so does their order (OpenGL 4.6, 14.6.5). Depth buffers of every kind, triangles inside of the
 * viewport and cut by each clip plane, flat and steep. */
#include <math.h>
#include <string.h>

#include "api_test.h"

static const GLenum formats[] = {GL_DEPTH_COMPONENT32F, GL_DEPTH32F_STENCIL8, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT16};

static void make_target(GLenum format)
{
   static GLuint target, depth;
   if (!target)
      glGenFramebuffers(1, &target);
   glDeleteTextures(1, &depth);
   glGenTextures(1, &depth);
   glBindTexture(GL_TEXTURE_2D, depth);
   glTexStorage2D(GL_TEXTURE_2D, 1, format, API_SIZE, API_SIZE);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   glFramebufferTexture2D(GL_FRAMEBUFFER, format == GL_DEPTH32F_STENCIL8 ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT,
                          GL_TEXTURE_2D, depth, 0);
   if (format != GL_DEPTH32F_STENCIL8)
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
   glDrawBuffers(1, (const GLenum[]){GL_NONE});
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("format 0x%x is not complete", format);
}

static GLfloat random_in(GLfloat from, GLfloat to)
{
   return from + (to - from) * (GLfloat)api_random(1 << 20) / (GLfloat)(1 << 20);
}

/* reach: how far vertices lie beyond the clip volume in x and y, z_reach in z. */
static void random_corners(GLfloat (*corner)[4], GLfloat reach, GLfloat z_reach)
{
   for (unsigned k = 0; k < 3; k++) {
      const GLfloat w = reach > 1 ? random_in(0.5f, 4) : 1;
      for (unsigned c = 0; c < 3; c++)
         corner[k][c] = w * (c == 2 ? random_in(-z_reach, z_reach) : random_in(-reach, reach));
      corner[k][3] = w;
   }
}

static void draw_with(GLfloat units, GLfloat *depths)
{
   glClear(GL_DEPTH_BUFFER_BIT);
   glPolygonOffset(0, units);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
}

static void draw(GLfloat reach, GLfloat z_reach)
{
   static GLfloat plain[API_TEXELS], nearer[API_TEXELS], farther[API_TEXELS];
   GLint before;
   GLfloat corner[3][4];
   unsigned fragments = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
   api_program("#version 420 core\nin vec4 pos; void main() { gl_Position = pos; }", NULL, "#version 420 core\nvoid main() { }");
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_ALWAYS);
   glEnable(GL_POLYGON_OFFSET_FILL);
   api_vertices(corner, sizeof(corner));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
      make_target(formats[f]);
      for (unsigned n = 0; n < 40; n++) {
         random_corners(corner, reach, z_reach);
         glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(corner), corner);
         draw_with(0, plain);
         draw_with(-1, nearer);
         draw_with(1, farther);
         for (unsigned i = 0; i < API_TEXELS; i++) {
            if (plain[i] == 1 || plain[i] < 1e-3f || plain[i] > 0.999f) /* cleared, or the offset leaves the range */
               continue;
            fragments++;
            if (!(nearer[i] < plain[i] && plain[i] < farther[i]))
               api_fail("format 0x%x, triangle %u, pixel %u %u: depths %.9g, %.9g, %.9g with offsets of -1, 0, 1 units",
                        formats[f], n, i % API_SIZE, i / API_SIZE, (double)nearer[i], (double)plain[i], (double)farther[i]);
         }
      }
   }
   api_checked();
   if (fragments < 200)
      api_fail("%u fragments", fragments);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   glDisable(GL_DEPTH_TEST);
}

static void draw_inside(void) { draw(1, 0.9f); }
static void draw_sides(void) { draw(60, 0.9f); }
static void draw_depths(void) { draw(1, 40); }
static void draw_beyond(void) { draw(500, 300); }

const struct api_body api_bodies_polygon_offset[] = {
   {"polygon-offset-inside", CORE, 42, 0, 0, draw_inside, NULL},
   {"polygon-offset-sides", CORE, 42, 0, 0, draw_sides, NULL},
   {"polygon-offset-depths", CORE, 42, 0, 0, draw_depths, NULL},
   {"polygon-offset-beyond", CORE, 42, 0, 0, draw_beyond, NULL},
   {0}};
