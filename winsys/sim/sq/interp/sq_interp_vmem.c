/* sq_interp_vmem.c: image and buffer instructions: descriptors out of SGPRs, then the texture unit (tc.h). FLAT goes to
 * memory lane by lane; an unmapped address reads zero and writes nowhere. LDS and scratch apertures of FLAT do not exist. */
#include <string.h>

#include "winsys/sim/surf/fmt.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/sq_image.h"
#include "winsys/sim/sq/interp/sq_interp.h"
#include "winsys/sim/tc/tc_atomic.h"

typedef uint32_t row64[64];

static void read_sgprs(const struct sq_state *s, unsigned code, unsigned count, uint32_t *v)
{
   for (unsigned i = 0; i < count; i++)
      v[i] = code + i < 128 ? sq_read32(s, code + i, 0) : 0;
}

static bool no_texture_unit(struct sq_state *s, const struct gcn_inst *inst)
{
   sq_wave_fault(s->w, s->p, (uint32_t)(inst - s->p->inst), "no texture unit");
   return false;
}

/* ---- what lies between registers and the texture unit ----------------------------------------------------------------- */

enum { INTEGER_UINT = 4, INTEGER_SINT = 5 }; /* number formats, of buffers and of images */

/* D16: one component per register still (GFX8.0), in its low half. `num`: the number format. */
static void to_d16(row64 *rows, unsigned count, unsigned num, unsigned lanes)
{
   for (unsigned k = 0; k < count; k++)
      for (unsigned i = 0; i < lanes; i++)
         rows[k][i] = num == INTEGER_UINT || num == INTEGER_SINT ? rows[k][i] & 0xffff : sq_f32_to_f16(sq_u2f(rows[k][i]));
}

static void from_d16(row64 *rows, unsigned count, unsigned num, unsigned lanes)
{
   for (unsigned k = 0; k < count; k++)
      for (unsigned i = 0; i < lanes; i++)
         rows[k][i] = num == INTEGER_UINT   ? rows[k][i] & 0xffff
                      : num == INTEGER_SINT ? (uint32_t)(int16_t)rows[k][i] : sq_f2u(sq_f16_to_f32(rows[k][i] & 0xffff));
}

/* TFE: a register after the data says whether a page was missing. None are: faults are recorded by the memory. */
static void clear_status(struct sq_state *s, unsigned reg)
{
   static const uint32_t zero[64];
   if (reg < 256)
      sq_store_row(s->w->vgpr[reg], zero, s->w->exec, s->w->lanes);
}

/* image_*_pck move the texel's bits: the descriptor with an integer format of that size and no swizzle. */
static bool unpacked_format(uint32_t rsrc[8], bool sign)
{
   static const struct { uint8_t el_B, data_format; } raw[] = { { 1, 1 }, { 2, 2 }, { 4, 4 }, { 8, 11 }, { 16, 14 } };
   const struct fmt *f = fmt_get(rsrc[1] >> 20 & 63);
   for (unsigned i = 0; i < sizeof raw / sizeof *raw; i++) {
      if (f->kind == FMT_PLAIN && f->el_B == raw[i].el_B) {
         rsrc[1] = (rsrc[1] & 0xc00fffff) | (uint32_t)raw[i].data_format << 20 | (sign ? 5u : 4u) << 26;
         rsrc[3] = (rsrc[3] & ~0xfffu) | 0xfac; /* X Y Z W */
         return true;
      }
   }
   return false;
}

