/* si_import.c: memory of other processes and APIs. A DMA-BUF becomes an image with the layout that its modifier or the kernel's metadata
 * describe; a memory object (EXT_memory_object) is a buffer object whose parts become buffers and images.
 *
 * Layouts of memory objects. Mesa's drivers describe the image of a dedicated allocation in the kernel's metadata: the fields of its
 * tiling, an image descriptor and the offset of each level. The layout that this driver computes must agree with all of them. Without
 * metadata, an image with optimal tiling has the layout that RADV chooses. */
#include "si_screen.h"

#include <stdio.h>
#include <stdlib.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"
#include "si_resource.h"

#define BUFFER_OFFSET_ALIGN_B 16 /* buffer descriptors of formats with 16 bytes */

/* Whether the tiling in the buffer's metadata (AMDGPU_TILING_*) is that of our layout. */
static bool tiling_matches(const struct surf_tile *t, uint64_t tiling)
{
   bool same = (tiling & 15) == t->array_mode && (tiling >> 4 & 31) == t->pipe_config && (tiling >> 12 & 7) == t->micro_mode;
   bool same_macro_tile = 1u << (tiling >> 15 & 3) == t->bank_w && 1u << (tiling >> 17 & 3) == t->bank_h &&
                          1u << (tiling >> 19 & 3) == t->aspect && 2u << (tiling >> 21 & 3) == t->banks;
   return same && (same_macro_tile || t->array_mode != V_02803C_ARRAY_2D_TILED_THIN1);
}

/* The metadata of Mesa's drivers are a version, PCI ids and the eight words of an image descriptor, whose address of DCC keys counts from
 * the start of the buffer. */
static bool has_descriptor(const struct ws_metadata *md)
{
   return md->umd_size_B >= 40 && md->umd[0] == 1 && md->umd[1] >> 16 == 0x1002;
}

static bool has_dcc(const struct ws_metadata *md)
{
   return has_descriptor(md) && G_008F28_COMPRESSION_EN(md->umd[2 + 6]);
}

/* The DCC keys of an image that has a layout: one byte for each 256 bytes of the image, after it. */
static bool init_imported_dcc(struct si_screen *screen, struct si_resource *res, const struct ws_metadata *md, uint64_t offset_B,
                              uint64_t *end_B, const char **why)
{
   const uint64_t keys_B = (uint64_t)md->umd[2 + 7] << 8;

   *why = "the buffer's colours are compressed (DCC) in a way that this driver does not read";
   if (!screen->info.has_cb_dcc || offset_B || res->surf.level[0].mode != SURF_2D || keys_B < res->surf.size_B ||
       !screen->format[res->base.t.format].is_renderable)
      return false;
   res->dcc_offset_B = keys_B;
   res->dcc_alpha_on_msb = G_008F28_ALPHA_IS_ON_MSB(md->umd[2 + 6]);
   *end_B = keys_B + res->surf.size_B / 256;
   return true;
}

/* Lays out imported memory as its modifier says or, without one, its metadata. *end_B: bytes of the buffer that it needs. */
static bool init_imported_layout(struct si_screen *screen, struct si_resource *res, const struct pipe_handle *handle,
                                 struct ws_bo *bo, uint64_t *end_B, const char **why)
{
   const struct pipe_resource_template *t = &res->base.t;
   uint32_t el_B = pipe_format_desc(t->format)->block_size_B, pitch_el = handle->stride_B / el_B;
   struct ws_metadata md = {0};
   if (handle->modifier == PIPE_MODIFIER_INVALID && !screen->ws->impl->bo_get_metadata(bo, &md))
      md.tiling = 0;
   unsigned array_mode = md.tiling & 15;
   if (array_mode > V_02803C_ARRAY_LINEAR_ALIGNED) {
      enum surf_mode mode = array_mode == V_02803C_ARRAY_1D_TILED_THIN1 ? SURF_1D : SURF_2D;
      for (unsigned display = 0; display < 2; display++)
         if (si_layout_texture(screen, res, mode, display, 0, why) && tiling_matches(&res->surf.tile, md.tiling) &&
             res->surf.level[0].pitch_el == pitch_el) {
            *end_B = handle->offset_B + res->surf.size_B;
            return !has_dcc(&md) || init_imported_dcc(screen, res, &md, handle->offset_B, end_B, why);
         }
      *why = "the buffer is tiled in a way that is not this driver's";
      return false;
   }
   *why = "stride is not a multiple of 64 bytes and 8 texels, or above 16384 texels";
   if (handle->stride_B % 64 || pitch_el % 8 || pitch_el > 16384)
      return false;
   res->base.t.bind |= PIPE_BIND_LINEAR;
   *end_B = (uint64_t)handle->offset_B + (uint64_t)handle->stride_B * (t->height - 1) + (uint64_t)t->width * el_B;
   return si_layout_texture(screen, res, SURF_LINEAR, false, pitch_el, why);
}

