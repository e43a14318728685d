/* stream_walk.c: iterates over the packets of a stream, following calls and chains of command buffers. Applies register writes.
 * Draws, dispatches, copies and fills are events; other packets become notes of the next event. Predicated packets and packets
 * under COND_EXEC count as executed. */
#include <string.h>

#include "hw-si/hwdb/hw_regs_table.h"
#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "stream.h"

#define MAX_DEPTH 4
#define MAX_CHAINS 10000

struct walker {
   unsigned gfx_level;
   const struct stream_memory *mem;
   stream_event_func *func;
   void *user;
   const char *why;
   struct stream_regs regs;
   struct stream_event event;            /* the next event, with the notes so far */
   uint32_t instances, index_type, index_max;
   uint64_t index_base, indirect_base, dispatch_base;
};

static uint64_t make_va(uint32_t lo, uint32_t hi)
{
   return lo | (uint64_t)(hi & 0xffff) << 32;
}

static void emit(struct walker *w, const struct pm4_iter *it, uint64_t va, enum stream_kind kind)
{
   w->event.kind = kind;
   w->event.opcode = it->opcode;
   w->event.va = va;
   w->event.predicated = it->predicate;
   w->func(w->user, &w->event, &w->regs);
   w->event = (struct stream_event){ 0 };
}

static void add_note(struct walker *w, struct stream_note n)
{
   if (w->event.note_count < STREAM_MAX_NOTES)
      w->event.note[w->event.note_count++] = n;
}

static void note(struct walker *w, const struct pm4_iter *it)
{
   add_note(w, (struct stream_note){ (uint8_t)it->opcode, 0, it->body_dw ? it->body[0] : 0 });
}

static void write_reg(struct walker *w, uint32_t offset, uint32_t value)
{
   int index = stream_reg_index(offset);
   if (index < 0)
      return;
   const uint32_t selected = stream_reg(&w->regs, w->gfx_level == 6 ? R_00802C_GRBM_GFX_INDEX : R_030800_GRBM_GFX_INDEX);
   if (offset == R_028350_PA_SC_RASTER_CONFIG && selected && !G_00802C_SE_BROADCAST_WRITES(selected))
      add_note(w, (struct stream_note){ PKT3_SET_CONTEXT_REG, (uint8_t)G_00802C_SE_INDEX(selected), value });
   w->regs.value[index] = value;
   w->regs.known[index] = STREAM_WRITTEN;
}

static void set_registers(struct walker *w, const struct pm4_iter *it, uint32_t start)
{
   for (uint32_t i = 1; i < it->body_dw; i++)
      write_reg(w, start + 4 * ((it->body[0] & 0xffff) + i - 1), it->body[i]);
}

static void draw(struct walker *w, const struct pm4_iter *it, uint64_t va, uint32_t count, bool indexed, uint32_t initiator)
{
   static const int32_t sizes[4] = { 2, 4, 1, 0 };
   w->event.count = count;
   w->event.instances = w->instances;
   w->event.index_B = indexed ? sizes[w->index_type & 3] : 0;
   w->event.initiator = initiator;
   emit(w, it, va, STREAM_DRAW);
}

static void indirect_draw(struct walker *w, const struct pm4_iter *it, uint64_t va, bool indexed)
{
   const uint32_t *args = w->mem->read(w->mem->user, w->indirect_base + it->body[0], indexed ? 20 : 16);
   w->instances = args ? args[1] : 0;
   draw(w, it, va, args ? args[0] : 0, indexed, it->body[it->body_dw - 1]);
}

static void dma(struct walker *w, const struct pm4_iter *it, uint64_t va, unsigned src_sel, uint64_t src, uint64_t dst,
                uint32_t data, uint32_t command)
{
   struct stream_event *e = &w->event;
   e->bytes = PM4_GET_DMA_DATA_COMMAND_BYTE_COUNT(command);
   if (!e->bytes || (src_sel != 2 && src == dst)) { /* a wait for earlier DMA, or a prefetch */
      e->bytes = 0;
      note(w, it);
      return;
   }
   e->src = src_sel == 2 ? 0 : src;
   e->dst = dst;
   e->data = data;
   emit(w, it, va, src_sel == 2 ? STREAM_FILL : STREAM_COPY);
}

static void dispatch(struct walker *w, const struct pm4_iter *it, uint64_t va)
{
   bool direct = it->opcode == PKT3_DISPATCH_DIRECT;
   const uint32_t *dim = direct ? it->body : w->mem->read(w->mem->user, w->dispatch_base + it->body[0], 12);
   if (dim)
      memcpy(w->event.groups, dim, 12);
   w->event.initiator = it->body[it->body_dw - 1];
   emit(w, it, va, STREAM_DISPATCH);
}

