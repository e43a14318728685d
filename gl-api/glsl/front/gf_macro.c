/* gf_macro.c: #define and macro replacement. Limits bound the nesting depth and the total number of tokens. */
#include "gf_pp.h"

#include <stdio.h>
#include <string.h>

#define MAX_DEPTH 400
#define MAX_TOKENS (4u << 20)

static void push_frame(struct gf_ctx *c, const struct gf_tokens *list, struct gf_macro *macro, bool fence)
{
   struct gf_pp *p = c->pp;
   struct gf_frame *f = p->free_frames;
   if (f)
      p->free_frames = f->below;
   else
      f = GF_NEW(c, struct gf_frame);
   *f = (struct gf_frame){ .below = p->frame, .at = list->at, .macro = macro, .fence = fence,
                           .end = list->count ? list->at + list->count : list->at };
   p->frame = f;
   if (macro)
      macro->active = true;
   if (++p->depth > MAX_DEPTH) {
      gf_error(c, (struct gf_loc){ p->source, p->line, 1 }, "macros expand more than %d levels deep, the preprocessor's limit",
               MAX_DEPTH);
      gf_give_up(c);
   }
}

static void pop_frame(struct gf_pp *p)
{
   struct gf_frame *f = p->frame;
   if (f->macro)
      f->macro->active = false;
   p->frame = f->below;
   f->below = p->free_frames;
   p->free_frames = f;
   p->depth--;
}

void gf_macro_raw(struct gf_ctx *c, struct gf_token *t)
{
   struct gf_pp *p = c->pp;
   if (++p->produced > MAX_TOKENS) {
      gf_error(c, (struct gf_loc){ p->source, p->line, 1 }, "macros expand to more than %u tokens, the preprocessor's limit",
               MAX_TOKENS);
      gf_give_up(c);
   }
   while (p->frame) {
      if (p->frame->at < p->frame->end) {
         *t = *p->frame->at++;
         return;
      }
      if (p->frame->fence) {
         *t = (struct gf_token){ .kind = GF_T_EOF };
         return;
      }
      pop_frame(p);
   }
   if (p->has_peeked) {
      *t = p->peeked;
      p->has_peeked = false;
      return;
   }
   gf_scan(c, t);
}

/* ---- arguments ---- */

/* Consumes the next token, also after line ends, if it is a '('; else consumes nothing. */
static bool take_open(struct gf_ctx *c)
{
   struct gf_pp *p = c->pp;
   while (p->frame) {
      if (p->frame->at < p->frame->end) {
         if (p->frame->at->kind != '(')
            return false;
         p->frame->at++;
         return true;
      }
      if (p->frame->fence)
         return false;
      pop_frame(p);
   }
   if (!p->has_peeked) {
      struct gf_token t;
      do {
         gf_scan(c, &t);
      } while (t.kind == GF_T_NEWLINE && !p->in_directive);
      p->peeked = t;
      p->has_peeked = true;
   }
   if (p->peeked.kind != '(')
      return false;
   p->has_peeked = false;
   return true;
}

/* The arguments after '('. False: the text ends before ')'. */
static bool read_args(struct gf_ctx *c, struct gf_loc at, const struct gf_macro *m, struct gf_tokens *args)
{
   unsigned n = 0, depth = 0;
   for (;;) {
      struct gf_token t;
      gf_macro_raw(c, &t);
      if (t.kind == GF_T_EOF || (t.kind == GF_T_NEWLINE && c->pp->in_directive)) {
         gf_error(c, at, "the call of macro '%s' has no closing ')'", m->name->text);
         c->pp->peeked = t;
         c->pp->has_peeked = !c->pp->frame;
         return false;
      }
      if (t.kind == GF_T_NEWLINE)
         continue;
      if (t.kind == ')' && depth-- == 0)
         break;
      depth += t.kind == '(';
      if (t.kind == ',' && depth == 0) {
         n++;
         continue;
      }
      t.line_start = false;
      if (t.kind == GF_T_IDENT && t.name->macro && t.name->macro->active)
         t.no_expand = true;
      if (n < m->param_count)
         GF_PUSH(c, &args[n], t);
      else if (m->param_count == 0)
         n = 1;
   }
   if (m->param_count == 0 ? n : n + 1 != m->param_count) {
      gf_error(c, at, "macro '%s' takes %u arguments", m->name->text, m->param_count);
      return false;
   }
   return true;
}

