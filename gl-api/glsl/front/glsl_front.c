/* glsl_front.c: glsl_compile(): passes the context's versions and extensions to the compiler (front/), runs it again on a thread
 * with a larger stack for deeply nested sources, and reference-counts modules. */
#include "gl-api/glsl/front/glsl_front.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/front/gf_front.h"

/* Most sources need a few kilobytes of the caller's stack. One that needs more than STACK_B is compiled on its own thread. */
#define STACK_B ((size_t)128 << 10)
#define DEEP_STACK_B ((size_t)16 << 20) /* address space; only deeply nested sources touch the pages */
#define STACK_RESERVE_B ((size_t)256 << 10)

/* Extensions that the parser implements, but not the SPIR-V emitter or the driver: unavailable to callers without a list. */
static const char not_implemented[] =
   "GL_ARB_fragment_shader_interlock GL_ARB_shader_subroutine "
   "GL_NV_shader_atomic_int64 GL_NV_fragment_shader_interlock "
   "GL_NV_viewport_array2 GL_NV_compute_shader_derivatives "
   "GL_INTEL_conservative_rasterization GL_EXT_shader_framebuffer_fetch GL_EXT_shader_framebuffer_fetch_non_coherent "
   "GL_ARM_shader_framebuffer_fetch_depth_stencil";

struct run {
   enum pipe_shader_type stage;
   const char *source;
   size_t length;
   struct gf_options options;
   struct gf_result result;
};

static void *run_thread(void *data)
{
   struct run *run = data;
   gf_compile(run->stage, run->source, run->length, &run->options, &run->result);
   return NULL;
}

/* Compiles again with a deep stack. If no thread can be created, the first result and its message stay. The thread blocks all
 * signals: handlers of the application run on its own threads. */
static void run_deep(struct run *run)
{
   struct run deep = *run;
   pthread_attr_t attr;
   pthread_t thread;
   sigset_t all, before;
   if (pthread_attr_init(&attr))
      return;
   deep.options.stack_B = DEEP_STACK_B - STACK_RESERVE_B;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &before);
   const bool started = !pthread_attr_setstacksize(&attr, DEEP_STACK_B) && !pthread_create(&thread, &attr, run_thread, &deep);
   pthread_sigmask(SIG_SETMASK, &before, NULL);
   pthread_attr_destroy(&attr);
   if (!started)
      return;
   pthread_join(thread, NULL);
   gf_result_finish(&run->result);
   run->result = deep.result;
}

/* Moves the result's arrays into a module. NULL: no memory. */
static struct glsl_module *make_module(enum pipe_shader_type stage, struct gf_result *r)
{
   struct glsl_module *m = calloc(1, sizeof(*m));
   if (!m)
      return NULL;
   *m = (struct glsl_module){ .refs = 1, .stage = stage, .version = (int)r->version, .es = r->es, .spirv = r->spirv,
                              .spirv_words = r->spirv_words, .symbols = r->symbols, .symbol_count = r->symbol_count,
                              .subroutines = r->subroutines, .subroutine_count = r->subroutine_count,
                              .invariant_all = r->invariant_all, .xfb_mode = r->xfb_mode, .blend_equations = r->blend_equations,
                              .views = r->views, .reads_coherently = r->reads_coherently, .link_log = r->link_log };
   memcpy(m->xfb_stride, r->xfb_stride, sizeof(m->xfb_stride));
   r->spirv = NULL;
   r->symbols = NULL;
   r->symbol_count = 0;
   r->subroutines = NULL;
   r->subroutine_count = 0;
   r->link_log = NULL;
   return m;
}

