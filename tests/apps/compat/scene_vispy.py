#!/usr/bin/env python3
"""vispy 0.6 through its backend `egl` with gl='gl2', which asks for a context without attributes.  scene_vispy.py PICTURE"""
import os
import sys

os.environ.setdefault('EGL_PLATFORM', 'surfaceless')
try:
    import numpy
    import vispy
    vispy.use(app='egl', gl='gl2')
    from vispy import app, gloo
except ImportError:
    sys.exit(77)

SIZE = 256, 192
VERTEX = '''attribute vec2 at; attribute vec3 tint; varying vec3 color; uniform float size;
void main() { gl_Position = vec4(at, 0.0, 1.0); color = tint; gl_PointSize = size; }'''
FRAGMENT = '''varying vec3 color;
void main() { if (length(gl_PointCoord - 0.5) > 0.5) discard; gl_FragColor = vec4(color, 1.0); }'''

canvas = app.Canvas(size=SIZE, show=True)
turn = numpy.linspace(0, 6 * numpy.pi, 100, dtype=numpy.float32)
program = gloo.Program(VERTEX, FRAGMENT)
program['at'] = (numpy.stack([numpy.cos(turn), numpy.sin(turn)], axis=1) * (turn / 20)[:, None]).astype(numpy.float32)
program['tint'] = (0.5 + 0.5 * numpy.stack([numpy.cos(turn), numpy.sin(turn), numpy.cos(2 * turn)], axis=1)).astype(numpy.float32)
program['size'] = 15.0
gloo.set_viewport(0, 0, *SIZE)
gloo.set_state(depth_test=False, blend=False)
gloo.clear(color=(0.2, 0.4, 0.6, 1))
program.draw('points')
pixels = gloo.read_pixels((0, 0, *SIZE))
error = gloo.gl.glGetError()
if error:
    sys.exit(f'GL error 0x{error:x}')
print(gloo.gl.glGetParameter(gloo.gl.GL_VENDOR), gloo.gl.glGetParameter(gloo.gl.GL_VERSION))
with open(sys.argv[1], 'wb') as file:
    file.write(b'%d %d\n' % SIZE + numpy.ascontiguousarray(pixels).tobytes())
canvas.close()
