#!/usr/bin/env python3
"""Makes gf_func.def, the rows of the built-in functions, from families that differ in types only.
Checks the signatures' words."""
import re
import sys

rows = []          # name, signature, gate, stages


def f(names, sig, gate='ALL', stages='GF_ANY'):
    for name in names.split():
        rows.append((name, sig, gate, stages))


# ---- common mathematics: F float, D double
f('radians degrees sin cos tan asin acos exp log exp2 log2', 'genF genF')
f('sinh cosh tanh asinh acosh atanh', 'genF genF', '130')
f('atan', 'genF genF')
f('atan pow', 'genF genF genF')
f('sqrt inversesqrt abs sign floor ceil fract normalize', 'genF genF')
f('sqrt inversesqrt abs sign floor ceil fract normalize trunc round roundEven', 'genD genD', 'FP64')
f('trunc round roundEven', 'genF genF', '130_GS4')
f('abs sign', 'genI genI', '130_GS4')
f('abs sign', 'genL genL', 'INT64')
for T, gate in (('F', 'ALL'), ('D', 'FP64'), ('I', '130_GS4'), ('U', '130_GS4'), ('L', 'INT64'), ('M', 'INT64')):
    scalar = {'F': 'float', 'D': 'double', 'I': 'int', 'U': 'uint', 'L': 'int64_t', 'M': 'uint64_t'}[T]
    limits = 'MINMAX_I' if T == 'I' else gate
    f('min max', f'gen{T} gen{T} gen{T}', limits)
    f('min max', f'gen{T} gen{T} {scalar}', limits)
    f('clamp', f'gen{T} gen{T} gen{T} gen{T}', limits)
    f('clamp', f'gen{T} gen{T} {scalar} {scalar}', limits)
    f('lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual', f'vecB vec{T} vec{T}', {'U': '130_GS4',
            'I': 'ALL'}.get(T, gate))
    mix = {'F': '130', 'D': 'FP64', 'I': 'INTMIX', 'U': 'INTMIX', 'L': 'INT64', 'M': 'INT64'}[T]
    f('mix', f'gen{T} gen{T} gen{T} genB', mix)
f('mix', 'genB genB genB genB', 'INTMIX')
for T, gate in (('F', 'ALL'), ('D', 'FP64')):
    scalar = {'F': 'float', 'D': 'double'}[T]
    f('mod', f'gen{T} gen{T} gen{T}', gate)
    f('mod', f'gen{T} gen{T} {scalar}', gate)
    f('modf', f'gen{T} gen{T} out:gen{T}', '130' if T == 'F' else gate)
    f('mix', f'gen{T} gen{T} gen{T} gen{T}', gate)
    f('mix', f'gen{T} gen{T} gen{T} {scalar}', gate)
    f('step', f'gen{T} gen{T} gen{T}', gate)
    f('step', f'gen{T} {scalar} gen{T}', gate)
    f('smoothstep', f'gen{T} gen{T} gen{T} gen{T}', gate)
    f('smoothstep', f'gen{T} {scalar} {scalar} gen{T}', gate)
    f('isnan isinf', f'genB gen{T}', '130' if T == 'F' else gate)
    f('length', f'{scalar} gen{T}', gate)
    f('distance dot', f'{scalar} gen{T} gen{T}', gate)
    f('faceforward', f'gen{T} gen{T} gen{T} gen{T}', gate)
    f('reflect', f'gen{T} gen{T} gen{T}', gate)
    f('refract', f'gen{T} gen{T} gen{T} {scalar}', gate)
    f('fma', f'gen{T} gen{T} gen{T} gen{T}', 'FMA' if T == 'F' else gate)
    f('frexp', f'gen{T} gen{T} out:genI', 'GS5_310' if T == 'F' else gate)
    f('ldexp', f'gen{T} gen{T} genI', 'GS5_310' if T == 'F' else gate)
    d = '' if T == 'F' else 'd'
    f('cross', f'{d}vec3 {d}vec3 {d}vec3', gate)
    for c in (2, 3, 4):
        f('determinant', f'{scalar} {d}mat{c}', '150' if T == 'F' else gate)
        f('inverse', f'{d}mat{c} {d}mat{c}', '140' if T == 'F' else gate)
        for r in (2, 3, 4):
            m = f'{d}mat{c}' if c == r else f'{d}mat{c}x{r}'
            t = f'{d}mat{c}' if c == r else f'{d}mat{r}x{c}'
            f('matrixCompMult', f'{m} {m} {m}', gate if c == r or T == 'D' else '120')
            f('transpose', f'{t} {m}', '120' if T == 'F' else gate)
            f('outerProduct', f'{m} {d}vec{r} {d}vec{c}', '120' if T == 'F' else gate)