static bool exec_image(struct sq_state *s, const struct gcn_inst *inst)
{
   struct tc_image_inst request;
   uint32_t rsrc[8] = { 0 }, samp[4] = { 0 };
   uint32_t mem = gcn_op_infos[inst->op].mem;
   if (!sq_image_request(inst, &request))
      return sq_unsupported(s, inst);
   read_sgprs(s, inst->src[1].code, inst->mimg.r128 ? 4 : 8, rsrc);
   if (inst->src[2].dwords)
      read_sgprs(s, inst->src[2].code, 4, samp);
   if (mem & GCN_MEM_PCK && !unpacked_format(rsrc, mem & GCN_MEM_SGN))
      return sq_unsupported(s, inst);
   unsigned vaddr = inst->src[0].code - GCN_SRC_VGPR0, num = rsrc[1] >> 26 & 15;
   unsigned vdata = (inst->num_src > 3 ? inst->src[3].code : inst->dst[0].code) - GCN_SRC_VGPR0;
   unsigned data_rows = (inst->num_src > 3 ? inst->src[3].dwords : inst->dst[0].dwords) - inst->mimg.tfe;
   if (vdata + data_rows > 256)
      return sq_unsupported(s, inst);
   /* The unit may read up to twelve address rows; near v255 they are copied, so that it stays inside. */
   row64 *vgpr = s->w->vgpr, addr[13];
   const row64 *address = &vgpr[vaddr];
   if (vaddr > 256 - 13) {
      memset(addr, 0, sizeof addr);
      memcpy(addr, vgpr[vaddr], (256 - vaddr) * sizeof *addr);
      address = addr;
   }
   /* Results may overwrite the addresses they come from. */
   row64 result[6];
   bool returns = inst->num_dst && inst->num_src <= 3, narrow = inst->mimg.d16;
   if (returns && !inst->mimg.dmask)
      memset(result, 0, sizeof result); /* DMASK is 0: one dword of zeros */
   if (narrow && !returns) {
      memcpy(result, vgpr[vdata], data_rows * sizeof *result);
      from_d16(result, data_rows, num, s->w->lanes);
   }
   tc_image(s->w->tc, &request, rsrc, samp, (const uint32_t(*)[64])address, returns || narrow ? result : &vgpr[vdata],
            s->w->exec, s->w->lanes);
   if (narrow && returns)
      to_d16(result, data_rows, num, s->w->lanes);
   for (unsigned i = 0; returns && i < data_rows; i++)
      sq_store_row(vgpr[vdata + i], result[i], s->w->exec, s->w->lanes);
   if (inst->mimg.tfe && inst->num_dst)
      clear_status(s, vdata + data_rows);
   return true;
}

/* Dword of a lane in LDS, for loads into it and stores from it: M0 is the base. NULL: outside. */
static uint8_t *lds_place(const struct sq_state *s, const struct gcn_inst *inst, unsigned lane)
{
   uint32_t where = ((s->w->sgpr[GCN_SRC_M0] & 0xffff) + inst->buf.offset + 4 * lane) & ~3u;
   return (uint64_t)where + 4 <= s->w->lds_B ? s->w->lds + where : NULL;
}

static bool exec_buffer(struct sq_state *s, const struct gcn_inst *inst)
{
   struct tc_buf_inst request;
   uint32_t rsrc[4];
   if (!sq_buffer_request(inst, &request))
      return sq_unsupported(s, inst);
   read_sgprs(s, inst->src[1].code, 4, rsrc);
   uint32_t soffset = sq_read32(s, inst->src[2].code, 0);
   bool stores = inst->num_src > 3, to_lds = inst->buf.lds, narrow = gcn_op_infos[inst->op].mem & GCN_MEM_D16;
   unsigned vaddr = inst->src[0].code - GCN_SRC_VGPR0, lanes = s->w->lanes;
   unsigned vdata = to_lds ? 0 : (stores ? inst->src[3].code : inst->dst[0].code) - GCN_SRC_VGPR0;
   unsigned data_rows = to_lds ? 1 : (stores ? inst->src[3].dwords : inst->dst[0].dwords) - inst->buf.tfe;
   unsigned num = request.typed ? request.nfmt : rsrc[3] >> 12 & 7;
   if (vaddr + inst->src[0].dwords > 256 || vdata + data_rows > 256)
      return sq_unsupported(s, inst);
   row64 *vgpr = s->w->vgpr, result[5];
   bool returns = request.kind == TC_BUF_LOAD;
   if (narrow && stores) {
      memcpy(result, vgpr[vdata], data_rows * sizeof *result);
      from_d16(result, data_rows, num, lanes);
   }
   tc_buffer(s->w->tc, &request, rsrc, soffset, (const uint32_t(*)[64])&vgpr[vaddr],
             returns || narrow ? result : &vgpr[vdata], s->w->exec, lanes);
   if (narrow && returns)
      to_d16(result, data_rows, num, lanes);
   for (uint64_t left = to_lds ? s->w->exec : 0; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      uint8_t *p = lds_place(s, inst, lane);
      if (p)
         memcpy(p, &result[0][lane], 4);
   }
   for (unsigned i = 0; returns && !to_lds && i < data_rows; i++)
      sq_store_row(vgpr[vdata + i], result[i], s->w->exec, lanes);
   if (inst->buf.tfe && inst->num_dst)
      clear_status(s, vdata + data_rows);
   return true;
}

