/* gv_check.c: checks an application's words: header, shape of each instruction, ids, capabilities, extensions, memory model and
 * decorations that OpenGL has not (OpenGL 4.6, 7.2.1; ARB_gl_spirv). After it instructions can be read without further checks of
 * their counts, and each id that an instruction uses is defined somewhere. */
#include <stdio.h>

#include "gl-api/glsl/spirv/gv_priv.h"

#define MAX_BOUND (1u << 22) /* SPIR-V's universal limit */
#define NEWEST_VERSION 0x10300u /* SPIR-V 1.3 has the instructions of KHR_shader_subgroup */

void gv_fail(struct gv *g, const char *format, ...)
{
   va_list args;
   if (g->failed)
      return;
   g->failed = true;
   va_start(args, format);
   vsnprintf(g->why, sizeof g->why, format, args);
   va_end(args);
}

/* ARB_gl_spirv's table; those of extensions that contexts do not offer are absent. */
static const uint16_t capabilities[] = {
   SpvCapabilityMatrix, SpvCapabilityShader, SpvCapabilityGeometry, SpvCapabilityTessellation, SpvCapabilityFloat64,
   SpvCapabilityAtomicStorage, SpvCapabilityTessellationPointSize, SpvCapabilityGeometryPointSize,
   SpvCapabilityImageGatherExtended,
   SpvCapabilityStorageImageMultisample, SpvCapabilityUniformBufferArrayDynamicIndexing,
   SpvCapabilitySampledImageArrayDynamicIndexing, SpvCapabilityStorageBufferArrayDynamicIndexing,
   SpvCapabilityStorageImageArrayDynamicIndexing, SpvCapabilityClipDistance, SpvCapabilityCullDistance,
   SpvCapabilityImageCubeArray, SpvCapabilitySampleRateShading, SpvCapabilityImageRect, SpvCapabilitySampledRect,
   SpvCapabilitySampled1D, SpvCapabilityImage1D, SpvCapabilitySampledCubeArray, SpvCapabilitySampledBuffer,
   SpvCapabilityImageBuffer, SpvCapabilityImageMSArray, SpvCapabilityStorageImageExtendedFormats, SpvCapabilityImageQuery,
   SpvCapabilityDerivativeControl, SpvCapabilityInterpolationFunction, SpvCapabilityTransformFeedback,
   SpvCapabilityGeometryStreams, SpvCapabilityStorageImageWriteWithoutFormat, SpvCapabilityMultiViewport,
   SpvCapabilityDrawParameters, SpvCapabilitySubgroupVoteKHR, SpvCapabilityInt64,
   SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformVote, SpvCapabilityGroupNonUniformArithmetic,
   SpvCapabilityGroupNonUniformBallot, SpvCapabilityGroupNonUniformShuffle, SpvCapabilityGroupNonUniformShuffleRelative,
   SpvCapabilityGroupNonUniformClustered, SpvCapabilityGroupNonUniformQuad,
};

static const char *const extensions[] = { "SPV_KHR_shader_draw_parameters", "SPV_KHR_storage_buffer_storage_class",
                                          "SPV_KHR_subgroup_vote" };

const char *gv_extension(unsigned index) { return index < gv_extension_count() ? extensions[index] : NULL; }

unsigned gv_extension_count(void) { return sizeof extensions / sizeof *extensions; }

static void check_capability(struct gv *g, uint32_t capability)
{
   for (unsigned i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
      if (capabilities[i] == capability)
         return;
   gv_fail(g, "the capability %u is not supported", capability);
}

static void check_extension(struct gv *g, const char *name)
{
   for (unsigned i = 0; i < sizeof extensions / sizeof *extensions; i++)
      if (!strcmp(extensions[i], name))
         return;
   gv_fail(g, "the extension %s is not supported", name);
}

static void check_decoration(struct gv *g, uint32_t decoration, uint32_t value)
{
   switch (decoration) {
   case SpvDecorationDescriptorSet:
      if (value)
         gv_fail(g, "the descriptor set %u: OpenGL has set 0 only", value);
      return;
   case SpvDecorationInputAttachmentIndex: case SpvDecorationLinkageAttributes:
   case SpvDecorationCPacked: /* the linker's mark */
      gv_fail(g, "the decoration %u is not supported", decoration);
      return;
   default:
      return;
   }
}

static void check_storage(struct gv *g, uint32_t storage)
{
   switch (storage) {
   case SpvStorageClassUniformConstant: case SpvStorageClassInput: case SpvStorageClassUniform: case SpvStorageClassOutput:
   case SpvStorageClassWorkgroup: case SpvStorageClassPrivate: case SpvStorageClassFunction: case SpvStorageClassAtomicCounter:
   case SpvStorageClassImage: case SpvStorageClassStorageBuffer:
      return;
   default:
      gv_fail(g, "the storage class %u is not supported", storage);
   }
}

static void check_meaning(struct gv *g, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpCapability:
      check_capability(g, in->w[1]);
      return;
   case SpvOpExtension:
      check_extension(g, (const char *)&in->w[1]);
      return;
   case SpvOpExtInstImport:
      if (strcmp((const char *)&in->w[2], "GLSL.std.450"))
         gv_fail(g, "the instruction set %.100s is not supported", (const char *)&in->w[2]);
      return;
   case SpvOpMemoryModel:
      if (in->w[1] != SpvAddressingModelLogical || in->w[2] != SpvMemoryModelGLSL450)
         gv_fail(g, "the memory model is %u, %u: OpenGL has Logical, GLSL450", in->w[1], in->w[2]);
      return;
   case SpvOpTypeInt:
      if (in->w[2] != 32 && in->w[2] != 64)
         gv_fail(g, "integers of %u bits are not supported", in->w[2]);
      return;
   case SpvOpTypeFloat:
      if (in->w[2] != 32 && in->w[2] != 64)
         gv_fail(g, "floats of %u bits are not supported", in->w[2]);
      return;
   case SpvOpTypeImage:
      if (in->w[3] == SpvDimSubpassData || in->w[7] < 1 || in->w[7] > 2 || in->w[4] > 2 || in->w[5] > 1 || in->w[6] > 1)
         gv_fail(g, "the image type %u is not one of OpenGL", in->w[1]);
      return;
   case SpvOpTypePointer:
      check_storage(g, in->w[2]);
      return;
   case SpvOpVariable:
      check_storage(g, in->w[3]);
      return;
   case SpvOpDecorate:
      check_decoration(g, in->w[2], spv_w(in, 3));
      return;
   case SpvOpMemberDecorate:
      check_decoration(g, in->w[3], spv_w(in, 4));
      return;
   default:
      return;
   }
}

