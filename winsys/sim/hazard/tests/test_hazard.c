/* Reports of the hazard checks: rows of packets, with the report of each. The programs read or store through the V# at the
 * pointer in s[0:1]. Runs with GLOAM_DEBUG=hazard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "hw-si/pm4/pm4_build.h"
#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/hazard/hazard_int.h"

/* Places in GPU memory. */
enum { BASE = 1 << 20, IB = BASE, CODE = BASE + 0x10000, DESC = BASE + 0x20000, DATA = BASE + 0x30000, ARGS = BASE + 0x40000,
       OTHER = BASE + 0x50000, META = BASE + 0x60000, SURF = BASE + 0x80000, SIZE = 1 << 20, DATA_B = 16384 };

/* gfx803: s_load_dwordx4 s[4:7], s[0:1], 0; s_waitcnt; the access; s_endpgm */
static const uint32_t loads[] = { 0xc00a0100, 0, 0xbf8c007f, 0xe0500000, 0x80010400, 0xbf810000 };
static const uint32_t stores[] = { 0xc00a0100, 0, 0xbf8c007f, 0xe0700000, 0x80010400, 0xbf810000 };
static const uint32_t constants[] = { 0xc00a0100, 0, 0xbf8c007f, 0xc0220202, 0, 0xbf810000 };

/* s_load_dwordx8 s[4:11], s[0:1], 0; s_waitcnt; image_load v[0:3], v[0:3], s[4:11] dmask:0xf unorm; s_endpgm. The second one loads
 * from FMASK first, whose T# follows. */
static const uint32_t image_loads[] = { 0xc00e0100, 0, 0xbf8c007f, 0xf0001f00, 0x00010000, 0xbf810000 };
static const uint32_t fmask_loads[] = { 0xc00e0100, 0, 0xc00e0300, 0x20, 0xbf8c007f, 0xf0001100, 0x00030000, 0xf0001f00, 0x00010000,
                                        0xbf810000 };

/* A buffer from BASE on whose size is -1: s_mov_b32 of s4 to s7; buffer_load_dword v0, off, s[4:7], 0 */
static const uint32_t unsized[] = { 0xbe8400ff, BASE, 0xbe850080, 0xbe8600c1, 0xbe8700ff, 0x27fac, 0xe0500000, 0x80010000,
                                    0xbf810000 };
/* s_mov_b64 s[4:5], s[2:3], s_mov_b64 s[2:3], s[4:5]; s_add_u32 s4, s5, 0 after the first; s_andn2_b64 s[2:3], s[2:3], exec and
 * s_add_u32 s4, s2, s3 */
static const uint32_t copies[] = { 0xbe840102, 0xbe820104, 0xbf810000 }, takes[] = { 0xbe840102, 0x80048005, 0xbf810000 };
static const uint32_t merges[] = { 0x89827e02, 0x80040302, 0xbf810000 };

/* s_load_dwordx4 s[4:7], s[0:1], 0; s_waitcnt; [s_mov_b64 exec, -1;] v_add_u32 v0, vcc, s2, v0 (or v1: the instance);
 * buffer_load_dword v4, v0, s[4:7], 0 idxen; [v_add_u32 v0, vcc, s2, v0; s_cbranch_vccnz to the load;] s_endpgm */
static const uint32_t vertices[] = { 0xc00a0100, 0, 0xbf8c007f, 0x32000002, 0xe0502000, 0x80010400, 0xbf810000 };
static const uint32_t instances[] = { 0xc00a0100, 0, 0xbf8c007f, 0x32000202, 0xe0502000, 0x80010400, 0xbf810000 };
static const uint32_t some_lanes[] = { 0xc00a0100, 0, 0xbf8c007f, 0xbefe01c1, 0x32000002, 0xe0502000, 0x80010400, 0xbf810000 };
static const uint32_t loop[] = { 0xc00a0100, 0, 0xbf8c007f, 0x32000002, 0xe0502000, 0x80010400, 0x32000002, 0xbf87fffc,
                                 0xbf810000 };

static struct sim_mem mem;
static struct sim_gpu *gpu;
static uint32_t words[4096];
static struct pm4_buf buf, *b = &buf;

static void sync(uint32_t coher)
{
   pm4_packet(b, PKT3_SURFACE_SYNC, 4);
   pm4_emit(b, coher), pm4_emit(b, 0xffffffff), pm4_emit(b, 0), pm4_emit(b, 10);
}

#define INV_SHADER (S_0301F0_TCL1_ACTION_ENA(1) | S_0301F0_SH_KCACHE_ACTION_ENA(1) | S_0301F0_SH_ICACHE_ACTION_ENA(1))
#define INV_L2 (S_0301F0_TC_ACTION_ENA(1) | S_0301F0_TC_WB_ACTION_ENA(1))
#define FLUSH_CB (S_0301F0_CB_ACTION_ENA(1) | S_0301F0_CB0_DEST_BASE_ENA(1))
#define FLUSH_DB (S_0301F0_DB_ACTION_ENA(1) | S_0301F0_DB_DEST_BASE_ENA(1))

