/* link_feedback.c: transform feedback: captured variables and their places (OpenGL 4.6 11.1.2.1, 13.3; GLSL 4.60 4.4.2.1). Layout
 * qualifiers of the last stage before the fragment shader override glTransformFeedbackVaryings. Captured built-ins: enum
 * pipe_so_builtin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

#define MAX_INTERLEAVED_DW 128
#define MAX_SEPARATE_DW 4

struct link_capture {
   struct link_var *var;   /* NULL: a gap or the step to the next buffer */
   uint32_t type;          /* of the captured value */
   uint32_t slot;          /* locations after the first of the variable */
   uint32_t skipped_dw;    /* components of the variable before the captured ones, where it is packed */
   uint32_t member_location; /* location of a block member by layout, in place of `slot`; ~0u: none */
   uint8_t builtin, first; /* enum pipe_so_builtin; elements (of distances) before the captured one */
   uint8_t buffer, stream;
   uint32_t offset_dw, size_dw;
};

/* ---- names ---------------------------------------------------------------------------------------------------------- */

struct cursor {
   const struct spv_module *m;
   uint32_t type, slot, skipped_dw, member_location, element;
   uint8_t builtin;
};

static uint8_t builtin_of(uint32_t built_in)
{
   switch (built_in) {
   case SpvBuiltInPosition: return PIPE_SO_POSITION;
   case SpvBuiltInPointSize: return PIPE_SO_POINT_SIZE;
   case SpvBuiltInClipDistance: return PIPE_SO_CLIP_DISTANCE0;
   case SpvBuiltInCullDistance: return PIPE_SO_CULL_DISTANCE0;
   case SpvBuiltInLayer: return PIPE_SO_LAYER;
   case SpvBuiltInViewportIndex: return PIPE_SO_VIEWPORT_INDEX;
   case SpvBuiltInPrimitiveId: return PIPE_SO_PRIMITIVE_ID;
   default: return 0xff;
   }
}

static bool step_member(struct cursor *c, const char *name, size_t length)
{
   const struct spv_type t = spv_type_of(c->m, c->type);
   for (uint32_t i = 0, slot = c->slot, skipped_dw = c->skipped_dw; t.kind == SPV_KIND_STRUCT && i < t.count; i++) {
      const char *member = spv_member_name(c->m, c->type, i);
      if (strlen(member) == length && !strncmp(member, name, length)) {
         const uint32_t built_in = spv_member_decoration_value(c->m, c->type, i, SpvDecorationBuiltIn, ~0u);
         c->member_location = spv_member_decoration_value(c->m, c->type, i, SpvDecorationLocation, c->member_location);
         if (built_in != ~0u)
            c->builtin = builtin_of(built_in);
         else if (link_legacy_location(member) != LINK_NONE)
            c->member_location = link_legacy_location(member);
         c->slot = c->member_location == LINK_NONE ? slot : 0;
         c->skipped_dw = skipped_dw;
         c->type = t.members[i];
         return true;
      }
      slot += link_slots(c->m, t.members[i], false);
      skipped_dw += link_components(c->m, t.members[i]);
   }
   return false;
}

/* ".b[2].c" */
static bool walk(struct cursor *c, const char *path)
{
   while (*path) {
      if (*path == '.') {
         const size_t length = strcspn(++path, ".[");
         if (!step_member(c, path, length))
            return false;
         path += length;
         continue;
      }
      char *end;
      const struct spv_type t = spv_type_of(c->m, c->type);
      const unsigned long k = strtoul(path + 1, &end, 10);
      if (end == path + 1 || *end != ']' || t.kind != SPV_KIND_ARRAY || k >= t.count)
         return false;
      c->slot += (uint32_t)k * link_slots(c->m, t.element, false);
      c->skipped_dw += (uint32_t)k * link_components(c->m, t.element);
      c->element = (uint32_t)k;
      c->type = t.element;
      path = end + 1;
   }
   return true;
}

