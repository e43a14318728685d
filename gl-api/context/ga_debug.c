/* ga_debug.c: KHR_debug: messages, their volume control, the log, groups and the callback. Labels are in ga_label.c.
 * Messages may come from the driver's threads; `lock` guards everything that they touch. The callback runs while no lock of
 * gl-api is held, since it may take locks of the application under which another thread calls GL. Messages are queued for
 * ga_debug_deliver in two cases: the context's thread holds a lock (ga_unlock delivers), or the callback is synchronous and the
 * message comes from another thread (the next flush delivers). */
#include "gl-api/context/ga_debug.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES = 6, TYPES = 9, SEVERITIES = 4, ALL_SEVERITIES = (1 << SEVERITIES) - 1 };

/* GL_DEBUG_SOURCE_API .. OTHER and the first six types are consecutive; so are HIGH, MEDIUM, LOW. */
static int source_index(GLenum source)
{
   return source >= GL_DEBUG_SOURCE_API && source <= GL_DEBUG_SOURCE_OTHER ? (int)(source - GL_DEBUG_SOURCE_API) : -1;
}

static int type_index(GLenum type)
{
   if (type >= GL_DEBUG_TYPE_ERROR && type <= GL_DEBUG_TYPE_OTHER)
      return type - GL_DEBUG_TYPE_ERROR;
   if (type >= GL_DEBUG_TYPE_MARKER && type <= GL_DEBUG_TYPE_POP_GROUP)
      return 6 + type - GL_DEBUG_TYPE_MARKER;
   return -1;
}

static int severity_index(GLenum severity)
{
   if (severity >= GL_DEBUG_SEVERITY_HIGH && severity <= GL_DEBUG_SEVERITY_LOW)
      return severity - GL_DEBUG_SEVERITY_HIGH;
   return severity == GL_DEBUG_SEVERITY_NOTIFICATION ? 3 : -1;
}

struct message {
   GLenum source, type, severity;
   GLuint id;
   char *text;
   GLsizei length; /* without the terminator */
};

/* Volume control of one group: a default per source, type and severity, and exceptions by id, newest last. */
struct exception { uint8_t source, type, severities /* that it holds for, a bit each */; bool enabled; GLuint id; };
struct volume {
   uint8_t enabled[SOURCES][TYPES]; /* bit per severity */
   struct exception *exceptions;
   unsigned exception_count;
};

struct group { struct volume volume; struct message message; };

struct ga_debug {
   pthread_mutex_t lock;
   atomic_bool output;
   bool synchronous;
   GLDEBUGPROC callback;
   const void *user;
   struct group stack[GA_DEBUG_GROUP_DEPTH]; /* [0] is the default group; its message is unused */
   unsigned depth;                           /* index of the current group */
   struct message log[GA_DEBUG_LOGGED_MESSAGES];
   unsigned log_first, log_count;
   struct message pending[GA_DEBUG_LOGGED_MESSAGES]; /* for ga_debug_deliver, oldest first */
   unsigned pending_count;
};

struct ga_debug *ga_debug_create(bool enabled)
{
   struct ga_debug *debug = calloc(1, sizeof(*debug));
   if (!debug)
      return NULL;
   pthread_mutex_init(&debug->lock, NULL);
   debug->output = enabled;
   /* KHR_debug, 5.5.4: everything but severity LOW is enabled at first. */
   uint8_t initial = 1 << 0 | 1 << 1 | 1 << 3;
   memset(debug->stack[0].volume.enabled, initial, sizeof(debug->stack[0].volume.enabled));
   return debug;
}

void ga_debug_destroy(struct ga_debug *debug)
{
   if (!debug)
      return;
   for (unsigned i = 0; i <= debug->depth; i++) {
      free(debug->stack[i].volume.exceptions);
      free(debug->stack[i].message.text);
   }
   for (unsigned i = 0; i < debug->log_count; i++)
      free(debug->log[(debug->log_first + i) % GA_DEBUG_LOGGED_MESSAGES].text);
   for (unsigned i = 0; i < debug->pending_count; i++)
      free(debug->pending[i].text);
   pthread_mutex_destroy(&debug->lock);
   free(debug);
}

