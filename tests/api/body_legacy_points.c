/* body_legacy_points.c: points of the compatibility profile: coordinates of sprites, smooth points; smooth lines of one face. Vertices are in
 * window coordinates. */
#include <math.h>
#include <string.h>

#include "legacy_reference.h"
#include <GL/gl.h>

/* Names that the headers lack where the core profile's comes first. */
#define GL_COORD_REPLACE 0x8862
#define GL_POINT_SPRITE 0x8861
#define GL_POINT_DISTANCE_ATTENUATION 0x8129
void glMultiTexCoord4f(GLenum target, GLfloat s, GLfloat t, GLfloat r, GLfloat q);

/* ---- point sprites (14.4) --------------------------------------------------------------------------------------------------------------- */

static void sprite_texture(GLenum unit, bool replace)
{
   GLuint texture;
   static GLubyte texels[8][8][4];
   for (int i = 0; i < 64; i++)
      memcpy(texels[i / 8][i % 8], (const GLubyte[4]){(GLubyte)(i % 8 * 36), (GLubyte)(i / 8 * 36), unit == GL_TEXTURE0 ? 0 : 255, 255}, 4);
   glActiveTexture(unit);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, replace);
   glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, unit == GL_TEXTURE0 ? GL_REPLACE : GL_ADD);
   glEnable(GL_TEXTURE_2D);
}

static void point(float x, float y)
{
   glBegin(GL_POINTS);
   glVertex2f(x, y);
   glEnd();
}

static const char plain_vertex[] = "#version 120\nvoid main() { gl_Position = ftransform(); gl_TexCoord[0] = vec4(0.25, 0.25, 0.25, 0.25);"
                                   " gl_TexCoord[3] = vec4(0.5, 0.75, 0.25, 0.5); }";

/* Points of 8 texels, in rows: fixed functions; the application's fragment shader; its vertex shader as well. */
static void draw_sprites(void)
{
   legacy_window_coordinates();
   sprite_texture(GL_TEXTURE1, false);
   sprite_texture(GL_TEXTURE0, true);
   glMultiTexCoord4f(GL_TEXTURE0, 0.9f, 0.1f, 0, 1);
   glMultiTexCoord4f(GL_TEXTURE1, 0.55f, 0.3f, 0, 1); /* adds (4, 2) * 36 and blue */
   glPointSize(8);
   point(4, 4); /* no sprite: the coordinates of the vertex */
   glEnable(GL_POINT_SPRITE);
   point(12, 4);
   glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
   point(20, 4);
   glRecti(24, 0, 32, 8); /* polygons keep their coordinates */
   glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_UPPER_LEFT);
   /* r is 0 and q is 1 there; unit 3 has the vertices' coordinates. */
   glActiveTexture(GL_TEXTURE2);
   glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
   glMultiTexCoord4f(GL_TEXTURE3, 0.5f, 0.75f, 0.25f, 0.5f);
   GLuint program = glCreateProgram();
   api_attach(program, GL_FRAGMENT_SHADER, "#version 120\nvoid main() { gl_FragColor = vec4(gl_TexCoord[0].st, gl_TexCoord[3].p, 1.0); }");
   api_link(program);
   point(4, 12);
   program = glCreateProgram();
   api_attach(program, GL_FRAGMENT_SHADER,
              "#version 120\nvoid main() { gl_FragColor = vec4(gl_PointCoord, gl_TexCoord[2].p + gl_TexCoord[2].q, 1.0); }");
   api_link(program);
   point(12, 12);
   glDisable(GL_POINT_SPRITE); /* gl_PointCoord is undefined; the coordinates are those of the vertex */
   program = glCreateProgram();
   api_attach(program, GL_FRAGMENT_SHADER, "#version 120\nvoid main() { gl_FragColor = vec4(gl_TexCoord[3].xyz, 1.0); }");
   api_link(program);
   point(20, 12);
   glEnable(GL_POINT_SPRITE);
   program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, plain_vertex);
   api_attach(program, GL_FRAGMENT_SHADER, "#version 120\nvoid main() { gl_FragColor = vec4(gl_TexCoord[0].st, gl_TexCoord[3].q, 1.0); }");
   api_link(program);
   point(28, 12);
   /* Points of polygons are sprites, too. */
   glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
   glBegin(GL_TRIANGLES);
   glVertex2i(4, 20);
   glVertex2i(12, 20);
   glVertex2i(4, 28);
   glEnd();
}

static void sprite(uint8_t rgba[API_TEXELS][4], int x0, int y0, void (*shade)(double s, double t, double color[3]), bool upper)
{
   for (int i = 0; i < 64; i++) {
      double color[3];
      shade((i % 8 + 0.5) / 8, upper ? 1 - (i / 8 + 0.5) / 8 : (i / 8 + 0.5) / 8, color);
      legacy_put(rgba, x0 + i % 8, y0 + i / 8, (uint8_t)(color[0] * 255 + 0.5), (uint8_t)(color[1] * 255 + 0.5), (uint8_t)(color[2] * 255 + 0.5));
   }
}

