#!/usr/bin/env python3
"""weston-simple-dmabuf-egl on the node: it makes buffers with libgbm, draws into them as EGLImages, hands them to weston through
zwp_linux_dmabuf_v1 and sync files to wait for through zwp_linux_explicit_synchronization_v1. Client and compositor are gloam, and gloam
with radeonsi, whose buffers are compressed, where that is installed. Skipped (77) where weston is not installed.

  test_dmabuf_egl.py NODE VENDOR BACKENDS     BACKENDS: the folder with gloam_gbm.so"""
import os
import shutil
import subprocess
import sys

from node_test import MESA, environment, has_radeonsi, skip
import png
from test_weston import HEIGHT, PANEL, TIMEOUT_S, WIDTH, check_client, weston

SIZE = 256 # of the window
CORNERS = ((0, 255, 0), (255, 255, 0), (255, 0, 0), (0, 0, 255)) # top left and right, bottom left and right


def look(image):
    """The reason why the picture is wrong, or None. A square of 128x128 moves in the black window; its corners have the colours CORNERS,
    and its lower left and upper right triangles interpolate between them."""
    black = [(x, y) for y in range(PANEL, HEIGHT) for x in range(WIDTH) if png.pixel(image, x, y) == (0, 0, 0)]
    if not black:
        return 'the window is not there'
    left, top = min(x for x, _ in black), min(y for _, y in black)
    square = [(x, y) for y in range(top, min(top + SIZE, HEIGHT)) for x in range(left, min(left + SIZE, WIDTH))
              if max(png.pixel(image, x, y)) > 80]
    if not square:
        return 'the square is not there'
    x0, y0 = min(x for x, _ in square), min(y for _, y in square)
    x1, y1 = max(x for x, _ in square), max(y for _, y in square)
    if not 126 <= x1 - x0 + 1 <= 130 or not 126 <= y1 - y0 + 1 <= 130:
        return f'the square is {x1 - x0 + 1}x{y1 - y0 + 1}'
    seen = [png.pixel(image, x, y) for y in (y0 + 1, y1 - 1) for x in (x0 + 1, x1 - 1)]
    if any(abs(a - b) > 8 for p, q in zip(seen, CORNERS) for a, b in zip(p, q)):
        return f'the corners are {seen}'
    middle = [png.pixel(image, x, (y0 + y1) // 2) for x in (x0 + 1, (x0 + x1) // 2, x1 - 1)]
    wanted = [(128, 128, 0), (0, 128, 128), (128, 128, 128)]
    if any(abs(a - b) > 8 for p, q in zip(middle, wanted) for a, b in zip(p, q)):
        return f'the middle row is {middle}'
    print(f'square at {x0},{y0} in the window at {left},{top}')
    return None


def inside(vendor, backends):
    ours = {'__EGL_VENDOR_LIBRARY_FILENAMES': vendor, 'GBM_BACKEND': 'gloam', 'GBM_BACKENDS_PATH': backends}
    theirs = {'__EGL_VENDOR_LIBRARY_FILENAMES': MESA}
    client = ['weston-simple-dmabuf-egl']
    # weston logs the protocol that takes sync files when the EGL of its renderer has them.
    wanted = ['explicit sync: yes', 'EGL_ANDROID_native_fence_sync']
    with weston([], vendor, wanted) as (server, folder, env):
        check_client(server, folder, dict(env, **ours), client, look)
        if has_radeonsi(): # its buffers have tiles of 128 KB
            for debug in ('nodcc', ''): # the others are compressed
                check_client(server, folder, dict(env, **theirs, AMD_DEBUG=debug), client, look)
    if has_radeonsi():
        with weston([], MESA, wanted) as (server, folder, env):
            check_client(server, folder, dict(env, **ours), client, look)


def main():
    if sys.argv[1] == '--inside':
        inside(*sys.argv[2:])
        return
    if not all(shutil.which(name) for name in ('weston', 'weston-simple-dmabuf-egl', 'weston-screenshooter')):
        skip('weston is not installed')
    node, vendor, backends = sys.argv[1:]
    env = environment(vendor)
    del env['EGL_PLATFORM']
    sys.exit(subprocess.run([node, 'run', '--', sys.executable, sys.argv[0], '--inside', vendor, backends], env=env,
                            check=False).returncode)


main()
