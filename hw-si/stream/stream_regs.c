/* stream_regs.c: the register file, and for each register its hardware block, whether its value is noise (an address, or a size
 * that depends on allocation), and the condition under which a draw or dispatch depends on it. */
#include <fnmatch.h>
#include <pthread.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/hwdb/hw_regs_table.h"
#include "hw_regs.h"
#include "stream.h"

static const struct { uint32_t start, end; } spaces[] = {
   { 0x8000, 0xb000 }, { 0xb000, 0xc000 }, { 0x28000, 0x29000 }, { 0x30000, 0x32000 },
};
#define NUM_SPACES (sizeof spaces / sizeof spaces[0])

int stream_reg_index(uint32_t byte_offset)
{
   uint32_t first = 0;
   for (unsigned i = 0; i < NUM_SPACES; i++) {
      if (byte_offset >= spaces[i].start && byte_offset < spaces[i].end)
         return (int)(first + (byte_offset - spaces[i].start) / 4);
      first += (spaces[i].end - spaces[i].start) / 4;
   }
   return -1;
}

uint32_t stream_reg_offset(unsigned index)
{
   for (unsigned i = 0; i < NUM_SPACES; i++) {
      unsigned count = (spaces[i].end - spaces[i].start) / 4;
      if (index < count)
         return spaces[i].start + 4 * index;
      index -= count;
   }
   return 0;
}

void stream_regs_clear_state(struct stream_regs *r, unsigned gfx_level)
{
   unsigned first = (unsigned)stream_reg_index(0x28000), end = (unsigned)stream_reg_index(0x30000);
   memset(r->value + first, 0, (end - first) * sizeof r->value[0]);
   memset(r->known + first, STREAM_UNKNOWN, end - first);
   const struct hw_clear_state *clear = &hw_clear_states[gfx_level - 6];
   for (unsigned i = 0; i < clear->count; i++) {
      int index = stream_reg_index(clear->regs[i].offset);
      if (index < 0)
         continue;
      r->value[index] = clear->regs[i].value;
      r->known[index] = STREAM_DEFAULT;
   }
}

uint32_t stream_reg(const struct stream_regs *r, uint32_t byte_offset)
{
   int index = stream_reg_index(byte_offset);
   return index < 0 ? 0 : r->value[index];
}

/* ---- blocks and noise ------------------------------------------------------------------------------------------------- */

const char *const stream_block_names[STREAM_NUM_BLOCKS] = {
   "VGT", "PA", "SC", "SPI", "LS", "HS", "ES", "GS", "VS", "PS", "DB", "CB", "CS", "others",
};

/* The first matching row applies. */
static const struct { const char *pattern; uint8_t block; } blocks[] = {
   { "SPI_SHADER_*_LS*", STREAM_LS }, { "SPI_SHADER_*_HS*", STREAM_HS }, { "SPI_SHADER_*_ES*", STREAM_ES },
   { "SPI_SHADER_*_GS*", STREAM_GS }, { "SPI_SHADER_*_VS*", STREAM_VS }, { "SPI_SHADER_*_PS*", STREAM_PS },
   { "SPI_*", STREAM_SPI }, { "VGT_*", STREAM_VGT }, { "IA_*", STREAM_VGT }, { "WD_*", STREAM_VGT }, { "PA_SC_*", STREAM_SC },
   { "PA_*", STREAM_PA }, { "DB_*", STREAM_DB }, { "CB_*", STREAM_CB }, { "SX_*", STREAM_CB }, { "COMPUTE_*", STREAM_COMPUTE },
   { "*", STREAM_OTHER },
};

static const struct { const char *pattern; uint8_t noise; } noises[] = {
   { "*_PGM_LO*", STREAM_ADDRESS }, { "*_PGM_HI*", STREAM_ADDRESS }, { "*_USER_DATA_*", STREAM_ADDRESS },
   { "CB_COLOR?_BASE", STREAM_ADDRESS }, { "CB_COLOR?_CMASK", STREAM_ADDRESS }, { "CB_COLOR?_FMASK", STREAM_ADDRESS },
   { "CB_COLOR?_DCC_BASE", STREAM_ADDRESS }, { "DB_*_BASE", STREAM_ADDRESS }, { "TA_*BASE_ADDR*", STREAM_ADDRESS },
   { "VGT_TF_MEMORY_BASE*", STREAM_ADDRESS }, { "COMPUTE_RESTART*", STREAM_SIZE }, { "*_TMPRING_SIZE", STREAM_SIZE },
   { "VGT_ESGS_RING_SIZE", STREAM_SIZE }, { "VGT_GSVS_RING_SIZE", STREAM_SIZE }, { "VGT_TF_RING_SIZE", STREAM_SIZE },
   { "VGT_HS_OFFCHIP_PARAM", STREAM_SIZE },
};

