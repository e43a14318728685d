/* ga_list.c: display lists: names, compilation, execution (GL 2.1, 5.4). */
#include "gl-api/legacy/ga_list.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_legacy.h"

struct ga_list {
   atomic_int refs;
   uint8_t *data;                   /* entries, each a struct entry with its arguments */
   size_t size_B, room_B;
   struct pipe_resource *vertices;  /* counted or NULL */
   char *label;                     /* KHR_debug; the name's, of whatever list it has */
};

struct entry { uint32_t op, size_B; }; /* of the arguments, a multiple of 8 */

/* The list that is compiled. */
struct ga_lists {
   struct ga_list *list;
   GLuint name;
   GLenum mode;
   bool no_memory;
   struct ga_list_build *build;     /* its vertices */
   size_t *piece;                   /* where arguments of pieces of vertices are in `data` */
   unsigned pieces, piece_room;
};

/* ---- entries --------------------------------------------------------------------------------------------------------------- */

static bool grow(struct ga_list *list, size_t size_B)
{
   if (list->size_B + size_B <= list->room_B)
      return true;
   const size_t room_B = (list->size_B + size_B) * 2;
   uint8_t *grown = realloc(list->data, room_B);
   if (!grown)
      return false;
   list->data = grown;
   list->room_B = room_B;
   return true;
}

struct ga_list_build *ga_list_build(const struct ga_context *ctx)
{
   return ctx->legacy->lists->build;
}

void ga_list_no_memory(struct ga_context *ctx)
{
   ctx->legacy->lists->no_memory = true;
}

static bool add_piece(struct ga_lists *lists, size_t at)
{
   if (lists->pieces == lists->piece_room) {
      const unsigned room = lists->piece_room ? 2 * lists->piece_room : 8;
      size_t *grown = realloc(lists->piece, room * sizeof(*grown));
      if (!grown)
         return false;
      lists->piece = grown;
      lists->piece_room = room;
   }
   lists->piece[lists->pieces++] = at;
   return true;
}

void *ga_list_add(struct ga_context *ctx, unsigned op, size_t size_B)
{
   struct ga_lists *lists = ctx->legacy->lists;
   struct ga_list *list = lists->list;
   ga_list_build_break(ctx, lists->build);
   const size_t rounded_B = (size_B + 7) & ~(size_t)7;
   if (lists->no_memory || size_B > UINT32_MAX / 2 || !grow(list, sizeof(struct entry) + rounded_B) ||
       (op == GA_LIST_VERTICES && !add_piece(lists, list->size_B + sizeof(struct entry)))) {
      lists->no_memory = true;
      return NULL;
   }
   const struct entry entry = {op, (uint32_t)rounded_B};
   memcpy(list->data + list->size_B, &entry, sizeof(entry));
   uint8_t *to = list->data + list->size_B + sizeof(entry);
   list->size_B += sizeof(entry) + rounded_B;
   return to;
}

struct attrib { uint32_t slot, pad; GLfloat value[4]; };

void ga_list_add_attrib(struct ga_context *ctx, unsigned slot, const GLfloat value[4])
{
   struct attrib *to = ga_list_add(ctx, GA_LIST_ATTRIB, sizeof(*to));
   if (!to)
      return;
   *to = (struct attrib){.slot = slot};
   memcpy(to->value, value, sizeof(to->value));
}

void ga_list_play_attrib(struct ga_context *ctx, const uint8_t *at)
{
   const struct attrib *a = (const void *)at;
   ga_generic_attrib(ctx, a->slot, a->value);
}

/* An error: its number, the command, the text. */
struct failure { GLenum error; char command[64], text[188]; };

