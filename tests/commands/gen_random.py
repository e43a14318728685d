#!/usr/bin/env python3
"""Generates random_calls.h: for each command of entry.def a function that calls it with random arguments (random.c). An enumerant is
mostly one of the group that gl.xml names for the parameter, as far as the API of the context has it. RULES names better values: objects
that exist, targets that are bound, formats that fit types.

  gen_random.py GL_XML TABLES OUT.h"""
import os
import re
import sys
import xml.etree.ElementTree as ET

SMALL, FEW, ZERO, LENGTH = 'SMALL()', 'FEW()', 'ZERO()', 'LENGTH()'
APIS = {'es': 'gles2', 'core': 'glcore', 'compat': 'gl', 'es1': 'gles1'}
UNIFORM = re.compile(r'(?:Program)?Uniform(Matrix)?(\d(?:x\d)?)(f|i|ui|d|i64|ui64)v?(?:ARB)?$')
IMAGES = '.*(TexImage|TexSubImage|TextureSubImage|TextureImage|ReadPixels|ReadnPixels|DrawPixels).*'
FLOAT_ARRAYS = ('PointSizePointerOES|(Secondary)?ColorPointer|(TexCoord|Vertex|Normal|FogCoord|Index|VertexAttrib)Pointer|'
                'VertexAttribFormat|VertexArrayAttribFormat')
