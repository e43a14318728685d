#!/usr/bin/env python3
"""Checks that extensions.txt names a test for each extension that contexts of OpenGL ES 2.0 to 3.2 advertise, and for those of OpenGL
that the compatibility profile alone has. Other extensions of OpenGL may have rows.

    check_extensions.py FEATURES EXTENSIONS ROOT

FEATURES: ga_feature.csv. EXTENSIONS: name ::: file below ROOT ::: a word of the file that uses the extension."""
import collections
import csv
import os
import re
import sys


def advertised(path):
    """(The extensions of ES contexts up to 3.2 and those of the compatibility profile alone, other extensions of OpenGL), all of whose
    features are offered."""
    states, others = collections.defaultdict(list), collections.defaultdict(list)
    with open(path, encoding='utf-8') as file:
        for row in csv.reader(line for line in file if line.strip() and not line.startswith('#')):
            for extension in row[4].split():
                name, _, since = extension.partition('@')
                if int(since or 20) <= 32:
                    states[name].append(row[7].strip())
            for extension in row[5].split():
                name, *tags = extension.split('@')
                (states if 'compat' in tags else others)[name].append(row[8].strip())
    return [{name for name, found in group.items() if all(state == 'offered' for state in found)} for group in (states, others)]


def main():
    wanted, others = advertised(sys.argv[1])
    listed, errors = set(), []
    with open(sys.argv[2], encoding='utf-8') as file:
        for line in file:
            if not line.strip() or line.startswith('#'):
                continue
            name, path, word = (field.strip() for field in line.split(':::'))
            listed.add(name)
            path = os.path.join(sys.argv[3], path)
            if not os.path.exists(path):
                errors.append(f'{name}: {path} does not exist')
                continue
            with open(path, encoding='utf-8') as test:
                if not re.search(r'\b' + re.escape(word) + r'\b', test.read()):
                    errors.append(f'{name}: {path} has no {word}')
    errors += [f'{name}: no test is listed' for name in sorted(wanted - listed)]
    errors += [f'{name}: listed, but not advertised' for name in sorted(listed - wanted - others)]
    print('\n'.join(errors) or f'{len(wanted)} extensions, each with a test')
    sys.exit(1 if errors else 0)


if __name__ == '__main__':
    main()
