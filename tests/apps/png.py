"""png.py: reads PNG files for tests (8-bit RGB and RGBA, not interlaced)."""
import struct
import zlib


def read(path):
    """(width, height, channels, rows as bytes)"""
    with open(path, 'rb') as file:
        data = file.read()
    if data[:8] != b'\x89PNG\r\n\x1a\n':
        raise ValueError(path + ': not a PNG')
    at, packed, width, height, channels = 8, b'', 0, 0, 0
    while at < len(data):
        length, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b'IHDR':
            width, height, depth, color, _, _, interlace = struct.unpack('>IIBBBBB', body)
            if depth != 8 or color not in (2, 6) or interlace:
                raise ValueError(path + ': this kind of PNG is not read here')
            channels = 3 if color == 2 else 4
        elif kind == b'IDAT':
            packed += body
        at += 12 + length
    raw, stride, rows, before = zlib.decompress(packed), width * channels, [], bytes(width * channels)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = row[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            if kind == 1:
                add = left
            elif kind == 2:
                add = up
            elif kind == 3:
                add = (left + up) // 2
            elif kind == 4:
                guess = left + up - corner
                by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
                add = left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner
            else:
                add = 0
            row[i] = (row[i] + add) & 255
        before = bytes(row)
        rows.append(before)
    return width, height, channels, rows


def pixel(image, x, y):
    _, _, channels, rows = image
    return tuple(rows[y][x * channels:x * channels + 3])
