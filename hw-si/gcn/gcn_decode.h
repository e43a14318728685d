/* gcn_decode.h: declarations that the decoder's files share. Private to this folder. */
#ifndef GCN_DECODE_H
#define GCN_DECODE_H

#include "hw-si/gcn/gcn_tables.h"

struct decoder {
   unsigned gfx_level;
   const uint32_t *code;
   size_t dwords;
   struct gcn_inst *inst;
};

static inline uint32_t bits(uint32_t word, unsigned first, unsigned count)
{
   return (word >> first) & ((1u << count) - 1);
}

static inline bool is_float(enum gcn_type type)
{
   return type == GCN_T_F16 || type == GCN_T_F32 || type == GCN_T_F64;
}

static inline bool set_op(struct decoder *d, enum gcn_enc enc, unsigned number)
{
   d->inst->enc = (uint8_t)enc;
   d->inst->op = (uint16_t)gcn_op_lookup(d->gfx_level, enc, number);
   return d->inst->op != GCN_OP_NONE;
}

static inline const struct gcn_op_info *info_of(const struct decoder *d)
{
   return &gcn_op_infos[d->inst->op];
}

static inline void add_src(struct gcn_inst *inst, unsigned code, unsigned dwords)
{
   inst->src[inst->num_src++] = (struct gcn_operand){ (uint16_t)code, (uint8_t)dwords };
}

static inline void add_dst(struct gcn_inst *inst, unsigned code, unsigned dwords)
{
   inst->dst[inst->num_dst++] = (struct gcn_operand){ (uint16_t)code, (uint8_t)dwords };
}

/* A scalar operand, which cannot be LDS: adds it and its literal. False: there is no such operand. */
bool gcn_add_scalar_src(struct decoder *d, unsigned code, enum gcn_type type);

/* gcn_decode_mem.c. w: the first dword. False: unknown operation, reserved bits set, or truncated. */
bool gcn_decode_ds(struct decoder *d, uint32_t w);
bool gcn_decode_buf(struct decoder *d, uint32_t w, enum gcn_enc enc); /* MUBUF, MTBUF */
bool gcn_decode_mimg(struct decoder *d, uint32_t w);
bool gcn_decode_flat(struct decoder *d, uint32_t w);

#endif
