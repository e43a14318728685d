/* ut_object.c: see ut_object.h. */
#include "util/ut_object.h"

#include <elf.h>
#include <link.h>
#include <string.h>

struct search { uintptr_t address; struct ut_object *object; };

/* The build id among the notes of a segment. */
static void read_notes(const uint8_t *at, size_t size_B, struct ut_object *object)
{
   while (size_B >= sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *note = (const void *)at;
      const size_t name_B = (note->n_namesz + 3) & ~3u, data_B = (note->n_descsz + 3) & ~3u;
      const size_t note_B = sizeof(*note) + name_B + data_B;
      if (note_B > size_B)
         return;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(at + sizeof(*note), "GNU", 4)) {
         object->id_B = note->n_descsz < UT_BUILD_ID_B ? note->n_descsz : UT_BUILD_ID_B;
         memcpy(object->id, at + sizeof(*note) + name_B, object->id_B);
         return;
      }
      at += note_B;
      size_B -= note_B;
   }
}

static int look(struct dl_phdr_info *info, size_t size_B, void *data)
{
   const struct search *s = data;
   uintptr_t first = UINTPTR_MAX, end = 0;
   for (unsigned i = 0; i < info->dlpi_phnum; i++) {
      const ElfW(Phdr) *h = &info->dlpi_phdr[i];
      if (h->p_type != PT_LOAD)
         continue;
      const uintptr_t begin = info->dlpi_addr + h->p_vaddr;
      first = begin < first ? begin : first;
      end = begin + h->p_memsz > end ? begin + h->p_memsz : end;
   }
   if (s->address < first || s->address >= end)
      return 0;
   *s->object = (struct ut_object){ .first = first, .end = end };
   for (unsigned i = 0; i < info->dlpi_phnum && !s->object->id_B; i++) {
      const ElfW(Phdr) *h = &info->dlpi_phdr[i];
      if (h->p_type == PT_NOTE)
         read_notes((const uint8_t *)(info->dlpi_addr + h->p_vaddr), h->p_memsz, s->object);
   }
   return 1;
}

bool ut_object_at(const void *address, struct ut_object *object)
{
   struct search s = { (uintptr_t)address, object };
   return dl_iterate_phdr(look, &s) != 0;
}
