/* spv_llvm_image.c: loads, stores and atomics of images (GLSL 4.60 8.12). GFX6-8 address cubes and 3D images as arrays of 2D layers: a
 * T# of the type 3D would count the layers of a level from the base level of its texture. Multisampled images take the sample's number
 * after the coordinates; without FMASK it is the number of a fragment, too. */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

enum { MAX_ADDRESS = 4 };

/* Coordinates, array layer included, and the dimension in the names of intrinsics. */
struct form { const char *name; unsigned coords; };

static bool form_of(struct sl *s, const struct spv_type *t, struct form *f)
{
   switch (t->dim) {
   case SpvDim1D: *f = t->arrayed ? (struct form){ "1darray", 2 } : (struct form){ "1d", 1 }; return true;
   case SpvDim2D:
      *f = t->ms ? (t->arrayed ? (struct form){ "2darraymsaa", 3 } : (struct form){ "2dmsaa", 2 })
                 : (t->arrayed ? (struct form){ "2darray", 3 } : (struct form){ "2d", 2 });
      return true;
   case SpvDimRect: *f = (struct form){ "2d", 2 }; return true;
   case SpvDim3D:
   case SpvDimCube: *f = (struct form){ "2darray", 3 }; return true;
   case SpvDimBuffer: *f = (struct form){ "buffer", 1 }; return true;
   default: sl_fail(s, "images of dimension %u are not supported", t->dim); return false;
   }
}

/* An access to a texel. */
struct texel {
   const struct sl_image *image;
   struct spv_type type;
   struct form form;
   LLVMValueRef address[MAX_ADDRESS]; /* i32: coordinates, then the sample */
   unsigned address_count;
};

/* sample: its id, 0 where the image has none. */
static bool open_texel(struct sl *s, const struct sl_image *image, uint32_t coord, uint32_t sample, struct texel *x)
{
   x->image = image;
   if (!image) {
      sl_fail(s, "id is not an image");
      return false;
   }
   x->type = spv_type_of(s->m, image->image_type);
   if (!form_of(s, &x->type, &x->form))
      return false;
   const LLVMValueRef *v = sl_ints(s, coord, x->form.coords);
   if (!s->failed && sl_id_count(s, coord) < x->form.coords)
      sl_fail(s, "too few coordinates of a texel");
   if (!s->failed && x->type.ms && !sample)
      sl_fail(s, "access to a multisampled image without a sample");
   if (s->failed)
      return false;
   x->address_count = x->form.coords;
   memcpy(x->address, v, x->form.coords * sizeof(*v));
   if (x->type.ms)
      x->address[x->address_count++] = sl_ints(s, sample, 1)[0];
   return !s->failed;
}

static LLVMValueRef cache(struct sl *s, const struct texel *x)
{
   return sl_i32(s, x->image->is_coherent ? SL_GLC : 0);
}

/* The V# of a buffer image is in the first half of its slot. */
static LLVMValueRef buffer_rsrc(struct sl *s, const struct texel *x)
{
   LLVMValueRef w[4];
   for (unsigned i = 0; i < 4; i++)
      w[i] = sl_element(s, x->image->rsrc, i);
   return sl_vector(s, w, 4);
}

/* Rows after the image's last one are padding (si_set_shader_images). NULL: the texture unit tests the bounds. */
static LLVMValueRef is_inside(struct sl *s, const struct texel *x)
{
   if (x->type.dim != SpvDim3D)
      return NULL;
   return LLVMBuildICmp(s->b, LLVMIntULT, x->address[1], sl_image_height(s, x->image), "");
}

LLVMValueRef sl_image_height(struct sl *s, const struct sl_image *image)
{
   return sl_element(s, image->rsrc, SI_IMAGE_HEIGHT_DW);
}

/* The operand Sample, the first of the image operands at word k; 0: none. */
static uint32_t sample_operand(const struct spv_inst *in, unsigned k)
{
   return in->count > k + 1 && spv_w(in, k) == SpvImageOperandsSampleMask ? spv_w(in, k + 1) : 0;
}

