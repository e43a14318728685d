/* mem_share.c: memory that leaves or enters the process. An exported block becomes a memfd of its own, sealed against
 * shrinking, and a DMA-BUF where /dev/udmabuf makes one. An imported object is mapped only when its size cannot change
 * under us: otherwise a peer could make any access end in SIGBUS. Pages of the application are adopted by a memfd that replaces
 * them: private memory cannot be mapped twice. */
#include "winsys/sim/mem/mem_share.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/udmabuf.h>
#include <linux/userfaultfd.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef DMA_BUF_MAGIC
#define DMA_BUF_MAGIC 0x444d4142
#endif

#define PAGE_MASK ((1ull << SIM_PAGE_SHIFT) - 1)

static int refuse(int error, char *why, size_t why_size_B, const char *text)
{
   if (why && why_size_B)
      snprintf(why, why_size_B, "%s%s%s", text, error ? ": " : "", error ? strerror(error) : "");
   return error ? -error : -EINVAL;
}

static bool write_all(int fd, const uint8_t *data, uint64_t size_B)
{
   for (uint64_t done = 0; done < size_B;) {
      ssize_t n = pwrite(fd, data + done, size_B - done, (off_t)done);
      if (n < 0 && errno == EINTR)
         continue;
      if (n <= 0)
         return false;
      done += (uint64_t)n;
   }
   return true;
}

int sim_share_move_to_memfd(struct sim_mem *mem, struct sim_block *block, char *why, size_t why_size_B)
{
   uint8_t *host = mem->base + block->va;
   int fd = memfd_create("gloam buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   if (fd < 0)
      return refuse(errno, why, why_size_B, "memfd_create");
   int error = 0;
   const char *what = "copying into the memfd";
   struct stat st;
   bool has_contents = sim_mem_check(mem, block->va, 1, SIM_MEM_READ);
   if (ftruncate(fd, (off_t)block->range_B) || (has_contents && !write_all(fd, host, block->range_B))) {
      error = errno ? errno : EIO;
   } else if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) || fstat(fd, &st)) {
      error = errno;
      what = "sealing the memfd";
   } else if (mmap(host, block->range_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
      /* The old pages are still there: MAP_FIXED replaces all or nothing. */
      error = errno;
      what = "mapping the memfd";
   }
   if (error) {
      close(fd);
      return refuse(error, why, why_size_B, what);
   }
   block->fd = fd;
   block->dev = st.st_dev;
   block->ino = st.st_ino;
   return 0;
}

