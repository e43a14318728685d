/* gf_emit_access.c: memory accesses and communication of invocations: images, atomic counters, atomics of buffers and shared
 * variables, barriers, vertices of geometry shaders. */
#include "gf_emit.h"

#include <string.h>

#define NAME(x) ((x)->callee->symbol->name->text)

static uint32_t number(struct gf_emit *e, uint32_t n) { return gf_constant_u32(e, GF_T(uint), n); }

/* ---- order ---- */

/* Ends the invocation. The operand after the counts is the payload. */
static void emit_mesh_tasks(struct gf_emit *e, struct gf_expr *x)
{
   uint32_t w[4];
   unsigned n = 0;
   for (; n < 3; n++)
      w[n] = gf_value_of(e, x->args[n]);
   for (unsigned i = 0; n == 3 && i < e->p->globals.count; i++)
      if (e->p->globals.at[i]->id && e->p->globals.at[i]->storage == SpvStorageClassTaskPayloadWorkgroupEXT)
         w[n++] = e->p->globals.at[i]->id;
   gf_put(e, GF_BODY, SpvOpEmitMeshTasksEXT, w, n);
   e->open = false;
}

bool gf_emit_order(struct gf_emit *e, struct gf_expr *x)
{
   enum { BUFFER = SpvMemorySemanticsUniformMemoryMask, SHARED = SpvMemorySemanticsWorkgroupMemoryMask,
          IMAGE = SpvMemorySemanticsImageMemoryMask };
   static const struct { const char *name; uint32_t scope, memory; } barriers[] = {
      { "memoryBarrier", SpvScopeDevice, BUFFER | SHARED | IMAGE },
      { "groupMemoryBarrier", SpvScopeWorkgroup, BUFFER | SHARED | IMAGE },
      { "memoryBarrierShared", SpvScopeDevice, SHARED }, { "memoryBarrierBuffer", SpvScopeDevice, BUFFER },
      { "memoryBarrierImage", SpvScopeDevice, IMAGE }, { "memoryBarrierAtomicCounter", SpvScopeDevice, BUFFER },
      { "subgroupMemoryBarrier", SpvScopeSubgroup, BUFFER | SHARED | IMAGE },
      { "subgroupMemoryBarrierShared", SpvScopeSubgroup, SHARED }, { "subgroupMemoryBarrierBuffer", SpvScopeSubgroup, BUFFER },
      { "subgroupMemoryBarrierImage", SpvScopeSubgroup, IMAGE },
   };
   const char *name = NAME(x);
   for (unsigned i = 0; i < GF_COUNT(barriers); i++) {
      if (strcmp(barriers[i].name, name) == 0) {
         GF_PUT(e, GF_BODY, SpvOpMemoryBarrier, number(e, barriers[i].scope),
                number(e, barriers[i].memory | SpvMemorySemanticsAcquireReleaseMask));
         return true;
      }
   }
   if (strcmp(name, "barrier") == 0) {
      const bool compute = gf_has_work_group(e->c->stage);
      GF_PUT(e, GF_BODY, SpvOpControlBarrier, number(e, SpvScopeWorkgroup),
             number(e, compute ? SpvScopeWorkgroup : SpvScopeInvocation),
             number(e, compute ? SHARED | SpvMemorySemanticsAcquireReleaseMask : 0));
      return true;
   }
   if (strcmp(name, "subgroupBarrier") == 0) {
      gf_capability(e, SpvCapabilityGroupNonUniform);
      GF_PUT(e, GF_BODY, SpvOpControlBarrier, number(e, SpvScopeSubgroup), number(e, SpvScopeSubgroup),
             number(e, BUFFER | SHARED | IMAGE | SpvMemorySemanticsAcquireReleaseMask));
      return true;
   }
   if (strcmp(name, "SetMeshOutputsEXT") == 0) {
      const uint32_t vertices = gf_value_of(e, x->args[0]);
      GF_PUT(e, GF_BODY, SpvOpSetMeshOutputsEXT, vertices, gf_value_of(e, x->args[1]));
      return true;
   }
   if (strcmp(name, "EmitMeshTasksEXT") == 0) {
      emit_mesh_tasks(e, x);
      return true;
   }
   if (strncmp(name, "Emit", 4) == 0)
      gf_emit_clip_distances(e);
   if (strcmp(name, "EmitVertex") == 0 || strcmp(name, "EndPrimitive") == 0) {
      gf_put(e, GF_BODY, name[1] == 'm' ? SpvOpEmitVertex : SpvOpEndPrimitive, NULL, 0);
      return true;
   }
   if (strcmp(name, "EmitStreamVertex") == 0 || strcmp(name, "EndStreamPrimitive") == 0) {
      gf_capability(e, SpvCapabilityGeometryStreams);
      GF_PUT(e, GF_BODY, name[1] == 'm' ? SpvOpEmitStreamVertex : SpvOpEndStreamPrimitive, gf_value_of(e, x->args[0]));
      return true;
   }
   return false;
}

