#!/usr/bin/env python3
"""Compiles piglit's compile tests (every shader file whose comment has expect_result) with our front end and, with --front, with
glslang, and counts the expected results of each.

   run_corpus.py BUILD [--expect LIST [--update]] [--front own|glslang] [--spirv [--every N]] [--piglit DIR] [SUBSTRING...]

--expect compares with a list of exceptions (expected.py); --update writes it.

One process compiles all files (BUILD/gl-api/glsl/front/tests/gf_corpus); a crash costs the file that it happened at."""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

import expected

STAGES = {'vert': 0, 'tesc': 1, 'tese': 2, 'geom': 3, 'task': 4, 'mesh': 5, 'frag': 6, 'comp': 7}


def find(piglit, wanted):
    for root, _, names in sorted(os.walk(piglit)):
        for name in sorted(names):
            suffix = name.rsplit('.', 1)[-1]
            if suffix not in STAGES:
                continue
            path = os.path.join(root, name)
            if wanted and not any(w in path for w in wanted):
                continue
            text = open(path, errors='replace').read()
            expect = re.search(r'expect_result:\s*(\w+)', text)
            if not expect:
                continue
            version = re.search(r'glsl_version:\s*(.*)', text)
            version = version.group(1).strip() if version else '1.10'
            link = re.search(r'check_link:\s*(\w+)', text)
            needs = re.search(r'require_extensions:\s*(.*)', text)
            needs = needs.group(1).split() if needs else []
            without = ','.join(n[1:] for n in needs if n.startswith('!')) or '-'
            number = version.split()[0].replace('compatibility', '')
            es = 'es' in version or number in ('1.00', '3.00', '3.10', '3.20', '1.0', '3.0')
            compat = 'compatibility' in version
            link = bool(link) and link.group(1) == 'true'
            yield path, expect.group(1), f'{STAGES[suffix]} {int(es)} {int(link)} {int(compat)} {without} {path}\n'


def run(program, front, tests):
    answers = []
    while len(answers) < len(tests):
        rest = tests[len(answers):]
        p = subprocess.run([program, front], input=''.join(t[2] for t in rest), capture_output=True, text=True, errors='replace')
        lines = [l for l in p.stdout.split('\n') if l[:5] in ('pass ', 'fail ')]
        answers += lines
        if len(lines) < len(rest):
            answers.append('crash')
    return answers


def environment(path):
    """spirv-val's name for the rules of the module: for OpenGL it accepts SPIR-V 1.0 only; modules with subgroups are of 1.3, those
    of the mesh pipeline of 1.4."""
    with open(path, 'rb') as file:
        version = int.from_bytes(file.read(8)[4:], 'little')
    return 'opengl4.5' if version == 0x10000 else f'spv1.{version >> 8 & 0xff}'


def judge_spirv(program, tests, every, complete):
    """Every module that our front end makes of the valid ones, before spirv-val. True: something is wrong."""
    valid = [t for t in tests if t[1] == 'pass']
    count, lacks = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as directory:
        p = subprocess.run([program, 'own', directory], input=''.join(t[2] for t in valid), capture_output=True, text=True,
                           errors='replace')
        if p.returncode:
            print(f'gf_corpus ends with {p.returncode} after {p.stdout.count(chr(10))} of {len(valid)}')
        for line in p.stdout.split('\n'):
            if ': lacks ' in line:
                lacks[line.split(': lacks ')[1].split('error: lacks ')[-1]] += 1
        for i, test in enumerate(valid):
            path = os.path.join(directory, f'{i}.spv')
            if not os.path.exists(path):
                count['none'] += 1
                continue
            count['made'] += 1
            if count['made'] % every:
                continue
            v = subprocess.run(['spirv-val', '--target-env', environment(path), path], capture_output=True, text=True)
            count['bad' if v.returncode else 'good'] += 1
            if v.returncode:
                print(f'{test[0]}: {v.stdout}{v.stderr}'.strip())
    judged = count['good'] + count['bad']
    print(f'SPIR-V: {count["made"]} of {len(valid)} emitted; {count["good"]} of {judged} judged are good; lacking most:')
    print('  ' + ', '.join(f'{what} ({n})' for what, n in lacks.most_common(12)))
    return count['bad'] != 0 or p.returncode != 0 or (complete and count['none'] != 0)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('build')
    ap.add_argument('--front', default='own', choices=('own', 'glslang'))
    ap.add_argument('--expect', metavar='LIST', help='exit 1 unless the results are those of the list')
    ap.add_argument('--update', action='store_true', help='write the list')
    ap.add_argument('--piglit', default='/usr/lib/x86_64-linux-gnu/piglit')
    ap.add_argument('--spirv', action='store_true', help='emit, and let spirv-val judge')
    ap.add_argument('--every', type=int, default=1, metavar='N', help='with --spirv: judge every Nth module only')
    ap.add_argument('--complete', action='store_true', help='with --spirv: exit 1 when one has no module')
    ap.add_argument('--skip', action='store_true', help='exit 77 where piglit (or spirv-val, with --spirv) is not installed')
    ap.add_argument('wanted', nargs='*')
    a = ap.parse_args()
    if a.skip and (not os.path.isdir(a.piglit) or (a.spirv and not shutil.which('spirv-val'))):
        return 77
    tests = list(find(a.piglit, a.wanted))
    program = os.path.join(a.build, 'gl-api/glsl/front/tests/gf_corpus')
    if a.spirv:
        return judge_spirv(program, tests, a.every, a.complete)
    answers = run(program, a.front, tests)
    got, reasons = {}, {}
    for (path, expect, _), answer in zip(tests, answers):
        if answer.split()[0] != expect:
            name = os.path.relpath(path, a.piglit)
            got[name] = answer.split()[0]
            reasons[name] = answer.split('error: ')[-1] if 'error: ' in answer else ''
    if a.update:
        expected.write(a.expect, got, reasons)
        return 0
    if a.expect:
        return 1 if expected.compare(a.expect, got, {os.path.relpath(t[0], a.piglit) for t in tests}) else 0
    for name, answer in sorted(got.items()):
        print(f'{name}: {answer}: {reasons[name]}')
    print(f'{a.front}: {len(tests) - len(got)} of {len(tests)} agree')
    return 0


if __name__ == '__main__':
    sys.exit(main())
