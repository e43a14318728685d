/* body_legacy_ati_draws.c: draws with ATI_fragment_shader: textures of each target, constants and display lists, colour sum and fog, the
 * choice of a stage's source, share groups. */
#include <string.h>

#include "legacy_ati.h"

/* ---- textures ------------------------------------------------------------------------------------------------------------------------------ */

static const GLubyte texels[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 128}, {0, 0, 255, 64}, {255, 255, 0, 192}};

static void texture(GLenum unit, GLenum target, unsigned first, unsigned count)
{
   GLuint name;
   glGenTextures(1, &name);
   glActiveTexture(unit);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   if (target == GL_TEXTURE_1D)
      glTexImage1D(target, 0, GL_RGBA8, (GLsizei)count, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first]);
   else if (target == GL_TEXTURE_3D)
      glTexImage3D(target, 0, GL_RGBA8, 1, 1, (GLsizei)count, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first]);
   else if (target != GL_TEXTURE_CUBE_MAP)
      glTexImage2D(target, 0, GL_RGBA8, (GLsizei)count, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first]);
   for (GLenum i = 0; i < 6 && target == GL_TEXTURE_CUBE_MAP; i++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[first + i % count]);
}

static void sample(GLuint unit, GLuint from, GLenum swizzle)
{
   ati.BeginFragmentShaderATI();
   ati.SampleMapATI(R(unit), from, swizzle);
   ati_move_all(R(0), 0, R(unit));
   ati.EndFragmentShaderATI();
}

/* One shader and each target of its unit: that with the highest precedence of those that are enabled. */
static void draw_targets(void)
{
   static const GLenum targets[] = {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP};
   ati_start();
   for (unsigned i = 0; i < 5; i++)
      texture(GL_TEXTURE2, targets[i], i % 3, 2);
   sample(2, GL_TEXTURE0, STR);
   ati.MultiTexCoord4f(GL_TEXTURE0, 1.5f, 0.5f, 0.75f, 1); /* the second texel, but the first face of the cube */
   for (unsigned i = 0; i < 5; i++) {
      if (i == 1 || i == 3)
         ati.MultiTexCoord4f(GL_TEXTURE0, 0.75f, 0.5f, 0.75f, 1);
      if (i == 2 || i == 4)
         ati.MultiTexCoord4f(GL_TEXTURE0, 1.5f, 0.5f, 0.75f, 1);
      glEnable(targets[i]);
      ati_texel(i);
   }
}

static void reference_targets(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   const unsigned chosen[5] = {1, 2, 3, 1, 1}; /* first texel of the target + 1; s of 1.5 repeats to 0.5: of the second texel */
   for (unsigned i = 0; i < 5; i++)
      memcpy(rgba[i], texels[chosen[i]], 4);
}

/* Projection by q; a dependent read with the texel of another unit; a depth texture without its comparison. */
static void draw_reads(void)
{
   static const GLfloat depth[2] = {0.25f, 0.5f};
   ati_start();
   texture(GL_TEXTURE1, GL_TEXTURE_2D, 0, 2);
   glEnable(GL_TEXTURE_2D);
   texture(GL_TEXTURE3, GL_TEXTURE_2D, 2, 2);
   glEnable(GL_TEXTURE_2D);
   ati.MultiTexCoord4f(GL_TEXTURE0, 1.5f, 1, 9, 2);
   sample(1, GL_TEXTURE0, STQ_DQ);
   ati_texel(0);
   ati.MultiTexCoord4f(GL_TEXTURE0, 0.25f, 0.5f, 0, 1);
   ati.BeginFragmentShaderATI();
   ati.SampleMapATI(R(1), GL_TEXTURE0, STR);
   ati_color_op(MUL, 2, R(1), 0, 0, (const struct arg[]){{R(1), 0, 0}, {K(0), 0, 0}});
   ati.SampleMapATI(R(3), R(1), STR);
   ati_move_all(R(0), 0, R(3));
   ati.SetFragmentShaderConstantATI(K(0), (const GLfloat[]){0.75f, 0, 0, 0});
   ati.EndFragmentShaderATI();
   ati_texel(1);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 2, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   ati.MultiTexCoord4f(GL_TEXTURE0, 0.75f, 0.5f, 0, 1);
   sample(3, GL_TEXTURE0, STR);
   ati_texel(2);
}

static void reference_reads(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   memcpy(rgba[0], texels[1], 4);
   memcpy(rgba[1], texels[3], 4);
   ati_put(rgba, 2, (const double[]){0.5, 0.5, 0.5, 1});
}

