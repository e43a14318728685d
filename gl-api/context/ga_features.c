/* ga_features.c: which features and extensions a context has, and which versions exist. */
#include "gl-api/context/ga_features.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/tables/ga_feature_table.h"
#include "util/ut_debug.h"
#include "util/ut_env.h"

/* ---- versions -------------------------------------------------------------------------------------------------------------- */

static const uint8_t es1_versions[] = {11};
static const uint8_t es_versions[] = {20, 30, 31, 32};
static const uint8_t gl_versions[] = {21, 30, 31, 32, 33, 40, 41, 42, 43, 44, 45, 46};
/* By enum ga_api. family: of the versions' names in GLOAM_FORCE_VERSION. */
static const struct { const uint8_t *versions; unsigned count; char family[3]; } apis[GA_API_COUNT] = {
   [GA_API_ES2] = {es_versions, sizeof(es_versions), "es"}, [GA_API_CORE] = {gl_versions, sizeof(gl_versions), "gl"},
   [GA_API_COMPAT] = {gl_versions, sizeof(gl_versions), "gl"}, [GA_API_ES1] = {es1_versions, sizeof(es1_versions), "es"}};

/* The next word of a list separated by commas: its length, 0 at the end. *list moves past it. */
static size_t next_word(const char **list, const char **word)
{
   *list += strspn(*list, ", ");
   *word = *list;
   const size_t length = strcspn(*list, ", ");
   *list += length;
   return length;
}

/* The core profile begins with 3.1. */
static bool is_version_of(enum ga_api api, int version)
{
   return api != GA_API_CORE || version >= 31;
}

/* The version that GLOAM_FORCE_VERSION gives this API ("es30,gl33"), or 0. Core and compatibility profile share "gl". */
static int forced_version(enum ga_api api)
{
   const uint8_t *versions = apis[api].versions;
   const char *list = ut_env_str(UT_ENV_FORCE_VERSION), *word;
   int version = 0;
   for (size_t length; (length = next_word(&list, &word));) {
      if (length != 4 || strncmp(word, apis[api].family, 2))
         continue;
      for (unsigned i = 0; i < apis[api].count; i++)
         if (word[2] - '0' == versions[i] / 10 && word[3] - '0' == versions[i] % 10)
            version = versions[i];
   }
   return is_version_of(api, version) ? version : 0;
}

/* Every feature of the version is there on this device. */
static bool device_has_version(struct pipe_screen *screen, enum ga_api api, int version)
{
   const struct ga_feature_flags flags = {.forward_compatible = false};
   for (unsigned i = 0; i < GA_FEATURE_COUNT; i++) {
      const uint8_t since = ga_feature_table[i].since[api];
      if (since && since <= version && !ga_device_has((enum ga_feature)i, screen, &flags))
         return false;
   }
   return true;
}

int ga_max_version(struct pipe_screen *screen, enum ga_api api)
{
   static const int offered[GA_API_COUNT] = GA_OFFERED_VERSIONS;
   const int forced = forced_version(api);
   if (forced)
      return forced;
   const uint8_t *versions = apis[api].versions;
   unsigned i = apis[api].count;
   while (i-- > 0)
      if (versions[i] <= offered[api] && is_version_of(api, versions[i]) && device_has_version(screen, api, versions[i]))
         return versions[i];
   return 0;
}

/* EGL_KHR_create_context: a request for OpenGL ES 2.0 or later gets the highest version that is compatible with it. OpenGL ES 3.x is
 * compatible with 2.0 (ES 3.2, F.2). */
int ga_version_for(struct pipe_screen *screen, enum ga_api api, int requested)
{
   const int highest = ga_max_version(screen, api);
   return requested > highest || (api == GA_API_ES2 && requested < 20) ? 0 : highest;
}

int ga_glsl_version(enum ga_api api, int version)
{
   if (api == GA_API_ES2)
      return version < 30 ? 100 : version * 10;
   return version < 30 ? 120 : version < 33 ? 130 + version % 10 * 10 : version * 10;
}

int ga_glsl_es_version(const struct ga_features *set)
{
   return ga_features_has(set, GA_FEATURE_es32_compatibility) ? 320 : ga_features_has(set, GA_FEATURE_es31_compatibility) ? 310 :
          ga_features_has(set, GA_FEATURE_es3_compatibility) ? 300 : ga_features_has(set, GA_FEATURE_es2_compatibility) ? 100 : 0;
}

/* ---- the set --------------------------------------------------------------------------------------------------------------- */

bool ga_device_has_s3tc(struct pipe_screen *screen)
{
   static const enum pipe_format formats[] = {PIPE_FORMAT_DXT1_RGB, PIPE_FORMAT_DXT1_RGBA, PIPE_FORMAT_DXT3_RGBA,
                                              PIPE_FORMAT_DXT5_RGBA};
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (!screen->impl->is_format_supported(screen, formats[i], PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW))
         return false;
   return true;
}

