/* node_ipc.c: a table in a file that all processes of one launcher map: metadata of shared buffers, and the number of jobs
 * that each process has submitted and completed on them. Each process has a number that is never used again, and locks one byte
 * of the file; when it ends the lock is released, and other processes stop waiting for its jobs. Known gap: an unused buffer may
 * lose its metadata when more than MAX_RECORDS are shared. */
#include "winsys/sim/node/ipc/node_ipc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/ut_fork.h"
#include "winsys/sim/node/ipc/node_dir.h"

#define FIRST_FD 256     /* low numbers are left to the program */
#define MAX_RECORDS 1024
/* Of the bytes that processes lock, beyond the end of a file. */
#define LOCKS_AT (1ll << 40)
#define MAX_USERS 8      /* processes that share one buffer */

/* A process numbers its uses of a buffer. submitted: the newest one; completed: the newest one that, with all before it, is
 * complete, as jobs of different contexts complete out of order. */
struct node_ipc_user { uint32_t process /* 0: free */, pad; atomic_ullong submitted, completed; };
struct node_ipc_record {
   uint64_t dev, ino, age;
   bool used;
   struct node_ipc_metadata metadata;
   struct node_ipc_user user[MAX_USERS];
};
struct table { uint64_t age; atomic_uint processes /* so far */; struct node_ipc_record record[MAX_RECORDS]; };

/* Waits for the jobs that other processes had submitted when it was made. */
struct node_ipc_wait { unsigned count; struct { struct node_ipc_user *user; uint32_t process; uint64_t target; } other[]; };

static struct { struct table *table; int fd; uint32_t process; pid_t pid; } ipc = { NULL, -1, 0, 0 };

struct node_ipc_use { struct node_ipc_use *next; struct node_ipc_record *record; struct node_ipc_user *user; uint64_t number; bool done; };
/* Uses of this process that are not complete, or follow one that is not, oldest first; ipc_lock. */
static struct { struct node_ipc_use *first, *last; } pending[MAX_RECORDS];

/* The child shares the parent's open file description: it would keep the parent's lock after the parent's death. The parent's
 * uses complete in the parent. */
static void close_inherited(void)
{
   memset(pending, 0, sizeof pending);
   if (ipc.fd >= 0)
      close(ipc.fd);
   ipc.fd = -1;
}

static UT_LOCK_DEFINE(ipc_lock, UT_LOCK_NODE_IPC, close_inherited)

/* ---- the file -------------------------------------------------------------------------------------------------------- */

int node_high_fd(int fd)
{
   int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FD);
   if (high < 0)
      return fd;
   close(fd);
   return high;
}

bool node_lock_byte(int fd, int64_t at, int command, short type)
{
   struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_start = LOCKS_AT + at, .l_len = 1 };
   int result;
   while ((result = fcntl(fd, command, &lock)) < 0 && errno == EINTR)
      ;
   return result == 0;
}

bool node_byte_is_locked(int fd, int64_t at)
{
   struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = LOCKS_AT + at, .l_len = 1 };
   return fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

