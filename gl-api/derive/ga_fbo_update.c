/* ga_fbo_update.c: framebuffers for drawing and reading: the images of attachments, completeness (cached while no attached
 * object changes its seqno), the surfaces in st.fb. */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_fbo_complete.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"

/* In contexts of OpenGL the default framebuffer is encoded where GL_FRAMEBUFFER_SRGB is on, whatever the surface's
 * EGL_GL_COLORSPACE, as in Mesa: the attribute is that of OpenGL ES, which has no such switch. */
static const struct ga_format *window_format(const struct ga_context *ctx, enum pipe_format color)
{
   const struct ga_format *encoded = ga_has(ctx, GA_FEATURE_es) ? NULL : ga_format_of_st(pipe_format_srgb(color));
   return encoded ? encoded : ga_format_of_st(color);
}

static bool window_image(const struct ga_context *ctx, const struct ga_drawable *drawable, enum ga_attachment_index which,
                         struct ga_image_at *out)
{
   bool color = which == GA_ATT_COLOR0;
   if (!drawable || (which > GA_ATT_COLOR0 && which < GA_ATT_DEPTH))
      return false;
   struct pipe_resource *res = color ? drawable->color : drawable->depth_stencil;
   const struct ga_format *format = color ? window_format(ctx, drawable->color_format) : ga_format_of_st(drawable->depth_stencil_format);
   if (!res || !format || (which == GA_ATT_DEPTH && !format->depth) || (which == GA_ATT_STENCIL && !format->stencil))
      return false;
   *out = (struct ga_image_at){.resource = res, .layers = 1, .format = format, .width = drawable->width, .height = drawable->height,
                               .samples = res->t.samples > 1 ? res->t.samples : 0, .fixed_locations = true};
   return true;
}

static void hold(struct ga_attachment *att, struct pipe_resource *res)
{
   if (att->held == res)
      return;
   pipe_resource_unref(att->held);
   att->held = pipe_resource_ref(res);
}

static bool renderbuffer_image(struct ga_attachment *att, struct ga_image_at *out)
{
   struct ga_renderbuffer *rb = att->renderbuffer;
   pthread_mutex_lock(&rb->lock);
   *out = (struct ga_image_at){.resource = rb->resource, .level = rb->level, .layer = rb->layer, .layers = 1,
                               .format = rb->format, .width = rb->width, .height = rb->height, .samples = rb->samples, .fixed_locations = true};
   hold(att, rb->resource);
   pthread_mutex_unlock(&rb->lock);
   return out->resource != NULL;
}

/* Each cube face is an image; slices and layers are parts of one image. All faces of a layered attachment are in one
 * resource when they are alike, which completeness requires. */
static bool texture_image(struct ga_attachment *att, struct ga_image_at *out)
{
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   bool cube = att->texture->traits->faces > 1;
   unsigned slice = cube ? 0 : att->layer;
   if (!ga_teximage_get(att->texture, cube ? att->layer : 0, att->level, &image) || !image.resource ||
       slice + (att->views ? att->views - 1 : 0) >= ga_extent_slices(image.extent))
      return false;
   *out = (struct ga_image_at){.resource = image.resource, .level = image.level, .layer = image.layer + slice,
                               .layers = 1, .format = image.format, .width = image.extent.width, .height = image.extent.height,
                               .unsized = image.internal_format == image.format->base_format};
   if (att->layered)
      out->layers = cube ? att->texture->traits->faces : ga_extent_slices(image.extent);
   if (att->views)
      out->layers = att->views;
   out->samples = image.resource->t.samples > 1 ? image.resource->t.samples : 0;
   out->fixed_locations = image.fixed_locations || !out->samples;
   hold(att, image.resource);
   return true;
}

bool ga_attachment_image(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which,
                         struct ga_image_at *out)
{
   struct ga_attachment *att = &fbo->att[which];
   *out = (struct ga_image_at){0};
   switch (att->type) {
   case GL_FRAMEBUFFER_DEFAULT: return window_image(ctx, fbo->drawable, which, out);
   case GL_RENDERBUFFER: return renderbuffer_image(att, out);
   case GL_TEXTURE: return texture_image(att, out);
   default: return false;
   }
}

