#!/usr/bin/env python3
"""Runs piglit groups with Mesa's radeonsi on the render-node stand-in and compares with what llvmpipe passes.

  piglit_radeonsi.py [--every N] [--from K] [--jobs N] [--out DIR] NODE LISTS [GROUP ...]

NODE is the launcher (BUILD/tools/gloam-node). LISTS is a folder with groups/GROUP.txt (names of tests), results/GROUP.json
(llvmpipe's result for each) and tools/mkprofile.py (gives every test -fbo). Of the tests that llvmpipe passes every Nth is run,
from the Kth; no GROUP: all. Prints each that does not pass with its first message, then passes per group; skips are those of
extensions that radeonsi does not have. Exit code 1: less than 97 % of what ran passes."""
import argparse
import bz2
import glob
import json
import os
import subprocess
import sys

VENDOR = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
ENOUGH = 0.97


def read_results(folder):
    results = {}
    for path in glob.glob(folder + '/results.json*') + glob.glob(folder + '/tests/*.json'):
        with (bz2.open(path, 'rt') if path.endswith('bz2') else open(path, encoding='utf-8')) as file:
            data = json.load(file)
        results.update({name: test for name, test in data.get('tests', data).items()
                        if isinstance(test, dict) and 'result' in test})
    return results


def first_messages(test):
    lines = [line.strip() for line in (test.get('err', '') + test.get('out', '')).splitlines() if 'PIGLIT' not in line]
    wanted = [line for line in lines if any(word in line for word in ('gloam', 'Probe', 'Expected', 'Observed', 'requires'))]
    return ' / '.join(list(dict.fromkeys(wanted or lines))[:3])[:200]


def run_group(args, group, profiles):
    with open(f'{args.lists}/groups/{group}.txt', encoding='utf-8') as file:
        names = file.read().split('\n')
    with open(f'{args.lists}/results/{group}.json', encoding='utf-8') as file:
        expected = json.load(file)
    names = [name for name in names[args.first::args.every] if expected.get(name) in ('pass', 'warn')]
    if not names:
        return {}
    out = f'{args.out}/{group}'
    subprocess.run(['rm', '-rf', out], check=True)
    with open(out + '.list', 'w', encoding='utf-8') as file:
        file.write('\n'.join(names) + '\n')
    profile = 'glslparser' if group.startswith('parser_') else 'quick_shader' if group.startswith('shader_') else 'quick_gl'
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=VENDOR, EGL_PLATFORM='surfaceless', MESA_SHADER_CACHE_DISABLE='true',
               GLOAM_DEBUG='1')
    with open(out + '.log', 'w', encoding='utf-8') as log:
        subprocess.run([args.node, 'run', '--', 'piglit', 'run', '-p', 'surfaceless_egl', '-j', str(args.jobs), '--timeout', '120',
                        '-l', 'quiet', '--test-list', out + '.list', f'{profiles}/{profile}.xml.gz', out],
                       env=env, stdout=log, stderr=subprocess.STDOUT, check=False)
    results = read_results(out)
    counts = {}
    for name in names:
        test = results.get(name, {'result': 'missing'})
        counts[test['result']] = counts.get(test['result'], 0) + 1
        if test['result'] not in ('pass', 'warn'):
            print(f'   {test["result"]} {name} | {first_messages(test)}', flush=True)
    print(group, len(names), counts, flush=True)
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--from', dest='first', type=int, default=0)
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 1)
    parser.add_argument('--out', default='/tmp/piglit-radeonsi')
    parser.add_argument('node')
    parser.add_argument('lists')
    parser.add_argument('group', nargs='*')
    args = parser.parse_args()
    profiles = args.out + '/profiles'
    os.makedirs(args.out, exist_ok=True)
    subprocess.run([sys.executable, args.lists + '/tools/mkprofile.py', profiles], stdout=subprocess.DEVNULL, check=True)
    groups = args.group or sorted(os.path.basename(path)[:-4] for path in glob.glob(args.lists + '/groups/[a-z]*.txt'))
    total = {}
    for group in groups:
        for result, count in run_group(args, group, profiles).items():
            total[result] = total.get(result, 0) + count
    passed = total.get('pass', 0) + total.get('warn', 0)
    ran = sum(total.values()) - total.get('skip', 0)
    print(f'{passed} of {ran} pass' + (f' ({100 * passed / ran:.1f} %)' if ran else '') + f', {total.get("skip", 0)} skipped')
    sys.exit(0 if ran and passed >= ENOUGH * ran else 1)


main()
