/* test_manners.c: the simulated GPU among other work of its process and machine: a stopped process, busy CPUs, cancelled threads,
 * many configured threads. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "winsys/sim/base/clock.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/tests/draw_rig.h"

/* Waits until the word that s[0:3] describes is not 0. llvm-mc-19 -mcpu=gfx803 */
static const uint32_t cs_wait[] = {
   0xe0506000, 0x80000100, /* loop: buffer_load_dword v1, v0, s[0:3], 0 idxen glc */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0x7e080501,             /* v_readfirstlane_b32 s4, v1 */
   0xbf068004,             /* s_cmp_eq_u32 s4, 0 */
   0xbf85fffa,             /* s_cbranch_scc1 loop */
   0xbf810000,             /* s_endpgm */
};

static void record_wait(struct rig *r)
{
   struct pm4_buf *b = &r->pm4;
   b->count = 0;
   r->out[0] = 0;
   memcpy((uint8_t *)r->dev->impl->bo_map(r->code) + 1024, cs_wait, sizeof cs_wait);
   pm4_set_sh_reg_seq(b, R_00B830_COMPUTE_PGM_LO, 2);
   pm4_emit(b, (uint32_t)((r->code->va + 1024) >> 8));
   pm4_emit(b, 0);
   pm4_set_sh_reg_seq(b, R_00B848_COMPUTE_PGM_RSRC1, 2);
   pm4_emit(b, S_00B848_VGPRS(3) | S_00B848_SGPRS(1) | S_00B848_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B84C_USER_SGPR(4));
   pm4_set_sh_reg_seq(b, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   pm4_emit(b, 1), pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_set_sh_reg_seq(b, R_00B900_COMPUTE_USER_DATA_0, 4);
   pm4_emit(b, (uint32_t)r->scratch->va);
   pm4_emit(b, 4 << 16);
   pm4_emit(b, 4); /* bytes, on GFX8 */
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15);
   pm4_packet(b, PKT3_DISPATCH_DIRECT, 4);
   pm4_emit(b, 1), pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_emit(b, S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1));
}

static void *set_word_after_read(void *arg)
{
   const int *pipe_fd = arg;
   char c;
   if (read(*pipe_fd, &c, 1) == 1)
      atomic_store((_Atomic uint32_t *)rig.out, 1);
   return NULL;
}

/* Exits with 0 if the wave ended well. */
static void wait_in_child(int from_parent, int to_parent)
{
   setenv("GLOAM_WATCHDOG_MS", "1500", 1);
   setenv("GLOAM_SIM_EXEC", "interp", 1);
   rig_init(&rig);
   record_wait(&rig);
   pthread_t thread;
   if (pthread_create(&thread, NULL, set_word_after_read, &from_parent) || write(to_parent, "", 1) != 1)
      _exit(2);
   _exit(rig_run(&rig) == WS_RESET_NONE ? 0 : 1);
}

/* The wave may use 1.5 s of CPU time. It waits for longer, but the process is stopped meanwhile. */
static void a_stopped_process_loses_no_context(void **state)
{
   int to_child[2], to_parent[2], status;
   char c;
   assert_int_equal(pipe(to_child), 0);
   assert_int_equal(pipe(to_parent), 0);
   pid_t child = fork();
   if (!child)
      wait_in_child(to_child[0], to_parent[1]);
   assert_int_equal(read(to_parent[0], &c, 1), 1);
   usleep(50000);
   kill(child, SIGSTOP);
   usleep(3500000);
   kill(child, SIGCONT);
   assert_int_equal(write(to_child[1], "", 1), 1);
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 0);
   for (unsigned i = 0; i < 2; i++)
      close(to_child[i]), close(to_parent[i]);
}

