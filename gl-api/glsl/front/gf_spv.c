/* gf_spv.c: the module under construction: sections of words, types and constants once each. */
#include "gf_emit.h"

#include <string.h>

_Noreturn void gf_lack(struct gf_emit *e, const char *what)
{
   e->c->lacks = what;
   gf_give_up(e->c);
}

uint32_t gf_id(struct gf_emit *e) { return e->next_id++; }

void gf_put(struct gf_emit *e, enum gf_section s, SpvOp op, const uint32_t *operands, unsigned count)
{
   struct gf_words *w = &e->section[s];
   if (s == GF_BODY && !e->open && op != SpvOpLabel)
      return; /* after a jump */
   if (count > 60000)
      gf_lack(e, "instructions of this length");
   GF_PUSH(e->c, w, (count + 1) << 16 | (uint32_t)op);
   for (unsigned i = 0; i < count; i++)
      GF_PUSH(e->c, w, operands[i]);
}

/* A shader with a precise variable gets NoContraction on all operations. GLSL 4.60 4.9.1 requires it for the operations that
 * contribute to the variable; more is allowed. */
static bool may_contract(SpvOp op)
{
   switch (op) {
   case SpvOpFAdd: case SpvOpFSub: case SpvOpFMul: case SpvOpFDiv: case SpvOpFRem: case SpvOpFMod: case SpvOpFNegate:
   case SpvOpVectorTimesScalar: case SpvOpMatrixTimesScalar: case SpvOpVectorTimesMatrix: case SpvOpMatrixTimesVector:
   case SpvOpMatrixTimesMatrix: case SpvOpOuterProduct: case SpvOpDot:
      return true;
   default:
      return false;
   }
}

uint32_t gf_result(struct gf_emit *e, SpvOp op, uint32_t type, const uint32_t *operands, unsigned count)
{
   uint32_t *words = gf_alloc(e->c, (count + 2) * sizeof(*words));
   words[0] = type;
   words[1] = gf_id(e);
   memcpy(words + 2, operands, count * sizeof(*words));
   gf_put(e, GF_BODY, op, words, count + 2);
   if (e->p->any_precise && e->open && may_contract(op))
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, words[1], SpvDecorationNoContraction);
   return words[1];
}

void gf_push_text(struct gf_emit *e, struct gf_words *w, const char *text)
{
   for (size_t n = strlen(text) + 1, i = 0; i < n; i += 4) {
      uint32_t word = 0;
      memcpy(&word, text + i, n - i < 4 ? n - i : 4);
      GF_PUSH(e->c, w, word);
   }
}

void gf_put_name(struct gf_emit *e, uint32_t id, const char *name)
{
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, id);
   gf_push_text(e, &w, name);
   gf_put(e, GF_NAMES, SpvOpName, w.at, w.count);
}

void gf_put_member_name(struct gf_emit *e, uint32_t id, uint32_t member, const char *name)
{
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, id);
   GF_PUSH(e->c, &w, member);
   gf_push_text(e, &w, name);
   gf_put(e, GF_NAMES, SpvOpMemberName, w.at, w.count);
}

bool gf_has_capability(const struct gf_emit *e, SpvCapability capability)
{
   for (unsigned i = 0; i < e->capabilities.count; i++) {
      if (e->capabilities.at[i] == (uint32_t)capability)
         return true;
   }
   return false;
}

void gf_capability(struct gf_emit *e, SpvCapability capability)
{
   if (capability == SpvCapabilityShader) /* each module declares it */
      return;
   if (!gf_has_capability(e, capability))
      GF_PUSH(e->c, &e->capabilities, (uint32_t)capability);
}

void gf_label(struct gf_emit *e, uint32_t label)
{
   GF_PUT(e, GF_BODY, SpvOpLabel, label);
   e->block = label;
   e->open = true;
}

void gf_branch(struct gf_emit *e, uint32_t label)
{
   GF_PUT(e, GF_BODY, SpvOpBranch, label);
   e->open = false;
}

/* ---- unique instructions, found by opcode and operands ---- */

uint32_t *gf_slot(struct gf_emit *e, const void *key, size_t size_B)
{
   char *text = gf_alloc(e->c, size_B + 2);
   memcpy(text, "\1s", 2);
   memcpy(text + 2, key, size_B);
   return &gf_intern(e->c, text, size_B + 2)->id;
}

