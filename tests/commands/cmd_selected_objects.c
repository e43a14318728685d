/* cmd_selected_objects.c: commands of EXT_direct_state_access that name an object: textures with their target, buffers, vertex arrays,
 * renderbuffers, framebuffers, assembly programs. An unused name becomes that of an object, also where the command raises an error. */
#include "commands.h"

enum { NO_UNIT = GL_TEXTURE0 + 1000, UNUSED = 5000 /* names that no object has; each is used once */ };

static GLfloat f[16];
static GLint v[16];
static GLuint u[4];
static uint8_t texels[16 * 16 * 16 * 4];
static GLuint tex1d, tex2d, tex3d, array;

/* A legal call, and one for which the texture has another target. */
#define TEXTURE(name, texture, target, ...) \
   do { \
      const GLenum other = (target) == GL_TEXTURE_2D ? GL_TEXTURE_3D : GL_TEXTURE_2D; \
      OK(name, texture, target, __VA_ARGS__); \
      ERR(INVALID_OPERATION, name, texture, other, __VA_ARGS__); \
   } while (0)

/* ---- textures ------------------------------------------------------------------------------------------------------------------ */

static void texture_parameters(void)
{
   const GLfloat filterf[4] = {GL_NEAREST};
   const GLint filter[4] = {GL_NEAREST};
   const GLuint filteru[4] = {GL_NEAREST};
   const GLenum name = GL_TEXTURE_MIN_FILTER;
   TEXTURE(TextureParameteriEXT, tex2d, GL_TEXTURE_2D, name, GL_NEAREST);
   TEXTURE(TextureParameterfEXT, tex2d, GL_TEXTURE_2D, name, GL_NEAREST);
   TEXTURE(TextureParameterivEXT, tex2d, GL_TEXTURE_2D, name, filter);
   TEXTURE(TextureParameterfvEXT, tex2d, GL_TEXTURE_2D, name, filterf);
   TEXTURE(TextureParameterIivEXT, tex2d, GL_TEXTURE_2D, name, filter);
   TEXTURE(TextureParameterIuivEXT, tex2d, GL_TEXTURE_2D, name, filteru);
   TEXTURE(GetTextureParameterivEXT, tex2d, GL_TEXTURE_2D, name, v);
   EXPECT(v[0], GL_NEAREST);
   TEXTURE(GetTextureParameterfvEXT, tex2d, GL_TEXTURE_2D, name, f);
   TEXTURE(GetTextureParameterIivEXT, tex2d, GL_TEXTURE_2D, name, v);
   TEXTURE(GetTextureParameterIuivEXT, tex2d, GL_TEXTURE_2D, name, u);
   ERR(INVALID_ENUM, TextureParameteriEXT, tex2d, GL_TEXTURE_2D, BAD, GL_NEAREST);
   ERR(INVALID_ENUM, TextureParameterfEXT, tex2d, GL_TEXTURE_2D, name, BAD);
   ERR(INVALID_ENUM, TextureParameterivEXT, tex2d, GL_TEXTURE_2D, BAD, filter);
   ERR(INVALID_ENUM, TextureParameterfvEXT, tex2d, GL_TEXTURE_2D, BAD, filterf);
   ERR(INVALID_ENUM, TextureParameterIivEXT, tex2d, GL_TEXTURE_2D, BAD, filter);
   ERR(INVALID_ENUM, TextureParameterIuivEXT, tex2d, GL_TEXTURE_2D, BAD, filteru);
   ERR(INVALID_ENUM, GetTextureParameterivEXT, tex2d, GL_TEXTURE_2D, BAD, v);
   ERR(INVALID_ENUM, GetTextureParameterfvEXT, tex2d, GL_TEXTURE_2D, BAD, f);
   ERR(INVALID_ENUM, GetTextureParameterIivEXT, tex2d, GL_TEXTURE_2D, BAD, v);
   ERR(INVALID_ENUM, GetTextureParameterIuivEXT, tex2d, GL_TEXTURE_2D, BAD, u);
   ERR(INVALID_ENUM, TextureParameteriEXT, tex2d, BAD, name, GL_NEAREST);
   OK(TextureParameteriEXT, 0, GL_TEXTURE_2D, name, GL_NEAREST);
   gl.GetTexParameteriv(GL_TEXTURE_2D, name, v);
   EXPECT(v[0], GL_NEAREST);
   OK(TextureParameteriEXT, UNUSED, GL_TEXTURE_3D, name, GL_NEAREST);
   EXPECT(gl.IsTexture(UNUSED), GL_TRUE);
   gl.TextureParameteriEXT(UNUSED + 1, GL_TEXTURE_2D, BAD, GL_NEAREST);
   EXPECT(gl.GetError(), GL_INVALID_ENUM);
   EXPECT(gl.IsTexture(UNUSED + 1), GL_TRUE);
}

