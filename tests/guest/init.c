/* init.c: process 1 of the guest: loads modules, mounts the host's root read-only over 9p, runs one command in it, powers off. The
 * first line on the console is "guest: started", the last one "guest: exit CODE". Statically linked: the initial RAM disk has no libraries. The command is the
 * argument `guest_run` of the kernel's command line. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void power_off(int code)
{
   printf("guest: exit %d\n", code);
   fflush(stdout);
   sync();
   reboot(RB_POWER_OFF);
}

static void fail(const char *what, const char *name)
{
   printf("guest: %s %s: %s\n", what, name, strerror(errno));
   power_off(125);
}

/* Mounts above /host hide the host's folders from the command: its devices, its processes. */
static const struct { const char *source, *target, *type; unsigned long flags; const char *options; } mounts[] = {
   {"host", "/host", "9p", MS_RDONLY, "trans=virtio,version=9p2000.L,msize=1048576,cache=loose"},
   {"proc", "/host/proc", "proc", 0, NULL},
   {"sysfs", "/host/sys", "sysfs", 0, NULL},
   {"debugfs", "/host/sys/kernel/debug", "debugfs", 0, NULL},
   {"devtmpfs", "/host/dev", "devtmpfs", 0, NULL},
   {"tmpfs", "/host/run", "tmpfs", 0, NULL},
};

static void load_modules(void)
{
   FILE *list = fopen("/modules/list", "r");
   char name[128], path[160];
   if (!list)
      fail("open", "/modules/list");
   while (fscanf(list, "%127s", name) == 1) {
      snprintf(path, sizeof(path), "/modules/%s", name);
      const int fd = open(path, O_RDONLY | O_CLOEXEC);
      if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
         fail("module", name);
      close(fd);
   }
   fclose(list);
}

int main(void)
{
   if (mount("devtmpfs", "/dev", "devtmpfs", 0, NULL))
      return 1;
   const int console = open("/dev/console", O_RDWR);
   for (int fd = 0; fd < 3; fd++)
      dup2(console, fd);
   printf("guest: started\n");
   fflush(stdout);
   load_modules();
   for (unsigned i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++)
      if (mount(mounts[i].source, mounts[i].target, mounts[i].type, mounts[i].flags, mounts[i].options))
         fail("mount", mounts[i].target);
   if (mkdir("/host/dev/shm", 0777) || mount("tmpfs", "/host/dev/shm", "tmpfs", 0, NULL))
      fail("mount", "/host/dev/shm");
   if (chdir("/host") || chroot("."))
      fail("chroot", "/host");
   const char *command = getenv("guest_run"); /* the kernel passes unknown parameters to init */
   const pid_t pid = fork();
   if (pid == 0) {
      setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1);
      execl("/bin/sh", "sh", command ? command : "/nonexistent", NULL);
      _exit(127);
   }
   int status = 0;
   while (waitpid(-1, &status, 0) != pid) /* orphans are process 1's to reap */
      ;
   power_off(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
   return 0;
}
