/* gf_declare.c: rules of variables: legal combinations of types and qualifiers per stage and version; redeclaration of built-ins
 * and of unsized arrays; initializers. */
#include "gf_parser.h"

#include <string.h>

static bool is_bool(const struct gf_type *t) { return t->base == GF_BOOL; }
static bool is_struct(const struct gf_type *t) { return t->base == GF_STRUCT; }
static bool is_int(const struct gf_type *t) { return gf_is_integer(t); }
static bool needs_flat(const struct gf_type *t) { return gf_is_integer(t) || t->base == GF_DOUBLE || gf_is_opaque(t); }

struct check { struct gf_parser *p; const struct gf_qual *q; const struct gf_type *type; const char *name; struct gf_loc at; };

#define FAIL(k, ...) gf_error((k)->p->c, (k)->at, __VA_ARGS__)
#define COUNTER_BUFFER_B 32768 /* GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE */

/* ---- inputs and outputs by stage ---- */

static void vertex_input(const struct check *k)
{
   struct gf_ctx *c = k->p->c;
   const struct gf_type *bare = gf_bare(k->type);
   const bool fp64 = gf_at_least(c, 410, 0) || gf_ext_on(c, GF_ARB_vertex_attrib_64bit);
   if (gf_contains(k->type, is_struct) || gf_contains(k->type, is_bool))
      FAIL(k, "vertex input '%s' cannot be %s", k->name, gf_type_text(c, k->type));
   else if (bare->base == GF_INT || bare->base == GF_UINT) {
      if (!gf_at_least(c, 130, 300) && !gf_ext_on(c, GF_EXT_gpu_shader4))
         FAIL(k, "vertex input '%s' cannot be %s: integer inputs %s", k->name, gf_type_text(c, k->type), GF_NEEDS(c, 130, 0,
            300, 0, { GF_EXT_gpu_shader4 }));
   } else if ((bare->base == GF_DOUBLE && !fp64) || ((bare->base == GF_INT64 || bare->base == GF_UINT64) && !fp64))
      FAIL(k, "vertex input '%s' cannot be %s: 64-bit inputs %s", k->name, gf_type_text(c, k->type),
           GF_NEEDS(c, 410, 0, 0, 0, { GF_ARB_vertex_attrib_64bit }));
   if (k->type->base == GF_ARRAY && !gf_at_least(c, 150, 0))
      FAIL(k, "vertex input '%s' cannot be an array: arrays of inputs %s", k->name, GF_NEEDS(c, 150));
}

static void fragment_output(const struct check *k)
{
   struct gf_ctx *c = k->p->c;
   const struct gf_type *bare = gf_bare(k->type);
   if ((bare->base != GF_FLOAT && bare->base != GF_INT && bare->base != GF_UINT) || gf_is_matrix(bare) ||
       (c->es && k->type->base == GF_ARRAY && k->type->elem->base == GF_ARRAY))
      FAIL(k, "fragment output '%s' cannot be %s", k->name, gf_type_text(c, k->type));
   else if (k->type->base == GF_ARRAY && !gf_at_least(c, 130, 300)) /* EXT_gpu_shader4 4.3.6 */
      FAIL(k, "fragment output '%s' cannot be an array: arrays of outputs %s", k->name, GF_NEEDS(c, 130, 0, 300));
}

