/* ga_program_draw.c: the current program -> shaders, uniform blocks and sampler units of ctx->st. Shader objects belong to a pipe
 * context, so each GL context has a cache of shader objects by executable. An entry is deleted when the cache holds the last
 * reference to its executable. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/program/ga_program.h"

struct entry {
   struct ga_exec *exec;  /* counted: an address in the table is never reused */
   void *cso[PIPE_SHADER_TYPES];
};

struct ga_program_cache {
   struct entry *entry;
   unsigned count, size;
   struct ga_exec *bound; /* counted: ctx->st points into it */
   unsigned seqno[PIPE_SHADER_TYPES], sampler_seqno, block_seqno; /* of `bound` when it was derived */
};

static void delete_entry(struct ga_context *ctx, struct entry *e)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      st_delete_shader(&ctx->st, stage, e->cso[stage]);
   ga_exec_unref(e->exec);
}

/* An executable whose only reference is the table's cannot be used again. */
void ga_program_sweep(struct ga_context *ctx)
{
   struct ga_program_cache *cache = ctx->program_cache;
   for (unsigned i = 0; cache && i < cache->count;) {
      if (atomic_load_explicit(&cache->entry[i].exec->refs, memory_order_acquire) > 1) {
         i++;
         continue;
      }
      delete_entry(ctx, &cache->entry[i]);
      cache->entry[i] = cache->entry[--cache->count];
   }
}

static struct ga_program_cache *get_cache(struct ga_context *ctx)
{
   if (!ctx->program_cache)
      ctx->program_cache = calloc(1, sizeof *ctx->program_cache);
   return ctx->program_cache;
}

/* The context's shaders for an executable, made when needed; NULL: out of memory. */
static struct entry *get_entry(struct ga_context *ctx, struct ga_exec *exec)
{
   struct ga_program_cache *cache = get_cache(ctx);
   if (!cache)
      return NULL;
   for (unsigned i = 0; i < cache->count; i++)
      if (cache->entry[i].exec == exec)
         return &cache->entry[i];
   ga_program_sweep(ctx);
   if (cache->count == cache->size) {
      const unsigned size = cache->size ? cache->size * 2 : 8;
      struct entry *grown = realloc(cache->entry, size * sizeof *grown);
      if (!grown)
         return NULL;
      cache->entry = grown;
      cache->size = size;
   }
   struct entry e = { .exec = ga_exec_ref(exec) };
   struct pipe_context *pipe = ctx->st.pipe;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const struct pipe_shader_state *state = &exec->linked->stage[stage];
      if (!state->spirv)
         continue;
      e.cso[stage] = pipe->impl->create_shader(pipe, state);
      if (!e.cso[stage]) {
         delete_entry(ctx, &e);
         return NULL;
      }
   }
   cache->entry[cache->count] = e;
   return &cache->entry[cache->count++];
}

bool ga_program_prepare(struct ga_context *ctx, struct ga_exec *exec, char *why, size_t why_size_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct entry *e = get_entry(ctx, exec);
   if (!e) {
      ga_oom(ctx, "glLinkProgram");
      if (why_size_B)
         strncpy(why, "ERROR: out of memory", why_size_B - 1);
      return false;
   }
   return !pipe->impl->prepare_shaders || pipe->impl->prepare_shaders(pipe, e->cso, why, why_size_B);
}

static void unbind(struct ga_context *ctx, struct ga_program_cache *cache)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      ctx->st.shader[stage] = NULL;
      ctx->st.constants[stage].data = NULL;
      ctx->st.constants[stage].size_B = 0;
   }
   ctx->st.attribs_read = 0;
   ctx->st.state_constants_read = 0;
   ctx->st.constants_dirty = (1u << PIPE_SHADER_TYPES) - 1;
   ctx->st.dirty |= ST_DIRTY_SHADERS | ST_DIRTY_CONSTANTS | ST_DIRTY_VERTEX;
   ga_exec_unref(cache->bound);
   cache->bound = NULL;
}

