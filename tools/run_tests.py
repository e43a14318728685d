#!/usr/bin/env python3
"""Runs the tests of build directories and ends with one line 'N passed, N failed, N skipped' that sums them up.

  run_tests.py [--without SUITE,...] [--last SUITE,...] [--skips LIST] [--total FILE] BUILD[:SUITE] ...

What is out of date is built first. --without leaves suites out. --last: suites that run after all others, one after another. The
environment's TEST_DEADLINE, in seconds since 1970, limits them: a suite that has not begun by then is left out, and its tests
count as skipped; so is a build directory after the first, which may not have been built yet and counts as one. --skips: a list "test ::: reason" of the tests that may be skipped; any other skip counts as failed. --total:
counts are added to those in FILE, and the last line is their sum."""
import argparse
import collections
import json
import os
import subprocess
import sys
import time

KINDS = {'OK': 'passed', 'EXPECTEDFAIL': 'passed', 'SKIP': 'skipped'}  # all else failed
TAIL = 40  # lines of a failed test's output that are printed again at the end, where a cut log still has them


def failure(build, test):
    """The end of a failed test's output, and its result."""
    text = test.get('stdout', '') + test.get('stderr', '')
    return '\n'.join([f"{build}: {test['name']}: {test['result']} (exit {test['returncode']})"] + text.splitlines()[-TAIL:])


def allowed_skips(path):
    """The names of the list; every row has a reason."""
    names = set()
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith('#'):
                name, _, reason = (field.strip() for field in line.partition(':::'))
                if not reason:
                    sys.exit(f'{path}:{number}: not "test ::: reason"')
                names.add(name)
    return names


def selection(suite, without):
    """Arguments of `meson test` for the tests of a suite (None: of all) that are in none of the suites `without`."""
    return (['--suite', suite] if suite else []) + [word for name in without if name for word in ('--no-suite', name)]


def too_late():
    return time.time() > float(os.environ.get('TEST_DEADLINE') or 'inf')


def number_of_tests(build, suite, without):
    command = ['meson', 'test', '-C', build, '--list'] + selection(suite, without)
    listed = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.decode()
    return sum(' / ' in line for line in listed.splitlines())


def run(build, suite, without, args, counts, failures):
    """The exit code of `meson test`; adds to the counts and failures."""
    log = os.path.join(build, 'meson-logs', 'testlog.json')
    if os.path.exists(log):
        os.remove(log)
    # The limits in meson.build are for a free machine: a busy or slow one may take four times as long.
    command = ['meson', 'test', '-C', build, '--print-errorlogs', '--num-processes', str(os.cpu_count() or 1),
               '--timeout-multiplier', '4']
    code = subprocess.call(command + selection(suite, without))
    skips = allowed_skips(args.skips) if args.skips else None
    total = 0
    if os.path.exists(log):
        with open(log, encoding='utf-8') as file:
            for line in file:
                test = json.loads(line)
                kind = KINDS.get(test['result'], 'failed')
                if kind == 'skipped' and skips is not None and test['name'].split(' / ')[-1] not in skips:
                    kind = 'failed'
                    failures.append(f"{build}: {test['name']}: skipped, but not in {args.skips}")
                elif kind == 'failed':
                    failures.append(failure(build, test))
                counts[kind] += 1
                total += 1
    if not total:
        print(f'{build}: no test ran', flush=True)
        counts['failed'] += 1  # it does not build, or the suite is empty
    return code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--without', default='')
    parser.add_argument('--last', default='')
    parser.add_argument('--skips')
    parser.add_argument('--total')
    parser.add_argument('builds', nargs='+')
    args = parser.parse_args()
    counts = collections.Counter()
    if args.total and os.path.exists(args.total):
        with open(args.total, encoding='utf-8') as file:
            counts.update(json.load(file))
    codes, failures = [], []
    without, last = ([name for name in names.split(',') if name] for names in (args.without, args.last))
    for argument in args.builds:
        build, _, suite = argument.partition(':')
        if codes and too_late():
            print(f'{build} is left out, its tests would end after TEST_DEADLINE', flush=True)
            counts['skipped'] += 1
            continue
        codes.append(run(build, suite, without if suite else without + last, args, counts, failures))
        for i, name in enumerate(() if suite else last):
            rest = without + last[:i]  # a test of several suites runs once
            number = number_of_tests(build, name, rest)
            if number and too_late():
                print(f'{build}: suite {name} is left out, its {number} tests would end after TEST_DEADLINE', flush=True)
                counts['skipped'] += number
            elif number:  # sanitized builds lack some suites
                codes.append(run(build, name, rest, args, counts, failures))
    for text in failures:
        print(text, flush=True)
    if args.total:
        with open(args.total, 'w', encoding='utf-8') as file:
            json.dump(counts, file)
    print('{} passed, {} failed, {} skipped'.format(*(counts[kind] for kind in ('passed', 'failed', 'skipped'))), flush=True)
    sys.exit(1 if counts['failed'] or any(codes) else 0)


main()