static void between_stages(const struct check *k, bool in)
{
   struct gf_ctx *c = k->p->c;
   const struct gf_type *t = k->type;
   const bool fragment_in = in && c->stage == PIPE_SHADER_FRAGMENT;
   if (gf_contains(t, is_bool) || (gf_contains(t, gf_is_opaque) && !gf_ext_on(c, GF_ARB_bindless_texture)))
      FAIL(k, "'%s' cannot be an input or output: its type %s has bools or opaque members", k->name, gf_type_text(c, t));
   if (gf_contains(t, is_struct)) {
      if (!gf_at_least(c, 150, 300))
         FAIL(k, "structs as inputs and outputs %s", GF_NEEDS(c, 150, 0, 300));
      if (c->es && t->base == GF_ARRAY && (c->stage == PIPE_SHADER_VERTEX || fragment_in || k->q->patch))
         FAIL(k, "'%s' cannot be an input or output: it is an array of structs", k->name);
      for (unsigned i = 0; c->es && gf_bare(t)->record && i < gf_bare(t)->record->count; i++) {
         const struct gf_type *m = gf_bare(t)->record->members[i].type;
         if (m->base == GF_ARRAY || m->base == GF_STRUCT)
            FAIL(k, "'%s' cannot be an input or output: the struct has an array or a struct as a member", k->name);
      }
   }
   if (c->es && (c->stage == PIPE_SHADER_VERTEX || fragment_in) && t->base == GF_ARRAY && t->elem->base == GF_ARRAY)
      FAIL(k, "'%s' cannot be an input or output: it is an array of arrays", k->name);
   if (fragment_in && gf_contains(t, needs_flat) && k->q->interp != GF_I_FLAT && !k->q->per_primitive && gf_at_least(c, 130, 300))
      FAIL(k, "fragment input '%s' must be 'flat': it has integers or doubles", k->name);
   if (!in && c->stage == PIPE_SHADER_VERTEX && gf_contains(t, is_int) && k->q->interp != GF_I_FLAT && c->es &&
       c->version == 300) /* later versions have stages between the vertex and the fragment shader */
      FAIL(k, "vertex output '%s' must be 'flat': it has integers", k->name);
}

/* "inout" declares a fragment output that starts with the destination colour (EXT_shader_framebuffer_fetch). Where only the
 * extension of non-coherent fetches is enabled, it needs the layout noncoherent. */
static void check_fetch(struct gf_parser *p, struct gf_qual *q, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   const bool coherent = gf_ext_on(c, GF_EXT_shader_framebuffer_fetch);
   const bool any = coherent || gf_ext_on(c, GF_EXT_shader_framebuffer_fetch_non_coherent);
   if (q->storage == GF_S_INOUT && any && c->stage == PIPE_SHADER_FRAGMENT && gf_at_least(c, 130, 300)) {
      q->storage = GF_S_OUT;
      q->fetches = true;
   }
   if (q->fetches && !coherent && !gf_has_layout(&q->layout, GF_L_noncoherent))
      gf_error(c, at, "'inout' needs layout(noncoherent): only GL_EXT_shader_framebuffer_fetch_non_coherent is enabled");
   if (!q->fetches && gf_has_layout(&q->layout, GF_L_noncoherent))
      gf_error(c, at, "layout(noncoherent) is for outputs that are declared 'inout'");
}

bool gf_is_arrayed(const struct gf_parser *p, const struct gf_qual *q, int *length)
{
   const bool in = q->storage == GF_S_IN;
   *length = 0;
   if (!in && q->storage != GF_S_OUT)
      return false;
   switch (p->c->stage) {
   case PIPE_SHADER_GEOMETRY: *length = in ? p->gs_input_vertices : 0; return in;
   case PIPE_SHADER_TESS_CTRL: *length = in ? 32 : p->tcs_vertices; return in || !q->patch;
   case PIPE_SHADER_TESS_EVAL: *length = 32; return in && !q->patch;
   case PIPE_SHADER_MESH: *length = q->per_primitive ? p->mesh_primitives : p->mesh_vertices; return !in;
   default: return false;
   }
}

const char *gf_element_text(const struct gf_qual *q) { return q->per_primitive ? "primitives" : "vertices"; }

/* Inputs of geometry and tessellation shaders, outputs of tessellation control and mesh shaders. */
static const struct gf_type *per_vertex(const struct check *k)
{
   struct gf_parser *p = k->p;
   struct gf_ctx *c = p->c;
   int want;
   if (!gf_is_arrayed(p, k->q, &want))
      return k->type;
   if (k->type->base != GF_ARRAY) {
      FAIL(k, "'%s' must be an array: it has an element for each %s", k->name, k->q->per_primitive ? "primitive" : "vertex");
      return k->type;
   }
   if (k->type->length != GF_UNSIZED && c->stage == PIPE_SHADER_GEOMETRY && gf_bare(k->type)->base != GF_BLOCK) {
      if (p->gs_explicit && p->gs_explicit != k->type->length)
         FAIL(k, "'%s' has %d elements, but another input has %d: all have one element per vertex", k->name, k->type->length,
              p->gs_explicit);
      p->gs_explicit = k->type->length;
   }
   if (k->type->length == GF_UNSIZED)
      return want ? gf_array(c, k->type->elem, want) : k->type;
   if (want && k->type->length != want && gf_bare(k->type)->base != GF_BLOCK)
      FAIL(k, "'%s' has %d elements, but there are %d %s", k->name, k->type->length, want, gf_element_text(k->q));
   return k->type;
}

