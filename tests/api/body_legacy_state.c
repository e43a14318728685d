/* body_legacy_state.c: rows of the state tables (legacy_rows.c). Each row is read with its command and with the other commands of its kind,
 * has its initial value after creation, and is saved and restored by exactly the groups that the table names. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "legacy_rows.h"

/* Rows that legacy_change() does not set (Mesa, which has no colour indices, does not change that of the raster position), and the least values of limits (23.64 to 23.67). */
static const struct { GLenum name; GLint value; const char *text; } fixed[] = {
#define F(name, value) {name, value, #name},
   F(GL_CURRENT_RASTER_INDEX, 1) F(GL_LIST_INDEX, 0) F(GL_LIST_MODE, 0) F(GL_ATTRIB_STACK_DEPTH, 0) F(GL_CLIENT_ATTRIB_STACK_DEPTH, 0) F(GL_NAME_STACK_DEPTH, 0)
   F(GL_RENDER_MODE, GL_RENDER) F(GL_SELECTION_BUFFER_SIZE, 0) F(GL_FEEDBACK_BUFFER_SIZE, 0) F(GL_FEEDBACK_BUFFER_TYPE, GL_2D)
   F(GL_AUX_BUFFERS, 0) F(GL_RGBA_MODE, 1) F(GL_INDEX_MODE, 0) F(GL_INDEX_BITS, 0)
}, least[] = {
   F(GL_MAX_LIGHTS, 8) F(GL_MAX_CLIP_PLANES, 8) F(GL_MAX_MODELVIEW_STACK_DEPTH, 32) F(GL_MAX_PROJECTION_STACK_DEPTH, 2)
   F(GL_MAX_TEXTURE_STACK_DEPTH, 2) F(GL_MAX_PIXEL_MAP_TABLE, 32) F(GL_MAX_NAME_STACK_DEPTH, 64) F(GL_MAX_LIST_NESTING, 64)
   F(GL_MAX_EVAL_ORDER, 8) F(GL_MAX_ATTRIB_STACK_DEPTH, 16) F(GL_MAX_CLIENT_ATTRIB_STACK_DEPTH, 16) F(GL_MAX_TEXTURE_UNITS, 2)
   F(GL_MAX_TEXTURE_COORDS, 8)
#undef F
};

/* ---- reading --------------------------------------------------------------------------------------------------------------------------- */

static void from_floats(const GLfloat *floats, unsigned count, double *out)
{
   for (unsigned i = 0; i < count; i++)
      out[i] = (double)floats[i];
}

static void read_map(const struct row *row, double *out)
{
   GLfloat floats[16] = {0};
   GLdouble doubles[16] = {0};
   glGetMapfv(row->of, row->name, floats);
   glGetMapdv(row->of, row->name, doubles);
   from_floats(floats, row->count, out);
   for (unsigned i = 0; i < row->count; i++)
      if (out[i] != doubles[i])
         api_fail("%s: glGetMapfv and glGetMapdv differ", row->text);
}

static void read_number(const struct row *row, double *out)
{
   GLfloat floats[16] = {0};
   GLboolean booleans[16] = {0};
   GLint integers[16] = {0};
   glGetFloatv(row->name, floats);
   glGetBooleanv(row->name, booleans);
   glGetIntegerv(row->name, integers);
   glGetDoublev(row->name, out);
   for (unsigned i = 0; i < row->count; i++) {
      if ((GLfloat)out[i] != floats[i] || booleans[i] != (out[i] != 0))
         api_fail("%s: value %u is %g, %g and %d", row->text, i, out[i], (double)floats[i], booleans[i]);
      /* Mesa scales elements of matrices as colours. */
      if (row->count < 16 && out[i] != 0 && fabs(out[i]) != 1 && out[i] == floor(out[i]) && integers[i] != (GLint)(GLuint)(int64_t)out[i])
         api_fail("%s: value %u is %g and %d", row->text, i, out[i], integers[i]);
   }
}

