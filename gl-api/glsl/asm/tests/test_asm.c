/* test_asm.c: the assembler: programs that load, programs that do not with the place of the error, limits, counts, the parameters of
 * the constant buffer, and modules that the linker takes. '@' in a text marks the place of the error; it is no part of the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gl-api/glsl/asm/ap_asm.h"
#include "gl-api/glsl/link.h"
#include "gl-api/glsl/state_constants.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define VP "!!ARBvp1.0\n"
#define FP "!!ARBfp1.0\n"

static const struct ap_limits limits = {.texture_units = 16, .draw_buffers = 8};
static const struct glsl_limits link_limits = {.max_vertex_attribs = 16, .max_vertex_uniform_vectors = 4096, .max_varying_vectors = 32,
   .max_vertex_texture_units = 16, .max_combined_texture_units = 96, .max_texture_units = 16, .max_fragment_uniform_vectors = 4096,
   .max_draw_buffers = 8, .compat = true};

static enum ap_target target_of(const char *text) { return strncmp(text, FP, 6) ? AP_VERTEX : AP_FRAGMENT; }

static struct glsl_linked *link_program(const struct ap_program *p, const struct ap_variant *variant)
{
   struct glsl_module *m = ap_module(p, variant);
   char *log = NULL;
   assert_non_null(m);
   struct glsl_linked *linked = glsl_link(&m, 1, NULL, &link_limits, false, &log);
   if (!linked)
      fail_msg("%s", log);
   free(log);
   glsl_module_unref(m);
   return linked;
}

/* Loads, and links as the module of a stage. */
static struct ap_program *load(const char *text)
{
   struct ap_error error;
   struct ap_program *p = ap_compile(target_of(text), text, strlen(text), &limits, &error);
   if (!p)
      fail_msg("%s\nbyte %d: %s", text, error.position, error.text);
   const struct ap_variant variant = {.clip_planes = 5};
   glsl_linked_unref(link_program(p, &variant));
   return p;
}

static const char *const good[] = {
   VP "END", FP "END", VP "# a comment\nEND # another", VP "OPTION ARB_position_invariant; MOV result.color, vertex.color; END",
   VP "TEMP a, b; ALIAS c = b; MOV c, a; END",
   VP "PARAM p = 1; PARAM q = {1, -2.5e1}; PARAM r[] = {state.matrix.mvp, {1}, -2, program.env[1..3]}; MOV result.position, r[5]; END",
   VP "PARAM m[4] = {state.matrix.modelview[0].invtrans}; PARAM row = state.matrix.texture[7].transpose.row[2];"
      "PARAM some[2] = {state.matrix.program[7].inverse.row[1..2]}; DP4 result.position.x, m[3], row; MOV result.color, some[1]; END",
   VP "ADDRESS a; PARAM p[8] = {program.local[2..9]}; ARL a.x, vertex.attrib[1].w; MOV result.position, -p[a.x + 1023].wzyx;"
      "MOV result.color.back.secondary, p[a.x-64]; MOV result.color.front.xw, p[a.x]; END",
   VP "SWZ result.color, vertex.color, -x, 0, -1, +w; MOV result.fogcoord.x, {1}.x; MOV result.pointsize.x, 3.5.x; END",
   VP "EXP result.texcoord[7], vertex.fogcoord.x; LOG result.texcoord, -vertex.normal.z; POW result.color, 2.x, .5.x; END",
   VP "ATTRIB v = vertex.color.secondary; OUTPUT o = result.color.primary; MOV o.xyz, v.y; END",
   FP "TEMP vertex, ADDRESS, ARL; MOV vertex, fragment.texcoord; MOV result.color, vertex.rgba; END",
   FP "OPTION ARB_precision_hint_nicest; OPTION ARB_fog_exp2; MUL_SAT result.color, fragment.color, state.fog.color.bgra; END",
   FP "OPTION ARB_draw_buffers; MOV result.color[7], 1; MOV result.color, fragment.position; MOV result.depth.z, {0.5}.r; END",
   FP "OPTION ARB_fragment_program_shadow; TEMP t; TEX t, fragment.texcoord[1], texture[3], SHADOW2D; TXP_SAT t.x, t, texture[15], RECT;"
      "TXB result.color, t, texture, CUBE; TEX t, t, texture[1], 1D; TEX t, t, texture[2], 3D; KIL -t.y; END",
   FP "OPTION ARB_fragment_program_shadow; TXP result.color, fragment.texcoord, texture[0], SHADOWRECT;"
      "TXB result.color.a, fragment.texcoord, texture[1], SHADOW1D; END",
   FP "SCS result.color.xy, fragment.color.g; CMP result.color, fragment.color, 1, {0, 1, 2}; LRP result.color, 0.5, 1, state.texenv[7].color; END",
   FP "OPTION ARB_fragment_coord_origin_upper_left; OPTION ARB_fragment_coord_pixel_center_integer; MOV result.color, fragment.position; END",
};

