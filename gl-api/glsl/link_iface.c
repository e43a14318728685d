/* link_iface.c: checks the interface of two consecutive stages. GLSL 4.60 4.3.4, 4.4.1, 4.5 and OpenGL 4.6 7.4.1; ESSL 1.00 4.3.5
 * (varyings) and 4.6.4 (invariance). Variables match by name, or by location and component where both have one; blocks by location
 * where both have one, and else by name. Precision need not match. */
#include <stdio.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

struct interface { struct link *l; struct link_stage *out, *in; }; /* between two stages of the program */

/* ---- invariance of built-ins ---------------------------------------------------------------------------------------- */

static bool declared_invariant(const struct link_stage *s, const char *name)
{
   const struct glsl_symbol *symbol = link_find_symbol(s, name);
   return symbol && symbol->invariant;
}

/* "gl_FragCoord can only be declared invariant if and only if gl_Position is declared invariant", gl_PointCoord likewise
 * with gl_PointSize, and gl_FrontFacing never. Whether the shader uses them does not matter. */
static void check_builtin_invariance(struct link *l, const struct link_stage *producer, const struct link_stage *consumer)
{
   static const struct { const char *in, *out; } pairs[] = { { "gl_FragCoord", "gl_Position" },
                                                            { "gl_PointCoord", "gl_PointSize" } };
   for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
      if (declared_invariant(consumer, pairs[i].in) && !declared_invariant(producer, pairs[i].out) &&
          !producer->module->invariant_all)
         link_error(l, "%s is declared invariant, %s is not", pairs[i].in, pairs[i].out);
   if (declared_invariant(consumer, "gl_FrontFacing"))
      link_error(l, "gl_FrontFacing cannot be declared invariant");
}

/* ---- qualifiers ----------------------------------------------------------------------------------------------------- */

enum { MEMBER_NONE = SPV_NO_MEMBER };

static bool decorated(const struct link_stage *s, uint32_t id, uint32_t member, uint32_t decoration)
{
   return spv_find_decoration(&s->m, id, member, decoration) != NULL;
}

static const char *interpolation(const struct link_stage *s, uint32_t id, uint32_t member)
{
   return decorated(s, id, member, SpvDecorationFlat) ? "flat" :
          decorated(s, id, member, SpvDecorationNoPerspective) ? "noperspective" : "smooth";
}

static const char *auxiliary(const struct link_stage *s, uint32_t id, uint32_t member)
{
   return decorated(s, id, member, SpvDecorationCentroid) ? "centroid" :
          decorated(s, id, member, SpvDecorationSample) ? "sample" : "neither centroid nor sample";
}

/* a and b: a variable, or a block's type and a member; `what` names it with its kind. */
static void check_qualifiers(const struct interface *e, const char *what, const char *at_a, const char *at_b, uint32_t a,
                             uint32_t b, uint32_t member)
{
   const int version = e->l->version;
   const bool es = e->l->es;
   const char *const ia = interpolation(e->out, a, member), *const ib = interpolation(e->in, b, member);
   const char *const xa = auxiliary(e->out, a, member), *const xb = auxiliary(e->in, b, member);
   /* In desktop versions the consumer decides the interpolation since 4.40 and its position (centroid, sample) since 4.30. ESSL
    * 3.00 says that centroid has to match (4.3.6) and 3.10 that it need not; implementations of ES 3.0 follow the latter. */
   if (version < (es ? 1000 : 440) && ia != ib)
      link_error(e->l, "%s is %s %s and %s %s", what, ia, at_a, ib, at_b);
   if (!es && version < 430 && xa != xb)
      link_error(e->l, "%s is %s %s and %s %s", what, xa, at_a, xb, at_b);
   if (decorated(e->out, a, member, SpvDecorationPatch) != decorated(e->in, b, member, SpvDecorationPatch))
      link_error(e->l, "%s is patch %s, but not %s", what, decorated(e->out, a, member, SpvDecorationPatch) ? at_a : at_b,
                 decorated(e->out, a, member, SpvDecorationPatch) ? at_b : at_a);
}

