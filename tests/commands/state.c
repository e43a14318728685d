/* state.c: the state of a context as a list of named values, through glGet* and the queries of bound and existing objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

struct value { const char *name; unsigned index; uint64_t bits; };
struct values { struct value *list; unsigned count, room; };
static struct values before, after;
static struct values *into;

static void put(const char *name, unsigned index, uint64_t bits)
{
   if (into->count == into->room)
      into->list = realloc(into->list, (into->room = into->room * 2 + 4096) * sizeof(struct value));
   into->list[into->count++] = (struct value){name, index, bits};
}

enum { UNWRITTEN = 0x7ab5 };

/* Values of a query, up to the first `count`; those that the query leaves unwritten are no state. */
#define PUT_VALUES(type, name, count, query) \
   do { \
      type v_[64]; \
      for (unsigned i_ = 0; i_ < 64; i_++) \
         v_[i_] = (type)UNWRITTEN; \
      query; \
      if (gl.GetError() == GL_NO_ERROR) \
         for (unsigned i_ = 0; i_ < (count); i_++) { \
            uint64_t bits_ = 0; \
            memcpy(&bits_, &v_[i_], sizeof(type)); \
            put(name, i_, bits_); \
         } \
   } while (0)

struct get_name { const char *name; GLenum value; };
#define G(name) {#name, name},
static const struct get_name gets[] = {GET_NAMES(G)};
static const struct get_name indexed[] = {GET_INDEXED_NAMES(G)};
static const struct get_name enables[] = {ENABLE_NAMES(G)};
#undef G
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What a context does not have is looked up once per context. */
static bool absent[4][COUNT(gets)], absent_indexed[4][COUNT(indexed)], absent_enable[4][COUNT(enables)];

static void put_gets(void)
{
   static GLdouble d[8192];
   static GLfloat f[8192];
   for (unsigned i = 0; i < COUNT(gets); i++) {
      if (absent[api][i])
         continue;
      memset(d, 0, 16 * sizeof(d[0]));
      memset(f, 0, 16 * sizeof(f[0]));
      if (desktop())
         gl.GetDoublev(gets[i].value, d);
      else
         gl.GetFloatv(gets[i].value, f);
      if (gl.GetError()) {
         absent[api][i] = true;
         continue;
      }
      for (unsigned k = 0; k < 16; k++) {
         uint64_t bits = 0;
         if (desktop())
            memcpy(&bits, &d[k], sizeof(d[k]));
         else
            memcpy(&bits, &f[k], sizeof(f[k]));
         put(gets[i].name, k, bits);
      }
   }
}

static void put_indexed(void)
{
   for (unsigned i = 0; i < COUNT(indexed); i++)
      for (unsigned index = 0; index < 3 && !absent_indexed[api][i]; index++) {
         GLint64 v[16] = {0};
         GLfloat f[16] = {0};
         gl.GetInteger64i_v(indexed[i].value, index, v);
         if (gl.GetError()) {
            absent_indexed[api][i] = index == 0;
            break;
         }
         for (unsigned k = 0; k < 4; k++)
            put(indexed[i].name, index, (uint64_t)v[k]);
         if (desktop() && (indexed[i].value == GL_VIEWPORT || indexed[i].value == GL_DEPTH_RANGE)) {
            gl.GetFloati_v(indexed[i].value, index, f);
            for (unsigned k = 0; k < 4; k++) {
               uint64_t bits = 0;
               memcpy(&bits, &f[k], sizeof(f[k]));
               put(indexed[i].name, index, bits);
            }
         }
      }
}

static void put_enables(void)
{
   for (unsigned i = 0; i < COUNT(enables); i++) {
      if (absent_enable[api][i])
         continue;
      const GLboolean enabled = gl.IsEnabled(enables[i].value);
      if (gl.GetError())
         absent_enable[api][i] = true;
      else
         put(enables[i].name, 0, enabled);
   }
}

