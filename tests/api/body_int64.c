/* body_int64.c: integers of 64 bits in shaders (ARB_gpu_shader_int64): expressions against C, literals and constants, local and
 * shared variables. */
#include <stdio.h>
#include <string.h>

#include "api_compute.h"

#define HEAD "#version 430 core\n#extension GL_ARB_gpu_shader_int64 : require\n"
#define VALUES 16 /* of each operand */
#define COUNT (VALUES * VALUES)

static const int64_t values[VALUES] = {
   0, 1, -1, 5, -7, INT64_MIN, INT64_MAX, INT64_C(1) << 31, -(INT64_C(1) << 31) - 1, INT64_C(1) << 32, UINT32_MAX, INT64_C(0x123456789abcdef0),
   -INT64_C(0x0fedcba987654321), INT64_C(0x4000000000000001), 63, (INT64_C(1) << 53) + 1,
};

/* ---- expressions ------------------------------------------------------------------------------------------------------------ */

/* Divisions by zero and of the least number by -1 are undefined (GLSL 4.60, 5.9). */
static int64_t divisor(int64_t b) { return (b | 1) == -1 ? 3 : b | 1; }
static uint64_t float_bits(float f) { uint32_t u; memcpy(&u, &f, 4); return u; }
static uint64_t double_bits(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }
static uint64_t swapped(uint64_t u) { return u << 32 | u >> 32; }
static uint64_t assigned(uint64_t a, uint64_t b)
{
   uint64_t t = (a + b) * 3;
   t = ((t ^ a) << 2 | 5) & ~(b - 1);
   return (uint64_t)((int64_t)t >> 1) - 1;
}
static uint64_t counted(uint64_t n)
{
   uint64_t sum = 0;
   for (uint64_t i = n, k = 0; k < 5; i++, k++)
      sum += i * i;
   return sum;
}
#define REST INT64_MAX /* positive operands: the remainder of negative ones is undefined (GLSL 4.60, 5.9) */
#define LESS(x, y) ((x) < (y) ? (x) : (y))
#define MORE(x, y) ((x) < (y) ? (y) : (x))
#define PARTS(x, y, z) ((uint64_t)((x) | (y) << 1 | (z) << 2))

