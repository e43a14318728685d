/* glGet*: the initial value of every row of the ES 2.0 state tables (6.2 to 6.20) that glGet answers, the minimum of every
 * implementation limit, and the conversions of 6.1.2. The rows are the specification's, not ga_get.csv's. */
#include <math.h>

#include "ga_test.h"
#include "gl-api/object/ga_fbo.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

struct row { GLenum pname; unsigned count; GLfloat value[5]; };

static const struct row initial[] = {
   /* table 6.2 and 6.3: vertex arrays, buffers */
   {GL_ARRAY_BUFFER_BINDING, 1, {0}},
   {GL_ELEMENT_ARRAY_BUFFER_BINDING, 1, {0}},
   {GL_VERTEX_ARRAY_BINDING, 1, {0}}, /* OES_vertex_array_object */
   /* 6.5: transformation; the surface is 64 x 48 */
   {GL_VIEWPORT, 4, {0, 0, 64, 48}},
   {GL_DEPTH_RANGE, 2, {0, 1}},
   /* 6.6: rasterization */
   {GL_LINE_WIDTH, 1, {1}},
   {GL_CULL_FACE, 1, {0}},
   {GL_CULL_FACE_MODE, 1, {GL_BACK}},
   {GL_FRONT_FACE, 1, {GL_CCW}},
   {GL_POLYGON_OFFSET_FACTOR, 1, {0}},
   {GL_POLYGON_OFFSET_UNITS, 1, {0}},
   {GL_POLYGON_OFFSET_FILL, 1, {0}},
   /* 6.7: multisampling */
   {GL_SAMPLE_ALPHA_TO_COVERAGE, 1, {0}},
   {GL_SAMPLE_COVERAGE, 1, {0}},
   {GL_SAMPLE_COVERAGE_VALUE, 1, {1}},
   {GL_SAMPLE_COVERAGE_INVERT, 1, {0}},
   /* 6.8 and 6.10: textures */
   {GL_TEXTURE_BINDING_2D, 1, {0}},
   {GL_TEXTURE_BINDING_CUBE_MAP, 1, {0}},
   {GL_ACTIVE_TEXTURE, 1, {GL_TEXTURE0}},
   /* 6.11 and 6.12: pixel operations */
   {GL_SCISSOR_TEST, 1, {0}},
   {GL_SCISSOR_BOX, 4, {0, 0, 64, 48}},
   {GL_STENCIL_TEST, 1, {0}},
   {GL_STENCIL_FUNC, 1, {GL_ALWAYS}},
   {GL_STENCIL_REF, 1, {0}},
   {GL_STENCIL_FAIL, 1, {GL_KEEP}},
   {GL_STENCIL_PASS_DEPTH_FAIL, 1, {GL_KEEP}},
   {GL_STENCIL_PASS_DEPTH_PASS, 1, {GL_KEEP}},
   {GL_STENCIL_BACK_FUNC, 1, {GL_ALWAYS}},
   {GL_STENCIL_BACK_REF, 1, {0}},
   {GL_STENCIL_BACK_FAIL, 1, {GL_KEEP}},
   {GL_STENCIL_BACK_PASS_DEPTH_FAIL, 1, {GL_KEEP}},
   {GL_STENCIL_BACK_PASS_DEPTH_PASS, 1, {GL_KEEP}},
   {GL_DEPTH_TEST, 1, {0}},
   {GL_DEPTH_FUNC, 1, {GL_LESS}},
   {GL_BLEND, 1, {0}},
   {GL_BLEND_SRC_RGB, 1, {GL_ONE}},
   {GL_BLEND_SRC_ALPHA, 1, {GL_ONE}},
   {GL_BLEND_DST_RGB, 1, {GL_ZERO}},
   {GL_BLEND_DST_ALPHA, 1, {GL_ZERO}},
   {GL_BLEND_EQUATION_RGB, 1, {GL_FUNC_ADD}},
   {GL_BLEND_EQUATION_ALPHA, 1, {GL_FUNC_ADD}},
   {GL_BLEND_COLOR, 4, {0, 0, 0, 0}},
   {GL_DITHER, 1, {1}},
   /* 6.13: framebuffer control */
   {GL_COLOR_WRITEMASK, 4, {1, 1, 1, 1}},
   {GL_DEPTH_WRITEMASK, 1, {1}},
   {GL_COLOR_CLEAR_VALUE, 4, {0, 0, 0, 0}},
   {GL_DEPTH_CLEAR_VALUE, 1, {1}},
   {GL_STENCIL_CLEAR_VALUE, 1, {0}},
   /* 6.14: pixels */
   {GL_UNPACK_ALIGNMENT, 1, {4}},
   {GL_PACK_ALIGNMENT, 1, {4}},
   {GL_UNPACK_ROW_LENGTH, 1, {0}}, /* EXT_unpack_subimage */
   {GL_UNPACK_SKIP_ROWS, 1, {0}},
   {GL_UNPACK_SKIP_PIXELS, 1, {0}},
   /* 6.15 ff.: programs, hints, framebuffers */
   {GL_CURRENT_PROGRAM, 1, {0}},
   {GL_GENERATE_MIPMAP_HINT, 1, {GL_DONT_CARE}},
   {GL_FRAGMENT_SHADER_DERIVATIVE_HINT, 1, {GL_DONT_CARE}}, /* OES_standard_derivatives */
   {GL_RENDERBUFFER_BINDING, 1, {0}},
   {GL_FRAMEBUFFER_BINDING, 1, {0}},
   /* 6.20: of the surface */
   {GL_RED_BITS, 1, {8}},
   {GL_GREEN_BITS, 1, {8}},
   {GL_BLUE_BITS, 1, {8}},
   {GL_ALPHA_BITS, 1, {8}},
   {GL_DEPTH_BITS, 1, {24}},
   {GL_STENCIL_BITS, 1, {8}},
   {GL_SAMPLE_BUFFERS, 1, {0}},
   {GL_SAMPLES, 1, {0}},
   {GL_IMPLEMENTATION_COLOR_READ_FORMAT, 1, {GL_RGBA}},
   {GL_IMPLEMENTATION_COLOR_READ_TYPE, 1, {GL_UNSIGNED_BYTE}},
   {GL_SHADER_COMPILER, 1, {1}},
   {GL_NUM_SHADER_BINARY_FORMATS, 1, {0}},
   {GL_SHADER_BINARY_FORMATS, 0, {0}},
   {GL_NUM_COMPRESSED_TEXTURE_FORMATS, 1, {5 + 28}},
   /* KHR_debug, KHR_robustness */
   {GL_DEBUG_OUTPUT, 1, {0}},
   {GL_DEBUG_OUTPUT_SYNCHRONOUS, 1, {0}},
   {GL_DEBUG_LOGGED_MESSAGES, 1, {0}},
   {GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, 1, {0}},
   {GL_DEBUG_GROUP_STACK_DEPTH, 1, {1}},
   {GL_CONTEXT_ROBUST_ACCESS, 1, {0}},
   {GL_RESET_NOTIFICATION_STRATEGY, 1, {GL_LOSE_CONTEXT_ON_RESET}},
};