/* The output at the begin of a name: a variable, a block ("Block.member"), a member of a block without instance name. */
static struct link_var *find_root(struct link_stage *s, const char *name, size_t length, struct cursor *c)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      const char *own = v->block_name ? v->block_name : v->name;
      if (v->storage != SpvStorageClassOutput)
         continue;
      *c = (struct cursor){ .m = &s->m, .type = v->inner, .member_location = LINK_NONE,
                            .builtin = v->builtin == ~0u ? PIPE_SO_VARYING : builtin_of(v->builtin) };
      if ((!v->block_name || v->name[0]) && strlen(own) == length && !strncmp(own, name, length))
         return v;
      if (v->block_name && !v->name[0] && step_member(c, name, length))
         return v;
   }
   return NULL;
}

static bool contains_struct(const struct spv_module *m, uint32_t type)
{
   return spv_type_of(m, link_bare(m, type)).kind == SPV_KIND_STRUCT;
}

static struct link_capture *add(struct link *l)
{
   struct link_capture *grown = realloc(l->capture, (l->capture_count + 1) * sizeof *grown);
   if (!grown) {
      l->no_memory = true;
      return NULL;
   }
   l->capture = grown;
   grown[l->capture_count] = (struct link_capture){ .member_location = LINK_NONE };
   return &grown[l->capture_count++];
}

/* Distances are captured from rows of four. */
static bool is_distance(uint8_t builtin)
{
   return builtin == PIPE_SO_CLIP_DISTANCE0 || builtin == PIPE_SO_CULL_DISTANCE0;
}

static void fill(struct link_capture *k, struct link_var *v, const struct cursor *c)
{
   *k = (struct link_capture){ .var = v, .type = c->type, .slot = c->slot, .skipped_dw = c->skipped_dw,
      .member_location = c->member_location, .builtin = c->builtin,
      .first = (uint8_t)(is_distance(c->builtin) ? c->element : 0), .buffer = k->buffer,
      .stream = (uint8_t)(v->symbol && v->symbol->stream > 0 ? v->symbol->stream : 0), .offset_dw = k->offset_dw,
      .size_dw = link_components(c->m, c->type) };
   v->needed = true;
}

static bool capture_name(struct link *l, struct link_stage *s, const char *name, struct link_capture *k)
{
   const size_t length = strcspn(name, ".[");
   struct cursor c;
   struct link_var *v = find_root(s, name, length, &c);
   if (!v || !walk(&c, name + length)) {
      link_error(l, "transform feedback captures '%s', which is not an output of the %s shader", name,
                 link_stage_name(s->module->stage));
      return false;
   }
   if (contains_struct(&s->m, c.type)) {
      link_error(l, "transform feedback captures '%s', which is a structure or a block", name);
      return false;
   }
   if (c.builtin == 0xff) {
      link_error(l, "transform feedback cannot capture the built-in '%s'", name);
      return false;
   }
   fill(k, v, &c);
   return true;
}

static bool already_named(const struct link *l, unsigned k)
{
   for (unsigned i = 0; i < k; i++)
      if (!strcmp(link_bound_varying(l->bind, i), link_bound_varying(l->bind, k)))
         return true;
   return false;
}

/* skip: the components that "gl_SkipComponents<n>" leaves, which are its size. */
static void list_varying(struct link *l, const struct link_stage *s, const char *name, const struct link_capture *k, uint32_t skip)
{
   struct glsl_linked *out = l->out;
   struct glsl_varying *grown = realloc(out->varyings, (out->varying_count + 1) * sizeof *grown);
   char *copy = strdup(name);
   if (grown)
      out->varyings = grown;
   if (!grown || !copy) {
      free(copy);
      l->no_memory = true;
      return;
   }
   struct glsl_varying *v = &grown[out->varying_count++];
   *v = (struct glsl_varying){ .name = copy, .array_size = skip, .offset_B = k->offset_dw * 4,
                                .buffer = k->buffer };
   if (k->var && !contains_struct(&s->m, k->type)) {
      struct glsl_resource r = { 0 };
      link_resource_type(&s->m, k->type, &r);
      link_resource_symbol(&r, k->var->symbol);
      v->type = r.type;
      v->array_size = r.array_size;
   }
}

