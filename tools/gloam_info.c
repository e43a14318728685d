/* gloam_info.c: lists EGL devices, the default device, and gloam's environment variables; examines the installation.
 *   gloam-info              devices that libEGL reports
 *   gloam-info --env        environment variables with default and help
 *   gloam-info --doctor     findings about this system, each with the command that mends it; exit status 1: a problem.
 *                           --root FOLDER: of the files under FOLDER, for tests */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <string.h>

#include "tools/doctor/doctor.h"
#include "util/ut_debug.h"
#include "util/ut_env.h"

static void print_env(void)
{
   for (unsigned i = 0; i < UT_ENV_COUNT; i++)
      printf("%-28s default \"%s\"\n    %s\n", ut_env_infos[i].name, ut_env_infos[i].def, ut_env_infos[i].help);
   printf("\nflags of GLOAM_DEBUG\n");
   for (unsigned i = 0; i < UT_DEBUG_BIT_COUNT; i++)
      printf("    %-10s %s\n", ut_debug_infos[i].name, ut_debug_infos[i].help);
}

static const char *or_none(const char *text)
{
   return text ? text : "(none)";
}

static int print_device(unsigned index, EGLDeviceEXT device)
{
   PFNEGLQUERYDEVICESTRINGEXTPROC string =
      (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   const char *extensions = or_none(string(device, EGL_EXTENSIONS));
   int named = strstr(extensions, "EGL_EXT_device_query_name") != NULL;
   printf("device %u: %s%s\n", index, named ? or_none(string(device, EGL_RENDERER_EXT)) : "(unnamed)",
          index == 0 ? "  <- default" : "");
   if (strstr(extensions, "EGL_EXT_device_drm"))
      printf("   node         %s\n", or_none(string(device, EGL_DRM_DEVICE_FILE_EXT)));
   printf("   extensions   %s\n", extensions);
   EGLDisplay dpy = get(EGL_PLATFORM_DEVICE_EXT, device, NULL);
   if (!dpy || !eglInitialize(dpy, NULL, NULL)) {
      printf("   cannot be initialised: EGL error 0x%x (GLOAM_DEBUG=1 prints the reason)\n", eglGetError());
      return 1;
   }
   printf("   EGL          %s, vendor %s\n", or_none(eglQueryString(dpy, EGL_VERSION)),
          or_none(eglQueryString(dpy, EGL_VENDOR)));
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (ctx && eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx)) {
      printf("   OpenGL ES    %s\n   renderer     %s\n", or_none((const char *)glGetString(GL_VERSION)),
             or_none((const char *)glGetString(GL_RENDERER)));
      eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   }
   eglTerminate(dpy);
   return 0;
}

int main(int argc, char **argv)
{
   if (argc == 2 && !strcmp(argv[1], "--env")) {
      print_env();
      return 0;
   }
   if (argc == 2 && !strcmp(argv[1], "--doctor"))
      return doctor_run("");
   if (argc == 4 && !strcmp(argv[1], "--doctor") && !strcmp(argv[2], "--root"))
      return doctor_run(argv[3]);
   if (argc != 1) {
      fprintf(stderr, "usage: gloam-info [--env | --doctor [--root FOLDER]]\n");
      return 2;
   }
   PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
   EGLDeviceEXT devices[16];
   EGLint count = 0;
   if (!query || !query(16, devices, &count) || !count) {
      printf("libEGL reports no device: is gloam's vendor file installed, or set in __EGL_VENDOR_LIBRARY_FILENAMES?\n");
      return 1;
   }
   printf("GLOAM_DEVICE=%s\n", ut_env_str(UT_ENV_DEVICE));
   int result = 0;
   for (EGLint i = 0; i < count; i++)
      result |= print_device((unsigned)i, devices[i]);
   return result;
}