f('equal notEqual', 'vecB vecB vecB')
f('any all', 'bool vecB')
f('not', 'vecB vecB')
f('noise1', 'float genF', 'GL')
f('noise2', 'vec2 genF', 'GL')
f('noise3', 'vec3 genF', 'GL')
f('noise4', 'vec4 genF', 'GL')
f('ftransform', 'vec4', 'COMPAT', 'GF_VS')
f('truncate', 'genF genF', 'GS4')
f('min3 max3 mid3', 'genF genF genF genF', 'AMD3')
f('min3 max3 mid3', 'genI genI genI genI', 'AMD3')
f('min3 max3 mid3', 'genU genU genU genU', 'AMD3')

# ---- bits
f('floatBitsToInt', 'genI genF', 'BITS')
f('floatBitsToUint', 'genU genF', 'BITS')
f('intBitsToFloat', 'genF genI', 'BITS')
f('uintBitsToFloat', 'genF genU', 'BITS')
f('packUnorm2x16', 'uint vec2', 'PACK')
f('packSnorm2x16 packHalf2x16', 'uint vec2', 'PACK420')
f('packUnorm4x8 packSnorm4x8', 'uint vec4', 'PACK4X8')
f('unpackUnorm2x16', 'vec2 uint', 'PACK')
f('unpackSnorm2x16 unpackHalf2x16', 'vec2 uint', 'PACK420')
f('unpackUnorm4x8 unpackSnorm4x8', 'vec4 uint', 'PACK4X8')
f('packDouble2x32', 'double uvec2', 'FP64')
f('unpackDouble2x32', 'uvec2 double', 'FP64')
f('packInt2x32', 'int64_t ivec2', 'INT64')
f('unpackInt2x32', 'ivec2 int64_t', 'INT64')
f('packUint2x32', 'uint64_t uvec2', 'INT64')
f('unpackUint2x32', 'uvec2 uint64_t', 'INT64')
f('doubleBitsToInt64', 'genL genD', 'INT64')
f('doubleBitsToUint64', 'genM genD', 'INT64')
f('int64BitsToDouble', 'genD genL', 'INT64')
f('uint64BitsToDouble', 'genD genM', 'INT64')
f('bitfieldExtract', 'genI genI int int', 'GS5_310')
f('bitfieldExtract', 'genU genU int int', 'GS5_310')
f('bitfieldInsert', 'genI genI genI int int', 'GS5_310')
f('bitfieldInsert', 'genU genU genU int int', 'GS5_310')
f('bitfieldReverse', 'genI genI', 'GS5_310')
f('bitfieldReverse', 'genU genU', 'GS5_310')
f('bitCount findLSB findMSB', 'genI genI', 'GS5_310')
f('bitCount findLSB findMSB', 'genI genU', 'GS5_310')
f('uaddCarry usubBorrow', 'genU genU genU out:genU', 'GS5_310')
f('umulExtended', 'void genU genU out:genU out:genU', 'GS5_310')
f('imulExtended', 'void genI genI out:genI out:genI', 'GS5_310')

# ---- stages
f('dFdx dFdy fwidth', 'genF genF', 'DERIV', 'GF_FS')
f('dFdx dFdy fwidth', 'genF genF', 'CSDERIV', 'GF_CS')
f('dFdxFine dFdyFine fwidthFine dFdxCoarse dFdyCoarse fwidthCoarse', 'genF genF', 'DERIV2', 'GF_FS')
f('dFdxFine dFdyFine fwidthFine dFdxCoarse dFdyCoarse fwidthCoarse', 'genF genF', 'CSDERIV', 'GF_CS')
f('interpolateAtCentroid', 'genF in:genF', 'INTERP', 'GF_FS')
f('interpolateAtSample', 'genF in:genF int', 'INTERP', 'GF_FS')
f('interpolateAtOffset', 'genF in:genF vec2', 'INTERP', 'GF_FS')
f('EmitVertex EndPrimitive', 'void', 'GEOM', 'GF_GS')
f('EmitStreamVertex EndStreamPrimitive', 'void const:int', 'STREAM', 'GF_GS')
f('barrier', 'void', 'BARRIER_T', 'GF_TCS')
f('EmitMeshTasksEXT', 'void uint uint uint', 'MESH', 'GF_TASK')
f('SetMeshOutputsEXT', 'void uint uint', 'MESH', 'GF_MESH')
f('barrier', 'void', 'CS', 'GF_CS | GF_TASK | GF_MESH')
f('memoryBarrier', 'void', 'IMAGE')
f('groupMemoryBarrier memoryBarrierShared', 'void', 'CS', 'GF_CS | GF_TASK | GF_MESH')
f('memoryBarrierAtomicCounter memoryBarrierBuffer memoryBarrierImage', 'void', 'CS')
f('anyInvocationARB allInvocationsARB allInvocationsEqualARB', 'bool bool', 'VOTE')
f('anyInvocationEXT allInvocationsEXT allInvocationsEqualEXT', 'bool bool', 'VOTEEXT')
f('anyInvocation allInvocations allInvocationsEqual', 'bool bool', 'VOTE460')
f('clock2x32ARB', 'uvec2', 'CLOCK')
f('clockARB', 'uint64_t', 'CLOCK64')
f('clock2x32EXT', 'uvec2', 'CLOCKEXT')
f('beginInvocationInterlockARB endInvocationInterlockARB', 'void', 'ILOCK', 'GF_FS')
f('beginInvocationInterlockNV endInvocationInterlockNV', 'void', 'ILOCKNV', 'GF_FS')
f('helperInvocationEXT', 'bool', 'DEMOTE', 'GF_FS')
f('ballotARB', 'uint64_t bool', 'BALLOT')
f('readFirstInvocationARB', 'genF genF', 'BALLOT')
f('readFirstInvocationARB', 'genI genI', 'BALLOT')
f('readFirstInvocationARB', 'genU genU', 'BALLOT')
f('readInvocationARB', 'genF genF uint', 'BALLOT')
f('readInvocationARB', 'genI genI uint', 'BALLOT')
f('readInvocationARB', 'genU genU uint', 'BALLOT')

