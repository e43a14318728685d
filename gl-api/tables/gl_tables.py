"""Reads the tables of this folder for its generators. Each table describes its columns at its head."""
import csv

from gl_registry import APIS, fail

STATES = ('offered', 'internal', 'none')


def read_csv(path, count):
    """Yields (line, fields). Fields after number `count` are joined: the last column may hold commas."""
    with open(path, encoding='utf-8', newline='') as file:
        for line, row in enumerate(csv.reader(file, skipinitialspace=True), 1):
            if not row or row[0].startswith('#'):
                continue
            if len(row) < count:
                fail('%s:%d: %d columns are needed' % (path, line, count))
            fields = [field.strip() for field in row]
            yield line, fields[:count - 1] + [', '.join(fields[count - 1:])]


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


class Feature:
    """A row of ga_feature.csv. since: {api: lowest version or 0}; extensions: {'es' | 'gl': [(name, lowest version)]};
    compat_only: the names among them that contexts of the compatibility profile alone advertise;
    state: {'es' | 'gl': offered, internal or none}."""

    def __init__(self, index, path, line, fields):
        self.index, self.name = index, fields[0]
        try:
            self.since = {api: int(field or 0) for api, field in zip(APIS, fields[1:4])}
            self.extensions = {'es': [self._extension(e, 20) for e in fields[4].split()],
                               'gl': [self._extension(e, 21) for e in fields[5].split()]}
            self.compat_only = {self._extension(e, 21)[0] for e in fields[5].split() if 'compat' in e.split('@')}
        except ValueError:
            fail('%s:%d: a version is major * 10 + minor' % (path, line))
        self.device = fields[6]
        self.state = {'es': fields[7], 'gl': fields[8]}
        for state in self.state.values():
            if state not in STATES:
                fail('%s:%d: %s is not one of %s' % (path, line, state, ', '.join(STATES)))

    @staticmethod
    def _extension(text, lowest):
        name, *tags = text.split('@')
        version = [tag for tag in tags if tag != 'compat']
        return 'GL_' + name, int(version[0]) if version else lowest


def family_of(api):
    return 'es' if api == 'es' else 'gl'


def read_features(path, registry):
    features = []
    for line, fields in read_csv(path, 9):
        feature = Feature(len(features), path, line, fields)
        if any(f.name == feature.name for f in features):
            fail('%s:%d: %s is there twice' % (path, line, feature.name))
        for family in ('es', 'gl'):
            for name, _ in feature.extensions[family]:
                if not registry.has_extension(name, family):
                    fail('%s:%d: gl.xml has no %s for %s' % (path, line, name, family))
        features.append(feature)
    return features


def read_offered(path, registry):
    """{api: highest version that is advertised, 0: none}."""
    highest = {api: 0 for api in APIS}
    for line, (name, apis) in read_csv(path, 2):
        for api in apis.split():
            if api not in APIS or name not in dict(registry.versions(api)):
                fail('%s:%d: no %s in %s' % (path, line, name, api))
            highest[api] = max(highest[api], dict(registry.versions(api))[name])
    return highest


def read_command_versions(path, registry):
    """{(extension, canonical command, family): lowest version with which the extension brings the command}."""
    result = {}
    for line, (extension, command, family, version, _) in read_csv(path, 5):
        if command not in registry.canonical or registry.node(extension) is None:
            fail('%s:%d: gl.xml has no %s or no %s' % (path, line, extension, command))
        result[extension, registry.canonical[command].name, family] = int(version)
    return result


class Value:
    """A row of ga_get.csv or ga_enable.csv. features: names, any of which brings the value; empty: every context has it."""

    def __init__(self, name, kind, count, features, get, set_=''):
        self.name, self.kind, self.count, self.features, self.get, self.set = name, kind, count, features, get, set_


def parse_features(path, line, text, known):
    names = text.split()
    for name in names:
        if name not in known:
            fail('%s:%d: ga_feature.csv has no %s' % (path, line, name))
    return names


def read_get(path, kinds, known):
    """Rows of ga_get.csv; `known`: names of features."""
    rows = []
    for line, (name, kind, count, features, get) in read_csv(path, 5):
        if kind not in kinds:
            fail('%s:%d: unknown type %s' % (path, line, kind))
        rows.append(Value(name, kind, count, parse_features(path, line, features, known), get))
    return rows


def read_get_indexed(path, kinds, known):
    """Rows of ga_get_indexed.csv; their count is the limit of the index."""
    return read_get(path, kinds, known)


def read_enable(path, known):
    """(capabilities of glEnable, targets of glHint) of ga_enable.csv."""
    capabilities, hints = [], []
    for line, (kind, name, features, get, set_) in read_csv(path, 5):
        if kind not in ('enable', 'array', 'hint'):
            fail('%s:%d: unknown kind %s' % (path, line, kind))
        value = Value(name, 'enum' if kind == 'hint' else 'bool', '1', parse_features(path, line, features, known), get, set_)
        value.client = kind == 'array'
        (hints if kind == 'hint' else capabilities).append(value)
    return capabilities, hints
