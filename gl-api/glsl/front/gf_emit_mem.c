/* gf_emit_mem.c: types in memory. Types in uniform and buffer blocks have offsets and strides and no bool; types of values have
 * none. They are different SPIR-V types, which are converted member by member. */
#include "gf_emit.h"

#include <string.h>

enum { PART_OF_BLOCK_MAX = 1 << 16 };

bool gf_is_handle(const struct gf_type *t) { return t->base == GF_SAMPLER || t->base == GF_IMAGE; }
static bool lies_otherwise(const struct gf_type *t) { return t->base == GF_BOOL || gf_is_handle(t); }

/* In uniforms outside blocks. */
static bool is_loose_handle(const struct gf_type *t, struct gf_mem m)
{
   return gf_is_handle(t) && m.handles & (t->base == GF_IMAGE ? GF_IMAGE_HANDLES : GF_SAMPLER_HANDLES);
}

bool gf_is_object(const struct gf_type *t, const struct gf_place *at)
{
   return at->storage == SpvStorageClassUniformConstant && !is_loose_handle(t, at->mem);
}

static struct gf_mem mem_of_block(const struct gf_record *r)
{
   const bool in_memory = r->qual.storage == GF_S_UNIFORM || r->qual.storage == GF_S_BUFFER;
   return (struct gf_mem){ .pack = !in_memory ? GF_PACK_NONE : r->std430 ? GF_PACK_STD430 : GF_PACK_STD140 };
}

struct gf_mem gf_mem_of(const struct gf_type *t, SpvStorageClass storage)
{
   const struct gf_type *bare = gf_bare(t);
   if (bare->base == GF_BLOCK)
      return mem_of_block(bare->record);
   return (struct gf_mem){ .pack = storage == SpvStorageClassUniformConstant ? GF_PACK_LOOSE : GF_PACK_NONE };
}

struct gf_mem gf_mem_of_symbol(const struct gf_symbol *s)
{
   if (s->builtin && s->type == GF_T(uint64_t))
      return (struct gf_mem){ .pack = GF_PACK_MASK };
   struct gf_mem m = gf_mem_of(s->type, (SpvStorageClass)s->storage);
   m.handles = s->handles;
   return m;
}

struct gf_mem gf_mem_of_member(const struct gf_type *t, unsigned member, struct gf_mem m)
{
   if (t->base != GF_BLOCK)
      return m;
   m = mem_of_block(t->record);
   m.row_major = t->record->members[member].row_major;
   return m;
}

/* ---- types ---- */

static void member_decorations(struct gf_emit *e, uint32_t id, unsigned i, const struct gf_type *t, struct gf_mem m, int offset)
{
   const struct gf_type *bare = gf_bare(t);
   GF_PUT(e, GF_DECORATIONS, SpvOpMemberDecorate, id, i, SpvDecorationOffset, (uint32_t)offset);
   if (!gf_is_matrix(bare))
      return;
   GF_PUT(e, GF_DECORATIONS, SpvOpMemberDecorate, id, i, m.row_major ? SpvDecorationRowMajor : SpvDecorationColMajor);
   GF_PUT(e, GF_DECORATIONS, SpvOpMemberDecorate, id, i, SpvDecorationMatrixStride,
          (uint32_t)gf_stride_of(bare, m.pack == GF_PACK_STD430, m.row_major));
}