static void wait_ps(void) { pm4_event_write(b, V_028A90_PS_PARTIAL_FLUSH, 4); }
static void inv_all(void) { sync(INV_SHADER | INV_L2); }
static void inv_shader(void) { sync(INV_SHADER); }
static void inv_l2_only(void) { sync(S_0301F0_TC_ACTION_ENA(1)); }
static void wb_l2(void) { sync(S_0301F0_TC_WB_ACTION_ENA(1) | S_0301F0_TC_NC_ACTION_ENA(1)); }
static void flush_cb(void) { sync(FLUSH_CB); }
static void flush_db(void) { sync(FLUSH_DB); }
static void pfp_sync(void) { pm4_packet(b, PKT3_PFP_SYNC_ME, 1), pm4_emit(b, 0); }

/* A vertex program and no targets; a draw of three vertices that nothing is seen of. */
static void use(const uint32_t *code, size_t size_B)
{
   static uint64_t at = CODE;
   memcpy(mem.base + at, code, size_B);
   pm4_set_sh_reg_seq(b, R_00B120_SPI_SHADER_PGM_LO_VS, 4);
   pm4_emit(b, (uint32_t)(at >> 8)), pm4_emit(b, 0), pm4_emit(b, S_00B128_VGPRS(2) | S_00B128_SGPRS(2)),
   pm4_emit(b, S_00B12C_USER_SGPR(2));
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 2);
   pm4_emit_va(b, DESC);
   at = at == CODE ? CODE + 256 : CODE;
}

static void draw(void)
{
   pm4_packet(b, PKT3_DRAW_INDEX_AUTO, 2), pm4_emit(b, 3), pm4_emit(b, V_0287F0_DI_SRC_SEL_AUTO_INDEX);
}

static void begin(void)
{
   pm4_packet(b, PKT3_CLEAR_STATE, 1), pm4_emit(b, 0);
   pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_TRILIST);
   pm4_set_context_reg_index(b, R_028AA8_IA_MULTI_VGT_PARAM, 1, 0);
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_DISABLE));
}

static void load(void) { use(loads, sizeof loads), draw(); }
static void load_constants(void) { use(constants, sizeof constants), draw(); }
static void store(void) { use(stores, sizeof stores), draw(); }
static void load_unsized(void) { use(unsized, sizeof unsized), draw(); }

/* The program has two user data more than were written. */
static void more_user_data(const uint32_t *code, size_t size_B)
{
   use(code, size_B);
   pm4_set_sh_reg(b, R_00B12C_SPI_SHADER_PGM_RSRC2_VS, S_00B12C_USER_SGPR(4));
   draw();
}

static void take_user_data(void) { more_user_data(takes, sizeof takes); }
static void save_user_data(void) { more_user_data(copies, sizeof copies); }
static void merge_into_user_data(void) { more_user_data(merges, sizeof merges); }

static uint32_t color_flags, depth_flags;

/* Draws to DATA as a colour or depth buffer; the program looks elsewhere. */
static void target(bool color)
{
   uint32_t info = color ? S_028C70_FORMAT(V_028C70_COLOR_8_8_8_8) | color_flags : 0, mode = color ? V_028808_CB_NORMAL :
      V_028808_CB_DISABLE;
   static const uint32_t end[] = { 0xbf810000 };
   pm4_set_context_reg(b, R_028C60_CB_COLOR0_BASE, DATA >> 8);
   pm4_set_context_reg(b, R_028C68_CB_COLOR0_SLICE, DATA_B / 256 - 1);
   pm4_set_context_reg(b, R_028C70_CB_COLOR0_INFO, info);
   pm4_set_context_reg(b, R_028238_CB_TARGET_MASK, color ? 15 : 0);
   pm4_set_context_reg(b, R_02823C_CB_SHADER_MASK, color ? 15 : 0);
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(mode));
   pm4_set_context_reg(b, R_028040_DB_Z_INFO, S_028040_FORMAT(color ? 0 : V_028040_Z_32_FLOAT) | depth_flags);
   pm4_set_context_reg(b, R_028048_DB_Z_READ_BASE, DATA >> 8);
   pm4_set_context_reg(b, R_028050_DB_Z_WRITE_BASE, DATA >> 8);
   pm4_set_context_reg(b, R_02805C_DB_DEPTH_SLICE, DATA_B / 256 - 1);
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, color ? 0 : S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1));
   use(end, sizeof end);
   draw();
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_DISABLE));
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, 0);
}

static void color(void) { target(true); }

/* The colour buffer has DCC and CMASK, the depth buffer HTILE; both at META. */
static void meta_color(void)
{
   pm4_set_context_reg(b, R_028C94_CB_COLOR0_DCC_BASE, META >> 8);
   pm4_set_context_reg(b, R_028C7C_CB_COLOR0_CMASK, (META + 0x1000) >> 8);
   pm4_set_context_reg(b, R_028C80_CB_COLOR0_CMASK_SLICE, 0);
   color_flags = S_028C70_DCC_ENABLE(1) | S_028C70_FAST_CLEAR(1);
   target(true);
   color_flags = 0;
}

