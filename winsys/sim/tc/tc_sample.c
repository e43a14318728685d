/* tc_sample.c: the sampler for every format, layout, filter and wrap mode; gather4, get_lod and image loads too. rgba8/ has the 2D
 * images of 8 bits per channel without borders. Compiled once per instruction set (px_ops.h).
 *
 * Two rules. Integer: unorm channels of at most 8 bits. The sums of texels times weights are exact and rounded once; slices and
 * levels are mixed as near + (far - near) * f. Float: everything else, and samplers that may show the border, whose colour is a
 * float, or take the least or greatest texel. Each step a * (1 - f) + b * f is rounded, x first, then y, then z, then level.
 *
 * Border colours are taken as the shader sees them: DST_SEL only forces zeros and ones onto them. Coordinates of nearest filters
 * are never rounded before they are cut, as if TRUNC_COORD were always set. gather4 takes a cube's corner texel from the face
 * itself. LOD_BIAS_SEC, PERF_Z and MIP_POINT_PRECLAMP are not looked at. */
#define PX_NATIVE_LANES
#include "winsys/sim/tc/tc_level.h"

static bool mirrors(unsigned wrap)
{
   return wrap == TC_MIRROR || wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_HALF_BORDER || wrap == TC_MIRROR_ONCE_BORDER;
}

/* The four texels of linear footprints, in the order that GL's textureGather returns them. Each texel's index is mirrored, not
 * the coordinate, which would exchange the two texels of an axis: the way of a texel offset, here of 0. */
static void gather_positions(const struct tc_entry *e, const struct tc_level *lv, struct request *rq, struct footprint *fp)
{
   /* These chips take an integer format for one that is not filtered, and the footprint starts at the texel that holds the
    * coordinate instead of half a texel before (Mesa's lower_gather4_integer tells; drivers subtract the half). */
   for (unsigned d = 0; d < e->img.dims && fmt_num_is_int(e->img.num); d++)
      rq->co.c[d] += e->samp.unnormalized ? 0.5f : 0.5f / (float)(d ? lv->h : lv->w);
   for (unsigned d = 0; d < e->img.dims && !rq->co.cube; d++)
      rq->co.any_off |= mirrors(e->samp.wrap[d]);
   find_positions(e, lv, &rq->co, true, fp);
   for (unsigned d = 0; d < e->img.dims; d++)
      fp->pos[d] |= 128; /* windows have the second texels that have a weight */
   rq->by_shader = fp->borders && !e->inst.compare;
}

static void gather_part(const struct tc_entry *e, const struct request *rq, const struct footprint *fp, vf out[4])
{
   static const uint8_t order[4] = { 2, 3, 1, 0 }; /* (i0,j1) (i1,j1) (i1,j0) (i0,j0) */
   const unsigned c = __builtin_ctz(e->inst.dmask | 16) & 3;
   for (unsigned k = 0; k < 4; k++) {
      vu raw[4] = { fp->texel[0][order[k]][0], fp->texel[0][order[k]][1], vu_set(0), vu_set(0) };
      vf t[4];
      if (!fp->have)
         fetch(e, HOW_ANY, fp, 0, order[k], raw);
      decode(e, fp->borders ? HOW_ANY : e->plan.how, rq, fp, 0, order[k], raw, t);
      out[k] = rq->by_shader ? t[c] : (vf)tc_select(&e->img, c, (const vu *)t);
   }
}

static void gather_level(const struct tc_entry *e, int32_t code, const struct request *given, unsigned parts, uint64_t exec,
                         vf (*out)[4])
{
   struct request rq[WAVE_PARTS];
   struct footprint fp[WAVE_PARTS];
   for (unsigned p = 0; p < WAVE_PARTS; p++) {
      rq[p] = given[p < parts ? p : 0];
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         gather_positions(e, &e->img.level[code >> 1], &rq[p], &fp[p]);
   }
   find_all(e, rq, fp, parts, exec);
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         gather_part(e, &rq[p], &fp[p], out[p]);
}