const struct ga_format *ga_fbo_format(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which)
{
   struct ga_image_at image;
   return ga_attachment_image(ctx, fbo, which, &image) ? image.format : NULL;
}

/* ---- completeness --------------------------------------------------------------------------------------------------------- */

/* OpenGL ES 3.0, 4.4.4: levels of a texture whose storage is not immutable. */
static void texture_facts(struct ga_attachment *att, struct ga_attachment_facts *f)
{
   struct ga_texture *tex = att->texture;
   unsigned base, max, last;
   pthread_mutex_lock(&tex->lock);
   if (!tex->immutable && !tex->imported) {
      ga_texture_levels(tex, &base, &max);
      bool complete = ga_texture_completeness(tex, att->level != base, &last) == GA_COMPLETE;
      f->level_outside = att->level < base || (att->level > base && complete && att->level > last);
      f->levels_missing = att->level > base && !complete;
      f->faces_missing = tex->traits->faces > 1 && att->layered && !complete; /* the base level of one face stands alone */
   }
   pthread_mutex_unlock(&tex->lock);
}

/* EXT_color_buffer_float makes sized internal formats renderable. 16-bit floats: EXT_color_buffer_half_float, unsized ones, too. */
static bool color_renderable(struct ga_context *ctx, const struct ga_image_at *image)
{
   const bool float32 = ga_format_component_type(image->format) == GL_FLOAT && image->format->red == 32;
   return ga_format_color_renderable(ctx, image->format) && !(image->unsized && float32 && ga_has(ctx, GA_FEATURE_es));
}

/* Before ARB_ES2_compatibility, desktop OpenGL requires an image for each draw buffer and the read buffer (GL 3.3, 4.4.4). */
static void buffer_facts(const struct ga_fbo *fbo, struct ga_fbo_facts *facts)
{
   for (unsigned i = 0; i < GA_MAX_DRAW_BUFFERS; i++) {
      int point = ga_fbo_draw_point(fbo, i);
      facts->draw_missing |= point >= 0 && fbo->att[point].type == GL_NONE;
   }
   facts->read_missing = fbo->read_buffer != GL_NONE && fbo->att[fbo->read_buffer - GL_COLOR_ATTACHMENT0].type == GL_NONE;
}

static void collect_facts(struct ga_context *ctx, struct ga_fbo *fbo, struct ga_fbo_facts *facts)
{
   *facts = (struct ga_fbo_facts){
      .window = fbo->name == 0,
      .has_drawable = fbo->drawable && fbo->drawable->color,
      .default_size = fbo->defaults.width > 0 && fbo->defaults.height > 0,
      .equal_sizes = !ga_has(ctx, GA_FEATURE_framebuffer_mixed_sizes),
   };
   if (fbo->name && !ga_has(ctx, GA_FEATURE_es2_compatibility))
      buffer_facts(fbo, facts);
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      struct ga_image_at image;
      struct ga_attachment_facts *f = &facts->att[i];
      f->attached = fbo->att[i].type != GL_NONE;
      if (!f->attached || !ga_attachment_image(ctx, fbo, i, &image))
         continue;
      f->exists = image.width > 0 && image.height > 0;
      if (fbo->att[i].texture && ga_has(ctx, GA_FEATURE_framebuffer_level_complete))
         texture_facts(&fbo->att[i], f);
      f->renderable = i == GA_ATT_DEPTH     ? ga_format_depth_renderable(ctx, image.format)
                      : i == GA_ATT_STENCIL ? ga_format_stencil_renderable(ctx, image.format)
                                            : color_renderable(ctx, &image);
      f->layered = fbo->att[i].layered;
      f->target = fbo->att[i].texture ? (int)fbo->att[i].texture->target : -1;
      f->layers = image.layers;
      f->views = fbo->att[i].views;
      f->width = image.width;
      f->height = image.height;
      f->samples = image.samples;
      f->fixed_locations = image.fixed_locations;
      f->image = image.resource;
      f->level = image.level;
      f->layer = image.layer;
   }
}

