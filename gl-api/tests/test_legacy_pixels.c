/* test_legacy_pixels.c: pixel transfer, maps, priorities, borders and images in lists of the compatibility profile: state and errors on
 * the recording pipe, the operations on rows. */
#include "ga_test_row.h"

#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_format.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct ga_context *compat = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl21");
   ga_make_current(compat, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = compat;
   return 0;
}

static void errors(void **state)
{
   CONTEXT;
   const GLfloat values[4] = {0};
   const GLuint names[2] = {0, 77};
   GLboolean resident[2];
   GLubyte texels[64] = {0};
   ROW(INVALID_ENUM, PixelTransferf, GL_UNPACK_ALIGNMENT, 1);
   ROW(INVALID_ENUM, PixelTransferi, GL_ZOOM_X, 1);
   ROW(INVALID_ENUM, PixelMapfv, GL_MAP_COLOR, 1, values);
   ROW(INVALID_VALUE, PixelMapfv, GL_PIXEL_MAP_R_TO_R, 0, values);
   ROW(INVALID_VALUE, PixelMapuiv, GL_PIXEL_MAP_R_TO_R, 257, (const GLuint *)values);
   ROW(INVALID_VALUE, PixelMapusv, GL_PIXEL_MAP_I_TO_I, 3, (const GLushort *)values);
   ROW(INVALID_VALUE, PixelMapfv, GL_PIXEL_MAP_S_TO_S, 3, values);
   ROW(INVALID_ENUM, GetPixelMapfv, GL_MAP_STENCIL, (GLfloat *)values);
   ROW(INVALID_ENUM, Accum, GL_REPLACE, 1);
   ROW(INVALID_OPERATION, Accum, GL_ACCUM, 1);
   ROW(INVALID_VALUE, PrioritizeTextures, -1, names, values);
   ROW(INVALID_VALUE, AreTexturesResident, -1, names, resident);
   ROW(INVALID_VALUE, AreTexturesResident, 2, names, resident);
   ROW(INVALID_ENUM, DrawPixels, 1, 1, GL_RGBA, GL_BITMAP, texels);
   ROW(INVALID_OPERATION, DrawPixels, 1, 1, GL_COLOR_INDEX, GL_UNSIGNED_SHORT_5_6_5, texels);
   ROW(INVALID_OPERATION, ReadPixels, 0, 0, 1, 1, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, texels);
   ROW(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 2, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, Clear, 1u << 31);
   GL(Clear, GL_ACCUM_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
}

static void values(void **state)
{
   CONTEXT;
   GLfloat f[4];
   GLint i;
   GLuint ui[4];
   GLushort us[4];
   GLboolean b;
   GL(PixelTransferf, GL_GREEN_SCALE, 0.5f);
   GL(PixelTransferi, GL_DEPTH_BIAS, 2);
   GL(PixelTransferf, GL_INDEX_SHIFT, -3);
   GL(PixelTransferi, GL_MAP_COLOR, 5);
   GL(GetFloatv, GL_GREEN_SCALE, f);
   assert_true(f[0] == 0.5f);
   GL(GetIntegerv, GL_DEPTH_BIAS, &i);
   assert_int_equal(i, 2);
   GL(GetIntegerv, GL_INDEX_SHIFT, &i);
   assert_int_equal(i, -3);
   GL(GetBooleanv, GL_MAP_COLOR, &b);
   assert_true(b);
   GL(PixelMapusv, GL_PIXEL_MAP_I_TO_R, 2, (GLushort[2]){0xffff, 0});
   GL(GetPixelMapuiv, GL_PIXEL_MAP_I_TO_R, ui);
   assert_true(ui[0] == UINT32_MAX && ui[1] == 0);
   GL(PixelMapfv, GL_PIXEL_MAP_S_TO_S, 2, (GLfloat[2]){7, 300});
   GL(GetPixelMapusv, GL_PIXEL_MAP_S_TO_S, us);
   assert_true(us[0] == 7 && us[1] == 300);
   GL(PixelMapfv, GL_PIXEL_MAP_A_TO_A, 3, (GLfloat[3]){-1, 0.5f, 2});
   GL(GetPixelMapfv, GL_PIXEL_MAP_A_TO_A, f);
   assert_true(f[0] == 0 && f[1] == 0.5f && f[2] == 1);
   GL(GetIntegerv, GL_PIXEL_MAP_A_TO_A_SIZE, &i);
   assert_int_equal(i, 3);
   GL(GetIntegerv, GL_MAX_PIXEL_MAP_TABLE, &i);
   assert_true(i >= 32);
   GL(ClearAccum, -2, 0, 0.5f, 2);
   GL(GetFloatv, GL_ACCUM_CLEAR_VALUE, f);
   assert_true(f[0] == -1 && f[2] == 0.5f && f[3] == 1);
}

/* Modes are in the stack, maps are not. */
static void stack(void **state)
{
   CONTEXT;
   GLint i;
   GL(PushAttrib, GL_PIXEL_MODE_BIT | GL_ACCUM_BUFFER_BIT);
   GL(PixelTransferi, GL_RED_BIAS, 3);
   GL(PixelTransferi, GL_MAP_STENCIL, GL_TRUE);
   GL(PixelZoom, 2, 3);
   GL(ClearAccum, 1, 1, 1, 1);
   GL(PixelMapfv, GL_PIXEL_MAP_R_TO_R, 2, (GLfloat[2]){0, 1});
   GL(ReadBuffer, GL_NONE);
   GL(PopAttrib);
   GL(GetIntegerv, GL_RED_BIAS, &i);
   assert_int_equal(i, 0);
   GL(GetIntegerv, GL_MAP_STENCIL, &i);
   assert_int_equal(i, 0);
   GL(GetIntegerv, GL_ZOOM_Y, &i);
   assert_int_equal(i, 1);
   GL(GetIntegerv, GL_PIXEL_MAP_R_TO_R_SIZE, &i);
   assert_int_equal(i, 2);
   GL(GetIntegerv, GL_READ_BUFFER, &i);
   assert_true(i != GL_NONE);
   assert_gl_error(GL_NO_ERROR);
}

/* Nothing changes pixels until something is set. */
static void identity(void **state)
{
   CONTEXT;
   const struct ga_pixel_format *rgba = ga_pixel_format(GL_RGBA, GL_UNSIGNED_BYTE), *ints = ga_pixel_format(GL_RGBA_INTEGER, GL_INT);
   const struct ga_pixel_format *depth = ga_pixel_format(GL_DEPTH_COMPONENT, GL_FLOAT);
   assert_int_equal(ga_transfer_for_unpack(ctx, rgba), GA_TRANSFER_NONE);
   assert_int_equal(ga_transfer_for_unpack(ctx, depth), GA_TRANSFER_NONE);
   assert_int_equal(ga_transfer_for_copy(ctx, ga_format_sized(ctx, GL_RGBA8)), GA_TRANSFER_NONE);
   GL(PixelTransferf, GL_ALPHA_BIAS, 0.5f);
   GL(PixelTransferi, GL_DEPTH_SCALE, 2);
   assert_int_equal(ga_transfer_for_unpack(ctx, rgba), GA_TRANSFER_COLOR);
   assert_int_equal(ga_transfer_for_unpack(ctx, depth), GA_TRANSFER_DEPTH);
   assert_int_equal(ga_transfer_for_unpack(ctx, ints), GA_TRANSFER_NONE);
}

/* Rows of each kind: from skipped and swapped memory through the operations. */
static void rows(void **state)
{
   CONTEXT;
   struct ga_pixel_store store = {.alignment = 1, .skip_pixels = 1, .swap_bytes = true};
   const GLushort depth[3] = {0, 0xff7f, 0xffff}; /* 0x7fff, bytes reversed */
   struct ga_unpacked from = {&store, ga_pixel_format(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT), depth, 2, 2, 1, 1};
   GL(PixelTransferf, GL_DEPTH_SCALE, 0.5f);
   GL(PixelTransferf, GL_DEPTH_BIAS, 0.25f);
   float *z = ga_transfer_unpack(ctx, GA_TRANSFER_DEPTH, &from);
   assert_float_equal(z[0], 0.5f, 1e-4f);
   assert_float_equal(z[1], 0.75f, 1e-6f);
   free(z);

   const GLubyte bits[2] = {0x16, 0x01}; /* lowest first, from bit 1 on: 1 1 0 1 0 0 0 1 */
   store = (struct ga_pixel_store){.alignment = 1, .skip_pixels = 1, .lsb_first = true};
   from = (struct ga_unpacked){&store, ga_pixel_format(GL_STENCIL_INDEX, GL_BITMAP), bits, 2, 8, 1, 1};
   GL(PixelTransferi, GL_INDEX_SHIFT, 2);
   GL(PixelTransferi, GL_INDEX_OFFSET, 1);
   uint8_t *s = ga_transfer_unpack(ctx, GA_TRANSFER_STENCIL, &from);
   assert_memory_equal(s, ((uint8_t[8]){5, 5, 1, 5, 1, 1, 1, 5}), 8);
   free(s);

   const GLfloat indices[3] = {0, 1, -1};
   store = (struct ga_pixel_store){.alignment = 1};
   from = (struct ga_unpacked){&store, ga_pixel_format(GL_COLOR_INDEX, GL_FLOAT), indices, 2, 3, 1, 1};
   GL(PixelTransferi, GL_INDEX_SHIFT, 0);
   GL(PixelMapfv, GL_PIXEL_MAP_I_TO_G, 4, (GLfloat[4]){0.5f, 0.25f, 1, 0});
   float (*rgba)[4] = ga_transfer_unpack(ctx, GA_TRANSFER_INDEX, &from);
   assert_true(rgba[0][1] == 0.25f && rgba[1][1] == 1 && rgba[2][1] == 0.5f && rgba[0][0] == 0);
   free(rgba);

   float colors[2][4] = {{0.4f, 2, 0, 1}, {1, -1, 0.5f, 0}};
   GL(PixelTransferi, GL_MAP_COLOR, GL_TRUE);
   GL(PixelMapfv, GL_PIXEL_MAP_R_TO_R, 3, (GLfloat[3]){1, 0.25f, 0});
   GL(PixelMapfv, GL_PIXEL_MAP_G_TO_G, 2, (GLfloat[2]){0.75f, 0.5f});
   ga_transfer_apply(ctx, GA_TRANSFER_COLOR, colors, 2);
   assert_true(colors[0][0] == 0.25f && colors[1][0] == 0 && colors[0][1] == 0.5f && colors[1][1] == 0.75f);
}

static void textures(void **state)
{
   CONTEXT;
   GLuint names[2] = {0};
   GLboolean resident[2] = {7, 7};
   GLfloat f;
   GLint i;
   GL(GenTextures, 1, names);
   GL(BindTexture, GL_TEXTURE_2D, names[0]);
   GL(PrioritizeTextures, 2, names, (GLfloat[2]){0.25f, 9});
   GL(GetTexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, &f);
   assert_true(f == 0.25f);
   assert_true(GL(AreTexturesResident, 1, names, resident));
   assert_int_equal(resident[0], 7);
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_RESIDENT, &i);
   assert_int_equal(i, GL_TRUE);
   GL(TexParameteri, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 6, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &i);
   assert_int_equal(i, 4);
   GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 2, GL_TEXTURE_WIDTH, &i);
   assert_int_equal(i, 1);
   GL(PushAttrib, GL_TEXTURE_BIT);
   GL(TexParameteri, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_FALSE);
   GL(PopAttrib);
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, &i);
   assert_int_equal(i, GL_TRUE);
   assert_gl_error(GL_NO_ERROR);
}

