/* spv_module.c: reads a SPIR-V word stream into tables. Checks every count and id that other code
 * uses as an index, so an accepted module can be walked without further checks. Known gap: big-endian modules. */
#define SPV_ENABLE_UTILITY_CODE
#include "spirv/spv_module.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Older headers declare plain `inline` functions: this file provides the external definitions. */
extern void SpvHasResultAndType(SpvOp opcode, bool *hasResult, bool *hasResultType);

#define MAX_BOUND (1u << 22)          /* SPIR-V's universal limit on the id bound */
#define MAX_TYPE_PARTS (1u << 16)     /* structs of structs multiply likewise */
#define MAX_DECORATIONS (1u << 20)    /* group decorations multiply */

struct reader {
   struct spv_module *m;
   char *why;
   size_t why_size_B;
   uint32_t decoration_cap, member_name_cap, entry_cap, function_cap, block_cap, variable_cap;
};

static bool fail(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct reader *r, const char *fmt, ...)
{
   if (r->why_size_B) {
      va_list ap;
      va_start(ap, fmt);
      vsnprintf(r->why, r->why_size_B, fmt, ap);
      va_end(ap);
   }
   return false;
}

static bool fail_memory(struct reader *r)
{
   r->m->no_memory = true;
   return fail(r, "out of memory");
}

/* Makes room for one more element in a table. */
static bool grow(struct reader *r, void **table, uint32_t count, uint32_t *cap, size_t element_B)
{
   if (count < *cap)
      return true;
   uint32_t new_cap = *cap ? *cap * 2 : 16;
   void *p = realloc(*table, new_cap * element_B);
   if (!p)
      return fail_memory(r);
   *table = p;
   *cap = new_cap;
   return true;
}

#define GROW(r, field) grow(r, (void **)&(r)->m->field, (r)->m->field##_count, &(r)->field##_cap, sizeof(*(r)->m->field))

/* A literal string starting at word k; NULL when it does not end inside the instruction. *next: the word after it. */
static const char *literal_string(const struct spv_inst *in, unsigned k, unsigned *next)
{
   if (k >= in->count)
      return NULL;
   const char *s = (const char *)&in->w[k];
   size_t max_B = (size_t)(in->count - k) * 4, len = strnlen(s, max_B);
   if (len == max_B)
      return NULL;
   if (next)
      *next = k + (unsigned)(len / 4) + 1;
   return s;
}

bool spv_next(const struct spv_module *m, uint32_t *at, struct spv_inst *in)
{
   if (*at >= m->word_count)
      return false;
   uint32_t count = m->words[*at] >> 16;
   if (count == 0 || count > m->word_count - *at)
      return false;
   *in = (struct spv_inst){ .w = m->words + *at, .at = *at, .op = m->words[*at] & 0xffff, .count = (uint16_t)count };
   *at += count;
   return true;
}

struct spv_inst spv_inst_at(const struct spv_module *m, uint32_t at)
{
   static const uint32_t nop = 1u << 16;
   struct spv_inst in = { .w = &nop, .op = SpvOpNop, .count = 1 };
   if (at >= SPV_FIRST_AT)
      spv_next(m, &at, &in);
   return in;
}

struct spv_inst spv_def(const struct spv_module *m, uint32_t id)
{
   return spv_inst_at(m, id < m->bound ? m->id[id].at : 0);
}

/* ---- names and decorations ------------------------------------------------------------------------------------------ */

static bool add_decoration(struct reader *r, const struct spv_decoration *d)
{
   struct spv_module *m = r->m;
   if (d->target == 0 || d->target >= m->bound)
      return fail(r, "decoration of id %u, which is out of range", d->target);
   if (m->decoration_count >= MAX_DECORATIONS)
      return fail(r, "too many decorations");
   if (!GROW(r, decoration))
      return false;
   struct spv_decoration *slot = &m->decoration[m->decoration_count];
   *slot = *d;
   slot->next = m->id[d->target].first_decoration;
   m->id[d->target].first_decoration = m->decoration_count++;
   return true;
}

