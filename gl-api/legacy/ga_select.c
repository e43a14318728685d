/* ga_select.c: selections of EXT_direct_state_access, and its commands for client state. */
#include "gl-api/legacy/ga_select.h"

#include "gl-api/command/ga_vertex_attribs.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"

/* ---- begin and end ----------------------------------------------------------------------------------------------------------- */

static void begin(struct ga_context *ctx, struct ga_selection *s, const char *command)
{
   struct ga_legacy *l = ctx->legacy;
   *s = (struct ga_selection){
      .called_as = ctx->called_as, .active_unit = ctx->active_unit, .client_unit = l->client_unit,
      .matrix_mode = l->transform.matrix_mode, .vao = ctx->vao, .draw_fbo = ctx->draw_fbo, .read_fbo = ctx->read_fbo,
      .array_buffer = ctx->buffer[GA_BUFFER_ARRAY], .program_target = -1};
   ctx->called_as = command;
}

void ga_select_end(struct ga_context *ctx, const struct ga_selection *s)
{
   struct ga_legacy *l = ctx->legacy;
   if (s->texture_slot) {
      ga_texture_unref(ctx, *s->texture_slot);
      *s->texture_slot = s->texture;
   }
   if (s->program_target >= 0) {
      struct ga_assembly_state *a = l->assembly;
      ga_assembly_unref(a->bound[s->program_target]);
      a->bound[s->program_target] = a->unselected[s->program_target];
      a->unselected[s->program_target] = NULL;
   }
   ga_buffer_unref(ctx, s->buffer);
   ctx->active_unit = s->active_unit;
   l->client_unit = s->client_unit;
   l->transform.matrix_mode = s->matrix_mode;
   ctx->vao = s->vao;
   ctx->draw_fbo = s->draw_fbo;
   ctx->read_fbo = s->read_fbo;
   ctx->buffer[GA_BUFFER_ARRAY] = s->array_buffer;
   ctx->called_as = s->called_as;
}

/* ---- texture units and matrices ------------------------------------------------------------------------------------------------ */

static bool select_unit(struct ga_context *ctx, GLenum unit, GLenum error, const char *command)
{
   const GLuint units = (GLuint)ctx->limits.max_combined_texture_units;
   if (unit - GL_TEXTURE0 < units)
      ctx->active_unit = unit - GL_TEXTURE0;
   else
      ga_error(ctx, error, "%s: %s is not one of the %u texture units", command, ga_enum_name(unit), units);
   return unit - GL_TEXTURE0 < units;
}

bool ga_select_active_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum unit)
{
   begin(ctx, s, command);
   return select_unit(ctx, unit, GL_INVALID_ENUM, command);
}

bool ga_select_texture_unit(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum unit)
{
   begin(ctx, s, command);
   return select_unit(ctx, unit, GL_INVALID_OPERATION, command);
}

static bool select_coordinates(struct ga_context *ctx, GLenum unit, const char *command)
{
   if (unit - GL_TEXTURE0 < GA_MAX_TEXTURE_COORDS)
      ctx->legacy->client_unit = unit - GL_TEXTURE0;
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s is not one of the %u sets of texture coordinates", command, ga_enum_name(unit),
               GA_MAX_TEXTURE_COORDS);
   return unit - GL_TEXTURE0 < GA_MAX_TEXTURE_COORDS;
}

bool ga_select_client_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum unit)
{
   begin(ctx, s, command);
   return select_coordinates(ctx, unit, command);
}

bool ga_select_matrix(struct ga_context *ctx, struct ga_selection *s, const char *command, GLenum mode)
{
   begin(ctx, s, command);
   if (mode >= GL_TEXTURE0 && mode <= GL_TEXTURE31) {
      ctx->legacy->transform.matrix_mode = GL_TEXTURE;
      return select_unit(ctx, mode, GL_INVALID_ENUM, command);
   }
   if (ga_matrix_is_mode(ctx, mode)) {
      ctx->legacy->transform.matrix_mode = mode;
      return true;
   }
   ga_error(ctx, GL_INVALID_ENUM, "%s: matrixMode %s is not accepted by this command", command, ga_enum_name(mode));
   return false;
}

