"""Reads Khronos' gl.xml for the generators of this folder.

Commands that gl.xml calls aliases of one another (glBindVertexArray, glBindVertexArrayOES) are one command here, named
after the one without a suffix where there is one.
"""
import functools
import os
import sys
import xml.etree.ElementTree as ET

# Commands of these features, of extensions by these groups, and of the extensions below get an address. Other vendors' commands
# are unknown.
MAX_VERSION = {'gl': (4, 6), 'gles2': (3, 2), 'gles1': (1, 1)}
EXTENSION_VENDORS = ('ARB', 'EXT', 'KHR', 'MESA', 'OES', 'OVR')
OTHER_EXTENSIONS = (
    'GL_AMD_draw_buffers_blend', 'GL_AMD_framebuffer_multisample_advanced', 'GL_AMD_gpu_shader_int64', 'GL_AMD_multi_draw_indirect',
    'GL_APPLE_sync',
    'GL_ATI_draw_buffers', 'GL_ATI_fragment_shader', 'GL_ATI_separate_stencil',
    'GL_IBM_multimode_draw_arrays', 'GL_INGR_blend_func_separate', 'GL_NV_alpha_to_coverage_dither_control', 'GL_NV_conditional_render', 'GL_NV_copy_image',
    'GL_NV_draw_buffers', 'GL_NV_framebuffer_blit', 'GL_NV_half_float', 'GL_NV_primitive_restart', 'GL_NV_read_buffer',
    'GL_NV_sample_locations', 'GL_NV_texture_barrier')
APIS = ('es', 'core', 'compat', 'es1')  # in the order of enum ga_api
NOT_IN_XML = (  # extensions that gl.xml lacks; their commands: COMMANDS_FROM
    'GL_APPLE_packed_pixels', 'GL_ATI_blend_equation_separate', 'GL_ATI_texture_compression_3dc',
    'GL_EXT_compressed_ETC1_RGB8_sub_texture', 'GL_EXT_frag_depth', 'GL_EXT_texture_edge_clamp',
    'GL_EXT_shader_clock', 'GL_EXT_texture_rectangle', 'GL_INTEL_shader_atomic_float_minmax',
    'GL_MESA_texture_signed_rgba', 'GL_NV_ES1_1_compatibility', 'GL_NV_pack_subimage', 'GL_OES_EGL_sync', 'GL_OES_depth_texture_cube_map',
    'GL_SUN_multi_draw_arrays')
# Aliases that gl.xml does not name: the commands of OES_texture_3D work as those of OpenGL ES 3.0, and differ at most in the
# name of an integer type.
MORE_ALIASES = {name + 'OES': name for name in (
    'glTexImage3D', 'glTexSubImage3D', 'glCopyTexSubImage3D', 'glCompressedTexImage3D', 'glCompressedTexSubImage3D',
    'glFramebufferTexture3D')} | {name + 'ARB': name for name in (
    'glGetGraphicsResetStatus', 'glGetnCompressedTexImage', 'glGetnTexImage', 'glGetnUniformdv', 'glGetnUniformfv', 'glGetnUniformiv',
    'glGetnUniformuiv', 'glGetnMapdv', 'glGetnMapfv', 'glGetnMapiv', 'glGetnPixelMapfv', 'glGetnPixelMapuiv', 'glGetnPixelMapusv',
    'glGetnPolygonStipple')} | {
    'glPrimitiveRestartIndexNV': 'glPrimitiveRestartIndex', 'glAreTexturesResidentEXT': 'glAreTexturesResident', 'glDeleteTexturesEXT': 'glDeleteTextures', 'glGenTexturesEXT': 'glGenTextures',
    'glIsTextureEXT': 'glIsTexture',
    'glGetProgramResourceLocationIndexEXT': 'glGetProgramResourceLocationIndex', 'glGetAttachedObjectsARB': 'glGetAttachedShaders',
    'glEnableClientStateiEXT': 'glEnableClientStateIndexedEXT', 'glDisableClientStateiEXT': 'glDisableClientStateIndexedEXT',
    'glGetPointeri_vEXT': 'glGetPointerIndexedvEXT',
    'glDrawBuffersNV': 'glDrawBuffers', 'glReadBufferNV': 'glReadBuffer', 'glTextureBarrierNV': 'glTextureBarrier',
    'glFramebufferSampleLocationsfvNV': 'glFramebufferSampleLocationsfvARB',
    'glNamedFramebufferSampleLocationsfvNV': 'glNamedFramebufferSampleLocationsfvARB', 'glResolveDepthValuesNV': 'glEvaluateDepthValuesARB'}
MORE_ALIASES |= {'glProgramUniform%sEXT' % name: 'glProgramUniform%s' % name for name in (
    '1d', '2d', '3d', '4d', '1dv', '2dv', '3dv', '4dv', 'Matrix2dv', 'Matrix3dv', 'Matrix4dv', 'Matrix2x3dv', 'Matrix2x4dv', 'Matrix3x2dv',
    'Matrix3x4dv', 'Matrix4x2dv', 'Matrix4x3dv')}