static void test_good(void **state)
{
   (void)state;
   for (unsigned i = 0; i < COUNT(good); i++)
      ap_program_destroy(load(good[i]));
}

static const char *const bad[] = {
   "@", "@!!ARBvp1.1\nEND", VP "@", VP "END @x", VP "OPTION @x; END", VP "OPTION @; END", VP "TEMP a; @OPTION ARB_position_invariant; END",
   VP "@MOVE result.position, vertex.position; END", VP "@MOV_SAT", VP "TEMP @vertex; END", VP "TEMP a, @a; END", VP "TEMP @MOV; END",
   FP "TEMP @MOV_SAT; END", VP "TEMP @1; END", VP "TEMP a @END", VP "TEMP a; MOV a, @b; END", VP "TEMP a; MOV a@; END",
   VP "ALIAS a = @b; END", VP "ALIAS a = @a; END", VP "OUTPUT o = @vertex.color; END", VP "ATTRIB a = @result.color; END",
   VP "ATTRIB a = vertex.attrib[@16]; END", VP "ATTRIB a = vertex.texcoord[@8]; END", VP "ATTRIB a = vertex.@weight; END",
   VP "ATTRIB a = vertex.normal; ATTRIB b = vertex.@attrib[2]; END", VP "ATTRIB a = vertex.attrib[0]; ATTRIB b = vertex.@position; END",
   VP "PARAM p = @vertex.color; END", VP "PARAM p[@0] = {1}; END", VP "PARAM p[2] = {1@}; END", VP "PARAM p = state.matrix.mvp@; END",
   VP "PARAM p = state.matrix.mvp.@foo.row[1]; END", VP "PARAM p[] = {state.matrix.mvp.row[2..@1]}; END",
   VP "PARAM p[] = {state.light[0 @.. 7].diffuse}; END", VP "PARAM p = state.light[@8].half; END", VP "PARAM p = state.clip[@8].plane; END",
   VP "PARAM p = state.@depth.range; END", FP "PARAM p = state.@point.size; END", VP "PARAM p = program.env[@256]; END",
   VP "PARAM p = program.local[@1024]; END", VP "PARAM p[] = {program.env[3..@2]}; END", VP "PARAM p = {1, 2, 3, 4, @5}; END",
   VP "PARAM p = state.matrix.program[@8].row[0]; END", VP "PARAM p = state.matrix.@palette[0].row[0]; END",
   VP "PARAM p = {1}; MOV result.color, p@[0]; END", VP "PARAM p[] = {1}; MOV result.color, @p; END",
   VP "PARAM p[] = {1}; MOV result.color, p[@1]; END", VP "ADDRESS a, @b; END", VP "ADDRESS a; MOV @a.x, 1; END",
   VP "ADDRESS a; ARL a.@y, vertex.position.x; END", VP "ADDRESS a; ARL a.x, vertex.position@; END", VP "ADDRESS a; MOV result.color, @a; END",
   VP "ADDRESS a; PARAM p[] = {1}; MOV result.color, p[a.x + @1024]; END", VP "ADDRESS a; PARAM p[] = {1}; MOV result.color, p[a.x - @1024]; END",
   VP "TEMP t; PARAM p[] = {1}; MOV result.color, p[@t.x]; END",
   VP "ADDRESS a; PARAM p[] = {program.env[0], program.env[0]}; MOV result.color, p[a.x]; END@",
   VP "MOV result.color, vertex.color.@xy; END", VP "MOV result.color, vertex.color.@r; END", FP "MOV result.color, fragment.color.@xyba; END",
   VP "MOV result.color.@xx, 1; END", VP "MOV result.color.@yx, 1; END", FP "MOV result.color.@rw, 1; END",
   VP "RCP result.color, vertex.color@; END", VP "RCP result.color, vertex.color.@xxxx; END",
   VP "SWZ result.color, vertex.color, x, y, z, @2; END", VP "SWZ result.color, vertex.color, x, y@; END",
   FP "SWZ result.color, fragment.color, r, g, @z, 0; END", VP "SWZ result.color, @-vertex.color, x, y, z, w; END",
   VP "OPTION ARB_position_invariant; MOV result.@position, 1; END", VP "MOV result.@depth, 1; END", FP "MOV result.@fogcoord, 1; END",
   FP "MOV result.color@[0], 1; END", FP "OPTION ARB_draw_buffers; MOV result.color[@8], 1; END", VP "MOV @vertex.color, 1; END",
   FP "OPTION ARB_fog_exp; OPTION @ARB_fog_linear; END", FP "OPTION ARB_precision_hint_nicest; OPTION @ARB_precision_hint_fastest; END",
   FP "TEX result.color, fragment.texcoord, texture[@16], 2D; END", FP "TEX result.color, fragment.texcoord, texture[0], @4D; END",
   FP "TEX result.color, fragment.texcoord, texture[0], @SHADOW2D; END",
   FP "TEX result.color, fragment.texcoord, texture, 2D; TEX result.color, fragment.texcoord, texture@[0], 3D; END",
   FP "@KIL_SAT fragment.color; END", FP "@EXP result.color, 1.x; END", FP "@ADDRESS a; END", VP "@TEX result.color, vertex.texcoord; END",
   FP "ABS result.color, @|fragment.color|; END", VP "MOV result.color, 1 @2; END", VP "MOV result.color, -@; END",
   FP "MOV result.color, fragment.texcoord[@9]; END", VP "MOV result.color, program.@foo[0]; END", VP "PARAM p[@1.5] = {1}; END",
};

