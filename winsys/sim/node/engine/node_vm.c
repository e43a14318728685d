/* node_vm.c: GPU address spaces: which buffer lies where. A mapping is an mmap of the buffer's memory inside the range that the
 * simulated GPU translates by an addition, and its access bits in the GPU's page table. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <libdrm/amdgpu_drm.h>

#include "winsys/sim/base/grow.h"
#include "winsys/sim/node/engine/node.h"

#define VALID_FLAGS (AMDGPU_VM_DELAY_UPDATE | AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE | AMDGPU_VM_PAGE_EXECUTABLE | \
                     AMDGPU_VM_MTYPE_MASK | AMDGPU_VM_PAGE_PRT | 1u << 9 /* NOALLOC */)

bool node_vm_init(struct node_vm *vm)
{
   *vm = (struct node_vm){ 0 };
   if (!sim_mem_init(&vm->mem, NODE_VA_MAX))
      return false;
   if (!sim_mem_commit(&vm->mem, NODE_RING_VA, NODE_RING_B)) {
      sim_mem_finish(&vm->mem);
      return false;
   }
   sim_mem_set_access(&vm->mem, NODE_RING_VA, NODE_RING_B, SIM_MEM_READ);
   return true;
}

void node_vm_finish(struct node_vm *vm)
{
   for (unsigned i = 0; i < vm->count; i++)
      if (vm->map[i].bo)
         node_bo_unref(vm->map[i].bo);
   free(vm->map);
   sim_mem_finish(&vm->mem);
}

/* The first mapping that ends after va. */
static unsigned lower_bound(const struct node_vm *vm, uint64_t va)
{
   unsigned lo = 0, hi = vm->count;
   while (lo < hi) {
      unsigned mid = (lo + hi) / 2;
      if (vm->map[mid].va + vm->map[mid].size_B > va)
         hi = mid;
      else
         lo = mid + 1;
   }
   return lo;
}

static bool overlaps(const struct node_vm *vm, uint64_t va, uint64_t size_B)
{
   unsigned i = lower_bound(vm, va);
   return i < vm->count && vm->map[i].va < va + size_B;
}

/* Room for one more. */
static bool grow(struct node_vm *vm)
{
   struct node_mapping *map = sim_grow(vm->map, vm->count, &vm->cap, sizeof *map);
   if (map)
      vm->map = map;
   return map;
}

static void insert(struct node_vm *vm, struct node_mapping m)
{
   unsigned i = lower_bound(vm, m.va);
   memmove(vm->map + i + 1, vm->map + i, (vm->count - i) * sizeof m);
   vm->map[i] = m;
   vm->count++;
}

static void take_out(struct node_vm *vm, unsigned i)
{
   memmove(vm->map + i, vm->map + i + 1, (vm->count - i - 1) * sizeof *vm->map);
   vm->count--;
}

/* ---- page tables -------------------------------------------------------------------------------------------------------- */

static int enter(struct node_vm *vm, const struct node_mapping *m)
{
   if (!m->bo)
      return 0; /* PRT without memory: reads zero, as everywhere outside */
   int prot = m->bo->writable ? PROT_READ | PROT_WRITE : PROT_READ;
   if (mmap(vm->mem.base + m->va, m->size_B, prot, MAP_SHARED | MAP_FIXED, m->bo->fd, (off_t)m->offset_B) == MAP_FAILED)
      return -ENOMEM;
   unsigned access = m->flags & (AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_EXECUTABLE) ? SIM_MEM_READ : 0;
   if (m->flags & AMDGPU_VM_PAGE_WRITEABLE && m->bo->writable)
      access |= SIM_MEM_WRITE;
   sim_mem_set_access(&vm->mem, m->va, m->size_B, access);
   return 0;
}

/* Running jobs use unmapped addresses only if their programs have errors, but a check may have passed just before: the addresses
 * get private memory. Where the limits of the process do not allow it, such a program ends. */
