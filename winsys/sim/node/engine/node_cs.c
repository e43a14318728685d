/* node_cs.c: command submission: from chunks to a job. Nothing is queued unless all of it is right. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libdrm/amdgpu_drm.h>

#include "util/ut_debug.h"
#include "winsys/sim/base/grow.h"
#include "winsys/sim/node/engine/node_share.h"

#define MAX_CHUNKS 1024
#define MAX_CHUNK_B (1u << 20)
#define MAX_IB_DW 0xfffffu

/* Syncobjs that the job will signal, with their points. */
struct signal { struct node_syncobj *s; uint64_t point; };
struct parser {
   struct node_file *file;
   struct node_job *job;
   struct node_bo_list *list;
   struct signal *signal;
   unsigned signal_count;
   size_t wait_cap;
   bool list_given, has_ring;
};

static int add_wait(void *arg, struct node_fence *fence)
{
   struct parser *p = arg;
   struct node_job *job = p->job;
   struct node_fence **wait = sim_grow(job->wait, job->wait_count, &p->wait_cap, sizeof *wait);
   if (!wait) {
      node_fence_unref(fence);
      return -ENOMEM;
   }
   job->wait = wait;
   job->wait[job->wait_count++] = fence;
   return 0;
}

/* ---- chunks: one function each, called for each item ------------------------------------------------------------------------ */

static int chunk_ib(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_ib *ib = data;
   struct node_job *job = p->job;
   int ring = node_ring_index(ib->ip_type, ib->ip_instance, ib->ring);
   if (ring < 0 || (p->has_ring && (unsigned)ring != job->ring))
      return -EINVAL;
   if (job->ib_count == sizeof job->ib / sizeof job->ib[0] || ib->ib_bytes & 3 || ib->ib_bytes / 4 > MAX_IB_DW)
      return -EINVAL;
   if (ib->flags & (AMDGPU_IB_FLAG_CE | AMDGPU_IB_FLAGS_SECURE))
      return -EINVAL; /* no constant engine, no trusted memory */
   p->has_ring = true;
   job->ring = (unsigned)ring;
   job->ib[job->ib_count++] = (struct sim_ib){ ib->va_start, ib->ib_bytes / 4 };
   return 0;
}

static int chunk_fence(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_fence *fence = data;
   struct node_bo *bo = node_bo_find(p->file, fence->handle);
   if (!bo)
      return -EINVAL;
   if (bo->size_B != NODE_PAGE_B || fence->offset + 8ull > bo->size_B || fence->offset & 7 || bo->userptr || p->job->fence_bo) {
      node_bo_unref(bo);
      return -EINVAL;
   }
   p->job->fence_bo = bo;
   p->job->fence_offset = fence->offset;
   return 0;
}

static int chunk_dependency(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_dep *dep = data;
   struct node_fence *fence;
   int error = node_ctx_fence(p->file, dep->ctx_id, dep->ip_type, dep->ip_instance, dep->ring, dep->handle, &fence);
   return fence ? add_wait(p, fence) : error;
}

static int wait_for_point(struct parser *p, uint32_t handle, uint64_t point)
{
   struct node_syncobj *s = node_syncobj_find(p->file, handle);
   if (!s)
      return -ENOENT;
   struct node_fence *fence = node_syncobj_fence(s, point);
   node_syncobj_unref(s);
   return fence ? add_wait(p, fence) : -EINVAL;
}

static int signal_point(struct parser *p, uint32_t handle, uint64_t point)
{
   struct signal *signal = realloc(p->signal, (p->signal_count + 1) * sizeof *signal);
   if (!signal)
      return -ENOMEM;
   p->signal = signal;
   struct node_syncobj *s = node_syncobj_find(p->file, handle);
   if (!s)
      return -EINVAL;
   signal[p->signal_count++] = (struct signal){ s, point };
   return 0;
}

static int chunk_syncobj_in(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_sem *sem = data;
   return wait_for_point(p, sem->handle, 0);
}

static int chunk_syncobj_out(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_sem *sem = data;
   return signal_point(p, sem->handle, 0);
}

