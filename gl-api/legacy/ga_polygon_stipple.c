/* ga_polygon_stipple.c: the stipple pattern of filled polygons (GL 4.6 compatibility, 14.6.2). A pattern is an image of 32 x 32 bits,
 * whose first row is the lowest one in the window. */
#include <string.h>

#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_pixels.h"

#define SIDE 32

static struct ga_pixel_layout layout_of(const struct ga_pixel_store *store)
{
   return ga_pixel_layout(store, ga_pixel_format(GL_COLOR_INDEX, GL_BITMAP), SIDE, SIDE, 2);
}

static void set(struct ga_context *ctx, const uint32_t pattern[SIDE])
{
   memcpy(ctx->legacy->stipples.polygon_pattern, pattern, sizeof(ctx->legacy->stipples.polygon_pattern));
   ctx->dirty |= GA_DIRTY_RASTER;
}

/* False: an error was raised, or there is no memory to read. */
static bool unpack(struct ga_context *ctx, const GLubyte *mask, uint32_t pattern[SIDE])
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   const struct ga_pixel_layout layout = layout_of(&ctx->unpack);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   if (!ga_pixel_memory_check(ctx, "glPolygonStipple", buffer, mask, layout.end_B, 1) ||
       !ga_pixel_memory_get(ctx, "glPolygonStipple", buffer, mask, layout.end_B, PIPE_MAP_READ, &memory) || !memory.data)
      return false;
   for (unsigned y = 0; y < SIDE; y++) {
      const uint8_t *row = memory.data + layout.skip_B + layout.stride_B * y;
      pattern[y] = 0;
      for (unsigned x = 0; x < SIDE; x++)
         pattern[y] |= (uint32_t)ga_bit_get(&ctx->unpack, row, x) << (SIDE - 1 - x);
   }
   return true;
}

void ga_PolygonStipple(struct ga_context *ctx, const GLubyte *mask)
{
   uint32_t pattern[SIDE];
   if (unpack(ctx, mask, pattern))
      set(ctx, pattern);
}

static void get(struct ga_context *ctx, const char *command, int64_t room_B, GLubyte *mask)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   const struct ga_pixel_layout layout = layout_of(&ctx->pack);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   if (!buffer && (uint64_t)room_B < layout.end_B) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the pattern takes %llu bytes, but bufSize is %lld", command,
               (unsigned long long)layout.end_B, (long long)room_B);
      return;
   }
   if (!ga_pixel_memory_check(ctx, command, buffer, mask, layout.end_B, 1) ||
       !ga_pixel_memory_get(ctx, command, buffer, mask, layout.end_B, PIPE_MAP_WRITE, &memory) || !memory.data)
      return;
   for (unsigned y = 0; y < SIDE; y++) {
      uint8_t *row = memory.data + layout.skip_B + layout.stride_B * y;
      for (unsigned x = 0; x < SIDE; x++)
         ga_bit_put(&ctx->pack, row, x, ctx->legacy->stipples.polygon_pattern[y] >> (SIDE - 1 - x) & 1);
   }
}

void ga_GetPolygonStipple(struct ga_context *ctx, GLubyte *mask)
{
   get(ctx, "glGetPolygonStipple", INT64_MAX, mask);
}

void ga_GetnPolygonStipple(struct ga_context *ctx, GLsizei bufSize, GLubyte *pattern)
{
   get(ctx, "glGetnPolygonStipple", bufSize < 0 ? 0 : bufSize, pattern);
}

/* ---- display lists: the pattern as it is at the time ------------------------------------------------------------------------ */

static void run(struct ga_context *ctx, const uint32_t pattern[SIDE])
{
   if (ctx->legacy->immediate.inside)
      ga_missing(ctx, "glPolygonStipple");
   else
      set(ctx, pattern);
}

void ga_save_PolygonStipple(struct ga_context *ctx, const GLubyte *mask)
{
   uint32_t pattern[SIDE];
   if (!unpack(ctx, mask, pattern))
      return;
   void *to = ga_list_add(ctx, GA_LIST_POLYGON_STIPPLE, sizeof(pattern));
   if (to)
      memcpy(to, pattern, sizeof(pattern));
   if (ga_list_executes(ctx))
      run(ctx, pattern);
}

void ga_list_play_polygon_stipple(struct ga_context *ctx, const uint8_t *at)
{
   uint32_t pattern[SIDE];
   memcpy(pattern, at, sizeof(pattern));
   run(ctx, pattern);
}
