/* ga_ati_shader.c: ATI_fragment_shader: names, definitions and constants. A definition is collected in a table (ap_ati.h), which
 * glEndFragmentShaderATI translates; from there on a shader is an object as assembly programs are. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_assembly.h"

/* The shader between glBeginFragmentShaderATI and glEndFragmentShaderATI. */
struct ga_ati_definition {
   struct ap_ati_shader shader;     /* passes: those with an instruction */
   uint8_t pass;                    /* the current one */
   bool has_arithmetic;             /* it has an arithmetic instruction; the next route begins another pass */
   bool after_color;                /* the last instruction of the pass is a colour instruction, which an alpha instruction may join */
   bool colors_first;               /* the first pass reads interpolated colours */
   uint8_t coords[2];               /* bit per set of texture coordinates that is read with r, with q */
};

enum { MAX_GENERATED = 1 << 22 };   /* names of one glGenFragmentShadersATI: more do not fit into memory */

static bool outside(struct ga_context *ctx, const char *command)
{
   if (ctx->legacy->assembly->ati)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: between glBeginFragmentShaderATI and glEndFragmentShaderATI", command);
   return !ctx->legacy->assembly->ati;
}

/* NULL: GL_INVALID_OPERATION was raised. */
static struct ga_ati_definition *inside(struct ga_context *ctx, const char *command)
{
   struct ga_ati_definition *d = ctx->legacy->assembly->ati;
   if (!d)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: not between glBeginFragmentShaderATI and glEndFragmentShaderATI", command);
   return d;
}

/* ---- names ----------------------------------------------------------------------------------------------------------------- */

GLuint ga_GenFragmentShadersATI(struct ga_context *ctx, GLuint range)
{
   struct ga_namespace *ns = &ctx->share->ati_shaders;
   GLuint first = 0;
   if (!outside(ctx, "glGenFragmentShadersATI"))
      return 0;
   if (range == 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGenFragmentShadersATI: range is 0");
      return 0;
   }
   ga_lock(ctx, &ns->lock);
   const bool ok = range <= MAX_GENERATED && ut_names_gen_range(&ns->names, range, &first);
   ga_unlock(ctx, &ns->lock);
   if (!ok)
      ga_oom(ctx, "glGenFragmentShadersATI");
   return ok ? first : 0;
}

void ga_BindFragmentShaderATI(struct ga_context *ctx, GLuint id)
{
   if (outside(ctx, "glBindFragmentShaderATI"))
      ga_assembly_bind_name(ctx, &ctx->share->ati_shaders, AP_ATI_FRAGMENT, id, "glBindFragmentShaderATI");
}

void ga_DeleteFragmentShaderATI(struct ga_context *ctx, GLuint id)
{
   if (outside(ctx, "glDeleteFragmentShaderATI") && id)
      ga_assembly_delete_name(ctx, &ctx->share->ati_shaders, id);
}

/* ---- definitions ----------------------------------------------------------------------------------------------------------- */

void ga_BeginFragmentShaderATI(struct ga_context *ctx)
{
   if (!outside(ctx, "glBeginFragmentShaderATI"))
      return;
   ctx->legacy->assembly->ati = calloc(1, sizeof(struct ga_ati_definition));
   if (!ctx->legacy->assembly->ati)
      ga_oom(ctx, "glBeginFragmentShaderATI");
}

/* The definition ends in any case; after an error the shader is undefined. */
void ga_EndFragmentShaderATI(struct ga_context *ctx)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   struct ga_ati_definition *d = inside(ctx, "glEndFragmentShaderATI");
   struct ga_assembly_code *code = NULL;
   if (!d)
      return;
   if (!d->shader.passes)
      ga_error(ctx, GL_INVALID_OPERATION, "glEndFragmentShaderATI: the shader has no instruction");
   else if (d->colors_first && d->shader.passes == 2)
      ga_error(ctx, GL_INVALID_OPERATION, "glEndFragmentShaderATI: the first of two passes reads an interpolated colour");
   else if (!(code = ga_assembly_code_create(ap_ati_program(&d->shader))))
      ga_oom(ctx, "glEndFragmentShaderATI");
   ga_assembly_install(ctx, a->bound[AP_ATI_FRAGMENT], code, NULL, 0);
   free(d);
   a->ati = NULL;
}

