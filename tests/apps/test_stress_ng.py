#!/usr/bin/env python3
"""stress-ng's GPU stressor, which renders to a surface of libgbm, on gloam on the render-node stand-in. Skipped (77) where it is not
installed.

  test_stress_ng.py NODE"""
import re
import shutil
import subprocess
import sys

OPERATIONS = 3


def main():
    if not shutil.which('stress-ng'):
        print('stress-ng is not installed')
        sys.exit(77)
    command = [sys.argv[1], 'run', '--', 'stress-ng', '--gpu', '1', '--gpu-xsize', '64', '--gpu-ysize', '64', '--gpu-upload', '1',
               '--gpu-ops', str(OPERATIONS), '--metrics-brief']
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=400)
    print(done.stdout)
    # A stressor that cannot run is left out, and the program ends with success.
    counted = re.search(r'\] gpu +(\d+) ', done.stdout)
    if done.returncode or 'GL_VENDOR: gloam' not in done.stdout or not counted or int(counted[1]) < OPERATIONS:
        sys.exit(f'exit code {done.returncode}, operations: {counted[1] if counted else None}')


main()
