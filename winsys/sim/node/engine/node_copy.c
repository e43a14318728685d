/* node_copy.c: memory of the program, read and written as the kernel does: an address that is not mapped is -EFAULT. The kernel
 * copies; where it may not (some sandboxes forbid it), this process copies. */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "winsys/sim/node/engine/node.h"

static int copy(uint64_t user, void *own, size_t size_B, bool out)
{
   if (!size_B)
      return 0;
   struct iovec local = { own, size_B }, remote = { (void *)(uintptr_t)user, size_B };
   ssize_t done = out ? process_vm_writev(getpid(), &local, 1, &remote, 1, 0)
                      : process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
   if (done == (ssize_t)size_B)
      return 0;
   if (done >= 0 || errno == EFAULT || errno == EINVAL || !user)
      return -EFAULT;
   if (out)
      memcpy(remote.iov_base, own, size_B);
   else
      memcpy(own, remote.iov_base, size_B);
   return 0;
}

int node_copy_in(void *to, uint64_t from, size_t size_B)
{
   return copy(from, to, size_B, false);
}

int node_copy_out(uint64_t to, const void *from, size_t size_B)
{
   return copy(to, (void *)(uintptr_t)from, size_B, true);
}