void ga_SetFragmentShaderConstantATI(struct ga_context *ctx, GLuint dst, const GLfloat *value)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   const GLuint index = dst - GL_CON_0_ATI;
   if (index >= AP_ATI_CONSTANTS) {
      ga_error(ctx, GL_INVALID_ENUM, "glSetFragmentShaderConstantATI: %s is not a constant", ga_enum_name(dst));
      return;
   }
   if (a->ati) {
      a->ati->shader.locals |= (uint8_t)(1u << index);
      memcpy(a->ati->shader.local[index], value, sizeof(a->ati->shader.local[index]));
      return;
   }
   memcpy(a->env[AP_ATI_FRAGMENT][index], value, sizeof(a->env[AP_ATI_FRAGMENT][index]));
   ctx->dirty |= GA_DIRTY_PROGRAM_PARAMETERS;
}

/* ---- routes ---------------------------------------------------------------------------------------------------------------- */

/* What a route reads, apart from the rules about passes. False: GL_INVALID_ENUM was raised. */
static bool route_of(struct ga_context *ctx, GLuint dst, GLuint from, GLenum swizzle, struct ap_ati_route *route, const char *command)
{
   const bool is_register = from - GL_REG_0_ATI < AP_ATI_REGISTERS;
   if (dst - GL_REG_0_ATI >= AP_ATI_REGISTERS)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not a register", command, ga_enum_name(dst));
   else if (!is_register && from - GL_TEXTURE0 >= AP_ATI_COORDS)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is neither a register nor a set of texture coordinates", command, ga_enum_name(from));
   else if (swizzle < GL_SWIZZLE_STR_ATI || swizzle > GL_SWIZZLE_STQ_DQ_ATI)
      ga_error(ctx, GL_INVALID_ENUM, "%s: swizzle is %s", command, ga_enum_name(swizzle));
   else {
      route->from_register = is_register;
      route->source = (uint8_t)(from - (is_register ? GL_REG_0_ATI : GL_TEXTURE0));
      route->q = (swizzle - GL_SWIZZLE_STR_ATI) & 1;
      route->projected = swizzle >= GL_SWIZZLE_STR_DR_ATI;
      return true;
   }
   return false;
}

/* NULL, or the rule that the route breaks. */
static const char *route_error(const struct ga_ati_definition *d, unsigned pass, unsigned dst, const struct ap_ati_route *route)
{
   if (pass == AP_ATI_PASSES)
      return "the shader has two passes already";
   if (d->shader.pass[pass].route[dst].kind)
      return "the pass has a value for this register already";
   if (route->from_register && pass == 0)
      return "the first pass reads no registers";
   if (route->from_register && route->q)
      return "registers have no q";
   if (!route->from_register && d->coords[!route->q] >> route->source & 1)
      return "a set of texture coordinates is read either with r or with q";
   return NULL;
}

static void add_route(struct ga_context *ctx, enum ap_ati_route_kind kind, GLuint dst, GLuint from, GLenum swizzle, const char *command)
{
   struct ga_ati_definition *d = inside(ctx, command);
   struct ap_ati_route route = {.kind = (uint8_t)kind};
   if (!d || !route_of(ctx, dst, from, swizzle, &route, command))
      return;
   const unsigned pass = d->pass + (unsigned)d->has_arithmetic, number = dst - GL_REG_0_ATI;
   const char *error = route_error(d, pass, number, &route);
   if (error) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, error);
      return;
   }
   d->has_arithmetic = d->after_color = false;
   d->pass = (uint8_t)pass;
   d->shader.passes = (uint8_t)(pass + 1);
   d->shader.pass[pass].route[number] = route;
   if (!route.from_register)
      d->coords[route.q] |= (uint8_t)(1u << route.source);
}

void ga_PassTexCoordATI(struct ga_context *ctx, GLuint dst, GLuint coord, GLenum swizzle)
{
   add_route(ctx, AP_ATI_PASS, dst, coord, swizzle, "glPassTexCoordATI");
}

