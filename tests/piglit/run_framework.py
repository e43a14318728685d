#!/usr/bin/env python3
"""Tests of piglit on gloam, run by piglit's own runner, unmodified.

    run_framework.py LIST

LIST: name of a test ::: profile of piglit. The runner asks the implementation for its versions (a context of OpenGL ES 2.0 among
them) and skips what they lack; run_piglit.py starts the programs itself and sees none of this. Fails when a test of the list has
another result than `pass`. Ends with 77 (skipped) where piglit is not installed."""
import bz2
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile


def results_of(profile, names, folder):
    test_list, out = os.path.join(folder, profile + '.txt'), os.path.join(folder, profile)
    with open(test_list, 'w', encoding='utf-8') as file:
        file.write('\n'.join(names) + '\n')
    env = dict(os.environ, EGL_PLATFORM='surfaceless')
    subprocess.run(['piglit', 'run', '-p', 'surfaceless_egl', '-j', '2', '--timeout', '60', '-l', 'quiet', '--test-list', test_list, profile,
                    out], env=env, stdout=subprocess.DEVNULL, check=True)
    with bz2.open(os.path.join(out, 'results.json.bz2')) as file:
        return {name: test['result'] for name, test in json.load(file)['tests'].items()}


def main():
    if not shutil.which('piglit'):
        print('piglit is not installed')
        sys.exit(77)
    profiles = collections.defaultdict(list)
    for line in open(sys.argv[1], encoding='utf-8'):
        if line.strip() and not line.startswith('#'):
            name, profile = (field.strip() for field in line.split(':::'))
            profiles[profile].append(name)
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for profile, names in profiles.items():
            results = results_of(profile, names, folder)
            for name in names:
                result = results.get(name, 'not run')
                counts[result] += 1
                wrong += result != 'pass'
                if result != 'pass':
                    print(f'{name}: {result}')
    print(', '.join(f'{count} {result}' for result, count in sorted(counts.items())), f'of {sum(counts.values())}')
    sys.exit(1 if wrong or not counts else 0)


main()
