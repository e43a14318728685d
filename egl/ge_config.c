/* ge_config.c: configs, made from tables of colour formats, depth/stencil formats and numbers of samples; their attributes. */
#include "egl/ge_config.h"
#include "egl/ge_platform.h"

#include <drm_fourcc.h>
#include <stdlib.h>

static const struct { enum pipe_format format; EGLint visual; } colors[] = {
   {PIPE_FORMAT_B8G8R8A8_UNORM, DRM_FORMAT_ARGB8888},
   {PIPE_FORMAT_B8G8R8X8_UNORM, DRM_FORMAT_XRGB8888},
   {PIPE_FORMAT_B5G6R5_UNORM, DRM_FORMAT_RGB565},
   {PIPE_FORMAT_R8G8B8A8_UNORM, DRM_FORMAT_ABGR8888},
   {PIPE_FORMAT_B10G10R10A2_UNORM, DRM_FORMAT_ARGB2101010},
   {PIPE_FORMAT_R10G10B10A2_UNORM, DRM_FORMAT_ABGR2101010},
   {PIPE_FORMAT_R16G16B16A16_FLOAT, DRM_FORMAT_ABGR16161616F},
};
static const enum pipe_format depths[] = {
   PIPE_FORMAT_NONE, PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT,
};
static const uint8_t sample_counts[] = {0, 2, 4, 8};
#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Bits of component 0 to 3, R to A; of a depth format, 0 depth and 1 stencil. */
static EGLint bits(enum pipe_format format, unsigned component)
{
   return (EGLint)pipe_format_component_bits(format, component);
}

EGLint ge_renderable_types(struct ge_display *dpy)
{
   EGLint types = 0;
   int es = ga_max_version(dpy->screen, GA_API_ES2);
   if (es >= 20)
      types |= EGL_OPENGL_ES2_BIT;
   if (es >= 30)
      types |= EGL_OPENGL_ES3_BIT;
   if (ga_max_version(dpy->screen, GA_API_CORE) || ga_max_version(dpy->screen, GA_API_COMPAT))
      types |= EGL_OPENGL_BIT;
   return types;
}

/* The device renders to images of both formats with this number of samples. */
static bool is_supported(struct pipe_screen *screen, enum pipe_format color, enum pipe_format depth, unsigned samples)
{
   const struct pipe_screen_impl *impl = screen->impl;
   if (samples > screen->caps.max_samples)
      return false;
   return impl->is_format_supported(screen, color, PIPE_TEXTURE_2D, samples, PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE) &&
          (depth == PIPE_FORMAT_NONE ||
           impl->is_format_supported(screen, depth, PIPE_TEXTURE_2D, samples, PIPE_BIND_DEPTH_STENCIL));
}

static void add_config(struct ge_display *dpy, unsigned c, enum pipe_format depth, unsigned samples)
{
   const enum pipe_format color = colors[c].format;
   const struct ge_config config = {
      .id = dpy->config_count + 1, .color = color, .depth_stencil = depth, .samples = (EGLint)samples,
      .red = bits(color, 0), .green = bits(color, 1), .blue = bits(color, 2), .alpha = bits(color, 3),
      .depth = bits(depth, 0), .stencil = bits(depth, 1), .native_visual = colors[c].visual,
      .is_float = pipe_format_first_channel(color)->type == PIPE_CHANNEL_FLOAT,
   };
   if (is_supported(dpy->screen, color, depth, samples) && dpy->platform->surface_types(dpy, &config))
      dpy->configs[dpy->config_count++] = config;
}

bool ge_config_list(struct ge_display *dpy)
{
   dpy->configs = calloc(COUNT(sample_counts) * COUNT(colors) * COUNT(depths), sizeof(*dpy->configs));
   if (!dpy->configs)
      return false;
   dpy->config_count = 0;
   for (unsigned s = 0; s < COUNT(sample_counts); s++)
      for (unsigned c = 0; c < COUNT(colors); c++)
         for (unsigned d = 0; d < COUNT(depths); d++)
            add_config(dpy, c, depths[d], sample_counts[s]);
   return true;
}

