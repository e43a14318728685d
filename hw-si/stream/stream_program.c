/* stream_program.c: the descriptors and memory that a shader accesses: constant propagation through its scalar instructions,
 * from the user SGPRs, in one linear pass; of VGPRs, sums of an initial value (vertex or instance number) and a known scalar. Branches are not taken and loop bodies are processed once, so values that depend on
 * them are wrong or unknown; compilers load descriptors in straight-line code. */
#include <string.h>

#include "hw-si/gcn/gcn.h"
#include "hw_regs.h"
#include "stream.h"

#define MAX_CODE_B (256u << 10)
#define NUM_SCALARS 128
#define NUM_VGPRS 256
#define NUM_INPUT_VGPRS 4

const char *const stream_stage_names[STREAM_NUM_STAGES] = { "LS", "HS", "ES", "GS", "VS", "PS", "CS" };

/* First register of LS, HS, ES, GS, VS, PS (enum stream_stage). */
static const uint32_t stage_block[] = { 0xb500, 0xb400, 0xb300, 0xb200, 0xb100, 0xb000 };

bool stream_stage_on(const struct stream_regs *r, enum stream_stage stage, bool dispatch)
{
   uint32_t en = stream_reg(r, R_028B54_VGT_SHADER_STAGES_EN);
   if (dispatch || stage == STREAM_STAGE_CS)
      return dispatch && stage == STREAM_STAGE_CS;
   switch (stage) {
   case STREAM_STAGE_LS: return G_028B54_LS_EN(en);
   case STREAM_STAGE_HS: return G_028B54_HS_EN(en);
   case STREAM_STAGE_ES: return G_028B54_ES_EN(en);
   case STREAM_STAGE_GS: return G_028B54_GS_EN(en);
   case STREAM_STAGE_PS: return stream_stage_code(r, stage) != 0;
   default: return true;
   }
}

uint64_t stream_stage_code(const struct stream_regs *r, enum stream_stage stage)
{
   uint32_t lo = stage == STREAM_STAGE_CS ? R_00B830_COMPUTE_PGM_LO : stage_block[stage] + 0x20;
   return (uint64_t)stream_reg(r, lo) << 8 | (uint64_t)(stream_reg(r, lo + 4) & 0xff) << 40;
}

unsigned stream_stage_user_data(const struct stream_regs *r, enum stream_stage stage, uint32_t data[16])
{
   bool cs = stage == STREAM_STAGE_CS;
   uint32_t rsrc2 = stream_reg(r, cs ? R_00B84C_COMPUTE_PGM_RSRC2 : stage_block[stage] + 0x2c);
   unsigned count = G_00B12C_USER_SGPR(rsrc2);
   count = count < 16 ? count : 16;
   for (unsigned i = 0; i < count; i++)
      data[i] = stream_reg(r, (cs ? R_00B900_COMPUTE_USER_DATA_0 : stage_block[stage] + 0x30) + 4 * i);
   return count;
}

/* ---- scalars ---------------------------------------------------------------------------------------------------------- */

struct tracer {
   const struct stream_memory *mem;
   uint32_t value[NUM_SCALARS];
   bool known[NUM_SCALARS];
   bool scc, scc_known;
   struct lane_value { uint8_t input /* 1 + the VGPR whose initial value it is, 0: not known */; uint32_t add; } vgpr[NUM_VGPRS];
   bool branched;                        /* EXEC was written, or a branch passed: lanes may differ in what they execute */
   uint32_t at_B, last_access_B[STREAM_MAX_USES]; /* offset of the instruction; of the last access of each use */
   uint8_t user_sgpr[NUM_SCALARS];       /* 1 + the user SGPR whose initial value this is, 0: another value */
   struct stream_uses *uses;
};

static bool get(const struct tracer *t, const struct gcn_inst *inst, unsigned code, uint32_t *value)
{
   if (code < NUM_SCALARS) {
      *value = t->value[code];
      return t->known[code];
   }
   if (code >= GCN_SRC_INT0 && code <= GCN_SRC_INT64)
      *value = code - GCN_SRC_INT0;
   else if (code >= GCN_SRC_INT_NEG1 && code <= GCN_SRC_INT_NEG16)
      *value = (uint32_t)-(int32_t)(code - GCN_SRC_INT64);
   else if (code == GCN_SRC_LITERAL)
      *value = inst->literal;
   else
      return false;
   return true;
}

