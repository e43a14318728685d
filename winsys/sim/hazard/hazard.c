/* hazard.c: a model of the caches of GFX6-8: every range of memory that commands accessed has a state (which caches may hold
 * it, where the newest copy is, which running work may access it), which reads, writes and cache packets change.
 *
 * The model. Colour and depth units write memory past L2, and so do their caches of metadata (CMASK, FMASK, DCC; HTILE). L1, the
 * scalar cache and the instruction cache are filled through L2; shader stores end in L2; index fetch goes through L2 on GFX8 and
 * past it before. The command processor and its DMA access memory, or L2 where the packet says so. A cache that may hold what
 * another unit writes is stale until it is invalidated. It has no effect while running work may fill the cache again.
 * Between submissions the kernel flushes and waits.
 *
 * Known gaps: memory reached by FLAT instructions or through descriptors that depend on lanes or loops; bank swizzles in base
 * addresses; a barrier that GL leaves to the application (glMemoryBarrier) and that is missing is reported, too. */
#include "winsys/sim/core/packet.h"
#include "winsys/sim/hazard/hazard.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "util/ut_debug.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/hazard/hazard_int.h"

#define MAX_SAID 40 /* per submission */

#define GFX_RUNNING (HZ_READ_VS | HZ_READ_PS | HZ_WRITE_VS | HZ_WRITE_PS)
#define CS_RUNNING (HZ_READ_CS | HZ_WRITE_CS)
#define READERS (HZ_READ_VS | HZ_READ_PS | HZ_READ_CS)
#define CB_STATE (HZ_CB_DIRTY | HZ_HELD_CB | HZ_STALE_CB)
#define DB_STATE (HZ_DB_DIRTY | HZ_HELD_DB | HZ_STALE_DB)
#define CBM_STATE (HZ_CBM_DIRTY | HZ_HELD_CBM | HZ_STALE_CBM)
#define DBM_STATE (HZ_DBM_DIRTY | HZ_HELD_DBM | HZ_STALE_DBM)
#define WRITERS (HZ_WRITE_VS | HZ_WRITE_PS | HZ_WRITE_CS | HZ_WRITE_DMA)

void hz_report(struct sim_hazard *h, const char *format, ...)
{
   char text[sizeof h->first];
   h->count++;
   if (h->said++ >= MAX_SAID)
      return;
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof text, format, args);
   va_end(args);
   if (h->count == 1)
      memcpy(h->first, text, sizeof text);
   ut_log("hazard", "packet at 0x%llx: %s%s", (unsigned long long)h->packet_va, text,
          h->said == MAX_SAID ? " (no more of this submission)" : "");
}

/* ---- reading and writing ----------------------------------------------------------------------------------------------- */

struct checking { struct sim_hazard *h; const struct hz_access *a; };

static uint32_t held_by(enum hz_unit unit, unsigned gfx_level)
{
   switch (unit) {
   case HZ_L1: return HZ_HELD_L1 | HZ_HELD_L2;
   case HZ_K: return HZ_HELD_K | HZ_HELD_L2;
   case HZ_I: return HZ_HELD_I | HZ_HELD_L2;
   case HZ_IA: return gfx_level >= 8 ? HZ_HELD_L2 : 0;
   case HZ_L2: return HZ_HELD_L2;
   case HZ_CB: return HZ_HELD_CB;
   case HZ_DB: return HZ_HELD_DB;
   case HZ_CBM: return HZ_HELD_CBM;
   case HZ_DBM: return HZ_HELD_DBM;
   default: return 0;
   }
}

