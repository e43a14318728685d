/* gloam_node.c: the launcher: `gloam-node run -- PROGRAM ARGS` makes the files that stand for /dev/dri and the node's part of
 * /sys in a temporary folder, preloads the shim into the program and its child processes, and removes the folder afterwards. */
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw-si/hwdb/hw_chips.h"
#include "winsys/sim/node/engine/node_api.h"

static pid_t child;

/* ---- files ---------------------------------------------------------------------------------------------------------------- */

static void die(const char *what)
{
   fprintf(stderr, "gloam-node: %s: %s\n", what, strerror(errno));
   exit(125);
}

static void make_folders(const char *root, const char *path)
{
   char full[PATH_MAX];
   snprintf(full, sizeof full, "%s%s", root, path);
   for (char *p = full + strlen(root) + 1; *p; p++)
      if (*p == '/') {
         *p = '\0';
         if (mkdir(full, 0755) && errno != EEXIST)
            die(full);
         *p = '/';
      }
}

__attribute__((format(printf, 3, 4))) static void make_file(const char *root, const char *path, const char *format, ...)
{
   char full[PATH_MAX];
   make_folders(root, path);
   snprintf(full, sizeof full, "%s%s", root, path);
   FILE *file = fopen(full, "w");
   if (!file)
      die(full);
   va_list args;
   va_start(args, format);
   vfprintf(file, format, args);
   va_end(args);
   fclose(file);
   chmod(full, 0666);
}

static void make_link(const char *root, const char *path, const char *target)
{
   char full[PATH_MAX];
   make_folders(root, path);
   snprintf(full, sizeof full, "%s%s", root, path);
   if (symlink(target, full))
      die(full);
}

/* The other classes of devices are the machine's. */
static void link_classes(const char *root)
{
   char full[2 * PATH_MAX], target[PATH_MAX];
   DIR *dir = opendir("/sys/class");
   make_folders(root, "/sys/class/drm/");
   for (struct dirent *entry; dir && (entry = readdir(dir));) {
      snprintf(full, sizeof full, "%s/sys/class/%s", root, entry->d_name);
      snprintf(target, sizeof target, "/sys/class/%s", entry->d_name);
      if (entry->d_name[0] != '.' && strcmp(entry->d_name, "drm") && symlink(target, full))
         die(full);
   }
   if (dir)
      closedir(dir);
}

/* As node_drm_minor() has it. */
static int drm_minor(void)
{
   const char *text = getenv("GLOAM_SIM_DRM_MINOR");
   int minor = text && *text ? atoi(text) : NODE_DRM_MINOR_LAST;
   return minor < NODE_DRM_MINOR_FIRST ? NODE_DRM_MINOR_FIRST : minor > NODE_DRM_MINOR_LAST ? NODE_DRM_MINOR_LAST : minor;
}

/* Links are relative, so that they lead to the right place in the folder. */
static void make_tree(const char *root, const struct hw_chip *chip)
{
#define NODE_DRM NODE_PCI_DEVICE "/drm/renderD128"
#define DEVICE_OF(up) up "/devices/pci7000:00/7000:00:01.0/" NODE_PCI_SLOT
   static const struct { const char *path, *target; } links[] = {
      { NODE_DRM "/device", "../../../" NODE_PCI_SLOT }, { NODE_DRM "/subsystem", "../../../../../../class/drm" },
      { NODE_PCI_DEVICE "/subsystem", "../../../../bus/pci" }, { NODE_PCI_DEVICE "/driver", "../../../../bus/pci/drivers/amdgpu" },
      { "/sys/bus/pci/devices/" NODE_PCI_SLOT, DEVICE_OF("../../..") },
      { "/sys/class/drm/renderD128", DEVICE_OF("../..") "/drm/renderD128" },
      { "/sys/dev/char/226:128", DEVICE_OF("../..") "/drm/renderD128" },
   };
   make_file(root, NODE_PATH, "%s", "");
   make_file(root, NODE_PCI_DEVICE "/vendor", "0x1002\n");
   make_file(root, NODE_PCI_DEVICE "/device", "0x%04x\n", chip->device_id);
   make_file(root, NODE_PCI_DEVICE "/subsystem_vendor", "0x1002\n");
   make_file(root, NODE_PCI_DEVICE "/subsystem_device", "0x0b37\n");
   make_file(root, NODE_PCI_DEVICE "/revision", "0x%02x\n", chip->pci_rev);
   make_file(root, NODE_PCI_DEVICE "/class", "0x030000\n");
   make_file(root, NODE_PCI_DEVICE "/uevent",
             "DRIVER=amdgpu\nPCI_CLASS=30000\nPCI_ID=1002:%04X\nPCI_SUBSYS_ID=1002:0B37\nPCI_SLOT_NAME=%s\n"
             "MODALIAS=pci:v00001002d%08Xsv00001002sd00000B37bc03sc00i00\n",
             chip->device_id, NODE_PCI_SLOT, chip->device_id);
   make_file(root, NODE_DRM "/dev", "%d:%d\n", NODE_MAJOR, NODE_MINOR);
   make_file(root, NODE_DRM "/uevent", "MAJOR=%d\nMINOR=%d\nDEVNAME=dri/renderD128\nDEVTYPE=drm_minor\n", NODE_MAJOR, NODE_MINOR);
   make_file(root, "/sys/bus/pci/drivers/amdgpu/module/version", "3.%d.0\n", drm_minor());
   link_classes(root);
   for (unsigned i = 0; i < sizeof links / sizeof *links; i++)
      make_link(root, links[i].path, links[i].target);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
   remove(path);
   return 0;
}

