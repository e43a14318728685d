/* spv_llvm_tex.c: image instructions to llvm.amdgcn.image.*: a table of dimensions, and a routine that orders the operands as
 * the hardware takes them: offset, bias, comparison value, derivatives, coordinates, LOD. Cube coordinates are computed by
 * v_cube*. The descriptor swizzles the results. Known gaps: sparse residency, min-LOD clamp operand. */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

struct dim {
   const char *name;      /* in the intrinsic */
   unsigned coords;       /* without the array layer */
   unsigned derivatives;  /* per direction */
   bool arrayed, ms, cube;
};

static bool image_dim(struct sl *s, const struct spv_type *t, struct dim *d)
{
   *d = (struct dim){ .arrayed = t->arrayed != 0, .ms = t->ms != 0 };
   switch (t->dim) {
   case SpvDim1D:
      *d = (struct dim){ t->arrayed ? "1darray" : "1d", 1, 1, t->arrayed, 0, 0 };
      return true;
   case SpvDim2D:
      if (t->ms)
         *d = (struct dim){ t->arrayed ? "2darraymsaa" : "2dmsaa", 2, 2, t->arrayed, true, 0 };
      else
         *d = (struct dim){ t->arrayed ? "2darray" : "2d", 2, 2, t->arrayed, 0, 0 };
      return true;
   case SpvDimRect: /* its sampler has unnormalised coordinates */
      *d = (struct dim){ "2d", 2, 2, false, 0, 0 };
      return true;
   case SpvDim3D:
      *d = (struct dim){ "3d", 3, 3, false, 0, 0 };
      return true;
   case SpvDimCube:
      *d = (struct dim){ "cube", 3, 2, t->arrayed, 0, true };
      return true;
   default:
      sl_fail(s, "image dimension %u is not supported", t->dim);
      return false;
   }
}

static struct sl_image *image_of(struct sl *s, uint32_t id, struct spv_type *t)
{
   struct sl_image *image = id < s->m->bound ? s->id[id].image : NULL;
   if (!image) {
      sl_fail(s, "id %u is not an image", id);
      return NULL;
   }
   *t = spv_type_of(s->m, image->image_type);
   return image;
}

/* Optional operands after the mask word. */
struct operands {
   LLVMValueRef bias, lod, sample, offset; /* offset packed: 6 bits per coordinate */
   LLVMValueRef offsets[4];                /* packed, one per texel of a gather, or NULL */
   LLVMValueRef dx[3], dy[3];
   unsigned derivatives;
   bool zero_lod;
};

static LLVMValueRef pack_coordinates(struct sl *s, const LLVMValueRef *v, uint32_t n)
{
   LLVMValueRef packed = NULL;
   for (uint32_t i = 0; i < n && i < 3; i++) {
      if (LLVMTypeOf(v[i]) != s->i32) {
         sl_fail(s, "texel offsets must be 32-bit integers");
         return s->zero;
      }
      LLVMValueRef part = LLVMBuildShl(s->b, LLVMBuildAnd(s->b, v[i], sl_i32(s, 0x3f), ""), sl_i32(s, 8 * i), "");
      packed = packed ? LLVMBuildOr(s->b, packed, part, "") : part;
   }
   return packed ? packed : s->zero;
}

static LLVMValueRef pack_offset(struct sl *s, uint32_t id)
{
   uint32_t n = sl_id_count(s, id);
   return pack_coordinates(s, sl_ints(s, id, n ? n : 1), n);
}

/* An array of four offsets of two coordinates. */
static void pack_offsets(struct sl *s, uint32_t id, LLVMValueRef offsets[4])
{
   if (sl_id_count(s, id) != 8) {
      sl_fail(s, "a gather takes four texel offsets");
      return;
   }
   const LLVMValueRef *v = sl_ints(s, id, 8);
   for (unsigned i = 0; i < 4; i++)
      offsets[i] = pack_coordinates(s, v + 2 * i, 2);
}