static bool add_group(struct reader *r, const struct spv_inst *in)
{
   struct spv_module *m = r->m;
   uint32_t group = spv_w(in, 1);
   if (group == 0 || group >= m->bound)
      return fail(r, "decoration group out of range");
   unsigned step = in->op == SpvOpGroupMemberDecorate ? 2 : 1;
   for (unsigned k = 2; k + step <= in->count; k += step) {
      if (in->w[k] == group)
         return fail(r, "decoration group %u decorates itself", group);
      for (uint32_t i = m->id[group].first_decoration; i != SPV_NONE; i = m->decoration[i].next) {
         struct spv_decoration d = m->decoration[i];
         d.target = in->w[k];
         d.member = step == 2 ? in->w[k + 1] : SPV_NO_MEMBER;
         d.at = in->at;
         if (!add_decoration(r, &d))
            return false;
      }
   }
   return true;
}

static bool read_annotation(struct reader *r, const struct spv_inst *in)
{
   struct spv_module *m = r->m;
   uint32_t target = spv_w(in, 1);
   switch (in->op) {
   case SpvOpName:
      if (target >= m->bound || !literal_string(in, 2, NULL))
         return fail(r, "malformed OpName");
      m->id[target].name = literal_string(in, 2, NULL);
      return true;
   case SpvOpMemberName:
      if (target >= m->bound || !literal_string(in, 3, NULL))
         return fail(r, "malformed OpMemberName");
      if (!GROW(r, member_name))
         return false;
      m->member_name[m->member_name_count] = (struct spv_member_name){
         .member = in->w[2], .name = literal_string(in, 3, NULL), .next = m->id[target].first_member_name };
      m->id[target].first_member_name = m->member_name_count++;
      return true;
   case SpvOpDecorate:
   case SpvOpDecorateId:
   case SpvOpDecorateString:
      if (in->count < 3)
         return fail(r, "malformed OpDecorate");
      return add_decoration(r, &(struct spv_decoration){ .target = target, .member = SPV_NO_MEMBER, .at = in->at,
         .decoration = in->w[2], .literal = in->w + 3, .literal_count = in->count - 3u });
   case SpvOpMemberDecorate:
   case SpvOpMemberDecorateString:
      if (in->count < 4)
         return fail(r, "malformed OpMemberDecorate");
      return add_decoration(r, &(struct spv_decoration){ .target = target, .member = in->w[2], .at = in->at,
         .decoration = in->w[3], .literal = in->w + 4, .literal_count = in->count - 4u });
   case SpvOpGroupDecorate:
   case SpvOpGroupMemberDecorate:
      return add_group(r, in);
   default:
      return true;
   }
}

static bool read_entry_point(struct reader *r, const struct spv_inst *in)
{
   struct spv_module *m = r->m;
   unsigned next = 0;
   const char *name = literal_string(in, 3, &next);
   if (!name || in->w[2] == 0 || in->w[2] >= m->bound)
      return fail(r, "malformed OpEntryPoint");
   if (!GROW(r, entry))
      return false;
   m->entry[m->entry_count++] = (struct spv_entry_point){ .model = in->w[1], .function = in->w[2], .name = name,
      .interface = in->w + next, .interface_count = in->count > next ? in->count - next : 0 };
   return true;
}

/* ---- types, constants, variables ------------------------------------------------------------------------------------- */

static bool is_scalar(enum spv_kind k)
{
   return k == SPV_KIND_BOOL || k == SPV_KIND_INT || k == SPV_KIND_FLOAT;
}

/* Types that may be a component of an aggregate or a pointee. */
static bool is_data(enum spv_kind k)
{
   return k != SPV_KIND_NONE && k != SPV_KIND_VOID && k != SPV_KIND_FUNCTION;
}

