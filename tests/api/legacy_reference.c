/* legacy_reference.c: references of the compatibility profile after the OpenGL 2.1 specification: primitives and their provoking vertices,
 * texture environments, line stipple, the alpha test, evaluators. */
#include <math.h>
#include <string.h>

#include "legacy_reference.h"
#include <GL/gl.h>

void legacy_window_coordinates(void)
{
   glMatrixMode(GL_PROJECTION);
   glLoadIdentity();
   glOrtho(0, API_SIZE, 0, API_SIZE, -1, 1);
   glMatrixMode(GL_MODELVIEW);
}

void legacy_put(uint8_t rgba[API_TEXELS][4], int x, int y, uint8_t r, uint8_t g, uint8_t b)
{
   if (x >= 0 && x < API_SIZE && y >= 0 && y < API_SIZE)
      memcpy(rgba[y * API_SIZE + x], (const uint8_t[4]){r, g, b, 255}, 4);
}

/* ---- canvas: texels that the specification leaves open are those of the implementation --------------------------------------------- */

/* A border nearer than this to the centre of a texel leaves it open, in texels. */
#define MARGIN 0.1

static bool open_texels[API_TEXELS];

static void begin(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   memset(open_texels, 0, sizeof(open_texels));
}

static void end(uint8_t rgba[API_TEXELS][4])
{
   static uint8_t drawn[API_TEXELS][4];
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, drawn);
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (open_texels[i])
         memcpy(rgba[i], drawn[i], 4);
}

static void put(uint8_t out[4], const double color[4])
{
   for (unsigned c = 0; c < 4; c++)
      out[c] = (uint8_t)((color[c] < 0 ? 0 : color[c] > 1 ? 1 : color[c]) * 255 + 0.5);
}

/* How far the centre of texel i is inside of a convex polygon, or outside if negative. */
static double inside(unsigned count, const double (*corners)[2], unsigned i)
{
   const double x = i % API_SIZE + 0.5, y = i / API_SIZE + 0.5;
   double area = 0, least = 1e9;
   for (unsigned k = 0; k < count; k++) {
      const double *a = corners[k], *b = corners[(k + 1) % count];
      area += a[0] * b[1] - a[1] * b[0];
   }
   for (unsigned k = 0; k < count; k++) {
      const double *a = corners[k], *b = corners[(k + 1) % count], dx = b[0] - a[0], dy = b[1] - a[1];
      const double side = (dx * (y - a[1]) - dy * (x - a[0])) / hypot(dx, dy);
      least = fmin(least, area < 0 ? -side : side);
   }
   return least;
}

/* color[c] = base + x * (x of the window) + y * (y of the window) */
struct plane { double base, x, y; };

static void polygon(uint8_t rgba[API_TEXELS][4], unsigned count, const double (*corners)[2], const struct plane colors[4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double depth = inside(count, corners, i);
      if (depth > -MARGIN)
         open_texels[i] = depth < MARGIN;
      if (depth >= MARGIN) {
         double color[4];
         for (unsigned c = 0; c < 4; c++)
            color[c] = colors[c].base + colors[c].x * (i % API_SIZE + 0.5) + colors[c].y * (i / API_SIZE + 0.5);
         put(rgba[i], color);
      }
   }
}

static void point(uint8_t rgba[API_TEXELS][4], const double at[2], double size, const double color[4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double depth = size / 2 - fmax(fabs(i % API_SIZE + 0.5 - at[0]), fabs(i / API_SIZE + 0.5 - at[1]));
      if (depth > -MARGIN)
         open_texels[i] = depth < MARGIN;
      if (depth >= MARGIN)
         put(rgba[i], color);
   }
}

