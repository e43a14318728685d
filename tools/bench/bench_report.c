/* bench_report.c: the figures of a run as JSON, for performance.py. One line per workload, so that figures of two runs can be
 * compared by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

static void put_string(FILE *to, const char *text)
{
   putc('"', to);
   for (; *text; text++) {
      if (*text == '"' || *text == '\\')
         putc('\\', to);
      if ((unsigned char)*text >= ' ')
         putc(*text, to);
   }
   putc('"', to);
}

/* The CPU's model name as the kernel says it, "unknown" without one. */
static void cpu_model(char *model, size_t size)
{
   snprintf(model, size, "unknown");
   FILE *info = fopen("/proc/cpuinfo", "r");
   char line[256];
   while (info && fgets(line, sizeof(line), info)) {
      const char *value = strchr(line, ':');
      if (strncmp(line, "model name", 10) || !value)
         continue;
      snprintf(model, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
      break;
   }
   if (info)
      fclose(info);
}

void bench_report_begin(FILE *to, const char *const renderer[2], int rounds, double seconds)
{
   char model[128], date[32];
   const time_t now = time(NULL);
   double load = 0;
   cpu_model(model, sizeof(model));
   strftime(date, sizeof(date), "%Y-%m-%d", gmtime(&now));
   if (getloadavg(&load, 1) != 1)
      load = -1;
   fprintf(to, "{\n\"host\": ");
   put_string(to, model);
   fprintf(to, ",\n\"cpus\": %ld, \"load\": %.1f, \"date\": \"%s\", \"rounds\": %d, \"seconds\": %g,\n\"a\": ",
           sysconf(_SC_NPROCESSORS_ONLN), load, date, rounds, seconds);
   put_string(to, renderer[0]);
   fprintf(to, ",\n\"b\": ");
   put_string(to, renderer[1]);
   fprintf(to, ",\n\"rows\": [");
}

void bench_report_row(FILE *to, const struct bench_result *r)
{
   fprintf(to, "%s\n{\"workload\": \"%s\", \"unit\": \"%s\", \"a\": %.5g, \"b\": %.5g, \"ratio\": %.3f, \"low\": %.3f, \"high\": %.3f}",
           r->is_first ? "" : ",", r->workload->name, r->workload->unit, r->rate[0], r->rate[1], r->ratio, r->low, r->high);
}

void bench_report_end(FILE *to)
{
   fprintf(to, "\n]\n}\n");
}
