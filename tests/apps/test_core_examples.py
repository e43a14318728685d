#!/usr/bin/env python3
"""The examples of OpenGL 3.3: pictures of examples/picture_server.c against the formula of a torus, the file of
examples/feedback_file.c against the same steps in Python."""
import math
import os
import struct
import subprocess
import sys
import tempfile

import png

RING, TUBE, MARGIN = 0.55, 0.22, 0.03
BACK = (13, 13, 20)


def from_front(x, y):
    """(inside, distance to the outline, colour) of the ring seen along its axis."""
    rho = math.hypot(x, y)
    distance = TUBE - abs(rho - RING)
    if distance <= 0:
        return False, -distance, BACK
    c = (rho - RING) / TUBE
    normal = (x / rho * c, y / rho * c, math.sqrt(1 - c * c))
    length = math.sqrt(0.4 ** 2 + 0.6 ** 2 + 0.7 ** 2)
    light = max(sum(n * l for n, l in zip(normal, (0.4, 0.6, 0.7))) / length, 0)
    dark, bright = (0.10, 0.12, 0.20), (0.95, 0.70, 0.30)
    return True, distance, tuple(255 * (d + (b - d) * light) for d, b in zip(dark, bright))


def from_side(x, y):
    """The same turned by 90 degrees: the outline alone."""
    beyond = max(abs(x) - RING, 0)
    distance = TUBE - math.hypot(beyond, y)
    return distance > 0, abs(distance), None


def check_picture(path, width, height, shape):
    got_width, got_height, channels, rows = png.read(path)
    if (got_width, got_height, channels) != (width, height, 4):
        sys.exit(f'{path}: {got_width} x {got_height}, {channels} channels')
    compared = 0
    for row in range(height):
        for column in range(width):
            x = ((column + 0.5) / width * 2 - 1) * width / height
            y = 1 - (row + 0.5) / height * 2
            inside, distance, color = shape(x, y)
            if distance < MARGIN + 3 / height:
                continue
            got = rows[row][4 * column:4 * column + 4]
            is_back = all(abs(g - b) <= 1 for g, b in zip(got, BACK))
            if is_back == inside or got[3] != 255 or (color and any(abs(g - c) > 8 for g, c in zip(got, color))):
                sys.exit(f'{path}: texel {column}, {row} is {tuple(got)}, not {color or ("the ring" if inside else BACK)}')
            compared += 1
    if compared < width * height // 2:
        sys.exit(f'{path}: {compared} texels compared')


def pictures(program, folder):
    wanted = [(96, 64, 0, from_front), (64, 64, 90, from_side), (130, 70, 0, from_front), (130, 70, 90, from_side), (31, 47, 0, from_front)]
    paths = [os.path.join(folder, f'{i}.png') for i in range(len(wanted))]
    lines = ''.join(f'{w} {h} {angle} {path}\n' for (w, h, angle, _), path in zip(wanted, paths))
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=False)
    if done.returncode or done.stdout.split() != paths:
        sys.exit(f'picture_server: exit {done.returncode}: {done.stdout}{done.stderr}')
    for (width, height, _, shape), path in zip(wanted, paths):
        check_picture(path, width, height, shape)
    for bad in ('64 64 0', '0 64 0 x.png', '64 5000 0 x.png'):
        if subprocess.run([program], input=bad + '\n', capture_output=True, text=True, check=False).returncode != 1:
            sys.exit(f'picture_server takes the request "{bad}"')


def lorenz(number):
    x, y, z = 1 + number / 1024, 1.0, 20.0
    for _ in range(64):
        x, y, z = x + 10 * (y - x) / 128, y + (x * (28 - z) - y) / 128, z + (x * y - z * 8 / 3) / 128
    return x, y, z


def feedback(program, folder):
    path, count = os.path.join(folder, 'points'), 1000
    subprocess.run([program, path, str(count)], check=True, stdout=subprocess.DEVNULL)
    with open(path, 'rb') as file:
        data = file.read()
    if len(data) != 16 * count:
        sys.exit(f'feedback_file: {len(data)} bytes')
    for i, record in enumerate(struct.iter_unpack('=3fI', data)):
        if record[3] != i or any(abs(got - want) > 1e-2 for got, want in zip(record, lorenz(i))):
            sys.exit(f'point {i} is {record}, not {lorenz(i)}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        pictures(sys.argv[1], folder)
        feedback(sys.argv[2], folder)


main()
