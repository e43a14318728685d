/* cmd_textures.c: texture and sampler objects and their parameters (OpenGL 4.6, 8.1, 8.2, 8.10, 8.11, 8.22). */
#include "commands.h"

static const GLfloat vf[4] = {GL_NEAREST, 0, 0, 1}, bad_f[4] = {BAD};
static const GLint vi[4] = {GL_NEAREST, 0, 0, 1}, bad_i[4] = {BAD};
static const GLuint bad_ui[4] = {BAD};
#define vIi vi
#define bad_Ii bad_i
#define vIui ((const GLuint *)vi)
#define bad_Iui bad_ui
static const GLint border_i[4] = {1, 2, 3, 4};
static const GLuint border_ui[4] = {1, 2, 3, 4};

static void objects(void)
{
   GLuint name[2] = {0};
   OK(ActiveTexture, GL_TEXTURE1);
   ERR(INVALID_ENUM, ActiveTexture, GL_TEXTURE0 + 1000);
   ERR(INVALID_ENUM, ActiveTexture, BAD);
   OK(GenTextures, 2, name);
   ERR(INVALID_VALUE, GenTextures, -1, name);
   EXPECT(gl.IsTexture(name[0]), GL_FALSE);
   OK(BindTexture, GL_TEXTURE_2D, name[0]);
   ERR(INVALID_ENUM, BindTexture, BAD, name[0]);
   ERR(INVALID_OPERATION, BindTexture, GL_TEXTURE_3D, name[0]);
   if (api == CORE46)
      ERR(INVALID_OPERATION, BindTexture, GL_TEXTURE_2D, 1000);
   OK(IsTexture, name[0]);
   NO_ERROR(IsTexture);
   EXPECT(gl.IsTexture(name[0]), GL_TRUE);
   OK(DeleteTextures, 2, name);
   ERR(INVALID_VALUE, DeleteTextures, -1, name);
   if (!desktop())
      return;
   OK(CreateTextures, GL_TEXTURE_2D, 2, name);
   ERR(INVALID_VALUE, CreateTextures, GL_TEXTURE_2D, -1, name);
   ERR(INVALID_ENUM, CreateTextures, BAD, 2, name);
   ERR(INVALID_ENUM, CreateTextures, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 2, name);
   EXPECT(gl.IsTexture(name[1]), GL_TRUE);
   const GLuint unknown[] = {1000, 0};
   OK(BindTextures, 2, 2, name);
   ERR(INVALID_OPERATION, BindTextures, 1000, 2, name);
   ERR_PARTLY(INVALID_OPERATION, BindTextures, 2, 2, unknown);
   OK(BindTextureUnit, 3, name[0]);
   ERR(INVALID_OPERATION, BindTextureUnit, 3, 1000);
   gl.BindTextures(0, 8, NULL);
}