MORE_ALIASES |= {name + 'NV': name + 'ARB' for n in '1234' for kind in ('i64', 'ui64') for v in ('', 'v')
                 for name in ('glUniform' + n + kind + v, 'glProgramUniform' + n + kind + v)} | {
    'glGetUniformi64vNV': 'glGetUniformi64vARB', 'glGetUniformui64vNV': 'glGetUniformui64vARB'}
# Names that gl.xml calls aliases though their commands differ: those of EXT_direct_state_access make an object of an unused name.
NOT_ALIASES = {'glNamedBufferStorageEXT', 'glNamedBufferSubDataEXT'}
# Extensions of OpenGL ES that programs also expect of OpenGL, where Mesa's drivers have them; the registry lists them for ES only.
ON_DESKTOP_TOO = {
    'GL_ANGLE_texture_compression_dxt3', 'GL_ANGLE_texture_compression_dxt5', 'GL_ARM_shader_framebuffer_fetch_depth_stencil',
    'GL_EXT_EGL_image_storage_compression', 'GL_EXT_texture_compression_dxt1', 'GL_OES_EGL_image'}
# Extensions of OpenGL that contexts of OpenGL ES have as well, where Mesa's drivers have them; the registry lists them for OpenGL only.
ON_ES_TOO = {'GL_NV_alpha_to_coverage_dither_control', 'GL_NV_texture_barrier'}
# Extensions that gl.xml lacks, and those of OpenGL whose commands and enumerants they bring.
SAME_AS = {'GL_MESA_sampler_objects': 'GL_ARB_sampler_objects'}
# Extensions that gl.xml lacks, and the version whose commands they bring to contexts of OpenGL where those have no such commands.
COMMANDS_FROM = {'GL_NV_ES1_1_compatibility': 'GL_VERSION_ES_CM_1_0'}
# Extensions that contexts of OpenGL ES 1.1 have as well, where Mesa's drivers have them; the registry lists them for later versions only.
ON_ES1_TOO = {
    'GL_ANGLE_texture_compression_dxt3', 'GL_ANGLE_texture_compression_dxt5', 'GL_EXT_debug_label', 'GL_EXT_polygon_offset_clamp',
    'GL_KHR_no_error'}
XML_API = {'es': 'gles2', 'core': 'glcore', 'compat': 'gl', 'es1': 'gles1'}
FAMILIES = ('gl', 'es', 'es1')  # of extensions; in the order of enum ga_family


def family_of(api):
    return 'gl' if api in ('core', 'compat') else api


def fail(text):
    sys.exit('%s: %s' % (os.path.basename(sys.argv[0]), text))


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
        self.alias = alias.get('name') if alias is not None else MORE_ALIASES.get(self.full_name)
        if self.full_name in NOT_ALIASES:
            self.alias = None

    def arguments(self, lead=None):
        parts = ([lead] if lead else []) + [decl for decl, _ in self.params]
        return ', '.join(parts) if parts else 'void'

    def forward(self, lead=None):
        return ', '.join(([lead] if lead else []) + [name for _, name in self.params])


