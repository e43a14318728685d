#!/usr/bin/env python3
"""Runs the rows of gl_commands on gloam, which must pass each, and on Mesa's llvmpipe as a witness.

  run_commands.py PROGRAM GLOAM_JSON FINDINGS API        API: es, core, compat, es1

A row that fails on llvmpipe must be one of FINDINGS ("APIS ::: CALL ::: what Mesa does"; APIS: some of es, core, compat, es1), and each of
FINDINGS must fail there. The list holds for Mesa MAJOR; with another version, differences are printed only. A row whose call ends
the process is left out of the run after it. Without Mesa, gloam alone is run; so it is under the address sanitizer, which ends the
process at Mesa's own errors."""
import os
import re
import subprocess
import sys

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
MESA_ENV = {'__EGL_VENDOR_LIBRARY_FILENAMES': MESA, 'EGL_PLATFORM': 'surfaceless', 'LIBGL_ALWAYS_SOFTWARE': '1'}
MAJOR = 22
DIED, ABSENT = 3, 77
LINE = re.compile(r' \([\w./]+\.c:\d+\)$')


def run(program, api, env, expected=None):
    """({call: what is wrong}, output) of all rows; those that end the process are left out of the next run. Where `expected` names
    calls, others are left out when they end it for the second time."""
    skips, found, ended = [], {}, set()
    while True:
        done = subprocess.run([program, api], env=dict(os.environ, GL_COMMANDS_SKIP='\n'.join(skips), **env), text=True,
                              stdout=subprocess.PIPE, check=False)
        rows = [line.split(' ::: ') for line in done.stdout.splitlines() if ' ::: ' in line]
        if done.returncode == ABSENT:
            return None, done.stdout
        if done.returncode not in (0, 1, DIED):
            sys.exit(f'{program} ended with {done.returncode}\n{done.stdout}')
        if done.returncode == DIED:
            call = rows[-1][1]
            if call in skips:
                sys.exit(f'{call} cannot be left out')
            if expected is not None and call not in expected and call not in ended:
                ended.add(call)
                continue
            skips.append(call)
            found[call] = 'ends the process'
            continue
        for row in rows:
            found.setdefault(row[1], LINE.sub('', row[2]))
        return found, done.stdout


def findings(path, api):
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith('#'):
                fields = [field.strip() for field in line.split(':::')]
                if len(fields) != 3:
                    sys.exit(f'{path}:{number}: not 3 fields')
                if api in fields[0].split():
                    yield fields[1], fields[2]


def main():
    program, gloam, path, api = sys.argv[1:]
    found, output = run(program, api, {'__EGL_VENDOR_LIBRARY_FILENAMES': gloam})
    print(output)
    if found is None:
        sys.exit('gloam does not offer the context')
    wrong = [f'gloam: {call}: {what}' for call, what in found.items()]
    if os.path.exists(MESA) and 'libasan' not in os.environ.get('LD_PRELOAD', ''):
        # Threads of llvmpipe crash now and then on a busy machine, whichever call the program is at: such a call is made again.
        expected = dict(findings(path, api))
        found, output = run(program, api, MESA_ENV, expected)
        version = re.search(r'Mesa (\d+)', output or '')
        differences = [f'llvmpipe: {call}: {what}, not in {path}' for call, what in (found or {}).items() if call not in expected]
        differences += [f'llvmpipe: {call}: {path} says "{what}", which it does not do' for call, what in expected.items()
                        if call not in (found or {})]
        if version and int(version[1]) == MAJOR:
            wrong += differences
        else:
            print('\n'.join(differences))
    sys.exit('\n'.join(wrong) if wrong else 0)


if __name__ == '__main__':
    main()
