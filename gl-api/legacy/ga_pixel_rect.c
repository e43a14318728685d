/* ga_pixel_rect.c: drawn pixels as fragments: the state of their draw, the texture, rectangles and quads in window coordinates. */
#include "gl-api/legacy/ga_pixel_rect.h"

#include <string.h>

#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_fixed.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_param.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/object/ga_format.h"

/* ---- the texture ----------------------------------------------------------------------------------------------------------------- */

static bool set_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, GLint value)
{
   const char *why;
   return ga_texture_set_parameter(ctx, tex, pname, &(struct ga_param){.type = GA_PARAM_INT, .values = &value}, &why) == GL_NO_ERROR;
}

bool ga_pixel_texture(struct ga_context *ctx, GLenum internal_format, GLsizei width, GLsizei height, struct ga_image_info *image)
{
   struct ga_texture **tex = &ctx->legacy->pixel_texture;
   const struct ga_format *format = ga_format_sized(ctx, internal_format);
   struct ga_texture *before = *tex; /* earlier draws may still read its texels: new ones would go there through a staging image */
   *tex = ga_texture_create(0, GA_TEX_2D);
   ga_texture_unref(ctx, before);
   if (!*tex)
      return false;
   set_parameter(ctx, *tex, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   set_parameter(ctx, *tex, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   set_parameter(ctx, *tex, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   set_parameter(ctx, *tex, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   const struct ga_image_spec spec = {.extent = ga_target_extent((*tex)->traits, (uint32_t)width, (uint32_t)height, 1),
                                      .internal_format = internal_format, .format = format};
   return format && ga_teximage_define(ctx, *tex, 0, 0, &spec) && ga_teximage_get(*tex, 0, 0, image);
}

/* ---- state ----------------------------------------------------------------------------------------------------------------------- */

/* State of the context that pixels are drawn without. */
struct saved {
   struct ga_exec *exec[PIPE_SHADER_TYPES], *fixed[PIPE_SHADER_TYPES];
   struct ga_texture *bound;
   struct ga_sampler *sampler;
   GLfloat viewport[4];
   GLdouble depth_range[2];
   union ga_attrib_value attribs[GA_ATTRIB_SLOTS];
   bool color_material, alpha_test, cap_depth, cap_stencil, cap_depth_bounds;
   GLenum depth_func;
   struct ga_stencil_gl stencil[GA_STENCIL_FACES];
   GLboolean color_mask[GA_MAX_DRAW_BUFFERS][4];
};

#define DIRTY (GA_DIRTY_PROGRAM | GA_DIRTY_TEXTURES | GA_DIRTY_VIEWPORT | GA_DIRTY_DEPTH_RANGE | GA_DIRTY_RASTER | \
               GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_CURRENT_ATTRIBS | GA_DIRTY_DEPTH_STENCIL | GA_DIRTY_BLEND)

static bool application_shader(const struct ga_context *ctx)
{
   const struct ga_exec *exec = ctx->stage_exec[PIPE_SHADER_FRAGMENT];
   return exec && exec != ctx->legacy->fixed[PIPE_SHADER_FRAGMENT];
}

static bool application_fragments(struct ga_context *ctx)
{
   return application_shader(ctx) || ga_assembly_fragment_source(ctx) != AP_TARGETS;
}

static bool writes_stencil(enum ga_pixel_kind kind)
{
   return kind == GA_PIXELS_STENCIL || kind == GA_PIXELS_DEPTH_STENCIL;
}

bool ga_pixels_are_quads(struct ga_context *ctx, enum ga_pixel_kind kind)
{
   return application_fragments(ctx) && !writes_stencil(kind) && ctx->renders; /* pixels are fed back as one token */
}

/* Stencil values, and depth beside them, are not fragments: masks and the scissor alone apply (GL 2.1, 4.3.1;
 * EXT_packed_depth_stencil). */
static void bypass_tests(struct ga_context *ctx, enum ga_pixel_kind kind)
{
   ctx->cap_depth = kind == GA_PIXELS_DEPTH_STENCIL;
   ctx->depth_func = GL_ALWAYS;
   ctx->cap_depth_bounds = false;
   ctx->cap_stencil = true;
   ctx->legacy->alpha.enabled = false;
   for (unsigned i = 0; i < GA_STENCIL_FACES; i++) {
      ctx->stencil[i] = ctx->stencil[0];
      ctx->stencil[i].func = GL_ALWAYS;
      ctx->stencil[i].fail = ctx->stencil[i].zfail = ctx->stencil[i].zpass = GL_REPLACE;
   }
   memset(ctx->color_mask, 0, sizeof(ctx->color_mask));
}

static void save(const struct ga_context *ctx, struct saved *s)
{
   memcpy(s->exec, ctx->stage_exec, sizeof(s->exec));
   memcpy(s->fixed, ctx->legacy->fixed, sizeof(s->fixed));
   s->bound = ctx->unit[GA_PIXEL_UNIT].bound[GA_TEX_2D];
   s->sampler = ctx->unit[GA_PIXEL_UNIT].sampler;
   memcpy(s->viewport, ctx->viewport[0], sizeof(s->viewport));
   memcpy(s->depth_range, ctx->depth_range[0], sizeof(s->depth_range));
   memcpy(s->attribs, ctx->attrib_current, sizeof(s->attribs));
   s->color_material = ctx->legacy->lighting.color_material;
   s->alpha_test = ctx->legacy->alpha.enabled;
   s->cap_depth = ctx->cap_depth;
   s->cap_stencil = ctx->cap_stencil;
   s->cap_depth_bounds = ctx->cap_depth_bounds;
   s->depth_func = ctx->depth_func;
   memcpy(s->stencil, ctx->stencil, sizeof(s->stencil));
   memcpy(s->color_mask, ctx->color_mask, sizeof(s->color_mask));
}

/* Fragments have the values associated with the raster position; those of textures have the current colour. */
static void set_attributes(struct ga_context *ctx, enum ga_pixel_kind kind)
{
   const struct ga_raster *r = &ctx->legacy->raster;
   ctx->attrib_current[GLSL_ATTRIB_FOG_COORD].f[0] = kind == GA_PIXELS_TEXTURES ? 0 : r->distance;
   if (kind == GA_PIXELS_TEXTURES)
      return;
   memcpy(ctx->attrib_current[GLSL_ATTRIB_COLOR].f, r->color, sizeof(r->color));
   memcpy(ctx->attrib_current[GLSL_ATTRIB_SECONDARY_COLOR].f, r->secondary, sizeof(r->secondary));
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      memcpy(ctx->attrib_current[GLSL_ATTRIB_TEX_COORD0 + i].f, r->coords[i], sizeof(r->coords[i]));
}

static void enter(struct ga_context *ctx, enum ga_pixel_kind kind, struct saved *s)
{
   save(ctx, s);
   const bool quads = ga_pixels_are_quads(ctx, kind), shader = quads && application_shader(ctx);
   for (unsigned i = 0; i < PIPE_SHADER_COMPUTE; i++)
      ctx->stage_exec[i] = shader && i == PIPE_SHADER_FRAGMENT ? ga_exec_ref(s->exec[i]) : NULL;
   memset(ctx->legacy->fixed, 0, sizeof(ctx->legacy->fixed));
   if (!quads && kind != GA_PIXELS_TEXTURES) {
      ctx->unit[GA_PIXEL_UNIT].bound[GA_TEX_2D] = ctx->legacy->pixel_texture;
      ctx->unit[GA_PIXEL_UNIT].sampler = NULL;
   }
   memcpy(ctx->viewport[0], (GLfloat[4]){0, 0, (GLfloat)ctx->draw_fbo->width, (GLfloat)ctx->draw_fbo->height}, sizeof(s->viewport));
   ctx->depth_range[0][0] = 0;
   ctx->depth_range[0][1] = 1;
   set_attributes(ctx, kind);
   ctx->legacy->lighting.color_material = false;
   if (writes_stencil(kind))
      bypass_tests(ctx, kind);
   ctx->legacy->pixels = kind;
   ctx->attribs_changed = UINT32_MAX;
   ctx->dirty |= DIRTY;
}

static void leave(struct ga_context *ctx, const struct saved *s)
{
   ctx->legacy->pixels = GA_PIXELS_NONE;
   for (unsigned i = 0; i < PIPE_SHADER_COMPUTE; i++) {
      ga_exec_unref(ctx->stage_exec[i]);
      ctx->stage_exec[i] = s->exec[i];
   }
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) { /* what tells the application's executables from those of fixed functions */
      ga_exec_unref(ctx->legacy->fixed[i]);
      ctx->legacy->fixed[i] = s->fixed[i];
   }
   ctx->unit[GA_PIXEL_UNIT].bound[GA_TEX_2D] = s->bound;
   ctx->unit[GA_PIXEL_UNIT].sampler = s->sampler;
   memcpy(ctx->viewport[0], s->viewport, sizeof(s->viewport));
   memcpy(ctx->depth_range[0], s->depth_range, sizeof(s->depth_range));
   memcpy(ctx->attrib_current, s->attribs, sizeof(s->attribs));
   ctx->legacy->lighting.color_material = s->color_material;
   ctx->legacy->alpha.enabled = s->alpha_test;
   ctx->cap_depth = s->cap_depth;
   ctx->cap_stencil = s->cap_stencil;
   ctx->cap_depth_bounds = s->cap_depth_bounds;
   ctx->depth_func = s->depth_func;
   memcpy(ctx->stencil, s->stencil, sizeof(s->stencil));
   memcpy(ctx->color_mask, s->color_mask, sizeof(s->color_mask));
   ctx->attribs_changed = UINT32_MAX;
   ctx->dirty |= DIRTY;
}

bool ga_pixel_framebuffer(struct ga_context *ctx, const char *command)
{
   if (ga_fbo_status(ctx, ctx->draw_fbo) == GL_FRAMEBUFFER_COMPLETE)
      return true;
   ga_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the draw framebuffer is incomplete", command);
   return false;
}

/* ---- draws ----------------------------------------------------------------------------------------------------------------------- */

/* A vertex at a place of the window, at a depth of the window. */
static void vertex(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z)
{
   const GLfloat *viewport = ctx->viewport[0];
   ga_legacy_attrib(ctx, 0, 2 * x / viewport[2] - 1, 2 * y / viewport[3] - 1, 2 * z - 1, 1);
}

void ga_pixel_rect(struct ga_context *ctx, const char *command, enum ga_pixel_kind kind, GLfloat x0, GLfloat y0, GLfloat x1, GLfloat y1)
{
   struct saved saved;
   if (!ga_pixel_framebuffer(ctx, command))
      return;
   enter(ctx, kind, &saved);
   const bool begun = ga_immediate_begin(ctx, GL_TRIANGLE_STRIP, command);
   for (unsigned i = 0; begun && i < 4; i++) {
      const GLfloat s = i & 1, t = (GLfloat)(i / 2);
      ga_legacy_attrib(ctx, GA_PIXEL_ATTRIB, s, t, 0, 1);
      vertex(ctx, s ? x1 : x0, t ? y1 : y0, ctx->legacy->raster.position[2]);
   }
   if (begun)
      ga_End(ctx);
   leave(ctx, &saved);
}

/* The coordinates of a corner in the part of the unit's texture; left and bottom are 0. */
static void crop_coordinates(struct ga_context *ctx, unsigned unit, unsigned right, unsigned top)
{
   struct ga_texture *tex = ctx->unit[unit].bound[GA_TEX_2D];
   unsigned base, last;
   GA_GUARD(ctx, &tex->lock);
   ga_texture_levels(tex, &base, &last);
   const struct ga_extent extent = ga_teximage_at(tex, 0, base)->extent;
   const GLint *crop = tex->crop;
   if (extent.width && extent.height)
      ga_legacy_attrib(ctx, GLSL_ATTRIB_TEX_COORD0 + unit, (GLfloat)(crop[0] + (right ? crop[2] : 0)) / (GLfloat)extent.width,
                       (GLfloat)(crop[1] + (top ? crop[3] : 0)) / (GLfloat)extent.height, 0, 1);
}

void ga_pixel_texture_rect(struct ga_context *ctx, const char *command, const struct ga_texture_rect *rect)
{
   struct saved saved;
   if (!ga_pixel_framebuffer(ctx, command))
      return;
   const GLfloat z = rect->z > 0 ? rect->z < 1 ? rect->z : 1 : 0;
   const GLfloat depth = (GLfloat)(ctx->depth_range[0][0] + (GLdouble)z * (ctx->depth_range[0][1] - ctx->depth_range[0][0]));
   enter(ctx, GA_PIXELS_TEXTURES, &saved);
   const bool begun = ga_immediate_begin(ctx, GL_TRIANGLE_STRIP, command);
   for (unsigned i = 0; begun && i < 4; i++) {
      for (unsigned unit = 0; unit < GA_MAX_TEXTURE_COORDS; unit++)
         if (ctx->legacy->env[unit].enabled)
            crop_coordinates(ctx, unit, i & 1, i / 2);
      vertex(ctx, i & 1 ? rect->x + rect->width : rect->x, i / 2 ? rect->y + rect->height : rect->y, depth);
   }
   if (begun)
      ga_End(ctx);
   leave(ctx, &saved);
}

/* Vertices are collected up to this many pixels. */
#define BATCH 16384

static void quad(struct ga_context *ctx, const struct ga_pixel_quads *q, GLsizei column, GLsizei row, GLfloat z)
{
   const GLfloat x0 = q->x + q->zoom[0] * (GLfloat)column, x1 = q->x + q->zoom[0] * (GLfloat)(column + 1);
   const GLfloat y0 = q->y + q->zoom[1] * (GLfloat)row, y1 = q->y + q->zoom[1] * (GLfloat)(row + 1);
   vertex(ctx, x0, y0, z);
   vertex(ctx, x1, y0, z);
   vertex(ctx, x1, y1, z);
   vertex(ctx, x0, y1, z);
}

void ga_pixel_quads(struct ga_context *ctx, const char *command, enum ga_pixel_kind kind, const struct ga_pixel_quads *quads)
{
   struct saved saved;
   const float (*rgba)[4] = quads->data;
   const float *depth = quads->data;
   const uint8_t *bits = quads->data;
   if (!ga_pixel_framebuffer(ctx, command))
      return;
   enter(ctx, kind, &saved);
   const size_t count = (size_t)quads->width * (size_t)quads->height;
   for (size_t i = 0; i < count; i++) {
      const GLsizei column = (GLsizei)(i % (size_t)quads->width), row = (GLsizei)(i / (size_t)quads->width);
      if (i % BATCH == 0 && !ga_immediate_begin(ctx, GL_QUADS, command))
         break;
      if (kind == GA_PIXELS_IMAGE)
         ga_legacy_attrib(ctx, GLSL_ATTRIB_COLOR, rgba[i][0], rgba[i][1], rgba[i][2], rgba[i][3]);
      if (kind != GA_PIXELS_BITMAP || bits[i])
         quad(ctx, quads, column, row, kind == GA_PIXELS_DEPTH ? depth[i] : ctx->legacy->raster.position[2]);
      if (i % BATCH == BATCH - 1 || i == count - 1)
         ga_End(ctx);
   }
   leave(ctx, &saved);
}
