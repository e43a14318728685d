/* cmd_programs.c: shaders, programs, their interfaces, pipelines (OpenGL 4.6, chapter 7). */
#include <string.h>

#include "commands.h"

static const char vertex[] =
   "layout(location = 0) in vec4 position; layout(location = 1) in vec2 unused;"
   "out vec4 captured;"
   "void main() { gl_Position = position; captured = position + unused.xyxy; }\n";
static const char fragment[] =
   "layout(std140, binding = 1) uniform Block { vec4 member; };"
   "layout(std430, binding = 1) buffer Storage { vec4 stored; };"
   "layout(binding = 0, offset = 4) uniform atomic_uint counter;"
   "uniform vec4 tint; in vec4 captured; layout(location = 0) out vec4 color;"
   "void main() { color = tint + member + stored + captured + vec4(float(atomicCounterIncrement(counter))); }\n";
static const char subroutines[] =
   "#version 450\n"
   "subroutine vec4 kind();"
   "layout(index = 1) subroutine(kind) vec4 first() { return vec4(1.0); }"
   "subroutine(kind) vec4 second() { return vec4(0.5); }"
   "layout(location = 0) subroutine uniform kind choice;"
   "layout(location = 0) out vec4 color;"
   "void main() { color = choice(); }\n";
static const char vertex_alone[] =
   "#version 450\nout gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0.0); }\n";
static const char vertex_alone_es[] =
   "#version 320 es\nvoid main() { gl_Position = vec4(0.0); }\n";

static GLuint program, shader, unlinked;

/* ARB_shading_language_include */
static void named_strings(GLuint compiled)
{
   static const char *const invalid[] = {"", "a", "/", "/a/", "/a//b", "/a\tb", "/<a>", "/\"a\"", "/a$"};
   const GLchar *const good[] = {"/a", "/b"}, *const bad[] = {"/a", "b"}, *const null[] = {"/a", NULL};
   const GLint lengths[] = {2, -1}, short_length[] = {0, -1};
   GLint i;
   char text[16];
   if (!has_extension("GL_ARB_shading_language_include"))
      return;
   OK(NamedStringARB, GL_SHADER_INCLUDE_ARB, -1, "/a/b", 3, "text");
   ERR(INVALID_ENUM, NamedStringARB, BAD, -1, "/a/b", -1, "t");
   ERR(INVALID_VALUE, NamedStringARB, GL_SHADER_INCLUDE_ARB, -1, NULL, -1, "t");
   ERR(INVALID_VALUE, NamedStringARB, GL_SHADER_INCLUDE_ARB, -1, "/a/b", -1, NULL);
   for (unsigned k = 0; k < sizeof(invalid) / sizeof(invalid[0]); k++) {
      ERR(INVALID_VALUE, NamedStringARB, GL_SHADER_INCLUDE_ARB, -1, invalid[k], -1, "t");
      ERR(INVALID_VALUE, DeleteNamedStringARB, -1, invalid[k]);
      ERR(INVALID_VALUE, GetNamedStringARB, -1, invalid[k], 16, &i, text);
      ERR(INVALID_VALUE, GetNamedStringivARB, -1, invalid[k], GL_NAMED_STRING_LENGTH_ARB, &i);
      ERR(INVALID_VALUE, CompileShaderIncludeARB, compiled, 1, &invalid[k], NULL);
      EXPECT(gl.IsNamedStringARB(-1, invalid[k]), GL_FALSE);
   }
   OK(IsNamedStringARB, 4, "/a/bc");
   NO_ERROR(IsNamedStringARB);
   EXPECT(gl.IsNamedStringARB(4, "/a/bc"), GL_TRUE);
   EXPECT(gl.IsNamedStringARB(-1, "/a"), GL_FALSE);
   EXPECT(gl.IsNamedStringARB(-1, NULL), GL_FALSE);
   OK(GetNamedStringivARB, -1, "/a/b", GL_NAMED_STRING_LENGTH_ARB, &i);
   EXPECT(i, 4);
   OK(GetNamedStringivARB, -1, "/a/b", GL_NAMED_STRING_TYPE_ARB, &i);
   EXPECT(i, GL_SHADER_INCLUDE_ARB);
   ERR(INVALID_VALUE, GetNamedStringivARB, -1, NULL, GL_NAMED_STRING_LENGTH_ARB, &i);
   ERR(INVALID_OPERATION, GetNamedStringivARB, -1, "/a", GL_NAMED_STRING_LENGTH_ARB, &i);
   ERR(INVALID_ENUM, GetNamedStringivARB, -1, "/a/b", BAD, &i);
   OK(GetNamedStringARB, -1, "/a/./c/../b", 16, &i, text);
   EXPECT(i, 3);
   EXPECT(strcmp(text, "tex"), 0);
   ERR(INVALID_VALUE, GetNamedStringARB, -1, NULL, 16, &i, text);
   ERR(INVALID_VALUE, GetNamedStringARB, -1, "/a/b", -1, &i, text);
   ERR(INVALID_OPERATION, GetNamedStringARB, -1, "/a", 16, &i, text);
   OK(CompileShaderIncludeARB, compiled, 2, good, lengths);
   ERR(INVALID_OPERATION, CompileShaderIncludeARB, 1000, 2, good, NULL);
   ERR(INVALID_OPERATION, CompileShaderIncludeARB, program, 2, good, NULL);
   ERR(INVALID_VALUE, CompileShaderIncludeARB, compiled, -1, good, NULL);
   ERR(INVALID_VALUE, CompileShaderIncludeARB, compiled, 1, NULL, NULL);
   ERR(INVALID_VALUE, CompileShaderIncludeARB, compiled, 2, null, NULL);
   ERR(INVALID_VALUE, CompileShaderIncludeARB, compiled, 2, bad, NULL);
   ERR(INVALID_VALUE, CompileShaderIncludeARB, compiled, 2, good, short_length);
   ERR(INVALID_VALUE, DeleteNamedStringARB, -1, NULL);
   OK(DeleteNamedStringARB, -1, "/a/b");
   ERR(INVALID_OPERATION, DeleteNamedStringARB, -1, "/a/b");
}

