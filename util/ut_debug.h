/* ut_debug.h: the flags of GLOAM_DEBUG (table: ut_debug.def) and messages on stderr. */
#ifndef UT_DEBUG_H
#define UT_DEBUG_H

#include <stdint.h>

enum ut_debug_bit {
#define UT_DEBUG(id, name, help) UT_DEBUG_BIT_##id,
#include "util/ut_debug.def"
#undef UT_DEBUG
   UT_DEBUG_BIT_COUNT
};
enum ut_debug_flag {
#define UT_DEBUG(id, name, help) UT_DEBUG_##id = 1 << UT_DEBUG_BIT_##id,
#include "util/ut_debug.def"
#undef UT_DEBUG
};

/* Flags that print something. */
#define UT_DEBUG_OUTPUT (~(uint32_t)(UT_DEBUG_SYNC | UT_DEBUG_POISON | UT_DEBUG_CROWD | UT_DEBUG_TILING_LINEAR | UT_DEBUG_TILING_1D | UT_DEBUG_TILING_2D))

struct ut_debug_info { const char *name, *help; };
extern const struct ut_debug_info ut_debug_infos[UT_DEBUG_BIT_COUNT];

/* The flags set in GLOAM_DEBUG, read once per process. Cheap. */
uint32_t ut_debug_flags(void);
/* Parses a value of the variable; public for tests. Unknown names are reported on stderr and ignored. */
uint32_t ut_debug_parse(const char *text);
/* Writes the line "gloam: area: text" to stderr in one write call. */
void ut_log(const char *area, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
