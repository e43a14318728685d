#!/usr/bin/env python3
"""Counts the ways of uploads that GLOAM_DEBUG=perf reports for the body upload-ways.

  check_ways.py PROGRAM GLOAM_JSON

The body uploads once into an idle image, once into an image that a draw is using, once from a pixel buffer that the GPU has written,
and once with a conversion."""
import os
import subprocess
import sys

EXPECTED = {
    'as bytes': 2,
    'converted by the CPU': 1,
    'copied by the GPU from the pixel buffer': 1,
    'into the mapped image': 2,  # the idle one and the converted rows
    'through a staging copy': 1,
}


def main():
    program, json = sys.argv[1:3]
    env = dict(os.environ, GLOAM_DEBUG='perf', __EGL_VENDOR_LIBRARY_FILENAMES=json)
    done = subprocess.run([program, 'upload-ways', '/dev/null'], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    lines = [line for line in done.stdout.split('\n') if 'upload of' in line or 'write of' in line]
    counts = {way: sum(way in line for line in lines) for way in EXPECTED}
    if done.returncode or counts != EXPECTED or sum(counts.values()) != len(lines):
        sys.exit(f'exit {done.returncode}, {counts} instead of {EXPECTED}:\n{done.stdout}')
    print(counts)


main()
