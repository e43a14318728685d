/* random.c: calls of random commands with random arguments, for the address sanitizer and for assertions. Arguments are such that
 * each call is legal C: pointers are to memory of 64 MB, client arrays are always in buffers, and sizes are small.
 *    gl_random es|core|compat|es1 CALLS [SEED]
 * Exit: 0, 1 less than half of the calls raised no error, 77 the context is not offered. A signal is reported with the seed and the
 * call. GL_RANDOM_EACH prints the share of each command. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "random.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
enum { ARENA_B = 64 << 20, SPREAD_B = 1 << 20, NAMES = 13, SPARE = 13, CALLS_PER_CONTEXT = 4000 };

struct gl_commands gl;
uint8_t *input;
enum api api;
static uint8_t *output;
static uint32_t state;
static const char *call = "none";
static unsigned long number;
static uint32_t seed;
static GLsync syncs[8];

static uint32_t pick(uint32_t n)
{
   state ^= state << 13;
   state ^= state >> 17;
   state ^= state << 5;
   return state % n;
}

/* ---- arguments ------------------------------------------------------------------------------------------------------------------- */

static const char texts[][128] = {"tint", "Block", "position", "color", "main", "none", "gl_Position", "stored[0]", "#version 320 es\n"
   "void main() { gl_Position = vec4(1); }", "#version 450\nvoid main() { gl_Position = vec4(1); }", "#version 450\n{", "captured"};
static const char *text_list[64];
static const void *pointer_list[64];
static GLuint spare_names[64], kept_names[64];
static GLenum enum_list[64];

/* Objects that each context begins with and that are not deleted, by kind: the classes of gl.xml. */
enum kind { BUFFERS, FRAMEBUFFERS, LISTS, PIPELINES, PROGRAMS, QUERIES, RENDERBUFFERS, SAMPLERS, SHADERS, TEXTURES, FEEDBACKS, ARRAYS };
static const struct { GLuint first, count; } kept[] = {
   [BUFFERS] = {1, KEPT}, [FRAMEBUFFERS] = {1, 2}, [LISTS] = {1, 3}, [PIPELINES] = {1, 2}, [PROGRAMS] = {1, 2}, [QUERIES] = {1, 4},
   [RENDERBUFFERS] = {1, 2}, [SAMPLERS] = {1, 3}, [SHADERS] = {3, 3}, [TEXTURES] = {1, 10}, [FEEDBACKS] = {1, 2}, [ARRAYS] = {0, KEPT}};

static GLuint uint_value(void)
{
   return pick(8) ? pick(NAMES) : pick(2) ? 0xffffffffu : pick(1000);
}

static GLint int_value(void)
{
   static const GLint values[] = {0, 1, 2, 3, 4, 5, 8, 16, 63, 64, -1, -2, 0x7fffffff, -0x7fffffff - 1, 1000, 32};
   return values[pick(pick(3) ? 8 : 16)];
}

static GLint size_value(void)
{
   static const GLint values[] = {1, 4, 2, 3, 8, 0, 16, 7, 33, 64, -1, 32};
   return values[pick(pick(3) ? 8 : 12)];
}

/* Values that fit what a context has: few objects, images of some 8 texels, buffers of 4096 bytes. One of 16 is another one, but no
 * more than lists have items. */
static GLint fitting(uint32_t limit)
{
   return pick(16) ? (GLint)pick(limit) : size_value();
}

static double real_value(void)
{
   static const double values[] = {0, 1, 0.5, -1, 2, 1e30, -1e30, 1e-40, 16, 255};
   return values[pick(10)];
}

static GLint bound(GLenum binding)
{
   GLint name = 0;
   if (api == ES1 && (binding == GL_PIXEL_PACK_BUFFER_BINDING || binding == GL_PIXEL_UNPACK_BUFFER_BINDING))
      return 0;
   gl.GetIntegerv(binding, &name);
   return name;
}

static const void *input_pointer(void)
{
   return input + pick(SPREAD_B / 16) * 16;
}

static void *output_pointer(void)
{
   return output + pick(SPREAD_B / 16) * 16;
}

/* An offset into a bound buffer, or memory. */
static const void *buffer_pointer(GLenum binding)
{
   return bound(binding) ? (const void *)(uintptr_t)(4 * pick(64)) : input_pointer();
}