# ---- subgroups (KHR_shader_subgroup): B bool
f('subgroupBarrier subgroupMemoryBarrier subgroupMemoryBarrierBuffer subgroupMemoryBarrierImage', 'void', 'SG_BASIC')
f('subgroupMemoryBarrierShared', 'void', 'SG_BASIC', 'GF_CS | GF_TASK | GF_MESH')
f('subgroupElect', 'bool', 'SG_BASIC')
f('subgroupAll subgroupAny', 'bool bool', 'SG_VOTE')
f('subgroupBallot', 'uvec4 bool', 'SG_BALLOT')
f('subgroupInverseBallot', 'bool uvec4', 'SG_BALLOT')
f('subgroupBallotBitExtract', 'bool uvec4 uint', 'SG_BALLOT')
f('subgroupBallotBitCount subgroupBallotInclusiveBitCount subgroupBallotExclusiveBitCount', 'uint uvec4', 'SG_BALLOT')
f('subgroupBallotFindLSB subgroupBallotFindMSB', 'uint uvec4', 'SG_BALLOT')
for T in 'FIUBD':
    f('subgroupAllEqual', f'bool gen{T}', 'SG_VOTE')
    f('subgroupBroadcast', f'gen{T} gen{T} const:uint', 'SG_BALLOT')
    f('subgroupBroadcastFirst', f'gen{T} gen{T}', 'SG_BALLOT')
    f('subgroupShuffle subgroupShuffleXor', f'gen{T} gen{T} uint', 'SG_SHUFFLE')
    f('subgroupShuffleUp subgroupShuffleDown', f'gen{T} gen{T} uint', 'SG_RELATIVE')
    f('subgroupQuadBroadcast', f'gen{T} gen{T} const:uint', 'SG_QUAD')
    f('subgroupQuadSwapHorizontal subgroupQuadSwapVertical subgroupQuadSwapDiagonal', f'gen{T} gen{T}', 'SG_QUAD')
    for op in {'F': 'Add Mul Min Max', 'D': 'Add Mul Min Max', 'B': 'And Or Xor'}.get(T, 'Add Mul Min Max And Or Xor').split():
        f(f'subgroup{op} subgroupInclusive{op} subgroupExclusive{op}', f'gen{T} gen{T}', 'SG_ARITHMETIC')
        f(f'subgroupClustered{op}', f'gen{T} gen{T} const:uint', 'SG_CLUSTERED')

# ---- counters and memory
f('atomicCounter atomicCounterIncrement atomicCounterDecrement', 'uint atomic_uint', 'COUNTER')
for suffix, gate in (('ARB', 'COUNTER_OPS'), ('', 'COUNTER460')):
    for op in 'Add Subtract Min Max And Or Xor Exchange'.split():
        f(f'atomicCounter{op}{suffix}', 'uint atomic_uint uint', gate)
    f(f'atomicCounterCompSwap{suffix}', 'uint atomic_uint uint uint', gate)
for op in 'Add Min Max And Or Xor Exchange'.split():
    f(f'atomic{op}', 'uint inout:uint uint', 'ATOMIC')
    f(f'atomic{op}', 'int inout:int int', 'ATOMIC')
    f(f'atomic{op}', 'int64_t inout:int64_t int64_t', 'ATOMIC64')
    f(f'atomic{op}', 'uint64_t inout:uint64_t uint64_t', 'ATOMIC64')
for T, gate in (('uint', 'ATOMIC'), ('int', 'ATOMIC'), ('int64_t', 'ATOMIC64'), ('uint64_t', 'ATOMIC64')):
    f('atomicCompSwap', f'{T} inout:{T} {T} {T}', gate)
f('atomicAdd atomicExchange', 'float inout:float float', 'ATOMICF')
f('atomicMin atomicMax atomicExchange', 'float inout:float float', 'ATOMICFM')
f('atomicCompSwap', 'float inout:float float float', 'ATOMICFM')

