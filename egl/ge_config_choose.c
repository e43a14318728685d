/* ge_config_choose.c: eglChooseConfig: matching and sorting (EGL 1.5, 3.4.1; EGL_EXT_pixel_format_float). */
#include "egl/ge_config.h"

#include <stdlib.h>

enum criterion { EXACT, AT_LEAST, MASK, SPECIAL, IGNORED };

/* A row per attribute (EGL 1.5, tables 3.1 and 3.4). `values`: the legal values besides EGL_DONT_CARE; empty: every value is
 * legal. */
#define BOOLEAN 2, {EGL_FALSE, EGL_TRUE}
static const struct { EGLint attrib; enum criterion criterion; EGLint initial; unsigned value_count; EGLint values[3];
                      } attribs[] = {
   {EGL_BUFFER_SIZE, AT_LEAST, 0}, {EGL_RED_SIZE, AT_LEAST, 0}, {EGL_GREEN_SIZE, AT_LEAST, 0},
   {EGL_BLUE_SIZE, AT_LEAST, 0}, {EGL_LUMINANCE_SIZE, AT_LEAST, 0}, {EGL_ALPHA_SIZE, AT_LEAST, 0},
   {EGL_ALPHA_MASK_SIZE, AT_LEAST, 0}, {EGL_BIND_TO_TEXTURE_RGB, EXACT, EGL_DONT_CARE, BOOLEAN},
   {EGL_BIND_TO_TEXTURE_RGBA, EXACT, EGL_DONT_CARE, BOOLEAN},
   {EGL_COLOR_BUFFER_TYPE, EXACT, EGL_RGB_BUFFER, 2, {EGL_RGB_BUFFER, EGL_LUMINANCE_BUFFER}},
   {EGL_COLOR_COMPONENT_TYPE_EXT, EXACT, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, 2,
    {EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT}},
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
#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))
#define ATTRIB_COUNT COUNT(attribs)

/* COUNT(attribs): no such attribute. */
static unsigned row_of(EGLint attrib)
{
   unsigned i = 0;
   while (i < ATTRIB_COUNT && attribs[i].attrib != attrib)
      i++;
   return i;
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

/* Defaults and the values of the list. False with the EGL error set. */
static bool read_list(const EGLint *list, EGLint wanted[ATTRIB_COUNT])
{
   for (unsigned i = 0; i < ATTRIB_COUNT; i++)
      wanted[i] = attribs[i].initial;
   for (const EGLint *a = list; a && *a != EGL_NONE; a += 2) {
      const unsigned i = row_of(*a);
      if (i == ATTRIB_COUNT)
         return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a config attribute", *a);
      if (attribs[i].criterion == AT_LEAST && a[1] < 0 && a[1] != EGL_DONT_CARE)
         return ge_error(EGL_BAD_ATTRIBUTE, "config attribute 0x%x: %d is negative; the least value is 0, or EGL_DONT_CARE",
                         *a, a[1]);
      if (!has_value(i, a[1]))
         return ge_error(EGL_BAD_ATTRIBUTE, "config attribute 0x%x has no value 0x%x (EGL 1.5, table 3.1)", *a, a[1]);
      if (attribs[i].criterion == SPECIAL && a[1] != EGL_NONE)
         return ge_error(EGL_BAD_NATIVE_PIXMAP, "EGL_MATCH_NATIVE_PIXMAP: no platform has pixmaps; pass EGL_NONE");
      wanted[i] = a[1];
   }
   return true;
}

static bool matches(struct ge_session *session, const struct ge_config *config, const EGLint wanted[ATTRIB_COUNT])
{
   const EGLint id = wanted[row_of(EGL_CONFIG_ID)];
   if (id != EGL_DONT_CARE) /* all other attributes are ignored (3.4.1.1) */
      return config->id == id;
   for (unsigned i = 0; i < ATTRIB_COUNT; i++) {
      EGLint value;
      bool any = wanted[i] == EGL_DONT_CARE && attribs[i].attrib != EGL_LEVEL; /* -1 is a level (3.4.1.1) */
      if (any || !ge_config_value(session, config, attribs[i].attrib, &value))
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

/* ---- sorting (EGL 1.5, 3.4.1.2) ------------------------------------------------------------------------------------------- */

/* The attributes that order configs, the most significant first; smaller values come first. The values of the enumerated ones
 * ascend in the order that the specification gives. COLOR_BITS stands for rule 3: more bits in the requested components
 * come first. */
enum { COLOR_BITS = EGL_NONE };
static const EGLint order[] = {
   EGL_CONFIG_CAVEAT, EGL_COLOR_COMPONENT_TYPE_EXT, EGL_COLOR_BUFFER_TYPE, COLOR_BITS, EGL_BUFFER_SIZE, EGL_SAMPLE_BUFFERS,
   EGL_SAMPLES, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_ALPHA_MASK_SIZE, EGL_NATIVE_VISUAL_TYPE, EGL_CONFIG_ID,
};
_Static_assert(EGL_NONE < EGL_SLOW_CONFIG && EGL_SLOW_CONFIG < EGL_NON_CONFORMANT_CONFIG, "order of EGL_CONFIG_CAVEAT");
_Static_assert(EGL_COLOR_COMPONENT_TYPE_FIXED_EXT < EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT, "order of the component type");

struct candidate {
   EGLConfig config;
   EGLint key[COUNT(order)];
};

static EGLint color_bits(const struct ge_config *c, const EGLint wanted[ATTRIB_COUNT])
{
   const struct { EGLint attrib, bits; } components[] = {
      {EGL_RED_SIZE, c->red}, {EGL_GREEN_SIZE, c->green}, {EGL_BLUE_SIZE, c->blue}, {EGL_ALPHA_SIZE, c->alpha}};
   EGLint sum = 0;
   for (unsigned i = 0; i < COUNT(components); i++)
      if (wanted[row_of(components[i].attrib)] > 0)
         sum += components[i].bits;
   return sum;
}

static int compare(const void *left, const void *right)
{
   const struct candidate *a = left, *b = right;
   for (unsigned i = 0; i < COUNT(order); i++)
      if (a->key[i] != b->key[i])
         return a->key[i] < b->key[i] ? -1 : 1;
   return 0;
}

EGLBoolean ge_config_choose(struct ge_session *session, const EGLint *list, EGLConfig *out, EGLint size, EGLint *count)
{
   EGLint wanted[ATTRIB_COUNT];
   if (!read_list(list, wanted))
      return EGL_FALSE;
   struct candidate *found = calloc((size_t)session->config_count + 1, sizeof(*found));
   if (!found)
      return ge_error(EGL_BAD_ALLOC, "out of memory");
   EGLint n = 0;
   for (EGLint i = 0; i < session->config_count; i++) {
      const struct ge_config *c = session->configs[i];
      if (!matches(session, c, wanted))
         continue;
      found[n].config = (EGLConfig)c;
      for (unsigned k = 0; k < COUNT(order); k++)
         if (order[k] == COLOR_BITS)
            found[n].key[k] = -color_bits(c, wanted);
         else
            ge_config_value(session, c, order[k], &found[n].key[k]);
      n++;
   }
   qsort(found, (size_t)n, sizeof(*found), compare);
   if (out) {
      n = n < size ? n : size < 0 ? 0 : size;
      for (EGLint i = 0; i < n; i++)
         out[i] = found[i].config;
   }
   *count = n;
   free(found);
   return EGL_TRUE;
}