static void check_inout(const struct check *k)
{
   struct gf_ctx *c = k->p->c;
   const bool in = k->q->storage == GF_S_IN;
   if (!gf_at_least(c, 130, 300)) {
      /* extensions bring geometry shaders with in and out to older versions */
      if ((c->stage == PIPE_SHADER_VERTEX || c->stage == PIPE_SHADER_FRAGMENT) &&
          !gf_ext_on(c, GF_ARB_explicit_attrib_location) &&
          !gf_ext_on(c, GF_EXT_gpu_shader4) && !gf_ext_on(c, GF_ARB_fragment_coord_conventions) &&
             !gf_ext_on(c, GF_ARB_separate_shader_objects))
         FAIL(k, "'in' and 'out' of global variables %s: use 'attribute' and 'varying'", GF_NEEDS(c, 130, 0, 300));
   }
   if (in && c->stage == PIPE_SHADER_VERTEX)
      vertex_input(k);
   else if (!in && c->stage == PIPE_SHADER_FRAGMENT)
      fragment_output(k);
   else if (c->stage != PIPE_SHADER_COMPUTE)
      between_stages(k, in);
}

static void check_varying(const struct check *k)
{
   struct gf_ctx *c = k->p->c;
   const struct gf_type *bare = gf_bare(k->type);
   const bool ints = gf_at_least(c, 130, 0) || gf_ext_on(c, GF_EXT_gpu_shader4);
   if (bare->base == GF_BOOL || gf_is_opaque(bare) || (gf_is_integer(bare) && !ints) ||
       (bare->base == GF_STRUCT && !gf_at_least(c, 150, 0)))
      FAIL(k, "varying '%s' cannot be %s", k->name, gf_type_text(c, k->type));
   else if (gf_is_integer(bare) && k->q->interp != GF_I_FLAT && (c->stage == PIPE_SHADER_FRAGMENT || c->version < 130)) /* as GLSL 1.50, 4.3.4 */
      FAIL(k, "varying '%s' must be 'flat': it has integers", k->name);
}

static void check_storage(const struct check *k, bool global)
{
   struct gf_ctx *c = k->p->c;
   const unsigned s = k->q->storage;
   if (!global && s != GF_S_NONE && s != GF_S_CONST) {
      FAIL(k, "'%s': a local variable takes no storage qualifier but const", k->name);
      return;
   }
   if (s == GF_S_INOUT)
      FAIL(k, "'inout' is for parameters of functions");
   if (s == GF_S_ATTRIBUTE && c->stage != PIPE_SHADER_VERTEX)
      FAIL(k, "'attribute' is for vertex shaders");
   if (s == GF_S_VARYING && c->stage != PIPE_SHADER_VERTEX && c->stage != PIPE_SHADER_FRAGMENT && !gf_ext_on(c,
      GF_ARB_geometry_shader4) && !(c->compat && c->stage == PIPE_SHADER_GEOMETRY)) /* there, an output, as in Mesa */
      FAIL(k, "'varying' is for vertex and fragment shaders");
   if (s == GF_S_BUFFER)
      FAIL(k, "'buffer' is for blocks: buffer NAME { ... };");
   const bool task = c->stage == PIPE_SHADER_TASK, mesh = c->stage == PIPE_SHADER_MESH;
   if (s == GF_S_SHARED && !gf_has_work_group(c->stage))
      FAIL(k, "'shared' is for compute, task and mesh shaders");
   if (s == GF_S_PAYLOAD && !task && !mesh)
      FAIL(k, "'taskPayloadSharedEXT' is for task and mesh shaders");
   if ((s == GF_S_IN || s == GF_S_OUT) && (c->stage == PIPE_SHADER_COMPUTE || task))
      FAIL(k, "%s shaders have no inputs and outputs", task ? "task" : "compute");
   if (s == GF_S_IN && mesh)
      FAIL(k, "mesh shaders have no inputs but built-in ones");
   gf_check_qualifiers(k->p, k->q, gf_kind_of_storage(k->q), k->type, k->at);
   if (k->q->subroutine && s == GF_S_UNIFORM && !k->q->sub_types.count)
      FAIL(k, "a subroutine uniform has a subroutine type, not %s", gf_type_text(c, k->type));
}

