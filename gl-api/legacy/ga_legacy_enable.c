/* ga_legacy_enable.c: capabilities of glEnable and hints that the compatibility profile alone has. ga_enable.csv has a row for each. */
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_legacy_params.h"

#include "gl-api/ga_legacy_enable_values.h"

bool ga_legacy_get_capability(struct ga_context *ctx, GLenum name, bool *value)
{
   return get_capability(ctx, name, value);
}

void ga_legacy_set_capability(struct ga_context *ctx, GLenum name, bool value)
{
   set_capability(ctx, name, value);
}

bool ga_legacy_get_hint(struct ga_context *ctx, GLenum name, GLenum *value)
{
   return get_hint(ctx, name, value);
}

void ga_legacy_set_hint(struct ga_context *ctx, GLenum name, GLenum value)
{
   set_hint(ctx, name, value);
}

/* ---- all at once, for the attribute stack ---- */

_Static_assert(sizeof(capability_names) / sizeof(capability_names[0]) <= GA_MAX_LEGACY_CAPABILITIES, "rows of ga_enable.csv");

void ga_legacy_enables_get(struct ga_context *ctx, bool values[GA_MAX_LEGACY_CAPABILITIES])
{
   for (unsigned i = 0; i < sizeof(capability_names) / sizeof(capability_names[0]); i++)
      get_capability(ctx, capability_names[i], &values[i]);
}

void ga_legacy_enables_set(struct ga_context *ctx, const bool values[GA_MAX_LEGACY_CAPABILITIES])
{
   for (unsigned i = 0; i < sizeof(capability_names) / sizeof(capability_names[0]); i++) {
      bool before;
      if (get_capability(ctx, capability_names[i], &before) && before != values[i])
         set_capability(ctx, capability_names[i], values[i]);
   }
}
