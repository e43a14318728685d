/* hostile_compositor.c: see hostile_compositor.h. */
#include "hostile_compositor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <drm_fourcc.h>
#include <wayland-server.h>

#include "linux_dmabuf_server.h"

enum {
   EVENT_COMMIT = 3, /* of the commits, the one at which something happens */
   MAX_EVENT_B = 40000,
};

static unsigned hostility;
static struct hostile_report *report;

/* ---- buffers of zwp_linux_dmabuf_v1 ---- */

struct dmabuf { int fd; uint32_t offset_B, stride_B, format; int32_t height; };

static void destroy_resource(struct wl_client *client, struct wl_resource *resource)
{
   wl_resource_destroy(resource);
}

static const struct wl_buffer_interface buffer_impl = {.destroy = destroy_resource};

static void free_dmabuf(struct wl_resource *resource)
{
   struct dmabuf *d = wl_resource_get_user_data(resource);
   if (d->fd >= 0)
      close(d->fd);
   free(d);
}

static void params_add(struct wl_client *client, struct wl_resource *resource, int32_t fd, uint32_t plane, uint32_t offset,
                       uint32_t stride, uint32_t hi, uint32_t lo)
{
   struct dmabuf *d = wl_resource_get_user_data(resource);
   if (d->fd >= 0)
      close(d->fd);
   *d = (struct dmabuf){fd, offset, stride, 0, 0};
}

static void answer(struct wl_client *client, struct wl_resource *params, int32_t height, uint32_t format)
{
   struct dmabuf *d = malloc(sizeof(*d)), *from = wl_resource_get_user_data(params);
   *d = *from;
   d->fd = dup(from->fd);
   d->height = height;
   d->format = format;
   struct wl_resource *buffer = wl_resource_create(client, &wl_buffer_interface, 1, 0);
   wl_resource_set_implementation(buffer, &buffer_impl, d, free_dmabuf);
   zwp_linux_buffer_params_v1_send_created(params, buffer);
}

static void params_create(struct wl_client *client, struct wl_resource *resource, int32_t width, int32_t height, uint32_t format,
                          uint32_t flags)
{
   if (hostility & QUIT_AT_CREATE)
      _exit(0);
   if (hostility & DENY)
      zwp_linux_buffer_params_v1_send_failed(resource);
   else if (!(hostility & NO_ANSWER))
      answer(client, resource, height, format);
   if (hostility & CREATE_TWICE)
      answer(client, resource, height, format);
}

static void params_create_immed(struct wl_client *client, struct wl_resource *resource, uint32_t id, int32_t width, int32_t height,
                                uint32_t format, uint32_t flags)
{
   _exit(3); /* a denied buffer would end the connection */
}

static const struct zwp_linux_buffer_params_v1_interface params_impl = {destroy_resource, params_add, params_create,
                                                                        params_create_immed};

static void create_params(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
   struct dmabuf *d = calloc(1, sizeof(*d));
   d->fd = -1;
   struct wl_resource *params = wl_resource_create(client, &zwp_linux_buffer_params_v1_interface, wl_resource_get_version(resource), id);
   wl_resource_set_implementation(params, &params_impl, d, free_dmabuf);
}

/* ---- feedback ---- */

struct row { uint32_t format, padding; uint64_t modifier; };

static const struct row rows[] = {{DRM_FORMAT_ARGB8888, 0, DRM_FORMAT_MOD_LINEAR},
                                  {DRM_FORMAT_XRGB8888, 0, DRM_FORMAT_MOD_LINEAR},
                                  {DRM_FORMAT_ARGB8888, 0, 0x0123456789abcdefull},
                                  {0xffffffffu, 0xffffffffu, DRM_FORMAT_MOD_LINEAR}};

static void send_table(struct wl_resource *feedback)
{
   int ends[2] = {-1, -1};
   uint32_t size_B = sizeof(rows);
   if (hostility & TABLE_PIPE) {
      if (pipe(ends))
         _exit(3);
   } else {
      ends[0] = memfd_create("table", MFD_CLOEXEC);
      if (write(ends[0], rows, sizeof(rows)) != sizeof(rows))
         _exit(3);
   }
   if (hostility & TABLE_SHORT)
      size_B *= 4;
   if (hostility & TABLE_HUGE)
      size_B = UINT32_MAX;
   zwp_linux_dmabuf_feedback_v1_send_format_table(feedback, ends[0], size_B);
   close(ends[0]);
   if (ends[1] >= 0)
      close(ends[1]);
}