/* Types and constants: the result id follows the type (constants) or is first (types). */
static uint32_t once(struct gf_emit *e, SpvOp op, uint32_t type, const uint32_t *operands, unsigned count)
{
   struct gf_words key = { 0 }, w = { 0 };
   GF_PUSH(e->c, &key, (uint32_t)op);
   GF_PUSH(e->c, &key, type);
   for (unsigned i = 0; i < count; i++)
      GF_PUSH(e->c, &key, operands[i]);
   uint32_t *id = gf_slot(e, key.at, key.count * 4);
   if (*id)
      return *id;
   *id = gf_id(e);
   if (type)
      GF_PUSH(e->c, &w, type);
   GF_PUSH(e->c, &w, *id);
   for (unsigned i = 0; i < count; i++)
      GF_PUSH(e->c, &w, operands[i]);
   gf_put(e, GF_GLOBALS, op, w.at, w.count);
   return *id;
}
#define ONCE(e, op, type, ...) once(e, op, type, (const uint32_t[]){ __VA_ARGS__ }, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4)

static uint32_t scalar_id(struct gf_emit *e, enum gf_base base)
{
   switch (base) {
   case GF_VOID: return once(e, SpvOpTypeVoid, 0, NULL, 0);
   case GF_BOOL: return once(e, SpvOpTypeBool, 0, NULL, 0);
   case GF_INT: return ONCE(e, SpvOpTypeInt, 0, 32, 1);
   case GF_UINT: return ONCE(e, SpvOpTypeInt, 0, 32, 0);
   case GF_FLOAT: return ONCE(e, SpvOpTypeFloat, 0, 32);
   case GF_DOUBLE:
      gf_capability(e, SpvCapabilityFloat64);
      return ONCE(e, SpvOpTypeFloat, 0, 64);
   case GF_INT64: case GF_UINT64:
      gf_capability(e, SpvCapabilityInt64);
      return ONCE(e, SpvOpTypeInt, 0, 64, base == GF_INT64);
   default: gf_lack(e, "this type");
   }
}

/* In the order of the layout identifiers from rgba32f on. */
static const uint8_t formats[] = { SpvImageFormatRgba32f, SpvImageFormatRgba16f, SpvImageFormatRg32f, SpvImageFormatRg16f,
   SpvImageFormatR11fG11fB10f, SpvImageFormatR32f, SpvImageFormatR16f, SpvImageFormatRgba16, SpvImageFormatRgb10A2,
   SpvImageFormatRgba8, SpvImageFormatRg16, SpvImageFormatRg8, SpvImageFormatR16, SpvImageFormatR8, SpvImageFormatRgba16Snorm,
   SpvImageFormatRgba8Snorm, SpvImageFormatRg16Snorm, SpvImageFormatRg8Snorm, SpvImageFormatR16Snorm, SpvImageFormatR8Snorm,
   SpvImageFormatRgba32i, SpvImageFormatRgba16i, SpvImageFormatRgba8i, SpvImageFormatRg32i, SpvImageFormatRg16i,
   SpvImageFormatRg8i,
   SpvImageFormatR32i, SpvImageFormatR16i, SpvImageFormatR8i, SpvImageFormatRgba32ui, SpvImageFormatRgba16ui,
   SpvImageFormatRgb10a2ui, SpvImageFormatRgba8ui, SpvImageFormatRg32ui, SpvImageFormatRg16ui, SpvImageFormatRg8ui,
   SpvImageFormatR32ui, SpvImageFormatR16ui, SpvImageFormatR8ui };
_Static_assert(GF_COUNT(formats) == GF_L_r8ui - GF_L_rgba32f + 1, "a format for each layout");

uint8_t gf_image_format(const struct gf_layouts *l)
{
   for (unsigned i = 0; i < GF_COUNT(formats); i++) {
      if (gf_has_layout(l, GF_L_rgba32f + i))
         return formats[i];
   }
   return SpvImageFormatUnknown;
}

/* An image that is read and written, of e->image_format. */
static uint32_t storage_image_id(struct gf_emit *e, const struct gf_type *t)
{
   static const struct { uint8_t dim, capability; } dims[] = {
      [GF_1D] = { SpvDim1D, SpvCapabilityImage1D }, [GF_2D] = { SpvDim2D }, [GF_3D] = { SpvDim3D }, [GF_CUBE] = { SpvDimCube },
      [GF_RECT] = { SpvDimRect, SpvCapabilityImageRect }, [GF_BUFFER] = { SpvDimBuffer, SpvCapabilityImageBuffer } };
   static const uint8_t plain[] = { SpvImageFormatRgba32f, SpvImageFormatRgba16f, SpvImageFormatR32f, SpvImageFormatRgba8,
      SpvImageFormatRgba8Snorm, SpvImageFormatRgba32i, SpvImageFormatRgba16i, SpvImageFormatRgba8i, SpvImageFormatR32i,
      SpvImageFormatRgba32ui, SpvImageFormatRgba16ui, SpvImageFormatRgba8ui, SpvImageFormatR32ui };
   bool known = false;
   for (unsigned i = 0; i < GF_COUNT(plain); i++)
      known |= plain[i] == e->image_format;
   if (!e->image_format) {
      gf_capability(e, SpvCapabilityStorageImageReadWithoutFormat);
      gf_capability(e, SpvCapabilityStorageImageWriteWithoutFormat);
   } else if (!known) {
      gf_capability(e, SpvCapabilityStorageImageExtendedFormats);
   }
   if (dims[t->dim].capability)
      gf_capability(e, (SpvCapability)dims[t->dim].capability);
   if (t->arrayed && t->dim == GF_CUBE)
      gf_capability(e, SpvCapabilityImageCubeArray);
   if (t->ms)
      gf_capability(e, SpvCapabilityStorageImageMultisample);
   if (t->ms && t->arrayed)
      gf_capability(e, SpvCapabilityImageMSArray);
   return ONCE(e, SpvOpTypeImage, 0, scalar_id(e, (enum gf_base)t->sampled), dims[t->dim].dim, 0, t->arrayed, t->ms, 2,
               e->image_format);
}