static void put_attributes(void)
{
   static const GLenum names[] = {GL_VERTEX_ATTRIB_ARRAY_ENABLED, GL_VERTEX_ATTRIB_ARRAY_SIZE, GL_VERTEX_ATTRIB_ARRAY_STRIDE,
      GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING,
      GL_VERTEX_ATTRIB_ARRAY_INTEGER, GL_VERTEX_ATTRIB_ARRAY_DIVISOR, GL_VERTEX_ATTRIB_BINDING, GL_VERTEX_ATTRIB_RELATIVE_OFFSET,
      GL_CURRENT_VERTEX_ATTRIB};
   for (unsigned i = api == COMPAT46; i < 4; i++) { /* the current value of attribute 0 is no state in the compatibility profile */
      void *pointer = NULL;
      for (unsigned k = 0; k < COUNT(names); k++)
         PUT_VALUES(GLfloat, "a vertex attribute", names[k] == GL_CURRENT_VERTEX_ATTRIB ? 4u : 1u,
                    gl.GetVertexAttribfv(i, names[k], v_));
      gl.GetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
      put("GL_VERTEX_ATTRIB_ARRAY_POINTER", i, (uintptr_t)pointer);
   }
}

static uint64_t hash(const uint8_t *bytes, size_t count)
{
   uint64_t h = 1469598103934665603ull;
   for (size_t i = 0; i < count; i++)
      h = (h ^ bytes[i]) * 1099511628211ull;
   return h;
}

static void put_buffers(void)
{
   static const GLenum targets[][2] = {{GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
      {GL_ELEMENT_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER_BINDING}, {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER_BINDING},
      {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER_BINDING}, {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
      {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING}, {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING},
      {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
      {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING}};
   static const GLenum names[] = {GL_BUFFER_SIZE, GL_BUFFER_USAGE, GL_BUFFER_ACCESS_FLAGS, GL_BUFFER_MAPPED,
      GL_BUFFER_MAP_OFFSET, GL_BUFFER_MAP_LENGTH};
   for (unsigned i = 0; i < COUNT(targets); i++) {
      GLint name = 0, mapped = 0, size_B = 0;
      gl.GetIntegerv(targets[i][1], &name);
      if (!name)
         continue;
      for (unsigned k = 0; k < COUNT(names); k++)
         PUT_VALUES(GLint, "a bound buffer", 1, gl.GetBufferParameteriv(targets[i][0], names[k], v_));
      gl.GetBufferParameteriv(targets[i][0], GL_BUFFER_MAPPED, &mapped);
      gl.GetBufferParameteriv(targets[i][0], GL_BUFFER_SIZE, &size_B);
      if (desktop() && !mapped && size_B > 0) {
         uint8_t bytes[1024];
         const size_t count = (size_t)size_B < sizeof(bytes) ? (size_t)size_B : sizeof(bytes);
         gl.GetBufferSubData(targets[i][0], 0, (GLsizeiptr)count, bytes);
         put("the contents of a buffer", i, hash(bytes, count));
      }
   }
}

static void put_textures(void)
{
   static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP,
      GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_RECTANGLE, GL_TEXTURE_2D_MULTISAMPLE};
   static const GLenum names[] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T,
      GL_TEXTURE_WRAP_R, GL_TEXTURE_MIN_LOD, GL_TEXTURE_MAX_LOD, GL_TEXTURE_BASE_LEVEL, GL_TEXTURE_MAX_LEVEL,
      GL_TEXTURE_COMPARE_MODE, GL_TEXTURE_COMPARE_FUNC, GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B,
      GL_TEXTURE_SWIZZLE_A, GL_TEXTURE_IMMUTABLE_FORMAT, GL_TEXTURE_IMMUTABLE_LEVELS, GL_DEPTH_STENCIL_TEXTURE_MODE,
      GL_TEXTURE_BORDER_COLOR, GL_TEXTURE_LOD_BIAS, GL_TEXTURE_MAX_ANISOTROPY, GL_TEXTURE_CROP_RECT_OES};
   static const GLenum levels[] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH, GL_TEXTURE_INTERNAL_FORMAT,
      GL_TEXTURE_SAMPLES, GL_TEXTURE_COMPRESSED};
   for (unsigned t = 0; t < (desktop() ? COUNT(targets) : 5); t++) {
      for (unsigned k = 0; k < COUNT(names); k++)
         PUT_VALUES(GLfloat, "a bound texture", names[k] == GL_TEXTURE_BORDER_COLOR || names[k] == GL_TEXTURE_CROP_RECT_OES ? 4u : 1u,
                    gl.GetTexParameterfv(targets[t], names[k], v_));
      const GLenum image = targets[t] == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X : targets[t];
      for (GLint level = 0; level < (targets[t] == GL_TEXTURE_RECTANGLE || targets[t] == GL_TEXTURE_2D_MULTISAMPLE ? 1 : 3); level++)
         for (unsigned k = 0; k < COUNT(levels); k++)
            PUT_VALUES(GLint, "a level of a bound texture", 1, gl.GetTexLevelParameteriv(image, level, levels[k], v_));
   }
}