/* Lines may vary by a texel. */
static void line(const double a[2], const double b[2])
{
   const double dx = b[0] - a[0], dy = b[1] - a[1];
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double x = i % API_SIZE + 0.5 - a[0], y = i / API_SIZE + 0.5 - a[1];
      const double t = fmin(fmax((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1);
      open_texels[i] |= hypot(x - t * dx, y - t * dy) < 1.2;
   }
}

/* ---- primitives (2.6.1, 2.14.7) ------------------------------------------------------------------------------------------------------- */

/* Of GL_TRIANGLES, a strip, a fan, GL_QUADS, a strip and a polygon of eight vertices: the vertices of a primitive, how many primitives
 * there are, and how far the next one is. */
static const struct { unsigned count, primitives, step; bool fan; } shapes[6] = {
   {3, 2, 3, false}, {3, 6, 1, false}, {3, 6, 1, true}, {4, 2, 4, false}, {4, 3, 2, false}, {8, 1, 8, false}};

static void primitives(uint8_t rgba[API_TEXELS][4], bool flat)
{
   static const double order[8][2] = {{-0.8, -0.83}, {0.06, -0.9}, {0.8, -0.83}, {0.9, 0.07}, {0.8, 0.83}, {0.06, 0.9}, {-0.8, 0.83}, {-0.9, 0.07}};
   static const unsigned strip_order[8] = {7, 0, 6, 1, 5, 2, 4, 3};
   begin(rgba);
   for (unsigned i = 0; i < 8; i++) {
      const double left = i % 4 * 8, low = i / 4 * 16.0;
      double at[8][2], colors[8][4];
      for (unsigned k = 0; k < 8; k++) {
         const unsigned n = i == 1 || i == 4 ? strip_order[k] : k;
         at[k][0] = left + (order[n][0] + 1) * 4;
         at[k][1] = low + (order[n][1] + 1) * 8;
         const double smooth[4] = {0.5 + 0.5 * order[n][0], 0.5 + 0.5 * order[n][1], 0.5 - 0.3 * order[n][0], 1};
         const double constant[4] = {n * 36 / 255.0, (255 - n * 30) / 255.0, (n & 1 ? 200 : 20) / 255.0, 1};
         memcpy(colors[k], flat ? constant : smooth, sizeof(smooth));
      }
      for (unsigned k = 0; k < 8 && i == 6; k++)
         line(at[k], at[(k + 1) % 8]);
      for (unsigned k = 0; k < 8 && i == 7; k++)
         point(rgba, at[k], 1, colors[k]);
      for (unsigned p = 0; i < 6 && p < shapes[i].primitives; p++) {
         static const unsigned quad_strip[4] = {0, 1, 3, 2};
         const unsigned from = p * shapes[i].step;
         double corners[8][2];
         for (unsigned k = 0; k < shapes[i].count; k++)
            memcpy(corners[k], at[shapes[i].fan && k == 0 ? 0 : i == 4 ? from + quad_strip[k] : from + k], sizeof(corners[k]));
         /* the last vertex; of a polygon, the first */
         const double *provoking = colors[i == 5 ? 0 : from + shapes[i].count - 1];
         /* x of the clip coordinates is (X - left) / 4 - 1 */
         struct plane planes[4] = {{0.5 + 0.5 * (-left / 4 - 1), 0.125, 0}, {0.5 + 0.5 * (-low / 8 - 1), 0, 0.0625},
                                   {0.5 - 0.3 * (-left / 4 - 1), -0.075, 0}, {1, 0, 0}};
         for (unsigned c = 0; c < 4 && flat; c++)
            planes[c] = (struct plane){provoking[c], 0, 0};
         polygon(rgba, shapes[i].count, (const double (*)[2])corners, planes);
      }
   }
   end(rgba);
}

void legacy_reference_primitives(uint8_t rgba[API_TEXELS][4])
{
   primitives(rgba, false);
}

void legacy_reference_flat(uint8_t rgba[API_TEXELS][4])
{
   primitives(rgba, true);
}

void legacy_reference_arrays(uint8_t rgba[API_TEXELS][4])
{
   begin(rgba);
   for (unsigned i = 0; i < 4; i++) {
      const double left = i % 2 * 16, low = i / 2 * 16;
      const double corners[4][2] = {{left, low}, {left + 16, low}, {left + 16, low + 16}, {left, low + 16}};
      /* red and yellow below, cyan and blue above */
      const struct plane planes[4] = {{1 + low / 16, 0, -1 / 16.0}, {-left / 16, 1 / 16.0, 0}, {-low / 16, 0, 1 / 16.0}, {1, 0, 0}};
      polygon(rgba, i == 2 ? 3 : 4, corners, planes);
   }
   end(rgba);
}

/* ---- the alpha test (4.1.4) ------------------------------------------------------------------------------------------------------------ */

void legacy_reference_alpha(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned function = i / API_SIZE / 16 * 4 + i % API_SIZE / 8; /* bits: less, equal, greater */
      const double up = (i / API_SIZE % 16 + 0.5) / 16, alpha = 0.1 + 0.83 * up, color[4] = {1 - up, up, up, alpha};
      if (function >> (alpha < 0.5 ? 0 : 2) & 1)
         put(rgba[i], color);
   }
}

