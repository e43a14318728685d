/* sq_image.c: image and buffer operations in the texture unit's terms, from the columns of gcn_ops.csv. */
#include "winsys/sim/sq/sq_image.h"

#include <string.h>

uint8_t sq_tc_atomic(const struct gcn_op_info *info)
{
   static const uint8_t atomics[] = {
      [GCN_ATOMIC_SWAP] = TC_SWAP, [GCN_ATOMIC_CMPSWAP] = TC_CMPSWAP, [GCN_ATOMIC_ADD] = TC_ADD, [GCN_ATOMIC_SUB] = TC_SUB,
      [GCN_ATOMIC_RSUB] = TC_RSUB, [GCN_ATOMIC_SMIN] = TC_SMIN, [GCN_ATOMIC_UMIN] = TC_UMIN, [GCN_ATOMIC_SMAX] = TC_SMAX,
      [GCN_ATOMIC_UMAX] = TC_UMAX, [GCN_ATOMIC_AND] = TC_AND, [GCN_ATOMIC_OR] = TC_OR, [GCN_ATOMIC_XOR] = TC_XOR,
      [GCN_ATOMIC_INC] = TC_INC, [GCN_ATOMIC_DEC] = TC_DEC, [GCN_ATOMIC_FCMPSWAP] = TC_FCMPSWAP, [GCN_ATOMIC_FMIN] = TC_FMIN,
      [GCN_ATOMIC_FMAX] = TC_FMAX,
   };
   return atomics[info->atomic];
}

unsigned sq_access_B(const struct gcn_op_info *info)
{
   return info->mem & GCN_MEM_B8 ? 1 : info->mem & GCN_MEM_B16 ? 2 : 4;
}

bool sq_is_plain_vmem(const struct gcn_inst *inst)
{
   uint32_t mem = gcn_op_infos[inst->op].mem;
   if (inst->enc == GCN_MIMG)
      return !inst->mimg.d16 && !inst->mimg.tfe && !(mem & GCN_MEM_PCK);
   return !inst->buf.lds && !inst->buf.tfe && !(mem & GCN_MEM_D16);
}

bool sq_image_request(const struct gcn_inst *inst, struct tc_image_inst *r)
{
   static const uint8_t kinds[][2] = { /* second: with a level (_MIP) */
      [GCN_MEM_LOAD] = { TC_LOAD, TC_LOAD_MIP }, [GCN_MEM_STORE] = { TC_STORE, TC_STORE_MIP }, [GCN_MEM_SAMPLE] = { TC_SAMPLE },
      [GCN_MEM_GATHER4] = { TC_GATHER4 }, [GCN_MEM_RESINFO] = { TC_GET_RESINFO }, [GCN_MEM_LOD] = { TC_GET_LOD },
      [GCN_MEM_ATOMIC] = { TC_ATOMIC },
   };
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   uint32_t mem = info->mem;
   memset(r, 0, sizeof *r);
   if (info->mem_kind == GCN_MEM_NONE)
      return false;
   r->dmask = inst->mimg.dmask;
   r->unorm = inst->mimg.unorm;
   r->da = inst->mimg.da;
   r->glc = inst->mimg.glc;
   r->lwe = inst->mimg.lwe;
   r->tfe = inst->mimg.tfe;
   r->kind = kinds[info->mem_kind][(mem & GCN_MEM_MIP) != 0];
   if (r->kind == TC_ATOMIC) {
      /* One data dword, and as many to compare with; twice that if texels are 64 bits wide. */
      unsigned data = (unsigned)__builtin_popcount(inst->mimg.dmask);
      r->atomic = sq_tc_atomic(info);
      return tc_atomic_compares(r->atomic) ? data == 2 || data == 4 : data == 1 || data == 2;
   }
   r->compare = mem & GCN_MEM_CMP;
   r->offset = mem & GCN_MEM_OFF;
   r->lod_clamp = mem & GCN_MEM_CLAMP;
   r->lod = mem & GCN_MEM_BIAS ? TC_LOD_BIAS : mem & GCN_MEM_LEVEL ? TC_LOD_EXPLICIT : mem & GCN_MEM_GRAD ? TC_LOD_DERIV :
            mem & GCN_MEM_ZERO ? TC_LOD_ZERO : TC_LOD_IMPLICIT;
   return true;
}

/* Dwords of data without the status that TFE adds. */
static unsigned data_dwords(const struct gcn_inst *inst, bool store)
{
   return inst->buf.lds ? 1 : (store ? inst->src[3].dwords : inst->dst[0].dwords) - inst->buf.tfe;
}

bool sq_buffer_request(const struct gcn_inst *inst, struct tc_buf_inst *r)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   memset(r, 0, sizeof *r);
   if (info->mem_kind == GCN_MEM_NONE)
      return false;
   r->offen = inst->buf.offen;
   r->idxen = inst->buf.idxen;
   r->addr64 = inst->buf.addr64;
   r->offset = inst->buf.offset;
   r->glc = inst->buf.glc;
   r->slc = inst->buf.slc;
   r->lds = false; /* the interpreter's */
   if (info->mem_kind == GCN_MEM_ATOMIC) {
      r->kind = TC_BUF_ATOMIC;
      r->components = 1;
      r->raw_B = info->mem & GCN_MEM_X2 ? 8 : 4;
      r->atomic = sq_tc_atomic(info);
      return true;
   }
   r->kind = info->mem_kind == GCN_MEM_STORE ? TC_BUF_STORE : TC_BUF_LOAD;
   r->components = (uint8_t)data_dwords(inst, r->kind == TC_BUF_STORE);
   if (info->mem & GCN_MEM_FMT) {
      r->format = true;
      r->typed = inst->enc == GCN_MTBUF;
      r->dfmt = inst->buf.dfmt;
      r->nfmt = inst->buf.nfmt;
      return true;
   }
   r->raw_B = (uint8_t)sq_access_B(info);
   r->sign = info->mem & GCN_MEM_SGN;
   return true;
}
