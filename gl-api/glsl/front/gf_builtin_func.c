/* gf_builtin_func.c: built-in functions: rows (gf_func.def, made by gen_func.py) become overloads when a name is
 * first called, and again after an #extension. A signature's words: types; genF (I U B D L M): 1 to 4 components;
 * vecF: 2 to 4; "g:" float, int and unsigned twins; "a:" int and unsigned; @g @a @f: an image and its address;
 * "bias?": optional, where derivatives are. */
#include "gf_parser.h"

#include <string.h>

enum gate {
   G_ALL, G_GL, G_COMPAT, G_120, G_130, G_130_GS4, G_MINMAX_I, G_140, G_150, G_430, G_FP64, G_INT64, G_INTMIX, G_FMA, G_GS5_310,
   G_AMD3, G_BITS, G_PACK, G_PACK420, G_PACK4X8, G_DERIV, G_CSDERIV, G_DERIV2, G_INTERP, G_GEOM, G_STREAM, G_MESH,
   G_BARRIER_T, G_CS, G_IMAGE, G_VOTE, G_VOTEEXT, G_VOTE460, G_CLOCK, G_CLOCK64, G_CLOCKEXT, G_ILOCK, G_ILOCKNV, G_DEMOTE, G_BALLOT,
   G_SG_BASIC, G_SG_VOTE, G_SG_BALLOT, G_SG_ARITHMETIC, G_SG_SHUFFLE, G_SG_RELATIVE, G_SG_CLUSTERED, G_SG_QUAD,
   G_COUNTER, G_COUNTER_OPS, G_COUNTER460, G_ATOMIC, G_ATOMIC64, G_ATOMICF, G_ATOMICFM, G_IMAGE_ATOMIC,
   G_IMAGE_ATOMIC_F, G_IMAGE_ADD_F, G_IMAGE_SIZE, G_SAMPLES, G_CUBEARRAY, G_BUFFER, G_MS, G_MSARRAY, G_EXTERNAL,
   G_EXTERNAL3, G_SHADOWLOD, G_QLOD, G_QLOD400, G_QLEVELS, G_IDENTICAL, G_GATHER, G_GATHER5, G_GATHERS, G_TEXTURE4, G_OLD,
   G_OLD_LOD, G_OLD_GL, G_OLD_GL_LOD, G_OLD_3D, G_OLD_3D_LOD, G_OLD_LOD_FS, G_ARB_LOD, G_EXT_LOD, G_EXT_SHADOW, G_RECT, G_RECT_LOD,
   G_TEXARRAY, G_GS4, G_COUNT,
};

