#!/usr/bin/env python3
"""Makes from pm4_ops.csv: pm4_ops.h (opcodes and fields), pm4_pack.h (a struct and a function for each packet, for
builders) and pm4_table.c (names for the printer and the checker)."""
import re
import sys


ENGINES = {"-": 0, "C": 1 | 2, "S": 1, "K": 4}  # enum pm4_engine


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
        parts = re.fullmatch(r"(\w+):(\d+)(?::(\d+))?(?:\(([^)]*)\))?", item)
        if not parts:
            fail(line_no, f"bad field '{item}'")
        low = int(parts[2])
        high = int(parts[3] or low)
        values = [(name, int(value)) for name, value in (v.split("=") for v in (parts[4] or "").split(",") if v)]
        mask = ((1 << (high - low + 1)) - 1) << low
        if not 0 <= low <= high <= 31 or used & mask:
            fail(line_no, f"field {item} is out of range or overlaps")
        if any(value > mask >> low for _, value in values):
            fail(line_no, f"a value of field {item} is too large")
        used |= mask
        fields.append((parts[1], low, high, values))
    return {"name": match.group(1), "fields": fields, "repeat": bool(match.group(3)), "optional": optional}


def parse(path):
    packets = []
    for line_no, line in enumerate(open(path, encoding="ascii"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        code, name, first, last, engines, body = line.split(",", 5)
        words = re.findall(r"(?:\[[^\]]*\]|[^\s{]+(?:\{[^}]*\})?\*?)", body)
        packet = {"code": int(code, 0), "name": name, "first": int(first), "last": int(last), "engines": engines,
                  "words": [parse_word(line_no, w) for w in words]}
        if packets and packet["code"] <= packets[-1]["code"]:
            fail(line_no, "opcodes must ascend")
        if not 6 <= packet["first"] <= packet["last"] <= 8:
            fail(line_no, "levels must be 6..8")
        if not re.fullmatch("-|[CSK]+", engines):
            fail(line_no, f"engines '{engines}'")
        for word in packet["words"][:-1]:
            if word["repeat"]:
                fail(line_no, "only the last word may repeat")
        packets.append(packet)
    return packets


def header(packets):
    out = ["/* Generated from pm4_ops.csv by gen_pm4.py. */", "#ifndef PM4_OPS_H", "#define PM4_OPS_H", "",
           "/* count = body dwords - 1; without the header. */",
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
            for name, low, high, values in word["fields"]:
                mask = (1 << (high - low + 1)) - 1
                full = f"{p['name']}_{word['name']}_{name}"
                out.append(f"#define PM4_{full}(x) (((uint32_t)(x) & 0x{mask:x}u) << {low})")
                out.append(f"#define PM4_GET_{full}(v) (((uint32_t)(v) >> {low}) & 0x{mask:x}u)")
                for value_name, value in values:
                    out.append(f"#define PM4_{p['name']}_{name}_{value_name} {value}")
    return "\n".join(out + ["", "#endif", ""])


def members(packet):
    """Members of a packet's struct: name -> (C type, [(word index, value expression, bits)]). X_LO and X_HI make one x of 64 bits."""
    parts = []  # (name, word index, low or None for a word, bits, is half of an address)
    for i, word in enumerate(packet["words"]):
        if word["fields"]:
            parts += [(name, i, low, high - low + 1) for name, low, high, _ in word["fields"]]
        else:
            parts.append((word["name"], i, 0, 32))
    names = [p[0] for p in parts]
    out = {}
    for name, i, low, bits in parts:
        full = name if names.count(name) == 1 else f"{packet['words'][i]['name']}_{name}"
        half = re.fullmatch(r"(.*)_(LO|HI)", full)
        if half and f"{half[1]}_LO" in names and f"{half[1]}_HI" in names:
            member, shift, c_type = half[1].lower(), 32 if half[2] == "HI" else 0, "uint64_t"
        else:
            member = full.lower() + ("_" if full == "CONTINUE" else "")  # a keyword of C
            shift, c_type = 0, "bool" if bits == 1 else "uint32_t"
        out.setdefault(member, (c_type, []))[1].append((i, low, bits, shift))
    return out


def pack(packet):
    """A struct of named fields and the function that emits it."""
    name = "pm4_" + packet["name"].lower()
    optional = [w for w in packet["words"] if w["optional"]]
    fields = members(packet)
    if optional:
        name += "_with_" + next(m for m, (_, uses) in fields.items() if packet["words"][uses[0][0]]["optional"])
    words = [[] for _ in packet["words"]]
    checks = []
    for member, (c_type, uses) in fields.items():
        for i, low, bits, shift in uses:
            value = f"p->{member} >> 32" if shift else f"p->{member}"
            if c_type == "uint64_t" or low:
                value = f"(uint32_t)({value})" if shift else f"(uint32_t){value}"
            words[i].append(f"{value} << {low}" if low else value)
        bits = max(bits + shift for _, _, bits, shift in uses)
        if c_type != "bool" and bits not in (32, 64):
            checks.append(f"   assert(p->{member} >> {bits} == 0);")
    out = [f"struct {name} {{"]
    out += [f"   {c_type} {member};" for member, (c_type, _) in fields.items()]
    out += ["   bool predicate; /* the CP skips the packet when the condition of SET_PREDICATION fails */",
            "   bool compute;   /* SHADER_TYPE of the header: state of dispatches */", "};", "",
            f"static inline void {name}(struct pm4_buf *b, const struct {name} *p)", "{"] + checks
    out.append(f"   pm4_packet_flags(b, PKT3_{packet['name']}, {len(words)}, p->predicate, p->compute);")
    out += [f"   pm4_emit(b, {' | '.join(w)});" for w in words]
    return out + ["}", ""]


def packs(packets):
    out = ["/* Generated from pm4_ops.csv by gen_pm4.py: packets as structs. X_LO and X_HI are one 64-bit member. Packets of any",
           " * length (registers, data) have functions in pm4_build.h, which includes this file. */", ""]
    for p in packets:
        if not any(w["repeat"] for w in p["words"]):
            out += pack(p)
    return "\n".join(out)


def table(packets):
    fields, words, rows = [], [], []
    for p in packets:
        first_word = len(words)
        for word in p["words"]:
            words.append(f'   {{ "{word["name"]}", {len(fields)}, {len(word["fields"])}, '
                         f'{int(word["repeat"])}, {int(word["optional"])} }},')
            for name, low, high, _ in word["fields"]:
                fields.append(f'   {{ "{name}", {low}, {high} }},')
        need = sum(1 for w in p["words"] if not w["optional"])
        rows.append(f'   {{ "{p["name"]}", 0x{p["code"]:02x}, {p["first"]}, {p["last"]}, {first_word}, '
                    f'{len(p["words"])}, {need}, {sum(ENGINES[e] for e in p["engines"])} }},')
    return "\n".join(["/* Generated from pm4_ops.csv by gen_pm4.py. */", '#include "pm4.h"', "",
                      "const struct pm4_field pm4_fields[] = {"] + fields + ["};", "",
                      "const struct pm4_word pm4_words[] = {"] + words + ["};", "",
                      "const struct pm4_packet_info pm4_packets[] = {"] + rows + ["};", "",
                      f"const unsigned pm4_packet_count = {len(rows)};", ""])


def main():
    packets = parse(sys.argv[1])
    for path in sys.argv[2:]:
        make = packs if path.endswith("pack.h") else header if path.endswith(".h") else table
        text = make(packets)
        with open(path, "w", encoding="ascii") as f:
            f.write(text)


main()