/* Type nodes reached from a type, its own included. */
static uint32_t count_parts(const struct spv_module *m, const struct spv_inst *in)
{
   uint64_t parts = 1;
   unsigned first = 2, last = in->op == SpvOpTypeStruct ? in->count : 3;
   if (in->op != SpvOpTypeStruct && in->op != SpvOpTypeArray && in->op != SpvOpTypeRuntimeArray)
      return 1;
   for (unsigned k = first; k < last; k++)
      parts += m->id[in->w[k]].parts;
   return parts > MAX_TYPE_PARTS ? MAX_TYPE_PARTS + 1 : (uint32_t)parts;
}

/* Checks a type at its definition. Ids it uses must be defined earlier, which rules out cycles. */
static bool check_type(struct reader *r, const struct spv_inst *in)
{
   static const uint8_t min_words[] = { [SpvOpTypeVoid] = 2, [SpvOpTypeBool] = 2, [SpvOpTypeInt] = 4, [SpvOpTypeFloat] = 3,
      [SpvOpTypeVector] = 4, [SpvOpTypeMatrix] = 4, [SpvOpTypeImage] = 9, [SpvOpTypeSampler] = 2, [SpvOpTypeSampledImage] = 3,
      [SpvOpTypeArray] = 4, [SpvOpTypeRuntimeArray] = 3, [SpvOpTypeStruct] = 2, [SpvOpTypePointer] = 4,
      [SpvOpTypeFunction] = 3 };
   struct spv_module *m = r->m;
   if (in->op >= sizeof(min_words) || min_words[in->op] == 0)
      return fail(r, "type instruction %u is not supported", in->op);
   if (in->count < min_words[in->op])
      return fail(r, "type instruction %u is too short", in->op);
   uint32_t length;
   enum spv_kind element = spv_type_of(m, spv_w(in, 2)).kind;
   switch (in->op) {
   case SpvOpTypeInt:
      if (in->w[2] != 8 && in->w[2] != 16 && in->w[2] != 32 && in->w[2] != 64)
         return fail(r, "integer of %u bits", in->w[2]);
      return true;
   case SpvOpTypeFloat:
      if (in->w[2] != 16 && in->w[2] != 32 && in->w[2] != 64)
         return fail(r, "float of %u bits", in->w[2]);
      return true;
   case SpvOpTypeVector:
      if (!is_scalar(element) || in->w[3] < 2 || in->w[3] > 4)
         return fail(r, "malformed vector type");
      return true;
   case SpvOpTypeMatrix:
      if (element != SPV_KIND_VECTOR || in->w[3] < 2 || in->w[3] > 4)
         return fail(r, "malformed matrix type");
      if (spv_type_of(m, spv_type_of(m, in->w[2]).element).kind != SPV_KIND_FLOAT)
         return fail(r, "matrix that is not of floats");
      return true;
   case SpvOpTypeImage:
      if (element != SPV_KIND_VOID && !is_scalar(element))
         return fail(r, "malformed image type");
      return true;
   case SpvOpTypeSampledImage:
      if (element != SPV_KIND_IMAGE)
         return fail(r, "malformed sampled image type");
      return true;
   case SpvOpTypeArray:
      if (!is_data(element) || !spv_const_u32(m, in->w[3], &length) || length == 0 || length > (1u << 28))
         return fail(r, "malformed array type");
      return true;
   case SpvOpTypeRuntimeArray:
      if (!is_data(element))
         return fail(r, "malformed array type");
      return true;
   case SpvOpTypeStruct:
      for (unsigned k = 2; k < in->count; k++) {
         if (!is_data(spv_type_of(m, in->w[k]).kind))
            return fail(r, "malformed struct type");
      }
      return true;
   case SpvOpTypePointer:
      if (spv_type_of(m, in->w[3]).kind == SPV_KIND_NONE)
         return fail(r, "malformed pointer type");
      return true;
   case SpvOpTypeFunction:
      for (unsigned k = 2; k < in->count; k++) {
         if (spv_type_of(m, in->w[k]).kind == SPV_KIND_NONE)
            return fail(r, "malformed function type");
      }
      return true;
   default:
      return true;
   }
}

