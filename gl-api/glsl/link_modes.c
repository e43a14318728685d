/* link_modes.c: legal combinations of stages (OpenGL 4.6 7.3, ES 3.2 7.3) and layouts of stages: primitives, vertices,
 * invocations, work group sizes (GLSL 4.60 4.4.1, 4.4.2). */
#include <string.h>

#include "gl-api/tables/ga_gl.h"
#include "gl-api/glsl/link_types.h"

#define MAX_GEOMETRY_COMPONENTS 4095
#define MAX_TESS_OUTPUT_COMPONENTS 4096 /* gl_MaxTessControlTotalOutputComponents */

static bool has(const struct link *l, enum pipe_shader_type stage) { return l->stage[stage].present; }

void link_program_stages(struct link *l)
{
   const bool vs = has(l, PIPE_SHADER_VERTEX), tcs = has(l, PIPE_SHADER_TESS_CTRL), tes = has(l, PIPE_SHADER_TESS_EVAL),
      gs = has(l, PIPE_SHADER_GEOMETRY), task = has(l, PIPE_SHADER_TASK), mesh = has(l, PIPE_SHADER_MESH),
      fs = has(l, PIPE_SHADER_FRAGMENT), cs = has(l, PIPE_SHADER_COMPUTE);
   if (cs) {
      if (vs || tcs || tes || gs || task || mesh || fs)
         link_error(l, "a compute shader cannot be linked with shaders of other stages");
      return;
   }
   if (!vs && !tcs && !tes && !gs && !task && !mesh && !fs) {
      if (l->limits->compat) /* fixed functions replace all stages (OpenGL 2.1, 2.15.2) */
         return;
      link_error(l, l->es ? "no vertex shader is attached" : "no shader is attached");
      return;
   }
   /* GLSL 1.10 to 1.30, 7.1: "the shader must write gl_Position". */
   if (vs && !l->es && l->version < 140) {
      const struct link_var *position = link_find_var(&l->stage[PIPE_SHADER_VERTEX], SpvStorageClassOutput, "gl_Position");
      if (!position || !position->used)
         link_error(l, "the vertex shader does not write gl_Position");
   }
   if ((task || mesh) && (vs || tcs || tes || gs)) /* EXT_mesh_shader, 7.3 */
      link_error(l, "a %s shader cannot be linked with vertex, tessellation and geometry shaders", mesh ? "mesh" : "task");
   if (task && !mesh && (fs || !l->separable))
      link_error(l, "a task shader is attached, but no mesh shader");
   if (l->separable)
      return;
   /* In the compatibility profile fixed functions replace missing stages. */
   if (!vs && ((l->es && !mesh && !task) || tcs || tes || gs))
      link_error(l, "no vertex shader is attached");
   if (!fs && l->es)
      link_error(l, "no fragment shader is attached");
   if (tcs && !tes)
      link_error(l, "a tessellation control shader is attached, but no tessellation evaluation shader");
   if (tes && !tcs && l->es)
      link_error(l, "a tessellation evaluation shader is attached, but no tessellation control shader");
}

struct mode { uint32_t mode; uint16_t gl; };

static uint16_t mode_of(const struct link_stage *s, const struct mode *rows, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (link_mode(s, rows[i].mode, NULL, 0))
         return rows[i].gl;
   return GL_NONE;
}
#define MODE_OF(s, ...) \
   mode_of(s, (const struct mode[]){ __VA_ARGS__ }, sizeof((struct mode[]){ __VA_ARGS__ }) / sizeof(struct mode))

/* GLSL 4.60, 7.1.4: the components of all active outputs, times the number of vertices. */
static void check_total_components(struct link *l, const struct link_stage *s, uint32_t vertices)
{
   const uint32_t limit = link_limit(l->limits->max_geometry_components, MAX_GEOMETRY_COMPONENTS);
   uint64_t components = 0;
   for (unsigned i = 0; i < s->var_count; i++)
      if (s->var[i].storage == SpvStorageClassOutput && s->var[i].used)
         components += link_components(&s->m, s->var[i].inner);
   if (components * vertices > limit)
      link_error(l, "the geometry shader writes up to %u vertices of %u components; the limit of all is %u", vertices,
                 (unsigned)components, limit);
}

