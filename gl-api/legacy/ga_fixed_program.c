/* ga_fixed_program.c: executables of fixed functions: compiled once for each key, kept by the share group. An executable has one stage:
 * built-in variables have fixed locations, so that any vertex stage matches any fragment stage (glsl/link_legacy.c). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_fixed.h"
#include "gl-api/legacy/ga_pixel_rect.h"
#include "gl-api/program/ga_program.h"
#include "util/ut_debug.h"

union key { struct ga_fixed_vertex_key vertex; struct ga_fixed_fragment_key fragment; };

/* The key of the executable that a stage had last: an equal key is not looked up in the share group. */
struct ga_fixed_last { const struct ga_exec *exec[PIPE_SHADER_TYPES]; union key key[PIPE_SHADER_TYPES]; };

struct program {
   struct program *next;
   enum pipe_shader_type stage;
   union key key;
   struct ga_exec *exec; /* counted */
};

#define BUCKETS 64
struct ga_fixed_cache { struct program *bucket[BUCKETS]; };

static size_t key_size_B(enum pipe_shader_type stage)
{
   return stage == PIPE_SHADER_VERTEX ? sizeof(struct ga_fixed_vertex_key) : sizeof(struct ga_fixed_fragment_key);
}

/* FNV-1a. */
static unsigned bucket_of(enum pipe_shader_type stage, const union key *key)
{
   uint32_t hash = 2166136261u ^ stage;
   for (size_t i = 0; i < key_size_B(stage); i++)
      hash = (hash ^ ((const uint8_t *)key)[i]) * 16777619u;
   return (hash ^ hash >> 16) % BUCKETS;
}

/* With a reference for the caller, or NULL. The lock is held. */
static struct ga_exec *find(const struct ga_fixed_cache *cache, enum pipe_shader_type stage, const union key *key)
{
   for (const struct program *p = cache ? cache->bucket[bucket_of(stage, key)] : NULL; p; p = p->next)
      if (p->stage == stage && !memcmp(&p->key, key, key_size_B(stage)))
         return ga_exec_ref(p->exec);
   return NULL;
}

/* ---- compiling ------------------------------------------------------------------------------------------------------------- */

/* The compiler accepts more than the context offers: the sources are this folder's. */
static struct glsl_limits limits_of(const struct ga_context *ctx)
{
   struct glsl_limits limits;
   ga_glsl_limits(ctx, &limits);
   limits.max_version = 0;
   limits.extensions = limits.es_extensions = NULL;
   limits.compat = true;
   return limits;
}

/* Drawn pixels have one varying (GA_PIXEL_ATTRIB), whose location both stages keep. */
static struct glsl_bindings *bindings_of(enum pipe_shader_type stage, const union key *key)
{
   const bool pixels = stage == PIPE_SHADER_VERTEX ? key->vertex.pixels : key->fragment.pixels;
   struct glsl_bindings *bindings = pixels ? glsl_bindings_create() : NULL;
   if (bindings)
      glsl_bindings_set_separable(bindings, true);
   return bindings;
}

static struct ga_exec *compile(struct ga_context *ctx, enum pipe_shader_type stage, const union key *key)
{
   const struct glsl_limits limits = limits_of(ctx);
   struct glsl_module *module = NULL;
   char *log = NULL, *link_log = NULL;
   char *source = stage == PIPE_SHADER_VERTEX ? ga_fixed_vertex_source(&key->vertex) : ga_fixed_fragment_source(&key->fragment);
   struct glsl_linked *linked = NULL;
   struct glsl_bindings *bindings = bindings_of(stage, key);
   if (source && glsl_compile(stage, source, strlen(source), false, &limits, &module, &log) && module)
      linked = glsl_link(&module, 1, bindings, &limits, false, &link_log);
   if (source && !linked && log)
      ut_log("gl", "fixed functions do not compile: %s%s\n%s", log, link_log ? link_log : "", source);
   glsl_module_unref(module);
   glsl_bindings_destroy(bindings);
   free(source);
   free(log);
   free(link_log);
   struct ga_exec *exec = linked ? ga_exec_create(linked) : NULL;
   if (exec)
      exec->fixed_function = true;
   return exec;
}

