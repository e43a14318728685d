/* st_pass_vertex.c: the vertex shader that passes captured values on (st_captured.h), as SPIR-V. */
#include "state/st_captured.h"

#include <assert.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

static void output(struct pipe_stream_output_info *so, unsigned builtin, unsigned location, unsigned first, unsigned count,
                   unsigned dw)
{
   so->out[so->count++] = (struct pipe_stream_output){
      .builtin = (uint8_t)builtin, .location = (uint8_t)location, .start_component = (uint8_t)first,
      .num_components = (uint8_t)count, .dst_offset_dw = (uint16_t)dw,
   };
}

void st_captured_outputs(struct pipe_stream_output_info *so, uint32_t locations, unsigned clip_distances, unsigned cull_distances)
{
   const struct { enum pipe_so_builtin first; unsigned count, at_dw; } distances[] = {
      { PIPE_SO_CLIP_DISTANCE0, clip_distances, ST_CAPTURED_DISTANCES_DW },
      { PIPE_SO_CULL_DISTANCE0, cull_distances, ST_CAPTURED_DISTANCES_DW + clip_distances } };
   memset(so, 0, sizeof *so);
   so->stride_dw[0] = ST_CAPTURED_STRIDE_DW;
   for (; locations; locations &= locations - 1) {
      const unsigned i = (unsigned)__builtin_ctz(locations);
      output(so, PIPE_SO_VARYING, i, 0, 4, 4 * i);
   }
   output(so, PIPE_SO_POSITION, 0, 0, 4, ST_CAPTURED_POSITION_DW);
   output(so, PIPE_SO_POINT_SIZE, 0, 0, 1, ST_CAPTURED_POINT_SIZE_DW);
   output(so, PIPE_SO_LAYER, 0, 0, 1, ST_CAPTURED_LAYER_DW);
   output(so, PIPE_SO_PRIMITIVE_ID, 0, 0, 1, ST_CAPTURED_PRIMITIVE_DW);
   output(so, PIPE_SO_VIEWPORT_INDEX, 0, 0, 1, ST_CAPTURED_VIEWPORT_DW);
   for (unsigned d = 0; d < 2; d++)
      for (unsigned i = 0; i < distances[d].count; i++)
         output(so, distances[d].first + i / 4, 0, i % 4, 1, distances[d].at_dw + i);
}

/* Attributes: four doubles for each two locations, as 36 vectors are more than a shader has attributes; vectors of the position,
 * of point size with layer, primitive and viewport, and two of distances. */
enum { POSITION = ST_CAPTURED_PAIRS, REST, DISTANCES, INPUTS = ST_CAPTURED_ATTRIBS };

enum id {
   ID_NONE, ID_MAIN, ID_VOID, ID_FUNCTION, ID_FLOAT, ID_VEC4, ID_INT, ID_IN_VEC4, ID_OUT_VEC4, ID_OUT_FLOAT, ID_OUT_INT, ID_LABEL,
   ID_DOUBLE, ID_DVEC4, ID_IN_DVEC4, ID_VEC2,
   ID_NUMBER /* int 0 .. 8 */, ID_INPUT = ID_NUMBER + 9, ID_OUTPUT = ID_INPUT + INPUTS,
   ID_POSITION = ID_OUTPUT + ST_CAPTURED_LOCATIONS, ID_POINT_SIZE, ID_LAYER, ID_VIEWPORT,
   ID_DISTANCES /* two arrays: type, pointer, variable */, ID_VALUE = ID_DISTANCES + 6,
};

struct builder { uint32_t *words; size_t count; uint32_t next_id; unsigned outputs; uint8_t location[ST_CAPTURED_LOCATIONS]; };

static void put(struct builder *b, SpvOp op, unsigned operands, const uint32_t *operand)
{
   assert(b->count + operands < ST_PASS_VERTEX_WORDS);
   b->words[b->count++] = (operands + 1) << 16 | (uint32_t)op;
   memcpy(b->words + b->count, operand, operands * sizeof *operand);
   b->count += operands;
}
#define PUT(b, op, ...) put(b, op, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })

static uint32_t load(struct builder *b, unsigned input)
{
   PUT(b, SpvOpLoad, input < ST_CAPTURED_PAIRS ? ID_DVEC4 : ID_VEC4, b->next_id, ID_INPUT + input);
   return b->next_id++;
}

static uint32_t component(struct builder *b, uint32_t vector, uint32_t i)
{
   PUT(b, SpvOpCompositeExtract, ID_FLOAT, b->next_id, vector, i);
   return b->next_id++;
}

