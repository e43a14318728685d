/* Host code in the disk cache (jit_disk.c): another cache of programs, or another process, with the program at another address
 * finds what one has compiled, without LLVM, and it gives the interpreter's results; a damaged file never counts; what the code
 * depends on is in the key; processes that may not open files compile; short ones leave all that the next need. */
#include <dirent.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/ut_exit.h"
#include "util/ut_fork.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/sq/tests/sq_llvm_code.h"
#include "winsys/sim/tests/sq_rig.h"

#define RSRC1_FLUSH32 (0xc0u << 12 | 1u << 21)
#define RSRC1_DENORMALS (0xf0u << 12 | 1u << 21)
#define ROOM_B 0x100000u
#define LANES 64

static char dir[64] = "/tmp/gloam-test-disk-XXXXXX";
static unsigned compiles; /* by LLVM */

static void count(const struct jit_job *job) { compiles++; }

/* s_getpc_b64 s[0:1]; v_mov_b32 v0, s0; v_mov_b32 v1, s1; exp mrt0 v0, v1, v0, v1 done vm; s_endpgm */
static const uint32_t own_address[] = { 0xbe801c00, 0x7e000200, 0x7e020201, 0xc400180f, 0x01000100, 0xbf810000 };
/* v_interp_p1/p2_f32 v5, v2/v3, attr0.x; s_mov_b64 exec, vcc; v_mov_b32 v2, v5; s_mov_b64 exec, -1; exp mrt0 v2, v5, v2, v5 */
static const uint32_t keeps_inputs[] = { 0xd4140002, 0xd4150003, 0xbefe016a, 0x7e040305, 0xbefe01c1, 0xc400180f, 0x05020502,
                                         0xbf810000 };

static const struct row { const char *name; const uint32_t *code; size_t size_B; enum sq_stage stage; uint32_t rsrc1; } rows[] = {
   { "ps_loop", ps_loop, sizeof ps_loop, SQ_PS, RSRC1_FLUSH32 },
   { "ps_math", ps_math, sizeof ps_math, SQ_PS, RSRC1_DENORMALS },
   { "vs_div", vs_div, sizeof vs_div, SQ_VS, RSRC1_DENORMALS },
   { "ps_flushdiv", ps_flushdiv, sizeof ps_flushdiv, SQ_PS, RSRC1_FLUSH32 },
   { "ps_index", ps_index, sizeof ps_index, SQ_PS, RSRC1_FLUSH32 },
   { "own address", own_address, sizeof own_address, SQ_PS, RSRC1_FLUSH32 },
   { "keeps inputs", keeps_inputs, sizeof keeps_inputs, SQ_PS, RSRC1_FLUSH32 },
};
#define ROWS (sizeof rows / sizeof *rows)

/* As a process that has just begun. */
static void begin(void)
{
   assert_int_equal(sq_rig_init(8, ROOM_B), 0);
   compiles = 0;
}

static void end(void) { sq_rig_tear_down(NULL); }

static struct sq_program *load(const struct row *row, uint64_t va)
{
   memcpy(mem.base + va, row->code, row->size_B);
   sq_cache_invalidate(cache);
   return (struct sq_program *)sq_program_get(cache, va, row->stage, row->rsrc1);
}

static uint32_t vgpr[2][256][SQ_MAX_LANES], exports[2][SQ_EXP_COUNT][4][SQ_MAX_LANES];

/* Runs the program on both engines. */
static void run(const struct row *row, uint64_t va, unsigned lanes)
{
   struct sq_program *p = load(row, va);
   struct sq_attr attr[2];
   for (unsigned i = 0; i < sizeof attr / 4; i++)
      ((float *)attr)[i] = (float)(i % 61) * 0.03f - 0.7f;
   memset(exports, 0, sizeof exports);
   for (unsigned k = 0; k < 2; k++) {
      struct sq_wave w = { .lanes = lanes, .exec = sq_first_lanes(lanes), .mem = &mem, .attr = attr, .tc = tc, .vgpr = vgpr[k],
                           .exp = exports[k] };
      w.sgpr[GCN_SRC_VCC_LO] = w.sgpr[GCN_SRC_VCC_HI] = 0x5a5a5a5a;
      for (unsigned r = 0; r < 256; r++)
         for (unsigned i = 0; i < SQ_MAX_LANES; i++) {
            const float v = (float)((r * 7 + i) % 97) * 0.02f - 0.9f;
            memcpy(&vgpr[k][r][i], &v, 4);
         }
      if ((k ? sq_run_jit(p, &w) : sq_run_interp(p, &w)) != SQ_DONE)
         fail_msg("%s: %s", row->name, w.fault.text);
   }
   if (memcmp(exports[0], exports[1], sizeof exports[0]))
      fail_msg("%s, %u lanes: host code and interpreter differ", row->name, lanes);
}

