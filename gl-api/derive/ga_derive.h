/* ga_derive.h: GL state -> pipe state. The rows of ga_derive.def, walked by ga_derive.c. Each row reads GL state of the context
 * and writes its part of ctx->st together with the ST_DIRTY_* bit. False: the row raised an error that begins with `operation`,
 * or there is nothing to draw with; the row runs again at the next draw.
 *   framebuffer                    ga_fbo_update.c      surfaces; GL_INVALID_FRAMEBUFFER_OPERATION
 *   fixed_function                 ga_derive.c          executables in place of missing shaders (legacy/ga_fixed_program.c)
 *   legacy_matrices, legacy_constants ga_derive.c       built-in uniforms of the compatibility profile (legacy/ga_legacy_constants.c)
 *   program                        ga_program_draw.c    shaders, attributes read
 *   uniforms                       ga_program_draw.c    uniform blocks, bindings of blocks, texture units
 *   uniform_buffers                ga_block_draw.c      constant buffers of the slots that the program's uniform blocks have
 *   storage_buffers                ga_block_draw.c      shader buffers of its storage blocks and atomic counters
 *   textures                       ga_texture_draw.c    sampler views and samplers of the slots that the program uses
 *   images                         ga_image_draw.c      images of the slots that the program's image uniforms have
 *   unit_handles                   ga_handle_draw.c     handles in place of units in the default blocks
 *   vertex_arrays, current_attribs ga_vertex_draw.c     st.attrib[]
 *   others                         ga_fragment_ops.c */
#ifndef GA_DERIVE_H
#define GA_DERIVE_H

#include "gl-api/context/ga_context.h"

#include "gl-api/derive/ga_derive.def"

#define GA_DERIVE_PROTOTYPE(name, bits, when, unused) bool ga_derive_##name(struct ga_context *ctx, const char *operation);
GA_DERIVE_ROWS(GA_DERIVE_PROTOTYPE, )
#undef GA_DERIVE_PROTOTYPE

/* Brings ctx->st up to date for a draw: the rows of ga_derive.def whose bits are dirty. False: an error was raised that begins with
 * `operation` (the command's name), or there is no program; nothing may be drawn, the bits stay dirty. */
bool ga_update_draw(struct ga_context *ctx, const char *operation);
/* The state is as it was when ctx->draw_modes was computed: a draw in this mode raises no error but those of its own arguments, of the
 * element array buffer and of ga_update_draw. */
static inline bool ga_draw_is_ready(const struct ga_context *ctx, GLenum mode)
{
   return !(ctx->dirty & GA_DIRTY_DRAW_CHECKS) && mode < 32 && ctx->draw_modes >> mode & 1;
}
/* The same for a dispatch of the compute shader: the rows of state that shaders read. */
bool ga_update_dispatch(struct ga_context *ctx, const char *operation);
/* The same for clears: framebuffer and fragment operations, no program, textures or vertex arrays. */
bool ga_update_framebuffer(struct ga_context *ctx, const char *operation);

/* Elements of gl_ClipDistance that the shader writes; 0 also without memory. */
unsigned ga_clip_distances_written(const struct pipe_shader_state *shader);

uint8_t ga_advanced_equation(GLenum mode); /* enum pipe_blend_equation; 0: none of KHR_blend_equation_advanced */

uint8_t ga_pipe_compare_func(GLenum func); /* enum pipe_compare_func */

/* *slot becomes the resource, whose reference is taken over. */
static inline void ga_replace_resource(struct pipe_resource **slot, struct pipe_resource *res)
{
   pipe_resource_unref(*slot);
   *slot = res;
}

/* Context destruction: releases the buffers that the rows uniform_buffers and storage_buffers hold. */
void ga_block_buffers_finish(struct ga_context *ctx);
/* Since the row vertex_arrays ran, a context of the group replaced, mapped or unmapped storage that the row read. */
bool ga_vertex_buffers_changed(const struct ga_context *ctx);
/* The same for the rows uniform_buffers and storage_buffers: their bits of enum ga_dirty. */
uint32_t ga_block_buffers_changed(struct ga_context *ctx);

#endif
