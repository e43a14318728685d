#!/usr/bin/env python3
"""A texture that one process renders and another draws, with gloam and radeonsi on one node, in every combination: the pictures
are alike. radeonsi's texture is tiled, which the kernel's metadata tell; gloam's is linear.

  test_pair.py NODE DMABUF_PAIR VENDOR"""
import sys
import tempfile

from node_test import INTERPRET, MESA, check_pixels, environment, has_radeonsi, run, skip
import png

WANTED = [(320, 240, (128, 127, 141)), (5, 5, (51, 51, 51)), (634, 474, (51, 51, 51)), (150, 240, (47, 127, 145)),
          (490, 240, (209, 127, 157)), (330, 100, (114, 216, 255)), (310, 380, (141, 38, 254))]


def main():
    node, program, vendor = sys.argv[1:]
    if not has_radeonsi():
        skip('no radeonsi here')
    with tempfile.TemporaryDirectory() as folder:
        for name, producer, consumer in (('radeonsi to gloam', MESA, vendor), ('gloam to radeonsi', vendor, MESA),
                                         ('gloam to gloam', vendor, vendor)):
            path = f'{folder}/{name}.png'
            code, output = run(node, [program, path, producer, consumer], environment(vendor, **INTERPRET))
            print(f'{name}: exit code {code}, {output.strip()}')
            if code:
                sys.exit(1)
            check_pixels(png.read(path), WANTED, 4, png)


main()
