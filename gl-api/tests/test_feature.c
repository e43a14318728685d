/* The feature set of a context: versions, GLOAM_FORCE_VERSION, GLOAM_DISABLE, device conditions, and the dispatch tables, values
 * and strings that follow from it. */
#include <pthread.h>

#include "ga_test.h"
#include "gl-api/context/ga_dispatch.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static int setup(void **state)
{
   unsetenv("GLOAM_FORCE_VERSION");
   unsetenv("GLOAM_DISABLE");
   return ga_test_setup(state);
}

static int teardown(void **state)
{
   unsetenv("GLOAM_FORCE_VERSION");
   unsetenv("GLOAM_DISABLE");
   return ga_test_teardown(state);
}

/* A second context, current; release() goes back to the test's own. NULL: creation failed as it must with BAD_VERSION. */
static struct ga_context *make(struct ga_test *t, enum ga_api api, int major, int minor)
{
   const struct ga_context_desc desc = {.api = api, .major = major, .minor = minor, .debug = true};
   enum ga_create_result result;
   struct ga_context *ctx = ga_context_create(&t->screen->base, &desc, NULL, &result);
   assert_int_equal(result, ctx ? GA_CREATE_OK : GA_CREATE_BAD_VERSION);
   if (ctx)
      ga_make_current(ctx, &t->drawable, &t->drawable);
   return ctx;
}