uint32_t gf_image_type_id(struct gf_emit *e, const struct gf_type *t)
{
   static const struct { uint8_t dim, capability; } dims[] = {
      [GF_1D] = { SpvDim1D, SpvCapabilitySampled1D }, [GF_2D] = { SpvDim2D }, [GF_3D] = { SpvDim3D },
      [GF_CUBE] = { SpvDimCube }, [GF_RECT] = { SpvDimRect, SpvCapabilitySampledRect },
      [GF_BUFFER] = { SpvDimBuffer, SpvCapabilitySampledBuffer }, [GF_EXTERNAL] = { SpvDim2D },
   };
   if (dims[t->dim].capability)
      gf_capability(e, (SpvCapability)dims[t->dim].capability);
   if (t->dim == GF_CUBE && t->arrayed)
      gf_capability(e, SpvCapabilitySampledCubeArray);
   /* The linker tells samplerExternalOES from sampler2D by the operand Depth: 2, no indication. */
   const uint32_t depth = t->dim == GF_EXTERNAL ? 2 : t->shadow;
   return ONCE(e, SpvOpTypeImage, 0, scalar_id(e, (enum gf_base)t->sampled), dims[t->dim].dim, depth, t->arrayed, t->ms, 1, 0);
}

uint32_t gf_attachment_type_id(struct gf_emit *e, enum gf_base sampled)
{
   gf_capability(e, SpvCapabilityInputAttachment);
   return ONCE(e, SpvOpTypeImage, 0, scalar_id(e, sampled), SpvDimSubpassData, 0, 0, 0, 2, 0);
}

static uint32_t sampler_id(struct gf_emit *e, const struct gf_type *t)
{
   return ONCE(e, SpvOpTypeSampledImage, 0, gf_image_type_id(e, t));
}

uint32_t gf_opaque_type_id(struct gf_emit *e, const struct gf_type *t)
{
   return t->base == GF_IMAGE ? storage_image_id(e, t) : sampler_id(e, t);
}

static bool is_per_vertex(const struct gf_type *t) { return t->base == GF_BLOCK && t->record->builtin; }

/* Members of gl_MeshPerPrimitiveEXT that are not used have default values; a structure has at least one member. */
static bool needs_first(const struct gf_type *t)
{
   bool any = !t->record->qual.per_primitive;
   for (unsigned i = 0; i < t->record->count && !any; i++)
      any = t->record->members[i].used;
   return !t->record->qual.per_primitive || !any;
}

bool gf_member_is_there(const struct gf_type *t, unsigned member)
{
   return !is_per_vertex(t) || t->record->members[member].used || (member < 1 && needs_first(t));
}

unsigned gf_member_slot(const struct gf_type *t, unsigned member)
{
   unsigned slot = 0;
   for (unsigned i = 0; is_per_vertex(t) && i < member; i++)
      slot += gf_member_is_there(t, i);
   return is_per_vertex(t) ? slot : member;
}

/* Unsized gl_ClipDistance and gl_CullDistance have the maximum size, in mesh shaders, which share them with no other stage, that of
 * their uses. */
const struct gf_type *gf_member_type(struct gf_emit *e, const struct gf_type *t, unsigned member)
{
   const struct gf_member *m = &t->record->members[member];
   if (!is_per_vertex(t) || m->type->base != GF_ARRAY || m->type->length != GF_UNSIZED)
      return m->type;
   return gf_array(e->c, m->type->elem, e->c->stage == PIPE_SHADER_MESH && m->elements ? m->elements : 8);
}