struct pipe_resource *si_resource_from_handle(struct pipe_screen *base, const struct pipe_resource_template *tmpl,
                                              const struct pipe_handle *handle, char *why, size_t why_size_B)
{
   struct si_screen *screen = si_screen(base);
   const struct pipe_format_desc *d = pipe_format_desc(tmpl->format);
   const char *reason = NULL;
   struct si_resource *res;
   struct ws_bo *bo;
   uint64_t end_B;

   if (tmpl->target != PIPE_TEXTURE_2D && tmpl->target != PIPE_TEXTURE_RECT)
      reason = "only 2D images can be imported";
   else if (tmpl->last_level || tmpl->samples > 1 || tmpl->layers > 1)
      reason = "only single images without levels, layers and samples can be imported";
   else if (!tmpl->width || !tmpl->height || tmpl->width > 16384 || tmpl->height > 16384)
      reason = "width or height outside 1..16384";
   else if (handle->modifier != PIPE_MODIFIER_LINEAR && handle->modifier != PIPE_MODIFIER_INVALID)
      reason = "modifier is not linear";
   else if (!si_is_format_supported(base, tmpl->format, tmpl->target, 1, PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED))
      reason = "format cannot be shared";
   else if (handle->stride_B == 0 || handle->stride_B % d->block_size_B)
      reason = "stride is not a multiple of the texel size";
   else if (handle->stride_B / d->block_size_B < tmpl->width)
      reason = "stride is smaller than a row";
   else if (handle->offset_B % 256)
      reason = "offset is not a multiple of 256 bytes";
   if (reason) {
      snprintf(why, why_size_B, "%s", reason);
      return NULL;
   }
   res = si_resource_new(screen, tmpl);
   if (!res) {
      snprintf(why, why_size_B, "out of memory");
      return NULL;
   }
   res->base.t.bind |= PIPE_BIND_SHARED;
   bo = screen->ws->impl->bo_import(screen->ws, handle->fd, why, why_size_B);
   if (!bo) {
      free(res);
      return NULL;
   }
   if (!init_imported_layout(screen, res, handle, bo, &end_B, &reason)) {
      snprintf(why, why_size_B, "%s", reason);
      screen->ws->impl->bo_unref(bo);
      free(res);
      return NULL;
   }
   if (end_B > bo->size_B) {
      snprintf(why, why_size_B, "image needs %llu bytes, the object has %llu", (unsigned long long)end_B,
               (unsigned long long)bo->size_B);
      screen->ws->impl->bo_unref(bo);
      free(res);
      return NULL;
   }
   res->size_B = end_B - handle->offset_B;
   res->is_shared = true;
   atomic_store(&res->user, SI_USER_MANY);
   si_resource_set_bo(res, bo, handle->offset_B);
   return &res->base;
}

/* ---- memory objects ---- */

struct si_memory_object {
   struct pipe_memory_object base;
   struct ws_bo *bo;
};

struct pipe_memory_object *si_memory_from_fd(struct pipe_screen *base, int fd, uint64_t size_B, char *why, size_t why_size_B)
{
   struct ws_device *ws = si_screen(base)->ws;
   struct si_memory_object *mem = calloc(1, sizeof(*mem));

   if (!mem) {
      snprintf(why, why_size_B, "out of memory");
      return NULL;
   }
   mem->bo = ws->impl->bo_import(ws, fd, why, why_size_B);
   if (mem->bo && size_B > mem->bo->size_B) {
      snprintf(why, why_size_B, "the object has %llu bytes", (unsigned long long)mem->bo->size_B);
      ws->impl->bo_unref(mem->bo);
      mem->bo = NULL;
   }
   if (!mem->bo) {
      free(mem);
      return NULL;
   }
   mem->base = (struct pipe_memory_object){.screen = base, .size_B = size_B};
   atomic_init(&mem->base.refs, 1);
   return &mem->base;
}

void si_memory_destroy(struct pipe_screen *base, struct pipe_memory_object *mem)
{
   si_screen(base)->ws->impl->bo_unref(((struct si_memory_object *)mem)->bo);
   free(mem);
}

/* The levels of the image that the metadata describe are where ours are (its dword 10 and following, in units of 256 bytes). */
static bool levels_match(const struct si_resource *res, const struct ws_metadata *md)
{
   const struct pipe_resource_template *t = &res->base.t;
   const uint32_t *desc = &md->umd[2];

   if (!has_descriptor(md))
      return true;
   if (t->samples > 1)
      return 1u << G_008F1C_LAST_LEVEL(desc[3]) == t->samples;
   if (G_008F1C_LAST_LEVEL(desc[3]) != t->last_level || G_008F20_PITCH(desc[4]) + 1 != res->surf.level[0].pitch_el)
      return false;
   for (unsigned i = 0; i <= t->last_level && 4 * (10 + i) < md->umd_size_B; i++)
      if ((uint64_t)md->umd[10 + i] << 8 != res->surf.level[i].offset_B)
         return false;
   return true;
}

