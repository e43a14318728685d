/* body_texture_state.c: initial sampler state of each target (OpenGL 4.5, 8.22), the result of glTexStorage* of proxy targets
 * for supported and unsupported textures (8.19 and 8.22), which textures image units match by size (8.26, 22.3.2), and renderbuffers
 * of a format that cannot be rendered to. */
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

/* ---- image units ---- */

/* glGetInternalformativ and glGetTexParameteriv agree (22.3.2); formats that image units do not have match nothing. */
static void image_compatibility(void)
{
   static const struct { GLenum format; bool image; } rows[] = {
      {GL_RGBA8, true}, {GL_R16F, true}, {GL_RGB10_A2UI, true}, {GL_R11F_G11F_B10F, true}, {GL_RGB8, false}, {GL_RGB9_E5, false},
      {GL_SRGB8_ALPHA8, false}, {GL_DEPTH_COMPONENT24, false}, {GL_COMPRESSED_RED_RGTC1, false}, {GL_RGBA4, false},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const GLint wanted = rows[i].image ? GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE : GL_NONE;
      GLuint texture;
      GLint value = -1, of_format = -1, of_name = -1;
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      glGetTexParameteriv(GL_TEXTURE_2D, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, &value);
      api_expect("the compatibility type of a texture without images", value, GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE);
      glTexStorage2D(GL_TEXTURE_2D, 2, rows[i].format, 16, 16);
      glGetTexParameteriv(GL_TEXTURE_2D, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, &value);
      glGetTextureParameteriv(texture, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, &of_name);
      glGetInternalformativ(GL_TEXTURE_2D, rows[i].format, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, 1, &of_format);
      api_expect("the compatibility type of a format", of_format, wanted);
      api_expect("the compatibility type of a texture", value, wanted);
      api_expect("the compatibility type of a named texture", of_name, wanted);
      glDeleteTextures(1, &texture);
   }
   api_expect_error(GL_NO_ERROR, "glGetTexParameteriv");
   region_draw();
}

/* ---- renderbuffers ---- */

/* EXT_texture_shared_exponent: glRenderbufferStorage takes the format; a framebuffer is not complete with it (OpenGL 4.6, 9.4). */
static void shared_exponent(void)
{
   GLuint names[2], framebuffer, texture;
   GLint value = -1, before = 0;
   static const uint32_t texels[4] = {1, 0x12345678, 0x87654321, 7};
   uint32_t got[4] = {0};
   api_require("GL_EXT_texture_shared_exponent");
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
   glGenRenderbuffers(2, names);
   glBindRenderbuffer(GL_RENDERBUFFER, names[0]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB9_E5, 2, 2);
   api_expect_error(GL_NO_ERROR, "glRenderbufferStorage of GL_RGB9_E5");
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &value);
   api_expect("GL_RENDERBUFFER_INTERNAL_FORMAT", value, GL_RGB9_E5);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_GREEN_SIZE, &value);
   api_expect("GL_RENDERBUFFER_GREEN_SIZE", value, 9);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[0]);
   api_expect("the framebuffer is complete", glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, false);
   glBindRenderbuffer(GL_RENDERBUFFER, names[1]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB9_E5, 2, 2);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGB9_E5, 2, 2);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, texels);
   glCopyImageSubData(texture, GL_TEXTURE_2D, 0, 0, 0, 0, names[0], GL_RENDERBUFFER, 0, 0, 0, 0, 2, 2, 1);
   glCopyImageSubData(names[0], GL_RENDERBUFFER, 0, 0, 0, 0, names[1], GL_RENDERBUFFER, 0, 0, 0, 0, 2, 2, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, got);
   glCopyImageSubData(names[1], GL_RENDERBUFFER, 0, 0, 0, 0, texture, GL_TEXTURE_2D, 0, 0, 0, 0, 2, 2, 1);
   glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, got);
   api_expect_error(GL_NO_ERROR, "copies of GL_RGB9_E5 renderbuffers");
   for (unsigned i = 0; i < 4; i++)
      api_expect("a texel that was copied through renderbuffers", (long)got[i], (long)texels[i]);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   glDeleteFramebuffers(1, &framebuffer);
   glDeleteRenderbuffers(2, names);
   glDeleteTextures(1, &texture);
   region_draw();
}

const struct api_body api_bodies_texture_state[] = {
   {"texture-initial-state", CORE, 45, 1, 0, initial_state, region_reference},
   {"texture-proxy-storage", CORE, 45, 1, 0, proxy_storage, region_reference},
   {"texture-image-compatibility", CORE, 45, 1, 0, image_compatibility, region_reference},
   {"renderbuffer-shared-exponent", CORE, 45, 1, 0, shared_exponent, region_reference},
   {0},
};