/* ---- constants, objects and display lists ---------------------------------------------------------------------------------------------------- */

/* A shader that shows a constant; local: NULL or its own value. */
static void constant_shader(GLuint name, const GLfloat *local)
{
   ati.BindFragmentShaderATI(name);
   ati.BeginFragmentShaderATI();
   if (local)
      ati.SetFragmentShaderConstantATI(K(5), local);
   ati_move_all(R(0), 0, K(5));
   ati.EndFragmentShaderATI();
}

static void draw_constants(void)
{
   ati_start();
   const GLuint first = ati.GenFragmentShadersATI(2);
   api_expect("names", first != 0, true);
   constant_shader(first, NULL);
   constant_shader(first + 1, ati_operand[2]);
   ati.SetFragmentShaderConstantATI(K(5), ati_operand[0]);
   ati_texel(0); /* the local constant hides the global one */
   ati.BindFragmentShaderATI(first);
   ati_texel(1);
   ati.SetFragmentShaderConstantATI(K(5), ati_operand[1]);
   ati_texel(2);
   constant_shader(first + 1, NULL); /* a new definition has no local constants */
   ati_texel(3);
   const GLuint list = glGenLists(1);
   glNewList(list, GL_COMPILE); /* binding and constants are compiled, definitions are not */
   ati.BindFragmentShaderATI(first + 1);
   ati.SetFragmentShaderConstantATI(K(5), ati_operand[2]);
   constant_shader(first + 1, ati_operand[0]);
   glEndList();
   api_expect_error(GL_NO_ERROR, "a list with a definition");
   ati.BindFragmentShaderATI(first);
   ati_texel(4);
   glCallList(list);
   ati_texel(5); /* the constant of the definition was compiled, too: it is a global one */
   ati.DeleteFragmentShaderATI(first + 1); /* the default shader is bound, which was never defined */
   ati.BindFragmentShaderATI(first);
   ati_texel(6);
}

static void reference_constants(uint8_t rgba[API_TEXELS][4])
{
   const unsigned shown[] = {2, 0, 1, 1, 1, 0, 0};
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 7; i++) {
      const GLfloat *f = ati_operand[shown[i]];
      ati_put(rgba, i, (const double[]){f[0], f[1], f[2], f[3]});
   }
}

/* A shader of the second context, which defines it again, and deletes its name while it is bound. */
static void draw_shared(void)
{
   ati_start();
   glDisable(GL_FRAGMENT_SHADER_ATI);
   api_use_second(true);
   const GLuint name = ati.GenFragmentShadersATI(1);
   constant_shader(name, ati_operand[1]);
   glFinish();
   api_use_second(false);
   glEnable(GL_FRAGMENT_SHADER_ATI);
   ati.BindFragmentShaderATI(name);
   ati_texel(0);
   api_use_second(true);
   constant_shader(name, ati_operand[2]);
   glFinish();
   api_use_second(false);
   ati.BindFragmentShaderATI(0);
   ati.BindFragmentShaderATI(name);
   ati_texel(1);
   api_use_second(true);
   ati.DeleteFragmentShaderATI(name);
   glFinish();
   api_use_second(false);
   ati_texel(2);
}

static void reference_shared(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){0.5, 0.25, 1, 0.125});
   ati_put(rgba, 1, (const double[]){1, 0.5, 0.25, 0});
   ati_put(rgba, 2, (const double[]){1, 0.5, 0.25, 0});
}

/* ---- what follows a shader, and what precedes it --------------------------------------------------------------------------------------------- */

static void draw_fog(void)
{
   static const GLenum modes[] = {GL_LINEAR, GL_EXP, GL_EXP2};
   static const GLfloat color[4] = {0, 1, 0, 0};
   ati_start();
   ati.BeginFragmentShaderATI();
   ati_move_all(R(0), X2, GL_PRIMARY_COLOR); /* colours are in [0, 1] before fog */
   ati.EndFragmentShaderATI();
   glColor4f(1, 0, 0.25f, 0.25f);
   glFogfv(GL_FOG_COLOR, color);
   glFogf(GL_FOG_DENSITY, 0.5f);
   glEnable(GL_FOG);
   glTranslatef(0, 0, -0.5f); /* eye distance 0.5 */
   for (unsigned i = 0; i < 3; i++) {
      glFogi(GL_FOG_MODE, (GLint)modes[i]);
      ati_texel(i);
   }
   glDisable(GL_FOG);
   ati_texel(3);
}