/* glTransformFeedbackVaryings: in the order of the names. */
static void capture_requests(struct link *l, struct link_stage *s)
{
   const bool separate = link_bound_separate(l->bind);
   const uint32_t max_dw = link_limit(l->limits->max_feedback_components, MAX_INTERLEAVED_DW);
   const uint32_t max_separate_dw = link_limit(l->limits->max_feedback_separate_components, MAX_SEPARATE_DW);
   uint32_t buffer = 0, at_dw[PIPE_MAX_SO_BUFFERS] = { 0 };
   const char *name;
   l->out->feedback_separate = separate;
   for (unsigned i = 0; (name = link_bound_varying(l->bind, i)) != NULL && !l->no_memory; i++) {
      const bool next = !l->es && !strcmp(name, "gl_NextBuffer");
      const bool skip = !l->es && !strncmp(name, "gl_SkipComponents", 17) && name[17] >= '1' && name[17] <= '4' && !name[18];
      struct link_capture gap = { .member_location = LINK_NONE }, *k = next || skip ? &gap : add(l);
      if (!k)
         return;
      if ((next || skip) && separate) {
         link_error(l, "'%s' is for interleaved capture only", name);
         return;
      }
      if (!next && !skip && already_named(l, i)) {
         link_error(l, "transform feedback captures '%s' twice", name);
         return;
      }
      if (buffer + next >= PIPE_MAX_SO_BUFFERS || (separate && i >= PIPE_MAX_SO_BUFFERS)) {
         link_error(l, "transform feedback needs more than %d buffers", PIPE_MAX_SO_BUFFERS);
         return;
      }
      k->buffer = (uint8_t)buffer;
      k->offset_dw = at_dw[buffer];
      if (!next && !skip && !capture_name(l, s, name, k))
         return;
      const uint32_t gap_dw = skip ? (uint32_t)(name[17] - '0') : 0, size_dw = next || skip ? gap_dw : k->size_dw;
      list_varying(l, s, name, k, gap_dw);
      at_dw[buffer] += size_dw;
      if (separate && size_dw > max_separate_dw)
         link_error(l, "transform feedback captures %u components of '%s' in a buffer of its own; the limit is %u", size_dw,
                    name, max_separate_dw);
      /* ARB_enhanced_layouts limits each buffer's stride; with gl_NextBuffer Mesa does the same. */
      if (at_dw[buffer] > max_dw && !separate) {
         link_error(l, "transform feedback captures more than the limit of %u components of a buffer", max_dw);
         return;
      }
      buffer += next || separate;
   }
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      l->out->feedback_stride_B[i] = at_dw[i] * 4;
}

/* ---- layout qualifiers ---------------------------------------------------------------------------------------------- */

static bool has_double(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   if (t.kind == SPV_KIND_STRUCT) {
      for (uint32_t i = 0; i < t.count; i++)
         if (has_double(m, t.members[i]))
            return true;
      return false;
   }
   return t.width == 64 || (t.element && t.kind != SPV_KIND_IMAGE && has_double(m, t.element));
}

/* Variables without an offset of their parts: values are captured by parts, in order, each at the next byte of its alignment. */
struct placer { struct link *l; struct link_stage *s; struct link_var *v; unsigned buffer; uint32_t next_B; };

static void capture_leaf(struct placer *p, const struct cursor *c, const char *name)
{
   struct link_capture *k = c->builtin == 0xff ? NULL : add(p->l);
   if (c->builtin == 0xff)
      link_error(p->l, "transform feedback cannot capture the built-in '%s'", name);
   if (!k)
      return;
   if (has_double(&p->s->m, c->type))
      p->next_B = (p->next_B + 7) & ~7u;
   k->buffer = (uint8_t)p->buffer;
   k->offset_dw = p->next_B / 4;
   fill(k, p->v, c);
   list_varying(p->l, p->s, name, k, 0);
   p->next_B += k->size_dw * 4;
}

static bool is_aggregate(const struct spv_module *m, uint32_t type)
{
   const enum spv_kind kind = spv_type_of(m, type).kind;
   return kind == SPV_KIND_STRUCT || kind == SPV_KIND_ARRAY;
}

