/* ge_error.c: the thread's EGL error, and EGL_KHR_debug: each error has a message with its reason. */
#include "egl/ge_internal.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/ut_debug.h"
#include "util/ut_fork.h"

static UT_LOCK_DEFINE(debug_lock, UT_LOCK_EGL_DEBUG, NULL)
/* EGL_KHR_debug: critical and error messages are enabled by default. Under debug_lock. */
static EGLDEBUGPROCKHR debug_callback;
static unsigned debug_enabled = 1 << 0 | 1 << 1; /* bit = EGL_DEBUG_MSG_*_KHR - EGL_DEBUG_MSG_CRITICAL_KHR */

static const char *error_name(EGLint error)
{
   static const char *const names[] = {
      "EGL_SUCCESS", "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS", "EGL_BAD_ALLOC", "EGL_BAD_ATTRIBUTE", "EGL_BAD_CONFIG",
      "EGL_BAD_CONTEXT", "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY", "EGL_BAD_MATCH", "EGL_BAD_NATIVE_PIXMAP",
      "EGL_BAD_NATIVE_WINDOW", "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE", "EGL_CONTEXT_LOST"};
   if (error >= EGL_SUCCESS && error <= EGL_CONTEXT_LOST)
      return names[error - EGL_SUCCESS];
   return error == EGL_BAD_DEVICE_EXT ? "EGL_BAD_DEVICE_EXT" : "EGL error";
}

void ge_begin(const char *command)
{
   struct ge_thread *t = ge_thread();
   t->command = command;
   t->error = EGL_SUCCESS;
   t->object_label = NULL;
}

void ge_object_label(EGLLabelKHR label)
{
   ge_thread()->object_label = label;
}

EGLBoolean ge_error(EGLint error, const char *format, ...)
{
   struct ge_thread *t = ge_thread();
   t->error = error;
   char text[512];
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof(text), format, args);
   va_end(args);
   if (ut_debug_flags() & UT_DEBUG_ERROR)
      ut_log("egl", "%s: %s: %s", t->command ? t->command : "?", error_name(error), text);

   EGLint type = error == EGL_BAD_ALLOC || error == EGL_CONTEXT_LOST ? EGL_DEBUG_MSG_CRITICAL_KHR
                                                                       : EGL_DEBUG_MSG_ERROR_KHR;
   ut_lock(&debug_lock);
   EGLDEBUGPROCKHR callback = debug_enabled >> (type - EGL_DEBUG_MSG_CRITICAL_KHR) & 1 ? debug_callback : NULL;
   ut_unlock(&debug_lock);
   if (callback)
      callback((EGLenum)error, t->command, type, t->label, t->object_label, text);
   return EGL_FALSE;
}

EGLint ge_debug_control(EGLDEBUGPROCKHR callback, const EGLAttrib *attribs)
{
   ut_lock(&debug_lock);
   unsigned enabled = debug_enabled;
   ut_unlock(&debug_lock);
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      if (*a < EGL_DEBUG_MSG_CRITICAL_KHR || *a > EGL_DEBUG_MSG_INFO_KHR) {
         ge_error(EGL_BAD_ATTRIBUTE, "message type 0x%x: EGL_DEBUG_MSG_CRITICAL_KHR, _ERROR_KHR, _WARN_KHR and _INFO_KHR exist",
                  (unsigned)*a);
         return EGL_BAD_ATTRIBUTE;
      }
      unsigned bit = 1u << (*a - EGL_DEBUG_MSG_CRITICAL_KHR);
      enabled = a[1] ? enabled | bit : enabled & ~bit;
   }
   ut_lock(&debug_lock);
   debug_callback = callback;
   debug_enabled = callback ? enabled : 1 << 0 | 1 << 1; /* a NULL callback restores the initial state */
   ut_unlock(&debug_lock);
   return EGL_SUCCESS;
}

EGLBoolean ge_debug_query(EGLint attribute, EGLAttrib *value)
{
   ut_lock(&debug_lock);
   EGLBoolean known = EGL_TRUE;
   if (attribute >= EGL_DEBUG_MSG_CRITICAL_KHR && attribute <= EGL_DEBUG_MSG_INFO_KHR)
      *value = debug_enabled >> (attribute - EGL_DEBUG_MSG_CRITICAL_KHR) & 1 ? EGL_TRUE : EGL_FALSE;
   else if (attribute == EGL_DEBUG_CALLBACK_KHR)
      *value = (EGLAttrib)debug_callback;
   else
      known = EGL_FALSE;
   ut_unlock(&debug_lock);
   return known ? EGL_TRUE : ge_error(EGL_BAD_ATTRIBUTE, "debug attribute 0x%x: the message types and EGL_DEBUG_CALLBACK_KHR "
                                      "exist", attribute);
}
