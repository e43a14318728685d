/* gf_emit_fetch.c: values of the framebuffer (EXT_shader_framebuffer_fetch, ARM_shader_framebuffer_fetch_depth_stencil). A variable that
 * starts with them, a built-in input or an "inout" output, has an input attachment of the same name per element, which main() reads
 * first. InputAttachmentIndex is the number of the element, or that of depth or stencil; for outputs, the linker adds the location. */
#include "gf_emit.h"

#include <string.h>

static const struct { const char *name; uint8_t attachment; } destinations[] = {
   { "gl_LastFragData", 0 },
   { "gl_LastFragDepthARM", PIPE_ATTACHMENT_DEPTH },
   { "gl_LastFragStencilARM", PIPE_ATTACHMENT_STENCIL },
};

/* The row of a built-in; the number of rows if it has none. */
static unsigned destination_of(const struct gf_symbol *s)
{
   unsigned i = 0;
   while (i < GF_COUNT(destinations) && !(s->builtin && strcmp(s->name->text, destinations[i].name) == 0))
      i++;
   return i;
}

bool gf_is_destination(const struct gf_symbol *s) { return destination_of(s) < GF_COUNT(destinations); }

static unsigned elements(const struct gf_symbol *s) { return s->type->base == GF_ARRAY ? (unsigned)s->type->length : 1; }

void gf_emit_attachments(struct gf_emit *e, struct gf_symbol *s)
{
   const unsigned row = destination_of(s);
   if (!s->qual.fetches && row == GF_COUNT(destinations))
      return;
   const unsigned first = s->qual.fetches ? 0 : destinations[row].attachment;
   e->p->reads_coherently |= !gf_has_layout(&s->qual.layout, GF_L_noncoherent);
   const uint32_t type = gf_attachment_type_id(e, (enum gf_base)gf_bare(s->type)->base);
   const uint32_t pointer = gf_pointer_id(e, type, SpvStorageClassUniformConstant);
   s->attachment = e->next_id;
   for (unsigned i = 0; i < elements(s); i++) { /* consecutive ids */
      const uint32_t id = gf_id(e);
      GF_PUT(e, GF_GLOBALS, SpvOpVariable, pointer, id, SpvStorageClassUniformConstant);
      gf_put_name(e, id, s->name->text);
      GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, SpvDecorationInputAttachmentIndex, first + i);
   }
}

static void fetch(struct gf_emit *e, const struct gf_symbol *s, unsigned element)
{
   static const uint8_t first[4] = { 0, 1, 2, 3 };
   const struct gf_type *bare = gf_bare(s->type), *wide = gf_vector((enum gf_base)bare->base, 4);
   const uint32_t image = GF_OP(e, SpvOpLoad, gf_attachment_type_id(e, (enum gf_base)bare->base), s->attachment + element);
   const uint32_t origin = gf_constant_u32(e, GF_T(int), 0);
   const uint32_t at = GF_OP(e, SpvOpCompositeConstruct, gf_type_id(e, GF_T(ivec2)), origin, origin);
   uint32_t color = GF_OP(e, SpvOpImageRead, gf_type_id(e, wide), image, at);
   if (bare->rows == 1)
      color = GF_OP(e, SpvOpCompositeExtract, gf_type_id(e, bare), color, 0);
   else if (bare->rows < 4)
      color = gf_swizzle_id(e, color, wide, first, bare->rows);
   struct gf_place place = { .base = s->id, .storage = (SpvStorageClass)s->storage, .type = bare };
   if (s->type->base == GF_ARRAY)
      GF_PUSH(e->c, &place.chain, gf_constant_u32(e, GF_T(int), element));
   gf_store(e, &place, color);
}

void gf_emit_fetches(struct gf_emit *e)
{
   for (unsigned i = 0; i < e->p->globals.count; i++) {
      const struct gf_symbol *s = e->p->globals.at[i];
      for (unsigned k = 0; s->id && s->attachment && k < elements(s); k++)
         fetch(e, s, k);
   }
}
