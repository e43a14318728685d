// expect_result: pass
// glsl_version: 4.50
#version 450
#extension GL_ARB_bindless_texture: require
// Handles in locals, structs, blocks, inputs, functions; images and atomics; equality.
struct pair { sampler2D a; samplerCubeShadow b; };
layout(std140) uniform B { sampler2D in_block; pair both; sampler3D many[3]; float after; };
layout(std430) buffer S { layout(rgba8) image2D images[]; } ;
layout(bindless_sampler) uniform sampler2D loose, more[4];
layout(r32ui) uniform uimage2D counters;
flat in sampler2D from_vertex;
flat in uvec2 handle;
uniform int which;
out vec4 color;
vec4 look(sampler2D s, vec2 at) { return texture(s, at); }
sampler2D choose(bool k, sampler2D s) { return k ? s : loose; }
void swap(inout sampler2D a, inout sampler2D b) { sampler2D c = a; a = b; b = c; }
void main()
{
   sampler2D s = sampler2D(handle), t = more[which];
   swap(s, t);
   pair p = both;
   p.a = s;
   color = look(s, vec2(0.5)) + look(loose, vec2(0.5)) + look(choose(which > 1, t), vec2(0.1)) + texture(p.a, vec2(1.0));
   color += texture(in_block, vec2(0.0)) + texture(many[1], vec3(0.0)) * after + texture(from_vertex, vec2(0.2));
   color.x += texture(p.b, vec4(1.0)) + vec2(textureSize(s, 0)).x;
   uvec2 h = uvec2(loose) + uvec2(1u);
   color.y += float(h.x) + texelFetch(sampler2D(h), ivec2(0), 0).x;
   imageStore(images[which], ivec2(0), color);
   uimage2D u = uimage2D(handle);
   color.z += float(imageAtomicAdd(counters, ivec2(0), 1u));
}
