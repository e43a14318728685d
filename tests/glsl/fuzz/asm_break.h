/* asm_break.h: assembly programs that use every rule of the grammar, and programs that are broken at one token: it is missing, there twice,
 * in the place of the next one, or another one, also a number at a limit. */
#ifndef ASM_BREAK_H
#define ASM_BREAK_H

#include <stddef.h>
#include <stdint.h>

/* Programs that load. */
extern const char *const asm_programs[];
extern const unsigned asm_program_count;

struct asm_token { size_t at, length; };
/* The token at or after a place: a name, a number, "..", or one other character. length 0: there is none. */
struct asm_token asm_token_at(const char *text, size_t length, size_t at);

/* Ways to break a token. */
extern const unsigned asm_break_count;
/* Writes the program with one token broken. Its length; 0: it is longer than max. */
size_t asm_break(const char *text, size_t length, struct asm_token token, unsigned way, char *out, size_t max);

#endif
