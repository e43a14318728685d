#!/usr/bin/env python3
"""Runs piglit with Mesa's radeonsi on the render-node stand-in and compares with the tests that Mesa's llvmpipe passes.

  piglit_radeonsi.py [--every N] [--from K] [--jobs N] [--timeout S] [--again] [--out DIR] [--lists DIR] NODE [GROUP ...]

NODE is the launcher (BUILD/tools/gloam-node). Runs tests of the installed piglit's profiles quick_gl, quick_shader and
glslparser. The group of a test is the profile's kind and the second part of the test's name (`gl arb_query_buffer_object`,
`shader glsl-1.50`); GROUP is a prefix of it. Every Nth test of the selected groups is run, from the Kth: first on llvmpipe, then
on radeonsi if llvmpipe passes. --lists: a folder with test lists, groups/GROUP.txt, and llvmpipe's results, results/GROUP.json.
Results are appended to OUT/results.tsv (group, test, llvmpipe's and radeonsi's result, first message). Tests with a result in
it are not run again, so an interrupted run can be continued; with --again the tests that did not pass are run again. A test may
take --timeout seconds (120). Prints failed and skipped tests, then a table of the groups. Exit
code 1: radeonsi passes less than 97 % of the tests that llvmpipe passes. A skipped test (radeonsi lacks an extension) counts as
not passed."""
import argparse
import bz2
import collections
import glob
import gzip
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree

VENDOR = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
PROFILES = {'gl': 'quick_gl', 'shader': 'quick_shader', 'parser': 'glslparser'}
ENOUGH = 0.97
SLICE = 100 # tests per run of piglit; results are stored after each run
GOOD = ('pass', 'warn')
# Tests that newer versions of piglit name differently.
RENAMED = {'spec@arb_framebuffer_object@same-attachment-' + old: 'spec@arb_framebuffer_object@same-attachment-' + new for old, new in
           (('glframebuffertexture2d-gl_depth_stencil_attachment', 'tex2d-depth_stencil'),
            ('glframebufferrenderbuffer-gl_depth_stencil_attachment', 'renderbuffer-depth_stencil'))}


def read_profiles(out):
    """Returns the names of tests by kind, in order. Writes copies of the profiles to `out` in which every test gets -fbo: without
    a window system other tests end in abort() on any driver."""
    places = glob.glob('/usr/lib/*/piglit/tests/quick_gl.xml.gz')
    if not places:
        sys.exit('piglit is not installed')
    names = {}
    for kind, profile in PROFILES.items():
        with gzip.open(f'{os.path.dirname(places[0])}/{profile}.xml.gz') as file:
            tree = xml.etree.ElementTree.parse(file)
        tests = [test for test in tree.getroot().iter('Test') if not test.get('name').startswith(('glx', 'wgl'))]
        for test in tests:
            for option in test.iter('option'):
                if option.get('name') == 'run_concurrent' and not test.get('name').startswith('spec@egl'):
                    option.set('value', 'True')
        with gzip.open(f'{out}/{profile}.xml.gz', 'wb') as file:
            tree.write(file, encoding='utf-8', xml_declaration=True)
        names[kind] = [test.get('name') for test in tests]
    return names


def read_results(folder):
    results = {}
    for path in glob.glob(folder + '/results.json*') + glob.glob(folder + '/tests/*.json'):
        with (bz2.open(path, 'rt') if path.endswith('bz2') else open(path, encoding='utf-8')) as file:
            data = json.load(file)
        results.update({name: test for name, test in data.get('tests', data).items()
                        if isinstance(test, dict) and 'result' in test})
    return results


def run_piglit(args, kind, names, launcher):
    """Runs the tests `names`, without those that the installed piglit lacks, and returns piglit's results by name."""
    known = args.known[kind]
    installed = {name if name.lower() in known else RENAMED.get(name.lower(), ''): name for name in names}
    names = [name for name in installed if name.lower() in known]
    if not names:
        return {}
    out = f'{args.out}/run'
    shutil.rmtree(out, ignore_errors=True)
    with open(out + '.list', 'w', encoding='utf-8') as file:
        file.write('\n'.join(names) + '\n')
    # piglit's own check of extensions misreads the required ones of profiles that were written again.
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=VENDOR, EGL_PLATFORM='surfaceless', MESA_SHADER_CACHE_DISABLE='true',
               GLOAM_DEBUG='1', LP_NUM_THREADS='1', PIGLIT_NO_FAST_SKIP='true')
    with open(out + '.log', 'w', encoding='utf-8') as log:
        subprocess.run([*launcher, 'piglit', 'run', '-p', 'surfaceless_egl', '-j', str(args.jobs), '--timeout',
                        str(args.timeout), '-l', 'quiet', '--test-list', out + '.list', f'{args.out}/{PROFILES[kind]}.xml.gz', out],
                       env=env, stdout=log, stderr=subprocess.STDOUT, check=False)
    return {installed.get(name, name): test for name, test in read_results(out).items()}


