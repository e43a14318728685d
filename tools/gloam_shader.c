/* gloam_shader.c: gloam-shader: compiles one shader offline, for any chip, without a device.
 *    gloam-shader --check FILE [--version N]      exit code 0: compiles; 1: compile error (log on stdout); 2: usage
 *    gloam-shader --link FILE... [-o PREFIX]      exit code 0: links, prints the program's resources; 1: error; 2: usage
 *    gloam-shader --spirv|--ir|--isa|--stats FILE [--chip NAME] [--hw ls|hs|es|gs|vs|ps|cs] [--ring MASK]
 * --hw: the hardware stage, for shaders that can run in several: a vertex shader in ES, the copy shader of a geometry shader in
 * VS. --ring: for ES and LS, the mask of locations (enum pipe_varying) that the next stage reads; default: all.
 * The stage is given by the suffix (.vert .frag .geom .tesc .tese .task .mesh .comp), or by the entry point of a .spv file. Without --link,
 * locations, slots and offsets are assigned in the order of declaration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/front/gf_front.h"
#include "hw-si/compiler/compile.h"
#include "hw-si/hwdb/hw_chips.h"
#include "spirv/spv_assign.h"
#include "spirv/spv_module.h"
#include "shader_link.h"

struct options {
   const char *file, *version, *chip;
   int hw;                  /* enum si_hw_stage, or -1: the usual one */
   uint64_t ring_locations; /* 0: all */
   bool check, spirv, ir, isa, stats;
};

static int usage(void)
{
   fputs("usage: gloam-shader --check FILE [--version 110|100es|...]\n"
         "       gloam-shader --link FILE... [-o PREFIX]\n"
         "       gloam-shader [--spirv] [--ir] [--isa] [--stats] [--chip gfx803|polaris10|...]\n"
         "                    [--hw ls|hs|es|gs|vs|ps|cs] [--ring MASK] FILE\n", stderr);
   return 2;
}

static char *read_file(const char *name, size_t *size_B)
{
   FILE *f = fopen(name, "rb");
   if (!f)
      return NULL;
   char *data = NULL;
   size_t cap = 0, n = 0, got = 0;
   do {
      if (n + 4096 > cap) {
         cap = cap ? cap * 2 : 65536;
         char *bigger = realloc(data, cap);
         if (!bigger)
            break;
         data = bigger;
      }
      got = fread(data + n, 1, cap - n - 1, f);
      n += got;
   } while (got);
   fclose(f);
   if (data)
      data[n] = 0;
   *size_B = n;
   return data;
}

static bool stage_of(const char *name, enum pipe_shader_type *stage)
{
   static const struct { const char *suffix; enum pipe_shader_type stage; } rows[] = {
      { ".vert", PIPE_SHADER_VERTEX }, { ".frag", PIPE_SHADER_FRAGMENT }, { ".geom", PIPE_SHADER_GEOMETRY },
      { ".tesc", PIPE_SHADER_TESS_CTRL }, { ".tese", PIPE_SHADER_TESS_EVAL }, { ".comp", PIPE_SHADER_COMPUTE },
      { ".task", PIPE_SHADER_TASK }, { ".mesh", PIPE_SHADER_MESH },
   };
   const char *dot = strrchr(name, '.');
   for (unsigned i = 0; dot && i < sizeof(rows) / sizeof(rows[0]); i++) {
      if (strcmp(dot, rows[i].suffix) == 0) {
         *stage = rows[i].stage;
         return true;
      }
   }
   return false;
}

/* --chip: a name that GLOAM_SIM_CHIP accepts, or LLVM's processor name. */
static const char *llvm_cpu(const char *chip)
{
   const char *cpu = hw_llvm_cpu(chip);

   return cpu ? cpu : chip;
}

/* --version: prepends a #version directive to a source that has none. */
static char *with_version(char *source, const char *version)
{
   if (!version || strstr(source, "#version"))
      return source;
   unsigned number = (unsigned)strtoul(version, NULL, 10);
   bool es = strstr(version, "es") != NULL;
   char *text = malloc(strlen(source) + 64);
   if (text)
      sprintf(text, "#version %u%s\n#line 1\n%s", number, es && number != 100 ? " es" : "", source);
   free(source);
   return text;
}

static void print_spirv(const uint32_t *words, size_t count)
{
   struct spv_module m;
   char why[256];
   if (!spv_module_init(&m, words, count, why, sizeof(why))) {
      printf("%s\n", why);
      return;
   }
   uint32_t at = SPV_FIRST_AT;
   struct spv_inst in;
   printf("bound %u\n", m.bound);
   while (spv_next(&m, &at, &in)) {
      printf("%6u: op %-4u", in.at, in.op);
      for (unsigned k = 1; k < in.count; k++)
         printf(" %u", in.w[k]);
      putchar('\n');
   }
   spv_module_finish(&m);
}