/* Into arguments of indirect draws and dispatches that are small numbers: shaders may have written any number to other buffers. */
static GLintptr indirect_offset(void)
{
   static GLuint arguments;
   static const GLenum targets[] = {GL_DRAW_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER, GL_PARAMETER_BUFFER};
   gl.DeleteBuffers(1, &arguments);
   gl.GenBuffers(1, &arguments);
   for (unsigned i = 0; i < (api == ES || api == ES1 ? 2 : 3); i++)
      gl.BindBuffer(targets[i], arguments);
   gl.BufferData(GL_DRAW_INDIRECT_BUFFER, 4096, input, GL_STATIC_DRAW);
   return 4 * (GLintptr)pick(64);
}

static const void *array_pointer(void)
{
   if (!bound(GL_ARRAY_BUFFER_BINDING))
      gl.BindBuffer(GL_ARRAY_BUFFER, 1 + pick(KEPT));
   return (const void *)(uintptr_t)pick(256);
}

struct enum_group { const GLenum *list; unsigned count; };
static GLenum one_of(struct enum_group group);

static const GLenum *enums(struct enum_group group)
{
   for (unsigned i = 0; i < 64; i++)
      enum_list[i] = one_of(group);
   return enum_list;
}

static GLbitfield bits(struct enum_group group)
{
   GLbitfield value = 0;
   for (unsigned n = pick(4); n; n--)
      value |= group.list[pick(group.count)];
   return pick(16) ? value : uint_value();
}

/* ---- arguments that fit each other: chosen before each call ------------------------------------------------------------------------- */

