/* How long programs stay in the cache (sq_cache.c): those whose memory was overwritten or unmapped, or that no draw has used
 * with for long, are freed with their host code, while others go on, and while compiles of them are under way. */
#define RIG_SIZE 64 /* few waves: programs without loops are interpreted */
#include "winsys/sim/tests/compile_rig.h"

#include "winsys/sim/sq/sq_cache.h"

#define MANY 3000
#define CHURN_B 2048 /* in the code buffer: the program that is always another one */
#define KEEP_B ((size_t)64 << 10)

static size_t default_keep_B;

/* ---- the cache from inside; the machine must be idle ------------------------------------------------------------------- */

static struct sq_cache *programs(void)
{
   return ws_sim_device(rig.dev)->queue[WS_RING_GFX].gpu->programs;
}

static const struct sq_program *list(unsigned i)
{
   return i < SQ_NUM_BUCKETS ? programs()->bucket[i] : programs()->stale;
}

static unsigned num_programs(void)
{
   unsigned count = 0;
   for (unsigned i = 0; i <= SQ_NUM_BUCKETS; i++)
      for (const struct sq_program *p = list(i); p; p = p->next)
         count++;
   return count;
}

/* What is counted is what there is: while no compile is under way. */
static void check_size(void)
{
   size_t size_B = 0;
   for (unsigned i = 0; i <= SQ_NUM_BUCKETS; i++)
      for (const struct sq_program *p = list(i); p; p = p->next)
         size_B += p->size_B;
   assert_int_equal(size_B, programs()->size_B);
}

static const struct sq_program *find(uint64_t va)
{
   for (unsigned i = 0; i < SQ_NUM_BUCKETS; i++)
      for (const struct sq_program *p = programs()->bucket[i]; p; p = p->next)
         if (p->va == va && p->stage == SQ_PS)
            return p;
   return NULL;
}

static bool is_compiled(const struct sq_program *p)
{
   for (unsigned k = 0; k < 4; k++)
      if (p->code_of[k])
         return true;
   return false;
}

/* ---- programs that differ ---------------------------------------------------------------------------------------------- */

/* All of them give the same picture. */
static uint32_t churn(uint32_t *to, uint32_t number, bool loop)
{
   const uint32_t *rest = loop ? loop_ps : rig_ps;
   uint32_t rest_dw = (loop ? sizeof loop_ps : sizeof rig_ps) / 4;
   to[0] = 0xbe8200ff; /* s_mov_b32 s2, number */
   to[1] = number;
   memcpy(to + 2, rest, 4 * rest_dw);
   return 2 + rest_dw;
}

static void write_churn(uint32_t number, bool loop)
{
   uint8_t *code = rig.dev->impl->bo_map(rig.code);
   churn((uint32_t *)(void *)(code + CHURN_B), number, loop);
}

static void draws_right_at(uint64_t va)
{
   draws_right((unsigned)(va - rig.code->va));
}

