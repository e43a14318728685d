/* cmd_selected_state.c: commands of EXT_direct_state_access whose first argument is a selector: matrices, texture units, client state, and
 * values and capabilities with an index. */
#include "commands.h"

enum { NO_UNIT = GL_TEXTURE0 + 1000, COORDS = 8 /* units with a texture environment */ };

static GLfloat f[64];
static GLdouble d[16];
static GLint v[16];
static GLuint u[4];
static uint8_t texels[16 * 16 * 16 * 4];

/* A legal call, and one for which the selector is not a texture unit ("Errors" of the extension). */
#define UNIT(name, ...) \
   do { \
      OK(name, GL_TEXTURE1, __VA_ARGS__); \
      ERR(INVALID_OPERATION, name, NO_UNIT, __VA_ARGS__); \
   } while (0)

/* ---- matrices ------------------------------------------------------------------------------------------------------------------ */

#define MATRIX(name, ...) \
   do { \
      OK(name, GL_MODELVIEW, __VA_ARGS__); \
      OK(name, GL_TEXTURE1, __VA_ARGS__); \
      OK(name, GL_MATRIX0_ARB, __VA_ARGS__); \
      ERR(INVALID_ENUM, name, BAD, __VA_ARGS__); \
      ERR(INVALID_ENUM, name, NO_UNIT, __VA_ARGS__); \
   } while (0)

static void matrices(void)
{
   for (unsigned i = 0; i < 16; i++)
      f[i] = (GLfloat)(d[i] = i % 5 == 0);
   MATRIX(MatrixLoadfEXT, f);
   MATRIX(MatrixLoaddEXT, d);
   MATRIX(MatrixMultfEXT, f);
   MATRIX(MatrixMultdEXT, d);
   MATRIX(MatrixLoadTransposefEXT, f);
   MATRIX(MatrixLoadTransposedEXT, d);
   MATRIX(MatrixMultTransposefEXT, f);
   MATRIX(MatrixMultTransposedEXT, d);
   MATRIX(MatrixRotatefEXT, 90, 0, 0, 1);
   MATRIX(MatrixRotatedEXT, 90, 0, 0, 1);
   MATRIX(MatrixScalefEXT, 1, 2, 3);
   MATRIX(MatrixScaledEXT, 1, 2, 3);
   MATRIX(MatrixTranslatefEXT, 1, 2, 3);
   MATRIX(MatrixTranslatedEXT, 1, 2, 3);
   MATRIX(MatrixFrustumEXT, -1, 1, -1, 1, 1, 2);
   ERR(INVALID_VALUE, MatrixFrustumEXT, GL_PROJECTION, -1, 1, -1, 1, 0, 2);
   ERR(INVALID_VALUE, MatrixFrustumEXT, GL_PROJECTION, 1, 1, -1, 1, 1, 2);
   MATRIX(MatrixOrthoEXT, -1, 1, -1, 1, 1, 2);
   ERR(INVALID_VALUE, MatrixOrthoEXT, GL_PROJECTION, -1, 1, 1, 1, 1, 2);
   OK(MatrixLoadIdentityEXT, GL_TEXTURE);
   ERR(INVALID_ENUM, MatrixLoadIdentityEXT, BAD);
   OK(MatrixPushEXT, GL_TEXTURE1);
   OK(MatrixPopEXT, GL_TEXTURE1);
   ERR(STACK_UNDERFLOW, MatrixPopEXT, GL_TEXTURE1);
   ERR(INVALID_ENUM, MatrixPopEXT, BAD);
   ERR(INVALID_ENUM, MatrixPushEXT, BAD);
   GLint depth;
   gl.GetIntegerv(GL_MAX_TEXTURE_STACK_DEPTH, &depth);
   for (GLint i = 1; i < depth; i++)
      gl.MatrixPushEXT(GL_TEXTURE1);
   ERR(STACK_OVERFLOW, MatrixPushEXT, GL_TEXTURE1);
   gl.GetIntegerv(GL_MATRIX_MODE, v);
   EXPECT(v[0], GL_MODELVIEW);
   gl.GetIntegerv(GL_ACTIVE_TEXTURE, v);
   EXPECT(v[0], GL_TEXTURE0);
   for (GLint i = 1; i < depth; i++)
      gl.MatrixPopEXT(GL_TEXTURE1);
}