# (command, parameter, expression): the first whose two patterns match. Marked !: what a pointer or number has to be so that the call is
# legal C whatever its other arguments are.
RULES = [(re.compile(command), re.compile(param), value) for command, param, value in (
    # ! no call works on memory that is not there, runs for minutes, or removes objects that others need
    ('PixelStore[if]', 'param', 'STORE_VALUE()'),
    ('PixelStore[if]', 'pname', 'STORE_NAME()'),
    ('BindVertexArray', 'array', 'VERTEX_ARRAY()'),
    ('ProgramStringARB', 'len', 'ASSEMBLY_LENGTH()'),
    ('DeleteLists', 'list', 'SPARE_NAME()'),
    ('DeleteLists', 'range', SMALL),
    ('Delete(Program|Shader|ObjectARB)', '.*', 'SPARE_NAME()'),
    ('(BindVertexBuffer|VertexArrayVertexBuffer)', 'buffer', 'KEPT_BUFFER()'),
    ('VertexArray.*OffsetEXT|VertexArrayBindVertexBufferEXT', 'buffer', 'KEPT_BUFFER()'),
    ('(Enable|Disable)VertexArrayEXT', 'array', 'CLIENT_ARRAY()'),
    ('.*(MultiTex|MultiTexCoord).*EXT', 'texunit', 'TEXTURE_UNIT()'),
    ('(BindVertexBuffers|VertexArrayVertexBuffers)', 'buffers', 'KEPT_NAMES'),
    ('DebugMessageCallback', 'callback', 'CALLBACK()'),
    ('DispatchCompute(GroupSizeARB)?|DrawMeshTasksEXT', 'num_groups_.', SMALL),
    ('DispatchComputeGroupSizeARB', 'group_size_.', SMALL),
    ('EvalMesh.', '[ij].', SMALL),
    ('MultiModeDraw.*', 'modestride', 'sizeof(GLenum)'),
    ('EdgeFlagPointerEXT', 'pointer', '(const GLboolean *)ARRAY_POINTER()'),
    ('BindBuffer', 'target', 'BOUND_BUFFER()'),
    ('DispatchComputeIndirect|(Multi)?DrawMeshTasksIndirect.*', 'indirect', 'INDIRECT_OFFSET()'),
    ('NewList', 'list', 'SPARE_NAME()'),
    ('TexStorageAttribs.*|EGLImageTargetTex.*StorageEXT', 'attrib_list', '(const GLint *)zeros'),
    # Assembly programs
    ('ProgramStringARB', 'string', 'ASSEMBLY'),
    ('ProgramStringARB', 'format', 'GL_PROGRAM_FORMAT_ASCII_ARB'),
    ('.*Program.*ARB', 'target', 'ASSEMBLY_TARGET()'),
    ('BindProgramARB', 'program', 'FEW()'),
    ('.*Program(Env|Local)Parameter.*', 'index', 'FEW()'),
    ('ProgramEnvParameters4fvEXT|ProgramLocalParameters4fvEXT', 'count', 'FEW()'),
    ('GetProgramStringARB', 'pname', 'GL_PROGRAM_STRING_ARB'),
    ('Enable|Disable|IsEnabled', 'cap', 'CAPABILITY()'),
    # Program parts
    ('ProgramUniform.*', 'program', 'DRAW_PROGRAM()'),
    ('UseProgram', 'program', 'USED_PROGRAM()'),
    ('Get(n)?Uniform[a-z0-9]*(ARB)?', 'location', 'ANY_UNIFORM()'),
    ('Get(n)?Uniform[a-z]*', 'program', 'DRAW_PROGRAM()'),
    ('(Program)?Uniform.*', 'count', 'ONE_OR(2)'),
    ('Get.*', 'uniformBlockIndex|bufferIndex', ZERO),
    ('(Uniform|ShaderStorage)BlockBinding', '.*Index', ZERO),
    ('(Uniform|ShaderStorage)BlockBinding|GetActive.*|GetProgram.*', 'program', 'DRAW_PROGRAM()'),
    ('GetActive.*|GetProgramResource.*|GetTransformFeedbackVarying', 'index|uniformIndex', ZERO),
    ('GetActiveUniformsiv', 'uniformCount', 'ONE_OR(4)'),
    ('GetTransformFeedbackVarying', 'program', 'DRAW_PROGRAM()'),
    ('GetActiveUniformsiv', 'uniformIndices', '(const GLuint *)zeros'),
    ('GetProgramResourceiv', 'props', 'RESOURCE_PROPERTIES'),
    ('GetProgramResourceiv', 'propCount', 'ONE_OR(4)'),
    ('GetProgramResource.*', 'programInterface', 'INTERFACE()'),
    # Images
    ('BindTexture', 'texture', 'TEXTURE()'),
    ('BindTexture', 'target', 'TEXTURE_TARGET()'),
    ('(Named)?FramebufferTexture.*', 'texture', 'TEXTURE()'),
    ('FramebufferTexture.*', 'textarget', 'TEXTURE_FACE()'),
    ('(Named)?FramebufferTexture.*', 'level|layer|zoffset', ZERO),
    ('FramebufferTexture1D', 'target', 'ENUM(FramebufferTarget)'),
    ('(Copy|Compressed)?Tex(Sub)?Image1D|TexStorage1D', 'target', 'GL_TEXTURE_1D'),
    ('(Copy|Compressed)?TexSubImage2D', 'target', 'TARGET_2D()'),
    ('(Copy|Compressed)?TexImage2D|TexStorage(Attribs)?2D(EXT)?', 'target', 'TARGET_2D()'),
    ('(Copy|Compressed)?Tex(Sub)?Image3D|TexStorage(Attribs)?3D(EXT)?', 'target', 'TARGET_3D()'),
    ('Tex(Image|Storage)2DMultisample', 'target', 'GL_TEXTURE_2D_MULTISAMPLE'),
    ('Tex(Image|Storage)3DMultisample', 'target', 'GL_TEXTURE_2D_MULTISAMPLE_ARRAY'),
    ('TexBuffer(Range)?', 'target', 'GL_TEXTURE_BUFFER'),
    ('GetTexImage|GetnTexImage', 'target', 'TARGET_2D()'),
    ('(Get)?Tex(Level)?Parameter.*', 'target', 'TARGET_PARAMETER()'),
    ('GenerateMipmap', 'target', 'TARGET_PARAMETER()'),
    ('(Copy|Compressed)?Texture(Sub)?(Image|Storage)1D', 'texture', 'NAMED_1D()'),
    ('(Copy|Compressed)?Texture(Sub)?(Image|Storage)2D', 'texture', 'NAMED_2D()'),
    ('(Copy|Compressed)?Texture(Sub)?(Image|Storage)3D', 'texture', 'NAMED_3D()'),
    ('TextureBuffer(Range)?', 'texture', 'NAMED_BUFFER()'),
    ('Get(Compressed)?Texture(Sub)?Image|Clear.*Tex.*Image|InvalidateTex.*|(Get)?Texture(Level)?Parameter.*|GenerateTextureMipmap',
     'texture', 'NAMED_2D()'),
    ('CopyImageSubData(NV)?', '(src|dst)Name', 'NAMED_2D()'),
    ('CopyImageSubData(NV)?', '(src|dst)Target', 'GL_TEXTURE_2D'),
    ('CopyImageSubData(NV)?', '(src|dst)(Level|[XYZ])', ZERO),
    ('CopyImageSubData(NV)?', '(src)?([wW]idth|[hH]eight|[dD]epth)', 'ONE_OR(4)'),
    ('BindImageTexture', 'texture', 'NAMED_2D()'),
    ('BindImageTexture', 'format', 'GL_RGBA8'),
    ('BindImageTexture', 'layer', ZERO),
    ('CompressedTex.*Image..', 'internalformat|format', 'COMPRESSED_FORMAT()'),
    ('RenderbufferStorage.*', 'internalformat', 'RENDER_FORMAT()'),
    ('.*(Storage|Image|TexBuffer|TextureBuffer).*|Clear(Named)?Buffer(Sub)?Data|GetInternalformat.*',
     'internalformat', 'INTERNAL_FORMAT()'),
    (IMAGES, 'format', 'IMAGE_FORMAT()'),
    (IMAGES, 'type', 'IMAGE_TYPE()'),
    ('Clear(Named)?Buffer(Sub)?Data', 'format', 'GL_RGBA'),
    ('Clear(Named)?Buffer(Sub)?Data', 'type', 'GL_UNSIGNED_BYTE'),
    ('CopyTexImage.*', 'internalformat', 'GL_RGBA'),
    ('CompressedTex.*', 'imageSize', 'COMPRESSED_SIZE()'),
    ('CompressedTex.*', 'width|height', '(pick(16) ? 8 : size_value())'),
    ('Get.*', 'lod', ZERO),
    ('.*', 'level', 'LEVEL()'),
    ('.*', 'levels', 'ONE_OR(2)'),
    ('.*', 'border', ZERO),
    ('.*', '[xyz]offset', ZERO),
    ('.*', 'samples', 'SAMPLES()'),
    ('.*(Tex|Image|Storage|Blit|Copy).*|Viewport.*|Scissor.*', 'width|height|depth', 'EXTENT()'),
    ('(Blit|Copy|Read|Invalidate).*', '[xyz]', ZERO),
    ('Blit.*', '(src|dst)[XY]0', ZERO),
    ('Blit.*', '(src|dst)[XY]1', 'ONE_OR(8)'),
    ('Blit.*', 'mask', 'GL_COLOR_BUFFER_BIT'),
    ('Blit.*', 'filter', 'GL_NEAREST + pick(2)'),
    ('Get.*(Image|nMap|nPixelMap|nUniform|nTex).*|ReadnPixels', 'bufSize', LENGTH),
    ('Get.*', 'bufSize|maxLength|maxCount', LENGTH),
    ('(Get)?(Tex|Texture|Sampler)Parameter.*', 'pname', 'PARAMETER()'),
    ('(Tex|Texture|Sampler)Parameter[ifx]', 'param', 'PARAMETER_VALUE()'),
    ('(Tex|Texture|Sampler)Parameter.*fv', 'params?', 'parameter_floats'),
    ('(Tex|Texture|Sampler)Parameter.*[ix]v', 'params?', '(const void *)parameter_ints'),
    # Buffers
    ('(Named)?Buffer(Data|Storage)', 'size', 'BUFFER_SIZE()'),
    ('(Named)?BufferStorage', 'buffer', 'SPARE_NAME()'),
    ('BufferStorage', 'target', 'GL_COPY_WRITE_BUFFER'),
    ('BindBuffer(Base|Range|sBase|sRange)', 'target', 'INDEXED_BUFFER()'),
    ('.*Buffer.*', 'target', 'BUFFER_TARGET()'),
    ('BindBuffer(Base|Range|sBase|sRange|OffsetEXT)', 'index|first', FEW),
    ('BindBuffers.*', 'count', FEW),
    ('Bind(Textures|Samplers|ImageTextures|VertexBuffers)|VertexArrayVertexBuffers', 'first|count', FEW),
    ('BindBuffers.*', 'buffers', 'KEPT_NAMES'),
    ('BindSamplers|BindTextures', '(sampler|texture)s', 'zeros'),
    ('.*', 'readoffset|writeoffset', ZERO),
    ('CopyBufferSubData|CopyNamedBufferSubData', 'readOffset', ZERO),
    ('CopyBufferSubData|CopyNamedBufferSubData', 'writeOffset', 'ALIGNED()'),
    ('.*', 'offset', 'ALIGNED()'),
    ('Map.*Range', 'access', 'GL_MAP_WRITE_BIT'),
    ('Map(Named)?Buffer', 'access', 'GL_WRITE_ONLY'),
    ('.*Buffer.*', 'size|length', 'MAPPED_SIZE()'),
    ('(Invalidate|Flush)Mapped.*', 'length', 'ONE_OR(4)'),
    ('TransformFeedbackBuffer.*', 'index', ZERO),
    # Framebuffers
    ('ClearBufferfi|ClearNamedFramebufferfi', 'buffer', 'GL_DEPTH_STENCIL'),
    ('Clear(Buffer|NamedFramebuffer)uiv', 'buffer', 'GL_COLOR'),
    ('Clear(Buffer|NamedFramebuffer)iv', 'buffer', 'CLEARED(GL_STENCIL)'),
    ('Clear(Buffer|NamedFramebuffer)fv', 'buffer', 'CLEARED(GL_DEPTH)'),
    ('Clear.*', 'drawbuffer', ZERO),
    ('Invalidate.*|Discard.*', 'numAttachments', 'ONE_OR(2)'),
    ('Invalidate.*|Discard.*', 'attachments', 'ATTACHMENTS'),
    ('DrawBuffers|NamedFramebufferDrawBuffers', 'n', '1'),
    ('DrawBuffers|NamedFramebufferDrawBuffers', 'bufs', 'ATTACHMENTS'),
    ('NamedFramebuffer(Draw|Read)Buffer|DrawBuffer|ReadBuffer', 'buf|src', 'COLOR_BUFFER()'),
    ('.*', 'renderbuffertarget', 'GL_RENDERBUFFER'),
    ('GetMultisamplefv', 'index', ZERO),
    ('.*', 'maskNumber', ZERO),
    ('.*', 'framebuffer|readFramebuffer|drawFramebuffer', 'OBJECT(FRAMEBUFFERS)'),
    ('GetFramebufferAttachmentParameter.*|GetNamedFramebufferAttachmentParameter.*', 'attachment', 'FILLED_ATTACHMENT()'),
    # Draws and vertices
    ('Draw.*|MultiDraw.*|MultiModeDraw.*|Begin(TransformFeedback)?', 'mode|primitiveMode', 'DRAW_MODE()'),
    ('.*Draw.*Elements.*', 'type', 'INDEX_TYPE()'),
    ('DrawArrays.*', 'first', SMALL),
    ('Draw.*|Multi.*Draw.*', 'count|instancecount|drawcount|maxdrawcount|primcount', 'FEW_POSITIVE()'),
    ('DrawRangeElements.*', 'start', ZERO),
    ('DrawRangeElements.*', 'end', 'LENGTH()'),
    ('MultiDraw.*Count', 'drawcount', ZERO),
    ('.*', 'stream', ZERO),
    ('MultiTexCoord.*|ClientActiveTexture', 'target|texture', 'TEXTURE_UNIT()'),
    ('ActiveTexture', 'texture', 'TEXTURE_UNIT()'),
    ('.*P[1-4]uiv?', 'type', 'PACKED_TYPE()'),
    ('(VertexAttrib|VertexArrayAttrib|VertexArrayBinding|Get.*Vertex.*|.*VertexAttribArray|VertexBinding).*',
     'index|attribindex|bindingindex', 'ATTRIBUTE()'),
    ('VertexAttrib.*Format|VertexAttrib.*Pointer|VertexArrayAttrib.*Format|.*Pointer', 'size', 'COMPONENTS()'),
    ('.*', 'relativeoffset', 'ALIGNED()'),
    ('EnableClientState|DisableClientState', 'array', 'CLIENT_ARRAY()'),
    ('BindVertexBuffer|VertexArrayVertexBuffer', 'bindingindex', 'ATTRIBUTE()'),
    ('BindVertexBuffer', 'offset', 'ALIGNED()'),
    (FLOAT_ARRAYS, 'type', 'GL_FLOAT'),
    # Other state
    ('(Blend.*|ColorMask|GetBoolean|GetInteger|GetFloat|GetDouble|GetInteger64|Enable|Disable|IsEnabled)(i|i_v)', 'buf|index', FEW),
    ('(Enable|Disable|IsEnabled)i', 'target', 'GL_BLEND'),
    ('Get(Boolean|Integer|Float|Double|Integer64)i_v', 'target', 'INDEXED_VALUE()'),
    ('Blend(EquationSeparate|Equation)(i)?', 'mode(RGB|Alpha)?', 'GL_FUNC_ADD'),
    ('(Viewport|Scissor|DepthRange)(Indexed|Array).*', 'index|first|count', FEW),
    ('Debug.*|PushDebugGroup', 'source', 'GL_DEBUG_SOURCE_APPLICATION'),
    ('(Debug.*|.*Label|PushDebugGroup|.*Marker.*)', 'length', SMALL),
    ('(Get)?ObjectLabel', 'identifier', 'GL_BUFFER'),
    ('(Get)?ObjectLabel', 'name', 'OBJECT(BUFFERS)'),
    ('DebugMessageControl', 'count', ZERO),
    ('(Get)?ObjectLabelEXT|LabelObjectEXT', 'type', 'GL_TEXTURE'),
    ('QueryCounter', 'target', 'GL_TIMESTAMP'),
    ('Get(Query|QueryIndexed)iv', 'pname', 'GL_CURRENT_QUERY'),
    ('.*Query.*', 'index', ZERO),
    ('GetQueryBufferObject.*', 'offset', 'ALIGNED()'),
    ('PatchParameteri', 'value', '3'),
    ('WaitSync', 'timeout', '(GLuint64)GL_TIMEOUT_IGNORED'),
    ('WaitSync|FenceSync', 'flags', '0'),
    ('FenceSync', 'condition', 'GL_SYNC_GPU_COMMANDS_COMPLETE'),
    ('Material[ifx]', 'pname', 'GL_SHININESS'),
    ('Material.*', 'face', 'MATERIAL_FACE()'),
    ('GetMaterial.*', 'face', 'GL_FRONT'),
    ('(Light[ifx]|GetLight.*)', 'pname', 'LIGHT_SCALAR()'),
    ('(Get)?Light[ifx]v?', 'light', 'GL_LIGHT0 + pick(8)'),
    ('Clear', 'mask', 'CLEAR_MASK()'),
    ('(Get)?TexEnv.*', 'target', 'GL_TEXTURE_ENV'),
    ('(Get)?TexEnv.*', 'pname', 'GL_TEXTURE_ENV_MODE'),
    ('TexEnv[ifx]', 'param', 'GL_MODULATE'),
    ('TexEnv[ix]v', 'params', 'environment_ints'),
    ('TexEnvfv', 'params', 'environment_floats'),
    ('(Get)?TexGen.*', 'pname', 'GL_TEXTURE_GEN_MODE'),
    ('(Get)?TexGen.*', 'coord', 'COORDINATE()'),
    ('TexGen([ifd]|xOES)', 'param', 'GENERATION()'),
    ('TexGen(iv|xvOES)', 'params', 'generation_ints'),
    ('TexGenfv', 'params', 'generation_floats'),
    ('TexGendv', 'params', 'generation_doubles'),
    ('LineStipple', 'factor', 'ONE_OR(4)'),
    ('GenFragmentShadersATI', 'range', 'ONE_OR(4)'),
    ('(ColorFragmentOp|AlphaFragmentOp|PassTexCoord|SampleMap).*', 'dst', 'GL_REG_0_ATI + pick(6)'),
    ('(ColorFragmentOp|AlphaFragmentOp).*', 'arg[123]', 'pick(2) ? GL_REG_0_ATI + pick(6) : GL_CON_0_ATI + pick(8)'),
    ('(ColorFragmentOp|AlphaFragmentOp).*', 'arg[123]Rep', 'pick(2) ? GL_NONE : GL_RED + pick(4)'),
    ('(ColorFragmentOp|AlphaFragmentOp).*', 'arg[123]Mod|dstMask', 'pick(8)'),
    ('(ColorFragmentOp|AlphaFragmentOp).*', 'dstMod', '1u << pick(7)'),
    ('(PassTexCoord|SampleMap)ATI', 'coord|interp', 'pick(4) ? GL_TEXTURE0 + pick(8) : GL_REG_0_ATI + pick(6)'),
    ('(PassTexCoord|SampleMap)ATI', 'swizzle', 'GL_SWIZZLE_STR_ATI + pick(4)'),
    ('SetFragmentShaderConstantATI', 'dst', 'GL_CON_0_ATI + pick(8)'),
)]
# Values for pointers.
LISTS = re.compile(r'\(const|zeros|ASSEMBLY$|(parameter|environment|generation)_(int|float|double)s|KEPT_NAMES|ATTACHMENTS|RESOURCE_PROPERTIES')
INDICES = {'indices': 'ELEMENT_POINTER()', 'indirect': 'INDIRECT_POINTER()'}
# Objects that a context begins with, by the class that gl.xml names for the parameter.
CLASSES = {'buffer': 'BUFFERS', 'display list': 'LISTS', 'framebuffer': 'FRAMEBUFFERS', 'program': 'PROGRAMS',
           'program pipeline': 'PIPELINES', 'query': 'QUERIES', 'renderbuffer': 'RENDERBUFFERS', 'sampler': 'SAMPLERS', 'shader': 'SHADERS',
           'texture': 'TEXTURES', 'transform feedback': 'FEEDBACKS', 'vertex array': 'ARRAYS'}
