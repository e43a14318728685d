#!/usr/bin/env python3
"""Makes pm4_ops.h (macros for builders) and pm4_table.c (names for the printer and the checker) from pm4_ops.csv."""
import re
import sys


def fail(line_no, text):
    sys.exit(f"pm4_ops.csv:{line_no}: {text}")


def parse_word(line_no, text):
    optional = text.startswith("[") and text.endswith("]")
    if optional:
        text = text[1:-1]
    match = re.fullmatch(r"([A-Z][A-Z0-9_]*)(\{[^}]*\})?(\*?)", text)
    if not match:
        fail(line_no, f"bad word '{text}'")
    fields, used = [], 0
    for item in (match.group(2) or "{}")[1:-1].split():
        parts = item.split(":")
        low = int(parts[1])
        high = int(parts[2]) if len(parts) > 2 else low
        mask = ((1 << (high - low + 1)) - 1) << low
        if not 0 <= low <= high <= 31 or used & mask:
            fail(line_no, f"field {item} is out of range or overlaps")
        used |= mask
        fields.append((parts[0], low, high))
    return {"name": match.group(1), "fields": fields, "repeat": bool(match.group(3)), "optional": optional}


def parse(path):
    packets = []
    for line_no, line in enumerate(open(path, encoding="ascii"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        code, name, first, last, body = line.split(",", 4)
        words = re.findall(r"(?:\[[^\]]*\]|[^\s{]+(?:\{[^}]*\})?\*?)", body)
        packet = {"code": int(code, 0), "name": name, "first": int(first), "last": int(last),
                  "words": [parse_word(line_no, w) for w in words]}
        if packets and packet["code"] <= packets[-1]["code"]:
            fail(line_no, "opcodes must ascend")
        if not 6 <= packet["first"] <= packet["last"] <= 8:
            fail(line_no, "levels must be 6..8")
        for word in packet["words"][:-1]:
            if word["repeat"]:
                fail(line_no, "only the last word may repeat")
        packets.append(packet)
    return packets


def header(packets):
    out = ["/* Generated from pm4_ops.csv by gen_pm4.py. */", "#ifndef PM4_OPS_H", "#define PM4_OPS_H", "",
           "/* count = body dwords - 1; the header's own dword is not counted. */",
           "#define PKT_TYPE_G(header) ((uint32_t)(header) >> 30)",
           "#define PKT_COUNT_G(header) (((uint32_t)(header) >> 16) & 0x3fff)",
           "#define PKT3_IT_OPCODE_G(header) (((uint32_t)(header) >> 8) & 0xff)",
           "#define PKT3_PREDICATE_G(header) ((uint32_t)(header) & 1)",
           "#define PKT3_SHADER_TYPE_S(compute) (((uint32_t)(compute) & 1) << 1)",
           "#define PKT3_SHADER_TYPE_G(header) (((uint32_t)(header) >> 1) & 1)",
           "#define PKT3(op, count, predicate) \\",
           "   (3u << 30 | ((uint32_t)(count) & 0x3fff) << 16 | ((uint32_t)(op) & 0xff) << 8 | "
           "((uint32_t)(predicate) & 1))",
           "#define PKT2_NOP_PAD 0x80000000u /* one dword of filler */",
           "#define PKT3_NOP_PAD 0xffff1000u /* GFX7+: one dword of filler */", ""]
    for p in packets:
        out.append(f"#define PKT3_{p['name']} 0x{p['code']:02X}")
    out.append("")
    out.append("/* Fields of packet words: PM4_<packet>_<word>_<field>(x) packs, PM4_GET_... extracts. */")
    for p in packets:
        for word in p["words"]:
            for name, low, high in word["fields"]:
                mask = (1 << (high - low + 1)) - 1
                full = f"{p['name']}_{word['name']}_{name}"
                out.append(f"#define PM4_{full}(x) (((uint32_t)(x) & 0x{mask:x}u) << {low})")
                out.append(f"#define PM4_GET_{full}(v) (((uint32_t)(v) >> {low}) & 0x{mask:x}u)")
    return "\n".join(out + ["", "#endif", ""])


def table(packets):
    fields, words, rows = [], [], []
    for p in packets:
        first_word = len(words)
        for word in p["words"]:
            words.append(f'   {{ "{word["name"]}", {len(fields)}, {len(word["fields"])}, '
                         f'{int(word["repeat"])}, {int(word["optional"])} }},')
            for name, low, high in word["fields"]:
                fields.append(f'   {{ "{name}", {low}, {high} }},')
        need = sum(1 for w in p["words"] if not w["optional"])
        rows.append(f'   {{ "{p["name"]}", 0x{p["code"]:02x}, {p["first"]}, {p["last"]}, {first_word}, '
                    f'{len(p["words"])}, {need} }},')
    return "\n".join(["/* Generated from pm4_ops.csv by gen_pm4.py. */", '#include "pm4.h"', "",
                      "const struct pm4_field pm4_fields[] = {"] + fields + ["};", "",
                      "const struct pm4_word pm4_words[] = {"] + words + ["};", "",
                      "const struct pm4_packet_info pm4_packets[] = {"] + rows + ["};", "",
                      f"const unsigned pm4_packet_count = {len(rows)};", ""])


def main():
    packets = parse(sys.argv[1])
    for path in sys.argv[2:]:
        text = header(packets) if path.endswith(".h") else table(packets)
        with open(path, "w", encoding="ascii") as f:
            f.write(text)


main()