# ---- images: @g: any image and its address; @a: integer images; @f: float images
f('imageLoad', 'g:vec4 @g', 'IMAGE')
f('imageStore', 'void @g g:vec4', 'IMAGE')
for op in 'Add Min Max And Or Xor Exchange'.split():
    f(f'imageAtomic{op}', 'a:int @a a:int', 'IMAGE_ATOMIC')
f('imageAtomicCompSwap', 'a:int @a a:int a:int', 'IMAGE_ATOMIC')
f('imageAtomicExchange', 'float @f float', 'IMAGE_ATOMIC_F')
f('imageAtomicAdd', 'float @f float', 'IMAGE_ADD_F')
for T, r in (('1D', 'int'), ('2D', 'ivec2'), ('3D', 'ivec3'), ('Cube', 'ivec2'), ('2DRect', 'ivec2'), ('1DArray', 'ivec2'),
             ('2DArray', 'ivec3'), ('CubeArray', 'ivec3'), ('Buffer', 'int'), ('2DMS', 'ivec2'), ('2DMSArray', 'ivec3')):
    f('imageSize', f'{r} g:image{T}', 'IMAGE_SIZE')
for T in ('2DMS', '2DMSArray'):
    f('imageSamples', f'int g:image{T}', 'SAMPLES')

# ---- textures. Prefix g: float, int and unsigned. bias?: an optional float, where derivatives are.
C = {'1D': 'float', '2D': 'vec2', '3D': 'vec3', 'Cube': 'vec3', '2DRect': 'vec2', '1DArray': 'vec2',
     '2DArray': 'vec3', 'CubeArray': 'vec4'}
I = {'1D': 'int', '2D': 'ivec2', '3D': 'ivec3', '2DRect': 'ivec2', '1DArray': 'ivec2', '2DArray': 'ivec3'}
S = {'1DShadow': 'vec3', '2DShadow': 'vec3', 'CubeShadow': 'vec4', '2DRectShadow': 'vec3', '1DArrayShadow': 'vec3',
     '2DArrayShadow': 'vec4'}
OFF = {'1D': 'int', '2D': 'ivec2', '3D': 'ivec3', '2DRect': 'ivec2', '1DArray': 'int', '2DArray': 'ivec2'}
GRAD = {'1D': 'float', '2D': 'vec2', '3D': 'vec3', 'Cube': 'vec3', '2DRect': 'vec2', '1DArray': 'float',
     '2DArray': 'vec2', 'CubeArray': 'vec3'}
PROJ = {'1D': 'vec2 vec4', '2D': 'vec3 vec4', '3D': 'vec4', '2DRect': 'vec3 vec4'}
T130 = {'CubeArray': 'CUBEARRAY'} # GLSL 1.30 has samplers of rectangles with ARB_texture_rectangle


def t(name, ret, rest, dim, gate, stages='GF_ANY'):
    f(name, f'{ret} {rest}', gate, stages)


for d in C:
    g = T130.get(d, '130')
    s = f'g:sampler{d}'
    bias = '' if d == '2DRect' else ' bias?'
    f('texture', f'g:vec4 {s} {C[d]}{bias}', g)
    if d != '2DRect':
        f('textureLod', f'g:vec4 {s} {C[d]} float', g)
    f('textureGrad', f'g:vec4 {s} {C[d]} {GRAD[d]} {GRAD[d]}', g)
    if d in OFF:
        f('textureOffset', f'g:vec4 {s} {C[d]} const:{OFF[d]}{bias}', g)
        if d != '2DRect':
            f('textureLodOffset', f'g:vec4 {s} {C[d]} float const:{OFF[d]}', g)
        f('textureGradOffset', f'g:vec4 {s} {C[d]} {GRAD[d]} {GRAD[d]} const:{OFF[d]}', g)
    for p in PROJ.get(d, '').split():
        f('textureProj', f'g:vec4 {s} {p}{bias}', g)
        f('textureProjOffset', f'g:vec4 {s} {p} const:{OFF[d]}{bias}', g)
        if d != '2DRect':
            f('textureProjLod', f'g:vec4 {s} {p} float', g)
            f('textureProjLodOffset', f'g:vec4 {s} {p} float const:{OFF[d]}', g)
        f('textureProjGrad', f'g:vec4 {s} {p} {GRAD[d]} {GRAD[d]}', g)
        f('textureProjGradOffset', f'g:vec4 {s} {p} {GRAD[d]} {GRAD[d]} const:{OFF[d]}', g)
    if d in I:
        lod = '' if d == '2DRect' else ' int'
        f('texelFetch', f'g:vec4 {s} {I[d]}{lod}', g)
        f('texelFetchOffset', f'g:vec4 {s} {I[d]}{lod} const:{OFF[d]}', g)