/* EXT_mesh_shader, 4.3.4: both sides agree whether the value is one of a primitive. False: the error was raised. */
static bool check_per_primitive(const struct interface *e, const char *what, const struct link_var *from,
                                const struct link_var *to)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   if (from->per_primitive == to->per_primitive)
      return true;
   link_place(e->out, from, at_a, sizeof at_a);
   link_place(e->in, to, at_b, sizeof at_b);
   link_error(e->l, "%s is perprimitiveEXT %s, but not %s", what, from->per_primitive ? at_a : at_b,
              from->per_primitive ? at_b : at_a);
   return false;
}

static void check_invariance(const struct interface *e, const struct link_var *from, const struct link_var *to, const char *what,
                             const char *at_a, const char *at_b)
{
   /* Later versions allow it on outputs only. */
   if (from->invariant == to->invariant || e->out->module->invariant_all || e->l->version >= (e->l->es ? 300 : 420))
      return;
   link_error(e->l, "%s is declared invariant %s only, not %s", what, from->invariant ? at_a : at_b,
              from->invariant ? at_b : at_a);
}

/* ---- blocks --------------------------------------------------------------------------------------------------------- */

static void member_place(const struct link_stage *s, unsigned storage, const char *block, const char *member, char *text)
{
   const struct link_var v = { .symbol = link_find_member(s, storage, block, member) };
   link_place(s, &v, text, LINK_PLACE_SIZE);
}

/* next: where the member is if it has no location, LINK_NONE where the block has none either. Steps to the next member. */
static uint32_t member_location(const struct spv_module *m, uint32_t block, uint32_t i, uint32_t *next)
{
   const uint32_t at = spv_member_decoration_value(m, block, i, SpvDecorationLocation, *next);
   *next = at == LINK_NONE ? at : at + link_slots(m, spv_type_of(m, block).members[i], false);
   return at;
}

static void check_member(const struct interface *e, uint32_t type_a, uint32_t type_b, uint32_t i, uint32_t la, uint32_t lb)
{
   const struct spv_module *a = &e->out->m, *b = &e->in->m;
   const struct spv_type ta = spv_type_of(a, type_a), tb = spv_type_of(b, type_b);
   const char *block = spv_name(b, type_b), *name_a = spv_member_name(a, type_a, i), *name_b = spv_member_name(b, type_b, i);
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE], text_a[64], text_b[64], what[160];
   member_place(e->out, GLSL_STORAGE_OUT, spv_name(a, type_a), name_a, at_a);
   member_place(e->in, GLSL_STORAGE_IN, block, name_b, at_b);
   if (strcmp(name_a, name_b) != 0) {
      link_error(e->l, "member %u of the block '%s' is '%s' %s and '%s' %s", i + 1, block, name_a, at_a, name_b, at_b);
      return;
   }
   if (!link_same_type(a, ta.members[i], b, tb.members[i])) {
      link_error(e->l, "the member '%s' of the block '%s' is %s %s and %s %s", name_b, block,
                 link_type_name(a, ta.members[i], text_a, sizeof text_a), at_a,
                 link_type_name(b, tb.members[i], text_b, sizeof text_b), at_b);
      return;
   }
   snprintf(what, sizeof what, "the member '%s' of the block '%s'", name_b, block);
   if (la != lb)
      link_error(e->l, "%s has another location %s than %s", what, at_a, at_b);
   if (spv_member_decoration_value(a, type_a, i, SpvDecorationComponent, 0) !=
       spv_member_decoration_value(b, type_b, i, SpvDecorationComponent, 0))
      link_error(e->l, "%s has another component %s than %s", what, at_a, at_b);
   check_qualifiers(e, what, at_a, at_b, type_a, type_b, i);
}

/* False: the error was raised. */
static bool check_block_location(const struct interface *e, const struct link_var *from, const struct link_var *to)
{
   const uint32_t a = link_block_location(e->out, from), b = link_block_location(e->in, to);
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   if (a == b)
      return true;
   link_place(e->out, from, at_a, sizeof at_a);
   link_place(e->in, to, at_b, sizeof at_b);
   if (a == LINK_NONE || b == LINK_NONE)
      link_error(e->l, "the block '%s' has a location %s, but not %s", to->block_name, a == LINK_NONE ? at_b : at_a,
                 a == LINK_NONE ? at_a : at_b);
   else
      link_error(e->l, "the block '%s' begins at location %u %s and at location %u %s", to->block_name, a, at_a, b, at_b);
   return false;
}

