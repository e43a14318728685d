/* each_packet_mem.c: packets that move data, events and flushes, for test_each_packet.c. */
#include "winsys/sim/cp/tests/each_packet.h"

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

void p_write_data(void)
{
   for (unsigned one = 0; one < 2; one++) { /* to one address, or side by side */
      const unsigned dsts[] = { 1, 2, memory_dst(), 0 };
      for (unsigned i = 0; i < 4; i++) {
         pm4_packet(b, PKT3_WRITE_DATA, 5);
         pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(dsts[i]) | PM4_WRITE_DATA_CONTROL_ONE_ADDR(one) |
                        PM4_WRITE_DATA_CONTROL_ENGINE_SEL(i & 1));
         pm4_emit_va(b, dsts[i] ? OUT_VA + 8 * i + 32 * one : (R_00B900_COMPUTE_USER_DATA_0 + 8 * one) / 4);
         pm4_emit(b, 40 + i), pm4_emit(b, 50 + i);
      }
   }
   for (unsigned i = 0; i < 4; i++)
      read_reg(R_00B900_COMPUTE_USER_DATA_0 + 4 * i, i < 2 ? 6 + i : 12 + i);
   go();
   for (unsigned i = 0; i < 4; i++) {
      expect("first", out[2 * i], 40 + i);
      expect("second", out[2 * i + 1], 50 + i);
      expect("one address", out[8 + 2 * i], 50 + i);
      expect("and no other", out[9 + 2 * i], 0);
   }
}

void p_copy_data(void)
{
   const uint32_t reg = R_00B900_COMPUTE_USER_DATA_0;
   const uint64_t value = 0x1122334455667788;
   sh_reg(reg, (uint32_t)value), sh_reg(reg + 4, (uint32_t)(value >> 32));
   memcpy(data, &value, 8);
   static const unsigned srcs[] = { 0, 1, 2, 5, 9, 4 /* performance counters: registers */ };
   const unsigned dsts[] = { 1, 2, memory_dst(), 0 };
   for (unsigned s = 0; s < COUNT(srcs); s++)
      for (unsigned d = 0; d < 4; d++)
         for (unsigned two = 0; two < 2; two++) {
            uint64_t from = srcs[s] == 0 || srcs[s] == 4 ? reg / 4 : srcs[s] == 5 ? value : DATA_VA;
            unsigned place = 16 * s + 4 * d + 2 * two;
            copy_data(srcs[s], from, dsts[d], dsts[d] ? OUT_VA + 4 * place : (reg + 16) / 4, two);
            if (dsts[d] == 0)
               read_reg(reg + 16, place), read_reg(reg + 20, place + 1), sh_reg(reg + 16, 0), sh_reg(reg + 20, 0);
         }
   go();
   uint64_t last = 0;
   for (unsigned s = 0; s < COUNT(srcs); s++)
      for (unsigned d = 0; d < 4; d++)
         for (unsigned two = 0; two < 2; two++) {
            uint64_t got;
            memcpy(&got, &out[16 * s + 4 * d + 2 * two], 8);
            if (srcs[s] != 9)
               expect("copy", got, two ? value : (uint32_t)value);
            else if (two)
               expect("the clock goes on", got >= last && got, true), last = got;
         }
}

/* Both DMA packets. */
struct dma { unsigned src_sel, dst_sel; uint64_t src, dst; uint32_t command; };

static void dma(struct dma d)
{
   if (level == 6) {
      pm4_packet(b, PKT3_CP_DMA, 5);
      pm4_emit(b, (uint32_t)d.src);
      pm4_emit(b, PM4_CP_DMA_WORD1_SRC_HI((uint32_t)(d.src >> 32)) | PM4_CP_DMA_WORD1_SRC_SEL(d.src_sel) |
                     PM4_CP_DMA_WORD1_DST_SEL(d.dst_sel) | PM4_CP_DMA_WORD1_CP_SYNC(1));
   } else {
      pm4_packet(b, PKT3_DMA_DATA, 6);
      pm4_emit(b, PM4_DMA_DATA_CONTROL_SRC_SEL(d.src_sel) | PM4_DMA_DATA_CONTROL_DST_SEL(d.dst_sel) |
                     PM4_DMA_DATA_CONTROL_CP_SYNC(1));
      pm4_emit_va(b, d.src);
   }
   pm4_emit_va(b, d.dst), pm4_emit(b, d.command);
}

