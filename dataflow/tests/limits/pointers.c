// Pointers into several objects, tables of functions, groups, and counts that differ from process to process.
//@ expect: error RMA101 A B
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
struct Item { struct Item *next; double *data; };
static double a[8], b[8], c[8], d[8];
static void put1(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 1, 1, MPI_DOUBLE, win); }
static void put2(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 2, 1, MPI_DOUBLE, win); }
static void put3(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 3, 1, MPI_DOUBLE, win); }
typedef void (*Put)(double *, int, MPI_Win);
static Put chosen;
static int walk(struct Item *at, int n, MPI_Win win) {
  static int passed;
  static struct Item *last;
  passed++;
  if (!at || n == 0) return passed;
  last = at;
  at->data[n & 7] = n;
  at->data = n & 1 ? at->data : last->data;
  return walk(at->next, n - 1, win) + walk(last->next, n - 2, win);
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, n = atoi(argv[1]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *base;
  MPI_Win win;
  MPI_Win_allocate(1 << 10, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  double *p = a;
  for (int i = 0; i < n; i++) {
    if (i % 3 == atoi(argv[2])) p = b;
    else if (i % 5 == atoi(argv[3])) p = b + 4;
    else if (i % 7 == atoi(argv[4])) p = c;
    MPI_Put(p, 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win); //@ A
    *p = i; //@ B
  }
  switch (n) { case 1: chosen = put1; break; case 2: chosen = put2; break; default: chosen = put3; }
  chosen(d, rank ^ 1, win);
  struct Item *list = 0;
  for (int i = 0; i < n; i++) {
    struct Item *item = malloc(sizeof *item);
    item->next = list; item->data = i & 1 ? a : d;
    list = item;
  }
  walk(list, n, win);
  int shift = 1;
  while (shift < n) { MPI_Put(d, 1, MPI_DOUBLE, (rank + shift) % size, 0, 1, MPI_DOUBLE, win); shift *= 4; }
  MPI_Group all, some;
  int ranges[2][3] = {{0, 0, 1}, {1, 3, 2}};
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_range_incl(all, 2, ranges, &some);
  int mine = rank == 0 ? 2 : rank == 1 ? 0 : 1, *counts = malloc(size * 4), *places = malloc(size * 4);
  for (int i = 0; i < size; i++) { counts[i] = i == 0 ? 2 : i == 1 ? 0 : 1; places[i] = i; }
  MPI_Gatherv(d, mine, MPI_DOUBLE, base, counts, places, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
