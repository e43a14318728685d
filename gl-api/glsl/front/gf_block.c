/* gf_block.c: interface blocks: uniform, buffer, in and out, with or without an instance name; redeclared
 * gl_PerVertex. */
#include "gf_parser.h"

#include <string.h>

static bool is_bool(const struct gf_type *t) { return t->base == GF_BOOL; }
static bool needs_flat(const struct gf_type *t) { return gf_is_integer(t) || t->base == GF_DOUBLE; }

static void check_existence(struct gf_parser *p, const struct gf_qual *q, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   static const struct { uint8_t storage; struct gf_gate gate; } rows[] = {
      { GF_S_UNIFORM, { 140, 0, 300, 0, { GF_ARB_uniform_buffer_object } } },
      { GF_S_BUFFER, { 430, 0, 310, 0, { GF_ARB_shader_storage_buffer_object } } },
      { GF_S_IN, { 150, 0, 320, 0, { GF_EXT_shader_io_blocks, GF_OES_shader_io_blocks, GF_ARB_tessellation_shader } } },
      { GF_S_OUT, { 150, 0, 320, 0, { GF_EXT_shader_io_blocks, GF_OES_shader_io_blocks,
                                      GF_ARB_tessellation_shader } } },
   };
   unsigned i = 0;
   while (i < GF_COUNT(rows) && rows[i].storage != q->storage)
      i++;
   if (i == GF_COUNT(rows))
      gf_error(c, at, "a block needs one of the storage qualifiers in, out, uniform and buffer");
   else if (!gf_open(c, &rows[i].gate))
      gf_error(c, at, "blocks of this storage qualifier %s", gf_needs(c, &rows[i].gate));
   if (q->storage == GF_S_IN && (c->stage == PIPE_SHADER_VERTEX || gf_has_work_group(c->stage)))
      gf_error(c, at, "vertex, compute, task and mesh shaders have no input blocks");
   if (q->storage == GF_S_OUT &&
       (c->stage == PIPE_SHADER_FRAGMENT || c->stage == PIPE_SHADER_COMPUTE || c->stage == PIPE_SHADER_TASK))
      gf_error(c, at, "fragment, compute and task shaders have no output blocks");
   gf_check_qualifiers(p, q, gf_kind_of_block(q, false), NULL, at);
}

