/* doctor_vendors.c: the vendor files that libglvnd reads, in its order (libglvnd, src/EGL/libeglvendor.c and icd_enumeration.md):
 * __EGL_VENDOR_LIBRARY_FILENAMES names files; otherwise the *.json files of the folders in __EGL_VENDOR_LIBRARY_DIRS, or of
 * /etc/glvnd/egl_vendor.d and /usr/share/glvnd/egl_vendor.d, sorted by name within each folder. The first vendor that returns a
 * display for a platform serves it. */
#include "tools/doctor/doctor.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_DIRS "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d"
#define LIBRARY "libEGL_gloam.so.0"
enum { MAX_FILES = 64 };

struct vendors {
   char *file[MAX_FILES];
   unsigned count;
   unsigned loadable;
   int gloam;        /* position of gloam among the vendors that can be loaded; -1: none */
   char first[256];  /* library of the first vendor that can be loaded */
};

static void add_file(struct vendors *v, const char *path)
{
   if (v->count < MAX_FILES && (v->file[v->count] = strdup(path)))
      v->count++;
}

static int is_json(const struct dirent *entry)
{
   const size_t length = strlen(entry->d_name);
   return entry->d_type != DT_DIR && length > 5 && !strcmp(entry->d_name + length - 5, ".json");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
   return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_dir(const struct doctor *d, struct vendors *v, const char *dir)
{
   char path[1024];
   struct dirent **entries = NULL;
   doctor_path(d, path, sizeof(path), "%s", dir);
   const int count = scandir(path, &entries, is_json, by_name);
   for (int i = 0; i < count; i++) {
      snprintf(path, sizeof(path), "%s/%s", dir, entries[i]->d_name);
      add_file(v, path);
      free(entries[i]);
   }
   free(entries);
}

static void for_each_of_list(const struct doctor *d, struct vendors *v, const char *list, bool are_dirs)
{
   char *copy = strdup(list), *state = NULL;
   for (char *item = copy ? strtok_r(copy, ":", &state) : NULL; item; item = strtok_r(NULL, ":", &state)) {
      if (are_dirs)
         add_dir(d, v, item);
      else
         add_file(v, item);
   }
   free(copy);
}

/* The string value of a key; false: none. Vendor files are flat enough for a search of the text. */
static bool json_string(const char *text, const char *key, char *value, size_t size_B)
{
   char quoted[64];
   snprintf(quoted, sizeof(quoted), "\"%s\"", key);
   const char *at = strstr(text, quoted);
   at = at ? strchr(at + strlen(quoted), ':') : NULL;
   at = at ? at + 1 + strspn(at + 1, " \t\r\n") : NULL;
   if (!at || *at != '"')
      return false;
   const size_t length = strcspn(at + 1, "\"");
   if (!at[1 + length] || length >= size_B)
      return false;
   memcpy(value, at + 1, length);
   value[length] = 0;
   return true;
}

/* Under a root: looks where the dynamic linker looks by default. */
static bool find_under_root(const struct doctor *d, const char *library, char *why, size_t why_size_B)
{
   static const char *const dirs[] = {"/usr/lib/" DOCTOR_MULTIARCH, "/lib/" DOCTOR_MULTIARCH, "/usr/local/lib/" DOCTOR_MULTIARCH,
                                      "/usr/local/lib", "/usr/lib", "/lib"};
   char path[1024];
   snprintf(why, why_size_B, "%s: no such file", library);
   if (strchr(library, '/')) {
      doctor_path(d, path, sizeof(path), "%s", library);
      return access(path, R_OK) == 0;
   }
   for (unsigned i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
      doctor_path(d, path, sizeof(path), "%s/%s", dirs[i], library);
      if (access(path, R_OK) == 0)
         return true;
   }
   return false;
}

static bool can_load(const struct doctor *d, const char *library, char *why, size_t why_size_B)
{
   if (*d->root)
      return find_under_root(d, library, why, why_size_B);
   void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL); /* stays open: libEGL loads it next */
   const char *message = handle ? "" : dlerror();
   snprintf(why, why_size_B, "%s", message ? message : "unknown error");
   return handle && dlsym(handle, "__egl_Main");
}