static void put_framebuffers(void)
{
   static const GLenum attachments[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
   static const GLenum names[] = {GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
      GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, GL_FRAMEBUFFER_ATTACHMENT_LAYERED,
      GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE};
   static const GLenum defaults[] = {GL_FRAMEBUFFER_DEFAULT_WIDTH, GL_FRAMEBUFFER_DEFAULT_HEIGHT, GL_FRAMEBUFFER_DEFAULT_LAYERS,
      GL_FRAMEBUFFER_DEFAULT_SAMPLES};
   static const GLenum bound[] = {GL_RENDERBUFFER_WIDTH, GL_RENDERBUFFER_HEIGHT, GL_RENDERBUFFER_INTERNAL_FORMAT,
      GL_RENDERBUFFER_SAMPLES};
   static const GLenum targets[] = {GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER};
   GLint name = 0;
   for (unsigned t = 0; t < 2; t++) {
      gl.GetIntegerv(t ? GL_READ_FRAMEBUFFER_BINDING : GL_DRAW_FRAMEBUFFER_BINDING, &name);
      for (unsigned k = 0; name && k < COUNT(defaults); k++)
         PUT_VALUES(GLint, "a bound framebuffer", 1, gl.GetFramebufferParameteriv(targets[t], defaults[k], v_));
      for (unsigned a = 0; name && a < COUNT(attachments); a++)
         for (unsigned k = 0; k < COUNT(names); k++)
            PUT_VALUES(GLint, "an attachment", 1,
                       gl.GetFramebufferAttachmentParameteriv(targets[t], attachments[a], names[k], v_));
   }
   gl.GetIntegerv(GL_RENDERBUFFER_BINDING, &name);
   for (unsigned k = 0; name && k < COUNT(bound); k++)
      PUT_VALUES(GLint, "the bound renderbuffer", 1, gl.GetRenderbufferParameteriv(GL_RENDERBUFFER, bound[k], v_));
}

static void put_program(void)
{
   static const GLenum names[] = {GL_LINK_STATUS, GL_DELETE_STATUS, GL_ATTACHED_SHADERS, GL_ACTIVE_UNIFORMS,
      GL_ACTIVE_ATTRIBUTES, GL_ACTIVE_UNIFORM_BLOCKS, GL_TRANSFORM_FEEDBACK_VARYINGS, GL_PROGRAM_SEPARABLE};
   GLint program = 0, uniforms = 0;
   gl.GetIntegerv(GL_CURRENT_PROGRAM, &program);
   if (!program)
      return;
   for (unsigned k = 0; k < COUNT(names); k++)
      PUT_VALUES(GLint, "the current program", 1, gl.GetProgramiv((GLuint)program, names[k], v_));
   gl.GetProgramiv((GLuint)program, GL_ACTIVE_UNIFORMS, &uniforms);
   for (GLint i = 0; i < uniforms; i++) {
      char name[64] = "";
      GLint size;
      GLenum type;
      gl.GetActiveUniform((GLuint)program, (GLuint)i, sizeof(name), NULL, &size, &type, name);
      const GLint location = gl.GetUniformLocation((GLuint)program, name);
      if (location >= 0)
         PUT_VALUES(GLfloat, "a uniform", 16, gl.GetUniformfv((GLuint)program, location, v_));
   }
   while (gl.GetError())
      ;
}

static void put_queries(void)
{
   static const GLenum targets[] = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
      GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_PRIMITIVES_GENERATED, GL_TIME_ELAPSED};
   for (unsigned i = 0; i < COUNT(targets); i++)
      PUT_VALUES(GLint, "GL_CURRENT_QUERY", 1, gl.GetQueryiv(targets[i], GL_CURRENT_QUERY, v_));
}

