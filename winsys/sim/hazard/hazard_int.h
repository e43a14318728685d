/* hazard_int.h: what hazard.c (packets, caches) and hazard_draw.c (what a draw touches) share. */
#ifndef SIM_HAZARD_INT_H
#define SIM_HAZARD_INT_H

#include "hw-si/stream/stream.h"
#include "winsys/sim/hazard/hazard.h"
#include "winsys/sim/hazard/hazard_range.h"
#include "winsys/sim/surf/tile.h"

/* The unit that accesses memory. */
enum hz_unit { HZ_L1, HZ_K, HZ_I, HZ_IA /* index fetch */, HZ_L2, HZ_ME, HZ_PFP, HZ_CB, HZ_DB,
               HZ_CBM, HZ_DBM /* their metadata */, HZ_NUM_UNITS };
struct hz_access {
   const char *name;         /* name for reports, e.g. "PS image"; a constant */
   enum hz_unit unit;
   uint64_t start, end;
   uint32_t running;         /* HZ_READ_* or HZ_WRITE_*; 0: ends with the packet */
   bool in_order;            /* a write at the end of the pipe: all earlier work has ended */
   uint8_t stage;            /* enum stream_stage, of a draw's accesses through descriptors */
};

/* hazard_compress.c: slices of surfaces that were bound with compression metadata; by address. */
struct hz_surface;
struct hz_surfaces { struct hz_surface *at; size_t count, capacity; };

#define HZ_TRACES 64
struct sim_hazard {
   struct sim_gpu *gpu;
   struct hz_map map;
   struct hz_surfaces surfaces;
   struct stream_regs regs;  /* written by this submission */
   uint8_t unset_said[STREAM_NUM_REGS];
   uint32_t invalidated;     /* bit per enum hz_unit: since the submission began */
   uint32_t fresh_said;
   uint64_t packet_va;
   unsigned count, said;     /* all reports; those of this submission */
   char first[300];          /* report of all */
   /* The draw being looked at: checked first, then noted, since it may read what it writes. */
   struct hz_access *access;
   size_t cap_access;
   unsigned num_access, stage;
   struct hz_numbers { uint32_t first, last; bool known; } vertices /* indices, without base vertex */, instances;
   /* [HZ_TRACES] */
   struct hz_trace { uint64_t code_va; uint32_t data[16]; unsigned count; struct stream_uses uses; bool valid; } *trace;
};

void hz_report(struct sim_hazard *h, const char *format, ...) __attribute__((format(printf, 2, 3)));
typedef void hz_of_access(struct sim_hazard *h, const struct hz_access *a);
hz_of_access hz_check_read, hz_note_read, hz_check_write, hz_note_write;

/* hazard_draw.c */
void hz_draw(struct sim_hazard *h, const struct cp_packet *p);
void hz_dispatch(struct sim_hazard *h);
/* HTILE of the depth buffer that is bound; va 0: none. */
struct hz_htile { uint64_t va, slice_B; bool tc_compatible; };
struct hz_htile hz_htile_of(const struct sim_hazard *h);

/* hazard_compress.c */
struct hz_target {
   struct tile_surf surf;
   uint64_t va, cmask_va, fmask_va, dcc_va;
   uint64_t cmask_slice_B, fmask_slice_B;
   uint32_t first, last;
   bool fast_clear, fmask, dcc;
};
/* Colour target n; false: none. */
bool hz_find_target(const struct sim_hazard *h, unsigned n, struct hz_target *t);
/* The targets of a draw, after its reads have been checked. */
void hz_draw_targets(struct sim_hazard *h);
/* A program reads a slice of a level through a T#. compressed: the T# enables compression (GFX8). True: reported. */
bool hz_surface_read(struct sim_hazard *h, const char *name, const struct stream_uses *uses, const struct tile_surf *surf,
                     uint64_t va, bool compressed);
void hz_fmask_read(struct sim_hazard *h, const char *name, uint64_t start, uint64_t end);
/* A unit other than the colour and depth blocks writes memory. */
void hz_surfaces_written(struct sim_hazard *h, uint64_t start, uint64_t end);

#endif
