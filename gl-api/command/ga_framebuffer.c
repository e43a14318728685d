/* ga_framebuffer.c: commands on framebuffer objects: names, bindings, attachments. */
#include "gl-api/command/ga_framebuffer.h"

#include "ga_entry.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"

/* ---- names and bindings -------------------------------------------------------------------------------------------------- */

void ga_GenFramebuffers(struct ga_context *ctx, GLsizei n, GLuint *framebuffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenFramebuffers: n %d is negative", n);
   else if (!ut_names_gen(&ctx->framebuffers, (uint32_t)n, framebuffers))
      ga_oom(ctx, "glGenFramebuffers");
}

void ga_CreateFramebuffers(struct ga_context *ctx, GLsizei n, GLuint *framebuffers)
{
   static const char command[] = "glCreateFramebuffers";
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
      return;
   }
   bool ok = ut_names_gen(&ctx->framebuffers, (uint32_t)n, framebuffers);
   for (GLsizei i = 0; ok && i < n; i++)
      ok = ga_fbo_of_name(ctx, framebuffers[i]) != NULL;
   if (!ok)
      ga_oom(ctx, command);
}

struct ga_fbo *ga_resolve_framebuffer(struct ga_context *ctx, const char *command, GLenum target)
{
   bool separate = ga_has(ctx, GA_FEATURE_framebuffer_blit);
   if (target == GL_FRAMEBUFFER || (separate && target == GL_DRAW_FRAMEBUFFER))
      return ctx->draw_fbo;
   if (separate && target == GL_READ_FRAMEBUFFER)
      return ctx->read_fbo;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   return NULL;
}

static struct ga_fbo *of_name(struct ga_context *ctx, const char *command, GLuint name, struct ga_fbo *window)
{
   struct ga_fbo *fbo = name ? ga_fbo_lookup(ctx, name) : window;
   if (!fbo)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: framebuffer %u does not exist", command, name);
   return fbo;
}

struct ga_fbo *ga_resolve_framebuffer_of_name(struct ga_context *ctx, const char *command, GLuint name)
{
   return of_name(ctx, command, name, ctx->window_fbo);
}

struct ga_fbo *ga_resolve_read_framebuffer_of_name(struct ga_context *ctx, const char *command, GLuint name)
{
   return of_name(ctx, command, name, ctx->window_read_fbo);
}

/* any_name: a name that was not generated becomes one of an object. */
static void bind(struct ga_context *ctx, GLenum target, GLuint name, bool any_name, const char *command)
{
   if (!ga_resolve_framebuffer(ctx, command, target))
      return;
   if (name && !any_name && !ut_names_is_reserved(&ctx->framebuffers, name)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u was not generated", command, name);
      return;
   }
   struct ga_fbo *fbo = name ? ga_fbo_of_name(ctx, name) : NULL;
   if (name && !fbo)
      ga_oom(ctx, command);
   else
      ga_fbo_bind(ctx, target == GL_READ_FRAMEBUFFER ? ctx->draw_fbo : fbo, target == GL_DRAW_FRAMEBUFFER ? ctx->read_fbo : fbo);
}

void ga_BindFramebuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   bind(ctx, target, name, ga_has(ctx, GA_FEATURE_bind_creates_name), "glBindFramebuffer");
}

void ga_BindFramebufferEXT(struct ga_context *ctx, GLenum target, GLuint name)
{
   bind(ctx, target, name, true, "glBindFramebufferEXT");
}

void ga_DeleteFramebuffers(struct ga_context *ctx, GLsizei n, const GLuint *framebuffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteFramebuffers: n %d is negative", n);
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
   struct ga_fbo *fbo = ga_resolve_framebuffer(ctx, "glCheckFramebufferStatus", target);
   return fbo ? ga_fbo_status(ctx, fbo) : 0;
}

/* Name 0: the framebuffer of the window for drawing or for reading. */
GLenum ga_CheckNamedFramebufferStatus(struct ga_context *ctx, GLuint framebuffer, GLenum target)
{
   static const char command[] = "glCheckNamedFramebufferStatus";
   if (!ga_resolve_framebuffer(ctx, command, target))
      return 0;
   struct ga_fbo *fbo = target == GL_READ_FRAMEBUFFER ? ga_resolve_read_framebuffer_of_name(ctx, command, framebuffer)
                                                      : ga_resolve_framebuffer_of_name(ctx, command, framebuffer);
   return fbo ? ga_fbo_status(ctx, fbo) : 0;
}