static void geometry(struct link *l)
{
   const struct link_stage *s = &l->stage[PIPE_SHADER_GEOMETRY];
   struct glsl_linked *out = l->out;
   bool streams = false;
   if (!s->present)
      return;
   out->geometry.input = MODE_OF(s, { SpvExecutionModeInputPoints, GL_POINTS }, { SpvExecutionModeInputLines, GL_LINES },
      { SpvExecutionModeInputLinesAdjacency, GL_LINES_ADJACENCY }, { SpvExecutionModeTriangles, GL_TRIANGLES },
      { SpvExecutionModeInputTrianglesAdjacency, GL_TRIANGLES_ADJACENCY });
   out->geometry.output = MODE_OF(s, { SpvExecutionModeOutputPoints, GL_POINTS },
      { SpvExecutionModeOutputLineStrip, GL_LINE_STRIP }, { SpvExecutionModeOutputTriangleStrip, GL_TRIANGLE_STRIP });
   out->geometry.invocations = 1;
   link_mode(s, SpvExecutionModeInvocations, &out->geometry.invocations, 1);
   if (!link_mode(s, SpvExecutionModeOutputVertices, &out->geometry.max_vertices, 1))
      link_error(l, "the geometry shader lacks layout(..., max_vertices = ...) out;");
   for (unsigned i = 0; i < s->module->symbol_count; i++)
      streams |= s->module->symbols[i].storage == GLSL_STORAGE_OUT && s->module->symbols[i].stream > 0;
   check_total_components(l, s, out->geometry.max_vertices);
   if (streams && out->geometry.output != GL_POINTS)
      link_error(l, "the geometry shader writes to several streams, but its primitives are not points");
}

/* GLSL 4.60, 4.3.6 and 7.3: those of all vertices of a patch, and of the patch itself. */
static void check_patch_components(struct link *l, const struct link_stage *s, uint32_t vertices)
{
   uint64_t components = 0;
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage == SpvStorageClassOutput && v->used && !link_is_builtin(v))
         components += (uint64_t)link_components(&s->m, v->inner) * (v->per_vertex ? vertices : 1);
   }
   if (components > MAX_TESS_OUTPUT_COMPONENTS)
      link_error(l, "the tessellation control shader writes %llu components of %u vertices and the patch; the limit is %u",
                 (unsigned long long)components, vertices, MAX_TESS_OUTPUT_COMPONENTS);
}

/* Modes of tessellation, by ranges of values of which a stage has at most one. */
static const struct { uint32_t first, last; } tess_modes[] = {
   { SpvExecutionModeSpacingEqual, SpvExecutionModeSpacingFractionalOdd },
   { SpvExecutionModeVertexOrderCw, SpvExecutionModeVertexOrderCcw },
   { SpvExecutionModePointMode, SpvExecutionModePointMode },
   { SpvExecutionModeTriangles, SpvExecutionModeIsolines },
   { SpvExecutionModeOutputVertices, SpvExecutionModeOutputVertices },
};

static bool has_tess_mode(const struct link_stage *s, unsigned row)
{
   for (uint32_t mode = tess_modes[row].first; mode <= tess_modes[row].last; mode++)
      if (link_mode(s, mode, NULL, 0))
         return true;
   return false;
}

/* A module in SPIR-V may leave the modes of tessellation to the other stage's module (SPIR-V 1.0, 3.6). The driver reads those of
 * the evaluation shader in its own module. */
static void copy_tess_modes(struct link *l, enum pipe_shader_type from, enum pipe_shader_type to)
{
   const struct link_stage *source = &l->stage[from], *target = &l->stage[to];
   struct spv_inst in;
   uint32_t behind_entry = SPV_FIRST_AT;
   while (spv_next(&target->m, &behind_entry, &in) && in.op != SpvOpEntryPoint)
      ;
   bool copied = false;
   for (unsigned row = 0; row < sizeof tess_modes / sizeof *tess_modes; row++) {
      for (uint32_t mode = tess_modes[row].first; mode <= tess_modes[row].last && !has_tess_mode(target, row); mode++) {
         const bool literal = mode == SpvExecutionModeOutputVertices;
         uint32_t words[4] = { SPV_OP(SpvOpExecutionMode, literal ? 4 : 3), target->m.entry[0].function, mode };
         if (!link_mode(source, mode, words + 3, literal))
            continue;
         spv_edit_insert(target->edit, behind_entry, words, literal ? 4 : 3);
         copied = true;
      }
   }
   if (copied)
      link_read_again(l, to);
}