/* Runs the compiler and moves its result to *module and *log. */
static bool compile(struct run *run, struct glsl_module **module, char **log)
{
   gf_compile(run->stage, run->source, run->length, &run->options, &run->result);
   if (run->result.too_deep)
      run_deep(run);
   struct gf_result *r = &run->result;
   bool done = !r->no_memory;
   if (done && r->ok && r->lacks) {
      done = asprintf(log, "%s0:1(1): error: not supported: %s\n", r->log, r->lacks) >= 0;
   } else if (done) {
      *module = r->ok ? make_module(run->stage, r) : NULL;
      done = *module || !r->ok;
      *log = done ? r->log : NULL;
      r->log = done ? NULL : r->log;
   }
   if (!done)
      *log = NULL;
   gf_result_finish(r);
   return done;
}

static struct gf_options options_of(bool es, const struct glsl_limits *limits)
{
   const unsigned max = (unsigned)limits->max_version;
   const unsigned max_es = es ? max : limits->max_es_version ? (unsigned)limits->max_es_version : GF_NO_VERSION;
   return (struct gf_options){ .es = es, .max_gl = es ? GF_NO_VERSION : max, .max_es = max_es, .compat = limits->compat,
                               .only = limits->extensions, .only_es = limits->es_extensions, .without = limits->extensions ? NULL : not_implemented,
                               .limits = limits, .link_alone = true, .stack_B = STACK_B };
}

bool glsl_compile(enum pipe_shader_type stage, const char *source, size_t length, bool es, const struct glsl_limits *limits,
                  struct glsl_module **module, char **log)
{
   return glsl_compile_including(stage, source, length, es, limits, NULL, module, log);
}

bool glsl_compile_including(enum pipe_shader_type stage, const char *source, size_t length, bool es, const struct glsl_limits *limits,
                            struct glsl_includes *includes, struct glsl_module **module, char **log)
{
   *module = NULL;
   *log = NULL;
   /* Some programs pass a length that counts the terminator. */
   while (length && source[length - 1] == '\0')
      length--;
   struct run run = { .stage = stage, .source = source, .length = length, .options = options_of(es, limits) };
   run.options.link_apart = true;
   run.options.includes = includes;
   if (!compile(&run, module, log))
      return false;
   if (!*module || es)
      return true;
   struct glsl_module *m = *module;
   m->source = malloc(length + 1);
   m->source_length = length;
   m->includes = glsl_includes_ref(includes);
   if (m->source) {
      memcpy(m->source, source, length);
      return true;
   }
   glsl_module_unref(m);
   free(*log);
   *module = NULL;
   *log = NULL;
   return false;
}

bool glsl_compile_together(const struct glsl_module *const *parts, unsigned count, const struct glsl_limits *limits,
                           struct glsl_module **module, char **log)
{
   *module = NULL;
   *log = NULL;
   struct gf_source *more = calloc(count, sizeof(*more));
   if (!more)
      return false;
   for (unsigned i = 1; i < count; i++)
      more[i - 1] = (struct gf_source){ parts[i]->source, parts[i]->source_length, parts[i]->includes };
   struct run run = { .stage = parts[0]->stage, .source = parts[0]->source, .length = parts[0]->source_length,
                      .options = options_of(false, limits) };
   run.options.includes = parts[0]->includes;
   run.options.more = more;
   run.options.more_count = count - 1;
   const bool done = compile(&run, module, log);
   free(more);
   return done;
}

struct glsl_module *glsl_module_ref(struct glsl_module *m)
{
   if (m)
      __atomic_add_fetch(&m->refs, 1, __ATOMIC_RELAXED);
   return m;
}

void glsl_module_unref(struct glsl_module *m)
{
   if (!m || __atomic_sub_fetch(&m->refs, 1, __ATOMIC_ACQ_REL))
      return;
   for (unsigned i = 0; i < m->symbol_count; i++)
      free(m->symbols[i].name);
   free(m->symbols);
   for (unsigned i = 0; i < m->subroutine_count; i++)
      free(m->subroutines[i].name);
   free(m->subroutines);
   free(m->spirv);
   free(m->source);
   glsl_includes_unref(m->includes);
   free(m->link_log);
   free(m);
}
