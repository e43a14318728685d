/* st_mesh_vertex.c: the vertex shader that draws the records of a mesh shader. Vertex v of the draw is corner v % corners of a primitive
 * of a record. It reads the words of the record one by one, so the types of the mesh shader need no layout here. Corners of primitives
 * that the mesh shader culled, or did not make, are outside of the clip volume. */
#include "state/st_mesh_layout.h"

#include "spirv/spv_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words { uint32_t *w; size_t count, room; };

struct builder {
   const struct spv_module *m;
   struct st_mesh_layout layout;
   struct words decorations, globals, body, interface;
   uint32_t *type;              /* by id of the mesh shader: the same type here */
   uint32_t next_id;
   uint32_t void_type, uint_type, int_type, float_type, bool_type, uvec2_type;
   uint32_t word_pointer, records;
   uint32_t record_at;          /* value: the first word of the record */
   uint32_t vertex, primitive;  /* values: numbers in the record */
   uint32_t visible;
   bool uses_distance[2], uses_viewport, uses_wide[2], wrote_position;
   bool no_memory;
};

/* ---- instructions ----------------------------------------------------------------------------------------------------------- */

static void put(struct builder *b, struct words *to, SpvOp op, unsigned operands, const uint32_t *operand)
{
   if (to->count + operands + 1 > to->room) {
      const size_t room = 2 * to->room + operands + 64;
      uint32_t *grown = realloc(to->w, room * sizeof *grown);
      if (!grown) {
         b->no_memory = true;
         return;
      }
      to->w = grown;
      to->room = room;
   }
   to->w[to->count++] = (operands + 1) << 16 | (uint32_t)op;
   if (operands)
      memcpy(to->w + to->count, operand, operands * sizeof *operand);
   to->count += operands;
}
#define PUT(b, to, op, ...) put(b, &(b)->to, op, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })

static uint32_t value(struct builder *b, SpvOp op, uint32_t type, unsigned operands, const uint32_t *operand)
{
   uint32_t w[8] = { type, b->next_id++ };
   memcpy(w + 2, operand, operands * sizeof *operand);
   put(b, &b->body, op, 2 + operands, w);
   return w[1];
}
#define VALUE(b, op, type, ...) value(b, op, type, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })

static uint32_t constant(struct builder *b, uint32_t number)
{
   PUT(b, globals, SpvOpConstant, b->uint_type, b->next_id, number);
   return b->next_id++;
}

static uint32_t float_constant(struct builder *b, float number)
{
   uint32_t bits;
   memcpy(&bits, &number, sizeof bits);
   PUT(b, globals, SpvOpConstant, b->float_type, b->next_id, bits);
   return b->next_id++;
}

/* ---- types ------------------------------------------------------------------------------------------------------------------ */

static uint32_t type_of(struct builder *b, uint32_t type);

static uint32_t struct_type(struct builder *b, const struct spv_type *t)
{
   uint32_t *w = malloc((t->count + 1) * sizeof *w), id;
   if (!w) {
      b->no_memory = true;
      return 0;
   }
   for (uint32_t i = 0; i < t->count; i++)
      w[1 + i] = type_of(b, t->members[i]);
   id = w[0] = b->next_id++;
   put(b, &b->globals, SpvOpTypeStruct, t->count + 1, w);
   free(w);
   return id;
}

static uint32_t scalar_type(struct builder *b, const struct spv_type *t)
{
   if (t->kind == SPV_KIND_BOOL)
      return b->bool_type;
   if (t->width <= 32)
      return t->kind == SPV_KIND_FLOAT ? b->float_type : t->is_signed ? b->int_type : b->uint_type;
   const uint32_t id = b->next_id++;
   b->uses_wide[t->kind == SPV_KIND_INT] = true;
   if (t->kind == SPV_KIND_FLOAT)
      PUT(b, globals, SpvOpTypeFloat, id, t->width);
   else
      PUT(b, globals, SpvOpTypeInt, id, t->width, t->is_signed);
   return id;
}

