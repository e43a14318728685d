/* legacy_scene.c: references of three-dimensional bodies of the compatibility profile: vertices are transformed and lit as OpenGL 2.1, 2.11
 * and 2.14, says, and triangles are sampled at the centres of texels. A texel is open where samples around its centre, or the two
 * ways to split quads, give other colours. */
#include <math.h>
#include <string.h>

#include "legacy_reference.h"

enum { TRIANGLES = 1024, ATTRIBUTES = 6, RED = 0, COORD_S = 4, COORD_T = 5, DISTANCE = 4, CLIP = 5 };

/* A vertex as the vertex stage leaves it. Colours, then coordinates of a texture or the distance of fog and of a clip plane. */
struct vertex { double window[3], w, attributes[ATTRIBUTES]; };

struct scene {
   struct vertex triangles[TRIANGLES][3];
   unsigned tile[TRIANGLES]; /* of the triangle, as shaders distinguish them */
   unsigned count;
   bool depth_test;
   /* False: the fragment is clipped. */
   bool (*shade)(unsigned tile, const double attributes[ATTRIBUTES], double color[4]);
};

static struct scene scenes[2]; /* quads are split along either diagonal */

/* ---- sampling ------------------------------------------------------------------------------------------------------------------------- */

/* Perspective-correct attributes at a point. False: outside. */
static bool interpolate(const struct vertex v[3], double x, double y, double attributes[ATTRIBUTES], double *z)
{
   double weights[3], sum = 0;
   for (unsigned k = 0; k < 3; k++) {
      const double *a = v[(k + 1) % 3].window, *b = v[(k + 2) % 3].window;
      weights[k] = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
      sum += weights[k];
   }
   if (weights[0] * sum < 0 || weights[1] * sum < 0 || weights[2] * sum < 0 || sum == 0)
      return false;
   double over_w = 0;
   *z = 0;
   memset(attributes, 0, ATTRIBUTES * sizeof(double));
   for (unsigned k = 0; k < 3; k++) {
      weights[k] /= sum;
      *z += weights[k] * v[k].window[2];
      over_w += weights[k] / v[k].w;
      for (unsigned c = 0; c < ATTRIBUTES; c++)
         attributes[c] += weights[k] / v[k].w * v[k].attributes[c];
   }
   for (unsigned c = 0; c < ATTRIBUTES; c++)
      attributes[c] /= over_w;
   return true;
}

static void sample(const struct scene *scene, double x, double y, double color[4])
{
   double nearest = 1;
   memset(color, 0, 4 * sizeof(double));
   for (unsigned i = 0; i < scene->count; i++) {
      double attributes[ATTRIBUTES], shaded[4], z;
      if (interpolate(scene->triangles[i], x, y, attributes, &z) && (!scene->depth_test || z < nearest) &&
          scene->shade(scene->tile[i], attributes, shaded)) {
         nearest = z;
         for (unsigned c = 0; c < 4; c++)
            color[c] = fmin(fmax(shaded[c], 0), 1);
      }
   }
}

/* An open texel may have any colour between those of its samples. At most `most_open` texels may be open. */
static void show(uint8_t rgba[API_TEXELS][4], unsigned most_open)
{
   static const double around[5][2] = {{0, 0}, {0.07, 0.07}, {-0.07, 0.07}, {0.07, -0.07}, {-0.07, -0.07}};
   static uint8_t drawn[API_TEXELS][4];
   unsigned open = 0;
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double least[4] = {1, 1, 1, 1}, most[4] = {0}, color[4] = {0}, at[4];
      bool varies = false;
      for (unsigned k = 0; k < 10; k++) {
         sample(&scenes[k / 5], i % API_SIZE + 0.5 + around[k % 5][0], i / API_SIZE + 0.5 + around[k % 5][1], at);
         for (unsigned c = 0; c < 4; c++) {
            least[c] = fmin(least[c], at[c]);
            most[c] = fmax(most[c], at[c]);
            color[c] += k % 5 ? 0 : at[c] / 2;
         }
      }
      for (unsigned c = 0; c < 4; c++) {
         varies |= most[c] - least[c] > 8 / 255.0;
         rgba[i][c] = (uint8_t)(color[c] * 255 + 0.5);
      }
      bool between = true;
      for (unsigned c = 0; c < 4; c++)
         between &= drawn[i][c] >= least[c] * 255 - 4 && drawn[i][c] <= most[c] * 255 + 4;
      open += varies;
      if (varies && between)
         memcpy(rgba[i], drawn[i], 4);
   }
   if (open > most_open)
      api_fail("the reference leaves %u texels open", open);
}