static uint32_t record_id(struct gf_emit *e, const struct gf_type *t, struct gf_mem m)
{
   const struct gf_record *r = t->record;
   struct gf_words w = { 0 };
   int64_t at = 0;
   GF_PUSH(e->c, &w, 0);
   for (unsigned i = 0; i < r->count; i++) {
      const uint32_t member = gf_mem_type_id(e, r->members[i].type, gf_mem_of_member(t, i, m));
      GF_PUSH(e->c, &w, member);
   }
   const uint32_t id = w.at[0] = gf_id(e);
   gf_put(e, GF_GLOBALS, SpvOpTypeStruct, w.at, w.count);
   gf_put_name(e, id, r->name);
   for (unsigned i = 0; i < r->count; i++) {
      const struct gf_member *member = &r->members[i];
      const struct gf_mem mm = gf_mem_of_member(t, i, m);
      const bool std430 = mm.pack == GF_PACK_STD430;
      gf_put_member_name(e, id, i, member->name->text);
      if (m.pack == GF_PACK_LOOSE)
         continue;
      if (t->base != GF_BLOCK) {
         const int a = gf_align_of(member->type, std430, mm.row_major);
         at = (at + a - 1) / a * a;
      }
      member_decorations(e, id, i, member->type, mm, t->base == GF_BLOCK ? member->offset : (int)at);
      at += gf_size_of(member->type, std430, mm.row_major);
   }
   return id;
}

static void block_decorations(struct gf_emit *e, uint32_t id, const struct gf_record *r)
{
   static const struct { uint8_t bit; SpvDecoration decoration; } rows[] = {
      { GF_M_COHERENT, SpvDecorationCoherent }, { GF_M_VOLATILE, SpvDecorationVolatile },
      { GF_M_RESTRICT, SpvDecorationRestrict }, { GF_M_READONLY, SpvDecorationNonWritable },
      { GF_M_WRITEONLY, SpvDecorationNonReadable } };
   const bool buffer = r->qual.storage == GF_S_BUFFER;
   GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, id, buffer && !e->lists_all ? SpvDecorationBufferBlock : SpvDecorationBlock);
   for (unsigned i = 0; buffer && i < r->count; i++) {
      for (unsigned k = 0; k < GF_COUNT(rows); k++) {
         if ((r->qual.memory | r->members[i].qual.memory) & rows[k].bit)
            GF_PUT(e, GF_DECORATIONS, SpvOpMemberDecorate, id, i, rows[k].decoration);
      }
   }
}

uint32_t gf_mem_type_id(struct gf_emit *e, const struct gf_type *t, struct gf_mem m)
{
   if (m.pack == GF_PACK_NONE || (m.pack == GF_PACK_LOOSE && !gf_contains(t, lies_otherwise)))
      return gf_type_id(e, t);
   if (m.pack == GF_PACK_MASK)
      return gf_type_id(e, GF_T(uvec4));
   if (t->base == GF_BOOL)
      return gf_type_id(e, gf_vector(GF_UINT, t->rows));
   if (m.pack == GF_PACK_LOOSE && gf_is_handle(t))
      return is_loose_handle(t, m) ? gf_type_id(e, t) : gf_opaque_type_id(e, t);
   if (gf_is_basic(t) || gf_is_opaque(t))
      return gf_type_id(e, t);
   if (!gf_is_handle(gf_bare(t)))
      e->image_format = 0; /* members of structs have none */
   const struct { const struct gf_type *type; uint32_t mem, format; } key =
      { t, 1u + m.pack * 2u + m.row_major + m.handles * 16u, e->image_format };
   uint32_t *id = gf_slot(e, &key, sizeof(key));
   if (*id)
      return *id;
   if (t->base == GF_ARRAY) {
      const uint32_t elem = gf_mem_type_id(e, t->elem, m);
      const uint32_t made = gf_id(e);
      if (t->length == GF_UNSIZED)
         GF_PUT(e, GF_GLOBALS, SpvOpTypeRuntimeArray, made, elem);
      else
         GF_PUT(e, GF_GLOBALS, SpvOpTypeArray, made, elem, gf_constant_u32(e, GF_T(uint), (uint32_t)t->length));
      if (gf_bare(t)->base != GF_BLOCK && m.pack != GF_PACK_LOOSE)
         GF_PUT(e, GF_DECORATIONS, SpvOpDecorate, made, SpvDecorationArrayStride,
                (uint32_t)gf_stride_of(t, m.pack == GF_PACK_STD430, m.row_major));
      return *id = made;
   }
   *id = record_id(e, t, m);
   if (t->base == GF_BLOCK)
      block_decorations(e, *id, t->record);
   return *id;
}