static const struct image_row { GLenum internal, format, type; } image_rows[] = {
   {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE}, {GL_RG8, GL_RG, GL_UNSIGNED_BYTE}, {GL_R8, GL_RED, GL_UNSIGNED_BYTE},
   {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT}, {GL_RGBA32F, GL_RGBA, GL_FLOAT}, {GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
   {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8}, {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE}, {GL_R32I, GL_RED_INTEGER, GL_INT}};
static const struct image_row es1_image_rows[] = {
   {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE}, {GL_RGB, GL_RGB, GL_UNSIGNED_BYTE}, {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
   {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4}, {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1}, {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE},
   {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE}, {GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE}};
static const struct image_row *image_row;
/* Compressed formats with the size of 8 x 8 texels. */
static const struct compressed_row { GLenum format; GLsizei size_B; } compressed_rows[] = {
   {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 64}, {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 32}, {GL_COMPRESSED_RGBA8_ETC2_EAC, 64}, {GL_COMPRESSED_R11_EAC, 32},
   {GL_COMPRESSED_RED_RGTC1, 32}, {GL_COMPRESSED_RGBA_BPTC_UNORM, 64}};
static const struct compressed_row es1_compressed_rows[] = {
   {GL_ETC1_RGB8_OES, 32}, {GL_PALETTE4_RGB8_OES, 16 * 3 + 32}, {GL_PALETTE4_RGBA8_OES, 16 * 4 + 32}, {GL_PALETTE4_RGB5_A1_OES, 16 * 2 + 32},
   {GL_PALETTE8_R5_G6_B5_OES, 256 * 2 + 64}, {GL_PALETTE8_RGBA4_OES, 256 * 2 + 64}, {GL_PALETTE8_RGBA8_OES, 256 * 4 + 64}};
static const struct compressed_row *compressed_row;
static const char *const assembly_texts[] = {
   "!!ARBvp1.0\nPARAM p[4] = {program.env[0..3]}; ADDRESS a; TEMP t; ARL a.x, vertex.attrib[0].x; ADD t, p[a.x], vertex.attrib[0];"
   "MOV result.position, t; MOV result.color, state.light[0].ambient; MOV result.texcoord[1], t;\nEND",
   "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color; MOV result.fogcoord.x, program.local[0].x;\nEND",
   "!!ARBfp1.0\nTEMP t; TEX t, fragment.texcoord[1], texture[0], 2D; KIL t; MAD result.color, t, program.env[1], fragment.color;\nEND",
   "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.texcoord[0];\nEND", "!!ARBfp1.0\nMOV result.color, nothing;\nEND"};
static const char *assembly_text;
static GLuint texture;
static const struct { GLenum name; GLint value; } parameter_rows[] = {
   {GL_TEXTURE_MIN_FILTER, GL_LINEAR}, {GL_TEXTURE_MAG_FILTER, GL_NEAREST}, {GL_TEXTURE_WRAP_S, GL_REPEAT}, {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE},
   {GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT}, {GL_TEXTURE_MIN_LOD, 0}, {GL_TEXTURE_MAX_LOD, 2}, {GL_TEXTURE_COMPARE_MODE, GL_NONE},
   {GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL}};
static GLenum parameter_name;
static GLint parameter_ints[4];
static GLfloat parameter_floats[4];
static const GLuint zeros[64];
static const GLenum attachments[64] = {GL_COLOR_ATTACHMENT0}, resource_properties[64] = {GL_NAME_LENGTH, GL_TYPE, GL_ARRAY_SIZE, GL_LOCATION};
static const GLint environment_ints[4] = {GL_MODULATE};
static GLint generation_ints[4] = {GL_EYE_LINEAR};
static const GLfloat environment_floats[4] = {GL_MODULATE}, generation_floats[4] = {GL_EYE_LINEAR};
static const GLdouble generation_doubles[4] = {GL_EYE_LINEAR};

static void choose(void)
{
   image_row = &image_rows[pick(pick(4) ? 7 : COUNT(image_rows))];
   compressed_row = &compressed_rows[pick(COUNT(compressed_rows))];
   if (api == ES1) {
      image_row = &es1_image_rows[pick(COUNT(es1_image_rows))];
      compressed_row = &es1_compressed_rows[pick(COUNT(es1_compressed_rows))];
   }
   assembly_text = assembly_texts[pick(COUNT(assembly_texts))];
   texture = pick(10);
   const unsigned row = pick(api == ES1 ? 4 : COUNT(parameter_rows));
   parameter_name = parameter_rows[row].name;
   parameter_ints[0] = pick(16) ? parameter_rows[row].value : int_value();
   parameter_floats[0] = (GLfloat)parameter_ints[0];
}

static GLenum every_enum_value(void);
static GLenum from(const GLenum *list, unsigned count) { return pick(16) ? list[pick(count)] : every_enum_value(); }
static GLenum capability(struct enum_group group)
{
   static const GLenum legacy[] = {GL_LIGHTING, GL_LIGHT0, GL_TEXTURE_2D, GL_FOG, GL_ALPHA_TEST, GL_COLOR_MATERIAL, GL_NORMALIZE, GL_CLIP_PLANE0,
      GL_POINT_SPRITE, GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB};
   const bool fixed = (api == COMPAT || api == ES1) && pick(3) == 0;
   return fixed ? legacy[pick(COUNT(legacy) - (api == ES1 ? 2 : 0))] : one_of(group);
}
#define FROM(...) from((const GLenum[]){__VA_ARGS__}, sizeof((const GLenum[]){__VA_ARGS__}) / sizeof(GLenum))

static void on_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *text, const void *user)
{
   (void)source, (void)type, (void)id, (void)severity, (void)length, (void)text, (void)user;
}

static GLsync sync_value(void)
{
   GLsync *one = &syncs[pick(8)];
   if (!*one && pick(2))
      *one = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   return pick(8) ? *one : (GLsync)input_pointer();
}

#define OBJECT(kind) (pick(12) ? kept[kind].first + pick(kept[kind].count) : uint_value())
#define SPARE_NAME() (SPARE + pick(NAMES))
#define ENUM(group) one_of(group[api])
#define ENUM_LIST(group) enums(group[api])
#define ANY_ENUM() every_enum_value()
#define BITS(group) bits(group[api])
#define FEW() fitting(4)
#define FEW_POSITIVE() ONE_OR(6)
#define ZERO() (pick(12) ? 0 : size_value())
#define ONE_OR(n) (pick(16) ? 1 + (GLint)pick(n) : size_value())
#define LENGTH() (pick(16) ? 4096 : size_value())
#define LEVEL() (pick(8) ? 0 : int_value())
#define EXTENT() (pick(16) ? 1 << pick(4) : size_value())
#define SAMPLES() (pick(8) ? 4 : size_value())
#define ALIGNED() (pick(16) ? 256 * (GLint)pick(2) : size_value())
#define BUFFER_SIZE() (pick(16) ? 4096 : size_value())
#define MAPPED_SIZE() (pick(16) ? 16 << pick(4) : size_value())
#define ATTRIBUTE() fitting(16)
#define COMPONENTS() (pick(16) ? 4 : int_value())
#define DRAW_PROGRAM() (pick(12) ? 1 : uint_value())
#define USED_PROGRAM() (api == COMPAT && pick(2) ? 0 : pick(4) ? 1 : OBJECT(PROGRAMS))
#define ASSEMBLY assembly_text
#define ASSEMBLY_LENGTH() (GLsizei)(pick(16) ? strlen(assembly_text) : pick((uint32_t)strlen(assembly_text)))
#define ASSEMBLY_TARGET() FROM(assembly_text[5] == 'v' ? GL_VERTEX_PROGRAM_ARB : GL_FRAGMENT_PROGRAM_ARB)
#define CAPABILITY() capability(EnableCap[api])
#define UNIFORM(location) ((location) + fitting(1))
#define ANY_UNIFORM() fitting(84)
#define INTERFACE() FROM(GL_UNIFORM, GL_PROGRAM_INPUT, GL_PROGRAM_OUTPUT, GL_UNIFORM_BLOCK, GL_SHADER_STORAGE_BLOCK, GL_BUFFER_VARIABLE)
#define RESOURCE_PROPERTIES resource_properties
#define TEXTURE() (pick(12) ? texture + 1 : uint_value())
#define TEXTURE_TARGET() FROM(texture_target(texture))
#define TEXTURE_FACE() FROM(texture_target(texture) == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + pick(6) : texture_target(texture))
#define TARGET_2D() FROM(GL_TEXTURE_2D, GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X + pick(6))
#define TARGET_3D() FROM(GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY)
#define TARGET_PARAMETER() (api == ES1 ? FROM(GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP) \
                                       : FROM(GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP))
