// Raw WebGL 2: full-screen effects. A ray march of a landscape with shadows into two float targets (light, and distance with motion), a
// chain of half-size blurs by blits and mipmaps, accumulation over frames, radial blur, grading and FXAA-like edges on the canvas.
import {canvas, HEIGHT, program, WIDTH} from '../page.js';

const corner = `#version 300 es
out vec2 at;
void main() {
   at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
   gl_Position = vec4(at * 2.0 - 1.0, 0, 1);
}`;

const head = `#version 300 es
precision highp float;
precision highp int;
in vec2 at;
`;

const march = head + `
uniform float time;
layout(location = 0) out vec4 light;
layout(location = 1) out vec4 far;
float hash(ivec2 p) {
   uint h = uint(p.x) * 1664525u ^ uint(p.y) * 1013904223u;
   h = (h ^ h >> 15) * 0x2c1b3c6du;
   return float((h ^ h >> 12) & 0xffffu) / 65535.0;
}
float noise(vec2 p) {
   ivec2 cell = ivec2(floor(p));
   vec2 f = fract(p), s = f * f * (3.0 - 2.0 * f);
   return mix(mix(hash(cell), hash(cell + ivec2(1, 0)), s.x), mix(hash(cell + ivec2(0, 1)), hash(cell + ivec2(1, 1)), s.x), s.y);
}
float ground(vec2 p, int octaves) {
   float sum = 0.0, weight = 0.55;
   for (int i = 0; i < octaves; i++) {
      sum += weight * noise(p);
      p = mat2(1.6, 1.2, -1.2, 1.6) * p;
      weight *= 0.5;
   }
   return sum * sum * 1.6;
}
float lamps(vec3 p) {
   vec2 cell = floor(p.xz * 0.5), middle = (cell + 0.5) * 2.0;
   return length(p - vec3(middle.x, ground(middle, 3) + 0.35, middle.y)) - 0.12;
}
void main() {
   vec3 eye = vec3(0.3, 1.9, time * 2.0), ray = normalize(vec3((at * 2.0 - 1.0) * vec2(${WIDTH / HEIGHT}, 1) * 0.6, 1) + vec3(0, -0.35, 0));
   float t = 0.2, lamp = 0.0;
   for (int i = 0; i < 70; i++) {
      vec3 p = eye + ray * t;
      float above = p.y - ground(p.xz, 4), ball = lamps(p);
      lamp += 0.004 / (0.02 + ball * ball);
      float stride = min(above * 0.5, max(ball, 0.05));
      if (above < 0.002 * t || t > 14.0)
         break;
      t += stride;
   }
   vec3 p = eye + ray * t, sky = mix(vec3(0.9, 0.5, 0.3), vec3(0.1, 0.2, 0.45), clamp(ray.y * 2.5 + 0.4, 0.0, 1.0)), sun = normalize(vec3(0.6, 0.5, 0.4));
   vec3 color = sky;
   if (t < 14.0) {
      float e = 0.01, h = ground(p.xz, 5);
      vec3 n = normalize(vec3(h - ground(p.xz + vec2(e, 0), 5), e, h - ground(p.xz + vec2(0, e), 5)));
      float shade = 1.0;
      for (int i = 1; i < 12; i++) {
         vec3 q = p + sun * (0.08 * float(i));
         shade = min(shade, clamp((q.y - ground(q.xz, 3)) * 6.0 / float(i) + 0.6, 0.0, 1.0));
      }
      color = mix(vec3(0.24, 0.2, 0.16), vec3(0.3, 0.4, 0.2), smoothstep(0.7, 0.95, n.y)) * (0.3 + 2.0 * shade * max(dot(n, sun), 0.0));
      color = mix(color, sky, 1.0 - exp(-0.012 * t * t));
   }
   light = vec4(color + lamp * vec3(1.0, 0.55, 0.2), 1);
   far = vec4(t, ray.xy, 1);
}`;

const bright = head + `
uniform sampler2D light;
out vec4 color;
void main() { color = vec4(max(texture(light, at).rgb - 0.9, 0.0), 1); }`;