static bool draw_packet(struct walker *w, const struct pm4_iter *it, uint64_t va)
{
   const uint32_t *b = it->body;
   switch (it->opcode) {
   case PKT3_DRAW_INDEX_AUTO:
      draw(w, it, va, b[0], false, b[1]);
      return true;
   case PKT3_DRAW_INDEX_2:
      draw(w, it, va, b[3], true, b[4]);
      return true;
   case PKT3_DRAW_INDEX_OFFSET_2:
      draw(w, it, va, b[2], true, b[3]);
      return true;
   case PKT3_DRAW_INDIRECT: case PKT3_DRAW_INDIRECT_MULTI:
      indirect_draw(w, it, va, false);
      return true;
   case PKT3_DRAW_INDEX_INDIRECT: case PKT3_DRAW_INDEX_INDIRECT_MULTI:
      indirect_draw(w, it, va, true);
      return true;
   case PKT3_DISPATCH_DIRECT: case PKT3_DISPATCH_INDIRECT:
      dispatch(w, it, va);
      return true;
   case PKT3_DMA_DATA:
      dma(w, it, va, PM4_GET_DMA_DATA_CONTROL_SRC_SEL(b[0]), make_va(b[1], b[2]), make_va(b[3], b[4]), b[1], b[5]);
      return true;
   case PKT3_CP_DMA:
      dma(w, it, va, PM4_GET_CP_DMA_WORD1_SRC_SEL(b[1]), make_va(b[0], b[1]), make_va(b[2], b[3]), b[0], b[4]);
      return true;
   default:
      return false;
   }
}

static bool state_packet(struct walker *w, const struct pm4_iter *it)
{
   const uint32_t *b = it->body;
   switch (it->opcode) {
   case PKT3_NOP: case PKT3_CONTEXT_CONTROL:
      return true;
   case PKT3_CLEAR_STATE:
      stream_regs_clear_state(&w->regs, w->gfx_level);
      return true;
   case PKT3_NUM_INSTANCES:
      w->instances = b[0];
      return true;
   case PKT3_INDEX_TYPE:
      w->index_type = b[0];
      return true;
   case PKT3_INDEX_BASE:
      w->index_base = make_va(b[0], b[1]);
      return true;
   case PKT3_INDEX_BUFFER_SIZE:
      w->index_max = b[0];
      return true;
   case PKT3_SET_BASE:
      if ((b[0] & 15) == 1)
         *(it->compute ? &w->dispatch_base : &w->indirect_base) = make_va(b[1], b[2]);
      return true;
   case PKT3_DRAW_PREAMBLE:
      write_reg(w, R_030908_VGT_PRIMITIVE_TYPE, b[0]);
      write_reg(w, R_028AA8_IA_MULTI_VGT_PARAM, b[1]);
      write_reg(w, R_028B58_VGT_LS_HS_CONFIG, b[2]);
      return true;
   default:
      return false;
   }
}

struct ib { uint64_t va; uint32_t dw; };

static void run(struct walker *w, struct ib ib, unsigned depth);

static struct ib run_one(struct walker *w, struct ib ib, unsigned depth)
{
   struct ib next = { 0 };
   const uint32_t *dw = w->mem->read(w->mem->user, ib.va, 4ull * ib.dw);
   if (!dw) {
      w->why = "a command buffer is not mapped";
      return next;
   }
   struct pm4_iter it;
   pm4_iter_init(&it, w->gfx_level, dw, ib.dw);
   while (!w->why && !next.dw && pm4_iter_next(&it)) {
      if (it.type != 3)
         continue;
      const struct pm4_packet_info *info = pm4_packet_find(it.opcode);
      if (!info || (it.body_dw < info->min_words && it.opcode != PKT3_NOP)) {
         w->why = "unknown or short packet";
         break;
      }
      uint32_t space = pm4_reg_space_start(it.opcode);
      if (space) {
         set_registers(w, &it, space);
      } else if (it.opcode == PKT3_INDIRECT_BUFFER || it.opcode == PKT3_INDIRECT_BUFFER_SI) {
         struct ib to = { make_va(it.body[0], it.body[1]), PM4_GET_INDIRECT_BUFFER_CONTROL_SIZE_DW(it.body[2]) };
         if (PM4_GET_INDIRECT_BUFFER_CONTROL_CHAIN(it.body[2]))
            next = to;
         else if (to.dw)
            run(w, to, depth + 1);
      } else if (!state_packet(w, &it) && !draw_packet(w, &it, ib.va + 4 * it.offset)) {
         note(w, &it);
      }
   }
   if (it.error)
      w->why = it.error;
   return next;
}

static void run(struct walker *w, struct ib ib, unsigned depth)
{
   if (depth > MAX_DEPTH) {
      w->why = "command buffers call each other too deeply";
      return;
   }
   for (unsigned chains = 0; ib.dw && !w->why; chains++) {
      if (chains > MAX_CHAINS)
         w->why = "endless chain of command buffers";
      ib = run_one(w, ib, depth);
   }
}

bool stream_walk(unsigned gfx_level, const struct stream_memory *mem, uint64_t ib_va, uint32_t ib_dw, stream_event_func *func,
                 void *user, const char **why)
{
   struct walker w = { .gfx_level = gfx_level, .mem = mem, .func = func, .user = user, .instances = 1 };
   run(&w, (struct ib){ ib_va, ib_dw }, 0);
   *why = w.why;
   return !w.why;
}
