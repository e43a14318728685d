/* ge_dmabuf.c: EGL_EXT_image_dma_buf_import and EGL_EXT_image_dma_buf_import_modifiers. Each view of a format becomes a resource;
 * resource_from_handle checks the claimed layout against the size of the object. Chroma is sampled at the centre of its pixels,
 * whatever the siting hints say. */
#include "egl/ge_dmabuf.h"

#include <string.h>

/* ---- attributes ---- */

struct plane { EGLAttrib fd, offset, pitch, modifier_lo, modifier_hi; };
enum { PLANE_FD = 1, PLANE_OFFSET = 2, PLANE_PITCH = 4, PLANE_NEEDED = 7, PLANE_MODIFIER_LO = 8, PLANE_MODIFIER_HI = 16 };

/* Values of the attribute list, and which of them it has. */
struct import {
   EGLAttrib width, height, fourcc;
   bool has_width, has_height, has_fourcc;
   struct plane plane[GE_MAX_PLANES];
   unsigned given[GE_MAX_PLANES]; /* PLANE_* */
   enum pipe_yuv_matrix matrix;
   bool full_range;
};

static bool read_plane(EGLAttrib name, EGLAttrib value, struct import *in)
{
   static const EGLAttrib names[GE_MAX_PLANES][5] = {
#define NAMES(n) {EGL_DMA_BUF_PLANE##n##_FD_EXT, EGL_DMA_BUF_PLANE##n##_OFFSET_EXT, EGL_DMA_BUF_PLANE##n##_PITCH_EXT, \
                  EGL_DMA_BUF_PLANE##n##_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE##n##_MODIFIER_HI_EXT}
      NAMES(0), NAMES(1), NAMES(2), NAMES(3),
#undef NAMES
   };
   for (unsigned p = 0; p < GE_MAX_PLANES; p++) {
      EGLAttrib *const fields[5] = {&in->plane[p].fd, &in->plane[p].offset, &in->plane[p].pitch, &in->plane[p].modifier_lo,
                                    &in->plane[p].modifier_hi};
      for (unsigned i = 0; i < 5; i++)
         if (names[p][i] == name) {
            *fields[i] = value;
            in->given[p] |= 1u << i;
            return true;
         }
   }
   return false;
}

static bool read_hint(EGLAttrib name, EGLAttrib value, struct import *in)
{
   switch (name) {
   case EGL_YUV_COLOR_SPACE_HINT_EXT:
      if (value < EGL_ITU_REC601_EXT || value > EGL_ITU_REC2020_EXT)
         return ge_error(EGL_BAD_ATTRIBUTE, "EGL_YUV_COLOR_SPACE_HINT_EXT 0x%lx: EGL_ITU_REC601_EXT, _REC709_EXT or _REC2020_EXT "
                         "is allowed", (unsigned long)value);
      in->matrix = value == EGL_ITU_REC601_EXT ? PIPE_YUV_BT601 : value == EGL_ITU_REC709_EXT ? PIPE_YUV_BT709 : PIPE_YUV_BT2020;
      return true;
   case EGL_SAMPLE_RANGE_HINT_EXT:
      if (value != EGL_YUV_FULL_RANGE_EXT && value != EGL_YUV_NARROW_RANGE_EXT)
         return ge_error(EGL_BAD_ATTRIBUTE, "EGL_SAMPLE_RANGE_HINT_EXT 0x%lx: EGL_YUV_FULL_RANGE_EXT or EGL_YUV_NARROW_RANGE_EXT "
                         "is allowed", (unsigned long)value);
      in->full_range = value == EGL_YUV_FULL_RANGE_EXT;
      return true;
   case EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT:
   case EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT:
      if (value != EGL_YUV_CHROMA_SITING_0_EXT && value != EGL_YUV_CHROMA_SITING_0_5_EXT)
         return ge_error(EGL_BAD_ATTRIBUTE, "chroma siting 0x%lx: EGL_YUV_CHROMA_SITING_0_EXT or _0_5_EXT is allowed",
                         (unsigned long)value);
      return true;
   }
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%lx is not a DMA-BUF attribute", (unsigned long)name);
}

