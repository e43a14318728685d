/* glsl_wrap.cpp: glslang behind a C function. The only C++ file: it reaches what glslang's C interface does not.
 *
 * Three things are done here beside calling the parser:
 *  - Limits. glslang trusts its input: macros that double at every step, or nesting without end, take all memory or the
 *    whole stack. The linker's --wrap option (meson.build) puts small functions of this file in front of a few of
 *    glslang's own, which count tokens, memory and stack depth. Where there is a choice the source just seems to end; only
 *    when memory or the stack runs out is glslang left by an exception: what it held on its heap at that moment stays
 *    behind, as its frames have no clean-up code, while its pools are freed.
 *  - Rules of ESSL 1.00 that glslang lacks, through the same door: the comma operator in constant expressions (5.10),
 *    precisions of a prototype and its definition (6.1), `float[2] x`, __VERSION__ in #ifdef, and the set of extensions
 *    that this context offers.
 *  - Precision and invariance of the globals, which SPIR-V does not keep, as a side table for the linker. */
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include <glslang/Include/ResourceLimits.h>
#include <glslang/MachineIndependent/ParseHelper.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/MachineIndependent/preprocessor/PpContext.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

using std::atomic_int; /* st_types.h is C11 */
#include "gl-api/glsl/glsl_wrap.h"
#include "util/ut_guard.h"

using namespace glslang;

/* ---- limits ------------------------------------------------------------------------------------------------------- */

#define MAX_TOKENS (4u << 20)          /* after preprocessing */
#define MAX_MACRO_TOKENS (1u << 20)    /* through macros; each step of an expansion counts */
/* Bounds the depth of one expression's tree, which glslang walks by recursion: half a kilobyte a token was seen. */
#define MAX_STATEMENT_TOKENS (32u << 10)
#define STACK_B_PER_TOKEN 1024
#define MAX_POOL_B ((size_t)512 << 20)
#define MAX_STRUCT_PARTS 4096
#define MAX_SYMBOLS (32u << 10)
#define STACK_RESERVE_B (256u << 10)

namespace {

struct too_much {
   const char *what;
   int line;
};

struct compile_state {
   const struct glsl_wrap_job *job;
   bool armed;              /* glslang holds no lock: leaving is allowed */
   uintptr_t stack_floor;
   unsigned tokens, macro_tokens, statement_tokens, max_statement_tokens;
   size_t pool_B;
   int line;
   const char *stop;        /* a limit was reached: why */
   int stop_line;
   std::vector<std::string> invariants; /* declared so by an `invariant x;` */
   std::unordered_map<const TTypeList *, unsigned> struct_parts; /* members of members of each struct */
};

thread_local struct compile_state *current;

void stop(struct compile_state *s, const char *why, int line)
{
   if (s->stop)
      return;
   s->stop = why;
   s->stop_line = line;
}

void check_stack(struct compile_state *s)
{
   if ((uintptr_t)__builtin_frame_address(0) < s->stack_floor)
      throw too_much{"nesting is too deep", s->line};
}

} /* namespace */

