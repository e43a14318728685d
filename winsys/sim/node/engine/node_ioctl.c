/* node_ioctl.c: the table of ioctls, and how the kernel's DRM core calls their handlers: the argument is copied in, filled up
 * with zeros where the program passes a shorter structure, and copied out. */
#include <errno.h>
#include <linux/ioctl.h>
#include <string.h>

#include <libdrm/amdgpu_drm.h>

#include "util/ut_env.h"
#include "util/ut_thread.h"
#include "winsys/sim/node/engine/node.h"

#define MAX_ARG_B 1024

unsigned node_drm_minor(void)
{
   int64_t minor = ut_env_int(UT_ENV_SIM_DRM_MINOR);
   return minor < NODE_DRM_MINOR_FIRST ? NODE_DRM_MINOR_FIRST : minor > NODE_DRM_MINOR_LAST ? NODE_DRM_MINOR_LAST : (unsigned)minor;
}

int node_version(struct node_file *file, void *data)
{
   struct drm_version *arg = data;
   arg->version_major = 3;
   arg->version_minor = (int)node_drm_minor();
   arg->version_patchlevel = 0;
   const struct { const char *text; char *to; __kernel_size_t *size_B; } rows[] = {
      { "amdgpu", arg->name, &arg->name_len }, { "20150101", arg->date, &arg->date_len },
      { "AMD GPU (simulated)", arg->desc, &arg->desc_len },
   };
   for (unsigned i = 0; i < 3; i++) {
      size_t length = strlen(rows[i].text), room_B = *rows[i].size_B;
      *rows[i].size_B = length;
      if (rows[i].to && room_B && node_copy_out((uintptr_t)rows[i].to, rows[i].text, length < room_B ? length : room_B))
         return -EFAULT;
   }
   return 0;
}

int node_get_cap(struct node_file *file, void *data)
{
   static const struct { uint64_t capability, value; } rows[] = {
      { DRM_CAP_TIMESTAMP_MONOTONIC, 1 }, { DRM_CAP_SYNCOBJ, 1 }, { DRM_CAP_SYNCOBJ_TIMELINE, 1 }, { DRM_CAP_DUMB_BUFFER, 1 },
      { DRM_CAP_CRTC_IN_VBLANK_EVENT, 1 }, { DRM_CAP_PRIME, DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT },
      { DRM_CAP_DUMB_PREFERRED_DEPTH, 24 }, { DRM_CAP_CURSOR_WIDTH, 128 }, { DRM_CAP_CURSOR_HEIGHT, 128 },
      { DRM_CAP_VBLANK_HIGH_CRTC, 0 }, { DRM_CAP_DUMB_PREFER_SHADOW, 0 }, { DRM_CAP_ASYNC_PAGE_FLIP, 0 },
      { DRM_CAP_PAGE_FLIP_TARGET, 0 }, { DRM_CAP_ADDFB2_MODIFIERS, 0 },
   };
   struct drm_get_cap *arg = data;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
      if (rows[i].capability == arg->capability) {
         arg->value = rows[i].value;
         return 0;
      }
   return -EINVAL;
}

