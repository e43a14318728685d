// WebGL 1 through regl: a reaction that diffuses, in float framebuffers that take turns, is the height and colour of a lit terrain; a stencil
// outline around instanced posts; blending, cull faces, elements, a cube map that is drawn into.
import {canvas, HEIGHT, library, WIDTH} from '../page.js';

const FIELD = 128, GRID = 80;

const corners = {attributes: {corner: [[-1, -1], [3, -1], [-1, 3]]}, count: 3, depth: {enable: false},
   vert: 'precision highp float; attribute vec2 corner; varying vec2 at; void main() { at = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0, 1); }'};

const react = `precision highp float;
uniform highp sampler2D field;
uniform vec2 texel;
varying vec2 at;
vec2 cell(float x, float y) { return texture2D(field, at + texel * vec2(x, y)).xy; }
void main() {
   vec2 here = cell(0.0, 0.0);
   vec2 around = 0.2 * (cell(-1.0, 0.0) + cell(1.0, 0.0) + cell(0.0, -1.0) + cell(0.0, 1.0))
      + 0.05 * (cell(-1.0, -1.0) + cell(1.0, -1.0) + cell(-1.0, 1.0) + cell(1.0, 1.0)) - here;
   float both = here.x * here.y * here.y;
   gl_FragColor = vec4(here + vec2(1.0 * around.x - both + 0.037 * (1.0 - here.x), 0.5 * around.y + both - 0.098 * here.y), 0, 1);
}`;

const terrainVertex = `precision highp float;
attribute vec2 spot;
uniform highp sampler2D field;
uniform mat4 view;
uniform float texel;
varying vec3 normal;
varying float height;
float level(vec2 p) { return texture2D(field, p).y * 0.7; }
void main() {
   height = level(spot);
   normal = normalize(vec3(level(spot - vec2(texel, 0)) - level(spot + vec2(texel, 0)), 3.0 * texel, level(spot - vec2(0, texel)) - level(spot + vec2(0, texel))));
   gl_Position = view * vec4(spot.x * 2.0 - 1.0, height, spot.y * 2.0 - 1.0, 1);
}`;

const terrainFragment = `precision highp float;
uniform samplerCube surround;
varying vec3 normal;
varying float height;
void main() {
   vec3 n = normalize(normal);
   vec3 base = mix(vec3(0.12, 0.25, 0.35), vec3(0.95, 0.6, 0.3), smoothstep(0.02, 0.25, height));
   float light = 0.25 + 0.75 * max(dot(n, normalize(vec3(0.5, 0.8, 0.3))), 0.0);
   gl_FragColor = vec4(base * light + 0.35 * textureCube(surround, reflect(vec3(0.2, -0.7, -0.6), n)).rgb, 1);
}`;

const postVertex = `precision highp float;
attribute vec3 part;
attribute vec4 post;
uniform mat4 view;
uniform float grow;
varying float up;
void main() {
   up = part.y;
   gl_Position = view * vec4(post.x + part.x * (0.03 + grow), part.y * post.z, post.y + part.z * (0.03 + grow), 1);
}`;

const postFragment = `precision highp float;
uniform vec4 tint;
varying float up;
void main() { gl_FragColor = vec4(tint.rgb * (0.4 + 0.6 * up), tint.a); }`;

/** The product of a perspective projection and a view from a turning eye, column by column. */
function camera(turn) {
   const eye = [Math.sin(turn) * 2.1, 1.5, Math.cos(turn) * 2.1], length = Math.hypot(...eye), z = eye.map(v => v / length);
   const x = [z[2] / Math.hypot(z[0], z[2]), 0, -z[0] / Math.hypot(z[0], z[2])];
   const y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]];
   const f = 2, aspect = WIDTH / HEIGHT, near = 0.1, far = 10, a = (far + near) / (near - far), b = 2 * far * near / (near - far);
   const rows = [x.map(v => v * f / aspect), y.map(v => v * f), z.map(v => v * a), z.map(v => -v)];
   const last = [0, 0, -length * a + b, length];
   return [0, 1, 2].flatMap(c => rows.map(row => row[c])).concat(last);
}

function mesh() {
   const spots = [], triangles = [];
   for (let y = 0; y <= GRID; y++)
      for (let x = 0; x <= GRID; x++) {
         spots.push([(x + 0.01) / GRID, (y + 0.01) / GRID]); // on no border of texels
         const at = y * (GRID + 1) + x;
         if (x < GRID && y < GRID)
            triangles.push([at, at + GRID + 1, at + 1], [at + 1, at + GRID + 1, at + GRID + 2]);
      }
   return {spots, triangles};
}