/* The type here that equals one of the mesh shader. */
static uint32_t type_of(struct builder *b, uint32_t type)
{
   const struct spv_type t = spv_type_of(b->m, type);
   uint32_t element, id;
   if (b->type[type])
      return b->type[type];
   switch (t.kind) {
   case SPV_KIND_VECTOR:
   case SPV_KIND_MATRIX:
      element = type_of(b, t.element);
      id = b->next_id++;
      PUT(b, globals, t.kind == SPV_KIND_VECTOR ? SpvOpTypeVector : SpvOpTypeMatrix, id, element, t.count);
      break;
   case SPV_KIND_ARRAY: {
      element = type_of(b, t.element);
      const uint32_t length = constant(b, t.count);
      id = b->next_id++;
      PUT(b, globals, SpvOpTypeArray, id, element, length);
      break;
   }
   case SPV_KIND_STRUCT:
      id = struct_type(b, &t);
      break;
   default:
      id = scalar_type(b, &t);
      break;
   }
   b->type[type] = id;
   return id;
}

/* ---- values of records ------------------------------------------------------------------------------------------------------ */

/* The word at a value plus a number of words. */
static uint32_t load_word(struct builder *b, uint32_t at, uint32_t plus)
{
   const uint32_t index = plus ? VALUE(b, SpvOpIAdd, b->uint_type, at, constant(b, plus)) : at;
   const uint32_t p = VALUE(b, SpvOpAccessChain, b->word_pointer, b->records, constant(b, 0), index);
   return VALUE(b, SpvOpLoad, b->uint_type, p);
}

static uint32_t load_scalar(struct builder *b, uint32_t type, const struct spv_type *t, uint32_t at, uint32_t *plus)
{
   const uint32_t word = load_word(b, at, (*plus)++);
   if (t->kind == SPV_KIND_BOOL)
      return VALUE(b, SpvOpINotEqual, type, word, constant(b, 0));
   if (t->width == 64) {
      const uint32_t pair = VALUE(b, SpvOpCompositeConstruct, b->uvec2_type, word, load_word(b, at, (*plus)++));
      return VALUE(b, SpvOpBitcast, type, pair);
   }
   return type == b->uint_type ? word : VALUE(b, SpvOpBitcast, type, word);
}

/* A value of a type of the mesh shader; *plus counts its words. */
static uint32_t load(struct builder *b, uint32_t type, uint32_t at, uint32_t *plus)
{
   const struct spv_type t = spv_type_of(b->m, type);
   const uint32_t here = type_of(b, type);
   if (t.kind == SPV_KIND_BOOL || t.kind == SPV_KIND_INT || t.kind == SPV_KIND_FLOAT)
      return load_scalar(b, here, &t, at, plus);
   uint32_t *w = malloc((t.count + 2) * sizeof *w), id;
   if (!w) {
      b->no_memory = true;
      return 0;
   }
   for (uint32_t i = 0; i < t.count; i++)
      w[2 + i] = load(b, t.kind == SPV_KIND_STRUCT ? t.members[i] : t.element, at, plus);
   w[0] = here;
   id = w[1] = b->next_id++;
   put(b, &b->body, SpvOpCompositeConstruct, t.count + 2, w);
   free(w);
   return id;
}

/* First word of the vertex's or primitive's element of a variable. */
static uint32_t element_at(struct builder *b, const struct st_mesh_var *v)
{
   const uint32_t number = v->per_primitive ? b->primitive : b->vertex;
   const uint32_t first = VALUE(b, SpvOpIMul, b->uint_type, number, constant(b, v->stride_B / 4));
   const uint32_t in_record = VALUE(b, SpvOpIAdd, b->uint_type, first, constant(b, v->offset_B / 4));
   return VALUE(b, SpvOpIAdd, b->uint_type, b->record_at, in_record);
}

/* ---- outputs ---------------------------------------------------------------------------------------------------------------- */

static uint32_t output(struct builder *b, uint32_t type, uint32_t stored)
{
   const uint32_t pointer = b->next_id++, id = b->next_id++;
   PUT(b, globals, SpvOpTypePointer, pointer, SpvStorageClassOutput, type);
   PUT(b, globals, SpvOpVariable, pointer, id, SpvStorageClassOutput);
   PUT(b, body, SpvOpStore, id, stored);
   put(b, &b->interface, SpvOpNop, 1, &id);
   return id;
}

/* x, y and z beyond w. */
static uint32_t outside(struct builder *b, uint32_t vec4)
{
   const uint32_t two = float_constant(b, 2), one = float_constant(b, 1), id = b->next_id++;
   PUT(b, globals, SpvOpConstantComposite, vec4, id, two, two, two, one);
   return id;
}

static uint32_t bool_vector(struct builder *b)
{
   const uint32_t type = b->next_id++;
   PUT(b, globals, SpvOpTypeVector, type, b->bool_type, 4);
   return VALUE(b, SpvOpCompositeConstruct, type, b->visible, b->visible, b->visible, b->visible);
}

