/* ga_label.c: labels of objects (KHR_debug, EXT_debug_label). They are stored in the objects: both extensions set the same one. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/object/ga_query.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_sync.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_transform_feedback.h"
#include "gl-api/object/ga_vao.h"

static char **shader_label(void *object, bool program)
{
   struct ga_shader *shader = object;
   if (shader->is_program != program)
      return NULL;
   return program ? &((struct ga_program *)object)->label : &shader->label;
}

/* The lock of the name space of a kind of object; NULL: the names belong to the context, or there is no such kind. */
static pthread_mutex_t *lock_of(struct ga_context *ctx, GLenum identifier)
{
   switch (identifier) {
   case GL_BUFFER: return &ctx->share->buffers.lock;
   case GL_SHADER:
   case GL_PROGRAM: return &ctx->share->shaders.lock;
   case GL_TEXTURE: return &ctx->share->textures.lock;
   case GL_RENDERBUFFER: return &ctx->share->renderbuffers.lock;
   case GL_SAMPLER: return &ctx->share->samplers.lock;
   case GL_DISPLAY_LIST: return &ctx->share->lists.lock;
   default: return NULL;
   }
}

/* Where the label of an object is; NULL for names without an object. The name space is locked. False: no such kind. */
static bool label_slot(struct ga_context *ctx, GLenum identifier, GLuint name, char ***slot)
{
   struct ga_share *share = ctx->share;
   void *object = NULL;
   *slot = NULL;
   switch (identifier) {
   case GL_BUFFER:
      if ((object = ut_names_lookup(&share->buffers.names, name)))
         *slot = &((struct ga_buffer *)object)->label;
      return true;
   case GL_SHADER:
   case GL_PROGRAM:
      if ((object = ut_names_lookup(&share->shaders.names, name)))
         *slot = shader_label(object, identifier == GL_PROGRAM);
      return true;
   case GL_VERTEX_ARRAY:
      if ((object = ut_names_lookup(&ctx->vaos, name)))
         *slot = &((struct ga_vao *)object)->label;
      return true;
   case GL_TEXTURE:
      if ((object = ut_names_lookup(&share->textures.names, name)))
         *slot = &((struct ga_texture *)object)->label;
      return true;
   case GL_RENDERBUFFER:
      if ((object = ut_names_lookup(&share->renderbuffers.names, name)))
         *slot = &((struct ga_renderbuffer *)object)->label;
      return true;
   case GL_FRAMEBUFFER:
      if ((object = ut_names_lookup(&ctx->framebuffers, name)))
         *slot = &((struct ga_fbo *)object)->label;
      return true;
   case GL_QUERY:
      if ((object = ut_names_lookup(&ctx->queries, name)))
         *slot = &((struct ga_query *)object)->label;
      return true;
   case GL_PROGRAM_PIPELINE:
      if ((object = ut_names_lookup(&ctx->pipelines, name)))
         *slot = &((struct ga_pipeline *)object)->label;
      return true;
   case GL_TRANSFORM_FEEDBACK:
      if ((object = ut_names_lookup(&ctx->xfbs, name)))
         *slot = &((struct ga_transform_feedback *)object)->label;
      return true;
   case GL_SAMPLER:
      if ((object = ut_names_lookup(&share->samplers.names, name)))
         *slot = &((struct ga_sampler *)object)->label;
      return true;
   case GL_DISPLAY_LIST:
      if (!ga_has(ctx, GA_FEATURE_compatibility_profile))
         return false;
      *slot = ga_list_label(ctx, name);
      return true;
   default: return false;
   }
}

static char *copy_label(const GLchar *label, size_t length)
{
   char *copy = malloc(length + 1);
   if (copy) {
      memcpy(copy, label, length);
      copy[length] = 0;
   }
   return copy;
}

