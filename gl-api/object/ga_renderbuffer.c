/* ga_renderbuffer.c: renderbuffers (ES 2.0, 4.4.2.1) and EGL images made of them. */
#include <stdlib.h>

#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/context/ga_share.h"

struct ga_renderbuffer *ga_renderbuffer_ref(struct ga_renderbuffer *rb)
{
   if (rb)
      atomic_fetch_add_explicit(&rb->refs, 1, memory_order_relaxed);
   return rb;
}

void ga_renderbuffer_unref(struct ga_renderbuffer *rb)
{
   if (!rb || atomic_fetch_sub_explicit(&rb->refs, 1, memory_order_acq_rel) != 1)
      return;
   pipe_resource_unref(rb->resource);
   free(rb->label);
   free(rb);
}

/* With a reference for the caller; made when the name has none yet. NULL: out of memory. */
static struct ga_renderbuffer *lookup_or_create(struct ga_context *ctx, GLuint name)
{
   struct ut_names *names = &ctx->share->renderbuffers;
   ga_share_lock(ctx);
   struct ga_renderbuffer *rb = ut_names_lookup(names, name);
   if (!rb && (rb = calloc(1, sizeof(*rb)))) {
      rb->name = name;
      rb->refs = 1;
      rb->internal_format = ga_has(ctx, GA_FEATURE_es) ? GL_RGBA4 : GL_RGBA;
      if (!ut_names_insert(names, name, rb)) {
         free(rb);
         rb = NULL;
      }
   }
   ga_renderbuffer_ref(rb);
   ga_share_unlock(ctx);
   return rb;
}

void ga_GenRenderbuffers(struct ga_context *ctx, GLsizei n, GLuint *renderbuffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenRenderbuffers: n %d", n);
   else
      ga_gen_names(ctx, &ctx->share->lock, &ctx->share->renderbuffers, n, renderbuffers, "glGenRenderbuffers");
}

static bool legal_target(struct ga_context *ctx, GLenum target, const char *command)
{
   if (target == GL_RENDERBUFFER)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s", command, ga_enum_name(target));
   return false;
}

void ga_BindRenderbuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   if (!legal_target(ctx, target, "glBindRenderbuffer"))
      return;
   struct ga_renderbuffer *rb = NULL;
   if (name != 0 && !(rb = lookup_or_create(ctx, name))) {
      ga_oom(ctx, "glBindRenderbuffer");
      return;
   }
   ga_renderbuffer_unref(ctx->renderbuffer);
   ctx->renderbuffer = rb;
}

void ga_DeleteRenderbuffers(struct ga_context *ctx, GLsizei n, const GLuint *renderbuffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteRenderbuffers: n %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      ga_share_lock(ctx);
      struct ga_renderbuffer *rb = ut_names_lookup(&ctx->share->renderbuffers, renderbuffers[i]);
      ut_names_remove(&ctx->share->renderbuffers, renderbuffers[i]);
      ga_share_unlock(ctx);
      if (!rb)
         continue;
      if (ctx->renderbuffer == rb) {
         ga_renderbuffer_unref(rb);
         ctx->renderbuffer = NULL;
      }
      ga_fbo_detach_renderbuffer(ctx, rb);
      ga_renderbuffer_unref(rb); /* the name's */
   }
}

GLboolean ga_IsRenderbuffer(struct ga_context *ctx, GLuint name)
{
   GA_SHARE_GUARD(ctx);
   return ut_names_lookup(&ctx->share->renderbuffers, name) != NULL;
}

/* ---- storage ------------------------------------------------------------------------------------------------------------- */

static void set_storage(struct ga_context *ctx, struct ga_renderbuffer *rb, struct pipe_resource *resource,
                        const struct ga_format *format, GLenum internal_format, uint32_t width, uint32_t height,
                        unsigned level, unsigned layer)
{
   ga_share_lock(ctx);
   struct pipe_resource *old = rb->resource;
   rb->resource = resource;
   rb->format = format;
   rb->internal_format = internal_format;
   rb->width = width;
   rb->height = height;
   rb->level = level;
   rb->layer = layer;
   rb->samples = 0;
   ga_share_unlock(ctx);
   pipe_resource_unref(old);
   ga_image_storage_changed(ctx);
}

/* Renderbuffers are sampled when an EGL image makes a texture of them, so they get that use where the format allows. */
static struct pipe_resource *create_storage(struct pipe_screen *screen, const struct ga_format *format, GLsizei width,
                                            GLsizei height)
{
   bool depth = format->depth_renderable || format->stencil_renderable;
   struct pipe_resource_template t = {
      .target = PIPE_TEXTURE_2D,
      .format = format->st,
      .width = (uint32_t)width,
      .height = (uint32_t)height,
      .depth = 1,
      .layers = 1,
      .bind = depth ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW,
   };
   if (!depth && !screen->impl->is_format_supported(screen, t.format, t.target, 0, t.bind))
      t.bind = PIPE_BIND_RENDER_TARGET;
   return screen->impl->resource_create(screen, &t);
}

