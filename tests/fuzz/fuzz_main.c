/* fuzz_main.c: drives a fuzz target without libFuzzer: every file of a corpus, then mutations of them and made-up inputs,
 * always the same ones.
 * usage: fuzz_TARGET [-n MUTATIONS | -t SECONDS] [-s SEED] [-k FILE] [-g COUNT] FILE|FOLDER...
 *   -t  mutations until the time is over; their number differs from run to run
 *   -k  keeps each input in FILE before it runs: after a crash it is there
 *   -g  instead writes COUNT made-up inputs to the folder: the start of a corpus */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

#define PATIENCE_S 60 /* for one input, on a busy machine with sanitizers */

static struct input { uint8_t *data; size_t size; char *name; } *inputs;
static unsigned num_inputs;
static const char *keep;

static int by_name(const void *a, const void *b)
{
   return strcmp(((const struct input *)a)->name, ((const struct input *)b)->name);
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
   FILE *f = fopen(path, "wb");
   if (!f || fwrite(data, 1, size, f) != size || fclose(f)) {
      perror(path);
      exit(2);
   }
}

static void add_file(const char *path)
{
   static uint8_t buffer[FUZZ_MAX_B];
   FILE *f = fopen(path, "rb");
   if (!f) {
      perror(path);
      exit(2);
   }
   size_t size = fread(buffer, 1, sizeof buffer, f);
   fclose(f);
   inputs = realloc(inputs, (num_inputs + 1) * sizeof *inputs);
   inputs[num_inputs] = (struct input){ malloc(size + 1), size, strdup(path) };
   memcpy(inputs[num_inputs++].data, buffer, size);
}

static void add(const char *path)
{
   DIR *d = opendir(path);
   if (!d) {
      add_file(path);
      return;
   }
   for (struct dirent *e; (e = readdir(d));) {
      char file[1024];
      snprintf(file, sizeof file, "%s/%s", path, e->d_name);
      struct stat st;
      if (!stat(file, &st) && S_ISREG(st.st_mode))
         add_file(file);
   }
   closedir(d);
}

static void run(const uint8_t *data, size_t size)
{
   if (keep)
      write_file(keep, data, size);
   uint8_t *copy = malloc(size ? size : 1); /* its end is the end of memory that may be read */
   memcpy(copy, data, size);
   alarm(PATIENCE_S);
   LLVMFuzzerTestOneInput(copy, size);
   alarm(0);
   free(copy);
}

int main(int argc, char **argv)
{
   static uint8_t data[FUZZ_MAX_B];
   unsigned mutations = 0, make = 0, done = 0;
   time_t end = 0;
   uint64_t random = 1;
   for (int c; (c = getopt(argc, argv, "n:t:s:k:g:")) != -1;) {
      switch (c) {
      case 'n': mutations = (unsigned)strtoul(optarg, NULL, 0); break;
      case 't': end = time(NULL) + strtol(optarg, NULL, 0); break;
      case 's': random = strtoull(optarg, NULL, 0); break;
      case 'k': keep = optarg; break;
      case 'g': make = (unsigned)strtoul(optarg, NULL, 0); break;
      default: return 2;
      }
   }
   for (unsigned i = 0; i < make; i++) {
      char path[1024];
      snprintf(path, sizeof path, "%s/made_%02u", argv[optind], i);
      write_file(path, data, fuzz_make(&random, 1 + fuzz_random(&random) % FUZZ_MAX_UNITS, data));
   }
   if (make)
      return 0;
   for (int i = optind; i < argc; i++)
      add(argv[i]);
   if (inputs)
      qsort(inputs, num_inputs, sizeof *inputs, by_name);
   for (unsigned i = 0; i < num_inputs; i++) {
      if (mutations == 0 && end == 0)
         printf("%s\n", inputs[i].name);
      run(inputs[i].data, inputs[i].size);
   }
   for (; end ? time(NULL) < end : done < mutations; done++) {
      size_t size;
      if (num_inputs && fuzz_random(&random) % 4) {
         const struct input *from = &inputs[fuzz_random(&random) % num_inputs];
         memcpy(data, from->data, size = from->size);
         size = fuzz_mutate(&random, data, size, sizeof data);
      } else {
         size = fuzz_make(&random, 1 + fuzz_random(&random) % 16, data);
      }
      run(data, size);
   }
   printf("%u files and %u mutations\n", num_inputs, done);
   for (unsigned i = 0; i < num_inputs; i++) {
      free(inputs[i].data);
      free(inputs[i].name);
   }
   free(inputs);
   return 0;
}
