/* node_syncobj.c: DRM syncobjs, binary and timeline. An exported syncobj may be used by other processes (node_sync_share.c): its
 * points here are a copy, which is refreshed before each use. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <libdrm/drm.h>

#include "winsys/sim/node/engine/node.h"
#include "winsys/sim/node/engine/node_syncobj.h"
#include "winsys/sim/node/ipc/node_sync_share.h"

static struct node_syncobj *shared; /* exported and imported ones; under node_sync_lock */

struct node_syncobj *node_syncobj_new(void)
{
   struct node_syncobj *s = calloc(1, sizeof *s);
   if (s)
      atomic_init(&s->refs, 1);
   return s;
}

struct node_syncobj *node_syncobj_ref(struct node_syncobj *s)
{
   atomic_fetch_add_explicit(&s->refs, 1, memory_order_relaxed);
   return s;
}

static void drop_points(struct node_syncobj *s)
{
   for (unsigned i = 0; i < s->count; i++)
      node_fence_unref(s->points[i].fence);
   s->count = 0;
}

void node_syncobj_unref(struct node_syncobj *s)
{
   if (!s)
      return;
   ut_lock(&node_sync_lock); /* an import may find it in the list until then */
   bool dead = atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) == 1;
   if (dead)
      for (struct node_syncobj **link = &shared; *link; link = &(*link)->next_shared)
         if (*link == s) {
            *link = s->next_shared;
            break;
         }
   ut_unlock(&node_sync_lock);
   if (!dead)
      return;
   drop_points(s);
   node_sync_share_unref(s->share);
   free(s->points);
   free(s);
}

/* ---- shared between processes ---------------------------------------------------------------------------------------- */

struct shared_point { struct node_sync_share *share; uint64_t id; };

static bool shared_point_is_done(void *data)
{
   const struct shared_point *p = data;
   return node_sync_share_is_done(p->share, p->id);
}

static void shared_point_free(void *data)
{
   struct shared_point *p = data;
   node_sync_share_unref(p->share);
   free(p);
}

static struct shared_point *shared_point_new(struct node_sync_share *share, uint64_t id)
{
   struct shared_point *p = malloc(sizeof *p);
   if (p)
      *p = (struct shared_point){ node_sync_share_ref(share), id };
   return p;
}

static void shared_point_signal(void *data)
{
   struct shared_point *p = data;
   node_sync_share_done(p->share, p->id);
   shared_point_free(p);
}

/* Publishes a point that this process has submitted, and its completion later. 0: no memory. */
static uint64_t publish(struct node_sync_share *share, uint64_t point, struct node_fence *fence)
{
   uint64_t id = node_sync_share_add(share, point);
   if (!id)
      return 0;
   if (node_fence_done(fence)) {
      node_sync_share_done(share, id);
      return id;
   }
   struct shared_point *p = shared_point_new(share, id);
   if (!p || node_fence_when_done(fence, shared_point_signal, p)) {
      node_sync_share_done(share, id); /* no thread will complete it */
      if (p)
         shared_point_free(p);
      return 0;
   }
   return id;
}

/* The fence of a shared point: that of the copy, if it has the point. */
static struct node_fence *point_fence(const struct node_syncobj *s, const struct node_shared_point *p)
{
   static const struct node_watch watch = { shared_point_is_done, shared_point_free };
   for (unsigned i = 0; i < s->count; i++)
      if (s->points[i].id == p->id)
         return node_fence_ref(s->points[i].fence);
   return p->done ? node_fence_signalled() : node_fence_watch(&watch, shared_point_new(s->share, p->id));
}

/* node_sync_lock is held. Without memory the copy is not changed. */
static void refresh(struct node_syncobj *s)
{
   struct node_shared_point now[NODE_SHARED_POINTS];
   for (unsigned i = 0; i < s->count; i++) /* the relay thread may not have published it yet */
      if (node_fence_done(s->points[i].fence))
         node_sync_share_done(s->share, s->points[i].id);
   uint64_t signalled;
   unsigned count = node_sync_share_read(s->share, now, &signalled), made = 0;
   struct node_point *points = malloc((count ? count : 1) * sizeof *points);
   for (; points && made < count; made++) {
      points[made] = (struct node_point){ now[made].point, now[made].id, point_fence(s, &now[made]) };
      if (!points[made].fence)
         break;
   }
   if (!points || made < count) {
      for (unsigned i = 0; i < made; i++)
         node_fence_unref(points[i].fence);
      free(points);
      return;
   }
   drop_points(s);
   free(s->points);
   s->points = points;
   s->count = count;
   s->signalled = signalled;
}

