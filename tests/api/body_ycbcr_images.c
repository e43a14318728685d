/* body_ycbcr_images.c: the ways into and out of images of MESA_ycbcr_texture: display lists, pixel buffers, parts with odd edges, copies
 * between images, queries, and the commands that have no such images. */
#include <string.h>

#include "api_ycbcr.h"
#include "api_desktop.h"

/* What the image holds, which the picture shows. */
static uint16_t model[SIZE][SIZE];

static void reference_model(uint8_t rgba[API_TEXELS][4]) { ycbcr_picture(model, rgba); }

/* A texture with an image like the model. */
static GLuint begin(void)
{
   api_require("GL_MESA_ycbcr_texture");
   for (unsigned y = 0; y < SIZE; y++)
      for (unsigned x = 0; x < SIZE; x++)
         model[y][x] = ycbcr_texel(x, y, 0);
   const GLuint texture = ycbcr_texture(GL_TEXTURE_2D);
   ycbcr_image(GL_TEXTURE_2D, 0, SIZE, SIZE, model);
   api_expect_error(GL_NO_ERROR, "an image");
   return texture;
}

struct part { unsigned x, y, width, height; };

static uint16_t *model_at(const struct part *p, unsigned x, unsigned y) { return &model[p->y + y][p->x + x]; }

/* Client memory of a part: glPixelStore's parameters, the type, and room before the first texel. */
struct store { GLint row_length, skip_pixels, skip_rows, alignment, swap_bytes; GLenum type; };

static void set_store(const struct store *s, bool pack)
{
   glPixelStorei(pack ? GL_PACK_ROW_LENGTH : GL_UNPACK_ROW_LENGTH, s->row_length);
   glPixelStorei(pack ? GL_PACK_SKIP_PIXELS : GL_UNPACK_SKIP_PIXELS, s->skip_pixels);
   glPixelStorei(pack ? GL_PACK_SKIP_ROWS : GL_UNPACK_SKIP_ROWS, s->skip_rows);
   glPixelStorei(pack ? GL_PACK_ALIGNMENT : GL_UNPACK_ALIGNMENT, s->alignment);
   glPixelStorei(pack ? GL_PACK_SWAP_BYTES : GL_UNPACK_SWAP_BYTES, s->swap_bytes);
}

static const struct store as_it_is = {0, 0, 0, 4, GL_FALSE, GL_UNSIGNED_SHORT_8_8_MESA};

/* The texel of the part in client memory (OpenGL 2.1, 3.6.4: rows begin at multiples of the alignment). */
static uint16_t *texel_in(uint16_t *memory, const struct store *s, const struct part *p, unsigned x, unsigned y)
{
   const unsigned length_B = 2 * (s->row_length ? (unsigned)s->row_length : p->width), unit = (unsigned)s->alignment;
   const unsigned stride_B = (length_B + unit - 1) / unit * unit;
   return memory + (y + (unsigned)s->skip_rows) * stride_B / 2 + (unsigned)s->skip_pixels + x;
}

static bool is_swapped(const struct store *s) { return (s->type == GL_UNSIGNED_SHORT_8_8_REV_MESA) != (s->swap_bytes == GL_TRUE); }

/* New values of the part, to the model and to client memory. */
static void change(const struct part *p, unsigned by, const struct store *s, uint16_t *memory)
{
   for (unsigned y = 0; y < p->height; y++)
      for (unsigned x = 0; x < p->width; x++) {
         *model_at(p, x, y) = ycbcr_texel(p->x + x, p->y + y, by);
         *texel_in(memory, s, p, x, y) = is_swapped(s) ? ycbcr_swapped(*model_at(p, x, y)) : *model_at(p, x, y);
      }
}

static void update(const struct part *p, const struct store *s, const void *memory)
{
   set_store(s, false);
   glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)p->x, (GLint)p->y, (GLsizei)p->width, (GLsizei)p->height, GL_YCBCR_MESA, s->type, memory);
   set_store(&as_it_is, false);
}

static void expect_texels(uint16_t *memory, const struct store *s, const struct part *p)
{
   for (unsigned y = 0; y < p->height; y++)
      for (unsigned x = 0; x < p->width; x++) {
         const uint16_t got = *texel_in(memory, s, p, x, y), wanted = is_swapped(s) ? ycbcr_swapped(*model_at(p, x, y)) : *model_at(p, x, y);
         if (got != wanted)
            api_fail("texel %u, %u is 0x%x, not 0x%x", p->x + x, p->y + y, got, wanted);
      }
   api_checked();
}

