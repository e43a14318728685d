// Raw WebGL 2: a volume of three 3D textures that rays march through, and tiles of further textures: compressed in four ways, arrays, a cube map,
// integers, shared exponents, packed floats, sRGB, a depth comparison, all with mipmaps where the format has them.
import {canvas, program} from '../page.js';
import * as blocks from './blocks.js';

const SIDE = 48, TILE = 64;

const corner = `#version 300 es
uniform vec4 box;
out vec2 at;
void main() {
   at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
   gl_Position = vec4(box.xy + box.zw * at, 0.0, 1.0);
}`;

const volume = `#version 300 es
precision highp float;
precision highp sampler3D;
precision highp usampler3D;
uniform sampler3D density, tint;
uniform usampler3D kind;
uniform float time;
in vec2 at;
out vec4 color;
void main() {
   float c = cos(time * 0.5), s = sin(time * 0.5);
   mat3 turn = mat3(c, 0, -s, 0, 1, 0, s, 0, c);
   vec3 from = turn * vec3(0.0, 0.9, 2.6), ray = normalize(turn * vec3((at - 0.5) * 1.3, -1.7) - vec3(0, 0.45, 0));
   vec4 sum = vec4(0);
   for (int i = 0; i < 72; i++) {
      vec3 p = (from + ray * (1.6 + float(i) * 0.03)) * 0.5 + 0.5;
      if (any(lessThan(p, vec3(0))) || any(greaterThan(p, vec3(1))))
         continue;
      float d = textureLod(density, p, 0.0).r + 0.3 * textureLod(density, p, 2.0).r;
      uint which = texelFetch(kind, ivec3(p * 23.99), 0).r;
      float alpha = clamp(d - 0.35, 0.0, 1.0) * 0.12;
      sum += (1.0 - sum.a) * alpha * vec4(texture(tint, p * (which == 1u ? 1.0 : 2.0)).rgb * 1.4, 1.0);
   }
   color = vec4(mix(vec3(0.05, 0.06, 0.1), sum.rgb / max(sum.a, 1e-3), sum.a), 1.0);
}`;

/** The fragment shader of a tile: `take` gives the colour at vec2 `p`, which shrinks to the right so that several levels are read. */
const tile = (sampler, take) => `#version 300 es
precision highp float;
precision highp ${sampler};
uniform ${sampler} picture;
in vec2 at;
out vec4 color;
void main() {
   vec2 p = at * (1.0 + 3.0 * at.x);
   color = vec4(${take}, 1.0);
}`;

const shade = (x, y) => {
   const wave = 0.5 + 0.5 * Math.sin(x * 12) * Math.cos(y * 9), ring = Math.hypot(x - 0.5, y - 0.5) < 0.3 ? 1 : 0;
   return [0.15 + 0.7 * wave, 0.2 + 0.6 * y * (1 - ring) + 0.2 * ring, 0.9 - 0.6 * x - 0.2 * ring];
};

function texture(gl, target, wrap = gl.REPEAT) {
   const name = gl.createTexture();
   gl.bindTexture(target, name);
   gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
   for (const axis of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
      gl.texParameteri(target, axis, wrap);
   return name;
}

function nearest(gl, target) {
   gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
   gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
}

/** Components of a TILE x TILE picture as `put([r, g, b])` gives them. */
const texels = (Type, put, move = 0) => Type.from(Array.from({length: TILE * TILE}, (_, i) =>
   put(shade((i % TILE + 0.5) / TILE + move, ((i / TILE | 0) + 0.5) / TILE))).flat());

const bytes = color => [...color.map(v => Math.round(v * 255)), 255];

function compressed(gl, extension, format, encode) {
   const has = gl.getExtension(extension);
   if (!has)
      throw new Error('no ' + extension);
   texture(gl, gl.TEXTURE_2D);
   for (let level = 0, size = TILE; size >= 4; level++, size /= 2)
      gl.compressedTexImage2D(gl.TEXTURE_2D, level, has[format] ?? format, size, size, 0, encode(size, shade));
   gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, Math.log2(TILE) - 2);
}

