/* ga_texview.c: glTextureView (GL 4.6, 8.18). */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_format.h"

struct view_range {
   GLuint min_level, levels, min_layer, layers;
};

/* Targets whose textures can be seen as one another's. */
static unsigned family(enum ga_texture_target target)
{
   switch (target) {
   case GA_TEX_1D: case GA_TEX_1D_ARRAY: return 1;
   case GA_TEX_2D: case GA_TEX_2D_ARRAY: case GA_TEX_CUBE: case GA_TEX_CUBE_ARRAY: return 2;
   case GA_TEX_3D: return 3;
   case GA_TEX_RECT: return 4;
   case GA_TEX_2D_MS: case GA_TEX_2D_MS_ARRAY: return 5;
   default: return 0;
   }
}

/* Table 8.21: the targets of one family, but no cube map shows a 2D texture, which has one layer. */
static bool compatible(enum ga_texture_target view, enum ga_texture_target origin)
{
   const bool cube = view == GA_TEX_CUBE || view == GA_TEX_CUBE_ARRAY;
   return family(view) && family(view) == family(origin) && !(cube && origin == GA_TEX_2D);
}

static bool same_class(GLenum a, GLenum b)
{
   const enum ga_view_class class = ga_format_view_class(a);
   return class != GA_VIEW_NONE && class <= GA_VIEW_LAST && class == ga_format_view_class(b);
}

static const char *count_error(const struct ga_target_traits *traits, const struct view_range *r)
{
   if (traits->faces == 6)
      return r->layers == 6 ? NULL : "a cube map has six layers";
   if (traits->square)
      return r->layers % 6 ? "a cube map array has six layers for each cube" : NULL;
   return NULL;
}

/* The format of views of an image in an internal format; NULL: there are no such views. Storage of an EGLImage may have an unsized
 * format, and another order of components than images of its format that GL makes. */
static const struct ga_format *view_format(struct ga_context *ctx, const struct ga_teximage *base, GLenum internal_format)
{
   const bool is_unsized = base->internal_format == base->format->base_format;
   const GLenum sized = is_unsized ? base->format->internal_format : base->internal_format;
   if (internal_format == base->internal_format || internal_format == sized)
      return base->format;
   return same_class(internal_format, sized) ? ga_format_sized(ctx, internal_format) : NULL;
}

/* What the view needs of the original, under its lock. GL_NO_ERROR, or the error with its reason in *why. */
static GLenum check(struct ga_context *ctx, const struct ga_texture *orig, enum ga_texture_target target, GLenum internal_format,
                    struct view_range *r, const struct ga_format **format, const char **why)
{
   const struct ga_target_traits *traits = &ga_target_table[target];
   const struct ga_teximage *base = orig->traits->faces ? ga_teximage_at(orig, 0, 0) : NULL;
   *why = "the original texture's storage is not immutable";
   if (!orig->immutable || !base || !base->format)
      return GL_INVALID_OPERATION;
   *why = "no view of this target";
   if (!compatible(target, orig->target))
      return GL_INVALID_OPERATION;
   *why = "the internal formats are of different classes";
   *format = view_format(ctx, base, internal_format);
   if (!*format || !ga_format_texturable(ctx, *format))
      return GL_INVALID_OPERATION;
   *why = "the target has one layer";
   if (traits->faces == 1 && !traits->array && r->layers != 1) /* as given: the number is not cut to that of the original */
      return GL_INVALID_VALUE;
   *why = "no such levels or layers";
   if (r->min_level >= orig->origin.levels || r->min_layer >= orig->origin.layers || !r->levels || !r->layers)
      return GL_INVALID_VALUE;
   r->levels = r->levels < orig->origin.levels - r->min_level ? r->levels : orig->origin.levels - r->min_level;
   r->layers = r->layers < orig->origin.layers - r->min_layer ? r->layers : orig->origin.layers - r->min_layer;
   *why = count_error(traits, r);
   if (*why)
      return GL_INVALID_VALUE;
   *why = "the images are not square";
   return traits->square && base->extent.width != base->extent.height ? GL_INVALID_OPERATION : GL_NO_ERROR;
}

void ga_TextureView(struct ga_context *ctx, GLuint texture, GLenum target, GLuint origtexture, GLenum internalformat, GLuint minlevel,
                    GLuint numlevels, GLuint minlayer, GLuint numlayers)
{
   static const char command[] = "glTextureView";
   struct view_range r = { minlevel, numlevels, minlayer, numlayers };
   const int index = ga_target_of_name(target);
   if (index < 0) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return;
   }
   struct ga_texture *orig = ga_texture_lookup(ctx, origtexture), *bound = ga_texture_lookup(ctx, texture);
   const struct ga_format *format = NULL;
   const char *why = NULL;
   GLenum error = GL_NO_ERROR;
   if (!ga_target_offered(ctx, index)) { /* of another API: no row of the table of compatible targets has it */
      error = GL_INVALID_OPERATION;
      why = "the target is not compatible";
   } else if (!texture || !orig) {
      error = GL_INVALID_VALUE;
      why = !texture ? "texture is 0" : "no original texture";
   } else if (bound) {
      error = GL_INVALID_OPERATION;
      why = "the texture has a target already";
   } else {
      pthread_mutex_lock(&orig->lock);
      error = check(ctx, orig, (enum ga_texture_target)index, internalformat, &r, &format, &why);
      pthread_mutex_unlock(&orig->lock);
   }
   struct ga_texture *view = NULL;
   if (error == GL_NO_ERROR) {
      view = ga_texture_of_name(ctx, texture, (enum ga_texture_target)index, &error);
      error = error == GL_INVALID_VALUE ? GL_INVALID_OPERATION : error;
      why = "the name was not generated by glGenTextures";
   }
   if (view)
      ga_texture_view(ctx, view, orig, &(struct ga_view_origin){ .level = r.min_level, .layer = r.min_layer, .levels = r.levels, .layers = r.layers },
                      format);
   else
      ga_error(ctx, error, "%s: %s", command, why);
   ga_texture_unref(ctx, view);
   ga_texture_unref(ctx, bound);
   ga_texture_unref(ctx, orig);
}
