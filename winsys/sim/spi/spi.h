/* spi.h: shader processor input: initial registers of waves, state snapshots for pixels, groups of waves. The interface for other blocks. */
#ifndef SIM_SPI_H
#define SIM_SPI_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/cb/cb.h"
#include "winsys/sim/core/limits.h"
#include "winsys/sim/db/db.h"
#include "winsys/sim/sq/sq.h"

struct sim_batch;
struct sim_geom;
struct sim_gpu;
struct sim_worker;

/* ---- pixel waves */
/* Initial inputs of a pixel wave, by the bits of SPI_PS_INPUT_ENA. */
enum sim_ps_input { SIM_IN_PERSP_SAMPLE, SIM_IN_PERSP_CENTER, SIM_IN_PERSP_CENTROID, SIM_IN_PERSP_PULL, SIM_IN_LINEAR_SAMPLE,
                    SIM_IN_LINEAR_CENTER, SIM_IN_LINEAR_CENTROID, SIM_IN_STIPPLE, SIM_IN_X, SIM_IN_Y, SIM_IN_Z, SIM_IN_W,
                    SIM_IN_FACE, SIM_IN_ANCILLARY, SIM_IN_COVERAGE, SIM_IN_FIXED };

/* Where in the pixel; the last one is as many as there are. */
enum sim_ps_where { SIM_AT_CENTRE, SIM_AT_CENTROID, SIM_AT_SAMPLE, SIM_PLACES_OF_INPUTS };

/* Pixel side of the state, as it was when a primitive was drawn. */
struct sim_pixel_state {
   const struct sq_program *ps;          /* NULL: nothing to run */
   const struct sq_program_info *ps_info;
   uint32_t user_sgpr[16], num_user_sgprs;
   uint32_t rsrc2, baryc_cntl, tmpring_size;
   uint32_t num_inputs;
   /* VGPRs that are filled: bit number of SPI_PS_INPUT_ENA, first register, and which of the program's values are made of them */
   struct { uint8_t kind, vgpr, first_value, end_value, where; } input[16]; /* enum sim_ps_input, enum sim_ps_where */
   bool preinterpolated;                 /* there are values, and i and j are where they should be; from end_values on without */
   uint8_t end_values;
   uint32_t num_interp, input_cntl[SIM_MAX_PARAMS];
   uint8_t smooth_from[SIM_MAX_PARAMS];  /* which parameter is interpolated between corners; 255: none */
   bool param_gen;                       /* one attribute more: the point coordinate in z and w */
   bool early_z, late_z, need_ps, sprite_enable, sprite_top_1, flat_enable;
   bool z_export, stencil_export, mask_export;
   uint8_t z_format;
   uint8_t sprite_ovrd[4];
   /* Samples: places in the pixel where coverage is computed (raster); what depth and colour have (the first ones' coverage
    * goes round where there are fewer); passes of the program, of which each does every log2_passes-th sample. */
   uint8_t log2_raster, log2_samples, log2_passes;
   bool overrasterize;                   /* coverage at all places together is that of one sample of depth and colour */
   bool same_places;                     /* all pixels of a quad have the same places and masks */
   bool by_sample;                       /* several samples, masks of them, clip rectangles, or places that differ in a quad */
   bool knows_small;                     /* triangles of few pixels may come with their coverage (pa_small.c) */
   uint8_t centroid[SIM_MAX_SAMPLES];    /* places in the order in which the centroid prefers them */
   /* By pixel of the quad. Places in 1/16 pixel from the centre. */
   int8_t sample_x[4][SIM_MAX_SAMPLES], sample_y[4][SIM_MAX_SAMPLES];
   uint16_t sample_mask[4];
   struct db_places places[4];           /* the same from the pixel's corner, by sample of depth and colour */
   struct { bool enabled; uint8_t log2_samples; float dither[4]; } alpha_to_mask;
   /* Pixels are drawn whose bit of the rule is set; its number is made of which rectangles they are in. */
   uint16_t clip_rule;
   struct { int16_t x0, y0, x1, y1; } clip_rect[4];
   bool constant_color;                  /* all pixels get one colour, without other effects */
   bool occludes;                        /* replaces all colours that its pixels had before, see bin.c */
   bool has_side_effects;                /* has effects other than colour: occluded pixels must be shaded, too */
   uint64_t border_va;
   struct db_info db_info;
   struct cb_info cb_info;
   const struct db_state *db;            /* shared with other snapshots of the same registers */
   const struct cb_state *cb;
};