static void check_error(const char *marked)
{
   char text[1000];
   struct ap_error error;
   const size_t at = strcspn(marked, "@");
   snprintf(text, sizeof(text), "%.*s%s", (int)at, marked, marked[at] ? marked + at + 1 : "");
   struct ap_program *p = ap_compile(target_of(text), text, strlen(text), &limits, &error);
   if (p)
      fail_msg("loads: %s", text);
   if (error.position != (int32_t)at || !error.text[0])
      fail_msg("%s\nbyte %d instead of %zu: %s", text, error.position, at, error.text);
}

static void test_bad(void **state)
{
   (void)state;
   for (unsigned i = 0; i < COUNT(bad); i++)
      check_error(bad[i]);
}

/* `count` times a text, between a head and a tail. */
static char *repeated(const char *head, const char *format, unsigned count, const char *tail)
{
   char *text = malloc(strlen(head) + count * (strlen(format) + 16) + strlen(tail) + 1);
   size_t n = (size_t)sprintf(text, "%s", head);
   for (unsigned i = 0; i < count; i++)
      n += (size_t)sprintf(text + n, format, i, i);
   strcpy(text + n, tail);
   return text;
}

static void expect(char *text, bool loads)
{
   struct ap_error error;
   struct ap_program *p = ap_compile(target_of(text), text, strlen(text), &limits, &error);
   if ((p != NULL) != loads)
      fail_msg("%.80s ...: %s", text, p ? "loads" : error.text);
   ap_program_destroy(p);
   free(text);
}

