// The large-count form of put (MPI_Put_c), then a fill of the origin buffer. With an MPI 3 header the name falls back
// to MPI_Put, for which the same holds.
// The fill stands after the flush (MPI 4.1, 12.5.4).
//
//@ expect: none
//@ twin: put_large_count_race.c
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

#if MPI_VERSION < 4
#define MPI_Put_c MPI_Put
#endif

#define BYTES 4096

int main(int argc, char **argv)
{
    int rank;
    char *seg, *src = malloc(BYTES);
    MPI_Win win;

    if (src == NULL)
        return 1;
    memset(src, 'a', BYTES);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &seg, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put_c(src, BYTES, MPI_BYTE, 1, 0, BYTES, MPI_BYTE, win);
        MPI_Win_flush(1, win);
        memset(src, 'b', BYTES);
    }
    MPI_Win_unlock_all(win);

    printf("%c\n", src[BYTES - 1]);
    MPI_Win_free(&win);
    free(src);
    MPI_Finalize();
    return 0;
}
