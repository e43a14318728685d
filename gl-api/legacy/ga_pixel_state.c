/* ga_pixel_state.c: glPixelTransfer, glPixelMap and glPixelZoom: the state of pixel transfer (GL 2.1, 3.6.3). */
#include <math.h>
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/object/ga_pixel_transfer.h"

void ga_PixelZoom(struct ga_context *ctx, GLfloat x, GLfloat y)
{
   ctx->legacy->pixel_zoom[0] = x;
   ctx->legacy->pixel_zoom[1] = y;
}

/* ---- glPixelTransfer ------------------------------------------------------------------------------------------------------------- */

static GLfloat *number_of(struct ga_pixel_transfer *t, GLenum pname)
{
   switch (pname) {
   case GL_RED_SCALE: return &t->scale[0];
   case GL_GREEN_SCALE: return &t->scale[1];
   case GL_BLUE_SCALE: return &t->scale[2];
   case GL_ALPHA_SCALE: return &t->scale[3];
   case GL_RED_BIAS: return &t->bias[0];
   case GL_GREEN_BIAS: return &t->bias[1];
   case GL_BLUE_BIAS: return &t->bias[2];
   case GL_ALPHA_BIAS: return &t->bias[3];
   case GL_DEPTH_SCALE: return &t->depth_scale;
   case GL_DEPTH_BIAS: return &t->depth_bias;
   default: return NULL;
   }
}

/* The value as an integer, in case that the parameter is one. */
static void set(struct ga_context *ctx, const char *command, GLenum pname, GLfloat value, GLint integer)
{
   struct ga_pixel_transfer *t = &ctx->legacy->transfer;
   GLfloat *number = number_of(t, pname);
   if (number)
      *number = value;
   else if (pname == GL_MAP_COLOR)
      t->map_color = value != 0;
   else if (pname == GL_MAP_STENCIL)
      t->map_stencil = value != 0;
   else if (pname == GL_INDEX_SHIFT)
      t->index_shift = integer;
   else if (pname == GL_INDEX_OFFSET)
      t->index_offset = integer;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

void ga_PixelTransferf(struct ga_context *ctx, GLenum pname, GLfloat param)
{
   set(ctx, "glPixelTransferf", pname, param, param >= 2147483648.0f ? INT32_MAX : param > -2147483648.0f ? (GLint)roundf(param) : INT32_MIN);
}

void ga_PixelTransferi(struct ga_context *ctx, GLenum pname, GLint param)
{
   set(ctx, "glPixelTransferi", pname, (GLfloat)param, param);
}

/* ---- glPixelMap ------------------------------------------------------------------------------------------------------------------ */

/* Arrays of GL_FLOAT, GL_UNSIGNED_INT or GL_UNSIGNED_SHORT. */
static unsigned element_B(GLenum type)
{
   return type == GL_UNSIGNED_SHORT ? 2 : 4;
}

/* Maps to indices hold integers; the others hold components, of which integers represent 0 to 1 (GL 2.1, table 2.9). */
static bool holds_indices(GLenum name)
{
   return name == GL_PIXEL_MAP_I_TO_I || name == GL_PIXEL_MAP_S_TO_S;
}

static GLfloat element(const uint8_t *values, GLenum type, GLenum name, GLsizei i)
{
   GLfloat f;
   GLuint ui;
   GLushort us;
   switch (type) {
   case GL_FLOAT:
      memcpy(&f, values + 4 * i, 4);
      return holds_indices(name) ? f : f > 0 ? f < 1 ? f : 1 : 0;
   case GL_UNSIGNED_INT:
      memcpy(&ui, values + 4 * i, 4);
      return holds_indices(name) ? (GLfloat)ui : (GLfloat)(ui / 4294967295.0);
   default:
      memcpy(&us, values + 2 * i, 2);
      return holds_indices(name) ? (GLfloat)us : (GLfloat)us / 65535.0f;
   }
}

static bool is_map(GLenum name)
{
   return name >= GL_PIXEL_MAP_I_TO_I && name < GL_PIXEL_MAP_I_TO_I + GA_PIXEL_MAPS;
}

static bool is_size(GLenum name, GLsizei size)
{
   const bool of_indices = name <= GL_PIXEL_MAP_I_TO_A;
   return size >= 1 && size <= GA_MAX_PIXEL_MAP && !(of_indices && size & (size - 1));
}

static bool legal_map(struct ga_context *ctx, const char *command, GLenum name)
{
   if (is_map(name))
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(name));
   return false;
}

static bool legal_size(struct ga_context *ctx, const char *command, GLenum name, GLsizei size)
{
   if (is_size(name, size))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %d values of %s", command, size, ga_enum_name(name));
   return false;
}

static void set_map(struct ga_context *ctx, GLenum name, GLsizei size, GLenum type, const uint8_t *values)
{
   struct ga_pixel_map *map = &ctx->legacy->pixel_map[name - GL_PIXEL_MAP_I_TO_I];
   map->size = size;
   for (GLsizei i = 0; i < size; i++)
      map->value[i] = element(values, type, name, i);
}

/* The values that the pointer means: of client memory or of the pixel buffer. False: an error was raised. */
static bool take(struct ga_context *ctx, const char *command, GLsizei size, GLenum type, const void *values,
                 struct ga_pixel_memory *memory)
{
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   const uint64_t end_B = (uint64_t)size * element_B(type);
   return ga_pixel_memory_check(ctx, command, buffer, values, end_B, element_B(type)) &&
          ga_pixel_memory_get(ctx, command, buffer, values, end_B, PIPE_MAP_READ, memory) && memory->data;
}

