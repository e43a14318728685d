/* blit_shaders.c: the driver's own shaders, written as LLVM IR: vertex shaders that take a rectangle from user SGPRs
 * (positions in pixels; vertices (x1,y1) (x1,y2) (x2,y1) of a rectangle list), and fragment shaders that export a colour or a
 * texel. */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/query_shader.h"
#include "hw-si/compiler/shader_cache.h"
#include "hw-si/compiler/si_compile.h"
#include "hw_regs.h"

#define ALL_CHANNELS 0xfu
enum { MISC_LAYER = 2 }; /* channel of the misc vector (hw facts B4) */

struct blit_vs { uint8_t kind /* enum si_blit_vs */; bool layered; };

#define HALF_BITS 16 /* SI_SGPR_BLIT_XY1, _XY2: x in the low half, y in the high one */

/* A signed half of a dword as float. */
static LLVMValueRef signed_half(struct sl *s, LLVMValueRef word, bool high)
{
   LLVMValueRef bits = sl_i32(s, HALF_BITS), v = high ? word : LLVMBuildShl(s->b, word, bits, "");
   return LLVMBuildSIToFP(s->b, LLVMBuildAShr(s->b, v, bits, ""), s->f32, "");
}

static unsigned blit_vs_sgprs(unsigned kind)
{
   return kind == SI_BLIT_VS_POS ? SI_SGPR_BLIT_COUNT_POS : kind == SI_BLIT_VS_COLOR ? SI_SGPR_BLIT_COUNT_COLOR
                                                                                     : SI_SGPR_BLIT_COUNT_TEX;
}

static void build_blit_vs(struct sl *s, const void *data)
{
   const struct blit_vs *d = data;
   sl_add_user_sgprs(s, blit_vs_sgprs(d->kind), 0);
   unsigned vgpr = s->arg_count;
   for (unsigned i = 0; i < 4; i++)
      sl_add_vgpr(s, s->i32);
   sl_begin_function(s, SI_HW_VS);
   s->vertex_id = s->arg[vgpr];
   s->instance_id = s->arg[vgpr + 1];
   LLVMValueRef *arg = s->arg;
   LLVMValueRef left = LLVMBuildICmp(s->b, LLVMIntULE, s->vertex_id, s->one, "");
   LLVMValueRef top = LLVMBuildICmp(s->b, LLVMIntNE, s->vertex_id, s->one, "");
   LLVMValueRef xy1 = arg[SI_SGPR_BLIT_XY1], xy2 = arg[SI_SGPR_BLIT_XY2];
   LLVMValueRef pos[4] = {
      LLVMBuildSelect(s->b, left, signed_half(s, xy1, false), signed_half(s, xy2, false), ""),
      LLVMBuildSelect(s->b, top, signed_half(s, xy1, true), signed_half(s, xy2, true), ""),
      arg[SI_SGPR_BLIT_DEPTH], s->f_one,
   };
   sl_export(s, SL_EXP_POS0, ALL_CHANNELS, pos, !d->layered, false);
   if (d->layered) { /* one instance per layer */
      LLVMValueRef misc[4] = { [MISC_LAYER] = s->instance_id };
      sl_export(s, SL_EXP_POS0 + 1, 1u << MISC_LAYER, misc, true, false);
      s->bin->exp.writes_layer = 1;
      s->bin->vs.uses_instance_id = 1;
   }
   s->bin->exp.num_pos_exports = d->layered ? 2 : 1;
   memset(s->bin->exp.param, SI_PARAM_NONE, sizeof(s->bin->exp.param));
   if (d->kind == SI_BLIT_VS_POS)
      return;
   LLVMValueRef *data_arg = arg + SI_SGPR_BLIT_COLOR, param[4];
   if (d->kind == SI_BLIT_VS_COLOR) {
      memcpy(param, data_arg, sizeof(param));
   } else {
      param[0] = LLVMBuildSelect(s->b, left, data_arg[0], data_arg[2], "");
      param[1] = LLVMBuildSelect(s->b, top, data_arg[1], data_arg[3], "");
      param[2] = data_arg[4];
      param[3] = data_arg[5];
   }
   s->bin->exp.param[0] = 0;
   s->bin->exp.num_params = 1;
   sl_export(s, SL_EXP_PARAM0, ALL_CHANNELS, param, false, false);
}

static bool compile_vs(struct si_compiler *c, const void *facts, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   const struct blit_vs *vs = facts;
   struct si_compile_options opt = { 0 };
   struct si_shader_key key = { .hw_stage = SI_HW_VS };
   struct sl s = { .key = &key, .bin = bin, .why = why, .why_size_B = why_size_B };
   if (!si_compile_function(c, &s, build_blit_vs, vs, &opt))
      return false;
   sl_finish_vgprs(&s, vs->layered ? 1 : 0);
   return true;
}

