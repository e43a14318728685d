/* test_legacy_lists.c: display lists: names, contents, execution. */
#include "ga_test_row.h"

#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct pipe_caps *caps = &t->screen->base.caps;
   caps->has_tessellation = caps->has_geometry = caps->has_stream_output = true;
   caps->max_patch_vertices = 32;
   struct ga_context *compat = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl46");
   ga_make_current(compat, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = compat;
   return 0;
}

/* ---- names (OpenGL 4.6 compatibility, 21.4) -------------------------------------------------------------------------------- */

static void names(void **state)
{
   CONTEXT;
   const GLuint first = GL(GenLists, 100000), second = GL(GenLists, 3);
   assert_true(first && second >= first + 100000);
   assert_true(GL(IsList, first) && GL(IsList, first + 99999) && GL(IsList, second + 2) && !GL(IsList, second + 3));
   assert_false(GL(IsList, 0));
   GL(CallList, first + 7); /* an empty list */
   GL(NewList, UINT32_MAX, GL_COMPILE);
   GL(EndList);
   GL(DeleteLists, first + 1, INT32_MAX);
   assert_true(GL(IsList, first) && !GL(IsList, first + 1) && !GL(IsList, second) && GL(IsList, UINT32_MAX));
   GL(DeleteLists, UINT32_MAX - 5, 100); /* ends at the highest name */
   assert_false(GL(IsList, UINT32_MAX));
   assert_true(GL(IsList, first));
   GL(DeleteLists, 0, 0);
   assert_int_equal(GL(GenLists, 0), 0);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(GL(GenLists, INT32_MAX), 0);
   assert_gl_error(GL_OUT_OF_MEMORY);
}

/* ---- memory ---------------------------------------------------------------------------------------------------------------- */

/* The definition that glEndList cannot keep leaves the list of the name as it is. */
static void out_of_memory(void **state)
{
   CONTEXT;
   GLfloat width;
   GL(NewList, 5, GL_COMPILE);
   GL(LineWidth, 3);
   GL(EndList);
   assert_gl_error(GL_NO_ERROR);
   GL(NewList, 5, GL_COMPILE);
   GL(LineWidth, 4);
   GL(CallLists, INT32_MAX, GL_4_BYTES, &width); /* 8 GB of names */
   GL(LineWidth, 5);
   GL(EndList);
   assert_gl_error(GL_OUT_OF_MEMORY);
   assert_true(GL(IsList, 5));
   assert_int_equal(ga_list_index(ctx), 0);
   GL(CallList, 5);
   GL(GetFloatv, GL_LINE_WIDTH, &width);
   assert_true(width == 3);
   GL(NewList, 6, GL_COMPILE);
   GL(CallLists, INT32_MAX, GL_4_BYTES, &width);
   GL(EndList);
   assert_gl_error(GL_OUT_OF_MEMORY);
   assert_false(GL(IsList, 6));
}

/* ---- what lists compile (OpenGL 4.6 compatibility, 21.4 and 21.4.1) --------------------------------------------------------- */

static GLint integer(struct ga_context *ctx, GLenum name)
{
   GLint value[16] = {-1};
   GL(GetIntegerv, name, value);
   return value[0];
}

