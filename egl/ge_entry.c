/* ge_entry.c: functions that the EGL commands share, and the commands' addresses. The functions that applications call are
 * generated (gen_entry.py, entry.def): they clear the thread's error and call ge_Name() in ge_entry_*.c. */
#include "egl/ge_entry.h"

#include <stdlib.h>
#include <string.h>

void *ge_entry_object(EGLDisplay handle, void *object, enum ge_object_kind kind)
{
   GE_SESSION(session, handle);
   static const struct { EGLint error; const char *noun; } kinds[] = {
      [GE_CONTEXT] = {EGL_BAD_CONTEXT, "a context"}, [GE_SURFACE] = {EGL_BAD_SURFACE, "a surface"},
      [GE_IMAGE] = {EGL_BAD_PARAMETER, "an image"}, [GE_SYNC] = {EGL_BAD_PARAMETER, "a sync"}};
   void *found = session ? ge_object_get(session, object, kind) : NULL;
   if (session && !found)
      ge_error(kinds[kind].error, "%p is not %s of this display, or was destroyed", object, kinds[kind].noun);
   return found;
}

EGLBoolean ge_entry_end(struct ge_object *object, EGLBoolean result)
{
   ge_object_unref(object);
   return result;
}

EGLBoolean ge_entry_destroy(EGLDisplay handle, void *name, enum ge_object_kind kind)
{
   struct ge_object *object = ge_entry_object(handle, name, kind);
   if (!object)
      return EGL_FALSE;
   if (ge_object_remove(object))
      ge_object_unref(object);
   return ge_entry_end(object, EGL_TRUE);
}

bool ge_widen(const EGLint *attribs, EGLAttrib *wide)
{
   unsigned n = 0;
   for (; attribs && attribs[n] != EGL_NONE; n += 2) {
      if (n + 2 >= GE_WIDE_ATTRIBS)
         return ge_error(EGL_BAD_PARAMETER, "the attribute list has more than %d attributes", GE_WIDE_ATTRIBS / 2);
      wide[n] = attribs[n];
      wide[n + 1] = attribs[n + 1];
   }
   wide[n] = EGL_NONE;
   return true;
}

/* ---- addresses ---- */

static int compare_entry(const void *key, const void *row)
{
   return strcmp(key, ((const struct ge_entry *)row)->name);
}

void *ge_get_proc_address(const char *name)
{
   if (!name)
      return NULL;
   if (!strncmp(name, "egl", 3)) {
      const struct ge_entry *row = bsearch(name, ge_entries, ge_entry_count, sizeof(ge_entries[0]), compare_entry);
      return row ? row->address : NULL;
   }
   return (void *)ga_get_proc_address(name);
}