static void send_tranche(struct wl_resource *feedback)
{
   static uint16_t good[] = {0, 1, 2, 3}, bad[] = {0, 1, 4, 0xffff, 0x7fff, 2};
   struct wl_array device, indices;
   dev_t number = 0;
   wl_array_init(&device);
   memcpy(wl_array_add(&device, sizeof(number)), &number, sizeof(number));
   wl_array_init(&indices);
   if (hostility & BAD_ROWS)
      memcpy(wl_array_add(&indices, sizeof(bad) - 1), bad, sizeof(bad) - 1);
   else
      memcpy(wl_array_add(&indices, sizeof(good)), good, sizeof(good));
   zwp_linux_dmabuf_feedback_v1_send_main_device(feedback, &device);
   zwp_linux_dmabuf_feedback_v1_send_tranche_target_device(feedback, &device);
   zwp_linux_dmabuf_feedback_v1_send_tranche_flags(feedback, 0);
   zwp_linux_dmabuf_feedback_v1_send_tranche_formats(feedback, &indices);
   zwp_linux_dmabuf_feedback_v1_send_tranche_done(feedback);
   wl_array_release(&indices);
   wl_array_release(&device);
}

static const struct zwp_linux_dmabuf_feedback_v1_interface feedback_impl = {destroy_resource};

static void get_feedback(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
   struct wl_resource *feedback =
      wl_resource_create(client, &zwp_linux_dmabuf_feedback_v1_interface, wl_resource_get_version(resource), id);
   wl_resource_set_implementation(feedback, &feedback_impl, NULL, NULL);
   if (!(hostility & TABLE_LATE))
      send_table(feedback);
   send_tranche(feedback);
   if (hostility & TABLE_LATE)
      send_table(feedback);
   if (!(hostility & NOT_DONE))
      zwp_linux_dmabuf_feedback_v1_send_done(feedback);
}

static void get_surface_feedback(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *surface)
{
   get_feedback(client, resource, id);
}

static const struct zwp_linux_dmabuf_v1_interface dmabuf_impl = {destroy_resource, create_params, get_feedback, get_surface_feedback};

static void bind_dmabuf(struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
   struct wl_resource *dmabuf = wl_resource_create(client, &zwp_linux_dmabuf_v1_interface, (int)version, id);
   if (hostility & QUIT_AT_BIND)
      _exit(0);
   wl_resource_set_implementation(dmabuf, &dmabuf_impl, NULL, NULL);
   if (version >= ZWP_LINUX_DMABUF_V1_GET_DEFAULT_FEEDBACK_SINCE_VERSION)
      return;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      zwp_linux_dmabuf_v1_send_modifier(dmabuf, rows[i].format, (uint32_t)(rows[i].modifier >> 32), (uint32_t)rows[i].modifier);
}

/* ---- surfaces ---- */

struct surface { struct wl_resource *buffer, *frame; };

static void note_pixel(const void *pixels)
{
   unsigned pixel;
   memcpy(&pixel, pixels, sizeof(pixel));
   report->first_pixel = pixel;
}

static void check_buffer(struct wl_resource *buffer)
{
   struct wl_shm_buffer *shm = wl_shm_buffer_get(buffer);
   report->commits++;
   if (shm) {
      report->shm++;
      report->format = wl_shm_buffer_get_format(shm);
      wl_shm_buffer_begin_access(shm);
      note_pixel(wl_shm_buffer_get_data(shm));
      wl_shm_buffer_end_access(shm);
      return;
   }
   const struct dmabuf *d = wl_resource_get_user_data(buffer);
   const size_t size_B = d->offset_B + (size_t)d->stride_B * (size_t)d->height;
   void *map = mmap(NULL, size_B, PROT_READ, MAP_SHARED, d->fd, 0);
   if (map == MAP_FAILED)
      _exit(3);
   report->dmabuf++;
   report->format = d->format;
   note_pixel((const char *)map + d->offset_B);
   munmap(map, size_B);
}

static void surface_attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x, int32_t y)
{
   ((struct surface *)wl_resource_get_user_data(resource))->buffer = buffer;
}

static void surface_rect(struct wl_client *client, struct wl_resource *resource, int32_t x, int32_t y, int32_t width, int32_t height)
{
}

static void surface_frame(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
   ((struct surface *)wl_resource_get_user_data(resource))->frame = wl_resource_create(client, &wl_callback_interface, 1, id);
}

static void surface_region(struct wl_client *client, struct wl_resource *resource, struct wl_resource *region)
{
}

