/* si_code_share.c: machine code that several shaders share: equal sources and keys (everything that the compiler reads) get
 * one piece of code. Programs often differ in one of their shaders only, and applications create again what they deleted,
 * so MAX_IDLE pieces without users are kept. Code with scratch memory is not shared: it contains the address of its
 * context's buffer. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "util/ut_hash.h"

#define MAX_IDLE 256
#define MAX_IDLE_B (4u << 20)

static struct si_code **bucket_of(struct si_screen *screen, uint64_t hash)
{
   return &screen->shared[hash % SI_SHARED_BUCKETS];
}

struct si_code *si_code_find_locked(struct si_screen *screen, const struct si_cache_key *key)
{
   uint64_t hash = ut_hash64(key->data, key->size_B, 0);

   for (struct si_code *c = *bucket_of(screen, hash); c; c = c->next) {
      if (c->hash != hash || c->key.size_B != key->size_B || memcmp(c->key.data, key->data, key->size_B))
         continue;
      if (!c->users++) {
         screen->idle_codes--;
         screen->idle_B -= c->bin.code_B + c->key.size_B;
      }
      return c;
   }
   return NULL;
}

void si_code_share_locked(struct si_screen *screen, struct si_code *code, struct si_cache_key *key)
{
   struct si_code **bucket;

   if (!key->data || code->bin.scratch_B_per_wave)
      return;
   code->hash = ut_hash64(key->data, key->size_B, 0);
   code->key = *key;
   *key = (struct si_cache_key){0};
   code->users = 1;
   bucket = bucket_of(screen, code->hash);
   code->next = *bucket;
   *bucket = code;
}

static void drop(struct si_screen *screen, struct si_code **at)
{
   struct si_code *code = *at;

   *at = code->next;
   screen->idle_codes--;
   screen->idle_B -= code->bin.code_B + code->key.size_B;
   si_code_destroy_locked(screen, code);
}

static void drop_oldest(struct si_screen *screen)
{
   struct si_code **oldest = NULL;

   for (unsigned i = 0; i < SI_SHARED_BUCKETS; i++)
      for (struct si_code **at = &screen->shared[i]; *at; at = &(*at)->next)
         if (!(*at)->users && (!oldest || (*at)->idle_since < (*oldest)->idle_since))
            oldest = at;
   drop(screen, oldest);
}

bool si_code_release_locked(struct si_screen *screen, struct si_code *code)
{
   if (!code->key.data)
      return false;
   if (--code->users)
      return true;
   code->idle_since = ++screen->idle_clock;
   screen->idle_codes++;
   screen->idle_B += code->bin.code_B + code->key.size_B;
   while (screen->idle_codes > MAX_IDLE || screen->idle_B > MAX_IDLE_B)
      drop_oldest(screen);
   return true;
}

void si_screen_free_shared_code(struct si_screen *screen)
{
   pthread_mutex_lock(&screen->compile_lock);
   while (screen->idle_codes)
      drop_oldest(screen);
   pthread_mutex_unlock(&screen->compile_lock);
}
