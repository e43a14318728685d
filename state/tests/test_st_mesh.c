/* test_st_mesh.c: a task and a mesh shader, assembled by hand, become a compute and a vertex shader (docs/mesh.md): what the modules hold,
 * what spirv-val says about them where it is installed, what has no place in memory, and every word replaced in turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "spirv/spv_edit.h"
#include "state/st_mesh_layout.h"

#define OP(op, n) SPV_OP(SpvOp##op, n)
#define STR4(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define HEAD(bound) SpvMagicNumber, 0x10400, 0, bound, 0, OP(Capability, 2), SpvCapabilityShader, OP(Capability, 2), SpvCapabilityMeshShadingEXT, \
   OP(Extension, 6), STR4('S', 'P', 'V', '_'), STR4('E', 'X', 'T', '_'), STR4('m', 'e', 's', 'h'), STR4('_', 's', 'h', 'a'), \
   STR4('d', 'e', 'r', 0), OP(MemoryModel, 3), SpvAddressingModelLogical, SpvMemoryModelGLSL450
#define MAIN STR4('m', 'a', 'i', 'n'), 0
#define TYPES OP(TypeVoid, 2), VOID, OP(TypeFunction, 3), FN, VOID, OP(TypeFloat, 3), FLOAT, 32, OP(TypeInt, 4), UINT, 32, 0, \
   OP(TypeInt, 4), INT, 32, 1, OP(TypeBool, 2), BOOL, OP(TypeVector, 4), VEC2, FLOAT, 2, OP(TypeVector, 4), VEC4, FLOAT, 4, \
   OP(TypeVector, 4), UVEC3, UINT, 3, OP(Constant, 4), UINT, C0, 0, OP(Constant, 4), UINT, C1, 1, OP(Constant, 4), UINT, C2, 2, \
   OP(Constant, 4), UINT, C3, 3, OP(Constant, 4), UINT, C4, 4, OP(Constant, 4), FLOAT, F1, 0x3f800000, \
   OP(ConstantComposite, 6), UVEC3, CORNERS, C0, C1, C2, OP(ConstantComposite, 5), VEC2, ONES, F1, F1

enum { MAIN_ID = 1, VOID, FN, FLOAT, UINT, INT, BOOL, VEC2, VEC4, UVEC3, C0, C1, C2, C3, C4, F1, CORNERS, ONES, OWN };

/* layout(local_size_x = 2) in; layout(triangles, max_vertices = 4, max_primitives = 2) out; block { vec4 gl_Position; float
 * gl_PointSize; } of vertices, of which only the first member is written; uvec3 indices; block { bool gl_CullPrimitiveEXT; } of primitives;
 * layout(location = 1) vec2 at[4]; layout(location = 3) perprimitiveEXT float flat_value[2]; payload { uint a; vec4 b; } */
enum { POS_BLOCK = OWN, POS_ARRAY, POS_PTR, POS, INDEX_ARRAY, INDEX_PTR, INDICES, CULL_BLOCK, CULL_ARRAY, CULL_PTR, CULL, AT_ARRAY, AT_PTR,
       AT, FLAT_ARRAY, FLAT_PTR, FLAT, PAY_BLOCK, PAY_PTR, PAYLOAD, IN_PTR, GROUP, LABEL, VEC4_OUT, UVEC3_OUT, BOOL_OUT, VEC2_OUT, FLOAT_OUT,
       UINT_PAY, VEC4_PAY, ID0, P0, V0, P1, V1, P2, P3, P4, P5, TRUE_ID, MESH_BOUND };
