/* st_mesh_compute.c: a task or mesh shader becomes a compute shader. Its outputs and the payload become members of records in shader
 * buffers; the built-in variables of the work group become private variables, whose values come from the words of the group. */
#include "spirv/spv_edit.h"
#include "state/st_mesh_layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a pointer points to. RECORD and TASK: a member of the record of the work group, or of its task. */
enum memory { NOT_LOWERED, RECORD, TASK, PRIVATE, MEMORIES };

struct pointer_type { enum memory memory; uint32_t pointee, id; };

struct lower {
   const struct spv_module *m;
   const struct spv_entry_point *entry;
   struct spv_edit *e;
   struct st_mesh_layout layout;
   uint32_t globals_at;         /* types, constants and variables are added there */
   uint8_t *memory;             /* enum memory by id: of pointers */
   struct pointer_type *pointer;
   uint32_t pointer_count, pointer_room;
   uint32_t constant[64];       /* ids of uint 0 .. 63 */
   uint32_t uint_type, uvec3_type, bool_type;
   uint32_t buffer[MEMORIES];   /* RECORD, TASK: the variable */
   uint32_t slot[MEMORIES];     /* private variables: the record's number */
   uint32_t words_buffer, lane; /* words of work groups; private: first word of a record's head that the invocation writes */
   uint32_t in_group, in_local, in_index; /* built-in inputs that are added */
   uint32_t builtin[4];         /* private variables, by enum builtin */
   bool no_memory;
   const char *problem;
};

/* The last version of SPIR-V whose entry points list inputs and outputs alone. */
static const uint32_t interfaces_of_inputs = 0x00010300;

enum builtin { GROUP_ID, GROUP_COUNT, GLOBAL_ID, DRAW_ID, BUILTINS };
static const uint32_t builtin_of[BUILTINS] = { SpvBuiltInWorkgroupId, SpvBuiltInNumWorkgroups, SpvBuiltInGlobalInvocationId,
                                               SpvBuiltInDrawIndex };

/* ---- new instructions ------------------------------------------------------------------------------------------------------- */

static void insert(struct lower *l, uint32_t at, SpvOp op, unsigned operands, const uint32_t *operand)
{
   uint32_t w[24] = { SPV_OP(op, operands + 1) };
   memcpy(w + 1, operand, operands * sizeof *operand);
   spv_edit_insert(l->e, at, w, operands + 1);
}
#define INSERT(l, at, op, ...) insert(l, at, op, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })
#define GLOBAL(l, op, ...) INSERT(l, (l)->globals_at, op, __VA_ARGS__)

/* Returns the id of the result. */
static uint32_t with_result(struct lower *l, uint32_t at, SpvOp op, uint32_t type, unsigned operands, const uint32_t *operand)
{
   uint32_t w[24] = { type, spv_edit_new_id(l->e) };
   memcpy(w + 2, operand, operands * sizeof *operand);
   insert(l, at, op, 2 + operands, w);
   return w[1];
}
#define VALUE(l, at, op, type, ...) \
   with_result(l, at, op, type, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })

static uint32_t constant(struct lower *l, uint32_t value)
{
   const bool kept = value < sizeof l->constant / sizeof l->constant[0];
   if (kept && l->constant[value])
      return l->constant[value];
   const uint32_t id = spv_edit_new_id(l->e);
   GLOBAL(l, SpvOpConstant, l->uint_type, id, value);
   if (kept)
      l->constant[value] = id;
   return id;
}

static uint32_t find_type(const struct spv_module *m, SpvOp op, uint32_t a, uint32_t b)
{
   for (uint32_t id = 1; id < m->bound; id++) {
      const struct spv_inst in = spv_def(m, id);
      if (in.op == op && (op == SpvOpTypeBool || (spv_w(&in, 2) == a && spv_w(&in, 3) == b)))
         return id;
   }
   return 0;
}

static uint32_t storage_class(enum memory memory)
{
   return memory == PRIVATE ? SpvStorageClassPrivate : SpvStorageClassStorageBuffer;
}