/* The high half of a 64-bit operand: the next register of the pair, or the extension of a constant. */
static bool get_high(const struct tracer *t, const struct gcn_inst *inst, unsigned code, uint32_t *value)
{
   if (code + 1 < NUM_SCALARS)
      return get(t, inst, code + 1, value);
   uint32_t low;
   if (!get(t, inst, code, &low))
      return false;
   *value = code == GCN_SRC_LITERAL ? 0 : (uint32_t)((int32_t)low >> 31);
   return true;
}

static void set(struct tracer *t, unsigned code, bool known, uint32_t value)
{
   if (code < NUM_SCALARS) {
      t->known[code] = known;
      t->value[code] = value;
      t->branched |= code == GCN_SRC_EXEC_LO || code == GCN_SRC_EXEC_HI;
   } else if (code >= GCN_SRC_VGPR0 && code < GCN_SRC_VGPR0 + NUM_VGPRS) {
      t->vgpr[code - GCN_SRC_VGPR0].input = 0;
   }
}

static void forget(struct tracer *t, const struct gcn_inst *inst)
{
   for (unsigned d = 0; d < inst->num_dst; d++)
      for (unsigned i = 0; i < inst->dst[d].dwords; i++)
         set(t, inst->dst[d].code + i, false, 0);
}

static bool compute32(const struct tracer *t, unsigned op, uint32_t a, uint32_t b, uint32_t *out, bool *carry)
{
   *carry = false;
   switch (op) {
   case GCN_S_MOV_B32: *out = a; return true;
   case GCN_S_NOT_B32: *out = ~a; return true;
   case GCN_S_AND_B32: *out = a & b; return true;
   case GCN_S_OR_B32: *out = a | b; return true;
   case GCN_S_XOR_B32: *out = a ^ b; return true;
   case GCN_S_ANDN2_B32: *out = a & ~b; return true;
   case GCN_S_LSHL_B32: *out = a << (b & 31); return true;
   case GCN_S_LSHR_B32: *out = a >> (b & 31); return true;
   case GCN_S_ASHR_I32: *out = (uint32_t)((int32_t)a >> (b & 31)); return true;
   case GCN_S_ADD_U32: case GCN_S_ADD_I32: *out = a + b; *carry = *out < a; return true;
   case GCN_S_SUB_U32: case GCN_S_SUB_I32: *out = a - b; *carry = a < b; return true;
   case GCN_S_ADDC_U32: *out = a + b + t->scc; *carry = (uint64_t)a + b + t->scc > UINT32_MAX; return t->scc_known;
   case GCN_S_MUL_I32: *out = a * b; return true;
   default: return false;
   }
}

static bool scalar32(struct tracer *t, const struct gcn_inst *inst)
{
   uint32_t a, b = 0, out;
   bool carry;
   if (inst->num_dst != 1 || inst->dst[0].dwords != 1 || !inst->num_src || !get(t, inst, inst->src[0].code, &a) ||
       (inst->num_src > 1 && !get(t, inst, inst->src[1].code, &b)) || !compute32(t, inst->op, a, b, &out, &carry))
      return false;
   set(t, inst->dst[0].code, true, out);
   switch (inst->op) {
   case GCN_S_ADD_U32: case GCN_S_SUB_U32: case GCN_S_ADDC_U32:
      t->scc = carry;
      t->scc_known = true;
      break;
   default:
      t->scc_known &= !(gcn_op_infos[inst->op].flags & GCN_FLAG_WRITES_SCC);
   }
   return true;
}

