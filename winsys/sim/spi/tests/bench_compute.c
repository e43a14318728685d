/* How long the simulated GPU takes for two compute programs that live in LDS: sums of 256 numbers by a tree, and a product of two
 * 256 x 256 matrices in tiles of 16 x 16. usage: bench_compute [ROUNDS]; prints the best time of each. */
#include <stdio.h>
#include <time.h>

#include "winsys/sim/tests/draw_rig.h"

/* 256 threads: LDS[t] = t * t + group; then a tree of sums, a barrier between its levels; thread 0 stores LDS[0]. */
static const uint32_t cs_sum[] = {
   0xbefc00c1,             /* s_mov_b32 m0, -1 */
   0x10020100,             /* v_mul_u32_u24_e32 v1, v0, v0 */
   0x32020204,             /* v_add_u32_e32 v1, vcc, s4, v1 */
   0x24040082,             /* v_lshlrev_b32_e32 v2, 2, v0 */
   0xd81a0000, 0x00000102, /* ds_write_b32 v2, v1 */
   0xb0050080,             /* s_movk_i32 s5, 0x80 */
   0xbf8c007f,             /* loop: s_waitcnt lgkmcnt(0) */
   0xbf8a0000,             /* s_barrier */
   0x8e088205,             /* s_lshl_b32 s8, s5, 2 */
   0x7d980005,             /* v_cmp_gt_u32_e32 vcc, s5, v0 */
   0xbe86206a,             /* s_and_saveexec_b64 s[6:7], vcc */
   0x32080408,             /* v_add_u32_e32 v4, vcc, s8, v2 */
   0xd86c0000, 0x03000004, /* ds_read_b32 v3, v4 */
   0xd86c0000, 0x01000002, /* ds_read_b32 v1, v2 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0x32020701,             /* v_add_u32_e32 v1, vcc, v1, v3 */
   0xd81a0000, 0x00000102, /* ds_write_b32 v2, v1 */
   0xbefe0106,             /* s_mov_b64 exec, s[6:7] */
   0x8f058105,             /* s_lshr_b32 s5, s5, 1 */
   0xbf078005,             /* s_cmp_lg_u32 s5, 0 */
   0xbf85ffee,             /* s_cbranch_scc1 loop */
   0x7d940080,             /* v_cmp_eq_u32_e32 vcc, 0, v0 */
   0xbe86206a,             /* s_and_saveexec_b64 s[6:7], vcc */
   0x7e060204,             /* v_mov_b32_e32 v3, s4 */
   0xe0702000, 0x80000103, /* buffer_store_dword v1, v3, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

/* Threads (x, y) of groups of 16 x 16: A at dword 0, B at 65536, C = A B at 131072 of s[0:3]. One turn loads a tile of each to
 * LDS, waits, and reads rows of one (ds_read_b64) and columns of the other (ds_read_b32). */
static const uint32_t cs_product[] = {
   0xbefc00c1, 0x24040284, 0x32040102, 0x24040482, 0x24060286, 0x24080082, 0x8e088404, 0x8e098405, 0x320a0209, 0x240a0a88,
   0x320c0105, 0x240e0288, 0x320e0107, 0x320e0e08, 0x320e0eff, 0x00010000, 0x32180105, 0x32181808, 0x321818ff, 0x00020000,
   0x7e1a0280, 0xbe8a0090, 0xe0502000, 0x80000806, 0xe0502000, 0x80000907, 0xbf8c0f70, 0xd81a0000, 0x00000802, 0xd81a0400,
   0x00000902, 0xbf8c007f, 0xbf8a0000, 0xd8ec0000, 0x08000003, 0xd86c0400, 0x0a000004, 0xd86c0440, 0x0b000004, 0xbf8c007f,
   0x2c1a1508, 0x2c1a1709, 0xd8ec0008, 0x08000003, 0xd86c0480, 0x0a000004, 0xd86c04c0, 0x0b000004, 0xbf8c007f, 0x2c1a1508,
   0x2c1a1709, 0xd8ec0010, 0x08000003, 0xd86c0500, 0x0a000004, 0xd86c0540, 0x0b000004, 0xbf8c007f, 0x2c1a1508, 0x2c1a1709,
   0xd8ec0018, 0x08000003, 0xd86c0580, 0x0a000004, 0xd86c05c0, 0x0b000004, 0xbf8c007f, 0x2c1a1508, 0x2c1a1709, 0xd8ec0020,
   0x08000003, 0xd86c0600, 0x0a000004, 0xd86c0640, 0x0b000004, 0xbf8c007f, 0x2c1a1508, 0x2c1a1709, 0xd8ec0028, 0x08000003,
   0xd86c0680, 0x0a000004, 0xd86c06c0, 0x0b000004, 0xbf8c007f, 0x2c1a1508, 0x2c1a1709, 0xd8ec0030, 0x08000003, 0xd86c0700,
   0x0a000004, 0xd86c0740, 0x0b000004, 0xbf8c007f, 0x2c1a1508, 0x2c1a1709, 0xd8ec0038, 0x08000003, 0xd86c0780, 0x0a000004,
   0xd86c07c0, 0x0b000004, 0xbf8c007f, 0x2c1a1508, 0x2c1a1709, 0xbf8a0000, 0x320c0c90, 0x320e0eff, 0x00001000, 0x808a810a,
   0xbf07800a, 0xbf85ffa6, 0xe0702000, 0x80000d0c, 0xbf810000,
};

#undef NDEBUG
#include <assert.h>

static struct ws_bo *matrices;

static void prepare(const uint32_t *code, size_t size_B, unsigned x, unsigned y, unsigned lds_units, const uint32_t groups[2])
{
   struct pm4_buf *b = &rig.pm4;
   b->count = 0;
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + 1024, code, size_B);
   pm4_set_sh_reg_seq(b, R_00B830_COMPUTE_PGM_LO, 2);
   pm4_emit(b, (uint32_t)((rig.code->va + 1024) >> 8));
   pm4_emit(b, 0);
   pm4_set_sh_reg_seq(b, R_00B848_COMPUTE_PGM_RSRC1, 2);
   pm4_emit(b, S_00B848_VGPRS(3) | S_00B848_SGPRS(1) | S_00B848_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B84C_USER_SGPR(4) | S_00B84C_TGID_X_EN(1) | S_00B84C_TGID_Y_EN(1) | S_00B84C_TIDIG_COMP_CNT(2) |
                  S_00B84C_LDS_SIZE(lds_units));
   pm4_set_sh_reg_seq(b, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   pm4_emit(b, x), pm4_emit(b, y), pm4_emit(b, 1);
   pm4_set_sh_reg_seq(b, R_00B900_COMPUTE_USER_DATA_0, 4);
   pm4_emit(b, (uint32_t)matrices->va);
   pm4_emit(b, 4 << 16);
   pm4_emit(b, 3 * 65536 * 4);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 7 << 12 | 4 << 15);
   pm4_packet(b, PKT3_DISPATCH_DIRECT, 4);
   pm4_emit(b, groups[0]), pm4_emit(b, groups[1]), pm4_emit(b, 1);
   pm4_emit(b, S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1));
}