static void put_legacy(void)
{
   static const GLenum lights[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_POSITION, GL_SPOT_DIRECTION, GL_SPOT_EXPONENT,
      GL_SPOT_CUTOFF, GL_CONSTANT_ATTENUATION, GL_LINEAR_ATTENUATION, GL_QUADRATIC_ATTENUATION};
   static const GLenum materials[] = {GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_EMISSION, GL_SHININESS, GL_COLOR_INDEXES};
   static const GLenum coords[] = {GL_S, GL_T, GL_R, GL_Q, GL_TEXTURE_GEN_STR_OES};
   static const GLenum generation[] = {GL_TEXTURE_GEN_MODE, GL_OBJECT_PLANE, GL_EYE_PLANE};
   static const GLenum environment[] = {GL_TEXTURE_ENV_MODE, GL_TEXTURE_ENV_COLOR, GL_COMBINE_RGB, GL_COMBINE_ALPHA, GL_SRC0_RGB,
      GL_SRC1_RGB, GL_SRC2_RGB, GL_SRC0_ALPHA, GL_OPERAND0_RGB, GL_OPERAND0_ALPHA, GL_RGB_SCALE, GL_ALPHA_SCALE};
   for (unsigned i = 0; i < COUNT(lights); i++)
      PUT_VALUES(GLfloat, "a light", 4, gl.GetLightfv(GL_LIGHT0, lights[i], v_));
   for (unsigned i = 0; i < COUNT(materials); i++) {
      PUT_VALUES(GLfloat, "the front material", 4, gl.GetMaterialfv(GL_FRONT, materials[i], v_));
      PUT_VALUES(GLfloat, "the back material", 4, gl.GetMaterialfv(GL_BACK, materials[i], v_));
   }
   for (unsigned i = 0; i < COUNT(coords); i++)
      for (unsigned k = 0; k < COUNT(generation); k++)
         PUT_VALUES(GLfloat, "texture coordinate generation", 4, gl.GetTexGenfv(coords[i], generation[k], v_));
   for (unsigned i = 0; i < COUNT(environment); i++)
      PUT_VALUES(GLfloat, "the texture environment", 4, gl.GetTexEnvfv(GL_TEXTURE_ENV, environment[i], v_));
}

static void put_names(void)
{
   for (GLuint name = 1; name < 24; name++) {
      put("glIsBuffer", name, gl.IsBuffer(name));
      put("glIsTexture", name, gl.IsTexture(name));
      put("glIsRenderbuffer", name, gl.IsRenderbuffer(name));
      put("glIsFramebuffer", name, gl.IsFramebuffer(name));
      put("glIsVertexArray", name, gl.IsVertexArray(name));
      put("glIsQuery", name, gl.IsQuery(name));
      put("glIsSampler", name, gl.IsSampler(name));
      put("glIsShader", name, gl.IsShader(name));
      put("glIsProgram", name, gl.IsProgram(name));
      put("glIsProgramPipeline", name, gl.IsProgramPipeline(name));
      put("glIsTransformFeedback", name, gl.IsTransformFeedback(name));
      if (compat())
         put("glIsList", name, gl.IsList(name));
   }
}

static void take(struct values *values)
{
   into = values;
   values->count = 0;
   put_gets();
   put_indexed();
   put_enables();
   put_attributes();
   put_buffers();
   put_textures();
   put_framebuffers();
   put_program();
   put_queries();
   if (compat() || es1())
      put_legacy();
   put_names();
   while (gl.GetError())
      ;
}

void state_before(void)
{
   take(&before);
   commands_compare_state();
}

/* Whether the state is another one than at state_before(), and the first value that is. */
bool state_differs(const char **name, unsigned *index)
{
   take(&after);
   for (unsigned i = 0; i < before.count && i < after.count; i++)
      if (before.list[i].name != after.list[i].name || before.list[i].bits != after.list[i].bits) {
         *name = before.list[i].name;
         *index = before.list[i].index;
         return true;
      }
   *name = "what can be queried";
   *index = 0;
   return before.count != after.count;
}
