/* ps_export.c: fragment shader outputs: alpha test and colour fixes of the key, conversion to the export format of each colour
 * buffer, depth/stencil/sample mask (MRTZ), the null export (hw facts B4). */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw_regs.h"

static LLVMValueRef clamp_int(struct sl *s, LLVMValueRef v, bool is_signed, unsigned bits)
{
   v = sl_bitcast(s, v, s->i32);
   if (!is_signed)
      return sl_umin(s, v, sl_i32(s, (1u << bits) - 1));
   v = sl_math2(s, "llvm.smin", v, sl_i32(s, (1u << (bits - 1)) - 1));
   return sl_math2(s, "llvm.smax", v, sl_i32(s, (uint32_t)-(1 << (bits - 1))));
}

static void export_packed(struct sl *s, unsigned target, unsigned format, const LLVMValueRef c[4], bool done)
{
   static const char *const name[] = {
      [V_028714_SPI_SHADER_FP16_ABGR] = "llvm.amdgcn.cvt.pkrtz",
      [V_028714_SPI_SHADER_UNORM16_ABGR] = "llvm.amdgcn.cvt.pknorm.u16",
      [V_028714_SPI_SHADER_SNORM16_ABGR] = "llvm.amdgcn.cvt.pknorm.i16",
      [V_028714_SPI_SHADER_UINT16_ABGR] = "llvm.amdgcn.cvt.pk.u16",
      [V_028714_SPI_SHADER_SINT16_ABGR] = "llvm.amdgcn.cvt.pk.i16",
   };
   bool is_int = format == V_028714_SPI_SHADER_UINT16_ABGR || format == V_028714_SPI_SHADER_SINT16_ABGR;
   LLVMValueRef args[6] = { sl_i32(s, target), sl_i32(s, 0xf) };
   for (unsigned i = 0; i < 2; i++) {
      LLVMValueRef a = c[2 * i], b = c[2 * i + 1];
      a = is_int ? sl_bitcast(s, a, s->i32) : sl_to_f32(s, a);
      b = is_int ? sl_bitcast(s, b, s->i32) : sl_to_f32(s, b);
      LLVMValueRef pair = sl_call2(s, name[format], format == V_028714_SPI_SHADER_FP16_ABGR ? s->v2f16 : s->v2i16, a, b);
      args[2 + i] = sl_bitcast(s, pair, s->v2f16);
   }
   args[4] = args[5] = sl_bool(s, done);
   sl_call(s, "llvm.amdgcn.exp.compr.v2f16", s->voidt, args, 6);
}

void sl_export_color(struct sl *s, unsigned target, unsigned format, const LLVMValueRef c[4], char base, bool done)
{
   switch (format) {
   case V_028714_SPI_SHADER_32_R:
      sl_export(s, target, 0x1, c, done, done);
      break;
   case V_028714_SPI_SHADER_32_GR:
      sl_export(s, target, 0x3, c, done, done);
      break;
   case V_028714_SPI_SHADER_32_AR:
      sl_export(s, target, 0x9, c, done, done);
      break;
   case V_028714_SPI_SHADER_32_ABGR:
      sl_export(s, target, 0xf, c, done, done);
      break;
   default:
      export_packed(s, target, format, c, done);
      break;
   }
}

/* Exports the colours whose buffer has a format and records them in the binary. more: MRTZ was exported already, so no null
 * export is needed. */
void sl_export_colors(struct sl *s, const LLVMValueRef (*color)[4], const char *base, unsigned count, uint32_t col_format,
                      bool more)
{
   struct si_shader_binary *bin = s->bin;
   unsigned last = count, target = 0;
   for (unsigned i = 0; i < count && i < 8; i++) {
      unsigned format = col_format >> (4 * i) & 15;
      if (format != V_028714_SPI_SHADER_ZERO && format <= V_028714_SPI_SHADER_32_ABGR && color[i][0])
         last = i;
   }
   for (unsigned i = 0; i < count && i < 8; i++) {
      unsigned format = col_format >> (4 * i) & 15;
      if (format == V_028714_SPI_SHADER_ZERO || format > V_028714_SPI_SHADER_32_ABGR || !color[i][0])
         continue;
      sl_export_color(s, target, format, color[i], base[i], i == last);
      bin->ps.col_format_exported |= format << (4 * target);
      bin->ps.colors_written |= 1u << i;
      target++;
   }
   if (target == 0 && !more) {
      LLVMValueRef none[4] = { 0 };
      sl_export(s, SL_EXP_NULL, 0, none, true, true);
   }
}

