/* ga_renderbuffer.c: renderbuffer objects (ES 2.0, 4.4.2.1): life, names, storage, EGLImages made of them. */
#include <stdlib.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

/* ---- life and names -------------------------------------------------------------------------------------------------------- */

static struct ga_renderbuffer *create(struct ga_context *ctx, GLuint name)
{
   struct ga_renderbuffer *rb = calloc(1, sizeof(*rb));
   if (!rb)
      return NULL;
   rb->name = name;
   atomic_init(&rb->refs, 1);
   pthread_mutex_init(&rb->lock, NULL);
   rb->internal_format = ga_has(ctx, GA_FEATURE_es) ? GL_RGBA4 : GL_RGBA;
   return rb;
}

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
   pthread_mutex_destroy(&rb->lock);
   free(rb->label);
   free(rb);
}

struct ga_renderbuffer *ga_renderbuffer_lookup(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->renderbuffers.lock);
   struct ga_renderbuffer *rb = ga_renderbuffer_ref(ut_names_lookup(&ctx->share->renderbuffers.names, name));
   ga_unlock(ctx, &ctx->share->renderbuffers.lock);
   return rb;
}

struct ga_renderbuffer *ga_renderbuffer_of_name(struct ga_context *ctx, GLuint name)
{
   struct ut_names *names = &ctx->share->renderbuffers.names;
   ga_lock(ctx, &ctx->share->renderbuffers.lock);
   struct ga_renderbuffer *rb = ut_names_lookup(names, name);
   if (!rb && (rb = create(ctx, name)) && !ut_names_insert(names, name, rb)) {
      ga_renderbuffer_unref(rb);
      rb = NULL;
   }
   ga_renderbuffer_ref(rb);
   ga_unlock(ctx, &ctx->share->renderbuffers.lock);
   return rb;
}

void ga_renderbuffer_delete_name(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->renderbuffers.lock);
   struct ga_renderbuffer *rb = ut_names_lookup(&ctx->share->renderbuffers.names, name);
   ut_names_remove(&ctx->share->renderbuffers.names, name);
   ga_unlock(ctx, &ctx->share->renderbuffers.lock);
   if (!rb)
      return;
   if (ctx->renderbuffer == rb) {
      ga_renderbuffer_unref(rb);
      ctx->renderbuffer = NULL;
   }
   ga_fbo_detach_renderbuffer(ctx, rb);
   ga_renderbuffer_unref(rb); /* the name's */
}

/* ---- storage ------------------------------------------------------------------------------------------------------------- */

/* The new storage of a renderbuffer. */
struct storage {
   struct pipe_resource *resource; /* counted, taken over */
   const struct ga_format *format;
   GLenum internal_format;
   uint32_t width, height, samples;
   unsigned level, layer;
};

static void set_storage(struct ga_context *ctx, struct ga_renderbuffer *rb, const struct storage *s)
{
   pthread_mutex_lock(&rb->lock);
   struct pipe_resource *old = rb->resource;
   rb->resource = s->resource;
   rb->format = s->format;
   rb->internal_format = s->internal_format;
   rb->width = s->width;
   rb->height = s->height;
   rb->samples = s->samples;
   rb->level = s->level;
   rb->layer = s->layer;
   atomic_fetch_add_explicit(&rb->seqno, 1, memory_order_relaxed);
   pthread_mutex_unlock(&rb->lock);
   pipe_resource_unref(old);
   ga_share_changed(ctx);
}

/* Renderbuffers are sampled when an EGLImage makes a texture of them, so they get that use where the format allows. Desktop OpenGL
 * has renderbuffers of one format that cannot be rendered to, RGB9_E5 (EXT_texture_shared_exponent, "Errors"). */
static struct pipe_resource *create_resource(struct pipe_screen *screen, const struct ga_format *format, uint32_t width,
                                             uint32_t height, unsigned samples)
{
   static const unsigned binds[] = {PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW, PIPE_BIND_RENDER_TARGET, PIPE_BIND_SAMPLER_VIEW};
   bool depth = ga_format_is_depth_stencil(format);
   struct pipe_resource_template t = {
      .target = PIPE_TEXTURE_2D,
      .format = format->st,
      .width = width,
      .height = height,
      .depth = 1,
      .layers = 1,
      .samples = (uint8_t)samples,
      .bind = depth ? PIPE_BIND_DEPTH_STENCIL : binds[0],
   };
   for (unsigned i = 1; !depth && i < 3 && !screen->impl->is_format_supported(screen, t.format, t.target, samples, t.bind); i++)
      t.bind = binds[i];
   return screen->impl->resource_create(screen, &t);
}

