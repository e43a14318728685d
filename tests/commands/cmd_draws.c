/* cmd_draws.c: draws, compute, transform feedback (OpenGL 4.6, 10.3 to 10.5, 13.3, chapter 19). */
#include "commands.h"

static const char vertex[] = "layout(location = 0) in vec4 position; out vec4 captured;"
   "void main() { gl_Position = position; captured = position; gl_PointSize = 1.0; }\n";
static const char fragment[] = "in vec4 captured; layout(location = 0) out vec4 color; void main() { color = captured; }\n";
static GLuint array_buffer, program;
enum { POINTS = GL_POINTS, USHORT = GL_UNSIGNED_SHORT };

static void direct(void)
{
   const GLint firsts[] = {0, 1};
   const GLsizei counts[] = {1, 1}, below[] = {1, -1};
   const void *indices[] = {NULL, NULL};
   const GLint bases[] = {0, 1};
   OK(DrawArrays, POINTS, 0, 3);
   ERR(INVALID_ENUM, DrawArrays, BAD, 0, 3);
   ERR(INVALID_VALUE, DrawArrays, POINTS, 0, -1);
   OK(DrawArraysInstanced, POINTS, 0, 3, 2);
   ERR(INVALID_ENUM, DrawArraysInstanced, BAD, 0, 3, 2);
   ERR(INVALID_VALUE, DrawArraysInstanced, POINTS, 0, -1, 2);
   ERR(INVALID_VALUE, DrawArraysInstanced, POINTS, 0, 3, -1);
   OK(DrawElements, POINTS, 3, USHORT, NULL);
   ERR(INVALID_ENUM, DrawElements, BAD, 3, USHORT, NULL);
   ERR(INVALID_ENUM, DrawElements, POINTS, 3, GL_FLOAT, NULL);
   ERR(INVALID_VALUE, DrawElements, POINTS, -1, USHORT, NULL);
   OK(DrawElementsInstanced, POINTS, 3, USHORT, NULL, 2);
   ERR(INVALID_ENUM, DrawElementsInstanced, BAD, 3, USHORT, NULL, 2);
   ERR(INVALID_ENUM, DrawElementsInstanced, POINTS, 3, GL_FLOAT, NULL, 2);
   ERR(INVALID_VALUE, DrawElementsInstanced, POINTS, -1, USHORT, NULL, 2);
   ERR(INVALID_VALUE, DrawElementsInstanced, POINTS, 3, USHORT, NULL, -2);
   OK(DrawRangeElements, POINTS, 0, 3, 3, USHORT, NULL);
   ERR(INVALID_ENUM, DrawRangeElements, BAD, 0, 3, 3, USHORT, NULL);
   ERR(INVALID_ENUM, DrawRangeElements, POINTS, 0, 3, 3, GL_FLOAT, NULL);
   ERR(INVALID_VALUE, DrawRangeElements, POINTS, 0, 3, -3, USHORT, NULL);
   ERR(INVALID_VALUE, DrawRangeElements, POINTS, 3, 0, 3, USHORT, NULL);
   OK(DrawElementsBaseVertex, POINTS, 3, USHORT, NULL, 1);
   ERR(INVALID_ENUM, DrawElementsBaseVertex, BAD, 3, USHORT, NULL, 1);
   ERR(INVALID_ENUM, DrawElementsBaseVertex, POINTS, 3, GL_FLOAT, NULL, 1);
   ERR(INVALID_VALUE, DrawElementsBaseVertex, POINTS, -3, USHORT, NULL, 1);
   OK(DrawRangeElementsBaseVertex, POINTS, 0, 3, 3, USHORT, NULL, 1);
   ERR(INVALID_ENUM, DrawRangeElementsBaseVertex, BAD, 0, 3, 3, USHORT, NULL, 1);
   ERR(INVALID_VALUE, DrawRangeElementsBaseVertex, POINTS, 3, 0, 3, USHORT, NULL, 1);
   OK(DrawElementsInstancedBaseVertex, POINTS, 3, USHORT, NULL, 2, 1);
   ERR(INVALID_ENUM, DrawElementsInstancedBaseVertex, BAD, 3, USHORT, NULL, 2, 1);
   ERR(INVALID_VALUE, DrawElementsInstancedBaseVertex, POINTS, 3, USHORT, NULL, -2, 1);
   if (!desktop())
      return;
   OK(DrawArraysInstancedBaseInstance, POINTS, 0, 3, 2, 1);
   ERR(INVALID_ENUM, DrawArraysInstancedBaseInstance, BAD, 0, 3, 2, 1);
   ERR(INVALID_VALUE, DrawArraysInstancedBaseInstance, POINTS, 0, -3, 2, 1);
   ERR(INVALID_VALUE, DrawArraysInstancedBaseInstance, POINTS, 0, 3, -2, 1);
   OK(DrawElementsInstancedBaseInstance, POINTS, 3, USHORT, NULL, 2, 1);
   ERR(INVALID_ENUM, DrawElementsInstancedBaseInstance, BAD, 3, USHORT, NULL, 2, 1);
   ERR(INVALID_VALUE, DrawElementsInstancedBaseInstance, POINTS, 3, USHORT, NULL, -2, 1);
   OK(DrawElementsInstancedBaseVertexBaseInstance, POINTS, 3, USHORT, NULL, 2, 1, 1);
   ERR(INVALID_ENUM, DrawElementsInstancedBaseVertexBaseInstance, BAD, 3, USHORT, NULL, 2, 1, 1);
   ERR(INVALID_VALUE, DrawElementsInstancedBaseVertexBaseInstance, POINTS, 3, USHORT, NULL, -2, 1, 1);
   OK(MultiDrawArrays, POINTS, firsts, counts, 2);
   ERR(INVALID_ENUM, MultiDrawArrays, BAD, firsts, counts, 2);
   ERR(INVALID_VALUE, MultiDrawArrays, POINTS, firsts, counts, -1);
   ERR(INVALID_VALUE, MultiDrawArrays, POINTS, firsts, below, 2);
   OK(MultiDrawElements, POINTS, counts, USHORT, indices, 2);
   ERR(INVALID_ENUM, MultiDrawElements, BAD, counts, USHORT, indices, 2);
   ERR(INVALID_ENUM, MultiDrawElements, POINTS, counts, GL_FLOAT, indices, 2);
   ERR(INVALID_VALUE, MultiDrawElements, POINTS, counts, USHORT, indices, -1);
   ERR(INVALID_VALUE, MultiDrawElements, POINTS, below, USHORT, indices, 2);
   OK(MultiDrawElementsBaseVertex, POINTS, counts, USHORT, indices, 2, bases);
   ERR(INVALID_ENUM, MultiDrawElementsBaseVertex, BAD, counts, USHORT, indices, 2, bases);
   ERR(INVALID_VALUE, MultiDrawElementsBaseVertex, POINTS, counts, USHORT, indices, -1, bases);
   if (!compat())
      return;
   if (has_extension("GL_IBM_multimode_draw_arrays")) {
      const GLenum modes[] = {POINTS, GL_LINES};
      const GLenum unknown[] = {POINTS, BAD};
      OK(MultiModeDrawArraysIBM, modes, firsts, counts, 2, sizeof(GLenum));
      OK(MultiModeDrawElementsIBM, modes, counts, USHORT, indices, 2, sizeof(GLenum));
      ERR_PARTLY(INVALID_ENUM, MultiModeDrawArraysIBM, unknown, firsts, counts, 2, sizeof(GLenum));
      ERR_PARTLY(INVALID_ENUM, MultiModeDrawElementsIBM, unknown, counts, USHORT, indices, 2, sizeof(GLenum));
   }
}

