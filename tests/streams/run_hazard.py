#!/usr/bin/env python3
"""Runs a program with GLOAM_DEBUG=hazard,sim; fails if the program does, or if the simulated GPU reports a hazard, an unknown register
or packet, a VM fault or anything else that it does not simulate.

  run_hazard.py [--poison] PROGRAM ARGS...
      --poison: undefined registers and memory are filled with garbage, too
  run_hazard.py --radeonsi NODE REASONS CHIP PROGRAM
      each scene that PROGRAM --list names, on Mesa's radeonsi over the simulated CHIP. REASONS explains what may be reported:
      rows "chips : pattern (fnmatch) : reason", where a range of major versions of Mesa may follow the chips ("tahiti >=26",
      mesa_versions.py). A row that explains nothing in a run on a chip and a version that it is for is an error, too.
  run_hazard.py --self-test
      which lines of output fail a test, and which rows hold for a version"""
import fnmatch
import glob
import os
import re
import subprocess
import sys

from mesa_versions import RANGE, span, version

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
SKIP = 77
# Tests lose contexts and run out of memory on purpose.
REPORT = r'gloam: (hazard:|sim: (?!context lost|no memory|buffer \d+ leaves))'


def run(command, flags, **env):
    """(exit code, reports, standard output)"""
    done = subprocess.run(command, env=dict(os.environ, GLOAM_DEBUG=flags, **env), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=280, check=False)
    lines = done.stderr.decode(errors='replace').splitlines()
    return done.returncode, [line for line in lines if re.match(REPORT, line)], done.stdout.decode(errors='replace')


def holds(where, chip, major):
    """If a row for these chips and versions is one for this chip and version; None: not chips and a range."""
    match = re.fullmatch(rf'(?P<chips>[a-z][a-z0-9]*( [a-z][a-z0-9]*)*)( (?P<versions>{RANGE}))?', where)
    if not match:
        return None
    least, greatest = span(match['versions'] or '')
    return chip in match['chips'].split() and least <= major <= greatest


def read_reasons(path, chip, major):
    """The patterns that hold for radeonsi of this major version of Mesa."""
    with open(path, encoding='utf-8') as file:
        rows = [[cell.strip() for cell in line.split(' : ')] for line in file if line.strip() and not line.startswith('#')]
    bad = [row for row in rows if len(row) != 3 or not all(row) or holds(row[0], chip, major) is None]
    if bad:
        sys.exit(f'{path}: not "chips [range] : pattern : reason": {bad[0]}')
    return [row[1] for row in rows if holds(row[0], chip, major)]


def explain(line, patterns):
    """The patterns that explain a report."""
    return [p for p in patterns if fnmatch.fnmatch(line, f'*: {p}*')]


def radeonsi(node, reasons, chip, program):
    if not os.path.exists(MESA) or not glob.glob('/usr/lib/*/dri/radeonsi_dri.so'):
        sys.exit(SKIP)
    patterns, used, failed = None, set(), False
    for name in subprocess.run([program, '--list'], stdout=subprocess.PIPE, check=True, text=True).stdout.split('\n'):
        if not name.strip():
            continue
        scene = name.split()[0]
        code, reports, text = run([node, 'run', '--', program, scene], 'hazard,sim', GLOAM_SIM_CHIP=chip,
                                  __EGL_VENDOR_LIBRARY_FILENAMES=MESA, EGL_PLATFORM='surfaceless',
                                  MESA_SHADER_CACHE_DISABLE='true')
        if code:
            sys.exit(f'{scene}: exit code {code}\n' + '\n  '.join(reports[:10]))
        if patterns is None:
            patterns = read_reasons(reasons, chip, version(text))
        unexplained = []
        for line in reports:
            match = explain(line, patterns)
            used.update(match)
            if not match:
                unexplained.append(line)
        if unexplained:
            failed = True
            print(f'{scene}: {len(unexplained)} reports without a reason', *unexplained[:10], sep='\n  ')
    for pattern in set(patterns) - used:
        failed = True
        print(f'{reasons}: explains nothing on {chip}: {pattern}')
    sys.exit(1 if failed else 0)


def self_test():
    rows = (('hazard: packet at 0x1: depth buffer reads', True), ('sim: unknown register 0x28c7c <- 0x0 (commands', True),
            ('sim: unknown packet 0x9f', True), ('sim: VM fault', True), ('sim: context lost', False), ('pm4: anything', False))
    for text, fails in rows:
        code, reports, _ = run([sys.executable, '-c', f'import sys; sys.stderr.write("gloam: {text}\\n")'], 'hazard,sim')
        if code or bool(reports) != fails:
            sys.exit(f'"{text}": exit code {code}, {reports}')
    for where, expected in (('tahiti', True), ('hawaii', False), ('hawaii tahiti <26', False), ('hawaii tahiti <27', True),
                            ('tahiti >=26', True), ('tahiti >=27', False), ('tahiti 26', True), ('tahiti 22-25', False),
                            ('tahiti 25-26', True),
                            ('tahiti 26 hawaii', None), ('tahiti >26', None), ('<26', None)):
        if holds(where, 'tahiti', 26) is not expected:
            sys.exit(f'"{where}" on tahiti and Mesa 26: {not expected}')
    sys.exit(0)


def main():
    args = sys.argv[1:]
    if args[0] == '--self-test':
        self_test()
    if args[0] == '--radeonsi':
        radeonsi(*args[1:])
    flags = 'hazard,sim'
    if args[0] == '--poison':
        flags = 'poison,hazard,sim'
        args = args[1:]
    code, reports, _ = run(args, flags)
    print('\n'.join(reports[:40]))
    print(f'exit code {code}, {len(reports)} reports')
    sys.exit(code or (1 if reports else 0))


if __name__ == '__main__':
    main()