static void capture_parts(struct placer *p, const struct cursor *c, const char *name)
{
   const struct spv_type t = spv_type_of(c->m, c->type);
   const bool is_struct = t.kind == SPV_KIND_STRUCT;
   if (!is_struct && !(t.kind == SPV_KIND_ARRAY && is_aggregate(c->m, t.element))) {
      capture_leaf(p, c, name);
      return;
   }
   for (uint32_t i = 0; i < t.count && i < MAX_INTERLEAVED_DW && !p->l->failed && !p->l->no_memory; i++) {
      struct cursor part = *c;
      char *path;
      if (is_struct ? asprintf(&path, "%s.%s", name, spv_member_name(c->m, c->type, i)) < 0 :
                      asprintf(&path, "%s[%u]", name, i) < 0) {
         p->l->no_memory = true;
         return;
      }
      if (walk(&part, path + strlen(name)))
         capture_parts(p, &part, path);
      free(path);
   }
}

/* The bytes that a value with doubles takes are a multiple of 8. */
static void capture_value(struct placer *p, const struct cursor *c, const char *name)
{
   capture_parts(p, c, name);
   if (has_double(c->m, c->type))
      p->next_B = (p->next_B + 7) & ~7u;
}

/* indices: of the element of a block array, such as "[1]"; empty: no array. */
static void capture_members(struct placer *p, const struct cursor *block, const char *indices)
{
   struct link *l = p->l;
   const struct spv_module *m = &p->s->m;
   const bool all = p->v->symbol->xfb_offset >= 0;
   p->next_B = all ? (uint32_t)p->v->symbol->xfb_offset : 0;
   for (uint32_t i = 0; i < spv_type_of(m, block->type).count && !l->failed && !l->no_memory; i++) {
      const char *member = spv_member_name(m, block->type, i);
      const struct glsl_symbol *symbol = link_find_member(p->s, GLSL_STORAGE_OUT, p->v->block_name, member);
      struct cursor c = *block;
      if (symbol && symbol->xfb_offset >= 0)
         p->next_B = (uint32_t)symbol->xfb_offset;
      else if (!all)
         continue;
      if (p->buffer >= PIPE_MAX_SO_BUFFERS) {
         link_error(l, "transform feedback needs more than %d buffers", PIPE_MAX_SO_BUFFERS);
         return;
      }
      char *name;
      if (!step_member(&c, member, strlen(member)) ||
          (p->v->name[0] ? asprintf(&name, "%s%s.%s", p->v->block_name, indices, member) < 0 : (name = strdup(member)) == NULL)) {
         l->no_memory = true;
         return;
      }
      capture_value(p, &c, name);
      free(name);
   }
}

/* Each element of a block array has the next buffer (GLSL 4.60, 4.4.2.1). */
static void capture_block(struct placer *p, const struct cursor *c, const char *indices)
{
   const struct spv_type t = spv_type_of(c->m, c->type);
   if (t.kind != SPV_KIND_ARRAY) {
      capture_members(p, c, indices);
      p->buffer++;
      return;
   }
   for (uint32_t i = 0; i < t.count && !p->l->failed && !p->l->no_memory; i++) {
      struct cursor element = *c;
      char *longer;
      if (asprintf(&longer, "%s[%u]", indices, i) < 0) {
         p->l->no_memory = true;
         return;
      }
      if (walk(&element, longer + strlen(indices)))
         capture_block(p, &element, longer);
      free(longer);
   }
}

/* The shader's layouts describe the capture, and names that the application gave do not count (GLSL 4.60 4.4.2). */
static bool has_layouts(const struct link_stage *s)
{
   return s->module->xfb_mode;
}

