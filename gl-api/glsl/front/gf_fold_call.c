/* gf_fold_call.c: built-in functions of constants, in double precision, rounded to the type of the result at the end. NaN gives
 * what it gives at run time (docs/glsl.md). */
#include "gf_parser.h"
#include "state/pipe_format_float.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct call { struct gf_parser *p; const struct gf_value *a[4]; unsigned count; enum gf_base base; struct gf_value *out; };

static double pi(void) { return 3.14159265358979323846; }

/* ---- one component at a time ---- */

static double f_radians(double x) { return x * pi() / 180; }
static double f_degrees(double x) { return x * 180 / pi(); }
static double f_inversesqrt(double x) { return 1 / sqrt(x); }
static double f_sign(double x) { return (x > 0) - (x < 0); }
static double f_fract(double x) { return x - floor(x); }
static double f_round_even(double x)
{
   const double low = floor(x), rest = x - low;
   return rest < 0.5 ? low : rest > 0.5 ? low + 1 : fmod(low, 2) == 0 ? low : low + 1;
}
static double f_mod(double x, double y) { return x - y * floor(x / y); }
static double f_step(double edge, double x) { return x >= edge ? 1 : 0; }
static double f_min(double x, double y) { return y < x || isnan(x) ? y : x; }
static double f_max(double x, double y) { return x < y || isnan(x) ? y : x; }
static double f_clamp(double x, double low, double high) { return f_min(f_max(x, low), high); }
static double f_mix(double x, double y, double a) { return x * (1 - a) + y * a; }
static double f_smoothstep(double low, double high, double x)
{
   const double t = f_clamp((x - low) / (high - low), 0, 1);
   return t * t * (3 - 2 * t);
}
static double f_zero(double x) { (void)x; return 0; } /* derivatives of constants (GLSL 1.20, 4.3.3) */
static double f_min3(double x, double y, double z) { return f_min(x, f_min(y, z)); }
static double f_max3(double x, double y, double z) { return f_max(x, f_max(y, z)); }
static double f_mid3(double x, double y, double z) { return f_max(f_min(x, y), f_min(f_max(x, y), z)); }

static const struct {
   const char *name;
   double (*f1)(double);
   double (*f2)(double, double);
   double (*f3)(double, double, double);
} reals[] = {
   { "radians", f_radians }, { "degrees", f_degrees }, { "sin", sin }, { "cos", cos }, { "tan", tan }, { "asin", asin },
   { "acos", acos }, { "atan", atan, atan2 }, { "sinh", sinh }, { "cosh", cosh }, { "tanh", tanh }, { "asinh", asinh },
   { "acosh", acosh }, { "atanh", atanh }, { "exp", exp }, { "log", log }, { "exp2", exp2 }, { "log2", log2 },
   { "sqrt", sqrt },
   { "inversesqrt", f_inversesqrt }, { "abs", fabs }, { "sign", f_sign }, { "floor", floor }, { "ceil", ceil },
   { "fract", f_fract },
   { "trunc", trunc }, { "truncate", trunc }, { "round", f_round_even }, { "roundEven", f_round_even }, { "pow", NULL, pow },
   { "mod", NULL, f_mod },
   { "min", NULL, f_min }, { "max", NULL, f_max }, { "step", NULL, f_step }, { "clamp", NULL, NULL, f_clamp },
   { "mix", NULL, NULL, f_mix }, { "smoothstep", NULL, NULL, f_smoothstep }, { "fma", NULL, NULL, fma },
   { "dFdx", f_zero }, { "dFdy", f_zero }, { "fwidth", f_zero },
   { "min3", NULL, NULL, f_min3 }, { "max3", NULL, NULL, f_max3 }, { "mid3", NULL, NULL, f_mid3 },
};

static union gf_scalar part(const struct gf_value *v, unsigned i) { return v->at[gf_components(v->type) == 1 ? 0 : i]; }

