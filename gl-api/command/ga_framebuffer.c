/* ga_framebuffer.c: commands on framebuffer objects: names, bindings, attachments, draw buffers, queries, discarding. */
#include "ga_entry.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/tables/ga_format.h"

/* ---- names and bindings -------------------------------------------------------------------------------------------------- */

void ga_GenFramebuffers(struct ga_context *ctx, GLsizei n, GLuint *framebuffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenFramebuffers: n %d", n);
   else if (!ut_names_gen(&ctx->framebuffers, (uint32_t)n, framebuffers))
      ga_oom(ctx, "glGenFramebuffers");
}

void ga_CreateFramebuffers(struct ga_context *ctx, GLsizei n, GLuint *framebuffers)
{
   static const char command[] = "glCreateFramebuffers";
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d", command, n);
      return;
   }
   bool ok = ut_names_gen(&ctx->framebuffers, (uint32_t)n, framebuffers);
   for (GLsizei i = 0; ok && i < n; i++)
      ok = ga_fbo_of_name(ctx, framebuffers[i]) != NULL;
   if (!ok)
      ga_oom(ctx, command);
}

/* The framebuffer bound to a target. NULL: the error was raised. */
static struct ga_fbo *resolve_bound(struct ga_context *ctx, const char *command, GLenum target)
{
   bool separate = ga_has(ctx, GA_FEATURE_framebuffer_blit);
   if (target == GL_FRAMEBUFFER || (separate && target == GL_DRAW_FRAMEBUFFER))
      return ctx->draw_fbo;
   if (separate && target == GL_READ_FRAMEBUFFER)
      return ctx->read_fbo;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s", command, ga_enum_name(target));
   return NULL;
}

/* A framebuffer by name, for direct state access; 0: the window's. NULL: the error was raised. */
static struct ga_fbo *resolve_named(struct ga_context *ctx, const char *command, GLuint name)
{
   struct ga_fbo *fbo = name ? ga_fbo_lookup(ctx, name) : ctx->window_fbo;
   if (!fbo)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer %u", command, name);
   return fbo;
}

void ga_BindFramebuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   if (!resolve_bound(ctx, "glBindFramebuffer", target))
      return;
   struct ga_fbo *fbo = name ? ga_fbo_of_name(ctx, name) : NULL;
   if (name && !fbo)
      ga_oom(ctx, "glBindFramebuffer");
   else
      ga_fbo_bind(ctx, target == GL_READ_FRAMEBUFFER ? ctx->draw_fbo : fbo, target == GL_DRAW_FRAMEBUFFER ? ctx->read_fbo : fbo);
}

void ga_DeleteFramebuffers(struct ga_context *ctx, GLsizei n, const GLuint *framebuffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteFramebuffers: n %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_fbo_delete_name(ctx, framebuffers[i]);
}

GLboolean ga_IsFramebuffer(struct ga_context *ctx, GLuint name)
{
   return ga_fbo_lookup(ctx, name) != NULL;
}

GLenum ga_CheckFramebufferStatus(struct ga_context *ctx, GLenum target)
{
   struct ga_fbo *fbo = resolve_bound(ctx, "glCheckFramebufferStatus", target);
   return fbo ? ga_fbo_status(ctx, fbo) : 0;
}

/* Name 0: the framebuffer of the window for drawing or for reading. */
GLenum ga_CheckNamedFramebufferStatus(struct ga_context *ctx, GLuint framebuffer, GLenum target)
{
   static const char command[] = "glCheckNamedFramebufferStatus";
   if (!resolve_bound(ctx, command, target))
      return 0;
   if (!framebuffer && target == GL_READ_FRAMEBUFFER)
      return ga_fbo_status(ctx, ctx->window_read_fbo);
   struct ga_fbo *fbo = resolve_named(ctx, command, framebuffer);
   return fbo ? ga_fbo_status(ctx, fbo) : 0;
}

/* ---- attaching ------------------------------------------------------------------------------------------------------------- */

/* The attachment point of a name. -1: none; ES 2.0 has three. */
static int attachment_point(struct ga_context *ctx, GLenum attachment)
{
   if (attachment == GL_DEPTH_ATTACHMENT)
      return GA_ATT_DEPTH;
   if (attachment == GL_STENCIL_ATTACHMENT)
      return GA_ATT_STENCIL;
   if (attachment >= GL_COLOR_ATTACHMENT0 &&
       attachment < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments)
      return GA_ATT_COLOR0 + (int)(attachment - GL_COLOR_ATTACHMENT0);
   return -1;
}

/* The point of a framebuffer object; fbo may be NULL: the error was raised. -1 after raising the errors that glFramebuffer*
 * commands have in common. */
