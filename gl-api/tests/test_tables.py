#!/usr/bin/env python3
"""The generator of the feature tables refuses tables in which something that is advertised is missing.

    test_tables.py GEN_FEATURE GL_XML TABLE_DIR
"""
import os
import shutil
import subprocess
import sys
import tempfile

GENERATOR, GL_XML, TABLES = sys.argv[1:4]


def without(text, start):
    lines = [line for line in text.splitlines() if not line.startswith(start)]
    assert len(lines) < len(text.splitlines()), start
    return '\n'.join(lines) + '\n'


def replaced(text, name, old, new):
    """The row of this name, its last `old` made `new`."""
    lines = text.splitlines()
    i = next(i for i, line in enumerate(lines) if line.startswith(name + ','))
    assert old in lines[i], lines[i]
    lines[i] = new.join(lines[i].rsplit(old, 1))
    return '\n'.join(lines) + '\n'


ES3 = {'offered.csv': lambda text: text + 'GL_ES_VERSION_3_1, es\n'}
CASES = [  # {file: change}, what the message names; None: accepted
    ({}, None),
    ({'ga_feature.csv': lambda text: replaced(text, 'sparse_texture', 'none, none', 'offered, none')}, 'glTexPageCommitment'),
    ({'ga_feature.csv': lambda text: replaced(text, 'sparse_texture', 'none, none', 'internal, none')}, None),
    ({'ga_feature.csv': lambda text: replaced(text, 'debug', 'debug,  ', 'debugging,  ')}, 'ga_feature.csv has no debug'),
    ({'entry.def': lambda text: without(text, 'BindVertexArray')}, 'glBindVertexArray'),
    ({'entry.def': lambda text: without(text, 'GetString')}, 'glGetString'),
    ({'ga_get.csv': lambda text: without(text, 'GL_MAX_VIEWPORT_DIMS')}, 'GL_MAX_VIEWPORT_DIMS'),
    ({'ga_get.csv': lambda text: without(text, 'GL_VERTEX_ARRAY_BINDING')}, 'GL_VERTEX_ARRAY_BINDING'),
    ({'ga_get.csv': lambda text: replaced(text, 'GL_DEPTH_FUNC', ', ,', ', debug_marker_ext,')}, 'GL_DEPTH_FUNC'),
    ({'ga_enable.csv': lambda text: without(text, 'enable, GL_BLEND')}, 'GL_BLEND'),
    ({'ga_enable.csv': lambda text: without(text, 'unpushed, GL_DEBUG_OUTPUT,')}, 'GL_DEBUG_OUTPUT'),
    ({'ga_enable.csv': lambda text: without(text, 'hint, GL_GENERATE_MIPMAP_HINT')}, 'GL_GENERATE_MIPMAP_HINT'),
    ({'entry.def': lambda text: without(text, 'GetStringi'), **ES3}, 'glGetStringi'),
    ({'ga_get.csv': lambda text: without(text, 'GL_MAJOR_VERSION'), **ES3}, 'GL_MAJOR_VERSION'),
    ({'ga_feature.csv': lambda text: replaced(text, 'context_version', 'internal, internal', 'none, internal'), **ES3},
     'version 3.2 of es is advertised, but its feature context_version is not implemented'),
]


def main():
    failures = 0
    for number, (changes, message) in enumerate(CASES):
        with tempfile.TemporaryDirectory() as folder:
            tables = os.path.join(folder, 'tables')
            shutil.copytree(TABLES, tables)
            for name, change in changes.items():
                path = os.path.join(tables, name)
                with open(path, encoding='utf-8') as file:
                    text = change(file.read())
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(text)
            run = subprocess.run([sys.executable, GENERATOR, GL_XML, tables, folder], capture_output=True, text=True, check=False)
            refused = run.returncode != 0 and message is not None and message in run.stderr and 'Traceback' not in run.stderr
            if not (run.returncode == 0 if message is None else refused):
                failures += 1
                print('case %d (%s): expected %s, got %d: %s' % (number, ', '.join(changes), message, run.returncode, run.stderr))
    sys.exit(failures != 0)


main()
