/* test_scratch.c: shaders that need scratch memory: arrays too large for registers, indexed by values. A reference in C gives
 * the pixels. */
#include "pixel_test.h"

enum { WIDTH = 132, HEIGHT = 66 };

static const char plain_vs[] = "attribute vec4 pos;void main(){gl_Position=pos;}";

/* The shader and the same function in C: STEPS data-dependent reads and writes. */
#define BODY(N) "int a[" #N "];for(int i=0;i<600;i++){int t=i*7+x*3+y;a[i]=t-t/256*256;}" \
   "int k=x+y;for(int i=0;i<40;i++){k=k-k/600*600;int old=a[k];a[k]=old+i;k+=old+11;}" \
   "int r=a[x*3+y];int b=a[599-x];"

static void mirror(int x, int y, int *r, int *k, int *b)
{
   int a[600];
   for (int i = 0; i < 600; i++)
      a[i] = (i * 7 + x * 3 + y) % 256;
   *k = x + y;
   for (int i = 0; i < 40; i++) {
      *k %= 600;
      int old = a[*k];
      a[*k] = old + i;
      *k += old + 11;
   }
   *r = a[x * 3 + y];
   *b = a[599 - x];
}

#define PIXEL(N) "precision highp float;precision highp int;void main(){int x=int(gl_FragCoord.x);int y=int(gl_FragCoord.y);" \
   BODY(N) "gl_FragColor=vec4(float(r-r/256*256),float(k-k/256*256),float(b-b/256*256),255.)/255.;}"

static const char *const pixel_fs[] = { PIXEL(600), PIXEL(900), PIXEL(8000) };

static void target(void)
{
   GLuint texture, fbo;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glViewport(0, 0, WIDTH, HEIGHT);
}

static void expect_pixels(int x0, int x1, const char *what)
{
   static uint8_t pixels[HEIGHT][WIDTH][4];
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   for (int y = 0; y < HEIGHT; y++) {
      for (int x = x0; x < x1; x++) {
         const uint8_t *p = pixels[y][x];
         int r, k, b;
         mirror(x, y, &r, &k, &b);
         if (p[0] != r % 256 || p[1] != k % 256 || p[2] != b % 256)
            fail_msg("%s: pixel %d %d is %u %u %u, expected %d %d %d", what, x, y, p[0], p[1], p[2], r % 256, k % 256, b % 256);
      }
   }
}

/* The scratch buffer grows while recorded draws still use the smaller one. */
static void pixels_are_right(void **state)
{
   GLuint program[3];
   target();
   for (unsigned i = 0; i < 3; i++)
      program[i] = pixel_program(plain_vs, pixel_fs[i]);
   for (unsigned i = 0; i < 2; i++) {
      glUseProgram(program[i]);
      pixel_rectangle(-1, -1, 1, 1, 0);
      expect_pixels(0, WIDTH, i ? "larger" : "first");
   }
   static const unsigned order[] = {0, 1, 2, 0};
   for (unsigned i = 0; i < 4; i++) {
      glUseProgram(program[order[i]]);
      glEnable(GL_SCISSOR_TEST);
      glScissor((int)i * WIDTH / 4, 0, WIDTH / 4, HEIGHT);
      pixel_rectangle(-1, -1, 1, 1, 0);
   }
   glDisable(GL_SCISSOR_TEST);
   expect_pixels(0, WIDTH, "mixed");
   for (unsigned i = 0; i < 3; i++)
      glDeleteProgram(program[i]);
}

static void vertices_are_right(void **state)
{
   target();
   GLuint program =
      pixel_program("attribute vec4 pos;uniform highp int x;uniform highp int y;varying vec3 c;void main(){" BODY(
                       600) "c=vec3(float(r-r/256*256),float(k-k/256*256),float(b-b/256*256))/255.;gl_Position=pos;}",
                    "precision highp float;varying vec3 c;void main(){gl_FragColor=vec4(c,1.);}");
   for (int i = 0; i < 4; i++) {
      int x = 33 * i + 3, y = 9 * i, r, k, b;
      mirror(x, y, &r, &k, &b);
      glUniform1i(glGetUniformLocation(program, "x"), x);
      glUniform1i(glGetUniformLocation(program, "y"), y);
      pixel_rectangle(-1, -1, 1, 1, 0);
      pixel_expect(pixel_read(WIDTH / 2, HEIGHT / 2),
                   (float[]){(float)(r % 256) / 255, (float)(k % 256) / 255, (float)(b % 256) / 255, 1}, "vertex scratch");
   }
   glDeleteProgram(program);
}

/* More scratch than a wave can have fails at link time; the context stays usable. */
static void too_large(void **state)
{
   const char *fs = PIXEL(2000000);
   GLuint program = glCreateProgram();
   GLint linked = GL_TRUE, length = 0;
   glAttachShader(program, pixel_shader(GL_VERTEX_SHADER, plain_vs));
   glAttachShader(program, pixel_shader(GL_FRAGMENT_SHADER, fs));
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
   assert_false(linked);
   assert_true(length > 1);
   glDeleteProgram(program);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   target();
   GLuint good = pixel_program(plain_vs, pixel_fs[0]);
   pixel_rectangle(-1, -1, 1, 1, 0);
   expect_pixels(0, WIDTH, "afterwards");
   glDeleteProgram(good);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(pixels_are_right),
      cmocka_unit_test(vertices_are_right),
      cmocka_unit_test(too_large),
   };
   return cmocka_run_group_tests(tests, pixel_setup, pixel_teardown);
}
