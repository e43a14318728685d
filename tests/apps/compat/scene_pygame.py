#!/usr/bin/env python3
"""pygame's window with pygame.OPENGL, whose context has no attributes.  scene_pygame.py PICTURE"""
import os
import sys

os.environ.update(SDL_VIDEODRIVER='offscreen', SDL_AUDIODRIVER='dummy', PYOPENGL_PLATFORM='egl')
try:
    import OpenGL.GL # noqa: F401
    import pygame
except ImportError:
    sys.exit(77)
import fixed_scene # noqa: E402 (the platform is chosen before)

SIZE = 256, 192

pygame.display.init()
pygame.display.gl_set_attribute(pygame.GL_DEPTH_SIZE, 24)
pygame.display.gl_set_attribute(pygame.GL_STENCIL_SIZE, 8)
pygame.display.set_mode(SIZE, pygame.OPENGL | pygame.DOUBLEBUF)
fixed_scene.draw(*SIZE)
fixed_scene.save(sys.argv[1], *SIZE)
pygame.display.flip()
pygame.quit()