/* Before the images are looked up, so that a later change is noticed. */
static void note_seqnos(struct ga_fbo *fbo)
{
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      struct ga_attachment *att = &fbo->att[i];
      if (att->texture)
         att->seqno = atomic_load(&att->texture->storage_seqno);
      else if (att->renderbuffer)
         att->seqno = atomic_load(&att->renderbuffer->seqno);
   }
}

/* The size of a framebuffer without attachments. */
static void use_defaults(struct ga_context *ctx, struct ga_fbo *fbo)
{
   const struct ga_fbo_defaults *d = &fbo->defaults;
   fbo->width = (uint32_t)d->width;
   fbo->height = (uint32_t)d->height;
   fbo->layers = (uint32_t)d->layers;
   fbo->samples = d->samples ? ga_format_samples(ctx, ga_format_sized(ctx, GL_RGBA8), (unsigned)d->samples) : 0;
}

GLenum ga_fbo_status(struct ga_context *ctx, struct ga_fbo *fbo)
{
   if (fbo->status && !ga_fbo_attachments_changed(fbo))
      return fbo->status;
   struct ga_fbo_facts facts;
   if (fbo == ctx->draw_fbo)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER; /* the surfaces were derived for other seqnos */
   note_seqnos(fbo);
   collect_facts(ctx, fbo, &facts);
   fbo->status = ga_fbo_complete(&facts, &fbo->why);
   fbo->width = fbo->height = UINT32_MAX;
   fbo->samples = fbo->layers = fbo->views = 0;
   for (unsigned i = 0; i < GA_ATT_COUNT; i++)
      if (facts.att[i].exists) {
         fbo->samples = facts.att[i].samples;
         fbo->views = facts.att[i].views;
         if ((facts.att[i].layered || fbo->views) && facts.att[i].layers > fbo->layers)
            fbo->layers = facts.att[i].layers;
         fbo->width = facts.att[i].width < fbo->width ? facts.att[i].width : fbo->width;
         fbo->height = facts.att[i].height < fbo->height ? facts.att[i].height : fbo->height;
      }
   if (fbo->name && fbo->status == GL_FRAMEBUFFER_COMPLETE && fbo->width == UINT32_MAX)
      use_defaults(ctx, fbo);
   return fbo->status;
}

/* A window may have been resized since it was bound. */
static void refresh_windows(struct ga_context *ctx)
{
   if (ctx->read && ctx->read->seqno != ctx->read_seqno) {
      ctx->read_seqno = ctx->read->seqno;
      ctx->window_read_fbo->status = 0;
   }
   if (ctx->draw && ctx->draw->seqno != ctx->draw_seqno) {
      ctx->draw_seqno = ctx->draw->seqno;
      ga_fbo_window_resized(ctx);
   }
}

bool ga_fbo_require_complete(struct ga_context *ctx, struct ga_fbo *fbo, const char *operation)
{
   refresh_windows(ctx);
   GLenum status = ga_fbo_status(ctx, fbo);
   if (status == GL_FRAMEBUFFER_COMPLETE)
      return true;
   ga_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: framebuffer %u is incomplete: %s", operation, fbo->name,
            fbo->why);
   return false;
}

bool ga_fbo_require_readable(struct ga_context *ctx, struct ga_fbo *fbo, const char *operation)
{
   if (!ga_fbo_require_complete(ctx, fbo, operation))
      return false;
   if (fbo->views <= 1)
      return true;
   ga_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: framebuffer %u has %u views; one with a single layer of them can be read",
            operation, fbo->name, fbo->views);
   return false;
}

/* ---- drawing -------------------------------------------------------------------------------------------------------------- */

/* The attachment's surface, made anew when it no longer shows the image. *out: NULL when nothing is attached. False: out
 * of memory. */