static uint32_t pointer_type(struct lower *l, enum memory memory, uint32_t pointee)
{
   for (uint32_t i = 0; i < l->pointer_count; i++)
      if (storage_class(l->pointer[i].memory) == storage_class(memory) && l->pointer[i].pointee == pointee)
         return l->pointer[i].id;
   if (l->pointer_count == l->pointer_room) {
      const uint32_t room = l->pointer_room ? 2 * l->pointer_room : 32;
      struct pointer_type *grown = realloc(l->pointer, room * sizeof *grown);
      if (!grown) {
         l->no_memory = true;
         return 0;
      }
      l->pointer = grown;
      l->pointer_room = room;
   }
   const uint32_t id = spv_edit_new_id(l->e);
   GLOBAL(l, SpvOpTypePointer, id, storage_class(memory), pointee);
   l->pointer[l->pointer_count++] = (struct pointer_type){ memory, pointee, id };
   return id;
}

static uint32_t private_variable(struct lower *l, uint32_t type)
{
   const uint32_t pointer = pointer_type(l, PRIVATE, type), id = spv_edit_new_id(l->e);
   GLOBAL(l, SpvOpVariable, pointer, id, SpvStorageClassPrivate);
   return id;
}

static uint32_t input(struct lower *l, uint32_t type, uint32_t builtin)
{
   const uint32_t pointer = spv_edit_new_id(l->e), id = spv_edit_new_id(l->e);
   GLOBAL(l, SpvOpTypePointer, pointer, SpvStorageClassInput, type);
   GLOBAL(l, SpvOpVariable, pointer, id, SpvStorageClassInput);
   spv_edit_decorate1(l->e, id, SpvDecorationBuiltIn, builtin);
   return id;
}

/* ---- records ---------------------------------------------------------------------------------------------------------------- */

static void decorate_member(struct lower *l, uint32_t id, uint32_t member, uint32_t decoration, uint32_t literal)
{
   spv_edit_decorate(l->e, id, member, decoration, &literal, decoration == SpvDecorationColMajor ? 0 : 1);
}

/* A member of a struct in memory. */
static void place_member(struct lower *l, uint32_t id, uint32_t member, uint32_t type, uint32_t offset_B)
{
   struct spv_type t = spv_type_of(l->m, type);
   decorate_member(l, id, member, SpvDecorationOffset, offset_B);
   while (t.kind == SPV_KIND_ARRAY)
      t = spv_type_of(l->m, t.element);
   if (t.kind != SPV_KIND_MATRIX)
      return;
   decorate_member(l, id, member, SpvDecorationColMajor, 0);
   decorate_member(l, id, member, SpvDecorationMatrixStride, st_mesh_size_B(l->m, t.element));
}

/* Decorates a type in memory, once. Types with other layouts are different ones (glsl/front). */
static void place_type(struct lower *l, uint32_t type)
{
   const struct spv_type t = spv_type_of(l->m, type);
   uint32_t offset_B = 0;
   if ((t.kind != SPV_KIND_ARRAY && t.kind != SPV_KIND_STRUCT) || l->memory[type])
      return;
   l->memory[type] = RECORD; /* drop_declarations removes the decorations that it had */
   if (t.kind == SPV_KIND_ARRAY) {
      place_type(l, t.element);
      spv_edit_decorate1(l->e, type, SpvDecorationArrayStride, st_mesh_size_B(l->m, t.element));
      return;
   }
   for (uint32_t i = 0; i < t.count; i++) {
      place_type(l, t.members[i]);
      place_member(l, type, i, t.members[i], offset_B);
      offset_B += st_mesh_size_B(l->m, t.members[i]);
   }
}

/* A variable: buffer { element e[]; }, of elements of stride_B bytes. */
static uint32_t buffer_variable(struct lower *l, uint32_t element, uint32_t stride_B, uint32_t binding)
{
   const uint32_t array = spv_edit_new_id(l->e), block = spv_edit_new_id(l->e), variable = spv_edit_new_id(l->e);
   GLOBAL(l, SpvOpTypeRuntimeArray, array, element);
   GLOBAL(l, SpvOpTypeStruct, block, array);
   const uint32_t pointer = pointer_type(l, RECORD, block);
   GLOBAL(l, SpvOpVariable, pointer, variable, SpvStorageClassStorageBuffer);
   spv_edit_decorate1(l->e, array, SpvDecorationArrayStride, stride_B);
   decorate_member(l, block, 0, SpvDecorationOffset, 0);
   spv_edit_decorate(l->e, block, SPV_NO_MEMBER, SpvDecorationBlock, NULL, 0);
   spv_edit_decorate1(l->e, variable, SpvDecorationDescriptorSet, 0);
   spv_edit_decorate1(l->e, variable, SpvDecorationBinding, binding);
   return variable;
}