#define NAMED_1D() (pick(12) ? 9 : uint_value())
#define NAMED_2D() (pick(12) ? (pick(2) ? 1 : 10) : uint_value())
#define NAMED_3D() (pick(12) ? 2 + pick(2) : uint_value())
#define NAMED_BUFFER() (pick(12) ? 6 : uint_value())
#define INTERNAL_FORMAT() FROM(image_row->internal)
#define RENDER_FORMAT() (api == ES1 ? FROM(GL_RGBA8, GL_RGB565, GL_RGBA4, GL_DEPTH_COMPONENT16, GL_DEPTH24_STENCIL8) : INTERNAL_FORMAT())
#define COMPRESSED_FORMAT() FROM(compressed_row->format)
#define COMPRESSED_SIZE() (pick(16) ? compressed_row->size_B : size_value())
#define IMAGE_FORMAT() FROM(image_row->format)
#define IMAGE_TYPE() FROM(image_row->type)
#define PARAMETER() FROM(parameter_name)
#define PARAMETER_VALUE() parameter_ints[0]
#define ES1_BUFFER() FROM(GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER)
#define BOUND_BUFFER() (api == ES1 ? ES1_BUFFER() : FROM(GL_ARRAY_BUFFER, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_UNIFORM_BUFFER, \
                            GL_SHADER_STORAGE_BUFFER, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_ELEMENT_ARRAY_BUFFER))
#define BUFFER_TARGET() (api == ES1 ? ES1_BUFFER() : FROM(GL_ARRAY_BUFFER, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_UNIFORM_BUFFER, \
                            GL_SHADER_STORAGE_BUFFER))