/* ---- conditions ------------------------------------------------------------------------------------------------------- */

enum condition { ALWAYS, NEVER, IF_LS, IF_HS, IF_ES, IF_GS, IF_CS, IF_STRMOUT, IF_COLOR, IF_BLEND, IF_CMASK, IF_FMASK, IF_DCC,
                 IF_CLEAR_WORD, IF_ANY_BLEND, IF_Z, IF_S, IF_DEPTH, IF_HTILE, IF_STENCIL_TEST, IF_BOUNDS, IF_VIEWPORT,
                 IF_CLIPRECT, IF_UCP, IF_INPUT, IF_OFFSET, IF_MSAA, IF_RESTART, IF_USER_DATA, IF_VTE, IF_CLIP, IF_NO_RECT,
                 IF_PRIM_ID };

/* The first matching row applies. */
static const struct { const char *pattern; uint8_t condition; } conditions[] = {
   { "*_USER_DATA_*", IF_USER_DATA },
   { "SPI_SHADER_*_LS*", IF_LS }, { "SPI_SHADER_*_HS*", IF_HS }, { "SPI_SHADER_*_ES*", IF_ES }, { "SPI_SHADER_*_GS*", IF_GS },
   { "COMPUTE_*", IF_CS }, { "TA_CS_*", IF_CS },
   { "VGT_STRMOUT_CONFIG", ALWAYS }, { "VGT_STRMOUT_*", IF_STRMOUT },
   { "VGT_GS_MODE", ALWAYS }, { "VGT_GS_*", IF_GS }, { "VGT_GSVS_*", IF_GS }, { "VGT_ESGS_*", IF_GS }, { "VGT_ES_PER_GS", IF_GS },
   { "VGT_TF_*", IF_HS }, { "VGT_HOS_*", IF_HS }, { "VGT_LS_HS_CONFIG", IF_HS }, { "VGT_HS_*", IF_HS },
   { "VGT_TESS_DISTRIBUTION", IF_HS },
   { "VGT_MULTI_PRIM_IB_RESET_INDX", IF_RESTART },
   { "CB_COLOR?_INFO", ALWAYS }, { "CB_COLOR?_CMASK*", IF_CMASK }, { "CB_COLOR?_FMASK*", IF_FMASK }, { "CB_COLOR?_DCC*", IF_DCC },
   { "CB_COLOR?_CLEAR_WORD?", IF_CLEAR_WORD }, { "CB_COLOR_CONTROL", ALWAYS }, { "CB_COLOR?_*", IF_COLOR },
   { "CB_BLEND?_CONTROL", IF_BLEND }, { "CB_BLEND_*", IF_ANY_BLEND },
   { "DB_Z_INFO", ALWAYS }, { "DB_STENCIL_INFO", ALWAYS }, { "DB_HTILE_*", IF_HTILE }, { "DB_PRELOAD_CONTROL", IF_HTILE },
   { "DB_SRESULTS*", IF_HTILE }, { "DB_Z_*BASE", IF_Z }, { "DB_STENCIL_*BASE", IF_S }, { "DB_DEPTH_SIZE", IF_DEPTH },
   { "DB_DEPTH_SLICE", IF_DEPTH }, { "DB_DEPTH_VIEW", IF_DEPTH }, { "DB_DEPTH_INFO", IF_DEPTH }, { "DB_DEPTH_CLEAR", IF_HTILE },
   { "DB_STENCIL_CLEAR", IF_HTILE }, { "DB_STENCILREFMASK*", IF_STENCIL_TEST }, { "DB_STENCIL_CONTROL", IF_STENCIL_TEST },
   { "DB_DEPTH_BOUNDS_*", IF_BOUNDS }, { "PA_CL_VPORT_*_[1-9]*", IF_VIEWPORT }, { "PA_SC_VPORT_*_[1-9]_*", IF_VIEWPORT },
   { "PA_SC_VPORT_*_1[0-5]_*", IF_VIEWPORT }, { "PA_SC_VPORT_ZM*_[1-9]*", IF_VIEWPORT },
   { "PA_CL_VPORT_*", IF_VTE }, { "PA_CL_GB_*", IF_CLIP }, { "PA_SU_POINT_*", IF_NO_RECT }, { "PA_SU_LINE_CNTL", IF_NO_RECT },
   { "VGT_PRIMITIVEID_RESET", IF_PRIM_ID },
   { "PA_SC_CLIPRECT_RULE", ALWAYS }, { "PA_SC_CLIPRECT_*", IF_CLIPRECT }, { "PA_CL_UCP_*", IF_UCP },
   { "SPI_PS_INPUT_CNTL_*", IF_INPUT }, { "PA_SU_POLY_OFFSET_DB_FMT_CNTL", IF_OFFSET }, { "PA_SU_POLY_OFFSET_*", IF_OFFSET },
   { "PA_SC_AA_SAMPLE_LOCS*", IF_MSAA }, { "PA_SC_CENTROID_*", IF_MSAA },
   { "*_PRIVATE_BASE*", NEVER }, { "CP_COHER_*", NEVER }, { "CP_STRMOUT_CNTL", NEVER }, { "GRBM_*", NEVER }, { "SQTT*", NEVER },
   { "SQ_THREAD_TRACE*", NEVER },
};

