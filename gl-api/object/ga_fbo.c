/* ga_fbo.c: framebuffer objects (ES 2.0, 4.4): names, bindings, attachments and their queries. Completeness is in
 * ga_fbo_complete.c, drawing's and reading's view in ga_fbo_update.c. */
#include "gl-api/object/ga_fbo.h"

#include <stdlib.h>

#include "gl-api/tables/ga_format.h"
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

void ga_GenFramebuffers(struct ga_context *ctx, GLsizei n, GLuint *framebuffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenFramebuffers: n %d", n);
   else if (!ut_names_gen(&ctx->framebuffers, (uint32_t)n, framebuffers))
      ga_oom(ctx, "glGenFramebuffers");
}

static bool legal_target(struct ga_context *ctx, GLenum target, const char *command)
{
   if (target == GL_FRAMEBUFFER)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s", command, ga_enum_name(target));
   return false;
}

void ga_BindFramebuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   if (!legal_target(ctx, target, "glBindFramebuffer"))
      return;
   struct ga_fbo *draw = ctx->window_fbo, *read = ctx->window_read_fbo;
   if (name != 0) {
      draw = ut_names_lookup(&ctx->framebuffers, name);
      if (!draw) {
         draw = create(name);
         if (!draw || !ut_names_insert(&ctx->framebuffers, name, draw)) {
            free(draw);
            ga_oom(ctx, "glBindFramebuffer");
            return;
         }
      }
      read = draw;
   }
   if (ctx->draw_fbo != draw)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   ctx->draw_fbo = draw;
   ctx->read_fbo = read;
}

void ga_DeleteFramebuffers(struct ga_context *ctx, GLsizei n, const GLuint *framebuffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteFramebuffers: n %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct ga_fbo *fbo = ut_names_lookup(&ctx->framebuffers, framebuffers[i]);
      ut_names_remove(&ctx->framebuffers, framebuffers[i]);
      if (!fbo)
         continue;
      if (ctx->draw_fbo == fbo) {
         ctx->draw_fbo = ctx->window_fbo;
         ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
      }
      if (ctx->read_fbo == fbo)
         ctx->read_fbo = ctx->window_read_fbo;
      destroy(ctx, fbo);
   }
}

GLboolean ga_IsFramebuffer(struct ga_context *ctx, GLuint name)
{
   return ut_names_lookup(&ctx->framebuffers, name) != NULL;
}

GLenum ga_CheckFramebufferStatus(struct ga_context *ctx, GLenum target)
{
   if (!legal_target(ctx, target, "glCheckFramebufferStatus"))
      return 0;
   return ga_fbo_status(ctx, ctx->draw_fbo);
}

/* ---- attaching ------------------------------------------------------------------------------------------------------------- */

/* The attachment point of a name, or NULL. ES 2.0 has three. */
static struct ga_attachment *attachment_point(struct ga_context *ctx, struct ga_fbo *fbo, GLenum attachment)
{
   if (attachment == GL_DEPTH_ATTACHMENT)
      return &fbo->att[GA_ATT_DEPTH];
   if (attachment == GL_STENCIL_ATTACHMENT)
      return &fbo->att[GA_ATT_STENCIL];
   if (attachment >= GL_COLOR_ATTACHMENT0 &&
       attachment < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments)
      return &fbo->att[GA_ATT_COLOR0 + attachment - GL_COLOR_ATTACHMENT0];
   return NULL;
}

/* The point to change; NULL after raising what glFramebuffer* have in common. */
static struct ga_attachment *point_to_change(struct ga_context *ctx, GLenum target, GLenum attachment,
                                             const char *command)
{
   if (!legal_target(ctx, target, command))
      return NULL;
   struct ga_attachment *att = attachment_point(ctx, ctx->draw_fbo, attachment);
   if (!att) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: attachment %s", command, ga_enum_name(attachment));
      return NULL;
   }
   if (ctx->draw_fbo->name == 0) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer object is bound", command);
      return NULL;
   }
   return att;
}

static void attachment_changed(struct ga_context *ctx, struct ga_fbo *fbo)
{
   fbo->status = 0;
   if (ctx->draw_fbo == fbo)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
}

