/* jit_disk.c: host code in the shader cache on disk (util/ut_cache.h), as the ELF object that LLVM made. The key is the program's
 * code and everything else that its translation depends on. Two build ids are part of it: of this library, whose structures the
 * code uses and whose functions it calls by their distance from one of them, and of LLVM. Without them nothing is kept. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_cache.h"
#include "util/ut_object.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem_stores.h"

/* No padding: it is compared as bytes. Its size and that of struct jit_facts keep the object aligned in its file. */
struct key_head {
   uint8_t library[UT_BUILD_ID_B], llvm[UT_BUILD_ID_B];
   uint8_t isa, lanes, stage, gfx_level, options, lists_stores, leaves, reserved;
   uint32_t rsrc1, num_inst, code_dw, num_segments, num_links, unused;
   struct { uint32_t first_dw, end_dw; } segment[SQ_MAX_SEGMENTS];
   struct { uint32_t offset_B, segment; } link[SQ_MAX_LINKS];
};
_Static_assert(sizeof(struct key_head) == 72 + 8 * (SQ_MAX_SEGMENTS + SQ_MAX_LINKS), "padding");
_Static_assert(sizeof(struct key_head) % 8 == 0 && sizeof(struct jit_facts) % 8 == 0, "alignment");

static struct { struct ut_object library, llvm; } objects;

static void find_objects(void)
{
   ut_object_at((const void *)jit_run_inst, &objects.library);
   ut_object_at((const void *)LLVMContextCreate, &objects.llvm);
}

static bool have_ids(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, find_objects);
   return objects.library.id_B && objects.llvm.id_B;
}

bool jit_is_own(const void *function)
{
   return have_ids() && (uintptr_t)function >= objects.library.first && (uintptr_t)function < objects.library.end;
}

struct ut_bytes jit_key_make(const struct sq_program *p, enum ut_isa isa, unsigned lanes)
{
   /* Whether code that cannot be executed is reached depends on memory beside the code. */
   if (p->fault_inst != SQ_NO_INST || !ut_cache_is_enabled() || !have_ids())
      return (struct ut_bytes){ 0 };
   const size_t code_B = ((size_t)p->code_dw * 4 + 7) & ~(size_t)7, size_B = sizeof(struct key_head) + code_B;
   struct key_head *h = calloc(1, size_B);
   if (!h)
      return (struct ut_bytes){ 0 };
   memcpy(h->library, objects.library.id, UT_BUILD_ID_B);
   memcpy(h->llvm, objects.llvm.id, UT_BUILD_ID_B);
   h->isa = (uint8_t)isa;
   h->lanes = (uint8_t)lanes;
   h->stage = (uint8_t)p->stage;
   h->gfx_level = (uint8_t)p->gfx_level;
   h->options = (uint8_t)sq_jit_options;
   h->lists_stores = sim_stores_on;
   h->leaves = p->leaves;
   h->rsrc1 = p->rsrc1;
   h->num_inst = p->num_inst;
   h->code_dw = p->code_dw;
   h->num_segments = p->num_segments;
   h->num_links = p->num_links;
   for (uint32_t i = 0; i < p->num_segments; i++) {
      h->segment[i].first_dw = p->segment[i].first_dw;
      h->segment[i].end_dw = p->segment[i].end_dw;
   }
   for (uint32_t i = 0; i < p->num_links; i++) {
      h->link[i].offset_B = p->link[i].offset_B;
      while (p->segment[h->link[i].segment].va != p->link[i].va) /* the program has a segment for each link */
         h->link[i].segment++;
   }
   memcpy(h + 1, p->code, (size_t)p->code_dw * 4);
   return (struct ut_bytes){ h, size_B };
}

sq_host_func *jit_disk_load(struct ut_bytes key, struct jit_facts *facts, struct jit_code *code)
{
   struct ut_bytes data, file;
   const char *why;
   sq_host_func *f = NULL;
   if (!key.data || !ut_cache_load(UT_CACHE_HOST, key, &data, &file))
      return NULL;
   if (data.size_B > sizeof *facts) {
      memcpy(facts, data.data, sizeof *facts);
      f = jit_load_object((struct ut_bytes){ (const uint8_t *)data.data + sizeof *facts, data.size_B - sizeof *facts }, code, &why);
   }
   ut_cache_free(file);
   return f;
}

void jit_disk_store(struct ut_bytes key, const struct jit_facts *facts, struct ut_bytes object)
{
   if (key.data && !facts->only_here)
      ut_cache_store(UT_CACHE_HOST, key, (struct ut_bytes){ facts, sizeof *facts }, object);
}
