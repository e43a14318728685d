/* ga_vertex_draw.c: vertex arrays and current attribute values -> st.attrib[] (ES 2.0, 2.7 and 2.8). */
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"

/* Translates an enabled array. The share group is locked. False: there is no memory behind the array. */
static bool update_array(struct ga_context *ctx, unsigned index)
{
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[index];
   struct st_attrib *out = &ctx->st.attrib[index];
   struct pipe_resource *res = attrib->buffer ? attrib->buffer->resource : NULL;
   uintptr_t offset = (uintptr_t)attrib->pointer;
   bool readable = attrib->buffer ? res && offset < res->t.width : attrib->pointer && !attrib->detached;
   if (ctx->attrib_resource[index] != res) {
      pipe_resource_unref(ctx->attrib_resource[index]);
      ctx->attrib_resource[index] = pipe_resource_ref(res);
   }
   out->enabled = readable;
   out->format = attrib->format;
   out->buffer = readable ? res : NULL;
   out->user = attrib->buffer || !readable ? NULL : attrib->pointer;
   out->offset_B = out->buffer ? (uint32_t)offset : 0;
   out->stride_B = attrib->stride_B;
   out->divisor = attrib->divisor;
   return readable;
}

/* Disables an array in st.attrib[] and releases its storage. */
static void drop_array(struct ga_context *ctx, unsigned index)
{
   pipe_resource_unref(ctx->attrib_resource[index]);
   ctx->attrib_resource[index] = NULL;
   ctx->st.attrib[index].enabled = false;
   ctx->st.attrib[index].buffer = NULL;
   ctx->st.attrib[index].user = NULL;
}

bool ga_derive_vertex_arrays(struct ga_context *ctx, const char *operation)
{
   const struct ga_vao *vao = ctx->vao;
   const struct ga_buffer *mapped = NULL;
   ctx->attribs_unreadable = 0;
   for (uint32_t gone = ctx->derived_arrays & ~vao->enabled; gone; gone &= gone - 1)
      drop_array(ctx, (unsigned)__builtin_ctz(gone));
   ga_share_lock(ctx);
   for (uint32_t left = vao->enabled; left; left &= left - 1) {
      unsigned index = (unsigned)__builtin_ctz(left);
      const struct ga_buffer *buf = vao->attrib[index].buffer;
      if (buf && buf->map_pointer)
         mapped = buf;
      if (!update_array(ctx, index))
         ctx->attribs_unreadable |= 1u << index;
   }
   ga_share_unlock(ctx);
   ctx->derived_arrays = vao->enabled;
   ctx->st.dirty |= ST_DIRTY_VERTEX;
   if (mapped) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped", operation, mapped->name);
      return false;
   }
   return true;
}

bool ga_derive_current_attribs(struct ga_context *ctx, const char *operation)
{
   for (unsigned i = 0; i < GA_MAX_ATTRIBS; i++) {
      struct st_attrib *out = &ctx->st.attrib[i];
      if (!memcmp(out->current, ctx->attrib_current[i], sizeof(out->current)))
         continue;
      memcpy(out->current, ctx->attrib_current[i], sizeof(out->current));
      if (!out->enabled)
         ctx->st.dirty |= ST_DIRTY_VERTEX;
   }
   return true;
}
