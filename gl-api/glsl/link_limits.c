/* link_limits.c: limits of varyings and uniforms. Variables that the packing algorithm of ESSL 1.00 appendix A.7 can place must
 * link, independent of the storage that the implementation uses. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

/* "mat4 and array of mat4, mat2 (full rows), vec4, mat3, vec3, vec2, float"; more rows first among equals. */
static int by_width(const void *pa, const void *pb)
{
   const struct link_packed *a = pa, *b = pb;
   if (a->columns != b->columns)
      return b->columns - a->columns;
   if (a->rows != b->rows)
      return a->rows < b->rows ? 1 : -1;
   return a->tag < b->tag ? -1 : a->tag > b->tag;
}

/* First row from which `rows` rows are free in these columns; max_rows: none. */
static uint32_t find_hole(const uint8_t *used, uint32_t max_rows, uint8_t mask, uint32_t rows, bool from_bottom)
{
   uint32_t run = 0;
   for (uint32_t i = 0; i < max_rows; i++) {
      const uint32_t row = from_bottom ? max_rows - 1 - i : i;
      run = used[row] & mask ? 0 : run + 1;
      if (run == rows)
         return from_bottom ? row : row + 1 - rows;
   }
   return max_rows;
}

/* Length of the free run that starts at `row`: single columns prefer the tightest hole. */
static uint32_t hole_length(const uint8_t *used, uint32_t max_rows, uint8_t mask, uint32_t row)
{
   uint32_t end = row;
   while (row > 0 && !(used[row - 1] & mask))
      row--;
   while (end < max_rows && !(used[end] & mask))
      end++;
   return end - row;
}

static bool place(struct link_packed *item, uint8_t *used, uint32_t max_rows)
{
   uint32_t best = max_rows, best_column = 0;
   if (item->columns >= 3) {
      best = find_hole(used, max_rows, (uint8_t)((1 << item->columns) - 1), item->rows, false);
   } else if (item->columns == 2) {
      best = find_hole(used, max_rows, 0x3, item->rows, false);
      if (best == max_rows) {
         best = find_hole(used, max_rows, 0xc, item->rows, true);
         best_column = 2;
      }
   } else {
      uint32_t best_length = ~0u;
      for (uint32_t column = 0; column < 4; column++) {
         const uint8_t mask = (uint8_t)(1 << column);
         const uint32_t row = find_hole(used, max_rows, mask, item->rows, false);
         if (row == max_rows)
            continue;
         const uint32_t length = hole_length(used, max_rows, mask, row);
         if (length < best_length) {
            best = row;
            best_column = column;
            best_length = length;
         }
      }
   }
   if (best == max_rows)
      return false;
   item->row = best;
   item->column = best_column;
   for (uint32_t i = 0; i < item->rows; i++)
      used[best + i] |= (uint8_t)(((1 << item->columns) - 1) << best_column);
   return true;
}

bool link_pack(struct link_packed *item, unsigned count, uint32_t max_rows, uint8_t *used)
{
   if (max_rows > LINK_MAX_ROWS)
      max_rows = LINK_MAX_ROWS;
   if (count)
      qsort(item, count, sizeof *item, by_width);
   for (unsigned i = 0; i < count; i++)
      if (item[i].rows > max_rows || !place(&item[i], used, max_rows))
         return false;
   return true;
}

/* First component from `at` on that enough free rows follow. */
static uint32_t find_run(const struct link_packed *item, uint32_t at, uint32_t max_rows, const uint8_t *used)
{
   at = (at + item->align - 1) & ~(item->align - 1u);
   for (uint32_t row = at / 4; row < max_rows && row * 4 < at + item->components; row++)
      if (used[row])
         at = (row + 1) * 4;
   return at;
}

bool link_pack_dense(struct link_packed *item, unsigned count, uint32_t max_rows, uint8_t *used)
{
   uint32_t at = 0;
   for (unsigned align = 4; align; align /= 2) { /* the order leaves no gaps */
      for (unsigned i = 0; i < count; i++) {
         if (item[i].align != align)
            continue;
         at = find_run(&item[i], at, max_rows, used);
         if (item[i].components > 4 * max_rows || at + item[i].components > 4 * max_rows)
            return false;
         item[i].row = at / 4;
         item[i].column = at % 4;
         at += item[i].components;
      }
   }
   for (unsigned i = 0; i < count; i++)
      for (uint32_t k = 0; k < item[i].components; k++)
         used[item[i].row + (item[i].column + k) / 4] = 0xf;
   return true;
}