static void check_member(struct gf_parser *p, const struct gf_record *r, struct gf_member *m)
{
   struct gf_ctx *c = p->c;
   const struct gf_qual *b = &r->qual, *q = &m->qual;
   const bool inout = b->storage == GF_S_IN || b->storage == GF_S_OUT;
   for (unsigned i = 0; i < r->count; i++) {
      if (r->members[i].name == m->name)
         gf_error(c, m->loc, "member '%s' is declared again", m->name->text);
   }
   if (q->storage && q->storage != b->storage)
      gf_error(c, m->loc, "member '%s' has another storage qualifier than its block: leave it out", m->name->text);
   gf_check_qualifiers(p, q, gf_kind_of_block(b, true), m->type, m->loc);
   if (q->patch && !b->patch)
      gf_error(c, m->loc, "member '%s' cannot be patch alone", m->name->text);
   if (q->per_primitive && !b->per_primitive)
      gf_error(c, m->loc, "member '%s' cannot be perprimitiveEXT alone", m->name->text);
   if (b->per_primitive && (q->interp || q->centroid || q->sample)) /* EXT_mesh_shader, 4.5 */
      gf_error(c, m->loc, "member '%s' of a perprimitiveEXT block is not interpolated", m->name->text);
   gf_check_array(p, m->type, m->loc);
   if (m->type->base == GF_VOID)
      gf_error(c, m->loc, "member '%s' is void", m->name->text);
   if (gf_contains(m->type, gf_is_opaque) && !(gf_ext_on(c, GF_ARB_bindless_texture) &&
                                               gf_bare(m->type)->base != GF_ATOMIC))
      gf_error(c, m->loc, "%s cannot be a member of a block", gf_type_text(c, m->type));
   if (inout && !r->builtin && gf_contains(m->type, is_bool))
      gf_error(c, m->loc, "inputs and outputs cannot be bool: member '%s' is %s", m->name->text, gf_type_text(c, m->type));
   if (!r->builtin)
      gf_check_name(p, m->name, m->loc);
   const unsigned interp = q->interp ? q->interp : b->interp;
   if (b->storage == GF_S_IN && c->stage == PIPE_SHADER_FRAGMENT && gf_contains(m->type, needs_flat) &&
       interp != GF_I_FLAT && !b->per_primitive)
      gf_error(c, m->loc, "fragment input '%s' must be 'flat': it has integers or doubles", m->name->text);
   if (gf_has_unsized(m->type->base == GF_ARRAY ? m->type->elem : m->type))
      gf_error(c, m->loc, "member '%s' has no size", m->name->text);
   if (q->has_layout) {
      struct gf_qual as_member = *q;
      as_member.storage = b->storage;
      gf_layout_check(p, &as_member, m->type, false, true, m->loc);
      const struct gf_layouts *l = &q->layout;
      if (gf_has_layout(l, GF_L_stream) && l->value[GF_L_stream] != (b->layout.value &&
                                                                     gf_has_layout(&b->layout, GF_L_stream)
                                                                        ? b->layout.value[GF_L_stream] :
          p->defaults[GF_S_OUT].value ? p->defaults[GF_S_OUT].value[GF_L_stream] : 0))
         gf_error(c, m->loc, "member '%s' is in another stream than its block", m->name->text);
      if (gf_has_layout(l, GF_L_xfb_buffer) &&
          l->value[GF_L_xfb_buffer] != (gf_has_layout(&b->layout, GF_L_xfb_buffer) ? b->layout.value[GF_L_xfb_buffer] :
          p->defaults[GF_S_OUT].value ? p->defaults[GF_S_OUT].value[GF_L_xfb_buffer] : 0))
         gf_error(c, m->loc, "member '%s' is in another xfb_buffer than its block", m->name->text);
   }
}

/* Locations of members: all of them or none. */
static void check_locations(struct gf_parser *p, const struct gf_record *r)
{
   unsigned with = 0;
   for (unsigned i = 0; i < r->count; i++)
      with += gf_has_layout(&r->members[i].qual.layout, GF_L_location);
   if (with && with != r->count && !gf_has_layout(&r->qual.layout, GF_L_location))
      gf_error(p->c, r->members[0].loc, "some members of block '%s' have a location: all of them need one, or the block itself",
               r->name);
}

/* Members do not overlap. */
void gf_check_member_overlap(struct gf_parser *p, const struct gf_record *r)
{
   int64_t next = gf_has_layout(&r->qual.layout, GF_L_location) ? r->qual.layout.value[GF_L_location] : -1;
   struct { int64_t *at; unsigned count, room; } taken = { 0 };
   for (unsigned i = 0; i < r->count; i++) {
      const struct gf_layouts *l = &r->members[i].qual.layout;
      if (gf_has_layout(l, GF_L_location))
         next = l->value[GF_L_location];
      const unsigned n = gf_locations(r->members[i].type, false);
      for (unsigned k = 0; next >= 0 && k < n && k < 256; k++, next++) {
         for (unsigned j = 0; j < taken.count; j++) {
            if (taken.at[j] == next && !gf_has_layout(l, GF_L_component)) {
               gf_error(p->c, r->members[i].loc, "location %d of '%s' is taken by another member of the block", (int)next,
                        r->members[i].name->text);
               return;
            }
         }
         GF_PUSH(p->c, &taken, next);
      }
   }
}

/* ---- gl_PerVertex, gl_MeshPerVertexEXT, gl_MeshPerPrimitiveEXT ---- */

