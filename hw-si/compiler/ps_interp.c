/* ps_interp.c: fragment shaders in PS. Varyings are interpolated by v_interp_*, built-in inputs come from VGPRs (hw facts B3).
 * Attributes are numbered in order of Location; register code programs SPI_PS_INPUT_CNTL from the binary's table. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"

/* Input VGPRs in the order of SPI_PS_INPUT_ADDR. */
enum sl_ps_vgpr { PERSP_SAMPLE, PERSP_CENTER, PERSP_CENTROID, PERSP_PULL, LINEAR_SAMPLE, LINEAR_CENTER, LINEAR_CENTROID,
               LINE_STIPPLE, POS_X, POS_Y, POS_Z, POS_W, FRONT_FACE, ANCILLARY, SAMPLE_COVERAGE, POS_FIXED };

void sl_ps_barycentric(struct sl *s, const struct sl_io *io, LLVMValueRef *i, LLVMValueRef *j)
{
   bool sample = (io->sample && !s->key->ps.one_sample) || s->key->ps.per_sample || s->key->ps.target_samples;
   unsigned which = io->noperspective ? LINEAR_SAMPLE : PERSP_SAMPLE;
   which += sample ? 0 : io->centroid ? 2 : 1;
   *i = sl_element(s, s->ps_vgpr[which], 0);
   *j = sl_element(s, s->ps_vgpr[which], 1);
}

void sl_ps_center(struct sl *s, bool linear, LLVMValueRef *i, LLVMValueRef *j)
{
   *i = sl_element(s, s->ps_vgpr[linear ? LINEAR_CENTER : PERSP_CENTER], 0);
   *j = sl_element(s, s->ps_vgpr[linear ? LINEAR_CENTER : PERSP_CENTER], 1);
}

/* Attribute number of a Location, assigned on first use; fails when there are too many. */
static unsigned attribute(struct sl *s, unsigned location, bool flat)
{
   for (unsigned i = 0; i < s->bin->ps.num_inputs; i++) {
      if (s->bin->ps.input[i].location == location)
         return i;
   }
   if (s->bin->ps.num_inputs >= 32) {
      sl_fail(s, "more than 32 interpolated inputs");
      return 0;
   }
   bool is_color = location >= PIPE_VARYING_COLOR0 && location <= PIPE_VARYING_BACK_COLOR1 &&
                   !(s->shader->smooth_colors >> ((location - PIPE_VARYING_COLOR0) & 1) & 1);
   s->bin->ps.input[s->bin->ps.num_inputs] = (struct si_ps_input){ .location = (uint8_t)location, .flat = flat,
                                                                   .is_color = is_color };
   return s->bin->ps.num_inputs++;
}

static LLVMValueRef interp(struct sl *s, unsigned location, unsigned channel, bool flat, LLVMValueRef i, LLVMValueRef j)
{
   LLVMValueRef attr = sl_i32(s, attribute(s, location, flat)), chan = sl_i32(s, channel);
   if (flat) {
      LLVMValueRef args[] = { sl_i32(s, 2), chan, attr, s->prim_mask }; /* 2: P0 */
      return sl_call(s, "llvm.amdgcn.interp.mov", s->f32, args, 4);
   }
   LLVMValueRef p1[] = { i, chan, attr, s->prim_mask };
   LLVMValueRef p2[] = { sl_call(s, "llvm.amdgcn.interp.p1", s->f32, p1, 4), j, chan, attr, s->prim_mask };
   return sl_call(s, "llvm.amdgcn.interp.p2", s->f32, p2, 5);
}

LLVMValueRef sl_ps_pixel(struct sl *s, unsigned axis)
{
   return s->ps_vgpr[POS_X + axis];
}

LLVMValueRef sl_ps_front_face(struct sl *s)
{
   return LLVMBuildICmp(s->b, LLVMIntNE, s->ps_vgpr[FRONT_FACE], s->zero, "");
}

LLVMValueRef sl_ps_interp(struct sl *s, const struct sl_io *io, LLVMValueRef i, LLVMValueRef j)
{
   bool flat = io->flat || io->base != 'f';
   LLVMValueRef v = interp(s, io->location, io->component, flat, i, j);
   if (s->key->ps.two_side && (io->location == PIPE_VARYING_COLOR0 || io->location == PIPE_VARYING_COLOR1)) {
      LLVMValueRef back = interp(s, io->location + 2u, io->component, flat, i, j);
      v = LLVMBuildSelect(s->b, sl_ps_front_face(s), v, back, "");
   }
   return v;
}

