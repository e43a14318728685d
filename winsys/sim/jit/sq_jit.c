/* sq_jit.c: one program to host code, under guard. Where a program cannot be translated the interpreter runs it
 * (GLOAM_DEBUG=perf says so). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/ut_debug.h"
#include "util/ut_guard.h"
#include "winsys/sim/jit/jit.h"

/* LLVM's time for registers' lives grows with the square: with AVX-512 0.8 s of CPU for 800 instructions, 2 s for 1600, 19 s
 * for 4300. Translated with the least effort that is 0.3, 0.7, 1 s; straight code is no slower then, but loops are, several
 * times. With loops over parts 2400 instructions take 0.3 s, 6200 take 0.9. */
#define LARGE_PROGRAM 2000
#define LARGE_ROLLED_PROGRAM 16000
/* Of so few instructions the parts' chains overlap better when they stand side by side, and take little time to compile. */
#define SHORT_LOOP 100

unsigned sq_jit_options;
void (*sq_jit_slow_hook)(const struct jit_job *job);

/* CPU time of this thread. */
static double now_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static struct jit_form form_of(const struct jit_job *job)
{
   struct jit_form form = { .lanes = job->lanes, .part_lanes = job->isa == UT_ISA_AVX512 ? 0 : job->isa == UT_ISA_AVX2 ? 8 : 4 };
   form.unrolled = job->p->info.has_loop && job->num_inst <= SHORT_LOOP;
   if (sq_jit_options & SQ_JIT_OTHER_FORM)
      form.unrolled = !form.unrolled;
   form.large = job->least_effort || job->num_inst > (form.part_lanes ? LARGE_ROLLED_PROGRAM : LARGE_PROGRAM) ||
                sq_jit_options & SQ_JIT_LEAST_EFFORT;
   return form;
}

static void translate(struct jit_job *job, const struct jit_flow *flow, const char **why)
{
   struct jit *j = calloc(1, sizeof *j);
   if (!j)
      return;
   j->p = job->p;
   j->flow = flow;
   j->lanes = job->lanes;
   j->isa = job->isa;
   j->keep_registers = sq_jit_options & SQ_JIT_KEEP_REGISTERS;
   j->ctx = LLVMContextCreate();
   j->module = LLVMModuleCreateWithNameInContext("wave", j->ctx);
   j->b = LLVMCreateBuilderInContext(j->ctx);
   *why = "translation";
   if (jit_build(j)) {
      struct jit_form form = form_of(job);
      jit_target_set_attributes(job->target, j);
      *why = "no longer needed";
      if (job->built(job)) {
         if (sq_jit_slow_hook)
            sq_jit_slow_hook(job);
         job->object = jit_target_compile(job->target, j->module, &form, why);
         job->f = job->object.data ? jit_load_object(job->object, job->code, why) : NULL;
      }
   }
   job->facts.fallbacks = j->fallbacks;
   job->facts.only_here = j->only_here;
   LLVMDisposeBuilder(j->b);
   LLVMDisposeModule(j->module);
   LLVMContextDispose(j->ctx);
   free(j);
}