static void shaders(void)
{
   GLint i[4];
   GLsizei length;
   char text[256];
   const char *source[] = {"void main() { }"};
   OK(CreateShader, GL_VERTEX_SHADER);
   ERR(INVALID_ENUM, CreateShader, BAD);
   shader = gl.CreateShader(GL_VERTEX_SHADER);
   OK(ShaderSource, shader, 1, source, NULL);
   ERR(INVALID_VALUE, ShaderSource, 1000, 1, source, NULL);
   ERR(INVALID_OPERATION, ShaderSource, program, 1, source, NULL);
   ERR(INVALID_VALUE, ShaderSource, shader, -1, source, NULL);
   OK(CompileShader, shader);
   ERR(INVALID_VALUE, CompileShader, 1000);
   ERR(INVALID_OPERATION, CompileShader, program);
   named_strings(shader);
   OK(GetShaderiv, shader, GL_SHADER_TYPE, i);
   EXPECT(i[0], GL_VERTEX_SHADER);
   ERR(INVALID_VALUE, GetShaderiv, 1000, GL_SHADER_TYPE, i);
   ERR(INVALID_OPERATION, GetShaderiv, program, GL_SHADER_TYPE, i);
   ERR(INVALID_ENUM, GetShaderiv, shader, BAD, i);
   OK(GetShaderInfoLog, shader, 256, &length, text);
   ERR(INVALID_VALUE, GetShaderInfoLog, 1000, 256, &length, text);
   ERR(INVALID_OPERATION, GetShaderInfoLog, program, 256, &length, text);
   ERR(INVALID_VALUE, GetShaderInfoLog, shader, -1, &length, text);
   OK(GetShaderSource, shader, 256, &length, text);
   EXPECT(length, 15);
   ERR(INVALID_VALUE, GetShaderSource, 1000, 256, &length, text);
   ERR(INVALID_OPERATION, GetShaderSource, program, 256, &length, text);
   ERR(INVALID_VALUE, GetShaderSource, shader, -1, &length, text);
   OK(IsShader, shader);
   NO_ERROR(IsShader);
   EXPECT(gl.IsShader(program), GL_FALSE);
   OK(ReleaseShaderCompiler);
   NO_ERROR(ReleaseShaderCompiler);
   if (has_extension("GL_KHR_parallel_shader_compile"))
      OK(MaxShaderCompilerThreadsKHR, 1);
   NO_ERROR(MaxShaderCompilerThreadsKHR);
   GLint range[2], precision;
   OK(GetShaderPrecisionFormat, GL_VERTEX_SHADER, GL_HIGH_FLOAT, range, &precision);
   ERR(INVALID_ENUM, GetShaderPrecisionFormat, BAD, GL_HIGH_FLOAT, range, &precision);
   ERR(INVALID_ENUM, GetShaderPrecisionFormat, GL_VERTEX_SHADER, BAD, range, &precision);
   ERR(INVALID_ENUM, ShaderBinary, 1, &shader, BAD, text, 4);
   ERR(INVALID_VALUE, ShaderBinary, -1, &shader, BAD, text, 4);
   if (has_extension("GL_ARB_gl_spirv")) {
      /* SPIR-V 1.0 of an empty vertex shader. */
      static const uint32_t words[] = {0x07230203, 0x00010000, 0, 5, 0, 0x00020011, 1, 0x0003000e, 0, 1, 0x0005000f, 0, 4, 0x6e69616d, 0,
         0x00020013, 2, 0x00030021, 3, 2, 0x00050036, 2, 4, 0, 3, 0x000200f8, 1, 0x000100fd, 0x00010038};
      const GLuint module = gl.CreateShader(GL_VERTEX_SHADER);
      OK(ShaderBinary, 1, &module, GL_SHADER_BINARY_FORMAT_SPIR_V, words, sizeof(words));
      ERR(INVALID_VALUE, SpecializeShader, module, "none", 0, NULL, NULL);
      ERR(INVALID_VALUE, SpecializeShader, 1000, "main", 0, NULL, NULL);
      ERR(INVALID_OPERATION, SpecializeShader, shader, "main", 0, NULL, NULL);
      OK(SpecializeShader, module, "main", 0, NULL, NULL);
      ERR(INVALID_OPERATION, SpecializeShader, module, "main", 0, NULL, NULL);
      gl.DeleteShader(module);
   }
}

