/* test_fuzz.c: random calls with random arguments. Usage: test_fuzz SEED CALLS [N]: each N-th allocation of the library fails
 * (alloc_shim.c is preloaded). Most enums are of ES 2.0, most numbers are
 * small, some extreme; most names exist. Client memory that GL may read or write is always large enough, as the specification
 * requires of applications. The program must not crash, and a new context must draw correctly afterwards. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

enum { MEMORY = 8 << 20, NAMES = 12 };

static uint32_t seed;
static uint8_t *memory;
static PFNGLMAPBUFFEROESPROC map_buffer;
static PFNGLUNMAPBUFFEROESPROC unmap_buffer;

static unsigned pick(unsigned n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 8) % n;
}
#define PICK(array) (array)[pick(sizeof(array) / sizeof((array)[0]))]

/* Ranges of the registry that have many enums of ES 2.0. */
static const struct { GLenum first, last; } enums[] = {
   {0, 7}, {GL_NEVER, GL_ALWAYS}, {GL_SRC_COLOR, GL_SRC_ALPHA_SATURATE}, {GL_FRONT, GL_FRONT_AND_BACK}, {GL_CW, GL_CCW},
   {GL_LINE_WIDTH, GL_LINE_WIDTH}, {0x0B44, 0x0B46}, {0x0B70, 0x0B74}, {0x0B90, 0x0B98}, {GL_BLEND, GL_BLEND},
   {0x0BA2, 0x0BA2}, {0x0BE0, 0x0BE2}, {0x0C10, 0x0C11}, {0x0CF2, 0x0CF5}, {0x0D02, 0x0D05}, {0x0D33, 0x0D3A},
   {0x0D50, 0x0D57}, {GL_TEXTURE_2D, GL_TEXTURE_2D}, {GL_DONT_CARE, GL_NICEST}, {GL_BYTE, GL_FIXED}, {GL_INVERT, GL_INVERT},
   {GL_DEPTH_COMPONENT, GL_LUMINANCE_ALPHA}, {GL_KEEP, GL_DECR}, {GL_VENDOR, GL_EXTENSIONS}, {GL_NEAREST, GL_LINEAR},
   {0x2700, 0x2703}, {GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_T}, {GL_REPEAT, GL_REPEAT}, {0x8001, 0x800B}, {0x8032, 0x8038},
   {0x804F, 0x8059}, {0x8069, 0x8069}, {0x809E, 0x80AB}, {0x80C8, 0x80E1}, {0x812F, 0x812F}, {0x8191, 0x81A7},
   {0x8362, 0x8370}, {0x846D, 0x846E}, {GL_TEXTURE0, GL_TEXTURE31}, {0x84E0, 0x84F9}, {0x8507, 0x851C}, {0x8622, 0x8645},
   {0x86A2, 0x86A3}, {0x8764, 0x8765}, {0x87FB, 0x8803}, {0x883D, 0x883D}, {0x8869, 0x8872}, {0x8892, 0x88BC},
   {0x88E0, 0x88E9}, {0x88F0, 0x88F0}, {0x8B30, 0x8B31}, {0x8B4C, 0x8B9B}, {0x8CA3, 0x8CA7}, {0x8CD0, 0x8CDD},
   {0x8CE0, 0x8CE0}, {0x8D00, 0x8D20}, {0x8D40, 0x8D57}, {0x8D62, 0x8D64}, {0x8DF0, 0x8DFD}, {0x9242, 0x9243},
};

static GLenum any_enum(void)
{
   if (pick(40) == 0)
      return (GLenum)pick(1 << 24);
   unsigned i = pick(sizeof(enums) / sizeof(enums[0]));
   return enums[i].first + pick(enums[i].last - enums[i].first + 1);
}

static GLint any_int(void)
{
   static const GLint extremes[] = {-1, INT32_MIN, INT32_MAX, 65536, 16384, 16385, -65536, 1 << 30};
   return pick(25) == 0 ? PICK(extremes) : (GLint)pick(pick(4) ? 20 : 400);
}

/* Mostly small, sometimes near the limits of the type. */
static GLint any_offset(void)
{
   return (GLint)((GLuint)any_int() - 10);
}