static void read_operands(struct sl *s, const struct spv_inst *in, unsigned k, bool integer_lod, struct operands *o)
{
   *o = (struct operands){ 0 };
   uint32_t mask = spv_w(in, k++);
   if (mask & SpvImageOperandsBiasMask)
      o->bias = sl_float32(s, spv_w(in, k++));
   if (mask & SpvImageOperandsLodMask) {
      uint32_t id = spv_w(in, k++);
      o->lod = integer_lod ? sl_int32(s, id) : sl_float32(s, id);
      o->zero_lod = LLVMIsConstant(o->lod) && LLVMIsNull(o->lod);
   }
   if (mask & SpvImageOperandsGradMask) {
      uint32_t n = sl_id_count(s, spv_w(in, k));
      if (n < 1 || n > 3) {
         sl_fail(s, "malformed gradients");
         return;
      }
      const LLVMValueRef *x = sl_floats(s, spv_w(in, k++), n), *y = sl_floats(s, spv_w(in, k++), n);
      o->derivatives = n;
      for (uint32_t i = 0; i < n; i++) {
         o->dx[i] = sl_to_f32(s, x[i]);
         o->dy[i] = sl_to_f32(s, y[i]);
      }
   }
   if (mask & SpvImageOperandsConstOffsetMask)
      o->offset = pack_offset(s, spv_w(in, k++));
   if (mask & SpvImageOperandsOffsetMask)
      o->offset = pack_offset(s, spv_w(in, k++));
   if (mask & SpvImageOperandsConstOffsetsMask)
      pack_offsets(s, spv_w(in, k++), o->offsets);
   if (mask & SpvImageOperandsSampleMask)
      o->sample = sl_int32(s, spv_w(in, k++));
}

/* ---- cube maps ------------------------------------------------------------------------------------------------------------- */

/* Derivatives of the projected coordinates, for textureGrad: d(sc/ma) with the face of the coordinate itself, picked by
 * comparing |x|, |y|, |z| as v_cubeid does (z wins ties over y, y over x). */
static void cube_derivatives(struct sl *s, const LLVMValueRef c[3], LLVMValueRef ma, LLVMValueRef inv_ma,
                             const LLVMValueRef sc_tc[2], LLVMValueRef d[3])
{
   LLVMBuilderRef b = s->b;
   LLVMValueRef ax = sl_fabs(s, c[0]), ay = sl_fabs(s, c[1]), az = sl_fabs(s, c[2]);
   LLVMValueRef is_z = LLVMBuildAnd(b, LLVMBuildFCmp(b, LLVMRealOGE, az, ax, ""), LLVMBuildFCmp(b, LLVMRealOGE, az, ay, ""), "");
   LLVMValueRef is_y = LLVMBuildAnd(b, LLVMBuildNot(b, is_z, ""), LLVMBuildFCmp(b, LLVMRealOGE, ay, ax, ""), "");
   LLVMValueRef major = LLVMBuildSelect(b, is_z, c[2], LLVMBuildSelect(b, is_y, c[1], c[0], ""), "");
   LLVMValueRef sign = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOLT, major, s->f_zero, ""), sl_f32(s, -1), s->f_one, "");
   /* s: +-x faces take -sign*z, y and z: x (z: sign*x). t: y faces take sign*z, the others -y. */
   LLVMValueRef neg = sl_fneg(s, sign);
   LLVMValueRef ds = LLVMBuildSelect(b, is_z, LLVMBuildFMul(b, d[0], sign, ""),
                                     LLVMBuildSelect(b, is_y, d[0], LLVMBuildFMul(b, d[2], neg, ""), ""), "");
   LLVMValueRef dt = LLVMBuildSelect(b, is_y, LLVMBuildFMul(b, d[2], sign, ""), sl_fneg(s, d[1]), "");
   LLVMValueRef dm = LLVMBuildSelect(b, is_z, d[2], LLVMBuildSelect(b, is_y, d[1], d[0], ""), "");
   dm = LLVMBuildFMul(b, dm, sign, "");
   /* d(sc / (2|m|)) = (ds - sc/|m| * d|m|) / (2|m|); inv_ma is 1 / (2|m|) and sc_tc are sc / (2|m|). */
   LLVMValueRef two = sl_f32(s, 2.0);
   ds = LLVMBuildFSub(b, ds, LLVMBuildFMul(b, LLVMBuildFMul(b, sc_tc[0], two, ""), dm, ""), "");
   dt = LLVMBuildFSub(b, dt, LLVMBuildFMul(b, LLVMBuildFMul(b, sc_tc[1], two, ""), dm, ""), "");
   d[0] = LLVMBuildFMul(b, ds, inv_ma, "");
   d[1] = LLVMBuildFMul(b, dt, inv_ma, "");
}

