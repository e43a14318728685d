/* ga_fbo.c: framebuffer objects (ES 2.0, 4.4): life, names, attachments. Completeness is in ga_fbo_complete.c, the images and
 * surfaces of attachments in ga_fbo_update.c. */
#include "gl-api/object/ga_fbo.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_format.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"

/* ---- life ------------------------------------------------------------------------------------------------------------------ */

void ga_attachment_drop_surface(struct ga_context *ctx, struct ga_attachment *att)
{
   struct pipe_framebuffer_state *fb = &ctx->st.fb;
   if (!att->surface)
      return;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      if (fb->cbufs[i] == att->surface) {
         fb->cbufs[i] = NULL;
         ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
      }
   if (fb->zsbuf == att->surface) {
      fb->zsbuf = NULL;
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   }
   ctx->st.dirty |= ST_DIRTY_FRAMEBUFFER;
   pipe_surface_unref(att->surface);
   att->surface = NULL;
}

static void clear_attachment(struct ga_context *ctx, struct ga_attachment *att)
{
   ga_attachment_drop_surface(ctx, att);
   if (att->texture)
      ga_texture_unref(ctx, att->texture);
   ga_renderbuffer_unref(att->renderbuffer);
   pipe_resource_unref(att->held);
   *att = (struct ga_attachment){.type = GL_NONE};
}

static struct ga_fbo *create(GLuint name)
{
   struct ga_fbo *fbo = calloc(1, sizeof(*fbo));
   if (!fbo)
      return NULL;
   fbo->name = name;
   for (unsigned i = 0; i < GA_ATT_COUNT; i++)
      fbo->att[i].type = name ? GL_NONE : GL_FRAMEBUFFER_DEFAULT;
   for (unsigned i = 0; i < GA_MAX_DRAW_BUFFERS; i++)
      fbo->draw_buffer[i] = GL_NONE;
   for (unsigned i = 0; i < GA_SAMPLE_LOCATIONS; i++)
      fbo->sample_location[i][0] = fbo->sample_location[i][1] = 0.5f;
   fbo->draw_buffer[0] = fbo->read_buffer = name ? GL_COLOR_ATTACHMENT0 : GL_BACK;
   return fbo;
}

static void destroy(struct ga_context *ctx, struct ga_fbo *fbo)
{
   if (!fbo)
      return;
   for (unsigned i = 0; i < GA_ATT_COUNT; i++)
      clear_attachment(ctx, &fbo->att[i]);
   free(fbo->label);
   free(fbo);
}

bool ga_fbo_init_context(struct ga_context *ctx)
{
   ctx->draw_fbo = ctx->window_fbo = create(0);
   ctx->read_fbo = ctx->window_read_fbo = create(0);
   ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   return ctx->window_fbo && ctx->window_read_fbo;
}

void ga_fbo_finish_context(struct ga_context *ctx)
{
   ga_renderbuffer_unref(ctx->renderbuffer);
   ctx->renderbuffer = NULL;
   uint64_t cursor = 0;
   for (struct ga_fbo *fbo; (fbo = ut_names_next(&ctx->framebuffers, &cursor, NULL));)
      destroy(ctx, fbo);
   ut_names_finish(&ctx->framebuffers);
   destroy(ctx, ctx->window_fbo);
   destroy(ctx, ctx->window_read_fbo);
   ctx->draw_fbo = ctx->read_fbo = ctx->window_fbo = ctx->window_read_fbo = NULL;
}

/* ---- names and bindings -------------------------------------------------------------------------------------------------- */

struct ga_fbo *ga_fbo_lookup(struct ga_context *ctx, GLuint name)
{
   return ut_names_lookup(&ctx->framebuffers, name);
}

struct ga_fbo *ga_fbo_of_name(struct ga_context *ctx, GLuint name)
{
   struct ga_fbo *fbo = ga_fbo_lookup(ctx, name);
   if (fbo)
      return fbo;
   fbo = create(name);
   if (fbo && ut_names_insert(&ctx->framebuffers, name, fbo))
      return fbo;
   free(fbo);
   return NULL;
}

void ga_fbo_bind(struct ga_context *ctx, struct ga_fbo *draw, struct ga_fbo *read)
{
   draw = draw ? draw : ctx->window_fbo;
   if (ctx->draw_fbo != draw)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   ctx->draw_fbo = draw;
   ctx->read_fbo = read ? read : ctx->window_read_fbo;
}

void ga_fbo_delete_name(struct ga_context *ctx, GLuint name)
{
   struct ga_fbo *fbo = ga_fbo_lookup(ctx, name);
   ut_names_remove(&ctx->framebuffers, name);
   if (!fbo)
      return;
   ga_fbo_bind(ctx, ctx->draw_fbo == fbo ? NULL : ctx->draw_fbo, ctx->read_fbo == fbo ? NULL : ctx->read_fbo);
   destroy(ctx, fbo);
}

/* ---- attaching ------------------------------------------------------------------------------------------------------------- */