SCALARS = {'GLuint': 'UINT()', 'GLint': 'INT()', 'GLsizei': 'SIZE()', 'GLsizeiptr': 'SIZE()', 'GLintptr': 'OFFSET()',
           'GLboolean': 'BOOLEAN()', 'GLfloat': 'REAL()', 'GLdouble': 'REAL()', 'GLclampd': 'REAL()', 'GLshort': 'INT()',
           'GLbyte': 'INT()', 'GLubyte': 'INT()', 'GLhalfNV': 'INT()', 'GLushort': 'INT()', 'GLsync': 'SYNC()', 'GLhandleARB': 'UINT()',
           'GLuint64': 'TIMEOUT()', 'GLuint64EXT': 'TIMEOUT()', 'GLint64': 'INT()', 'GLfixed': '(GLint)((GLuint)INT() * 0x8000u)', 'GLclampx': '(GLint)((GLuint)INT() * 0x8000u)', 'GLeglImageOES': 'IMAGE()'}
STRINGS = ('const GLchar *', 'const GLcharARB *')
STRING_LISTS = ('const GLchar *const*', 'const GLchar **')


def uniform_types():
    """GLSL types of the uniforms that glUniform* sets, by the number and letter of the command's name."""
    types = {}
    for letter, prefix in (('f', ''), ('i', 'i'), ('ui', 'u'), ('d', 'd')):
        types['1' + letter] = {'f': 'float', 'i': 'int', 'ui': 'uint', 'd': 'double'}[letter]
        for n in '234':
            types[n + letter] = f'{prefix}vec{n}'
    for letter, prefix in (('f', ''), ('d', 'd')):
        for columns in '234':
            for rows in '234':
                size = columns + ('' if rows == columns else 'x' + rows)
                types[f'M{size}{letter}'] = f'{prefix}mat{size}'
    for letter, prefix in (('i64', 'i64'), ('ui64', 'u64')):
        types['1' + letter] = {'i64': 'int64_t', 'ui64': 'uint64_t'}[letter]
        for n in '234':
            types[n + letter] = f'{prefix}vec{n}'
    return types


