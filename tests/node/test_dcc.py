#!/usr/bin/env python3
"""A buffer that radeonsi compresses on GFX8 (DCC), used by gloam in another process in every way, and back; on older chips it is
tiled only. The model of caches and compression reports nothing.

  test_dcc.py NODE DCC_PAIR VENDOR"""
import sys

from node_test import MESA, environment, has_radeonsi, run, skip


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
        if code or 'consumer: gloam' not in output or 'hazard' in output:
            sys.exit(1)


main()
