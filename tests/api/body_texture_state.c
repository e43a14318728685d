/* body_texture_state.c: initial sampler state of each target (OpenGL 4.5, 8.22), and the result of glTexStorage* of proxy targets
 * for supported and unsupported textures (8.19 and 8.22). */
#include "api_regions.h"

/* ---- initial values ---- */

enum kind { MIPMAPPED, RECTANGLE, MULTISAMPLE };
static const struct { GLenum target; enum kind kind; } targets[] = {
   {GL_TEXTURE_1D, MIPMAPPED}, {GL_TEXTURE_2D, MIPMAPPED}, {GL_TEXTURE_3D, MIPMAPPED}, {GL_TEXTURE_1D_ARRAY, MIPMAPPED},
   {GL_TEXTURE_2D_ARRAY, MIPMAPPED}, {GL_TEXTURE_CUBE_MAP, MIPMAPPED}, {GL_TEXTURE_CUBE_MAP_ARRAY, MIPMAPPED},
   {GL_TEXTURE_RECTANGLE, RECTANGLE}, {GL_TEXTURE_2D_MULTISAMPLE, MULTISAMPLE}, {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, MULTISAMPLE},
};
static const struct { GLenum name; GLint value[3], other; } parameters[] = {
   {GL_TEXTURE_MIN_FILTER, {GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR, GL_NEAREST}, GL_LINEAR},
   {GL_TEXTURE_MAG_FILTER, {GL_LINEAR, GL_LINEAR, GL_NEAREST}, GL_LINEAR},
   {GL_TEXTURE_WRAP_S, {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE}, GL_CLAMP_TO_BORDER},
   {GL_TEXTURE_WRAP_T, {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE}, GL_CLAMP_TO_BORDER},
   {GL_TEXTURE_WRAP_R, {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE}, GL_CLAMP_TO_BORDER},
   {GL_TEXTURE_COMPARE_MODE, {GL_NONE, GL_NONE, GL_NONE}, GL_COMPARE_REF_TO_TEXTURE},
   {GL_TEXTURE_COMPARE_FUNC, {GL_LEQUAL, GL_LEQUAL, GL_LEQUAL}, GL_LESS},
   {GL_TEXTURE_MIN_LOD, {-1000, -1000, -1000}, 1},
   {GL_TEXTURE_MAX_LOD, {1000, 1000, 1000}, 1},
   {GL_TEXTURE_LOD_BIAS, {0, 0, 0}, 1},
};

/* Sampler state of multisample textures is not set: GL_INVALID_ENUM by target, GL_INVALID_OPERATION by name (8.10). */
static void check_sampler(GLenum target, enum kind kind, GLuint texture)
{
   for (unsigned i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++) {
      GLint value = -1;
      const GLenum name = parameters[i].name;
      glGetTexParameteriv(target, name, &value);
      api_expect("the initial value of a parameter", value, parameters[i].value[kind]);
      glTextureParameteri(texture, name, parameters[i].other);
      api_expect_error(kind == MULTISAMPLE ? GL_INVALID_OPERATION : GL_NO_ERROR, "glTextureParameteri");
      glTexParameteri(target, name, parameters[i].other);
      api_expect_error(kind == MULTISAMPLE ? GL_INVALID_ENUM : GL_NO_ERROR, "glTexParameteri");
      glTexParameterf(target, name, (GLfloat)parameters[i].other);
      api_expect_error(kind == MULTISAMPLE ? GL_INVALID_ENUM : GL_NO_ERROR, "glTexParameterf");
      glGetTextureParameteriv(texture, name, &value);
      api_expect("the value of a parameter that was set", value, kind == MULTISAMPLE ? parameters[i].value[kind] : parameters[i].other);
   }
}

static void initial_state(void)
{
   for (unsigned i = 0; i < sizeof(targets) / sizeof(targets[0]); i++)
      for (unsigned made = 0; made < 2; made++) {
         GLuint texture;
         if (made)
            glCreateTextures(targets[i].target, 1, &texture);
         else
            glGenTextures(1, &texture);
         glBindTexture(targets[i].target, texture);
         check_sampler(targets[i].target, targets[i].kind, texture);
         glDeleteTextures(1, &texture);
      }
   region_draw();
}

/* ---- proxies ---- */

static const struct proxy {
   GLenum target;
   unsigned dims;     /* of the command */
   int size[3];
   int levels;        /* most that the size has */
   unsigned shrinks;
} proxies[] = {
   {GL_PROXY_TEXTURE_1D, 1, {16, 1, 1}, 5, 1},          {GL_PROXY_TEXTURE_2D, 2, {16, 8, 1}, 5, 2},
   {GL_PROXY_TEXTURE_3D, 3, {4, 8, 16}, 5, 3},          {GL_PROXY_TEXTURE_1D_ARRAY, 2, {16, 7, 1}, 5, 1},
   {GL_PROXY_TEXTURE_2D_ARRAY, 3, {16, 8, 7}, 5, 2},    {GL_PROXY_TEXTURE_CUBE_MAP, 2, {8, 8, 1}, 4, 2},
   {GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 3, {8, 8, 12}, 4, 2}, {GL_PROXY_TEXTURE_RECTANGLE, 2, {16, 8, 1}, 1, 2},
};