/** The sides and the top of a box of height 1. */
function post() {
   const ring = [[-1, -1], [-1, 1], [1, 1], [1, -1]], parts = [];
   ring.forEach(([x, z], i) => {
      const [u, w] = ring[(i + 1) % 4];
      parts.push([x, 0, z], [u, 0, w], [u, 1, w], [x, 0, z], [u, 1, w], [x, 1, z]);
   });
   return [...parts, [-1, 1, -1], [-1, 1, 1], [1, 1, 1], [-1, 1, -1], [1, 1, 1], [1, 1, -1]];
}

function commands(regl) {
   const {spots, triangles} = mesh();
   const view = regl.prop('view');
   const posts = Array.from({length: 60}, () => [Math.random() * 2 - 1, Math.random() * 2 - 1, 0.2 + Math.random() * 0.3, 1]);
   const outlined = {vert: postVertex, frag: postFragment, count: 30, instances: posts.length,
      attributes: {part: post(), post: {buffer: regl.buffer(posts), divisor: 1}}, uniforms: {view, grow: regl.prop('grow'), tint: regl.prop('tint')}};
   return {
      react: regl({...corners, frag: react, framebuffer: regl.prop('to'), uniforms: {field: regl.prop('from'), texel: [1 / FIELD, 1 / FIELD]}}),
      surround: regl({...corners, frag: `precision highp float; uniform vec3 tint; varying vec2 at;
         void main() { gl_FragColor = vec4(tint * (0.3 + 0.7 * step(0.5, fract(at.x * 4.0 + at.y * 2.0))), 1); }`, uniforms: {tint: regl.prop('tint')}}),
      terrain: regl({vert: terrainVertex, frag: terrainFragment, attributes: {spot: spots}, elements: triangles, cull: {enable: true},
         uniforms: {field: regl.prop('field'), surround: regl.prop('surround'), view, texel: 1 / FIELD}}),
      posts: regl({...outlined, cull: {enable: true}, stencil: {enable: true, mask: 1, func: {cmp: 'always', ref: 1, mask: 1},
         opFront: {fail: 'keep', zfail: 'keep', zpass: 'replace'}}}),
      outline: regl({...outlined, depth: {enable: false}, blend: {enable: true, func: {src: 'src alpha', dst: 'one minus src alpha'}},
         stencil: {enable: true, mask: 0, func: {cmp: 'notequal', ref: 1, mask: 1}}}),
   };
}

export async function create() {
   await library('regl/dist/regl.js');
   const regl = window.createREGL({canvas: canvas(), attributes: {antialias: true, stencil: true},
      extensions: ['OES_texture_float', 'ANGLE_instanced_arrays', 'WEBGL_color_buffer_float']});
   const initial = new Float32Array(FIELD * FIELD * 4);
   for (let i = 0; i < FIELD * FIELD; i++) {
      const seeded = (i % FIELD >> 3) * 7 % 5 === 0 && (i / FIELD >> 3) * 3 % 4 === 0;
      initial.set([seeded ? 0.5 : 1, seeded ? 0.25 + Math.random() * 0.1 : 0, 0, 1], i * 4);
   }
   const fields = [0, 1].map(() => regl.framebuffer({depthStencil: false,
      color: regl.texture({width: FIELD, height: FIELD, data: initial, type: 'float', wrap: 'repeat'})}));
   const surround = regl.framebufferCube(64), draw = commands(regl);
   surround.faces.forEach((framebuffer, n) => regl({framebuffer})(() => draw.surround({tint: [n & 1 ? 0.9 : 0.3, n & 2 ? 0.8 : 0.4, n & 4 ? 0.9 : 0.5]})));
   return i => {
      for (let n = 0; n < 60; n++)
         draw.react({from: fields[n % 2], to: fields[1 - n % 2]});
      regl.clear({color: [0.08, 0.09, 0.12, 1], depth: 1, stencil: 0});
      const view = camera(0.4 + i / 10);
      draw.terrain({field: fields[0], surround, view});
      draw.posts({view, grow: 0, tint: [0.5, 0.7, 0.9, 1]});
      draw.outline({view, grow: 0.012, tint: [1, 0.9, 0.3, 0.8]});
   };
}