bool ga_renderbuffer_allocate(struct ga_context *ctx, struct ga_renderbuffer *rb, const struct ga_format *format,
                              GLenum internal_format, uint32_t width, uint32_t height, unsigned samples)
{
   struct storage storage = { .format = format, .internal_format = internal_format, .width = width, .height = height,
                              .samples = samples };
   if (width && height && !(storage.resource = create_resource(ctx->screen, format, width, height, samples)))
      return false;
   set_storage(ctx, rb, &storage);
   return true;
}

void ga_renderbuffer_get_image(struct ga_renderbuffer *rb, struct ga_image_info *out)
{
   pthread_mutex_lock(&rb->lock);
   *out = (struct ga_image_info){
      .format = rb->format, .internal_format = rb->internal_format, .extent = { rb->width, rb->height, 1, 1 },
      .samples = (uint8_t)rb->samples, .resource = pipe_resource_ref(rb->resource), .level = rb->level, .layer = rb->layer };
   pthread_mutex_unlock(&rb->lock);
}

bool ga_renderbuffer_get_parameter(struct ga_renderbuffer *rb, GLenum pname, GLint *value)
{
   static const struct ga_format none;
   bool known = true;
   pthread_mutex_lock(&rb->lock);
   const struct ga_format *format = rb->format ? rb->format : &none;
   switch (pname) {
   case GL_RENDERBUFFER_WIDTH: *value = (GLint)rb->width; break;
   case GL_RENDERBUFFER_HEIGHT: *value = (GLint)rb->height; break;
   case GL_RENDERBUFFER_INTERNAL_FORMAT: *value = (GLint)rb->internal_format; break;
   case GL_RENDERBUFFER_RED_SIZE: *value = format->red; break;
   case GL_RENDERBUFFER_GREEN_SIZE: *value = format->green; break;
   case GL_RENDERBUFFER_BLUE_SIZE: *value = format->blue; break;
   case GL_RENDERBUFFER_ALPHA_SIZE: *value = format->alpha; break;
   case GL_RENDERBUFFER_DEPTH_SIZE: *value = format->depth; break;
   case GL_RENDERBUFFER_SAMPLES:
   case GL_RENDERBUFFER_STORAGE_SAMPLES_AMD: *value = (GLint)rb->samples; break;
   case GL_RENDERBUFFER_STENCIL_SIZE: *value = format->stencil; break;
   default: known = false; break;
   }
   pthread_mutex_unlock(&rb->lock);
   return known;
}

/* ---- EGLImages ------------------------------------------------------------------------------------------------------------ */

enum ga_image_result ga_image_from_renderbuffer(struct ga_context *ctx, uint32_t name, struct ga_image *out,
                                                const char **why)
{
   struct ga_renderbuffer *rb = ga_renderbuffer_lookup(ctx, name);
   *why = "the renderbuffer does not exist";
   if (!rb)
      return GA_IMAGE_BAD_OBJECT;
   enum ga_image_result result = GA_IMAGE_OK;
   *why = "";
   pthread_mutex_lock(&rb->lock);
   if (!rb->resource || rb->samples > 1) {
      *why = rb->resource ? "the renderbuffer is multisampled" : "the renderbuffer has no storage";
      result = GA_IMAGE_BAD_OBJECT;
   } else {
      *out = (struct ga_image){
         .resource = pipe_resource_ref(rb->resource),
         .level = rb->level,
         .layer = rb->layer,
         .format = rb->format->st,
         .gl_format = rb->format,
         .internal_format = rb->internal_format,
         .width = rb->width,
         .height = rb->height,
         .has_alpha = rb->format->alpha > 0,
      };
   }
   pthread_mutex_unlock(&rb->lock);
   ga_renderbuffer_unref(rb);
   return result;
}

void ga_renderbuffer_from_image(struct ga_context *ctx, struct ga_renderbuffer *rb, const struct ga_image *image,
                                const struct ga_format *format)
{
   set_storage(ctx, rb, &(struct storage){
      .resource = pipe_resource_ref(image->resource), .format = format, .internal_format = format->internal_format,
      .width = image->width, .height = image->height, .level = image->level, .layer = image->layer });
}
