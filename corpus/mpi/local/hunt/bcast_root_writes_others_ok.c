// MPI_Bcast reads the buffer of a pending put: only the root has one. A broadcast reads the buffer at the
// root and writes it elsewhere (MPI 4.1, 6.4); a put reads its origin until the unlock.
//
//@ expect: none
//@ twin: bcast_root_writes_others_race.c
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

    int buf[N] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
        MPI_Put(buf, N, MPI_INT, right, 0, N, MPI_INT, win);
    }
    MPI_Bcast(buf, N, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Win_unlock(right, win);
    printf("%d\n", buf[0]);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
