/* ge_config.c: configs, made from tables of colour formats, depth/stencil formats and numbers of samples; their attributes. The
 * process has one table of configs: a handle that a program keeps is the same config after eglTerminate and eglInitialize. */
#include "egl/ge_config.h"
#include "egl/ge_platform.h"

#include <drm_fourcc.h>
#include <pthread.h>
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

EGLint ge_renderable_types(const struct ge_session *session)
{
   EGLint types = ga_max_version(session->screen, GA_API_ES1) ? EGL_OPENGL_ES_BIT : 0;
   int es = ga_max_version(session->screen, GA_API_ES2);
   if (es >= 20)
      types |= EGL_OPENGL_ES2_BIT;
   if (es >= 30)
      types |= EGL_OPENGL_ES3_BIT;
   if (ga_max_version(session->screen, GA_API_CORE) || ga_max_version(session->screen, GA_API_COMPAT))
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

/* All combinations of the rows above, in this order. Constant once table_once is done. */
static struct ge_config table[COUNT(sample_counts) * COUNT(colors) * COUNT(depths)];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void fill_table(void)
{
   for (unsigned i = 0; i < COUNT(table); i++) {
      const unsigned c = i / COUNT(depths) % COUNT(colors);
      const enum pipe_format color = colors[c].format, depth = depths[i % COUNT(depths)];
      table[i] = (struct ge_config){
         .id = (EGLint)i + 1, .color = color, .depth_stencil = depth,
         .samples = sample_counts[i / (COUNT(depths) * COUNT(colors))], .red = bits(color, 0), .green = bits(color, 1),
         .blue = bits(color, 2), .alpha = bits(color, 3), .depth = bits(depth, 0), .stencil = bits(depth, 1),
         .native_visual = colors[c].visual, .is_float = pipe_format_first_channel(color)->type == PIPE_CHANNEL_FLOAT,
      };
   }
}

bool ge_config_list(struct ge_session *session)
{
   pthread_once(&table_once, fill_table);
   session->configs = calloc(COUNT(table), sizeof(*session->configs));
   if (!session->configs)
      return false;
   for (unsigned i = 0; i < COUNT(table); i++)
      if (is_supported(session->screen, table[i].color, table[i].depth_stencil, (unsigned)table[i].samples) &&
          session->platform->surface_types(session, &table[i]))
         session->configs[session->config_count++] = &table[i];
   return true;
}

enum pipe_format ge_config_color_format(struct ge_session *session, const struct ge_config *config, EGLint colorspace)
{
   struct pipe_screen *screen = session->screen;
   if (colorspace == EGL_GL_COLORSPACE_LINEAR)
      return config->color;
   const enum pipe_format srgb = pipe_format_srgb(config->color);
   if (srgb == config->color || !is_supported(screen, srgb, config->depth_stencil, (unsigned)config->samples))
      return PIPE_FORMAT_NONE;
   return srgb;
}

const struct ge_config *ge_config_find(struct ge_session *session, EGLConfig handle)
{
   for (EGLint i = 0; i < session->config_count; i++)
      if (session->configs[i] == handle)
         return handle;
   ge_error(EGL_BAD_CONFIG, "%p is not an EGLConfig of this display", handle);
   return NULL;
}

bool ge_config_value(struct ge_session *session, const struct ge_config *c, EGLint attrib, EGLint *value)
{
   const EGLint max = (EGLint)session->screen->caps.max_texture_2d_size;
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
   case EGL_RENDERABLE_TYPE: *value = ge_renderable_types(session); return true;
   case EGL_SURFACE_TYPE: *value = session->platform->surface_types(session, c); return true;
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

EGLBoolean ge_config_attrib(struct ge_session *session, const struct ge_config *config, EGLint attrib, EGLint *value)
{
   if (ge_config_value(session, config, attrib, value))
      return EGL_TRUE;
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a config attribute", attrib);
}