static bool fold_real(struct call *k, const char *name)
{
   for (unsigned r = 0; r < GF_COUNT(reals); r++) {
      if (strcmp(reals[r].name, name) != 0)
         continue;
      if (!(k->count == 1 ? reals[r].f1 != NULL : k->count == 2 ? reals[r].f2 != NULL : reals[r].f3 != NULL))
         return false;
      for (unsigned i = 0; i < gf_components(k->out->type); i++) {
         const double x = part(k->a[0], i).d, y = k->count > 1 ? part(k->a[1], i).d : 0, z = k->count > 2
            ? part(k->a[2], i).d : 0;
         k->out->at[i].d = k->count == 1 ? reals[r].f1(x) : k->count == 2 ? reals[r].f2(x, y) : reals[r].f3(x, y, z);
      }
      return true;
   }
   return false;
}

/* ---- integers ---- */

static bool less(enum gf_base base, union gf_scalar a, union gf_scalar b)
{
   return gf_is_real(gf_vector(base, 1)) ? a.d < b.d : base == GF_UINT || base == GF_UINT64 ? a.u < b.u : a.i < b.i;
}

static union gf_scalar lower(enum gf_base base, union gf_scalar a, union gf_scalar b) { return less(base, b, a) ? b
                                                                                        : a; }
static union gf_scalar upper(enum gf_base base, union gf_scalar a, union gf_scalar b) { return less(base, a, b) ? b
                                                                                        : a; }

static unsigned bits_of(uint32_t x)
{
   unsigned n = 0;
   for (; x; x &= x - 1)
      n++;
   return n;
}

static int64_t highest(int64_t x, bool is_signed)
{
   uint32_t u = (uint32_t)x;
   if (is_signed && x < 0)
      u = ~u;
   return u ? 31 - __builtin_clz(u) : -1;
}

static bool fold_integer(struct call *k, const char *name)
{
   const bool is_signed = k->base == GF_INT;
   for (unsigned i = 0; i < gf_components(k->out->type); i++) {
      const union gf_scalar x = part(k->a[0], i), y = k->count > 1 ? part(k->a[1], i) : x, z = k->count > 2
         ? part(k->a[2], i) : x;
      union gf_scalar *r = &k->out->at[i];
      if (strcmp(name, "abs") == 0)
         r->i = x.i < 0 ? (int64_t)(0 - x.u) : x.i;
      else if (strcmp(name, "sign") == 0)
         r->i = (x.i > 0) - (x.i < 0);
      else if (strcmp(name, "min") == 0)
         *r = lower(k->base, x, y);
      else if (strcmp(name, "max") == 0)
         *r = upper(k->base, x, y);
      else if (strcmp(name, "clamp") == 0)
         *r = lower(k->base, upper(k->base, x, y), z);
      else if (strcmp(name, "min3") == 0)
         *r = lower(k->base, x, lower(k->base, y, z));
      else if (strcmp(name, "max3") == 0)
         *r = upper(k->base, x, upper(k->base, y, z));
      else if (strcmp(name, "mid3") == 0)
         *r = upper(k->base, lower(k->base, x, y), lower(k->base, upper(k->base, x, y), z));
      else if (strcmp(name, "bitCount") == 0)
         r->i = bits_of((uint32_t)x.u);
      else if (strcmp(name, "findLSB") == 0)
         r->i = (uint32_t)x.u ? __builtin_ctz((uint32_t)x.u) : -1;
      else if (strcmp(name, "findMSB") == 0)
         r->i = highest(x.i, is_signed);
      else if (strcmp(name, "bitfieldReverse") == 0) {
         uint32_t u = (uint32_t)x.u, back = 0;
         for (unsigned b = 0; b < 32; b++)
            back |= (u >> b & 1) << (31 - b);
         r->i = is_signed ? (int64_t)(int32_t)back : (int64_t)back;
      } else if (strcmp(name, "bitfieldExtract") == 0) {
         const int64_t offset = k->a[1]->at[0].i, bits = k->a[2]->at[0].i;
         if (bits <= 0 || offset < 0 || offset + bits > 32) {
            r->i = 0;
         } else {
            const uint32_t u = (uint32_t)x.u << (32 - bits - offset);
            r->i = is_signed ? (int64_t)((int32_t)u >> (32 - bits)) : (int64_t)(u >> (32 - bits));
         }
      } else if (strcmp(name, "bitfieldInsert") == 0) {
         const int64_t offset = k->a[2]->at[0].i, bits = k->a[3]->at[0].i;
         const uint32_t mask = bits <= 0 || offset < 0 || offset + bits > 32 ? 0
            : (uint32_t)(((UINT64_C(1) << bits) - 1) << offset);
         const uint32_t u = ((uint32_t)x.u & ~mask) | ((uint32_t)y.u << (offset & 31) & mask);
         r->i = is_signed ? (int64_t)(int32_t)u : (int64_t)u;
      } else {
         return false;
      }
   }
   return true;
}

