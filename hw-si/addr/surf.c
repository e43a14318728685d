/* surf.c: the layout of an image, level by level: tiling mode, padded size and offset of each level. */
#include "surf.h"

#include <string.h>

static uint32_t minify(uint32_t v, unsigned level)
{
   return surf_max_u32(1, v >> level);
}

/* Whether 2D tiling pads the image to more than 1.5 times its size; 1D tiling is used then (opt4Space of AMD's addrlib). */
static bool too_wasteful_2d(const struct surf_tile *t, uint32_t width_el, uint32_t height_el)
{
   uint32_t pitch = width_el, height = height_el, mw, mh;

   surf_macro_tile_el(t, &mw, &mh);
   if (width_el < mw || height_el < mh)
      return true;
   surf_align_2d(t, &pitch, &height);
   return (uint64_t)pitch * height * 2 > (uint64_t)width_el * height_el * 3;
}

static bool check(const struct surf_request *r, const char **why)
{
   *why = NULL;
   if (r->levels < 1 || r->levels > SURF_MAX_LEVELS)
      *why = "number of levels";
   else if (r->width_px < 1 || r->height_px < 1 || r->width_px > 16384 || r->height_px > 16384)
      *why = "width or height outside 1..16384";
   else if (r->slices < 1 || r->slices > 8192)
      *why = "layers or depth outside 1..8192";
   else if (r->bytes_per_el < 1 || r->bytes_per_el > 16 || (r->bytes_per_el & (r->bytes_per_el - 1)))
      *why = "element size is not 1, 2, 4, 8 or 16 bytes";
   else if (r->samples > 1 && r->levels > 1)
      *why = "multisampled image with levels";
   else if (r->cls != SURF_COLOR && r->mode == SURF_LINEAR)
      *why = "depth and stencil cannot be linear";
   else if (r->samples > 1 && r->mode == SURF_LINEAR)
      *why = "multisampled images cannot be linear";
   else if (r->fixed_pitch_el && (r->mode != SURF_LINEAR || r->levels > 1 || r->samples > 1))
      *why = "a given pitch needs a linear image of one level";
   return *why == NULL;
}

