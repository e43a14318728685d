/* node_sync_share.c: syncobjs of several processes. A descriptor of a syncobj is a memfd with its points. A process that maps it
 * locks a byte beyond its end until it exits. Points of a process without its lock count as signalled, as when the kernel cancels
 * the jobs of a process that has ended. Locks belong to an open file description, so each process opens the memfd again. */
#include "winsys/sim/node/ipc/node_sync_share.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "winsys/sim/node/ipc/node_ipc.h"

#define MAGIC 0x6d616f6c67636e79ull
#define MAX_PROCESSES 64

struct entry { uint64_t point; uint32_t process, done; };
/* A ring: of all points that were ever submitted, numbers first + 1 to last are there. Each change is one store, so that a
 * process that is killed during an update leaves it consistent. Its size is not a multiple of a page: it differs from a
 * buffer. */
struct state { uint64_t magic, signalled, first, last; struct entry entry[NODE_SHARED_POINTS]; };
_Static_assert(sizeof(struct state) % NODE_PAGE_B != 0, "would look like a buffer");

struct node_sync_share {
   atomic_uint refs;
   pthread_mutex_t lock; /* among threads */
   int fd;
   uint32_t process;
   struct state *state;
};

static bool is_alive(const struct node_sync_share *h, uint32_t process)
{
   return process == h->process || (process && process <= MAX_PROCESSES && node_byte_is_locked(h->fd, process));
}

static struct entry *entry_of(struct state *s, uint64_t id)
{
   return &s->entry[id % NODE_SHARED_POINTS];
}

/* Other processes may have written anything: numbers are checked against bounds at each access. */
static struct state *enter(struct node_sync_share *h)
{
   pthread_mutex_lock(&h->lock);
   node_lock_byte(h->fd, 0, F_OFD_SETLKW, F_WRLCK);
   if (h->state->last - h->state->first > NODE_SHARED_POINTS)
      h->state->first = h->state->last;
   return h->state;
}

static void leave(struct node_sync_share *h)
{
   node_lock_byte(h->fd, 0, F_OFD_SETLK, F_UNLCK);
   pthread_mutex_unlock(&h->lock);
}

/* ---- descriptors ----------------------------------------------------------------------------------------------------- */

static bool claim_process(struct node_sync_share *h)
{
   for (h->process = 1; h->process <= MAX_PROCESSES; h->process++)
      if (node_lock_byte(h->fd, h->process, F_OFD_SETLK, F_WRLCK))
         return true;
   return false;
}

