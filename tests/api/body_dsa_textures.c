/* body_dsa_textures.c: textures and samplers by name (ARB_direct_state_access, ARB_multi_bind): made, filled, copied, read and bound,
 * while the bindings of the active unit stay as they are. */
#include "api_texels.h"

static PFNGLCREATETEXTURESPROC create_textures;
static PFNGLCREATESAMPLERSPROC create_samplers;
static PFNGLTEXTURESTORAGE1DPROC storage_1d;
static PFNGLTEXTURESTORAGE2DPROC storage_2d;
static PFNGLTEXTURESTORAGE3DPROC storage_3d;
static PFNGLTEXTURESUBIMAGE1DPROC sub_image_1d;
static PFNGLTEXTURESUBIMAGE2DPROC sub_image_2d;
static PFNGLTEXTURESUBIMAGE3DPROC sub_image_3d;
static PFNGLCOMPRESSEDTEXTURESUBIMAGE2DPROC compressed_sub_image_2d;
static PFNGLCOPYTEXTURESUBIMAGE2DPROC copy_sub_image_2d;
static PFNGLCOPYTEXTURESUBIMAGE3DPROC copy_sub_image_3d;
static PFNGLTEXTUREPARAMETERIPROC parameter_i;
static PFNGLGETTEXTUREPARAMETERIVPROC get_parameter;
static PFNGLGETTEXTURELEVELPARAMETERIVPROC get_level_parameter;
static PFNGLGETTEXTUREIMAGEPROC get_image;
static PFNGLGETCOMPRESSEDTEXTUREIMAGEPROC get_compressed_image;
static PFNGLGENERATETEXTUREMIPMAPPROC generate_mipmap;
static PFNGLTEXTUREBUFFERRANGEPROC buffer_range;
static PFNGLBINDTEXTUREUNITPROC bind_unit;

static void look_up(void)
{
   api_require("GL_ARB_direct_state_access");
   api_require("GL_ARB_multi_bind");
#define LOOK(pointer, type, name) pointer = (type)eglGetProcAddress(name)
   LOOK(create_textures, PFNGLCREATETEXTURESPROC, "glCreateTextures");
   LOOK(create_samplers, PFNGLCREATESAMPLERSPROC, "glCreateSamplers");
   LOOK(storage_1d, PFNGLTEXTURESTORAGE1DPROC, "glTextureStorage1D");
   LOOK(storage_2d, PFNGLTEXTURESTORAGE2DPROC, "glTextureStorage2D");
   LOOK(storage_3d, PFNGLTEXTURESTORAGE3DPROC, "glTextureStorage3D");
   LOOK(sub_image_1d, PFNGLTEXTURESUBIMAGE1DPROC, "glTextureSubImage1D");
   LOOK(sub_image_2d, PFNGLTEXTURESUBIMAGE2DPROC, "glTextureSubImage2D");
   LOOK(sub_image_3d, PFNGLTEXTURESUBIMAGE3DPROC, "glTextureSubImage3D");
   LOOK(compressed_sub_image_2d, PFNGLCOMPRESSEDTEXTURESUBIMAGE2DPROC, "glCompressedTextureSubImage2D");
   LOOK(copy_sub_image_2d, PFNGLCOPYTEXTURESUBIMAGE2DPROC, "glCopyTextureSubImage2D");
   LOOK(copy_sub_image_3d, PFNGLCOPYTEXTURESUBIMAGE3DPROC, "glCopyTextureSubImage3D");
   LOOK(parameter_i, PFNGLTEXTUREPARAMETERIPROC, "glTextureParameteri");
   LOOK(get_parameter, PFNGLGETTEXTUREPARAMETERIVPROC, "glGetTextureParameteriv");
   LOOK(get_level_parameter, PFNGLGETTEXTURELEVELPARAMETERIVPROC, "glGetTextureLevelParameteriv");
   LOOK(get_image, PFNGLGETTEXTUREIMAGEPROC, "glGetTextureImage");
   LOOK(get_compressed_image, PFNGLGETCOMPRESSEDTEXTUREIMAGEPROC, "glGetCompressedTextureImage");
   LOOK(generate_mipmap, PFNGLGENERATETEXTUREMIPMAPPROC, "glGenerateTextureMipmap");
   LOOK(buffer_range, PFNGLTEXTUREBUFFERRANGEPROC, "glTextureBufferRange");
   LOOK(bind_unit, PFNGLBINDTEXTUREUNITPROC, "glBindTextureUnit");
#undef LOOK
}