static bool redeclare_per_vertex(struct gf_parser *p, struct gf_record *r, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   if (!r->builtin)
      return false;
   const struct gf_type *real = gf_built_in_block(p, r->name);
   if (c->stage == PIPE_SHADER_MESH && (r->qual.storage != GF_S_OUT || r->qual.per_primitive != real->record->qual.per_primitive))
      gf_error(c, at, "%s is %sa block of outputs", r->name, real->record->qual.per_primitive ? "perprimitiveEXT and " : "");
   if (!gf_at_least(c, 410, 310) && !gf_ext_on(c, GF_ARB_separate_shader_objects) && !gf_at_least(c, 150, 0))
      gf_error(c, at, "redeclarations of gl_PerVertex %s", GF_NEEDS(c, 150, 0, 310, 0, { GF_ARB_separate_shader_objects }));
   if (r->qual.storage == GF_S_UNIFORM || r->qual.storage == GF_S_BUFFER)
      gf_error(c, at, "%s is a block of inputs or outputs, not a uniform or buffer block", r->name);
   bool first_time = true;
   for (unsigned k = 0; k < real->record->count && r->qual.storage == GF_S_OUT; k++) {
      const struct gf_symbol *s = real->record->members[k].name->symbol;
      first_time &= !(s && s->kind == GF_SYM_TAKEN);
      if (s && s->builtin && (s->used || s->redeclared))
         gf_error(c, at, "'%s' was used or redeclared before %s", s->name->text, r->name);
   }
   for (unsigned k = 0; first_time && k < real->record->count && r->qual.storage == GF_S_OUT && p->t.kind == ';'; k++) {
      bool kept = false;
      for (unsigned i = 0; i < r->count; i++)
         kept |= r->members[i].name == real->record->members[k].name;
      if (!kept)
         gf_declare(p, real->record->members[k].name, GF_SYM_TAKEN, at);
   }
   for (unsigned i = 0; i < r->count; i++) {
      struct gf_member *m = &r->members[i];
      const struct gf_type *want = NULL;
      for (unsigned k = 0; k < real->record->count; k++) {
         if (real->record->members[k].name == m->name)
            want = real->record->members[k].type;
      }
      if (m->type->base == GF_ARRAY && want && m->type->length > 8)
         gf_error(c, m->loc, "'%s' has %d elements; the limit is 8", m->name->text, m->type->length);
      if (!want)
         gf_error(c, m->loc, "'%s' is not a built-in member of %s", m->name->text, r->name);
      else if (want != m->type && !(want->base == GF_ARRAY && m->type->base == GF_ARRAY && want->elem == m->type->elem))
         gf_error(c, m->loc, "'%s' is redeclared as %s; it is %s", m->name->text, gf_type_text(c, m->type), gf_type_text(c,
            want));
      if (m->name->symbol && m->name->symbol->builtin && m->name->symbol->used)
         gf_error(c, m->loc, "'%s' was used before %s is redeclared", m->name->text, r->name);
   }
   return true;
}

/* ---- blocks ---- */

static void members_to_scope(struct gf_parser *p, struct gf_record *r, struct gf_symbol *block, bool per_vertex)
{
   for (unsigned i = 0; i < r->count; i++) {
      struct gf_member *m = &r->members[i];
      struct gf_symbol *old = m->name->symbol;
      if (per_vertex && old && old->builtin && old->level == 0 && p->level == 1) {
         old->redeclared = true;
      }
      if (old && old->level == p->level && old->kind == GF_SYM_VAR)
         gf_error(p->c, m->loc, "'%s' is declared already", m->name->text);
      struct gf_symbol *s = old && old->level == p->level ? gf_symbol_new(p, m->name, GF_SYM_VAR, m->loc)
         : gf_declare(p, m->name, GF_SYM_VAR, m->loc);
      s->type = m->type;
      s->qual = m->qual;
      s->qual.storage = r->qual.storage;
      s->qual.memory |= r->qual.memory;
      s->block = block;
      s->block_member = (int)i;
   }
}

