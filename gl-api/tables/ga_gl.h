/* ga_gl.h: GL types and the enums of GL 4.6, ES 3.2 and their extensions, generated from gl.xml. The C headers of GL and ES
 * cannot be included together, and neither has all enums. */
#ifndef GA_GL_H
#define GA_GL_H

#include "gl-api/ga_enums.h"

#endif
