/* ga_handles.c: handles of textures and images, and their residency (ARB_bindless_texture). */
#include "ga_entry.h"
#include "gl-api/command/ga_vertex_attribs.h"
#include "gl-api/derive/ga_handle_draw.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_image_unit.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_texture.h"
#include "state/pipe_format_desc.h"

/* ---- handles ---- */

/* The error says what GetTextureHandleARB, GetTextureSamplerHandleARB and GetImageHandleARB have in common. */
static GLuint64 get_handle(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key, const char *command)
{
   uint64_t value = ga_handle_find(ctx, tex, key);
   if (value)
      return value;
   bool incomplete = false;
   value = ga_create_handle(ctx, tex, key, &incomplete);
   if (value)
      value = ga_handle_add(ctx, tex, key, value);
   if (incomplete)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u is not complete", command, tex->name);
   else if (!value)
      ga_oom(ctx, command);
   return value;
}

/* With a reference. NULL: the error was raised. */
static struct ga_texture *resolve_texture(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_texture *tex = name ? ga_texture_lookup(ctx, name) : NULL;
   if (!tex)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a texture object", command, name);
   return tex;
}

static bool is_integer(struct ga_texture *tex)
{
   GA_HELD_IMAGE struct ga_image_info info = {0};
   const unsigned level = tex->base_level < GA_MAX_TEXTURE_LEVELS ? (unsigned)tex->base_level : 0;
   return tex->traits->faces && ga_teximage_get(tex, 0, level, &info) &&
          pipe_format_desc(info.format->st)->channel[0].pure_integer;
}

/* ARB_bindless_texture, 3.9.X: red, green and blue are all 0 or all 1, alpha is 0 or 1. */
static bool legal_border(const union pipe_color_union *c, bool integer)
{
   if (integer)
      return c->ui[0] <= 1 && c->ui[1] == c->ui[0] && c->ui[2] == c->ui[0] && c->ui[3] <= 1;
   return (c->f[0] == 0 || c->f[0] == 1) && c->f[1] == c->f[0] && c->f[2] == c->f[0] && (c->f[3] == 0 || c->f[3] == 1);
}

static GLuint64 texture_handle(struct ga_context *ctx, struct ga_texture *tex, struct ga_sampler *sampler, const char *command)
{
   const struct ga_handle_key key = {.sampler = sampler};
   pthread_mutex_t *lock = sampler ? &sampler->lock : &tex->lock;
   pthread_mutex_lock(lock);
   const union pipe_color_union border = sampler ? sampler->params.border_color : tex->params.border_color;
   pthread_mutex_unlock(lock);
   if (legal_border(&border, is_integer(tex)))
      return get_handle(ctx, tex, &key, command);
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the border color of a handle is (0, 0, 0, 0), (0, 0, 0, 1), (1, 1, 1, 0) or (1, 1, 1, 1)",
            command);
   return 0;
}

GLuint64 ga_GetTextureHandleARB(struct ga_context *ctx, GLuint texture)
{
   static const char command[] = "glGetTextureHandleARB";
   struct ga_texture *tex = resolve_texture(ctx, texture, command);
   if (!tex)
      return 0;
   const GLuint64 value = texture_handle(ctx, tex, NULL, command);
   ga_texture_unref(ctx, tex);
   return value;
}

GLuint64 ga_GetTextureSamplerHandleARB(struct ga_context *ctx, GLuint texture, GLuint sampler)
{
   static const char command[] = "glGetTextureSamplerHandleARB";
   GLuint64 value = 0;
   GLenum error;
   struct ga_texture *tex = resolve_texture(ctx, texture, command);
   if (!tex)
      return 0;
   struct ga_sampler *object = ga_sampler_get(ctx, sampler, &error);
   if (object)
      value = texture_handle(ctx, tex, object, command);
   else if (error == GL_OUT_OF_MEMORY)
      ga_oom(ctx, command);
   else
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a sampler object", command, sampler);
   ga_sampler_unref(object);
   ga_texture_unref(ctx, tex);
   return value;
}

/* Layers of a level that a handle of one layer may name: slices, layers, faces. 0: the level does not exist. */
static GLint layers_of(struct ga_context *ctx, struct ga_texture *tex, GLint level)
{
   GA_HELD_IMAGE struct ga_image_info info = {0};
   if (!tex->traits->faces)
      return level == 0 && ga_image_format_of(ctx, tex, 0) ? 1 : 0;
   if (level >= GA_MAX_TEXTURE_LEVELS || !ga_teximage_get(tex, 0, (unsigned)level, &info) || !info.extent.width)
      return 0;
   return (GLint)(tex->traits->dims == 3 ? info.extent.depth : info.extent.layers * tex->traits->faces);
}

static bool has_layers(const struct ga_texture *tex)
{
   return tex->traits->dims == 3 || tex->traits->array || tex->traits->faces > 1;
}

static bool is_complete(struct ga_context *ctx, struct ga_texture *tex)
{
   unsigned last;
   if (!tex->traits->faces)
      return ga_image_format_of(ctx, tex, 0) != NULL;
   pthread_mutex_lock(&tex->lock);
   const bool mipmaps = !tex->traits->multisample && ga_min_filter_uses_mipmaps(tex->params.min_filter);
   const bool complete = ga_texture_completeness(tex, mipmaps, &last) == GA_COMPLETE;
   pthread_mutex_unlock(&tex->lock);
   return complete;
}

