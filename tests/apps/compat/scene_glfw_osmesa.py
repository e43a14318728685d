#!/usr/bin/env python3
"""GLFW with GLFW_OSMESA_CONTEXT_API, in a Wayland compositor.  scene_glfw_osmesa.py PICTURE"""
import ctypes
import os
import sys

os.environ['PYOPENGL_PLATFORM'] = 'osmesa'
try:
    glfw = ctypes.CDLL('libglfw.so.3')
    from OpenGL import GL
    import fixed_scene
except (ImportError, AttributeError, OSError):
    sys.exit(77)

SIZE = 256, 192
CONTEXT_CREATION_API, OSMESA_CONTEXT_API = 0x2200B, 0x36003

if not glfw.glfwInit():
    sys.exit('glfwInit')
glfw.glfwWindowHint(CONTEXT_CREATION_API, OSMESA_CONTEXT_API)
glfw.glfwCreateWindow.restype = ctypes.c_void_p
window = ctypes.c_void_p(glfw.glfwCreateWindow(*SIZE, b'gloam', None, None))
if not window:
    sys.exit('glfwCreateWindow')
glfw.glfwMakeContextCurrent(window)
fixed_scene.draw(*SIZE)
GL.glFinish()
width, height, form, memory = ctypes.c_int(), ctypes.c_int(), ctypes.c_int(), ctypes.c_void_p()
if not glfw.glfwGetOSMesaColorBuffer(window, ctypes.byref(width), ctypes.byref(height), ctypes.byref(form), ctypes.byref(memory)):
    sys.exit('glfwGetOSMesaColorBuffer')
fixed_scene.save(sys.argv[1], *SIZE)
with open(sys.argv[1], 'rb') as file:
    file.readline()
    if (width.value, height.value) != SIZE or file.read() != ctypes.string_at(memory, SIZE[0] * SIZE[1] * 4):
        sys.exit('glReadPixels and the memory differ')
glfw.glfwTerminate()