static const struct part whole = {0, 0, SIZE, SIZE};

static void expect_model(void)
{
   static uint16_t got[SIZE * SIZE];
   glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, got);
   api_expect_error(GL_NO_ERROR, "glGetTexImage");
   expect_texels(got, &as_it_is, &whole);
}

/* The image's texels, and their colours in the picture. */
static void expect_and_draw(void)
{
   expect_model();
   ycbcr_draw(1);
}

static void expect_refused(const char *what)
{
   const GLenum error = glGetError();
   if (error != GL_INVALID_ENUM && error != GL_INVALID_OPERATION)
      api_fail("%s: error 0x%x", what, error);
   api_checked();
}

/* ---- client memory, lists, buffers ----------------------------------------------------------------------------------------------- */

static const struct store stores[] = {
   {0, 0, 0, 4, GL_FALSE, GL_UNSIGNED_SHORT_8_8_MESA}, {0, 0, 0, 1, GL_TRUE, GL_UNSIGNED_SHORT_8_8_MESA},
   {37, 3, 2, 8, GL_FALSE, GL_UNSIGNED_SHORT_8_8_REV_MESA}, {33, 1, 1, 2, GL_TRUE, GL_UNSIGNED_SHORT_8_8_REV_MESA},
   {40, 0, 3, 4, GL_TRUE, GL_UNSIGNED_SHORT_8_8_MESA},
};
enum { STORES = sizeof stores / sizeof stores[0], ROOM = 48 * 48 };

/* Single texels and columns among them. */
static void draw_parts(void)
{
   static uint16_t memory[ROOM];
   begin();
   for (unsigned i = 0; i < 80; i++) {
      struct part p = {api_random(SIZE), api_random(SIZE), 0, 0};
      p.width = 1 + api_random(i % 3 ? SIZE - p.x : 1);
      p.height = 1 + api_random(SIZE - p.y);
      change(&p, 1 + i, &stores[i % STORES], memory);
      update(&p, &stores[i % STORES], memory);
      api_expect_error(GL_NO_ERROR, "glTexSubImage2D");
      if (i % 8 == 0)
         expect_model();
   }
   expect_and_draw();
}

/* The list holds the pixels as they were, by the parameters that were set then. */
static void draw_list(void)
{
   static const struct store later = {17, 5, 4, 1, GL_FALSE, GL_UNSIGNED_SHORT_8_8_MESA};
   static const struct part part = {6, 3, 18, 22};
   static uint16_t memory[ROOM];
   begin();
   const GLuint list = glGenLists(1);
   glNewList(list, GL_COMPILE);
   change(&whole, 7, &stores[2], memory);
   set_store(&stores[2], false);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, SIZE, SIZE, 0, GL_YCBCR_MESA, stores[2].type, memory);
   change(&part, 11, &stores[4], memory);
   update(&part, &stores[4], memory);
   glEndList();
   memset(memory, 0, sizeof memory);
   set_store(&later, false);
   glCallList(list);
   set_store(&as_it_is, false);
   api_expect_error(GL_NO_ERROR, "glCallList");
   expect_and_draw();
}

/* A list of commands with errors, which its execution raises. */
static void draw_list_errors(void)
{
   static uint16_t memory[ROOM];
   begin();
   const GLuint list = glGenLists(1);
   glNewList(list, GL_COMPILE);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, 8, 8, 1, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, memory);
   glEndList();
   api_expect_error(GL_NO_ERROR, "a list");
   glCallList(list);
   api_expect_error(GL_INVALID_VALUE, "a border");
   glNewList(list, GL_COMPILE);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, memory);
   glEndList();
   glCallList(list);
   api_expect_error(GL_INVALID_OPERATION, "colours into the image");
   expect_model();
}