static void bind(struct ga_context *ctx, struct ga_program_cache *cache, struct ga_exec *exec, const struct entry *e)
{
   struct ga_exec *before = cache->bound;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      ctx->st.shader[stage] = e->cso[stage];
      ctx->st.constants[stage].data = exec->storage[stage];
      ctx->st.constants[stage].size_B = exec->linked->default_block_B[stage];
   }
   ctx->st.attribs_read = exec->linked->attribs_used;
   ctx->st.state_constants_read = exec->linked->reads_state;
   ctx->st.dirty |= ST_DIRTY_SHADERS | ST_DIRTY_VERTEX;
   cache->bound = ga_exec_ref(exec);
   ga_exec_unref(before);
}

/* Marks the blocks that changed since they were last uploaded by this context. */
static void update_constants(struct ga_context *ctx, struct ga_program_cache *cache, const struct ga_exec *exec, bool all)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      unsigned seqno = atomic_load_explicit(&exec->seqno[stage], memory_order_acquire);
      if (!all && seqno == cache->seqno[stage])
         continue;
      cache->seqno[stage] = seqno;
      ctx->st.constants_dirty |= 1u << stage;
      ctx->st.dirty |= ST_DIRTY_CONSTANTS;
   }
}

static void update_blocks(struct ga_context *ctx, struct ga_program_cache *cache, const struct ga_exec *exec, bool all)
{
   unsigned seqno = atomic_load_explicit(&exec->block_seqno, memory_order_acquire);
   if (all || seqno != cache->block_seqno)
      ctx->dirty |= GA_DIRTY_UNIFORM_BUFFERS;
   cache->block_seqno = seqno;
}

/* False: samplers of different types have one unit, so nothing can be drawn (ES 2.0, 2.10.4). */
static bool update_samplers(struct ga_context *ctx, struct ga_program_cache *cache, const struct ga_exec *exec, bool all)
{
   unsigned seqno = atomic_load_explicit(&exec->sampler_seqno, memory_order_acquire);
   if (!all && seqno == cache->sampler_seqno)
      return true;
   if (ga_exec_samplers_conflict(exec)) {
      cache->sampler_seqno = seqno - 1; /* checked again at the next draw */
      return false;
   }
   cache->sampler_seqno = seqno;
   ctx->dirty |= GA_DIRTY_TEXTURES;
   return true;
}

bool ga_derive_program(struct ga_context *ctx, const char *operation)
{
   struct ga_program_cache *cache = get_cache(ctx);
   struct ga_exec *exec = ctx->exec;
   if (!cache) {
      ga_oom(ctx, operation);
      return false;
   }
   if (!exec) {
      /* Without a program nothing is drawn, and that is no error (ES 2.0 2.10.3: results are undefined). */
      if (cache->bound)
         unbind(ctx, cache);
      return false;
   }
   bool other = exec != cache->bound;
   if (other) {
      const struct entry *e = get_entry(ctx, exec);
      if (!e) {
         ga_oom(ctx, operation);
         return false;
      }
      bind(ctx, cache, exec, e);
   }
   update_constants(ctx, cache, exec, other);
   update_blocks(ctx, cache, exec, other);
   if (update_samplers(ctx, cache, exec, other))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: samplers of different types use the same texture unit", operation);
   return false;
}

const struct ga_sampler_use *ga_exec_samplers(const struct ga_exec *exec, enum pipe_shader_type stage, unsigned *count)
{
   if (!exec) {
      *count = 0;
      return NULL;
   }
   *count = exec->linked->sampler_count[stage];
   return exec->sampler[stage];
}

void ga_program_finish_context(struct ga_context *ctx)
{
   struct ga_program_cache *cache = ctx->program_cache;
   if (!cache)
      return;
   if (cache->bound)
      unbind(ctx, cache);
   for (unsigned i = 0; i < cache->count; i++)
      delete_entry(ctx, &cache->entry[i]);
   free(cache->entry);
   free(cache);
   ctx->program_cache = NULL;
}