static void check_type(const struct check *k)
{
   struct gf_ctx *c = k->p->c;
   const unsigned s = k->q->storage;
   if (s == GF_S_ATTRIBUTE)
      vertex_input(k);
   else if (s == GF_S_VARYING)
      check_varying(k);
   if (gf_contains(k->type, gf_is_opaque) && s != GF_S_UNIFORM) {
      const bool bindless = gf_ext_on(c, GF_ARB_bindless_texture) && gf_bare(k->type)->base != GF_ATOMIC;
      if (!bindless)
         FAIL(k, "'%s' must be uniform or a parameter: its type is %s", k->name, gf_type_text(c, k->type));
   }
}

/* ---- atomic counters: offsets within a binding ---- */

static int place_counter(const struct check *k)
{
   struct gf_parser *p = k->p;
   const struct gf_layouts *l = &k->q->layout, *d = &p->defaults[GF_S_UNIFORM];
   int64_t size_B = 4;
   for (const struct gf_type *t = k->type; t->base == GF_ARRAY && size_B <= COUNTER_BUFFER_B; t = t->elem)
      size_B *= t->length > 0 ? t->length : 1;
   if (!gf_has_layout(l, GF_L_binding) && !gf_has_layout(d, GF_L_binding)) {
      FAIL(k, "atomic counter '%s' needs layout(binding = ...)", k->name);
      return 0;
   }
   const int binding = gf_has_layout(l, GF_L_binding) ? l->value[GF_L_binding] : d->value[GF_L_binding];
   if (binding < 0 || binding > 7)
      return 0;
   int *next = &p->counter_next[binding];
   const int offset = gf_has_layout(l, GF_L_offset) ? l->value[GF_L_offset] : *next;
   if (offset % 4)
      FAIL(k, "offset %d of an atomic counter is not a multiple of 4", offset);
   if (offset < 0 || offset + size_B > COUNTER_BUFFER_B) {
      FAIL(k, "atomic counter '%s' ends beyond byte %d of its buffer", k->name, COUNTER_BUFFER_B);
      return 0;
   }
   const int size = (int)size_B, from = binding << 24 | offset, to = from + size;
   for (unsigned i = 0; i < p->counters.count; i++) {
      if (from < p->counters.at[i].to && to > p->counters.at[i].from)
         FAIL(k, "atomic counter '%s' overlaps another one", k->name);
   }
   if (p->counters.count == p->counters.room)
      p->counters.at = gf_grow(p->c, p->counters.at, p->counters.count, &p->counters.room, sizeof(*p->counters.at));
   p->counters.at[p->counters.count].from = from;
   p->counters.at[p->counters.count++].to = to;
   *next = offset + size;
   return offset;
}

/* "layout(binding = 0, offset = 4) uniform atomic_uint;": where the next counter of the binding is placed (GLSL 4.60, 4.4.6.1). */
void gf_counter_offset(struct gf_parser *p, const struct gf_qual *q, struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   if (!gf_has_layout(l, GF_L_binding) || !gf_has_layout(l, GF_L_offset))
      return;
   const int binding = l->value[GF_L_binding], offset = l->value[GF_L_offset];
   if (offset % 4)
      gf_error(p->c, at, "offset %d of an atomic counter is not a multiple of 4", offset);
   else if (binding >= 0 && binding <= 7)
      p->counter_next[binding] = offset;
}

/* The rules of qualifiers hold for declarations without a name, too (GLSL 4.60, 4.12). */
void gf_check_empty(struct gf_parser *p, struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   const struct check k = { p, q, type, gf_type_text(p->c, type), at };
   check_storage(&k, p->level <= 1);
   if (q->has_layout && gf_bare(type)->base != GF_STRUCT)
      gf_layout_check(p, q, type, false, false, at);
   if (p->c->es && gf_has_unsized(type)) /* ESSL 3.00, 4.1.9 */
      gf_error(p->c, at, "an array needs a size");
}

/* ---- redeclaration ---- */

