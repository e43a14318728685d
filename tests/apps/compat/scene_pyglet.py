#!/usr/bin/env python3
"""pyglet 1.5 draws shapes and a sprite without a display; it asks for OpenGL 2.0.  scene_pyglet.py PICTURE"""
import ctypes
import os
import sys

os.environ.setdefault('EGL_PLATFORM', 'surfaceless')
try:
    import pyglet
except ImportError:
    sys.exit(77)
pyglet.options['headless'] = True
pyglet.options['shadow_window'] = False
from pyglet import gl, shapes # noqa: E402 (the options come before)

SIZE = 256, 192

window = pyglet.window.Window(*SIZE)
window.switch_to()
window.on_resize(*SIZE)
gl.glClearColor(0.1, 0.1, 0.2, 1)
window.clear()
batch = pyglet.graphics.Batch()
texels = bytes(v for y in range(32) for x in range(32) for v in (8 * x, 8 * y, 255 - 4 * (x + y), 255))
sprite = pyglet.sprite.Sprite(pyglet.image.ImageData(32, 32, 'RGBA', texels), x=170, y=60, batch=batch)
sprite.update(rotation=30, scale=2)
circle = shapes.Circle(70, 100, 60, color=(255, 100, 0), batch=batch)
box = shapes.Rectangle(20, 10, 120, 50, color=(0, 90, 255), batch=batch)
box.opacity = 128
star = shapes.Star(190, 150, 35, 15, 7, color=(250, 250, 80), batch=batch)
line = shapes.Line(10, 180, 240, 120, width=5, color=(90, 255, 90), batch=batch)
batch.draw()
pixels = (gl.GLubyte * (SIZE[0] * SIZE[1] * 4))()
gl.glReadPixels(0, 0, *SIZE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
error = gl.glGetError()
if error:
    sys.exit(f'GL error 0x{error:x}')
print(window.context.get_info().get_vendor(), window.context.get_info().get_version())
with open(sys.argv[1], 'wb') as file:
    file.write(b'%d %d\n' % SIZE + ctypes.string_at(pixels, len(pixels)))
window.close()
