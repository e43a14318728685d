/* om_context.c: contexts: attributes, creation, destruction, and the current context of each thread. */
#include "osmesa/om_entry.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "egl/ge_device.h"
#include "util/ut_debug.h"

static _Thread_local struct om_context *current __attribute__((tls_model("initial-exec")));
static pthread_key_t thread_key; /* its destructor releases the context of a thread that ends */
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;

void om_log(const char *format, ...)
{
   if (!(ut_debug_flags() & UT_DEBUG_ERROR))
      return;
   char text[256];
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof(text), format, args);
   va_end(args);
   ut_log("osmesa", "%s", text);
}

const void *om_thread(void)
{
   return &current;
}

/* NULL also where EGL made another context current on this thread, and where another thread made this one current. */
struct om_context *om_current(void)
{
   return current && ga_get_current() == current->gl && atomic_load(&current->owner) == om_thread() ? current : NULL;
}

struct request {
   GLenum format;
   int depth_bits, stencil_bits, accum_bits;
   struct ga_context_desc desc;
};

static bool is_format(int value)
{
   return value == GL_COLOR_INDEX || value == GL_RGBA || value == OM_BGRA || value == OM_ARGB || value == GL_RGB || value == OM_BGR ||
          value == OM_RGB_565;
}

/* One attribute; false: its name or value is invalid. */
static bool read_attrib(struct request *r, int name, int value)
{
   switch (name) {
   case OM_FORMAT:
      r->format = (GLenum)value;
      return is_format(value);
   case OM_DEPTH_BITS:
      r->depth_bits = value;
      return value >= 0;
   case OM_STENCIL_BITS:
      r->stencil_bits = value;
      return value >= 0;
   case OM_ACCUM_BITS:
      r->accum_bits = value;
      return value >= 0;
   case OM_PROFILE:
      r->desc.api = value == OM_CORE_PROFILE ? GA_API_CORE : GA_API_COMPAT;
      return value == OM_CORE_PROFILE || value == OM_COMPAT_PROFILE;
   case OM_CONTEXT_MAJOR_VERSION:
      r->desc.major = value;
      return value >= 1;
   case OM_CONTEXT_MINOR_VERSION:
      r->desc.minor = value;
      return value >= 0;
   default: return false;
   }
}

static enum pipe_format depth_stencil_format(const struct request *r)
{
   if (r->stencil_bits)
      return r->depth_bits ? PIPE_FORMAT_Z24_UNORM_S8_UINT : PIPE_FORMAT_S8_UINT;
   if (!r->depth_bits)
      return PIPE_FORMAT_NONE;
   return r->depth_bits > 16 ? PIPE_FORMAT_Z24X8_UNORM : PIPE_FORMAT_Z16_UNORM;
}

/* The first device that opens. */
static bool open_device(struct om_context *ctx)
{
   char why[256] = "there is no device";
   for (struct ge_device *dev = ge_devices(); dev; dev = dev->next)
      if ((ctx->screen = ge_device_get_screen(dev, why, sizeof(why)))) {
         ctx->device = dev;
         return true;
      }
   om_log("no context: %s", why);
   return false;
}

static void free_context(struct om_context *ctx)
{
   om_buffer_free(ctx);
   if (ctx->gl)
      ga_context_destroy(ctx->gl);
   if (ctx->screen)
      ge_device_put_screen(ctx->device);
   free(ctx);
}

static struct om_context *create(const struct request *r, struct om_context *share)
{
   const int version = r->desc.major * 10 + r->desc.minor;
   struct om_context *ctx = calloc(1, sizeof(*ctx));
   if (!ctx || !open_device(ctx)) {
      free(ctx);
      return NULL;
   }
   enum ga_create_result result = GA_CREATE_BAD_VERSION;
   if (r->desc.minor > 9 || ga_max_version(ctx->screen, r->desc.api) < version)
      om_log("no context of OpenGL %d.%d: the highest version of this profile is %d.%d", r->desc.major, r->desc.minor,
             ga_max_version(ctx->screen, r->desc.api) / 10, ga_max_version(ctx->screen, r->desc.api) % 10);
   else if (!(ctx->gl = ga_context_create(ctx->screen, &r->desc, share ? share->gl : NULL, &result)))
      om_log("no context: %s", result == GA_CREATE_NO_MEMORY ? "out of memory" : "the context to share with is on another device");
   if (!ctx->gl) {
      free_context(ctx);
      return NULL;
   }
   ctx->pid = getpid();
   ctx->format = r->format;
   ctx->has_accum = r->accum_bits && r->desc.api == GA_API_COMPAT;
   ctx->drawable.depth_stencil_format = depth_stencil_format(r);
   ctx->y_up = true;
   return ctx;
}