static void meta_depth(void)
{
   pm4_set_context_reg(b, R_028014_DB_HTILE_DATA_BASE, META >> 8);
   pm4_set_context_reg(b, R_028058_DB_DEPTH_SIZE, S_028058_PITCH_TILE_MAX(7) | S_028058_HEIGHT_TILE_MAX(7));
   depth_flags = S_028040_TILE_SURFACE_ENABLE(1);
   target(false);
   depth_flags = 0;
}

static void flush_cb_meta(void) { pm4_event_write(b, V_028A90_FLUSH_AND_INV_CB_META, 0); }
static void flush_db_meta(void) { pm4_event_write(b, V_028A90_FLUSH_AND_INV_DB_META, 0); }
static void depth(void) { target(false); }

static void write_word(uint64_t va, uint32_t value)
{
   pm4_packet(b, PKT3_WRITE_DATA, 4);
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(5) | PM4_WRITE_DATA_CONTROL_WR_CONFIRM(1));
   pm4_emit_va(b, va);
   pm4_emit(b, value);
}

static void write_data(void) { write_word(DATA, 1); }
static void write_args(void) { write_word(ARGS, 0); }

static void dma(uint64_t from, uint64_t to, bool wait)
{
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_CP_SYNC(wait));
   pm4_emit_va(b, from), pm4_emit_va(b, to);
   pm4_emit(b, 1024);
}

static void dma_to_data(void) { dma(OTHER, DATA, true); }
static void dma_to_data_unwaited(void) { dma(OTHER, DATA, false); }
static void dma_to_meta(void) { dma(OTHER, META, true); }
static void dma_from_meta(void) { dma(META, OTHER, true); }
static void dma_from_data(void) { dma(DATA, OTHER, true); }

/* ---- compressed surfaces ---------------------------------------------------------------------------------------------------- */

/* 128x128 pixels at SURF. Metadata of META: DCC or HTILE first, CMASK and FMASK after it. */
enum { PX = 128, TILES = PX * PX / 64, DCC = META, HTILE = META, CMASK = META + 0x8000, FMASK = META + 0x10000,
       COLOUR_INDEX = 14, DEPTH_INDEX = 0 };

static void fill(uint64_t va, uint32_t value, uint32_t size_B)
{
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_CP_SYNC(1) | PM4_DMA_DATA_CONTROL_SRC_SEL(2));
   pm4_emit(b, value), pm4_emit(b, 0), pm4_emit_va(b, va), pm4_emit(b, size_B);
}

static void surf_draw(unsigned mode, uint32_t info, unsigned log2_samples, bool blends)
{
   static const uint32_t end[] = { 0xbf810000 };
   pm4_set_context_reg(b, R_028C60_CB_COLOR0_BASE, SURF >> 8);
   pm4_set_context_reg(b, R_028C64_CB_COLOR0_PITCH, PX / 8 - 1);
   pm4_set_context_reg(b, R_028C68_CB_COLOR0_SLICE, TILES - 1);
   pm4_set_context_reg(b, R_028C6C_CB_COLOR0_VIEW, 0);
   pm4_set_context_reg(b, R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(V_028C70_COLOR_8_8_8_8) | info);
   pm4_set_context_reg(b, R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(COLOUR_INDEX) |
                       S_028C74_NUM_SAMPLES(log2_samples) | S_028C74_NUM_FRAGMENTS(log2_samples));
   pm4_set_context_reg(b, R_028C7C_CB_COLOR0_CMASK, CMASK >> 8);
   pm4_set_context_reg(b, R_028C80_CB_COLOR0_CMASK_SLICE, 0);
   pm4_set_context_reg(b, R_028C84_CB_COLOR0_FMASK, FMASK >> 8);
   pm4_set_context_reg(b, R_028C88_CB_COLOR0_FMASK_SLICE, TILES - 1);
   pm4_set_context_reg(b, R_028C94_CB_COLOR0_DCC_BASE, DCC >> 8);
   pm4_set_context_reg(b, R_028238_CB_TARGET_MASK, 15);
   pm4_set_context_reg(b, R_02823C_CB_SHADER_MASK, 15);
   pm4_set_context_reg(b, R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(blends));
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(mode));
   use(end, sizeof end);
   draw();
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_DISABLE));
   flush_cb(), flush_cb_meta();
}

