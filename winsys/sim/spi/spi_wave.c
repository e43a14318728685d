/* spi_wave.c: starting a wave of a hardware stage in front of the rasteriser: the stage's registers, its user SGPRs, the
 * lanes that live, scratch, and what happens when it is ended. */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/geom/geom.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/tc/tc.h"

/* The registers of all stages lie in blocks of the same shape. Offsets inside: */
enum { PGM_LO = 0x20, PGM_HI = 0x24, RSRC1 = 0x28, RSRC2 = 0x2c, USER_DATA = 0x30 };
static const struct { uint32_t block; const char *name; } stages[] = {
   [SQ_LS] = { 0xb500, "local" }, [SQ_HS] = { 0xb400, "hull" }, [SQ_ES] = { 0xb300, "export" },
   [SQ_GS] = { 0xb200, "geometry" }, [SQ_VS] = { 0xb100, "vertex" }, [SQ_PS] = { 0xb000, "pixel" },
};

static uint64_t program_va(const struct sim_gpu *gpu, enum sq_stage stage, uint32_t *rsrc1)
{
   const uint32_t *reg = &gpu->regs.sh[(stages[stage].block - SIM_SH_START) / 4];
   *rsrc1 = reg[RSRC1 / 4];
   return (uint64_t)reg[PGM_LO / 4] << 8 | (uint64_t)(reg[PGM_HI / 4] & 0xff) << 40;
}

const struct sq_program *sim_spi_program(struct sim_gpu *gpu, enum sq_stage stage)
{
   uint32_t rsrc1;
   const uint64_t va = program_va(gpu, stage, &rsrc1);
   return va ? sq_program_get(gpu->programs, va, stage, rsrc1) : NULL;
}

void sim_spi_prefetch(struct sim_gpu *gpu, uint64_t va)
{
   uint32_t rsrc1;
   for (enum sq_stage stage = SQ_LS; stage <= SQ_PS; stage++)
      if (va && va == program_va(gpu, stage, &rsrc1))
         sq_prefetch(sq_program_get(gpu->programs, va, stage, rsrc1));
}

bool sim_stage_init(struct sim_gpu *gpu, struct sim_stage *s, enum sq_stage stage)
{
   const uint32_t *reg = &gpu->regs.sh[(stages[stage].block - SIM_SH_START) / 4];
   s->name = stages[stage].name;
   s->rsrc2 = reg[RSRC2 / 4];
   s->num_user_sgprs = G_00B12C_USER_SGPR(s->rsrc2); /* the same bits in every stage, as is SCRATCH_EN */
   if (s->num_user_sgprs > 16)
      s->num_user_sgprs = 16;
   s->user_sgpr = &reg[USER_DATA / 4];
   s->scratch = G_00B12C_SCRATCH_EN(s->rsrc2);
   s->program = stage == SQ_VS ? gpu->vs /* kept between draws */ : sim_spi_program(gpu, stage);
   if (s->program)
      s->program = sq_program_link(gpu->programs, s->program, s->user_sgpr, s->num_user_sgprs);
   if (!s->program) {
      sim_report(gpu, "draw without a %s program", s->name);
      return false;
   }
   return true;
}

unsigned sim_stage_lanes(const struct sim_gpu *gpu, const struct sim_stage *s, unsigned left)
{
   return gpu->forced_lanes && !sq_program_info(s->program)->needs_64_lanes ? gpu->forced_lanes : sq_wave_lanes(s->program, left);
}

unsigned sim_stage_begin(const struct sim_stage *s, struct sq_wave *w)
{
   if (__builtin_expect(sim_poison_on, 0)) {
      sim_poison_vgprs(w);
      sim_poison_sgprs(w);
   }
   memcpy(w->sgpr, s->user_sgpr, 4 * s->num_user_sgprs);
   return s->num_user_sgprs;
}

bool sim_stage_run(struct sim_geom *g, const struct sim_stage *s, unsigned lanes, unsigned live, unsigned inputs,
                   unsigned sgpr)
{
   struct sim_worker *worker = g->worker;
   struct sq_wave *w = &worker->wave;
   tc_cache_set_border_base(worker->tc, g->pixel->border_va);
   for (unsigned k = 0; k < inputs && live < lanes && !sim_poison_on; k++)
      memset(&w->vgpr[k][live], 0, 4 * (lanes - live));
   w->exec = live == 64 ? UINT64_MAX : (1ull << live) - 1;
   w->lanes = lanes;
   w->attr = NULL;
   w->deadline_ns = g->gpu->end_ns;
   w->limit_ns = g->gpu->watchdog_ns;
   uint32_t tmpring_size = sim_ctx_reg(&g->gpu->regs, R_0286E8_SPI_TMPRING_SIZE);
   enum sq_result result = s->scratch ? sim_spi_run_with_scratch(g->gpu, worker, s->program, tmpring_size, sgpr)
                                      : sq_run(s->program, w);
   if (result != SQ_DONE) {
      sim_spi_note_result(g->gpu, worker, result, s->name);
      g->failed = true;
   }
   return result == SQ_DONE;
}