/* ipc_lock is held. */
static bool open_table(void)
{
   if (ipc.table && ipc.pid == getpid())
      return true;
   const char *dir = getenv(NODE_DIR_VARIABLE);
   char path[4096];
   if (!dir || snprintf(path, sizeof path, "%s/shared", dir) >= (int)sizeof path)
      return false;
   int fd = node_high_fd(open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
   if (fd < 0)
      return false;
   void *p = MAP_FAILED;
   if (ftruncate(fd, sizeof(struct table)) == 0) /* never shrinks: all processes use the same size */
      p = mmap(NULL, sizeof(struct table), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   struct table *table = p;
   /* Records keep the numbers of ended processes: a second process of the same number would make their jobs look pending. */
   uint32_t process = p != MAP_FAILED ? atomic_fetch_add(&table->processes, 1) + 1 : 0;
   if (!process || !node_lock_byte(fd, process, F_OFD_SETLK, F_WRLCK)) {
      if (p != MAP_FAILED)
         munmap(p, sizeof(struct table));
      close(fd);
      return false;
   }
   ipc.table = table;
   ipc.fd = fd;
   ipc.process = process;
   ipc.pid = getpid();
   return true;
}

static bool enter(void)
{
   ut_lock(&ipc_lock);
   if (open_table() && node_lock_byte(ipc.fd, 0, F_OFD_SETLKW, F_WRLCK))
      return true;
   ut_unlock(&ipc_lock);
   return false;
}

static void leave(void)
{
   node_lock_byte(ipc.fd, 0, F_OFD_SETLK, F_UNLCK);
   ut_unlock(&ipc_lock);
}

static bool is_alive(uint32_t process)
{
   return process == ipc.process || node_byte_is_locked(ipc.fd, process);
}

/* ---- records ----------------------------------------------------------------------------------------------------------- */

static bool has_users(const struct node_ipc_record *r)
{
   for (unsigned i = 0; i < MAX_USERS; i++)
      if (r->user[i].process && is_alive(r->user[i].process))
         return true;
   return false;
}

static struct node_ipc_record *find(dev_t dev, ino_t ino)
{
   for (unsigned i = 0; i < MAX_RECORDS; i++)
      if (ipc.table->record[i].used && ipc.table->record[i].dev == dev && ipc.table->record[i].ino == ino)
         return &ipc.table->record[i];
   return NULL;
}

/* An unused record, or the oldest one without users. */
static struct node_ipc_record *take_record(void)
{
   struct node_ipc_record *best = NULL;
   for (unsigned i = 0; i < MAX_RECORDS; i++) {
      struct node_ipc_record *r = &ipc.table->record[i];
      if (!r->used)
         return r;
      if ((!best || r->age < best->age) && !has_users(r))
         best = r;
   }
   return best;
}

static struct node_ipc_user *own_line(struct node_ipc_record *r)
{
   for (unsigned i = 0; i < MAX_USERS; i++)
      if (r->user[i].process == ipc.process)
         return &r->user[i];
   return NULL;
}

static struct node_ipc_user *make_line(struct node_ipc_record *r)
{
   struct node_ipc_user *user = own_line(r);
   for (unsigned i = 0; !user && i < MAX_USERS; i++)
      if (!r->user[i].process || !is_alive(r->user[i].process)) {
         user = &r->user[i];
         user->process = ipc.process;
         atomic_store(&user->completed, atomic_load(&user->submitted)); /* jobs of a process that has ended never complete */
      }
   return user;
}

struct node_ipc_record *node_ipc_open(dev_t dev, ino_t ino, bool fresh)
{
   if (!enter())
      return NULL;
   struct node_ipc_record *r = find(dev, ino);
   if (!r || fresh) {
      if (!r)
         r = take_record();
      if (r) {
         memset(r, 0, sizeof *r);
         r->dev = dev;
         r->ino = ino;
         r->age = ipc.table->age++;
         r->used = true;
      }
   }
   if (r && !make_line(r))
      r = NULL;
   leave();
   return r;
}

void node_ipc_close(struct node_ipc_record *r)
{
   if (!r || !enter())
      return;
   struct node_ipc_user *user = own_line(r);
   if (user)
      user->process = 0;
   leave();
}

void node_ipc_write(struct node_ipc_record *r, const struct node_ipc_metadata *m)
{
   if (!r || !enter())
      return;
   r->metadata = *m;
   leave();
}

/* Written by another process: values are checked. */
bool node_ipc_read(struct node_ipc_record *r, struct node_ipc_metadata *m)
{
   if (!r || !enter())
      return false;
   *m = r->metadata;
   leave();
   if (m->size_B > sizeof m->data)
      m->size_B = 0;
   return true;
}

/* ---- jobs --------------------------------------------------------------------------------------------------------------- */

/* The next use of the buffer by this process. The lock of the table is held. */
static struct node_ipc_use *announce(struct node_ipc_record *r)
{
   struct node_ipc_user *user = own_line(r);
   struct node_ipc_use *use = user ? calloc(1, sizeof *use) : NULL;
   if (!use)
      return NULL;
   *use = (struct node_ipc_use){ .record = r, .user = user, .number = atomic_fetch_add(&user->submitted, 1) + 1 };
   unsigned i = (unsigned)(r - ipc.table->record);
   if (pending[i].first)
      pending[i].last->next = use;
   else
      pending[i].first = use;
   pending[i].last = use;
   return use;
}

void node_ipc_complete(struct node_ipc_use *use)
{
   if (!use)
      return;
   ut_lock(&ipc_lock);
   use->done = true;
   unsigned i = (unsigned)(use->record - ipc.table->record);
   while ((use = pending[i].first) && use->done) {
      pending[i].first = use->next;
      atomic_store(&use->user->completed, use->number);
      free(use);
   }
   ut_unlock(&ipc_lock);
}

bool node_ipc_wait_done(void *data)
{
   const struct node_ipc_wait *w = data;
   for (unsigned i = 0; i < w->count; i++) {
      const struct node_ipc_user *user = w->other[i].user;
      if (user->process == w->other[i].process && atomic_load(&user->completed) < w->other[i].target &&
          is_alive(w->other[i].process))
         return false;
   }
   return true;
}

static void add_others(struct node_ipc_wait *w, struct node_ipc_record *r)
{
   for (unsigned i = 0; i < MAX_USERS; i++) {
      struct node_ipc_user *user = &r->user[i];
      uint64_t target = atomic_load(&user->submitted);
      if (!user->process || user->process == ipc.process || atomic_load(&user->completed) >= target)
         continue;
      w->other[w->count].user = user;
      w->other[w->count].process = user->process;
      w->other[w->count++].target = target;
   }
}

/* The uses by others, NULL: none. The lock of the table is held. */
static int others_of(struct node_ipc_record *const *records, unsigned count, struct node_ipc_wait **wait)
{
   struct node_ipc_wait *w = malloc(sizeof *w + (size_t)count * MAX_USERS * sizeof w->other[0]);
   *wait = NULL;
   if (!w)
      return -ENOMEM;
   w->count = 0;
   for (unsigned i = 0; i < count; i++)
      add_others(w, records[i]);
   if (w->count)
      *wait = w;
   else
      free(w);
   return 0;
}

int node_ipc_others(struct node_ipc_record *r, struct node_ipc_wait **wait)
{
   *wait = NULL;
   if (!r || !enter())
      return 0;
   int error = others_of(&r, 1, wait);
   leave();
   return error;
}

int node_ipc_submit(struct node_ipc_record *const *records, unsigned count, struct node_ipc_use **uses,
                    struct node_ipc_wait **others)
{
   *others = NULL;
   for (unsigned i = 0; i < count; i++)
      uses[i] = NULL;
   if (!count || !enter())
      return 0;
   int error = others_of(records, count, others);
   for (unsigned i = 0; i < count && !error; i++)
      if (own_line(records[i]) && !(uses[i] = announce(records[i])))
         error = -ENOMEM;
   leave();
   return error;
}
