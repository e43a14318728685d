/* spv_llvm_waterfall.c: instructions whose resource differs between the lanes of a wave (a sampler, image, uniform or storage
 * block of an array with an index that is not uniform). Descriptors are in scalar registers, so the instruction runs once for
 * each resource that the wave uses, in a loop:
 *
 *    left = lanes of the wave
 *    do {
 *       first = index of the first lane that is left
 *       lanes with this index run the instruction with resource `first`, and keep its result
 *       left &= ~lanes with this index
 *    } while (left);
 *
 * The loop's condition is the same for all lanes. Where the instruction takes derivatives, all lanes of a quad run it if one
 * does, and those with another index drop the result. */
#include "hw-si/compiler/spv_llvm.h"

typedef LLVMValueRef V;

struct waterfall { LLVMBasicBlockRef head, latch; V left, index, same, next; };

static bool takes_derivatives(const struct sl *s, const struct spv_inst *in)
{
   if (s->shader->stage != PIPE_SHADER_FRAGMENT)
      return false;
   return in->op == SpvOpImageSampleImplicitLod || in->op == SpvOpImageSampleDrefImplicitLod || in->op == SpvOpImageQueryLod ||
          in->op == SpvOpImageSampleProjImplicitLod || in->op == SpvOpImageSampleProjDrefImplicitLod;
}

static V any_of_quad(struct sl *s, V condition)
{
   V v = LLVMBuildZExt(s->b, condition, s->i32, "");
   v = LLVMBuildOr(s->b, v, sl_quad_perm(s, v, 0xb1), ""); /* the neighbour in x: 1 0 3 2 */
   v = LLVMBuildOr(s->b, v, sl_quad_perm(s, v, 0x4e), ""); /* the other row: 2 3 0 1 */
   v = sl_call1(s, "llvm.amdgcn.wqm.i32", s->i32, v);
   return LLVMBuildICmp(s->b, LLVMIntNE, v, s->zero, "");
}

/* Leaves the builder where the instruction runs with resource w->index. */
static void begin(struct sl *s, struct waterfall *w, V index, bool quads)
{
   LLVMBasicBlockRef before = LLVMGetInsertBlock(s->b), body = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "resource");
   w->head = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "resources");
   w->latch = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   V all = sl_ballot(s, s->i_true), one = LLVMConstInt(s->i64, 1, 0);
   LLVMBuildBr(s->b, w->head);
   LLVMPositionBuilderAtEnd(s->b, w->head);
   w->left = LLVMBuildPhi(s->b, s->i64, "");
   LLVMAddIncoming(w->left, &all, &before, 1);
   V lane = LLVMBuildTrunc(s->b, sl_call2(s, "llvm.cttz.i64", s->i64, w->left, s->i_false), s->i32, "");
   lane = LLVMBuildAnd(s->b, lane, sl_i32(s, 63), "");
   w->index = sl_call2(s, "llvm.amdgcn.readlane", s->i32, index, lane);
   w->same = LLVMBuildICmp(s->b, LLVMIntEQ, index, w->index, "");
   /* The first lane is removed by itself: the loop ends whatever lanes are active. */
   w->next = LLVMBuildAnd(s->b, w->left, LLVMBuildSub(s->b, w->left, one, ""), "");
   w->next = LLVMBuildAnd(s->b, w->next, LLVMBuildNot(s->b, sl_ballot(s, w->same), ""), "");
   LLVMBuildCondBr(s->b, quads ? any_of_quad(s, w->same) : w->same, body, w->latch);
   LLVMPositionBuilderAtEnd(s->b, body);
}

static void end(struct sl *s, struct waterfall *w)
{
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildBr(s->b, w->latch);
   LLVMPositionBuilderAtEnd(s->b, w->latch);
   LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntNE, w->next, LLVMConstNull(s->i64), ""), w->head, after);
   LLVMAddIncoming(w->left, &w->next, &w->latch, 1);
   LLVMPositionBuilderAtEnd(s->b, after);
}