static const struct gf_gate gates[G_COUNT] = {
   [G_ALL] = { 110, 0, 100 },
   [G_GL] = { 110 },
   [G_COMPAT] = { 110, 130, 0 },
   [G_120] = { 120, 0, 300 },
   [G_130] = { 130, 0, 300 },
   [G_130_GS4] = { 130, 0, 300, 0, { GF_EXT_gpu_shader4 } },
   [G_MINMAX_I] = { 110, 0, 300, 0, { GF_EXT_gpu_shader4 } },
   [G_140] = { 140, 0, 300 },
   [G_150] = { 150, 0, 300 },
   [G_430] = { 430 },
   [G_FP64] = { 400, 0, 0, 0, { GF_ARB_gpu_shader_fp64 } },
   [G_INT64] = { 0, 0, 0, 0, { GF_ARB_gpu_shader_int64 } },
   [G_INTMIX] = { 450, 0, 310, 0, { GF_EXT_shader_integer_mix } },
   [G_FMA] = { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_EXT_gpu_shader5, GF_OES_gpu_shader5 } },
   [G_GS5_310] = { 400, 0, 310, 0, { GF_ARB_gpu_shader5, GF_MESA_shader_integer_functions } },
   [G_AMD3] = { 0, 0, 0, 0, { GF_AMD_shader_trinary_minmax } },
   [G_BITS] = { 330, 0, 300, 0, { GF_ARB_shader_bit_encoding, GF_ARB_gpu_shader5 } },
   [G_PACK] = { 400, 0, 300, 0, { GF_ARB_shading_language_packing, GF_ARB_gpu_shader5 } },
   [G_PACK420] = { 420, 0, 300, 0, { GF_ARB_shading_language_packing } },
   [G_PACK4X8] = { 400, 0, 310, 0, { GF_ARB_shading_language_packing, GF_ARB_gpu_shader5 } },
   [G_DERIV] = { 110, 0, 300, 0, { GF_OES_standard_derivatives } },
   [G_CSDERIV] = { 0, 0, 0, 0, { GF_NV_compute_shader_derivatives } },
   [G_DERIV2] = { 450, 0, 0, 0, { GF_ARB_derivative_control } },
   [G_INTERP] = { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_OES_shader_multisample_interpolation } },
   [G_GEOM] = { 110, 0, 310 },
   [G_STREAM] = { 400, 0, 0, 0, { GF_ARB_gpu_shader5 } },
   [G_MESH] = { 0, 0, 0, 0, { GF_EXT_mesh_shader } },
   [G_BARRIER_T] = { 110, 0, 310 },
   [G_CS] = { 430, 0, 310, 0, { GF_ARB_compute_shader } },
   [G_IMAGE] = { 420, 0, 310, 0, { GF_ARB_shader_image_load_store } },
   [G_VOTE] = { 0, 0, 0, 0, { GF_ARB_shader_group_vote } },
   [G_VOTEEXT] = { 0, 0, 0, 0, { GF_EXT_shader_group_vote } },
   [G_VOTE460] = { 460 },
   [G_CLOCK] = { 0, 0, 0, 0, { GF_ARB_shader_clock } },
   [G_CLOCK64] = { 0, 0, 0, 0, { GF_ARB_shader_clock } },
   [G_CLOCKEXT] = { 0, 0, 0, 0, { GF_EXT_shader_clock } },
   [G_ILOCK] = { 0, 0, 0, 0, { GF_ARB_fragment_shader_interlock } },
   [G_ILOCKNV] = { 0, 0, 0, 0, { GF_NV_fragment_shader_interlock } },
   [G_DEMOTE] = { 0, 0, 0, 0, { GF_EXT_demote_to_helper_invocation } },
   [G_BALLOT] = { 0, 0, 0, 0, { GF_ARB_shader_ballot } },
   [G_SG_BASIC] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_basic } },
   [G_SG_VOTE] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_vote } },
   [G_SG_BALLOT] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_ballot } },
   [G_SG_ARITHMETIC] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_arithmetic } },
   [G_SG_SHUFFLE] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_shuffle } },
   [G_SG_RELATIVE] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_shuffle_relative } },
   [G_SG_CLUSTERED] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_clustered } },
   [G_SG_QUAD] = { 0, 0, 0, 0, { GF_KHR_shader_subgroup_quad } },
   [G_COUNTER] = { 420, 0, 310, 0, { GF_ARB_shader_atomic_counters } },
   [G_COUNTER_OPS] = { 0, 0, 0, 0, { GF_ARB_shader_atomic_counter_ops } },
   [G_COUNTER460] = { 460 },
   [G_ATOMIC] = { 430, 0, 310, 0, { GF_ARB_shader_storage_buffer_object, GF_ARB_compute_shader } },
   [G_ATOMIC64] = { 0, 0, 0, 0, { GF_NV_shader_atomic_int64 } },
   [G_ATOMICF] = { 0, 0, 0, 0, { GF_NV_shader_atomic_float } },
   [G_ATOMICFM] = { 0, 0, 0, 0, { GF_INTEL_shader_atomic_float_minmax } },
   [G_IMAGE_ATOMIC] = { 420, 0, 320, 0, { GF_ARB_shader_image_load_store, GF_OES_shader_image_atomic } },
   [G_IMAGE_ATOMIC_F] = { 450, 0, 320, 0, { GF_ARB_ES3_1_compatibility, GF_OES_shader_image_atomic,
                                            GF_NV_shader_atomic_float } },
   [G_IMAGE_ADD_F] = { 0, 0, 0, 0, { GF_NV_shader_atomic_float } },
   [G_IMAGE_SIZE] = { 430, 0, 310, 0, { GF_ARB_shader_image_size } },
   [G_SAMPLES] = { 450, 0, 0, 0, { GF_ARB_shader_texture_image_samples } },
   [G_CUBEARRAY] = { 400, 0, 320, 0, { GF_ARB_texture_cube_map_array, GF_OES_texture_cube_map_array,
                                       GF_EXT_texture_cube_map_array } },
   [G_BUFFER] = { 140, 0, 320, 0, { GF_OES_texture_buffer, GF_EXT_texture_buffer } },
   [G_MS] = { 150, 0, 310, 0, { GF_ARB_texture_multisample } },
   [G_MSARRAY] = { 150, 0, 320, 0, { GF_ARB_texture_multisample, GF_OES_texture_storage_multisample_2d_array } },
   [G_EXTERNAL] = { 0, 0, 0, 0, { GF_OES_EGL_image_external } },
   [G_EXTERNAL3] = { 0, 0, 0, 0, { GF_OES_EGL_image_external_essl3 } },
   [G_SHADOWLOD] = { 0, 0, 0, 0, { GF_EXT_texture_shadow_lod } },
   [G_QLOD] = { 0, 0, 0, 0, { GF_ARB_texture_query_lod, GF_EXT_texture_query_lod } },
   [G_QLOD400] = { 400 },
   [G_QLEVELS] = { 430, 0, 0, 0, { GF_ARB_texture_query_levels } },
   [G_IDENTICAL] = { 0, 0, 0, 0, { GF_EXT_shader_samples_identical } },
   [G_GATHER] = { 400, 0, 310, 0, { GF_ARB_texture_gather, GF_ARB_gpu_shader5 } },
   [G_GATHER5] = { 400, 0, 310, 0, { GF_ARB_gpu_shader5 } },
   [G_GATHERS] = { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_EXT_gpu_shader5, GF_OES_gpu_shader5 } },
   [G_TEXTURE4] = { 0, 0, 0, 0, { GF_AMD_texture_texture4 } },
   [G_OLD] = { 110, 410, 100, 100 },
   [G_OLD_LOD] = { 110, 410, 100, 100 },
   [G_OLD_GL] = { 110, 410 },
   [G_OLD_GL_LOD] = { 110, 410 },
   [G_OLD_3D] = { 110, 410, 0, 0, { GF_OES_texture_3D } },
   [G_OLD_3D_LOD] = { 110, 410, 0, 0, { GF_OES_texture_3D } },
   [G_OLD_LOD_FS] = { 130, 410, 0, 0, { GF_ARB_shader_texture_lod, GF_EXT_gpu_shader4 } },
   [G_ARB_LOD] = { 0, 0, 0, 0, { GF_ARB_shader_texture_lod } },
   [G_EXT_LOD] = { 0, 0, 0, 0, { GF_EXT_shader_texture_lod } },
   [G_EXT_SHADOW] = { 0, 0, 0, 0, { GF_EXT_shadow_samplers } },
   [G_RECT] = { 140, 410, 0, 0, { GF_ARB_texture_rectangle } },
   [G_RECT_LOD] = { 0, 0, 0, 0, { GF_ARB_shader_texture_lod } },
   [G_TEXARRAY] = { 0, 0, 0, 0, { GF_EXT_texture_array, GF_EXT_gpu_shader4 } },
   [G_GS4] = { 0, 0, 0, 0, { GF_EXT_gpu_shader4 } },
};

