/* ga_gl.h: GL types and every enum of GL 4.6, ES 3.2 and their extensions, without prototypes. Generated from gl.xml
 * rather than taken from the C headers, which leave out parts of each other and cannot be included together. */
#ifndef GA_GL_H
#define GA_GL_H

#include "gl-api/ga_enums.h"

#endif