/* GLSL, the same in C as 64 bits; a and b are signed, u and v have their bits. */
#define ROWS(X) \
   X(add, "a + b", u + v) \
   X(sub, "a - b", u - v) \
   X(mul, "a * b", u * v) \
   X(unsigned_mul, "u * v", u * v) \
   X(divide, "a / divisor(b)", a / divisor(b)) \
   X(unsigned_divide, "u / uint64_t(divisor(b))", u / (uint64_t)divisor(b)) \
   X(rest, "(a & 0x7fffffffffffffffL) % (divisor(b) & 0x7fffffffffffffffL)", (a & REST) % (divisor(b) & REST)) \
   X(unsigned_rest, "u % uint64_t(divisor(b))", u % (uint64_t)divisor(b)) \
   X(by_constant, "a / 10L", a / 10) \
   X(unsigned_by_constant, "u / 1000000007UL", u / 1000000007) \
   X(neg, "-a", 0 - u) \
   X(not_, "~a", ~u) \
   X(and_, "a & b", u & v) \
   X(or_, "u | v", u | v) \
   X(xor_, "a ^ b", u ^ v) \
   X(left, "a << int(b & 63L)", u << (v & 63)) \
   X(left_by_uint, "u << (uint(v) & 63u)", u << (v & 63)) \
   X(right, "a >> int(b & 63L)", a >> (b & 63)) \
   X(right_by_uint, "a >> uint(v & 63UL)", a >> (b & 63)) \
   X(unsigned_right, "u >> (uint(v) & 63u)", u >> (v & 63)) \
   X(unsigned_right_by_int, "(u64vec2(u, 1UL) >> ivec2(b & 63L)).x", u >> (v & 63)) \
   X(vector_shift, "(i64vec3(a, b, 1L) << int(b & 63L)).z", UINT64_C(1) << (v & 63)) \
   X(by_constants, "(a << 7) ^ (a >> 33) ^ (b << 32)", u << 7 ^ (uint64_t)(a >> 33) ^ v << 32) \
   X(assignments, "assigned(a, b)", assigned(u, v)) \
   X(loop, "counted(u)", counted(u)) \
   X(less, "a < b", a < b) \
   X(less_equal, "a <= b", a <= b) \
   X(unsigned_less, "u < v", u < v) \
   X(unsigned_greater_equal, "u >= v", u >= v) \
   X(equal_, "i64vec2(a, b) == i64vec2(b, a)", a == b) \
   X(not_equal, "u64vec3(u) != u64vec3(v, u, u)", u != v) \
   X(select, "a < b ? a : b", LESS(a, b)) \
   X(abs_, "abs(a)", a < 0 ? 0 - u : u) \
   X(sign_, "sign(a)", (a > 0) - (a < 0)) \
   X(min_, "min(a, b)", LESS(a, b)) \
   X(max_, "max(i64vec2(b, a), b).y", MORE(a, b)) \
   X(unsigned_min, "min(u64vec2(u), u64vec2(v)).y", LESS(u, v)) \
   X(unsigned_max, "max(u, v)", MORE(u, v)) \
   X(clamp_, "clamp(a, -(b & 7L), 0x100000000L)", a < -(b & 7) ? -(b & 7) : LESS(a, INT64_C(0x100000000))) \
   X(unsigned_clamp, "clamp(u64vec2(u, v), v & 7UL, 0x8000000000000000UL).x", \
     u < (v & 7) ? v & 7 : LESS(u, UINT64_C(0x8000000000000000))) \
   X(mix_, "mix(i64vec2(a), i64vec2(b), bvec2(true, a < b)).y", LESS(b, a) == a ? MORE(a, b) : a) \
   X(mix_unsigned, "mix(u, v, u < v)", MORE(u, v)) \
   X(less_than, "parts(lessThan(i64vec3(a, b, a), i64vec3(b, a, 5L)))", PARTS(a < b, b < a, a < 5)) \
   X(less_than_equal, "parts(lessThanEqual(u64vec3(u, v, u), u64vec3(v, u, 5UL)))", PARTS(u <= v, v <= u, u <= 5)) \
   X(greater_than, "parts(greaterThan(u64vec3(u, v, u), u64vec3(v, u, 5UL)))", PARTS(u > v, v > u, u > 5)) \
   X(greater_than_equal, "parts(greaterThanEqual(i64vec3(a, b, a), i64vec3(b, a, 5L)))", PARTS(a >= b, b >= a, a >= 5)) \
   X(equal_parts, "parts(equal(i64vec3(a, b, a), i64vec3(b, 5L, -1L)))", PARTS(a == b, b == 5, a == -1)) \
   X(not_equal_parts, "parts(notEqual(u64vec3(u, v, u), u64vec3(v, 5UL, 1UL)))", PARTS(u != v, v != 5, u != 1)) \
   X(pack_int, "packInt2x32(unpackInt2x32(a).yx)", swapped(u)) \
   X(pack_uint, "packUint2x32(unpackUint2x32(u) ^ uvec2(1u, 2u))", u ^ UINT64_C(0x200000001)) \
   X(unpack_int, "unpackInt2x32(a).y", a >> 32) \
   X(unpack_uint, "unpackUint2x32(u).x", (uint32_t)u) \
   X(double_bits_signed, "doubleBitsToInt64(dvec2(double(int(a)), 1.0lf)).x", double_bits((int32_t)u)) \
   X(double_bits_unsigned, "doubleBitsToUint64(int64BitsToDouble(a & 0x800fffffffffffffL | 0x3ff0000000000000L) * 2.0lf)", \
     (u & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x4000000000000000)) \
   X(bits_to_double, "uint64BitsToDouble(u64vec2(0x3ff8000000000000UL, u)).x > 1.25lf", 1) \
   X(to_int, "int(a)", (int32_t)u) \
   X(to_uint, "uint(a)", (uint32_t)u) \
   X(unsigned_to_int, "int(u)", (int32_t)u) \
   X(unsigned_to_uint, "ivec2(u64vec2(v, u)).y", (int32_t)u) \
   X(from_int, "int64_t(int(a))", (int32_t)u) \
   X(from_uint, "int64_t(uint(a))", (uint32_t)u) \
   X(unsigned_from_int, "uint64_t(int(a))", (int32_t)u) \
   X(unsigned_from_uint, "u64vec2(uvec2(u64vec2(v, u))).y", (uint32_t)u) \
   X(signed_to_unsigned, "uint64_t(a) / 3UL", u / 3) \
   X(unsigned_to_signed, "int64_t(u) / 3L", a / 3) \
   X(to_bool, "bool(a)", a != 0) \
   X(from_bool, "int64_t(a < b) - uint64_t(bool(v))", (uint64_t)(a < b) - (v != 0)) \
   X(to_double, "double(a)", double_bits((double)a)) \
   X(unsigned_to_double, "double(u)", double_bits((double)u)) \
   X(to_float, "float(a)", float_bits((float)a)) \
   X(unsigned_to_float, "float(u)", float_bits((float)u)) \
   X(from_double, "int64_t(double(a) * 0.5lf)", (int64_t)((double)a * 0.5)) \
   X(unsigned_from_double, "uint64_t(double(u) * 0.5lf)", (uint64_t)((double)u * 0.5)) \
   X(from_float, "int64_t(float(int(a)) * 1048576.0)", (int64_t)((float)(int32_t)u * 1048576.0f)) \
   X(unsigned_from_float, "uint64_t(float(uint(a)) * 1048576.0)", (uint64_t)((float)(uint32_t)u * 1048576.0f)) \
   X(implicit_int, "a + int(b)", u + (uint64_t)(int32_t)v) \
   X(implicit_uint, "u + uint(b)", u + (uint32_t)v) \
   X(implicit_int_to_unsigned, "u + int(b)", u + (uint64_t)(int32_t)v) \
   X(implicit_unsigned, "u / 7UL + a", u / 7 + u) \
   X(implicit_double, "1.5lf * (a >> 12)", double_bits(1.5 * (double)(a >> 12))) \
   X(decimal, "u ^ 18446744073709551615ul", ~u) \
   X(octal, "a + 0777777777777777777777L", u + INT64_MAX) \
   X(hexadecimal, "u - 0XFEDCBA9876543210UL", u - UINT64_C(0xfedcba9876543210)) \
   X(constant, "a ^ K", u ^ (uint64_t)(-(INT64_C(1) << 40) / 7)) \
   X(constant_unsigned, "u ^ C.y", u ^ (uint64_t)UINT32_MAX << 9) \
   X(constant_functions, "F + a", u + (UINT64_C(9) << 32) + 5 + UINT64_C(0x100000002)) \
   X(component, "i64vec4(a, b, 1L, 2L)[id & 3u]", (id & 3) == 0 ? a : (id & 3) == 1 ? b : (id & 3) == 2 ? 1 : 2) \
   X(local_array, "local_array(a)", (int64_t)(u * (id & 7)) ^ 1) \
   X(local_struct, "local_struct(b)", v * (id & 3) + (id & 3) + 1) \
   X(outputs, "outputs(a)", u * 2 + 7)

