/* gv_op.c: shapes of instructions (gv_op.def): number and kind of an instruction's words. */
#include "gl-api/glsl/spirv/gv_priv.h"

static const char *shape_of(uint16_t op)
{
   switch (op) {
#define GV_OP(name, operands) case SpvOp##name: return operands;
#include "gl-api/glsl/spirv/gv_op.def"
#undef GV_OP
   default: return NULL;
   }
}

struct reader {
   const struct spv_inst *in;
   unsigned at;
   gv_use_function use;
   void *data;
};

static bool read_id(struct reader *r)
{
   if (r->at >= r->in->count)
      return false;
   const uint32_t id = r->in->w[r->at++];
   if (r->use)
      r->use(r->data, id);
   return true;
}

static bool read_string(struct reader *r)
{
   if (r->at >= r->in->count)
      return false;
   const size_t room_B = (size_t)(r->in->count - r->at) * 4;
   const size_t length = strnlen((const char *)&r->in->w[r->at], room_B);
   r->at += (unsigned)(length / 4) + 1;
   return length < room_B;
}

/* The mask, then the ids of its bits from the lowest on. */
static bool read_image_operands(struct reader *r)
{
   static const uint8_t ids[] = { 1, 1, 2, 1, 1, 1, 1 }; /* Bias, Lod, Grad, ConstOffset, Offset, ConstOffsets, Sample */
   if (r->at >= r->in->count)
      return false;
   const uint32_t mask = r->in->w[r->at++];
   if (mask >> (sizeof ids / sizeof *ids))
      return false;
   for (unsigned bit = 0; bit < sizeof ids / sizeof *ids; bit++)
      for (unsigned k = 0; (mask >> bit & 1) && k < ids[bit]; k++)
         if (!read_id(r))
            return false;
   return true;
}

static bool read_one(struct reader *r, char kind)
{
   switch (kind) {
   case 's': return read_string(r);
   case 'I': return read_image_operands(r);
   case 'v': case 'T': return read_id(r);
   default: return r->at++ < r->in->count; /* R, l */
   }
}

bool gv_operands(const struct spv_inst *in, gv_use_function use, void *data, const char **why)
{
   struct reader r = { in, 1, use, data };
   const char *shape = shape_of(in->op);
   *why = NULL;
   if (!shape)
      return false;
   *why = "has words of another instruction";
   for (const char *c = shape; *c; c++) {
      if (*c == '?') {
         if (r.at == in->count)
            return true;
      } else if (*c == '*') {
         while (r.at < in->count)
            for (const char *k = c + 1; *k; k++)
               if (!read_one(&r, *k))
                  return false;
         return true;
      } else if (!read_one(&r, *c)) {
         return false;
      }
   }
   return r.at == in->count;
}

bool gv_has_result(uint16_t op)
{
   const char *shape = shape_of(op);
   return shape && strchr(shape, 'R');
}

uint32_t gv_result_id(const struct spv_inst *in)
{
   const char *shape = shape_of(in->op);
   const char *at = shape ? strchr(shape, 'R') : NULL;
   return at ? spv_w(in, 1 + (unsigned)(at - shape)) : 0;
}