/* Elements of built-in blocks, and the variables that they are here. */
static void write_builtin(struct builder *b, uint32_t builtin, uint32_t type, uint32_t at, uint32_t plus)
{
   uint32_t here = type_of(b, type), v;
   switch (builtin) {
   case SpvBuiltInPosition:
      v = load(b, type, at, &plus);
      v = VALUE(b, SpvOpSelect, here, bool_vector(b), v, outside(b, here));
      b->wrote_position = true;
      break;
   case SpvBuiltInClipDistance:
   case SpvBuiltInCullDistance:
      b->uses_distance[builtin == SpvBuiltInCullDistance] = true;
      v = load(b, type, at, &plus);
      break;
   case SpvBuiltInLayer:
   case SpvBuiltInViewportIndex:
      b->uses_viewport = true;
      v = load(b, type, at, &plus);
      break;
   case SpvBuiltInPointSize:
   case SpvBuiltInPrimitiveId:
      v = load(b, type, at, &plus);
      break;
   default: /* culling is part of `visible`; fragments have one shading rate */
      return;
   }
   const uint32_t id = output(b, here, v);
   PUT(b, decorations, SpvOpDecorate, id, SpvDecorationBuiltIn, builtin);
}

/* An output without a location is read by no fragment shader. */
static void write_location(struct builder *b, uint32_t type, uint32_t at, uint32_t plus, uint32_t location, uint32_t component,
                           bool packed)
{
   if (location == SPV_NONE)
      return;
   const uint32_t v = load(b, type, at, &plus), id = output(b, type_of(b, type), v);
   PUT(b, decorations, SpvOpDecorate, id, SpvDecorationLocation, location);
   if (component)
      PUT(b, decorations, SpvOpDecorate, id, SpvDecorationComponent, component);
   if (packed)
      PUT(b, decorations, SpvOpDecorate, id, SpvDecorationCPacked);
}

static void write_block(struct builder *b, const struct st_mesh_var *v, const struct spv_type *t, uint32_t at)
{
   const uint64_t used = st_mesh_members_used(b->m, v->id);
   uint32_t location = spv_decoration_value(b->m, v->id, SpvDecorationLocation, SPV_NONE), plus = 0;
   for (uint32_t i = 0; i < t->count; i++, plus += st_mesh_size_B(b->m, t->members[i - 1]) / 4) {
      const uint32_t builtin = spv_member_decoration_value(b->m, t->id, i, SpvDecorationBuiltIn, ~0u);
      location = spv_member_decoration_value(b->m, t->id, i, SpvDecorationLocation, location);
      if (builtin != ~0u && i < 64 && used >> i & 1)
         write_builtin(b, builtin, t->members[i], at, plus);
      if (builtin == ~0u)
         write_location(b, t->members[i], at, plus, location,
                        spv_member_decoration_value(b->m, t->id, i, SpvDecorationComponent, 0),
                        spv_find_decoration(b->m, t->id, i, SpvDecorationCPacked));
      if (location != SPV_NONE)
         location += spv_location_count(b->m, t->members[i]);
   }
}

static void write_variable(struct builder *b, const struct st_mesh_var *v)
{
   const struct spv_type t = spv_type_of(b->m, v->element);
   const uint32_t builtin = spv_decoration_value(b->m, v->id, SpvDecorationBuiltIn, ~0u);
   if (v->is_index)
      return;
   const uint32_t at = element_at(b, v);
   if (t.kind == SPV_KIND_STRUCT && spv_has_decoration(b->m, t.id, SpvDecorationBlock))
      write_block(b, v, &t, at);
   else if (builtin != ~0u)
      write_builtin(b, builtin, v->element, at, 0);
   else
      write_location(b, v->element, at, 0, spv_decoration_value(b->m, v->id, SpvDecorationLocation, SPV_NONE),
                     spv_decoration_value(b->m, v->id, SpvDecorationComponent, 0),
                     spv_has_decoration(b->m, v->id, SpvDecorationCPacked));
}

/* ---- the primitive ---------------------------------------------------------------------------------------------------------- */

static uint32_t least(struct builder *b, uint32_t x, uint32_t y)
{
   const uint32_t less = VALUE(b, SpvOpULessThan, b->bool_type, x, y);
   return VALUE(b, SpvOpSelect, b->uint_type, less, x, y);
}

