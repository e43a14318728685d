/* ga_multisample.c: glGetMultisamplefv (GL 4.6, 14.3.1). */
#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"

void ga_GetMultisamplefv(struct ga_context *ctx, GLenum pname, GLuint index, GLfloat *val)
{
   static const char command[] = "glGetMultisamplefv";
   if (pname != GL_SAMPLE_POSITION) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: parameter %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   struct ga_fbo *fbo = ctx->draw_fbo;
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
