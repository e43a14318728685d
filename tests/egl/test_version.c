/* test_version.c: versions of contexts: OpenGL ES 1.1, OpenGL ES 3.2 for requests of 2.0 and up, and OpenGL up to 4.6 are offered; GLOAM_FORCE_VERSION
 * gives contexts of others. */
#include <unistd.h>

#include "egl_test.h"

#define GL_NUM_EXTENSIONS 0x821D
#define GL_MAJOR_VERSION 0x821B
#define GL_MINOR_VERSION 0x821C

static EGLContext create(EGLDisplay dpy, EGLenum api, EGLint major, EGLint minor)
{
   const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
                             EGL_CONTEXT_OPENGL_DEBUG, api == EGL_OPENGL_ES_API ? EGL_TRUE : EGL_FALSE, EGL_NONE};
   assert_true(eglBindAPI(api));
   return eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
}

/* Renderable types of all configs. */
static EGLint renderable(EGLDisplay dpy)
{
   EGLConfig config[64];
   EGLint count, type, all = ~0;
   assert_true(eglGetConfigs(dpy, config, 64, &count));
   for (EGLint i = 0; i < count; i++) {
      assert_true(eglGetConfigAttrib(dpy, config[i], EGL_RENDERABLE_TYPE, &type));
      all &= type;
   }
   return all;
}

static int teardown(void **state)
{
   unsetenv("GLOAM_FORCE_VERSION");
   return 0;
}

static void test_offered(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   assert_int_equal(renderable(dpy) & (EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENGL_BIT),
                    EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENGL_BIT);
   static const struct { EGLenum api; EGLint major, minor; } absent[] = {
      {EGL_OPENGL_ES_API, 3, 3}, {EGL_OPENGL_API, 4, 7}};
   for (unsigned i = 0; i < COUNT(absent); i++) {
      assert_ptr_equal(create(dpy, absent[i].api, absent[i].major, absent[i].minor), EGL_NO_CONTEXT);
      assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   }
   assert_true(eglTerminate(dpy));
}

/* GLOAM_FORCE_VERSION=es20: a request for OpenGL ES 2.0 gets exactly that version, and later ones do not exist. */
static void test_forced_es20(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   setenv("GLOAM_FORCE_VERSION", "es20", 1);
   EGLContext ctx = create(dpy, EGL_OPENGL_ES_API, 2, 0);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   EGLint value;
   assert_true(eglQueryContext(dpy, ctx, EGL_CONTEXT_CLIENT_VERSION, &value));
   assert_int_equal(value, 2);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "OpenGL ES 2.0 gloam"), glGetString(GL_VERSION));
   assert_string_equal((const char *)glGetString(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 1.00");
   GLint major = -77;
   glGetIntegerv(GL_MAJOR_VERSION, &major);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   assert_int_equal(major, -77);
   assert_ptr_equal(create(dpy, EGL_OPENGL_ES_API, 3, 0), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
   assert_true(eglTerminate(dpy));
}

/* EGL 1.5, 3.7.1: version 1 is the default. OpenGL ES 1.1 is compatible with 1.0. */
static void test_es1(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   static const EGLint attribs[][5] = {{EGL_NONE}, {EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE},
      {EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE}};
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
   for (unsigned i = 0; i < COUNT(attribs); i++) {
      const EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs[i]);
      assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
      EGLint version;
      assert_true(eglQueryContext(dpy, ctx, EGL_CONTEXT_CLIENT_VERSION, &version));
      assert_int_equal(version, 1);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "OpenGL ES-CM 1.1 gloam"), glGetString(GL_VERSION));
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroyContext(dpy, ctx));
   }
   assert_ptr_equal(create(dpy, EGL_OPENGL_ES_API, 1, 2), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglTerminate(dpy));
}

