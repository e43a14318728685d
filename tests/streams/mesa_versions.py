"""mesa_versions.py: ranges of major versions of Mesa, which rows of lists may have: "<25", ">=26", "25", "25-26"."""
import math
import re

RANGE = r'<\d+|>=\d+|\d+(-\d+)?'


def version(text):
    """The major version of Mesa in a GL_VERSION."""
    return int(re.search(r' Mesa (\d+)\.', text)[1])


def span(versions):
    """The least and the greatest version; of an empty text: all. None: not a range."""
    if not versions:
        return 0, math.inf
    if not re.fullmatch(RANGE, versions):
        return None
    if versions[0] == '<':
        return 0, int(versions[1:]) - 1
    if versions[0] == '>':
        return int(versions[2:]), math.inf
    first, _, last = versions.partition('-')
    return int(first), int(last or first)