/* The names are glslang's, mangled by the Itanium ABI: member functions take `this` as their first argument. */
extern "C" {
#define TOKENIZE _ZN7glslang10TPpContext8tokenizeERNS_8TPpTokenE
#define GET_TOKEN _ZN7glslang10TPpContext11TokenStream8getTokenERNS_17TParseContextBaseEPNS_8TPpTokenE
#define PUT_TOKEN _ZN7glslang10TPpContext11TokenStream8putTokenEiPNS_8TPpTokenE
#define ALLOCATE _ZN7glslang14TPoolAllocator8allocateEm
#define GET_PREAMBLE _ZN7glslang14TParseVersions11getPreambleERNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
#define INIT_EXTENSIONS _ZN7glslang14TParseVersions27initializeExtensionBehaviorEv
#define PROFILE_REQUIRES _ZN7glslang14TParseVersions15profileRequiresERKNS_10TSourceLocEiiPKcS5_
#define ADD_COMMA _ZN7glslang13TIntermediate8addCommaEPNS_12TIntermTypedES2_RKNS_10TSourceLocE
#define STRUCT_ARRAY_CHECK _ZN7glslang13TParseContext16structArrayCheckERKNS_10TSourceLocERKNS_5TTypeE
#define ADD_QUALIFIER _ZN7glslang13TParseContext22addQualifierToExistingERKNS_10TSourceLocENS_10TQualifierERKNSt7__cxx1112basic_stringIcSt11char_traitsIcENS_14pool_allocatorIcEEEE
#define DECLARE_BLOCK _ZN7glslang13TParseContext12declareBlockERKNS_10TSourceLocERNS_7TVectorINS_8TTypeLocEEEPKNSt7__cxx1112basic_stringIcSt11char_traitsIcENS_14pool_allocatorIcEEEEPNS_11TArraySizesE
#define FUNCTION_DECLARATOR _ZN7glslang13TParseContext24handleFunctionDeclaratorERKNS_10TSourceLocERNS_9TFunctionEb
#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2(a, b)
#define REAL(name) PASTE(__real_, name)
#define WRAP(name) PASTE(__wrap_, name)

int REAL(TOKENIZE)(TPpContext *pp, TPpToken &token);
int WRAP(TOKENIZE)(TPpContext *pp, TPpToken &token);
int REAL(GET_TOKEN)(void *stream, TParseContextBase &context, TPpToken *token);
int WRAP(GET_TOKEN)(void *stream, TParseContextBase &context, TPpToken *token);
void REAL(PUT_TOKEN)(void *stream, int atom, TPpToken *token);
void WRAP(PUT_TOKEN)(void *stream, int atom, TPpToken *token);
void *REAL(ALLOCATE)(TPoolAllocator *pool, size_t size_B);
void *WRAP(ALLOCATE)(TPoolAllocator *pool, size_t size_B);
void REAL(GET_PREAMBLE)(TParseVersions *versions, std::string &preamble);
void WRAP(GET_PREAMBLE)(TParseVersions *versions, std::string &preamble);
void REAL(INIT_EXTENSIONS)(TParseVersions *versions);
void WRAP(INIT_EXTENSIONS)(TParseVersions *versions);
void REAL(PROFILE_REQUIRES)(TParseVersions *versions, const TSourceLoc &loc, int profiles, int min_version,
                            const char *extension, const char *feature);
void WRAP(PROFILE_REQUIRES)(TParseVersions *versions, const TSourceLoc &loc, int profiles, int min_version,
                            const char *extension, const char *feature);
TIntermTyped *REAL(ADD_COMMA)(TIntermediate *tree, TIntermTyped *left, TIntermTyped *right, const TSourceLoc &loc);
TIntermTyped *WRAP(ADD_COMMA)(TIntermediate *tree, TIntermTyped *left, TIntermTyped *right, const TSourceLoc &loc);
TFunction *REAL(FUNCTION_DECLARATOR)(TParseContext *context, const TSourceLoc &loc, TFunction &function, bool prototype);
TFunction *WRAP(FUNCTION_DECLARATOR)(TParseContext *context, const TSourceLoc &loc, TFunction &function, bool prototype);
void REAL(ADD_QUALIFIER)(TParseContext *context, const TSourceLoc &loc, TQualifier qualifier, const TString &name);
void WRAP(ADD_QUALIFIER)(TParseContext *context, const TSourceLoc &loc, TQualifier qualifier, const TString &name);
void REAL(STRUCT_ARRAY_CHECK)(TParseContext *context, const TSourceLoc &loc, const TType &type);
void WRAP(STRUCT_ARRAY_CHECK)(TParseContext *context, const TSourceLoc &loc, const TType &type);
void REAL(DECLARE_BLOCK)(TParseContext *context, const TSourceLoc &loc, TTypeList &members, const TString *instance,
                         TArraySizes *sizes);
void WRAP(DECLARE_BLOCK)(TParseContext *context, const TSourceLoc &loc, TTypeList &members, const TString *instance,
                         TArraySizes *sizes);
} /* extern "C" */