static const struct row { const char *name, *sig; uint8_t gate, stages; } rows[] = {
#define GF_FUNC(name, sig, gate, stages) { #name, sig, gate, (uint8_t)(stages) },
#include "gf_func.def"
#undef GF_FUNC
};

/* The first row of a name; rows are sorted. */
static unsigned find(const char *name)
{
   unsigned low = 0, high = GF_COUNT(rows);
   while (low < high) {
      const unsigned mid = (low + high) / 2;
      if (strcmp(rows[mid].name, name) < 0)
         low = mid + 1;
      else
         high = mid;
   }
   return low;
}

static bool row_open(const struct gf_ctx *c, const struct row *r)
{
   if (r->gate == G_CLOCK64 && !gf_ext_on(c, GF_ARB_gpu_shader_int64))
      return false; /* ARB_shader_clock: clockARB() exists only with 64-bit integers */
   /* GLSL 1.30 has them. Without the conversions of 1.20, with which min(1, 2) is 1.0, Mesa has them in 1.10, too. */
   if (r->gate == G_MINMAX_I && !c->es && c->version == 120 && !gf_ext_on(c, GF_EXT_gpu_shader4))
      return false;
   return (r->stages & c->stage_bit) && gf_open(c, &gates[r->gate]);
}

bool gf_builtin_function_exists(struct gf_ctx *c, const char *name)
{
   for (unsigned i = find(name); i < GF_COUNT(rows) && strcmp(rows[i].name, name) == 0; i++) {
      if (row_open(c, &rows[i]))
         return true;
   }
   return false;
}