static void texture_images(void)
{
   const GLenum rgba = GL_RGBA, bytes = GL_UNSIGNED_BYTE;
   TEXTURE(TextureImage1DEXT, tex1d, GL_TEXTURE_1D, 0, GL_RGBA8, 4, 0, rgba, bytes, texels);
   TEXTURE(TextureImage2DEXT, tex2d, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, rgba, bytes, texels);
   TEXTURE(TextureImage3DEXT, tex3d, GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, rgba, bytes, texels);
   ERR(INVALID_VALUE, TextureImage1DEXT, tex1d, GL_TEXTURE_1D, -1, GL_RGBA8, 4, 0, rgba, bytes, texels);
   ERR(INVALID_VALUE, TextureImage2DEXT, tex2d, GL_TEXTURE_2D, 0, GL_RGBA8, -1, 4, 0, rgba, bytes, texels);
   ERR(INVALID_ENUM, TextureImage3DEXT, tex3d, GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, rgba, BAD, texels);
   ERR(INVALID_OPERATION, TextureImage2DEXT, tex2d, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, rgba, bytes, texels);
   OK(TextureImage2DEXT, 0, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, rgba, bytes, texels);
   TEXTURE(TextureSubImage1DEXT, tex1d, GL_TEXTURE_1D, 0, 1, 2, rgba, bytes, texels);
   TEXTURE(TextureSubImage2DEXT, tex2d, GL_TEXTURE_2D, 0, 1, 1, 2, 2, rgba, bytes, texels);
   TEXTURE(TextureSubImage3DEXT, tex3d, GL_TEXTURE_3D, 0, 1, 1, 1, 2, 2, 2, rgba, bytes, texels);
   ERR(INVALID_VALUE, TextureSubImage1DEXT, tex1d, GL_TEXTURE_1D, 0, 3, 2, rgba, bytes, texels);
   ERR(INVALID_VALUE, TextureSubImage2DEXT, tex2d, GL_TEXTURE_2D, 0, 3, 1, 2, 2, rgba, bytes, texels);
   ERR(INVALID_VALUE, TextureSubImage3DEXT, tex3d, GL_TEXTURE_3D, 0, 3, 1, 1, 2, 2, 2, rgba, bytes, texels);
   TEXTURE(CopyTextureImage1DEXT, tex1d, GL_TEXTURE_1D, 0, GL_RGBA8, 0, 0, 4, 0);
   TEXTURE(CopyTextureImage2DEXT, tex2d, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 4, 4, 0);
   ERR(INVALID_VALUE, CopyTextureImage1DEXT, tex1d, GL_TEXTURE_1D, -1, GL_RGBA8, 0, 0, 4, 0);
   ERR(INVALID_VALUE, CopyTextureImage2DEXT, tex2d, GL_TEXTURE_2D, -1, GL_RGBA8, 0, 0, 4, 4, 0);
   TEXTURE(CopyTextureSubImage1DEXT, tex1d, GL_TEXTURE_1D, 0, 1, 0, 0, 2);
   TEXTURE(CopyTextureSubImage2DEXT, tex2d, GL_TEXTURE_2D, 0, 1, 1, 0, 0, 2, 2);
   TEXTURE(CopyTextureSubImage3DEXT, tex3d, GL_TEXTURE_3D, 0, 1, 1, 1, 0, 0, 2, 2);
   ERR(INVALID_VALUE, CopyTextureSubImage1DEXT, tex1d, GL_TEXTURE_1D, 0, 3, 0, 0, 2);
   ERR(INVALID_VALUE, CopyTextureSubImage2DEXT, tex2d, GL_TEXTURE_2D, 0, 3, 1, 0, 0, 2, 2);
   ERR(INVALID_VALUE, CopyTextureSubImage3DEXT, tex3d, GL_TEXTURE_3D, 0, 3, 1, 1, 0, 0, 2, 2);
   TEXTURE(GetTextureImageEXT, tex2d, GL_TEXTURE_2D, 0, rgba, bytes, texels);
   ERR(INVALID_ENUM, GetTextureImageEXT, tex2d, GL_TEXTURE_2D, 0, rgba, BAD, texels);
   TEXTURE(GetTextureLevelParameterivEXT, tex2d, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, v);
   EXPECT(v[0], 4);
   TEXTURE(GetTextureLevelParameterfvEXT, tex2d, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_ENUM, GetTextureLevelParameterivEXT, tex2d, GL_TEXTURE_2D, 0, BAD, v);
   ERR(INVALID_VALUE, GetTextureLevelParameterfvEXT, tex2d, GL_TEXTURE_2D, -1, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_OPERATION, GetTextureLevelParameterivEXT, tex2d, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, v);
   OK(GenerateTextureMipmapEXT, tex2d, GL_TEXTURE_2D);
   ERR(INVALID_OPERATION, GenerateTextureMipmapEXT, tex2d, GL_TEXTURE_3D);
   ERR(INVALID_ENUM, GenerateTextureMipmapEXT, tex2d, BAD);
}