struct gf_symbol *gf_redeclare_builtin(struct gf_parser *p, struct gf_symbol *s, struct gf_qual *q,
                                       const struct gf_type *type, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   const char *n = s->name->text;
   const bool resizes = s->type->base == GF_ARRAY && type->base == GF_ARRAY && s->type->elem == type->elem;
   static const struct { const char *name; struct gf_gate gate; } rows[] = {
      { "gl_FragCoord", { 150, 0, 0, 0, { GF_ARB_fragment_coord_conventions } } },
      { "gl_FragDepth", { 420, 0, 0, 0, { GF_ARB_conservative_depth, GF_AMD_conservative_depth, GF_EXT_conservative_depth } } },
      { "gl_TexCoord", { 110 } }, { "gl_ClipDistance", { 130, 0, 0, 0, { GF_EXT_clip_cull_distance } } },
      { "gl_CullDistance", { 110, 0, 100 } }, { "gl_in", { 110, 0, 100 } }, { "gl_out", { 110, 0, 100 } },
      { "gl_SampleMask", { 110, 0, 300 } },
      { "gl_LastFragData", { 110, 0, 100 } }, { "gl_FragData", { 0 } },
      { "gl_Color", { 130 } }, { "gl_SecondaryColor", { 130 } }, { "gl_FrontColor", { 130 } },
      { "gl_BackColor", { 130 } },
      { "gl_FrontSecondaryColor", { 130 } }, { "gl_BackSecondaryColor", { 130 } },
      { "gl_Position", { 410, 0, 0, 0, { GF_ARB_separate_shader_objects, GF_EXT_separate_shader_objects } } },
      { "gl_PointSize", { 410, 0, 0, 0, { GF_ARB_separate_shader_objects, GF_EXT_separate_shader_objects } } },
      { "gl_Layer", { 0, 0, 0, 0, { GF_NV_viewport_array2 } } }, { "gl_ViewportIndex", { 0 } },
      { "gl_TexCoordIn", { 110 } },
      { "gl_ViewportMask", { 0, 0, 0, 0, { GF_NV_viewport_array2 } } },
      { "gl_PositionIn", { 110 } }, { "gl_PointSizeIn", { 110 } }, { "gl_ClipVertexIn", { 110 } },
      { "gl_FrontColorIn", { 110 } },
      { "gl_BackColorIn", { 110 } }, { "gl_FrontSecondaryColorIn", { 110 } }, { "gl_BackSecondaryColorIn", { 110 } },
      { "gl_FogFragCoordIn", { 110 } },
   };
   unsigned i = 0;
   while (i < GF_COUNT(rows) && strcmp(rows[i].name, n) != 0)
      i++;
   if (i == GF_COUNT(rows) || !gf_open(c, &rows[i].gate)) {
      gf_error(c, at, "the built-in '%s' cannot be redeclared", n);
      return NULL;
   }
   const bool varying = q->storage == GF_S_VARYING && (s->qual.storage == GF_S_IN || s->qual.storage == GF_S_OUT);
   const bool destination = q->storage == GF_S_NONE && strcmp(n,
      "gl_LastFragData") == 0; /* declared without a storage qualifier */
   if (q->storage != s->qual.storage && !varying && !destination)
      gf_error(c, at, "'%s' is redeclared with another storage qualifier", n);
   if ((q->interp || q->centroid) && !gf_at_least(c, 130, 300)) /* GLSL 1.20 and EXT_gpu_shader4, 4.3.6 */
      gf_error(c, at, "the built-in varying '%s' takes no interpolation qualifier before GLSL 1.30", n);
   if (type != s->type && !resizes) {
      gf_error(c, at, "'%s' is redeclared as %s; it is %s", n, gf_type_text(c, type), gf_type_text(c, s->type));
      return s;
   }
   if (resizes) {
      if (type->length != GF_UNSIZED && s->max_index >= type->length)
         gf_error(c, at, "'%s' is given fewer elements than an earlier index %d needs", n, s->max_index);
      if (s->type->length != GF_UNSIZED && type->length != GF_UNSIZED && type->length != s->type->length &&
          strcmp(n, "gl_LastFragData"))
         gf_error(c, at, "'%s' is redeclared with %d elements; it has %d", n, type->length, s->type->length);
      const int limit = strcmp(n, "gl_TexCoord") == 0 || strcmp(n, "gl_ClipDistance") == 0 ||
         strcmp(n, "gl_CullDistance") == 0 ? 8 : 0;
      if (limit && type->length > limit)
         gf_error(c, at, "'%s' is redeclared with %d elements; the limit is %d", n, type->length, limit);
      if (type->length != GF_UNSIZED)
         s->type = type;
   }
   if (strcmp(n, "gl_FragCoord") == 0) {
      if (s->redeclared && (gf_has_layout(&s->qual.layout,
                                          GF_L_origin_upper_left) != gf_has_layout(&q->layout,
                                                                                   GF_L_origin_upper_left) ||
                            gf_has_layout(&s->qual.layout,
                                          GF_L_pixel_center_integer) != gf_has_layout(&q->layout,
                                                                                      GF_L_pixel_center_integer)))
         gf_error(c, at, "gl_FragCoord is redeclared with other layouts");
      if (s->used && !s->redeclared)
         gf_error(c, at, "gl_FragCoord was used before it is redeclared");
   } else if (strcmp(n, "gl_FragDepth") == 0) {
      for (unsigned id = GF_L_depth_any; id <= GF_L_depth_unchanged; id++) {
         if (s->redeclared && gf_has_layout(&s->qual.layout, id) != gf_has_layout(&q->layout, id)) {
            gf_error(c, at, "gl_FragDepth is redeclared with other layouts");
            break;
         }
      }
      if (s->used && !s->redeclared)
         gf_error(c, at, "gl_FragDepth was used before it is redeclared");
   }
   p->redeclaring = n;
   q->storage = s->qual.storage;
   if (q->has_layout)
      gf_layout_check(p, q, type, false, false, at);
   p->redeclaring = NULL;
   const struct gf_qual old = s->qual;
   s->qual = *q;
   s->qual.storage = old.storage;
   s->qual.precision = q->precision ? q->precision : old.precision;
   s->qual.patch |= old.patch;
   s->redeclared = true;
   return s;
}