static const uint32_t mesh[] = {
   HEAD(MESH_BOUND), OP(EntryPoint, 12), SpvExecutionModelMeshEXT, MAIN_ID, MAIN, POS, INDICES, CULL, AT, FLAT, PAYLOAD, GROUP,
   OP(ExecutionMode, 6), MAIN_ID, SpvExecutionModeLocalSize, 2, 1, 1, OP(ExecutionMode, 4), MAIN_ID, SpvExecutionModeOutputVertices, 4,
   OP(ExecutionMode, 4), MAIN_ID, SpvExecutionModeOutputPrimitivesEXT, 2, OP(ExecutionMode, 3), MAIN_ID, SpvExecutionModeOutputTrianglesEXT,
   OP(Decorate, 3), POS_BLOCK, SpvDecorationBlock, OP(MemberDecorate, 5), POS_BLOCK, 0, SpvDecorationBuiltIn, SpvBuiltInPosition,
   OP(MemberDecorate, 5), POS_BLOCK, 1, SpvDecorationBuiltIn, SpvBuiltInPointSize,
   OP(Decorate, 4), INDICES, SpvDecorationBuiltIn, SpvBuiltInPrimitiveTriangleIndicesEXT,
   OP(Decorate, 3), CULL_BLOCK, SpvDecorationBlock, OP(MemberDecorate, 5), CULL_BLOCK, 0, SpvDecorationBuiltIn, SpvBuiltInCullPrimitiveEXT,
   OP(MemberDecorate, 4), CULL_BLOCK, 0, SpvDecorationPerPrimitiveEXT,
   OP(Decorate, 4), AT, SpvDecorationLocation, 1, OP(Decorate, 4), FLAT, SpvDecorationLocation, 3,
   OP(Decorate, 3), FLAT, SpvDecorationPerPrimitiveEXT, OP(Decorate, 4), GROUP, SpvDecorationBuiltIn, SpvBuiltInWorkgroupId,
   TYPES, OP(TypeStruct, 4), POS_BLOCK, VEC4, FLOAT, OP(TypeArray, 4), POS_ARRAY, POS_BLOCK, C4,
   OP(TypePointer, 4), POS_PTR, SpvStorageClassOutput, POS_ARRAY, OP(Variable, 4), POS_PTR, POS, SpvStorageClassOutput,
   OP(TypeArray, 4), INDEX_ARRAY, UVEC3, C2, OP(TypePointer, 4), INDEX_PTR, SpvStorageClassOutput, INDEX_ARRAY,
   OP(Variable, 4), INDEX_PTR, INDICES, SpvStorageClassOutput,
   OP(TypeStruct, 3), CULL_BLOCK, BOOL, OP(TypeArray, 4), CULL_ARRAY, CULL_BLOCK, C2,
   OP(TypePointer, 4), CULL_PTR, SpvStorageClassOutput, CULL_ARRAY, OP(Variable, 4), CULL_PTR, CULL, SpvStorageClassOutput,
   OP(TypeArray, 4), AT_ARRAY, VEC2, C4, OP(TypePointer, 4), AT_PTR, SpvStorageClassOutput, AT_ARRAY,
   OP(Variable, 4), AT_PTR, AT, SpvStorageClassOutput,
   OP(TypeArray, 4), FLAT_ARRAY, FLOAT, C2, OP(TypePointer, 4), FLAT_PTR, SpvStorageClassOutput, FLAT_ARRAY,
   OP(Variable, 4), FLAT_PTR, FLAT, SpvStorageClassOutput,
   OP(TypeStruct, 4), PAY_BLOCK, UINT, VEC4, OP(TypePointer, 4), PAY_PTR, SpvStorageClassTaskPayloadWorkgroupEXT, PAY_BLOCK,
   OP(Variable, 4), PAY_PTR, PAYLOAD, SpvStorageClassTaskPayloadWorkgroupEXT,
   OP(TypePointer, 4), IN_PTR, SpvStorageClassInput, UVEC3, OP(Variable, 4), IN_PTR, GROUP, SpvStorageClassInput,
   OP(TypePointer, 4), VEC4_OUT, SpvStorageClassOutput, VEC4, OP(TypePointer, 4), UVEC3_OUT, SpvStorageClassOutput, UVEC3,
   OP(TypePointer, 4), BOOL_OUT, SpvStorageClassOutput, BOOL, OP(TypePointer, 4), VEC2_OUT, SpvStorageClassOutput, VEC2,
   OP(TypePointer, 4), FLOAT_OUT, SpvStorageClassOutput, FLOAT,
   OP(TypePointer, 4), UINT_PAY, SpvStorageClassTaskPayloadWorkgroupEXT, UINT,
   OP(TypePointer, 4), VEC4_PAY, SpvStorageClassTaskPayloadWorkgroupEXT, VEC4, OP(ConstantTrue, 3), BOOL, TRUE_ID,
   OP(Function, 5), VOID, MAIN_ID, 0, FN, OP(Label, 2), LABEL, OP(SetMeshOutputsEXT, 3), C4, C2,
   OP(Load, 4), UVEC3, ID0, GROUP, OP(AccessChain, 5), VEC4_PAY, P0, PAYLOAD, C1, OP(Load, 4), VEC4, V0, P0,
   OP(AccessChain, 6), VEC4_OUT, P1, POS, C3, C0, OP(Store, 3), P1, V0,
   OP(AccessChain, 5), UVEC3_OUT, P2, INDICES, C1, OP(Store, 3), P2, CORNERS,
   OP(AccessChain, 6), BOOL_OUT, P3, CULL, C0, C0, OP(Store, 3), P3, TRUE_ID,
   OP(AccessChain, 5), VEC2_OUT, P4, AT, C2, OP(Store, 3), P4, ONES,
   OP(AccessChain, 5), FLOAT_OUT, P5, FLAT, C0, OP(Store, 3), P5, F1,
   OP(Return, 1), OP(FunctionEnd, 1),
};
#define MESH_WORDS (sizeof mesh / sizeof mesh[0])

