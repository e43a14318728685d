/* ga_vertex_capture.c: draws whose vertices are captured. The shader of the last stage is compiled again with a stream output of its
 * built-in outputs, of which a context keeps a few; the draw makes no fragments, and the CPU reads the records. */
#include "gl-api/legacy/ga_vertex_capture.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_fixed.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/program/ga_program.h"

/* ---- shaders --------------------------------------------------------------------------------------------------------------- */

struct variant {
   struct ga_exec *exec;            /* counted, or NULL: unused */
   enum pipe_shader_type stage;
   unsigned coords;                 /* sets of texture coordinates */
   bool clips_position;             /* by the clip planes: it writes no distances */
   void *cso;
};

#define VARIANTS 16
struct ga_vertex_capture {
   struct variant variant[VARIANTS];
   unsigned next;                   /* the one to replace */
   struct pipe_resource *buffer;    /* of the last capture, or NULL */
   uint32_t buffer_B;
};

static uint32_t stride_of(unsigned coords) { return GA_CAPTURE_COORDS + 4 * coords; }

static void put(struct pipe_stream_output_info *so, unsigned builtin, unsigned location, unsigned components, unsigned at)
{
   so->out[so->count++] = (struct pipe_stream_output){.location = (uint8_t)location, .builtin = (uint8_t)builtin,
      .num_components = (uint8_t)components, .dst_offset_dw = (uint16_t)at};
}

static void outputs(struct pipe_stream_output_info *so, unsigned coords)
{
   memset(so, 0, sizeof(*so));
   so->stride_dw[0] = (uint16_t)stride_of(coords);
   put(so, PIPE_SO_POSITION, 0, 4, GA_CAPTURE_CLIP);
   put(so, PIPE_SO_VARYING, PIPE_VARYING_COLOR0, 4, GA_CAPTURE_FRONT);
   put(so, PIPE_SO_VARYING, PIPE_VARYING_BACK_COLOR0, 4, GA_CAPTURE_BACK);
   put(so, PIPE_SO_VARYING, PIPE_VARYING_COLOR1, 4, GA_CAPTURE_SECONDARY);
   put(so, PIPE_SO_VARYING, PIPE_VARYING_FOG, 1, GA_CAPTURE_FOG);
   put(so, PIPE_SO_CLIP_DISTANCE0, 0, 4, GA_CAPTURE_DISTANCES);
   put(so, PIPE_SO_CLIP_DISTANCE1, 0, 4, GA_CAPTURE_DISTANCES + 4);
   for (unsigned i = 0; i < coords; i++)
      put(so, PIPE_SO_VARYING, GLSL_VARYING_TEX_COORD0 + i, 4, GA_CAPTURE_COORDS + 4 * i);
}

static void drop_variant(struct ga_context *ctx, struct variant *v)
{
   st_delete_shader(&ctx->st, v->stage, v->cso);
   ga_exec_unref(v->exec);
   *v = (struct variant){0};
}

static struct ga_vertex_capture *get_state(struct ga_context *ctx)
{
   if (!ctx->legacy->capture)
      ctx->legacy->capture = calloc(1, sizeof(*ctx->legacy->capture));
   return ctx->legacy->capture;
}

/* The shader of the executable's stage with the outputs of records. NULL: out of memory. */
static const struct variant *variant_of(struct ga_context *ctx, struct ga_exec *exec, enum pipe_shader_type stage, unsigned coords)
{
   struct ga_vertex_capture *c = get_state(ctx);
   for (unsigned i = 0; c && i < VARIANTS; i++)
      if (c->variant[i].exec == exec && c->variant[i].stage == stage && c->variant[i].coords == coords)
         return &c->variant[i];
   if (!c)
      return NULL;
   struct pipe_shader_state state = exec->linked->stage[stage];
   outputs(&state.so, coords);
   void *cso = ctx->st.pipe->impl->create_shader(ctx->st.pipe, &state);
   if (!cso)
      return NULL;
   struct variant *v = &c->variant[c->next++ % VARIANTS];
   drop_variant(ctx, v);
   *v = (struct variant){ga_exec_ref(exec), stage, coords, !ga_clip_distances_written(&state), cso};
   return v;
}

