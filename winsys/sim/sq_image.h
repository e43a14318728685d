/* sq_image.h: what an image or buffer operation asks of the texture unit, by operation; filled once. For interpreter and
 * JIT. */
#ifndef SQ_IMAGE_H
#define SQ_IMAGE_H

#include "hw-si/gcn/gcn.h"
#include "winsys/sim/tc.h"

/* False: the operation is none of tc.h's (packed image loads, for instance). */
bool sq_image_request(const struct gcn_inst *inst, struct tc_image_inst *request);
bool sq_buffer_request(const struct gcn_inst *inst, struct tc_buf_inst *request);

#endif