static bool collect_colors(struct sl *s, LLVMValueRef (*color)[4], char *base)
{
   bool any = false;
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      if (io->builtin != SL_NO_BUILTIN || io->location >= 8 || !io->v->written[io->cell])
         continue;
      /* The second blend source is exported in the place of the second buffer. */
      if (s->key->ps.dual_source ? io->location > 0 : io->index > 0)
         continue;
      unsigned at = io->index ? 1 : io->location;
      base[at] = io->base;
      color[at][io->component] = sl_to_f32(s, sl_output(s, io));
      any = true;
   }
   for (unsigned i = 0; i < 8; i++) {
      bool written = color[i][0] || color[i][1] || color[i][2] || color[i][3];
      for (unsigned k = 0; written && k < 4; k++) {
         if (!color[i][k])
            color[i][k] = k == 3 && base[i] == 'f' ? s->f_one : s->f_zero;
      }
   }
   return any;
}

static void alpha_test(struct sl *s, LLVMValueRef alpha)
{
   static const LLVMRealPredicate predicate[8] = { LLVMRealPredicateFalse, LLVMRealOLT, LLVMRealOEQ, LLVMRealOLE,
                                                   LLVMRealOGT, LLVMRealUNE, LLVMRealOGE, LLVMRealPredicateTrue };
   unsigned func = s->key->ps.alpha_func & 7;
   if (func == PIPE_FUNC_ALWAYS)
      return;
   LLVMValueRef ref = sl_bitcast(s, s->arg[SI_SGPR_PS_ALPHA_REF], s->f32);
   sl_kill_unless(s, func == PIPE_FUNC_NEVER ? s->i_false : LLVMBuildFCmp(s->b, predicate[func], alpha, ref, ""));
}

/* The part of the pixel that a smooth line or polygon covers. Polygons with the other face are not smooth: they have the pixel if they
 * cover its centre, which is the first sample. */
static void smooth_coverage(struct sl *s)
{
   unsigned samples = s->key->ps.smooth_samples, faces = s->key->ps.smooth_faces;
   LLVMValueRef mask = LLVMBuildAnd(s->b, sl_ps_coverage(s), sl_i32(s, (1u << samples) - 1), "");
   LLVMValueRef count = sl_call(s, "llvm.ctpop.i32", s->i32, &mask, 1);
   s->coverage = LLVMBuildFMul(s->b, LLVMBuildUIToFP(s->b, count, s->f32, ""), sl_f32(s, 1.0 / samples), "");
   if (faces == PIPE_FACE_FRONT_AND_BACK)
      return;
   LLVMValueRef smooth = sl_ps_front_face(s);
   if (faces == PIPE_FACE_BACK)
      smooth = LLVMBuildNot(s->b, smooth, "");
   LLVMValueRef covered = LLVMBuildICmp(s->b, LLVMIntNE, LLVMBuildAnd(s->b, mask, s->one, ""), s->zero, "");
   sl_kill_unless(s, LLVMBuildOr(s->b, smooth, covered, ""));
   s->coverage = LLVMBuildSelect(s->b, smooth, s->coverage, s->f_one, "");
}

static void fix_color(struct sl *s, unsigned buffer, LLVMValueRef c[4], char base)
{
   const struct si_shader_key *key = s->key;
   unsigned format = key->ps.col_format >> (4 * buffer) & 15;
   if (base == 'f') {
      if (key->ps.clamp_color) {
         for (unsigned i = 0; i < 4; i++)
            c[i] = sl_saturate(s, c[i]);
      }
      if (key->ps.alpha_to_one)
         c[3] = s->f_one;
      if (s->coverage)
         c[3] = LLVMBuildFMul(s->b, c[3], s->coverage, "");
      return;
   }
   bool is_int8 = key->ps.int8_mask >> buffer & 1, is_int10 = key->ps.int10_mask >> buffer & 1;
   if ((format == V_028714_SPI_SHADER_UINT16_ABGR || format == V_028714_SPI_SHADER_SINT16_ABGR) && (is_int8 || is_int10)) {
      for (unsigned i = 0; i < 4; i++) {
         unsigned bits = is_int8 ? 8 : i == 3 ? 2 : 10;
         c[i] = sl_bitcast(s, clamp_int(s, c[i], format == V_028714_SPI_SHADER_SINT16_ABGR, bits), s->f32);
      }
   }
}

