/* gf_builtin.h: shared by the files of built-in variables, constants and blocks. */
#ifndef GF_BUILTIN_H
#define GF_BUILTIN_H

#include "gf_parser.h"

/* Gates of several rows. */
#define ES_GS { 150, 0, 320, 0, { GF_EXT_geometry_shader, GF_OES_geometry_shader, GF_ARB_geometry_shader4 } }
#define TESS { 400, 0, 320, 0, { GF_ARB_tessellation_shader, GF_EXT_tessellation_shader, GF_OES_tessellation_shader } }
#define COMPUTE { 430, 0, 310, 0, { GF_ARB_compute_shader } }
#define ALWAYS { 110, 0, 100 }
#define CLIP { 130, 0, 0, 0, { GF_EXT_clip_cull_distance } }
#define CULL { 450, 0, 0, 0, { GF_ARB_cull_distance, GF_EXT_clip_cull_distance } }

/* gf_builtin_var.c */
struct gf_symbol *gf_add_builtin(struct gf_parser *p, struct gf_name *name, const struct gf_type *type, unsigned storage);
struct gf_symbol *gf_add_constant(struct gf_parser *p, struct gf_name *name, const struct gf_type *type, const int *value);

/* Below, NULL: there is none of this name for the shader's stage, version and extensions. */
/* gf_builtin_const.c */
struct gf_symbol *gf_builtin_constant(struct gf_parser *p, struct gf_name *name);
/* gf_builtin_block.c. The struct type of a built-in uniform. */
const struct gf_type *gf_builtin_struct(struct gf_parser *p, const char *name);
/* gl_in, gl_out, a member of the output block of the stage, and their likes of mesh shaders and ARB_geometry_shader4. */
struct gf_symbol *gf_builtin_block_variable(struct gf_parser *p, struct gf_name *name);

#endif
