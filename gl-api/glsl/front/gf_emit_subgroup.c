/* gf_emit_subgroup.c: functions between the invocations of a subgroup (KHR_shader_subgroup). */
#include "gf_emit.h"

#include <string.h>

/* Functions without "subgroup". group: the GroupOperation operand; swap: direction of a quad swap; -1: neither. */
static const struct { const char *name; SpvOp op; uint16_t capability; int8_t group, swap; } rows[] = {
#define ROW(name, op, capability) { name, SpvOpGroupNonUniform##op, SpvCapabilityGroupNonUniform##capability, -1, -1 }
#define COUNT(name, group) { name, SpvOpGroupNonUniformBallotBitCount, SpvCapabilityGroupNonUniformBallot, SpvGroupOperation##group, -1 }
#define SWAP(name, direction) { name, SpvOpGroupNonUniformQuadSwap, SpvCapabilityGroupNonUniformQuad, -1, direction }
   ROW("Elect", Elect, ), ROW("All", All, Vote), ROW("Any", Any, Vote), ROW("AllEqual", AllEqual, Vote),
   ROW("Broadcast", Broadcast, Ballot), ROW("BroadcastFirst", BroadcastFirst, Ballot), ROW("Ballot", Ballot, Ballot),
   ROW("InverseBallot", InverseBallot, Ballot), ROW("BallotBitExtract", BallotBitExtract, Ballot),
   COUNT("BallotBitCount", Reduce), COUNT("BallotInclusiveBitCount", InclusiveScan), COUNT("BallotExclusiveBitCount", ExclusiveScan),
   ROW("BallotFindLSB", BallotFindLSB, Ballot), ROW("BallotFindMSB", BallotFindMSB, Ballot), ROW("Shuffle", Shuffle, Shuffle),
   ROW("ShuffleXor", ShuffleXor, Shuffle), ROW("ShuffleUp", ShuffleUp, ShuffleRelative),
   ROW("ShuffleDown", ShuffleDown, ShuffleRelative), ROW("QuadBroadcast", QuadBroadcast, Quad), SWAP("QuadSwapHorizontal", 0),
   SWAP("QuadSwapVertical", 1), SWAP("QuadSwapDiagonal", 2),
#undef ROW
#undef COUNT
#undef SWAP
};

/* By the base of the argument. */
static const struct { const char *name; SpvOp f, s, u, b; } operations[] = {
#define OP(name) SpvOpGroupNonUniform##name
   { "Add", OP(FAdd), OP(IAdd), OP(IAdd) }, { "Mul", OP(FMul), OP(IMul), OP(IMul) }, { "Min", OP(FMin), OP(SMin), OP(UMin) },
   { "Max", OP(FMax), OP(SMax), OP(UMax) }, { "And", SpvOpNop, OP(BitwiseAnd), OP(BitwiseAnd), OP(LogicalAnd) },
   { "Or", SpvOpNop, OP(BitwiseOr), OP(BitwiseOr), OP(LogicalOr) }, { "Xor", SpvOpNop, OP(BitwiseXor), OP(BitwiseXor), OP(LogicalXor) },
#undef OP
};

static const struct { const char *prefix; SpvGroupOperation group; SpvCapability capability; } groups[] = {
   { "Inclusive", SpvGroupOperationInclusiveScan, SpvCapabilityGroupNonUniformArithmetic },
   { "Exclusive", SpvGroupOperationExclusiveScan, SpvCapabilityGroupNonUniformArithmetic },
   { "Clustered", SpvGroupOperationClusteredReduce, SpvCapabilityGroupNonUniformClustered },
   { "", SpvGroupOperationReduce, SpvCapabilityGroupNonUniformArithmetic },
};

static SpvOp arithmetic(struct gf_emit *e, const struct gf_expr *x, const char *name, SpvGroupOperation *group)
{
   unsigned i = 0;
   while (strncmp(name, groups[i].prefix, strlen(groups[i].prefix)) != 0)
      i++;
   name += strlen(groups[i].prefix);
   *group = groups[i].group;
   const enum gf_base base = gf_kind(x->args[0]->type);
   for (unsigned k = 0; k < GF_COUNT(operations); k++) {
      if (strcmp(operations[k].name, name) != 0)
         continue;
      gf_capability(e, groups[i].capability);
      return base == GF_FLOAT ? operations[k].f : base == GF_INT ? operations[k].s : base == GF_UINT ? operations[k].u : operations[k].b;
   }
   return SpvOpNop;
}

bool gf_emit_subgroup(struct gf_emit *e, struct gf_expr *x, uint32_t *id)
{
   const char *name = x->callee->symbol->name->text;
   uint32_t w[4] = { gf_constant_u32(e, GF_T(uint), SpvScopeSubgroup) };
   unsigned n = 1, i = 0;
   SpvGroupOperation group = SpvGroupOperationMax;
   if (strncmp(name, "subgroup", 8) != 0)
      return false;
   while (i < GF_COUNT(rows) && strcmp(rows[i].name, name + 8) != 0)
      i++;
   const bool is_row = i < GF_COUNT(rows);
   const SpvOp op = is_row ? rows[i].op : arithmetic(e, x, name + 8, &group);
   if (is_row)
      gf_capability(e, (SpvCapability)rows[i].capability);
   gf_capability(e, SpvCapabilityGroupNonUniform);
   if (!is_row || rows[i].group >= 0)
      w[n++] = is_row ? (uint32_t)rows[i].group : group;
   for (unsigned k = 0; k < x->arg_count && n < 4; k++)
      w[n++] = gf_value_of(e, x->args[k]);
   if (is_row && rows[i].swap >= 0)
      w[n++] = gf_constant_u32(e, GF_T(uint), (uint32_t)rows[i].swap);
   *id = gf_result(e, op, gf_type_id(e, x->type), w, n);
   return true;
}
