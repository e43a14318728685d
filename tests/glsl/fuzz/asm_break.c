/* asm_break.c: see asm_break.h. */
#include <string.h>

#include "tests/glsl/fuzz/asm_break.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *const asm_programs[] = {
   /* Every instruction and kind of operand of vertex programs. */
   "!!ARBvp1.0\n"
   "# every instruction\n"
   "ATTRIB position = vertex.position; ATTRIB n = vertex.normal; TEMP t, u; ADDRESS a; OUTPUT o = result.position;\n"
   "PARAM p[8] = {program.env[0..2], program.local[1], {1, -2.5, 3e-1}, 0.5, state.matrix.program[1].inverse.row[1..2]};\n"
   "PARAM m[] = {state.matrix.mvp}; PARAM one = {1, 1, 1, 1}; PARAM half = 0.5; ALIAS w = t;\n"
   "ARL a.x, n.y;\n"
   "DP4 o.x, position, m[0]; DP4 o.y, position, m[1]; DP4 o.z, position, m[2]; DP4 o.w, position, m[3];\n"
   "ABS t, -position; ADD u, t, p[a.x + 1].wzyx; DP3 t.x, u, p[a.x - 1]; DPH t.y, t, -u; DST t.zw, u, t; EX2 u.x, t.y;\n"
   "EXP t, u.x; FLR u, t; FRC t.xy, u; LG2 t.z, u.w; LIT u, t; LOG u.xyz, t.x; MAD t, u, p[5].x, {1, 2}; MAX t, t, 0.25;\n"
   "MIN u, t, one; MOV t.xz, half; MUL u, t, u; POW t.x, u.x, half.y; RCP t.w, u.w; RSQ t.y, u.y; SGE u, t, one; SLT t, u, t;\n"
   "SUB u, t, u; SWZ t, u, -x, 0, 1, w; XPD u.xyz, t, n;\n"
   "MOV result.color, w; MOV result.color.back.secondary.x, u; MOV result.texcoord[3], t; MOV result.fogcoord.x, u; MOV result.pointsize.x, one;\n"
   "END",
   /* Every binding of vertex programs. */
   "!!ARBvp1.0\n"
   "OPTION ARB_position_invariant;\n"
   "TEMP t;\n"
   "ADD t, vertex.color, vertex.color.secondary; ADD t, t, vertex.fogcoord; ADD t, t, vertex.texcoord[2]; ADD t, t, vertex.attrib[7];\n"
   "ADD t, t, vertex.attrib[15]; ADD t, t, state.material.ambient; ADD t, t, state.material.back.specular;\n"
   "ADD t, t, state.material.front.shininess; ADD t, t, state.light[0].diffuse; ADD t, t, state.light[7].position;\n"
   "ADD t, t, state.light[1].attenuation; ADD t, t, state.light[2].spot.direction; ADD t, t, state.light[3].half;\n"
   "ADD t, t, state.lightmodel.ambient; ADD t, t, state.lightmodel.scenecolor; ADD t, t, state.lightmodel.back.scenecolor;\n"
   "ADD t, t, state.lightprod[1].ambient; ADD t, t, state.lightprod[2].back.diffuse; ADD t, t, state.texgen[1].eye.s;\n"
   "ADD t, t, state.texgen.object.q; ADD t, t, state.fog.color; ADD t, t, state.fog.params; ADD t, t, state.clip[5].plane;\n"
   "ADD t, t, state.point.size; ADD t, t, state.point.attenuation; ADD t, t, state.matrix.modelview[0].row[0];\n"
   "ADD t, t, state.matrix.projection.transpose.row[3]; ADD t, t, state.matrix.texture[7].invtrans.row[1];\n"
   "ADD t, t, state.matrix.program[7].inverse.row[2]; ADD t, t, program.env[255]; ADD t, t, program.local[1023];\n"
   "MOV result.color.front.primary, t; MOV result.color.back.primary, t; MOV result.color.secondary, t; MOV result.texcoord, t;\n"
   "END",
   /* Every instruction of fragment programs. */
   "!!ARBfp1.0\n"
   "# every instruction\n"
   "OPTION ARB_precision_hint_nicest;\n"
   "TEMP t, u; PARAM c = {0.5, -1, 2.5e0, 1}; PARAM m[2] = {state.matrix.texture[1].transpose.row[0..1]}; ATTRIB v = fragment.texcoord[1];\n"
   "OUTPUT o = result.color; ALIAS w = u;\n"
   "TEX t, v, texture[0], 2D; TXP u, v, texture[1], CUBE; TXB t.xyz, t, texture[2], 3D; TEX u.w, c.wzyx, texture[3], 1D; KIL -u;\n"
   "TEX u, t, texture[4], RECT;\n"
   "ABS t, -u; ADD_SAT t, t, c; CMP u, t, c, u; COS t.x, u.y; DP3_SAT t.y, u, m[0]; DP4 t.z, u, m[1]; DPH t.w, u, c; DST u, t, c;\n"
   "EX2_SAT t.x, u.r; FLR t, u; FRC u, t; LG2 t.x, u.a; LIT u, t; LRP t, c, u, t; MAD u, t, c, -u; MAX t, u, c; MIN u, t, c; MOV t.rg, u;\n"
   "MUL u, t, u; POW t.x, u.x, c.y; RCP t.y, u.z; RSQ t.z, u.w; SCS u.xy, t.x; SGE t, u, c; SIN u.w, t.x; SLT t, u, c; SUB u, t, c;\n"
   "SWZ_SAT t, u, -r, 0, 1, a; XPD u.xyz, t, c; MOV o, w; MOV result.depth.z, u;\n"
   "END",
   /* Options and bindings of fragment programs. */
   "!!ARBfp1.0\n"
   "OPTION ARB_fog_exp2; OPTION ARB_fragment_program_shadow; OPTION ARB_draw_buffers; OPTION ARB_fragment_coord_origin_upper_left;\n"
   "OPTION ARB_fragment_coord_pixel_center_integer;\n"
   "TEMP t;\n"
   "TXP t, fragment.texcoord, texture[5], SHADOW2D; ADD t, t, fragment.color; ADD t, t, fragment.color.secondary; ADD t, t, fragment.fogcoord;\n"
   "ADD t, t, fragment.position; ADD t, t, fragment.texcoord[7]; ADD t, t, state.texenv[1].color; ADD t, t, state.depth.range;\n"
   "ADD t, t, state.fog.color; ADD t, t, state.light[7].spot.direction; ADD t, t, program.env[7]; ADD t, t, program.local[0];\n"
   "MOV result.color[0], t; MOV result.color[1].xw, t;\n"
   "END",
};
const unsigned asm_program_count = COUNT(asm_programs);