#define TEX_PARAMETERS(suffix, bad_value) \
   OK(TexParameter##suffix##v, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, v##suffix); \
   ERR(INVALID_ENUM, TexParameter##suffix##v, BAD, GL_TEXTURE_MIN_FILTER, v##suffix); \
   ERR(INVALID_ENUM, TexParameter##suffix##v, GL_TEXTURE_2D, BAD, v##suffix); \
   ERR(INVALID_ENUM, TexParameter##suffix##v, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, bad_value)

static void parameters(void)
{
   GLfloat f[4];
   GLint i[4];
   GLuint u[4];
   gl.ActiveTexture(GL_TEXTURE0);
   make_texture(GL_TEXTURE_2D, 8, 8);
   TEX_PARAMETERS(f, bad_f);
   TEX_PARAMETERS(i, bad_i);
   OK(TexParameterIiv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border_i);
   ERR(INVALID_ENUM, TexParameterIiv, BAD, GL_TEXTURE_BORDER_COLOR, border_i);
   ERR(INVALID_ENUM, TexParameterIiv, GL_TEXTURE_2D, BAD, border_i);
   ERR(INVALID_ENUM, TexParameterIiv, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, bad_i);
   OK(TexParameterIuiv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border_ui);
   ERR(INVALID_ENUM, TexParameterIuiv, BAD, GL_TEXTURE_BORDER_COLOR, border_ui);
   ERR(INVALID_ENUM, TexParameterIuiv, GL_TEXTURE_2D, BAD, border_ui);
   ERR(INVALID_ENUM, TexParameterIuiv, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, bad_ui);
   OK(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
   OK(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3);
   OK(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_NEVER);
   OK(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_ZERO);
   ERR(INVALID_ENUM, TexParameteri, BAD, GL_TEXTURE_WRAP_S, GL_REPEAT);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, BAD, GL_REPEAT);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, BAD);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, BAD);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, BAD);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, BAD);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, BAD);
   ERR(INVALID_VALUE, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1);
   ERR(INVALID_VALUE, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, -1);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1);
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_WRAP_S, GL_REPEAT);
   ERR(INVALID_OPERATION, TexParameteri, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BASE_LEVEL, 1);
   OK(TexParameterf, GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, -2.5f);
   ERR(INVALID_ENUM, TexParameterf, BAD, GL_TEXTURE_MIN_LOD, 1);
   ERR(INVALID_ENUM, TexParameterf, GL_TEXTURE_2D, BAD, 1);
   ERR(INVALID_ENUM, TexParameterf, GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, BAD);
   ERR(INVALID_ENUM, TexParameterf, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1);
   OK(GetTexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, f);
   ERR(INVALID_ENUM, GetTexParameterfv, BAD, GL_TEXTURE_MIN_LOD, f);
   ERR(INVALID_ENUM, GetTexParameterfv, GL_TEXTURE_2D, BAD, f);
   OK(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, i);
   EXPECT(i[0], GL_MIRRORED_REPEAT);
   ERR(INVALID_ENUM, GetTexParameteriv, BAD, GL_TEXTURE_WRAP_S, i);
   ERR(INVALID_ENUM, GetTexParameteriv, GL_TEXTURE_2D, BAD, i);
   OK(GetTexParameterIiv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, i);
   ERR(INVALID_ENUM, GetTexParameterIiv, BAD, GL_TEXTURE_BORDER_COLOR, i);
   ERR(INVALID_ENUM, GetTexParameterIiv, GL_TEXTURE_2D, BAD, i);
   OK(GetTexParameterIuiv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, u);
   EXPECT(u[2], 3);
   ERR(INVALID_ENUM, GetTexParameterIuiv, BAD, GL_TEXTURE_BORDER_COLOR, u);
   ERR(INVALID_ENUM, GetTexParameterIuiv, GL_TEXTURE_2D, BAD, u);
   OK(GetTexLevelParameteriv, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, i);
   EXPECT(i[0], 8);
   ERR(INVALID_ENUM, GetTexLevelParameteriv, BAD, 0, GL_TEXTURE_WIDTH, i);
   ERR(INVALID_ENUM, GetTexLevelParameteriv, GL_TEXTURE_CUBE_MAP, 0, GL_TEXTURE_WIDTH, i);
   ERR(INVALID_ENUM, GetTexLevelParameteriv, GL_TEXTURE_2D, 0, BAD, i);
   ERR(INVALID_VALUE, GetTexLevelParameteriv, GL_TEXTURE_2D, -1, GL_TEXTURE_WIDTH, i);
   ERR(INVALID_VALUE, GetTexLevelParameteriv, GL_TEXTURE_2D, 30, GL_TEXTURE_WIDTH, i);
   OK(GetTexLevelParameterfv, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_ENUM, GetTexLevelParameterfv, BAD, 0, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_ENUM, GetTexLevelParameterfv, GL_TEXTURE_2D, 0, BAD, f);
   ERR(INVALID_VALUE, GetTexLevelParameterfv, GL_TEXTURE_2D, -1, GL_TEXTURE_WIDTH, f);
   if (desktop()) {
      ERR(INVALID_OPERATION, TexParameteri, GL_TEXTURE_RECTANGLE, GL_TEXTURE_BASE_LEVEL, 1);
      ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, GL_REPEAT);
      ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   }
}

