/* body_core33.c: rules of OpenGL 3.3 core that OpenGL ES lacks: GL_CLAMP_READ_COLOR, draws of vertices captured from a geometry
 * shader, vertex streams, arrays of attributes, images that the implementation compresses to S3TC, compressed images in client memory. */
#include <string.h>

#include "api_capture.h"
#include "api_desktop.h"

#define GL_CLAMP_READ_COLOR 0x891C
#define GL_FIXED_ONLY 0x891D
#define GL_UNPACK_COMPRESSED_BLOCK_WIDTH 0x9127
#define GL_UNPACK_COMPRESSED_BLOCK_HEIGHT 0x9128
#define GL_UNPACK_COMPRESSED_BLOCK_SIZE 0x912A
#define GL_PACK_COMPRESSED_BLOCK_WIDTH 0x912B
#define GL_PACK_COMPRESSED_BLOCK_HEIGHT 0x912C
#define GL_PACK_COMPRESSED_BLOCK_SIZE 0x912E

static void *command(const char *name)
{
   void *pointer = (void *)eglGetProcAddress(name);
   if (!pointer)
      api_fail("%s is missing", name);
   return pointer;
}

static void expect_no_error(void)
{
   const GLenum error = glGetError();
   if (error != GL_NO_ERROR)
      api_fail("error 0x%x", error);
}

/* ---- GL_CLAMP_READ_COLOR ------------------------------------------------------------------------------------------------------ */

static void read_as(void (*clamp_color)(GLenum, GLenum), GLenum clamp, const GLfloat wanted[4])
{
   GLfloat got[4] = {9, 9, 9, 9};
   clamp_color(GL_CLAMP_READ_COLOR, clamp);
   glReadPixels(3, 2, 1, 1, GL_RGBA, GL_FLOAT, got);
   expect_no_error();
   api_checked();
   for (unsigned c = 0; c < 4; c++)
      if (got[c] < wanted[c] - 0.01f || got[c] > wanted[c] + 0.01f)
         api_fail("clamp 0x%x, component %u: %g, not %g", clamp, c, (double)got[c], (double)wanted[c]);
}

static void draw_clamp(void)
{
   static const struct { GLenum format; GLfloat value[4], clamped[4]; bool fixed; } rows[] = {
      {GL_RGBA16F, {-0.5f, 0.25f, 2.0f, 1.5f}, {0.0f, 0.25f, 1.0f, 1.0f}, false},
      {GL_RG32F, {7.0f, -3.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f, 1.0f}, false},
      {GL_RGBA8, {0.5f, 0.25f, 1.0f, 0.0f}, {0.5f, 0.25f, 1.0f, 0.0f}, true},
   };
   void (*const clamp_color)(GLenum, GLenum) = (void (*)(GLenum, GLenum))command("glClampColor");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLuint framebuffer, renderbuffer;
      GLint before;
      glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
      glGenFramebuffers(1, &framebuffer);
      glGenRenderbuffers(1, &renderbuffer);
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
      glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
      glRenderbufferStorage(GL_RENDERBUFFER, rows[i].format, 8, 8);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
      glClearBufferfv(GL_COLOR, 0, rows[i].value);
      read_as(clamp_color, GL_FIXED_ONLY, rows[i].fixed ? rows[i].clamped : rows[i].value);
      read_as(clamp_color, GL_TRUE, rows[i].clamped);
      read_as(clamp_color, GL_FALSE, rows[i].value);
      glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
      glDeleteFramebuffers(1, &framebuffer);
      glDeleteRenderbuffers(1, &renderbuffer);
   }
}

/* ---- draws of captured vertices ----------------------------------------------------------------------------------------------- */

static void use_capturing(const char *geometry, GLsizei count, const char *const *names)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER,
              "#version 330\nflat out int number; void main() { number = gl_VertexID; gl_Position = vec4(0.0); }");
   api_attach(program, GL_GEOMETRY_SHADER, geometry);
   api_link_capturing(program, count, names, GL_INTERLEAVED_ATTRIBS);
}

