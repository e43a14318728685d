/* hw_regs_table.h: names of registers, fields and values, for printing (PM4 dump, reports of the simulated GPU). The tables are
 * generated from the register database. */
#ifndef HW_REGS_TABLE_H
#define HW_REGS_TABLE_H

#include <stdint.h>

struct hw_value { const char *name; uint32_t value; };
struct hw_field { const char *name; uint8_t low, high; /* bits, inclusive */ uint16_t first_value, value_count; };
struct hw_reg { const char *name; uint32_t offset; /* bytes */ uint16_t first_field, field_count; };
struct hw_reg_space { const struct hw_reg *regs; unsigned reg_count; const struct hw_reg *packets; unsigned packet_count; };

extern const struct hw_value hw_values[];
extern const struct hw_field hw_fields[];
extern const struct hw_reg_space hw_reg_spaces[3]; /* by gfx_level - 6; rows sorted by offset */

/* The register at a byte offset; NULL: not in the database of generation gfx_level (6, 7, 8). */
const struct hw_reg *hw_reg_find(unsigned gfx_level, uint32_t offset);
/* Control words of packets as pseudo registers: at = opcode * 16 + number of the body dword (0x370 = WRITE_DATA's first). */
const struct hw_reg *hw_packet_word_find(unsigned gfx_level, uint32_t at);
/* A field of a register by name, or NULL; a value's name, or NULL. */
const struct hw_field *hw_field_find(const struct hw_reg *reg, const char *name);
const char *hw_value_name(const struct hw_field *field, uint32_t value);
static inline uint32_t hw_field_get(const struct hw_field *field, uint32_t word)
{
   return (uint32_t)((uint64_t)word >> field->low & ((2ull << (field->high - field->low)) - 1));
}

#endif