static bool attachment_surface(struct ga_context *ctx, struct ga_fbo *fbo, enum ga_attachment_index which,
                               struct pipe_surface **out)
{
   struct ga_attachment *att = &fbo->att[which];
   struct ga_image_at image;
   *out = NULL;
   if (!ga_attachment_image(ctx, fbo, which, &image)) {
      ga_attachment_drop_surface(ctx, att);
      return true;
   }
   struct pipe_surface *surface = att->surface;
   enum pipe_format format = image.format->surface;
   if (pipe_format_is_srgb(format) && !ctx->cap_srgb)
      format = pipe_format_linear(format);
   const unsigned last_layer = image.layer + image.layers - 1;
   if (!surface || surface->resource != image.resource || surface->t.first_level != image.level ||
       surface->t.first_layer != image.layer || surface->t.last_layer != last_layer || surface->t.format != format) {
      struct pipe_view_template t = {
         .target = image.layers > 1 ? PIPE_TEXTURE_2D_ARRAY : PIPE_TEXTURE_2D,
         .format = format,
         .first_level = (uint8_t)image.level,
         .last_level = (uint8_t)image.level,
         .first_layer = (uint16_t)image.layer,
         .last_layer = (uint16_t)last_layer,
      };
      surface = ctx->st.pipe->impl->create_surface(ctx->st.pipe, image.resource, &t);
      if (!surface)
         return false;
      ga_attachment_drop_surface(ctx, att);
      att->surface = surface;
   }
   *out = surface;
   return true;
}

bool ga_derive_framebuffer(struct ga_context *ctx, const char *operation)
{
   struct ga_fbo *fbo = ctx->draw_fbo;
   if (!ga_fbo_require_complete(ctx, fbo, operation))
      return false;

   struct pipe_framebuffer_state fb = {
      .width = (uint16_t)fbo->width,
      .height = (uint16_t)fbo->height,
      .layers = (uint16_t)(fbo->layers ? fbo->layers : 1),
      .y_inverted = ga_fbo_y_inverted(fbo),
   };
   bool ok = true;
   uint8_t opaque = 0, intensity = 0;
   for (unsigned i = 0; ok && i < (unsigned)ctx->limits.max_draw_buffers; i++) {
      int point = ga_fbo_draw_point(fbo, i);
      if (point < 0)
         continue;
      ok = attachment_surface(ctx, fbo, (enum ga_attachment_index)point, &fb.cbufs[i]);
      if (!fb.cbufs[i])
         continue;
      fb.color_count = (uint8_t)(i + 1);
      const struct ga_format *format = ga_fbo_format(ctx, fbo, (enum ga_attachment_index)point);
      opaque |= (format->alpha ? 0 : 1) << i;
      intensity |= (format->intensity ? 1 : 0) << i;
   }
   /* Complete: depth and stencil are one image, or only one of them is there. */
   const struct ga_format *depth = ga_fbo_format(ctx, fbo, GA_ATT_DEPTH);
   const struct ga_format *stencil = ga_fbo_format(ctx, fbo, GA_ATT_STENCIL);
   if (ok && (depth || stencil))
      ok = attachment_surface(ctx, fbo, depth ? GA_ATT_DEPTH : GA_ATT_STENCIL, &fb.zsbuf);
   if (!ok) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, operation);
      return false;
   }
   fb.samples = (uint8_t)fbo->samples;

   ctx->fb_alpha_mask = (uint8_t)~opaque;
   ctx->fb_intensity_mask = intensity;
   ctx->fb_has_depth = depth != NULL;
   ctx->fb_has_stencil = stencil != NULL;
   ctx->st.fb = fb;
   ctx->st.views = (uint8_t)fbo->views;
   ctx->st.dirty |= ST_DIRTY_FRAMEBUFFER;
   ctx->dirty &= ~GA_DIRTY_FRAMEBUFFER; /* set where a surface of the old st.fb was released */
   ctx->dirty |= GA_DIRTY_FB_STATE;
   return true;
}

void ga_fbo_window_changed(struct ga_context *ctx)
{
   struct ga_fbo *fbos[2] = {ctx->window_fbo, ctx->window_read_fbo};
   for (unsigned i = 0; i < 2; i++) {
      for (unsigned j = 0; j < GA_ATT_COUNT; j++)
         ga_attachment_drop_surface(ctx, &fbos[i]->att[j]);
      fbos[i]->drawable = i ? ctx->read : ctx->draw;
      fbos[i]->status = 0;
   }
   if (ctx->draw_fbo == ctx->window_fbo)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
}

