#!/usr/bin/env python3
"""python3-vispy 0.6 through its backend `egl`, with OpenGL ES 2.0 (gl='es2'): a textured picture into a frame buffer object and into the
canvas, compared texel by texel. test_compatibility.py has gl='gl2'. Skipped (77) where vispy is not installed."""
import os
import sys

VERTEX = '''attribute vec2 at; varying vec2 coord;
void main() { gl_Position = vec4(at, 0.0, 1.0); coord = at * 0.5 + 0.5; }'''
FRAGMENT = '''varying vec2 coord; uniform sampler2D image; uniform vec4 tint;
void main() { gl_FragColor = texture2D(image, coord) * tint; }'''
SIZE, TEXELS = 64, 8


def draw(gloo, program):
    gloo.set_viewport(0, 0, SIZE, SIZE)
    gloo.clear(color=(0.2, 0.4, 0.6, 1))
    program.draw('triangle_strip')


def compare(name, got, wanted):
    for y in range(SIZE):
        for x in range(SIZE):
            if abs(got[y, x].astype(int) - wanted[y * TEXELS // SIZE, x * TEXELS // SIZE].astype(int)).max() > 1:
                sys.exit(f'{name}: texel {x}, {y} is {got[y, x]}, not {wanted[y * TEXELS // SIZE, x * TEXELS // SIZE]}')


def main():
    os.environ.setdefault('EGL_PLATFORM', 'surfaceless')
    try:
        import numpy
        import vispy
        vispy.use(app='egl', gl='es2')
        from vispy import app, gloo
    except ImportError:
        sys.exit(77)
    canvas = app.Canvas(size=(SIZE, SIZE), show=True)
    vendor, version = (gloo.gl.glGetParameter(name) for name in (gloo.gl.GL_VENDOR, gloo.gl.GL_VERSION))
    if vendor != 'gloam':
        sys.exit(f'{vendor}, {version}')
    texels = (numpy.arange(TEXELS * TEXELS * 4, dtype=numpy.uint32) * 37 % 251).astype(numpy.uint8).reshape(TEXELS, TEXELS, 4)
    texels[..., 3] = 255
    program = gloo.Program(VERTEX, FRAGMENT)
    program['at'] = numpy.array([(-1, -1), (1, -1), (-1, 1), (1, 1)], dtype=numpy.float32)
    program['image'] = gloo.Texture2D(texels, interpolation='nearest')
    program['tint'] = (1.0, 0.5, 1.0, 1.0)
    wanted = (texels * numpy.array([1.0, 0.5, 1.0, 1.0])).round().astype(numpy.uint8)
    target = gloo.FrameBuffer(gloo.Texture2D((SIZE, SIZE, 4)), gloo.RenderBuffer((SIZE, SIZE), 'depth'))
    gloo.set_state(depth_test=False, blend=False)
    with target:
        draw(gloo, program)
        compare('frame buffer', gloo.read_pixels((0, 0, SIZE, SIZE))[::-1], wanted)
    draw(gloo, program)
    compare('canvas', gloo.read_pixels((0, 0, SIZE, SIZE))[::-1], wanted)
    error = gloo.gl.glGetError()
    if error:
        sys.exit(f'GL error 0x{error:x}')
    canvas.close()
    print(vispy.__version__, version)


main()