/* A redeclaration may give an unsized array its size. */
static struct gf_symbol *resize(struct gf_parser *p, struct gf_symbol *old, const struct gf_qual *q,
                                const struct gf_type *type, struct gf_loc at)
{
   if (old->kind != GF_SYM_VAR || old->level != p->level || old->type->base != GF_ARRAY || type->base != GF_ARRAY ||
       old->type->elem != type->elem || old->qual.storage != q->storage || old->type->length != GF_UNSIZED || p->c->es)
      return NULL;
   if (type->length != GF_UNSIZED && old->max_index >= type->length)
      gf_error(p->c, at, "'%s' is given fewer elements than an earlier index %d needs", old->name->text, old->max_index);
   if (type->length != GF_UNSIZED)
      old->type = type;
   return old;
}

/* EXT_mesh_shader, 4.3.X: one variable, of a known size. */
static void check_payload(const struct check *k)
{
   for (unsigned i = 0; i < k->p->globals.count; i++) {
      const struct gf_symbol *s = k->p->globals.at[i];
      if (s->qual.storage == GF_S_PAYLOAD)
         FAIL(k, "'%s': '%s' has taskPayloadSharedEXT already; a shader has one such variable: use a struct", k->name,
              s->name->text);
   }
   if (gf_has_unsized(k->type))
      FAIL(k, "array '%s' has no size: variables with taskPayloadSharedEXT need one", k->name);
}

static bool is_sampler(const struct gf_type *t) { return t->base == GF_SAMPLER; }
static bool is_image(const struct gf_type *t) { return t->base == GF_IMAGE; }

/* Opaque types that the uniform holds as handles: its own layout, or the default of the shader (ARB_bindless_texture, 4.4.6). */
static uint8_t handles_of(const struct check *k)
{
   static const struct { bool (*is_type)(const struct gf_type *t); const char *what; uint8_t bindless, bound, bit; } rows[] = {
      { is_sampler, "samplers", GF_L_bindless_sampler, GF_L_bound_sampler, GF_SAMPLER_HANDLES },
      { is_image, "images", GF_L_bindless_image, GF_L_bound_image, GF_IMAGE_HANDLES },
   };
   const struct gf_layouts *own = &k->q->layout, *defaults = &k->p->defaults[GF_S_UNIFORM];
   uint8_t handles = 0;
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      const bool bindless = gf_has_layout(own, rows[i].bindless), bound = gf_has_layout(own, rows[i].bound);
      const bool has = gf_contains(k->type, rows[i].is_type);
      if ((bindless || bound) && !has)
         FAIL(k, "layout '%s' is for %s; '%s' is %s", bindless ? "bindless" : "bound", rows[i].what, k->name,
              gf_type_text(k->p->c, k->type));
      if (has && (bindless || (!bound && gf_has_layout(defaults, rows[i].bindless))))
         handles |= rows[i].bit;
   }
   return handles;
}