static const char *const replacements[] = {";", ",", ".", "..", "[", "]", "{", "}", "=", "-", "+", "#", "END", "OPTION", "TEMP", "PARAM", "ALIAS", "MOV",
   "KIL", "ARL", "t", "a", "p", "undeclared", "x", "xyzw", "wx", "rgba", "xxxxx", "result", "state", "program", "vertex", "fragment", "texture", "row",
   "position", "color", "2D", "SHADOWRECT", "ARB_position_invariant", "\xff", "$", "\"",
   /* numbers at limits */
   "0", "-1", "1", "7", "8", "11", "12", "15", "16", "31", "32", "63", "64", "65", "95", "96", "97", "127", "128", "255", "256", "1023", "1024", "4095", "4096",
   "8191", "8192", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "18446744073709551616", "1e38", "1e39", "1e-45",
   "1e-99999999999", "1e", "1.", ".5", "1..2", "0x10", "00000000000000000000000000000000000000000000000000000000000000000000000001"};

enum { REMOVE, DOUBLE, SWAP, OTHERS };
const unsigned asm_break_count = OTHERS + COUNT(replacements);

static int is_word(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct asm_token asm_token_at(const char *text, size_t length, size_t at)
{
   while (at < length && strchr(" \n\t\r", text[at]))
      at++;
   if (at == length)
      return (struct asm_token){at, 0};
   size_t n = 0;
   while (at + n < length && is_word(text[at + n]))
      n++;
   const int dots = at + 1 < length && text[at] == '.' && text[at + 1] == '.';
   return (struct asm_token){at, n ? n : dots ? 2 : 1};
}

struct text { char *data; size_t length, max; };

static void put(struct text *t, const char *data, size_t length)
{
   if (t->length <= t->max && length <= t->max - t->length)
      memcpy(t->data + t->length, data, length);
   t->length += length;
}

size_t asm_break(const char *text, size_t length, struct asm_token token, unsigned way, char *out, size_t max)
{
   struct text t = {out, 0, max};
   size_t end = token.at + token.length;
   put(&t, text, token.at);
   if (way == DOUBLE) {
      put(&t, text + token.at, token.length);
      put(&t, " ", 1);
      put(&t, text + token.at, token.length);
   } else if (way == SWAP) {
      const struct asm_token next = asm_token_at(text, length, end);
      put(&t, text + next.at, next.length);
      put(&t, text + end, next.at - end);
      put(&t, text + token.at, token.length);
      end = next.at + next.length;
   } else if (way >= OTHERS) {
      put(&t, replacements[way - OTHERS], strlen(replacements[way - OTHERS]));
   }
   put(&t, text + end, length - end);
   return t.length <= max ? t.length : 0;
}
