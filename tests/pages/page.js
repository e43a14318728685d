// Runs one scene: page.html?scene=NAME imports scenes/NAME.js, draws its frames and leaves the outcome in window.outcome.
//
// A scene exports `create(stage)`, which returns a function `frame(i)`. Both may be asynchronous. `export const frames` is the number
// of frames (4 without it). Frame i is at the time i / 10 seconds, whatever the clock says. Math.random() is seeded. A scene checks what only it
// knows (values read back, results of queries) by throwing an error. With page.html?scene=NAME&again=N the last frame is drawn N times more:
// their times are those of a page whose programs are compiled.

export const WIDTH = 400, HEIGHT = 300;

/** A generator of uniform numbers in [0, 1): the same sequence for the same seed. */
export function generator(seed) {
   let state = seed >>> 0;
   return () => {
      state = Math.imul(state, 1664525) + 1013904223 >>> 0;
      let bits = Math.imul(state ^ state >>> 15, 0x2c1b3c6d);
      bits = Math.imul(bits ^ bits >>> 12, 0x297a2d39);
      return ((bits ^ bits >>> 15) >>> 0) / 4294967296;
   };
}

/** Loads a library that is a classic script. */
export function library(path) {
   return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = '/node_modules/' + path;
      script.onload = resolve;
      script.onerror = () => reject(new Error('cannot load ' + path));
      document.head.append(script);
   });
}

/** A canvas of the page's size on the stage. */
export function canvas() {
   const element = document.createElement('canvas');
   element.width = WIDTH;
   element.height = HEIGHT;
   document.getElementById('stage').append(element);
   return element;
}

/** The program of two shaders; `varyings` are captured in one buffer. Throws an error with the log if it does not link. */
export function program(gl, vertex, fragment, varyings) {
   const linked = gl.createProgram();
   for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
         throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(linked, shader);
   }
   if (varyings)
      gl.transformFeedbackVaryings(linked, varyings, gl.INTERLEAVED_ATTRIBS);
   gl.linkProgram(linked);
   if (!gl.getProgramParameter(linked, gl.LINK_STATUS))
      throw new Error(gl.getProgramInfoLog(linked));
   return linked;
}

// Libraries make their contexts themselves. Every WebGL context of a canvas in the document is watched: libraries probe further
// contexts on canvases outside and lose them on purpose.
const contexts = new Set();
const getContext = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
   const context = getContext.call(this, kind, ...rest);
   if (context && kind.startsWith('webgl'))
      contexts.add(context);
   return context;
};

function watched() {
   return [...contexts].filter(gl => gl.canvas.isConnected);
}

/** Waits until the GPU has drawn: WebGL's finish() only flushes in Chromium, a read of a pixel waits. */
function finish(gl) {
   const two = gl instanceof WebGL2RenderingContext;
   const target = two ? gl.READ_FRAMEBUFFER : gl.FRAMEBUFFER;
   const framebuffer = gl.getParameter(two ? gl.READ_FRAMEBUFFER_BINDING : gl.FRAMEBUFFER_BINDING);
   const pack = two ? gl.getParameter(gl.PIXEL_PACK_BUFFER_BINDING) : null;
   gl.bindFramebuffer(target, null);
   if (pack)
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
   gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
   gl.bindFramebuffer(target, framebuffer);
   if (pack)
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, pack);
}

function check(where) {
   for (const gl of watched()) {
      if (gl.isContextLost())
         throw new Error(`the context is lost after ${where}`);
      for (let error; (error = gl.getError()) !== gl.NO_ERROR;)
         throw new Error(`GL error 0x${error.toString(16)} in ${where}`);
   }
}

/** Until the compositor has taken the last frame. */
function presented() {
   return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

async function run(name, again) {
   const outcome = {renderers: [], times: []};
   Math.random = generator(1);
   const scene = await import(`./scenes/${name}.js`);
   const frame = await scene.create();
   check('create');
   const frames = scene.frames ?? 4;
   for (let i = 0; i < frames + again; i++) {
      const start = performance.now();
      await frame(Math.min(i, frames - 1));
      watched().forEach(finish);
      outcome.times.push(performance.now() - start);
      check(`frame ${i}`);
   }
   await presented();
   check('the last frame');
   for (const gl of watched()) {
      const info = gl.getExtension('WEBGL_debug_renderer_info');
      outcome.renderers.push(info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'an unknown renderer');
   }
   return outcome;
}

const parameters = new URLSearchParams(location.search);
run(parameters.get('scene'), Number(parameters.get('again'))).then(outcome => { window.outcome = outcome; },
   error => { window.outcome = {error: String(error?.stack ?? error)}; });