/* One concrete signature of a generic row. */
struct choice { unsigned size; char prefix; unsigned image; bool bias; };

static const struct { const char *image, *coord; bool ms; } images[] = {
   { "1D", "int", false }, { "2D", "ivec2", false }, { "3D", "ivec3", false }, { "2DRect", "ivec2", false },
   { "Cube", "ivec3", false },
   { "Buffer", "int", false }, { "1DArray", "ivec2", false }, { "2DArray", "ivec3", false },
   { "CubeArray", "ivec3", false },
   { "2DMS", "ivec2", true }, { "2DMSArray", "ivec3", true },
};

static enum gf_base base_of(char letter)
{
   static const struct { char letter; uint8_t base; } bases[] = { { 'F', GF_FLOAT }, { 'D', GF_DOUBLE },
                                                                  { 'I', GF_INT }, { 'U', GF_UINT },
      { 'B', GF_BOOL }, { 'L', GF_INT64 }, { 'M', GF_UINT64 } };
   for (unsigned i = 0; i < GF_COUNT(bases); i++) {
      if (bases[i].letter == letter)
         return (enum gf_base)bases[i].base;
   }
   return GF_ERROR;
}

/* The type of another base with the shape of a float type: "vec4" with 'i' is ivec4, "int" with 'u' is uint. */
static const struct gf_type *twin(const char *word, size_t length, char prefix)
{
   char text[40];
   if (length > sizeof(text) - 2)
      return NULL;
   size_t at = 0;
   if (length == 3 && memcmp(word, "int", 3) == 0) {
      if (prefix == 'u')
         text[at++] = 'u';
   } else if (prefix != 'f') {
      text[at++] = prefix;
   }
   memcpy(text + at, word, length);
   return gf_type_named(text, at + length);
}

static const struct gf_type *word_type(struct gf_parser *p, const char *word, size_t length, bool twins,
                                       const struct choice *k)
{
   if (length == 4 && (memcmp(word, "gen", 3) == 0 || memcmp(word, "vec", 3) == 0) && word[3] >= 'A')
      return gf_vector(base_of(word[3]), k->size);
   if (length > 3 && word[length - 1] == ']')
      return gf_array(p->c, gf_type_named(word, length - 3), 4);
   return twins ? twin(word, length, k->prefix) : gf_type_named(word, length);
}

static void add_param(struct gf_parser *p, struct gf_function *f, const struct gf_type *type, enum gf_storage storage,
                      bool is_const)
{
   struct gf_param *a = &f->params[f->param_count++];
   a->type = type;
   a->qual.storage = (uint8_t)storage;
   a->qual.is_const = is_const;
   (void)p;
}

