/*
 * One put to each process; the targets are flushed in a loop.
 *
 * The loop flushes each target that got a put (MPI 4.1, 12.5.4), so all elements of out may be reused.
 */
//@ expect: none
//@ twin: flush_targets_one_short.c
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, t;
    MPI_Win win;
    int *mem;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    /* cell r of each window belongs to origin r */
    MPI_Win_allocate(size * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int *out = malloc((size_t)size * sizeof *out);
    for (t = 0; t < size; t++)
        out[t] = rank * t;

    MPI_Win_lock_all(0, win);
    for (t = 0; t < size; t++)
        MPI_Put(&out[t], 1, MPI_INT, t, rank, 1, MPI_INT, win);
    for (t = 0; t < size; t++)
        MPI_Win_flush(t, win);
    for (t = 0; t < size; t++)
        out[t] = t + rank;
    MPI_Win_unlock_all(win);

    free(out);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