static void indirect(void)
{
   const GLuint commands[] = {3, 1, 0, 0, 0, 3, 1, 0, 0, 0};
   const GLuint buffer = make_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof(commands));
   void *odd = (void *)2, *end = (void *)sizeof(commands);
   (void)buffer;
   gl.BufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(commands), commands, GL_STATIC_DRAW);
   OK(DrawArraysIndirect, POINTS, NULL);
   ERR(INVALID_ENUM, DrawArraysIndirect, BAD, NULL);
   ERR(INVALID_VALUE, DrawArraysIndirect, POINTS, odd);
   ERR(INVALID_OPERATION, DrawArraysIndirect, POINTS, end);
   OK(DrawElementsIndirect, POINTS, USHORT, NULL);
   ERR(INVALID_ENUM, DrawElementsIndirect, BAD, USHORT, NULL);
   ERR(INVALID_ENUM, DrawElementsIndirect, POINTS, GL_FLOAT, NULL);
   ERR(INVALID_VALUE, DrawElementsIndirect, POINTS, USHORT, odd);
   ERR(INVALID_OPERATION, DrawElementsIndirect, POINTS, USHORT, end);
   if (desktop()) {
      OK(MultiDrawArraysIndirect, POINTS, NULL, 2, 20);
      ERR(INVALID_ENUM, MultiDrawArraysIndirect, BAD, NULL, 2, 20);
      ERR(INVALID_VALUE, MultiDrawArraysIndirect, POINTS, NULL, -1, 20);
      ERR(INVALID_VALUE, MultiDrawArraysIndirect, POINTS, NULL, 2, 3);
      ERR(INVALID_VALUE, MultiDrawArraysIndirect, POINTS, odd, 2, 20);
      ERR(INVALID_OPERATION, MultiDrawArraysIndirect, POINTS, NULL, 3, 20);
      OK(MultiDrawElementsIndirect, POINTS, USHORT, NULL, 2, 20);
      ERR(INVALID_ENUM, MultiDrawElementsIndirect, BAD, USHORT, NULL, 2, 20);
      ERR(INVALID_ENUM, MultiDrawElementsIndirect, POINTS, GL_FLOAT, NULL, 2, 20);
      ERR(INVALID_VALUE, MultiDrawElementsIndirect, POINTS, USHORT, NULL, -1, 20);
      ERR(INVALID_VALUE, MultiDrawElementsIndirect, POINTS, USHORT, NULL, 2, 3);
      ERR(INVALID_OPERATION, MultiDrawElementsIndirect, POINTS, USHORT, NULL, 3, 20);
      const GLuint counts[] = {1, 1};
      make_buffer(GL_PARAMETER_BUFFER, sizeof(counts));
      gl.BufferData(GL_PARAMETER_BUFFER, sizeof(counts), counts, GL_STATIC_DRAW);
      OK(MultiDrawArraysIndirectCount, POINTS, NULL, 4, 1, 20);
      ERR(INVALID_ENUM, MultiDrawArraysIndirectCount, BAD, NULL, 4, 1, 20);
      ERR(INVALID_VALUE, MultiDrawArraysIndirectCount, POINTS, NULL, 2, 1, 20);
      ERR(INVALID_VALUE, MultiDrawArraysIndirectCount, POINTS, NULL, 4, -1, 20);
      ERR(INVALID_OPERATION, MultiDrawArraysIndirectCount, POINTS, NULL, 8, 1, 20);
      OK(MultiDrawElementsIndirectCount, POINTS, USHORT, NULL, 4, 1, 20);
      ERR(INVALID_ENUM, MultiDrawElementsIndirectCount, BAD, USHORT, NULL, 4, 1, 20);
      ERR(INVALID_VALUE, MultiDrawElementsIndirectCount, POINTS, USHORT, NULL, 2, 1, 20);
      ERR(INVALID_OPERATION, MultiDrawElementsIndirectCount, POINTS, USHORT, NULL, 8, 1, 20);
      gl.BindBuffer(GL_PARAMETER_BUFFER, 0);
      ERR(INVALID_OPERATION, MultiDrawArraysIndirectCount, POINTS, NULL, 4, 1, 20);
      ERR(INVALID_OPERATION, MultiDrawElementsIndirectCount, POINTS, USHORT, NULL, 4, 1, 20);
   }
   if (!compat()) {
      gl.BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
      ERR(INVALID_OPERATION, DrawArraysIndirect, POINTS, NULL);
      ERR(INVALID_OPERATION, DrawElementsIndirect, POINTS, USHORT, NULL);
   }
}