function depthPicture(gl) {
   texture(gl, gl.TEXTURE_2D);
   gl.texImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, TILE, TILE, 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, texels(Uint32Array, c => [c[0] * 4294967295]));
   gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
   gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
}

/** [sampler type, expression, function that makes the texture, target] of each tile. */
function tiles(gl) {
   const plain = 'texture(picture, p).rgb', two = gl.TEXTURE_2D;
   const image = (internal, format, type, data) => () => {
      texture(gl, two);
      gl.texImage2D(two, 0, internal, TILE, TILE, 0, format, type, data);
      gl.generateMipmap(two);
   };
   return [
      ['sampler2D', plain, () => compressed(gl, 'WEBGL_compressed_texture_s3tc', 'COMPRESSED_RGB_S3TC_DXT1_EXT', blocks.bc1), two],
      ['sampler2D', plain, () => compressed(gl, 'EXT_texture_compression_bptc', 'COMPRESSED_RGBA_BPTC_UNORM_EXT', blocks.bc7), two],
      ['sampler2D', plain, () => compressed(gl, 'WEBGL_compressed_texture_etc', 'COMPRESSED_RGB8_ETC2', blocks.etc2), two],
      ['sampler2D', 'texture(picture, p).rrr', () => compressed(gl, 'EXT_texture_compression_rgtc', 'COMPRESSED_RED_RGTC1_EXT', blocks.bc4), two],
      ['sampler2D', plain, image(gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, texels(Uint8Array, bytes)), two],
      ['sampler2D', plain, image(gl.R11F_G11F_B10F, gl.RGB, gl.FLOAT, texels(Float32Array, c => c)), two],
      ['sampler2D', plain, () => {
         texture(gl, two);
         gl.texImage2D(two, 0, gl.RGB9_E5, TILE, TILE, 0, gl.RGB, gl.FLOAT, texels(Float32Array, c => c));
         gl.texParameteri(two, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
      }, two],
      ['usampler2D', 'vec3(texelFetch(picture, ivec2(fract(p) * 63.99), 0).rgb) / 65535.0', () => {
         texture(gl, two);
         gl.texImage2D(two, 0, gl.RGBA16UI, TILE, TILE, 0, gl.RGBA_INTEGER, gl.UNSIGNED_SHORT, texels(Uint16Array, c => [...c.map(v => v * 65535), 1]));
         nearest(gl, two);
      }, two],
      ['sampler2DArray', 'texture(picture, vec3(p, floor(at.y * 4.0))).rgb', () => {
         texture(gl, gl.TEXTURE_2D_ARRAY);
         gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 7, gl.RGBA8, TILE, TILE, 4);
         for (let layer = 0; layer < 4; layer++)
            gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, layer, TILE, TILE, 1, gl.RGBA, gl.UNSIGNED_BYTE, texels(Uint8Array, bytes, layer * 0.3));
         gl.generateMipmap(gl.TEXTURE_2D_ARRAY);
      }, gl.TEXTURE_2D_ARRAY],
      ['samplerCube', 'texture(picture, vec3(sin(at.x * 6.28) * sin(at.y * 3.14), cos(at.y * 3.14), cos(at.x * 6.28) * sin(at.y * 3.14))).rgb', () => {
         texture(gl, gl.TEXTURE_CUBE_MAP, gl.CLAMP_TO_EDGE);
         for (let face = 0; face < 6; face++)
            gl.texImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl.RGBA8, TILE, TILE, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels(Uint8Array, bytes, face * 0.2));
         gl.generateMipmap(gl.TEXTURE_CUBE_MAP);
      }, gl.TEXTURE_CUBE_MAP],
      ['sampler2DShadow', 'vec3(texture(picture, vec3(at, 0.5)))', () => depthPicture(gl), two],
      ['sampler2D', 'textureLod(picture, p, 2.5 * at.y).rgb', image(gl.RGBA16F, gl.RGBA, gl.FLOAT, texels(Float32Array, c => [...c, 1])), two],
   ];
}

