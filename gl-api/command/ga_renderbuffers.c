/* ga_renderbuffers.c: commands on renderbuffer objects. */
#include "ga_entry.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"

void ga_GenRenderbuffers(struct ga_context *ctx, GLsizei n, GLuint *renderbuffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenRenderbuffers: n %d is negative", n);
   else
      ga_gen_names(ctx, &ctx->share->renderbuffers.lock, &ctx->share->renderbuffers.names, n, renderbuffers,
                   "glGenRenderbuffers");
}

static bool legal_target(struct ga_context *ctx, GLenum target, const char *command)
{
   if (target == GL_RENDERBUFFER)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   return false;
}

static bool is_generated(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->renderbuffers.lock);
   return ut_names_is_reserved(&ctx->share->renderbuffers.names, name);
}

/* any_name: a name that was not generated becomes one of an object. */
static void bind(struct ga_context *ctx, GLenum target, GLuint name, bool any_name, const char *command)
{
   if (!legal_target(ctx, target, command))
      return;
   if (name && !any_name && !is_generated(ctx, name)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u was not generated", command, name);
      return;
   }
   struct ga_renderbuffer *rb = name ? ga_renderbuffer_of_name(ctx, name) : NULL;
   if (name && !rb) {
      ga_oom(ctx, command);
      return;
   }
   ga_renderbuffer_unref(ctx->renderbuffer);
   ctx->renderbuffer = rb;
}

void ga_BindRenderbuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   bind(ctx, target, name, ga_has(ctx, GA_FEATURE_bind_creates_name), "glBindRenderbuffer");
}

void ga_BindRenderbufferEXT(struct ga_context *ctx, GLenum target, GLuint name)
{
   bind(ctx, target, name, true, "glBindRenderbufferEXT");
}

void ga_DeleteRenderbuffers(struct ga_context *ctx, GLsizei n, const GLuint *renderbuffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteRenderbuffers: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_renderbuffer_delete_name(ctx, renderbuffers[i]);
}

void ga_CreateRenderbuffers(struct ga_context *ctx, GLsizei n, GLuint *renderbuffers)
{
   static const char command[] = "glCreateRenderbuffers";
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
      return;
   }
   if (!ga_gen_names(ctx, &ctx->share->renderbuffers.lock, &ctx->share->renderbuffers.names, n, renderbuffers, command))
      return;
   for (GLsizei i = 0; i < n; i++) {
      struct ga_renderbuffer *rb = ga_renderbuffer_of_name(ctx, renderbuffers[i]);
      if (!rb) {
         ga_oom(ctx, command);
         return;
      }
      ga_renderbuffer_unref(rb);
   }
}

GLboolean ga_IsRenderbuffer(struct ga_context *ctx, GLuint name)
{
   struct ga_renderbuffer *rb = ga_renderbuffer_lookup(ctx, name);
   ga_renderbuffer_unref(rb);
   return rb != NULL;
}

/* A renderbuffer by name, for direct state access, with a reference. NULL: the error was raised. */
static struct ga_renderbuffer *resolve_named(struct ga_context *ctx, const char *command, GLuint name)
{
   struct ga_renderbuffer *rb = ga_renderbuffer_lookup(ctx, name);
   if (!rb)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: renderbuffer %u does not exist", command, name);
   return rb;
}

/* ---- storage ------------------------------------------------------------------------------------------------------------- */

/* storage_samples: those that have a colour each (AMD_framebuffer_multisample_advanced); here as many as there are samples. */
struct request { GLsizei samples, storage_samples; GLenum internal_format; GLsizei width, height; };

/* AMD_framebuffer_multisample_advanced, "Errors". */
static bool legal_samples(struct ga_context *ctx, const char *command, const struct ga_format *format, const struct request *r)
{
   if (r->samples < 0 || r->storage_samples < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: samples %d is negative", command, r->samples < 0 ? r->samples : r->storage_samples);
   else if (r->storage_samples > r->samples)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %d storage samples of %d samples", command, r->storage_samples, r->samples);
   else if (r->storage_samples < r->samples && ga_format_is_depth_stencil(format))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %d storage samples of %d samples; depth and stencil have one of each sample", command,
               r->storage_samples, r->samples);
   else
      return true;
   return false;
}