/* ---- atomics ---- */

static const struct { const char *name; SpvOp s, u, f; SpvCapability of_float; } atomics[] = {
   { "Add", SpvOpAtomicIAdd, SpvOpAtomicIAdd, SpvOpAtomicFAddEXT, SpvCapabilityAtomicFloat32AddEXT },
   { "Subtract", SpvOpAtomicISub, SpvOpAtomicISub },
   { "Min", SpvOpAtomicSMin, SpvOpAtomicUMin, SpvOpAtomicFMinEXT, SpvCapabilityAtomicFloat32MinMaxEXT },
   { "Max", SpvOpAtomicSMax, SpvOpAtomicUMax, SpvOpAtomicFMaxEXT, SpvCapabilityAtomicFloat32MinMaxEXT },
   { "And", SpvOpAtomicAnd, SpvOpAtomicAnd }, { "Or", SpvOpAtomicOr, SpvOpAtomicOr }, { "Xor", SpvOpAtomicXor, SpvOpAtomicXor },
   { "Exchange", SpvOpAtomicExchange, SpvOpAtomicExchange, SpvOpAtomicExchange, SpvCapabilityShader },
   /* SPIR-V has none of floats; the compiler takes it. */
   { "CompSwap", SpvOpAtomicCompareExchange, SpvOpAtomicCompareExchange, SpvOpAtomicCompareExchange, SpvCapabilityShader },
};

/* The operation at the end of a name ("AddARB" is "Add") on the memory at `pointer`; operands begin at argument `first`. */
static uint32_t atomic(struct gf_emit *e, struct gf_expr *x, const char *op, uint32_t pointer, uint32_t scope, unsigned first)
{
   const uint32_t type = gf_type_id(e, x->type), where = number(e, scope), none = number(e, 0);
   const enum gf_base base = gf_kind(x->type);
   for (unsigned i = 0; i < GF_COUNT(atomics); i++) {
      const size_t n = strlen(atomics[i].name);
      if (strncmp(atomics[i].name, op, n) != 0 || (op[n] && strcmp(op + n, "ARB") != 0))
         continue;
      const SpvOp code = base == GF_INT ? atomics[i].s : base == GF_FLOAT ? atomics[i].f : atomics[i].u;
      if (code == SpvOpNop)
         break;
      if (base == GF_FLOAT)
         gf_capability(e, atomics[i].of_float);
      else if (x->type->base == GF_INT64 || x->type->base == GF_UINT64)
         gf_capability(e, SpvCapabilityInt64Atomics);
      const uint32_t a = gf_value_of(e, x->args[first]);
      if (code == SpvOpAtomicCompareExchange)
         return GF_OP(e, code, type, pointer, where, none, none, gf_value_of(e, x->args[first + 1]), a);
      return GF_OP(e, code, type, pointer, where, none, a);
   }
   gf_lack(e, NAME(x));
}

static uint32_t counter(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_place at = gf_place_of(e, x->args[0]);
   const char *op = NAME(x) + strlen("atomicCounter");
   const uint32_t pointer = gf_place_pointer(e, &at), type = gf_type_id(e, GF_T(uint));
   const uint32_t where = number(e, SpvScopeDevice), none = number(e, 0);
   if (!*op)
      return GF_OP(e, SpvOpAtomicLoad, type, pointer, where, none);
   if (strcmp(op, "Increment") == 0)
      return GF_OP(e, SpvOpAtomicIIncrement, type, pointer, where, none);
   if (strcmp(op, "Decrement") == 0) /* returns the value after the decrement; SPIR-V returns the one before */
      return GF_OP(e, SpvOpISub, type, GF_OP(e, SpvOpAtomicIDecrement, type, pointer, where, none), number(e, 1));
   return atomic(e, x, op, pointer, SpvScopeDevice, 1);
}