/* The vector of a location: half of a pair. */
static uint32_t captured(struct builder *b, unsigned location)
{
   const uint32_t pair = load(b, location / 2);
   uint32_t half[2];
   for (unsigned i = 0; i < 2; i++) {
      PUT(b, SpvOpCompositeExtract, ID_DOUBLE, b->next_id, pair, location % 2 * 2 + i);
      half[i] = b->next_id + 1;
      PUT(b, SpvOpBitcast, ID_VEC2, half[i], b->next_id);
      b->next_id += 2;
   }
   PUT(b, SpvOpCompositeConstruct, ID_VEC4, b->next_id, half[0], half[1]);
   return b->next_id++;
}

static void store_int(struct builder *b, uint32_t output, uint32_t bits)
{
   PUT(b, SpvOpBitcast, ID_INT, b->next_id, bits);
   PUT(b, SpvOpStore, output, b->next_id++);
}

static void interface(struct builder *b, const unsigned distances[2])
{
   uint32_t entry[5 + INPUTS + ST_CAPTURED_LOCATIONS + 6] = { SpvExecutionModelVertex, ID_MAIN, 0x6e69616d /* "main" */, 0 };
   unsigned n = 4;
   for (unsigned i = 0; i < INPUTS; i++)
      entry[n++] = ID_INPUT + i;
   for (unsigned i = 0; i < b->outputs; i++)
      entry[n++] = ID_OUTPUT + i;
   entry[n++] = ID_POSITION;
   entry[n++] = ID_POINT_SIZE;
   entry[n++] = ID_LAYER;
   entry[n++] = ID_VIEWPORT;
   for (unsigned d = 0; d < 2; d++)
      if (distances[d])
         entry[n++] = ID_DISTANCES + 3 * d + 2;
   put(b, SpvOpEntryPoint, n, entry);
   for (unsigned i = 0; i < INPUTS; i++)
      PUT(b, SpvOpDecorate, ID_INPUT + i, SpvDecorationLocation, i);
   for (unsigned i = 0; i < b->outputs; i++)
      PUT(b, SpvOpDecorate, ID_OUTPUT + i, SpvDecorationLocation, b->location[i]);
   PUT(b, SpvOpDecorate, ID_POSITION, SpvDecorationBuiltIn, SpvBuiltInPosition);
   PUT(b, SpvOpDecorate, ID_POINT_SIZE, SpvDecorationBuiltIn, SpvBuiltInPointSize);
   PUT(b, SpvOpDecorate, ID_LAYER, SpvDecorationBuiltIn, SpvBuiltInLayer);
   PUT(b, SpvOpDecorate, ID_VIEWPORT, SpvDecorationBuiltIn, SpvBuiltInViewportIndex);
   if (distances[0])
      PUT(b, SpvOpDecorate, ID_DISTANCES + 2, SpvDecorationBuiltIn, SpvBuiltInClipDistance);
   if (distances[1])
      PUT(b, SpvOpDecorate, ID_DISTANCES + 5, SpvDecorationBuiltIn, SpvBuiltInCullDistance);
}

