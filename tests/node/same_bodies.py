#!/usr/bin/env python3
"""GL test bodies (tests/api) on the simulated GPU directly and through libdrm_amdgpu on the node: the same picture, pixels, bytes of
buffers and query results, and no report of missing flushes, of unknown registers and packets, or of memory faults.

  same_bodies.py NODE READ_HASH VENDOR API_BODIES CHIP GROUP[,GROUP...] [BODY...]"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../streams'))
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../api'))
from run_api import forced_version  # pylint: disable=wrong-import-position
from run_hazard import REPORT  # pylint: disable=wrong-import-position

SKIP = 77


def results(command, env, hasher, folder):
    """(exit code, the body's reads and its picture, reports and messages)"""
    paths = {name: os.path.join(folder, name) for name in ('hashes', 'picture')}
    for path in paths.values():
        with open(path, 'wb'):
            pass
    done = subprocess.run([*command, paths['picture']], env=dict(env, LD_PRELOAD=hasher, READ_HASH=paths['hashes']), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors='replace', timeout=100, check=False)
    with open(paths['hashes'], encoding='utf-8') as hashes, open(paths['picture'], 'rb') as picture:
        read = hashes.read().split('\n')[:-1], picture.read()
    return done.returncode, read, [line for line in done.stdout.splitlines() if done.returncode or re.match(REPORT, line)]


def main():
    node, hasher, vendor, program, chip, groups = sys.argv[1:7]
    wrong, ran, total = 0, 0, 0
    for group in groups.split(','):
        listed = subprocess.run([program, 'list', group], stdout=subprocess.PIPE, text=True, check=True).stdout.split('\n')
        for name, *_ in [line.split() for line in listed if line]:
            if sys.argv[7:] and name not in sys.argv[7:]:
                continue
            env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, GLOAM_SIM_CHIP=chip, GLOAM_DEBUG='hazard,sim',
                       GLOAM_SHADER_CACHE_DISABLE='1')
            force = forced_version(name)
            if force:
                env['GLOAM_FORCE_VERSION'] = force
            with tempfile.TemporaryDirectory() as folder:
                direct = results([program, name], dict(env, GLOAM_DEVICE='sim'), hasher, folder)
                through = results([node, 'run', '--', program, name], dict(env, GLOAM_DEVICE='/dev/dri/renderD128'), hasher, folder)
            if direct[0] == SKIP and through[0] == SKIP:
                continue
            ran += 1
            total += len(direct[1][0])
            if direct[0] or through[0] or direct[2] or through[2]:
                wrong += 1
                print(f'{name}: exit {direct[0]} directly, {through[0]} on the node', *direct[2][:5], *through[2][:5], sep='\n   ')
            elif direct[1] != through[1]:
                wrong += 1
                pairs = [pair for pair in zip(direct[1][0], through[1][0]) if pair[0] != pair[1]]
                print(f'{name}: {len(direct[1][0])} and {len(through[1][0])} results differ in {pairs[:4]}, pictures are '
                      f'{"equal" if direct[1][1] == through[1][1] else "not equal"}')
    print(f'{ran} bodies on {chip}, {total} results besides the pictures, {wrong} bodies differ')
    sys.exit(1 if wrong or not ran or not total else 0)


main()