/* The same payload, of which a member is written; 2 x 1 x 3 mesh work groups. */
enum { T_BLOCK = OWN, T_PTR, T_PAYLOAD, T_UINT_PTR, T_LABEL, T_P0, TASK_BOUND };
static const uint32_t task[] = {
   HEAD(TASK_BOUND), OP(EntryPoint, 6), SpvExecutionModelTaskEXT, MAIN_ID, MAIN, T_PAYLOAD,
   OP(ExecutionMode, 6), MAIN_ID, SpvExecutionModeLocalSize, 4, 2, 1, TYPES, OP(TypeStruct, 4), T_BLOCK, UINT, VEC4,
   OP(TypePointer, 4), T_PTR, SpvStorageClassTaskPayloadWorkgroupEXT, T_BLOCK,
   OP(Variable, 4), T_PTR, T_PAYLOAD, SpvStorageClassTaskPayloadWorkgroupEXT,
   OP(TypePointer, 4), T_UINT_PTR, SpvStorageClassTaskPayloadWorkgroupEXT, UINT,
   OP(Function, 5), VOID, MAIN_ID, 0, FN, OP(Label, 2), T_LABEL, OP(AccessChain, 5), T_UINT_PTR, T_P0, T_PAYLOAD, C0,
   OP(Store, 3), T_P0, C4, OP(EmitMeshTasksEXT, 5), C2, C1, C3, T_PAYLOAD, OP(FunctionEnd, 1),
};
#define TASK_WORDS (sizeof task / sizeof task[0])

/* ---- tools -------------------------------------------------------------------------------------------------------------------- */

/* The module as it is, or a changed copy. */
struct source { enum pipe_shader_type stage; const uint32_t *words; size_t count; };
static const struct source mesh_source = { PIPE_SHADER_MESH, mesh, MESH_WORDS }, task_source = { PIPE_SHADER_TASK, task, TASK_WORDS };

static struct pipe_shader_state state_of(const struct source *s)
{
   return (struct pipe_shader_state){ .stage = s->stage, .spirv = s->words, .spirv_words = s->count };
}

static bool make_compute(const struct source *s, struct st_mesh_info *info, struct st_mesh_code *code)
{
   const struct pipe_shader_state state = state_of(s);
   char why[128] = "";
   const bool made = st_mesh_compute(&state, info, code, why, sizeof why);
   assert_true(made || *why);
   return made;
}

static void open_module(struct spv_module *m, const uint32_t *words, size_t count)
{
   char why[128] = "";
   assert_true(spv_module_init(m, words, count, why, sizeof why));
}

static unsigned count_op(const struct spv_module *m, unsigned op)
{
   unsigned count = 0;
   struct spv_inst in;
   for (uint32_t at = SPV_FIRST_AT; spv_next(m, &at, &in);)
      count += in.op == op;
   return count;
}

/* The word after an instruction's first ones that is to be replaced. */
static uint32_t *word_of(uint32_t *words, size_t count, unsigned op, uint32_t first, uint32_t second, unsigned k)
{
   for (size_t at = SPV_FIRST_AT; at < count; at += words[at] >> 16)
      if ((words[at] & 0xffff) == op && words[at + 1] == first && words[at + 2] == second)
         return &words[at + k];
   fail();
   return NULL;
}

/* OpTerminateInvocation ends the work group of a task, which only this project's compiler takes in compute shaders: a return here. */
static void write_module(int file, const struct st_mesh_code *code)
{
   uint32_t *words = malloc(code->count * sizeof *words);
   struct spv_module m;
   struct spv_inst in;
   assert_non_null(words);
   memcpy(words, code->words, code->count * sizeof *words);
   open_module(&m, code->words, code->count);
   for (uint32_t at = SPV_FIRST_AT; spv_next(&m, &at, &in);)
      if (in.op == SpvOpTerminateInvocation)
         words[in.at] = OP(Return, 1);
   spv_module_finish(&m);
   assert_int_equal(write(file, words, code->count * sizeof *words), code->count * sizeof *words);
   free(words);
}

