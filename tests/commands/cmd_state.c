/* cmd_state.c: capabilities, fragment operations, rasterization, viewports (OpenGL 4.6, chapters 13.6 to 14 and 17). */
#include "commands.h"

static void capabilities(void)
{
   OK(Enable, GL_BLEND);
   OK(Disable, GL_BLEND);
   OK(IsEnabled, GL_DITHER);
   ERR(INVALID_ENUM, Enable, BAD);
   ERR(INVALID_ENUM, Disable, BAD);
   ERR(INVALID_ENUM, IsEnabled, BAD);
   OK(Enablei, GL_BLEND, 1);
   OK(Disablei, GL_BLEND, 1);
   OK(IsEnabledi, GL_BLEND, 1);
   ERR(INVALID_ENUM, Enablei, GL_DITHER, 0);
   ERR(INVALID_ENUM, Disablei, GL_DITHER, 0);
   ERR(INVALID_ENUM, IsEnabledi, GL_DITHER, 0);
   ERR(INVALID_VALUE, Enablei, GL_BLEND, 1000);
   ERR(INVALID_VALUE, Disablei, GL_BLEND, 1000);
   ERR(INVALID_VALUE, IsEnabledi, GL_BLEND, 1000);
   if (desktop()) {
      OK(Enablei, GL_SCISSOR_TEST, 1);
      OK(Disablei, GL_SCISSOR_TEST, 1);
      ERR(INVALID_VALUE, Enablei, GL_SCISSOR_TEST, 1000);
   }
   OK(Hint, GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_NICEST);
   ERR(INVALID_ENUM, Hint, BAD, GL_NICEST);
   ERR(INVALID_ENUM, Hint, GL_FRAGMENT_SHADER_DERIVATIVE_HINT, BAD);
}