struct gf_symbol *gf_declare_variable(struct gf_parser *p, struct gf_qual *q, const struct gf_type *type,
                                      struct gf_name *name,
                                      struct gf_loc at, bool global)
{
   struct gf_ctx *c = p->c;
   struct gf_symbol *old = gf_find(p, name, false);
   if (type->base == GF_VOID) {
      gf_error(c, at, "'%s' cannot be void", name->text);
      type = GF_T(int);
   }
   gf_check_array(p, type, at);
   if (old && old->builtin && global)
      return gf_redeclare_builtin(p, old, q, type, at);
   if (old && old->builtin && old->kind == GF_SYM_VAR && strncmp(name->text, "gl_", 3) == 0)
      gf_error(c, at, "the built-in '%s' cannot be redeclared here", name->text);
   else
      gf_check_name(p, name, at);
   if (global)
      check_fetch(p, q, at);
   const struct check k = { p, q, type, name->text, at };
   check_storage(&k, global);
   check_type(&k);
   if (global && (q->storage == GF_S_IN || q->storage == GF_S_OUT)) {
      check_inout(&k);
      type = per_vertex(&k);
   }
   gf_check_precision(p, q, type, at);
   if (gf_bare(type)->base == GF_ATOMIC && gf_has_unsized(type)) /* GLSL 4.60, 4.4.6.1 */
      gf_error(c, at, "atomic counter array '%s' needs a size", name->text);
   gf_layout_check(p, q, type, false, false, at);
   gf_xfb_note(p, q, type, false, gf_xfb_buffer(p, q), at);
   const int counter_B = global && gf_bare(type)->base == GF_ATOMIC && q->storage == GF_S_UNIFORM ? place_counter(&k) : 0;
   struct gf_symbol *again = old ? resize(p, old, q, type, at) : NULL;
   if (again)
      return again;
   const bool per_vertex_io = global && (q->storage == GF_S_IN || q->storage == GF_S_OUT) &&
      c->stage != PIPE_SHADER_VERTEX && c->stage != PIPE_SHADER_FRAGMENT;
   if (gf_has_unsized(type) && (c->es || (type->base == GF_ARRAY && gf_has_unsized(type->elem))) && !per_vertex_io)
      gf_error(c, at, "array '%s' has no size", name->text);
   if (q->storage == GF_S_PAYLOAD && global)
      check_payload(&k);
   if (old && old->kind == GF_SYM_FUNCTION && old->level == p->level && !gf_functions_apart(p))
      gf_error(c, at, "'%s' is declared already, as a function", name->text);
   if (global && c->es && c->version >= 300 && gf_builtin_function_exists(c, name->text))
      gf_error(c, at, "'%s' is a built-in function", name->text);
   struct gf_symbol *s = gf_declare(p, name, GF_SYM_VAR, at);
   s->type = type;
   s->qual = *q;
   s->counter_offset_B = counter_B;
   s->handles = global && q->storage == GF_S_UNIFORM && gf_bare(type)->base != GF_BLOCK ? handles_of(&k) : 0;
   if (q->subroutine && q->sub_types.count == 1)
      s->functions = q->sub_types.at[0]->functions;
   if (global)
      GF_PUSH(c, &p->globals, s);
   return s;
}

/* ---- initializers ---- */