static void expand_alone(struct gf_ctx *c, const struct gf_tokens *in, struct gf_tokens *out)
{
   push_frame(c, in, NULL, true);
   struct gf_frame *const fence = c->pp->frame;
   struct gf_token t;
   for (gf_macro_expanded(c, &t); t.kind != GF_T_EOF; gf_macro_expanded(c, &t))
      GF_PUSH(c, out, t);
   while (c->pp->frame != fence)
      pop_frame(c->pp);
   pop_frame(c->pp);
}

/* ---- replacement ---- */

static int param_of(const struct gf_macro *m, const struct gf_token *t)
{
   for (unsigned i = 0; t->kind == GF_T_IDENT && i < m->param_count; i++) {
      if (m->params[i] == t->name)
         return (int)i;
   }
   return -1;
}

static struct gf_token paste(struct gf_ctx *c, const struct gf_token *a, const struct gf_token *b)
{
   if (a->kind == GF_T_PLACE)
      return *b;
   if (b->kind == GF_T_PLACE)
      return *a;
   struct gf_token t;
   const char *text = gf_printf(c, "%s%s", gf_token_text(c, a), gf_token_text(c, b));
   if (!gf_scan_text(c, text, strlen(text), a->loc, &t))
      gf_error(c, a->loc, "'##' of '%s' and '%s' is not a token", gf_token_text(c, a), gf_token_text(c, b));
   t.space_before = a->space_before;
   return t;
}

static void substitute(struct gf_ctx *c, const struct gf_macro *m, struct gf_tokens *args, struct gf_loc at,
                       struct gf_tokens *out)
{
   struct gf_tokens *expanded = gf_alloc(c, (m->param_count + 1) * sizeof(*expanded));
   bool *done = gf_alloc(c, m->param_count + 1);
   struct gf_tokens mid = { 0 };
   for (unsigned i = 0; i < m->body.count; i++) {
      const struct gf_token *t = &m->body.at[i];
      const int param = param_of(m, t);
      if (param < 0) {
         GF_PUSH(c, &mid, *t);
         continue;
      }
      const bool pasted = (i && m->body.at[i - 1].kind == GF_T_PASTE) ||
                          (i + 1 < m->body.count && m->body.at[i + 1].kind == GF_T_PASTE);
      struct gf_tokens *from = &args[param];
      if (!pasted) {
         if (!done[param]) {
            expand_alone(c, from, &expanded[param]);
            done[param] = true;
         }
         from = &expanded[param];
      } else if (from->count == 0) {
         GF_PUSH(c, &mid, ((struct gf_token){ .kind = GF_T_PLACE }));
      }
      for (unsigned k = 0; k < from->count; k++)
         GF_PUSH(c, &mid, from->at[k]);
      if ((c->pp->produced += from->count) > MAX_TOKENS) {
         gf_error(c, at, "macros expand to more than %u tokens, the preprocessor's limit", MAX_TOKENS);
         gf_give_up(c);
      }
   }
   for (unsigned i = 0; i < mid.count; i++) {
      if (mid.at[i].kind == GF_T_PASTE && out->count && i + 1 < mid.count) {
         out->at[out->count - 1] = paste(c, &out->at[out->count - 1], &mid.at[i + 1]);
         i++;
      } else {
         GF_PUSH(c, out, mid.at[i]);
      }
   }
   unsigned kept = 0;
   for (unsigned i = 0; i < out->count; i++) {
      out->at[i].loc = at;
      if (out->at[i].kind != GF_T_PLACE)
         out->at[kept++] = out->at[i];
   }
   out->count = kept;
}

static void number(struct gf_ctx *c, struct gf_token *t, uint32_t value)
{
   char text[16];
   snprintf(text, sizeof(text), "%u", value);
   t->kind = GF_T_PP_NUMBER;
   t->name = gf_intern_z(c, text);
}

void gf_macro_expanded(struct gf_ctx *c, struct gf_token *t)
{
   for (;;) {
      gf_macro_raw(c, t);
      struct gf_macro *m = t->kind == GF_T_IDENT && !t->no_expand ? t->name->macro : NULL;
      if (!m)
         return;
      if (m->active) {
         t->no_expand = true;
         return;
      }
      if (m->magic) {
         struct gf_name *path = m->magic == GF_MACRO_FILE ? gf_source_path(c, t->loc.source) : NULL;
         if (path) {
            t->kind = GF_T_PATH;
            t->name = path;
         } else {
            number(c, t, m->magic == GF_MACRO_LINE ? t->loc.line : t->loc.source);
         }
         return;
      }
      struct gf_tokens *args = NULL, body = { 0 };
      const struct gf_loc at = t->loc;
      if (m->function) {
         if (!take_open(c))
            return;
         args = gf_alloc(c, (m->param_count + 1) * sizeof(*args));
         if (!read_args(c, at, m, args))
            continue;
      }
      substitute(c, m, args, at, &body);
      push_frame(c, &body, m, false);
   }
}

