/* ge_wayland_lib.c: loads libwayland-client. */
#include "egl/ge_internal.h"
#include "egl/ge_library.h"
#include "egl/ge_wayland_lib.h"

#define LIBRARY "libwayland-client.so.0"

struct ge_wayland_lib ge_wl;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;
static const char *load_error;

static void load(void)
{
   static const struct ge_library_function functions[] = {
#define ROW(name) {#name, &ge_wl.name##_},
      GE_WAYLAND_FUNCTIONS(ROW)
#undef ROW
   };
   load_error = ge_library_load(LIBRARY, functions, sizeof(functions) / sizeof(functions[0]), "is older than 1.20");
}

bool ge_wayland_load(void)
{
   pthread_once(&load_once, load);
   return !load_error || ge_error(EGL_NOT_INITIALIZED, LIBRARY " %s", load_error);
}
