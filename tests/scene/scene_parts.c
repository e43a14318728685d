/* scene_parts.c: the shaders, textures and state changes of the random program. */
#include "scene.h"

bool scene_with[FEATURES];

static const char vertex_source[] =
   "attribute vec4 pos, color; attribute vec2 tex; varying vec4 v_color; varying vec2 v_tex; uniform vec4 u_color;\n"
   "void main() { gl_Position = pos; v_color = color; v_tex = tex; gl_PointSize = 1.0 + u_color.x * 20.0; }";

/* Statements of fragment shaders, which use v_color, v_tex, u_color, u_number and three samplers. */
static const char *const fragments[PROGRAMS] = {
   "gl_FragColor = u_color;",
   "gl_FragColor = v_color;",
   "gl_FragColor = texture2D(s0, v_tex) * v_color;",
   "gl_FragColor = texture2D(s0, v_tex, u_number - 1.0) + texture2D(s1, v_tex * 0.5) * 0.25;",
   "if (v_color.x < 0.4) discard; gl_FragColor = vec4(v_color.yzw, u_color.w);",
   "gl_FragColor = gl_FrontFacing ? v_color : vec4(gl_FragCoord.xy / 160.0, gl_FragCoord.z, 1.0 / (1.0 + gl_FragCoord.w));",
   /* Only the second loop's length differs between pixels: derivatives would be undefined in it. */
   "vec4 sum = vec4(0.0); for (int i = 0; i < 8; i++) { if (float(i) > u_number * 2.0) break;\n"
   "   sum += texture2D(s1, v_tex + vec2(float(i) * 0.05)) * 0.1; }\n"
   "for (int i = 0; i < 9; i++) { if (float(i) > v_color.x * 8.0) break; sum.xy += v_color.yz * 0.05; } gl_FragColor = sum;",
   "gl_FragColor = textureCube(s2, vec3(v_tex, u_number - 2.0)) * 0.7 + v_color * 0.3;",
   "gl_FragColor = vec4(gl_PointCoord, u_color.x, 1.0);",
   "gl_FragColor = vec4(abs(dFdx(v_tex)) * 8.0, fwidth(v_tex.x + v_tex.y) * 4.0, 1.0);",
};

static GLuint compile(GLenum type, const char *source)
{
   GLint ok;
   GLuint shader = glCreateShader(type);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   if (!ok) {
      char log[2000];
      glGetShaderInfoLog(shader, sizeof(log), NULL, log);
      fprintf(stderr, "%s\n%s\n", source, log);
      exit(1);
   }
   return shader;
}

void make_programs(struct program *programs)
{
   static const char *const names[] = {"pos", "color", "tex"}, *const samplers[] = {"s0", "s1", "s2"};
   for (unsigned i = 0; i < PROGRAMS; i++) {
      char source[2000];
      snprintf(source, sizeof(source), "#extension GL_OES_standard_derivatives : enable\nprecision highp float;\n"
               "varying vec4 v_color; varying vec2 v_tex; uniform vec4 u_color; uniform float u_number;\n"
               "uniform sampler2D s0, s1; uniform samplerCube s2;\nvoid main() { %s }", fragments[i]);
      GLuint name = glCreateProgram();
      GLint ok;
      glAttachShader(name, compile(GL_VERTEX_SHADER, vertex_source));
      glAttachShader(name, compile(GL_FRAGMENT_SHADER, source));
      for (unsigned a = 0; a < 3; a++)
         glBindAttribLocation(name, a, names[a]);
      glLinkProgram(name);
      glGetProgramiv(name, GL_LINK_STATUS, &ok);
      if (!ok)
         exit(1);
      glUseProgram(name);
      for (unsigned s = 0; s < 3; s++)
         glUniform1i(glGetUniformLocation(name, samplers[s]), (GLint)s);
      programs[i] = (struct program){name, glGetUniformLocation(name, "u_color"), glGetUniformLocation(name, "u_number")};
   }
}

void use_program(const struct program *program)
{
   float c[4], number = between(0, 4);
   for (unsigned i = 0; i < 4; i++)
      c[i] = between(0, 1);
   glUseProgram(program->name);
   glUniform4fv(program->u_color, 1, c);
   glUniform1f(program->u_number, number);
}

static void make_image(struct texture *t, GLenum image, bool smooth)
{
   static uint8_t texels[64 * 64 * 4];
   uint8_t a = (uint8_t)pick(256), b = (uint8_t)pick(8), c = (uint8_t)pick(8);
   for (GLsizei i = 0; i < t->width * t->height * 4; i++)
      texels[i] = smooth ? (uint8_t)(a + i / 4 % t->width * b + i / 4 / t->width * c + i % 4 * 50) : (uint8_t)pick(256);
   glTexImage2D(image, 0, (GLint)t->format, t->width, t->height, 0, t->format, t->type, texels);
}