/* Captures what 12 points become; two bound buffers. Returns the object. */
static GLuint capture(GLuint buffer[2])
{
   GLuint object, array;
   glGenTransformFeedbacks(1, &object);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, object);
   glGenBuffers(2, buffer);
   for (GLuint i = 0; i < 2; i++) {
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffer[i]);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 4096, NULL, GL_DYNAMIC_COPY);
   }
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 12);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
   return object;
}

/* Points at texels (x, y) of vec2 that `buffer` holds. */
static void use_points(GLuint buffer)
{
   api_program("#version 330\nlayout(location = 0) in vec2 pos; flat out vec4 tint;\n"
               "void main() { gl_Position = vec4((pos + 0.5) / 16.0 - 1.0, 0.0, 1.0); tint = vec4(pos / 51.0, float(gl_InstanceID) * 0.2, 1.0); }",
               NULL, "#version 330\nflat in vec4 tint; out vec4 color; void main() { color = tint; }");
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
}

static void put_point(uint8_t rgba[API_TEXELS][4], int x, int y, int instance)
{
   const uint8_t color[4] = {(uint8_t)(x * 5), (uint8_t)(y * 5), (uint8_t)(instance * 51), 255};
   memcpy(rgba[y * API_SIZE + x], color, 4);
}

/* Point n becomes n % 5 points; only the device counts them. */
static void draw_count(void)
{
   static const char *const names[] = {"place"};
   GLuint buffer[2];
   void (*const draw)(GLenum, GLuint) = (void (*)(GLenum, GLuint))command("glDrawTransformFeedback");
   use_capturing("#version 330\nlayout(points) in; layout(points, max_vertices = 5) out; flat in int number[]; out vec2 place;\n"
                 "void main() { for (int i = 0; i < number[0] % 5; i++) { place = vec2(float(number[0]) * 2.0, float(i) * 3.0); EmitVertex(); } }",
                 1, names);
   const GLuint object = capture(buffer);
   use_points(buffer[0]);
   draw(GL_POINTS, object);
   expect_no_error();
}

static void reference_count(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int n = 0; n < 12; n++)
      for (int i = 0; i < n % 5; i++)
         put_point(rgba, n * 2, i * 3, 0);
}

/* Two streams: point n becomes n % 3 points of stream 0 and n % 4 points of stream 1. */
static void draw_streams(void)
{
   static const char *const names[] = {"even", "gl_NextBuffer", "odd"};
   GLuint buffer[2], query[2], written[2];
   GLint streams = 0;
   void (*const draw)(GLenum, GLuint, GLuint) = (void (*)(GLenum, GLuint, GLuint))command("glDrawTransformFeedbackStream");
   void (*const draw_instanced)(GLenum, GLuint, GLuint, GLsizei) =
      (void (*)(GLenum, GLuint, GLuint, GLsizei))command("glDrawTransformFeedbackStreamInstanced");
   void (*const begin)(GLenum, GLuint, GLuint) = (void (*)(GLenum, GLuint, GLuint))command("glBeginQueryIndexed");
   void (*const end)(GLenum, GLuint) = (void (*)(GLenum, GLuint))command("glEndQueryIndexed");
   glGetIntegerv(0x8E71 /* GL_MAX_VERTEX_STREAMS */, &streams);
   if (streams < 4)
      api_fail("%d vertex streams", streams);
   use_capturing("#version 400\nlayout(points) in; layout(points, max_vertices = 6) out; flat in int number[];\n"
                 "layout(stream = 0) out vec2 even; layout(stream = 1) out vec2 odd;\n"
                 "void main() { float x = float(number[0]) * 2.0;\n"
                 "  for (int i = 0; i < number[0] % 3; i++) { even = vec2(x, float(i) * 2.0); EmitStreamVertex(0); }\n"
                 "  for (int i = 0; i < number[0] % 4; i++) { odd = vec2(x + 1.0, float(i) * 2.0 + 1.0); EmitStreamVertex(1); } }",
                 3, names);
   glGenQueries(2, query);
   for (GLuint i = 0; i < 2; i++)
      begin(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, i, query[i]);
   const GLuint object = capture(buffer);
   for (GLuint i = 0; i < 2; i++) {
      end(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, i);
      glGetQueryObjectuiv(query[i], GL_QUERY_RESULT, &written[i]);
   }
   if (written[0] != 12 || written[1] != 18)
      api_fail("%u and %u points were written", written[0], written[1]);
   use_points(buffer[0]);
   draw(GL_POINTS, object, 0);
   use_points(buffer[1]);
   draw_instanced(GL_POINTS, object, 1, 2);
   expect_no_error();
   draw(GL_POINTS, object, 4);
   if (glGetError() != GL_INVALID_VALUE)
      api_fail("stream 4 does not raise GL_INVALID_VALUE");
}

