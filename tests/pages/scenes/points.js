// 500,000 points of a spiral galaxy: a vertex shader of its own that places and sizes them, blended additively into a half-float target,
// tone-mapped on the canvas.
import * as THREE from 'three';
import {FullScreenQuad} from 'three/addons/postprocessing/Pass.js';
import {canvas, HEIGHT, WIDTH} from '../page.js';

const COUNT = 500000;

const vertex = `
uniform float time;
attribute vec4 orbit; // radius, angle, height, temperature
varying vec3 tint;
void main() {
   float angle = orbit.y + time * 0.6 / (0.3 + orbit.x);
   vec4 eye = modelViewMatrix * vec4(cos(angle) * orbit.x, orbit.z, sin(angle) * orbit.x, 1.0);
   tint = mix(vec3(1.0, 0.45, 0.2), vec3(0.45, 0.65, 1.0), orbit.w) * (0.04 + 0.1 * orbit.w);
   gl_PointSize = clamp(7.0 / -eye.z, 1.0, 6.0);
   gl_Position = projectionMatrix * eye;
}`;

const fragment = `
varying vec3 tint;
void main() {
   vec2 p = gl_PointCoord * 2.0 - 1.0;
   float fall = max(1.0 - dot(p, p), 0.0);
   gl_FragColor = vec4(tint * fall, 1.0);
}`;

const toneMap = `
uniform sampler2D picture;
varying vec2 at;
void main() {
   vec3 light = texture2D(picture, at).rgb;
   gl_FragColor = vec4(pow(light / (1.0 + light), vec3(1.0 / 2.2)), 1.0);
}`;

export async function create() {
   const renderer = new THREE.WebGLRenderer({canvas: canvas()});
   renderer.setSize(WIDTH, HEIGHT, false);
   const orbits = new Float32Array(COUNT * 4);
   for (let i = 0; i < COUNT; i++) {
      const radius = 4 * Math.pow(Math.random(), 0.7), arm = Math.floor(Math.random() * 3) * 2.094;
      const spread = (Math.random() + Math.random() - 1) * 0.7;
      orbits.set([radius, arm + radius * 1.3 + spread, (Math.random() + Math.random() - 1) * 0.5 / (0.6 + radius), Math.random()], i * 4);
   }
   const geometry = new THREE.BufferGeometry();
   geometry.setAttribute('orbit', new THREE.BufferAttribute(orbits, 4));
   geometry.setDrawRange(0, COUNT);
   const material = new THREE.ShaderMaterial({uniforms: {time: {value: 0}}, vertexShader: vertex, fragmentShader: fragment,
      blending: THREE.AdditiveBlending, depthTest: false, transparent: true});
   const points = new THREE.Points(geometry, material), scene = new THREE.Scene();
   points.frustumCulled = false;
   scene.add(points);
   const target = new THREE.WebGLRenderTarget(WIDTH, HEIGHT, {type: THREE.HalfFloatType});
   const quad = new FullScreenQuad(new THREE.ShaderMaterial({uniforms: {picture: {value: target.texture}}, fragmentShader: toneMap,
      vertexShader: 'varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }'}));
   const camera = new THREE.PerspectiveCamera(45, WIDTH / HEIGHT, 0.1, 50);
   return i => {
      material.uniforms.time.value = i / 10;
      camera.position.set(Math.sin(i / 10) * 3, 3.2, Math.cos(i / 10) * 5);
      camera.lookAt(0, -0.3, 0);
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      quad.render(renderer);
   };
}
