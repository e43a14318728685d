#!/usr/bin/env python3
"""Renders the example mesh with each engine, width and thread count of the simulated GPU. All pictures must be identical and have
the checksum of expect/mesh.sha256.

  test_pictures.py MESH EXPECTED     (the vendor file comes from the environment)"""
import ctypes
import hashlib
import os
import subprocess
import sys
import tempfile

import png

WAYS = [
    {},
    {'GLOAM_THREADS': '1'},
    {'GLOAM_THREADS': '5', 'GLOAM_DEBUG': 'crowd'},
    {'GLOAM_SIM_EXEC': 'jit'},
    {'GLOAM_SIM_EXEC': 'interp'},
    {'GLOAM_SIM_EXEC': 'check'},
    {'GLOAM_SIM_EXEC': 'jit', 'GLOAM_SIM_LANES': '8'},
    {'GLOAM_SIM_EXEC': 'jit', 'GLOAM_SIM_LANES': '16'},
    {'GLOAM_SIM_EXEC': 'jit', 'GLOAM_SIM_LANES': '32'},
    {'GLOAM_SIM_EXEC': 'jit', 'GLOAM_SIM_LANES': '64'},
    {'GLOAM_SIM_EXEC': 'jit', 'GLOAM_SIM_CPU': 'avx2'},
    {'GLOAM_SIM_EXEC': 'jit', 'GLOAM_SIM_CPU': 'sse'},
    {'GLOAM_SIM_CHIP': 'hawaii'},
    {'GLOAM_SIM_CHIP': 'tahiti'},
    {'mdwe': '1'},
]


def forbid_executable_memory():
    """PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN: survives exec; old kernels refuse it, which the caller sees."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(65, 1, 0, 0, 0):
        os._exit(77)


def main():
    mesh, expected = sys.argv[1:]
    sums, skipped = {}, []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'mesh.png')
        for way in WAYS:
            env = dict(os.environ, **{k: v for k, v in way.items() if k != 'mdwe'})
            done = subprocess.run([mesh, path], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  timeout=120, preexec_fn=forbid_executable_memory if 'mdwe' in way else None)
            if done.returncode == 77 and 'mdwe' in way:
                skipped.append(way)
                continue
            if done.returncode:
                sys.exit(f'{way}: exit code {done.returncode}\n{done.stdout}')
            if 'gloam' not in done.stdout:
                sys.exit('not rendered by gloam: ' + done.stdout)
            image = png.read(path)
            sums[tuple(way.items())] = hashlib.sha256(b''.join(image[3])).hexdigest()
    for way, value in sums.items():
        print(value, dict(way))
    for way in skipped:
        print('skipped: this kernel does not know', way)
    with open(expected, encoding='utf-8') as file:
        wanted = file.read().split()[0]
    if set(sums.values()) != {wanted}:
        sys.exit('expected ' + wanted)


main()