f('texelFetch', 'g:vec4 g:samplerBuffer int', 'BUFFER')
f('texelFetch', 'g:vec4 g:sampler2DMS ivec2 int', 'MS')
f('texelFetch', 'g:vec4 g:sampler2DMSArray ivec3 int', 'MSARRAY')
for d in S:
    g = '130'
    b = d[:-6]
    s = f'sampler{d}'
    bias = '' if d in ('2DRectShadow', '2DArrayShadow') else ' bias?'
    f('texture', f'float {s} {S[d]}{bias}', g)
    if d in ('1DShadow', '2DShadow', '1DArrayShadow'):
        f('textureLod', f'float {s} {S[d]} float', g)
        f('textureLodOffset', f'float {s} {S[d]} float const:{OFF[b]}', g)
    f('textureGrad', f'float {s} {S[d]} {GRAD[b]} {GRAD[b]}', g)
    if b in OFF:
        f('textureOffset', f'float {s} {S[d]} const:{OFF[b]}{bias}', g if d != '2DArrayShadow' else '430')
        f('textureGradOffset', f'float {s} {S[d]} {GRAD[b]} {GRAD[b]} const:{OFF[b]}', g)
    if d in ('1DShadow', '2DShadow', '2DRectShadow'):
        f('textureProj', f'float {s} vec4{bias}', g)
        f('textureProjOffset', f'float {s} vec4 const:{OFF[b]}{bias}', g)
        if d != '2DRectShadow':
            f('textureProjLod', f'float {s} vec4 float', g)
            f('textureProjLodOffset', f'float {s} vec4 float const:{OFF[b]}', g)
        f('textureProjGrad', f'float {s} vec4 {GRAD[b]} {GRAD[b]}', g)
        f('textureProjGradOffset', f'float {s} vec4 {GRAD[b]} {GRAD[b]} const:{OFF[b]}', g)
f('texture', 'float samplerCubeArrayShadow vec4 float', 'CUBEARRAY')
f('texture', 'vec4 samplerExternalOES vec2 bias?', 'EXTERNAL3')
f('textureProj', 'vec4 samplerExternalOES vec3 bias?', 'EXTERNAL3')
f('textureProj', 'vec4 samplerExternalOES vec4 bias?', 'EXTERNAL3')
f('textureLod', 'vec4 samplerExternalOES vec2 float', 'EXTERNAL3')
f('texelFetch', 'vec4 samplerExternalOES ivec2 int', 'EXTERNAL3')
# EXT_texture_shadow_lod
f('texture', 'float sampler2DArrayShadow vec4 float', 'SHADOWLOD', 'GF_FS')
f('texture', 'float samplerCubeArrayShadow vec4 float float', 'SHADOWLOD', 'GF_FS')
f('textureOffset', 'float sampler2DArrayShadow vec4 const:ivec2 float', 'SHADOWLOD', 'GF_FS')
f('textureOffset', 'float sampler2DArrayShadow vec4 const:ivec2', 'SHADOWLOD')
f('textureLod', 'float sampler2DArrayShadow vec4 float', 'SHADOWLOD')
f('textureLod', 'float samplerCubeShadow vec4 float', 'SHADOWLOD')
f('textureLod', 'float samplerCubeArrayShadow vec4 float float', 'SHADOWLOD')
f('textureLodOffset', 'float sampler2DArrayShadow vec4 float const:ivec2', 'SHADOWLOD')
# sizes
for d, r in (('1D', 'int'), ('2D', 'ivec2'), ('3D', 'ivec3'), ('Cube', 'ivec2'), ('1DArray', 'ivec2'), ('2DArray',
        'ivec3'), ('CubeArray', 'ivec3')):
    f('textureSize', f'{r} g:sampler{d} int', T130.get(d, '130'))
for d, r in (('1DShadow', 'int'), ('2DShadow', 'ivec2'), ('CubeShadow', 'ivec2'), ('1DArrayShadow', 'ivec2'),
        ('2DArrayShadow', 'ivec3'),
             ('CubeArrayShadow', 'ivec3')):
    f('textureSize', f'{r} sampler{d} int', 'CUBEARRAY' if d == 'CubeArrayShadow' else '130')
f('textureSize', 'ivec2 g:sampler2DRect', '130')
f('textureSize', 'ivec2 sampler2DRectShadow', '130')
f('textureSize', 'int g:samplerBuffer', 'BUFFER')
f('textureSize', 'ivec2 g:sampler2DMS', 'MS')
f('textureSize', 'ivec3 g:sampler2DMSArray', 'MSARRAY')
f('textureSize', 'ivec2 samplerExternalOES int', 'EXTERNAL3')
# queries
for d in C:
    if d == '2DRect':
        continue
    coord = GRAD[d]
    f('textureQueryLod', f'vec2 g:sampler{d} {coord}', 'QLOD400', 'GF_FS')
    f('textureQueryLOD', f'vec2 g:sampler{d} {coord}', 'QLOD', 'GF_FS')
    f('textureQueryLod', f'vec2 g:sampler{d} {coord}', 'CSDERIV', 'GF_CS')
    f('textureQueryLevels', f'int g:sampler{d}', 'QLEVELS')
