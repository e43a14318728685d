/* ga_attrib_stack.c: attribute stacks (GL 2.1, 6.1.14). A row is a field of the context with the groups that it belongs to. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_enable.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_texture.h"

#define MAX_DEPTH 16

/* ---- fields ---------------------------------------------------------------------------------------------------------------- */

/* of: in struct ga_context, or in struct ga_legacy. */
static const struct row { uint32_t groups, dirty; uint16_t size; bool legacy; uint32_t offset; } rows[] = {
#define C(groups, dirty, field) {groups, dirty, sizeof(((struct ga_context *)0)->field), false, offsetof(struct ga_context, field)}
#define L(groups, dirty, field) {groups, dirty, sizeof(((struct ga_legacy *)0)->field), true, offsetof(struct ga_legacy, field)}
   C(GL_CURRENT_BIT, GA_DIRTY_CURRENT_ATTRIBS, attrib_current), C(GL_CURRENT_BIT, GA_DIRTY_CURRENT_ATTRIBS, attribs_wide),
   C(GL_CURRENT_BIT, GA_DIRTY_PATCH, patch_vertices), L(GL_CURRENT_BIT, 0, raster), L(GL_PIXEL_MODE_BIT, 0, pixel_zoom),
   L(GL_PIXEL_MODE_BIT, 0, transfer), L(GL_ACCUM_BUFFER_BIT, 0, clear_accum),
   L(GL_COLOR_BUFFER_BIT, 0, clear_index), L(GL_COLOR_BUFFER_BIT, 0, index_mask), L(GL_COLOR_BUFFER_BIT, 0, index_logic_op),
   C(GL_POINT_BIT, GA_DIRTY_RASTER | GA_DIRTY_FIXED_FUNCTION, point_size), C(GL_POINT_BIT, GA_DIRTY_FIXED_FUNCTION, point_fade_threshold),
   C(GL_POINT_BIT, GA_DIRTY_RASTER, point_sprite_origin), L(GL_POINT_BIT, GA_DIRTY_RASTER | GA_DIRTY_FIXED_FUNCTION, points),
   C(GL_LINE_BIT, GA_DIRTY_RASTER, line_width), C(GL_LINE_BIT, GA_DIRTY_RASTER, cap_line_smooth),
   L(GL_LINE_BIT, GA_DIRTY_RASTER, stipples.line), L(GL_LINE_BIT, GA_DIRTY_RASTER, stipples.line_factor),
   L(GL_LINE_BIT, GA_DIRTY_RASTER, stipples.line_pattern),
   C(GL_POLYGON_BIT, GA_DIRTY_RASTER, cull_mode), C(GL_POLYGON_BIT, GA_DIRTY_RASTER, front_face),
   C(GL_POLYGON_BIT, GA_DIRTY_RASTER, polygon_mode), C(GL_POLYGON_BIT, GA_DIRTY_RASTER, polygon_offset),
   C(GL_POLYGON_BIT, GA_DIRTY_RASTER, cap_cull), C(GL_POLYGON_BIT, GA_DIRTY_RASTER, cap_polygon_smooth),
   C(GL_POLYGON_BIT, GA_DIRTY_RASTER, cap_offset_fill), C(GL_POLYGON_BIT, GA_DIRTY_RASTER, cap_offset_line),
   C(GL_POLYGON_BIT, GA_DIRTY_RASTER, cap_offset_point), L(GL_POLYGON_BIT, GA_DIRTY_RASTER, stipples.polygon),
   L(GL_POLYGON_STIPPLE_BIT, GA_DIRTY_RASTER, stipples.polygon_pattern),
   C(GL_LIGHTING_BIT, GA_DIRTY_RASTER, provoking_vertex),
   L(GL_LIGHTING_BIT, GA_DIRTY_LIGHTING | GA_DIRTY_RASTER | GA_DIRTY_FIXED_FUNCTION, lighting),
   L(GL_FOG_BIT, GA_DIRTY_FIXED_FUNCTION, fog), L(GL_FOG_BIT | GL_ENABLE_BIT, GA_DIRTY_FIXED_FUNCTION, color_sum),
   C(GL_DEPTH_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, cap_depth), C(GL_DEPTH_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, depth_func),
   C(GL_DEPTH_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, depth_mask), C(GL_DEPTH_BUFFER_BIT, 0, clear_depth),
   C(GL_STENCIL_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, cap_stencil), C(GL_STENCIL_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, stencil),
   C(GL_STENCIL_BUFFER_BIT, 0, clear_stencil), C(GL_STENCIL_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, stencil_first),
   C(GL_STENCIL_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, stencil_end), C(GL_STENCIL_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, stencil_back),
   C(GL_VIEWPORT_BIT, GA_DIRTY_VIEWPORT, viewport), C(GL_VIEWPORT_BIT, GA_DIRTY_DEPTH_RANGE, depth_range),
   L(GL_TRANSFORM_BIT, GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_MATRICES, transform), L(GL_TRANSFORM_BIT, 0, raster_unclipped),
   C(GL_TRANSFORM_BIT, GA_DIRTY_RASTER | GA_DIRTY_VIEWPORT, clip_origin), C(GL_TRANSFORM_BIT, GA_DIRTY_RASTER | GA_DIRTY_VIEWPORT, clip_depth_mode),
   C(GL_TRANSFORM_BIT, GA_DIRTY_RASTER, clip_distances), C(GL_TRANSFORM_BIT, GA_DIRTY_RASTER, cap_clamp_near),
   C(GL_TRANSFORM_BIT, GA_DIRTY_RASTER, cap_clamp_far),
   C(GL_COLOR_BUFFER_BIT, GA_DIRTY_BLEND, blend), C(GL_COLOR_BUFFER_BIT, GA_DIRTY_BLEND_COLOR, blend_color),
   L(GL_COLOR_BUFFER_BIT, GA_DIRTY_DEPTH_STENCIL, alpha), C(GL_COLOR_BUFFER_BIT, GA_DIRTY_BLEND, logic_op),
   C(GL_COLOR_BUFFER_BIT, GA_DIRTY_BLEND, cap_logic_op), C(GL_COLOR_BUFFER_BIT, GA_DIRTY_BLEND, cap_dither),
   C(GL_COLOR_BUFFER_BIT, GA_DIRTY_BLEND, color_mask), C(GL_COLOR_BUFFER_BIT, 0, clear_color), C(GL_COLOR_BUFFER_BIT, 0, clear_value),
   C(GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, 0, clamp_read_color), C(GL_COLOR_BUFFER_BIT, GA_DIRTY_FRAMEBUFFER, cap_srgb),
   L(GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, GA_DIRTY_RASTER | GA_DIRTY_DEPTH_STENCIL, clamp_fragment_color),
   L(GL_LIGHTING_BIT | GL_ENABLE_BIT, GA_DIRTY_RASTER, clamp_vertex_color),
   C(GL_HINT_BIT, 0, hint_mipmap), C(GL_HINT_BIT, 0, hint_derivative), C(GL_HINT_BIT, 0, hint_line_smooth),
   C(GL_HINT_BIT, 0, hint_polygon_smooth), C(GL_HINT_BIT, 0, hint_texture_compression), L(GL_HINT_BIT, 0, hint_perspective),
   L(GL_HINT_BIT, 0, hint_point_smooth), L(GL_HINT_BIT, 0, hint_fog),
   L(GL_LIST_BIT, 0, list_base), L(GL_EVAL_BIT, 0, eval),
   L(GL_TEXTURE_BIT, GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_TEXTURES | GA_DIRTY_RASTER, env), C(GL_TEXTURE_BIT, GA_DIRTY_TEXTURES, active_unit),
   L(GL_TEXTURE_BIT, GA_DIRTY_TEXTURES, lod_bias),
   C(GL_TEXTURE_BIT, GA_DIRTY_TEXTURES, cap_seamless_cube),
   C(GL_SCISSOR_BIT, GA_DIRTY_SCISSOR, window),
   C(GL_SCISSOR_BIT, GA_DIRTY_SCISSOR, scissor), C(GL_SCISSOR_BIT | GL_ENABLE_BIT, GA_DIRTY_SCISSOR | GA_DIRTY_RASTER, scissor_tests),
   C(GL_MULTISAMPLE_BIT, GA_DIRTY_RASTER | GA_DIRTY_BLEND | GA_DIRTY_SAMPLE_MASK, cap_multisample),
   C(GL_MULTISAMPLE_BIT, GA_DIRTY_BLEND, cap_sample_alpha), C(GL_MULTISAMPLE_BIT, GA_DIRTY_BLEND, cap_sample_alpha_one),
   C(GL_MULTISAMPLE_BIT, GA_DIRTY_SAMPLE_MASK, cap_sample_coverage), C(GL_MULTISAMPLE_BIT, GA_DIRTY_SAMPLE_MASK, sample_coverage),
   C(GL_MULTISAMPLE_BIT, GA_DIRTY_SAMPLE_MASK, sample_coverage_invert), C(GL_MULTISAMPLE_BIT, GA_DIRTY_SAMPLE_MASK, cap_sample_shading),
   C(GL_MULTISAMPLE_BIT, GA_DIRTY_SAMPLE_MASK, min_sample_shading), C(GL_MULTISAMPLE_BIT, GA_DIRTY_BLEND, alpha_to_coverage_dither),
   /* of each draw buffer */
   C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[0].enabled), C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[1].enabled),
   C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[2].enabled), C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[3].enabled),
   C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[4].enabled), C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[5].enabled),
   C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[6].enabled), C(GL_ENABLE_BIT, GA_DIRTY_BLEND, blend[7].enabled),
