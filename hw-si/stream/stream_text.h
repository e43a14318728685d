/* stream_text.h: text of events, notes and descriptors, shared by facts and comparison. */
#ifndef STREAM_TEXT_H
#define STREAM_TEXT_H

#include "stream.h"

struct hw_field;
struct hw_reg;

void stream_line(const struct pm4_sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));
int stream_format_value(const struct hw_field *field, uint32_t bits, char *text, size_t size_B);
unsigned stream_prim_type(unsigned gfx_level, const struct stream_regs *regs);
void stream_event_title(unsigned gfx_level, const struct stream_item *item, char *text, size_t size_B);
void stream_note_title(unsigned gfx_level, const struct stream_note *n, char *text, size_t size_B);
const char *stream_use_name(const struct stream_use *use);
/* The pseudo register with the fields of a descriptor word; NULL for a pointer. */
const struct hw_reg *stream_use_reg(unsigned gfx_level, const struct stream_use *use, unsigned word);
bool stream_field_is_address(const struct hw_field *field);

#endif
