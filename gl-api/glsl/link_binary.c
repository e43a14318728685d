/* link_binary.c: linked programs as bytes (ES 3.0, 2.11.5; GL 4.6, 7.5). A header names the build and the configuration that the
 * program was linked for and has a hash of the rest. The bytes are checked like input: an array that reaches beyond them, or an
 * index beyond its list, refuses the program. */
#include <stdlib.h>
#include <string.h>

#include "glsl_build_id.h"
#include "gl-api/glsl/link.h"
#include "util/ut_hash.h"

struct header {
   char magic[8];
   struct ut_hash128 build, content;
   uint64_t config;
};
static const char magic[8] = { 'g', 'l', 'o', 'a', 'm', 'p', 'r', 'g' };

static struct ut_hash128 build_hash(void)
{
   return ut_hash128(GLSL_BUILD_ID, strlen(GLSL_BUILD_ID), (struct ut_hash128){ 1, 2 });
}

/* Either direction: bytes are counted (to NULL), written to `to`, or read from `from`. */
struct archive {
   uint8_t *to;
   const uint8_t *from;
   size_t at, size; /* size: readable bytes */
   bool refused, no_memory;
};

static bool reading(const struct archive *a)
{
   return a->from != NULL;
}

static void bytes(struct archive *a, void *p, size_t n)
{
   if (reading(a) && n > a->size - a->at) {
      a->refused = true;
      memset(p, 0, n);
      return;
   }
   if (reading(a))
      memcpy(p, a->from + a->at, n);
   else if (a->to)
      memcpy(a->to + a->at, p, n);
   a->at += n;
}

/* The memory of a list that was read; NULL: it is empty, or the program is refused. Each element takes at least a byte. */
static void *room(struct archive *a, uint32_t count, size_t element_B)
{
   if (a->refused || a->no_memory || !count)
      return NULL;
   if (count > a->size - a->at) {
      a->refused = true;
      return NULL;
   }
   void *p = calloc(count, element_B);
   a->no_memory = !p;
   return p;
}

static void string(struct archive *a, char **s)
{
   uint32_t length = !reading(a) && *s ? (uint32_t)strlen(*s) + 1 : 0; /* 0: no string */
   bytes(a, &length, sizeof length);
   if (reading(a))
      *s = room(a, length, 1);
   if (!*s)
      return;
   bytes(a, *s, length);
   if (reading(a))
      (*s)[length - 1] = 0;
}

/* Plain bytes of a list; NULL stays NULL. */
static void blob(struct archive *a, void **p, size_t size_B)
{
   uint32_t size = *p || reading(a) ? (uint32_t)size_B : 0;
   uint32_t stored = size;
   bytes(a, &stored, sizeof stored);
   if (reading(a)) {
      *p = NULL;
      a->refused |= stored && stored != size_B;
      if (stored)
         *p = room(a, stored, 1);
   }
   if (*p)
      bytes(a, *p, stored);
}

/* Elements of a struct with one string, its member `name`. The count of read elements grows with each, so that a list
 * that ends early can be freed. */
#define NAMED_LIST(a, type, list, count)                                            \
   do {                                                                             \
      const uint32_t wanted = (count);                                              \
      if (reading(a)) {                                                             \
         (count) = 0;                                                               \
         (list) = room(a, wanted, sizeof(type));                                    \
      }                                                                             \
      for (uint32_t i = 0; (list) && i < wanted && !(a)->refused && !(a)->no_memory; i++) { \
         type plain = (list)[i];                                                    \
         plain.name = NULL;                                                         \
         bytes(a, &plain, sizeof plain);                                            \
         plain.name = reading(a) ? NULL : (list)[i].name;                           \
         string(a, &plain.name);                                                    \
         (list)[i] = plain;                                                         \
         if (reading(a))                                                            \
            (count)++;                                                              \
      }                                                                             \
   } while (0)

/* Every pointer in the struct: none is written to a file, and none that a file claims is followed. */
static void clear_pointers(struct glsl_linked *l)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      l->stage[stage].spirv = NULL;
      l->initial[stage] = NULL;
      l->subroutines[stage] = NULL;
      l->subroutine_uniforms[stage] = NULL;
   }
   l->uniforms = l->attribs = l->buffer_variables = l->inputs = l->outputs = NULL;
   l->uniform_blocks = l->storage_blocks = l->counter_buffers = NULL;
   l->location = NULL;
   l->declared_inputs = l->declared_outputs = NULL;
   l->varyings = NULL;
   l->refs = 1;
}

static void plain_part(struct archive *a, struct glsl_linked *l)
{
   struct glsl_linked plain = *l;
   clear_pointers(&plain);
   bytes(a, &plain, sizeof plain);
   clear_pointers(&plain);
   if (reading(a))
      *l = plain;
}

