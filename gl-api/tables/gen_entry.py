#!/usr/bin/env python3
"""Makes gl-api's entry points out of Khronos' gl.xml.

    gen_entry.py GL_XML ENTRY_DEF OFFERED_CSV OUTPUT_DIR

Inputs that are ours: entry.def, the list of commands that are implemented as ga_Name(), and offered.csv, which
says which versions and extensions each API offers. Outputs:

    ga_enums.h       GL types and all enums of GL and ES
    ga_enum_names.c  enum value -> name, for messages
    ga_entry.h       prototypes ga_Name(ctx, ...), struct ga_dispatch, the dispatch tables
    ga_entry.c       the functions that applications call, the tables, the list of names
    ga_offered.h     versions and extensions as a table with their conditions

Commands that gl.xml calls aliases of one another (glBindVertexArray, glBindVertexArrayOES) are one command here, named
after the one without a suffix where there is one.
"""
import csv
import os
import re
import sys
import xml.etree.ElementTree as ET

# Commands of these features, and of extensions by these groups, get an address. Other vendors' extensions are unknown.
MAX_VERSION = {'gl': (4, 6), 'gles2': (3, 2)}
EXTENSION_VENDORS = ('ARB', 'EXT', 'KHR', 'MESA', 'OES', 'OVR')
APIS = ('es2', 'core', 'compat')
NOT_IN_XML = ('GL_EXT_frag_depth',)  # extensions of the shading language alone that gl.xml does not list
XML_API = {'es2': 'gles2', 'core': 'glcore', 'compat': 'gl'}


def fail(text):
    sys.exit('gen_entry.py: ' + text)


def text_of(node):
    return ' '.join(''.join(node.itertext()).split())


class Command:
    def __init__(self, node):
        proto = node.find('proto')
        self.full_name = proto.find('name').text
        self.name = self.full_name[2:]
        self.result = text_of(proto)[:-len(self.full_name)].strip()
        self.params = []  # (declaration, name)
        for param in node.findall('param'):
            self.params.append((text_of(param), param.find('name').text))
        alias = node.find('alias')
        self.alias = alias.get('name') if alias is not None else None

    def arguments(self, lead=None):
        parts = ([lead] if lead else []) + [decl for decl, _ in self.params]
        return ', '.join(parts) if parts else 'void'

    def forward(self, lead=None):
        return ', '.join(([lead] if lead else []) + [name for _, name in self.params])


class Registry:
    def __init__(self, path):
        self.root = ET.parse(path).getroot()
        self.commands = {}
        for node in self.root.findall('./commands/command'):
            command = Command(node)
            self.commands[command.full_name] = command
        self.features = [f for f in self.root.findall('feature') if self._wanted_feature(f)]
        self.extensions = [e for e in self.root.findall('./extensions/extension') if self._wanted_extension(e)]
        self._group()

    @staticmethod
    def _wanted_feature(feature):
        limit = MAX_VERSION.get(feature.get('api'))
        return limit is not None and tuple(map(int, feature.get('number').split('.'))) <= limit

    @staticmethod
    def _wanted_extension(extension):
        supported = extension.get('supported').split('|')
        return (extension.get('name').split('_')[1] in EXTENSION_VENDORS
                and any(api in supported for api in ('gl', 'glcore', 'gles2')))

    @staticmethod
    def required(node, xml_api, kind='command'):
        """Names of commands (or enums) that a feature or extension brings to an API."""
        names = []
        for require in node.findall('require'):
            if require.get('api') not in (None, xml_api) and not (require.get('api') == 'gl' and xml_api == 'glcore'):
                continue
            if kind == 'command' and require.get('profile') == 'compatibility' and xml_api == 'glcore':
                continue
            names += [item.get('name') for item in require.findall(kind)]
        return names

    def _group(self):
        """self.names: every command name with an address. self.canonical: name -> the Command that stands for it."""
        core, rest = [], []
        for feature in self.features:
            core += self.required(feature, feature.get('api'))
        for extension in self.extensions:
            for xml_api in ('gl', 'glcore', 'gles2'):
                rest += self.required(extension, xml_api)
        self.names = sorted(set(core) | set(rest))
        core = set(core)
        # Union of the alias edges; chains and names outside our set may connect two that are inside.
        parent = {name: name for name in self.commands}

        def find(name):
            while parent[name] != name:
                name = parent[name]
            return name
        for command in self.commands.values():
            if command.alias and command.alias in parent:
                parent[find(command.full_name)] = find(command.alias)
        groups = {}
        for name in self.names:
            groups.setdefault(find(name), []).append(name)
        self.canonical = {}
        for members in groups.values():
            best = min(members, key=lambda n: (n not in core, not n == find(n), len(n), n))
            for name in members:
                self.canonical[name] = self.commands[best]
        self.unique = sorted({c.full_name: c for c in self.canonical.values()}.values(), key=lambda c: c.name)

    def commands_of(self, name, xml_api):
        """Canonical short names of the commands that the feature or extension `name` brings to xml_api."""
        for node in self.root.findall('feature') + self.root.findall('./extensions/extension'):
            if node.get('name') == name:
                return {self.canonical[n].name for n in self.required(node, xml_api) if n in self.canonical}
        if name in NOT_IN_XML:
            return set()
        fail('offered.csv: gl.xml has no feature or extension ' + name)

    def removed_from_core(self):
        names = set()
        for feature in self.features:
            for remove in feature.findall('remove'):
                if remove.get('profile') == 'core':
                    names |= {self.canonical[c.get('name')].name for c in remove.findall('command')
                              if c.get('name') in self.canonical}
        return names

    def enums(self):
        """{name: (value text, is bit mask)} of every enum of GL and ES."""
        result = {}
        for block in self.root.findall('enums'):
            for enum in block.findall('enum'):
                if enum.get('api') in ('gles1', 'glsc2'):
                    continue
                name, value = enum.get('name'), enum.get('value')
                if name in result and enum.get('api') == 'gl':
                    continue  # one name, two values (GL_ACTIVE_PROGRAM_EXT): the ES meaning is the one in use
                suffix = {'u': 'u', 'ull': 'ull'}.get(enum.get('type'), '')
                result[name] = (value + suffix if suffix else value, block.get('type') == 'bitmask')
        return result


