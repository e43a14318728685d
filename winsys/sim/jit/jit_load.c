/* jit_load.c: a loader for the one relocatable object that holds a program's host code. Loading it here instead of through LLVM's
 * linkers costs microseconds, needs no LLVM for code from the disk cache, keeps code and constants in one mapping that is never
 * writable and executable at once, and shows a refusal (PR_SET_MDWE, SELinux) as a failed mprotect. What differs between hosts is
 * in jit_host_*.c. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/ut_cache.h"
#include "winsys/sim/jit/jit_host.h"

/* What code calls: functions of this library, and those of the C library that LLVM inserts calls to. */
static const void *function_of(const char *name)
{
   static const struct { const char *name; const void *address; } list[] = {
      { "memcpy", memcpy }, { "memset", memset }, { "memmove", memmove },
   };
   const size_t prefix_B = strlen(JIT_FUNCTION_AT);
   if (!strncmp(name, JIT_FUNCTION_AT, prefix_B))
      return (const void *)((uintptr_t)jit_run_inst + (uintptr_t)strtoull(name + prefix_B, NULL, 16));
   for (size_t i = 0; i < sizeof list / sizeof *list; i++)
      if (!strcmp(list[i].name, name))
         return list[i].address;
   return NULL;
}

struct object {
   const uint8_t *data;
   const Elf64_Ehdr *header;
   const Elf64_Shdr *section;
   const Elf64_Sym *symbol;
   const char *names, *section_names;
   size_t num_symbols;
   uint64_t *place;    /* offset of each section in the image, UINT64_MAX: not there */
   uint64_t *stub_of;  /* likewise of the stub of each symbol, 0: none yet */
   uint8_t *image;
   uint64_t size_B, stub;
};

static bool is_loaded(const struct object *o, const Elf64_Shdr *s)
{
   return s->sh_flags & SHF_ALLOC && s->sh_size && strcmp(o->section_names + s->sh_name, ".eh_frame");
}

/* One image: sections at their alignment, then a stub for each function that is called. */
static bool lay_out(struct object *o)
{
   uint64_t at = 0, stubs = 0;
   for (unsigned i = 0; i < o->header->e_shnum; i++) {
      const Elf64_Shdr *s = &o->section[i];
      o->place[i] = UINT64_MAX;
      if (s->sh_type == SHT_SYMTAB) {
         o->symbol = (const Elf64_Sym *)(o->data + s->sh_offset);
         o->num_symbols = s->sh_size / sizeof(Elf64_Sym);
         o->names = (const char *)o->data + o->section[s->sh_link].sh_offset;
      }
      if (!is_loaded(o, s))
         continue;
      uint64_t align = s->sh_addralign > 1 ? s->sh_addralign : 1;
      at = (at + align - 1) & ~(align - 1);
      o->place[i] = at;
      at += s->sh_size;
   }
   for (size_t i = 1; i < o->num_symbols; i++)
      stubs += o->symbol[i].st_shndx == SHN_UNDEF;
   o->stub = (at + 15) & ~UINT64_C(15);
   uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
   o->size_B = (o->stub + stubs * JIT_STUB_B + page) & ~(page - 1);
   o->stub_of = calloc(o->num_symbols + 1, sizeof *o->stub_of);
   return o->symbol != NULL && o->stub_of != NULL;
}

/* Where the code that jumps to an undefined symbol lies. */
static uint64_t stub_for(struct object *o, const Elf64_Sym *s)
{
   uint64_t *stub = &o->stub_of[s - o->symbol];
   const void *f = *stub ? NULL : function_of(o->names + s->st_name);
   if (f) {
      *stub = o->stub;
      jit_host_stub(o->image + *stub, f);
      o->stub += JIT_STUB_B;
   }
   return *stub ? *stub : UINT64_MAX;
}

static bool relocate(struct object *o, const Elf64_Shdr *rela)
{
   uint64_t base = o->place[rela->sh_info];
   if (base == UINT64_MAX)
      return true;
   const Elf64_Rela *r = (const Elf64_Rela *)(o->data + rela->sh_offset), *end = r + rela->sh_size / sizeof *r;
   for (; r < end; r++) {
      const Elf64_Sym *s = &o->symbol[ELF64_R_SYM(r->r_info)];
      uint64_t target;
      if (s->st_shndx == SHN_UNDEF) {
         target = stub_for(o, s);
      } else {
         target = s->st_shndx < o->header->e_shnum ? o->place[s->st_shndx] : UINT64_MAX;
         if (target != UINT64_MAX)
            target += s->st_value;
      }
      if (target == UINT64_MAX)
         return false;
      if (!jit_host_relocate(o->image + base + r->r_offset, ELF64_R_TYPE(r->r_info),
                             (uintptr_t)o->image + target + (uint64_t)r->r_addend))
         return false;
   }
   return true;
}

static bool fill(struct object *o)
{
   for (unsigned i = 0; i < o->header->e_shnum; i++)
      if (o->place[i] != UINT64_MAX && o->section[i].sh_type != SHT_NOBITS)
         memcpy(o->image + o->place[i], o->data + o->section[i].sh_offset, o->section[i].sh_size);
   for (unsigned i = 0; i < o->header->e_shnum; i++)
      if (o->section[i].sh_type == SHT_RELA && !relocate(o, &o->section[i]))
         return false;
   return true;
}

static void *map(size_t size_B)
{
   void *p = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   return p == MAP_FAILED ? NULL : p;
}

static void *find_function(const struct object *o, const char *name)
{
   for (size_t i = 0; i < o->num_symbols; i++)
      if (ELF64_ST_TYPE(o->symbol[i].st_info) == STT_FUNC && o->symbol[i].st_shndx < o->header->e_shnum &&
          o->place[o->symbol[i].st_shndx] != UINT64_MAX && !strcmp(o->names + o->symbol[i].st_name, name))
         return o->image + o->place[o->symbol[i].st_shndx] + o->symbol[i].st_value;
   return NULL;
}

sq_host_func *jit_load_object(struct ut_bytes object, struct jit_code *code, const char **why)
{
   struct object o = { .data = object.data, .header = object.data };
   void *f = NULL;
   o.section = (const Elf64_Shdr *)(o.data + o.header->e_shoff);
   o.section_names = (const char *)o.data + o.section[o.header->e_shstrndx].sh_offset;
   o.place = malloc(o.header->e_shnum * sizeof *o.place);
   *why = "cannot load the object";
   if (o.place && lay_out(&o) && (o.image = map(o.size_B)) != NULL) {
      if (fill(&o))
         f = find_function(&o, "wave");
      __builtin___clear_cache((char *)o.image, (char *)o.image + o.size_B); /* of instructions, on hosts that need it */
      if (f && mprotect(o.image, o.size_B, PROT_READ | PROT_EXEC)) {
         *why = "executable memory is refused";
         f = NULL;
      }
      if (!f)
         munmap(o.image, o.size_B);
   }
   free(o.place);
   free(o.stub_of);
   code->memory = f ? o.image : NULL;
   code->size_B = f ? o.size_B : 0;
   return (sq_host_func *)f;
}

void jit_code_destroy(struct jit_code *code)
{
   if (code->memory)
      munmap(code->memory, code->size_B);
   free(code);
}

bool jit_memory_allowed(void)
{
   size_t page = (size_t)sysconf(_SC_PAGESIZE);
   void *p = map(page);
   if (!p)
      return false;
   memset(p, 0xc3, 1);
   bool ok = mprotect(p, page, PROT_READ | PROT_EXEC) == 0;
   munmap(p, page);
   return ok;
}
