/* gf_emit_views.c: vertex shaders for several views (OVR_multiview). The framebuffer has a layer for each view, and a draw is repeated
 * for each: the shader writes the number of the view as gl_Layer. */
#include "gf_emit.h"

#include <string.h>

static bool has_views(const struct gf_emit *e)
{
   return e->c->stage == PIPE_SHADER_VERTEX && gf_views(e->p) > 1;
}

static struct gf_symbol *variable(struct gf_emit *e, const char *name)
{
   struct gf_symbol *s = gf_builtin_without_gate(e->p, name);
   s->used = true;
   return s;
}

void gf_use_views(struct gf_emit *e)
{
   if (!has_views(e))
      return;
   variable(e, "gl_Layer");
   variable(e, "gl_ViewID_OVR");
}

void gf_emit_view(struct gf_emit *e)
{
   if (!has_views(e))
      return;
   const struct gf_symbol *view = variable(e, "gl_ViewID_OVR"), *layer = variable(e, "gl_Layer");
   const struct gf_place from = { .base = view->id, .storage = (SpvStorageClass)view->storage, .type = view->type };
   const struct gf_place to = { .base = layer->id, .storage = (SpvStorageClass)layer->storage, .type = layer->type };
   gf_store(e, &to, GF_OP(e, SpvOpBitcast, gf_type_id(e, GF_T(int)), gf_load(e, &from)));
}
