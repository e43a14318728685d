/* gf_core.c: arena, names and messages of a compilation. */
#include "gf_core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Further errors are not logged. */
#define MAX_ERRORS 100

struct gf_arena_block { struct gf_arena_block *next; size_t room_B, used_B; _Alignas(16) char data[]; };

_Noreturn void gf_give_up(struct gf_ctx *c)
{
   longjmp(c->give_up, 1);
}

/* Reaching the cap is an error of the shader. The arena keeps room for the message. */
static _Noreturn void gf_too_much(struct gf_ctx *c)
{
   const size_t limit_B = c->arena.cap_B;
   c->arena.cap_B += 4 << 20;
   gf_error(c, (struct gf_loc){ 0, 1, 1 }, "the shader needs more memory than the compiler's limit of %zu MiB", limit_B >> 20);
   gf_give_up(c);
}

void *gf_alloc(struct gf_ctx *c, size_t size_B)
{
   struct gf_arena *a = &c->arena;
   size_B = (size_B + 15) & ~(size_t)15;
   struct gf_arena_block *b = a->blocks;
   if (!b || b->room_B - b->used_B < size_B) {
      const size_t room_B = size_B > 65536 - 64 ? size_B : 65536 - 64;
      if (room_B > a->cap_B - a->used_B)
         gf_too_much(c);
      b = malloc(sizeof(*b) + room_B);
      if (!b) {
         c->out_of_memory = true;
         gf_give_up(c);
      }
      *b = (struct gf_arena_block){ .next = a->blocks, .room_B = room_B };
      a->used_B += room_B;
      a->blocks = b;
   }
   void *p = b->data + b->used_B;
   b->used_B += size_B;
   return memset(p, 0, size_B);
}

void gf_arena_finish(struct gf_arena *a)
{
   for (struct gf_arena_block *b = a->blocks, *next; b; b = next) {
      next = b->next;
      free(b);
   }
}

char *gf_printf(struct gf_ctx *c, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   int n = vsnprintf(NULL, 0, format, args);
   va_end(args);
   char *text = gf_alloc(c, (size_t)(n < 0 ? 0 : n) + 1);
   va_start(args, format);
   if (n > 0)
      vsnprintf(text, (size_t)n + 1, format, args);
   va_end(args);
   return text;
}

void *gf_grow(struct gf_ctx *c, void *at, unsigned count, unsigned *room, size_t item_B)
{
   *room = *room ? *room * 2 : 8;
   void *bigger = gf_alloc(c, *room * item_B);
   if (count)
      memcpy(bigger, at, count * item_B);
   return bigger;
}

/* ---- names ---- */

struct gf_name *gf_intern(struct gf_ctx *c, const char *text, size_t length)
{
   uint32_t hash = 2166136261u;
   for (size_t i = 0; i < length; i++)
      hash = (hash ^ (unsigned char)text[i]) * 16777619u;
   if (c->name_count >= c->name_buckets) {
      const unsigned old = c->name_buckets;
      struct gf_name **from = c->names;
      c->name_buckets = old ? old * 4 : 256;
      c->names = gf_alloc(c, c->name_buckets * sizeof(*c->names));
      for (unsigned i = 0; i < old; i++) {
         for (struct gf_name *n = from[i], *next; n; n = next) {
            next = n->next;
            n->next = c->names[n->hash & (c->name_buckets - 1)];
            c->names[n->hash & (c->name_buckets - 1)] = n;
         }
      }
   }
   struct gf_name **bucket = &c->names[hash & (c->name_buckets - 1)];
   for (struct gf_name *n = *bucket; n; n = n->next) {
      if (n->hash == hash && n->length == length && memcmp(n->text, text, length) == 0)
         return n;
   }
   struct gf_name *n = gf_alloc(c, sizeof(*n) + length + 1);
   n->hash = hash;
   n->length = (unsigned)length;
   memcpy(n->text, text, length);
   n->next = *bucket;
   *bucket = n;
   c->name_count++;
   return n;
}

struct gf_name *gf_intern_z(struct gf_ctx *c, const char *text)
{
   return gf_intern(c, text, strlen(text));
}

/* ---- messages: "0:LINE(COL): error: ..." ---- */

static void append(struct gf_ctx *c, const char *text)
{
   for (; *text; text++)
      GF_PUSH(c, &c->log, *text);
}

static void message(struct gf_ctx *c, struct gf_loc at, const char *kind, const char *format, va_list args)
{
   char head[80], text[400];
   snprintf(head, sizeof(head), "(%u): %s: ", at.col, kind);
   vsnprintf(text, sizeof(text), format, args);
   append(c, gf_loc_text(c, at));
   append(c, head);
   append(c, text);
   append(c, "\n");
}

void gf_error(struct gf_ctx *c, struct gf_loc at, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   message(c, at, "error", format, args);
   va_end(args);
   if (++c->errors >= MAX_ERRORS)
      gf_give_up(c);
}

void gf_warn(struct gf_ctx *c, struct gf_loc at, const char *format, ...)
{
   if (++c->warnings > MAX_ERRORS)
      return;
   va_list args;
   va_start(args, format);
   message(c, at, "warning", format, args);
   va_end(args);
}

const char *gf_token_text(struct gf_ctx *c, const struct gf_token *t)
{
   static const char wide[][4] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "++", "--",
      "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=", "##", "" };
   if (t->kind == GF_T_EOF)
      return "end of file";
   if (t->kind == GF_T_NEWLINE)
      return "end of line";
   if (t->name)
      return t->name->text;
   if (t->kind >= GF_T_FIRST_WIDE && t->kind - GF_T_FIRST_WIDE < (int)GF_COUNT(wide))
      return wide[t->kind - GF_T_FIRST_WIDE];
   return gf_printf(c, "%c", t->kind);
}