void ga_list_error(struct ga_context *ctx, GLenum error, const char *command, const char *format, ...)
{
   struct failure f = {.error = error};
   va_list args;
   va_start(args, format);
   vsnprintf(f.text, sizeof(f.text), format, args);
   va_end(args);
   snprintf(f.command, sizeof(f.command), "%s", command);
   struct failure *to = ga_list_add(ctx, GA_LIST_ERROR, sizeof(f));
   if (to)
      *to = f;
   if (ga_list_executes(ctx) && error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: %s", f.command, f.text);
}

void ga_list_play_error(struct ga_context *ctx, const uint8_t *at)
{
   const struct failure *f = (const void *)at;
   if (f->error != GL_NO_ERROR)
      ga_error(ctx, f->error, "%s: %s", f->command, f->text);
   else if (ctx->legacy->immediate.inside)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: between glBegin and glEnd", f->command);
}

const struct ga_dispatch *ga_list_commands(const struct ga_context *ctx)
{
   return ctx->legacy->immediate.inside ? ctx->legacy->inside : ctx->legacy->outside;
}

const struct ga_dispatch *ga_list_executes(const struct ga_context *ctx)
{
   return ctx->legacy->lists->mode == GL_COMPILE_AND_EXECUTE ? ga_list_commands(ctx) : NULL;
}

size_t ga_list_values(GLenum pname)
{
   switch (pname) {
   case GL_AMBIENT: case GL_DIFFUSE: case GL_SPECULAR: case GL_EMISSION: case GL_AMBIENT_AND_DIFFUSE: case GL_POSITION:
   case GL_LIGHT_MODEL_AMBIENT: case GL_FOG_COLOR: case GL_TEXTURE_ENV_COLOR: case GL_OBJECT_PLANE: case GL_EYE_PLANE:
   case GL_TEXTURE_BORDER_COLOR: case GL_TEXTURE_SWIZZLE_RGBA: case GL_PATCH_DEFAULT_OUTER_LEVEL:
      return 4;
   case GL_PATCH_DEFAULT_INNER_LEVEL: return 2;
   case GL_SPOT_DIRECTION: case GL_COLOR_INDEXES: case GL_POINT_DISTANCE_ATTENUATION: return 3;
   default: return 1;
   }
}

/* ---- lifetime -------------------------------------------------------------------------------------------------------------- */

static void unref(struct ga_list *list)
{
   if (!list || atomic_fetch_sub_explicit(&list->refs, 1, memory_order_acq_rel) != 1)
      return;
   pipe_resource_unref(list->vertices);
   free(list->data);
   free(list->label);
   free(list);
}

void ga_list_free_shared(void *list)
{
   unref(list);
}

static struct ga_list *create(void)
{
   struct ga_list *list = calloc(1, sizeof(*list));
   if (list)
      atomic_init(&list->refs, 1);
   return list;
}

static void destroy(struct ga_lists *lists)
{
   if (!lists)
      return;
   unref(lists->list);
   ga_list_build_destroy(lists->build);
   free(lists->piece);
   free(lists);
}

void ga_lists_finish(struct ga_context *ctx)
{
   destroy(ctx->legacy->lists);
   destroy(ctx->legacy->spare_lists);
   ctx->legacy->lists = ctx->legacy->spare_lists = NULL;
}

/* The memory of a compilation is kept for the next one. */
static void end_compilation(struct ga_context *ctx)
{
   struct ga_lists *lists = ctx->legacy->lists;
   unref(lists->list);
   lists->list = NULL;
   lists->pieces = 0;
   lists->no_memory = false;
   ga_list_build_reset(lists->build);
   ctx->legacy->spare_lists = lists;
   ctx->legacy->lists = NULL;
}

/* NULL: out of memory. */
static struct ga_lists *begin_compilation(struct ga_context *ctx)
{
   struct ga_lists *lists = ctx->legacy->spare_lists;
   ctx->legacy->spare_lists = NULL;
   if (!lists)
      lists = calloc(1, sizeof(*lists));
   if (lists && (lists->list = create()) && (lists->build || (lists->build = ga_list_build_create())))
      return lists;
   destroy(lists);
   return NULL;
}

GLuint ga_list_index(const struct ga_context *ctx)
{
   return ctx->legacy->lists ? ctx->legacy->lists->name : 0;
}

GLenum ga_list_mode(const struct ga_context *ctx)
{
   return ctx->legacy->lists ? ctx->legacy->lists->mode : 0;
}

/* Gives a name a list, whose reference is taken over. False: out of memory, and the name keeps the list that it has. */
static bool install_list(struct ga_context *ctx, GLuint name, struct ga_list *list)
{
   struct ga_namespace *ns = &ctx->share->lists;
   ga_lock(ctx, &ns->lock);
   struct ga_list *old = ut_names_lookup(&ns->names, name);
   const bool ok = ut_names_insert(&ns->names, name, list);
   if (ok && old) {
      list->label = old->label;
      old->label = NULL;
   }
   ga_unlock(ctx, &ns->lock);
   if (ok)
      unref(old);
   return ok;
}

char **ga_list_label(struct ga_context *ctx, GLuint name)
{
   struct ut_names *names = &ctx->share->lists.names;
   struct ga_list *list = ut_names_lookup(names, name);
   if (!list && ut_names_is_reserved(names, name) && (list = create()) && !ut_names_insert(names, name, list)) {
      unref(list);
      list = NULL;
   }
   return list ? &list->label : NULL;
}

/* A name that is reserved without an object is that of an empty list. */
GLuint ga_GenLists(struct ga_context *ctx, GLsizei range)
{
   struct ga_namespace *ns = &ctx->share->lists;
   GLuint first = 0;
   if (range < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGenLists: range %d is negative", range);
      return 0;
   }
   if (range == 0)
      return 0;
   ga_lock(ctx, &ns->lock);
   const bool ok = range <= GA_MAX_GENERATED_LISTS && ut_names_gen_range(&ns->names, (uint32_t)range, &first);
   ga_unlock(ctx, &ns->lock);
   if (!ok)
      ga_oom(ctx, "glGenLists");
   return ok ? first : 0;
}

GLboolean ga_IsList(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->lists.lock);
   return ut_names_is_reserved(&ctx->share->lists.names, name);
}

