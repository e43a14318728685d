"""Reads the tables of this folder for its generators. Each table describes its columns at its head."""
import csv

from gl_registry import APIS, FAMILIES, fail

STATES = ('offered', 'internal', 'none')
LOWEST = {'es': 20, 'core': 21, 'compat': 21, 'es1': 11}  # versions


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
    """A row of ga_feature.csv with its row of ga_feature_es1.csv. since: {api: lowest version or 0}; extensions: {family: [(name, lowest
    version)]}; compat_only: the names among them that contexts of the compatibility profile alone advertise; state: {family: offered,
    internal or none}."""

    def __init__(self, index, path, line, fields):
        self.index, self.name = index, fields[0]
        try:
            self.since = {api: int(field or 0) for api, field in zip(APIS, fields[1:4] + ['0'])}
            self.extensions = {'es': [self._extension(e, 20) for e in fields[4].split()],
                               'gl': [self._extension(e, 21) for e in fields[5].split()], 'es1': []}
            self.compat_only = {self._extension(e, 21)[0] for e in fields[5].split() if 'compat' in e.split('@')}
        except ValueError:
            fail('%s:%d: a version is major * 10 + minor' % (path, line))
        self.device = fields[6]
        self.state = {'es': fields[7], 'gl': fields[8], 'es1': 'none'}
        self._check_states(path, line)

    def _check_states(self, path, line):
        for state in self.state.values():
            if state not in STATES:
                fail('%s:%d: %s is not one of %s' % (path, line, state, ', '.join(STATES)))

    def add_es1(self, path, line, fields):
        if self.state['es1'] != 'none':
            fail('%s:%d: %s is there twice' % (path, line, self.name))
        self.since['es1'] = int(fields[1] or 0)
        self.extensions['es1'] = [self._extension(e, 10) for e in fields[2].split()]
        self.state['es1'] = fields[3]
        self._check_states(path, line)

    def in_all(self, api):
        """Every context of the API has the feature, unless the device lacks it."""
        return 0 < self.since[api] <= LOWEST[api]

    @staticmethod
    def _extension(text, lowest):
        name, *tags = text.split('@')
        version = [tag for tag in tags if tag != 'compat']
        return 'GL_' + name, int(version[0]) if version else lowest


def read_features(path, registry):
    features = []
    for line, fields in read_csv(path, 9):
        feature = Feature(len(features), path, line, fields)
        if any(f.name == feature.name for f in features):
            fail('%s:%d: %s is there twice' % (path, line, feature.name))
        features.append(feature)
    known = {f.name: f for f in features}
    es1_path = path.replace('.csv', '_es1.csv')
    for line, fields in read_csv(es1_path, 4):
        if fields[0] not in known:
            fail('%s:%d: ga_feature.csv has no %s' % (es1_path, line, fields[0]))
        known[fields[0]].add_es1(es1_path, line, fields)
    for feature in features:
        for family in FAMILIES:
            for name, _ in feature.extensions[family]:
                if not registry.has_extension(name, family):
                    fail('%s: %s: gl.xml has no %s for %s' % (path, feature.name, name, family))
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
        if kind not in ('enable', 'array', 'unpushed', 'hint'):
            fail('%s:%d: unknown kind %s' % (path, line, kind))
        value = Value(name, 'enum' if kind == 'hint' else 'bool', '1', parse_features(path, line, features, known), get, set_)
        value.pushed = kind == 'enable'
        (hints if kind == 'hint' else capabilities).append(value)
    return capabilities, hints
