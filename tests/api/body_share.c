/* body_share.c: objects of a share group (OpenGL ES 2.0, appendix C): the second context creates, changes and deletes them, the
 * first one uses them. */
#include <string.h>

#include "api_test.h"

static const uint8_t colors[3][4] = {{10, 20, 30, 255}, {200, 100, 50, 255}, {1, 254, 128, 255}};

static GLuint texture_of(const uint8_t *color)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, color);
   return name;
}

/* Lower third: a texture and a program of the second context. Middle: the texture after the second context changed it, which
 * counts once it is bound again (C.3). Upper: a texture that the second context deleted while the first has it bound (C.2). */
static void draw(void)
{
   GLuint kept = texture_of(colors[2]);
   api_use_second(true);
   GLuint program = api_program("attribute vec4 pos; void main() { gl_Position = pos; }", NULL,
                                "precision mediump float; uniform sampler2D t;"
                                "void main() { gl_FragColor = texture2D(t, vec2(0.5)); }");
   GLuint made = texture_of(colors[0]);
   glFinish();
   api_use_second(false);
   glUseProgram(program);
   glBindTexture(GL_TEXTURE_2D, made);
   api_rectangle(-1, -1, 1, -0.375f);
   api_use_second(true);
   glBindTexture(GL_TEXTURE_2D, made);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, colors[1]);
   glFinish();
   api_use_second(false);
   glBindTexture(GL_TEXTURE_2D, made);
   api_rectangle(-1, -0.375f, 1, 0.375f);
   glBindTexture(GL_TEXTURE_2D, kept);
   api_use_second(true);
   glDeleteTextures(1, &kept);
   glDeleteProgram(program);
   api_use_second(false);
   api_rectangle(-1, 0.375f, 1, 1);
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], colors[i / API_SIZE < 10 ? 0 : i / API_SIZE < 22 ? 1 : 2], 4);
}

const struct api_body api_bodies_share[] = {{"share-group", GLES, 20, 0, 0, draw, reference}, {0}};
