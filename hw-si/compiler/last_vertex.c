/* last_vertex.c: exports of the last vertex stage, whichever shader runs in it: position, misc vector, clip and cull
 * distances, parameters (abi.h, hw facts B4). */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

void sl_export(struct sl *s, unsigned target, unsigned en, const LLVMValueRef c[4], bool done, bool vm)
{
   LLVMValueRef args[8] = { sl_i32(s, target), sl_i32(s, en) };
   for (unsigned i = 0; i < 4; i++)
      args[2 + i] = en & 1u << i && c[i] ? sl_to_f32(s, c[i]) : LLVMGetPoison(s->f32);
   args[6] = sl_bool(s, done);
   args[7] = sl_bool(s, vm);
   sl_call(s, "llvm.amdgcn.exp.f32", s->voidt, args, 8);
}

const LLVMValueRef *sl_written_outputs(struct sl *s)
{
   LLVMValueRef *value = sl_array(s, s->out_count);
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      value[i] = io->v->written[io->cell] ? sl_output(s, io) : NULL;
   }
   return value;
}

/* Value of an output built-in; NULL: not written. */
static LLVMValueRef builtin_value(struct sl *s, const LLVMValueRef *value, uint32_t builtin, uint32_t element)
{
   const struct sl_io *io = sl_find_output(s, builtin, element);
   return io ? value[io - s->out] : NULL;
}

static void position(struct sl *s, const LLVMValueRef *value, LLVMValueRef c[4])
{
   for (unsigned i = 0; i < 4; i++) {
      c[i] = builtin_value(s, value, SpvBuiltInPosition, i);
      if (!c[i])
         c[i] = i == 3 ? s->f_one : s->f_zero;
   }
}

static bool misc_vector(struct sl *s, const LLVMValueRef *value, LLVMValueRef c[4])
{
   struct si_shader_binary *bin = s->bin;
   memset(c, 0, 4 * sizeof(*c));
   if (s->key->exp.point_size)
      c[0] = builtin_value(s, value, SpvBuiltInPointSize, 0);
   if (c[0] && s->key->exp.point_size == SI_POINT_SIZE_SMOOTH)
      c[0] = LLVMBuildFAdd(s->b, sl_to_f32(s, c[0]), s->f_one, "");
   c[1] = s->edge_flag;
   c[2] = builtin_value(s, value, SpvBuiltInLayer, 0);
   c[3] = builtin_value(s, value, SpvBuiltInViewportIndex, 0);
   bin->exp.writes_psize = c[0] != NULL;
   bin->exp.writes_edgeflag = c[1] != NULL;
   bin->exp.writes_layer = c[2] != NULL;
   bin->exp.writes_viewport = c[3] != NULL;
   return c[0] || c[1] || c[2] || c[3];
}

/* Clip distances first, cull distances after them; legacy planes are turned into distances of the position. */
static unsigned clip_distances(struct sl *s, const LLVMValueRef *value, const LLVMValueRef pos[4], LLVMValueRef d[8])
{
   unsigned clip = 0, cull = 0;
   memset(d, 0, 8 * sizeof(*d));
   for (unsigned i = 0; i < 8; i++) {
      d[i] = builtin_value(s, value, SpvBuiltInClipDistance, i);
      if (d[i])
         clip |= 1u << i;
   }
   if (!clip) {
      for (unsigned i = 0; i < 8; i++) {
         if (!(s->key->exp.clip_plane_mask & 1u << i))
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
      LLVMValueRef v = builtin_value(s, value, SpvBuiltInCullDistance, i);
      if (v) {
         d[first + i] = v;
         cull |= 1u << (first + i);
      }
   }
   s->bin->exp.clip_dist_mask = (uint8_t)clip;
   s->bin->exp.cull_dist_mask = (uint8_t)cull;
   return clip | cull;
}

static LLVMValueRef clamp_legacy_color(struct sl *s, unsigned location, LLVMValueRef v)
{
   if (location < PIPE_VARYING_COLOR0 || location > PIPE_VARYING_BACK_COLOR1)
      return v;
   LLVMValueRef on = LLVMBuildAnd(s->b, s->arg[SI_SGPR_STATE], sl_i32(s, SI_VS_STATE_CLAMP_COLOR), "");
   return LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntNE, on, s->zero, ""), sl_saturate(s, v), v, "");
}

