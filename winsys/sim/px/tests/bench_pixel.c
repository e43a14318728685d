/* bench_pixel: nanoseconds per 16 pixels of the texture, depth and colour roads; not a test. Lines name what is measured.
 * Calls have 64 lanes, as the waves of large triangles do. Coordinates walk over the texture as a full-screen quad does,
 * one texel per pixel (or `step`) and slightly rotated. */
#include <stdio.h>
#include <time.h>

#include "winsys/sim/tests/px_test.h"

#include "hw_regs.h"

#include "winsys/sim/core/regs.h"

#define MEM_B (8u << 20)
static struct sim_mem *mem;
static struct sim_regs regs;
static const struct hw_chip *chip;

static double now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void set(uint32_t reg, uint32_t v) { regs.context[(reg - SIM_CONTEXT_START) / 4] = v; }

/* min of several runs of `count` blocks */
static const char *only; /* lines to measure: those that contain it */
#define MEASURE(name, count, ...) \
   do { \
      if (only && !strstr(name, only)) \
         break; \
      double best = 1e30; \
      for (int rep = 0; rep < 60; rep++) { \
         double t0 = now_ns(); \
         for (unsigned n = 0; n < (count); n++) { \
            __VA_ARGS__; \
         } \
         double t = (now_ns() - t0) / (count) / 4; \
         best = t < best ? t : best; \
      } \
      printf("%-52s %7.1f ns / 16 lanes\n", name, best); \
   } while (0)

#define BLOCKS 256u /* few enough for the caches */
static _Alignas(64) uint32_t addr[BLOCKS][4][64], data[4][64];

static void coords(float step, float turn)
{
   for (unsigned b = 0; b < BLOCKS; b++) {
      unsigned bx = b % 16 * 8, by = b / 16 * 8;
      for (unsigned l = 0; l < 64; l++) {
         float x = (float)(bx + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4)),
            y = (float)(by + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4));
         addr[b][0][l] = fmt_bits((x * step + y * turn + 8.37f) / 256);
         addr[b][1][l] = fmt_bits((y * step - x * turn + 40.21f) / 256);
         addr[b][2][l] = fmt_bits(0.5f);
      }
   }
}

static void bench_texture(struct tc_cache *cache, const char *name, unsigned df, unsigned num, unsigned tile, unsigned wrap,
                          unsigned linear, unsigned levels, float step, float turn)
{
   static const uint64_t partial = 0xf7f3; /* three and a half quads of 16 lanes */
   uint32_t rsrc[8] = { PX_VA >> 8, df << 20 | num << 26, 255 | 255 << 14,
      0xfac | (levels - 1) << 16 | tile << 20 | (uint32_t)(levels > 1) << 25 | 9u << 28, 255u << 13 };
   uint32_t samp[4] = { wrap | wrap << 3, 0xfffu << 12, linear << 20 | linear << 22 | (levels > 1 ? 2u << 26 : 0) };
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 15 };
   char line[128];
   coords(step, turn);
   snprintf(line, sizeof(line), "sample %s", name);
   MEASURE(line, 1024u, tc_image(cache, &inst, rsrc, samp, (const uint32_t (*)[64])addr[n % BLOCKS], data, ~0ull, 64));
   /* waves of 16 lanes, four calls for one of the above */
   snprintf(line, sizeof(line), "sample/16 %s", name);
   MEASURE(line, 1024u, for (unsigned k = 0; k < 4; k++)
      tc_image(cache, &inst, rsrc, samp, (const uint32_t (*)[64])(addr[n % BLOCKS][0] + 16 * k), data, partial, 16));
}

