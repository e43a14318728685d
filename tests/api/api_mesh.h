/* api_mesh.h: EXT_mesh_shader, which the headers of this machine may lack, and programs of task and mesh shaders in the language of the
 * context. */
#ifndef API_MESH_H
#define API_MESH_H

#include <stdio.h>
#include <string.h>

#include "api_test.h"

#ifndef GL_EXT_mesh_shader
#define GL_MESH_SHADER_BIT_EXT 0x00000040
#define GL_TASK_SHADER_BIT_EXT 0x00000080
#define GL_MAX_MESH_OUTPUT_VERTICES_EXT 0x9538
#define GL_MESH_WORK_GROUP_SIZE_EXT 0x953E
#define GL_TASK_WORK_GROUP_SIZE_EXT 0x953F
#define GL_MAX_MESH_MULTIVIEW_VIEW_COUNT_EXT 0x9557
#define GL_MESH_SHADER_EXT 0x9559
#define GL_TASK_SHADER_EXT 0x955A
#define GL_MESH_VERTICES_OUT_EXT 0x9579
#define GL_MESH_PRIMITIVES_OUT_EXT 0x957A
#define GL_MESH_OUTPUT_TYPE_EXT 0x957B
#define GL_MESH_SUBROUTINE_EXT 0x957C
#define GL_TASK_SUBROUTINE_EXT 0x957D
#define GL_MESH_SUBROUTINE_UNIFORM_EXT 0x957E
#define GL_TASK_SUBROUTINE_UNIFORM_EXT 0x957F
#define GL_UNIFORM_BLOCK_REFERENCED_BY_MESH_SHADER_EXT 0x959C
#define GL_UNIFORM_BLOCK_REFERENCED_BY_TASK_SHADER_EXT 0x959D
#define GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_MESH_SHADER_EXT 0x959E
#define GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TASK_SHADER_EXT 0x959F
#define GL_REFERENCED_BY_MESH_SHADER_EXT 0x95A0
#define GL_REFERENCED_BY_TASK_SHADER_EXT 0x95A1
#define GL_MAX_TASK_WORK_GROUP_TOTAL_COUNT_EXT 0x9740
#define GL_MAX_MESH_WORK_GROUP_TOTAL_COUNT_EXT 0x9741
#define GL_MAX_TASK_PAYLOAD_SIZE_EXT 0x9742
#define GL_MAX_TASK_SHARED_MEMORY_SIZE_EXT 0x9743
#define GL_MAX_MESH_SHARED_MEMORY_SIZE_EXT 0x9744
#define GL_MAX_TASK_PAYLOAD_AND_SHARED_MEMORY_SIZE_EXT 0x9745
#define GL_MAX_MESH_PAYLOAD_AND_SHARED_MEMORY_SIZE_EXT 0x9746
#define GL_MAX_MESH_OUTPUT_MEMORY_SIZE_EXT 0x9747
#define GL_MAX_MESH_PAYLOAD_AND_OUTPUT_MEMORY_SIZE_EXT 0x9748
#define GL_MAX_MESH_OUTPUT_COMPONENTS_EXT 0x9749
#define GL_MAX_MESH_OUTPUT_LAYERS_EXT 0x974A
#define GL_MAX_TASK_WORK_GROUP_COUNT_EXT 0x9751
#define GL_MAX_MESH_WORK_GROUP_COUNT_EXT 0x9752
#define GL_TASK_SHADER_INVOCATIONS_EXT 0x9753
#define GL_MESH_SHADER_INVOCATIONS_EXT 0x9754
#define GL_MESH_PRIMITIVES_GENERATED_EXT 0x9755
#define GL_MAX_MESH_OUTPUT_PRIMITIVES_EXT 0x9756
#define GL_MAX_MESH_WORK_GROUP_INVOCATIONS_EXT 0x9757
#define GL_MAX_MESH_WORK_GROUP_SIZE_EXT 0x9758
#define GL_MAX_TASK_WORK_GROUP_INVOCATIONS_EXT 0x9759
#define GL_MAX_TASK_WORK_GROUP_SIZE_EXT 0x975A
#endif

#define COMMAND(type, name, ...) ((type (*)(__VA_ARGS__))eglGetProcAddress(name))
#define draw_tasks COMMAND(void, "glDrawMeshTasksEXT", GLuint, GLuint, GLuint)
#define draw_tasks_indirect COMMAND(void, "glDrawMeshTasksIndirectEXT", GLintptr)
#define multi_draw_indirect COMMAND(void, "glMultiDrawMeshTasksIndirectEXT", GLintptr, GLsizei, GLsizei)
#define multi_draw_count COMMAND(void, "glMultiDrawMeshTasksIndirectCountEXT", GLintptr, GLintptr, GLsizei, GLsizei)

/* A rectangle of w x 1 pixels as two triangles; primitives begin at the given number, vertices at twice that. */
#define PIXEL \
   "void pixel(uint first, uint x, uint y, uint w) {\n" \
   "   for (uint i = 0u; i < 4u; i++)\n" \
   "      gl_MeshVerticesEXT[2u * first + i].gl_Position = vec4((vec2(x + (i & 1u) * w, y + (i >> 1)) / 16.0) - 1.0, 0.0, 1.0);\n" \
   "   gl_PrimitiveTriangleIndicesEXT[first] = 2u * first + uvec3(0u, 1u, 2u);\n" \
   "   gl_PrimitiveTriangleIndicesEXT[first + 1u] = 2u * first + uvec3(2u, 1u, 3u);\n" \
   "}\n"
#define FRAGMENT "layout(location = 0) out vec4 c;\n"

static inline bool mesh_context_is_es(void)
{
   return !strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES", 9);
}

/* The text after the lines of version, extension and precision. */
static inline void mesh_source(char source[8192], const char *text)
{
   snprintf(source, 8192, "%s\n#extension GL_EXT_mesh_shader : require\n%s%s", mesh_context_is_es() ? "#version 320 es" : "#version 460",
            mesh_context_is_es() ? "precision highp float; precision highp int;\n" : "", text);
}

static inline void mesh_attach(GLuint program, GLenum stage, const char *text)
{
   char source[8192];
   if (!text)
      return;
   mesh_source(source, text);
   api_attach(program, stage, source);
}

/* A linked and current program; texts that are NULL: it lacks the stage. */
static inline GLuint make_program(const char *task, const char *mesh, const char *fragment)
{
   const GLuint program = glCreateProgram();
   mesh_attach(program, GL_TASK_SHADER_EXT, task);
   mesh_attach(program, GL_MESH_SHADER_EXT, mesh);
   mesh_attach(program, GL_FRAGMENT_SHADER, fragment);
   api_link(program);
   return program;
}

static inline GLuint query_value(GLuint query)
{
   GLuint value = 0;
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &value);
   return value;
}

#endif
