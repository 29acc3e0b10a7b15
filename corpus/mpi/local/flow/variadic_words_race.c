// A variadic helper takes weights, positions and pointers in turns and puts from the pointers. A copy of the list
// gives the first pointer again, and its target is written before the unlock. The put reads its origin until
// then (MPI 4.1, 12.5.3); va_copy makes a list in the same state (C11, 7.16.1.2).
//
//@ expect: error RMA101 A B
//@ twin: variadic_words_ok.c
#include <mpi.h>
#include <stdio.h>
#include <stdarg.h>

static void post(MPI_Win w, int to, int n, ...)
{
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    for (int i = 0; i < n; i++) {
        double weight = va_arg(ap, double);
        int at = va_arg(ap, int);
        int *p = va_arg(ap, int *);
        if (weight > 0)
            MPI_Put(p, 1, MPI_INT, to, at, 1, MPI_INT, w); //@ A
    }
    va_end(ap);
    (void)va_arg(again, double);
    (void)va_arg(again, int);
    int *first = va_arg(again, int *);
    first[0] = 7; //@ B
    va_end(again);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int mem[8] = {0};
    MPI_Win_create(mem, sizeof mem, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int right = (rank + 1) % size;

    int pair[2] = {1, 2}, b = 3;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    post(win, right, 2, 1.5, 0, &pair[1], 2.5, 1, &b);
    MPI_Win_unlock(right, win);
    printf("%d %d %d\n", pair[0], pair[1], b);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