/* ---- texture environments (3.8.13) ------------------------------------------------------------------------------------------------------ */

uint8_t legacy_texel(unsigned i, unsigned c)
{
   return (uint8_t)((i / 4 % 4 + i / 64) % 2 ? 230 - 40 * c : 40 + i / 2 * c % 120);
}

void legacy_sample(double s, double t, unsigned components, double out[4])
{
   const double u = s * 16 - 0.5, v = t * 16 - 0.5;
   const int x = (int)floor(u), y = (int)floor(v);
   for (unsigned c = 0; c < components; c++) {
      out[c] = 0;
      for (int k = 0; k < 4; k++) {
         const double weight = (k & 1 ? u - x : 1 - u + x) * (k & 2 ? v - y : 1 - v + y);
         out[c] += weight * legacy_texel((unsigned)((y + k / 2) & 15) * 16 + (unsigned)((x + k % 2) & 15), c) / 255;
      }
   }
}

/* The modes other than combine. `has_color` and `has_alpha`: components of the texture's base format. */
static void environment(GLint mode, bool has_color, bool has_alpha, const double fragment[4], const double texture[4], double out[4])
{
   static const double constant[4] = {0.9, 0.1, 0.5, 0.7};
   for (unsigned c = 0; c < 3; c++) {
      const double f = fragment[c], t = texture[c];
      out[c] = !has_color             ? f
               : mode == GL_MODULATE  ? f * t
               : mode == GL_REPLACE   ? t
               : mode == GL_DECAL     ? (has_alpha ? f * (1 - texture[3]) + t * texture[3] : t)
               : mode == GL_BLEND     ? f * (1 - t) + constant[c] * t
                                      : f + t;
      out[c] = fmin(out[c], 1);
   }
   out[3] = !has_alpha || mode == GL_DECAL ? fragment[3] : mode == GL_REPLACE ? texture[3] : fragment[3] * texture[3];
}

static void fragment_color(double x, double y, double out[4])
{
   const double color[4] = {0.3 + 0.5 * x, 0.8 - 0.4 * y, 0.6, 0.5};
   memcpy(out, color, sizeof(color));
}

void legacy_reference_modes(uint8_t rgba[API_TEXELS][4])
{
   static const GLint modes[] = {GL_MODULATE, GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD};
   static const unsigned components[] = {4, 3, 1, 1, 2};
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned m = i % API_SIZE / 6, f = i / API_SIZE / 6; /* RGBA, RGB, ALPHA, LUMINANCE, LUMINANCE_ALPHA */
      const double x = (i % API_SIZE % 6 + 0.5) / 6, y = (i / API_SIZE % 6 + 0.5) / 6;
      double fragment[4], texture[4] = {0}, out[4];
      if (m >= 5 || f >= 5 || (modes[m] == GL_DECAL && f > 1))
         continue;
      legacy_sample(x, y, components[f], texture);
      if (f == 2 || f == 4)
         texture[3] = texture[f == 4];
      if (f > 2)
         texture[1] = texture[2] = texture[0];
      fragment_color(x, y, fragment);
      environment(modes[m], f != 2, f == 0 || f == 2 || f == 4, fragment, texture, out);
      put(rgba[i], out);
   }
}

/* A function of combine; Arg2, of GL_INTERPOLATE, is the alpha of the constant. */
static double combined(GLint function, double a, double b)
{
   switch (function) {
   case GL_REPLACE: return a;
   case GL_MODULATE: return a * b;
   case GL_ADD: return a + b;
   case 0x8574 /* GL_ADD_SIGNED */: return a + b - 0.5;
   case 0x8575 /* GL_INTERPOLATE */: return a * 0.7 + b * 0.3;
   default: return a - b; /* GL_SUBTRACT */
   }
}

