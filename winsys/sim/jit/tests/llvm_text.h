/* llvm_text.h: a module of text, worked on, as text again. */
#ifndef LLVM_TEXT_H
#define LLVM_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "winsys/sim/jit/llvm_passes.h"

/* What is left is valid for LLVM. The caller disposes of it (LLVMDisposeMessage). */
static inline char *llvm_text(const char *text, unsigned lanes, void work(LLVMModuleRef, unsigned lanes))
{
   LLVMContextRef ctx = LLVMContextCreate();
   LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
   LLVMModuleRef module = NULL;
   char *message = NULL;
   if (LLVMParseIRInContext(ctx, buffer, &module, &message))
      fail_msg("%s", message);
   work(module, lanes);
   if (LLVMVerifyModule(module, LLVMReturnStatusAction, &message))
      fail_msg("%s", message);
   LLVMDisposeMessage(message);
   char *out = LLVMPrintModuleToString(module);
   LLVMDisposeModule(module);
   LLVMContextDispose(ctx);
   return out;
}

static inline unsigned llvm_text_count(const char *text, const char *what)
{
   unsigned n = 0;
   for (const char *p = text; (p = strstr(p, what)) != NULL; p += strlen(what))
      n++;
   return n;
}

#endif
