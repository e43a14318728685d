/* ga_enable.c: glEnable, glDisable, glIsEnabled, glHint. ga_enable.csv has a row for each capability and hint. */
#include "gl-api/context/ga_debug.h"

#include "gl-api/ga_enable_values.h"

static void enable(struct ga_context *ctx, GLenum capability, bool value, const char *command)
{
   bool before;
   if (!get_capability(ctx, capability, &before))
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(capability));
   else if (before != value || capability == GL_BLEND) /* the other draw buffers' may differ */
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
   if (!get_capability(ctx, capability, &value))
      ga_error(ctx, GL_INVALID_ENUM, "glIsEnabled: %s", ga_enum_name(capability));
   return value;
}

/* Blending is the one capability that draw buffers have of their own (OES_draw_buffers_indexed). */
static bool legal_indexed(struct ga_context *ctx, GLenum capability, GLuint index, const char *command)
{
   if (capability != GL_BLEND)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(capability));
   else if (index >= (GLuint)ctx->limits.max_draw_buffers)
      ga_error(ctx, GL_INVALID_VALUE, "%s: draw buffer %u of %d", command, index, ctx->limits.max_draw_buffers);
   else
      return true;
   return false;
}

void ga_Enablei(struct ga_context *ctx, GLenum capability, GLuint index)
{
   if (legal_indexed(ctx, capability, index, "glEnablei"))
      ga_blend_enable(ctx, index, index + 1, true);
}

void ga_Disablei(struct ga_context *ctx, GLenum capability, GLuint index)
{
   if (legal_indexed(ctx, capability, index, "glDisablei"))
      ga_blend_enable(ctx, index, index + 1, false);
}

GLboolean ga_IsEnabledi(struct ga_context *ctx, GLenum capability, GLuint index)
{
   return legal_indexed(ctx, capability, index, "glIsEnabledi") && ctx->blend[index].enabled;
}

void ga_Hint(struct ga_context *ctx, GLenum target, GLenum mode)
{
   GLenum before;
   if (!get_hint(ctx, target, &before) || (mode != GL_FASTEST && mode != GL_NICEST && mode != GL_DONT_CARE))
      ga_error(ctx, GL_INVALID_ENUM, "glHint: %s, %s", ga_enum_name(target), ga_enum_name(mode));
   else if (before != mode)
      set_hint(ctx, target, mode);
}