static void blending(void)
{
   OK(BlendColor, 2, -1, 0, 1);
   NO_ERROR(BlendColor);
   OK(BlendEquation, GL_MAX);
   ERR(INVALID_ENUM, BlendEquation, BAD);
   ERR(INVALID_ENUM, BlendEquation, GL_ONE);
   OK(BlendEquationSeparate, GL_FUNC_ADD, GL_FUNC_REVERSE_SUBTRACT);
   ERR(INVALID_ENUM, BlendEquationSeparate, BAD, GL_FUNC_ADD);
   ERR(INVALID_ENUM, BlendEquationSeparate, GL_FUNC_ADD, BAD);
   OK(BlendEquationi, 1, GL_MIN);
   ERR(INVALID_VALUE, BlendEquationi, 1000, GL_MIN);
   ERR(INVALID_ENUM, BlendEquationi, 1, BAD);
   OK(BlendEquationSeparatei, 1, GL_MIN, GL_MAX);
   ERR(INVALID_VALUE, BlendEquationSeparatei, 1000, GL_MIN, GL_MAX);
   ERR(INVALID_ENUM, BlendEquationSeparatei, 1, BAD, GL_MAX);
   ERR(INVALID_ENUM, BlendEquationSeparatei, 1, GL_MIN, BAD);
   OK(BlendFunc, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   OK(BlendFunc, GL_ONE, GL_SRC_ALPHA_SATURATE);
   ERR(INVALID_ENUM, BlendFunc, BAD, GL_ONE);
   ERR(INVALID_ENUM, BlendFunc, GL_ONE, BAD);
   OK(BlendFuncSeparate, GL_ONE, GL_ZERO, GL_DST_COLOR, GL_CONSTANT_ALPHA);
   ERR(INVALID_ENUM, BlendFuncSeparate, BAD, GL_ONE, GL_ONE, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparate, GL_ONE, BAD, GL_ONE, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparate, GL_ONE, GL_ONE, BAD, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparate, GL_ONE, GL_ONE, GL_ONE, BAD);
   OK(BlendFunci, 1, GL_ONE, GL_ZERO);
   ERR(INVALID_VALUE, BlendFunci, 1000, GL_ONE, GL_ZERO);
   ERR(INVALID_ENUM, BlendFunci, 1, BAD, GL_ZERO);
   ERR(INVALID_ENUM, BlendFunci, 1, GL_ONE, BAD);
   OK(BlendFuncSeparatei, 1, GL_ONE, GL_ZERO, GL_DST_COLOR, GL_CONSTANT_ALPHA);
   ERR(INVALID_VALUE, BlendFuncSeparatei, 1000, GL_ONE, GL_ONE, GL_ONE, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparatei, 1, BAD, GL_ONE, GL_ONE, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparatei, 1, GL_ONE, BAD, GL_ONE, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparatei, 1, GL_ONE, GL_ONE, BAD, GL_ONE);
   ERR(INVALID_ENUM, BlendFuncSeparatei, 1, GL_ONE, GL_ONE, GL_ONE, BAD);
   OK(ColorMask, GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
   NO_ERROR(ColorMask);
   OK(ColorMaski, 1, GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
   ERR(INVALID_VALUE, ColorMaski, 1000, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   if (has_extension("GL_KHR_blend_equation_advanced"))
      OK(BlendBarrier);
   NO_ERROR(BlendBarrier);
   if (desktop()) {
      OK(LogicOp, GL_XOR);
      ERR(INVALID_ENUM, LogicOp, BAD);
   }
}

static void depth_and_stencil(void)
{
   OK(DepthFunc, GL_GEQUAL);
   ERR(INVALID_ENUM, DepthFunc, BAD);
   ERR(INVALID_ENUM, DepthFunc, GL_ALWAYS + 1);
   OK(DepthMask, GL_FALSE);
   NO_ERROR(DepthMask);
   OK(DepthRangef, 1, 0);
   NO_ERROR(DepthRangef);
   OK(StencilFunc, GL_NOTEQUAL, -1, 0xff);
   ERR(INVALID_ENUM, StencilFunc, BAD, 0, 0xff);
   OK(StencilFuncSeparate, GL_FRONT_AND_BACK, GL_LESS, 1, 2);
   ERR(INVALID_ENUM, StencilFuncSeparate, BAD, GL_LESS, 1, 2);
   ERR(INVALID_ENUM, StencilFuncSeparate, GL_FRONT, BAD, 1, 2);
   OK(StencilMask, 0x55);
   NO_ERROR(StencilMask);
   OK(StencilMaskSeparate, GL_BACK, 0xaa);
   ERR(INVALID_ENUM, StencilMaskSeparate, BAD, 1);
   ERR(INVALID_ENUM, StencilMaskSeparate, GL_NONE, 1);
   OK(StencilOp, GL_KEEP, GL_INCR_WRAP, GL_INVERT);
   ERR(INVALID_ENUM, StencilOp, BAD, GL_KEEP, GL_KEEP);
   ERR(INVALID_ENUM, StencilOp, GL_KEEP, BAD, GL_KEEP);
   ERR(INVALID_ENUM, StencilOp, GL_KEEP, GL_KEEP, BAD);
   OK(StencilOpSeparate, GL_FRONT, GL_ZERO, GL_REPLACE, GL_DECR);
   ERR(INVALID_ENUM, StencilOpSeparate, BAD, GL_KEEP, GL_KEEP, GL_KEEP);
   ERR(INVALID_ENUM, StencilOpSeparate, GL_FRONT, BAD, GL_KEEP, GL_KEEP);
   ERR(INVALID_ENUM, StencilOpSeparate, GL_FRONT, GL_KEEP, BAD, GL_KEEP);
   ERR(INVALID_ENUM, StencilOpSeparate, GL_FRONT, GL_KEEP, GL_KEEP, BAD);
   if (desktop()) {
      OK(DepthRange, 0.25, 0.75);
      NO_ERROR(DepthRange);
   }
}

static void rasterization(void)
{
   OK(CullFace, GL_FRONT_AND_BACK);
   ERR(INVALID_ENUM, CullFace, BAD);
   ERR(INVALID_ENUM, CullFace, GL_NONE);
   OK(FrontFace, GL_CW);
   ERR(INVALID_ENUM, FrontFace, BAD);
   OK(LineWidth, 1);
   ERR(INVALID_VALUE, LineWidth, 0);
   ERR(INVALID_VALUE, LineWidth, -1);
   OK(PolygonOffset, -1, 2);
   NO_ERROR(PolygonOffset);
   OK(SampleCoverage, 2, GL_TRUE);
   NO_ERROR(SampleCoverage);
   OK(SampleMaski, 0, 5);
   ERR(INVALID_VALUE, SampleMaski, 1000, 5);
   if (has_extension("GL_NV_alpha_to_coverage_dither_control")) {
      OK(AlphaToCoverageDitherControlNV, GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV);
      OK(AlphaToCoverageDitherControlNV, GL_ALPHA_TO_COVERAGE_DITHER_DISABLE_NV);
      OK(AlphaToCoverageDitherControlNV, GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV);
      ERR(INVALID_ENUM, AlphaToCoverageDitherControlNV, BAD);
   }
   OK(MinSampleShading, 0.5f);
   NO_ERROR(MinSampleShading);
   OK(PatchParameteri, GL_PATCH_VERTICES, 4);
   ERR(INVALID_ENUM, PatchParameteri, BAD, 4);
   ERR(INVALID_VALUE, PatchParameteri, GL_PATCH_VERTICES, 0);
   ERR(INVALID_VALUE, PatchParameteri, GL_PATCH_VERTICES, 1000);
   if (!desktop())
      OK(PrimitiveBoundingBox, -1, -1, -1, 1, 1, 1, 1, 1);
   NO_ERROR(PrimitiveBoundingBox);
   if (desktop()) {
      const GLfloat four[] = {1, 2, 3, 4};
      OK(PatchParameterfv, GL_PATCH_DEFAULT_OUTER_LEVEL, four);
      OK(PatchParameterfv, GL_PATCH_DEFAULT_INNER_LEVEL, four);
      ERR(INVALID_ENUM, PatchParameterfv, GL_PATCH_VERTICES, four);
      OK(PointSize, 3);
      ERR(INVALID_VALUE, PointSize, 0);
      ERR(INVALID_VALUE, PointSize, -1);
      OK(PolygonMode, GL_FRONT_AND_BACK, GL_LINE);
      ERR(INVALID_ENUM, PolygonMode, GL_FRONT_AND_BACK, BAD);
      ERR(INVALID_ENUM, PolygonMode, BAD, GL_LINE);
      if (!compat())
         ERR(INVALID_ENUM, PolygonMode, GL_FRONT, GL_LINE);
      if (has_extension("GL_EXT_window_rectangles")) {
         const GLint two_boxes[] = {1, 2, 3, 4, -5, 6, 7, 0}, bad_box[] = {1, 2, 3, 4, 5, 6, -7, 8};
         OK(WindowRectanglesEXT, GL_INCLUSIVE_EXT, 2, two_boxes);
         ERR(INVALID_ENUM, WindowRectanglesEXT, BAD, 0, NULL);
         ERR(INVALID_VALUE, WindowRectanglesEXT, GL_EXCLUSIVE_EXT, -1, two_boxes);
         ERR(INVALID_VALUE, WindowRectanglesEXT, GL_EXCLUSIVE_EXT, 1000, two_boxes);
         ERR(INVALID_VALUE, WindowRectanglesEXT, GL_EXCLUSIVE_EXT, 2, bad_box);
         OK(WindowRectanglesEXT, GL_EXCLUSIVE_EXT, 0, NULL);
      }
      OK(PolygonOffsetClamp, 1, 2, 3);
      NO_ERROR(PolygonOffsetClamp);
      OK(PointParameterf, GL_POINT_FADE_THRESHOLD_SIZE, 2);
      ERR(INVALID_ENUM, PointParameterf, BAD, 2);
      ERR(INVALID_VALUE, PointParameterf, GL_POINT_FADE_THRESHOLD_SIZE, -1);
      OK(PointParameterfv, GL_POINT_FADE_THRESHOLD_SIZE, four);
      ERR(INVALID_ENUM, PointParameterfv, BAD, four);
      OK(PointParameteri, GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
      ERR(INVALID_ENUM, PointParameteri, BAD, 2);
      ERR(INVALID_VALUE, PointParameteri, GL_POINT_FADE_THRESHOLD_SIZE, -1);
      const GLint origin[] = {GL_UPPER_LEFT, BAD};
      OK(PointParameteriv, GL_POINT_SPRITE_COORD_ORIGIN, origin);
      ERR(INVALID_ENUM, PointParameteriv, BAD, origin);
      OK(ProvokingVertex, GL_FIRST_VERTEX_CONVENTION);
      ERR(INVALID_ENUM, ProvokingVertex, BAD);
      OK(PrimitiveRestartIndex, 7);
      NO_ERROR(PrimitiveRestartIndex);
      OK(ClampColor, GL_CLAMP_READ_COLOR, GL_FIXED_ONLY);
      ERR(INVALID_ENUM, ClampColor, BAD, GL_TRUE);
      ERR(INVALID_ENUM, ClampColor, GL_CLAMP_READ_COLOR, BAD);
      OK(ClipControl, GL_UPPER_LEFT, GL_ZERO_TO_ONE);
      ERR(INVALID_ENUM, ClipControl, BAD, GL_ZERO_TO_ONE);
      ERR(INVALID_ENUM, ClipControl, GL_UPPER_LEFT, BAD);
      OK(ClipControl, GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
   }
}

static void viewports(void)
{
   OK(Viewport, -1, -1, 5, 6);
   ERR(INVALID_VALUE, Viewport, 0, 0, -1, 1);
   ERR(INVALID_VALUE, Viewport, 0, 0, 1, -1);
   OK(Scissor, -1, -1, 5, 6);
   ERR(INVALID_VALUE, Scissor, 0, 0, -1, 1);
   ERR(INVALID_VALUE, Scissor, 0, 0, 1, -1);
   if (!desktop())
      return;
   const GLfloat boxes[] = {0, 1, 2, 3, 4, 5, 6, 7}, bad[] = {0, 1, 2, 3, 4, 5, -6, 7};
   OK(ViewportArrayv, 1, 2, boxes);
   ERR(INVALID_VALUE, ViewportArrayv, 15, 2, boxes);
   ERR(INVALID_VALUE, ViewportArrayv, 0, -1, boxes);
   ERR(INVALID_VALUE, ViewportArrayv, 1, 2, bad);
   OK(ViewportIndexedf, 1, 0.5f, 0.5f, 2.5f, 2.5f);
   ERR(INVALID_VALUE, ViewportIndexedf, 16, 0, 0, 1, 1);
   ERR(INVALID_VALUE, ViewportIndexedf, 1, 0, 0, -1, 1);
   ERR(INVALID_VALUE, ViewportIndexedf, 1, 0, 0, 1, -1);
   OK(ViewportIndexedfv, 2, boxes);
   ERR(INVALID_VALUE, ViewportIndexedfv, 16, boxes);
   ERR(INVALID_VALUE, ViewportIndexedfv, 0, bad + 4);
   const GLint integers[] = {0, 1, 2, 3, 4, 5, 6, 7}, negative[] = {0, 1, 2, 3, 4, 5, 6, -7};
   OK(ScissorArrayv, 1, 2, integers);
   ERR(INVALID_VALUE, ScissorArrayv, 15, 2, integers);
   ERR(INVALID_VALUE, ScissorArrayv, 0, -1, integers);
   ERR(INVALID_VALUE, ScissorArrayv, 1, 2, negative);
   OK(ScissorIndexed, 1, 2, 3, 4, 5);
   ERR(INVALID_VALUE, ScissorIndexed, 16, 0, 0, 1, 1);
   ERR(INVALID_VALUE, ScissorIndexed, 0, 0, 0, -1, 1);
   ERR(INVALID_VALUE, ScissorIndexed, 0, 0, 0, 1, -1);
   OK(ScissorIndexedv, 2, integers);
   ERR(INVALID_VALUE, ScissorIndexedv, 16, integers);
   ERR(INVALID_VALUE, ScissorIndexedv, 0, negative + 4);
   const GLdouble depths[] = {0, 1, 0.5, 0.25};
   OK(DepthRangeArrayv, 1, 2, depths);
   ERR(INVALID_VALUE, DepthRangeArrayv, 15, 2, depths);
   ERR(INVALID_VALUE, DepthRangeArrayv, 0, -1, depths);
   OK(DepthRangeIndexed, 1, 1, 0);
   ERR(INVALID_VALUE, DepthRangeIndexed, 16, 1, 0);
}

static void pixel_store(void)
{
   static const GLenum alignments[] = {GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT};
   static const GLenum counts[] = {GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_UNPACK_ROW_LENGTH,
      GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_IMAGES};
   for (unsigned i = 0; i < 2; i++) {
      OK(PixelStorei, alignments[i], 8);
      ERR(INVALID_VALUE, PixelStorei, alignments[i], 3);
      ERR(INVALID_VALUE, PixelStorei, alignments[i], 0);
      OK(PixelStorei, alignments[i], 4);
   }
   for (unsigned i = 0; i < 8; i++) {
      OK(PixelStorei, counts[i], 3);
      ERR(INVALID_VALUE, PixelStorei, counts[i], -1);
      OK(PixelStorei, counts[i], 0);
   }
   ERR(INVALID_ENUM, PixelStorei, BAD, 1);
   if (desktop()) {
      OK(PixelStoref, GL_UNPACK_ALIGNMENT, 2);
      ERR(INVALID_ENUM, PixelStoref, BAD, 1);
      ERR(INVALID_VALUE, PixelStoref, GL_UNPACK_ALIGNMENT, 3);
      ERR(INVALID_VALUE, PixelStoref, GL_UNPACK_SKIP_ROWS, -1);
   }
}

void cmd_state(void)
{
   capabilities();
   blending();
   depth_and_stencil();
   rasterization();
   viewports();
   pixel_store();
}