/* Of the share group, compiled when needed; with a reference for the caller. NULL: out of memory. */
static struct ga_exec *get(struct ga_context *ctx, enum pipe_shader_type stage, const union key *key)
{
   pthread_mutex_t *lock = &ctx->share->shaders.lock;
   ga_lock(ctx, lock);
   struct ga_exec *exec = find(ctx->share->fixed, stage, key);
   ga_unlock(ctx, lock);
   if (exec)
      return exec;
   struct program *made = calloc(1, sizeof(*made));
   struct ga_fixed_cache *cache = calloc(1, sizeof(*cache));
   exec = made && cache ? compile(ctx, stage, key) : NULL;
   if (!exec) {
      free(made);
      free(cache);
      return NULL;
   }
   *made = (struct program){.stage = stage, .key = *key, .exec = ga_exec_ref(exec)};
   ga_lock(ctx, lock);
   if (!ctx->share->fixed) {
      ctx->share->fixed = cache;
      cache = NULL;
   }
   struct program **first = &ctx->share->fixed->bucket[bucket_of(stage, key)];
   made->next = *first; /* another thread may have made the same: both are equal */
   *first = made;
   ga_unlock(ctx, lock);
   free(cache);
   return exec;
}

void ga_fixed_cache_destroy(struct ga_fixed_cache *cache)
{
   for (unsigned i = 0; cache && i < BUCKETS; i++) {
      for (struct program *p = cache->bucket[i], *next; p; p = next) {
         next = p->next;
         ga_exec_unref(p->exec);
         free(p);
      }
   }
   free(cache);
}

/* ---- draws ----------------------------------------------------------------------------------------------------------------- */

/* Makes exec, whose reference is taken over, that of the stage. */
static void install(struct ga_context *ctx, enum pipe_shader_type stage, struct ga_exec *exec)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_exec *before = ctx->stage_exec[stage];
   if (before == exec) {
      ga_exec_unref(exec);
      return;
   }
   ctx->stage_exec[stage] = ga_exec_ref(exec);
   ga_exec_unref(before);
   ga_exec_unref(l->fixed[stage]);
   l->fixed[stage] = exec;
   ctx->dirty |= GA_DIRTY_PROGRAM;
}

/* The application's executable of the stage, or NULL. */
static struct ga_exec *own(const struct ga_context *ctx, enum pipe_shader_type stage)
{
   struct ga_exec *exec = ctx->stage_exec[stage];
   return exec && exec != ctx->legacy->fixed[stage] ? exec : NULL;
}

/* Of the fixed functions of a stage. NULL: GL_OUT_OF_MEMORY was raised. The stage's executable is compared with the one of the last key:
 * the share group keeps that, so no other one has its address. */
static struct ga_exec *fixed(struct ga_context *ctx, enum pipe_shader_type stage, const union key *key, const char *operation)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_exec *current = ctx->stage_exec[stage];
   if (!l->fixed_last)
      l->fixed_last = calloc(1, sizeof(*l->fixed_last));
   struct ga_fixed_last *last = l->fixed_last;
   if (last && current && current == last->exec[stage] && !memcmp(&last->key[stage], key, key_size_B(stage)))
      return ga_exec_ref(current);
   struct ga_exec *exec = get(ctx, stage, key);
   if (!exec) {
      ga_oom(ctx, operation);
   } else if (last) {
      last->exec[stage] = exec;
      last->key[stage] = *key;
   }
   return exec;
}

