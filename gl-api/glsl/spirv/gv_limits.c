/* gv_limits.c: numbers in an application's module that the GLSL front end bounds in a source: execution modes, bindings,
 * locations, places of transform feedback, built-in arrays. The linker and the driver rely on them. */
#include "gl-api/glsl/spirv/gv_priv.h"

#define MAX_VARYING_LOCATIONS 32
#define MAX_UNIFORM_BINDINGS 120
#define COUNTER_BUFFER_B 32768     /* GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE */
#define MAX_CLIP_DISTANCES 8       /* clip and cull distances alike */
#define MAX_INSTANCES 4096u        /* elements of an array of blocks, samplers or counters: counts saturate here */

struct checker { struct gv *g; const struct spv_module *m; const struct glsl_limits *limits; };

static uint32_t limit_of(int limit, uint32_t otherwise) { return limit > 0 ? (uint32_t)limit : otherwise; }

static void check_range(struct checker *c, const char *what, uint64_t first, uint64_t count, uint64_t limit)
{
   if (first + count > limit)
      gv_fail(c->g, "%s %llu is beyond the limit of %llu", what, (unsigned long long)first, (unsigned long long)limit);
}

/* ---- execution modes ------------------------------------------------------------------------------------------------ */

static void check_size(struct checker *c, const char *what, uint32_t value, uint32_t least, uint32_t most)
{
   if (value < least || value > most)
      gv_fail(c->g, "%s is %u: it must be %u to %u", what, value, least, most);
}

static void check_mode(struct checker *c, const struct spv_inst *in)
{
   static const uint32_t most[] = { 1024, 1024, 64 };
   uint32_t product = 1;
   switch (in->w[2]) {
   case SpvExecutionModeLocalSize:
      for (unsigned i = 0; i < 3; i++) {
         check_size(c, "a work group's size", spv_w(in, 3 + i), 1, most[i]);
         product *= c->g->failed ? 1 : spv_w(in, 3 + i); /* at most 2^26 */
      }
      check_size(c, "the number of invocations of a work group", product, 1, 1024);
      return;
   case SpvExecutionModeInvocations:
      check_size(c, "the number of invocations", spv_w(in, 3), 1, 32);
      return;
   case SpvExecutionModeOutputVertices:
      if (c->g->stage == PIPE_SHADER_TESS_CTRL)
         check_size(c, "the number of vertices", spv_w(in, 3), 1, 32);
      else
         check_size(c, "the number of vertices", spv_w(in, 3), 0, 256);
      return;
   default:
      return;
   }
}

/* ---- variables ------------------------------------------------------------------------------------------------------ */

static uint32_t instances_of(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   uint64_t count = 1;
   for (; t.kind == SPV_KIND_ARRAY && count < MAX_INSTANCES; t = spv_type_of(m, t.element))
      count *= t.count;
   return count > MAX_INSTANCES ? MAX_INSTANCES : (uint32_t)count;
}

static uint32_t bare_type(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY; t = spv_type_of(m, type))
      type = t.element;
   return type;
}

static void check_binding(struct checker *c, uint32_t id, uint32_t class, uint32_t type, uint32_t bare)
{
   const struct glsl_limits *l = c->limits;
   const uint32_t binding = spv_decoration_value(c->m, id, SpvDecorationBinding, SPV_NONE), count = instances_of(c->m, type);
   const struct spv_type t = spv_type_of(c->m, bare);
   if (binding == SPV_NONE)
      return;
   if (class == SpvStorageClassAtomicCounter) {
      const uint32_t offset_B = spv_decoration_value(c->m, id, SpvDecorationOffset, 0);
      check_range(c, "the binding", binding, 1, limit_of(l->max_counter_bindings, 8));
      check_range(c, "the offset", offset_B, 4ull * count, COUNTER_BUFFER_B);
      if (offset_B % 4)
         gv_fail(c->g, "the offset %u of a counter is not a multiple of 4", offset_B);
   } else if (class == SpvStorageClassStorageBuffer || spv_has_decoration(c->m, bare, SpvDecorationBufferBlock)) {
      check_range(c, "the binding", binding, count, limit_of(l->max_storage_bindings, 96));
   } else if (class == SpvStorageClassUniform) {
      check_range(c, "the binding", binding, count, limit_of(l->max_uniform_bindings, MAX_UNIFORM_BINDINGS));
   } else if (t.kind == SPV_KIND_IMAGE && t.sampled == 2) {
      check_range(c, "the binding", binding, count, limit_of(l->max_image_units, 256));
   } else {
      check_range(c, "the binding", binding, count, limit_of(l->max_combined_texture_units, 192));
   }
}

