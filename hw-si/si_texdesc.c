/* si_texdesc.c: T#, the image descriptor (facts C2), and sampler views. Base and pitch describe level 0; BASE_LEVEL and
 * LAST_LEVEL select, and the texture unit finds the levels by the layout rules of addr/. */
#include "si_context.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

static unsigned sel(unsigned swizzle)
{
   return swizzle <= PIPE_SWIZZLE_W ? V_008F1C_SQ_SEL_X + swizzle : swizzle == PIPE_SWIZZLE_1 ? V_008F1C_SQ_SEL_1
                                                                                         : V_008F1C_SQ_SEL_0;
}

static bool is_array(enum pipe_texture_target target)
{
   return target == PIPE_TEXTURE_CUBE || target == PIPE_TEXTURE_CUBE_ARRAY || target == PIPE_TEXTURE_1D_ARRAY ||
          target == PIPE_TEXTURE_2D_ARRAY;
}

/* The type of a view. A plain view of one layer of an array resource has the array type: the texture unit derives the offset of
 * a level from DEPTH, the number of slices in each level, and reads DEPTH for array types only. An instruction without an array
 * index reads slice BASE_ARRAY. */
static unsigned image_type(enum pipe_texture_target resource, enum pipe_texture_target view)
{
   switch (view) {
   case PIPE_TEXTURE_1D: return is_array(resource) ? V_008F1C_SQ_RSRC_IMG_1D_ARRAY : V_008F1C_SQ_RSRC_IMG_1D;
   case PIPE_TEXTURE_3D: return V_008F1C_SQ_RSRC_IMG_3D;
   case PIPE_TEXTURE_CUBE:
   case PIPE_TEXTURE_CUBE_ARRAY: return V_008F1C_SQ_RSRC_IMG_CUBE;
   case PIPE_TEXTURE_1D_ARRAY: return V_008F1C_SQ_RSRC_IMG_1D_ARRAY;
   case PIPE_TEXTURE_2D_ARRAY: return V_008F1C_SQ_RSRC_IMG_2D_ARRAY;
   default: return is_array(resource) ? V_008F1C_SQ_RSRC_IMG_2D_ARRAY : V_008F1C_SQ_RSRC_IMG_2D;
   }
}

/* Composes the view's swizzle with the format's. Depth reads as (z, 0, 0, 1), stencil as (s, 0, 0, 1). */
static void compose_swizzle(enum pipe_format format, const uint8_t view[4], uint8_t out[4])
{
   static const uint8_t depth[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1};
   const uint8_t *fmt = pipe_format_is_depth_or_stencil(format) ? depth : pipe_format_desc(format)->swizzle;

   for (unsigned i = 0; i < 4; i++)
      out[i] = view[i] <= PIPE_SWIZZLE_W ? fmt[view[i]] : view[i];
}

