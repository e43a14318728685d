/* jit_object.c: from LLVM module to executable memory: the host's target machine, the few useful passes, and a loader for
 * the one relocatable object that comes out. Loading it here instead of through LLVM's linkers costs microseconds, keeps
 * code and constants in one mapping that is never writable and executable at once, and shows a refusal (PR_SET_MDWE,
 * SELinux) as a failed mprotect. What differs between hosts is in jit_host_*.c. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <llvm/Config/llvm-config.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "util/ut_llvm.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/jit/llvm_passes.h"

#if LLVM_VERSION_MAJOR >= 18
#define INSTCOMBINE "instcombine<no-verify-fixpoint>" /* a check for LLVM's own tests */
#else
#define INSTCOMBINE "instcombine"
#endif
/* Least number of vector operations in a block for which loops over their parts are faster. */
#define LEAST_IN_LOOP 32

struct jit_target {
   struct ut_llvm *llvm;
   struct ut_llvm *large; /* the same with the least effort, NULL until needed */
   enum ut_isa isa;
};

static struct ut_llvm *create_llvm(enum ut_isa isa, LLVMCodeGenOptLevel effort)
{
   LLVMTargetRef target;
   char *message = NULL;
   if (LLVMGetTargetFromTriple(jit_host_triple, &target, &message)) {
      LLVMDisposeMessage(message);
      return NULL;
   }
   LLVMTargetMachineRef machine = LLVMCreateTargetMachine(target, jit_host_triple, jit_host_cpu(isa), "", effort,
                                                          LLVMRelocPIC, LLVMCodeModelSmall);
   return machine ? ut_llvm_create(machine) : NULL;
}

struct jit_target *jit_target_create(enum ut_isa isa)
{
   ut_llvm_init();
   if (!jit_host_init())
      return NULL;
   struct jit_target *t = calloc(1, sizeof *t);
   if (!t)
      return NULL;
   t->isa = isa;
   t->llvm = create_llvm(isa, LLVMCodeGenLevelLess);
   if (!t->llvm) {
      free(t);
      return NULL;
   }
   return t;
}

void jit_target_destroy(struct jit_target *t)
{
   if (!t)
      return;
   ut_llvm_destroy(t->llvm);
   if (t->large)
      ut_llvm_destroy(t->large);
   free(t);
}

static void attribute(struct jit *j, const char *name, const char *value)
{
   LLVMAttributeRef a = LLVMCreateStringAttribute(j->ctx, name, (unsigned)strlen(name), value, (unsigned)strlen(value));
   LLVMAddAttributeAtIndex(j->func, LLVMAttributeFunctionIndex, a);
}

void jit_target_set_attributes(struct jit_target *t, struct jit *j)
{
   LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(ut_llvm_machine(t->llvm));
   LLVMSetModuleDataLayout(j->module, layout);
   LLVMDisposeTargetData(layout);
   LLVMSetTarget(j->module, jit_host_triple);
   attribute(j, "target-cpu", jit_host_cpu(t->isa));
   if (t->isa == UT_ISA_AVX512) {
      attribute(j, "min-legal-vector-width", "512");
      attribute(j, "prefer-vector-width", "512");
   }
   const struct sq_mode *m = &j->p->mode;
   const unsigned flush = (m->denorm32 & 2 ? 0 : UT_LLVM_FLUSH_RESULTS) | (m->denorm32 & 1 ? 0 : UT_LLVM_FLUSH_OPERANDS);
   ut_llvm_set_denormals(j->ctx, j->func, flush, flush);
   attribute(j, "no-trapping-math", "true");
   unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
   LLVMAddAttributeAtIndex(j->func, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(j->ctx, nounwind, 0));
}

/* ---- the loader ------------------------------------------------------------------------------------------------------- */

/* Library functions that LLVM inserts calls to. */
static void *library_function(const char *name)
{
   static const struct { const char *name; void *address; } list[] = {
      { "memcpy", memcpy }, { "memset", memset }, { "memmove", memmove },
   };
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
   uint8_t *image;
   uint64_t size_B, stub, stub_end;
};

static bool is_loaded(const struct object *o, const Elf64_Shdr *s)
{
   return s->sh_flags & SHF_ALLOC && s->sh_size && strcmp(o->section_names + s->sh_name, ".eh_frame");
}

/* One image: sections at their alignment, then room for a stub per relocation that might need one. */
static bool lay_out(struct object *o)
{
   uint64_t at = 0, relocations = 0;
   for (unsigned i = 0; i < o->header->e_shnum; i++) {
      const Elf64_Shdr *s = &o->section[i];
      o->place[i] = UINT64_MAX;
      if (s->sh_type == SHT_RELA)
         relocations += s->sh_size / sizeof(Elf64_Rela);
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
   o->stub = (at + 15) & ~UINT64_C(15);
   uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
   o->stub_end = o->stub + (relocations < 64 ? relocations : 64) * JIT_STUB_B;
   o->size_B = (o->stub_end + page) & ~(page - 1);
   return o->symbol != NULL;
}

static uint64_t make_stub(struct object *o, const void *address)
{
   if (o->stub + JIT_STUB_B > o->stub_end)
      return UINT64_MAX;
   uint64_t at = o->stub;
   jit_host_stub(o->image + at, address);
   o->stub += JIT_STUB_B;
   return at;
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
         const void *f = library_function(o->names + s->st_name);
         target = f ? make_stub(o, f) : UINT64_MAX;
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

static void *load_object(const void *data, struct jit_code *code, const char **why)
{
   struct object o = { .data = data, .header = data };
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
   code->memory = f ? o.image : NULL;
   code->size_B = f ? o.size_B : 0;
   return f;
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

/* Loops over parts (llvm_roll) keep registers' slots in memory: no pass makes SSA values of them. */
static bool optimize(struct ut_llvm *llvm, LLVMModuleRef module, const struct jit_form *form)
{
   static const char passes[] = "function(sroa,early-cse," INSTCOMBINE ",simplifycfg)";
   static const char rolled_passes[] = "function(early-cse," INSTCOMBINE ",simplifycfg)";
   if (form->rolled)
      llvm_keep_slots(module, form->lanes);
   if (!ut_llvm_run(llvm, module, form->rolled ? rolled_passes : passes))
      return false;
   if (form->rolled) {
      llvm_release_slots(module, form->lanes);
      llvm_roll(module, form->lanes, form->part_lanes, LEAST_IN_LOOP);
   }
   if (form->part_lanes)
      llvm_split(module, form->part_lanes);
   else
      llvm_settle_masks(module);
   return true;
}

sq_host_func *jit_target_compile(struct jit_target *t, LLVMModuleRef module, const struct jit_form *form, struct jit_code *code,
                                 const char **why)
{
   struct ut_llvm *llvm = t->llvm;
   *why = "passes";
   if (form->large && !t->large)
      t->large = create_llvm(t->isa, LLVMCodeGenLevelNone);
   if (form->large && t->large)
      llvm = t->large;
   if (!optimize(llvm, module, form))
      return NULL;
   size_t size_B;
   const void *object = ut_llvm_emit(llvm, module, &size_B);
   return (sq_host_func *)load_object(object, code, why);
}