/* Parts from a buffer, at offsets within it; the picture of the image that such a buffer specified. */
static void draw_unpack_buffer(void)
{
   enum { OFFSET = 26 };
   static const struct part part = {4, 2, 20, 27};
   static uint16_t memory[OFFSET / 2 + ROOM];
   GLuint buffer;
   begin();
   glGenBuffers(1, &buffer);
   for (unsigned i = 0; i < STORES; i++) {
      const struct part *p = i ? &part : &whole;
      change(p, 30 + i, &stores[i], memory + OFFSET / 2);
      glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof memory, memory, GL_STREAM_DRAW);
      const GLvoid *offset = (const GLvoid *)(uintptr_t)OFFSET;
      if (i)
         update(p, &stores[i], offset);
      else
         ycbcr_image(GL_TEXTURE_2D, 0, SIZE, SIZE, offset);
      glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
      api_expect_error(GL_NO_ERROR, "an upload from a buffer");
      expect_model();
   }
   /* OpenGL 2.1, 3.6.4 and 3.6.1: offsets that are no multiples of a datum; a buffer that ends too early. */
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
   ycbcr_update(0, 0, 8, 8, (const GLvoid *)1);
   api_expect_error(GL_INVALID_OPERATION, "an odd offset");
   ycbcr_update(0, 0, SIZE, SIZE, (const GLvoid *)(sizeof memory - sizeof model + 2));
   api_expect_error(GL_INVALID_OPERATION, "an upload beyond the end");
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   expect_and_draw();
}

/* ---- queries ---------------------------------------------------------------------------------------------------------------------- */

static void draw_read(void)
{
   enum { OFFSET = 14 };
   static const GLenum wrong_types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_FLOAT, GL_UNSIGNED_SHORT_5_6_5};
   static uint16_t memory[ROOM];
   static uint8_t rgba[4 * SIZE * SIZE];
   GLuint buffer;
   begin();
   glGenBuffers(1, &buffer);
   for (unsigned i = 0; i < STORES; i++) {
      memset(memory, 0xaa, sizeof memory);
      set_store(&stores[i], true);
      glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, stores[i].type, memory);
      api_expect_error(GL_NO_ERROR, "glGetTexImage");
      expect_texels(memory, &stores[i], &whole);
      api_expect("texels after the last", memory[ROOM - 1], 0xaaaa);
      if (stores[i].skip_pixels)
         api_expect("a texel before the first", texel_in(memory, &stores[i], &whole, 0, 0)[-1], 0xaaaa);
      glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
      glBufferData(GL_PIXEL_PACK_BUFFER, OFFSET + sizeof memory, NULL, GL_STREAM_READ);
      glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, stores[i].type, (GLvoid *)(uintptr_t)OFFSET);
      api_expect_error(GL_NO_ERROR, "glGetTexImage to a buffer");
      glGetBufferSubData(GL_PIXEL_PACK_BUFFER, OFFSET, sizeof memory, memory);
      expect_texels(memory, &stores[i], &whole);
      glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, stores[i].type, (GLvoid *)1);
      api_expect_error(GL_INVALID_OPERATION, "an odd offset");
      glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   }
   set_store(&as_it_is, true);
   for (unsigned i = 0; i < sizeof wrong_types / sizeof wrong_types[0]; i++) {
      glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, wrong_types[i], memory); /* table 3.8 of the extension */
      expect_refused("a type of colours");
   }
   glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_SHORT_8_8_MESA, rgba);
   expect_refused("colours of a type of YCbCr");
   ycbcr_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   glGetTexImage(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, memory);
   api_expect_error(GL_INVALID_OPERATION, "YCbCr of an image of colours");
}

static void read_parts(const struct part *parts, unsigned count)
{
   static uint16_t memory[ROOM];
   api_require("GL_ARB_get_texture_sub_image");
   const GLuint texture = begin();
   for (unsigned i = 0; i < count; i++) {
      const struct part *p = &parts[i];
      const struct store *s = &stores[i % STORES];
      set_store(s, true);
      desktop.GetTextureSubImage(texture, 0, (GLint)p->x, (GLint)p->y, 0, (GLsizei)p->width, (GLsizei)p->height, 1, GL_YCBCR_MESA, s->type,
                                 sizeof memory, memory);
      api_expect_error(GL_NO_ERROR, "glGetTextureSubImage");
      expect_texels(memory, s, p);
   }
   set_store(&as_it_is, true);
   ycbcr_draw(1);
}

static void draw_read_parts(void)
{
   static const struct part parts[] = {{0, 0, 2, 1}, {6, 3, 2, 20}, {8, 0, 10, 32}, {2, 30, 30, 2}};
   read_parts(parts, sizeof parts / sizeof parts[0]);
}

