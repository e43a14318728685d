/* ga_fbo_blit.c: copies rectangles between the images of two framebuffers (OpenGL ES 3.0, 4.3.3). The driver scales, mirrors and
 * converts; here are the orientation of window-system buffers and the pixels that are written: those of the destination inside its
 * framebuffer and scissor whose position in the source lies inside the source's image. */
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"

/* A product of two distances of 33 bits. */
__extension__ typedef __int128 wide;

static int64_t clamp(wide v, int64_t low, int64_t high)
{
   return v < low ? low : v > high ? high : (int64_t)v;
}

static wide ceil_div(wide a, wide b)
{
   return a / b + (a % b > 0);
}

struct axis { int64_t src0, src1, dst0, dst1; };

/* Cuts *low and *high, which bound pixels, to those whose centres lie over [0, size) of the source: pixel x is at
 * src0 + (2 * (x - dst0) + 1) * (src1 - src0) / (2 * (dst1 - dst0)). */
static void cut(const struct axis *a, uint32_t size, int64_t *low, int64_t *high)
{
   wide d = a->dst1 - a->dst0, s = a->src1 - a->src0;
   wide d0 = a->dst0, s0 = a->src0, from = d > 0 ? a->dst0 : a->dst1, to = d > 0 ? a->dst1 : a->dst0;
   if (d < 0) {
      d = -d;
      s = -s;
      d0 -= d; /* the other end, with its end of the source */
      s0 -= s;
   }
   /* The position times 2 * d is start + step * x. It has to be at least 0 and less than size * 2 * d. */
   wide start = s0 * 2 * d + (1 - 2 * d0) * s, step = 2 * s, end = (wide)size * 2 * d;
   wide first = step > 0 ? ceil_div(-start, step) : ceil_div(start - end + 1, -step);
   wide last = step > 0 ? ceil_div(end - start, step) : ceil_div(start + 1, -step);
   *low = clamp(first > from ? first : from, *low, *high);
   *high = clamp(last < to ? last : to, *low, *high);
}

static void mirror(int64_t *a, int64_t *b, uint32_t height)
{
   *a = (int64_t)height - *a;
   *b = (int64_t)height - *b;
}

static bool fits(int64_t a, int64_t b)
{
   return a >= INT32_MIN && a <= INT32_MAX && b >= INT32_MIN && b <= INT32_MAX && b - a <= INT32_MAX && a - b <= INT32_MAX;
}

/* Where sRGB writes are off, codes are copied as they are (GL 3.3, 4.3.2). */
static enum pipe_format blit_format(const struct ga_context *ctx, const struct ga_format *format)
{
   return pipe_format_is_srgb(format->surface) && !ctx->cap_srgb ? pipe_format_linear(format->surface) : format->surface;
}

static uint16_t clamp_coordinate(int64_t value, uint32_t size)
{
   return value < 0 ? 0 : value > size ? (uint16_t)size : (uint16_t)value;
}

/* The pixels of a framebuffer of this size in a rectangle of x, y, width and height; 0,0 to 0,0 when there are none. */
static struct pipe_scissor_state pixels_of(const GLint gl[4], uint32_t width, uint32_t height, bool y_inverted)
{
   int64_t left = gl[0], bottom = gl[1];
   int64_t right = left + gl[2], top = bottom + gl[3];
   if (y_inverted) {
      int64_t flipped = (int64_t)height - top;
      top = (int64_t)height - bottom;
      bottom = flipped;
   }
   struct pipe_scissor_state sc = {clamp_coordinate(left, width), clamp_coordinate(bottom, height),
                                   clamp_coordinate(right, width), clamp_coordinate(top, height)};
   if (sc.minx >= sc.maxx || sc.miny >= sc.maxy)
      sc = (struct pipe_scissor_state){0};
   return sc;
}

struct pipe_scissor_state ga_scissor_box(const struct ga_context *ctx, unsigned index, uint32_t width, uint32_t height,
                                         bool y_inverted)
{
   if (!(ctx->scissor_tests >> index & 1))
      return (struct pipe_scissor_state){0, 0, (uint16_t)width, (uint16_t)height};
   return pixels_of(ctx->scissor[index], width, height, y_inverted);
}

struct pipe_window_rectangles ga_window_rectangles(const struct ga_context *ctx, bool is_default, uint32_t width, uint32_t height,
                                                   bool y_inverted)
{
   struct pipe_window_rectangles out = {0};
   if (is_default)
      return out;
   out.include = ctx->window.mode == GL_INCLUSIVE_EXT;
   out.count = (uint8_t)ctx->window.count;
   for (unsigned i = 0; i < out.count; i++)
      out.rect[i] = pixels_of(ctx->window.box[i], width, height, y_inverted);
   return out;
}

