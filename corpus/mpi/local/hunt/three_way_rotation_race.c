// Three buffers rotate: the one filled is the one whose put is pending. The put reads its origin until the
// flush (MPI 4.1, 12.5.4).
//
//@ expect: error RMA101 A B
//@ twin: three_way_rotation_ok.c
#include <mpi.h>
#include <stdio.h>

#define N 8

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

    int a[4] = {0}, b[4] = {0}, c[4] = {0};
    int *send = a, *fill = b, *idle = c;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < N; i++) {
        MPI_Put(send, 4, MPI_INT, right, 0, 4, MPI_INT, win); //@ A
        send[1] = i; //@ B
        MPI_Win_flush(right, win);
        int *t = send;
        send = fill;
        fill = idle;
        idle = t;
    }
    MPI_Win_unlock(right, win);
    printf("%d\n", a[1] + b[1] + c[1]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