/* State in which no draw is legal. */
static void illegal_states(void)
{
   gl.BindBuffer(GL_ARRAY_BUFFER, array_buffer);
   gl.MapBufferRange(GL_ARRAY_BUFFER, 0, 16, GL_MAP_READ_BIT);
   ERR(INVALID_OPERATION, DrawArrays, POINTS, 0, 3);
   ERR(INVALID_OPERATION, DrawElements, POINTS, 3, USHORT, NULL);
   ERR(INVALID_OPERATION, DrawArraysInstanced, POINTS, 0, 3, 2);
   gl.UnmapBuffer(GL_ARRAY_BUFFER);
   GLuint empty;
   gl.GenFramebuffers(1, &empty);
   gl.BindFramebuffer(GL_FRAMEBUFFER, empty);
   ERR(INVALID_FRAMEBUFFER_OPERATION, DrawArrays, POINTS, 0, 3);
   ERR(INVALID_FRAMEBUFFER_OPERATION, DrawElements, POINTS, 3, USHORT, NULL);
   gl.BindFramebuffer(GL_FRAMEBUFFER, default_fbo);
   if (api == CORE46) {
      gl.BindVertexArray(0);
      ERR(INVALID_OPERATION, DrawArrays, POINTS, 0, 3);
   }
}

