/* ga_program_draw.c: the current program, or the bound pipeline -> shaders, uniform blocks and sampler units of ctx->st. Shader objects belong to a pipe
 * context, so each GL context has a cache of shader objects by executable. An entry is deleted when the cache holds the last
 * reference to its executable. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/program/ga_program.h"
#include "spirv/spv_layout.h"
#include "state/st_captured.h"

struct entry {
   struct ga_exec *exec;  /* counted: an address in the table is never reused */
   void *cso[PIPE_SHADER_TYPES];
   /* Made when a draw needs them (ga_derive_coherent_reads): the last stage before the rasterizer, which captures, and the vertex
    * shader that passes the captured values on. */
   void *capture, *pass_vertex;
};

struct ga_program_cache {
   struct entry *entry;
   unsigned count, size;
   struct ga_exec *bound[PIPE_SHADER_TYPES]; /* counted: ctx->st points into them */
   uint8_t *block[PIPE_SHADER_TYPES]; /* default blocks with subroutine uniforms, whose values are the context's */
   uint32_t block_B[PIPE_SHADER_TYPES];
   uint8_t stages; /* bit per stage that has an executable */
   uint8_t replaced; /* bit per stage whose executable is another one than the row uniforms saw */
   unsigned seqno[PIPE_SHADER_TYPES], sampler_seqno[PIPE_SHADER_TYPES], block_seqno[PIPE_SHADER_TYPES]; /* of `bound` when derived */
};

/* void main() {}: a program without a fragment shader leaves colours undefined and still writes depth (GL 3.3, 3.9). */
static const uint32_t empty_fragment[] = {
   0x07230203, 0x00010000, 0, 5, 0,             /* identifiers are below 5 */
   2 << 16 | 17, 1,                             /* OpCapability Shader */
   3 << 16 | 14, 0, 1,                          /* OpMemoryModel Logical GLSL450 */
   5 << 16 | 15, 4, 1, 0x6e69616d, 0,           /* OpEntryPoint Fragment %1 "main" */
   3 << 16 | 16, 1, 7,                          /* OpExecutionMode %1 OriginUpperLeft */
   2 << 16 | 19, 2,                             /* %2 = OpTypeVoid */
   3 << 16 | 33, 3, 2,                          /* %3 = OpTypeFunction %2 */
   5 << 16 | 54, 2, 1, 0, 3,                    /* %1 = OpFunction %2 None %3 */
   2 << 16 | 248, 4, 1 << 16 | 253, 1 << 16 | 56, /* %4 = OpLabel, OpReturn, OpFunctionEnd */
};
static const struct pipe_shader_state empty_state = {
   .stage = PIPE_SHADER_FRAGMENT, .spirv = empty_fragment, .spirv_words = sizeof(empty_fragment) / sizeof(empty_fragment[0]),
};

/* Of the stages that make primitives. */
static enum pipe_shader_type last_stage(const struct ga_exec *exec)
{
   return exec->linked->stage[PIPE_SHADER_GEOMETRY].spirv ? PIPE_SHADER_GEOMETRY : PIPE_SHADER_TESS_EVAL;
}

static bool is_mesh_stage(unsigned stage)
{
   return stage == PIPE_SHADER_TASK || stage == PIPE_SHADER_MESH;
}

static void delete_entry(struct ga_context *ctx, struct entry *e)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (is_mesh_stage(stage))
         st_delete_mesh_shader(&ctx->st, stage, e->cso[stage]);
      else
         st_delete_shader(&ctx->st, stage, e->cso[stage]);
   }
   st_delete_shader(&ctx->st, last_stage(e->exec), e->capture);
   st_delete_shader(&ctx->st, PIPE_SHADER_VERTEX, e->pass_vertex);
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
      if (stage == PIPE_SHADER_FRAGMENT && !state->spirv && (e.cso[PIPE_SHADER_VERTEX] || e.cso[PIPE_SHADER_MESH]))
         state = &empty_state;
      if (!state->spirv)
         continue;
      e.cso[stage] = is_mesh_stage(stage) ? st_create_mesh_shader(&ctx->st, state) : pipe->impl->create_shader(pipe, state);
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
   struct entry *e = get_entry(ctx, exec);
   if (!e) {
      ga_oom(ctx, "glLinkProgram");
      if (why_size_B)
         strncpy(why, "ERROR: out of memory", why_size_B - 1);
      return false;
   }
   return st_prepare_shaders(&ctx->st, e->cso, why, why_size_B);
}

