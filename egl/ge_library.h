/* ge_library.h: libraries that are loaded when they are first used. */
#ifndef GE_LIBRARY_H
#define GE_LIBRARY_H

/* The name of a function, and the address of the pointer to it. */
struct ge_library_function { const char *name; void *pointer; };

/* Loads the library for the rest of the process, and sets the pointers. NULL, or what is wrong, to be said after the library's name.
 * too_old: what is wrong if it has not all of the functions. */
const char *ge_library_load(const char *file, const struct ge_library_function *functions, unsigned count, const char *too_old);

#endif