#define USES_DCC S_028C70_DCC_ENABLE(1)
#define USES_CMASK S_028C70_FAST_CLEAR(1)
#define USES_FMASK (S_028C70_FAST_CLEAR(1) | S_028C70_COMPRESSION(1))
static void dcc_plain(void) { fill(DCC, 0xffffffff, 4096); }
static void dcc_clear(void) { fill(DCC, 0x20202020, 4096); }
static void dcc_draw(void) { surf_draw(V_028808_CB_NORMAL, USES_DCC, 0, false); }
static void dcc_eliminate(void) { surf_draw(V_028808_CB_ELIMINATE_FAST_CLEAR, USES_DCC, 0, false); }
static void dcc_decompress(void) { surf_draw(V_028808_CB_DCC_DECOMPRESS, USES_DCC, 0, false); }
static void plain_draw(void) { surf_draw(V_028808_CB_NORMAL, 0, 0, false); }
static void plain_blend(void) { surf_draw(V_028808_CB_NORMAL, 0, 0, true); }
static void cmask_plain(void) { fill(CMASK, 0xffffffff, 4096); }
static void cmask_clear(void) { fill(CMASK, 0, 4096); }
static void cmask_draw(void) { surf_draw(V_028808_CB_NORMAL, USES_CMASK, 0, false); }
static void cmask_eliminate(void) { surf_draw(V_028808_CB_ELIMINATE_FAST_CLEAR, USES_CMASK, 0, false); }
static void fmask_draw(void) { surf_draw(V_028808_CB_NORMAL, USES_FMASK, 2, false); }
static void fmask_decompress(void) { surf_draw(V_028808_CB_FMASK_DECOMPRESS, USES_FMASK, 2, false); }
static void fmask_identity(void) { fill(FMASK, 0xe4e4e4e4, PX * PX); }
static void surf_copy(void) { fill(SURF, 0, 2048); }

/* depth: Z_ENABLE, written; 0: only DB_RENDER_CONTROL. */
static void depth_draw(bool htile, bool tc, unsigned zfunc, uint32_t render)
{
   static const uint32_t end[] = { 0xbf810000 };
   pm4_set_context_reg(b, R_028000_DB_RENDER_CONTROL, render);
   pm4_set_context_reg(b, R_028008_DB_DEPTH_VIEW, 0);
   pm4_set_context_reg(b, R_02803C_DB_DEPTH_INFO, S_02803C_ARRAY_MODE(V_02803C_ARRAY_2D_TILED_THIN1) |
                       S_02803C_PIPE_CONFIG(12) | S_02803C_NUM_BANKS(3));
   pm4_set_context_reg(b, R_028040_DB_Z_INFO, S_028040_FORMAT(V_028040_Z_32_FLOAT) | S_028040_TILE_SURFACE_ENABLE(htile));
   pm4_set_context_reg(b, R_028044_DB_STENCIL_INFO, S_028044_TILE_STENCIL_DISABLE(1));
   pm4_set_context_reg(b, R_028048_DB_Z_READ_BASE, SURF >> 8);
   pm4_set_context_reg(b, R_028050_DB_Z_WRITE_BASE, SURF >> 8);
   pm4_set_context_reg(b, R_028058_DB_DEPTH_SIZE, S_028058_PITCH_TILE_MAX(PX / 8 - 1) | S_028058_HEIGHT_TILE_MAX(PX / 8 - 1));
   pm4_set_context_reg(b, R_02805C_DB_DEPTH_SLICE, TILES - 1);
   pm4_set_context_reg(b, R_028014_DB_HTILE_DATA_BASE, HTILE >> 8);
   pm4_set_context_reg(b, R_028ABC_DB_HTILE_SURFACE, S_028ABC_TC_COMPATIBLE(tc));
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, render ? 0 : S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) |
                       S_028800_ZFUNC(zfunc));
   use(end, sizeof end);
   draw();
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, 0);
   pm4_set_context_reg(b, R_028000_DB_RENDER_CONTROL, 0);
   flush_db(), flush_db_meta();
}

static void htile_plain(void) { fill(HTILE, 0xfffc000f, 0x8000); }
static void htile_clear(void) { fill(HTILE, 0, 0x8000); }
static void htile_draw(void) { depth_draw(true, false, V_028800_FRAG_LESS, 0); }
static void htile_tc_draw(void) { depth_draw(true, true, V_028800_FRAG_LESS, 0); }
static void htile_decompress(void) { depth_draw(true, false, 0, S_028000_DEPTH_COMPRESS_DISABLE(1)); }
static void depth_test_plain(void) { depth_draw(false, false, V_028800_FRAG_LESS, 0); }
static void depth_clear_plain(void) { depth_draw(false, false, V_028800_FRAG_ALWAYS, 0); }

/* Writes a T#, which the CPU could have written before the submission. */
static void image(uint64_t at, uint64_t va, unsigned format, unsigned num, unsigned index, unsigned log2_samples, uint64_t meta_va)
{
   const uint32_t words[8] = { (uint32_t)(va >> 8), format << 20 | num << 26, (PX - 1) | (PX - 1) << 14,
      04567 | log2_samples << 16 | index << 20 | (log2_samples ? 14u : 9u) << 28, (PX - 1) << 13, 0, meta_va ? 1u << 21 : 0,
      (uint32_t)(meta_va >> 8) };
   memcpy(mem.base + at, words, sizeof words);
}

enum { T_PLAIN = DESC + 0x1000, T_DCC = DESC + 0x2000, T_MSAA = DESC + 0x3000, T_DEPTH = DESC + 0x4000, T_HTILE = DESC + 0x5000 };

static void read_image(const uint32_t *code, size_t size_B, uint64_t descriptors)
{
   inv_all();
   use(code, size_B);
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 2);
   pm4_emit_va(b, descriptors);
   draw();
   wait_ps();
}