void ga_FramebufferRenderbuffer(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum renderbuffer_target,
                                GLuint name)
{
   struct ga_attachment *att = point_to_change(ctx, target, attachment, "glFramebufferRenderbuffer");
   if (!att)
      return;
   if (name != 0 && renderbuffer_target != GL_RENDERBUFFER) {
      ga_error(ctx, GL_INVALID_ENUM, "glFramebufferRenderbuffer: renderbuffertarget %s",
               ga_enum_name(renderbuffer_target));
      return;
   }
   ga_share_lock(ctx);
   struct ga_renderbuffer *rb = ga_renderbuffer_ref(ut_names_lookup(&ctx->share->renderbuffers, name));
   ga_share_unlock(ctx);
   if (name != 0 && !rb) {
      ga_error(ctx, GL_INVALID_OPERATION, "glFramebufferRenderbuffer: no renderbuffer %u", name);
      return;
   }
   clear_attachment(ctx, att);
   if (rb)
      *att = (struct ga_attachment){.type = GL_RENDERBUFFER, .renderbuffer = rb};
   attachment_changed(ctx, ctx->draw_fbo);
}

/* May this level and textarget of the texture be attached? False after raising an error. */
static bool legal_texture(struct ga_context *ctx, GLenum textarget, GLuint name, GLint level,
                          const struct ga_texture *tex)
{
   bool cube = textarget >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && textarget <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
   if (textarget != GL_TEXTURE_2D && !cube) {
      ga_error(ctx, GL_INVALID_ENUM, "glFramebufferTexture2D: textarget %s", ga_enum_name(textarget));
      return false;
   }
   if (!tex || tex->target != (cube ? GA_TEX_CUBE : GA_TEX_2D)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glFramebufferTexture2D: texture %u %s", name,
               tex ? "is of another target" : "does not exist");
      return false;
   }
   GLint size = cube ? ctx->limits.max_cube_size : ctx->limits.max_texture_size;
   bool any_level = ga_has(ctx, GA_FEATURE_fbo_render_mipmap);
   if (level < 0 || (level > 0 && !any_level) || level >= GA_MAX_TEXTURE_LEVELS || (size >> level) == 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glFramebufferTexture2D: level %d", level);
      return false;
   }
   return true;
}

void ga_FramebufferTexture2D(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint name,
                             GLint level)
{
   struct ga_attachment *att = point_to_change(ctx, target, attachment, "glFramebufferTexture2D");
   if (!att)
      return;
   struct ga_texture *tex = name ? ga_texture_lookup(ctx, name) : NULL;
   if (name != 0 && !legal_texture(ctx, textarget, name, level, tex)) {
      ga_texture_unref(ctx, tex);
      return;
   }
   clear_attachment(ctx, att);
   if (tex)
      *att = (struct ga_attachment){
         .type = GL_TEXTURE,
         .texture = tex,
         .level = (unsigned)level,
         .face = textarget == GL_TEXTURE_2D ? 0 : textarget - GL_TEXTURE_CUBE_MAP_POSITIVE_X,
      };
   attachment_changed(ctx, ctx->draw_fbo);
}

/* ---- draw buffers --------------------------------------------------------------------------------------------------------- */

/* EXT_draw_buffers: output i goes to attachment i or nowhere; the window's framebuffer has one buffer. */
static GLenum check_draw_buffer(struct ga_context *ctx, unsigned i, GLenum buffer)
{
   bool window = ctx->draw_fbo->name == 0;
   if (buffer == GL_NONE || buffer == (window ? GL_BACK : GL_COLOR_ATTACHMENT0 + i))
      return GL_NO_ERROR;
   bool known = buffer == GL_BACK || (buffer >= GL_COLOR_ATTACHMENT0 &&
                                      buffer < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments);
   return known ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
}

void ga_DrawBuffers(struct ga_context *ctx, GLsizei n, const GLenum *buffers)
{
   static const char command[] = "glDrawBuffers";
   struct ga_fbo *fbo = ctx->draw_fbo;
   if (n < 0 || n > ctx->limits.max_draw_buffers) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d (GL_MAX_DRAW_BUFFERS is %d)", command, n, ctx->limits.max_draw_buffers);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      GLenum error = check_draw_buffer(ctx, (unsigned)i, buffers[i]);
      if (error != GL_NO_ERROR) {
         ga_error(ctx, error, "%s: buffer %d is %s", command, i, ga_enum_name(buffers[i]));
         return;
      }
   }
   if (fbo->name == 0 && n != 1) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: n is %d, the window's framebuffer has one buffer", command, n);
      return;
   }
   for (GLsizei i = 0; i < GA_MAX_DRAW_BUFFERS; i++)
      fbo->draw_buffer[i] = i < n ? buffers[i] : GL_NONE;
   ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
}

