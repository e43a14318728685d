/* sq_jit.c: the JIT's door: one per program cache. Programs are translated one at a time; LLVM is not touched before the
 * first. Where a program cannot be translated the interpreter runs it (GLOAM_DEBUG=perf says so). */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "util/ut_fork.h"
#include "util/ut_guard.h"
#include "winsys/sim/jit.h"

#define MAX_ABANDONED 8 /* target machines lost to fatal errors */
/* LLVM's time for these registers' lives grows with the square: 0.8 s of CPU for 800 instructions, 2 s for 1600, 19 s for 4300.
 * Translated with the least effort that is 0.3, 0.7, 1 s; straight code is no slower then, but loops are, several times. */
#define LARGE_PROGRAM 2000

unsigned sq_jit_options;

struct sq_jit {
   enum ut_isa isa;
   pthread_mutex_t lock;       /* everything below */
   struct jit_target *target;  /* NULL until needed */
   bool broken;
   unsigned abandoned;
   struct jit_code *code;
};

struct sq_jit *sq_jit_create(void)
{
   if (!strcmp(ut_env_str(UT_ENV_SIM_EXEC), "interp"))
      return NULL;
   if (!jit_memory_allowed()) {
      if (ut_debug_flags() & UT_DEBUG_PERF)
         ut_log("perf", "executable memory is refused: shaders are interpreted");
      return NULL;
   }
   struct sq_jit *jit = calloc(1, sizeof *jit);
   if (!jit)
      return NULL;
   jit->isa = ut_cpu_isa();
   pthread_mutex_init(&jit->lock, NULL);
   return jit;
}

void sq_jit_destroy(struct sq_jit *jit)
{
   if (!jit)
      return;
   for (struct jit_code *c = jit->code, *next; c; c = next) {
      next = c->next;
      jit_code_destroy(c);
   }
   jit_target_destroy(jit->target);
   pthread_mutex_destroy(&jit->lock);
   free(jit);
}

/* CPU time of this thread. */
static double now_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static sq_host_func *translate(struct sq_jit *jit, const struct sq_program *p, unsigned lanes, const struct jit_flow *flow,
                               struct jit_code *code, unsigned *fallbacks, const char **why)
{
   struct jit *j = calloc(1, sizeof *j);
   sq_host_func *f = NULL;
   if (!j)
      return NULL;
   j->p = p;
   j->flow = flow;
   j->lanes = lanes;
   j->isa = jit->isa;
   j->keep_registers = sq_jit_options & SQ_JIT_KEEP_REGISTERS;
   j->ctx = LLVMContextCreate();
   j->module = LLVMModuleCreateWithNameInContext("wave", j->ctx);
   j->b = LLVMCreateBuilderInContext(j->ctx);
   *why = "translation";
   if (jit_build(j)) {
      bool large = p->num_inst > LARGE_PROGRAM || sq_jit_options & SQ_JIT_LEAST_EFFORT;
      jit_target_set_attributes(jit->target, j);
      f = jit_target_compile(jit->target, j->module, large, code, why);
   }
   *fallbacks = j->fallbacks;
   LLVMDisposeBuilder(j->b);
   LLVMDisposeModule(j->module);
   LLVMContextDispose(j->ctx);
   free(j);
   return f;
}