/* For images in client memory: sizes that GL accepts fit the memory at 16 bytes per pixel and the largest row length. */
static GLint any_size(void)
{
   static const GLint extremes[] = {-1, INT32_MIN, INT32_MAX, 16385, 65536};
   return pick(30) == 0 ? PICK(extremes) : (GLint)pick(100);
}

static GLfloat any_float(void)
{
   static const union { uint32_t bits; float value; } extremes[] = {
      {.value = 1e38f}, {.value = -1e38f}, {0x7fc00000}, {0x7f800000}, {0xff800000}, {1}, {0x80000000}};
   return pick(15) == 0 ? PICK(extremes).value : (float)((int)pick(400) - 200) / 100;
}

static GLuint any_name(void)
{
   return pick(20) == 0 ? (GLuint)any_int() : pick(NAMES);
}

static const void *any_data(void)
{
   return pick(8) ? memory + pick(64) : NULL;
}

static GLenum target_2d(void)
{
   return pick(10) == 0 ? any_enum() : pick(3) ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP_POSITIVE_X + pick(6);
}

static GLenum texture_target(void)
{
   return pick(10) == 0 ? any_enum() : pick(3) ? GL_TEXTURE_2D : GL_TEXTURE_CUBE_MAP;
}

static GLenum buffer_target(void)
{
   return pick(10) == 0 ? any_enum() : pick(2) ? GL_ARRAY_BUFFER : GL_ELEMENT_ARRAY_BUFFER;
}

static GLenum image_format(void)
{
   static const GLenum formats[] = {GL_RGBA, GL_RGB, GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_BGRA_EXT,
                                    GL_DEPTH_COMPONENT, GL_DEPTH_STENCIL_OES};
   return pick(20) == 0 ? any_enum() : pick(2) ? GL_RGBA : PICK(formats);
}

static GLenum image_type(void)
{
   static const GLenum types[] = {GL_UNSIGNED_SHORT_5_6_5, GL_UNSIGNED_SHORT_4_4_4_4, GL_UNSIGNED_SHORT_5_5_5_1, GL_UNSIGNED_INT,
                                  GL_UNSIGNED_SHORT, GL_UNSIGNED_INT_24_8_OES, GL_FLOAT, GL_HALF_FLOAT_OES};
   return pick(20) == 0 ? any_enum() : pick(2) ? GL_UNSIGNED_BYTE : PICK(types);
}

static void call_texture(void)
{
   GLenum target = target_2d(), format = image_format(), type = image_type(), bind = texture_target();
   GLint level = pick(4) ? 0 : (GLint)pick(12) - 1, x = any_size(), y = any_size(), width = any_size(), height = any_size();
   switch (pick(14)) {
   case 0: case 1: glBindTexture(bind, any_name()); break;
   case 2: case 3: glTexImage2D(target, level, (GLint)format, width, height, 0, format, type, any_data()); break;
   case 4: glTexSubImage2D(target, level, x / 4, y / 4, width / 2, height / 2, format, type, memory); break;
   case 5:
      glTexParameteri(bind, GL_TEXTURE_MAG_FILTER + pick(2), pick(4) ? GL_NEAREST_MIPMAP_NEAREST + (GLint)pick(4) : GL_LINEAR);
      break;
   case 6: glTexParameteri(bind, any_enum(), (GLint)any_enum()); break;
   case 7: glTexParameterf(bind, any_enum(), any_float()); break;
   case 8: glGenerateMipmap(bind); break;
   case 9: glCopyTexImage2D(target, level, format, any_offset(), any_offset(), width, height, (GLint)(pick(9) == 0)); break;
   case 10: glCopyTexSubImage2D(target, level, x / 4, y / 4, any_offset(), any_offset(), width, height); break;
   case 11: {
      static const GLenum compressed[] = {GL_ETC1_RGB8_OES, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
                                          0x83F2, 0x83F3};
      GLenum blocks = pick(8) ? PICK(compressed) : any_enum();
      GLuint block_B = blocks == 0x83F2 || blocks == 0x83F3 ? 16 : 8;
      GLsizei size = pick(3) ? (GLsizei)(((GLuint)width + 3) / 4 * (((GLuint)height + 3) / 4) * block_B) : any_int();
      if (pick(3))
         glCompressedTexImage2D(target, level, blocks, width, height, 0, size, memory);
      else
         glCompressedTexSubImage2D(target, level, (GLint)((GLuint)x & ~3u), (GLint)((GLuint)y & ~3u), width, height, blocks, size,
                                   memory);
      break;
   }
   case 12: glActiveTexture(pick(10) ? GL_TEXTURE0 + pick(4) : any_enum()); break;
   default: glCompressedTexSubImage2D(target, level, x, y, width, height, any_enum(), any_int(), memory); break;
   }
}

