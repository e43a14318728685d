/* gcn_tables.h: opcode numbers to operations, generated from gcn_ops.csv. Private to this folder. */
#ifndef GCN_TABLES_H
#define GCN_TABLES_H

#include <stdint.h>

#include "hw-si/gcn/gcn.h"

/* ops[number]: enum gcn_op or GCN_OP_NONE. The table of VOP3 includes the VOP3 forms of VOP1, VOP2 and VOPC. */
struct gcn_op_table {
   const uint16_t *ops;
   unsigned count;
};

extern const struct gcn_op_table gcn_op_tables[3][GCN_EXP + 1]; /* by gfx_level - 6 and enum gcn_enc */
extern const uint8_t gcn_type_dwords[];                         /* by enum gcn_type; 0: depends on the instruction */

static inline enum gcn_op gcn_op_lookup(unsigned gfx_level, enum gcn_enc enc, unsigned number)
{
   const struct gcn_op_table *table = &gcn_op_tables[gfx_level - 6][enc];
   return number < table->count ? (enum gcn_op)table->ops[number] : GCN_OP_NONE;
}

#endif