/* The cache of another unit that holds newer data than memory, NULL: none. */
static const char *unflushed(uint32_t state, enum hz_unit unit)
{
   static const struct { uint32_t dirty; enum hz_unit unit; const char *name; } caches[] = {
      { HZ_CB_DIRTY, HZ_CB, "the colour cache" }, { HZ_DB_DIRTY, HZ_DB, "the depth cache" },
      { HZ_CBM_DIRTY, HZ_CBM, "the cache of colour's metadata" }, { HZ_DBM_DIRTY, HZ_DBM, "the cache of depth's metadata" },
   };
   for (unsigned i = 0; i < sizeof caches / sizeof *caches; i++)
      if (state & caches[i].dirty && unit != caches[i].unit)
         return caches[i].name;
   return NULL;
}

static const char *why_not_readable(const struct sim_hazard *h, const struct hz_access *a, uint32_t state)
{
   uint32_t held = held_by(a->unit, h->gpu->gfx_level), stale = held << HZ_STALE_SHIFT & state;
   if (state & WRITERS & ~a->running)
      return state & HZ_WRITE_DMA ? "the copy has not been waited for" : "the stores have not been waited for";
   if (state & HZ_L2_DIRTY && !(held & HZ_HELD_L2))
      return "L2 has not been written back";
   if (stale & HZ_STALE_L2)
      return "L2 has not been invalidated";
   if (stale)
      return a->unit == HZ_L1 ? "L1 has not been invalidated" : a->unit == HZ_K ? "the scalar cache has not been invalidated"
             : a->unit == HZ_I ? "the instruction cache has not been invalidated" : "its cache has older data";
   if (state & HZ_BY_ME && a->unit == HZ_PFP)
      return "the PFP has not been made to wait for the ME";
   return NULL;
}

static void check_read(void *user, struct hz_range *r)
{
   const struct checking *c = user;
   const char *cache = unflushed(r->state, c->a->unit), *why = cache ? "has not been flushed" : why_not_readable(c->h, c->a, r->state);
   if (why)
      hz_report(c->h, "%s reads 0x%llx to 0x%llx: %s%s%s since %s at 0x%llx", c->a->name, (unsigned long long)r->start,
                (unsigned long long)r->end, cache ? cache : "", cache ? " " : "", why, r->writer ? r->writer : "?",
                (unsigned long long)r->writer_va);
}

/* Caches may hold lines from before the submission, whatever wrote the memory since. */
static void check_fresh(struct sim_hazard *h, const struct hz_access *a)
{
   static const char *const names[HZ_NUM_UNITS] = { [HZ_L1] = "L1", [HZ_K] = "the scalar cache", [HZ_I] = "the instruction cache",
                                                    [HZ_L2] = "L2" };
   uint32_t needed = 1u << a->unit | (held_by(a->unit, h->gpu->gfx_level) & HZ_HELD_L2 ? 1u << HZ_L2 : 0);
   for (unsigned u = 0; u < HZ_NUM_UNITS; u++)
      if (names[u] && needed >> u & 1 & ~((h->invalidated | h->fresh_said) >> u)) {
         hz_report(h, "%s reads through %s, which has not been invalidated since the submission began", a->name, names[u]);
         h->fresh_said |= 1u << u;
      }
}

void hz_check_read(struct sim_hazard *h, const struct hz_access *a)
{
   check_fresh(h, a);
   hz_look(&h->map, a->start, a->end, check_read, &(struct checking){ h, a });
}

static void note_held(void *user, struct hz_range *r)
{
   const struct checking *c = user;
   r->state |= held_by(c->a->unit, c->h->gpu->gfx_level);
}

static void note_running(void *user, struct hz_range *r)
{
   const struct checking *c = user;
   r->state |= c->a->running;
}

#define LINE_B 64u

void hz_note_read(struct sim_hazard *h, const struct hz_access *a)
{
   struct checking c = { h, a };
   hz_touch(&h->map, a->start & ~(uint64_t)(LINE_B - 1), (a->end + LINE_B - 1) & ~(uint64_t)(LINE_B - 1), note_held, &c);
   if (a->running)
      hz_touch(&h->map, a->start, a->end, note_running, &c);
}

