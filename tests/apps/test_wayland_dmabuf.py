#!/usr/bin/env python3
"""examples/wayland_dmabuf on a weston whose GL renderer runs on gloam: the window's pixels, and its end. Skipped (77) where weston is
not installed.

  test_wayland_dmabuf.py PROGRAM"""
import os
import shutil
import subprocess
import sys

import png
from test_weston import HEIGHT, PANEL, TIMEOUT_S, WIDTH, check_client, weston

SIZE = (256, 192)


def find(image):
    """(x, y) of the window's upper left corner, or None. Blue differs from frame to frame."""
    for y in range(PANEL, HEIGHT - SIZE[1]):
        for x in range(WIDTH - SIZE[0]):
            p = png.pixel(image, x, y)
            if max(p[:2]) <= 1 and png.pixel(image, x + SIZE[0] - 1, y)[0] >= 254 and png.pixel(image, x, y + SIZE[1] - 1)[1] >= 254:
                return x, y
    return None


def look(image):
    """The reason why the picture is wrong, or None. From the upper left corner red grows to the right, green downwards."""
    corner = find(image)
    if not corner:
        return 'the window is not there'
    left, top = corner
    blue = png.pixel(image, left, top)[2]
    wrong = 0
    for y in range(SIZE[1]):
        for x in range(SIZE[0]):
            want = ((x + 0.5) / SIZE[0] * 255, (y + 0.5) / SIZE[1] * 255, blue)
            wrong += any(abs(a - b) > 1 for a, b in zip(png.pixel(image, left + x, top + y), want))
    print(f'window at {left},{top}, blue {blue}: {wrong} of {SIZE[0] * SIZE[1]} pixels are wrong')
    return f'{wrong} pixels are wrong' if wrong else None


def main():
    if not all(shutil.which(name) for name in ('weston', 'weston-screenshooter')):
        print('weston is not installed')
        sys.exit(77)
    with weston([], None, ['GL vendor: gloam']) as (server, folder, env):
        check_client(server, folder, dict(env, EGL_PLATFORM='surfaceless'), [os.path.abspath(sys.argv[1])], look)
        done = subprocess.run([os.path.abspath(sys.argv[1]), '5'], env=env, stdout=subprocess.PIPE, text=True, timeout=TIMEOUT_S, check=False)
        if done.returncode or done.stdout != '5 frames\n':
            sys.exit(f'exit code {done.returncode}: {done.stdout}')


main()