/* Takes over the label. False: no object of that name (*kind: the identifier is one). */
static bool set_label(struct ga_context *ctx, GLenum identifier, GLuint name, char *label, bool *kind)
{
   char **slot;
   pthread_mutex_t *lock = lock_of(ctx, identifier);
   if (lock)
      ga_lock(ctx, lock);
   *kind = label_slot(ctx, identifier, name, &slot);
   if (slot) {
      free(*slot);
      *slot = label;
   }
   if (lock)
      ga_unlock(ctx, lock);
   if (!slot)
      free(label);
   return slot != NULL;
}

void ga_ObjectLabel(struct ga_context *ctx, GLenum identifier, GLuint name, GLsizei length, const GLchar *label)
{
   char *copy = NULL;
   bool kind;
   size_t size = !label ? 0 : length < 0 ? strlen(label) : (size_t)length;
   if (size >= GA_DEBUG_LABEL_LENGTH) {
      ga_error(ctx, GL_INVALID_VALUE, "glObjectLabel: label of %zu characters", size);
      return;
   }
   if (size > 0 && !(copy = copy_label(label, size))) {
      ga_oom(ctx, "glObjectLabel");
      return;
   }
   if (!set_label(ctx, identifier, name, copy, &kind))
      ga_error(ctx, kind ? GL_INVALID_VALUE : GL_INVALID_ENUM, "glObjectLabel: %s %u", ga_enum_name(identifier), name);
}

/* Copies a label (NULL: empty) out. */
static void return_label(const char *text, GLsizei size, GLsizei *length, GLchar *label)
{
   GLsizei actual = text ? (GLsizei)strlen(text) : 0;
   if (label && size > 0) {
      GLsizei copied = actual < size ? actual : size - 1;
      if (copied > 0)
         memcpy(label, text, copied);
      label[copied] = 0;
      actual = copied;
   }
   if (length)
      *length = actual;
}

/* Copies the label of an object out. False: no object of that name (*kind: the identifier is one). */
static bool get_label(struct ga_context *ctx, GLenum identifier, GLuint name, GLsizei size, GLsizei *length, GLchar *label,
                      bool *kind)
{
   char **slot;
   pthread_mutex_t *lock = lock_of(ctx, identifier);
   if (lock)
      ga_lock(ctx, lock);
   *kind = label_slot(ctx, identifier, name, &slot);
   if (slot)
      return_label(*slot, size, length, label);
   if (lock)
      ga_unlock(ctx, lock);
   return slot != NULL;
}

void ga_GetObjectLabel(struct ga_context *ctx, GLenum identifier, GLuint name, GLsizei size, GLsizei *length,
                       GLchar *label)
{
   bool kind;
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetObjectLabel: bufSize %d is negative", size);
      return;
   }
   if (!get_label(ctx, identifier, name, size, length, label, &kind))
      ga_error(ctx, kind ? GL_INVALID_VALUE : GL_INVALID_ENUM, "glGetObjectLabel: %s %u", ga_enum_name(identifier),
               name);
}

void ga_ObjectPtrLabel(struct ga_context *ctx, const void *ptr, GLsizei length, const GLchar *label)
{
   size_t size = !label ? 0 : length < 0 ? strlen(label) : (size_t)length;
   char *copy = NULL;
   if (size >= GA_DEBUG_LABEL_LENGTH) {
      ga_error(ctx, GL_INVALID_VALUE, "glObjectPtrLabel: label of %zu characters", size);
      return;
   }
   struct ga_sync *sync = ga_sync_get(ctx, (GLsync)ptr);
   if (!sync) {
      ga_error(ctx, GL_INVALID_VALUE, "glObjectPtrLabel: %p is not a sync object", ptr);
      return;
   }
   if (size > 0 && !(copy = copy_label(label, size))) {
      ga_oom(ctx, "glObjectPtrLabel");
   } else {
      ga_lock(ctx, &ctx->share->syncs.lock);
      char *old = sync->label;
      sync->label = copy;
      ga_unlock(ctx, &ctx->share->syncs.lock);
      free(old);
   }
   ga_sync_unref(sync);
}

