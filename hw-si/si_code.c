/* si_code.c: machine code in GPU memory, and the driver's own blit shaders, compiled once per screen. The compile lock is
 * taken only when something is compiled or freed, never by a draw. */
#include "si_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "util/ut_debug.h"

#define CODE_BLOCK_B (256 * 1024)
#define CODE_PREFETCH_B 256 /* the instruction prefetcher runs past the end */

struct si_compiler *si_screen_compiler_locked(struct si_screen *screen, char *why, size_t why_size_B)
{
   if (!screen->compiler) {
      screen->compiler = si_compiler_create(screen->ws->info.llvm_cpu, why, why_size_B);
      if (screen->compiler && screen->ws->info.fma_is_fast)
         si_compiler_prefer_fma(screen->compiler);
   }
   return screen->compiler;
}

static struct si_code_block *block_create(struct si_screen *screen, uint32_t size_B)
{
   const struct ws_device_impl *ws = screen->ws->impl;
   struct si_code_block *block = calloc(1, sizeof(*block));

   if (!block)
      return NULL;
   block->bo = ws->bo_create(screen->ws, size_B, 256, WS_DOMAIN_VRAM,
                             WS_BO_CPU_ACCESS | WS_BO_LOW_4G | WS_BO_EXECUTABLE | WS_BO_ZERO);
   block->map = block->bo ? ws->bo_map(block->bo) : NULL;
   if (!block->map) {
      if (block->bo)
         ws->bo_unref(block->bo);
      free(block);
      return NULL;
   }
   return block;
}

static void block_release(struct si_screen *screen, struct si_code_block *block)
{
   if (--block->users)
      return;
   if (screen->code == block)
      screen->code = NULL;
   screen->ws->impl->bo_unref(block->bo);
   free(block);
}

/* Copies code into shader memory; the block gets a user. */
static struct si_code_block *place_locked(struct si_screen *screen, const struct si_shader_binary *bin, uint64_t *va)
{
   uint32_t size_B = (bin->code_B + CODE_PREFETCH_B + 255) & ~255u;
   struct si_code_block *block = screen->code;

   if (!block || block->used_B + size_B > block->bo->size_B) {
      block = block_create(screen, size_B > CODE_BLOCK_B ? size_B : CODE_BLOCK_B);
      if (!block)
         return NULL;
      screen->code = block; /* the old one lives as long as its shaders */
   }
   memcpy(block->map + block->used_B, bin->code, bin->code_B);
   *va = block->bo->va + block->used_B;
   block->used_B += size_B;
   block->users++;
   return block;
}

struct si_code *si_code_upload_locked(struct si_screen *screen, const struct si_shader_binary *bin)
{
   struct si_code *code = calloc(1, sizeof(*code));

   if (!code)
      return NULL;
   code->block = place_locked(screen, bin, &code->va);
   if (!code->block) {
      free(code);
      return NULL;
   }
   code->bin = *bin;
   return code;
}

/* Waves in flight may still execute the old copy: its memory is never written again. */
bool si_code_set_scratch(struct si_screen *screen, struct si_code *code, uint64_t scratch_va)
{
   struct si_shader_binary *bin = &code->bin;
   struct si_code_block *block;
   uint64_t va;

   for (unsigned i = 0; i < bin->num_scratch_relocs; i++)
      bin->code[bin->scratch_reloc[i].offset_B / 4] =
         bin->scratch_reloc[i].dword ? S_008F04_BASE_ADDRESS_HI(scratch_va >> 32) | S_008F04_SWIZZLE_ENABLE(1)
                                     : (uint32_t)scratch_va;
   pthread_mutex_lock(&screen->compile_lock);
   block = place_locked(screen, bin, &va);
   if (block)
      block_release(screen, code->block);
   pthread_mutex_unlock(&screen->compile_lock);
   if (!block)
      return false;
   code->block = block;
   code->va = va;
   code->scratch_va = scratch_va;
   return true;
}