/* ---- vertices --------------------------------------------------------------------------------------------------------------------------- */

static void begin(bool depth_test, bool (*shade)(unsigned, const double[ATTRIBUTES], double[4]))
{
   for (unsigned k = 0; k < 2; k++) {
      scenes[k].count = 0;
      scenes[k].depth_test = depth_test;
      scenes[k].shade = shade;
   }
}

static void triangle(unsigned split, unsigned tile, const struct vertex *a, const struct vertex *b, const struct vertex *c)
{
   struct scene *scene = &scenes[split];
   if (scene->count == TRIANGLES)
      api_fail("too many triangles");
   scene->tile[scene->count] = tile;
   scene->triangles[scene->count][0] = *a;
   scene->triangles[scene->count][1] = *b;
   scene->triangles[scene->count++][2] = *c;
}

static void quad(unsigned tile, const struct vertex v[4])
{
   triangle(0, tile, &v[0], &v[1], &v[2]);
   triangle(0, tile, &v[0], &v[2], &v[3]);
   triangle(1, tile, &v[1], &v[2], &v[3]);
   triangle(1, tile, &v[1], &v[3], &v[0]);
}

static double dot(const double a[3], const double b[3])
{
   return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalize(double v[3])
{
   const double length = sqrt(dot(v, v));
   for (unsigned c = 0; c < 3; c++)
      v[c] /= length;
}

/* Rotates by 30 degrees around (1, 0.5, 0), as the bodies' view does. */
static void rotate(const double v[3], double out[3])
{
   const double angle = 30 * acos(-1) / 180, cosine = cos(angle), sine = sin(angle);
   const double axis[3] = {1 / sqrt(1.25), 0.5 / sqrt(1.25), 0}, along = dot(axis, v);
   for (unsigned c = 0; c < 3; c++) {
      const unsigned d = (c + 1) % 3, e = (c + 2) % 3;
      out[c] = v[c] * cosine + (axis[d] * v[e] - axis[e] * v[d]) * sine + axis[c] * along * (1 - cosine);
   }
}

/* Window coordinates by the frustum of -1, 1, -1, 1, 1.5, 10. */
static void project(struct vertex *v, const double eye[3], const double viewport[4])
{
   v->w = -eye[2];
   for (unsigned c = 0; c < 2; c++)
      v->window[c] = viewport[c] + (eye[c] * 1.5 / v->w + 1) / 2 * viewport[2 + c];
   v->window[2] = ((-11.5 / 8.5 * eye[2] - 30 / 8.5) / v->w + 1) / 2;
}

/* A sphere of quads in the bodies' view, of which `fill` sets attributes by the object and the eye coordinates and the normal. */
static void sphere(unsigned slices, double size, unsigned tile, const double viewport[4],
                   void (*fill)(unsigned tile, const double object[3], const double eye[3], const double normal[3], double *attributes))
{
   static const unsigned corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
   for (unsigned i = 0; i < slices; i++)
      for (unsigned k = 0; k < slices; k++) {
         struct vertex v[4];
         for (unsigned n = 0; n < 4; n++) {
            const double a = (i + corners[n][0]) * acos(-1) / slices, b = (k + corners[n][1]) * 2 * acos(-1) / slices;
            const double object[3] = {sin(a) * cos(b), cos(a), sin(a) * sin(b)};
            double eye[3], normal[3];
            rotate(object, normal);
            for (unsigned c = 0; c < 3; c++)
               eye[c] = normal[c] * size - (c == 2 ? 3 : 0);
            project(&v[n], eye, viewport);
            memset(v[n].attributes, 0, sizeof(v[n].attributes));
            fill(tile, object, eye, normal, v[n].attributes);
         }
         quad(tile, v);
      }
}

static bool shade_color(unsigned tile, const double attributes[ATTRIBUTES], double color[4])
{
   (void)tile;
   memcpy(color, attributes, 4 * sizeof(double));
   return true;
}

/* ---- fog (3.10) ------------------------------------------------------------------------------------------------------------------------- */

static void fill_fog(unsigned tile, const double object[3], const double eye[3], const double normal[3], double *attributes)
{
   (void)normal;
   attributes[DISTANCE] = tile == 3 ? 3 : -eye[2]; /* the fog coordinate, or the depth */
   attributes[CLIP] = 0.3 * object[0] + object[1] + 0.4;
}

static bool shade_fog(unsigned tile, const double attributes[ATTRIBUTES], double color[4])
{
   static const double fog[4] = {0.2, 0.4, 0.9, 1}, base[4] = {1, 0.8, 0.2, 1};
   const double d = attributes[DISTANCE], factor = tile == 1 ? exp(-0.4 * d) : tile == 2 ? exp(-0.16 * d * d) : (5 - d) / 3.5;
   const double f = fmin(fmax(factor, 0), 1);
   for (unsigned c = 0; c < 4; c++)
      color[c] = base[c] * f + fog[c] * (1 - f);
   return attributes[CLIP] >= 0;
}

void legacy_reference_fog(uint8_t rgba[API_TEXELS][4])
{
   begin(true, shade_fog);
   for (unsigned i = 0; i < 4; i++)
      sphere(10, 1, i, (const double[]){i % 2 * 16, i / 2 * 16, 16, 16}, fill_fog);
   show(rgba, 300);
}

/* ---- lighting (2.14.1) ------------------------------------------------------------------------------------------------------------------ */

struct light { double position[4], diffuse[3], specular[3], linear, spot_direction[3]; bool spot; };
struct material { double ambient[3], diffuse[3], specular[3], shininess; };

/* The primary colour without, and the secondary one with, specular terms. */
static void lit(const struct light *light, const struct material *material, bool local, const double eye[3], const double normal[3],
                double primary[3], double secondary[3])
{
   double to_light[3], halfway[3], to_eye[3] = {-eye[0], -eye[1], -eye[2]}, factor = 1;
   for (unsigned c = 0; c < 3; c++)
      to_light[c] = light->position[c] - (light->position[3] != 0 ? eye[c] : 0);
   if (light->position[3] != 0)
      factor = 1 / (1 + light->linear * sqrt(dot(to_light, to_light)));
   normalize(to_light);
   normalize(to_eye);
   if (light->spot) {
      double direction[3] = {light->spot_direction[0], light->spot_direction[1], light->spot_direction[2]};
      normalize(direction);
      const double cosine = -dot(to_light, direction);
      factor *= cosine >= cos(40 * acos(-1) / 180) ? cosine * cosine : 0;
   }
   for (unsigned c = 0; c < 3; c++)
      halfway[c] = to_light[c] + (local ? to_eye[c] : c == 2);
   normalize(halfway);
   const double facing = fmax(dot(normal, to_light), 0), shine = facing > 0 ? pow(fmax(dot(normal, halfway), 0), material->shininess) : 0;
   for (unsigned c = 0; c < 3; c++) {
      primary[c] += factor * facing * material->diffuse[c] * light->diffuse[c];
      secondary[c] += factor * shine * material->specular[c] * light->specular[c];
   }
}

static void fill_lit(unsigned tile, const double object[3], const double eye[3], const double normal[3], double *attributes)
{
   static const struct light lights[2] = {
      {{2, 3, 4, 1}, {1, 0.2, 0.1}, {1, 1, 1}, 0.1, {-2, -3, -4}, true}, {{-1, 0.5, 1, 0}, {0.1, 0.3, 1}, {1, 1, 1}, 0, {0}, false}};
   static const struct material material = {{0.2, 0.2, 0.2}, {0.8, 0.8, 0.8}, {1, 1, 1}, 20};
   double primary[3] = {0.04, 0.04, 0.04}, secondary[3] = {0};
   (void)tile;
   (void)object;
   for (unsigned i = 0; i < 2; i++)
      lit(&lights[i], &material, false, eye, normal, primary, secondary);
   for (unsigned c = 0; c < 3; c++)
      attributes[c] = fmin(primary[c] + secondary[c], 1);
   attributes[3] = 1;
}

void legacy_reference_lighting(uint8_t rgba[API_TEXELS][4])
{
   begin(true, shade_color);
   sphere(16, 1.2, 0, (const double[]){0, 0, API_SIZE, API_SIZE}, fill_lit);
   show(rgba, 300);
}

void legacy_reference_two_sides(uint8_t rgba[API_TEXELS][4])
{
   struct light light = {{0, 0, 0, 1}, {1, 1, 1}, {1, 1, 1}, 0, {0}, false};
   begin(true, shade_color);
   rotate((const double[]){0, 0, 4}, light.position);
   light.position[2] -= 3;
   for (unsigned i = 0; i < 8; i++) {
      const double a = (float)i * 0.785398f, b = i & 1 ? a + 0.7 : a - 0.7, n[3] = {0, 0.2, i & 1 ? 1 : 0.9};
      const double color[3] = {i & 1, (i & 2) / 2, (i & 4) / 4}, at[3][3] = {{0, 0, 0}, {cos(a), sin(a), 0.3}, {cos(b), sin(b), 0}};
      struct vertex v[3];
      double normal[3], eye[3][3];
      rotate(n, normal);
      for (unsigned k = 0; k < 3; k++) {
         rotate(at[k], eye[k]);
         eye[k][2] -= 3;
         project(&v[k], eye[k], (const double[]){0, 0, API_SIZE, API_SIZE});
      }
      const double *p = v[0].window, *q = v[1].window, *r = v[2].window;
      const bool back = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) < 0;
      struct material material = {{0.2, 0.2, 0.2}, {0, 0.6, 0.2}, {0.5, 0.5, 0}, 0};
      if (!back) {
         memcpy(material.ambient, color, sizeof(color));
         memcpy(material.diffuse, color, sizeof(color));
         material.shininess = 8;
      }
      for (unsigned c = 0; c < 3 && back; c++)
         normal[c] = -normal[c];
      for (unsigned k = 0; k < 3; k++) {
         double primary[3], secondary[3] = {0};
         for (unsigned c = 0; c < 3; c++)
            primary[c] = 0.2 * material.ambient[c];
         lit(&light, &material, true, eye[k], normal, primary, secondary);
         for (unsigned c = 0; c < 3; c++)
            v[k].attributes[c] = fmin(primary[c], 1) + fmin(secondary[c], 1);
         v[k].attributes[3] = 1;
      }
      triangle(0, 0, &v[0], &v[1], &v[2]);
      triangle(1, 0, &v[0], &v[1], &v[2]);
   }
   show(rgba, 300);
}

