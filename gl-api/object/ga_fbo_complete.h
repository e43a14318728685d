/* ga_fbo_complete.h: framebuffer completeness (ES 2.0, 4.4.5; ES 3.0, 4.4.4) as a function of plain facts. */
#ifndef GA_FBO_COMPLETE_H
#define GA_FBO_COMPLETE_H

#include "gl-api/object/ga_fbo.h"

struct ga_fbo_facts {
   bool window;          /* name 0 */
   bool has_drawable;    /* window only: a surface with memory is bound */
   bool equal_sizes;     /* this API requires attachments of one size (ES 2.0) */
   bool default_size;    /* the framebuffer has a width and a height without attachments (GL 4.6, 9.2.1) */
   bool draw_missing, read_missing; /* this API requires an image for each draw buffer or the read buffer, and one has none */
   struct ga_attachment_facts {
      bool attached;
      /* Of a texture without immutable storage, where the API asks for it (ES 3.0): */
      bool level_outside;    /* the level is below the base level or above the last one */
      bool levels_missing;   /* the level is not the base level, and the mipmaps are incomplete */
      bool faces_missing;    /* all faces of a cube map are attached, and they are not alike */
      bool exists;       /* the object has an image of non-zero size there */
      bool renderable;   /* its format suits the attachment point */
      bool layered;
      int target;        /* of the texture, enum ga_texture_target; -1: no texture */
      uint32_t layers;   /* attached ones */
      uint32_t views;    /* attached ones; 0: not multiview */
      uint32_t width, height, samples;
      bool fixed_locations; /* of a texture, its parameter; of a renderbuffer, true (GL 4.6, 9.4.2) */
      const void *image; /* with level and layer: identity, to find depth and stencil in one image */
      unsigned level, layer;
   } att[GA_ATT_COUNT];
};

/* *why: one sentence, a constant. */
GLenum ga_fbo_complete(const struct ga_fbo_facts *facts, const char **why);

#endif