static void tessellation(struct link *l)
{
   const struct link_stage *tcs = &l->stage[PIPE_SHADER_TESS_CTRL], *tes = &l->stage[PIPE_SHADER_TESS_EVAL];
   struct glsl_linked *out = l->out;
   if (l->is_spirv && tcs->present && tes->present) {
      copy_tess_modes(l, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL);
      copy_tess_modes(l, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_TESS_CTRL);
      if (l->no_memory)
         return;
   }
   if (tcs->present && !link_mode(tcs, SpvExecutionModeOutputVertices, &out->patch_vertices, 1))
      link_error(l, "the tessellation control shader lacks layout(vertices = ...) out;");
   if (tcs->present)
      check_patch_components(l, tcs, out->patch_vertices);
   if (!tes->present)
      return;
   out->tessellation.mode = MODE_OF(tes, { SpvExecutionModeTriangles, GL_TRIANGLES }, { SpvExecutionModeQuads, GL_QUADS },
                                    { SpvExecutionModeIsolines, GL_ISOLINES });
   out->tessellation.spacing = MODE_OF(tes, { SpvExecutionModeSpacingFractionalEven, GL_FRACTIONAL_EVEN },
      { SpvExecutionModeSpacingFractionalOdd, GL_FRACTIONAL_ODD }, { SpvExecutionModeSpacingEqual, GL_EQUAL });
   out->tessellation.order = MODE_OF(tes, { SpvExecutionModeVertexOrderCw, GL_CW }, { SpvExecutionModeVertexOrderCcw, GL_CCW });
   out->tessellation.point_mode = link_mode(tes, SpvExecutionModePointMode, NULL, 0);
   if (l->is_spirv && !out->tessellation.mode)
      link_error(l, "the tessellation evaluation shader lacks layout(...) in; with triangles, quads or isolines");
}

/* SPIR-V has the built-in WorkgroupSize for constants alone; the compiler takes it from an input, too. */
static void compute(struct link *l, struct link_stage *s)
{
   const struct link_var *size = link_find_var(s, SpvStorageClassInput, "gl_LocalGroupSizeARB");
   link_mode(s, SpvExecutionModeLocalSize, l->out->local_size, 3);
   if (size)
      spv_edit_decorate1(s->edit, size->id, SpvDecorationBuiltIn, SpvBuiltInWorkgroupSize);
}

/* ---- task and mesh shaders ------------------------------------------------------------------------------------------ */

/* Bytes of all variables of a storage class. */
static uint32_t bytes_of(const struct link_stage *s, uint32_t storage)
{
   uint64_t words = 0;
   for (unsigned i = 0; i < s->var_count; i++)
      words += s->var[i].storage == storage ? link_components(&s->m, s->var[i].type) : 0;
   return words > UINT32_MAX / 4 ? UINT32_MAX : (uint32_t)words * 4;
}

static void check_bytes(struct link *l, const char *what, uint64_t have_B, uint32_t limit_B)
{
   if (have_B > limit_B)
      link_error(l, "%s %llu bytes; the limit is %u", what, (unsigned long long)have_B, limit_B);
}

/* EXT_mesh_shader, tables 23.63 and 23.64. */
static void check_mesh_outputs(struct link *l, const struct link_stage *s)
{
   uint64_t components = 0;
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage == SpvStorageClassOutput && strncmp(v->name, "gl_Primitive", 12) != 0) /* but for indices */
         components += link_components(&s->m, v->inner);
   }
   if (components > GLSL_MESH_MAX_COMPONENTS)
      link_error(l, "the mesh shader writes %llu components for a vertex and a primitive; the limit is %u",
                 (unsigned long long)components, GLSL_MESH_MAX_COMPONENTS);
   const uint64_t output_B = bytes_of(s, SpvStorageClassOutput);
   check_bytes(l, "the mesh shader's outputs take", output_B, GLSL_MESH_OUTPUT_B);
   check_bytes(l, "the mesh shader's outputs and its variable with taskPayloadSharedEXT take", output_B + l->out->mesh.payload_B,
               GLSL_MESH_PAYLOAD_AND_OUTPUT_B);
}