static void declare(struct builder *b, const unsigned distances[2])
{
   PUT(b, SpvOpTypeVoid, ID_VOID);
   PUT(b, SpvOpTypeFunction, ID_FUNCTION, ID_VOID);
   PUT(b, SpvOpTypeFloat, ID_FLOAT, 32);
   PUT(b, SpvOpTypeVector, ID_VEC4, ID_FLOAT, 4);
   PUT(b, SpvOpTypeVector, ID_VEC2, ID_FLOAT, 2);
   PUT(b, SpvOpTypeFloat, ID_DOUBLE, 64);
   PUT(b, SpvOpTypeVector, ID_DVEC4, ID_DOUBLE, 4);
   PUT(b, SpvOpTypePointer, ID_IN_DVEC4, SpvStorageClassInput, ID_DVEC4);
   PUT(b, SpvOpTypeInt, ID_INT, 32, 1);
   PUT(b, SpvOpTypePointer, ID_IN_VEC4, SpvStorageClassInput, ID_VEC4);
   PUT(b, SpvOpTypePointer, ID_OUT_VEC4, SpvStorageClassOutput, ID_VEC4);
   PUT(b, SpvOpTypePointer, ID_OUT_FLOAT, SpvStorageClassOutput, ID_FLOAT);
   PUT(b, SpvOpTypePointer, ID_OUT_INT, SpvStorageClassOutput, ID_INT);
   for (uint32_t i = 0; i <= 8; i++)
      PUT(b, SpvOpConstant, ID_INT, ID_NUMBER + i, i);
   for (unsigned i = 0; i < INPUTS; i++)
      PUT(b, SpvOpVariable, i < ST_CAPTURED_PAIRS ? ID_IN_DVEC4 : ID_IN_VEC4, ID_INPUT + i, SpvStorageClassInput);
   for (unsigned i = 0; i < b->outputs; i++)
      PUT(b, SpvOpVariable, ID_OUT_VEC4, ID_OUTPUT + i, SpvStorageClassOutput);
   PUT(b, SpvOpVariable, ID_OUT_VEC4, ID_POSITION, SpvStorageClassOutput);
   PUT(b, SpvOpVariable, ID_OUT_FLOAT, ID_POINT_SIZE, SpvStorageClassOutput);
   PUT(b, SpvOpVariable, ID_OUT_INT, ID_LAYER, SpvStorageClassOutput);
   PUT(b, SpvOpVariable, ID_OUT_INT, ID_VIEWPORT, SpvStorageClassOutput);
   for (uint32_t d = 0; d < 2; d++) {
      const uint32_t type = ID_DISTANCES + 3 * d;
      if (!distances[d])
         continue;
      PUT(b, SpvOpTypeArray, type, ID_FLOAT, ID_NUMBER + distances[d]);
      PUT(b, SpvOpTypePointer, type + 1, SpvStorageClassOutput, type);
      PUT(b, SpvOpVariable, type + 1, type + 2, SpvStorageClassOutput);
   }
}

static void store_distances(struct builder *b, const unsigned distances[2])
{
   uint32_t vector[2] = { 0, 0 };
   for (unsigned i = 0; i < distances[0] + distances[1]; i++) {
      const bool cull = i >= distances[0];
      if (!vector[i / 4])
         vector[i / 4] = load(b, DISTANCES + i / 4);
      const uint32_t value = component(b, vector[i / 4], i % 4);
      PUT(b, SpvOpAccessChain, ID_OUT_FLOAT, b->next_id, ID_DISTANCES + 3 * cull + 2, ID_NUMBER + i - (cull ? distances[0] : 0));
      PUT(b, SpvOpStore, b->next_id, value);
      b->next_id++;
   }
}

size_t st_pass_vertex(uint32_t words[ST_PASS_VERTEX_WORDS], uint32_t locations, unsigned clip_distances, unsigned cull_distances)
{
   const unsigned distances[2] = { clip_distances, cull_distances };
   struct builder b = { words, 5, ID_VALUE, 0, { 0 } };
   for (uint32_t left = locations; left; left &= left - 1)
      b.location[b.outputs++] = (uint8_t)__builtin_ctz(left);
   PUT(&b, SpvOpCapability, SpvCapabilityShader);
   PUT(&b, SpvOpCapability, SpvCapabilityFloat64);
   PUT(&b, SpvOpCapability, SpvCapabilityMultiViewport);
   PUT(&b, SpvOpCapability, SpvCapabilityShaderViewportIndexLayerEXT);
   if (clip_distances)
      PUT(&b, SpvOpCapability, SpvCapabilityClipDistance);
   if (cull_distances)
      PUT(&b, SpvOpCapability, SpvCapabilityCullDistance);
   PUT(&b, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
   interface(&b, distances);
   declare(&b, distances);
   PUT(&b, SpvOpFunction, ID_VOID, ID_MAIN, SpvFunctionControlMaskNone, ID_FUNCTION);
   PUT(&b, SpvOpLabel, ID_LABEL);
   for (unsigned i = 0; i < b.outputs; i++)
      PUT(&b, SpvOpStore, ID_OUTPUT + i, captured(&b, b.location[i]));
   PUT(&b, SpvOpStore, ID_POSITION, load(&b, POSITION));
   const uint32_t rest = load(&b, REST);
   PUT(&b, SpvOpStore, ID_POINT_SIZE, component(&b, rest, 0));
   store_int(&b, ID_LAYER, component(&b, rest, 1));
   store_int(&b, ID_VIEWPORT, component(&b, rest, 3));
   store_distances(&b, distances);
   words[b.count++] = 1 << 16 | SpvOpReturn;
   words[b.count++] = 1 << 16 | SpvOpFunctionEnd;
   memcpy(words, (uint32_t[5]){ SpvMagicNumber, 0x00010000, 0, b.next_id, 0 }, 5 * sizeof *words);
   return b.count;
}