#define DEFAULT_BLOCK_B (1u << 18) /* 16384 scalars in arrays */

/* OpenGL 4.6, 7.6: components of the default block of a stage, without samplers. Elements of arrays are 16 bytes apart in it. Elements
 * of arrays of aggregates that no stage uses have space in it and do not count. */
static void check_uniform_components(struct link *l, enum pipe_shader_type stage, uint32_t max_components)
{
   const struct glsl_linked *out = l->out;
   uint64_t components = 0;
   for (unsigned i = 0; i < out->uniform_count; i++) {
      const struct glsl_resource *r = &out->uniforms[i];
      if (r->offset_B[stage] != GLSL_NO_OFFSET && r->base < GLSL_SAMPLER && r->location >= 0)
         components += (uint64_t)r->columns * r->rows * r->array_size * (glsl_scalar_B(r->base) / 4);
      else if (r->offset_B[stage] != GLSL_NO_OFFSET && r->base >= GLSL_SAMPLER) /* a handle: ARB_bindless_texture, 2.14.6 */
         components += 2 * (uint64_t)r->array_size;
   }
   if (components > max_components)
      link_error(l, "the %s shader's uniforms have %llu components; the limit is %u", link_stage_name(stage),
                 (unsigned long long)components, max_components);
   else if (out->default_block_B[stage] > DEFAULT_BLOCK_B)
      link_error(l, "the %s shader's uniforms take %u bytes; the limit is %u", link_stage_name(stage), out->default_block_B[stage],
                 DEFAULT_BLOCK_B);
}

/* Size of the default block of a stage in rows of four components, without samplers. Uniforms that have rows of their own fit. */
static void check_uniform_vectors(struct link *l, enum pipe_shader_type stage, uint32_t max_vectors)
{
   const struct glsl_linked *out = l->out;
   struct link_packed *item = calloc(out->uniform_count + 1, sizeof *item);
   uint8_t used[LINK_MAX_ROWS] = { 0 };
   uint64_t rows_unpacked = 0;
   unsigned count = 0;
   if (!item) {
      l->no_memory = true;
      return;
   }
   for (unsigned i = 0; i < out->uniform_count; i++) {
      const struct glsl_resource *r = &out->uniforms[i];
      if (r->offset_B[stage] == GLSL_NO_OFFSET || r->base >= GLSL_SAMPLER || r->location < 0)
         continue;
      /* A mat2 takes full rows. A scalar of 64 bits takes two components, a vector of more than two of them two rows. */
      const uint8_t components = (uint8_t)(r->rows * glsl_scalar_B(r->base) / 4);
      const uint8_t columns = components > 4 || (r->columns == 2 && r->rows == 2) ? 4 : components;
      const uint32_t rows = r->columns * r->array_size * (components > 4 ? 2u : 1u);
      item[count++] = (struct link_packed){ .columns = columns, .rows = rows, .tag = i };
      rows_unpacked += rows;
   }
   if (rows_unpacked > max_vectors && !link_pack(item, count, max_vectors, used))
      link_error(l, "the %s shader's uniforms need more than the limit of %u vectors", link_stage_name(stage), max_vectors);
   free(item);
}

void link_uniform_limits(struct link *l)
{
   const struct glsl_limits *limits = l->limits;
   uint32_t samplers = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!l->stage[stage].present)
         continue;
      const uint32_t vectors = (uint32_t)(stage == PIPE_SHADER_FRAGMENT ? limits->max_fragment_uniform_vectors :
                                          limits->max_vertex_uniform_vectors);
      if (l->es)
         check_uniform_vectors(l, stage, vectors);
      else
         check_uniform_components(l, stage, 4 * vectors);
      const uint32_t max = (uint32_t)(stage == PIPE_SHADER_VERTEX ? limits->max_vertex_texture_units :
                                                                 limits->max_texture_units);
      if (l->out->sampler_count[stage] > max)
         link_error(l, "the %s shader uses %u samplers; the limit is %u", link_stage_name(stage),
                    l->out->sampler_count[stage], max);
      samplers += l->out->sampler_count[stage];
   }
   if (samplers > (uint32_t)limits->max_combined_texture_units)
      link_error(l, "the shaders use %u samplers together; the limit is %d", samplers, limits->max_combined_texture_units);
}
