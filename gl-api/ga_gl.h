/* ga_gl.h: GL types and every enum of GL 4.6, ES 3.2 and their extensions, from Khronos' headers, without prototypes. */
#ifndef GA_GL_H
#define GA_GL_H

#include <GL/glcorearb.h>
#include <GL/glext.h>
#include <GLES2/gl2ext.h>

/* Enums of gl.h (GL 1.x) and ES that the headers above leave out are added by the generated ga_enums.h. */
#include "ga_enums.h"

#endif