/* EGL_KHR_create_context: each request for 2.0 or later gets the highest version, which is compatible with them. */
static void test_es(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   static const EGLint versions[] = {20, 30, 31, 32};
   for (unsigned i = 0; i < COUNT(versions); i++) {
      EGLContext ctx = create(dpy, EGL_OPENGL_ES_API, versions[i] / 10, versions[i] % 10);
      assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      EGLint value;
      assert_true(eglQueryContext(dpy, ctx, EGL_CONTEXT_CLIENT_VERSION, &value));
      assert_int_equal(value, 3);
      assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "OpenGL ES 3.2 gloam"), glGetString(GL_VERSION));
      assert_string_equal((const char *)glGetString(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 3.20");
      const char *const extensions = (const char *)glGetString(GL_EXTENSIONS);
      assert_non_null(strstr(extensions, "GL_KHR_blend_equation_advanced_coherent"));
      assert_non_null(strstr(extensions, "GL_EXT_geometry_shader"));
      GLint version[2] = {0, 0};
      glGetIntegerv(GL_MAJOR_VERSION, &version[0]);
      glGetIntegerv(GL_MINOR_VERSION, &version[1]);
      assert_int_equal(version[0], 3);
      assert_int_equal(version[1], 2);
      GLuint name = 0;
      PROC(void (*)(GLsizei, GLuint *), "glGenVertexArrays")(1, &name);
      assert_int_not_equal(name, 0);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroyContext(dpy, ctx));
   }
   assert_true(eglTerminate(dpy));
}