#undef C
#undef L
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

/* ---- server state ---------------------------------------------------------------------------------------------------------- */

/* A texture with the parameters that it had. */
struct texture_parameters { struct ga_sampler_params sampler; GLint base_level, max_level; GLenum depth_mode, swizzle[4]; GLfloat priority;
   bool generate_mipmap; };
struct saved_texture { struct ga_texture *tex; struct texture_parameters params; };

struct ga_attrib_stack {
   struct ga_attrib_stack *below;
   GLbitfield mask;
   bool enables[GA_MAX_CAPABILITIES], legacy_enables[GA_MAX_LEGACY_CAPABILITIES];
   uint8_t env_enabled[GA_MAX_TEXTURE_COORDS], gen_enabled[GA_MAX_TEXTURE_COORDS];
   struct saved_texture texture[GA_MAX_TEXTURE_COORDS][GA_TEX_TARGET_COUNT]; /* counted */
   GLuint draw_fbo, read_fbo;       /* names of the framebuffers that these are of: */
   GLenum draw_buffer[GA_MAX_DRAW_BUFFERS], read_buffer;
   struct ga_pixel_store pack, unpack;
   struct ga_buffer *buffer[3];     /* counted: pixel pack, pixel unpack, array */
   struct ga_vao vao;               /* its buffers are counted */
   unsigned client_unit;
   bool restart, restart_fixed;     /* GL_PRIMITIVE_RESTART, GL_PRIMITIVE_RESTART_FIXED_INDEX */
   GLuint restart_index;
   uint8_t fields[];                /* of the rows of `mask`, tightly packed */
};