void ga_capture_finish(struct ga_context *ctx)
{
   struct ga_vertex_capture *c = ctx->legacy->capture;
   for (unsigned i = 0; c && i < VARIANTS; i++)
      drop_variant(ctx, &c->variant[i]);
   if (c)
      pipe_resource_unref(c->buffer);
   free(c);
   ctx->legacy->capture = NULL;
}

/* ---- draws ----------------------------------------------------------------------------------------------------------------- */

/* Memory for the records of a capture, at least size_B. */
static struct pipe_resource *buffer_of(struct ga_context *ctx, uint32_t size_B)
{
   struct ga_vertex_capture *c = get_state(ctx);
   if (!c || (c->buffer && c->buffer_B >= size_B))
      return c ? c->buffer : NULL;
   const struct pipe_resource_template t = {.target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1,
      .depth = 1, .layers = 1, .bind = PIPE_BIND_STREAM_OUTPUT, .usage = PIPE_USAGE_STAGING};
   pipe_resource_unref(c->buffer);
   c->buffer = ctx->screen->impl->resource_create(ctx->screen, &t);
   c->buffer_B = size_B;
   return c->buffer;
}

/* State of ctx->st that a capture replaces. */
struct saved {
   void *shader[PIPE_SHADER_TYPES];
   uint32_t attribs_read;
   uint16_t state_constants_read_B;
   struct pipe_stream_output_target *so_target[PIPE_MAX_SO_BUFFERS];
   uint8_t so_count, discard;
   bool reads_coherently;
};

#define REPLACED (ST_DIRTY_SHADERS | ST_DIRTY_VERTEX | ST_DIRTY_CONSTANTS | ST_DIRTY_STATE_CONSTANTS | ST_DIRTY_RASTER | ST_DIRTY_SO)

static struct saved replace(struct st_context *st, struct pipe_stream_output_target *target)
{
   struct saved s = {.attribs_read = st->attribs_read, .so_count = st->so_count,
                     .state_constants_read_B = st->state_constants_read_B[PIPE_SHADER_VERTEX], .discard = st->raster.rasterizer_discard, .reads_coherently = st->reads_coherently};
   memcpy(s.shader, st->shader, sizeof(s.shader));
   memcpy(s.so_target, st->so_target, sizeof(s.so_target));
   memset(st->so_target, 0, sizeof(st->so_target));
   st->so_target[0] = target;
   st->so_count = 1;
   st->raster.rasterizer_discard = true;
   st->reads_coherently = false;
   st->dirty |= REPLACED;
   return s;
}

static void restore(struct st_context *st, const struct saved *s)
{
   st_end_stream_output(st);
   memcpy(st->shader, s->shader, sizeof(s->shader));
   memcpy(st->so_target, s->so_target, sizeof(s->so_target));
   st->so_count = s->so_count;
   st->attribs_read = s->attribs_read;
   st->state_constants_read_B[PIPE_SHADER_VERTEX] = s->state_constants_read_B;
   st->raster.rasterizer_discard = s->discard;
   st->reads_coherently = s->reads_coherently;
   st->dirty |= REPLACED;
}

/* The stage that is captured, its executable, and how. */
struct source { struct ga_exec *exec; enum pipe_shader_type stage; unsigned coords; bool alone /* without further stages */; };

/* Distances of positions to the clip planes, where the stage writes none and planes apply to it. */
static void measure(const struct ga_context *ctx, struct ga_capture *c)
{
   if (!ctx->clip_distances || ga_assembly_is_unclipped(ctx))
      return;
   for (uint32_t k = 0; k < c->count; k++) {
      GLfloat *record = c->values + (size_t)k * c->stride;
      const GLfloat *at = record + GA_CAPTURE_CLIP;
      for (unsigned i = 0; i < GLSL_MAX_CLIP_PLANES; i++) {
         const GLfloat *plane = ctx->legacy->transform.clip_plane[i];
         record[GA_CAPTURE_DISTANCES + i] = plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] + plane[3] * at[3];
      }
   }
}

