/* sq_image.c: image and buffer operations in the texture unit's terms. The names say it all (image_sample_c_d_cl_o), so the
 * names are read. */
#include "winsys/sim/sq/sq_image.h"

#include <string.h>

static bool starts(const char *s, const char *prefix)
{
   return !strncmp(s, prefix, strlen(prefix));
}

bool sq_atomic_of(const char *name, uint8_t *atomic)
{
   static const struct { const char *name; uint8_t atomic; } rows[] = {
      { "swap", TC_SWAP }, { "cmpswap", TC_CMPSWAP }, { "add", TC_ADD }, { "sub", TC_SUB }, { "smin", TC_SMIN },
      { "umin", TC_UMIN }, { "smax", TC_SMAX }, { "umax", TC_UMAX }, { "and", TC_AND }, { "or", TC_OR },
      { "xor", TC_XOR }, { "inc", TC_INC }, { "dec", TC_DEC }, { "rsub", TC_RSUB }, { "fcmpswap", TC_FCMPSWAP },
      { "fmin", TC_FMIN }, { "fmax", TC_FMAX },
   };
   size_t length = strlen(name);
   if (length > 3 && !strcmp(name + length - 3, "_x2"))
      length -= 3;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      if (strlen(rows[i].name) == length && !strncmp(name, rows[i].name, length)) {
         *atomic = rows[i].atomic;
         return true;
      }
   }
   return false;
}

bool sq_is_plain_vmem(const struct gcn_inst *inst)
{
   const char *name = gcn_op_infos[inst->op].name;
   if (inst->enc == GCN_MIMG)
      return !inst->mimg.d16 && !inst->mimg.tfe && !strstr(name, "_pck");
   return !inst->buf.lds && !inst->buf.tfe && !strstr(name, "_d16_");
}

bool sq_image_request(const struct gcn_inst *inst, struct tc_image_inst *r)
{
   const char *name = gcn_op_infos[inst->op].name;
   memset(r, 0, sizeof *r);
   r->dmask = inst->mimg.dmask;
   r->unorm = inst->mimg.unorm;
   r->da = inst->mimg.da;
   r->glc = inst->mimg.glc;
   r->lwe = inst->mimg.lwe;
   r->tfe = inst->mimg.tfe;
   if (starts(name, "image_atomic_")) {
      r->kind = TC_ATOMIC;
      /* One data dword, and as many to compare with; twice that if texels are 64 bits wide. */
      unsigned data = (unsigned)__builtin_popcount(inst->mimg.dmask);
      if (!sq_atomic_of(name + 13, &r->atomic))
         return false;
      return tc_atomic_compares(r->atomic) ? data == 2 || data == 4 : data == 1 || data == 2;
   }
   static const struct { const char *name; uint8_t kind; } plain[] = {
      { "image_load", TC_LOAD }, { "image_load_mip", TC_LOAD_MIP }, { "image_store", TC_STORE },
      { "image_store_mip", TC_STORE_MIP }, { "image_get_resinfo", TC_GET_RESINFO }, { "image_get_lod", TC_GET_LOD },
   };
   for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) {
      size_t n = strlen(plain[i].name);
      const char *rest = name + n;
      if (!strncmp(name, plain[i].name, n) && (!*rest || !strcmp(rest, "_pck") || !strcmp(rest, "_pck_sgn"))) {
         r->kind = plain[i].kind;
         return true;
      }
   }
   r->kind = starts(name, "image_gather4") ? TC_GATHER4 : TC_SAMPLE;
   r->lod = TC_LOD_IMPLICIT;
   for (const char *p = strchr(name + 6, '_'); p; p = strchr(p + 1, '_')) {
      size_t n = strcspn(p + 1, "_");
      if (n == 1 && p[1] == 'c')
         r->compare = true;
      else if (n == 1 && p[1] == 'o')
         r->offset = true;
      else if (n == 1 && p[1] == 'b')
         r->lod = TC_LOD_BIAS;
      else if (n == 1 && p[1] == 'l')
         r->lod = TC_LOD_EXPLICIT;
      else if ((n == 1 && p[1] == 'd') || (n == 2 && p[1] == 'c' && p[2] == 'd')) /* cd: coarser, if the hardware likes */
         r->lod = TC_LOD_DERIV;
      else if (n == 2 && p[1] == 'l' && p[2] == 'z')
         r->lod = TC_LOD_ZERO;
      else if (n == 2 && p[1] == 'c' && p[2] == 'l')
         r->lod_clamp = true;
      else
         return false;
   }
   return true;
}

/* Dwords of data without the status that TFE adds. */
static unsigned data_dwords(const struct gcn_inst *inst, bool store)
{
   return inst->buf.lds ? 1 : (store ? inst->src[3].dwords : inst->dst[0].dwords) - inst->buf.tfe;
}

bool sq_buffer_request(const struct gcn_inst *inst, struct tc_buf_inst *r)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   const char *name = info->name;
   memset(r, 0, sizeof *r);
   r->offen = inst->buf.offen;
   r->idxen = inst->buf.idxen;
   r->addr64 = inst->buf.addr64;
   r->offset = inst->buf.offset;
   r->glc = inst->buf.glc;
   r->slc = inst->buf.slc;
   r->lds = false; /* the interpreter's */
   if (info->flags & GCN_FLAG_ATOMIC) {
      r->kind = TC_BUF_ATOMIC;
      r->components = 1;
      r->raw_B = strstr(name, "_x2") ? 8 : 4;
      return sq_atomic_of(name + strlen("buffer_atomic_"), &r->atomic);
   }
   r->kind = info->flags & GCN_FLAG_STORE ? TC_BUF_STORE : TC_BUF_LOAD;
   unsigned data = data_dwords(inst, r->kind == TC_BUF_STORE);
   r->components = (uint8_t)data;
   if (strstr(name, "_format_")) {
      r->format = true;
      r->typed = inst->enc == GCN_MTBUF;
      r->dfmt = inst->buf.dfmt;
      r->nfmt = inst->buf.nfmt;
      return true;
   }
   r->raw_B = strstr(name, "byte") ? 1 : strstr(name, "short") ? 2 : 4;
   r->sign = strstr(name, "sbyte") || strstr(name, "sshort");
   return strstr(name, "dword") || r->raw_B < 4;
}
