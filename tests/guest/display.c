/* display.c: checks the picture on a display.
 *   display CARD     waits until a CRTC of CARD scans a picture with the seven bars of GStreamer's smpte pattern */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <drm.h>
#include <drm_mode.h>

enum { LIMIT_S = 240, MAX_CRTCS = 8, BARS = 7 };

static char seen[160] = "no framebuffer"; /* at last */
/* In XRGB8888 and in RGB565. */
static const uint32_t bars[2][BARS] = {{0xffffff, 0xffff00, 0x00ffff, 0x00ff00, 0xff00ff, 0xff0000, 0x0000ff},
                                       {0xffff, 0xffe0, 0x07ff, 0x07e0, 0xf81f, 0xf800, 0x001f}};

/* The picture is in a DMA-BUF of another process, which the CRTC's framebuffer leads to. */
static bool shows_bars(int card, uint32_t fb_id)
{
   struct drm_mode_fb_cmd fb = {.fb_id = fb_id};
   struct drm_prime_handle prime = {.flags = DRM_CLOEXEC};
   if (ioctl(card, DRM_IOCTL_MODE_GETFB, &fb) || !fb.handle || (fb.bpp != 32 && fb.bpp != 16)) {
      snprintf(seen, sizeof(seen), "framebuffer %u of %u bits, handle %u", fb_id, fb.bpp, fb.handle);
      return false;
   }
   snprintf(seen, sizeof(seen), "framebuffer %u, whose memory cannot be mapped", fb_id);
   prime.handle = fb.handle;
   bool same = false;
   if (ioctl(card, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime) == 0) {
      const size_t size_B = (size_t)fb.pitch * fb.height;
      const uint8_t *map = mmap(NULL, size_B, PROT_READ, MAP_SHARED, prime.fd, 0);
      if (map != MAP_FAILED) {
         same = true;
         for (unsigned y = 0; y < fb.height / 2; y++)
            for (unsigned bar = 0; bar < BARS; bar++) {
               uint32_t pixel = 0;
               memcpy(&pixel, map + (size_t)y * fb.pitch + fb.width * (2 * bar + 1) / (2 * BARS) * (fb.bpp / 8), fb.bpp / 8);
               if (same && (pixel & 0xffffff) != bars[fb.bpp == 16][bar]) {
                  snprintf(seen, sizeof(seen), "framebuffer %u of %ux%u: row %u, bar %u is %08x", fb_id, fb.width, fb.height, y, bar,
                           pixel);
                  same = false;
               }
            }
         munmap((void *)map, size_B);
      }
      close(prime.fd);
   }
   struct drm_gem_close handle = {.handle = fb.handle};
   ioctl(card, DRM_IOCTL_GEM_CLOSE, &handle);
   if (same)
      printf("%ux%u pixels of %u bits: the bars are there\n", fb.width, fb.height, fb.bpp);
   return same;
}

static int wait_for_bars(int card)
{
   ioctl(card, DRM_IOCTL_DROP_MASTER, 0); /* the first process that opens a display is its master, but this one only looks */
   for (int i = 0; i < LIMIT_S; i++) {
      uint32_t crtcs[MAX_CRTCS];
      struct drm_mode_card_res resources = {.crtc_id_ptr = (uintptr_t)crtcs, .count_crtcs = MAX_CRTCS};
      if (ioctl(card, DRM_IOCTL_MODE_GETRESOURCES, &resources)) {
         perror("DRM_IOCTL_MODE_GETRESOURCES");
         return 1;
      }
      for (unsigned c = 0; c < resources.count_crtcs && c < MAX_CRTCS; c++) {
         struct drm_mode_crtc crtc = {.crtc_id = crtcs[c]};
         if (ioctl(card, DRM_IOCTL_MODE_GETCRTC, &crtc) == 0 && crtc.fb_id && shows_bars(card, crtc.fb_id))
            return 0;
      }
      sleep(1);
   }
   fprintf(stderr, "the bars are not there: %s\n", seen);
   return 1;
}

int main(int argc, char **argv)
{
   const int card = argc == 2 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
   if (card < 0) {
      fprintf(stderr, "usage: display CARD\n");
      return 2;
   }
   return wait_for_bars(card);
}