/* RADV's choice: macro tiles, or rows where an image is a line. Small levels are micro-tiled by surf_layout(). */
static enum surf_mode optimal_mode(const struct pipe_resource_template *t)
{
   const bool line = t->target == PIPE_TEXTURE_1D || t->target == PIPE_TEXTURE_1D_ARRAY || (t->width > 8 && t->height <= 2);

   return line && !pipe_format_is_depth_or_stencil(t->format) && !pipe_format_is_compressed(t->format) ? SURF_LINEAR : SURF_2D;
}

/* False: no layout of this driver is that of the memory. */
static bool layout_in_memory(struct si_screen *screen, struct si_resource *res, struct ws_bo *bo, const char **why)
{
   const struct pipe_resource_template *t = &res->base.t;
   const bool needs_tiles = t->samples > 1 || pipe_format_is_depth_or_stencil(t->format);
   struct ws_metadata md = {0};
   unsigned array_mode = screen->ws->impl->bo_get_metadata(bo, &md) ? md.tiling & 15 : 0;

   if (array_mode <= V_02803C_ARRAY_LINEAR_ALIGNED) {
      const bool linear = array_mode || t->bind & PIPE_BIND_LINEAR || (!needs_tiles && optimal_mode(t) == SURF_LINEAR);
      *why = "depth, stencil and multisampled images have no linear form";
      return !(linear && needs_tiles) && si_layout_texture(screen, res, linear ? SURF_LINEAR : SURF_2D, false, 0, why);
   }
   *why = "the memory holds a tiled image";
   if (t->bind & PIPE_BIND_LINEAR)
      return false;
   *why = "the memory holds compressed colours (DCC)";
   if (has_dcc(&md))
      return false;
   const enum surf_mode mode = array_mode == V_02803C_ARRAY_1D_TILED_THIN1 ? SURF_1D : SURF_2D;
   for (unsigned display = 0; display < 2; display++)
      if (si_layout_texture(screen, res, mode, display, 0, why) && tiling_matches(&res->surf.tile, md.tiling) && levels_match(res, &md))
         return true;
   *why = "the memory holds an image of another layout";
   return false;
}

/* Places the resource in the memory object. */
static enum pipe_memory_result place(struct si_screen *screen, struct si_resource *res, const struct pipe_memory_object *mem,
                                     uint64_t offset_B, const char **why)
{
   uint32_t align_B = BUFFER_OFFSET_ALIGN_B;

   res->size_B = res->base.t.width;
   if (!res->is_buffer) {
      if (!layout_in_memory(screen, res, ((const struct si_memory_object *)mem)->bo, why))
         return PIPE_MEMORY_BAD_LAYOUT;
      align_B = res->surf.align_B;
   }
   *why = "the offset is not a multiple of the alignment";
   if (offset_B % align_B)
      return PIPE_MEMORY_BAD_OFFSET;
   *why = "it does not fit";
   return offset_B <= mem->size_B && res->size_B <= mem->size_B - offset_B ? PIPE_MEMORY_OK : PIPE_MEMORY_BAD_SIZE;
}

enum pipe_memory_result si_resource_from_memory_object(struct pipe_screen *base, const struct pipe_resource_template *tmpl,
                                                       struct pipe_memory_object *mem, uint64_t offset_B, struct pipe_resource **out,
                                                       char *why, size_t why_size_B)
{
   struct si_screen *screen = si_screen(base);
   struct si_resource *res = si_resource_new(screen, tmpl);
   struct ws_bo *bo = ((struct si_memory_object *)mem)->bo;
   const char *reason = "out of memory";
   const enum pipe_memory_result result = res ? place(screen, res, mem, offset_B, &reason) : PIPE_MEMORY_EXHAUSTED;

   if (result == PIPE_MEMORY_BAD_SIZE)
      snprintf(why, why_size_B, "%llu bytes at offset %llu; the memory object has %llu", (unsigned long long)res->size_B,
               (unsigned long long)offset_B, (unsigned long long)mem->size_B);
   else if (result != PIPE_MEMORY_OK)
      snprintf(why, why_size_B, "%s", reason);
   if (result != PIPE_MEMORY_OK) {
      free(res);
      return result;
   }
   res->base.t.bind |= PIPE_BIND_SHARED;
   res->is_shared = res->is_pinned = true;
   res->valid_end_B = tmpl->width;
   atomic_store(&res->user, SI_USER_MANY);
   screen->ws->impl->bo_ref(bo);
   si_resource_set_bo(res, bo, offset_B);
   *out = &res->base;
   return PIPE_MEMORY_OK;
}
