/* doctor_live.c: the vendor that libEGL selects in this process for each platform that needs no window system. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <string.h>

#include "tools/doctor/doctor.h"

static void ask(struct doctor *d, const char *name, EGLDisplay dpy, const char *mend)
{
   EGLint major, minor;
   if (!dpy || !eglInitialize(dpy, &major, &minor)) {
      doctor_say(d, DOCTOR_PROBLEM, "GLOAM_DEBUG=1 gloam-info    (prints the reason)", "%s: no display (EGL error 0x%04x)", name,
                 (unsigned)eglGetError());
      return;
   }
   const char *vendor = eglQueryString(dpy, EGL_VENDOR);
   const bool is_gloam = vendor && strstr(vendor, "gloam");
   doctor_say(d, is_gloam ? DOCTOR_OK : DOCTOR_PROBLEM, is_gloam ? NULL : mend, "%s: EGL %d.%d of vendor %s", name, major, minor,
              vendor ? vendor : "(none)");
   eglTerminate(dpy);
}

void doctor_live(struct doctor *d)
{
   doctor_part("what libEGL answers");
   PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   ask(d, "default display", eglGetDisplay(EGL_DEFAULT_DISPLAY), "EGL_PLATFORM=surfaceless program    (or see the vendors above)");
   if (get)
      ask(d, "surfaceless", get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), "see the vendors above");
}