def read_entries(path, registry):
    known = {c.name for c in registry.unique}
    entries = []
    for number, line in enumerate(open(path, encoding='utf-8'), 1):
        name = line.split('#')[0].strip()
        if not name:
            continue
        if name not in known:
            hint = ''
            if 'gl' + name in registry.canonical:
                hint = ' (write %s)' % registry.canonical['gl' + name].name
            fail('%s:%d: unknown command %s%s' % (path, number, name, hint))
        entries.append(name)
    return sorted(set(entries))  # git merges the file line by line: order and repetition must not matter


def read_offered(path):
    rows = []
    with open(path, encoding='utf-8', newline='') as file:
        lines = [line for line in file if line.strip() and not line.startswith('#')]
    for row in csv.reader(lines):
        if len(row) != 3:
            fail('%s: a row needs name, apis, condition: %r' % (path, row))
        name, apis, condition = (field.strip() for field in row)
        apis = apis.split()
        for api in apis:
            if api not in APIS:
                fail('%s: unknown API %s' % (path, api))
        rows.append((name, apis, condition))
    names = [row[0] for row in rows]
    extensions = [n for n in names if '_VERSION_' not in n]
    if extensions != sorted(extensions) or len(set(names)) != len(names):
        fail('%s: extensions must be sorted and unique' % path)
    return rows


def offered_commands(registry, offered, api):
    result = set()
    for name, apis, _ in offered:
        if api in apis:
            result |= registry.commands_of(name, XML_API[api])
            if XML_API[api] == 'glcore':
                result |= registry.commands_of(name, 'gl')
    return result - registry.removed_from_core() if api == 'core' else result


HEADER = '/* Generated by gl-api/tables/gen_entry.py from gl.xml; do not edit. */\n'


def write_enums_h(out, registry):
    out.write(HEADER + '#ifndef GA_ENUMS_H\n#define GA_ENUMS_H\n\n#include <KHR/khrplatform.h>\n\n')
    out.write('#ifndef APIENTRY\n#define APIENTRY\n#endif\n\n')
    for node in registry.root.findall('./types/type'):
        name = node.get('name') or node.find('name').text
        if not name.startswith(('GL', 'struct _cl')):
            continue
        parts = [node.text or '']
        for child in node:
            parts.append('APIENTRY' if child.tag == 'apientry' else (child.text or ''))
            parts.append(child.tail or '')
        text = ' '.join(''.join(parts).split())
        if name == 'GLhandleARB':  # differs on macOS only
            text = 'typedef unsigned int GLhandleARB;'
        out.write(text + '\n')
    out.write('\n')
    for name, (value, _) in sorted(registry.enums().items()):
        out.write('#define %s %s\n' % (name, value))
    out.write('\n#endif\n')