bool surf_layout(const struct surf_chip *chip, const struct surf_request *req, struct surf_layout *out,
                 const char **why)
{
   enum surf_mode mode = req->mode;
   unsigned bpe = req->bytes_per_el, samples = req->samples ? req->samples : 1;
   uint32_t width0_el, height0_el, base_align = 256;
   uint64_t offset = 0;

   if (!check(req, why))
      return false;
   width0_el = (req->width_px + req->block_w_px - 1) / req->block_w_px;
   height0_el = (req->height_px + req->block_h_px - 1) / req->block_h_px;

   memset(out, 0, sizeof(*out));
   out->levels = req->levels;
   out->samples = samples;
   out->bytes_per_el = bpe;
   out->cls = req->cls;
   out->pow2_padded = req->levels > 1;
   out->align_B = 256;

   surf_choose_tile(chip, req->cls, mode, bpe, samples, req->display, &out->tile);
   if (mode == SURF_2D) {
      uint32_t w = out->pow2_padded ? surf_pow2(width0_el) : width0_el;
      uint32_t h = out->pow2_padded ? surf_pow2(height0_el) : height0_el;
      base_align = surf_legalise_2d(chip, &out->tile, bpe, samples);
      if (samples == 1 && !req->display && too_wasteful_2d(&out->tile, w, h)) {
         mode = SURF_1D;
         base_align = 256;
         surf_choose_tile(chip, req->cls, mode, bpe, samples, req->display, &out->tile);
      }
   }
   uint8_t tile_index = out->tile.index;

   for (unsigned i = 0; i < req->levels; i++) {
      struct surf_level *l = &out->level[i];
      uint32_t slices;

      l->width_el = (minify(req->width_px, i) + req->block_w_px - 1) / req->block_w_px;
      l->rows_el = (minify(req->height_px, i) + req->block_h_px - 1) / req->block_h_px;
      l->slices = req->is_3d ? minify(req->slices, i) : req->slices;
      l->pitch_el = i ? minify(out->level[0].pitch_el, i) : width0_el;
      l->height_el = l->rows_el; /* from the level's height in texels: levels of 12 and 6 texels have 3 and 2 rows of 4x4 blocks */
      slices = l->slices;
      if (i == 0 && mode == SURF_LINEAR && req->levels == 1)
         l->pitch_el = surf_align_u32(l->pitch_el, surf_max_u32(1, 256 / bpe));
      if (out->pow2_padded) {
         l->pitch_el = surf_pow2(l->pitch_el);
         l->height_el = surf_pow2(l->height_el);
         slices = surf_pow2(slices);
      }
      if (mode == SURF_2D && i > 0) {
         uint32_t mw, mh;
         surf_macro_tile_el(&out->tile, &mw, &mh);
         if (l->pitch_el < mw || l->height_el < mh || (req->beside && req->beside->level[i].mode == SURF_1D)) { /* smaller than a macro tile, as are all levels after it: 1D */
            struct surf_tile small;
            mode = SURF_1D;
            base_align = 256;
            surf_choose_tile(chip, req->cls, mode, bpe, samples, req->display, &small);
            tile_index = small.index;
         }
      }
      switch (mode) {
      case SURF_LINEAR:
         surf_align_linear(bpe, &l->pitch_el, &l->height_el);
         if (req->fixed_pitch_el) {
            if (req->fixed_pitch_el < l->width_el || req->fixed_pitch_el % surf_max_u32(8, 64 / bpe)) {
               *why = "pitch is smaller than the image or not a multiple of 8 elements and 64 bytes";
               return false;
            }
            l->pitch_el = req->fixed_pitch_el;
         }
         break;
      case SURF_1D:
         if (req->display) /* scan-out fetches 32 elements at a time (source: tiling_vectors.json) */
            l->pitch_el = surf_align_u32(l->pitch_el, 32);
         /* The texture unit finds the pitches of smaller levels by those of level 0, without a stencil plane. */
         surf_align_1d(bpe, samples, req->with_stencil && i == 0, &l->pitch_el, &l->height_el);
         if (req->beside)
            l->pitch_el = req->beside->level[i].pitch_el;
         break;
      case SURF_2D:
         surf_align_2d(&out->tile, &l->pitch_el, &l->height_el);
         break;
      }
      l->mode = mode;
      l->tile_index = tile_index;
      l->slice_B = (uint64_t)l->pitch_el * l->height_el * bpe * samples;
      offset = (offset + base_align - 1) / base_align * base_align;
      l->offset_B = offset;
      offset += l->slice_B * slices;
      out->align_B = surf_max_u32(out->align_B, base_align);
   }
   out->size_B = offset;
   if (offset > (uint64_t)1 << 40) {
      *why = "image larger than 1 TB";
      return false;
   }
   return true;
}

uint64_t surf_address(const struct surf_layout *s, unsigned level, uint32_t x_el, uint32_t y_el, uint32_t slice,
                      unsigned sample)
{
   const struct surf_level *l = &s->level[level];
   uint32_t el_B;

   if (l->mode == SURF_LINEAR)
      return l->offset_B + slice * l->slice_B + ((uint64_t)y_el * l->pitch_el + x_el) * s->bytes_per_el;
   el_B = surf_micro_B(s, x_el, y_el, sample);
   if (l->mode == SURF_2D)
      return l->offset_B + surf_address_2d(s, l, x_el, y_el, slice, el_B);
   return l->offset_B + slice * l->slice_B +
          ((uint64_t)(y_el / 8) * (l->pitch_el / 8) + x_el / 8) * (64u * s->bytes_per_el * s->samples) + el_B;
}