/* rb NULL: no renderbuffer is bound. */
static void renderbuffer_storage(struct ga_context *ctx, const char *command, struct ga_renderbuffer *rb, const struct request *r)
{
   const struct ga_format *format = ga_format_renderbuffer(ctx, r->internal_format);
   if (!format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: internalformat %s is not accepted by this command", command,
               ga_enum_name(r->internal_format));
      return;
   }
   GLint limit = ctx->limits.max_renderbuffer_size;
   if (r->width < 0 || r->height < 0 || r->width > limit || r->height > limit) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d (GL_MAX_RENDERBUFFER_SIZE is %d)", command, r->width, r->height, limit);
      return;
   }
   if (!legal_samples(ctx, command, format, r))
      return;
   if (!rb) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", command);
      return;
   }
   unsigned actual = ga_format_samples(ctx, format, (unsigned)r->samples);
   if (r->samples > 0 && !actual) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s has no %d samples", command, ga_enum_name(r->internal_format), r->samples);
      return;
   }
   if (!ga_renderbuffer_allocate(ctx, rb, format, r->internal_format, (uint32_t)r->width, (uint32_t)r->height, actual))
      ga_error(ctx, GL_OUT_OF_MEMORY, "%s: storage of %d x %d %s could not be allocated", command, r->width, r->height,
               ga_enum_name(r->internal_format));
}

static void bound_storage(struct ga_context *ctx, const char *command, GLenum target, const struct request *r)
{
   if (legal_target(ctx, target, command))
      renderbuffer_storage(ctx, command, ctx->renderbuffer, r);
}

static void named_storage(struct ga_context *ctx, const char *command, GLuint renderbuffer, const struct request *r)
{
   struct ga_renderbuffer *rb = resolve_named(ctx, command, renderbuffer);
   if (rb)
      renderbuffer_storage(ctx, command, rb, r);
   ga_renderbuffer_unref(rb);
}

void ga_RenderbufferStorage(struct ga_context *ctx, GLenum target, GLenum internal_format, GLsizei width, GLsizei height)
{
   bound_storage(ctx, "glRenderbufferStorage", target, &(struct request){0, 0, internal_format, width, height});
}

/* OpenGL ES 3.0, 4.4.2: storage has at least the given number of samples, and 0 means single-sampled. */
void ga_RenderbufferStorageMultisample(struct ga_context *ctx, GLenum target, GLsizei samples, GLenum internal_format,
                                       GLsizei width, GLsizei height)
{
   bound_storage(ctx, "glRenderbufferStorageMultisample", target, &(struct request){samples, samples, internal_format, width, height});
}

void ga_RenderbufferStorageMultisampleAdvancedAMD(struct ga_context *ctx, GLenum target, GLsizei samples, GLsizei storage_samples,
                                                  GLenum internal_format, GLsizei width, GLsizei height)
{
   bound_storage(ctx, "glRenderbufferStorageMultisampleAdvancedAMD", target,
                 &(struct request){samples, storage_samples, internal_format, width, height});
}

void ga_NamedRenderbufferStorage(struct ga_context *ctx, GLuint renderbuffer, GLenum internal_format, GLsizei width,
                                 GLsizei height)
{
   named_storage(ctx, "glNamedRenderbufferStorage", renderbuffer, &(struct request){0, 0, internal_format, width, height});
}

void ga_NamedRenderbufferStorageMultisample(struct ga_context *ctx, GLuint renderbuffer, GLsizei samples, GLenum internal_format,
                                            GLsizei width, GLsizei height)
{
   named_storage(ctx, "glNamedRenderbufferStorageMultisample", renderbuffer,
                 &(struct request){samples, samples, internal_format, width, height});
}

void ga_NamedRenderbufferStorageMultisampleAdvancedAMD(struct ga_context *ctx, GLuint renderbuffer, GLsizei samples,
                                                       GLsizei storage_samples, GLenum internal_format, GLsizei width, GLsizei height)
{
   named_storage(ctx, "glNamedRenderbufferStorageMultisampleAdvancedAMD", renderbuffer,
                 &(struct request){samples, storage_samples, internal_format, width, height});
}

static void get_parameter(struct ga_context *ctx, const char *command, struct ga_renderbuffer *rb, GLenum pname, GLint *params)
{
   GLint value;
   if ((pname == GL_RENDERBUFFER_SAMPLES && !ga_has(ctx, GA_FEATURE_framebuffer_multisample)) ||
       (pname == GL_RENDERBUFFER_STORAGE_SAMPLES_AMD && !ga_has(ctx, GA_FEATURE_framebuffer_multisample_advanced)))
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (ga_renderbuffer_get_parameter(rb, pname, &value))
      *params = value;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

void ga_GetRenderbufferParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetRenderbufferParameteriv";
   if (!legal_target(ctx, target, command))
      return;
   if (ctx->renderbuffer)
      get_parameter(ctx, command, ctx->renderbuffer, pname, params);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", command);
}

void ga_GetNamedRenderbufferParameteriv(struct ga_context *ctx, GLuint renderbuffer, GLenum pname, GLint *params)
{
   static const char command[] = "glGetNamedRenderbufferParameteriv";
   struct ga_renderbuffer *rb = resolve_named(ctx, command, renderbuffer);
   if (rb)
      get_parameter(ctx, command, rb, pname, params);
   ga_renderbuffer_unref(rb);
}
