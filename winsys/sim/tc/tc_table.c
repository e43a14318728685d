/* tc_table.c: the functions of one instruction set, and the format conversions as functions. */
#include "winsys/sim/surf/fmt_vec.h"
#include "winsys/sim/tc/tc_int.h"

#ifndef PX_BASE
#define PX_BASE PX_ISA
#endif
/* A set that adds to another one takes the functions without code for it from that one. */
#define SAME_ENTRY(type, name) .name = PX_PASTE(name, PX_BASE),

static void decode(const struct fmt *f, unsigned num, const uint32_t raw[4][16], uint32_t out[4][16])
{
   vu r[4], o[4];
   for (unsigned c = 0; c < 4; c++)
      r[c] = vu_load(raw[c]);
   fmt_vec_decode(f, num, r, o);
   for (unsigned c = 0; c < 4; c++)
      vu_store(out[c], o[c]);
}

static void encode(const struct fmt *f, unsigned num, const uint32_t in[4][16], uint32_t raw[4][16])
{
   vu i[4], r[4];
   for (unsigned c = 0; c < 4; c++)
      i[c] = vu_load(in[c]);
   fmt_vec_encode(f, num, i, r);
   for (unsigned c = 0; c < 4; c++)
      vu_store(raw[c], r[c]);
}

const struct tc_ops PX(tc_ops) = {
   .fmt_decode = decode,
   .fmt_encode = encode,
   TC_KERNELS(SAME_ENTRY)
   TC_VBMI_KERNELS(PX_ENTRY)
};