/* ---- generated coordinates (2.11.4) ----------------------------------------------------------------------------------------------------- */

static void fill_coords(unsigned tile, const double object[3], const double eye[3], const double normal[3], double *attributes)
{
   static const double planes[2][3] = {{0.7, 0.2, 0}, {0, 0.8, 0.3}};
   if (tile < 2) { /* planes in eye coordinates are transformed by the view that vertices have */
      attributes[COORD_S] = dot(planes[0], object) + 0.1;
      attributes[COORD_T] = dot(planes[1], object);
      return;
   }
   double u[3] = {eye[0], eye[1], eye[2]}, r[3];
   normalize(u);
   for (unsigned c = 0; c < 3; c++)
      r[c] = u[c] - 2 * normal[c] * dot(normal, u);
   const double m = 2 * sqrt(r[0] * r[0] + r[1] * r[1] + (r[2] + 1) * (r[2] + 1));
   attributes[COORD_S] = r[0] / m + 0.5;
   attributes[COORD_T] = r[1] / m + 0.5;
}

static bool shade_texture(unsigned tile, const double attributes[ATTRIBUTES], double color[4])
{
   (void)tile;
   legacy_sample(attributes[COORD_S], attributes[COORD_T], 3, color);
   color[3] = 1;
   return true;
}

