/* gf_pp.c: directives. in_directive makes the line end a token. Groups that are not selected are skipped by lines. */
#include "gf_pp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gf_front.h"
#include "gf_parser.h"
#include "gl-api/glsl/front/glsl_include.h"

/* ---- #version ---- */

static const struct { uint16_t version; bool es; } versions[] = {
   { 110, false }, { 120, false }, { 130, false }, { 140, false }, { 150, false }, { 330, false }, { 400, false },
   { 410, false },
   { 420, false }, { 430, false }, { 440, false }, { 450, false }, { 460, false },
   { 100, true }, { 300, true }, { 310, true }, { 320, true },
};

static void set_version(struct gf_ctx *c, struct gf_loc at, unsigned version, bool es, bool compat)
{
   bool known = false;
   for (unsigned i = 0; i < GF_COUNT(versions); i++)
      known |= versions[i].version == version && versions[i].es == es;
   const unsigned newest = es ? c->options->max_es : c->options->max_gl;
   c->version_known = true;
   c->es = es;
   c->version = known ? version : es ? 100 : 110;
   c->compat = !es && (c->version < 140 || compat);
   if (!known || (newest && version > newest))
      gf_error(c, at,
               !known                     ? "version %u%s does not exist"
               : newest == GF_NO_VERSION ? "version %u%s is not supported in this context"
                                         : "version %u%s is not supported: the newest of this context is %u%s",
               version, es && version != 100 ? " es" : "", newest, es ? " es" : "");
   gf_ext_start(c);
   c->on[GF_ARB_compatibility] = c->compat && c->version >= 140;

   char text[16];
   snprintf(text, sizeof(text), "%u", c->version);
   gf_macro_predefine(c, "__VERSION__", text, GF_MACRO_PLAIN);
   if (es)
      gf_macro_predefine(c, "GL_ES", "1", GF_MACRO_PLAIN);
   if (es || c->version >= 130)
      gf_macro_predefine(c, "GL_FRAGMENT_PRECISION_HIGH", "1", GF_MACRO_PLAIN);
   if (!es && c->version >= 150) {
      gf_macro_predefine(c, "GL_core_profile", "1", GF_MACRO_PLAIN);
      if (compat)
         gf_macro_predefine(c, "GL_compatibility_profile", "1", GF_MACRO_PLAIN);
   }
   for (unsigned e = 1; e < GF_EXT_COUNT; e++) {
      if (gf_ext_offered(c, e) && (e != GF_ARB_compatibility || c->compat))
         gf_macro_predefine(c, gf_ext_offered(c, e), "1", GF_MACRO_PLAIN);
   }
}

static void need_version(struct gf_ctx *c)
{
   if (!c->version_known)
      set_version(c, (struct gf_loc){ 0, 1, 1 }, c->options->es ? 100 : 110, c->options->es, !c->options->es);
}

static void directive_version(struct gf_ctx *c, struct gf_loc at)
{
   struct gf_token number, profile;
   int64_t version = 0;
   gf_scan(c, &number);
   if (number.kind == GF_T_NEWLINE || number.kind == GF_T_EOF) {
      gf_error(c, at, "#version needs a number, as in '#version 330'");
      need_version(c);
      return;
   }
   gf_scan(c, &profile);
   const char *word = profile.kind == GF_T_IDENT ? profile.name->text : "";
   const bool is_core = strcmp(word, "core") == 0, is_compat = strcmp(word, "compatibility") == 0;
   const bool is_es = strcmp(word, "es") == 0;
   if (number.kind != GF_T_PP_NUMBER || !gf_pp_integer(number.name->text, &version) || version < 0 || version > 9999)
      gf_error(c, at, "#version needs a number, not '%s'", gf_token_text(c, &number));
   else if (profile.kind != GF_T_NEWLINE && profile.kind != GF_T_EOF && !is_core && !is_compat && !is_es)
      gf_error(c, at, "illegal text after the version number: '%s'", gf_token_text(c, &profile));
   else if ((is_core || is_compat) && version < 150)
      gf_error(c, at, "version %d has no profiles: profiles begin with version 150", (int)version);
   else if (is_compat && c->options->limits && c->options->limits->core_only)
      gf_error(c, at, "the compatibility profile is not supported in this context of the core profile");
   else if (is_es && version == 100)
      gf_error(c, at, "version 100 is written without 'es'");
   if (c->version_known) {
      gf_error(c, at, "#version must precede everything but comments");
   } else {
      set_version(c, at, (unsigned)version, is_es || version == 100, is_compat || (!is_core && c->options->compat));
   }
   if (profile.kind != GF_T_NEWLINE && profile.kind != GF_T_EOF) {
      gf_scan(c, &profile);
      if (profile.kind != GF_T_NEWLINE) {
         gf_error(c, at, "illegal text after #version");
         gf_skip_line(c);
      }
   }
}

