#!/usr/bin/env python3
"""Compares the frames of the pages in tests/pages/ on gloam (A) and on Mesa's llvmpipe (B).

  pages.py [-n ROUNDS] [-f FRAMES] [--b MESA.json] [--json FIGURES.json] WORK [PAGE ...]

WORK is the folder for the libraries (tests/pages/README.md); without a PAGE all pages are measured. A's vendor file comes from
__EGL_VENDOR_LIBRARY_FILENAMES. In each round both draw a page in a new Chromium, in turn: its own frames first, then its last one
FRAMES times more, whose median is the round's time of a frame. The table's ratio is the median of the rounds. FIGURES.json is for
performance.py."""
import argparse
import datetime
import json
import os
import re
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', 'tests', 'pages'))
import test_pages  # noqa: E402, pylint: disable=wrong-import-position

LLVMPIPE = {'EGL_PLATFORM': 'surfaceless', 'LIBGL_ALWAYS_SOFTWARE': '1'}
DRIVER = re.compile(r'ANGLE \((.*)\)$')  # in the renderer's name


def measure(work, name, variables, page, frames):
    """(ms of a frame, renderer) of a page that is drawn in a new browser."""
    outcome = test_pages.draw(work, name, variables, [page], frames)[page]
    if 'error' in outcome or not outcome['renderers']:
        sys.exit(f"{page} on {name}: {outcome.get('error', 'no context was made')}")
    found = DRIVER.match(outcome['renderers'][0])
    return statistics.median(outcome['times'][-frames:]), found.group(1) if found else outcome['renderers'][0]


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
    parser.add_argument('--b', default=test_pages.MESA, metavar='MESA.json')
    parser.add_argument('--json', metavar='FIGURES.json')
    parser.add_argument('work')
    parser.add_argument('page', nargs='*')
    args = parser.parse_args()
    work = os.path.abspath(args.work)
    test_pages.install(work)
    sides = {'gloam': {}, 'llvmpipe': dict(LLVMPIPE, __EGL_VENDOR_LIBRARY_FILENAMES=args.b)}
    renderers, rows = {}, []
    load = os.getloadavg()[0]
    for page in args.page or test_pages.read_table():
        times = {name: [] for name in sides}
        for _ in range(args.rounds):
            for name, variables in sides.items():
                ms, renderers[name] = measure(work, name, variables, page, args.frames)
                times[name].append(ms)
        rows.append(row(page, times['gloam'], times['llvmpipe']))
        print(f"{page:12} {statistics.median(times['gloam']):8.1f} {statistics.median(times['llvmpipe']):8.1f} ms   "
              f"{rows[-1]['ratio']:.2f} ({rows[-1]['low']:.2f} to {rows[-1]['high']:.2f})", flush=True)
    if args.json:
        head = {'host': cpu_model(), 'cpus': os.cpu_count(), 'load': round(load, 1), 'date': datetime.date.today().isoformat(),
                'rounds': args.rounds, 'frames': args.frames, 'a': renderers['gloam'], 'b': renderers['llvmpipe']}
        with open(args.json, 'w', encoding='utf-8') as file:
            file.write(json.dumps(head, indent=0)[:-2] + ',\n"rows": [\n' + ',\n'.join(map(json.dumps, rows)) + '\n]\n}\n')


main()
