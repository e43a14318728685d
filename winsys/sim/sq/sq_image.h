/* sq_image.h: what an image or buffer operation asks of the texture unit, by operation; filled once. For interpreter and
 * JIT. */
#ifndef SQ_IMAGE_H
#define SQ_IMAGE_H

#include "hw-si/gcn/gcn.h"
#include "winsys/sim/tc/tc.h"

/* False: the operation is none of tc.h's. */
bool sq_image_request(const struct gcn_inst *inst, struct tc_image_inst *request);
bool sq_buffer_request(const struct gcn_inst *inst, struct tc_buf_inst *request);
/* Data are as in registers: 32 bits each, no status behind (TFE), no LDS, no texels taken raw. The rest is for the
 * interpreter, which does it around the texture unit (sq_interp_vmem.c). */
bool sq_is_plain_vmem(const struct gcn_inst *inst);
/* Atomic operation by the part of the name that follows "_atomic_", without "_x2". */
bool sq_atomic_of(const char *name, uint8_t *atomic);

#endif