/* The rows that a cube, shadow map or volume has beyond a 2D image's, one sample each way. */
static void bench_more(struct tc_cache *cache, const char *name, const struct tc_image_inst *inst, uint32_t type, unsigned df,
                       unsigned num, unsigned tile, unsigned levels, const float first[4], unsigned rows)
{
   uint32_t rsrc[8] = { PX_VA >> 8, df << 20 | num << 26, 127 | 127 << 14,
      0xfac | (levels - 1) << 16 | tile << 20 | (uint32_t)(levels > 1) << 25 | type << 28, 127u << 13 | (type == 10 ? 15 : 0),
      (type == 11 ? 5u : type == 10 ? 15u : 0) << 13 };
   uint32_t samp[4] = { TC_CLAMP_LAST | TC_CLAMP_LAST << 3 | TC_CLAMP_LAST << 6 | 1 << 12, 0xfffu << 12, 1u << 20 | 1u << 22 |
                        (levels > 1 ? 2u << 26 : 0) };
   char line[128];
   for (unsigned b = 0; b < BLOCKS; b++)
      for (unsigned l = 0; l < 64; l++) {
         float x = (float)(b % 12 * 8 + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4)),
            y = (float)(b / 16 * 8 % 96 + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4));
         unsigned c = inst->compare;
         for (unsigned r = 0; r < rows; r++)
            addr[b][r][l] = fmt_bits(first[r]);
         addr[b][c][l] = fmt_bits(first[c] + (x * 1.2f + 3.4f + y * 0.1f) / 128);
         addr[b][c + 1][l] = fmt_bits(first[c + 1] + (y * 1.2f + 2.4f - x * 0.1f) / 128);
      }
   snprintf(line, sizeof(line), "sample %s", name);
   MEASURE(line, 1024u, tc_image(cache, inst, rsrc, samp, (const uint32_t (*)[64])addr[n % BLOCKS], data, ~0ull, 64));
}

static void bench_cube(struct tc_cache *cache, const char *name, unsigned tile, unsigned levels)
{
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 15, .da = true };
   bench_more(cache, name, &inst, 11, FMT_8_8_8_8, FMT_UNORM, tile, levels, (const float[4]){ 1, 1, 2 }, 3);
}

static void bench_shadow(struct tc_cache *cache, const char *name)
{
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 1, .compare = true };
   bench_more(cache, name, &inst, 9, FMT_32, FMT_FLOAT, PX_TILE_1D_DEPTH, 1, (const float[4]){ 0.5f }, 3);
}

static void bench_3d(struct tc_cache *cache, const char *name)
{
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 15 };
   bench_more(cache, name, &inst, 10, FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, 1, (const float[4]){ 0, 0, 0.4f }, 3);
}

static void bench_color_of(const char *name, unsigned format, unsigned number, unsigned tile, unsigned log2_samples,
                           unsigned export_format, bool blend)
{
   static uint32_t exports[2][4][64];
   static uint8_t en[64] = { 15, 15 };
   struct cb_state cb;
   struct cb_info info;
   char line[128];
   for (unsigned c = 0; c < 4; c++)
      for (unsigned l = 0; l < 64; l++)
         exports[0][c][l] = export_format == V_028714_SPI_SHADER_FP16_ABGR ?
            fmt_to_half(px_randf(0, 1)) | fmt_to_half(px_randf(0, 1)) << 16 : fmt_bits(px_randf(0, 1));
   set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
   set(R_028C64_CB_COLOR0_PITCH, 256 / 8 - 1);
   set(R_028C68_CB_COLOR0_SLICE, 256 * 256 / 64 - 1);
   set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(format) | S_028C70_NUMBER_TYPE(number) |
       S_028C70_COMP_SWAP(number == V_028C70_NUMBER_FLOAT ? V_028C70_SWAP_STD : V_028C70_SWAP_ALT) |
       S_028C70_ROUND_MODE(number == V_028C70_NUMBER_FLOAT));
   set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(tile) | S_028C74_NUM_SAMPLES(log2_samples) |
       S_028C74_NUM_FRAGMENTS(log2_samples));
   set(R_028238_CB_TARGET_MASK, 15);
   set(R_02823C_CB_SHADER_MASK, 15);
   set(R_028714_SPI_SHADER_COL_FORMAT, export_format);
   set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(V_028808_ROP3_COPY));
   set(R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(blend) | S_028780_COLOR_SRCBLEND(V_028780_BLEND_SRC_ALPHA) |
       S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE_MINUS_SRC_ALPHA));
   cb_state_init(&cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
   snprintf(line, sizeof(line), "color %s", name);
   static const uint64_t cover[4] = { ~0ull, ~0ull, ~0ull, ~0ull };
   MEASURE(line, 1024u, cb_write(&cb, n % 16 * 8, n / 16 % 16 * 8, 0, 0, 1, cover, (const uint32_t (*)[4][64])exports, en));
}