/* "{ a, b }" becomes a constructor of the type that is initialized. */
static struct gf_expr *init_list(struct gf_parser *p, const struct gf_type *type)
{
   struct { struct gf_expr **at; unsigned count, room; } list = { 0 };
   const struct gf_loc at = p->t.loc;
   gf_enter(p);
   gf_expect(p, '{');
   while (p->t.kind != '}') {
      const struct gf_type *part = GF_T(int);
      if (type->base == GF_ARRAY)
         part = type->elem;
      else if (type->record && list.count < type->record->count)
         part = type->record->members[list.count].type;
      else if (gf_is_matrix(type))
         part = gf_vector(type->base, type->rows);
      else if (gf_is_vector(type))
         part = gf_vector(type->base, 1);
      struct gf_expr *e = gf_initializer(p, part);
      GF_PUSH(p->c, &list, e);
      if (!gf_accept(p, ','))
         break;
   }
   gf_expect(p, '}');
   gf_leave(p);
   struct gf_expr *bad = gf_new_expr(p, GF_ERROR_EXPR, at, type);
   const unsigned want = gf_is_matrix(type) ? type->cols : type->rows;
   if (list.count == 0 || gf_is_scalar(type) || gf_is_opaque(type)) {
      gf_error(p->c, at, "%s cannot be initialized by a list of %u", gf_type_text(p->c, type), list.count);
      return bad;
   }
   if (gf_is_basic(type)) {
      const struct gf_type *part = gf_is_matrix(type) ? gf_vector(type->base, type->rows) : gf_vector(type->base, 1);
      if (list.count != want) {
         gf_error(p->c, at, "%s has %u parts, not %u", gf_type_text(p->c, type), want, list.count);
         return bad;
      }
      for (unsigned i = 0; i < list.count; i++) {
         if (list.at[i]->op == GF_ERROR_EXPR)
            return bad;
         if (!gf_converts(p, list.at[i]->type, part)) {
            gf_error(p->c, list.at[i]->loc, "%s cannot be converted to %s", gf_type_text(p->c, list.at[i]->type),
                     gf_type_text(p->c, part));
            return bad;
         }
         list.at[i] = gf_convert(p, list.at[i], part);
      }
   }
   return gf_construct(p, type, list.at, list.count, at);
}

struct gf_expr *gf_initializer(struct gf_parser *p, const struct gf_type *type)
{
   if (p->t.kind == '{' && (gf_at_least(p->c, 420, 0) || gf_ext_on(p->c, GF_ARB_shading_language_420pack)))
      return init_list(p, type);
   return gf_assignment(p);
}

void gf_initialize(struct gf_parser *p, struct gf_symbol *s, struct gf_expr *init, bool global)
{
   struct gf_ctx *c = p->c;
   const unsigned storage = s->qual.storage;
   if (!init) {
      if (storage == GF_S_CONST && !s->builtin)
         gf_error(c, s->loc, "constant '%s' needs an initializer", s->name->text);
      return;
   }
   if (init->op == GF_ERROR_EXPR)
      return;
   if (storage == GF_S_UNIFORM && (c->es || c->version < 120))
      gf_error(c, init->loc, "initializers of uniforms %s", GF_NEEDS(c, 120));
   else if (storage == GF_S_IN || storage == GF_S_ATTRIBUTE || storage == GF_S_VARYING || storage == GF_S_SHARED ||
            storage == GF_S_PAYLOAD || storage == GF_S_BUFFER)
      gf_error(c, init->loc, "'%s' cannot have an initializer", s->name->text);
   else if (storage == GF_S_OUT && (c->es || c->stage == PIPE_SHADER_MESH)) /* written after SetMeshOutputsEXT() only */
      gf_error(c, init->loc, "'%s' cannot have an initializer", s->name->text);
   if (gf_contains(s->type, gf_is_opaque) && !gf_ext_on(c, GF_ARB_bindless_texture))
      gf_error(c, init->loc, "samplers, images and counters have no initializers");
   if (s->type->base == GF_ARRAY && !gf_at_least(c, 120, 300))
      gf_error(c, init->loc, "initializers of arrays %s", GF_NEEDS(c, 120, 0, 300));
   if (gf_has_unsized(s->type) || !gf_converts(p, init->type, s->type)) {
      gf_error(c, init->loc, "cannot initialize %s with %s", gf_type_text(c, s->type), gf_type_text(c, init->type));
      return;
   }
   gf_check_readable(p, init);
   init = gf_convert(p, init, s->type);
   const bool any_local = gf_at_least(c, 420, 0) || gf_ext_on(c, GF_ARB_shading_language_420pack);
   const bool must = (storage == GF_S_CONST && !(any_local && !global)) || storage == GF_S_UNIFORM || (global && c->es);
   if (must && !init->value)
      gf_error(c, init->loc, "the initializer of '%s' must be a constant expression", s->name->text);
   if (storage == GF_S_CONST)
      s->value = init->value;
   s->init = init;
}
