/* glsl_include.h: named strings that shaders include (ARB_shading_language_include): paths, and the tree that they lead into. A tree is
 * immutable and counts its references, so that a compilation sees one state of it whatever other threads do; a change makes a new
 * tree. A location of the tree is written as its names, each after a '/'; that of the root is "". */
#ifndef GLSL_INCLUDE_H
#define GLSL_INCLUDE_H

#include <stdbool.h>
#include <stddef.h>

struct glsl_named_string {
   int refs;
   size_t length;          /* of the text, in bytes, without the terminator */
   char *text;             /* follows the location in memory */
   char location[];
};

struct glsl_include_tree {
   int refs;
   unsigned count;
   struct glsl_named_string *strings[]; /* by location, in the order of strcmp */
};

/* The tree that a shader is compiled with, and the locations where paths that do not begin with '/' are looked up, in this order. */
struct glsl_includes {
   int refs;
   struct glsl_include_tree *tree; /* NULL: no named strings */
   unsigned count;
   char *points[];
};

/* Whether `path` is valid (appendix A); `absolute`: and begins with '/'. */
bool glsl_path_valid(const char *path, size_t length, bool absolute);

/* Writes the location of a valid path that starts at `from`, or at the root if it begins with '/'. `out` has room for
 * glsl_path_room(from, length) bytes. */
size_t glsl_path_room(const char *from, size_t length);
void glsl_path_location(const char *from, const char *path, size_t length, char *out);

/* The string at a location, or NULL. *exists: the location is part of the tree, with or without a string. */
const struct glsl_named_string *glsl_include_find(const struct glsl_include_tree *tree, const char *location, bool *exists);

/* A tree like `tree` (NULL: empty) with this text at the location, or, where `text` is NULL, without a string there. The tree has one
 * reference, the caller's; `tree` stays as it is. NULL: no memory. */
struct glsl_include_tree *glsl_include_change(const struct glsl_include_tree *tree, const char *location, const char *text,
                                              size_t length);

struct glsl_include_tree *glsl_include_tree_ref(struct glsl_include_tree *tree); /* NULL is ignored */
void glsl_include_tree_unref(struct glsl_include_tree *tree);

/* Takes over the caller's reference to the tree, also where it fails. Paths are valid and begin with '/'. NULL: no memory. */
struct glsl_includes *glsl_includes_create(struct glsl_include_tree *tree, unsigned count, const char *const *paths,
                                           const size_t *lengths);
struct glsl_includes *glsl_includes_ref(struct glsl_includes *includes); /* NULL is ignored */
void glsl_includes_unref(struct glsl_includes *includes);

#endif