static void release(struct ga_test *t, struct ga_context *ctx)
{
   assert_gl_error(GL_NO_ERROR);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

static bool advertises(struct ga_context *ctx, const char *name)
{
   for (unsigned i = 0; ga_extension_name(&ctx->features, i); i++)
      if (!strcmp(ga_extension_name(&ctx->features, i), name))
         return true;
   return false;
}

/* The fake device lacks what OpenGL 3.0, the core profile and OpenGL ES 3.0 need. */
static void versions_of_a_small_device(void **state)
{
   struct ga_test *t = *state;
   assert_int_equal(ga_max_version(&t->screen->base, GA_API_ES2), 20);
   assert_int_equal(ga_max_version(&t->screen->base, GA_API_CORE), 0);
   assert_int_equal(ga_max_version(&t->screen->base, GA_API_COMPAT), 21);
   assert_null(make(t, GA_API_ES2, 3, 0));
   struct ga_context *ctx = t->ctx;
   assert_null(ctx->dispatch->GetStringi);
   GLint version = -77;
   GL(GetIntegerv, GL_MAJOR_VERSION, &version);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(version, -77);
   assert_null(make(t, GA_API_CORE, 3, 3));
}

static void force_version_reads_a_list(void **state)
{
   struct pipe_screen *screen = &((struct ga_test *)*state)->screen->base;
   static const struct { const char *text; int es, core, compat; } rows[] = {
      {"es20", 20, 0, 21}, {"es30", 30, 0, 21}, {"es31", 31, 0, 21}, {"es32", 32, 0, 21}, {"gl31", 20, 31, 31}, {"gl33", 20, 33, 33},
      {"gl46", 20, 46, 46}, {"gl30", 20, 0, 30}, {"es30,gl45", 30, 45, 45}, {"gl45, es31", 31, 45, 45}, {"es33", 20, 0, 21},
      {"gl47", 20, 0, 21}, {"30", 20, 0, 21}, {"es3", 20, 0, 21}, {"", 20, 0, 21},
      {"es11", 20, 0, 21}, {"es11,gl46,es30", 30, 46, 46}, {"es10", 20, 0, 21},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      setenv("GLOAM_FORCE_VERSION", rows[i].text, 1);
      if (ga_max_version(screen, GA_API_ES2) != rows[i].es || ga_max_version(screen, GA_API_CORE) != rows[i].core ||
          ga_max_version(screen, GA_API_COMPAT) != rows[i].compat || ga_max_version(screen, GA_API_ES1) != 11)
         fail_msg("GLOAM_FORCE_VERSION=%s", rows[i].text);
   }
}

static void strings_of_forced_versions(void **state)
{
   struct ga_test *t = *state;
   static const struct { const char *force; enum ga_api api; int major, minor; const char *version, *glsl; } rows[] = {
      {"es30", GA_API_ES2, 3, 0, "OpenGL ES 3.0 gloam ", "OpenGL ES GLSL ES 3.00"},
      {"es20", GA_API_ES2, 2, 0, "OpenGL ES 2.0 gloam ", "OpenGL ES GLSL ES 1.00"},
      {"es32", GA_API_ES2, 2, 0, "OpenGL ES 3.2 gloam ", "OpenGL ES GLSL ES 3.20"},
      {"es32", GA_API_ES2, 3, 1, "OpenGL ES 3.2 gloam ", "OpenGL ES GLSL ES 3.20"},
      {"gl31", GA_API_CORE, 3, 1, "3.1 gloam ", "1.40"},
      {"gl33", GA_API_CORE, 3, 3, "3.3 (Core Profile) gloam ", "3.30"},
      {"gl32", GA_API_COMPAT, 2, 1, "3.2 (Compatibility Profile) gloam ", "1.50"},
      {"gl30", GA_API_COMPAT, 3, 0, "3.0 gloam ", "1.30"},
      {"gl46", GA_API_CORE, 4, 6, "4.6 (Core Profile) gloam ", "4.60"},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      setenv("GLOAM_FORCE_VERSION", rows[i].force, 1);
      struct ga_context *ctx = make(t, rows[i].api, rows[i].major, rows[i].minor);
      assert_non_null(ctx);
      const char *version = (const char *)GL(GetString, GL_VERSION);
      if (strncmp(version, rows[i].version, strlen(rows[i].version)))
         fail_msg("%s: %s", rows[i].force, version);
      assert_string_equal((const char *)GL(GetString, GL_SHADING_LANGUAGE_VERSION), rows[i].glsl);
      release(t, ctx);
   }
}

/* A forced version has its commands as far as they exist; the others raise an error that names them. */
static void es30_commands(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_FORCE_VERSION", "es30", 1);
   struct ga_context *ctx = make(t, GA_API_ES2, 3, 0);
   assert_non_null(ctx);
   assert_non_null(ctx->dispatch->BindVertexArray);
   assert_non_null(ctx->dispatch->DrawArraysInstanced);
   assert_non_null(ctx->dispatch->GetInteger64v);
   GLchar text[512];
   ((void (*)(GLenum))ga_get_proc_address("glBeginTransformFeedback"))(GL_TRIANGLES);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_int_equal(GL(GetDebugMessageLog, 1, sizeof(text), NULL, NULL, NULL, NULL, NULL, text), 1);
   assert_ptr_equal(strstr(text, "GL_INVALID_OPERATION in glBeginTransformFeedback: "), text);
   GLint count = 0, version[2] = {0, 0};
   GL(GetIntegerv, GL_MAJOR_VERSION, &version[0]);
   GL(GetIntegerv, GL_MINOR_VERSION, &version[1]);
   assert_true(version[0] == 3 && version[1] == 0);
   GL(GetIntegerv, GL_NUM_EXTENSIONS, &count);
   assert_int_equal(count, ga_extension_count(&ctx->features));
   for (GLint i = 0; i < count; i++)
      assert_true(advertises(ctx, (const char *)GL(GetStringi, GL_EXTENSIONS, (GLuint)i)));
   assert_null(GL(GetStringi, GL_EXTENSIONS, (GLuint)count));
   assert_gl_error(GL_INVALID_VALUE);
   assert_null(GL(GetStringi, GL_VERSION, 0));
   assert_gl_error(GL_INVALID_ENUM);
   GLint64 wide = 0;
   GLint narrow = 0;
   GL(GetInteger64v, GL_MAX_ELEMENT_INDEX, &wide);
   GL(GetIntegerv, GL_MAX_ELEMENT_INDEX, &narrow);
   assert_true(wide == UINT32_MAX && narrow == INT32_MAX);
   assert_true(advertises(ctx, "GL_EXT_texture_storage"));
   assert_true(advertises(ctx, "GL_EXT_blend_func_extended"));
   assert_true(advertises(ctx, "GL_OES_mapbuffer"));
   release(t, ctx);
}

static void indexed_values(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_FORCE_VERSION", "es30", 1);
   struct ga_context *ctx = make(t, GA_API_ES2, 3, 0);
   assert_non_null(ctx);
   GLuint name = 0;
   GLint value = -77;
   GLint64 wide = -77;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, GL_UNIFORM_BUFFER, name);
   GL(BufferData, GL_UNIFORM_BUFFER, 1024, NULL, GL_STATIC_DRAW);
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 2, name, 256, 512);
   GL(GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, 2, &value);
   assert_int_equal(value, name);
   GL(GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, 1, &value);
   assert_int_equal(value, 0);
   GL(GetInteger64i_v, GL_UNIFORM_BUFFER_START, 2, &wide);
   assert_int_equal(wide, 256);
   GL(GetInteger64i_v, GL_UNIFORM_BUFFER_SIZE, 2, &wide);
   assert_int_equal(wide, 512);
   assert_gl_error(GL_NO_ERROR);
   GL(GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, GA_MAX_UNIFORM_RANGES, &value);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetIntegeri_v, GL_SHADER_STORAGE_BUFFER_BINDING, 0, &value);
   assert_gl_error(GL_INVALID_ENUM);
   GL(GetIntegeri_v, GL_BLEND_COLOR, 0, &value);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(value, 0);
   assert_null(ctx->dispatch->GetBooleani_v); /* of ES 3.1 */
   GL(DeleteBuffers, 1, &name);
   release(t, ctx);
}

