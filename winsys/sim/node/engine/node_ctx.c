/* node_ctx.c: submission contexts, their fences by sequence number, buffer lists, and waiting for submissions. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libdrm/amdgpu_drm.h>

#include "winsys/sim/node/engine/node.h"

#define MAX_LIST (1u << 20)
#define MAX_FENCES 4096

/* ---- rings ------------------------------------------------------------------------------------------------------------ */

/* Compute rings are fed to the same command processor as the graphics ring: the packets are the same. */
unsigned node_ring_count(uint32_t ip_type)
{
   switch (ip_type) {
   case AMDGPU_HW_IP_GFX:
      return 1;
   case AMDGPU_HW_IP_COMPUTE:
      return NODE_RING_COUNT - NODE_RING_COMPUTE0;
   default:
      return 0;
   }
}

int node_ring_index(uint32_t ip_type, uint32_t instance, uint32_t ring)
{
   if (instance || ring >= node_ring_count(ip_type))
      return -EINVAL;
   return ip_type == AMDGPU_HW_IP_GFX ? NODE_RING_GFX : NODE_RING_COMPUTE0 + (int)ring;
}

/* ---- contexts ---------------------------------------------------------------------------------------------------------- */

void node_ctx_unref(struct node_ctx *ctx)
{
   if (!ctx || atomic_fetch_sub_explicit(&ctx->refs, 1, memory_order_acq_rel) != 1)
      return;
   for (unsigned r = 0; r < NODE_RING_COUNT; r++)
      for (unsigned i = 0; i < NODE_FENCE_SLOTS; i++)
         node_fence_unref(ctx->entity[r].fence[i]);
   free(ctx);
}

static int create(struct node_file *file, int32_t priority, uint32_t *id)
{
   /* More than normal needs a privilege; nonsense is read as normal, as the kernel does. */
   if (priority == AMDGPU_CTX_PRIORITY_HIGH || priority == AMDGPU_CTX_PRIORITY_VERY_HIGH)
      return -EACCES;
   struct node_ctx *ctx = calloc(1, sizeof *ctx);
   if (!ctx)
      return -ENOMEM;
   atomic_init(&ctx->refs, 1);
   *id = node_table_add(&file->contexts, ctx);
   if (!*id)
      node_ctx_unref(ctx);
   return *id ? 0 : -ENOMEM;
}

static int query(struct node_ctx *ctx, uint32_t op, union drm_amdgpu_ctx *arg)
{
   bool guilty = atomic_load(&ctx->guilty);
   memset(arg, 0, sizeof *arg);
   if (op == AMDGPU_CTX_OP_QUERY_STATE2) {
      arg->out.state.flags = guilty ? AMDGPU_CTX_QUERY2_FLAGS_RESET | AMDGPU_CTX_QUERY2_FLAGS_GUILTY : 0;
   } else {
      arg->out.state.reset_status = guilty && !ctx->reset_seen ? AMDGPU_CTX_GUILTY_RESET : AMDGPU_CTX_NO_RESET;
      ctx->reset_seen |= guilty;
   }
   return 0;
}

static int stable_pstate(uint32_t op, const struct drm_amdgpu_ctx_in *in, union drm_amdgpu_ctx *arg)
{
   if (op == AMDGPU_CTX_OP_SET_STABLE_PSTATE)
      return in->flags & ~(uint32_t)AMDGPU_CTX_STABLE_PSTATE_FLAGS_MASK || in->flags > AMDGPU_CTX_STABLE_PSTATE_PEAK ? -EINVAL :
         0;
   if (in->flags)
      return -EINVAL;
   memset(arg, 0, sizeof *arg);
   return 0;
}

int node_ctx_ioctl(struct node_file *file, void *data)
{
   union drm_amdgpu_ctx *arg = data;
   struct drm_amdgpu_ctx_in in = arg->in;
   bool pstate = in.op == AMDGPU_CTX_OP_GET_STABLE_PSTATE || in.op == AMDGPU_CTX_OP_SET_STABLE_PSTATE;
   if (in.op < AMDGPU_CTX_OP_ALLOC_CTX || in.op > AMDGPU_CTX_OP_SET_STABLE_PSTATE || (in.flags && !pstate))
      return -EINVAL;
   pthread_mutex_lock(&file->lock);
   struct node_ctx *ctx = node_table_get(&file->contexts, in.ctx_id);
   int error = 0;
   if (in.op == AMDGPU_CTX_OP_ALLOC_CTX) {
      memset(arg, 0, sizeof *arg);
      error = create(file, in.priority, &arg->out.alloc.ctx_id);
   } else if (!ctx) {
      error = -EINVAL;
   } else if (in.op == AMDGPU_CTX_OP_FREE_CTX) {
      node_ctx_unref(node_table_remove(&file->contexts, in.ctx_id));
   } else {
      error = pstate ? stable_pstate(in.op, &in, arg) : query(ctx, in.op, arg);
   }
   pthread_mutex_unlock(&file->lock);
   return error;
}