static int resolve_point(struct ga_context *ctx, const char *command, const struct ga_fbo *fbo, GLenum attachment)
{
   if (!fbo)
      return -1;
   int point = attachment_point(ctx, attachment);
   if (point < 0) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: attachment %s", command, ga_enum_name(attachment));
      return -1;
   }
   if (fbo->name)
      return point;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer object is bound", command);
   return -1;
}

static void framebuffer_renderbuffer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment,
                                     GLenum renderbuffer_target, GLuint name)
{
   int point = resolve_point(ctx, command, fbo, attachment);
   if (point < 0)
      return;
   if (name != 0 && renderbuffer_target != GL_RENDERBUFFER) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: renderbuffertarget %s", command, ga_enum_name(renderbuffer_target));
      return;
   }
   struct ga_renderbuffer *rb = ga_renderbuffer_lookup(ctx, name);
   if (rb)
      ga_fbo_attach_renderbuffer(ctx, fbo, point, rb);
   else if (name)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer %u", command, name);
   else
      ga_fbo_detach(ctx, fbo, point);
   ga_renderbuffer_unref(rb);
}

void ga_FramebufferRenderbuffer(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum renderbuffer_target,
                                GLuint name)
{
   static const char command[] = "glFramebufferRenderbuffer";
   framebuffer_renderbuffer(ctx, command, resolve_bound(ctx, command, target), attachment, renderbuffer_target, name);
}

void ga_NamedFramebufferRenderbuffer(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLenum renderbuffer_target,
                                     GLuint name)
{
   static const char command[] = "glNamedFramebufferRenderbuffer";
   framebuffer_renderbuffer(ctx, command, resolve_named(ctx, command, framebuffer), attachment, renderbuffer_target, name);
}

static bool check_level(struct ga_context *ctx, const char *command, const struct ga_texture *tex, GLint level)
{
   bool any_level = ga_has(ctx, GA_FEATURE_fbo_render_mipmap);
   if (level >= 0 && (!level || any_level) && (unsigned)level <= ga_target_last_level(ctx, tex->traits))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: level %d", command, level);
   return false;
}

static void framebuffer_texture_2d(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment,
                                   GLenum textarget, GLuint name, GLint level)
{
   int point = resolve_point(ctx, command, fbo, attachment);
   if (point < 0)
      return;
   if (!name) {
      ga_fbo_detach(ctx, fbo, point);
      return;
   }
   unsigned face;
   int target = ga_target_of_image(textarget, &face);
   if (target < 0 || !ga_target_offered(ctx, target) || !(ga_target_table[target].attach & GA_ATTACH_2D)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: textarget %s", command, ga_enum_name(textarget));
      return;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   if (!tex || tex->target != (enum ga_texture_target)target)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u %s", command, name, tex ? "is of another target" : "does not exist");
   else if (check_level(ctx, command, tex, level))
      ga_fbo_attach_texture(ctx, fbo, point, tex, (unsigned)level, face, false);
   ga_texture_unref(ctx, tex);
}

void ga_FramebufferTexture2D(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint name,
                             GLint level)
{
   static const char command[] = "glFramebufferTexture2D";
   framebuffer_texture_2d(ctx, command, resolve_bound(ctx, command, target), attachment, textarget, name, level);
}

/* GL 4.6, 9.2.8: a layer of an array, a slice, or a face of a cube map. */
static void framebuffer_texture_layer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment,
                                      GLuint name, GLint level, GLint layer)
{
   int point = resolve_point(ctx, command, fbo, attachment);
   if (point < 0)
      return;
   if (!name) {
      ga_fbo_detach(ctx, fbo, point);
      return;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   const struct ga_target_traits *traits = tex ? tex->traits : NULL;
   GLint limit = !tex ? 0 : traits->faces > 1 ? traits->faces : traits->dims == 3 ? ctx->limits.max_3d_size
                                                                                  : ctx->limits.max_array_layers;
   if (!tex || !(traits->attach & GA_ATTACH_LAYER))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u %s", command, name, tex ? "has no layers" : "does not exist");
   else if (layer < 0 || layer >= limit)
      ga_error(ctx, GL_INVALID_VALUE, "%s: layer %d", command, layer);
   else if (check_level(ctx, command, tex, level))
      ga_fbo_attach_texture(ctx, fbo, point, tex, (unsigned)level, (unsigned)layer, false);
   ga_texture_unref(ctx, tex);
}

void ga_FramebufferTextureLayer(struct ga_context *ctx, GLenum target, GLenum attachment, GLuint texture, GLint level,
                                GLint layer)
{
   static const char command[] = "glFramebufferTextureLayer";
   framebuffer_texture_layer(ctx, command, resolve_bound(ctx, command, target), attachment, texture, level, layer);
}

void ga_NamedFramebufferTextureLayer(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLuint texture, GLint level,
                                     GLint layer)
{
   static const char command[] = "glNamedFramebufferTextureLayer";
   framebuffer_texture_layer(ctx, command, resolve_named(ctx, command, framebuffer), attachment, texture, level, layer);
}

/* ---- draw buffers --------------------------------------------------------------------------------------------------------- */

/* EXT_draw_buffers: output i goes to attachment i or nowhere; the window's framebuffer has one buffer. */
static GLenum check_draw_buffer(struct ga_context *ctx, const struct ga_fbo *fbo, unsigned i, GLenum buffer)
{
   bool window = fbo->name == 0;
   if (buffer == GL_NONE || buffer == (window ? GL_BACK : GL_COLOR_ATTACHMENT0 + i))
      return GL_NO_ERROR;
   bool known = buffer == GL_BACK || (buffer >= GL_COLOR_ATTACHMENT0 &&
                                      buffer < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments);
   return known ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
}

static void draw_buffers(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLsizei n, const GLenum *buffers)
{
   if (n < 0 || n > ctx->limits.max_draw_buffers) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d (GL_MAX_DRAW_BUFFERS is %d)", command, n, ctx->limits.max_draw_buffers);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      GLenum error = check_draw_buffer(ctx, fbo, (unsigned)i, buffers[i]);
      if (error != GL_NO_ERROR) {
         ga_error(ctx, error, "%s: buffer %d is %s", command, i, ga_enum_name(buffers[i]));
         return;
      }
   }
   if (fbo->name == 0 && n != 1) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: n is %d, the window's framebuffer has one buffer", command, n);
      return;
   }
   ga_fbo_set_draw_buffers(ctx, fbo, (unsigned)n, buffers);
}