/* ---- stream_reg_kind: a table per generation, built at first use ------------------------------------------------------ */

static struct stream_reg_kind kinds[3][STREAM_NUM_REGS];

static void make_kinds(void)
{
   for (unsigned level = 6; level <= 8; level++)
      for (unsigned i = 0; i < STREAM_NUM_REGS; i++) {
         const struct hw_reg *reg = hw_reg_find(level, stream_reg_offset(i));
         struct stream_reg_kind *k = &kinds[level - 6][i];
         if (!reg)
            continue;
         *k = (struct stream_reg_kind){ .name = reg->name, .block = STREAM_OTHER };
         for (unsigned n = 0; n < sizeof blocks / sizeof blocks[0]; n++)
            if (!fnmatch(blocks[n].pattern, reg->name, 0)) {
               k->block = blocks[n].block;
               break;
            }
         for (unsigned n = 0; n < sizeof noises / sizeof noises[0]; n++)
            if (!fnmatch(noises[n].pattern, reg->name, 0)) {
               k->noise = noises[n].noise;
               break;
            }
         for (unsigned n = 0; n < sizeof conditions / sizeof conditions[0]; n++)
            if (!fnmatch(conditions[n].pattern, reg->name, 0)) {
               k->condition = conditions[n].condition;
               break;
            }
      }
}

const struct stream_reg_kind *stream_reg_kind(unsigned gfx_level, unsigned index)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, make_kinds);
   return &kinds[gfx_level - 6][index];
}

/* The first number in a name: the index of CB_COLOR0_INFO or PA_CL_UCP_0_X. */
static unsigned number_in(const char *name)
{
   while (*name && (*name < '0' || *name > '9'))
      name++;
   unsigned n = 0;
   for (; *name >= '0' && *name <= '9'; name++)
      n = 10 * n + (unsigned)(*name - '0');
   return n;
}

static bool color_live(const struct stream_regs *r, unsigned n, enum condition c)
{
   uint32_t info = stream_reg(r, R_028C70_CB_COLOR0_INFO + 0x3c * (n & 7));
   if (!G_028C70_FORMAT(info))
      return false;
   bool fast = G_028C70_FAST_CLEAR(info), dcc = G_028C70_DCC_ENABLE(info);
   switch (c) {
   case IF_CMASK: return fast || G_028C70_COMPRESSION(info);
   case IF_FMASK: return G_028C70_COMPRESSION(info);
   case IF_DCC: return dcc;
   case IF_CLEAR_WORD: return fast || dcc;
   case IF_BLEND: return stream_reg(r, R_028238_CB_TARGET_MASK) >> 4 * n & 15;
   default: return true;
   }
}

static bool any_blend(const struct stream_regs *r)
{
   for (unsigned n = 0; n < 8; n++)
      if (color_live(r, n, IF_BLEND) && G_028780_ENABLE(stream_reg(r, R_028780_CB_BLEND0_CONTROL + 4 * n)))
         return true;
   return false;
}

static bool offset_live(const struct stream_regs *r)
{
   uint32_t mode = stream_reg(r, R_028814_PA_SU_SC_MODE_CNTL);
   return G_028814_POLY_OFFSET_FRONT_ENABLE(mode) || G_028814_POLY_OFFSET_BACK_ENABLE(mode) ||
      G_028814_POLY_OFFSET_PARA_ENABLE(mode);
}