/* ---- #extension, #line, #pragma, #undef ---- */

static void directive_extension(struct gf_ctx *c, struct gf_loc at)
{
   struct gf_token name, colon, behaviour, end = { 0 };
   gf_scan(c, &name);
   if (name.kind == GF_T_IDENT)
      gf_scan(c, &colon);
   if (name.kind == GF_T_IDENT && colon.kind == ':')
      gf_scan(c, &behaviour);
   if (name.kind != GF_T_IDENT || colon.kind != ':' || behaviour.kind != GF_T_IDENT) {
      gf_error(c, at, "#extension is written 'name : behaviour'");
      const struct gf_token *last = name.kind != GF_T_IDENT ? &name : colon.kind != ':' ? &colon : &behaviour;
      if (last->kind != GF_T_NEWLINE)
         gf_skip_line(c);
      return;
   }
   if (c->es && c->pp->past_first_token) { /* an error in ESSL 3.00 3.5; older versions accept it, as other implementations do */
      if (gf_at_least(c, 0, 300))
         gf_error(c, at, "#extension must precede all tokens that are not preprocessor directives");
      else
         gf_warn(c, at, "#extension must precede all tokens that are not preprocessor directives");
   }
   gf_ext_directive(c, at, name.name->text, behaviour.name->text);
   gf_scan(c, &end);
   if (end.kind != GF_T_NEWLINE) {
      gf_error(c, at, "illegal text after #extension");
      gf_skip_line(c);
   }
}

static void directive_line(struct gf_ctx *c, struct gf_loc at)
{
   struct gf_pp *p = c->pp;
   struct gf_token t;
   int64_t value[2] = { 0, p->source };
   unsigned n = 0;
   gf_macro_expanded(c, &t);
   while (t.kind != GF_T_NEWLINE) {
      if (n == 1 && t.kind == GF_T_PATH && glsl_path_valid(t.name->text, t.name->length, false)) {
         value[n++] = gf_path_source(c, t.name, at);
         gf_macro_expanded(c, &t);
         continue;
      }
      if (n == 2 || !gf_pp_number(c, &t, &value[n++])) {
         gf_error(c, at, gf_ext_on(c, GF_ARB_shading_language_include) ?
                  "#line takes a line number, and a source string number or a valid path in double quotes" :
                  "#line takes a line number and a source string number");
         while (t.kind != GF_T_NEWLINE)
            gf_macro_raw(c, &t);
         return;
      }
   }
   if (n == 0) {
      gf_error(c, at, "#line needs a number");
      return;
   }
   /* Since GLSL 3.30 the number is that of the next line, before that of the directive. */
   p->line = (uint32_t)value[0] + !gf_at_least(c, 330, 100);
   p->source = (uint32_t)value[1];
}

static void directive_pragma(struct gf_ctx *c, struct gf_loc at)
{
   struct gf_token t;
   const char *word[6] = { "", "", "", "", "", "" };
   unsigned n = 0;
   for (gf_scan(c, &t); t.kind != GF_T_NEWLINE && t.kind != GF_T_EOF; gf_scan(c, &t)) {
      if (n < 6)
         word[n++] = gf_token_text(c, &t);
   }
   const bool option = strcmp(word[0], "optimize") == 0 || strcmp(word[0], "debug") == 0;
   if (option && (strcmp(word[1], "(") || (strcmp(word[2], "on") && strcmp(word[2], "off")) || strcmp(word[3], ")")))
      gf_warn(c, at, "malformed #pragma %s", word[0]); /* tokens that are not recognized: the pragma is ignored (3.3, 3.4) */
   else if (option && c->parser && c->parser->function && c->braces > 0)
      gf_error(c, at, "#pragma %s can stand outside of functions only", word[0]);
   if (strcmp(word[0], "STDGL") || strcmp(word[1], "invariant"))
      return;
   if (strcmp(word[2], "(") || strcmp(word[3], "all") || strcmp(word[4], ")")) {
      gf_warn(c, at, "malformed #pragma STDGL invariant");
   } else if (c->stage == PIPE_SHADER_FRAGMENT && gf_at_least(c, 0, 300)) {
      gf_error(c, at, "#pragma STDGL invariant(all) is not for fragment shaders");
   } else {
      c->pp->invariant_all = true;
   }
}