static void storage(const struct proxy *p, unsigned dims, int levels, GLenum format, const int size[3])
{
   if (dims == 1)
      glTexStorage1D(p->target, levels, format, size[0]);
   else if (dims == 2)
      glTexStorage2D(p->target, levels, format, size[0], size[1]);
   else
      glTexStorage3D(p->target, levels, format, size[0], size[1], size[2]);
}

/* The size of a level; 0: it has no image. */
static void check_level(const struct proxy *p, int level, const int size[3], GLenum format)
{
   static const GLenum names[3] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH};
   GLint value = -1;
   for (unsigned d = 0; d < 3; d++) {
      const int wanted = !size ? 0 : d >= p->shrinks || size[d] >> level ? (d < p->shrinks ? size[d] >> level : size[d]) : 1;
      glGetTexLevelParameteriv(p->target, level, names[d], &value);
      api_expect("the size of a level", value, wanted);
   }
   glGetTexLevelParameteriv(p->target, level, GL_TEXTURE_INTERNAL_FORMAT, &value);
   if (size)
      api_expect("the format of a level", value, (long)format);
   api_expect_error(GL_NO_ERROR, "glGetTexLevelParameteriv");
}

static void check_errors(const struct proxy *p)
{
   const int none[3] = {0, 1, 1};
   storage(p, p->dims, 0, GL_RGBA8, p->size);
   api_expect_error(GL_INVALID_VALUE, "no levels");
   storage(p, p->dims, 1, GL_RGBA8, none);
   api_expect_error(GL_INVALID_VALUE, "a size of 0");
   storage(p, p->dims, 1, GL_RGBA, p->size);
   api_expect_error(GL_INVALID_ENUM, "an unsized format");
   storage(p, p->dims, p->levels + 1, GL_RGBA8, p->size);
   api_expect_error(GL_INVALID_OPERATION, "too many levels");
   storage(p, p->dims == 3 ? 2 : p->dims + 1, 1, GL_RGBA8, p->size);
   api_expect_error(GL_INVALID_ENUM, "a target of other dimensions");
   for (int level = 0; level < p->levels; level++)
      check_level(p, level, p->size, GL_RG16F);
}

static void check_proxy(const struct proxy *p)
{
   int large[3] = {p->size[0], p->size[1], p->size[2]};
   storage(p, p->dims, p->levels, GL_RG16F, p->size);
   api_expect_error(GL_NO_ERROR, "glTexStorage of a proxy");
   for (int level = 0; level < p->levels; level++)
      check_level(p, level, p->size, GL_RG16F);
   check_errors(p);
   if (p->levels > 1) {
      storage(p, p->dims, 1, GL_RG16F, p->size);
      check_level(p, 0, p->size, GL_RG16F);
   }
   for (unsigned d = 0; d < (p->shrinks < 2 ? 1 : 2); d++)
      large[d] = 1 << 20;
   storage(p, p->dims, 1, GL_RGBA8, large);
   api_expect_error(GL_NO_ERROR, "glTexStorage of a proxy that is too large");
   check_level(p, 0, NULL, GL_NONE);
}

static void check_multisampled(void)
{
   static const struct { GLenum target; unsigned dims; } rows[] = {{GL_PROXY_TEXTURE_2D_MULTISAMPLE, 2}, {GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY, 3}};
   for (unsigned i = 0; i < 2; i++) {
      const struct proxy p = {rows[i].target, rows[i].dims, {16, 8, i ? 5 : 1}, 1, 2};
      GLint samples = 0;
      for (int large = 0; large < 2; large++) {
         const int size = large ? 1 << 20 : 16;
         if (i)
            glTexStorage3DMultisample(p.target, 4, GL_RG16F, size, 8, 5, GL_TRUE);
         else
            glTexStorage2DMultisample(p.target, 4, GL_RG16F, size, 8, GL_TRUE);
         api_expect_error(GL_NO_ERROR, "glTexStorage*Multisample of a proxy");
         check_level(&p, 0, large ? NULL : p.size, GL_RG16F);
         glGetTexLevelParameteriv(p.target, 0, GL_TEXTURE_SAMPLES, &samples);
         api_expect("samples of a proxy", samples, large ? 0 : 4);
      }
   }
}

static void proxy_storage(void)
{
   GLint immutable = -1;
   for (unsigned i = 0; i < sizeof(proxies) / sizeof(proxies[0]); i++)
      check_proxy(&proxies[i]);
   check_multisampled();
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT, &immutable);
   api_expect("the bound texture is immutable", immutable, 0);
   region_draw();
}

const struct api_body api_bodies_texture_state[] = {
   {"texture-initial-state", CORE, 45, 1, 0, initial_state, region_reference},
   {"texture-proxy-storage", CORE, 45, 1, 0, proxy_storage, region_reference},
   {0},
};
