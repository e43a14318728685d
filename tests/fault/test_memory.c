/* test_memory.c: a memory budget of 64 MB (GLOAM_SIM_MEMORY_MB): an allocation beyond it raises GL_OUT_OF_MEMORY, existing
 * objects keep their contents, and freed memory can be allocated again, also that of draws that were not flushed. */
#include "../gl/pixel_test.h"

enum { MANY = 64 };

static void draw_red(void)
{
   GLuint program = pixel_flat_program();
   pixel_fill(1, 0, 0, 1, 0);
   glDeleteProgram(program);
   pixel_expect(pixel_read(3, 3), (float[]){1, 0, 0, 1}, "drawing goes on");
}

/* Makes objects until an error is raised; returns their number. */
static unsigned fill(void (*make)(GLuint name), void (*gen)(GLsizei, GLuint *), GLuint *names)
{
   unsigned count = 0;
   gen(MANY, names);
   while (count < MANY) {
      make(names[count]);
      GLenum error = glGetError();
      if (error) {
         assert_int_equal(error, GL_OUT_OF_MEMORY);
         break;
      }
      count++;
   }
   if (count == 0 || count == MANY)
      fail_msg("%u objects of 8 MB in 64 MB", count);
   return count;
}

static void make_texture(GLuint name)
{
   static uint8_t *texels;
   if (!texels) {
      texels = malloc(2048 * 1024 * 4);
      memset(texels, 0x80, 2048 * 1024 * 4);
   }
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2048, 1024, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
}

static void make_buffer(GLuint name)
{
   glBindBuffer(GL_ARRAY_BUFFER, name);
   glBufferData(GL_ARRAY_BUFFER, 8 << 20, NULL, GL_STATIC_DRAW);
}

static void make_renderbuffer(GLuint name)
{
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, 2048, 1024);
}

static void budget(void **state)
{
   GLuint names[MANY];
   for (unsigned round = 0; round < 3; round++) {
      fill(make_texture, glGenTextures, names);
      draw_red();
      /* The first texture still holds its texels. */
      pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                    "precision highp float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.9)); }");
      glBindTexture(GL_TEXTURE_2D, names[0]);
      pixel_rectangle(-1, -1, 1, 1, 0);
      GLenum error = glGetError();
      if (error)
         assert_int_equal(error, GL_OUT_OF_MEMORY);
      else
         pixel_expect(pixel_read(2, 3), (float[]){0.502f, 0.502f, 0.502f, 0.502f}, "texture");
      glDeleteTextures(MANY, names);
      glFinish();
      fill(make_buffer, glGenBuffers, names);
      draw_red();
      glDeleteBuffers(MANY, names);
      glFinish();
      fill(make_renderbuffer, glGenRenderbuffers, names);
      draw_red();
      glDeleteRenderbuffers(MANY, names);
      glFinish();
   }
}

/* Textures that are deleted after a draw each, without a flush: their memory is given back. */
static void streamed_textures(void **state)
{
   pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                 "precision highp float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.9)); }");
   for (unsigned i = 0; i < MANY; i++) {
      GLuint name;
      glGenTextures(1, &name);
      make_texture(name);
      pixel_rectangle(-1, -1, 1, 1, 0);
      glDeleteTextures(1, &name);
      assert_int_equal(glGetError(), GL_NO_ERROR);
   }
   pixel_expect(pixel_read(2, 3), (float[]){0.502f, 0.502f, 0.502f, 0.502f}, "the last texture");
}

/* Sizes at the limits: their product does not overflow, and the error is the specified one. */
static void sizes_at_the_limits(void **state)
{
   GLuint name;
   GLint size;
   glGetIntegerv(GL_MAX_TEXTURE_SIZE, &size);
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GLenum error = glGetError();
   assert_int_equal(error, GL_OUT_OF_MEMORY);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size + 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, 16, "0123456789abcdef", GL_STATIC_DRAW);
   glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)1 << 46, NULL, GL_STATIC_DRAW);
   assert_int_equal(glGetError(), GL_OUT_OF_MEMORY);
   glBufferData(GL_ARRAY_BUFFER, PTRDIFF_MAX, NULL, GL_STATIC_DRAW);
   assert_int_equal(glGetError(), GL_OUT_OF_MEMORY);
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
   assert_int_equal(size, 16); /* a failed call has no effect */
   draw_red();
   glDeleteBuffers(1, &buffer);
   glDeleteTextures(1, &name);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {TEST(budget), TEST(streamed_textures), TEST(sizes_at_the_limits)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