static int begin(void **state)
{
   setenv("GLOAM_THREADS", "3", 1);
   set_up(state);
   sq_jit_patience_ms = 60000;
   sq_cache_keep_B = default_keep_B;
   assert_int_equal(draw(RIG_PS_B), WS_RESET_NONE);
   memcpy(wanted, rig.pixel, COLOUR_B);
   assert_int_equal(rig_count(&rig, 0), 0);
   draws_right(LOOP_B);
   return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------------ */

/* By the CPU between submissions. */
static void overwritten(void **state)
{
   (void)state;
   for (uint32_t i = 0; i < MANY; i++) {
      write_churn(i, i % 64 == 0);
      draws_right(CHURN_B);
      assert_in_range(num_programs(), 1, 5); /* four are found; what was overwritten goes with the next submission */
   }
   assert_true(is_compiled(find(rig.code->va + LOOP_B)));
   check_size();
}

/* By the commands in the middle of a submission. */
static void overwritten_in_stream(void **state)
{
   (void)state;
   uint32_t code[32];
   rig_clear(&rig, 0);
   rig_begin(&rig);
   pm4_set_sh_reg(&rig.pm4, R_00B020_SPI_SHADER_PGM_LO_PS, (uint32_t)((rig.code->va + CHURN_B) >> 8));
   for (uint32_t i = 0; i < MANY; i++) {
      uint32_t dw = churn(code, i, false);
      pm4_packet(&rig.pm4, PKT3_WRITE_DATA, 3 + dw);
      pm4_emit(&rig.pm4, PM4_WRITE_DATA_CONTROL_DST_SEL(5));
      pm4_emit_va(&rig.pm4, rig.code->va + CHURN_B);
      for (uint32_t k = 0; k < dw; k++)
         pm4_emit(&rig.pm4, code[k]);
      pm4_packet(&rig.pm4, PKT3_ACQUIRE_MEM, 6);
      pm4_emit(&rig.pm4, S_0301F0_SH_ICACHE_ACTION_ENA(1));
      pm4_emit(&rig.pm4, UINT32_MAX), pm4_emit(&rig.pm4, 0xff);
      pm4_emit(&rig.pm4, 0), pm4_emit(&rig.pm4, 0), pm4_emit(&rig.pm4, 10);
      rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_memory_equal(rig.pixel, wanted, COLOUR_B);
   assert_in_range(num_programs(), 1, 5);
}

/* Buffers with programs are allocated and freed, and their memory is not written again. */
static void unmapped(void **state)
{
   (void)state;
   unsigned most = 0, before = num_programs();
   for (uint32_t i = 0; i < MANY / 8; i++) {
      struct ws_bo *bo = rig_buffer(&rig, 4096);
      for (uint32_t k = 0; k < 8; k++) {
         churn((uint32_t *)(void *)((uint8_t *)rig.dev->impl->bo_map(bo) + 256 * k), 8 * i + k, i % 64 == 0 && k == 0);
         draws_right_at(bo->va + 256 * k);
      }
      struct ws_bo *other = rig_buffer(&rig, 4096); /* so that the next one lies elsewhere */
      rig.dev->impl->bo_unref(bo);
      bo = rig_buffer(&rig, 8192);
      rig.dev->impl->bo_unref(other);
      rig.dev->impl->bo_unref(bo);
      if (num_programs() > most)
         most = num_programs();
   }
   assert_in_range(most, 1, 2 * 64 + 16);
   for (unsigned i = 0; i < 64 + 2; i++)
      draws_right(LOOP_B);
   assert_in_range(num_programs(), 1, before);
}

static atomic_bool quit;

static void *map_and_unmap(void *data)
{
   while (!atomic_load(&quit)) {
      struct ws_bo *bo = rig_buffer(&rig, 4096);
      usleep(20);
      rig.dev->impl->bo_unref(bo);
   }
   return data;
}

/* Another thread does that while the machine works. */
static void unmapped_meanwhile(void **state)
{
   (void)state;
   pthread_t thread;
   struct ws_bo *bo = rig_buffer(&rig, 4096);
   churn(rig.dev->impl->bo_map(bo), 0, false);
   draws_right_at(bo->va);
   uint64_t va = bo->va;
   atomic_store(&quit, false);
   rig.dev->impl->bo_unref(bo);
   assert_int_equal(pthread_create(&thread, NULL, map_and_unmap, NULL), 0);
   for (double start = now_s(); find(va) && now_s() - start < 60;)
      for (unsigned i = 0; i < 64; i++)
         draws_right(LOOP_B);
   atomic_store(&quit, true);
   pthread_join(thread, NULL);
   assert_null(find(va));
}

/* Their memory is still there. What is drawn with now and then keeps its host code. */
static void unused(void **state)
{
   (void)state;
   sq_cache_keep_B = KEEP_B;
   struct ws_bo *bo = rig_buffer(&rig, MANY * 256);
   const struct sq_program *p = find(rig.code->va + LOOP_B);
   sq_host_func *f = atomic_load(&p->host[3]);
   unsigned most = 0;
   for (uint32_t i = 0; i < MANY; i++) {
      churn((uint32_t *)(void *)((uint8_t *)rig.dev->impl->bo_map(bo) + 256 * i), i, i % 64 == 0);
      draws_right_at(bo->va + 256 * i);
      if (i % 500 == 0) {
         draws_right(LOOP_B);
         assert_ptr_equal(find(rig.code->va + LOOP_B), p);
         assert_ptr_equal(p->host[3], f);
      }
      if (num_programs() > most)
         most = num_programs();
   }
   assert_in_range(most, 1000, 1024 + 2 * 64 + 16);
   for (unsigned i = 0; i < 2048; i++)
      draws_right(LOOP_B);
   assert_in_range(programs()->size_B, 1, KEEP_B);
   check_size();
   draws_right_at(bo->va); /* made anew */
   rig.dev->impl->bo_unref(bo);
}

static void no_limit_no_loss(void **state)
{
   (void)state;
   struct ws_bo *bo = rig_buffer(&rig, 16 * 256);
   for (uint32_t i = 0; i < 16; i++) {
      churn((uint32_t *)(void *)((uint8_t *)rig.dev->impl->bo_map(bo) + 256 * i), i, false);
      draws_right_at(bo->va + 256 * i);
   }
   unsigned before = num_programs();
   for (unsigned i = 0; i < 2048; i++)
      draws_right(LOOP_B);
   assert_int_equal(num_programs(), before);
   rig.dev->impl->bo_unref(bo);
}

/* Program i, whose compile has begun and does not end. */
static void begin_stuck(uint32_t i)
{
   stick_to(CHURN_B);
   unsigned before = begun;
   write_churn(i, true);
   draws_right(CHURN_B);
   while (begun == before)
      usleep(1000);
}

/* A compile holds its program, and lets go of it when it is done. */
static void in_flight(void **state)
{
   (void)state;
   for (unsigned i = 0; i < 4; i++) {
      sq_jit_patience_ms = 20;
      sq_jit_limit_ms = i & 1 ? 50 : 20000;
      begin_stuck(i);
      if (i & 1)
         wait_for_left_behind(1);
      unsigned count = num_programs();
      for (uint32_t k = 0; k < 300; k++) {
         write_churn(1000 + k, false);
         draws_right(CHURN_B);
         assert_in_range(num_programs(), 1, count + 2);
      }
      assert_non_null(programs()->stale);
      release_all();
      wait_for_left_behind(0);
      for (double start = now_s(); programs()->stale && now_s() - start < 60;)
         draws_right(LOOP_B);
      assert_null(programs()->stale);
      check_size();
   }
}

/* Waves wait for no compile: programs are overwritten at all stages of it. */
static void in_flight_everywhere(void **state)
{
   (void)state;
   for (unsigned limit_ms = 1; limit_ms <= 20000; limit_ms = limit_ms == 1 ? 20 : limit_ms * 1000) {
      sq_jit_patience_ms = 0;
      sq_jit_limit_ms = limit_ms;
      for (uint32_t i = 0; i < MANY / 4; i++) {
         write_churn(i, true);
         draws_right(CHURN_B);
         assert_in_range(num_programs(), 1, 16);
      }
   }
   sq_jit_limit_ms = 20000;
   for (double start = now_s(); programs()->stale && now_s() - start < 60;)
      draws_right(LOOP_B);
   assert_null(programs()->stale);
   check_size();
}

/* The device goes with stale programs that compiles still hold. */
static void device_goes(void **state)
{
   sq_jit_patience_ms = 20;
   for (unsigned i = 0; i < 2; i++) {
      sq_jit_limit_ms = i ? 50 : 20000;
      begin_stuck(i);
      write_churn(99, false);
      draws_right(CHURN_B);
      assert_non_null(programs()->stale);
      rig_tear_down(state);
      release_all();
      begin(state);
      sq_jit_patience_ms = 20;
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(overwritten, begin, tear_down),
      cmocka_unit_test_setup_teardown(overwritten_in_stream, begin, tear_down),
      cmocka_unit_test_setup_teardown(unmapped, begin, tear_down),
      cmocka_unit_test_setup_teardown(unmapped_meanwhile, begin, tear_down),
      cmocka_unit_test_setup_teardown(unused, begin, tear_down),
      cmocka_unit_test_setup_teardown(no_limit_no_loss, begin, tear_down),
      cmocka_unit_test_setup_teardown(in_flight, begin, tear_down),
      cmocka_unit_test_setup_teardown(in_flight_everywhere, begin, tear_down),
      cmocka_unit_test_setup_teardown(device_goes, begin, tear_down),
   };
   sq_jit_slow_hook = hook;
   default_keep_B = sq_cache_keep_B;
   return cmocka_run_group_tests(tests, NULL, NULL);
}
