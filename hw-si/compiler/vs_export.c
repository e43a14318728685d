/* vs_export.c: results of the last vertex stage: position, misc vector, clip distances, parameters (abi.h, hw facts B4),
 * and stream output, which is ordinary code (hw facts D3). */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

#define EXP_POS0 12
#define EXP_PARAM0 32

void sl_export(struct sl *s, unsigned target, unsigned en, const LLVMValueRef c[4], bool done, bool vm)
{
   LLVMValueRef args[8] = { sl_i32(s, target), sl_i32(s, en) };
   for (unsigned i = 0; i < 4; i++)
      args[2 + i] = en & 1u << i && c[i] ? sl_to_f32(s, c[i]) : LLVMGetPoison(s->f32);
   args[6] = sl_bool(s, done);
   args[7] = sl_bool(s, vm);
   sl_call(s, "llvm.amdgcn.exp.f32", s->voidt, args, 8);
}

/* Value of an output built-in, or NULL when the shader never writes it. */
static LLVMValueRef written_builtin(struct sl *s, uint32_t builtin, uint32_t element)
{
   const struct sl_io *io = sl_find_output(s, builtin, element);
   return io && io->v->written[io->cell] ? sl_output(s, io) : NULL;
}

static void position(struct sl *s, LLVMValueRef c[4])
{
   for (unsigned i = 0; i < 4; i++) {
      c[i] = written_builtin(s, SpvBuiltInPosition, i);
      if (!c[i])
         c[i] = i == 3 ? s->f_one : s->f_zero;
   }
}

static bool misc_vector(struct sl *s, LLVMValueRef c[4])
{
   struct si_shader_binary *bin = s->bin;
   memset(c, 0, 4 * sizeof(*c));
   if (s->key->u.vs.export_point_size)
      c[0] = written_builtin(s, SpvBuiltInPointSize, 0);
   c[2] = written_builtin(s, SpvBuiltInLayer, 0);
   c[3] = written_builtin(s, SpvBuiltInViewportIndex, 0);
   bin->vs.writes_psize = c[0] != NULL;
   bin->vs.writes_layer = c[2] != NULL;
   bin->vs.writes_viewport = c[3] != NULL;
   return c[0] || c[2] || c[3];
}

/* Clip distances first, cull distances after them; legacy planes are turned into distances of the position. */
static unsigned clip_distances(struct sl *s, const LLVMValueRef pos[4], LLVMValueRef d[8])
{
   unsigned clip = 0, cull = 0;
   memset(d, 0, 8 * sizeof(*d));
   for (unsigned i = 0; i < 8; i++) {
      d[i] = written_builtin(s, SpvBuiltInClipDistance, i);
      if (d[i])
         clip |= 1u << i;
   }
   if (!clip) {
      for (unsigned i = 0; i < 8; i++) {
         if (!(s->key->u.vs.clip_plane_mask & 1u << i))
            continue;
         for (unsigned k = 0; k < 4; k++) {
            LLVMValueRef plane = sl_driver_const(s, SI_DRIVER_CONST_CLIP_PLANES_B + i * 16 + k * 4);
            d[i] = k == 0 ? LLVMBuildFMul(s->b, pos[0], plane, "") : sl_fmad(s, pos[k], plane, d[i]);
         }
         clip |= 1u << i;
      }
   }
   unsigned first = clip ? 32u - (unsigned)__builtin_clz(clip) : 0;
   for (unsigned i = 0; first + i < 8; i++) {
      LLVMValueRef v = written_builtin(s, SpvBuiltInCullDistance, i);
      if (v) {
         d[first + i] = v;
         cull |= 1u << (first + i);
      }
   }
   s->bin->vs.clip_dist_mask = (uint8_t)clip;
   s->bin->vs.cull_dist_mask = (uint8_t)cull;
   return clip | cull;
}

static LLVMValueRef clamp_legacy_color(struct sl *s, unsigned location, LLVMValueRef v)
{
   if (location < SI_LOC_COLOR0 || location > SI_LOC_BCOLOR1)
      return v;
   LLVMValueRef on = LLVMBuildAnd(s->b, s->arg[SI_SGPR_STATE], sl_i32(s, SI_VS_STATE_CLAMP_COLOR), "");
   return LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntNE, on, s->zero, ""), sl_saturate(s, v), v, "");
}

static void parameters(struct sl *s)
{
   LLVMValueRef value[SI_MAX_LOCATIONS][4] = { { 0 } };
   uint64_t used = 0;
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      if (io->builtin != SL_NO_BUILTIN || io->location >= SI_MAX_LOCATIONS || !io->v->written[io->cell])
         continue;
      if (io->width == 64) {
         sl_fail(s, "64-bit varyings are not supported yet");
         return;
      }
      used |= 1ull << io->location;
      value[io->location][io->component] = clamp_legacy_color(s, io->location, sl_to_f32(s, sl_output(s, io)));
   }
   for (unsigned l = 0; l < SI_MAX_LOCATIONS; l++) {
      if (!(used & 1ull << l))
         continue;
      if (s->bin->vs.num_params >= 32) {
         sl_fail(s, "more than 32 varyings");
         return;
      }
      for (unsigned i = 0; i < 4; i++) {
         if (!value[l][i])
            value[l][i] = LLVMGetPoison(s->f32);
      }
      s->bin->vs.param[l] = s->bin->vs.num_params;
      sl_export(s, EXP_PARAM0 + s->bin->vs.num_params++, 0xf, value[l], false, false);
   }
}

