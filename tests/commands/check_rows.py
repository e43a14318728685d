#!/usr/bin/env python3
"""Fails where a command of entry.def lacks a row: a legal call, and an error or the statement that the specification names none.

  check_rows.py STAMP ENTRY_DEF INCLUDE SOURCE... -- COMPILER...

STAMP is written where every command has its rows. INCLUDE: the folder of commands_gl.h."""
import re
import subprocess
import sys

ROW = re.compile(r'row_begin(?:_pending)?\(CMD_(\w+),.*?row_end\((\w+),', re.DOTALL)
WITHOUT = re.compile(r'\(\(void\)CMD_(\w+)\)')
NOT_LEGAL = re.compile(r'\(\(void\)CMD_(\w+), \(void\)0\)')


def main():
    stamp, entries, include, *rest = sys.argv[1:]
    sources, compiler = rest[:rest.index('--')], rest[rest.index('--') + 1:]
    legal, errors = set(), set()
    for path in sources:
        text = subprocess.run([*compiler, '-E', '-P', '-I', include, path], stdout=subprocess.PIPE, text=True, check=True).stdout
        for name, error in ROW.findall(text):
            (legal if error == '0' else errors).add(name)
        errors.update(WITHOUT.findall(text))
        legal.update(NOT_LEGAL.findall(text))
    with open(entries, encoding='utf-8') as file:
        commands = {line.split('#')[0].strip() for line in file} - {''}
    missing = [f'{name}: no legal call' for name in sorted(commands - legal)]
    missing += [f'{name}: no error, and no NO_ERROR({name})' for name in sorted(commands - errors)]
    if missing:
        sys.exit('tests/commands: commands without rows\n' + '\n'.join(missing))
    with open(stamp, 'w', encoding='utf-8') as file:
        file.write(f'{len(commands)} commands\n')


if __name__ == '__main__':
    main()
