/* gv_specialize.c: writes the module anew with the values that specialization constants get: they become constants, operations on
 * them are computed (gv_fold.c), and array sizes and the work group size follow. Instructions for debugging and entry points of
 * other shaders go: names have no meaning in OpenGL (4.6, 7.4.2). */
#include "gl-api/glsl/spirv/gv_priv.h"

struct spec {
   struct gv *g;
   const struct gv_constant *constants;
   unsigned constant_count;
   uint32_t *spec_id;       /* [bound]: SpecId + 1; 0: none */
   uint32_t work_group;     /* constant of BuiltIn WorkgroupSize, or 0 */
};

/* ---- writing -------------------------------------------------------------------------------------------------------- */

static bool grow(struct gv_out *o, uint32_t **table, uint32_t need, uint32_t *size)
{
   if (need <= *size)
      return true;
   const uint32_t new_size = need * 2;
   uint32_t *p = new_size <= 4 * GV_MAX_WORDS ? realloc(*table, new_size * sizeof *p) : NULL;
   if (!p) {
      o->g->failed = o->g->no_memory = true;
      return false;
   }
   if (table == &o->at)
      memset(p + *size, 0, (new_size - *size) * sizeof *p);
   *table = p;
   *size = new_size;
   return true;
}

void gv_put(struct gv_out *o, const uint32_t *words, uint32_t count, uint32_t result)
{
   if (!o->g->failed && (o->count + (uint64_t)count > GV_MAX_WORDS || result >= GV_MAX_WORDS))
      gv_fail(o->g, "the specialized module has more than %u words", GV_MAX_WORDS);
   if (o->g->failed || !grow(o, &o->words, o->count + count, &o->size) || !grow(o, &o->at, result + 1, &o->at_size))
      return;
   memcpy(o->words + o->count, words, count * sizeof *words);
   if (result)
      o->at[result] = o->count;
   o->count += count;
}

uint32_t gv_new_id(struct gv_out *o) { return o->bound++; }

struct spv_inst gv_out_def(const struct gv_out *o, uint32_t id)
{
   static const uint32_t nop = SPV_OP(SpvOpNop, 1);
   struct spv_inst in = { .w = &nop, .op = SpvOpNop, .count = 1 };
   uint32_t at = id < o->at_size ? o->at[id] : 0;
   if (at)
      gv_next(o->words, o->count, &at, &in);
   return in;
}

/* ---- specialization ------------------------------------------------------------------------------------------------- */

/* Decorations come before the constants that they are of. */
static void read_decorations(struct spec *s)
{
   struct spv_inst in;
   for (uint32_t at = SPV_FIRST_AT; gv_next(s->g->words, s->g->word_count, &at, &in);) {
      if (in.op != SpvOpDecorate || in.count < 4)
         continue;
      if (in.w[2] == SpvDecorationSpecId && in.w[3] != UINT32_MAX)
         s->spec_id[in.w[1]] = in.w[3] + 1;
      else if (in.w[2] == SpvDecorationBuiltIn && in.w[3] == SpvBuiltInWorkgroupSize)
         s->work_group = in.w[1];
   }
}

static bool is_spec_constant(uint16_t op)
{
   return op == SpvOpSpecConstantTrue || op == SpvOpSpecConstantFalse || op == SpvOpSpecConstant;
}

/* Whether each index is that of a constant of the module. */
static bool check_indices(struct spec *s)
{
   bool all = true;
   for (unsigned i = 0; i < s->constant_count && all; i++) {
      struct spv_inst in;
      bool found = false;
      for (uint32_t at = SPV_FIRST_AT; !found && gv_next(s->g->words, s->g->word_count, &at, &in);)
         found = is_spec_constant(in.op) && s->spec_id[in.w[2]] && s->spec_id[in.w[2]] - 1 == s->constants[i].index;
      if (!found)
         gv_fail(s->g, "no specialization constant has the index %u", s->constants[i].index);
      all = found;
   }
   return all;
}

/* The last value that is given for an index. */
static const struct gv_constant *given(const struct spec *s, uint32_t id)
{
   for (unsigned i = s->constant_count; i-- > 0 && s->spec_id[id];)
      if (s->constants[i].index == s->spec_id[id] - 1)
         return &s->constants[i];
   return NULL;
}

static void put_with_op(struct gv_out *o, const struct spv_inst *in, uint16_t op)
{
   const uint32_t at = o->count;
   gv_put(o, in->w, in->count, gv_result_id(in));
   if (!o->g->failed)
      o->words[at] = SPV_OP(op, in->count);
}

