/* doctor_devices.c: render nodes, the GBM backend and the kind of DMA-BUF that leaves the process. */
#include "tools/doctor/doctor.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/ut_env.h"

static int is_render_node(const struct dirent *entry)
{
   return !strncmp(entry->d_name, "renderD", 7);
}

/* Name of the kernel driver of a node; "" where sysfs does not name it. */
static void driver_of(const struct doctor *d, const char *node, char *driver, size_t size_B)
{
   char path[1024], target[1024];
   doctor_path(d, path, sizeof(path), "/sys/class/drm/%s/device/driver", node);
   const ssize_t length = readlink(path, target, sizeof(target) - 1);
   target[length > 0 ? length : 0] = 0;
   const char *slash = strrchr(target, '/');
   snprintf(driver, size_B, "%.*s", (int)size_B - 1, slash ? slash + 1 : target);
}

/* Whether gloam can use the node. */
static bool check_node(struct doctor *d, const char *node)
{
   char path[1024], driver[64], mend[2200];
   driver_of(d, node, driver, sizeof(driver));
   doctor_path(d, path, sizeof(path), "/dev/dri/%s", node);
   if (!strcmp(driver, "radeon")) {
      doctor_say(d, DOCTOR_NOTE, "add radeon.si_support=0 amdgpu.si_support=1 radeon.cik_support=0 amdgpu.cik_support=1 to the kernel's "
                 "command line", "%s belongs to the kernel driver radeon; gloam needs amdgpu", path);
      return false;
   }
   if (*driver && strcmp(driver, "amdgpu")) {
      doctor_say(d, DOCTOR_OK, NULL, "%s belongs to the kernel driver %s, which gloam does not use", path, driver);
      return false;
   }
   if (!doctor_may_use(path, mend, sizeof(mend))) {
      doctor_say(d, DOCTOR_NOTE, mend, "%s (driver %s) may not be opened by this user", path, *driver ? driver : "unknown");
      return false;
   }
   doctor_say(d, DOCTOR_OK, NULL, "%s (driver %s) may be opened", path, *driver ? driver : "unknown");
   return true;
}

/* Whether the device that GLOAM_DEVICE names exists. */
static void check_choice(struct doctor *d, const char *choice, unsigned nodes)
{
   char path[1024], mend[2200];
   doctor_path(d, path, sizeof(path), "%s", choice);
   if (!strcmp(choice, "sim") || (!strcmp(choice, "auto") && !nodes))
      doctor_say(d, DOCTOR_OK, NULL, "GLOAM_DEVICE=%s: programs run on the simulated GPU", choice);
   else if (!strcmp(choice, "auto") || (!strcmp(choice, "amdgpu") && nodes))
      doctor_say(d, DOCTOR_OK, NULL, "GLOAM_DEVICE=%s: programs run on the first node of a GPU that gloam supports", choice);
   else if (!strcmp(choice, "amdgpu"))
      doctor_say(d, DOCTOR_PROBLEM, "unset GLOAM_DEVICE", "GLOAM_DEVICE=amdgpu, but there is no node that can be used");
   else if (*choice != '/')
      doctor_say(d, DOCTOR_PROBLEM, "unset GLOAM_DEVICE", "GLOAM_DEVICE=%s is not understood; auto is used", choice);
   else if (doctor_may_use(path, mend, sizeof(mend)))
      doctor_say(d, DOCTOR_OK, NULL, "GLOAM_DEVICE=%s may be opened", choice);
   else
      doctor_say(d, DOCTOR_PROBLEM, *mend ? mend : "unset GLOAM_DEVICE", "GLOAM_DEVICE=%s cannot be opened", choice);
}

void doctor_devices(struct doctor *d)
{
   char path[1024];
   struct dirent **entries = NULL;
   unsigned usable = 0;
   doctor_part("devices");
   doctor_path(d, path, sizeof(path), "/dev/dri");
   const int count = scandir(path, &entries, is_render_node, alphasort);
   for (int i = 0; i < count; i++) {
      usable += check_node(d, entries[i]->d_name);
      free(entries[i]);
   }
   free(entries);
   if (count <= 0)
      doctor_say(d, DOCTOR_OK, NULL, "no render node; the simulated GPU needs none");
   check_choice(d, ut_env_str(UT_ENV_DEVICE), usable);
}

