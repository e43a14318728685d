/* tc_buf.c: buffer accesses of shaders by V#: typed and untyped loads, stores, atomics, and scalar loads. Address and range
 * rules as hw/README.md C1. Every access is checked against the memory map: once per instruction where the descriptor's
 * complete range is mapped, per lane otherwise. Loads into LDS are moved there by the caller (sq_interp_vmem.c). */
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/tc/tc_atomic.h"
#include "winsys/sim/tc/tc_int.h"

#include <string.h>

struct vbuf {
   uint64_t base;
   uint32_t stride, records, element_B, index_stride;
   bool swizzle, add_tid, by_index; /* by_index: NUM_RECORDS counts elements */
   const uint8_t *host;   /* of base, when [base, base + range_B) is mapped */
   uint64_t range_B;      /* the descriptor's range; 0 with swizzled elements */
};

static uint32_t bits(uint32_t w, unsigned lo, unsigned n) { return w >> lo & ((1u << n) - 1); }

/* sim_mem_check walks a page table; descriptors repeat. */
static bool range_mapped(struct sim_mem *mem, struct tc_ranges *ranges, uint64_t va, uint64_t size_B, unsigned access)
{
   uint32_t generation = atomic_load_explicit(&mem->generation, memory_order_relaxed);
   uint32_t h = (uint32_t)(va >> 2) * 0x9e3779b1u ^ (uint32_t)size_B * 0x85ebca6bu ^ access << 27;
   struct tc_range *r = &ranges->slot[h >> 27];
   if (r->va != va || r->size_B != size_B || r->generation != generation || r->access != access)
      *r = (struct tc_range){ va, size_B, generation, access, sim_mem_check(mem, va, size_B, access) };
   return r->mapped;
}

static void parse(struct sim_mem *mem, struct tc_ranges *ranges, unsigned gfx_level, const uint32_t rsrc[4], unsigned access,
                  struct vbuf *b)
{
   b->base = rsrc[0] | (uint64_t)bits(rsrc[1], 0, 16) << 32;
   b->stride = bits(rsrc[1], 16, 14);
   b->records = rsrc[2];
   b->swizzle = bits(rsrc[1], 31, 1);
   b->element_B = 2u << bits(rsrc[3], 19, 2);
   b->index_stride = 8u << bits(rsrc[3], 21, 2);
   b->add_tid = bits(rsrc[3], 23, 1);
   if (b->add_tid && gfx_level >= 8)
      b->stride |= bits(rsrc[3], 15, 4) << 14;
   b->by_index = b->stride && (gfx_level < 8 || b->swizzle);
   b->range_B = b->by_index ? (uint64_t)b->records * b->stride : b->records;
   if (b->swizzle) /* multiples of index_stride elements */
      b->range_B = 0;
   b->host = 0;
   if (b->range_B && b->base < mem->size_B && b->range_B <= mem->size_B - b->base &&
       range_mapped(mem, ranges, b->base, b->range_B, access))
      b->host = mem->base + b->base;
}

/* GPU address of a lane's access, or false when it is out of the descriptor's range. size_B: bytes accessed. */
static bool lane_address(const struct vbuf *b, uint32_t index, uint32_t offset, uint32_t soffset, unsigned size_B,
                         uint64_t *va)
{
   uint64_t rel;
   if (b->swizzle && (b->stride || b->add_tid)) { /* scratch: one group of elements, no stride */
      if (b->by_index ? index >= b->records : (uint64_t)offset + soffset + size_B > b->records)
         return false;
      uint64_t group = index / b->index_stride, in_group = index % b->index_stride;
      rel = group * b->stride * b->index_stride +
            (uint64_t)(offset / b->element_B) * b->element_B * b->index_stride + in_group * b->element_B +
            offset % b->element_B;
   } else {
      rel = (uint64_t)index * b->stride + offset;
      if (b->by_index ? index >= b->records : rel + soffset + size_B > b->records)
         return false;
   }
   *va = b->base + soffset + rel;
   return true;
}

static uint8_t *host_ptr(struct sim_mem *mem, const struct vbuf *b, uint64_t va, unsigned size_B, unsigned access)
{
   if (b->host && va >= b->base && va - b->base + size_B <= b->range_B)
      return mem->base + va;
   return sim_mem_ptr(mem, va, size_B, access);
}

