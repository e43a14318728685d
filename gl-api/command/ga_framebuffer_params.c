/* ga_framebuffer_params.c: parameters of framebuffers: the size of one without attachments, and values that glGet has for the bound
 * ones (GL 4.6, 9.2.1 and 9.2.3). */
#include <stddef.h>

#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"

static const struct row { GLenum pname; size_t offset; } rows[] = {
   { GL_FRAMEBUFFER_DEFAULT_WIDTH, offsetof(struct ga_fbo_defaults, width) },
   { GL_FRAMEBUFFER_DEFAULT_HEIGHT, offsetof(struct ga_fbo_defaults, height) },
   { GL_FRAMEBUFFER_DEFAULT_LAYERS, offsetof(struct ga_fbo_defaults, layers) },
   { GL_FRAMEBUFFER_DEFAULT_SAMPLES, offsetof(struct ga_fbo_defaults, samples) },
   { GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS, offsetof(struct ga_fbo_defaults, fixed_locations) },
   { GL_FRAMEBUFFER_FLIP_Y_MESA, offsetof(struct ga_fbo_defaults, flip_y) },
   { GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB, offsetof(struct ga_fbo_defaults, programmable_locations) },
   { GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, offsetof(struct ga_fbo_defaults, location_grid) },
};

/* ARB_sample_locations: parameters of the window's framebuffer, too. */
static bool is_location(GLenum pname)
{
   return pname == GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB || pname == GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB;
}

static bool has_parameter(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_FRAMEBUFFER_DEFAULT_LAYERS: return ga_has(ctx, GA_FEATURE_framebuffer_texture_layered);
   case GL_FRAMEBUFFER_FLIP_Y_MESA: return ga_has(ctx, GA_FEATURE_framebuffer_flip_y);
   default: return !is_location(pname) || ga_has(ctx, GA_FEATURE_sample_locations);
   }
}

static bool is_bool(GLenum pname)
{
   return pname == GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS || pname == GL_FRAMEBUFFER_FLIP_Y_MESA || is_location(pname);
}

/* The place of a parameter in `defaults`; NULL: it is none of those that can be set. */
static GLint *default_of(const struct ga_context *ctx, struct ga_fbo_defaults *defaults, GLenum pname)
{
   if (!has_parameter(ctx, pname))
      return NULL;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (rows[i].pname == pname)
         return (GLint *)(void *)((char *)defaults + rows[i].offset);
   return NULL;
}

static GLint limit_of(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_FRAMEBUFFER_DEFAULT_LAYERS: return ctx->limits.max_array_layers;
   case GL_FRAMEBUFFER_DEFAULT_SAMPLES: return ctx->limits.max_samples;
   default: return ctx->limits.max_renderbuffer_size;
   }
}

/* fbo NULL: the error was raised. */
static void set_parameter(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum pname, GLint param)
{
   if (!fbo)
      return;
   struct ga_fbo_defaults defaults = fbo->defaults;
   GLint *value = default_of(ctx, &defaults, pname);
   const bool truth = is_bool(pname);
   if (!value)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (!truth && (param < 0 || param > limit_of(ctx, pname)))
      ga_error(ctx, GL_INVALID_VALUE, "%s: %s %d is not in the range 0 to %d", command, ga_enum_name(pname), param,
               limit_of(ctx, pname));
   else if (!fbo->name && !is_location(pname))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the window's framebuffer has no %s", command, ga_enum_name(pname));
   else {
      *value = truth ? param != 0 : param;
      ga_fbo_set_defaults(ctx, fbo, &defaults);
   }
}

/* Values of any framebuffer, as glGet has them for the bound one (GL 4.6, 9.2.3). False: no such parameter. */
static bool state_parameter(struct ga_context *ctx, struct ga_fbo *fbo, GLenum pname, GLint *value)
{
   GLenum format, type;
   const bool complete = ga_fbo_status(ctx, fbo) == GL_FRAMEBUFFER_COMPLETE;
   switch (ga_has(ctx, GA_FEATURE_direct_state_access) ? pname : GL_NONE) {
   case GL_DOUBLEBUFFER: *value = fbo->drawable != NULL; return true;
   case GL_STEREO: *value = GL_FALSE; return true;
   case GL_SAMPLES: *value = complete ? (GLint)fbo->samples : 0; return true;
   case GL_SAMPLE_BUFFERS: *value = complete && fbo->samples > 1; return true;
   case GL_IMPLEMENTATION_COLOR_READ_FORMAT:
   case GL_IMPLEMENTATION_COLOR_READ_TYPE:
      ga_fbo_read_format(ctx, fbo, &format, &type);
      *value = (GLint)(pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT ? format : type);
      return true;
   default: return false;
   }
}

/* fbo NULL: the error was raised. */
static void get_parameter(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum pname, GLint *params)
{
   if (!fbo)
      return;
   GLint state;
   const GLint *value = default_of(ctx, &fbo->defaults, pname);
   const bool reads = pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT || pname == GL_IMPLEMENTATION_COLOR_READ_TYPE;
   if (value && !fbo->name && !is_location(pname))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the window's framebuffer has no %s", command, ga_enum_name(pname));
   else if (value)
      *params = *value;
   else if (!state_parameter(ctx, fbo, pname, &state))
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (reads && ga_fbo_status(ctx, fbo) != GL_FRAMEBUFFER_COMPLETE)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s of an incomplete framebuffer", command, ga_enum_name(pname));
   else
      *params = state;
}

void ga_FramebufferParameteri(struct ga_context *ctx, GLenum target, GLenum pname, GLint param)
{
   static const char command[] = "glFramebufferParameteri";
   set_parameter(ctx, command, ga_resolve_framebuffer(ctx, command, target), pname, param);
}

/* MESA_framebuffer_flip_y has commands for contexts without other parameters. */
static bool is_flip(struct ga_context *ctx, const char *command, GLenum pname)
{
   if (pname == GL_FRAMEBUFFER_FLIP_Y_MESA)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   return false;
}

void ga_FramebufferParameteriMESA(struct ga_context *ctx, GLenum target, GLenum pname, GLint param)
{
   static const char command[] = "glFramebufferParameteriMESA";
   if (is_flip(ctx, command, pname))
      set_parameter(ctx, command, ga_resolve_framebuffer(ctx, command, target), pname, param);
}

void ga_GetFramebufferParameterivMESA(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetFramebufferParameterivMESA";
   if (is_flip(ctx, command, pname))
      get_parameter(ctx, command, ga_resolve_framebuffer(ctx, command, target), pname, params);
}

void ga_NamedFramebufferParameteri(struct ga_context *ctx, GLuint framebuffer, GLenum pname, GLint param)
{
   static const char command[] = "glNamedFramebufferParameteri";
   set_parameter(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), pname, param);
}

void ga_GetFramebufferParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetFramebufferParameteriv";
   get_parameter(ctx, command, ga_resolve_framebuffer(ctx, command, target), pname, params);
}

void ga_GetNamedFramebufferParameteriv(struct ga_context *ctx, GLuint framebuffer, GLenum pname, GLint *params)
{
   static const char command[] = "glGetNamedFramebufferParameteriv";
   get_parameter(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), pname, params);
}