static bool scalar64(struct tracer *t, const struct gcn_inst *inst)
{
   uint32_t a[2], b[2] = { 0 };
   if (inst->num_dst != 1 || inst->dst[0].dwords != 2 || !inst->num_src || !get(t, inst, inst->src[0].code, &a[0]) ||
       !get_high(t, inst, inst->src[0].code, &a[1]))
      return false;
   if (inst->num_src > 1 && (!get(t, inst, inst->src[1].code, &b[0]) || !get_high(t, inst, inst->src[1].code, &b[1])))
      return false;
   uint32_t out[2];
   switch (inst->op) {
   case GCN_S_MOV_B64: out[0] = a[0]; out[1] = a[1]; break;
   case GCN_S_AND_B64: out[0] = a[0] & b[0]; out[1] = a[1] & b[1]; break;
   case GCN_S_OR_B64: out[0] = a[0] | b[0]; out[1] = a[1] | b[1]; break;
   default: return false;
   }
   t->scc_known &= !(gcn_op_infos[inst->op].flags & GCN_FLAG_WRITES_SCC);
   set(t, inst->dst[0].code, true, out[0]);
   set(t, inst->dst[0].code + 1u, true, out[1]);
   return true;
}

static void scalar(struct tracer *t, const struct gcn_inst *inst)
{
   if (inst->enc == GCN_SOPK && inst->op == GCN_S_MOVK_I32) {
      set(t, inst->dst[0].code, true, (uint32_t)inst->simm);
      return;
   }
   uint32_t before;
   if (inst->enc == GCN_SOPK && inst->op == GCN_S_ADDK_I32 && get(t, inst, inst->dst[0].code, &before)) {
      set(t, inst->dst[0].code, true, before + (uint32_t)inst->simm);
      t->scc_known = false;
      return;
   }
   if (inst->enc != GCN_SOPK && (scalar32(t, inst) || scalar64(t, inst)))
      return;
   forget(t, inst);
   if (gcn_op_infos[inst->op].flags & GCN_FLAG_WRITES_SCC)
      t->scc_known = false;
}

/* ---- lanes ------------------------------------------------------------------------------------------------------------- */

static struct lane_value get_lane(const struct tracer *t, const struct gcn_inst *inst, unsigned n)
{
   unsigned code = n < inst->num_src ? inst->src[n].code : 0;
   return code >= GCN_SRC_VGPR0 && code < GCN_SRC_VGPR0 + NUM_VGPRS ? t->vgpr[code - GCN_SRC_VGPR0] : (struct lane_value){ 0 };
}

/* Copies of a known VGPR, and sums with a known scalar. Everything else that is written is unknown. */
static void vector(struct tracer *t, const struct gcn_inst *inst)
{
   struct lane_value v = { 0 };
   uint32_t scalar;
   if (!t->branched && !inst->is_sdwa && !inst->is_dpp && !inst->abs && !inst->neg && !inst->omod && !inst->clamp) {
      if (inst->op == GCN_V_MOV_B32)
         v = get_lane(t, inst, 0);
      for (unsigned n = 0; inst->op == GCN_V_ADD_U32 && !v.input && n < 2; n++)
         if (get(t, inst, inst->src[n].code, &scalar)) {
            v = get_lane(t, inst, 1 - n);
            v.add += scalar;
         }
   }
   forget(t, inst); /* v_readfirstlane and compares write SGPRs */
   if (v.input)
      t->vgpr[inst->dst[0].code - GCN_SRC_VGPR0] = v;
}

/* ---- accesses --------------------------------------------------------------------------------------------------------- */

static void add_use(struct tracer *t, const struct stream_use *use)
{
   struct stream_uses *u = t->uses;
   for (unsigned i = 0; i < u->count; i++) {
      struct stream_use *old = &u->use[i];
      if (old->kind == use->kind && old->size_B == use->size_B && !memcmp(old->word, use->word, sizeof use->word)) {
         old->reads |= use->reads;
         old->writes |= use->writes;
         old->end_B = old->end_B > use->end_B ? old->end_B : use->end_B;
         if (old->index_vgpr != use->index_vgpr || old->index_add != use->index_add)
            old->index_vgpr = 0;
         t->last_access_B[i] = t->at_B;
         return;
      }
   }
   if (u->count < STREAM_MAX_USES) {
      t->last_access_B[u->count] = t->at_B;
      u->use[u->count++] = *use;
   } else {
      u->unknown++;
   }
}