/* (x, y, z[, layer]) -> (s, t, face [+ 8 * layer]). v_cubema gives twice the major axis; the sampler takes 1.5 + sc/ma. */
static void cube_coordinates(struct sl *s, LLVMValueRef *c, LLVMValueRef layer, struct operands *o)
{
   LLVMValueRef id = sl_call(s, "llvm.amdgcn.cubeid", s->f32, c, 3), ma = sl_call(s, "llvm.amdgcn.cubema", s->f32, c, 3);
   LLVMValueRef st[2] = { sl_call(s, "llvm.amdgcn.cubesc", s->f32, c, 3), sl_call(s, "llvm.amdgcn.cubetc", s->f32, c, 3) };
   LLVMValueRef inv = sl_rcp(s, sl_fabs(s, ma));
   for (unsigned i = 0; i < 2; i++)
      st[i] = LLVMBuildFMul(s->b, st[i], inv, "");
   if (o->derivatives == 3) {
      cube_derivatives(s, c, ma, inv, st, o->dx);
      cube_derivatives(s, c, ma, inv, st, o->dy);
      o->derivatives = 2;
   }
   for (unsigned i = 0; i < 2; i++)
      c[i] = LLVMBuildFAdd(s->b, st[i], sl_f32(s, 1.5), "");
   c[2] = layer ? sl_fmad(s, layer, sl_f32(s, 8.0), id) : id;
}

/* ---- sampling ------------------------------------------------------------------------------------------------------------- */

static LLVMValueRef round_layer(struct sl *s, LLVMValueRef layer)
{
   return sl_math1(s, "llvm.rint", layer);
}

static void define_result(struct sl *s, const struct spv_inst *in, const struct spv_type *t, LLVMValueRef texel, unsigned n)
{
   struct spv_type e = spv_type_of(s->m, t->element);
   LLVMTypeRef scalar = e.kind == SPV_KIND_INT ? s->i32 : s->f32;
   LLVMValueRef c[4];
   for (unsigned i = 0; i < n; i++)
      c[i] = sl_bitcast(s, sl_element(s, texel, i), scalar);
   sl_define(s, in, c, n);
}

enum kind { SAMPLE, GATHER, LOD_QUERY };

/* Texels of a level, integers in <4 x float>. */
static LLVMValueRef image_size(struct sl *s, const struct sl_image *image, const char *dim, LLVMValueRef lod)
{
   char name[80];
   snprintf(name, sizeof(name), "llvm.amdgcn.image.getresinfo.%s", dim);
   LLVMValueRef args[] = { sl_i32(s, 15), lod, image->rsrc, s->zero, s->zero };
   return sl_call(s, name, s->v4f32, args, 5);
}

/* GFX6-8 gather integer formats as with a nearest filter: the footprint starts at the texel that contains the coordinate, half
 * a texel off. (Seen in Mesa's ac_nir_to_llvm, lower_gather4_integer. For cubes Mesa changes the format instead; the result at
 * the seams is a guess.) */
static void shift_integer_gather(struct sl *s, const struct sl_image *image, const struct spv_type *t, const struct dim *d,
                                 LLVMValueRef *c)
{
   struct spv_type e = spv_type_of(s->m, t->element);
   if (e.kind != SPV_KIND_INT)
      return;
   LLVMValueRef size = t->dim == SpvDimRect ? NULL : image_size(s, image, d->name, s->zero);
   for (unsigned i = 0; i < 2; i++) {
      LLVMValueRef half = sl_f32(s, -0.5);
      if (size) {
         LLVMValueRef texels = sl_bitcast(s, sl_element(s, size, i), s->i32);
         half = LLVMBuildFMul(s->b, half, sl_rcp(s, LLVMBuildUIToFP(s->b, texels, s->f32, "")), "");
      }
      c[i] = LLVMBuildFAdd(s->b, c[i], half, "");
   }
}