/* A draw whose time has passed is late when the process has used that much CPU time, or when the submission's time has passed. */
static void a_draw_without_a_cpu_is_not_late(void **state)
{
   static struct sim_gpu gpu;
   gpu.watchdog_ns = 10000000;
   sim_run_begin();
   const uint64_t begin_ns = sim_run_ns(), minute_ns = 60000000000u;
   gpu.end_ns = begin_ns + minute_ns;
   gpu.begin_cpu_ns = sim_process_cpu_ns();
   assert_true(sim_draw_deadline_ns(&gpu) >= begin_ns + SIM_DRAW_TIME * gpu.watchdog_ns);
   assert_false(sim_draw_is_late(&gpu, begin_ns));
   while (sim_process_cpu_ns() - gpu.begin_cpu_ns < SIM_DRAW_TIME * gpu.watchdog_ns)
      ;
   assert_true(sim_draw_is_late(&gpu, begin_ns));
   assert_false(sim_draw_is_late(&gpu, begin_ns + minute_ns / 2));
   gpu.begin_cpu_ns = sim_process_cpu_ns();
   assert_false(sim_draw_is_late(&gpu, begin_ns));
   gpu.end_ns = begin_ns;
   assert_true(sim_draw_is_late(&gpu, begin_ns));
}

static atomic_bool submits;

static void *submit_and_wait(void *arg)
{
   struct rig *r = arg;
   atomic_store(&submits, true);
   rig_run(r); /* executes the submission itself */
   for (;;)
      pause();
   return NULL;
}

/* A thread that is cancelled while it executes a submission completes it first; then the queue takes others. */
static void a_cancelled_thread_leaves_the_queue(void **state)
{
   setenv("GLOAM_SIM_EXEC", "interp", 1);
   rig_init(&rig);
   record_wait(&rig);
   pthread_t thread;
   void *result;
   assert_int_equal(pthread_create(&thread, NULL, submit_and_wait, &rig), 0);
   while (!atomic_load(&submits))
      usleep(1000);
   usleep(50000);
   assert_int_equal(pthread_cancel(thread), 0);
   usleep(50000);
   atomic_store((_Atomic uint32_t *)rig.out, 1);
   pthread_join(thread, &result);
   assert_ptr_equal(result, PTHREAD_CANCELED);
   struct ws_ctx *ctx = rig.ctx;
   rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
   record_wait(&rig);
   rig.out[0] = 1;
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   rig.dev->impl->ctx_destroy(ctx);
   rig_finish(&rig);
   unsetenv("GLOAM_SIM_EXEC");
}

static long private_KB(void)
{
   FILE *f = fopen("/proc/self/smaps_rollup", "r");
   char line[256];
   long total = 0, kb;
   while (f && fgets(line, sizeof line, f))
      if (sscanf(line, "Private_Clean: %ld", &kb) == 1 || sscanf(line, "Private_Dirty: %ld", &kb) == 1)
         total += kb;
   if (f)
      fclose(f);
   return total;
}

/* KB of memory of a process that draws one triangle. */
static long memory_with_threads(const char *threads)
{
   int fd[2];
   long kb = 0;
   assert_int_equal(pipe(fd), 0);
   pid_t child = fork();
   if (!child) {
      setenv("GLOAM_THREADS", threads, 1);
      rig_init(&rig);
      rig_clear(&rig, 0);
      rig_begin(&rig);
      rig.vertex[0] = rig_at(0, 0, 0xffffffff);
      rig.vertex[1] = rig_at(48, 0, 0xffffffff); /* too few pixels to be shared among threads */
      rig.vertex[2] = rig_at(0, 48, 0xffffffff);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      bool ok = rig_run(&rig) == WS_RESET_NONE;
      kb = ok ? private_KB() : -1;
      _exit(write(fd[1], &kb, sizeof kb) != sizeof kb);
   }
   assert_int_equal(read(fd[0], &kb, sizeof kb), sizeof kb);
   waitpid(child, NULL, 0);
   close(fd[0]), close(fd[1]);
   assert_true(kb > 0);
   return kb;
}

static void unused_threads_take_no_memory(void **state)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
   skip(); /* shadow memory */
#endif
   long few = memory_with_threads("2"), many = memory_with_threads("64");
   assert_true(many - few < 1024);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(unused_threads_take_no_memory),
      cmocka_unit_test(a_stopped_process_loses_no_context),
      cmocka_unit_test(a_draw_without_a_cpu_is_not_late),
      cmocka_unit_test(a_cancelled_thread_leaves_the_queue),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