/* Minimum values of tables 6.18 to 6.20 and of the extensions. */
static const struct row minimum[] = {
   {GL_MAX_TEXTURE_SIZE, 1, {64}},
   {GL_MAX_CUBE_MAP_TEXTURE_SIZE, 1, {16}},
   {GL_MAX_RENDERBUFFER_SIZE, 1, {1}},
   {GL_MAX_VIEWPORT_DIMS, 2, {64, 64}},
   {GL_SUBPIXEL_BITS, 1, {4}},
   {GL_MAX_VERTEX_ATTRIBS, 1, {8}},
   {GL_MAX_VERTEX_UNIFORM_VECTORS, 1, {128}},
   {GL_MAX_VARYING_VECTORS, 1, {8}},
   {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 1, {8}},
   {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, 1, {0}},
   {GL_MAX_TEXTURE_IMAGE_UNITS, 1, {8}},
   {GL_MAX_FRAGMENT_UNIFORM_VECTORS, 1, {16}},
   {GL_MAX_DEBUG_MESSAGE_LENGTH, 1, {1}},
   {GL_MAX_DEBUG_LOGGED_MESSAGES, 1, {1}},
   {GL_MAX_DEBUG_GROUP_STACK_DEPTH, 1, {64}},
   {GL_MAX_LABEL_LENGTH, 1, {256}},
};

