/* ga_legacy_hooks.h: functions of legacy/ that the rooms below it call. ctx->hooks is the table in contexts of the compatibility profile
 * and of OpenGL ES 1.1, and NULL in all others, which therefore run no code of legacy/ (docs/compatibility.md). */
#ifndef GA_LEGACY_HOOKS_H
#define GA_LEGACY_HOOKS_H

#include "gl-api/context/ga_context.h"

struct ga_transfer_hooks;

struct ga_legacy_hooks {
   /* context/: a command that the dispatch table lacks was called between glBegin and glEnd. */
   bool (*between_begin_end)(const struct ga_context *ctx);
   /* object/: pixel transfer (ga_pixel_transfer.h). */
   const struct ga_transfer_hooks *transfer;
   /* derive/: sets GA_DIRTY_FIXED_TEXTURES if programs of stages without a shader depend on what changed in textures. */
   void (*derive_textures)(struct ga_context *ctx);
   /* derive/: executables of stages without a shader of GLSL, and the built-in uniforms of the profile. False: the error was raised. */
   bool (*derive_programs)(struct ga_context *ctx, const char *operation);
   bool (*derive_matrices)(struct ga_context *ctx);
   bool (*derive_constants)(struct ga_context *ctx);
   bool (*derive_parameters)(struct ga_context *ctx, const char *operation); /* of assembly programs */
   /* derive/: bits of enum ga_dirty for changes of assembly programs by other contexts. */
   uint32_t (*programs_changed)(const struct ga_context *ctx);
   /* context/: glGetString. NULL: not a string of the profile. */
   const char *(*string)(const struct ga_context *ctx, GLenum name);
   /* derive/: the profile's part of pipe state, after that of all profiles was derived. */
   void (*alpha_test)(const struct ga_context *ctx, struct pipe_depth_stencil_alpha_state *dsa);
   void (*raster)(const struct ga_context *ctx, struct pipe_rasterizer_state *raster);
   void (*polygon_stipple)(const struct ga_context *ctx, uint32_t rows[32]); /* where raster enabled it */
   GLfloat (*lod_bias)(const struct ga_context *ctx, unsigned unit); /* GL_TEXTURE_FILTER_CONTROL (GL 2.1, 3.8.8) */
   /* command/: sets an attribute of the vertex between glBegin and glEnd. False: the command is not between them. */
   bool (*attrib)(struct ga_context *ctx, unsigned index, const union ga_attrib_value *value);
   /* command/: a draw or a clear while ctx->renders is false: its primitives are selected or fed back (GL 2.1, 5.2 and 5.3). */
   void (*render_feedback_draw)(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command);
   /* command/: glClear of the accumulation buffer. */
   void (*clear_accum)(struct ga_context *ctx);
   /* command/: glPointParameter. scalar: the command has one value. False: not a parameter of the profile. */
   bool (*point_parameter)(struct ga_context *ctx, GLenum pname, const GLfloat *numbers, bool scalar, const char *command);
   /* command/: the field of a target of glClampColor; NULL: not a target of the profile. */
   GLenum *(*clamp_color)(struct ga_context *ctx, GLenum target);
   /* command/: a component of a colour as queries return it: clamped where colours of fragments are (ARB_color_buffer_float). */
   GLfloat (*query_color)(struct ga_context *ctx, GLfloat value);
   /* command/: rows of ga_enable.csv that the compatibility profile alone has. get false: it has no such capability or hint. */
   bool (*get_capability)(struct ga_context *ctx, GLenum name, bool *value);
   void (*set_capability)(struct ga_context *ctx, GLenum name, bool value);
   /* command/: the selector of a capability that has an index in glEnablei or, for `reads`, in glIsEnabledi; NULL: it has none. *limit:
    * indices are below it. */
   unsigned *(*capability_selector)(struct ga_context *ctx, GLenum capability, bool reads, GLuint *limit);
   bool (*get_hint)(struct ga_context *ctx, GLenum name, GLenum *value);
   void (*set_hint)(struct ga_context *ctx, GLenum name, GLenum value);
};

#endif