static const struct gf_type *instance_type(struct gf_parser *p, struct gf_record *r, const struct gf_type *type,
                                           struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   int want;
   const bool arrayed = gf_is_arrayed(p, &r->qual, &want);
   gf_check_array(p, type, at);
   if (c->es && r->qual.storage != GF_S_IN && r->qual.storage != GF_S_OUT && type->base == GF_ARRAY &&
       type->elem->base == GF_ARRAY) /* ESSL 3.10, 4.3.9 */
      gf_error(c, at, "ESSL has no arrays of arrays of blocks: '%s'", r->name);
   if (arrayed && type->base != GF_ARRAY) {
      gf_error(c, at, "block '%s' must be an array: it has an element for each %s", r->name,
               r->qual.per_primitive ? "primitive" : "vertex");
      return type;
   }
   if (type->base != GF_ARRAY)
      return type;
   if (type->length == GF_UNSIZED) {
      if (!arrayed)
         gf_error(c, at, "block array '%s' has no size", r->name);
      return want ? gf_array(c, type->elem, want) : type;
   }
   if (arrayed && c->stage == PIPE_SHADER_GEOMETRY) {
      if (p->gs_explicit && p->gs_explicit != type->length)
         gf_error(c, at, "block '%s' has %d elements, but another input has %d: all have one element per vertex", r->name,
                  type->length, p->gs_explicit);
      p->gs_explicit = type->length;
   }
   if (arrayed && want && type->length != want)
      gf_error(c, at, "block '%s' has %d elements, but there are %d %s", r->name, type->length, want, gf_element_text(&r->qual));
   return type;
}