bool si_make_texture_desc(const struct si_screen *screen, const struct si_resource *res,
                          const struct pipe_view_template *t, uint32_t desc[8])
{
   const struct si_format *f = &screen->format[t->format];
   const struct pipe_format_desc *d = pipe_format_desc(t->format);
   bool stencil = pipe_format_is_depth_or_stencil(t->format) && !si_z_plane_bytes(t->format);
   const struct surf_layout *surf = stencil && res->has_depth_plane ? &res->stencil : &res->surf;
   uint64_t va = res->va + (surf == &res->stencil ? res->stencil_offset_B : 0);
   const struct pipe_resource_template *rt = &res->base.t;
   bool cube = t->target == PIPE_TEXTURE_CUBE || t->target == PIPE_TEXTURE_CUBE_ARRAY;
   uint32_t width = rt->width, height = rt->height ? rt->height : 1, depth, pitch_px;
   unsigned first_layer = t->first_layer, last_layer = t->last_layer;
   unsigned first_level = t->first_level, last_level = t->last_level, tile_index = surf->level[0].tile_index;
   bool blocks_as_texels = d->block_width == 1 && pipe_format_desc(rt->format)->block_width > 1;
   bool pow2_padded = surf->pow2_padded;
   unsigned type = image_type(rt->target, t->target);
   uint8_t swizzle[4];

   if (!f->img_data)
      return false;
   if (t->target == PIPE_TEXTURE_3D) {
      depth = rt->depth;
      first_layer = last_layer = 0;
   } else if (cube) {
      depth = surf_max_u32(1, rt->layers / 6);
   } else {
      depth = surf_max_u32(1, rt->layers);
   }
   pitch_px = surf->level[0].pitch_el * d->block_width;
   /* For copies, a view of one level alone: blocks of level n are not (blocks of level 0) >> n. Small levels of a stencil plane have
    * the pitch of the depth plane, where the texture unit would derive a larger one. Gap: views of several such levels. */
   const struct surf_level *l = &surf->level[t->first_level];
   bool small_stencil = surf == &res->stencil && t->first_level == t->last_level && t->first_level > 0 && l->slice_B % 256;
   if (blocks_as_texels || small_stencil) {
      va += l->offset_B;
      width = l->width_el;
      height = l->rows_el;
      pitch_px = l->pitch_el;
      tile_index = l->tile_index;
      first_level = last_level = 0;
      pow2_padded = false;
      if (small_stencil) {
         depth = cube ? depth : l->slices;
      } else if (l->mode != SURF_2D || !t->first_layer) {
         va += t->first_layer * l->slice_B;
         first_layer = last_layer = 0;
         depth = 1;
         type = V_008F1C_SQ_RSRC_IMG_2D;
      } else {
         height = l->height_el; /* the texture unit derives the size of a slice from it; 2D tiling depends on the slice's number */
         first_layer = last_layer = t->first_layer;
         depth = l->slices;
         type = V_008F1C_SQ_RSRC_IMG_2D_ARRAY;
      }
   }
   if (rt->samples > 1) { /* the level fields hold the number of samples */
      type = type == V_008F1C_SQ_RSRC_IMG_2D ? V_008F1C_SQ_RSRC_IMG_2D_MSAA : V_008F1C_SQ_RSRC_IMG_2D_MSAA_ARRAY;
      first_level = 0;
      last_level = surf_log2(rt->samples);
   }
   if (t->target == PIPE_TEXTURE_1D || t->target == PIPE_TEXTURE_1D_ARRAY)
      height = 1;
   compose_swizzle(t->format, t->swizzle, swizzle);

   desc[0] = (uint32_t)(va >> 8);
   desc[1] = S_008F14_BASE_ADDRESS_HI(va >> 40) | S_008F14_DATA_FORMAT(f->img_data) | S_008F14_NUM_FORMAT(f->img_num);
   desc[2] = S_008F18_WIDTH(width - 1) | S_008F18_HEIGHT(height - 1) | S_008F18_PERF_MOD(4);
   desc[3] = S_008F1C_DST_SEL_X(sel(swizzle[0])) | S_008F1C_DST_SEL_Y(sel(swizzle[1])) |
             S_008F1C_DST_SEL_Z(sel(swizzle[2])) | S_008F1C_DST_SEL_W(sel(swizzle[3])) |
             S_008F1C_BASE_LEVEL(first_level) | S_008F1C_LAST_LEVEL(last_level) |
             S_008F1C_TILING_INDEX(tile_index) | S_008F1C_POW2_PAD(pow2_padded) |
             S_008F1C_TYPE(type);
   desc[4] = S_008F20_DEPTH(depth - 1) | S_008F20_PITCH(pitch_px - 1);
   desc[5] = S_008F24_BASE_ARRAY(first_layer) | S_008F24_LAST_ARRAY(last_layer);
   desc[6] = desc[7] = 0;
   if (si_dcc_applies(res, t->format)) {
      desc[6] = S_008F28_COMPRESSION_EN(1) | S_008F28_ALPHA_IS_ON_MSB(res->dcc_alpha_on_msb);
      desc[7] = (uint32_t)((res->va + res->dcc_offset_B) >> 8);
   }
   if (screen->info.aniso_mask_in_t7)
      desc[7] = t->first_level == t->last_level ? ~S_008F30_MAX_ANISO_RATIO(7) : ~0u;
   return true;
}