static void call_buffer(void)
{
   GLenum target = buffer_target();
   GLuint index = pick(20) ? pick(4) : any_name();
   GLsizeiptr size = any_int();
   switch (pick(8)) {
   case 0: glBindBuffer(target, any_name()); break;
   case 1:
      glBufferData(target, size * 7, size * 7 < MEMORY && pick(2) ? memory : NULL, pick(9) ? GL_STATIC_DRAW : any_enum());
      break;
   case 2: glBufferSubData(target, any_int(), size < MEMORY ? size : -1, memory); break;
   case 3: case 4: {
      GLint bound;
      glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
      GLenum type = pick(5) ? GL_FLOAT : any_enum();
      glVertexAttribPointer(index, (GLint)pick(6), type, (GLboolean)pick(2), pick(20) ? (GLsizei)pick(64) : any_int(),
                            bound ? (void *)(uintptr_t)(unsigned)any_int() : memory);
      break;
   }
   case 5: (pick(3) ? glEnableVertexAttribArray : glDisableVertexAttribArray)(index); break;
   case 6: glVertexAttrib4f(index, any_float(), any_float(), any_float(), any_float()); break;
   default: {
      void *mapped = map_buffer(target, GL_WRITE_ONLY_OES);
      if (mapped && pick(4))
         unmap_buffer(target);
   }
   }
}

/* Draws only if all client arrays point to valid memory: after glDeleteBuffers an array's offset is taken as a pointer. */
static void call_draw(void)
{
   static const GLenum index_types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
   GLenum mode = pick(20) ? pick(7) : any_enum();
   GLint bound;
   bool client = false;
   for (GLuint i = 0; i < 16; i++) {
      GLint enabled, stride, buffer;
      void *pointer;
      glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
      glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &stride);
      glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &buffer);
      glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
      if (enabled && !buffer && (stride > 1024 || pointer != memory))
         return;
      client |= enabled && !buffer;
   }
   glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &bound);
   if (pick(2)) {
      glDrawArrays(mode, (GLint)pick(40) - 1, (GLsizei)pick(300) - 1);
   } else if (bound) {
      if (client) /* indices are random there */
         return;
      glDrawElements(mode, any_int() % 65537, PICK(index_types), (void *)(uintptr_t)(unsigned)any_int());
   } else {
      for (unsigned i = 0; i < 400 * 4; i++)
         memory[i] = i % 4 < 1 ? (uint8_t)pick(256) : 0;
      /* Indices below 256 of each type. */
      glDrawElements(mode, (GLsizei)pick(300) - 1, PICK(index_types), memory);
   }
}

static void call_framebuffer(void)
{
   GLenum fb = pick(20) ? GL_FRAMEBUFFER : any_enum(), rb = pick(20) ? GL_RENDERBUFFER : any_enum();
   static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
   static const GLenum formats[] = {GL_RGBA4, GL_RGB5_A1, GL_RGB565, GL_RGBA8_OES, GL_RGB8_OES, GL_DEPTH_COMPONENT16,
                                    GL_DEPTH24_STENCIL8_OES, GL_STENCIL_INDEX8};
   GLenum point = pick(20) ? PICK(points) : any_enum();
   GLint value[4];
   switch (pick(9)) {
   case 0: glBindFramebuffer(fb, pick(3) ? 1 + pick(3) : any_name()); break;
   case 1: glBindRenderbuffer(rb, any_name()); break;
   case 2: glRenderbufferStorage(rb, pick(9) ? PICK(formats) : any_enum(), any_size(), any_size()); break;
   case 3: glFramebufferRenderbuffer(fb, point, rb, any_name()); break;
   case 4: glFramebufferTexture2D(fb, point, target_2d(), any_name(), pick(9) ? 0 : any_int()); break;
   case 5: glCheckFramebufferStatus(fb); break;
   case 6: glGetFramebufferAttachmentParameteriv(fb, point, any_enum(), value); break;
   case 7: glReadPixels(any_offset(), any_offset(), (GLsizei)pick(400) - 1, (GLsizei)pick(400) - 1, image_format(), image_type(),
                        memory); break;
   default: glClear(pick(9) ? pick(2) * 0x4000u | pick(2) * 0x100u | pick(2) * 0x400u : (GLbitfield)any_int());
   }
}