static struct gf_function *make(struct gf_parser *p, const struct row *r, struct gf_symbol *s, const struct choice *k)
{
   struct gf_function *f = GF_NEW(p->c, struct gf_function);
   f->symbol = s;
   f->builtin = f->defined = true;
   f->deprecated = gates[r->gate].gl_last != 0;
   f->params = gf_alloc(p->c, 10 * sizeof(*f->params));
   for (const char *w = r->sig; *w;) {
      size_t length = strcspn(w, " ");
      const char *next = w + length + (w[length] == ' ');
      bool twins = false, is_const = false;
      enum gf_storage storage = GF_S_IN;
      const char *colon = memchr(w, ':', length);
      if (colon) {
         twins = w[1] == ':';
         storage = w[0] == 'o' ? GF_S_OUT : colon - w == 5 && w[0] == 'i' ? GF_S_INOUT : GF_S_IN;
         is_const = w[0] == 'c' || (w[0] == 'g' && !twins && !gf_at_least(p->c, 400, 320) &&
                                    !gf_ext_on(p->c, GF_ARB_gpu_shader5) &&
                                    !gf_ext_on(p->c, GF_EXT_gpu_shader5) && !gf_ext_on(p->c, GF_OES_gpu_shader5));
         length -= (size_t)(colon + 1 - w);
         w = colon + 1;
      }
      if (w[0] == '@') {
         char image[24] = "image";
         strcat(image, images[k->image].image);
         add_param(p, f, twin(image, strlen(image), k->prefix), GF_S_IN, false);
         add_param(p, f, gf_type_named(images[k->image].coord, strlen(images[k->image].coord)), GF_S_IN, false);
         if (images[k->image].ms)
            add_param(p, f, GF_T(int), GF_S_IN, false);
      } else if (length == 5 && memcmp(w, "bias?", 5) == 0) {
         if (k->bias)
            add_param(p, f, GF_T(float), GF_S_IN, false);
      } else {
         const struct gf_type *type = word_type(p, w, length, twins, k);
         if (!f->result)
            f->result = type;
         else
            add_param(p, f, type, storage, is_const);
      }
      w = next;
   }
   return f;
}

static void add_choices(struct gf_parser *p, const struct row *r, struct gf_symbol *s)
{
   const bool vec = strstr(r->sig, "vecF") || strstr(r->sig, "vecI") || strstr(r->sig, "vecU") ||
      strstr(r->sig, "vecB") ||
                    strstr(r->sig, "vecD") || strstr(r->sig, "vecL") || strstr(r->sig, "vecM");
   const bool gen = strstr(r->sig, "gen") != NULL;
   const bool g = strstr(r->sig, "g:") || strstr(r->sig, "@g"), a = strstr(r->sig, "a:") != NULL;
   const char *prefixes = g ? "fiu" : a ? "iu" : "f";
   const bool has_bias = strstr(r->sig, "bias?") && (p->c->stage == PIPE_SHADER_FRAGMENT ||
                                                     gf_ext_on(p->c, GF_NV_compute_shader_derivatives));
   struct gf_function **end = &s->functions;
   while (*end)
      end = &(*end)->next;
   for (const char *prefix = prefixes; *prefix; prefix++) {
      for (unsigned image = 0; image < (strchr(r->sig, '@') ? GF_COUNT(images) : 1u); image++) {
         for (unsigned size = gen ? 1 : vec ? 2 : 4; size <= 4; size++) {
            for (unsigned bias = 0; bias <= (has_bias ? 1u : 0u); bias++) {
               const struct choice k = { size, *prefix, image, bias };
               *end = make(p, r, s, &k);
               end = &(*end)->next;
            }
         }
      }
   }
}

struct gf_function *gf_builtin_functions(struct gf_parser *p, struct gf_name *name)
{
   struct gf_symbol *s = name->builtin;
   if (!s) {
      s = name->builtin = GF_NEW(p->c, struct gf_symbol);
      s->name = name;
      s->kind = GF_SYM_FUNCTION;
      s->builtin = true;
   } else if (s->gate == p->c->ext_epoch + 1) {
      return s->functions;
   }
   s->gate = p->c->ext_epoch + 1;
   s->functions = NULL;
   for (unsigned i = find(name->text); i < GF_COUNT(rows) && strcmp(rows[i].name, name->text) == 0; i++) {
      if (row_open(p->c, &rows[i]))
         add_choices(p, &rows[i], s);
   }
   return s->functions;
}