bool sim_share_unmap(struct sim_mem *mem, uint64_t va, uint64_t range_B)
{
   return mmap(mem->base + va, range_B, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

int sim_make_udmabuf(int memfd, uint64_t size_B)
{
   int dev = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
   if (dev < 0)
      return -errno;
   struct udmabuf_create create = { .memfd = (uint32_t)memfd, .flags = UDMABUF_FLAGS_CLOEXEC, .offset = 0,
                                    .size = size_B };
   int fd = ioctl(dev, UDMABUF_CREATE, &create);
   int error = errno;
   close(dev);
   return fd >= 0 ? fd : -error;
}

const char *sim_heap_export_kind(void)
{
   return access("/dev/udmabuf", R_OK | W_OK) == 0 ? "udmabuf" : "sealed memfd";
}

int sim_heap_export(struct sim_heap *h, struct sim_block *block, bool strict_dmabuf, char *why, size_t why_size_B)
{
   if (block->fd < 0 && block->dmabuf_fd < 0) {
      int result = sim_share_move_to_memfd(sim_heap_mem(h), block, why, why_size_B);
      if (result < 0)
         return result;
   }
   int error = 0;
   if (block->dmabuf_fd < 0 && !block->imported) {
      int fd = sim_make_udmabuf(block->fd, block->range_B);
      if (fd >= 0)
         block->dmabuf_fd = fd;
      else
         error = -fd;
   }
   if (block->dmabuf_fd < 0 && strict_dmabuf)
      return refuse(error ? error : ENOTSUP, why, why_size_B, "GLOAM_DMABUF=strict and no DMA-BUF from /dev/udmabuf");
   int fd = fcntl(block->dmabuf_fd >= 0 ? block->dmabuf_fd : block->fd, F_DUPFD_CLOEXEC, 3);
   return fd >= 0 ? fd : refuse(errno, why, why_size_B, "duplicating the descriptor");
}

bool sim_heap_identify(int fd, dev_t *dev, ino_t *ino)
{
   struct stat st;
   if (fstat(fd, &st))
      return false;
   *dev = st.st_dev;
   *ino = st.st_ino;
   return true;
}

static bool is_dmabuf(int fd)
{
   struct statfs fs;
   if (fstatfs(fd, &fs) == 0 && (uint32_t)fs.f_type == DMA_BUF_MAGIC)
      return true;
   /* Before Linux 5.3 DMA-BUFs had no file system of their own. */
   char link[64], target[64];
   snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
   ssize_t length = readlink(link, target, sizeof target - 1);
   if (length <= 0)
      return false;
   target[length] = '\0';
   return strncmp(target, "anon_inode:dmabuf", 17) == 0;
}

bool sim_heap_import(struct sim_heap *h, int fd, struct sim_block *block, char *why, size_t why_size_B)
{
   *block = (struct sim_block){ .fd = -1, .dmabuf_fd = -1 };
   struct stat st;
   if (fd < 0 || fstat(fd, &st)) {
      refuse(fd < 0 ? EBADF : errno, why, why_size_B, "the descriptor");
      return false;
   }
   bool dmabuf = is_dmabuf(fd);
   int64_t size_B = lseek(fd, 0, SEEK_END);
   if (dmabuf) {
      lseek(fd, 0, SEEK_SET); /* the file position belongs to the exporter */
   } else {
      int seals = fcntl(fd, F_GET_SEALS);
      if (!S_ISREG(st.st_mode) || seals < 0) {
         refuse(0, why, why_size_B, "neither a DMA-BUF nor a memfd");
         return false;
      }
      if (!(seals & F_SEAL_SHRINK)) {
         refuse(0, why, why_size_B, "the memfd is not sealed against shrinking (F_SEAL_SHRINK)");
         return false;
      }
      /* After the seal is seen the size can only grow. */
      if (fstat(fd, &st) == 0)
         size_B = st.st_size;
   }
   if (size_B <= 0 || (uint64_t)size_B > sim_heap_mem(h)->size_B) {
      refuse(0, why, why_size_B, "the object is empty, too large or does not tell its size");
      return false;
   }
   uint64_t range_B = ((uint64_t)size_B + PAGE_MASK) & ~PAGE_MASK;
   uint64_t va = sim_heap_take_range(h, range_B, 1ull << 16, false);
   if (va == UINT64_MAX) {
      refuse(ENOMEM, why, why_size_B, "GPU addresses");
      return false;
   }
   uint8_t *host = sim_heap_mem(h)->base + va;
   bool writable = true;
   void *map = mmap(host, range_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
   if (map == MAP_FAILED && (errno == EACCES || errno == EPERM)) {
      writable = false;
      map = mmap(host, range_B, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0);
   }
   int own = map == MAP_FAILED ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
   if (own < 0) {
      int error = errno;
      if (map == MAP_FAILED || sim_share_unmap(sim_heap_mem(h), va, range_B))
         sim_heap_give_range(h, va, range_B);
      refuse(error, why, why_size_B, "mapping the object");
      return false;
   }
   *block = (struct sim_block){ .va = va, .size_B = (uint64_t)size_B, .range_B = range_B, .fd = dmabuf ? -1 : own,
      .dmabuf_fd = dmabuf ? own : -1, .dev = st.st_dev, .ino = st.st_ino, .imported = true, .writable = writable };
   sim_mem_set_access(sim_heap_mem(h), va, range_B, SIM_MEM_READ | (writable ? SIM_MEM_WRITE : 0));
   return true;
}

/* ---- memory of the application -------------------------------------------------------------------------------------------- */

/* Writers to the pages block until the descriptor is closed. -1: the system does not support that. */
static int hold_writers(void *memory, uint64_t size_B)
{
   struct uffdio_api api = { .api = UFFD_API };
   struct uffdio_register range = { .range = { (uintptr_t)memory, size_B }, .mode = UFFDIO_REGISTER_MODE_WP };
   struct uffdio_writeprotect protect = { .range = { (uintptr_t)memory, size_B }, .mode = UFFDIO_WRITEPROTECT_MODE_WP };
   int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
   if (fd < 0)
      return -1;
   madvise(memory, size_B, MADV_POPULATE_READ); /* pages that are not there cannot be protected */
   if (!ioctl(fd, UFFDIO_API, &api) && !ioctl(fd, UFFDIO_REGISTER, &range) && !ioctl(fd, UFFDIO_WRITEPROTECT, &protect))
      return fd;
   close(fd);
   return -1;
}

int sim_adopt_pages(int fd, void *memory, uint64_t size_B)
{
   int held = hold_writers(memory, size_B), error = 0;
   errno = 0;
   if (!write_all(fd, memory, size_B) ||
       mmap(memory, size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
      error = errno ? -errno : -EIO;
   if (held >= 0)
      close(held);
   return error;
}

bool sim_heap_adopt(struct sim_heap *h, void *memory, uint64_t size_B, struct sim_block *block, char *why, size_t why_size_B)
{
   uint64_t range_B = (size_B + PAGE_MASK) & ~PAGE_MASK;
   if (!size_B || range_B < size_B || (uintptr_t)memory & PAGE_MASK) {
      refuse(0, why, why_size_B, "the memory is empty or does not start at a page");
      return false;
   }
   if (!sim_heap_alloc(h, range_B, 0, SIM_HEAP_OWN_OBJECT, block)) {
      refuse(ENOMEM, why, why_size_B, "GPU memory");
      return false;
   }
   int error = sim_adopt_pages(block->fd, memory, range_B);
   if (error) {
      sim_heap_free(h, block);
      refuse(-error, why, why_size_B, "the application's pages");
   }
   return !error;
}
