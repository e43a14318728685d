/* ga_derive.h: GL state as the context keeps it -> pipe state in ctx->st, with the dirty bit. Each function derives one
 * part anew; setters call theirs, and a change of the framebuffer calls ga_derive_all. */
#ifndef GA_DERIVE_H
#define GA_DERIVE_H

#include "gl-api/context/ga_context.h"

void ga_derive_blend(struct ga_context *ctx);
void ga_derive_dsa(struct ga_context *ctx);         /* depth, stencil, stencil reference */
void ga_derive_raster(struct ga_context *ctx);
void ga_derive_viewport(struct ga_context *ctx);
void ga_derive_scissor(struct ga_context *ctx);
void ga_derive_state_constants(struct ga_context *ctx); /* values that shaders read: gl_DepthRange */
void ga_derive_for_framebuffer(struct ga_context *ctx); /* all of them: st.fb changed */

#endif