static LLVMValueRef state_bit(struct sl *s, unsigned bit)
{
   LLVMValueRef v = LLVMBuildAnd(s->b, s->arg[SI_SGPR_STATE], sl_i32(s, bit), "");
   return LLVMBuildICmp(s->b, LLVMIntNE, v, s->zero, "");
}

/* The hardware counts rows in memory order. y = height - y when exactly one holds: the framebuffer is stored top row first, the
 * shader declares an upper-left origin. x and y lie half a pixel lower if the shader declares integer pixel centers. */
static LLVMValueRef frag_coord(struct sl *s, unsigned component)
{
   s->bin->ps.reads_frag_coord = 1;
   LLVMValueRef v = s->ps_vgpr[POS_X + component];
   if (component == 3)
      return sl_rcp(s, v); /* the register holds w */
   if (component == 2)
      return v;
   const bool integer = spv_find_execution_mode(s->m, s->entry->function, SpvExecutionModePixelCenterInteger) != 0;
   const float center = integer ? -0.5f : 0.0f;
   if (component == 0)
      return integer ? LLVMBuildFAdd(s->b, v, sl_f32(s, center), "") : v;
   LLVMValueRef flip = state_bit(s, SI_PS_STATE_Y_INVERTED);
   if (!s->shader->y_is_up)
      flip = LLVMBuildNot(s->b, flip, "");
   LLVMValueRef height = sl_bitcast(s, s->arg[SI_SGPR_PS_FB_HEIGHT], s->f32);
   LLVMValueRef scale = LLVMBuildSelect(s->b, flip, sl_f32(s, -1.0), s->f_one, "");
   if (integer)
      height = LLVMBuildFAdd(s->b, height, sl_f32(s, center), "");
   LLVMValueRef bias = LLVMBuildSelect(s->b, flip, height, sl_f32(s, center), "");
   return sl_fmad(s, v, scale, bias);
}

static LLVMValueRef point_coord(struct sl *s, unsigned component)
{
   struct sl_io io = { .location = PIPE_VARYING_POINT_COORD, .base = 'f', .component = (uint8_t)component };
   LLVMValueRef i, j;
   sl_ps_barycentric(s, &io, &i, &j);
   LLVMValueRef v = interp(s, PIPE_VARYING_POINT_COORD, component, false, i, j);
   if (component == 0)
      return v;
   LLVMValueRef flipped = LLVMBuildFSub(s->b, s->f_one, v, "");
   return LLVMBuildSelect(s->b, state_bit(s, SI_PS_STATE_POINT_COORD_UPPER), flipped, v, "");
}

/* The square of a smooth point is a pixel larger than the point: at half a pixel from its sides the circle covers half of a pixel. The
 * coordinate's slope is the size of a pixel in the square. */
static void point_coverage(struct sl *s)
{
   struct sl_io io = { .location = PIPE_VARYING_POINT_COORD, .base = 'f' };
   LLVMValueRef i, j, at[2], slope = NULL;
   sl_ps_barycentric(s, &io, &i, &j);
   for (unsigned axis = 0; axis < 2; axis++) {
      LLVMValueRef v = interp(s, PIPE_VARYING_POINT_COORD, axis, false, i, j);
      if (axis == 0)
         slope = sl_fabs(s, sl_ddx(s, v, false));
      at[axis] = LLVMBuildFSub(s->b, v, sl_f32(s, 0.5), "");
   }
   LLVMValueRef square = sl_fmad(s, at[0], at[0], LLVMBuildFMul(s->b, at[1], at[1], ""));
   LLVMValueRef inside = LLVMBuildFSub(s->b, sl_f32(s, 0.5), sl_math1(s, "llvm.sqrt", square), "");
   s->coverage = sl_saturate(s, LLVMBuildFMul(s->b, inside, sl_rcp(s, slope), ""));
   sl_kill_unless(s, LLVMBuildFCmp(s->b, LLVMRealOGT, s->coverage, s->f_zero, ""));
}