/* Offsets of the running lanes from the base. False: some access is not in the range, or that is not mapped. */
static bool offsets_in_range(const struct vbuf *b, const struct tc_buf_inst *inst, uint32_t soffset, const uint32_t (*vaddr)[64],
                             uint64_t exec, unsigned size_B, uint32_t out[64])
{
   if (!b->host || inst->addr64 || b->range_B > UINT32_MAX)
      return false;
   for (; exec; exec &= exec - 1) {
      const unsigned lane = (unsigned)__builtin_ctzll(exec);
      const uint32_t index = (inst->idxen ? vaddr[0][lane] : 0) + (b->add_tid ? lane : 0);
      const uint32_t offset = (inst->offen ? vaddr[inst->idxen][lane] : 0) + inst->offset;
      uint64_t va;
      if (!lane_address(b, index, offset, soffset, size_B, &va) || va - b->base > b->range_B - size_B || b->range_B < size_B)
         return false;
      out[lane] = (uint32_t)(va - b->base);
   }
   return true;
}

static void set_format(struct tc_view *v, const struct fmt *f, unsigned num, uint32_t dst_sel)
{
   v->fmt = f;
   v->num = (uint8_t)num;
   v->format_B = f->el_B;
   for (unsigned c = 0; c < 4; c++)
      v->sel[c] = (uint8_t)bits(dst_sel, 3 * c, 3);
   if (f->ch[0].bits == 32 && (num == FMT_FLOAT || fmt_num_is_int(num)))
      v->plain = (uint8_t)(f->el_B / 4);
}

static void decode(const struct tc_ops *ops, const struct fmt *f, unsigned num, const uint32_t raw[4][16], uint32_t val[4][16])
{
   uint32_t other[4][16];
   ops->fmt_decode(f, num, raw, val);
   if (tc_buf_alpha_num(f, num) == num)
      return;
   ops->fmt_decode(f, tc_buf_alpha_num(f, num), raw, other);
   memcpy(val[3], other[3], sizeof other[3]);
}

