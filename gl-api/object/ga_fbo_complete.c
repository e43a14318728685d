/* ga_fbo_complete.c: framebuffer completeness. The rules in the specification's order, each with its reason,
 * because a status alone does not name the attachment to change. */
#include "gl-api/object/ga_fbo_complete.h"

enum reason { COMPLETE, NO_DRAWABLE, NO_IMAGE, LEVEL, LEVELS, FACES, NOT_COLOR, NOT_DEPTH, NOT_STENCIL, NOTHING, SIZES, SAMPLES,
              LOCATIONS, LAYERS,
              LAYER_TARGETS, VIEWS, DRAW_BUFFER, READ_BUFFER, SEPARATE_STENCIL };

static const struct { GLenum status; const char *why; } reasons[] = {
   [COMPLETE] = {GL_FRAMEBUFFER_COMPLETE, "complete"},
   [NO_DRAWABLE] = {GL_FRAMEBUFFER_UNDEFINED, "the context is current without a surface"},
   [NO_IMAGE] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "an attached object has no image of non-zero size"},
   [LEVEL] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "an attached level lies outside of the texture's base and maximum level"},
   [LEVELS] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "a level above the base level is attached, and the texture lacks levels"},
   [FACES] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "the faces of an attached cube map differ in size or format"},
   [NOT_COLOR] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "a colour attachment's format is not colour-renderable"},
   [NOT_DEPTH] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "the depth attachment's format has no renderable depth"},
   [NOT_STENCIL] = {GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "the stencil attachment's format has no renderable stencil"},
   [NOTHING] = {GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT, "nothing is attached"},
   [SIZES] = {GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT, "attachments differ in size"},
   [SAMPLES] = {GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE, "attachments differ in their number of samples"},
   [LOCATIONS] = {GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE, "attachments differ in having fixed sample locations"},
   [LAYERS] = {GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, "some attachments are layered and some are not"},
   [LAYER_TARGETS] = {GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, "layered colour attachments are of different texture targets"},
   [VIEWS] = {GL_FRAMEBUFFER_INCOMPLETE_VIEW_TARGETS_OVR, "attachments differ in their number of views"},
   [DRAW_BUFFER] = {GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER, "nothing is attached to a draw buffer"},
   [READ_BUFFER] = {GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER, "nothing is attached to the read buffer"},
   [SEPARATE_STENCIL] = {GL_FRAMEBUFFER_UNSUPPORTED, "depth and stencil are not in the same image"},
};

static enum reason check_point(const struct ga_attachment_facts *att, unsigned index)
{
   if (!att->attached)
      return COMPLETE;
   if (!att->exists)
      return NO_IMAGE;
   if (att->level_outside || att->levels_missing || att->faces_missing)
      return att->level_outside ? LEVEL : att->levels_missing ? LEVELS : FACES;
   if (!att->renderable)
      return index == GA_ATT_DEPTH ? NOT_DEPTH : index == GA_ATT_STENCIL ? NOT_STENCIL : NOT_COLOR;
   return COMPLETE;
}

static enum reason check(const struct ga_fbo_facts *facts)
{
   if (facts->window)
      return facts->has_drawable ? COMPLETE : NO_DRAWABLE;

   const struct ga_attachment_facts *first = NULL;
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      enum reason reason = check_point(&facts->att[i], i);
      if (reason != COMPLETE)
         return reason;
      if (!first && facts->att[i].attached)
         first = &facts->att[i];
   }
   if (!first && !facts->default_size)
      return NOTHING;
   if (facts->draw_missing || facts->read_missing)
      return facts->draw_missing ? DRAW_BUFFER : READ_BUFFER;
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      const struct ga_attachment_facts *att = &facts->att[i];
      if (!att->attached)
         continue;
      if (facts->equal_sizes && (att->width != first->width || att->height != first->height))
         return SIZES;
      if (att->samples != first->samples)
         return SAMPLES;
      if (att->fixed_locations != first->fixed_locations)
         return LOCATIONS;
      if (att->views != first->views)
         return VIEWS;
      if (att->layered != first->layered)
         return LAYERS;
      if (att->layered && i < GA_ATT_DEPTH && first < &facts->att[GA_ATT_DEPTH] && att->target != first->target)
         return LAYER_TARGETS;
   }
   const struct ga_attachment_facts *depth = &facts->att[GA_ATT_DEPTH], *stencil = &facts->att[GA_ATT_STENCIL];
   if (depth->attached && stencil->attached &&
       (depth->image != stencil->image || depth->level != stencil->level || depth->layer != stencil->layer))
      return SEPARATE_STENCIL;
   return COMPLETE;
}

GLenum ga_fbo_complete(const struct ga_fbo_facts *facts, const char **why)
{
   enum reason reason = check(facts);
   *why = reasons[reason].why;
   return reasons[reason].status;
}