/* ---- #define ---- */

static bool same(const struct gf_macro *a, const struct gf_macro *b)
{
   if (a->function != b->function || a->param_count != b->param_count || a->body.count != b->body.count)
      return false;
   for (unsigned i = 0; i < a->param_count; i++) {
      if (a->params[i] != b->params[i])
         return false;
   }
   for (unsigned i = 0; i < a->body.count; i++) {
      const struct gf_token *x = &a->body.at[i], *y = &b->body.at[i];
      if (x->kind != y->kind || x->name != y->name || (i && x->space_before != y->space_before))
         return false;
   }
   return true;
}

static bool read_params(struct gf_ctx *c, struct gf_macro *m)
{
   struct { struct gf_name **at; unsigned count, room; } list = { 0 };
   struct gf_token t;
   gf_scan(c, &t);
   while (t.kind != ')' || list.count) {
      if (t.kind != GF_T_IDENT)
         goto bad;
      for (unsigned i = 0; i < list.count; i++) {
         if (list.at[i] == t.name) {
            gf_error(c, t.loc, "duplicate macro parameter '%s'", t.name->text);
            goto skip;
         }
      }
      GF_PUSH(c, &list, t.name);
      gf_scan(c, &t);
      if (t.kind == ')')
         break;
      if (t.kind != ',')
         goto bad;
      gf_scan(c, &t);
   }
   m->params = list.at;
   m->param_count = list.count;
   return true;
bad:
   gf_error(c, t.loc, "malformed macro parameter list");
skip:
   if (t.kind != GF_T_NEWLINE)
      gf_skip_line(c);
   return false;
}

void gf_macro_define(struct gf_ctx *c)
{
   struct gf_token name, t;
   gf_scan(c, &name);
   if (name.kind != GF_T_IDENT) {
      gf_error(c, name.loc, "#define needs a name");
      if (name.kind != GF_T_NEWLINE)
         gf_skip_line(c);
      return;
   }
   struct gf_macro *m = GF_NEW(c, struct gf_macro);
   m->name = name.name;
   gf_scan(c, &t);
   if (t.kind == '(' && !t.space_before) {
      m->function = true;
      if (!read_params(c, m))
         return;
      gf_scan(c, &t);
   } else if (t.kind != GF_T_NEWLINE && !t.space_before) {
      gf_error(c, t.loc, "a space is needed between the macro's name and its text");
   }
   for (; t.kind != GF_T_NEWLINE && t.kind != GF_T_EOF; gf_scan(c, &t)) {
      t.line_start = false;
      GF_PUSH(c, &m->body, t);
   }
   const char *text = name.name->text;
   struct gf_macro *old = name.name->macro;
   bool hash = false, paste = false;
   for (unsigned i = 0; i < m->body.count; i++) {
      hash |= m->function && m->body.at[i].kind == '#';
      paste |= m->body.at[i].kind == GF_T_PASTE;
   }
   if (hash)
      gf_error(c, name.loc, "'#' in a macro: GLSL has no operator that makes strings");
   else if (paste && c->es) /* ESSL 3.00, 3.4 */
      gf_error(c, name.loc, "'##' in a macro: ESSL does not have this operator");
   else if (m->body.count && (m->body.at[0].kind == GF_T_PASTE || m->body.at[m->body.count - 1].kind == GF_T_PASTE))
      gf_error(c, name.loc, "'##' cannot be the first or last token of a macro");
   else if (strcmp(text, "defined") == 0)
      gf_error(c, name.loc, "'defined' cannot be the name of a macro");
   else if (old && old->predefined)
      gf_error(c, name.loc, "the predefined macro '%s' cannot be redefined", text);
   else if (strncmp(text, "GL_", 3) == 0)
      gf_error(c, name.loc, "macro names that begin with GL_ are reserved");
   else if (old && !same(old, m))
      gf_error(c, name.loc, "macro '%s' is redefined differently", text);
   else
      name.name->macro = m;
   if (strstr(text, "__"))
      gf_warn(c, name.loc, "macro names with two underscores are reserved");
}

void gf_macro_predefine(struct gf_ctx *c, const char *name, const char *value, int magic)
{
   struct gf_macro *m = GF_NEW(c, struct gf_macro);
   m->name = gf_intern_z(c, name);
   m->predefined = true;
   m->magic = magic;
   struct gf_token t = { .kind = GF_T_PP_NUMBER, .name = gf_intern_z(c, value) };
   GF_PUSH(c, &m->body, t);
   m->name->macro = m;
}