static void programs(void)
{
   GLint i[4];
   GLsizei length;
   char text[256];
   GLuint attached[4];
   OK(CreateProgram);
   NO_ERROR(CreateProgram);
   const GLuint other = gl.CreateProgram();
   OK(AttachShader, other, shader);
   ERR(INVALID_VALUE, AttachShader, 1000, shader);
   ERR(INVALID_VALUE, AttachShader, other, 1000);
   ERR(INVALID_OPERATION, AttachShader, shader, shader);
   ERR(INVALID_OPERATION, AttachShader, other, other);
   ERR(INVALID_OPERATION, AttachShader, other, shader);
   OK(GetAttachedShaders, other, 4, &length, attached);
   EXPECT(length, 1);
   ERR(INVALID_VALUE, GetAttachedShaders, 1000, 4, &length, attached);
   ERR(INVALID_OPERATION, GetAttachedShaders, shader, 4, &length, attached);
   ERR(INVALID_VALUE, GetAttachedShaders, other, -1, &length, attached);
   OK(DetachShader, other, shader);
   ERR(INVALID_OPERATION, DetachShader, other, shader);
   ERR(INVALID_VALUE, DetachShader, 1000, shader);
   ERR(INVALID_VALUE, DetachShader, other, 1000);
   OK(BindAttribLocation, other, 3, "position");
   ERR(INVALID_VALUE, BindAttribLocation, 1000, 3, "position");
   ERR(INVALID_OPERATION, BindAttribLocation, shader, 3, "position");
   ERR(INVALID_VALUE, BindAttribLocation, other, 1000, "position");
   ERR(INVALID_OPERATION, BindAttribLocation, other, 3, "gl_Position");
   OK(ProgramParameteri, other, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
   ERR(INVALID_VALUE, ProgramParameteri, 1000, GL_PROGRAM_SEPARABLE, GL_TRUE);
   ERR(INVALID_OPERATION, ProgramParameteri, shader, GL_PROGRAM_SEPARABLE, GL_TRUE);
   ERR(INVALID_ENUM, ProgramParameteri, other, BAD, GL_TRUE);
   ERR(INVALID_VALUE, ProgramParameteri, other, GL_PROGRAM_SEPARABLE, 2);
   OK(LinkProgram, other);
   ERR(INVALID_VALUE, LinkProgram, 1000);
   ERR(INVALID_OPERATION, LinkProgram, shader);
   OK(ValidateProgram, program);
   ERR(INVALID_VALUE, ValidateProgram, 1000);
   ERR(INVALID_OPERATION, ValidateProgram, shader);
   OK(UseProgram, program);
   ERR(INVALID_VALUE, UseProgram, 1000);
   ERR(INVALID_OPERATION, UseProgram, shader);
   ERR(INVALID_OPERATION, UseProgram, unlinked);
   OK(GetProgramiv, program, GL_LINK_STATUS, i);
   ERR(INVALID_VALUE, GetProgramiv, 1000, GL_LINK_STATUS, i);
   ERR(INVALID_OPERATION, GetProgramiv, shader, GL_LINK_STATUS, i);
   ERR(INVALID_ENUM, GetProgramiv, program, BAD, i);
   ERR(INVALID_OPERATION, GetProgramiv, program, GL_GEOMETRY_INPUT_TYPE, i);
   ERR(INVALID_OPERATION, GetProgramiv, program, GL_COMPUTE_WORK_GROUP_SIZE, i);
   OK(GetProgramInfoLog, program, 256, &length, text);
   ERR(INVALID_VALUE, GetProgramInfoLog, 1000, 256, &length, text);
   ERR(INVALID_OPERATION, GetProgramInfoLog, shader, 256, &length, text);
   ERR(INVALID_VALUE, GetProgramInfoLog, program, -1, &length, text);
   OK(IsProgram, program);
   NO_ERROR(IsProgram);
   EXPECT(gl.IsProgram(shader), GL_FALSE);
   const char *varyings[] = {"captured"};
   OK(TransformFeedbackVaryings, other, 1, varyings, GL_SEPARATE_ATTRIBS);
   ERR(INVALID_VALUE, TransformFeedbackVaryings, 1000, 1, varyings, GL_SEPARATE_ATTRIBS);
   ERR(INVALID_OPERATION, TransformFeedbackVaryings, shader, 1, varyings, GL_SEPARATE_ATTRIBS);
   ERR(INVALID_ENUM, TransformFeedbackVaryings, other, 1, varyings, BAD);
   ERR(INVALID_VALUE, TransformFeedbackVaryings, other, -1, varyings, GL_SEPARATE_ATTRIBS);
   ERR(INVALID_VALUE, TransformFeedbackVaryings, other, 1000, varyings, GL_SEPARATE_ATTRIBS);
   /* Binaries. */
   GLint size_B = 0;
   GLenum format = 0;
   gl.GetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &size_B);
   static char binary[1 << 20];
   if (size_B > 0 && size_B < (GLint)sizeof(binary)) {
      OK(GetProgramBinary, program, sizeof(binary), &length, &format, binary);
      ERR(INVALID_OPERATION, GetProgramBinary, program, size_B - 1, &length, &format, binary);
      OK(ProgramBinary, unlinked, format, binary, size_B);
      gl.DeleteProgram(unlinked);
      unlinked = gl.CreateProgram();
   }
   ERR(INVALID_VALUE, GetProgramBinary, 1000, 4, &length, &format, binary);
   ERR(INVALID_OPERATION, GetProgramBinary, unlinked, sizeof(binary), &length, &format, binary);
   ERR(INVALID_VALUE, GetProgramBinary, program, -1, &length, &format, binary);
   ERR(INVALID_VALUE, ProgramBinary, 1000, format, binary, 4);
   ERR(INVALID_ENUM, ProgramBinary, unlinked, BAD, binary, 4);
   OK(DeleteShader, shader);
   ERR(INVALID_VALUE, DeleteShader, 1000);
   ERR(INVALID_OPERATION, DeleteShader, program);
   shader = make_shader(GL_VERTEX_SHADER, vertex);
   OK(DeleteProgram, other);
   OK(DeleteProgram, 0);
   ERR(INVALID_VALUE, DeleteProgram, 1000);
   ERR(INVALID_OPERATION, DeleteProgram, shader);
}

