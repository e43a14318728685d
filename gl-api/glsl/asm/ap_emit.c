/* ap_emit.c: an assembly program as a module for the linker: built-in variables by their names in GLSL, which the linker places
 * (link_legacy.c), parameters as one array in the default block, a local variable per temporary and result. */
#include "gl-api/glsl/asm/ap_emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------------------------------------------------------- */

static void push(struct ap_emit *e, struct ap_words *w, uint32_t word)
{
   if (w->count == w->room) {
      const size_t room = w->room ? w->room * 2 : 256;
      uint32_t *grown = e->no_memory ? NULL : realloc(w->at, room * sizeof(*grown));
      if (!grown) {
         e->no_memory = true;
         return;
      }
      w->at = grown;
      w->room = room;
   }
   w->at[w->count++] = word;
}

uint32_t ap_id(struct ap_emit *e) { return e->next_id++; }

void ap_put(struct ap_emit *e, struct ap_words *w, SpvOp op, const uint32_t *operands, size_t count)
{
   push(e, w, (uint32_t)(count + 1) << 16 | (uint32_t)op);
   for (size_t i = 0; i < count; i++)
      push(e, w, operands[i]);
}

uint32_t ap_result_of(struct ap_emit *e, SpvOp op, uint32_t type, const uint32_t *operands, size_t count)
{
   const uint32_t id = ap_id(e);
   push(e, &e->body, (uint32_t)(count + 3) << 16 | (uint32_t)op);
   push(e, &e->body, type);
   push(e, &e->body, id);
   for (size_t i = 0; i < count; i++)
      push(e, &e->body, operands[i]);
   return id;
}

static void push_text(struct ap_emit *e, struct ap_words *w, const char *text)
{
   const size_t size = strlen(text) + 1;
   for (size_t i = 0; i < size; i += 4) {
      uint32_t word = 0;
      memcpy(&word, text + i, size - i < 4 ? size - i : 4);
      push(e, w, word);
   }
}

static void put_name(struct ap_emit *e, uint32_t id, const char *name)
{
   push(e, &e->names, (uint32_t)(2 + strlen(name) / 4 + 1) << 16 | SpvOpName);
   push(e, &e->names, id);
   push_text(e, &e->names, name);
}

/* ---- types and constants --------------------------------------------------------------------------------------------------- */

/* Each type once: e->types has the places of their instructions. */
static uint32_t type(struct ap_emit *e, SpvOp op, const uint32_t *operands, size_t count)
{
   for (size_t i = 0; i < e->types.count && !e->no_memory; i++) {
      const uint32_t *at = e->globals.at + e->types.at[i];
      if (at[0] == ((uint32_t)(count + 2) << 16 | (uint32_t)op) && !memcmp(at + 2, operands, count * sizeof(*operands)))
         return at[1];
   }
   const uint32_t id = ap_id(e);
   push(e, &e->types, (uint32_t)e->globals.count);
   push(e, &e->globals, (uint32_t)(count + 2) << 16 | (uint32_t)op);
   push(e, &e->globals, id);
   for (size_t i = 0; i < count; i++)
      push(e, &e->globals, operands[i]);
   return id;
}
#define TYPE(e, op, ...) type(e, op, (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static uint32_t pointer(struct ap_emit *e, SpvStorageClass storage, uint32_t to)
{
   return TYPE(e, SpvOpTypePointer, (uint32_t)storage, to);
}

static uint32_t scalar(struct ap_emit *e, uint32_t of, uint32_t bits)
{
   for (size_t i = 0; i + 2 < e->constants.count; i += 3)
      if (e->constants.at[i] == of && e->constants.at[i + 1] == bits)
         return e->constants.at[i + 2];
   const uint32_t id = ap_id(e);
   AP_PUT(e, globals, SpvOpConstant, of, id, bits);
   push(e, &e->constants, of);
   push(e, &e->constants, bits);
   push(e, &e->constants, id);
   return id;
}

uint32_t ap_float(struct ap_emit *e, float value)
{
   uint32_t bits;
   memcpy(&bits, &value, sizeof(bits));
   return scalar(e, e->t_float, bits);
}