bool ga_debug_wants(const struct ga_debug *debug)
{
   return atomic_load_explicit(&debug->output, memory_order_relaxed);
}

static bool volume_passes(const struct volume *volume, int source, int type, int severity, GLuint id)
{
   for (unsigned i = volume->exception_count; i-- > 0;) {
      const struct exception *e = &volume->exceptions[i];
      if (e->id == id && e->source == source && e->type == type)
         return e->severities >> severity & 1 ? e->enabled : volume->enabled[source][type] >> severity & 1;
   }
   return volume->enabled[source][type] >> severity & 1;
}

/* Keeps a copy of the message at the end of the list; a full log drops the new message (KHR_debug, 5.5.1). */
static void store(struct message *list, unsigned first, unsigned *count, const struct message *m)
{
   if (*count == GA_DEBUG_LOGGED_MESSAGES)
      return;
   char *text = malloc(m->length + 1);
   if (!text)
      return;
   memcpy(text, m->text, m->length);
   text[m->length] = 0;
   struct message *slot = &list[(first + *count) % GA_DEBUG_LOGGED_MESSAGES];
   *slot = *m;
   slot->text = text;
   (*count)++;
}

/* Filters a message, then logs it, queues it or calls the callback. */
static void emit(struct ga_context *ctx, const struct message *m, bool own_thread)
{
   struct ga_debug *debug = ctx->debug;
   if (!ga_debug_wants(debug))
      return;
   pthread_mutex_lock(&debug->lock);
   bool passes = volume_passes(&debug->stack[debug->depth].volume, source_index(m->source), type_index(m->type),
                               severity_index(m->severity), m->id);
   GLDEBUGPROC callback = debug->callback;
   const void *user = debug->user;
   bool queue = own_thread ? ctx->locks_held > 0 : debug->synchronous;
   if (passes && !callback)
      store(debug->log, debug->log_first, &debug->log_count, m);
   else if (passes && queue)
      store(debug->pending, 0, &debug->pending_count, m);
   pthread_mutex_unlock(&debug->lock);
   if (!passes || !callback)
      return;
   if (!queue)
      callback(m->source, m->type, m->id, m->severity, m->length, m->text, user);
   else if (own_thread)
      ctx->messages_queued = true;
}

void ga_debug_deliver(struct ga_context *ctx)
{
   struct ga_debug *debug = ctx->debug;
   ctx->messages_queued = false;
   pthread_mutex_lock(&debug->lock);
   while (debug->pending_count) {
      struct message m = debug->pending[0];
      debug->pending_count--;
      memmove(debug->pending, debug->pending + 1, debug->pending_count * sizeof(debug->pending[0]));
      GLDEBUGPROC callback = debug->callback;
      const void *user = debug->user;
      pthread_mutex_unlock(&debug->lock);
      if (callback)
         callback(m.source, m.type, m.id, m.severity, m.length, m.text, user);
      free(m.text);
      pthread_mutex_lock(&debug->lock);
   }
   pthread_mutex_unlock(&debug->lock);
}

void ga_debug_message(struct ga_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                      const char *format, ...)
{
   if (!ga_debug_wants(ctx->debug))
      return;
   char text[GA_DEBUG_MESSAGE_LENGTH];
   va_list args;
   va_start(args, format);
   int length = vsnprintf(text, sizeof(text), format, args);
   va_end(args);
   if (length < 0)
      return;
   if (length >= (int)sizeof(text))
      length = sizeof(text) - 1;
   struct message m = {.source = source, .type = type, .severity = severity, .id = id, .text = text, .length = length};
   emit(ctx, &m, ga_current == ctx);
}

void ga_debug_from_driver(void *data, enum pipe_debug_type type, const char *text)
{
   static const struct { GLenum source, type, severity; } rows[] = {
      [PIPE_DEBUG_ERROR] = {GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DEBUG_SEVERITY_HIGH},
      [PIPE_DEBUG_PERFORMANCE] = {GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_PERFORMANCE, GL_DEBUG_SEVERITY_MEDIUM},
      [PIPE_DEBUG_SHADER] = {GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DEBUG_TYPE_OTHER, GL_DEBUG_SEVERITY_NOTIFICATION},
      [PIPE_DEBUG_LOST] = {GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DEBUG_SEVERITY_HIGH},
      [PIPE_DEBUG_INFO] = {GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, GL_DEBUG_SEVERITY_NOTIFICATION},
   };
   if (type == PIPE_DEBUG_NO_MEMORY) {
      ga_error(data, GL_OUT_OF_MEMORY, "this context: %s", text);
      return;
   }
   ga_debug_message(data, rows[type].source, rows[type].type, 0x10000 + type, rows[type].severity, "%s", text);
}