/** Three 3D textures on units 0 to 2: density with mipmaps, colour, and integers. */
function volumes(gl) {
   const cells = SIDE ** 3, density = new Uint8Array(cells), tint = new Uint8Array(cells * 4 / 8), kind = new Uint8Array(cells / 8);
   for (let i = 0; i < cells; i++) {
      const [x, y, z] = [i % SIDE, (i / SIDE | 0) % SIDE, i / SIDE / SIDE | 0].map(v => (v + 0.5) / SIDE * 2 - 1);
      const ring = Math.hypot(Math.hypot(x, z) - 0.6, y), waves = 0.1 * Math.sin(x * 14) * Math.sin(y * 14) * Math.sin(z * 14);
      density[i] = Math.max(0, Math.min(255, (0.4 - ring + waves) * 900));
   }
   for (let i = 0, half = SIDE / 2; i < kind.length; i++) {
      const [x, y, z] = [i % half, (i / half | 0) % half, i / half / half | 0].map(v => v / half);
      tint.set([80 + 170 * x, 90 + 120 * Math.sin(y * 9) ** 2, 240 - 190 * z, 255], i * 4);
      kind[i] = (x > 0.5) !== (z > 0.5) ? 1 : 0;
   }
   gl.activeTexture(gl.TEXTURE0);
   texture(gl, gl.TEXTURE_3D, gl.CLAMP_TO_EDGE);
   gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, SIDE, SIDE, SIDE, 0, gl.RED, gl.UNSIGNED_BYTE, density);
   gl.generateMipmap(gl.TEXTURE_3D);
   gl.activeTexture(gl.TEXTURE1);
   texture(gl, gl.TEXTURE_3D);
   gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGBA8, SIDE / 2, SIDE / 2, SIDE / 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, tint);
   gl.generateMipmap(gl.TEXTURE_3D);
   gl.activeTexture(gl.TEXTURE2);
   texture(gl, gl.TEXTURE_3D);
   gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8UI, SIDE / 2, SIDE / 2, SIDE / 2, 0, gl.RED_INTEGER, gl.UNSIGNED_BYTE, kind);
   nearest(gl, gl.TEXTURE_3D);
}

export async function create() {
   const gl = canvas().getContext('webgl2', {antialias: false});
   gl.getExtension('EXT_color_buffer_float'); // mipmaps of float formats are generated where they can be drawn to
   gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
   volumes(gl);
   const march = program(gl, corner, volume);
   gl.useProgram(march);
   ['density', 'tint', 'kind'].forEach((name, unit) => gl.uniform1i(gl.getUniformLocation(march, name), unit));
   gl.activeTexture(gl.TEXTURE3);
   const made = tiles(gl).map(([sampler, take, make, target]) => {
      make();
      const name = gl.getParameter({[gl.TEXTURE_2D]: gl.TEXTURE_BINDING_2D, [gl.TEXTURE_2D_ARRAY]: gl.TEXTURE_BINDING_2D_ARRAY,
         [gl.TEXTURE_CUBE_MAP]: gl.TEXTURE_BINDING_CUBE_MAP}[target]);
      const linked = program(gl, corner, tile(sampler, take));
      gl.useProgram(linked);
      gl.uniform1i(gl.getUniformLocation(linked, 'picture'), 3);
      return {linked, target, name, box: gl.getUniformLocation(linked, 'box')};
   });
   return i => {
      gl.useProgram(march);
      gl.uniform1f(gl.getUniformLocation(march, 'time'), i / 10);
      gl.uniform4f(gl.getUniformLocation(march, 'box'), -1, -1, 1, 2);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      made.forEach(({linked, target, name, box}, n) => {
         gl.bindTexture(target, name);
         gl.useProgram(linked);
         gl.uniform4f(box, n % 3 / 3, (n / 3 | 0) / 2 - 1, 1 / 3, 0.5);
         gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
         gl.bindTexture(target, null);
      });
   };
}