static void surface_number(struct wl_client *client, struct wl_resource *resource, int32_t number)
{
}

/* An event of length_B bytes, of which the first sent_B are written. */
static void write_event(struct wl_client *client, uint32_t object, uint32_t length_B, uint32_t opcode, size_t sent_B)
{
   static uint32_t event[MAX_EVENT_B / sizeof(uint32_t)];
   event[0] = object;
   event[1] = length_B << 16 | opcode;
   if (write(wl_client_get_fd(client), event, sent_B) != (ssize_t)sent_B)
      _exit(3);
}

static void disturb(struct wl_client *client, struct wl_resource *resource)
{
   if (hostility & QUIT_AT_COMMIT)
      _exit(0);
   if (hostility & ERROR_AT_COMMIT)
      wl_resource_post_error(resource, 77, "an error code of no interface");
   if (hostility & HALF_EVENT_AT_COMMIT)
      write_event(client, 0xa5a5a5a5u, 4000, 0, 12);
   if (hostility & LONG_EVENT_AT_COMMIT)
      write_event(client, 0xa5a5a5a5u, MAX_EVENT_B, 0, MAX_EVENT_B);
   if (hostility & BAD_EVENT_AT_COMMIT)
      write_event(client, 1, 12, 99, 12); /* of wl_display */
}

static void surface_commit(struct wl_client *client, struct wl_resource *resource)
{
   struct surface *s = wl_resource_get_user_data(resource);
   if (!s->buffer)
      return;
   check_buffer(s->buffer);
   if (report->commits == EVENT_COMMIT)
      disturb(client, resource);
   for (int i = 0; i < (hostility & NO_RELEASE ? 0 : hostility & RELEASE_TWICE ? 2 : 1); i++)
      wl_buffer_send_release(s->buffer);
   if (s->frame && !(hostility & NO_FRAME)) {
      wl_callback_send_done(s->frame, 0);
      wl_resource_destroy(s->frame);
   }
   *s = (struct surface){NULL, NULL};
}

static const struct wl_surface_interface surface_impl = {
   .destroy = destroy_resource, .attach = surface_attach, .damage = surface_rect, .frame = surface_frame,
   .set_opaque_region = surface_region, .set_input_region = surface_region, .commit = surface_commit,
   .set_buffer_transform = surface_number, .set_buffer_scale = surface_number, .damage_buffer = surface_rect,
};

static void create_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
   struct wl_resource *surface = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(resource), id);
   wl_resource_set_implementation(surface, &surface_impl, calloc(1, sizeof(struct surface)), NULL);
}

static void create_region(struct wl_client *client, struct wl_resource *resource, uint32_t id)
{
   _exit(3);
}

static const struct wl_compositor_interface compositor_impl = {create_surface, create_region};

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id)
{
   struct wl_resource *compositor = wl_resource_create(client, &wl_compositor_interface, (int)version, id);
   wl_resource_set_implementation(compositor, &compositor_impl, NULL, NULL);
}

/* ---- the process ---- */

static void on_disconnect(struct wl_listener *listener, void *client)
{
   _exit(0);
}

static void serve(int fd)
{
   static struct wl_listener disconnect = {.notify = on_disconnect};
   struct wl_display *display = wl_display_create();
   wl_global_create(display, &wl_compositor_interface, 4, NULL, bind_compositor);
   if (!(hostility & NO_GLOBALS))
      wl_display_init_shm(display);
   if (hostility & SHM_NOISE)
      for (uint32_t i = 0; i < 100; i++)
         wl_display_add_shm_format(display, 0xdead0000u + i);
   if (hostility & (DMABUF_3 | DMABUF_4))
      wl_global_create(display, &zwp_linux_dmabuf_v1_interface, hostility & DMABUF_4 ? 4 : 3, NULL, bind_dmabuf);
   struct wl_client *client = wl_client_create(display, fd);
   wl_client_add_destroy_listener(client, &disconnect);
   wl_display_run(display);
}

pid_t hostile_start(unsigned mode, struct hostile_report *shared, int *client_fd)
{
   int ends[2];
   if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
      return -1;
   const pid_t pid = fork();
   if (pid == 0) {
      close(ends[0]);
      hostility = mode;
      report = shared;
      alarm(120);
      if (mode & SILENT)
         for (;;)
            pause();
      serve(ends[1]);
      _exit(3);
   }
   close(ends[1]);
   *client_fd = ends[0];
   return pid;
}
