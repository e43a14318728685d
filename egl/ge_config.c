/* ge_config.c: configs, made from tables of colour and depth/stencil formats; their attributes; matching and sorting of
 * eglChooseConfig (EGL 1.5, 3.4.1). */
#include "egl/ge_platform.h"

#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>

static const struct { enum pipe_format format; EGLint visual; } colors[] = {
   {PIPE_FORMAT_B8G8R8A8_UNORM, DRM_FORMAT_ARGB8888},
   {PIPE_FORMAT_B8G8R8X8_UNORM, DRM_FORMAT_XRGB8888},
   {PIPE_FORMAT_B5G6R5_UNORM, DRM_FORMAT_RGB565},
   {PIPE_FORMAT_R8G8B8A8_UNORM, DRM_FORMAT_ABGR8888},
};
static const enum pipe_format depths[] = {
   PIPE_FORMAT_NONE, PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT,
};

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

bool ge_config_list(struct ge_display *dpy)
{
   struct pipe_screen *screen = dpy->screen;
   dpy->configs = calloc(sizeof(colors) / sizeof(colors[0]) * (sizeof(depths) / sizeof(depths[0])), sizeof(*dpy->configs));
   if (!dpy->configs)
      return false;
   dpy->config_count = 0;
   for (unsigned c = 0; c < sizeof(colors) / sizeof(colors[0]); c++) {
      if (!screen->impl->is_format_supported(screen, colors[c].format, PIPE_TEXTURE_2D, 0,
                                             PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE))
         continue;
      for (unsigned d = 0; d < sizeof(depths) / sizeof(depths[0]); d++) {
         if (depths[d] != PIPE_FORMAT_NONE &&
             !screen->impl->is_format_supported(screen, depths[d], PIPE_TEXTURE_2D, 0, PIPE_BIND_DEPTH_STENCIL))
            continue;
         const struct ge_config config = {
            .id = dpy->config_count + 1, .color = colors[c].format, .depth_stencil = depths[d],
            .red = bits(colors[c].format, 0), .green = bits(colors[c].format, 1), .blue = bits(colors[c].format, 2),
            .alpha = bits(colors[c].format, 3), .depth = bits(depths[d], 0), .stencil = bits(depths[d], 1),
            .native_visual = colors[c].visual,
         };
         if (dpy->platform->surface_types(&config))
            dpy->configs[dpy->config_count++] = config;
      }
   }
   return true;
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

/* ---- attributes: one row each (EGL 1.5 table 3.1 and 3.4) ---- */

enum criterion { EXACT, AT_LEAST, MASK, SPECIAL, IGNORED };

/* `values`: the legal values besides EGL_DONT_CARE; empty: every value is legal. */
#define BOOLEAN 2, {EGL_FALSE, EGL_TRUE}
static const struct { EGLint attrib; enum criterion criterion; EGLint initial; unsigned value_count; EGLint values[3];
                      } attribs[] = {
   {EGL_BUFFER_SIZE, AT_LEAST, 0}, {EGL_RED_SIZE, AT_LEAST, 0}, {EGL_GREEN_SIZE, AT_LEAST, 0},
   {EGL_BLUE_SIZE, AT_LEAST, 0}, {EGL_LUMINANCE_SIZE, AT_LEAST, 0}, {EGL_ALPHA_SIZE, AT_LEAST, 0},
   {EGL_ALPHA_MASK_SIZE, AT_LEAST, 0}, {EGL_BIND_TO_TEXTURE_RGB, EXACT, EGL_DONT_CARE, BOOLEAN},
   {EGL_BIND_TO_TEXTURE_RGBA, EXACT, EGL_DONT_CARE, BOOLEAN},
   {EGL_COLOR_BUFFER_TYPE, EXACT, EGL_RGB_BUFFER, 2, {EGL_RGB_BUFFER, EGL_LUMINANCE_BUFFER}},
   {EGL_CONFIG_CAVEAT, EXACT, EGL_DONT_CARE, 3, {EGL_NONE, EGL_SLOW_CONFIG, EGL_NON_CONFORMANT_CONFIG}},
   {EGL_CONFIG_ID, EXACT, EGL_DONT_CARE},
   {EGL_CONFORMANT, MASK, 0}, {EGL_DEPTH_SIZE, AT_LEAST, 0}, {EGL_LEVEL, EXACT, 0},
   {EGL_MAX_PBUFFER_WIDTH, IGNORED, 0}, {EGL_MAX_PBUFFER_HEIGHT, IGNORED, 0}, {EGL_MAX_PBUFFER_PIXELS, IGNORED, 0},
   {EGL_MAX_SWAP_INTERVAL, EXACT, EGL_DONT_CARE}, {EGL_MIN_SWAP_INTERVAL, EXACT, EGL_DONT_CARE},
   {EGL_NATIVE_RENDERABLE, EXACT, EGL_DONT_CARE, BOOLEAN}, {EGL_NATIVE_VISUAL_ID, IGNORED, 0},
   {EGL_NATIVE_VISUAL_TYPE, EXACT, EGL_DONT_CARE}, {EGL_RENDERABLE_TYPE, MASK, EGL_OPENGL_ES_BIT},
   {EGL_SAMPLE_BUFFERS, AT_LEAST, 0}, {EGL_SAMPLES, AT_LEAST, 0}, {EGL_STENCIL_SIZE, AT_LEAST, 0},
   {EGL_SURFACE_TYPE, MASK, EGL_WINDOW_BIT}, {EGL_TRANSPARENT_TYPE, EXACT, EGL_NONE, 2, {EGL_NONE, EGL_TRANSPARENT_RGB}},
   {EGL_TRANSPARENT_RED_VALUE, EXACT, EGL_DONT_CARE}, {EGL_TRANSPARENT_GREEN_VALUE, EXACT, EGL_DONT_CARE},
   {EGL_TRANSPARENT_BLUE_VALUE, EXACT, EGL_DONT_CARE}, {EGL_MATCH_NATIVE_PIXMAP, SPECIAL, EGL_NONE},
};
#undef BOOLEAN
#define ATTRIB_COUNT (sizeof(attribs) / sizeof(attribs[0]))

/* False: no such attribute. */
static bool config_value(struct ge_display *dpy, const struct ge_config *c, EGLint attrib, EGLint *value)
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
   case EGL_COLOR_BUFFER_TYPE: *value = EGL_RGB_BUFFER; return true;
   case EGL_CONFIG_CAVEAT: *value = EGL_NONE; return true;
   case EGL_CONFORMANT:
   case EGL_RENDERABLE_TYPE: *value = ge_renderable_types(dpy); return true;
   case EGL_SURFACE_TYPE: *value = dpy->platform->surface_types(c); return true;
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
   case EGL_SAMPLE_BUFFERS:
   case EGL_SAMPLES:
   case EGL_TRANSPARENT_RED_VALUE:
   case EGL_TRANSPARENT_GREEN_VALUE:
   case EGL_TRANSPARENT_BLUE_VALUE: *value = 0; return true;
   }
   return false;
}

