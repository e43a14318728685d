/* tess.h: interfaces of the tessellation stages (layouts: abi.h). Private to this folder. */
#ifndef SI_TESS_H
#define SI_TESS_H

#include "hw-si/compiler/stage.h"

struct sl_tess {
   LLVMValueRef rel_patch, patch_id;      /* in the threadgroup; of the draw */
   LLVMValueRef invocation;               /* HS: output control point */
   LLVMValueRef offchip_offset, factor_offset; /* SGPRs, bytes */
   LLVMValueRef offchip;                  /* V# of the off-chip buffer */
   LLVMValueRef coord[2];                 /* evaluation: u, v */
   uint32_t out_points;                   /* HS */
   uint64_t vertex_locations, patch_locations; /* HS: outputs in LDS */
};

/* LS: writes the outputs that key.ring_locations names to LDS. */
void sl_lds_store_vertex(struct sl *s, const LLVMValueRef *value);
LLVMValueRef sl_lds_load(struct sl *s, LLVMValueRef at_dw);
void sl_lds_store(struct sl *s, LLVMValueRef at_dw, LLVMValueRef v);

/* tess_ctrl.c: code shared by control shaders and the driver's fixed control shader. */
void sl_declare_hs(struct sl *s, unsigned user_sgprs);
LLVMValueRef sl_load_control_input(struct sl *s, const struct sl_vertex_dword *at);
/* A tess level; location: enum pipe_patch_varying. */
typedef LLVMValueRef (*sl_tess_level)(struct sl *s, unsigned location, unsigned element);
/* One lane per patch stores its values and its tess factors. */
void sl_end_patch(struct sl *s, void (*store_values)(struct sl *s), sl_tess_level level);
void sl_finish_hs(struct sl *s);

/* A byte of SI_SGPR_TCS_LAYOUT or SI_SGPR_TES_LAYOUT, the same user SGPR. */
LLVMValueRef sl_tess_layout(struct sl *s, enum si_tess_layout field);
/* a * k + b, b may be NULL. */
LLVMValueRef sl_mad_i32(struct sl *s, LLVMValueRef a, uint32_t k, LLVMValueRef b);
/* Dword offset of a value in the threadgroup's part of the off-chip buffer; points: control points of a patch. */
LLVMValueRef sl_offchip_dw(struct sl *s, const struct sl_vertex_dword *at, LLVMValueRef points);

#endif