/* An image instruction that takes a sampler. */
struct sample {
   enum kind kind;
   const struct sl_image *image;
   const struct dim *dim;
   unsigned coords, dmask;
   LLVMValueRef c[4], ref; /* ref: comparison value, or NULL */
   struct operands o;
   bool zero;              /* of the base level */
};

/* float of comparisons with one component, <2 x float> of LOD queries, else <4 x float>. */
static LLVMValueRef emit_sample(struct sl *s, const struct sample *p, LLVMValueRef rsrc)
{
   const struct operands *o = &p->o;
   const bool query = p->kind == LOD_QUERY, scalar = p->ref && p->kind == SAMPLE && p->dmask == 1;
   const char *op = p->kind == GATHER ? "gather4" : query ? "getlod" : "sample";
   const char *level = query ? "" : o->derivatives ? ".d" : o->bias ? ".b" : p->zero ? ".lz" : o->lod ? ".l" : "";
   char name[96];
   LLVMValueRef args[24];
   unsigned n = 0;

   snprintf(name, sizeof(name), "llvm.amdgcn.image.%s%s%s%s.%s", op, !query && p->ref ? ".c" : "", level, o->offset ? ".o" : "",
            p->dim->name);
   args[n++] = sl_i32(s, p->dmask);
   if (o->offset)
      args[n++] = o->offset;
   if (o->bias && !o->derivatives)
      args[n++] = o->bias;
   if (p->ref && !query)
      args[n++] = p->ref;
   for (unsigned i = 0; i < o->derivatives; i++)
      args[n++] = o->dx[i];
   for (unsigned i = 0; i < o->derivatives; i++)
      args[n++] = o->dy[i];
   for (unsigned i = 0; i < p->coords; i++)
      args[n++] = p->c[i];
   if (o->lod && !o->derivatives && !o->bias)
      args[n++] = o->lod;
   args[n++] = rsrc;
   args[n++] = p->image->sampler;
   args[n++] = s->i_false; /* unorm: taken from the descriptor */
   args[n++] = s->zero;
   args[n++] = s->zero;
   return sl_call(s, name, query ? s->v2f32 : scalar ? s->f32 : s->v4f32, args, n);
}

/* The level of detail that chooses the filter, without clamps. */
static LLVMValueRef level_of_detail(struct sl *s, const struct sample *p)
{
   const struct operands *o = &p->o;
   if (o->derivatives) { /* log2 of the longer derivative in texels (ES 2.0, 3.7.7) */
      LLVMValueRef size = image_size(s, p->image, p->dim->name, s->zero), length2[2] = { s->f_zero, s->f_zero };
      for (unsigned i = 0; i < o->derivatives; i++) {
         LLVMValueRef texels = LLVMBuildUIToFP(s->b, sl_bitcast(s, sl_element(s, size, i), s->i32), s->f32, "");
         LLVMValueRef x = LLVMBuildFMul(s->b, o->dx[i], texels, ""), y = LLVMBuildFMul(s->b, o->dy[i], texels, "");
         length2[0] = sl_fmad(s, x, x, length2[0]);
         length2[1] = sl_fmad(s, y, y, length2[1]);
      }
      LLVMValueRef log = sl_math1(s, "llvm.log2", sl_math2(s, "llvm.maxnum", length2[0], length2[1]));
      return LLVMBuildFMul(s->b, log, sl_f32(s, 0.5), "");
   }
   if (o->lod)
      return o->lod;
   struct sample query = { LOD_QUERY, p->image, p->dim, .coords = p->coords, .dmask = 3 };
   memcpy(query.c, p->c, sizeof(query.c));
   LLVMValueRef lod = sl_element(s, emit_sample(s, &query, p->image->rsrc), 1);
   return o->bias ? LLVMBuildFAdd(s->b, lod, o->bias, "") : lod;
}

