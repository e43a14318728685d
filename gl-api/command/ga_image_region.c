/* ga_image_region.c: from the offset and size of an image command to the boxes of texels that it means. */
#include "gl-api/command/ga_image_region.h"

void ga_image_region_release(struct ga_image_region *region)
{
   for (unsigned i = 0; i < region->count; i++)
      ga_release_image(&region->part[i].image);
   ga_texture_unref(region->ctx, region->tex);
}

static struct pipe_box box_of_all(struct ga_extent e)
{
   return (struct pipe_box){ 0, 0, 0, (int32_t)e.width, (int32_t)e.height, (int32_t)ga_extent_slices(e) };
}

static bool raise_outside(const struct ga_region_command *c, const struct ga_image_region *region, const struct ga_region *r)
{
   ga_error(c->ctx, c->outside, "%s: (%d, %d, %d) %d x %d x %d is not inside level %u of the %s", c->name, r->x, r->y, r->z, r->width,
            r->height, r->depth, region->level, ga_enum_name(region->tex->traits->name));
   return false;
}

/* Image `face` of the level, or the box of the region in it, is the next part. */
static bool add_part(const struct ga_region_command *c, struct ga_image_region *region, unsigned face, const struct ga_region *r)
{
   struct ga_region_part *part = &region->part[region->count];
   if (!ga_teximage_get(region->tex, face, region->level, &part->image)) {
      ga_error(c->ctx, c->missing, "%s: level %u has no image%s", c->name, region->level,
               region->tex->traits->faces > 1 ? " of a face" : "");
      return false;
   }
   region->count++;
   const struct ga_extent e = part->image.extent;
   if (!r) {
      part->box = box_of_all(e);
      return true;
   }
   part->box = ga_target_box(region->tex->traits, r->x, r->y, r->z, r->width, r->height, r->depth);
   return ga_extent_contains(e, &part->box) || raise_outside(c, region, r);
}

/* Dimensions that the level lacks: its images have a size of 1 there. */
static bool lies_in_dims(unsigned dims, const struct ga_region *r)
{
   return (dims > 1 || (r->y >= 0 && (int64_t)r->y + r->height <= 1)) && (dims > 2 || (r->z >= 0 && (int64_t)r->z + r->depth <= 1));
}

/* The parts of a region of a single image, or of faces that z counts. */
static bool add_parts(const struct ga_region_command *c, struct ga_image_region *region, bool z_is_face, unsigned face,
                      const struct ga_region *r)
{
   const struct ga_target_traits *traits = region->tex->traits;
   if (r && (r->width < 0 || r->height < 0 || r->depth < 0)) {
      ga_error(c->ctx, GL_INVALID_VALUE, "%s: %d x %d x %d: a size is negative", c->name, r->width, r->height, r->depth);
      return false;
   }
   region->dims = ga_target_command_dims(traits) + z_is_face;
   if (r && !lies_in_dims(region->dims, r))
      return raise_outside(c, region, r);
   if (!z_is_face)
      return add_part(c, region, face, r);
   if (r && (r->z < 0 || (int64_t)r->z + r->depth > traits->faces))
      return raise_outside(c, region, r);
   const unsigned first = r ? (unsigned)r->z : 0, faces = r ? (unsigned)r->depth : traits->faces;
   const struct ga_region one = { r ? r->x : 0, r ? r->y : 0, 0, r ? r->width : 0, r ? r->height : 0, 1 };
   for (unsigned i = 0; i < faces; i++)
      if (!add_part(c, region, first + i, r ? &one : NULL))
         return false;
   return true;
}

bool ga_region_of_target(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                         const struct ga_region *r, struct ga_image_region *out)
{
   struct ga_image_target image;
   *out = (struct ga_image_region){ .ctx = ctx };
   if (!ga_resolve_image(ctx, command, target, level, dims, &image))
      return false;
   out->tex = image.tex;
   out->level = image.level;
   const struct ga_region_command c = { ctx, command, GL_INVALID_OPERATION, GL_INVALID_VALUE };
   return add_parts(&c, out, false, image.face, r);
}

bool ga_region_of_name(struct ga_context *ctx, const char *command, GLuint name, GLint level, unsigned dims, const struct ga_region *r,
                       struct ga_image_region *out)
{
   *out = (struct ga_image_region){ .ctx = ctx, .tex = ga_resolve_named_texture(ctx, command, name), .level = (unsigned)level };
   if (!out->tex || !ga_texture_check_level(ctx, command, out->tex, level))
      return false;
   const struct ga_target_traits *traits = out->tex->traits;
   const bool cube = traits->faces > 1;
   if (!traits->faces || traits->multisample || out->tex->target == GA_TEX_EXTERNAL || ga_target_command_dims(traits) + cube != dims) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u is a %s", command, name, ga_enum_name(traits->name));
      return false;
   }
   const struct ga_region_command c = { ctx, command, GL_INVALID_OPERATION, GL_INVALID_VALUE };
   return add_parts(&c, out, cube, 0, r);
}

bool ga_region_of_texture(const struct ga_region_command *command, struct ga_texture *tex, unsigned level, const struct ga_region *r,
                          struct ga_image_region *out)
{
   *out = (struct ga_image_region){ .ctx = command->ctx, .tex = ga_texture_ref(tex), .level = level };
   return add_parts(command, out, tex->traits->faces > 1, 0, r);
}

bool ga_region_of_image(const struct ga_image_target *image, const struct ga_image_spec *spec, struct ga_image_region *out)
{
   struct ga_region_part *part = &out->part[0];
   *out = (struct ga_image_region){ .ctx = image->ctx, .tex = ga_texture_ref(image->tex), .level = image->level,
                                    .dims = ga_target_command_dims(image->tex->traits) };
   if (!ga_teximage_get(image->tex, image->face, image->level, &part->image))
      return false;
   out->count = 1;
   part->box = box_of_all(part->image.extent);
   return !spec || (part->image.format == spec->format && ga_extent_equal(part->image.extent, spec->extent));
}

struct pipe_box ga_region_memory_box(const struct ga_image_region *region)
{
   struct pipe_box box = region->part[0].box;
   if (region->count > 1)
      box.depth = (int32_t)region->count;
   return box;
}