static void read_plain(void) { read_image(image_loads, sizeof image_loads, T_PLAIN); }
static void read_dcc(void) { read_image(image_loads, sizeof image_loads, T_DCC); }
static void read_msaa(void) { read_image(image_loads, sizeof image_loads, T_MSAA); }
static void read_msaa_and_fmask(void) { read_image(fmask_loads, sizeof fmask_loads, T_MSAA); }
static void read_depth(void) { read_image(image_loads, sizeof image_loads, T_DEPTH); }
static void read_htile(void) { read_image(image_loads, sizeof image_loads, T_HTILE); }

static void make_images(void)
{
   image(T_PLAIN, SURF, 10, 0, COLOUR_INDEX, 0, 0);
   image(T_DCC, SURF, 10, 0, COLOUR_INDEX, 0, DCC);
   image(T_MSAA, SURF, 10, 0, COLOUR_INDEX, 2, 0);
   image(T_MSAA + 32, FMASK + 0x300 /* pipe swizzle */, 49 /* FMASK8_S4_F4 */, 4, COLOUR_INDEX, 0, 0);
   image(T_DEPTH, SURF, 4, 7, DEPTH_INDEX, 0, 0);
   image(T_HTILE, SURF, 4, 7, DEPTH_INDEX, 0, HTILE);
}

static void draw_indirect(void)
{
   static const uint32_t end[] = { 0xbf810000 };
   use(end, sizeof end);
   pm4_packet(b, PKT3_SET_BASE, 3), pm4_emit(b, 1), pm4_emit_va(b, ARGS);
   pm4_packet(b, PKT3_DRAW_INDIRECT, 4);
   pm4_emit(b, 0), pm4_emit(b, 0), pm4_emit(b, 0), pm4_emit(b, V_0287F0_DI_SRC_SEL_AUTO_INDEX);
}

static void draw_indexed(void)
{
   static const uint32_t end[] = { 0xbf810000 };
   use(end, sizeof end);
   pm4_packet(b, PKT3_INDEX_TYPE, 1), pm4_emit(b, 1);
   pm4_packet(b, PKT3_DRAW_INDEX_2, 5);
   pm4_emit(b, 3), pm4_emit_va(b, DATA), pm4_emit(b, 3), pm4_emit(b, V_0287F0_DI_SRC_SEL_DMA);
}

static void no_primitive_type(void)
{
   pm4_packet(b, PKT3_CLEAR_STATE, 1), pm4_emit(b, 0);
   pm4_set_context_reg(b, R_028AA8_IA_MULTI_VGT_PARAM, 0);
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_DISABLE));
}

static void no_clear_state(void)
{
   pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_TRILIST);
}

/* The registers that CLEAR_STATE sets, written one by one but for those of stream output. Stream 0 fills buffer 1. */
static void begin_stream_output(void)
{
   const struct hw_clear_state *clear = &hw_clear_states[8 - 6];
   for (unsigned i = 0; i < clear->count; i++)
      if (clear->regs[i].offset < R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0 ||
          clear->regs[i].offset > R_028B30_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE)
         pm4_set_context_reg(b, clear->regs[i].offset, clear->regs[i].value);
   pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_TRILIST);
   pm4_set_context_reg_index(b, R_028AA8_IA_MULTI_VGT_PARAM, 1, 0);
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_DISABLE));
   pm4_set_context_reg(b, R_028B94_VGT_STRMOUT_CONFIG, 1);
   pm4_set_context_reg(b, R_028B98_VGT_STRMOUT_BUFFER_CONFIG, 2);
}

static void size_of_buffer_1(void)
{
   pm4_set_context_reg_seq(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0 + 16, 2);
   pm4_emit(b, 64), pm4_emit(b, 4);
}

static void offset_of_buffer_1(void)
{
   pm4_strmout_buffer_update(b, &(struct pm4_strmout_buffer_update){
      .source = PM4_STRMOUT_BUFFER_UPDATE_SOURCE_PACKET, .buffer = 1 });
}

static void draw_opaque(void)
{
   use(loads, sizeof loads);
   pm4_packet(b, PKT3_DRAW_INDEX_AUTO, 2);
   pm4_emit(b, 0), pm4_emit(b, V_0287F0_DI_SRC_SEL_AUTO_INDEX | S_0287F0_USE_OPAQUE(1));
}

/* Elements of 16 bytes from DATA on, 1024 of them in the target of `color`, of 1280. Vertices, as the program adds it, begin at
 * `base`. */
enum { V_ELEMENTS = DESC + 0x6000, INDICES = DESC + 0x7000, ELEMENTS_B = DATA_B + 4096, FIRST_BEHIND = DATA_B / 16 };

static void use_elements(const uint32_t *code, size_t size_B, uint32_t base)
{
   use(code, size_B);
   pm4_set_sh_reg(b, R_00B12C_SPI_SHADER_PGM_RSRC2_VS, S_00B12C_USER_SGPR(3));
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 3);
   pm4_emit_va(b, V_ELEMENTS), pm4_emit(b, base);
}

