/* spv_llvm_cfg.c: control flow of a function. A SPIR-V block becomes an LLVM block; LLVM's passes turn divergent branches into
 * EXEC masks. Calls are in spv_llvm_call.c.
 *
 * discard: in a shader with derivatives, discarded pixels continue as helper invocations of their quad, so control continues
 * after the construct that discards. In a loop this might not end: there the discard returns from the function. */
#include <stdlib.h>
#include <string.h>

#include "hw-si/compiler/llvm_target.h"
#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"

static void add_edge(struct sl *s, uint32_t to_label)
{
   if (s->edge_count == s->edge_cap) {
      uint32_t cap = s->edge_cap ? s->edge_cap * 2 : 64;
      void *p = realloc(s->edge, cap * sizeof(*s->edge));
      if (!p) {
         s->no_memory = true;
         ut_guard_bail("out of memory");
      }
      s->edge = p;
      s->edge_cap = cap;
   }
   s->edge[s->edge_count++] = (struct sl_edge){ LLVMGetInsertBlock(s->b), to_label };
}

/* The LLVM block of a label of the current function; NULL with a failure: there is none. */
static LLVMBasicBlockRef target(struct sl *s, uint32_t label)
{
   LLVMBasicBlockRef b = label < s->m->bound ? s->id[label].block : NULL;
   if (!b) {
      sl_fail(s, "branch to id %u, which is not a block of this function", label);
      return NULL;
   }
   add_edge(s, label);
   return b;
}

static void branch(struct sl *s, uint32_t label)
{
   LLVMBasicBlockRef to = target(s, label);
   if (to)
      LLVMBuildBr(s->b, to);
}

/* Merge block of the innermost selection around block `index` (by position: a construct's blocks lie between its header
 * and its merge block), or 0 when a loop is closer or there is none. */
static uint32_t enclosing_merge(struct sl *s, const struct spv_function *f, uint32_t index)
{
   const struct spv_module *m = s->m;
   for (uint32_t i = index; i-- > 0;) {
      const struct spv_block *b = &m->block[f->first_block + i];
      if (!b->merge_at)
         continue;
      uint32_t merge = spv_inst_at(m, b->merge_at).w[1];
      bool inside = false;
      for (uint32_t k = index + 1; k < f->block_count && !inside; k++)
         inside = m->block[f->first_block + k].label == merge;
      if (inside)
         return spv_inst_at(m, b->merge_at).op == SpvOpSelectionMerge ? merge : 0;
   }
   return 0;
}

static bool inside_loop(struct sl *s, const struct spv_function *f, uint32_t index)
{
   const struct spv_module *m = s->m;
   for (uint32_t i = 0; i <= index; i++) {
      const struct spv_block *b = &m->block[f->first_block + i];
      struct spv_inst in = spv_inst_at(m, b->merge_at);
      if (!b->merge_at || in.op != SpvOpLoopMerge)
         continue;
      for (uint32_t k = index + 1; k < f->block_count; k++) {
         if (m->block[f->first_block + k].label == in.w[1])
            return true;
      }
   }
   return false;
}

static void kill_block(struct sl *s, const struct spv_function *f, uint32_t index)
{
   if (s->shader->stage != PIPE_SHADER_FRAGMENT) {
      sl_fail(s, "discard outside a fragment shader");
      return;
   }
   sl_kill_unless(s, s->i_false);
   uint32_t merge = inside_loop(s, f, index) ? 0 : enclosing_merge(s, f, index);
   if (merge)
      branch(s, merge);
   else
      LLVMBuildBr(s->b, s->frame->return_block);
}

/* OpTerminateInvocation of a compute shader, where a task shader's work group ends: no lane has to be masked out. */
static void end_shader(struct sl *s)
{
   const struct sl_frame *frame = s->frame;
   while (frame->caller)
      frame = frame->caller;
   LLVMBuildBr(s->b, frame->return_block);
}