static bool legal_image(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key, const char *command)
{
   if (key->level < 0 || key->layer < 0 || !ga_image_format(ctx, key->format)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: level %d or layer %d is negative, or %s is not a format of image units", command,
               key->level, key->layer, ga_enum_name(key->format));
      return false;
   }
   if (!is_complete(ctx, tex)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u is not complete", command, tex->name);
      return false;
   }
   const GLint layers = layers_of(ctx, tex, key->level);
   if (!layers || (!key->layered && key->layer >= layers)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: texture %u has %d layers in level %d, no layer %d", command, tex->name, layers,
               key->level, key->layer);
      return false;
   }
   if (key->layered && !has_layers(tex)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u has no layers: it is a %s", command, tex->name,
               ga_enum_name(tex->traits->name));
      return false;
   }
   return true;
}

GLuint64 ga_GetImageHandleARB(struct ga_context *ctx, GLuint texture, GLint level, GLboolean layered, GLint layer, GLenum format)
{
   static const char command[] = "glGetImageHandleARB";
   const struct ga_handle_key key = {.is_image = true, .level = level, .layered = layered, .layer = layer, .format = format};
   struct ga_texture *tex = resolve_texture(ctx, texture, command);
   if (!tex)
      return 0;
   const GLuint64 value = legal_image(ctx, tex, &key, command) ? get_handle(ctx, tex, &key, command) : 0;
   ga_texture_unref(ctx, tex);
   return value;
}

/* ---- residency ---- */

/* With references. NULL: the error was raised. */
static struct ga_handle *resolve(struct ga_context *ctx, GLuint64 value, bool is_image, const char *command)
{
   struct ga_handle *handle = ga_handle_get(ctx, value, is_image);
   if (!handle)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: 0x%llx is not a handle of %s", command, (unsigned long long)value,
               is_image ? "an image" : "a texture");
   return handle;
}

static void make_resident(struct ga_context *ctx, GLuint64 value, bool is_image, unsigned access, const char *command)
{
   struct ga_handle *handle = resolve(ctx, value, is_image, command);
   if (!handle)
      return;
   if (!ga_handle_is_resident(ctx, handle)) {
      if (!ga_handle_make_resident(ctx, handle, access))
         ga_oom(ctx, command);
      return;
   }
   ga_error(ctx, GL_INVALID_OPERATION, "%s: handle 0x%llx is resident already", command, (unsigned long long)value);
   ga_handle_release(ctx, handle);
}

static void make_non_resident(struct ga_context *ctx, GLuint64 value, bool is_image, const char *command)
{
   struct ga_handle *handle = resolve(ctx, value, is_image, command);
   if (!handle)
      return;
   if (ga_handle_is_resident(ctx, handle))
      ga_handle_make_non_resident(ctx, handle);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: handle 0x%llx is not resident", command, (unsigned long long)value);
   ga_handle_release(ctx, handle);
}

static GLboolean is_resident(struct ga_context *ctx, GLuint64 value, bool is_image, const char *command)
{
   struct ga_handle *handle = resolve(ctx, value, is_image, command);
   if (!handle)
      return GL_FALSE;
   const bool resident = ga_handle_is_resident(ctx, handle);
   ga_handle_release(ctx, handle);
   return resident;
}

void ga_MakeTextureHandleResidentARB(struct ga_context *ctx, GLuint64 handle)
{
   make_resident(ctx, handle, false, 0, "glMakeTextureHandleResidentARB");
}

void ga_MakeTextureHandleNonResidentARB(struct ga_context *ctx, GLuint64 handle)
{
   make_non_resident(ctx, handle, false, "glMakeTextureHandleNonResidentARB");
}

GLboolean ga_IsTextureHandleResidentARB(struct ga_context *ctx, GLuint64 handle)
{
   return is_resident(ctx, handle, false, "glIsTextureHandleResidentARB");
}

void ga_MakeImageHandleResidentARB(struct ga_context *ctx, GLuint64 handle, GLenum access)
{
   static const char command[] = "glMakeImageHandleResidentARB";
   const unsigned read = access != GL_WRITE_ONLY ? PIPE_IMAGE_ACCESS_READ : 0, write = access != GL_READ_ONLY ? PIPE_IMAGE_ACCESS_WRITE : 0;
   if (access == GL_READ_ONLY || access == GL_WRITE_ONLY || access == GL_READ_WRITE)
      make_resident(ctx, handle, true, read | write, command);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: access %s is not accepted by this command", command, ga_enum_name(access));
}

void ga_MakeImageHandleNonResidentARB(struct ga_context *ctx, GLuint64 handle)
{
   make_non_resident(ctx, handle, true, "glMakeImageHandleNonResidentARB");
}

GLboolean ga_IsImageHandleResidentARB(struct ga_context *ctx, GLuint64 handle)
{
   return is_resident(ctx, handle, true, "glIsImageHandleResidentARB");
}

/* ---- vertex attributes: a handle is two unsigned integers ---- */

void ga_VertexAttribL1ui64ARB(struct ga_context *ctx, GLuint index, GLuint64EXT x)
{
   ga_set_attrib_bits(ctx, index, (GLuint)x, (GLuint)(x >> 32), 0, 1, "glVertexAttribL1ui64ARB");
}

void ga_VertexAttribL1ui64vARB(struct ga_context *ctx, GLuint index, const GLuint64EXT *v)
{
   ga_set_attrib_bits(ctx, index, (GLuint)v[0], (GLuint)(v[0] >> 32), 0, 1, "glVertexAttribL1ui64vARB");
}
