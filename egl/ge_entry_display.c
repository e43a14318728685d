/* ge_entry_display.c: commands on displays and devices, errors, EGL_MESA_query_driver and EGL_KHR_debug. */
#include "egl/ge_entry.h"

#include <string.h>

/* ---- client and display queries ---- */

const char *ge_query_string(const struct ge_session *session, EGLint name)
{
   if (!session) {
      switch (name) {
      case EGL_VERSION:
         return "1.5";
      case EGL_EXTENSIONS:
         return "EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query "
                "EGL_EXT_platform_base EGL_KHR_client_get_all_proc_addresses EGL_KHR_debug EGL_KHR_display_reference "
                "EGL_KHR_platform_base " GE_PLATFORM_EXTENSIONS;
      }
      return NULL;
   }
   switch (name) {
   case EGL_VENDOR: return "gloam";
   case EGL_VERSION: return "1.5 gloam " GLOAM_VERSION;
   case EGL_CLIENT_APIS: return ge_renderable_types(session) & EGL_OPENGL_BIT ? "OpenGL_ES OpenGL " : "OpenGL_ES ";
   case EGL_EXTENSIONS: return session->extensions;
   }
   return NULL;
}

EGLint ge_GetError(void)
{
   struct ge_thread *t = ge_thread();
   EGLint error = t->error;
   t->error = EGL_SUCCESS;
   return error;
}

EGLDisplay ge_GetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   return ge_display_get(platform, native, attribs);
}

EGLDisplay ge_GetDisplay(EGLNativeDisplayType native)
{
   return ge_display_get(EGL_NONE, (void *)native, NULL);
}

EGLBoolean ge_Initialize(EGLDisplay handle, EGLint *major, EGLint *minor)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not an EGLDisplay", handle);
   if (!ge_display_initialize(dpy))
      return EGL_FALSE;
   if (major)
      *major = 1;
   if (minor)
      *minor = 5;
   return EGL_TRUE;
}

EGLBoolean ge_Terminate(EGLDisplay handle)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not an EGLDisplay", handle);
   ge_display_terminate(dpy);
   return EGL_TRUE;
}

const char *ge_QueryString(EGLDisplay handle, EGLint name)
{
   if (handle == EGL_NO_DISPLAY) {
      const char *text = ge_query_string(NULL, name);
      if (!text)
         ge_error(EGL_BAD_DISPLAY, "0x%x needs a display: without one there are EGL_VERSION and EGL_EXTENSIONS", name);
      return text;
   }
   GE_SESSION(session, handle);
   const char *text = session ? ge_query_string(session, name) : NULL;
   if (session && !text)
      ge_error(EGL_BAD_PARAMETER, "0x%x has no string: EGL_VENDOR, EGL_VERSION, EGL_CLIENT_APIS and EGL_EXTENSIONS have", name);
   return text;
}

EGLBoolean ge_BindAPI(EGLenum api)
{
   if (api != EGL_OPENGL_ES_API && api != EGL_OPENGL_API)
      return ge_error(EGL_BAD_PARAMETER, "0x%x is not a supported client API: EGL_OPENGL_ES_API and EGL_OPENGL_API are", api);
   ge_thread()->api = api;
   return EGL_TRUE;
}

EGLenum ge_QueryAPI(void)
{
   return ge_thread()->api;
}

EGLBoolean ge_ReleaseThread(void)
{
   ge_release_thread();
   return EGL_TRUE;
}

/* ---- devices ---- */

EGLBoolean ge_QueryDevicesEXT(EGLint max, EGLDeviceEXT *devices, EGLint *count)
{
   if (!count || (devices && max <= 0))
      return ge_error(EGL_BAD_PARAMETER, "the count is NULL, or there is an array and max is not positive");
   EGLint n = 0;
   for (struct ge_device *dev = ge_devices(); dev && (!devices || n < max); dev = dev->next, n++)
      if (devices)
         devices[n] = dev;
   *count = n;
   return EGL_TRUE;
}

const char *ge_QueryDeviceStringEXT(EGLDeviceEXT device, EGLint name)
{
   if (!ge_device_is_valid(device)) {
      ge_error(EGL_BAD_DEVICE_EXT, "%p is not a device of eglQueryDevicesEXT", device);
      return NULL;
   }
   const char *text = ge_device_string(device, name);
   if (!text)
      ge_error(EGL_BAD_PARAMETER, "0x%x has no string on this device", name);
   return text;
}

