/* ga_vao.c: vertex array objects (ES 2.0, 2.8; OES_vertex_array_object; GL 4.6, 10.3). A draw reads them in
 * derive/ga_vertex_draw.c. */
#include "gl-api/object/ga_vao.h"

#include <stdlib.h>

#include "gl-api/object/ga_buffer.h"

/* ---- lifetime --------------------------------------------------------------------------------------------------------------- */

void ga_vao_init(struct ga_vao *vao, GLuint name)
{
   *vao = (struct ga_vao){.name = name};
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++) {
      vao->attrib[i].format = (struct ga_vertex_format){.type = GL_FLOAT, .size = 4, .format = PIPE_FORMAT_R32G32B32A32_FLOAT,
                                                        .size_B = 16};
      vao->attrib[i].binding = (uint8_t)i;
      vao->binding[i].stride_B = GA_BINDING_STRIDE_B;
   }
   vao->attrib[GA_ATTRIB_SECONDARY_COLOR].format = (struct ga_vertex_format){.type = GL_FLOAT, .size = 3,
      .format = PIPE_FORMAT_R32G32B32_FLOAT, .size_B = 12}; /* GL 4.6 compatibility, table 23.5 */
}

static void release_buffers(struct ga_context *ctx, struct ga_vao *vao)
{
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
      ga_buffer_unref(ctx, vao->binding[i].buffer);
   ga_buffer_unref(ctx, vao->element_buffer);
}

static void destroy(struct ga_context *ctx, struct ga_vao *vao)
{
   release_buffers(ctx, vao);
   free(vao->label);
   free(vao);
}

struct ga_vao *ga_vao_get(struct ga_context *ctx, GLuint name)
{
   struct ga_vao *vao = ut_names_lookup(&ctx->vaos, name);
   if (vao)
      return vao;
   vao = malloc(sizeof(*vao));
   if (!vao || !ut_names_insert(&ctx->vaos, name, vao)) {
      free(vao);
      return NULL;
   }
   ga_vao_init(vao, name);
   return vao;
}

void ga_vao_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_vao *vao = ut_names_lookup(&ctx->vaos, name);
   ut_names_remove(&ctx->vaos, name);
   if (!vao)
      return;
   if (ctx->vao == vao)
      ga_vao_bind(ctx, ctx->default_vao);
   destroy(ctx, vao);
}

void ga_vao_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   for (struct ga_vao *vao; (vao = ut_names_next(&ctx->vaos, &cursor, NULL));)
      destroy(ctx, vao);
   ut_names_finish(&ctx->vaos);
   if (ctx->default_vao)
      destroy(ctx, ctx->default_vao);
   ctx->vao = ctx->default_vao = NULL;
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++) {
      pipe_resource_unref(ctx->attrib_resource[i]);
      ctx->attrib_resource[i] = NULL;
   }
   pipe_resource_unref(ctx->index_resource);
   ctx->index_resource = NULL;
}

/* ---- operations ------------------------------------------------------------------------------------------------------------- */

static void changed(struct ga_context *ctx, const struct ga_vao *vao)
{
   if (ctx->vao == vao)
      ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

void ga_vao_reset(struct ga_context *ctx, struct ga_vao *vao)
{
   char *label = vao->label;
   release_buffers(ctx, vao);
   ga_vao_init(vao, vao->name);
   vao->label = label;
   changed(ctx, vao);
}

void ga_vao_bind(struct ga_context *ctx, struct ga_vao *vao)
{
   ctx->vao = vao;
   if (ga_has(ctx, GA_FEATURE_point_size_array)) /* an array of sizes makes another vertex stage */
      ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_RASTER;
   changed(ctx, vao);
}

void ga_vao_enable(struct ga_context *ctx, struct ga_vao *vao, unsigned index, bool enabled)
{
   if ((vao->enabled >> index & 1) == enabled)
      return;
   vao->enabled ^= 1u << index;
   changed(ctx, vao);
}

void ga_vao_format(struct ga_context *ctx, struct ga_vao *vao, unsigned index, const struct ga_vertex_format *format,
                   uint32_t relative_offset_B)
{
   vao->attrib[index].format = *format;
   vao->attrib[index].relative_offset_B = relative_offset_B;
   changed(ctx, vao);
}

void ga_vao_attrib_binding(struct ga_context *ctx, struct ga_vao *vao, unsigned index, unsigned binding)
{
   vao->attrib[index].binding = (uint8_t)binding;
   changed(ctx, vao);
}

void ga_vao_divisor(struct ga_context *ctx, struct ga_vao *vao, unsigned binding, GLuint divisor)
{
   vao->binding[binding].divisor = divisor;
   changed(ctx, vao);
}

void ga_vao_vertex_buffer(struct ga_context *ctx, struct ga_vao *vao, unsigned binding, struct ga_buffer *buf, uintptr_t offset,
                          uint32_t stride_B)
{
   struct ga_vertex_binding *b = &vao->binding[binding];
   if (b->buffer != buf)
      ga_buffer_assign(ctx, &b->buffer, buf);
   b->offset = offset;
   b->stride_B = stride_B;
   b->detached = !buf;
   changed(ctx, vao);
}

void ga_vao_pointer(struct ga_context *ctx, struct ga_vao *vao, unsigned index, const struct ga_vertex_format *format,
                    GLsizei stride, const void *pointer, struct ga_buffer *buf)
{
   struct ga_vertex_attrib *attrib = &vao->attrib[index];
   ga_vao_format(ctx, vao, index, format, 0);
   attrib->binding = (uint8_t)index;
   attrib->stride = stride;
   attrib->pointer = pointer;
   ga_vao_vertex_buffer(ctx, vao, index, buf, (uintptr_t)pointer, stride ? (uint32_t)stride : format->size_B);
   vao->binding[index].detached = false; /* without a buffer, `pointer` is an address */
}

void ga_vao_element_buffer(struct ga_context *ctx, struct ga_vao *vao, struct ga_buffer *buf)
{
   ga_buffer_assign(ctx, &vao->element_buffer, buf);
   changed(ctx, vao);
}

void ga_vao_detach_buffer(struct ga_context *ctx, struct ga_buffer *buf)
{
   struct ga_vao *vao = ctx->vao;
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
      if (vao->binding[i].buffer == buf) {
         ga_buffer_assign(ctx, &vao->binding[i].buffer, NULL);
         vao->binding[i].detached = true;
         changed(ctx, vao);
      }
   if (vao->element_buffer == buf)
      ga_vao_element_buffer(ctx, vao, NULL);
}
