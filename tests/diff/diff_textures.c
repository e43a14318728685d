/* Images specified, changed in part, copied from the framebuffer, rendered to, deleted, in random order and format over four 2D
 * textures and two cubes; after each step one of them is drawn. Sub-images have the format of their image: implementations
 * differ in the other formats that they accept. */
#include "diff.h"

static const struct { GLenum format, type; } formats[] = {
   {GL_RGBA, GL_UNSIGNED_BYTE}, {GL_RGB, GL_UNSIGNED_BYTE}, {GL_ALPHA, GL_UNSIGNED_BYTE}, {GL_LUMINANCE, GL_UNSIGNED_BYTE},
   {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE}, {GL_BGRA_EXT, GL_UNSIGNED_BYTE}, {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
   {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4}, {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
};
enum { COPYABLE = 5 }; /* the first ones are internal formats of CopyTexImage2D */
static const GLsizei sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 20, 32};

struct texture {
   GLuint name;
   bool cube;
   int format[6]; /* of level 0 of each face; -1: none */
};

static struct texture textures[6];
static GLuint target, scratch;
static uint8_t data[1 << 15];

static void make(struct texture *t)
{
   GLenum bind = t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
   glGenTextures(1, &t->name);
   glBindTexture(bind, t->name);
   glTexParameteri(bind, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(bind, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   for (unsigned face = 0; face < 6; face++)
      t->format[face] = -1;
}

static void random_unpack(void)
{
   GLint row_length = pick(3) ? 0 : 40;
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1 << pick(4));
   glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, row_length);
   glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, row_length ? (GLint)pick(3) : 0);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS_EXT, row_length ? (GLint)pick(5) : 0);
   for (unsigned i = 0; i < sizeof(data); i++)
      data[i] = (uint8_t)pick(256);
}

/* Attaches an image, clears a part of it in another colour; incomplete framebuffers are left alone. */
static bool render_to(const struct texture *t, GLenum image)
{
   GLint x = (GLint)pick(8), y = (GLint)pick(8);
   GLsizei width = (GLsizei)pick(8), height = (GLsizei)pick(8);
   float c[4];
   for (unsigned i = 0; i < 4; i++)
      c[i] = pick(256) / 255.0f;
   glBindFramebuffer(GL_FRAMEBUFFER, scratch);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, image, t->name, 0);
   bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
   if (complete) {
      glEnable(GL_SCISSOR_TEST);
      glScissor(x, y, width, height);
      glClearColor(c[0], c[1], c[2], c[3]);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
   }
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, image, 0, 0);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   return complete;
}

static void change(struct texture *t, unsigned face, char *what)
{
   GLenum bind = t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
   GLenum image = t->cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D;
   int *format = &t->format[t->cube ? face : 0];
   GLsizei width = PICK(sizes), height = PICK(sizes);
   unsigned operation = pick(9), f = pick(sizeof(formats) / sizeof(formats[0]));
   GLint x = (GLint)pick(8), y = (GLint)pick(8), from_x = (GLint)pick(20), from_y = (GLint)pick(20), level = 0;
   GLsizei part_width = (GLsizei)pick(8), part_height = (GLsizei)pick(8);
   switch (operation) {
   case 0: case 1: case 2:
      if (t->cube) { /* mostly alike, or no cube would ever be complete */
         bool alike = pick(4) != 0;
         f = alike ? 0 : f;
         height = width = alike ? 8 : width;
      } else if (pick(4) == 0) {
         level = 1 + (GLint)pick(2);
      }
      random_unpack();
      glTexImage2D(image, level, (GLint)formats[f].format, width, height, 0, formats[f].format, formats[f].type, data);
      if (!level)
         *format = (int)f;
      sprintf(what, "TexImage2D level %d %dx%d format %u", level, width, height, f);
      break;
   case 3: case 4:
      f = *format < 0 ? 0 : (unsigned)*format;
      random_unpack();
      glTexSubImage2D(image, 0, x, y, part_width, part_height, formats[f].format, formats[f].type, data);
      sprintf(what, "TexSubImage2D (%d, %d) %dx%d format %u", x, y, part_width, part_height, f);
      break;
   case 5:
      f %= COPYABLE;
      width = 1 + width / 2;
      height = t->cube ? width : 1 + height / 2;
      from_x /= 2; /* inside: texels outside are undefined */
      from_y /= 2;
      glCopyTexImage2D(image, 0, formats[f].format, from_x, from_y, width, height, 0);
      *format = (int)f;
      sprintf(what, "CopyTexImage2D (%d, %d) %dx%d format %u", from_x, from_y, width, height, f);
      break;
   case 6:
      glCopyTexSubImage2D(image, 0, x, y, from_x, from_y, part_width, part_height);
      sprintf(what, "CopyTexSubImage2D (%d, %d)", x, y);
      break;
   case 7:
      sprintf(what, "framebuffer %s", render_to(t, image) ? "complete" : "incomplete");
      break;
   default:
      if (pick(4) == 0) {
         glDeleteTextures(1, &t->name);
         make(t);
         sprintf(what, "deleted");
         break;
      }
      GLenum filter = pick(2) ? GL_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
      glTexParameteri(bind, GL_TEXTURE_MIN_FILTER, (GLint)filter);
      sprintf(what, "filter %x", filter);
   }
}

int main(int argc, char **argv)
{
   static const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   int steps = diff_open(argc, argv);
   target = diff_target(GL_RGBA);
   glGenFramebuffers(1, &scratch);
   GLuint flat =
      diff_program("attribute vec2 pos; varying vec2 t; void main() { gl_Position = vec4(pos, 0, 1); t = pos * 0.5 + 0.5; }",
                   "precision highp float; varying vec2 t; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, t); }");
   GLuint sky = diff_program("attribute vec2 pos; varying vec2 t; void main() { gl_Position = vec4(pos, 0, 1); t = pos; }",
      "precision highp float; varying vec2 t; uniform samplerCube s; uniform mat3 face;\n"
      "void main() { gl_FragColor = textureCube(s, face * vec3(t, 1.0)); }");
   GLint face_matrix = glGetUniformLocation(sky, "face");
   /* Columns: direction of s, of t, and of the face's middle (ES 2.0, table 3.21). */
   static const float matrices[6][9] = {
      {0, 0, -1, 0, -1, 0, 1, 0, 0}, {0, 0, 1, 0, -1, 0, -1, 0, 0}, {1, 0, 0, 0, 0, 1, 0, 1, 0},
      {1, 0, 0, 0, 0, -1, 0, -1, 0}, {1, 0, 0, 0, -1, 0, 0, 0, 1}, {-1, 0, 0, 0, -1, 0, 0, 0, -1},
   };
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   for (unsigned i = 0; i < 6; i++) {
      textures[i].cube = i >= 4;
      make(&textures[i]);
   }
   for (int step = 0; step < steps; step++) {
      char what[256] = "";
      unsigned which = pick(6), face = pick(6);
      struct texture *t = &textures[which];
      glBindTexture(t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, t->name);
      change(t, face, what);
      bool error = glGetError() != GL_NO_ERROR;
      sprintf(what + strlen(what), " (texture %u face %u) error %d, drawn:", which, face, error);
      glUseProgram(t->cube ? sky : flat);
      if (t->cube)
         glUniformMatrix3fv(face_matrix, 1, GL_FALSE, matrices[face]);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      diff_step(step, what);
   }
   return 0;
}