static void bench_color(const char *name, unsigned format, unsigned tile, unsigned export_format, bool blend)
{
   bench_color_of(name, format, V_028C70_NUMBER_UNORM, tile, 0, export_format, blend);
}

/* 1D tiles, halves: copies, and source over destination. */
static void bench_steps(const char *name, unsigned format, unsigned number, unsigned log2_samples)
{
   char line[64];
   for (unsigned blend = 0; blend < 2; blend++) {
      snprintf(line, sizeof line, "%s, %s", name, blend ? "over" : "copy");
      bench_color_of(line, format, number, PX_TILE_1D, log2_samples, V_028714_SPI_SHADER_FP16_ABGR, blend);
   }
}

static void bench_depth(const char *name, unsigned format, unsigned func, bool stencil, unsigned log2_samples)
{
   struct db_state db;
   struct db_info info;
   const struct db_z_plane plane = { 0.4f, 0.001f, -0.0005f, 10, 20, 0.5f, 0.5f, 0 };
   const struct db_places places = { { 0.375f, 0.875f, 0.125f, 0.625f }, { 0.125f, 0.375f, 0.625f, 0.875f }, 1u << log2_samples };
   char line[128];
   set(R_028040_DB_Z_INFO, S_028040_FORMAT(format) | S_028040_NUM_SAMPLES(log2_samples));
   set(R_028044_DB_STENCIL_INFO, S_028044_FORMAT(1));
   set(R_02803C_DB_DEPTH_INFO, S_02803C_ARRAY_MODE(2));
   set(R_028058_DB_DEPTH_SIZE, 31 | 31 << 11);
   set(R_02805C_DB_DEPTH_SLICE, 1023);
   set(R_028048_DB_Z_READ_BASE, PX_VA >> 8);
   set(R_028050_DB_Z_WRITE_BASE, PX_VA >> 8);
   set(R_02804C_DB_STENCIL_READ_BASE, (PX_VA + 0x200000) >> 8);
   set(R_028054_DB_STENCIL_WRITE_BASE, (PX_VA + 0x200000) >> 8);
   set(R_028430_DB_STENCILREFMASK, 0x01ffff01);
   set(R_02842C_DB_STENCIL_CONTROL, S_02842C_STENCILZPASS(V_02842C_STENCIL_REPLACE_TEST));
   set(R_028800_DB_DEPTH_CONTROL, 6 | func << 4 | stencil | 7 << 8);
   set(R_0282D4_PA_SC_VPORT_ZMAX_0, fmt_bits(1));
   db_state_init(&db, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
   snprintf(line, sizeof(line), "depth %s", name);
   if (log2_samples)
      MEASURE(line, 1024u, {
         struct db_samples block = { n % 16 * 8, n / 16 % 16 * 8, { ~0ull, ~0ull, ~0ull, ~0ull } };
         db_test_samples(&db, &block, 1, 0, &places, &plane, NULL, NULL, true);
      });
   else
      MEASURE(line, 1024u, {
         struct db_block block = { n % 16 * 8, n / 16 % 16 * 8, ~0ull };
         db_test_blocks(&db, &block, 1, 0, &plane, true);
      });
}

static void bench_fetch(struct tc_cache *cache, const char *name, unsigned df, unsigned num, unsigned stride)
{
   uint32_t rsrc[4] = { PX_VA, stride << 16, 1u << 20, 0xfac | num << 12 | df << 15 };
   struct tc_view view;
   char line[128];
   tc_buffer_view(cache, rsrc, SIM_MEM_READ, &view);
   for (unsigned l = 0; l < 64; l++)
      addr[0][0][l] = l * stride;
   snprintf(line, sizeof(line), "buffer_load_format %s", name);
   MEASURE(line, 1024u, view.load(&view, 0, 4, addr[0][0], data, ~0ull, 64));
}

int main(int argc, char **argv)
{
   only = argc > 1 ? argv[1] : 0;
   chip = hw_chip_find("polaris10");
   mem = px_mem_create(MEM_B);
   for (unsigned i = 0; i < MEM_B / 4; i++) {
      uint32_t v = (px_rand() & 0x01ffffff) | 0x3e000000; /* normal floats below 2 */
      memcpy(mem->base + PX_VA + 4 * i, &v, 4);
   }
   struct tc_cache *cache = tc_cache_create(mem, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config);
   printf("instruction set: %s\n", px_ops()->name);
   bench_texture(cache, "RGBA8 linear, clamp, bilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_LINEAR, TC_CLAMP_LAST, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 linear, repeat, bilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_LINEAR, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 1D, repeat, bilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 1D, repeat, bilinear, magnified", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_WRAP, 1, 1, 0.5f, 0.05f);
   bench_texture(cache, "RGBA8 1D, clamp, bilinear, magnified", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_CLAMP_LAST, 1, 1, 0.5f, 0);
   bench_texture(cache, "RGBA8 1D, repeat, trilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_WRAP, 1, 9, 1.4f, 0.1f);
   bench_texture(cache, "RGBA8 1D, repeat, trilinear magnified", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_WRAP, 1, 9, 0.4f, 0.1f);
   bench_texture(cache, "RGBA8 linear, repeat, trilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_LINEAR, TC_WRAP, 1, 9, 1.4f, 0.1f);
   bench_texture(cache, "RGBA8 linear, repeat, trilinear magnified", FMT_8_8_8_8, FMT_UNORM, PX_TILE_LINEAR, TC_WRAP, 1, 9, 0.4f,
                 0.1f);
   bench_texture(cache, "RGBA8 linear, clamp, nearest", FMT_8_8_8_8, FMT_UNORM, PX_TILE_LINEAR, TC_CLAMP_LAST, 0, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 1D, repeat, nearest", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_WRAP, 0, 1, 1, 0.1f);
   bench_texture(cache, "SRGB8 linear, repeat, bilinear", FMT_8_8_8_8, FMT_SRGB, PX_TILE_LINEAR, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "R8 linear, repeat, bilinear", 1, FMT_UNORM, PX_TILE_LINEAR, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA16F 1D, repeat, bilinear", FMT_16_16_16_16, FMT_FLOAT, PX_TILE_1D, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA32F 1D, repeat, bilinear", FMT_32_32_32_32, FMT_FLOAT, PX_TILE_1D, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 2D, repeat, bilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_2D, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 2D, repeat, trilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_2D, TC_WRAP, 1, 9, 1.4f, 0.1f);
   bench_texture(cache, "RGBA8 2D, repeat, nearest", FMT_8_8_8_8, FMT_UNORM, PX_TILE_2D, TC_WRAP, 0, 1, 1, 0.1f);
   bench_texture(cache, "SRGB8 2D, repeat, trilinear", FMT_8_8_8_8, FMT_SRGB, PX_TILE_2D, TC_WRAP, 1, 9, 1.4f, 0.1f);
   bench_texture(cache, "RGBA16F 2D, clamp, bilinear", FMT_16_16_16_16, FMT_FLOAT, PX_TILE_2D, TC_CLAMP_LAST, 1, 1, 1, 0.1f);
   bench_texture(cache, "R32F 1D, clamp, bilinear", FMT_32, FMT_FLOAT, PX_TILE_1D, TC_CLAMP_LAST, 1, 1, 1, 0.1f);
   bench_texture(cache, "BC1 1D, repeat, trilinear", FMT_BC1, FMT_UNORM, PX_TILE_1D, TC_WRAP, 1, 7, 1.4f, 0.1f);
   bench_texture(cache, "BC3 2D, repeat, bilinear", FMT_BC1 + 2, FMT_UNORM, PX_TILE_2D, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "BC7 1D, repeat, bilinear", FMT_BC7, FMT_UNORM, PX_TILE_1D, TC_WRAP, 1, 1, 1, 0.1f);
   bench_texture(cache, "RGBA8 1D, border, bilinear", FMT_8_8_8_8, FMT_UNORM, PX_TILE_1D, TC_CLAMP_BORDER, 1, 1, 1, 0.1f);
   bench_cube(cache, "RGBA8 1D cube, bilinear", PX_TILE_1D, 1);
   bench_cube(cache, "RGBA8 1D cube, trilinear", PX_TILE_1D, 7);
   bench_shadow(cache, "Z32F 1D, less, bilinear");
   bench_3d(cache, "RGBA8 1D 3D, bilinear");
   bench_color("BGRA8 1D, fp16 export", V_028C70_COLOR_8_8_8_8, PX_TILE_1D, V_028714_SPI_SHADER_FP16_ABGR, false);
   bench_color("BGRA8 1D, 32-bit export", V_028C70_COLOR_8_8_8_8, PX_TILE_1D, V_028714_SPI_SHADER_32_ABGR, false);
   bench_color("BGRA8 linear, fp16 export", V_028C70_COLOR_8_8_8_8, PX_TILE_LINEAR, V_028714_SPI_SHADER_FP16_ABGR, false);
   bench_color("BGRA8 1D, fp16 export, alpha blend", V_028C70_COLOR_8_8_8_8, PX_TILE_1D, V_028714_SPI_SHADER_FP16_ABGR, true);
   bench_color("BGRA8 linear, fp16 export, alpha blend", V_028C70_COLOR_8_8_8_8, PX_TILE_LINEAR, V_028714_SPI_SHADER_FP16_ABGR,
               true);
   bench_steps("RGB565", V_028C70_COLOR_5_6_5, V_028C70_NUMBER_UNORM, 0);
   bench_steps("SRGB8", V_028C70_COLOR_8_8_8_8, V_028C70_NUMBER_SRGB, 0);
   bench_steps("RGBA16F", V_028C70_COLOR_16_16_16_16, V_028C70_NUMBER_FLOAT, 0);
   bench_steps("R11G11B10F", V_028C70_COLOR_10_11_11, V_028C70_NUMBER_FLOAT, 0);
   bench_steps("RGBA32F", V_028C70_COLOR_32_32_32_32, V_028C70_NUMBER_FLOAT, 0);
   bench_steps("R8", V_028C70_COLOR_8, V_028C70_NUMBER_UNORM, 0);
   bench_steps("RGB10A2", V_028C70_COLOR_2_10_10_10, V_028C70_NUMBER_UNORM, 0);
   bench_steps("BGRA8, 4 samples", V_028C70_COLOR_8_8_8_8, V_028C70_NUMBER_UNORM, 2);
   bench_steps("RGBA16F, 4 samples", V_028C70_COLOR_16_16_16_16, V_028C70_NUMBER_FLOAT, 2);
   bench_depth("Z24 less", 2, 1, false, 0);
   bench_depth("Z24 always", 2, 7, false, 0);
   bench_depth("Z32F lequal", 3, 3, false, 0);
   bench_depth("Z16 less", 1, 1, false, 0);
   bench_depth("Z24 always, stencil replace", 2, 7, true, 0);
   bench_depth("Z24 less, 4 samples", 2, 1, false, 2);
   bench_depth("Z24 always, stencil replace, 4 samples", 2, 7, true, 2);
   bench_fetch(cache, "RGBA32F stride 16", FMT_32_32_32_32, FMT_FLOAT, 16);
   bench_fetch(cache, "RGB32F stride 32", 13, FMT_FLOAT, 32);
   bench_fetch(cache, "RGBA8 stride 32", FMT_8_8_8_8, FMT_UNORM, 32);
   tc_cache_destroy(cache);
   px_mem_destroy(mem);
   return 0;
}