/* False with the EGL error set. */
static bool read_attribs(const EGLAttrib *attribs, struct import *in)
{
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      switch (*a) {
      case EGL_WIDTH: in->width = a[1], in->has_width = true; break;
      case EGL_HEIGHT: in->height = a[1], in->has_height = true; break;
      case EGL_LINUX_DRM_FOURCC_EXT: in->fourcc = a[1], in->has_fourcc = true; break;
      case EGL_IMAGE_PRESERVED: break; /* contents are always preserved */
      default:
         if (!read_plane(*a, a[1], in) && !read_hint(*a, a[1], in))
            return false;
      }
   }
   if (!in->has_width || !in->has_height || !in->has_fourcc || (in->given[0] & PLANE_NEEDED) != PLANE_NEEDED)
      return ge_error(EGL_BAD_PARAMETER, "one of width, height, fourcc, or fd, offset and pitch of plane 0 is missing");
   return true;
}

/* ---- checks ---- */

static uint64_t modifier_of(const struct import *in, unsigned plane)
{
   if (!(in->given[plane] & PLANE_MODIFIER_LO))
      return PIPE_MODIFIER_INVALID;
   return (uint64_t)(uint32_t)in->plane[plane].modifier_hi << 32 | (uint32_t)in->plane[plane].modifier_lo;
}

/* The planes that the format has, no others, with one modifier. False with the EGL error set. */
static bool check_planes(const struct import *in, const struct ge_drm_format *format)
{
   for (unsigned p = 0; p < GE_MAX_PLANES; p++) {
      const unsigned given = in->given[p];
      if (p >= format->planes && given)
         return ge_error(EGL_BAD_ATTRIBUTE, "the format has %u planes, but an attribute of plane %u is given", format->planes, p);
      if (p >= format->planes)
         continue;
      if ((given & PLANE_NEEDED) != PLANE_NEEDED)
         return ge_error(EGL_BAD_PARAMETER, "fd, offset or pitch of plane %u is missing", p);
      if (!(given & PLANE_MODIFIER_LO) != !(given & PLANE_MODIFIER_HI))
         return ge_error(EGL_BAD_PARAMETER, "of a modifier only one half is given: give EGL_DMA_BUF_PLANEn_MODIFIER_LO_EXT and "
                         "_HI_EXT, or none");
      if (modifier_of(in, p) != modifier_of(in, 0))
         return ge_error(EGL_BAD_PARAMETER, "the planes have different modifiers; an image has one");
      if (in->plane[p].fd < 0 || in->plane[p].fd > INT32_MAX)
         return ge_error(EGL_BAD_PARAMETER, "plane %u: %ld is not a file descriptor", p, (long)in->plane[p].fd);
      if (in->plane[p].offset < 0 || in->plane[p].offset > UINT32_MAX)
         return ge_error(EGL_BAD_ACCESS, "plane %u: offset %ld lies outside the buffer", p, (long)in->plane[p].offset);
   }
   return true;
}

static bool check_size(struct pipe_screen *screen, const struct import *in)
{
   const EGLAttrib max = screen->caps.max_texture_2d_size;
   if (in->width <= 0 || in->height <= 0)
      return ge_error(EGL_BAD_PARAMETER, "size %ldx%ld: the least is 1x1", (long)in->width, (long)in->height);
   if (in->width > max || in->height > max)
      return ge_error(EGL_BAD_ALLOC, "size %ldx%ld is beyond the limit of %ld", (long)in->width, (long)in->height, (long)max);
   return true;
}

/* ---- import ---- */

/* The resource of a view. NULL with the EGL error set. */
static struct pipe_resource *import_view(struct pipe_screen *screen, const struct import *in, const struct ge_drm_format *format,
                                         unsigned view)
{
   const unsigned p = format->plane[view];
   const uint32_t width = ge_drm_view_width(format, view, (uint32_t)in->width);
   const EGLAttrib pitch = in->plane[p].pitch;
   const uint64_t row_B = (uint64_t)width * pipe_format_block_size_B(format->view[view]);
   if (pitch <= 0 || pitch > INT32_MAX || (uint64_t)pitch < row_B) {
      ge_error(EGL_BAD_ACCESS, "plane %u: a pitch of %ld bytes does not hold a row of %u texels, or exceeds 2^31 - 1",
               p, (long)pitch, width);
      return NULL;
   }
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = format->view[view], .width = width,
      .height = ge_drm_view_height(format, view, (uint32_t)in->height), .depth = 1, .layers = 1,
      .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED | (format->views == 1 ? PIPE_BIND_RENDER_TARGET : 0),
   };
   const struct pipe_handle handle = {.fd = (int)in->plane[p].fd, .offset_B = (uint32_t)in->plane[p].offset,
                                      .stride_B = (uint32_t)pitch, .modifier = modifier_of(in, p)};
   char why[256] = "out of memory";
   struct pipe_resource *res = screen->impl->resource_from_handle(screen, &tmpl, &handle, why, sizeof(why));
   if (!res)
      ge_error(EGL_BAD_ALLOC, "the descriptor of plane %u cannot be imported: %s", p, why);
   return res;
}