static GLuint make(GLenum target)
{
   GLuint name = 0;
   create_textures(target, 1, &name);
   if (!glIsTexture(name))
      api_fail("glCreateTextures makes no texture of 0x%x", target);
   if (target != GL_TEXTURE_BUFFER) {
      parameter_i(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
      parameter_i(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   }
   return name;
}

static void check_unbound(const char *where)
{
   static const GLenum bindings[] = {GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_3D, GL_TEXTURE_BINDING_CUBE_MAP,
                                     GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_BINDING_BUFFER};
   for (unsigned i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++) {
      GLint name = -1;
      glGetIntegerv(bindings[i], &name);
      if (name != 0)
         api_fail("%s: texture %d is bound", where, name);
   }
}

/* Units 1 to 5: an array of 3 layers, a cube map of 2 levels, a line, texels of a buffer, a copy of the framebuffer in a volume. */
static void draw(void)
{
   uint8_t texels[6 * 16 * 16][4], got[6 * 16 * 16][4];
   GLuint buffer, sampler, textures[5];
   GLint set = 0, align = 0;
   look_up();
   textures[0] = make(GL_TEXTURE_2D_ARRAY);
   storage_3d(textures[0], 1, GL_RGBA8, 16, 16, 3);
   make_texels(0, 3, 16, 16, texels);
   sub_image_3d(textures[0], 0, 0, 0, 0, 16, 16, 3, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   textures[1] = make(GL_TEXTURE_CUBE_MAP);
   storage_2d(textures[1], 2, GL_RGBA8, 16, 16);
   make_texels(1, 6, 16, 16, texels);
   for (unsigned i = 0; i < 6 * 256; i++) /* squares of four texels alike, which level 1 keeps */
      value(1, i / 256, i % 16 / 2, i % 256 / 32, texels[i]);
   sub_image_3d(textures[1], 0, 0, 0, 0, 16, 16, 6, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   generate_mipmap(textures[1]);
   get_image(textures[1], 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(got), got);
   if (memcmp(got, texels, sizeof(got)) != 0)
      api_fail("glGetTextureImage returns other faces");
   textures[2] = make(GL_TEXTURE_1D);
   storage_1d(textures[2], 1, GL_RGBA8, 32);
   make_texels(2, 1, 32, 1, texels);
   sub_image_1d(textures[2], 0, 0, 32, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   value(2, 7, 9, 0, texels[0]);
   sub_image_1d(textures[2], 0, 9, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   textures[3] = make(GL_TEXTURE_BUFFER);
   glGetIntegerv(GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, &align);
   make_texels(3, 1, 16, 16, texels);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, 512 + 1024, NULL, GL_STATIC_DRAW);
   glBufferSubData(GL_ARRAY_BUFFER, 512, 1024, texels);
   if (align > 512)
      api_skip("the alignment of the body's offset");
   buffer_range(textures[3], GL_RGBA8, buffer, 512, 1024);
   get_level_parameter(textures[3], 0, GL_TEXTURE_WIDTH, &set);
   if (set != 256)
      api_fail("the buffer texture has %d texels", set);
   /* The framebuffer's rows become slices of a volume, and a part of it a face of a plane. */
   glClearColor(10 / 255.0f, 20 / 255.0f, 30 / 255.0f, 40 / 255.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   textures[4] = make(GL_TEXTURE_3D);
   storage_3d(textures[4], 1, GL_RGBA8, 8, 8, 4);
   make_texels(0, 4, 8, 8, texels);
   sub_image_3d(textures[4], 0, 0, 0, 0, 8, 8, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   copy_sub_image_3d(textures[4], 0, 2, 1, 3, 5, 6, 4, 3);
   const GLuint plane = make(GL_TEXTURE_2D);
   storage_2d(plane, 1, GL_RGBA8, 8, 8);
   sub_image_2d(plane, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   copy_sub_image_2d(plane, 0, 0, 0, 5, 6, 2, 2);
   get_image(plane, 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(got), got);
   if (got[0][0] != 10 || got[9][3] != 40 || memcmp(got[2], texels[2], 6 * 4) != 0)
      api_fail("glCopyTextureSubImage2D changes other texels");
   const GLuint blocks = make(GL_TEXTURE_2D);
   uint8_t block[8] = {1, 2, 3, 4, 5, 6, 7, 8}, same[32] = {0};
   storage_2d(blocks, 1, GL_COMPRESSED_RED_RGTC1, 8, 8);
   compressed_sub_image_2d(blocks, 0, 4, 4, 4, 4, GL_COMPRESSED_RED_RGTC1, 8, block);
   get_compressed_image(blocks, 0, sizeof(same), same);
   if (memcmp(same + 24, block, 8) != 0)
      api_fail("glGetCompressedTextureImage returns another block");
   check_unbound("textures by name");
   create_samplers(1, &sampler);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   parameter_i(textures[0], GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR); /* the sampler object wins */
   get_parameter(textures[0], GL_TEXTURE_MIN_FILTER, &set);
   if (set != GL_LINEAR_MIPMAP_LINEAR)
      api_fail("the filter is 0x%x", set);
   desktop.BindTextures(1, 4, textures);
   bind_unit(5, textures[4]);
   desktop.BindSamplers(1, 1, &sampler);
   check_unbound("units");
   GLuint program = api_program(vertex, NULL,
                                "#version 330\nuniform sampler2DArray a; uniform samplerCube c; uniform sampler1D l; uniform samplerBuffer b;\n"
                                "uniform sampler3D v; out vec4 color;\n"
                                "void main() { ivec2 at = ivec2(gl_FragCoord.xy), low = at % 16; vec2 d = (vec2(at % 8) + 0.5) / 4.0 - 1.0;\n"
                                "  color = at.y < 16 ? at.x < 16 ? texture(a, vec3((vec2(low) + 0.5) / 16.0, low.x % 3))\n"
                                "                    : textureLod(c, vec3(d.x, 1.0, d.y), 1.0)\n"
                                "        : at.x < 16 ? at.y < 24 ? texelFetch(l, at.x, 0) : texelFetch(b, low.y * 16 + low.x)\n"
                                "                    : texelFetch(v, ivec3(at % 8, at.y / 8 == 2 ? 3 : 1), 0); }");
   static const char names[5][2] = {"a", "c", "l", "b", "v"};
   for (GLint i = 0; i < 5; i++)
      glUniform1i(glGetUniformLocation(program, names[i]), i + 1);
   api_rectangle(-1, -1, 1, 1);
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t cleared[4] = {10, 20, 30, 40};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, lx = x % 16, ly = y % 16, sx = x % 8, sy = y % 8;
      if (y < 16 && x < 16)
         value(0, lx % 3, lx, ly, rgba[i]);
      else if (y < 16)
         value(1, 2, sx, sy, rgba[i]);
      else if (x < 16 && y < 24)
         value(2, x == 9 ? 7 : 0, x, 0, rgba[i]);
      else if (x < 16)
         value(3, 0, lx, ly, rgba[i]);
      else if (y < 24 && sx >= 2 && sx < 6 && sy >= 1 && sy < 4)
         memcpy(rgba[i], cleared, 4);
      else
         value(0, y < 24 ? 3 : 1, sx, sy, rgba[i]);
   }
}

const struct api_body api_bodies_dsa_textures[] = {{"dsa-textures", CORE, 33, 0, 0, draw, reference}, {0}};