static void initial_values(void **state)
{
   CONTEXT;
   for (unsigned i = 0; i < sizeof(initial) / sizeof(initial[0]); i++) {
      const struct row *row = &initial[i];
      GLfloat f[8];
      GLint v[8];
      GLboolean b[8];
      for (unsigned n = 0; n < 8; n++) {
         f[n] = -77;
         v[n] = -77;
         b[n] = 77;
      }
      GL(GetFloatv, row->pname, f);
      GL(GetIntegerv, row->pname, v);
      GL(GetBooleanv, row->pname, b);
      GLenum error = ga_GetError(ctx);
      if (error)
         fail_msg("%s: %s", ga_enum_name(row->pname), ga_enum_name(error));
      for (unsigned n = 0; n < row->count; n++)
         if (f[n] != row->value[n] || b[n] != (row->value[n] != 0))
            fail_msg("%s[%u] is %g", ga_enum_name(row->pname), n, f[n]);
      /* No more values than the row has. */
      assert_true(f[row->count] == -77 && v[row->count] == -77 && b[row->count] == 77);
      bool color = row->pname == GL_BLEND_COLOR || row->pname == GL_COLOR_CLEAR_VALUE || row->pname == GL_DEPTH_RANGE ||
                   row->pname == GL_DEPTH_CLEAR_VALUE;
      for (unsigned n = 0; n < row->count; n++)
         assert_int_equal(v[n], color ? (row->value[n] != 0 ? INT32_MAX : 0) : (GLint)row->value[n]);
   }
}

static void masks_are_all_ones(void **state)
{
   CONTEXT;
   static const GLenum masks[] = {GL_STENCIL_VALUE_MASK, GL_STENCIL_WRITEMASK, GL_STENCIL_BACK_VALUE_MASK,
                                  GL_STENCIL_BACK_WRITEMASK};
   for (unsigned i = 0; i < 4; i++) {
      GLint v = 0;
      GL(GetIntegerv, masks[i], &v);
      assert_int_equal(v & 0xff, 0xff);
   }
}

static void limits(void **state)
{
   CONTEXT;
   for (unsigned i = 0; i < sizeof(minimum) / sizeof(minimum[0]); i++) {
      GLint v[4] = {-1, -1, -1, -1};
      GL(GetIntegerv, minimum[i].pname, v);
      assert_gl_error(GL_NO_ERROR);
      for (unsigned n = 0; n < minimum[i].count; n++)
         if (v[n] < (GLint)minimum[i].value[n])
            fail_msg("%s is %d", ga_enum_name(minimum[i].pname), v[n]);
   }
   GLfloat range[2];
   static const GLenum ranges[] = {GL_ALIASED_POINT_SIZE_RANGE, GL_ALIASED_LINE_WIDTH_RANGE};
   for (unsigned i = 0; i < 2; i++) {
      GL(GetFloatv, ranges[i], range);
      assert_true(range[0] == 1 && range[1] >= 1);
   }
   GLint stage, vertex, combined;
   GL(GetIntegerv, GL_MAX_TEXTURE_IMAGE_UNITS, &stage);
   GL(GetIntegerv, GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &vertex);
   GL(GetIntegerv, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &combined);
   assert_true(combined >= stage && combined >= vertex && combined <= GA_MAX_TEXTURE_UNITS);
}