static void vertices_behind(void) { use_elements(vertices, sizeof vertices, FIRST_BEHIND), draw(); }
static void vertices_from_last(void) { use_elements(vertices, sizeof vertices, FIRST_BEHIND - 1), draw(); }
static void vertices_of_some_lanes(void) { use_elements(some_lanes, sizeof some_lanes, FIRST_BEHIND), draw(); }
static void vertices_in_loop(void) { use_elements(loop, sizeof loop, FIRST_BEHIND), draw(); }

/* Instances 0 and 1. */
static void instances_from(uint32_t first)
{
   pm4_packet(b, PKT3_NUM_INSTANCES, 1), pm4_emit(b, 2);
   use_elements(instances, sizeof instances, first), draw();
}

static void instances_behind(void) { instances_from(FIRST_BEHIND); }
static void instances_from_last(void) { instances_from(FIRST_BEHIND - 1); }

/* 16-bit indices: 3, then the first element beyond the target, a restart and the next two. */
static void draw_elements(unsigned first)
{
   use_elements(vertices, sizeof vertices, 0);
   pm4_set_context_reg(b, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, 1);
   pm4_set_context_reg(b, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX, 2);
   pm4_packet(b, PKT3_INDEX_TYPE, 1), pm4_emit(b, 0);
   pm4_packet(b, PKT3_DRAW_INDEX_2, 5);
   pm4_emit(b, 5 - first), pm4_emit_va(b, INDICES + 2 * first), pm4_emit(b, 5 - first), pm4_emit(b, V_0287F0_DI_SRC_SEL_DMA);
}

static void indices_behind(void) { draw_elements(1); }
static void indices_from_third(void) { draw_elements(0); }