static const char *why_not_writable(const struct hz_access *a, uint32_t state)
{
   bool below = a->unit != HZ_L1 && a->unit != HZ_L2; /* a later write-back of L2 would overwrite it */
   if (state & HZ_L2_DIRTY && below)
      return "L2, not written back, will overwrite it";
   if (a->unit == HZ_CB && state & HZ_STALE_CB)
      return "the colour cache has older data";
   if (a->unit == HZ_DB && state & HZ_STALE_DB)
      return "the depth cache has older data";
   if (a->in_order)
      return NULL;
   if ((a->unit == HZ_CB || a->unit == HZ_DB) && state & (HZ_READ_PS | HZ_READ_CS))
      return "an earlier program that reads it has not been waited for";
   if ((a->unit == HZ_ME || a->unit == HZ_L2) && state & READERS)
      return "a program that reads it has not been waited for";
   if (a->unit != HZ_L1 && state & WRITERS & ~HZ_WRITE_DMA)
      return "stores to it have not been waited for";
   return NULL;
}

static void check_write(void *user, struct hz_range *r)
{
   const struct checking *c = user;
   const char *cache = unflushed(r->state, c->a->unit);
   const char *why = cache ? ", not flushed, will overwrite it" : why_not_writable(c->a, r->state);
   if (why)
      hz_report(c->h, "%s writes 0x%llx to 0x%llx: %s%s; written by %s at 0x%llx", c->a->name, (unsigned long long)r->start,
                (unsigned long long)r->end, cache ? cache : "", why, r->writer ? r->writer : "no packet",
                (unsigned long long)r->writer_va);
}

void hz_check_write(struct sim_hazard *h, const struct hz_access *a)
{
   hz_look(&h->map, a->start, a->end, check_write, &(struct checking){ h, a });
}

static void note_write(void *user, struct hz_range *r)
{
   const struct checking *c = user;
   uint32_t mine = c->a->unit == HZ_L1 ? HZ_HELD_L2 : held_by(c->a->unit, c->h->gpu->gfx_level);
   r->state |= (r->state & HZ_ALL_HELD & ~mine) << HZ_STALE_SHIFT;
   r->state |= mine | c->a->running;
   switch (c->a->unit) {
   case HZ_CB: r->state |= HZ_CB_DIRTY; break;
   case HZ_DB: r->state |= HZ_DB_DIRTY; break;
   case HZ_CBM: r->state |= HZ_CBM_DIRTY; break;
   case HZ_DBM: r->state |= HZ_DBM_DIRTY; break;
   case HZ_L1: case HZ_L2: r->state |= HZ_L2_DIRTY; break;
   case HZ_ME: r->state |= HZ_BY_ME; break;
   default: break;
   }
   if (r->writer != c->a->name || r->writer_va < c->h->packet_va - 4096 || r->writer_va > c->h->packet_va) {
      r->writer = c->a->name; /* approximate, so that ranges of successive draws merge */
      r->writer_va = c->h->packet_va;
   }
}

void hz_note_write(struct sim_hazard *h, const struct hz_access *a)
{
   hz_touch(&h->map, a->start, a->end, note_write, &(struct checking){ h, a });
   if (a->unit != HZ_CB && a->unit != HZ_DB && a->unit != HZ_CBM && a->unit != HZ_DBM)
      hz_surfaces_written(h, a->start, a->end);
}

/* A write that ends with its packet. */
static void write_now(struct sim_hazard *h, const char *name, enum hz_unit unit, uint64_t va, uint64_t size_B, bool in_order)
{
   struct hz_access a = { name, unit, va, va + size_B, 0, in_order };
   hz_check_write(h, &a);
   hz_note_write(h, &a);
}

static void read_now(struct sim_hazard *h, const char *name, enum hz_unit unit, uint64_t va, uint64_t size_B)
{
   struct hz_access a = { name, unit, va, va + size_B, 0, false };
   hz_check_read(h, &a);
   hz_note_read(h, &a);
}