def write_enum_names(out, registry):
    """One name per value. Small values and bit masks mean too many things for a name to help."""
    vendors = {e.get('name').split('_')[1] for e in registry.root.findall('./extensions/extension')}
    best = {}
    for name, (value, bitmask) in registry.enums().items():
        number = int(re.sub(r'[uU]?[lL]*$', '', value), 0)
        if bitmask or number < 0x100 or number > 0xffff:
            continue
        suffix = name.rsplit('_', 1)[-1]
        vendor = 0 if suffix not in vendors else 1 if suffix in EXTENSION_VENDORS else 2
        rank = (vendor, len(name), name)
        if number not in best or rank < best[number][0]:
            best[number] = (rank, name)
    pool, rows, offset = [], [], 0
    for number in sorted(best):
        name = best[number][1]
        rows.append((number, offset))
        pool.append(name)
        offset += len(name) + 1
    out.write(HEADER + '#include "gl-api/context/ga_context.h"\n\n#include <stdio.h>\n#include <stdlib.h>\n\n')
    out.write('static const char pool[] =\n')
    for name in pool:
        out.write('   "%s\\0"\n' % name)
    out.write(';\n\nstatic const struct { uint16_t value; uint32_t offset; } rows[] = {\n')
    for number, off in rows:
        out.write('   {0x%04x, %d},\n' % (number, off))
    out.write('''};

const char *
ga_enum_name(GLenum value)
{
   unsigned low = 0, high = sizeof(rows) / sizeof(rows[0]);
   while (low < high) {
      unsigned middle = (low + high) / 2;
      if (rows[middle].value == value)
         return pool + rows[middle].offset;
      if (rows[middle].value < value)
         low = middle + 1;
      else
         high = middle;
   }
   /* Messages name at most a few enums each. */
   static _Thread_local char text[4][12];
   static _Thread_local unsigned turn;
   char *buffer = text[turn++ % 4];
   snprintf(buffer, sizeof(text[0]), "0x%04x", value);
   return buffer;
}
''')


def write_entry_h(out, registry, entries):
    out.write(HEADER + '''#ifndef GA_ENTRY_H
#define GA_ENTRY_H

#include "gl-api/context/ga_gl.h"

struct ga_context;

/* One function per command; NULL: not implemented, or not part of the API that the table is for. */
struct ga_dispatch {
''')
    for c in registry.unique:
        out.write('   %s (*%s)(%s);\n' % (c.result, c.name, c.arguments('struct ga_context *ctx')))
    out.write('};\n\n')
    for api in APIS:
        out.write('extern const struct ga_dispatch ga_dispatch_%s;\n' % api)
    out.write('''extern const struct ga_dispatch ga_dispatch_lost; /* what still works when the device was lost */

/* A command was called that ctx's table lacks (or without a context: ctx NULL, nothing happens). */
void ga_missing(struct ga_context *ctx, const char *name);

/* Every name with an address, in order. For tests and for eglGetProcAddress. */
unsigned ga_entry_count(void);
const char *ga_entry_name(unsigned index);
void (*ga_entry_address(unsigned index))(void);
_Bool ga_entry_in(const struct ga_dispatch *table, unsigned index); /* does the table have a function for it? */

''')
    for c in registry.unique:
        out.write('%s ga_%s(%s);\n' % (c.result, c.name, c.arguments('struct ga_context *ctx')))
    out.write('\n#endif\n')