struct om_context *om_CreateContextAttribs(const int *attribs, struct om_context *share)
{
   struct request r = {.format = GL_RGBA, .desc = {.api = GA_API_COMPAT, .major = 1}};
   for (const int *a = attribs; a && *a; a += 2)
      if (!read_attrib(&r, a[0], a[1])) {
         om_log("0x%x is not an attribute of a context, or 0x%x not a value of it", a[0], a[1]);
         return NULL;
      }
   if (share && share->pid != getpid()) {
      om_log("the context to share with is one of the parent process, which is lost after fork()");
      return NULL;
   }
   return create(&r, share);
}

struct om_context *om_CreateContextExt(GLenum format, GLint depth_bits, GLint stencil_bits, GLint accum_bits, struct om_context *share)
{
   const int attribs[] = {OM_FORMAT, (int)format, OM_DEPTH_BITS, depth_bits, OM_STENCIL_BITS, stencil_bits, OM_ACCUM_BITS, accum_bits, 0};
   return om_CreateContextAttribs(attribs, share);
}

struct om_context *om_CreateContext(GLenum format, struct om_context *share)
{
   return om_CreateContextExt(format, 24, 8, 0, share);
}

/* The calling thread has no current context afterwards. `store`: the application's memory gets the pixels. */
static void release(bool store)
{
   struct om_context *ctx = om_current();
   if (ctx && ctx->pid == getpid()) {
      if (store)
         om_buffer_store(ctx);
      ga_make_current(NULL, NULL, NULL);
      atomic_store(&ctx->owner, NULL);
   } else if (current && ga_get_current() == current->gl) {
      ga_forget_current(); /* the context is another thread's or the parent process's */
   }
   current = NULL;
}

static void thread_end(void *unused)
{
   (void)unused;
   release(false);
}

static void make_key(void)
{
   pthread_key_create(&thread_key, thread_end);
}

void om_DestroyContext(struct om_context *ctx)
{
   if (!ctx)
      return;
   const void *owner = atomic_load(&ctx->owner);
   if (ctx->pid != getpid() || (owner && owner != om_thread())) {
      om_log("OSMesaDestroyContext: the context is %s: it is left as it is",
             owner ? "current on another thread" : "one of the parent process");
      return;
   }
   if (ctx == current)
      release(false); /* programs free the memory first */
   free_context(ctx);
}

/* Why this framebuffer is impossible; NULL: it is possible. */
static const char *check_framebuffer(const struct om_context *ctx, const void *memory, GLenum type, GLsizei width, GLsizei height,
                                     struct om_layout *layout)
{
   if (ctx->pid != getpid())
      return "the context is one of the parent process, which is lost after fork()";
   if (!memory)
      return "there is no memory to render to";
   const GLsizei max = (GLsizei)ctx->screen->caps.max_texture_2d_size;
   if (width < 1 || height < 1 || width > max || height > max)
      return "the width and height must be at least 1 and at most OSMESA_MAX_WIDTH";
   if (!om_layout_of(ctx->format, type, layout))
      return "the context's format has no such type: GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_HALF_FLOAT and GL_FLOAT exist, and "
             "GL_UNSIGNED_SHORT_5_6_5 for OSMESA_RGB_565";
   return NULL;
}

GLboolean om_MakeCurrent(struct om_context *ctx, void *memory, GLenum type, GLsizei width, GLsizei height)
{
   if (!ctx && !memory) {
      release(true);
      return GL_TRUE;
   }
   struct om_layout layout;
   const char *why = ctx ? check_framebuffer(ctx, memory, type, width, height, &layout) : "there is no context";
   if (why) {
      om_log("OSMesaMakeCurrent(0x%x, %dx%d): %s", type, width, height, why);
      return GL_FALSE;
   }
   if (!om_buffer_set(ctx, &layout, type, (uint32_t)width, (uint32_t)height)) {
      om_log("OSMesaMakeCurrent: no memory for %dx%d pixels", width, height);
      return GL_FALSE;
   }
   if (current != ctx)
      release(true);
   const void *before = atomic_exchange(&ctx->owner, om_thread());
   if (before && before != om_thread())
      om_log("OSMesaMakeCurrent: the context was current on another thread, which must not use it any more");
   ctx->memory = memory;
   current = ctx;
   ga_make_current(ctx->gl, &ctx->drawable, &ctx->drawable);
   pthread_once(&thread_once, make_key);
   pthread_setspecific(thread_key, ctx);
   return GL_TRUE;
}
