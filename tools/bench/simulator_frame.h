/* simulator_frame.h: a frame as simulators on servers draw it with the fixed functions of OpenGL's compatibility profile: display lists of
 * boxes, capsules, spheres, a mesh and a height field with lights and materials; shadows by a depth texture with comparison and
 * generated coordinates; a floor with a mirror image by stencil; fog; a sky by a cube map; 4 samples, a resolve, and reads of colour and
 * depth. The current context has to be of the compatibility profile, 3.0 or later. */
#ifndef SIMULATOR_FRAME_H
#define SIMULATOR_FRAME_H

/* Makes framebuffers of width x height pixels, textures and lists. Returns NULL, or the name of the command that is missing or of the
 * framebuffer that is not complete. */
const char *simulator_prepare(int width, int height);

/* Draws the scene at a time, in frames. discard: no primitive reaches the rasterizer, and nothing is read. */
void simulator_draw(unsigned frame, int discard);

/* Resolves the samples and reads: 4 bytes a pixel, from the bottom, and one float. */
void simulator_read(unsigned char *rgba, float *depth);

#endif