unsigned *ga_capability_selector(struct ga_context *ctx, GLenum capability, bool reads, GLuint *limit)
{
   *limit = ga_has(ctx, GA_FEATURE_direct_state_access_ext) ? (GLuint)ctx->limits.max_combined_texture_units : 0;
   switch (*limit ? capability : GL_NONE) {
   case GL_TEXTURE_1D: case GL_TEXTURE_2D: case GL_TEXTURE_3D: case GL_TEXTURE_CUBE_MAP: case GL_TEXTURE_RECTANGLE:
   case GL_TEXTURE_GEN_S: case GL_TEXTURE_GEN_T: case GL_TEXTURE_GEN_R: case GL_TEXTURE_GEN_Q: return &ctx->active_unit;
   case GL_TEXTURE_COORD_ARRAY:
      *limit = reads ? GA_MAX_TEXTURE_COORDS : 0;
      return reads ? &ctx->legacy->client_unit : NULL;
   }
   *limit = 0;
   return NULL;
}

/* ---- textures ---------------------------------------------------------------------------------------------------------------- */

static bool is_proxy(const struct ga_context *ctx, GLenum target)
{
   for (unsigned i = 0; i < GA_TEX_TARGET_COUNT; i++)
      if (ctx->proxy_texture[i] && ctx->proxy_texture[i]->traits->proxy == target)
         return true;
   return false;
}

bool ga_select_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLenum target)
{
   unsigned face;
   GLenum error;
   begin(ctx, s, command);
   const int of_name = ga_target_of_name(target), index = of_name >= 0 ? of_name : ga_target_of_image(target, &face);
   if (index < 0 || !ga_target_offered(ctx, index)) {
      if (!name || !is_proxy(ctx, target))
         return true;
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s is not a target of texture %u", command, ga_enum_name(target), name);
      return false;
   }
   struct ga_texture *tex = ga_texture_of_name(ctx, name, index, &error);
   if (!tex) {
      ga_error(ctx, error, "%s: %s", command, error == GL_INVALID_OPERATION ? "the texture has another target" : "out of memory");
      return false;
   }
   s->texture_slot = &ctx->unit[ctx->active_unit].bound[index];
   s->texture = *s->texture_slot;
   *s->texture_slot = tex;
   return true;
}

/* ---- objects that the command names, too -------------------------------------------------------------------------------------- */

static bool made(struct ga_context *ctx, bool done, const char *command)
{
   if (!done)
      ga_oom(ctx, command);
   return done;
}

static bool make_buffer(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_buffer *buf = name ? ga_buffer_get(ctx, name, true) : NULL;
   const bool done = buf || !name;
   ga_buffer_unref(ctx, buf);
   return made(ctx, done, command);
}

bool ga_select_buffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name)
{
   begin(ctx, s, command);
   return make_buffer(ctx, name, command);
}

bool ga_select_buffers(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint read, GLuint write)
{
   begin(ctx, s, command);
   return make_buffer(ctx, read, command) && make_buffer(ctx, write, command);
}

bool ga_select_renderbuffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name)
{
   begin(ctx, s, command);
   struct ga_renderbuffer *rb = name ? ga_renderbuffer_of_name(ctx, name) : NULL;
   const bool done = rb || !name;
   ga_renderbuffer_unref(rb);
   return made(ctx, done, command);
}

bool ga_select_framebuffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name)
{
   begin(ctx, s, command);
   return made(ctx, !name || ga_fbo_of_name(ctx, name), command);
}

bool ga_select_framebuffer_target(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name)
{
   begin(ctx, s, command);
   struct ga_fbo *fbo = name ? ga_fbo_of_name(ctx, name) : NULL;
   if (!made(ctx, fbo || !name, command))
      return false;
   ctx->draw_fbo = fbo ? fbo : ctx->window_fbo;
   ctx->read_fbo = fbo ? fbo : ctx->window_read_fbo;
   return true;
}

/* ---- vertex arrays ----------------------------------------------------------------------------------------------------------- */

static bool select_vertex_array(struct ga_context *ctx, GLuint name, const char *command)
{
   if (!name || !ut_names_is_reserved(&ctx->vaos, name)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: vertex array %u was not generated", command, name);
      return false;
   }
   struct ga_vao *vao = ga_vao_get(ctx, name);
   if (vao)
      ctx->vao = vao;
   return made(ctx, vao, command);
}