static void check_block(const struct interface *e, const struct link_var *from, const struct link_var *to)
{
   const struct spv_module *a = &e->out->m, *b = &e->in->m;
   struct link_two two;
   char text_a[64], text_b[64], what[160];
   snprintf(what, sizeof what, "the block '%s'", to->block_name);
   if (!check_per_primitive(e, what, from, to) || !check_block_location(e, from, to) ||
       !link_two_blocks(e->l, "block", e->out, from, e->in, to, &two))
      return;
   const char *const at_a = two.at_a, *const at_b = two.at_b;
   uint32_t next_a = from->location, next_b = to->location;
   for (uint32_t i = 0; i < spv_type_of(b, two.type_b).count; i++) {
      const uint32_t la = member_location(a, two.type_a, i, &next_a), lb = member_location(b, two.type_b, i, &next_b);
      check_member(e, two.type_a, two.type_b, i, la, lb);
   }
   /* Arrays of blocks must have equal sizes, without the array over vertices. */
   uint32_t ia = from->inner, ib = to->inner;
   while (spv_type_of(a, ia).kind == SPV_KIND_ARRAY && spv_type_of(b, ib).kind == SPV_KIND_ARRAY &&
          spv_type_of(a, ia).count == spv_type_of(b, ib).count) {
      ia = spv_type_of(a, ia).element;
      ib = spv_type_of(b, ib).element;
   }
   if (ia != two.type_a || ib != two.type_b)
      link_error(e->l, "the block '%s' is %s %s and %s %s", to->block_name,
                 link_type_name(a, from->inner, text_a, sizeof text_a), at_a,
                 link_type_name(b, to->inner, text_b, sizeof text_b), at_b);
   if (from->patch != to->patch)
      link_error(e->l, "the block '%s' is patch %s, but not %s", to->block_name, from->patch ? at_a : at_b,
                 from->patch ? at_b : at_a);
}

static bool uses_per_vertex(const struct link_stage *s, uint32_t storage)
{
   static const char *const members[] = { "gl_Position", "gl_PointSize", "gl_ClipDistance", "gl_CullDistance" };
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage != storage || !v->used)
         continue;
      if (v->block_name && !strcmp(v->block_name, "gl_PerVertex"))
         return true;
      for (unsigned k = 0; k < sizeof members / sizeof *members; k++)
         if (!strcmp(v->name, members[k]))
            return true;
   }
   return false;
}

/* A producer that redeclares gl_PerVertex has the members that the consumer redeclares, used or not. A separable program must
 * redeclare it (ARB_separate_shader_objects); in OpenGL ES only where it meets another program. */
static void check_per_vertex(const struct interface *e)
{
   const struct glsl_symbol *in = NULL, *out = NULL;
   if (e->in->module->is_spirv)
      return;
   for (unsigned i = 0; i < e->in->module->symbol_count; i++) {
      const struct glsl_symbol *s = &e->in->module->symbols[i];
      in = s->is_block && s->redeclared && s->storage == GLSL_STORAGE_IN && !strcmp(s->name, "gl_PerVertex") ? s : in;
   }
   for (unsigned i = 0; i < e->out->module->symbol_count; i++) {
      const struct glsl_symbol *s = &e->out->module->symbols[i];
      out = s->is_block && (s->redeclared || s->unnamed) && s->storage == GLSL_STORAGE_OUT &&
            !strcmp(s->name, "gl_PerVertex") ? s : out;
   }
   const bool both = in && out;
   if ((!both && !uses_per_vertex(e->in, SpvStorageClassInput)) || e->in->module->stage == PIPE_SHADER_FRAGMENT)
      return;
   if (!in && !out) {
      if (e->l->separable && !e->l->es)
         link_error(e->l, "a separable program uses gl_in in the %s shader, but does not redeclare gl_PerVertex",
                    link_stage_name(e->in->module->stage));
      return;
   }
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   const struct link_var va = { .symbol = out }, vb = { .symbol = in };
   link_place(e->out, &va, at_a, sizeof at_a);
   link_place(e->in, &vb, at_b, sizeof at_b);
   if (!both) {
      if (in ? uses_per_vertex(e->out, SpvStorageClassOutput) : true)
         link_error(e->l, "gl_PerVertex is redeclared %s, but not %s", out ? at_a : at_b, out ? at_b : at_a);
      return;
   }
   for (unsigned i = 0; i < e->in->module->symbol_count; i++) {
      const struct glsl_symbol *s = &e->in->module->symbols[i];
      if (s->storage == GLSL_STORAGE_IN && s->is_member && !strncmp(s->name, "gl_PerVertex.", 13) &&
          !link_find_member(e->out, GLSL_STORAGE_OUT, "gl_PerVertex", s->name + 13)) {
         link_error(e->l, "the redeclared gl_PerVertex has '%s' %s, but not %s", s->name + 13, at_b, at_a);
         return;
      }
   }
}

