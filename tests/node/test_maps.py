#!/usr/bin/env python3
"""Images in video memory are not mapped by the CPU: a program that uploads, draws and reads images on the render-node stand-in, which
counts. Buffers may be mapped, up to PERCENT of the video memory; the other memory of the program is images.

  test_maps.py NODE VENDOR PROGRAM PERCENT"""
import re
import sys

from node_test import environment, run


def main():
    node, vendor, program, percent = sys.argv[1:]
    code, output = run(node, [program], dict(environment(vendor), GLOAM_DEBUG='1,perf'), 200)
    found = re.search(r'video memory: (\d+) bytes allocated, (\d+) mapped by the CPU, (\d+) maps refused', output)
    if code or not found:
        sys.exit(f'exit code {code}\n{output[-3000:]}')
    allocated, mapped, refused = map(int, found.groups())
    print(f'{allocated} bytes of video memory, {mapped} mapped, {refused} maps refused')
    if refused or mapped * 100 > allocated * int(percent):
        sys.exit('the CPU maps images')


main()
