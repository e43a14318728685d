/* ge_glvnd.c: the interface to libglvnd: __egl_Main, and functions for the generated stubs. A stub is a vendor-neutral function of
 * an extension that libglvnd does not implement: it calls the vendor that owns the display or device. */
#include "egl/ge_entry.h"
#include "egl/ge_gbm.h"

#include <glvnd/libeglabi.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static const __EGLapiExports *glvnd;

static void *target(__EGLvendorInfo *vendor, int stub, EGLint error)
{
   glvnd->threadInit();
   if (!vendor) {
      glvnd->setEGLError(error);
      return NULL;
   }
   if (!glvnd->setLastVendor(vendor))
      return NULL;
   return (void *)glvnd->fetchDispatchEntry(vendor, ge_stub_index[stub]);
}

void *ge_stub_by_display(EGLDisplay dpy, int stub)
{
   return target(glvnd->getVendorFromDisplay(dpy), stub, EGL_BAD_DISPLAY);
}

void *ge_stub_by_device(EGLDeviceEXT dev, int stub)
{
   return target(glvnd->getVendorFromDevice(dev), stub, EGL_BAD_DEVICE_EXT);
}

static int find_stub(const char *name)
{
   for (unsigned i = 0; i < ge_stub_count; i++)
      if (!strcmp(ge_stubs[i].name, name))
         return (int)i;
   return -1;
}

static void *get_dispatch_address(const char *name)
{
   int i = find_stub(name);
   return i >= 0 ? ge_stubs[i].address : NULL;
}

static void set_dispatch_index(const char *name, int index)
{
   int i = find_stub(name);
   if (i >= 0)
      ge_stub_index[i] = index;
}

/* EGL_NONE: the default display. */
static EGLDisplay get_platform_display(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   ge_begin("eglGetPlatformDisplay");
   return ge_display_get(platform, native, attribs);
}

/* eglGetDisplay(native) of libglvnd: EGL_NONE where the pointer is unknown here. */
static EGLenum find_native_platform(void *native)
{
   return ge_gbm_device_find(native) ? EGL_PLATFORM_GBM_KHR : EGL_NONE;
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
   ge_image_install_lookup(); /* once, before any thread can use it */
   imports->getPlatformDisplay = get_platform_display;
   imports->getSupportsAPI = get_supports_api;
   imports->getVendorString = get_vendor_string;
   imports->getProcAddress = ge_get_proc_address;
   imports->getDispatchAddress = get_dispatch_address;
   imports->setDispatchIndex = set_dispatch_index;
   imports->findNativeDisplayPlatform = find_native_platform;
   return EGL_TRUE;
}
