// A variadic helper puts from each pointer it is given; one is written afterwards. The put reads its origin
// until the flush (MPI 4.1, 12.5.4).
//
//@ expect: error RMA101 A B
//@ twin: variadic_posts_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdarg.h>

#define N 8

static void post(MPI_Win w, int to, int n, ...)
{
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        MPI_Put(va_arg(ap, int *), 1, MPI_INT, to, i, 1, MPI_INT, w); //@ A
    va_end(ap);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[N] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int a = 1, b = 2;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    post(win, right, 2, &a, &b);
    b = 5; //@ B
    MPI_Win_unlock(right, win);
    printf("%d %d\n", a, b);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