/* ---- attaching ------------------------------------------------------------------------------------------------------------- */

unsigned ga_attachment_points(const struct ga_context *ctx, GLenum attachment, GLenum *error)
{
   if (attachment == GL_DEPTH_ATTACHMENT)
      return 1u << GA_ATT_DEPTH;
   if (attachment == GL_STENCIL_ATTACHMENT)
      return 1u << GA_ATT_STENCIL;
   if (attachment == GL_DEPTH_STENCIL_ATTACHMENT && ga_has(ctx, GA_FEATURE_depth_stencil_attachment))
      return 1u << GA_ATT_DEPTH | 1u << GA_ATT_STENCIL;
   if (ga_is_color_attachment(attachment) && attachment < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments)
      return 1u << (GA_ATT_COLOR0 + (attachment - GL_COLOR_ATTACHMENT0));
   /* OpenGL ES 3.0, 4.4.2: a colour attachment of a number too high. */
   *error = ga_is_color_attachment(attachment) ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
   return 0;
}

/* The points of a framebuffer object; fbo may be NULL: the error was raised. 0 after raising the errors that glFramebuffer*
 * commands have in common. */
static unsigned resolve_points(struct ga_context *ctx, const char *command, const struct ga_fbo *fbo, GLenum attachment)
{
   if (!fbo)
      return 0;
   GLenum error;
   unsigned points = ga_attachment_points(ctx, attachment, &error);
   if (!points) {
      ga_error(ctx, error, "%s: attachment %s", command, ga_enum_name(attachment));
      return 0;
   }
   if (fbo->name)
      return points;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer object is bound", command);
   return 0;
}

static void detach(struct ga_context *ctx, struct ga_fbo *fbo, unsigned points)
{
   for (; points; points &= points - 1)
      ga_fbo_detach(ctx, fbo, (enum ga_attachment_index)__builtin_ctz(points));
}

static void attach_texture(struct ga_context *ctx, struct ga_fbo *fbo, unsigned points, struct ga_texture *tex, unsigned level,
                           unsigned layer, bool layered)
{
   for (; points; points &= points - 1)
      ga_fbo_attach_texture(ctx, fbo, (enum ga_attachment_index)__builtin_ctz(points), tex, level, layer, layered);
}

static void attach_renderbuffer(struct ga_context *ctx, struct ga_fbo *fbo, unsigned points, struct ga_renderbuffer *rb)
{
   for (; points; points &= points - 1)
      ga_fbo_attach_renderbuffer(ctx, fbo, (enum ga_attachment_index)__builtin_ctz(points), rb);
}

static void framebuffer_renderbuffer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment,
                                     GLenum renderbuffer_target, GLuint name)
{
   unsigned points = resolve_points(ctx, command, fbo, attachment);
   if (!points)
      return;
   if (name != 0 && renderbuffer_target != GL_RENDERBUFFER) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: renderbuffertarget %s is not accepted by this command", command,
               ga_enum_name(renderbuffer_target));
      return;
   }
   struct ga_renderbuffer *rb = ga_renderbuffer_lookup(ctx, name);
   if (rb)
      attach_renderbuffer(ctx, fbo, points, rb);
   else if (name)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: renderbuffer %u does not exist", command, name);
   else
      detach(ctx, fbo, points);
   ga_renderbuffer_unref(rb);
}

void ga_FramebufferRenderbuffer(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum renderbuffer_target,
                                GLuint name)
{
   static const char command[] = "glFramebufferRenderbuffer";
   framebuffer_renderbuffer(ctx, command, ga_resolve_framebuffer(ctx, command, target), attachment, renderbuffer_target, name);
}

void ga_NamedFramebufferRenderbuffer(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLenum renderbuffer_target,
                                     GLuint name)
{
   static const char command[] = "glNamedFramebufferRenderbuffer";
   framebuffer_renderbuffer(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), attachment, renderbuffer_target, name);
}