/* Samples of the base level take the filter for magnification. */
static LLVMValueRef magnify_to_half(struct sl *s, const struct sample *p, LLVMValueRef v)
{
   struct sample base = *p;
   base.o = (struct operands){ .offset = p->o.offset };
   base.zero = true;
   LLVMValueRef low = LLVMBuildFCmp(s->b, LLVMRealOLE, level_of_detail(s, p), sl_f32(s, 0.5), "");
   low = LLVMBuildAnd(s->b, low, p->image->magnify_to_half, "");
   return LLVMBuildSelect(s->b, low, emit_sample(s, &base, p->image->rsrc), v, "");
}

/* A gather with an offset for each texel: the texel at the offset is the last component of a gather there (OpenGL 4.5, 8.15.1:
 * i0 j0). */
static LLVMValueRef gather_offsets(struct sl *s, const struct sample *p)
{
   LLVMValueRef texel[4];
   for (unsigned i = 0; i < 4; i++) {
      struct sample one = *p;
      one.o.offset = p->o.offsets[i];
      texel[i] = sl_element(s, emit_sample(s, &one, p->image->rsrc), 3);
   }
   return sl_vector(s, texel, 4);
}

static void sample(struct sl *s, const struct spv_inst *in, bool proj, bool compare, bool explicit_lod, enum kind kind)
{
   struct spv_type t;
   struct dim d;
   struct sl_image *image = image_of(s, spv_w(in, 3), &t);
   if (!image || !image_dim(s, &t, &d))
      return;
   if (!image->sampler || d.ms) {
      sl_fail(s, "image that cannot be sampled");
      return;
   }
   struct operands o = { 0 };
   unsigned k = compare || kind == GATHER ? 6 : 5;
   if (kind != LOD_QUERY && in->count > k)
      read_operands(s, in, k, false, &o);

   uint32_t have = sl_id_count(s, spv_w(in, 4)), need = d.coords + (d.arrayed && kind != LOD_QUERY);
   if (have < need + proj || have > 4 || s->failed) {
      sl_fail(s, "too few texture coordinates");
      return;
   }
   const LLVMValueRef *given = sl_floats(s, spv_w(in, 4), have);
   const bool wide = kind == SAMPLE && !compare && t.depth == 1 && have > need + proj; /* state/pipe_types.h */
   LLVMValueRef c[4] = { 0 }, layer = NULL, ref = NULL;
   for (unsigned i = 0; i < need; i++)
      c[i] = sl_to_f32(s, given[i]);
   if (compare)
      ref = sl_float32(s, spv_w(in, 5));
   else if (wide)
      ref = sl_to_f32(s, given[need + proj]);
   if (proj) { /* the divisor is the last component but for the reference */
      LLVMValueRef inv = sl_rcp(s, sl_to_f32(s, given[wide ? need : have - 1]));
      for (unsigned i = 0; i < d.coords; i++)
         c[i] = LLVMBuildFMul(s->b, c[i], inv, "");
      if (ref)
         ref = LLVMBuildFMul(s->b, ref, inv, "");
   }
   if (d.arrayed && kind != LOD_QUERY)
      layer = c[d.coords] = round_layer(s, c[d.coords]);
   if (layer && d.cube) /* the face of a layer below 0 would be lost, and with it the LOD of neighbours */
      layer = sl_fmax(s, layer, sl_f32(s, 0.0));
   if (s->failed)
      return;
   unsigned coords = d.cube ? 3 : need;
   if (d.cube)
      cube_coordinates(s, c, layer, &o);
   if (kind == GATHER)
      shift_integer_gather(s, image, &t, &d, c);

   /* Without implicit derivatives outside fragment shaders: the base level. */
   bool implicit = !explicit_lod && kind == SAMPLE;
   bool zero = (kind == GATHER && !o.lod && !o.bias) || (o.lod && o.zero_lod) ||
               (implicit && s->shader->stage != PIPE_SHADER_FRAGMENT && !o.derivatives);
   if (zero)
      o.bias = o.lod = NULL;
   if (o.derivatives && o.derivatives != d.derivatives) {
      sl_fail(s, "gradients of another size than the coordinates");
      return;
   }
   unsigned components = kind == LOD_QUERY ? 2 : compare && kind == SAMPLE ? 1 : 4, dmask = (1u << components) - 1;
   if (kind == GATHER) {
      uint32_t component = 0;
      if (!compare && !spv_const_u32(s->m, spv_w(in, 5), &component))
         component = 0;
      dmask = 1u << (component & 3);
   }

   struct sample p = { kind, image, &d, coords, dmask, .ref = ref, .o = o, .zero = zero };
   memcpy(p.c, c, sizeof(p.c));
   LLVMValueRef v = kind == GATHER && o.offsets[0] ? gather_offsets(s, &p) : emit_sample(s, &p, image->rsrc);
   if (image->magnify_to_half && kind == SAMPLE && !zero)
      v = magnify_to_half(s, &p, v);
   for (unsigned i = 0; i < 4 && wide; i++) {
      if (image->compare_zero[i])
         v = LLVMBuildInsertElement(s->b, v, LLVMBuildSelect(s->b, image->compare_zero[i], s->f_zero, sl_element(s, v, i), ""), sl_i32(s, i), "");
   }
   if (image->yuv && kind == SAMPLE && !ref) {
      LLVMValueRef chroma[2] = { NULL, NULL };
      for (unsigned i = 0; i < 2 && image->plane[i]; i++)
         chroma[i] = emit_sample(s, &p, image->plane[i]);
      v = sl_yuv_to_rgb(s, image->yuv, v, chroma);
   }
   define_result(s, in, &t, v, components);
}

