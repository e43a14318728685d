#!/usr/bin/env python3
"""Links the programs of piglit's shader_test files with glsl_link_check and compares the results with those that piglit expects.

   run_link.py BUILD [--expect LIST [--update]] [--every N] [--spirv] [--skip] [--piglit DIR]

Files: those of piglit's "linker" folders, which say "link success" or "link error"; --every adds each Nth of the others, most of
which draw and so must link. --expect compares with a list of exceptions (expected.py), --update writes it. --spirv: spirv-val
checks every tenth of the modules that come out. --skip: exit 77 where piglit is not installed."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import expected


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


def answers(output, piglit):
    """{file: answer}, {file: first error} of the files with another answer than expected."""
    got, reasons, name = {}, {}, None
    for line in output.split('\n'):
        row = re.match(r'\d+ (\S+): (.*), expected (to draw|link error|link success)$', line)
        if row:
            name = os.path.relpath(row[1], piglit)
            got[name] = row[2]
        elif name and 'error: ' in line and name not in reasons:
            reasons[name] = line.split('error: ', 1)[1]
    return got, reasons


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument('build')
    args.add_argument('--expect')
    args.add_argument('--update', action='store_true')
    args.add_argument('--every', type=int, default=0)
    args.add_argument('--spirv', action='store_true')
    args.add_argument('--skip', action='store_true')
    args.add_argument('--piglit', default='/usr/lib/x86_64-linux-gnu/piglit')
    args = args.parse_args()
    if args.skip and (not os.path.isdir(args.piglit) or (args.spirv and not shutil.which('spirv-val'))):
        return 77
    files = list(find(args.piglit, args.every))
    with tempfile.TemporaryDirectory() as modules:
        tool = [os.path.join(args.build, 'gl-api/glsl/tests/glsl_link_check'), '-v']
        done = subprocess.run(tool + (['-s', modules] if args.spirv else []) + ['-'], input='\n'.join(files) + '\n',
                              capture_output=True, text=True)
        if done.returncode:
            print(done.stdout[-2000:], done.stderr, f'glsl_link_check ends with {done.returncode}', sep='\n')
            return 1
        bad = judge(modules) if args.spirv else []
    got, reasons = answers(done.stdout, args.piglit)
    print('\n'.join(line for line in done.stdout.split('\n') if line.startswith('expected ')), *bad, sep='\n')
    # Programs with sections other than GLSL are not linked; their number is part of the list.
    for what, count in re.findall(r'^expected (.*?):.* passed over (\d+)', done.stdout, re.MULTILINE):
        got['passed over: ' + what] = count
        reasons['passed over: ' + what] = 'sections other than GLSL'
    if args.update:
        expected.write(args.expect, got, reasons)
        return 0
    differences = expected.compare(args.expect, got, {os.path.relpath(f, args.piglit) for f in files} | set(got)) if args.expect else 0
    return 1 if bad or differences or not files else 0


sys.exit(main())
