/* shader_link.c: gloam-shader --link: compiles and links files offline, with every GLSL version enabled, and prints the resources
 * of the program. Several files of one stage are attached together. */
#include "shader_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link.h"

enum { MAX_FILES = 32 };

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 1024,
   .max_varying_vectors = PIPE_MAX_VARYINGS, .max_vertex_texture_units = PIPE_MAX_SAMPLERS, .max_combined_texture_units = 192,
   .max_texture_units = PIPE_MAX_SAMPLERS, .max_fragment_uniform_vectors = 1024, .max_draw_buffers = PIPE_MAX_COLOR_BUFS };

static const char *const suffixes[PIPE_SHADER_TYPES] = { "vert", "tesc", "tese", "geom", "task", "mesh", "frag", "comp" };

static bool stage_of(const char *name, enum pipe_shader_type *stage)
{
   const char *dot = strrchr(name, '.');
   for (unsigned i = 0; dot && i < PIPE_SHADER_TYPES; i++) {
      if (strcmp(dot + 1, suffixes[i]) != 0)
         continue;
      *stage = i;
      return true;
   }
   return false;
}

static char *read_text(const char *name)
{
   FILE *f = fopen(name, "rb");
   long size = -1;
   if (f && fseek(f, 0, SEEK_END) == 0)
      size = ftell(f);
   char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
   if (text) {
      rewind(f);
      text[fread(text, 1, (size_t)size, f)] = 0;
   }
   if (f)
      fclose(f);
   return text;
}

/* Whether #version selects ESSL: "#version 310 es", "#version 100". */
static bool is_es(const char *text)
{
   unsigned number = 0;
   char profile[4] = "";
   const char *at = strstr(text, "#version");
   return at && sscanf(at, "#version %u %3s", &number, profile) >= 1 && (number == 100 || strcmp(profile, "es") == 0);
}

static void print_resources(const char *kind, const struct glsl_resource *r, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++) {
      printf("%s %s: type %04x size %u", kind, r[i].name, r[i].type, r[i].array_size);
      if (r[i].location >= 0)
         printf(" location %d", r[i].location);
      if (r[i].block >= 0)
         printf(" block %d offset %u stride %u matrix %u%s", r[i].block, r[i].block_offset_B, r[i].array_stride_B,
                r[i].matrix_stride_B, r[i].row_major ? " row_major" : "");
      if (r[i].binding >= 0)
         printf(" binding %d", r[i].binding);
      printf(" stages %02x\n", r[i].stages);
   }
}

static void print_blocks(const char *kind, const struct glsl_block *b, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      printf("%s %s: %u bytes, binding %u, stages %02x\n", kind, b[i].name ? b[i].name : "", b[i].size_B, b[i].binding,
             b[i].stages);
}

static void print_tables(const struct glsl_linked *l)
{
   print_resources("attribute", l->attribs, l->attrib_count);
   print_resources("input", l->inputs, l->input_count);
   print_resources("output", l->outputs, l->output_count);
   print_resources("uniform", l->uniforms, l->uniform_count);
   print_resources("buffer variable", l->buffer_variables, l->buffer_variable_count);
   print_blocks("uniform block", l->uniform_blocks, l->uniform_block_count);
   print_blocks("storage block", l->storage_blocks, l->storage_block_count);
   print_blocks("counters", l->counter_buffers, l->counter_buffer_count);
   for (uint32_t i = 0; i < l->varying_count; i++)
      printf("captured %s: buffer %u offset %u\n", l->varyings[i].name, l->varyings[i].buffer, l->varyings[i].offset_B);
}

/* Writes PREFIX.vert.spv, PREFIX.frag.spv, ... */
static bool write_modules(const struct glsl_linked *l, const char *prefix)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct pipe_shader_state *s = &l->stage[i];
      char name[1024];
      if (!s->spirv)
         continue;
      snprintf(name, sizeof(name), "%s.%s.spv", prefix, suffixes[i]);
      FILE *f = fopen(name, "wb");
      const bool done = f && fwrite(s->spirv, 4, s->spirv_words, f) == s->spirv_words;
      if (f && fclose(f))
         return false;
      if (!done)
         return false;
   }
   return true;
}

static int link_modules(struct glsl_module **module, unsigned count, bool es, const char *prefix)
{
   char *log;
   struct glsl_linked *l = glsl_link(module, count, NULL, &limits, es, &log);
   fputs(log ? log : "out of memory\n", stdout);
   free(log);
   if (!l)
      return 1;
   print_tables(l);
   const bool written = !prefix || write_modules(l, prefix);
   if (!written)
      fprintf(stderr, "gloam-shader: cannot write %s.*.spv\n", prefix);
   glsl_linked_unref(l);
   return written ? 0 : 2;
}

int shader_link(int count, char **files)
{
   struct glsl_module *module[MAX_FILES];
   const char *prefix = NULL;
   unsigned n = 0;
   int result = 0;
   bool es = false;
   for (int i = 0; i < count && !result && n < MAX_FILES; i++) {
      enum pipe_shader_type stage;
      if (!strcmp(files[i], "-o") && i + 1 < count) {
         prefix = files[++i];
         continue;
      }
      char *text = stage_of(files[i], &stage) ? read_text(files[i]) : NULL, *log = NULL;
      if (!text) {
         fprintf(stderr, "gloam-shader: cannot read %s\n", files[i]);
         result = 2;
         break;
      }
      es = is_es(text);
      if (!glsl_compile(stage, text, strlen(text), es, &limits, &module[n], &log))
         fputs("out of memory\n", stdout);
      else if (!module[n])
         printf("%s\n%s", files[i], log);
      result = module[n] ? 0 : 1;
      n += module[n] != NULL;
      free(log);
      free(text);
   }
   if (!result)
      result = n ? link_modules(module, n, es, prefix) : 2;
   while (n)
      glsl_module_unref(module[--n]);
   return result;
}