bool gf_pp_pragma_invariant_all(const struct gf_ctx *c)
{
   return c->pp->invariant_all;
}

static void directive_undef(struct gf_ctx *c, struct gf_loc at)
{
   struct gf_token name, end;
   gf_scan(c, &name);
   if (name.kind != GF_T_IDENT) {
      gf_error(c, at, "#undef needs a name");
      if (name.kind != GF_T_NEWLINE)
         gf_skip_line(c);
      return;
   }
   /* GLSL 4.60, 3.3: a name with two underscores may be undefined. ESSL 3.00, 3.4: predefined names stay. */
   const bool predefined = name.name->macro && name.name->macro->predefined;
   if (predefined && (c->es || strncmp(name.name->text, "GL_", 3) == 0))
      gf_error(c, at, "the predefined macro '%s' cannot be undefined", name.name->text);
   else
      name.name->macro = NULL;
   gf_scan(c, &end);
   if (end.kind != GF_T_NEWLINE) {
      gf_error(c, at, "illegal text after #undef");
      gf_skip_line(c);
   }
}

/* ---- conditions ---- */

static bool skipping(const struct gf_pp *p)
{
   return p->ifs.count && !p->ifs.at[p->ifs.count - 1].active;
}

static void finish_line(struct gf_ctx *c, struct gf_loc at, const char *what)
{
   struct gf_token t;
   gf_scan(c, &t);
   if (t.kind == GF_T_NEWLINE || t.kind == GF_T_EOF)
      return;
   gf_error(c, at, "illegal text after #%s", what);
   gf_skip_line(c);
}

static void directive_if(struct gf_ctx *c, struct gf_loc at, const char *word)
{
   struct gf_pp *p = c->pp;
   struct gf_condition k = { .outer = !skipping(p), .at = at };
   if (!k.outer) {
      gf_skip_line(c);
   } else if (strcmp(word, "if") == 0) {
      k.active = gf_pp_condition(c, at);
   } else {
      struct gf_token t;
      gf_scan(c, &t);
      if (t.kind != GF_T_IDENT) {
         gf_error(c, at, "#%s needs a name", word);
         if (t.kind != GF_T_NEWLINE)
            gf_skip_line(c);
      } else {
         k.active = (t.name->macro != NULL) == (strcmp(word, "ifdef") == 0);
         finish_line(c, at, word);
      }
   }
   k.taken = k.active;
   GF_PUSH(c, &p->ifs, k);
}

static void directive_elif(struct gf_ctx *c, struct gf_loc at, struct gf_condition *k)
{
   if (k->in_else)
      gf_error(c, at, "#elif cannot follow #else");
   if (!k->outer || k->taken) {
      k->active = false;
      gf_skip_line(c);
      return;
   }
   k->active = k->taken = gf_pp_condition(c, at);
}

/* True: the word is a conditional directive, which is processed in skipped text as well. */
static bool condition(struct gf_ctx *c, struct gf_loc at, const char *word)
{
   struct gf_pp *p = c->pp;
   struct gf_condition *k = p->ifs.count > p->ifs_base ? &p->ifs.at[p->ifs.count - 1] : NULL;
   if (strcmp(word, "if") == 0 || strcmp(word, "ifdef") == 0 || strcmp(word, "ifndef") == 0) {
      directive_if(c, at, word);
      return true;
   }
   const bool is_else = strcmp(word, "else") == 0, is_endif = strcmp(word, "endif") == 0;
   if (!is_else && !is_endif && strcmp(word, "elif") != 0)
      return false;
   if (!k) {
      gf_error(c, at, "#%s has no #if", word);
      gf_skip_line(c);
   } else if (is_endif) {
      p->ifs.count--;
      finish_line(c, at, word);
   } else if (is_else) {
      if (k->in_else)
         gf_error(c, at, "a second #else");
      k->in_else = true;
      k->active = k->outer && !k->taken;
      k->taken = true;
      finish_line(c, at, word);
   } else {
      directive_elif(c, at, k);
   }
   return true;
}