uint32_t ap_int(struct ap_emit *e, int32_t value) { return scalar(e, e->t_int, (uint32_t)value); }

uint32_t ap_vector(struct ap_emit *e, const float value[4])
{
   uint32_t part[4];
   for (unsigned i = 0; i < 4; i++)
      part[i] = ap_float(e, value[i]);
   const uint32_t id = ap_id(e);
   AP_PUT(e, globals, SpvOpConstantComposite, e->t_vec4, id, part[0], part[1], part[2], part[3]);
   return id;
}

uint32_t ap_splat(struct ap_emit *e, float value) { return ap_vector(e, (float[4]){value, value, value, value}); }

static void make_types(struct ap_emit *e)
{
   const uint32_t none = 0;
   e->t_void = type(e, SpvOpTypeVoid, &none, 0);
   e->t_float = TYPE(e, SpvOpTypeFloat, 32);
   e->t_vec2 = TYPE(e, SpvOpTypeVector, e->t_float, 2);
   e->t_vec3 = TYPE(e, SpvOpTypeVector, e->t_float, 3);
   e->t_vec4 = TYPE(e, SpvOpTypeVector, e->t_float, 4);
   e->t_int = TYPE(e, SpvOpTypeInt, 32, 1);
   e->t_bool = type(e, SpvOpTypeBool, &none, 0);
   e->t_bvec4 = TYPE(e, SpvOpTypeVector, e->t_bool, 4);
}

/* ---- variables ------------------------------------------------------------------------------------------------------------- */

static uint32_t variable(struct ap_emit *e, SpvStorageClass storage, uint32_t of, const char *name)
{
   const uint32_t id = ap_id(e), to = pointer(e, storage, of);
   AP_PUT(e, globals, SpvOpVariable, to, id, (uint32_t)storage);
   put_name(e, id, name);
   if (storage == SpvStorageClassInput || storage == SpvStorageClassOutput)
      push(e, &e->interface, id);
   return id;
}

static void built_in(struct ap_emit *e, uint32_t id, SpvBuiltIn value)
{
   AP_PUT(e, decorations, SpvOpDecorate, id, SpvDecorationBuiltIn, (uint32_t)value);
}

static uint32_t array_of(struct ap_emit *e, uint32_t of, uint32_t count)
{
   return TYPE(e, SpvOpTypeArray, of, ap_int(e, (int32_t)count));
}

static uint32_t local(struct ap_emit *e, uint32_t to)
{
   const uint32_t id = ap_id(e);
   AP_PUT(e, locals, SpvOpVariable, to, id, SpvStorageClassFunction);
   return id;
}

static uint32_t load(struct ap_emit *e, uint32_t of, uint32_t from) { return AP_OP(e, SpvOpLoad, of, from); }

/* An element of an array variable. */
static uint32_t element(struct ap_emit *e, SpvStorageClass storage, uint32_t of, uint32_t array, uint32_t index)
{
   return AP_OP(e, SpvOpAccessChain, pointer(e, storage, of), array, ap_int(e, (int32_t)index));
}

uint32_t ap_uniform_slot(struct ap_emit *e, uint32_t index_id)
{
   return load(e, e->t_vec4, AP_OP(e, SpvOpAccessChain, e->p_vec4, e->params, index_id));
}

uint32_t ap_param_value(struct ap_emit *e, uint32_t index)
{
   const struct ap_program *p = e->p;
   if (p->slot[index] == AP_NO_SLOT)
      return ap_vector(e, p->param[index].value);
   return ap_uniform_slot(e, ap_int(e, (int32_t)p->slot[index]));
}

/* The vector of an attribute with one component or three: the others are 0, 0, 1. */
static uint32_t widen(struct ap_emit *e, uint32_t value, unsigned components)
{
   const uint32_t zero = ap_float(e, 0), one = ap_float(e, 1);
   if (components == 1)
      return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, value, zero, zero, one);
   return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, value, one);
}

/* ---- inputs: loaded once, where main begins -------------------------------------------------------------------------------- */

