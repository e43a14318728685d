/* part_doubles.c: for as long as textures are not in the library: the least that contexts and framebuffers need of them. */
#include <stdlib.h>

#include "gl-api/ga_format.h"
#include "gl-api/ga_texture.h"

#define WEAK __attribute__((weak))

WEAK struct ga_texture *ga_texture_ref(struct ga_texture *tex) { tex->refs++; return tex; }
WEAK void ga_texture_unref(struct ga_context *ctx, struct ga_texture *tex) { if (tex) tex->refs--; }
WEAK struct ga_texture *ga_texture_lookup(struct ga_context *ctx, GLuint name)
{
   return ut_names_lookup(&ctx->share->textures, name);
}
WEAK bool ga_texture_attachment(struct ga_context *ctx, struct ga_texture *tex, unsigned level, unsigned face,
                                struct st_resource **res, unsigned *res_level, unsigned *res_layer,
                                const struct ga_format **format, uint32_t *width, uint32_t *height) { return false; }
WEAK bool ga_texture_init_context(struct ga_context *ctx) { return true; }
WEAK void ga_texture_finish_context(struct ga_context *ctx) {}
WEAK void ga_texture_free_shared(struct ga_context *ctx, struct ga_texture *tex) {}
WEAK bool ga_update_textures(struct ga_context *ctx, const char *operation) { ctx->textures_stale = false; return true; }

static const struct ga_format rgba8 = {.internal_format = GL_RGBA8, .base_format = GL_RGBA, .st = ST_FORMAT_R8G8B8A8_UNORM,
   .red = 8, .green = 8, .blue = 8, .alpha = 8, .color_renderable = true, .renderbuffer = true};
static const struct ga_format rgb565 = {.internal_format = GL_RGB565, .base_format = GL_RGB, .st = ST_FORMAT_B5G6R5_UNORM,
   .red = 5, .green = 6, .blue = 5, .color_renderable = true, .renderbuffer = true};
static const struct ga_format depth16 = {.internal_format = GL_DEPTH_COMPONENT16, .base_format = GL_DEPTH_COMPONENT,
   .st = ST_FORMAT_Z16_UNORM, .depth = 16, .depth_renderable = true, .renderbuffer = true};
static const struct ga_format d24s8 = {.internal_format = GL_DEPTH24_STENCIL8, .base_format = GL_DEPTH_STENCIL,
   .st = ST_FORMAT_Z24_UNORM_S8_UINT, .depth = 24, .stencil = 8, .depth_renderable = true, .stencil_renderable = true,
   .renderbuffer = true};
static const struct ga_format s8 = {.internal_format = GL_STENCIL_INDEX8, .base_format = GL_STENCIL_INDEX,
   .st = ST_FORMAT_S8_UINT, .stencil = 8, .stencil_renderable = true, .renderbuffer = true};
static const struct ga_format *const formats[] = {&rgba8, &rgb565, &depth16, &d24s8, &s8};

WEAK const struct ga_format *ga_format_renderbuffer(struct ga_context *ctx, GLenum internal_format)
{
   for (unsigned i = 0; i < 5; i++)
      if (formats[i]->internal_format == internal_format)
         return formats[i];
   return NULL;
}
WEAK const struct ga_format *ga_format_of_st(enum st_format format)
{
   for (unsigned i = 0; i < 5; i++)
      if (formats[i]->st == format)
         return formats[i];
   return NULL;
}