static void load(struct sl *s, const struct spv_inst *in)
{
   struct texel x;
   uint32_t id = spv_w(in, 3);
   if (!open_texel(s, id < s->m->bound ? s->id[id].image : NULL, spv_w(in, 4), sample_operand(in, 5), &x))
      return;
   LLVMValueRef v, inside = is_inside(s, &x);
   if (x.type.dim == SpvDimBuffer) {
      LLVMValueRef args[] = { buffer_rsrc(s, &x), x.address[0], s->zero, s->zero, cache(s, &x) };
      v = sl_call(s, "llvm.amdgcn.struct.buffer.load.format.v4f32", s->v4f32, args, 5);
   } else {
      LLVMValueRef args[8] = { sl_i32(s, 15) };
      unsigned n = 1;
      char name[64];
      for (unsigned i = 0; i < x.address_count; i++)
         args[n++] = x.address[i];
      args[n++] = x.image->rsrc;
      args[n++] = s->zero;
      args[n++] = cache(s, &x);
      snprintf(name, sizeof(name), "llvm.amdgcn.image.load.%s", x.form.name);
      v = sl_call(s, name, s->v4f32, args, n);
   }
   struct spv_type e = spv_type_of(s->m, x.type.element);
   LLVMValueRef c[4];
   for (unsigned i = 0; i < 4 && !s->failed; i++) {
      c[i] = sl_bitcast(s, sl_element(s, v, i), e.kind == SPV_KIND_INT ? s->i32 : s->f32);
      if (inside)
         c[i] = LLVMBuildSelect(s->b, inside, c[i], e.kind == SPV_KIND_INT ? s->zero : s->f_zero, "");
   }
   sl_define(s, in, c, 4);
}

static void store(struct sl *s, const struct spv_inst *in)
{
   struct texel x;
   uint32_t id = spv_w(in, 1), have;
   if (!open_texel(s, id < s->m->bound ? s->id[id].image : NULL, spv_w(in, 2), sample_operand(in, 4), &x))
      return;
   const LLVMValueRef *value = sl_any(s, spv_w(in, 3), &have);
   LLVMValueRef c[4], args[10];
   for (unsigned i = 0; i < 4 && !s->failed; i++)
      c[i] = i < have ? sl_bitcast(s, value[i], s->f32) : s->f_zero;
   if (s->failed)
      return;
   s->bin->writes_memory = 1;
   args[0] = sl_vector(s, c, 4);
   if (x.type.dim == SpvDimBuffer) {
      args[1] = buffer_rsrc(s, &x);
      args[2] = x.address[0];
      args[3] = args[4] = s->zero;
      args[5] = cache(s, &x);
      sl_call(s, "llvm.amdgcn.struct.buffer.store.format.v4f32", s->voidt, args, 6);
      return;
   }
   char name[64];
   unsigned n = 1;
   args[n++] = sl_i32(s, 15);
   for (unsigned i = 0; i < x.address_count; i++)
      args[n++] = x.address[i];
   args[n++] = x.image->rsrc;
   args[n++] = s->zero;
   args[n++] = cache(s, &x);
   snprintf(name, sizeof(name), "llvm.amdgcn.image.store.%s", x.form.name);
   sl_call(s, name, s->voidt, args, n);
}

/* ---- atomics ---------------------------------------------------------------------------------------------------------------- */

/* OpImageTexelPointer: of an image variable. */
static void texel_pointer(struct sl *s, const struct spv_inst *in)
{
   const struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   if (!p)
      return;
   const struct spv_type t = spv_type_of(s->m, p->type);
   if (t.kind != SPV_KIND_IMAGE || t.sampled != 2) {
      sl_fail(s, "pointer to a texel of an object that is not an image");
      return;
   }
   struct sl_texel *x = sl_alloc(s, sizeof(*x));
   x->coord = spv_w(in, 4);
   x->sample = t.ms ? spv_w(in, 5) : 0;
   sl_open_image(s, p, &t, &x->image);
   s->id[in->w[2]].texel = x;
}

LLVMValueRef sl_texel_atomic(struct sl *s, const struct sl_texel *at, const char *op, const LLVMValueRef *data, unsigned count)
{
   struct texel x;
   LLVMValueRef args[10];
   char name[80];
   unsigned n = 0;
   if (!open_texel(s, &at->image, at->coord, at->sample, &x))
      return s->zero;
   s->bin->writes_memory = 1;
   for (unsigned i = 0; i < count; i++)
      args[n++] = data[i];
   if (x.type.dim == SpvDimBuffer) {
      args[n++] = buffer_rsrc(s, &x);
      args[n++] = x.address[0];
      args[n++] = s->zero;
      args[n++] = s->zero;
      args[n++] = s->zero;
      snprintf(name, sizeof(name), "llvm.amdgcn.struct.buffer.atomic.%s.i32", op);
      return sl_call(s, name, s->i32, args, n);
   }
   for (unsigned i = 0; i < x.address_count; i++)
      args[n++] = x.address[i];
   args[n++] = x.image->rsrc;
   args[n++] = s->zero;
   args[n++] = s->zero;
   snprintf(name, sizeof(name), "llvm.amdgcn.image.atomic.%s.%s", op, x.form.name);
   const LLVMValueRef before = sl_call(s, name, s->i32, args, n), inside = is_inside(s, &x);
   return inside && !s->failed ? LLVMBuildSelect(s->b, inside, before, s->zero, "") : before;
}

bool sl_image_access(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpImageRead: load(s, in); return true;
   case SpvOpImageWrite: store(s, in); return true;
   case SpvOpImageTexelPointer: texel_pointer(s, in); return true;
   default: return false;
   }
}
