/* ge_object.c: objects, their references, and the tables of the handles that are valid. */
#include "egl/ge_internal.h"

#include <stdlib.h>
#include <unistd.h>

static struct ge_session *session_list; /* that have not ended, of this process; under ge_lock */

void ge_object_reset_in_child(void)
{
   session_list = NULL;
}

static unsigned slot_of(const void *handle, unsigned slots)
{
   return (unsigned)(((uintptr_t)handle >> 4) * 0x9e3779b97f4a7c15ull >> 40) & (slots - 1);
}

static void insert(struct ge_object **table, unsigned slots, struct ge_object *obj)
{
   unsigned i = slot_of(obj, slots);
   while (table[i])
      i = (i + 1) & (slots - 1);
   table[i] = obj;
}

/* Room for one more handle. False: no memory. ge_lock is held. */
static bool grow(struct ge_session *session)
{
   if ((session->object_count + 1) * 2 <= session->object_slots)
      return true;
   const unsigned slots = session->object_slots ? session->object_slots * 2 : 32;
   struct ge_object **table = calloc(slots, sizeof(*table));
   if (!table)
      return false;
   for (unsigned i = 0; i < session->object_slots; i++)
      if (session->objects[i])
         insert(table, slots, session->objects[i]);
   free(session->objects);
   session->objects = table;
   session->object_slots = slots;
   return true;
}

bool ge_object_add(struct ge_session *session, struct ge_object *obj, enum ge_object_kind kind)
{
   obj->kind = kind;
   obj->session = session;
   atomic_init(&obj->refs, 1);
   ut_lock(&ge_lock);
   const bool ended = session->ended, ok = !ended && grow(session);
   if (ok) {
      insert(session->objects, session->object_slots, obj);
      session->object_count++;
      ge_session_ref(session);
   }
   ut_unlock(&ge_lock);
   if (ended)
      return ge_error(EGL_NOT_INITIALIZED, "another thread terminated the display during this call");
   return ok || ge_error(EGL_BAD_ALLOC, "out of memory");
}

/* Slot of a live handle, or -1. ge_lock is held. Does not dereference `handle`. */
static int find_slot(const struct ge_session *session, const void *handle)
{
   if (!handle || !session->object_slots)
      return -1;
   for (unsigned i = slot_of(handle, session->object_slots); session->objects[i]; i = (i + 1) & (session->object_slots - 1))
      if (session->objects[i] == handle)
         return (int)i;
   return -1;
}

/* A new reference, or NULL. ge_lock is held. */
static struct ge_object *get_locked(struct ge_session *session, const void *handle, enum ge_object_kind kind)
{
   const int slot = find_slot(session, handle);
   return slot >= 0 && session->objects[slot]->kind == kind ? ge_object_ref(session->objects[slot]) : NULL;
}

void *ge_object_get(struct ge_session *session, const void *handle, enum ge_object_kind kind)
{
   ut_lock(&ge_lock);
   struct ge_object *obj = get_locked(session, handle, kind);
   EGLLabelKHR label = obj ? obj->label : NULL;
   ut_unlock(&ge_lock);
   if (obj)
      ge_object_label(label);
   return obj;
}

void *ge_object_find(const void *handle, enum ge_object_kind kind)
{
   struct ge_object *obj = NULL;
   ut_lock(&ge_lock);
   for (struct ge_session *session = session_list; session && !obj; session = session->next)
      obj = get_locked(session, handle, kind);
   ut_unlock(&ge_lock);
   return obj;
}

bool ge_object_remove(struct ge_object *obj)
{
   struct ge_session *session = obj->session;
   ut_lock(&ge_lock);
   const int slot = find_slot(session, obj);
   if (slot >= 0) {
      const unsigned mask = session->object_slots - 1, hole = (unsigned)slot;
      session->objects[hole] = NULL;
      session->object_count--;
      /* Re-insert the entries of the same probe sequence: they may have been placed after the removed one. */
      for (unsigned i = (hole + 1) & mask; session->objects[i]; i = (i + 1) & mask) {
         struct ge_object *moved = session->objects[i];
         session->objects[i] = NULL;
         insert(session->objects, session->object_slots, moved);
      }
   }
   ut_unlock(&ge_lock);
   return slot >= 0;
}

bool ge_object_is_foreign(const struct ge_object *obj)
{
   return obj->session->pid != getpid();
}

void ge_object_unref(struct ge_object *obj)
{
   if (!obj || atomic_fetch_sub_explicit(&obj->refs, 1, memory_order_acq_rel) != 1)
      return;
   struct ge_session *session = obj->session;
   switch (obj->kind) {
   case GE_CONTEXT: ge_context_free((struct ge_context *)obj); break;
   case GE_SURFACE: ge_surface_free((struct ge_surface *)obj); break;
   case GE_IMAGE: ge_image_free((struct ge_image *)obj); break;
   case GE_SYNC: ge_sync_free((struct ge_sync *)obj); break;
   }
   ge_session_unref(session);
}

/* ---- all handles of a session ---- */

void ge_session_publish_locked(struct ge_session *session)
{
   session->next = session_list;
   session_list = session;
}

struct ge_handles ge_session_end_locked(struct ge_session *session)
{
   struct ge_session **at = &session_list;
   while (*at && *at != session)
      at = &(*at)->next;
   if (*at)
      *at = session->next;
   const struct ge_handles handles = {session->objects, session->object_slots};
   session->objects = NULL;
   session->object_count = session->object_slots = 0;
   session->ended = true;
   return handles;
}

/* Contexts last: surfaces, images and fences belong to the screen, and a context may use them while it is destroyed. */
void ge_handles_drop(struct ge_handles *handles)
{
   for (int contexts = 0; contexts < 2; contexts++)
      for (unsigned i = 0; i < handles->slots; i++) {
         struct ge_object *obj = handles->objects[i];
         if (!obj || (obj->kind == GE_CONTEXT) != contexts)
            continue;
         if (obj->kind == GE_SYNC)
            ge_sync_end((struct ge_sync *)obj);
         handles->objects[i] = NULL;
         ge_object_unref(obj);
      }
   free(handles->objects);
}
