#!/usr/bin/env python3
"""docs/env_vars.md names every environment variable and debug flag that the library reads, with its default, and no other. Each row
of a program in docs/clients.md names tests, which exist.

  test_docs.py GLOAM_INFO DOCS [MESON_BUILD]     without a build, only the first is checked"""
import json
import os
import re
import subprocess
import sys


def check_clients(build, text):
    with open(os.path.join(build, 'meson-info', 'intro-tests.json'), encoding='utf-8') as file:
        tests = json.load(file)
    known = {test['name'] for test in tests} | {suite for test in tests for suite in (part.split(':')[-1] for part in test['suite'])}
    rows = [row for row in re.findall(r'^\|(.*)\|$', text, re.M) if 'tested by' not in row and '---' not in row]
    for row in rows:
        program, named = row.split(' | ')[0].strip(), re.findall(r'`([a-z0-9-]+)`', row.split(' | ')[-1])
        missing = [name for name in named if name not in known]
        if not named or missing:
            sys.exit(f'{program}: no such test: {missing or row}')
    print(f'{len(rows)} programs, each with a test')


def main():
    info = subprocess.run([sys.argv[1], '--env'], stdout=subprocess.PIPE, text=True, check=True).stdout
    docs = sys.argv[2]
    if len(sys.argv) > 3:
        with open(os.path.join(docs, 'clients.md'), encoding='utf-8') as file:
            check_clients(sys.argv[3], file.read())
    with open(os.path.join(docs, 'env_vars.md'), encoding='utf-8') as file:
        text = file.read()
    real = dict(re.findall(r'^(GLOAM_\w+)\s+default "(.*)"$', info, re.M))
    documented = {name: default.strip('` ') for name, default in re.findall(r'^\| `(GLOAM_\w+)` \|([^|]*)\|', text, re.M)}
    if not real or real != documented:
        sys.exit(f'the library reads {real}\nthe page says {documented}')
    flags = set(re.findall(r'^    (\w+) ', info.split('flags of GLOAM_DEBUG')[1], re.M))
    listed = set(re.findall(r'\w+', ' '.join(re.findall(r'`([\w,]+)`', text.split('Flags of')[1]))))
    if flags - listed:
        sys.exit(f'flags not listed: {flags - listed}')


main()