/* The variable of both shaders is of the same type (EXT_mesh_shader, overview; VK_EXT_mesh_shader requires it, too). */
static void check_payload(struct link *l, const struct link_stage *task, const struct link_stage *mesh)
{
   const struct link_var *a = NULL, *b = NULL;
   char type_a[64], type_b[64];
   for (unsigned i = 0; i < task->var_count; i++)
      a = task->var[i].storage == SpvStorageClassTaskPayloadWorkgroupEXT ? &task->var[i] : a;
   for (unsigned i = 0; i < mesh->var_count; i++)
      b = mesh->var[i].storage == SpvStorageClassTaskPayloadWorkgroupEXT ? &mesh->var[i] : b;
   if (b && b->used && !a)
      link_error(l, "the mesh shader reads '%s' with taskPayloadSharedEXT, but the task shader declares none", b->name);
   else if (a && b && !link_same_shape(&task->m, a->type, &mesh->m, b->type))
      link_error(l, "the variable with taskPayloadSharedEXT is %s in the task shader and %s in the mesh shader",
                 link_type_name(&task->m, a->type, type_a, sizeof type_a),
                 link_type_name(&mesh->m, b->type, type_b, sizeof type_b));
}

static void mesh(struct link *l)
{
   const struct link_stage *task = &l->stage[PIPE_SHADER_TASK], *s = &l->stage[PIPE_SHADER_MESH];
   struct glsl_linked *out = l->out;
   if (task->present) {
      link_mode(task, SpvExecutionModeLocalSize, out->task.size, 3);
      out->task.shared_B = bytes_of(task, SpvStorageClassWorkgroup);
      out->task.payload_B = bytes_of(task, SpvStorageClassTaskPayloadWorkgroupEXT);
      check_bytes(l, "the task shader's variable with taskPayloadSharedEXT takes", out->task.payload_B, GLSL_TASK_PAYLOAD_B);
      check_bytes(l, "the task shader's shared variables, with taskPayloadSharedEXT or not, take",
                  (uint64_t)out->task.shared_B + out->task.payload_B, GLSL_TASK_SHARED_B);
   }
   if (!s->present)
      return;
   link_mode(s, SpvExecutionModeLocalSize, out->mesh.size, 3);
   link_mode(s, SpvExecutionModeOutputVertices, &out->mesh.max_vertices, 1);
   link_mode(s, SpvExecutionModeOutputPrimitivesEXT, &out->mesh.max_primitives, 1);
   out->mesh.output = MODE_OF(s, { SpvExecutionModeOutputPoints, GL_POINTS }, { SpvExecutionModeOutputLinesEXT, GL_LINES },
                              { SpvExecutionModeOutputTrianglesEXT, GL_TRIANGLES });
   out->mesh.shared_B = bytes_of(s, SpvStorageClassWorkgroup);
   out->mesh.payload_B = bytes_of(s, SpvStorageClassTaskPayloadWorkgroupEXT);
   check_bytes(l, "the mesh shader's shared variables, with taskPayloadSharedEXT or not, take",
               (uint64_t)out->mesh.shared_B + out->mesh.payload_B, GLSL_MESH_SHARED_B);
   check_mesh_outputs(l, s);
   if (task->present)
      check_payload(l, task, s);
}

void link_modes(struct link *l)
{
   const struct link_stage *vertex = &l->stage[PIPE_SHADER_VERTEX];
   l->out->views = vertex->present && vertex->module->views ? vertex->module->views : 1;
   geometry(l);
   tessellation(l);
   mesh(l);
   if (l->stage[PIPE_SHADER_COMPUTE].present)
      compute(l, &l->stage[PIPE_SHADER_COMPUTE]);
}