/* ---- vectors and matrices ---- */

static double dot(const struct gf_value *a, const struct gf_value *b)
{
   double sum = 0;
   for (unsigned i = 0; i < gf_components(a->type); i++)
      sum += a->at[i].d * b->at[i].d;
   return sum;
}

static double minor(const double *m, unsigned n, unsigned stride);

/* Determinant of n columns of `stride` scalars, of their first n rows, by the first column. */
static double minor(const double *m, unsigned n, unsigned stride)
{
   if (n == 1)
      return m[0];
   double sum = 0, sub[16];
   for (unsigned skip = 0; skip < n; skip++) {
      for (unsigned c = 1; c < n; c++) {
         for (unsigned r = 0, at = 0; r < n; r++) {
            if (r != skip)
               sub[(c - 1) * 4 + at++] = m[c * stride + r];
         }
      }
      sum += (skip & 1 ? -1 : 1) * m[skip] * minor(sub, n - 1, 4);
   }
   return sum;
}

static void inverse(struct call *k)
{
   const unsigned n = k->a[0]->type->rows;
   double m[16], sub[16];
   for (unsigned i = 0; i < n * n; i++)
      m[i] = k->a[0]->at[i].d;
   const double det = minor(m, n, n);
   for (unsigned c = 0; c < n; c++) {
      for (unsigned r = 0; r < n; r++) {
         for (unsigned x = 0, sc = 0; x < n; x++) {
            if (x == r)
               continue;
            for (unsigned y = 0, sr = 0; y < n; y++) {
               if (y != c)
                  sub[sc * 4 + sr++] = m[x * n + y];
            }
            sc++;
         }
         k->out->at[c * n + r].d = ((c + r) & 1 ? -1 : 1) * minor(sub, n - 1, 4) / det;
      }
   }
}

static bool fold_geometric(struct call *k, const char *name)
{
   const struct gf_value *a = k->a[0], *b = k->count > 1 ? k->a[1] : NULL, *c = k->count > 2 ? k->a[2] : NULL;
   union gf_scalar *out = k->out->at;
   const unsigned n = gf_components(k->out->type), in = gf_components(a->type);
   if (strcmp(name, "dot") == 0) {
      out->d = dot(a, b);
   } else if (strcmp(name, "length") == 0) {
      out->d = in == 1 ? fabs(a->at[0].d) : sqrt(dot(a, a));
   } else if (strcmp(name, "distance") == 0) {
      double sum = 0;
      for (unsigned i = 0; i < in; i++)
         sum += (a->at[i].d - b->at[i].d) * (a->at[i].d - b->at[i].d);
      out->d = sqrt(sum);
   } else if (strcmp(name, "normalize") == 0) {
      const double length = sqrt(dot(a, a));
      for (unsigned i = 0; i < n; i++)
         out[i].d = n == 1 ? f_sign(a->at[i].d) : a->at[i].d / length;
   } else if (strcmp(name, "cross") == 0) {
      for (unsigned i = 0; i < 3; i++)
         out[i].d = a->at[(i + 1) % 3].d * b->at[(i + 2) % 3].d - a->at[(i + 2) % 3].d * b->at[(i + 1) % 3].d;
   } else if (strcmp(name, "faceforward") == 0) {
      const double s = dot(c, b) < 0 ? 1 : -1;
      for (unsigned i = 0; i < n; i++)
         out[i].d = s * a->at[i].d;
   } else if (strcmp(name, "reflect") == 0) {
      for (unsigned i = 0; i < n; i++)
         out[i].d = a->at[i].d - 2 * dot(b, a) * b->at[i].d;
   } else if (strcmp(name, "refract") == 0) {
      const double eta = c->at[0].d, d = dot(b, a), root = 1 - eta * eta * (1 - d * d);
      for (unsigned i = 0; i < n; i++)
         out[i].d = root < 0 ? 0 : eta * a->at[i].d - (eta * d + sqrt(root)) * b->at[i].d;
   } else if (strcmp(name, "matrixCompMult") == 0) {
      for (unsigned i = 0; i < n; i++)
         out[i].d = a->at[i].d * b->at[i].d;
   } else if (strcmp(name, "transpose") == 0) {
      for (unsigned i = 0; i < n; i++)
         out[i] = a->at[i % k->out->type->rows * a->type->rows + i / k->out->type->rows];
   } else if (strcmp(name, "outerProduct") == 0) {
      for (unsigned i = 0; i < n; i++)
         out[i].d = a->at[i % a->type->rows].d * b->at[i / a->type->rows].d;
   } else if (strcmp(name, "determinant") == 0) {
      double m[16];
      for (unsigned i = 0; i < in; i++)
         m[i] = a->at[i].d;
      out->d = minor(m, a->type->rows, a->type->rows);
   } else if (strcmp(name, "inverse") == 0) {
      inverse(k);
   } else {
      return false;
   }
   return true;
}

