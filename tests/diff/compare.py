#!/usr/bin/env python3
"""compare.py PROGRAM STEPS TOLERANCE SEED...: runs a random program on gloam (the vendor file in the environment) and on Mesa;
lines must be equal, pictures equal within TOLERANCE for all but a few channels. Exit 77 (skip) where there is no Mesa."""
import os
import subprocess
import sys
import tempfile

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
PICTURE = 32 * 32 * 4
FEW = 8


def run(program, seed, steps, vendor):
    with tempfile.NamedTemporaryFile() as pixels:
        env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
        done = subprocess.run([program, seed, steps, pixels.name], env=env, stdout=subprocess.PIPE, timeout=100)
        if done.returncode:
            sys.exit(f'{vendor}: exit {done.returncode}')
        return done.stdout.decode().splitlines(), open(pixels.name, 'rb').read()


def main():
    program, steps, tolerance = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if not os.path.exists(MESA):
        sys.exit(77)
    for seed in sys.argv[4:]:
        lines, ours = run(program, seed, steps, os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'])
        expected, theirs = run(program, seed, steps, MESA)
        if len(ours) != len(lines) * PICTURE or not any(ours):
            sys.exit('no pictures')
        for step, (line, wanted) in enumerate(zip(lines, expected)):
            if line != wanted:
                sys.exit(f'seed {seed}:\n  gloam {line}\n  mesa  {wanted}')
            a, b = (p[step * PICTURE:(step + 1) * PICTURE] for p in (ours, theirs))
            wrong = [i for i in range(PICTURE) if abs(a[i] - b[i]) > tolerance]
            if len(wrong) > FEW:
                at = wrong[0] // 4
                sys.exit(f'seed {seed}: {line}\n  {len(wrong)} channels differ, first at ({at % 32}, {at // 32}): '
                         f'gloam {list(a[at * 4:at * 4 + 4])}, mesa {list(b[at * 4:at * 4 + 4])}')


main()