/* Programs select code paths by this list, so that a change of it may change their pictures. */
static const char core_extensions[] =
   "GL_3DFX_texture_compression_FXT1 "
   "GL_AMD_conservative_depth "
   "GL_AMD_depth_clamp_separate "
   "GL_AMD_draw_buffers_blend "
   "GL_AMD_framebuffer_multisample_advanced "
   "GL_AMD_gpu_shader_int64 "
   "GL_AMD_multi_draw_indirect "
   "GL_AMD_pinned_memory "
   "GL_AMD_query_buffer_object "
   "GL_AMD_seamless_cubemap_per_texture "
   "GL_AMD_shader_stencil_export "
   "GL_AMD_shader_trinary_minmax "
   "GL_AMD_texture_texture4 "
   "GL_AMD_vertex_shader_layer "
   "GL_AMD_vertex_shader_viewport_index "
   "GL_ANGLE_texture_compression_dxt3 "
   "GL_ANGLE_texture_compression_dxt5 "
   "GL_ARB_ES2_compatibility "
   "GL_ARB_ES3_1_compatibility "
   "GL_ARB_ES3_2_compatibility "
   "GL_ARB_ES3_compatibility "
   "GL_ARB_arrays_of_arrays "
   "GL_ARB_base_instance "
   "GL_ARB_bindless_texture "
   "GL_ARB_blend_func_extended "
   "GL_ARB_buffer_storage "
   "GL_ARB_clear_buffer_object "
   "GL_ARB_clear_texture "
   "GL_ARB_clip_control "
   "GL_ARB_compressed_texture_pixel_storage "
   "GL_ARB_compute_shader "
   "GL_ARB_compute_variable_group_size "
   "GL_ARB_conditional_render_inverted "
   "GL_ARB_conservative_depth "
   "GL_ARB_copy_buffer "
   "GL_ARB_copy_image "
   "GL_ARB_cull_distance "
   "GL_ARB_debug_output "
   "GL_ARB_depth_buffer_float "
   "GL_ARB_depth_clamp "
   "GL_ARB_depth_texture "
   "GL_ARB_derivative_control "
   "GL_ARB_direct_state_access "
   "GL_ARB_draw_buffers "
   "GL_ARB_draw_buffers_blend "
   "GL_ARB_draw_elements_base_vertex "
   "GL_ARB_draw_indirect "
   "GL_ARB_draw_instanced "
   "GL_ARB_enhanced_layouts "
   "GL_ARB_explicit_attrib_location "
   "GL_ARB_explicit_uniform_location "
   "GL_ARB_fragment_coord_conventions "
   "GL_ARB_fragment_layer_viewport "
   "GL_ARB_fragment_shader "
   "GL_ARB_framebuffer_no_attachments "
   "GL_ARB_framebuffer_object "
   "GL_ARB_framebuffer_sRGB "
   "GL_ARB_get_program_binary "
   "GL_ARB_get_texture_sub_image "
   "GL_ARB_gl_spirv "
   "GL_ARB_gpu_shader5 "
   "GL_ARB_gpu_shader_fp64 "
   "GL_ARB_gpu_shader_int64 "
   "GL_ARB_half_float_pixel "
   "GL_ARB_half_float_vertex "
   "GL_ARB_indirect_parameters "
   "GL_ARB_instanced_arrays "
   "GL_ARB_internalformat_query "
   "GL_ARB_internalformat_query2 "
   "GL_ARB_invalidate_subdata "
   "GL_ARB_map_buffer_alignment "
   "GL_ARB_map_buffer_range "
   "GL_ARB_multi_bind "
   "GL_ARB_multi_draw_indirect "
   "GL_ARB_occlusion_query "
   "GL_ARB_occlusion_query2 "
   "GL_ARB_parallel_shader_compile "
   "GL_ARB_pipeline_statistics_query "
   "GL_ARB_pixel_buffer_object "
   "GL_ARB_point_sprite "
   "GL_ARB_polygon_offset_clamp "
   "GL_ARB_program_interface_query "
   "GL_ARB_provoking_vertex "
   "GL_ARB_query_buffer_object "
   "GL_ARB_robust_buffer_access_behavior "
   "GL_ARB_robustness "
   "GL_ARB_sample_locations "
   "GL_ARB_sample_shading "
   "GL_ARB_sampler_objects "
   "GL_ARB_seamless_cube_map "
   "GL_ARB_seamless_cubemap_per_texture "
   "GL_ARB_separate_shader_objects "
   "GL_ARB_shader_atomic_counter_ops "
   "GL_ARB_shader_atomic_counters "
   "GL_ARB_shader_ballot "
   "GL_ARB_shader_bit_encoding "
   "GL_ARB_shader_clock "
   "GL_ARB_shader_draw_parameters "
   "GL_ARB_shader_group_vote "
   "GL_ARB_shader_image_load_store "
   "GL_ARB_shader_image_size "
   "GL_ARB_shader_objects "
   "GL_ARB_shader_precision "
   "GL_ARB_shader_stencil_export "
   "GL_ARB_shader_storage_buffer_object "
   "GL_ARB_shader_subroutine "
   "GL_ARB_shader_texture_image_samples "
   "GL_ARB_shader_texture_lod "
   "GL_ARB_shader_viewport_layer_array "
   "GL_ARB_shading_language_420pack "
   "GL_ARB_shading_language_include "
   "GL_ARB_shading_language_packing "
   "GL_ARB_shadow "
   "GL_ARB_spirv_extensions "
   "GL_ARB_stencil_texturing "
   "GL_ARB_sync "
   "GL_ARB_tessellation_shader "
   "GL_ARB_texture_barrier "
   "GL_ARB_texture_border_clamp "
   "GL_ARB_texture_buffer_object "
   "GL_ARB_texture_buffer_object_rgb32 "
   "GL_ARB_texture_buffer_range "
   "GL_ARB_texture_compression_bptc "
   "GL_ARB_texture_compression_rgtc "
   "GL_ARB_texture_cube_map_array "
   "GL_ARB_texture_filter_anisotropic "
   "GL_ARB_texture_filter_minmax "
   "GL_ARB_texture_float "
   "GL_ARB_texture_gather "
   "GL_ARB_texture_mirror_clamp_to_edge "
   "GL_ARB_texture_multisample "
   "GL_ARB_texture_non_power_of_two "
   "GL_ARB_texture_query_levels "
   "GL_ARB_texture_query_lod "
   "GL_ARB_texture_rectangle "
   "GL_ARB_texture_rg "
   "GL_ARB_texture_rgb10_a2ui "
   "GL_ARB_texture_stencil8 "
   "GL_ARB_texture_storage "
   "GL_ARB_texture_storage_multisample "
   "GL_ARB_texture_swizzle "
   "GL_ARB_texture_view "
   "GL_ARB_timer_query "
   "GL_ARB_transform_feedback2 "
   "GL_ARB_transform_feedback3 "
   "GL_ARB_transform_feedback_instanced "
   "GL_ARB_transform_feedback_overflow_query "
   "GL_ARB_uniform_buffer_object "
   "GL_ARB_vertex_array_bgra "
   "GL_ARB_vertex_array_object "
   "GL_ARB_vertex_attrib_64bit "
   "GL_ARB_vertex_attrib_binding "
   "GL_ARB_vertex_buffer_object "
   "GL_ARB_vertex_shader "
   "GL_ARB_vertex_type_10f_11f_11f_rev "
   "GL_ARB_vertex_type_2_10_10_10_rev "
   "GL_ARB_viewport_array "
   "GL_ARM_shader_framebuffer_fetch_depth_stencil "
   "GL_ATI_blend_equation_separate "
   "GL_ATI_meminfo "
   "GL_ATI_texture_float "
   "GL_ATI_texture_mirror_once "
   "GL_EXT_EGL_image_storage "
   "GL_EXT_EGL_image_storage_compression "
   "GL_EXT_EGL_sync "
   "GL_EXT_abgr "
   "GL_EXT_bgra "
   "GL_EXT_blend_equation_separate "
   "GL_EXT_blend_minmax "
   "GL_EXT_debug_label "
   "GL_EXT_demote_to_helper_invocation "
   "GL_EXT_depth_bounds_test "
   "GL_EXT_draw_buffers2 "
   "GL_EXT_draw_instanced "
   "GL_EXT_framebuffer_blit "
   "GL_EXT_framebuffer_multisample "
   "GL_EXT_framebuffer_multisample_blit_scaled "
   "GL_EXT_framebuffer_object "
   "GL_EXT_framebuffer_sRGB "
   "GL_EXT_memory_object "
   "GL_EXT_memory_object_fd "
   "GL_EXT_mesh_shader "
   "GL_EXT_multi_draw_arrays "
   "GL_EXT_packed_depth_stencil "
   "GL_EXT_packed_float "
   "GL_EXT_pixel_buffer_object "
   "GL_EXT_polygon_offset_clamp "
   "GL_EXT_provoking_vertex "
   "GL_EXT_shader_clock "
   "GL_EXT_shader_framebuffer_fetch "
   "GL_EXT_shader_framebuffer_fetch_non_coherent "
   "GL_EXT_shader_image_load_formatted "
   "GL_EXT_shader_integer_mix "
   "GL_EXT_texture_array "
   "GL_EXT_texture_buffer_object "
   "GL_EXT_texture_compression_dxt1 "
   "GL_EXT_texture_compression_rgtc "
   "GL_EXT_texture_compression_s3tc "
   "GL_EXT_texture_filter_anisotropic "
   "GL_EXT_texture_integer "
   "GL_EXT_texture_mirror_clamp "
   "GL_EXT_texture_sRGB "
   "GL_EXT_texture_sRGB_R8 "
   "GL_EXT_texture_sRGB_RG8 "
   "GL_EXT_texture_sRGB_decode "
   "GL_EXT_texture_shadow_lod "
   "GL_EXT_texture_shared_exponent "
   "GL_EXT_texture_snorm "
   "GL_EXT_texture_storage "
   "GL_EXT_texture_swizzle "
   "GL_EXT_timer_query "
   "GL_EXT_transform_feedback "
   "GL_EXT_vertex_array_bgra "
   "GL_EXT_vertex_attrib_64bit "
   "GL_EXT_window_rectangles "
   "GL_IBM_multimode_draw_arrays "
   "GL_INTEL_blackhole_render "
   "GL_INTEL_shader_atomic_float_minmax "
   "GL_KHR_blend_equation_advanced "
   "GL_KHR_blend_equation_advanced_coherent "
   "GL_KHR_context_flush_control "
   "GL_KHR_debug "
   "GL_KHR_no_error "
   "GL_KHR_parallel_shader_compile "
   "GL_KHR_robust_buffer_access_behavior "
   "GL_KHR_robustness "
   "GL_KHR_shader_subgroup "
   "GL_KHR_texture_compression_astc_ldr "
   "GL_KHR_texture_compression_astc_sliced_3d "
   "GL_MESA_framebuffer_flip_y "
   "GL_MESA_pack_invert "
   "GL_MESA_shader_integer_functions "
   "GL_MESA_texture_signed_rgba "
   "GL_MESA_ycbcr_texture "
   "GL_NVX_gpu_memory_info "
   "GL_NV_alpha_to_coverage_dither_control "
   "GL_NV_conditional_render "
   "GL_NV_copy_image "
   "GL_NV_depth_clamp "
   "GL_NV_packed_depth_stencil "
   "GL_NV_sample_locations "
   "GL_NV_shader_atomic_float "
   "GL_NV_texture_barrier "
   "GL_OES_EGL_image "
   "GL_OVR_multiview "
   "GL_OVR_multiview2 "
   "GL_S3_s3tc";