void tc_buffer_access(struct sim_mem *mem, struct tc_ranges *ranges, unsigned gfx_level, const struct tc_ops *ops,
                      const struct tc_buf_inst *inst, const uint32_t rsrc[4], uint32_t soffset,
                      const uint32_t (*vaddr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   bool store = inst->kind == TC_BUF_STORE, atomic = inst->kind == TC_BUF_ATOMIC;
   unsigned access = store ? SIM_MEM_WRITE : atomic ? SIM_MEM_READ | SIM_MEM_WRITE : SIM_MEM_READ;
   struct vbuf b;
   parse(mem, ranges, gfx_level, rsrc, access, &b);

   const struct fmt *f = 0;
   unsigned num = 0, el_B, units = 1, unit_B;
   if (inst->format) {
      unsigned dfmt = inst->typed ? inst->dfmt : bits(rsrc[3], 15, 4);
      num = inst->typed ? inst->nfmt : bits(rsrc[3], 12, 3);
      f = fmt_get(dfmt);
      if (!fmt_num_valid(f, num) || dfmt > 14)
         f = 0;
      el_B = unit_B = f ? f->el_B : 0;
   } else {
      unit_B = inst->raw_B;
      units = unit_B == 4 ? inst->components : 1;
      el_B = unit_B;
   }
   if (atomic) {
      unit_B = el_B = inst->raw_B == 8 ? 8 : 4;
      units = 1;
   }

   uint32_t offset[64];
   if (inst->kind == TC_BUF_LOAD && (f || (!inst->format && unit_B == 4)) &&
       offsets_in_range(&b, inst, soffset, vaddr, exec, el_B * units, offset)) {
      struct tc_view v = { .host = mem->base + b.base };
      if (f)
         set_format(&v, f, num, inst->typed ? 0xfac : rsrc[3]);
      ops->tc_view_load(&v, f ? 0 : units, inst->format ? inst->components : units, offset, data, exec, lanes);
      return;
   }

   unsigned index_row = 0, offset_row = inst->idxen ? 1 : 0;
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = exec >> at & 0xffff;
      uint32_t raw[4][16], val[4][16];
      if (!run)
         continue;
      if (store && inst->format && f) {
         uint32_t in[4][16];
         memset(in, 0, sizeof(in));
         for (unsigned m = 0; m < 4; m++) {
            unsigned c = inst->typed ? m : 4; /* the row that memory channel m takes its value from */
            for (unsigned k = 0; k < 4 && !inst->typed; k++)
               if (bits(rsrc[3], 3 * k, 3) == 4 + m && c == 4)
                  c = k;
            if (c < inst->components)
               memcpy(in[m], &data[c][at], sizeof(in[m]));
         }
         ops->fmt_encode(f, num, (const uint32_t (*)[16])in, raw);
      } else {
         memset(raw, 0, sizeof(raw));
      }
      for (unsigned m = run; m; m &= m - 1) {
         unsigned i = __builtin_ctz(m), lane = at + i;
         uint32_t index = (inst->idxen ? vaddr[index_row][lane] : 0) + (b.add_tid ? lane : 0);
         uint32_t offset = (inst->offen ? vaddr[offset_row][lane] : 0) + inst->offset;
         for (unsigned u = 0; u < units; u++) {
            uint64_t va;
            if (inst->addr64) {
               va = b.base + soffset + (vaddr[0][lane] | (uint64_t)vaddr[1][lane] << 32) + inst->offset;
            } else if (!lane_address(&b, index, offset, soffset, unit_B, &va)) {
               break; /* later dwords lie further out */
            }
            if (!inst->addr64 && b.swizzle && u) /* dwords of one access may lie in different elements */
               if (!lane_address(&b, index, offset + 4 * u, soffset, unit_B, &va))
                  break;
            if (inst->addr64 || !b.swizzle) {
               va += 4 * u;
               if (u && !inst->addr64 && !b.by_index && va + unit_B > b.base + b.records)
                  break;
            }
            uint8_t *p = unit_B ? host_ptr(mem, &b, va, unit_B, access) : 0;
            if (!p)
               break;
            if (atomic) {
               if (unit_B == 8) {
                  uint64_t src = data[0][lane] | (uint64_t)data[1][lane] << 32, cmp = 0, old = 0;
                  if (tc_atomic_compares(inst->atomic))
                     cmp = data[2][lane] | (uint64_t)data[3][lane] << 32;
                  if (!(va & 7)) {
                     sim_stores_note(p, 8);
                     old = tc_atomic_qword((uint64_t *)(void *)p, inst->atomic, src, cmp);
                  }
                  raw[0][i] = (uint32_t)old;
                  raw[1][i] = (uint32_t)(old >> 32);
                  continue;
               }
               uint32_t old = 0;
               if (!(va & 3)) {
                  sim_stores_note(p, 4);
                  old = tc_atomic_dword((uint32_t *)(void *)p, inst->atomic, data[0][lane], data[1][lane]);
               }
               raw[0][i] = old;
            } else if (store) {
               sim_stores_note(p, unit_B);
               if (inst->format) {
                  uint32_t el[4] = { raw[0][i], raw[1][i], raw[2][i], raw[3][i] };
                  memcpy(p, el, el_B);
               } else {
                  memcpy(p, &data[u][lane], unit_B);
               }
            } else if (inst->format) {
               uint32_t el[4] = { 0 };
               memcpy(el, p, el_B);
               for (unsigned d = 0; d < 4; d++)
                  raw[d][i] = el[d];
            } else {
               memcpy(&raw[u][i], p, unit_B);
               if (inst->sign && unit_B < 4)
                  raw[u][i] = (uint32_t)((int32_t)(raw[u][i] << (32 - 8 * unit_B)) >> (32 - 8 * unit_B));
            }
         }
      }
      if (store || (atomic && !inst->glc))
         continue;
      const uint32_t (*rows)[16] = (const uint32_t (*)[16])raw;
      unsigned count = atomic ? unit_B / 4 : inst->format ? inst->components : units;
      if (inst->format && !atomic) {
         if (f)
            decode(ops, f, num, (const uint32_t (*)[16])raw, val);
         else
            memset(val, 0, sizeof(val));
         rows = (const uint32_t (*)[16])val;
      }
      uint32_t one = fmt_num_is_int(num) ? 1 : fmt_bits(1.0f);
      for (unsigned c = 0; c < count; c++) {
         unsigned sel = inst->format && !inst->typed ? bits(rsrc[3], 3 * c, 3) : 4 + c;
         for (unsigned m = run; m; m &= m - 1) {
            unsigned i = __builtin_ctz(m);
            data[c][at + i] = sel >= 4 ? rows[sel - 4][i] : sel == 1 && f ? one : 0;
         }
      }
   }
}

/* Bytes from va on that are mapped, in complete pages, `most` (a power of two) of them at most. */
static uint64_t mapped_from(struct sim_mem *mem, uint64_t va, uint64_t most, unsigned access)
{
   uint64_t size_B = 0;
   for (uint64_t step = most; step >= 1u << SIM_PAGE_SHIFT && size_B < most; step /= 2)
      if (sim_mem_check(mem, va + size_B, step, access))
         size_B += step;
   return size_B;
}