bool si_compile_blit_vs(struct si_compiler *c, enum si_blit_vs kind, bool layered, struct si_shader_binary *bin, char *why,
                        size_t why_size_B)
{
   const struct blit_vs vs = { (uint8_t)kind, layered };
   const struct si_own_shader own = { "blit-vs", &vs, sizeof(vs), compile_vs };
   return si_compile_own(c, &own, bin, why, why_size_B);
}

/* ---- pixel shaders -------------------------------------------------------------------------------------------------------- */

/* Dimension in the names of image intrinsics; cubes are viewed as arrays. */
static const char *dim_name(enum pipe_texture_target target, bool ms)
{
   switch (target) {
   case PIPE_TEXTURE_1D: return "1d";
   case PIPE_TEXTURE_1D_ARRAY: return "1darray";
   case PIPE_TEXTURE_3D: return "3d";
   case PIPE_TEXTURE_2D:
   case PIPE_TEXTURE_RECT: return ms ? "2dmsaa" : "2d";
   default: return ms ? "2darraymsaa" : "2darray";
   }
}

static unsigned coord_count(enum pipe_texture_target target)
{
   bool two = target == PIPE_TEXTURE_2D || target == PIPE_TEXTURE_RECT || target == PIPE_TEXTURE_1D_ARRAY;
   return target == PIPE_TEXTURE_1D ? 1 : two ? 2 : 3;
}

static LLVMValueRef fetch_sample(struct sl *s, const struct si_blit_ps_key *k, LLVMValueRef rsrc, const LLVMValueRef c[4],
                                 LLVMValueRef sample)
{
   bool ms = k->samples > 1;
   LLVMValueRef args[10];
   unsigned n = 0, coords = coord_count(k->target);
   char name[80];
   snprintf(name, sizeof(name), "llvm.amdgcn.image.load.%s", dim_name(k->target, ms));
   args[n++] = sl_i32(s, ALL_CHANNELS); /* dmask */
   for (unsigned i = 0; i < coords; i++) {
      if (k->scaled && i < 2) {
         args[n++] = c[i];
         continue;
      }
      LLVMValueRef v = sl_math1(s, "llvm.floor", c[i]);
      args[n++] = sl_freeze(s, LLVMBuildFPToSI(s->b, v, s->i32, ""));
   }
   if (ms)
      args[n++] = sample;
   args[n++] = rsrc;
   args[n++] = s->zero;
   args[n++] = s->zero;
   return sl_call(s, name, s->v4f32, args, n);
}

/* The texel that a pixel of a scaled copy shows, along one axis. */
static LLVMValueRef scaled_texel(struct sl *s, unsigned axis)
{
   LLVMValueRef at = sl_i32(s, SI_TEXTURE_SLOT_DW * 4 + axis * sizeof(struct si_blit_scale)), v[4];
   LLVMValueRef scale = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v4i32, at);
   for (unsigned i = 0; i < 4; i++)
      v[i] = sl_element(s, scale, i);
   LLVMValueRef pixel = LLVMBuildFPToUI(s->b, sl_ps_pixel(s, axis), s->i32, "");
   LLVMValueRef high = LLVMBuildMul(s->b, LLVMBuildZExt(s->b, v[2], s->i64, ""), LLVMBuildZExt(s->b, pixel, s->i64, ""), "");
   high = LLVMBuildTrunc(s->b, LLVMBuildLShr(s->b, high, LLVMConstInt(s->i64, 32, false), ""), s->i32, "");
   LLVMValueRef low = LLVMBuildAdd(s->b, LLVMBuildMul(s->b, v[2], pixel, ""), v[0], "");
   LLVMValueRef carry = LLVMBuildZExt(s->b, LLVMBuildICmp(s->b, LLVMIntULT, low, v[0], ""), s->i32, "");
   LLVMValueRef whole = LLVMBuildAdd(s->b, v[1], LLVMBuildMul(s->b, v[3], pixel, ""), "");
   return LLVMBuildAdd(s->b, LLVMBuildAdd(s->b, whole, high, ""), carry, "");
}

/* The number of the sample that a copy of single samples fetches. */
static LLVMValueRef chosen_sample(struct sl *s)
{
   return sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->i32, sl_i32(s, SI_TEXTURE_SLOT_DW * 4 + 2 * sizeof(struct si_blit_scale)));
}

