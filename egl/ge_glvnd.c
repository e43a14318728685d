/* ge_glvnd.c: the face towards libglvnd: __egl_Main, and the vendor-neutral stubs of the display and device extensions
 * that libglvnd itself does not know. */
#include "egl/ge_platform.h"

#include <glvnd/libeglabi.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static const __EGLapiExports *glvnd;

/* The extension commands with their dispatch index, given by libglvnd at load time. */
enum stub {
   STUB_ClientWaitSyncKHR, STUB_CreateImageKHR, STUB_CreateSyncKHR, STUB_DestroyImageKHR, STUB_DestroySyncKHR,
   STUB_DupNativeFenceFDANDROID, STUB_ExportDMABUFImageMESA, STUB_ExportDMABUFImageQueryMESA,
   STUB_GetDisplayDriverConfig, STUB_GetDisplayDriverName, STUB_GetSyncAttribKHR, STUB_QueryDeviceAttribEXT,
   STUB_QueryDeviceBinaryEXT, STUB_QueryDeviceStringEXT, STUB_QueryDmaBufFormatsEXT, STUB_QueryDmaBufModifiersEXT,
   STUB_WaitSyncKHR, STUB_COUNT,
};
static int stub_index[STUB_COUNT];

static void *target(__EGLvendorInfo *vendor, enum stub stub, EGLint error)
{
   glvnd->threadInit();
   if (!vendor) {
      glvnd->setEGLError(error);
      return NULL;
   }
   if (!glvnd->setLastVendor(vendor))
      return NULL;
   return (void *)glvnd->fetchDispatchEntry(vendor, stub_index[stub]);
}

#define BY_DISPLAY(stub) target(glvnd->getVendorFromDisplay(dpy), STUB_##stub, EGL_BAD_DISPLAY)
#define BY_DEVICE(stub) target(glvnd->getVendorFromDevice(dev), STUB_##stub, EGL_BAD_DEVICE_EXT)
/* A stub: finds the vendor, then calls it with the same arguments; `none` is returned when there is no vendor. */
#define STUB(ret, name, params, args, find, none) \
   static ret EGLAPIENTRY stub_##name params \
   { \
      ret(EGLAPIENTRY * function) params = (ret(EGLAPIENTRY *) params)find(name); \
      return function ? function args : none; \
   }

STUB(EGLint, ClientWaitSyncKHR, (EGLDisplay dpy, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout),
     (dpy, sync, flags, timeout), BY_DISPLAY, EGL_FALSE)
STUB(EGLImageKHR, CreateImageKHR,
     (EGLDisplay dpy, EGLContext ctx, EGLenum type, EGLClientBuffer buffer, const EGLint *attribs),
     (dpy, ctx, type, buffer, attribs), BY_DISPLAY, EGL_NO_IMAGE_KHR)
STUB(EGLSyncKHR, CreateSyncKHR, (EGLDisplay dpy, EGLenum type, const EGLint *attribs), (dpy, type, attribs), BY_DISPLAY,
     EGL_NO_SYNC_KHR)
STUB(EGLBoolean, DestroyImageKHR, (EGLDisplay dpy, EGLImageKHR image), (dpy, image), BY_DISPLAY, EGL_FALSE)
STUB(EGLBoolean, DestroySyncKHR, (EGLDisplay dpy, EGLSyncKHR sync), (dpy, sync), BY_DISPLAY, EGL_FALSE)
STUB(EGLint, DupNativeFenceFDANDROID, (EGLDisplay dpy, EGLSyncKHR sync), (dpy, sync), BY_DISPLAY,
     EGL_NO_NATIVE_FENCE_FD_ANDROID)
STUB(EGLBoolean, ExportDMABUFImageMESA,
     (EGLDisplay dpy, EGLImageKHR image, int *fds, EGLint *strides, EGLint *offsets),
     (dpy, image, fds, strides, offsets), BY_DISPLAY, EGL_FALSE)
STUB(EGLBoolean, ExportDMABUFImageQueryMESA,
     (EGLDisplay dpy, EGLImageKHR image, int *fourcc, int *planes, EGLuint64KHR *modifiers),
     (dpy, image, fourcc, planes, modifiers), BY_DISPLAY, EGL_FALSE)
STUB(char *, GetDisplayDriverConfig, (EGLDisplay dpy), (dpy), BY_DISPLAY, NULL)
STUB(const char *, GetDisplayDriverName, (EGLDisplay dpy), (dpy), BY_DISPLAY, NULL)
STUB(EGLBoolean, GetSyncAttribKHR, (EGLDisplay dpy, EGLSyncKHR sync, EGLint attrib, EGLint *value),
     (dpy, sync, attrib, value), BY_DISPLAY, EGL_FALSE)