class Registry:
    def __init__(self, path):
        self.root = ET.parse(path).getroot()
        self._add_more(ET.parse(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'gl_more.xml')).getroot())
        self.commands = {}
        for node in self.root.findall('./commands/command'):
            command = Command(node)
            self.commands[command.full_name] = command
        self.nodes = {node.get('name'): node for node in
                      self.root.findall('feature') + self.root.findall('./extensions/extension')}
        self.features = [f for f in self.root.findall('feature') if self._wanted_feature(f)]
        self.extensions = [e for e in self.root.findall('./extensions/extension') if self._wanted_extension(e)]
        self._alias_es1()
        self._group()

    def _add_more(self, more):
        """Adds the extensions of gl_more.xml with their enums and commands, except for those that gl.xml has."""
        def names(path):
            return {node.get('name') or node.find('proto/name').text for node in self.root.findall(path)}
        for path in ('enums/enum', 'commands/command', 'extensions/extension'):
            known, block = names(path), path.split('/')[0]
            for node in more.findall(block):
                for item in list(node):
                    if (item.get('name') or item.find('proto/name').text) in known:
                        node.remove(item)
                self.root.find(block).extend(node) if block != 'enums' else self.root.append(node)

    @staticmethod
    def _wanted_feature(feature):
        limit = MAX_VERSION.get(feature.get('api'))
        return limit is not None and tuple(map(int, feature.get('number').split('.'))) <= limit

    @staticmethod
    def _wanted_extension(extension):
        supported = extension.get('supported').split('|')
        name = extension.get('name')
        return ((name.split('_')[1] in EXTENSION_VENDORS or name in OTHER_EXTENSIONS)
                and any(api in supported for api in XML_API.values()))

    @staticmethod
    def required(node, xml_api, kind='command'):
        """Names of commands (or enums) that a feature or extension brings to an API."""
        names = []
        for require in node.findall('require'):
            if require.get('api') not in (None, xml_api) and not (require.get('api') == 'gl' and xml_api == 'glcore'):
                continue
            if require.get('profile') == 'compatibility' and xml_api == 'glcore':
                continue
            names += [item.get('name') for item in require.findall(kind)]
        return names

    def _alias_es1(self):
        """Extensions of OpenGL ES 1.1 whose function later became part of a version have commands of the same name and a suffix."""
        core = {name for feature in self.features for name in self.required(feature, feature.get('api'))}
        for extension in self.extensions:
            if 'gles1' in extension.get('supported').split('|'):
                for name in self.required(extension, 'gles1'):
                    command = self.commands[name]
                    if name.endswith('OES') and name[:-3] in core and not command.alias:
                        command.alias = name[:-3]

    def _group(self):
        """self.names: every command name with an address. self.canonical: name -> the Command that stands for it."""
        core, rest = [], []
        for feature in self.features:
            core += self.required(feature, feature.get('api'))
        for extension in self.extensions:
            for xml_api in ('gl', 'glcore', 'gles2', 'gles1'):
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

    def node(self, name):
        """The <feature> or <extension> of this name, or None."""
        return self.nodes.get(SAME_AS.get(name, name))

    def has_extension(self, name, family):
        node = self.node(name)
        if node is None:
            return name in NOT_IN_XML
        if name in ON_DESKTOP_TOO:
            return True
        if family == 'es' and (name in ON_ES_TOO or name in SAME_AS):
            return True
        supported = node.get('supported').split('|')
        if family == 'es1':
            return 'gles1' in supported or name in ON_ES1_TOO
        return 'gles2' in supported if family == 'es' else 'gl' in supported or 'glcore' in supported

    def names_of(self, name, api, kind):
        """Names of the commands or enums that version or extension `name` brings to an API."""
        node = self.node(name)
        if node is None:
            return self._commands_from(name) if kind == 'command' else []
        names = self.required(node, 'gles2' if api == 'es1' and name in ON_ES1_TOO else XML_API[api], kind)
        if api == 'core' and node.tag == 'extension':
            names += self.required(node, 'gl', kind)
        return names

    def _commands_from(self, name):
        """Names of the commands of a row of COMMANDS_FROM; empty: it has none."""
        if name not in COMMANDS_FROM:
            return []
        there = {command for feature in self.features if feature.get('api') == 'gl' for command in self.required(feature, 'gl')}
        return [command for command in self.required(self.nodes[COMMANDS_FROM[name]], 'gles1') if command not in there]

    @functools.lru_cache(maxsize=None)
    def commands_of(self, name, api):
        """Canonical short names of the commands that version or extension `name` brings to an API."""
        return {self.canonical[n].name for n in self.names_of(name, api, 'command') if n in self.canonical}

    def versions(self, api):
        """[(name, major * 10 + minor)] of the versions of an API, oldest first."""
        if api == 'es1':
            return [('GL_VERSION_ES_CM_1_0', 11)]  # the registry has one entry for 1.0 and 1.1, with the commands of both
        return sorted(((f.get('name'), int(f.get('number').replace('.', ''))) for f in self.features
                       if f.get('api') == ('gles2' if api == 'es' else 'gl')), key=lambda row: row[1])

    def since(self, api, kind):
        """{name: lowest version from which on the API has it} of commands (canonical short names) or enums. What the core
        profile removes is not in it, unless a later version brings it back (glGetPointerv)."""
        result = {}
        for version_name, version in self.versions(api):
            node = self.node(version_name)
            gone = {item.get('name') for remove in node.findall('remove') if api == 'core' and remove.get('profile') == 'core'
                    for item in remove.findall(kind)}
            come = set(self.names_of(version_name, api, kind))
            if kind == 'command':
                gone, come = ({self.canonical[n].name for n in names if n in self.canonical} for names in (gone, come))
            for name in gone:
                result.pop(name, None)
            for name in come - gone:
                result.setdefault(name, version)
        return result

    def enum_groups(self):
        """{name: (number, groups)} of every enum of GL and ES. gl.xml names groups at one of several names of a number only,
        so those of all names count, except for bit masks and small numbers, which mean different things."""
        numbers, groups = {}, {}
        for block in self.root.findall('enums'):
            for enum in block.findall('enum'):
                if enum.get('api') in ('gles1', 'glsc2'):
                    continue
                name, number = enum.get('name'), int(enum.get('value').rstrip('ul'), 0)
                key = number if number >= 0x300 and block.get('type') != 'bitmask' else name
                groups.setdefault(key, set()).update((enum.get('group') or '').split(','))
                numbers[name] = (number, groups[key])
        return numbers

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
