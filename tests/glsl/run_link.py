#!/usr/bin/env python3
"""Links the programs of piglit's shader_test files with glsl_link_check and counts how many answer as they expect.

   run_link.py BUILD [--least PERCENT] [--every N] [--spirv] [--list] [--skip] [--piglit DIR]

Counted are the files of piglit's "linker" folders, which say "link success" or "link error"; --every adds each Nth of the
others, most of which draw and so must link. --spirv has spirv-val judge every tenth of the modules that come out. --skip: piglit
may be missing."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile


def find(piglit, every):
    others = 0
    for root, _, names in sorted(os.walk(piglit)):
        for name in sorted(names):
            if not name.endswith('.shader_test'):
                continue
            path = os.path.join(root, name)
            others += 1
            if '/linker/' in path or (every and others % every == 0):
                yield path


def judge(modules):
    """The modules that spirv-val finds bad."""
    bad = []
    for name in sorted(os.listdir(modules))[::10]:
        done = subprocess.run(['spirv-val', '--target-env', 'opengl4.5', os.path.join(modules, name)], capture_output=True,
                              text=True)
        if done.returncode:
            bad.append(name + ': ' + (done.stderr or done.stdout).split('\n')[0])
    return bad


def main():
    args = argparse.ArgumentParser()
    args.add_argument('build')
    args.add_argument('--least', type=float, default=0)
    args.add_argument('--every', type=int, default=0)
    args.add_argument('--spirv', action='store_true')
    args.add_argument('--list', action='store_true')
    args.add_argument('--skip', action='store_true')
    args.add_argument('--piglit', default='/usr/lib/x86_64-linux-gnu/piglit')
    args = args.parse_args()
    if args.skip and (not os.path.isdir(args.piglit) or (args.spirv and not shutil.which('spirv-val'))):
        return 77
    files = list(find(args.piglit, args.every))
    with tempfile.TemporaryDirectory() as modules:
        tool = [os.path.join(args.build, 'gl-api/glsl/tests/glsl_link_check')]
        done = subprocess.run(tool + (['-v'] if args.list else []) + (['-s', modules] if args.spirv else []) + ['-'],
                              input='\n'.join(files) + '\n', capture_output=True, text=True)
        print(done.stdout, done.stderr, sep='')
        if done.returncode:
            return 1
        good = all_of_them = 0
        for line in done.stdout.split('\n'):
            row = re.match(r'expected (to draw|link error|link success):(.*)', line)
            for verdict, count in re.findall(r'(\D+) (\d+)', row.group(2)) if row else []:
                if verdict.strip() == 'passed over':
                    continue
                all_of_them += int(count)
                good += int(count) if verdict.strip() == ('does not link' if row.group(1) == 'link error' else 'links') else 0
        bad = judge(modules) if args.spirv else []
    print('as expected: %d of %d' % (good, all_of_them), *bad, sep='\n')
    return 1 if bad or not all_of_them or good * 100 < args.least * all_of_them else 0


sys.exit(main())
