/* test_calls.c: the errors of each entry point of OpenGL ES 2.0. A call that fails changes no value that glGet returns. */
#include "pixel_test.h"

/* ---- snapshot of the state -------------------------------------------------------------------------------------------- */

static const struct { GLenum name; unsigned count;
} values[] = {
#define V(name, count) {GL_##name, count}
   V(ACTIVE_TEXTURE, 1),
   V(ARRAY_BUFFER_BINDING, 1),
   V(BLEND, 1),
   V(BLEND_COLOR, 4),
   V(BLEND_DST_ALPHA, 1),
   V(BLEND_DST_RGB, 1),
   V(BLEND_EQUATION_ALPHA, 1),
   V(BLEND_EQUATION_RGB, 1),
   V(BLEND_SRC_ALPHA, 1),
   V(BLEND_SRC_RGB, 1),
   V(COLOR_CLEAR_VALUE, 4),
   V(COLOR_WRITEMASK, 4),
   V(CULL_FACE, 1),
   V(CULL_FACE_MODE, 1),
   V(CURRENT_PROGRAM, 1),
   V(DEPTH_CLEAR_VALUE, 1),
   V(DEPTH_FUNC, 1),
   V(DEPTH_RANGE, 2),
   V(DEPTH_TEST, 1),
   V(DEPTH_WRITEMASK, 1),
   V(DITHER, 1),
   V(ELEMENT_ARRAY_BUFFER_BINDING, 1),
   V(FRAMEBUFFER_BINDING, 1),
   V(FRONT_FACE, 1),
   V(GENERATE_MIPMAP_HINT, 1),
   V(LINE_WIDTH, 1),
   V(PACK_ALIGNMENT, 1),
   V(POLYGON_OFFSET_FACTOR, 1),
   V(POLYGON_OFFSET_FILL, 1),
   V(POLYGON_OFFSET_UNITS, 1),
   V(RENDERBUFFER_BINDING, 1),
   V(SAMPLE_ALPHA_TO_COVERAGE, 1),
   V(SAMPLE_COVERAGE, 1),
   V(SAMPLE_COVERAGE_INVERT, 1),
   V(SAMPLE_COVERAGE_VALUE, 1),
   V(SCISSOR_BOX, 4),
   V(SCISSOR_TEST, 1),
   V(STENCIL_BACK_FAIL, 1),
   V(STENCIL_BACK_FUNC, 1),
   V(STENCIL_BACK_PASS_DEPTH_FAIL, 1),
   V(STENCIL_BACK_PASS_DEPTH_PASS, 1),
   V(STENCIL_BACK_REF, 1),
   V(STENCIL_BACK_VALUE_MASK, 1),
   V(STENCIL_BACK_WRITEMASK, 1),
   V(STENCIL_CLEAR_VALUE, 1),
   V(STENCIL_FAIL, 1),
   V(STENCIL_FUNC, 1),
   V(STENCIL_PASS_DEPTH_FAIL, 1),
   V(STENCIL_PASS_DEPTH_PASS, 1),
   V(STENCIL_REF, 1),
   V(STENCIL_TEST, 1),
   V(STENCIL_VALUE_MASK, 1),
   V(STENCIL_WRITEMASK, 1),
   V(TEXTURE_BINDING_2D, 1),
   V(TEXTURE_BINDING_CUBE_MAP, 1),
   V(UNPACK_ALIGNMENT, 1),
   V(VIEWPORT, 4),
   V(MAX_TEXTURE_SIZE, 1),
   V(SUBPIXEL_BITS, 1),
   V(RED_BITS, 1),
   V(DEPTH_BITS, 1),
   V(STENCIL_BITS, 1),
#undef V
};
enum { VALUES = sizeof(values) / sizeof(values[0]), ATTRIBS = 8 };

struct snapshot {
   GLfloat value[VALUES][4];
   GLint attrib[ATTRIBS][6], tex[2][4], buffer[2][2], program[6], shader[3], fbo[2], rb[3];
   GLfloat current[ATTRIBS][4];
};

static GLuint a_texture, a_cube, a_buffer, an_element_buffer, a_program, a_shader, a_fbo, a_rb;

