#!/usr/bin/env python3
"""ga_format.csv -> ga_format_table.c. usage: gen_ga_format.py ga_format.csv pipe_format.csv ga_feature.csv output

pipe_format.csv gives the bits of each component, which the API can be asked for, and the check that names exist.
ga_feature.csv gives the features that gates name."""
import sys

MAX_GATE = 2  # features in a gate: struct ga_format_gate
SWIZZLE = {'x': 'X', 'y': 'Y', 'z': 'Z', 'w': 'W', '0': '0', '1': '1'}
COLUMNS = {'image': (10, 11), 'pixels': (5,), 'arrays': (4,), 'legal': (6,), 'storage': (6,), 'desktop': (4,), 'compressed': (3,)}
INTEGERS = (('GL_UNSIGNED_BYTE', 8, 'U'), ('GL_BYTE', 8, 'S'), ('GL_UNSIGNED_SHORT', 16, 'U'), ('GL_SHORT', 16, 'S'),
            ('GL_UNSIGNED_INT', 32, 'U'), ('GL_INT', 32, 'S'))
FLOATS = (('GL_HALF_FLOAT', 16), ('GL_FLOAT', 32))


def rows(path):
    for number, line in enumerate(open(path), 1):
        line = line.strip()
        if line and not line.startswith('#'):
            yield number, [c.strip() for c in line.split(',')]


# Components of surfaces in terms of the stored channels: framebuffers have luminance and intensity as red.
SURFACES = {'GL_ALPHA': '000x', 'GL_LUMINANCE': 'x001', 'GL_INTENSITY': 'x001', 'GL_LUMINANCE_ALPHA': 'x00y'}


def read_formats(path):
    """pipe_format -> (red, green, blue, alpha, depth, stencil); pipe_format -> type of its first channel, as in the file;
    pipe_format -> (channels, swizzle, colours) of those that are not packed"""
    bits, kinds, plain = {}, {}, {}
    for _, (name, layout, _, _, _, channels, swizzle, colours) in rows(path):
        sizes = [int(c.lstrip('abcdefghijklmnopqrstuvwxyz')) for c in channels.split()]
        one = [sizes['xyzw'.index(c)] if c in 'xyzw' else 0 for c in swizzle]
        bits[name] = (0, 0, 0, 0, one[0], one[1]) if colours == 'zs' else (*one, 0, 0)
        kinds[name] = channels.split()[0].rstrip('0123456789')
        if layout == 'plain':
            plain[name] = channels, swizzle, colours
    return bits, kinds, plain


def surface_format(base, st, plain):
    """The pipe_format of an image's surfaces. None: it has none."""
    if base not in SURFACES:
        return st
    channels, _, colours = plain.get(st, (None, None, None))
    return next((name for name, key in plain.items() if key == (channels, SURFACES[base], colours)), None)


def bits_of_base(base, b):
    """(red, green, blue, alpha, depth, stencil, luminance, intensity) of an image whose stored format has the bits b."""
    alpha = b[3] or b[1]
    return {'GL_DEPTH_COMPONENT': (0, 0, 0, 0, b[4], 0, 0, 0), 'GL_STENCIL_INDEX': (0, 0, 0, 0, 0, b[5], 0, 0),
            'GL_RGB': (*b[:3], 0, 0, 0, 0, 0), 'GL_YCBCR_MESA': (0,) * 8, 'GL_ALPHA': (0, 0, 0, b[0], 0, 0, 0, 0), 'GL_LUMINANCE': (0, 0, 0, 0, 0, 0, b[0], 0),
            'GL_LUMINANCE_ALPHA': (0, 0, 0, alpha, 0, 0, b[0], 0), 'GL_INTENSITY': (0, 0, 0, 0, 0, 0, 0, b[0])}.get(base, (*b, 0, 0))