for d in ('1D', '2D', 'Cube', '1DArray', '2DArray', 'CubeArray'):
    f('textureQueryLod', f'vec2 sampler{d}Shadow {GRAD[d]}', 'QLOD400', 'GF_FS')
    f('textureQueryLOD', f'vec2 sampler{d}Shadow {GRAD[d]}', 'QLOD', 'GF_FS')
    f('textureQueryLod', f'vec2 sampler{d}Shadow {GRAD[d]}', 'CSDERIV', 'GF_CS')
    f('textureQueryLevels', f'int sampler{d}Shadow', 'QLEVELS')
for d in ('2DMS', '2DMSArray'):
    f('textureSamples', f'int g:sampler{d}', 'SAMPLES')
    f('textureSamplesIdenticalEXT', f'bool g:sampler{d} {"ivec2" if d == "2DMS" else "ivec3"}', 'IDENTICAL')
# gathers
for d in ('2D', '2DArray', 'Cube', 'CubeArray', '2DRect'):
    f('textureGather', f'g:vec4 g:sampler{d} {C[d]}', 'GATHER' if d != '2DRect' else 'GATHER5')
    f('textureGather', f'g:vec4 g:sampler{d} {C[d]} const:int', 'GATHER5')
for d in ('2D', '2DArray', '2DRect'):
    f('textureGatherOffset', f'g:vec4 g:sampler{d} {C[d]} gconst:ivec2', 'GATHER' if d != '2DRect' else 'GATHER5')
    f('textureGatherOffset', f'g:vec4 g:sampler{d} {C[d]} gconst:ivec2 const:int', 'GATHER5')
    f('textureGatherOffsets', f'g:vec4 g:sampler{d} {C[d]} const:ivec2[4]', 'GATHERS')
    f('textureGatherOffsets', f'g:vec4 g:sampler{d} {C[d]} const:ivec2[4] const:int', 'GATHERS')
for d, c in (('2D', 'vec2'), ('2DArray', 'vec3'), ('Cube', 'vec3'), ('CubeArray', 'vec4'), ('2DRect', 'vec2')):
    f('textureGather', f'vec4 sampler{d}Shadow {c} float', 'GATHER5')
    if d in ('2D', '2DArray', '2DRect'):
        f('textureGatherOffset', f'vec4 sampler{d}Shadow {c} float gconst:ivec2', 'GATHER5')
        f('textureGatherOffsets', f'vec4 sampler{d}Shadow {c} float const:ivec2[4]', 'GATHERS')
f('texture4', 'vec4 sampler2D vec2', 'TEXTURE4')
# the functions of GLSL 1.10 and ESSL 1.00
for d, gate in (('1D', 'OLD_GL'), ('2D', 'OLD'), ('3D', 'OLD_3D'), ('Cube', 'OLD')):
    f(f'texture{d}', f'vec4 sampler{d} {C[d]} bias?', gate)
    lod = {'OLD_GL': 'OLD_GL_LOD', 'OLD': 'OLD_LOD', 'OLD_3D': 'OLD_3D_LOD'}[gate]
    f(f'texture{d}Lod', f'vec4 sampler{d} {C[d]} float', lod, 'GF_VS')
    f(f'texture{d}Lod', f'vec4 sampler{d} {C[d]} float', 'OLD_LOD_FS' if gate != 'OLD_3D' else 'OLD_LOD_FS', 'GF_ANY & ~GF_VS')
    for p in PROJ.get(d, '').split():
        f(f'texture{d}Proj', f'vec4 sampler{d} {p} bias?', gate)
        f(f'texture{d}ProjLod', f'vec4 sampler{d} {p} float', lod, 'GF_VS')
        f(f'texture{d}ProjLod', f'vec4 sampler{d} {p} float', 'OLD_LOD_FS', 'GF_ANY & ~GF_VS')
        f(f'texture{d}ProjGradARB', f'vec4 sampler{d} {p} {GRAD[d]} {GRAD[d]}', 'ARB_LOD')
        f(f'texture{d}ProjGrad', f'vec4 sampler{d} {p} {GRAD[d]} {GRAD[d]}', 'GS4')
        if d == '2D':
            f('texture2DProjGradEXT', f'vec4 sampler2D {p} vec2 vec2', 'EXT_LOD', 'GF_FS')
            f('texture2DProjLodEXT', f'vec4 sampler2D {p} float', 'EXT_LOD', 'GF_FS')
    f(f'texture{d}GradARB', f'vec4 sampler{d} {C[d]} {GRAD[d]} {GRAD[d]}', 'ARB_LOD')
