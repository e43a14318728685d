/* ut_exit.c: one exit handler, and LLVM's statics, which are never destroyed (see ut_exit.h).
 *
 * A shared LLVM binds __cxa_atexit to libc's, which the program's scope has before ours, so only its slot can be replaced. This
 * also keeps the statics that another user of the library constructs from then on: their memory goes with the process.
 * To wait in a handler of ours does not do instead: passes construct statics when they are first used, also in the middle of
 * a later compile, and exit() destroys those before it calls any handler that was registered earlier. LLVM's passes look at no
 * flag that would cancel them, and a compile of unbounded duration cannot be joined. */
#include "util/ut_exit.h"

#include <stddef.h>
#include <stdlib.h>

static int drop(void (*function)(void *), void *object, void *library)
{
   (void)function, (void)object, (void)library;
   return 0;
}

#ifdef UT_RESERVE /* LLVM is linked statically: the linker's --wrap applies to it */

int __real___cxa_atexit(void (*function)(void *), void *object, void *library);
int __wrap___cxa_atexit(void (*function)(void *), void *object, void *library);

int __wrap___cxa_atexit(void (*function)(void *), void *object, void *library)
{
   return drop(function, object, library);
}

void ut_exit_register(void (*handler)(void))
{
   __real___cxa_atexit((void (*)(void *))handler, NULL, NULL);
}

void ut_exit_keep_statics(const void *library)
{
   (void)library;
}

bool ut_exit_destroys_statics(void)
{
   return false;
}

#else

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __aarch64__
#define JUMP_SLOT R_AARCH64_JUMP_SLOT
#define GLOB_DAT R_AARCH64_GLOB_DAT
#else
#define JUMP_SLOT R_X86_64_JUMP_SLOT
#define GLOB_DAT R_X86_64_GLOB_DAT
#endif

void ut_exit_register(void (*handler)(void))
{
   atexit(handler);
}

bool ut_exit_destroys_statics(void)
{
   return true; /* those that were constructed when the library was loaded */
}

/* Stores to a slot of the global offset table, which may be read-only by now (RELRO). */
static void set_slot(const struct dl_phdr_info *info, uintptr_t slot)
{
   const uintptr_t page_B = (uintptr_t)sysconf(_SC_PAGESIZE), page = slot & ~(page_B - 1);
   bool read_only = false;
   for (unsigned i = 0; i < info->dlpi_phnum; i++) {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      const uintptr_t start = info->dlpi_addr + p->p_vaddr;
      read_only |= p->p_type == PT_GNU_RELRO && slot >= start && slot < ((start + p->p_memsz) & ~(page_B - 1));
   }
   if (read_only && mprotect((void *)page, page_B, PROT_READ | PROT_WRITE))
      return;
   *(int (**)(void (*)(void *), void *, void *))slot = drop;
   if (read_only)
      mprotect((void *)page, page_B, PROT_READ);
}

/* Addresses and sizes of a library's dynamic section, by tag. glibc has added the library's base to most addresses. */
struct tables { uintptr_t symbols, strings, plt, rela; size_t plt_B, rela_B, relative; };

static struct tables find_tables(const struct dl_phdr_info *info, const ElfW(Dyn) *dynamic)
{
   struct tables t = {0};
   for (; dynamic->d_tag != DT_NULL; dynamic++) {
      const uintptr_t value = dynamic->d_un.d_ptr, address = value < info->dlpi_addr ? value + info->dlpi_addr : value;
      switch (dynamic->d_tag) {
      case DT_SYMTAB: t.symbols = address; break;
      case DT_STRTAB: t.strings = address; break;
      case DT_JMPREL: t.plt = address; break;
      case DT_PLTRELSZ: t.plt_B = value; break;
      case DT_RELA: t.rela = address; break;
      case DT_RELASZ: t.rela_B = value; break;
      case DT_RELACOUNT: t.relative = value; break; /* relocations without a symbol, at the start */
      default: break;
      }
   }
   return t;
}

static void redirect(const struct dl_phdr_info *info, const struct tables *t, uintptr_t relocations, size_t size_B)
{
   const ElfW(Rela) *r = (const ElfW(Rela) *)relocations, *end = r + size_B / sizeof(*r);
   for (; r < end; r++) {
      const unsigned type = ELF64_R_TYPE(r->r_info);
      if (type != JUMP_SLOT && type != GLOB_DAT)
         continue;
      const ElfW(Sym) *symbol = (const ElfW(Sym) *)t->symbols + ELF64_R_SYM(r->r_info);
      if (!strcmp((const char *)t->strings + symbol->st_name, "__cxa_atexit"))
         set_slot(info, info->dlpi_addr + r->r_offset);
   }
}

static int visit(struct dl_phdr_info *info, size_t size_B, void *library)
{
   const ElfW(Dyn) *dynamic = NULL;
   bool found = false;
   (void)size_B;
   for (unsigned i = 0; i < info->dlpi_phnum; i++) {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      const uintptr_t start = info->dlpi_addr + p->p_vaddr;
      found |= p->p_type == PT_LOAD && (uintptr_t)library - start < p->p_memsz;
      if (p->p_type == PT_DYNAMIC)
         dynamic = (const ElfW(Dyn) *)start;
   }
   if (!found || !dynamic)
      return found;
   const struct tables t = find_tables(info, dynamic);
   redirect(info, &t, t.plt, t.plt_B);
   redirect(info, &t, t.rela + t.relative * sizeof(ElfW(Rela)), t.rela_B - t.relative * sizeof(ElfW(Rela)));
   return 1;
}

void ut_exit_keep_statics(const void *library)
{
   dl_iterate_phdr(visit, (void *)(uintptr_t)library);
}

#endif
