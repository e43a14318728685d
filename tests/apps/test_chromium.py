#!/usr/bin/env python3
"""Chromium draws a WebGL 1 and a WebGL 2 page on gloam through ANGLE; the screenshots are compared with pixels that are computed
here.

  test_chromium.py FOLDER     with webgl1.html and webgl2.html (the vendor file comes from the environment)

Skipped (77) where Chromium is not installed."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import png

WIDTH, HEIGHT = 320, 240
W, H = WIDTH // 2, HEIGHT // 2 # of a quarter of the canvas
TIMEOUT_S = 280


def webgl1(n, x, y):
    """The colour of pixel (x, y) of quarter n, counted from the lower left; None on edges that rasterization rules decide."""
    if n == 0:
        return x * 4 // W * 60 + 20, y * 2 // H * 100 + 50, 30
    if n == 1:
        return (255, 51, 153) if x >= W // 2 and y < H // 2 else (0, 102, 0)
    if n == 2:
        if x < W * 3 // 4 and y < H * 3 // 4:
            return 51, 102, 153
        return (255, 255, 0) if x >= W // 4 and y >= H // 4 else (0, 0, 0)
    return (64, 0, 153) if x < W // 2 else (0, 0, 204)


def webgl2(n, x, y):
    if n == 0:
        return x * 4 // W * 80, y * 4 // H * 80, 200
    if n == 1:
        column = x * 3 / W
        return int(column % 1 * 4) * 60 + 20, y * 2 // H * 100 + 50, int(column) * 100 + 10
    if n == 2:
        column = x * 3 // W
        return column * 102, 255 - column * 102, 51
    if abs(x / W + y / H - 1) < 0.03:
        return None
    return (255, 204, 0) if x / W + y / H < 1 else (0, 0, 255)


def is_border(n, x, color):
    """Whether the pixel's neighbour has another colour by rounding: thirds of a quarter and cells of the volume."""
    return color is None or n in (1, 2) and abs(x * 12 / W - round(x * 12 / W)) < 0.2


def take(page, folder):
    """(screenshot, the page's log)"""
    path = os.path.join(folder, os.path.basename(page) + '.png')
    env = dict(os.environ, HOME=folder, XDG_RUNTIME_DIR=folder)
    for name in ('DISPLAY', 'WAYLAND_DISPLAY'):
        env.pop(name, None)
    command = ['chromium', '--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=gles-egl', '--ignore-gpu-blocklist',
               '--enable-logging=stderr', '--hide-scrollbars', '--user-data-dir=' + os.path.join(folder, 'profile'),
               '--screenshot=' + path, f'--window-size={WIDTH},{HEIGHT}', 'file://' + page]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace',
                          timeout=TIMEOUT_S, check=False)
    logged = re.findall(r'"gloam-test: (.*?)", source', done.stdout)
    if done.returncode or not os.path.exists(path):
        sys.exit(f'{page}: exit code {done.returncode}\n{done.stdout}')
    return png.read(path), logged, done.stdout


def compare(image, reference):
    """The number of wrong pixels and a description of the first."""
    wrong, first, seen = 0, '', 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            n, in_x, in_y = x // W + (HEIGHT - 1 - y) // H * 2, x % W, (HEIGHT - 1 - y) % H
            color = reference(n, in_x, in_y)
            if is_border(n, in_x, color):
                continue
            got = png.pixel(image, x, y)
            seen += 1
            if any(abs(a - b) > 1 for a, b in zip(got, color)):
                wrong += 1
                first = first or f'({x}, {y}) from the top is {got}, not {color}'
    return wrong, first, seen


def main():
    if not shutil.which('chromium'):
        print('Chromium is not installed')
        sys.exit(77)
    pages, failed = os.path.abspath(sys.argv[1]), False
    for page, version, reference in (('webgl1.html', 'webgl', webgl1), ('webgl2.html', 'webgl2', webgl2)):
        with tempfile.TemporaryDirectory() as folder:
            image, logged, output = take(os.path.join(pages, page), folder)
        print(page, logged)
        if not logged or not logged[0].startswith(version + ' on ANGLE (gloam, gloam ') or logged[-1] != 'done':
            sys.exit(f'{page} did not run on gloam:\n{output}')
        if image[:2] != (WIDTH, HEIGHT):
            sys.exit(f'{page}: the screenshot is {image[:2]}')
        wrong, first, seen = compare(image, reference)
        print(f'{page}: {wrong} of {seen} pixels are wrong {first}')
        failed |= wrong > 0
        if version == 'webgl2':
            # Along the slanted edge, samples of both colours are averaged: blue is neither 0 nor 255.
            mixed = sum(1 for x in range(W, WIDTH) for y in range(H) if 20 < png.pixel(image, x, y)[2] < 235)
            print(mixed, 'mixed pixels on the edge')
            failed |= mixed < H // 2 or 'samples 4' not in logged
    sys.exit(1 if failed else 0)


main()
