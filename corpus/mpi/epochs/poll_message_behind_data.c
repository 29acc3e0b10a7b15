/*
 * Figure 2.6d of the thesis: data by put, a flush, then the sign that they are there.
 *
 * The sign is a message (MPI 4.1, 3.5, 12.5.4).
 */
//@ expect: none
//@ twin: poll_flag_behind_data.c
#include <mpi.h>
#include <stdio.h>

enum { N = 4, FLAG = N };

static void produce(MPI_Win win)
{
    const int data[N] = {2, 3, 5, 7};
    const int one = 1;

    MPI_Put(data, N, MPI_INT, 1, 0, N, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

static int consume(int *mem, MPI_Win win)
{

    MPI_Recv(&mem[FLAG], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    return mem[0] + mem[N - 1];
}

int main(int argc, char **argv)
{
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate((N + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[FLAG] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        produce(win);
    if (rank == 1)
        printf("%d\n", consume(mem, win));
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
