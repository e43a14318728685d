"""Generates the C tables of test_surf.c from tiling_vectors.json and the tiling registers of devices.json."""
import json
import sys

vectors_path, devices_path, out_path = sys.argv[1:4]
vectors = json.load(open(vectors_path))["vectors"]
devices = json.load(open(devices_path))["devices"]

GB_ADDR_CONFIG, GB_TILE_MODE0, GB_MACROTILE_MODE0 = 0x263E, 0x2644, 0x2664


def registers(dev):
    return {int(r["reg_dw"], 16): int(r["value"], 16) for r in dev["mmr_regs"] if r["instance"] == "0xffffffff"}


def table(values):
    return "{" + ", ".join("0x%08xu" % v for v in values) + "}"


names = sorted({v["dev"] for v in vectors})
with open(out_path, "w") as f:
    f.write("static const struct test_device {\n   const char *name;\n   struct surf_chip chip;\n} devices[] = {\n")
    for name in names:
        d = devices[name]
        regs = registers(d)
        tile = d.get("tile_mode") or [regs[GB_TILE_MODE0 + i] for i in range(32)]
        macro = [regs.get(GB_MACROTILE_MODE0 + i, 0) for i in range(16)]
        gfx = d["hw_ip_gfx"]["hw_ip_version_major"]
        f.write('   {"%s", {%s, 0x%08xu,\n    %s,\n    %s}},\n' % (
            name, "true" if gfx >= 7 else "false", regs[GB_ADDR_CONFIG], table(tile), table(macro)))
    f.write("};\n\n")
    for i, v in enumerate(vectors):
        for j, l in enumerate(v["levels"]):
            f.write("static const uint64_t addr_%d_%d[][5] = {%s};\n" % (
                i, j, ", ".join("{%d, %d, %d, %d, %du}" % tuple(a) for a in l["addr"])))
        f.write("static const struct test_level levels_%d[] = {\n" % i)
        for j, l in enumerate(v["levels"]):
            mode = {"LINEAR_ALIGNED": "SURF_LINEAR", "1D_THIN1": "SURF_1D", "2D_THIN1": "SURF_2D"}[l["mode"]]
            f.write("   {%du, %d, %d, %du, %d, %s, %d, %d, %d, %d, %d, addr_%d_%d, %d},\n" % (
                l["offset"], l["pitch"], l["height"], l["slice_bytes"], l["base_align"], mode, l["tile_index"],
                l["banks"], l["bank_w"], l["bank_h"], l["aspect"], i, j, len(l["addr"])))
        f.write("};\n")
    f.write("\nstatic const struct test_vector vectors[] = {\n")
    for i, v in enumerate(vectors):
        f.write('   {%d, "%s", %d, %d, %d, %d, %d, levels_%d, %d},\n' % (
            names.index(v["dev"]), v["kind"], v["width"], v["height"], v["layers"], v["bytes_per_elem"], v["samples"], i,
            len(v["levels"])))
    f.write("};\n")