/* Runs `fn` for each (level, filter) that lanes of `todo` need. */
static void by_level(const struct tc_entry *e, level_fn fn, const struct request *rq, unsigned parts, const vi *code, uint64_t todo,
                     vf (*out)[4])
{
   bool first = true;
   for (uint64_t same; todo; todo &= ~same, first = false) {
      const int32_t want = lane_of(code, (unsigned)__builtin_ctzll(todo));
      vf t[WAVE_PARTS][4];
      same = todo & lanes_with(code, parts, want);
      fn(e, want, rq, parts, same, first ? out : t);
      for (unsigned p = 0; p < parts && !first; p++)
         if (same >> PX_LANES * p & PX_ALL_LANES)
            for (unsigned c = 0; c < 4; c++)
               out[p][c] = vf_sel(vi_eq(code[p], vi_set(want)), t[p][c], out[p][c]);
   }
}

/* ---- levels --------------------------------------------------------------------------------------------------------------- */

static void load_coords(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, struct coords *co)
{
   const struct tc_img *img = &e->img;
   for (unsigned d = 0; d < img->dims; d++)
      co->c[d] = vf_load(&addr[e->rows.coord + (int)d][at]);
   if (co->cube) {
      vi f = vi_floor(vf_limit(vf_load(&addr[e->rows.layer][at]), 0.0f, 65528.0f) + 0.5f);
      int32_t cubes = (int32_t)(img->last_array - img->base_array + 1) / 6;
      vi cube = vi_clamp(f >> 3, vi_set(0), vi_set(cubes > 0 ? cubes - 1 : 0));
      co->face = vi_min(f & 7, vi_set(5));
      co->slice = vi_min(co->face + ((cube << 2) + (cube << 1)) + (int32_t)img->base_array, vi_set((int32_t)img->last_array));
   } else if (img->layered && e->rows.layer >= 0) {
      co->slice = tc_slice(vf_load(&addr[e->rows.layer][at]), img);
   }
   vu offsets = co->any_off ? vu_load(&addr[e->rows.offset][at]) : vu_set(0);
   for (unsigned d = 0; d < img->dims; d++)
      co->off[d] = (vi)(offsets << (26 - 8 * d)) >> 26;
   if (e->rows.compare >= 0) {
      co->dref = vf_load(&addr[e->rows.compare][at]);
      if (img->num == FMT_UNORM)
         co->dref = vf_limit(co->dref, 0.0f, 1.0f);
   }
}

PX_INLINE void store_rows(const struct tc_entry *e, bool by_shader, const vf v[4], uint32_t (*data)[64], unsigned at, unsigned run)
{
   const struct tc_img *img = &e->img;
   unsigned row = 0;
   for (unsigned c = 0; c < 4; c++) {
      if (!(e->inst.dmask & 1u << c))
         continue;
      const unsigned sel = by_shader ? c + 4 : img->sel[c];
      vu_store_masked(&data[row++][at], sel >= 4 ? vu_load((const uint32_t *)(const void *)&v[sel & 3]) : tc_select(img, c, (const vu *)v), run);
   }
}

/* The level of access, and the level of detail before the clamps. */
static void get_lod(const struct tc_entry *e, vi raw, vi lod, vi code, vf out[4])
{
   const vi most = vi_set((e->img.last_level - e->img.base_level) << 8), level = (code >> 1) - vi_set(e->img.base_level);
   out[0] = vf_from_i(e->samp.mip == 2 ? vi_min(vi_max(lod, vi_set(0)), most) : level << 8) * (1.0f / 256.0f);
   out[1] = vf_from_i(raw) * (1.0f / 256.0f);
   out[2] = out[3] = vf_set(0);
}

