/* cmd_assembly.c: assembly programs (ARB_vertex_program, ARB_fragment_program, EXT_gpu_program_parameters). */
#include "commands.h"

#include <string.h>

static const char vertex[] = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND";
static const char fragment[] = "!!ARBfp1.0\nMOV result.color, program.local[0];\nEND";
static const GLfloat f[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const GLdouble d[4] = {1, 2, 3, 4};

static void objects(void)
{
   GLuint programs[2] = {0, 0}, none = 77777;
   OK(GenProgramsARB, 2, programs);
   ERR(INVALID_VALUE, GenProgramsARB, -1, programs);
   OK(IsProgramARB, programs[0]);
   NO_ERROR(IsProgramARB);
   OK(BindProgramARB, GL_VERTEX_PROGRAM_ARB, programs[0]);
   OK(BindProgramARB, GL_FRAGMENT_PROGRAM_ARB, programs[1]);
   OK(BindProgramARB, GL_FRAGMENT_PROGRAM_ARB, none); /* a name that the application chooses */
   ERR(INVALID_ENUM, BindProgramARB, BAD, programs[0]);
   ERR(INVALID_OPERATION, BindProgramARB, GL_FRAGMENT_PROGRAM_ARB, programs[0]);
   OK(DeleteProgramsARB, 1, &none);
   ERR(INVALID_VALUE, DeleteProgramsARB, -1, &none);
   OK(BindProgramARB, GL_VERTEX_PROGRAM_ARB, programs[0]);
   OK(BindProgramARB, GL_FRAGMENT_PROGRAM_ARB, programs[1]);
}

static void strings(void)
{
   char text[sizeof(fragment)];
   GLint value;
   OK(ProgramStringARB, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(vertex), vertex);
   OK(ProgramStringARB, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(fragment), fragment);
   ERR(INVALID_ENUM, ProgramStringARB, BAD, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(vertex), vertex);
   ERR(INVALID_ENUM, ProgramStringARB, GL_VERTEX_PROGRAM_ARB, BAD, (GLsizei)strlen(vertex), vertex);
   OK(GetProgramStringARB, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_STRING_ARB, text);
   ERR(INVALID_ENUM, GetProgramStringARB, BAD, GL_PROGRAM_STRING_ARB, text);
   ERR(INVALID_ENUM, GetProgramStringARB, GL_VERTEX_PROGRAM_ARB, BAD, text);
   OK(GetProgramivARB, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_LENGTH_ARB, &value);
   OK(GetProgramivARB, GL_VERTEX_PROGRAM_ARB, GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB, &value);
   OK(GetProgramivARB, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB, &value);
   ERR(INVALID_ENUM, GetProgramivARB, BAD, GL_PROGRAM_LENGTH_ARB, &value);
   ERR(INVALID_ENUM, GetProgramivARB, GL_VERTEX_PROGRAM_ARB, BAD, &value);
   ERR(INVALID_ENUM, GetProgramivARB, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_TEX_INSTRUCTIONS_ARB, &value);
   ERR(INVALID_ENUM, GetProgramivARB, GL_VERTEX_PROGRAM_ARB, GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB, &value);
}

/* All forms of both kinds of parameters; `count` is their number. */
#define PARAMETERS(kind, count) \
   OK(Program##kind##Parameter4fARB, GL_VERTEX_PROGRAM_ARB, 0, 1, 2, 3, 4); \
   ERR(INVALID_ENUM, Program##kind##Parameter4fARB, BAD, 0, 1, 2, 3, 4); \
   ERR(INVALID_VALUE, Program##kind##Parameter4fARB, GL_VERTEX_PROGRAM_ARB, (GLuint)count, 1, 2, 3, 4); \
   OK(Program##kind##Parameter4dARB, GL_FRAGMENT_PROGRAM_ARB, 1, 1, 2, 3, 4); \
   ERR(INVALID_ENUM, Program##kind##Parameter4dARB, BAD, 0, 1, 2, 3, 4); \
   ERR(INVALID_VALUE, Program##kind##Parameter4dARB, GL_VERTEX_PROGRAM_ARB, (GLuint)count, 1, 2, 3, 4); \
   OK(Program##kind##Parameter4fvARB, GL_VERTEX_PROGRAM_ARB, 2, f); \
   ERR(INVALID_ENUM, Program##kind##Parameter4fvARB, BAD, 0, f); \
   ERR(INVALID_VALUE, Program##kind##Parameter4fvARB, GL_VERTEX_PROGRAM_ARB, (GLuint)count, f); \
   OK(Program##kind##Parameter4dvARB, GL_VERTEX_PROGRAM_ARB, 3, d); \
   ERR(INVALID_ENUM, Program##kind##Parameter4dvARB, BAD, 0, d); \
   ERR(INVALID_VALUE, Program##kind##Parameter4dvARB, GL_VERTEX_PROGRAM_ARB, (GLuint)count, d); \
   OK(Program##kind##Parameters4fvEXT, GL_FRAGMENT_PROGRAM_ARB, (GLuint)count - 2, 2, f); \
   ERR(INVALID_ENUM, Program##kind##Parameters4fvEXT, BAD, 0, 2, f); \
   ERR(INVALID_VALUE, Program##kind##Parameters4fvEXT, GL_FRAGMENT_PROGRAM_ARB, (GLuint)count - 1, 2, f); \
   ERR(INVALID_VALUE, Program##kind##Parameters4fvEXT, GL_FRAGMENT_PROGRAM_ARB, 0, -1, f); \
   OK(GetProgram##kind##ParameterfvARB, GL_VERTEX_PROGRAM_ARB, 0, got_f); \
   ERR(INVALID_ENUM, GetProgram##kind##ParameterfvARB, BAD, 0, got_f); \
   ERR(INVALID_VALUE, GetProgram##kind##ParameterfvARB, GL_VERTEX_PROGRAM_ARB, (GLuint)count, got_f); \
   OK(GetProgram##kind##ParameterdvARB, GL_VERTEX_PROGRAM_ARB, 0, got_d); \
   ERR(INVALID_ENUM, GetProgram##kind##ParameterdvARB, BAD, 0, got_d); \
   ERR(INVALID_VALUE, GetProgram##kind##ParameterdvARB, GL_VERTEX_PROGRAM_ARB, (GLuint)count, got_d)

static void parameters(void)
{
   GLfloat got_f[4];
   GLdouble got_d[4];
   GLint env = 0, local = 0;
   gl.GetProgramivARB(GL_VERTEX_PROGRAM_ARB, GL_MAX_PROGRAM_ENV_PARAMETERS_ARB, &env);
   gl.GetProgramivARB(GL_VERTEX_PROGRAM_ARB, GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB, &local);
   PARAMETERS(Env, env);
   PARAMETERS(Local, local);
}

/* Of stages that draw with assembly programs or fixed functions: neither is a program object (OpenGL 4.6, 7.10, 13.3.2). */
static void no_program_objects(void)
{
   GLuint index = 0;
   ERR(INVALID_OPERATION, BeginTransformFeedback, GL_TRIANGLES);
   ERR(INVALID_OPERATION, ResumeTransformFeedback);
   ERR(INVALID_OPERATION, UniformSubroutinesuiv, GL_VERTEX_SHADER, 0, &index);
   ERR(INVALID_OPERATION, GetUniformSubroutineuiv, GL_FRAGMENT_SHADER, 0, &index);
}

static void draws(void)
{
   OK(Enable, GL_VERTEX_PROGRAM_ARB);
   OK(Enable, GL_FRAGMENT_PROGRAM_ARB);
   OK(MatrixMode, GL_MATRIX0_ARB);
   OK(LoadIdentity);
   OK(MatrixMode, GL_MODELVIEW);
   ERR(INVALID_ENUM, MatrixMode, GL_MATRIX0_ARB + 31);
   OK(DrawArrays, GL_TRIANGLES, 0, 3);
   no_program_objects();
   gl.ProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, 1, "!"); /* the error changes the position of errors */
   gl.GetError();
   ERR(INVALID_OPERATION, ProgramStringARB, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, 1, "!");
   OK(DrawArrays, GL_TRIANGLES, 0, 3); /* with the program that was loaded before */
   OK(BindProgramARB, GL_VERTEX_PROGRAM_ARB, 0);
   ERR(INVALID_OPERATION, DrawArrays, GL_TRIANGLES, 0, 3); /* it has no program */
   OK(Disable, GL_VERTEX_PROGRAM_ARB);
   OK(Disable, GL_FRAGMENT_PROGRAM_ARB);
   OK(DrawArrays, GL_TRIANGLES, 0, 3);
   no_program_objects();
}

void cmd_assembly(void)
{
   if (!compat() || !has_extension("GL_ARB_vertex_program") || !has_extension("GL_ARB_fragment_program"))
      return;
   objects();
   strings();
   parameters();
   draws();
}