static uint8_t *field(struct ga_context *ctx, const struct row *row)
{
   return (row->legacy ? (uint8_t *)ctx->legacy : (uint8_t *)ctx) + row->offset;
}

static size_t fields_B(GLbitfield mask)
{
   size_t size_B = 0;
   for (unsigned i = 0; i < ROWS; i++)
      size_B += rows[i].groups & mask ? rows[i].size : 0;
   return size_B;
}

static struct texture_parameters parameters(const struct ga_texture *tex)
{
   return (struct texture_parameters){tex->params, tex->base_level, tex->max_level, tex->depth_mode,
                                      {tex->swizzle[0], tex->swizzle[1], tex->swizzle[2], tex->swizzle[3]}, tex->priority, tex->generate_mipmap};
}

static void save_textures(struct ga_context *ctx, struct ga_attrib_stack *s)
{
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_COORDS; unit++) {
      for (unsigned target = 0; target < GA_TEX_TARGET_COUNT; target++) {
         struct ga_texture *tex = ctx->unit[unit].bound[target];
         if (!tex)
            continue;
         pthread_mutex_lock(&tex->lock);
         s->texture[unit][target] = (struct saved_texture){ga_texture_ref(tex), parameters(tex)};
         pthread_mutex_unlock(&tex->lock);
      }
   }
}