/* The type of a record: the head, then the variables in order. */
static uint32_t record_type(struct lower *l, const struct st_mesh_var *var, unsigned count)
{
   uint32_t words[2 + 1 + ST_MESH_MAX_VARS] = { SPV_OP(SpvOpTypeStruct, 3 + count), spv_edit_new_id(l->e) };
   const uint32_t head = spv_edit_new_id(l->e), id = words[1];
   GLOBAL(l, SpvOpTypeArray, head, l->uint_type, constant(l, ST_MESH_HEAD_DW));
   spv_edit_decorate1(l->e, head, SpvDecorationArrayStride, 4);
   words[2] = head;
   decorate_member(l, id, 0, SpvDecorationOffset, 0);
   for (unsigned i = 0; i < count; i++) {
      words[3 + i] = var[i].type;
      place_type(l, var[i].type);
      place_member(l, id, 1 + i, var[i].type, var[i].offset_B);
   }
   spv_edit_insert(l->e, l->globals_at, words, 3 + count);
   return id;
}

static void declare_records(struct lower *l, bool is_mesh)
{
   struct st_mesh_layout *layout = &l->layout;
   const bool writes_payload = !is_mesh && layout->payload.id;
   const struct st_mesh_var *own = is_mesh ? layout->var : &layout->payload;
   const unsigned count = is_mesh ? layout->count : writes_payload;
   for (unsigned i = 0; i < count; i++)
      l->memory[own[i].id] = RECORD;
   l->buffer[RECORD] = buffer_variable(l, record_type(l, own, count), layout->info.record_B, PIPE_SHADER_BUFFER_MESH_RECORDS);
   l->slot[RECORD] = private_variable(l, l->uint_type);
   if (!is_mesh || !layout->payload.id)
      return;
   l->memory[layout->payload.id] = TASK;
   l->buffer[TASK] = buffer_variable(l, record_type(l, &layout->payload, 1), layout->task_record_B, PIPE_SHADER_BUFFER_MESH_TASKS);
   l->slot[TASK] = private_variable(l, l->uint_type);
}

/* The position of a variable in its record's struct. */
static uint32_t member_of(const struct lower *l, uint32_t id)
{
   for (unsigned i = 0; i < l->layout.count; i++)
      if (l->layout.var[i].id == id)
         return 1 + i;
   return 1; /* the payload */
}

static uint32_t index_chain(struct lower *l, uint32_t at, enum memory memory, uint32_t type, uint32_t member, uint32_t index)
{
   const uint32_t slot = VALUE(l, at, SpvOpLoad, l->uint_type, l->slot[memory]);
   const uint32_t pointer = pointer_type(l, memory, type);
   if (index)
      return VALUE(l, at, SpvOpAccessChain, pointer, l->buffer[memory], constant(l, 0), slot, constant(l, member), index);
   return VALUE(l, at, SpvOpAccessChain, pointer, l->buffer[memory], constant(l, 0), slot, constant(l, member));
}

static void store_head(struct lower *l, uint32_t at, uint32_t word, uint32_t value)
{
   const uint32_t lane = VALUE(l, at, SpvOpLoad, l->uint_type, l->lane);
   const uint32_t index = VALUE(l, at, SpvOpIAdd, l->uint_type, lane, constant(l, word));
   INSERT(l, at, SpvOpStore, index_chain(l, at, RECORD, l->uint_type, 0, index), value);
}

/* ---- instructions of the shader --------------------------------------------------------------------------------------------- */

static bool is_variable(const struct lower *l, uint32_t id)
{
   return id < l->m->bound && l->m->id[id].op == SpvOpVariable;
}

static enum memory memory_of(const struct lower *l, uint32_t id)
{
   return id < l->m->bound ? l->memory[id] : NOT_LOWERED;
}

