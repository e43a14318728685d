/* node_syncobj_many.c: ioctls on arrays of syncobjs: wait, reset, signal, query; and transfer between two. */
#include <errno.h>
#include <stdlib.h>

#include <libdrm/drm.h>

#include "winsys/sim/node/engine/node.h"
#include "winsys/sim/node/engine/node_syncobj.h"

#define MAX_HANDLES 65536

struct set { uint32_t count, flags, first; struct node_syncobj **s; uint64_t *point; };

static void set_finish(struct set *set)
{
   for (uint32_t i = 0; set->s && i < set->count; i++)
      node_syncobj_unref(set->s[i]);
   free(set->s);
   free(set->point);
}

/* points 0: all are 0. */
static int set_read(struct node_file *file, uint64_t handles, uint64_t points, uint32_t count, struct set *set)
{
   *set = (struct set){ .count = count };
   if (!count)
      return -EINVAL;
   if (count > MAX_HANDLES)
      return -ENOMEM;
   uint32_t *handle = malloc(count * sizeof *handle);
   set->s = calloc(count, sizeof(struct node_syncobj *));
   set->point = calloc(count, sizeof *set->point);
   int error = handle && set->s && set->point ? 0 : -ENOMEM;
   if (!error)
      error = node_copy_in(handle, handles, count * sizeof *handle);
   if (!error && points)
      error = node_copy_in(set->point, points, count * sizeof *set->point);
   for (uint32_t i = 0; !error && i < count; i++)
      if (!(set->s[i] = node_syncobj_find(file, handle[i])))
         error = -ENOENT;
   free(handle);
   if (error)
      set_finish(set);
   return error;
}

static bool set_ready(void *data)
{
   struct set *set = data;
   uint32_t ready = 0;
   for (uint32_t i = 0; i < set->count; i++) {
      enum node_syncobj_state state = node_syncobj_state(set->s[i], set->point[i]);
      if (state == NODE_POINT_DONE || (state == NODE_POINT_PENDING && (set->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE))) {
         if (!ready++)
            set->first = i;
      }
   }
   return set->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL ? ready == set->count : ready > 0;
}

static bool set_has_foreign(const struct set *set)
{
   for (uint32_t i = 0; i < set->count; i++) {
      if (set->s[i]->share)
         return true;
      for (unsigned j = 0; j < set->s[i]->count; j++)
         if (node_fence_is_foreign(set->s[i]->points[j].fence))
            return true;
   }
   return false;
}

static int wait_for(struct set *set, int64_t timeout_ns, uint32_t *first)
{
   int result = 0;
   ut_lock(&node_sync_lock);
   bool for_submit = set->flags & (DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE);
   for (uint32_t i = 0; i < set->count && !for_submit; i++)
      if (node_syncobj_state(set->s[i], set->point[i]) == NODE_POINT_NOTHING)
         result = -EINVAL;
   bool foreign = for_submit || set_has_foreign(set); /* another thread may set a foreign fence during the wait */
   if (!result && !node_sync_wait(set_ready, set, timeout_ns, &foreign))
      result = -ETIME;
   ut_unlock(&node_sync_lock);
   if (!result)
      *first = set->first;
   return result;
}

static int wait_for_handles(struct node_file *file, uint64_t handles, uint64_t points, uint32_t count, uint32_t flags,
                            int64_t timeout_ns, uint32_t *first)
{
   struct set set;
   int error = count ? set_read(file, handles, points, count, &set) : 0;
   if (error || !count)
      return error;
   set.flags = flags;
   error = wait_for(&set, timeout_ns, first);
   set_finish(&set);
   return error;
}

int node_syncobj_wait(struct node_file *file, void *data)
{
   struct drm_syncobj_wait *arg = data;
   if (arg->flags & ~(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT))
      return -EINVAL;
   return wait_for_handles(file, arg->handles, 0, arg->count_handles, arg->flags, arg->timeout_nsec, &arg->first_signaled);
}

int node_syncobj_timeline_wait(struct node_file *file, void *data)
{
   struct drm_syncobj_timeline_wait *arg = data;
   if (arg->flags & ~(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT |
                      DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE))
      return -EINVAL;
   return wait_for_handles(file, arg->handles, arg->points, arg->count_handles, arg->flags, arg->timeout_nsec,
                           &arg->first_signaled);
}

/* Signals the points, or resets the syncobjs. */
static int set_all(struct node_file *file, uint64_t handles, uint64_t points, uint32_t count, bool signal)
{
   struct set set;
   int error = set_read(file, handles, points, count, &set);
   if (error)
      return error;
   for (uint32_t i = 0; i < set.count; i++) {
      struct node_fence *done = signal ? node_fence_signalled() : NULL;
      if (signal != (done != NULL) || !node_syncobj_set(set.s[i], set.point[i], done))
         error = -ENOMEM;
      node_fence_unref(done);
   }
   set_finish(&set);
   return error;
}

int node_syncobj_reset(struct node_file *file, void *data)
{
   const struct drm_syncobj_array *arg = data;
   return arg->pad ? -EINVAL : set_all(file, arg->handles, 0, arg->count_handles, false);
}

int node_syncobj_signal(struct node_file *file, void *data)
{
   const struct drm_syncobj_array *arg = data;
   return arg->pad ? -EINVAL : set_all(file, arg->handles, 0, arg->count_handles, true);
}

int node_syncobj_timeline_signal(struct node_file *file, void *data)
{
   const struct drm_syncobj_timeline_array *arg = data;
   return arg->flags ? -EINVAL : set_all(file, arg->handles, arg->points, arg->count_handles, true);
}

int node_syncobj_query(struct node_file *file, void *data)
{
   const struct drm_syncobj_timeline_array *arg = data;
   struct set set;
   if (arg->flags & ~DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED)
      return -EINVAL;
   int error = set_read(file, arg->handles, 0, arg->count_handles, &set);
   if (error)
      return error;
   ut_lock(&node_sync_lock);
   for (uint32_t i = 0; i < set.count; i++) {
      struct node_syncobj *s = set.s[i];
      node_syncobj_trim(s);
      bool last = arg->flags & DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED;
      set.point[i] = last && s->count ? s->points[s->count - 1].point : s->signalled;
   }
   ut_unlock(&node_sync_lock);
   error = node_copy_out(arg->points, set.point, set.count * sizeof *set.point);
   set_finish(&set);
   return error;
}

int node_syncobj_transfer(struct node_file *file, void *data)
{
   const struct drm_syncobj_transfer *arg = data;
   if (arg->pad || (arg->flags & ~DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT))
      return -EINVAL;
   struct node_syncobj *from = node_syncobj_find(file, arg->src_handle), *to = node_syncobj_find(file, arg->dst_handle);
   int error = from && to ? 0 : -ENOENT;
   struct node_fence *f = NULL;
   if (!error && !(f = node_syncobj_fence(from, arg->src_point)))
      error = -EINVAL;
   if (!error && !node_syncobj_set(to, arg->dst_point, f))
      error = -ENOMEM;
   node_fence_unref(f);
   node_syncobj_unref(from);
   node_syncobj_unref(to);
   return error;
}