/* New images (of other sizes and formats) for all textures: six 2D ones and two cubes. Units 0 to 2 get one each. */
void make_textures(struct texture *textures)
{
   static const struct { GLenum format, type; } formats[] = {
      {GL_RGBA, GL_UNSIGNED_BYTE}, {GL_RGB, GL_UNSIGNED_BYTE}, {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE},
      {GL_LUMINANCE, GL_UNSIGNED_BYTE}, {GL_ALPHA, GL_UNSIGNED_BYTE}, {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
      {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4}, {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
   };
   for (unsigned i = 0; i < TEXTURES; i++) {
      struct texture *t = &textures[i];
      unsigned f = pick(8);
      if (!t->name)
         glGenTextures(1, &t->name);
      t->cube = i >= 6;
      t->bind = t->cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
      t->format = formats[f].format;
      t->type = formats[f].type;
      t->width = (GLsizei)(1 + pick(64));
      t->height = t->cube ? t->width : (GLsizei)(1 + pick(64));
      t->mipmapped = pick(2) && scene_with[MIPMAPS];
      if (t->mipmapped && !scene_with[COARSE])
         t->type = GL_UNSIGNED_BYTE;
      if (t->mipmapped && !t->cube) { /* the filter of GenerateMipmap is free where sizes are odd */
         t->width = 1 << pick(7);
         t->height = 1 << pick(7);
      } else if (t->mipmapped) {
         t->width = t->height = 1 << pick(7);
      }
      glActiveTexture(GL_TEXTURE7);
      glBindTexture(t->bind, t->name);
      for (unsigned face = 0; face < (t->cube ? 6u : 1u); face++)
         make_image(t, t->cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D, pick(4) != 0 || !scene_with[NOISE]);
      if (t->mipmapped)
         glGenerateMipmap(t->bind);
      glTexParameteri(t->bind, GL_TEXTURE_MIN_FILTER, t->mipmapped ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
   }
   for (unsigned i = 6; i < TEXTURES && !scene_with[CUBES]; i++) {
      glBindTexture(GL_TEXTURE_CUBE_MAP, textures[i].name);
      glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   }
   for (unsigned unit = 0; unit < 3; unit++) {
      glActiveTexture(GL_TEXTURE0 + unit);
      glBindTexture(unit == 2 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, textures[unit == 2 ? 6 : unit].name);
   }
   glActiveTexture(GL_TEXTURE0);
}

void reset_state(void)
{
   static const GLenum caps[] = {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE,
                                 GL_POLYGON_OFFSET_FILL, GL_SAMPLE_COVERAGE};
   for (unsigned i = 0; i < sizeof(caps) / sizeof(caps[0]); i++)
      glDisable(caps[i]);
   glDepthFunc(GL_LESS);
   glStencilFunc(GL_ALWAYS, 0, 255);
   glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
   glViewport(0, 0, WIDTH, HEIGHT);
   glDepthRangef(0, 1);
   glLineWidth(1);
}

/* Arguments are picked one by one: their order of evaluation would be the compiler's. */
void change_state(void)
{
   static const GLenum functions[] = {GL_LESS, GL_LEQUAL, GL_GREATER, GL_GEQUAL, GL_ALWAYS, GL_NEVER, GL_EQUAL, GL_NOTEQUAL};
   static const GLenum ops[] = {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
   static const GLenum factors[] = {GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR,
      GL_ONE_MINUS_DST_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA,
      GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_ALPHA};
   static const GLenum equations[] = {GL_FUNC_ADD, GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT,
                                      GL_MIN_EXT,  GL_MAX_EXT};
   static const GLenum faces[] = {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK};
   static const GLenum caps[] = {GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_SCISSOR_TEST, GL_CULL_FACE, GL_SAMPLE_COVERAGE};
   unsigned v[4], which = pick(16);
   float f[4];
   for (unsigned i = 0; i < 4; i++) {
      v[i] = pick(1 << 16);
      f[i] = between(0, 1);
   }
#define OF(array, i) (array)[v[i] % (sizeof(array) / sizeof((array)[0]))]
   switch (which) {
   case 0: case 1: case 2: (v[0] % 3 ? glEnable : glDisable)(OF(caps, 1)); break;
   case 3: glBlendFuncSeparate(OF(factors, 0), OF(factors, 1), OF(factors, 2), OF(factors, 3)); break;
   case 4: glBlendEquationSeparate(OF(equations, 0), OF(equations, 1)); break;
   case 5: glBlendColor(f[0], f[1], f[2], f[3]); break;
   case 6: glDepthFunc(functions[v[0] % (scene_with[EQUAL] ? 8 : 5)]); break;
   case 7: glDepthMask(v[0] % 3 != 0); break;
   case 8: glStencilFuncSeparate(OF(faces, 0), OF(functions, 1), v[2] & 3, v[3] & 1 ? 255 : 2); break;
   case 9: glStencilOpSeparate(OF(faces, 0), OF(ops, 1), OF(ops, 2), OF(ops, 3)); break;
   case 10: glColorMask(v[0] % 5 != 0, v[1] % 5 != 0, v[2] % 5 != 0, v[3] % 5 != 0); break;
   case 11: glScissor(v[0] % 100, v[1] % 80, v[2] % 120, v[3] % 90); break;
   case 12: glCullFace(faces[v[0] % 2]); glFrontFace(v[1] & 1 ? GL_CW : GL_CCW); break;
   case 13: glViewport((GLint)(v[0] % 200) - 100, (GLint)(v[1] % 200) - 100, v[2] % 300, v[3] % 300); break;
   case 14: glDepthRangef(f[0], f[1]); break;
   case 15:
      if (scene_with[WIDE_LINES])
         glLineWidth(0.5f + f[0] * 8);
      if (scene_with[OFFSET]) {
         (v[0] & 1 ? glEnable : glDisable)(GL_POLYGON_OFFSET_FILL);
         glPolygonOffset(f[1] * 4 - 2, f[2] * 100);
      }
      glSampleCoverage(f[3], v[1] & 1);
      break;
   }
}
