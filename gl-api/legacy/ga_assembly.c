/* ga_assembly.c: program objects of assembly programs: names, bindings, sources (ARB_vertex_program, 2.14.1). Shaders of
 * ATI_fragment_shader are such objects, in a name space of their own. */
#include "gl-api/legacy/ga_assembly.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_program.h"

/* ---- lifetime -------------------------------------------------------------------------------------------------------------- */

struct ga_assembly_code *ga_assembly_code_ref(struct ga_assembly_code *code)
{
   if (code)
      atomic_fetch_add_explicit(&code->refs, 1, memory_order_relaxed);
   return code;
}

void ga_assembly_code_unref(struct ga_assembly_code *code)
{
   if (!code || atomic_fetch_sub_explicit(&code->refs, 1, memory_order_acq_rel) != 1)
      return;
   for (struct ga_assembly_variant *v = code->variants, *next; v; v = next) {
      next = v->next;
      ga_exec_unref(v->exec);
      free(v);
   }
   ap_program_destroy(code->program);
   free(code);
}

struct ga_assembly_code *ga_assembly_code_create(struct ap_program *program)
{
   struct ga_assembly_code *code = program ? calloc(1, sizeof(*code)) : NULL;
   if (!code) {
      ap_program_destroy(program);
      return NULL;
   }
   code->program = program;
   atomic_init(&code->refs, 1);
   return code;
}

static struct ga_assembly *create(GLuint name, enum ap_target target)
{
   struct ga_assembly *p = calloc(1, sizeof(*p));
   if (!p)
      return NULL;
   p->name = name;
   p->target = target;
   atomic_init(&p->refs, 1);
   return p;
}

static struct ga_assembly *ref(struct ga_assembly *p)
{
   atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
   return p;
}

void ga_assembly_unref(struct ga_assembly *p)
{
   if (!p || atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) != 1)
      return;
   ga_assembly_code_unref(p->code);
   free(p->source);
   free(p->local);
   free(p);
}

bool ga_assembly_init(struct ga_legacy *l)
{
   struct ga_assembly_state *a = l->assembly = calloc(1, sizeof(*a));
   if (!a)
      return false;
   a->error_position = -1;
   for (unsigned i = 0; i < AP_MAX_MATRICES; i++) {
      a->matrix[i] = (struct ga_matrix_stack){a->matrices[i], 0, GA_ASSEMBLY_MATRIX_DEPTH};
      ga_matrix_identity(a->matrices[i][0]);
   }
   for (unsigned i = 0; i < AP_TARGETS; i++) {
      a->none[i] = create(0, i);
      if (!a->none[i])
         return false;
      a->bound[i] = ref(a->none[i]);
   }
   return true;
}

void ga_assembly_finish(struct ga_context *ctx)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   for (unsigned i = 0; a && i < AP_TARGETS; i++) {
      ga_assembly_unref(a->bound[i]);
      ga_assembly_unref(a->none[i]);
      ga_assembly_code_unref(a->code[i]);
      free(a->block[i]);
   }
   if (a)
      free(a->ati);
   free(a);
   ctx->legacy->assembly = NULL;
}

bool ga_assembly_target(struct ga_context *ctx, GLenum target, enum ap_target *which, const char *command)
{
   const bool vertex = target == GL_VERTEX_PROGRAM_ARB && ga_has(ctx, GA_FEATURE_vertex_program);
   const bool fragment = target == GL_FRAGMENT_PROGRAM_ARB && ga_has(ctx, GA_FEATURE_fragment_program);
   if (!vertex && !fragment)
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not one of assembly programs", command, ga_enum_name(target));
   *which = vertex ? AP_VERTEX : AP_FRAGMENT;
   return vertex || fragment;
}

bool ga_assembly_enabled(const struct ga_context *ctx, enum ap_target target)
{
   return ctx->legacy->assembly->enabled[target];
}

void ga_assembly_enable(struct ga_context *ctx, enum ap_target target, bool value)
{
   ctx->legacy->assembly->enabled[target] = value;
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_PROGRAM_PARAMETERS;
}

GLint ga_assembly_error_position(const struct ga_context *ctx) { return ctx->legacy->assembly->error_position; }

/* ---- names ----------------------------------------------------------------------------------------------------------------- */

void ga_GenProgramsARB(struct ga_context *ctx, GLsizei n, GLuint *programs)
{
   struct ga_namespace *ns = &ctx->share->assembly;
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenProgramsARB: n is %d", n);
   else
      ga_gen_names(ctx, &ns->lock, &ns->names, n, programs, "glGenProgramsARB");
}

GLboolean ga_IsProgramARB(struct ga_context *ctx, GLuint program)
{
   struct ga_namespace *ns = &ctx->share->assembly;
   GA_GUARD(ctx, &ns->lock);
   return ut_names_lookup(&ns->names, program) != NULL;
}

/* p: with a reference that is taken over. */
static void bind(struct ga_context *ctx, enum ap_target target, struct ga_assembly *p)
{
   struct ga_assembly **bound = &ctx->legacy->assembly->bound[target];
   if (*bound != p)
      ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_PROGRAM_PARAMETERS;
   ga_assembly_unref(*bound);
   *bound = p;
}

