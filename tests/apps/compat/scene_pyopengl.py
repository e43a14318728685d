#!/usr/bin/env python3
"""PyOpenGL with PYOPENGL_PLATFORM=egl: a context without attributes, a pbuffer.  scene_pyopengl.py PICTURE"""
import os
import sys

os.environ['PYOPENGL_PLATFORM'] = 'egl'
try:
    from OpenGL import EGL
except ImportError:
    sys.exit(77)
import fixed_scene  # noqa: E402 (the platform is chosen before)

SIZE = 256, 192

display = EGL.eglGetDisplay(EGL.EGL_DEFAULT_DISPLAY)
EGL.eglInitialize(display, None, None)
EGL.eglBindAPI(EGL.EGL_OPENGL_API)
wanted = [EGL.EGL_SURFACE_TYPE, EGL.EGL_PBUFFER_BIT, EGL.EGL_RENDERABLE_TYPE, EGL.EGL_OPENGL_BIT, EGL.EGL_RED_SIZE, 8,
          EGL.EGL_ALPHA_SIZE, 8, EGL.EGL_DEPTH_SIZE, 24, EGL.EGL_STENCIL_SIZE, 8, EGL.EGL_NONE]
count, configs = EGL.EGLint(), (EGL.EGLConfig * 1)()
EGL.eglChooseConfig(display, (EGL.EGLint * len(wanted))(*wanted), configs, 1, count)
size = [EGL.EGL_WIDTH, SIZE[0], EGL.EGL_HEIGHT, SIZE[1], EGL.EGL_NONE]
surface = EGL.eglCreatePbufferSurface(display, configs[0], (EGL.EGLint * len(size))(*size))
context = EGL.eglCreateContext(display, configs[0], EGL.EGL_NO_CONTEXT, None)
EGL.eglMakeCurrent(display, surface, surface, context)
fixed_scene.draw(*SIZE)
fixed_scene.save(sys.argv[1], *SIZE)
EGL.eglTerminate(display)
