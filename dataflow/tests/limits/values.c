// Values of all kinds: lists, tables, recursion, states of a loop, datatypes and requests.
//@ expect: error RMA101 A B
#include <mpi.h>
#include <stdlib.h>
struct Node { struct Node *next; double value[4]; };
static double table[6] = {1, 2, 3, 4, 5, 6};
static void put(double *p, int to, MPI_Win win) { MPI_Put(p, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win); }
static void get(double *p, int to, MPI_Win win) { MPI_Get(p, 1, MPI_DOUBLE, to, 8, 1, MPI_DOUBLE, win); }
static void (*calls[2])(double *, int, MPI_Win) = {put, get};
static int deep(int n, double *p, MPI_Win win) { if (n > 0) { p[n] = n; return 1 + deep(n - 1, p, win); } return 0; }
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, n = atoi(argv[1]);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *base;
  MPI_Win win;
  MPI_Win_allocate(1 << 20, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(0, win);
  double a[64], b[64], *p = a;
  int flip = 0, twice = 1, last = 0, state = 3;
  MPI_Datatype type;
  int lengths[3] = {1, 2, 1}, places[3] = {0, 3, 7};
  MPI_Request requests[3];
  struct Node one, two;
  one.next = &two; two.next = 0;
  if (n > 3) p = b;
  if (n > 7) p = one.value;
  for (int i = 0; i < n; i++) {
    flip = 1 - flip; twice = twice * 2; last = i; if (i > 2) state = 7;
    a[i % 8] = table[i % 6] + flip;
    if (state > 5 && n > 2) p[i] = twice;
    MPI_Put(&p[i], 1, MPI_DOUBLE, (rank + 1) % size, i, 1, MPI_DOUBLE, win); //@ A
    p[i] = last; //@ B
    if (i == n - 1) MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int i = 0; i < 6; i++) table[i] = i;
  calls[n & 1](b, rank ^ 1, win);
  deep(n, b, win);
  MPI_Type_indexed(3, lengths, places, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  for (int i = 0; i < 3; i++) MPI_Rput(&a[i], 1, MPI_DOUBLE, 0, i, 1, MPI_DOUBLE, win, &requests[i]);
  a[1] = 3;
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Put(a, 1, type, 0, 0, 1, type, win);
  a[3] = 4;
  switch (n) { case 1: b[1] = 1; break; case 2: b[2] = 2; break; case 3: b[3] = 3; break; default: if (n > 9) exit(1); }
  MPI_Win_flush_all(win);
  MPI_Put(b, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
  while (state > 0) { state -= flip; b[0] = state; }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