static void conversions(void **state)
{
   CONTEXT;
   GLint v[4];
   GLboolean b[4];
   GLfloat f[4];
   GL(ClearColor, 1.0f, 0.5f, 0.0f, 0.25f);
   GL(GetIntegerv, GL_COLOR_CLEAR_VALUE, v);
   assert_int_equal(v[0], INT32_MAX);
   assert_true(v[1] >= 0x3fffffff && v[1] <= 0x40000000);
   assert_int_equal(v[2], 0);
   GL(GetBooleanv, GL_COLOR_CLEAR_VALUE, b);
   assert_true(b[0] == GL_TRUE && b[1] == GL_TRUE && b[2] == GL_FALSE && b[3] == GL_TRUE);
   GL(ClearColor, -1.0f, 2.0f, NAN, 1.0f); /* clampf */
   GL(GetFloatv, GL_COLOR_CLEAR_VALUE, f);
   assert_true(f[0] == 0 && f[1] == 1 && f[2] == 0 && f[3] == 1);
   GL(LineWidth, 2.6f);
   GL(GetIntegerv, GL_LINE_WIDTH, v);
   assert_int_equal(v[0], 3);
   GL(PolygonOffset, 1e20f, -1e20f);
   GL(GetIntegerv, GL_POLYGON_OFFSET_FACTOR, v);
   assert_int_equal(v[0], INT32_MAX);
   GL(GetIntegerv, GL_POLYGON_OFFSET_UNITS, v);
   assert_int_equal(v[0], INT32_MIN);
   GL(Enable, GL_BLEND);
   GL(GetFloatv, GL_BLEND, f);
   assert_true(f[0] == 1.0f);
   GL(SampleCoverage, 0.6f, GL_TRUE);
   GL(GetIntegerv, GL_SAMPLE_COVERAGE_VALUE, v);
   assert_int_equal(v[0], 1);
   GL(StencilMask, 0xdeadbeef);
   GL(GetIntegerv, GL_STENCIL_WRITEMASK, v);
   assert_int_equal((GLuint)v[0], 0xdeadbeef);
   assert_gl_error(GL_NO_ERROR);
}

/* Setters and their queries. */
static void set_and_get(void **state)
{
   CONTEXT;
   GLint v[4];
   GL(Viewport, -5, 7, 100000, 3);
   GL(GetIntegerv, GL_VIEWPORT, v);
   assert_true(v[0] == -5 && v[1] == 7 && v[2] == ctx->limits.max_viewport[0] && v[3] == 3); /* 2.12.1: clamped */
   GL(StencilFuncSeparate, GL_BACK, GL_LEQUAL, 5, 0x0f);
   GL(GetIntegerv, GL_STENCIL_BACK_FUNC, v);
   assert_int_equal(v[0], GL_LEQUAL);
   GL(GetIntegerv, GL_STENCIL_FUNC, v);
   assert_int_equal(v[0], GL_ALWAYS);
   GL(StencilOpSeparate, GL_FRONT, GL_INVERT, GL_INCR_WRAP, GL_REPLACE);
   GL(GetIntegerv, GL_STENCIL_PASS_DEPTH_FAIL, v);
   assert_int_equal(v[0], GL_INCR_WRAP);
   GL(GetIntegerv, GL_STENCIL_BACK_PASS_DEPTH_FAIL, v);
   assert_int_equal(v[0], GL_KEEP);
   GL(BlendEquation, GL_MAX);
   GL(GetIntegerv, GL_BLEND_EQUATION_ALPHA, v);
   assert_int_equal(v[0], GL_MAX);
   GL(ColorMask, 2, 0, 1, 0); /* any non-zero is true */
   GL(GetIntegerv, GL_COLOR_WRITEMASK, v);
   assert_true(v[0] == 1 && v[1] == 0 && v[2] == 1 && v[3] == 0);
   static const GLenum caps[] = {GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_DITHER, GL_POLYGON_OFFSET_FILL,
                                 GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST, GL_STENCIL_TEST,
                                 GL_DEBUG_OUTPUT, GL_DEBUG_OUTPUT_SYNCHRONOUS};
   for (unsigned i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
      GL(Enable, caps[i]);
      assert_true(GL(IsEnabled, caps[i]));
      GL(Disable, caps[i]);
      assert_false(GL(IsEnabled, caps[i]));
      GL(GetIntegerv, caps[i], v);
      assert_int_equal(v[0], 0);
   }
   assert_gl_error(GL_NO_ERROR);
}

