/* spv_llvm.h: shared declarations of the translator from SPIR-V to LLVM IR (prefix sl_). Private to this folder.
 *
 * A SPIR-V value is a flat list of LLVM scalars: a vec3 is three floats, a mat4 sixteen, a struct its members one after the
 * other. GCN has no vector registers, so composite instructions emit no code. Memory of a lane (Function and Private variables,
 * and inputs and outputs that a stage keeps in registers) is an array of cells, one scalar each, which LLVM promotes to
 * registers where all indices are constant.
 *
 * Errors: the first one is written to `why` and sets `failed`; later calls return values of the right type, so callers need
 * not check, and translation stops at the next instruction. */
#ifndef SI_SPV_LLVM_H
#define SI_SPV_LLVM_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include "hw-si/compiler/abi.h"
#include "hw-si/compiler/compile.h"
#include "spirv/spv_module.h"

#define SL_MAX_SCALARS 8192u      /* scalars in one value or variable */
#define SL_MAX_EMITTED 120000u    /* instructions translated, counting every inlined call: LLVM needs seconds for more */
#define SL_NO_BUILTIN UINT32_MAX
#define SL_NO_LOCATION 0xff
#define SL_UNUSED __attribute__((unused))

/* Targets of export instructions (hw facts B4). */
enum sl_export_target { SL_EXP_MRT0 = 0, SL_EXP_MRTZ = 8, SL_EXP_NULL = 9, SL_EXP_POS0 = 12, SL_EXP_PARAM0 = 32 };

/* The memory that a pointer points to. Decides how a dereference is lowered and the unit of sl_ptr.offset. */
enum sl_storage {
   SL_PRIVATE, /* cells of one lane: Function and Private variables, and inputs and outputs that the stage keeps in
                  registers; offset in cells */
   SL_LDS,     /* cells shared by the workgroup; offset in cells */
   SL_RING,    /* interface of several vertices in memory, read and written by sl_stage_ops; offset in dwords:
                  4 * location + component */
   SL_UNIFORM, /* loose uniforms: bytes of the constant buffer of their DescriptorSet; slots of samplers and images */
   SL_BUFFER,  /* uniform and storage blocks; offset in bytes, slot of the block */
   SL_HANDLE,  /* a sampler or image; dyn_slot is its handle, the address of its descriptors */
};

/* A typed pointer: the result of OpVariable or of an access chain. Nothing is loaded before a dereference. */
struct sl_ptr {
   enum sl_storage storage;
   uint32_t type;          /* pointee type id */
   struct sl_var *v;       /* the variable that it points into */
   uint32_t offset;        /* constant part; the unit depends on `storage` */
   LLVMValueRef dyn;       /* i32 added to the offset, or NULL; every index is clamped to its array */
   uint32_t slot;          /* SL_UNIFORM, SL_BUFFER: first slot + constant index */
   LLVMValueRef dyn_slot;  /* i32 added to the slot, or NULL */
   bool slot_diverges;     /* dyn_slot may differ between lanes (spv_llvm_waterfall.c) */
   LLVMValueRef vertex;    /* SL_RING, per vertex: i32 index; NULL while the pointee is the array of all vertices */
   uint32_t matrix_stride_B; /* SL_BUFFER: of the matrix that this points to or into */
   uint32_t column_step_B; /* the pointee is a column of a row-major matrix: bytes between components; 0: packed */
   bool row_major;         /* SL_BUFFER: of the matrix that this points to */
   bool is_coherent;       /* SL_BUFFER: a member that is Coherent or Volatile, or a part of it */
   bool is_packed;         /* SL_RING: elements are apart by their components (gl_ClipDistance, CPacked), not by locations */
};

