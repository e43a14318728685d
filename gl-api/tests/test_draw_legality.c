/* test_draw_legality.c: which draws are legal: each drawing command in each mode, in states of OpenGL 4.6, 10.3.1, 10.4, 11.1 to 11.3
 * and 13.3 that allow or forbid it, before the state is entered, in it, and after it was left. The expected errors are computed here
 * from the tables of the specification. A draw that is refused reaches the pipe in no part. */
#include "ga_test.h"

#define NO_GEOMETRY 0xffff

struct world {
   void *test;
   struct ga_context *ctx, *other;
   GLuint vao, vertices, indices, arguments, parameter, captured, ended, active, framebuffer, texture, plain, pipeline, separable[2];
};

#define CONTEXT \
   struct world *w = *state; \
   struct ga_context *ctx = w->ctx

/* ---- programs -------------------------------------------------------------------------------------------------------------- */

#define VERSION "#version 400 core\n"
static const char vertex[] = VERSION "in vec4 pos; out vec4 value; void main() { gl_Position = value = pos; }";
static const char control[] = VERSION "layout(vertices = 3) out; void main() { gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;\n"
   "gl_TessLevelOuter[0] = 1.0; }";
static const char fragment[] = VERSION "uniform sampler2D flat_one; uniform samplerCube cube; out vec4 c;\n"
   "void main() { c = texture(flat_one, vec2(0.0)) + texture(cube, vec3(1.0)); }";

static void attach(struct ga_context *ctx, GLuint program, GLenum type, const char *source)
{
   const GLuint name = GL(CreateShader, type);
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(AttachShader, program, name);
   GL(DeleteShader, name);
}

static void link(struct ga_context *ctx, GLuint program)
{
   GLint ok;
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &ok);
   assert_true(ok);
}

/* The samplers have different types: units 0 and 1. */
static void use_units(struct ga_context *ctx, GLuint program)
{
   const GLint cube = GL(GetUniformLocation, program, "cube");
   GL(Uniform1i, cube, 1);
}

static const char *geometry_source(GLenum input)
{
   static char text[400];
   const char *name = input == GL_POINTS            ? "points"
                      : input == GL_LINES           ? "lines"
                      : input == GL_LINES_ADJACENCY ? "lines_adjacency"
                      : input == GL_TRIANGLES       ? "triangles"
                                                    : "triangles_adjacency";
   snprintf(text, sizeof(text), VERSION "layout(%s) in; layout(points, max_vertices = 1) out; out vec4 value;\n"
                                        "void main() { gl_Position = value = gl_in[0].gl_Position; EmitVertex(); }", name);
   return text;
}