#define ROW(request, handler) [_IOC_NR(request)] = { request, handler, #request }
static const struct { unsigned long request; node_handler *handler; const char *name; } table[256] = {
   ROW(DRM_IOCTL_VERSION, node_version),
   ROW(DRM_IOCTL_GET_CAP, node_get_cap),
   ROW(DRM_IOCTL_GEM_CLOSE, node_gem_close),
   ROW(DRM_IOCTL_PRIME_HANDLE_TO_FD, node_prime_export),
   ROW(DRM_IOCTL_PRIME_FD_TO_HANDLE, node_prime_import),
   ROW(DRM_IOCTL_SYNCOBJ_CREATE, node_syncobj_create),
   ROW(DRM_IOCTL_SYNCOBJ_DESTROY, node_syncobj_destroy),
   ROW(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, node_syncobj_export),
   ROW(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, node_syncobj_import),
   ROW(DRM_IOCTL_SYNCOBJ_TRANSFER, node_syncobj_transfer),
   ROW(DRM_IOCTL_SYNCOBJ_WAIT, node_syncobj_wait),
   ROW(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, node_syncobj_timeline_wait),
   ROW(DRM_IOCTL_SYNCOBJ_RESET, node_syncobj_reset),
   ROW(DRM_IOCTL_SYNCOBJ_SIGNAL, node_syncobj_signal),
   ROW(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, node_syncobj_timeline_signal),
   ROW(DRM_IOCTL_SYNCOBJ_QUERY, node_syncobj_query),
   ROW(DRM_IOCTL_AMDGPU_GEM_CREATE, node_gem_create),
   ROW(DRM_IOCTL_AMDGPU_GEM_MMAP, node_gem_mmap),
   ROW(DRM_IOCTL_AMDGPU_CTX, node_ctx_ioctl),
   ROW(DRM_IOCTL_AMDGPU_BO_LIST, node_bo_list_ioctl),
   ROW(DRM_IOCTL_AMDGPU_CS, node_cs),
   ROW(DRM_IOCTL_AMDGPU_INFO, node_info),
   ROW(DRM_IOCTL_AMDGPU_GEM_METADATA, node_gem_metadata),
   ROW(DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, node_gem_wait_idle),
   ROW(DRM_IOCTL_AMDGPU_GEM_VA, node_gem_va),
   ROW(DRM_IOCTL_AMDGPU_WAIT_CS, node_wait_cs),
   ROW(DRM_IOCTL_AMDGPU_GEM_OP, node_gem_op),
   ROW(DRM_IOCTL_AMDGPU_GEM_USERPTR, node_gem_userptr),
   ROW(DRM_IOCTL_AMDGPU_WAIT_FENCES, node_wait_fences),
   ROW(DRM_IOCTL_AMDGPU_VM, node_vm_ioctl),
   ROW(DRM_IOCTL_AMDGPU_FENCE_TO_HANDLE, node_fence_to_handle),
   ROW(DRM_IOCTL_AMDGPU_SCHED, node_sched),
};

/* Ioctls that the kernel does not offer on render nodes: display, authentication, global names. */
static bool denied(unsigned nr)
{
   return (nr >= 0x01 && nr <= 0x0b) || nr == 0x0d || (nr >= 0x10 && nr <= 0x2b) || nr == 0x30 || nr == 0x31 ||
          (nr >= 0x3a && nr <= 0x3b) || (nr >= 0xa0 && nr <= 0xce);
}

const char *node_ioctl_name(unsigned long request)
{
   const char *name = table[_IOC_NR(request)].name;
   return name ? name : "unknown";
}

int node_ioctl(struct node_file *file, unsigned long request, void *user)
{
   unsigned nr = _IOC_NR(request);
   if (_IOC_TYPE(request) != DRM_IOCTL_BASE)
      return -ENOTTY;
   if (!table[nr].handler)
      return denied(nr) ? -EACCES : -EINVAL;
   /* Sizes may differ between the program's headers and ours; directions are ours. */
   unsigned long known = table[nr].request;
   size_t known_B = _IOC_SIZE(known), user_B = _IOC_SIZE(request), in_B = 0, out_B = 0;
   _Alignas(8) uint8_t data[MAX_ARG_B] = { 0 };
   size_t both_B = user_B < known_B ? user_B : known_B;
   if (request & known & (unsigned long)_IOC_WRITE << _IOC_DIRSHIFT)
      in_B = both_B;
   if (request & known & (unsigned long)_IOC_READ << _IOC_DIRSHIFT)
      out_B = both_B;
   if (in_B && node_copy_in(data, (uintptr_t)user, in_B))
      return -EFAULT;
   /* As in the kernel, an ioctl is not a cancellation point. */
   int held = ut_thread_hold_cancel();
   int result = table[nr].handler(file, data);
   ut_thread_release_cancel(held);
   if (out_B && node_copy_out((uintptr_t)user, data, out_B))
      return -EFAULT;
   return result;
}