bool ge_dmabuf_import(struct pipe_screen *screen, const EGLAttrib *attribs, struct ga_image *image, uint32_t *fourcc,
                      uint64_t *modifier)
{
   struct import in = {.matrix = PIPE_YUV_BT601};
   if (!read_attribs(attribs, &in))
      return false;
   const struct ge_drm_format *format = in.fourcc >= 0 && in.fourcc <= UINT32_MAX
                                           ? ge_drm_format_find(screen, (uint32_t)in.fourcc) : NULL;
   if (!format)
      return ge_error(EGL_BAD_MATCH, "fourcc 0x%08lx is not supported: eglQueryDmaBufFormatsEXT lists those that are",
                      (unsigned long)in.fourcc);
   if (!check_size(screen, &in) || !check_planes(&in, format))
      return false;
   struct pipe_resource *views[3] = {NULL};
   for (unsigned i = 0; i < format->views; i++)
      if (!(views[i] = import_view(screen, &in, format, i))) {
         for (unsigned k = 0; k < i; k++)
            pipe_resource_unref(views[k]);
         return false;
      }
   *image = (struct ga_image){
      .resource = views[0], .format = format->view[0], .width = (uint32_t)in.width, .height = (uint32_t)in.height,
      .has_alpha = format->views == 1 && pipe_format_has_alpha(format->view[0])};
   if (format->views > 1)
      image->yuv = (struct ga_yuv){
         .coding = {format->views, (uint8_t)in.matrix, in.full_range, format->bits, format->shift_x, format->shift_y},
         .plane = {views[1], views[2]}, .y = format->y, .u = format->u, .v = format->v};
   *fourcc = format->fourcc;
   *modifier = modifier_of(&in, 0);
   return true;
}

/* ---- queries ---- */

EGLBoolean ge_dmabuf_query_formats(struct ge_session *session, EGLint max, EGLint *out, EGLint *count)
{
   if (max < 0 || !count || (max > 0 && !out))
      return ge_error(EGL_BAD_PARAMETER, "the count is NULL, max is negative, or max is positive and the array is NULL");
   EGLint n = 0;
   const struct ge_drm_format *format;
   for (; (!max || n < max) && (format = ge_drm_format_at(session->screen, (unsigned)n)); n++)
      if (max)
         out[n] = (EGLint)format->fourcc;
   *count = n;
   return EGL_TRUE;
}

EGLBoolean ge_dmabuf_query_modifiers(struct ge_session *session, EGLint fourcc, EGLint max, EGLuint64KHR *out,
                                     EGLBoolean *external_only, EGLint *count)
{
   const struct ge_drm_format *format = ge_drm_format_find(session->screen, (uint32_t)fourcc);
   if (!format)
      return ge_error(EGL_BAD_PARAMETER, "fourcc 0x%08x is not supported: eglQueryDmaBufFormatsEXT lists those that are",
                      (unsigned)fourcc);
   if (max < 0 || !count || (max > 0 && !out))
      return ge_error(EGL_BAD_PARAMETER, "the count is NULL, max is negative, or max is positive and the array is NULL");
   uint64_t modifiers[32];
   unsigned n = session->screen->impl->get_modifiers(session->screen, format->view[0], modifiers, 32);
   for (unsigned i = 0; i < n && i < (unsigned)max; i++) {
      out[i] = modifiers[i];
      if (external_only)
         external_only[i] = format->views > 1;
   }
   *count = max && (EGLint)n > max ? max : (EGLint)n;
   return EGL_TRUE;
}
