/* ga_memory_objects.c: commands of memory objects (EXT_memory_object, EXT_memory_object_fd). The specification names few errors; names
 * without an object are GL_INVALID_VALUE, as those of glTexStorageMem*. */
#include <unistd.h>

#include "ga_entry.h"
#include "gl-api/object/ga_memory.h"
#include "state/pipe.h"

void ga_CreateMemoryObjectsEXT(struct ga_context *ctx, GLsizei n, GLuint *memoryObjects)
{
   static const char command[] = "glCreateMemoryObjectsEXT";
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
   else if (!ga_memory_create(ctx, n, memoryObjects))
      ga_oom(ctx, command);
}

void ga_DeleteMemoryObjectsEXT(struct ga_context *ctx, GLsizei n, const GLuint *memoryObjects)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteMemoryObjectsEXT: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_memory_delete(ctx, memoryObjects[i]);
}

GLboolean ga_IsMemoryObjectEXT(struct ga_context *ctx, GLuint memoryObject)
{
   struct ga_memory object;
   return ga_memory_get(ctx, memoryObject, &object);
}

/* GL_PROTECTED_MEMORY_OBJECT_EXT comes with EXT_protected_textures, which no device of this driver has. */
static bool legal_parameter(struct ga_context *ctx, GLenum pname, const char *command)
{
   if (pname == GL_DEDICATED_MEMORY_OBJECT_EXT)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   return false;
}

static void raise_error(struct ga_context *ctx, GLenum error, GLuint name, const char *command)
{
   if (error == GL_INVALID_VALUE)
      ga_error(ctx, error, "%s: %u is not a memory object", command, name);
   else if (error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: memory object %u is immutable: it has memory", command, name);
}

void ga_MemoryObjectParameterivEXT(struct ga_context *ctx, GLuint memoryObject, GLenum pname, const GLint *params)
{
   static const char command[] = "glMemoryObjectParameterivEXT";
   if (legal_parameter(ctx, pname, command))
      raise_error(ctx, ga_memory_set_dedicated(ctx, memoryObject, params[0] != 0), memoryObject, command);
}

void ga_GetMemoryObjectParameterivEXT(struct ga_context *ctx, GLuint memoryObject, GLenum pname, GLint *params)
{
   static const char command[] = "glGetMemoryObjectParameterivEXT";
   struct ga_memory object;
   if (!legal_parameter(ctx, pname, command))
      return;
   if (ga_memory_get(ctx, memoryObject, &object))
      params[0] = object.dedicated;
   else
      raise_error(ctx, GL_INVALID_VALUE, memoryObject, command);
}

/* fd belongs to the GL after success alone. */
void ga_ImportMemoryFdEXT(struct ga_context *ctx, GLuint memory, GLuint64 size, GLenum handleType, GLint fd)
{
   static const char command[] = "glImportMemoryFdEXT";
   struct ga_memory object;
   struct pipe_memory_object *imported;
   char why[160];
   if (handleType != GL_HANDLE_TYPE_OPAQUE_FD_EXT) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: handle type %s is not accepted by this command", command, ga_enum_name(handleType));
   } else if (!ga_memory_get(ctx, memory, &object) || object.memory) {
      raise_error(ctx, ga_memory_import(ctx, memory, NULL), memory, command);
   } else if (!size) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size 0", command);
   } else if (!(imported = ctx->screen->impl->memory_from_fd(ctx->screen, fd, size, why, sizeof(why)))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %llu bytes of descriptor %d: %s", command, (unsigned long long)size, fd, why);
   } else {
      const GLenum error = ga_memory_import(ctx, memory, imported); /* another context may have changed the object */
      if (error == GL_NO_ERROR)
         close(fd);
      else
         pipe_memory_unref(imported);
      raise_error(ctx, error, memory, command);
   }
}
