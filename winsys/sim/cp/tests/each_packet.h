/* each_packet.h: what the files of test_each_packet.c share: a machine without a device, its parts of speech, and the checks of
 * packets by name. */
#ifndef EACH_PACKET_H
#define EACH_PACKET_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "hw-si/pm4/pm4_build.h"
#include "hw_regs.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/core/sim_gpu.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
enum { BASE = 1 << 20, SIZE_B = 1 << 17, CODE_B = 0, OUT_B = 0x1000, DATA_B = 0x4000, CALLED_B = 0x8000, IB_B = 0x10000 };
#define OUT_VA (BASE + OUT_B)
#define DATA_VA (BASE + DATA_B)

extern struct sim_mem mem;
extern struct pm4_buf buf, *const b;
extern unsigned level;
extern bool on_compute;
extern const char *current;   /* packet */
extern uint32_t *out, *data, *code;

bool run(void);
void expect(const char *what, uint64_t got, uint64_t want);
void go(void);                /* runs what must run */

static inline unsigned memory_dst(void) { return level == 6 ? 1 : 5; }

static inline void write_out(unsigned i, uint32_t value)
{
   pm4_packet(b, PKT3_WRITE_DATA, 4);
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(memory_dst()) | PM4_WRITE_DATA_CONTROL_WR_CONFIRM(1));
   pm4_emit_va(b, OUT_VA + 4 * i);
   pm4_emit(b, value);
}

static inline void copy_data(unsigned src, uint64_t from, unsigned dst, uint64_t to, bool two)
{
   pm4_packet(b, PKT3_COPY_DATA, 5);
   pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(src) | PM4_COPY_DATA_CONTROL_DST_SEL(dst) | PM4_COPY_DATA_CONTROL_COUNT_64(two));
   pm4_emit_va(b, from), pm4_emit_va(b, to);
}

static inline void read_reg(uint32_t reg, unsigned i) { copy_data(0, reg / 4, memory_dst(), OUT_VA + 4 * i, false); }

static inline void event(unsigned type, unsigned index, uint64_t va)
{
   pm4_packet(b, PKT3_EVENT_WRITE, va ? 3 : 1);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(type) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(index));
   if (va)
      pm4_emit_va(b, va);
}

enum { VS_INVOCATIONS = 3, IA_PRIMITIVES = 6, IA_VERTICES = 7, CS_INVOCATIONS = 10, STATISTICS = 11 };

static inline void statistics(unsigned place) { event(V_028A90_SAMPLE_PIPELINESTAT, 2, OUT_VA + 88 * place); }

static inline uint64_t counted(unsigned place, unsigned which)
{
   uint64_t before, after;
   memcpy(&before, (uint8_t *)out + 88 * place + 8 * which, 8);
   memcpy(&after, (uint8_t *)out + 88 * (place + 1) + 8 * which, 8);
   return after - before;
}

static inline void sh_reg(uint32_t reg, uint32_t value) { pm4_set_sh_reg(b, reg, value); }

static inline void draw_auto(uint32_t count)
{
   pm4_packet(b, PKT3_DRAW_INDEX_AUTO, 2);
   pm4_emit(b, count), pm4_emit(b, 2);
}

static inline void set_base(uint64_t va, bool compute)
{
   pm4_packet(b, PKT3_SET_BASE, 3);
   b->dw[b->count - 1] |= compute ? PKT3_SHADER_TYPE_S(1) : 0;
   pm4_emit(b, 1), pm4_emit_va(b, va);
}

/* Dispatches of four threads a group: begin, then statistics between places 0 and 1. */
void begin_dispatch(void);
void dispatch(uint32_t x, uint32_t y, uint32_t z);

/* each_packet_draw.c, each_packet_mem.c */
void p_draw_index_auto(void);
void p_num_instances(void);
void p_index_type(void);
void p_index_base(void);
void p_draw_index_2(void);
void p_draw_index_offset_2(void);
void p_draw_preamble(void);
void p_draw_indirect(void);
void p_draw_index_indirect(void);
void p_draw_indirect_multi(void);
void p_draw_index_indirect_multi(void);
void p_index_buffer_size(void);
void p_dispatch_direct(void);
void p_dispatch_indirect(void);
void p_set_base(void);
void p_write_data(void);
void p_copy_data(void);
void p_dma(void);
void p_event_write(void);
void p_event_write_eop(void);
void p_release_mem(void);
void p_event_write_eos(void);
void p_surface_sync(void);
void p_acquire_mem(void);
void p_pfp_sync_me(void);
void p_strmout_buffer_update(void);

#endif