void sl_vs_outputs(struct sl *s)
{
   LLVMValueRef pos[4], misc[4], dist[8];
   memset(s->bin->vs.param, SI_PARAM_NONE, sizeof(s->bin->vs.param));
   if (s->shader->so.count)
      sl_stream_out(s);
   position(s, pos);
   bool has_misc = misc_vector(s, misc);
   unsigned mask = clip_distances(s, pos, dist);
   unsigned count = 1u + has_misc + !!(mask & 0x0f) + !!(mask & 0xf0), n = 0;
   sl_export(s, EXP_POS0 + n, 0xf, pos, n + 1 == count, false);
   n++;
   if (has_misc) {
      unsigned en = (misc[0] ? 1 : 0) | (misc[2] ? 4 : 0) | (misc[3] ? 8 : 0);
      sl_export(s, EXP_POS0 + n, en, misc, n + 1 == count, false);
      n++;
   }
   for (unsigned half = 0; half < 2; half++) {
      if (!(mask >> (4 * half) & 15))
         continue;
      for (unsigned i = 0; i < 4; i++) {
         if (!dist[4 * half + i])
            dist[4 * half + i] = s->f_zero;
      }
      sl_export(s, EXP_POS0 + n, 0xf, dist + 4 * half, n + 1 == count, false);
      n++;
   }
   s->bin->vs.num_pos_exports = (uint8_t)count;
   parameters(s);
}

/* ---- stream output -------------------------------------------------------------------------------------------------------- */

static LLVMValueRef captured(struct sl *s, const struct pipe_stream_output *o, unsigned component)
{
   static const struct { uint32_t builtin, first; } special[] = {
      [PIPE_SO_POSITION] = { SpvBuiltInPosition, 0 }, [PIPE_SO_POINT_SIZE] = { SpvBuiltInPointSize, 0 },
      [PIPE_SO_CLIP_DISTANCE0] = { SpvBuiltInClipDistance, 0 }, [PIPE_SO_CLIP_DISTANCE1] = { SpvBuiltInClipDistance, 4 },
   };
   if (o->builtin >= sizeof(special) / sizeof(special[0]))
      return s->f_zero;
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      bool hit = o->builtin ? io->builtin == special[o->builtin].builtin &&
                              io->element == special[o->builtin].first + component
                            : io->builtin == SL_NO_BUILTIN && io->location == o->location && io->component == component;
      if (hit)
         return sl_to_f32(s, sl_output(s, io));
   }
   return s->f_zero;
}

/* Lane t below the count in streamout_config writes record write_index + t of each buffer. */
void sl_stream_out(struct sl *s)
{
   const struct pipe_stream_output_info *so = &s->shader->so;
   LLVMValueRef count = LLVMBuildLShr(s->b, s->so_config, sl_i32(s, 16), "");
   count = LLVMBuildAnd(s->b, count, sl_i32(s, 0x7f), "");
   LLVMValueRef lane = sl_call2(s, "llvm.amdgcn.mbcnt.lo", s->i32, sl_i32(s, ~0u), s->zero);
   lane = sl_call2(s, "llvm.amdgcn.mbcnt.hi", s->i32, sl_i32(s, ~0u), lane);
   LLVMBasicBlockRef write = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "stream_out");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntULT, lane, count, ""), write, after);
   LLVMPositionBuilderAtEnd(s->b, write);

   LLVMValueRef record = LLVMBuildAdd(s->b, s->so_write_index, lane, "");
   LLVMValueRef rsrc[PIPE_MAX_SO_BUFFERS] = { 0 }, at[PIPE_MAX_SO_BUFFERS] = { 0 };
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      if (!so->stride_dw[i])
         continue;
      rsrc[i] = sl_internal_desc(s, SI_INTERNAL_STREAMOUT0 + i);
      LLVMValueRef base = LLVMBuildMul(s->b, s->so_offset[i], sl_i32(s, 4), "");
      at[i] = LLVMBuildAdd(s->b, LLVMBuildMul(s->b, record, sl_i32(s, so->stride_dw[i] * 4u), ""), base, "");
   }
   for (unsigned i = 0; i < so->count && i < sizeof(so->out) / sizeof(so->out[0]); i++) {
      const struct pipe_stream_output *o = &so->out[i];
      if (o->buffer >= PIPE_MAX_SO_BUFFERS || !rsrc[o->buffer] || o->stream)
         continue;
      for (unsigned k = 0; k < o->num_components; k++) {
         LLVMValueRef offset = LLVMBuildAdd(s->b, at[o->buffer], sl_i32(s, (o->dst_offset_dw + k) * 4u), "");
         LLVMValueRef args[] = { captured(s, o, o->start_component + k), rsrc[o->buffer], offset, s->zero, s->zero };
         sl_call(s, "llvm.amdgcn.raw.buffer.store.f32", s->voidt, args, 5);
      }
   }
   LLVMBuildBr(s->b, after);
   LLVMPositionBuilderAtEnd(s->b, after);
}
