#!/usr/bin/env python3
"""test_check_includes.py: check_includes.py finds each kind of violation in small trees, and nothing where there is none."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from check_includes import check  # noqa: E402

TABLE = 'low:\n   makes low_made.h\nmid: low\ntop/*: low mid\nunchecked: */tests\n'


class Trees(unittest.TestCase):
    def findings(self, table, files):
        with tempfile.TemporaryDirectory() as root:
            everything = {'low/low.h': '', 'mid/mid.c': '#include "low/low.h"\n', 'top/a/a.h': '#include "mid/mid.h"\n',
                          'top/b/b.c': '#include "top/a/a.h"\n  #  include "low_made.h"\n', **files}
            for name, text in {**everything, 'rooms': table}.items():
                os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
                with open(os.path.join(root, name), 'w', encoding='utf-8') as f:
                    f.write(text)
            return [f.replace(root + '/', '') for f in check(root, os.path.join(root, 'rooms'))[0]]

    def only(self, words, table, files=()):
        found = self.findings(table, dict(files))
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_nothing(self):
        self.assertEqual(self.findings(TABLE, {}), [])
        self.assertEqual(self.findings(TABLE, {'low/tests/t.c': '#include "mid/mid.h"\n'}), [])
        self.assertEqual(self.findings(TABLE, {'low/low.c': '#include <mid/mid.h>\n// #include "mid/mid.h"\n#include "low.h"\n'}), [])

    def test_upwards(self):
        self.only('low/low.c:2: low may not include mid', TABLE, {'low/low.c': '\n#include "mid/mid.h"\n'})
        self.only('low/low.h:1: low may not include top/a', TABLE, {'low/low.h': '#include "top/a/a.h"\n'})

    def test_relative(self):
        self.only('low may not include mid', TABLE, {'low/low.c': '#include "../mid/mid.c"\n'})

    def test_generated(self):
        self.assertEqual(self.findings(TABLE, {'mid/x.c': '#include "low_made.h"\n'}), [])
        self.only('low may not include mid', TABLE.replace('mid: low', 'mid: low\n   makes mid_made.h'),
                  {'low/low.c': '#include "mid_made.h"\n'})

    def test_table(self):
        self.only('other: the folder has no row', TABLE, {'other/o.c': ''})
        self.only('mid, which stands below it', TABLE.replace('low:', 'low: mid'), {'low/low.c': '#include "mid/mid.h"\n'})
        self.only('remove the permission', TABLE.replace('top/*: low mid', 'spare:\ntop/*: low mid spare'))
        self.assertEqual(self.findings(TABLE.replace('top/*: low mid', 'top/*: low\n   mid'), {}), [])
        self.only('a second row of low', TABLE + 'low:\n   makes low_made.h\n')


if __name__ == '__main__':
    unittest.main()