/* Semaphores are those of the kernel's interface for a card. */
static bool is_of_render_nodes(const char *name)
{
   return strcmp(name, "GL_EXT_semaphore") == 0 || strcmp(name, "GL_EXT_semaphore_fd") == 0;
}

/* The names that glGetStringi returns, separated by spaces. */
static void check_extensions(void)
{
   const char *rest = core_extensions;
   const bool has_node = access("/dev/dri/renderD128", F_OK) == 0;
   GLint count = 0, of_render_nodes = 0;
   const GLubyte *(*const get_string)(GLenum, GLuint) = PROC(const GLubyte *(*)(GLenum, GLuint), "glGetStringi");
   glGetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (GLint i = 0; i < count; i++) {
      const char *name = (const char *)get_string(GL_EXTENSIONS, (GLuint)i);
      if (is_of_render_nodes(name)) {
         of_render_nodes++;
         continue;
      }
      if (strncmp(rest, name, strlen(name)) != 0 || (rest[strlen(name)] != ' ' && rest[strlen(name)] != '\0'))
         fail_msg("%s is not the next of the list: %.40s", name, rest);
      rest += strlen(name) + (rest[strlen(name)] == ' ');
   }
   assert_string_equal(rest, "");
   assert_int_equal(of_render_nodes, has_node ? 2 : 0);
}

