// Helpers of the WebGL pages that test_chromium.py takes screenshots of. An error is logged and leaves the canvas red.
'use strict';

function log(text) { console.log('gloam-test: ' + text); }

function start(version, draw) {
   const canvas = document.getElementById('c');
   const gl = canvas.getContext(version, {antialias: false, alpha: false, preserveDrawingBuffer: true});
   if (!gl) {
      log('no ' + version);
      return;
   }
   const info = gl.getExtension('WEBGL_debug_renderer_info');
   log(version + ' on ' + (info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'an unknown renderer'));
   try {
      gl.clearColor(0, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      draw(gl);
      check(gl, 'the end');
      log('done');
   } catch (error) {
      log('failed: ' + error.message);
      gl.disable(gl.SCISSOR_TEST);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.clearColor(1, 0, 0, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
   }
}

function check(gl, where) {
   const error = gl.getError();
   if (error !== gl.NO_ERROR)
      throw new Error('error 0x' + error.toString(16) + ' at ' + where);
}

// A linked program; attribute locations are those of the array's indices. `varyings` are captured interleaved.
function program(gl, vertex, fragment, attributes, varyings) {
   const name = gl.createProgram();
   for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
         throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(name, shader);
   }
   attributes.forEach((attribute, i) => gl.bindAttribLocation(name, i, attribute));
   if (varyings)
      gl.transformFeedbackVaryings(name, varyings, gl.INTERLEAVED_ATTRIBS);
   gl.linkProgram(name);
   if (!gl.getProgramParameter(name, gl.LINK_STATUS))
      throw new Error(gl.getProgramInfoLog(name));
   gl.useProgram(name);
   return name;
}

function buffer(gl, target, data) {
   const name = gl.createBuffer();
   gl.bindBuffer(target, name);
   gl.bufferData(target, data, gl.STATIC_DRAW);
   return name;
}

// A quarter of the canvas, counted from the lower left one in rows.
function quarter(gl, n) {
   const w = gl.drawingBufferWidth / 2, h = gl.drawingBufferHeight / 2;
   gl.viewport(n % 2 * w, (n >> 1) * h, w, h);
}