/* Reads the descriptor in the SGPRs from `code` on. False: not all of its words are known. */
static bool get_descriptor(const struct tracer *t, unsigned code, unsigned words, struct stream_use *use)
{
   use->words = (uint8_t)words;
   for (unsigned i = 0; i < words; i++) {
      if (code + i >= NUM_SCALARS || !t->known[code + i])
         return false;
      use->word[i] = t->value[code + i];
   }
   return true;
}

/* Records an access through the descriptor in the SGPRs from `code` on. */
static void record_access(struct tracer *t, unsigned code, unsigned words, struct stream_use use)
{
   if (get_descriptor(t, code, words, &use))
      add_use(t, &use);
   else
      t->uses->unknown++;
}

/* Iterations after the first use later values of the VGPRs. */
static void loop_back(struct tracer *t, int64_t target_B)
{
   for (unsigned i = 0; i < t->uses->count; i++)
      if (t->last_access_B[i] >= target_B)
         t->uses->use[i].index_vgpr = 0;
}

static void scalar_memory(struct tracer *t, const struct gcn_inst *inst)
{
   bool store = gcn_op_infos[inst->op].flags & GCN_FLAG_STORE;
   if (!inst->num_src || !inst->num_dst || store) {
      if (store)
         t->uses->unknown++;
      forget(t, inst);
      return;
   }
   uint32_t offset = (uint32_t)inst->simm, base[4] = { 0 };
   bool known = inst->smem_imm || get(t, inst, inst->src[1].code, &offset), buffer = inst->src[0].dwords == 4;
   unsigned words = inst->dst[0].dwords;
   for (unsigned i = 0; i < inst->src[0].dwords; i++)
      known &= get(t, inst, inst->src[0].code + i, &base[i]);
   if (buffer)
      record_access(t, inst->src[0].code, 4, (struct stream_use){ .kind = STREAM_USE_CONSTANTS, .reads = true });
   uint64_t va = ((base[0] | (uint64_t)(base[1] & 0xffff) << 32) + offset) & ~UINT64_C(3);
   if (known && !buffer)
      add_use(t, &(struct stream_use){ .kind = STREAM_USE_POINTER, .words = 2, .reads = true, .size_B = words * 4,
                                       .word = { (uint32_t)va, (uint32_t)(va >> 32) } });
   else if (!known && !buffer)
      t->uses->unknown++;
   const uint32_t *from = known ? t->mem->read(t->mem->user, va, words * 4) : NULL;
   for (unsigned i = 0; i < words; i++)
      set(t, inst->dst[0].code + i, from != NULL, from ? from[i] : 0);
}

/* The element that a buffer access selects, if its other parts are known. */
static void get_index(const struct tracer *t, const struct gcn_inst *inst, struct stream_use *use)
{
   uint32_t offset;
   struct lane_value v = get_lane(t, inst, 0);
   if (!inst->buf.idxen || inst->buf.offen || inst->buf.addr64 || !get(t, inst, inst->src[2].code, &offset) || offset > 0xffff)
      return;
   use->index_vgpr = v.input;
   use->index_add = v.add;
   use->end_B = offset + inst->buf.offset + 16; /* the largest element */
}

static void vector_memory(struct tracer *t, const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   bool store = info->flags & GCN_FLAG_STORE, atomic = info->flags & GCN_FLAG_ATOMIC;
   struct stream_use use = { .reads = !store, .writes = store || atomic };
   if (inst->enc == GCN_FLAT) {
      t->uses->unknown++;
   } else if (inst->num_src < 3) {
      return; /* cache control */
   } else if (inst->enc == GCN_MIMG) {
      bool size = info->mem_kind == GCN_MEM_RESINFO || info->mem_kind == GCN_MEM_LOD;
      bool samples = info->mem_kind == GCN_MEM_SAMPLE || info->mem_kind == GCN_MEM_GATHER4;
      if (samples)
         record_access(t, inst->src[2].code, 4, (struct stream_use){ .kind = STREAM_USE_SAMPLER });
      use.kind = STREAM_USE_IMAGE;
      use.reads &= !size;
      record_access(t, inst->src[1].code, inst->src[1].dwords, use);
   } else {
      use.kind = STREAM_USE_BUFFER;
      get_index(t, inst, &use);
      record_access(t, inst->src[1].code, 4, use);
   }
}