/* ---- cache and ordering packets ---------------------------------------------------------------------------------------- */

/* Ranges that running work may fetch again stay in the cache. */
static void invalidate(struct sim_hazard *h, enum hz_unit unit, uint32_t held)
{
   for (size_t i = 0; i < h->map.count; i++)
      if (!(h->map.range[i].state & (READERS | WRITERS)))
         h->map.range[i].state &= ~(held | held << HZ_STALE_SHIFT);
   h->invalidated |= 1u << unit;
}

static void lose_dirty(void *user, struct hz_range *r)
{
   struct sim_hazard *h = user;
   if (r->state & HZ_L2_DIRTY)
      hz_report(h, "L2 is invalidated and loses 0x%llx to 0x%llx, written by %s at 0x%llx", (unsigned long long)r->start,
                (unsigned long long)r->end, r->writer ? r->writer : "?", (unsigned long long)r->writer_va);
}

/* Writes back L2, and invalidates the caches of some units (bit per enum hz_unit). */
static void cache_actions(struct sim_hazard *h, bool wb_l2, unsigned units)
{
   if (wb_l2)
      hz_clear_bits(&h->map, HZ_L2_DIRTY);
   else if (units >> HZ_L2 & 1)
      hz_look(&h->map, 0, UINT64_MAX, lose_dirty, h);
   static const struct { enum hz_unit unit; uint32_t held; } caches[] = {
      { HZ_L2, HZ_HELD_L2 }, { HZ_L1, HZ_HELD_L1 }, { HZ_K, HZ_HELD_K }, { HZ_I, HZ_HELD_I },
   };
   for (unsigned i = 0; i < sizeof caches / sizeof *caches; i++)
      if (units >> caches[i].unit & 1)
         invalidate(h, caches[i].unit, caches[i].held);
}

static void surface_sync(struct sim_hazard *h, uint32_t coher)
{
   unsigned level = h->gpu->gfx_level;
   bool cb_dest = coher >> 6 & 0xff, db_dest = G_0301F0_DB_DEST_BASE_ENA(coher), l2 = G_0301F0_TC_ACTION_ENA(coher);
   bool wb = level >= 8 ? G_0301F0_TC_WB_ACTION_ENA(coher) : l2;
   if (cb_dest || db_dest) /* waits until all draws to these targets have ended */
      hz_clear_bits(&h->map, GFX_RUNNING);
   hz_clear_bits(&h->map, (cb_dest && G_0301F0_CB_ACTION_ENA(coher) ? CB_STATE : 0) |
                             (db_dest && G_0301F0_DB_ACTION_ENA(coher) ? DB_STATE : 0));
   cache_actions(h, wb, (unsigned)l2 << HZ_L2 | G_0301F0_TCL1_ACTION_ENA(coher) << HZ_L1 |
                           G_0301F0_SH_KCACHE_ACTION_ENA(coher) << HZ_K | G_0301F0_SH_ICACHE_ACTION_ENA(coher) << HZ_I);
   if (level >= 8 && l2 && !wb)
      hz_report(h, "TC_ACTION_ENA without TC_WB_ACTION_ENA: what L2 has not written back is lost, other processes' too");
}