static void read_row(const struct row *row, double out[16])
{
   GLfloat floats[16] = {0};
   GLubyte bytes[128];
   GLint number = 0;
   void *pointer = NULL;
   memset(out, 0, 16 * sizeof *out);
   switch (row->command) {
   case ENABLED:
      glGetIntegerv(row->name, &number);
      out[0] = glIsEnabled(row->name);
      if (out[0] != number)
         api_fail("%s: glIsEnabled and glGetIntegerv differ", row->text);
      break;
   case NUMBER: read_number(row, out); break;
   case POINTER:
      glGetPointerv(row->name, &pointer);
      out[0] = (double)(uintptr_t)pointer;
      break;
   case LIGHT: glGetLightfv(row->of, row->name, floats); break;
   case MATERIAL: glGetMaterialfv(row->of, row->name, floats); break;
   case ENV: glGetTexEnvfv(row->of, row->name, floats); break;
   case GEN: glGetTexGenfv(row->of, row->name, floats); break;
   case PARAMETER: glGetTexParameterfv(row->of, row->name, floats); break;
   case PLANE: glGetClipPlane(row->name, out); break;
   case MAP: read_map(row, out); break;
   case PIXEL_MAP: glGetPixelMapfv(row->name, floats); break;
   case STIPPLE:
      glGetPolygonStipple(bytes);
      for (unsigned i = 0; i < row->count; i++)
         out[i] = bytes[i * 8 + i % 8];
      break;
   case INDEXED:
      glGetIntegeri_v(row->name, row->of, &number);
      out[0] = number;
      break;
   case ENABLED_INDEXED: out[0] = glIsEnabledi(row->name, row->of); break;
   }
   if (row->command >= LIGHT && row->command <= PARAMETER)
      from_floats(floats, row->count, out);
   if (row->command == PIXEL_MAP)
      from_floats(floats, row->count, out);
   api_expect_error(GL_NO_ERROR, row->text);
}

/* Rows of texture units are those of unit 0. */
static bool is_initial(const struct row *row)
{
   double value[16];
   GLint active, client;
   glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
   glGetIntegerv(GL_CLIENT_ACTIVE_TEXTURE, &client);
   if (row->name != GL_ACTIVE_TEXTURE)
      glActiveTexture(GL_TEXTURE0);
   if (row->name != GL_CLIENT_ACTIVE_TEXTURE)
      glClientActiveTexture(GL_TEXTURE0);
   read_row(row, value);
   glActiveTexture((GLenum)active);
   glClientActiveTexture((GLenum)client);
   for (unsigned i = 0; i < row->count; i++)
      if (fabs(value[i] - row->initial[i]) > 1e-6 && !(row->initial[i] < 0 && value[i] == row->initial[i] + 4294967296.0))
         return false;
   return true;
}

static void expect(const char *when, bool (*initial)(const struct row *row))
{
   char text[4096] = "";
   for (unsigned i = 0; i < num_legacy_rows; i++)
      if (is_initial(&legacy_rows[i]) != initial(&legacy_rows[i]) && strlen(text) + strlen(legacy_rows[i].text) + 3 < sizeof text)
         strcat(strcat(text, ", "), legacy_rows[i].text);
   if (*text)
      api_fail("%s%s", when, text);
}

/* ---- bodies ---------------------------------------------------------------------------------------------------------------------------- */

static bool all(const struct row *row)
{
   (void)row;
   return true;
}

/* The framebuffer has stencil, whose size bounds GL_STENCIL_REF, and dithering is on, unlike where bodies begin. */
static void start(void)
{
   GLuint stencil;
   glGenRenderbuffers(1, &stencil);
   glBindRenderbuffer(GL_RENDERBUFFER, stencil);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, stencil);
   glEnable(GL_DITHER);
}