static void vertex_attributes(void **state)
{
   CONTEXT;
   for (GLuint i = 0; i < (GLuint)ctx->limits.max_vertex_attribs; i++) {
      GLfloat f[4];
      GLint v[4];
      void *pointer = f;
      GL(GetVertexAttribfv, i, GL_CURRENT_VERTEX_ATTRIB, f);
      assert_true(f[0] == 0 && f[1] == 0 && f[2] == 0 && f[3] == 1);
      static const struct { GLenum pname; GLint value; } rows[] = {
         {GL_VERTEX_ATTRIB_ARRAY_ENABLED, 0}, {GL_VERTEX_ATTRIB_ARRAY_SIZE, 4}, {GL_VERTEX_ATTRIB_ARRAY_STRIDE, 0},
         {GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_FLOAT}, {GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, 0},
         {GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, 0}};
      for (unsigned n = 0; n < 6; n++) {
         GL(GetVertexAttribiv, i, rows[n].pname, v);
         assert_int_equal(v[0], rows[n].value);
         GL(GetVertexAttribfv, i, rows[n].pname, f);
         assert_true(f[0] == rows[n].value);
      }
      GL(GetVertexAttribPointerv, i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
      assert_null(pointer);
   }
   GLint v[4];
   GL(VertexAttrib2f, 3, 1.6f, -1.6f);
   GL(GetVertexAttribiv, 3, GL_CURRENT_VERTEX_ATTRIB, v);
   assert_true(v[0] == 2 && v[1] == -2 && v[2] == 0 && v[3] == 1);
   assert_gl_error(GL_NO_ERROR);
}

/* Programs select code paths by this list: a change of it is a change of what they do. */
static const char es2_extensions[] =
   "GL_ANGLE_pack_reverse_row_order "
   "GL_ANGLE_texture_compression_dxt3 "
   "GL_ANGLE_texture_compression_dxt5 "
   "GL_APPLE_sync "
   "GL_APPLE_texture_max_level "
   "GL_ARM_shader_framebuffer_fetch_depth_stencil "
   "GL_EXT_blend_func_extended "
   "GL_EXT_blend_minmax "
   "GL_EXT_clip_control "
   "GL_EXT_compressed_ETC1_RGB8_sub_texture "
   "GL_EXT_debug_label "
   "GL_EXT_debug_marker "
   "GL_EXT_depth_clamp "
   "GL_EXT_discard_framebuffer "
   "GL_EXT_disjoint_timer_query "
   "GL_EXT_draw_buffers "
   "GL_EXT_draw_elements_base_vertex "
   "GL_EXT_draw_instanced "
   "GL_EXT_frag_depth "
   "GL_EXT_instanced_arrays "
   "GL_EXT_map_buffer_range "
   "GL_EXT_multi_draw_arrays "
   "GL_EXT_occlusion_query_boolean "
   "GL_EXT_polygon_offset_clamp "
   "GL_EXT_read_format_bgra "
   "GL_EXT_robustness "
   "GL_EXT_sRGB "
   "GL_EXT_sRGB_write_control "
   "GL_EXT_separate_shader_objects "
   "GL_EXT_shader_framebuffer_fetch "
   "GL_EXT_shader_framebuffer_fetch_non_coherent "
   "GL_EXT_shader_texture_lod "
   "GL_EXT_shadow_samplers "
   "GL_EXT_texture_border_clamp "
   "GL_EXT_texture_compression_dxt1 "
   "GL_EXT_texture_compression_s3tc "
   "GL_EXT_texture_filter_anisotropic "
   "GL_EXT_texture_format_BGRA8888 "
   "GL_EXT_texture_mirror_clamp_to_edge "
   "GL_EXT_texture_rg "
   "GL_EXT_texture_sRGB_decode "
   "GL_EXT_texture_storage "
   "GL_EXT_texture_type_2_10_10_10_REV "
   "GL_EXT_unpack_subimage "
   "GL_KHR_blend_equation_advanced "
   "GL_KHR_blend_equation_advanced_coherent "
   "GL_KHR_context_flush_control "
   "GL_KHR_debug "
   "GL_KHR_no_error "
   "GL_KHR_parallel_shader_compile "
   "GL_KHR_robust_buffer_access_behavior "
   "GL_KHR_robustness "
   "GL_KHR_texture_compression_astc_ldr "
   "GL_MESA_sampler_objects "
   "GL_NV_alpha_to_coverage_dither_control "
   "GL_NV_draw_buffers "
   "GL_NV_fbo_color_attachments "
   "GL_NV_framebuffer_blit "
   "GL_NV_generate_mipmap_sRGB "
   "GL_NV_pack_subimage "
   "GL_NV_pixel_buffer_object "
   "GL_NV_read_buffer "
   "GL_NV_read_depth "
   "GL_NV_read_depth_stencil "
   "GL_NV_read_stencil "
   "GL_NV_texture_barrier "
   "GL_NV_texture_compression_s3tc_update "
   "GL_OES_EGL_image "
   "GL_OES_EGL_image_external "
   "GL_OES_EGL_sync "
   "GL_OES_compressed_ETC1_RGB8_texture "
   "GL_OES_depth24 "
   "GL_OES_depth_texture "
   "GL_OES_depth_texture_cube_map "
   "GL_OES_draw_elements_base_vertex "
   "GL_OES_element_index_uint "
   "GL_OES_fbo_render_mipmap "
   "GL_OES_get_program_binary "
   "GL_OES_mapbuffer "
   "GL_OES_packed_depth_stencil "
   "GL_OES_required_internalformat "
   "GL_OES_rgb8_rgba8 "
   "GL_OES_standard_derivatives "
   "GL_OES_surfaceless_context "
   "GL_OES_texture_3D "
   "GL_OES_texture_border_clamp "
   "GL_OES_texture_float "
   "GL_OES_texture_float_linear "
   "GL_OES_texture_half_float "
   "GL_OES_texture_half_float_linear "
   "GL_OES_texture_npot "
   "GL_OES_vertex_array_object "
   "GL_OES_vertex_half_float";

static void strings(void **state)
{
   CONTEXT;
   assert_string_equal((const char *)GL(GetString, GL_VENDOR), "gloam");
   assert_string_equal((const char *)GL(GetString, GL_RENDERER), "fake");
   assert_ptr_equal(strstr((const char *)GL(GetString, GL_VERSION), "OpenGL ES 2.0"), GL(GetString, GL_VERSION));
   assert_ptr_equal(strstr((const char *)GL(GetString, GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 1.00"),
                    GL(GetString, GL_SHADING_LANGUAGE_VERSION));
   assert_string_equal((const char *)GL(GetString, GL_EXTENSIONS), es2_extensions);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      TEST(initial_values), TEST(masks_are_all_ones), TEST(limits), TEST(conversions), TEST(set_and_get),
      TEST(vertex_attributes), TEST(strings),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