static void set_bit(uint64_t *bits, unsigned index)
{
   bits[index / 64] |= (uint64_t)1 << (index % 64);
}

static void clear_bit(uint64_t *bits, unsigned index)
{
   bits[index / 64] &= ~((uint64_t)1 << (index % 64));
}

static bool get_bit(const uint64_t *bits, unsigned index)
{
   return bits[index / 64] >> (index % 64) & 1;
}

static void remove_disabled(struct ga_features *able)
{
   const char *list = ut_env_str(UT_ENV_DISABLE), *word;
   for (size_t length; (length = next_word(&list, &word));) {
      unsigned i = 0;
      while (i < GA_FEATURE_COUNT && (strlen(ga_feature_table[i].name) != length ||
                                      strncmp(ga_feature_table[i].name, word, length)))
         i++;
      if (i < GA_FEATURE_COUNT)
         clear_bit(able->bits, i);
      else
         ut_log("gl", "GLOAM_DISABLE: no feature %.*s", (int)length, word);
   }
}

/* A context of the version, with the features of `able`, can have all that the extension brings. */
static bool advertises(const struct ga_extension_row *row, const struct ga_features *able, int version)
{
   bool any = false;
   for (unsigned i = 0; i < row->features.count; i++) {
      const struct ga_extension_feature *brings = &ga_extension_features[row->features.first + i];
      if (brings->since > version)
         continue;
      if (!brings->offered || !get_bit(able->bits, brings->feature))
         return false;
      any = true;
   }
   return any;
}

static void add_extension(struct ga_features *set, unsigned index, const struct ga_extension_row *row)
{
   set_bit(set->extensions, index);
   for (unsigned i = 0; i < row->features.count; i++) {
      const struct ga_extension_feature *brings = &ga_extension_features[row->features.first + i];
      if (brings->since <= set->version)
         set_bit(set->bits, brings->feature);
   }
}

static enum ga_family family_of(enum ga_api api)
{
   return api == GA_API_ES1 ? GA_FAMILY_ES1 : api == GA_API_ES2 ? GA_FAMILY_ES : GA_FAMILY_GL;
}

/* Features of the version, and of the extensions whose features are all in `able`. */
static void fill(struct ga_features *set, const struct ga_features *able, enum ga_api api, int version)
{
   memset(set, 0, sizeof(*set));
   set->api = api;
   set->version = (uint32_t)version;
   for (unsigned i = 0; i < GA_FEATURE_COUNT; i++) {
      const uint8_t since = ga_feature_table[i].since[api];
      if (since && since <= version && get_bit(able->bits, i))
         set_bit(set->bits, i);
   }
   for (unsigned i = 0; i < GA_EXTENSION_COUNT; i++) {
      const struct ga_extension_row *row = &ga_extension_table[i];
      if (row->family == family_of(api) && (!row->compat_only || api == GA_API_COMPAT) && advertises(row, able, version))
         add_extension(set, i, row);
   }
}

void ga_features_init(struct ga_features *set, struct pipe_screen *screen, enum ga_api api, int version,
                      const struct ga_feature_flags *flags)
{
   struct ga_features able = {0};
   for (unsigned i = 0; i < GA_FEATURE_COUNT; i++)
      if (ga_device_has((enum ga_feature)i, screen, flags))
         set_bit(able.bits, i);
   remove_disabled(&able);
   fill(set, &able, api, version);
}

/* ---- names of extensions --------------------------------------------------------------------------------------------------- */

const char *ga_extension_name(const struct ga_features *set, unsigned index)
{
   for (unsigned i = 0; i < GA_EXTENSION_COUNT; i++)
      if (get_bit(set->extensions, i) && index-- == 0)
         return ga_extension_table[i].name;
   return NULL;
}

unsigned ga_extension_count(const struct ga_features *set)
{
   unsigned count = 0;
   for (unsigned i = 0; i < sizeof(set->extensions) / sizeof(set->extensions[0]); i++)
      count += (unsigned)__builtin_popcountll(set->extensions[i]);
   return count;
}

char *ga_extension_string(const struct ga_features *set)
{
   size_t size_B = 1;
   for (unsigned i = 0; i < GA_EXTENSION_COUNT; i++)
      size_B += strlen(ga_extension_table[i].name) + 1;
   char *text = malloc(size_B), *end = text;
   if (!text)
      return NULL;
   *end = '\0';
   for (unsigned i = 0; i < GA_EXTENSION_COUNT; i++) {
      if (!get_bit(set->extensions, i))
         continue;
      if (end != text)
         *end++ = ' ';
      end = stpcpy(end, ga_extension_table[i].name);
   }
   return text;
}

char *ga_es_extension_string(const struct ga_features *set, int version)
{
   struct ga_features es = {0};
   for (unsigned i = 0; i < GA_EXTENSION_COUNT; i++)
      if (ga_extension_table[i].family == GA_FAMILY_ES && advertises(&ga_extension_table[i], set, version))
         set_bit(es.extensions, i);
   return ga_extension_string(&es);
}