/* ---- relations, and mix by bool ---- */

static bool fold_relation(struct call *k, const char *name)
{
   const struct gf_value *a = k->a[0], *b = k->a[1];
   const unsigned n = gf_components(k->out->type), in = gf_components(a->type);
   const enum gf_base base = k->base;
   union gf_scalar *out = k->out->at;
   if (strcmp(name, "any") == 0 || strcmp(name, "all") == 0) {
      unsigned sum = 0;
      for (unsigned i = 0; i < in; i++)
         sum += a->at[i].u != 0;
      out->u = name[1] == 'n' ? sum > 0 : sum == in;
      return true;
   }
   for (unsigned i = 0; i < n; i++) {
      const union gf_scalar x = a->at[i], y = b ? part(b, i) : x;
      const bool same = gf_is_real(a->type) ? x.d == y.d : x.u == y.u;
      if (strcmp(name, "not") == 0)
         out[i].u = !x.u;
      else if (strcmp(name, "isnan") == 0)
         out[i].u = isnan(x.d) != 0;
      else if (strcmp(name, "isinf") == 0)
         out[i].u = isinf(x.d) != 0;
      else if (strcmp(name, "equal") == 0)
         out[i].u = same;
      else if (strcmp(name, "notEqual") == 0)
         out[i].u = !same;
      else if (strcmp(name, "lessThan") == 0)
         out[i].u = less(base, x, y);
      else if (strcmp(name, "greaterThan") == 0)
         out[i].u = less(base, y, x);
      else if (strcmp(name, "lessThanEqual") == 0)
         out[i].u = less(base, x, y) || same;
      else if (strcmp(name, "greaterThanEqual") == 0)
         out[i].u = less(base, y, x) || same;
      else if (strcmp(name, "mix") == 0 && k->count == 3 && k->a[2]->type->base == GF_BOOL)
         out[i] = k->a[2]->at[i].u ? y : x;
      else
         return false;
   }
   return true;
}

/* ---- bits and packing ---- */