static void vertex_input(struct ap_emit *e, unsigned attrib)
{
   static const char *const names[] = {"gl_Vertex", "gl_Normal", "gl_Color", "gl_SecondaryColor", "gl_FogCoord", NULL, NULL,
      "gl_MultiTexCoord0", "gl_MultiTexCoord1", "gl_MultiTexCoord2", "gl_MultiTexCoord3", "gl_MultiTexCoord4", "gl_MultiTexCoord5",
      "gl_MultiTexCoord6", "gl_MultiTexCoord7"};
   char generic[24];
   snprintf(generic, sizeof(generic), "attrib%u", attrib);
   const char *name = !attrib ? names[0] : attrib < GLSL_ATTRIB_VERTEX ? generic : names[attrib - GLSL_ATTRIB_VERTEX];
   const unsigned components = attrib == GLSL_ATTRIB_NORMAL ? 3 : attrib == GLSL_ATTRIB_FOG_COORD ? 1 : 4;
   const uint32_t of = components == 3 ? e->t_vec3 : components == 1 ? e->t_float : e->t_vec4;
   const uint32_t id = variable(e, SpvStorageClassInput, of, name);
   if (attrib && attrib < GLSL_ATTRIB_VERTEX)
      AP_PUT(e, decorations, SpvOpDecorate, id, SpvDecorationLocation, attrib);
   const uint32_t value = load(e, of, id);
   e->input[attrib] = components == 4 ? value : widen(e, value, components);
}

static void fragment_inputs(struct ap_emit *e)
{
   const uint32_t inputs = e->inputs;
   if (inputs >> AP_IN_COLOR0 & 1)
      e->input[AP_IN_COLOR0] = load(e, e->t_vec4, variable(e, SpvStorageClassInput, e->t_vec4, "gl_Color"));
   if (inputs >> AP_IN_COLOR1 & 1)
      e->input[AP_IN_COLOR1] = load(e, e->t_vec4, variable(e, SpvStorageClassInput, e->t_vec4, "gl_SecondaryColor"));
   if (inputs >> AP_IN_FOG & 1)
      e->input[AP_IN_FOG] = widen(e, load(e, e->t_float, variable(e, SpvStorageClassInput, e->t_float, "gl_FogFragCoord")), 1);
   if (inputs >> AP_IN_POSITION & 1) {
      const uint32_t id = variable(e, SpvStorageClassInput, e->t_vec4, "gl_FragCoord");
      built_in(e, id, SpvBuiltInFragCoord);
      e->input[AP_IN_POSITION] = load(e, e->t_vec4, id);
   }
   if (!(inputs >> AP_IN_TEX_COORD0))
      return;
   const unsigned count = 32u - (unsigned)__builtin_clz(inputs >> AP_IN_TEX_COORD0);
   const uint32_t coords = variable(e, SpvStorageClassInput, array_of(e, e->t_vec4, count), "gl_TexCoord");
   for (unsigned i = 0; i < count; i++)
      if (inputs >> (AP_IN_TEX_COORD0 + i) & 1)
         e->input[AP_IN_TEX_COORD0 + i] = load(e, e->t_vec4, element(e, SpvStorageClassInput, e->t_vec4, coords, i));
}

static void inputs(struct ap_emit *e)
{
   if (e->p->target == AP_FRAGMENT) {
      fragment_inputs(e);
      return;
   }
   for (unsigned i = 0; i < 31; i++)
      if (e->p->inputs >> i & 1)
         vertex_input(e, i);
}

/* ---- samplers -------------------------------------------------------------------------------------------------------------- */

static void capability(struct ap_emit *e, SpvCapability c)
{
   for (size_t i = 0; i < e->capabilities.count; i++)
      if (e->capabilities.at[i] == (uint32_t)c)
         return;
   push(e, &e->capabilities, (uint32_t)c);
}

uint8_t ap_texture_of(const struct ap_emit *e, uint8_t target, unsigned unit)
{
   return target == AP_TEX_ANY ? e->variant->texture[unit] : target;
}

