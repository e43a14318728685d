#!/usr/bin/env python3
"""Runs the GL test bodies on a program's allocator that has limits (alloc_shim.c): a block above 256 KiB or an alignment above 64
that the library asks it for ends the program.

    check_limits.py API_BODIES GROUPS_DEF VENDOR_FILE ALLOC_SHIM"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'api'))
from run_api import forced_version  # noqa: E402

SKIPPED = 77


def run(program, body, env):
    with tempfile.NamedTemporaryFile() as picture:
        force = forced_version(body)
        env = dict(env, GLOAM_FORCE_VERSION=force) if force else env
        done = subprocess.run([program, body, picture.name], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors='replace', timeout=300, check=False)
        return body, done.returncode, done.stdout.strip()


def main():
    program, groups, vendor, shim = sys.argv[1:]
    with open(groups, encoding='utf-8') as file:
        names = re.findall(r'^GROUP\((\w+)\)', file.read(), re.M)
    bodies = {tuple(line.split()[:3]) for name in names for line in
              subprocess.run([program, 'list', name], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()}
    env = dict(os.environ, LD_PRELOAD=shim, __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda body: run(program, body[0], env), sorted(bodies)))
    failed = [result for result in results if result[1] not in (0, SKIPPED)]
    for body, code, text in failed:
        print(f'{body}: exit {code}: {text}')
    ran = sum(code != SKIPPED for _, code, _ in results)
    print(f'{ran} bodies, {len(failed)} failed')
    return 1 if failed or not ran else 0


if __name__ == '__main__':
    sys.exit(main())