/* An access chain, or a copy of a pointer, gets the pointer type and the base of the memory. */
static void lower_chain(struct lower *l, const struct spv_inst *in)
{
   const uint32_t base = spv_w(in, 3);
   const enum memory memory = memory_of(l, base);
   uint32_t w[64], n = 0;
   if (!memory)
      return;
   if (in->count > 48) {
      l->problem = "an access chain of more than 44 indices";
      return;
   }
   const uint32_t pointee = spv_type_of(l->m, in->w[1]).element;
   l->memory[in->w[2]] = (uint8_t)memory;
   w[n++] = 0;
   w[n++] = pointer_type(l, memory, pointee);
   w[n++] = in->w[2];
   if (memory != PRIVATE && is_variable(l, base)) {
      const uint32_t slot = VALUE(l, in->at, SpvOpLoad, l->uint_type, l->slot[memory]);
      w[n++] = l->buffer[memory];
      w[n++] = constant(l, 0);
      w[n++] = slot;
      w[n++] = constant(l, member_of(l, base));
   } else {
      w[n++] = base;
   }
   for (unsigned k = 4; k < in->count; k++)
      w[n++] = in->w[k];
   w[0] = SPV_OP(n > 4 ? SpvOpAccessChain : SpvOpCopyObject, n);
   spv_edit_replace(l->e, in->at, w, n);
}

/* An operand that is a variable in memory becomes a pointer to it. */
static void lower_operands(struct lower *l, const struct spv_inst *in, unsigned first, unsigned last)
{
   uint32_t w[16];
   bool changed = false;
   if (in->count > 16)
      return;
   memcpy(w, in->w, in->count * sizeof *w);
   for (unsigned k = first; k <= last && k < in->count; k++) {
      const enum memory memory = memory_of(l, w[k]);
      if (!memory || memory == PRIVATE || !is_variable(l, w[k]))
         continue;
      w[k] = index_chain(l, in->at, memory, spv_pointee(l->m, w[k]).id, member_of(l, w[k]), 0);
      changed = true;
   }
   if (changed)
      spv_edit_replace(l->e, in->at, w, in->count);
}

static void check_call(struct lower *l, const struct spv_inst *in)
{
   for (unsigned k = 4; k < in->count; k++)
      if (memory_of(l, in->w[k]) && spv_type_of(l->m, l->m->id[in->w[k]].type).kind == SPV_KIND_POINTER)
         l->problem = "a function gets a pointer to an output of a task or mesh shader";
}

/* OpEmitMeshTasksEXT ends the work group, in any function. */
static void lower_emit(struct lower *l, const struct spv_inst *in)
{
   static const uint32_t end[] = { SPV_OP(SpvOpTerminateInvocation, 1) };
   for (unsigned i = 0; i < 3; i++)
      store_head(l, in->at, i, spv_w(in, 1 + i));
   spv_edit_replace(l->e, in->at, end, 1);
}

static void lower_instruction(struct lower *l, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpAccessChain:
   case SpvOpInBoundsAccessChain:
   case SpvOpCopyObject:
      lower_chain(l, in);
      return;
   case SpvOpLoad:
      lower_operands(l, in, 3, 3);
      return;
   case SpvOpStore:
   case SpvOpAtomicStore:
      lower_operands(l, in, 1, 1);
      return;
   case SpvOpCopyMemory:
      lower_operands(l, in, 1, 2);
      return;
   case SpvOpFunctionCall:
      check_call(l, in);
      return;
   case SpvOpSetMeshOutputsEXT:
      store_head(l, in->at, ST_MESH_VERTICES, spv_w(in, 1));
      store_head(l, in->at, ST_MESH_PRIMITIVES, spv_w(in, 2));
      spv_edit_drop(l->e, in->at);
      return;
   case SpvOpEmitMeshTasksEXT:
      lower_emit(l, in);
      return;
   default:
      if (spv_is_atomic(in->op))
         lower_operands(l, in, 3, 3);
      return;
   }
}

/* ---- begin of the entry point ----------------------------------------------------------------------------------------------- */

/* After the variables of the first block. */
static uint32_t body_at(const struct lower *l)
{
   const struct spv_function *f = spv_find_function(l->m, l->entry->function);
   uint32_t at = l->m->block[f->first_block].first_at, next = at;
   struct spv_inst in;
   while (spv_next(l->m, &next, &in) && (in.op == SpvOpVariable || in.op == SpvOpLine || in.op == SpvOpNoLine))
      at = next;
   return at;
}

