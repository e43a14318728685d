#!/usr/bin/env python3
"""Runs a program with GLOAM_DEBUG=hazard,sim; fails if the program does, or if the simulated GPU reports a hazard, an unknown register
or packet, a VM fault or anything else that it does not simulate.

  run_hazard.py [--poison] PROGRAM ARGS...
      --poison: undefined registers and memory are filled with garbage, too
  run_hazard.py --radeonsi NODE REASONS CHIP PROGRAM
      each scene that PROGRAM --list names, on Mesa's radeonsi over the simulated CHIP. REASONS explains what may be reported:
      rows "chips : pattern (fnmatch) : reason". A row that explains nothing in a run is an error, too.
  run_hazard.py --self-test
      which lines of output fail a test"""
import fnmatch
import glob
import os
import re
import subprocess
import sys

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


def read_reasons(path, chip):
    with open(path, encoding='utf-8') as file:
        rows = [[cell.strip() for cell in line.split(' : ')] for line in file if line.strip() and not line.startswith('#')]
    bad = [row for row in rows if len(row) != 3 or not all(row)]
    if bad:
        sys.exit(f'{path}: not "chips : pattern : reason": {bad[0]}')
    return [row[1] for row in rows if chip in row[0].split()]


def radeonsi(node, reasons, chip, program):
    if not os.path.exists(MESA) or not glob.glob('/usr/lib/*/dri/radeonsi_dri.so'):
        sys.exit(SKIP)
    patterns = read_reasons(reasons, chip)
    used, failed = set(), False
    for name in subprocess.run([program, '--list'], stdout=subprocess.PIPE, check=True, text=True).stdout.split('\n'):
        if not name.strip():
            continue
        scene = name.split()[0]
        code, reports, _ = run([node, 'run', '--', program, scene], 'hazard,sim', GLOAM_SIM_CHIP=chip,
                               __EGL_VENDOR_LIBRARY_FILENAMES=MESA, EGL_PLATFORM='surfaceless', MESA_SHADER_CACHE_DISABLE='true')
        unexplained = []
        for line in reports:
            match = [p for p in patterns if fnmatch.fnmatch(line, f'*: {p}*')]
            used.update(match)
            if not match:
                unexplained.append(line)
        if code or unexplained:
            failed = True
            print(f'{scene}: exit code {code}, {len(unexplained)} reports without a reason', *unexplained[:10], sep='\n  ')
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