static void restore_textures(struct ga_context *ctx, struct ga_attrib_stack *s)
{
   const unsigned active = ctx->active_unit;
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_COORDS; unit++) {
      for (unsigned target = 0; target < GA_TEX_TARGET_COUNT; target++) {
         const struct saved_texture *saved = &s->texture[unit][target];
         if (!saved->tex)
            continue;
         pthread_mutex_lock(&saved->tex->lock);
         const struct texture_parameters *p = &saved->params;
         const bool same = !memcmp(&saved->tex->params, &p->sampler, sizeof(p->sampler)) && saved->tex->depth_mode == p->depth_mode &&
                           !memcmp(saved->tex->swizzle, p->swizzle, sizeof(p->swizzle)) &&
                           saved->tex->base_level == p->base_level && saved->tex->max_level == p->max_level;
         saved->tex->params = p->sampler;
         saved->tex->base_level = p->base_level;
         saved->tex->max_level = p->max_level;
         saved->tex->depth_mode = p->depth_mode;
         memcpy(saved->tex->swizzle, p->swizzle, sizeof(p->swizzle));
         saved->tex->priority = p->priority;
         saved->tex->generate_mipmap = p->generate_mipmap;
         if (!same)
            ga_texture_changed(ctx, saved->tex, true);
         pthread_mutex_unlock(&saved->tex->lock);
         if (ctx->unit[unit].bound[target] != saved->tex)
            ga_texture_bind(ctx, unit, saved->tex);
      }
   }
   ctx->active_unit = active;
}

static void drop(struct ga_context *ctx, struct ga_attrib_stack *s)
{
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_COORDS; unit++)
      for (unsigned target = 0; target < GA_TEX_TARGET_COUNT; target++)
         ga_texture_unref(ctx, s->texture[unit][target].tex);
   for (unsigned i = 0; i < 3; i++)
      ga_buffer_unref(ctx, s->buffer[i]);
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
      ga_buffer_unref(ctx, s->vao.binding[i].buffer);
   ga_buffer_unref(ctx, s->vao.element_buffer);
   free(s);
}

static void save_enables(struct ga_context *ctx, struct ga_attrib_stack *s)
{
   ga_enables_get(ctx, s->enables);
   ga_legacy_enables_get(ctx, s->legacy_enables);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      s->env_enabled[i] = ctx->legacy->env[i].enabled;
      s->gen_enabled[i] = ctx->legacy->env[i].gen_enabled;
   }
}

static void restore_enables(struct ga_context *ctx, const struct ga_attrib_stack *s)
{
   ga_enables_set(ctx, s->enables);
   ga_legacy_enables_set(ctx, s->legacy_enables);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      ctx->legacy->env[i].enabled = s->env_enabled[i];
      ctx->legacy->env[i].gen_enabled = s->gen_enabled[i];
   }
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}

/* Buffers of the framebuffers that were bound; another one keeps its own. */
static void save_buffers(struct ga_context *ctx, struct ga_attrib_stack *s)
{
   s->draw_fbo = ctx->draw_fbo->name;
   s->read_fbo = ctx->read_fbo->name;
   memcpy(s->draw_buffer, ctx->draw_fbo->draw_buffer, sizeof(s->draw_buffer));
   s->read_buffer = ctx->read_fbo->read_buffer;
}

