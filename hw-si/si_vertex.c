/* si_vertex.c: vertex elements and buffers. An element contributes to the vertex shader's key (the location that it feeds,
 * conversions that the fetch unit lacks) and to a V#; the V#s of all elements form one small array per draw. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "pipe_format_desc.h"

void *si_create_vertex_elements(struct pipe_context *base, unsigned count, const struct pipe_vertex_element *elements)
{
   struct si_screen *screen = si_context(base)->screen;
   struct si_velems *v = calloc(1, sizeof(*v));

   if (!v)
      return NULL;
   v->count = count < PIPE_MAX_ATTRIBS ? count : PIPE_MAX_ATTRIBS;
   memset(v->fetch.element_of_location, 0xff, sizeof(v->fetch.element_of_location));
   for (unsigned i = 0; i < v->count; i++) {
      const struct pipe_vertex_element *e = &elements[i];
      const struct si_format *f = &screen->format[e->format];
      unsigned loc = e->location & 31;

      v->el[i] = *e;
      v->fmt[i].size_B = pipe_format_block_size_B(e->format);
      v->fmt[i].word3 = si_format_buffer_word3(screen, e->format, NULL);
      if (f->fetch_fix == SI_FETCH_3X8 || f->fetch_fix == SI_FETCH_3X16) {
         static const uint8_t first_only[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1};
         v->fmt[i].word3 = si_format_buffer_word3(screen, e->format, first_only); /* the shader fetches one by one */
      } else if (f->fetch_fix == SI_FETCH_DOUBLE) {
         static const uint8_t both_words[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1};
         v->fmt[i].word3 = si_format_buffer_word3(screen, e->format, both_words);
      }
      v->buffers_used |= 1u << (e->buffer_index & 31);
      v->fetch.element_of_location[loc] = i;
      v->fetch.fetch_fix[loc] = SI_FETCH_ENTRY(f->fetch_fix, si_fetch_converts(f->fetch_fix) || f->fetch_fix == SI_FETCH_DOUBLE
                                                                ? pipe_format_desc(e->format)->channel_count : 1);
      if (e->instance_divisor == 1) {
         v->fetch.instance_divisor_is_one |= 1u << loc;
      } else if (e->instance_divisor > 1) {
         v->fetch.instance_divisor_is_other |= 1u << loc;
         v->fetch.divisor[loc] = e->instance_divisor;
      }
   }
   return v;
}

void si_bind_vertex_elements(struct pipe_context *base, void *cso)
{
   struct si_context *ctx = si_context(base);
   struct si_velems *old = ctx->velems, *v = cso;

   if (old == v)
      return;
   ctx->velems = v;
   ctx->vertex_dirty = true;
   if (!old || !v || memcmp(&old->fetch, &v->fetch, sizeof(v->fetch)))
      ctx->shaders_dirty = true;
}

void si_delete_vertex_elements(struct pipe_context *base, void *cso)
{
   if (si_context(base)->velems == cso)
      si_context(base)->velems = NULL;
   free(cso);
}

void si_set_vertex_buffers(struct pipe_context *base, unsigned start, unsigned count,
                           const struct pipe_vertex_buffer *buffers)
{
   struct si_context *ctx = si_context(base);

   for (unsigned i = 0; i < count && start + i < PIPE_MAX_VERTEX_BUFFERS; i++) {
      struct pipe_vertex_buffer *vb = &ctx->vb[start + i];
      struct pipe_resource *old = vb->buffer;

      *vb = buffers ? buffers[i] : (struct pipe_vertex_buffer){0};
      if (vb->buffer != old) {
         pipe_resource_ref(vb->buffer);
         pipe_resource_unref(old);
         if (vb->buffer)
            si_resource_use(si_resource(vb->buffer), ctx);
      }
   }
   ctx->vertex_dirty = true;
}

/* V# of an element. Bytes beyond the buffer's end read as zero; chips that count elements round up to the last one. */
static void make_vertex_desc(const struct si_context *ctx, const struct si_velems *v, unsigned i, uint32_t desc[4])
{
   const struct pipe_vertex_buffer *vb = &ctx->vb[v->el[i].buffer_index];
   int64_t offset_B = vb->offset_B + v->el[i].src_offset_B, size_B;
   const struct si_resource *res = vb->buffer ? si_resource(vb->buffer) : NULL;

   if (!res || offset_B + v->fmt[i].size_B > vb->buffer->t.width || vb->buffer->t.width - offset_B > UINT32_MAX) {
      memset(desc, 0, 16); /* loads give 0 */
      return;
   }
   size_B = vb->buffer->t.width - offset_B;
   if (vb->stride_B && !ctx->screen->info.num_records_is_bytes) /* round so that the last element may be cut short */
      size_B = ((size_B - v->fmt[i].size_B) / vb->stride_B + 1) * vb->stride_B;
   si_make_buffer_desc(ctx->screen, res->va + (uint64_t)offset_B, (uint32_t)size_B, vb->stride_B, v->fmt[i].word3, desc);
}

bool si_upload_vertex_buffers(struct si_context *ctx)
{
   const struct si_velems *v = ctx->velems;
   uint32_t *desc;
   uint64_t va;

   if (!ctx->vertex_dirty)
      return true;
   if (v && v->count) {
      desc = si_upload_alloc(ctx, v->count * 16, 16, &va);
      if (!desc)
         return false;
      for (unsigned i = 0; i < v->count; i++)
         make_vertex_desc(ctx, v, i, desc + 4 * i);
      for (uint32_t mask = v->buffers_used; mask; mask &= mask - 1) {
         const struct pipe_vertex_buffer *vb = &ctx->vb[__builtin_ctz(mask)];
         if (vb->buffer)
            si_cs_add_bo(ctx, si_resource(vb->buffer)->bo, WS_USAGE_READ);
      }
      ctx->vertex_va = (uint32_t)va;
   }
   ctx->vertex_dirty = false;
   return true;
}