/* One token for the grammar. */
int WRAP(TOKENIZE)(TPpContext *pp, TPpToken &token)
{
   struct compile_state *s = current;
   const int atom = REAL(TOKENIZE)(pp, token);
   if (!s)
      return atom;
   s->line = token.loc.line;
   if (++s->tokens > MAX_TOKENS)
      stop(s, "the shader is too long", s->line);
   if (atom == ';' || atom == '{' || atom == '}')
      s->statement_tokens = 0;
   else if (++s->statement_tokens > s->max_statement_tokens)
      stop(s, "the statement is too long", s->line);
   return s->stop ? EndOfInput : atom;
}

/* False: no more of them. */
static bool count_macro_token(void)
{
   struct compile_state *s = current;
   if (!s)
      return true;
   if (++s->macro_tokens > MAX_MACRO_TOKENS)
      stop(s, "macros expand to too many tokens", s->line);
   check_stack(s);
   return !s->stop;
}

/* Every token that comes out of a macro's body ... */
int WRAP(GET_TOKEN)(void *stream, TParseContextBase &context, TPpToken *token)
{
   if (!count_macro_token())
      return EndOfInput;
   return REAL(GET_TOKEN)(stream, context, token);
}

/* ... or is kept in one, or in a macro's argument. */
void WRAP(PUT_TOKEN)(void *stream, int atom, TPpToken *token)
{
   if (count_macro_token())
      REAL(PUT_TOKEN)(stream, atom, token);
}

void *WRAP(ALLOCATE)(TPoolAllocator *pool, size_t size_B)
{
   struct compile_state *s = current;
   if (s && s->armed) {
      s->pool_B += size_B;
      if (s->pool_B > MAX_POOL_B || size_B > MAX_POOL_B)
         throw too_much{"the shader needs too much memory to compile", s->line};
      check_stack(s);
   }
   return REAL(ALLOCATE)(pool, size_B);
}

/* A struct was declared. glslang walks through all members of members again and again: bound their number, which can
 * double with every declaration. */
void WRAP(STRUCT_ARRAY_CHECK)(TParseContext *context, const TSourceLoc &loc, const TType &type)
{
   struct compile_state *s = current;
   if (s && type.isStruct()) {
      unsigned parts = 1;
      for (const TTypeLoc &member : *type.getStruct()) {
         const auto known = member.type->isStruct() ? s->struct_parts.find(member.type->getStruct()) : s->struct_parts.end();
         parts += known != s->struct_parts.end() ? known->second + 1 : 1;
         if (parts > MAX_STRUCT_PARTS) {
            stop(s, "the structure has too many members", loc.line);
            return;
         }
      }
      s->struct_parts[type.getStruct()] = parts;
   }
   REAL(STRUCT_ARRAY_CHECK)(context, loc, type);
}

/* A block with the name of a function: glslang looks for the other use of the name among variables only, finds none and
 * goes on without. */
void WRAP(DECLARE_BLOCK)(TParseContext *context, const TSourceLoc &loc, TTypeList &members, const TString *instance,
          TArraySizes *sizes)
{
   if (current && context->blockName) {
      TVector<const TFunction *> functions;
      bool built_in = false;
      context->symbolTable.findFunctionNameList(*context->blockName + "(", functions, built_in);
      if (!functions.empty() && !built_in) {
         context->error(loc, "block name is the name of a function", context->blockName->c_str(), "");
         return;
      }
   }
   REAL(DECLARE_BLOCK)(context, loc, members, instance, sizes);
}

/* ---- what this context offers --------------------------------------------------------------------------------------- */

static bool is_offered(const struct glsl_limits *limits, bool es, const char *extension)
{
   /* Desktop: what ARB made and the compiler can hope to translate. glslang knows much more, for Vulkan and for vendors;
    * its SPIR-V generator falls over some of it when the target is OpenGL. */
   if (!es) {
      static const char *const more[] = { "GL_EXT_shader_integer_mix", "GL_EXT_shader_implicit_conversions",
         "GL_EXT_blend_func_extended", "GL_KHR_blend_equation_advanced", "GL_AMD_shader_trinary_minmax" };
      static const char *const less[] = { "GL_ARB_bindless_texture", "GL_ARB_gpu_shader_int64", "GL_ARB_shader_ballot",
         "GL_ARB_sparse_texture2", "GL_ARB_sparse_texture_clamp", "GL_ARB_fragment_shader_interlock" };
      for (const char *name : more)
         if (!strcmp(extension, name))
            return true;
      for (const char *name : less)
         if (!strcmp(extension, name))
            return false;
      return !strncmp(extension, "GL_ARB_", 7);
   }
   if (!strcmp(extension, "GL_OES_standard_derivatives"))
      return limits->derivatives;
   if (!strcmp(extension, "GL_OES_EGL_image_external"))
      return limits->external_images;
   if (!strcmp(extension, "GL_EXT_frag_depth"))
      return limits->frag_depth;
   if (!strcmp(extension, "GL_EXT_shader_texture_lod"))
      return limits->texture_lod;
   if (!strcmp(extension, "GL_EXT_blend_func_extended"))
      return limits->dual_source;
   if (!strcmp(extension, "GL_EXT_draw_buffers"))
      return limits->draw_buffers;
   return false;
}