/* Location of an output that is exported as a parameter; SL_NO_LOCATION: it is none. */
static unsigned param_location(struct sl *s, const struct sl_io *io, unsigned *component)
{
   unsigned location = sl_io_location(io, component);
   if (io->builtin == SL_NO_BUILTIN && location < 32 && s->key->exp.not_exported >> location & 1)
      return SL_NO_LOCATION;
   if (io->builtin == SL_NO_BUILTIN && location >= PIPE_VARYING_POSITION)
      return SL_NO_LOCATION; /* no input of fragment shaders */
   if (io->builtin == SL_NO_BUILTIN || location == SL_NO_LOCATION)
      return location;
   return s->key->exp.builtin_params & 1ull << location ? location : SL_NO_LOCATION;
}

static void parameters(struct sl *s, const LLVMValueRef *value)
{
   LLVMValueRef param[PIPE_VARYING_COUNT][4] = { { 0 } };
   struct si_export_info *exp = &s->bin->exp;
   uint64_t used = 0;
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      unsigned component = 0, location = value[i] ? param_location(s, io, &component) : SL_NO_LOCATION;
      if (location == SL_NO_LOCATION)
         continue;
      used |= 1ull << location;
      if (io->width == 64) { /* components 0 and 1, or 2 and 3 */
         for (unsigned k = 0; k < 2; k++)
            param[location][(component & 2) + k] = sl_bitcast(s, sl_dword(s, value[i], k), s->f32);
         continue;
      }
      param[location][component] = clamp_legacy_color(s, location, sl_to_f32(s, value[i]));
   }
   /* Without a geometry shader, the primitive's number comes from the VGT. */
   const uint64_t primitive_id = 1ull << PIPE_VARYING_PRIMITIVE_ID;
   if (s->key->exp.builtin_params & ~used & primitive_id && s->primitive_id) {
      used |= primitive_id;
      param[PIPE_VARYING_PRIMITIVE_ID][0] = sl_to_f32(s, s->primitive_id);
      s->bin->vs.uses_primitive_id = 1;
   }
   for (unsigned l = 0; l < PIPE_VARYING_COUNT; l++) {
      if (!(used & 1ull << l))
         continue;
      if (exp->num_params >= 32) {
         sl_fail(s, "more than 32 varyings");
         return;
      }
      for (unsigned i = 0; i < 4; i++) {
         if (!param[l][i])
            param[l][i] = LLVMGetPoison(s->f32);
      }
      exp->param[l] = exp->num_params;
      sl_export(s, SL_EXP_PARAM0 + exp->num_params++, 0xf, param[l], false, false);
   }
}

void sl_export_vertex(struct sl *s, const LLVMValueRef *value)
{
   LLVMValueRef pos[4], misc[4], dist[8];
   memset(s->bin->exp.param, SI_PARAM_NONE, sizeof(s->bin->exp.param));
   position(s, value, pos);
   bool has_misc = misc_vector(s, value, misc);
   unsigned mask = clip_distances(s, value, pos, dist);
   unsigned count = 1u + has_misc + !!(mask & 0x0f) + !!(mask & 0xf0), n = 0;
   sl_export(s, SL_EXP_POS0 + n, 0xf, pos, n + 1 == count, false);
   n++;
   if (has_misc) {
      unsigned en = (misc[0] ? 1 : 0) | (misc[1] ? 2 : 0) | (misc[2] ? 4 : 0) | (misc[3] ? 8 : 0);
      sl_export(s, SL_EXP_POS0 + n, en, misc, n + 1 == count, false);
      n++;
   }
   for (unsigned half = 0; half < 2; half++) {
      if (!(mask >> (4 * half) & 15))
         continue;
      for (unsigned i = 0; i < 4; i++) {
         if (!dist[4 * half + i])
            dist[4 * half + i] = s->f_zero;
      }
      sl_export(s, SL_EXP_POS0 + n, 0xf, dist + 4 * half, n + 1 == count, false);
      n++;
   }
   s->bin->exp.num_pos_exports = (uint8_t)count;
   parameters(s, value);
}