static void sampler(struct ap_emit *e, unsigned unit)
{
   static const uint8_t dims[] = {[AP_TEX_1D] = SpvDim1D, [AP_TEX_2D] = SpvDim2D, [AP_TEX_3D] = SpvDim3D, [AP_TEX_CUBE] = SpvDimCube,
      [AP_TEX_RECT] = SpvDimRect, [AP_TEX_SHADOW1D] = SpvDim1D, [AP_TEX_SHADOW2D] = SpvDim2D, [AP_TEX_SHADOWRECT] = SpvDimRect};
   const uint8_t target = ap_texture_of(e, e->p->texture[unit], unit);
   char name[24];
   if (!target)
      return;
   if (dims[target] == SpvDim1D)
      capability(e, SpvCapabilitySampled1D);
   if (dims[target] == SpvDimRect)
      capability(e, SpvCapabilitySampledRect);
   const uint32_t image = TYPE(e, SpvOpTypeImage, e->t_float, dims[target], target >= AP_TEX_SHADOW1D, 0, 0, 1, 0);
   snprintf(name, sizeof(name), "texture%u", unit);
   e->sampler_type[unit] = TYPE(e, SpvOpTypeSampledImage, image);
   e->sampler[unit] = variable(e, SpvStorageClassUniformConstant, e->sampler_type[unit], name);
   push(e, &e->symbols, unit);
}

/* ---- results: stored where main ends --------------------------------------------------------------------------------------- */

static void store_scalar(struct ap_emit *e, uint32_t to, uint32_t vector, uint32_t component)
{
   AP_PUT(e, body, SpvOpStore, to, AP_OP(e, SpvOpCompositeExtract, e->t_float, vector, component));
}

static void vertex_result(struct ap_emit *e, unsigned result, uint32_t value)
{
   static const char *const names[] = {"gl_Position", "gl_FrontColor", "gl_FrontSecondaryColor", "gl_BackColor",
      "gl_BackSecondaryColor", "gl_FogFragCoord", "gl_PointSize"};
   const bool is_scalar = result == AP_OUT_FOG || result == AP_OUT_POINT_SIZE;
   const uint32_t id = variable(e, SpvStorageClassOutput, is_scalar ? e->t_float : e->t_vec4, names[result]);
   if (result == AP_OUT_POSITION)
      built_in(e, id, SpvBuiltInPosition);
   if (result == AP_OUT_POINT_SIZE)
      built_in(e, id, SpvBuiltInPointSize);
   if (is_scalar)
      store_scalar(e, id, value, 0);
   else
      AP_PUT(e, body, SpvOpStore, id, value);
}

static void store_elements(struct ap_emit *e, const char *name, unsigned first, unsigned limit)
{
   const uint32_t written = e->p->results >> first & ((1u << limit) - 1);
   if (!written)
      return;
   const unsigned count = 32u - (unsigned)__builtin_clz(written);
   const uint32_t array = variable(e, SpvStorageClassOutput, array_of(e, e->t_vec4, count), name);
   for (unsigned i = 0; i < count; i++) {
      if (!(written >> i & 1))
         continue;
      const uint32_t to = element(e, SpvStorageClassOutput, e->t_vec4, array, i);
      AP_PUT(e, body, SpvOpStore, to, load(e, e->t_vec4, e->result[first + i]));
   }
}

/* The same operations as in ftransform() and in the vertex stage of fixed functions, so that the results are the same. */
static void position_invariant(struct ap_emit *e)
{
   const uint32_t t_matrix = TYPE(e, SpvOpTypeMatrix, e->t_vec4, 4);
   const uint32_t mvp = variable(e, SpvStorageClassUniformConstant, t_matrix, "gl_ModelViewProjectionMatrix");
   const uint32_t vertex = e->input[0];
   const uint32_t m = load(e, t_matrix, mvp);
   vertex_result(e, AP_OUT_POSITION, AP_OP(e, SpvOpMatrixTimesVector, e->t_vec4, m, vertex));
   const uint8_t planes = e->variant->clip_planes;
   if (!planes)
      return;
   const unsigned count = 32u - (unsigned)__builtin_clz(planes);
   capability(e, SpvCapabilityClipDistance);
   const uint32_t distances = variable(e, SpvStorageClassOutput, array_of(e, e->t_float, count), "gl_ClipDistance");
   built_in(e, distances, SpvBuiltInClipDistance);
   const uint32_t modelview = variable(e, SpvStorageClassUniformConstant, t_matrix, "gl_ModelViewMatrix");
   const uint32_t clip = variable(e, SpvStorageClassUniformConstant, array_of(e, e->t_vec4, GLSL_MAX_CLIP_PLANES), "gl_ClipPlane");
   const uint32_t eye = AP_OP(e, SpvOpMatrixTimesVector, e->t_vec4, load(e, t_matrix, modelview), vertex);
   for (unsigned i = 0; i < count; i++) {
      const uint32_t plane = load(e, e->t_vec4, element(e, SpvStorageClassUniformConstant, e->t_vec4, clip, i));
      const uint32_t distance = AP_OP(e, SpvOpDot, e->t_float, eye, plane);
      AP_PUT(e, body, SpvOpStore, element(e, SpvStorageClassOutput, e->t_float, distances, i), distance);
   }
}