STUB(EGLBoolean, QueryDeviceAttribEXT, (EGLDeviceEXT dev, EGLint attrib, EGLAttrib *value), (dev, attrib, value),
     BY_DEVICE, EGL_FALSE)
STUB(EGLBoolean, QueryDeviceBinaryEXT, (EGLDeviceEXT dev, EGLint name, EGLint max, void *value, EGLint *size),
     (dev, name, max, value, size), BY_DEVICE, EGL_FALSE)
STUB(const char *, QueryDeviceStringEXT, (EGLDeviceEXT dev, EGLint name), (dev, name), BY_DEVICE, NULL)
STUB(EGLBoolean, QueryDmaBufFormatsEXT, (EGLDisplay dpy, EGLint max, EGLint *formats, EGLint *count),
     (dpy, max, formats, count), BY_DISPLAY, EGL_FALSE)
STUB(EGLBoolean, QueryDmaBufModifiersEXT,
     (EGLDisplay dpy, EGLint format, EGLint max, EGLuint64KHR *modifiers, EGLBoolean *external_only, EGLint *count),
     (dpy, format, max, modifiers, external_only, count), BY_DISPLAY, EGL_FALSE)
STUB(EGLint, WaitSyncKHR, (EGLDisplay dpy, EGLSyncKHR sync, EGLint flags), (dpy, sync, flags), BY_DISPLAY, EGL_FALSE)

static const struct { const char *name; void *address; } stubs[STUB_COUNT] = {
#define ROW(name) [STUB_##name] = {"egl" #name, (void *)stub_##name}
   ROW(ClientWaitSyncKHR), ROW(CreateImageKHR), ROW(CreateSyncKHR), ROW(DestroyImageKHR), ROW(DestroySyncKHR),
   ROW(DupNativeFenceFDANDROID), ROW(ExportDMABUFImageMESA), ROW(ExportDMABUFImageQueryMESA),
   ROW(GetDisplayDriverConfig), ROW(GetDisplayDriverName), ROW(GetSyncAttribKHR), ROW(QueryDeviceAttribEXT),
   ROW(QueryDeviceBinaryEXT), ROW(QueryDeviceStringEXT), ROW(QueryDmaBufFormatsEXT), ROW(QueryDmaBufModifiersEXT),
   ROW(WaitSyncKHR),
#undef ROW
};

static int find_stub(const char *name)
{
   for (int i = 0; i < STUB_COUNT; i++)
      if (!strcmp(stubs[i].name, name))
         return i;
   return -1;
}

static void *get_dispatch_address(const char *name)
{
   int i = find_stub(name);
   return i >= 0 ? stubs[i].address : NULL;
}

static void set_dispatch_index(const char *name, int index)
{
   int i = find_stub(name);
   if (i >= 0)
      stub_index[i] = index;
}

/* EGL_NONE: the default display. */
static EGLDisplay get_platform_display(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   ge_begin("eglGetPlatformDisplay");
   return ge_display_get(platform, native, attribs);
}

static EGLBoolean get_supports_api(EGLenum api)
{
   return api == EGL_OPENGL_ES_API || api == EGL_OPENGL_API;
}

static const char *get_vendor_string(int name)
{
   return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS
             ? GE_PLATFORM_EXTENSIONS " EGL_KHR_display_reference" : NULL;
}

PUBLIC EGLBoolean __egl_Main(uint32_t version, const __EGLapiExports *exports, __EGLvendorInfo *vendor,
                             __EGLapiImports *imports);

PUBLIC EGLBoolean __egl_Main(uint32_t version, const __EGLapiExports *exports, __EGLvendorInfo *vendor,
                             __EGLapiImports *imports)
{
   (void)vendor;
   if (EGL_VENDOR_ABI_GET_MAJOR_VERSION(version) != EGL_VENDOR_ABI_MAJOR_VERSION)
      return EGL_FALSE;
   glvnd = exports;
   imports->getPlatformDisplay = get_platform_display;
   imports->getSupportsAPI = get_supports_api;
   imports->getVendorString = get_vendor_string;
   imports->getProcAddress = ge_get_proc_address;
   imports->getDispatchAddress = get_dispatch_address;
   imports->setDispatchIndex = set_dispatch_index;
   return EGL_TRUE;
}