bool si_make_target_desc(const struct si_screen *screen, const struct pipe_surface *surface, bool stencil, uint32_t desc[8])
{
   const struct si_resource *res = si_resource(surface->resource);
   const struct pipe_view_template view = {.target = PIPE_TEXTURE_2D_ARRAY, .format = stencil ? PIPE_FORMAT_S8_UINT : surface->t.format,
                                           .first_level = surface->t.first_level, .last_level = surface->t.first_level,
                                           .first_layer = surface->t.first_layer, .last_layer = surface->t.last_layer,
                                           .swizzle = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W}};
   const bool beside_depth = stencil && res->has_depth_plane;
   const struct surf_level *l = &(beside_depth ? &res->stencil : &res->surf)->level[surface->t.first_level];
   uint64_t va = res->va + (beside_depth ? res->stencil_offset_B : 0) + l->offset_B;

   if (stencil ? !res->has_stencil_plane : res->has_stencil_plane && !res->has_depth_plane)
      return false;
   if (!si_make_texture_desc(screen, res, &view, desc))
      return false;
   desc[0] = (uint32_t)(va >> 8);
   desc[1] = (desc[1] & C_008F14_BASE_ADDRESS_HI) | S_008F14_BASE_ADDRESS_HI(va >> 40);
   /* The texture unit derives the size of a slice from the height. */
   desc[2] = S_008F18_WIDTH(l->width_el - 1) | S_008F18_HEIGHT(l->height_el - 1) | S_008F18_PERF_MOD(4);
   desc[3] = (desc[3] & C_008F1C_TILING_INDEX & C_008F1C_POW2_PAD) | S_008F1C_TILING_INDEX(l->tile_index);
   if (res->base.t.samples <= 1)
      desc[3] &= C_008F1C_BASE_LEVEL & C_008F1C_LAST_LEVEL;
   desc[4] = S_008F20_DEPTH(l->slices - 1) | S_008F20_PITCH(l->pitch_el - 1);
   return true;
}

bool si_make_slice_desc(const struct si_screen *screen, const struct pipe_surface *surface, uint32_t desc[8])
{
   const struct si_resource *res = si_resource(surface->resource);
   const struct surf_level *l = &res->surf.level[surface->t.first_level];
   /* In 2D tiling the banks are rotated from slice to slice; the address of a slice's first element has its rotation in the bits of
    * the bank, which BASE_ADDRESS takes as bank swizzle. */
   uint64_t va = res->va + surf_address(&res->surf, surface->t.first_level, 0, 0, surface->t.first_layer, 0);

   if (!si_make_target_desc(screen, surface, false, desc))
      return false;
   assert(va % 256 == 0); /* slices of colours are multiples of 256 bytes in all modes */
   desc[0] = (uint32_t)(va >> 8);
   desc[1] = (desc[1] & C_008F14_BASE_ADDRESS_HI) | S_008F14_BASE_ADDRESS_HI(va >> 40);
   desc[2] = S_008F18_WIDTH(l->width_el - 1) | S_008F18_HEIGHT(l->rows_el - 1) | S_008F18_PERF_MOD(4);
   desc[4] = S_008F20_DEPTH(0) | S_008F20_PITCH(l->pitch_el - 1);
   desc[5] = S_008F24_BASE_ARRAY(0) | S_008F24_LAST_ARRAY(0);
   return true;
}

static void make_buffer_view_desc(const struct si_screen *screen, const struct si_resource *res,
                                  const struct pipe_view_template *t, uint32_t desc[4])
{
   uint32_t width_B = res->base.t.width, have_B = t->buffer_offset_B < width_B ? width_B - t->buffer_offset_B : 0;
   uint8_t swizzle[4];

   compose_swizzle(t->format, t->swizzle, swizzle);
   si_make_buffer_desc(screen, res->va + t->buffer_offset_B, surf_min_u32(t->buffer_size_B, have_B),
                       pipe_format_block_size_B(t->format), si_format_buffer_word3(screen, t->format, swizzle), desc);
}

bool si_make_view_desc(const struct si_screen *screen, const struct si_resource *res, const struct pipe_view_template *t,
                       uint32_t desc[8])
{
   if (!res->is_buffer)
      return si_make_texture_desc(screen, res, t, desc);
   make_buffer_view_desc(screen, res, t, desc);
   return true;
}

struct pipe_sampler_view *si_create_sampler_view(struct pipe_context *base, struct pipe_resource *base_res,
                                                 const struct pipe_view_template *t)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *res = si_resource(base_res);
   struct si_view *view = calloc(1, sizeof(*view));

   if (!view)
      return NULL;
   view->base.t = *t;
   view->base.ctx = base;
   view->base.resource = base_res;
   view->desc_seq = res->desc_seq;
   atomic_init(&view->base.refs, 1);
   if (!si_make_view_desc(ctx->screen, res, t, view->desc)) {
      free(view);
      return NULL;
   }
   ctx->has_plain_dcc |= res->dcc_offset_B && !si_dcc_applies(res, t->format);
   pipe_resource_ref(base_res);
   si_resource_use(res, ctx);
   return &view->base;
}

void si_sampler_view_destroy(struct pipe_context *ctx, struct pipe_sampler_view *view)
{
   (void)ctx;
   pipe_resource_unref(view->resource);
   free(view);
}