/* ---- commands ------------------------------------------------------------------------------------------------------ */

/* The length of an application's string, or -1 after raising INVALID_VALUE. */
static GLsizei checked_length(struct ga_context *ctx, const char *name, GLsizei length, const GLchar *text)
{
   size_t actual = length < 0 ? strlen(text) : (size_t)length;
   if (actual >= GA_DEBUG_MESSAGE_LENGTH) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: message of %zu characters (GL_MAX_DEBUG_MESSAGE_LENGTH is %d)", name, actual,
               GA_DEBUG_MESSAGE_LENGTH);
      return -1;
   }
   return (GLsizei)actual;
}

static bool application_source(GLenum source)
{
   return source == GL_DEBUG_SOURCE_APPLICATION || source == GL_DEBUG_SOURCE_THIRD_PARTY;
}

void ga_DebugMessageInsert(struct ga_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                           GLsizei length, const GLchar *buf)
{
   if (!application_source(source) || type_index(type) < 0 || severity_index(severity) < 0) {
      ga_error(ctx, GL_INVALID_ENUM, "glDebugMessageInsert: source %s, type %s, severity %s", ga_enum_name(source),
               ga_enum_name(type), ga_enum_name(severity));
      return;
   }
   GLsizei size = checked_length(ctx, "glDebugMessageInsert", length, buf);
   if (size < 0)
      return;
   struct message m = {.source = source, .type = type, .severity = severity, .id = id, .text = (char *)buf, .length = size};
   char terminated[GA_DEBUG_MESSAGE_LENGTH];
   memcpy(terminated, buf, size);
   terminated[size] = 0;
   m.text = terminated;
   emit(ctx, &m, true);
}

void ga_DebugMessageCallback(struct ga_context *ctx, GLDEBUGPROC callback, const void *user)
{
   struct ga_debug *debug = ctx->debug;
   pthread_mutex_lock(&debug->lock);
   debug->callback = callback;
   debug->user = user;
   pthread_mutex_unlock(&debug->lock);
}

static bool set_exception(struct volume *volume, int source, int type, GLuint id, bool enabled)
{
   for (unsigned i = 0; i < volume->exception_count; i++) {
      struct exception *e = &volume->exceptions[i];
      if (e->id == id && e->source == source && e->type == type) {
         e->enabled = enabled;
         e->severities = ALL_SEVERITIES;
         return true;
      }
   }
   struct exception *grown = realloc(volume->exceptions, (volume->exception_count + 1) * sizeof(*grown));
   if (!grown)
      return false;
   grown[volume->exception_count++] = (struct exception){source, type, ALL_SEVERITIES, enabled, id};
   volume->exceptions = grown;
   return true;
}

/* A control without ids overrides earlier exceptions of its sources, types and severities. */
static void set_defaults(struct volume *volume, int source, int type, int severity, bool enabled)
{
   const uint8_t bits = severity >= 0 ? 1 << severity : ALL_SEVERITIES;
   for (int s = 0; s < SOURCES; s++)
      for (int t = 0; t < TYPES; t++) {
         if ((source >= 0 && s != source) || (type >= 0 && t != type))
            continue;
         volume->enabled[s][t] = enabled ? volume->enabled[s][t] | bits : volume->enabled[s][t] & ~bits;
      }
   unsigned kept = 0;
   for (unsigned i = 0; i < volume->exception_count; i++) {
      struct exception e = volume->exceptions[i];
      if ((source < 0 || e.source == source) && (type < 0 || e.type == type))
         e.severities &= (uint8_t)~bits;
      if (e.severities)
         volume->exceptions[kept++] = e;
   }
   volume->exception_count = kept;
}