void ga_SampleMapATI(struct ga_context *ctx, GLuint dst, GLuint interp, GLenum swizzle)
{
   add_route(ctx, AP_ATI_SAMPLE, dst, interp, swizzle, "glSampleMapATI");
}

/* ---- arithmetic: the arguments of a command -------------------------------------------------------------------------------- */

struct argument { GLuint source, replicate, modifiers; };

static const struct { GLenum name; uint8_t op, args; } ops[] = {
   {GL_MOV_ATI, AP_ATI_MOV, 1}, {GL_ADD_ATI, AP_ATI_ADD, 2}, {GL_MUL_ATI, AP_ATI_MUL, 2}, {GL_SUB_ATI, AP_ATI_SUB, 2},
   {GL_DOT3_ATI, AP_ATI_DOT3, 2}, {GL_DOT4_ATI, AP_ATI_DOT4, 2}, {GL_MAD_ATI, AP_ATI_MAD, 3}, {GL_LERP_ATI, AP_ATI_LERP, 3},
   {GL_CND_ATI, AP_ATI_CND, 3}, {GL_CND0_ATI, AP_ATI_CND0, 3}, {GL_DOT2_ADD_ATI, AP_ATI_DOT2_ADD, 3},
};

static bool find_op(GLenum name, unsigned args, uint8_t *op)
{
   for (unsigned i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
      if (ops[i].name == name && ops[i].args == args) {
         *op = ops[i].op;
         return true;
      }
   }
   return false;
}

static bool find_source(GLuint name, uint8_t *source)
{
   if (name - GL_REG_0_ATI < AP_ATI_REGISTERS)
      *source = (uint8_t)(AP_ATI_REGISTER0 + name - GL_REG_0_ATI);
   else if (name - GL_CON_0_ATI < AP_ATI_CONSTANTS)
      *source = (uint8_t)(AP_ATI_CONSTANT0 + name - GL_CON_0_ATI);
   else if (name == GL_ZERO || name == GL_ONE)
      *source = name == GL_ZERO ? AP_ATI_ZERO : AP_ATI_ONE;
   else if (name == GL_PRIMARY_COLOR || name == GL_SECONDARY_INTERPOLATOR_ATI)
      *source = name == GL_PRIMARY_COLOR ? AP_ATI_PRIMARY : AP_ATI_SECONDARY;
   else
      return false;
   return true;
}

/* One of the factors, with or without saturation. */
static bool find_modifier(GLuint bits, int8_t *scale)
{
   static const struct { GLuint bit; int8_t scale; } rows[] = {{GL_NONE, 0}, {GL_2X_BIT_ATI, 1}, {GL_4X_BIT_ATI, 2}, {GL_8X_BIT_ATI, 3},
      {GL_HALF_BIT_ATI, -1}, {GL_QUARTER_BIT_ATI, -2}, {GL_EIGHTH_BIT_ATI, -3}};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      if (rows[i].bit == (bits & ~(GLuint)GL_SATURATE_BIT_ATI)) {
         *scale = rows[i].scale;
         return true;
      }
   }
   return false;
}

_Static_assert((int)AP_ATI_DOUBLE == GL_2X_BIT_ATI && (int)AP_ATI_COMPLEMENT == GL_COMP_BIT_ATI && (int)AP_ATI_NEGATE == GL_NEGATE_BIT_ATI &&
               (int)AP_ATI_BIAS == GL_BIAS_BIT_ATI, "modifiers of arguments");
#define ARGUMENT_MODIFIERS (AP_ATI_DOUBLE | AP_ATI_COMPLEMENT | AP_ATI_NEGATE | AP_ATI_BIAS)

static bool argument_of(struct ga_context *ctx, const struct argument *from, struct ap_ati_arg *to, const char *command)
{
   const GLenum r = from->replicate;
   if (!find_source(from->source, &to->source))
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not a source", command, ga_enum_name(from->source));
   else if (r != GL_NONE && (r < GL_RED || r > GL_ALPHA))
      ga_error(ctx, GL_INVALID_ENUM, "%s: the replication of an argument is %s", command, ga_enum_name(r));
   else if (from->modifiers & ~(GLuint)ARGUMENT_MODIFIERS)
      ga_error(ctx, GL_INVALID_ENUM, "%s: the modifiers of an argument are 0x%x", command, from->modifiers);
   else {
      to->replicate = (uint8_t)(r == GL_NONE ? AP_ATI_NONE : AP_ATI_RED + (r - GL_RED));
      to->modifiers = (uint8_t)from->modifiers;
      return true;
   }
   return false;
}