f('texture2DLodEXT', 'vec4 sampler2D vec2 float', 'EXT_LOD', 'GF_FS')
f('textureCubeLodEXT', 'vec4 samplerCube vec3 float', 'EXT_LOD', 'GF_FS')
f('texture2DGradEXT', 'vec4 sampler2D vec2 vec2 vec2', 'EXT_LOD', 'GF_FS')
f('textureCubeGradEXT', 'vec4 samplerCube vec3 vec3 vec3', 'EXT_LOD', 'GF_FS')
f('shadow2DEXT', 'float sampler2DShadow vec3', 'EXT_SHADOW')
f('shadow2DProjEXT', 'float sampler2DShadow vec4', 'EXT_SHADOW')
f('texture2D', 'vec4 samplerExternalOES vec2', 'EXTERNAL')
f('texture2DProj', 'vec4 samplerExternalOES vec3', 'EXTERNAL')
f('texture2DProj', 'vec4 samplerExternalOES vec4', 'EXTERNAL')
for d in ('1D', '2D'):
    f(f'shadow{d}', f'vec4 sampler{d}Shadow vec3 bias?', 'OLD_GL')
    f(f'shadow{d}Proj', f'vec4 sampler{d}Shadow vec4 bias?', 'OLD_GL')
    for n, c in ((f'shadow{d}Lod', 'vec3'), (f'shadow{d}ProjLod', 'vec4')):
        f(n, f'vec4 sampler{d}Shadow {c} float', 'OLD_GL_LOD', 'GF_VS')
        f(n, f'vec4 sampler{d}Shadow {c} float', 'OLD_LOD_FS', 'GF_ANY & ~GF_VS')
    f(f'shadow{d}GradARB', f'vec4 sampler{d}Shadow vec3 {GRAD[d]} {GRAD[d]}', 'ARB_LOD')
    f(f'shadow{d}ProjGradARB', f'vec4 sampler{d}Shadow vec4 {GRAD[d]} {GRAD[d]}', 'ARB_LOD')
for p in ('vec2',):
    f('texture2DRect', 'vec4 sampler2DRect vec2', 'RECT')
f('texture2DRectProj', 'vec4 sampler2DRect vec3', 'RECT')
f('texture2DRectProj', 'vec4 sampler2DRect vec4', 'RECT')
f('shadow2DRect', 'vec4 sampler2DRectShadow vec3', 'RECT')
f('shadow2DRectProj', 'vec4 sampler2DRectShadow vec4', 'RECT')
f('texture2DRectGradARB', 'vec4 sampler2DRect vec2 vec2 vec2', 'RECT_LOD')
f('texture2DRectProjGradARB', 'vec4 sampler2DRect vec3 vec2 vec2', 'RECT_LOD')
f('texture2DRectProjGradARB', 'vec4 sampler2DRect vec4 vec2 vec2', 'RECT_LOD')
f('shadow2DRectGradARB', 'vec4 sampler2DRectShadow vec3 vec2 vec2', 'RECT_LOD')
f('shadow2DRectProjGradARB', 'vec4 sampler2DRectShadow vec4 vec2 vec2', 'RECT_LOD')
# EXT_texture_array and EXT_gpu_shader4
for d in ('1DArray', '2DArray'):
    f(f'texture{d}', f'vec4 sampler{d} {C[d]} bias?', 'TEXARRAY')
    f(f'texture{d}Lod', f'vec4 sampler{d} {C[d]} float', 'TEXARRAY')
f('shadow1DArray', 'vec4 sampler1DArrayShadow vec3 bias?', 'TEXARRAY')
f('shadow1DArrayLod', 'vec4 sampler1DArrayShadow vec3 float', 'TEXARRAY')
f('shadow2DArray', 'vec4 sampler2DArrayShadow vec4', 'TEXARRAY')
for T in 'iu':
    for d in ('1D', '2D', '3D', 'Cube', '1DArray', '2DArray'):
        f(f'texture{d}', f'{T}vec4 {T}sampler{d} {C[d]} bias?', 'GS4')
        f(f'texture{d}Lod', f'{T}vec4 {T}sampler{d} {C[d]} float', 'GS4')
        for p in PROJ.get(d, '').split():
            f(f'texture{d}Proj', f'{T}vec4 {T}sampler{d} {p} bias?', 'GS4')
            f(f'texture{d}ProjLod', f'{T}vec4 {T}sampler{d} {p} float', 'GS4')
            f(f'texture{d}ProjGrad', f'{T}vec4 {T}sampler{d} {p} {GRAD[d]} {GRAD[d]}', 'GS4')
    f('texture2DRect', f'{T}vec4 {T}sampler2DRect vec2', 'GS4')
    f('texture2DRectProj', f'{T}vec4 {T}sampler2DRect vec3', 'GS4')
    f('texture2DRectProj', f'{T}vec4 {T}sampler2DRect vec4', 'GS4')
    f('texture2DRectProjGrad', f'{T}vec4 {T}sampler2DRect vec3 vec2 vec2', 'GS4')
    f('texture2DRectProjGrad', f'{T}vec4 {T}sampler2DRect vec4 vec2 vec2', 'GS4')
