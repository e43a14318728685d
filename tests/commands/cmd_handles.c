/* cmd_handles.c: handles of textures and images, and their residency (ARB_bindless_texture); state that they make immutable. */
#include "commands.h"

static GLuint program;

static GLint location(const char *name)
{
   return gl.GetUniformLocation(program, name);
}

static void make_handles(const GLuint texture[3], GLuint sampler, GLuint64 handle[3])
{
   OK(GetTextureHandleARB, texture[0]);
   ERR(INVALID_VALUE, GetTextureHandleARB, 0);
   ERR(INVALID_VALUE, GetTextureHandleARB, 1000);
   ERR(INVALID_OPERATION, GetTextureHandleARB, texture[1]);
   OK(GetTextureSamplerHandleARB, texture[0], sampler);
   ERR(INVALID_VALUE, GetTextureSamplerHandleARB, 0, sampler);
   ERR(INVALID_VALUE, GetTextureSamplerHandleARB, texture[0], 0);
   ERR(INVALID_VALUE, GetTextureSamplerHandleARB, texture[0], 1000);
   ERR(INVALID_OPERATION, GetTextureSamplerHandleARB, texture[1], sampler);
   OK(GetImageHandleARB, texture[0], 0, GL_FALSE, 0, GL_RGBA8);
   ERR(INVALID_VALUE, GetImageHandleARB, 0, 0, GL_FALSE, 0, GL_RGBA8);
   ERR(INVALID_VALUE, GetImageHandleARB, texture[0], 1, GL_FALSE, 0, GL_RGBA8);
   ERR(INVALID_VALUE, GetImageHandleARB, texture[0], -1, GL_FALSE, 0, GL_RGBA8);
   ERR(INVALID_VALUE, GetImageHandleARB, texture[0], 0, GL_FALSE, 1, GL_RGBA8);
   ERR(INVALID_VALUE, GetImageHandleARB, texture[0], 0, GL_FALSE, 0, BAD);
   ERR(INVALID_OPERATION, GetImageHandleARB, texture[0], 0, GL_TRUE, 0, GL_RGBA8);
   ERR(INVALID_OPERATION, GetImageHandleARB, texture[1], 0, GL_FALSE, 0, GL_RGBA8);
   handle[0] = gl.GetTextureHandleARB(texture[0]);
   handle[1] = gl.GetTextureSamplerHandleARB(texture[0], sampler);
   handle[2] = gl.GetImageHandleARB(texture[0], 0, GL_FALSE, 0, GL_RGBA8);
   EXPECT(handle[0] && handle[1] && handle[2], 1);
   EXPECT(handle[0] != handle[1] && handle[1] != handle[2] && handle[0] != handle[2], 1);
   EXPECT(handle[0] == gl.GetTextureHandleARB(texture[0]), 1);
}

static void residency(const GLuint64 handle[3])
{
   OK(IsTextureHandleResidentARB, handle[0]);
   EXPECT(gl.IsTextureHandleResidentARB(handle[0]), GL_FALSE);
   ERR(INVALID_OPERATION, IsTextureHandleResidentARB, 0);
   ERR(INVALID_OPERATION, IsTextureHandleResidentARB, handle[2]);
   ERR(INVALID_OPERATION, MakeTextureHandleNonResidentARB, handle[0]);
   ERR(INVALID_OPERATION, MakeTextureHandleResidentARB, 0);
   ERR(INVALID_OPERATION, MakeTextureHandleResidentARB, handle[2]);
   OK(MakeTextureHandleResidentARB, handle[0]);
   ERR(INVALID_OPERATION, MakeTextureHandleResidentARB, handle[0]);
   EXPECT(gl.IsTextureHandleResidentARB(handle[0]), GL_TRUE);
   EXPECT(gl.IsTextureHandleResidentARB(handle[1]), GL_FALSE);
   OK(MakeTextureHandleNonResidentARB, handle[0]);
   ERR(INVALID_OPERATION, MakeTextureHandleNonResidentARB, 0);
   EXPECT(gl.IsTextureHandleResidentARB(handle[0]), GL_FALSE);
   OK(IsImageHandleResidentARB, handle[2]);
   ERR(INVALID_OPERATION, IsImageHandleResidentARB, handle[0]);
   ERR(INVALID_OPERATION, MakeImageHandleNonResidentARB, handle[2]);
   ERR(INVALID_ENUM, MakeImageHandleResidentARB, handle[2], BAD);
   ERR(INVALID_OPERATION, MakeImageHandleResidentARB, handle[0], GL_READ_ONLY);
   OK(MakeImageHandleResidentARB, handle[2], GL_WRITE_ONLY);
   ERR(INVALID_OPERATION, MakeImageHandleResidentARB, handle[2], GL_READ_ONLY);
   EXPECT(gl.IsImageHandleResidentARB(handle[2]), GL_TRUE);
   OK(MakeImageHandleNonResidentARB, handle[2]);
   ERR(INVALID_OPERATION, MakeImageHandleNonResidentARB, handle[0]);
}