void ga_DrawBuffers(struct ga_context *ctx, GLsizei n, const GLenum *buffers)
{
   draw_buffers(ctx, "glDrawBuffers", ctx->draw_fbo, n, buffers);
}

void ga_NamedFramebufferDrawBuffers(struct ga_context *ctx, GLuint framebuffer, GLsizei n, const GLenum *buffers)
{
   static const char command[] = "glNamedFramebufferDrawBuffers";
   struct ga_fbo *fbo = resolve_named(ctx, command, framebuffer);
   if (fbo)
      draw_buffers(ctx, command, fbo, n, buffers);
}

/* ---- queries and hints ---------------------------------------------------------------------------------------------------- */

/* ES 2.0, 6.1.3: the parameters of an attachment depend on what is attached. */
static void attachment_parameter(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment, GLenum pname,
                                 GLint *params)
{
   int point = resolve_point(ctx, command, fbo, attachment);
   if (point < 0)
      return;
   const struct ga_attachment *att = &fbo->att[point];
   bool texture = att->type == GL_TEXTURE;
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)
      *params = (GLint)att->type;
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && att->type != GL_NONE)
      *params = (GLint)(texture ? att->texture->name : att->renderbuffer->name);
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL && texture)
      *params = (GLint)att->level;
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE && texture)
      *params = att->texture->target == GA_TEX_CUBE ? (GLint)(GL_TEXTURE_CUBE_MAP_POSITIVE_X + att->layer) : 0;
   else if (pname == GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER && texture && ga_has(ctx, GA_FEATURE_texture_3d))
      *params = att->texture->target == GA_TEX_CUBE ? 0 : (GLint)att->layer;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s of %s", command, ga_enum_name(pname), ga_enum_name(att->type));
}

void ga_GetFramebufferAttachmentParameteriv(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum pname,
                                            GLint *params)
{
   static const char command[] = "glGetFramebufferAttachmentParameteriv";
   attachment_parameter(ctx, command, resolve_bound(ctx, command, target), attachment, pname, params);
}

void ga_GetNamedFramebufferAttachmentParameteriv(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLenum pname,
                                                 GLint *params)
{
   static const char command[] = "glGetNamedFramebufferAttachmentParameteriv";
   attachment_parameter(ctx, command, resolve_named(ctx, command, framebuffer), attachment, pname, params);
}

/* The point of a name in EXT_discard_framebuffer: names differ for the window's framebuffer. -1: not legal. */
static int discarded_point(struct ga_context *ctx, GLenum attachment)
{
   if (ctx->draw_fbo->name == 0)
      return attachment == GL_COLOR ? GA_ATT_COLOR0 : attachment == GL_DEPTH ? GA_ATT_DEPTH
             : attachment == GL_STENCIL ? GA_ATT_STENCIL : -1;
   return attachment_point(ctx, attachment);
}

/* A hint. The driver can only invalidate resources: images that are the only one of their resource, and depth together with
 * stencil. */
void ga_DiscardFramebufferEXT(struct ga_context *ctx, GLenum target, GLsizei count, const GLenum *attachments)
{
   if (!resolve_bound(ctx, "glDiscardFramebufferEXT", target))
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