static void vertex_results(struct ap_emit *e)
{
   if (e->p->position_invariant)
      position_invariant(e);
   for (unsigned i = 0; i < AP_OUT_TEX_COORD0; i++)
      if (e->p->results >> i & 1)
         vertex_result(e, i, load(e, e->t_vec4, e->result[i]));
   store_elements(e, "gl_TexCoord", AP_OUT_TEX_COORD0, GLSL_MAX_TEXTURE_COORDS);
}

/* Fixed stages after the program: the sum of colours, and colours in [0, 1] where one of these stages follows (GL 2.1, 3.9, 3.10). */
static uint32_t summed(struct ap_emit *e, uint32_t color)
{
   if (e->variant->color_sum) {
      const uint32_t zero = ap_vector(e, (float[4]){0}), secondary = e->input[AP_IN_COLOR1];
      const uint32_t rgb = AP_OP(e, SpvOpVectorShuffle, e->t_vec4, secondary, zero, 0, 1, 2, 7);
      color = AP_OP(e, SpvOpFAdd, e->t_vec4, color, rgb);
   }
   return AP_EXT(e, FClamp, e->t_vec4, color, ap_splat(e, 0), ap_splat(e, 1));
}

/* OPTION ARB_fog_* (ARB_fragment_program, 3.11.4.5.1). */
static uint32_t fogged(struct ap_emit *e, uint32_t color)
{
   const uint32_t params = ap_param_value(e, e->p->fog_param), fog_color = ap_param_value(e, e->p->fog_param + 1);
   const uint32_t coord = AP_OP(e, SpvOpCompositeExtract, e->t_float, e->input[AP_IN_FOG], 0);
   uint32_t f;
   if (e->fog == AP_FOG_LINEAR) {
      const uint32_t end = AP_OP(e, SpvOpCompositeExtract, e->t_float, params, 2);
      const uint32_t scale = AP_OP(e, SpvOpCompositeExtract, e->t_float, params, 3);
      f = AP_OP(e, SpvOpFMul, e->t_float, AP_OP(e, SpvOpFSub, e->t_float, end, coord), scale);
   } else {
      const uint32_t density = AP_OP(e, SpvOpCompositeExtract, e->t_float, params, 0);
      f = AP_OP(e, SpvOpFMul, e->t_float, density, coord);
      if (e->fog == AP_FOG_EXP2)
         f = AP_OP(e, SpvOpFMul, e->t_float, f, f);
      f = AP_EXT(e, Exp, e->t_float, AP_OP(e, SpvOpFNegate, e->t_float, f));
   }
   f = AP_EXT(e, FClamp, e->t_float, f, ap_float(e, 0), ap_float(e, 1));
   const uint32_t factor = AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, f, f, f, ap_float(e, 1));
   return AP_EXT(e, FMix, e->t_vec4, fog_color, color, factor);
}