static unsigned files(char path[600])
{
   unsigned n = 0;
   DIR *d = opendir(dir);
   assert_non_null(d);
   for (struct dirent *e; (e = readdir(d));)
      if (e->d_name[0] != '.') {
         snprintf(path, 600, "%s/%s", dir, e->d_name);
         n++;
      }
   closedir(d);
   return n;
}

static int empty(void **state)
{
   char command[600];
   snprintf(command, sizeof command, "rm -rf '%s'/*", dir);
   setenv("GLOAM_SHADER_CACHE_DIR", dir, 1);
   unsetenv("GLOAM_SHADER_CACHE_DISABLE");
   return system(command);
}

static void run_all(uint64_t va)
{
   for (unsigned n = 0; n < ROWS; n++) {
      run(&rows[n], va, 16);
      run(&rows[n], va + 0x1000, LANES);
   }
}

/* The status of a process with these arguments. */
static int run_process(const char *mode, const char *argument)
{
   const pid_t pid = fork();
   int status;
   if (!pid) {
      execl("/proc/self/exe", "test_sim_disk", dir, mode, argument, (char *)NULL);
      _exit(127);
   }
   assert_int_equal(waitpid(pid, &status, 0), pid);
   return status;
}

static void test_found(void **state)
{
   char path[600];
   uint32_t wants[2];
   begin();
   run_all(SQ_RIG_VA);
   wants[0] = load(&rows[ROWS - 1], SQ_RIG_VA)->host_wants;
   end();
   assert_int_equal(compiles, 2 * ROWS);
   assert_int_equal(files(path), 2 * ROWS);
   begin();
   run_all(SQ_RIG_VA + 0x8400);
   wants[1] = load(&rows[ROWS - 1], SQ_RIG_VA + 0x8400)->host_wants;
   end();
   assert_int_equal(compiles, 0);
   assert_int_equal(wants[0], SQ_WANTS_INPUTS);
   assert_int_equal(wants[1], wants[0]);
   /* Functions lie elsewhere in another process. */
   assert_int_equal(run_process("all", NULL), 0);
}

static void stop(void)
{
   ut_fork_stop(ut_exit_destroys_statics());
}

/* A loop over v6 += v5, large enough to begin with code for 16 lanes. */
static struct sq_program *load_large_loop(void)
{
   static uint32_t code[310] = { 0xbe810083 /* s_mov_b32 s1, 3 */ };
   unsigned n = 1;
   while (n < 301)
      code[n++] = 0x020c0b06; /* v_add_f32 v6, v6, v5 */
   code[n++] = 0x80818101; /* s_sub_u32 s1, s1, 1 */
   code[n++] = 0xbf078001; /* s_cmp_lg_u32 s1, 0 */
   code[n++] = 0xbf850000 | (uint16_t)(1 - 304); /* s_cbranch_scc1 */
   code[n++] = 0xc400180f; /* exp mrt0 v6, v6, v6, v6 done vm */
   code[n++] = 0x06060606;
   code[n++] = 0xbf810000;
   return load(&(struct row){ "large loop", code, n * 4, SQ_PS, RSRC1_FLUSH32 }, SQ_RIG_VA);
}

/* Ends during a first compile, which no wave waits for, with the handler of the winsys. */
static int ends_early(unsigned after_ms)
{
   ut_exit_register(stop);
   begin();
   sq_prefetch(load_large_loop());
   usleep(after_ms * 1000);
   return 0;
}

/* Draws one small frame and ends. Returns how many programs it compiles, complete or not. */
static int draws_a_frame(void)
{
   ut_exit_register(stop);
   begin();
   struct sq_program *p = load_large_loop();
   struct sq_attr attr[2] = { 0 };
   for (unsigned i = 0; i < 256; i++) {
      struct sq_wave w = { .lanes = LANES, .exec = UINT64_MAX, .mem = &mem, .attr = attr, .tc = tc, .vgpr = vgpr[0], .exp = exports[0] };
      if (sq_run(p, &w) != SQ_DONE)
         return 100;
   }
   const bool compiling = atomic_load(&p->compiling[sq_lanes_slot(LANES)]) != SQ_NOT_COMPILING;
   return (int)compiles + compiling;
}