static LLVMValueRef ancillary(struct sl *s, unsigned shift, unsigned bits)
{
   return sl_call3(s, "llvm.amdgcn.ubfe.i32", s->i32, s->ps_vgpr[ANCILLARY], sl_i32(s, shift), sl_i32(s, bits));
}

LLVMValueRef sl_ps_is_odd(struct sl *s, unsigned axis)
{
   return LLVMBuildTrunc(s->b, LLVMBuildFPToUI(s->b, s->ps_vgpr[POS_X + axis], s->i32, ""), s->i1, "");
}

LLVMValueRef sl_ps_sample_position(struct sl *s, LLVMValueRef sample, unsigned axis)
{
   LLVMValueRef at = LLVMBuildMul(s->b, LLVMBuildAnd(s->b, sample, sl_i32(s, 7), ""), sl_i32(s, 8), ""), v; /* of 8 in the table */
   s->bin->ps.reads_driver_consts = 1;
   for (unsigned k = 0; s->key->ps.sample_grid && k < 2; k++) { /* a table of 64 bytes for each pixel of the quad */
      at = LLVMBuildAdd(s->b, at, LLVMBuildSelect(s->b, sl_ps_is_odd(s, k), sl_i32(s, 64 << k), s->zero, ""), "");
   }
   at = LLVMBuildAdd(s->b, at, sl_i32(s, SI_DRIVER_CONST_SAMPLE_POS_B + 4 * axis), "");
   sl_buffer_load(s, sl_internal_desc(s, SI_INTERNAL_DRIVER_CONST), at, 1, &v);
   return sl_bitcast(s, v, s->f32);
}

LLVMValueRef sl_ps_destination(struct sl *s, LLVMValueRef rsrc)
{
   bool ms = s->key->ps.target_samples;
   LLVMValueRef args[8] = { sl_i32(s, 15) };
   unsigned n = 1;
   for (unsigned axis = 0; axis < 2; axis++)
      args[n++] = LLVMBuildFPToUI(s->b, s->ps_vgpr[POS_X + axis], s->i32, "");
   args[n++] = ancillary(s, 16, 11); /* layer */
   if (ms)
      args[n++] = ancillary(s, 8, 4); /* sample */
   args[n++] = rsrc;
   args[n++] = s->zero;
   args[n++] = s->zero;
   return sl_call(s, ms ? "llvm.amdgcn.image.load.2darraymsaa" : "llvm.amdgcn.image.load.2darray", s->v4f32, args, n);
}

LLVMValueRef sl_ps_row_offset(struct sl *s, LLVMValueRef y)
{
   return LLVMBuildSelect(s->b, state_bit(s, SI_PS_STATE_Y_INVERTED), LLVMBuildFNeg(s->b, y, ""), y, "");
}

static LLVMValueRef sample_id(struct sl *s)
{
   return s->key->ps.one_sample ? s->zero : ancillary(s, 8, 4);
}

/* gl_SamplePosition counts from the lower left corner of the pixel. */
static LLVMValueRef sample_position(struct sl *s, unsigned axis)
{
   if (s->key->ps.one_sample)
      return sl_f32(s, 0.5);
   LLVMValueRef v = sl_ps_sample_position(s, ancillary(s, 8, 4), axis);
   if (axis == 0)
      return v;
   LLVMValueRef flipped = LLVMBuildFSub(s->b, s->f_one, v, "");
   return LLVMBuildSelect(s->b, state_bit(s, SI_PS_STATE_Y_INVERTED), flipped, v, "");
}

/* Covered samples; if the shader runs for one sample, that one alone (OpenGL 4.6, 15.2.2). */
static LLVMValueRef sample_mask_in(struct sl *s)
{
   LLVMValueRef covered = s->ps_vgpr[SAMPLE_COVERAGE];
   if (s->key->ps.one_sample) /* helper invocations cover nothing */
      return LLVMBuildZExt(s->b, LLVMBuildICmp(s->b, LLVMIntNE, covered, s->zero, ""), s->i32, "");
   if (!s->bin->ps.uses_sample_shading)
      return covered;
   return LLVMBuildAnd(s->b, covered, LLVMBuildShl(s->b, sl_i32(s, 1), ancillary(s, 8, 4), ""), "");
}

