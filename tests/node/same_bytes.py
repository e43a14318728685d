#!/usr/bin/env python3
"""On a chip whose machine code is the same on both: each program sees the same bytes of every glReadPixels on the simulated GPU directly and through libdrm_amdgpu on the node.

  same_bytes.py NODE READ_HASH VENDOR PROGRAM...      arguments of a program: after commas"""
import os
import subprocess
import sys
import tempfile


def reads(command, hasher, vendor, path, device):
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, GLOAM_DEVICE=device, LD_PRELOAD=hasher, READ_HASH=path,
               GLOAM_SHADER_CACHE_DISABLE='1')
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=200, check=False)
    if done.returncode:
        sys.exit(f'{command} on {device}: exit code {done.returncode}\n{done.stdout.decode(errors="replace")[-2000:]}')
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8') as file:
        return sorted(file.read().split('\n')) # threads read in any order


def main():
    node, hasher, vendor = sys.argv[1:4]
    bad, total = False, 0
    for program in sys.argv[4:]:
        command = program.split(',')
        with tempfile.TemporaryDirectory() as folder:
            direct = reads(command, hasher, vendor, folder + '/direct', 'sim')
            through = reads([node, 'run', '--', *command], hasher, vendor, folder + '/node', '/dev/dri/renderD128')
        total += len(direct)
        different = set(direct) ^ set(through)
        print(f'{os.path.basename(command[0])}: {len(direct)} pictures',
              'differ: ' + str(sorted(different)[:6]) if direct != through else '', flush=True)
        bad |= direct != through
    sys.exit(1 if bad or not total else 0)


main()