static void test_exit(void **state)
{
   for (unsigned i = 0; i < 16; i++) {
      char after_ms[16];
      snprintf(after_ms, sizeof after_ms, "%u", 4 * i);
      assert_int_equal(run_process("exit", after_ms), 0);
      empty(NULL);
   }
}

/* The first process leaves on disk all that later ones need. */
static void test_short_processes(void **state)
{
   const int status = run_process("frame", NULL);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 1);
   assert_int_equal(run_process("frame", NULL), 0);
}

static int other_process(void)
{
   begin();
   run_all(SQ_RIG_VA + 0x2300);
   end();
   return compiles ? 1 : 0;
}

/* Interpreted waves do not come before code that is there. */
static void test_at_once(void **state)
{
   begin();
   run(&rows[1], SQ_RIG_VA, LANES);
   end();
   begin();
   struct sq_program *p = load(&rows[1], SQ_RIG_VA);
   struct sq_attr attr[2] = { 0 };
   struct sq_wave w = { .lanes = LANES, .exec = 1, .mem = &mem, .attr = attr, .tc = tc, .vgpr = vgpr[0], .exp = exports[0] };
   assert_false(p->info.has_loop);
   assert_int_equal(sq_run(p, &w), SQ_DONE);
   sq_host_func *f = atomic_load(&p->host[sq_lanes_slot(LANES)]);
   assert_true(f && f != sq_run_interp);
   end();
   assert_int_equal(compiles, 0);
}

static size_t read_file(const char *path, uint8_t **data)
{
   struct stat st;
   FILE *f = fopen(path, "rb");
   assert_non_null(f);
   assert_int_equal(fstat(fileno(f), &st), 0);
   *data = malloc((size_t)st.st_size);
   assert_int_equal(fread(*data, 1, (size_t)st.st_size, f), st.st_size);
   fclose(f);
   return (size_t)st.st_size;
}

static void write_file(const char *path, const uint8_t *data, size_t size_B)
{
   FILE *f = fopen(path, "wb");
   assert_non_null(f);
   assert_int_equal(fwrite(data, 1, size_B, f), size_B);
   fclose(f);
}

static void test_damage(void **state)
{
   char path[600];
   uint8_t *data;
   struct jit_facts facts;
   struct jit_code code;
   begin();
   run(&rows[5], SQ_RIG_VA, 16);
   struct ut_bytes key = jit_key_make(load(&rows[5], SQ_RIG_VA), ut_cpu_isa(), 16);
   assert_non_null(key.data);
   assert_int_equal(files(path), 1);
   const size_t size_B = read_file(path, &data);
   for (size_t i = 0; i < size_B; i++) {
      data[i] ^= (uint8_t)(1u << i % 8);
      write_file(path, data, size_B);
      data[i] ^= (uint8_t)(1u << i % 8);
      if (jit_disk_load(key, &facts, &code))
         fail_msg("found with byte %zu of %zu changed", i, size_B);
      if (i % 16)
         continue;
      write_file(path, data, i);
      if (jit_disk_load(key, &facts, &code))
         fail_msg("found with %zu of %zu bytes", i, size_B);
   }
   end();
   begin();
   run(&rows[5], SQ_RIG_VA, 16);
   assert_int_equal(compiles, 1);
   end();
   begin();
   run(&rows[5], SQ_RIG_VA, 16); /* the file has been made again */
   assert_int_equal(compiles, 0);
   end();
   free((void *)key.data);
   free(data);
}

static bool same(struct ut_bytes a, struct ut_bytes b)
{
   return a.size_B == b.size_B && !memcmp(a.data, b.data, a.size_B);
}