static void test_limits(void **state)
{
   (void)state;
   expect(repeated(VP, "MOV result.color, vertex.color; ", AP_MAX_INSTRUCTIONS, "END"), true);
   expect(repeated(VP, "MOV result.color, vertex.color; ", AP_MAX_INSTRUCTIONS + 1, "END"), false);
   expect(repeated(FP, "TEMP t%u; ", AP_MAX_TEMPS, "END"), true);
   expect(repeated(FP, "TEMP t%u; ", AP_MAX_TEMPS + 1, "END"), false);
   expect(repeated(VP, "ADD result.color, program.local[%u], 1;", AP_MAX_LOCALS - 1, "END"), true);
   expect(repeated(VP "MOV result.color, program.env[0]; ", "ADD result.color, program.local[%u], 1;", AP_MAX_LOCALS, "END"), false);
   expect(repeated(VP, "MOV result.color, {%u, 1};", AP_MAX_PARAMS, "END"), true);
   expect(repeated(VP, "MOV result.color, {%u, 1};", AP_MAX_PARAMS + 1, "END"), false);
   expect(repeated(VP "PARAM p[] = {0", ", %u", 16 * AP_MAX_PARAMS, "}; END"), false);
}

static void test_counts(void **state)
{
   (void)state;
   struct ap_program *p = load(FP "TEMP a, b; TEX a, fragment.texcoord, texture, 2D; TEX b, fragment.texcoord[1], texture[1], 2D;"
      "ADD a, a, {1, 2, 3}; TEX b, a, texture[2], 3D; KIL b; MUL b, b, {1, 2, 3}; MUL result.color, b, program.env[4]; END");
   const struct ap_counts c = ap_program_counts(p);
   assert_int_equal(c.instructions, 7);
   assert_int_equal(c.alu, 3);
   assert_int_equal(c.tex, 4);
   assert_int_equal(c.indirections, 3); /* a was written; b was written */
   assert_int_equal(c.temps, 2);
   assert_int_equal(c.params, 2);
   assert_int_equal(c.attribs, 2);
   ap_program_destroy(p);
   p = load(VP "MOV result.position, vertex.position; END");
   assert_int_equal(ap_program_counts(p).indirections, 0);
   ap_program_destroy(p);
}

/* Arrays with relative addressing first; others once each, if an instruction reads them. */
static void test_params(void **state)
{
   (void)state;
   struct ap_program *p = load(VP "PARAM unused[2] = {program.env[100..101]}; PARAM a[3] = {program.local[7..8], {5}}; ADDRESS i;"
      "PARAM half = state.light[2].half; PARAM fog = state.fog.params; MOV result.color, half; MOV result.texcoord[1], fog;"
      "MOV result.texcoord, state.light[2].half; MOV result.fogcoord, unused[1]; MOV result.position, a[i.x]; END");
   unsigned count;
   const struct ap_param *param = ap_program_params(p, &count);
   assert_int_equal(count, 6);
   assert_int_equal(param[0].source, AP_LOCAL);
   assert_int_equal(param[0].index, 7);
   assert_int_equal(param[1].index, 8);
   assert_int_equal(param[2].source, AP_CONSTANT);
   assert_true(param[2].value[0] == 5 && param[2].value[1] == 0 && param[2].value[3] == 1);
   assert_int_equal(param[3].source, AP_STATE);
   assert_int_equal(param[3].word[0], offsetof(struct glsl_state_constants, legacy.light[2].half_vector) / 4);
   assert_int_equal(param[3].word[3], AP_ONE);
   assert_int_equal(param[4].word[3], offsetof(struct glsl_state_constants, legacy.fog.scale) / 4);
   assert_int_equal(param[5].source, AP_ENV);
   assert_int_equal(param[5].index, 101);
   ap_program_destroy(p);
   p = load(VP "PARAM m[4] = {state.matrix.program[3].transpose}; MOV result.position, m[2]; END");
   param = ap_program_params(p, &count);
   assert_int_equal(count, 1);
   assert_int_equal(param[0].source, AP_PROGRAM_MATRIX);
   assert_int_equal(param[0].index, 3 * 16 + GLSL_PLAIN * 4 + 2);
   ap_program_destroy(p);
}

