// Control that leaves its function: nothing is dropped but stack cells that no pointer leads to. All lines marked KEEP.
#include <mpi.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static void leave(void)
{
    longjmp(back, 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    double *base;
    MPI_Win win;
    MPI_Win_allocate(64 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    double *volatile cell = malloc(64 * sizeof(double));
    MPI_Win_fence(0, win);
    if (setjmp(back) == 0) {
        cell = base;
        leave();
    }
    cell[1] = 1.0; //@ KEEP the window, after a jump
    double value = 1.0;
    MPI_Put(&value, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