/* The table of known extensions is protected; a pointer to member named through a derived class reaches it. */
struct open_versions : TParseVersions {
   static auto table() { return &open_versions::extensionBehavior; }
};

/* Called once the symbol tables are there and glslang's global lock is free. */
void WRAP(GET_PREAMBLE)(TParseVersions *versions, std::string &preamble)
{
   struct compile_state *s = current;
   if (!s) {
      REAL(GET_PREAMBLE)(versions, preamble);
      return;
   }
   s->armed = true;
   if (versions->isEsProfile()) {
      preamble = "#define GL_ES 1\n#define GL_FRAGMENT_PRECISION_HIGH 1\n";
      for (const auto &extension : versions->*open_versions::table())
         if (is_offered(s->job->limits, true, extension.first.c_str()))
            preamble += "#define " + std::string(extension.first.c_str()) + " 1\n";
   } else {
      REAL(GET_PREAMBLE)(versions, preamble);
      /* The SPIR-V generator has no such operation and loses its way over it. Same expression, same bits: invariant. */
      if (versions->version < 140 || versions->profile == ECompatibilityProfile)
         preamble += "#define ftransform() (gl_ModelViewProjectionMatrix * gl_Vertex)\n";
   }
   /* glslang expands the name but does not count it as defined. */
   preamble += "#define __VERSION__ " + std::to_string(versions->version) + "\n";
}

/* `#extension` of a name that is not in this table is an error (require) or a warning (enable), as it should be. */
void WRAP(INIT_EXTENSIONS)(TParseVersions *versions)
{
   REAL(INIT_EXTENSIONS)(versions);
   struct compile_state *s = current;
   if (!s)
      return;
   auto &table = versions->*open_versions::table();
   /* Brings nothing but its name: the size of gl_FragData is a limit. */
   table["GL_EXT_draw_buffers"] = EBhDisable;
   for (auto it = table.begin(); it != table.end();) {
      if (is_offered(s->job->limits, versions->isEsProfile(), it->first.c_str()))
         ++it;
      else
         it = table.erase(it);
   }
}

/* ---- rules of ESSL 1.00 --------------------------------------------------------------------------------------------- */

/* `float[2] x`: not in the grammar of ESSL 1.00, but every implementation takes it. */
void WRAP(PROFILE_REQUIRES)(TParseVersions *versions, const TSourceLoc &loc, int profiles, int min_version,
          const char *extension, const char *feature)
{
   if (current && versions->isEsProfile() && versions->version == 100 && feature && !strcmp(feature, "arrayed type"))
      return;
   REAL(PROFILE_REQUIRES)(versions, loc, profiles, min_version, extension, feature);
}

/* ESSL 1.00 5.10 lets the sequence operator form constant expressions; 3.00 forbids it. */
TIntermTyped *WRAP(ADD_COMMA)(TIntermediate *tree, TIntermTyped *left, TIntermTyped *right, const TSourceLoc &loc)
{
   if (tree->getProfile() == EEsProfile && tree->getVersion() == 100 && left && right && left->getAsConstantUnion() &&
       right->getAsConstantUnion())
      return right;
   return REAL(ADD_COMMA)(tree, left, right, loc);
}