static void test_key(void **state)
{
   enum { SAME, ISA, LANE_COUNT, MODE, STAGE, OPTIONS, CODE, KEYS };
   struct ut_bytes key[KEYS + 1];
   struct row row = rows[1];
   uint32_t code[sizeof ps_math / 4];
   begin();
   key[KEYS] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 32);
   key[SAME] = jit_key_make(load(&row, SQ_RIG_VA + 0x400), UT_ISA_AVX2, 32);
   key[ISA] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_BASE, 32);
   key[LANE_COUNT] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 64);
   row.rsrc1 = RSRC1_FLUSH32;
   key[MODE] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 32);
   row.rsrc1 = rows[1].rsrc1;
   row.stage = SQ_VS;
   key[STAGE] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 32);
   row.stage = SQ_PS;
   sq_jit_options = SQ_JIT_MERGE_ALWAYS;
   key[OPTIONS] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 32);
   sq_jit_options = 0;
   memcpy(code, ps_math, sizeof code);
   code[sizeof code / 4 - 3] ^= 1; /* EN of the export */
   row.code = code;
   key[CODE] = jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 32);
   for (unsigned i = 0; i < KEYS; i++) {
      assert_non_null(key[i].data);
      if (same(key[i], key[KEYS]) != (i == SAME))
         fail_msg("key %u", i);
      free((void *)key[i].data);
   }
   free((void *)key[KEYS].data);
   static const uint32_t illegal[] = { 0xffffffff, 0xbf810000 };
   row.code = illegal;
   row.size_B = sizeof illegal;
   assert_null(jit_key_make(load(&row, SQ_RIG_VA), UT_ISA_AVX2, 32).data);
   setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
   assert_null(jit_key_make(load(&rows[0], SQ_RIG_VA), UT_ISA_AVX2, 32).data);
   end();
}

/* ---- processes with fewer rights ---------------------------------------------------------------------------------------- */

/* System calls that open or change files give `action` from now on, in all threads. */
static void forbid_files(uint32_t action)
{
#define FORBID(nr) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1), BPF_STMT(BPF_RET | BPF_K, action)
   struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      FORBID(__NR_openat), FORBID(__NR_mkdirat), FORBID(__NR_unlinkat), FORBID(__NR_renameat), FORBID(__NR_utimensat),
#ifdef __NR_open
      FORBID(__NR_open), FORBID(__NR_mkdir), FORBID(__NR_unlink), FORBID(__NR_rename),
#endif
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
   };
   const struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
   if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
       syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program))
      _exit(77);
}

/* In a child: with one program compiled before, so that libraries are loaded. Its exit code, or minus its signal. */
static int compile_without_files(uint32_t action, bool disabled)
{
   const pid_t pid = fork();
   int status;
   if (!pid) {
      if (disabled)
         setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
      begin();
      run(&rows[5], SQ_RIG_VA, 16);
      forbid_files(action);
      run_all(SQ_RIG_VA + 0x10000);
      _exit(compiles == 1 + 2 * ROWS ? 0 : 1);
   }
   assert_int_equal(waitpid(pid, &status, 0), pid);
   return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static void test_sandbox(void **state)
{
   char path[600];
   const int refused = compile_without_files(SECCOMP_RET_ERRNO | EACCES, false);
   if (refused == 77)
      skip();
   assert_int_equal(refused, 0);
   assert_int_equal(files(path), 1); /* from before */
   empty(NULL);
   assert_int_equal(compile_without_files(SECCOMP_RET_KILL_PROCESS, true), 0);
   assert_int_equal(files(path), 0);
}

static void test_no_folder(void **state)
{
   setenv("GLOAM_SHADER_CACHE_DIR", "/dev/null/nowhere", 1);
   begin();
   run_all(SQ_RIG_VA);
   end();
   assert_int_equal(compiles, 2 * ROWS);
}

int main(int argc, char **argv)
{
   sq_jit_slow_hook = count;
   unsetenv("GLOAM_SHADER_CACHE_DISABLE");
   if (argc > 2) {
      setenv("GLOAM_SHADER_CACHE_DIR", argv[1], 1);
      return argc > 3 ? ends_early((unsigned)atoi(argv[3])) : !strcmp(argv[2], "frame") ? draws_a_frame() : other_process();
   }
   if (!jit_memory_allowed() || !mkdtemp(dir))
      return 77;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_found, empty),   cmocka_unit_test_setup(test_at_once, empty),
      cmocka_unit_test_setup(test_damage, empty),  cmocka_unit_test_setup(test_key, empty),
      cmocka_unit_test_setup(test_sandbox, empty), cmocka_unit_test_setup(test_no_folder, empty),
      cmocka_unit_test_setup(test_exit, empty),     cmocka_unit_test_setup(test_short_processes, empty),
   };
   int result = cmocka_run_group_tests(tests, NULL, NULL);
   char command[600];
   snprintf(command, sizeof command, "rm -rf '%s'", dir);
   return system(command) || result;
}