static void take_snapshot(struct snapshot *s)
{
   static const GLenum attribs[] = {GL_VERTEX_ATTRIB_ARRAY_ENABLED,    GL_VERTEX_ATTRIB_ARRAY_SIZE,
                                    GL_VERTEX_ATTRIB_ARRAY_STRIDE,     GL_VERTEX_ATTRIB_ARRAY_TYPE,
                                    GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING};
   static const GLenum tex[] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T};
   static const GLenum program[] = {GL_DELETE_STATUS,    GL_LINK_STATUS,     GL_VALIDATE_STATUS,
                                    GL_ATTACHED_SHADERS, GL_ACTIVE_UNIFORMS, GL_ACTIVE_ATTRIBUTES};
   memset(s, 0, sizeof(*s));
   for (unsigned i = 0; i < VALUES; i++)
      glGetFloatv(values[i].name, s->value[i]);
   for (GLuint i = 0; i < ATTRIBS; i++) {
      for (unsigned k = 0; k < 6; k++)
         glGetVertexAttribiv(i, attribs[k], &s->attrib[i][k]);
      glGetVertexAttribfv(i, GL_CURRENT_VERTEX_ATTRIB, s->current[i]);
   }
   for (unsigned k = 0; k < 4; k++) {
      glGetTexParameteriv(GL_TEXTURE_2D, tex[k], &s->tex[0][k]);
      glGetTexParameteriv(GL_TEXTURE_CUBE_MAP, tex[k], &s->tex[1][k]);
   }
   for (unsigned k = 0; k < 2; k++) {
      glGetBufferParameteriv(k ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &s->buffer[k][0]);
      glGetBufferParameteriv(k ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &s->buffer[k][1]);
   }
   for (unsigned k = 0; k < 6; k++)
      glGetProgramiv(a_program, program[k], &s->program[k]);
   glGetShaderiv(a_shader, GL_COMPILE_STATUS, &s->shader[0]);
   glGetShaderiv(a_shader, GL_SHADER_SOURCE_LENGTH, &s->shader[1]);
   glGetShaderiv(a_shader, GL_DELETE_STATUS, &s->shader[2]);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                         &s->fbo[0]);
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                                         &s->fbo[1]);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &s->rb[0]);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &s->rb[1]);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &s->rb[2]);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* Creates one object of each kind and binds it. */
static void bind_objects(void)
{
   static const char vs[] =
      "attribute vec4 pos, val; uniform mat4 m; varying vec4 v; void main() { gl_Position = m * pos; v = val; }";
   static const char fs[] =
      "precision highp float; varying vec4 v; uniform sampler2D s; uniform int i; uniform vec4 c[3]; uniform bool b;\n"
      "void main() { gl_FragColor = v + texture2D(s, v.xy) * float(i) + c[2] + float(b); }";
   const char *source = vs;
   a_program = pixel_program(vs, fs);
   a_shader = glCreateShader(GL_VERTEX_SHADER);
   glShaderSource(a_shader, 1, &source, NULL);
   glCompileShader(a_shader);
   glGenTextures(1, &a_texture);
   glBindTexture(GL_TEXTURE_2D, a_texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenTextures(1, &a_cube);
   glBindTexture(GL_TEXTURE_CUBE_MAP, a_cube);
   glGenBuffers(1, &a_buffer);
   glBindBuffer(GL_ARRAY_BUFFER, a_buffer);
   glBufferData(GL_ARRAY_BUFFER, 256, NULL, GL_STATIC_DRAW);
   glGenBuffers(1, &an_element_buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, an_element_buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, 64, NULL, GL_DYNAMIC_DRAW);
   glGenRenderbuffers(1, &a_rb);
   glBindRenderbuffer(GL_RENDERBUFFER, a_rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 8, 8);
   glGenFramebuffers(1, &a_fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, a_fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, a_texture, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void delete_objects(void)
{
   glDeleteFramebuffers(1, &a_fbo);
   glDeleteRenderbuffers(1, &a_rb);
   glDeleteBuffers(1, &a_buffer);
   glDeleteBuffers(1, &an_element_buffer);
   glDeleteTextures(1, &a_texture);
   glDeleteTextures(1, &a_cube);
   glDeleteProgram(a_program);
   glDeleteShader(a_shader);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

#define ROW(error, call)                                                                \
   do {                                                                                 \
      struct snapshot after_;                                                           \
      call;                                                                             \
      GLenum found_ = glGetError();                                                     \
      if (found_ != GL_##error)                                                         \
         fail_msg("%s: error 0x%x instead of %s", #call, found_, #error);              \
      take_snapshot(&after_);                                                           \
      if (memcmp(&before, &after_, sizeof(before)))                                     \
         fail_msg("%s changed state", #call);                                           \
   } while (0)
enum { BAD = 0x1234, NONE = 4711 /* not the name of an object */ };

static void errors(void **state)
{
   struct snapshot before;
   GLuint n = 0, shader_of_program[2];
   GLint i[16];
   GLfloat f[16] = {0};
   GLboolean b;
   GLsizei length;
   GLenum type;
   char text[16];
   void *p;
   static const uint8_t data[1024];
   static const GLushort indices[3] = {0, 1, 2};
   bind_objects();
   glGetAttachedShaders(a_program, 2, NULL, shader_of_program);
   GLint m = glGetUniformLocation(a_program, "m"), c = glGetUniformLocation(a_program, "c"),
         s = glGetUniformLocation(a_program, "s");
   GLuint failed = glCreateProgram(); /* not linked */
   take_snapshot(&before);

   ROW(INVALID_ENUM, glActiveTexture(GL_TEXTURE0 - 1));
   ROW(INVALID_ENUM, glActiveTexture(GL_TEXTURE0 + 1000));
   ROW(INVALID_VALUE, glAttachShader(NONE, a_shader));
   ROW(INVALID_VALUE, glAttachShader(a_program, NONE));
   ROW(INVALID_OPERATION, glAttachShader(a_shader, a_shader));
   ROW(INVALID_OPERATION, glAttachShader(a_program, a_program));
   ROW(INVALID_OPERATION, glAttachShader(a_program, shader_of_program[0])); /* attached already */
   ROW(INVALID_OPERATION, glAttachShader(a_program, a_shader));            /* a second vertex shader */
   ROW(INVALID_VALUE, glBindAttribLocation(a_program, 1000, "x"));
   ROW(INVALID_OPERATION, glBindAttribLocation(a_program, 0, "gl_x"));
   ROW(INVALID_VALUE, glBindAttribLocation(NONE, 0, "x"));
   ROW(INVALID_OPERATION, glBindAttribLocation(a_shader, 0, "x"));
   ROW(INVALID_ENUM, glBindBuffer(BAD, a_buffer));
   ROW(INVALID_ENUM, glBindFramebuffer(BAD, a_fbo));
   ROW(INVALID_ENUM, glBindRenderbuffer(BAD, a_rb));
   ROW(INVALID_ENUM, glBindTexture(BAD, a_texture));
   ROW(INVALID_OPERATION, glBindTexture(GL_TEXTURE_2D, a_cube)); /* its target is another one */
   ROW(INVALID_ENUM, glBlendEquation(BAD));
   ROW(INVALID_ENUM, glBlendEquationSeparate(GL_FUNC_ADD, BAD));
   ROW(INVALID_ENUM, glBlendFunc(BAD, GL_ONE));
   ROW(INVALID_ENUM, glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, BAD));
   ROW(INVALID_ENUM, glBufferData(BAD, 4, data, GL_STATIC_DRAW));
   ROW(INVALID_ENUM, glBufferData(GL_ARRAY_BUFFER, 4, data, BAD));
   ROW(INVALID_VALUE, glBufferData(GL_ARRAY_BUFFER, -1, data, GL_STATIC_DRAW));
   ROW(INVALID_ENUM, glBufferSubData(BAD, 0, 4, data));
   ROW(INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, 250, 8, data));
   ROW(INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, -1, 8, data));
   ROW(INVALID_ENUM, glCheckFramebufferStatus(BAD));
   ROW(INVALID_VALUE, glClear(0x10));
   ROW(INVALID_VALUE, glCompileShader(NONE));
   ROW(INVALID_OPERATION, glCompileShader(a_program));
   ROW(INVALID_ENUM, glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, 8, data));
   ROW(INVALID_VALUE, glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 9, data));
   ROW(INVALID_VALUE, glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 1, 8, data));
   ROW(INVALID_ENUM, glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, 8, data));
   ROW(INVALID_ENUM, glCopyTexImage2D(BAD, 0, GL_RGBA, 0, 0, 4, 4, 0));
   ROW(INVALID_ENUM, glCopyTexImage2D(GL_TEXTURE_2D, 0, BAD, 0, 0, 4, 4, 0));
   ROW(INVALID_VALUE, glCopyTexImage2D(GL_TEXTURE_2D, -1, GL_RGBA, 0, 0, 4, 4, 0));
   ROW(INVALID_VALUE, glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, -4, 4, 0));
   ROW(INVALID_VALUE, glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 1));
   ROW(INVALID_VALUE, glCopyTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 0, 0, 4, 5, 0));
   ROW(INVALID_ENUM, glCopyTexSubImage2D(BAD, 0, 0, 0, 0, 0, 4, 4));
   ROW(INVALID_VALUE, glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 5, 0, 0, 0, 4, 4));
   ROW(INVALID_VALUE, glCopyTexSubImage2D(GL_TEXTURE_2D, 0, -1, 0, 0, 0, 4, 4));
   ROW(INVALID_OPERATION, glCopyTexSubImage2D(GL_TEXTURE_2D, 2, 0, 0, 0, 0, 1, 1)); /* the level has no image */
   ROW(INVALID_ENUM, glCreateShader(BAD));
   ROW(INVALID_ENUM, glCullFace(BAD));
   ROW(INVALID_VALUE, glDeleteBuffers(-1, &n));
   ROW(INVALID_VALUE, glDeleteFramebuffers(-1, &n));
   ROW(INVALID_VALUE, glDeleteProgram(NONE));
   ROW(INVALID_OPERATION, glDeleteProgram(a_shader));
   ROW(INVALID_VALUE, glDeleteRenderbuffers(-1, &n));
   ROW(INVALID_VALUE, glDeleteShader(NONE));
   ROW(INVALID_OPERATION, glDeleteShader(a_program));
   ROW(INVALID_VALUE, glDeleteTextures(-1, &n));
   ROW(NO_ERROR, (glDeleteProgram(0), glDeleteShader(0), glDeleteTextures(1, &n), glDeleteBuffers(1, &n)));
   ROW(INVALID_ENUM, glDepthFunc(BAD));
   ROW(INVALID_VALUE, glDetachShader(NONE, a_shader));
   ROW(INVALID_VALUE, glDetachShader(a_program, NONE));
   ROW(INVALID_OPERATION, glDetachShader(a_program, a_shader)); /* not attached */
   ROW(INVALID_OPERATION, glDetachShader(a_shader, a_shader));
   ROW(INVALID_ENUM, glDisable(BAD));
   ROW(INVALID_VALUE, glDisableVertexAttribArray(1000));
   ROW(INVALID_ENUM, glDrawArrays(BAD, 0, 3));
   ROW(INVALID_VALUE, glDrawArrays(GL_TRIANGLES, 0, -3));
   ROW(INVALID_ENUM, glDrawElements(BAD, 3, GL_UNSIGNED_SHORT, NULL));
   ROW(INVALID_ENUM, glDrawElements(GL_TRIANGLES, 3, GL_FLOAT, NULL));
   ROW(INVALID_VALUE, glDrawElements(GL_TRIANGLES, -3, GL_UNSIGNED_SHORT, indices));
   ROW(INVALID_ENUM, glEnable(BAD));
   ROW(INVALID_VALUE, glEnableVertexAttribArray(1000));
   ROW(INVALID_ENUM, glFramebufferRenderbuffer(BAD, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, a_rb));
   ROW(INVALID_ENUM, glFramebufferRenderbuffer(GL_FRAMEBUFFER, BAD, GL_RENDERBUFFER, a_rb));
   ROW(INVALID_ENUM, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, a_rb));
   ROW(INVALID_OPERATION, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, NONE));
   ROW(INVALID_ENUM, glFramebufferTexture2D(BAD, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, a_texture, 0));
   ROW(INVALID_ENUM, glFramebufferTexture2D(GL_FRAMEBUFFER, BAD, GL_TEXTURE_2D, a_texture, 0));
   ROW(INVALID_ENUM, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, a_texture, 0));
   ROW(INVALID_OPERATION, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, NONE, 0));
   ROW(INVALID_OPERATION, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, a_cube, 0));
   ROW(INVALID_OPERATION,
       glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, a_texture, 0));
   ROW(INVALID_VALUE, glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, a_texture, -1));
   ROW(INVALID_ENUM, glFrontFace(BAD));
   ROW(INVALID_VALUE, glGenBuffers(-1, &n));
   ROW(INVALID_VALUE, glGenFramebuffers(-1, &n));
   ROW(INVALID_VALUE, glGenRenderbuffers(-1, &n));
   ROW(INVALID_VALUE, glGenTextures(-1, &n));
   ROW(INVALID_ENUM, glGenerateMipmap(BAD));
   ROW(INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_CUBE_MAP)); /* faces without images */
   ROW(INVALID_VALUE, glGetActiveAttrib(a_program, 1000, 16, &length, i, &type, text));
   ROW(INVALID_VALUE, glGetActiveAttrib(a_program, 0, -1, &length, i, &type, text));
   ROW(INVALID_VALUE, glGetActiveAttrib(NONE, 0, 16, &length, i, &type, text));
   ROW(INVALID_OPERATION, glGetActiveAttrib(a_shader, 0, 16, &length, i, &type, text));
   ROW(INVALID_VALUE, glGetActiveUniform(a_program, 1000, 16, &length, i, &type, text));
   ROW(INVALID_VALUE, glGetActiveUniform(a_program, 0, -1, &length, i, &type, text));
   ROW(INVALID_OPERATION, glGetActiveUniform(a_shader, 0, 16, &length, i, &type, text));
   ROW(INVALID_VALUE, glGetAttachedShaders(NONE, 2, NULL, &n));
   ROW(INVALID_VALUE, glGetAttachedShaders(a_program, -1, NULL, &n));
   ROW(INVALID_OPERATION, glGetAttachedShaders(a_shader, 2, NULL, &n));
   ROW(INVALID_VALUE, glGetAttribLocation(NONE, "pos"));
   ROW(INVALID_OPERATION, glGetAttribLocation(a_shader, "pos"));
   ROW(INVALID_OPERATION, glGetAttribLocation(failed, "pos"));
   ROW(INVALID_ENUM, glGetBooleanv(BAD, &b));
   ROW(INVALID_ENUM, glGetBufferParameteriv(BAD, GL_BUFFER_SIZE, i));
   ROW(INVALID_ENUM, glGetBufferParameteriv(GL_ARRAY_BUFFER, BAD, i));
   ROW(INVALID_ENUM, glGetFloatv(BAD, f));
   ROW(INVALID_ENUM,
       glGetFramebufferAttachmentParameteriv(BAD, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, i));
   ROW(INVALID_ENUM,
       glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, BAD, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, i));
   ROW(INVALID_ENUM, glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, BAD, i));
   ROW(INVALID_ENUM, glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT,
                                                           GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, i));
   ROW(INVALID_ENUM, glGetIntegerv(BAD, i));
   ROW(INVALID_VALUE, glGetProgramiv(NONE, GL_LINK_STATUS, i));
   ROW(INVALID_OPERATION, glGetProgramiv(a_shader, GL_LINK_STATUS, i));
   ROW(INVALID_ENUM, glGetProgramiv(a_program, BAD, i));
   ROW(INVALID_VALUE, glGetProgramInfoLog(NONE, 16, NULL, text));
   ROW(INVALID_OPERATION, glGetProgramInfoLog(a_shader, 16, NULL, text));
   ROW(INVALID_VALUE, glGetProgramInfoLog(a_program, -1, NULL, text));
   ROW(INVALID_ENUM, glGetRenderbufferParameteriv(BAD, GL_RENDERBUFFER_WIDTH, i));
   ROW(INVALID_ENUM, glGetRenderbufferParameteriv(GL_RENDERBUFFER, BAD, i));
   ROW(INVALID_VALUE, glGetShaderiv(NONE, GL_SHADER_TYPE, i));
   ROW(INVALID_OPERATION, glGetShaderiv(a_program, GL_SHADER_TYPE, i));
   ROW(INVALID_ENUM, glGetShaderiv(a_shader, BAD, i));
   ROW(INVALID_VALUE, glGetShaderInfoLog(NONE, 16, NULL, text));
   ROW(INVALID_VALUE, glGetShaderInfoLog(a_shader, -1, NULL, text));
   ROW(INVALID_OPERATION, glGetShaderInfoLog(a_program, 16, NULL, text));
   ROW(INVALID_ENUM, glGetShaderPrecisionFormat(BAD, GL_LOW_FLOAT, i, i + 2));
   ROW(INVALID_ENUM, glGetShaderPrecisionFormat(GL_VERTEX_SHADER, BAD, i, i + 2));
   ROW(INVALID_VALUE, glGetShaderSource(NONE, 16, NULL, text));
   ROW(INVALID_VALUE, glGetShaderSource(a_shader, -1, NULL, text));
   ROW(INVALID_OPERATION, glGetShaderSource(a_program, 16, NULL, text));
   ROW(INVALID_ENUM, glGetString(BAD));
   ROW(INVALID_ENUM, glGetTexParameteriv(BAD, GL_TEXTURE_WRAP_S, i));
   ROW(INVALID_ENUM, glGetTexParameteriv(GL_TEXTURE_2D, BAD, i));
   ROW(INVALID_ENUM, glGetTexParameterfv(GL_TEXTURE_2D, BAD, f));
   ROW(INVALID_ENUM, glGetTexParameterfv(BAD, GL_TEXTURE_WRAP_S, f));
   ROW(INVALID_VALUE, glGetUniformfv(NONE, m, f));
   ROW(INVALID_OPERATION, glGetUniformfv(a_shader, m, f));
   ROW(INVALID_OPERATION, glGetUniformfv(failed, m, f));
   ROW(INVALID_OPERATION, glGetUniformfv(a_program, -1, f));
   ROW(INVALID_OPERATION, glGetUniformiv(a_program, 1000, i));
   ROW(INVALID_VALUE, glGetUniformLocation(NONE, "m"));
   ROW(INVALID_OPERATION, glGetUniformLocation(a_shader, "m"));
   ROW(INVALID_OPERATION, glGetUniformLocation(failed, "m"));
   ROW(INVALID_VALUE, glGetVertexAttribfv(1000, GL_CURRENT_VERTEX_ATTRIB, f));
   ROW(INVALID_ENUM, glGetVertexAttribfv(0, BAD, f));
   ROW(INVALID_VALUE, glGetVertexAttribiv(1000, GL_VERTEX_ATTRIB_ARRAY_SIZE, i));
   ROW(INVALID_ENUM, glGetVertexAttribiv(0, BAD, i));
   ROW(INVALID_VALUE, glGetVertexAttribPointerv(1000, GL_VERTEX_ATTRIB_ARRAY_POINTER, &p));
   ROW(INVALID_ENUM, glGetVertexAttribPointerv(0, BAD, &p));
   ROW(INVALID_ENUM, glHint(BAD, GL_NICEST));
   ROW(INVALID_ENUM, glHint(GL_GENERATE_MIPMAP_HINT, BAD));
   ROW(INVALID_ENUM, glIsEnabled(BAD));
   ROW(INVALID_VALUE, glLineWidth(0));
   ROW(INVALID_VALUE, glLinkProgram(NONE));
   ROW(INVALID_OPERATION, glLinkProgram(a_shader));
   ROW(INVALID_ENUM, glPixelStorei(BAD, 4));
   ROW(INVALID_VALUE, glPixelStorei(GL_PACK_ALIGNMENT, 3));
   ROW(INVALID_VALUE, glPixelStorei(GL_UNPACK_ALIGNMENT, 0));
   ROW(INVALID_ENUM, glReadPixels(0, 0, 1, 1, BAD, GL_UNSIGNED_BYTE, f));
   ROW(INVALID_ENUM, glReadPixels(0, 0, 1, 1, GL_RGBA, BAD, f));
   ROW(INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_ALPHA, GL_UNSIGNED_BYTE, f));
   ROW(INVALID_VALUE, glReadPixels(0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, f));
   ROW(INVALID_ENUM, glRenderbufferStorage(BAD, GL_RGB565, 4, 4));
   ROW(INVALID_ENUM, glRenderbufferStorage(GL_RENDERBUFFER, BAD, 4, 4));
   ROW(INVALID_VALUE, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, -4, 4));
   ROW(INVALID_VALUE, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 4, 1 << 24));
   ROW(INVALID_VALUE, glScissor(0, 0, -1, 1));
   ROW(INVALID_ENUM, glShaderBinary(1, &a_shader, BAD, data, 4)); /* no binary format is supported */
   ROW(INVALID_VALUE, glShaderSource(NONE, 1, (const char *[]){"x"}, NULL));
   ROW(INVALID_VALUE, glShaderSource(a_shader, -1, (const char *[]){"x"}, NULL));
   ROW(INVALID_OPERATION, glShaderSource(a_program, 1, (const char *[]){"x"}, NULL));
   ROW(INVALID_ENUM, glStencilFunc(BAD, 0, 1));
   ROW(INVALID_ENUM, glStencilFuncSeparate(BAD, GL_LESS, 0, 1));
   ROW(INVALID_ENUM, glStencilFuncSeparate(GL_FRONT, BAD, 0, 1));
   ROW(INVALID_ENUM, glStencilMaskSeparate(BAD, 1));
   ROW(INVALID_ENUM, glStencilOp(GL_KEEP, BAD, GL_KEEP));
   ROW(INVALID_ENUM, glStencilOpSeparate(BAD, GL_KEEP, GL_KEEP, GL_KEEP));
   ROW(INVALID_ENUM, glStencilOpSeparate(GL_BACK, BAD, GL_KEEP, GL_KEEP));
   ROW(INVALID_ENUM, glTexImage2D(BAD, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, -1, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, 100, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, 0, BAD, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, -4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1 << 24, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   ROW(INVALID_VALUE, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_ENUM, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, BAD, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_ENUM, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, BAD, data));
   ROW(INVALID_OPERATION, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_OPERATION, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, data));
   ROW(INVALID_OPERATION, glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, data));
   ROW(INVALID_OPERATION, glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, 4, 4, 0, GL_ALPHA, GL_UNSIGNED_SHORT_5_5_5_1, data));
   ROW(INVALID_ENUM, glTexParameterf(BAD, GL_TEXTURE_WRAP_S, GL_REPEAT));
   ROW(INVALID_ENUM, glTexParameterf(GL_TEXTURE_2D, BAD, GL_REPEAT));
   ROW(INVALID_ENUM, glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLfloat[]){BAD}));
   ROW(INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_REPEAT));
   ROW(INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR));
   ROW(INVALID_ENUM, glTexParameteriv(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, (GLint[]){GL_LINEAR}));
   ROW(INVALID_ENUM, glTexSubImage2D(BAD, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexSubImage2D(GL_TEXTURE_2D, 0, 5, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, -1, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, -4, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_VALUE, glTexSubImage2D(GL_TEXTURE_2D, -1, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_OPERATION, glTexSubImage2D(GL_TEXTURE_2D, 2, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_OPERATION, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_ENUM, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, BAD, GL_UNSIGNED_BYTE, data));
   ROW(INVALID_ENUM, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, BAD, data));
   ROW(INVALID_OPERATION, glUniform1f(1000, 1));
   ROW(INVALID_OPERATION, glUniform1f(m, 1));
   ROW(INVALID_OPERATION, glUniform2f(c, 1, 2));
   ROW(INVALID_OPERATION, glUniform3f(c, 1, 2, 3));
   ROW(INVALID_OPERATION, glUniform4f(s, 1, 2, 3, 4));
   ROW(INVALID_OPERATION, glUniform4i(c, 1, 2, 3, 4));
   ROW(INVALID_OPERATION, glUniform2i(s, 1, 2));
   ROW(INVALID_OPERATION, glUniform3i(s, 1, 2, 3));
   ROW(INVALID_VALUE, glUniform1i(s, 1000)); /* not a texture unit */
   ROW(INVALID_OPERATION, glUniform1f(s, 1));
   ROW(INVALID_VALUE, glUniform4fv(c, -1, f));
   ROW(INVALID_OPERATION, glUniform3fv(c, 1, f));
   ROW(INVALID_OPERATION, glUniform2fv(c, 1, f));
   ROW(INVALID_OPERATION, glUniform1fv(c, 1, f));
   ROW(INVALID_VALUE, glUniform1iv(s, -1, i));
   ROW(INVALID_OPERATION, glUniform2iv(s, 1, i));
   ROW(INVALID_OPERATION, glUniform3iv(s, 1, i));
   ROW(INVALID_OPERATION, glUniform4iv(c, 1, i));
   ROW(INVALID_OPERATION, glUniform1iv(s, 2, i)); /* two values for a uniform that is not an array */
   ROW(INVALID_OPERATION, glUniformMatrix4fv(m, 2, GL_FALSE, f));
   ROW(INVALID_VALUE, glUniformMatrix4fv(m, 1, GL_TRUE, f));
   ROW(INVALID_OPERATION, glUniformMatrix3fv(m, 1, GL_FALSE, f));
   ROW(INVALID_OPERATION, glUniformMatrix2fv(m, 1, GL_FALSE, f));
   ROW(INVALID_VALUE, glUniformMatrix4fv(m, -1, GL_FALSE, f));
   ROW(NO_ERROR, glUniform4f(-1, 1, 2, 3, 4)); /* ignored */
   ROW(INVALID_VALUE, glUseProgram(NONE));
   ROW(INVALID_OPERATION, glUseProgram(a_shader));
   ROW(INVALID_OPERATION, glUseProgram(failed));
   ROW(INVALID_VALUE, glValidateProgram(NONE));
   ROW(INVALID_OPERATION, glValidateProgram(a_shader));
   ROW(INVALID_VALUE, glVertexAttrib1f(1000, 1));
   ROW(INVALID_VALUE, glVertexAttrib2f(1000, 1, 2));
   ROW(INVALID_VALUE, glVertexAttrib3f(1000, 1, 2, 3));
   ROW(INVALID_VALUE, glVertexAttrib4f(1000, 1, 2, 3, 4));
   ROW(INVALID_VALUE, glVertexAttrib1fv(1000, f));
   ROW(INVALID_VALUE, glVertexAttrib2fv(1000, f));
   ROW(INVALID_VALUE, glVertexAttrib3fv(1000, f));
   ROW(INVALID_VALUE, glVertexAttrib4fv(1000, f));
   ROW(INVALID_VALUE, glVertexAttribPointer(1000, 4, GL_FLOAT, GL_FALSE, 0, NULL));
   ROW(INVALID_VALUE, glVertexAttribPointer(0, 5, GL_FLOAT, GL_FALSE, 0, NULL));
   ROW(INVALID_VALUE, glVertexAttribPointer(0, 0, GL_FLOAT, GL_FALSE, 0, NULL));
   ROW(INVALID_ENUM, glVertexAttribPointer(0, 4, BAD, GL_FALSE, 0, NULL));
   ROW(INVALID_VALUE, glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, -4, NULL));
   ROW(INVALID_VALUE, glViewport(0, 0, -1, 1));

   /* glGetError returns the first error and clears it (2.5). */
   glEnable(BAD);
   glLineWidth(-1);
   glEnable(BAD);
   GLenum first = glGetError();
   assert_true(first == GL_INVALID_ENUM || first == GL_INVALID_VALUE);
   while (glGetError() != GL_NO_ERROR)
      ;
   /* Draws, clears, reads and copies with an incomplete framebuffer fail. */
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
   assert_int_not_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, f);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   glDeleteProgram(failed);
   delete_objects();
}

int main(void)
{
   const struct CMUnitTest tests[] = {PIXEL_TEST_ES20(errors)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
