/* cmd_ati_shader.c: ATI_fragment_shader: names, definitions with each error of the extension, constants. */
#include "commands.h"

static const GLfloat values[4] = {0.25f, 0.5f, 0.75f, 1};

/* Arguments: a register, a constant, no replication, no modifiers. */
#define R(n) GL_REG_##n##_ATI, GL_NONE, GL_NONE
#define C(n) GL_CON_##n##_ATI, GL_NONE, GL_NONE
#define SECONDARY(replication) GL_SECONDARY_INTERPOLATOR_ATI, replication, GL_NONE
#define NO_SOURCE GL_TEXTURE0, GL_NONE, GL_NONE

static void names(void)
{
   OK(GenFragmentShadersATI, 3);
   ERR(INVALID_VALUE, GenFragmentShadersATI, 0);
   const GLuint first = gl.GenFragmentShadersATI(2);
   EXPECT(first != 0, true);
   OK(BindFragmentShaderATI, first + 1);
   OK(BindFragmentShaderATI, 77777); /* a name that the application chooses */
   OK(DeleteFragmentShaderATI, 77777);
   OK(DeleteFragmentShaderATI, first + 1);
   OK(DeleteFragmentShaderATI, 55555); /* not a shader */
   OK(DeleteFragmentShaderATI, 0);
   OK(BindFragmentShaderATI, first);
   OK(Enable, GL_FRAGMENT_SHADER_ATI);
   OK(DrawArrays, GL_TRIANGLES, 0, 3); /* with an undefined shader the result is undefined */
   OK(Disable, GL_FRAGMENT_SHADER_ATI);
}

static void outside(void)
{
   ERR(INVALID_OPERATION, EndFragmentShaderATI);
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_OPERATION, SampleMapATI, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_OPERATION, ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1));
   ERR(INVALID_OPERATION, ColorFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, ColorFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), R(2), R(3));
   ERR(INVALID_OPERATION, AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1));
   ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2), R(3));
   OK(SetFragmentShaderConstantATI, GL_CON_7_ATI, values);
   ERR(INVALID_ENUM, SetFragmentShaderConstantATI, GL_REG_0_ATI, values);
   ERR(INVALID_ENUM, SetFragmentShaderConstantATI, GL_CON_7_ATI + 1, values);
}

static void routes(void)
{
   OK(BeginFragmentShaderATI);
   ERR(INVALID_OPERATION, BeginFragmentShaderATI);
   ERR(INVALID_OPERATION, GenFragmentShadersATI, 1);
   ERR(INVALID_OPERATION, BindFragmentShaderATI, 1);
   ERR(INVALID_OPERATION, DeleteFragmentShaderATI, 1);
   OK(PassTexCoordATI, GL_REG_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
   OK(SampleMapATI, GL_REG_1_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_DR_ATI); /* projection may vary */
   ERR(INVALID_ENUM, PassTexCoordATI, GL_REG_5_ATI + 1, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_ENUM, PassTexCoordATI, GL_REG_2_ATI, GL_TEXTURE7 + 1, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_ENUM, PassTexCoordATI, GL_REG_2_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_DQ_ATI + 1);
   ERR(INVALID_ENUM, SampleMapATI, GL_CON_0_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_ENUM, SampleMapATI, GL_REG_2_ATI, GL_CON_0_ATI, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_ENUM, SampleMapATI, GL_REG_2_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI - 1);
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_0_ATI, GL_TEXTURE1, GL_SWIZZLE_STR_ATI); /* the register has a value */
   ERR(INVALID_OPERATION, SampleMapATI, GL_REG_0_ATI, GL_TEXTURE1, GL_SWIZZLE_STR_ATI);
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_2_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_ATI); /* r before, q now */
   ERR(INVALID_OPERATION, SampleMapATI, GL_REG_2_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_DQ_ATI);
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_2_ATI, GL_REG_0_ATI, GL_SWIZZLE_STR_ATI); /* a register in the first pass */
   ERR(INVALID_OPERATION, SampleMapATI, GL_REG_2_ATI, GL_REG_0_ATI, GL_SWIZZLE_STR_ATI);
   OK(ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_2_ATI, GL_NONE, GL_NONE, R(1));
   OK(PassTexCoordATI, GL_REG_0_ATI, GL_REG_2_ATI, GL_SWIZZLE_STR_ATI); /* the second pass */
   OK(SampleMapATI, GL_REG_1_ATI, GL_REG_2_ATI, GL_SWIZZLE_STR_DR_ATI);
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_2_ATI, GL_REG_0_ATI, GL_SWIZZLE_STQ_ATI); /* registers have no q */
   ERR(INVALID_OPERATION, SampleMapATI, GL_REG_2_ATI, GL_REG_0_ATI, GL_SWIZZLE_STQ_DQ_ATI);
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_2_ATI, GL_TEXTURE0, GL_SWIZZLE_STQ_ATI); /* r in the first pass */
   OK(AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1));
   ERR(INVALID_OPERATION, PassTexCoordATI, GL_REG_2_ATI, GL_TEXTURE1, GL_SWIZZLE_STR_ATI); /* a third pass */
   ERR(INVALID_OPERATION, SampleMapATI, GL_REG_2_ATI, GL_TEXTURE1, GL_SWIZZLE_STR_ATI);
   OK(SetFragmentShaderConstantATI, GL_CON_0_ATI, values);
   ERR(INVALID_ENUM, SetFragmentShaderConstantATI, GL_REG_0_ATI, values);
   OK(EndFragmentShaderATI);
}