static void interfaces(void)
{
   GLint i[16], size;
   GLsizei length, n;
   GLenum type;
   GLuint u[4];
   char text[64];
   const char *names[] = {"tint"};
   const GLuint zero[] = {0}, large[] = {1000};
   const GLenum props[] = {GL_TYPE}, unknown[] = {BAD};
   OK(GetActiveAttrib, program, 0, 64, &length, &size, &type, text);
   ERR(INVALID_VALUE, GetActiveAttrib, 1000, 0, 64, &length, &size, &type, text);
   ERR(INVALID_OPERATION, GetActiveAttrib, shader, 0, 64, &length, &size, &type, text);
   ERR(INVALID_VALUE, GetActiveAttrib, program, 1000, 64, &length, &size, &type, text);
   ERR(INVALID_VALUE, GetActiveAttrib, program, 0, -1, &length, &size, &type, text);
   OK(GetAttribLocation, program, "unused");
   EXPECT(gl.GetAttribLocation(program, "unused"), 1);
   ERR(INVALID_VALUE, GetAttribLocation, 1000, "unused");
   ERR(INVALID_OPERATION, GetAttribLocation, shader, "unused");
   ERR(INVALID_OPERATION, GetAttribLocation, unlinked, "unused");
   OK(GetActiveUniform, program, 0, 64, &length, &size, &type, text);
   ERR(INVALID_VALUE, GetActiveUniform, 1000, 0, 64, &length, &size, &type, text);
   ERR(INVALID_OPERATION, GetActiveUniform, shader, 0, 64, &length, &size, &type, text);
   ERR(INVALID_VALUE, GetActiveUniform, program, 1000, 64, &length, &size, &type, text);
   ERR(INVALID_VALUE, GetActiveUniform, program, 0, -1, &length, &size, &type, text);
   OK(GetUniformIndices, program, 1, names, u);
   ERR(INVALID_VALUE, GetUniformIndices, 1000, 1, names, u);
   ERR(INVALID_OPERATION, GetUniformIndices, shader, 1, names, u);
   ERR(INVALID_VALUE, GetUniformIndices, program, -1, names, u);
   OK(GetActiveUniformsiv, program, 1, zero, GL_UNIFORM_TYPE, i);
   ERR(INVALID_VALUE, GetActiveUniformsiv, 1000, 1, zero, GL_UNIFORM_TYPE, i);
   ERR(INVALID_VALUE, GetActiveUniformsiv, program, 1, large, GL_UNIFORM_TYPE, i);
   ERR(INVALID_VALUE, GetActiveUniformsiv, program, -1, zero, GL_UNIFORM_TYPE, i);
   ERR(INVALID_ENUM, GetActiveUniformsiv, program, 1, zero, BAD, i);
   OK(GetUniformBlockIndex, program, "Block");
   EXPECT(gl.GetUniformBlockIndex(program, "Block"), 0);
   ERR(INVALID_VALUE, GetUniformBlockIndex, 1000, "Block");
   ERR(INVALID_OPERATION, GetUniformBlockIndex, shader, "Block");
   OK(GetActiveUniformBlockiv, program, 0, GL_UNIFORM_BLOCK_BINDING, i);
   EXPECT(i[0], 1);
   ERR(INVALID_VALUE, GetActiveUniformBlockiv, 1000, 0, GL_UNIFORM_BLOCK_BINDING, i);
   ERR(INVALID_VALUE, GetActiveUniformBlockiv, program, 1000, GL_UNIFORM_BLOCK_BINDING, i);
   ERR(INVALID_ENUM, GetActiveUniformBlockiv, program, 0, BAD, i);
   OK(GetActiveUniformBlockName, program, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveUniformBlockName, 1000, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveUniformBlockName, program, 1000, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveUniformBlockName, program, 0, -1, &length, text);
   OK(UniformBlockBinding, program, 0, 2);
   ERR(INVALID_VALUE, UniformBlockBinding, 1000, 0, 2);
   ERR(INVALID_VALUE, UniformBlockBinding, program, 1000, 2);
   ERR(INVALID_VALUE, UniformBlockBinding, program, 0, 100000);
   OK(GetProgramInterfaceiv, program, GL_UNIFORM, GL_ACTIVE_RESOURCES, i);
   ERR(INVALID_VALUE, GetProgramInterfaceiv, 1000, GL_UNIFORM, GL_ACTIVE_RESOURCES, i);
   ERR(INVALID_OPERATION, GetProgramInterfaceiv, shader, GL_UNIFORM, GL_ACTIVE_RESOURCES, i);
   ERR(INVALID_ENUM, GetProgramInterfaceiv, program, BAD, GL_ACTIVE_RESOURCES, i);
   ERR(INVALID_ENUM, GetProgramInterfaceiv, program, GL_UNIFORM, BAD, i);
   ERR(INVALID_OPERATION, GetProgramInterfaceiv, program, GL_ATOMIC_COUNTER_BUFFER, GL_MAX_NAME_LENGTH, i);
   ERR(INVALID_OPERATION, GetProgramInterfaceiv, program, GL_UNIFORM, GL_MAX_NUM_ACTIVE_VARIABLES, i);
   OK(GetProgramResourceIndex, program, GL_UNIFORM, "tint");
   ERR(INVALID_VALUE, GetProgramResourceIndex, 1000, GL_UNIFORM, "tint");
   ERR(INVALID_ENUM, GetProgramResourceIndex, program, BAD, "tint");
   ERR(INVALID_ENUM, GetProgramResourceIndex, program, GL_ATOMIC_COUNTER_BUFFER, "tint");
   OK(GetProgramResourceName, program, GL_UNIFORM, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetProgramResourceName, 1000, GL_UNIFORM, 0, 64, &length, text);
   ERR(INVALID_ENUM, GetProgramResourceName, program, BAD, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetProgramResourceName, program, GL_UNIFORM, 1000, 64, &length, text);
   ERR(INVALID_VALUE, GetProgramResourceName, program, GL_UNIFORM, 0, -1, &length, text);
   OK(GetProgramResourceLocation, program, GL_UNIFORM, "tint");
   ERR(INVALID_VALUE, GetProgramResourceLocation, 1000, GL_UNIFORM, "tint");
   ERR(INVALID_OPERATION, GetProgramResourceLocation, unlinked, GL_UNIFORM, "tint");
   ERR(INVALID_ENUM, GetProgramResourceLocation, program, GL_UNIFORM_BLOCK, "tint");
   OK(GetProgramResourceiv, program, GL_UNIFORM, 0, 1, props, 16, &n, i);
   ERR(INVALID_VALUE, GetProgramResourceiv, 1000, GL_UNIFORM, 0, 1, props, 16, &n, i);
   ERR(INVALID_ENUM, GetProgramResourceiv, program, BAD, 0, 1, props, 16, &n, i);
   ERR(INVALID_VALUE, GetProgramResourceiv, program, GL_UNIFORM, 1000, 1, props, 16, &n, i);
   ERR(INVALID_VALUE, GetProgramResourceiv, program, GL_UNIFORM, 0, 0, props, 16, &n, i);
   ERR(INVALID_VALUE, GetProgramResourceiv, program, GL_UNIFORM, 0, 1, props, -1, &n, i);
   ERR(INVALID_ENUM, GetProgramResourceiv, program, GL_UNIFORM, 0, 1, unknown, 16, &n, i);
   ERR(INVALID_OPERATION, GetProgramResourceiv, program, GL_UNIFORM_BLOCK, 0, 1, props, 16, &n, i);
   OK(GetFragDataLocation, program, "color");
   ERR(INVALID_VALUE, GetFragDataLocation, 1000, "color");
   ERR(INVALID_OPERATION, GetFragDataLocation, shader, "color");
   ERR(INVALID_OPERATION, GetFragDataLocation, unlinked, "color");
   ERR(INVALID_VALUE, GetTransformFeedbackVarying, 1000, 0, 64, &length, &n, &type, text);
   ERR(INVALID_OPERATION, GetTransformFeedbackVarying, shader, 0, 64, &length, &n, &type, text);
   ERR(INVALID_VALUE, GetTransformFeedbackVarying, program, 1000, 64, &length, &n, &type, text);
   if (!desktop())
      return;
   OK(GetActiveUniformName, program, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveUniformName, 1000, 0, 64, &length, text);
   ERR(INVALID_OPERATION, GetActiveUniformName, shader, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveUniformName, program, 1000, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveUniformName, program, 0, -1, &length, text);
   OK(GetActiveAtomicCounterBufferiv, program, 0, GL_ATOMIC_COUNTER_BUFFER_BINDING, i);
   ERR(INVALID_VALUE, GetActiveAtomicCounterBufferiv, 1000, 0, GL_ATOMIC_COUNTER_BUFFER_BINDING, i);
   ERR(INVALID_VALUE, GetActiveAtomicCounterBufferiv, program, 1000, GL_ATOMIC_COUNTER_BUFFER_BINDING, i);
   ERR(INVALID_ENUM, GetActiveAtomicCounterBufferiv, program, 0, BAD, i);
   OK(ShaderStorageBlockBinding, program, 0, 2);
   ERR(INVALID_VALUE, ShaderStorageBlockBinding, 1000, 0, 2);
   ERR(INVALID_VALUE, ShaderStorageBlockBinding, program, 1000, 2);
   ERR(INVALID_VALUE, ShaderStorageBlockBinding, program, 0, 100000);
   OK(GetProgramResourceLocationIndex, program, GL_PROGRAM_OUTPUT, "color");
   ERR(INVALID_VALUE, GetProgramResourceLocationIndex, 1000, GL_PROGRAM_OUTPUT, "color");
   ERR(INVALID_OPERATION, GetProgramResourceLocationIndex, unlinked, GL_PROGRAM_OUTPUT, "color");
   ERR(INVALID_ENUM, GetProgramResourceLocationIndex, program, GL_UNIFORM, "color");
   OK(GetFragDataIndex, program, "color");
   ERR(INVALID_VALUE, GetFragDataIndex, 1000, "color");
   ERR(INVALID_OPERATION, GetFragDataIndex, shader, "color");
   ERR(INVALID_OPERATION, GetFragDataIndex, unlinked, "color");
   OK(BindFragDataLocation, unlinked, 1, "color");
   ERR(INVALID_VALUE, BindFragDataLocation, 1000, 1, "color");
   ERR(INVALID_OPERATION, BindFragDataLocation, shader, 1, "color");
   ERR(INVALID_VALUE, BindFragDataLocation, unlinked, 1000, "color");
   ERR(INVALID_OPERATION, BindFragDataLocation, unlinked, 1, "gl_FragColor");
   OK(BindFragDataLocationIndexed, unlinked, 0, 1, "color");
   ERR(INVALID_VALUE, BindFragDataLocationIndexed, 1000, 0, 1, "color");
   ERR(INVALID_OPERATION, BindFragDataLocationIndexed, shader, 0, 1, "color");
   ERR(INVALID_VALUE, BindFragDataLocationIndexed, unlinked, 0, 2, "color");
   ERR(INVALID_VALUE, BindFragDataLocationIndexed, unlinked, 1000, 1, "color");
   ERR(INVALID_OPERATION, BindFragDataLocationIndexed, unlinked, 0, 1, "gl_FragColor");
}

