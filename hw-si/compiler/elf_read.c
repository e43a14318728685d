/* elf_read.c: reads the sections .text and .AMDGPU.config (pairs of register offset and value) and the relocations that
 * mark where the scratch buffer's descriptor goes. Trusts LLVM for meaning, not for sizes: every offset is checked. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/compiler/elf_read.h"

#define PREFETCH_PAD_DW 64       /* the instruction cache reads ahead of the program's end */
#define S_ENDPGM 0xbf810000u

/* What LLVM leaves to whoever programs the registers: single floats flush denormals, halves and doubles keep them
 * (as the function attributes say); DX10_CLAMP: clamping a NaN gives 0. */
#define RSRC1_MODES (0xc0u << 12 | 1u << 21)

/* Pseudo registers of LLVM's, below the real ones. */
#define R_SPILLED_SGPRS 0x4
#define R_SPILLED_VGPRS 0x8

struct elf {
   const uint8_t *data;
   size_t size_B;
   const Elf64_Shdr *section;
   unsigned section_count, name_section;
};

static bool in_range(const struct elf *e, uint64_t at, uint64_t size_B)
{
   return at <= e->size_B && size_B <= e->size_B - at;
}

static const char *string_at(const struct elf *e, unsigned section, uint64_t offset)
{
   if (section >= e->section_count || offset >= e->section[section].sh_size)
      return "";
   const char *s = (const char *)e->data + e->section[section].sh_offset + offset;
   return memchr(s, 0, e->section[section].sh_size - offset) ? s : "";
}

static bool open_elf(struct elf *e, const void *data, size_t size_B)
{
   *e = (struct elf){ .data = data, .size_B = size_B };
   const Elf64_Ehdr *h = data;
   if (size_B < sizeof(*h) || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_ident[EI_CLASS] != ELFCLASS64)
      return false;
   if (h->e_shentsize != sizeof(Elf64_Shdr) || h->e_shoff % 8 ||
       !in_range(e, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr)))
      return false;
   e->section = (const Elf64_Shdr *)(e->data + h->e_shoff);
   e->section_count = h->e_shnum;
   e->name_section = h->e_shstrndx;
   for (unsigned i = 0; i < e->section_count; i++) {
      if (e->section[i].sh_type != SHT_NOBITS && !in_range(e, e->section[i].sh_offset, e->section[i].sh_size))
         return false;
   }
   return true;
}

static const Elf64_Shdr *find_section(const struct elf *e, const char *name)
{
   for (unsigned i = 0; i < e->section_count; i++) {
      if (strcmp(string_at(e, e->name_section, e->section[i].sh_name), name) == 0)
         return &e->section[i];
   }
   return NULL;
}

static void read_config(const struct elf *e, const Elf64_Shdr *config, struct si_shader_binary *bin)
{
   for (uint64_t at = 0; at + 8 <= config->sh_size; at += 8) {
      uint32_t pair[2];
      memcpy(pair, e->data + config->sh_offset + at, sizeof(pair));
      switch (pair[0]) {
      case 0xb028: case 0xb128: case 0xb228: case 0xb328: case 0xb428: case 0xb528: case 0xb848: /* PGM_RSRC1 */
         bin->rsrc1 = pair[1];
         break;
      case 0xb02c: case 0xb12c: case 0xb22c: case 0xb32c: case 0xb42c: case 0xb52c: case 0xb84c: /* PGM_RSRC2 */
         bin->rsrc2 |= pair[1] & ~(0x1fu << 1);
         break;
      case 0x286cc:
         bin->ps.input_ena = pair[1];
         break;
      case 0x286d0:
         bin->ps.input_addr = pair[1];
         break;
      case 0x286e8: case 0xb860: /* TMPRING_SIZE: WAVESIZE in KB */
         bin->scratch_B_per_wave = (pair[1] >> 12 & 0x1fff) * 1024;
         break;
      default:
         break;
      }
   }
   bin->rsrc1 |= RSRC1_MODES;
   bin->num_vgprs = (uint16_t)(((bin->rsrc1 & 0x3f) + 1) * 4);
   bin->num_sgprs = (uint16_t)(((bin->rsrc1 >> 6 & 0xf) + 1) * 8);
}

static bool read_relocations(const struct elf *e, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   const Elf64_Shdr *text = find_section(e, ".text"), *symtab = find_section(e, ".symtab");
   for (unsigned i = 0; i < e->section_count; i++) {
      const Elf64_Shdr *r = &e->section[i];
      if ((r->sh_type != SHT_REL && r->sh_type != SHT_RELA) || r->sh_info >= e->section_count || &e->section[r->sh_info] != text)
         continue;
      size_t entry_B = r->sh_type == SHT_REL ? sizeof(Elf64_Rel) : sizeof(Elf64_Rela);
      for (uint64_t at = 0; at + entry_B <= r->sh_size; at += entry_B) {
         Elf64_Rel rel;
         Elf64_Sym sym = { 0 };
         memcpy(&rel, e->data + r->sh_offset + at, sizeof(rel));
         uint64_t symbol = ELF64_R_SYM(rel.r_info);
         if (symtab && (symbol + 1) * sizeof(sym) <= symtab->sh_size)
            memcpy(&sym, e->data + symtab->sh_offset + symbol * sizeof(sym), sizeof(sym));
         const char *name = symtab ? string_at(e, symtab->sh_link, sym.st_name) : "";
         unsigned dword = strcmp(name, "SCRATCH_RSRC_DWORD0") == 0 ? 0 : strcmp(name, "SCRATCH_RSRC_DWORD1") == 0 ? 1 : 2;
         unsigned max = sizeof(bin->scratch_reloc) / sizeof(bin->scratch_reloc[0]);
         if (dword > 1 || bin->num_scratch_relocs >= max || rel.r_offset % 4 || rel.r_offset + 4 > text->sh_size) {
            snprintf(why, why_size_B, "relocation against %s is not supported", name);
            return false;
         }
         bin->scratch_reloc[bin->num_scratch_relocs++] = (struct si_scratch_reloc){ (uint32_t)rel.r_offset, (uint8_t)dword };
      }
   }
   return true;
}

bool si_elf_read(const void *data, size_t size_B, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   struct elf e;
   const Elf64_Shdr *text = NULL, *config = NULL;
   if (open_elf(&e, data, size_B)) {
      text = find_section(&e, ".text");
      config = find_section(&e, ".AMDGPU.config");
   }
   if (!text || !config || text->sh_type == SHT_NOBITS || text->sh_size % 4 || text->sh_size == 0 ||
       text->sh_size > (64u << 20)) {
      snprintf(why, why_size_B, "LLVM gave an object without code or configuration");
      return false;
   }
   read_config(&e, config, bin);
   if (!read_relocations(&e, bin, why, why_size_B))
      return false;
   size_t code_dw = text->sh_size / 4;
   bin->code = malloc((code_dw + PREFETCH_PAD_DW) * 4);
   if (!bin->code) {
      snprintf(why, why_size_B, "out of memory");
      return false;
   }
   memcpy(bin->code, e.data + text->sh_offset, code_dw * 4);
   for (size_t i = 0; i < PREFETCH_PAD_DW; i++)
      bin->code[code_dw + i] = S_ENDPGM;
   bin->code_B = (uint32_t)((code_dw + PREFETCH_PAD_DW) * 4);
   return true;
}
