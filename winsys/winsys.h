/* winsys.h: the driver's interface to the GPU's owner. Two implementations: sim/ (a GPU simulated in this process) and amdgpu/
 * (the kernel). They handle buffer objects, GPU addresses and command buffers; no pipe state passes here.
 *
 * Threading. A ws_device and its buffers may be used from any thread. A ws_ctx belongs to one thread at a time. Ownership.
 * create/import/export return objects (or file descriptors) that the caller owns. Reference counts are atomic; unref(NULL) is
 * fine. Buffers named in a submission are kept alive by the winsys until it has completed. Errors. NULL or a negative errno,
 * without side effects. -ENOMEM also when the memory budget is exhausted, -ECANCELED when the context is lost. Where a `why`
 * buffer is given it receives one terminated line. Units. Sizes and addresses in bytes (_B), command buffers in dwords (_dw),
 * time in nanoseconds. */
#ifndef WS_WINSYS_H
#define WS_WINSYS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ws_gfx_level { WS_GFX6 = 6, WS_GFX7 = 7, WS_GFX8 = 8 };
enum ws_family { WS_TAHITI, WS_PITCAIRN, WS_VERDE, WS_OLAND, WS_HAINAN, WS_BONAIRE, WS_HAWAII, WS_KAVERI, WS_KABINI,
                 WS_TONGA, WS_ICELAND, WS_FIJI, WS_CARRIZO, WS_STONEY, WS_POLARIS10, WS_POLARIS11, WS_POLARIS12, WS_VEGAM,
                 WS_FAMILY_COUNT };
enum ws_ring { WS_RING_GFX, WS_RING_COMPUTE, WS_RING_COUNT };

/* Facts as the kernel reports them; the driver derives others (si_info.c). Constant for a device's lifetime. */
struct ws_info {
   enum ws_gfx_level gfx_level;
   enum ws_family family;
   char chip[16];          /* "polaris10" */
   char llvm_cpu[16];      /* LLVM's processor name: "gfx803" */
   char name[96];          /* to display: marketing name, or "simulated GPU (polaris10, 2 threads, AVX-512)" */
   bool is_simulated;
   uint32_t pci_vendor, pci_device, pci_domain, pci_bus, pci_dev, pci_func;
   uint32_t num_se, num_sh_per_se, num_cu, num_rb, enabled_rb_mask, num_tcc;
   uint32_t cu_mask[4][2]; /* [se][sh] */
   uint32_t gb_addr_config, mc_arb_ramcfg;
   uint32_t gb_tile_mode[32], gb_macrotile_mode[16];
   uint64_t vram_B, gart_B, max_alloc_B;
   uint32_t gpu_clock_khz; /* timestamp counter */
   uint32_t pfp_feature, me_feature;
   uint32_t ib_align_B, ib_pad_dw;
   uint32_t ring_count[WS_RING_COUNT];
   bool prefers_dma_fill;  /* CP DMA fills memory faster than the colour and depth units draw over it */
   bool fma_is_fast;       /* v_fma_f32 takes no longer than v_mad_f32 */
   bool prefers_untiled;   /* linear and 1D surfaces are as fast as 2D tiled ones */
   bool maps_vram_cheaply; /* WS_DOMAIN_VRAM is memory of the CPU: images can be mapped, and are read as fast as others */
   bool has_priorities;            /* of contexts */
   bool has_semaphores;
   bool has_sync_file, has_dmabuf_export, has_dmabuf_import;
   char dmabuf_note[96];   /* kind of descriptor that bo_export returns ("udmabuf", "sealed memfd", "amdgpu BO") */
};

struct ws_device;
struct ws_ctx;
struct ws_fence;
struct ws_semaphore;

/* Base of an implementation's buffer object. Constant after creation. */
struct ws_bo {
   struct ws_device *dev;
   uint64_t va;      /* GPU address */
   uint64_t size_B;  /* allocated size, at least the requested one */
   uint32_t unique;  /* small number for hashing and dumps */
};

enum ws_domain { WS_DOMAIN_VRAM = 1, WS_DOMAIN_GTT = 2 };
enum ws_bo_flag {
   WS_BO_CPU_ACCESS = 1 << 0,   /* will be mapped */
   WS_BO_CPU_CACHED = 1 << 1,   /* will be read by the CPU: cached, not write-combined */
   WS_BO_LOW_4G = 1 << 2,       /* address below 4 GB: descriptors, shaders, command buffers */
   WS_BO_SHAREABLE = 1 << 3,    /* likely to be exported: a kernel object of its own from the start */
   WS_BO_ZERO = 1 << 4,         /* contents start as zero */
   WS_BO_EXECUTABLE = 1 << 5,   /* holds shader code */
};
enum ws_usage { WS_USAGE_READ = 1, WS_USAGE_WRITE = 2 };
#define WS_SYNC_FOREVER UINT64_MAX

/* Kernel BO metadata: describes the layout of an exported buffer to other processes. */
struct ws_metadata { uint64_t tiling; uint32_t umd_size_B; uint32_t umd[64]; };