static int chunk_timeline_wait(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_syncobj *s = data;
   return wait_for_point(p, s->handle, s->point);
}

static int chunk_timeline_signal(struct parser *p, const void *data)
{
   const struct drm_amdgpu_cs_chunk_syncobj *s = data;
   return signal_point(p, s->handle, s->point);
}

static int chunk_bo_handles(struct parser *p, const void *data)
{
   const struct drm_amdgpu_bo_list_in *in = data;
   if (p->list_given)
      return -EINVAL;
   p->list_given = true;
   return node_bo_list_read(p->file, in->bo_info_ptr, in->bo_number, in->bo_info_size, &p->list);
}

static const struct { uint32_t item_B; bool many; int (*read)(struct parser *p, const void *item); } chunks[] = {
   [AMDGPU_CHUNK_ID_IB] = { sizeof(struct drm_amdgpu_cs_chunk_ib), false, chunk_ib },
   [AMDGPU_CHUNK_ID_FENCE] = { sizeof(struct drm_amdgpu_cs_chunk_fence), false, chunk_fence },
   [AMDGPU_CHUNK_ID_DEPENDENCIES] = { sizeof(struct drm_amdgpu_cs_chunk_dep), true, chunk_dependency },
   [AMDGPU_CHUNK_ID_SYNCOBJ_IN] = { sizeof(struct drm_amdgpu_cs_chunk_sem), true, chunk_syncobj_in },
   [AMDGPU_CHUNK_ID_SYNCOBJ_OUT] = { sizeof(struct drm_amdgpu_cs_chunk_sem), true, chunk_syncobj_out },
   [AMDGPU_CHUNK_ID_BO_HANDLES] = { sizeof(struct drm_amdgpu_bo_list_in), false, chunk_bo_handles },
   [AMDGPU_CHUNK_ID_SCHEDULED_DEPENDENCIES] = { sizeof(struct drm_amdgpu_cs_chunk_dep), true, chunk_dependency },
   [AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT] = { sizeof(struct drm_amdgpu_cs_chunk_syncobj), true, chunk_timeline_wait },
   [AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL] = { sizeof(struct drm_amdgpu_cs_chunk_syncobj), true, chunk_timeline_signal },
};

static int read_chunk(struct parser *p, uint64_t pointer)
{
   struct drm_amdgpu_cs_chunk chunk;
   if (node_copy_in(&chunk, pointer, sizeof chunk))
      return -EFAULT;
   if (chunk.chunk_id >= sizeof chunks / sizeof chunks[0] || !chunks[chunk.chunk_id].read)
      return -EINVAL;
   uint32_t item_B = chunks[chunk.chunk_id].item_B;
   uint64_t size_B = 4ull * chunk.length_dw;
   if (size_B > MAX_CHUNK_B)
      return -ENOMEM;
   if (size_B < item_B && !chunks[chunk.chunk_id].many)
      return -EINVAL;
   uint8_t *data = malloc(size_B ? size_B : 1);
   if (!data)
      return -ENOMEM;
   int error = node_copy_in(data, chunk.chunk_data, size_B);
   const uint64_t items = chunks[chunk.chunk_id].many ? size_B / item_B : 1;
   for (uint64_t i = 0; !error && i < items; i++)
      error = chunks[chunk.chunk_id].read(p, data + i * item_B);
   free(data);
   return error;
}

static int read_chunks(struct parser *p, const struct drm_amdgpu_cs_in *in)
{
   if (!in->num_chunks)
      return -EINVAL;
   if (in->num_chunks > MAX_CHUNKS)
      return -ENOMEM;
   uint64_t *pointers = malloc(in->num_chunks * sizeof *pointers);
   int error = pointers ? node_copy_in(pointers, in->chunks, in->num_chunks * sizeof *pointers) : -ENOMEM;
   for (uint32_t i = 0; !error && i < in->num_chunks; i++)
      error = read_chunk(p, pointers[i]);
   free(pointers);
   return !error && !p->has_ring ? -EINVAL : error;
}