static void check_file(struct doctor *d, struct vendors *v, const char *path)
{
   char text[8192], version[32], library[256], why[512], mend[1200];
   if (!doctor_read(d, path, text, sizeof(text))) {
      snprintf(mend, sizeof(mend), "ls -l %s", path);
      doctor_say(d, DOCTOR_NOTE, mend, "%s cannot be read; libEGL ignores it", path);
      return;
   }
   const bool is_version_1 = json_string(text, "file_format_version", version, sizeof(version)) &&
                             (!strncmp(version, "1.0", 3) || !strcmp(version, "1"));
   if (!is_version_1 || !json_string(text, "library_path", library, sizeof(library))) {
      snprintf(mend, sizeof(mend), "dpkg -S %s    (then reinstall that package)", path);
      doctor_say(d, DOCTOR_NOTE, mend, "%s is not a vendor file of format 1.0; libEGL ignores it", path);
      return;
   }
   const char *slash = strrchr(library, '/');
   const bool is_gloam = !strcmp(slash ? slash + 1 : library, LIBRARY);
   if (!can_load(d, library, why, sizeof(why))) {
      snprintf(mend, sizeof(mend), is_gloam ? "sudo ldconfig    (or reinstall the package gloam)" : "dpkg -S %s", path);
      doctor_say(d, is_gloam ? DOCTOR_PROBLEM : DOCTOR_NOTE, mend, "%s: the library cannot be loaded: %s", path, why);
      return;
   }
   if (is_gloam && v->gloam < 0)
      v->gloam = (int)v->loadable;
   if (!v->loadable++)
      snprintf(v->first, sizeof(v->first), "%s", library);
   doctor_say(d, DOCTOR_OK, NULL, "%u. %s -> %s%s", v->loadable, path, library, is_gloam ? " (gloam)" : "");
}

/* Which vendor serves a program, and why. gloam serves every platform but X11. */
static void conclude(struct doctor *d, const struct vendors *v, bool files_given)
{
   const char *const unset = files_given ? "unset __EGL_VENDOR_LIBRARY_FILENAMES" : NULL;
   const char *const install = "sudo apt install ./gloam_*.deb    (or: meson install -C build)";
   if (v->gloam < 0)
      doctor_say(d, DOCTOR_PROBLEM, unset ? unset : install, "no vendor file names " LIBRARY " that can be loaded: programs get %s",
                 v->loadable ? v->first : "no EGL at all");
   else if (v->gloam > 0)
      doctor_say(d, DOCTOR_PROBLEM,
                 unset ? unset : "export __EGL_VENDOR_LIBRARY_FILENAMES=/usr/share/glvnd/egl_vendor.d/40_gloam.json",
                 "programs get %s first, because its vendor file comes before gloam's", v->first);
   else
      doctor_say(d, DOCTOR_OK, NULL,
                 "programs get gloam, because its vendor file comes first, on the default, surfaceless, device, gbm and wayland "
                 "platforms; %s", v->loadable > 1 ? "other vendors serve X11" : "no vendor serves X11");
   const char *platform = getenv("EGL_PLATFORM");
   if (platform && (!strcmp(platform, "x11") || !strcmp(platform, "xcb")))
      doctor_say(d, DOCTOR_PROBLEM, "unset EGL_PLATFORM", "EGL_PLATFORM=%s asks for X11, which gloam does not serve", platform);
}

void doctor_vendors(struct doctor *d)
{
   struct vendors v = {.gloam = -1};
   doctor_part("vendors of libEGL, in its order");
   const char *files = getenv("__EGL_VENDOR_LIBRARY_FILENAMES"), *dirs = getenv("__EGL_VENDOR_LIBRARY_DIRS");
   if (files)
      printf("   __EGL_VENDOR_LIBRARY_FILENAMES=%s\n", files);
   else if (dirs)
      printf("   __EGL_VENDOR_LIBRARY_DIRS=%s\n", dirs);
   for_each_of_list(d, &v, files ? files : dirs ? dirs : DEFAULT_DIRS, !files);
   for (unsigned i = 0; i < v.count; i++)
      check_file(d, &v, v.file[i]);
   conclude(d, &v, files);
   for (unsigned i = 0; i < v.count; i++)
      free(v.file[i]);
}