/* The instruction of a command, apart from the rules about its place. False: GL_INVALID_ENUM was raised. */
static bool instruction_of(struct ga_context *ctx, unsigned part, GLenum op, GLuint dst, GLuint mask, GLuint modifiers,
                           const struct argument *args, struct ap_ati_inst *inst, const char *command)
{
   if (!find_op(op, inst->args, &inst->op))
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not an operation with %u arguments", command, ga_enum_name(op), inst->args);
   else if (dst - GL_REG_0_ATI >= AP_ATI_REGISTERS)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not a register", command, ga_enum_name(dst));
   else if (mask > (GL_RED_BIT_ATI | GL_GREEN_BIT_ATI | GL_BLUE_BIT_ATI))
      ga_error(ctx, GL_INVALID_ENUM, "%s: dstMask is 0x%x", command, mask);
   else if (!find_modifier(modifiers, &inst->scale))
      ga_error(ctx, GL_INVALID_ENUM, "%s: dstMod 0x%x is not one factor at most", command, modifiers);
   else {
      inst->dst = (uint8_t)(dst - GL_REG_0_ATI);
      inst->saturate = modifiers & GL_SATURATE_BIT_ATI;
      inst->mask = part == AP_ATI_ALPHA_PART ? 0x8 : mask == GL_NONE ? 0x7 : (uint8_t)mask;
      for (unsigned i = 0; i < inst->args; i++)
         if (!argument_of(ctx, &args[i], &inst->arg[i], command))
            return false;
      return true;
   }
   return false;
}

/* ---- arithmetic: the place of an instruction ------------------------------------------------------------------------------- */

static bool is_constant(uint8_t source) { return source >= AP_ATI_CONSTANT0 && source < AP_ATI_ZERO; }
static bool is_dot(uint8_t op) { return op == AP_ATI_DOT3 || op == AP_ATI_DOT4 || op == AP_ATI_DOT2_ADD; }

/* Three constants that differ are more than an instruction reads; the secondary colour has no alpha. */
static const char *argument_error(unsigned part, const struct ap_ati_inst *inst)
{
   const struct ap_ati_arg *a = inst->arg;
   if (inst->args == 3 && is_constant(a[0].source) && is_constant(a[1].source) && is_constant(a[2].source) &&
       a[0].source != a[1].source && a[0].source != a[2].source && a[1].source != a[2].source)
      return "the arguments are three constants";
   const bool reads_alpha = part == AP_ATI_ALPHA_PART || inst->op == AP_ATI_DOT4;
   for (unsigned i = 0; i < inst->args; i++)
      if (a[i].source == AP_ATI_SECONDARY && (a[i].replicate == AP_ATI_ALPHA || (a[i].replicate == AP_ATI_NONE && reads_alpha)))
         return "GL_SECONDARY_INTERPOLATOR_ATI has no alpha";
   return NULL;
}

static const char *place_error(const struct ga_ati_definition *d, unsigned part, const struct ap_ati_inst *inst, bool joins)
{
   const struct ap_ati_pass *pass = &d->shader.pass[d->pass];
   if (!joins && pass->pairs == AP_ATI_PAIRS)
      return "the pass has eight instructions already";
   if (part == AP_ATI_COLOR)
      return NULL;
   const int color = joins ? pass->pair[pass->pairs - 1].inst[AP_ATI_COLOR].op : -1;
   if (is_dot(inst->op) && color != inst->op)
      return "a dot product of alpha follows the same operation of colours";
   if (color == AP_ATI_DOT4 && inst->op != AP_ATI_DOT4)
      return "GL_DOT4_ATI of colours is followed by GL_DOT4_ATI of alpha";
   return NULL;
}