typedef void step(void);
static const struct { const char *name; step *steps[12]; const char *report; /* NULL: none */ } rows[] = {
   { "loads of what the CPU wrote", { begin, inv_all, load, load_constants }, NULL },
   { "nothing invalidated", { begin, load }, "has not been invalidated since the submission began" },
   { "L2 not invalidated", { begin, inv_shader, load }, "reads through L2" },
   { "L2 dropped", { begin, inv_shader, inv_l2_only, load }, "TC_ACTION_ENA without TC_WB_ACTION_ENA" },
   { "colour, then load", { begin, inv_all, color, load }, "the colour cache has not been flushed" },
   { "colour, flush, load", { begin, inv_all, color, flush_cb, load }, NULL },
   { "load, colour, flush, load", { begin, inv_all, load, color, flush_cb, load }, "L2 has not been invalidated" },
   { "load, wait, colour, flush, L2 and L1, load", { begin, inv_all, load, wait_ps, color, flush_cb, inv_all, load }, NULL },
   { "constants, wait, colour, flush, L2, constants", { begin, inv_all, load_constants, wait_ps, color, flush_cb, wb_l2,
                                                        load_constants },
     "L2 has not been invalidated" },
   { "depth, then copy", { begin, inv_all, depth, dma_from_data }, "the depth cache has not been flushed" },
   { "depth, load from a buffer of unknown size", { begin, inv_all, depth, load_unsized }, NULL },
   { "colour, load of vertices beyond it", { begin, inv_all, color, vertices_behind }, NULL },
   { "colour, load of vertices from its last on", { begin, inv_all, color, vertices_from_last },
     "colour cache has not been flushed" },
   { "colour, load of instances beyond it", { begin, inv_all, color, instances_behind }, NULL },
   { "colour, load of instances from its last on", { begin, inv_all, color, instances_from_last },
     "colour cache has not been flushed" },
   { "colour, load of indexed vertices beyond it", { begin, inv_all, color, indices_behind }, NULL },
   { "colour, load of indexed vertices, one in it", { begin, inv_all, color, indices_from_third },
     "colour cache has not been flushed" },
   { "colour, load of vertices that EXEC selects", { begin, inv_all, color, vertices_of_some_lanes },
     "colour cache has not been flushed" },
   { "colour, load of vertices in a loop", { begin, inv_all, color, vertices_in_loop }, "colour cache has not been flushed" },
   { "depth, flush, copy", { begin, inv_all, depth, flush_db, dma_from_data }, NULL },
   { "depth, then colour", { begin, inv_all, depth, color }, "the depth cache, not flushed, will overwrite it" },
   { "colour, then copy over it", { begin, inv_all, color, dma_to_data }, "the colour cache, not flushed, will overwrite it" },
   { "copy over what is read", { begin, inv_all, load, dma_to_data }, "a program that reads it has not been waited for" },
   { "copy over what was read", { begin, inv_all, load, wait_ps, dma_to_data, inv_all, load }, NULL },
   { "invalidated before the copy", { begin, inv_all, load, wait_ps, inv_all, dma_to_data, load }, NULL },
   { "not invalidated after the copy", { begin, inv_all, load, wait_ps, dma_to_data, load }, "L2 has not been invalidated" },
   { "copy not waited for", { begin, inv_all, dma_to_data_unwaited, load }, "the copy has not been waited for" },
   { "WRITE_DATA, then load", { begin, inv_all, write_data, load }, NULL },
   { "load, wait, WRITE_DATA, L2, load", { begin, inv_all, load, wait_ps, write_data, inv_l2_only, load },
     "TC_ACTION_ENA without" },
   { "store, then load", { begin, inv_all, store, load }, "the stores have not been waited for" },
   { "load, store, wait, load", { begin, inv_all, load, store, wait_ps, load }, "L1 has not been invalidated" },
   { "load, store, wait, L1, load", { begin, inv_all, load, store, wait_ps, inv_shader, load }, NULL },
   { "store, wait, copy", { begin, inv_all, store, wait_ps, dma_from_data }, "L2 has not been written back" },
   { "store, wait, write back, copy", { begin, inv_all, store, wait_ps, wb_l2, dma_from_data }, NULL },
   { "store, wait, L2 dropped", { begin, inv_all, store, wait_ps, inv_l2_only }, "L2 is invalidated and loses" },
   { "store, then colour", { begin, inv_all, store, color }, "L2, not written back, will overwrite it" },
   { "store, then indices", { begin, inv_all, store, draw_indexed }, "the stores have not been waited for" },
   { "store, wait, indices (through L2 on GFX8)", { begin, inv_all, store, wait_ps, draw_indexed }, NULL },
   { "arguments, draw", { begin, inv_all, write_args, draw_indirect }, "the PFP has not been made to wait" },
   { "arguments, PFP, draw", { begin, inv_all, write_args, pfp_sync, draw_indirect }, NULL },
   { "colour with DCC, copy of it", { begin, inv_all, meta_color, flush_cb, dma_from_meta },
     "the cache of colour's metadata has not been flushed" },
   { "colour with DCC, flush, copy of it", { begin, inv_all, meta_color, flush_cb, flush_cb_meta, dma_from_meta }, NULL },
   { "colour with DCC, cleared by a copy", { begin, inv_all, meta_color, flush_cb, dma_to_meta, meta_color },
     "the cache of colour's metadata, not flushed, will overwrite it" },
   { "colour with DCC, flush, cleared by a copy", { begin, inv_all, meta_color, flush_cb, flush_cb_meta, dma_to_meta,
                                                    meta_color }, NULL },
   { "depth with HTILE, cleared by a copy", { begin, inv_all, meta_depth, flush_db, dma_to_meta },
     "the cache of depth's metadata, not flushed, will overwrite it" },
   { "depth with HTILE, flush, cleared by a copy", { begin, inv_all, meta_depth, flush_db, flush_db_meta, dma_to_meta,
                                                     meta_depth }, NULL },
   { "DCC, read without it", { begin, inv_all, dcc_plain, dcc_draw, read_plain }, "DCC has not been decompressed" },
   { "DCC, read with it", { begin, inv_all, dcc_plain, dcc_draw, read_dcc }, NULL },
   { "DCC, decompressed, read without it", { begin, inv_all, dcc_plain, dcc_draw, dcc_decompress, read_plain }, NULL },
   { "DCC, decompressed, drawn, read without it", { begin, inv_all, dcc_plain, dcc_draw, dcc_decompress, dcc_draw, read_plain },
     "DCC has not been decompressed" },
   { "DCC, overwritten, read without it", { begin, inv_all, dcc_plain, dcc_draw, surf_copy, read_plain }, NULL },
   { "DCC, blended without it", { begin, inv_all, dcc_plain, dcc_draw, plain_blend }, "bound without the metadata" },
   { "DCC, replaced without it", { begin, inv_all, dcc_plain, dcc_draw, plain_draw, read_plain }, NULL },
   { "DCC fast clear", { begin, inv_all, dcc_clear, dcc_draw, read_dcc }, "fast clear (DCC) has not been eliminated" },
   { "DCC fast clear, eliminated", { begin, inv_all, dcc_clear, dcc_draw, dcc_eliminate, read_dcc }, NULL },
   { "DCC fast clear after the draw", { begin, inv_all, dcc_plain, dcc_draw, dcc_clear, read_dcc },
     "fast clear (DCC) has not been eliminated" },
   { "CMASK", { begin, inv_all, cmask_plain, cmask_draw, read_plain }, NULL },
   { "CMASK fast clear", { begin, inv_all, cmask_clear, cmask_draw, read_plain }, "fast clear (CMASK) has not been eliminated" },
   { "CMASK fast clear, eliminated", { begin, inv_all, cmask_clear, cmask_draw, cmask_eliminate, read_plain }, NULL },
   { "CMASK fast clear after the draw", { begin, inv_all, cmask_plain, cmask_draw, cmask_clear, read_plain },
     "fast clear (CMASK) has not been eliminated" },
   { "FMASK, compressed", { begin, inv_all, cmask_plain, fmask_draw, read_msaa_and_fmask }, "FMASK has not been decompressed" },
   { "FMASK, decompressed", { begin, inv_all, cmask_plain, fmask_draw, fmask_decompress, read_msaa_and_fmask }, NULL },
   { "FMASK, decompressed, but not read", { begin, inv_all, cmask_plain, fmask_draw, fmask_decompress, read_msaa },
     "the program does not read FMASK" },
   { "FMASK, expanded", { begin, inv_all, cmask_plain, fmask_draw, fmask_decompress, fmask_identity, read_msaa }, NULL },
   { "HTILE", { begin, inv_all, htile_plain, htile_draw, read_depth }, "depth (HTILE) has not been decompressed" },
   { "HTILE, not compatible", { begin, inv_all, htile_plain, htile_draw, read_htile }, "depth (HTILE) has not been decompressed" },
   { "HTILE, decompressed", { begin, inv_all, htile_plain, htile_draw, htile_decompress, read_depth }, NULL },
   { "HTILE, cleared after it", { begin, inv_all, htile_plain, htile_draw, htile_decompress, htile_clear, read_depth },
     "depth (HTILE) has not been decompressed" },
   { "HTILE of the texture unit", { begin, inv_all, htile_plain, htile_tc_draw, read_htile }, NULL },
   { "HTILE of the texture unit, not enabled", { begin, inv_all, htile_plain, htile_tc_draw, read_depth },
     "HTILE has not been decompressed, and the T# does not enable it" },
   { "HTILE, tested without it", { begin, inv_all, htile_plain, htile_draw, depth_test_plain }, "bound without the HTILE" },
   { "HTILE, replaced without it", { begin, inv_all, htile_plain, htile_draw, depth_clear_plain, read_depth }, NULL },
   { "no primitive type", { no_primitive_type, inv_all, load }, "VGT_PRIMITIVE_TYPE is relied on and was never written" },
   { "user data", { begin, inv_all, take_user_data }, "SPI_SHADER_USER_DATA_VS_3 is relied on and was never written" },
   { "user data, saved and restored only", { begin, inv_all, save_user_data }, NULL },
   { "lanes outside EXEC keep user data", { begin, inv_all, merge_into_user_data }, NULL },
   { "no CLEAR_STATE", { no_clear_state, inv_all, load }, "is relied on and was never written" },
   { "stream output of one buffer", { begin_stream_output, size_of_buffer_1, offset_of_buffer_1, inv_all, load }, NULL },
   { "stream output without a size", { begin_stream_output, offset_of_buffer_1, inv_all, load },
     "VGT_STRMOUT_BUFFER_SIZE_1 is relied on" },
   { "stream output without an offset", { begin_stream_output, size_of_buffer_1, inv_all, load },
     "VGT_STRMOUT_BUFFER_OFFSET_1 is relied on" },
   { "count from stream output", { begin_stream_output, size_of_buffer_1, offset_of_buffer_1, inv_all, draw_opaque },
     "VGT_STRMOUT_DRAW_OPAQUE_OFFSET is relied on" },
};