/* ---- colours of fixed functions ------------------------------------------------------------------------------------- */

static const char *color_interpolation(const struct link_stage *s, const struct link_var *v)
{
   const bool open = !decorated(s, v->id, MEMBER_NONE, SpvDecorationFlat) &&
                     !decorated(s, v->id, MEMBER_NONE, SpvDecorationNoPerspective) && !(v->symbol && v->symbol->smooth);
   return open ? "as glShadeModel says" : interpolation(s, v->id, MEMBER_NONE);
}

/* gl_Color of the fragment shader is one of two outputs: different interpolation does not match (GLSL 1.30 4.3.7). */
static void check_colors(const struct interface *e)
{
   static const struct { const char *in, *out[2]; } rows[] = {
      { "gl_Color", { "gl_FrontColor", "gl_BackColor" } },
      { "gl_SecondaryColor", { "gl_FrontSecondaryColor", "gl_BackSecondaryColor" } } };
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct link_var *to = link_find_var(e->in, SpvStorageClassInput, rows[i].in);
      for (unsigned k = 0; to && to->used && k < 2; k++) {
         const struct link_var *from = link_find_var(e->out, SpvStorageClassOutput, rows[i].out[k]);
         if (!from || !from->used)
            continue;
         const char *const a = color_interpolation(e->out, from), *const b = color_interpolation(e->in, to);
         if (a != b && e->l->version < 440)
            link_error(e->l, "'%s' is %s %s and '%s' %s %s", rows[i].out[k], a, link_place(e->out, from, at_a, sizeof at_a),
                       rows[i].in, b, link_place(e->in, to, at_b, sizeof at_b));
      }
   }
}

/* ---- variables ------------------------------------------------------------------------------------------------------ */

/* Variables that match by location may have structures of different names. */
static bool same_varying_type(const struct interface *e, const struct link_var *from, const struct link_var *to)
{
   if (from->symbol && to->symbol && from->symbol->opaque != to->symbol->opaque)
      return false;
   return to->location == LINK_NONE ? link_same_type(&e->out->m, from->inner, &e->in->m, to->inner) :
                                      link_same_shape(&e->out->m, from->inner, &e->in->m, to->inner);
}

static void check_var(const struct interface *e, const struct link_var *from, const struct link_var *to)
{
   char type_a[64], type_b[64], at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE], what[160];
   link_place(e->out, from, at_a, sizeof at_a);
   link_place(e->in, to, at_b, sizeof at_b);
   snprintf(what, sizeof what, "the varying '%s'", to->name);
   if (!same_varying_type(e, from, to)) {
      link_error(e->l, "%s is %s %s and %s %s", what, link_type_name(&e->out->m, from->inner, type_a, sizeof type_a), at_a,
                 link_type_name(&e->in->m, to->inner, type_b, sizeof type_b), at_b);
      return;
   }
   if (!check_per_primitive(e, what, from, to))
      return;
   check_qualifiers(e, what, at_a, at_b, from->id, to->id, MEMBER_NONE);
   check_invariance(e, from, to, what, at_a, at_b);
   if (e->in->module->stage == PIPE_SHADER_FRAGMENT && from->symbol && from->symbol->stream > 0)
      link_error(e->l, "%s goes to stream %d %s, but fragment shaders read stream 0 only", what, from->symbol->stream, at_a);
}