static void put_constant(const struct spec *s, struct gv_out *o, const struct spv_inst *in)
{
   const struct gv_constant *value = given(s, in->w[2]);
   if (in->op == SpvOpSpecConstant) {
      const uint32_t at = o->count;
      put_with_op(o, in, SpvOpConstant);
      for (unsigned k = 3; value && k < in->count && !o->g->failed; k++)
         o->words[at + k] = k == 3 ? value->value : 0;
   } else {
      const bool yes = value ? value->value != 0 : in->op == SpvOpSpecConstantTrue;
      put_with_op(o, in, yes ? SpvOpConstantTrue : SpvOpConstantFalse);
   }
}

/* Instructions for debugging, other entry points, and those read already. */
static bool is_dropped(const struct spec *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpNop: case SpvOpSourceContinued: case SpvOpSource: case SpvOpSourceExtension: case SpvOpName: case SpvOpMemberName:
   case SpvOpString: case SpvOpLine: case SpvOpNoLine:
      return true;
   case SpvOpEntryPoint:
      return in->at != s->g->entry_at;
   case SpvOpExecutionMode:
      return in->w[1] != s->g->entry || (s->work_group && in->w[2] == SpvExecutionModeLocalSize);
   case SpvOpDecorate:
      return in->w[2] == SpvDecorationSpecId || (in->w[2] == SpvDecorationBuiltIn && in->w[1] == s->work_group);
   default:
      return false;
   }
}

/* The constant of the work group's size replaces the execution mode: its place comes first, its values are known at the end. */
static void put_work_group(const struct spec *s, struct gv_out *o)
{
   if (s->work_group && s->g->stage == PIPE_SHADER_COMPUTE)
      gv_put(o, (const uint32_t[]){ SPV_OP(SpvOpExecutionMode, 6), s->g->entry, SpvExecutionModeLocalSize, 1, 1, 1 }, 6, 0);
}

static void set_work_group(const struct spec *s, struct gv_out *o)
{
   const struct spv_inst size = gv_out_def(o, s->work_group);
   struct spv_inst in;
   if (!s->work_group || s->g->stage != PIPE_SHADER_COMPUTE)
      return;
   for (uint32_t at = SPV_FIRST_AT; gv_next(o->words, o->count, &at, &in);) {
      if (in.op != SpvOpExecutionMode || in.w[2] != SpvExecutionModeLocalSize)
         continue;
      for (unsigned i = 0; i < 3; i++) {
         const struct spv_inst part = gv_out_def(o, size.op == SpvOpConstantComposite ? spv_w(&size, 3 + i) : 0);
         if (part.op == SpvOpConstant)
            o->words[in.at + 3 + i] = part.w[3];
         else
            gv_fail(s->g, "the work group size is not a constant of three integers");
      }
   }
}

static void rewrite(struct spec *s, struct gv_out *o)
{
   const uint32_t *w = s->g->words;
   struct spv_inst in;
   gv_put(o, w, SPV_FIRST_AT, 0);
   for (uint32_t at = SPV_FIRST_AT; gv_next(w, s->g->word_count, &at, &in) && !s->g->failed;) {
      if (is_dropped(s, &in))
         continue;
      if (is_spec_constant(in.op))
         put_constant(s, o, &in);
      else if (in.op == SpvOpSpecConstantComposite)
         put_with_op(o, &in, SpvOpConstantComposite);
      else if (in.op == SpvOpSpecConstantOp)
         gv_fold(o, &in);
      else
         gv_put(o, in.w, in.count, gv_result_id(&in));
      if (in.op == SpvOpEntryPoint)
         put_work_group(s, o);
   }
   if (s->g->failed)
      return;
   set_work_group(s, o);
   o->words[3] = o->bound;
}

uint32_t *gv_specialize(struct gv *g, const struct gv_constant *constants, unsigned constant_count, size_t *word_count,
                        enum gv_result *result)
{
   struct spec s = { .g = g, .constants = constants, .constant_count = constant_count, .spec_id = calloc(g->bound, 4) };
   struct gv_out o = { .g = g, .bound = g->bound };
   *result = GV_DONE;
   if (!s.spec_id) {
      g->failed = g->no_memory = true;
      return NULL;
   }
   read_decorations(&s);
   if (check_indices(&s))
      rewrite(&s, &o);
   else
      *result = GV_NO_CONSTANT;
   free(s.spec_id);
   free(o.at);
   *word_count = o.count;
   if (!g->failed)
      return o.words;
   free(o.words);
   return NULL;
}
