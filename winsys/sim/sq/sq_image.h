/* sq_image.h: requests to the texture unit that image and buffer instructions make. Used by interpreter and JIT. */
#ifndef SQ_IMAGE_H
#define SQ_IMAGE_H

#include "hw-si/gcn/gcn.h"
#include "winsys/sim/tc/tc.h"

/* False: not a memory operation, or a combination that hardware does not define. */
bool sq_image_request(const struct gcn_inst *inst, struct tc_image_inst *request);
bool sq_buffer_request(const struct gcn_inst *inst, struct tc_buf_inst *request);
/* The data are 32 bits each, without the status of TFE, LDS or raw texels (_PCK). sq_interp_vmem.c implements the others around
 * the texture unit. */
bool sq_is_plain_vmem(const struct gcn_inst *inst);
/* enum tc_atomic of an atomic operation. */
uint8_t sq_tc_atomic(const struct gcn_op_info *info);
/* Bytes of one element of a raw load or store: 1, 2, or 4 for dwords. */
unsigned sq_access_B(const struct gcn_op_info *info);

#endif