/* ---- ids ------------------------------------------------------------------------------------------------------------ */

struct ids { struct gv *g; uint8_t *defined; };

static void use_id(void *data, uint32_t id)
{
   const struct ids *ids = data;
   if (!id || id >= ids->g->bound || !ids->defined[id])
      gv_fail(ids->g, "id %u is not defined", id);
}

static void define(struct ids *ids, const struct spv_inst *in)
{
   const uint32_t id = gv_result_id(in);
   if (!id)
      return;
   if (id >= ids->g->bound)
      gv_fail(ids->g, "id %u is out of range", id);
   else if (ids->defined[id])
      gv_fail(ids->g, "id %u is defined twice", id);
   else
      ids->defined[id] = 1;
}

static void check_instructions(struct gv *g, struct ids *ids)
{
   struct spv_inst in;
   const char *why;
   bool has_model = false;
   for (uint32_t at = SPV_FIRST_AT; gv_next(g->words, g->word_count, &at, &in) && !g->failed;) {
      if (!in.count || in.count > g->word_count - in.at)
         gv_fail(g, "the instruction at word %u does not end in the module", in.at);
      else if (!gv_operands(&in, NULL, NULL, &why))
         gv_fail(g, "the instruction %u at word %u %s", in.op, in.at, why ? why : "is not supported");
      else if (gv_result_id(&in) == 0 && gv_has_result(in.op))
         gv_fail(g, "the instruction at word %u has the result id 0", in.at);
      else {
         define(ids, &in);
         check_meaning(g, &in);
         has_model |= in.op == SpvOpMemoryModel;
      }
   }
   if (!has_model)
      gv_fail(g, "the module has no memory model");
   for (uint32_t at = SPV_FIRST_AT; !g->failed && gv_next(g->words, g->word_count, &at, &in);)
      gv_operands(&in, use_id, ids, &why);
}

bool gv_check(struct gv *g)
{
   const uint32_t *w = g->words;
   if (g->word_count < SPV_FIRST_AT || g->word_count > GV_MAX_WORDS || w[0] != SpvMagicNumber)
      gv_fail(g, "these %u words are not a SPIR-V module", g->word_count);
   else if (w[1] < 0x10000 || w[1] > NEWEST_VERSION || w[1] & 0xff)
      gv_fail(g, "the module is of SPIR-V %u.%u: OpenGL has 1.0 to 1.3", w[1] >> 16 & 0xff, w[1] >> 8 & 0xff);
   else if (!w[3] || w[3] > MAX_BOUND)
      gv_fail(g, "the bound of ids is %u", w[3]);
   if (g->failed)
      return false;
   g->bound = w[3];
   struct ids ids = { g, calloc(g->bound, 1) };
   if (ids.defined)
      check_instructions(g, &ids);
   else
      g->failed = g->no_memory = true;
   free(ids.defined);
   return !g->failed;
}

/* ---- entry points --------------------------------------------------------------------------------------------------- */

enum gv_result gv_find_entry(struct gv *g, const char *name)
{
   static const uint16_t models[PIPE_SHADER_TYPES] = { [PIPE_SHADER_VERTEX] = SpvExecutionModelVertex,
      [PIPE_SHADER_TESS_CTRL] = SpvExecutionModelTessellationControl,
      [PIPE_SHADER_TESS_EVAL] = SpvExecutionModelTessellationEvaluation, [PIPE_SHADER_GEOMETRY] = SpvExecutionModelGeometry,
      [PIPE_SHADER_TASK] = SpvExecutionModelTaskEXT, [PIPE_SHADER_MESH] = SpvExecutionModelMeshEXT,
      [PIPE_SHADER_FRAGMENT] = SpvExecutionModelFragment, [PIPE_SHADER_COMPUTE] = SpvExecutionModelGLCompute };
   struct spv_inst in;
   for (uint32_t at = SPV_FIRST_AT; gv_next(g->words, g->word_count, &at, &in);) {
      if (in.op == SpvOpEntryPoint && in.w[1] == models[g->stage] && !strcmp((const char *)&in.w[3], name)) {
         g->entry = in.w[2];
         g->entry_at = in.at;
         return GV_DONE;
      }
   }
   return GV_NO_ENTRY;
}
