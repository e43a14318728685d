/* cmd_vertices.c: current values of generic attributes, vertex arrays (OpenGL 4.6, chapter 10). */
#include "commands.h"

static const GLbyte vb[4] = {1, 2, 3, 4};
static const GLubyte vub[4] = {1, 2, 3, 4};
static const GLshort vs[4] = {1, 2, 3, 4};
static const GLushort vus[4] = {1, 2, 3, 4};
static const GLint vi[4] = {1, 2, 3, 4};
static const GLuint vui[4] = {1, 2, 3, 4};
static const GLfloat vf[4] = {1, 2, 3, 4};
static const GLdouble vd[4] = {1, 2, 3, 4};

enum { TOO_LARGE = 1000 };

#define UNPACK(...) __VA_ARGS__
#define SCALAR(name, args) \
   OK(name, 1, UNPACK args); \
   ERR(INVALID_VALUE, name, TOO_LARGE, UNPACK args)
#define ARRAY(name, suffix) \
   OK(name##suffix##v, 1, v##suffix); \
   ERR(INVALID_VALUE, name##suffix##v, TOO_LARGE, v##suffix)
#define BOTH(name, suffix, args) \
   SCALAR(name##suffix, args); \
   ARRAY(name, suffix)
#define PACKED(name) \
   OK(name##ui, 1, GL_INT_2_10_10_10_REV, GL_FALSE, 5); \
   ERR(INVALID_ENUM, name##ui, 1, GL_FLOAT, GL_FALSE, 5); \
   ERR(INVALID_VALUE, name##ui, TOO_LARGE, GL_INT_2_10_10_10_REV, GL_FALSE, 5); \
   OK(name##uiv, 1, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, vui); \
   ERR(INVALID_ENUM, name##uiv, 1, GL_FLOAT, GL_FALSE, vui); \
   ERR(INVALID_VALUE, name##uiv, TOO_LARGE, GL_INT_2_10_10_10_REV, GL_FALSE, vui)

static void values(void)
{
   BOTH(VertexAttrib1, f, (1));
   BOTH(VertexAttrib2, f, (1, 2));
   BOTH(VertexAttrib3, f, (1, 2, 3));
   BOTH(VertexAttrib4, f, (1, 2, 3, 4));
   BOTH(VertexAttribI4, i, (1, 2, 3, 4));
   BOTH(VertexAttribI4, ui, (1, 2, 3, 4));
   if (!desktop())
      return;
   BOTH(VertexAttrib1, s, (1));
   BOTH(VertexAttrib1, d, (1));
   BOTH(VertexAttrib2, s, (1, 2));
   BOTH(VertexAttrib2, d, (1, 2));
   BOTH(VertexAttrib3, s, (1, 2, 3));
   BOTH(VertexAttrib3, d, (1, 2, 3));
   BOTH(VertexAttrib4, s, (1, 2, 3, 4));
   BOTH(VertexAttrib4, d, (1, 2, 3, 4));
   ARRAY(VertexAttrib4, b);
   ARRAY(VertexAttrib4, ub);
   ARRAY(VertexAttrib4, us);
   ARRAY(VertexAttrib4, i);
   ARRAY(VertexAttrib4, ui);
   ARRAY(VertexAttrib4N, b);
   ARRAY(VertexAttrib4N, s);
   ARRAY(VertexAttrib4N, i);
   ARRAY(VertexAttrib4N, ub);
   ARRAY(VertexAttrib4N, us);
   ARRAY(VertexAttrib4N, ui);
   SCALAR(VertexAttrib4Nub, (1, 2, 3, 4));
   BOTH(VertexAttribI1, i, (1));
   BOTH(VertexAttribI2, i, (1, 2));
   BOTH(VertexAttribI3, i, (1, 2, 3));
   BOTH(VertexAttribI1, ui, (1));
   BOTH(VertexAttribI2, ui, (1, 2));
   BOTH(VertexAttribI3, ui, (1, 2, 3));
   ARRAY(VertexAttribI4, b);
   ARRAY(VertexAttribI4, s);
   ARRAY(VertexAttribI4, ub);
   ARRAY(VertexAttribI4, us);
   BOTH(VertexAttribL1, d, (1));
   BOTH(VertexAttribL2, d, (1, 2));
   BOTH(VertexAttribL3, d, (1, 2, 3));
   BOTH(VertexAttribL4, d, (1, 2, 3, 4));
   PACKED(VertexAttribP1);
   PACKED(VertexAttribP2);
   PACKED(VertexAttribP3);
   PACKED(VertexAttribP4);
   ERR(INVALID_ENUM, VertexAttribP4ui, 2, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0); /* three components */
}

static void objects(void)
{
   GLuint name[2] = {0};
   OK(GenVertexArrays, 2, name);
   ERR(INVALID_VALUE, GenVertexArrays, -1, name);
   EXPECT(gl.IsVertexArray(name[0]), GL_FALSE);
   OK(BindVertexArray, name[0]);
   ERR(INVALID_OPERATION, BindVertexArray, 1000);
   OK(IsVertexArray, name[0]);
   NO_ERROR(IsVertexArray);
   EXPECT(gl.IsVertexArray(name[0]), GL_TRUE);
   OK(DeleteVertexArrays, 1, name + 1);
   ERR(INVALID_VALUE, DeleteVertexArrays, -1, name);
   if (desktop()) {
      OK(CreateVertexArrays, 1, name + 1);
      ERR(INVALID_VALUE, CreateVertexArrays, -1, name);
      EXPECT(gl.IsVertexArray(name[1]), GL_TRUE);
   }
}

static void pointers(void)
{
   make_buffer(GL_ARRAY_BUFFER, 256);
   OK(EnableVertexAttribArray, 2);
   ERR(INVALID_VALUE, EnableVertexAttribArray, TOO_LARGE);
   OK(DisableVertexAttribArray, 2);
   ERR(INVALID_VALUE, DisableVertexAttribArray, TOO_LARGE);
   OK(VertexAttribPointer, 2, 4, GL_FLOAT, GL_FALSE, 16, NULL);
   OK(VertexAttribPointer, 2, 4, GL_INT_2_10_10_10_REV, GL_TRUE, 16, NULL);
   ERR(INVALID_VALUE, VertexAttribPointer, TOO_LARGE, 4, GL_FLOAT, GL_FALSE, 16, NULL);
   ERR(INVALID_VALUE, VertexAttribPointer, 2, 5, GL_FLOAT, GL_FALSE, 16, NULL);
   ERR(INVALID_VALUE, VertexAttribPointer, 2, 0, GL_FLOAT, GL_FALSE, 16, NULL);
   ERR(INVALID_ENUM, VertexAttribPointer, 2, 4, BAD, GL_FALSE, 16, NULL);
   ERR(INVALID_VALUE, VertexAttribPointer, 2, 4, GL_FLOAT, GL_FALSE, -1, NULL);
   ERR(INVALID_VALUE, VertexAttribPointer, 2, 4, GL_FLOAT, GL_FALSE, 100000, NULL);
   ERR(INVALID_OPERATION, VertexAttribPointer, 2, 3, GL_INT_2_10_10_10_REV, GL_TRUE, 16, NULL);
   OK(VertexAttribIPointer, 3, 2, GL_SHORT, 0, NULL);
   ERR(INVALID_VALUE, VertexAttribIPointer, TOO_LARGE, 2, GL_SHORT, 0, NULL);
   ERR(INVALID_VALUE, VertexAttribIPointer, 3, 5, GL_SHORT, 0, NULL);
   ERR(INVALID_ENUM, VertexAttribIPointer, 3, 2, GL_FLOAT, 0, NULL);
   ERR(INVALID_VALUE, VertexAttribIPointer, 3, 2, GL_SHORT, -1, NULL);
   OK(VertexAttribDivisor, 3, 2);
   ERR(INVALID_VALUE, VertexAttribDivisor, TOO_LARGE, 2);
   if (!compat()) {
      gl.BindBuffer(GL_ARRAY_BUFFER, 0);
      ERR(INVALID_OPERATION, VertexAttribPointer, 2, 4, GL_FLOAT, GL_FALSE, 16, vf);
      ERR(INVALID_OPERATION, VertexAttribIPointer, 2, 4, GL_INT, 16, vi);
      make_buffer(GL_ARRAY_BUFFER, 256);
   }
   if (desktop()) {
      OK(VertexAttribPointer, 2, GL_BGRA, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
      ERR(INVALID_OPERATION, VertexAttribPointer, 2, GL_BGRA, GL_FLOAT, GL_TRUE, 0, NULL);
      ERR(INVALID_OPERATION, VertexAttribPointer, 2, GL_BGRA, GL_UNSIGNED_BYTE, GL_FALSE, 0, NULL);
      ERR(INVALID_OPERATION, VertexAttribPointer, 2, 4, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0, NULL);
      OK(VertexAttribLPointer, 3, 2, GL_DOUBLE, 0, NULL);
      ERR(INVALID_VALUE, VertexAttribLPointer, TOO_LARGE, 2, GL_DOUBLE, 0, NULL);
      ERR(INVALID_VALUE, VertexAttribLPointer, 3, 5, GL_DOUBLE, 0, NULL);
      ERR(INVALID_ENUM, VertexAttribLPointer, 3, 2, GL_FLOAT, 0, NULL);
      ERR(INVALID_VALUE, VertexAttribLPointer, 3, 2, GL_DOUBLE, -1, NULL);
   }
}

static void formats(void)
{
   const GLuint buffer = make_buffer(GL_ARRAY_BUFFER, 256);
   OK(VertexAttribFormat, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 8);
   ERR(INVALID_VALUE, VertexAttribFormat, TOO_LARGE, 4, GL_UNSIGNED_BYTE, GL_TRUE, 8);
   ERR(INVALID_VALUE, VertexAttribFormat, 1, 5, GL_UNSIGNED_BYTE, GL_TRUE, 8);
   ERR(INVALID_ENUM, VertexAttribFormat, 1, 4, BAD, GL_TRUE, 8);
   ERR(INVALID_VALUE, VertexAttribFormat, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 100000);
   ERR(INVALID_OPERATION, VertexAttribFormat, 1, 3, GL_INT_2_10_10_10_REV, GL_TRUE, 8);
   OK(VertexAttribIFormat, 1, 4, GL_UNSIGNED_BYTE, 8);
   ERR(INVALID_VALUE, VertexAttribIFormat, TOO_LARGE, 4, GL_UNSIGNED_BYTE, 8);
   ERR(INVALID_VALUE, VertexAttribIFormat, 1, 5, GL_UNSIGNED_BYTE, 8);
   ERR(INVALID_ENUM, VertexAttribIFormat, 1, 4, GL_FLOAT, 8);
   ERR(INVALID_VALUE, VertexAttribIFormat, 1, 4, GL_UNSIGNED_BYTE, 100000);
   OK(VertexAttribBinding, 1, 2);
   ERR(INVALID_VALUE, VertexAttribBinding, TOO_LARGE, 2);
   ERR(INVALID_VALUE, VertexAttribBinding, 1, 1000);
   OK(VertexBindingDivisor, 2, 3);
   ERR(INVALID_VALUE, VertexBindingDivisor, 1000, 3);
   OK(BindVertexBuffer, 2, buffer, 16, 32);
   ERR(INVALID_VALUE, BindVertexBuffer, 1000, buffer, 16, 32);
   ERR(INVALID_VALUE, BindVertexBuffer, 2, buffer, -1, 32);
   ERR(INVALID_VALUE, BindVertexBuffer, 2, buffer, 16, -1);
   ERR(INVALID_VALUE, BindVertexBuffer, 2, buffer, 16, 100000);
   if (desktop()) {
      const GLuint some[] = {buffer, 0}, unknown[] = {buffer, 1000};
      const GLintptr offsets[] = {0, 16}, negative[] = {-1, 0};
      const GLsizei strides[] = {16, 32}, large[] = {100000, 1}, below[] = {-1, 1};
      ERR(INVALID_OPERATION, BindVertexBuffer, 2, 1000, 16, 32);
      OK(BindVertexBuffers, 1, 2, some, offsets, strides);
      ERR(INVALID_OPERATION, BindVertexBuffers, 1000, 2, some, offsets, strides);
      ERR_PARTLY(INVALID_OPERATION, BindVertexBuffers, 1, 2, unknown, offsets, strides);
      ERR_PARTLY(INVALID_VALUE, BindVertexBuffers, 1, 2, some, negative, strides);
      ERR_PARTLY(INVALID_VALUE, BindVertexBuffers, 1, 2, some, offsets, large);
      ERR_PARTLY(INVALID_VALUE, BindVertexBuffers, 1, 2, some, offsets, below);
      OK(VertexAttribLFormat, 1, 2, GL_DOUBLE, 8);
      ERR(INVALID_VALUE, VertexAttribLFormat, TOO_LARGE, 2, GL_DOUBLE, 8);
      ERR(INVALID_VALUE, VertexAttribLFormat, 1, 5, GL_DOUBLE, 8);
      ERR(INVALID_ENUM, VertexAttribLFormat, 1, 2, GL_FLOAT, 8);
      ERR(INVALID_VALUE, VertexAttribLFormat, 1, 2, GL_DOUBLE, 100000);
   }
   if (!compat()) {
      gl.BindVertexArray(0);
      ERR(INVALID_OPERATION, VertexAttribFormat, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 8);
      ERR(INVALID_OPERATION, VertexAttribBinding, 1, 2);
      ERR(INVALID_OPERATION, VertexBindingDivisor, 2, 3);
      ERR(INVALID_OPERATION, BindVertexBuffer, 2, buffer, 16, 32);
   }
}

static void queries(void)
{
   GLint i[4];
   GLuint u[4];
   GLfloat f[4];
   void *pointer;
   OK(GetVertexAttribfv, 1, GL_CURRENT_VERTEX_ATTRIB, f);
   ERR(INVALID_VALUE, GetVertexAttribfv, TOO_LARGE, GL_CURRENT_VERTEX_ATTRIB, f);
   ERR(INVALID_ENUM, GetVertexAttribfv, 1, BAD, f);
   OK(GetVertexAttribiv, 1, GL_VERTEX_ATTRIB_ARRAY_SIZE, i);
   ERR(INVALID_VALUE, GetVertexAttribiv, TOO_LARGE, GL_VERTEX_ATTRIB_ARRAY_SIZE, i);
   ERR(INVALID_ENUM, GetVertexAttribiv, 1, BAD, i);
   OK(GetVertexAttribIiv, 1, GL_VERTEX_ATTRIB_ARRAY_INTEGER, i);
   ERR(INVALID_VALUE, GetVertexAttribIiv, TOO_LARGE, GL_VERTEX_ATTRIB_ARRAY_SIZE, i);
   ERR(INVALID_ENUM, GetVertexAttribIiv, 1, BAD, i);
   OK(GetVertexAttribIuiv, 1, GL_VERTEX_ATTRIB_ARRAY_INTEGER, u);
   ERR(INVALID_VALUE, GetVertexAttribIuiv, TOO_LARGE, GL_VERTEX_ATTRIB_ARRAY_SIZE, u);
   ERR(INVALID_ENUM, GetVertexAttribIuiv, 1, BAD, u);
   OK(GetVertexAttribPointerv, 1, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   ERR(INVALID_VALUE, GetVertexAttribPointerv, TOO_LARGE, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
   ERR(INVALID_ENUM, GetVertexAttribPointerv, 1, BAD, &pointer);
   if (desktop()) {
      GLdouble d[4];
      OK(GetVertexAttribdv, 1, GL_CURRENT_VERTEX_ATTRIB, d);
      ERR(INVALID_VALUE, GetVertexAttribdv, TOO_LARGE, GL_CURRENT_VERTEX_ATTRIB, d);
      ERR(INVALID_ENUM, GetVertexAttribdv, 1, BAD, d);
      OK(GetVertexAttribLdv, 1, GL_CURRENT_VERTEX_ATTRIB, d);
      ERR(INVALID_VALUE, GetVertexAttribLdv, TOO_LARGE, GL_CURRENT_VERTEX_ATTRIB, d);
      ERR(INVALID_ENUM, GetVertexAttribLdv, 1, BAD, d);
   }
   if (compat()) {
      ERR(INVALID_OPERATION, GetVertexAttribfv, 0, GL_CURRENT_VERTEX_ATTRIB, f);
      ERR(INVALID_OPERATION, GetVertexAttribiv, 0, GL_CURRENT_VERTEX_ATTRIB, i);
   }
}

/* 10.3: the commands that take a vertex array's name. */
static void named(void)
{
   GLuint array, buffer;
   GLint i[4];
   GLint64 i64[4];
   gl.CreateVertexArrays(1, &array);
   gl.CreateBuffers(1, &buffer);
   gl.NamedBufferData(buffer, 256, NULL, GL_STATIC_DRAW);
   OK(EnableVertexArrayAttrib, array, 2);
   ERR(INVALID_OPERATION, EnableVertexArrayAttrib, 1000, 2);
   ERR(INVALID_VALUE, EnableVertexArrayAttrib, array, TOO_LARGE);
   OK(DisableVertexArrayAttrib, array, 2);
   ERR(INVALID_OPERATION, DisableVertexArrayAttrib, 1000, 2);
   ERR(INVALID_VALUE, DisableVertexArrayAttrib, array, TOO_LARGE);
   OK(VertexArrayElementBuffer, array, buffer);
   ERR(INVALID_OPERATION, VertexArrayElementBuffer, 1000, buffer);
   ERR(INVALID_OPERATION, VertexArrayElementBuffer, array, 1000);
   OK(VertexArrayVertexBuffer, array, 1, buffer, 0, 16);
   ERR(INVALID_OPERATION, VertexArrayVertexBuffer, 1000, 1, buffer, 0, 16);
   ERR(INVALID_OPERATION, VertexArrayVertexBuffer, array, 1, 1000, 0, 16);
   ERR(INVALID_VALUE, VertexArrayVertexBuffer, array, 1000, buffer, 0, 16);
   ERR(INVALID_VALUE, VertexArrayVertexBuffer, array, 1, buffer, -1, 16);
   ERR(INVALID_VALUE, VertexArrayVertexBuffer, array, 1, buffer, 0, -1);
   const GLintptr offsets[] = {0, 16};
   const GLsizei strides[] = {16, 32};
   const GLuint some[] = {buffer, 0}, unknown[] = {buffer, 1000};
   OK(VertexArrayVertexBuffers, array, 0, 2, some, offsets, strides);
   ERR(INVALID_OPERATION, VertexArrayVertexBuffers, 1000, 0, 2, some, offsets, strides);
   ERR(INVALID_OPERATION, VertexArrayVertexBuffers, array, 1000, 2, some, offsets, strides);
   ERR(INVALID_OPERATION, VertexArrayVertexBuffers, array, 0, 2, unknown, offsets, strides);
   OK(VertexArrayAttribFormat, array, 1, 4, GL_FLOAT, GL_FALSE, 0);
   ERR(INVALID_OPERATION, VertexArrayAttribFormat, 1000, 1, 4, GL_FLOAT, GL_FALSE, 0);
   ERR(INVALID_VALUE, VertexArrayAttribFormat, array, TOO_LARGE, 4, GL_FLOAT, GL_FALSE, 0);
   ERR(INVALID_VALUE, VertexArrayAttribFormat, array, 1, 5, GL_FLOAT, GL_FALSE, 0);
   ERR(INVALID_ENUM, VertexArrayAttribFormat, array, 1, 4, BAD, GL_FALSE, 0);
   OK(VertexArrayAttribIFormat, array, 1, 4, GL_INT, 0);
   ERR(INVALID_OPERATION, VertexArrayAttribIFormat, 1000, 1, 4, GL_INT, 0);
   ERR(INVALID_VALUE, VertexArrayAttribIFormat, array, TOO_LARGE, 4, GL_INT, 0);
   ERR(INVALID_ENUM, VertexArrayAttribIFormat, array, 1, 4, GL_FLOAT, 0);
   OK(VertexArrayAttribLFormat, array, 1, 4, GL_DOUBLE, 0);
   ERR(INVALID_OPERATION, VertexArrayAttribLFormat, 1000, 1, 4, GL_DOUBLE, 0);
   ERR(INVALID_VALUE, VertexArrayAttribLFormat, array, TOO_LARGE, 4, GL_DOUBLE, 0);
   ERR(INVALID_ENUM, VertexArrayAttribLFormat, array, 1, 4, GL_FLOAT, 0);
   OK(VertexArrayAttribBinding, array, 1, 2);
   ERR(INVALID_OPERATION, VertexArrayAttribBinding, 1000, 1, 2);
   ERR(INVALID_VALUE, VertexArrayAttribBinding, array, TOO_LARGE, 2);
   ERR(INVALID_VALUE, VertexArrayAttribBinding, array, 1, 1000);
   OK(VertexArrayBindingDivisor, array, 1, 2);
   ERR(INVALID_OPERATION, VertexArrayBindingDivisor, 1000, 1, 2);
   ERR(INVALID_VALUE, VertexArrayBindingDivisor, array, 1000, 2);
   OK(GetVertexArrayiv, array, GL_ELEMENT_ARRAY_BUFFER_BINDING, i);
   EXPECT(i[0], buffer);
   ERR(INVALID_OPERATION, GetVertexArrayiv, 1000, GL_ELEMENT_ARRAY_BUFFER_BINDING, i);
   ERR(INVALID_ENUM, GetVertexArrayiv, array, BAD, i);
   OK(GetVertexArrayIndexediv, array, 1, GL_VERTEX_ATTRIB_ARRAY_SIZE, i);
   ERR(INVALID_OPERATION, GetVertexArrayIndexediv, 1000, 1, GL_VERTEX_ATTRIB_ARRAY_SIZE, i);
   ERR(INVALID_VALUE, GetVertexArrayIndexediv, array, TOO_LARGE, GL_VERTEX_ATTRIB_ARRAY_SIZE, i);
   ERR(INVALID_ENUM, GetVertexArrayIndexediv, array, 1, BAD, i);
   OK(GetVertexArrayIndexed64iv, array, 1, GL_VERTEX_BINDING_OFFSET, i64);
   ERR(INVALID_OPERATION, GetVertexArrayIndexed64iv, 1000, 1, GL_VERTEX_BINDING_OFFSET, i64);
   ERR(INVALID_VALUE, GetVertexArrayIndexed64iv, array, TOO_LARGE, GL_VERTEX_BINDING_OFFSET, i64);
   ERR(INVALID_ENUM, GetVertexArrayIndexed64iv, array, 1, GL_VERTEX_ATTRIB_ARRAY_SIZE, i64);
}

/* The compatibility profile's arrays. */
static void legacy(void)
{
   gl.BindVertexArray(0);
   gl.BindBuffer(GL_ARRAY_BUFFER, 0);
   OK(EnableClientState, GL_COLOR_ARRAY);
   ERR(INVALID_ENUM, EnableClientState, BAD);
   OK(DisableClientState, GL_COLOR_ARRAY);
   ERR(INVALID_ENUM, DisableClientState, BAD);
   OK(ClientActiveTexture, GL_TEXTURE1);
   ERR(INVALID_ENUM, ClientActiveTexture, GL_TEXTURE0 + 1000);
   OK(VertexPointer, 3, GL_SHORT, 0, vs);
   ERR(INVALID_VALUE, VertexPointer, 1, GL_SHORT, 0, vs);
   ERR(INVALID_VALUE, VertexPointer, 5, GL_SHORT, 0, vs);
   ERR(INVALID_ENUM, VertexPointer, 3, GL_BYTE, 0, vs);
   ERR(INVALID_VALUE, VertexPointer, 3, GL_SHORT, -1, vs);
   OK(ColorPointer, 4, GL_UNSIGNED_BYTE, 0, vub);
   ERR(INVALID_VALUE, ColorPointer, 2, GL_UNSIGNED_BYTE, 0, vub);
   ERR(INVALID_ENUM, ColorPointer, 4, BAD, 0, vub);
   ERR(INVALID_VALUE, ColorPointer, 4, GL_UNSIGNED_BYTE, -1, vub);
   OK(SecondaryColorPointer, 3, GL_UNSIGNED_BYTE, 0, vub);
   ERR(INVALID_VALUE, SecondaryColorPointer, 4, GL_UNSIGNED_BYTE, 0, vub);
   ERR(INVALID_ENUM, SecondaryColorPointer, 3, BAD, 0, vub);
   ERR(INVALID_VALUE, SecondaryColorPointer, 3, GL_UNSIGNED_BYTE, -1, vub);
   OK(NormalPointer, GL_BYTE, 0, vb);
   ERR(INVALID_ENUM, NormalPointer, GL_UNSIGNED_BYTE, 0, vb);
   ERR(INVALID_VALUE, NormalPointer, GL_BYTE, -1, vb);
   OK(TexCoordPointer, 2, GL_FLOAT, 0, vf);
   ERR(INVALID_VALUE, TexCoordPointer, 0, GL_FLOAT, 0, vf);
   ERR(INVALID_VALUE, TexCoordPointer, 5, GL_FLOAT, 0, vf);
   ERR(INVALID_ENUM, TexCoordPointer, 2, GL_BYTE, 0, vf);
   ERR(INVALID_VALUE, TexCoordPointer, 2, GL_FLOAT, -1, vf);
   OK(FogCoordPointer, GL_FLOAT, 0, vf);
   ERR(INVALID_ENUM, FogCoordPointer, GL_INT, 0, vf);
   ERR(INVALID_VALUE, FogCoordPointer, GL_FLOAT, -1, vf);
   OK(IndexPointer, GL_UNSIGNED_BYTE, 0, vub);
   ERR(INVALID_ENUM, IndexPointer, GL_UNSIGNED_INT, 0, vub);
   ERR(INVALID_VALUE, IndexPointer, GL_UNSIGNED_BYTE, -1, vub);
   OK(EdgeFlagPointer, 1, vub);
   ERR(INVALID_VALUE, EdgeFlagPointer, -1, vub);
   OK(InterleavedArrays, GL_C3F_V3F, 0, vf);
   ERR(INVALID_ENUM, InterleavedArrays, BAD, 0, vf);
   ERR(INVALID_VALUE, InterleavedArrays, GL_C3F_V3F, -1, vf);
}

void cmd_vertices(void)
{
   objects();
   pointers();
   values();
   queries();
   formats();
   if (desktop())
      named();
   if (compat())
      legacy();
}