/* Where host code lies, for `perf report`: a line of the file that it looks for. */
static void tell_profiler(const struct jit_code *code, const struct sq_program *p, unsigned lanes)
{
   char line[128];
   snprintf(line, sizeof line, "/tmp/perf-%d.map", (int)getpid());
   int fd = open(line, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
   if (fd < 0)
      return;
   int n = snprintf(line, sizeof line, "%zx %zx program %#llx, %u lanes\n", (size_t)(uintptr_t)code->memory, code->size_B,
                    (unsigned long long)p->va, lanes);
   if (write(fd, line, (size_t)n) != n)
      ut_log("perf", "no room for the profiler's map");
   close(fd);
}

/* Whether lanes that do not take part in a write to i or j of values keep what the wave began with, and somebody reads that. */
static bool keeps_ij(const struct sq_program *p, const struct jit_flow *flow)
{
   uint32_t ij = 0;
   for (unsigned n = 0; n < p->info.num_values; n++)
      ij |= p->info.value[n].ij < 31 ? 3u << p->info.value[n].ij : 0;
   for (uint32_t i = 0; i < p->num_inst; i++) {
      struct jit_effects e;
      jit_effects(&p->inst[i], &e);
      if (e.write[0] & ij && (flow->merge[i] || e.partial))
         return true;
   }
   return false;
}

static sq_host_func *compile(struct sq_jit *jit, struct sq_program *p, unsigned lanes)
{
   struct jit_flow flow;
   const char *why;
   double start = now_ms();
   unsigned fallbacks = 0;
   sq_host_func *f = NULL;
   struct jit_code *code = calloc(1, sizeof *code);
   if (!code)
      return NULL;
   if (jit_flow(p, sq_jit_options & SQ_JIT_MERGE_ALWAYS, sq_jit_options & SQ_JIT_KEEP_REGISTERS, &flow, &why)) {
      if (!p->host_wants && keeps_ij(p, &flow))
         p->host_wants = SQ_WANTS_INPUTS;
      f = translate(jit, p, lanes, &flow, code, &fallbacks, &why);
   }
   jit_flow_finish(&flow);
   if (f) {
      code->next = jit->code;
      jit->code = code;
   } else {
      free(code);
   }
   if (ut_debug_flags() & UT_DEBUG_PERF) {
      if (f)
         tell_profiler(code, p, lanes);
      if (f)
         ut_log("perf", "program %#llx, %u lanes: %u instructions (%u interpreted), %.2f ms of CPU", (unsigned long long)p->va,
                lanes, p->num_inst, fallbacks, now_ms() - start);
      else
         ut_log("perf", "program %#llx, %u lanes: interpreted: %s", (unsigned long long)p->va, lanes, why);
   }
   return f;
}

/* The newest code goes, and what LLVM keeps of the program: memory is short. */
static void drop_newest(struct sq_jit *jit)
{
   struct jit_code *code = jit->code;
   jit->code = code->next;
   jit_code_destroy(code);
}

static sq_host_func *compile_guarded(struct sq_jit *jit, struct sq_program *p, unsigned lanes, bool *no_memory)
{
   struct ut_guard guard;
   sq_host_func *volatile f = NULL;
   ut_guard_arm(&guard);
   if (setjmp(guard.jump) == 0) {
      if (!jit->target) {
         jit->target = jit_target_create(jit->isa);
         jit->broken = !jit->target;
      }
      if (jit->target)
         f = compile(jit, p, lanes);
   } else {
      jit->target = NULL; /* left in the middle: lost */
      jit->broken = ++jit->abandoned == MAX_ABANDONED;
      if (ut_debug_flags() & UT_DEBUG_PERF)
         ut_log("perf", "program %#llx, %u lanes: interpreted: LLVM: %s", (unsigned long long)p->va, lanes, guard.text);
   }
   *no_memory = ut_reserve_is_used();
   if (*no_memory) {
      if (f)
         drop_newest(jit);
      f = NULL;
      jit_target_destroy(jit->target);
      jit->target = NULL;
   }
   ut_guard_disarm(&guard);
   return f;
}

sq_host_func *sq_jit_compile(struct sq_jit *jit, struct sq_program *p, unsigned lanes, bool *no_memory)
{
   sq_host_func *f = NULL;
   *no_memory = false;
   if (!ut_fork_try_hold())
      return NULL; /* the process ends: what is submitted now is interpreted */
   pthread_mutex_lock(&jit->lock);
   if (!jit->broken)
      f = compile_guarded(jit, p, lanes, no_memory);
   pthread_mutex_unlock(&jit->lock);
   ut_fork_release();
   return f;
}