/* Strides by layout, else the aligned end of the captured bytes. Several shaders of a stage may capture the same bytes. */
static void place_buffers(struct link *l, const struct link_stage *s)
{
   for (unsigned b = 0; b < PIPE_MAX_SO_BUFFERS; b++) {
      const uint32_t given_B = (uint32_t)s->module->xfb_stride[b];
      uint32_t end_B = 0, align_B = 4;
      for (unsigned i = 0; i < l->capture_count; i++) {
         const struct link_capture *k = &l->capture[i];
         if (k->buffer != b)
            continue;
         const uint32_t last_B = (k->offset_dw + k->size_dw) * 4;
         end_B = last_B > end_B ? last_B : end_B;
         align_B = has_double(&s->m, k->type) ? 8 : align_B;
         for (unsigned n = 0; n < i; n++)
            if (l->capture[n].buffer == b && k->offset_dw < l->capture[n].offset_dw + l->capture[n].size_dw &&
                l->capture[n].offset_dw < k->offset_dw + k->size_dw)
               link_error(l, "transform feedback captures '%s' and '%s' at byte %u of buffer %u", link_var_name(l->capture[n].var),
                          link_var_name(k->var), k->offset_dw * 4, b);
      }
      if (given_B && end_B > given_B)
         link_error(l, "transform feedback captures %u bytes in buffer %u, whose stride is %u", end_B, b, given_B);
      if (given_B % align_B)
         link_error(l, "transform feedback captures doubles in buffer %u, whose stride is %u", b, given_B);
      l->out->feedback_stride_B[b] = given_B ? given_B : (end_B + align_B - 1) & ~(align_B - 1);
      if (l->out->feedback_stride_B[b] > 4 * link_limit(l->limits->max_feedback_components, MAX_INTERLEAVED_DW))
         link_error(l, "transform feedback buffer %u has a stride of %u bytes; the limit is %u", b, l->out->feedback_stride_B[b],
                    4 * link_limit(l->limits->max_feedback_components, MAX_INTERLEAVED_DW));
   }
}

static void capture_layouts(struct link *l, struct link_stage *s)
{
   for (unsigned i = 0; i < s->var_count && !l->no_memory; i++) {
      struct link_var *v = &s->var[i];
      if (v->storage != SpvStorageClassOutput || !v->symbol)
         continue;
      struct placer p = { l, s, v, v->symbol->xfb_buffer > 0 ? (unsigned)v->symbol->xfb_buffer : 0,
                          v->symbol->xfb_offset > 0 ? (uint32_t)v->symbol->xfb_offset : 0 };
      if (p.buffer >= PIPE_MAX_SO_BUFFERS)
         link_error(l, "transform feedback needs more than %d buffers", PIPE_MAX_SO_BUFFERS);
      else if (v->block_name)
         capture_block(&p, &(struct cursor){ .m = &s->m, .type = v->inner, .member_location = LINK_NONE }, "");
      else if (v->symbol->xfb_offset >= 0)
         capture_value(&p, &(struct cursor){ .m = &s->m, .type = v->inner, .member_location = LINK_NONE,
                       .builtin = v->builtin == ~0u ? PIPE_SO_VARYING : builtin_of(v->builtin) }, v->name);
   }
   if (!l->no_memory)
      place_buffers(l, s);
}

/* Runs before locations are assigned: captured outputs need locations even if the next stage does not read them. */
void link_feedback_names(struct link *l)
{
   struct link_stage *s = link_last_vertex(l);
   memset(l->out->feedback_stream, -1, sizeof l->out->feedback_stream);
   if (!s || s->module->stage == PIPE_SHADER_TESS_CTRL) {
      if (link_bound_varying(l->bind, 0) && (!s || l->es)) /* OpenGL 4.6, 11.1.2.1, allows it */
         link_error(l, "transform feedback captures '%s', but the program has no stage of vertices",
                    link_bound_varying(l->bind, 0));
      return;
   }
   if (s->module->stage == PIPE_SHADER_TASK || s->module->stage == PIPE_SHADER_MESH) { /* EXT_mesh_shader */
      if (link_bound_varying(l->bind, 0))
         link_error(l, "transform feedback captures '%s', but not from mesh shaders", link_bound_varying(l->bind, 0));
      return;
   }
   if (has_layouts(s))
      capture_layouts(l, s);
   else
      capture_requests(l, s);
}

/* ---- the table ------------------------------------------------------------------------------------------------------ */