static void switch_op(struct sl *s, const struct spv_inst *in)
{
   LLVMValueRef v = sl_ints(s, spv_w(in, 1), 1)[0];
   LLVMTypeRef t = LLVMTypeOf(v);
   unsigned words = t == s->i64 ? 2 : 1;
   unsigned cases = in->count > 3 ? (in->count - 3) / (words + 1) : 0;
   LLVMBasicBlockRef default_block = target(s, spv_w(in, 2));
   if (!default_block)
      return;
   LLVMValueRef sw = LLVMBuildSwitch(s->b, v, default_block, cases);
   for (unsigned i = 0; i < cases && !s->failed; i++) {
      const uint32_t *w = in->w + 3 + i * (words + 1);
      uint64_t literal = words == 2 ? w[0] | (uint64_t)w[1] << 32 : w[0];
      for (unsigned k = 0; k < i; k++) { /* LLVM forbids equal cases */
         if (memcmp(in->w + 3 + k * (words + 1), w, words * 4) == 0)
            sl_fail(s, "switch with two equal cases");
      }
      LLVMBasicBlockRef to = target(s, w[words]);
      if (to)
         LLVMAddCase(sw, LLVMConstInt(t, literal, 0), to);
   }
}

void sl_terminator(struct sl *s, const struct spv_function *f, uint32_t index, const struct spv_inst *in)
{
   struct sl_frame *frame = s->frame;
   switch (in->op) {
   case SpvOpBranch:
      branch(s, spv_w(in, 1));
      return;
   case SpvOpBranchConditional: {
      LLVMValueRef c = sl_bools(s, spv_w(in, 1), 1)[0];
      if (spv_w(in, 2) == spv_w(in, 3)) {
         branch(s, spv_w(in, 2));
         return;
      }
      LLVMBasicBlockRef yes = target(s, spv_w(in, 2)), no = target(s, spv_w(in, 3));
      if (yes && no)
         LLVMBuildCondBr(s->b, c, yes, no);
      return;
   }
   case SpvOpSwitch:
      switch_op(s, in);
      return;
   case SpvOpReturnValue: {
      uint32_t n;
      const LLVMValueRef *v = sl_any(s, spv_w(in, 1), &n);
      if (n != frame->result_count) {
         sl_fail(s, "function returns a value of another type");
         return;
      }
      for (uint32_t i = 0; i < n && !s->failed; i++) {
         if (LLVMTypeOf(v[i]) != LLVMGetAllocatedType(frame->result[i]))
            sl_fail(s, "function returns a value of another type");
         else
            LLVMBuildStore(s->b, v[i], frame->result[i]);
      }
      LLVMBuildBr(s->b, frame->return_block);
      return;
   }
   case SpvOpKill:
   case SpvOpTerminateInvocation:
      if (in->op == SpvOpTerminateInvocation && s->shader->stage == PIPE_SHADER_COMPUTE)
         end_shader(s);
      else
         kill_block(s, f, index);
      return;
   case SpvOpReturn:
   case SpvOpUnreachable: /* never executed */
   default:
      LLVMBuildBr(s->b, frame->return_block);
      return;
   }
}

/* ---- phi ------------------------------------------------------------------------------------------------------------------ */

void sl_phi(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_count(s, spv_w(in, 1));
   const LLVMTypeRef *leaf = sl_leaves(s, spv_w(in, 1));
   LLVMValueRef *c = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++)
      c[i] = LLVMBuildPhi(s->b, leaf[i], "");
   sl_define(s, in, c, n);
}

/* When all blocks exist: one incoming value per edge. Edges that SPIR-V does not have (after discard) bring zero. */
void sl_fill_phi(struct sl *s, uint32_t label, const struct spv_inst *in, uint32_t first_edge)
{
   if (s->failed || !s->id[in->w[2]].c)
      return;
   uint32_t n = s->id[in->w[2]].n;
   const LLVMValueRef *c = s->id[in->w[2]].c;
   for (uint32_t e = first_edge; e < s->edge_count; e++) {
      if (s->edge[e].to_label != label)
         continue;
      const LLVMValueRef *v = NULL;
      for (unsigned k = 3; k + 1 < in->count && !v; k += 2) {
         uint32_t parent = in->w[k + 1], vn;
         if (parent < s->m->bound && s->id[parent].block_end == s->edge[e].from) {
            v = sl_any(s, in->w[k], &vn);
            if (vn != n)
               sl_fail(s, "phi of values of other types");
         }
      }
      for (uint32_t i = 0; i < n && !s->failed; i++) {
         LLVMTypeRef t = LLVMTypeOf(c[i]);
         LLVMValueRef value = v ? v[i] : LLVMConstNull(t);
         if (LLVMTypeOf(value) != t)
            sl_fail(s, "phi of values of other types");
         else
            LLVMAddIncoming(c[i], &value, &s->edge[e].from, 1);
      }
   }
}