/* ESSL 1.00 6.1: a prototype and its definition have the same precisions. */
TFunction *WRAP(FUNCTION_DECLARATOR)(TParseContext *context, const TSourceLoc &loc, TFunction &function, bool prototype)
{
   if (current && context->isEsProfile()) {
      TSymbol *symbol = context->symbolTable.find(function.getMangledName());
      const TFunction *before = symbol ? symbol->getAsFunction() : nullptr;
      if (before && before->getBuiltInOp() == EOpNull && before->getParamCount() == function.getParamCount()) {
         bool same = before->getType().getQualifier().precision == function.getType().getQualifier().precision;
         for (int i = 0; i < function.getParamCount(); i++)
            same &= (*before)[i].type->getQualifier().precision == function[i].type->getQualifier().precision;
         if (!same)
            context->error(loc, "precisions differ from those of an earlier declaration", function.getName().c_str(), "");
      }
   }
   return REAL(FUNCTION_DECLARATOR)(context, loc, function, prototype);
}

/* `invariant gl_FragCoord;`: remembered for the linker, as a variable that is not used leaves no trace (ESSL 1.00 4.6.4). */
void WRAP(ADD_QUALIFIER)(TParseContext *context, const TSourceLoc &loc, TQualifier qualifier, const TString &name)
{
   REAL(ADD_QUALIFIER)(context, loc, qualifier, name);
   struct compile_state *s = current;
   if (!s || !qualifier.invariant)
      return;
   s->invariants.push_back(name.c_str());
}

/* ---- parts of glslang that are not wanted --------------------------------------------------------------------------- */

/* The optimiser hooks of the SPIR-V generator. Defined here, so that SPIRV-Tools need not be linked; never called, as
 * the options below ask for neither optimisation nor validation nor disassembly. */
namespace glslang {
void SpirvToolsDisassemble(std::ostream &, const std::vector<unsigned int> &);
void SpirvToolsValidate(const TIntermediate &, std::vector<unsigned int> &, spv::SpvBuildLogger *, bool);
void SpirvToolsTransform(const TIntermediate &, std::vector<unsigned int> &, spv::SpvBuildLogger *, const SpvOptions *);
void SpirvToolsStripDebugInfo(const TIntermediate &, std::vector<unsigned int> &, spv::SpvBuildLogger *);
void SpirvToolsDisassemble(std::ostream &, const std::vector<unsigned int> &) {}
void SpirvToolsValidate(const TIntermediate &, std::vector<unsigned int> &, spv::SpvBuildLogger *, bool) {}
void SpirvToolsTransform(const TIntermediate &, std::vector<unsigned int> &, spv::SpvBuildLogger *, const SpvOptions *) {}
void SpirvToolsStripDebugInfo(const TIntermediate &, std::vector<unsigned int> &, spv::SpvBuildLogger *) {}
} /* namespace glslang */

/* ---- side table ----------------------------------------------------------------------------------------------------- */

namespace {

struct symbol_list {
   struct glsl_symbol *symbols = nullptr;
   unsigned count = 0, size = 0;

   void add(const std::string &name, const TQualifier &qualifier, bool invariant)
   {
      if (count == MAX_SYMBOLS)
         throw too_much{"too many globals", 0};
      if (count == size) {
         unsigned new_size = size ? size * 2 : 32;
         void *grown = realloc(symbols, new_size * sizeof *symbols);
         if (!grown)
            throw std::bad_alloc();
         symbols = (struct glsl_symbol *)grown;
         size = new_size;
      }
      char *copy = strdup(name.c_str());
      if (!copy)
         throw std::bad_alloc();
      symbols[count].name = copy;
      symbols[count].precision = (uint8_t)qualifier.precision; /* EpqNone, Low, Medium, High: the same order */
      symbols[count].invariant = invariant;
      count++;
   }