f('texture2DRectProjGrad', 'vec4 sampler2DRect vec3 vec2 vec2', 'GS4')
f('texture2DRectProjGrad', 'vec4 sampler2DRect vec4 vec2 vec2', 'GS4')
f('shadowCube', 'vec4 samplerCubeShadow vec4 bias?', 'GS4')
for d in ('1D', '2D', '3D', 'Cube', '1DArray', '2DArray', '2DRect'):
    f(f'texture{d}Grad', f'g:vec4 g:sampler{d} {C[d]} {GRAD[d]} {GRAD[d]}', 'GS4')
    if d in OFF:
        o = f'const:{OFF[d]}'
        bias = '' if d == '2DRect' else ' bias?'
        f(f'texture{d}Offset', f'g:vec4 g:sampler{d} {C[d]} {o}{bias}', 'GS4')
        if d != '2DRect':
            f(f'texture{d}LodOffset', f'g:vec4 g:sampler{d} {C[d]} float {o}', 'GS4')
        f(f'texture{d}GradOffset', f'g:vec4 g:sampler{d} {C[d]} {GRAD[d]} {GRAD[d]} {o}', 'GS4')
        for p in PROJ.get(d, '').split():
            f(f'texture{d}ProjOffset', f'g:vec4 g:sampler{d} {p} {o}{bias}', 'GS4')
            if d != '2DRect':
                f(f'texture{d}ProjLodOffset', f'g:vec4 g:sampler{d} {p} float {o}', 'GS4')
            f(f'texture{d}ProjGradOffset', f'g:vec4 g:sampler{d} {p} {GRAD[d]} {GRAD[d]} {o}', 'GS4')
        lod = '' if d == '2DRect' else ' int'
        f(f'texelFetch{d}', f'g:vec4 g:sampler{d} {I[d]}{lod}', 'GS4')
        f(f'texelFetch{d}Offset', f'g:vec4 g:sampler{d} {I[d]}{lod} {o}', 'GS4')
    size = {'1D': 'int', '2D': 'ivec2', '3D': 'ivec3', 'Cube': 'ivec2', '1DArray': 'ivec2', '2DArray': 'ivec3',
            '2DRect': 'ivec2'}[d]
    f(f'textureSize{d}', f'{size} g:sampler{d} int', 'GS4')
    if d == '2DRect':  # without a level in Mesa
        f(f'textureSize{d}', f'{size} g:sampler{d}', 'GS4')
f('texelFetchBuffer', 'g:vec4 g:samplerBuffer int', 'GS4')
f('textureSizeBuffer', 'int g:samplerBuffer', 'GS4')
for d, c in (('1D', 'vec3'), ('2D', 'vec3'), ('Cube', 'vec4'), ('1DArray', 'vec3'), ('2DArray', 'vec4'), ('2DRect', 'vec3')):
    f(f'shadow{d}Grad', f'vec4 sampler{d}Shadow {c} {GRAD[d]} {GRAD[d]}', 'GS4')
    if d != 'Cube':
        o = f'const:{OFF[d]}'
        bias = '' if d in ('2DRect', '2DArray') else ' bias?'
        f(f'shadow{d}Offset', f'vec4 sampler{d}Shadow {c} {o}{bias}', 'GS4')
        f(f'shadow{d}GradOffset', f'vec4 sampler{d}Shadow {c} {GRAD[d]} {GRAD[d]} {o}', 'GS4')
    if d in ('1D', '2D', '1DArray'):
        f(f'shadow{d}LodOffset', f'vec4 sampler{d}Shadow {c} float {o}', 'GS4')
    if d in ('1D', '2D', '2DRect'):
        f(f'shadow{d}ProjGrad', f'vec4 sampler{d}Shadow vec4 {GRAD[d]} {GRAD[d]}', 'GS4')
        f(f'shadow{d}ProjOffset', f'vec4 sampler{d}Shadow vec4 {o}{bias}', 'GS4')
        f(f'shadow{d}ProjGradOffset', f'vec4 sampler{d}Shadow vec4 {GRAD[d]} {GRAD[d]} {o}', 'GS4')
        if d != '2DRect':
            f(f'shadow{d}ProjLodOffset', f'vec4 sampler{d}Shadow vec4 float {o}', 'GS4')

word = re.compile(r'^((in|out|inout|const|gconst|g|a):)?(gen[FDIULMB]|vec[FDIULMB]|@[gaf]|bias\?|[a-zA-Z][A-Za-z0-9_]*(\[4\])?)$')
for name, sig, gate, stages in rows:
    for w in sig.split():
        if not word.match(w):
            sys.exit(f'{name}: bad word {w}')
with open(sys.argv[1], 'w') as out:
    out.write('/* Made by gen_func.py. Built-in functions: name, "result parameters", gate, stages. */\n')
    for name, sig, gate, stages in sorted(rows, key=lambda r: r[0]):
        out.write(f'GF_FUNC({name}, "{sig}", G_{gate}, {stages})\n')