void PX(tc_sample)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                   unsigned lanes)
{
   const struct tc_img *img = &e->img;
   const struct tc_plan *plan = &e->plan;
   const unsigned parts = (lanes + PX_LANES - 1) / PX_LANES, kind = e->inst.kind;
   const level_fn fn = kind == TC_GATHER4 ? gather_level : level_fns[plan->how];
   struct request rq[WAVE_PARTS];
   vf out[WAVE_PARTS][4], far[WAVE_PARTS][4];
   vi code[WAVE_PARTS], frac[WAVE_PARTS], raw, lod;
   uint64_t blend = 0;
   unsigned p = 0;
   exec &= lanes < 64 ? (1ull << lanes) - 1 : ~0ull;
   do {
      rq[p].need = plan->need;
      rq[p].by_shader = plan->by_shader;
      code[p] = frac[p] = vi_set(0);
      if (!(exec >> PX_LANES * p & PX_ALL_LANES))
         continue;
      rq[p].co.cube = img->type == TC_CUBE;
      rq[p].co.any_off = e->rows.offset >= 0;
      rq[p].co.slice = vi_set(img->dims < 3 ? (int32_t)img->base_array : 0);
      load_coords(e, addr, PX_LANES * p, &rq[p].co);
      if (plan->one_level)
         continue;
      level_of_detail(e, addr, PX_LANES * p, &rq[p].co, &raw, &lod);
      choose_level(e, lod, &code[p], &frac[p]);
      blend |= (uint64_t)v_bits(vi_lt(vi_set(0), frac[p])) << PX_LANES * p;
      if (kind == TC_GET_LOD)
         get_lod(e, raw, lod, code[p], out[p]);
   } while (++p < parts);
   if (plan->one_level)
      fn(e, img->base_level * 2 + plan->linear, rq, parts, exec, out);
   else if (kind != TC_GET_LOD)
      by_level(e, fn, rq, parts, code, exec, out);
   blend = kind == TC_SAMPLE ? blend & exec : 0;
   for (p = 0; p < parts && blend; p++)
      code[p] += 2;
   if (blend)
      by_level(e, fn, rq, parts, code, blend, far);
   for (p = 0; p < parts; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      if (!run)
         continue;
      if (blend >> PX_LANES * p & PX_ALL_LANES)
         mix(e, &rq[p], out[p], far[p], frac[p]);
      if (kind != TC_GATHER4)
         store_rows(e, plan->by_shader || kind == TC_GET_LOD, out[p], data, PX_LANES * p, run);
      for (unsigned k = 0; k < 4 && kind == TC_GATHER4; k++)
         vu_store_masked(&data[k][PX_LANES * p], (vu)out[p][k], run);
   }
}

/* ---- loads by integer coordinates ------------------------------------------------------------------------------------------- */

void PX(tc_load)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   const unsigned parts = (lanes + PX_LANES - 1) / PX_LANES;
   struct image_place at[WAVE_PARTS], in[WAVE_PARTS];
   vf out[WAVE_PARTS][4], t[WAVE_PARTS][4];
   uint64_t todo = 0;
   exec &= lanes < 64 ? (1ull << lanes) - 1 : ~0ull;
   for (unsigned p = 0; p < parts; p++) {
      image_place(e, addr, PX_LANES * p, &at[p]);
      for (unsigned c = 0; c < 4; c++)
         out[p][c] = vf_set(0);
      todo |= (uint64_t)v_bits(at[p].inside) << PX_LANES * p;
   }
   todo &= exec;
   for (uint64_t inside = 0; todo; inside = 0) {
      const unsigned lane = (unsigned)__builtin_ctzll(todo);
      const union px_i levels = { .v = at[lane / PX_LANES].level };
      const int32_t level = levels.s[lane % PX_LANES];
      for (unsigned p = 0; p < parts; p++) {
         inside |= (uint64_t)image_clip(&e->img, &at[p], level, todo >> PX_LANES * p & PX_ALL_LANES, &in[p]) << PX_LANES * p;
         todo &= ~((uint64_t)v_bits(vi_eq(at[p].level, vi_set(level))) << PX_LANES * p);
      }
      if (inside)
         load_fns[e->plan.how](e, level, in, parts, inside, inside == exec ? out : t);
      for (unsigned p = 0; p < parts && inside != exec; p++)
         if (inside >> PX_LANES * p & PX_ALL_LANES)
            for (unsigned c = 0; c < 4; c++)
               out[p][c] = vf_sel(v_mask(inside >> PX_LANES * p & PX_ALL_LANES), t[p][c], out[p][c]);
   }
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         store_rows(e, false, out[p], data, PX_LANES * p, exec >> PX_LANES * p & PX_ALL_LANES);
}