/* The state that an event ends; the bytes that it writes. */
static const struct { uint32_t ends, size_B; } events[64] = {
   [V_028A90_PS_PARTIAL_FLUSH] = { GFX_RUNNING, 0 },
   [V_028A90_VS_PARTIAL_FLUSH] = { HZ_READ_VS | HZ_WRITE_VS, 0 },
   [V_028A90_CS_PARTIAL_FLUSH] = { CS_RUNNING, 0 },
   [V_028A90_CACHE_FLUSH] = { CB_STATE | DB_STATE | CBM_STATE | DBM_STATE, 0 },
   [V_028A90_CACHE_FLUSH_AND_INV_EVENT] = { CB_STATE | DB_STATE | CBM_STATE | DBM_STATE, 0 },
   [V_028A90_CACHE_FLUSH_AND_INV_TS_EVENT] = { CB_STATE | DB_STATE | CBM_STATE | DBM_STATE, 0 },
   [V_028A90_FLUSH_AND_INV_CB_META] = { CBM_STATE, 0 },
   [V_028A90_FLUSH_AND_INV_DB_META] = { DBM_STATE, 0 },
   [V_028A90_FLUSH_AND_INV_CB_PIXEL_DATA] = { CB_STATE, 0 },
   [V_028A90_FLUSH_AND_INV_CB_DATA_TS] = { CB_STATE, 0 },
   [V_028A90_DB_CACHE_FLUSH_AND_INV] = { DB_STATE, 0 },
   [V_028A90_FLUSH_AND_INV_DB_DATA_TS] = { DB_STATE, 0 },
   [V_028A90_ZPASS_DONE] = { 0, 8 }, /* of each backend; 16 apart */
   [V_028A90_SAMPLE_PIPELINESTAT] = { 0, 88 },
   [V_028A90_SAMPLE_STREAMOUTSTATS] = { 0, 16 }, [V_028A90_SAMPLE_STREAMOUTSTATS1] = { 0, 16 },
   [V_028A90_SAMPLE_STREAMOUTSTATS2] = { 0, 16 }, [V_028A90_SAMPLE_STREAMOUTSTATS3] = { 0, 16 },
};

static void end_of_pipe(struct sim_hazard *h, uint32_t word, uint64_t va, unsigned data_sel)
{
   hz_clear_bits(&h->map, events[word & 63].ends);
   cache_actions(h, PM4_GET_EVENT_WRITE_EOP_EVENT_TC_WB_ACTION(word) || h->gpu->gfx_level < 8,
                 PM4_GET_EVENT_WRITE_EOP_EVENT_TC_ACTION(word) << HZ_L2 | PM4_GET_EVENT_WRITE_EOP_EVENT_TCL1_ACTION(word) << HZ_L1);
   if (data_sel)
      write_now(h, "end of pipe", HZ_ME, va, data_sel == 1 ? 4 : 8, true);
}

static void sync_packet(struct sim_hazard *h, const struct cp_packet *p)
{
   const uint32_t *b = p->body;
   switch (p->opcode) {
   case PKT3_SURFACE_SYNC:
   case PKT3_ACQUIRE_MEM:
      surface_sync(h, b[0]);
      return;
   case PKT3_EVENT_WRITE: {
      unsigned type = PM4_GET_EVENT_WRITE_EVENT_EVENT_TYPE(b[0]);
      hz_clear_bits(&h->map, events[type].ends);
      if (p->dw >= 3 && events[type].size_B)
         write_now(h, "an event's counters", HZ_ME, cp_word_va(b + 1), events[type].size_B, true);
      return;
   }
   case PKT3_EVENT_WRITE_EOP:
      end_of_pipe(h, b[0], cp_word_va(b + 1), PM4_GET_EVENT_WRITE_EOP_SELECT_DATA_SEL(b[2]));
      return;
   case PKT3_EVENT_WRITE_EOS:
      end_of_pipe(h, b[0], cp_word_va(b + 1), 1);
      return;
   case PKT3_RELEASE_MEM:
      end_of_pipe(h, b[0], cp_word_va(b + 2), PM4_GET_RELEASE_MEM_SELECT_DATA_SEL(b[1]));
      return;
   case PKT3_WAIT_REG_MEM:
      if (PM4_GET_WAIT_REG_MEM_CONTROL_MEM_SPACE(b[0])) /* assumed to wait for an end-of-pipe event */
         hz_clear_bits(&h->map, GFX_RUNNING | CS_RUNNING);
      return;
   case PKT3_PFP_SYNC_ME:
      hz_clear_bits(&h->map, HZ_BY_ME);
   }
}

/* ---- the command processor's own memory accesses ------------------------------------------------------------------------ */