static void restore_buffers(struct ga_context *ctx, const struct ga_attrib_stack *s)
{
   if (s->mask & GL_COLOR_BUFFER_BIT && ctx->draw_fbo->name == s->draw_fbo &&
       memcmp(ctx->draw_fbo->draw_buffer, s->draw_buffer, sizeof(s->draw_buffer)))
      ga_fbo_set_draw_buffers(ctx, ctx->draw_fbo, (unsigned)ctx->limits.max_draw_buffers, s->draw_buffer);
   if (s->mask & GL_PIXEL_MODE_BIT && ctx->read_fbo->name == s->read_fbo && ctx->read_fbo->read_buffer != s->read_buffer)
      ga_fbo_set_read_buffer(ctx->read_fbo, s->read_buffer);
}

void ga_PushAttrib(struct ga_context *ctx, GLbitfield mask)
{
   struct ga_legacy *l = ctx->legacy;
   if (l->attrib_depth == MAX_DEPTH) {
      ga_error(ctx, GL_STACK_OVERFLOW, "glPushAttrib: the stack holds its limit of %d groups already", MAX_DEPTH);
      return;
   }
   struct ga_attrib_stack *s = calloc(1, sizeof(*s) + fields_B(mask));
   if (!s) {
      ga_oom(ctx, "glPushAttrib");
      return;
   }
   s->mask = mask;
   uint8_t *to = s->fields;
   for (unsigned i = 0; i < ROWS; i++) {
      if (!(rows[i].groups & mask))
         continue;
      memcpy(to, field(ctx, &rows[i]), rows[i].size);
      to += rows[i].size;
   }
   if (mask & GL_ENABLE_BIT)
      save_enables(ctx, s);
   if (mask & GL_TEXTURE_BIT)
      save_textures(ctx, s);
   save_buffers(ctx, s);
   s->below = l->attribs;
   l->attribs = s;
   l->attrib_depth++;
}

void ga_PopAttrib(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_attrib_stack *s = l->attribs;
   if (!s) {
      ga_error(ctx, GL_STACK_UNDERFLOW, "glPopAttrib: nothing was pushed");
      return;
   }
   if (s->mask & GL_ENABLE_BIT)
      restore_enables(ctx, s);
   const uint8_t *from = s->fields;
   for (unsigned i = 0; i < ROWS; i++) {
      if (!(rows[i].groups & s->mask))
         continue;
      if (memcmp(field(ctx, &rows[i]), from, rows[i].size)) {
         ctx->dirty |= rows[i].dirty;
         ctx->attribs_changed |= rows[i].dirty & GA_DIRTY_CURRENT_ATTRIBS ? UINT32_MAX : 0;
      }
      memcpy(field(ctx, &rows[i]), from, rows[i].size);
      from += rows[i].size;
   }
   if (s->mask & GL_TEXTURE_BIT)
      restore_textures(ctx, s);
   restore_buffers(ctx, s);
   l->attribs = s->below;
   l->attrib_depth--;
   drop(ctx, s);
}

/* ---- client state ---------------------------------------------------------------------------------------------------------- */

static const uint8_t client_buffers[3] = {GA_BUFFER_PIXEL_PACK, GA_BUFFER_PIXEL_UNPACK, GA_BUFFER_ARRAY};

void ga_PushClientAttrib(struct ga_context *ctx, GLbitfield mask)
{
   struct ga_legacy *l = ctx->legacy;
   if (l->client_attrib_depth == MAX_DEPTH) {
      ga_error(ctx, GL_STACK_OVERFLOW, "glPushClientAttrib: the stack holds its limit of %d groups already", MAX_DEPTH);
      return;
   }
   struct ga_attrib_stack *s = calloc(1, sizeof(*s));
   if (!s) {
      ga_oom(ctx, "glPushClientAttrib");
      return;
   }
   s->mask = mask;
   s->pack = ctx->pack;
   s->unpack = ctx->unpack;
   for (unsigned i = 0; i < 3; i++)
      s->buffer[i] = ga_buffer_ref(ctx->buffer[client_buffers[i]]);
   s->client_unit = l->client_unit;
   s->restart = ctx->cap_restart;
   s->restart_fixed = ctx->cap_restart_fixed;
   s->restart_index = ctx->restart_index;
   if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
      s->vao = *ctx->vao;
      s->vao.label = NULL;
      for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
         ga_buffer_ref(s->vao.binding[i].buffer);
      ga_buffer_ref(s->vao.element_buffer);
   }
   s->below = l->client_attribs;
   l->client_attribs = s;
   l->client_attrib_depth++;
}