/* Where host code lies, for `perf report`: a line of the file that it looks for. */
static void tell_profiler(const struct jit_job *job)
{
   char line[128];
   snprintf(line, sizeof line, "/tmp/perf-%d.map", (int)getpid());
   int fd = open(line, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
   if (fd < 0)
      return;
   int n = snprintf(line, sizeof line, "%zx %zx program %#llx, %u lanes\n", (size_t)(uintptr_t)job->code->memory,
                    job->code->size_B, (unsigned long long)job->va, job->lanes);
   if (write(fd, line, (size_t)n) != n)
      ut_log("perf", "no room for the profiler's map");
   close(fd);
}

/* Do inactive lanes of a write to i or j keep the value that the wave was launched with, and is it read later? */
static bool keeps_ij(const struct sq_program *p, const struct jit_flow *flow)
{
   uint32_t ij = 0;
   for (unsigned n = 0; n < p->info.num_values; n++)
      ij |= p->info.value[n].ij < 31 ? 3u << p->info.value[n].ij : 0;
   for (uint32_t i = 0; i < p->num_inst; i++) {
      struct sq_effects e;
      sq_effects(&p->inst[i], &e);
      if (e.write[0] & ij && (flow->merge[i] || e.partial))
         return true;
   }
   return false;
}

static void compile(struct jit_job *job)
{
   struct sq_program *p = job->p;
   struct jit_flow flow;
   const char *why;
   double start = now_ms();
   job->code = calloc(1, sizeof *job->code);
   if (!job->code)
      return;
   if (jit_flow(p, sq_jit_options & SQ_JIT_MERGE_ALWAYS, sq_jit_options & SQ_JIT_KEEP_REGISTERS, &flow, &why)) {
      job->facts.wants = keeps_ij(p, &flow) ? SQ_WANTS_INPUTS : 0;
      translate(job, &flow, &why);
   }
   jit_flow_finish(&flow);
   if (ut_debug_flags() & UT_DEBUG_PERF) {
      if (job->f)
         tell_profiler(job);
      if (job->f)
         ut_log("perf", "program %#llx, %u lanes: %u instructions (%u interpreted), %.2f ms of CPU", (unsigned long long)job->va,
                job->lanes, job->num_inst, job->facts.fallbacks, now_ms() - start);
      else
         ut_log("perf", "program %#llx, %u lanes: interpreted: %s", (unsigned long long)job->va, job->lanes, why);
   }
}

static void drop_code(struct jit_job *job)
{
   if (job->code)
      jit_code_destroy(job->code);
   job->code = NULL;
   job->f = NULL;
}

static void begin_job(struct jit_job *job)
{
   job->f = NULL;
   job->code = NULL;
   job->no_memory = job->no_target = job->lost = false;
   job->facts = (struct jit_facts){ .least_effort = job->least_effort };
   job->key = jit_key_make(job->p, job->isa, job->lanes);
   job->object = (struct ut_bytes){ 0 };
}

void jit_job_load(struct jit_job *job)
{
   begin_job(job);
   job->code = job->key.data ? calloc(1, sizeof *job->code) : NULL;
   if (job->code)
      job->f = jit_disk_load(job->key, &job->facts, job->code);
   if (!job->f)
      drop_code(job);
   if (job->f && ut_debug_flags() & UT_DEBUG_PERF) {
      tell_profiler(job);
      ut_log("perf", "program %#llx, %u lanes: %u instructions (%u interpreted), from disk", (unsigned long long)job->va, job->lanes,
             job->num_inst, job->facts.fallbacks);
   }
   free((void *)job->key.data);
}

void jit_job_run(struct jit_job *job)
{
   begin_job(job);
   ut_guard_arm(&job->guard);
   if (setjmp(job->guard.jump) == 0) {
      if (!job->target)
         job->target = jit_target_create(job->isa);
      job->no_target = !job->target;
      if (job->target)
         compile(job);
   } else {
      job->target = NULL; /* left in the middle: lost, as is the code */
      job->f = NULL;
      job->code = NULL;
      job->lost = true;
      if (ut_debug_flags() & UT_DEBUG_PERF)
         ut_log("perf", "program %#llx, %u lanes: interpreted: LLVM: %s", (unsigned long long)job->va, job->lanes,
                job->guard.text);
   }
   job->no_memory = ut_reserve_is_used();
   if (job->no_memory || !job->f)
      drop_code(job);
   if (job->no_memory) {
      jit_target_destroy(job->target);
      job->target = NULL;
   }
   ut_guard_disarm(&job->guard);
   if (job->f)
      jit_disk_store(job->key, &job->facts, job->object);
   free((void *)job->key.data);
}
