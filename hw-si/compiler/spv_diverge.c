/* spv_diverge.c: which values of a module may differ between the lanes of a wave that execute the same instruction. Conservative:
 * flow-insensitive for variables, and a value is uniform only if it is known to be. Decides whether an index into an array of
 * resources needs a loop (spv_llvm_waterfall.c). */
#include <spirv/unified1/GLSL.std.450.h>

#include "hw-si/compiler/spv_llvm.h"

#define MAX_ROUNDS 64 /* beyond them all values count as divergent */

struct diverge {
   const struct spv_module *m;
   uint8_t *id;     /* [bound] values; pointers: their indices; variables: their contents; functions: their results */
   uint8_t *called; /* [bound] functions that lanes enter apart */
   uint8_t *written, *spoilt; /* [bound] parameters that are pointers: stored through; with values that differ */
   uint8_t *block;  /* [block_count] blocks that lanes may execute apart */
   uint32_t *root;  /* [bound] of pointers: the variable or parameter, 0 where it is not known */
   uint32_t *index; /* [bound] of labels: 1 + the block's number */
   bool changed;
};

static void mark(struct diverge *d, uint8_t *flags, uint32_t i, uint32_t count)
{
   if (i && i < count && !flags[i]) {
      flags[i] = 1;
      d->changed = true;
   }
}

static bool is(const struct diverge *d, uint32_t id)
{
   return id >= d->m->bound || d->id[id];
}

static bool any_of(const struct diverge *d, const struct spv_inst *in, unsigned first)
{
   for (unsigned k = first; k < in->count; k++) {
      if (in->w[k] < d->m->bound && d->id[in->w[k]]) /* literals are taken for ids, which is conservative */
         return true;
   }
   return false;
}

/* The same for all lanes of a wave. */
static bool is_uniform_input(uint32_t builtin)
{
   return builtin == SpvBuiltInWorkgroupId || builtin == SpvBuiltInNumWorkgroups || builtin == SpvBuiltInDrawIndex ||
          builtin == SpvBuiltInBaseVertex || builtin == SpvBuiltInBaseInstance;
}

/* Contents of a variable that no store of the module decides. */
static bool diverges_at_first(const struct spv_module *m, const struct spv_inst *var)
{
   struct spv_type t = spv_pointee(m, var->w[2]);
   while (t.kind == SPV_KIND_ARRAY)
      t = spv_type_of(m, t.element);
   switch (var->w[3]) {
   case SpvStorageClassUniformConstant:
   case SpvStorageClassFunction:
   case SpvStorageClassPrivate: return false;
   case SpvStorageClassUniform: return spv_has_decoration(m, t.id, SpvDecorationBufferBlock);
   case SpvStorageClassInput: return !is_uniform_input(spv_decoration_value(m, var->w[2], SpvDecorationBuiltIn, SPV_NONE));
   default: return true;
   }
}

static uint32_t root_of(const struct diverge *d, uint32_t pointer)
{
   return pointer < d->m->bound ? d->root[pointer] : 0;
}

/* Computes from its operands alone. */
static bool is_pure(uint32_t op)
{
   return (op >= SpvOpConvertFToU && op <= SpvOpBitcast) || (op >= SpvOpSNegate && op <= SpvOpBitCount) ||
          (op >= SpvOpVectorExtractDynamic && op <= SpvOpTranspose) || op == SpvOpUndef || op == SpvOpArrayLength ||
          (op >= SpvOpConvertUToImageNV && op <= SpvOpConvertSampledImageToUNV);
}

static bool has_no_result(uint32_t op)
{
   return op == SpvOpLabel || op == SpvOpBranch || op == SpvOpBranchConditional || op == SpvOpSwitch || op == SpvOpReturn ||
          op == SpvOpKill || op == SpvOpTerminateInvocation || op == SpvOpUnreachable || op == SpvOpSelectionMerge || op == SpvOpLoopMerge || op == SpvOpNop ||
          op == SpvOpLine || op == SpvOpNoLine || op == SpvOpFunctionEnd || op == SpvOpImageWrite || op == SpvOpAtomicStore ||
          op == SpvOpControlBarrier || op == SpvOpMemoryBarrier;
}

/* A store to the variable or through the parameter. */
static void put(struct diverge *d, uint32_t root, bool differs)
{
   mark(d, d->written, root, d->m->bound);
   if (differs) {
      mark(d, d->spoilt, root, d->m->bound);
      mark(d, d->id, root, d->m->bound);
   }
}