static void texture_blocks(void)
{
   const GLenum dxt1 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT, bptc = GL_COMPRESSED_RGBA_BPTC_UNORM;
   TEXTURE(CompressedTextureImage2DEXT, tex2d, GL_TEXTURE_2D, 0, dxt1, 8, 8, 0, 32, texels);
   ERR(INVALID_VALUE, CompressedTextureImage2DEXT, tex2d, GL_TEXTURE_2D, 0, dxt1, 8, 8, 0, 31, texels);
   TEXTURE(CompressedTextureSubImage2DEXT, tex2d, GL_TEXTURE_2D, 0, 4, 4, 4, 4, dxt1, 8, texels);
   ERR(INVALID_VALUE, CompressedTextureSubImage2DEXT, tex2d, GL_TEXTURE_2D, 0, 8, 4, 4, 4, dxt1, 8, texels);
   TEXTURE(GetCompressedTextureImageEXT, tex2d, GL_TEXTURE_2D, 0, texels);
   ERR(INVALID_VALUE, GetCompressedTextureImageEXT, tex2d, GL_TEXTURE_2D, -1, texels);
   OK(CompressedTextureImage3DEXT, array, GL_TEXTURE_2D_ARRAY, 0, bptc, 4, 4, 2, 0, 32, texels);
   ERR(INVALID_OPERATION, CompressedTextureImage3DEXT, array, GL_TEXTURE_3D, 0, bptc, 4, 4, 2, 0, 32, texels);
   OK(CompressedTextureSubImage3DEXT, array, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 1, 4, 4, 1, bptc, 16, texels);
   ERR(INVALID_OPERATION, CompressedTextureSubImage3DEXT, array, GL_TEXTURE_3D, 0, 0, 0, 1, 4, 4, 1, bptc, 16, texels);
   /* No format of OpenGL has compressed images of one dimension. */
   NO_LEGAL_CALL(CompressedTextureImage1DEXT);
   ERR(INVALID_ENUM, CompressedTextureImage1DEXT, tex1d, GL_TEXTURE_1D, 0, GL_COMPRESSED_RGBA, 4, 0, 8, texels);
   NO_LEGAL_CALL(CompressedTextureSubImage1DEXT);
   ERR(INVALID_OPERATION, CompressedTextureSubImage1DEXT, tex1d, GL_TEXTURE_2D, 0, 0, 4, dxt1, 8, texels);
}

