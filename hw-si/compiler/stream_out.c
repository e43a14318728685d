/* stream_out.c: stream output (transform feedback): buffer stores at the end of the last vertex stage. The VGT assigns the
 * records; the shader computes the addresses (hw facts D3). */
#include "hw-si/compiler/spv_llvm.h"
#include "hw_regs.h"

/* streamout_config: lanes that write. */
#define SO_CONFIG_COUNT_SHIFT 16
#define SO_CONFIG_COUNT_MASK 0x7f

unsigned sl_stream_out_buffers(const struct pipe_stream_output_info *so)
{
   unsigned mask = 0;
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS && so->count; i++)
      mask |= so->stride_dw[i] ? 1u << i : 0;
   return mask;
}

/* streamout_config, streamout_write_index, then an offset per buffer. */
void sl_add_stream_out_sgprs(struct sl *s)
{
   unsigned buffers = sl_stream_out_buffers(&s->shader->so);
   s->so_first = s->arg_count;
   for (unsigned i = 0; buffers && i < 2u + (unsigned)__builtin_popcount(buffers); i++)
      sl_add_sgpr(s);
}

void sl_begin_stream_out(struct sl *s)
{
   unsigned buffers = sl_stream_out_buffers(&s->shader->so), k = s->so_first + 2;
   if (!buffers)
      return;
   s->so_config = s->arg[s->so_first];
   s->so_write_index = s->arg[s->so_first + 1];
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      s->so_offset[i] = buffers & 1u << i ? s->arg[k++] : NULL;
}

void sl_finish_stream_out(struct sl *s)
{
   unsigned buffers = sl_stream_out_buffers(&s->shader->so);
   if (buffers)
      s->bin->rsrc2 |= S_00B12C_SO_BASE0_EN(1) * buffers | S_00B12C_SO_EN(1); /* SO_BASEn_EN: bit per buffer */
}

/* Dword of a captured output; outputs that the shader never writes are undefined in GL: 0. Doubles are two components. */
static LLVMValueRef captured(struct sl *s, const LLVMValueRef *value, const struct pipe_stream_output *o, unsigned component)
{
   static const struct { uint32_t builtin, first; } special[] = {
      [PIPE_SO_POSITION] = { SpvBuiltInPosition, 0 }, [PIPE_SO_POINT_SIZE] = { SpvBuiltInPointSize, 0 },
      [PIPE_SO_CLIP_DISTANCE0] = { SpvBuiltInClipDistance, 0 }, [PIPE_SO_CLIP_DISTANCE1] = { SpvBuiltInClipDistance, 4 },
      [PIPE_SO_CULL_DISTANCE0] = { SpvBuiltInCullDistance, 0 }, [PIPE_SO_CULL_DISTANCE1] = { SpvBuiltInCullDistance, 4 },
      [PIPE_SO_LAYER] = { SpvBuiltInLayer, 0 }, [PIPE_SO_VIEWPORT_INDEX] = { SpvBuiltInViewportIndex, 0 },
      [PIPE_SO_PRIMITIVE_ID] = { SpvBuiltInPrimitiveId, 0 },
   };
   if (o->builtin >= sizeof(special) / sizeof(special[0]))
      return s->f_zero;
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      bool hit = o->builtin ? io->builtin == special[o->builtin].builtin &&
                              io->element == special[o->builtin].first + component
                            : io->builtin == SL_NO_BUILTIN && io->location == o->location &&
                                 io->component == (io->width == 64 ? component & ~1u : component);
      if (hit && value[i])
         return io->width == 64 ? sl_bitcast(s, sl_dword(s, value[i], component & 1), s->f32) : sl_to_f32(s, value[i]);
   }
   /* Tessellation passes the patch's number on without an output of that name. */
   return o->builtin == PIPE_SO_PRIMITIVE_ID && s->primitive_id ? sl_to_f32(s, s->primitive_id) : s->f_zero;
}

static bool writes_buffer(const struct pipe_stream_output_info *so, unsigned buffer, unsigned stream)
{
   for (unsigned i = 0; i < so->count && i < sizeof(so->out) / sizeof(so->out[0]); i++) {
      if (so->out[i].buffer == buffer && so->out[i].stream == stream)
         return so->stride_dw[buffer];
   }
   return false;
}

/* Lane t below the count in streamout_config writes record write_index + t of each buffer. */
void sl_stream_out(struct sl *s, const LLVMValueRef *value, unsigned stream)
{
   const struct pipe_stream_output_info *so = &s->shader->so;
   LLVMValueRef count = LLVMBuildLShr(s->b, s->so_config, sl_i32(s, SO_CONFIG_COUNT_SHIFT), "");
   count = LLVMBuildAnd(s->b, count, sl_i32(s, SO_CONFIG_COUNT_MASK), "");
   LLVMValueRef lane = sl_lane(s);
   LLVMBasicBlockRef write = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "stream_out");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntULT, lane, count, ""), write, after);
   LLVMPositionBuilderAtEnd(s->b, write);

   LLVMValueRef record = LLVMBuildAdd(s->b, s->so_write_index, lane, "");
   LLVMValueRef rsrc[PIPE_MAX_SO_BUFFERS] = { 0 }, at[PIPE_MAX_SO_BUFFERS] = { 0 };
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      if (!writes_buffer(so, i, stream))
         continue;
      rsrc[i] = sl_internal_desc(s, SI_INTERNAL_STREAMOUT0 + i);
      LLVMValueRef base = LLVMBuildMul(s->b, s->so_offset[i], sl_i32(s, 4), "");
      at[i] = LLVMBuildAdd(s->b, LLVMBuildMul(s->b, record, sl_i32(s, so->stride_dw[i] * 4u), ""), base, "");
   }
   for (unsigned i = 0; i < so->count && i < sizeof(so->out) / sizeof(so->out[0]); i++) {
      const struct pipe_stream_output *o = &so->out[i];
      if (o->buffer >= PIPE_MAX_SO_BUFFERS || !rsrc[o->buffer] || o->stream != stream)
         continue;
      for (unsigned k = 0; k < o->num_components; k++) {
         LLVMValueRef offset = LLVMBuildAdd(s->b, at[o->buffer], sl_i32(s, (o->dst_offset_dw + k) * 4u), "");
         LLVMValueRef args[] = { captured(s, value, o, o->start_component + k), rsrc[o->buffer], offset, s->zero, s->zero };
         sl_call(s, "llvm.amdgcn.raw.buffer.store.f32", s->voidt, args, 5);
      }
   }
   LLVMBuildBr(s->b, after);
   LLVMPositionBuilderAtEnd(s->b, after);
}