/* Takes ownership of the descriptor, whose open file description no other descriptor has. */
static struct node_sync_share *attach(int fd)
{
   struct node_sync_share *h = calloc(1, sizeof *h);
   void *p = MAP_FAILED;
   if (h && fd >= 0) {
      h->fd = fd;
      p = mmap(NULL, sizeof(struct state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   }
   if (p == MAP_FAILED || !claim_process(h)) {
      if (p != MAP_FAILED)
         munmap(p, sizeof(struct state));
      if (fd >= 0)
         close(fd);
      free(h);
      return NULL;
   }
   atomic_init(&h->refs, 1);
   pthread_mutex_init(&h->lock, NULL);
   h->state = p;
   struct state *s = enter(h);
   for (uint32_t i = 0; i < NODE_SHARED_POINTS; i++) /* left by an ended process with the same id */
      if (s->entry[i].process == h->process)
         s->entry[i].done = true;
   leave(h);
   return h;
}

static int open_again(int fd)
{
   char path[64];
   snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
   return node_high_fd(open(path, O_RDWR | O_CLOEXEC));
}

struct node_sync_share *node_sync_share_new(uint64_t signalled)
{
   int fd = node_high_fd(memfd_create("gloam syncobj", MFD_CLOEXEC | MFD_ALLOW_SEALING));
   if (fd < 0 || ftruncate(fd, sizeof(struct state)) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
      if (fd >= 0)
         close(fd);
      return NULL;
   }
   struct node_sync_share *h = attach(open_again(fd));
   close(fd);
   if (h) {
      h->state->magic = MAGIC;
      h->state->signalled = signalled;
   }
   return h;
}

struct node_sync_share *node_sync_share_open(int fd)
{
   struct stat st;
   uint64_t magic = 0;
   int seals = fcntl(fd, F_GET_SEALS);
   if (seals < 0 || !(seals & F_SEAL_SHRINK) || fstat(fd, &st) || st.st_size != sizeof(struct state) ||
       pread(fd, &magic, sizeof magic, 0) != sizeof magic || magic != MAGIC)
      return NULL;
   return attach(open_again(fd));
}

struct node_sync_share *node_sync_share_ref(struct node_sync_share *h)
{
   atomic_fetch_add_explicit(&h->refs, 1, memory_order_relaxed);
   return h;
}

void node_sync_share_unref(struct node_sync_share *h)
{
   if (!h || atomic_fetch_sub_explicit(&h->refs, 1, memory_order_acq_rel) != 1)
      return;
   munmap(h->state, sizeof(struct state));
   if (h->fd >= 0)
      close(h->fd);
   pthread_mutex_destroy(&h->lock);
   free(h);
}

void node_sync_share_leave(struct node_sync_share *h)
{
   close(h->fd); /* or the lock would outlive the parent */
   h->fd = -1;
}

bool node_sync_share_is(const struct node_sync_share *h, int fd)
{
   struct stat own, other;
   return fstat(h->fd, &own) == 0 && fstat(fd, &other) == 0 && own.st_ino == other.st_ino && own.st_dev == other.st_dev;
}

int node_sync_share_fd(struct node_sync_share *h)
{
   char path[64];
   snprintf(path, sizeof path, "/proc/self/fd/%d", h->fd);
   int fd = open(path, O_RDWR | O_CLOEXEC); /* not a copy: that would keep this process's lock */
   return fd < 0 ? -errno : fd;
}

/* ---- points ------------------------------------------------------------------------------------------------------------ */

static bool entry_done(const struct node_sync_share *h, struct entry *e)
{
   if (!e->done && !is_alive(h, e->process))
      e->done = true;
   return e->done;
}

unsigned node_sync_share_read(struct node_sync_share *h, struct node_shared_point points[NODE_SHARED_POINTS], uint64_t *signalled)
{
   struct state *s = enter(h);
   for (struct entry *e; s->first != s->last && (e = entry_of(s, s->first + 1))->point && entry_done(h, e); s->first++)
      s->signalled = e->point;
   unsigned count = 0;
   for (uint64_t id = s->first + 1; id != s->last + 1; id++)
      points[count++] = (struct node_shared_point){ entry_of(s, id)->point, id, entry_done(h, entry_of(s, id)) };
   *signalled = s->signalled;
   leave(h);
   return count;
}

void node_sync_share_clear(struct node_sync_share *h)
{
   struct state *s = enter(h);
   s->first = s->last;
   s->signalled = 0;
   leave(h);
}

uint64_t node_sync_share_add(struct node_sync_share *h, uint64_t point)
{
   struct state *s = enter(h);
   uint64_t id = 0;
   if (s->last - s->first < NODE_SHARED_POINTS) {
      /* A point that does not rise is an error of the program; the kernel keeps the order of submission. */
      if (s->first != s->last && point && entry_of(s, s->last)->point > point)
         point = entry_of(s, s->last)->point;
      *entry_of(s, s->last + 1) = (struct entry){ point, h->process, false };
      id = ++s->last;
   }
   leave(h);
   return id;
}

static struct entry *find(struct state *s, uint64_t id)
{
   return id > s->first && id <= s->last ? entry_of(s, id) : NULL;
}

void node_sync_share_done(struct node_sync_share *h, uint64_t id)
{
   struct state *s = enter(h);
   struct entry *e = find(s, id);
   if (e)
      e->done = true;
   leave(h);
}

bool node_sync_share_is_done(struct node_sync_share *h, uint64_t id)
{
   struct state *s = enter(h);
   struct entry *e = find(s, id);
   bool done = !e || entry_done(h, e); /* a timeline's points leave the ring when they are done */
   leave(h);
   return done;
}