static uint32_t uvec3(struct lower *l, uint32_t at, const uint32_t word[3])
{
   return VALUE(l, at, SpvOpCompositeConstruct, l->uvec3_type, word[0], word[1], word[2]);
}

static uint32_t global_id(struct lower *l, uint32_t at, uint32_t group)
{
   uint32_t size[3];
   for (unsigned i = 0; i < 3; i++)
      size[i] = constant(l, l->layout.info.block[i]);
   const uint32_t local = VALUE(l, at, SpvOpLoad, l->uvec3_type, l->in_local);
   const uint32_t first = VALUE(l, at, SpvOpIMul, l->uvec3_type, group, uvec3(l, at, size));
   return VALUE(l, at, SpvOpIAdd, l->uvec3_type, first, local);
}

/* A built-in variable may be of int where it is of uint here. */
static void store_builtin(struct lower *l, uint32_t at, enum builtin b, uint32_t value)
{
   const uint32_t id = l->builtin[b], type = id ? spv_pointee(l->m, id).id : 0;
   if (!id)
      return;
   if (type != l->uvec3_type && type != l->uint_type)
      value = VALUE(l, at, SpvOpBitcast, type, value);
   INSERT(l, at, SpvOpStore, id, value);
}

/* What the shader does not write is false. The invocations share the primitives; a barrier is between these values and the shader's. */
static void clear_culls(struct lower *l, uint32_t at, uint32_t invocation)
{
   enum { WORKGROUP = SpvScopeWorkgroup, ORDER = SpvMemorySemanticsAcquireReleaseMask | SpvMemorySemanticsUniformMemoryMask };
   const struct st_mesh_layout *layout = &l->layout;
   const uint32_t *block = layout->info.block, invocations = block[0] * block[1] * block[2], primitives = layout->info.max_primitives;
   const bool member = layout->cull_member != SPV_NO_MEMBER;
   const uint32_t element = layout->cull->element, type = member ? spv_type_of(l->m, element).members[layout->cull_member] : element;
   const uint32_t pointer = pointer_type(l, RECORD, type), zero = spv_edit_new_id(l->e);
   GLOBAL(l, SpvOpConstantNull, type, zero);
   for (uint32_t first = 0; invocations && first < primitives; first += invocations) {
      const uint32_t number = VALUE(l, at, SpvOpIAdd, l->uint_type, invocation, constant(l, first));
      const uint32_t last = constant(l, primitives - 1), fits = VALUE(l, at, SpvOpULessThan, l->bool_type, number, last);
      const uint32_t index = VALUE(l, at, SpvOpSelect, l->uint_type, fits, number, last);
      const uint32_t slot = VALUE(l, at, SpvOpLoad, l->uint_type, l->slot[RECORD]);
      uint32_t chain[] = { l->buffer[RECORD], constant(l, 0), slot, constant(l, member_of(l, layout->cull->id)), index,
                           member ? constant(l, layout->cull_member) : 0 };
      INSERT(l, at, SpvOpStore, with_result(l, at, SpvOpAccessChain, pointer, member ? 6 : 5, chain), zero);
   }
   INSERT(l, at, SpvOpControlBarrier, constant(l, WORKGROUP), constant(l, WORKGROUP), constant(l, ORDER));
}