/* A list made before, by its handle: its buffers as they are now. file->lock is held. */
static int copy_list(struct parser *p, uint32_t handle)
{
   const struct node_bo_list *list = node_table_get(&p->file->lists, handle);
   if (!list || p->list_given)
      return list ? -EINVAL : -ENOENT;
   p->list = calloc(1, sizeof *list + list->count * sizeof list->bo[0]);
   if (!p->list)
      return -ENOMEM;
   p->list->count = list->count;
   for (uint32_t i = 0; i < list->count; i++)
      p->list->bo[i] = node_bo_ref(list->bo[i]);
   return 0;
}

/* ---- submission ------------------------------------------------------------------------------------------------------------ */

static void take_list(struct parser *p)
{
   if (!p->list)
      return;
   p->job->bo_count = p->list->count;
   p->job->bo = malloc((p->list->count + 1) * sizeof *p->job->bo);
   if (!p->job->bo)
      p->job->bo_count = 0;
   for (unsigned i = 0; i < p->job->bo_count; i++)
      p->job->bo[i] = node_bo_ref(p->list->bo[i]);
}

static int publish(struct parser *p)
{
   struct node_job *job = p->job;
   int error = node_share_use(job, add_wait, p);
   for (unsigned i = 0; !error && i < p->signal_count; i++)
      error = node_syncobj_set(p->signal[i].s, p->signal[i].point, job->done) ? 0 : -ENOMEM;
   return error;
}

/* The slot of a number must be free: a context cannot run further ahead than that. Numbers are given under file->lock. */
static int submit(struct parser *p, uint64_t *seq)
{
   struct node_file *file = p->file;
   struct node_entity *e = &p->job->ctx->entity[p->job->ring];
   for (;;) {
      pthread_mutex_lock(&file->lock);
      struct node_fence *old = e->fence[(e->last_seq + 1) % NODE_FENCE_SLOTS];
      if (!old || node_fence_done(old))
         break;
      node_fence_ref(old);
      pthread_mutex_unlock(&file->lock);
      node_fence_wait(old, NODE_FOREVER);
      node_fence_unref(old);
   }
   struct node_fence *done = node_fence_ref(p->job->done);
   *seq = p->job->seq = e->last_seq + 1;
   int error = publish(p);
   if (!error)
      error = node_queue_add(file, p->job);
   if (error) {
      node_fence_signal(done, error); /* it will never be executed */
      node_fence_unref(done);
   } else {
      node_fence_unref(e->fence[*seq % NODE_FENCE_SLOTS]);
      e->fence[*seq % NODE_FENCE_SLOTS] = done;
      e->last_seq = *seq;
      p->job = NULL;
      if (ut_debug_flags() & UT_DEBUG_SYNC)
         node_fence_wait(done, NODE_FOREVER);
   }
   pthread_mutex_unlock(&file->lock);
   return error;
}

int node_cs(struct node_file *file, void *data)
{
   union drm_amdgpu_cs *arg = data;
   struct drm_amdgpu_cs_in in = arg->in;
   if (in.flags)
      return -EINVAL;
   struct parser p = { .file = file, .job = calloc(1, sizeof *p.job) };
   if (!p.job || !(p.job->done = node_fence_new())) {
      free(p.job);
      return -ENOMEM;
   }
   p.job->done->owner = file;
   struct node_ctx *ctx = p.job->ctx = node_table_find(file, &file->contexts, in.ctx_id);
   int error = !ctx ? -EINVAL : atomic_load(&ctx->guilty) ? -ECANCELED : read_chunks(&p, &in);
   if (!error && in.bo_list_handle) {
      pthread_mutex_lock(&file->lock);
      error = copy_list(&p, in.bo_list_handle);
      pthread_mutex_unlock(&file->lock);
   }
   if (!error) {
      take_list(&p);
      uint64_t seq = 0;
      error = submit(&p, &seq);
      arg->out.handle = seq;
   }
   for (unsigned i = 0; i < p.signal_count; i++)
      node_syncobj_unref(p.signal[i].s);
   free(p.signal);
   node_bo_list_free(p.list);
   if (p.job)
      node_job_free(p.job);
   return error;
}