static void print_stats(const struct si_shader_binary *b, enum pipe_shader_type stage)
{
   printf("code %u bytes, %u VGPRs, %u SGPRs, scratch %u bytes per wave (%u relocations), rsrc1 %08x rsrc2 %08x\n", b->code_B,
          b->num_vgprs,
          b->num_sgprs, b->scratch_B_per_wave, b->num_scratch_relocs, b->rsrc1, b->rsrc2);
   if (stage == PIPE_SHADER_FRAGMENT) {
      printf("input_ena %08x input_addr %08x inputs %u col_format %08x z_format %u kill %u\n", b->ps.input_ena,
             b->ps.input_addr, b->ps.num_inputs, b->ps.col_format_exported, b->ps.z_format, b->ps.uses_kill);
   } else {
      printf("params %u, position exports %u, VGPR_COMP_CNT %u\n", b->exp.num_params, b->exp.num_pos_exports,
             b->vgpr_comp_cnt);
   }
}

static int hw_stage_of(const char *name)
{
   static const char *const names[] = { [SI_HW_LS] = "ls", [SI_HW_HS] = "hs", [SI_HW_ES] = "es", [SI_HW_GS] = "gs",
                                        [SI_HW_VS] = "vs", [SI_HW_PS] = "ps", [SI_HW_CS] = "cs" };
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      if (strcmp(name, names[i]) == 0)
         return (int)i;
   }
   return -1;
}

static void make_key(const struct options *o, const struct pipe_shader_state *state, struct si_shader_key *key)
{
   static const uint8_t usual[PIPE_SHADER_TYPES] = {
      [PIPE_SHADER_VERTEX] = SI_HW_VS, [PIPE_SHADER_TESS_CTRL] = SI_HW_HS, [PIPE_SHADER_TESS_EVAL] = SI_HW_VS,
      [PIPE_SHADER_GEOMETRY] = SI_HW_GS, [PIPE_SHADER_FRAGMENT] = SI_HW_PS, [PIPE_SHADER_COMPUTE] = SI_HW_CS,
      [PIPE_SHADER_TASK] = SI_HW_CS, [PIPE_SHADER_MESH] = SI_HW_CS,
   };
   struct si_shader_info info;
   char why[256];
   memset(key, 0, sizeof(*key));
   key->hw_stage = o->hw < 0 ? usual[state->stage] : (uint8_t)o->hw;
   if (si_shader_scan(state, &info, why, sizeof(why))) {
      key->ring_locations = info.ring_locations;
      key->tess = info.tess;
   }
   if (key->hw_stage == SI_HW_ES || key->hw_stage == SI_HW_LS)
      key->ring_locations = o->ring_locations ? o->ring_locations : UINT64_MAX;
   if (key->hw_stage == SI_HW_HS)
      key->tess = (struct si_tess_key){ .vertex_locations = UINT64_MAX, .patch_locations = UINT64_MAX };
   key->ps.col_format = 0x4; /* FP16_ABGR, one buffer */
   key->ps.alpha_func = PIPE_FUNC_ALWAYS;
   for (unsigned i = 0; i < 32; i++)
      key->fetch.element_of_location[i] = (uint8_t)i;
   key->exp.point_size = 1;
}

static int compile(const struct options *o, enum pipe_shader_type stage, const uint32_t *spirv, size_t words)
{
   char why[512] = "";
   size_t placed_words = 0;
   uint32_t *placed = spv_assign(spirv, words, &placed_words, why, sizeof(why));
   if (!placed) {
      printf("%s\n", why);
      return 1;
   }
   if (o->spirv)
      print_spirv(placed, placed_words);
   int result = 0;
   if (o->ir || o->isa || o->stats) {
      struct si_compiler *c = si_compiler_create(llvm_cpu(o->chip), why, sizeof(why));
      if (c) /* same setting as for the simulated GPU */
         si_compiler_prefer_fma(c);
      struct pipe_shader_state state = { .stage = stage, .spirv = placed, .spirv_words = placed_words, .y_is_up = true };
      struct si_shader_key key;
      make_key(o, &state, &key);
      struct si_compile_options opt = { .dump_ir = o->ir, .dump_isa = o->isa, .no_cache = true };
      struct si_shader_binary bin;
      if (c && si_compile(c, &state, &key, &opt, &bin, why, sizeof(why))) {
         if (o->stats)
            print_stats(&bin, stage);
         si_shader_binary_finish(&bin);
      } else {
         printf("%s\n", why);
         result = 1;
      }
      si_compiler_destroy(c);
   }
   free(placed);
   return result;
}