static void restore_arrays(struct ga_context *ctx, const struct ga_attrib_stack *s)
{
   ctx->cap_restart = s->restart;
   ctx->cap_restart_fixed = s->restart_fixed;
   ctx->restart_index = s->restart_index;
   struct ga_vao *vao = s->vao.name == ctx->vao->name ? ctx->vao : s->vao.name ? ut_names_lookup(&ctx->vaos, s->vao.name) : ctx->default_vao;
   if (!vao) /* deleted */
      return;
   ga_vao_bind(ctx, vao);
   vao->enabled = s->vao.enabled;
   memcpy(vao->attrib, s->vao.attrib, sizeof(vao->attrib));
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++) {
      ga_buffer_assign(ctx, &vao->binding[i].buffer, s->vao.binding[i].buffer);
      vao->binding[i] = s->vao.binding[i];
   }
   ga_vao_element_buffer(ctx, vao, s->vao.element_buffer);
   ctx->legacy->client_unit = s->client_unit;
   ga_buffer_assign(ctx, &ctx->buffer[GA_BUFFER_ARRAY], s->buffer[2]);
}

void ga_PopClientAttrib(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_attrib_stack *s = l->client_attribs;
   if (!s) {
      ga_error(ctx, GL_STACK_UNDERFLOW, "glPopClientAttrib: nothing was pushed");
      return;
   }
   if (s->mask & GL_CLIENT_PIXEL_STORE_BIT) {
      ctx->pack = s->pack;
      ctx->unpack = s->unpack;
      for (unsigned i = 0; i < 2; i++)
         ga_buffer_assign(ctx, &ctx->buffer[client_buffers[i]], s->buffer[i]);
   }
   if (s->mask & GL_CLIENT_VERTEX_ARRAY_BIT)
      restore_arrays(ctx, s);
   l->client_attribs = s->below;
   l->client_attrib_depth--;
   drop(ctx, s);
}

/* EXT_direct_state_access, 6.1.15: the client state of the groups becomes that of a new context. */
void ga_ClientAttribDefaultEXT(struct ga_context *ctx, GLbitfield mask)
{
   if (mask & GL_CLIENT_PIXEL_STORE_BIT) {
      ga_pixel_store_init(&ctx->pack);
      ga_pixel_store_init(&ctx->unpack);
      for (unsigned i = 0; i < 2; i++)
         ga_buffer_assign(ctx, &ctx->buffer[client_buffers[i]], NULL);
   }
   if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
      ga_vao_bind(ctx, ctx->default_vao);
      ga_vao_reset(ctx, ctx->vao);
      ctx->legacy->client_unit = 0;
      ga_buffer_assign(ctx, &ctx->buffer[GA_BUFFER_ARRAY], NULL);
   }
}

void ga_PushClientAttribDefaultEXT(struct ga_context *ctx, GLbitfield mask)
{
   const GLint depth = ctx->legacy->client_attrib_depth;
   const char *before = ctx->called_as;
   ctx->called_as = "glPushClientAttribDefaultEXT";
   ga_PushClientAttrib(ctx, mask);
   ctx->called_as = before;
   if (ctx->legacy->client_attrib_depth > depth)
      ga_ClientAttribDefaultEXT(ctx, mask);
}

void ga_attrib_stacks_finish(struct ga_context *ctx)
{
   struct ga_attrib_stack **const tops[] = {&ctx->legacy->attribs, &ctx->legacy->client_attribs};
   for (unsigned i = 0; i < 2; i++) {
      for (struct ga_attrib_stack *below; *tops[i]; *tops[i] = below) {
         below = (*tops[i])->below;
         drop(ctx, *tops[i]);
      }
   }
}
