#!/usr/bin/env python3
"""docs/env_vars.md names every environment variable and debug flag that the library reads, with its default, and no other.

  test_docs.py GLOAM_INFO ENV_VARS.md"""
import re
import subprocess
import sys


def main():
    info = subprocess.run([sys.argv[1], '--env'], stdout=subprocess.PIPE, text=True, check=True).stdout
    with open(sys.argv[2], encoding='utf-8') as file:
        text = file.read()
    real = dict(re.findall(r'^(GLOAM_\w+)\s+default "(.*)"$', info, re.M))
    documented = {name: default.strip('` ') for name, default in re.findall(r'^\| `(GLOAM_\w+)` \|([^|]*)\|', text, re.M)}
    if not real or real != documented:
        sys.exit(f'the library reads {real}\nthe page says {documented}')
    flags = set(re.findall(r'^    (\w+) ', info.split('flags of GLOAM_DEBUG')[1], re.M))
    listed = set(re.findall(r'\w+', ' '.join(re.findall(r'`([\w,]+)`', text.split('Flags of')[1]))))
    if flags - listed:
        sys.exit(f'flags not listed: {flags - listed}')


main()