/* Shifts by integers of 64 bits (GLSL 4.60, 5.9: any integers). */
#define WIDE_SHIFTS(X) \
   X(left_by_wide, "a << (b & 63L)", u << (v & 63)) \
   X(right_by_wide, "a >> (b & 63L)", a >> (b & 63)) \
   X(unsigned_by_unsigned, "u >> (v & 63UL)", u >> (v & 63)) \
   X(unsigned_by_signed, "u >> (b & 63L)", u >> (v & 63)) \
   X(vector_by_wide, "(i64vec3(a, b, 1L) << (b & 63L)).z", UINT64_C(1) << (v & 63)) \
   X(int_by_wide, "int(a) >> (v & 31UL)", (int32_t)u >> (v & 31)) \
   X(assigned_by_wide, "shifted(a, b)", (int64_t)(u << (v & 63)) >> (v & 63))

/* Implicit conversions of arguments, and bounds that are constant. */
#define ARGUMENTS(X) \
   X(uint_argument, "counted(uint(a))", counted((uint32_t)u)) \
   X(int_argument, "counted(int(a))", counted((uint64_t)(int32_t)u)) \
   X(signed_argument, "counted(a)", counted(u)) \
   X(larger_argument, "larger(int(a))", (int32_t)u / 2) \
   X(constant_clamp, "clamp(a, -5L, 0x100000000L)", a < -5 ? -5 : LESS(a, INT64_C(0x100000000))) \
   X(constant_unsigned_clamp, "clamp(u64vec2(u, v), 3UL, 0x8000000000000000UL).x", u < 3 ? 3 : LESS(u, UINT64_C(0x8000000000000000)))

