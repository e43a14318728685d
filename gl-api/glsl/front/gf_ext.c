/* gf_ext.c: extensions per version, the enabled ones, and gates, the conditions under which keywords, types, functions and
 * variables exist. */
#include "gf_core.h"

#include <string.h>

#include "gf_front.h"

#define GF_IMPLIES(...) { __VA_ARGS__ }

static const struct { const char *name; uint16_t gl, es; unsigned stages; uint8_t implies[12]; } rows[GF_EXT_COUNT] = {
#define GF_EXT(name, gl, es, stages, implies) [GF_##name] = { "GL_" #name, gl, es, stages, implies },
#include "gf_ext.def"
#undef GF_EXT
};

/* A name of the options' list "GL_a GL_b" (extensions that this context does not have). */
static bool listed(const char *list, const char *name)
{
   const size_t n = strlen(name);
   for (const char *p = list; p && (p = strstr(p, name)); p += n) {
      if ((p == list || p[-1] == ' ') && (p[n] == 0 || p[n] == ' '))
         return true;
   }
   return false;
}

/* The name of the API's extension that offers extension e of the language: KHR_shader_subgroup has one for each kind of function. */
static const char *api_name(unsigned e)
{
   const bool subgroup = e >= GF_KHR_shader_subgroup_arithmetic && e <= GF_KHR_shader_subgroup_vote;
   return subgroup ? "GL_KHR_shader_subgroup" : rows[e].name;
}

void gf_ext_start(struct gf_ctx *c)
{
   const char *only = c->es && c->options->only_es ? c->options->only_es : c->options->only;
   for (unsigned e = 1; e < GF_EXT_COUNT; e++) {
      const unsigned oldest = c->es ? rows[e].es : rows[e].gl;
      c->offered[e] = oldest && c->version >= oldest && !listed(c->options->without, api_name(e)) &&
                      (!only || listed(only, api_name(e)));
   }
   c->on[GF_ARB_texture_rectangle] = c->offered[GF_ARB_texture_rectangle]; /* on without #extension */
}

const char *gf_ext_offered(const struct gf_ctx *c, unsigned e)
{
   return c->offered[e] ? rows[e].name : NULL;
}

static void set(struct gf_ctx *c, unsigned e, bool on, bool warn)
{
   c->ext_epoch++;
   c->on[e] = on;
   c->warn[e] = warn;
   for (unsigned i = 0; i < sizeof(rows[e].implies) && rows[e].implies[i]; i++) {
      c->on[rows[e].implies[i]] = on;
      c->warn[rows[e].implies[i]] = warn;
   }
}

void gf_ext_directive(struct gf_ctx *c, struct gf_loc at, const char *name, const char *behaviour)
{
   const bool require = strcmp(behaviour, "require") == 0, enable = strcmp(behaviour, "enable") == 0;
   const bool warn = strcmp(behaviour, "warn") == 0;
   if (!require && !enable && !warn && strcmp(behaviour, "disable") != 0) {
      gf_error(c, at, "unknown extension behaviour '%s'", behaviour);
      return;
   }
   if (strcmp(name, "all") == 0) {
      if (require || enable)
         gf_error(c, at, "cannot %s all extensions", behaviour);
      for (unsigned e = 1; e < GF_EXT_COUNT; e++) {
         if (c->offered[e])
            set(c, e, warn, warn);
      }
      return;
   }
   for (unsigned e = 1; e < GF_EXT_COUNT; e++) {
      if (strcmp(rows[e].name, name) == 0 && c->offered[e]) {
         set(c, e, require || enable || warn, warn);
         c->compat |= e == GF_ARB_compatibility && c->on[e];
         return;
      }
   }
   if (require)
      gf_error(c, at, "extension '%s' is not supported here", name);
   else
      gf_warn(c, at, "extension '%s' is not supported here", name);
}

bool gf_ext_on(const struct gf_ctx *c, enum gf_ext e)
{
   return c->on[e];
}

bool gf_at_least(const struct gf_ctx *c, unsigned gl, unsigned es)
{
   const unsigned oldest = c->es ? es : gl;
   return oldest && c->version >= oldest;
}

bool gf_open(const struct gf_ctx *c, const struct gf_gate *g)
{
   if (gf_at_least(c, g->gl, g->es)) {
      const unsigned last = c->es ? g->es_last : g->gl_last;
      if (!last || c->version <= last || (!c->es && c->compat))
         return true;
   }
   for (unsigned i = 0; i < GF_COUNT(g->ext) && g->ext[i]; i++) {
      if (c->on[g->ext[i]])
         return true;
   }
   return false;
}

const char *gf_version_text(struct gf_ctx *c)
{
   return gf_printf(c, "%s %u.%02u", c->es ? "ESSL" : "GLSL", c->version / 100, c->version % 100);
}

const char *gf_needs(struct gf_ctx *c, const struct gf_gate *g)
{
   const unsigned version = c->es ? g->es : g->gl;
   const char *text = version ? gf_printf(c, "#version %u%s", version, c->es && version > 100 ? " es" : "") : "";
   for (unsigned i = 0; i < GF_COUNT(g->ext) && g->ext[i]; i++) {
      if (c->offered[g->ext[i]])
         text = gf_printf(c, "%s%s%s", text, text[0] ? " or " : "", rows[g->ext[i]].name);
   }
   return text[0] ? gf_printf(c, "need %s (this shader is %s)", text, gf_version_text(c)) : gf_printf(c, "do not exist in %s",
      gf_version_text(c));
}