static void feedback(void)
{
   const char *varyings[] = {"captured"};
   GLuint name[2];
   gl.TransformFeedbackVaryings(program, 1, varyings, GL_INTERLEAVED_ATTRIBS);
   gl.LinkProgram(program);
   OK(GenTransformFeedbacks, 2, name);
   ERR(INVALID_VALUE, GenTransformFeedbacks, -1, name);
   OK(BindTransformFeedback, GL_TRANSFORM_FEEDBACK, name[0]);
   ERR(INVALID_ENUM, BindTransformFeedback, BAD, name[0]);
   ERR(INVALID_OPERATION, BindTransformFeedback, GL_TRANSFORM_FEEDBACK, 1000);
   OK(IsTransformFeedback, name[0]);
   NO_ERROR(IsTransformFeedback);
   ERR(INVALID_OPERATION, BeginTransformFeedback, POINTS); /* no buffer */
   const GLuint buffer = make_buffer(GL_TRANSFORM_FEEDBACK_BUFFER, 256);
   gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   ERR(INVALID_ENUM, BeginTransformFeedback, GL_LINE_STRIP);
   ERR(INVALID_OPERATION, EndTransformFeedback);
   ERR(INVALID_OPERATION, PauseTransformFeedback);
   ERR(INVALID_OPERATION, ResumeTransformFeedback);
   OK(BeginTransformFeedback, POINTS);
   ERR(INVALID_OPERATION, BeginTransformFeedback, POINTS);
   ERR(INVALID_OPERATION, DrawArrays, GL_TRIANGLES, 0, 3);
   ERR(INVALID_OPERATION, LinkProgram, program);
   ERR(INVALID_OPERATION, UseProgram, 0);
   ERR(INVALID_OPERATION, BindBufferBase, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   ERR(INVALID_OPERATION, BindTransformFeedback, GL_TRANSFORM_FEEDBACK, name[1]);
   ERR(INVALID_OPERATION, DeleteTransformFeedbacks, 2, name);
   OK(DrawArrays, POINTS, 0, 3);
   OK(PauseTransformFeedback);
   ERR(INVALID_OPERATION, PauseTransformFeedback);
   OK(ResumeTransformFeedback);
   ERR(INVALID_OPERATION, ResumeTransformFeedback);
   OK(EndTransformFeedback);
   ERR(INVALID_OPERATION, EndTransformFeedback);
   if (desktop()) {
      GLint i[4];
      GLint64 i64[4];
      OK(DrawTransformFeedback, POINTS, name[0]);
      ERR(INVALID_ENUM, DrawTransformFeedback, BAD, name[0]);
      ERR(INVALID_VALUE, DrawTransformFeedback, POINTS, 1000);
      ERR(INVALID_VALUE, DrawTransformFeedback, POINTS, name[1]); /* a name that was never bound */
      gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, name[1]);
      gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, name[0]);
      ERR(INVALID_OPERATION, DrawTransformFeedback, POINTS, name[1]); /* nothing was captured */
      OK(DrawTransformFeedbackInstanced, POINTS, name[0], 2);
      ERR(INVALID_ENUM, DrawTransformFeedbackInstanced, BAD, name[0], 2);
      ERR(INVALID_VALUE, DrawTransformFeedbackInstanced, POINTS, 1000, 2);
      ERR(INVALID_VALUE, DrawTransformFeedbackInstanced, POINTS, name[0], -2);
      OK(DrawTransformFeedbackStream, POINTS, name[0], 0);
      ERR(INVALID_ENUM, DrawTransformFeedbackStream, BAD, name[0], 0);
      ERR(INVALID_VALUE, DrawTransformFeedbackStream, POINTS, 1000, 0);
      ERR(INVALID_VALUE, DrawTransformFeedbackStream, POINTS, name[0], 1000);
      OK(DrawTransformFeedbackStreamInstanced, POINTS, name[0], 0, 2);
      ERR(INVALID_ENUM, DrawTransformFeedbackStreamInstanced, BAD, name[0], 0, 2);
      ERR(INVALID_VALUE, DrawTransformFeedbackStreamInstanced, POINTS, 1000, 0, 2);
      ERR(INVALID_VALUE, DrawTransformFeedbackStreamInstanced, POINTS, name[0], 1000, 2);
      GLuint created[2];
      OK(CreateTransformFeedbacks, 2, created);
      ERR(INVALID_VALUE, CreateTransformFeedbacks, -1, created);
      OK(TransformFeedbackBufferBase, created[0], 1, buffer);
      ERR(INVALID_OPERATION, TransformFeedbackBufferBase, 1000, 1, buffer);
      ERR(INVALID_VALUE, TransformFeedbackBufferBase, created[0], 1000, buffer);
      ERR(INVALID_VALUE, TransformFeedbackBufferBase, created[0], 1, 1000);
      OK(TransformFeedbackBufferRange, created[0], 1, buffer, 4, 8);
      ERR(INVALID_OPERATION, TransformFeedbackBufferRange, 1000, 1, buffer, 4, 8);
      ERR(INVALID_VALUE, TransformFeedbackBufferRange, created[0], 1000, buffer, 4, 8);
      ERR(INVALID_VALUE, TransformFeedbackBufferRange, created[0], 1, 1000, 4, 8);
      ERR(INVALID_VALUE, TransformFeedbackBufferRange, created[0], 1, buffer, 2, 8);
      ERR(INVALID_VALUE, TransformFeedbackBufferRange, created[0], 1, buffer, -4, 8);
      ERR(INVALID_VALUE, TransformFeedbackBufferRange, created[0], 1, buffer, 4, 0);
      OK(GetTransformFeedbackiv, created[0], GL_TRANSFORM_FEEDBACK_PAUSED, i);
      ERR(INVALID_OPERATION, GetTransformFeedbackiv, 1000, GL_TRANSFORM_FEEDBACK_PAUSED, i);
      ERR(INVALID_ENUM, GetTransformFeedbackiv, created[0], BAD, i);
      OK(GetTransformFeedbacki_v, created[0], GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, i);
      EXPECT(i[0], buffer);
      ERR(INVALID_OPERATION, GetTransformFeedbacki_v, 1000, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, i);
      ERR(INVALID_ENUM, GetTransformFeedbacki_v, created[0], BAD, 1, i);
      ERR(INVALID_VALUE, GetTransformFeedbacki_v, created[0], GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1000, i);
      OK(GetTransformFeedbacki64_v, created[0], GL_TRANSFORM_FEEDBACK_BUFFER_START, 1, i64);
      EXPECT(i64[0], 4);
      ERR(INVALID_OPERATION, GetTransformFeedbacki64_v, 1000, GL_TRANSFORM_FEEDBACK_BUFFER_START, 1, i64);
      ERR(INVALID_ENUM, GetTransformFeedbacki64_v, created[0], BAD, 1, i64);
      ERR(INVALID_VALUE, GetTransformFeedbacki64_v, created[0], GL_TRANSFORM_FEEDBACK_BUFFER_START, 1000, i64);
      /* EXT_transform_feedback. */
      if (has_extension("GL_EXT_transform_feedback")) {
         OK(BindBufferOffsetEXT, GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer, 4);
         ERR(INVALID_ENUM, BindBufferOffsetEXT, GL_ARRAY_BUFFER, 1, buffer, 4);
         ERR(INVALID_VALUE, BindBufferOffsetEXT, GL_TRANSFORM_FEEDBACK_BUFFER, 1000, buffer, 4);
         ERR(INVALID_VALUE, BindBufferOffsetEXT, GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer, 2);
      }
   }
   OK(DeleteTransformFeedbacks, 2, name);
   ERR(INVALID_VALUE, DeleteTransformFeedbacks, -1, name);
   gl.UseProgram(0);
   ERR(INVALID_OPERATION, BeginTransformFeedback, POINTS);
   gl.UseProgram(program);
}