EGLBoolean ge_config_attrib(struct ge_display *dpy, const struct ge_config *config, EGLint attrib, EGLint *value)
{
   if (config_value(dpy, config, attrib, value))
      return EGL_TRUE;
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a config attribute", attrib);
}

static bool matches(struct ge_display *dpy, const struct ge_config *config, const EGLint wanted[ATTRIB_COUNT])
{
   if (wanted[11] != EGL_DONT_CARE) /* CONFIG_ID: all other attributes are ignored (3.4.1.1) */
      return config->id == wanted[11];
   for (unsigned i = 0; i < ATTRIB_COUNT; i++) {
      EGLint value;
      bool any = wanted[i] == EGL_DONT_CARE && attribs[i].attrib != EGL_LEVEL; /* -1 is a level (3.4.1.1) */
      if (any || !config_value(dpy, config, attribs[i].attrib, &value))
         continue;
      switch (attribs[i].criterion) {
      case EXACT: if (value != wanted[i]) return false; break;
      case AT_LEAST: if (value < wanted[i]) return false; break;
      case MASK: if ((value & wanted[i]) != wanted[i]) return false; break;
      case SPECIAL: case IGNORED: break;
      }
   }
   return true;
}

/* Sorting (3.4.1.2): more bits in the requested colour components first, then smaller colour buffer, depth, stencil. */
struct sort_key { EGLint color_bits, buffer, depth, stencil, id; };

