#!/usr/bin/env python3
"""Compares the frames of the pages in tests/pages/ on gloam (A) and on Mesa's llvmpipe (B).

  pages.py [-n ROUNDS] [-f FRAMES] [--a GLOAM.json] [--b MESA.json] [--json FIGURES.json] BENCH WORK [PAGE ...]

BENCH is gloam-bench, WORK the folder for the libraries (tests/pages/README.md); without a PAGE all pages are measured. A is
the gloam of BENCH's build folder unless it is named. In each round both draw a page in a new Chromium, in turn: its own frames first,
then its last one FRAMES times more, whose median is the round's time of a frame. The table's ratio is the median of the rounds.
FIGURES.json is for performance.py."""
import argparse
import datetime
import json
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', 'tests', 'pages'))
import test_pages  # noqa: E402, pylint: disable=wrong-import-position


def renderer(bench, variables):
    """Driver and version. Pages see only a part of them."""
    command = [bench, '--child', 'renderer', '0']
    done = subprocess.run(command, env=dict(os.environ, **variables), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def measure(work, name, variables, page, frames):
    """Milliseconds of a frame of a page that is drawn in a new browser."""
    outcome = test_pages.draw(work, name, variables, [page], frames)[page]
    if 'error' in outcome or not outcome['renderers']:
        sys.exit(f"{page} on {name}: {outcome.get('error', 'no context was made')}")
    return statistics.median(outcome['times'][-frames:])


def cpu_model():
    with open('/proc/cpuinfo', encoding='utf-8') as file:
        found = re.search(r'^model name\s*: (.*)$', file.read(), re.M)
    return found.group(1) if found else 'unknown'


def row(page, a, b):
    """A workload of gloam-bench's figures: rates, and the ratios of the rounds. a, b: ms of a frame by round."""
    ratios = [theirs / ours for ours, theirs in zip(a, b)]
    return {'workload': 'page-' + page, 'unit': 'frame/s', 'a': round(1000 / statistics.median(a), 2),
            'b': round(1000 / statistics.median(b), 2), 'ratio': round(statistics.median(ratios), 3),
            'low': round(min(ratios), 3), 'high': round(max(ratios), 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('-n', type=int, default=3, dest='rounds')
    parser.add_argument('-f', type=int, default=8, dest='frames')
    parser.add_argument('--a', metavar='GLOAM.json')
    parser.add_argument('--b', default=test_pages.MESA, metavar='MESA.json')
    parser.add_argument('--json', metavar='FIGURES.json')
    parser.add_argument('bench')
    parser.add_argument('work')
    parser.add_argument('page', nargs='*')
    args = parser.parse_args()
    work = os.path.abspath(args.work)
    test_pages.install(work)
    bench = os.path.realpath(args.bench)
    vendors = {'gloam': args.a or os.path.realpath(os.path.dirname(bench) + '/../40_gloam.json'), 'llvmpipe': args.b}
    sides = {name: {'__EGL_VENDOR_LIBRARY_FILENAMES': vendor, 'EGL_PLATFORM': 'surfaceless', 'LIBGL_ALWAYS_SOFTWARE': '1'}
             for name, vendor in vendors.items()}
    rows = []
    load = os.getloadavg()[0]
    for page in args.page or test_pages.read_table():
        times = {name: [] for name in sides}
        for _ in range(args.rounds):
            for name, variables in sides.items():
                times[name].append(measure(work, name, variables, page, args.frames))
        rows.append(row(page, times['gloam'], times['llvmpipe']))
        print(f"{page:12} {statistics.median(times['gloam']):8.1f} {statistics.median(times['llvmpipe']):8.1f} ms   "
              f"{rows[-1]['ratio']:.2f} ({rows[-1]['low']:.2f} to {rows[-1]['high']:.2f})", flush=True)
    if args.json:
        head = {'host': cpu_model(), 'cpus': os.cpu_count(), 'load': round(load, 1), 'date': datetime.date.today().isoformat(),
                'rounds': args.rounds, 'frames': args.frames, 'a': renderer(bench, sides['gloam']),
                'b': renderer(bench, sides['llvmpipe'])}
        with open(args.json, 'w', encoding='utf-8') as file:
            file.write(json.dumps(head, indent=0)[:-2] + ',\n"rows": [\n' + ',\n'.join(map(json.dumps, rows)) + '\n]\n}\n')


main()