enum pipe_format ge_config_color_format(struct ge_display *dpy, const struct ge_config *config, EGLint colorspace)
{
   struct pipe_screen *screen = dpy->screen;
   if (colorspace == EGL_GL_COLORSPACE_LINEAR)
      return config->color;
   const enum pipe_format srgb = pipe_format_srgb(config->color);
   if (srgb == config->color || !is_supported(screen, srgb, config->depth_stencil, (unsigned)config->samples))
      return PIPE_FORMAT_NONE;
   return srgb;
}

const struct ge_config *ge_config_find(struct ge_display *dpy, EGLConfig handle)
{
   const struct ge_config *config = handle;
   if (config >= dpy->configs && config < dpy->configs + dpy->config_count &&
       ((uintptr_t)config - (uintptr_t)dpy->configs) % sizeof(*config) == 0)
      return config;
   ge_error(EGL_BAD_CONFIG, "%p is not a config of this display", handle);
   return NULL;
}

bool ge_config_value(struct ge_display *dpy, const struct ge_config *c, EGLint attrib, EGLint *value)
{
   const EGLint max = (EGLint)dpy->screen->caps.max_texture_2d_size;
   switch (attrib) {
   case EGL_BUFFER_SIZE: *value = c->red + c->green + c->blue + c->alpha; return true;
   case EGL_RED_SIZE: *value = c->red; return true;
   case EGL_GREEN_SIZE: *value = c->green; return true;
   case EGL_BLUE_SIZE: *value = c->blue; return true;
   case EGL_ALPHA_SIZE: *value = c->alpha; return true;
   case EGL_DEPTH_SIZE: *value = c->depth; return true;
   case EGL_STENCIL_SIZE: *value = c->stencil; return true;
   case EGL_CONFIG_ID: *value = c->id; return true;
   case EGL_SAMPLE_BUFFERS: *value = c->samples > 0; return true;
   case EGL_SAMPLES: *value = c->samples; return true;
   case EGL_COLOR_BUFFER_TYPE: *value = EGL_RGB_BUFFER; return true;
   case EGL_COLOR_COMPONENT_TYPE_EXT:
      *value = c->is_float ? EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT : EGL_COLOR_COMPONENT_TYPE_FIXED_EXT;
      return true;
   case EGL_CONFIG_CAVEAT: *value = EGL_NONE; return true;
   case EGL_CONFORMANT:
   case EGL_RENDERABLE_TYPE: *value = ge_renderable_types(dpy); return true;
   case EGL_SURFACE_TYPE: *value = dpy->platform->surface_types(dpy, c); return true;
   case EGL_MAX_PBUFFER_WIDTH:
   case EGL_MAX_PBUFFER_HEIGHT: *value = max; return true;
   case EGL_MAX_PBUFFER_PIXELS: *value = max * max; return true;
   case EGL_NATIVE_VISUAL_ID: *value = c->native_visual; return true;
   case EGL_NATIVE_VISUAL_TYPE: *value = EGL_NONE; return true;
   case EGL_TRANSPARENT_TYPE: *value = EGL_NONE; return true;
   case EGL_MAX_SWAP_INTERVAL: *value = 1; return true;
   case EGL_MIN_SWAP_INTERVAL:
   case EGL_LUMINANCE_SIZE:
   case EGL_ALPHA_MASK_SIZE:
   case EGL_BIND_TO_TEXTURE_RGB:
   case EGL_BIND_TO_TEXTURE_RGBA:
   case EGL_LEVEL:
   case EGL_NATIVE_RENDERABLE:
   case EGL_TRANSPARENT_RED_VALUE:
   case EGL_TRANSPARENT_GREEN_VALUE:
   case EGL_TRANSPARENT_BLUE_VALUE: *value = 0; return true;
   }
   return false;
}

EGLBoolean ge_config_attrib(struct ge_display *dpy, const struct ge_config *config, EGLint attrib, EGLint *value)
{
   if (ge_config_value(dpy, config, attrib, value))
      return EGL_TRUE;
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a config attribute", attrib);
}
