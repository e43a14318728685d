/* gf_emit_clip.c: the distances of gl_ClipVertex to the clip planes (GLSL 1.20, 7.1), which become gl_ClipDistance: the driver
 * clips by distances only. */
#include "gf_emit.h"

#include <string.h>

static const struct gf_symbol *global_named(const struct gf_emit *e, const char *name)
{
   for (unsigned i = 0; i < e->p->globals.count; i++) {
      const struct gf_symbol *s = e->p->globals.at[i];
      if (s->builtin && s->id && strcmp(s->name->text, name) == 0)
         return s;
   }
   return NULL;
}

static struct gf_place place_of(const struct gf_symbol *s, const struct gf_type *type)
{
   return (struct gf_place){ .base = s->id, .storage = (SpvStorageClass)s->storage, .type = type, .mem = gf_mem_of_symbol(s) };
}

static struct gf_place element_of(struct gf_emit *e, const struct gf_symbol *s, unsigned i)
{
   struct gf_place at = place_of(s, s->type->elem);
   GF_PUSH(e->c, &at.chain, gf_constant_u32(e, GF_T(int), i));
   return at;
}

/* gl_ClipVertex as a variable, or as a member of a redeclared gl_PerVertex. */
static bool find_vertex(struct gf_emit *e, struct gf_place *at)
{
   const struct gf_symbol *s = global_named(e, "gl_ClipVertex");
   if (s && s->qual.storage == GF_S_OUT) {
      *at = place_of(s, s->type);
      return true;
   }
   for (unsigned i = 0; i < e->p->globals.count; i++) {
      s = e->p->globals.at[i];
      const struct gf_record *r = s->id && s->unnamed && s->builtin && s->qual.storage == GF_S_OUT ? s->type->record : NULL;
      for (unsigned k = 0; r && k < r->count; k++) {
         if (!r->members[k].used || strcmp(r->members[k].name->text, "gl_ClipVertex") != 0)
            continue;
         *at = place_of(s, r->members[k].type);
         GF_PUSH(e->c, &at->chain, gf_constant_u32(e, GF_T(int), gf_member_slot(s->type, k)));
         return true;
      }
   }
   return false;
}

bool gf_writes_clip_vertex(struct gf_emit *e)
{
   struct gf_place at;
   return e->c->stage != PIPE_SHADER_TESS_CTRL && find_vertex(e, &at) && global_named(e, "gl_ClipPlane") &&
          global_named(e, "gl_ClipDistance");
}

void gf_emit_clip_distances(struct gf_emit *e)
{
   struct gf_place vertex;
   if (!gf_writes_clip_vertex(e) || !find_vertex(e, &vertex))
      return;
   const struct gf_symbol *planes = global_named(e, "gl_ClipPlane"), *distances = global_named(e, "gl_ClipDistance");
   const uint32_t at = gf_load(e, &vertex);
   for (unsigned i = 0; i < (unsigned)distances->type->length && i < 8; i++) {
      const struct gf_place plane = element_of(e, planes, i), distance = element_of(e, distances, i);
      const uint32_t equation = gf_load(e, &plane);
      gf_store(e, &distance, GF_OP(e, SpvOpDot, gf_type_id(e, GF_T(float)), equation, at));
   }
}