/* The offsets of DB_ALPHA_TO_MASK (si_blend.c) for the pixels of a quad. */
static LLVMValueRef alpha_offset(struct sl *s)
{
   static const float offsets[4] = { 0.875f, 0.375f, 0.125f, 0.625f };
   LLVMValueRef row[2];
   if (!s->key->ps.alpha_dither)
      return sl_f32(s, 0.5);
   for (unsigned k = 0; k < 2; k++)
      row[k] = LLVMBuildSelect(s->b, sl_ps_is_odd(s, 0), sl_f32(s, offsets[2 * k + 1]), sl_f32(s, offsets[2 * k]), "");
   return LLVMBuildSelect(s->b, sl_ps_is_odd(s, 1), row[1], row[0], "");
}

/* Of n samples the first floor(alpha * n + offset), as DB_ALPHA_TO_MASK has them. */
static LLVMValueRef alpha_mask(struct sl *s, LLVMValueRef alpha)
{
   LLVMValueRef share = LLVMBuildFMul(s->b, sl_saturate(s, alpha), sl_f32(s, s->key->ps.alpha_samples), "");
   LLVMValueRef count = LLVMBuildFPToUI(s->b, LLVMBuildFAdd(s->b, share, alpha_offset(s), ""), s->i32, "");
   return LLVMBuildSub(s->b, LLVMBuildShl(s->b, s->one, count, ""), s->one, "");
}

/* Exports depth, stencil and sample mask; false: none is written. covered: samples that the alpha leaves, or NULL. */
static bool mrtz(struct sl *s, LLVMValueRef covered, bool last)
{
   const struct sl_io *z = sl_find_output(s, SpvBuiltInFragDepth, 0), *mask = sl_find_output(s, SpvBuiltInSampleMask, 0),
                      *stencil = sl_find_output(s, SpvBuiltInFragStencilRefEXT, 0);
   LLVMValueRef c[4] = { 0 };
   unsigned en = 0;
   if (z && z->v->written[z->cell]) {
      c[0] = sl_output(s, z);
      en |= 1;
      s->bin->ps.writes_z = 1;
   }
   if (stencil && stencil->v->written[stencil->cell]) {
      c[1] = sl_output(s, stencil);
      en |= 2;
      s->bin->ps.writes_stencil = 1;
   }
   if (mask && mask->v->written[mask->cell]) {
      c[2] = sl_output(s, mask);
      if (covered)
         covered = LLVMBuildAnd(s->b, covered, sl_bitcast(s, c[2], s->i32), "");
   }
   if (covered)
      c[2] = sl_bitcast(s, covered, s->f32);
   if (c[2]) {
      en |= 4;
      s->bin->ps.writes_samplemask = 1;
   }
   if (!en)
      return false;
   s->bin->ps.z_format = en & 4 ? V_028714_SPI_SHADER_32_ABGR : en & 2 ? V_028714_SPI_SHADER_32_GR : V_028714_SPI_SHADER_32_R;
   if (s->gfx == 6)
      en |= 1; /* most GFX6 chips look at EN.x only */
   sl_export(s, SL_EXP_MRTZ, en, c, last, last);
   return true;
}

void sl_ps_outputs(struct sl *s)
{
   LLVMValueRef color[8][4] = { { 0 } };
   char base[8];
   memset(base, 'f', sizeof(base));
   bool any = collect_colors(s, color, base);
   if (color[0][3] && base[0] == 'f')
      alpha_test(s, color[0][3]);
   if (s->key->ps.dual_source && color[0][0] && !color[1][0]) { /* undefined in GL; the blender reads both sources */
      base[1] = base[0];
      for (unsigned k = 0; k < 4; k++)
         color[1][k] = s->f_zero;
   }
   unsigned broadcast = s->shader->broadcast_color ? s->key->ps.broadcast_count : 0;
   for (unsigned i = 1; i < broadcast && i < 8; i++) {
      memcpy(color[i], color[0], sizeof(color[0]));
      base[i] = base[0];
   }
   if (s->key->ps.smooth_samples)
      smooth_coverage(s);
   LLVMValueRef covered = s->key->ps.alpha_samples && color[0][3] && base[0] == 'f' ? alpha_mask(s, color[0][3]) : NULL;
   bool exports_color = false;
   for (unsigned i = 0; i < 8; i++) {
      if (!color[i][0])
         continue;
      fix_color(s, i, color[i], base[i]);
      if (i == 0 && base[0] == 'f' && s->key->ps.equation)
         sl_ps_blend(s, color[0]);
      exports_color |= (s->key->ps.col_format >> (4 * i) & 15) != V_028714_SPI_SHADER_ZERO;
   }
   bool has_z = mrtz(s, covered, !(any && exports_color));
   sl_export_colors(s, (const LLVMValueRef(*)[4])color, base, 8, s->key->ps.col_format, has_z);
}
