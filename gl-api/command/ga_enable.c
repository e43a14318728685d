/* ga_enable.c: glEnable, glDisable, glIsEnabled, glHint. ga_enable.csv has a row for each capability and hint. */
#include "gl-api/command/ga_enable.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/context/ga_legacy_hooks.h"

#include "gl-api/ga_enable_values.h"

/* ---- all at once ---- */

_Static_assert(sizeof(capability_names) / sizeof(capability_names[0]) <= GA_MAX_CAPABILITIES, "rows of ga_enable.csv");

void ga_enables_get(struct ga_context *ctx, bool values[GA_MAX_CAPABILITIES])
{
   for (unsigned i = 0; i < sizeof(capability_names) / sizeof(capability_names[0]); i++) {
      values[i] = false;
      get_capability(ctx, capability_names[i], &values[i]);
   }
}

void ga_enables_set(struct ga_context *ctx, const bool values[GA_MAX_CAPABILITIES])
{
   for (unsigned i = 0; i < sizeof(capability_names) / sizeof(capability_names[0]); i++) {
      bool before;
      if (get_capability(ctx, capability_names[i], &before) && before != values[i])
         set_capability(ctx, capability_names[i], values[i]);
   }
}

/* ---- one ---- */

static void enable(struct ga_context *ctx, GLenum capability, bool value, const char *command)
{
   bool before;
   if (!get_capability(ctx, capability, &before)) {
      if (!ctx->hooks || !ctx->hooks->get_capability(ctx, capability, &before))
         ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(capability));
      else if (before != value)
         ctx->hooks->set_capability(ctx, capability, value);
   } else if (before != value || capability == GL_BLEND || capability == GL_SCISSOR_TEST) /* those of other indices may differ */
      set_capability(ctx, capability, value);
}

void ga_Enable(struct ga_context *ctx, GLenum capability)
{
   enable(ctx, capability, true, "glEnable");
}

void ga_Disable(struct ga_context *ctx, GLenum capability)
{
   enable(ctx, capability, false, "glDisable");
}

GLboolean ga_IsEnabled(struct ga_context *ctx, GLenum capability)
{
   bool value = false;
   if (!get_capability(ctx, capability, &value) && (!ctx->hooks || !ctx->hooks->get_capability(ctx, capability, &value)))
      ga_error(ctx, GL_INVALID_ENUM, "glIsEnabled: %s is not accepted by this command", ga_enum_name(capability));
   return value;
}

/* Capabilities that draw buffers (OES_draw_buffers_indexed), viewports (GL 4.6, 14.9.2) or texture units (EXT_direct_state_access, 3.8.16) have
 * one by one. *selector: NULL, or the field that says which of them glEnable and glIsEnabled work on. */
static bool legal_indexed(struct ga_context *ctx, GLenum capability, GLuint index, bool reads, unsigned **selector, const char *command)
{
   GLuint limit = 0;
   *selector = NULL;
   if (capability == GL_BLEND)
      limit = (GLuint)ctx->limits.max_draw_buffers;
   else if (capability == GL_SCISSOR_TEST && ga_has(ctx, GA_FEATURE_viewport_array))
      limit = (GLuint)ctx->limits.max_viewports;
   else if (ctx->hooks)
      *selector = ctx->hooks->capability_selector(ctx, capability, reads, &limit);
   if (limit == 0)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(capability));
   else if (index >= limit)
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u of %s must be less than %u", command, index, ga_enum_name(capability), limit);
   return index < limit;
}

static void enable_indexed(struct ga_context *ctx, GLenum capability, GLuint index, bool value, const char *command)
{
   unsigned *selector;
   if (!legal_indexed(ctx, capability, index, false, &selector, command))
      return;
   if (selector) {
      const unsigned before = *selector;
      *selector = index;
      enable(ctx, capability, value, command);
      *selector = before;
   } else if (capability == GL_BLEND) {
      ga_blend_enable(ctx, index, index + 1, value);
   } else {
      ga_scissor_enable(ctx, index, index + 1, value);
   }
}

void ga_Enablei(struct ga_context *ctx, GLenum capability, GLuint index)
{
   enable_indexed(ctx, capability, index, true, "glEnablei");
}

void ga_Disablei(struct ga_context *ctx, GLenum capability, GLuint index)
{
   enable_indexed(ctx, capability, index, false, "glDisablei");
}

GLboolean ga_IsEnabledi(struct ga_context *ctx, GLenum capability, GLuint index)
{
   unsigned *selector;
   if (!legal_indexed(ctx, capability, index, true, &selector, "glIsEnabledi"))
      return GL_FALSE;
   if (!selector)
      return capability == GL_BLEND ? ctx->blend[index].enabled : ctx->scissor_tests >> index & 1;
   const unsigned before = *selector;
   *selector = index;
   const GLboolean value = ga_IsEnabled(ctx, capability);
   *selector = before;
   return value;
}

void ga_Hint(struct ga_context *ctx, GLenum target, GLenum mode)
{
   GLenum before;
   const bool common = get_hint(ctx, target, &before);
   if ((!common && (!ctx->hooks || !ctx->hooks->get_hint(ctx, target, &before))) ||
       (mode != GL_FASTEST && mode != GL_NICEST && mode != GL_DONT_CARE))
      ga_error(ctx, GL_INVALID_ENUM, "glHint: %s, %s: one of these is not accepted by this command", ga_enum_name(target),
               ga_enum_name(mode));
   else if (before == mode)
      return;
   else if (common)
      set_hint(ctx, target, mode);
   else
      ctx->hooks->set_hint(ctx, target, mode);
}