static void begin(struct lower *l, bool is_mesh)
{
   const uint32_t at = body_at(l), pointer = pointer_type(l, RECORD, l->uint_type);
   uint32_t word[ST_MESH_GROUP_DW];
   const uint32_t in_group = VALUE(l, at, SpvOpLoad, l->uvec3_type, l->in_group);
   const uint32_t group = VALUE(l, at, SpvOpCompositeExtract, l->uint_type, in_group, 0);
   const uint32_t first = VALUE(l, at, SpvOpIMul, l->uint_type, group, constant(l, ST_MESH_GROUP_DW));
   for (unsigned i = 0; i < ST_MESH_GROUP_DW; i++) {
      const uint32_t index = VALUE(l, at, SpvOpIAdd, l->uint_type, first, constant(l, i));
      const uint32_t p = VALUE(l, at, SpvOpAccessChain, pointer, l->words_buffer, constant(l, 0), index);
      word[i] = VALUE(l, at, SpvOpLoad, l->uint_type, p);
   }
   INSERT(l, at, SpvOpStore, l->slot[RECORD], group);
   if (l->slot[TASK])
      INSERT(l, at, SpvOpStore, l->slot[TASK], word[ST_MESH_GROUP_TASK]);
   const uint32_t id = uvec3(l, at, word + ST_MESH_GROUP_ID);
   store_builtin(l, at, GROUP_ID, id);
   store_builtin(l, at, GROUP_COUNT, uvec3(l, at, word + ST_MESH_GROUP_COUNT));
   store_builtin(l, at, DRAW_ID, word[ST_MESH_GROUP_DRAW]);
   if (l->builtin[GLOBAL_ID])
      store_builtin(l, at, GLOBAL_ID, global_id(l, at, id));
   const uint32_t index = VALUE(l, at, SpvOpLoad, l->uint_type, l->in_index);
   const uint32_t is_first = VALUE(l, at, SpvOpIEqual, l->bool_type, index, constant(l, 0));
   INSERT(l, at, SpvOpStore, l->lane,
          VALUE(l, at, SpvOpSelect, l->uint_type, is_first, constant(l, 0), constant(l, ST_MESH_HEAD_DW / 2)));
   for (unsigned i = 0; i < (is_mesh ? 2 : 3); i++) /* a shader may end without giving them */
      store_head(l, at, i, constant(l, 0));
   if (is_mesh && l->layout.cull)
      clear_culls(l, at, index);
}

/* ---- declarations ----------------------------------------------------------------------------------------------------------- */

/* The built-in variables of work groups become private ones. */
static void declare_builtins(struct lower *l)
{
   for (uint32_t i = 0; i < l->m->variable_count; i++) {
      const uint32_t id = l->m->variable[i], builtin = spv_decoration_value(l->m, id, SpvDecorationBuiltIn, ~0u);
      const struct spv_inst in = spv_def(l->m, id);
      for (unsigned b = 0; spv_w(&in, 3) == SpvStorageClassInput && b < BUILTINS; b++) {
         if (builtin != builtin_of[b] || l->builtin[b])
            continue;
         l->builtin[b] = id;
         l->memory[id] = PRIVATE;
         GLOBAL(l, SpvOpVariable, pointer_type(l, PRIVATE, spv_pointee(l->m, id).id), id, SpvStorageClassPrivate);
      }
   }
}

static void declare_types(struct lower *l)
{
   l->uint_type = find_type(l->m, SpvOpTypeInt, 32, 0);
   if (!l->uint_type) {
      l->uint_type = spv_edit_new_id(l->e);
      GLOBAL(l, SpvOpTypeInt, l->uint_type, 32, 0);
   }
   l->uvec3_type = find_type(l->m, SpvOpTypeVector, l->uint_type, 3);
   if (!l->uvec3_type) {
      l->uvec3_type = spv_edit_new_id(l->e);
      GLOBAL(l, SpvOpTypeVector, l->uvec3_type, l->uint_type, 3);
   }
   l->bool_type = find_type(l->m, SpvOpTypeBool, 0, 0);
   if (!l->bool_type) {
      l->bool_type = spv_edit_new_id(l->e);
      GLOBAL(l, SpvOpTypeBool, l->bool_type);
   }
}

static bool is_mesh_mode(uint32_t mode)
{
   return mode == SpvExecutionModeOutputVertices || mode == SpvExecutionModeOutputPrimitivesEXT ||
          mode == SpvExecutionModeOutputTrianglesEXT || mode == SpvExecutionModeOutputLinesEXT || mode == SpvExecutionModeOutputPoints;
}

static void lower_entry(struct lower *l, const struct spv_inst *in)
{
   uint32_t w[64] = { 0, SpvExecutionModelGLCompute, l->entry->function, 0x6e69616d /* "main" */, 0 }, n = 5;
   w[n++] = l->in_group;
   w[n++] = l->in_local;
   w[n++] = l->in_index;
   for (uint32_t i = 0; i < l->entry->interface_count && n < 64; i++) {
      const struct spv_inst v = spv_def(l->m, l->entry->interface[i]);
      if (spv_w(&v, 3) == SpvStorageClassInput && !memory_of(l, l->entry->interface[i]))
         w[n++] = l->entry->interface[i];
   }
   w[0] = SPV_OP(SpvOpEntryPoint, n);
   spv_edit_replace(l->e, in->at, w, n);
}