/* buffer_store_lds_dword: no VGPR at all; lanes' dwords are consecutive on both sides. */
static bool exec_store_lds(struct sq_state *s, const struct gcn_inst *inst)
{
   struct tc_buf_inst request = { .kind = TC_BUF_STORE, .components = 1, .raw_B = 4, .offen = true };
   uint32_t rsrc[4];
   row64 address, data;
   uint64_t exec = 0;
   read_sgprs(s, inst->src[0].code, 4, rsrc);
   for (unsigned lane = 0; lane < s->w->lanes; lane++) {
      const uint8_t *p = lds_place(s, inst, lane);
      address[lane] = inst->buf.offset + 4 * lane;
      data[lane] = 0;
      if (p)
         memcpy(&data[lane], p, 4);
      exec |= (uint64_t)(p != NULL) << lane;
   }
   tc_buffer(s->w->tc, &request, rsrc, sq_read32(s, inst->src[1].code, 0), (const uint32_t(*)[64])&address, &data,
             exec & s->w->exec, s->w->lanes);
   return true;
}

bool sq_exec_vmem(struct sq_state *s, const struct gcn_inst *inst)
{
   if (inst->op == GCN_BUFFER_WBINVL1 || inst->op == GCN_BUFFER_WBINVL1_VOL || inst->op == GCN_BUFFER_WBINVL1_SC)
      return true;
   if (!s->w->tc)
      return no_texture_unit(s, inst);
   if (inst->op == GCN_BUFFER_STORE_LDS_DWORD)
      return exec_store_lds(s, inst);
   return inst->enc == GCN_MIMG ? exec_image(s, inst) : exec_buffer(s, inst);
}

bool sq_exec_flat(struct sq_state *s, const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   struct sq_wave *w = s->w;
   bool atomic = info->flags & GCN_FLAG_ATOMIC, store = info->flags & GCN_FLAG_STORE;
   uint8_t operation = atomic ? sq_tc_atomic(info) : 0;
   bool wide = info->mem & GCN_MEM_X2;
   unsigned dwords = store ? inst->src[1].dwords : atomic ? 1u + wide : inst->dst[0].dwords - (unsigned)inst->flat.tfe;
   unsigned size = sq_access_B(info);
   bool sign = info->mem & GCN_MEM_SGN;
   const uint32_t *lo = sq_vgpr(s, inst->src[0].code), *hi = sq_vgpr(s, inst->src[0].code + 1);
   uint32_t result[4][64];
   memset(result, 0, sizeof result);
   for (uint64_t left = w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      uint64_t va = lo[lane] | (uint64_t)hi[lane] << 32;
      unsigned access = atomic ? SIM_MEM_READ | SIM_MEM_WRITE : store ? SIM_MEM_WRITE : SIM_MEM_READ;
      uint8_t *p = sim_mem_ptr(w->mem, va & ~(uint64_t)(wide ? 7 : size == 4 ? 3 : 0), size * dwords, access);
      if (!p)
         continue;
      if (atomic || store)
         sim_stores_note(p, size * dwords);
      if (atomic) {
         unsigned data = inst->src[1].code;
         uint64_t v[2] = { 0 }; /* data, and what is compared */
         for (unsigned i = 0; i < inst->src[1].dwords; i++)
            v[i / dwords] |= (uint64_t)sq_vgpr(s, data + i)[lane] << 32 * (i % dwords);
         uint64_t old = wide ? tc_atomic_qword((uint64_t *)(void *)p, operation, v[0], v[1])
                             : tc_atomic_dword((uint32_t *)(void *)p, operation, (uint32_t)v[0], (uint32_t)v[1]);
         result[0][lane] = (uint32_t)old;
         result[1][lane] = (uint32_t)(old >> 32);
         continue;
      }
      for (unsigned i = 0; i < dwords; i++) {
         if (store) {
            memcpy(p + 4 * i, &sq_vgpr(s, inst->src[1].code + i)[lane], size);
         } else {
            uint32_t v = 0;
            memcpy(&v, p + 4 * i, size);
            result[i][lane] = !sign ? v : size == 1 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
         }
      }
   }
   for (unsigned i = 0; inst->num_dst && i < dwords; i++)
      sq_store_row(sq_vgpr(s, inst->dst[0].code + i), result[i], w->exec, w->lanes);
   if (inst->flat.tfe && inst->num_dst)
      clear_status(s, inst->dst[0].code - GCN_SRC_VGPR0 + dwords);
   return true;
}