static GLuint make_program(struct ga_context *ctx)
{
   static const char *const source[] = {"attribute vec4 a; void main() { gl_Position = a; }",
                                        "void main() { gl_FragColor = vec4(1.0); }"};
   GLuint program = GL(CreateProgram);
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = GL(CreateShader, i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      GL(ShaderSource, shader, 1, &source[i], NULL);
      GL(CompileShader, shader);
      GL(AttachShader, program, shader);
      GL(DeleteShader, shader);
   }
   GL(LinkProgram, program);
   return program;
}

/* Capabilities of ES 3.0 reach the pipe: restart at the largest index of the type, and discard, which applies to clears, too. */
static void es30_capabilities(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_FORCE_VERSION", "es30", 1);
   t->screen->base.caps.has_stream_output = true;
   struct ga_context *ctx = make(t, GA_API_ES2, 3, 0);
   assert_non_null(ctx);
   GLuint program = make_program(ctx);
   GL(UseProgram, program);
   static const uint32_t indices[] = {0, 0, 0};
   static const struct { GLenum type; uint32_t restart; } rows[] = {
      {GL_UNSIGNED_BYTE, 0xff}, {GL_UNSIGNED_SHORT, 0xffff}, {GL_UNSIGNED_INT, 0xffffffff}};
   for (unsigned i = 0; i < 3; i++) {
      GL(Enable, GL_PRIMITIVE_RESTART_FIXED_INDEX);
      GL(DrawElements, GL_POINTS, 3, rows[i].type, indices);
      assert_true(ga_test_pipe(ctx)->draw.primitive_restart);
      assert_int_equal(ga_test_pipe(ctx)->draw.restart_index, rows[i].restart);
      GL(Disable, GL_PRIMITIVE_RESTART_FIXED_INDEX);
      GL(DrawElements, GL_POINTS, 3, rows[i].type, indices);
      assert_false(ga_test_pipe(ctx)->draw.primitive_restart);
   }
   GL(Enable, GL_RASTERIZER_DISCARD);
   fake_clear_log(ga_test_pipe(ctx));
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_null(strstr(ga_test_pipe(ctx)->log, "clear"));
   GL(DrawArrays, GL_POINTS, 0, 1);
   assert_true(ctx->st.raster.rasterizer_discard);
   GL(Disable, GL_RASTERIZER_DISCARD);
   GL(DrawArrays, GL_POINTS, 0, 1);
   assert_false(ctx->st.raster.rasterizer_discard);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "clear"));
   GL(DeleteProgram, program);
   release(t, ctx);
}

