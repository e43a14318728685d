#!/usr/bin/env python3
"""Runs a random program and compares its pictures.

  scene.py same PROGRAM STEPS SEED...   on gloam in every way the simulated GPU can run it: all bytes must be equal
  scene.py mesa PROGRAM STEPS SEED...   on gloam and on Mesa: exit 77 (skip) where there is no Mesa. Two right implementations
                                        differ as MESA_RUNS says, and not more.
  scene.py 'COMMAND' PROGRAM STEPS SEED...   on the driver that programs get after COMMAND (gloam-node run -- env ...), and on
                                        llvmpipe, with the same limits"""
import os
import subprocess
import sys
import tempfile

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
WIDTH, HEIGHT = 150, 101
PICTURE = WIDTH * HEIGHT * 4
STEP = 9        # of 255: a texel's weight has 8 bits, blending multiplies the differences
CODES = 25      # three codes of a 5-bit channel: each of up to four blends may have rounded to the other neighbour
# What a picture may have (letters: scene.h), and how many of its 15150 pixels may differ by more than the step. Everywhere: where
# a sample lies on an edge, a texel's border or a loop's bound to within rounding; some hundred edges are in a picture.
MESA_RUNS = [
    ('meo', STEP, 100),    # levels, depth tests of equal depths and polygon offset add nothing to that
    ('es', CODES, 100),    # a framebuffer of 16 bits
    ('pvn', STEP, 150),    # points, also across the viewport's sides; neighbouring texels differ, so that each border shows
    ('lwvn', STEP, 250),   # colours along lines: 3.4.1 takes the place of a pixel's centre, up to half a pixel beside the line
    ('d', STEP, 400),      # derivatives of texture coordinates, multiplied by 8: small differences of the quad's corners
]
# Left out: c, because Mesa's ES 2.0 contexts are ES 3 ones, whose cubes are seamless (ES 2.0, 3.7.5: a face is an image of its
# own; tests/gl/test_cubes.c); k, because the mean of two neighbouring codes may be rounded either way, and a code is 17 to 255
# steps.
ALL = 'mkclwpveosnd'
# llvmpipe's shortcuts in texture filtering off.
MESA_ENV = {'__EGL_VENDOR_LIBRARY_FILENAMES': MESA,
            'GALLIVM_PERF': 'no_brilinear,no_rho_approx,no_quad_lod,no_aos_sampling,no_filter_hacks'}
# `auto` interprets what runs seldom: host code of every width is checked wave by wave besides.
WAYS = [
    {'GLOAM_THREADS': '1'},
    {'GLOAM_THREADS': '5', 'GLOAM_DEBUG': 'crowd', 'GLOAM_SIM_LANES': '16', 'GLOAM_SIM_EXEC': 'jit'},
    {'GLOAM_SIM_LANES': '8', 'GLOAM_SIM_EXEC': 'check'},
    {'GLOAM_SIM_LANES': '32', 'GLOAM_SIM_CPU': 'avx2', 'GLOAM_SIM_EXEC': 'check'},
    {'GLOAM_SIM_LANES': '64', 'GLOAM_SIM_EXEC': 'check'},
    {'GLOAM_SIM_CPU': 'avx2', 'GLOAM_THREADS': '2', 'GLOAM_SIM_EXEC': 'jit'},
    {'GLOAM_SIM_CPU': 'sse', 'GLOAM_SIM_EXEC': 'check'},
    {'GLOAM_SIM_EXEC': 'interp'},
    {'GLOAM_SIM_EXEC': 'check'},
    {'GLOAM_SIM_CHIP': 'hawaii', 'GLOAM_SIM_EXEC': 'check'}, # nothing in these programs leaves a chip a choice
    {'GLOAM_SIM_CHIP': 'tahiti', 'GLOAM_SIM_EXEC': 'check'},
]


def run(program, seed, steps, features, before=(), **extra):
    with tempfile.NamedTemporaryFile() as pixels:
        done = subprocess.run([*before, program, seed, steps, pixels.name, features], env=dict(os.environ, **extra),
                              stdout=subprocess.PIPE,
                              timeout=280)
        if done.returncode:
            sys.exit(f'{extra}: exit {done.returncode}')
        with open(pixels.name, 'rb') as file:
            data = file.read()
        lines = done.stdout.decode().splitlines()
        if len(data) != len(lines) * PICTURE or not any(data):
            sys.exit(f'{extra}: no pictures')
        return lines, data


def report(seed, line, name, a, b, wrong):
    at = wrong[0]
    sys.exit(f'seed {seed}: {line}\n  {len(wrong)} pixels differ, first at ({at % WIDTH}, {at // WIDTH}): '
             f'{list(a[at * 4:at * 4 + 4])}, {name} {list(b[at * 4:at * 4 + 4])}')


def compare(seed, first, second, name, step, pixels):
    for number, (line, other) in enumerate(zip(first[0], second[0])):
        if line != other:
            sys.exit(f'seed {seed}:\n  {line}\n  {name}: {other}')
        a, b = (p[number * PICTURE:(number + 1) * PICTURE] for p in (first[1], second[1]))
        if a == b:
            continue
        rows = [y for y in range(HEIGHT) if a[y * WIDTH * 4:(y + 1) * WIDTH * 4] != b[y * WIDTH * 4:(y + 1) * WIDTH * 4]]
        wrong = [i for y in rows for i in range(y * WIDTH, (y + 1) * WIDTH)
                 if any(abs(a[i * 4 + c] - b[i * 4 + c]) > step for c in range(4))]
        if len(wrong) > pixels:
            report(seed, line, name, a, b, wrong)


def main():
    how, program, steps = sys.argv[1:4]
    if how != 'same' and not os.path.exists(MESA):
        sys.exit(77)
    for seed in sys.argv[4:]:
        if how == 'same':
            ours = run(program, seed, steps, ALL)
            for way in WAYS:
                compare(seed, ours, run(program, seed, steps, ALL, **way), str(way), 0, 0)
            continue
        for features, step, pixels in MESA_RUNS:
            if how == 'mesa':
                ours, mesa = run(program, seed, steps, features), run(program, seed, steps, features, **MESA_ENV)
            else:
                ours = run(program, seed, steps, features, how.split(), **MESA_ENV)
                mesa = run(program, seed, steps, features, **MESA_ENV, LIBGL_ALWAYS_SOFTWARE='1')
            compare(f'{seed} {features}', ours, mesa, 'Mesa', step, pixels)


main()
