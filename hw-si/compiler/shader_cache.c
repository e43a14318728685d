/* shader_cache.c: the shader cache on disk (util/ut_cache.h) for binaries, and si_compile, which looks it up. */
#include "hw-si/compiler/shader_cache.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler_build_id.h"
#include "hw-si/compiler/si_compile.h"
#include "util/ut_cache.h"

bool si_cache_load(const struct si_cache_key *key, struct si_shader_binary *bin)
{
   struct ut_bytes data, file;
   if (!ut_cache_load(UT_CACHE_GCN, (struct ut_bytes){ key->data, key->size_B }, &data, &file))
      return false;
   bool valid = data.size_B > sizeof(*bin) && (data.size_B - sizeof(*bin)) % 4 == 0;
   uint32_t *code = valid ? malloc(data.size_B - sizeof(*bin)) : NULL;
   if (code) {
      memcpy(bin, data.data, sizeof(*bin));
      bin->code_B = (uint32_t)(data.size_B - sizeof(*bin));
      bin->code = memcpy(code, (const uint8_t *)data.data + sizeof(*bin), bin->code_B);
   }
   ut_cache_free(file);
   return code != NULL;
}

void si_cache_store(const struct si_cache_key *key, const struct si_shader_binary *bin)
{
   struct si_shader_binary flat = *bin;
   flat.code = NULL;
   ut_cache_store(UT_CACHE_GCN, (struct ut_bytes){ key->data, key->size_B }, (struct ut_bytes){ &flat, sizeof(flat) },
                  (struct ut_bytes){ bin->code, bin->code_B });
}

/* ---- the key -------------------------------------------------------------------------------------------------------------- */

#define KEY_TEXT_B 128

/* What all binaries of a compiler depend on. Returns the length. */
static int key_text(const struct si_compiler *c, const char *kind, char text[KEY_TEXT_B])
{
   return snprintf(text, KEY_TEXT_B, "%s %s%s llvm-%d %s %s", SI_COMPILER_BUILD_ID, si_llvm_cpu(c->pool),
                   c->fma_is_fast ? " fma" : "", LLVM_VERSION_MAJOR, LLVM_VERSION_STRING, kind);
}

bool si_cache_key_make(const struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                       struct si_cache_key *out)
{
   char text[KEY_TEXT_B];
   const int text_B = key_text(c, "spirv", text);
   size_t spirv_B = shader->spirv_words * 4;
   uint8_t facts[4] = { (uint8_t)shader->stage, shader->broadcast_color, shader->y_is_up,
                        shader->smooth_colors };
   out->size_B = (size_t)text_B + 1 + sizeof(facts) + sizeof(*key) + sizeof(shader->so.count) + spirv_B +
                 (shader->so.count ? sizeof(shader->so) : 0);
   uint8_t *p = out->data = malloc(out->size_B);
   if (!p)
      return false;
   p = (uint8_t *)memcpy(p, text, (size_t)text_B + 1) + text_B + 1;
   p = (uint8_t *)memcpy(p, facts, sizeof(facts)) + sizeof(facts);
   p = (uint8_t *)memcpy(p, key, sizeof(*key)) + sizeof(*key);
   p = (uint8_t *)memcpy(p, &shader->so.count, sizeof(shader->so.count)) + sizeof(shader->so.count);
   if (shader->so.count)
      p = (uint8_t *)memcpy(p, &shader->so, sizeof(shader->so)) + sizeof(shader->so);
   memcpy(p, shader->spirv, spirv_B);
   return true;
}

bool si_compile(struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   struct si_cache_key cache_key = { 0 };
   /* Dumps are printed by a compile, so a hit would print none. */
   bool cached = !opt->no_cache && !opt->dump_spirv && !opt->dump_ir && !opt->dump_isa &&
                 si_cache_key_make(c, shader, key, &cache_key);
   *bin = (struct si_shader_binary){ 0 };
   if (cached && si_cache_load(&cache_key, bin)) {
      free(cache_key.data);
      return true;
   }
   bool ok = si_compile_spirv(c, shader, key, opt, bin, why, why_size_B);
   if (ok && cached)
      si_cache_store(&cache_key, bin);
   free(cache_key.data);
   return ok;
}

bool si_compile_own(struct si_compiler *c, const struct si_own_shader *own, struct si_shader_binary *bin, char *why,
                    size_t why_size_B)
{
   char key[KEY_TEXT_B + 64];
   const size_t text_B = (size_t)key_text(c, own->kind, key) + 1;
   const struct si_cache_key cache_key = { (uint8_t *)key, text_B + own->facts_B };
   assert(own->facts_B <= sizeof(key) - KEY_TEXT_B);
   memcpy(key + text_B, own->facts, own->facts_B);
   *bin = (struct si_shader_binary){ 0 };
   if (si_cache_load(&cache_key, bin))
      return true;
   if (!own->compile(c, own->facts, bin, why, why_size_B))
      return false;
   si_cache_store(&cache_key, bin);
   return true;
}