/* Binds the shaders of a capture. NULL: out of memory. */
static const struct variant *bind(struct ga_context *ctx, const struct source *from)
{
   struct st_context *st = &ctx->st;
   const struct glsl_linked *linked = from->exec->linked;
   const struct variant *v = variant_of(ctx, from->exec, from->stage, from->coords);
   st->shader[from->stage] = v ? v->cso : NULL;
   if (from->stage == PIPE_SHADER_VERTEX) {
      st->attribs_read = linked->attribs_used;
      st->state_constants_read_B[PIPE_SHADER_VERTEX] = linked->state_read_B[PIPE_SHADER_VERTEX];
   }
   if (from->alone)
      st->shader[PIPE_SHADER_TESS_CTRL] = st->shader[PIPE_SHADER_TESS_EVAL] = st->shader[PIPE_SHADER_GEOMETRY] = NULL;
   return v;
}

/* Draws with room for so many records, and reads them. *full: there may have been more. False: out of memory. */
static bool run(struct ga_context *ctx, const struct source *from, const struct pipe_draw_info *info, const void *user_indices, uint32_t room,
                struct ga_capture *out, bool *full)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const uint64_t record_B = 4 * (uint64_t)stride_of(from->coords);
   struct pipe_resource *buffer = room * record_B > INT32_MAX ? NULL : buffer_of(ctx, (uint32_t)(room * record_B));
   struct pipe_stream_output_target *target = buffer ? pipe->impl->create_so_target(pipe, buffer, 0, (uint32_t)(room * record_B)) : NULL;
   if (!target)
      return false;
   const struct saved saved = replace(&ctx->st, target);
   const struct variant *v = bind(ctx, from);
   bool ok = v && ga_legacy_matrices(ctx) && ga_legacy_constants(ctx) && st_draw(&ctx->st, info, user_indices);
   restore(&ctx->st, &saved);
   ok = ok && pipe->impl->so_target_vertices(pipe, target, &out->count);
   pipe_so_target_unref(target);
   out->stride = stride_of(from->coords);
   *full = out->count + 3 > room;
   out->values = ok ? malloc(out->count * record_B + 1) : NULL;
   ok = out->values && (!out->count || ga_buffer_read(ctx, buffer, 0, out->count * record_B, out->values));
   if (ok && v->clips_position)
      measure(ctx, out);
   return ok;
}

static GLenum primitives_of(const struct ga_exec *exec, enum pipe_shader_type stage)
{
   const GLenum output = stage == PIPE_SHADER_VERTEX ? GL_POINTS : stage == PIPE_SHADER_GEOMETRY ? exec->linked->geometry.output :
                         ga_tess_primitive(exec->linked);
   return output == GL_POINTS ? GL_POINTS : output == GL_LINES || output == GL_LINE_STRIP ? GL_LINES : GL_TRIANGLES;
}

/* The executable of fixed functions that writes the built-in outputs of records; counted. NULL: out of memory. */
static struct ga_exec *fixed_vertex(struct ga_context *ctx, unsigned coords)
{
   const uint64_t read = UINT64_C(1) << PIPE_VARYING_COLOR0 | UINT64_C(1) << PIPE_VARYING_COLOR1 | UINT64_C(1) << PIPE_VARYING_FOG |
                         ((UINT64_C(1) << coords) - 1) << GLSL_VARYING_TEX_COORD0;
   return ga_fixed_vertex_exec(ctx, read);
}

#define FIRST_ROOM 65536 /* records of stages that make an unknown number of vertices */

