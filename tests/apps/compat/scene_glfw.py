#!/usr/bin/env python3
"""GLFW's window with default hints, in a Wayland compositor.  scene_glfw.py PICTURE"""
import ctypes
import os
import sys

os.environ['PYOPENGL_PLATFORM'] = 'egl'
try:
    glfw = ctypes.CDLL('libglfw.so.3')
    import fixed_scene
except (ImportError, OSError):
    sys.exit(77)

SIZE = 256, 192

if not glfw.glfwInit():
    sys.exit('glfwInit')
glfw.glfwCreateWindow.restype = ctypes.c_void_p
window = ctypes.c_void_p(glfw.glfwCreateWindow(*SIZE, b'gloam', None, None))
if not window:
    sys.exit('glfwCreateWindow')
glfw.glfwMakeContextCurrent(window)
fixed_scene.draw(*SIZE)
fixed_scene.save(sys.argv[1], *SIZE)
glfw.glfwSwapBuffers(window)
glfw.glfwTerminate()