void p_dma(void)
{
   const uint32_t reg = R_00B900_COMPUTE_USER_DATA_0;
   const unsigned l2 = level == 6 ? 0 : 3;
   for (unsigned i = 0; i < 16; i++)
      data[i] = i < 15 ? 0x100 + i : 0x0a0b0c0d;
   dma((struct dma){ 2, 0, 0xabcdef01, OUT_VA, 12 });                                              /* fill */
   dma((struct dma){ 2, l2, 0x12345678, OUT_VA + 16, 6 });                                         /* ends in a word */
   dma((struct dma){ 0, 0, DATA_VA, OUT_VA + 32, 16 });                                            /* copy */
   dma((struct dma){ l2, l2, DATA_VA + 1, OUT_VA + 48, 5 });                                       /* off words */
   dma((struct dma){ 0, 0, DATA_VA, reg, 8 | PM4_DMA_DATA_COMMAND_DAS(1) });                       /* to registers */
   dma((struct dma){ 0, 0, reg, OUT_VA + 64, 8 | PM4_DMA_DATA_COMMAND_SAS(1) });                   /* and from them */
   dma((struct dma){ 0, 0, DATA_VA + 4, OUT_VA + 80, 12 | PM4_DMA_DATA_COMMAND_SAIC(1) });         /* one source */
   dma((struct dma){ 0, 0, DATA_VA, OUT_VA + 96, 12 | PM4_DMA_DATA_COMMAND_DAIC(1) });             /* one destination */
   dma((struct dma){ 0, 0, 0, 0, 0 });                                                             /* waits */
   dma((struct dma){ l2, l2, DATA_VA, DATA_VA, 64 });                                              /* prefetches */
   dma((struct dma){ 0, 0, OUT_VA + 32, OUT_VA + 112, 16 });                                       /* sees those before it */
   dma((struct dma){ 0, 0, DATA_VA + 60, OUT_VA + 128, 6 | PM4_DMA_DATA_COMMAND_SAIC(1) });         /* one, and half of it */
   go();
   static const uint32_t want[] = { 0xabcdef01, 0xabcdef01, 0xabcdef01, 0, 0x12345678, 0x5678, 0, 0, 0x100, 0x101, 0x102, 0x103,
                                    0x01000001, 0x01, 0, 0, 0x100, 0x101, 0, 0, 0x101, 0x101, 0x101, 0, 0x102, 0, 0, 0,
                                    0x100, 0x101, 0x102, 0x103, 0x0a0b0c0d, 0x0c0d, 0 };
   for (unsigned i = 0; i < COUNT(want); i++) {
      uint32_t w = want[i];
      if (i == 12)
         memcpy(&w, (uint8_t *)data + 1, 4);
      if (i == 13)
         w = ((uint8_t *)data)[5];
      if (out[i] != w)
         fail_msg("%s: word %u is %#x, expected %#x", current, i, out[i], w);
   }
}

/* ---- events ----------------------------------------------------------------------------------------------------------- */

void p_event_write(void)
{
   /* What has nothing to say goes by; what reports, reports. */
   for (unsigned type = 1; type < 64; type++)
      if (!(type <= 3 || type == V_028A90_ZPASS_DONE || type == V_028A90_SAMPLE_PIPELINESTAT ||
            type == V_028A90_SAMPLE_STREAMOUTSTATS))
         event(type, 0, 0);
   event(V_028A90_PIPELINESTAT_START, 0, 0);
   memset(out, 0xee, 0x1000);
   statistics(2);
   if (!on_compute) {
      event(V_028A90_ZPASS_DONE, 1, OUT_VA + 0x400);
      for (unsigned s = 0; s < 4; s++)
         event(s ? s : V_028A90_SAMPLE_STREAMOUTSTATS, 3, OUT_VA + 0x800 + 16 * s);
   }
   go();
   expect("statistics", out[44 + 2 * STATISTICS - 1], 0);
   expect("after them", out[44 + 2 * STATISTICS], 0xeeeeeeee);
   for (unsigned i = 0; i < 8 && !on_compute; i++)
      expect("valid", out[0x200 + 2 * i + 1], 0x80000000);
   if (!on_compute)
      expect("first backend is valid", out[0x101], 0x80000000);
}

/* kind 0 writes nothing, 1 and 2 a word or two, 3 the clock. */
static void ends(unsigned opcode)
{
   memset(out, 0xee, 64);
   for (unsigned kind = 0; kind < 4; kind++) {
      uint64_t va = OUT_VA + 16 * kind;
      if (opcode == PKT3_EVENT_WRITE_EOP) {
         pm4_packet(b, opcode, 5);
         pm4_emit(b, V_028A90_BOTTOM_OF_PIPE_TS | 5 << 8);
         pm4_emit(b, (uint32_t)va);
         pm4_emit(b, PM4_EVENT_WRITE_EOP_SELECT_DATA_SEL(kind));
      } else {
         pm4_packet(b, opcode, 6);
         pm4_emit(b, V_028A90_CACHE_FLUSH_AND_INV_TS_EVENT | 5 << 8);
         pm4_emit(b, PM4_RELEASE_MEM_SELECT_DATA_SEL(kind));
         pm4_emit_va(b, va);
      }
      pm4_emit_va(b, 0x1122334455667788);
   }
   go();
   static const uint32_t want[] = { 0xeeeeeeee, 0xeeeeeeee, 0, 0, 0x55667788, 0xeeeeeeee, 0, 0, 0x55667788, 0x11223344 };
   for (unsigned i = 0; i < COUNT(want); i += i % 4 == 1 ? 3 : 1)
      expect("word", out[i], want[i]);
   expect("clock", out[12] != 0xeeeeeeee && out[13] != 0xeeeeeeee, true);
}