/* Nothing to reserve; asking for it is fine, as on the hardware. */
int node_vm_ioctl(struct node_file *file, void *data)
{
   const union drm_amdgpu_vm *arg = data;
   return arg->in.flags || (arg->in.op != AMDGPU_VM_OP_RESERVE_VMID && arg->in.op != AMDGPU_VM_OP_UNRESERVE_VMID) ? -EINVAL : 0;
}

/* For the DRM master alone, which a render node has not. */
int node_sched(struct node_file *file, void *data)
{
   return -EACCES;
}

/* ---- buffer lists -------------------------------------------------------------------------------------------------------- */

void node_bo_list_free(struct node_bo_list *list)
{
   for (uint32_t i = 0; list && i < list->count; i++)
      node_bo_unref(list->bo[i]);
   free(list);
}

int node_bo_list_read(struct node_file *file, uint64_t pointer, uint32_t count, uint32_t stride_B, struct node_bo_list **out)
{
   struct node_bo_list *list = count <= MAX_LIST ? calloc(1, sizeof *list + count * sizeof list->bo[0]) : NULL;
   uint8_t *entries = list && stride_B <= 4096 ? malloc((size_t)count * stride_B + 1) : NULL;
   int error = entries ? node_copy_in(entries, pointer, (size_t)count * stride_B) : -ENOMEM;
   pthread_mutex_lock(&file->lock);
   for (uint32_t i = 0; !error && i < count; i++) {
      struct drm_amdgpu_bo_list_entry entry = { 0 };
      memcpy(&entry, entries + (size_t)i * stride_B, stride_B < sizeof entry ? stride_B : sizeof entry);
      struct node_bo *bo = node_table_get(&file->bos, entry.bo_handle);
      if (bo)
         list->bo[list->count++] = node_bo_ref(bo);
      else
         error = -ENOENT;
   }
   pthread_mutex_unlock(&file->lock);
   free(entries);
   if (error)
      node_bo_list_free(list);
   else
      *out = list;
   return error;
}

int node_bo_list_ioctl(struct node_file *file, void *data)
{
   union drm_amdgpu_bo_list *arg = data;
   struct drm_amdgpu_bo_list_in in = arg->in;
   struct node_bo_list *list = NULL, *old = NULL;
   int error = 0;
   if (in.operation > AMDGPU_BO_LIST_OP_UPDATE)
      return -EINVAL;
   if (in.operation != AMDGPU_BO_LIST_OP_DESTROY)
      error = node_bo_list_read(file, in.bo_info_ptr, in.bo_number, in.bo_info_size, &list);
   if (error)
      return error;
   memset(arg, 0, sizeof *arg);
   pthread_mutex_lock(&file->lock);
   switch (in.operation) {
   case AMDGPU_BO_LIST_OP_CREATE:
      arg->out.list_handle = node_table_add(&file->lists, list);
      error = arg->out.list_handle ? 0 : -ENOMEM;
      break;
   case AMDGPU_BO_LIST_OP_DESTROY:
      old = node_table_remove(&file->lists, in.list_handle);
      break;
   default:
      old = node_table_get(&file->lists, in.list_handle);
      if (old)
         file->lists.slot[in.list_handle - 1] = list;
      else
         error = -ENOENT;
      arg->out.list_handle = in.list_handle;
   }
   pthread_mutex_unlock(&file->lock);
   node_bo_list_free(error ? list : old);
   return error;
}

/* ---- waiting --------------------------------------------------------------------------------------------------------------- */

/* file->lock is held. */
static int fence_of(struct node_ctx *ctx, int ring, uint64_t seq, struct node_fence **fence)
{
   if (!ctx || ring < 0)
      return -EINVAL;
   const struct node_entity *e = &ctx->entity[ring];
   if (seq == UINT64_MAX)
      seq = e->last_seq;
   if (seq > e->last_seq)
      return -EINVAL;
   if (seq && seq + NODE_FENCE_SLOTS > e->last_seq)
      *fence = node_fence_ref(e->fence[seq % NODE_FENCE_SLOTS]);
   return 0;
}

