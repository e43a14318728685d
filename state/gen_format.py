#!/usr/bin/env python3
"""pipe_format.csv -> pipe_format.h (enum pipe_format) or pipe_format_table.c (one pipe_format_desc per format).

usage: gen_format.py --header|--table pipe_format.csv output
The rows are checked: names unique, channels fill the block exactly, swizzles name channels that exist."""
import re
import sys

LAYOUTS = {'plain', 'packed', 'packed_float', 'shared_exp', 'etc', 's3tc', 'rgtc', 'fxt1', 'bptc', 'astc', 'subsampled'}
TYPES = {  # type: (enum, normalized, pure integer)
    'un': ('UNSIGNED', 1, 0), 'sn': ('SIGNED', 1, 0), 'us': ('UNSIGNED', 0, 0), 'ss': ('SIGNED', 0, 0),
    'ui': ('UNSIGNED', 0, 1), 'si': ('SIGNED', 0, 1), 'f': ('FLOAT', 0, 0), 'fx': ('FIXED', 0, 0), 'x': ('VOID', 0, 0)}
COLOURS = {'rgb', 'srgb', 'zs', 'yuv'}
SWIZZLE = {'x': 'X', 'y': 'Y', 'z': 'Z', 'w': 'W', '0': '0', '1': '1', '_': 'NONE'}
UNCOMPRESSED = {'plain', 'packed', 'packed_float', 'shared_exp'}


def parse(path):
    formats, seen = [], set()
    for number, line in enumerate(open(path), 1):
        line = line.strip()
        if not line:
            continue
        if line.startswith('#'):
            continue

        def check(ok, text):
            if not ok:
                sys.exit(f'{path}:{number}: {text}')
        cells = [c.strip() for c in line.split(',')]
        check(len(cells) == 8, '8 columns expected')
        name, layout, swizzle, colours = cells[0], cells[1], cells[6], cells[7]
        w, h, size = (int(c) for c in cells[2:5])
        check(re.fullmatch('[A-Z0-9_x]+', name) and name not in seen, 'bad or repeated name')
        seen.add(name)
        check(layout in LAYOUTS and colours in COLOURS, 'unknown layout or colour space')
        channels, shift = [], 0
        for text in cells[5].split():
            m = re.fullmatch('([a-z]+)([0-9]+)', text)
            check(m and m.group(1) in TYPES, f'bad channel {text}')
            bits = int(m.group(2))
            check(layout != 'plain' or bits % 8 == 0, 'the size of a plain channel is a multiple of 8 bits')
            channels.append((*TYPES[m.group(1)], bits, shift))
            shift += bits
        check(1 <= len(channels) <= 4, '1 to 4 channels')
        check(layout not in UNCOMPRESSED or (w, h) == (1, 1) and shift == 8 * size, 'channels do not fill the block')
        check(len(swizzle) == 4 and all(c in SWIZZLE for c in swizzle), 'bad swizzle')
        for c in swizzle:
            check(c not in 'xyzw' or 'xyzw'.index(c) < len(channels), 'swizzle names no channel')
            check(c not in 'xyzw' or channels['xyzw'.index(c)][0] != 'VOID', 'swizzle reads a void channel')
        formats.append((name, layout, w, h, size, channels, swizzle, colours))
    return formats


def header(formats, out):
    print('/* Generated from pipe_format.csv by gen_format.py. */\n#ifndef PIPE_FORMAT_H\n#define PIPE_FORMAT_H\n', file=out)
    print('enum pipe_format {\n   PIPE_FORMAT_NONE = 0,', file=out)
    for f in formats:
        print(f'   PIPE_FORMAT_{f[0]},', file=out)
    print('   PIPE_FORMAT_COUNT\n};\n\n#include "state/pipe_format_desc.h"\n\n#endif', file=out)


def table(formats, out):
    print('/* Generated from pipe_format.csv by gen_format.py. */\n#include "pipe_format.h"\n\n#include "state/pipe_format_float.h"\n',
          file=out)
    print('const struct pipe_format_desc pipe_format_table[PIPE_FORMAT_COUNT] = {', file=out)
    print('   [PIPE_FORMAT_NONE] = { .name = "NONE", .block_width = 1, .block_height = 1, .swizzle = { 6, 6, 6, 6 } },', file=out)
    for name, layout, w, h, size, channels, swizzle, colours in formats:
        print(f'   [PIPE_FORMAT_{name}] = {{\n      .name = "{name}", .layout = PIPE_LAYOUT_{layout.upper()}, '
              f'.colorspace = PIPE_COLORSPACE_{colours.upper()},\n      .block_width = {w}, .block_height = {h}, '
              f'.block_size_B = {size}, .channel_count = {len(channels)},\n      .channel = {{', file=out)
        for kind, normalized, pure, bits, shift in channels:
            print(f'         {{ PIPE_CHANNEL_{kind}, {bits}, {shift}, {normalized}, {pure} }},', file=out)
        print('      },\n      .swizzle = { ' + ', '.join('PIPE_SWIZZLE_' + SWIZZLE[c] for c in swizzle) + ' },\n   },', file=out)
    print('};', file=out)
    srgb(out)


def srgb(out):
    """The curve from sRGB code to linear light, and where rounding to a code changes."""
    def linear(code):
        c = code / 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    def rows(name, values):
        print(f'\nconst float {name}[{len(values)}] = {{', file=out)
        for i in range(0, len(values), 6):
            print('   ' + ' '.join(f'{v:.9e}f,' for v in values[i:i + 6]), file=out)
        print('};', file=out)
    rows('pipe_srgb8_to_linear', [linear(i) for i in range(256)])
    rows('pipe_srgb8_threshold', [linear(i + 0.5) for i in range(255)])


def main():
    kind, source, target = sys.argv[1:4]
    formats = parse(source)
    with open(target, 'w') as out:
        {'--header': header, '--table': table}[kind](formats, out)


main()
