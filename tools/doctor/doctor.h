/* doctor.h: gloam-info --doctor. Each doctor_*.c examines one part of the system and reports findings; a finding that is not
 * good names the command that mends it. */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

enum doctor_level {
   DOCTOR_OK,
   DOCTOR_NOTE,    /* works, but slower or with fewer features than possible */
   DOCTOR_PROBLEM, /* programs do not run on gloam, or not as environment variables request; the exit status is 1 */
};

struct doctor {
   const char *root; /* folder that stands for "/" in tests; "": the system itself, which is also queried through libEGL */
   unsigned problems;
   unsigned notes;
};

/* Heading of a part. */
void doctor_part(const char *name);
/* One finding. `mend`: a shell command that repairs it, or NULL. */
void doctor_say(struct doctor *d, enum doctor_level level, const char *mend, const char *format, ...)
   __attribute__((format(printf, 4, 5)));
/* The path under the root. */
void doctor_path(const struct doctor *d, char *out, size_t size_B, const char *format, ...)
   __attribute__((format(printf, 4, 5)));
/* The text of a file under the root without its last newline; false: it cannot be read. */
bool doctor_read(const struct doctor *d, const char *path, char *text, size_t size_B);
/* Whether this user may read and write the file at `path`, which is under the root already. If not, `mend` gets the command that
 * admits the user. */
bool doctor_may_use(const char *path, char *mend, size_t mend_size_B);

void doctor_vendors(struct doctor *d); /* vendor files of libglvnd */
void doctor_live(struct doctor *d);    /* vendors that libEGL selects in this process */
void doctor_gbm(struct doctor *d);
void doctor_devices(struct doctor *d);
void doctor_dmabuf(struct doctor *d);
void doctor_host(struct doctor *d);    /* LLVM, CPU, quota, memory */
void doctor_cache(struct doctor *d);

/* Runs all parts and returns the exit status: 0, or 1 if there is a problem. */
int doctor_run(const char *root);

#endif