/* ---- texture units ------------------------------------------------------------------------------------------------------------- */

static void environments(void)
{
   const GLfloat modef[4] = {GL_ADD}, planef[4] = {1, 2, 3, 4};
   const GLint mode[4] = {GL_ADD}, plane[4] = {1, 2, 3, 4};
   const GLdouble planed[4] = {1, 2, 3, 4};
   UNIT(MultiTexEnvfEXT, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   UNIT(MultiTexEnviEXT, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
   UNIT(MultiTexEnvfvEXT, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, modef);
   UNIT(MultiTexEnvivEXT, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, mode);
   UNIT(GetMultiTexEnvfvEXT, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, f);
   EXPECT(f[0], GL_ADD);
   UNIT(GetMultiTexEnvivEXT, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, v);
   EXPECT(v[0], GL_ADD);
   ERR(INVALID_ENUM, MultiTexEnvfEXT, GL_TEXTURE1, BAD, GL_TEXTURE_ENV_MODE, GL_ADD);
   ERR(INVALID_ENUM, MultiTexEnviEXT, GL_TEXTURE1, GL_TEXTURE_ENV, BAD, GL_ADD);
   ERR(INVALID_ENUM, MultiTexEnvfvEXT, GL_TEXTURE1, GL_TEXTURE_ENV, BAD, modef);
   ERR(INVALID_VALUE, MultiTexEnviEXT, GL_TEXTURE1, GL_TEXTURE_ENV, GL_RGB_SCALE, 3);
   ERR(INVALID_ENUM, MultiTexEnvivEXT, GL_TEXTURE1, BAD, GL_TEXTURE_ENV_MODE, mode);
   ERR(INVALID_ENUM, GetMultiTexEnvfvEXT, GL_TEXTURE1, GL_TEXTURE_ENV, BAD, f);
   ERR(INVALID_ENUM, GetMultiTexEnvivEXT, GL_TEXTURE1, BAD, GL_TEXTURE_ENV_MODE, v);
   ERR(INVALID_OPERATION, MultiTexEnviEXT, GL_TEXTURE0 + COORDS, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);

   UNIT(MultiTexGenfEXT, GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   UNIT(MultiTexGeniEXT, GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   UNIT(MultiTexGendEXT, GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   UNIT(MultiTexGenfvEXT, GL_S, GL_OBJECT_PLANE, planef);
   UNIT(MultiTexGenivEXT, GL_S, GL_OBJECT_PLANE, plane);
   UNIT(MultiTexGendvEXT, GL_S, GL_OBJECT_PLANE, planed);
   UNIT(GetMultiTexGenfvEXT, GL_S, GL_OBJECT_PLANE, f);
   EXPECT(f[2], 3);
   UNIT(GetMultiTexGenivEXT, GL_S, GL_OBJECT_PLANE, v);
   EXPECT(v[3], 4);
   UNIT(GetMultiTexGendvEXT, GL_S, GL_OBJECT_PLANE, d);
   EXPECT(d[1], 2);
   ERR(INVALID_ENUM, MultiTexGenfEXT, GL_TEXTURE1, BAD, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   ERR(INVALID_ENUM, MultiTexGeniEXT, GL_TEXTURE1, GL_Q, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
   ERR(INVALID_ENUM, MultiTexGendEXT, GL_TEXTURE1, GL_S, BAD, GL_OBJECT_LINEAR);
   ERR(INVALID_ENUM, MultiTexGenfvEXT, GL_TEXTURE1, BAD, GL_OBJECT_PLANE, planef);
   ERR(INVALID_ENUM, MultiTexGenivEXT, GL_TEXTURE1, GL_S, BAD, plane);
   ERR(INVALID_ENUM, MultiTexGendvEXT, GL_TEXTURE1, BAD, GL_OBJECT_PLANE, planed);
   ERR(INVALID_ENUM, GetMultiTexGenfvEXT, GL_TEXTURE1, BAD, GL_OBJECT_PLANE, f);
   ERR(INVALID_ENUM, GetMultiTexGenivEXT, GL_TEXTURE1, GL_S, BAD, v);
   ERR(INVALID_ENUM, GetMultiTexGendvEXT, GL_TEXTURE1, BAD, GL_OBJECT_PLANE, d);
}

static void bindings(void)
{
   GLuint names[2];
   gl.GenTextures(2, names);
   OK(BindMultiTextureEXT, GL_TEXTURE1, GL_TEXTURE_2D, names[0]);
   gl.GetIntegeri_v(GL_TEXTURE_BINDING_2D, 1, v);
   EXPECT(v[0], names[0]);
   gl.GetIntegerv(GL_TEXTURE_BINDING_2D, v);
   EXPECT(v[0], 0);
   ERR(INVALID_ENUM, BindMultiTextureEXT, NO_UNIT, GL_TEXTURE_2D, names[0]);
   ERR(INVALID_ENUM, BindMultiTextureEXT, GL_TEXTURE1, BAD, names[0]);
   ERR(INVALID_OPERATION, BindMultiTextureEXT, GL_TEXTURE1, GL_TEXTURE_3D, names[0]);
}

static void parameters(void)
{
   const GLfloat filterf[4] = {GL_NEAREST};
   const GLint filter[4] = {GL_NEAREST};
   const GLuint filteru[4] = {GL_NEAREST};
   UNIT(MultiTexParameteriEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   UNIT(MultiTexParameterfEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   UNIT(MultiTexParameterivEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
   UNIT(MultiTexParameterfvEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filterf);
   UNIT(MultiTexParameterIivEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
   UNIT(MultiTexParameterIuivEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filteru);
   UNIT(GetMultiTexParameterivEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, v);
   EXPECT(v[0], GL_NEAREST);
   UNIT(GetMultiTexParameterfvEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, f);
   UNIT(GetMultiTexParameterIivEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, v);
   UNIT(GetMultiTexParameterIuivEXT, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, u);
   ERR(INVALID_ENUM, MultiTexParameteriEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, GL_NEAREST);
   ERR(INVALID_ENUM, MultiTexParameterfEXT, GL_TEXTURE1, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, BAD);
   ERR(INVALID_ENUM, MultiTexParameterivEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, filter);
   ERR(INVALID_ENUM, MultiTexParameterfvEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, filterf);
   ERR(INVALID_ENUM, MultiTexParameterIivEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, filter);
   ERR(INVALID_ENUM, MultiTexParameterIuivEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, filteru);
   ERR(INVALID_ENUM, GetMultiTexParameterivEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, v);
   ERR(INVALID_ENUM, GetMultiTexParameterfvEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, f);
   ERR(INVALID_ENUM, GetMultiTexParameterIivEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, v);
   ERR(INVALID_ENUM, GetMultiTexParameterIuivEXT, GL_TEXTURE1, GL_TEXTURE_2D, BAD, u);
}

static void images(void)
{
   UNIT(MultiTexImage1DEXT, GL_TEXTURE_1D, 0, GL_RGBA8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   UNIT(MultiTexImage2DEXT, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   UNIT(MultiTexImage3DEXT, GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   ERR(INVALID_ENUM, MultiTexImage1DEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   ERR(INVALID_VALUE, MultiTexImage2DEXT, GL_TEXTURE1, GL_TEXTURE_2D, -1, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   ERR(INVALID_VALUE, MultiTexImage3DEXT, GL_TEXTURE1, GL_TEXTURE_3D, 0, GL_RGBA8, 4, -1, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   UNIT(MultiTexSubImage1DEXT, GL_TEXTURE_1D, 0, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   UNIT(MultiTexSubImage2DEXT, GL_TEXTURE_2D, 0, 1, 1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   UNIT(MultiTexSubImage3DEXT, GL_TEXTURE_3D, 0, 1, 1, 1, 2, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   UNIT(CopyMultiTexImage1DEXT, GL_TEXTURE_1D, 0, GL_RGBA8, 0, 0, 4, 0);
   UNIT(CopyMultiTexImage2DEXT, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 4, 4, 0);
   ERR(INVALID_ENUM, CopyMultiTexImage1DEXT, GL_TEXTURE1, BAD, 0, GL_RGBA8, 0, 0, 4, 0);
   ERR(INVALID_VALUE, CopyMultiTexImage2DEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, -1, 4, 0);
   UNIT(CopyMultiTexSubImage1DEXT, GL_TEXTURE_1D, 0, 1, 0, 0, 2);
   UNIT(CopyMultiTexSubImage2DEXT, GL_TEXTURE_2D, 0, 1, 1, 0, 0, 2, 2);
   UNIT(CopyMultiTexSubImage3DEXT, GL_TEXTURE_3D, 0, 1, 1, 1, 0, 0, 2, 2);
   ERR(INVALID_VALUE, CopyMultiTexSubImage1DEXT, GL_TEXTURE1, GL_TEXTURE_1D, 0, 3, 0, 0, 2);
   ERR(INVALID_ENUM, CopyMultiTexSubImage2DEXT, GL_TEXTURE1, BAD, 0, 1, 1, 0, 0, 2, 2);
   ERR(INVALID_VALUE, CopyMultiTexSubImage3DEXT, GL_TEXTURE1, GL_TEXTURE_3D, -1, 1, 1, 1, 0, 0, 2, 2);
   UNIT(GetMultiTexImageEXT, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   ERR(INVALID_ENUM, GetMultiTexImageEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, GL_RGBA, BAD, texels);
   UNIT(GetMultiTexLevelParameterivEXT, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, v);
   EXPECT(v[0], 4);
   UNIT(GetMultiTexLevelParameterfvEXT, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, f);
   ERR(INVALID_ENUM, GetMultiTexLevelParameterivEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, BAD, v);
   ERR(INVALID_VALUE, GetMultiTexLevelParameterfvEXT, GL_TEXTURE1, GL_TEXTURE_2D, -1, GL_TEXTURE_WIDTH, f);
   UNIT(GenerateMultiTexMipmapEXT, GL_TEXTURE_2D);
   ERR(INVALID_ENUM, GenerateMultiTexMipmapEXT, GL_TEXTURE1, BAD);
}

static void compressed_images(void)
{
   const GLenum dxt1 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT, bptc = GL_COMPRESSED_RGBA_BPTC_UNORM;
   UNIT(CompressedMultiTexImage2DEXT, GL_TEXTURE_2D, 0, dxt1, 8, 8, 0, 32, texels);
   ERR(INVALID_VALUE, CompressedMultiTexImage2DEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, dxt1, 8, 8, 0, 31, texels);
   UNIT(CompressedMultiTexSubImage2DEXT, GL_TEXTURE_2D, 0, 4, 4, 4, 4, dxt1, 8, texels);
   ERR(INVALID_VALUE, CompressedMultiTexSubImage2DEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, 8, 4, 4, 4, dxt1, 8, texels);
   UNIT(GetCompressedMultiTexImageEXT, GL_TEXTURE_2D, 0, texels);
   ERR(INVALID_VALUE, GetCompressedMultiTexImageEXT, GL_TEXTURE1, GL_TEXTURE_2D, -1, texels);
   UNIT(CompressedMultiTexImage3DEXT, GL_TEXTURE_2D_ARRAY, 0, bptc, 4, 4, 2, 0, 32, texels);
   ERR(INVALID_ENUM, CompressedMultiTexImage3DEXT, GL_TEXTURE1, BAD, 0, bptc, 4, 4, 2, 0, 32, texels);
   UNIT(CompressedMultiTexSubImage3DEXT, GL_TEXTURE_2D_ARRAY, 0, 0, 0, 1, 4, 4, 1, bptc, 16, texels);
   ERR(INVALID_ENUM, CompressedMultiTexSubImage3DEXT, GL_TEXTURE1, BAD, 0, 0, 0, 1, 4, 4, 1, bptc, 16, texels);
   /* No format of OpenGL has compressed images of one dimension. */
   NO_LEGAL_CALL(CompressedMultiTexImage1DEXT);
   ERR(INVALID_ENUM, CompressedMultiTexImage1DEXT, GL_TEXTURE1, GL_TEXTURE_2D, 0, dxt1, 4, 0, 8, texels);
   NO_LEGAL_CALL(CompressedMultiTexSubImage1DEXT);
   ERR(INVALID_OPERATION, CompressedMultiTexSubImage1DEXT, NO_UNIT, GL_TEXTURE_1D, 0, 0, 4, dxt1, 8, texels);
}

static void buffer_textures(void)
{
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 64);
   UNIT(MultiTexBufferEXT, GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
   gl.GetIntegeri_v(GL_TEXTURE_BUFFER_DATA_STORE_BINDING, 1, v);
   EXPECT(v[0], buffer);
   ERR(INVALID_ENUM, MultiTexBufferEXT, GL_TEXTURE1, GL_TEXTURE_2D, GL_RGBA8, buffer);
   ERR(INVALID_ENUM, MultiTexBufferEXT, GL_TEXTURE1, GL_TEXTURE_BUFFER, BAD, buffer);
   gl.BindBuffer(GL_ARRAY_BUFFER, 0);
}

/* ---- client state -------------------------------------------------------------------------------------------------------------- */

static void client_state(void)
{
   void *pointer = NULL;
   OK(MultiTexCoordPointerEXT, GL_TEXTURE1, 2, GL_FLOAT, 8, f);
   ERR(INVALID_OPERATION, MultiTexCoordPointerEXT, NO_UNIT, 2, GL_FLOAT, 8, f);
   ERR(INVALID_VALUE, MultiTexCoordPointerEXT, GL_TEXTURE1, 5, GL_FLOAT, 8, f);
   ERR(INVALID_ENUM, MultiTexCoordPointerEXT, GL_TEXTURE1, 2, GL_BYTE, 8, f);
   OK(GetPointerIndexedvEXT, GL_TEXTURE_COORD_ARRAY_POINTER, 1, &pointer);
   EXPECT(pointer == f, true);
   ERR(INVALID_ENUM, GetPointerIndexedvEXT, GL_VERTEX_ARRAY_POINTER, 1, &pointer);
   ERR(INVALID_VALUE, GetPointerIndexedvEXT, GL_TEXTURE_COORD_ARRAY_POINTER, 1000, &pointer);
   OK(EnableClientStateIndexedEXT, GL_TEXTURE_COORD_ARRAY, 1);
   OK(IsEnabledi, GL_TEXTURE_COORD_ARRAY, 1);
   EXPECT(gl.IsEnabledi(GL_TEXTURE_COORD_ARRAY, 1), GL_TRUE);
   EXPECT(gl.IsEnabled(GL_TEXTURE_COORD_ARRAY), GL_FALSE);
   ERR(INVALID_ENUM, EnableClientStateIndexedEXT, GL_VERTEX_ARRAY, 0);
   ERR(INVALID_VALUE, EnableClientStateIndexedEXT, GL_TEXTURE_COORD_ARRAY, 1000);
   OK(DisableClientStateIndexedEXT, GL_TEXTURE_COORD_ARRAY, 1);
   ERR(INVALID_ENUM, DisableClientStateIndexedEXT, GL_VERTEX_ARRAY, 0);
   ERR(INVALID_VALUE, DisableClientStateIndexedEXT, GL_TEXTURE_COORD_ARRAY, 1000);

   gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
   gl.EnableClientState(GL_NORMAL_ARRAY);
   OK(PushClientAttribDefaultEXT, GL_CLIENT_ALL_ATTRIB_BITS);
   gl.GetIntegerv(GL_UNPACK_ALIGNMENT, v);
   EXPECT(v[0], 4);
   EXPECT(gl.IsEnabled(GL_NORMAL_ARRAY), GL_FALSE);
   gl.GetPointerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_POINTER, 1, &pointer);
   EXPECT(pointer == NULL, true);
   gl.PopClientAttrib();
   gl.GetIntegerv(GL_UNPACK_ALIGNMENT, v);
   EXPECT(v[0], 1);
   EXPECT(gl.IsEnabled(GL_NORMAL_ARRAY), GL_TRUE);
   OK(ClientAttribDefaultEXT, GL_CLIENT_PIXEL_STORE_BIT);
   NO_ERROR(ClientAttribDefaultEXT);
   gl.GetIntegerv(GL_UNPACK_ALIGNMENT, v);
   EXPECT(v[0], 4);
   EXPECT(gl.IsEnabled(GL_NORMAL_ARRAY), GL_TRUE);
   gl.ClientAttribDefaultEXT(GL_CLIENT_VERTEX_ARRAY_BIT);
   EXPECT(gl.IsEnabled(GL_NORMAL_ARRAY), GL_FALSE);
   for (unsigned i = 0; i < 16; i++)
      gl.PushClientAttrib(0);
   ERR(STACK_OVERFLOW, PushClientAttribDefaultEXT, GL_CLIENT_ALL_ATTRIB_BITS);
   for (unsigned i = 0; i < 16; i++)
      gl.PopClientAttrib();
}

/* ---- capabilities and values with an index --------------------------------------------------------------------------------------- */

static void capabilities(void)
{
   static const GLenum names[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE, GL_TEXTURE_GEN_S,
                                  GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R, GL_TEXTURE_GEN_Q};
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      OK(Enablei, names[i], 1);
      OK(IsEnabledi, names[i], 1);
      EXPECT(gl.IsEnabledi(names[i], 1), GL_TRUE);
      EXPECT(gl.IsEnabled(names[i]), GL_FALSE);
      gl.GetIntegeri_v(names[i], 1, v);
      EXPECT(v[0], GL_TRUE);
      ERR(INVALID_VALUE, Enablei, names[i], 1000);
      ERR(INVALID_VALUE, IsEnabledi, names[i], 1000);
      OK(Disablei, names[i], 1);
      EXPECT(gl.IsEnabledi(names[i], 1), GL_FALSE);
      ERR(INVALID_VALUE, Disablei, names[i], 1000);
   }
   ERR(INVALID_ENUM, Enablei, GL_LIGHTING, 0);
   ERR(INVALID_ENUM, Enablei, GL_TEXTURE_COORD_ARRAY, 0);
}

static void values(void)
{
   gl.MatrixLoadIdentityEXT(GL_TEXTURE1);
   gl.MatrixTranslatefEXT(GL_TEXTURE1, 1, 2, 3);
   gl.MatrixLoadIdentityEXT(GL_MATRIX0_ARB + 1);
   gl.MatrixTranslatefEXT(GL_MATRIX0_ARB + 1, 4, 5, 6);
   gl.MultiTexCoord4f(GL_TEXTURE1, 1, 2, 3, 4);
   OK(GetFloati_v, GL_TEXTURE_MATRIX, 1, f);
   EXPECT(f[14], 3);
   OK(GetDoublei_v, GL_TRANSPOSE_TEXTURE_MATRIX, 1, d);
   EXPECT(d[11], 3);
   OK(GetIntegeri_v, GL_TEXTURE_STACK_DEPTH, 1, v);
   EXPECT(v[0], 1);
   OK(GetFloati_v, GL_PROGRAM_MATRIX_EXT, 1, f);
   EXPECT(f[14], 6);
   OK(GetFloati_v, GL_TRANSPOSE_PROGRAM_MATRIX_EXT, 1, f);
   EXPECT(f[11], 6);
   OK(GetIntegeri_v, GL_PROGRAM_MATRIX_STACK_DEPTH_EXT, 1, v);
   EXPECT(v[0], 1);
   OK(GetFloati_v, GL_CURRENT_TEXTURE_COORDS, 1, f);
   EXPECT(f[3], 4);
   OK(GetFloati_v, GL_CURRENT_RASTER_TEXTURE_COORDS, 1, f);
   gl.MultiTexCoordPointerEXT(GL_TEXTURE1, 3, GL_SHORT, 12, f);
   OK(GetIntegeri_v, GL_TEXTURE_COORD_ARRAY_SIZE, 1, v);
   EXPECT(v[0], 3);
   OK(GetIntegeri_v, GL_TEXTURE_COORD_ARRAY_TYPE, 1, v);
   EXPECT(v[0], GL_SHORT);
   OK(GetIntegeri_v, GL_TEXTURE_COORD_ARRAY_STRIDE, 1, v);
   EXPECT(v[0], 12);
   OK(GetIntegeri_v, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, 1, v);
   EXPECT(v[0], 0);
   ERR(INVALID_VALUE, GetFloati_v, GL_TEXTURE_MATRIX, 1000, f);
   ERR(INVALID_VALUE, GetFloati_v, GL_PROGRAM_MATRIX_EXT, 1000, f);
   ERR(INVALID_VALUE, GetIntegeri_v, GL_TEXTURE_COORD_ARRAY_SIZE, 1000, v);
   gl.GetIntegerv(GL_MATRIX_MODE, v);
   EXPECT(v[0], GL_MODELVIEW);
}

void cmd_selected_state(void)
{
   if (!compat())
      return;
   matrices();
   environments();
   bindings();
   parameters();
   images();
   compressed_images();
   buffer_textures();
   client_state();
   capabilities();
   values();
}
