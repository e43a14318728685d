/* ga_feature_table.h: rows of features, extensions and commands as gen_feature.py makes them out of ga_feature.csv, gl.xml and
 * entry.def. ga_features.c and ga_dispatch.c read them. */
#ifndef GA_FEATURE_TABLE_H
#define GA_FEATURE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "gl-api/ga_feature.h"
#include "gl-api/gl_api.h"

struct pipe_screen;
struct ga_feature_flags;

/* `count` numbers of an array, from `first`. */
struct ga_list { uint16_t first, count; };

struct ga_feature_row {
   const char *name;
   uint8_t since[GA_API_COUNT]; /* by enum ga_api: lowest version, major * 10 + minor, of which it is a part; 0: of none */
};

enum ga_family { GA_FAMILY_GL, GA_FAMILY_ES, GA_FAMILY_ES1 };

/* An extension that contexts may advertise. */
struct ga_extension_row {
   const char *name;
   enum ga_family family;
   bool compat_only;            /* of the compatibility profile, not of the core profile */
   struct ga_list features;     /* in ga_extension_features: all that it brings */
};

/* A feature that an extension brings to contexts of version `since` and up. Not offered: those contexts cannot have the
 * extension. */
struct ga_extension_feature { uint16_t feature; uint8_t since; bool offered; };

/* A command of entry.def. */
struct ga_command_row {
   uint8_t since[GA_API_COUNT]; /* by enum ga_api: lowest version that has it, 0: none */
   struct ga_list features;     /* in ga_feature_lists: of all extensions that bring it, advertised or not */
   struct ga_list extensions;   /* in ga_command_extensions */
};

/* An extension of ga_extension_table that brings a command to contexts of version `since` and up. */
struct ga_command_extension { uint16_t extension; uint8_t since; };

extern const struct ga_feature_row ga_feature_table[GA_FEATURE_COUNT];
extern const struct ga_extension_row ga_extension_table[GA_EXTENSION_COUNT];
extern const struct ga_extension_feature ga_extension_features[];
extern const struct ga_command_row ga_command_table[GA_COMMAND_COUNT];
extern const struct ga_command_extension ga_command_extensions[];
extern const uint16_t ga_feature_lists[];

/* The device and the context's flags allow the feature. */
bool ga_device_has(enum ga_feature feature, struct pipe_screen *screen, const struct ga_feature_flags *flags);

#endif