/* A variable. */
struct sl_var {
   uint32_t id;
   uint32_t storage_class; /* SpvStorageClass */
   enum sl_storage storage;
   uint32_t cells;         /* SL_PRIVATE, SL_LDS: scalars; SL_RING: scalars per vertex or patch */
   LLVMValueRef mem;       /* SL_PRIVATE: alloca [cells x cell_type]; SL_LDS: the same as a global variable */
   LLVMTypeRef cell_type;  /* i32, or i64 when any scalar is 64 bits wide */
   bool per_vertex;        /* SL_RING: the outer array counts vertices; false: values of the patch */
   uint8_t *written;       /* per cell: the shader stores to it */
   struct sl_var *evaluated; /* inputs of fragment shaders: the same cells at another position, or NULL (ps_interp_at.c) */
};

/* A combined image and sampler, or an image, as loaded. */
struct sl_image {
   LLVMValueRef rsrc, sampler; /* <8 x i32>, <4 x i32>; sampler NULL for plain images */
   uint32_t image_type;        /* OpTypeImage id */
   uint16_t yuv;               /* SI_YUV_KEY; 0: RGB */
   LLVMValueRef plane[2];      /* chroma planes: <8 x i32> */
   LLVMValueRef magnify_to_half; /* i1: magnification includes levels of detail up to 0.5; NULL: it ends at 0 */
   LLVMValueRef compare_zero[4]; /* i1: the component is 0 in a comparison of four components; NULL: it is as sampled */
   LLVMValueRef srgb_fetch[4];   /* i1: the shader decodes the component of a fetched texel; NULL: it does not */
   bool is_coherent;             /* images: Coherent or Volatile */
   const struct sl_ptr *from;    /* where it is */
   const struct sl_ptr *at;      /* not opened yet, as its slot diverges: where it is; else NULL */
};

struct sl_texel { struct sl_image image; uint32_t coord, sample; }; /* of OpImageTexelPointer; ids of the operands */

struct sl_id {
   LLVMValueRef *c;        /* scalars, or NULL */
   uint32_t n;
   uint32_t type;
   struct sl_ptr *ptr;
   struct sl_image *image;
   struct sl_texel *texel;
   LLVMBasicBlockRef block, block_end; /* labels */
   struct sl_var *var;     /* variables */
   LLVMValueRef *result;   /* functions: allocas of the result's scalars, shared by all calls */
   bool is_active;         /* functions: a call of it is being translated */
};

struct sl_type {           /* by type id, filled on first use */
   bool known;
   uint32_t n;
   LLVMTypeRef *leaf;
};

/* One scalar of an interface variable. */
struct sl_io {
   struct sl_var *v;
   uint32_t cell;
   uint32_t member;        /* of the variable's block, or SPV_NO_MEMBER */
   uint32_t builtin;       /* SpvBuiltIn, or SL_NO_BUILTIN */
   uint32_t element;       /* of the built-in: component of gl_Position, index of gl_ClipDistance */
   uint8_t location, component, index, stream;
   uint8_t width;          /* bits */
   char base;              /* 'f' 'i' 'u' 'b' */
   bool flat, noperspective, centroid, sample;
};

struct sl_edge { LLVMBasicBlockRef from; uint32_t to_label; };

struct sl_construct { uint32_t merge, cont; bool is_loop; };

/* A call that is being inlined (spv_llvm_call.c). */
struct sl_frame {
   struct sl_frame *caller; /* NULL: the entry point's; of a spare frame the next one */
   const struct spv_function *fn;
   struct spv_inst call;    /* the call instruction */
   bool is_simple;          /* a function of one block, inlined into the caller's block */
   uint32_t block;          /* the function's block that is translated */
   uint32_t at;             /* its next instruction */
   uint32_t first_edge;     /* of the function in sl.edge */
   LLVMBasicBlockRef return_block;
   LLVMValueRef *result;    /* allocas of the result's scalars */
   uint32_t result_count;
};

struct sl {
   const struct spv_module *m;
   const struct pipe_shader_state *shader;
   const struct si_shader_key *key;
   struct si_shader_binary *bin;
   const struct spv_entry_point *entry;
   const struct sl_stage_ops *ops; /* stage.h */
   int gfx;                /* 6, 7, 8 */

