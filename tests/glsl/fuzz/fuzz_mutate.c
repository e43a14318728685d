/* fuzz_mutate.c: how sources are made and changed: words come from a list of the language's, pieces go, repeat and swap
 * places. */
#include "fuzz_stage.h"

#include <string.h>

static const char *const words[] = {
   "#define ", "#undef ", "#if ", "#ifdef ", "#ifndef ", "#elif ", "#else\n", "#endif\n", "#line ", "#version ", "#pragma ",
   "#error ", "#extension all : warn\n", "defined", "##", "__LINE__", "__VERSION__", "GL_ES", "\\\n", "//", "/*", "*/", "\n", " ",
   "100\n", "110\n", "130\n", "300 es\n", "310 es\n", "330\n", "450\n", "460\n", "450 compatibility\n",
   "void ", "main", "(", ")", "{", "}", ";", ",", ".", "[", "]", "=", "+", "-", "*", "/", "%", "<", ">", "?", ":", "!", "~", "^",
   "&&", "||", "^^", "==", "!=", "<=", ">=", "+=", "*=", "<<", ">>", "++", "--", "&", "|", "0", "1", "2", "3", "0x7fffffff",
   "1.0", ".5", "1e38", "0u", "08", "4294967295u", "float ", "int ", "uint ", "bool ", "double ", "vec2", "vec3 ", "vec4",
   "ivec3", "bvec4", "mat2", "mat4", "mat2x3", "sampler2D ", "samplerCube ", "sampler2DShadow ", "isampler3D ", "image2D ",
   "atomic_uint ", "struct ", "uniform ", "varying ", "attribute ", "const ", "in ", "out ", "inout ", "buffer ", "shared ",
   "flat ", "centroid ", "invariant ", "precise ", "patch ", "sample ", "layout(", "location", "binding", "std140", "std430",
   "row_major", "component", "offset", "triangles", "max_vertices", "vertices", "local_size_x", "xfb_offset", "if", "else ",
   "for", "while", "do ", "switch", "case ", "default:", "break;", "continue;", "return ", "discard;", "true", "false",
   "precision mediump float;", "highp ", "lowp ", "gl_Position", "gl_FragColor", "gl_FragData", "gl_in", "gl_PerVertex",
   "gl_DepthRange", "gl_TexCoord", "gl_MaxDrawBuffers", "texture2D", "texture", "textureProjLodOffset", "texelFetch",
   "imageStore", "atomicAdd", "mix", "clamp", "modf", "frexp", "dot", "inverse", "bitfieldExtract", "length", ".length()",
   ".xyzw", ".x", ".rgb", "a", "b", "f", "S", "M", "B",
};

enum pipe_shader_type fuzz_stage(uint8_t letter, bool *es)
{
   static const char letters[] = "vteg" "fc";
   *es = letter >= 'a' && letter <= 'z';
   const char *at = letter ? strchr(letters, letter | 32) : NULL;
   static const uint8_t stages[] = { PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_GEOMETRY,
                                     PIPE_SHADER_FRAGMENT,
                                     PIPE_SHADER_COMPUTE };
   return at && *at ? (enum pipe_shader_type)stages[at - letters] : PIPE_SHADER_FRAGMENT;
}

/* Puts `n` bytes at `at`, where `old` were. */
static size_t replace(uint8_t *data, size_t size, size_t max, size_t at, size_t old, const void *with, size_t n)
{
   if (size - old + n > max)
      return size;
   memmove(data + at + n, data + at + old, size - at - old);
   memcpy(data + at, with, n);
   return size - old + n;
}

static bool is_word(uint8_t c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }

/* A word, or one other character. */
static size_t pick(uint64_t *random, const uint8_t *data, size_t size, size_t *length)
{
   size_t at = 1 + fuzz_random(random) % (size - 1), end = at;
   while (at > 1 && is_word(data[at]) && is_word(data[at - 1]))
      at--;
   while (end < size && is_word(data[end]))
      end++;
   *length = end > at ? end - at : 1;
   return at;
}

static const char *any_word(uint64_t *random)
{
   return words[fuzz_random(random) % (sizeof(words) / sizeof(*words))];
}

static uint8_t any_stage(uint64_t *random)
{
   return (uint8_t)"vfgcteVFGCTE"[fuzz_random(random) % 12];
}

/* A unit is a statement's worth of words. */
size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data)
{
   size_t size = 1;
   data[0] = any_stage(random);
   for (unsigned left = units * 8; left; left--) {
      const char *word = any_word(random);
      memcpy(data + size, word, strlen(word));
      size += strlen(word);
   }
   return size;
}

size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max)
{
   static uint8_t piece[4096];
   if (size < 2) {
      if (max < 2)
         return size;
      data[0] = 'f';
      data[1] = ';';
      size = 2;
   }
   for (unsigned changes = 1 + fuzz_random(random) % 5; changes && size >= 2; changes--) {
      size_t length, from_length, at = pick(random, data, size, &length), from = pick(random, data, size, &from_length);
      const char *word = any_word(random);
      switch (fuzz_random(random) % 8) {
      case 0: case 1:
         size = replace(data, size, max, at, length, word, strlen(word));
         break;
      case 2:
         size = replace(data, size, max, at, 0, word, strlen(word));
         break;
      case 3:
         size = replace(data, size, max, at, length, word, 0);
         break;
      case 4: { /* a word from elsewhere */
         const size_t n = from_length < sizeof(piece) ? from_length : sizeof(piece);
         memcpy(piece, data + from, n);
         size = replace(data, size, max, at, length, piece, n);
         break;
      }
      case 5: { /* a stretch, again or somewhere else */
         size_t n = 1 + fuzz_random(random) % 64;
         n = n < size - from ? n : size - from;
         memcpy(piece, data + from, n);
         size = replace(data, size, max, at, fuzz_random(random) % 2 ? 0 : length, piece, n);
         break;
      }
      case 6:
         data[at] ^= (uint8_t)(1u << fuzz_random(random) % 8);
         break;
      default:
         if (fuzz_random(random) % 4 == 0)
            data[0] = any_stage(random);
         else
            size = replace(data, size, max, at, length, word, strlen(word));
      }
   }
   return size;
}
