#!/usr/bin/env python3
"""The GBM example on the node: frames of a GBM surface with radeonsi and with gloam; a GBM buffer of Mesa's backend drawn into by
radeonsi and by gloam, and one of gloam's backend.

  test_gbm.py NODE GBM_FRAMES VENDOR BACKENDS"""
import os
import sys
import tempfile

from node_test import MESA, check_pixels, environment, has_radeonsi, run, skip
import png


def main():
    node, program, vendor, backends = sys.argv[1:]
    own = {'GBM_BACKEND': 'gloam', 'GBM_BACKENDS_PATH': backends}
    if not has_radeonsi():
        skip('GBM needs a driver of Mesa for the node')
    with tempfile.TemporaryDirectory() as folder:
        path = folder + '/out.png'
        for name, file, mode, backend in (('AMD', MESA, 'surface', {}), ('AMD', MESA, 'bo', {}), ('gloam', vendor, 'bo', {}),
                                          ('gloam', vendor, 'bo', own), ('gloam', vendor, 'surface', own)):
            code, output = run(node, [program, mode, path], environment(file, **backend))
            print(f'{name} {mode}: exit code {code}, {output.strip()}')
            if code or not output.splitlines()[-1].startswith(name):
                sys.exit(1)
            # red and green are the position (the picture's first row is the highest one), blue is full in the last frame
            check_pixels(png.read(path), [(80, 60, (64, 191, 255)), (240, 60, (191, 191, 255)), (240, 200, (191, 42, 255)),
                                          (319, 239, (255, 0, 255))], 2, png)
            os.unlink(path)


main()