void ga_DebugMessageControl(struct ga_context *ctx, GLenum source, GLenum type, GLenum severity, GLsizei count,
                            const GLuint *ids, GLboolean enabled)
{
   int s = source_index(source), t = type_index(type), v = severity_index(severity);
   if ((s < 0 && source != GL_DONT_CARE) || (t < 0 && type != GL_DONT_CARE) || (v < 0 && severity != GL_DONT_CARE)) {
      ga_error(ctx, GL_INVALID_ENUM, "glDebugMessageControl: source %s, type %s, severity %s", ga_enum_name(source),
               ga_enum_name(type), ga_enum_name(severity));
      return;
   }
   if (count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDebugMessageControl: count %d is negative", count);
      return;
   }
   if (count > 0 && (s < 0 || t < 0 || v >= 0)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glDebugMessageControl: ids need one source, one type and any severity");
      return;
   }
   struct ga_debug *debug = ctx->debug;
   bool ok = true;
   pthread_mutex_lock(&debug->lock);
   struct volume *volume = &debug->stack[debug->depth].volume;
   if (count == 0)
      set_defaults(volume, s, t, v, enabled);
   for (GLsizei i = 0; i < count && ok; i++)
      ok = set_exception(volume, s, t, ids[i], enabled);
   pthread_mutex_unlock(&debug->lock);
   if (!ok)
      ga_oom(ctx, "glDebugMessageControl");
}

GLuint ga_GetDebugMessageLog(struct ga_context *ctx, GLuint count, GLsizei size, GLenum *sources, GLenum *types,
                             GLuint *ids, GLenum *severities, GLsizei *lengths, GLchar *text)
{
   if (text && size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetDebugMessageLog: bufSize %d is negative", size);
      return 0;
   }
   struct ga_debug *debug = ctx->debug;
   GLuint fetched = 0;
   pthread_mutex_lock(&debug->lock);
   while (fetched < count && debug->log_count) {
      struct message *m = &debug->log[debug->log_first];
      if (text) {
         if (size < m->length + 1)
            break;
         memcpy(text, m->text, m->length + 1);
         text += m->length + 1;
         size -= m->length + 1;
      }
      if (sources)
         sources[fetched] = m->source;
      if (types)
         types[fetched] = m->type;
      if (ids)
         ids[fetched] = m->id;
      if (severities)
         severities[fetched] = m->severity;
      if (lengths)
         lengths[fetched] = m->length + 1;
      free(m->text);
      debug->log_first = (debug->log_first + 1) % GA_DEBUG_LOGGED_MESSAGES;
      debug->log_count--;
      fetched++;
   }
   pthread_mutex_unlock(&debug->lock);
   return fetched;
}

void ga_PushDebugGroup(struct ga_context *ctx, GLenum source, GLuint id, GLsizei length, const GLchar *text)
{
   struct ga_debug *debug = ctx->debug;
   if (!application_source(source)) {
      ga_error(ctx, GL_INVALID_ENUM, "glPushDebugGroup: source %s is not accepted by this command", ga_enum_name(source));
      return;
   }
   GLsizei size = checked_length(ctx, "glPushDebugGroup", length, text);
   if (size < 0)
      return;
   if (debug->depth + 1 == GA_DEBUG_GROUP_DEPTH) {
      ga_error(ctx, GL_STACK_OVERFLOW, "glPushDebugGroup: %d groups are open", GA_DEBUG_GROUP_DEPTH);
      return;
   }
   struct group *outer = &debug->stack[debug->depth], *inner = outer + 1;
   char *copy = malloc(size + 1);
   size_t bytes = outer->volume.exception_count * sizeof(struct exception);
   struct exception *exceptions = bytes ? malloc(bytes) : NULL;
   if (!copy || (bytes && !exceptions)) {
      free(copy);
      free(exceptions);
      ga_oom(ctx, "glPushDebugGroup");
      return;
   }
   memcpy(copy, text, size);
   copy[size] = 0;
   struct message m = {.source = source, .type = GL_DEBUG_TYPE_PUSH_GROUP, .id = id, .length = size, .text = copy,
                       .severity = GL_DEBUG_SEVERITY_NOTIFICATION};
   emit(ctx, &m, true);
   pthread_mutex_lock(&debug->lock);
   inner->message = m;
   inner->volume = outer->volume;
   inner->volume.exceptions = exceptions;
   if (bytes)
      memcpy(exceptions, outer->volume.exceptions, bytes);
   debug->depth++;
   pthread_mutex_unlock(&debug->lock);
}

