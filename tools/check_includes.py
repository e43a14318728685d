#!/usr/bin/env python3
"""Checks each #include "..." against the table of rooms (tools/rooms.txt), which describes its own format.

Usage: check_includes.py ROOT TABLE [--stamp FILE --depfile FILE]
Exit status 1 and one line per finding: an include that the table does not allow, a folder without a row, a row that points
upwards, a permission that no include uses. The build runs it and fails with it."""
import argparse
import fnmatch
import os
import re
import sys

SOURCES = ('.c', '.h', '.cpp', '.def', '.inc')
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def lines_of(path):
    with open(path, encoding='utf-8', errors='replace') as f:
        return list(enumerate(f, 1))


class Row:
    def __init__(self, room, line, order):
        self.room, self.line, self.order = room, line, order
        self.allowed, self.used = [], set()

    def allows(self, room):
        hits = [a for a in self.allowed if fnmatch.fnmatchcase(room, a)]
        self.used.update(hits)
        return bool(hits)


class Table:
    def __init__(self, path):
        self.rows, self.generated, self.skipped, self.problems = {}, {}, [], []
        row = None
        for number, text in lines_of(path):
            text = text.split('#')[0].rstrip()
            if not text:
                continue
            where = f'{path}:{number}'
            if text[0].isspace():
                words = text.split()
                kind = words.pop(0) if words[0] == 'makes' else ''
                if row is None:
                    self.problems.append(f'{where}: a continued line without a room')
                    continue
            else:
                room, _, rest = text.partition(':')
                words, kind = rest.split(), ''
                if room == 'unchecked':
                    self.skipped += words
                    continue
                if room in self.rows:
                    self.problems.append(f'{where}: a second row of {room}')
                row = self.rows.setdefault(room, Row(room, where, len(self.rows)))
            if kind == 'makes':
                self.generated.update((name, row.room) for name in words)
            else:
                row.allowed.extend(words)

    def row_of(self, room):
        """The row of a room: its own, else the first pattern that fits."""
        if room in self.rows:
            return self.rows[room]
        return next((r for name, r in self.rows.items() if fnmatch.fnmatchcase(room, name)), None)

    def check_order(self):
        """Rooms are listed from the bottom up, so a row allows rooms of earlier rows only: no circles."""
        for row in self.rows.values():
            for name in row.allowed:
                targets = [r for r in self.rows.values() if fnmatch.fnmatchcase(r.room, name)] or \
                    [r for r in [self.row_of(name)] if r]
                if not targets:
                    self.problems.append(f'{row.line}: {name} has no row')
                if any(t.order > row.order for t in targets):
                    self.problems.append(f'{row.line}: {row.room} may not include {name}, which stands below it in the table')

    def is_skipped(self, room):
        return any(fnmatch.fnmatchcase(room, s) for s in self.skipped)


def room_of_include(root, folder, name, table):
    """The folder that an include names. A bare name that no folder has is generated: by a room of the table, or by this one."""
    if os.path.exists(os.path.join(root, folder, name)):
        return os.path.dirname(os.path.normpath(os.path.join(folder, name)))
    return table.generated.get(os.path.basename(name)) or os.path.dirname(name) or folder


def check(root, path):
    table = Table(path)
    table.check_order()
    findings, seen = table.problems, [path]
    for folder, folders, files in os.walk(root):
        room = os.path.relpath(folder, root).replace(os.sep, '/')
        # Build folders and version control are not part of the tree.
        folders[:] = sorted(f for f in folders if not f.startswith('.') and not os.path.exists(os.path.join(folder, f, 'build.ninja')))
        if table.is_skipped(room):
            continue
        seen.append(folder)
        sources = sorted(f for f in files if f.endswith(SOURCES))
        row = table.row_of(room)
        if sources and row is None:
            findings.append(f'{room}: the folder has no row in {path}')
            continue
        for name in sources:
            file = os.path.join(folder, name)
            seen.append(file)
            for number, text in lines_of(file):
                match = INCLUDE.match(text)
                if not match:
                    continue
                target = room_of_include(root, room, match.group(1), table)
                if target != room and not row.allows(target) and table.row_of(target) is not row:
                    findings.append(f'{room}/{name}:{number}: {room} may not include {target} ({match.group(1)}): see {path}')
    for row in table.rows.values():
        for name in row.allowed:
            if name not in row.used:
                findings.append(f'{row.line}: {row.room} includes nothing of {name} any more: remove the permission')
    return findings, seen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('root')
    parser.add_argument('table')
    parser.add_argument('--stamp')
    parser.add_argument('--depfile')
    args = parser.parse_args()
    findings, seen = check(args.root, args.table)
    for finding in findings:
        print(finding, file=sys.stderr)
    if findings:
        return 1
    if args.depfile:
        with open(args.depfile, 'w', encoding='utf-8') as f:
            f.write(args.stamp + ': ' + ' '.join(s.replace(' ', '\\ ') for s in seen) + '\n')
    if args.stamp:
        open(args.stamp, 'w', encoding='utf-8').close()
    return 0


if __name__ == '__main__':
    sys.exit(main())