static void core_profile(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_FORCE_VERSION", "gl33", 1);
   setenv("GLOAM_DISABLE", "debug", 1); /* KHR_debug brings GetPointerv, too */
   struct ga_context *core = make(t, GA_API_CORE, 3, 3), *ctx = core;
   unsetenv("GLOAM_DISABLE");
   assert_non_null(core);
   assert_null(GL(GetString, GL_EXTENSIONS));
   assert_gl_error(GL_INVALID_ENUM);
   GLint bits;
   GL(GetIntegerv, GL_RED_BITS, &bits);
   assert_gl_error(GL_INVALID_ENUM);
   assert_null(core->dispatch->GetPointerv); /* removed by 3.2, back in 4.3 */
   assert_non_null(core->dispatch->MapBuffer);
   assert_null(core->dispatch->PushDebugGroup);
   release(t, core);
   struct ga_context *compat = ctx = make(t, GA_API_COMPAT, 2, 1);
   assert_non_null(compat);
   assert_non_null(GL(GetString, GL_EXTENSIONS));
   assert_non_null(compat->dispatch->GetPointerv);
   release(t, compat);
   setenv("GLOAM_FORCE_VERSION", "gl43", 1);
   core = make(t, GA_API_CORE, 4, 3);
   assert_non_null(core->dispatch->GetPointerv);
   assert_non_null(core->dispatch->PushDebugGroup);
   release(t, core);
}

/* GL_INVALID_ENUM, and params keep their value. */
static void assert_no_value(struct ga_context *ctx, GLenum pname)
{
   GLint value = -77;
   GL(GetIntegerv, pname, &value);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(value, -77);
}

static void disabled_features(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_DISABLE", "vertex_array_object,debug, blend_minmax,no_such_feature", 1);
   struct ga_context *ctx = make(t, GA_API_ES2, 2, 0);
   assert_non_null(ctx);
   assert_false(advertises(ctx, "GL_OES_vertex_array_object"));
   assert_null(strstr((const char *)GL(GetString, GL_EXTENSIONS), "GL_KHR_debug"));
   assert_non_null(strstr((const char *)GL(GetString, GL_EXTENSIONS), "GL_OES_mapbuffer"));
   assert_null(ctx->dispatch->BindVertexArray);
   assert_null(ctx->dispatch->PushDebugGroup);
   assert_no_value(ctx, GL_VERTEX_ARRAY_BINDING);
   assert_no_value(ctx, GL_DEBUG_OUTPUT);
   GL(Enable, GL_DEBUG_OUTPUT);
   assert_gl_error(GL_INVALID_ENUM);
   assert_false(GL(IsEnabled, GL_DEBUG_OUTPUT));
   assert_gl_error(GL_INVALID_ENUM);
   GL(BlendEquation, GL_MAX);
   assert_gl_error(GL_INVALID_ENUM);
   release(t, ctx);
   /* A version's command is gone, too, when the feature that stands for it is. */
   setenv("GLOAM_FORCE_VERSION", "es30", 1);
   ctx = make(t, GA_API_ES2, 3, 0);
   assert_null(ctx->dispatch->BindVertexArray);
   assert_non_null(ctx->dispatch->DrawArraysInstanced);
   release(t, ctx);
}