static bool fold_pack(struct call *k, const char *name)
{
   static const struct { const char *name; uint8_t bits; bool is_signed; } rows[] = { { "Unorm2x16", 16, false },
                                                                                      { "Snorm2x16", 16, true },
      { "Unorm4x8", 8, false }, { "Snorm4x8", 8, true }, { "Half2x16", 16, false } };
   const bool unpack = strncmp(name, "unpack", 6) == 0;
   for (unsigned r = 0; r < GF_COUNT(rows); r++) {
      if (strcmp(rows[r].name, name + (unpack ? 6 : 4)) != 0)
         continue;
      const unsigned bits = rows[r].bits, n = 32 / bits;
      const uint32_t mask = (1u << bits) - 1;
      const double scale = rows[r].is_signed ? (1u << (bits - 1)) - 1 : mask;
      uint32_t sum = 0;
      for (unsigned i = 0; i < n; i++) {
         if (unpack) {
            const uint32_t u = (uint32_t)k->a[0]->at[0].u >> (i * bits) & mask;
            const int32_t s = (int32_t)(u << (32 - bits)) >> (32 - bits);
            k->out->at[i].d = r == 4 ? pipe_half_to_float((uint16_t)u) : rows[r].is_signed ? f_max(s / scale, -1) : u / scale;
         } else if (r == 4) {
            sum |= (uint32_t)pipe_float_to_half((float)k->a[0]->at[i].d) << (i * bits);
         } else {
            /* The product is rounded to float, as where it is computed at run time: 0.9 gives 58982 of 65535, not 58981. */
            const float product = (float)f_clamp(k->a[0]->at[i].d, rows[r].is_signed ? -1 : 0, 1) * (float)scale;
            sum |= ((uint32_t)(int32_t)f_round_even(product) & mask) << (i * bits);
         }
      }
      if (!unpack)
         k->out->at[0].u = sum;
      return true;
   }
   if (strstr(name, "2x32")) { /* Double, Int, Uint: bits in halves */
      if (unpack) {
         for (unsigned i = 0; i < 2; i++)
            k->out->at[i].i = k->out->type->base == GF_INT ? (int64_t)(int32_t)(k->a[0]->at[0].u >> (32 * i))
               : (int64_t)(k->a[0]->at[0].u >> (32 * i) & 0xffffffff);
      } else {
         k->out->at[0].u = (k->a[0]->at[0].u & 0xffffffff) | k->a[0]->at[1].u << 32;
      }
      return true;
   }
   return false;
}

static bool fold_bits(struct call *k, const char *name)
{
   const enum gf_base to = (enum gf_base)k->out->type->base;
   for (unsigned i = 0; i < gf_components(k->out->type); i++) {
      const union gf_scalar x = k->a[0]->at[i];
      if (strncmp(name, "floatBitsTo", 11) == 0) {
         const float f = (float)x.d;
         uint32_t u;
         memcpy(&u, &f, 4);
         k->out->at[i].i = to == GF_INT ? (int64_t)(int32_t)u : (int64_t)u;
      } else if (strcmp(name, "intBitsToFloat") == 0 || strcmp(name, "uintBitsToFloat") == 0) {
         const uint32_t u = (uint32_t)x.u;
         float f;
         memcpy(&f, &u, 4);
         k->out->at[i].d = f;
      } else if (strstr(name, "BitsTo")) {
         k->out->at[i] = x; /* 64 bits of any type */
      } else if (strcmp(name, "ldexp") == 0) {
         k->out->at[i].d = ldexp(x.d, (int)k->a[1]->at[i].i);
         if (to == GF_FLOAT && fabs(k->out->at[i].d) < FLT_MIN) /* as at run time: subnormal results are zero (GLSL 4.60, 8.3) */
            k->out->at[i].d = copysign(0, k->out->at[i].d);
      } else {
         return false;
      }
   }
   return true;
}

const struct gf_value *gf_fold_call(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args,
                                    const struct gf_type *type)
{
   struct call k = { .p = p, .count = f->param_count };
   if (k.count == 0 || k.count > 4 || !gf_is_basic(type) || (!p->c->es && p->c->version < 120))
      return NULL;
   for (unsigned i = 0; i < k.count; i++) {
      if (!(k.a[i] = args[i]->value) || !gf_is_basic(args[i]->type) || f->params[i].qual.storage != GF_S_IN)
         return NULL;
   }
   const char *name = f->symbol->name->text;
   k.base = (enum gf_base)k.a[0]->type->base;
   k.out = gf_value_new(p->c, type);
   if (strncmp(name, "noise", 5) == 0)
      return NULL;
   bool done = fold_relation(&k, name) || fold_bits(&k, name) || (strstr(name, "pack") && fold_pack(&k, name));
   if (!done && gf_is_real(k.a[0]->type))
      done = fold_geometric(&k, name) || fold_real(&k, name);
   else if (!done)
      done = fold_integer(&k, name);
   for (unsigned i = 0; done && gf_is_real(type) && i < gf_components(type); i++)
      k.out->at[i].d = gf_round((enum gf_base)type->base, k.out->at[i].d);
   return done ? k.out : NULL;
}