static void call_state(void)
{
   GLenum e = any_enum(), f = any_enum();
   switch (pick(24)) {
   case 0: glEnable(e); break;
   case 1: glDisable(e); break;
   case 2: glBlendFunc(e, f); break;
   case 3: glBlendFuncSeparate(GL_SRC_COLOR + pick(8), pick(2), GL_SRC_COLOR + pick(8), e); break;
   case 4: glBlendEquation(e); break;
   case 5: glDepthFunc(e); break;
   case 6: glDepthRangef(any_float(), any_float()); break;
   case 7: glStencilFuncSeparate(e, f, any_int(), (GLuint)any_int()); break;
   case 8: glStencilOp(e, f, any_enum()); break;
   case 9: glViewport(any_offset(), any_offset(), any_int(), any_int()); break;
   case 10: glScissor(any_offset(), any_offset(), any_int(), any_int()); break;
   case 11: glLineWidth(any_float() * 10); break;
   case 12: glPolygonOffset(any_float(), any_float()); break;
   case 13: glCullFace(e); break;
   case 14: glFrontFace(e); break;
   case 15: glPixelStorei(pick(2) ? GL_UNPACK_ALIGNMENT : GL_PACK_ALIGNMENT, any_int()); break;
   case 16: { /* rows that fit the memory */
      static const GLenum names[] = {GL_UNPACK_ROW_LENGTH_EXT, GL_UNPACK_SKIP_ROWS_EXT, GL_UNPACK_SKIP_PIXELS_EXT};
      glPixelStorei(PICK(names), (GLint)pick(130) - 1);
      break;
   }
   case 17: glColorMask((GLboolean)pick(3), (GLboolean)pick(3), (GLboolean)pick(3), (GLboolean)pick(3)); break;
   case 18: glClearColor(any_float(), any_float(), any_float(), any_float()); break;
   case 19: glSampleCoverage(any_float(), (GLboolean)pick(2)); break;
   case 20: glHint(e, f); break;
   case 21: glClearDepthf(any_float()); break;
   case 22: glClearStencil(any_int()); break;
   default: glStencilMaskSeparate(e, (GLuint)any_int()); break;
   }
}

static void call_query(void)
{
   static GLint values[4096]; /* also for lists: compressed formats, shader binary formats */
   static GLfloat floats[64];
   static char text[4096];
   GLint size;
   GLenum e = any_enum(), type;
   GLuint name = any_name();
   switch (pick(16)) {
   case 0: glGetIntegerv(e, values); break;
   case 1: glGetFloatv(e, (GLfloat *)values); break;
   case 2: glGetBooleanv(e, (GLboolean *)values); break;
   case 3: glGetString(e); break;
   case 4: glIsEnabled(e); break;
   case 5: glGetTexParameteriv(texture_target(), e, values); break;
   case 6: glGetBufferParameteriv(buffer_target(), e, values); break;
   case 7: glGetRenderbufferParameteriv(GL_RENDERBUFFER, e, values); break;
   case 8: glGetProgramiv(name, e, values); break;
   case 9: glGetShaderiv(name, e, values); break;
   case 10: glGetVertexAttribiv(name, e, values); break;
   case 11: glGetActiveUniform(name, (GLuint)any_int(), (GLsizei)pick(200) - 1, &size, &size, &type, text); break;
   case 12: glGetActiveAttrib(name, (GLuint)any_int(), (GLsizei)pick(200) - 1, &size, &size, &type, text); break;
   case 13: glGetUniformfv(name, any_int(), floats); break;
   case 14: glGetShaderPrecisionFormat(e, any_enum(), values, values + 2); break;
   default: glGetProgramInfoLog(name, (GLsizei)pick(300) - 1, &size, text); break;
   }
}

