/* gf_emit_stmt.c: statements as structured control flow: every construct names its merge block before it branches. */
#include "gf_emit.h"

static void list(struct gf_emit *e, struct gf_stmt *st)
{
   for (; st; st = st->next)
      gf_emit_stmt(e, st);
}

static void declare(struct gf_emit *e, struct gf_stmt *st)
{
   struct gf_symbol *s = st->symbol;
   if (!s || s->value)
      return; /* constants have no variable */
   gf_size_array(e, s);
   s->image_format = gf_image_format(&s->qual.layout);
   s->id = gf_local(e, s->type, s->name->text);
   s->storage = SpvStorageClassFunction;
   if (s->init && e->open) {
      const struct gf_place at = { .base = s->id, .storage = SpvStorageClassFunction, .type = s->type };
      gf_store(e, &at, gf_value_of(e, s->init));
   }
}

static void if_statement(struct gf_emit *e, struct gf_stmt *st)
{
   const uint32_t k = gf_value_of(e, st->expr), yes = gf_id(e), no = st->other ? gf_id(e) : 0, merge = gf_id(e);
   GF_PUT(e, GF_BODY, SpvOpSelectionMerge, merge, 0);
   GF_PUT(e, GF_BODY, SpvOpBranchConditional, k, yes, no ? no : merge);
   gf_label(e, yes);
   list(e, st->body);
   gf_branch(e, merge);
   if (no) {
      gf_label(e, no);
      list(e, st->other);
      gf_branch(e, merge);
   }
   gf_label(e, merge);
}

/* for, while, do */
static void loop(struct gf_emit *e, struct gf_stmt *st)
{
   const uint32_t header = gf_id(e), test = gf_id(e), body = gf_id(e), next = gf_id(e), merge = gf_id(e);
   const uint32_t outer_break = e->break_label, outer_continue = e->continue_label;
   const bool first = st->kind != GF_ST_DO;
   list(e, st->init);
   gf_branch(e, header);
   gf_label(e, header);
   GF_PUT(e, GF_BODY, SpvOpLoopMerge, merge, next, 0);
   gf_branch(e, first ? test : body);
   if (first) {
      gf_label(e, test);
      if (st->symbol)
         declare(e, st);
      if (st->expr)
         GF_PUT(e, GF_BODY, SpvOpBranchConditional, gf_value_of(e, st->expr), body, merge);
      else
         gf_branch(e, body);
   }
   e->break_label = merge;
   e->continue_label = next;
   gf_label(e, body);
   list(e, st->body);
   gf_branch(e, next);
   e->break_label = outer_break;
   e->continue_label = outer_continue;
   gf_label(e, next);
   if (st->step)
      gf_value_of(e, st->step);
   if (first)
      gf_branch(e, header);
   else
      GF_PUT(e, GF_BODY, SpvOpBranchConditional, gf_value_of(e, st->expr), header, merge);
   gf_label(e, merge);
}

static void switch_statement(struct gf_emit *e, struct gf_stmt *st)
{
   const uint32_t k = gf_value_of(e, st->expr), merge = gf_id(e), outer_break = e->break_label;
   struct gf_words w = { 0 }, labels = { 0 };
   GF_PUSH(e->c, &w, k);
   GF_PUSH(e->c, &w, merge);
   for (struct gf_stmt *s = st->body; s; s = s->next) {
      if (s->kind != GF_ST_CASE)
         continue;
      const uint32_t label = gf_id(e);
      GF_PUSH(e->c, &labels, label);
      if (s->expr) {
         GF_PUSH(e->c, &w, (uint32_t)s->expr->value->at[0].u);
         GF_PUSH(e->c, &w, label);
      } else {
         w.at[1] = label;
      }
   }
   GF_PUT(e, GF_BODY, SpvOpSelectionMerge, merge, 0);
   gf_put(e, GF_BODY, SpvOpSwitch, w.at, w.count);
   e->open = false;
   e->break_label = merge;
   unsigned i = 0;
   for (struct gf_stmt *s = st->body; s; s = s->next) {
      if (s->kind == GF_ST_CASE) {
         gf_branch(e, labels.at[i]); /* falls through */
         gf_label(e, labels.at[i++]);
      } else {
         gf_emit_stmt(e, s);
      }
   }
   gf_branch(e, merge);
   e->break_label = outer_break;
   gf_label(e, merge);
}

void gf_emit_stmt(struct gf_emit *e, struct gf_stmt *st)
{
   if (!e->open) { /* unreachable, but a later case of the switch may use variables that are declared here */
      if (st->kind == GF_ST_DECL)
         declare(e, st);
      return;
   }
   gf_enter(e->p);
   switch (st->kind) {
   case GF_ST_EXPR:
      gf_value_of(e, st->expr);
      break;
   case GF_ST_DECL:
      declare(e, st);
      break;
   case GF_ST_BLOCK:
      list(e, st->body);
      break;
   case GF_ST_IF:
      if_statement(e, st);
      break;
   case GF_ST_FOR: case GF_ST_WHILE: case GF_ST_DO:
      loop(e, st);
      break;
   case GF_ST_SWITCH:
      switch_statement(e, st);
      break;
   case GF_ST_BREAK:
      gf_branch(e, e->break_label);
      break;
   case GF_ST_CONTINUE:
      gf_branch(e, e->continue_label);
      break;
   case GF_ST_RETURN:
      if (st->expr) {
         const uint32_t id = gf_value_of(e, st->expr);
         if (e->p->function->result->base == GF_VOID)
            gf_put(e, GF_BODY, SpvOpReturn, NULL, 0);
         else
            GF_PUT(e, GF_BODY, SpvOpReturnValue, id);
      } else {
         gf_put(e, GF_BODY, SpvOpReturn, NULL, 0);
      }
      e->open = false;
      break;
   case GF_ST_DISCARD:
      gf_put(e, GF_BODY, SpvOpKill, NULL, 0);
      e->open = false;
      break;
   case GF_ST_DEMOTE: /* a demoted invocation continues, for derivatives */
      gf_capability(e, SpvCapabilityDemoteToHelperInvocationEXT);
      gf_put(e, GF_BODY, SpvOpDemoteToHelperInvocationEXT, NULL, 0);
      break;
   }
   gf_leave(e->p);
}