static void extension_needs_the_device(void **state)
{
   struct ga_test *t = *state;
   assert_true(advertises(t->ctx, "GL_EXT_texture_compression_s3tc"));
   t->screen->refused[PIPE_FORMAT_DXT3_RGBA / 64] |= (uint64_t)1 << (PIPE_FORMAT_DXT3_RGBA % 64);
   struct ga_context *ctx = make(t, GA_API_ES2, 2, 0);
   assert_false(advertises(ctx, "GL_EXT_texture_compression_s3tc"));
   assert_false(advertises(ctx, "GL_EXT_texture_compression_dxt1"));
   assert_false(advertises(ctx, "GL_NV_texture_compression_s3tc_update"));
   GLint formats[8] = {0};
   GL(GetIntegerv, GL_NUM_COMPRESSED_TEXTURE_FORMATS, formats);
   assert_int_equal(formats[0], 1 + 28); /* ETC1, ASTC */
   release(t, ctx);
}

/* As many values as CompressedTexImage takes formats, none beyond: ETC1, S3TC, S3TC with sRGB, RGTC, BPTC, ETC2/EAC,
 * ASTC. */
static void compressed_formats(void **state)
{
   struct ga_test *t = *state;
   enum { ETC1 = 1, S3TC = 8, RGTC = 4, BPTC = 4, ETC2 = 10, ASTC = 28, ALL = ETC1 + S3TC + RGTC + BPTC + ETC2 + ASTC };
   setenv("GLOAM_FORCE_VERSION", "es32", 1);
   struct ga_context *ctx = make(t, GA_API_ES2, 3, 2);
   assert_non_null(ctx);
   GLint count = 0, formats[ALL + 1];
   GLint64 wide[ALL + 1];
   GLboolean bools[ALL + 1];
   memset(formats, 0x5a, sizeof(formats));
   memset(wide, 0x5a, sizeof(wide));
   memset(bools, 0x5a, sizeof(bools));
   GL(GetIntegerv, GL_NUM_COMPRESSED_TEXTURE_FORMATS, &count);
   assert_int_equal(count, ALL);
   GL(GetIntegerv, GL_COMPRESSED_TEXTURE_FORMATS, formats);
   GL(GetInteger64v, GL_COMPRESSED_TEXTURE_FORMATS, wide);
   GL(GetBooleanv, GL_COMPRESSED_TEXTURE_FORMATS, bools);
   assert_int_equal(formats[0], GL_ETC1_RGB8_OES);
   assert_int_equal(formats[ALL - ASTC - ETC2], GL_COMPRESSED_R11_EAC);
   assert_int_equal(formats[ALL - ASTC - 1], GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC);
   assert_int_equal(formats[ALL - 1], GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR);
   for (unsigned i = 0; i < ALL; i++)
      assert_true(wide[i] == formats[i] && bools[i] == GL_TRUE && !strncmp(ga_enum_name((GLenum)formats[i]), "GL_", 3));
   assert_int_equal(formats[ALL], 0x5a5a5a5a);
   assert_true(wide[ALL] == 0x5a5a5a5a5a5a5a5a && bools[ALL] == 0x5a);
   release(t, ctx);
}

static void *find_table(void *set)
{
   return (void *)ga_dispatch_of(set, NULL);
}

/* Threads that need a table of one set at one time get the same one. */
static void tables_are_shared(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *other = ga_test_context(t, NULL);
   assert_ptr_equal(t->ctx->dispatch, other->dispatch);
   ga_context_destroy(other);
   for (int version = 21; version < 46; version++) {
      struct ga_features set;
      ga_features_init(&set, &t->screen->base, GA_API_COMPAT, version, &(struct ga_feature_flags){false});
      pthread_t thread[4];
      void *table[4];
      for (unsigned i = 0; i < 4; i++)
         assert_int_equal(pthread_create(&thread[i], NULL, find_table, &set), 0);
      for (unsigned i = 0; i < 4; i++)
         pthread_join(thread[i], &table[i]);
      for (unsigned i = 0; i < 4; i++)
         assert_ptr_equal(table[i], ga_dispatch_of(&set, NULL));
   }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(versions_of_a_small_device), TEST(force_version_reads_a_list), TEST(strings_of_forced_versions), TEST(es30_commands),
      TEST(indexed_values), TEST(es30_capabilities), TEST(core_profile), TEST(disabled_features), TEST(extension_needs_the_device), TEST(compressed_formats),
      TEST(tables_are_shared),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