static void draw_initial(void)
{
   start();
   expect("another initial value", all);
   for (unsigned i = 0; i < COUNT(fixed); i++) {
      GLint value = -1;
      glGetIntegerv(fixed[i].name, &value);
      api_expect(fixed[i].text, value, fixed[i].value);
   }
   for (unsigned i = 0; i < COUNT(least); i++) {
      GLint value = -1;
      glGetIntegerv(least[i].name, &value);
      if (value < least[i].value)
         api_fail("%s is %d", least[i].text, value);
   }
}

/* References are clamped to the values of the stencil buffer where they are read (17.3.3). */
static void draw_stencil_reference(void)
{
   static const struct { GLint ref; bool stencil; GLint wanted; } cases[] = {{300, true, 255}, {-5, true, 0}, {7, true, 7}, {7, false, 0}};
   start();
   for (unsigned i = 0; i < COUNT(cases); i++) {
      GLint front = -1, back = -1;
      if (!cases[i].stencil)
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 0);
      glStencilFunc(GL_ALWAYS, cases[i].ref, ~0u);
      glGetIntegerv(GL_STENCIL_REF, &front);
      glGetIntegerv(GL_STENCIL_BACK_REF, &back);
      api_expect("GL_STENCIL_REF", front, cases[i].wanted);
      api_expect("GL_STENCIL_BACK_REF", back, cases[i].wanted);
   }
}

/* Groups that were popped last. */
static GLbitfield popped;

static bool restored(const struct row *row)
{
   return row->name == GL_TEXTURE_RESIDENT || (row->groups & popped & ~CLIENT) != 0 || (row->groups & popped) == CLIENT;
}

static void draw_groups(void)
{
   static const struct { GLbitfield bit; const char *text; } groups[] = {
#define G(bit) {bit, #bit ": restored or not against the table"},
      G(GL_ACCUM_BUFFER_BIT) G(GL_COLOR_BUFFER_BIT) G(GL_CURRENT_BIT) G(GL_DEPTH_BUFFER_BIT) G(GL_ENABLE_BIT) G(GL_EVAL_BIT) G(GL_FOG_BIT)
      G(GL_HINT_BIT) G(GL_LIGHTING_BIT) G(GL_LINE_BIT) G(GL_LIST_BIT) G(GL_MULTISAMPLE_BIT) G(GL_PIXEL_MODE_BIT) G(GL_POINT_BIT)
      G(GL_POLYGON_BIT) G(GL_POLYGON_STIPPLE_BIT) G(GL_SCISSOR_BIT) G(GL_STENCIL_BUFFER_BIT) G(GL_TEXTURE_BIT) G(GL_TRANSFORM_BIT)
      G(GL_VIEWPORT_BIT)
#undef G
   };
   start();
   glPushAttrib(GL_ALL_ATTRIB_BITS);
   glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
   glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
   legacy_change();
   expect("not changed", restored);
   glPopClientAttrib();
   expect("GL_CLIENT_PIXEL_STORE_BIT", restored);
   glPopClientAttrib();
   popped = CLIENT;
   expect("GL_CLIENT_VERTEX_ARRAY_BIT", restored);
   legacy_change();
   for (unsigned i = 0; i < COUNT(groups); i++) {
      glPopAttrib();
      popped = ~CLIENT;
      expect("GL_ALL_ATTRIB_BITS", restored);
      glPushAttrib(GL_ALL_ATTRIB_BITS);
      glPushAttrib(groups[i].bit);
      legacy_change();
      glPopAttrib();
      popped = groups[i].bit;
      expect(groups[i].text, restored);
   }
   glPopAttrib();
   glDisable(GL_RASTERIZER_DISCARD);
}

#define BODY(name, version, tolerance, few, draw, reference) {name, COMPATIBILITY, version, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_state[] = {
   BODY("legacy-state-initial", 45, 0, 0, draw_initial, NULL),
   BODY("legacy-state-stencil-reference", 45, 0, 0, draw_stencil_reference, NULL),
   BODY("legacy-state-groups", 45, 0, 0, draw_groups, NULL),
   {0},
};
