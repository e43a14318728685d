/* ga_draw_texture.c: glDrawTex* (OES_draw_texture): a rectangle of the window with a part of each unit's texture. */
#include "gl-api/legacy/ga_pixel_rect.h"

#include "gl-api/legacy/ga_legacy_params.h"

static void draw(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z, GLfloat width, GLfloat height, const char *command)
{
   if (!(width > 0) || !(height > 0)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %g x %g: both sizes must be above 0", command, (double)width, (double)height);
      return;
   }
   ga_pixel_texture_rect(ctx, command, &(struct ga_texture_rect){x, y, z, width, height});
}

void ga_DrawTexfOES(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z, GLfloat width, GLfloat height)
{
   draw(ctx, x, y, z, width, height, "glDrawTexfOES");
}

void ga_DrawTexfvOES(struct ga_context *ctx, const GLfloat *coords)
{
   draw(ctx, coords[0], coords[1], coords[2], coords[3], coords[4], "glDrawTexfvOES");
}

#define INTEGERS(suffix, type) \
   void ga_DrawTex##suffix##OES(struct ga_context *ctx, type x, type y, type z, type width, type height) \
   { \
      draw(ctx, (GLfloat)x, (GLfloat)y, (GLfloat)z, (GLfloat)width, (GLfloat)height, "glDrawTex" #suffix "OES"); \
   } \
   void ga_DrawTex##suffix##vOES(struct ga_context *ctx, const type *coords) \
   { \
      draw(ctx, (GLfloat)coords[0], (GLfloat)coords[1], (GLfloat)coords[2], (GLfloat)coords[3], (GLfloat)coords[4], \
           "glDrawTex" #suffix "vOES"); \
   }

INTEGERS(s, GLshort)
INTEGERS(i, GLint)

void ga_DrawTexxOES(struct ga_context *ctx, GLfixed x, GLfixed y, GLfixed z, GLfixed width, GLfixed height)
{
   draw(ctx, ga_from_fixed(x), ga_from_fixed(y), ga_from_fixed(z), ga_from_fixed(width), ga_from_fixed(height), "glDrawTexxOES");
}

void ga_DrawTexxvOES(struct ga_context *ctx, const GLfixed *coords)
{
   draw(ctx, ga_from_fixed(coords[0]), ga_from_fixed(coords[1]), ga_from_fixed(coords[2]), ga_from_fixed(coords[3]),
        ga_from_fixed(coords[4]), "glDrawTexxvOES");
}
