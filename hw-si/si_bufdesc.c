/* si_bufdesc.c: V#, the buffer descriptor (facts C1). */
#include "si_context.h"

#include "hw_regs.h"
#include "pipe_format_desc.h"

/* enum pipe_swizzle -> SQ_SEL_*. */
static unsigned sel(unsigned swizzle)
{
   return swizzle <= PIPE_SWIZZLE_W ? V_008F0C_SQ_SEL_X + swizzle : swizzle == PIPE_SWIZZLE_1 ? V_008F0C_SQ_SEL_1
                                                                                         : V_008F0C_SQ_SEL_0;
}

uint32_t si_raw_buffer_word3(void)
{
   return S_008F0C_DST_SEL_X(V_008F0C_SQ_SEL_X) | S_008F0C_DST_SEL_Y(V_008F0C_SQ_SEL_Y) |
          S_008F0C_DST_SEL_Z(V_008F0C_SQ_SEL_Z) | S_008F0C_DST_SEL_W(V_008F0C_SQ_SEL_W) |
          S_008F0C_NUM_FORMAT(V_008F0C_BUF_NUM_FORMAT_FLOAT) | S_008F0C_DATA_FORMAT(V_008F0C_BUF_DATA_FORMAT_32);
}

uint32_t si_format_buffer_word3(const struct si_screen *screen, enum pipe_format format, const uint8_t swizzle[4])
{
   const struct si_format *f = &screen->format[format];
   const uint8_t *s = swizzle ? swizzle : pipe_format_desc(format)->swizzle;

   return S_008F0C_DST_SEL_X(sel(s[0])) | S_008F0C_DST_SEL_Y(sel(s[1])) | S_008F0C_DST_SEL_Z(sel(s[2])) |
          S_008F0C_DST_SEL_W(sel(s[3])) | S_008F0C_NUM_FORMAT(f->buf_num) | S_008F0C_DATA_FORMAT(f->buf_data);
}

/* size_B bytes readable from va. With a stride, GFX6-7 count elements and GFX8 bytes. */
void si_make_buffer_desc(const struct si_screen *screen, uint64_t va, uint32_t size_B, uint32_t stride_B,
                         uint32_t word3, uint32_t desc[4])
{
   uint32_t records = size_B;

   if (stride_B && !screen->info.num_records_is_bytes)
      records = size_B / stride_B;
   desc[0] = (uint32_t)va;
   desc[1] = S_008F04_BASE_ADDRESS_HI(va >> 32) | S_008F04_STRIDE(stride_B);
   desc[2] = records;
   desc[3] = word3;
}