/* Of elements that lie beside those of other lanes: accesses without an index, as those to scratch and to the rings are. */
static void resolve_swizzled(struct sim_mem *mem, const struct vbuf *b, unsigned access, struct tc_view *v)
{
   const uint64_t mapped_B = mapped_from(mem, b->base, TC_VIEW_MAX_B / 4, access);
   const uint32_t group_B = b->stride * b->index_stride;
   const uint64_t beyond_B = 16 + (b->add_tid ? (uint64_t)(63 / b->index_stride) * group_B : 0);
   if (mapped_B <= beyond_B)
      return;
   v->size_B = (uint32_t)(mapped_B - beyond_B); /* a dword that is not aligned ends in the next lane's element */
   for (unsigned lane = 0; b->add_tid && lane < 64; lane++)
      v->lane_B[lane] = lane / b->index_stride * group_B + lane % b->index_stride * b->element_B;
   v->lanes_in_row = b->add_tid && b->element_B == 4 && (b->index_stride == 64 || b->index_stride == 16);
   v->records_B = b->by_index ? UINT32_MAX : b->records;
   v->element_mask = ~(b->element_B - 1);
   v->log2_element = (uint32_t)__builtin_ctz(b->element_B);
   v->log2_index_stride = (uint32_t)__builtin_ctz(b->index_stride);
   v->log2_row = v->log2_element + v->log2_index_stride;
   v->modes = !b->by_index || b->records >= (b->add_tid ? 64u : 1u) ? TC_VIEW_BY_OFFSET : 0;
}

static void resolve_linear(const struct vbuf *b, struct tc_view *v)
{
   uint64_t size_B = b->range_B;
   v->records_B = UINT32_MAX;
   if (b->add_tid) {
      for (unsigned lane = 0; lane < 64; lane++)
         v->lane_B[lane] = lane * b->stride;
      v->lanes_in_row = b->stride == 4;
      if (size_B <= 63ull * b->stride || (b->by_index && b->records < 64))
         return;
      size_B -= 63ull * b->stride;
   }
   v->size_B = size_B < TC_VIEW_MAX_B ? (uint32_t)size_B : TC_VIEW_MAX_B;
   v->stride_B = b->stride;
   v->max_index = b->by_index ? b->records - 1 : UINT32_MAX;
   if (b->stride && v->max_index > TC_VIEW_MAX_B / b->stride)
      v->max_index = TC_VIEW_MAX_B / b->stride;
   v->modes = b->add_tid ? TC_VIEW_BY_OFFSET : TC_VIEW_BY_OFFSET | TC_VIEW_BY_INDEX;
}

void tc_resolve_view(struct sim_mem *mem, struct tc_ranges *ranges, unsigned gfx_level, const struct tc_ops *ops,
                     const uint32_t rsrc[4], unsigned access, struct tc_view *v)
{
   struct vbuf b;
   const uint32_t generation = atomic_load_explicit(&mem->generation, memory_order_relaxed);
   parse(mem, ranges, gfx_level, rsrc, access, &b);
   *v = (struct tc_view){ .word = { rsrc[0], rsrc[1], rsrc[2], rsrc[3] }, .generation = generation, .load = ops->tc_view_load,
                          .store = ops->tc_view_store };
   if (b.swizzle && (b.stride || b.add_tid) && b.base < mem->size_B)
      resolve_swizzled(mem, &b, access, v);
   else if (b.host)
      resolve_linear(&b, v);
   v->host = v->modes ? mem->base + b.base : NULL;
   const unsigned dfmt = bits(rsrc[3], 15, 4);
   const struct fmt *f = fmt_get(dfmt);
   const unsigned num = bits(rsrc[3], 12, 3);
   if (dfmt <= 14 && fmt_num_valid(f, num))
      set_format(v, f, num, rsrc[3]);
}

void tc_scalar_buffer_load(struct sim_mem *mem, unsigned gfx_level, const uint32_t rsrc[4], uint32_t offset_B,
                           unsigned dwords, uint32_t *dst)
{
   uint64_t base = (rsrc[0] | (uint64_t)bits(rsrc[1], 0, 16) << 32) & ~3ull;
   uint32_t stride = bits(rsrc[1], 16, 14);
   uint64_t size_B = stride ? (uint64_t)rsrc[2] * stride : rsrc[2];
   offset_B &= ~3u;
   if ((uint64_t)offset_B + 4 * dwords <= size_B) {
      const void *p = sim_mem_ptr(mem, base + offset_B, 4 * dwords, SIM_MEM_READ);
      if (p) {
         memcpy(dst, p, 4 * dwords);
         return;
      }
   }
   for (unsigned d = 0; d < dwords; d++) {
      const void *p = 0;
      if ((uint64_t)offset_B + 4 * d + 4 <= size_B)
         p = sim_mem_ptr(mem, base + offset_B + 4 * d, 4, SIM_MEM_READ);
      dst[d] = 0;
      if (p)
         memcpy(&dst[d], p, 4);
   }
}
