#!/usr/bin/env python3
"""The GBM example on the node: frames of a GBM surface with radeonsi; a GBM buffer drawn into by radeonsi and by gloam. gloam has
no GBM platform: the example says so and is skipped.

  test_gbm.py NODE GBM_FRAMES VENDOR"""
import os
import sys
import tempfile

from node_test import MESA, check_pixels, environment, has_radeonsi, run, skip
import png


def main():
    node, program, vendor = sys.argv[1:]
    if not has_radeonsi():
        skip('GBM needs a driver of Mesa for the node')
    with tempfile.TemporaryDirectory() as folder:
        path = folder + '/out.png'
        for name, file, mode, may_skip in (('AMD', MESA, 'surface', False), ('AMD', MESA, 'bo', False),
                                           ('gloam', vendor, 'bo', False),
                                           ('gloam', vendor, 'surface', True)):
            code, output = run(node, [program, mode, path], environment(file))
            print(f'{name} {mode}: exit code {code}, {output.strip()}')
            if code == 77 and may_skip:
                continue
            if code or not output.splitlines()[-1].startswith(name):
                sys.exit(1)
            # red and green are the position (the picture's first row is the highest one), blue is full in the last frame
            check_pixels(png.read(path), [(80, 60, (64, 191, 255)), (240, 60, (191, 191, 255)), (240, 200, (191, 42, 255)),
                                          (319, 239, (255, 0, 255))], 2, png)
            os.unlink(path)


main()