/* ---- points ------------------------------------------------------------------------------------------------------------ */

void node_syncobj_trim(struct node_syncobj *s)
{
   if (s->share) {
      refresh(s);
      return;
   }
   unsigned done = 0;
   while (done < s->count && s->points[done].point && node_fence_done(s->points[done].fence))
      s->signalled = s->points[done++].point;
   for (unsigned i = 0; i < done; i++)
      node_fence_unref(s->points[i].fence);
   if (done)
      memmove(s->points, s->points + done, (s->count - done) * sizeof *s->points);
   s->count -= done;
}

enum node_syncobj_state node_syncobj_state(struct node_syncobj *s, uint64_t point)
{
   if (point || s->share)
      node_syncobj_trim(s);
   if (point) {
      if (point <= s->signalled)
         return NODE_POINT_DONE;
   } else if (!s->count) {
      return s->signalled ? NODE_POINT_DONE : NODE_POINT_NOTHING;
   }
   for (unsigned i = 0; i < s->count; i++) {
      if (s->points[i].point && s->points[i].point < point)
         continue;
      return node_fence_done(s->points[i].fence) && (!i || !point) ? NODE_POINT_DONE : NODE_POINT_PENDING;
   }
   return NODE_POINT_NOTHING;
}

/* All fences up to the first point that is not below `point`. */
static struct node_fence *fence_locked(struct node_syncobj *s, uint64_t point)
{
   switch (node_syncobj_state(s, point)) {
   case NODE_POINT_NOTHING:
      return NULL;
   case NODE_POINT_DONE:
      return node_fence_signalled();
   case NODE_POINT_PENDING:
      break;
   }
   struct node_fence **parts = malloc(s->count * sizeof *parts), *all;
   if (!parts)
      return NULL;
   unsigned count = 0;
   while (count < s->count) {
      parts[count] = s->points[count].fence;
      if (s->points[count++].point >= point && point)
         break;
   }
   all = count == 1 ? node_fence_ref(parts[0]) : node_fence_all(parts, count);
   free(parts);
   return all;
}

struct node_fence *node_syncobj_fence(struct node_syncobj *s, uint64_t point)
{
   ut_lock(&node_sync_lock);
   struct node_fence *f = fence_locked(s, point);
   ut_unlock(&node_sync_lock);
   return f;
}

static bool set_locked(struct node_syncobj *s, uint64_t point, struct node_fence *fence)
{
   if (!point) {
      drop_points(s);
      s->signalled = 0;
      if (s->share)
         node_sync_share_clear(s->share);
      if (!fence)
         return true;
   } else if (s->share) {
      refresh(s);
   }
   struct node_point *points = realloc(s->points, (s->count + 1) * sizeof *points);
   if (!points)
      return false;
   s->points = points;
   /* Points must increase; for a program that violates this the order of submission counts, as in the kernel. */
   if (s->count && point && s->points[s->count - 1].point > point)
      point = s->points[s->count - 1].point;
   uint64_t id = s->share ? publish(s->share, point, fence) : 0;
   if (s->share && !id)
      return false;
   s->points[s->count++] = (struct node_point){ point, id, node_fence_ref(fence) };
   return true;
}

bool node_syncobj_set(struct node_syncobj *s, uint64_t point, struct node_fence *fence)
{
   ut_lock(&node_sync_lock);
   bool ok = set_locked(s, point, fence);
   pthread_cond_broadcast(&node_sync_cond);
   ut_unlock(&node_sync_lock);
   return ok;
}

/* ---- ioctls: making and naming -------------------------------------------------------------------------------------- */

int node_syncobj_handle(struct node_file *file, struct node_syncobj *s, uint32_t *handle)
{
   pthread_mutex_lock(&file->lock);
   *handle = s ? node_table_add(&file->syncobjs, s) : 0;
   pthread_mutex_unlock(&file->lock);
   if (*handle)
      return 0;
   node_syncobj_unref(s);
   return -ENOMEM;
}

