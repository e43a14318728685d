/* query_shader.c: adds up the samples of a query and stores the result: the body of SI_BLIT_PS_QUERY. One pixel runs it. Samples bypass
 * the caches when they are written, and the L1 when they are read. */
#include <stddef.h>

#include "hw-si/compiler/query_shader.h"

struct sum {
   struct sl *s;
   const struct si_blit_ps_key *key;
   LLVMValueRef total, written;        /* allocas of i64; written: SI_QUERY_OVERFLOW alone */
   LLVMValueRef step_B, begin_B, end_B;
};

static LLVMValueRef param(struct sl *s, size_t offset_B)
{
   return sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->i32, sl_i32(s, (uint32_t)offset_B));
}

static LLVMValueRef i64(struct sl *s, uint64_t v)
{
   return LLVMConstInt(s->i64, v, 0);
}

static LLVMValueRef sample(struct sl *s, LLVMValueRef desc, LLVMValueRef at_B)
{
   const LLVMValueRef dw[2] = {
      sl_buffer_load_dword(s, desc, at_B, SL_GLC),
      sl_buffer_load_dword(s, desc, LLVMBuildAdd(s->b, at_B, sl_i32(s, 4), ""), SL_GLC),
   };
   return sl_from_dwords(s, dw, s->i64);
}

/* Adds end - begin of one count to a sum. */
static void add_count(const struct sum *q, LLVMValueRef to, LLVMValueRef desc, LLVMValueRef begin_B, LLVMValueRef end_B)
{
   struct sl *s = q->s;
   const bool last = q->key->query_sum == SI_QUERY_LAST, valid = q->key->query_sum == SI_QUERY_SUM_VALID || q->key->query_sum == SI_QUERY_OVERFLOW;
   LLVMValueRef end = sample(s, desc, end_B);
   if (last) {
      LLVMBuildStore(s->b, end, to);
      return;
   }
   LLVMValueRef begin = sample(s, desc, begin_B), more = LLVMBuildSub(s->b, end, begin, "");
   if (valid) { /* bit 63 of both */
      LLVMValueRef both = LLVMBuildICmp(s->b, LLVMIntSLT, LLVMBuildAnd(s->b, begin, end, ""), i64(s, 0), "");
      more = LLVMBuildSelect(s->b, both, more, i64(s, 0), "");
   }
   LLVMBuildStore(s->b, LLVMBuildAdd(s->b, LLVMBuildLoad2(s->b, s->i64, to, ""), more, ""), to);
}

/* `index` counts up to `count` in the code that follows, up to end_loop(). */
struct loop { LLVMBasicBlockRef head, after; LLVMValueRef counter, index; };

static struct loop begin_loop(struct sl *s, LLVMValueRef counter, LLVMValueRef count)
{
   struct loop l = {
      .head = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "head"),
      .after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "after"),
      .counter = counter,
   };
   LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "body");
   LLVMBuildStore(s->b, s->zero, counter);
   LLVMBuildBr(s->b, l.head);
   LLVMPositionBuilderAtEnd(s->b, l.head);
   l.index = LLVMBuildLoad2(s->b, s->i32, counter, "");
   LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntULT, l.index, count, ""), body, l.after);
   LLVMPositionBuilderAtEnd(s->b, body);
   return l;
}

static void end_loop(struct sl *s, const struct loop *l)
{
   LLVMBuildStore(s->b, LLVMBuildAdd(s->b, l->index, s->one, ""), l->counter);
   LLVMBuildBr(s->b, l->head);
   LLVMPositionBuilderAtEnd(s->b, l->after);
}

