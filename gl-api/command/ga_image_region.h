/* ga_image_region.h: the part of a level that an image command reads or writes. It may lie in several images: faces of a cube map. A
 * command resolves its region, checks every image of it, and only then changes the first one. */
#ifndef GA_IMAGE_REGION_H
#define GA_IMAGE_REGION_H

#include "gl-api/command/ga_teximage.h"

/* Offset and size as a command gives them; dimensions that it lacks are 0 and 1. */
struct ga_region {
   GLint x, y, z;
   GLsizei width, height, depth;
};

/* One image of a region, and the box in it; z of the box counts slices or layers. */
struct ga_region_part {
   struct ga_image_info image; /* a snapshot; its references are the region's */
   struct pipe_box box;
};

struct ga_image_region {
   struct ga_context *ctx;
   struct ga_texture *tex;     /* counted; NULL: not resolved, the error was raised */
   unsigned level;
   unsigned dims;              /* dimensions in commands: layers are one, and faces that z counts */
   unsigned count;             /* parts: faces of a cube map in their order, otherwise 1. 0: no face */
   struct ga_region_part part[6];
};
#define GA_HELD_REGION __attribute__((cleanup(ga_image_region_release)))
void ga_image_region_release(struct ga_image_region *region);

struct ga_region_command {
   struct ga_context *ctx;
   const char *name;
   GLenum missing;             /* error of a level or face that is not specified */
   GLenum outside;             /* error of a region that is not inside the level */
};

/* The region of the image that `target` and `level` mean on the active unit; dims as in ga_resolve_image. GL_INVALID_VALUE is the
 * error of a region that is not inside the image. False: the error was raised. */
bool ga_region_of_target(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                         const struct ga_region *r, struct ga_image_region *out);
/* The same of a texture by name; z counts the faces of a cube map, which has three dimensions here. */
bool ga_region_of_name(struct ga_context *ctx, const char *command, GLuint name, GLint level, unsigned dims, const struct ga_region *r,
                       struct ga_image_region *out);
/* The same of a level of any texture with images, with a command's own errors. r NULL: all of the level. The reference to `tex` stays
 * the caller's. */
bool ga_region_of_texture(const struct ga_region_command *command, struct ga_texture *tex, unsigned level, const struct ga_region *r,
                          struct ga_image_region *out);
/* All of one image as a region. spec: it has just been specified so; NULL: as it is. False: another context has specified it otherwise;
 * no error was raised. */
bool ga_region_of_image(const struct ga_image_target *image, const struct ga_image_spec *spec, struct ga_image_region *out);
/* The box in memory of all parts. There are some. */
struct pipe_box ga_region_memory_box(const struct ga_image_region *region);

#endif
