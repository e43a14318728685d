/* fuzz_main.c: drives a fuzz target without libFuzzer: every file of a corpus, then mutations of them, always the same ones.
 * usage: fuzz_TARGET [-n MUTATIONS] [-s SEED] [-k FILE] FILE|FOLDER...
 *   -k  keeps each input in FILE before it runs: after a crash it is there */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

#define PATIENCE_S 60 /* for one input, on a busy machine with sanitizers */

static struct input { uint8_t *data; size_t size; char *name; } *inputs;
static unsigned num_inputs;
static const char *keep;

static int by_name(const void *a, const void *b)
{
   return strcmp(((const struct input *)a)->name, ((const struct input *)b)->name);
}

static void add_file(const char *path)
{
   static uint8_t buffer[FUZZ_MAX_B];
   FILE *f = fopen(path, "rb");
   if (!f) {
      perror(path);
      exit(2);
   }
   const size_t size = fread(buffer, 1, sizeof(buffer), f);
   fclose(f);
   inputs = realloc(inputs, (num_inputs + 1) * sizeof(*inputs));
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
      struct stat st;
      snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
      if (!stat(file, &st) && S_ISREG(st.st_mode))
         add_file(file);
   }
   closedir(d);
}

static void run(const uint8_t *data, size_t size)
{
   FILE *f = keep ? fopen(keep, "wb") : NULL;
   if (f) {
      fwrite(data, 1, size, f);
      fclose(f);
   }
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
   unsigned mutations = 0;
   uint64_t random = 1;
   for (int c; (c = getopt(argc, argv, "n:s:k:")) != -1;) {
      switch (c) {
      case 'n': mutations = (unsigned)strtoul(optarg, NULL, 0); break;
      case 's': random = strtoull(optarg, NULL, 0); break;
      case 'k': keep = optarg; break;
      default: return 2;
      }
   }
   for (int i = optind; i < argc; i++)
      add(argv[i]);
   if (!num_inputs) {
      fputs("no inputs\n", stderr);
      return 2;
   }
   qsort(inputs, num_inputs, sizeof(*inputs), by_name);
   for (unsigned i = 0; i < num_inputs; i++) {
      if (mutations == 0)
         printf("%s\n", inputs[i].name);
      run(inputs[i].data, inputs[i].size);
   }
   for (unsigned i = 0; i < mutations; i++) {
      const struct input *from = &inputs[fuzz_random(&random) % num_inputs];
      size_t size = from->size;
      memcpy(data, from->data, size);
      size = fuzz_mutate(&random, data, size, sizeof(data));
      run(data, size);
   }
   printf("%u files and %u mutations\n", num_inputs, mutations);
   for (unsigned i = 0; i < num_inputs; i++) {
      free(inputs[i].data);
      free(inputs[i].name);
   }
   free(inputs);
   return 0;
}
