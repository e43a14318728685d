/* cmd_gets.c: queries of state, strings, debug output, labels (OpenGL 4.6, chapters 20 and 22). */
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "commands.h"

static void values(void)
{
   GLboolean b[16];
   GLint i[64];
   GLfloat f[16];
   GLint64 i64[64];
   void *pointer;
   OK(GetBooleanv, GL_BLEND, b);
   ERR(INVALID_ENUM, GetBooleanv, BAD, b);
   OK(GetIntegerv, GL_VIEWPORT, i);
   EXPECT(i[2], 16);
   ERR(INVALID_ENUM, GetIntegerv, BAD, i);
   OK(GetFloatv, GL_BLEND_COLOR, f);
   ERR(INVALID_ENUM, GetFloatv, BAD, f);
   OK(GetInteger64v, GL_MAX_UNIFORM_BLOCK_SIZE, i64);
   ERR(INVALID_ENUM, GetInteger64v, BAD, i64);
   OK(GetBooleani_v, GL_COLOR_WRITEMASK, 1, b);
   ERR(INVALID_ENUM, GetBooleani_v, BAD, 0, b);
   ERR(INVALID_VALUE, GetBooleani_v, GL_COLOR_WRITEMASK, 1000, b);
   OK(GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, 1, i);
   ERR(INVALID_ENUM, GetIntegeri_v, BAD, 0, i);
   ERR(INVALID_VALUE, GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, 1000, i);
   OK(GetInteger64i_v, GL_UNIFORM_BUFFER_START, 1, i64);
   ERR(INVALID_ENUM, GetInteger64i_v, BAD, 0, i64);
   ERR(INVALID_VALUE, GetInteger64i_v, GL_UNIFORM_BUFFER_START, 1000, i64);
   OK(GetPointerv, GL_DEBUG_CALLBACK_FUNCTION, &pointer);
   ERR(INVALID_ENUM, GetPointerv, BAD, &pointer);
   OK(GetString, GL_VERSION);
   ERR(INVALID_ENUM, GetString, BAD);
   OK(GetStringi, GL_EXTENSIONS, 0);
   ERR(INVALID_ENUM, GetStringi, BAD, 0);
   ERR(INVALID_VALUE, GetStringi, GL_EXTENSIONS, 100000);
   OK(GetError);
   NO_ERROR(GetError);
   OK(GetGraphicsResetStatus);
   NO_ERROR(GetGraphicsResetStatus);
   OK(GetInternalformativ, GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, i);
   ERR(INVALID_ENUM, GetInternalformativ, BAD, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, i);
   ERR(INVALID_ENUM, GetInternalformativ, GL_RENDERBUFFER, GL_RGBA8, BAD, 1, i);
   ERR(INVALID_VALUE, GetInternalformativ, GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, -1, i);
   if (!desktop()) {
      ERR(INVALID_ENUM, GetInternalformativ, GL_RENDERBUFFER, BAD, GL_NUM_SAMPLE_COUNTS, 1, i);
      return;
   }
   GLdouble d[16];
   OK(GetDoublev, GL_DEPTH_RANGE, d);
   ERR(INVALID_ENUM, GetDoublev, BAD, d);
   OK(GetFloati_v, GL_VIEWPORT, 1, f);
   ERR(INVALID_ENUM, GetFloati_v, BAD, 0, f);
   ERR(INVALID_VALUE, GetFloati_v, GL_VIEWPORT, 1000, f);
   OK(GetDoublei_v, GL_DEPTH_RANGE, 1, d);
   ERR(INVALID_ENUM, GetDoublei_v, BAD, 0, d);
   ERR(INVALID_VALUE, GetDoublei_v, GL_DEPTH_RANGE, 1000, d);
   OK(GetInternalformati64v, GL_RENDERBUFFER, GL_RGBA8, GL_MAX_WIDTH, 1, i64);
   ERR(INVALID_ENUM, GetInternalformati64v, BAD, GL_RGBA8, GL_MAX_WIDTH, 1, i64);
   ERR(INVALID_ENUM, GetInternalformati64v, GL_RENDERBUFFER, GL_RGBA8, BAD, 1, i64);
   ERR(INVALID_VALUE, GetInternalformati64v, GL_RENDERBUFFER, GL_RGBA8, GL_MAX_WIDTH, -1, i64);
}

static void on_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *text, const void *user)
{
   (void)source, (void)type, (void)id, (void)severity, (void)length, (void)text, (void)user;
}