/* Only the framebuffers that are bound let go (ES 2.0, 4.4.2.2); others keep the deleted object. */
static void detach(struct ga_context *ctx, struct ga_fbo *fbo, struct ga_texture *tex, struct ga_renderbuffer *rb)
{
   for (unsigned i = 0; i < GA_ATT_COUNT; i++)
      if ((tex && fbo->att[i].texture == tex) || (rb && fbo->att[i].renderbuffer == rb)) {
         clear_attachment(ctx, &fbo->att[i]);
         attachment_changed(ctx, fbo);
      }
}

void ga_fbo_detach_texture(struct ga_context *ctx, struct ga_texture *tex)
{
   detach(ctx, ctx->draw_fbo, tex, NULL);
   detach(ctx, ctx->read_fbo, tex, NULL);
}

void ga_fbo_detach_renderbuffer(struct ga_context *ctx, struct ga_renderbuffer *rb)
{
   detach(ctx, ctx->draw_fbo, NULL, rb);
   detach(ctx, ctx->read_fbo, NULL, rb);
}

void ga_fbo_invalidate_texture(struct ga_context *ctx, struct ga_texture *tex)
{
   ga_image_storage_changed(ctx);
}

/* ---- queries and hints ---------------------------------------------------------------------------------------------------- */

/* ES 2.0, 6.1.3: what may be asked depends on what is attached. */
void ga_GetFramebufferAttachmentParameteriv(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum pname,
                                            GLint *params)
{
   struct ga_attachment *att =
      point_to_change(ctx, target, attachment, "glGetFramebufferAttachmentParameteriv");
   if (!att)
      return;
   bool texture = att->type == GL_TEXTURE;
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)
      *params = (GLint)att->type;
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && att->type != GL_NONE)
      *params = (GLint)(texture ? att->texture->name : att->renderbuffer->name);
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL && texture)
      *params = (GLint)att->level;
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE && texture)
      *params = att->texture->target == GA_TEX_CUBE ? (GLint)(GL_TEXTURE_CUBE_MAP_POSITIVE_X + att->face) : 0;
   else
      ga_error(ctx, GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: %s of %s", ga_enum_name(pname),
               ga_enum_name(att->type));
}

/* The point that EXT_discard_framebuffer means: names differ for the window's framebuffer. -1: illegal. */
static int discarded_point(struct ga_context *ctx, GLenum attachment)
{
   if (ctx->draw_fbo->name == 0)
      return attachment == GL_COLOR ? GA_ATT_COLOR0 : attachment == GL_DEPTH ? GA_ATT_DEPTH
             : attachment == GL_STENCIL ? GA_ATT_STENCIL : -1;
   struct ga_attachment *att = attachment_point(ctx, ctx->draw_fbo, attachment);
   return att ? (int)(att - ctx->draw_fbo->att) : -1;
}

/* A hint. Only images that are whole resources are told to the driver, and depth with stencil only together. */
void ga_DiscardFramebufferEXT(struct ga_context *ctx, GLenum target, GLsizei count, const GLenum *attachments)
{
   if (!legal_target(ctx, target, "glDiscardFramebufferEXT"))
      return;
   if (count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDiscardFramebufferEXT: numAttachments %d", count);
      return;
   }
   unsigned points = 0;
   for (GLsizei i = 0; i < count; i++) {
      int point = discarded_point(ctx, attachments[i]);
      if (point < 0) {
         ga_error(ctx, GL_INVALID_ENUM, "glDiscardFramebufferEXT: %s", ga_enum_name(attachments[i]));
         return;
      }
      points |= 1u << point;
   }
   if (ga_fbo_status(ctx, ctx->draw_fbo) != GL_FRAMEBUFFER_COMPLETE)
      return;
   struct pipe_context *pipe = ctx->st.pipe;
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      struct ga_image_at image;
      if (!(points >> i & 1) || !ga_attachment_image(ctx, ctx->draw_fbo, i, &image))
         continue;
      bool both = (points >> GA_ATT_DEPTH & 1) && (points >> GA_ATT_STENCIL & 1);
      bool packed = image.format->depth && image.format->stencil;
      if (image.resource->t.last_level == 0 && image.resource->t.layers == 1 && (!packed || both))
         pipe->impl->invalidate_resource(pipe, image.resource);
   }
}
