/* spv_llvm_call.c: functions. A call is inlined: the callee's body is translated in place, because an id is defined in one
 * function only and GLSL has no recursion. The frames of nested calls are a list, so that the depth of calls is bounded by
 * SL_MAX_EMITTED alone and takes no stack. */
#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"

static bool is_void(struct sl *s, const struct spv_function *f)
{
   return spv_type_of(s->m, f->result_type).kind == SPV_KIND_VOID;
}

/* A function of one block is inlined without new blocks: thousands of small calls stay one block, which LLVM handles in linear
 * time. */
static bool is_simple(struct sl *s, const struct spv_function *f)
{
   struct spv_inst term = spv_inst_at(s->m, s->m->block[f->first_block].term_at);
   return f->block_count == 1 && (term.op == SpvOpReturn || term.op == SpvOpReturnValue);
}

/* Pointers are passed as such, values by value. */
static void pass_arguments(struct sl *s, const struct spv_inst *in, const struct spv_function *f)
{
   uint32_t at = f->first_param_at;
   for (uint32_t i = 0; i < f->param_count && !s->failed; i++) {
      struct spv_inst param;
      if (!spv_next(s->m, &at, &param))
         return;
      uint32_t arg = in->w[4 + i];
      struct sl_id *to = &s->id[param.w[2]];
      if (spv_type_of(s->m, param.w[1]).kind == SPV_KIND_POINTER) {
         to->ptr = sl_pointer(s, arg);
         if (to->ptr && to->ptr->type != spv_type_of(s->m, param.w[1]).element)
            sl_fail(s, "argument of another type");
      } else if (arg < s->m->bound && s->id[arg].image) {
         to->image = s->id[arg].image;
      } else {
         uint32_t n;
         const LLVMValueRef *v = sl_any(s, arg, &n);
         sl_define(s, &param, v, n);
      }
   }
}

/* All calls of a function share the allocas of its result. */
static void make_result(struct sl *s, struct sl_frame *frame)
{
   const struct spv_function *f = frame->fn;
   frame->result_count = sl_count(s, f->result_type);
   bool first = !s->id[f->id].result;
   if (first)
      s->id[f->id].result = sl_array(s, frame->result_count);
   frame->result = s->id[f->id].result;
   for (uint32_t i = 0; i < frame->result_count; i++) {
      LLVMTypeRef t = sl_leaves(s, f->result_type)[i];
      if (first)
         frame->result[i] = sl_entry_alloca(s, t, "");
      LLVMBuildStore(s->b, LLVMConstNull(t), frame->result[i]);
   }
}

static void start_block(struct sl *s, struct sl_frame *frame)
{
   const struct spv_block *b = &s->m->block[frame->fn->first_block + frame->block];
   if (!frame->is_simple)
      LLVMPositionBuilderAtEnd(s->b, s->id[b->label].block);
   frame->at = b->first_at;
}

/* The frame becomes the innermost one, at its function's first instruction. */
static void enter(struct sl *s, struct sl_frame *frame)
{
   const struct spv_function *f = frame->fn;
   frame->caller = s->frame;
   frame->first_edge = s->edge_count;
   s->frame = frame;
   s->id[f->id].is_active = true;
   for (uint32_t i = 0; i < f->block_count && !frame->is_simple; i++) {
      struct sl_id *label = &s->id[s->m->block[f->first_block + i].label];
      label->block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
      label->block_end = NULL;
   }
   if (!frame->is_simple)
      LLVMBuildBr(s->b, s->id[s->m->block[f->first_block].label].block);
   start_block(s, frame);
}

static void call(struct sl *s, const struct spv_inst *in)
{
   const struct spv_function *f = spv_find_function(s->m, spv_w(in, 3));
   if (!f || in->count != 4 + f->param_count || f->result_type != in->w[1]) {
      sl_fail(s, "malformed function call");
      return;
   }
   if (s->id[f->id].is_active) {
      sl_fail(s, "recursion");
      return;
   }
   pass_arguments(s, in, f);
   if (s->failed)
      return;
   struct sl_frame *frame = s->spare_frame ? s->spare_frame : sl_alloc(s, sizeof(*frame));
   s->spare_frame = s->spare_frame ? s->spare_frame->caller : NULL;
   *frame = (struct sl_frame){ .fn = f, .call = *in, .is_simple = is_simple(s, f) };
   if (!frame->is_simple) {
      frame->return_block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "return");
      if (!is_void(s, f))
         make_result(s, frame);
   }
   enter(s, frame);
}

static void fill_phis(struct sl *s, const struct sl_frame *frame)
{
   for (uint32_t i = 0; i < frame->fn->block_count && !s->failed; i++) {
      const struct spv_block *b = &s->m->block[frame->fn->first_block + i];
      uint32_t at = b->first_at;
      struct spv_inst in;
      while (at < b->term_at && spv_next(s->m, &at, &in)) {
         if (in.op == SpvOpPhi)
            sl_fill_phi(s, b->label, &in, frame->first_edge);
      }
   }
}

