/* gcn_decode_mem.c: machine code of instructions that access LDS, buffers, images and flat addresses, see gcn_decode.c. */
#include "hw-si/gcn/gcn_decode.h"

/* Two 8-bit offsets instead of one of 16 bits. */
bool gcn_decode_ds(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   bool gfx8 = d->gfx_level >= 8;
   if (d->dwords < 2 || !set_op(d, GCN_DS, gfx8 ? bits(w, 17, 8) : bits(w, 18, 8)))
      return false;
   inst->size_B = 8;
   if (inst->op == GCN_DS_NOP)
      return true;
   uint32_t w1 = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   inst->ds.gds = gfx8 ? bits(w, 16, 1) : bits(w, 17, 1);
   bool gws = info->mem & GCN_MEM_GWS;
   bool moves_lanes = inst->op == GCN_DS_PERMUTE_B32 || inst->op == GCN_DS_BPERMUTE_B32;
   if ((gws && !inst->ds.gds) || (moves_lanes && inst->ds.gds))
      return false;
   if (info->mem & GCN_MEM_TWO) {
      inst->ds.offset0 = (uint16_t)bits(w, 0, 8);
      inst->ds.offset1 = (uint16_t)bits(w, 8, 8);
   } else {
      inst->ds.offset0 = (uint16_t)bits(w, 0, 16);
   }
   if (info->num_dst)
      add_dst(inst, GCN_SRC_VGPR0 + bits(w1, 24, 8), gcn_type_dwords[info->dst[0]]);
   for (unsigned i = 0; i < info->num_src; i++)
      add_src(inst, GCN_SRC_VGPR0 + bits(w1, 8 * i, 8), gcn_type_dwords[info->src[i]]);
   return true;
}

static bool loads_to_lds(unsigned op)
{
   switch (op) {
   case GCN_BUFFER_LOAD_FORMAT_X: case GCN_BUFFER_LOAD_UBYTE: case GCN_BUFFER_LOAD_SBYTE: case GCN_BUFFER_LOAD_USHORT:
   case GCN_BUFFER_LOAD_SSHORT: case GCN_BUFFER_LOAD_DWORD: case GCN_BUFFER_STORE_LDS_DWORD:
      return true;
   default:
      return false;
   }
}

bool gcn_decode_buf(struct decoder *d, uint32_t w, enum gcn_enc enc)
{
   struct gcn_inst *inst = d->inst;
   bool gfx8 = d->gfx_level >= 8;
   unsigned number = enc == GCN_MUBUF ? bits(w, 18, 7) : gfx8 ? bits(w, 15, 4) : bits(w, 16, 3);
   if (d->dwords < 2 || !set_op(d, enc, number))
      return false;
   inst->size_B = 8;
   uint32_t w1 = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   inst->buf.offset = (uint16_t)bits(w, 0, 12);
   inst->buf.offen = bits(w, 12, 1);
   inst->buf.idxen = bits(w, 13, 1);
   inst->buf.glc = bits(w, 14, 1);
   inst->buf.addr64 = !gfx8 && bits(w, 15, 1);
   inst->buf.tfe = bits(w1, 23, 1);
   inst->buf.slc = gfx8 && enc == GCN_MUBUF ? bits(w, 17, 1) : bits(w1, 22, 1);
   if (enc == GCN_MUBUF) {
      inst->buf.lds = bits(w, 16, 1);
   } else {
      inst->buf.dfmt = (uint8_t)bits(w, 19, 4);
      inst->buf.nfmt = (uint8_t)bits(w, 23, 3);
   }
   if (!info->num_src)
      return true; /* cache control */
   if (inst->buf.tfe && (enc == GCN_MTBUF || info->flags & GCN_FLAG_ATOMIC || inst->buf.lds))
      return false;
   if (inst->buf.lds && !loads_to_lds(inst->op))
      return false;
   if (inst->op == GCN_BUFFER_STORE_LDS_DWORD && (!inst->buf.lds || inst->buf.offen || inst->buf.idxen || inst->buf.addr64))
      return false;

   unsigned vdata = GCN_SRC_VGPR0 + bits(w1, 8, 8);
   unsigned addr_dwords = inst->buf.addr64 ? 2 : inst->buf.offen + inst->buf.idxen;
   bool loads = info->num_dst && !(info->flags & GCN_FLAG_ATOMIC);
   if (loads && !inst->buf.lds)
      add_dst(inst, vdata, gcn_type_dwords[info->dst[0]] + inst->buf.tfe);
   else if (info->num_dst && inst->buf.glc && !inst->buf.lds)
      add_dst(inst, vdata, gcn_type_dwords[info->dst[0]] + inst->buf.tfe);
   if (info->src[0] == GCN_T_VA)
      add_src(inst, GCN_SRC_VGPR0 + bits(w1, 0, 8), addr_dwords);
   add_src(inst, bits(w1, 16, 5) * 4, 4);
   if (bits(w1, 24, 8) == GCN_SRC_LITERAL || !gcn_add_scalar_src(d, bits(w1, 24, 8), GCN_T_S1))
      return false;
   if (info->num_src > 3)
      add_src(inst, vdata, gcn_type_dwords[info->src[3]] + inst->buf.tfe);
   return true;
}