static void reference_streams(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int n = 0; n < 12; n++) {
      for (int i = 0; i < n % 3; i++)
         put_point(rgba, n * 2, i * 2, 0);
      for (int i = 0; i < n % 4; i++)
         put_point(rgba, n * 2 + 1, i * 2 + 1, 1);
   }
}

/* ---- 32 vectors between the stages; an array of attributes ---------------------------------------------------------------------- */

static void draw_interface(void)
{
   GLint components = 0;
   glGetIntegerv(GL_MAX_FRAGMENT_INPUT_COMPONENTS, &components);
   if (components < 128)
      api_fail("GL_MAX_FRAGMENT_INPUT_COMPONENTS is %d", components);
   const GLuint program = api_program(
      "#version 330\nlayout(location = 0) in vec2 pos; in vec4 list[3]; out Data { flat vec4 tint[3]; } data;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); for (int i = 0; i < 3; i++) data.tint[i] = list[i]; }",
      "#version 330\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in Data { flat vec4 tint[3]; } data[];\n"
      "flat out vec4 wide[32];\n"
      "void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position;\n"
      "  for (int k = 0; k < 32; k++) wide[k] = data[0].tint[k % 3] + vec4(float(k) / 255.0, 0.0, 0.0, 0.0); EmitVertex(); } }",
      "#version 330\nflat in vec4 wide[32]; out vec4 color; void main() { color = wide[int(gl_FragCoord.x)]; }");
   const GLint first = glGetAttribLocation(program, "list");
   if (first < 0 || glGetAttribLocation(program, "list[0]") != first || glGetAttribLocation(program, "list[2]") != first + 2 ||
       glGetAttribLocation(program, "list[3]") != -1)
      api_fail("the locations of the array of attributes, from %d on", first);
   for (GLuint i = 0; i < 3; i++)
      glVertexAttrib4f((GLuint)first + i, 0.2f, 0.2f * (float)i, 0.4f, 1);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_interface(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE;
      const uint8_t color[4] = {(uint8_t)(51 + x), (uint8_t)(51 * (x % 3)), 102, 255};
      memcpy(rgba[i], color, 4);
   }
}

/* ---- S3TC --------------------------------------------------------------------------------------------------------------------------- */

static const GLenum s3tc[4] = {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT,
                               GL_COMPRESSED_RGBA_S3TC_DXT5_EXT};

/* Each block has a ramp between two colours, or, of DXT1 with alpha, one colour and a transparent row. */
static void ramp(unsigned format, unsigned x, unsigned y, uint8_t out[4])
{
   const unsigned block = x / 4 + y / 4 * 4, step = format == 1 ? 0 : (x % 4) * 20;
   out[0] = (uint8_t)(block * 8 + step);
   out[1] = (uint8_t)(200 - step);
   out[2] = (uint8_t)(block * 4);
   out[3] = (uint8_t)(format < 2 ? 255 : 80 + step);
   if (format == 1 && y % 4 == 3)
      memset(out, 0, 4);
}