int node_syncobj_create(struct node_file *file, void *data)
{
   struct drm_syncobj_create *arg = data;
   if (arg->flags & ~DRM_SYNCOBJ_CREATE_SIGNALED)
      return -EINVAL;
   struct node_syncobj *s = node_syncobj_new();
   struct node_fence *done = s && arg->flags ? node_fence_signalled() : NULL;
   if (!s || (arg->flags && (!done || !node_syncobj_set(s, 0, done)))) {
      node_fence_unref(done);
      node_syncobj_unref(s);
      return -ENOMEM;
   }
   node_fence_unref(done);
   return node_syncobj_handle(file, s, &arg->handle);
}

int node_syncobj_destroy(struct node_file *file, void *data)
{
   const struct drm_syncobj_destroy *arg = data;
   if (arg->pad)
      return -EINVAL;
   pthread_mutex_lock(&file->lock);
   struct node_syncobj *s = node_table_remove(&file->syncobjs, arg->handle);
   pthread_mutex_unlock(&file->lock);
   if (!s)
      return -EINVAL;
   node_syncobj_unref(s);
   return 0;
}

/* node_sync_lock is held. */
static bool make_share(struct node_syncobj *s)
{
   if (s->share)
      return true;
   node_syncobj_trim(s);
   struct node_sync_share *share = node_sync_share_new(s->signalled);
   for (unsigned i = 0; share && i < s->count; i++)
      if (!(s->points[i].id = publish(share, s->points[i].point, s->points[i].fence))) {
         node_sync_share_unref(share);
         share = NULL;
      }
   if (!share)
      return false;
   s->share = share;
   s->next_shared = shared;
   shared = s;
   return true;
}

int node_syncobj_to_fd(struct node_syncobj *s)
{
   ut_lock(&node_sync_lock);
   int fd = make_share(s) ? node_sync_share_fd(s->share) : -EMFILE;
   ut_unlock(&node_sync_lock);
   return fd;
}

/* node_sync_lock is held. */
void node_syncobj_fork(void)
{
   for (struct node_syncobj *s = shared; s; s = s->next_shared)
      node_sync_share_leave(s->share);
   shared = NULL;
}

/* The object that a descriptor stands for, a new reference. NULL: none. */
static struct node_syncobj *from_fd(int fd)
{
   ut_lock(&node_sync_lock);
   struct node_syncobj *s = shared;
   while (s && !node_sync_share_is(s->share, fd))
      s = s->next_shared;
   if (s) {
      node_syncobj_ref(s);
   } else {
      struct node_sync_share *share = node_sync_share_open(fd);
      if (share && (s = node_syncobj_new())) {
         s->share = share;
         s->next_shared = shared;
         shared = s;
      } else {
         node_sync_share_unref(share);
      }
   }
   ut_unlock(&node_sync_lock);
   return s;
}

int node_syncobj_export(struct node_file *file, void *data)
{
   struct drm_syncobj_handle *arg = data;
   if (arg->pad || (arg->flags & ~DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE))
      return -EINVAL;
   struct node_syncobj *s = node_syncobj_find(file, arg->handle);
   if (!s)
      return arg->flags ? -ENOENT : -EINVAL;
   int fd;
   if (arg->flags) {
      struct node_fence *f = node_syncobj_fence(s, 0);
      fd = f ? node_fence_to_sync_file(f) : -EINVAL;
      node_fence_unref(f);
   } else {
      fd = node_syncobj_to_fd(s);
   }
   node_syncobj_unref(s);
   if (fd < 0)
      return fd;
   arg->fd = fd;
   return 0;
}

static int import_fence(struct node_file *file, struct drm_syncobj_handle *arg)
{
   struct node_syncobj *s = node_syncobj_find(file, arg->handle);
   if (!s)
      return -ENOENT;
   struct node_fence *f = node_fence_from_sync_file(arg->fd);
   int result = f ? node_syncobj_set(s, 0, f) ? 0 : -ENOMEM : -EINVAL;
   node_fence_unref(f);
   node_syncobj_unref(s);
   return result;
}

int node_syncobj_import(struct node_file *file, void *data)
{
   struct drm_syncobj_handle *arg = data;
   if (arg->pad || (arg->flags & ~DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE))
      return -EINVAL;
   if (arg->flags)
      return import_fence(file, arg);
   struct node_syncobj *s = from_fd(arg->fd);
   return s ? node_syncobj_handle(file, s, &arg->handle) : -EINVAL;
}