void legacy_reference_texgen(uint8_t rgba[API_TEXELS][4])
{
   begin(true, shade_texture);
   for (unsigned i = 0; i < 3; i++)
      sphere(12, 1, i, (const double[]){i % 2 * 16, i / 2 * 16, 16, 16}, fill_coords);
   show(rgba, 500);
}

/* ---- a surface (5.1) ---------------------------------------------------------------------------------------------------------------------- */

static void bernstein(double u, double weights[4], double slopes[4])
{
   const double t = 1 - u;
   const double w[4] = {t * t * t, 3 * u * t * t, 3 * u * u * t, u * u * u};
   const double s[4] = {-3 * t * t, 3 * t * t - 6 * u * t, 6 * u * t - 3 * u * u, 3 * u * u};
   memcpy(weights, w, sizeof(w));
   memcpy(slopes, s, sizeof(s));
}

static void surface_vertex(double u, double v, bool is_lit, const double viewport[4], struct vertex *out)
{
   double wu[4], su[4], wv[4], sv[4], at[3] = {0}, du[3] = {0}, dv[3] = {0}, direction[3] = {0.5, 0.5, 1};
   bernstein(u, wu, su);
   bernstein(v, wv, sv);
   for (unsigned i = 0; i < 16; i++) {
      const double control[3] = {-0.9 + 0.6 * (i / 4), -0.9 + 0.6 * (i % 4), i == 5 || i == 6 || i == 9 ? 0.9 : 0};
      for (unsigned c = 0; c < 3; c++) {
         at[c] += control[c] * wu[i / 4] * wv[i % 4];
         du[c] += control[c] * su[i / 4] * wv[i % 4];
         dv[c] += control[c] * wu[i / 4] * sv[i % 4];
      }
   }
   double normal[3] = {du[1] * dv[2] - du[2] * dv[1], du[2] * dv[0] - du[0] * dv[2], du[0] * dv[1] - du[1] * dv[0]};
   normalize(normal);
   normalize(direction);
   *out = (struct vertex){{viewport[0] + (at[0] + 1) / 2 * viewport[2], viewport[1] + (at[1] + 1) / 2 * viewport[3], 0}, 1, {0}};
   for (unsigned c = 0; c < 3; c++)
      out->attributes[c] = 0.04 + 0.8 * fmax(dot(normal, direction), 0);
   out->attributes[3] = 1;
   if (!is_lit) {
      out->attributes[COORD_S] = 2 * u;
      out->attributes[COORD_T] = 2 * v;
   }
}

static bool shade_surface(unsigned tile, const double attributes[ATTRIBUTES], double color[4])
{
   memcpy(color, attributes, 4 * sizeof(double));
   if (tile) {
      const int s = (int)floor(attributes[COORD_S] * 2), t = (int)floor(attributes[COORD_T] * 2);
      color[0] = color[1] = color[2] = (s + t) % 2 ? 60 / 255.0 : 1;
   }
   return true;
}

void legacy_reference_surface(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
   struct vertex v[4];
   begin(false, shade_surface);
   for (unsigned i = 0; i < 256; i++) {
      for (unsigned n = 0; n < 4; n++)
         surface_vertex((i / 16 + corners[n][0]) / 16.0, (i % 16 + corners[n][1]) / 16.0, true, (const double[]){0, 8, 32, 24}, &v[n]);
      quad(0, v);
   }
   for (unsigned n = 0; n < 4; n++)
      surface_vertex(corners[n][0], corners[n][1], false, (const double[]){0, 0, 16, 8}, &v[n]);
   quad(1, v);
   show(rgba, 300);
}