static void pass(struct diverge *d, uint32_t arg, uint32_t param, bool apart)
{
   const uint32_t root = root_of(d, arg);
   if (param >= d->m->bound)
      return;
   if (is(d, arg) || (root && d->id[root]))
      mark(d, d->id, param, d->m->bound);
   if (spv_pointee(d->m, param).kind == SPV_KIND_NONE)
      return;
   d->root[param] = param;
   if (root && (d->spoilt[param] || (d->written[param] && apart)))
      put(d, root, true);
   else if (root && d->written[param])
      put(d, root, false);
}

static void call(struct diverge *d, const struct spv_inst *in, bool apart)
{
   const struct spv_function *f = spv_find_function(d->m, spv_w(in, 3));
   uint32_t at = f ? f->first_param_at : 0;
   struct spv_inst param;
   if (!f) {
      mark(d, d->id, in->w[2], d->m->bound);
      return;
   }
   for (unsigned k = 4; k < in->count && k < 4 + f->param_count && spv_next(d->m, &at, &param); k++)
      pass(d, in->w[k], spv_w(&param, 2), apart);
   if (apart)
      mark(d, d->called, f->id, d->m->bound);
   if (d->id[f->id])
      mark(d, d->id, in->w[2], d->m->bound);
}

/* Functions that store through pointers; the others depend on their operands. */
static bool extended(struct diverge *d, const struct spv_inst *in)
{
   const uint32_t op = spv_w(in, 4);
   if (op == GLSLstd450Modf || op == GLSLstd450Frexp)
      put(d, root_of(d, spv_w(in, 6)), true);
   return op >= GLSLstd450InterpolateAtCentroid || any_of(d, in, 5);
}

static bool branches_apart(const struct diverge *d, uint32_t block)
{
   struct spv_inst in = spv_inst_at(d->m, d->m->block[block].term_at);
   return (in.op == SpvOpBranchConditional && spv_w(&in, 2) != spv_w(&in, 3) && is(d, spv_w(&in, 1))) ||
          (in.op == SpvOpSwitch && is(d, spv_w(&in, 1)));
}

static bool phi(const struct diverge *d, const struct spv_inst *in)
{
   for (unsigned k = 3; k + 1 < in->count; k += 2) {
      const uint32_t parent = in->w[k + 1] < d->m->bound ? d->index[in->w[k + 1]] : 0;
      if (is(d, in->w[k]) || !parent || d->block[parent - 1] || branches_apart(d, parent - 1))
         return true;
   }
   return false;
}

static void store(struct diverge *d, const struct spv_function *f, const struct spv_inst *in, bool apart)
{
   const uint32_t pointer = spv_w(in, 1), root = root_of(d, pointer);
   if (!root)
      return;
   const struct spv_inst def = spv_def(d->m, root);
   const bool outlives = def.op == SpvOpVariable && def.w[3] != SpvStorageClassFunction && d->called[f->id];
   put(d, root, is(d, spv_w(in, 2)) || (pointer != root && is(d, pointer)) || apart || outlives);
}

static void instruction(struct diverge *d, const struct spv_function *f, uint32_t block, const struct spv_inst *in)
{
   const uint32_t bound = d->m->bound, result = spv_w(in, 2);
   bool diverges;
   if (in->op == SpvOpStore) {
      store(d, f, in, d->block[block]);
      return;
   }
   if (in->op == SpvOpCopyMemory) {
      put(d, root_of(d, spv_w(in, 1)), true);
      return;
   }
   if (in->op == SpvOpReturnValue) {
      if (is(d, spv_w(in, 1)) || d->block[block])
         mark(d, d->id, f->id, bound);
      return;
   }
   if (has_no_result(in->op) || in->count < 3 || result >= bound)
      return;
   switch (in->op) {
   case SpvOpVariable:
      d->root[result] = result;
      diverges = diverges_at_first(d->m, in);
      break;
   case SpvOpAccessChain: case SpvOpInBoundsAccessChain:
      d->root[result] = root_of(d, spv_w(in, 3));
      diverges = is(d, spv_w(in, 3)) || any_of(d, in, 4);
      break;
   case SpvOpLoad:
      diverges = !root_of(d, spv_w(in, 3)) || d->id[root_of(d, spv_w(in, 3))] || is(d, spv_w(in, 3));
      break;
   case SpvOpFunctionCall:
      call(d, in, d->block[block] || d->called[f->id]);
      return;
   case SpvOpExtInst:
      diverges = extended(d, in);
      break;
   case SpvOpPhi:
      diverges = phi(d, in);
      break;
   default:
      diverges = !is_pure(in->op) || any_of(d, in, 3);
      break;
   }
   if (diverges)
      mark(d, d->id, result, bound);
}

