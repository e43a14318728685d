/* ge_library.c: libraries that are loaded when they are first used. */
#include "egl/ge_library.h"

#include <dlfcn.h>
#include <stddef.h>

const char *ge_library_load(const char *file, const struct ge_library_function *functions, unsigned count, const char *too_old)
{
   const char *error = NULL;
   void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
   if (!library)
      return "cannot be loaded";
   for (unsigned i = 0; i < count; i++) {
      void *address = dlsym(library, functions[i].name);
      if (!address)
         error = too_old;
      *(void **)functions[i].pointer = address;
   }
   return error;
}