static void check_value(struct checker *c, uint32_t id, uint32_t member, uint32_t decoration, const char *what, uint32_t most)
{
   const uint32_t value = spv_member_decoration_value(c->m, id, member, decoration, 0);
   if (value > most)
      gv_fail(c->g, "%s %u is above the limit of %u", what, value, most);
}

/* Of a variable or a member: type without the array over vertices. */
static void check_place(struct checker *c, uint32_t id, uint32_t member, uint32_t type, bool output)
{
   const uint32_t location = spv_member_decoration_value(c->m, id, member, SpvDecorationLocation, SPV_NONE);
   const uint32_t builtin = spv_member_decoration_value(c->m, id, member, SpvDecorationBuiltIn, SPV_NONE);
   const struct spv_type t = spv_type_of(c->m, type);
   if (location != SPV_NONE)
      check_range(c, "the location", location, spv_location_count(c->m, type), MAX_VARYING_LOCATIONS);
   if (t.kind == SPV_KIND_ARRAY && (builtin == SpvBuiltInClipDistance || builtin == SpvBuiltInCullDistance) &&
       t.count > MAX_CLIP_DISTANCES)
      gv_fail(c->g, "%u clip or cull distances: at most %u", t.count, MAX_CLIP_DISTANCES);
   check_value(c, id, member, SpvDecorationComponent, "the component", 3);
   check_value(c, id, member, SpvDecorationIndex, "the index", 1);
   if (!output)
      return;
   check_value(c, id, member, SpvDecorationStream, "the stream", 3);
   check_value(c, id, member, SpvDecorationXfbBuffer, "the transform feedback buffer", 3);
   check_value(c, id, member, SpvDecorationXfbStride, "the transform feedback stride", 1u << 16);
   check_value(c, id, member, SpvDecorationOffset, "the transform feedback offset", 1u << 16);
   if (spv_member_decoration_value(c->m, id, member, SpvDecorationOffset, 0) % 4 ||
       spv_member_decoration_value(c->m, id, member, SpvDecorationXfbStride, 0) % 4)
      gv_fail(c->g, "an offset or stride of transform feedback is not a multiple of 4");
}

static void check_interface(struct checker *c, uint32_t id, uint32_t type, bool output)
{
   const struct spv_type t = spv_type_of(c->m, type);
   const uint32_t inner = gv_is_per_vertex(c->g, c->m, id) && t.kind == SPV_KIND_ARRAY ? t.element : type;
   const uint32_t bare = bare_type(c->m, inner);
   const struct spv_type s = spv_type_of(c->m, bare);
   check_place(c, id, SPV_NO_MEMBER, inner, output);
   for (uint32_t i = 0; s.kind == SPV_KIND_STRUCT && i < s.count && !c->g->failed; i++)
      check_place(c, bare, i, s.members[i], output);
}

bool gv_check_limits(struct gv *g, const struct spv_module *m)
{
   struct checker c = { g, m, g->limits };
   struct spv_inst in;
   for (uint32_t at = SPV_FIRST_AT; at < m->types_at && spv_next(m, &at, &in);)
      if (in.op == SpvOpExecutionMode)
         check_mode(&c, &in);
   for (uint32_t i = 0; i < m->variable_count && !g->failed; i++) {
      const uint32_t id = m->variable[i], type = spv_pointee(m, id).id, class = spv_def(m, id).w[3];
      if (class == SpvStorageClassInput || class == SpvStorageClassOutput)
         check_interface(&c, id, type, class == SpvStorageClassOutput);
      else
         check_binding(&c, id, class, type, bare_type(m, type));
   }
   return !g->failed;
}