static void texture_storage(void)
{
   GLuint t[7];
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 512);
   gl.GenTextures(7, t);
   OK(TextureStorage1DEXT, t[0], GL_TEXTURE_1D, 1, GL_RGBA8, 4);
   ERR(INVALID_OPERATION, TextureStorage1DEXT, t[0], GL_TEXTURE_1D, 1, GL_RGBA8, 4);
   ERR(INVALID_OPERATION, TextureStorage1DEXT, tex2d, GL_TEXTURE_1D, 1, GL_RGBA8, 4);
   OK(TextureStorage2DEXT, t[1], GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
   ERR(INVALID_OPERATION, TextureStorage2DEXT, t[1], GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
   ERR(INVALID_VALUE, TextureStorage2DEXT, tex2d, GL_TEXTURE_2D, 1, GL_RGBA8, 0, 4);
   OK(TextureStorage3DEXT, t[2], GL_TEXTURE_3D, 1, GL_RGBA8, 4, 4, 4);
   ERR(INVALID_OPERATION, TextureStorage3DEXT, t[2], GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 4, 4, 4);
   ERR(INVALID_ENUM, TextureStorage3DEXT, tex3d, GL_TEXTURE_3D, 1, BAD, 4, 4, 4);
   OK(TextureStorage2DMultisampleEXT, t[3], GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE);
   ERR(INVALID_OPERATION, TextureStorage2DMultisampleEXT, t[3], GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, GL_TRUE);
   OK(TextureStorage3DMultisampleEXT, t[4], GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 4, 4, 2, GL_TRUE);
   ERR(INVALID_OPERATION, TextureStorage3DMultisampleEXT, t[4], GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 4, 4, 2, GL_TRUE);
   OK(TextureBufferEXT, t[5], GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
   ERR(INVALID_ENUM, TextureBufferEXT, t[5], GL_TEXTURE_BUFFER, BAD, buffer);
   ERR(INVALID_OPERATION, TextureBufferEXT, tex2d, GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
   OK(TextureBufferRangeEXT, t[5], GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 256, 64);
   ERR(INVALID_VALUE, TextureBufferRangeEXT, t[5], GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 256, 512);
   gl.BindBuffer(GL_ARRAY_BUFFER, 0);
}

/* ---- buffers ------------------------------------------------------------------------------------------------------------------- */

static void buffers(void)
{
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 64), other = make_buffer(GL_ARRAY_BUFFER, 64);
   void *pointer;
   gl.BindBuffer(GL_ARRAY_BUFFER, 0);
   OK(NamedBufferDataEXT, UNUSED, 64, NULL, GL_STATIC_DRAW);
   EXPECT(gl.IsBuffer(UNUSED), GL_TRUE);
   ERR(INVALID_OPERATION, NamedBufferDataEXT, 0, 64, NULL, GL_STATIC_DRAW);
   ERR(INVALID_ENUM, NamedBufferDataEXT, buffer, 64, NULL, BAD);
   ERR(INVALID_VALUE, NamedBufferDataEXT, buffer, -1, NULL, GL_STATIC_DRAW);
   OK(NamedBufferSubDataEXT, buffer, 0, 16, texels);
   ERR(INVALID_OPERATION, NamedBufferSubDataEXT, 0, 0, 16, texels);
   ERR(INVALID_VALUE, NamedBufferSubDataEXT, buffer, 60, 16, texels);
   OK(NamedBufferStorageEXT, UNUSED + 1, 64, NULL, GL_DYNAMIC_STORAGE_BIT);
   ERR(INVALID_OPERATION, NamedBufferStorageEXT, 0, 64, NULL, 0);
   ERR(INVALID_VALUE, NamedBufferStorageEXT, buffer, 0, NULL, 0);
   OK(GetNamedBufferSubDataEXT, buffer, 0, 16, texels);
   ERR(INVALID_OPERATION, GetNamedBufferSubDataEXT, 0, 0, 16, texels);
   ERR(INVALID_VALUE, GetNamedBufferSubDataEXT, buffer, 60, 16, texels);
   OK(GetNamedBufferParameterivEXT, buffer, GL_BUFFER_SIZE, v);
   EXPECT(v[0], 64);
   OK(GetNamedBufferParameterivEXT, UNUSED + 2, GL_BUFFER_SIZE, v);
   EXPECT(v[0], 0);
   ERR(INVALID_OPERATION, GetNamedBufferParameterivEXT, 0, GL_BUFFER_SIZE, v);
   ERR(INVALID_ENUM, GetNamedBufferParameterivEXT, buffer, BAD, v);
   OK(NamedCopyBufferSubDataEXT, buffer, other, 0, 0, 16);
   ERR(INVALID_OPERATION, NamedCopyBufferSubDataEXT, 0, other, 0, 0, 16);
   ERR(INVALID_OPERATION, NamedCopyBufferSubDataEXT, buffer, 0, 0, 0, 16);
   ERR(INVALID_VALUE, NamedCopyBufferSubDataEXT, buffer, buffer, 0, 8, 16);
   OK(ClearNamedBufferDataEXT, buffer, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, u);
   ERR(INVALID_OPERATION, ClearNamedBufferDataEXT, 0, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, u);
   ERR(INVALID_ENUM, ClearNamedBufferDataEXT, buffer, BAD, GL_RED_INTEGER, GL_UNSIGNED_INT, u);
   OK(ClearNamedBufferSubDataEXT, buffer, GL_R32UI, 4, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, u);
   ERR(INVALID_OPERATION, ClearNamedBufferSubDataEXT, 0, GL_R32UI, 4, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, u);
   ERR(INVALID_VALUE, ClearNamedBufferSubDataEXT, buffer, GL_R32UI, 2, 8, GL_RED_INTEGER, GL_UNSIGNED_INT, u);
   OK(MapNamedBufferEXT, buffer, GL_READ_WRITE);
   ERR(INVALID_OPERATION, MapNamedBufferEXT, buffer, GL_READ_WRITE);
   ERR(INVALID_OPERATION, MapNamedBufferEXT, 0, GL_READ_WRITE);
   OK(GetNamedBufferPointervEXT, buffer, GL_BUFFER_MAP_POINTER, &pointer);
   EXPECT(pointer != NULL, true);
   ERR(INVALID_OPERATION, GetNamedBufferPointervEXT, 0, GL_BUFFER_MAP_POINTER, &pointer);
   ERR(INVALID_ENUM, GetNamedBufferPointervEXT, buffer, BAD, &pointer);
   OK(UnmapNamedBufferEXT, buffer);
   ERR(INVALID_OPERATION, UnmapNamedBufferEXT, buffer);
   ERR(INVALID_OPERATION, UnmapNamedBufferEXT, 0);
   ERR(INVALID_ENUM, MapNamedBufferEXT, buffer, BAD);
   OK(MapNamedBufferRangeEXT, buffer, 0, 16, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
   ERR(INVALID_OPERATION, MapNamedBufferRangeEXT, 0, 0, 16, GL_MAP_WRITE_BIT);
   OK(FlushMappedNamedBufferRangeEXT, buffer, 0, 8);
   ERR(INVALID_VALUE, FlushMappedNamedBufferRangeEXT, buffer, 8, 16);
   ERR(INVALID_OPERATION, FlushMappedNamedBufferRangeEXT, 0, 0, 8);
   gl.UnmapNamedBufferEXT(buffer);
   ERR(INVALID_VALUE, MapNamedBufferRangeEXT, buffer, 60, 16, GL_MAP_WRITE_BIT);
}

/* ---- vertex arrays --------------------------------------------------------------------------------------------------------------- */

/* The vertex array has to be generated; the offset into a buffer is not negative. */
#define OFFSET(name, ...) \
   do { \
      OK(name, vao, buffer, __VA_ARGS__, 16); \
      OK(name, vao, UNUSED + 3, __VA_ARGS__, 0); \
      ERR(INVALID_OPERATION, name, UNUSED, buffer, __VA_ARGS__, 16); \
      ERR(INVALID_OPERATION, name, 0, buffer, __VA_ARGS__, 16); \
      ERR(INVALID_VALUE, name, vao, buffer, __VA_ARGS__, -1); \
   } while (0)

static void vertex_offsets(GLuint vao, GLuint buffer)
{
   OFFSET(VertexArrayVertexOffsetEXT, 3, GL_FLOAT, 16);
   OFFSET(VertexArrayColorOffsetEXT, 4, GL_FLOAT, 16);
   OFFSET(VertexArrayEdgeFlagOffsetEXT, 16);
   OFFSET(VertexArrayIndexOffsetEXT, GL_FLOAT, 16);
   OFFSET(VertexArrayNormalOffsetEXT, GL_FLOAT, 16);
   OFFSET(VertexArrayTexCoordOffsetEXT, 2, GL_FLOAT, 16);
   OFFSET(VertexArrayMultiTexCoordOffsetEXT, GL_TEXTURE1, 2, GL_FLOAT, 16);
   OFFSET(VertexArrayFogCoordOffsetEXT, GL_FLOAT, 16);
   OFFSET(VertexArraySecondaryColorOffsetEXT, 3, GL_FLOAT, 16);
   OFFSET(VertexArrayVertexAttribOffsetEXT, 1, 4, GL_FLOAT, GL_FALSE, 16);
   OFFSET(VertexArrayVertexAttribIOffsetEXT, 1, 4, GL_INT, 16);
   OFFSET(VertexArrayVertexAttribLOffsetEXT, 1, 2, GL_DOUBLE, 16);
   ERR(INVALID_VALUE, VertexArrayVertexOffsetEXT, vao, buffer, 5, GL_FLOAT, 16, 0);
   ERR(INVALID_ENUM, VertexArrayColorOffsetEXT, vao, buffer, 4, BAD, 16, 0);
   ERR(INVALID_VALUE, VertexArrayEdgeFlagOffsetEXT, vao, buffer, -1, 0);
   ERR(INVALID_ENUM, VertexArrayIndexOffsetEXT, vao, buffer, BAD, 16, 0);
   ERR(INVALID_ENUM, VertexArrayNormalOffsetEXT, vao, buffer, BAD, 16, 0);
   ERR(INVALID_VALUE, VertexArrayTexCoordOffsetEXT, vao, buffer, 5, GL_FLOAT, 16, 0);
   ERR(INVALID_OPERATION, VertexArrayMultiTexCoordOffsetEXT, vao, buffer, NO_UNIT, 2, GL_FLOAT, 16, 0);
   ERR(INVALID_ENUM, VertexArrayFogCoordOffsetEXT, vao, buffer, BAD, 16, 0);
   ERR(INVALID_VALUE, VertexArraySecondaryColorOffsetEXT, vao, buffer, 3, GL_FLOAT, -1, 0);
   ERR(INVALID_VALUE, VertexArrayVertexAttribOffsetEXT, vao, buffer, 1000, 4, GL_FLOAT, GL_FALSE, 16, 0);
   ERR(INVALID_ENUM, VertexArrayVertexAttribIOffsetEXT, vao, buffer, 1, 4, GL_FLOAT, 16, 0);
   ERR(INVALID_ENUM, VertexArrayVertexAttribLOffsetEXT, vao, buffer, 1, 2, GL_FLOAT, 16, 0);
}

/* For all commands with a vertex array as their first argument. */
#define VAO(name, ...) \
   do { \
      OK(name, vao, __VA_ARGS__); \
      ERR(INVALID_OPERATION, name, UNUSED, __VA_ARGS__); \
   } while (0)

static void vertex_arrays(void)
{
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 256);
   GLuint vao, unbound;
   void *pointer = NULL;
   gl.BindBuffer(GL_ARRAY_BUFFER, 0);
   gl.GenVertexArrays(1, &vao); /* the first command makes the object */
   VAO(EnableVertexArrayEXT, GL_VERTEX_ARRAY);
   EXPECT(gl.IsVertexArray(vao), GL_TRUE);
   VAO(EnableVertexArrayEXT, GL_TEXTURE1);
   ERR(INVALID_ENUM, EnableVertexArrayEXT, vao, BAD);
   VAO(EnableVertexArrayAttribEXT, 3);
   ERR(INVALID_VALUE, EnableVertexArrayAttribEXT, vao, 1000);
   vertex_offsets(vao, buffer);
   gl.VertexArrayMultiTexCoordOffsetEXT(vao, buffer, GL_TEXTURE1, 3, GL_SHORT, 12, 24);
   gl.VertexArrayVertexAttribOffsetEXT(vao, buffer, 1, 3, GL_FLOAT, GL_FALSE, 20, 32);
   gl.VertexArrayVertexOffsetEXT(vao, buffer, 3, GL_FLOAT, 20, 48);

   VAO(GetVertexArrayIntegervEXT, GL_VERTEX_ARRAY, v);
   EXPECT(v[0], GL_TRUE);
   gl.GetVertexArrayIntegervEXT(vao, GL_VERTEX_ARRAY_STRIDE, v);
   EXPECT(v[0], 20);
   gl.GetVertexArrayIntegervEXT(vao, GL_VERTEX_ARRAY_BUFFER_BINDING, v);
   EXPECT(v[0], buffer);
   gl.GetVertexArrayIntegervEXT(vao, GL_VERTEX_ARRAY_POINTER, v);
   EXPECT(v[0], 48);
   ERR(INVALID_ENUM, GetVertexArrayIntegervEXT, vao, GL_VERTEX_ATTRIB_ARRAY_SIZE, v);
   VAO(GetVertexArrayPointervEXT, GL_VERTEX_ARRAY_POINTER, &pointer);
   EXPECT((uintptr_t)pointer, 48);
   ERR(INVALID_ENUM, GetVertexArrayPointervEXT, vao, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   VAO(GetVertexArrayIntegeri_vEXT, 3, GL_VERTEX_ATTRIB_ARRAY_ENABLED, v);
   EXPECT(v[0], GL_TRUE);
   gl.GetVertexArrayIntegeri_vEXT(vao, 1, GL_TEXTURE_COORD_ARRAY, v);
   EXPECT(v[0], GL_TRUE);
   gl.GetVertexArrayIntegeri_vEXT(vao, 1, GL_TEXTURE_COORD_ARRAY_TYPE, v);
   EXPECT(v[0], GL_SHORT);
   ERR(INVALID_VALUE, GetVertexArrayIntegeri_vEXT, vao, 1000, GL_VERTEX_ATTRIB_ARRAY_ENABLED, v);
   ERR(INVALID_VALUE, GetVertexArrayIntegeri_vEXT, vao, 1000, GL_TEXTURE_COORD_ARRAY, v);
   ERR(INVALID_ENUM, GetVertexArrayIntegeri_vEXT, vao, 1, GL_CURRENT_VERTEX_ATTRIB, v);
   VAO(GetVertexArrayPointeri_vEXT, 1, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   EXPECT((uintptr_t)pointer, 32);
   gl.GetVertexArrayPointeri_vEXT(vao, 1, GL_TEXTURE_COORD_ARRAY_POINTER, &pointer);
   EXPECT((uintptr_t)pointer, 24);
   ERR(INVALID_VALUE, GetVertexArrayPointeri_vEXT, vao, 1000, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   ERR(INVALID_ENUM, GetVertexArrayPointeri_vEXT, vao, 1, BAD, &pointer);

   VAO(DisableVertexArrayEXT, GL_VERTEX_ARRAY);
   ERR(INVALID_ENUM, DisableVertexArrayEXT, vao, BAD);
   VAO(DisableVertexArrayAttribEXT, 3);
   ERR(INVALID_VALUE, DisableVertexArrayAttribEXT, vao, 1000);
   VAO(VertexArrayBindVertexBufferEXT, 2, buffer, 16, 32);
   ERR(INVALID_VALUE, VertexArrayBindVertexBufferEXT, vao, 2, buffer, -1, 32);
   VAO(VertexArrayVertexAttribFormatEXT, 2, 4, GL_FLOAT, GL_FALSE, 0);
   ERR(INVALID_VALUE, VertexArrayVertexAttribFormatEXT, vao, 2, 5, GL_FLOAT, GL_FALSE, 0);
   VAO(VertexArrayVertexAttribIFormatEXT, 2, 4, GL_INT, 0);
   ERR(INVALID_ENUM, VertexArrayVertexAttribIFormatEXT, vao, 2, 4, GL_FLOAT, 0);
   VAO(VertexArrayVertexAttribLFormatEXT, 2, 2, GL_DOUBLE, 0);
   ERR(INVALID_ENUM, VertexArrayVertexAttribLFormatEXT, vao, 2, 2, GL_FLOAT, 0);
   VAO(VertexArrayVertexAttribBindingEXT, 2, 3);
   ERR(INVALID_VALUE, VertexArrayVertexAttribBindingEXT, vao, 2, 1000);
   VAO(VertexArrayVertexBindingDivisorEXT, 3, 1);
   ERR(INVALID_VALUE, VertexArrayVertexBindingDivisorEXT, vao, 1000, 1);
   VAO(VertexArrayVertexAttribDivisorEXT, 2, 1);
   ERR(INVALID_VALUE, VertexArrayVertexAttribDivisorEXT, vao, 1000, 1);
   gl.GetIntegerv(GL_VERTEX_ARRAY_BINDING, v);
   EXPECT(v[0], 0);
   gl.GenVertexArrays(1, &unbound);
   gl.DeleteVertexArrays(1, &unbound);
   ERR(INVALID_OPERATION, EnableVertexArrayEXT, unbound, GL_VERTEX_ARRAY);
}

/* ---- renderbuffers and framebuffers ----------------------------------------------------------------------------------------------- */

static void renderbuffers(void)
{
   OK(NamedRenderbufferStorageEXT, UNUSED, GL_RGBA8, 16, 16);
   EXPECT(gl.IsRenderbuffer(UNUSED), GL_TRUE);
   ERR(INVALID_ENUM, NamedRenderbufferStorageEXT, UNUSED, BAD, 16, 16);
   ERR(INVALID_VALUE, NamedRenderbufferStorageEXT, UNUSED, GL_RGBA8, -1, 16);
   ERR(INVALID_OPERATION, NamedRenderbufferStorageEXT, 0, GL_RGBA8, 16, 16);
   OK(GetNamedRenderbufferParameterivEXT, UNUSED, GL_RENDERBUFFER_WIDTH, v);
   EXPECT(v[0], 16);
   ERR(INVALID_ENUM, GetNamedRenderbufferParameterivEXT, UNUSED, BAD, v);
   OK(NamedRenderbufferStorageMultisampleEXT, UNUSED + 1, 4, GL_RGBA8, 16, 16);
   ERR(INVALID_VALUE, NamedRenderbufferStorageMultisampleEXT, UNUSED + 1, -1, GL_RGBA8, 16, 16);
}

static void framebuffers(void)
{
   const GLenum buffer = GL_COLOR_ATTACHMENT0, bad = BAD;
   const GLenum color = GL_COLOR_ATTACHMENT0;
   const GLuint fbo = UNUSED, target = make_texture(GL_TEXTURE_2D, 16, 16);
   GLuint line, block;
   gl.BindTexture(GL_TEXTURE_2D, 0);
   gl.GenTextures(1, &line);
   gl.TextureImage1DEXT(line, GL_TEXTURE_1D, 0, GL_RGBA8, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.GenTextures(1, &block);
   gl.TextureImage3DEXT(block, GL_TEXTURE_3D, 0, GL_RGBA8, 16, 16, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   OK(NamedFramebufferTexture1DEXT, fbo, color, GL_TEXTURE_1D, line, 0);
   EXPECT(gl.IsFramebuffer(fbo), GL_TRUE);
   ERR(INVALID_OPERATION, NamedFramebufferTexture1DEXT, fbo, color, GL_TEXTURE_1D, target, 0);
   ERR(INVALID_OPERATION, NamedFramebufferTexture1DEXT, 0, color, GL_TEXTURE_1D, line, 0);
   OK(NamedFramebufferTexture3DEXT, fbo, color, GL_TEXTURE_3D, block, 0, 1);
   ERR(INVALID_VALUE, NamedFramebufferTexture3DEXT, fbo, color, GL_TEXTURE_3D, block, 0, -1);
   OK(NamedFramebufferTextureLayerEXT, fbo, color, block, 0, 1);
   ERR(INVALID_VALUE, NamedFramebufferTextureLayerEXT, fbo, color, block, 0, -1);
   OK(NamedFramebufferTextureEXT, fbo, color, target, 0);
   ERR(INVALID_ENUM, NamedFramebufferTextureEXT, fbo, BAD, target, 0);
   OK(NamedFramebufferRenderbufferEXT, fbo, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0);
   ERR(INVALID_ENUM, NamedFramebufferRenderbufferEXT, fbo, GL_DEPTH_ATTACHMENT, BAD, UNUSED);
   ERR(INVALID_OPERATION, NamedFramebufferRenderbufferEXT, fbo, color, GL_RENDERBUFFER, 6000);
   OK(NamedFramebufferTexture2DEXT, fbo, color, GL_TEXTURE_2D, target, 0);
   ERR(INVALID_OPERATION, NamedFramebufferTexture2DEXT, fbo, color, GL_TEXTURE_2D, block, 0);
   OK(CheckNamedFramebufferStatusEXT, fbo, GL_FRAMEBUFFER);
   EXPECT(gl.CheckNamedFramebufferStatusEXT(fbo, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   EXPECT(gl.CheckNamedFramebufferStatusEXT(UNUSED + 1, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   ERR(INVALID_ENUM, CheckNamedFramebufferStatusEXT, fbo, BAD);
   OK(GetNamedFramebufferAttachmentParameterivEXT, fbo, color, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, v);
   EXPECT(v[0], target);
   ERR(INVALID_ENUM, GetNamedFramebufferAttachmentParameterivEXT, fbo, color, BAD, v);
   OK(NamedFramebufferParameteriEXT, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, 7);
   ERR(INVALID_ENUM, NamedFramebufferParameteriEXT, fbo, BAD, 7);
   OK(GetNamedFramebufferParameterivEXT, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, v);
   EXPECT(v[0], 7);
   ERR(INVALID_ENUM, GetNamedFramebufferParameterivEXT, fbo, BAD, v);
   OK(FramebufferDrawBufferEXT, fbo, GL_NONE);
   OK(GetFramebufferParameterivEXT, fbo, GL_DRAW_BUFFER, v);
   EXPECT(v[0], GL_NONE);
   ERR(INVALID_ENUM, GetFramebufferParameterivEXT, fbo, GL_DEPTH_BITS, v);
   ERR(INVALID_ENUM, FramebufferDrawBufferEXT, fbo, BAD);
   OK(FramebufferDrawBuffersEXT, fbo, 1, &buffer);
   gl.GetFramebufferParameterivEXT(fbo, GL_DRAW_BUFFER0, v);
   EXPECT(v[0], GL_COLOR_ATTACHMENT0);
   ERR(INVALID_ENUM, FramebufferDrawBuffersEXT, fbo, 1, &bad);
   ERR(INVALID_VALUE, FramebufferDrawBuffersEXT, fbo, -1, &buffer);
   OK(FramebufferReadBufferEXT, fbo, GL_NONE);
   gl.GetFramebufferParameterivEXT(fbo, GL_READ_BUFFER, v);
   EXPECT(v[0], GL_NONE);
   ERR(INVALID_ENUM, FramebufferReadBufferEXT, fbo, BAD);
   gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, v);
   EXPECT(v[0], default_fbo);
}

/* ---- assembly programs ------------------------------------------------------------------------------------------------------------ */

static void programs(void)
{
   static const char text[] = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND";
   static const char shorter[] = "!!ARBvp1.0\nMOV result.position, {0};\nEND";
   static const GLdouble d[4] = {5, 6, 7, 8};
   static const GLfloat four[8] = {1, 2, 3, 4, 5, 6, 7, 8};
   const GLenum vertex = GL_VERTEX_PROGRAM_ARB, fragment = GL_FRAGMENT_PROGRAM_ARB;
   const GLuint p = UNUSED;
   GLdouble out[4];
   char copy[sizeof(text)];
   OK(NamedProgramStringEXT, p, vertex, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   EXPECT(gl.IsProgramARB(p), GL_TRUE);
   ERR(INVALID_OPERATION, NamedProgramStringEXT, p, fragment, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   ERR(INVALID_ENUM, NamedProgramStringEXT, p, BAD, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   ERR(INVALID_ENUM, NamedProgramStringEXT, p, vertex, BAD, sizeof(text) - 1, text);
   OK(NamedProgramLocalParameter4fEXT, p, vertex, 1, 1, 2, 3, 4);
   OK(NamedProgramLocalParameter4dEXT, p, vertex, 1, 1, 2, 3, 4);
   OK(NamedProgramLocalParameter4fvEXT, p, vertex, 1, four);
   OK(NamedProgramLocalParameter4dvEXT, p, vertex, 2, d);
   OK(NamedProgramLocalParameters4fvEXT, p, vertex, 3, 2, four);
   OK(GetNamedProgramLocalParameterfvEXT, p, vertex, 4, f);
   EXPECT(f[3], 8);
   OK(GetNamedProgramLocalParameterdvEXT, p, vertex, 2, out);
   EXPECT(out[3], 8);
   ERR(INVALID_OPERATION, NamedProgramLocalParameter4fEXT, p, fragment, 1, 1, 2, 3, 4);
   ERR(INVALID_VALUE, NamedProgramLocalParameter4fEXT, p, vertex, 100000, 1, 2, 3, 4);
   ERR(INVALID_VALUE, NamedProgramLocalParameter4dEXT, p, vertex, 100000, 1, 2, 3, 4);
   ERR(INVALID_VALUE, NamedProgramLocalParameter4fvEXT, p, vertex, 100000, four);
   ERR(INVALID_VALUE, NamedProgramLocalParameter4dvEXT, p, vertex, 100000, d);
   ERR(INVALID_VALUE, NamedProgramLocalParameters4fvEXT, p, vertex, 100000, 2, four);
   ERR(INVALID_VALUE, GetNamedProgramLocalParameterfvEXT, p, vertex, 100000, f);
   ERR(INVALID_ENUM, GetNamedProgramLocalParameterdvEXT, p, BAD, 2, out);
   OK(GetNamedProgramivEXT, p, vertex, GL_PROGRAM_LENGTH_ARB, v);
   EXPECT(v[0], sizeof(text) - 1);
   ERR(INVALID_ENUM, GetNamedProgramivEXT, p, vertex, BAD, v);
   ERR(INVALID_OPERATION, GetNamedProgramivEXT, p, fragment, GL_PROGRAM_LENGTH_ARB, v);
   gl.NewList(1, GL_COMPILE); /* a list compiles programs (ARB_vertex_program, 5.4) */
   gl.NamedProgramStringEXT(p, vertex, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(shorter) - 1, shorter);
   gl.ProgramStringARB(vertex, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   gl.EndList();
   gl.GetNamedProgramivEXT(p, vertex, GL_PROGRAM_LENGTH_ARB, v);
   EXPECT(v[0], sizeof(text) - 1);
   gl.GetProgramivARB(vertex, GL_PROGRAM_LENGTH_ARB, v);
   EXPECT(v[0], 0);
   gl.CallList(1);
   gl.GetNamedProgramivEXT(p, vertex, GL_PROGRAM_LENGTH_ARB, v);
   EXPECT(v[0], sizeof(shorter) - 1);
   gl.GetProgramivARB(vertex, GL_PROGRAM_LENGTH_ARB, v);
   EXPECT(v[0], sizeof(text) - 1);
   OK(GetNamedProgramStringEXT, p, vertex, GL_PROGRAM_STRING_ARB, copy);
   ERR(INVALID_ENUM, GetNamedProgramStringEXT, p, vertex, BAD, copy);
   gl.GetNamedProgramivEXT(p, vertex, GL_PROGRAM_BINDING_ARB, v);
   EXPECT(v[0], 0); /* what is bound to the target */
   OK(NamedProgramLocalParameter4fEXT, 0, vertex, 1, 9, 2, 3, 4);
   gl.GetProgramLocalParameterfvARB(vertex, 1, f);
   EXPECT(f[0], 9);
}

void cmd_selected_objects(void)
{
   if (!compat())
      return;
   GLuint textures[4];
   gl.GenTextures(4, textures);
   tex1d = textures[0];
   tex2d = textures[1];
   tex3d = textures[2];
   array = textures[3];
   gl.TextureImage2DEXT(tex2d, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   gl.TextureParameteriEXT(tex3d, GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   texture_parameters();
   texture_images();
   texture_blocks();
   texture_storage();
   buffers();
   vertex_arrays();
   renderbuffers();
   framebuffers();
   programs();
}
