/* ps_interp_at.c: interpolateAtCentroid, interpolateAtSample, interpolateAtOffset. The barycentric coordinates of the pixel's
 * centre move to the position by their screen-space derivatives, which are taken at the start of the shader, where all pixels of
 * the quad run. */
#include <spirv/unified1/GLSL.std.450.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"

typedef LLVMValueRef V;

static bool is_interpolation(const struct sl *s, const struct spv_inst *in)
{
   if (in->op != SpvOpExtInst || in->count < 6 || !s->m->glsl_ext || in->w[3] != s->m->glsl_ext)
      return false;
   return in->w[4] == GLSLstd450InterpolateAtSample || in->w[4] == GLSLstd450InterpolateAtOffset;
}

void sl_ps_load_slopes(struct sl *s)
{
   struct spv_inst in;
   bool found = false;
   uint32_t at = s->m->function_count ? s->m->function[0].at : (uint32_t)s->m->word_count;
   while (!found && spv_next(s->m, &at, &in))
      found = is_interpolation(s, &in);
   for (unsigned linear = 0; found && linear < 2; linear++) {
      V ij[2];
      sl_ps_center(s, linear, &ij[0], &ij[1]);
      for (unsigned k = 0; k < 2; k++) {
         s->slope[linear][k][0] = sl_ddx(s, ij[k], false);
         s->slope[linear][k][1] = sl_ddy(s, ij[k], false);
      }
   }
}

/* Pixels from the centre, rows in memory order. */
static void distance_from_center(struct sl *s, const struct spv_inst *in, uint32_t op, V offset[2])
{
   offset[0] = offset[1] = s->f_zero;
   if (op == GLSLstd450InterpolateAtSample && !s->key->ps.one_sample) {
      const V sample = sl_ints(s, spv_w(in, 6), 1)[0];
      for (unsigned k = 0; k < 2; k++)
         offset[k] = LLVMBuildFSub(s->b, sl_ps_sample_position(s, sample, k), sl_f32(s, 0.5), "");
   }
   if (op == GLSLstd450InterpolateAtOffset) {
      const V *o = sl_floats(s, spv_w(in, 6), 2);
      offset[0] = sl_to_f32(s, o[0]);
      offset[1] = sl_ps_row_offset(s, sl_to_f32(s, o[1]));
   }
}

/* A scalar of an input at the position; one that is not interpolated keeps its value. */
static V value_at(struct sl *s, const struct sl_io *io, bool centroid, const V offset[2])
{
   if (io->flat || io->base != 'f' || io->width != 32 || io->builtin != SL_NO_BUILTIN || io->location >= PIPE_VARYING_COUNT)
      return sl_cell_load(s, io->v, io->cell, NULL, io->width == 64 ? s->i64 : s->i32);
   V ij[2];
   if (centroid) {
      struct sl_io at = *io;
      at.sample = false;
      at.centroid = true;
      sl_ps_barycentric(s, &at, &ij[0], &ij[1]);
   } else {
      sl_ps_center(s, io->noperspective, &ij[0], &ij[1]);
      for (unsigned k = 0; k < 2; k++) {
         const V *slope = s->slope[io->noperspective][k];
         V moved = LLVMBuildFAdd(s->b, ij[k], LLVMBuildFMul(s->b, slope[0], offset[0], ""), "");
         ij[k] = LLVMBuildFAdd(s->b, moved, LLVMBuildFMul(s->b, slope[1], offset[1], ""), "");
      }
   }
   return sl_ps_interp(s, io, ij[0], ij[1]);
}

static const struct sl_io *find_input(const struct sl *s, const struct sl_var *v, uint32_t cell)
{
   for (uint32_t k = 0; k < s->in_count; k++) {
      if (s->in[k].v == v && s->in[k].cell == cell)
         return &s->in[k];
   }
   return NULL;
}

/* Cells that a pointer with a dynamic index reaches: those of the variable, or of the member of its block. All of them are
 * evaluated at the position, and the index selects among the results: it may differ between the lanes. */
static struct sl_var *evaluate(struct sl *s, const struct sl_ptr *p, bool centroid, const V offset[2])
{
   struct sl_var *v = p->v;
   const struct sl_io *first = find_input(s, v, p->offset);
   if (!v->evaluated) {
      v->evaluated = sl_alloc(s, sizeof(*v->evaluated));
      *v->evaluated = *v;
      v->evaluated->mem = sl_entry_alloca(s, LLVMArrayType(v->cell_type, v->cells), "");
   }
   for (uint32_t k = 0; k < s->in_count && !s->failed; k++) {
      const struct sl_io *io = &s->in[k];
      if (io->v == v && (!first || io->member == first->member))
         LLVMBuildStore(s->b, value_at(s, io, centroid, offset), sl_cell_address(s, v->evaluated, io->cell, NULL));
   }
   return v->evaluated;
}

void sl_interpolate_at(struct sl *s, const struct spv_inst *in, uint32_t op, uint32_t n)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 5));
   V c[4], offset[2];
   if (!p || p->v->storage_class != SpvStorageClassInput || p->storage != SL_PRIVATE || n > 4 || sl_count(s, p->type) != n ||
       (uint64_t)p->offset + n > p->v->cells || s->shader->stage != PIPE_SHADER_FRAGMENT) {
      sl_fail(s, "interpolation of something that is not an input");
      return;
   }
   const bool centroid = op == GLSLstd450InterpolateAtCentroid;
   distance_from_center(s, in, op, offset);
   if (s->failed)
      return;
   struct sl_var *results = p->dyn ? evaluate(s, p, centroid, offset) : NULL;
   for (uint32_t i = 0; i < n && !s->failed; i++) {
      const struct sl_io *io = results ? NULL : find_input(s, p->v, p->offset + i);
      if (io)
         c[i] = sl_bitcast(s, value_at(s, io, centroid, offset), s->f32);
      else
         c[i] = sl_cell_load(s, results ? results : p->v, p->offset + i, p->dyn, s->f32);
   }
   sl_define(s, in, c, n);
}