struct writer {
   struct link *l;
   const struct spv_module *m;
   struct pipe_stream_output_info *so;
   const struct link_capture *k;
   uint32_t slot, at_dw;
};

static void put(struct writer *w, uint32_t slot, uint32_t component, uint32_t count)
{
   const struct link_capture *k = w->k;
   const uint32_t base = k->member_location != LINK_NONE ? k->member_location : k->var->location;
   struct pipe_stream_output o = { .buffer = k->buffer, .stream = k->stream, .builtin = k->builtin, .num_components = (uint8_t)count,
                             .dst_offset_dw = (uint16_t)w->at_dw };
   if (w->so->count == sizeof w->so->out / sizeof *w->so->out || w->at_dw > 0xffff) {
      link_error(w->l, "transform feedback captures more than %zu variables, or beyond byte %u",
                 sizeof w->so->out / sizeof *w->so->out, 4 * 0xffffu);
      return;
   }
   if (is_distance(k->builtin)) {
      const uint32_t distance = k->first + slot;
      o.builtin = (uint8_t)(k->builtin + distance / 4);
      o.start_component = (uint8_t)(distance % 4);
   } else if (k->builtin == PIPE_SO_VARYING) {
      o.location = (uint8_t)(base + k->slot + slot);
      o.start_component = (uint8_t)(k->var->component + component);
   }
   w->so->out[w->so->count++] = o;
   w->at_dw += count;
}

/* A run of components across locations. */
static void put_packed(struct writer *w)
{
   const struct link_capture *k = w->k;
   const uint32_t first = k->var->component + k->skipped_dw, end = first + k->size_dw;
   for (uint32_t at = first, count; at < end && !w->l->failed; at += count) {
      count = end - at < 4 - at % 4 ? end - at : 4 - at % 4;
      put(w, at / 4 - k->slot, at % 4 - k->var->component, count);
   }
}

static void write_type(struct writer *w, uint32_t type)
{
   const struct spv_type t = spv_type_of(w->m, type);
   if (!link_components(w->m, type))
      return; /* arrays without elements */
   switch (t.kind) {
   case SPV_KIND_ARRAY: case SPV_KIND_MATRIX:
      for (uint32_t i = 0; i < t.count && !w->l->failed; i++)
         write_type(w, t.element);
      break;
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count && !w->l->failed; i++)
         write_type(w, t.members[i]);
      break;
   default: {
      const uint32_t words = link_components(w->m, type);
      put(w, w->slot, 0, words > 4 ? 4 : words);
      if (words > 4)
         put(w, w->slot + 1, 0, words - 4);
      w->slot += words > 4 ? 2 : 1;
   }
   }
}

void link_feedback(struct link *l)
{
   struct link_stage *s = link_last_vertex(l);
   if (!s || !l->capture_count)
      return;
   struct pipe_stream_output_info *so = &l->out->stage[s->module->stage].so;
   for (unsigned i = 0; i < l->capture_count && !l->failed; i++) {
      const struct link_capture *k = &l->capture[i];
      struct writer w = { .l = l, .m = &s->m, .so = so, .k = k, .at_dw = k->offset_dw };
      int8_t *stream = &l->out->feedback_stream[k->buffer];
      if (!k->var)
         continue;
      if (*stream >= 0 && *stream != k->stream)
         link_error(l, "transform feedback buffer %u captures from the streams %d and %u", k->buffer, *stream, k->stream);
      *stream = (int8_t)k->stream;
      if (k->builtin == PIPE_SO_VARYING && k->member_location == LINK_NONE && k->var->location == LINK_NONE)
         link_error(l, "transform feedback cannot capture '%s'", link_var_name(k->var));
      if (k->var->packed)
         put_packed(&w);
      else
         write_type(&w, k->type);
   }
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      if (l->out->feedback_stride_B[i] / 4 > 0xffff)
         link_error(l, "transform feedback buffer %u has a stride of %u bytes", i, l->out->feedback_stride_B[i]);
      so->stride_dw[i] = (uint16_t)(l->out->feedback_stream[i] < 0 ? 0 : l->out->feedback_stride_B[i] / 4);
   }
}