   void add_members(const std::string &path, const TType &type)
   {
      if (!type.isStruct())
         return;
      for (const TTypeLoc &member : *type.getStruct()) {
         const std::string name = path + "." + member.type->getFieldName().c_str();
         add(name, member.type->getQualifier(), false);
         add_members(name, *member.type);
      }
   }
};

void collect_symbols(const struct compile_state *state, const TIntermediate *tree, struct symbol_list *list)
{
   /* First, so that they are found before another entry of the name. */
   for (const std::string &name : state->invariants)
      list->add(name, TQualifier(), true);
   const TIntermAggregate *linkage = tree->getTreeRoot() ? tree->findLinkerObjects() : nullptr;
   if (!linkage)
      return;
   for (const TIntermNode *node : linkage->getSequence()) {
      const TIntermSymbol *symbol = const_cast<TIntermNode *>(node)->getAsSymbolNode();
      if (!symbol)
         continue;
      const TType &type = symbol->getType();
      /* `#pragma STDGL invariant(all)` marks every output; only what was declared so must match (ESSL 1.00 4.6.4). */
      list->add(symbol->getName().c_str(), type.getQualifier(), type.getQualifier().invariant && !tree->isInvariantAll());
      if (type.getQualifier().storage == EvqUniform)
         list->add_members(symbol->getName().c_str(), type);
   }
}

EShLanguage language_of(enum st_stage stage)
{
   switch (stage) {
   case ST_STAGE_VERTEX: return EShLangVertex;
   case ST_STAGE_TESS_CTRL: return EShLangTessControl;
   case ST_STAGE_TESS_EVAL: return EShLangTessEvaluation;
   case ST_STAGE_GEOMETRY: return EShLangGeometry;
   case ST_STAGE_COMPUTE: return EShLangCompute;
   default: return EShLangFragment;
   }
}

/* Limits that ESSL 1.00 does not know keep the minimum of the newest specification. */
void fill_resources(const struct glsl_limits *l, TBuiltInResource *r)
{
   *r = TBuiltInResource();
   r->maxLights = 8;
   r->maxClipPlanes = 8;
   r->maxTextureUnits = 8;
   r->maxTextureCoords = 8;
   r->maxVertexAttribs = l->max_vertex_attribs;
   r->maxVertexUniformVectors = l->max_vertex_uniform_vectors;
   r->maxVertexUniformComponents = 4 * l->max_vertex_uniform_vectors;
   r->maxFragmentUniformVectors = l->max_fragment_uniform_vectors;
   r->maxFragmentUniformComponents = 4 * l->max_fragment_uniform_vectors;
   r->maxVaryingVectors = l->max_varying_vectors;
   r->maxVaryingComponents = r->maxVaryingFloats = 4 * l->max_varying_vectors;
   r->maxVertexOutputVectors = r->maxFragmentInputVectors = l->max_varying_vectors;
   r->maxVertexOutputComponents = r->maxFragmentInputComponents = 4 * l->max_varying_vectors;
   r->maxVertexTextureImageUnits = l->max_vertex_texture_units;
   r->maxTextureImageUnits = l->max_texture_units;
   r->maxCombinedTextureImageUnits = l->max_combined_texture_units;
   r->maxGeometryTextureImageUnits = r->maxTessControlTextureImageUnits = r->maxTessEvaluationTextureImageUnits =
      r->maxComputeTextureImageUnits = l->max_texture_units;
   r->maxDrawBuffers = l->max_draw_buffers;
   r->minProgramTexelOffset = -8;
   r->maxProgramTexelOffset = 7;
   r->maxClipDistances = r->maxCullDistances = r->maxCombinedClipAndCullDistances = 8;
   r->maxComputeWorkGroupCountX = r->maxComputeWorkGroupCountY = r->maxComputeWorkGroupCountZ = 65535;
   r->maxComputeWorkGroupSizeX = r->maxComputeWorkGroupSizeY = 1024;
   r->maxComputeWorkGroupSizeZ = 64;
   r->maxComputeUniformComponents = r->maxGeometryUniformComponents = r->maxTessControlUniformComponents =
      r->maxTessEvaluationUniformComponents = 1024;
   r->maxGeometryInputComponents = 64;
   r->maxGeometryOutputComponents = r->maxGeometryVaryingComponents = 128;
   r->maxGeometryOutputVertices = 256;
   r->maxGeometryTotalOutputComponents = 1024;
   r->maxTessControlInputComponents = r->maxTessControlOutputComponents = r->maxTessEvaluationInputComponents =
      r->maxTessEvaluationOutputComponents = 128;
   r->maxTessControlTotalOutputComponents = 4096;
   r->maxTessPatchComponents = 120;
   r->maxPatchVertices = 32;
   r->maxTessGenLevel = 64;
   r->maxViewports = 16;
   r->maxSamples = r->maxImageSamples = 8;
   r->maxTransformFeedbackBuffers = 4;
   r->maxTransformFeedbackInterleavedComponents = 128;
   r->maxDualSourceDrawBuffersEXT = 1;
   r->limits.nonInductiveForLoops = r->limits.whileLoops = r->limits.doWhileLoops = r->limits.generalUniformIndexing =
      r->limits.generalAttributeMatrixVectorIndexing = r->limits.generalVaryingIndexing =
         r->limits.generalSamplerIndexing = r->limits.generalVariableIndexing =
            r->limits.generalConstantMatrixVectorIndexing = true;
}

void compile(struct compile_state *state, struct symbol_list *symbols, struct glsl_wrap_result *result)
{
   const struct glsl_wrap_job *job = state->job;
   const EShLanguage language = language_of(job->stage);
   TBuiltInResource resources;
   fill_resources(job->limits, &resources);

   TShader shader(language);
   const int length = (int)job->length;
   shader.setStringsWithLengths(&job->source, &length, 1);
   shader.setEnvInput(EShSourceGlsl, language, EShClientNone, 0);
   shader.setEnvClient(EShClientNone, (EShTargetClientVersion)0);
   shader.setEnvTarget(EShTargetNone, (EShTargetLanguageVersion)0);
   const bool parsed = shader.parse(&resources, job->default_version, job->es ? EEsProfile : ENoProfile, false, false,
                                    EShMsgDefault);
   if (state->stop)
      throw too_much{state->stop, state->stop_line};
   result->log = strdup(shader.getInfoLog());
   if (!result->log)
      throw std::bad_alloc();
   if (!parsed)
      return;
   result->version = shader.getIntermediate()->getVersion();

   TProgram program;
   program.addShader(&shader);
   if (!program.link(EShMsgDefault)) {
      result->link_log = strdup(program.getInfoLog());
      if (!result->link_log)
         throw std::bad_alloc();
      result->status = GLSL_WRAP_OK;
      return;
   }
   const TIntermediate *tree = program.getIntermediate(language);
   collect_symbols(state, tree, symbols);
   result->invariant_all = tree->isInvariantAll();

   SpvOptions options;
   options.disableOptimizer = true;
   std::vector<unsigned int> words;
   GlslangToSpv(*tree, words, &options);
   if (words.size() < 5)
      return;
   words[1] = 0x00010300; /* left 0 by a target "none" */
   result->spirv = (uint32_t *)malloc(words.size() * sizeof(uint32_t));
   if (!result->spirv)
      throw std::bad_alloc();
   memcpy(result->spirv, words.data(), words.size() * sizeof(uint32_t));
   result->spirv_words = words.size();
   result->status = GLSL_WRAP_OK;
}

} /* namespace */