/* Requests for 3.1 and later get the highest version, which contains them. */
static void test_core(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   for (EGLint version = 31; version <= 46; version = version == 33 ? 40 : version + 1) {
      EGLContext ctx = create(dpy, EGL_OPENGL_API, version / 10, version % 10);
      assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "4.6 (Core Profile) gloam"), glGetString(GL_VERSION));
      assert_null(glGetString(GL_EXTENSIONS));
      assert_int_equal(glGetError(), GL_INVALID_ENUM);
      check_extensions();
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroyContext(dpy, ctx));
   }
   assert_true(eglTerminate(dpy));
}

/* EGL_KHR_create_context: forward-compatible contexts exist from 3.0 on. */
static void test_forward_compatible(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   static const struct { EGLint major, minor, error; } rows[] = {
      {1, 0, EGL_BAD_MATCH}, {2, 1, EGL_BAD_MATCH}, {3, 3, EGL_SUCCESS}};
   setenv("GLOAM_FORCE_VERSION", "gl33", 1);
   assert_true(eglBindAPI(EGL_OPENGL_API));
   for (unsigned i = 0; i < COUNT(rows); i++) {
      const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, rows[i].major, EGL_CONTEXT_MINOR_VERSION, rows[i].minor,
                                EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE, EGL_NONE};
      EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
      assert_int_equal(eglGetError(), rows[i].error);
      assert_true(ctx == EGL_NO_CONTEXT || eglDestroyContext(dpy, ctx));
   }
   assert_true(eglTerminate(dpy));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_offered, teardown),
      cmocka_unit_test_teardown(test_forced_es20, teardown),
      cmocka_unit_test_teardown(test_es1, teardown),
      cmocka_unit_test_teardown(test_es, teardown),
      cmocka_unit_test_teardown(test_core, teardown),
      cmocka_unit_test_teardown(test_forward_compatible, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
