/* test_gbm_abi.c: the layout of libgbm's backend interface, versions 0 and 1, on 64-bit hosts (Mesa's gbm_backend_abi.h), and the
 * result of the library's entry point. Argument: the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <dlfcn.h>

#include "egl/ge_gbm_abi.h"

static const char *library;

#define AT(type, member, offset) _Static_assert(offsetof(type, member) == (offset), #type "." #member)
/* gbm_device: a pointer of libgbm, then version 0. */
AT(struct gbm_device, v0, 8);
AT(struct gbm_device_v0, backend_desc, 0);
AT(struct gbm_device_v0, backend_version, 8);
AT(struct gbm_device_v0, fd, 12);
AT(struct gbm_device_v0, name, 16);
AT(struct gbm_device_v0, destroy, 24);
AT(struct gbm_device_v0, is_format_supported, 32);
AT(struct gbm_device_v0, get_format_modifier_plane_count, 40);
AT(struct gbm_device_v0, bo_create, 48);
AT(struct gbm_device_v0, bo_import, 56);
AT(struct gbm_device_v0, bo_map, 64);
AT(struct gbm_device_v0, bo_unmap, 72);
AT(struct gbm_device_v0, bo_write, 80);
AT(struct gbm_device_v0, bo_get_fd, 88);
AT(struct gbm_device_v0, bo_get_planes, 96);
AT(struct gbm_device_v0, bo_get_handle, 104);
AT(struct gbm_device_v0, bo_get_plane_fd, 112);
AT(struct gbm_device_v0, bo_get_stride, 120);
AT(struct gbm_device_v0, bo_get_offset, 128);
AT(struct gbm_device_v0, bo_get_modifier, 136);
AT(struct gbm_device_v0, bo_destroy, 144);
AT(struct gbm_device_v0, surface_create, 152);
AT(struct gbm_device_v0, surface_lock_front_buffer, 160);
AT(struct gbm_device_v0, surface_release_buffer, 168);
AT(struct gbm_device_v0, surface_has_free_buffers, 176);
AT(struct gbm_device_v0, surface_destroy, 184);
AT(struct gbm_bo, v0, 8);
AT(struct gbm_bo_v0, width, 0);
AT(struct gbm_bo_v0, height, 4);
AT(struct gbm_bo_v0, stride, 8);
AT(struct gbm_bo_v0, format, 12);
AT(struct gbm_bo_v0, handle, 16);
AT(struct gbm_bo_v0, user_data, 24);
AT(struct gbm_bo_v0, destroy_user_data, 32);
AT(struct gbm_surface, v0, 8);
AT(struct gbm_surface_v0, width, 0);
AT(struct gbm_surface_v0, flags, 12);
AT(struct gbm_surface_v0, modifiers, 16);
AT(struct gbm_surface_v0, modifier_count, 24);
AT(struct gbm_backend_v0, backend_version, 0);
AT(struct gbm_backend_v0, backend_name, 8);
AT(struct gbm_backend_v0, create_device, 16);
AT(struct gbm_core_v0, core_version, 0);
AT(struct gbm_core_v0, format_canonicalize, 8);
_Static_assert(sizeof(struct gbm_device) == 200 && sizeof(struct gbm_bo) == 48 && sizeof(struct gbm_surface) == 40, "sizes");

static void test_entry(void **state)
{
   (void)state;
   void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
   assert_non_null(handle);
   const struct gbm_backend *(*get)(const struct gbm_core *) =
      (const struct gbm_backend *(*)(const struct gbm_core *))dlsym(handle, "gbmint_get_backend");
   assert_non_null(get);
   const struct gbm_core core = {0};
   const struct gbm_backend *backend = get(&core);
   assert_non_null(backend);
   assert_int_equal(backend->v0.backend_version, 1);
   assert_string_equal(backend->v0.backend_name, "gloam");
   /* A device has the lower version of libgbm's and the backend's. */
   for (uint32_t version = 0; version <= 1; version++) {
      FILE *null = fopen("/dev/null", "r+");
      assert_non_null(null);
      struct gbm_device *gbm = backend->v0.create_device(fileno(null), version);
      assert_non_null(gbm);
      assert_int_equal(gbm->v0.backend_version, version);
      assert_string_equal(gbm->v0.name, "gloam");
      gbm->v0.destroy(gbm);
      fclose(null);
   }
   assert_null(backend->v0.create_device(-1, 1));
}

int main(int argc, char **argv)
{
   library = argc > 1 ? argv[1] : "";
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_entry)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