/* Shading runs for each sample if the state says so or the shader depends on the sample (OpenGL 4.6, 14.3.1.1). */
static bool runs_per_sample(const struct sl *s)
{
   if (s->key->ps.one_sample)
      return false;
   bool per_sample = s->key->ps.per_sample || s->key->ps.target_samples;
   for (uint32_t i = 0; i < s->in_count; i++) {
      const struct sl_io *io = &s->in[i];
      if (s->used[io->v->id])
         per_sample |= io->sample || io->builtin == SpvBuiltInSampleId || io->builtin == SpvBuiltInSamplePosition;
   }
   return per_sample;
}

/* The pattern lies at window coordinates, whose row 0 is the lowest one (OpenGL 4.6 compatibility, 14.6.2). */
static void polygon_stipple(struct sl *s)
{
   LLVMValueRef x = LLVMBuildFPToUI(s->b, s->ps_vgpr[POS_X], s->i32, ""), y = LLVMBuildFPToUI(s->b, s->ps_vgpr[POS_Y], s->i32, "");
   LLVMValueRef height = LLVMBuildFPToUI(s->b, sl_bitcast(s, s->arg[SI_SGPR_PS_FB_HEIGHT], s->f32), s->i32, ""), word;
   LLVMValueRef flipped = LLVMBuildSub(s->b, LLVMBuildSub(s->b, height, s->one, ""), y, "");
   y = LLVMBuildSelect(s->b, state_bit(s, SI_PS_STATE_Y_INVERTED), flipped, y, "");
   LLVMValueRef row_B = LLVMBuildShl(s->b, LLVMBuildAnd(s->b, y, sl_i32(s, 31), ""), sl_i32(s, 2), "");
   sl_buffer_load(s, sl_internal_desc(s, SI_INTERNAL_DRIVER_CONST),
                  LLVMBuildAdd(s->b, row_B, sl_i32(s, SI_DRIVER_CONST_STIPPLE_B), ""), 1, &word);
   s->bin->ps.reads_driver_consts = 1;
   word = LLVMBuildShl(s->b, word, LLVMBuildAnd(s->b, x, sl_i32(s, 31), ""), ""); /* the pixel's bit is the sign */
   LLVMValueRef keep = LLVMBuildICmp(s->b, LLVMIntSLT, word, s->zero, "");
   if (s->key->ps.poly_stipple == PIPE_FACE_FRONT)
      keep = LLVMBuildOr(s->b, keep, LLVMBuildNot(s->b, sl_ps_front_face(s), ""), "");
   else if (s->key->ps.poly_stipple == PIPE_FACE_BACK)
      keep = LLVMBuildOr(s->b, keep, sl_ps_front_face(s), "");
   sl_kill_unless(s, keep);
}

LLVMValueRef sl_ps_coverage(struct sl *s)
{
   return s->ps_vgpr[SAMPLE_COVERAGE];
}

static LLVMValueRef builtin(struct sl *s, const struct sl_io *io)
{
   switch (io->builtin) {
   case SpvBuiltInFragCoord:
      return frag_coord(s, io->element & 3);
   case SpvBuiltInFrontFacing:
      return sl_ps_front_face(s);
   case SpvBuiltInPointCoord:
      return point_coord(s, io->element & 1);
   case SpvBuiltInHelperInvocation:
      return LLVMBuildNot(s->b, sl_call(s, "llvm.amdgcn.live.mask", s->i1, NULL, 0), "");
   case SpvBuiltInSampleId:
      return sample_id(s);
   case SpvBuiltInSampleMask:
      return io->element == 0 ? sample_mask_in(s) : s->zero;
   case SpvBuiltInLayer: /* as it was written, also beyond the layers that there are (GLSL 4.60, 7.1.5) */
      return sl_bitcast(s, interp(s, PIPE_VARYING_LAYER, 0, true, NULL, NULL), s->i32);
   case SpvBuiltInPrimitiveId:
      return sl_bitcast(s, interp(s, PIPE_VARYING_PRIMITIVE_ID, 0, true, NULL, NULL), s->i32);
   case SpvBuiltInViewportIndex:
      return sl_bitcast(s, interp(s, PIPE_VARYING_VIEWPORT, 0, true, NULL, NULL), s->i32);
   case SpvBuiltInSamplePosition:
      return sample_position(s, io->element & 1);
   case SpvBuiltInClipDistance:
   case SpvBuiltInCullDistance: {
      const unsigned first = io->builtin == SpvBuiltInClipDistance ? PIPE_VARYING_CLIP_DIST0 : PIPE_VARYING_CULL_DIST0;
      struct sl_io dist = { .location = (uint8_t)(first + io->element / 4), .base = 'f',
                            .component = (uint8_t)(io->element % 4) };
      LLVMValueRef i, j;
      sl_ps_barycentric(s, &dist, &i, &j);
      return interp(s, dist.location, dist.component, false, i, j);
   }
   default:
      return sl_lane_input(s, io, "fragment");
   }
}