void p_event_write_eop(void) { ends(PKT3_EVENT_WRITE_EOP); }
void p_release_mem(void) { ends(PKT3_RELEASE_MEM); }

void p_event_write_eos(void)
{
   pm4_packet(b, PKT3_EVENT_WRITE_EOS, 4);
   pm4_emit(b, V_028A90_PS_DONE | 6 << 8);
   pm4_emit(b, OUT_VA), pm4_emit(b, PM4_EVENT_WRITE_EOS_SELECT_COMMAND(2)), pm4_emit(b, 0x1234);
   go();
   expect("word", out[0], 0x1234);
}

/* Code that was replaced is still known, until its cache is emptied. */
static void empties_the_instruction_cache(unsigned opcode)
{
   begin_dispatch();
   dispatch(1, 1, 1);
   pm4_packet(b, PKT3_WRITE_DATA, 4);
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(memory_dst()));
   pm4_emit_va(b, BASE + CODE_B), pm4_emit(b, 0xffffffff);
   pm4_packet(b, opcode, opcode == PKT3_SURFACE_SYNC ? 4 : 6);
   pm4_emit(b, S_0301F0_SH_ICACHE_ACTION_ENA(1)), pm4_emit(b, 0xffffffff);
   for (unsigned i = 2; i < (opcode == PKT3_SURFACE_SYNC ? 4u : 6u); i++)
      pm4_emit(b, 0);
   write_out(100, 1);
   dispatch(1, 1, 1);
   write_out(101, 1);
   expect("illegal code", run(), false);
   expect("before", out[100], 1);
   expect("after", out[101], 0);
}

void p_surface_sync(void) { empties_the_instruction_cache(PKT3_SURFACE_SYNC); }
void p_acquire_mem(void) { empties_the_instruction_cache(PKT3_ACQUIRE_MEM); }

void p_pfp_sync_me(void)
{
   write_out(0, 1);
   pm4_packet(b, PKT3_PFP_SYNC_ME, 1);
   pm4_emit(b, 0);
   copy_data(1, OUT_VA, memory_dst(), OUT_VA + 4, false);
   go();
   expect("what was written before", out[1], 1);
}

void p_strmout_buffer_update(void)
{
   static const struct { uint8_t source, bytes; uint32_t from, want; } rows[] = {
      { 0, 0, 55, 55 }, { 0, 1, 56, 56 }, { 3, 0, 1, 56 }, { 2, 0, 0, 77 }, { 2, 1, 4, 77 }, { 1, 0, 0, 77 },
   };
   data[0] = 77, data[1] = 77 * 4;
   for (unsigned i = 0; i < COUNT(rows); i++) {
      pm4_packet(b, PKT3_STRMOUT_BUFFER_UPDATE, 5);
      pm4_emit(b, PM4_STRMOUT_BUFFER_UPDATE_CONTROL_SOURCE(rows[i].source) | PM4_STRMOUT_BUFFER_UPDATE_CONTROL_BUFFER(2) |
                     PM4_STRMOUT_BUFFER_UPDATE_CONTROL_DATA_TYPE_BYTES(rows[i].bytes));
      pm4_emit_va(b, 0);
      pm4_emit_va(b, rows[i].source == 2 ? DATA_VA + rows[i].from : rows[i].from);
      for (unsigned bytes = 0; bytes < 2; bytes++) {
         pm4_packet(b, PKT3_STRMOUT_BUFFER_UPDATE, 5);
         pm4_emit(b, PM4_STRMOUT_BUFFER_UPDATE_CONTROL_SOURCE(3) | PM4_STRMOUT_BUFFER_UPDATE_CONTROL_BUFFER(2) |
                        PM4_STRMOUT_BUFFER_UPDATE_CONTROL_STORE_FILLED_SIZE(1) |
                        PM4_STRMOUT_BUFFER_UPDATE_CONTROL_DATA_TYPE_BYTES(bytes));
         pm4_emit_va(b, OUT_VA + 8 * i + 4 * bytes), pm4_emit_va(b, 0);
      }
   }
   go();
   for (unsigned i = 0; i < COUNT(rows); i++) {
      expect("dwords", out[2 * i], rows[i].want);
      expect("bytes", out[2 * i + 1], 4 * rows[i].want);
   }
}