/* The word of gl_CullPrimitiveEXT. */
static uint32_t cull_word(struct builder *b)
{
   const struct st_mesh_info *info = &b->layout.info;
   const uint32_t first = VALUE(b, SpvOpIMul, b->uint_type, b->primitive, constant(b, info->cull_stride_B / 4));
   return load_word(b, VALUE(b, SpvOpIAdd, b->uint_type, b->record_at, first), info->cull_B / 4);
}

static const struct st_mesh_var *index_variable(const struct st_mesh_layout *l)
{
   for (unsigned i = 0; i < l->count; i++)
      if (l->var[i].is_index)
         return &l->var[i];
   return NULL;
}

/* Finds the record, the primitive and the vertex. */
static void begin(struct builder *b, uint32_t vertex_id)
{
   const struct st_mesh_info *info = &b->layout.info;
   const struct st_mesh_var *indices = index_variable(&b->layout);
   uint32_t number = VALUE(b, SpvOpLoad, b->int_type, vertex_id);
   number = VALUE(b, SpvOpBitcast, b->uint_type, number);
   const uint32_t record_vertices = constant(b, info->max_primitives * info->corners), corners = constant(b, info->corners);
   const uint32_t record = VALUE(b, SpvOpUDiv, b->uint_type, number, record_vertices);
   const uint32_t in_record = VALUE(b, SpvOpUMod, b->uint_type, number, record_vertices);
   const uint32_t corner = VALUE(b, SpvOpUMod, b->uint_type, in_record, corners);
   b->primitive = VALUE(b, SpvOpUDiv, b->uint_type, in_record, corners);
   b->record_at = VALUE(b, SpvOpIMul, b->uint_type, record, constant(b, info->record_B / 4));
   b->visible = VALUE(b, SpvOpULessThan, b->bool_type, b->primitive, load_word(b, b->record_at, ST_MESH_PRIMITIVES));
   if (info->cull_B) {
      const uint32_t kept = VALUE(b, SpvOpIEqual, b->bool_type, cull_word(b), constant(b, 0));
      b->visible = VALUE(b, SpvOpLogicalAnd, b->bool_type, b->visible, kept);
   }
   b->vertex = constant(b, 0);
   if (!indices)
      return;
   const uint32_t at = VALUE(b, SpvOpIAdd, b->uint_type, element_at(b, indices), corner);
   b->vertex = least(b, load_word(b, at, 0), constant(b, info->max_vertices - 1));
}

static void default_position(struct builder *b)
{
   const uint32_t vec4 = b->next_id++;
   PUT(b, globals, SpvOpTypeVector, vec4, b->float_type, 4);
   const uint32_t id = output(b, vec4, outside(b, vec4));
   PUT(b, decorations, SpvOpDecorate, id, SpvDecorationBuiltIn, SpvBuiltInPosition);
}

