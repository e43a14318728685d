/* ga_vertex_draw.c: vertex arrays and current attribute values -> st.attrib[] (ES 2.0, 2.7 and 2.8). */
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"
#include "gl-api/glsl/link.h"

_Static_assert(GA_ATTRIB_SECONDARY_COLOR == GLSL_ATTRIB_SECONDARY_COLOR, "the slots of vertex arrays are the locations of attributes");

static struct ga_buffer *buffer_of(const struct ga_vao *vao, unsigned index)
{
   return vao->binding[vao->attrib[index].binding].buffer;
}

/* Enabled arrays that draws read: that of generic attribute 0 hides the conventional one of vertices (GL 2.1, 2.8). */
static uint32_t enabled_arrays(const struct ga_vao *vao)
{
   return vao->enabled & 1 ? vao->enabled & ~(1u << GLSL_ATTRIB_VERTEX) : vao->enabled;
}

/* The location of an array's attribute in shaders. */
static unsigned location_of(unsigned index)
{
   return index == GLSL_ATTRIB_VERTEX ? 0 : index;
}

/* Translates an enabled array. *mapped: its buffer is mapped. False: the array has no memory. */
static bool update_array(struct ga_context *ctx, unsigned index, bool *mapped)
{
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[index];
   const struct ga_vertex_binding *binding = &ctx->vao->binding[attrib->binding];
   const unsigned location = location_of(index);
   struct st_attrib *out = &ctx->st.attrib[location];
   struct ga_buffer_state state = {0};
   if (binding->buffer)
      state = ga_buffer_state(ctx, binding->buffer);
   else if (binding->resource)
      state.resource = pipe_resource_ref(binding->resource);
   uintptr_t offset = binding->offset + attrib->relative_offset_B;
   const bool in_buffer = binding->buffer || binding->resource;
   bool readable = in_buffer ? state.resource && offset < state.resource->t.width : binding->offset && !binding->detached;
   ga_replace_resource(&ctx->attrib_resource[location], state.resource);
   ctx->attrib_seqno[location] = state.seqno;
   *mapped = state.blocked;
   out->enabled = readable;
   out->format = attrib->format.format;
   out->buffer = readable ? state.resource : NULL;
   out->user = in_buffer || !readable ? NULL : (const void *)offset;
   out->offset_B = out->buffer ? (uint32_t)offset : 0;
   out->stride_B = binding->stride_B;
   out->divisor = binding->divisor;
   return readable;
}

/* Disables an array in st.attrib[] and releases its storage. */
static void drop_array(struct ga_context *ctx, unsigned index)
{
   ga_replace_resource(&ctx->attrib_resource[index], NULL);
   ctx->st.attrib[index].enabled = false;
   ctx->st.attrib[index].buffer = NULL;
   ctx->st.attrib[index].user = NULL;
}

static void update_indices(struct ga_context *ctx)
{
   struct ga_buffer *buf = ctx->vao->element_buffer;
   struct ga_buffer_state state = {0};
   if (buf)
      state = ga_buffer_state(ctx, buf);
   ga_replace_resource(&ctx->index_resource, state.resource);
   ctx->index_size_B = state.size_B;
   ctx->index_seqno = state.seqno;
   ctx->index_mapped = state.blocked;
   ctx->share_blocked |= state.blocked; /* another context may have mapped it after the group's counter was read */
}

bool ga_derive_vertex_arrays(struct ga_context *ctx, const char *operation)
{
   const struct ga_vao *vao = ctx->vao;
   const struct ga_buffer *mapped = NULL;
   const uint32_t enabled = enabled_arrays(vao);
   uint32_t locations = enabled & ~(1u << GLSL_ATTRIB_VERTEX);
   locations |= enabled >> GLSL_ATTRIB_VERTEX & 1;
   ctx->attribs_unreadable = 0;
   ctx->derived_vao = NULL;
   for (uint32_t gone = ctx->derived_arrays & ~locations; gone; gone &= gone - 1)
      drop_array(ctx, (unsigned)__builtin_ctz(gone));
   for (uint32_t left = enabled; left; left &= left - 1) {
      unsigned index = (unsigned)__builtin_ctz(left);
      bool is_mapped;
      if (!update_array(ctx, index, &is_mapped))
         ctx->attribs_unreadable |= 1u << location_of(index);
      if (is_mapped)
         mapped = buffer_of(vao, index);
   }
   update_indices(ctx);
   ctx->derived_arrays = locations;
   ctx->derived_vao = vao;
   ctx->st.dirty |= ST_DIRTY_VERTEX;
   if (!mapped)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped", operation, mapped->name);
   return false;
}

static bool seqno_differs(const struct ga_buffer *buf, unsigned seqno)
{
   return buf && atomic_load_explicit(&buf->seqno, memory_order_acquire) != seqno;
}

bool ga_vertex_buffers_changed(const struct ga_context *ctx)
{
   const struct ga_vao *vao = ctx->vao;
   bool changed = seqno_differs(vao->element_buffer, ctx->index_seqno);
   for (uint32_t left = enabled_arrays(vao); left && !changed; left &= left - 1) {
      unsigned index = (unsigned)__builtin_ctz(left);
      changed = seqno_differs(buffer_of(vao, index), ctx->attrib_seqno[location_of(index)]);
   }
   return changed;
}

bool ga_derive_current_attribs(struct ga_context *ctx, const char *operation)
{
   for (uint32_t left = ctx->attribs_changed; left; left &= left - 1) {
      const unsigned i = (unsigned)__builtin_ctz(left);
      struct st_attrib *out = &ctx->st.attrib[i];
      const union ga_attrib_value *value = &ctx->attrib_current[i];
      const bool wide = ctx->attribs_wide >> i & 1;
      const size_t size_B = wide ? sizeof(out->current_wide) : sizeof(out->current);
      if (out->is_wide == wide && !memcmp(out->current, value, size_B))
         continue;
      memcpy(out->current, value, size_B);
      out->is_wide = wide;
      if (!out->enabled)
         ctx->st.dirty |= ST_DIRTY_VERTEX;
   }
   ctx->attribs_changed = 0;
   return true;
}