   LLVMContextRef llvm;
   LLVMModuleRef mod;
   LLVMBuilderRef b;
   LLVMValueRef fn;
   LLVMBasicBlockRef entry_block; /* allocas go to its start */
   LLVMTypeRef f32, f16, f64, i1, i8, i16, i32, i64, v2i16, v2f16, v4i32, v8i32, v4f32, v2f32, voidt, ptr_const;
   LLVMValueRef zero, one, f_zero, f_one, i_true, i_false;

   struct sl_id *id;
   struct sl_type *type;
   struct sl_io *in, *out;
   uint32_t in_count, out_count;
   const uint8_t *diverges; /* per id (spv_diverge.c); NULL: not computed yet */
   uint64_t *used;         /* per id: members of that variable which the code reaches; all bits when it is not a block */
   struct sl_edge *edge;
   uint32_t edge_count, edge_cap;
   struct sl_frame *frame, *spare_frame;
   uint32_t emitted;
   bool needs_wqm;         /* takes derivatives: killed pixels stay as helpers */
   bool kills;             /* the module has instructions that kill pixels */
   bool uses_kill;
   bool inexact;           /* expressions may be contracted */

   LLVMTypeRef arg_type[64];
   LLVMValueRef arg[64];   /* function arguments in order; valid after sl_begin_function */
   uint32_t arg_count, sgpr_args, user_sgprs;
   LLVMValueRef coverage;           /* of the fragment by a smooth primitive, a factor of alpha; NULL: not smooth */
   LLVMValueRef edge_flag;          /* of the vertex, 0 or 1; NULL: not exported */
   LLVMValueRef prim_mask, ps_vgpr[16]; /* enum sl_ps_vgpr */
   LLVMValueRef slope[2][2][2]; /* of the barycentric coordinates: by perspective and linear, i and j, x and y; NULL: not needed */
   LLVMValueRef vertex_id, instance_id, primitive_id;
   uint32_t so_first;      /* argument index of the stream-output SGPRs */
   LLVMValueRef so_config, so_write_index, so_offset[4];
   LLVMValueRef tg_id[3], local_id[3];
   LLVMValueRef ring_offset; /* ES: es2gs_offset; GS: gs2vs_offset, bytes */
   LLVMValueRef rel_vertex; /* LS: RelAutoIndex */
   struct sl_tess *tess;   /* tess.h */
   struct sl_gs *gs;       /* geometry shader and its copy shader (gs_ring.h) */

   struct sl_chunk { struct sl_chunk *next; } *arena;
   size_t arena_left;
   char *arena_at;

   bool failed;
   bool no_memory; /* an allocation failed: the same compile may succeed later */
   char *why;
   size_t why_size_B;
};