/* ---- images ---- */

/* OpImageTexelPointer needs a pointer to the image: an image from a handle is stored to a variable. */
static uint32_t image_pointer(struct gf_emit *e, struct gf_expr *x)
{
   if (x->op == GF_VAR || x->op == GF_MEMBER || x->op == GF_INDEX) {
      const struct gf_place at = gf_place_of(e, x);
      if (gf_is_object(x->type, &at))
         return gf_place_pointer(e, &at);
   }
   const uint32_t id = gf_opaque_of(e, x), type = gf_opaque_type_id(e, x->type), var = gf_id(e);
   const uint32_t pointer = gf_pointer_id(e, type, SpvStorageClassFunction);
   GF_PUT(e, GF_VARIABLES, SpvOpVariable, pointer, var, SpvStorageClassFunction);
   GF_PUT(e, GF_BODY, SpvOpStore, var, id);
   return var;
}

static uint32_t image(struct gf_emit *e, struct gf_expr *x)
{
   const char *name = NAME(x);
   const struct gf_type *t = x->args[0]->type;
   const uint32_t type = x->type->base == GF_VOID ? 0 : gf_type_id(e, x->type);
   unsigned next = 2;
   if (strncmp(name, "imageAtomic", 11) == 0) {
      const uint32_t pointer = image_pointer(e, x->args[0]), coord = gf_value_of(e, x->args[1]);
      const uint32_t sample = t->ms ? gf_value_of(e, x->args[next++]) : number(e, 0);
      const uint32_t texel = gf_pointer_id(e, gf_type_id(e, gf_vector((enum gf_base)t->sampled, 1)), SpvStorageClassImage);
      return atomic(e, x, name + 11, GF_OP(e, SpvOpImageTexelPointer, texel, pointer, coord, sample), SpvScopeDevice, next);
   }
   const uint32_t id = gf_opaque_of(e, x->args[0]);
   if (strcmp(name, "imageSize") == 0 || strcmp(name, "imageSamples") == 0) {
      gf_capability(e, SpvCapabilityImageQuery);
      return GF_OP(e, name[6] == 'i' ? SpvOpImageQuerySize : SpvOpImageQuerySamples, type, id);
   }
   uint32_t w[8] = { id, gf_value_of(e, x->args[1]) };
   unsigned n = 2;
   const uint32_t sample = t->ms ? gf_value_of(e, x->args[next++]) : 0;
   const bool store = strcmp(name, "imageStore") == 0;
   if (!store && strcmp(name, "imageLoad") != 0)
      gf_lack(e, name);
   if (store)
      w[n++] = gf_value_of(e, x->args[next]);
   if (t->ms) {
      w[n++] = SpvImageOperandsSampleMask;
      w[n++] = sample;
   }
   if (!store)
      return gf_result(e, SpvOpImageRead, type, w, n);
   gf_put(e, GF_BODY, SpvOpImageWrite, w, n);
   return 0;
}

uint32_t gf_emit_access(struct gf_emit *e, struct gf_expr *x)
{
   if (x->args[0]->type->base == GF_IMAGE)
      return image(e, x);
   if (x->args[0]->type->base == GF_ATOMIC)
      return counter(e, x);
   const struct gf_place at = gf_place_of(e, x->args[0]);
   if (at.components > 1)
      gf_lack(e, NAME(x));
   const struct gf_place one = at.components == 1 ? gf_one_component(e, &at) : at;
   const bool shared = at.storage == SpvStorageClassWorkgroup || at.storage == SpvStorageClassTaskPayloadWorkgroupEXT;
   return atomic(e, x, NAME(x) + strlen("atomic"), gf_place_pointer(e, &one),
                 shared ? SpvScopeWorkgroup : SpvScopeDevice, 1);
}
