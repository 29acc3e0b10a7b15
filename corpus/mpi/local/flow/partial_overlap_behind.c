/*
 * Four elements from the middle of an array are sent; an element near the end of that range is
 * written.
 *
 * The put reads buf[2] to buf[5]; buf[6] is the first element behind it.
 */
//@ expect: none
//@ twin: partial_overlap_last.c
#include <mpi.h>

int main(int argc, char **argv) {
    int buf[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    int rank, size, *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);

    int *from = buf;
    from += 2;
    MPI_Put(from, 4, MPI_INT, (rank + 1) % size, 2, 4, MPI_INT, win);
    *(from + 4) = -1;

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