void ga_GetObjectPtrLabel(struct ga_context *ctx, const void *ptr, GLsizei size, GLsizei *length, GLchar *label)
{
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetObjectPtrLabel: bufSize %d is negative", size);
      return;
   }
   struct ga_sync *sync = ga_sync_get(ctx, (GLsync)ptr);
   if (!sync) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetObjectPtrLabel: %p is not a sync object", ptr);
      return;
   }
   ga_lock(ctx, &ctx->share->syncs.lock);
   return_label(sync->label, size, length, label);
   ga_unlock(ctx, &ctx->share->syncs.lock);
   ga_sync_unref(sync);
}

/* ---- EXT_debug_label -------------------------------------------------------------------------------------------------------- */

/* KHR_debug's name of a type; GL_NONE: not a type of EXT_debug_label. */
static GLenum identifier_of(const struct ga_context *ctx, GLenum type)
{
   switch (type) {
   case GL_BUFFER_OBJECT_EXT: return GL_BUFFER;
   case GL_SHADER_OBJECT_EXT: return GL_SHADER;
   case GL_PROGRAM_OBJECT_EXT: return GL_PROGRAM;
   case GL_VERTEX_ARRAY_OBJECT_EXT: return ga_has(ctx, GA_FEATURE_vertex_array_object) ? GL_VERTEX_ARRAY : GL_NONE;
   case GL_QUERY_OBJECT_EXT: return GL_QUERY;
   case GL_PROGRAM_PIPELINE_OBJECT_EXT: return ga_has(ctx, GA_FEATURE_separate_shader_objects) ? GL_PROGRAM_PIPELINE : GL_NONE;
   case GL_SAMPLER: return ga_has(ctx, GA_FEATURE_sampler_objects) ? GL_SAMPLER : GL_NONE;
   case GL_TRANSFORM_FEEDBACK: return ga_has(ctx, GA_FEATURE_transform_feedback_object) ? GL_TRANSFORM_FEEDBACK : GL_NONE;
   case GL_TEXTURE:
   case GL_FRAMEBUFFER:
   case GL_RENDERBUFFER: return type;
   default: return GL_NONE;
   }
}

void ga_LabelObjectEXT(struct ga_context *ctx, GLenum type, GLuint object, GLsizei length, const GLchar *label)
{
   const GLenum identifier = identifier_of(ctx, type);
   char *copy = NULL;
   bool kind;
   if (identifier == GL_NONE) {
      ga_error(ctx, GL_INVALID_ENUM, "glLabelObjectEXT: type %s is not accepted by this command", ga_enum_name(type));
      return;
   }
   if (length < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glLabelObjectEXT: length %d is negative", length);
      return;
   }
   const size_t size = !label ? 0 : length ? (size_t)length : strlen(label);
   if (size > 0 && !(copy = copy_label(label, size)))
      ga_oom(ctx, "glLabelObjectEXT");
   else if (!set_label(ctx, identifier, object, copy, &kind))
      ga_error(ctx, GL_INVALID_OPERATION, "glLabelObjectEXT: no %s %u", ga_enum_name(type), object);
}

void ga_GetObjectLabelEXT(struct ga_context *ctx, GLenum type, GLuint object, GLsizei size, GLsizei *length, GLchar *label)
{
   const GLenum identifier = identifier_of(ctx, type);
   bool kind;
   if (identifier == GL_NONE)
      ga_error(ctx, GL_INVALID_ENUM, "glGetObjectLabelEXT: type %s is not accepted by this command", ga_enum_name(type));
   else if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGetObjectLabelEXT: bufSize %d is negative", size);
   else if (!get_label(ctx, identifier, object, size, length, label, &kind))
      ga_error(ctx, GL_INVALID_OPERATION, "glGetObjectLabelEXT: no %s %u", ga_enum_name(type), object);
}
