/* gf_include.c: #include of named strings (ARB_shading_language_include, 3.3): the search for a path, the text that is read in its
 * place, and the paths of strings in messages. */
#include "gf_pp.h"

#include <string.h>

#include "gl-api/glsl/front/glsl_include.h"

#define MAX_NESTED 100

/* The text that reading goes on with after an included string. */
struct gf_included {
   struct gf_included *outer;
   const char *s, *end, *line_start, *folder;
   uint32_t source, line;
   unsigned ifs, nested;
};

/* ---- paths as names of sources ---- */

uint32_t gf_path_source(struct gf_ctx *c, struct gf_name *path, struct gf_loc from)
{
   GF_PUSH(c, &c->paths, ((struct gf_path){ path, gf_outer_loc(c, from) }));
   return GF_PATH_SOURCE + c->paths.count - 1;
}

static const struct gf_path *path_of(const struct gf_ctx *c, uint32_t source)
{
   return source - GF_PATH_SOURCE < c->paths.count ? &c->paths.at[source - GF_PATH_SOURCE] : NULL;
}

struct gf_name *gf_source_path(const struct gf_ctx *c, uint32_t source)
{
   return path_of(c, source) ? path_of(c, source)->name : NULL;
}

struct gf_loc gf_outer_loc(const struct gf_ctx *c, struct gf_loc at)
{
   const struct gf_path *path = path_of(c, at.source);
   return path ? path->from : at;
}

const char *gf_loc_text(struct gf_ctx *c, struct gf_loc at)
{
   const struct gf_path *path = path_of(c, at.source);
   return path ? gf_printf(c, "\"%s\":%u", path->name->text, at.line) : gf_printf(c, "%u:%u", at.source, at.line);
}

/* ---- the search ---- */

/* The string that `path` leads to from a location. *ends: this is the result, whether a string was found or not. */
static const struct glsl_named_string *from_point(struct gf_ctx *c, const char *point, const struct gf_name *path, bool *ends)
{
   char *location = gf_alloc(c, glsl_path_room(point, path->length));
   glsl_path_location(point, path->text, path->length, location);
   return glsl_include_find(c->pp->includes->tree, location, ends);
}

static const struct glsl_named_string *search(struct gf_ctx *c, const struct gf_name *path, bool quoted)
{
   const struct glsl_includes *includes = c->pp->includes;
   bool ends = false;
   if (!includes)
      return NULL;
   if (path->text[0] == '/')
      return from_point(c, "", path, &ends);
   const struct glsl_named_string *found = NULL;
   if (quoted && c->pp->folder)
      found = from_point(c, c->pp->folder, path, &ends);
   for (unsigned i = 0; i < includes->count && !ends; i++)
      found = from_point(c, includes->points[i], path, &ends);
   return found;
}

/* ---- the directive ---- */

/* Reads on in the string, up to its end (gf_include_end). The line of the directive is read. */
static void enter(struct gf_ctx *c, struct gf_loc at, const struct glsl_named_string *string, struct gf_name *path)
{
   struct gf_pp *p = c->pp;
   struct gf_included *outer = GF_NEW(c, struct gf_included);
   *outer = (struct gf_included){ .outer = p->included, .s = p->s, .end = p->end, .line_start = p->line_start, .folder = p->folder,
                                  .source = p->source, .line = p->line, .ifs = p->ifs_base,
                                  .nested = p->included ? p->included->nested + 1 : 1 };
   if (outer->nested > MAX_NESTED) {
      gf_error(c, at, "#include nests more than %d strings, the preprocessor's limit", MAX_NESTED);
      gf_give_up(c);
   }
   size_t length = string->length;
   while (length && string->text[length - 1] == '\0') /* a length that counts the terminator */
      length--;
   gf_scan_start(c, string->text, length);
   p->included = outer;
   p->ifs_base = p->ifs.count;
   p->source = gf_path_source(c, path, at);
   /* Paths in double quotes start beside the string that has them. */
   const char *slash = strrchr(string->location, '/');
   const size_t folder = slash ? (size_t)(slash - string->location) : 0;
   char *copy = gf_alloc(c, folder + 1);
   memcpy(copy, string->location, folder);
   p->folder = copy;
}

bool gf_include_end(struct gf_ctx *c)
{
   struct gf_pp *p = c->pp;
   const struct gf_included *outer = p->included;
   if (!outer)
      return false;
   if (p->ifs.count > p->ifs_base)
      gf_error(c, p->ifs.at[p->ifs.count - 1].at, "#if has no #endif in this string");
   p->ifs.count = p->ifs_base;
   p->s = outer->s;
   p->end = outer->end;
   p->line_start = outer->line_start;
   p->folder = outer->folder;
   p->source = outer->source;
   p->line = outer->line;
   p->ifs_base = outer->ifs;
   p->included = outer->outer;
   p->line_fresh = true;
   return true;
}

void gf_directive_include(struct gf_ctx *c, struct gf_loc at)
{
   struct gf_token t, end;
   if (!gf_ext_on(c, GF_ARB_shading_language_include)) {
      gf_error(c, at, "#include needs '#extension GL_ARB_shading_language_include : enable'");
      gf_skip_line(c);
      return;
   }
   const bool quoted = gf_scan_path(c, &t);
   if (t.kind != GF_T_PATH) {
      gf_error(c, at, "#include needs a path in double quotes or angle brackets");
      if (t.kind != GF_T_NEWLINE)
         gf_skip_line(c);
      return;
   }
   gf_scan(c, &end);
   if (end.kind != GF_T_NEWLINE) {
      gf_error(c, at, "illegal text after #include");
      gf_skip_line(c);
      return;
   }
   if (!glsl_path_valid(t.name->text, t.name->length, false)) {
      gf_error(c, at, "the path \"%s\" of #include is not valid: it has names of letters, digits and other characters of the language "
               "but quotes and angle brackets, separated by single slashes", t.name->text);
      return;
   }
   const struct glsl_named_string *string = search(c, t.name, quoted);
   if (string)
      enter(c, at, string, t.name);
   else
      gf_error(c, at, "no string is named \"%s\" (glNamedStringARB%s)", t.name->text,
               t.name->text[0] == '/' ? "" : ", search paths of glCompileShaderIncludeARB");
}
