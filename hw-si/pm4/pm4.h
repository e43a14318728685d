/* pm4.h: reading of PM4 command streams: what packets look like (tables generated from pm4_ops.csv), walking a stream,
 * printing it, checking it. A leaf: no driver and no simulator types. Writing is in pm4_build.h. */
#ifndef PM4_H
#define PM4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pm4_ops.h" /* generated: PKT3_*, PM4_* */

/* ---- tables ------------------------------------------------------------------------------------------------------- */
struct pm4_field { const char *name; uint8_t lo, hi; };
struct pm4_word { const char *name; uint16_t first_field; uint8_t num_fields; bool repeat, optional; };
struct pm4_packet_info {
   const char *name;
   uint8_t opcode, first_level, last_level; /* GFX levels that know it */
   uint16_t first_word;
   uint8_t num_words, min_words;            /* body dwords described; those that must be there */
};
extern const struct pm4_field pm4_fields[];
extern const struct pm4_word pm4_words[];
extern const struct pm4_packet_info pm4_packets[];
extern const unsigned pm4_packet_count;

/* The row of an opcode, or NULL. */
const struct pm4_packet_info *pm4_packet_find(unsigned opcode);

/* Register spaces by byte offset. Returns the SET_*_REG opcode that reaches `byte_offset`, 0 if none. */
unsigned pm4_set_reg_opcode(uint32_t byte_offset);
/* Start of the space that a SET_*_REG opcode addresses, and its end; 0 if it is no such opcode. */
uint32_t pm4_reg_space_start(unsigned opcode);
uint32_t pm4_reg_space_end(unsigned opcode);

/* ---- walking ------------------------------------------------------------------------------------------------------ */
struct pm4_iter {
   const uint32_t *dw;      /* the stream */
   size_t count, next;      /* its length; offset of the next packet */
   unsigned gfx_level;
   /* The current packet. */
   size_t offset;           /* in dwords from the start */
   unsigned type, opcode;   /* type 3: opcode valid; type 2: filler of one dword */
   const uint32_t *body;
   uint32_t body_dw;
   bool predicate, compute;
   const char *error;       /* why the walk stopped before the end, or NULL */
};

void pm4_iter_init(struct pm4_iter *it, unsigned gfx_level, const uint32_t *dw, size_t count);
/* Moves to the next packet. False at the end, or with `error` set at a cut or undefined packet. */
bool pm4_iter_next(struct pm4_iter *it);

/* ---- printing ----------------------------------------------------------------------------------------------------- */
/* Receives text without a terminating newline's guarantee; whole lines arrive in one call. */
struct pm4_sink { void (*write)(void *user, const char *text, size_t length); void *user; };

/* Prints packets in the form of `c0026900 SET_CONTEXT_REG:`, raw dwords below, registers with decoded fields. */
void pm4_print(const struct pm4_sink *sink, unsigned gfx_level, const uint32_t *dw, size_t count);
/* One register: name, and field = value lines. `indent` is the column of the name. */
void pm4_print_reg(const struct pm4_sink *sink, unsigned gfx_level, uint32_t byte_offset, uint32_t value,
                   unsigned indent);

/* ---- checking ----------------------------------------------------------------------------------------------------- */
/* Lint: calls `report` for each suspicious thing (unknown packets or registers, wrong sizes, reserved bits of packet
 * words, registers outside their space, misaligned addresses). Returns how many. */
size_t pm4_check(unsigned gfx_level, const uint32_t *dw, size_t count,
                 void (*report)(void *user, size_t offset_dw, const char *text), void *user);

#endif