/* Blocks of a function, by position: a construct lies between its header and its merge block. */
struct range { uint32_t first, end; };

static struct range construct(const struct diverge *d, uint32_t header)
{
   struct spv_inst in = spv_inst_at(d->m, d->m->block[header].merge_at);
   const uint32_t merge = d->m->block[header].merge_at && spv_w(&in, 1) < d->m->bound ? d->index[in.w[1]] : 0;
   return (struct range){ header, merge > header + 1 ? merge - 1 : header };
}

static bool is_loop(const struct diverge *d, uint32_t header)
{
   const uint32_t at = d->m->block[header].merge_at;
   return at && spv_inst_at(d->m, at).op == SpvOpLoopMerge;
}

/* The innermost loop around a block, or the function. */
static struct range enclosing(const struct diverge *d, const struct spv_function *f, uint32_t block)
{
   for (uint32_t i = block + 1; i-- > f->first_block;) {
      struct range r = construct(d, i);
      if (is_loop(d, i) && r.end > block)
         return r;
   }
   return (struct range){ f->first_block, f->first_block + f->block_count };
}

/* A block of the range branches to one outside; 2: or returns. */
static unsigned leaves(const struct diverge *d, struct range r)
{
   unsigned how = 0;
   for (uint32_t i = r.first + 1; i < r.end; i++) {
      struct spv_inst in = spv_inst_at(d->m, d->m->block[i].term_at);
      if (in.op == SpvOpReturn || in.op == SpvOpReturnValue)
         return 2;
      for (unsigned k = 1; k < in.count; k++) {
         const uint32_t to = in.w[k] < d->m->bound ? d->index[in.w[k]] : 0;
         how |= to && (to - 1 < r.first || to - 1 > r.end);
      }
   }
   return how;
}

/* Blocks that the lanes execute apart after a branch whose condition differs. */
static void branch(struct diverge *d, const struct spv_function *f, uint32_t block)
{
   struct range r = construct(d, block);
   const bool selection = r.end > block && !is_loop(d, block);
   const unsigned how = selection ? leaves(d, r) : 0;
   if (selection)
      r.first++;
   if (how == 2)
      r = (struct range){ f->first_block, f->first_block + f->block_count };
   else if (how || !selection)
      r = enclosing(d, f, block);
   for (uint32_t i = r.first; i < r.end; i++) {
      d->changed |= !d->block[i];
      d->block[i] = 1;
   }
}

static void walk(struct diverge *d)
{
   for (uint32_t i = 0; i < d->m->function_count; i++) {
      const struct spv_function *f = &d->m->function[i];
      for (uint32_t k = f->first_block; k < f->first_block + f->block_count; k++) {
         const struct spv_block *b = &d->m->block[k];
         struct spv_inst in;
         for (uint32_t at = b->first_at; at <= b->term_at && spv_next(d->m, &at, &in);)
            instruction(d, f, k, &in);
         if (branches_apart(d, k))
            branch(d, f, k);
      }
   }
}

const uint8_t *sl_find_divergence(struct sl *s)
{
   const struct spv_module *m = s->m;
   struct diverge d = { .m = m, .id = sl_alloc(s, m->bound), .called = sl_alloc(s, m->bound), .changed = true,
                        .written = sl_alloc(s, m->bound), .spoilt = sl_alloc(s, m->bound),
                        .block = sl_alloc(s, m->block_count + 1), .root = sl_alloc(s, m->bound * sizeof(*d.root)),
                        .index = sl_alloc(s, m->bound * sizeof(*d.index)) };
   for (uint32_t i = 0; i < m->block_count; i++)
      d.index[m->block[i].label] = i + 1;
   for (uint32_t i = 0; i < m->variable_count; i++) {
      const struct spv_inst in = spv_def(m, m->variable[i]);
      d.root[m->variable[i]] = m->variable[i];
      d.id[m->variable[i]] = diverges_at_first(m, &in);
   }
   unsigned rounds = 0;
   while (d.changed && rounds++ < MAX_ROUNDS) {
      d.changed = false;
      walk(&d);
   }
   for (uint32_t i = 0; d.changed && i < m->bound; i++)
      d.id[i] = 1;
   return d.id;
}