/* GL 4.6, 9.2.8: where there are texture views, immutable textures have the levels of the view only. */
static bool check_level(struct ga_context *ctx, const char *command, const struct ga_texture *tex, GLint level)
{
   const bool any_level = ga_has(ctx, GA_FEATURE_fbo_render_mipmap);
   const bool bounded = tex->immutable && tex->origin.levels && ga_has(ctx, GA_FEATURE_texture_view);
   const unsigned last = bounded ? tex->origin.levels - 1 : ga_target_last_level(ctx, tex->traits);
   if (level >= 0 && (!level || any_level) && (unsigned)level <= last)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: level %d is not one that the target can have", command, level);
   return false;
}

/* Slices and layers that FramebufferTexture3D and FramebufferTextureLayer may name; those that an image lacks make the framebuffer
 * incomplete. */
static GLint layer_limit(const struct ga_context *ctx, const struct ga_target_traits *traits)
{
   return traits->dims == 3 ? ctx->limits.max_3d_size : traits->array ? ctx->limits.max_array_layers : traits->faces;
}

/* ES 3.0, 4.4.2.4. `attach`: GA_ATTACH_* of the command. zoffset: a slice; 0 for commands without it. */
static void framebuffer_texture_image(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment,
                                      unsigned attach, GLenum textarget, GLuint name, GLint level, GLint zoffset)
{
   unsigned points = resolve_points(ctx, command, fbo, attachment);
   if (!points)
      return;
   if (!name) {
      detach(ctx, fbo, points);
      return;
   }
   unsigned face;
   int target = ga_target_of_image(textarget, &face);
   if (target < 0 || !ga_target_offered(ctx, target) || !(ga_target_table[target].attach & attach)) {
      /* OES_texture_3D: a target of another kind is not a target of the texture. */
      ga_error(ctx, target < 0 ? GL_INVALID_ENUM : GL_INVALID_OPERATION, "%s: textarget %s", command, ga_enum_name(textarget));
      return;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   if (!tex || tex->target != (enum ga_texture_target)target)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u %s", command, name, tex ? "is of another target" : "does not exist");
   else if (zoffset < 0 || zoffset >= layer_limit(ctx, tex->traits))
      ga_error(ctx, GL_INVALID_VALUE, "%s: zoffset %d is not in the range 0 to %d", command, zoffset, layer_limit(ctx,
         tex->traits) - 1);
   else if (check_level(ctx, command, tex, level))
      attach_texture(ctx, fbo, points, tex, (unsigned)level, face + (unsigned)zoffset, false);
   ga_texture_unref(ctx, tex);
}

void ga_FramebufferTexture1D(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint name,
                             GLint level)
{
   static const char command[] = "glFramebufferTexture1D";
   framebuffer_texture_image(ctx, command, ga_resolve_framebuffer(ctx, command, target), attachment, GA_ATTACH_1D, textarget,
                             name, level, 0);
}

void ga_FramebufferTexture2D(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint name,
                             GLint level)
{
   static const char command[] = "glFramebufferTexture2D";
   framebuffer_texture_image(ctx, command, ga_resolve_framebuffer(ctx, command, target), attachment, GA_ATTACH_2D, textarget,
                             name, level, 0);
}

void ga_FramebufferTexture3D(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum textarget, GLuint name, GLint level,
                             GLint zoffset)
{
   static const char command[] = "glFramebufferTexture3D";
   framebuffer_texture_image(ctx, command, ga_resolve_framebuffer(ctx, command, target), attachment, GA_ATTACH_3D, textarget,
                             name, level, zoffset);
}

/* Faces of a cube map are layers since GL 4.5; in OpenGL ES they are not. */
static bool has_layers(const struct ga_context *ctx, const struct ga_target_traits *traits)
{
   return traits->attach & GA_ATTACH_LAYER && (traits->faces == 1 || ga_has(ctx, GA_FEATURE_direct_state_access));
}

/* ES 3.0, 4.4.2.4; GL 4.6, 9.2.8: a layer of an array, a slice, or a face of a cube map. */
static void framebuffer_texture_layer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment,
                                      GLuint name, GLint level, GLint layer)
{
   unsigned points = resolve_points(ctx, command, fbo, attachment);
   if (!points)
      return;
   if (!name) {
      detach(ctx, fbo, points);
      return;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   if (!tex || !has_layers(ctx, tex->traits))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u %s", command, name, tex ? "has no layers" : "does not exist");
   else if (layer < 0 || layer >= layer_limit(ctx, tex->traits))
      ga_error(ctx, GL_INVALID_VALUE, "%s: layer %d is not in the range 0 to %d", command, layer, layer_limit(ctx,
         tex->traits) - 1);
   else if (check_level(ctx, command, tex, level))
      attach_texture(ctx, fbo, points, tex, (unsigned)level, (unsigned)layer, false);
   ga_texture_unref(ctx, tex);
}

void ga_FramebufferTextureLayer(struct ga_context *ctx, GLenum target, GLenum attachment, GLuint texture, GLint level,
                                GLint layer)
{
   static const char command[] = "glFramebufferTextureLayer";
   framebuffer_texture_layer(ctx, command, ga_resolve_framebuffer(ctx, command, target), attachment, texture, level, layer);
}

void ga_NamedFramebufferTextureLayer(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLuint texture, GLint level,
                                     GLint layer)
{
   static const char command[] = "glNamedFramebufferTextureLayer";
   framebuffer_texture_layer(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), attachment, texture, level, layer);
}

