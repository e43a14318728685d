/* om_entry.c: state and queries of contexts, and the functions by name. */
#include "osmesa/om_entry.h"

#include <string.h>

static void pixel_store(GLint pname, GLint value)
{
   struct om_context *ctx = om_current();
   if (ctx && pname == OM_ROW_LENGTH && value >= 0)
      ctx->row_length = value;
   else if (ctx && pname == OM_Y_UP)
      ctx->y_up = value != 0;
   else
      om_log("OSMesaPixelStore(0x%x, %d): %s", pname, value, ctx ? "OSMESA_ROW_LENGTH, which is not negative, and OSMESA_Y_UP exist"
                                                              : "there is no current context");
}

static void get_integer(GLint pname, GLint *value)
{
   const struct om_context *ctx = om_current();
   if (!ctx) {
      om_log("OSMesaGetIntegerv(0x%x): there is no current context", pname);
      return;
   }
   switch (pname) {
   case OM_WIDTH: *value = (GLint)ctx->drawable.width; break;
   case OM_HEIGHT: *value = (GLint)ctx->drawable.height; break;
   case OM_FORMAT: *value = (GLint)ctx->format; break;
   case OM_TYPE: *value = (GLint)ctx->type; break;
   case OM_ROW_LENGTH: *value = ctx->row_length; break;
   case OM_Y_UP: *value = ctx->y_up; break;
   case OM_MAX_WIDTH:
   case OM_MAX_HEIGHT: *value = (GLint)ctx->screen->caps.max_texture_2d_size; break;
   default: om_log("OSMesaGetIntegerv: 0x%x is not a value of contexts", pname); break;
   }
}

/* Of a context that is not current: as depth was when it ceased to be, if it was asked for before. */
static GLboolean get_depth_buffer(struct om_context *ctx, GLint *width, GLint *height, GLint *value_B, void **buffer)
{
   const bool ok = ctx && (ctx == om_current() ? om_buffer_read_depth(ctx) : ctx->depth != NULL);
   *width = ok ? (GLint)ctx->drawable.width : 0;
   *height = ok ? (GLint)ctx->drawable.height : 0;
   *value_B = ok ? (GLint)(ctx->depth_B / ctx->drawable.width / ctx->drawable.height) : 0;
   *buffer = ok ? ctx->depth : NULL;
   return ok;
}

static GLboolean get_color_buffer(struct om_context *ctx, GLint *width, GLint *height, GLint *format, void **buffer)
{
   const bool ok = ctx && ctx->memory;
   *width = ok ? (GLint)ctx->drawable.width : 0;
   *height = ok ? (GLint)ctx->drawable.height : 0;
   *format = ok ? (GLint)ctx->format : 0;
   *buffer = ok ? ctx->memory : NULL;
   return ok;
}

static void color_clamp(GLboolean enable)
{
   void (*clamp)(GLenum, GLenum) = (void (*)(GLenum, GLenum))ga_get_proc_address("glClampColor");
   clamp(GL_CLAMP_FRAGMENT_COLOR, enable ? GL_TRUE : GL_FIXED_ONLY);
}

static void postprocess(struct om_context *ctx, const char *filter, unsigned value)
{
   (void)ctx;
   om_log("OSMesaPostprocess(%s, %u): there are no filters", filter ? filter : "(null)", value);
}

static void flush(void)
{
   ((void (*)(void))ga_get_proc_address("glFlush"))();
   if (om_current())
      om_buffer_store(om_current());
}

static void finish(void)
{
   ((void (*)(void))ga_get_proc_address("glFinish"))();
   if (om_current())
      om_buffer_store(om_current());
}

void (*gloam_osmesa_get_proc_address(const char *name))(void)
{
   typedef void (*function)(void);
   static const struct { const char *name; function address; } rows[] = {
      {"OSMesaColorClamp", (function)color_clamp},
      {"OSMesaCreateContext", (function)om_CreateContext},
      {"OSMesaCreateContextAttribs", (function)om_CreateContextAttribs},
      {"OSMesaCreateContextExt", (function)om_CreateContextExt},
      {"OSMesaDestroyContext", (function)om_DestroyContext},
      {"OSMesaGetColorBuffer", (function)get_color_buffer},
      {"OSMesaGetCurrentContext", (function)om_current},
      {"OSMesaGetDepthBuffer", (function)get_depth_buffer},
      {"OSMesaGetIntegerv", (function)get_integer},
      {"OSMesaGetProcAddress", (function)gloam_osmesa_get_proc_address},
      {"OSMesaMakeCurrent", (function)om_MakeCurrent},
      {"OSMesaPixelStore", (function)pixel_store},
      {"OSMesaPostprocess", (function)postprocess},
      {"glFinish", finish},
      {"glFlush", flush},
   };
   for (unsigned i = 0; name && i < sizeof(rows) / sizeof(rows[0]); i++)
      if (!strcmp(name, rows[i].name))
         return rows[i].address;
   return name ? ga_get_proc_address(name) : NULL;
}