TYPES = uniform_types()
LOCATIONS = {key: 2 * n for n, key in enumerate(TYPES)}


def shader_text(wide):
    """Declarations of two uniforms of each type, and an expression that reads them. wide: also of scalars of 64 bits."""
    declared, read = [], []
    for key, kind in TYPES.items():
        if key.endswith(('d', '64')) and not wide:
            continue
        declared.append(f'layout(location = {LOCATIONS[key]}) uniform {kind} u{LOCATIONS[key]}[2];')
        item = f'u{LOCATIONS[key]}[which]'
        item += '' if key[0] == '1' else '[0].x' if key[0] == 'M' else '.x'
        read.append(f'float({item})')
    return ' '.join(declared), ' + '.join(read)


def rule_names(command, selects):
    """The name of a command, and for those of EXT_direct_state_access (`selects`) also the names of the command that does the work."""
    if not selects or not command.endswith('EXT'):
        return [command]
    return [command, command[:-3], re.sub('MultiTex|Texture', 'Tex', command[:-3])]


def expression(command, param, groups, selects):
    name = param.find('name').text
    kind = ''.join(param.itertext()).strip()
    kind = kind[:kind.rindex(name)].strip()
    uniform = UNIFORM.match(command)
    if name == 'location' and uniform:
        return f'UNIFORM({LOCATIONS[("M" if uniform[1] else "") + uniform[2] + uniform[3]]})'
    names = rule_names(command, selects)
    for commands, params, value in RULES:
        if any(commands.fullmatch(each) for each in names) and params.fullmatch(name) and ('*' in kind) == bool(LISTS.match(value)):
            return value
    group = (param.get('group') or '').split(',')[0]
    if kind == 'GLenum' or (kind in ('GLint', 'GLuint') and group in groups and 'InternalFormat' in group):
        return f'ENUM({group})' if group in groups else 'ANY_ENUM()'
    if kind == 'GLbitfield':
        return f'BITS({group})' if group in groups else 'UINT()'
    if kind == 'GLuint' and param.get('class') in CLASSES:
        return f'OBJECT({CLASSES[param.get("class")]})'
    if command.startswith('Delete') and kind == 'const GLuint *':
        return 'SPARE_NAMES'
    if kind in SCALARS and ('stride' in name.lower() or name in ('uorder', 'vorder', 'order')):
        return SMALL
    if kind in SCALARS:
        return SCALARS[kind]
    if kind in STRINGS:
        return 'STRING()'
    if kind in STRING_LISTS:
        return 'STRING_LIST()'
    if kind == 'const void *const*':
        return 'POINTER_LIST()'
    if kind == 'const GLenum *':
        return f'ENUM_LIST({group})' if group in groups else 'INPUT()'
    if kind == 'const void *':
        if name in INDICES:
            return INDICES[name]
        if command.endswith(('Pointer', 'PointerOES', 'PointerEXT')) or command == 'InterleavedArrays':
            return 'ARRAY_POINTER()'
        return 'PIXELS()' if 'Image' in command and 'Clear' not in command or command in ('DrawPixels', 'Bitmap') else 'INPUT()'
    if kind == 'void *':
        return 'PACKED()' if 'Image' in command or 'Pixels' in command else 'OUTPUT()'
    return '(void *)' + ('INPUT()' if kind.startswith('const ') else 'OUTPUT()')


