"""blender_scene.py: Blender's Python draws a lit, textured cube over a plane that reflects it.

  blender --background --factory-startup --python-exit-code 1 --python blender_scene.py -- ENGINE OUT.png"""
import sys

import bpy

engine, path = sys.argv[sys.argv.index('--') + 1:]
scene = bpy.context.scene
material = bpy.data.materials.new('noise')
material.use_nodes = True
nodes, links = material.node_tree.nodes, material.node_tree.links
noise, ramp = nodes.new('ShaderNodeTexNoise'), nodes.new('ShaderNodeValToRGB')
noise.inputs['Scale'].default_value = 4
ramp.color_ramp.elements[0].color = (0.8, 0.1, 0.02, 1)
ramp.color_ramp.elements[1].color = (0.05, 0.3, 0.9, 1)
links.new(noise.outputs['Fac'], ramp.inputs['Fac'])
links.new(ramp.outputs['Color'], nodes['Principled BSDF'].inputs['Base Color'])
bpy.data.objects['Cube'].data.materials[0] = material
bpy.ops.mesh.primitive_plane_add(size=8, location=(0, 0, -1))
mirror = bpy.data.materials.new('mirror')
mirror.use_nodes = True
mirror.node_tree.nodes['Principled BSDF'].inputs['Metallic'].default_value = 1
mirror.node_tree.nodes['Principled BSDF'].inputs['Roughness'].default_value = 0.1
bpy.context.object.data.materials.append(mirror)
scene.eevee.taa_render_samples = 2
scene.eevee.use_gtao = scene.eevee.use_bloom = scene.eevee.use_ssr = True
scene.render.engine = engine
scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 160, 120, 100
scene.render.image_settings.file_format = 'PNG'
scene.render.filepath = path
bpy.ops.render.render(write_still=True)