EGLBoolean ge_QueryDeviceAttribEXT(EGLDeviceEXT device, EGLint attrib, EGLAttrib *value)
{
   if (!ge_device_is_valid(device))
      return ge_error(EGL_BAD_DEVICE_EXT, "%p is not a device of eglQueryDevicesEXT", device);
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a device attribute", attrib);
}

EGLBoolean ge_QueryDeviceBinaryEXT(EGLDeviceEXT device, EGLint name, EGLint max, void *value, EGLint *size)
{
   if (!ge_device_is_valid(device))
      return ge_error(EGL_BAD_DEVICE_EXT, "%p is not a device of eglQueryDevicesEXT", device);
   return ge_device_binary(device, name, max, value, size);
}

EGLBoolean ge_QueryDisplayAttribEXT(EGLDisplay handle, EGLint attrib, EGLAttrib *value)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not an EGLDisplay", handle);
   if (!value)
      return ge_error(EGL_BAD_PARAMETER, "value is NULL");
   if (attrib == EGL_DEVICE_EXT) {
      GE_SESSION(session, handle);
      if (!session)
         return EGL_FALSE;
      *value = (EGLAttrib)dpy->device;
   } else if (attrib == EGL_TRACK_REFERENCES_KHR) {
      *value = dpy->track_references;
   } else {
      return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a display attribute", attrib);
   }
   return EGL_TRUE;
}

/* ---- EGL_MESA_query_driver, EGL_KHR_debug ---- */

const char *ge_GetDisplayDriverName(EGLDisplay handle)
{
   GE_SESSION(session, handle);
   return session ? "gloam" : NULL;
}

/* XML of the driver's options: none, gloam is configured by environment variables. The caller frees it. */
char *ge_GetDisplayDriverConfig(EGLDisplay handle)
{
   GE_SESSION(session, handle);
   return session ? strdup("<?xml version=\"1.0\"?>\n<driinfo>\n</driinfo>\n") : NULL;
}

EGLint ge_DebugMessageControlKHR(EGLDEBUGPROCKHR callback, const EGLAttrib *attribs)
{
   return ge_debug_control(callback, attribs);
}

EGLBoolean ge_QueryDebugKHR(EGLint attribute, EGLAttrib *value)
{
   return ge_debug_query(attribute, value);
}

/* The object of a type of EGL_KHR_debug, a new reference; NULL: there is none. */
static struct ge_object *find_labelled(EGLDisplay handle, EGLenum type, EGLObjectKHR object)
{
   static const struct { EGLenum type; enum ge_object_kind kind; } kinds[] = {
      {EGL_OBJECT_CONTEXT_KHR, GE_CONTEXT}, {EGL_OBJECT_SURFACE_KHR, GE_SURFACE}, {EGL_OBJECT_IMAGE_KHR, GE_IMAGE},
      {EGL_OBJECT_SYNC_KHR, GE_SYNC}};
   GE_SESSION(session, handle);
   for (unsigned i = 0; session && i < sizeof(kinds) / sizeof(kinds[0]); i++)
      if (kinds[i].type == type)
         return ge_object_get(session, object, kinds[i].kind);
   return NULL;
}

EGLint ge_LabelObjectKHR(EGLDisplay handle, EGLenum type, EGLObjectKHR object, EGLLabelKHR label)
{
   if (type == EGL_OBJECT_THREAD_KHR) {
      ge_thread()->label = label;
      return EGL_SUCCESS;
   }
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy) {
      ge_error(EGL_BAD_DISPLAY, "%p is not an EGLDisplay", handle);
      return EGL_BAD_DISPLAY;
   }
   const bool is_display = type == EGL_OBJECT_DISPLAY_KHR && object == handle;
   struct ge_object *found = is_display ? NULL : find_labelled(handle, type, object);
   if (!is_display && !found) {
      ge_error(EGL_BAD_PARAMETER, "%p is not an object of type 0x%x on this display", object, type);
      return EGL_BAD_PARAMETER;
   }
   ut_lock(&ge_lock);
   *(is_display ? &dpy->label : &found->label) = label;
   ut_unlock(&ge_lock);
   ge_object_unref(found);
   return EGL_SUCCESS;
}

__eglMustCastToProperFunctionPointerType ge_GetProcAddress(const char *name)
{
   return (__eglMustCastToProperFunctionPointerType)ge_get_proc_address(name);
}