const combine = head + `
uniform sampler2D light, glow, far, before;
uniform float keep;
out vec4 color;
void main() {
   vec3 sum = vec3(0);
   for (int i = 0; i < 8; i++)
      sum += texture(light, mix(at, vec2(0.5, 0.6), float(i) * 0.004)).rgb / 8.0;
   for (int level = 1; level < 6; level++)
      sum += textureLod(glow, at, float(level)).rgb * 0.35;
   float haze = clamp(texture(far, at).r / 14.0, 0.0, 1.0);
   color = vec4(mix(sum * mix(1.0, 0.85, haze), texture(before, at).rgb, keep), 1);
}`;

const final = head + `
uniform sampler2D picture;
out vec4 color;
vec3 graded(vec2 p) {
   vec3 c = texture(picture, p).rgb;
   c = c * (2.5 * c + 0.03) / (c * (2.4 * c + 0.6) + 0.14);
   return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
}
void main() {
   vec2 texel = 1.0 / vec2(textureSize(picture, 0));
   vec3 c = graded(at), l = graded(at - vec2(texel.x, 0)), r = graded(at + vec2(texel.x, 0)), d = graded(at - vec2(0, texel.y)), u = graded(at + vec2(0, texel.y));
   float edge = smoothstep(0.05, 0.25, length(l - r) + length(u - d));
   c = mix(c, (c + l + r + u + d) / 5.0, edge * 0.7);
   vec2 q = at - 0.5;
   color = vec4(c * (1.0 - 0.9 * dot(q, q)), 1);
}`;

function target(gl, width, height, format, levels, count = 1) {
   const framebuffer = gl.createFramebuffer(), textures = [];
   gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
   for (let i = 0; i < count; i++) {
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texStorage2D(gl.TEXTURE_2D, levels, format, width, height);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, levels > 1 ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + i, gl.TEXTURE_2D, texture, 0);
      textures.push(texture);
   }
   gl.drawBuffers(textures.map((_, i) => gl.COLOR_ATTACHMENT0 + i));
   if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE)
      throw new Error('a framebuffer is not complete');
   return {framebuffer, textures, width, height};
}

export const frames = 3;

export async function create() {
   const gl = canvas().getContext('webgl2', {antialias: false});
   if (!gl.getExtension('EXT_color_buffer_float'))
      throw new Error('no EXT_color_buffer_float');
   const scene = target(gl, WIDTH, HEIGHT, gl.RGBA16F, 1, 2), glow = target(gl, WIDTH / 2, HEIGHT / 2, gl.R11F_G11F_B10F, 6);
   const turns = [0, 1].map(() => target(gl, WIDTH, HEIGHT, gl.RGBA16F, 1));
   const programs = Object.fromEntries(Object.entries({march, bright, combine, final}).map(([name, source]) => [name, program(gl, corner, source)]));
   const pass = (name, to, inputs, numbers = {}) => {
      const linked = programs[name];
      gl.useProgram(linked);
      gl.bindFramebuffer(gl.FRAMEBUFFER, to?.framebuffer ?? null);
      gl.viewport(0, 0, to?.width ?? WIDTH, to?.height ?? HEIGHT);
      Object.entries(inputs).forEach(([input, texture], unit) => {
         gl.activeTexture(gl.TEXTURE0 + unit);
         gl.bindTexture(gl.TEXTURE_2D, texture);
         gl.uniform1i(gl.getUniformLocation(linked, input), unit);
      });
      Object.entries(numbers).forEach(([uniform, value]) => gl.uniform1f(gl.getUniformLocation(linked, uniform), value));
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      Object.keys(inputs).forEach((_, unit) => {
         gl.activeTexture(gl.TEXTURE0 + unit);
         gl.bindTexture(gl.TEXTURE_2D, null);
      });
   };
   return i => {
      const [from, to] = [turns[i % 2], turns[1 - i % 2]], [light, far] = scene.textures;
      pass('march', scene, {}, {time: i / 10});
      pass('bright', glow, {light});
      gl.bindTexture(gl.TEXTURE_2D, glow.textures[0]);
      gl.generateMipmap(gl.TEXTURE_2D);
      gl.bindTexture(gl.TEXTURE_2D, null);
      pass('combine', to, {light, glow: glow.textures[0], far, before: from.textures[0]}, {keep: i ? 0.4 : 0});
      pass('final', null, {picture: to.textures[0]});
   };
}
