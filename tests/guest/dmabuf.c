/* dmabuf.c: DMA-BUFs between processes on a kernel that makes them. Every texel differs; each comparison is over all texels.
 *   dmabuf pair A B       A exports; B samples the image, then draws into it; A reads what B drew
 *   dmabuf reader A       A exports; a process without GL reads and writes the mapping, with DMA_BUF_IOCTL_SYNC
 *   dmabuf vgem A B       a process without GL fills a buffer of the driver vgem; A and B, in turns, sample it and draw into it
 *   dmabuf killed A B     either process ends by SIGKILL while it uses the buffer; the other goes on
 *   dmabuf many A COUNT   exports and imports; descriptors, DMA-BUFs and memory do not grow
 * A and B are EGL vendor files. */
#include "share.h"

#include <linux/dma-buf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <drm_fourcc.h>

static void exporter(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   const GLuint texture = pattern_texture(1);
   glFinish();
   struct image image = export_texture(&g, texture);
   send_image(socket, &image);
   close(image.fd);
   receive_image(socket); /* pattern 2 is there */
   expect_texture("the exporter", texture, 2);
   copy(texture, pattern_texture(3));
   send_image(socket, NULL);
   receive_image(socket);
   close_gl(&g);
}

static void run_pair(char **vendor)
{
   int socket;
   const pid_t child = start(exporter, vendor[0], &socket);
   struct gl g = open_gl(vendor[1]);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image);
   close(image.fd);
   expect_texture("the importer", texture, 1);
   copy(texture, pattern_texture(2));
   send_image(socket, NULL);
   receive_image(socket); /* pattern 3 is there */
   expect_texture("the importer, later", texture, 3);
   send_image(socket, NULL);
   expect_end(child, 0);
   expect_texture("the importer, alone", texture, 3);
   close_gl(&g);
}

static void run_reader(char **vendor)
{
   int socket;
   const pid_t child = start(exporter, vendor[0], &socket);
   struct image image = receive_image(socket);
   const size_t size_B = (size_t)image.offset_B + (size_t)image.stride_B * HEIGHT;
   char *map = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, image.fd, 0);
   if (map == MAP_FAILED || image.fourcc != DRM_FORMAT_ABGR8888 || image.stride_B % 4)
      die("no mapping of fourcc %.4s, stride %d", (const char *)&image.fourcc, image.stride_B);
   uint32_t *pixels = (uint32_t *)(map + image.offset_B);
   const unsigned stride = (unsigned)image.stride_B / 4;
   sync_cpu(image.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW);
   expect("the reader", pixels, stride, 1);
   fill(pixels, stride, 2);
   sync_cpu(image.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW);
   send_image(socket, NULL);
   receive_image(socket);
   sync_cpu(image.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ);
   expect("the reader, later", pixels, stride, 3);
   sync_cpu(image.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ);
   send_image(socket, NULL);
   expect_end(child, 0);
   munmap(map, size_B);
   close(image.fd);
}

/* Receives an image, samples pattern `turn` and draws the next one into it. */
static void relay(int socket, const char *vendor, unsigned turn)
{
   struct gl g = open_gl(vendor);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image);
   close(image.fd);
   expect_texture(vendor, texture, turn);
   copy(texture, pattern_texture(turn + 1));
   close_gl(&g);
}

static void first_relay(int socket, const char *vendor)
{
   relay(socket, vendor, 1);
}

static void second_relay(int socket, const char *vendor)
{
   relay(socket, vendor, 2);
}

static void run_vgem(char **vendor)
{
   struct vgem v = open_vgem();
   for (unsigned i = 0; i < 2; i++) {
      int socket;
      const pid_t child = start(i ? second_relay : first_relay, vendor[i], &socket);
      send_image(socket, &v.image);
      expect_end(child, 0);
      close(socket);
   }
   sync_cpu(v.image.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ);
   expect("what was drawn into vgem's buffer", v.map, v.stride, 3);
   sync_cpu(v.image.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ);
   close_vgem(&v);
}

/* Draws patterns 1 and 2 in turns until the process is killed. */
static void endless_exporter(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   const GLuint one = pattern_texture(1), two = pattern_texture(2), texture = pattern_texture(1);
   glFinish();
   struct image image = export_texture(&g, texture);
   send_image(socket, &image);
   for (;;) {
      copy(texture, two);
      copy(texture, one);
   }
}

