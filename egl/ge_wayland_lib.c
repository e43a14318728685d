/* ge_wayland_lib.c: loads libwayland-client. */
#include "egl/ge_internal.h"
#include "egl/ge_wayland_lib.h"

#include <dlfcn.h>

struct ge_wayland_lib ge_wl;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static const char *load_error;

static void load(void)
{
   static const struct { const char *name; void *address; } rows[] = {
#define ROW(name) {#name, &ge_wl.name##_},
      GE_WAYLAND_FUNCTIONS(ROW)
#undef ROW
   };
   void *lib = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
   if (!lib) {
      load_error = "libwayland-client.so.0 cannot be loaded";
      return;
   }
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      void *address = dlsym(lib, rows[i].name);
      if (!address)
         load_error = "libwayland-client is older than 1.20";
      *(void **)rows[i].address = address;
   }
}

bool ge_wayland_load(void)
{
   pthread_once(&load_once, load);
   return !load_error || ge_error(EGL_NOT_INITIALIZED, "%s", load_error);
}