/* Commands that no row of list.csv names are compiled with what their pointers point to, NULL included. */
static void compiled(void **state)
{
   CONTEXT;
   GLuint textures[2], samplers[2];
   GLint mask[4];
   GLdouble depth[4] = {0.25, 0.5, 0.125, 0.75}, range[2];
   GLfloat levels[4] = {2, 3, 4, 5};
   GL(GenTextures, 2, textures);
   GL(BindTexture, GL_TEXTURE_2D, textures[0]);
   GL(BindTexture, GL_TEXTURE_2D, textures[1]);
   GL(CreateSamplers, 2, samplers);
   GL(NewList, 1, GL_COMPILE);
   GL(ColorMaski, 1, GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
   GL(BlendFunci, 2, GL_ONE, GL_ZERO);
   GL(BindTextures, 0, 2, textures);
   GL(BindSamplers, 0, 2, samplers);
   GL(DepthRangeArrayv, 1, 2, depth);
   GL(PatchParameterfv, GL_PATCH_DEFAULT_OUTER_LEVEL, levels);
   GL(SamplerParameteri, samplers[0], GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   GL(EndList);
   depth[2] = levels[3] = 0;
   textures[0] = samplers[0] = 0;
   assert_int_equal(integer(ctx, GL_TEXTURE_BINDING_2D), textures[1]);
   GL(GetIntegeri_v, GL_COLOR_WRITEMASK, 1, mask);
   assert_true(mask[0] && mask[2]);
   GL(CallList, 1);
   GL(GetIntegeri_v, GL_COLOR_WRITEMASK, 1, mask);
   assert_true(!mask[0] && mask[1] && !mask[2]);
   assert_int_not_equal(integer(ctx, GL_TEXTURE_BINDING_2D), textures[1]);
   assert_int_not_equal(integer(ctx, GL_SAMPLER_BINDING), 0);
   GL(GetDoublei_v, GL_DEPTH_RANGE, 2, range);
   assert_true(range[0] == 0.125 && range[1] == 0.75);
   GL(GetFloatv, GL_PATCH_DEFAULT_OUTER_LEVEL, levels);
   assert_true(levels[3] == 5);
   GL(NewList, 1, GL_COMPILE_AND_EXECUTE);
   GL(BindTextures, 0, 2, NULL);
   GL(EndList);
   assert_int_equal(integer(ctx, GL_TEXTURE_BINDING_2D), 0);
   GL(BindTexture, GL_TEXTURE_2D, textures[1]);
   GL(CallList, 1);
   assert_int_equal(integer(ctx, GL_TEXTURE_BINDING_2D), 0);
   assert_gl_error(GL_NO_ERROR);
}

/* Commands of 21.4.1 and those that return values are executed while a list is compiled, and not by its calls. */
static void executed_at_once(void **state)
{
   CONTEXT;
   GLuint buffer, vao, fbo, texture;
   GLint width;
   GL(NewList, 1, GL_COMPILE);
   GL(GenBuffers, 1, &buffer);
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer);
   GL(BufferData, GL_ARRAY_BUFFER, 16, NULL, GL_STATIC_DRAW);
   GL(GenVertexArrays, 1, &vao);
   GL(BindVertexArray, vao);
   GL(VertexAttribPointer, 3, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   GL(EnableVertexAttribArray, 3);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_READ_FRAMEBUFFER, fbo);
   GL(PixelStorei, GL_UNPACK_ALIGNMENT, 2);
   GL(ClientActiveTexture, GL_TEXTURE2);
   GL(CreateTextures, GL_TEXTURE_2D, 1, &texture);
   GL(TexImage2D, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(EndList);
   assert_int_equal(integer(ctx, GL_ARRAY_BUFFER_BINDING), buffer);
   assert_int_equal(integer(ctx, GL_VERTEX_ARRAY_BINDING), vao);
   assert_int_equal(integer(ctx, GL_READ_FRAMEBUFFER_BINDING), fbo);
   assert_int_equal(integer(ctx, GL_UNPACK_ALIGNMENT), 2);
   assert_int_equal(integer(ctx, GL_CLIENT_ACTIVE_TEXTURE), GL_TEXTURE2);
   GL(GetTexLevelParameteriv, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
   assert_int_equal(width, 32);
   assert_true(GL(IsTexture, texture));
   GL(BindBuffer, GL_ARRAY_BUFFER, 0);
   GL(CallList, 1);
   assert_int_equal(integer(ctx, GL_ARRAY_BUFFER_BINDING), 0);
   assert_gl_error(GL_NO_ERROR);
}

/* Errors of compiled commands are raised by the execution; those of lists themselves and of commands that lists do not take at once. */
static void errors_of_execution(void **state)
{
   CONTEXT;
   static const GLushort order[3] = {0, 1, 2};
   static const GLsizei counts[2] = {3, -1};
   static const GLint firsts[2] = {0, 0};
   for (unsigned i = 0; i < 9; i++) {
      static const GLenum errors[] = {GL_INVALID_ENUM, GL_INVALID_VALUE, GL_INVALID_ENUM, GL_INVALID_VALUE, GL_INVALID_ENUM,
                                      GL_INVALID_OPERATION, GL_INVALID_ENUM, GL_INVALID_VALUE, GL_INVALID_VALUE};
      for (unsigned execute = 0; execute < 2; execute++) {
         GL(NewList, 1, execute ? GL_COMPILE_AND_EXECUTE : GL_COMPILE);
         switch (i) {
         case 0: GL(DrawArrays, GL_FILL, 0, 3); break;
         case 1: GL(DrawArrays, GL_TRIANGLES, -1, 3); break;
         case 2: GL(DrawElementsBaseVertex, GL_TRIANGLES, 3, GL_FLOAT, order, 1); break;
         case 3: GL(DrawRangeElements, GL_TRIANGLES, 2, 1, 3, GL_UNSIGNED_SHORT, order); break;
         case 4: GL(Enable, GL_FILL); break;
         case 5: GL(End); break;
         case 6: GL(Begin, GL_FILL); break;
         case 7: GL(MultiDrawArrays, GL_TRIANGLES, firsts, counts, 2); break;
         case 8: GL(CallLists, -1, GL_UNSIGNED_BYTE, order); break;
         }
         assert_gl_error(execute ? errors[i] : GL_NO_ERROR);
         GL(EndList);
         assert_gl_error(GL_NO_ERROR);
         GL(CallList, 1);
         assert_gl_error(errors[i]);
      }
   }
   GL(NewList, 1, GL_COMPILE);
   ROW(INVALID_OPERATION, NewList, 2, GL_COMPILE);
   ROW(INVALID_OPERATION, DrawArraysInstanced, GL_TRIANGLES, 0, 3, 2);
   ROW(INVALID_OPERATION, DrawElementsInstancedBaseVertex, GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, order, 2, 1);
   ROW(INVALID_OPERATION, DrawArraysIndirect, GL_TRIANGLES, NULL);
   ROW(INVALID_OPERATION, MultiDrawElementsIndirect, GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL, 1, 0);
   ROW(INVALID_VALUE, GenLists, -1);
   GL(EndList);
   GL(CallList, 1);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- vertices -------------------------------------------------------------------------------------------------------------- */

static unsigned draws(struct ga_context *ctx)
{
   unsigned count = 0;
   for (const char *at = ga_test_pipe(ctx)->log; (at = strstr(at, "draw")); at++)
      count++;
   return count;
}

static void triangle(struct ga_context *ctx, GLfloat x)
{
   GL(Begin, GL_TRIANGLES);
   GL(Vertex2f, x, 0);
   GL(Vertex2f, x + 1, 0);
   GL(Vertex2f, x, 1);
   GL(Vertex2f, 9, 9); /* incomplete: without effect */
   GL(End);
}

/* Primitives that follow each other are one draw, also with attributes between them; the values of the list remain. */
static void merged(void **state)
{
   CONTEXT;
   GLfloat color[4];
   GL(NewList, 1, GL_COMPILE);
   GL(Color3f, 1, 0, 0);
   for (unsigned i = 0; i < 10; i++) {
      triangle(ctx, (GLfloat)i);
      GL(Color3f, 0, (GLfloat)i, 0);
   }
   GL(EndList);
   fake_clear_log(ga_test_pipe(ctx));
   GL(CallList, 1);
   assert_int_equal(draws(ctx), 1);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "30"));
   GL(GetFloatv, GL_CURRENT_COLOR, color);
   assert_true(color[1] == 9);
   GL(NewList, 1, GL_COMPILE);
   triangle(ctx, 0);
   GL(Enable, GL_LIGHTING); /* a change of state between them */
   triangle(ctx, 1);
   GL(EndList);
   fake_clear_log(ga_test_pipe(ctx));
   GL(CallList, 1);
   assert_int_equal(draws(ctx), 2);
   assert_gl_error(GL_NO_ERROR);
}

static void grid(struct ga_context *ctx)
{
   for (unsigned row = 0; row < 4; row++) {
      GL(Begin, GL_QUAD_STRIP);
      for (unsigned i = 0; i < 5; i++)
         for (unsigned k = 0; k < 2; k++)
            GL(Vertex2f, (GLfloat)i, (GLfloat)(row + k));
      GL(End);
   }
}

static unsigned draws_of_call(struct ga_context *ctx, GLuint list)
{
   fake_clear_log(ga_test_pipe(ctx));
   GL(CallList, list);
   assert_gl_error(GL_NO_ERROR);
   return draws(ctx);
}

/* Strips are one draw of triangles with indices, unless their primitives would differ in it; errors between them part them. */
static void merged_strips(void **state)
{
   CONTEXT;
   const struct pipe_draw_info *drawn = &ga_test_pipe(ctx)->draw;
   GL(NewList, 1, GL_COMPILE);
   grid(ctx);
   GL(EndList);
   assert_int_equal(draws_of_call(ctx, 1), 1);
   assert_int_equal(drawn->mode, PIPE_PRIM_TRIANGLES);
   assert_int_equal(drawn->count, 4 * 4 * 6);
   assert_int_equal(drawn->index_size_B, 2);
   assert_false(drawn->primitive_restart);
   GL(PolygonMode, GL_FRONT_AND_BACK, GL_LINE);
   assert_int_equal(draws_of_call(ctx, 1), 4);
   assert_int_equal(drawn->mode, PIPE_PRIM_QUAD_STRIP);
   GL(PolygonMode, GL_FRONT_AND_BACK, GL_FILL);
   GL(ProvokingVertex, GL_FIRST_VERTEX_CONVENTION);
   assert_int_equal(draws_of_call(ctx, 1), 4);
   GL(ProvokingVertex, GL_LAST_VERTEX_CONVENTION);
   GL(Enable, GL_LINE_STIPPLE);
   assert_int_equal(draws_of_call(ctx, 1), 4);
   GL(Disable, GL_LINE_STIPPLE);
   assert_int_equal(draws_of_call(ctx, 1), 1);
   GL(NewList, 2, GL_COMPILE);
   grid(ctx);
   GL(Begin, GL_FILL);
   grid(ctx);
   GL(EndList);
   fake_clear_log(ga_test_pipe(ctx));
   GL(CallList, 2);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(draws(ctx), 2);
   GL(DeleteLists, 1, 2);
}

/* Vertex arrays are derived once for lists of the same layout. */
static void shared_arrays(void **state)
{
   CONTEXT;
   const GLuint first = GL(GenLists, 8);
   for (GLuint i = 0; i < 8; i++) {
      GL(NewList, first + i, GL_COMPILE);
      triangle(ctx, (GLfloat)i);
      GL(EndList);
   }
   GL(CallList, first);
   const struct pipe_resource *buffer = ctx->st.attrib[0].buffer;
   fake_clear_log(ga_test_pipe(ctx));
   for (GLuint i = 1; i < 8; i++)
      GL(CallList, first + i);
   assert_int_equal(draws(ctx), 7);
   assert_ptr_equal(ctx->st.attrib[0].buffer, buffer);
   assert_null(strstr(ga_test_pipe(ctx)->log, "set_vertex_buffers"));
   GL(DeleteLists, first, 8);
   assert_gl_error(GL_NO_ERROR);
}

/* glEndList is an error while a primitive is executed as well as compiled, and the list goes on. */
static void ends_within_a_primitive(void **state)
{
   CONTEXT;
   const GLuint list = GL(GenLists, 1);
   GL(NewList, list, GL_COMPILE_AND_EXECUTE);
   GL(Begin, GL_TRIANGLES);
   GL(EndList);
   GL(End);
   assert_gl_error(GL_INVALID_OPERATION);
   triangle(ctx, 0);
   GL(EndList);
   assert_gl_error(GL_NO_ERROR);
   fake_clear_log(ga_test_pipe(ctx));
   GL(CallList, list);
   assert_int_equal(draws(ctx), 1);
   GL(DeleteLists, list, 1);
   assert_gl_error(GL_NO_ERROR);
}

/* An array without a buffer and without an address has no elements, whatever its relative offset is: a list compiles the initial values. */
static void array_without_memory(void **state)
{
   CONTEXT;
   GLuint vao;
   GL(GenVertexArrays, 1, &vao);
   GL(BindVertexArray, vao);
   GL(VertexAttribFormat, 2, 4, GL_SHORT, GL_FALSE, 256);
   GL(EnableVertexAttribArray, 0);
   GL(EnableVertexAttribArray, 2);
   GL(NewList, 1, GL_COMPILE);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   GL(EndList);
   GL(CallList, 1);
   assert_gl_error(GL_NO_ERROR);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(array_without_memory), TEST(names), TEST(out_of_memory), TEST(compiled), TEST(executed_at_once), TEST(errors_of_execution),
      TEST(merged), TEST(merged_strips), TEST(shared_arrays), TEST(ends_within_a_primitive),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