/* 64-bit inputs are flat: two components of their location. */
static LLVMValueRef wide_input(struct sl *s, const struct sl_io *io)
{
   LLVMValueRef dw[2];
   for (unsigned k = 0; k < 2; k++)
      dw[k] = sl_bitcast(s, interp(s, io->location, (io->component & 2u) + k, true, NULL, NULL), s->i32);
   return sl_from_dwords(s, dw, io->base == 'f' ? s->f64 : s->i64);
}

static void load_inputs(struct sl *s)
{
   s->bin->ps.uses_sample_shading = runs_per_sample(s);
   if (s->key->ps.poly_stipple)
      polygon_stipple(s);
   if (s->key->ps.smooth_point)
      point_coverage(s);
   sl_ps_load_slopes(s);
   /* Attribute numbers in order of Location. */
   for (unsigned l = 0; l < PIPE_VARYING_COUNT && !s->failed; l++) {
      for (uint32_t i = 0; i < s->in_count; i++) {
         const struct sl_io *io = &s->in[i];
         if (s->used[io->v->id] && io->builtin == SL_NO_BUILTIN && io->location == l)
            attribute(s, l, io->flat || io->base != 'f' || io->width == 64);
      }
   }
   for (uint32_t i = 0; i < s->in_count && !s->failed; i++) {
      const struct sl_io *io = &s->in[i];
      if (!s->used[io->v->id])
         continue;
      if (io->builtin != SL_NO_BUILTIN) {
         sl_cell_store(s, io->v, io->cell, NULL, builtin(s, io));
         continue;
      }
      if (io->location >= PIPE_VARYING_COUNT)
         continue;
      LLVMValueRef bi, bj;
      if (io->width == 64) {
         sl_cell_store(s, io->v, io->cell, NULL, wide_input(s, io));
         continue;
      }
      sl_ps_barycentric(s, io, &bi, &bj);
      sl_cell_store(s, io->v, io->cell, NULL, sl_ps_interp(s, io, bi, bj));
   }
}

/* ---- role ----------------------------------------------------------------------------------------------------------------- */

void sl_declare_ps(struct sl *s)
{
   static const uint8_t floats[16] = { 2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0 };
   sl_add_user_sgprs(s, SI_SGPR_PS_COUNT, 0x7);
   unsigned prim_mask = sl_add_sgpr(s), vgpr = s->arg_count;
   for (unsigned i = 0; i < 16; i++)
      sl_add_vgpr(s, floats[i] > 1 ? LLVMVectorType(s->f32, floats[i]) : floats[i] ? s->f32 : s->i32);
   sl_begin_function(s, SI_HW_PS);
   s->prim_mask = s->arg[prim_mask];
   for (unsigned i = 0; i < 16; i++)
      s->ps_vgpr[i] = s->arg[vgpr + i];
}

static void finish(struct sl *s)
{
   s->bin->ps.uses_kill = s->uses_kill;
   s->bin->ps.early_fragment_tests =
      spv_find_execution_mode(s->m, s->entry->function, SpvExecutionModeEarlyFragmentTests) != 0;
}

const struct sl_stage_ops sl_ps_ops = {
   .name = "fragment shader", .api_stage = PIPE_SHADER_FRAGMENT, .hw_stage = SI_HW_PS,
   .declare = sl_declare_ps, .load_inputs = load_inputs, .end = sl_ps_outputs, .finish = finish,
};