/* The errors of one command, whose arguments after the first are the last ones here. */
#define ARITHMETIC(name, op, wrong_op, mask, ...) \
   OK(BeginFragmentShaderATI); \
   OK(name, op, GL_REG_0_ATI, mask GL_8X_BIT_ATI | GL_SATURATE_BIT_ATI, GL_REG_1_ATI, GL_ALPHA, \
      GL_COMP_BIT_ATI | GL_BIAS_BIT_ATI | GL_2X_BIT_ATI | GL_NEGATE_BIT_ATI __VA_ARGS__); \
   ERR(INVALID_ENUM, name, wrong_op, GL_REG_0_ATI, mask GL_NONE, R(1) __VA_ARGS__); \
   ERR(INVALID_ENUM, name, op, GL_CON_0_ATI, mask GL_NONE, R(1) __VA_ARGS__); \
   ERR(INVALID_ENUM, name, op, GL_REG_0_ATI, mask GL_2X_BIT_ATI | GL_HALF_BIT_ATI, R(1) __VA_ARGS__); \
   ERR(INVALID_ENUM, name, op, GL_REG_0_ATI, mask GL_NONE, NO_SOURCE __VA_ARGS__); \
   ERR(INVALID_ENUM, name, op, GL_REG_0_ATI, mask GL_NONE, GL_REG_1_ATI, GL_RGBA, GL_NONE __VA_ARGS__); \
   ERR(INVALID_ENUM, name, op, GL_REG_0_ATI, mask GL_NONE, GL_REG_1_ATI, GL_NONE, 0x10 __VA_ARGS__); \
   ERR(INVALID_OPERATION, name, op, GL_REG_0_ATI, mask GL_NONE, SECONDARY(GL_ALPHA) __VA_ARGS__); \
   OK(EndFragmentShaderATI)
#define MASK (GL_RED_BIT_ATI | GL_BLUE_BIT_ATI),
#define NO_MASK

static void arithmetic(void)
{
   ARITHMETIC(ColorFragmentOp1ATI, GL_MOV_ATI, BAD, MASK);
   ARITHMETIC(AlphaFragmentOp1ATI, GL_MOV_ATI, BAD, NO_MASK);
   ARITHMETIC(ColorFragmentOp2ATI, GL_SUB_ATI, GL_MOV_ATI, MASK, , R(2));
   ARITHMETIC(AlphaFragmentOp2ATI, GL_SUB_ATI, GL_MOV_ATI, NO_MASK, , R(2));
   ARITHMETIC(ColorFragmentOp3ATI, GL_CND_ATI, GL_ADD_ATI, MASK, , R(2), C(1));
   ARITHMETIC(AlphaFragmentOp3ATI, GL_CND_ATI, GL_ADD_ATI, NO_MASK, , R(2), C(1));
   OK(BeginFragmentShaderATI);
   ERR(INVALID_ENUM, ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, 0x8, GL_NONE, R(1));
   ERR(INVALID_OPERATION, AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, SECONDARY(GL_NONE));
   ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, R(1), SECONDARY(GL_NONE));
   ERR(INVALID_OPERATION, ColorFragmentOp2ATI, GL_DOT4_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), SECONDARY(GL_NONE));
   OK(ColorFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), SECONDARY(GL_NONE));
   ERR(INVALID_OPERATION, ColorFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, C(0), C(1), C(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, C(0), C(1), C(2));
   OK(ColorFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, C(0), C(1), C(0));
   OK(EndFragmentShaderATI);
}