/* The largest number of address VGPRs that an image operation reads, over all image dimensions. */
static void image_address_size(enum gcn_op op, unsigned *least, unsigned *most)
{
   const struct gcn_op_info *info = &gcn_op_infos[op];
   bool sampled = info->mem_kind == GCN_MEM_SAMPLE || info->mem_kind == GCN_MEM_GATHER4;
   unsigned extra = (unsigned)__builtin_popcount(info->mem & (GCN_MEM_OFF | GCN_MEM_BIAS | GCN_MEM_CMP));
   unsigned derivatives = info->mem & GCN_MEM_GRAD ? 1 : 0;
   /* The level, or the fragment of a load. */
   unsigned last = sampled ? (info->mem & (GCN_MEM_LEVEL | GCN_MEM_CLAMP)) != 0 : info->mem_kind != GCN_MEM_LOD;
   *least = 1 + extra + derivatives;
   *most = 3 + extra + 6 * derivatives + last;
}

static bool takes_d16(const struct gcn_op_info *info)
{
   return info->mem_kind != GCN_MEM_ATOMIC && info->mem_kind != GCN_MEM_RESINFO && info->mem_kind != GCN_MEM_LOD &&
          !(info->mem & GCN_MEM_PCK);
}

bool gcn_decode_mimg(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   if (d->dwords < 2 || !set_op(d, GCN_MIMG, bits(w, 18, 7)))
      return false;
   inst->size_B = 8;
   uint32_t w1 = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   inst->mimg.dmask = (uint8_t)bits(w, 8, 4);
   inst->mimg.unorm = bits(w, 12, 1);
   inst->mimg.glc = bits(w, 13, 1);
   inst->mimg.da = bits(w, 14, 1);
   inst->mimg.r128 = bits(w, 15, 1);
   inst->mimg.tfe = bits(w, 16, 1);
   inst->mimg.lwe = bits(w, 17, 1);
   inst->mimg.slc = bits(w, 25, 1);
   inst->mimg.d16 = d->gfx_level >= 8 && w1 >> 31 && takes_d16(info);
   if (d->gfx_level < 8 && bits(w1, 26, 6))
      return false;

   unsigned vaddr = bits(w1, 0, 8), vdata = GCN_SRC_VGPR0 + bits(w1, 8, 8), least, most;
   image_address_size(inst->op, &least, &most);
   if (most > 256 - vaddr)
      most = 256 - vaddr;
   inst->mimg.addr_dwords = (uint8_t)most;

   unsigned data = (unsigned)__builtin_popcount(inst->mimg.dmask);
   if (info->mem_kind == GCN_MEM_GATHER4)
      data = 4;
   if (!data)
      data = 1;
   bool atomic = info->flags & GCN_FLAG_ATOMIC;
   bool swap = inst->op == GCN_IMAGE_ATOMIC_CMPSWAP || inst->op == GCN_IMAGE_ATOMIC_FCMPSWAP;
   if (atomic && inst->mimg.dmask != (swap ? 15 : 3) && inst->mimg.dmask != (swap ? 3 : 1))
      return false;
   if (info->num_dst && (!atomic || inst->mimg.glc))
      add_dst(inst, vdata, data + inst->mimg.tfe);
   add_src(inst, GCN_SRC_VGPR0 + vaddr, least);
   add_src(inst, bits(w1, 16, 5) * 4, 8);
   if (info->src[2] == GCN_T_S4)
      add_src(inst, bits(w1, 21, 5) * 4, 4);
   else
      add_src(inst, GCN_SRC_INT0, 0);
   if (info->num_src > 2 && info->src[2] == GCN_T_VD)
      add_src(inst, vdata, data + inst->mimg.tfe);
   return true;
}

bool gcn_decode_flat(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   if (d->dwords < 2 || !set_op(d, GCN_FLAT, bits(w, 18, 7)))
      return false;
   inst->size_B = 8;
   uint32_t w1 = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   inst->flat.glc = bits(w, 16, 1);
   inst->flat.slc = bits(w, 17, 1);
   inst->flat.tfe = bits(w1, 23, 1);
   bool atomic = info->flags & GCN_FLAG_ATOMIC;
   if (info->num_dst && (!atomic || inst->flat.glc))
      add_dst(inst, GCN_SRC_VGPR0 + bits(w1, 24, 8), gcn_type_dwords[info->dst[0]] + inst->flat.tfe);
   add_src(inst, GCN_SRC_VGPR0 + bits(w1, 0, 8), 2);
   if (info->num_src > 1)
      add_src(inst, GCN_SRC_VGPR0 + bits(w1, 8, 8), gcn_type_dwords[info->src[1]]);
   return true;
}