static const char functions[] =
   "const int64_t K = -(1L << 40) / 7L;\n"
   "const u64vec2 C = u64vec2(1u, 0xffffffffu) << 9;\n"
   "const int64_t F = packInt2x32(ivec2(5, 9)) + max(abs(-0x100000001L), int64_t(3)) + clamp(9L, 0L, 1L);\n"
   "uint64_t bits(int64_t x) { return uint64_t(x); }\n"
   "uint64_t bits(uint64_t x) { return x; }\n"
   "uint64_t bits(int x) { return uint64_t(int64_t(x)); }\n"
   "uint64_t bits(uint x) { return uint64_t(x); }\n"
   "uint64_t bits(bool x) { return uint64_t(x); }\n"
   "uint64_t bits(float x) { return uint64_t(floatBitsToUint(x)); }\n"
   "uint64_t bits(double x) { return doubleBitsToUint64(x); }\n"
   "uint parts(bvec3 b) { return uint(b.x) | uint(b.y) << 1 | uint(b.z) << 2; }\n"
   "int64_t divisor(int64_t b) { return (b | 1L) == -1L ? 3L : b | 1L; }\n"
   "int64_t assigned(int64_t a, int64_t b) { int64_t t = a; t += b; t *= 3; t ^= a; t <<= 2; t |= 5L; b--; t &= ~b; t >>= 1; --t; return t; }\n"
   "uint64_t counted(uint64_t n) { uint64_t sum = 0UL; for (uint64_t i = n, k = 0UL; k < 5UL; i++, k++) sum += i * i; return sum; }\n"
   "int64_t local_array(int64_t x) { int64_t t[8]; for (int i = 0; i < 8; i++) t[i] = x * i; t[id & 7u] ^= 1L; return t[id & 7u]; }\n"
   "struct S { float f; uint64_t d; int i; bool b; };\n"
   "uint64_t local_struct(int64_t x) { S s[4]; for (int i = 0; i < 4; i++) { s[i].f = 0.5; s[i].d = uint64_t(i * x); s[i].i = i + 1;"
   " s[i].b = true; } S t = s[id & 3u]; return t.b ? t.d + t.i : 0UL; }\n"
   "void pass(int x, inout int64_t sum, out uint64_t twice) { twice = uint64_t(sum) << 1; sum = x; }\n"
   "uint64_t outputs(int64_t a) { uint64_t twice; pass(7, a, twice); return twice + a; }\n";

#define DEFINE(name, glsl, expression) \
   static uint64_t ref_##name(int64_t a, int64_t b, unsigned id) \
   { \
      const uint64_t u = (uint64_t)a, v = (uint64_t)b; \
      (void)u; \
      (void)v; \
      (void)id; \
      return (uint64_t)(expression); \
   }
ROWS(DEFINE)
WIDE_SHIFTS(DEFINE)
ARGUMENTS(DEFINE)

struct row { const char *glsl; uint64_t (*want)(int64_t, int64_t, unsigned); };
#define ROW(name, glsl, expression) {glsl, ref_##name},
static const struct row rows[] = {ROWS(ROW)}, wide_shifts[] = {WIDE_SHIFTS(ROW)}, arguments[] = {ARGUMENTS(ROW)};
#define AT_ONCE 16