static void dma(struct sim_hazard *h, unsigned src_sel, unsigned dst_sel, uint64_t src, uint64_t dst, uint32_t command, bool sync)
{
   uint32_t bytes = PM4_GET_DMA_DATA_COMMAND_BYTE_COUNT(command);
   bool prefetch = src == dst && src_sel != 2;
   if (sync)
      hz_clear_bits(&h->map, HZ_WRITE_DMA);
   if (!bytes || prefetch)
      return;
   if (src_sel != 2 && !PM4_GET_DMA_DATA_COMMAND_SAS(command))
      read_now(h, "DMA", src_sel == 3 ? HZ_L2 : HZ_ME, src, bytes);
   if (dst_sel == 1 || PM4_GET_DMA_DATA_COMMAND_DAS(command))
      return;
   struct hz_access a = { "DMA", dst_sel == 3 ? HZ_L2 : HZ_ME, dst, dst + bytes, sync ? 0 : HZ_WRITE_DMA, false };
   hz_check_write(h, &a);
   hz_note_write(h, &a);
}

static void memory_packet(struct sim_hazard *h, const struct cp_packet *p)
{
   const uint32_t *b = p->body;
   switch (p->opcode) {
   case PKT3_WRITE_DATA: {
      unsigned dst = PM4_GET_WRITE_DATA_CONTROL_DST_SEL(b[0]);
      if ((dst == 1 || dst == 2 || dst == 5) && p->dw > 3)
         write_now(h, "WRITE_DATA", dst == 2 ? HZ_L2 : HZ_ME, cp_word_va(b + 1), 4ull * (p->dw - 3), false);
      return;
   }
   case PKT3_COPY_DATA: {
      unsigned src = PM4_GET_COPY_DATA_CONTROL_SRC_SEL(b[0]), dst = PM4_GET_COPY_DATA_CONTROL_DST_SEL(b[0]);
      uint64_t size_B = PM4_GET_COPY_DATA_CONTROL_COUNT_64(b[0]) ? 8 : 4;
      if (src == 1 || src == 2)
         read_now(h, "COPY_DATA", src == 2 ? HZ_L2 : HZ_ME, cp_word_va(b + 1), size_B);
      if (dst == 1 || dst == 2 || dst == 5)
         write_now(h, "COPY_DATA", dst == 2 ? HZ_L2 : HZ_ME, cp_word_va(b + 3), size_B, false);
      int reg = dst == 0 ? stream_reg_index(4 * b[3]) : -1;
      if (reg >= 0)
         h->regs.known[reg] = STREAM_WRITTEN;
      return;
   }
   case PKT3_DMA_DATA:
      dma(h, PM4_GET_DMA_DATA_CONTROL_SRC_SEL(b[0]), PM4_GET_DMA_DATA_CONTROL_DST_SEL(b[0]),
          cp_va(b[1], b[2]), cp_va(b[3], b[4]), b[5], PM4_GET_DMA_DATA_CONTROL_CP_SYNC(b[0]));
      return;
   case PKT3_CP_DMA:
      dma(h, PM4_GET_CP_DMA_WORD1_SRC_SEL(b[1]), PM4_GET_CP_DMA_WORD1_DST_SEL(b[1]),
          cp_va(b[0], PM4_GET_CP_DMA_WORD1_SRC_HI(b[1])), cp_va(b[2], b[3]), b[4], PM4_GET_CP_DMA_WORD1_CP_SYNC(b[1]));
      return;
   case PKT3_STRMOUT_BUFFER_UPDATE: {
      uint32_t offset = R_028ADC_VGT_STRMOUT_BUFFER_OFFSET_0 + 16 * PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_BUFFER(b[0]);
      if (PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_SOURCE(b[0]) != PM4_STRMOUT_BUFFER_UPDATE_SOURCE_NONE)
         h->regs.known[stream_reg_index(offset)] = STREAM_WRITTEN;
      if (PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_SOURCE(b[0]) == PM4_STRMOUT_BUFFER_UPDATE_SOURCE_MEMORY)
         read_now(h, "STRMOUT_BUFFER_UPDATE", HZ_ME, cp_word_va(b + 3), 4);
      if (PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_STORE_FILLED_SIZE(b[0]))
         write_now(h, "STRMOUT_BUFFER_UPDATE", HZ_ME, cp_word_va(b + 1), 4, true);
      return;
   }
   case PKT3_LOAD_CONTEXT_REG_INDEX:
      read_now(h, "LOAD_CONTEXT_REG_INDEX", HZ_PFP, cp_word_va(b), 4 * PM4_GET_LOAD_CONTEXT_REG_INDEX_COUNT_NUM_DW(b[3]));
      return;
   case PKT3_COND_EXEC:
      read_now(h, "COND_EXEC", HZ_PFP, cp_word_va(b), 4);
   }
}