static void debug(void)
{
   const GLuint ids[] = {1};
   GLenum sources[4], types[4], severities[4];
   GLuint got[4];
   GLsizei lengths[4], length;
   char text[256];
   OK(DebugMessageCallback, on_message, NULL);
   NO_ERROR(DebugMessageCallback);
   gl.DebugMessageCallback(NULL, NULL);
   OK(DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_LOW, 0, NULL, GL_FALSE);
   OK(DebugMessageControl, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, GL_DONT_CARE, 1, ids, GL_TRUE);
   ERR(INVALID_ENUM, DebugMessageControl, BAD, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
   ERR(INVALID_ENUM, DebugMessageControl, GL_DONT_CARE, BAD, GL_DONT_CARE, 0, NULL, GL_TRUE);
   ERR(INVALID_ENUM, DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, BAD, 0, NULL, GL_TRUE);
   ERR(INVALID_VALUE, DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, -1, ids, GL_TRUE);
   ERR(INVALID_OPERATION, DebugMessageControl, GL_DONT_CARE, GL_DEBUG_TYPE_MARKER, GL_DONT_CARE, 1, ids, GL_TRUE);
   ERR(INVALID_OPERATION, DebugMessageControl, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, GL_DEBUG_SEVERITY_LOW, 1, ids, GL_TRUE);
   gl.Enable(GL_DEBUG_OUTPUT);
   OK(DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 1, GL_DEBUG_SEVERITY_HIGH, -1, "text");
   gl.Disable(GL_DEBUG_OUTPUT); /* errors are messages, too */
   ERR(INVALID_ENUM, DebugMessageInsert, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_MARKER, 1, GL_DEBUG_SEVERITY_HIGH, -1, "text");
   ERR(INVALID_ENUM, DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, BAD, 1, GL_DEBUG_SEVERITY_HIGH, -1, "text");
   ERR(INVALID_ENUM, DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 1, BAD, -1, "text");
   ERR(INVALID_VALUE, DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, 1, GL_DEBUG_SEVERITY_HIGH, 1000000, "text");
   OK(GetDebugMessageLog, 1, 256, sources, types, got, severities, lengths, text);
   ERR(INVALID_VALUE, GetDebugMessageLog, 1, -1, sources, types, got, severities, lengths, text);
   OK(PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, "group");
   ERR(INVALID_ENUM, PushDebugGroup, GL_DEBUG_SOURCE_API, 1, -1, "group");
   ERR(INVALID_VALUE, PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, 1000000, "group");
   OK(PopDebugGroup);
   ERR(STACK_UNDERFLOW, PopDebugGroup);
   GLint depth = 0;
   gl.GetIntegerv(GL_MAX_DEBUG_GROUP_STACK_DEPTH, &depth);
   for (GLint i = 1; i < depth; i++)
      gl.PushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "group");
   ERR(STACK_OVERFLOW, PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, "group");
   for (GLint i = 1; i < depth; i++)
      gl.PopDebugGroup();
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 4);
   const GLsync sync = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   OK(ObjectLabel, GL_BUFFER, buffer, -1, "label");
   ERR(INVALID_ENUM, ObjectLabel, BAD, buffer, -1, "label");
   ERR(INVALID_VALUE, ObjectLabel, GL_BUFFER, 1000, -1, "label");
   ERR(INVALID_VALUE, ObjectLabel, GL_BUFFER, buffer, 1000000, "label");
   if (compat()) { /* of the name: another list that it gets has it, too */
      const GLuint list = gl.GenLists(1);
      OK(ObjectLabel, GL_DISPLAY_LIST, list, -1, "list");
      gl.NewList(list, GL_COMPILE);
      gl.EndList();
      OK(GetObjectLabel, GL_DISPLAY_LIST, list, 256, &length, text);
      EXPECT(length, 4);
      ERR(INVALID_VALUE, ObjectLabel, GL_DISPLAY_LIST, 1000, -1, "label");
      gl.DeleteLists(list, 1);
   } else {
      ERR(INVALID_ENUM, ObjectLabel, GL_DISPLAY_LIST, 1, -1, "label");
   }
   OK(GetObjectLabel, GL_BUFFER, buffer, 256, &length, text);
   EXPECT(length, 5);
   ERR(INVALID_ENUM, GetObjectLabel, BAD, buffer, 256, &length, text);
   ERR(INVALID_VALUE, GetObjectLabel, GL_BUFFER, 1000, 256, &length, text);
   ERR(INVALID_VALUE, GetObjectLabel, GL_BUFFER, buffer, -1, &length, text);
   OK(ObjectPtrLabel, sync, -1, "label");
   ERR(INVALID_VALUE, ObjectPtrLabel, &depth, -1, "label");
   ERR(INVALID_VALUE, ObjectPtrLabel, sync, 1000000, "label");
   OK(GetObjectPtrLabel, sync, 256, &length, text);
   ERR(INVALID_VALUE, GetObjectPtrLabel, &depth, 256, &length, text);
   ERR(INVALID_VALUE, GetObjectPtrLabel, sync, -1, &length, text);
   if (has_extension("GL_EXT_debug_label")) {
      OK(LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer, 0, "label");
      ERR(INVALID_ENUM, LabelObjectEXT, BAD, buffer, 0, "label");
      ERR(INVALID_OPERATION, LabelObjectEXT, GL_BUFFER_OBJECT_EXT, 1000, 0, "label");
      ERR(INVALID_VALUE, LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer, -1, "label");
      OK(GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, 256, &length, text);
      ERR(INVALID_ENUM, GetObjectLabelEXT, BAD, buffer, 256, &length, text);
      ERR(INVALID_OPERATION, GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, 1000, 256, &length, text);
      ERR(INVALID_VALUE, GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, -1, &length, text);
   }
   if (has_extension("GL_EXT_debug_marker")) {
      OK(InsertEventMarkerEXT, 0, "event");
      OK(PushGroupMarkerEXT, 0, "group");
      OK(PopGroupMarkerEXT);
   }
   NO_ERROR(InsertEventMarkerEXT);
   NO_ERROR(PushGroupMarkerEXT);
   NO_ERROR(PopGroupMarkerEXT);
}

