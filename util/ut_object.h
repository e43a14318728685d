/* ut_object.h: the loaded ELF object (program or library) that contains an address, and its build id, which the linker makes of the
 * object's contents. */
#ifndef UT_OBJECT_H
#define UT_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#define UT_BUILD_ID_B 20

struct ut_object {
   uintptr_t first, end;           /* its addresses */
   unsigned id_B;                  /* 0: it has no build id */
   uint8_t id[UT_BUILD_ID_B];      /* zeros after the id */
};

/* False: no loaded object contains the address. */
bool ut_object_at(const void *address, struct ut_object *object);

#endif