def read_pair(st, bits, kind):
    """What ReadPixels offers for a framebuffer of this format besides the pair that its kind of components always has
    (ES 3.0, 4.3.2)."""
    packed = {(5, 6, 5, 0): ('GL_RGB', 'GL_UNSIGNED_SHORT_5_6_5'), (5, 5, 5, 1): ('GL_RGBA', 'GL_UNSIGNED_SHORT_5_5_5_1'),
              (4, 4, 4, 4): ('GL_RGBA', 'GL_UNSIGNED_SHORT_4_4_4_4'),
              (10, 10, 10, 2): ('GL_RGBA', 'GL_UNSIGNED_INT_2_10_10_10_REV')}
    components = {(1, 0, 0): 'GL_RED', (1, 1, 0): 'GL_RG'}.get(tuple(min(b, 1) for b in bits[:3]), 'GL_RGBA')
    size = bits[0] or bits[6] or bits[7] or bits[3]
    if not size:
        return 'GL_NONE', 'GL_NONE'
    if st.startswith('R11G11B10'):
        return 'GL_RGB', 'GL_UNSIGNED_INT_10F_11F_11F_REV'
    if kind == 'f':
        return components, 'GL_HALF_FLOAT' if size == 16 else 'GL_FLOAT'
    if kind in ('ui', 'si'):
        if size == 10:
            return 'GL_RGBA_INTEGER', 'GL_UNSIGNED_INT_2_10_10_10_REV'
        types = {'ui8': 'GL_UNSIGNED_BYTE', 'si8': 'GL_BYTE', 'ui16': 'GL_UNSIGNED_SHORT', 'si16': 'GL_SHORT',
                 'ui32': 'GL_UNSIGNED_INT', 'si32': 'GL_INT'}
        return components + '_INTEGER', types[f'{kind}{size}']
    if kind == 'sn':
        return components, 'GL_SHORT' if size == 16 else 'GL_BYTE'
    if size == 16:
        return components, 'GL_UNSIGNED_SHORT'
    if components != 'GL_RGBA' and size == 8:
        return components, 'GL_UNSIGNED_BYTE'
    return packed.get(bits[:4], ('GL_BGRA' if st.startswith('B8G8R8') else 'GL_RGBA', 'GL_UNSIGNED_BYTE'))


def array_rows(fmt, components, kind, existing):
    """Rows of the array types of a format: (format, type, client format, same, swizzles or None). The client format has the components
    in the order R, G, B, A; the swizzles are those of unpacking (RGBA in terms of the client format) and of packing (the reverse).
    Luminance is packed of the first component, to which the reader adds the others."""
    names = [(kind_name, bits, ('UNORM' if sign == 'U' else 'SNORM') if kind in 'nz' else sign + 'INT')
             for kind_name, bits, sign in INTEGERS]
    if kind != 'i':
        names += [(kind_name, bits, 'FLOAT') for kind_name, bits in FLOATS]
    swizzles = None
    if not 'rgba'.startswith(components):
        rgba = 'llla' if 'l' in components else 'rgba'
        unpack = ['xyzw'[components.index(c)] if c in components else '1' if c == 'a' else '0' for c in rgba]
        pack = ['xyzw'[rgba.index(c)] for c in components]
        swizzles = unpack, pack + ['0'] * (4 - len(pack))
    for kind_name, bits, suffix in names:
        if [fmt, kind_name] not in existing:
            client_format = ''.join(f'{c}{bits}' for c in 'RGBA'[:len(components)]) + '_' + suffix
            yield fmt, kind_name, client_format, 'NONE' if swizzles or kind in 'zs' else client_format, swizzles