static bool is_constant_op(uint16_t op)
{
   return (op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || op == SpvOpUndef;
}

/* Type of component i of a composite type, 0 when there is none. */
static uint32_t component_type(const struct spv_type *t, uint32_t i)
{
   if (t->kind == SPV_KIND_STRUCT)
      return i < t->count ? t->members[i] : 0;
   if (t->kind == SPV_KIND_VECTOR || t->kind == SPV_KIND_MATRIX || t->kind == SPV_KIND_ARRAY)
      return i < t->count ? t->element : 0;
   return 0;
}

static bool check_constant(struct reader *r, const struct spv_inst *in)
{
   struct spv_module *m = r->m;
   struct spv_type t = spv_type_of(m, spv_w(in, 1));
   switch (in->op) {
   case SpvOpConstant:
   case SpvOpSpecConstant:
      if ((t.kind != SPV_KIND_INT && t.kind != SPV_KIND_FLOAT) || in->count != 3 + (t.width + 31) / 32)
         return fail(r, "malformed constant");
      return true;
   case SpvOpConstantTrue:
   case SpvOpConstantFalse:
   case SpvOpSpecConstantTrue:
   case SpvOpSpecConstantFalse:
      return t.kind == SPV_KIND_BOOL || fail(r, "malformed boolean constant");
   case SpvOpConstantComposite:
   case SpvOpSpecConstantComposite:
      if (in->count != 3 + (uint64_t)t.count || component_type(&t, 0) == 0)
         return fail(r, "malformed composite constant");
      for (uint32_t k = 0; k < t.count; k++) {
         uint32_t c = in->w[3 + k];
         if (c >= m->bound || !is_constant_op(m->id[c].op) || m->id[c].type != component_type(&t, k))
            return fail(r, "malformed composite constant");
      }
      return true;
   default:
      return is_data(t.kind) || fail(r, "malformed constant");
   }
}

static bool check_variable(struct reader *r, const struct spv_inst *in, bool in_function)
{
   struct spv_module *m = r->m;
   struct spv_type t = spv_type_of(m, spv_w(in, 1));
   if (in->count < 4 || t.kind != SPV_KIND_POINTER || t.storage != in->w[3])
      return fail(r, "malformed variable");
   if (in_function != (in->w[3] == SpvStorageClassFunction))
      return fail(r, "variable in the wrong scope");
   uint32_t init = spv_w(in, 4);
   if (in->count > 4 && (init == 0 || init >= m->bound || !is_constant_op(m->id[init].op) || m->id[init].type != t.element))
      return fail(r, "malformed initialiser of a variable");
   return true;
}

/* ---- functions ------------------------------------------------------------------------------------------------------- */

static bool is_terminator(uint16_t op)
{
   switch (op) {
   case SpvOpBranch:
   case SpvOpBranchConditional:
   case SpvOpSwitch:
   case SpvOpKill: case SpvOpEmitMeshTasksEXT:
   case SpvOpTerminateInvocation:
   case SpvOpReturn:
   case SpvOpReturnValue:
   case SpvOpUnreachable:
      return true;
   default:
      return false;
   }
}

enum place { AT_MODULE, IN_HEADER /* before the first label */, BETWEEN_BLOCKS, IN_BLOCK };

static bool read_body(struct reader *r, const struct spv_inst *in, enum place *place)
{
   struct spv_module *m = r->m;
   struct spv_function *f = m->function_count ? &m->function[m->function_count - 1] : NULL;
   struct spv_block *b = m->block_count ? &m->block[m->block_count - 1] : NULL;
   if (in->op == SpvOpLine || in->op == SpvOpNoLine)
      return true;
   switch (*place) {
   case AT_MODULE: {
      if (in->op != SpvOpFunction || in->count != 5)
         return fail(r, "instruction %u outside a function", in->op);
      struct spv_type t = spv_type_of(m, in->w[4]);
      if (t.kind != SPV_KIND_FUNCTION || t.element != in->w[1])
         return fail(r, "malformed function");
      if (!GROW(r, function))
         return false;
      m->function[m->function_count++] = (struct spv_function){ .id = in->w[2], .at = in->at, .result_type = in->w[1],
         .type = in->w[4], .first_block = m->block_count };
      *place = IN_HEADER;
      return true;
   }
   case IN_HEADER:
      if (in->op == SpvOpFunctionParameter) {
         struct spv_type t = spv_type_of(m, f->type);
         if (in->count != 3 || f->param_count >= t.count || t.members[f->param_count] != in->w[1])
            return fail(r, "malformed function parameter");
         if (f->param_count++ == 0)
            f->first_param_at = in->at;
         return true;
      }
      /* fall through */
   case BETWEEN_BLOCKS:
      if (in->op == SpvOpFunctionEnd) {
         if (f->block_count == 0)
            return fail(r, "function without a body");
         f->end_at = in->at;
         *place = AT_MODULE;
         return true;
      }
      if (in->op != SpvOpLabel || in->count != 2)
         return fail(r, "instruction %u outside a block", in->op);
      if (f->param_count != spv_type_of(m, f->type).count)
         return fail(r, "function with too few parameters");
      if (!GROW(r, block))
         return false;
      m->block[m->block_count++] = (struct spv_block){ .label = in->w[1], .first_at = in->at + 2 };
      f->block_count++;
      *place = IN_BLOCK;
      return true;
   case IN_BLOCK:
      if (in->op == SpvOpLabel || in->op == SpvOpFunction || in->op == SpvOpFunctionEnd || in->op == SpvOpFunctionParameter)
         return fail(r, "block without a terminator");
      if ((in->op >= SpvOpTypeVoid && in->op <= SpvOpTypeForwardPointer) || (is_constant_op(in->op) && in->op != SpvOpUndef))
         return fail(r, "type or constant inside a function");
      if (b->merge_at && !is_terminator(in->op))
         return fail(r, "merge instruction not at the end of its block");
      if (in->op == SpvOpVariable && !check_variable(r, in, true))
         return false;
      if (in->op == SpvOpSelectionMerge || in->op == SpvOpLoopMerge) {
         if (in->count < (in->op == SpvOpLoopMerge ? 4 : 3))
            return fail(r, "malformed merge instruction");
         b->merge_at = in->at;
      }
      if (is_terminator(in->op)) {
         b->term_at = in->at;
         *place = BETWEEN_BLOCKS;
      }
      return true;
   }
   return true;
}

/* ---- the module ------------------------------------------------------------------------------------------------------ */

static bool define(struct reader *r, const struct spv_inst *in)
{
   bool has_result, has_type;
   SpvHasResultAndType((SpvOp)in->op, &has_result, &has_type);
   if (!has_result)
      return true;
   struct spv_module *m = r->m;
   if (in->count < 2u + has_type)
      return fail(r, "instruction %u is too short", in->op);
   uint32_t id = in->w[1 + has_type];
   if (id == 0 || id >= m->bound)
      return fail(r, "id %u is out of range", id);
   if (m->id[id].at)
      return fail(r, "id %u is defined twice", id);
   if (has_type && spv_type_of(m, in->w[1]).kind == SPV_KIND_NONE)
      return fail(r, "result type of id %u is not a type", id);
   m->id[id].at = in->at;
   m->id[id].op = in->op;
   m->id[id].type = has_type ? in->w[1] : 0;
   return true;
}

static bool read_global(struct reader *r, const struct spv_inst *in)
{
   struct spv_module *m = r->m;
   bool is_type = in->op >= SpvOpTypeVoid && in->op <= SpvOpTypeForwardPointer;
   bool is_decl = is_type || is_constant_op(in->op) || in->op == SpvOpVariable;
   if (is_decl && !m->types_at)
      m->types_at = in->at;
   if (is_type) {
      if (!check_type(r, in))
         return false;
      uint32_t parts = count_parts(m, in);
      if (parts > MAX_TYPE_PARTS)
         return fail(r, "type with too many members");
      if (in->w[1] < m->bound)
         m->id[in->w[1]].parts = parts;
      return true;
   }
   if (is_constant_op(in->op))
      return check_constant(r, in);
   switch (in->op) {
   case SpvOpVariable:
      if (!check_variable(r, in, false) || !GROW(r, variable))
         return false;
      m->variable[m->variable_count++] = in->w[2];
      return true;
   case SpvOpEntryPoint:
      return read_entry_point(r, in);
   case SpvOpExtInstImport: {
      const char *name = literal_string(in, 2, NULL);
      if (!name)
         return fail(r, "malformed OpExtInstImport");
      if (strcmp(name, "GLSL.std.450") == 0)
         m->glsl_ext = in->w[1];
      return true;
   }
   default:
      return read_annotation(r, in);
   }
}

static bool read_module(struct reader *r)
{
   struct spv_module *m = r->m;
   enum place place = AT_MODULE;
   bool in_functions = false;
   struct spv_inst in;
   uint32_t at = SPV_FIRST_AT;
   while (spv_next(m, &at, &in)) {
      if (in.op == SpvOpFunction && !in_functions) {
         in_functions = true;
         if (!m->types_at)
            m->types_at = in.at;
      }
      /* Types are checked before they can be found by id, so that a definition cannot refer to itself. */
      if (!(in_functions ? read_body(r, &in, &place) : read_global(r, &in)) || !define(r, &in))
         return false;
   }
   if (at != m->word_count)
      return fail(r, "instruction runs over the end of the module");
   if (place != AT_MODULE)
      return fail(r, "the last function has no end");
   if (!m->types_at)
      m->types_at = (uint32_t)m->word_count;
   for (uint32_t i = 0; i < m->entry_count; i++) {
      if (!spv_find_function(m, m->entry[i].function))
         return fail(r, "entry point %u is not a function", m->entry[i].function);
   }
   return true;
}

bool spv_module_init(struct spv_module *m, const uint32_t *words, size_t word_count, char *why, size_t why_size_B)
{
   *m = (struct spv_module){ .words = words, .word_count = word_count };
   struct reader r = { .m = m, .why = why, .why_size_B = why_size_B };
   if (word_count < SPV_FIRST_AT || word_count > UINT32_MAX / 4)
      return fail(&r, "not a SPIR-V module: %zu words", word_count);
   if (words[0] != SpvMagicNumber)
      return fail(&r, "not a SPIR-V module: magic number %08x", words[0]);
   m->version = words[1];
   m->bound = words[3];
   if (m->bound == 0 || m->bound > MAX_BOUND)
      return fail(&r, "id bound %u", m->bound);
   m->id = malloc(m->bound * sizeof(*m->id));
   if (!m->id)
      return fail_memory(&r);
   for (uint32_t i = 0; i < m->bound; i++)
      m->id[i] = (struct spv_id){ .first_decoration = SPV_NONE, .first_member_name = SPV_NONE };
   if (!read_module(&r)) {
      bool no_memory = m->no_memory;
      spv_module_finish(m);
      m->no_memory = no_memory;
      return false;
   }
   return true;
}

void spv_module_finish(struct spv_module *m)
{
   free(m->id);
   free(m->decoration);
   free(m->member_name);
   free(m->entry);
   free(m->function);
   free(m->block);
   free(m->variable);
   *m = (struct spv_module){ 0 };
}