/* exec NULL: the stage becomes empty. */
static void bind_stage(struct ga_context *ctx, struct ga_program_cache *cache, unsigned stage, struct ga_exec *exec, void *cso)
{
   struct ga_exec *before = cache->bound[stage];
   ctx->st.shader[stage] = cso;
   ctx->st.constants[stage].data = exec ? exec->storage[stage] : NULL;
   ctx->st.constants[stage].size_B = exec ? exec->linked->default_block_B[stage] : 0;
   ctx->st.constants_dirty |= 1u << stage;
   ctx->st.state_constants_read_B[stage] = exec ? exec->linked->state_read_B[stage] : 0;
   if (stage == PIPE_SHADER_VERTEX)
      ctx->st.attribs_read = (exec ? exec->linked->attribs_used : 0) | (uint32_t)ctx->st.raster.edge_flags << PIPE_ATTRIB_EDGE_FLAG;
   ctx->st.dirty |= ST_DIRTY_SHADERS | ST_DIRTY_CONSTANTS | ST_DIRTY_VERTEX;
   ctx->subroutines_dirty |= (uint8_t)(1u << stage);
   cache->bound[stage] = ga_exec_ref(exec);
   cache->stages = (uint8_t)((cache->stages & ~(1u << stage)) | (unsigned)(exec != NULL) << stage);
   cache->replaced |= (uint8_t)((unsigned)(exec != before) << stage);
   ga_exec_unref(before);
}

/* Makes draws use the context's copy of the stage's block. False: out of memory. */
static bool copy_block(struct ga_context *ctx, struct ga_program_cache *cache, unsigned stage)
{
   const struct ga_exec *exec = cache->bound[stage];
   const uint32_t size_B = exec->linked->default_block_B[stage];
   if (size_B > cache->block_B[stage]) {
      uint8_t *grown = realloc(cache->block[stage], size_B);
      if (!grown)
         return false;
      cache->block[stage] = grown;
      cache->block_B[stage] = size_B;
   }
   if (!size_B) /* no function is called */
      return true;
   memcpy(cache->block[stage], exec->storage[stage], size_B);
   ga_subroutines_write(ctx, exec->linked, stage, cache->block[stage]);
   ctx->st.constants[stage].data = cache->block[stage];
   return true;
}

uint8_t *ga_program_copy_block(struct ga_context *ctx, unsigned stage)
{
   struct ga_program_cache *cache = ctx->program_cache;
   if (!copy_block(ctx, cache, stage))
      return NULL;
   ctx->st.constants_dirty |= 1u << stage;
   ctx->st.dirty |= ST_DIRTY_CONSTANTS;
   return cache->block[stage];
}

static void unbind_all(struct ga_context *ctx, struct ga_program_cache *cache)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      if (cache->bound[stage])
         bind_stage(ctx, cache, stage, NULL, NULL);
}

/* Binds the shader of the stage's executable. False: out of memory. */
static bool update_shader(struct ga_context *ctx, struct ga_program_cache *cache, unsigned stage)
{
   struct ga_exec *exec = ctx->stage_exec[stage], *source = exec;
   const bool other = exec != cache->bound[stage];
   if (stage == PIPE_SHADER_FRAGMENT && !exec) {
      struct ga_exec *vertex = ctx->stage_exec[PIPE_SHADER_VERTEX], *first = vertex ? vertex : ctx->stage_exec[PIPE_SHADER_MESH];
      source = first && !first->linked->stage[PIPE_SHADER_FRAGMENT].spirv ? first : NULL; /* its entry has the empty shader */
   }
   if (!other && source == exec)
      return true;
   const struct entry *e = source ? get_entry(ctx, source) : NULL;
   if (source && !e)
      return false;
   void *cso = e ? e->cso[stage] : NULL;
   if (other || ctx->st.shader[stage] != cso)
      bind_stage(ctx, cache, stage, exec, cso);
   return true;
}

/* Copies a sequence number. True: it differs from the copy, or the executable is another one. */
static bool moved(const atomic_uint *seqno, unsigned *copy, bool other)
{
   const unsigned now = atomic_load_explicit(seqno, memory_order_acquire), before = *copy;
   *copy = now;
   return other || now != before;
}