#define INDEXED_BUFFER() FROM(GL_UNIFORM_BUFFER, GL_SHADER_STORAGE_BUFFER, GL_ATOMIC_COUNTER_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER)
#define CLEARED(other) FROM(GL_COLOR, other)
#define COLOR_BUFFER() FROM(GL_COLOR_ATTACHMENT0, GL_NONE)
#define FILLED_ATTACHMENT() FROM(GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT)
#define ATTACHMENTS attachments
#define CLEAR_MASK() (pick(16) ? GL_COLOR_BUFFER_BIT << 0 | (pick(2) ? GL_DEPTH_BUFFER_BIT : GL_STENCIL_BUFFER_BIT) : uint_value())
#define DRAW_MODE() FROM(GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN)
#define MATERIAL_FACE() (api == ES1 ? GL_FRONT_AND_BACK : GL_FRONT)
#define GENERATION() generation_ints[0]
#define COORDINATE() (api == ES1 ? GL_TEXTURE_GEN_STR_OES : ENUM(TextureCoordName))
#define INDEX_TYPE() FROM(GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT)
#define TEXTURE_UNIT() FROM(GL_TEXTURE0 + pick(8))
#define PACKED_TYPE() FROM(GL_INT_2_10_10_10_REV, GL_UNSIGNED_INT_2_10_10_10_REV)
#define CLIENT_ARRAY() (api == ES1 ? FROM(GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY, GL_POINT_SIZE_ARRAY_OES) \
      : FROM(GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_TEXTURE_COORD_ARRAY, GL_FOG_COORD_ARRAY, GL_SECONDARY_COLOR_ARRAY))
#define INDEXED_VALUE() FROM(GL_BLEND_SRC_RGB, GL_UNIFORM_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_BINDING, GL_COLOR_WRITEMASK, \
                             GL_VERTEX_BINDING_OFFSET)
#define LIGHT_SCALAR() FROM(GL_SPOT_EXPONENT, GL_SPOT_CUTOFF, GL_CONSTANT_ATTENUATION, GL_LINEAR_ATTENUATION)
#define STORE_NAME() FROM(GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_PACK_ROW_LENGTH, GL_UNPACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS)
#define STORE_VALUE() (pick(3) ? 1 << pick(4) : (GLint)pick(9))
#define UINT() uint_value()
#define INT() int_value()
#define SIZE() size_value()
#define OFFSET() size_value()
#define SMALL() pick(9)
#define BOOLEAN() (GLboolean)pick(2)
#define REAL() real_value()
#define SYNC() sync_value()
#define TIMEOUT() (pick(2) ? 0 : 1000)
#define IMAGE() (void *)input_pointer()
#define STRING() texts[pick(sizeof(texts) / sizeof(texts[0]))]
#define STRING_LIST() text_list
#define POINTER_LIST() pointer_list
#define INPUT() input_pointer()
#define OUTPUT() output_pointer()
#define ELEMENT_POINTER() buffer_pointer(GL_ELEMENT_ARRAY_BUFFER_BINDING)
#define INDIRECT_POINTER() (const void *)indirect_offset()
#define INDIRECT_OFFSET() indirect_offset()
#define ARRAY_POINTER() array_pointer()
#define PIXELS() buffer_pointer(GL_PIXEL_UNPACK_BUFFER_BINDING)
#define PACKED() (bound(GL_PIXEL_PACK_BUFFER_BINDING) ? (void *)(uintptr_t)(4 * pick(64)) : output_pointer())
#define VERTEX_ARRAY() pick(KEPT)
#define KEPT_BUFFER() (1 + pick(KEPT))
#define KEPT_NAMES kept_names
#define SPARE_NAMES spare_names
#define CALLBACK() (pick(2) ? on_message : NULL)

#include "random_calls.h"

static GLenum one_of(struct enum_group group)
{
   return pick(16) ? group.list[pick(group.count)] : ANY_ENUM();
}

static GLenum every_enum_value(void)
{
   return every_enum[pick(sizeof(every_enum) / sizeof(every_enum[0]))];
}

static struct random_call { const char *name; void (*call)(void); unsigned apis; unsigned long calls, accepted; } commands[] = {
#define C(name) {"gl" #name, call_##name, APIS_##name, 0, 0},
   COMMAND_NAMES(C)
#undef C
};
enum { NUM_COMMANDS = sizeof(commands) / sizeof(commands[0]) };

/* ---- contexts -------------------------------------------------------------------------------------------------------------------- */

static EGLDisplay display;

