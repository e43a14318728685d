#!/usr/bin/env python3
"""Tests of piglit on gloam.

    run_piglit.py LIST EXCEPTIONS [PART OF A NAME ...]

LIST: name ::: program and arguments. EXCEPTIONS: name ::: result ::: reason, the tests that do not pass (files with commas in
between: later ones count). Fails when a test of the list gives another result than `pass`, or than its exception says: an
exception that passes has to go. Ends with 77 (skipped) where piglit is not installed."""
import collections
import concurrent.futures
import glob
import os
import re
import shlex
import subprocess
import sys


def rows(path):
    for line in open(path, encoding='utf-8'):
        if line.strip() and not line.startswith('#'):
            yield [field.strip() for field in line.split(':::')]


def result_of(bin_dir, root, command):
    program, *args = shlex.split(command)
    folders = {'TESTS/': root + '/tests/', 'GENERATED/': root + '/generated_tests/'}
    for short, folder in folders.items():
        args = [arg.replace(short, folder, 1) if arg.startswith(short) else arg for arg in args]
    env = dict(os.environ, PIGLIT_PLATFORM='surfaceless_egl', EGL_PLATFORM='surfaceless', PIGLIT_SOURCE_DIR=root)
    try:
        done = subprocess.run([bin_dir + '/' + program] + args, env=env, cwd=bin_dir, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors='replace', timeout=60)
    except FileNotFoundError:
        return 'missing', ''
    except subprocess.TimeoutExpired:
        return 'timeout', ''
    results = re.findall(r'^PIGLIT: .*"result": "(\w+)"', done.stdout, re.MULTILINE)
    return ('crash' if done.returncode < 0 else results[-1] if results else 'fail'), done.stdout


def main():
    places = glob.glob('/usr/lib/*/piglit/bin')
    if not places:
        print('piglit is not installed')
        sys.exit(77)
    bin_dir, root = places[0], os.path.dirname(places[0])
    tests = [row for row in rows(sys.argv[1]) if all(part in row[0] for part in sys.argv[3:])]
    exceptions = {name: (result, reason) for path in sys.argv[2].split(',')
                  for name, result, reason in rows(path)}
    unknown = set(exceptions) - {name for name, _ in rows(sys.argv[1])}
    if unknown:
        sys.exit(f'exceptions that are not in the list: {sorted(unknown)}')

    counts, wrong = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        ran = pool.map(lambda row: (row[0], *result_of(bin_dir, root, row[1])), tests)
        for name, result, output in ran:
            counts[result] += 1
            expected, reason = exceptions.get(name, ('pass', ''))
            if result != expected:
                wrong += 1
                print(f'{name}: {result} instead of {expected}\n{output[-1000:]}')
            elif reason:
                print(f'{name}: {result} ({reason})')
    print(', '.join(f'{count} {result}' for result, count in sorted(counts.items())), f'of {len(tests)}; {wrong} unexpected')
    sys.exit(1 if wrong or not tests else 0)


main()