/* Components of base formats that are kept in red and green. */
static void level_sizes(void **state)
{
   CONTEXT;
   static const struct { GLint format, red, alpha, luminance, intensity; } rows[] = {
      {GL_ALPHA8, 0, 8, 0, 0}, {GL_LUMINANCE16, 0, 0, 16, 0}, {GL_LUMINANCE8_ALPHA8, 0, 8, 8, 0}, {GL_INTENSITY8, 0, 0, 0, 8},
      {GL_RGBA8, 8, 8, 0, 0}};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLint red, alpha, luminance, intensity, border;
      GL(TexImage2D, GL_TEXTURE_2D, 0, rows[i].format, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_RED_SIZE, &red);
      GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_ALPHA_SIZE, &alpha);
      GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_LUMINANCE_SIZE, &luminance);
      GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_INTENSITY_SIZE, &intensity);
      GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_BORDER, &border);
      assert_int_equal(red, rows[i].red);
      assert_int_equal(alpha, rows[i].alpha);
      assert_int_equal(luminance, rows[i].luminance);
      assert_int_equal(intensity, rows[i].intensity);
      assert_int_equal(border, 0);
   }
   assert_gl_error(GL_NO_ERROR);
}

/* A list has the memory as it is at the time; proxies are not compiled. */
static void lists(void **state)
{
   CONTEXT;
   GLfloat map[2] = {0.5f, 1}, f[2];
   GLubyte texels[16] = {0};
   GLint i;
   GL(NewList, 1, GL_COMPILE);
   GL(PixelMapfv, GL_PIXEL_MAP_B_TO_B, 2, map);
   GL(PixelTransferi, GL_BLUE_SCALE, 4);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   GL(TexImage1D, GL_TEXTURE_1D, 0, GL_RGBA, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, texels); /* its error is that of the execution */
   GL(TexImage2D, GL_PROXY_TEXTURE_2D, 0, GL_RGBA, 8, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(EndList);
   assert_gl_error(GL_NO_ERROR);
   GL(GetTexLevelParameteriv, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &i);
   assert_int_equal(i, 8);
   GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &i);
   assert_int_equal(i, 0);
   map[0] = 0;
   GL(CallList, 1);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetPixelMapfv, GL_PIXEL_MAP_B_TO_B, f);
   assert_true(f[0] == 0.5f && f[1] == 1);
   GL(GetIntegerv, GL_BLUE_SCALE, &i);
   assert_int_equal(i, 4);
   GL(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &i);
   assert_int_equal(i, 2);
   GL(NewList, 2, GL_COMPILE);
   GL(PixelMapfv, GL_PIXEL_MAP_B_TO_B, 0, map);
   GL(EndList);
   assert_gl_error(GL_NO_ERROR);
   GL(CallList, 2);
   assert_gl_error(GL_INVALID_VALUE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {TEST(errors), TEST(values), TEST(stack), TEST(identity), TEST(rows), TEST(textures), TEST(level_sizes),
                                      TEST(lists)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