static EGLContext make_context(void)
{
   static const struct { EGLint major, minor; } versions[] = {[ES] = {3, 2}, [CORE] = {4, 6}, [COMPAT] = {4, 6}, [ES1] = {1, 1}};
   const bool es = api == ES || api == ES1;
   const EGLint profile = api == CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
   const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, versions[api].major, EGL_CONTEXT_MINOR_VERSION, versions[api].minor,
                             es ? EGL_NONE : EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE};
   eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
   const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      exit(77);
#define C(name) gl.name = (void *)eglGetProcAddress("gl" #name);
   COMMAND_NAMES(C)
#undef C
   random_make_objects(api == ES ? &(struct random_uniforms){UNIFORMS_FLOATS, SUM_FLOATS}
                                 : &(struct random_uniforms){UNIFORMS_DOUBLES, SUM_DOUBLES});
   memset(syncs, 0, sizeof(syncs));
   return context;
}

static void died(int signal)
{
   char text[200];
   const int length = snprintf(text, sizeof(text), "signal %d in %s, call %lu, seed %u\n", signal, call, number, seed);
   if (write(STDOUT_FILENO, text, (size_t)length) < 0)
      _exit(4);
   _exit(3);
}

/* Inside glBegin most commands raise an error, and glGetError too: pairs end soon. */
static void random_call(struct random_call *command)
{
   static unsigned inside;
   if (!(command->apis >> api & 1) && pick(50)) /* a command of another API */
      return;
   call = command->name;
   choose();
   if (!strncmp(call, "glCallList", 10) && bound(GL_LIST_INDEX)) /* lists in lists take time that grows as a power */
      return;
   command->call();
   if (!strcmp(call, "glBegin"))
      inside = 1 + pick(8);
   else if (inside && !--inside)
      gl.End();
   if (!inside) {
      command->calls++;
      command->accepted += !gl.GetError();
   }
}

/* Whether half of the calls raised no error: with arguments that are refused, only validation is tested. */
static bool print_accepted(bool each)
{
   unsigned long calls = 0, accepted = 0;
   for (unsigned i = 0; i < NUM_COMMANDS; i++) {
      calls += commands[i].calls;
      accepted += commands[i].accepted;
      if (each)
         printf("%6.1f %% %s\n", commands[i].calls ? 100.0 * (double)commands[i].accepted / (double)commands[i].calls : 0.0, commands[i].name);
   }
   printf("%lu of %lu calls raised no error\n", accepted, calls);
   return calls < 10000 || accepted >= calls / 2;
}

int main(int argc, char **argv)
{
   if (argc < 3)
      return 2;
   api = !strcmp(argv[1], "es") ? ES : !strcmp(argv[1], "core") ? CORE : !strcmp(argv[1], "es1") ? ES1 : COMPAT;
   if (api == ES1)
      generation_ints[0] = GL_REFLECTION_MAP;
   const unsigned long calls = strtoul(argv[2], NULL, 0);
   seed = state = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 0) : 1;
#ifndef __SANITIZE_ADDRESS__ /* whose report has the call */
   signal(SIGSEGV, died);
   signal(SIGFPE, died);
   signal(SIGABRT, died);
#endif
   input = mmap(NULL, ARENA_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   output = mmap(NULL, ARENA_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (input == MAP_FAILED || output == MAP_FAILED)
      return 2;
   for (unsigned i = 0; i < 2 * SPREAD_B / sizeof(uint32_t); i++)
      ((uint32_t *)input)[i] = i % 9;
   mprotect(input, ARENA_B, PROT_READ);
   for (unsigned i = 0; i < 64; i++) {
      text_list[i] = texts[i % (sizeof(texts) / sizeof(texts[0]))];
      pointer_list[i] = input + 64 * i;
      spare_names[i] = SPARE + i % NAMES;
      kept_names[i] = 1 + i % KEPT;
   }
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL))
      return 2;
   for (number = 0; number < calls;) {
      const EGLContext context = make_context();
      for (unsigned i = 0; i < CALLS_PER_CONTEXT && number < calls; i++, number++)
         random_call(&commands[pick(NUM_COMMANDS)]);
      call = "eglMakeCurrent or eglDestroyContext";
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(display, context);
   }
   eglTerminate(display);
   const bool enough = print_accepted(getenv("GL_RANDOM_EACH"));
   return enough ? 0 : 1;
}