static void draw_read_odd_parts(void)
{
   static const struct part parts[] = {{0, 0, 1, 1}, {5, 3, 1, 20}, {6, 3, 1, 20}, {7, 30, 10, 2}, {8, 0, 9, 32}};
   read_parts(parts, sizeof parts / sizeof parts[0]);
}

/* ---- copies ------------------------------------------------------------------------------------------------------------------------ */

static void copy(GLuint from, GLint from_level, unsigned from_x, unsigned from_y, GLuint to, const struct part *p)
{
   glCopyImageSubData(from, GL_TEXTURE_2D, from_level, (GLint)from_x, (GLint)from_y, 0, to, GL_TEXTURE_2D, 0, (GLint)p->x, (GLint)p->y, 0,
                      (GLsizei)p->width, (GLsizei)p->height, 1);
}

struct copied { unsigned x, y; struct part to; };

/* Texels are copied as they are (OpenGL 4.3, 18.3.2: formats that are the same). The image is not compressed: regions have no blocks. */
static void copy_parts(const struct copied *rows, unsigned count)
{
   static uint16_t other[SIZE][SIZE], level1[16 * 16];
   api_require("GL_ARB_copy_image");
   const GLuint to = begin(), from = ycbcr_texture(GL_TEXTURE_2D);
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      other[i / SIZE][i % SIZE] = ycbcr_texel(i % SIZE, i / SIZE, 41);
   for (unsigned i = 0; i < 16 * 16; i++)
      level1[i] = ycbcr_texel(i % 16, i / 16, 77);
   ycbcr_image(GL_TEXTURE_2D, 0, SIZE, SIZE, other);
   ycbcr_image(GL_TEXTURE_2D, 1, 16, 16, level1);
   for (unsigned i = 0; i < count; i++) {
      const struct part *p = &rows[i].to;
      copy(from, 0, rows[i].x, rows[i].y, to, p);
      api_expect_error(GL_NO_ERROR, "glCopyImageSubData");
      for (unsigned y = 0; y < p->height; y++)
         for (unsigned x = 0; x < p->width; x++)
            *model_at(p, x, y) = other[rows[i].y + y][rows[i].x + x];
   }
   static const struct part part = {16, 16, 6, 3};
   copy(from, 1, 2, 5, to, &part);
   api_expect_error(GL_NO_ERROR, "a copy of level 1");
   for (unsigned i = 0; i < part.width * part.height; i++)
      *model_at(&part, i % part.width, i / part.width) = level1[(5 + i / part.width) * 16 + 2 + i % part.width];
   glBindTexture(GL_TEXTURE_2D, to);
   expect_and_draw();
}

static void draw_copies(void)
{
   static const struct copied rows[] = {{0, 0, {2, 4, 8, 8}}, {4, 20, {12, 20, 6, 9}}, {30, 9, {20, 9, 2, 5}}};
   copy_parts(rows, sizeof rows / sizeof rows[0]);
}

static void draw_odd_copies(void)
{
   static const struct copied rows[] = {
      {3, 5, {11, 1, 7, 6}}, {4, 20, {13, 20, 6, 9}}, {7, 9, {20, 9, 9, 5}}, {31, 31, {0, 31, 1, 1}}, {30, 0, {31, 3, 1, 12}},
   };
   copy_parts(rows, sizeof rows / sizeof rows[0]);
}

/* Formats of 16 bits and others, which are not the same; colours of the framebuffer. Nothing changes. */
static void draw_copy_errors(void)
{
   static const struct { GLenum internal, format, type; } others[] = {
      {GL_R16, GL_RED, GL_UNSIGNED_SHORT}, {GL_RG8, GL_RG, GL_UNSIGNED_BYTE}, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
   };
   static const struct part part = {0, 0, 8, 8}, outside = {SIZE - 7, 0, 8, 8};
   static uint8_t data[256];
   api_require("GL_ARB_copy_image");
   const GLuint texture = begin();
   for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
      const GLuint other = ycbcr_texture(GL_TEXTURE_2D);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)others[i].internal, 8, 8, 0, others[i].format, others[i].type, data);
      copy(other, 0, 0, 0, texture, &part);
      api_expect_error(GL_INVALID_OPERATION, "a copy from another format");
      copy(texture, 0, 0, 0, other, &part);
      api_expect_error(GL_INVALID_OPERATION, "a copy to another format");
   }
   copy(texture, 0, 0, 16, texture, &outside);
   api_expect_error(GL_INVALID_VALUE, "a copy beyond the edge");
   glBindTexture(GL_TEXTURE_2D, texture);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 2, 3, 4, 5, 6);
   api_expect_error(GL_INVALID_OPERATION, "a copy of the framebuffer");
   expect_and_draw();
}