static void pixel_map(struct ga_context *ctx, const char *command, GLenum name, GLsizei size, GLenum type, const void *values)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   if (legal_map(ctx, command, name) && legal_size(ctx, command, name, size) && take(ctx, command, size, type, values, &memory))
      set_map(ctx, name, size, type, memory.data);
}

/* Of a list. */
static void run(struct ga_context *ctx, GLenum name, GLsizei size, GLenum type, const uint8_t *values)
{
   if (ctx->legacy->immediate.inside)
      ga_missing(ctx, "glPixelMap");
   else if (legal_map(ctx, "glPixelMap", name) && legal_size(ctx, "glPixelMap", name, size))
      set_map(ctx, name, size, type, values);
}

struct saved_map { GLenum name, type; GLsizei size; GLuint pad; };

/* The values as they are at the time. Errors of map and size are those of the execution. */
static void save_map(struct ga_context *ctx, const char *command, GLenum name, GLsizei size, GLenum type, const void *values)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   const bool legal = is_map(name) && is_size(name, size);
   if (legal && !take(ctx, command, size, type, values, &memory))
      return;
   const struct saved_map saved = {name, type, size, 0};
   const size_t values_B = legal ? (size_t)size * element_B(type) : 0;
   uint8_t *to = ga_list_add(ctx, GA_LIST_PIXEL_MAP, sizeof(saved) + values_B);
   if (to)
      memcpy(to, &saved, sizeof(saved));
   if (to && values_B)
      memcpy(to + sizeof(saved), memory.data, values_B);
   if (ga_list_executes(ctx))
      run(ctx, name, size, type, memory.data);
}

void ga_list_play_pixel_map(struct ga_context *ctx, const uint8_t *at)
{
   struct saved_map saved;
   memcpy(&saved, at, sizeof(saved));
   run(ctx, saved.name, saved.size, saved.type, at + sizeof(saved));
}

/* size_B: of the memory of the application; a bound buffer has its own. */
static void get_map(struct ga_context *ctx, const char *command, GLenum name, GLenum type, GLint64 size_B, void *values)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   if (!legal_map(ctx, command, name))
      return;
   const struct ga_pixel_map *map = &ctx->legacy->pixel_map[name - GL_PIXEL_MAP_I_TO_I];
   const uint64_t end_B = (uint64_t)map->size * element_B(type);
   if (!buffer && (GLint64)end_B > size_B) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes are needed, bufSize is %lld", command, (unsigned long long)end_B,
               (long long)size_B);
      return;
   }
   if (!ga_pixel_memory_check(ctx, command, buffer, values, end_B, element_B(type)) ||
       !ga_pixel_memory_get(ctx, command, buffer, values, end_B, PIPE_MAP_WRITE, &memory) || !memory.data)
      return;
   for (GLsizei i = 0; i < map->size; i++) {
      const GLfloat f = map->value[i];
      const double scaled = holds_indices(name) ? (double)f : f * (type == GL_UNSIGNED_SHORT ? 65535.0 : 4294967295.0);
      const double limit = type == GL_UNSIGNED_SHORT ? 65535.0 : 4294967295.0;
      const GLuint ui = scaled <= 0 ? 0 : scaled >= limit ? (GLuint)limit : (GLuint)(scaled + 0.5);
      const GLushort us = (GLushort)ui;
      memcpy(memory.data + (size_t)i * element_B(type), type == GL_FLOAT ? (const void *)&f : type == GL_UNSIGNED_INT ? (const void *)&ui : &us,
             element_B(type));
   }
}

#define MAPS(suffix, type, name) \
   void ga_PixelMap##suffix(struct ga_context *ctx, GLenum map, GLsizei mapsize, const type *values) \
   { pixel_map(ctx, "glPixelMap" #suffix, map, mapsize, name, values); } \
   void ga_save_PixelMap##suffix(struct ga_context *ctx, GLenum map, GLsizei mapsize, const type *values) \
   { save_map(ctx, "glPixelMap" #suffix, map, mapsize, name, values); } \
   void ga_GetPixelMap##suffix(struct ga_context *ctx, GLenum map, type *values) \
   { get_map(ctx, "glGetPixelMap" #suffix, map, name, INT64_MAX, values); } \
   void ga_GetnPixelMap##suffix(struct ga_context *ctx, GLenum map, GLsizei bufSize, type *values) \
   { get_map(ctx, "glGetnPixelMap" #suffix, map, name, bufSize, values); }

MAPS(fv, GLfloat, GL_FLOAT)
MAPS(uiv, GLuint, GL_UNSIGNED_INT)
MAPS(usv, GLushort, GL_UNSIGNED_SHORT)

/* ---- initial state ----------------------------------------------------------------------------------------------------------- */

void ga_pixel_transfer_init(struct ga_legacy *l)
{
   struct ga_pixel_transfer *t = &l->transfer;
   for (unsigned i = 0; i < 4; i++)
      t->scale[i] = 1;
   t->depth_scale = 1;
   for (unsigned i = 0; i < GA_PIXEL_MAPS; i++)
      l->pixel_map[i].size = 1;
}