/* An alpha instruction joins the colour instruction before it. */
static void add_instruction(struct ga_ati_definition *d, unsigned part, const struct ap_ati_inst *inst, bool joins)
{
   struct ap_ati_pass *pass = &d->shader.pass[d->pass];
   struct ap_ati_pair *pair = &pass->pair[joins ? pass->pairs - 1 : pass->pairs];
   pass->pairs += !joins;
   pair->has[part] = true;
   pair->inst[part] = *inst;
   d->shader.passes = (uint8_t)(d->pass + 1);
   d->has_arithmetic = true;
   d->after_color = part == AP_ATI_COLOR;
   for (unsigned i = 0; i < inst->args; i++)
      d->colors_first |= d->pass == 0 && inst->arg[i].source >= AP_ATI_PRIMARY;
}

static void fragment_op(struct ga_context *ctx, unsigned part, GLenum op, GLuint dst, GLuint mask, GLuint modifiers, unsigned count,
                        const struct argument *args, const char *command)
{
   struct ga_ati_definition *d = inside(ctx, command);
   struct ap_ati_inst inst = {.args = (uint8_t)count};
   if (!d || !instruction_of(ctx, part, op, dst, mask, modifiers, args, &inst, command))
      return;
   const bool joins = part == AP_ATI_ALPHA_PART && d->after_color;
   const char *error = argument_error(part, &inst);
   error = error ? error : place_error(d, part, &inst, joins);
   if (error)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, error);
   else
      add_instruction(d, part, &inst, joins);
}

#define ARGUMENT(n) GLuint arg##n, GLuint arg##n##Rep, GLuint arg##n##Mod
#define GIVEN(n) {arg##n, arg##n##Rep, arg##n##Mod}

void ga_ColorFragmentOp1ATI(struct ga_context *ctx, GLenum op, GLuint dst, GLuint dstMask, GLuint dstMod, ARGUMENT(1))
{
   fragment_op(ctx, AP_ATI_COLOR, op, dst, dstMask, dstMod, 1, (const struct argument[]){GIVEN(1)}, "glColorFragmentOp1ATI");
}

void ga_ColorFragmentOp2ATI(struct ga_context *ctx, GLenum op, GLuint dst, GLuint dstMask, GLuint dstMod, ARGUMENT(1), ARGUMENT(2))
{
   fragment_op(ctx, AP_ATI_COLOR, op, dst, dstMask, dstMod, 2, (const struct argument[]){GIVEN(1), GIVEN(2)}, "glColorFragmentOp2ATI");
}

void ga_ColorFragmentOp3ATI(struct ga_context *ctx, GLenum op, GLuint dst, GLuint dstMask, GLuint dstMod, ARGUMENT(1), ARGUMENT(2),
                            ARGUMENT(3))
{
   fragment_op(ctx, AP_ATI_COLOR, op, dst, dstMask, dstMod, 3, (const struct argument[]){GIVEN(1), GIVEN(2), GIVEN(3)},
               "glColorFragmentOp3ATI");
}

void ga_AlphaFragmentOp1ATI(struct ga_context *ctx, GLenum op, GLuint dst, GLuint dstMod, ARGUMENT(1))
{
   fragment_op(ctx, AP_ATI_ALPHA_PART, op, dst, GL_NONE, dstMod, 1, (const struct argument[]){GIVEN(1)}, "glAlphaFragmentOp1ATI");
}

void ga_AlphaFragmentOp2ATI(struct ga_context *ctx, GLenum op, GLuint dst, GLuint dstMod, ARGUMENT(1), ARGUMENT(2))
{
   fragment_op(ctx, AP_ATI_ALPHA_PART, op, dst, GL_NONE, dstMod, 2, (const struct argument[]){GIVEN(1), GIVEN(2)}, "glAlphaFragmentOp2ATI");
}

void ga_AlphaFragmentOp3ATI(struct ga_context *ctx, GLenum op, GLuint dst, GLuint dstMod, ARGUMENT(1), ARGUMENT(2), ARGUMENT(3))
{
   fragment_op(ctx, AP_ATI_ALPHA_PART, op, dst, GL_NONE, dstMod, 3, (const struct argument[]){GIVEN(1), GIVEN(2), GIVEN(3)},
               "glAlphaFragmentOp3ATI");
}