void ga_fbo_window_resized(struct ga_context *ctx)
{
   ctx->window_fbo->status = 0;
   if (ctx->draw_fbo == ctx->window_fbo)
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

/* The attachment that glReadBuffer chose; the first one's point where there is none to read. *chosen: whether there is one. */
static enum ga_attachment_index read_point(const struct ga_fbo *fbo, bool *chosen)
{
   *chosen = fbo->read_buffer != GL_NONE;
   bool window = fbo->name == 0 || !*chosen;
   return window ? GA_ATT_COLOR0 : GA_ATT_COLOR0 + (enum ga_attachment_index)(fbo->read_buffer - GL_COLOR_ATTACHMENT0);
}

bool ga_fbo_read_buffer(struct ga_context *ctx, struct ga_fbo *fbo, struct ga_image_at *out)
{
   bool chosen;
   enum ga_attachment_index which = read_point(fbo, &chosen);
   return chosen && ga_attachment_image(ctx, fbo, which, out);
}

/* Replaces the image of a multisampled window by a resolved copy: reads of the default framebuffer are of pixels (OpenGL ES 3.0,
 * 4.3.1). A framebuffer object is left alone, its readers raise an error. False: out of memory. */
static bool resolve_window(struct ga_context *ctx, struct ga_read_image *image)
{
   struct pipe_resource *source = image->resource;
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = source->t.format, .width = source->t.width, .height = source->t.height,
      .depth = 1, .layers = 1, .bind = source->t.bind,
   };
   struct pipe_resource *copy = ctx->screen->impl->resource_create(ctx->screen, &tmpl);
   if (!copy)
      return false;
   const struct pipe_box box = { 0, 0, 0, (int)source->t.width, (int)source->t.height, 1 };
   const unsigned depth_stencil = (image->format->depth ? 1u << 4 : 0) | (image->format->stencil ? 1u << 5 : 0);
   const struct pipe_blit_info info = {
      .dst = { copy, 0, box, copy->t.format },
      .src = { source, 0, box, source->t.format },
      .mask = depth_stencil ? depth_stencil : 0xf,
      .filter = PIPE_TEX_FILTER_NEAREST,
   };
   ctx->st.pipe->impl->blit(ctx->st.pipe, &info);
   pipe_resource_unref(source);
   image->resource = copy;
   return true;
}

bool ga_fbo_read_image(struct ga_context *ctx, const char *operation, enum ga_attachment_index which,
                       struct ga_read_image *out)
{
   struct ga_fbo *fbo = ctx->read_fbo;
   struct ga_image_at image;
   bool chosen = true;
   if (!ga_fbo_require_readable(ctx, fbo, operation))
      return false;
   if (which == GA_ATT_READ_BUFFER)
      which = read_point(fbo, &chosen);
   if (!chosen || !ga_attachment_image(ctx, fbo, which, &image)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: framebuffer %u has no %s image", operation, fbo->name,
               which == GA_ATT_DEPTH ? "depth" : which == GA_ATT_STENCIL ? "stencil" : "colour");
      return false;
   }
   *out = (struct ga_read_image){
      .resource = pipe_resource_ref(image.resource),
      .level = image.level,
      .layer = image.layer,
      .format = image.format,
      .stored = image.format->st,
      .width = image.width,
      .height = image.height,
      .y_inverted = ga_fbo_y_inverted(fbo),
   };
   if (fbo->name != 0 || image.samples <= 1 || resolve_window(ctx, out))
      return true;
   pipe_resource_unref(out->resource);
   ga_oom(ctx, operation);
   return false;
}

void ga_fbo_read_format(struct ga_context *ctx, struct ga_fbo *fbo, GLenum *format, GLenum *type)
{
   refresh_windows(ctx);
   bool chosen;
   enum ga_attachment_index which = read_point(fbo, &chosen);
   const struct ga_format *f = chosen ? ga_fbo_format(ctx, fbo, which) : NULL;
   *format = f ? f->read_format : GL_RGBA;
   *type = f ? f->read_type : GL_UNSIGNED_BYTE;
}