void gf_block(struct gf_parser *p, struct gf_qual *q, struct gf_name *name, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   struct gf_type *type = GF_NEW(c, struct gf_type);
   struct gf_record *r = GF_NEW(c, struct gf_record);
   struct { struct gf_member *at; unsigned count, room; } members = { 0 };
   *type = (struct gf_type){ .base = GF_BLOCK, .rows = 1, .cols = 1, .record = r, .name = name->text };
   const bool per_vertex = gf_is_built_in_block(c, name->text);
   *r = (struct gf_record){ .name = name->text, .type = type, .qual = *q, .builtin = per_vertex };
   check_existence(p, q, at);
   gf_layout_check(p, q, type, true, false, at);
   if (!per_vertex)
      gf_check_name(p, name, at);
   for (unsigned i = 0; i < p->blocks.count; i++) {
      const struct gf_record *other = p->blocks.at[i];
      if (strcmp(other->name, r->name) == 0 && other->qual.storage == q->storage)
         gf_error(c, at, "block '%s' is declared again", r->name);
   }
   if (name->symbol && name->symbol->level == p->level && !per_vertex && name->symbol->kind != GF_SYM_TAKEN &&
       (name->symbol->kind != GF_SYM_VAR || !name->symbol->builtin))
      gf_error(c, at, "'%s' is declared already", name->text);
   if (!per_vertex && (!name->symbol || name->symbol->level != p->level))
      gf_declare(p, name, GF_SYM_TAKEN, at);
   gf_expect(p, '{');
   if (p->t.kind == '}')
      gf_error(c, p->t.loc, "block '%s' has no members", r->name);
   while (p->t.kind != '}') {
      struct gf_qual mq = { 0 };
      gf_qualifiers(p, &mq);
      /* ARB_uniform_buffer_object has them in its example of a block. */
      if (gf_is_keyword(p, GF_K_STRUCT) && (c->es || c->version >= 140))
         gf_error(c, p->t.loc, "a struct cannot be defined in a block: define it before the block");
      const struct gf_type *base = gf_type_specifier(p, &mq);
      do {
         struct gf_member m = { .loc = p->t.loc, .qual = mq, .offset = -1 };
         if (p->t.kind != GF_T_IDENT)
            gf_syntax_error(p, "the name of a member");
         m.name = p->t.name;
         gf_advance(p);
         m.type = gf_brackets(p, base);
         if (!per_vertex)
            gf_check_precision(p, &m.qual, m.type, m.loc);
         if (p->t.kind == '=')
            gf_error(c, p->t.loc, "members of blocks have no initializers");
         check_member(p, r, &m);
         GF_PUSH(c, &members, m);
         r->members = members.at;
         r->count = members.count;
      } while (gf_accept(p, ','));
      gf_expect(p, ';');
   }
   gf_expect(p, '}');
   for (unsigned i = 0; i + 1 < r->count || (i < r->count && q->storage != GF_S_BUFFER); i++) {
      if (r->members[i].type->base == GF_ARRAY && r->members[i].type->length == GF_UNSIZED && !per_vertex && c->es)
         gf_error(c, r->members[i].loc, "member '%s' has no size", r->members[i].name->text);
   }
   if (q->storage == GF_S_UNIFORM || q->storage == GF_S_BUFFER)
      gf_place_members(p, r);
   else if (q->storage == GF_S_IN || q->storage == GF_S_OUT)
      check_locations(p, r);
   redeclare_per_vertex(p, r, at);
   gf_xfb_note(p, q, type, true, gf_xfb_buffer(p, q), at);
   for (unsigned i = 0; i < r->count; i++)
      gf_xfb_note(p, &r->members[i].qual, r->members[i].type, false, gf_xfb_buffer(p, q), r->members[i].loc);
   type = gf_known_record(p, type);
   r = type->record;
   GF_PUSH(c, &p->blocks, r);
   const struct gf_type *instance = type;
   if (p->t.kind == GF_T_IDENT) {
      struct gf_name *n = p->t.name;
      const struct gf_loc here = p->t.loc;
      gf_advance(p);
      instance = instance_type(p, r, gf_brackets(p, type), here);
      if (instance->base == GF_ARRAY)
         gf_layout_check_block_array(p, q, instance, here);
      for (unsigned i = 0; instance->base == GF_ARRAY && instance->elem->base != GF_ARRAY && i < r->count; i++) {
         if (gf_has_layout(&r->members[i].qual.layout, GF_L_location) && !gf_has_layout(&q->layout, GF_L_location) &&
             (c->stage == PIPE_SHADER_VERTEX || c->stage == PIPE_SHADER_FRAGMENT))
            gf_error(c, r->members[i].loc, "a member of an array of blocks cannot have a location");
      }
      if (!per_vertex)
         gf_check_name(p, n, here);
      struct gf_symbol *old = gf_lookup(p, n);
      if (per_vertex && instance->base == GF_ARRAY && instance->elem->base == GF_ARRAY)
         gf_error(c, here, "%s cannot be an array of arrays", r->name);
      if (old && old->builtin && per_vertex && old->type->base == GF_ARRAY && instance->base == GF_ARRAY) {
         if (old->used)
            gf_error(c, here, "'%s' was used before it is redeclared", n->text);
         if (strcmp(r->name, gf_bare(old->type)->name) != 0)
            gf_error(c, here, "'%s' is a variable of %s, not of %s", n->text, gf_bare(old->type)->name, r->name);
         old->type = instance;
         old->redeclared = true;
         gf_expect(p, ';');
         return;
      }
      if (per_vertex)
         gf_error(c, here, "%s is redeclared with another name", r->name);
      struct gf_symbol *s = gf_declare(p, n, GF_SYM_VAR, here);
      s->type = instance;
      s->qual = *q;
      GF_PUSH(c, &p->globals, s);
   } else {
      instance = instance_type(p, r, type, at);
      struct gf_symbol *s = gf_symbol_new(p, name, GF_SYM_VAR, at);
      s->type = instance;
      s->qual = *q;
      s->builtin = per_vertex;
      s->unnamed = true;
      GF_PUSH(c, &p->globals, s);
      members_to_scope(p, r, s, per_vertex);
   }
   gf_expect(p, ';');
}