/* LLVM's insertion of the active lanes into a lane mask begins with s_andn2_b64 dst, dst, exec. This read of dst is not a use of
 * user data: dst may be uninitialised, because the bits of inactive lanes are not used. */
static bool keeps_inactive_lanes(const struct gcn_inst *inst)
{
   return inst->op == GCN_S_ANDN2_B64 && inst->src[1].code == GCN_SRC_EXEC_LO && inst->src[0].code == inst->dst[0].code;
}

/* Tracks where the initial values of user SGPRs are, and which of them an instruction uses. A copy is not a use: radeonsi's prologs
 * save and restore the SGPRs of the main part, whether the main part uses them or not. */
static void track_user_sgprs(struct tracer *t, const struct gcn_inst *inst)
{
   const bool copies = inst->op == GCN_S_MOV_B32 || inst->op == GCN_S_MOV_B64;
   const bool reads = inst->enc != GCN_VINTRP /* its codes are P0, P10, P20 */ && !keeps_inactive_lanes(inst);
   uint8_t copied[2] = { 0 };
   for (unsigned i = 0; reads && i < inst->num_src; i++)
      for (unsigned n = 0; n < inst->src[i].dwords; n++) {
         unsigned code = inst->src[i].code + n;
         uint8_t from = code < NUM_SCALARS ? t->user_sgpr[code] : 0;
         if (copies && n < 2)
            copied[n] = from;
         else if (from)
            t->uses->user_read |= 1u << (from - 1);
      }
   for (unsigned d = 0; d < inst->num_dst; d++)
      for (unsigned n = 0; n < inst->dst[d].dwords; n++)
         if (inst->dst[d].code + n < NUM_SCALARS)
            t->user_sgpr[inst->dst[d].code + n] = n < 2 ? copied[n] : 0;
}

static void step(struct tracer *t, const struct gcn_inst *inst)
{
   track_user_sgprs(t, inst);
   switch (inst->enc) {
   case GCN_SMEM:
      scalar_memory(t, inst);
      break;
   case GCN_MUBUF: case GCN_MTBUF: case GCN_MIMG: case GCN_FLAT:
      vector_memory(t, inst);
      forget(t, inst);
      break;
   case GCN_SOP1: case GCN_SOP2: case GCN_SOPK: case GCN_SOPC:
      scalar(t, inst);
      break;
   default:
      vector(t, inst);
   }
}

void stream_trace(unsigned gfx_level, const struct stream_memory *mem, uint64_t code_va, const uint32_t *user_data,
                  unsigned user_count, struct stream_uses *uses)
{
   struct tracer t = { .mem = mem, .uses = uses };
   uint32_t end_of_jumps = 0, at_B = 0;
   uses->count = uses->unknown = uses->user_read = 0;
   for (unsigned i = 0; i < user_count; i++) {
      set(&t, i, true, user_data[i]);
      t.user_sgpr[i] = (uint8_t)(i + 1);
   }
   for (unsigned i = 0; i < NUM_INPUT_VGPRS; i++)
      t.vgpr[i].input = (uint8_t)(i + 1);
   while (at_B < MAX_CODE_B) {
      uint32_t code[3] = { 0 };
      unsigned have = 0;
      for (; have < 3; have++) {
         const uint32_t *word = mem->read(mem->user, code_va + at_B + 4 * have, 4);
         if (!word)
            break;
         code[have] = *word;
      }
      struct gcn_inst inst;
      if (!have || !gcn_decode(gfx_level, code, have, at_B, &inst))
         break;
      t.at_B = at_B;
      step(&t, &inst);
      at_B += inst.size_B;
      uint16_t flags = gcn_op_infos[inst.op].flags;
      if (flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH) && inst.enc == GCN_SOPP) {
         int64_t target = (int64_t)at_B + 4 * inst.simm;
         t.branched = true;
         loop_back(&t, target);
         if (target > end_of_jumps && target < MAX_CODE_B)
            end_of_jumps = (uint32_t)target;
      }
      if (flags & GCN_FLAG_END && at_B > end_of_jumps)
         break;
   }
   uses->code_B = at_B;
}
