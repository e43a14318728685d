/* hw_llvm_cpu.c: LLVM's processor names (-mcpu) of the chips. */
#include "hw_chips.h"

#include <string.h>

const char *hw_llvm_cpu(const char *chip)
{
   static const struct { const char *chip, *cpu; } rows[] = {
      {"tahiti", "gfx600"},    {"pitcairn", "gfx601"},  {"verde", "gfx601"},     {"oland", "gfx602"},
      {"hainan", "gfx602"},    {"kaveri", "gfx700"},    {"hawaii", "gfx701"},    {"kabini", "gfx703"},
      {"bonaire", "gfx704"},   {"carrizo", "gfx801"},   {"tonga", "gfx802"},     {"iceland", "gfx802"},
      {"fiji", "gfx803"},      {"polaris10", "gfx803"}, {"polaris11", "gfx803"}, {"polaris12", "gfx803"},
      {"vegam", "gfx803"},     {"stoney", "gfx810"},
   };

   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (!strcmp(rows[i].chip, chip))
         return rows[i].cpu;
   return NULL;
}