static void add_block(const struct sum *q, LLVMValueRef block, LLVMValueRef counter)
{
   struct sl *s = q->s;
   LLVMValueRef at = LLVMBuildMul(s->b, block, sl_i32(s, sizeof(struct si_query_samples)), "");
   at = LLVMBuildAdd(s->b, at, sl_i32(s, sizeof(struct si_query_params)), "");
   LLVMValueRef desc = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v4i32, at);
   at = LLVMBuildAdd(s->b, at, sl_i32(s, offsetof(struct si_query_samples, counts)), "");
   LLVMValueRef counts = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->i32, at);
   struct loop l = begin_loop(s, counter, counts);
   LLVMValueRef first_B = LLVMBuildMul(s->b, l.index, q->step_B, "");
   LLVMValueRef begin_B = LLVMBuildAdd(s->b, first_B, q->begin_B, ""), end_B = LLVMBuildAdd(s->b, first_B, q->end_B, "");
   add_count(q, q->total, desc, begin_B, end_B);
   if (q->key->query_sum == SI_QUERY_OVERFLOW) {
      LLVMValueRef next = sl_i32(s, 8);
      add_count(q, q->written, desc, LLVMBuildAdd(s->b, begin_B, next, ""), LLVMBuildAdd(s->b, end_B, next, ""));
   }
   end_loop(s, &l);
}

/* ticks * 1000000 / khz without overflow. */
static LLVMValueRef nanoseconds(struct sl *s, LLVMValueRef ticks)
{
   LLVMValueRef khz = LLVMBuildZExt(s->b, param(s, offsetof(struct si_query_params, clock_khz)), s->i64, ""), million = i64(s, 1000000);
   LLVMValueRef quotient = LLVMBuildUDiv(s->b, ticks, khz, ""), rest = LLVMBuildSub(s->b, ticks, LLVMBuildMul(s->b, quotient, khz, ""), "");
   rest = LLVMBuildUDiv(s->b, LLVMBuildMul(s->b, rest, million, ""), khz, "");
   return LLVMBuildAdd(s->b, LLVMBuildMul(s->b, quotient, million, ""), rest, "");
}

void sl_query_result(struct sl *s, const struct si_blit_ps_key *key)
{
   struct sum q = {
      .s = s, .key = key,
      .total = sl_entry_alloca(s, s->i64, "total"), .written = sl_entry_alloca(s, s->i64, "written"),
      .step_B = param(s, offsetof(struct si_query_params, step_B)), .begin_B = param(s, offsetof(struct si_query_params, begin_B)),
      .end_B = param(s, offsetof(struct si_query_params, end_B)),
   };
   LLVMValueRef block = sl_entry_alloca(s, s->i32, "block"), count = sl_entry_alloca(s, s->i32, "count");
   LLVMBuildStore(s->b, i64(s, 0), q.total);
   LLVMBuildStore(s->b, i64(s, 0), q.written);
   struct loop l = begin_loop(s, block, param(s, offsetof(struct si_query_params, blocks)));
   add_block(&q, l.index, count);
   end_loop(s, &l);

   LLVMValueRef result = LLVMBuildLoad2(s->b, s->i64, q.total, "");
   if (key->query_sum == SI_QUERY_OVERFLOW)
      result = LLVMBuildSub(s->b, result, LLVMBuildLoad2(s->b, s->i64, q.written, ""), "");
   if (key->query_time)
      result = nanoseconds(s, result);
   if (key->query_bool)
      result = LLVMBuildZExt(s->b, LLVMBuildICmp(s->b, LLVMIntNE, result, i64(s, 0), ""), s->i64, "");
   const LLVMValueRef dw[2] = { param(s, offsetof(struct si_query_params, max)), param(s, offsetof(struct si_query_params, max) + 4) };
   LLVMValueRef max = sl_from_dwords(s, dw, s->i64);
   result = LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntULT, result, max, ""), result, max, "");
   LLVMValueRef dst = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v4i32, sl_i32(s, offsetof(struct si_query_params, dst)));
   sl_buffer_store_dword(s, dst, LLVMBuildTrunc(s->b, result, s->i32, ""), s->zero, s->zero, SL_GLC);
   if (key->query_wide)
      sl_buffer_store_dword(s, dst, LLVMBuildTrunc(s->b, LLVMBuildLShr(s->b, result, i64(s, 32), ""), s->i32, ""), sl_i32(s, 4), s->zero, SL_GLC);
   s->bin->writes_memory = 1;
}