void ga_fbo_blit_image(struct ga_context *ctx, const struct ga_fbo *read, const struct ga_image_at *src, const struct ga_fbo *draw,
                       const struct ga_image_at *dst, const struct ga_blit *blit, unsigned mask)
{
   struct pipe_scissor_state box = ga_scissor_box(ctx, 0, draw->width, draw->height, ga_fbo_y_inverted(draw));
   struct axis x = { blit->src[0], blit->src[2], blit->dst[0], blit->dst[2] };
   struct axis y = { blit->src[1], blit->src[3], blit->dst[1], blit->dst[3] };
   int64_t x0 = box.minx, x1 = box.maxx, y0 = box.miny, y1 = box.maxy;

   if (ga_fbo_y_inverted(read))
      mirror(&y.src0, &y.src1, src->height);
   if (ga_fbo_y_inverted(draw))
      mirror(&y.dst0, &y.dst1, draw->height);
   /* A rectangle without area copies nothing; one that is larger than the numbers of the pipe interface lies outside of any
    * framebuffer for the most part, and what such a copy leaves is undefined. */
   if (x.src0 == x.src1 || y.src0 == y.src1 || x.dst0 == x.dst1 || y.dst0 == y.dst1 || !fits(x.src0, x.src1) ||
       !fits(y.src0, y.src1) || !fits(x.dst0, x.dst1) || !fits(y.dst0, y.dst1))
      return;
   cut(&x, src->width, &x0, &x1);
   cut(&y, src->height, &y0, &y1);
   if (x0 >= x1 || y0 >= y1)
      return;
   struct pipe_blit_info info = {
      .dst = { dst->resource, dst->level, { (int)x.dst0, (int)y.dst0, (int)dst->layer, (int)(x.dst1 - x.dst0),
                                            (int)(y.dst1 - y.dst0), 1 }, blit_format(ctx, dst->format) },
      .src = { src->resource, src->level, { (int)x.src0, (int)y.src0, (int)src->layer, (int)(x.src1 - x.src0),
                                            (int)(y.src1 - y.src0), 1 }, blit_format(ctx, src->format) },
      .mask = mask,
      .filter = blit->filter == GL_NEAREST ? PIPE_TEX_FILTER_NEAREST : PIPE_TEX_FILTER_LINEAR,
      .scissor_enable = true,
      .scissor = { (uint16_t)x0, (uint16_t)y0, (uint16_t)x1, (uint16_t)y1 },
      .alpha_one = mask & 0xf && (!src->format->alpha || !dst->format->alpha),
      .render_condition_enable = true,
   };
   const struct pipe_window_rectangles window =
      ga_window_rectangles(ctx, !draw->name, draw->width, draw->height, ga_fbo_y_inverted(draw));
   struct pipe_scissor_state boxes[ST_MAX_WINDOW_BOXES] = {info.scissor};
   const unsigned count = st_window_is_cut(&window) ? st_window_boxes(&window, info.scissor, boxes) : 1;
   for (unsigned i = 0; i < count; i++) {
      info.scissor = boxes[i];
      ctx->st.pipe->impl->blit(ctx->st.pipe, &info);
   }
}

struct pipe_resource *ga_fbo_resolve_image(struct ga_context *ctx, const struct ga_image_at *src, struct ga_image_at *out)
{
   const struct pipe_resource_template t = {
      .target = PIPE_TEXTURE_2D, .format = src->resource->t.format, .width = src->width, .height = src->height, .depth = 1, .layers = 1,
      .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET,
   };
   struct pipe_resource *means = ctx->screen->impl->resource_create(ctx->screen, &t);
   if (!means)
      return NULL;
   const enum pipe_format format = blit_format(ctx, src->format);
   const struct pipe_blit_info info = {
      .dst = { means, 0, { 0, 0, 0, (int)src->width, (int)src->height, 1 }, format },
      .src = { src->resource, src->level, { 0, 0, (int)src->layer, (int)src->width, (int)src->height, 1 }, format },
      .mask = 0xf,
   };
   ctx->st.pipe->impl->blit(ctx->st.pipe, &info);
   *out = *src;
   out->resource = means;
   out->level = out->layer = out->samples = 0;
   return means;
}
