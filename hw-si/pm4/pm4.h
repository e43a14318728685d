/* pm4.h: parsing, printing and checking of PM4 command streams, and the packet tables generated from pm4_ops.csv. Independent of
 * driver and simulator. pm4_build.h writes packets. */
#ifndef PM4_H
#define PM4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pm4_ops.h" /* generated: PKT3_*, PM4_* */

/* ---- tables ------------------------------------------------------------------------------------------------------- */
struct pm4_field { const char *name; uint8_t lo, hi; };
struct pm4_word { const char *name; uint16_t first_field; uint8_t num_fields; bool repeat, optional; };
/* Engines besides that of the graphics ring. A compute ring of GFX7 and later is read by one that cannot draw (MEC). */
enum pm4_engine { PM4_COMPUTE_GFX6 = 1, PM4_COMPUTE = 2, PM4_CONSTANT = 4 };
struct pm4_packet_info {
   const char *name;
   uint8_t opcode, first_level, last_level; /* range of GFX levels that have the packet */
   uint16_t first_word;
   uint8_t num_words, min_words;            /* body dwords that the table describes; required body dwords */
   uint8_t engines;                         /* enum pm4_engine: that read the packet, too */
};
extern const struct pm4_field pm4_fields[];
extern const struct pm4_word pm4_words[];
extern const struct pm4_packet_info pm4_packets[];
extern const unsigned pm4_packet_count;

/* The row of an opcode, or NULL. */
const struct pm4_packet_info *pm4_packet_find(unsigned opcode);

/* The SET_*_REG opcode whose register space contains `byte_offset`; 0: none. */
unsigned pm4_set_reg_opcode(uint32_t byte_offset);
/* First byte offset of the register space of a SET_*_REG opcode, and the offset after its last register; 0: another opcode. */
uint32_t pm4_reg_space_start(unsigned opcode);
uint32_t pm4_reg_space_end(unsigned opcode);

/* ---- iteration ---------------------------------------------------------------------------------------------------- */
struct pm4_iter {
   const uint32_t *dw;      /* the stream */
   size_t count, next;      /* length of the stream and offset of the next packet, in dwords */
   unsigned gfx_level;
   /* The current packet. */
   size_t offset;           /* in dwords from the start */
   unsigned type, opcode;   /* type 3: opcode valid; type 2: filler of one dword */
   const uint32_t *body;
   uint32_t body_dw;
   bool predicate, compute;
   const char *error;       /* why the iteration stopped before the end; NULL: no error */
};

void pm4_iter_init(struct pm4_iter *it, unsigned gfx_level, const uint32_t *dw, size_t count);
/* Advances to the next packet. False at the end, or with `error` set at a truncated or undefined packet. */
bool pm4_iter_next(struct pm4_iter *it);

/* ---- printing ----------------------------------------------------------------------------------------------------- */
/* Receives complete lines, one per call; text is not zero-terminated. */
struct pm4_sink { void (*write)(void *user, const char *text, size_t length); void *user; };

/* Prints each packet as a header line `c0026900 SET_CONTEXT_REG:` and a line per body dword, with the fields of registers. */
void pm4_print(const struct pm4_sink *sink, unsigned gfx_level, const uint32_t *dw, size_t count);
/* One register: name, and field = value lines. `indent` is the column of the name. */
void pm4_print_reg(const struct pm4_sink *sink, unsigned gfx_level, uint32_t byte_offset, uint32_t value,
                   unsigned indent);

/* ---- checking ----------------------------------------------------------------------------------------------------- */
/* Lint: calls `report` for unknown packets or registers, wrong packet sizes, reserved bits of packet words, registers outside
 * of the packet's register space, and misaligned addresses. Returns the number of reports. */
size_t pm4_check(unsigned gfx_level, const uint32_t *dw, size_t count,
                 void (*report)(void *user, size_t offset_dw, const char *text), void *user);

#endif
