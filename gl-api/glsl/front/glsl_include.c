/* glsl_include.c: paths and trees of named strings. */
#include "gl-api/glsl/front/glsl_include.h"

#include <stdlib.h>
#include <string.h>

/* ---- paths ---- */

bool glsl_path_valid(const char *path, size_t length, bool absolute)
{
   /* The character set of GLSL (3.1) without angle brackets and white space other than the space. */
   static const char others[] = "_.+-/*%[](){}^|&~=!:;,?# ";
   if (length == 0 || (absolute && path[0] != '/') || path[length - 1] == '/')
      return false;
   for (size_t i = 0; i < length; i++) {
      const char ch = path[i];
      const bool plain = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9');
      if (!plain && (ch == '\0' || !strchr(others, ch)))
         return false;
      if (ch == '/' && path[i + 1] == '/') /* the last character is not '/' */
         return false;
   }
   return true;
}

size_t glsl_path_room(const char *from, size_t length)
{
   return strlen(from) + length + 2; /* a '/' before the path, a terminator */
}

void glsl_path_location(const char *from, const char *path, size_t length, char *out)
{
   size_t used = path[0] == '/' ? 0 : strlen(from);
   memcpy(out, from, used);
   for (size_t at = 0; at < length;) {
      const char *name = path + at;
      const char *slash = memchr(name, '/', length - at);
      const size_t n = slash ? (size_t)(slash - name) : length - at;
      at += n + 1;
      if (n == 2 && name[0] == '.' && name[1] == '.') {
         while (used && out[--used] != '/') { /* the parent of the root is the root */
         }
      } else if (n && !(n == 1 && name[0] == '.')) {
         out[used] = '/';
         memcpy(out + used + 1, name, n);
         used += n + 1;
      }
   }
   out[used] = '\0';
}

/* ---- trees ---- */

/* The first string whose location is not before this one. */
static unsigned first_from(const struct glsl_include_tree *tree, const char *location)
{
   unsigned low = 0, high = tree ? tree->count : 0;
   while (low < high) {
      const unsigned mid = (low + high) / 2;
      if (strcmp(tree->strings[mid]->location, location) < 0)
         low = mid + 1;
      else
         high = mid;
   }
   return low;
}

const struct glsl_named_string *glsl_include_find(const struct glsl_include_tree *tree, const char *location, bool *exists)
{
   const size_t length = strlen(location);
   const unsigned first = first_from(tree, location);
   *exists = length == 0;
   if (!tree)
      return NULL;
   /* Locations below this one begin with it and a '/', but others may lie between: "/a b" precedes "/a/b". */
   for (unsigned i = first; i < tree->count && strncmp(tree->strings[i]->location, location, length) == 0; i++) {
      const char after = tree->strings[i]->location[length];
      *exists |= after == '\0' || after == '/';
      if (after == '\0')
         return tree->strings[i];
   }
   return NULL;
}

static struct glsl_named_string *make_string(const char *location, const char *text, size_t length)
{
   const size_t name_B = strlen(location) + 1;
   struct glsl_named_string *s = malloc(sizeof(*s) + name_B + length + 1);
   if (!s)
      return NULL;
   *s = (struct glsl_named_string){ .refs = 1, .length = length, .text = s->location + name_B };
   memcpy(s->location, location, name_B);
   memcpy(s->text, text, length);
   s->text[length] = '\0';
   return s;
}

struct glsl_include_tree *glsl_include_change(const struct glsl_include_tree *tree, const char *location, const char *text,
                                              size_t length)
{
   const unsigned count = tree ? tree->count : 0, at = first_from(tree, location);
   const unsigned same = at < count && strcmp(tree->strings[at]->location, location) == 0;
   struct glsl_include_tree *made = malloc(sizeof(*made) + (count + 1) * sizeof(*made->strings));
   struct glsl_named_string *string = text ? make_string(location, text, length) : NULL;
   if (!made || (text && !string)) {
      free(made);
      free(string);
      return NULL;
   }
   *made = (struct glsl_include_tree){ .refs = 1 };
   for (unsigned i = 0; i <= count; i++) {
      if (i == at && string)
         made->strings[made->count++] = string;
      if (i == count || (i == at && same))
         continue;
      __atomic_add_fetch(&tree->strings[i]->refs, 1, __ATOMIC_RELAXED);
      made->strings[made->count++] = tree->strings[i];
   }
   return made;
}

struct glsl_include_tree *glsl_include_tree_ref(struct glsl_include_tree *tree)
{
   if (tree)
      __atomic_add_fetch(&tree->refs, 1, __ATOMIC_RELAXED);
   return tree;
}

void glsl_include_tree_unref(struct glsl_include_tree *tree)
{
   if (!tree || __atomic_sub_fetch(&tree->refs, 1, __ATOMIC_ACQ_REL))
      return;
   for (unsigned i = 0; i < tree->count; i++) {
      if (__atomic_sub_fetch(&tree->strings[i]->refs, 1, __ATOMIC_ACQ_REL) == 0)
         free(tree->strings[i]);
   }
   free(tree);
}

/* ---- what a shader is compiled with ---- */

struct glsl_includes *glsl_includes_create(struct glsl_include_tree *tree, unsigned count, const char *const *paths,
                                           const size_t *lengths)
{
   struct glsl_includes *made = calloc(1, sizeof(*made) + count * sizeof(*made->points));
   if (!made) {
      glsl_include_tree_unref(tree);
      return NULL;
   }
   made->refs = 1;
   made->tree = tree;
   for (; made->count < count; made->count++) {
      char *point = malloc(glsl_path_room("", lengths[made->count]));
      if (!point) {
         glsl_includes_unref(made);
         return NULL;
      }
      glsl_path_location("", paths[made->count], lengths[made->count], point);
      made->points[made->count] = point;
   }
   return made;
}

struct glsl_includes *glsl_includes_ref(struct glsl_includes *includes)
{
   if (includes)
      __atomic_add_fetch(&includes->refs, 1, __ATOMIC_RELAXED);
   return includes;
}

void glsl_includes_unref(struct glsl_includes *includes)
{
   if (!includes || __atomic_sub_fetch(&includes->refs, 1, __ATOMIC_ACQ_REL))
      return;
   for (unsigned i = 0; i < includes->count; i++)
      free(includes->points[i]);
   glsl_include_tree_unref(includes->tree);
   free(includes);
}