static void leave(struct node_vm *vm, uint64_t va, uint64_t size_B)
{
   const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
   sim_mem_set_access(&vm->mem, va, size_B, 0);
   if (mmap(vm->mem.base + va, size_B, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
      mmap(vm->mem.base + va, size_B, PROT_NONE, flags, -1, 0);
}

static void remove_mapping(struct node_vm *vm, unsigned i)
{
   struct node_mapping m = vm->map[i];
   take_out(vm, i);
   leave(vm, m.va, m.size_B);
   if (m.bo)
      node_bo_unref(m.bo);
}

void node_vm_remove(struct node_vm *vm, struct node_bo *bo)
{
   for (unsigned i = vm->count; i-- > 0;)
      if (vm->map[i].bo == bo)
         remove_mapping(vm, i);
}

/* ---- operations ----------------------------------------------------------------------------------------------------------- */

static int check_range(const struct node_vm *vm, const struct drm_amdgpu_gem_va *arg, const struct node_bo *bo)
{
   uint64_t all = arg->va_address | arg->map_size | (bo ? arg->offset_in_bo : 0);
   if (all & (NODE_PAGE_B - 1) || !arg->map_size || arg->va_address + arg->map_size > vm->mem.size_B)
      return -EINVAL;
   if (bo && (arg->offset_in_bo > bo->size_B || arg->map_size > bo->size_B - arg->offset_in_bo))
      return -EINVAL;
   return 0;
}

static int map(struct node_vm *vm, const struct drm_amdgpu_gem_va *arg, struct node_bo *bo)
{
   int error = check_range(vm, arg, bo);
   if (error)
      return error;
   if (overlaps(vm, arg->va_address, arg->map_size))
      return -EINVAL;
   if (!grow(vm))
      return -ENOMEM;
   struct node_mapping m = { arg->va_address, arg->map_size, arg->offset_in_bo, bo, arg->flags };
   if ((error = enter(vm, &m)))
      return error;
   if (bo)
      node_bo_ref(bo);
   insert(vm, m);
   return 0;
}

static int unmap(struct node_vm *vm, const struct drm_amdgpu_gem_va *arg, const struct node_bo *bo)
{
   unsigned i = lower_bound(vm, arg->va_address);
   if (i == vm->count || vm->map[i].va != arg->va_address || vm->map[i].bo != bo)
      return -ENOENT;
   remove_mapping(vm, i);
   return 0;
}

/* Mappings that overlap the range are cut at its ends. */
static int clear(struct node_vm *vm, const struct drm_amdgpu_gem_va *arg)
{
   int error = check_range(vm, arg, NULL);
   if (error)
      return error;
   if (!grow(vm))
      return -ENOMEM;
   uint64_t start = arg->va_address, end = start + arg->map_size;
   unsigned i = lower_bound(vm, start);
   while (i < vm->count && vm->map[i].va < end) {
      struct node_mapping m = vm->map[i];
      uint64_t m_end = m.va + m.size_B, cut = m.va > start ? m.va : start, cut_end = m_end < end ? m_end : end;
      leave(vm, cut, cut_end - cut);
      take_out(vm, i);
      if (m.va < start) {
         struct node_mapping head = m;
         head.size_B = start - m.va;
         insert(vm, head);
         i++;
      }
      if (m_end > end) {
         struct node_mapping tail = { end, m_end - end, m.offset_B + (end - m.va), m.bo, m.flags };
         insert(vm, tail);
         i++;
      }
      if (m.bo && m.va < start && m_end > end)
         node_bo_ref(m.bo);
      else if (m.bo && m.va >= start && m_end <= end)
         node_bo_unref(m.bo);
   }
   return 0;
}

static int operate(struct node_vm *vm, const struct drm_amdgpu_gem_va *arg, struct node_bo *bo)
{
   int error;
   switch (arg->operation) {
   case AMDGPU_VA_OP_MAP:
      return map(vm, arg, bo);
   case AMDGPU_VA_OP_UNMAP:
      return unmap(vm, arg, bo);
   case AMDGPU_VA_OP_CLEAR:
      return clear(vm, arg);
   default: /* REPLACE */
      error = check_range(vm, arg, bo);
      if (!error)
         error = clear(vm, arg);
      return error ? error : map(vm, arg, bo);
   }
}

/* Addresses do not go away under jobs that use them. */
static void wait_for_users(struct node_file *file, struct node_bo *bo, uint32_t operation)
{
   if (operation == AMDGPU_VA_OP_UNMAP && bo)
      node_bo_wait(bo, NODE_FOREVER);
   else if (operation != AMDGPU_VA_OP_MAP)
      node_queue_drain(file);
}

int node_gem_va(struct node_file *file, void *data)
{
   const struct drm_amdgpu_gem_va *arg = data;
   uint64_t limit_B = file->vm.mem.size_B - NODE_VA_RESERVED_B;
   if (arg->va_address < NODE_VA_RESERVED_B || arg->va_address > limit_B || arg->map_size > limit_B - arg->va_address)
      return -EINVAL;
   if (arg->flags & ~(uint32_t)VALID_FLAGS || arg->operation < AMDGPU_VA_OP_MAP || arg->operation > AMDGPU_VA_OP_REPLACE)
      return -EINVAL;
   struct node_bo *bo = NULL;
   if (arg->operation != AMDGPU_VA_OP_CLEAR && !(arg->flags & AMDGPU_VM_PAGE_PRT)) {
      bo = node_bo_find(file, arg->handle);
      if (!bo)
         return -ENOENT;
   }
   wait_for_users(file, bo, arg->operation);
   pthread_mutex_lock(&file->lock);
   int error = operate(&file->vm, arg, bo);
   pthread_mutex_unlock(&file->lock);
   node_bo_unref(bo);
   return error;
}
