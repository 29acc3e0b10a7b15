/*
 * Ranks 0 and 1 apply to an array of the last rank: one adds, the other writes or adds, each eight elements.
 *
 * Both accumulate with the same operation and type (MPI 4.1, 12.7.1; thesis, Table 2.2: remote atomic write
 * twice).
 */
//@ expect: none
//@ twin: table_put_atomic_write.c
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
    int rank, size;
    float add[N], *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(N * sizeof(float), sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < N; i++) {
        add[i] = (float)i;
        mem[i] = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Accumulate(add, N, MPI_FLOAT, size - 1, 0, N, MPI_FLOAT, MPI_SUM, win);
    if (rank == 1)
        MPI_Accumulate(add, N, MPI_FLOAT, size - 1, 0, N, MPI_FLOAT, MPI_SUM, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