static int compare(const struct sort_key *a, const struct sort_key *b)
{
   if (a->color_bits != b->color_bits)
      return b->color_bits - a->color_bits;
   if (a->buffer != b->buffer)
      return a->buffer - b->buffer;
   if (a->depth != b->depth)
      return a->depth - b->depth;
   if (a->stencil != b->stencil)
      return a->stencil - b->stencil;
   return a->id - b->id;
}

static bool has_value(unsigned row, EGLint value)
{
   if (!attribs[row].value_count || value == EGL_DONT_CARE)
      return true;
   for (unsigned i = 0; i < attribs[row].value_count; i++)
      if (attribs[row].values[i] == value)
         return true;
   return false;
}

EGLBoolean ge_config_choose(struct ge_display *dpy, const EGLint *list, EGLConfig *out, EGLint size, EGLint *count)
{
   EGLint wanted[ATTRIB_COUNT];
   _Static_assert(ATTRIB_COUNT == 33, "matches() names CONFIG_ID by index");
   for (unsigned i = 0; i < ATTRIB_COUNT; i++)
      wanted[i] = attribs[i].initial;
   for (const EGLint *a = list; a && *a != EGL_NONE; a += 2) {
      unsigned i = 0;
      while (i < ATTRIB_COUNT && attribs[i].attrib != *a)
         i++;
      if (i == ATTRIB_COUNT)
         return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a config attribute", *a);
      if (attribs[i].criterion == AT_LEAST && a[1] < 0 && a[1] != EGL_DONT_CARE)
         return ge_error(EGL_BAD_ATTRIBUTE, "attribute 0x%x: %d is negative", *a, a[1]);
      if (!has_value(i, a[1]))
         return ge_error(EGL_BAD_ATTRIBUTE, "attribute 0x%x has no value 0x%x", *a, a[1]);
      if (attribs[i].criterion == SPECIAL && a[1] != EGL_NONE)
         return ge_error(EGL_BAD_NATIVE_PIXMAP, "there are no native pixmaps");
      wanted[i] = a[1];
   }
   struct sort_key keys[sizeof(colors) / sizeof(colors[0]) * (sizeof(depths) / sizeof(depths[0]))];
   EGLint found = 0;
   for (EGLint i = 0; i < dpy->config_count; i++) {
      const struct ge_config *c = &dpy->configs[i];
      if (!matches(dpy, c, wanted))
         continue;
      struct sort_key key = {0, c->red + c->green + c->blue + c->alpha, c->depth, c->stencil, c->id};
      const EGLint bits[4] = {c->red, c->green, c->blue, c->alpha};
      static const unsigned rows[4] = {1, 2, 3, 5}; /* RED, GREEN, BLUE, ALPHA in `attribs` */
      for (unsigned k = 0; k < 4; k++)
         if (wanted[rows[k]] > 0)
            key.color_bits += bits[k];
      EGLint at = found++;
      for (; at > 0 && compare(&key, &keys[at - 1]) < 0; at--)
         keys[at] = keys[at - 1];
      keys[at] = key;
   }
   if (out) {
      *count = found < size ? found : size;
      for (EGLint i = 0; i < *count; i++)
         out[i] = &dpy->configs[keys[i].id - 1];
   } else {
      *count = found;
   }
   return EGL_TRUE;
}