void ga_RenderbufferStorage(struct ga_context *ctx, GLenum target, GLenum internal_format, GLsizei width,
                            GLsizei height)
{
   if (!legal_target(ctx, target, "glRenderbufferStorage"))
      return;
   const struct ga_format *format = ga_format_renderbuffer(ctx, internal_format);
   if (!format) {
      ga_error(ctx, GL_INVALID_ENUM, "glRenderbufferStorage: internalformat %s", ga_enum_name(internal_format));
      return;
   }
   GLint limit = ctx->limits.max_renderbuffer_size;
   if (width < 0 || height < 0 || width > limit || height > limit) {
      ga_error(ctx, GL_INVALID_VALUE, "glRenderbufferStorage: %d x %d (GL_MAX_RENDERBUFFER_SIZE is %d)", width, height,
               limit);
      return;
   }
   struct ga_renderbuffer *rb = ctx->renderbuffer;
   if (!rb) {
      ga_error(ctx, GL_INVALID_OPERATION, "glRenderbufferStorage: no renderbuffer is bound");
      return;
   }
   struct pipe_resource *resource = NULL;
   if (width > 0 && height > 0 && !(resource = create_storage(ctx->screen, format, width, height))) {
      ga_error(ctx, GL_OUT_OF_MEMORY, "glRenderbufferStorage: %d x %d %s", width, height,
               ga_enum_name(internal_format));
      return;
   }
   set_storage(ctx, rb, resource, format, internal_format, width, height, 0, 0);
}

void ga_GetRenderbufferParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   if (!legal_target(ctx, target, "glGetRenderbufferParameteriv"))
      return;
   struct ga_renderbuffer *rb = ctx->renderbuffer;
   if (!rb) {
      ga_error(ctx, GL_INVALID_OPERATION, "glGetRenderbufferParameteriv: no renderbuffer is bound");
      return;
   }
   GA_SHARE_GUARD(ctx);
   static const struct ga_format none;
   const struct ga_format *format = rb->format ? rb->format : &none;
   switch (pname) {
   case GL_RENDERBUFFER_WIDTH: *params = (GLint)rb->width; break;
   case GL_RENDERBUFFER_HEIGHT: *params = (GLint)rb->height; break;
   case GL_RENDERBUFFER_INTERNAL_FORMAT: *params = (GLint)rb->internal_format; break;
   case GL_RENDERBUFFER_RED_SIZE: *params = format->red; break;
   case GL_RENDERBUFFER_GREEN_SIZE: *params = format->green; break;
   case GL_RENDERBUFFER_BLUE_SIZE: *params = format->blue; break;
   case GL_RENDERBUFFER_ALPHA_SIZE: *params = format->alpha; break;
   case GL_RENDERBUFFER_DEPTH_SIZE: *params = format->depth; break;
   case GL_RENDERBUFFER_STENCIL_SIZE: *params = format->stencil; break;
   default: ga_error(ctx, GL_INVALID_ENUM, "glGetRenderbufferParameteriv: %s", ga_enum_name(pname)); break;
   }
}

/* ---- EGL images ----------------------------------------------------------------------------------------------------------- */

enum ga_image_result ga_image_from_renderbuffer(struct ga_context *ctx, uint32_t name, struct ga_image *out,
                                                const char **why)
{
   enum ga_image_result result = GA_IMAGE_OK;
   *why = "";
   ga_share_lock(ctx);
   struct ga_renderbuffer *rb = ut_names_lookup(&ctx->share->renderbuffers, name);
   if (!rb || !rb->resource) {
      *why = rb ? "the renderbuffer has no storage" : "no such renderbuffer";
      result = GA_IMAGE_BAD_OBJECT;
   } else if (rb->samples > 1) {
      *why = "the renderbuffer is multisampled";
      result = GA_IMAGE_BAD_OBJECT;
   } else {
      *out = (struct ga_image){
         .resource = pipe_resource_ref(rb->resource),
         .level = rb->level,
         .layer = rb->layer,
         .format = rb->format->st,
         .width = rb->width,
         .height = rb->height,
         .has_alpha = rb->format->alpha > 0,
      };
   }
   ga_share_unlock(ctx);
   return result;
}

void ga_renderbuffer_from_image(struct ga_context *ctx, struct ga_renderbuffer *rb, const struct ga_image *image,
                                const struct ga_format *format)
{
   set_storage(ctx, rb, pipe_resource_ref(image->resource), format, format->internal_format, image->width, image->height,
               image->level, image->layer);
}