/* The value of the call of a simple function. */
static void define_simple(struct sl *s, const struct sl_frame *frame)
{
   struct spv_inst term = spv_inst_at(s->m, s->m->block[frame->fn->first_block].term_at);
   if (term.op == SpvOpReturnValue) {
      uint32_t n;
      const LLVMValueRef *v = sl_any(s, spv_w(&term, 1), &n);
      sl_define(s, &frame->call, v, n);
   } else if (!is_void(s, frame->fn)) {
      sl_fail(s, "function returns no value");
   }
}

/* Ends the innermost function; translation goes on after its call. */
static void leave(struct sl *s)
{
   struct sl_frame *frame = s->frame;
   const struct spv_function *f = frame->fn;
   s->frame = frame->caller;
   s->id[f->id].is_active = false;
   if (frame->is_simple) {
      define_simple(s, frame);
   } else {
      fill_phis(s, frame);
      /* A later branch to a label of this function is malformed. */
      for (uint32_t i = 0; i < f->block_count; i++)
         s->id[s->m->block[f->first_block + i].label].block = NULL;
      s->edge_count = frame->first_edge;
      LLVMPositionBuilderAtEnd(s->b, frame->return_block);
      if (frame->result_count && !s->failed) {
         LLVMValueRef *c = sl_array(s, frame->result_count);
         for (uint32_t i = 0; i < frame->result_count; i++)
            c[i] = LLVMBuildLoad2(s->b, sl_leaves(s, f->result_type)[i], frame->result[i], "");
         sl_define(s, &frame->call, c, frame->result_count);
      }
   }
   frame->caller = s->spare_frame;
   s->spare_frame = frame;
}

static void end_block(struct sl *s, struct sl_frame *frame)
{
   const struct spv_block *b = &s->m->block[frame->fn->first_block + frame->block];
   if (!frame->is_simple) {
      struct spv_inst in = spv_inst_at(s->m, b->term_at);
      s->id[b->label].block_end = LLVMGetInsertBlock(s->b);
      sl_terminator(s, frame->fn, frame->block, &in);
   }
   if (++frame->block < frame->fn->block_count)
      start_block(s, frame);
   else
      leave(s);
}

/* EmitVertex, EndPrimitive and their forms with a stream, which is a constant. */
static void vertex_stream(struct sl *s, const struct spv_inst *in)
{
   uint32_t stream = 0;
   bool emit = in->op == SpvOpEmitVertex || in->op == SpvOpEmitStreamVertex;
   bool with_stream = in->op == SpvOpEmitStreamVertex || in->op == SpvOpEndStreamPrimitive;
   void (*send)(struct sl *s, unsigned stream) = emit ? s->ops->emit_vertex : s->ops->end_primitive;
   if (!send || (with_stream && !spv_const_u32(s->m, spv_w(in, 1), &stream)) || stream > 3)
      sl_fail(s, "EmitVertex or EndPrimitive outside a geometry shader, or without a valid stream");
   else
      send(s, stream);
}

static void instruction(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpNop:
   case SpvOpLine:
   case SpvOpNoLine:
   case SpvOpSelectionMerge:
   case SpvOpLoopMerge:
   case SpvOpLifetimeStart:
   case SpvOpLifetimeStop:
      return;
   case SpvOpPhi:
      sl_phi(s, in);
      return;
   case SpvOpFunctionCall:
      call(s, in);
      return;
   case SpvOpUndef:
      if (spv_type_of(s->m, spv_w(in, 1)).kind != SPV_KIND_POINTER)
         sl_constant(s, in);
      return;
   case SpvOpExtInst:
      sl_ext450(s, in);
      return;
   case SpvOpDemoteToHelperInvocation:
      sl_kill_unless(s, s->i_false);
      return;
   case SpvOpIsHelperInvocationEXT: { /* since the start or a demotion */
      LLVMValueRef helper = LLVMBuildNot(s->b, sl_call(s, "llvm.amdgcn.live.mask", s->i1, NULL, 0), "");
      sl_define(s, in, &helper, 1);
      return;
   }
   case SpvOpEmitVertex:
   case SpvOpEndPrimitive:
   case SpvOpEmitStreamVertex:
   case SpvOpEndStreamPrimitive:
      vertex_stream(s, in);
      return;
   default:
      if (sl_waterfall(s, in, instruction))
         return;
      if (!sl_alu(s, in) && !sl_memory(s, in) && !sl_tex(s, in) && !sl_atomic(s, in) && !sl_vote(s, in) && !sl_subgroup(s, in))
         sl_fail(s, "SPIR-V instruction %u is not supported", in->op);
      return;
   }
}

void sl_function(struct sl *s, const struct spv_function *f)
{
   struct sl_frame *frame = sl_alloc(s, sizeof(*frame));
   *frame = (struct sl_frame){ .fn = f, .return_block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "end") };
   enter(s, frame);
   while (s->frame && !s->failed) {
      frame = s->frame;
      struct spv_inst in;
      if (frame->at >= s->m->block[frame->fn->first_block + frame->block].term_at || !spv_next(s->m, &frame->at, &in))
         end_block(s, frame);
      else if (++s->emitted > SL_MAX_EMITTED)
         sl_fail(s, "the shader has more than %u instructions, counted once for each call of their function: make it smaller, "
                 "or call large functions from fewer places", SL_MAX_EMITTED);
      else
         instruction(s, &in);
   }
}