/* ---- packets ----------------------------------------------------------------------------------------------------------- */

static void set_registers(struct sim_hazard *h, const struct cp_packet *p, uint32_t start)
{
   for (uint32_t i = 1; i < p->dw; i++) {
      int reg = stream_reg_index(start + 4 * ((p->body[0] & 0xffff) + i - 1));
      if (reg < 0)
         return;
      h->regs.value[reg] = p->body[i];
      h->regs.known[reg] = STREAM_WRITTEN;
   }
}

void sim_hazard_packet(struct sim_hazard *h, const struct cp_packet *p)
{
   uint32_t space = pm4_reg_space_start(p->opcode);
   h->packet_va = p->va;
   if (space) {
      set_registers(h, p, space);
      return;
   }
   switch (p->opcode) {
   case PKT3_CLEAR_STATE:
      stream_regs_clear_state(&h->regs, h->gpu->gfx_level);
      return;
   case PKT3_DRAW_INDEX_AUTO: case PKT3_DRAW_INDEX_2: case PKT3_DRAW_INDEX_OFFSET_2: case PKT3_DRAW_INDIRECT:
   case PKT3_DRAW_INDEX_INDIRECT: case PKT3_DRAW_INDIRECT_MULTI: case PKT3_DRAW_INDEX_INDIRECT_MULTI:
      hz_draw(h, p);
      return;
   case PKT3_DISPATCH_INDIRECT:
      read_now(h, "DISPATCH_INDIRECT", HZ_PFP, h->gpu->cp->compute_ring && p->dw >= 3 ? cp_word_va(p->body) :
               h->gpu->cp->dispatch_base + p->body[0], 12);
      hz_dispatch(h);
      return;
   case PKT3_DISPATCH_DIRECT:
      hz_dispatch(h);
      return;
   }
   sync_packet(h, p);
   memory_packet(h, p);
}

void sim_hazard_begin(struct sim_hazard *h)
{
   h->map.count = 0;
   h->said = 0;
   h->invalidated = h->fresh_said = 0;
   memset(&h->regs, 0, sizeof h->regs);
   for (unsigned i = 0; i < HZ_TRACES; i++)
      h->trace[i].valid = false;
}

unsigned sim_hazard_count(const struct sim_hazard *h)
{
   return h->count;
}

struct sim_hazard *sim_hazard_create(struct sim_gpu *gpu)
{
   struct sim_hazard *h = ut_debug_flags() & UT_DEBUG_HAZARD ? calloc(1, sizeof *h) : NULL;
   if (!h)
      return NULL;
   h->gpu = gpu;
   h->trace = calloc(HZ_TRACES, sizeof *h->trace);
   if (!h->trace) {
      sim_hazard_destroy(h);
      return NULL;
   }
   return h;
}

void sim_hazard_destroy(struct sim_hazard *h)
{
   if (!h)
      return;
   free(h->map.range);
   free(h->surfaces.at);
   free(h->access);
   free(h->trace);
   free(h);
}