static void validate(const struct st_mesh_code *code, const char *environment)
{
   char path[] = "/tmp/st_mesh_XXXXXX", command[128];
   if (system("command -v spirv-val >/dev/null"))
      return;
   const int file = mkstemp(path);
   assert_true(file >= 0);
   write_module(file, code);
   close(file);
   snprintf(command, sizeof command, "spirv-val --scalar-block-layout --target-env %s %s", environment, path);
   const int failed = system(command);
   unlink(path);
   assert_int_equal(failed, 0);
}

static uint32_t class_of(const struct spv_module *m, uint32_t variable)
{
   const struct spv_inst in = spv_def(m, variable);
   return spv_w(&in, 3);
}

/* A variable of a storage class with a decoration and its value; 0: none. */
static uint32_t find_variable(const struct spv_module *m, uint32_t class, uint32_t decoration, uint32_t value)
{
   for (uint32_t i = 0; i < m->variable_count; i++)
      if (class_of(m, m->variable[i]) == class && spv_decoration_value(m, m->variable[i], decoration, ~0u) == value)
         return m->variable[i];
   return 0;
}

static unsigned variables_of(const struct spv_module *m, uint32_t class)
{
   unsigned count = 0;
   for (uint32_t i = 0; i < m->variable_count; i++)
      count += class_of(m, m->variable[i]) == class;
   return count;
}

/* ---- layout ------------------------------------------------------------------------------------------------------------------- */

static void open_layout(const struct source *s, struct spv_module *m, struct st_mesh_layout *layout)
{
   char why[128] = "";
   open_module(m, s->words, s->count);
   assert_true(st_mesh_layout(m, layout, why, sizeof why));
}

static void test_layout(void **unused)
{
   static const struct { uint32_t id, offset_B, stride_B; bool per_primitive, is_index; } rows[] = {
      { POS, 32, 20, false, false }, { INDICES, 112, 12, true, true }, { CULL, 136, 4, true, false }, { AT, 144, 8, false, false },
      { FLAT, 176, 4, true, false },
   };
   struct st_mesh_layout layout;
   struct spv_module m;
   (void)unused;
   open_layout(&mesh_source, &m, &layout);
   assert_int_equal(layout.count, sizeof rows / sizeof rows[0]);
   for (unsigned i = 0; i < layout.count; i++) {
      const struct st_mesh_var *v = &layout.var[i];
      assert_int_equal(v->id, rows[i].id);
      assert_int_equal(v->offset_B, rows[i].offset_B);
      assert_int_equal(v->stride_B, rows[i].stride_B);
      assert_int_equal(v->per_primitive, rows[i].per_primitive);
      assert_int_equal(v->is_index, rows[i].is_index);
   }
   assert_int_equal(layout.payload.id, PAYLOAD);
   assert_int_equal(layout.payload.offset_B, 32);
   assert_int_equal(layout.task_record_B, 64); /* head, 20 bytes, aligned */
   assert_int_equal(layout.info.record_B, 192);
   assert_int_equal(layout.info.corners, 3);
   assert_int_equal(layout.info.max_vertices, 4);
   assert_int_equal(layout.info.max_primitives, 2);
   assert_int_equal(layout.info.block[0], 2);
   assert_int_equal(layout.info.cull_B, 136);
   assert_int_equal(layout.info.cull_stride_B, 4);
   assert_int_equal(st_mesh_members_used(&m, POS), 1);
   spv_module_finish(&m);
   open_layout(&task_source, &m, &layout);
   assert_int_equal(layout.count, 0);
   assert_int_equal(layout.info.record_B, 64);
   assert_int_equal(layout.info.block[1], 2);
   spv_module_finish(&m);
}

/* ---- the modules that are made ------------------------------------------------------------------------------------------------- */