/* ---- values ---- */

static const struct gf_type *part_of(const struct gf_type *t, unsigned i)
{
   return t->base == GF_ARRAY ? t->elem : t->record->members[i].type;
}

/* A constant in memory layout: the initial value of a uniform. */
uint32_t gf_constant_in_memory(struct gf_emit *e, const struct gf_type *t, struct gf_mem m, const union gf_scalar **at)
{
   const uint32_t type = gf_mem_type_id(e, t, m);
   if (type == gf_type_id(e, t))
      return gf_constant(e, t, at);
   if (t->base == GF_BOOL)
      return gf_constant(e, gf_vector(GF_UINT, t->rows), at);
   if (t->base != GF_ARRAY && t->base != GF_STRUCT)
      gf_lack(e, "initial values of this type");
   const unsigned n = t->base == GF_ARRAY ? (unsigned)t->length : t->record->count;
   struct gf_words w = { 0 };
   for (unsigned i = 0; i < n; i++) {
      const uint32_t id = gf_constant_in_memory(e, part_of(t, i), gf_mem_of_member(t, i, m), at);
      GF_PUSH(e->c, &w, id);
   }
   return gf_constant_composite(e, type, &w);
}

static uint32_t convert(struct gf_emit *e, uint32_t id, const struct gf_type *t, struct gf_mem m, bool to_memory)
{
   if (m.pack == GF_PACK_NONE || gf_mem_type_id(e, t, m) == gf_type_id(e, t))
      return id;
   if (m.pack == GF_PACK_MASK) {
      const uint32_t low = GF_OP(e, SpvOpVectorShuffle, gf_type_id(e, GF_T(uvec2)), id, id, 0, 1);
      return GF_OP(e, SpvOpBitcast, gf_type_id(e, t), low);
   }
   if (gf_is_handle(t)) {
      e->handles = true;
      const uint32_t wide = GF_OP(e, t->base == GF_IMAGE ? SpvOpConvertImageToUNV : SpvOpConvertSampledImageToUNV,
                                  gf_type_id(e, GF_T(uint64_t)), id);
      return GF_OP(e, SpvOpBitcast, gf_type_id(e, GF_T(uvec2)), wide);
   }
   if (t->base == GF_BOOL) {
      const struct gf_type *stored = gf_vector(GF_UINT, t->rows);
      return to_memory ? gf_convert_id(e, id, t, stored) : gf_convert_id(e, id, stored, t);
   }
   struct gf_words w = { 0 };
   const unsigned n = t->base == GF_ARRAY ? (unsigned)t->length : t->record->count;
   if (t->length == GF_UNSIZED || n > PART_OF_BLOCK_MAX)
      gf_lack(e, "a copy of so large an array");
   for (unsigned i = 0; i < n; i++) {
      const struct gf_type *part = part_of(t, i);
      const uint32_t have = to_memory ? gf_type_id(e, part) : gf_mem_type_id(e, part, gf_mem_of_member(t, i, m));
      const uint32_t piece = convert(e, GF_OP(e, SpvOpCompositeExtract, have, id, i), part, gf_mem_of_member(t, i, m), to_memory);
      GF_PUSH(e->c, &w, piece);
   }
   return gf_result(e, SpvOpCompositeConstruct, to_memory ? gf_mem_type_id(e, t, m) : gf_type_id(e, t), w.at, w.count);
}

uint32_t gf_from_memory(struct gf_emit *e, uint32_t id, const struct gf_type *t, struct gf_mem m)
{
   return convert(e, id, t, m, false);
}

uint32_t gf_to_memory(struct gf_emit *e, uint32_t id, const struct gf_type *t, struct gf_mem m)
{
   return convert(e, id, t, m, true);
}