/* Dot products of alpha follow those of colours. */
static void dot_products(void)
{
   OK(BeginFragmentShaderATI);
   ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_DOT3_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
   OK(ColorFragmentOp2ATI, GL_DOT3_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_DOT4_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp3ATI, GL_DOT2_ADD_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2), R(3));
   OK(AlphaFragmentOp2ATI, GL_DOT3_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_DOT3_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2)); /* the pair is complete */
   OK(ColorFragmentOp2ATI, GL_DOT4_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1));
   ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
   ERR(INVALID_OPERATION, AlphaFragmentOp3ATI, GL_LERP_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2), R(3));
   OK(AlphaFragmentOp2ATI, GL_DOT4_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
   OK(AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1));
   OK(EndFragmentShaderATI);
}

/* Eight pairs a pass. */
static void counts(void)
{
   OK(BeginFragmentShaderATI);
   for (unsigned pass = 0; pass < 2; pass++) {
      OK(PassTexCoordATI, GL_REG_1_ATI, GL_TEXTURE0, GL_SWIZZLE_STR_ATI);
      for (unsigned i = 0; i < 7; i++) {
         gl.ColorFragmentOp1ATI(GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1));
         gl.AlphaFragmentOp1ATI(GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1));
      }
      OK(AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1)); /* without a colour instruction */
      ERR(INVALID_OPERATION, AlphaFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, R(1));
      ERR(INVALID_OPERATION, AlphaFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2));
      ERR(INVALID_OPERATION, AlphaFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, R(1), R(2), R(3));
      ERR(INVALID_OPERATION, ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1));
      ERR(INVALID_OPERATION, ColorFragmentOp2ATI, GL_ADD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), R(2));
      ERR(INVALID_OPERATION, ColorFragmentOp3ATI, GL_MAD_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(1), R(2), R(3));
   }
   OK(EndFragmentShaderATI);
}

/* The definition ends with an error as well. */
static void ends(void)
{
   OK(BeginFragmentShaderATI);
   ERR(INVALID_OPERATION, EndFragmentShaderATI); /* no instruction */
   ERR(INVALID_OPERATION, EndFragmentShaderATI);
   OK(BeginFragmentShaderATI);
   OK(ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_PRIMARY_COLOR, GL_NONE, GL_NONE);
   OK(PassTexCoordATI, GL_REG_0_ATI, GL_REG_0_ATI, GL_SWIZZLE_STR_ATI);
   OK(ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, R(0));
   ERR(INVALID_OPERATION, EndFragmentShaderATI); /* an interpolated colour in the first of two passes */
   ERR(INVALID_OPERATION, EndFragmentShaderATI);
   OK(BeginFragmentShaderATI);
   OK(ColorFragmentOp1ATI, GL_MOV_ATI, GL_REG_0_ATI, GL_NONE, GL_NONE, GL_PRIMARY_COLOR, GL_NONE, GL_NONE);
   OK(EndFragmentShaderATI);
   OK(Enable, GL_FRAGMENT_SHADER_ATI);
   OK(DrawArrays, GL_TRIANGLES, 0, 3);
   OK(Disable, GL_FRAGMENT_SHADER_ATI);
}

static void values_of_context(void)
{
   static const struct { GLenum name; GLint value; } rows[] = {{GL_NUM_FRAGMENT_REGISTERS_ATI, 6}, {GL_NUM_FRAGMENT_CONSTANTS_ATI, 8},
      {GL_NUM_PASSES_ATI, 2}, {GL_NUM_INSTRUCTIONS_PER_PASS_ATI, 8}, {GL_NUM_INSTRUCTIONS_TOTAL_ATI, 16}, {GL_COLOR_ALPHA_PAIRING_ATI, 1},
      {GL_NUM_INPUT_INTERPOLATOR_COMPONENTS_ATI, 3}, {GL_NUM_LOOPBACK_COMPONENTS_ATI, 3}};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLint value = -1;
      OK(GetIntegerv, rows[i].name, &value);
      EXPECT(value, rows[i].value);
   }
}

void cmd_ati_shader(void)
{
   if (!compat() || !has_extension("GL_ATI_fragment_shader"))
      return;
   names();
   outside();
   routes();
   arithmetic();
   dot_products();
   counts();
   ends();
   values_of_context();
}
