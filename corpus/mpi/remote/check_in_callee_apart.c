/*
 * A function works out the width of a block by a division and ends the program where it is too small; rank 0 puts into both
 * ends of the block.
 *
 * The check in the callee ends the program unless the width is at least one: the two puts write different cells (MPI 4.1, 12.7).
 */
//@ expect: none
//@ twin: check_in_callee_overlap.c
#include <mpi.h>
#include <stdlib.h>

struct plate {
    int size, width, height;
};

static void cut(struct plate *p, int cols, int rows)
{
    MPI_Comm_size(MPI_COMM_WORLD, &p->size);
    p->width = cols / p->size;
    p->height = rows / p->size;
    if (p->height < 1 || p->width < 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    struct plate p;
    MPI_Win win;
    double *mem, x = 1.0;
    int cols, rows, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cols = argc > 1 ? atoi(argv[1]) : 100;
    rows = argc > 2 ? atoi(argv[2]) : 100;
    cut(&p, cols, rows);
    MPI_Win_allocate((p.width + 1) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);
        MPI_Put(&x, 1, MPI_DOUBLE, 0, p.width, 1, MPI_DOUBLE, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
