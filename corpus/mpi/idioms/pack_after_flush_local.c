/*
 * One buffer is packed anew for each neighbour; the put to the last neighbour may still read it.
 *
 * MPI_Win_flush_local frees the buffer (MPI 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: pack_over_pending_put.c
#include <mpi.h>
#include <stdio.h>

enum { N = 4 };

static void pack(float *buffer, float first)
{
    for (int i = 0; i < N; i++)
        buffer[i] = first + (float)i;
}

int main(int argc, char **argv)
{
    int rank, size;
    float buffer[N], *inbox;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((MPI_Aint)sizeof(float) * N * size, sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &inbox, &win);

    MPI_Win_lock_all(0, win);
    for (int t = 0; t < size; t++) {
        pack(buffer, (float)(100 * t));
        MPI_Put(buffer, N, MPI_FLOAT, t, (MPI_Aint)rank * N, N, MPI_FLOAT, win);
        MPI_Win_flush_local(t, win);
    }
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: %g\n", rank, inbox[0]);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