/* Marks the state that depends on values of the executable and changed since this context derived it: the uniform block of the stage,
 * bindings of blocks, texture units. other: the executable is another one. False: out of memory. */
static bool mark_values(struct ga_context *ctx, struct ga_program_cache *cache, unsigned stage, bool other)
{
   const struct ga_exec *exec = cache->bound[stage];
   if (!exec) {
      ctx->dirty |= GA_DIRTY_UNIFORM_BUFFERS | GA_DIRTY_STORAGE_BUFFERS | GA_DIRTY_TEXTURES; /* the stage reads none any more */
      return true;
   }
   const bool selects = ga_exec_has_subroutines(exec, stage) && ctx->subroutines_dirty & 1u << stage;
   if (moved(&exec->seqno[stage], &cache->seqno[stage], other) || selects) {
      if (ga_exec_has_subroutines(exec, stage) && !copy_block(ctx, cache, stage)) {
         ctx->subroutines_dirty |= (uint8_t)(1u << stage);
         return false;
      }
      ctx->subroutines_dirty &= (uint8_t)~(1u << stage);
      if (exec->has_handles[stage]) /* the row unit_handles copies the block */
         ctx->dirty |= GA_DIRTY_TEXTURES;
      ctx->st.constants_dirty |= 1u << stage;
      ctx->st.dirty |= ST_DIRTY_CONSTANTS;
   }
   if (moved(&exec->block_seqno, &cache->block_seqno[stage], other))
      ctx->dirty |= GA_DIRTY_UNIFORM_BUFFERS | GA_DIRTY_STORAGE_BUFFERS;
   if (moved(&exec->sampler_seqno, &cache->sampler_seqno[stage], other))
      ctx->dirty |= GA_DIRTY_TEXTURES;
   return true;
}

static void samplers_conflict(struct ga_context *ctx, const char *operation)
{
   ga_error(ctx, GL_INVALID_OPERATION, "%s: samplers of different types use the same texture unit", operation);
}

bool ga_derive_program(struct ga_context *ctx, const char *operation)
{
   struct ga_program_cache *cache = get_cache(ctx);
   if (!cache) {
      ga_oom(ctx, operation);
      return false;
   }
   char mismatch[500];
   const char *why = ctx->program ? NULL : ga_pipeline_problem(ctx->pipeline);
   if (!why && !ctx->program && ga_has(ctx, GA_FEATURE_pipeline_interfaces) &&
       !ga_pipeline_interfaces_match(ctx->pipeline, mismatch, sizeof mismatch))
      why = mismatch;
   if (why) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program pipeline %u: %s", operation, ctx->pipeline->name, why);
      return false;
   }
   if (!ctx->stage_exec[PIPE_SHADER_VERTEX] && !ctx->stage_exec[PIPE_SHADER_MESH] && !ctx->stage_exec[PIPE_SHADER_COMPUTE]) {
      /* Without a vertex shader nothing is drawn, without an error (ES 2.0 2.10.3: results are undefined). */
      unbind_all(ctx, cache);
      if (ga_samplers_conflict(ctx->stage_exec))
         samplers_conflict(ctx, operation);
      return false;
   }
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!update_shader(ctx, cache, stage)) {
         ga_oom(ctx, operation);
         return false;
      }
   }
   return true;
}

/* Runs after the row program, so there is a cache. */
bool ga_derive_uniforms(struct ga_context *ctx, const char *operation)
{
   struct ga_program_cache *cache = ctx->program_cache;
   for (unsigned stages = cache->stages | cache->replaced; stages; stages &= stages - 1) {
      const unsigned stage = (unsigned)__builtin_ctz(stages);
      if (!mark_values(ctx, cache, stage, cache->replaced >> stage & 1)) {
         ga_oom(ctx, operation);
         return false;
      }
      cache->replaced &= (uint8_t)~(1u << stage);
   }
   if (!(ctx->dirty & GA_DIRTY_TEXTURES) || !ga_samplers_conflict(ctx->stage_exec))
      return true;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) /* checked again at the next draw */
      cache->sampler_seqno[stage]--;
   samplers_conflict(ctx, operation);
   return false;
}

/* A variable outside of functions has the block's type. */
static bool is_output_block(const struct spv_module *m, uint32_t block)
{
   for (uint32_t i = 0; i < m->variable_count; i++) {
      const struct spv_inst variable = spv_def(m, m->variable[i]);
      if (spv_w(&variable, 3) == SpvStorageClassOutput && spv_pointee(m, m->variable[i]).id == block)
         return true;
   }
   return false;
}