/* The source of the fragment stage. *read: bit per location of the built-in varyings that it reads. */
static bool update_fragments(struct ga_context *ctx, uint64_t *read, const char *operation)
{
   const struct ga_exec *shader = own(ctx, PIPE_SHADER_FRAGMENT);
   const bool reads_program = !shader && (!ctx->legacy->pixels || ga_pixels_are_quads(ctx, ctx->legacy->pixels));
   const enum ap_target source = reads_program ? ga_assembly_fragment_source(ctx) : AP_TARGETS;
   const bool assembly = source != AP_TARGETS;
   if (source != AP_FRAGMENT)
      ga_assembly_unused(ctx, AP_FRAGMENT);
   if (source != AP_ATI_FRAGMENT)
      ga_assembly_unused(ctx, AP_ATI_FRAGMENT);
   if (shader) {
      *read = shader->linked->legacy_inputs;
      return true;
   }
   union key key;
   memset(&key, 0, sizeof(key));
   if (!assembly)
      ga_fixed_fragment_key(ctx, &key.fragment);
   struct ga_exec *exec = assembly ? ga_assembly_exec(ctx, source, operation) : fixed(ctx, PIPE_SHADER_FRAGMENT, &key, operation);
   if (!exec)
      return false;
   *read = assembly ? exec->linked->legacy_inputs : ga_fixed_fragment_inputs(&key.fragment);
   install(ctx, PIPE_SHADER_FRAGMENT, exec);
   return true;
}

/* The source of the vertex stage, whose outputs the fragment stage reads. */
static bool choose_vertices(struct ga_context *ctx, uint64_t read, const char *operation)
{
   struct ga_legacy *l = ctx->legacy;
   const bool shader = own(ctx, PIPE_SHADER_VERTEX);
   const bool assembly = !shader && !l->pixels && ga_assembly_enabled(ctx, AP_VERTEX);
   const bool fixed_vertex = !shader && !assembly;
   if (fixed_vertex != l->fixed_vertex)
      ctx->dirty |= GA_DIRTY_RASTER;
   l->fixed_vertex = fixed_vertex;
   if (!assembly)
      ga_assembly_unused(ctx, AP_VERTEX);
   if (shader)
      return true;
   union key key;
   memset(&key, 0, sizeof(key));
   if (!assembly)
      ga_fixed_vertex_key(ctx, read, &key.vertex);
   struct ga_exec *exec = assembly ? ga_assembly_exec(ctx, AP_VERTEX, operation) : fixed(ctx, PIPE_SHADER_VERTEX, &key, operation);
   if (!exec)
      return false;
   install(ctx, PIPE_SHADER_VERTEX, exec);
   return true;
}

static bool update_vertices(struct ga_context *ctx, uint64_t read, const char *operation)
{
   const bool unclipped = ga_assembly_is_unclipped(ctx), ok = choose_vertices(ctx, read, operation);
   if (unclipped != ga_assembly_is_unclipped(ctx))
      ctx->dirty |= GA_DIRTY_RASTER; /* clip planes */
   return ok;
}

struct ga_exec *ga_fixed_vertex_exec(struct ga_context *ctx, uint64_t read)
{
   union key key;
   memset(&key, 0, sizeof(key));
   ga_fixed_vertex_key(ctx, read, &key.vertex);
   return get(ctx, PIPE_SHADER_VERTEX, &key);
}

/* A shader reads its textures whatever they are. The variants of assembly programs have more facts of them than fixed functions. */
void ga_fixed_textures(struct ga_context *ctx)
{
   const struct ga_assembly_state *a = ctx->legacy->assembly;
   if (own(ctx, PIPE_SHADER_FRAGMENT))
      return;
   if (a->enabled[AP_FRAGMENT] || a->enabled[AP_ATI_FRAGMENT] || ga_fixed_textures_differ(ctx))
      ctx->dirty |= GA_DIRTY_FIXED_TEXTURES;
}

/* The one place where the source of a stage is chosen: a shader of GLSL, else an assembly program that is enabled, else a shader of
 * ATI_fragment_shader that is enabled, else fixed functions. */
bool ga_fixed_update(struct ga_context *ctx, const char *operation)
{
   uint64_t read;
   return update_fragments(ctx, &read, operation) && update_vertices(ctx, read, operation);
}