void glsl_wrap_compile(const struct glsl_wrap_job *job, struct glsl_wrap_result *result)
{
   ut_reserve_enter();
   static std::once_flag once;
   std::call_once(once, [] { InitializeProcess(); });

   struct compile_state state = {};
   state.job = job;
   state.line = 1;
   state.stack_floor = (uintptr_t)__builtin_frame_address(0) - job->stack_B + STACK_RESERVE_B;
   state.max_statement_tokens = (unsigned)std::min<size_t>(MAX_STATEMENT_TOKENS, job->stack_B / STACK_B_PER_TOKEN);
   struct symbol_list symbols;

   *result = glsl_wrap_result();
   result->status = GLSL_WRAP_ERROR;
   current = &state;
   try {
      compile(&state, &symbols, result);
   } catch (const too_much &limit) {
      free(result->log);
      const std::string text = "ERROR: 0:" + std::to_string(limit.line) + ": '' : " + limit.what + "\n";
      result->log = strdup(text.c_str());
      result->status = result->log ? GLSL_WRAP_ERROR : GLSL_WRAP_NO_MEMORY;
   } catch (const std::bad_alloc &) {
      result->status = GLSL_WRAP_NO_MEMORY;
   }
   current = nullptr;
   result->symbols = symbols.symbols;
   result->symbol_count = symbols.count;
   if (ut_reserve_leave())
      result->status = GLSL_WRAP_NO_MEMORY;
}