static void endless_importer(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image), two = pattern_texture(2);
   static uint32_t pixels[WIDTH * HEIGHT];
   send_image(socket, NULL);
   for (;;) {
      sample(texture, pixels);
      copy(texture, two);
   }
}

static void run_killed(char **vendor)
{
   static uint32_t pixels[WIDTH * HEIGHT];
   int from_exporter, to_importer;
   const pid_t producer = start(endless_exporter, vendor[0], &from_exporter);
   const pid_t consumer = start(endless_importer, vendor[0], &to_importer);
   struct gl g = open_gl(vendor[1]);
   struct image image = receive_image(from_exporter);
   GLuint texture = import_texture(&g, &image);
   sample(texture, pixels);
   kill(producer, SIGKILL);
   expect_end(producer, SIGKILL);
   for (unsigned i = 0; i < 2; i++, texture = import_texture(&g, &image)) { /* imported before the end, and after it */
      sample(texture, pixels);
      for (unsigned p = 0; p < WIDTH * HEIGHT; p++)
         if (pixels[p] != texel(1, p % WIDTH, p / WIDTH) && pixels[p] != texel(2, p % WIDTH, p / WIDTH))
            die("texel %u is %08x", p, pixels[p]);
      copy(texture, pattern_texture(3));
      expect_texture("after the exporter's end", texture, 3);
      copy(texture, pattern_texture(1));
   }
   close(image.fd);

   texture = pattern_texture(1);
   glFinish();
   image = export_texture(&g, texture);
   send_image(to_importer, &image);
   close(image.fd);
   receive_image(to_importer); /* the consumer has imported the image */
   usleep(300000);
   kill(consumer, SIGKILL);
   expect_end(consumer, SIGKILL);
   copy(texture, pattern_texture(3));
   expect_texture("after the importer's end", texture, 3);
   close_gl(&g);
}

static unsigned long resident_pages(void)
{
   unsigned long total = 0, resident = 0;
   FILE *file = fopen("/proc/self/statm", "r");
   if (!file || fscanf(file, "%lu %lu", &total, &resident) != 2)
      die("no /proc/self/statm");
   fclose(file);
   return resident;
}

static void run_many(char **args)
{
   struct gl g = open_gl(args[0]);
   const unsigned count = (unsigned)atoi(args[1]), start = count / 5;
   unsigned fds = 0, objects = 0;
   unsigned long pages = 0;
   for (unsigned i = 0; i < count; i++) {
      if (i == start) {
         fds = descriptors();
         objects = buffers();
         pages = resident_pages();
      }
      const unsigned pattern = i % 200;
      const GLuint texture = pattern_texture(pattern);
      struct image image = export_texture(&g, texture);
      const GLuint twin = import_texture(&g, &image);
      close(image.fd);
      if (i % 100 == 0) /* one in a hundred is compared */
         expect_texture("an import", twin, pattern);
      const GLuint names[2] = {texture, twin};
      glDeleteTextures(2, names);
   }
   glFinish();
   printf("%u exports: descriptors %u, at last %u; DMA-BUFs %u, at last %u; resident pages %lu, at last %lu\n", count, fds,
          descriptors(), objects, buffers(), pages, resident_pages());
   if (descriptors() > fds || buffers() > objects || resident_pages() > pages + 1024)
      die("something grows");
   close_gl(&g);
}

int main(int argc, char **argv)
{
   static const struct { const char *name; int args; void (*run)(char **args); } rows[] = {
      {"pair", 2, run_pair}, {"reader", 1, run_reader}, {"vgem", 2, run_vgem}, {"killed", 2, run_killed}, {"many", 2, run_many}};
   scenario = argc > 1 ? argv[1] : "";
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (!strcmp(rows[i].name, scenario) && argc == 2 + rows[i].args) {
         const unsigned before = buffers();
         rows[i].run(argv + 2);
         expect_buffers(before);
         printf("%s: as expected\n", scenario);
         return 0;
      }
   fprintf(stderr, "usage: dmabuf SCENARIO VENDOR...\n");
   return 2;
}