static void fragment_results(struct ap_emit *e)
{
   const struct ap_program *p = e->p;
   if (p->fixed_stages && (e->fog || e->variant->color_sum))
      AP_PUT(e, body, SpvOpStore, e->result[AP_OUT_COLOR0], summed(e, load(e, e->t_vec4, e->result[AP_OUT_COLOR0])));
   if (e->fog && p->results >> AP_OUT_COLOR0 & 1)
      AP_PUT(e, body, SpvOpStore, e->result[AP_OUT_COLOR0], fogged(e, load(e, e->t_vec4, e->result[AP_OUT_COLOR0])));
   if (p->draw_buffers) {
      store_elements(e, "gl_FragData", AP_OUT_COLOR0, AP_MAX_DRAW_BUFFERS);
   } else if (p->results >> AP_OUT_COLOR0 & 1) {
      const uint32_t id = variable(e, SpvStorageClassOutput, e->t_vec4, "gl_FragColor");
      AP_PUT(e, body, SpvOpStore, id, load(e, e->t_vec4, e->result[AP_OUT_COLOR0]));
   }
   if (p->results >> AP_OUT_DEPTH & 1) {
      const uint32_t id = variable(e, SpvStorageClassOutput, e->t_float, "gl_FragDepth");
      built_in(e, id, SpvBuiltInFragDepth);
      store_scalar(e, id, load(e, e->t_vec4, e->result[AP_OUT_DEPTH]), 2);
   }
}

/* ---- the function ---------------------------------------------------------------------------------------------------------- */

static void locals(struct ap_emit *e)
{
   const uint32_t to_vec4 = pointer(e, SpvStorageClassFunction, e->t_vec4);
   const uint32_t start = ap_vector(e, (float[4]){0, 0, 0, 1});
   for (unsigned i = 0; i < e->p->counts.temps; i++) {
      e->temp[i] = local(e, to_vec4);
      AP_PUT(e, body, SpvOpStore, e->temp[i], start);
   }
   for (unsigned i = 0; i < AP_MAX_RESULTS; i++) {
      if (!(e->p->results >> i & 1))
         continue;
      e->result[i] = local(e, to_vec4);
      AP_PUT(e, body, SpvOpStore, e->result[i], start);
   }
   if (!e->p->counts.address)
      return;
   e->address = local(e, pointer(e, SpvStorageClassFunction, e->t_int));
   AP_PUT(e, body, SpvOpStore, e->address, ap_int(e, 0));
}

static void function(struct ap_emit *e)
{
   const struct ap_program *p = e->p;
   e->main_id = ap_id(e);
   e->fog = p->fixed_stages ? e->variant->fog : p->fog;
   e->inputs = p->inputs;
   if (p->fixed_stages)
      e->inputs |= (uint32_t)(e->fog != 0) << AP_IN_FOG | (uint32_t)(e->variant->color_sum != 0) << AP_IN_COLOR1;
   if (p->used_count) {
      e->params = variable(e, SpvStorageClassUniformConstant, array_of(e, e->t_vec4, p->used_count), "parameters");
      e->p_vec4 = pointer(e, SpvStorageClassUniformConstant, e->t_vec4);
   }
   for (unsigned i = 0; i < AP_MAX_TEXTURE_UNITS; i++)
      if (p->texture[i])
         sampler(e, i);
   locals(e);
   inputs(e);
   if (p->position_invariant && !(p->inputs & 1))
      vertex_input(e, 0);
   for (unsigned i = 0; i < p->inst_count; i++)
      ap_emit_inst(e, &p->inst[i]);
   if (p->target == AP_VERTEX)
      vertex_results(e);
   else
      fragment_results(e);
}

/* ---- the module ------------------------------------------------------------------------------------------------------------ */

static void append(struct ap_emit *e, struct ap_words *to, const struct ap_words *from)
{
   for (size_t i = 0; i < from->count; i++)
      push(e, to, from->at[i]);
}