static const char *const vertex_sources[] = {
   "attribute vec4 a; attribute vec2 b; varying vec2 v; uniform mat4 m; uniform vec4 u[3]; void main() {\n"
   "   gl_Position = a + m * u[1]; gl_PointSize = b.x * 30.0; v = b; }",
   "attribute vec4 a; varying vec2 v; void main() { gl_Position = a; v = a.xy; }",
};
static const char *const fragment_sources[] = {
   "precision mediump float; varying vec2 v; uniform sampler2D s; uniform samplerCube c; uniform int n; void main() {\n"
   "   gl_FragColor = texture2D(s, v) + textureCube(c, vec3(v, 1.0)) + vec4(float(n)); }",
   "precision mediump float; varying vec2 v; void main() { if (v.x > 0.5) discard; gl_FragColor = vec4(v, gl_FragCoord.zw); }",
};

/* A source with some of its bytes replaced, cut or repeated. */
static void garble(GLuint shader, const char *source)
{
   char text[1024];
   size_t length = strlen(source);
   memcpy(text, source, length);
   for (unsigned i = pick(4); i; i--)
      text[pick((unsigned)length)] = pick(2) ? source[pick((unsigned)length)] : (char)pick(256);
   const char *start = text;
   GLint cut = (GLint)(pick(3) ? length : pick((unsigned)length));
   glShaderSource(shader, 1, &start, &cut);
   glCompileShader(shader);
}

static void call_program(void)
{
   GLuint name = any_name(), other = any_name();
   GLint location = pick(10) ? (GLint)pick(12) - 1 : any_int();
   GLfloat values[64];
   for (unsigned i = 0; i < 64; i++)
      values[i] = any_float();
   switch (pick(18)) {
   case 0: case 1: glUseProgram(pick(4) ? 1 + pick(2) * 3 : name); break;
   case 2: if (pick(30) == 0) garble(name, PICK(vertex_sources)); break;
   case 3: if (pick(30) == 0) garble(name, PICK(fragment_sources)); break;
   case 4: if (pick(20) == 0) glAttachShader(name, other); break;
   case 5: if (pick(20) == 0) glDetachShader(name, other); break;
   case 6: if (pick(20) == 0) glLinkProgram(name); break;
   case 7: glUniform4fv(location, (GLsizei)pick(6) - 1, values); break;
   case 8: glUniform1i(location, any_int()); break;
   case 9: glUniformMatrix4fv(location, (GLsizei)pick(4) - 1, (GLboolean)(pick(9) == 0), values); break;
   case 10: glUniform2f(location, values[0], values[1]); break;
   case 11: glValidateProgram(name); break;
   case 12: glGetUniformLocation(name, "u[1]"); break;
   case 13: glGetAttribLocation(name, "a"); break;
   case 14: glBindAttribLocation(name, (GLuint)any_int(), pick(2) ? "a" : "gl_x"); break;
   case 15: glUniform1iv(location, (GLsizei)pick(8) - 1, (GLint *)values); break;
   case 16: if (pick(30) == 0) glDeleteProgram(name); break;
   default: if (pick(30) == 0) glDeleteShader(name); break;
   }
}

static void call_lifetime(void)
{
   GLuint name = any_name();
   switch (pick(12)) {
   case 0: glDeleteTextures((GLsizei)pick(3) - 1 ? 1 : -1, &name); break;
   case 1: glDeleteBuffers(1, &name); break;
   case 2: glDeleteRenderbuffers(1, &name); break;
   case 3: glDeleteFramebuffers(1, &name); break;
   case 4: glIsTexture(name); break;
   case 5: glIsProgram(name); break;
   case 6: glFlush(); break;
   case 7: glFinish(); break;
   default: glGetError(); break;
   }
}