static void reference_fog(uint8_t rgba[API_TEXELS][4])
{
   const double factors[] = {0.5, 0.778801, 0.939413, 1}; /* exp(-0.25), exp(-0.0625) */
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < 4; i++)
      ati_put(rgba, i, (const double[]){factors[i], 1 - factors[i], 0.5 * factors[i], 0.5});
}

/* Texturing is replaced, the sum of colours is not. */
static void draw_color_sum(void)
{
   ati_start();
   ati.BeginFragmentShaderATI();
   ati_move_all(R(0), HALF, GL_PRIMARY_COLOR);
   ati.EndFragmentShaderATI();
   glColor4f(0.5f, 1, 1, 0.5f);
   ati.SecondaryColor3f(0.25f, 0.25f, 0.75f);
   ati_texel(0);
   glEnable(GL_COLOR_SUM);
   ati_texel(1);
}

static void reference_color_sum(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){0.25, 0.5, 0.5, 0.25});
   ati_put(rgba, 1, (const double[]){0.5, 0.75, 1, 0.25});
}

/* A shader of GLSL, an assembly program, a shader of the extension, fixed functions; glPushAttrib saves the enable. */
static void draw_sources(void)
{
   static const char text[] = "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND";
   ati_start();
   const GLuint program = api_program("void main() { gl_Position = gl_Vertex; }", NULL, "void main() { gl_FragColor = vec4(1, 0, 0, 1); }");
   ati.ProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, sizeof(text) - 1, text);
   ati.BeginFragmentShaderATI();
   ati_move(R(0), 0, 0, GL_SECONDARY_INTERPOLATOR_ATI);
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_ONE, 0, 0});
   ati.EndFragmentShaderATI();
   glEnable(GL_FRAGMENT_PROGRAM_ARB);
   glColor4f(1, 1, 1, 1);
   ati.SecondaryColor3f(0, 0, 1);
   ati_texel(0);
   glUseProgram(0);
   ati_texel(1);
   glDisable(GL_FRAGMENT_PROGRAM_ARB);
   ati_texel(2);
   glPushAttrib(GL_ENABLE_BIT);
   glDisable(GL_FRAGMENT_SHADER_ATI);
   api_expect("disabled", glIsEnabled(GL_FRAGMENT_SHADER_ATI), GL_FALSE);
   ati_texel(3);
   glPopAttrib();
   api_expect("enabled", glIsEnabled(GL_FRAGMENT_SHADER_ATI), GL_TRUE);
   ati_texel(4);
   glDeleteProgram(program);
}

static void reference_sources(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 0, (const double[]){1, 0, 0, 1});
   ati_put(rgba, 1, (const double[]){0, 1, 0, 1});
   ati_put(rgba, 2, (const double[]){0, 0, 1, 1});
   ati_put(rgba, 3, (const double[]){1, 1, 1, 1});
   ati_put(rgba, 4, (const double[]){0, 0, 1, 1});
}

/* Fragments of pixels and bitmaps go through the shader: the colour of a pixel is the primary colour. */
static void draw_pixels(void)
{
   static const GLubyte bits[1] = {0x80};
   ati_start();
   ati.BeginFragmentShaderATI();
   ati_color_op(MOV, 1, R(0), 0, 0, &(struct arg){GL_PRIMARY_COLOR, 0, COMP});
   ati_alpha_op(MOV, 1, R(0), 0, &(struct arg){GL_PRIMARY_COLOR, 0, 0});
   ati.EndFragmentShaderATI();
   ati.WindowPos2i(3, 0);
   glDrawPixels(2, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glColor4f(0.25f, 0.5f, 1, 0.5f);
   ati.WindowPos2i(7, 0);
   glBitmap(1, 1, 0, 0, 0, 0, bits);
}

static void reference_pixels(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   ati_put(rgba, 3, (const double[]){0, 1, 1, 1});
   ati_put(rgba, 4, (const double[]){1, 0, 1, 128 / 255.0});
   ati_put(rgba, 7, (const double[]){0.75, 0.5, 0, 0.5});
}

#define BODY(name) {"legacy-ati-" #name, COMPATIBILITY, 21, 1, 0, draw_##name, reference_##name}

const struct api_body api_bodies_legacy_ati_draws[] = {
   BODY(targets), BODY(reads), BODY(constants), BODY(shared), BODY(fog), BODY(color_sum), BODY(sources), BODY(pixels),
   {0},
};