void doctor_gbm(struct doctor *d)
{
   char path[1024];
   const char *dir = getenv("GBM_BACKENDS_PATH"), *backend = getenv("GBM_BACKEND");
   doctor_part("GBM backend");
   doctor_path(d, path, sizeof(path), "%s/gloam_gbm.so", dir ? dir : "/usr/lib/" DOCTOR_MULTIARCH "/gbm");
   if (access(path, R_OK) != 0)
      doctor_say(d, DOCTOR_NOTE, dir ? "unset GBM_BACKENDS_PATH" : "sudo apt install ./gloam_*.deb    (or set GBM_BACKENDS_PATH)",
                 "%s is not there: libgbm cannot use gloam", path);
   else if (backend && !strcmp(backend, "gloam"))
      doctor_say(d, DOCTOR_OK, NULL, "%s; GBM_BACKEND=gloam selects it", path);
   else
      doctor_say(d, DOCTOR_OK, NULL, "%s; programs that use libgbm get it with GBM_BACKEND=gloam", path);
}

/* 0, or the error of a small DMA-BUF made by /dev/udmabuf. */
static const char *try_udmabuf(const char *path)
{
   const size_t size_B = (size_t)sysconf(_SC_PAGESIZE);
   const int dev = open(path, O_RDWR | O_CLOEXEC);
   const int memfd = memfd_create("gloam-doctor", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   const char *error = "it cannot be opened";
   if (dev >= 0 && memfd >= 0 && ftruncate(memfd, (off_t)size_B) == 0 && fcntl(memfd, F_ADD_SEALS, F_SEAL_SHRINK) == 0) {
      struct udmabuf_create create = {.memfd = (uint32_t)memfd, .flags = UDMABUF_FLAGS_CLOEXEC, .size = size_B};
      const int fd = ioctl(dev, UDMABUF_CREATE, &create);
      error = fd >= 0 ? NULL : "it makes no DMA-BUF";
      if (fd >= 0)
         close(fd);
   }
   if (dev >= 0)
      close(dev);
   if (memfd >= 0)
      close(memfd);
   return error;
}

void doctor_dmabuf(struct doctor *d)
{
   char path[1024], mend[2200], limit[32];
   const bool strict = !strcmp(ut_env_str(UT_ENV_DMABUF), "strict");
   const enum doctor_level bad = strict ? DOCTOR_PROBLEM : DOCTOR_NOTE;
   const char *const instead = strict ? "GLOAM_DMABUF=strict: no image can be exported"
                                      : "exported images are sealed memfds, which gloam and readers with mmap() take, but no other driver";
   doctor_part("DMA-BUFs of the simulated GPU");
   doctor_path(d, path, sizeof(path), "/dev/udmabuf");
   if (access(path, F_OK) != 0) {
      doctor_say(d, bad, "sudo modprobe udmabuf", "no %s; %s", path, instead);
      return;
   }
   if (!doctor_may_use(path, mend, sizeof(mend))) {
      doctor_say(d, bad, mend, "%s may not be opened by this user; %s", path, instead);
      return;
   }
   const char *error = *d->root ? NULL : try_udmabuf(path);
   if (error) {
      doctor_say(d, bad, "sudo modprobe udmabuf && dmesg | tail", "%s: %s; %s", path, error, instead);
      return;
   }
   doctor_say(d, DOCTOR_OK, NULL, "%s: exported images are true DMA-BUFs", path);
   if (doctor_read(d, "/sys/module/udmabuf/parameters/size_limit_mb", limit, sizeof(limit)) && atoi(limit) < 256)
      doctor_say(d, DOCTOR_NOTE, "echo 1024 | sudo tee /sys/module/udmabuf/parameters/size_limit_mb",
                 "udmabuf makes DMA-BUFs of at most %s MB; larger images leave as sealed memfds", limit);
}