/* Lists are freed without the lock: of a large range, a number at a time. */
void ga_DeleteLists(struct ga_context *ctx, GLuint first, GLsizei range)
{
   struct ga_namespace *ns = &ctx->share->lists;
   if (range < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteLists: range %d is negative", range);
      return;
   }
   if (range == 0)
      return;
   const GLuint last = (GLuint)range - 1 > UINT32_MAX - first ? UINT32_MAX : first + (GLuint)range - 1;
   struct ga_list *gone[64];
   unsigned count;
   do {
      uint64_t cursor = 0;
      uint32_t name = 0;
      void *object;
      count = 0;
      ga_lock(ctx, &ns->lock);
      while (count < 64 && ut_names_next_in(&ns->names, first, last, &cursor, &name, &object)) {
         ut_names_remove(&ns->names, name);
         if (object != (const void *)ut_names_reserved)
            gone[count++] = object;
      }
      ga_unlock(ctx, &ns->lock);
      for (unsigned i = 0; i < count; i++)
         unref(gone[i]);
   } while (count == 64);
}

/* ---- compilation ----------------------------------------------------------------------------------------------------------- */

void ga_NewList(struct ga_context *ctx, GLuint name, GLenum mode)
{
   if (name == 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glNewList: 0 is not a name of a list");
   } else if (mode != GL_COMPILE && mode != GL_COMPILE_AND_EXECUTE) {
      ga_error(ctx, GL_INVALID_ENUM, "glNewList: %s is not accepted by this command", ga_enum_name(mode));
   } else if (ctx->legacy->lists || ctx->legacy->immediate.inside) {
      ga_error(ctx, GL_INVALID_OPERATION, "glNewList: a list is being compiled, or between glBegin and glEnd");
   } else {
      struct ga_lists *lists = begin_compilation(ctx);
      if (!lists) {
         ga_oom(ctx, "glNewList");
         return;
      }
      lists->name = name;
      lists->mode = mode;
      ctx->legacy->lists = lists;
      ga_legacy_dispatch(ctx);
   }
}