/* A texel of slot `slot`. Multisampled sources: one_sample, else the average, or sample 0 of integers, depth and stencil. */
static void read_texel(struct sl *s, const struct si_blit_ps_key *k, unsigned slot, const LLVMValueRef coord[4],
                       LLVMValueRef out[4])
{
   LLVMValueRef sampler, rsrc = sl_texture_desc(s, slot, NULL, &sampler);
   if (k->use_texel_fetch || k->samples > 1) {
      LLVMValueRef v = fetch_sample(s, k, rsrc, coord, k->one_sample ? chosen_sample(s) : s->zero);
      for (unsigned i = 0; i < 4; i++)
         out[i] = sl_element(s, v, i);
      if (k->samples <= 1 || k->one_sample || k->is_int || k->dst)
         return;
      for (unsigned n = 1; n < k->samples; n++) {
         v = fetch_sample(s, k, rsrc, coord, sl_i32(s, n));
         for (unsigned i = 0; i < 4; i++)
            out[i] = LLVMBuildFAdd(s->b, out[i], sl_element(s, v, i), "");
      }
      for (unsigned i = 0; i < 4; i++)
         out[i] = LLVMBuildFMul(s->b, out[i], sl_f32(s, 1.0 / k->samples), "");
      return;
   }
   LLVMValueRef args[12];
   unsigned n = 0, coords = coord_count(k->target);
   char name[80];
   snprintf(name, sizeof(name), "llvm.amdgcn.image.sample.lz.%s", dim_name(k->target, false));
   args[n++] = sl_i32(s, ALL_CHANNELS); /* dmask */
   for (unsigned i = 0; i < coords; i++)
      args[n++] = coord[i];
   args[n++] = rsrc;
   args[n++] = sampler;
   args[n++] = s->i_false;
   args[n++] = s->zero;
   args[n++] = s->zero;
   LLVMValueRef v = sl_call(s, name, s->v4f32, args, n);
   for (unsigned i = 0; i < 4; i++)
      out[i] = sl_element(s, v, i);
}

enum { MRTZ_DEPTH = 0, MRTZ_STENCIL = 1 };   /* channels (hw facts B4) */

static void build_blit_ps(struct sl *s, const void *data)
{
   const struct si_blit_ps_key *k = data;
   LLVMValueRef param[4], color[8][4] = { { 0 } };
   char base[8];
   sl_declare_ps(s);
   if (k->kind == SI_BLIT_PS_QUERY) {
      sl_query_result(s, k);
      sl_export_colors(s, (const LLVMValueRef(*)[4])color, base, 0, 0, false);
      return;
   }
   memset(base, k->is_int == 1 ? 'i' : k->is_int == 2 ? 'u' : 'f', sizeof(base));
   struct sl_io io = { .location = 0, .base = 'f', .flat = k->kind == SI_BLIT_PS_COLOR };
   LLVMValueRef i, j;
   sl_ps_barycentric(s, &io, &i, &j);
   for (io.component = 0; io.component < 4; io.component++)
      param[io.component] = sl_ps_interp(s, &io, i, j);
   for (unsigned axis = 0; axis < 2 && k->scaled; axis++)
      param[axis] = scaled_texel(s, axis);
   if (k->kind == SI_BLIT_PS_COLOR) {
      memcpy(color[0], param, sizeof(param));
   } else if (k->dst == SI_BLIT_DST_COLOR) {
      read_texel(s, k, 0, param, color[0]);
   } else {
      LLVMValueRef z[4], stencil[4], out[4] = { 0 };
      bool depth = k->dst & SI_BLIT_DST_DEPTH, has_stencil = k->dst & SI_BLIT_DST_STENCIL;
      unsigned en = (depth ? 1u << MRTZ_DEPTH : 0) | (has_stencil ? 1u << MRTZ_STENCIL : 0);
      read_texel(s, k, 0, param, z);
      if (depth && has_stencil)
         read_texel(s, k, 1, param, stencil);
      if (depth)
         out[MRTZ_DEPTH] = z[0];
      if (has_stencil)
         out[MRTZ_STENCIL] = depth ? stencil[0] : z[0];
      s->bin->ps.writes_z = depth;
      s->bin->ps.writes_stencil = has_stencil;
      s->bin->ps.z_format = has_stencil ? V_028710_SPI_SHADER_32_GR : V_028710_SPI_SHADER_32_R;
      if (s->gfx == 6)
         en |= 1u << MRTZ_DEPTH; /* most GFX6 chips look at EN.x only */
      sl_export(s, SL_EXP_MRTZ, en, out, true, true);
      return;
   }
   for (unsigned n = 1; n < 8; n++)
      memcpy(color[n], color[0], sizeof(color[0]));
   sl_export_colors(s, (const LLVMValueRef(*)[4])color, base, 8, k->col_format, false);
}

static bool compile_ps(struct si_compiler *c, const void *facts, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   struct si_compile_options opt = { 0 };
   struct si_shader_key shader_key = { .hw_stage = SI_HW_PS };
   struct sl s = { .key = &shader_key, .bin = bin, .why = why, .why_size_B = why_size_B };
   return si_compile_function(c, &s, build_blit_ps, facts, &opt);
}

bool si_compile_blit_ps(struct si_compiler *c, const struct si_blit_ps_key *key, struct si_shader_binary *bin, char *why,
                        size_t why_size_B)
{
   const struct si_own_shader own = { "blit-ps", key, sizeof(*key), compile_ps };
   return si_compile_own(c, &own, bin, why, why_size_B);
}