static void expect_compute(const struct source *s, unsigned buffers, const uint32_t block[3])
{
   struct st_mesh_info info;
   struct st_mesh_code code;
   struct spv_module m;
   assert_true(make_compute(s, &info, &code));
   assert_memory_equal(info.block, block, sizeof info.block);
   open_module(&m, code.words, code.count);
   assert_non_null(spv_find_entry(&m, SpvExecutionModelGLCompute));
   assert_int_equal(m.entry_count, 1);
   assert_int_equal(count_op(&m, SpvOpExecutionMode), 1); /* the size of a work group */
   assert_int_equal(count_op(&m, SpvOpCapability), 1);
   assert_int_equal(count_op(&m, SpvOpExtension), 0);
   assert_int_equal(count_op(&m, SpvOpSetMeshOutputsEXT) + count_op(&m, SpvOpEmitMeshTasksEXT), 0);
   assert_int_equal(count_op(&m, SpvOpTerminateInvocation), s->stage == PIPE_SHADER_TASK);
   assert_int_equal(variables_of(&m, SpvStorageClassOutput) + variables_of(&m, SpvStorageClassTaskPayloadWorkgroupEXT), 0);
   assert_int_equal(variables_of(&m, SpvStorageClassStorageBuffer), buffers);
   for (unsigned i = 0; i < buffers; i++)
      assert_true(find_variable(&m, SpvStorageClassStorageBuffer, SpvDecorationBinding, PIPE_SHADER_BUFFER_MESH_GROUPS + i));
   /* gl_WorkGroupID comes from the words of the group; the device's number of the group is another variable. */
   assert_int_equal(variables_of(&m, SpvStorageClassInput), 3);
   assert_int_equal(count_op(&m, SpvOpControlBarrier), s->stage == PIPE_SHADER_MESH); /* after gl_CullPrimitiveEXT is cleared */
   if (s->stage == PIPE_SHADER_MESH)
      assert_int_equal(class_of(&m, GROUP), SpvStorageClassPrivate);
   spv_module_finish(&m);
   free(code.words);
}

/* A bool is a word in memory, which only this project's compiler takes: gl_CullPrimitiveEXT is a uint here. */
static void validate_compute(const struct source *s)
{
   uint32_t copy[MESH_WORDS];
   struct st_mesh_info info;
   struct st_mesh_code code;
   memcpy(copy, s->words, s->count * 4);
   if (s->stage == PIPE_SHADER_MESH) {
      *word_of(copy, s->count, SpvOpTypeStruct, CULL_BLOCK, BOOL, 2) = UINT;
      *word_of(copy, s->count, SpvOpTypePointer, BOOL_OUT, SpvStorageClassOutput, 3) = UINT;
      *word_of(copy, s->count, SpvOpStore, P3, TRUE_ID, 2) = C1;
   }
   assert_true(make_compute(&(struct source){ s->stage, copy, s->count }, &info, &code));
   validate(&code, "vulkan1.2");
   free(code.words);
}

static void test_compute(void **unused)
{
   (void)unused;
   expect_compute(&mesh_source, 3, (uint32_t[]){ 2, 1, 1 });
   expect_compute(&task_source, 2, (uint32_t[]){ 4, 2, 1 });
   validate_compute(&mesh_source);
   validate_compute(&task_source);
}

static void test_vertex(void **unused)
{
   const struct pipe_shader_state state = state_of(&mesh_source);
   struct st_mesh_code code;
   struct spv_module m;
   char why[128] = "";
   (void)unused;
   assert_true(st_mesh_vertex(&state, &code, why, sizeof why));
   open_module(&m, code.words, code.count);
   assert_non_null(spv_find_entry(&m, SpvExecutionModelVertex));
   assert_int_equal(variables_of(&m, SpvStorageClassInput), 1);
   assert_true(find_variable(&m, SpvStorageClassInput, SpvDecorationBuiltIn, SpvBuiltInVertexIndex));
   /* Outputs that the shader writes: the position and both locations. */
   assert_int_equal(variables_of(&m, SpvStorageClassOutput), 3);
   const uint32_t position = find_variable(&m, SpvStorageClassOutput, SpvDecorationBuiltIn, SpvBuiltInPosition);
   const uint32_t at = find_variable(&m, SpvStorageClassOutput, SpvDecorationLocation, 1);
   const uint32_t flat = find_variable(&m, SpvStorageClassOutput, SpvDecorationLocation, 3);
   assert_int_equal(spv_pointee(&m, position).count, 4);
   assert_int_equal(spv_pointee(&m, at).count, 2);
   assert_int_equal(spv_pointee(&m, flat).kind, SPV_KIND_FLOAT);
   assert_int_equal(count_op(&m, SpvOpStore), 3);
   assert_int_equal(count_op(&m, SpvOpSelect), 2); /* the index within the vertices; the position of culled primitives */
   spv_module_finish(&m);
   validate(&code, "opengl4.5");
   free(code.words);
}