def of_api(registry, api, kind, compat_only):
    """Names of commands or enumerants that an API's versions and extensions have. compat_only: extensions that the compatibility profile
    alone has here."""
    xml_api = APIS[api]
    names, removed = set(), set()
    for feature in registry.features:
        if feature.get('api') == (xml_api if xml_api.startswith('gles') else 'gl'):
            names.update(registry.required(feature, xml_api, kind))
            for remove in feature.findall('remove'):
                if api == 'core' and remove.get('profile') == 'core':
                    removed.update(item.get('name') for item in remove.findall(kind))
    names -= removed
    for extension in registry.extensions:
        if api == 'core' and extension.get('name') in compat_only:
            continue
        if kind == 'command' and xml_api in extension.get('supported').split('|'):
            names.update(registry.required(extension, xml_api, kind))
    return names


def main():
    registry_path, tables, out = sys.argv[1:]
    sys.path.append(tables)
    import gl_registry  # pylint: disable=import-outside-toplevel
    import gl_tables  # pylint: disable=import-outside-toplevel
    registry = gl_registry.Registry(registry_path)
    entries = gl_tables.read_entries(os.path.join(tables, 'entry.def'), registry)
    nodes = {node.find('proto/name').text: node for path in (os.path.join(tables, 'gl_more.xml'), registry_path)
             for node in ET.parse(path).getroot().findall('./commands/command')}
    full = {command.name: command.full_name for command in registry.unique}
    numbers, members = {}, {}
    for name, (number, names) in registry.enum_groups().items():
        numbers[name] = number & 0xffffffff
        for group in names:
            members.setdefault(group, set()).add(name)
    members.pop('', None)
    used = sorted({(p.get('group') or '').split(',')[0] for name in entries for p in nodes[full[name]].findall('param')} & set(members))
    compat_only = {name for feature in gl_tables.read_features(os.path.join(tables, 'ga_feature.csv'), registry)
                   for name in feature.compat_only}
    offered = {api: of_api(registry, api, 'enum', compat_only) for api in APIS}
    commands = {api: {registry.canonical[name].name for name in of_api(registry, api, 'command', compat_only)
                      if name in registry.canonical} for api in APIS}
    with open(out, 'w', encoding='utf-8') as file:
        file.write('/* Generated by gen_random.py. */\n')
        for name in used:
            for api, has in offered.items():
                # gl.xml names groups at one of several names of a number.
                same = {numbers[n] for n in has if numbers.get(n, 0) >= 0x300}
                values = sorted({numbers[n] for n in members[name] if n in has or numbers[n] in same} or {numbers[n] for n in members[name]})
                file.write(f'static const GLenum {name}_{api}[] = {{{", ".join(f"{number:#x}" for number in values)}}};\n')
            lists = ', '.join(f'{{{name}_{api}, sizeof({name}_{api}) / sizeof(GLenum)}}' for api in APIS)
            file.write(f'static const struct enum_group {name}[] = {{{lists}}};\n')
        every = sorted(set(numbers.values()))
        file.write(f'static const GLenum every_enum[] = {{{", ".join(f"{number:#x}" for number in every)}}};\n')
        for doubles in (False, True):
            declared, read = shader_text(doubles)
            suffix = 'DOUBLES' if doubles else 'FLOATS'
            file.write(f'#define UNIFORMS_{suffix} "{declared}"\n#define SUM_{suffix} "{read}"\n')
        selecting = registry.commands_of('GL_EXT_direct_state_access', 'compat')
        for name in entries:
            arguments = ', '.join(expression(name, param, used, name in selecting) for param in nodes[full[name]].findall('param'))
            file.write(f'static void call_{name}(void) {{ (void)gl.{name}({arguments}); }}\n')
        file.write('enum {\n')
        for name in entries:
            bits = ' | '.join(f'{1 << n}' for n, api in enumerate(APIS) if name in commands[api]) or '0'
            file.write(f'   APIS_{name} = {bits},\n')
        file.write('};\n')


if __name__ == '__main__':
    main()