static void compare_rows(const struct row *row, unsigned row_count, const char *more_functions)
{
   api_require("GL_ARB_gpu_shader_int64");
   api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(values), values);
   for (unsigned first = 0; first < row_count; first += AT_ONCE) {
      const unsigned count = row_count - first < AT_ONCE ? row_count - first : AT_ONCE;
      static uint64_t got[AT_ONCE][COUNT];
      char source[16384];
      int n = snprintf(source, sizeof(source), HEAD "layout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer V { int64_t value[16]; };\n"
                       "layout(std430, binding = 1) buffer R { uint64_t result[]; };\nuint id = gl_GlobalInvocationID.x;\n%s%s"
                       "void main() { int64_t a = value[id & 15u], b = value[id >> 4]; uint64_t u = uint64_t(a), v = uint64_t(b);\n", functions, more_functions);
      for (unsigned i = 0; i < count; i++)
         n += snprintf(source + n, sizeof(source) - (size_t)n, "result[%uu + id] = bits(%s);\n", i * COUNT, row[first + i].glsl);
      snprintf(source + n, sizeof(source) - (size_t)n, "}");
      const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof(got), NULL), program = api_compute_program(source);
      glDispatchCompute(COUNT / 64, 1, 1);
      api_read_words(buffer, (uint32_t *)(void *)got, sizeof(got) / 4);
      for (unsigned i = 0; i < count; i++)
         for (unsigned id = 0; id < COUNT; id++) {
            const int64_t a = values[id % VALUES], b = values[id / VALUES];
            const uint64_t want = row[first + i].want(a, b, id);
            if (got[i][id] != want)
               api_fail("%s of %lld and %lld: %016llx instead of %016llx", row[first + i].glsl, (long long)a, (long long)b,
                        (unsigned long long)got[i][id], (unsigned long long)want);
         }
      glDeleteProgram(program);
      glDeleteBuffers(1, &buffer);
   }
   api_checked();
   api_expect_error(GL_NO_ERROR, "expressions");
}

static void draw_expressions(void)
{
   compare_rows(rows, sizeof(rows) / sizeof(rows[0]), "");
}

static void draw_wide_shifts(void)
{
   compare_rows(wide_shifts, sizeof(wide_shifts) / sizeof(wide_shifts[0]),
                "int64_t shifted(int64_t a, int64_t b) { int64_t by = b & 63L; a <<= by; a >>= uint64_t(by); return a; }\n");
}

static void draw_arguments(void)
{
   compare_rows(arguments, sizeof(arguments) / sizeof(arguments[0]),
                "int64_t larger(int64_t x) { return x / 2L; }\ndouble larger(double x) { return x; }\nfloat larger(float x) { return x; }\n");
}

/* ---- shared variables --------------------------------------------------------------------------------------------------------- */

#define THREADS 96 /* of a group: one and a half waves */

static void draw_shared(void)
{
   static const char source[] = HEAD
      "layout(local_size_x = 96) in; layout(std430, binding = 1) buffer R { int64_t result[]; };\n"
      "struct S { int i; u64vec3 v; int64_t a[2]; }; shared int64_t row[96]; shared S s[2];\n"
      "void main() { uint i = gl_LocalInvocationIndex, g = gl_WorkGroupID.x; row[i] = int64_t(g + 1u) << 40 | int64_t(i);\n"
      "if (i < 2u) { s[i].i = int(i) - 5; s[i].v = u64vec3(1UL << 63, i, 3UL); s[i].a[0] = -3L; s[i].a[1] = 1L << (33u + i); }\n"
      "barrier(); S t = s[i & 1u];\n"
      "result[g * 96u + i] = row[95u - i] * t.i + int64_t(t.v.y) + t.a[1] + int64_t(t.v.x >> 60) + s[g & 1u].a[0]; }";
   int64_t got[2 * THREADS];
   api_require("GL_ARB_gpu_shader_int64");
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof(got), NULL);
   api_compute_program(source);
   glDispatchCompute(2, 1, 1);
   api_read_words(buffer, (uint32_t *)(void *)got, sizeof(got) / 4);
   for (int64_t k = 0; k < 2 * THREADS; k++) {
      const int64_t i = k % THREADS, odd = i & 1, row = (k / THREADS + 1) << 40 | (THREADS - 1 - i);
      api_expect("a shared value", got[k], row * (odd - 5) + odd + (INT64_C(1) << (33 + odd)) + 8 - 3);
   }
   api_expect_error(GL_NO_ERROR, "shared variables");
}

const struct api_body api_bodies_int64[] = {
   {"int64-expressions", CORE, 43, 0, 0, draw_expressions, NULL},
   {"int64-wide-shifts", CORE, 43, 0, 0, draw_wide_shifts, NULL},
   {"int64-arguments", CORE, 43, 0, 0, draw_arguments, NULL},
   {"int64-shared", CORE, 43, 0, 0, draw_shared, NULL},
   {0}};
