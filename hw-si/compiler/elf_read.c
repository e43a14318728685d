/* elf_read.c: reads LLVM's object file: code (.text), register values (.AMDGPU.config: pairs of register offset and value), and
 * the relocations against the scratch buffer's descriptor. Every offset and size in the file is checked. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/compiler/elf_read.h"
#include "hw_regs.h"

#define PREFETCH_PAD_DW 64       /* the instruction cache reads ahead of the program's end */
#define S_ENDPGM 0xbf810000u

/* LLVM does not report the modes: 32-bit floats flush denormals, 16- and 64-bit ones keep them, as the function attributes
 * say; DX10_CLAMP: a clamped NaN is 0. */
#define FLOAT_MODE_FP64_DENORM 0xc0
#define RSRC1_MODES (S_00B028_FLOAT_MODE(FLOAT_MODE_FP64_DENORM) | S_00B028_DX10_CLAMP(1))

#define WAVESIZE_UNIT_B 1024
#define VGPR_GRANULE 4
#define SGPR_GRANULE 8

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
      case R_00B028_SPI_SHADER_PGM_RSRC1_PS: case R_00B128_SPI_SHADER_PGM_RSRC1_VS: case R_00B228_SPI_SHADER_PGM_RSRC1_GS:
      case R_00B328_SPI_SHADER_PGM_RSRC1_ES: case R_00B428_SPI_SHADER_PGM_RSRC1_HS: case R_00B528_SPI_SHADER_PGM_RSRC1_LS:
      case R_00B848_COMPUTE_PGM_RSRC1:
         bin->rsrc1 = pair[1];
         break;
      case R_00B02C_SPI_SHADER_PGM_RSRC2_PS: case R_00B12C_SPI_SHADER_PGM_RSRC2_VS: case R_00B22C_SPI_SHADER_PGM_RSRC2_GS:
      case R_00B32C_SPI_SHADER_PGM_RSRC2_ES: case R_00B42C_SPI_SHADER_PGM_RSRC2_HS: case R_00B52C_SPI_SHADER_PGM_RSRC2_LS:
      case R_00B84C_COMPUTE_PGM_RSRC2:
         bin->rsrc2 |= pair[1] & C_00B02C_USER_SGPR;
         break;
      case R_0286CC_SPI_PS_INPUT_ENA:
         bin->ps.input_ena = pair[1];
         break;
      case R_0286D0_SPI_PS_INPUT_ADDR:
         bin->ps.input_addr = pair[1];
         break;
      case R_0286E8_SPI_TMPRING_SIZE: case R_00B860_COMPUTE_TMPRING_SIZE:
         bin->scratch_B_per_wave = G_0286E8_WAVESIZE(pair[1]) * WAVESIZE_UNIT_B;
         break;
      default:
         break;
      }
   }
   bin->rsrc1 |= RSRC1_MODES;
   bin->num_vgprs = (uint16_t)((G_00B028_VGPRS(bin->rsrc1) + 1) * VGPR_GRANULE);
   bin->num_sgprs = (uint16_t)((G_00B028_SGPRS(bin->rsrc1) + 1) * SGPR_GRANULE);
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

bool si_elf_read(const void *data, size_t size_B, struct si_shader_binary *bin, bool *no_memory, char *why, size_t why_size_B)
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
      *no_memory = true;
      snprintf(why, why_size_B, "out of memory");
      return false;
   }
   memcpy(bin->code, e.data + text->sh_offset, code_dw * 4);
   for (size_t i = 0; i < PREFETCH_PAD_DW; i++)
      bin->code[code_dw + i] = S_ENDPGM;
   bin->code_B = (uint32_t)((code_dw + PREFETCH_PAD_DW) * 4);
   return true;
}
