/* Control flow of every shape: loops, switches, computed jumps, short circuits, recursion, function pointers. */
#include <stdarg.h>

typedef int (*callback)(int);

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}
int dispatch(int kind, int x) {
  static const callback table[] = { twice, thrice };
  switch (kind) {
  case -5: return x;
  case 0: case 1: return table[kind](x);
  case 100: x++; /* falls through */
  case 2147483647: return dispatch(0, x);
  default: return sum(3, x, kind, 7);
  }
}
int jumps(int n) {
  static void *labels[] = { &&even, &&odd };
  int steps = 0;
again:
  goto *labels[n & 1];
even:
  n /= 2;
  steps++;
  if (n > 0 && steps < 1000) goto again;
  return steps;
odd:
  n = 3 * n + 1;
  do steps++; while (steps % 4 && n > steps);
  goto again;
}
unsigned pick(int a, unsigned b, float f, double d) {
  return a < 0 ? b >> 3 : f > d || (unsigned)f == b ? (unsigned)(d / f) : b % 7u;
}