/* OpenGL 4.6, 8.24: of the components that the key names. */
static LLVMValueRef decode_srgb(struct sl *s, const struct sl_image *image, LLVMValueRef texel)
{
   for (unsigned i = 0; i < 4; i++) {
      if (!image->srgb_fetch[i])
         continue;
      LLVMValueRef code = sl_element(s, texel, i), base = LLVMBuildFAdd(s->b, code, sl_f32(s, 0.055), "");
      LLVMValueRef log = sl_log2(s, LLVMBuildFMul(s->b, base, sl_f32(s, 1 / 1.055), ""));
      LLVMValueRef curve = sl_exp2(s, LLVMBuildFMul(s->b, log, sl_f32(s, 2.4), ""));
      LLVMValueRef dark = LLVMBuildFCmp(s->b, LLVMRealOLE, code, sl_f32(s, 0.04045), "");
      LLVMValueRef v = LLVMBuildSelect(s->b, dark, LLVMBuildFMul(s->b, code, sl_f32(s, 1 / 12.92), ""), curve, "");
      v = LLVMBuildSelect(s->b, image->srgb_fetch[i], v, code, "");
      texel = LLVMBuildInsertElement(s->b, texel, v, sl_i32(s, i), "");
   }
   return texel;
}

static void fetch(struct sl *s, const struct spv_inst *in)
{
   struct spv_type t;
   struct dim d;
   struct sl_image *image = image_of(s, spv_w(in, 3), &t);
   if (!image)
      return;
   uint32_t have = sl_id_count(s, spv_w(in, 4));
   const LLVMValueRef *c = sl_ints(s, spv_w(in, 4), have ? have : 1);
   if (LLVMTypeOf(c[0]) != s->i32) {
      sl_fail(s, "texel coordinates must be 32-bit integers");
      return;
   }
   if (t.dim == SpvDimBuffer) { /* the V# is in the first half of the slot */
      LLVMValueRef w[4];
      for (unsigned i = 0; i < 4; i++)
         w[i] = sl_element(s, image->rsrc, i);
      LLVMValueRef args[] = { sl_vector(s, w, 4), c[0], s->zero, s->zero, s->zero };
      define_result(s, in, &t, sl_call(s, "llvm.amdgcn.struct.buffer.load.format.v4f32", s->v4f32, args, 5), 4);
      return;
   }
   struct operands o = { 0 };
   if (!image_dim(s, &t, &d) || d.cube)
      return;
   if (in->count > 5)
      read_operands(s, in, 5, true, &o);
   unsigned need = d.coords + d.arrayed, n = 0;
   if (have < need || (d.ms && !o.sample) || s->failed) {
      sl_fail(s, "too few texel coordinates");
      return;
   }
   LLVMValueRef args[12];
   args[n++] = sl_i32(s, 15);
   for (unsigned i = 0; i < need; i++) {
      LLVMValueRef v = c[i];
      if (o.offset && i < d.coords) { /* image_load has no offsets: sign-extend the six bits and add */
         LLVMValueRef off = LLVMBuildShl(s->b, o.offset, sl_i32(s, 26 - 8 * i), "");
         v = LLVMBuildAdd(s->b, v, LLVMBuildAShr(s->b, off, sl_i32(s, 26), ""), "");
      }
      args[n++] = v;
   }
   bool mip = o.lod && !o.zero_lod && !d.ms && t.dim != SpvDimRect;
   if (d.ms)
      args[n++] = o.sample;
   if (mip)
      args[n++] = o.lod;
   const unsigned rsrc_at = n;
   args[n++] = image->rsrc;
   args[n++] = s->zero;
   args[n++] = s->zero;
   char name[80];
   snprintf(name, sizeof(name), "llvm.amdgcn.image.load%s.%s", mip ? ".mip" : "", d.name);
   LLVMValueRef v = sl_call(s, name, s->v4f32, args, n);
   if (image->yuv) {
      LLVMValueRef chroma[2] = { NULL, NULL };
      for (unsigned i = 0; i < 2; i++)
         args[1 + i] = LLVMBuildAShr(s->b, args[1 + i], sl_i32(s, SI_YUV_KEY_SHIFT(image->yuv, i)), "");
      for (unsigned i = 0; i < 2 && image->plane[i]; i++) {
         args[rsrc_at] = image->plane[i];
         chroma[i] = sl_call(s, name, s->v4f32, args, n);
      }
      v = sl_yuv_to_rgb(s, image->yuv, v, chroma);
   }
   define_result(s, in, &t, decode_srgb(s, image, v), 4);
}

