/* ga_sampler_params.h: the parameters with which a texture is sampled (ES 3.0, table 6.10; GL 4.6, table 23.18). Textures and sampler
 * objects have one set each; a sampler object that is bound to a unit wins over the texture's. */
#ifndef GA_SAMPLER_PARAMS_H
#define GA_SAMPLER_PARAMS_H

#include "gl-api/object/ga_param.h"

struct ga_sampler_params {
   GLenum min_filter, mag_filter, wrap[3] /* s, t, r */, compare_mode, compare_func, reduction_mode;
   GLfloat min_lod, max_lod, lod_bias, max_anisotropy;
   union pipe_color_union border_color;
   struct pipe_sampler_state pipe;  /* the same; border colour, comparison and seam rules depend on the texture and the context */
};

/* Initial values (GL 4.6, 8.22 and table 23.18). Rectangles and external textures clamp coordinates and have no mipmaps; multisample
 * textures are not filtered either. */
enum ga_sampler_initial { GA_SAMPLER_REPEATS, GA_SAMPLER_CLAMPS, GA_SAMPLER_MULTISAMPLE };
void ga_sampler_params_init(struct ga_sampler_params *params, enum ga_sampler_initial initial);
/* The context has the parameter. */
bool ga_sampler_params_has(const struct ga_context *ctx, GLenum pname);
/* Sets a parameter that the context has. GL_NO_ERROR, or the error with its reason in *why; nothing changed then. */
GLenum ga_sampler_params_set(const struct ga_context *ctx, struct ga_sampler_params *params, GLenum pname, const struct ga_param *value,
                             const char **why);
/* The value of a parameter that the context has. */
void ga_sampler_params_get(const struct ga_sampler_params *params, GLenum pname, struct ga_param_value *value);

static inline bool ga_min_filter_uses_mipmaps(GLenum min_filter)
{
   return min_filter != GL_NEAREST && min_filter != GL_LINEAR;
}

/* Some filter is linear within a level: formats that cannot be filtered cannot be sampled so (ES 3.0, 3.8.13). */
static inline bool ga_sampler_params_filter(const struct ga_sampler_params *params)
{
   return params->mag_filter != GL_NEAREST || (params->min_filter != GL_NEAREST && params->min_filter != GL_NEAREST_MIPMAP_NEAREST);
}

#endif