def write_entry_c(out, registry, entries, offered):
    out.write(HEADER + '#include <stddef.h>\n#include <string.h>\n\n#include "gl-api/context/ga_context.h"\n'
              '#include "gl-api/ga_entry.h"\n\n'
              '#define UNLIKELY(x) __builtin_expect(!!(x), 0)\n\n')
    for c in registry.unique:
        void = c.result == 'void'
        out.write('static %s APIENTRY\nentry_%s(%s)\n{\n' % (c.result, c.name, c.arguments()))
        out.write('   struct ga_context *ctx_ = ga_current;\n')
        out.write('   if (UNLIKELY(!ctx_ || !ctx_->dispatch->%s)) {\n' % c.name)
        out.write('      ga_missing(ctx_, "%s");\n      return%s;\n   }\n' % (c.full_name, '' if void else ' 0'))
        out.write('   %sctx_->dispatch->%s(%s);\n}\n\n' % ('' if void else 'return ', c.name, c.forward('ctx_')))
    implemented = set(entries)
    for api in APIS:
        available = offered_commands(registry, offered, api) & implemented
        out.write('const struct ga_dispatch ga_dispatch_%s = {\n' % api)
        for name in sorted(available):
            out.write('   .%s = ga_%s,\n' % (name, name))
        if not available:
            out.write('   0\n')
        out.write('};\n\n')
    # GL 4.6, 2.3.2: these keep their meaning after a graphics reset.
    out.write('const struct ga_dispatch ga_dispatch_lost = {\n')
    for name in ('GetError', 'GetGraphicsResetStatus'):
        if name in implemented:
            out.write('   .%s = ga_%s,\n' % (name, name))
    out.write('};\n\n')
    index = {c.name: i for i, c in enumerate(registry.unique)}
    out.write('static void (*const address[])(void) = {\n')
    for c in registry.unique:
        out.write('   (void (*)(void))entry_%s,\n' % c.name)
    out.write('};\n\nstatic const char pool[] =\n')
    offset, rows = 0, []
    for name in registry.names:
        out.write('   "%s\\0"\n' % name)
        rows.append((offset, index[registry.canonical[name].name]))
        offset += len(name) + 1
    out.write(';\n\nstatic const struct { uint32_t name; uint16_t entry; } names[] = {\n')
    for off, i in rows:
        out.write('   {%d, %d},\n' % (off, i))
    out.write('''};

unsigned
ga_entry_count(void)
{
   return sizeof(names) / sizeof(names[0]);
}

const char *
ga_entry_name(unsigned index)
{
   return pool + names[index].name;
}

void (*ga_entry_address(unsigned index))(void)
{
   return address[names[index].entry];
}

/* The members of a table and address[] are in the same order. */
_Bool
ga_entry_in(const struct ga_dispatch *table, unsigned index)
{
   return ((void *const *)table)[names[index].entry] != NULL;
}

void (*ga_get_proc_address(const char *name))(void)
{
   unsigned low = 0, high = ga_entry_count();
   while (low < high) {
      unsigned middle = (low + high) / 2;
      int order = strcmp(name, ga_entry_name(middle));
      if (order == 0)
         return ga_entry_address(middle);
      if (order > 0)
         low = middle + 1;
      else
         high = middle;
   }
   return NULL;
}
''')


def write_offered_h(out, offered):
    out.write(HEADER + '/* X-macros. Included where `ctx` is the context being made. */\n\n')
    for api in APIS:
        best = 0
        for name, apis, _ in offered:
            if api in apis and '_VERSION_' in name:
                major, minor = name.split('_')[-2:]
                best = max(best, int(major) * 10 + int(minor))
        out.write('#define GA_MAX_VERSION_%s %d\n' % (api.upper(), best))
    extensions = [row for row in offered if '_VERSION_' not in row[0]]
    out.write('\n/* X(index, name without GL_, bit per enum ga_api, condition) */\n#define GA_EXTENSIONS(X) \\\n')
    lines = []
    for i, (name, apis, condition) in enumerate(extensions):
        mask = sum(1 << APIS.index(api) for api in apis)
        lines.append('   X(%d, %s, %d, %s)' % (i, name[3:], mask, condition))
    out.write(' \\\n'.join(lines) + '\n\n#define GA_EXTENSION_COUNT %d\n' % len(extensions))
    out.write('enum ga_extension {\n')
    for name, _, _ in extensions:
        out.write('   GA_%s,\n' % name[3:])
    out.write('};\n')


def main():
    if len(sys.argv) != 5:
        fail('usage: gen_entry.py GL_XML ENTRY_DEF OFFERED_CSV OUTPUT_DIR')
    registry = Registry(sys.argv[1])
    entries = read_entries(sys.argv[2], registry)
    offered = read_offered(sys.argv[3])

    def emit(name, writer, *args):
        with open(os.path.join(sys.argv[4], name), 'w', encoding='utf-8') as out:
            writer(out, *args)
    emit('ga_enums.h', write_enums_h, registry)
    emit('ga_enum_names.c', write_enum_names, registry)
    emit('ga_entry.h', write_entry_h, registry, entries)
    emit('ga_entry.c', write_entry_c, registry, entries, offered)
    emit('ga_offered.h', write_offered_h, offered)


if __name__ == '__main__':
    main()