bool sim_spi_pixel_state_is_stale(const struct sim_gpu *gpu);
/* gpu->pixel; false: draw nothing. sim_bin_update_state() (bin.h) is for draws. */
bool sim_spi_update_pixel_state(struct sim_gpu *gpu);
bool sim_spi_update_vs(struct sim_gpu *gpu);
/* The program of a stage's registers, not of compute; NULL: none. */
const struct sq_program *sim_spi_program(struct sim_gpu *gpu, enum sq_stage stage);
/* Code at this address is prefetched: requests host code if a stage's registers name it. */
void sim_spi_prefetch(struct sim_gpu *gpu, uint64_t va);
/* drawn: positions and parameters are wanted, not only what the program stores. */
bool sim_spi_run_vertices(struct sim_geom *g, bool drawn);
/* VGPRs of lanes that are vertices from `first` on. */
void sim_spi_vertex_inputs(const struct sim_gpu *gpu, const struct sim_batch *b, struct sq_wave *w, unsigned first,
                           unsigned live);

/* ---- waves in front of the rasterizer */
/* One hardware stage of the current draw, for waves in front of the last vertex program (spi_wave.c). */
struct sim_stage {
   const struct sq_program *program;     /* NULL: none */
   const char *name;
   const uint32_t *user_sgpr;            /* registers, which do not change during a draw */
   uint32_t num_user_sgprs, rsrc2;
   bool scratch;
};
bool sim_stage_init(struct sim_gpu *gpu, struct sim_stage *s, enum sq_stage stage);
unsigned sim_stage_lanes(const struct sim_gpu *gpu, const struct sim_stage *s, unsigned left); /* of the next wave */
/* Writes user SGPRs and returns the next register. Before VGPRs are written: it poisons them (poison.h). */
unsigned sim_stage_begin(const struct sim_stage *s, struct sq_wave *w);
/* Clears lanes [live, lanes) of `inputs` VGPRs and runs; `sgpr`: the first after all inputs. False: the draw failed. */
bool sim_stage_run(struct sim_geom *g, const struct sim_stage *s, unsigned lanes, unsigned live, unsigned inputs,
                   unsigned sgpr);
/* sq_run for a program with SCRATCH_EN: puts the byte offset of a scratch slot of the worker's own into `sgpr`. Where
 * SPI_TMPRING_SIZE allows fewer waves than there are workers, they take turns. */
enum sq_result sim_spi_run_with_scratch(struct sim_gpu *gpu, struct sim_worker *w, const struct sq_program *program,
                                        uint32_t tmpring_size, unsigned sgpr);
void sim_spi_note_result(struct sim_gpu *gpu, struct sim_worker *w, enum sq_result result, const char *stage);
void sim_spi_note_no_memory(struct sim_gpu *gpu, struct sim_worker *w, const char *stage);
/* ---- groups of waves (spi_group.c) */
#define SIM_GROUP_WAVES 32
#define SIM_LDS_B 65536
struct sim_group { unsigned waves; uint8_t *lds; struct sq_wave wave[SIM_GROUP_WAVES]; };

/* Groups: the waves with everything in place but registers, lanes, EXEC and attributes (NULL: no memory, or larger than
 * the machine); then their run, to the end of all (the first bad result ends it, its fault in worker->wave). LDS is zero. */
struct sq_wave *sim_group_begin(struct sim_gpu *gpu, struct sim_worker *worker, unsigned waves, uint32_t lds_B);
enum sq_result sim_group_run(struct sim_gpu *gpu, struct sim_worker *worker, const struct sq_program *program);
void sim_group_free(struct sim_group *group);
unsigned sim_cs_lanes(unsigned forced, bool needs_64_lanes, unsigned live); /* forced: 0 or a width */
/* dim: where group numbers end (threads, if the initiator is in threads). */
void sim_spi_dispatch(struct sim_gpu *gpu, const uint32_t dim[3], uint32_t initiator);

#endif