#define NAMED_PARAMETERS(suffix) \
   OK(TextureParameter##suffix##v, texture, GL_TEXTURE_MIN_FILTER, v##suffix); \
   ERR(INVALID_OPERATION, TextureParameter##suffix##v, 1000, GL_TEXTURE_MIN_FILTER, v##suffix); \
   ERR(INVALID_ENUM, TextureParameter##suffix##v, texture, BAD, v##suffix); \
   ERR(INVALID_ENUM, TextureParameter##suffix##v, texture, GL_TEXTURE_MIN_FILTER, bad_##suffix)

static void named_parameters(void)
{
   GLuint texture, buffer_texture;
   GLfloat f[4];
   GLint i[4];
   GLuint u[4];
   gl.CreateTextures(GL_TEXTURE_2D, 1, &texture);
   gl.CreateTextures(GL_TEXTURE_BUFFER, 1, &buffer_texture);
   gl.TextureStorage2D(texture, 1, GL_RGBA8, 8, 8);
   NAMED_PARAMETERS(f);
   NAMED_PARAMETERS(i);
   OK(TextureParameterIiv, texture, GL_TEXTURE_BORDER_COLOR, border_i);
   ERR(INVALID_OPERATION, TextureParameterIiv, 1000, GL_TEXTURE_BORDER_COLOR, border_i);
   ERR(INVALID_ENUM, TextureParameterIiv, texture, BAD, border_i);
   OK(TextureParameterIuiv, texture, GL_TEXTURE_BORDER_COLOR, border_ui);
   ERR(INVALID_OPERATION, TextureParameterIuiv, 1000, GL_TEXTURE_BORDER_COLOR, border_ui);
   ERR(INVALID_ENUM, TextureParameterIuiv, texture, BAD, border_ui);
   OK(TextureParameteri, texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   ERR(INVALID_OPERATION, TextureParameteri, 1000, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   ERR(INVALID_ENUM, TextureParameteri, texture, BAD, 1);
   ERR(INVALID_ENUM, TextureParameteri, texture, GL_TEXTURE_WRAP_S, BAD);
   ERR(INVALID_VALUE, TextureParameteri, texture, GL_TEXTURE_BASE_LEVEL, -1);
   OK(TextureParameterf, texture, GL_TEXTURE_MAX_LOD, 3);
   ERR(INVALID_OPERATION, TextureParameterf, 1000, GL_TEXTURE_MAX_LOD, 3);
   ERR(INVALID_ENUM, TextureParameterf, texture, BAD, 1);
   OK(GetTextureParameterfv, texture, GL_TEXTURE_MAX_LOD, f);
   ERR(INVALID_OPERATION, GetTextureParameterfv, 1000, GL_TEXTURE_MAX_LOD, f);
   ERR(INVALID_ENUM, GetTextureParameterfv, texture, BAD, f);
   OK(GetTextureParameteriv, texture, GL_TEXTURE_TARGET, i);
   EXPECT(i[0], GL_TEXTURE_2D);
   ERR(INVALID_OPERATION, GetTextureParameteriv, 1000, GL_TEXTURE_WRAP_S, i);
   ERR(INVALID_ENUM, GetTextureParameteriv, texture, BAD, i);
   OK(GetTextureParameterIiv, texture, GL_TEXTURE_BORDER_COLOR, i);
   ERR(INVALID_OPERATION, GetTextureParameterIiv, 1000, GL_TEXTURE_BORDER_COLOR, i);
   ERR(INVALID_ENUM, GetTextureParameterIiv, texture, BAD, i);
   OK(GetTextureParameterIuiv, texture, GL_TEXTURE_BORDER_COLOR, u);
   ERR(INVALID_OPERATION, GetTextureParameterIuiv, 1000, GL_TEXTURE_BORDER_COLOR, u);
   ERR(INVALID_ENUM, GetTextureParameterIuiv, texture, BAD, u);
   OK(GetTextureLevelParameteriv, texture, 0, GL_TEXTURE_WIDTH, i);
   EXPECT(i[0], 8);
   ERR(INVALID_OPERATION, GetTextureLevelParameteriv, 1000, 0, GL_TEXTURE_WIDTH, i);
   ERR(INVALID_VALUE, GetTextureLevelParameteriv, texture, -1, GL_TEXTURE_WIDTH, i);
   ERR(INVALID_ENUM, GetTextureLevelParameteriv, texture, 0, BAD, i);
   OK(GetTextureLevelParameterfv, texture, 0, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_OPERATION, GetTextureLevelParameterfv, 1000, 0, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_VALUE, GetTextureLevelParameterfv, texture, -1, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_ENUM, GetTextureLevelParameterfv, texture, 0, BAD, f);
}

#define SAMPLER_PARAMETERS(suffix) \
   OK(SamplerParameter##suffix##v, sampler[0], GL_TEXTURE_MIN_FILTER, v##suffix); \
   ERR(INVALID_OPERATION, SamplerParameter##suffix##v, 1000, GL_TEXTURE_MIN_FILTER, v##suffix); \
   ERR(INVALID_ENUM, SamplerParameter##suffix##v, sampler[0], BAD, v##suffix); \
   ERR(INVALID_ENUM, SamplerParameter##suffix##v, sampler[0], GL_TEXTURE_MIN_FILTER, bad_##suffix)

static void samplers(void)
{
   GLuint sampler[2], unknown[] = {1000, 0};
   GLfloat f[4];
   GLint i[4];
   GLuint u[4];
   OK(GenSamplers, 2, sampler);
   ERR(INVALID_VALUE, GenSamplers, -1, sampler);
   OK(BindSampler, 1, sampler[0]);
   ERR(INVALID_VALUE, BindSampler, 1000, sampler[0]);
   ERR(INVALID_OPERATION, BindSampler, 1, 1000);
   OK(IsSampler, sampler[0]);
   NO_ERROR(IsSampler);
   EXPECT(gl.IsSampler(sampler[0]), GL_TRUE);
   SAMPLER_PARAMETERS(f);
   SAMPLER_PARAMETERS(i);
   SAMPLER_PARAMETERS(Ii);
   SAMPLER_PARAMETERS(Iui);
   OK(SamplerParameteri, sampler[0], GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT);
   ERR(INVALID_OPERATION, SamplerParameteri, 1000, GL_TEXTURE_WRAP_R, GL_REPEAT);
   ERR(INVALID_ENUM, SamplerParameteri, sampler[0], BAD, GL_REPEAT);
   ERR(INVALID_ENUM, SamplerParameteri, sampler[0], GL_TEXTURE_BASE_LEVEL, 1);
   ERR(INVALID_ENUM, SamplerParameteri, sampler[0], GL_TEXTURE_WRAP_R, BAD);
   ERR(INVALID_ENUM, SamplerParameteri, sampler[0], GL_TEXTURE_BORDER_COLOR, 1);
   OK(SamplerParameterf, sampler[0], GL_TEXTURE_MAX_LOD, 3);
   ERR(INVALID_OPERATION, SamplerParameterf, 1000, GL_TEXTURE_MAX_LOD, 3);
   ERR(INVALID_ENUM, SamplerParameterf, sampler[0], BAD, 3);
   ERR(INVALID_ENUM, SamplerParameterf, sampler[0], GL_TEXTURE_BORDER_COLOR, 3);
   OK(GetSamplerParameterfv, sampler[0], GL_TEXTURE_MAX_LOD, f);
   ERR(INVALID_OPERATION, GetSamplerParameterfv, 1000, GL_TEXTURE_MAX_LOD, f);
   ERR(INVALID_ENUM, GetSamplerParameterfv, sampler[0], BAD, f);
   OK(GetSamplerParameteriv, sampler[0], GL_TEXTURE_WRAP_R, i);
   EXPECT(i[0], GL_MIRRORED_REPEAT);
   ERR(INVALID_OPERATION, GetSamplerParameteriv, 1000, GL_TEXTURE_WRAP_R, i);
   ERR(INVALID_ENUM, GetSamplerParameteriv, sampler[0], BAD, i);
   OK(GetSamplerParameterIiv, sampler[0], GL_TEXTURE_BORDER_COLOR, i);
   ERR(INVALID_OPERATION, GetSamplerParameterIiv, 1000, GL_TEXTURE_BORDER_COLOR, i);
   ERR(INVALID_ENUM, GetSamplerParameterIiv, sampler[0], BAD, i);
   OK(GetSamplerParameterIuiv, sampler[0], GL_TEXTURE_BORDER_COLOR, u);
   ERR(INVALID_OPERATION, GetSamplerParameterIuiv, 1000, GL_TEXTURE_BORDER_COLOR, u);
   ERR(INVALID_ENUM, GetSamplerParameterIuiv, sampler[0], BAD, u);
   if (desktop()) {
      OK(BindSamplers, 2, 2, sampler);
      ERR(INVALID_OPERATION, BindSamplers, 1000, 2, sampler);
      ERR_PARTLY(INVALID_OPERATION, BindSamplers, 2, 2, unknown);
      GLuint created[2];
      OK(CreateSamplers, 2, created);
      ERR(INVALID_VALUE, CreateSamplers, -1, created);
   }
   OK(DeleteSamplers, 2, sampler);
   ERR(INVALID_VALUE, DeleteSamplers, -1, sampler);
}

static void image_units(void)
{
   GLuint texture, unknown[] = {1000, 0};
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D_ARRAY, texture);
   gl.TexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 8, 4);
   OK(BindImageTexture, 1, texture, 0, GL_FALSE, 2, GL_READ_ONLY, GL_RGBA8);
   OK(BindImageTexture, 1, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   ERR(INVALID_VALUE, BindImageTexture, 1000, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   ERR(INVALID_VALUE, BindImageTexture, 1, 1000, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   ERR(INVALID_VALUE, BindImageTexture, 1, texture, -1, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   ERR(INVALID_VALUE, BindImageTexture, 1, texture, 0, GL_FALSE, -1, GL_READ_ONLY, GL_RGBA8);
   ERR(INVALID_VALUE, BindImageTexture, 1, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGB8);
   ERR(INVALID_ENUM, BindImageTexture, 1, texture, 0, GL_FALSE, 0, BAD, GL_RGBA8);
   if (!desktop()) {
      const GLuint mutable = make_texture(GL_TEXTURE_2D, 8, 8);
      ERR(INVALID_OPERATION, BindImageTexture, 1, mutable, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
      return;
   }
   OK(BindImageTextures, 0, 1, &texture);
   ERR(INVALID_OPERATION, BindImageTextures, 1000, 1, &texture);
   ERR_PARTLY(INVALID_OPERATION, BindImageTextures, 0, 2, unknown);
}

static void residence(void)
{
   GLuint texture = make_texture(GL_TEXTURE_2D, 8, 8), unknown = 1000;
   GLboolean resident;
   const GLclampf priority = 0.5f;
   OK(AreTexturesResident, 1, &texture, &resident);
   ERR(INVALID_VALUE, AreTexturesResident, -1, &texture, &resident);
   ERR(INVALID_VALUE, AreTexturesResident, 1, &unknown, &resident);
   OK(PrioritizeTextures, 1, &texture, &priority);
   ERR(INVALID_VALUE, PrioritizeTextures, -1, &texture, &priority);
}

void cmd_textures(void)
{
   objects();
   parameters();
   samplers();
   image_units();
   if (desktop())
      named_parameters();
   if (compat())
      residence();
}
