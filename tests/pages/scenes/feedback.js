// Raw WebGL 2: particles that transform feedback moves from buffer to buffer, a step several times a frame. The capture is read back and compared with
// the same motion computed here; queries count the primitives. The particles are drawn as instances of a quad with a uniform block.
import {canvas, generator, HEIGHT, program, WIDTH} from '../page.js';

const COUNT = 40000, STEPS = 3, DT = 0.05;

const move = `#version 300 es
in vec2 place, speed;
in uint seed;
out vec2 place_out, speed_out;
flat out uint seed_out;
void main() {
   vec2 pull = -place * 0.5 + vec2(-place.y, place.x) * 0.25;
   speed_out = speed + pull * ${DT};
   place_out = place + speed_out * ${DT};
   seed_out = seed * 1664525u + 1013904223u;
   if (seed_out >> 26 == 0u)
      speed_out = speed_out * -0.5;
   gl_Position = vec4(0);
}`;

const nothing = `#version 300 es
precision highp float;
void main() {}`;

const draw = `#version 300 es
layout(std140) uniform View { vec4 scale; vec4 tint[4]; };
in vec2 place, speed;
in uint seed;
out vec2 across;
flat out vec3 color;
void main() {
   across = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
   color = mix(tint[seed & 3u].rgb, vec3(1), clamp(length(speed) * 0.4, 0.0, 1.0));
   gl_Position = vec4((place + across * scale.z * (0.6 + float(seed >> 29) * 0.15)) * scale.xy, 0, 1);
}`;

const dot = `#version 300 es
precision highp float;
in vec2 across;
flat in vec3 color;
out vec4 pixel;
void main() {
   float fall = 1.0 - dot(across, across);
   if (fall < 0.0)
      discard;
   pixel = vec4(color * fall * 0.07, 1);
}`;

/** The motion in single precision, with the rounding of each operation. The order of operations is free in GLSL, so results agree closely only. */
function moved({place, speed, seed}) {
   const [x, y] = place, vx = speed[0] + (-x * 0.5 - y * 0.25) * DT, vy = speed[1] + (-y * 0.5 + x * 0.25) * DT;
   const next = Math.imul(seed, 1664525) + 1013904223 >>> 0, turn = next >>> 26 === 0 ? -0.5 : 1;
   return {place: [x + vx * DT, y + vy * DT], speed: [vx * turn, vy * turn], seed: next};
}

const STRIDE_B = 20;

function particles() {
   const random = generator(3), data = new ArrayBuffer(COUNT * STRIDE_B), view = new DataView(data);
   for (let i = 0; i < COUNT; i++) {
      const turn = random() * Math.PI * 2, radius = 0.3 + 0.65 * Math.sqrt(random());
      [Math.cos(turn) * radius, Math.sin(turn) * radius, -Math.sin(turn) * 0.5, Math.cos(turn) * 0.7].forEach((value, n) =>
         view.setFloat32(i * STRIDE_B + n * 4, value, true));
      view.setUint32(i * STRIDE_B + 16, random() * 4294967296, true);
   }
   return data;
}

function read(data, i) {
   const view = new DataView(data), at = n => view.getFloat32(i * STRIDE_B + n * 4, true);
   return {place: [at(0), at(1)], speed: [at(2), at(3)], seed: view.getUint32(i * STRIDE_B + 16, true)};
}

function compare(before, after) {
   for (let i = 0; i < COUNT; i += 97) {
      let expected = read(before, i);
      for (let step = 0; step < STEPS; step++)
         expected = moved(expected);
      const got = read(after, i), far = (a, b) => a.some((value, n) => !(Math.abs(value - b[n]) < 1e-5));
      if (got.seed !== expected.seed || far(got.place, expected.place) || far(got.speed, expected.speed))
         throw new Error(`particle ${i} is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
   }
}

/** A vertex array of one buffer for a program; `divisor` is 1 for instances. */
function array(gl, linked, buffer, divisor) {
   const made = gl.createVertexArray();
   gl.bindVertexArray(made);
   gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
   ['place', 'speed', 'seed'].forEach((name, n) => {
      const at = gl.getAttribLocation(linked, name);
      gl.enableVertexAttribArray(at);
      if (name === 'seed')
         gl.vertexAttribIPointer(at, 1, gl.UNSIGNED_INT, STRIDE_B, 16);
      else
         gl.vertexAttribPointer(at, 2, gl.FLOAT, false, STRIDE_B, n * 8);
      gl.vertexAttribDivisor(at, divisor);
   });
   gl.bindVertexArray(null);
   return made;
}

/** Waits for a query's result without blocking the page. */
async function result(gl, query) {
   while (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE))
      await new Promise(resolve => setTimeout(resolve));
   return gl.getQueryParameter(query, gl.QUERY_RESULT);
}

export async function create() {
   const gl = canvas().getContext('webgl2', {antialias: true}), start = particles();
   const mover = program(gl, move, nothing, ['place_out', 'speed_out', 'seed_out']), drawer = program(gl, draw, dot);
   const sets = [0, 1].map(() => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, start, gl.DYNAMIC_COPY);
      return {buffer, moved: array(gl, mover, buffer, 0), drawn: array(gl, drawer, buffer, 1)};
   });
   gl.bindBuffer(gl.ARRAY_BUFFER, null);
   gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, gl.createBuffer());
   gl.bufferData(gl.UNIFORM_BUFFER, new Float32Array([HEIGHT / WIDTH * 0.8, 0.8, 0.012, 0, 1, 0.3, 0.15, 0, 0.2, 0.5, 1, 0, 0.3, 0.9, 0.4, 0, 0.9, 0.8, 0.2, 0]),
      gl.STATIC_DRAW);
   gl.uniformBlockBinding(drawer, gl.getUniformBlockIndex(drawer, 'View'), 0);
   const feedback = gl.createTransformFeedback(), written = gl.createQuery(), visible = gl.createQuery();
   let from = 0, before = start;
   const step = () => {
      gl.useProgram(mover);
      gl.enable(gl.RASTERIZER_DISCARD);
      gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, feedback);
      gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, sets[1 - from].buffer);
      gl.bindVertexArray(sets[from].moved);
      gl.beginTransformFeedback(gl.POINTS);
      gl.drawArrays(gl.POINTS, 0, COUNT / 2);
      gl.pauseTransformFeedback();
      gl.resumeTransformFeedback();
      gl.drawArrays(gl.POINTS, COUNT / 2, COUNT / 2);
      gl.endTransformFeedback();
      gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
      gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
      gl.disable(gl.RASTERIZER_DISCARD);
      from = 1 - from;
   };
   return async () => {
      gl.beginQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, written);
      for (let i = 0; i < STEPS; i++)
         step();
      gl.endQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
      gl.clearColor(0.02, 0.02, 0.05, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE);
      gl.useProgram(drawer);
      gl.bindVertexArray(sets[from].drawn);
      gl.beginQuery(gl.ANY_SAMPLES_PASSED, visible);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, COUNT);
      gl.endQuery(gl.ANY_SAMPLES_PASSED);
      gl.bindVertexArray(null);
      const after = new ArrayBuffer(COUNT * STRIDE_B);
      gl.bindBuffer(gl.COPY_READ_BUFFER, sets[from].buffer);
      gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, new Uint8Array(after));
      gl.bindBuffer(gl.COPY_READ_BUFFER, null);
      compare(before, after);
      before = after;
      const captured = await result(gl, written);
      if (captured !== COUNT * STEPS || !await result(gl, visible))
         throw new Error(`${captured} primitives were captured, not ${COUNT * STEPS}, or no sample passed`);
   };
}
