/* stage.h: operations of a role, an API stage in a hardware stage, which the translator calls. One struct per role; the
 * translator itself never tests which stage it translates for. Private to this folder. */
#ifndef SI_STAGE_H
#define SI_STAGE_H

#include "hw-si/compiler/spv_llvm.h"

/* A dword of one vertex of an interface in memory. */
struct sl_vertex_dword {
   LLVMValueRef vertex;    /* i32 index into the primitive or patch; NULL: a value of the patch */
   uint32_t dword;         /* 4 * location + component */
   LLVMValueRef dyn;       /* i32 dwords added to it, or NULL; stays inside the variable */
};

struct sl_stage_ops {
   const char *name;       /* for messages */
   enum pipe_shader_type api_stage;
   enum si_hw_stage hw_stage;

   /* Creates the LLVM function: user SGPRs, system SGPRs, VGPRs. */
   void (*declare)(struct sl *s);
   /* Fills the inputs that are kept in cells. */
   void (*load_inputs)(struct sl *s);
   /* One dword (i32) of an input that is an array over vertices or belongs to the patch; NULL: the stage has no such inputs. */
   LLVMValueRef (*load_input)(struct sl *s, const struct sl_vertex_dword *at);
   /* The same for outputs that invocations share; NULL: outputs are kept in cells. */
   LLVMValueRef (*load_output)(struct sl *s, const struct sl_vertex_dword *at);
   void (*store_output)(struct sl *s, const struct sl_vertex_dword *at, LLVMValueRef dword);
   /* EmitVertex and EndPrimitive; NULL outside geometry shaders. */
   void (*emit_vertex)(struct sl *s, unsigned stream);
   void (*end_primitive)(struct sl *s, unsigned stream);
   /* The shader's body does not run in this role. */
   bool no_body;
   /* After the shader's body: passes the outputs on. */
   void (*end)(struct sl *s);
   /* After code generation: fields of the binary that LLVM does not report. */
   void (*finish)(struct sl *s);
};

extern const struct sl_stage_ops sl_vs_ops, sl_es_ops, sl_ls_ops; /* vs_fetch.c */
extern const struct sl_stage_ops sl_tcs_ops;           /* tess_ctrl.c */
extern const struct sl_stage_ops sl_fixed_tcs_ops;     /* tess_fixed.c */
extern const struct sl_stage_ops sl_tes_vs_ops, sl_tes_es_ops;   /* tess_eval.c */
extern const struct sl_stage_ops sl_gs_ops;            /* gs_ring.c */
extern const struct sl_stage_ops sl_gs_copy_ops;       /* gs_copy.c */
extern const struct sl_stage_ops sl_ps_ops;            /* ps_interp.c */
extern const struct sl_stage_ops sl_cs_ops;            /* cs.c */

/* The role's operations; NULL: no lowering exists for this API stage in this hardware stage. */
const struct sl_stage_ops *sl_find_stage(enum pipe_shader_type api_stage, enum si_hw_stage hw_stage);

#endif