def main():
    source, st_source, feature_source, target = sys.argv[1:5]
    bits, kinds, plain = read_formats(st_source)
    features = {cells[0] for _, cells in rows(feature_source)}
    images, pixels, legal, desktop, compressed, first = [], [], [], [], [], {}
    for number, cells in rows(source):
        def check(ok, text):
            if not ok:
                sys.exit(f'{source}:{number}: {text}')

        def gate(text):
            if text in ('*', '-'):
                return '{ { %s } }' % ('GA_FORMAT_ALWAYS' if text == '*' else '0')
            names = text.split('|')
            check(set(names) <= features and len(names) <= MAX_GATE, f'no such features, or too many: {text}')
            return '{ { %s } }' % ', '.join(f'GA_FEATURE_{n} + 1' for n in names)

        kind = cells[0]
        check(kind in COLUMNS and len(cells) in COLUMNS[kind], 'unknown kind or wrong number of columns')
        if kind == 'image':
            _, name, base, stored, swizzle, uses, texture, filtered, render, rb = cells[:10]
            blocks = cells[10] if len(cells) > 10 else None
            check(set(uses) <= set('kzZun-'), 'unknown use')
            check(blocks is None or blocks in bits, f'no such format: {blocks}')
            first.setdefault(name, len(images))
            for st in stored.split('|'):
                check(st in bits, f'no such format: {st}')
                surface = surface_format(base, st, plain)
                check(render == '-' or surface, f'no pipe_format has the components of {base} in {st}')
                images.append((name, base, st, swizzle, uses, (gate(texture), gate(filtered), gate(render), gate(rb)),
                               bits_of_base(base, bits[st]), blocks or st, surface or st))
        elif kind == 'pixels':
            check(cells[3] in bits and cells[4] in [*bits, 'NONE'], 'no such format')
            check(tuple(cells[1:3]) not in [p[:2] for p in pixels], 'repeated row')
            pixels.append((*cells[1:], None))
        elif kind == 'arrays':
            check(set(cells[2]) <= set('rgbal') and cells[3] in 'nizs', 'unknown components or kind')
            for row in array_rows(*cells[1:], [list(p[:2]) for p in pixels]):
                check(row[2] in bits, f'no such format: {row[2]}')
                pixels.append(row)
        elif kind in ('legal', 'storage'):
            check(cells[4] in first, 'no image of this name')
            for one in cells[3].split('|'):
                check([*cells[1:3], one, kind == 'storage'] not in [[*x[:3], x[5]] for x in legal], 'repeated row')
                check((cells[2], one) in [p[:2] for p in pixels], 'no pixels row for this format and type')
                legal.append([*cells[1:3], one, cells[4], gate(cells[5]), kind == 'storage'])
        elif kind == 'desktop':
            check(cells[2] in first, 'no image of this name')
            desktop.append((*cells[1:3], gate(cells[3])))
        else:
            check(cells[1] in first, 'no image of this name')
            compressed.append((cells[1], gate(cells[2])))

    with open(target, 'w') as out:
        print('/* Generated from ga_format.csv by gen_ga_format.py. */\n#include "gl-api/object/ga_format.h"\n', file=out)
        print('const struct ga_format ga_format_table[] = {', file=out)
        for name, base, st, swizzle, uses, gates, b, blocks, surface in images:
            flags = [f for f, c in (('compressed', 'k'), ('copy_sized', 'zZ'), ('copy_sized_es3', 'Z'), ('copy_unsized', 'u'),
                                    ('copy_keeps', 'n')) if set(uses) & set(c)]
            print(f'   {{ .internal_format = {name}, .base_format = {base}, .st = PIPE_FORMAT_{st},', file=out)
            print(f'     .surface = PIPE_FORMAT_{surface}, .blocks = PIPE_FORMAT_{blocks},', file=out)
            print('     .read_format = %s, .read_type = %s,' % read_pair(st, b, kinds[st]), file=out)
            print('     .swizzle = { ' + ', '.join('PIPE_SWIZZLE_' + SWIZZLE[c] for c in swizzle) + ' },', file=out)
            print('     .red = %d, .green = %d, .blue = %d, .alpha = %d, .depth = %d, .stencil = %d,' % b[:6], file=out)
            print('     .luminance = %d, .intensity = %d,' % b[6:], file=out)
            print('     .texture = %s, .filter = %s, .render = %s, .renderbuffer = %s,' % gates, file=out)
            print('     ' + ', '.join(f'.{f} = true' for f in flags) + ' },', file=out)
        print(f'}};\nconst unsigned ga_format_count = {len(images)};\n', file=out)
        print('const struct ga_pixel_format ga_pixel_format_table[] = {', file=out)
        for fmt, kind, st, same, swizzles in pixels:
            order = ''
            if swizzles:
                order = ', true, ' + ', '.join('{ ' + ', '.join('PIPE_SWIZZLE_' + SWIZZLE[c] for c in s) + ' }' for s in swizzles)
            print(f'   {{ {fmt}, {kind}, PIPE_FORMAT_{st}, PIPE_FORMAT_{same}{order} }},', file=out)
        print(f'}};\nconst unsigned ga_pixel_format_count = {len(pixels)};\n', file=out)
        print('const struct ga_format_legal ga_format_legal_table[] = {', file=out)
        for internal, fmt, kind, image, where, storage in legal:
            print(f'   {{ {internal}, {fmt}, {kind}, {first[image]} /* {image} */, {where}, {str(storage).lower()} }},', file=out)
        print(f'}};\nconst unsigned ga_format_legal_count = {len(legal)};\n', file=out)
        print('const struct ga_format_desktop ga_format_desktop_table[] = {', file=out)
        for internal, image, where in desktop:
            print(f'   {{ {internal}, {first[image]} /* {image} */, {where} }},', file=out)
        print(f'}};\nconst unsigned ga_format_desktop_count = {len(desktop)};\n', file=out)
        print('const struct ga_format_compressed ga_format_compressed_table[] = {', file=out)
        for image, listed in compressed:
            print(f'   {{ {first[image]} /* {image} */, {listed} }},', file=out)
        print(f'}};\nconst unsigned ga_format_compressed_count = {len(compressed)};', file=out)


main()