int node_ctx_fence(struct node_file *file, uint32_t ctx_id, uint32_t ip_type, uint32_t instance, uint32_t ring, uint64_t seq,
                   struct node_fence **fence)
{
   *fence = NULL;
   pthread_mutex_lock(&file->lock);
   int error = fence_of(node_table_get(&file->contexts, ctx_id), node_ring_index(ip_type, instance, ring), seq, fence);
   pthread_mutex_unlock(&file->lock);
   return error;
}

int node_wait_cs(struct node_file *file, void *data)
{
   union drm_amdgpu_wait_cs *arg = data;
   struct node_fence *fence = NULL;
   int64_t deadline_ns = node_deadline(arg->in.timeout);
   int error = node_ctx_fence(file, arg->in.ctx_id, arg->in.ip_type, arg->in.ip_instance, arg->in.ring, arg->in.handle, &fence);
   if (error)
      return error;
   bool done = !fence || node_fence_wait(fence, deadline_ns);
   error = done && fence ? fence->error : 0;
   node_fence_unref(fence);
   memset(arg, 0, sizeof *arg);
   arg->out.status = !done;
   return error;
}

struct wait { struct node_fence **fence; uint32_t count, first; bool all; };

static bool wait_ready(void *data)
{
   struct wait *w = data;
   uint32_t done = 0;
   for (uint32_t i = 0; i < w->count; i++)
      if ((!w->fence[i] || node_fence_done(w->fence[i])) && !done++)
         w->first = i;
   return w->all ? done == w->count : done > 0;
}

int node_wait_fences(struct node_file *file, void *data)
{
   union drm_amdgpu_wait_fences *arg = data;
   struct drm_amdgpu_wait_fences_in in = arg->in;
   if (!in.fence_count)
      return -EINVAL;
   if (in.fence_count > MAX_FENCES)
      return -ENOMEM;
   struct drm_amdgpu_fence *fences = malloc(in.fence_count * sizeof *fences);
   struct wait w = { .fence = calloc(in.fence_count, sizeof *w.fence), .count = in.fence_count, .all = in.wait_all };
   int error = fences && w.fence ? node_copy_in(fences, in.fences, in.fence_count * sizeof *fences) : -ENOMEM;
   for (uint32_t i = 0; !error && i < in.fence_count; i++)
      error = node_ctx_fence(file, fences[i].ctx_id, fences[i].ip_type, fences[i].ip_instance, fences[i].ring, fences[i].seq_no,
                             &w.fence[i]);
   bool done = false;
   if (!error) {
      ut_lock(&node_sync_lock);
      bool foreign = false;
      done = node_sync_wait(wait_ready, &w, node_deadline(in.timeout_ns), &foreign);
      ut_unlock(&node_sync_lock);
      memset(arg, 0, sizeof *arg);
      arg->out.status = done;
      arg->out.first_signaled = w.all ? in.fence_count - 1 : w.first;
   }
   for (uint32_t i = 0; w.fence && i < in.fence_count; i++)
      node_fence_unref(w.fence[i]);
   free(w.fence);
   free(fences);
   return error;
}

static int fence_to_syncobj(struct node_file *file, struct node_fence *fence, bool as_fd, uint32_t *out)
{
   struct node_syncobj *s = node_syncobj_new();
   if (!s || !node_syncobj_set(s, 0, fence)) {
      node_syncobj_unref(s);
      return -ENOMEM;
   }
   if (as_fd) {
      int fd = node_syncobj_to_fd(s);
      node_syncobj_unref(s);
      *out = (uint32_t)fd;
      return fd < 0 ? fd : 0;
   }
   return node_syncobj_handle(file, s, out);
}

int node_fence_to_handle(struct node_file *file, void *data)
{
   union drm_amdgpu_fence_to_handle *arg = data;
   const struct drm_amdgpu_fence id = arg->in.fence;
   uint32_t what = arg->in.what;
   struct node_fence *fence = NULL;
   int error = node_ctx_fence(file, id.ctx_id, id.ip_type, id.ip_instance, id.ring, id.seq_no, &fence);
   if (!error && !fence && !(fence = node_fence_signalled()))
      error = -ENOMEM;
   if (error)
      return error;
   switch (what) {
   case AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ:
   case AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ_FD:
      error = fence_to_syncobj(file, fence, what == AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ_FD, &arg->out.handle);
      break;
   case AMDGPU_FENCE_TO_HANDLE_GET_SYNC_FILE_FD:
      error = node_fence_to_sync_file(fence);
      arg->out.handle = (uint32_t)error;
      error = error < 0 ? error : 0;
      break;
   default:
      error = -EINVAL;
   }
   node_fence_unref(fence);
   return error;
}
