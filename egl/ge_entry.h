/* ge_entry.h: declarations that ge_entry*.c and the generated ge_entry_list.c share. */
#ifndef GE_ENTRY_H
#define GE_ENTRY_H

#include "egl/ge_platform.h"
#include "ge_entry_list.h"

/* An object of a display for a command, with a reference that holds its session, too; NULL with the EGL error set. */
void *ge_entry_object(EGLDisplay handle, void *object, enum ge_object_kind kind);
/* Drops the reference that ge_entry_object() has returned, and returns `result`. */
EGLBoolean ge_entry_end(struct ge_object *object, EGLBoolean result);
/* eglDestroy*: removes the handle; the object lives until its last reference is dropped. */
EGLBoolean ge_entry_destroy(EGLDisplay handle, void *object, enum ge_object_kind kind);

/* Copies an EGLint attribute list (KHR and EXT variants of commands). False with the EGL error set: more than GE_WIDE_ATTRIBS. */
#define GE_WIDE_ATTRIBS 65
bool ge_widen(const EGLint *attribs, EGLAttrib *wide);

/* ---- generated tables, sorted by name ---- */
struct ge_entry {
   const char *name;
   void *address;
};
extern const struct ge_entry ge_entries[], ge_stubs[];
extern const unsigned ge_entry_count, ge_stub_count;
extern int ge_stub_index[]; /* per stub: dispatch index that libglvnd has given it */

/* The vendor's function that a stub calls; NULL with libglvnd's error set (ge_glvnd.c). */
void *ge_stub_by_display(EGLDisplay dpy, int stub);
void *ge_stub_by_device(EGLDeviceEXT dev, int stub);

#endif