/* ---- lines ---- */

static void directive(struct gf_ctx *c)
{
   struct gf_pp *p = c->pp;
   struct gf_token t;
   p->in_directive = true;
   gf_scan(c, &t);
   const struct gf_loc at = t.loc;
   const char *word = t.kind == GF_T_IDENT ? t.name->text : "";
   if (strcmp(word, "version") != 0)
      need_version(c);
   if (t.kind == GF_T_NEWLINE) {
      /* '#' alone is a null directive */
   } else if (condition(c, at, word)) {
   } else if (skipping(p)) {
      gf_skip_line(c);
   } else if (strcmp(word, "define") == 0) {
      gf_macro_define(c);
   } else if (strcmp(word, "undef") == 0) {
      directive_undef(c, at);
   } else if (strcmp(word, "version") == 0) {
      directive_version(c, at);
   } else if (strcmp(word, "extension") == 0) {
      directive_extension(c, at);
   } else if (strcmp(word, "line") == 0) {
      directive_line(c, at);
   } else if (strcmp(word, "include") == 0) {
      gf_directive_include(c, at);
   } else if (strcmp(word, "pragma") == 0) {
      directive_pragma(c, at);
   } else if (strcmp(word, "error") == 0) {
      const char *from = p->s;
      gf_skip_line(c);
      const int length = (int)(p->s - from) > 200 ? 200 : (int)(p->s - from);
      gf_error(c, at, "#error%.*s", length > 0 && from[length - 1] == '\n' ? length - 1 : length, from);
   } else {
      gf_error(c, at, "unknown directive '#%s'", gf_token_text(c, &t));
      gf_skip_line(c);
   }
   p->in_directive = false;
   p->line_fresh = true;
}

void gf_pp_start(struct gf_ctx *c, const char *text, size_t length, const struct glsl_includes *includes)
{
   c->pp = GF_NEW(c, struct gf_pp);
   c->pp->includes = includes;
   gf_scan_start(c, text, length);
   gf_macro_predefine(c, "__LINE__", "", GF_MACRO_LINE);
   gf_macro_predefine(c, "__FILE__", "", GF_MACRO_FILE);
}

void gf_pp_next(struct gf_ctx *c, struct gf_token *t)
{
   struct gf_pp *p = c->pp;
   for (;;) {
      if (!p->frame && !p->has_peeked) {
         gf_scan(c, t);
         if (t->kind == GF_T_NEWLINE)
            continue;
         if (t->kind == '#' && t->line_start) {
            directive(c);
            continue;
         }
         if (t->kind == GF_T_EOF) {
            if (p->ifs.count)
               gf_error(c, p->ifs.at[p->ifs.count - 1].at, "#if has no #endif");
            p->ifs.count = 0;
            need_version(c);
            return;
         }
         if (skipping(p)) {
            gf_skip_line(c);
            continue;
         }
         need_version(c);
         p->peeked = *t;
         p->has_peeked = true;
      } else if (!p->frame && p->peeked.kind == '#' && p->peeked.line_start) {
         /* The last token before a directive is the name of a function-like macro. */
         p->has_peeked = false;
         directive(c);
         continue;
      }
      gf_macro_expanded(c, t);
      if (t->kind == GF_T_NEWLINE || (t->kind == GF_T_EOF && p->frame))
         continue;
      if (t->kind == GF_T_EOF || (t->kind == '#' && t->line_start)) {
         /* seen while looking for a '(' */
         p->peeked = *t;
         p->has_peeked = t->kind != GF_T_EOF;
         if (t->kind == GF_T_EOF)
            continue;
         continue;
      }
      return;
   }
}