/* Unit 0 modulates by an RGBA texture, unit 1 combines an RGB one. */
void legacy_reference_combine(uint8_t rgba[API_TEXELS][4])
{
   enum { TEXTURE, PREVIOUS, PRIMARY, CONSTANT, UNIT0 };
   enum { COLOR, ONE_MINUS_COLOR, ALPHA, ONE_MINUS_ALPHA };
   static const struct { GLint rgb, alpha; unsigned source0, source1, operand1; double scale; bool dot, dot_alpha; } rows[8] = {
      {GL_MODULATE, GL_MODULATE, TEXTURE, PREVIOUS, COLOR, 2, 0, 0}, {GL_ADD, GL_REPLACE, TEXTURE, PRIMARY, ONE_MINUS_COLOR, 1, 0, 0},
      {0x8574, 0x8574, TEXTURE, CONSTANT, ALPHA, 1, 0, 0}, {0x8575, GL_MODULATE, TEXTURE, PREVIOUS, COLOR, 1, 0, 0},
      {0, 0, TEXTURE, PREVIOUS, ONE_MINUS_ALPHA, 4, 0, 0}, {0, GL_REPLACE, TEXTURE, PREVIOUS, COLOR, 1, true, false},
      {0, GL_REPLACE, TEXTURE, PRIMARY, COLOR, 1, true, true}, {GL_MODULATE, GL_REPLACE, UNIT0, TEXTURE, COLOR, 1, 0, 0}};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned row = i / API_SIZE / 16 * 4 + i % API_SIZE / 8;
      const double x = (i % API_SIZE % 8 + 0.5) / 8, y = (i / API_SIZE % 16 + 0.5) / 16;
      double sources[5][4] = {{0, 0, 0, 1}, {0}, {0}, {0.9, 0.1, 0.5, 0.7}, {0}}, out[4], dot = 0;
      fragment_color(x, y, sources[PRIMARY]);
      legacy_sample(x, y, 4, sources[UNIT0]);
      legacy_sample(0.5 * (y + 0.2), 0.7 * x, 3, sources[TEXTURE]); /* the texture matrix of unit 1 */
      environment(GL_MODULATE, true, true, sources[PRIMARY], sources[UNIT0], sources[PREVIOUS]);
      for (unsigned c = 0; c < 3; c++) {
         const unsigned operand = rows[row].operand1;
         const double a = sources[rows[row].source0][c], second = sources[rows[row].source1][operand < ALPHA ? c : 3];
         const double b = operand % 2 ? 1 - second : second;
         dot += 4 * (a - 0.5) * (b - 0.5);
         out[c] = combined(rows[row].rgb, a, b) * rows[row].scale;
      }
      for (unsigned c = 0; c < 3 && rows[row].dot; c++)
         out[c] = dot;
      out[3] = rows[row].dot_alpha ? dot : combined(rows[row].alpha, sources[TEXTURE][3], sources[PREVIOUS][3]);
      put(rgba[i], out);
   }
}

/* ---- line stipple (3.4.2) ---------------------------------------------------------------------------------------------------------------- */

/* Rows of lines of 12 and 20 texels; the counter starts anew with each line that is not part of a strip. */
void legacy_reference_stipple(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 8 * API_SIZE; i++) {
      const unsigned row = i / API_SIZE, x = i % API_SIZE, counter = row & 1 && x >= 12 ? x - 12 : x;
      const unsigned pattern = 0x2f53 + 0x1111 * row, bit = counter / (1 + row % 3) % 16;
      if (pattern >> bit & 1)
         memcpy(rgba[row * 4 * API_SIZE + x], (const uint8_t[]){255, 255, 0, 255}, 4);
   }
}

/* ---- evaluators (5.1) -------------------------------------------------------------------------------------------------------------------- */

static void curve_point(uint8_t rgba[API_TEXELS][4], double u, double size, const double color[4])
{
   static const double curve[4][2] = {{-0.9, -0.9}, {-0.53, 1.61}, {0.42, -1.73}, {0.91, 0.81}};
   const double weights[4] = {pow(1 - u, 3), 3 * u * pow(1 - u, 2), 3 * u * u * (1 - u), u * u * u};
   double at[2] = {16, 16};
   for (unsigned k = 0; k < 8; k++)
      at[k % 2] += curve[k / 2][k % 2] * weights[k / 2] * 16;
   point(rgba, at, size, color);
}

void legacy_reference_curves(uint8_t rgba[API_TEXELS][4])
{
   static const double blue[4] = {0, 0, 1, 1};
   begin(rgba);
   for (unsigned i = 0; i <= 12; i++) {
      const double u = i / 12.0, color[4] = {1 - u, u, 0.5 * u, 1};
      curve_point(rgba, u, 3, color);
   }
   for (unsigned i = 0; i < 3; i++)
      curve_point(rgba, 0.3 + 0.2 * i, 2, blue);
   end(rgba);
}