static void draw_s3tc(void)
{
   uint8_t texels[16 * 16][4];
   api_require("GL_EXT_texture_compression_s3tc");
   api_program("#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 330\nuniform sampler2D t; out vec4 color;\n"
               "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy) % 16, 0); }");
   for (unsigned i = 0; i < 4; i++) {
      GLuint texture;
      GLint format = 0;
      for (unsigned t = 0; t < 256; t++)
         ramp(i, t % 16, t / 16, texels[t]);
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)s3tc[i], 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
      if ((GLenum)format != s3tc[i])
         api_fail("the image has format 0x%x, not 0x%x", format, s3tc[i]);
      const float x = (float)(i % 2) - 1, y = (float)(i / 2) - 1;
      api_rectangle(x, y, x + 1, y + 1);
   }
   expect_no_error();
}

static void reference_s3tc(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      ramp(x / 16 + y / 16 * 2, x % 16, y % 16, rgba[i]);
   }
}

/* Blocks of a larger image in client memory, and back into a larger one (ARB_compressed_texture_pixel_storage). */
static void draw_blocks(void)
{
   uint8_t source[8][8][8], texels[2][4][8], into[8][8][8];
   GLuint texture;
   api_require("GL_EXT_texture_compression_s3tc");
   for (unsigned i = 0; i < sizeof(source); i++)
      ((uint8_t *)source)[i] = (uint8_t)(i * 7 + i / 64);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_SIZE, 8);
   glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 4);
   glPixelStorei(GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 4);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 32);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, 8);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 12);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, s3tc[1], 16, 8, 0, sizeof(texels), source);
   expect_no_error();
   desktop.GetCompressedTexImage(GL_TEXTURE_2D, 0, texels);
   memset(into, 0xcd, sizeof(into));
   glPixelStorei(GL_PACK_COMPRESSED_BLOCK_SIZE, 8);
   glPixelStorei(GL_PACK_COMPRESSED_BLOCK_WIDTH, 4);
   glPixelStorei(GL_PACK_COMPRESSED_BLOCK_HEIGHT, 4);
   glPixelStorei(GL_PACK_ROW_LENGTH, 32);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 4);
   glPixelStorei(GL_PACK_SKIP_ROWS, 8);
   desktop.GetCompressedTexImage(GL_TEXTURE_2D, 0, into);
   glPixelStorei(GL_PACK_ROW_LENGTH, 0);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
   glPixelStorei(GL_PACK_SKIP_ROWS, 0);
   expect_no_error();
   api_checked();
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         static const uint8_t untouched[8] = {0xcd, 0xcd, 0xcd, 0xcd, 0xcd, 0xcd, 0xcd, 0xcd};
         const bool inside = x >= 1 && x < 5 && y >= 2 && y < 4;
         if (memcmp(into[y][x], inside ? source[y + 1][x + 1] : untouched, 8))
            api_fail("block %u, %u", x, y);
         if (inside && memcmp(texels[y - 2][x - 1], source[y + 1][x + 1], 8))
            api_fail("block %u, %u without skipping", x, y);
      }
}

const struct api_body api_bodies_core33[] = {
   {"core33-clamp", CORE, 33, 0, 0, draw_clamp, NULL},
   {"core33-count", CORE, 40, 0, 0, draw_count, reference_count},
   {"core33-streams", CORE, 40, 0, 0, draw_streams, reference_streams},
   {"core33-interface", CORE, 33, 0, 0, draw_interface, reference_interface},
   {"core33-s3tc", CORE, 33, 9, 0, draw_s3tc, reference_s3tc},
   {"core33-blocks", CORE, 43, 0, 0, draw_blocks, NULL},
   {0},
};
