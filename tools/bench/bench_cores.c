/* bench_cores.c: measures whether two CPUs are two cores. Two CPUs of a virtual machine may be scheduled on two threads of one
 * core for some seconds; two threads of a program then cannot be twice as fast as one. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

#include "bench.h"

#define PROBE_S 0.001
#define WARM_S 0.0003

struct probe { int cpu; atomic_int *not_ready; double rate; };

static volatile uint64_t sink;

/* Keeps the multiplier of a core busy. Returns rounds of multiplications per second. */
static double multiply(double seconds)
{
   uint64_t a = 3, b = 5, c = 7, d = 11, e = 13, f = 17;
   const double start = bench_now();
   double rounds = 0, now;
   do {
      for (int i = 0; i < 1000; i++) {
         a *= 0x9e3779b97f4a7c15u;
         b *= 0x9e3779b97f4a7c15u;
         c *= 0x9e3779b97f4a7c15u;
         d *= 0x9e3779b97f4a7c15u;
         e *= 0x9e3779b97f4a7c15u;
         f *= 0x9e3779b97f4a7c15u;
      }
      rounds++;
      now = bench_now();
   } while (now - start < seconds);
   sink = a ^ b ^ c ^ d ^ e ^ f;
   return rounds / (now - start);
}

static void *probe_main(void *data)
{
   struct probe *p = data;
   cpu_set_t set;
   CPU_ZERO(&set);
   CPU_SET(p->cpu, &set);
   const int pinned = !sched_setaffinity(0, sizeof(set), &set);
   multiply(WARM_S);
   atomic_fetch_sub(p->not_ready, 1);
   while (atomic_load(p->not_ready) > 0)
      ;
   p->rate = pinned ? multiply(PROBE_S) : 0;
   return NULL;
}

/* Runs the probes concurrently, each pinned to its CPU. */
static void probe(struct probe *p, int count)
{
   pthread_t thread[2];
   atomic_int not_ready = count;
   int started = 0;
   for (int i = 0; i < count; i++)
      p[i].not_ready = &not_ready;
   while (started < count && !pthread_create(&thread[started], NULL, probe_main, &p[started]))
      started++;
   atomic_fetch_sub(&not_ready, count - started);
   for (int i = 0; i < started; i++)
      pthread_join(thread[i], NULL);
}

double bench_cores(const int cpu[2])
{
   double cores = 0;
   struct probe both[2] = { { .cpu = cpu[0] }, { .cpu = cpu[1] } };
   probe(both, 2);
   for (int i = 0; i < 2; i++) {
      struct probe alone = { .cpu = cpu[i] };
      probe(&alone, 1);
      if (alone.rate > 0)
         cores += both[i].rate / alone.rate;
   }
   return cores;
}
