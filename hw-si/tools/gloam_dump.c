/* gloam_dump.c: prints a command stream, from raw little-endian dwords or hexadecimal text. Prints the registers and descriptors
 * at each draw of captured streams (GLOAM_CAPTURE), or compares those of two streams. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "hw-si/stream/stream.h"

struct stream { uint32_t *dw; size_t count, capacity; };

static bool append(struct stream *s, uint32_t value)
{
   if (s->count == s->capacity) {
      size_t capacity = s->capacity ? 2 * s->capacity : 1024;
      uint32_t *dw = realloc(s->dw, capacity * sizeof *dw);
      if (!dw)
         return false;
      s->dw = dw;
      s->capacity = capacity;
   }
   s->dw[s->count++] = value;
   return true;
}

/* Reads words of eight hexadecimal digits up to the first other word of each line, so that a printed dump can be parsed. */
static bool parse_text(struct stream *s, char *text)
{
   for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      for (char *p = line;;) {
         while (isspace((unsigned char)*p) || *p == ',')
            p++;
         if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
            p += 2;
         size_t digits = strspn(p, "0123456789abcdefABCDEF");
         if (digits != 8 || (p[8] && !isspace((unsigned char)p[8]) && p[8] != ','))
            break;
         if (!append(s, (uint32_t)strtoul(p, NULL, 16)))
            return false;
         p += 8;
      }
   }
   return true;
}

static char *read_all(FILE *f, size_t *size)
{
   char *data = NULL;
   size_t used = 0, capacity = 0;
   for (;;) {
      if (used + 1 >= capacity) {
         capacity = capacity ? 2 * capacity : 65536;
         char *bigger = realloc(data, capacity);
         if (!bigger) {
            free(data);
            return NULL;
         }
         data = bigger;
      }
      size_t n = fread(data + used, 1, capacity - used - 1, f);
      if (!n)
         break;
      used += n;
   }
   data[used] = '\0';
   *size = used;
   return data;
}

static bool looks_like_text(const char *data, size_t size)
{
   for (size_t i = 0; i < size; i++)
      if (!isprint((unsigned char)data[i]) && !isspace((unsigned char)data[i]))
         return false;
   return true;
}

static void to_stdout(void *user, const char *text, size_t length)
{
   fwrite(text, 1, length, stdout);
}

static void complain(void *user, size_t offset_dw, const char *text)
{
   fprintf(stderr, "dword %zu: %s\n", offset_dw, text);
}

static int usage(void)
{
   fputs("usage: gloam-dump [--chip NAME] [--check] [FILE]\n"
         "       gloam-dump --facts CAPTURE...\n"
         "       gloam-dump --compare [--reasons FILE] [--quiet] CAPTURE CAPTURE\n"
         "Prints a PM4 command stream: raw dwords or hexadecimal text, from FILE or standard input.\n"
         "--check also reports invalid packets, and exits with 1 if there are any.\n"
         "CAPTURE is a file that GLOAM_CAPTURE=FOLDER wrote, or a folder with such files.\n"
         "--facts prints the registers and descriptors at each draw, where they change.\n"
         "--compare prints the differences of two streams, draw by draw, and exits with 1 if no row of FILE\n"
         "(pattern : reason) explains a difference; with --quiet it prints only unexplained differences.\n", stderr);
   return 2;
}

static bool load(struct stream_list *list, const char *path)
{
   const char *why = stream_list_add(list, path);
   if (why)
      fprintf(stderr, "gloam-dump: %s: %s\n", path, why);
   return !why;
}

static int facts(char **paths, int count)
{
   struct stream_list list = { 0 };
   bool ok = true;
   for (int i = 0; i < count && ok; i++)
      ok = load(&list, paths[i]);
   if (ok)
      stream_print_facts(&(struct pm4_sink){ to_stdout, NULL }, &list);
   stream_list_finish(&list);
   return ok ? 0 : 2;
}

static int compare(char **args, int count)
{
   struct stream_list list[2] = { 0 };
   struct stream_reasons reasons = { 0 };
   bool quiet = false, ok = true;
   int lists = 0;
   size_t unexplained = 0;
   for (int i = 0; i < count && ok; i++) {
      if (!strcmp(args[i], "--quiet")) {
         quiet = true;
      } else if (!strcmp(args[i], "--reasons") && i + 1 < count) {
         const char *why = stream_reasons_load(&reasons, args[++i]);
         if (why)
            fprintf(stderr, "gloam-dump: %s: %s\n", args[i], why);
         ok = !why;
      } else {
         ok = lists < 2 && load(&list[lists++], args[i]);
      }
   }
   if (ok && lists < 2)
      usage();
   ok &= lists == 2;
   if (ok)
      unexplained = stream_diff(&(struct pm4_sink){ to_stdout, NULL }, &list[0], &list[1], &reasons, quiet);
   stream_list_finish(&list[0]);
   stream_list_finish(&list[1]);
   stream_reasons_finish(&reasons);
   return !ok ? 2 : unexplained ? 1 : 0;
}

int main(int argc, char **argv)
{
   const char *chip_name = "polaris10", *path = NULL;
   bool check = false;
   if (argc > 2 && !strcmp(argv[1], "--facts"))
      return facts(argv + 2, argc - 2);
   if (argc > 2 && !strcmp(argv[1], "--compare"))
      return compare(argv + 2, argc - 2);
   for (int i = 1; i < argc; i++) {
      if (!strcmp(argv[i], "--chip") && i + 1 < argc)
         chip_name = argv[++i];
      else if (!strcmp(argv[i], "--check"))
         check = true;
      else if (argv[i][0] == '-' && argv[i][1])
         return usage();
      else if (!path)
         path = argv[i];
      else
         return usage();
   }
   const struct hw_chip *chip = hw_chip_find(chip_name);
   if (!chip) {
      fprintf(stderr, "gloam-dump: unknown chip %s\n", chip_name);
      return 2;
   }
   FILE *f = path && strcmp(path, "-") ? fopen(path, "rb") : stdin;
   if (!f) {
      perror(path);
      return 2;
   }
   size_t size = 0;
   char *data = read_all(f, &size);
   struct stream stream = { 0 };
   bool ok = data != NULL;
   if (ok && looks_like_text(data, size)) {
      ok = parse_text(&stream, data);
   } else if (ok) {
      for (size_t i = 0; ok && i + 4 <= size; i += 4) {
         uint32_t dw;
         memcpy(&dw, data + i, 4);
         ok = append(&stream, dw);
      }
      if (size % 4)
         fprintf(stderr, "gloam-dump: %zu bytes after the last dword ignored\n", size % 4);
   }
   size_t complaints = 0;
   if (ok) {
      struct pm4_sink sink = { to_stdout, NULL };
      pm4_print(&sink, chip->gfx_level, stream.dw, stream.count);
      if (check)
         complaints = pm4_check(chip->gfx_level, stream.dw, stream.count, complain, NULL);
   } else {
      fputs("gloam-dump: no memory\n", stderr);
   }
   free(stream.dw);
   free(data);
   if (f != stdin)
      fclose(f);
   return !ok ? 2 : complaints ? 1 : 0;
}