static void stage_part(struct archive *a, struct glsl_linked *l, unsigned stage)
{
   struct pipe_shader_state *s = &l->stage[stage];
   void *spirv = (void *)(uintptr_t)s->spirv, *initial = l->initial[stage];
   a->refused |= reading(a) && s->spirv_words > UINT32_MAX / 4;
   blob(a, &spirv, s->spirv_words * sizeof(uint32_t));
   s->spirv = spirv;
   blob(a, &initial, l->default_block_B[stage]);
   l->initial[stage] = initial;
   NAMED_LIST(a, struct glsl_subroutine, l->subroutines[stage], l->subroutine_count[stage]);
   NAMED_LIST(a, struct glsl_subroutine_uniform, l->subroutine_uniforms[stage], l->subroutine_uniform_count[stage]);
}

/* Each list is visited even if the program is refused meanwhile: its count becomes that of its elements. */
static void visit(struct archive *a, struct glsl_linked *l)
{
   plain_part(a, l);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      stage_part(a, l, stage);
   void *location = l->location;
   blob(a, &location, l->uniform_locations * sizeof *l->location);
   l->location = location;
   NAMED_LIST(a, struct glsl_resource, l->uniforms, l->uniform_count);
   NAMED_LIST(a, struct glsl_resource, l->attribs, l->attrib_count);
   NAMED_LIST(a, struct glsl_resource, l->buffer_variables, l->buffer_variable_count);
   NAMED_LIST(a, struct glsl_resource, l->inputs, l->input_count);
   NAMED_LIST(a, struct glsl_resource, l->outputs, l->output_count);
   NAMED_LIST(a, struct glsl_block, l->uniform_blocks, l->uniform_block_count);
   NAMED_LIST(a, struct glsl_block, l->storage_blocks, l->storage_block_count);
   NAMED_LIST(a, struct glsl_block, l->counter_buffers, l->counter_buffer_count);
   NAMED_LIST(a, struct glsl_declared, l->declared_inputs, l->declared_input_count);
   NAMED_LIST(a, struct glsl_declared, l->declared_outputs, l->declared_output_count);
   NAMED_LIST(a, struct glsl_varying, l->varyings, l->varying_count);
}

/* ---- limits of the bytes --------------------------------------------------------------------------------------------------- */

static bool named(const struct glsl_resource *r, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      if (!r[i].name || !r[i].array_size)
         return false;
   return true;
}

/* Bytes of a uniform in the default block (struct pipe_shader_state): vectors of arrays and matrices are 16 bytes apart, those of
 * more than two scalars of 64 bits 32. */
static uint64_t extent_B(const struct glsl_resource *r)
{
   const uint64_t vector_B = (uint64_t)r->rows * glsl_scalar_B(r->base), apart_B = vector_B > 16 ? 32 : 16;
   const uint64_t vectors = (uint64_t)r->array_size * (r->columns ? r->columns : 1);
   return (vectors - 1) * apart_B + vector_B;
}

static bool sound_uniform(const struct glsl_linked *l, const struct glsl_resource *r)
{
   const bool opaque = r->base == GLSL_SAMPLER || r->base == GLSL_IMAGE;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const uint32_t slots = r->base == GLSL_SAMPLER ? l->sampler_count[stage] : l->image_count[stage];
      if (opaque && r->sampler_slot[stage] != GLSL_NO_SLOT && r->sampler_slot[stage] + (uint64_t)r->array_size > slots)
         return false;
      if (!opaque && r->offset_B[stage] != GLSL_NO_OFFSET && r->offset_B[stage] + extent_B(r) > l->default_block_B[stage])
         return false;
   }
   return r->rows <= 4 && r->columns <= 4 && (r->location < 0 || r->location + (uint64_t)r->array_size <= l->uniform_locations) &&
          (r->block < 0 || (uint32_t)r->block < (r->base == GLSL_COUNTER ? l->counter_buffer_count : l->uniform_block_count));
}

static bool sound_stage(const struct glsl_linked *l, unsigned stage)
{
   const struct pipe_shader_state *s = &l->stage[stage];
   bool sound = (!s->spirv || (s->stage == stage && s->spirv_words > 5 && s->spirv[0] == 0x07230203)) &&
                l->sampler_count[stage] <= PIPE_MAX_SAMPLERS && l->image_count[stage] <= PIPE_MAX_SHADER_IMAGES &&
                s->so.count <= PIPE_MAX_SO_OUTPUTS;
   for (unsigned i = 0; sound && i < s->so.count; i++) {
      const struct pipe_stream_output *o = &s->so.out[i];
      sound = o->buffer < PIPE_MAX_SO_BUFFERS && o->stream < 4 && o->start_component + o->num_components <= 4;
   }
   return sound;
}

