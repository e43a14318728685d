/* cmd_mesh.c: draws of mesh shaders (EXT_mesh_shader). */
#include "commands.h"

#define ENABLE "#extension GL_EXT_mesh_shader : require\n"

/* OpenGL ES links no program of a mesh shader without a fragment shader. */
static GLuint link_shaders(GLuint first, GLuint second)
{
   const GLuint program = gl.CreateProgram();
   if (!desktop())
      gl.AttachShader(program, make_shader(GL_FRAGMENT_SHADER, "void main() {}"));
   gl.AttachShader(program, first);
   if (second)
      gl.AttachShader(program, second);
   gl.LinkProgram(program);
   return program;
}

/* The number of draws in a buffer: OpenGL only. */
static void indirect_count(void)
{
   const GLuint words[16] = {1, 1, 1, 0, 1, 1, 1, 0, 2};
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectCountEXT, 0, 32, 2, 16); /* no buffer with the number */
   make_buffer(GL_PARAMETER_BUFFER, sizeof(words));
   gl.BufferData(GL_PARAMETER_BUFFER, sizeof(words), words, GL_STATIC_DRAW);
   OK(MultiDrawMeshTasksIndirectCountEXT, 0, 32, 2, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectCountEXT, 0, 2, 2, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectCountEXT, 0, -4, 2, 16);
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectCountEXT, 0, 64, 2, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectCountEXT, 0, 32, 0, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectCountEXT, 2, 32, 2, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectCountEXT, 0, 32, 2, 6);
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectCountEXT, 0, 32, 5, 16);
   gl.BindBuffer(GL_PARAMETER_BUFFER, 0);
}

static void indirect(void)
{
   const GLuint words[16] = {1, 1, 1, 0, 1, 1, 1, 0, 2};
   ERR(INVALID_OPERATION, DrawMeshTasksIndirectEXT, 0); /* no buffer */
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectEXT, 0, 1, 0);
   make_buffer(GL_DRAW_INDIRECT_BUFFER, sizeof(words));
   gl.BufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(words), words, GL_STATIC_DRAW);
   OK(DrawMeshTasksIndirectEXT, 16);
   ERR(INVALID_VALUE, DrawMeshTasksIndirectEXT, -4);
   ERR(INVALID_VALUE, DrawMeshTasksIndirectEXT, 2);
   ERR(INVALID_OPERATION, DrawMeshTasksIndirectEXT, 56); /* beyond the end */
   OK(MultiDrawMeshTasksIndirectEXT, 0, 2, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, -4, 1, 0);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, 2, 1, 0);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, 0, 0, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, 0, -1, 16);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, 0, 1, 14);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, 0, 1, 8);
   ERR(INVALID_VALUE, MultiDrawMeshTasksIndirectEXT, 0, 1, -4);
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectEXT, 8, 5, 0);
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectEXT, 8, 4, 16);
   if (desktop())
      indirect_count();
   gl.BindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
}

void cmd_mesh(void)
{
   if (!has_extension("GL_EXT_mesh_shader"))
      return;
   const GLuint mesh = make_shader(GL_MESH_SHADER_EXT, ENABLE
      "layout(local_size_x = 1) in; layout(triangles, max_vertices = 3, max_primitives = 1) out;\n"
      "void main() { SetMeshOutputsEXT(3u, 0u); }\n");
   const GLuint task = make_shader(GL_TASK_SHADER_EXT, ENABLE
      "layout(local_size_x = 1) in; void main() { EmitMeshTasksEXT(1u, 1u, 1u); }\n");
   ERR(INVALID_OPERATION, DrawMeshTasksEXT, 1, 1, 1); /* the program has no mesh shader */
   ERR(INVALID_OPERATION, DrawMeshTasksIndirectEXT, 0);
   ERR(INVALID_OPERATION, MultiDrawMeshTasksIndirectEXT, 0, 1, 0);
   gl.UseProgram(link_shaders(mesh, 0));
   OK(DrawMeshTasksEXT, 2, 1, 1);
   OK(DrawMeshTasksEXT, 0, 1, 1);
   ERR(INVALID_VALUE, DrawMeshTasksEXT, 65536, 1, 1);
   ERR(INVALID_VALUE, DrawMeshTasksEXT, 1, 65536, 1);
   ERR(INVALID_VALUE, DrawMeshTasksEXT, 1, 1, 65536);
   ERR(INVALID_VALUE, DrawMeshTasksEXT, 2048, 2048, 2); /* GL_MAX_MESH_WORK_GROUP_TOTAL_COUNT_EXT is 2^22 */
   indirect();
   gl.UseProgram(link_shaders(task, mesh));
   OK(DrawMeshTasksEXT, 2, 1, 1);
   ERR(INVALID_VALUE, DrawMeshTasksEXT, 65536, 1, 1);
   ERR(INVALID_VALUE, DrawMeshTasksEXT, 2048, 2048, 2);
   indirect();
}