/* A texel of an image, or the value of the framebuffer of an input attachment. */
static void read(struct sl *s, const struct spv_inst *in)
{
   struct spv_type t;
   struct sl_image *image = image_of(s, spv_w(in, 3), &t);
   if (!image)
      return;
   if (t.dim != SpvDimSubpassData)
      sl_image_access(s, in);
   else
      define_result(s, in, &t, sl_ps_destination(s, image->rsrc), 4);
}

static void query_size(struct sl *s, const struct spv_inst *in)
{
   struct spv_type t;
   struct dim d;
   struct sl_image *image = image_of(s, spv_w(in, 3), &t);
   if (!image)
      return;
   if (t.dim == SpvDimBuffer) { /* NUM_RECORDS: bytes on GFX8 when there is a stride, else elements */
      LLVMValueRef records = sl_element(s, image->rsrc, 2);
      if (s->gfx >= 8) {
         LLVMValueRef stride = LLVMBuildLShr(s->b, sl_element(s, image->rsrc, 1), sl_i32(s, 16), "");
         stride = LLVMBuildAnd(s->b, stride, sl_i32(s, 0x3fff), "");
         stride = sl_math2(s, "llvm.umax", stride, s->one);
         records = LLVMBuildUDiv(s->b, records, stride, "");
      }
      sl_define(s, in, &records, 1);
      return;
   }
   if (!image_dim(s, &t, &d))
      return;
   LLVMValueRef lod = in->op == SpvOpImageQuerySizeLod ? sl_int32(s, spv_w(in, 4)) : s->zero;
   const bool is_image = t.sampled == 2, layers = is_image && (d.cube || t.dim == SpvDim3D); /* spv_llvm_image.c */
   const char *dim = layers ? "2darray" : d.ms ? (d.arrayed ? "2darray" : "2d") : d.name;
   LLVMValueRef v = image_size(s, image, dim, lod), c[4];
   unsigned coords = d.cube ? 2 : d.coords, n = 0;
   for (unsigned i = 0; i < coords; i++)
      c[n++] = sl_bitcast(s, sl_element(s, v, i), s->i32);
   if (is_image && t.dim == SpvDim3D)
      c[1] = sl_image_height(s, image);
   if (d.arrayed) {
      LLVMValueRef layers = sl_bitcast(s, sl_element(s, v, 2), s->i32);
      c[n++] = d.cube ? LLVMBuildUDiv(s->b, layers, sl_i32(s, 6), "") : layers;
   }
   sl_define(s, in, c, n);
}