/* ---- where there are no such images ------------------------------------------------------------------------------------------------ */

/* The tokens are those of TexImage2D and TexSubImage2D, for 2D textures and rectangles ("only 2D texture images are supported"). */
static void draw_other_images(void)
{
   static const GLenum targets[] = {GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY};
   static uint8_t data[4 * 8 * 8 * 4];
   GLint width = -1;
   api_require("GL_MESA_ycbcr_texture");
   for (unsigned i = 0; i < 2; i++) {
      ycbcr_texture(targets[i]);
      glTexImage3D(targets[i], 0, GL_YCBCR_MESA, 8, 8, 4, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
      expect_refused("glTexImage3D");
      glGetTexLevelParameteriv(targets[i], 0, GL_TEXTURE_WIDTH, &width);
      api_expect("the width of no image", width, 0);
      glTexImage3D(targets[i], 0, GL_RGBA8, 8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
      glTexSubImage3D(targets[i], 0, 0, 0, 0, 8, 8, 4, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
      expect_refused("glTexSubImage3D");
      glTexImage3D(targets[i], 0, GL_RGBA8, 8, 8, 4, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, data);
      expect_refused("YCbCr for an image of colours");
   }
   ycbcr_texture(GL_TEXTURE_1D_ARRAY);
   ycbcr_image(GL_TEXTURE_1D_ARRAY, 0, 8, 8, data);
   expect_refused("layers of one dimension");
   ycbcr_image(GL_PROXY_TEXTURE_CUBE_MAP, 0, 8, 8, NULL);
   expect_refused("a proxy of cube maps");
   ycbcr_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_YCBCR_MESA, 8, 8, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT, data);
   expect_refused("a type of colours");
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_SHORT_8_8_MESA, data);
   expect_refused("a type of YCbCr");
   api_expect_error(GL_NO_ERROR, "nothing else");
}

static void draw_storage(void)
{
   GLuint renderbuffer;
   api_require("GL_MESA_ycbcr_texture");
   ycbcr_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_YCBCR_MESA, 8, 8);
   expect_refused("glTexStorage2D");
   glGenRenderbuffers(1, &renderbuffer);
   GLint bound;
   glGetIntegerv(GL_RENDERBUFFER_BINDING, &bound);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_YCBCR_MESA, 8, 8);
   expect_refused("glRenderbufferStorage");
   glBindRenderbuffer(GL_RENDERBUFFER, (GLuint)bound);
}

/* No colours are converted to YCbCr: it is no target of draws. */
static void draw_attached(void)
{
   GLint bound;
   GLuint framebuffer;
   const GLuint texture = begin();
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
      api_fail("the framebuffer is complete");
   glClear(GL_COLOR_BUFFER_BIT);
   api_expect_error(GL_INVALID_FRAMEBUFFER_OPERATION, "glClear");
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
   expect_and_draw();
}

/* Colours are not converted. The extension is older than glClearTexImage: GL_YCBCR_MESA may be refused, or every texel gets the value. */
static void draw_clear(void)
{
   static const uint8_t white[4] = {255, 255, 255, 255};
   static const uint16_t value = 99 << 8 | 140;
   api_require("GL_ARB_clear_texture");
   const GLuint texture = begin();
   desktop.ClearTexImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
   api_expect_error(GL_INVALID_OPERATION, "a clear to a colour");
   desktop.ClearTexSubImage(texture, 0, 3, 0, 0, 5, 5, 1, GL_RED, GL_UNSIGNED_BYTE, white);
   api_expect_error(GL_INVALID_OPERATION, "a clear of a part to a colour");
   expect_model();
   desktop.ClearTexImage(texture, 0, GL_YCBCR_MESA, GL_UNSIGNED_SHORT_8_8_MESA, &value);
   const GLenum error = glGetError();
   if (error == GL_NO_ERROR)
      for (unsigned i = 0; i < SIZE * SIZE; i++)
         model[i / SIZE][i % SIZE] = value;
   else if (error != GL_INVALID_ENUM && error != GL_INVALID_OPERATION)
      api_fail("a clear to YCbCr raises 0x%x", error);
   expect_model();
}