/* Before the functions: the declarations that do not hold any more. */
static void lower_declaration(struct lower *l, const struct spv_inst *in)
{
   const enum memory memory = memory_of(l, spv_w(in, 1));
   switch (in->op) {
   case SpvOpCapability:
      if (in->w[1] == SpvCapabilityMeshShadingEXT || in->w[1] == SpvCapabilityMeshShadingNV)
         spv_edit_drop(l->e, in->at);
      return;
   case SpvOpExtension:
      if (!strcmp((const char *)(in->w + 1), "SPV_EXT_mesh_shader"))
         spv_edit_drop(l->e, in->at);
      return;
   case SpvOpEntryPoint:
      lower_entry(l, in);
      return;
   case SpvOpExecutionMode:
      if (is_mesh_mode(spv_w(in, 2)))
         spv_edit_drop(l->e, in->at);
      return;
   case SpvOpName:
   case SpvOpDecorate:
   case SpvOpMemberDecorate:
      if (memory && (in->op != SpvOpName || is_variable(l, in->w[1])))
         spv_edit_drop(l->e, in->at);
      return;
   case SpvOpVariable:
      if (memory_of(l, in->w[2]))
         spv_edit_drop(l->e, in->at);
      return;
   case SpvOpTypePointer: /* of a storage class that needs the capability */
      if (spv_w(in, 2) == SpvStorageClassTaskPayloadWorkgroupEXT)
         spv_edit_drop(l->e, in->at);
      return;
   default:
      return;
   }
}

static void lower_module(struct lower *l, bool is_mesh)
{
   struct spv_inst in;
   declare_types(l);
   declare_builtins(l);
   declare_records(l, is_mesh);
   l->words_buffer = buffer_variable(l, l->uint_type, 4, PIPE_SHADER_BUFFER_MESH_GROUPS);
   l->lane = private_variable(l, l->uint_type);
   l->in_group = input(l, l->uvec3_type, SpvBuiltInWorkgroupId);
   l->in_local = input(l, l->uvec3_type, SpvBuiltInLocalInvocationId);
   l->in_index = input(l, l->uint_type, SpvBuiltInLocalInvocationIndex);
   for (uint32_t at = SPV_FIRST_AT; at < l->globals_at && spv_next(l->m, &at, &in);)
      lower_declaration(l, &in);
   begin(l, is_mesh);
   for (uint32_t at = l->globals_at; spv_next(l->m, &at, &in);)
      lower_instruction(l, &in);
}

bool st_mesh_compute(const struct pipe_shader_state *state, struct st_mesh_info *info, struct st_mesh_code *code, char *why,
                     size_t why_size_B)
{
   struct spv_module m;
   struct lower l = { .m = &m };
   code->words = NULL;
   if (!spv_module_init(&m, state->spirv, state->spirv_words, why, why_size_B))
      return false;
   if (st_mesh_layout(&m, &l.layout, why, why_size_B)) {
      const bool is_mesh = spv_find_entry(&m, SpvExecutionModelMeshEXT);
      *info = l.layout.info;
      l.entry = spv_find_entry(&m, is_mesh ? SpvExecutionModelMeshEXT : SpvExecutionModelTaskEXT);
      l.globals_at = m.function[0].at;
      l.e = spv_edit_create(&m);
      l.memory = calloc(m.bound, 1);
      if (l.e && l.memory)
         lower_module(&l, is_mesh);
      code->words = l.e && l.memory && !l.no_memory && !l.problem ? spv_edit_finish(l.e, &code->count) : NULL;
      if (!code->words)
         snprintf(why, why_size_B, "%s", l.problem ? l.problem : "out of memory");
      else if (m.version > interfaces_of_inputs)
         code->words[1] = interfaces_of_inputs;
   }
   spv_edit_destroy(l.e);
   free(l.memory);
   free(l.pointer);
   spv_module_finish(&m);
   return code->words;
}
