/* gf_legal.c: which qualifiers each kind of declaration takes, by stage and version (GLSL 4.60 and ESSL 3.20: 4.3 to 4.10, 6.1.1).
 * One row per kind; gf_layout.c has the table of layout identifiers. */
#include "gf_parser.h"

enum { INTERP = 1, CENTROID = 2, SAMPLE = 4, PATCH = 8, INVARIANT = 16, PRECISE = 32, PRECISION = 64, MEMORY = 128, LAYOUT = 256,
       SUBROUTINE = 512, STORAGE = 1024, PER_PRIMITIVE = 2048, AUX = CENTROID | SAMPLE | PATCH | PER_PRIMITIVE };

/* `image`: takes memory qualifiers where the type is an image. */
static const struct { const char *text; uint16_t takes; bool image; } kinds[] = {
   [GF_D_PLAIN] = { "a variable without a storage qualifier", PRECISE | PRECISION, true },
   [GF_D_CONST] = { "a constant", PRECISE | PRECISION, true },
   [GF_D_INPUT] = { "an input", INTERP | AUX | INVARIANT | PRECISE | PRECISION | LAYOUT, true },
   [GF_D_OUTPUT] = { "an output", INTERP | AUX | INVARIANT | PRECISE | PRECISION | LAYOUT, true },
   [GF_D_ATTRIBUTE] = { "an attribute", PRECISE | PRECISION, false },
   [GF_D_VARYING] = { "a varying", INTERP | CENTROID | SAMPLE | INVARIANT | PRECISE | PRECISION, false },
   [GF_D_UNIFORM] = { "a uniform", PRECISE | PRECISION | LAYOUT | SUBROUTINE, true },
   [GF_D_SHARED] = { "a shared variable", PRECISE | PRECISION, false },
   [GF_D_PAYLOAD] = { "a variable with taskPayloadSharedEXT", PRECISE | PRECISION, false },
   [GF_D_PARAMETER] = { "a parameter", PRECISE | PRECISION, true },
   [GF_D_RESULT] = { "a function", PRECISE | PRECISION | SUBROUTINE | LAYOUT, false },
   [GF_D_MEMBER] = { "a member of a struct", PRECISION, true },
   [GF_D_DEFAULT] = { "a declaration of layouts", LAYOUT, false },
   [GF_D_UNIFORM_BLOCK] = { "a uniform block", PRECISE | LAYOUT, false },
   [GF_D_BUFFER_BLOCK] = { "a buffer block", PRECISE | LAYOUT | MEMORY, false },
   [GF_D_INPUT_BLOCK] = { "an input block", PRECISE | LAYOUT | PATCH | PER_PRIMITIVE, false },
   [GF_D_OUTPUT_BLOCK] = { "an output block", PRECISE | LAYOUT | PATCH | PER_PRIMITIVE, false },
   [GF_D_UNIFORM_MEMBER] = { "a member of a uniform block", PRECISE | PRECISION | LAYOUT | STORAGE, true },
   [GF_D_BUFFER_MEMBER] = { "a member of a buffer block", PRECISE | PRECISION | LAYOUT | MEMORY | STORAGE, false },
   [GF_D_INPUT_MEMBER] = { "a member of an input block",
                           INTERP | AUX | INVARIANT | PRECISE | PRECISION | LAYOUT | STORAGE, true },
   [GF_D_OUTPUT_MEMBER] = { "a member of an output block",
                            INTERP | AUX | INVARIANT | PRECISE | PRECISION | LAYOUT | STORAGE, true },
};

/* Why a kind does not take a qualifier in this stage or version, although it does in another; NULL: it does. Vertex inputs and
 * fragment outputs are not interpolated (4.3.4, 4.3.6); patch variables are outputs of tessellation control and inputs of tessellation
 * evaluation shaders. GLSL lets an input be invariant where its output is; ESSL has only invariant outputs (3.00, 4.6.1). */