/* ---- the program -------------------------------------------------------------------------------------------------------- */

/* In the build folder, or where it is installed. */
static void find_shim(char *path, size_t size)
{
   char exe[PATH_MAX];
   ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
   if (length < 0)
      die("/proc/self/exe");
   exe[length] = '\0';
   const char *dir = dirname(exe);
   const char *const places[] = { "%s/../winsys/sim/node/libgloam_node.so", "%s/../" NODE_LIBDIR "/libgloam_node.so" };
   for (unsigned i = 0; i < 2; i++) {
      char candidate[PATH_MAX];
      snprintf(candidate, sizeof candidate, places[i], dir);
      if (realpath(candidate, path))
         return;
   }
   fprintf(stderr, "gloam-node: libgloam_node.so is not near %s\n", dir);
   exit(125);
}

static void pass_on(int signal)
{
   if (child > 0)
      kill(child, signal);
}

static int wait_for(pid_t pid)
{
   int status;
   while (waitpid(pid, &status, 0) < 0)
      if (errno != EINTR)
         return 125;
   return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int run(char **argv)
{
   const char *chip_name = getenv("GLOAM_SIM_CHIP");
   const struct hw_chip *chip = hw_chip_find(chip_name && *chip_name ? chip_name : "polaris10");
   if (!chip) {
      char names[160];
      fprintf(stderr, "gloam-node: no chip \"%s\"; GLOAM_SIM_CHIP can be %s\n", chip_name, hw_chip_names(names, sizeof names));
      return 125;
   }
   const char *tmp = getenv("TMPDIR");
   char root[PATH_MAX], shim[PATH_MAX], preload[2 * PATH_MAX];
   snprintf(root, sizeof root, "%s/gloam-node-XXXXXX", tmp && *tmp ? tmp : "/tmp");
   find_shim(shim, sizeof shim);
   if (!mkdtemp(root))
      die(root);
   make_tree(root, chip);
   const char *others = getenv("LD_PRELOAD");
   snprintf(preload, sizeof preload, "%s%s%s", shim, others && *others ? ":" : "", others ? others : "");
   struct sigaction action = { .sa_handler = pass_on };
   sigaction(SIGTERM, &action, NULL);
   sigaction(SIGHUP, &action, NULL);
   sigaction(SIGINT, &action, NULL);
   child = fork();
   if (child == 0) {
      setenv("LD_PRELOAD", preload, 1);
      setenv(NODE_DIR_VARIABLE, root, 1);
      execvp(argv[0], argv);
      fprintf(stderr, "gloam-node: %s: %s\n", argv[0], strerror(errno));
      _exit(errno == ENOENT ? 127 : 126);
   }
   int code = child < 0 ? 125 : wait_for(child);
   nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
   return code;
}

int main(int argc, char **argv)
{
   if (argc >= 3 && !strcmp(argv[1], "run")) {
      char **program = argv + 2;
      if (!strcmp(*program, "--"))
         program++;
      if (*program)
         return run(program);
   }
   fprintf(stderr, "usage: gloam-node run -- PROGRAM ARGUMENTS\n"
                   "Runs a program that sees " NODE_PATH ", an amdgpu render node whose GPU is simulated (GLOAM_SIM_CHIP).\n");
   return 2;
}
