/* ga_multisample.c: locations of samples: glGetMultisamplefv (GL 4.6, 14.3.1) and the commands of ARB_sample_locations and
 * NV_sample_locations. */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"

void ga_GetMultisamplefv(struct ga_context *ctx, GLenum pname, GLuint index, GLfloat *val)
{
   static const char command[] = "glGetMultisamplefv";
   struct ga_fbo *fbo = ctx->draw_fbo;
   if (pname == GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB && ga_has(ctx, GA_FEATURE_sample_locations)) {
      if (index >= GA_SAMPLE_LOCATIONS)
         ga_error(ctx, GL_INVALID_VALUE, "%s: location %u is not below the %u locations of the table", command, index, GA_SAMPLE_LOCATIONS);
      else
         memcpy(val, fbo->sample_location[index], sizeof fbo->sample_location[index]);
      return;
   }
   if (pname != GL_SAMPLE_POSITION) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: parameter %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   ga_fbo_status(ctx, fbo);
   if (index >= fbo->samples) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: sample %u is not below the %u samples of the framebuffer", command, index,
               fbo->samples);
      return;
   }
   ctx->st.pipe->impl->get_sample_position(ctx->st.pipe, fbo->samples, index, val);
   if (ga_fbo_y_inverted(fbo))
      val[1] = 1 - val[1];
}

/* fbo NULL: the error was raised. */
static void set_locations(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLuint start, GLsizei count, const GLfloat *v)
{
   if (!fbo)
      return;
   if (count < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
   else if (start > GA_SAMPLE_LOCATIONS || (GLuint)count > GA_SAMPLE_LOCATIONS - start)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d locations from %u on end after the %u locations of the table", command, count, start,
               GA_SAMPLE_LOCATIONS);
   else if (count)
      ga_fbo_set_sample_locations(ctx, fbo, start, (GLuint)count, v);
}

void ga_FramebufferSampleLocationsfvARB(struct ga_context *ctx, GLenum target, GLuint start, GLsizei count, const GLfloat *v)
{
   static const char command[] = "glFramebufferSampleLocationsfvARB";
   set_locations(ctx, command, ga_resolve_framebuffer(ctx, command, target), start, count, v);
}

void ga_NamedFramebufferSampleLocationsfvARB(struct ga_context *ctx, GLuint framebuffer, GLuint start, GLsizei count, const GLfloat *v)
{
   static const char command[] = "glNamedFramebufferSampleLocationsfvARB";
   set_locations(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), start, count, v);
}

/* ARB_sample_locations, 14.3.1.X: the depth of each sample becomes a stored value. Images of the pipe interface have no other form of it
 * (pipe_context_impl.set_sample_locations), so the values are stored when they are drawn. The command raises no error. */
void ga_EvaluateDepthValuesARB(struct ga_context *ctx)
{
   (void)ctx;
}