static const char *refuses(const struct gf_ctx *c, enum gf_decl_kind kind, unsigned bit)
{
   const bool in = kind == GF_D_INPUT || kind == GF_D_INPUT_BLOCK || kind == GF_D_INPUT_MEMBER;
   const bool out = kind == GF_D_OUTPUT || kind == GF_D_OUTPUT_BLOCK || kind == GF_D_OUTPUT_MEMBER;
   switch (bit) {
   case INTERP: case CENTROID: case SAMPLE:
      if (in && c->stage == PIPE_SHADER_VERTEX)
         return " of a vertex shader, which is not interpolated";
      if (out && c->stage == PIPE_SHADER_FRAGMENT)
         return " of a fragment shader, which is not interpolated";
      return kind == GF_D_VARYING && bit == INTERP && gf_at_least(c, 130, 0) ? " in this version: use 'in' or 'out'" : NULL;
   case INVARIANT:
      if (in && c->stage == PIPE_SHADER_VERTEX)
         return " of a vertex shader";
      return in && c->es && c->version >= 300 ? ": only outputs are invariant" : NULL;
   case PATCH:
      if (in && c->stage != PIPE_SHADER_TESS_EVAL)
         return ": it is for inputs of tessellation evaluation shaders";
      return out && c->stage != PIPE_SHADER_TESS_CTRL ? ": it is for outputs of tessellation control shaders" : NULL;
   case PER_PRIMITIVE:
      if (in && c->stage != PIPE_SHADER_FRAGMENT)
         return ": it is for inputs of fragment shaders";
      return out && c->stage != PIPE_SHADER_MESH ? ": it is for outputs of mesh shaders" : NULL;
   case MEMORY: return ": memory qualifiers are for images and buffer blocks";
   }
   return NULL;
}

enum gf_decl_kind gf_kind_of_storage(const struct gf_qual *q)
{
   switch (q->storage) {
   case GF_S_CONST: return GF_D_CONST;
   case GF_S_IN: return GF_D_INPUT;
   case GF_S_OUT: case GF_S_INOUT: return GF_D_OUTPUT;
   case GF_S_ATTRIBUTE: return GF_D_ATTRIBUTE;
   case GF_S_VARYING: return GF_D_VARYING;
   case GF_S_UNIFORM: return GF_D_UNIFORM;
   case GF_S_SHARED: return GF_D_SHARED;
   case GF_S_PAYLOAD: return GF_D_PAYLOAD;
   default: return GF_D_PLAIN;
   }
}

enum gf_decl_kind gf_kind_of_block(const struct gf_qual *q, bool member)
{
   switch (q->storage) {
   case GF_S_BUFFER: return member ? GF_D_BUFFER_MEMBER : GF_D_BUFFER_BLOCK;
   case GF_S_IN: return member ? GF_D_INPUT_MEMBER : GF_D_INPUT_BLOCK;
   case GF_S_OUT: return member ? GF_D_OUTPUT_MEMBER : GF_D_OUTPUT_BLOCK;
   default: return member ? GF_D_UNIFORM_MEMBER : GF_D_UNIFORM_BLOCK;
   }
}

static const char *memory_word(unsigned memory)
{
   static const char *const words[] = { "coherent", "volatile", "restrict", "readonly", "writeonly" };
   return words[__builtin_ctz(memory)];
}

void gf_check_qualifiers(struct gf_parser *p, const struct gf_qual *q, enum gf_decl_kind kind, const struct gf_type *type,
                         struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   static const char *const interp[] = { "", "smooth", "flat", "noperspective" };
   static const char *const precision[] = { "", "lowp", "mediump", "highp" };
   const struct { unsigned bit; bool given; const char *word; } all[] = {
      { INTERP, q->interp != 0, interp[q->interp] }, { CENTROID, q->centroid, "centroid" }, { SAMPLE, q->sample, "sample" },
      { PATCH, q->patch, "patch" }, { PER_PRIMITIVE, q->per_primitive, "perprimitiveEXT" },
      { INVARIANT, q->invariant, "invariant" }, { PRECISE, q->precise, "precise" },
      { PRECISION, q->precision != 0, precision[q->precision] },
      { MEMORY, q->memory != 0, q->memory ? memory_word(q->memory) : "" },
      { LAYOUT, q->has_layout, "layout" }, { SUBROUTINE, q->subroutine, "subroutine" },
   };
   unsigned takes = kinds[kind].takes;
   if (kinds[kind].image && type && gf_bare(type)->base == GF_IMAGE)
      takes |= MEMORY;
   for (unsigned i = 0; i < GF_COUNT(all); i++) {
      const char *why = refuses(c, kind, all[i].bit);
      if (all[i].given && (!(takes & all[i].bit) || (why && all[i].bit != MEMORY)))
         gf_error(c, at, "'%s' cannot qualify %s%s", all[i].word, kinds[kind].text, why ? why : "");
   }
}
