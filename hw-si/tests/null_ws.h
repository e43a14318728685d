/* null_ws.h: a winsys without a GPU. Buffers are ordinary memory at invented addresses below 4 GB; a submission is walked
 * packet by packet into a register file, so that a test can compare registers, and kept as text. */
#ifndef NULL_WS_H
#define NULL_WS_H

#include "winsys/winsys.h"

struct null_ws {
   struct ws_device base;
   struct null_bo *bos;
   uint64_t next_va;
   uint32_t next_unique;
   unsigned live_bos, submissions, draws;
   unsigned command_buffers;    /* of the last submission */
   bool busy;                   /* bo_wait and fence_wait with timeout 0 answer "busy" */
   bool fail_alloc, fail_submit;
   const struct ws_metadata *metadata; /* of all buffers; NULL: none */
   uint32_t reg[0x40000 / 4];   /* by byte offset / 4 */
   bool written[0x40000 / 4];
   uint32_t at_draw[0x40000 / 4];  /* register file at the last draw packet */
   uint64_t listed[64];         /* addresses of the buffers of the last submission */
   unsigned listed_count;
   char *text;                  /* pm4_print of everything submitted */
   size_t text_B, text_capacity_B;
};

/* chip: a name of hw_chips.h. */
struct null_ws *null_ws_open(const char *chip);
/* Host address of a GPU address, or NULL. */
void *null_ws_at(struct null_ws *ws, uint64_t va);
/* Whether the last submission listed the buffer that holds this address. */
bool null_ws_listed(struct null_ws *ws, uint64_t va);
void null_ws_forget(struct null_ws *ws); /* text and "written" marks */

#endif
