/* ut_cache.h: the shader cache on disk, one file per entry. A file holds the complete key, not only its hash, the data and a
 * checksum of both: a hash collision, a truncated or an altered file is a miss. Files are written under a temporary name and
 * renamed into place, so a reader never sees a partial one, also if the writing process is killed. When the folder is too large,
 * the least recently used files are deleted. Failures are silent. Thread-safe.
 *
 * The folder is GLOAM_SHADER_CACHE_DIR. There is no cache, and no system call is made, with GLOAM_SHADER_CACHE_DISABLE; nor is
 * there one in set-user-ID processes and without a home folder. */
#ifndef UT_CACHE_H
#define UT_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ut_cache_kind {
   UT_CACHE_GCN,  /* machine code of a shader for the GPU */
   UT_CACHE_HOST, /* host code of the simulated GPU for a shader */
   UT_CACHE_KINDS
};

struct ut_bytes { const void *data; size_t size_B; };

/* False: there is no cache. */
bool ut_cache_is_enabled(void);
/* On success *data lies in *file, which the caller gives to ut_cache_free. False: a miss. */
bool ut_cache_load(enum ut_cache_kind kind, struct ut_bytes key, struct ut_bytes *data, struct ut_bytes *file);
void ut_cache_free(struct ut_bytes file);
/* The data are `head`, then `tail`. */
void ut_cache_store(enum ut_cache_kind kind, struct ut_bytes key, struct ut_bytes head, struct ut_bytes tail);

/* Size of all files in bytes above which files are deleted, down to three quarters of it, and the mean number of stores of all
 * processes between two looks at that size. Tests set them. */
extern uint64_t ut_cache_max_B;
extern unsigned ut_cache_stores_per_sweep;

#endif