static void run_rows(void **state)
{
   unsigned bad = 0;
   for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      gpu = sim_gpu_create(hw_chip_find("polaris10"), &mem);
      assert_non_null(gpu);
      assert_non_null(gpu->hazard);
      buf = (struct pm4_buf){ .dw = words, .capacity = sizeof words / 4 };
      for (unsigned s = 0; s < 12 && rows[i].steps[s]; s++)
         rows[i].steps[s]();
      memcpy(mem.base + IB, words, buf.count * 4);
      char why[200] = "";
      if (!sim_gpu_run(gpu, IB, buf.count, why, sizeof why))
         fail_msg("%s: %s", rows[i].name, why);
      const char *said = gpu->hazard->first;
      if (rows[i].report ? !strstr(said, rows[i].report) : sim_hazard_count(gpu->hazard) != 0)
         print_message("%s: expected \"%s\", got \"%s\"\n", rows[i].name, rows[i].report ? rows[i].report : "", said), bad++;
      sim_gpu_destroy(gpu);
   }
   assert_int_equal(bad, 0);
}

static int set_up(void **state)
{
   if (!sim_mem_init(&mem, 1ull << 30) || !sim_mem_commit(&mem, BASE, SIZE))
      return -1;
   sim_mem_set_access(&mem, BASE, SIZE, SIM_MEM_READ | SIM_MEM_WRITE);
   const uint32_t desc[4] = { DATA, 0, DATA_B, S_008F0C_DST_SEL_X(4) | S_008F0C_NUM_FORMAT(4) | S_008F0C_DATA_FORMAT(4) };
   memcpy(mem.base + DESC, desc, sizeof desc);
   make_images();
   const uint32_t elements[4] = { DATA, 16u << 16, ELEMENTS_B, desc[3] };
   const uint16_t indices[5] = { 3, FIRST_BEHIND, 2, FIRST_BEHIND + 1, FIRST_BEHIND + 2 };
   memcpy(mem.base + V_ELEMENTS, elements, sizeof elements);
   memcpy(mem.base + INDICES, indices, sizeof indices);
   return 0;
}

static int tear_down(void **state)
{
   sim_mem_finish(&mem);
   return 0;
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(run_rows) };
   return cmocka_run_group_tests(tests, set_up, tear_down);
}