/* ---- views (OVR_multiview) ------------------------------------------------------------------------------------------------------ */

void ga_FramebufferTextureMultiviewOVR(struct ga_context *ctx, GLenum target, GLenum attachment, GLuint texture, GLint level,
                                       GLint first, GLsizei views)
{
   static const char command[] = "glFramebufferTextureMultiviewOVR";
   struct ga_fbo *fbo = ga_resolve_framebuffer(ctx, command, target);
   unsigned points = resolve_points(ctx, command, fbo, attachment);
   if (!points)
      return;
   if (views < 1 || views > GLSL_MAX_VIEWS) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: numViews %d is not in the range 1 to %d", command, views, GLSL_MAX_VIEWS);
      return;
   }
   if (!texture) {
      detach(ctx, fbo, points);
      return;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, texture);
   if (!tex || tex->target != GA_TEX_2D_ARRAY)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u %s", command, texture, tex ? "is not a two-dimensional array" : "does not exist");
   else if (first < 0 || first > ctx->limits.max_array_layers - views)
      ga_error(ctx, GL_INVALID_VALUE, "%s: baseViewIndex %d is not in the range 0 to %d", command, first,
               ctx->limits.max_array_layers - views);
   else if (check_level(ctx, command, tex, level))
      for (; points; points &= points - 1)
         ga_fbo_attach_views(ctx, fbo, (enum ga_attachment_index)__builtin_ctz(points), tex, (unsigned)level, (unsigned)first,
                             (unsigned)views);
   ga_texture_unref(ctx, tex);
}

/* ---- all layers (OpenGL ES 3.2, 9.2.8) ----------------------------------------------------------------------------------------- */

/* Attaches a level of a texture: all of its layers, slices and faces where the target has them. */
static void framebuffer_texture(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment, GLuint name,
                                GLint level)
{
   unsigned points = resolve_points(ctx, command, fbo, attachment);
   if (!points)
      return;
   if (!name) {
      detach(ctx, fbo, points);
      return;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   if (!tex)
      ga_error(ctx, GL_INVALID_VALUE, "%s: texture %u does not exist", command, name);
   else if (!tex->traits->attach)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u cannot be attached", command, name);
   else if (check_level(ctx, command, tex, level))
      attach_texture(ctx, fbo, points, tex, (unsigned)level, 0, tex->traits->attach & GA_ATTACH_LAYER);
   ga_texture_unref(ctx, tex);
}

void ga_FramebufferTexture(struct ga_context *ctx, GLenum target, GLenum attachment, GLuint texture, GLint level)
{
   static const char command[] = "glFramebufferTexture";
   struct ga_fbo *fbo = ga_resolve_framebuffer(ctx, command, target);
   if (fbo)
      framebuffer_texture(ctx, command, fbo, attachment, texture, level);
}

void ga_NamedFramebufferTexture(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLuint texture, GLint level)
{
   static const char command[] = "glNamedFramebufferTexture";
   struct ga_fbo *fbo = ga_resolve_framebuffer_of_name(ctx, command, framebuffer);
   if (fbo)
      framebuffer_texture(ctx, command, fbo, attachment, texture, level);
}