/* Elements of gl_ClipDistance or gl_CullDistance that the stage writes. */
static unsigned distances(const struct spv_module *m, uint32_t built_in)
{
   for (uint32_t i = 0; i < m->decoration_count; i++) {
      const struct spv_decoration *d = &m->decoration[i];
      if (d->decoration != SpvDecorationBuiltIn || !d->literal_count || d->literal[0] != built_in)
         continue;
      if (d->member == SPV_NO_MEMBER) {
         const struct spv_inst variable = spv_def(m, d->target);
         if (variable.op == SpvOpVariable && spv_w(&variable, 3) == SpvStorageClassOutput)
            return spv_pointee(m, d->target).count;
      } else if (is_output_block(m, d->target)) {
         const struct spv_type block = spv_type_of(m, d->target);
         return d->member < block.count ? spv_type_of(m, block.members[d->member]).count : 0;
      }
   }
   return 0;
}

unsigned ga_clip_distances_written(const struct pipe_shader_state *shader)
{
   struct spv_module m;
   if (!spv_module_init(&m, shader->spirv, shader->spirv_words, NULL, 0))
      return 0;
   const unsigned count = distances(&m, SpvBuiltInClipDistance);
   spv_module_finish(&m);
   return count;
}

/* The shaders of draws whose primitives are captured first. False: out of memory. */
static bool make_capture(struct ga_context *ctx, struct entry *e)
{
   uint32_t words[ST_PASS_VERTEX_WORDS];
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_shader_state state = e->exec->linked->stage[last_stage(e->exec)];
   struct spv_module m;
   if (e->capture)
      return true;
   if (!spv_module_init(&m, state.spirv, state.spirv_words, NULL, 0))
      return false;
   const unsigned clip = distances(&m, SpvBuiltInClipDistance), cull = distances(&m, SpvBuiltInCullDistance);
   const uint32_t locations = (uint32_t)spv_output_locations(&m);
   spv_module_finish(&m);
   st_captured_outputs(&state.so, locations, clip, cull);
   const struct pipe_shader_state pass = {
      .stage = PIPE_SHADER_VERTEX, .spirv = words, .spirv_words = st_pass_vertex(words, locations, clip, cull),
   };
   if (!e->pass_vertex)
      e->pass_vertex = pipe->impl->create_shader(pipe, &pass);
   e->capture = e->pass_vertex ? pipe->impl->create_shader(pipe, &state) : NULL;
   return e->capture;
}

/* A shader that reads the destination colours, or an advanced equation, sees the results of earlier primitives of the draw. */
bool ga_derive_coherent_reads(struct ga_context *ctx, const char *operation)
{
   const struct ga_exec *fragment = ctx->stage_exec[PIPE_SHADER_FRAGMENT];
   struct ga_exec *geometry = ctx->stage_exec[PIPE_SHADER_GEOMETRY];
   struct ga_exec *exec = geometry ? geometry : ctx->stage_exec[PIPE_SHADER_TESS_EVAL];
   ctx->st.reads_coherently = (fragment && fragment->linked->reads_coherently) ||
                              (ctx->st.blend.equation && ctx->cap_blend_coherent);
   ctx->st.captured.shader = NULL;
   if (!ctx->st.reads_coherently || !exec)
      return true;
   struct entry *e = get_entry(ctx, exec);
   if (!e || !make_capture(ctx, e)) {
      ga_oom(ctx, operation);
      return false;
   }
   const GLenum output = geometry ? exec->linked->geometry.output : ga_tess_primitive(exec->linked);
   ctx->st.captured.shader = e->capture;
   ctx->st.captured.pass_vertex = e->pass_vertex;
   ctx->st.captured.stage = last_stage(exec);
   ctx->st.captured.vertices = output == GL_POINTS ? 1 : output == GL_LINES || output == GL_LINE_STRIP ? 2 : 3;
   return true;
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
   unbind_all(ctx, cache);
   for (unsigned i = 0; i < cache->count; i++)
      delete_entry(ctx, &cache->entry[i]);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      free(cache->block[stage]);
   free(cache->entry);
   free(cache);
   ctx->program_cache = NULL;
}
