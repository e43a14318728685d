#!/usr/bin/env python3
"""ga_format.csv -> ga_format_table.c. usage: gen_ga_format.py ga_format.csv pipe_format.csv output

pipe_format.csv gives the bits of each component, which the API can be asked for, and the check that names exist."""
import sys

APIS = {'es2': 'GA_FORMAT_ES2', 'es3': 'GA_FORMAT_ES3', 'core': 'GA_FORMAT_CORE', 'compat': 'GA_FORMAT_COMPAT'}
SWIZZLE = {'x': 'X', 'y': 'Y', 'z': 'Z', 'w': 'W', '0': '0', '1': '1'}
COLUMNS = {'image': (7, 8), 'pixels': (5,), 'legal': (6,), 'compressed': (3,)}


def rows(path):
    for number, line in enumerate(open(path), 1):
        line = line.strip()
        if line and not line.startswith('#'):
            yield number, [c.strip() for c in line.split(',')]


def component_bits(path):
    """pipe_format -> (red, green, blue, alpha, depth, stencil)"""
    bits = {}
    for _, (name, _, _, _, _, channels, swizzle, colours) in rows(path):
        sizes = [int(c.lstrip('abcdefghijklmnopqrstuvwxyz')) for c in channels.split()]
        one = [sizes['xyzw'.index(c)] if c in 'xyzw' else 0 for c in swizzle]
        bits[name] = (0, 0, 0, 0, one[0], one[1]) if colours == 'zs' else (*one, 0, 0)
    return bits


def read_pair(st, bits):
    """What ReadPixels offers for a framebuffer of this format besides RGBA, UNSIGNED_BYTE (ES 2.0, 4.3.1)."""
    packed = {(5, 6, 5, 0): ('GL_RGB', 'GL_UNSIGNED_SHORT_5_6_5'), (5, 5, 5, 1): ('GL_RGBA', 'GL_UNSIGNED_SHORT_5_5_5_1'),
              (4, 4, 4, 4): ('GL_RGBA', 'GL_UNSIGNED_SHORT_4_4_4_4')}
    return packed.get(bits[:4], ('GL_BGRA' if st.startswith('B8G8R8') else 'GL_RGBA', 'GL_UNSIGNED_BYTE'))


def apis(text):
    return '0' if text == '-' else ' | '.join(APIS[a] for a in text.split('|'))


def main():
    source, st_source, target = sys.argv[1:4]
    bits = component_bits(st_source)
    images, pixels, legal, compressed, first = [], [], [], [], {}
    for number, cells in rows(source):
        def check(ok, text):
            if not ok:
                sys.exit(f'{source}:{number}: {text}')
        kind = cells[0]
        check(kind in COLUMNS and len(cells) in COLUMNS[kind], 'unknown kind or wrong number of columns')
        if kind == 'image':
            _, name, base, stored, swizzle, uses, rb = cells[:7]
            blocks = cells[7] if len(cells) > 7 else None
            check(set(uses) <= set('cdstfkzun'), 'unknown use')
            check(blocks is None or blocks in bits, f'no such format: {blocks}')
            first.setdefault(name, len(images))
            for st in stored.split('|'):
                check(st in bits, f'no such format: {st}')
                b = bits[st]
                if base == 'GL_DEPTH_COMPONENT':
                    b = (0, 0, 0, 0, b[4], 0)
                if base == 'GL_STENCIL_INDEX':
                    b = (0, 0, 0, 0, 0, b[5])
                if base == 'GL_RGB':
                    b = (*b[:3], 0, 0, 0)
                images.append((name, base, st, swizzle, uses, rb, b, blocks or st))
        elif kind == 'pixels':
            check(cells[3] in bits and cells[4] in bits, 'no such format')
            check(cells[1:3] not in [p[:2] for p in pixels], 'repeated row')
            pixels.append(cells[1:])
        elif kind == 'legal':
            check(cells[1:4] not in [x[:3] for x in legal], 'repeated row')
            check(cells[2:4] in [p[:2] for p in pixels], 'no pixels row for this format and type')
            check(cells[4] in first, 'no image of this name')
            legal.append(cells[1:])
        else:
            check(cells[1] in first, 'no image of this name')
            compressed.append(cells[1:])

    with open(target, 'w') as out:
        print('/* Generated from ga_format.csv by gen_ga_format.py. */\n#include "gl-api/tables/ga_format.h"\n', file=out)
        print('const struct ga_format ga_format_table[] = {', file=out)
        for name, base, st, swizzle, uses, rb, b, blocks in images:
            flags = [f for f, c in (('color_renderable', 'c'), ('depth_renderable', 'd'), ('stencil_renderable', 's'),
                                    ('texture', 't'), ('filterable', 'f'), ('compressed', 'k'), ('copy_sized', 'z'),
                                    ('copy_unsized', 'u'), ('copy_keeps', 'n')) if c in uses]
            print(f'   {{ .internal_format = {name}, .base_format = {base}, .st = PIPE_FORMAT_{st},', file=out)
            print(f'     .blocks = PIPE_FORMAT_{blocks}, .read_format = %s, .read_type = %s,' % read_pair(st, b), file=out)
            print('     .swizzle = { ' + ', '.join('PIPE_SWIZZLE_' + SWIZZLE[c] for c in swizzle) + ' },', file=out)
            print('     .red = %d, .green = %d, .blue = %d, .alpha = %d, .depth = %d, .stencil = %d,' % b, file=out)
            print('     ' + ', '.join(f'.{f} = true' for f in flags) + f', .renderbuffer_apis = {apis(rb)} }},', file=out)
        print(f'}};\nconst unsigned ga_format_count = {len(images)};\n', file=out)
        print('const struct ga_pixel_format ga_pixel_format_table[] = {', file=out)
        for fmt, kind, st, same in pixels:
            print(f'   {{ {fmt}, {kind}, PIPE_FORMAT_{st}, PIPE_FORMAT_{same} }},', file=out)
        print(f'}};\nconst unsigned ga_pixel_format_count = {len(pixels)};\n', file=out)
        print('const struct ga_format_legal ga_format_legal_table[] = {', file=out)
        for internal, fmt, kind, image, where in legal:
            print(f'   {{ {internal}, {fmt}, {kind}, {first[image]} /* {image} */, {apis(where)} }},', file=out)
        print(f'}};\nconst unsigned ga_format_legal_count = {len(legal)};\n', file=out)
        print('const struct ga_format_legal ga_format_compressed_table[] = {', file=out)
        for image, where in compressed:
            print(f'   {{ {image}, GL_NONE, GL_NONE, {first[image]}, {apis(where)} }},', file=out)
        print(f'}};\nconst unsigned ga_format_compressed_count = {len(compressed)};', file=out)


main()
