/* doctor.c: the report of gloam-info --doctor, and functions that its parts share. */
#include "tools/doctor/doctor.h"

#include <errno.h>
#include <grp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void doctor_part(const char *name)
{
   printf("%s\n", name);
}

void doctor_say(struct doctor *d, enum doctor_level level, const char *mend, const char *format, ...)
{
   static const char *const names[] = {"ok", "note", "problem"};
   va_list args;
   va_start(args, format);
   printf("   %-8s ", names[level]);
   vprintf(format, args);
   printf("\n");
   va_end(args);
   if (mend && *mend)
      printf("            mend: %s\n", mend);
   d->notes += level == DOCTOR_NOTE;
   d->problems += level == DOCTOR_PROBLEM;
}

void doctor_path(const struct doctor *d, char *out, size_t size_B, const char *format, ...)
{
   const int length = snprintf(out, size_B, "%s", d->root);
   va_list args;
   va_start(args, format);
   if (length >= 0 && (size_t)length < size_B)
      vsnprintf(out + length, size_B - (size_t)length, format, args);
   va_end(args);
}

bool doctor_read(const struct doctor *d, const char *path, char *text, size_t size_B)
{
   char name[1024];
   doctor_path(d, name, sizeof(name), "%s", path);
   FILE *file = fopen(name, "re");
   if (!file)
      return false;
   const size_t length = fread(text, 1, size_B - 1, file);
   fclose(file);
   text[length] = 0;
   if (length && text[length - 1] == '\n')
      text[length - 1] = 0;
   return true;
}

bool doctor_may_use(const char *path, char *mend, size_t mend_size_B)
{
   struct stat st;
   *mend = 0;
   if (access(path, R_OK | W_OK) == 0)
      return true;
   if (errno != EACCES || stat(path, &st) != 0)
      return false;
   const struct group *group = getgrgid(st.st_gid);
   if ((st.st_mode & 0060) == 0060 && st.st_gid != 0 && group)
      snprintf(mend, mend_size_B, "sudo adduser $USER %s    (takes effect at the next login)", group->gr_name);
   else
      snprintf(mend, mend_size_B, "sudo chgrp render %s && sudo chmod g+rw %s && sudo adduser $USER render", path, path);
   return false;
}

int doctor_run(const char *root)
{
   struct doctor d = {.root = root};
   doctor_vendors(&d);
   if (!*root)
      doctor_live(&d);
   doctor_gbm(&d);
   doctor_devices(&d);
   doctor_dmabuf(&d);
   doctor_host(&d);
   doctor_cache(&d);
   printf("%u problems, %u notes\n", d.problems, d.notes);
   return d.problems ? 1 : 0;
}
