#!/usr/bin/env python3
"""A buffer that radeonsi compresses on GFX8 (DCC), used by gloam in another process in every way, and back; on older chips it is
tiled only. The model of caches and compression reports nothing but what tests/streams/hazard_reasons.txt explains of radeonsi.

  test_dcc.py NODE DCC_PAIR VENDOR"""
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../streams'))
from mesa_versions import version
from run_hazard import explain, read_reasons
from node_test import MESA, environment, has_radeonsi, run, skip

REASONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../streams/hazard_reasons.txt')


def main():
    node, program, vendor = sys.argv[1:]
    if not has_radeonsi():
        skip('no radeonsi here')
    for chip in ('polaris10', 'hawaii', 'tahiti'):
        env = dict(environment(MESA, GLOAM_SIM_CHIP=chip), GLOAM_DEBUG='1,hazard')
        code, output = run(node, [program, 'produce', vendor], env)
        print(f'{chip}: exit code {code}\n{output.strip()}')
        if code == 77:
            skip(output.strip())
        if code or 'consumer: gloam' not in output:
            sys.exit(1)
        patterns = read_reasons(REASONS, chip, version(re.search('producer: .*', output)[0]))
        if any('hazard' in line and not explain(line, patterns) for line in output.splitlines()):
            sys.exit(1)


main()