static void feedback_varying(void)
{
   const char *varyings[] = {"captured"};
   GLsizei length, n;
   GLenum type;
   char text[64];
   gl.TransformFeedbackVaryings(program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
   gl.LinkProgram(program);
   OK(GetTransformFeedbackVarying, program, 0, 64, &length, &n, &type, text);
   EXPECT(type, GL_FLOAT_VEC4);
   ERR(INVALID_VALUE, GetTransformFeedbackVarying, program, 0, -1, &length, &n, &type, text);
}

static void subroutine_state(void)
{
   const char *source[] = {subroutines};
   const GLuint with = gl.CreateShaderProgramv(GL_FRAGMENT_SHADER, 1, source);
   GLuint index[] = {1}, large[] = {1000}, u[4];
   GLint i[4];
   GLsizei length;
   char text[64];
   OK(GetSubroutineIndex, with, GL_FRAGMENT_SHADER, "first");
   EXPECT(gl.GetSubroutineIndex(with, GL_FRAGMENT_SHADER, "first"), 1);
   ERR(INVALID_VALUE, GetSubroutineIndex, 1000, GL_FRAGMENT_SHADER, "first");
   ERR(INVALID_OPERATION, GetSubroutineIndex, shader, GL_FRAGMENT_SHADER, "first");
   ERR(INVALID_ENUM, GetSubroutineIndex, with, BAD, "first");
   OK(GetSubroutineUniformLocation, with, GL_FRAGMENT_SHADER, "choice");
   ERR(INVALID_VALUE, GetSubroutineUniformLocation, 1000, GL_FRAGMENT_SHADER, "choice");
   ERR(INVALID_ENUM, GetSubroutineUniformLocation, with, BAD, "choice");
   OK(GetActiveSubroutineName, with, GL_FRAGMENT_SHADER, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveSubroutineName, 1000, GL_FRAGMENT_SHADER, 0, 64, &length, text);
   ERR(INVALID_ENUM, GetActiveSubroutineName, with, BAD, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveSubroutineName, with, GL_FRAGMENT_SHADER, 1000, 64, &length, text);
   OK(GetActiveSubroutineUniformName, with, GL_FRAGMENT_SHADER, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveSubroutineUniformName, 1000, GL_FRAGMENT_SHADER, 0, 64, &length, text);
   ERR(INVALID_ENUM, GetActiveSubroutineUniformName, with, BAD, 0, 64, &length, text);
   ERR(INVALID_VALUE, GetActiveSubroutineUniformName, with, GL_FRAGMENT_SHADER, 1000, 64, &length, text);
   OK(GetActiveSubroutineUniformiv, with, GL_FRAGMENT_SHADER, 0, GL_UNIFORM_SIZE, i);
   ERR(INVALID_VALUE, GetActiveSubroutineUniformiv, 1000, GL_FRAGMENT_SHADER, 0, GL_UNIFORM_SIZE, i);
   ERR(INVALID_ENUM, GetActiveSubroutineUniformiv, with, BAD, 0, GL_UNIFORM_SIZE, i);
   ERR(INVALID_VALUE, GetActiveSubroutineUniformiv, with, GL_FRAGMENT_SHADER, 1000, GL_UNIFORM_SIZE, i);
   ERR(INVALID_ENUM, GetActiveSubroutineUniformiv, with, GL_FRAGMENT_SHADER, 0, BAD, i);
   OK(GetProgramStageiv, with, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINES, i);
   EXPECT(i[0], 2);
   ERR(INVALID_VALUE, GetProgramStageiv, 1000, GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINES, i);
   ERR(INVALID_ENUM, GetProgramStageiv, with, BAD, GL_ACTIVE_SUBROUTINES, i);
   ERR(INVALID_ENUM, GetProgramStageiv, with, GL_FRAGMENT_SHADER, BAD, i);
   gl.UseProgram(with);
   OK(UniformSubroutinesuiv, GL_FRAGMENT_SHADER, 1, index);
   ERR(INVALID_ENUM, UniformSubroutinesuiv, BAD, 1, index);
   ERR(INVALID_VALUE, UniformSubroutinesuiv, GL_FRAGMENT_SHADER, 2, index);
   ERR(INVALID_VALUE, UniformSubroutinesuiv, GL_FRAGMENT_SHADER, 1, large);
   OK(GetUniformSubroutineuiv, GL_FRAGMENT_SHADER, 0, u);
   EXPECT(u[0], 1);
   ERR(INVALID_ENUM, GetUniformSubroutineuiv, BAD, 0, u);
   ERR(INVALID_VALUE, GetUniformSubroutineuiv, GL_FRAGMENT_SHADER, 1000, u);
   gl.UseProgram(0);
   ERR(INVALID_OPERATION, UniformSubroutinesuiv, GL_FRAGMENT_SHADER, 1, index);
   ERR(INVALID_OPERATION, GetUniformSubroutineuiv, GL_FRAGMENT_SHADER, 0, u);
}

static void pipelines(void)
{
   GLuint name[2];
   GLint i[4];
   GLsizei length;
   char text[64];
   const char *source[] = {desktop() ? vertex_alone : vertex_alone_es};
   OK(CreateShaderProgramv, GL_VERTEX_SHADER, 1, source);
   ERR(INVALID_ENUM, CreateShaderProgramv, BAD, 1, source);
   ERR(INVALID_VALUE, CreateShaderProgramv, GL_VERTEX_SHADER, -1, source);
   const GLuint separable = gl.CreateShaderProgramv(GL_VERTEX_SHADER, 1, source);
   OK(GenProgramPipelines, 2, name);
   ERR(INVALID_VALUE, GenProgramPipelines, -1, name);
   OK(BindProgramPipeline, name[0]);
   ERR(INVALID_OPERATION, BindProgramPipeline, 1000);
   OK(IsProgramPipeline, name[0]);
   NO_ERROR(IsProgramPipeline);
   EXPECT(gl.IsProgramPipeline(name[0]), GL_TRUE);
   OK(UseProgramStages, name[0], GL_VERTEX_SHADER_BIT, separable);
   ERR(INVALID_OPERATION, UseProgramStages, 1000, GL_VERTEX_SHADER_BIT, separable);
   ERR(INVALID_VALUE, UseProgramStages, name[0], 0x80000000u, separable);
   ERR(INVALID_VALUE, UseProgramStages, name[0], GL_VERTEX_SHADER_BIT, 1000);
   ERR(INVALID_OPERATION, UseProgramStages, name[0], GL_VERTEX_SHADER_BIT, shader);
   ERR(INVALID_OPERATION, UseProgramStages, name[0], GL_VERTEX_SHADER_BIT, program);
   ERR(INVALID_OPERATION, UseProgramStages, name[0], GL_VERTEX_SHADER_BIT, unlinked);
   OK(ActiveShaderProgram, name[0], separable);
   ERR(INVALID_OPERATION, ActiveShaderProgram, 1000, separable);
   ERR(INVALID_VALUE, ActiveShaderProgram, name[0], 1000);
   ERR(INVALID_OPERATION, ActiveShaderProgram, name[0], shader);
   ERR(INVALID_OPERATION, ActiveShaderProgram, name[0], unlinked);
   OK(ValidateProgramPipeline, name[0]);
   ERR(INVALID_OPERATION, ValidateProgramPipeline, 1000);
   OK(GetProgramPipelineiv, name[0], GL_VERTEX_SHADER, i);
   EXPECT(i[0], separable);
   ERR(INVALID_OPERATION, GetProgramPipelineiv, 1000, GL_VERTEX_SHADER, i);
   ERR(INVALID_ENUM, GetProgramPipelineiv, name[0], BAD, i);
   OK(GetProgramPipelineInfoLog, name[0], 64, &length, text);
   ERR(INVALID_VALUE, GetProgramPipelineInfoLog, 1000, 64, &length, text);
   ERR(INVALID_VALUE, GetProgramPipelineInfoLog, name[0], -1, &length, text);
   OK(DeleteProgramPipelines, 2, name);
   ERR(INVALID_VALUE, DeleteProgramPipelines, -1, name);
   if (desktop()) {
      OK(CreateProgramPipelines, 2, name);
      ERR(INVALID_VALUE, CreateProgramPipelines, -1, name);
      return;
   }
   /* EXT_separate_shader_objects. */
   OK(CreateShaderProgramvEXT, GL_VERTEX_SHADER, 1, source);
   ERR(INVALID_ENUM, CreateShaderProgramvEXT, BAD, 1, source);
   ERR(INVALID_VALUE, CreateShaderProgramvEXT, GL_VERTEX_SHADER, -1, source);
   OK(GenProgramPipelinesEXT, 2, name);
   ERR(INVALID_VALUE, GenProgramPipelinesEXT, -1, name);
   OK(BindProgramPipelineEXT, name[0]);
   ERR(INVALID_OPERATION, BindProgramPipelineEXT, 1000);
   OK(IsProgramPipelineEXT, name[0]);
   NO_ERROR(IsProgramPipelineEXT);
   OK(UseProgramStagesEXT, name[0], GL_VERTEX_SHADER_BIT, separable);
   ERR(INVALID_OPERATION, UseProgramStagesEXT, 1000, GL_VERTEX_SHADER_BIT, separable);
   ERR(INVALID_VALUE, UseProgramStagesEXT, name[0], 0x80000000u, separable);
   OK(ActiveShaderProgramEXT, name[0], separable);
   ERR(INVALID_OPERATION, ActiveShaderProgramEXT, 1000, separable);
   ERR(INVALID_VALUE, ActiveShaderProgramEXT, name[0], 1000);
   OK(ValidateProgramPipelineEXT, name[0]);
   ERR(INVALID_OPERATION, ValidateProgramPipelineEXT, 1000);
   OK(GetProgramPipelineivEXT, name[0], GL_VERTEX_SHADER, i);
   ERR(INVALID_OPERATION, GetProgramPipelineivEXT, 1000, GL_VERTEX_SHADER, i);
   ERR(INVALID_ENUM, GetProgramPipelineivEXT, name[0], BAD, i);
   OK(GetProgramPipelineInfoLogEXT, name[0], 64, &length, text);
   ERR(INVALID_VALUE, GetProgramPipelineInfoLogEXT, 1000, 64, &length, text);
   ERR(INVALID_VALUE, GetProgramPipelineInfoLogEXT, name[0], -1, &length, text);
   OK(DeleteProgramPipelinesEXT, 2, name);
   ERR(INVALID_VALUE, DeleteProgramPipelinesEXT, -1, name);
}

/* ARB_shader_objects, whose commands the compatibility profile keeps. */
static void shader_objects(void)
{
   GLfloat f[4];
   GLint i[4];
   GLsizei length;
   char text[64];
   gl.UseProgram(program);
   OK(GetHandleARB, GL_PROGRAM_OBJECT_ARB);
   ERR(INVALID_ENUM, GetHandleARB, BAD);
   OK(GetInfoLogARB, program, 64, &length, text);
   ERR(INVALID_VALUE, GetInfoLogARB, 1000, 64, &length, text);
   ERR(INVALID_VALUE, GetInfoLogARB, program, -1, &length, text);
   OK(GetObjectParameterivARB, program, GL_OBJECT_LINK_STATUS_ARB, i);
   ERR(INVALID_VALUE, GetObjectParameterivARB, 1000, GL_OBJECT_LINK_STATUS_ARB, i);
   ERR(INVALID_ENUM, GetObjectParameterivARB, program, BAD, i);
   OK(GetObjectParameterfvARB, program, GL_OBJECT_LINK_STATUS_ARB, f);
   ERR(INVALID_VALUE, GetObjectParameterfvARB, 1000, GL_OBJECT_LINK_STATUS_ARB, f);
   ERR(INVALID_ENUM, GetObjectParameterfvARB, program, BAD, f);
   OK(DeleteObjectARB, gl.CreateProgram());
   ERR(INVALID_VALUE, DeleteObjectARB, 1000);
}

void cmd_programs(void)
{
   program = make_program(vertex, fragment);
   unlinked = gl.CreateProgram();
   shaders();
   programs();
   interfaces();
   feedback_varying();
   if (desktop())
      subroutine_state();
   pipelines();
   if (compat())
      shader_objects();
}