/* The block of the producer that has a member at this location. */
static struct link_var *member_at(const struct link_stage *s, uint32_t location)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      const uint32_t bare = v->block_name ? link_bare(&s->m, v->type) : 0;
      const struct spv_type t = spv_type_of(&s->m, bare);
      uint32_t next = v->location;
      for (uint32_t k = 0; v->storage == SpvStorageClassOutput && v->block_name && k < t.count; k++)
         if (member_location(&s->m, bare, k, &next) == location)
            return v;
   }
   return NULL;
}

static struct link_var *var_at(const struct link_stage *s, const struct link_var *to)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (v->storage == SpvStorageClassOutput && !v->block_name && v->location == to->location && v->patch == to->patch &&
          v->component == to->component)
         return v;
   }
   return NULL;
}

static struct link_var *block_output(const struct interface *e, const struct link_var *to)
{
   const uint32_t location = link_block_location(e->in, to);
   for (unsigned i = 0; location != LINK_NONE && i < e->out->var_count; i++) {
      struct link_var *v = &e->out->var[i];
      if (v->storage == SpvStorageClassOutput && v->block_name && v->patch == to->patch &&
          link_block_location(e->out, v) == location)
         return v;
   }
   return link_find_block(e->out, SpvStorageClassOutput, to->block_name);
}

static struct link_var *find_output(const struct interface *e, const struct link_var *to)
{
   if (to->block_name)
      return block_output(e, to);
   if (to->location != LINK_NONE)
      return var_at(e->out, to);
   struct link_var *from = link_find_var(e->out, SpvStorageClassOutput, to->name);
   return from && from->location == LINK_NONE ? from : NULL;
}

static void report_unmatched(const struct interface *e, const struct link_var *to)
{
   char at[LINK_PLACE_SIZE];
   const char *producer = link_stage_name(e->out->module->stage);
   link_place(e->in, to, at, sizeof at);
   if (to->block_name)
      link_error(e->l, "the block '%s' is used %s, but not declared in the %s shader", to->block_name, at, producer);
   else if (to->location != LINK_NONE)
      link_error(e->l, "the varying '%s' is used %s, but the %s shader has no output at location %u, component %u", to->name, at,
                 producer, to->location, to->component);
   else
      link_error(e->l, "the varying '%s' is used %s, but not declared in the %s shader", to->name, at, producer);
}

/* GLSL 1.10 to 1.30: "reading from a varying that is not written by the vertex shader" does not link. */
static void check_written(const struct interface *e, const struct link_var *from, const struct link_var *to)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   if (e->l->es || e->l->version > 130 || !to->used || !from->symbol || from->symbol->assigned)
      return;
   link_error(e->l, "the varying '%s' is read %s, but not written %s", to->name, link_place(e->in, to, at_b, sizeof at_b),
              link_place(e->out, from, at_a, sizeof at_a));
}

static void match(const struct interface *e, struct link_var *to)
{
   struct link_var *from = find_output(e, to);
   if (from) {
      if (to->block_name) {
         check_block(e, from, to);
      } else {
         check_var(e, from, to);
         check_written(e, from, to);
      }
      to->from = from;
      from->needed |= to->used;
      return;
   }
   if (!to->block_name && to->location != LINK_NONE && (from = member_at(e->out, to->location)) != NULL) {
      from->needed |= to->used;
      return;
   }
   if (to->used) /* declared, but not used */
      report_unmatched(e, to);
}

void link_interface(struct link *l, struct link_stage *producer, struct link_stage *consumer)
{
   const struct interface e = { l, producer, consumer };
   for (unsigned i = 0; i < consumer->var_count; i++) {
      struct link_var *to = &consumer->var[i];
      if (to->storage == SpvStorageClassInput && !link_is_builtin(to))
         match(&e, to);
   }
   if (l->es && consumer->module->stage == PIPE_SHADER_FRAGMENT)
      check_builtin_invariance(l, producer, consumer);
   if (consumer->module->stage == PIPE_SHADER_FRAGMENT)
      check_colors(&e);
   check_per_vertex(&e);
   /* Other invocations of the patch may read the output. */
   for (unsigned i = 0; i < producer->var_count; i++)
      if (producer->module->stage == PIPE_SHADER_TESS_CTRL && producer->var[i].storage == SpvStorageClassOutput)
         producer->var[i].needed |= producer->var[i].used;
}
