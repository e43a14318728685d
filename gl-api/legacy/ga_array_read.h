/* ga_array_read.h: vertex arrays, read by the CPU. */
#ifndef GA_ARRAY_READ_H
#define GA_ARRAY_READ_H

#include "gl-api/legacy/ga_legacy.h"

/* An enabled array in memory. */
struct ga_array {
   void (*load)(const struct ga_array *a, const uint8_t *at, GLfloat out[4]); /* an element; by type, chosen when the array is opened */
   const struct ga_vertex_format *format;
   const uint8_t *data;
   uint8_t *copy;                   /* of a buffer; malloc'ed or NULL */
   uint64_t count;                  /* elements that are readable; those of client memory without end */
   uint32_t stride_B;
   unsigned components;
};

struct ga_arrays { uint32_t mask; struct ga_array at[GA_ATTRIB_SLOTS]; };

/* The enabled arrays of the current vertex array object whose slots are in mask. False: GL_OUT_OF_MEMORY was raised in the name of the command. */
bool ga_arrays_open_slots(struct ga_context *ctx, struct ga_arrays *arrays, uint32_t mask, const char *command);
bool ga_arrays_open(struct ga_context *ctx, struct ga_arrays *arrays, const char *command); /* of all slots */
void ga_arrays_close(struct ga_arrays *arrays);
/* An element of an array; missing components, and elements that are not readable, are 0, 0, 0, 1. */
static inline void ga_array_element(const struct ga_array *a, GLuint index, GLfloat out[4])
{
   static const GLfloat missing[4] = {0, 0, 0, 1};
   if (index < a->count)
      a->load(a, a->data + (uint64_t)index * a->stride_B, out);
   else
      __builtin_memcpy(out, missing, sizeof(missing));
}

#endif
