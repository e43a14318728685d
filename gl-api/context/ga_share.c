/* ga_share.c: the objects that contexts have in common. */
#include "gl-api/context/ga_share.h"

#include <stdlib.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/object/ga_texture.h"

void ga_mutex_init(pthread_mutex_t *mutex)
{
   pthread_mutexattr_t attr;
   pthread_mutexattr_init(&attr);
   pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
   pthread_mutex_init(mutex, &attr);
   pthread_mutexattr_destroy(&attr);
}

struct ga_share *ga_share_create(void)
{
   struct ga_share *share = calloc(1, sizeof(*share));
   if (!share)
      return NULL;
   share->refs = 1;
   ga_mutex_init(&share->lock);
   ut_names_init(&share->buffers);
   ut_names_init(&share->textures);
   ut_names_init(&share->samplers);
   ut_names_init(&share->renderbuffers);
   ut_names_init(&share->shaders);
   ut_names_init(&share->syncs);
   return share;
}

struct ga_share *ga_share_ref(struct ga_share *share)
{
   atomic_fetch_add_explicit(&share->refs, 1, memory_order_relaxed);
   return share;
}

/* Nobody else can reach the tables any more. Programs go first: they hold shaders. */
static void free_objects(struct ga_context *ctx, struct ga_share *share)
{
   uint64_t cursor = 0;
   for (void *object; (object = ut_names_next(&share->shaders, &cursor, NULL));)
      ga_program_free_shared(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->textures, &cursor, NULL));)
      ga_texture_free_shared(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->renderbuffers, &cursor, NULL));)
      ga_renderbuffer_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->buffers, &cursor, NULL));)
      ga_buffer_unref(ctx, object);
}

void ga_share_unref(struct ga_context *ctx, struct ga_share *share)
{
   if (atomic_fetch_sub_explicit(&share->refs, 1, memory_order_acq_rel) != 1)
      return;
   free_objects(ctx, share);
   ut_names_finish(&share->buffers);
   ut_names_finish(&share->textures);
   ut_names_finish(&share->samplers);
   ut_names_finish(&share->renderbuffers);
   ut_names_finish(&share->shaders);
   ut_names_finish(&share->syncs);
   pthread_mutex_destroy(&share->lock);
   free(share);
}

bool ga_share_gen(struct ga_context *ctx, struct ut_names *names, GLsizei n, GLuint *out, const char *command)
{
   ga_share_lock(ctx);
   bool ok = ut_names_gen(names, (uint32_t)n, out);
   ga_share_unlock(ctx);
   if (!ok)
      ga_oom(ctx, command);
   return ok;
}
