/* ga_features.h: the features of a context: rows of ga_feature.csv that its version, its extensions and the device bring. The
 * set is computed once per context and never changes; ga_has() of ga_context.h asks for one. */
#ifndef GA_FEATURES_H
#define GA_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl-api/ga_feature.h"
#include "gl-api/gl_api.h"

/* Properties of a context, other than API and version, on which features depend. */
struct ga_feature_flags { bool forward_compatible; };

/* Two contexts with equal bytes here have the same commands, values and enumerants. */
struct ga_features {
   uint64_t bits[(GA_FEATURE_COUNT + 63) / 64];       /* by enum ga_feature */
   uint64_t extensions[(GA_EXTENSION_COUNT + 63) / 64]; /* by row of ga_extension_table: advertised */
   uint32_t api, version;                             /* enum ga_api; major * 10 + minor */
};

static inline bool ga_features_has(const struct ga_features *set, enum ga_feature feature)
{
   return set->bits[feature / 64] >> (feature % 64) & 1;
}

/* Fills *set. Features that GLOAM_DISABLE names are left out, with the extensions that bring them. */
void ga_features_init(struct ga_features *set, struct pipe_screen *screen, enum ga_api api, int version,
                      const struct ga_feature_flags *flags);

/* Names of the advertised extensions, sorted; NULL when index is too large. The strings are constant. */
const char *ga_extension_name(const struct ga_features *set, unsigned index);
unsigned ga_extension_count(const struct ga_features *set);
/* The names, separated by spaces; malloc'ed. NULL: no memory. */
char *ga_extension_string(const struct ga_features *set);
/* The same of extensions of OpenGL ES that a context of this version with the features of `set` has: those of shaders of OpenGL ES in a
 * context of OpenGL. */
char *ga_es_extension_string(const struct ga_features *set, int version);

/* The version of contexts for which `requested` (major * 10 + minor) was asked; 0: none. */
int ga_version_for(struct pipe_screen *screen, enum ga_api api, int requested);
/* Newest #version that shaders of a context may have: 100, 300 ... in OpenGL ES, 120, 130 ... in OpenGL. */
int ga_glsl_version(enum ga_api api, int version);

/* The newest version of OpenGL ES's shading language that a context of OpenGL with these features takes as well; 0: none. */
int ga_glsl_es_version(const struct ga_features *set);
/* The device samples the formats of EXT_texture_compression_s3tc. */
bool ga_device_has_s3tc(struct pipe_screen *screen);

#endif
