/* pm4_build.h: writes PM4 packets into a dword buffer that the caller owns, without allocation. The caller reserves enough
 * dwords beforehand. A packet that does not fit sets `overflow` and rewinds the buffer, so that no dword is written outside of
 * it; the caller then drops the stream. */
#ifndef PM4_BUILD_H
#define PM4_BUILD_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "pm4_ops.h"

struct pm4_buf {
   uint32_t *dw;
   uint32_t count, capacity; /* in dwords */
   bool overflow;            /* a packet did not fit: the content is invalid */
};

/* Called before each packet, with its size in dwords. */
static inline void pm4_check_space(struct pm4_buf *b, uint32_t dw)
{
   if (__builtin_expect(b->capacity - b->count < dw, 0)) {
      assert(dw <= b->capacity);
      b->count = 0;
      b->overflow = true;
   }
}

static inline void pm4_emit(struct pm4_buf *b, uint32_t value)
{
   assert(b->count < b->capacity);
   b->dw[b->count++] = value;
}

static inline void pm4_emit_array(struct pm4_buf *b, const uint32_t *values, uint32_t count)
{
   pm4_check_space(b, count);
   memcpy(b->dw + b->count, values, count * sizeof(*values));
   b->count += count;
}

static inline void pm4_emit_va(struct pm4_buf *b, uint64_t va)
{
   pm4_emit(b, (uint32_t)va);
   pm4_emit(b, (uint32_t)(va >> 32));
}

static inline void pm4_emit_float(struct pm4_buf *b, float value)
{
   uint32_t bits;
   memcpy(&bits, &value, 4);
   pm4_emit(b, bits);
}

/* Header of a packet whose body of `body_dw` dwords the caller emits next. */
static inline void pm4_packet(struct pm4_buf *b, unsigned opcode, uint32_t body_dw)
{
   pm4_check_space(b, 1 + body_dw);
   pm4_emit(b, PKT3(opcode, body_dw - 1, 0));
}

static inline void pm4_packet_flags(struct pm4_buf *b, unsigned opcode, uint32_t body_dw, bool predicate, bool compute)
{
   pm4_check_space(b, 1 + body_dw);
   pm4_emit(b, PKT3(opcode, body_dw - 1, predicate) | PKT3_SHADER_TYPE_S(compute));
}

/* Register writes; `reg` is a byte offset (R_* of hw_regs.h). The caller of a _seq function emits `count` values next. */
static inline void pm4_set_config_reg_seq(struct pm4_buf *b, uint32_t reg, uint32_t count)
{
   assert(reg >= 0x8000 && reg + 4 * count <= 0xb000);
   pm4_packet(b, PKT3_SET_CONFIG_REG, 1 + count);
   pm4_emit(b, (reg - 0x8000) >> 2);
}

static inline void pm4_set_sh_reg_seq(struct pm4_buf *b, uint32_t reg, uint32_t count)
{
   assert(reg >= 0xb000 && reg + 4 * count <= 0xc000);
   pm4_packet(b, PKT3_SET_SH_REG, 1 + count);
   pm4_emit(b, (reg - 0xb000) >> 2);
}

static inline void pm4_set_context_reg_seq(struct pm4_buf *b, uint32_t reg, uint32_t count)
{
   assert(reg >= 0x28000 && reg + 4 * count <= 0x29000);
   pm4_packet(b, PKT3_SET_CONTEXT_REG, 1 + count);
   pm4_emit(b, (reg - 0x28000) >> 2);
}

static inline void pm4_set_uconfig_reg_seq(struct pm4_buf *b, uint32_t reg, uint32_t count)
{
   assert(reg >= 0x30000 && reg + 4 * count <= 0x40000);
   pm4_packet(b, PKT3_SET_UCONFIG_REG, 1 + count);
   pm4_emit(b, (reg - 0x30000) >> 2);
}

static inline void pm4_set_config_reg(struct pm4_buf *b, uint32_t reg, uint32_t value)
{
   pm4_set_config_reg_seq(b, reg, 1);
   pm4_emit(b, value);
}

static inline void pm4_set_sh_reg(struct pm4_buf *b, uint32_t reg, uint32_t value)
{
   pm4_set_sh_reg_seq(b, reg, 1);
   pm4_emit(b, value);
}

/* COMPUTE_* registers: sets SHADER_TYPE in the packet header, as the kernel and radeonsi do. */
static inline void pm4_set_sh_reg_compute_seq(struct pm4_buf *b, uint32_t reg, uint32_t count)
{
   assert(reg >= 0xb000 && reg + 4 * count <= 0xc000);
   pm4_packet_flags(b, PKT3_SET_SH_REG, 1 + count, false, true);
   pm4_emit(b, (reg - 0xb000) >> 2);
}

static inline void pm4_set_sh_reg_compute(struct pm4_buf *b, uint32_t reg, uint32_t value)
{
   pm4_set_sh_reg_compute_seq(b, reg, 1);
   pm4_emit(b, value);
}

/* GFX7+ requires index 3 for SPI_SHADER_PGM_RSRC3_*. */
static inline void pm4_set_sh_reg_index(struct pm4_buf *b, uint32_t reg, uint32_t index, uint32_t value)
{
   assert(reg >= 0xb000 && reg < 0xc000);
   pm4_packet(b, PKT3_SET_SH_REG, 2);
   pm4_emit(b, ((reg - 0xb000) >> 2) | index << 28);
   pm4_emit(b, value);
}

static inline void pm4_set_context_reg(struct pm4_buf *b, uint32_t reg, uint32_t value)
{
   pm4_set_context_reg_seq(b, reg, 1);
   pm4_emit(b, value);
}

static inline void pm4_set_context_reg_index(struct pm4_buf *b, uint32_t reg, uint32_t index, uint32_t value)
{
   assert(reg >= 0x28000 && reg < 0x29000);
   pm4_packet(b, PKT3_SET_CONTEXT_REG, 2);
   pm4_emit(b, ((reg - 0x28000) >> 2) | index << 28);
   pm4_emit(b, value);
}

static inline void pm4_set_uconfig_reg(struct pm4_buf *b, uint32_t reg, uint32_t value)
{
   pm4_set_uconfig_reg_seq(b, reg, 1);
   pm4_emit(b, value);
}

/* GFX7+ requires index 1 for VGT_PRIMITIVE_TYPE and IA_MULTI_VGT_PARAM. */
static inline void pm4_set_uconfig_reg_index(struct pm4_buf *b, uint32_t reg, uint32_t index, uint32_t value)
{
   assert(reg >= 0x30000 && reg < 0x40000);
   pm4_packet(b, PKT3_SET_UCONFIG_REG, 2);
   pm4_emit(b, ((reg - 0x30000) >> 2) | index << 28);
   pm4_emit(b, value);
}

static inline void pm4_event_write(struct pm4_buf *b, unsigned event_type, unsigned event_index)
{
   pm4_packet(b, PKT3_EVENT_WRITE, 1);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(event_type) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(event_index));
}

/* Pads to a multiple of `align_dw` dwords. GFX6 has no one-dword NOP and uses type-2 packets. */
static inline void pm4_pad(struct pm4_buf *b, unsigned gfx_level, uint32_t align_dw)
{
   while (b->count % align_dw)
      pm4_emit(b, gfx_level >= 7 ? PKT3_NOP_PAD : PKT2_NOP_PAD);
}

#include "pm4_pack.h" /* generated: pm4_<packet>(b, &(struct pm4_<packet>){ .field = ... }) */

#endif
