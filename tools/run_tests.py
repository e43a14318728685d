#!/usr/bin/env python3
"""Runs the tests of a build directory and ends with one line 'N passed, N failed, N skipped'.

  run_tests.py BUILD [arguments for meson test]"""
import json
import os
import subprocess
import sys


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build = sys.argv[1]
    log = os.path.join(build, 'meson-logs', 'testlog.json')
    if os.path.exists(log):
        os.remove(log)
    command = ['meson', 'test', '-C', build, '--print-errorlogs', '--num-processes', str(os.cpu_count() or 1)]
    code = subprocess.call(command + sys.argv[2:])
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    if os.path.exists(log):
        with open(log, encoding='utf-8') as file:
            for line in file:
                result = json.loads(line)['result']
                kind = {'OK': 'passed', 'EXPECTEDFAIL': 'passed', 'SKIP': 'skipped'}.get(result, 'failed')
                counts[kind] += 1
    if not sum(counts.values()):
        code = code or 1
    print('{passed} passed, {failed} failed, {skipped} skipped'.format(**counts), flush=True)
    sys.exit(1 if counts['failed'] else code)


main()
