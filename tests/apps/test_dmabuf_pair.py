#!/usr/bin/env python3
"""The example pair: a texture rendered by one process, drawn by another; checks its pixels.

  test_dmabuf_pair.py PROGRAM"""
import os
import subprocess
import sys
import tempfile

import png


def near(a, b, tolerance):
    return all(abs(x - y) <= tolerance for x, y in zip(a, b))


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'out.png')
        done = subprocess.run([sys.argv[1], path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        print(done.stdout)
        if done.returncode:
            sys.exit(done.returncode)
        image = png.read(path)
    if image[:2] != (640, 480):
        sys.exit('wrong size')
    # The centre shows the centre of the shared texture, red and green being its coordinates and blue a wave around 0.5;
    # outside the quad is the clear colour.
    for x, y, wanted in ((320, 240, (128, 128, 140)), (5, 5, (51, 51, 51)), (634, 474, (51, 51, 51))):
        if not near(png.pixel(image, x, y), wanted, 12):
            sys.exit(f'pixel {x},{y} is {png.pixel(image, x, y)}, not {wanted}')
    left, right = png.pixel(image, 150, 240), png.pixel(image, 490, 240)
    top, bottom = png.pixel(image, 330, 100), png.pixel(image, 310, 380)
    if not (right[0] - left[0] > 100 and top[1] - bottom[1] > 100):
        sys.exit(f'the gradient is not there: {left} {right} {top} {bottom}')


main()