/* ARB_bindless_texture, 3.9.X: images keep their size and format, parameters their values. */
static void immutable(const GLuint texture[3], GLuint sampler)
{
   static const GLubyte texels[4 * 16 * 16];
   const GLuint buffer = make_buffer(GL_TEXTURE_BUFFER, 256);
   gl.BindTexture(GL_TEXTURE_2D, texture[0]);
   ERR(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ERR(INVALID_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
   ERR(INVALID_OPERATION, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   ERR(INVALID_OPERATION, TextureParameteri, texture[0], GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   ERR(INVALID_OPERATION, SamplerParameteri, sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   OK(TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   gl.BindTexture(GL_TEXTURE_BUFFER, texture[2]);
   gl.TexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
   EXPECT(gl.GetTextureHandleARB(texture[2]) != 0, 1);
   ERR(INVALID_OPERATION, TexBuffer, GL_TEXTURE_BUFFER, GL_R32F, buffer);
   ERR(INVALID_OPERATION, BufferData, GL_TEXTURE_BUFFER, 512, NULL, GL_STATIC_DRAW);
   OK(BufferSubData, GL_TEXTURE_BUFFER, 0, 16, texels);
}

static void uniforms(GLuint64 handle)
{
   const GLuint64 values[2] = {handle, handle};
   gl.UseProgram(program);
   OK(UniformHandleui64ARB, location("free"), handle);
   ERR(INVALID_OPERATION, UniformHandleui64ARB, location("tied"), handle);
   ERR(INVALID_OPERATION, UniformHandleui64ARB, 1000, handle);
   OK(UniformHandleui64vARB, location("array"), 2, values);
   ERR(INVALID_OPERATION, UniformHandleui64vARB, location("tied"), 1, values);
   ERR(INVALID_OPERATION, UniformHandleui64vARB, location("free"), 2, values);
   ERR(INVALID_VALUE, UniformHandleui64vARB, location("array"), -1, values);
   OK(ProgramUniformHandleui64ARB, program, location("free"), handle);
   ERR(INVALID_OPERATION, ProgramUniformHandleui64ARB, program, location("tied"), handle);
   ERR(INVALID_VALUE, ProgramUniformHandleui64ARB, 1000, location("free"), handle);
   OK(ProgramUniformHandleui64vARB, program, location("array"), 2, values);
   ERR(INVALID_OPERATION, ProgramUniformHandleui64vARB, program, location("tied"), 1, values);
   ERR(INVALID_VALUE, ProgramUniformHandleui64vARB, program, location("array"), -1, values);
   OK(Uniform1i, location("free"), 3);
   gl.UseProgram(0);
   ERR(INVALID_OPERATION, UniformHandleui64ARB, 0, handle);
}

static void attributes(void)
{
   const GLuint64EXT value = UINT64_C(0x123456789abcdef0);
   GLuint vao;
   GLuint64EXT values[4] = {0};
   OK(VertexAttribL1ui64ARB, 1, value);
   ERR(INVALID_VALUE, VertexAttribL1ui64ARB, 64, value);
   OK(VertexAttribL1ui64vARB, 2, &value);
   ERR(INVALID_VALUE, VertexAttribL1ui64vARB, 64, &value);
   OK(GetVertexAttribLui64vARB, 1, GL_CURRENT_VERTEX_ATTRIB, values);
   EXPECT(values[0] == value, 1);
   gl.GetVertexAttribLui64vARB(2, GL_CURRENT_VERTEX_ATTRIB, values);
   EXPECT(values[0] == value, 1);
   ERR(INVALID_VALUE, GetVertexAttribLui64vARB, 64, GL_CURRENT_VERTEX_ATTRIB, values);
   ERR(INVALID_ENUM, GetVertexAttribLui64vARB, 1, BAD, values);
   gl.GenVertexArrays(1, &vao);
   gl.BindVertexArray(vao);
   make_buffer(GL_ARRAY_BUFFER, 64);
   OK(VertexAttribLPointer, 1, 1, GL_UNSIGNED_INT64_ARB, 0, NULL);
}

void cmd_handles(void)
{
   GLuint texture[3], sampler;
   GLuint64 handle[3];
   if (!desktop() || !has_extension("GL_ARB_bindless_texture"))
      return;
   program = make_program("void main() { gl_Position = vec4(0); }",
      "#extension GL_ARB_bindless_texture : require\n"
      "layout(bindless_sampler) uniform sampler2D free, array[2]; uniform sampler2D tied; out vec4 c;"
      "void main() { c = texture(free, vec2(0)) + texture(array[0], vec2(0)) + texture(array[1], vec2(0)) + texture(tied, vec2(0)); }");
   gl.GenTextures(3, texture);
   gl.GenSamplers(1, &sampler);
   texture[0] = make_texture(GL_TEXTURE_2D, 16, 16);
   gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   gl.SamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   gl.BindTexture(GL_TEXTURE_2D, texture[1]);
   make_handles(texture, sampler, handle);
   residency(handle);
   immutable(texture, sampler);
   uniforms(handle[0]);
   attributes();
}