/* ---- what is refused ------------------------------------------------------------------------------------------------------------- */

static void expect_refused(const uint32_t *words, size_t count)
{
   struct st_mesh_info info;
   struct st_mesh_code code;
   assert_false(make_compute(&(struct source){ PIPE_SHADER_MESH, words, count }, &info, &code));
}

static void test_refused(void **unused)
{
   uint32_t copy[MESH_WORDS + 64];
   (void)unused;
   const struct { unsigned op; uint32_t first, second; unsigned k; uint32_t value; } rows[] = {
      { SpvOpTypeArray, AT_ARRAY, VEC2, 3, C3 },                              /* fewer elements than vertices */
      { SpvOpTypeArray, FLAT_ARRAY, FLOAT, 3, C1 },                           /* fewer than primitives */
      { SpvOpTypePointer, FLAT_PTR, SpvStorageClassOutput, 3, FLOAT },        /* no array */
      { SpvOpExecutionMode, MAIN_ID, SpvExecutionModeOutputVertices, 3, 5 },
      { SpvOpExecutionMode, MAIN_ID, SpvExecutionModeOutputPrimitivesEXT, 3, 0x80000000 },
      { SpvOpExecutionMode, MAIN_ID, SpvExecutionModeOutputTrianglesEXT, 2, SpvExecutionModeOutputLinesEXT }, /* indices of triangles */
      { SpvOpConstant, UINT, C4, 3, 0x10000000 },                             /* gigabytes */
      { SpvOpVariable, AT_PTR, AT, 3, SpvStorageClassTaskPayloadWorkgroupEXT }, /* two payloads */
      { SpvOpExecutionMode, MAIN_ID, SpvExecutionModeLocalSize, 2, SpvExecutionModeLocalSizeHint }, /* no size of work groups */
      { SpvOpEntryPoint, SpvExecutionModelMeshEXT, MAIN_ID, 1, SpvExecutionModelFragment }, /* no entry point of the stage */
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      memcpy(copy, mesh, sizeof mesh);
      *word_of(copy, MESH_WORDS, rows[i].op, rows[i].first, rows[i].second, rows[i].k) = rows[i].value;
      expect_refused(copy, MESH_WORDS);
   }
   /* An access chain with 45 indices. */
   const uint32_t *chain = word_of((uint32_t *)mesh, MESH_WORDS, SpvOpAccessChain, FLOAT_OUT, P5, 0);
   const size_t before = (size_t)(chain - mesh);
   memcpy(copy, mesh, before * 4);
   for (unsigned k = 0; k < 49; k++)
      copy[before + k] = k < 4 ? chain[k] : C0;
   copy[before] = OP(AccessChain, 49);
   memcpy(copy + before + 49, chain + 5, (MESH_WORDS - before - 5) * 4);
   expect_refused(copy, MESH_WORDS + 44);
}

/* Each word becomes several others in turn: the transformations refuse or accept, without invalid accesses. */
static void replace_words(const struct source *s)
{
   static const uint32_t values[] = { 0, 1, 2, 0xffffffff, 0x7fffffff, 0x00010000, SPV_OP(SpvOpNop, 1), SPV_OP(SpvOpTypeStruct, 2) };
   uint32_t copy[MESH_WORDS];
   const size_t kinds = sizeof values / sizeof values[0];
   assert_true(s->count <= MESH_WORDS);
   for (size_t i = 0; i < s->count * (kinds + 2); i++) {
      const size_t at = i / (kinds + 2), kind = i % (kinds + 2);
      const struct pipe_shader_state state = state_of(&(struct source){ s->stage, copy, s->count });
      struct st_mesh_info info;
      struct st_mesh_code code;
      char why[128] = "";
      memcpy(copy, s->words, s->count * 4);
      copy[at] = kind < kinds ? values[kind] : kind == kinds ? copy[at] + 1 : copy[at] - 1;
      if (st_mesh_compute(&state, &info, &code, why, sizeof why))
         free(code.words);
      if (state.stage == PIPE_SHADER_MESH && st_mesh_vertex(&state, &code, why, sizeof why))
         free(code.words);
   }
}

static void test_replaced(void **unused)
{
   (void)unused;
   replace_words(&mesh_source);
   replace_words(&task_source);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout), cmocka_unit_test(test_compute), cmocka_unit_test(test_vertex), cmocka_unit_test(test_refused),
      cmocka_unit_test(test_replaced),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