struct ga_assembly *ga_assembly_of_name(struct ga_context *ctx, struct ga_namespace *ns, enum ap_target target, GLuint name,
                                        const char *command)
{
   if (!name)
      return ref(ctx->legacy->assembly->none[target]);
   struct ga_assembly *made = create(name, target), *p;
   {
      GA_GUARD(ctx, &ns->lock);
      p = ut_names_lookup(&ns->names, name);
      if (!p && made && ut_names_insert(&ns->names, name, made)) {
         p = made;
         made = NULL;
      }
      if (p)
         ref(p);
   }
   ga_assembly_unref(made);
   if (p && p->target == target)
      return p;
   if (p)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is one of the other target", command, name);
   else
      ga_oom(ctx, command);
   ga_assembly_unref(p);
   return NULL;
}

void ga_assembly_bind_name(struct ga_context *ctx, struct ga_namespace *ns, enum ap_target target, GLuint name, const char *command)
{
   struct ga_assembly *p = ga_assembly_of_name(ctx, ns, target, name, command);
   if (p)
      bind(ctx, target, p);
}

void ga_assembly_delete_name(struct ga_context *ctx, struct ga_namespace *ns, GLuint name)
{
   const struct ga_assembly_state *a = ctx->legacy->assembly;
   ga_lock(ctx, &ns->lock);
   struct ga_assembly *p = ut_names_lookup(&ns->names, name);
   ut_names_remove(&ns->names, name);
   ga_unlock(ctx, &ns->lock);
   if (p && a->bound[p->target] == p)
      bind(ctx, p->target, ref(a->none[p->target]));
   ga_assembly_unref(p);
}

void ga_BindProgramARB(struct ga_context *ctx, GLenum target, GLuint program)
{
   enum ap_target which;
   if (ga_assembly_target(ctx, target, &which, "glBindProgramARB"))
      ga_assembly_bind_name(ctx, &ctx->share->assembly, which, program, "glBindProgramARB");
}

void ga_DeleteProgramsARB(struct ga_context *ctx, GLsizei n, const GLuint *programs)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteProgramsARB: n is %d", n);
   for (GLsizei i = 0; i < n; i++)
      if (programs[i])
         ga_assembly_delete_name(ctx, &ctx->share->assembly, programs[i]);
}

/* ---- sources --------------------------------------------------------------------------------------------------------------- */

static struct ga_assembly_code *compile(struct ga_context *ctx, enum ap_target target, const char *source, GLsizei length,
                                        struct ap_error *error)
{
   const struct ap_limits limits = {.texture_units = (unsigned)ctx->limits.max_texture_units,
                                    .draw_buffers = (unsigned)ctx->limits.max_draw_buffers};
   return ga_assembly_code_create(ap_compile(target, source, (size_t)length, &limits, error));
}

void ga_assembly_install(struct ga_context *ctx, struct ga_assembly *p, struct ga_assembly_code *code, char *source, GLint length)
{
   ga_lock(ctx, &ctx->share->assembly.lock);
   struct ga_assembly_code *before = p->code;
   char *source_before = p->source;
   p->code = code;
   p->source = source;
   p->length = length;
   ga_unlock(ctx, &ctx->share->assembly.lock);
   atomic_fetch_add_explicit(&p->seqno, 1, memory_order_release);
   ga_share_changed(ctx);
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_PROGRAM_PARAMETERS;
   ga_assembly_code_unref(before);
   free(source_before);
}

void ga_ProgramStringARB(struct ga_context *ctx, GLenum target, GLenum format, GLsizei len, const void *string)
{
   struct ga_assembly_state *a = ctx->legacy->assembly;
   enum ap_target which;
   struct ap_error error;
   if (!ga_assembly_target(ctx, target, &which, "glProgramStringARB"))
      return;
   if (format != GL_PROGRAM_FORMAT_ASCII_ARB || len < 0) {
      ga_error(ctx, len < 0 ? GL_INVALID_VALUE : GL_INVALID_ENUM, "glProgramStringARB: format %s, %d bytes", ga_enum_name(format), len);
      return;
   }
   struct ga_assembly_code *code = compile(ctx, which, string, len, &error);
   char *source = code ? malloc((size_t)len + 1) : NULL;
   if ((!code && !error.text[0]) || (code && !source)) {
      ga_assembly_code_unref(code);
      ga_oom(ctx, "glProgramStringARB");
      return;
   }
   a->error_position = code ? -1 : error.position;
   memcpy(a->error_text, error.text, sizeof(a->error_text));
   if (!code) { /* the program that was loaded before stays */
      ga_error(ctx, GL_INVALID_OPERATION, "glProgramStringARB: %s (byte %d)", error.text, error.position);
      return;
   }
   memcpy(source, string, (size_t)len);
   ga_assembly_install(ctx, a->bound[which], code, source, len);
}

void ga_GetProgramStringARB(struct ga_context *ctx, GLenum target, GLenum pname, void *string)
{
   enum ap_target which;
   if (!ga_assembly_target(ctx, target, &which, "glGetProgramStringARB"))
      return;
   if (pname != GL_PROGRAM_STRING_ARB) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetProgramStringARB: %s is not GL_PROGRAM_STRING_ARB", ga_enum_name(pname));
      return;
   }
   GA_GUARD(ctx, &ctx->share->assembly.lock);
   const struct ga_assembly *p = ctx->legacy->assembly->bound[which];
   if (p->length)
      memcpy(string, p->source, (size_t)p->length);
}
