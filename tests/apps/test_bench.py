#!/usr/bin/env python3
"""gloam-bench's figures as JSON, and docs/performance.md, which performance.py makes from such figures.

  test_bench.py GLOAM_BENCH VENDOR_FILE SOURCE_ROOT     compares the vendor with itself"""
import json
import os
import subprocess
import sys
import tempfile


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def main():
    bench, vendor, root = sys.argv[1:]
    script = os.path.join(root, 'tools', 'bench', 'performance.py')
    with open(os.path.join(root, 'docs', 'performance.md'), encoding='utf-8') as file:
        if file.read() != output(sys.executable, script):
            sys.exit(f'docs/performance.md is not the output of {script}')
    units = dict(line.split() for line in output(bench, '--list').splitlines())
    with open(os.path.join(root, 'tools', 'bench', 'bounds.txt'), encoding='utf-8') as file:
        bounds = {line.split(' ::: ')[0] for line in file if not line.startswith('#')}
    with open(os.path.join(root, 'tests', 'pages', 'pages.txt'), encoding='utf-8') as file:
        pages = {'page-' + line.split(' ::: ')[0] for line in file if not line.startswith('#')}
    if bounds != set(units) | pages:
        sys.exit(f'bounds.txt, gloam-bench and pages.txt differ: {sorted(bounds ^ (set(units) | pages))}')
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'figures.json')
        print(output(bench, '-n', '1', '-t', '0.01', '--a', vendor, '--b', vendor, '--json', path, 'fill-flush', 'draws'))
        with open(path, encoding='utf-8') as file:
            run = json.load(file)
        rows = [(row['workload'], row['unit']) for row in run['rows']]
        if rows != [(name, units[name]) for name in ('fill-flush', 'draws')] or not run['a'].startswith('gloam, ') or run['a'] != run['b']:
            sys.exit(f'the figures are {run}')
        if not all(row['a'] > 0 and row['b'] > 0 and 0 < row['low'] <= row['ratio'] <= row['high'] for row in run['rows']):
            sys.exit(f'the figures are {run}')
        run['b'] = 'Mesa 99.1.2'
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(run, file)
        table = [line.split(' | ') for line in output(sys.executable, script, path).splitlines() if line.startswith('| ')]
    if table[0][3:5] != ['Mesa 99.1', 'Mesa 99.1, AVX2'] or [row[0] for row in table[2:]] != ['| fill-flush', '| draws'] or \
            not all(float(row[3]) > 0 for row in table[2:]):
        sys.exit(f'the table is {table}')


main()