static uint32_t struct_id(struct gf_emit *e, const struct gf_type *t)
{
   uint32_t *id = gf_slot(e, &t, sizeof(t));
   if (*id)
      return *id;
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, 0);
   for (unsigned i = 0; i < t->record->count; i++) {
      if (!gf_member_is_there(t, i))
         continue;
      const uint32_t member = gf_type_id(e, gf_member_type(e, t, i));
      GF_PUSH(e->c, &w, member);
   }
   w.at[0] = *id = gf_id(e);
   gf_put(e, GF_GLOBALS, SpvOpTypeStruct, w.at, w.count);
   gf_put_name(e, *id, t->record->name);
   for (unsigned i = 0; i < t->record->count; i++) {
      if (gf_member_is_there(t, i))
         gf_put_member_name(e, *id, gf_member_slot(t, i), t->record->members[i].name->text);
   }
   if (t->base == GF_BLOCK)
      gf_decorate_block(e, *id, t->record);
   return *id;
}

uint32_t gf_type_id(struct gf_emit *e, const struct gf_type *t)
{
   if (t->base == GF_ARRAY) {
      if (t->length == GF_UNSIZED)
         gf_lack(e, "unsized arrays");
      const uint32_t elem = gf_type_id(e, t->elem);
      return ONCE(e, SpvOpTypeArray, 0, elem, gf_constant_u32(e, GF_T(uint), (uint32_t)t->length));
   }
   if (t->base == GF_STRUCT || t->base == GF_BLOCK)
      return struct_id(e, t);
   if (t->base == GF_ATOMIC) {
      gf_capability(e, SpvCapabilityAtomicStorage);
      return scalar_id(e, GF_UINT);
   }
   if (gf_is_handle(t))
      return gf_type_id(e, GF_T(uvec2));
   const uint32_t scalar = scalar_id(e, (enum gf_base)t->base);
   if (t->rows <= 1)
      return scalar;
   const uint32_t vector = ONCE(e, SpvOpTypeVector, 0, scalar, t->rows);
   return t->cols > 1 ? ONCE(e, SpvOpTypeMatrix, 0, vector, t->cols) : vector;
}

uint32_t gf_pointer_id(struct gf_emit *e, uint32_t type, SpvStorageClass storage)
{
   return ONCE(e, SpvOpTypePointer, 0, (uint32_t)storage, type);
}

uint32_t gf_pair_type_id(struct gf_emit *e, uint32_t a, uint32_t b)
{
   return ONCE(e, SpvOpTypeStruct, 0, a, b);
}

uint32_t gf_function_type(struct gf_emit *e, const uint32_t *words, unsigned count)
{
   return once(e, SpvOpTypeFunction, 0, words, count);
}

uint32_t gf_constant_u32(struct gf_emit *e, const struct gf_type *scalar, uint32_t bits)
{
   return ONCE(e, SpvOpConstant, gf_type_id(e, scalar), bits);
}

static uint32_t constant_scalar(struct gf_emit *e, enum gf_base base, union gf_scalar s)
{
   if (base == GF_BOOL)
      return once(e, s.u ? SpvOpConstantTrue : SpvOpConstantFalse, scalar_id(e, base), NULL, 0);
   if (base == GF_DOUBLE || base == GF_INT64 || base == GF_UINT64)
      return ONCE(e, SpvOpConstant, scalar_id(e, base), (uint32_t)s.u, (uint32_t)(s.u >> 32));
   uint32_t bits = (uint32_t)s.u;
   const float f = (float)s.d;
   if (base == GF_FLOAT)
      memcpy(&bits, &f, 4);
   return gf_constant_u32(e, gf_vector(base, 1), bits);
}

uint32_t gf_constant_composite(struct gf_emit *e, uint32_t type, const struct gf_words *parts)
{
   return once(e, SpvOpConstantComposite, type, parts->at, parts->count);
}

/* Takes its scalars from *at. */
uint32_t gf_constant(struct gf_emit *e, const struct gf_type *t, const union gf_scalar **at)
{
   if (gf_is_scalar(t))
      return constant_scalar(e, (enum gf_base)t->base, *(*at)++);
   const struct gf_type *part = t->base == GF_ARRAY ? t->elem : gf_is_matrix(t)
      ? gf_vector((enum gf_base)t->base, t->rows) : gf_vector((enum gf_base)t->base, 1);
   const unsigned n = t->base == GF_ARRAY ? (unsigned)t->length : t->record ? t->record->count : gf_is_matrix(t)
      ? t->cols : t->rows;
   struct gf_words w = { 0 };
   for (unsigned i = 0; i < n; i++) {
      const uint32_t id = gf_constant(e, t->record ? t->record->members[i].type : part, at);
      GF_PUSH(e->c, &w, id);
   }
   return once(e, SpvOpConstantComposite, gf_type_id(e, t), w.at, w.count);
}

uint32_t gf_local(struct gf_emit *e, const struct gf_type *t, const char *name)
{
   const uint32_t pointer = gf_pointer_id(e, gf_type_id(e, t), SpvStorageClassFunction), id = gf_id(e);
   GF_PUT(e, GF_VARIABLES, SpvOpVariable, pointer, id, SpvStorageClassFunction);
   if (name)
      gf_put_name(e, id, name);
   return id;
}