void si_code_destroy_locked(struct si_screen *screen, struct si_code *code)
{
   block_release(screen, code->block);
   si_shader_binary_finish(&code->bin);
   free(code->key.data);
   free(code);
}

void si_code_free(struct si_screen *screen, struct si_code *code)
{
   if (!code)
      return;
   pthread_mutex_lock(&screen->compile_lock);
   if (!si_code_release_locked(screen, code))
      si_code_destroy_locked(screen, code);
   pthread_mutex_unlock(&screen->compile_lock);
}

struct si_code *si_screen_blit_vs(struct si_screen *screen, enum si_blit_vs kind, bool layered)
{
   struct si_shader_binary bin = {0};
   struct si_code *code;
   char why[256] = "";

   code = atomic_load_explicit(&screen->blit_vs[kind][layered], memory_order_acquire);
   if (code)
      return code;
   pthread_mutex_lock(&screen->compile_lock);
   code = screen->blit_vs[kind][layered];
   if (!code && si_screen_compiler_locked(screen, why, sizeof(why)) &&
       si_compile_blit_vs(screen->compiler, kind, layered, &bin, why, sizeof(why))) {
      code = si_code_upload_locked(screen, &bin);
      if (code)
         si_pack_shader_regs(code, SI_HW_VS);
      else
         si_shader_binary_finish(&bin);
      atomic_store_explicit(&screen->blit_vs[kind][layered], code, memory_order_release);
   }
   pthread_mutex_unlock(&screen->compile_lock);
   if (!code)
      ut_log("shaders", "blit vertex shader %d: %s", kind, why);
   return code;
}

struct si_code *si_screen_blit_ps(struct si_screen *screen, const struct si_blit_ps_key *key)
{
   unsigned count = atomic_load_explicit(&screen->blit_ps_count, memory_order_acquire);
   struct si_shader_binary bin = {0};
   struct si_code *code = NULL;
   char why[256] = "";

   for (unsigned i = 0; i < count; i++)
      if (!memcmp(&screen->blit_ps[i].key, key, sizeof(*key)))
         return screen->blit_ps[i].code;

   pthread_mutex_lock(&screen->compile_lock);
   count = atomic_load_explicit(&screen->blit_ps_count, memory_order_relaxed);
   for (unsigned i = 0; i < count && !code; i++) /* another context may have compiled it meanwhile */
      if (!memcmp(&screen->blit_ps[i].key, key, sizeof(*key)))
         code = screen->blit_ps[i].code;
   if (!code && count == SI_MAX_BLIT_PS) {
      snprintf(why, sizeof(why), "table of blit shaders is full");
   } else if (!code && si_screen_compiler_locked(screen, why, sizeof(why)) &&
              si_compile_blit_ps(screen->compiler, key, &bin, why, sizeof(why))) {
      code = si_code_upload_locked(screen, &bin);
      if (code) {
         si_pack_shader_regs(code, SI_HW_PS);
         code->regs.cb_shader_mask = si_cb_shader_mask(key->col_format, 0xff, false);
         screen->blit_ps[count].key = *key;
         screen->blit_ps[count].code = code;
         atomic_store_explicit(&screen->blit_ps_count, count + 1, memory_order_release);
      } else {
         si_shader_binary_finish(&bin);
      }
   }
   pthread_mutex_unlock(&screen->compile_lock);
   if (!code)
      ut_log("shaders", "blit pixel shader: %s", why);
   return code;
}

void si_screen_free_blit_shaders(struct si_screen *screen)
{
   for (unsigned i = 0; i < SI_BLIT_VS_COUNT; i++)
      for (unsigned j = 0; j < 2; j++)
         si_code_free(screen, screen->blit_vs[i][j]);
   for (unsigned i = 0; i < screen->blit_ps_count; i++)
      si_code_free(screen, screen->blit_ps[i].code);
}