/* All GLSL versions, stages and extensions of the front end, independent of a context's features. */
static int run_source(const struct options *o, const char *source)
{
   enum pipe_shader_type stage;
   if (!stage_of(o->file, &stage))
      return usage();
   const struct gf_options options = { .es = !o->version || strstr(o->version, "es") || !strcmp(o->version, "100"),
                                       .link_alone = true, .link_apart = true, .check_only = o->check, .stack_B = 4 << 20 };
   struct gf_result r;
   if (!gf_compile(stage, source, strlen(source), &options, &r)) {
      puts("out of memory");
      return 1;
   }
   fputs(r.log, stdout);
   int result = r.ok ? 0 : 1;
   if (r.link_log)
      fputs(r.link_log, stdout); /* the shader compiles, but a program with it cannot link */
   if (r.lacks)
      printf("no SPIR-V yet for %s\n", r.lacks);
   if (r.ok && !o->check)
      result = r.spirv ? compile(o, stage, r.spirv, r.spirv_words) : 1;
   gf_result_finish(&r);
   return result;
}

static int run_spirv(const struct options *o, const char *data, size_t size_B)
{
   static const struct { uint32_t model; enum pipe_shader_type stage; } rows[] = {
      { SpvExecutionModelVertex, PIPE_SHADER_VERTEX }, { SpvExecutionModelFragment, PIPE_SHADER_FRAGMENT },
      { SpvExecutionModelGeometry, PIPE_SHADER_GEOMETRY }, { SpvExecutionModelTessellationControl, PIPE_SHADER_TESS_CTRL },
      { SpvExecutionModelTessellationEvaluation, PIPE_SHADER_TESS_EVAL }, { SpvExecutionModelGLCompute, PIPE_SHADER_COMPUTE },
      { SpvExecutionModelTaskEXT, PIPE_SHADER_TASK }, { SpvExecutionModelMeshEXT, PIPE_SHADER_MESH },
   };
   struct spv_module m;
   char why[256];
   if (!spv_module_init(&m, (const uint32_t *)data, size_B / 4, why, sizeof(why))) {
      printf("%s\n", why);
      return 1;
   }
   enum pipe_shader_type stage = PIPE_SHADER_TYPES;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]) && stage == PIPE_SHADER_TYPES; i++) {
      if (spv_find_entry(&m, rows[i].model))
         stage = rows[i].stage;
   }
   spv_module_finish(&m);
   if (stage == PIPE_SHADER_TYPES) {
      puts("the module has no entry point");
      return 1;
   }
   return compile(o, stage, (const uint32_t *)data, size_B / 4);
}

int main(int argc, char **argv)
{
   struct options o = { .chip = "polaris10", .hw = -1 };
   if (argc > 2 && !strcmp(argv[1], "--link"))
      return shader_link(argc - 2, argv + 2);
   for (int i = 1; i < argc; i++) {
      if (strcmp(argv[i], "--check") == 0)
         o.check = true;
      else if (strcmp(argv[i], "--front=own") == 0)
         continue; /* accepted for old scripts: there is one front end */
      else if (strcmp(argv[i], "--spirv") == 0)
         o.spirv = true;
      else if (strcmp(argv[i], "--ir") == 0)
         o.ir = true;
      else if (strcmp(argv[i], "--isa") == 0)
         o.isa = true;
      else if (strcmp(argv[i], "--stats") == 0)
         o.stats = true;
      else if (strcmp(argv[i], "--chip") == 0 && i + 1 < argc)
         o.chip = argv[++i];
      else if (strcmp(argv[i], "--hw") == 0 && i + 1 < argc && hw_stage_of(argv[i + 1]) >= 0)
         o.hw = hw_stage_of(argv[++i]);
      else if (strcmp(argv[i], "--ring") == 0 && i + 1 < argc)
         o.ring_locations = strtoull(argv[++i], NULL, 0);
      else if (strcmp(argv[i], "--version") == 0 && i + 1 < argc)
         o.version = argv[++i];
      else if (argv[i][0] == '-' || o.file)
         return usage();
      else
         o.file = argv[i];
   }
   if (!o.file || !(o.check || o.spirv || o.ir || o.isa || o.stats))
      return usage();
   size_t size_B;
   char *data = read_file(o.file, &size_B);
   if (!data) {
      fprintf(stderr, "gloam-shader: cannot read %s\n", o.file);
      return 2;
   }
   const char *dot = strrchr(o.file, '.');
   int result;
   if (dot && strcmp(dot, ".spv") == 0) {
      result = run_spirv(&o, data, size_B);
   } else {
      data = with_version(data, o.version);
      result = data ? run_source(&o, data) : 1;
   }
   free(data);
   return result;
}