/* OES_EGL_image and EXT_EGL_image_storage. Mesa takes each pointer for an image and dereferences it. */
static void images(void)
{
   const PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   const GLuint texture = make_texture(GL_TEXTURE_2D, 4, 4);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   const EGLImageKHR image = create(eglGetCurrentDisplay(), eglGetCurrentContext(), EGL_GL_TEXTURE_2D,
                                    (EGLClientBuffer)(uintptr_t)texture, NULL);
   int not_an_image;
   GLuint name;
   gl.GenTextures(1, &name);
   gl.BindTexture(GL_TEXTURE_2D, name);
   OK(EGLImageTargetTexture2DOES, GL_TEXTURE_2D, image);
   ERR(INVALID_ENUM, EGLImageTargetTexture2DOES, BAD, image);
   ERR(INVALID_VALUE, EGLImageTargetTexture2DOES, GL_TEXTURE_2D, &not_an_image);
   gl.GenRenderbuffers(1, &name);
   gl.BindRenderbuffer(GL_RENDERBUFFER, name);
   OK(EGLImageTargetRenderbufferStorageOES, GL_RENDERBUFFER, image);
   ERR(INVALID_ENUM, EGLImageTargetRenderbufferStorageOES, BAD, image);
   ERR(INVALID_VALUE, EGLImageTargetRenderbufferStorageOES, GL_RENDERBUFFER, &not_an_image);
   if (!has_extension("GL_EXT_EGL_image_storage"))
      return;
   gl.GenTextures(1, &name);
   gl.BindTexture(GL_TEXTURE_2D, name);
   OK(EGLImageTargetTexStorageEXT, GL_TEXTURE_2D, image, NULL);
   ERR(INVALID_OPERATION, EGLImageTargetTexStorageEXT, GL_TEXTURE_2D, image, NULL);
   ERR(INVALID_OPERATION, EGLImageTargetTexStorageEXT, GL_TEXTURE_3D, image, NULL);
   ERR(INVALID_OPERATION, EGLImageTargetTexStorageEXT, GL_TEXTURE_CUBE_MAP, image, NULL);
   gl.GenTextures(1, &name);
   gl.BindTexture(GL_TEXTURE_2D, name);
   ERR(INVALID_VALUE, EGLImageTargetTexStorageEXT, GL_TEXTURE_2D, &not_an_image, NULL);
   const bool compression = has_extension("GL_EXT_EGL_image_storage_compression");
   static const GLint by_default[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT, GL_NONE};
   static const GLint rate[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_1BPC_EXT, GL_NONE};
   static const GLint unknown[] = {GL_TEXTURE_WIDTH, GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT, GL_NONE};
   ERR(INVALID_VALUE, EGLImageTargetTexStorageEXT, GL_TEXTURE_2D, image, unknown);
   ERR(INVALID_VALUE, EGLImageTargetTexStorageEXT, GL_TEXTURE_2D, image, rate);
   if (compression)
      OK(EGLImageTargetTexStorageEXT, GL_TEXTURE_2D, image, by_default);
   if (desktop()) {
      gl.CreateTextures(GL_TEXTURE_2D, 1, &name);
      ERR(INVALID_VALUE, EGLImageTargetTextureStorageEXT, name, image, unknown);
      if (compression)
         OK(EGLImageTargetTextureStorageEXT, name, image, by_default);
      gl.CreateTextures(GL_TEXTURE_2D, 1, &name);
      OK(EGLImageTargetTextureStorageEXT, name, image, NULL);
      ERR(INVALID_OPERATION, EGLImageTargetTextureStorageEXT, 1000, image, NULL);
      ERR(INVALID_OPERATION, EGLImageTargetTextureStorageEXT, name, image, NULL);
   }
}

/* Commands of extensions without a chapter of their own. */
static void extensions(void)
{
   const GLfloat depths[] = {0, 1, 0.5f, 0.25f};
   if (has_extension("GL_EXT_depth_bounds_test")) {
      OK(DepthBoundsEXT, 0.25, 0.75);
      ERR(INVALID_VALUE, DepthBoundsEXT, 0.75, 0.25);
   }
   if (has_extension("GL_OES_viewport_array")) {
      OK(DepthRangeArrayfvOES, 1, 2, depths);
      ERR(INVALID_VALUE, DepthRangeArrayfvOES, 15, 2, depths);
      OK(DepthRangeIndexedfOES, 1, 1, 0);
      ERR(INVALID_VALUE, DepthRangeIndexedfOES, 16, 1, 0);
   }
   if (has_extension("GL_OES_EGL_image"))
      images();
}

void cmd_gets(void)
{
   values();
   debug();
   extensions();
}