void ga_EndList(struct ga_context *ctx)
{
   struct ga_lists *lists = ctx->legacy->lists;
   if (!lists) {
      ga_error(ctx, GL_INVALID_OPERATION, "glEndList: no list is being compiled");
      return;
   }
   if (ctx->legacy->immediate.inside) { /* GL_COMPILE_AND_EXECUTE */
      ga_error(ctx, GL_INVALID_OPERATION, "glEndList: between glBegin and glEnd");
      return;
   }
   ga_list_build_break(ctx, lists->build);
   if (lists->no_memory || !ga_list_build_finish(ctx, lists->build, lists->list->data, lists->piece, lists->pieces, &lists->list->vertices)) {
      ga_oom(ctx, "glEndList");
   } else if (install_list(ctx, lists->name, lists->list)) {
      lists->list = NULL;
   } else {
      ga_oom(ctx, "glEndList");
   }
   end_compilation(ctx);
   ga_legacy_dispatch(ctx);
}

/* ---- execution ------------------------------------------------------------------------------------------------------------- */

/* Entries are not looked at again when a command replaces the list: the reference keeps them. */
static void execute_list(struct ga_context *ctx, GLuint name)
{
   struct ga_namespace *ns = &ctx->share->lists;
   if (ctx->legacy->list_nesting == GA_MAX_LIST_NESTING)
      return;
   ga_lock(ctx, &ns->lock);
   struct ga_list *list = ut_names_lookup(&ns->names, name);
   if (list)
      atomic_fetch_add_explicit(&list->refs, 1, memory_order_relaxed);
   ga_unlock(ctx, &ns->lock);
   if (!list)
      return;
   ctx->legacy->list_nesting++;
   for (size_t at = 0; at < list->size_B;) {
      struct entry entry;
      memcpy(&entry, list->data + at, sizeof(entry));
      ga_list_play(ctx, entry.op, list->data + at + sizeof(entry));
      at += sizeof(entry) + entry.size_B;
   }
   ctx->legacy->list_nesting--;
   unref(list);
}

void ga_CallList(struct ga_context *ctx, GLuint name)
{
   execute_list(ctx, name);
}

size_t ga_list_name_size(GLenum type)
{
   switch (type) {
   case GL_BYTE: case GL_UNSIGNED_BYTE: return 1;
   case GL_SHORT: case GL_UNSIGNED_SHORT: case GL_2_BYTES: return 2;
   case GL_3_BYTES: return 3;
   case GL_INT: case GL_UNSIGNED_INT: case GL_FLOAT: case GL_4_BYTES: return 4;
   default: return 0;
   }
}

/* The number at an index of an array of names; bytes of GL_n_BYTES have the highest first. */
static GLuint name_at(const uint8_t *names, GLenum type, size_t index)
{
   const size_t size = ga_list_name_size(type);
   const uint8_t *at = names + index * size;
   GLuint number = 0;
   switch (type) {
   case GL_BYTE: return (GLuint)(GLbyte)at[0];
   case GL_UNSIGNED_BYTE: return at[0];
   case GL_SHORT: { GLshort v; memcpy(&v, at, 2); return (GLuint)v; }
   case GL_UNSIGNED_SHORT: { GLushort v; memcpy(&v, at, 2); return v; }
   case GL_INT: case GL_UNSIGNED_INT: memcpy(&number, at, 4); return number;
   case GL_FLOAT: { GLfloat v; memcpy(&v, at, 4); return (GLuint)(GLint)v; }
   default:
      for (size_t i = 0; i < size; i++)
         number = number << 8 | at[i];
      return number;
   }
}

void ga_CallLists(struct ga_context *ctx, GLsizei n, GLenum type, const void *lists)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glCallLists: n %d is negative", n);
      return;
   }
   if (!ga_list_name_size(type)) {
      ga_error(ctx, GL_INVALID_ENUM, "glCallLists: type %s is not accepted by this command", ga_enum_name(type));
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      execute_list(ctx, ctx->legacy->list_base + name_at(lists, type, (size_t)i));
}

void ga_ListBase(struct ga_context *ctx, GLuint base)
{
   ctx->legacy->list_base = base;
}