static double run(void)
{
   struct timespec t[2];
   clock_gettime(CLOCK_MONOTONIC, &t[0]);
   assert(rig_run(&rig) == WS_RESET_NONE);
   clock_gettime(CLOCK_MONOTONIC, &t[1]);
   return (double)(t[1].tv_sec - t[0].tv_sec) * 1e3 + (double)(t[1].tv_nsec - t[0].tv_nsec) * 1e-6;
}

static void best(const char *what, unsigned rounds)
{
   double best_ms = run(); /* compiles */
   best_ms = 1e9;
   for (unsigned i = 0; i < rounds; i++) {
      double ms = run();
      best_ms = ms < best_ms ? ms : best_ms;
   }
   printf("%-10s %8.3f ms\n", what, best_ms);
}

int main(int argc, char **argv)
{
   unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 20;
   rig_init(&rig);
   matrices = rig_buffer(&rig, 3 * 65536 * 4);
   float *m = rig.dev->impl->bo_map(matrices);
   prepare(cs_sum, sizeof cs_sum, 256, 1, 2, (const uint32_t[]){ 2000, 1 });
   best("sums", rounds);
   for (unsigned g = 0; g < 2000; g++)
      assert(((uint32_t *)m)[g] == 255 * 256 * 511 / 6 + 256 * g);
   for (unsigned i = 0; i < 65536; i++) {
      m[i] = (float)(i % 7) - 3;
      m[65536 + i] = (float)(i % 11) - 5;
   }
   prepare(cs_product, sizeof cs_product, 16, 16, 4, (const uint32_t[]){ 16, 16 });
   best("product", rounds);
   for (unsigned i = 0; i < 65536; i += 97) {
      float sum = 0;
      for (unsigned k = 0; k < 256; k++)
         sum += m[i / 256 * 256 + k] * m[65536 + k * 256 + i % 256];
      assert(m[131072 + i] == sum);
   }
   rig.dev->impl->bo_unref(matrices);
   rig_finish(&rig);
   return 0;
}