/* The resource of an operand that the instruction accesses, where it differs between lanes; NULL: it does not. */
static const struct sl_ptr *divergent_slot(const struct sl *s, uint32_t id)
{
   const struct sl_id *v = id < s->m->bound ? &s->id[id] : NULL;
   const struct sl_ptr *p = !v ? NULL : v->image ? v->image->at : v->texel ? v->texel->image.at : v->ptr;
   return p && p->slot_diverges ? p : NULL;
}

static bool is_access(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpLoad: { /* descriptors are loaded where they are used */
      const struct sl_ptr *p = spv_w(in, 3) < s->m->bound ? s->id[in->w[3]].ptr : NULL;
      return p && !spv_is_opaque(spv_type_of(s->m, p->type).kind);
   }
   case SpvOpStore: /* an image in a variable is not accessed */
      return spv_w(in, 2) >= s->m->bound || !s->id[in->w[2]].image;
   case SpvOpCopyMemory: case SpvOpArrayLength: case SpvOpImageRead: case SpvOpImageWrite: case SpvOpImageFetch:
      return true;
   default:
      return (in->op >= SpvOpImageSampleImplicitLod && in->op <= SpvOpImageSampleProjDrefExplicitLod) ||
             in->op == SpvOpImageGather || in->op == SpvOpImageDrefGather ||
             (in->op >= SpvOpImageQuerySizeLod && in->op <= SpvOpImageQuerySamples) ||
             spv_is_atomic(in->op) || in->op == SpvOpAtomicStore;
   }
}

/* Replaces the resource of the operand by the one with the index. */
static void select_resource(struct sl *s, struct sl_id *v, const struct sl_ptr *p, V index)
{
   struct sl_ptr *one = sl_alloc(s, sizeof(*one));
   *one = *p;
   one->dyn_slot = index;
   one->slot_diverges = false;
   const struct spv_type t = spv_type_of(s->m, p->type);
   if (v->image) {
      v->image = sl_alloc(s, sizeof(*v->image));
      sl_open_image(s, one, &t, v->image);
   } else if (v->texel) {
      struct sl_texel *texel = sl_alloc(s, sizeof(*texel));
      *texel = *v->texel;
      sl_open_image(s, one, &t, &texel->image);
      v->texel = texel;
   } else {
      v->ptr = one;
   }
}

bool sl_waterfall(struct sl *s, const struct spv_inst *in, void (*run)(struct sl *s, const struct spv_inst *in))
{
   unsigned k = 1;
   while (k < in->count && k < 5 && !divergent_slot(s, in->w[k]))
      k++;
   if (k == in->count || k == 5 || !is_access(s, in))
      return false;
   const struct sl_id operand = s->id[in->w[k]];
   const bool quads = takes_derivatives(s, in);
   struct waterfall w;
   begin(s, &w, divergent_slot(s, in->w[k])->dyn_slot, quads);
   select_resource(s, &s->id[in->w[k]], divergent_slot(s, in->w[k]), w.index);
   run(s, in);
   s->id[in->w[k]].ptr = operand.ptr;
   s->id[in->w[k]].image = operand.image;
   s->id[in->w[k]].texel = operand.texel;
   const bool has_result = in->op != SpvOpStore && in->op != SpvOpCopyMemory && in->op != SpvOpImageWrite &&
                           in->op != SpvOpAtomicStore;
   struct sl_id *result = has_result && !s->failed && spv_w(in, 2) < s->m->bound ? &s->id[in->w[2]] : NULL;
   const uint32_t n = result && result->c ? result->n : 0;
   V *kept = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++) {
      LLVMTypeRef t = LLVMTypeOf(result->c[i]);
      kept[i] = sl_entry_alloca(s, t, "");
      V v = quads ? LLVMBuildSelect(s->b, w.same, result->c[i], LLVMBuildLoad2(s->b, t, kept[i], ""), "") : result->c[i];
      LLVMBuildStore(s->b, v, kept[i]);
   }
   end(s, &w);
   for (uint32_t i = 0; i < n; i++)
      result->c[i] = LLVMBuildLoad2(s->b, LLVMTypeOf(result->c[i]), kept[i], "");
   return true;
}