static void attachment_changed(struct ga_context *ctx, struct ga_fbo *fbo)
{
   fbo->status = 0;
   if (ctx->draw_fbo == fbo)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
}

void ga_fbo_detach(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which)
{
   clear_attachment(ctx, &fbo->att[which]);
   attachment_changed(ctx, fbo);
}

void ga_fbo_attach_texture(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which, struct ga_texture *tex,
                           unsigned level, unsigned layer, bool layered)
{
   ga_texture_ref(tex); /* it may be the one that is attached */
   ga_fbo_detach(ctx, fbo, which);
   fbo->att[which] = (struct ga_attachment){
      .type = GL_TEXTURE, .texture = tex, .level = level, .layer = layer, .layered = layered };
}

void ga_fbo_attach_views(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which, struct ga_texture *tex,
                         unsigned level, unsigned first, unsigned views)
{
   ga_fbo_attach_texture(ctx, fbo, which, tex, level, first, false);
   fbo->att[which].views = views;
}

void ga_fbo_attach_renderbuffer(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which,
                                struct ga_renderbuffer *rb)
{
   ga_renderbuffer_ref(rb);
   ga_fbo_detach(ctx, fbo, which);
   fbo->att[which] = (struct ga_attachment){ .type = GL_RENDERBUFFER, .renderbuffer = rb };
}

/* Only the framebuffers that are bound detach it (ES 2.0, 4.4.2.2); others keep the deleted object. */
static void detach_object(struct ga_context *ctx, struct ga_fbo *fbo, struct ga_texture *tex, struct ga_renderbuffer *rb)
{
   for (unsigned i = 0; i < GA_ATT_COUNT; i++)
      if ((tex && fbo->att[i].texture == tex) || (rb && fbo->att[i].renderbuffer == rb))
         ga_fbo_detach(ctx, fbo, i);
}

void ga_fbo_detach_texture(struct ga_context *ctx, struct ga_texture *tex)
{
   detach_object(ctx, ctx->draw_fbo, tex, NULL);
   detach_object(ctx, ctx->read_fbo, tex, NULL);
}

void ga_fbo_detach_renderbuffer(struct ga_context *ctx, struct ga_renderbuffer *rb)
{
   detach_object(ctx, ctx->draw_fbo, NULL, rb);
   detach_object(ctx, ctx->read_fbo, NULL, rb);
}

bool ga_fbo_attachments_changed(const struct ga_fbo *fbo)
{
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      const struct ga_attachment *att = &fbo->att[i];
      if (att->texture ? atomic_load(&att->texture->storage_seqno) != att->seqno
                       : att->renderbuffer && atomic_load(&att->renderbuffer->seqno) != att->seqno)
         return true;
   }
   return false;
}

void ga_fbo_set_draw_buffers(struct ga_context *ctx, struct ga_fbo *fbo, unsigned n, const GLenum *buffers)
{
   for (unsigned i = 0; i < GA_MAX_DRAW_BUFFERS; i++)
      fbo->draw_buffer[i] = i < n ? buffers[i] : GL_NONE;
   attachment_changed(ctx, fbo);
}

void ga_fbo_set_read_buffer(struct ga_fbo *fbo, GLenum buffer)
{
   fbo->read_buffer = buffer;
   fbo->status = 0;
}

void ga_fbo_set_defaults(struct ga_context *ctx, struct ga_fbo *fbo, const struct ga_fbo_defaults *defaults)
{
   fbo->defaults = *defaults;
   attachment_changed(ctx, fbo);
   if (fbo == ctx->window_fbo)
      ctx->window_read_fbo->defaults = *defaults;
   else if (fbo == ctx->window_read_fbo)
      ga_fbo_set_defaults(ctx, ctx->window_fbo, defaults);
}

void ga_fbo_set_sample_locations(struct ga_context *ctx, struct ga_fbo *fbo, GLuint start, GLuint count, const GLfloat *xy)
{
   memcpy(fbo->sample_location[start], xy, count * sizeof fbo->sample_location[0]);
   if (fbo == ctx->draw_fbo)
      ctx->dirty |= GA_DIRTY_SAMPLE_MASK;
   if (fbo == ctx->window_fbo)
      memcpy(ctx->window_read_fbo->sample_location, fbo->sample_location, sizeof fbo->sample_location);
   else if (fbo == ctx->window_read_fbo)
      ga_fbo_set_sample_locations(ctx, ctx->window_fbo, start, count, xy);
}

bool ga_fbo_y_inverted(const struct ga_fbo *fbo)
{
   return fbo->drawable ? fbo->drawable->y_inverted : fbo->defaults.flip_y;
}

/* The names of the window's buffers stand for its one colour buffer. */
int ga_fbo_draw_point(const struct ga_fbo *fbo, unsigned i)
{
   GLenum buffer = fbo->draw_buffer[i];
   return buffer == GL_NONE ? -1 : fbo->name ? GA_ATT_COLOR0 + (int)(buffer - GL_COLOR_ATTACHMENT0) : GA_ATT_COLOR0;
}