#define WS_MAX_IBS 16
struct ws_submit {
   enum ws_ring ring;
   /* Command buffers, up to WS_MAX_IBS: executed one after the other, each with the state that the one before it left. */
   const struct ws_submit_ib { uint64_t va; uint32_t dw; } *ibs;
   uint32_t ib_count;
   const struct ws_submit_bo { struct ws_bo *bo; uint32_t usage; } *bos; /* every buffer the commands may touch */
   uint32_t bo_count;
   struct ws_fence *const *wait;   /* the commands start after these have signalled */
   uint32_t wait_count;
   bool finish;                    /* the caller waits for it next: it may be complete when the call returns */
};

enum ws_reset { WS_RESET_NONE, WS_RESET_GUILTY, WS_RESET_INNOCENT };

/* Of all processes; evictions: how often the kernel has moved a buffer out of video memory, moved_B: bytes that it has moved. */
struct ws_memory_usage { uint64_t vram_used_B, gtt_used_B, evictions, moved_B; };

struct ws_device_impl {
   void (*destroy)(struct ws_device *dev); /* at the last unref */
   bool (*query_usage)(struct ws_device *dev, struct ws_memory_usage *usage);
   uint64_t (*timestamp)(struct ws_device *dev); /* GPU clock ticks (info.gpu_clock_khz) */

   struct ws_bo *(*bo_create)(struct ws_device *dev, uint64_t size_B, uint32_t align_B, enum ws_domain domain,
                              uint32_t flags);
   void (*bo_ref)(struct ws_bo *bo);
   void (*bo_unref)(struct ws_bo *bo);
   /* Address of the first byte; the same at every call, valid until the last unref. Never waits. NULL: no memory. */
   void *(*bo_map)(struct ws_bo *bo);
   /* Waits until no submission uses bo in a way that conflicts with `usage` (READ waits for GPU writes, WRITE for
    * everything). timeout 0 does not wait. True = idle. Commands that are not submitted yet do not count. */
   bool (*bo_wait)(struct ws_bo *bo, uint64_t timeout_ns, uint32_t usage);
   /* A new file descriptor (close-on-exec) for the object. -errno with `why`. */
   int (*bo_export)(struct ws_bo *bo, char *why, size_t why_size_B);
   /* Imports fd, which stays the caller's. size_B of the result is the object's actual size. */
   struct ws_bo *(*bo_import)(struct ws_device *dev, int fd, char *why, size_t why_size_B);
   /* A buffer in memory of the caller, which starts at a page and is readable and writable; its last page is included. CPU and GPU
    * access the same bytes. The memory stays the caller's, and exists until the last unref. NULL with `why`. */
   struct ws_bo *(*bo_adopt)(struct ws_device *dev, void *memory, uint64_t size_B, char *why, size_t why_size_B);
   bool (*bo_set_metadata)(struct ws_bo *bo, const struct ws_metadata *md);
   bool (*bo_get_metadata)(struct ws_bo *bo, struct ws_metadata *md);

   /* *priority: the wanted one, then that of the context: -1 low, 0, 1 high. NULL: 0. */
   struct ws_ctx *(*ctx_create)(struct ws_device *dev, int *priority);
   void (*ctx_destroy)(struct ws_ctx *ctx);
   enum ws_reset (*ctx_reset_status)(struct ws_ctx *ctx);
   /* Queues commands. *fence (may be NULL) receives a new reference, or NULL: without memory for a fence the commands have been
    * executed in the call. 0 or -errno; on error nothing was queued. */
   int (*submit)(struct ws_ctx *ctx, const struct ws_submit *submit, struct ws_fence **fence);

   void (*fence_ref)(struct ws_fence *fence);
   void (*fence_unref)(struct ws_fence *fence);
   bool (*fence_wait)(struct ws_fence *fence, uint64_t timeout_ns); /* relative; true = signalled */
   /* A sync file, owned by the caller; -errno. Of a NULL fence: one that is signalled. */
   int (*fence_export)(struct ws_device *dev, struct ws_fence *fence);
   struct ws_fence *(*fence_import)(struct ws_device *dev, int fd);

   /* Semaphores that other APIs share by a descriptor [info.has_semaphores]. fd stays the caller's; NULL: it is none. */
   struct ws_semaphore *(*semaphore_import)(struct ws_device *dev, int fd);
   void (*semaphore_destroy)(struct ws_semaphore *semaphore);
   /* The semaphore signals with the fence; NULL: now. 0 or -errno. */
   int (*semaphore_signal)(struct ws_semaphore *semaphore, struct ws_fence *fence);
   /* Takes the signal that was submitted for the semaphore, which is unsignalled then. NULL: there is none, or no memory. */
   struct ws_fence *(*semaphore_take)(struct ws_semaphore *semaphore);
};

/* Base of an implementation's device. */
struct ws_device {
   const struct ws_device_impl *impl;
   atomic_uint refs;       /* starts at 1; at 0 impl->destroy runs (ws_device.c) */
   struct ws_info info;
};

/* Opens the simulated GPU. `chip`: NULL = GLOAM_SIM_CHIP or polaris10. One reference-counted device per chip and process. */
struct ws_device *ws_sim_open(const char *chip, char *why, size_t why_size_B);
/* Opens a render node by path ("/dev/dri/renderD128"). NULL: no such node, not amdgpu, unsupported generation. */
struct ws_device *ws_amdgpu_open(const char *path, char *why, size_t why_size_B);
struct ws_device *ws_device_ref(struct ws_device *dev);
void ws_device_unref(struct ws_device *dev);

#endif