/* The pop message passes the volume control of the group that comes back into force. */
void ga_PopDebugGroup(struct ga_context *ctx)
{
   struct ga_debug *debug = ctx->debug;
   if (debug->depth == 0) {
      ga_error(ctx, GL_STACK_UNDERFLOW, "glPopDebugGroup: no group is open");
      return;
   }
   pthread_mutex_lock(&debug->lock);
   struct group popped = debug->stack[debug->depth];
   debug->stack[debug->depth--] = (struct group){0};
   pthread_mutex_unlock(&debug->lock);
   popped.message.type = GL_DEBUG_TYPE_POP_GROUP;
   emit(ctx, &popped.message, true);
   free(popped.message.text);
   free(popped.volume.exceptions);
}

/* ---- state ------------------------------------------------------------------------------------------------------------ */

bool ga_debug_output(const struct ga_debug *debug)
{
   return ga_debug_wants(debug);
}

void ga_debug_set_output(struct ga_debug *debug, bool enabled)
{
   atomic_store_explicit(&debug->output, enabled, memory_order_relaxed);
}

bool ga_debug_synchronous(const struct ga_debug *debug)
{
   return debug->synchronous;
}

void ga_debug_set_synchronous(struct ga_debug *debug, bool enabled)
{
   pthread_mutex_lock(&debug->lock);
   debug->synchronous = enabled;
   pthread_mutex_unlock(&debug->lock);
}

GLint ga_debug_logged(struct ga_debug *debug)
{
   pthread_mutex_lock(&debug->lock);
   GLint count = (GLint)debug->log_count;
   pthread_mutex_unlock(&debug->lock);
   return count;
}

GLint ga_debug_next_length(struct ga_debug *debug)
{
   pthread_mutex_lock(&debug->lock);
   GLint length = debug->log_count ? debug->log[debug->log_first].length + 1 : 0;
   pthread_mutex_unlock(&debug->lock);
   return length;
}

GLint ga_debug_group_depth(const struct ga_debug *debug)
{
   return (GLint)debug->depth + 1;
}

void *ga_debug_pointer(const struct ga_debug *debug, GLenum which)
{
   return which == GL_DEBUG_CALLBACK_FUNCTION ? (void *)debug->callback : (void *)debug->user;
}

/* ---- EXT_debug_marker -------------------------------------------------------------------------------------------------------
 * Markers are messages of the application. Their groups are apart from those of KHR_debug, which have a volume control. */

/* length 0: the text is terminated. Text beyond GL_MAX_DEBUG_MESSAGE_LENGTH is cut off. The extension defines no errors: a marker of
 * negative length is empty. */
static void send_marker(struct ga_context *ctx, GLenum type, GLsizei length, const GLchar *marker)
{
   const size_t size = !marker || length < 0 ? 0 : length ? (size_t)length : strlen(marker);
   ga_debug_message(ctx, GL_DEBUG_SOURCE_APPLICATION, type, 0, GL_DEBUG_SEVERITY_NOTIFICATION, "%.*s",
                    (int)(size < GA_DEBUG_MESSAGE_LENGTH ? size : GA_DEBUG_MESSAGE_LENGTH), marker ? marker : "");
}

void ga_InsertEventMarkerEXT(struct ga_context *ctx, GLsizei length, const GLchar *marker)
{
   send_marker(ctx, GL_DEBUG_TYPE_MARKER, length, marker);
}

void ga_PushGroupMarkerEXT(struct ga_context *ctx, GLsizei length, const GLchar *marker)
{
   send_marker(ctx, GL_DEBUG_TYPE_PUSH_GROUP, length, marker);
   ctx->marker_groups++;
}

/* Without an open group it has no effect. */
void ga_PopGroupMarkerEXT(struct ga_context *ctx)
{
   if (!ctx->marker_groups)
      return;
   ctx->marker_groups--;
   send_marker(ctx, GL_DEBUG_TYPE_POP_GROUP, 0, NULL);
}