static void shade_units(double s, double t, double color[3])
{
   color[0] = fmin(floor(s * 8) * 36 + 4 * 36, 255) / 255;
   color[1] = fmin(floor(t * 8) * 36 + 2 * 36, 255) / 255;
   color[2] = 1;
}

static void shade_vertex(double s, double t, double color[3]) { (void)s, (void)t, shade_units(0.9, 0.1, color); }
static void shade_coord(double s, double t, double color[3]) { color[0] = s, color[1] = t, color[2] = 0.25; }
static void shade_point(double s, double t, double color[3]) { color[0] = s, color[1] = t, color[2] = 1; }
static void shade_current(double s, double t, double color[3]) { (void)s, (void)t, color[0] = 0.5, color[1] = 0.75, color[2] = 0.25; }
static void shade_shader(double s, double t, double color[3]) { color[0] = s, color[1] = t, color[2] = 0.5; }

static void reference_sprites(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   sprite(rgba, 0, 0, shade_vertex, true);
   sprite(rgba, 8, 0, shade_units, true);
   sprite(rgba, 16, 0, shade_units, false);
   sprite(rgba, 24, 0, shade_vertex, true);
   sprite(rgba, 0, 8, shade_coord, true);
   sprite(rgba, 8, 8, shade_point, true);
   sprite(rgba, 16, 8, shade_current, true);
   sprite(rgba, 24, 8, shade_shader, true);
   sprite(rgba, 0, 16, shade_shader, true);
   sprite(rgba, 8, 16, shade_shader, true);
   sprite(rgba, 0, 24, shade_shader, true);
}

/* ---- smooth points (14.4.1) ------------------------------------------------------------------------------------------------------------- */

/* Centre, size, and whether the shader sets the size. */
static const struct round_point { float x, y, size; bool attenuated; } round_points[] = {
   {8, 8, 9, false}, {23.25f, 8.5f, 12.5f, false}, {4.5f, 24.5f, 3, false}, {12.5f, 24.25f, 6, true}, {24, 24, 11, true}};
enum { ROUND_POINTS = sizeof(round_points) / sizeof(round_points[0]) };

static void draw_smooth_points(void)
{
   static const GLfloat attenuation[3] = {0.25f, 0, 0}; /* doubles sizes */
   legacy_window_coordinates();
   glEnable(GL_POINT_SMOOTH);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   for (unsigned i = 0; i < ROUND_POINTS; i++) {
      if (round_points[i].attenuated)
         glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
      glPointSize(round_points[i].attenuated ? round_points[i].size / 2 : round_points[i].size);
      point(round_points[i].x, round_points[i].y);
   }
}

/* The part of each pixel that is in a circle. */
static void reference_smooth_points(uint8_t rgba[API_TEXELS][4])
{
   enum { GRID = 32 };
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS * ROUND_POINTS; i++) {
      const struct round_point *p = &round_points[i / API_TEXELS];
      const unsigned texel = i % API_TEXELS;
      unsigned covered = 0;
      for (unsigned k = 0; k < GRID * GRID; k++) {
         const double x = texel % API_SIZE + (k % GRID + 0.5) / GRID - (double)p->x, y = texel / API_SIZE + (k / GRID + 0.5) / GRID - (double)p->y;
         covered += x * x + y * y < (double)(p->size * p->size / 4);
      }
      const double alpha = covered / (double)(GRID * GRID);
      if (covered)
         memset(rgba[texel], (int)(alpha * 255 + 0.5), 3), rgba[texel][3] = (uint8_t)(alpha * alpha * 255 + 0.5);
   }
}

/* ---- smooth lines of one face (14.5.4) --------------------------------------------------------------------------------------------------- */

/* The filled face has the pixels that it has without smooth lines, and all of their alpha. */
static void draw_smooth_face(void)
{
   legacy_window_coordinates();
   glEnable(GL_LINE_SMOOTH);
   glPolygonMode(GL_BACK, GL_LINE);
   glLineWidth(1.5f);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE); /* a pixel that is drawn twice is brighter */
   glColor4f(0.25f, 0.5f, 0.125f, 1);
   glRecti(-40, -40, 60, 20);
   glBegin(GL_TRIANGLES);
   glVertex2i(0, 20);
   glVertex2i(10, 20);
   glVertex2i(10, 30);
   glVertex2i(0, 20);
   glVertex2i(10, 30);
   glVertex2i(0, 30);
   glEnd();
}

static void reference_smooth_face(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int i = 0; i < API_TEXELS; i++)
      if (i / 32 < 20 || (i / 32 < 30 && i % 32 < 10))
         legacy_put(rgba, i % 32, i / 32, 64, 128, 32);
}

#define BODY(name, tolerance, few, draw, reference) {name, COMPATIBILITY, 21, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_points[] = {
   BODY("legacy-sprites", 1, 0, draw_sprites, reference_sprites),
   BODY("legacy-smooth-points", 20, 8, draw_smooth_points, reference_smooth_points),
   BODY("legacy-smooth-face", 1, 0, draw_smooth_face, reference_smooth_face),
   {0},
};