static void compute(void)
{
   const GLuint with = gl.CreateProgram();
   const GLuint shader = make_shader(GL_COMPUTE_SHADER, "layout(local_size_x = 1) in; void main() { }\n");
   const GLuint groups[] = {1, 1, 1};
   gl.AttachShader(with, shader);
   gl.LinkProgram(with);
   ERR(INVALID_OPERATION, DispatchCompute, 1, 1, 1); /* the program has no compute shader */
   gl.UseProgram(with);
   OK(DispatchCompute, 1, 1, 1);
   ERR(INVALID_VALUE, DispatchCompute, 0x7fffffff, 1, 1);
   ERR(INVALID_VALUE, DispatchCompute, 1, 0x7fffffff, 1);
   ERR(INVALID_VALUE, DispatchCompute, 1, 1, 0x7fffffff);
   ERR(INVALID_OPERATION, DispatchComputeIndirect, 0); /* no buffer */
   make_buffer(GL_DISPATCH_INDIRECT_BUFFER, sizeof(groups));
   gl.BufferData(GL_DISPATCH_INDIRECT_BUFFER, sizeof(groups), groups, GL_STATIC_DRAW);
   OK(DispatchComputeIndirect, 0);
   ERR(INVALID_VALUE, DispatchComputeIndirect, -4);
   ERR(INVALID_VALUE, DispatchComputeIndirect, 2);
   ERR(INVALID_OPERATION, DispatchComputeIndirect, 4);
   if (has_extension("GL_ARB_compute_variable_group_size")) {
      const GLuint variable = gl.CreateProgram();
      ERR(INVALID_OPERATION, DispatchComputeGroupSizeARB, 1, 1, 1, 1, 1, 1); /* the size is fixed */
      gl.AttachShader(variable, make_shader(GL_COMPUTE_SHADER, "#extension GL_ARB_compute_variable_group_size : require\n"
                                                               "layout(local_size_variable) in; void main() { }\n"));
      gl.LinkProgram(variable);
      gl.UseProgram(variable);
      ERR(INVALID_OPERATION, DispatchCompute, 1, 1, 1); /* the size is variable */
      ERR(INVALID_OPERATION, DispatchComputeIndirect, 0);
      OK(DispatchComputeGroupSizeARB, 1, 1, 1, 8, 4, 2);
      OK(DispatchComputeGroupSizeARB, 0, 1, 1, 512, 1, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 0x7fffffff, 1, 1, 1, 1, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 0x7fffffff, 1, 1, 1, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 0x7fffffff, 1, 1, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 1, 0, 1, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 1, 1, 0, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 1, 1, 1, 0);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 1, 0x10000, 1, 1);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 1, 1, 1, 0x10000);
      ERR(INVALID_VALUE, DispatchComputeGroupSizeARB, 1, 1, 1, 512, 512, 1);
   }
   gl.UseProgram(0);
   ERR(INVALID_OPERATION, DispatchCompute, 1, 1, 1);
   OK(MemoryBarrier, GL_ALL_BARRIER_BITS);
   ERR(INVALID_VALUE, MemoryBarrier, 0x40000000);
   OK(MemoryBarrierByRegion, GL_UNIFORM_BARRIER_BIT);
   ERR(INVALID_VALUE, MemoryBarrierByRegion, 0x40000000);
}

void cmd_draws(void)
{
   const GLushort indices[] = {0, 1, 2, 3};
   GLuint array;
   program = make_program(vertex, fragment);
   gl.UseProgram(program);
   gl.GenVertexArrays(1, &array);
   gl.BindVertexArray(array);
   array_buffer = make_buffer(GL_ARRAY_BUFFER, 256);
   gl.VertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   gl.EnableVertexAttribArray(0);
   make_buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices));
   gl.BufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   direct();
   indirect();
   feedback();
   illegal_states();
   compute();
}
