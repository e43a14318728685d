/* ga_render_feedback_clip.c: clipping of primitives that are selected or fed back (GL 2.1, 2.12). */
#include "gl-api/legacy/ga_render_feedback.h"

#include <string.h>

/* Positive inside. Planes 0 to 5 are those of the view volume. */
static GLfloat distance_to(const struct ga_context *ctx, const struct ga_render_feedback_vertex *v, unsigned plane)
{
   const GLfloat *c = v->clip;
   if (plane >= 6)
      return v->distance[plane - 6];
   if (plane == 4 && ctx->clip_depth_mode == GL_ZERO_TO_ONE)
      return c[2];
   return plane & 1 ? c[3] - c[plane / 2] : c[3] + c[plane / 2];
}

static uint32_t planes_of(const struct ga_context *ctx)
{
   return 15u | (uint32_t)!ctx->cap_clamp_near << 4 | (uint32_t)!ctx->cap_clamp_far << 5 | (uint32_t)ctx->clip_distances << 6;
}

bool ga_render_feedback_inside(const struct ga_context *ctx, const struct ga_render_feedback_vertex *v)
{
   bool inside = v->clip[3] > 0;
   for (uint32_t left = planes_of(ctx); left && inside; left &= left - 1)
      inside = distance_to(ctx, v, (unsigned)__builtin_ctz(left)) >= 0;
   return inside;
}

/* The vertex at t between a and b. */
static struct ga_render_feedback_vertex between(const struct ga_render_feedback_vertex *a, const struct ga_render_feedback_vertex *b, GLfloat t)
{
   struct ga_render_feedback_vertex out = *a;
   const GLfloat *from = a->clip, *to = b->clip;
   GLfloat *at = out.clip;
   _Static_assert(offsetof(struct ga_render_feedback_vertex, edge) == GA_FEEDBACK_FLOATS * sizeof(GLfloat), "floats of a vertex");
   for (unsigned i = 0; i < GA_FEEDBACK_FLOATS; i++)
      at[i] = from[i] + t * (to[i] - from[i]);
   return out;
}

bool ga_render_feedback_clip_line(const struct ga_context *ctx, struct ga_render_feedback_vertex v[2])
{
   for (uint32_t left = planes_of(ctx); left; left &= left - 1) {
      const unsigned plane = (unsigned)__builtin_ctz(left);
      const GLfloat d0 = distance_to(ctx, &v[0], plane), d1 = distance_to(ctx, &v[1], plane);
      if (!(d0 >= 0) && !(d1 >= 0))
         return false;
      if (d0 < 0)
         v[0] = between(&v[0], &v[1], d0 / (d0 - d1));
      else if (d1 < 0)
         v[1] = between(&v[1], &v[0], d1 / (d1 - d0));
   }
   return v[0].clip[3] > 0 && v[1].clip[3] > 0;
}

unsigned ga_render_feedback_clip_polygon(const struct ga_context *ctx, struct ga_render_feedback_vertex *v, struct ga_render_feedback_vertex *spare,
                                  unsigned count)
{
   for (uint32_t left = planes_of(ctx); left && count; left &= left - 1) {
      const unsigned plane = (unsigned)__builtin_ctz(left);
      unsigned kept = 0;
      bool all = true;
      for (unsigned i = 0; i < count; i++)
         all &= distance_to(ctx, &v[i], plane) >= 0;
      if (all)
         continue;
      const unsigned limit = count + 1; /* of a convex polygon */
      for (unsigned i = 0; i < count && kept < limit; i++) {
         const struct ga_render_feedback_vertex *a = &v[i], *b = &v[(i + 1) % count];
         const GLfloat da = distance_to(ctx, a, plane), db = distance_to(ctx, b, plane);
         if (da >= 0)
            spare[kept++] = *a;
         if ((da >= 0) == (db >= 0) || kept == limit)
            continue;
         spare[kept] = between(a, b, da / (da - db));
         spare[kept].edge = da >= 0 ? true : a->edge; /* on the plane, it is a boundary */
         kept++;
      }
      memcpy(v, spare, kept * sizeof(*v));
      count = kept;
   }
   for (unsigned i = 0; i < count; i++)
      if (!(v[i].clip[3] > 0))
         return 0;
   return count < 3 ? 0 : count;
}