/* tessellates: the primitives of the evaluation shader; GL_NONE: there is none. */
static GLuint make_program(struct ga_context *ctx, bool has_control, const char *tessellates, GLenum geometry)
{
   static const GLchar *const captured[] = {"value"};
   char evaluation[300];
   const GLuint program = GL(CreateProgram);
   attach(ctx, program, GL_VERTEX_SHADER, vertex);
   if (has_control)
      attach(ctx, program, GL_TESS_CONTROL_SHADER, control);
   if (tessellates) {
      snprintf(evaluation, sizeof(evaluation), VERSION "layout(%s) in; out vec4 value;\n"
                                                       "void main() { gl_Position = value = gl_in[0].gl_Position; }", tessellates);
      attach(ctx, program, GL_TESS_EVALUATION_SHADER, evaluation);
   }
   if (geometry != NO_GEOMETRY)
      attach(ctx, program, GL_GEOMETRY_SHADER, geometry_source(geometry));
   attach(ctx, program, GL_FRAGMENT_SHADER, fragment);
   GL(TransformFeedbackVaryings, program, 1, captured, GL_INTERLEAVED_ATTRIBS);
   link(ctx, program);
   GL(UseProgram, program);
   use_units(ctx, program);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

/* ---- modes, commands, states ----------------------------------------------------------------------------------------------- */

/* OpenGL 4.6, tables 10.1, 11.1 and 13.1. */
static const struct mode { GLenum mode, geometry, captured; bool legal; } modes[] = {
   {GL_POINTS, GL_POINTS, GL_POINTS, true}, {GL_LINES, GL_LINES, GL_LINES, true}, {GL_LINE_LOOP, GL_LINES, GL_LINES, true},
   {GL_LINE_STRIP, GL_LINES, GL_LINES, true}, {GL_TRIANGLES, GL_TRIANGLES, GL_TRIANGLES, true},
   {GL_TRIANGLE_STRIP, GL_TRIANGLES, GL_TRIANGLES, true}, {GL_TRIANGLE_FAN, GL_TRIANGLES, GL_TRIANGLES, true},
   {GL_LINES_ADJACENCY, GL_LINES_ADJACENCY, GL_LINES, true}, {GL_LINE_STRIP_ADJACENCY, GL_LINES_ADJACENCY, GL_LINES, true},
   {GL_TRIANGLES_ADJACENCY, GL_TRIANGLES_ADJACENCY, GL_TRIANGLES, true},
   {GL_TRIANGLE_STRIP_ADJACENCY, GL_TRIANGLES_ADJACENCY, GL_TRIANGLES, true}, {GL_PATCHES, NO_GEOMETRY, NO_GEOMETRY, true},
   /* GL_QUADS to GL_POLYGON are of the compatibility profile. */
   {7, 0, 0, false}, {8, 0, 0, false}, {9, 0, 0, false}, {15, 0, 0, false}, {16, 0, 0, false}, {31, 0, 0, false}, {32, 0, 0, false},
   {32 + GL_TRIANGLES, 0, 0, false}, {64, 0, 0, false}, {0x80000004, 0, 0, false}, {0xffffffff, 0, 0, false},
};
#define MODES (sizeof(modes) / sizeof(modes[0]))

enum kind { ARRAYS, INDEXED, INDIRECT, INDEXED_INDIRECT, CAPTURED };

#define INT GL_UNSIGNED_INT
static const GLsizei counts[3] = {3, 0, 6};
static const GLint firsts[3] = {0, 0, 3};
static const void *const offsets[3] = {NULL, NULL, NULL};
#define COMMAND(name, kind, draws, ...) \
   static void call_##name(struct world *w, struct ga_context *ctx, GLenum mode) { GL(name, mode, ##__VA_ARGS__); }
#include "draw_commands.def"
#undef COMMAND
static const struct command {
   const char *name;
   enum kind kind;
   unsigned draws; /* that a legal call makes */
   void (*call)(struct world *w, struct ga_context *ctx, GLenum mode);
} commands[] = {
#define COMMAND(name, kind, draws, ...) {#name, kind, draws, call_##name},
#include "draw_commands.def"
#undef COMMAND
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

/* Of a state. Primitives are enumerants plus one; 0: there is no such stage, no capture. */
struct facts {
   GLenum geometry;                 /* input of the geometry shader */
   GLenum tessellation;             /* primitives that leave tessellation */
   GLenum capture;                  /* primitives that are captured */
   bool no_array;                   /* no vertex array object */
   GLenum error[CAPTURED + 1];      /* of all legal modes, by kind of command */
   bool draws_nothing;
};
#define ONE(primitive) ((primitive) + 1)
#define ALL(e) {e, e, e, e, e}

static GLenum expected(const struct facts *f, const struct mode *m, enum kind kind)
{
   if (!m->legal)
      return GL_INVALID_ENUM;
   const GLenum arrives = f->tessellation ? f->tessellation : ONE(m->geometry);
   const GLenum leaves = f->geometry ? ONE(GL_POINTS) : f->tessellation ? f->tessellation : ONE(m->captured);
   if (f->no_array || (m->mode == GL_PATCHES) != (f->tessellation != 0) || (f->geometry && f->geometry != arrives) ||
       (f->capture && f->capture != leaves))
      return GL_INVALID_OPERATION;
   return f->error[kind];
}

static unsigned draws_in_log(struct ga_context *ctx)
{
   struct fake_context *pipe = ga_test_pipe(ctx);
   unsigned n = 0;
   for (const char *text = strstr(pipe->log, "draw "); text; text = strstr(text + 1, "draw "))
      n++;
   fake_clear_log(pipe);
   return n;
}

static void expect_one(struct world *w, const char *name, const struct facts *f, const struct mode *m, const struct command *c)
{
   struct ga_context *ctx = w->ctx;
   const GLenum wanted = expected(f, m, c->kind);
   const unsigned draws = wanted == GL_NO_ERROR && !f->draws_nothing ? c->draws : 0;
   fake_clear_log(ga_test_pipe(ctx));
   c->call(w, ctx, m->mode);
   const GLenum error = GL(GetError);
   const unsigned drawn = draws_in_log(ctx);
   if (error != wanted || drawn != draws)
      fail_msg("%s: gl%s in mode 0x%x: %s and %u draws instead of %s and %u", name, c->name, m->mode, ga_enum_name(error), drawn,
               ga_enum_name(wanted), draws);
}

static void expect_all(struct world *w, const char *name, const struct facts *f)
{
   for (unsigned i = 0; i < MODES; i++)
      for (unsigned k = 0; k < COMMANDS; k++)
         expect_one(w, name, f, &modes[i], &commands[k]);
   for (unsigned k = COMMANDS; k-- > 0;) /* in another order: no draw decides for another one */
      for (unsigned i = MODES; i-- > 0;)
         expect_one(w, name, f, &modes[i], &commands[k]);
}

static const struct facts base = {0};

/* ---- setup ----------------------------------------------------------------------------------------------------------------- */

static void bind_array(struct world *w)
{
   struct ga_context *ctx = w->ctx;
   GL(GenVertexArrays, 1, &w->vao);
   GL(BindVertexArray, w->vao);
   GL(BindBuffer, GL_ARRAY_BUFFER, w->vertices);
   GL(VertexAttribPointer, 0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 0);
   GL(BindBuffer, GL_ELEMENT_ARRAY_BUFFER, w->indices);
}

static void make_buffers(struct world *w)
{
   struct ga_context *ctx = w->ctx;
   GLuint *const names[] = {&w->vertices, &w->indices, &w->arguments, &w->parameter, &w->captured};
   for (unsigned i = 0; i < 5; i++) {
      GL(CreateBuffers, 1, names[i]);
      GL(NamedBufferData, *names[i], 4096, NULL, GL_STATIC_DRAW);
   }
   GL(BindBuffer, GL_DRAW_INDIRECT_BUFFER, w->arguments);
   GL(BindBuffer, GL_PARAMETER_BUFFER, w->parameter);
   bind_array(w);
}

static void make_objects(struct world *w)
{
   struct ga_context *ctx = w->ctx;
   make_buffers(w);
   w->plain = make_program(ctx, false, NULL, NO_GEOMETRY);
   w->separable[0] = GL(CreateShaderProgramv, GL_VERTEX_SHADER, 1, (const GLchar *const[]){
      VERSION "out gl_PerVertex { vec4 gl_Position; }; in vec4 pos; void main() { gl_Position = pos; }"});
   w->separable[1] = GL(CreateShaderProgramv, GL_FRAGMENT_SHADER, 1, (const GLchar *const[]){
      VERSION "out vec4 c; void main() { c = vec4(1.0); }"});
   GL(GenProgramPipelines, 1, &w->pipeline);
   GL(CreateTransformFeedbacks, 1, &w->ended);
   GL(CreateTransformFeedbacks, 1, &w->active);
   GL(TransformFeedbackBufferBase, w->ended, 0, w->captured);
   GL(TransformFeedbackBufferBase, w->active, 0, w->captured);
   GL(BindTransformFeedback, GL_TRANSFORM_FEEDBACK, w->ended);
   GL(BeginTransformFeedback, GL_TRIANGLES);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   GL(EndTransformFeedback);
   GL(BindTransformFeedback, GL_TRANSFORM_FEEDBACK, w->active);
   GL(CreateTextures, GL_TEXTURE_2D, 1, &w->texture);
   GL(TextureStorage2D, w->texture, 1, GL_RGBA8, 8, 8);
   GL(CreateFramebuffers, 1, &w->framebuffer);
   GL(NamedFramebufferTexture, w->framebuffer, GL_COLOR_ATTACHMENT0, w->texture, 0);
   GL(NamedFramebufferTexture, w->framebuffer, GL_COLOR_ATTACHMENT1, w->texture, 0);
   assert_gl_error(GL_NO_ERROR);
}

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof(*w));
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   struct pipe_caps *caps = &t->screen->base.caps;
   caps->has_geometry = caps->has_tessellation = caps->has_stream_output = true;
   caps->max_geometry_vertices = 256;
   caps->max_geometry_total_components = 1024;
   caps->max_patch_vertices = 32;
   caps->max_stream_output_buffers = PIPE_MAX_SO_BUFFERS;
   caps->max_stream_output_components = 64;
   w->other = t->ctx;
   struct ga_context *ctx = w->ctx = ga_test_forced_context(t, t->ctx, GA_API_CORE, "gl46");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   make_objects(w);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->test;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

/* Checks the base state, then the one of `in_state` between `enter` and `leave`, then the base state again. */
#define IN_STATE(name, in_state, enter, leave) \
   do { \
      expect_all(w, "before " name, &base); \
      enter; \
      assert_gl_error(GL_NO_ERROR); \
      expect_all(w, name, &(const struct facts)in_state); \
      leave; \
      assert_gl_error(GL_NO_ERROR); \
      expect_all(w, "after " name, &base); \
   } while (0)
#define FACTS(...) {__VA_ARGS__}

/* ---- tests ----------------------------------------------------------------------------------------------------------------- */

static void vertex_arrays(void **state)
{
   CONTEXT;
   IN_STATE("without vertex array object", FACTS(.no_array = true), GL(BindVertexArray, 0), GL(BindVertexArray, w->vao));
   IN_STATE("deleted vertex array object", FACTS(.no_array = true), GL(DeleteVertexArrays, 1, &w->vao), bind_array(w));
   IN_STATE("array without memory", FACTS(.draws_nothing = true), (GL(BindVertexBuffer, 0, 0, 0, 16)), bind_array(w));
   IN_STATE("array disabled", FACTS(), GL(DisableVertexAttribArray, 0), GL(EnableVertexAttribArray, 0));
}

#define MAPPED ALL(GL_INVALID_OPERATION)
#define INDEXED_ERROR {[INDEXED] = GL_INVALID_OPERATION, [INDEXED_INDIRECT] = GL_INVALID_OPERATION}
#define INDIRECT_ERROR {[INDIRECT] = GL_INVALID_OPERATION, [INDEXED_INDIRECT] = GL_INVALID_OPERATION}
#define MAP(name) assert_non_null(GL(MapNamedBufferRange, name, 0, 64, GL_MAP_WRITE_BIT))
#define MAP_PERSISTENT(name) assert_non_null(GL(MapNamedBufferRange, name, 0, 64, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT))

static void mapped_buffers(void **state)
{
   CONTEXT;
   IN_STATE("array mapped", FACTS(.error = MAPPED), MAP(w->vertices), GL(UnmapNamedBuffer, w->vertices));
   IN_STATE("indices mapped", FACTS(.error = INDEXED_ERROR), MAP(w->indices), GL(UnmapNamedBuffer, w->indices));
   IN_STATE("arguments mapped", FACTS(.error = INDIRECT_ERROR), MAP(w->arguments), GL(UnmapNamedBuffer, w->arguments));
   /* By another context of the group, which no state of this one tells of. */
   ga_BindBuffer(w->other, GL_ARRAY_BUFFER, w->vertices);
   IN_STATE("array mapped elsewhere", FACTS(.error = MAPPED),
            assert_non_null(ga_MapBuffer(w->other, GL_ARRAY_BUFFER, GL_WRITE_ONLY)), ga_UnmapBuffer(w->other, GL_ARRAY_BUFFER));
   ga_BindBuffer(w->other, GL_ARRAY_BUFFER, w->indices);
   IN_STATE("indices mapped elsewhere", FACTS(.error = INDEXED_ERROR),
            assert_non_null(ga_MapBuffer(w->other, GL_ARRAY_BUFFER, GL_WRITE_ONLY)), ga_UnmapBuffer(w->other, GL_ARRAY_BUFFER));
   IN_STATE("no arguments bound", FACTS(.error = INDIRECT_ERROR), GL(BindBuffer, GL_DRAW_INDIRECT_BUFFER, 0),
            GL(BindBuffer, GL_DRAW_INDIRECT_BUFFER, w->arguments));
   GLuint persistent;
   GL(CreateBuffers, 1, &persistent);
   GL(NamedBufferStorage, persistent, 4096, NULL, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
   IN_STATE("array mapped persistently", FACTS(), (GL(BindVertexBuffer, 0, persistent, 0, 16), MAP_PERSISTENT(persistent)),
            (GL(UnmapNamedBuffer, persistent), GL(BindVertexBuffer, 0, w->vertices, 0, 16)));
}

static void programs(void **state)
{
   CONTEXT;
   static const GLenum inputs[] = {GL_POINTS, GL_LINES, GL_TRIANGLES, GL_LINES_ADJACENCY, GL_TRIANGLES_ADJACENCY};
   for (unsigned i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++)
      IN_STATE("geometry shader", FACTS(.geometry = ONE(inputs[i])), make_program(ctx, false, NULL, inputs[i]), GL(UseProgram, w->plain));
   static const struct { const char *layout; GLenum primitive; } tessellation[] = {
      {"triangles", GL_TRIANGLES}, {"quads", GL_TRIANGLES}, {"isolines", GL_LINES}, {"triangles, point_mode", GL_POINTS}};
   for (unsigned i = 0; i < 4; i++) {
      const struct facts facts = {.tessellation = ONE(tessellation[i].primitive)};
      const struct facts with_geometry = {.geometry = ONE(GL_LINES), .tessellation = ONE(tessellation[i].primitive)};
      for (unsigned k = 0; k < 2; k++) {
         expect_all(w, "before tessellation", &base);
         make_program(ctx, k == 0, tessellation[i].layout, NO_GEOMETRY);
         expect_all(w, tessellation[i].layout, &facts);
         if (tessellation[i].primitive == GL_LINES) { /* else the linker refuses the program */
            make_program(ctx, true, tessellation[i].layout, GL_LINES);
            expect_all(w, "tessellation and geometry shader", &with_geometry);
         }
         GL(UseProgram, w->plain);
         expect_all(w, "after tessellation", &base);
      }
   }
   IN_STATE("no program", FACTS(.draws_nothing = true), GL(UseProgram, 0), GL(UseProgram, w->plain));
}

/* The current program is linked again: the result is current at once. */
static void relinked(void **state)
{
   CONTEXT;
   const GLuint program = make_program(ctx, false, NULL, NO_GEOMETRY), geometry = GL(CreateShader, GL_GEOMETRY_SHADER);
   const char *source = geometry_source(GL_LINES);
   GL(ShaderSource, geometry, 1, &source, NULL);
   GL(CompileShader, geometry);
   IN_STATE("relinked", FACTS(.geometry = ONE(GL_LINES)), (GL(AttachShader, program, geometry), link(ctx, program), use_units(ctx, program)),
            (GL(DetachShader, program, geometry), link(ctx, program), use_units(ctx, program)));
   GL(UseProgram, w->plain);
}

/* Values of uniforms alone decide: two samplers of different types use one unit. */
static void sampler_units(void **state)
{
   CONTEXT;
   const GLint cube = GL(GetUniformLocation, w->plain, "cube");
   IN_STATE("samplers of two types in one unit", FACTS(.error = ALL(GL_INVALID_OPERATION)), GL(Uniform1i, cube, 0), GL(Uniform1i, cube, 1));
   IN_STATE("another unit", FACTS(), GL(Uniform1i, cube, 5), GL(Uniform1i, cube, 1));
}

static void pipelines(void **state)
{
   CONTEXT;
   const struct facts refused = {.error = ALL(GL_INVALID_OPERATION)};
   GL(UseProgram, 0);
   GL(BindProgramPipeline, w->pipeline);
   GL(UseProgramStages, w->pipeline, GL_VERTEX_SHADER_BIT, w->separable[0]);
   GL(UseProgramStages, w->pipeline, GL_FRAGMENT_SHADER_BIT, w->separable[1]);
   assert_gl_error(GL_NO_ERROR);
   expect_all(w, "pipeline", &base);
   GL(ProgramParameteri, w->plain, GL_PROGRAM_SEPARABLE, GL_TRUE);
   link(ctx, w->plain);
   GL(UseProgramStages, w->pipeline, GL_VERTEX_SHADER_BIT, w->plain); /* its fragment shader is left out */
   assert_gl_error(GL_NO_ERROR);
   expect_all(w, "a part of a program", &refused);
   GL(UseProgram, w->separable[0]); /* the same vertex shader, but no fragment shader: the pipeline does not count */
   expect_all(w, "a program before the pipeline", &base);
   GL(UseProgram, 0);
   expect_all(w, "the pipeline again", &refused);
   GL(UseProgramStages, w->pipeline, GL_VERTEX_SHADER_BIT, w->separable[0]);
   expect_all(w, "pipeline", &base);
   GL(BindProgramPipeline, 0);
   GL(UseProgram, w->plain);
   use_units(ctx, w->plain);
   expect_all(w, "after pipelines", &base);
}

static void captures(void **state)
{
   CONTEXT;
   static const GLenum primitives[] = {GL_POINTS, GL_LINES, GL_TRIANGLES};
   for (unsigned i = 0; i < 3; i++) {
      IN_STATE("capture", FACTS(.capture = ONE(primitives[i])), GL(BeginTransformFeedback, primitives[i]), GL(EndTransformFeedback));
      IN_STATE("paused capture", FACTS(), (GL(BeginTransformFeedback, primitives[i]), GL(PauseTransformFeedback)), GL(EndTransformFeedback));
      IN_STATE("resumed capture", FACTS(.capture = ONE(primitives[i])),
               (GL(BeginTransformFeedback, primitives[i]), GL(PauseTransformFeedback), GL(ResumeTransformFeedback)), GL(EndTransformFeedback));
   }
   make_program(ctx, false, NULL, GL_TRIANGLES);
   const struct facts points = {.geometry = ONE(GL_TRIANGLES), .capture = ONE(GL_POINTS)},
                      lines = {.geometry = ONE(GL_TRIANGLES), .capture = ONE(GL_LINES)};
   GL(BeginTransformFeedback, GL_POINTS);
   expect_all(w, "capture of a geometry shader's points", &points);
   GL(EndTransformFeedback);
   GL(BeginTransformFeedback, GL_LINES);
   expect_all(w, "capture of lines, which the geometry shader does not make", &lines);
   GL(EndTransformFeedback);
   GL(UseProgram, w->plain);
}

static void framebuffers(void **state)
{
   CONTEXT;
   const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
#define INCOMPLETE FACTS(.error = ALL(GL_INVALID_FRAMEBUFFER_OPERATION))
   IN_STATE("complete framebuffer", FACTS(), GL(BindFramebuffer, GL_FRAMEBUFFER, w->framebuffer), GL(BindFramebuffer, GL_FRAMEBUFFER, 0));
   GL(BindFramebuffer, GL_FRAMEBUFFER, w->framebuffer);
   IN_STATE("incomplete framebuffer", INCOMPLETE,
            (GL(FramebufferTexture, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 0, 0), GL(FramebufferTexture, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, 0, 0)),
            (GL(FramebufferTexture, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, w->texture, 0),
             GL(FramebufferTexture, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, w->texture, 0)));
   /* Two colour buffers leave no room for a second source of blending. */
   GL(Enable, GL_BLEND);
   GL(BlendFunc, GL_SRC1_COLOR, GL_ZERO);
   IN_STATE("second source and two buffers", FACTS(.error = ALL(GL_INVALID_OPERATION)), GL(DrawBuffers, 2, both), GL(DrawBuffers, 1, both));
   GL(DrawBuffers, 2, both);
   GL(BlendFunc, GL_ONE, GL_ZERO);
   IN_STATE("second source of two buffers", FACTS(.error = ALL(GL_INVALID_OPERATION)), GL(BlendFunc, GL_SRC1_COLOR, GL_ZERO),
            GL(BlendFunc, GL_ONE, GL_ZERO));
   /* A clear derives the framebuffer and blending before the draw does. */
   IN_STATE("the same after a clear", FACTS(.error = ALL(GL_INVALID_OPERATION)), (GL(BlendFunc, GL_SRC1_COLOR, GL_ZERO), GL(Clear, GL_COLOR_BUFFER_BIT)),
            (GL(BlendFunc, GL_ONE, GL_ZERO), GL(Clear, GL_COLOR_BUFFER_BIT)));
   GL(BindFramebuffer, GL_FRAMEBUFFER, 0);
}

static void conditional(void **state)
{
   CONTEXT;
   GLuint query;
   GL(GenQueries, 1, &query);
   GL(BeginQuery, GL_ANY_SAMPLES_PASSED, query);
   GL(EndQuery, GL_ANY_SAMPLES_PASSED);
   IN_STATE("conditional rendering", FACTS(), GL(BeginConditionalRender, query, GL_QUERY_WAIT), GL(EndConditionalRender));
}

/* The arguments of several draws are checked before the first one is made. */
static void several(void **state)
{
   CONTEXT;
#define REFUSED(e, ...) \
   do { \
      fake_clear_log(ga_test_pipe(ctx)); \
      GL(__VA_ARGS__); \
      assert_gl_error(e); \
      assert_int_equal(draws_in_log(ctx), 0); \
   } while (0)
   for (unsigned ready = 0; ready < 2; ready++) {
      const GLint first[] = {0, -1, 0}, unused[] = {0, -1, 0};
      const GLsizei three[] = {3, 3, 3}, negative[] = {3, 3, -1}, without[] = {3, 0, 3};
      REFUSED(GL_INVALID_VALUE, MultiDrawArrays, GL_TRIANGLES, first, three, 3);
      REFUSED(GL_INVALID_VALUE, MultiDrawArrays, GL_TRIANGLES, firsts, negative, 3);
      REFUSED(GL_INVALID_VALUE, MultiDrawArrays, GL_TRIANGLES, firsts, three, -1);
      REFUSED(GL_INVALID_VALUE, MultiDrawElements, GL_TRIANGLES, negative, INT, offsets, 3);
      REFUSED(GL_INVALID_ENUM, MultiDrawElements, GL_TRIANGLES, three, GL_FLOAT, offsets, 3);
      REFUSED(GL_INVALID_ENUM, MultiDrawElements, GL_TRIANGLES, three, GL_FLOAT, offsets, 0);
      REFUSED(GL_INVALID_ENUM, MultiDrawElements, GL_TRIANGLES, (const GLsizei[]){0, 0, 0}, GL_FLOAT, offsets, 3);
      REFUSED(GL_INVALID_ENUM, MultiDrawElementsBaseVertex, GL_TRIANGLES, three, GL_FLOAT, offsets, 0, unused);
      GL(MultiDrawArrays, GL_TRIANGLES, unused, without, 3); /* the first vertex of no vertices */
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(draws_in_log(ctx), 2);
      REFUSED(GL_INVALID_VALUE, DrawArrays, GL_TRIANGLES, -1, 3);
      REFUSED(GL_INVALID_VALUE, DrawArrays, GL_TRIANGLES, 0, -3);
      REFUSED(GL_INVALID_VALUE, DrawArraysInstanced, GL_TRIANGLES, 0, 3, -1);
      REFUSED(GL_INVALID_VALUE, DrawElements, GL_TRIANGLES, -3, INT, NULL);
      REFUSED(GL_INVALID_ENUM, DrawElements, GL_TRIANGLES, 3, GL_FLOAT, NULL);
      REFUSED(GL_INVALID_VALUE, DrawRangeElements, GL_TRIANGLES, 2, 1, 3, INT, NULL);
      GL(DrawArrays, GL_TRIANGLES, 0, 3);
      assert_gl_error(GL_NO_ERROR);
   }
}

/* The compatibility profile has quads and polygons, and a default vertex array object. */
static void compatibility(void **state)
{
   struct world *w = *state;
   struct ga_test *t = w->test;
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl33");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   static const GLfloat pos[64] = {0};
   GL(VertexPointer, 4, GL_FLOAT, 0, pos);
   GL(EnableClientState, GL_VERTEX_ARRAY);
   for (unsigned round = 0; round < 2; round++) {
      for (GLenum mode = 0; mode < 40; mode++) {
         const bool patches = mode == GL_PATCHES;
         fake_clear_log(ga_test_pipe(ctx));
         GL(DrawArrays, mode, 0, 12);
         assert_gl_error(mode < GL_PATCHES ? GL_NO_ERROR : patches ? GL_INVALID_OPERATION : GL_INVALID_ENUM);
         assert_int_equal(draws_in_log(ctx), mode < GL_PATCHES);
      }
   }
   ga_make_current(w->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* KHR_no_error: draws of a table of their own. Modes that the state does not allow draw nothing. */
static void no_error(void **state)
{
   struct world *w = *state;
   struct ga_test *t = w->test;
   const struct ga_context_desc desc = {.api = GA_API_CORE, .major = 3, .minor = 3, .no_error = true};
   enum ga_create_result result;
   struct world own = *w;
   struct ga_context *ctx = own.ctx = ga_context_create(&t->screen->base, &desc, NULL, &result);
   assert_int_equal(result, GA_CREATE_OK);
   ga_make_current(ctx, &t->drawable, &t->drawable);
   assert_ptr_not_equal(ctx->dispatch->DrawArrays, w->ctx->dispatch->DrawArrays);
   GL(GenBuffers, 1, &own.vertices);
   GL(GenBuffers, 1, &own.indices);
   bind_array(&own);
   GL(BufferData, GL_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
   GL(BufferData, GL_ELEMENT_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
   const GLuint program = GL(CreateProgram);
   attach(ctx, program, GL_VERTEX_SHADER, "#version 330 core\nin vec4 pos; void main() { gl_Position = pos; }");
   attach(ctx, program, GL_FRAGMENT_SHADER, "#version 330 core\nout vec4 c; void main() { c = vec4(1.0); }");
   link(ctx, program);
   GL(UseProgram, program);
   for (unsigned round = 0; round < 3; round++) {
      fake_clear_log(ga_test_pipe(ctx));
      GL(DrawArrays, GL_TRIANGLES, 0, 3);
      GL(DrawArraysInstanced, GL_LINES, 0, 2, 2);
      GL(DrawElements, GL_TRIANGLES, 3, INT, NULL);
      GL(DrawElementsInstanced, GL_TRIANGLES, 3, INT, NULL, 2);
      GL(DrawElementsBaseVertex, GL_TRIANGLES, 3, INT, NULL, 1);
      GL(DrawRangeElements, GL_TRIANGLES, 0, 3, 3, INT, NULL);
      assert_int_equal(draws_in_log(ctx), 6);
      GL(DrawArrays, 32 + GL_TRIANGLES, 0, 3);
      GL(DrawArrays, GL_PATCHES, 0, 3);
      GL(DrawArrays, GL_TRIANGLES, 0, -3);
      GL(DrawElements, GL_TRIANGLES, 3, GL_FLOAT, NULL);
      assert_int_equal(draws_in_log(ctx), 0);
      assert_gl_error(GL_NO_ERROR);
   }
   GL(BindVertexArray, 0);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_int_equal(draws_in_log(ctx), 0);
   ga_make_current(w->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(vertex_arrays), TEST(mapped_buffers), TEST(programs), TEST(relinked), TEST(sampler_units), TEST(pipelines), TEST(captures),
      TEST(framebuffers), TEST(conditional), TEST(several), TEST(compatibility), TEST(no_error),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
