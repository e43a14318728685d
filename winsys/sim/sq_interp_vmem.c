/* sq_interp_vmem.c: image and buffer instructions: descriptors out of SGPRs, then the texture unit (tc.h). FLAT goes to
 * memory lane by lane; an unmapped address reads zero and writes nowhere. LDS and scratch apertures of FLAT do not exist. */
#include <string.h>

#include "winsys/sim/mem.h"
#include "winsys/sim/sq_image.h"
#include "winsys/sim/sq_interp.h"

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

static bool exec_image(struct sq_state *s, const struct gcn_inst *inst)
{
   struct tc_image_inst request;
   uint32_t rsrc[8] = { 0 }, samp[4] = { 0 };
   if (!sq_image_request(inst, &request))
      return sq_unsupported(s, inst);
   read_sgprs(s, inst->src[1].code, inst->mimg.r128 ? 4 : 8, rsrc);
   if (inst->src[2].dwords)
      read_sgprs(s, inst->src[2].code, 4, samp);
   unsigned vaddr = inst->src[0].code - GCN_SRC_VGPR0;
   unsigned vdata = (inst->num_src > 3 ? inst->src[3].code : inst->dst[0].code) - GCN_SRC_VGPR0;
   unsigned data_rows = inst->num_src > 3 ? inst->src[3].dwords : inst->dst[0].dwords;
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
   bool returns = inst->num_dst && inst->num_src <= 3;
   tc_image(s->w->tc, &request, rsrc, samp, (const uint32_t(*)[64])address, returns ? result : &vgpr[vdata], s->w->exec,
            s->w->lanes);
   for (unsigned i = 0; returns && i < data_rows; i++)
      sq_store_row(vgpr[vdata + i], result[i], s->w->exec, s->w->lanes);
   return true;
}

static bool exec_buffer(struct sq_state *s, const struct gcn_inst *inst)
{
   struct tc_buf_inst request;
   uint32_t rsrc[4];
   if (!sq_buffer_request(inst, &request))
      return sq_unsupported(s, inst);
   read_sgprs(s, inst->src[1].code, 4, rsrc);
   uint32_t soffset = sq_read32(s, inst->src[2].code, 0);
   unsigned vaddr = inst->src[0].code - GCN_SRC_VGPR0;
   unsigned vdata = (inst->num_src > 3 ? inst->src[3].code : inst->dst[0].code) - GCN_SRC_VGPR0;
   unsigned data_rows = inst->num_src > 3 ? inst->src[3].dwords : inst->dst[0].dwords;
   if (vaddr + inst->src[0].dwords > 256 || vdata + data_rows > 256)
      return sq_unsupported(s, inst);
   row64 *vgpr = s->w->vgpr, result[5];
   bool returns = request.kind == TC_BUF_LOAD;
   tc_buffer(s->w->tc, &request, rsrc, soffset, (const uint32_t(*)[64])&vgpr[vaddr], returns ? result : &vgpr[vdata],
             s->w->exec, s->w->lanes);
   for (unsigned i = 0; returns && i < data_rows; i++)
      sq_store_row(vgpr[vdata + i], result[i], s->w->exec, s->w->lanes);
   return true;
}

bool sq_exec_vmem(struct sq_state *s, const struct gcn_inst *inst)
{
   if (inst->op == GCN_BUFFER_WBINVL1 || inst->op == GCN_BUFFER_WBINVL1_VOL || inst->op == GCN_BUFFER_WBINVL1_SC)
      return true;
   if (!s->w->tc)
      return no_texture_unit(s, inst);
   if (inst->op == GCN_BUFFER_STORE_LDS_DWORD)
      return sq_unsupported(s, inst);
   return inst->enc == GCN_MIMG ? exec_image(s, inst) : exec_buffer(s, inst);
}

/* One atomic; *p is shared with other waves. Returns the old value. */
static uint32_t flat_atomic(uint32_t *p, enum gcn_op op, uint32_t data, uint32_t compare)
{
   uint32_t old = __atomic_load_n(p, __ATOMIC_RELAXED), v;
   do {
      switch (op) {
      case GCN_FLAT_ATOMIC_SWAP: v = data; break;
      case GCN_FLAT_ATOMIC_CMPSWAP: v = old == compare ? data : old; break;
      case GCN_FLAT_ATOMIC_ADD: v = old + data; break;
      case GCN_FLAT_ATOMIC_SUB: v = old - data; break;
      case GCN_FLAT_ATOMIC_SMIN: v = (int32_t)old < (int32_t)data ? old : data; break;
      case GCN_FLAT_ATOMIC_UMIN: v = old < data ? old : data; break;
      case GCN_FLAT_ATOMIC_SMAX: v = (int32_t)old > (int32_t)data ? old : data; break;
      case GCN_FLAT_ATOMIC_UMAX: v = old > data ? old : data; break;
      case GCN_FLAT_ATOMIC_AND: v = old & data; break;
      case GCN_FLAT_ATOMIC_OR: v = old | data; break;
      case GCN_FLAT_ATOMIC_XOR: v = old ^ data; break;
      case GCN_FLAT_ATOMIC_INC: v = old >= data ? 0 : old + 1; break;
      default: v = old == 0 || old > data ? data : old - 1; break; /* dec */
      }
   } while (!__atomic_compare_exchange_n(p, &old, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
   return old;
}

bool sq_exec_flat(struct sq_state *s, const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   struct sq_wave *w = s->w;
   bool atomic = info->flags & GCN_FLAG_ATOMIC, store = info->flags & GCN_FLAG_STORE;
   if (inst->flat.tfe || (atomic && strstr(info->name, "_x2")) || strstr(info->name, "atomic_f"))
      return sq_unsupported(s, inst);
   unsigned dwords = store ? inst->src[1].dwords : atomic ? 1 : inst->dst[0].dwords;
   unsigned size = strstr(info->name, "byte") ? 1 : strstr(info->name, "short") ? 2 : 4;
   bool sign = strstr(info->name, "sbyte") || strstr(info->name, "sshort");
   const uint32_t *lo = sq_vgpr(s, inst->src[0].code), *hi = sq_vgpr(s, inst->src[0].code + 1);
   uint32_t result[4][64];
   memset(result, 0, sizeof result);
   for (uint64_t left = w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      uint64_t va = lo[lane] | (uint64_t)hi[lane] << 32;
      unsigned access = atomic ? SIM_MEM_READ | SIM_MEM_WRITE : store ? SIM_MEM_WRITE : SIM_MEM_READ;
      uint8_t *p = sim_mem_ptr(w->mem, size == 4 ? va & ~UINT64_C(3) : va, size * dwords, access);
      if (!p)
         continue;
      if (atomic) {
         unsigned data = inst->src[1].code;
         uint32_t compare = inst->src[1].dwords > 1 ? sq_vgpr(s, data + 1)[lane] : 0;
         result[0][lane] = flat_atomic((uint32_t *)p, (enum gcn_op)inst->op, sq_vgpr(s, data)[lane], compare);
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
   return true;
}