static void test_linked(void **state)
{
   (void)state;
   const struct ap_variant variant = {.clip_planes = 4};
   struct ap_program *p = load(VP "OPTION ARB_position_invariant; MOV result.color, vertex.color; MOV result.texcoord[2], vertex.attrib[9];"
      "MOV result.fogcoord, program.local[3]; END");
   struct glsl_linked *l = link_program(p, &variant);
   assert_int_equal(l->attribs_used, 1u | 1u << 9 | 1u << GLSL_ATTRIB_COLOR);
   assert_int_not_equal(l->state_read_B[PIPE_SHADER_VERTEX], 0);
   assert_int_equal(l->state_read_B[PIPE_SHADER_FRAGMENT], 0);
   assert_int_equal(l->default_block_B[PIPE_SHADER_VERTEX], 16);
   glsl_linked_unref(l);
   ap_program_destroy(p);
   p = load(FP "OPTION ARB_fragment_program_shadow; TEMP t; TEX t, fragment.texcoord[1], texture[11], SHADOW2D;"
      "TEX result.color, t, texture[3], CUBE; END");
   assert_int_equal(ap_program_comparison(p, 11), AP_COMPARES_2D);
   assert_int_equal(ap_program_comparison(p, 3), AP_COMPARES_NOT);
   l = link_program(p, &variant);
   assert_int_equal(l->sampler_count[PIPE_SHADER_FRAGMENT], 2);
   assert_int_equal(l->default_block_B[PIPE_SHADER_FRAGMENT], 0);
   for (unsigned i = 0; i < l->uniform_count; i++)
      assert_true(l->uniforms[i].binding == 11 || l->uniforms[i].binding == 3);
   assert_true(l->legacy_inputs >> (GLSL_VARYING_TEX_COORD0 + 1) & 1);
   glsl_linked_unref(l);
   ap_program_destroy(p);
}

/* Each byte removed, and each replaced by others: no crash, an error within the program, and what loads links. */
static void test_broken(void **state)
{
   (void)state;
   static const char replacements[] = ".;[]{},=x1-#\0";
   const struct ap_variant variant = {0};
   for (unsigned i = 0; i < COUNT(good); i++) {
      const size_t length = strlen(good[i]);
      for (size_t at = 0; at < length; at++) {
         for (unsigned r = 0; r <= sizeof(replacements) - 1; r++) {
            char text[1000];
            struct ap_error error;
            memcpy(text, good[i], length);
            size_t size = length;
            if (r == sizeof(replacements) - 1)
               memmove(text + at, text + at + 1, --size - at);
            else
               text[at] = replacements[r];
            struct ap_program *p = ap_compile(target_of(good[i]), text, size, &limits, &error);
            if (!p)
               assert_true(error.position >= 0 && (size_t)error.position <= size && error.text[0]);
            else if (at % 7 == 0)
               glsl_linked_unref(link_program(p, &variant));
            ap_program_destroy(p);
         }
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good), cmocka_unit_test(test_bad), cmocka_unit_test(test_limits), cmocka_unit_test(test_counts),
      cmocka_unit_test(test_params), cmocka_unit_test(test_linked), cmocka_unit_test(test_broken),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
