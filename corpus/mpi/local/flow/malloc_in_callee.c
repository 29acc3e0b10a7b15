/*
 * Scratch memory from alloca or from malloc.
 *
 * Memory from malloc outlives the function (C17, 7.22.3); the caller frees it after the flush (MPI
 * 4.1, 12.5.4).
 */
//@ expect: none
//@ twin: alloca_in_callee.c
#include <alloca.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void *post_blob(int bytes, int to, MPI_Win win)
{
    char *blob = malloc((size_t)bytes);

    memset(blob, '.', (size_t)bytes);
    MPI_Put(blob, bytes, MPI_CHAR, to, 0, bytes, MPI_CHAR, win);
    return blob;
}

int main(int argc, char **argv)
{
    int rank, size;
    char *mem;
    void *owned;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(128, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);

    MPI_Win_lock_all(0, win);
    owned = post_blob(argc > 1 ? 128 : 64, (rank + 1) % size, win);
    MPI_Win_flush((rank + 1) % size, win);
    free(owned);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