bool ga_select_vertex_array(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name)
{
   begin(ctx, s, command);
   return select_vertex_array(ctx, name, command);
}

static bool select_array_buffer(struct ga_context *ctx, struct ga_selection *s, GLuint name, GLintptr offset, const char *command)
{
   s->buffer = name ? ga_buffer_get(ctx, name, true) : NULL;
   ctx->buffer[GA_BUFFER_ARRAY] = s->buffer;
   if (name && offset < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld into buffer %u is negative", command, (long long)offset, name);
   return (!name || offset >= 0) && made(ctx, s->buffer || !name, command);
}

bool ga_select_vertex_array_buffer(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLuint buffer,
                                   GLintptr offset)
{
   begin(ctx, s, command);
   return select_vertex_array(ctx, name, command) && select_array_buffer(ctx, s, buffer, offset, command);
}

bool ga_select_vertex_array_texture(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLuint buffer,
                                    GLenum unit, GLintptr offset)
{
   begin(ctx, s, command);
   return select_vertex_array(ctx, name, command) && select_coordinates(ctx, unit, command) &&
          select_array_buffer(ctx, s, buffer, offset, command);
}

static void enable_array(struct ga_context *ctx, GLuint name, GLenum array, void (*set)(struct ga_context *ctx, GLenum array),
                         const char *command)
{
   struct ga_selection s;
   const bool coordinates = array - GL_TEXTURE0 < GA_MAX_TEXTURE_COORDS;
   begin(ctx, &s, command);
   if (coordinates)
      ctx->legacy->client_unit = array - GL_TEXTURE0;
   if (select_vertex_array(ctx, name, command))
      set(ctx, coordinates ? GL_TEXTURE_COORD_ARRAY : array);
   ga_select_end(ctx, &s);
}

void ga_EnableVertexArrayEXT(struct ga_context *ctx, GLuint vaobj, GLenum array)
{
   enable_array(ctx, vaobj, array, ga_EnableClientState, "glEnableVertexArrayEXT");
}

void ga_DisableVertexArrayEXT(struct ga_context *ctx, GLuint vaobj, GLenum array)
{
   enable_array(ctx, vaobj, array, ga_DisableClientState, "glDisableVertexArrayEXT");
}

/* ---- client state (2.8) -------------------------------------------------------------------------------------------------------- */

static void enable_coordinates(struct ga_context *ctx, GLenum array, GLuint index, void (*set)(struct ga_context *ctx, GLenum array),
                               const char *command)
{
   struct ga_selection s;
   if (array != GL_TEXTURE_COORD_ARRAY) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(array));
      return;
   }
   if (index >= GA_MAX_TEXTURE_COORDS) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not less than %u", command, index, GA_MAX_TEXTURE_COORDS);
      return;
   }
   begin(ctx, &s, command);
   ctx->legacy->client_unit = index;
   set(ctx, array);
   ga_select_end(ctx, &s);
}

void ga_EnableClientStateIndexedEXT(struct ga_context *ctx, GLenum array, GLuint index)
{
   enable_coordinates(ctx, array, index, ga_EnableClientState, "glEnableClientStateIndexedEXT");
}

void ga_DisableClientStateIndexedEXT(struct ga_context *ctx, GLenum array, GLuint index)
{
   enable_coordinates(ctx, array, index, ga_DisableClientState, "glDisableClientStateIndexedEXT");
}

/* ---- assembly programs --------------------------------------------------------------------------------------------------------- */

bool ga_select_program(struct ga_context *ctx, struct ga_selection *s, const char *command, GLuint name, GLenum target)
{
   enum ap_target which;
   begin(ctx, s, command);
   if (!ga_assembly_target(ctx, target, &which, command))
      return false;
   struct ga_assembly *p = ga_assembly_of_name(ctx, &ctx->share->assembly, which, name, command);
   if (!p)
      return false;
   ctx->legacy->assembly->unselected[which] = ctx->legacy->assembly->bound[which];
   ctx->legacy->assembly->bound[which] = p;
   s->program_target = (int)which;
   return true;
}
