/* desc_load.c: loads of descriptors and constants from the memory that user SGPRs point to (abi.h), and dwords of raw buffers.
 * Descriptor loads are marked invariant, so LLVM may move and merge them; they become s_load and s_buffer_load where the
 * address is uniform. */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

LLVMValueRef sl_load_const(struct sl *s, LLVMValueRef ptr, LLVMTypeRef t, LLVMValueRef offset_B)
{
   LLVMValueRef at = LLVMBuildGEP2(s->b, s->i8, ptr, &offset_B, 1, "");
   LLVMValueRef v = LLVMBuildLoad2(s->b, t, at, "");
   LLVMSetAlignment(v, 4);
   LLVMValueRef empty = LLVMMetadataAsValue(s->llvm, LLVMMDNodeInContext2(s->llvm, NULL, 0));
   LLVMSetMetadata(v, LLVMGetMDKindIDInContext(s->llvm, "invariant.load", 14), empty);
   return v;
}

/* slot + dyn, clamped below `limit`. dyn is the same for all active lanes (spv_llvm_waterfall.c). */
static LLVMValueRef slot_offset_B(struct sl *s, uint32_t slot, LLVMValueRef dyn, uint32_t limit, uint32_t size_B)
{
   if (!dyn)
      return sl_i32(s, (slot < limit ? slot : limit - 1) * size_B);
   LLVMValueRef index = LLVMBuildAdd(s->b, dyn, sl_i32(s, slot), "");
   index = sl_umin(s, index, sl_i32(s, limit - 1));
   index = sl_call1(s, "llvm.amdgcn.readfirstlane", s->i32, index);
   return LLVMBuildMul(s->b, index, sl_i32(s, size_B), "");
}

LLVMValueRef sl_buffer_desc(struct sl *s, uint32_t slot, LLVMValueRef dyn_slot, bool storage, uint32_t limit)
{
   uint32_t first = storage ? SI_NUM_CONST_BUFFERS : 0;
   return sl_load_const(s, s->arg[SI_SGPR_BUFFERS], s->v4i32, slot_offset_B(s, first + slot, dyn_slot, first + limit, 16));
}

LLVMValueRef sl_texture_desc(struct sl *s, uint32_t slot, LLVMValueRef dyn, LLVMValueRef *sampler)
{
   LLVMValueRef at = slot_offset_B(s, slot, dyn, SI_NUM_SAMPLERS, SI_TEXTURE_SLOT_DW * 4);
   LLVMValueRef rsrc = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v8i32, at);
   if (sampler)
      *sampler = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v4i32, LLVMBuildAdd(s->b, at, sl_i32(s, 48), ""));
   return rsrc;
}

LLVMValueRef sl_image_desc(struct sl *s, uint32_t slot, LLVMValueRef dyn)
{
   LLVMValueRef at = slot_offset_B(s, slot, dyn, SI_NUM_SHADER_IMAGES, 32);
   at = LLVMBuildAdd(s->b, at, sl_i32(s, SI_IMAGES_DW * 4), "");
   return sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v8i32, at);
}

LLVMValueRef sl_slot_handle(struct sl *s, bool image, uint32_t slot, LLVMValueRef dyn)
{
   const uint32_t limit = image ? SI_NUM_SHADER_IMAGES : SI_NUM_SAMPLERS, size_B = image ? 32 : SI_TEXTURE_SLOT_DW * 4;
   LLVMValueRef index = sl_i32(s, slot), set = LLVMBuildPtrToInt(s->b, s->arg[SI_SGPR_TEXTURES], s->i32, "");
   if (dyn)
      index = LLVMBuildAdd(s->b, dyn, index, "");
   index = LLVMBuildMul(s->b, sl_umin(s, index, sl_i32(s, limit - 1)), sl_i32(s, size_B), "");
   if (image)
      index = LLVMBuildAdd(s->b, index, sl_i32(s, SI_IMAGES_DW * 4), "");
   return LLVMBuildAdd(s->b, set, index, "");
}

LLVMValueRef sl_handle_desc(struct sl *s, LLVMValueRef handle, uint32_t dw, LLVMTypeRef t)
{
   handle = sl_call1(s, "llvm.amdgcn.readfirstlane", s->i32, handle);
   LLVMValueRef at = LLVMBuildIntToPtr(s->b, handle, LLVMTypeOf(s->arg[SI_SGPR_TEXTURES]), "");
   return sl_load_const(s, at, t, sl_i32(s, dw * 4));
}

LLVMValueRef sl_target_desc(struct sl *s, uint32_t attachment)
{
   uint32_t at = SI_TARGETS_DW + (attachment < PIPE_MAX_ATTACHMENTS ? attachment : PIPE_MAX_ATTACHMENTS - 1) * 8;
   return sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v8i32, sl_i32(s, at * 4));
}

LLVMValueRef sl_internal_desc(struct sl *s, unsigned slot)
{
   return sl_load_const(s, s->arg[SI_SGPR_INTERNAL], s->v4i32, sl_i32(s, slot * 16));
}

LLVMValueRef sl_buffer_load_dword(struct sl *s, LLVMValueRef rsrc, LLVMValueRef offset_B, unsigned cache)
{
   LLVMValueRef args[] = { rsrc, offset_B, s->zero, sl_i32(s, cache) };
   return sl_call(s, "llvm.amdgcn.raw.buffer.load.i32", s->i32, args, 4);
}

void sl_buffer_store_dword(struct sl *s, LLVMValueRef rsrc, LLVMValueRef v, LLVMValueRef offset_B, LLVMValueRef soffset_B,
                           unsigned cache)
{
   LLVMValueRef args[] = { v, rsrc, offset_B, soffset_B, sl_i32(s, cache) };
   sl_call(s, "llvm.amdgcn.raw.buffer.store.i32", s->voidt, args, 5);
}

/* n consecutive dwords of a constant buffer. Three dwords load four: the layout rules keep the fourth in the same 16 bytes, and
 * reads past the end return 0. */
void sl_buffer_load(struct sl *s, LLVMValueRef rsrc, LLVMValueRef offset_B, unsigned n, LLVMValueRef *out)
{
   unsigned done = 0;
   while (done < n) {
      /* Four dwords at most: LLVM 14 and 15 narrow a larger load whose last dwords are unused to a size that they cannot select. */
      unsigned left = n - done, step = left >= 3 ? 4 : left;
      LLVMTypeRef t = step == 1 ? s->i32 : LLVMVectorType(s->i32, step);
      char name[48];
      snprintf(name, sizeof(name), step == 1 ? "llvm.amdgcn.s.buffer.load.i32" : "llvm.amdgcn.s.buffer.load.v%ui32", step);
      LLVMValueRef at = done ? LLVMBuildAdd(s->b, offset_B, sl_i32(s, done * 4), "") : offset_B;
      LLVMValueRef v = sl_call3(s, name, t, rsrc, at, s->zero);
      for (unsigned i = 0; i < step && done < n; i++)
         out[done++] = sl_element(s, v, i);
   }
}

LLVMValueRef sl_driver_const(struct sl *s, uint32_t offset_B)
{
   LLVMValueRef v;
   sl_buffer_load(s, sl_internal_desc(s, SI_INTERNAL_DRIVER_CONST), sl_i32(s, offset_B), 1, &v);
   return sl_bitcast(s, v, s->f32);
}