static void head(struct ap_emit *e, struct ap_words *out)
{
   const struct ap_program *p = e->p;
   const bool fragment = p->target == AP_FRAGMENT;
   push(e, out, SpvMagicNumber);
   push(e, out, 0x10000);
   push(e, out, 0);
   push(e, out, e->next_id);
   push(e, out, 0);
   ap_put(e, out, SpvOpCapability, (const uint32_t[]){SpvCapabilityShader}, 1);
   for (size_t i = 0; i < e->capabilities.count; i++)
      ap_put(e, out, SpvOpCapability, &e->capabilities.at[i], 1);
   push(e, out, 6u << 16 | SpvOpExtInstImport);
   push(e, out, e->ext450);
   push_text(e, out, "GLSL.std.450");
   ap_put(e, out, SpvOpMemoryModel, (const uint32_t[]){SpvAddressingModelLogical, SpvMemoryModelGLSL450}, 2);
   push(e, out, (uint32_t)(5 + e->interface.count) << 16 | SpvOpEntryPoint);
   push(e, out, fragment ? SpvExecutionModelFragment : SpvExecutionModelVertex);
   push(e, out, e->main_id);
   push_text(e, out, "main");
   append(e, out, &e->interface);
   if (!fragment)
      return;
   ap_put(e, out, SpvOpExecutionMode,
          (const uint32_t[]){e->main_id, p->upper_left ? SpvExecutionModeOriginUpperLeft : SpvExecutionModeOriginLowerLeft}, 2);
   if (p->integer_center)
      ap_put(e, out, SpvOpExecutionMode, (const uint32_t[]){e->main_id, SpvExecutionModePixelCenterInteger}, 2);
   if (p->results >> AP_OUT_DEPTH & 1)
      ap_put(e, out, SpvOpExecutionMode, (const uint32_t[]){e->main_id, SpvExecutionModeDepthReplacing}, 2);
}

static void finish(struct ap_emit *e, struct ap_words *out)
{
   const uint32_t t_function = TYPE(e, SpvOpTypeFunction, e->t_void), label = ap_id(e);
   head(e, out);
   append(e, out, &e->names);
   append(e, out, &e->decorations);
   append(e, out, &e->globals);
   ap_put(e, out, SpvOpFunction, (const uint32_t[]){e->t_void, e->main_id, 0, t_function}, 4);
   ap_put(e, out, SpvOpLabel, &label, 1);
   append(e, out, &e->locals);
   append(e, out, &e->body);
   ap_put(e, out, SpvOpReturn, NULL, 0);
   ap_put(e, out, SpvOpFunctionEnd, NULL, 0);
   if (!e->no_memory)
      out->at[3] = e->next_id;
}

/* Names of samplers with their units, for the linker. */
static bool symbols(struct ap_emit *e, struct glsl_module *m)
{
   m->symbols = calloc(e->symbols.count + 1, sizeof(*m->symbols));
   for (size_t i = 0; m->symbols && i < e->symbols.count; i++) {
      struct glsl_symbol *symbol = &m->symbols[i];
      *symbol = (struct glsl_symbol){.storage = GLSL_STORAGE_UNIFORM, .used = true, .xfb_buffer = -1, .stream = -1, .subroutine = -1,
         .binding = (int32_t)e->symbols.at[i], .location = -1, .component = -1, .offset = -1, .xfb_offset = -1, .xfb_stride = -1};
      if (asprintf(&symbol->name, "texture%u", e->symbols.at[i]) < 0) {
         symbol->name = NULL;
         return false;
      }
      m->symbol_count++;
   }
   return m->symbols;
}

static void build(struct ap_emit *e, struct glsl_module *m)
{
   struct ap_words out = {0};
   const struct ap_program *p = e->p;
   *m = (struct glsl_module){.refs = 1, .stage = p->target == AP_VERTEX ? PIPE_SHADER_VERTEX : PIPE_SHADER_FRAGMENT, .version = 140};
   e->next_id = 1;
   e->ext450 = ap_id(e);
   make_types(e);
   function(e);
   finish(e, &out);
   m->spirv = out.at;
   m->spirv_words = out.count;
   e->no_memory |= !symbols(e, m);
}

struct glsl_module *ap_module(const struct ap_program *p, const struct ap_variant *variant)
{
   struct ap_emit *e = calloc(1, sizeof(*e));
   struct glsl_module *m = calloc(1, sizeof(*m));
   if (!e || !m) {
      free(e);
      free(m);
      return NULL;
   }
   e->p = p;
   e->variant = variant;
   build(e, m);
   if (e->no_memory) {
      glsl_module_unref(m);
      m = NULL;
   }
   struct ap_words *const sections[] = {&e->names, &e->decorations, &e->globals, &e->locals, &e->body, &e->interface,
                                        &e->capabilities, &e->constants, &e->symbols, &e->types};
   for (unsigned i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
      free(sections[i]->at);
   free(e);
   return m;
}
