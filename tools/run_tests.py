#!/usr/bin/env python3
"""Runs the tests of build directories and ends with one line 'N passed, N failed, N skipped' that sums them up.

  run_tests.py BUILD[:SUITE] ...      what is out of date is built first"""
import json
import os
import subprocess
import sys

KINDS = {'OK': 'passed', 'EXPECTEDFAIL': 'passed', 'SKIP': 'skipped'}  # all else failed


TAIL = 40  # lines of a failed test's output that are printed again at the end, where a cut log still has them


def failure(build, test):
    """What a failed test printed, and how it ended."""
    text = test.get('stdout', '') + test.get('stderr', '')
    return '\n'.join([f"{build}: {test['name']}: {test['result']} (exit {test['returncode']})"] + text.splitlines()[-TAIL:])


def run(build, suite, counts, failures):
    """The exit code of `meson test`; adds to the counts and failures."""
    log = os.path.join(build, 'meson-logs', 'testlog.json')
    if os.path.exists(log):
        os.remove(log)
    # The limits in meson.build are for a free machine: a busy or slow one may take four times as long.
    command = ['meson', 'test', '-C', build, '--print-errorlogs', '--num-processes', str(os.cpu_count() or 1),
               '--timeout-multiplier', '4']
    code = subprocess.call(command + (['--suite', suite] if suite else []))
    total = 0
    if os.path.exists(log):
        with open(log, encoding='utf-8') as file:
            for line in file:
                test = json.loads(line)
                kind = KINDS.get(test['result'], 'failed')
                counts[kind] += 1
                total += 1
                if kind == 'failed':
                    failures.append(failure(build, test))
    if not total:
        print(f'{build}: no test ran', flush=True)
        counts['failed'] += 1  # it does not build, or the suite is empty
    return code


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    codes, failures = [], []
    for argument in sys.argv[1:]:
        build, _, suite = argument.partition(':')
        codes.append(run(build, suite, counts, failures))
    for text in failures:
        print(text, flush=True)
    print('{passed} passed, {failed} failed, {skipped} skipped'.format(**counts), flush=True)
    sys.exit(1 if counts['failed'] or any(codes) else 0)


main()