static bool sound_subroutines(const struct glsl_linked *l, unsigned stage)
{
   for (uint32_t i = 0; i < l->subroutine_count[stage]; i++)
      if (!l->subroutines[stage][i].name || l->subroutines[stage][i].index >= GLSL_MAX_SUBROUTINES)
         return false;
   for (uint32_t i = 0; i < l->subroutine_uniform_count[stage]; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][i];
      const uint64_t end_B = (uint64_t)u->offset_B + 16ull * u->array_size;
      if (!u->name || u->location < 0 || (uint64_t)u->location + u->array_size > l->subroutine_locations[stage] ||
          (u->offset_B != GLSL_NO_OFFSET && (!u->array_size || end_B - 12 > l->default_block_B[stage])))
         return false;
   }
   return l->subroutine_locations[stage] <= GLSL_MAX_SUBROUTINE_LOCATIONS;
}

/* unnamed: atomic counter buffers. slots: of constant buffers or shader buffers. */
static bool sound_blocks(const struct glsl_block *b, uint32_t count, bool unnamed, unsigned slots)
{
   for (uint32_t i = 0; i < count; i++) {
      if (!unnamed && !b[i].name)
         return false;
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         if (b[i].slot[stage] != GLSL_NO_SLOT && b[i].slot[stage] >= slots)
            return false;
   }
   return true;
}

static bool sound_declared(const struct glsl_declared *d, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      if (!d[i].name || !d[i].type_at || d[i].type_at > strlen(d[i].name))
         return false;
   return true;
}

static bool sound(const struct glsl_linked *l)
{
   bool good = named(l->uniforms, l->uniform_count) && named(l->attribs, l->attrib_count) && named(l->inputs, l->input_count) &&
               named(l->outputs, l->output_count) && sound_blocks(l->uniform_blocks, l->uniform_block_count, false, PIPE_CONST_SLOT_STATE) &&
               sound_blocks(l->storage_blocks, l->storage_block_count, false, PIPE_MAX_SHADER_BUFFERS) &&
               sound_blocks(l->counter_buffers, l->counter_buffer_count, true, PIPE_MAX_SHADER_BUFFERS) &&
               sound_declared(l->declared_inputs, l->declared_input_count) &&
               sound_declared(l->declared_outputs, l->declared_output_count) && (l->location || !l->uniform_locations);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      good = good && sound_stage(l, stage) && sound_subroutines(l, stage);
   for (uint32_t i = 0; good && i < l->buffer_variable_count; i++)
      good = l->buffer_variables[i].name != NULL;
   for (uint32_t i = 0; good && i < l->uniform_count; i++)
      good = sound_uniform(l, &l->uniforms[i]);
   for (uint32_t i = 0; good && i < l->uniform_locations; i++)
      good = l->location[i].uniform >= GLSL_LOCATION_INACTIVE ||
             (l->location[i].uniform < l->uniform_count && l->location[i].element < l->uniforms[l->location[i].uniform].array_size);
   for (uint32_t i = 0; good && i < l->varying_count; i++)
      good = l->varyings[i].name && l->varyings[i].buffer < PIPE_MAX_SO_BUFFERS;
   return good;
}

/* ---- the two directions ------------------------------------------------------------------------------------------------------ */

size_t glsl_linked_save(const struct glsl_linked *l, uint64_t config, void *to, size_t size_B)
{
   struct glsl_linked copy = *l; /* visited, not changed */
   struct archive count = { 0 };
   visit(&count, &copy);
   const size_t total_B = sizeof(struct header) + count.at;
   if (!to || size_B < total_B)
      return total_B;
   uint8_t *content = (uint8_t *)to + sizeof(struct header);
   struct archive a = { .to = content };
   visit(&a, &copy);
   struct header head = { .build = build_hash(), .content = ut_hash128(content, a.at, (struct ut_hash128){ config, 3 }),
                          .config = config };
   memcpy(head.magic, magic, sizeof magic);
   memcpy(to, &head, sizeof head);
   return total_B;
}

struct glsl_linked *glsl_linked_load(const void *from, size_t size_B, uint64_t config, const char **why)
{
   struct header head;
   *why = "it is not a program binary of this driver";
   if (size_B < sizeof head)
      return NULL;
   memcpy(&head, from, sizeof head);
   const struct ut_hash128 build = build_hash();
   if (memcmp(head.magic, magic, sizeof magic) != 0)
      return NULL;
   *why = "it was made by another version of the driver, or for another device or kind of context";
   if (head.build.lo != build.lo || head.build.hi != build.hi || head.config != config)
      return NULL;
   *why = "its contents are damaged";
   struct archive a = { .from = (const uint8_t *)from + sizeof head, .size = size_B - sizeof head };
   const struct ut_hash128 content = ut_hash128(a.from, a.size, (struct ut_hash128){ config, 3 });
   if (head.content.lo != content.lo || head.content.hi != content.hi)
      return NULL;
   struct glsl_linked *l = calloc(1, sizeof *l);
   if (l) {
      visit(&a, l);
      if (!a.no_memory && !a.refused && a.at == a.size && sound(l))
         return l;
   }
   if (!l || a.no_memory)
      *why = NULL;
   glsl_linked_unref(l);
   return NULL;
}