/* ---- spv_llvm_core.c: errors, memory, types, values --------------------------------------------------------------------- */
void sl_fail(struct sl *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void *sl_alloc(struct sl *s, size_t size_B); /* zeroed, lives as long as the translation; never NULL (fails the compile) */
bool sl_init_core(struct sl *s);
void sl_finish_core(struct sl *s);

LLVMTypeRef sl_scalar_type(struct sl *s, const struct spv_type *t); /* NULL when it is not a scalar */
bool sl_is_too_large(struct sl *s, uint32_t type); /* for a value */
uint32_t sl_count(struct sl *s, uint32_t type);     /* scalars in a value of that type; 0 and failed when there are none */
const LLVMTypeRef *sl_leaves(struct sl *s, uint32_t type);

/* Scalars of an id of exactly n components, all of one LLVM type (floats may be of 16, 32 or 64 bits). n = 0: any. */
const LLVMValueRef *sl_any(struct sl *s, uint32_t id, uint32_t *n);
const LLVMValueRef *sl_floats(struct sl *s, uint32_t id, uint32_t n);
const LLVMValueRef *sl_ints(struct sl *s, uint32_t id, uint32_t n);
const LLVMValueRef *sl_bools(struct sl *s, uint32_t id, uint32_t n);
LLVMValueRef sl_int32(struct sl *s, uint32_t id);    /* scalar of 32 bits */
LLVMValueRef sl_float32(struct sl *s, uint32_t id);
uint32_t sl_id_count(struct sl *s, uint32_t id);     /* scalars it has, 0 if it is not a value */
/* Defines the result of an instruction; checks it against the result type. */
void sl_define(struct sl *s, const struct spv_inst *in, const LLVMValueRef *c, uint32_t n);
bool sl_constant(struct sl *s, const struct spv_inst *in);
LLVMValueRef *sl_array(struct sl *s, uint32_t n);
uint32_t sl_result_count(struct sl *s, const struct spv_inst *in); /* scalars of its result; at least 1 */
bool sl_same_types(struct sl *s, const LLVMValueRef *a, const LLVMValueRef *b); /* fails when they differ */

/* ---- llvm_build.c: small instruction builders --------------------------------------------------------------------------- */
static inline LLVMValueRef sl_i32(struct sl *s, uint32_t v) { return LLVMConstInt(s->i32, v, 0); }
static inline LLVMValueRef sl_bool(struct sl *s, bool v) { return v ? s->i_true : s->i_false; }
static inline LLVMValueRef sl_f32(struct sl *s, double v) { return LLVMConstReal(s->f32, v); }
LLVMValueRef sl_call(struct sl *s, const char *name, LLVMTypeRef result, const LLVMValueRef *args, unsigned n);
LLVMValueRef sl_call1(struct sl *s, const char *name, LLVMTypeRef result, LLVMValueRef a);
LLVMValueRef sl_call2(struct sl *s, const char *name, LLVMTypeRef result, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef sl_call3(struct sl *s, const char *name, LLVMTypeRef result, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);
/* "llvm.floor" + type suffix of a */
LLVMValueRef sl_math1(struct sl *s, const char *base, LLVMValueRef a);
LLVMValueRef sl_math2(struct sl *s, const char *base, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef sl_bitcast(struct sl *s, LLVMValueRef v, LLVMTypeRef t);
LLVMValueRef sl_from_dwords(struct sl *s, const LLVMValueRef *dw, LLVMTypeRef t); /* scalar from 1 or 2 dwords of memory */
LLVMValueRef sl_to_i32(struct sl *s, LLVMValueRef v);  /* bits of a 32-bit scalar; i1 becomes 0/1 */
bool sl_is_wide(struct sl *s, LLVMValueRef v);         /* of 64 bits */
LLVMValueRef sl_dword(struct sl *s, LLVMValueRef v, unsigned i); /* i32: half 0 or 1 of a 64-bit scalar, or a 32-bit one (i = 0) */
LLVMValueRef sl_to_f32(struct sl *s, LLVMValueRef v);
LLVMValueRef sl_vector(struct sl *s, const LLVMValueRef *c, unsigned n); /* n >= 2 */
LLVMValueRef sl_element(struct sl *s, LLVMValueRef vec, unsigned i);
LLVMValueRef sl_fneg(struct sl *s, LLVMValueRef a);
/* of n scalars each, every step-th of an array */
LLVMValueRef sl_dot(struct sl *s, const LLVMValueRef *a, unsigned a_step, const LLVMValueRef *b, unsigned b_step, unsigned n);
LLVMValueRef sl_fabs(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_fmad(struct sl *s, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c); /* a*b + c, not fused */
LLVMValueRef sl_fmin(struct sl *s, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef sl_fmax(struct sl *s, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef sl_saturate(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_rcp(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_fdiv(struct sl *s, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef sl_sqrt(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_rsq(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_exp2(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_log2(struct sl *s, LLVMValueRef a);
LLVMValueRef sl_umin(struct sl *s, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef sl_real(struct sl *s, LLVMValueRef like, double v);   /* constant of the same float type */
LLVMValueRef sl_int_like(struct sl *s, LLVMValueRef like, int64_t v);
LLVMValueRef sl_entry_alloca(struct sl *s, LLVMTypeRef t, const char *name);
LLVMValueRef sl_freeze(struct sl *s, LLVMValueRef v);
/* Lane of the quad: result[l] = v[perm(l)], perm two bits per lane. */
LLVMValueRef sl_quad_perm(struct sl *s, LLVMValueRef v, unsigned perm);
void sl_kill_unless(struct sl *s, LLVMValueRef keep);

/* ---- desc_load.c -------------------------------------------------------------------------------------------------------- */
LLVMValueRef sl_load_const(struct sl *s, LLVMValueRef ptr, LLVMTypeRef t, LLVMValueRef offset_B); /* invariant */
LLVMValueRef sl_buffer_desc(struct sl *s, uint32_t slot, LLVMValueRef dyn_slot, bool storage, uint32_t limit);
LLVMValueRef sl_texture_desc(struct sl *s, uint32_t slot, LLVMValueRef dyn, LLVMValueRef *sampler);
LLVMValueRef sl_image_desc(struct sl *s, uint32_t slot, LLVMValueRef dyn);
/* i32: the address of the descriptors in a slot, which is a handle; dyn may differ between lanes. */
LLVMValueRef sl_slot_handle(struct sl *s, bool image, uint32_t slot, LLVMValueRef dyn);
/* <count x i32> at dword `dw` of the descriptors that the handle addresses; the same for all active lanes. */
LLVMValueRef sl_handle_desc(struct sl *s, LLVMValueRef handle, uint32_t dw, LLVMTypeRef t);
LLVMValueRef sl_target_desc(struct sl *s, uint32_t attachment); /* of a colour buffer, PIPE_ATTACHMENT_DEPTH or STENCIL */
LLVMValueRef sl_internal_desc(struct sl *s, unsigned slot); /* enum si_internal_slot */
LLVMValueRef sl_buffer_load_dword(struct sl *s, LLVMValueRef rsrc, LLVMValueRef offset_B, unsigned cache);
void sl_buffer_store_dword(struct sl *s, LLVMValueRef rsrc, LLVMValueRef v, LLVMValueRef offset_B, LLVMValueRef soffset_B,
                           unsigned cache);
/* Cache policy of a buffer access. GLC: bypass the L1; SLC: stream through the L2; SWIZZLED: the V# swizzles, so LLVM must not
 * join accesses at consecutive offsets. */
enum sl_cache { SL_GLC = 1 << 0, SL_SLC = 1 << 1, SL_SWIZZLED = 1 << 3 };
LLVMValueRef sl_driver_const(struct sl *s, uint32_t offset_B); /* one float */
void sl_buffer_load(struct sl *s, LLVMValueRef rsrc, LLVMValueRef offset_B, unsigned n, LLVMValueRef *out); /* constants: n i32 */

/* ---- the translator's parts --------------------------------------------------------------------------------------------- */
/* Per id: may differ between lanes. */
const uint8_t *sl_find_divergence(struct sl *s);
/* Runs an instruction that accesses different resources in different lanes once for each of them; false: it does not. */
bool sl_waterfall(struct sl *s, const struct spv_inst *in, void (*run)(struct sl *s, const struct spv_inst *in));
LLVMValueRef sl_ballot(struct sl *s, LLVMValueRef condition); /* i64: a bit per active lane whose condition is true */
bool sl_alu(struct sl *s, const struct spv_inst *in);      /* each: false when the opcode is not theirs */
bool sl_composite(struct sl *s, const struct spv_inst *in); /* sl_alu calls it */
bool sl_tex(struct sl *s, const struct spv_inst *in);
/* Chroma planes of the sampled image in a slot, when key.yuv has some. dyn: index that is added to the slot, or NULL. */
void sl_load_planes(struct sl *s, struct sl_image *image, uint32_t slot, LLVMValueRef dyn);
/* RGBA of texels of the planes (<4 x float> each); key: SI_YUV_KEY. */
LLVMValueRef sl_yuv_to_rgb(struct sl *s, uint16_t key, LLVMValueRef luma, const LLVMValueRef chroma[2]);
bool sl_memory(struct sl *s, const struct spv_inst *in);
bool sl_atomic(struct sl *s, const struct spv_inst *in);
bool sl_vote(struct sl *s, const struct spv_inst *in);
bool sl_subgroup(struct sl *s, const struct spv_inst *in);
LLVMValueRef sl_lane(struct sl *s);                                   /* i32: number of the lane in its wave */
/* An input that the lane's number gives. Fails for all others; stage: for the message. */
LLVMValueRef sl_lane_input(struct sl *s, const struct sl_io *io, const char *stage);
void sl_store_lane_input(struct sl *s, const struct sl_io *io, const char *stage);
void sl_group_barrier(struct sl *s, bool device); /* device: and orders memory for other CUs */
void sl_ext450(struct sl *s, const struct spv_inst *in);
/* Of GLSL.std.450. NULL, false: not for these operands. */
LLVMValueRef sl_float_function(struct sl *s, uint32_t op, const LLVMValueRef *x);
bool sl_vector_function(struct sl *s, const struct spv_inst *in, uint32_t op, uint32_t n);
void sl_matrix_function(struct sl *s, const struct spv_inst *in, uint32_t op);
void sl_derivative(struct sl *s, const struct spv_inst *in);
LLVMValueRef sl_ddx(struct sl *s, LLVMValueRef v, bool fine);
LLVMValueRef sl_ddy(struct sl *s, LLVMValueRef v, bool fine); /* in framebuffer rows, not mirrored */

void sl_function(struct sl *s, const struct spv_function *f); /* body into the current block; leaves builder after it */
/* Terminator of block `index` of the function; a phi, and its incoming values from the function's edges. */
void sl_terminator(struct sl *s, const struct spv_function *f, uint32_t index, const struct spv_inst *in);
void sl_phi(struct sl *s, const struct spv_inst *in);
void sl_fill_phi(struct sl *s, uint32_t label, const struct spv_inst *in, uint32_t first_edge);

/* ---- spv_llvm_mem.c: variables, pointers -------------------------------------------------------------------------------- */
bool sl_declare_variables(struct sl *s);
struct sl_ptr *sl_pointer(struct sl *s, uint32_t id);       /* fails when it is none */
bool sl_diverges(struct sl *s, uint32_t id);                 /* the value may differ between lanes */
void sl_open_image(struct sl *s, const struct sl_ptr *p, const struct spv_type *t, struct sl_image *image);
void sl_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out);
void sl_store_ptr(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v, uint32_t n); /* checks the types of v */
void sl_member_pointer(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t i); /* *p becomes its member i */
uint32_t sl_without_arrays(struct sl *s, uint32_t type);    /* element type of arrays of arrays */
bool sl_is_storage_block(struct sl *s, const struct sl_ptr *p);
bool sl_is_coherent(struct sl *s, uint32_t id, uint32_t member); /* decorated Coherent or Volatile; member: or SPV_NO_MEMBER */
uint32_t sl_scalar_B(struct sl *s, uint32_t type);
uint32_t sl_array_stride_B(struct sl *s, enum sl_storage storage, uint32_t type);

/* ---- spv_llvm_cells.c: SL_PRIVATE, SL_LDS ------------------------------------------------------------------------------- */
void sl_make_cells(struct sl *s, struct sl_var *v, uint32_t type); /* id and storage of *v are set */
void sl_zero_cells(struct sl *s, struct sl_var *v);
LLVMValueRef sl_cell_address(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn);
LLVMValueRef sl_cell_load(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn, LLVMTypeRef t);
void sl_cell_store(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn, LLVMValueRef value);

/* ---- spv_llvm_ring.c: SL_RING ------------------------------------------------------------------------------------------- */
unsigned sl_builtin_location(uint32_t builtin);             /* enum pipe_varying, or SL_NO_LOCATION */
void sl_ring_variable(struct sl *s, struct sl_ptr *p);      /* *p points to a variable: sets its offset */
void sl_ring_member(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t i);
uint32_t sl_ring_stride_dw(struct sl *s, const struct sl_ptr *p, const struct spv_type *t);
void sl_ring_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out);
void sl_ring_store_ptr(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v);

/* ---- spv_llvm_buffer.c: SL_UNIFORM, SL_BUFFER --------------------------------------------------------------------------- */
void sl_buffer_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out);
void sl_buffer_store_ptr(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v, uint32_t n);
/* Descriptor and byte offset of p's pointee. */
LLVMValueRef sl_buffer_address(struct sl *s, const struct sl_ptr *p, LLVMValueRef *offset_B);
LLVMValueRef sl_buffer_array_length(struct sl *s, const struct sl_ptr *block, uint32_t array_type, uint32_t array_offset_B);

/* ---- spv_llvm_image.c --------------------------------------------------------------------------------------------------- */
bool sl_image_access(struct sl *s, const struct spv_inst *in); /* false: another instruction */
LLVMValueRef sl_image_height(struct sl *s, const struct sl_image *image); /* of a 3D image */
/* op as in the names of LLVM's intrinsics. Returns the texel before. */
LLVMValueRef sl_texel_atomic(struct sl *s, const struct sl_texel *at, const char *op, const LLVMValueRef *data, unsigned count);

/* ---- shader_io.c -------------------------------------------------------------------------------------------------------- */
/* Interface scalars of variables of one storage class, in module order. */
bool sl_collect_io(struct sl *s, uint32_t storage_class, struct sl_io **io, uint32_t *count);
void sl_find_used(struct sl *s);                            /* fills s->used; variables are declared */
bool sl_is_used(struct sl *s, const struct sl_io *io);
/* Location (enum pipe_varying or pipe_patch_varying) and component between stages; SL_NO_LOCATION: it has none. */
unsigned sl_io_location(const struct sl_io *io, unsigned *component);
LLVMValueRef sl_output(struct sl *s, const struct sl_io *io); /* its value, at the end of the shader */
const struct sl_io *sl_find_output(struct sl *s, uint32_t builtin, uint32_t element);

/* ---- last_vertex.c, stream_out.c: last vertex stage --------------------------------------------------------------------- */
/* Outputs at the end of a shader that keeps them in cells, one per s->out; NULL: never written. */
const LLVMValueRef *sl_written_outputs(struct sl *s);
/* Exports position, misc vector, clip distances and parameters. value: one per s->out, or NULL. */
void sl_export_vertex(struct sl *s, const LLVMValueRef *value);
unsigned sl_stream_out_buffers(const struct pipe_stream_output_info *so); /* bit per buffer with a stride */
void sl_add_stream_out_sgprs(struct sl *s);
void sl_begin_stream_out(struct sl *s);                     /* after sl_begin_function */
void sl_stream_out(struct sl *s, const LLVMValueRef *value, unsigned stream);
void sl_finish_stream_out(struct sl *s);                    /* RSRC2 bits */
void sl_finish_vgprs(struct sl *s, unsigned vgpr_comp_cnt); /* LS, ES, VS: index of the last input VGPR that is loaded */

/* ---- gs_ring.c: the ESGS and GSVS rings --------------------------------------------------------------------------------- */
/* Writes the outputs that key.ring_locations names. value: one per s->out, or NULL. */
void sl_esgs_store(struct sl *s, const LLVMValueRef *value);
/* An output scalar of a geometry shader and its place in a vertex of its stream. */
struct sl_gs_output { uint32_t out; uint8_t stream; uint16_t dword; };
struct sl_gs {
   struct sl_gs_output *output;
   uint32_t count;
   uint16_t vertex_dw[4];    /* dwords per vertex and stream */
   uint32_t max_vertices;
   LLVMValueRef vertex[6];   /* GS: dword offsets of the input vertices in the ESGS ring */
   LLVMValueRef wave_id, primitive_id, invocation_id, esgs, gsvs[4];
   LLVMValueRef emitted[4];  /* allocas: vertices emitted so far, per stream */
};
void sl_gs_layout(struct sl *s); /* fills *s->gs, after sl_find_used */

/* ---- ps_interp.c, ps_export.c ------------------------------------------------------------------------------------------- */
void sl_ps_outputs(struct sl *s);
LLVMValueRef sl_ps_interp(struct sl *s, const struct sl_io *io, LLVMValueRef i, LLVMValueRef j);
void sl_ps_barycentric(struct sl *s, const struct sl_io *io, LLVMValueRef *i, LLVMValueRef *j);
void sl_ps_center(struct sl *s, bool linear, LLVMValueRef *i, LLVMValueRef *j); /* also where the shader runs per sample */
void sl_ps_load_slopes(struct sl *s); /* before control flow */
void sl_interpolate_at(struct sl *s, const struct spv_inst *in, uint32_t op, uint32_t n);
/* Position of a sample in its pixel, 0 to 1 in the direction of columns (axis 0) or rows in memory. */
LLVMValueRef sl_ps_sample_position(struct sl *s, LLVMValueRef sample, unsigned axis);
/* Whether the pixel's column (axis 0) or row in memory (1) is odd: its place in its quad. */
LLVMValueRef sl_ps_is_odd(struct sl *s, unsigned axis);
/* An offset in GL's direction of y as one in the direction of rows in memory. */
LLVMValueRef sl_ps_row_offset(struct sl *s, LLVMValueRef y);
LLVMValueRef sl_ps_coverage(struct sl *s); /* bit per covered sample */
LLVMValueRef sl_ps_front_face(struct sl *s);
/* The colour buffer's value at the pixel, or at the sample that the shader runs for: <4 x float>. */
LLVMValueRef sl_ps_destination(struct sl *s, LLVMValueRef rsrc);
void sl_ps_blend(struct sl *s, LLVMValueRef c[4]); /* by key.ps.equation; replaces c */
LLVMValueRef sl_ps_pixel(struct sl *s, unsigned axis); /* centre of the pixel in the target, rows in memory order: x or y + 0.5 */
void sl_declare_ps(struct sl *s);
void sl_export(struct sl *s, unsigned target, unsigned en, const LLVMValueRef c[4], bool done, bool vm);
void sl_export_color(struct sl *s, unsigned target, unsigned format, const LLVMValueRef c[4], char base, bool done);
void sl_export_colors(struct sl *s, const LLVMValueRef (*color)[4], const char *base, unsigned count, uint32_t col_format,
                      bool more);

/* ---- llvm_function.c: the LLVM function and its arguments --------------------------------------------------------------- */
void sl_make_types(struct sl *s);
/* Arguments, in the order of the registers: user SGPRs first, then system SGPRs, then VGPRs. Each returns the index of the
 * (first) argument in s->arg. */
unsigned sl_add_user_sgprs(struct sl *s, unsigned count, unsigned pointers); /* pointers: bit per SGPR that is one */
unsigned sl_add_sgpr(struct sl *s);
unsigned sl_add_vgpr(struct sl *s, LLVMTypeRef t);
void sl_begin_function(struct sl *s, enum si_hw_stage stage);
void sl_set_attribute(struct sl *s, const char *name, const char *value); /* of the function */

#endif