static bool graphics_live(const struct stream_regs *r, enum condition c, const char *name)
{
   uint32_t z = stream_reg(r, R_028040_DB_Z_INFO), s = stream_reg(r, R_028044_DB_STENCIL_INFO);
   switch (c) {
   case ALWAYS: return true;
   case IF_LS: return stream_stage_on(r, STREAM_STAGE_LS, false);
   case IF_HS: return stream_stage_on(r, STREAM_STAGE_HS, false);
   case IF_ES: return stream_stage_on(r, STREAM_STAGE_ES, false);
   case IF_GS: return stream_stage_on(r, STREAM_STAGE_GS, false);
   case IF_STRMOUT: return stream_reg(r, R_028B94_VGT_STRMOUT_CONFIG) & 15;
   case IF_COLOR: case IF_CMASK: case IF_FMASK: case IF_DCC: case IF_CLEAR_WORD: case IF_BLEND:
      return color_live(r, number_in(name), c);
   case IF_ANY_BLEND: return any_blend(r);
   case IF_Z: return G_028040_FORMAT(z);
   case IF_S: return G_028044_FORMAT(s);
   case IF_DEPTH: return G_028040_FORMAT(z) || G_028044_FORMAT(s);
   case IF_HTILE: return G_028040_TILE_SURFACE_ENABLE(z);
   case IF_STENCIL_TEST: return G_028800_STENCIL_ENABLE(stream_reg(r, R_028800_DB_DEPTH_CONTROL));
   case IF_BOUNDS: return G_028800_DEPTH_BOUNDS_ENABLE(stream_reg(r, R_028800_DB_DEPTH_CONTROL));
   case IF_VIEWPORT: return G_02881C_USE_VTX_VIEWPORT_INDX(stream_reg(r, R_02881C_PA_CL_VS_OUT_CNTL));
   case IF_CLIPRECT: return G_02820C_CLIP_RULE(stream_reg(r, R_02820C_PA_SC_CLIPRECT_RULE)) != 0xffff;
   case IF_UCP: return stream_reg(r, R_028810_PA_CL_CLIP_CNTL) >> number_in(name) & 1;
   case IF_INPUT: return number_in(name) < G_0286D8_NUM_INTERP(stream_reg(r, R_0286D8_SPI_PS_IN_CONTROL));
   case IF_OFFSET: return offset_live(r);
   case IF_MSAA: return G_028BE0_MSAA_NUM_SAMPLES(stream_reg(r, R_028BE0_PA_SC_AA_CONFIG));
   case IF_VTE: return stream_reg(r, R_028818_PA_CL_VTE_CNTL) & 0x3f;
   case IF_CLIP: return !G_028810_CLIP_DISABLE(stream_reg(r, R_028810_PA_CL_CLIP_CNTL));
   case IF_NO_RECT:
      return (stream_reg(r, R_030908_VGT_PRIMITIVE_TYPE) & 63) != V_008958_DI_PT_RECTLIST &&
             (stream_reg(r, R_008958_VGT_PRIMITIVE_TYPE) & 63) != V_008958_DI_PT_RECTLIST;
   case IF_PRIM_ID: return stream_reg(r, R_028A84_VGT_PRIMITIVEID_EN) & 1;
   case IF_RESTART: return stream_reg(r, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN) & 1;
   default: return false;
   }
}

static bool user_data_live(const struct stream_regs *r, const char *name, uint32_t offset, bool dispatch)
{
   static const uint32_t first[STREAM_NUM_STAGES] = {
      R_00B530_SPI_SHADER_USER_DATA_LS_0, R_00B430_SPI_SHADER_USER_DATA_HS_0, R_00B330_SPI_SHADER_USER_DATA_ES_0,
      R_00B230_SPI_SHADER_USER_DATA_GS_0, R_00B130_SPI_SHADER_USER_DATA_VS_0, R_00B030_SPI_SHADER_USER_DATA_PS_0,
      R_00B900_COMPUTE_USER_DATA_0,
   };
   uint32_t data[16];
   for (unsigned s = 0; s < STREAM_NUM_STAGES; s++)
      if (offset >= first[s] && offset < first[s] + 64)
         return stream_stage_on(r, s, dispatch) && (offset - first[s]) / 4 < stream_stage_user_data(r, s, data);
   return false;
}

bool stream_reg_live(unsigned gfx_level, const struct stream_regs *r, unsigned index, bool dispatch)
{
   const struct stream_reg_kind *k = stream_reg_kind(gfx_level, index);
   if (!k->name || k->condition == NEVER)
      return false;
   if (k->condition == IF_USER_DATA)
      return user_data_live(r, k->name, stream_reg_offset(index), dispatch);
   if (dispatch)
      return k->condition == IF_CS;
   return graphics_live(r, k->condition, k->name);
}