static void declare(struct builder *b)
{
   const uint32_t array = b->next_id++, block = b->next_id++, pointer = b->next_id++;
   PUT(b, globals, SpvOpTypeVoid, b->void_type = b->next_id++);
   PUT(b, globals, SpvOpTypeInt, b->uint_type = b->next_id++, 32, 0);
   PUT(b, globals, SpvOpTypeInt, b->int_type = b->next_id++, 32, 1);
   PUT(b, globals, SpvOpTypeFloat, b->float_type = b->next_id++, 32);
   PUT(b, globals, SpvOpTypeBool, b->bool_type = b->next_id++);
   PUT(b, globals, SpvOpTypeVector, b->uvec2_type = b->next_id++, b->uint_type, 2);
   PUT(b, globals, SpvOpTypeRuntimeArray, array, b->uint_type);
   PUT(b, globals, SpvOpTypeStruct, block, array);
   PUT(b, globals, SpvOpTypePointer, pointer, SpvStorageClassUniform, block);
   PUT(b, globals, SpvOpTypePointer, b->word_pointer = b->next_id++, SpvStorageClassUniform, b->uint_type);
   PUT(b, globals, SpvOpVariable, pointer, b->records = b->next_id++, SpvStorageClassUniform);
   PUT(b, decorations, SpvOpDecorate, array, SpvDecorationArrayStride, 4);
   PUT(b, decorations, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
   PUT(b, decorations, SpvOpDecorate, block, SpvDecorationBufferBlock);
   PUT(b, decorations, SpvOpDecorate, b->records, SpvDecorationDescriptorSet, 0);
   PUT(b, decorations, SpvOpDecorate, b->records, SpvDecorationBinding, ST_MESH_VERTEX_SLOT);
}

/* ---- the module ------------------------------------------------------------------------------------------------------------- */

static void append(struct builder *b, struct words *to, const struct words *from)
{
   for (size_t i = 0; i < from->count; i += from->w[i] >> 16)
      put(b, to, from->w[i] & 0xffff, (from->w[i] >> 16) - 1, from->w + i + 1);
}

static void capabilities(struct builder *b, struct words *out)
{
   const struct { bool used; uint32_t capability; } all[] = {
      { true, SpvCapabilityShader }, { b->uses_distance[0], SpvCapabilityClipDistance },
      { b->uses_distance[1], SpvCapabilityCullDistance }, { b->uses_viewport, SpvCapabilityMultiViewport },
      { b->uses_viewport, SpvCapabilityShaderViewportIndexLayerEXT }, { b->uses_wide[0], SpvCapabilityFloat64 },
      { b->uses_wide[1], SpvCapabilityInt64 },
   };
   for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
      if (all[i].used)
         put(b, out, SpvOpCapability, 1, &all[i].capability);
}

static void entry_point(struct builder *b, struct words *out, uint32_t function, uint32_t vertex_id)
{
   uint32_t w[4 + 1 + 256] = { SpvExecutionModelVertex, function, 0x6e69616d /* "main" */, 0, vertex_id }, n = 5;
   for (size_t i = 0; i < b->interface.count && n < sizeof w / sizeof w[0]; i += 2)
      w[n++] = b->interface.w[i + 1];
   put(b, out, SpvOpEntryPoint, n, w);
}

static void build(struct builder *b, struct words *out)
{
   static const uint32_t model[] = { SpvAddressingModelLogical, SpvMemoryModelGLSL450 };
   declare(b);
   const uint32_t function_type = b->next_id++, function = b->next_id++, pointer = b->next_id++, vertex_id = b->next_id++;
   PUT(b, globals, SpvOpTypeFunction, function_type, b->void_type);
   PUT(b, globals, SpvOpTypePointer, pointer, SpvStorageClassInput, b->int_type);
   PUT(b, globals, SpvOpVariable, pointer, vertex_id, SpvStorageClassInput);
   PUT(b, decorations, SpvOpDecorate, vertex_id, SpvDecorationBuiltIn, SpvBuiltInVertexIndex);
   PUT(b, body, SpvOpFunction, b->void_type, function, SpvFunctionControlMaskNone, function_type);
   PUT(b, body, SpvOpLabel, b->next_id++);
   begin(b, vertex_id);
   for (unsigned i = 0; i < b->layout.count; i++)
      write_variable(b, &b->layout.var[i]);
   if (!b->wrote_position)
      default_position(b);
   put(b, &b->body, SpvOpReturn, 0, NULL);
   put(b, &b->body, SpvOpFunctionEnd, 0, NULL);
   out->w = calloc(5, sizeof *out->w);
   if (!out->w) {
      b->no_memory = true;
      return;
   }
   out->count = out->room = 5;
   capabilities(b, out);
   put(b, out, SpvOpMemoryModel, 2, model);
   entry_point(b, out, function, vertex_id);
   append(b, out, &b->decorations);
   append(b, out, &b->globals);
   append(b, out, &b->body);
   memcpy(out->w, (uint32_t[5]){ SpvMagicNumber, 0x00010000, 0, b->next_id, 0 }, 5 * sizeof *out->w);
}

bool st_mesh_vertex(const struct pipe_shader_state *state, struct st_mesh_code *code, char *why, size_t why_size_B)
{
   struct spv_module m;
   struct builder b = { .m = &m, .next_id = 1 };
   struct words out = { 0 };
   bool ok = false;
   if (!spv_module_init(&m, state->spirv, state->spirv_words, why, why_size_B))
      return false;
   b.type = calloc(m.bound, sizeof *b.type);
   if (b.type && st_mesh_layout(&m, &b.layout, why, why_size_B)) {
      build(&b, &out);
      ok = !b.no_memory;
   }
   if (!ok) {
      if (!b.type || b.no_memory)
         snprintf(why, why_size_B, "out of memory");
      free(out.w);
   } else {
      *code = (struct st_mesh_code){ out.w, out.count };
   }
   free(b.type);
   free(b.decorations.w);
   free(b.globals.w);
   free(b.body.w);
   free(b.interface.w);
   spv_module_finish(&m);
   return ok;
}