/* ---- odd widths -------------------------------------------------------------------------------------------------------------------- */

/* The last texel of an odd row has no Cr, and its colour is the implementation's; parts make the picture of the whole image. */
static void draw_odd_width(void)
{
   enum { WIDTH = SIZE - 1 };
   static const struct part parts[] = {{WIDTH - 1, 0, 1, SIZE}, {WIDTH - 3, 3, 2, 9}, {WIDTH - 2, 20, 1, 9}, {0, 15, WIDTH, 2}};
   static uint16_t narrow[SIZE * WIDTH];
   static uint8_t picture[2][4 * WIDTH * SIZE];
   api_require("GL_ARB_texture_non_power_of_two");
   begin();
   glViewport(0, 0, WIDTH, SIZE);
   for (unsigned i = 0; i < SIZE * WIDTH; i++)
      narrow[i] = model[i / WIDTH][i % WIDTH];
   glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
   ycbcr_image(GL_TEXTURE_2D, 0, WIDTH, SIZE, narrow);
   for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
      static uint16_t memory[ROOM];
      change(&parts[i], 50 + i, &as_it_is, memory);
      update(&parts[i], &as_it_is, memory);
   }
   ycbcr_draw(1);
   glReadPixels(0, 0, WIDTH, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture[0]);
   for (unsigned i = 0; i < SIZE * WIDTH; i++)
      narrow[i] = model[i / WIDTH][i % WIDTH];
   glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
   ycbcr_image(GL_TEXTURE_2D, 0, WIDTH, SIZE, narrow);
   ycbcr_draw(1);
   glReadPixels(0, 0, WIDTH, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture[1]);
   for (unsigned i = 0; i < sizeof picture[0]; i++)
      if (picture[0][i] != picture[1][i])
         api_fail("channel %u of texel %u, %u is %u after parts, %u of the whole", i % 4, i / 4 % WIDTH, i / 4 / WIDTH, picture[0][i],
                  picture[1][i]);
   api_checked();
   glEnable(GL_SCISSOR_TEST);
   glScissor(WIDTH - 1, 0, 2, SIZE);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void reference_odd_width(uint8_t rgba[API_TEXELS][4])
{
   ycbcr_picture(model, rgba);
   for (unsigned y = 0; y < SIZE; y++)
      memset(rgba[y * SIZE + SIZE - 2], 0, 8);
}

const struct api_body api_bodies_ycbcr_images[] = {
   {"ycbcr-parts", COMPATIBILITY, 21, 2, 0, draw_parts, reference_model},
   {"ycbcr-odd-width", COMPATIBILITY, 21, 2, 0, draw_odd_width, reference_odd_width},
   {"ycbcr-list", COMPATIBILITY, 21, 2, 0, draw_list, reference_model},
   {"ycbcr-list-errors", COMPATIBILITY, 21, 0, 0, draw_list_errors, NULL},
   {"ycbcr-unpack-buffer", COMPATIBILITY, 21, 2, 0, draw_unpack_buffer, reference_model},
   {"ycbcr-read", COMPATIBILITY, 21, 0, 0, draw_read, NULL},
   {"ycbcr-read-parts", COMPATIBILITY, 30, 2, 0, draw_read_parts, reference_model},
   {"ycbcr-read-odd-parts", COMPATIBILITY, 30, 2, 0, draw_read_odd_parts, reference_model},
   {"ycbcr-copies", COMPATIBILITY, 30, 2, 0, draw_copies, reference_model},
   {"ycbcr-odd-copies", COMPATIBILITY, 30, 2, 0, draw_odd_copies, reference_model},
   {"ycbcr-copy-errors", COMPATIBILITY, 30, 2, 0, draw_copy_errors, reference_model},
   {"ycbcr-other-images", COMPATIBILITY, 30, 0, 0, draw_other_images, NULL},
   {"ycbcr-storage", COMPATIBILITY, 43, 0, 0, draw_storage, NULL},
   {"ycbcr-attached", COMPATIBILITY, 30, 2, 0, draw_attached, reference_model},
   {"ycbcr-clear", COMPATIBILITY, 30, 0, 0, draw_clear, NULL},
   {0}};
