/* Memory of every shape: nested arrays and structs, by-value structs, atomics, volatile, threads, copies, variable length. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct inner { char tag; long values[3]; };
struct outer { int id; struct inner parts[4]; union { float f; int i; } u; };
struct packed { char c; int i; } __attribute__((packed));

_Thread_local int per_thread = 3;
volatile int flag;
atomic_int counter;
extern int weak_one(void) __attribute__((weak));
int original(int x) { return x + 1; }
int renamed(int) __attribute__((alias("original")));

long deep(struct outer *o, int i, int j) { return o[i].parts[j].values[2] + o->parts[1].tag; }
int packed_field(struct packed *p, long n) { return p[n].i; }
struct outer by_value(struct outer o) { o.id++; return o; }
int use(int n) {
  struct outer a, b;
  memset(&a, 0, sizeof a);
  b = a;
  memcpy(&a.parts[1], &b.parts[2], sizeof b.parts[2]);
  memmove(&a, (char *)&a + 8, 16);
  int variable[n];
  for (int i = 0; i < n; i++) variable[i] = i;
  a = by_value(b);
  flag = 1;
  int old = atomic_fetch_add(&counter, 2);
  int expected = 4;
  atomic_compare_exchange_strong(&counter, &expected, 5);
  atomic_thread_fence(memory_order_acquire);
  atomic_store_explicit(&counter, 0, memory_order_release);
  per_thread += old + flag;
  if (weak_one) weak_one();
  char *heap = malloc(100);
  heap[n] = (char)variable[n - 1];
  int result = heap[n] + renamed(a.u.i);
  free(heap);
  return result + (int)deep(&a, 0, 1);
}
