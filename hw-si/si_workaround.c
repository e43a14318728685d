/* si_workaround.c: bugs of the chips, one named function each with its symptom. Which chips have them is decided in
 * si_info.c. */
#include "si_context.h"

/* GFX7-8: an end-of-pipe event may be lost when it follows work that touched certain caches; a second one never is. The
 * time (or value) is written by both, so the later write stands. Returns how many to send. */
unsigned si_wa_eop_count(const struct si_info *info)
{
   return info->eop_twice ? 2 : 1;
}

/* All: a scissor whose bottom-right corner is 0 is not empty but unlimited in that direction. A one-texel-wide nothing
 * away from the origin is empty. */
void si_wa_empty_scissor(int *x0, int *y0, int *x1, int *y1)
{
   if (*x0 >= *x1 || *y0 >= *y1)
      *x0 = *y0 = *x1 = *y1 = 1;
}