static void make_programs(void)
{
   for (unsigned i = 0; i < 2; i++) { /* names 1 to 6: program, vertex shader, fragment shader */
      GLuint program = glCreateProgram();
      for (unsigned s = 0; s < 2; s++) {
         GLuint shader = glCreateShader(s ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
         glShaderSource(shader, 1, s ? &fragment_sources[i] : &vertex_sources[i], NULL);
         glCompileShader(shader);
         glAttachShader(program, shader);
      }
      glBindAttribLocation(program, 0, "a");
      glLinkProgram(program);
   }
}

/* A framebuffer and a program whose names the random calls do not use, so that some draws are valid. */
static GLuint good_fbo, good_program, good_rb[2];

static void make_good(void)
{
   static const char *const sources[] = {
      "attribute vec4 a; varying vec2 v; void main() { gl_Position = a; gl_PointSize = a.y * 20.0; v = a.xy; }",
      "precision mediump float; varying vec2 v; uniform sampler2D s; uniform samplerCube c; void main() {\n"
      "   gl_FragColor = texture2D(s, v) + textureCube(c, vec3(v, 0.5)); }"};
   GLuint unused[NAMES], shader;
   glGenRenderbuffers(NAMES, unused);
   glGenFramebuffers(NAMES, unused);
   glGenRenderbuffers(2, good_rb);
   glGenFramebuffers(1, &good_fbo);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, good_rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, i ? GL_DEPTH24_STENCIL8_OES : GL_RGBA8_OES, 90, 70);
   }
   glBindRenderbuffer(GL_RENDERBUFFER, 0);
   for (unsigned i = 0; i < NAMES; i++)
      glCreateShader(GL_VERTEX_SHADER); /* uses up the names */
   good_program = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(good_program, shader);
   }
   glLinkProgram(good_program);
}

static void use_good(void)
{
   static const GLenum points[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
   glBindFramebuffer(GL_FRAMEBUFFER, good_fbo);
   for (unsigned i = 0; i < 3; i++)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, points[i], GL_RENDERBUFFER, good_rb[i > 0]);
   glUseProgram(good_program);
   glViewport(0, 0, 90, 70);
   glDisable(GL_SCISSOR_TEST);
   glDisable(GL_CULL_FACE);
   GLint size = 0;
   glBindBuffer(GL_ARRAY_BUFFER, pick(NAMES));
   glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
   if (!size)
      glBindBuffer(GL_ARRAY_BUFFER, 0);
   for (GLuint i = 0; i < 4; i++)
      glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, 0, size ? NULL : memory);
   for (GLuint i = 0; i < 16; i++)
      (i < 4 ? glEnableVertexAttribArray : glDisableVertexAttribArray)(i);
   for (GLenum target = GL_ARRAY_BUFFER; target <= GL_ELEMENT_ARRAY_BUFFER; target++)
      for (GLuint name = 1; name < NAMES; name++) {
         glBindBuffer(target, name);
         unmap_buffer(target);
      }
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, pick(NAMES));
}

static EGLContext new_context(EGLDisplay display)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      exit(1);
   return context;
}

int main(int argc, char **argv)
{
   static void (*const groups[])(void) = {call_texture, call_buffer, call_draw, call_framebuffer, call_state, call_query,
                                          call_program, call_lifetime, call_texture, call_buffer, call_draw, call_framebuffer};
   bool (*every)(long) = (bool (*)(long))dlsym(RTLD_DEFAULT, "fault_every");
   bool (*disarm)(void) = (bool (*)(void))dlsym(RTLD_DEFAULT, "fault_disarm");
   if (argc != 3 && (argc != 4 || !every || !disarm))
      return 2;
   seed = (uint32_t)atoi(argv[1]) * 2654435761u;
   memory = calloc(1, MEMORY);
   int done = 0;
   EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!memory || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      return 1;
   map_buffer = (PFNGLMAPBUFFEROESPROC)eglGetProcAddress("glMapBufferOES");
   unmap_buffer = (PFNGLUNMAPBUFFEROESPROC)eglGetProcAddress("glUnmapBufferOES");
   EGLContext context = new_context(display);
   make_programs();
   make_good();
   for (unsigned i = 0; i < MEMORY / 4; i++)
      ((float *)memory)[i] = any_float();
   if (argc == 4 && !every(atol(argv[3])))
      return 77; /* another vendor's library */
   for (int call = 0, calls = atoi(argv[2]); call < calls; call++) {
      if (call % 25 == 0)
         use_good();
      PICK(groups)();
      done += glGetError() == GL_NO_ERROR;
   }
   printf("%d calls raised no error\n", done);
   if (argc == 4 && !disarm())
      return 1; /* no allocation failed */
   eglDestroyContext(display, context);
   context = new_context(display);
   GLuint rb, fbo;
   uint8_t pixel[4] = {0};
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, 8, 8);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   return pixel[1] == 255 && glGetError() == GL_NO_ERROR ? 0 : 1;
}