/* LAST_LEVEL - BASE_LEVEL + 1 of the view. */
static void query_levels(struct sl *s, const struct spv_inst *in)
{
   struct spv_type t;
   struct sl_image *image = image_of(s, spv_w(in, 3), &t);
   if (!image)
      return;
   LLVMValueRef w3 = sl_element(s, image->rsrc, 3), mask = sl_i32(s, 15);
   LLVMValueRef base = LLVMBuildAnd(s->b, LLVMBuildLShr(s->b, w3, sl_i32(s, 12), ""), mask, "");
   LLVMValueRef last = LLVMBuildAnd(s->b, LLVMBuildLShr(s->b, w3, sl_i32(s, 16), ""), mask, "");
   if (in->op == SpvOpImageQuerySamples) { /* multisampled: LAST_LEVEL is log2 of the samples */
      LLVMValueRef v = LLVMBuildShl(s->b, s->one, last, "");
      sl_define(s, in, &v, 1);
      return;
   }
   LLVMValueRef v = LLVMBuildAdd(s->b, LLVMBuildSub(s->b, last, base, ""), s->one, "");
   sl_define(s, in, &v, 1);
}

bool sl_tex(struct sl *s, const struct spv_inst *in)
{
   struct spv_type t;
   switch (in->op) {
   case SpvOpImageSampleImplicitLod: sample(s, in, false, false, false, SAMPLE); return true;
   case SpvOpImageSampleExplicitLod: sample(s, in, false, false, true, SAMPLE); return true;
   case SpvOpImageSampleDrefImplicitLod: sample(s, in, false, true, false, SAMPLE); return true;
   case SpvOpImageSampleDrefExplicitLod: sample(s, in, false, true, true, SAMPLE); return true;
   case SpvOpImageSampleProjImplicitLod: sample(s, in, true, false, false, SAMPLE); return true;
   case SpvOpImageSampleProjExplicitLod: sample(s, in, true, false, true, SAMPLE); return true;
   case SpvOpImageSampleProjDrefImplicitLod: sample(s, in, true, true, false, SAMPLE); return true;
   case SpvOpImageSampleProjDrefExplicitLod: sample(s, in, true, true, true, SAMPLE); return true;
   case SpvOpImageGather: sample(s, in, false, false, true, GATHER); return true;
   case SpvOpImageDrefGather: sample(s, in, false, true, true, GATHER); return true;
   case SpvOpImageQueryLod: sample(s, in, false, false, false, LOD_QUERY); return true;
   case SpvOpImageFetch: fetch(s, in); return true;
   case SpvOpImageRead: read(s, in); return true;
   case SpvOpImageWrite:
   case SpvOpImageTexelPointer: return sl_image_access(s, in);
   case SpvOpImageQuerySize:
   case SpvOpImageQuerySizeLod: query_size(s, in); return true;
   case SpvOpImageQueryLevels:
   case SpvOpImageQuerySamples: query_levels(s, in); return true;
   case SpvOpImage: { /* the image of a combined image and sampler */
      struct sl_image *image = image_of(s, spv_w(in, 3), &t);
      if (image && !s->failed)
         s->id[in->w[2]].image = image;
      return true;
   }
   default:
      return false;
   }
}