bool ga_capture_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, struct ga_capture *out,
                     const char *command)
{
   struct ga_exec *const *exec = ctx->stage_exec;
   struct source from = {.stage = exec[PIPE_SHADER_GEOMETRY] ? PIPE_SHADER_GEOMETRY : exec[PIPE_SHADER_TESS_EVAL] ? PIPE_SHADER_TESS_EVAL :
                                  PIPE_SHADER_VERTEX, .coords = 1};
   struct pipe_draw_info points = *info;
   const bool fixed = from.stage == PIPE_SHADER_VERTEX && exec[PIPE_SHADER_VERTEX]->fixed_function;
   uint64_t room = FIRST_ROOM;
   bool ok = false, full = true;
   *out = (struct ga_capture){0};
   from.exec = fixed ? fixed_vertex(ctx, 1) : ga_exec_ref(exec[from.stage]);
   if (from.stage == PIPE_SHADER_VERTEX) {
      points.mode = PIPE_PRIM_POINTS;
      room = (uint64_t)info->count * info->instance_count;
   }
   while (from.exec && full) {
      ga_capture_drop(out);
      ok = room <= UINT32_MAX && run(ctx, &from, &points, user_indices, (uint32_t)room, out, &full);
      full = ok && full && from.stage != PIPE_SHADER_VERTEX;
      room *= 8;
   }
   if (ok)
      out->primitives = primitives_of(from.exec, from.stage);
   ga_exec_unref(from.exec);
   if (!ok) {
      ga_capture_drop(out);
      ga_oom(ctx, command);
   }
   return ok;
}

/* The arrays are off, and the first attribute is the position. */
static void set_current(struct ga_context *ctx, const GLfloat position[4])
{
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++) {
      struct st_attrib *a = &ctx->st.attrib[i];
      const bool wide = i && ctx->attribs_wide >> i & 1;
      *a = (struct st_attrib){.is_wide = wide};
      memcpy(a->current, i ? (const void *)&ctx->attrib_current[i] : position, wide ? sizeof(a->current_wide) : sizeof(a->current));
   }
}

bool ga_capture_vertex(struct ga_context *ctx, const GLfloat position[4], struct ga_capture *out, const char *command)
{
   struct source from = {.stage = PIPE_SHADER_VERTEX, .coords = GA_MAX_TEXTURE_COORDS, .alone = true};
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS, .count = 1, .instance_count = 1};
   struct st_attrib attribs[PIPE_MAX_ATTRIBS];
   struct pipe_framebuffer_state fb = ctx->st.fb;
   const bool stale = ctx->dirty & GA_DIRTY_FRAMEBUFFER; /* surfaces of attachments that are gone */
   bool full;
   *out = (struct ga_capture){.primitives = GL_POINTS};
   /* Not ga_update_draw: the framebuffer does not matter, and neither do arrays. */
   if (!ga_fixed_update(ctx, command) || !ga_update_dispatch(ctx, command))
      return false;
   ga_derive_state_constants(ctx, command);
   struct ga_exec *exec = ctx->stage_exec[PIPE_SHADER_VERTEX];
   from.exec = exec->fixed_function ? fixed_vertex(ctx, from.coords) : ga_exec_ref(exec);
   memcpy(attribs, ctx->st.attrib, sizeof(attribs));
   set_current(ctx, position);
   if (stale) {
      ctx->st.fb = (struct pipe_framebuffer_state){0};
      ctx->st.dirty |= ST_DIRTY_FRAMEBUFFER;
   }
   const bool ok = from.exec && run(ctx, &from, &info, NULL, 1, out, &full) && out->count == 1;
   memcpy(ctx->st.attrib, attribs, sizeof(attribs));
   ctx->st.dirty |= ST_DIRTY_VERTEX;
   if (stale) {
      ctx->st.fb = fb;
      ctx->st.dirty |= ST_DIRTY_FRAMEBUFFER;
   }
   ga_exec_unref(from.exec);
   if (!ok) {
      ga_capture_drop(out);
      ga_oom(ctx, command);
   }
   return ok;
}

void ga_capture_drop(struct ga_capture *capture)
{
   free(capture->values);
   capture->values = NULL;
}
