/* compile_rig.h: for tests of what goes on around compiles: programs with a loop, which are compiled at once, and a hook that
 * stands in for LLVM and comes to an end when the test wants it to. */
#ifndef COMPILE_RIG_H
#define COMPILE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/jit/jit.h"

#define COLOUR_B (RIG_SIZE * RIG_SIZE * 4)
#define RSRC1 (S_00B128_VGPRS(1) | S_00B128_SGPRS(1) | S_00B128_FLOAT_MODE(0xc0) | S_00B128_DX10_CLAMP(1))
enum { LOOP_B = 1024, LOOP2_B = 1280, LOOP3_B = 1536 }; /* programs in the code buffer */

/* As rig_ps, after a loop. llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t loop_ps[] = {
   0xbe810083,             /* s_mov_b32 s1, 3 */
   0x80818101,             /* loop: s_sub_u32 s1, s1, 1 */
   0xbf078001,             /* s_cmp_lg_u32 s1, 0 */
   0xbf85fffd,             /* s_cbranch_scc1 loop */
   0xbefc0000,             /* s_mov_b32 m0, s0 */
   0xd4080000, 0xd40c0100, 0xd4100200, 0xd4140300, /* v_interp_p1_f32 v2..v5, v0, attr0.x..w */
   0xd4090001, 0xd40d0101, 0xd4110201, 0xd4150301, /* v_interp_p2_f32 */
   0xc400180f, 0x05040302, /* exp mrt0 v2, v3, v4, v5 done vm */
   0xbf810000,             /* s_endpgm */
};

static atomic_uint stuck; /* bit per program (place in the code buffer / 256): LLVM does not come to an end with it */
static atomic_uint begun, ended; /* compiles of such */
static uint32_t wanted[RIG_SIZE * RIG_SIZE];

static inline void hook(const struct jit_job *job)
{
   unsigned bit = 1u << (job->va >> 8 & 15);
   if (!(atomic_load(&stuck) & bit))
      return;
   begun++;
   while (atomic_load_explicit(&stuck, memory_order_relaxed) & bit)
      ;
   ended++;
}

static inline double now_s(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline void release_all(void)
{
   atomic_store(&stuck, 0);
   for (double start = now_s(); begun != ended && now_s() - start < 60;)
      usleep(1000);
   assert_int_equal(begun, ended);
}

static inline int set_up(void **state)
{
   (void)state;
   rig_init(&rig);
   uint8_t *code = rig.dev->impl->bo_map(rig.code);
   memcpy(code + LOOP_B, loop_ps, sizeof loop_ps);
   memcpy(code + LOOP2_B, loop_ps, sizeof loop_ps);
   memcpy(code + LOOP3_B, loop_ps, sizeof loop_ps);
   sq_jit_patience_ms = 50;
   sq_jit_limit_ms = 20000;
   return 0;
}

/* The hook holds `count` compiles. A device that is destroyed before does not start them. */
static inline void wait_for_stuck(unsigned count)
{
   for (double start = now_s(); begun - ended != count && now_s() - start < 60;)
      usleep(1000);
   assert_int_equal(begun - ended, count);
}

static inline void wait_for_left_behind(unsigned count)
{
   for (double start = now_s(); atomic_load(&sq_jit_left_behind) != count && now_s() - start < 60;)
      usleep(1000);
   assert_int_equal(atomic_load(&sq_jit_left_behind), count);
}

static inline int tear_down(void **state)
{
   release_all();
   wait_for_left_behind(0);
   return rig_tear_down(state);
}

static inline enum ws_reset draw_square(unsigned program_B, unsigned size)
{
   rig.vertex[0] = rig_at(0, 0, 0xff000000);
   rig.vertex[1] = rig_at(0, size, 0xff00ff00);
   rig.vertex[2] = rig_at(size, 0, 0xff0000ff);
   rig_clear(&rig, 0);
   rig_begin(&rig);
   pm4_set_sh_reg(&rig.pm4, R_00B020_SPI_SHADER_PGM_LO_PS, (uint32_t)((rig.code->va + program_B) >> 8));
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   return rig_run(&rig);
}

static inline enum ws_reset draw(unsigned program_B)
{
   return draw_square(program_B, RIG_SIZE);
}

static inline void draws_right(unsigned program_B)
{
   assert_int_equal(draw(program_B), WS_RESET_NONE);
   assert_memory_equal(rig.pixel, wanted, COLOUR_B);
}

static inline void stick_to(unsigned program_B)
{
   assert_int_equal(rig.code->va & 0xfff, 0);
   atomic_fetch_or(&stuck, 1u << program_B / 256);
}

#endif
