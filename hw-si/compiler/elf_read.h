/* elf_read.h: reads machine code and configuration from LLVM's ELF object. Private to this folder. */
#ifndef SI_ELF_READ_H
#define SI_ELF_READ_H

#include "hw-si/compiler/abi.h"

/* Fills code (padded), rsrc1, rsrc2 (USER_SGPR left 0), register counts, scratch, PS input masks, scratch relocations. False: `why`
 * has the reason; *no_memory is set when an allocation failed. */
bool si_elf_read(const void *data, size_t size_B, struct si_shader_binary *bin, bool *no_memory, char *why, size_t why_size_B);

#endif
