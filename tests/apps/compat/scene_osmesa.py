#!/usr/bin/env python3
"""PyOpenGL with PYOPENGL_PLATFORM=osmesa: the picture is in memory of the program.  scene_osmesa.py PICTURE"""
import ctypes
import os
import sys

os.environ['PYOPENGL_PLATFORM'] = 'osmesa'
try:
    from OpenGL import GL, osmesa
    import fixed_scene
except (ImportError, AttributeError, OSError):
    sys.exit(77)

SIZE = 256, 192

context = osmesa.OSMesaCreateContextExt(osmesa.OSMESA_RGBA, 24, 8, 0, None)
memory = (ctypes.c_ubyte * (SIZE[0] * SIZE[1] * 4))()
if not osmesa.OSMesaMakeCurrent(context, memory, GL.GL_UNSIGNED_BYTE, *SIZE):
    sys.exit('OSMesaMakeCurrent')
fixed_scene.draw(*SIZE)
GL.glFinish()
fixed_scene.save(sys.argv[1], *SIZE)
with open(sys.argv[1], 'rb') as file:
    file.readline()
    if file.read() != bytes(memory):
        sys.exit('glReadPixels and the memory differ')
osmesa.OSMesaDestroyContext(context)