def first_messages(test):
    lines = [line.strip() for line in (test.get('err', '') + test.get('out', '')).splitlines() if 'PIGLIT' not in line]
    wanted = [line for line in lines if any(word in line for word in ('gloam', 'Probe', 'Expected', 'Observed', 'requires'))]
    return ' / '.join(list(dict.fromkeys(wanted or lines))[:3])[:200].replace('\t', ' ')


def read_rows(path):
    """Returns the last row of each test, by group and test."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding='utf-8') as file:
        return {tuple(row[:2]): row for row in (line.rstrip('\n').split('\t') for line in file) if len(row) == 5}


def choose(args, names):
    """(kind, group, test, llvmpipe's result or None), every Nth."""
    tests = []
    if args.lists:
        for path in sorted(glob.glob(args.lists + '/results/[a-z]*_*.json')):
            group = os.path.basename(path)[:-5]
            if not os.path.exists(f'{args.lists}/groups/{group}.txt'):
                continue
            with open(path, encoding='utf-8') as file:
                stored = json.load(file)
            with open(f'{args.lists}/groups/{group}.txt', encoding='utf-8') as file:
                tests += [(group.split('_')[0], group, name,
                           stored.get(name, 'missing')) for name in file.read().split('\n') if name]
    else:
        for kind, all_names in names.items():
            tests += [(kind, kind + ' ' + name.split('@')[name.startswith('spec@')], name, None) for name in all_names]
    if args.group:
        tests = [test for test in tests if test[1].startswith(tuple(args.group))]
    return tests[args.first::args.every]


def run_slice(args, kind, tests, report):
    expected = {name: result for _, _, name, result in tests}
    unknown = [name for name, result in expected.items() if result is None]
    expected.update({name: test['result'] for name, test in run_piglit(args, kind, unknown, []).items()})
    good = [name for name, result in expected.items() if result in GOOD]
    results = run_piglit(args, kind, good, [args.node, 'run', '--'])
    for _, group, name, _ in tests:
        test = results.get(name, {'result': 'missing' if name in good else '-'})
        row = (group, name, expected[name] or 'missing', test['result'], first_messages(test) if test['result'] not in (*GOOD,
              '-') else '')
        report.write('\t'.join(row) + '\n')
        show(row)
    report.flush()


def show(row):
    group, name, _, result, message = row
    if result not in (*GOOD, '-'):
        print(f'   {result} {group}: {name} | {message}', flush=True)


def table(rows):
    counts = collections.defaultdict(collections.Counter)
    for group, _, expected, result, _ in rows:
        if expected in GOOD:
            for name in (group, 'all'):
                counts[name]['llvmpipe'] += 1
                counts[name]['radeonsi' if result in GOOD else result] += 1
    for name, c in counts.items():
        if name != 'all':
            others = ', '.join(f'{count} {result}' for result, count in sorted(c.items()) if result not in ('llvmpipe',
                  'radeonsi'))
            print(f'{name}: {c["radeonsi"]} of {c["llvmpipe"]}' + (', ' + others if others else ''))
    c = counts['all']
    share = c['radeonsi'] / c['llvmpipe'] if c['llvmpipe'] else 0
    print(f'radeonsi passes {c["radeonsi"]} of the {c["llvmpipe"]} tests that llvmpipe passes: {100 * share:.2f} %; '
          f'{c["skip"]} are skipped')
    return share >= ENOUGH


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--from', dest='first', type=int, default=0)
    parser.add_argument('--jobs', type=int, default=os.cpu_count() or 1)
    parser.add_argument('--timeout', type=int, default=120)
    parser.add_argument('--again', action='store_true')
    parser.add_argument('--out', default='/tmp/piglit-radeonsi')
    parser.add_argument('--lists')
    parser.add_argument('node')
    parser.add_argument('group', nargs='*')
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    names = read_profiles(args.out)
    args.known = {kind: {name.lower() for name in all_names} for kind, all_names in names.items()}
    chosen = choose(args, names)
    path = args.out + '/results.tsv'
    rows = read_rows(path)
    if args.again:
        rows = {test: row for test, row in rows.items() if row[3] in (*GOOD, '-')}
    for test in chosen:
        if test[1:3] in rows:
            show(rows[test[1:3]])
    todo = [test for test in chosen if test[1:3] not in rows]
    with open(path, 'a', encoding='utf-8') as report:
        for kind in PROFILES:
            tests = [test for test in todo if test[0] == kind]
            for start in range(0, len(tests), SLICE):
                run_slice(args, kind, tests[start:start + SLICE], report)
                print(f'{kind}: {min(start + SLICE, len(tests))} of {len(tests)}', flush=True)
    wanted = {test[1:3] for test in chosen}
    rows = [row for test, row in read_rows(path).items() if test in wanted]
    sys.exit(0 if table(rows) else 1)


main()
